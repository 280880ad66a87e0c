"""Checks accept right answers, and know each usual mistake by what it does."""

import json
import math
import re
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F
from einops import rearrange

from annotated.attention import scaled_dot_product_attention
from annotated.exercises import store
from annotated.exercises.registry import all_exercises, check, hint, progress

EXERCISES = all_exercises()
CHAPTERS = sorted((Path(__file__).parent.parent / "chapters").glob("*.ipynb"))
NAMED = re.compile(r"""\bcheck\(\s*["']([a-z_.]+)["']""")


@pytest.fixture(autouse=True)
def reader(tmp_path, monkeypatch):
    """Give every test a reader of its own, with nothing solved."""
    monkeypatch.setenv("ANNOTATED_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "progress.json"


def stub(exercise):
    """Run the stub as a notebook would, and return the reader's unfinished answer."""
    names = {"math": math, "torch": torch}
    exec(exercise.stub, names)
    return list(names.values())[-1]


@pytest.mark.parametrize("name", EXERCISES)
def test_the_reference_is_right_and_saved(name, reader):
    report = check(name, EXERCISES[name].reference)
    assert report.passed, report
    assert "Progress saved." in repr(report)
    assert name in json.loads(reader.read_text(encoding="utf-8"))["solved"]


@pytest.mark.parametrize("name", EXERCISES)
def test_the_stub_is_quiet_and_saves_nothing(name, reader):
    report = check(name, stub(EXERCISES[name]))
    assert report.state == "unwritten"
    assert repr(report).startswith(f"○ Not written yet: {EXERCISES[name].title}")
    assert report._repr_html_() == check(name, None)._repr_html_()
    assert not reader.parent.exists()


@pytest.mark.parametrize("name", EXERCISES)
def test_an_exercise_is_complete(name):
    exercise = EXERCISES[name]
    assert len(exercise.hints) == 3
    assert len(exercise.mutants) >= 5
    assert len({mutant.advice for mutant in exercise.mutants}) == len(exercise.mutants)
    assert 1 <= exercise.minutes <= 60


@pytest.mark.parametrize(
    ("name", "mutant"),
    [(name, mutant) for name in EXERCISES for mutant in EXERCISES[name].mutants],
    ids=lambda x: x if isinstance(x, str) else x.name,
)
def test_every_mutant_is_rejected_with_its_own_sentence(name, mutant, reader):
    report = check(name, mutant.answer)
    assert report.state == "wrong"
    assert report.lines[-1] == f"The likely reason: {mutant.advice}"
    assert not reader.exists()


def by_loops(query, key, value, mask=None):
    n, m = query.shape[-2], key.shape[-2]
    weights = torch.zeros(*query.shape[:-1], m)
    if mask is not None:
        mask = mask.expand(weights.shape)
    for i in range(n):
        scores = (query[..., i : i + 1, :] * key).sum(-1) * query.shape[-1] ** -0.5
        if mask is not None:
            scores = scores.masked_fill(~mask[..., i, :], -math.inf)
        row = (scores - scores.amax(-1, keepdim=True)).exp()
        weights[..., i, :] = (row / row.sum(-1, keepdim=True)).nan_to_num(0.0)
    return torch.einsum("...qk,...kd->...qd", weights, value), weights


def by_einsum(query, key, value, mask=None):
    scores = torch.einsum("...qd,...kd->...qk", query, key) / math.sqrt(key.shape[-1])
    if mask is not None:
        scores = scores + torch.where(mask, 0.0, -1e9)
    weights = torch.exp(scores - torch.logsumexp(scores, -1, keepdim=True))
    weights = weights if mask is None else weights * mask
    return [weights @ value, weights]


def by_angles(vectors):
    angle = torch.arange(len(vectors)) * math.pi / len(vectors)
    back = (torch.arange(len(vectors)) - 1).clamp(min=0) * math.pi / len(vectors)
    around = lambda x: torch.stack([x.cos(), x.sin()], -1)  # noqa: E731
    return around(back) * 1e3, around(angle) * 1e2, vectors


def by_a_steep_parabola(vectors):
    # -(i - j)² is largest at j = i; its i² does not depend on the key.
    j = torch.arange(len(vectors)).float()
    i = (j - 1).clamp(min=0)
    query = torch.stack([2 * i, torch.ones_like(i)], -1) * 20
    return query, torch.stack([j, -j * j], -1), vectors


def head_by_head(parts, query, key, value):
    wide = parts.q_proj(query), parts.k_proj(key), parts.v_proj(value)
    slices = zip(*(x.chunk(parts.num_heads, dim=-1) for x in wide), strict=True)
    heads = [scaled_dot_product_attention(*each)[0] for each in slices]
    return parts.out_proj(torch.cat(heads, dim=-1))


def by_views(parts, query, key, value):
    def split(x):
        return x.view(x.size(0), x.size(1), parts.num_heads, -1).transpose(1, 2)

    heads = F.scaled_dot_product_attention(
        split(parts.q_proj(query)),
        split(parts.k_proj(key)),
        split(parts.v_proj(value)),
    )
    return parts.out_proj(heads.transpose(1, 2).flatten(2))


def heads_in_the_batch(parts, query, key, value):
    q, k, v = (
        rearrange(proj(x), "b s (h d) -> (b h) s d", h=parts.num_heads)
        for proj, x in zip(
            (parts.q_proj, parts.k_proj, parts.v_proj), (query, key, value), strict=True
        )
    )
    heads = ((q @ k.mT) / q.size(-1) ** 0.5).softmax(-1) @ v
    return parts.out_proj(rearrange(heads, "(b h) s d -> b s (h d)", b=len(query)))


def with_a_nudge(query, key, value, mask):
    scores = query @ key.mT / math.sqrt(query.size(-1))
    weights = scores.masked_fill(mask.logical_not(), -1e30).softmax(-1) * mask
    return weights @ value, weights


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("attention.predict", (0.24, 0.09, 0.67)),
        ("attention.predict", torch.tensor([[0.2447, 0.0900, 0.6652]])),
        ("attention.implement", by_loops),
        ("attention.implement", by_einsum),
        ("attention.fault", by_loops),
        ("attention.fault", with_a_nudge),
        ("attention.retrieve", by_angles),
        ("attention.retrieve", by_a_steep_parabola),
        ("attention.heads", head_by_head),
        ("attention.heads", by_views),
        ("attention.heads", heads_in_the_batch),
    ],
)
def test_a_right_answer_may_be_written_in_another_way(name, answer):
    report = check(name, answer)
    assert report.passed, report


