"""Claims are closed by measurements, and their list is complete and well formed."""

import json
import re

import numpy as np
import pytest
import torch
import yaml

from annotated import claims
from annotated.claims import ClaimError, close_claim, closed_claims, read_claims

MIME = "application/vnd.annotated.claim+json"


def close(**changes):
    settings = {"verdict": "holds", "condition": True, "figure": "0.9 against 0.1"}
    return close_claim("root-dk", **{**settings, **changes})


def test_every_claim_names_a_page_and_says_how_it_is_measured():
    assert len(read_claims()) >= 40
    for claim in read_claims().values():
        assert re.fullmatch("[a-z0-9-]+", claim.id)
        for page in (claim.chapter, *claim.also):
            assert re.fullmatch(r"[1-4]\d_[a-z_]+", page)
        assert claim.claim.endswith(".")
        assert claim.measure.endswith(".")


def test_a_claim_that_holds_makes_a_box_and_its_data():
    bundle = close()._repr_mimebundle_()
    assert 'class="claim claim-holds" id="claim-root-dk"' in bundle["text/html"]
    assert bundle["text/markdown"].startswith("> **✓ Holds** — *Dividing by")
    assert bundle["text/plain"] == "<claim root-dk: holds>"
    assert bundle[MIME] == {
        "id": "root-dk",
        "claim": read_claims()["root-dk"].claim,
        "verdict": "holds",
        "figure": "0.9 against 0.1",
        "but": None,
    }


@pytest.mark.parametrize(
    ("verdict", "css", "lead"),
    [
        ("holds if", "claim-condition", "Holds if: d &lt; 9"),
        ("does not hold as told", "claim-not", "What does hold: d &lt; 9"),
    ],
)
def test_other_verdicts_say_what_does_hold(verdict, css, lead):
    page = close(verdict=verdict, but="d < 9")._repr_mimebundle_()["text/html"]
    assert css in page
    assert lead in page


@pytest.mark.parametrize("true", [True, np.bool_(True), torch.tensor(True)])
def test_a_condition_is_one_truth_value(true):
    assert close(condition=true).verdict == "holds"


@pytest.mark.parametrize(
    "odd", [1, "yes", None, torch.tensor([True]), torch.tensor(1.0), np.ones(2) > 0]
)
def test_anything_else_is_no_condition(odd):
    with pytest.raises(ValueError, match="must be one true or false"):
        close(condition=odd)


@pytest.mark.parametrize("false", [False, np.bool_(False), torch.tensor(False)])
def test_a_false_condition_says_which_claim_and_what_was_measured(false):
    with pytest.raises(ClaimError, match=r"'root-dk'.*'holds'.*0.9 against 0.1"):
        close(condition=false)
    assert issubclass(ClaimError, AssertionError)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"verdict": "true"}, "must be one of: holds, holds if, does not hold"),
        ({"figure": " "}, "must say what was measured"),
        ({"but": "x"}, "must be left out"),
        ({"verdict": "holds if"}, "must say the condition"),
        ({"verdict": "does not hold as told", "but": ""}, "must say the condition"),
    ],
)
def test_verdicts_are_complete(changes, message):
    with pytest.raises(ValueError, match=message):
        close(**changes)


def test_an_unknown_claim_suggests_a_near_one():
    with pytest.raises(ValueError, match=r"id \(root_dk\).*root-dk"):
        close_claim("root_dk", verdict="holds", condition=True, figure="1")


def test_stored_notebooks_give_their_verdicts_back(tmp_path):
    data = close(verdict="holds if", but="b")._repr_mimebundle_()
    outputs = [{"output_type": "execute_result", "data": data}]
    stream = [{"output_type": "stream", "text": "x"}]
    cells = [
        {"cell_type": "markdown", "source": "", "id": "m"},
        {"cell_type": "code", "source": "", "id": "a", "outputs": stream},
        {"cell_type": "code", "source": "", "id": "b", "outputs": outputs},
    ]
    path = tmp_path / "21_attention.ipynb"
    path.write_text(json.dumps({"cells": cells}), encoding="utf-8")
    [closed] = closed_claims([path])
    assert (closed.chapter, closed.cell) == ("21_attention", "b")
    assert closed.verdict == close(verdict="holds if", but="b")


@pytest.fixture
def another_list(tmp_path, monkeypatch):
    def write(entries):
        (tmp_path / "claims.yml").write_text(yaml.dump(entries), encoding="utf-8")

    monkeypatch.setattr(claims, "__file__", str(tmp_path / "claims.py"))
    read_claims.cache_clear()
    yield write
    read_claims.cache_clear()


ENTRY = {"id": "a", "claim": "A.", "chapter": "11_x", "measure": "M."}


def test_the_list_may_lie_beside_the_module_as_in_the_wheel(another_list):
    another_list([ENTRY])
    assert list(read_claims()) == ["a"]


def test_a_missing_list_says_where_it_was_sought(another_list):
    with pytest.raises(FileNotFoundError, match=r"claims.yml must lie at"):
        read_claims()


def test_a_broken_list_is_refused(another_list):
    another_list([ENTRY, ENTRY])
    with pytest.raises(ValueError, match="must stand once"):
        read_claims()
    another_list([{"id": "a"}])
    with pytest.raises(ValueError, match="missing"):
        read_claims()