def test_a_wrong_answer_shows_the_smallest_input_and_both_results():
    report = repr(
        check("attention.fault", EXERCISES["attention.fault"].mutants[0].answer)
    )
    assert "query = [[1.0, 0.0]]" in report
    assert "weights, yours:    [[0.0, 1.0]]" in report
    assert "weights, expected: [[0.3302, 0.6698]]" in report


def test_a_prediction_is_rejected_without_giving_the_answer_away():
    report = repr(check("attention.predict", [0.2, 0.3, 0.5]))
    assert "yours: [0.2, 0.3, 0.5]" in report
    assert "0.66" not in report
    assert "None of the usual mistakes" in report


def test_an_exception_is_reported_with_the_shapes():
    def clumsy(query, key, value, mask=None):
        raise KeyError("nothing here")

    report = repr(check("attention.implement", clumsy))
    assert "It stopped there, with query (1, 4), key (2, 4), value (2, 3):" in report
    assert "KeyError: 'nothing here'" in report


def test_a_missing_operation_of_torch_is_no_stub():
    def whole_numbers(query, key, value, mask=None):
        return (query @ key.mT).long().softmax(-1) @ value

    report = check("attention.implement", whole_numbers)
    assert report.state == "wrong"
    assert "NotImplementedError: " in repr(report)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda q, k, v, mask=None: None, "Is the return line missing?"),
        (torch.ones(2), "answer (Tensor) must be the function itself"),
        (lambda q, k, v, mask=None: (v, "w"), "a value of type str"),
        (lambda q, k, v, mask=None: (v, v), "a tensor of shape (2, 3)"),
    ],
)
def test_odd_answers_are_reported_kindly(answer, words):
    assert words in repr(check("attention.implement", answer))


def test_an_answer_cannot_change_the_inputs_of_the_next_case():
    def greedy(query, key, value, mask=None):
        result = scaled_dot_product_attention(query, key, value, mask)
        for tensor in (query, key, value):
            tensor.zero_()
        return result

    name = "attention.implement"
    assert check(name, greedy).passed
    assert check(name, scaled_dot_product_attention).passed
    assert not check(name, EXERCISES[name].mutants[0].answer).passed


def test_a_check_leaves_the_readers_random_numbers_alone():
    torch.manual_seed(3)
    before = torch.get_rng_state()
    for name, exercise in EXERCISES.items():
        check(name, exercise.reference)
    assert torch.equal(torch.get_rng_state(), before)


def test_a_report_is_escaped_and_says_the_same_in_every_form():
    report = check("attention.implement", lambda q, k, v, mask=None: 1 / 0)
    assert "ZeroDivisionError: division by zero" in report._repr_markdown_()
    assert "&lt;" in check("attention.implement", lambda x: 1)._repr_html_()
    assert report._repr_markdown_().startswith("**✗ Not yet: ")


def test_hints_go_from_one_to_three():
    name = "attention.implement"
    texts = {repr(hint(name, n)) for n in (1, 2, 3)}
    assert len(texts) == 3
    for n in (0, 4, -1):
        with pytest.raises(ValueError, match=rf"n \({n}\) must be from 1 to 3"):
            hint(name, n)


def test_an_unknown_name_suggests_near_ones():
    for call in (lambda name: check(name, None), hint):
        with pytest.raises(ValueError, match=r"attention\.implement"):
            call("attention.implemment")


def test_progress_counts_what_is_solved():
    name = "attention.implement"
    assert repr(progress()).startswith(f"• 0 of {len(EXERCISES)} exercises solved")
    check(name, scaled_dot_product_attention)
    assert repr(progress()).startswith(f"• 1 of {len(EXERCISES)}")
    assert f"✓ {name}: " in repr(progress())


def test_a_broken_file_is_reported_and_kept(reader):
    reader.parent.mkdir()
    for count, content in enumerate((b"{broken", b"[]", b"\xff\xfe{"), start=1):
        reader.write_bytes(content)
        report = check("attention.implement", scaled_dot_product_attention)
        aside = reader.with_name(f"progress.broken-{count}.json")
        assert f"kept as {aside}. Progress saved." in repr(report)
        assert aside.read_bytes() == content
        assert "attention.implement" in json.loads(reader.read_text("utf-8"))["solved"]


def test_what_another_version_wrote_is_kept(reader):
    reader.parent.mkdir()
    reader.write_text('{"solved": {"old.one": "2020-01-01"}, "x": 1}', "utf-8")
    check("attention.implement", scaled_dot_product_attention)
    record = json.loads(reader.read_text(encoding="utf-8"))
    assert record["x"] == 1
    assert record["solved"]["old.one"] == "2020-01-01"
    assert [path.name for path in reader.parent.iterdir()] == ["progress.json"]


def test_a_right_answer_is_right_where_nothing_can_be_saved(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("ANNOTATED_HOME", str(tmp_path / "file" / "below"))
    report = check("attention.implement", scaled_dot_product_attention)
    assert report.passed
    assert "could not be" in repr(report)


def test_without_a_setting_progress_lies_in_the_home_folder(monkeypatch):
    monkeypatch.delenv("ANNOTATED_HOME")
    assert store.home() == Path.home() / ".annotated"


def _cells(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return ["".join(c["source"]) for c in cells if c["cell_type"] == "code"]


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapter_names_exercises_that_exist_and_shows_their_stubs(path):
    text = "\n".join(_cells(path))
    for name in NAMED.findall(text):
        assert name in EXERCISES
        for piece in EXERCISES[name].stub.strip().split("\n\n\n"):
            assert piece in text


def test_every_exercise_stands_in_a_chapter():
    named = {
        name for path in CHAPTERS for name in NAMED.findall("\n".join(_cells(path)))
    }
    if not named:
        pytest.skip("no chapter has exercises yet")
    assert set(EXERCISES) <= named
