"""`make real` goes from text to BLEU; without apt or with a faulty table it says why.

No test downloads anything: apt is played by a function that writes two files.
"""

import importlib.util
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch

SCRIPT = Path(__file__).resolve().parent.parent / "benchmarks" / "real_translation.py"

TINY = [
    *("--d-model", "16", "--num-heads", "2", "--num-layers", "1", "--d-ff", "32"),
    *("--vocab-size", "300", "--updates", "10", "--warmup", "5"),
    *("--batch-tokens", "200", "--test-share", "0.2", "--valid-share", "0.2"),
]


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("real_translation", SCRIPT)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["real_translation"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["real_translation"]


def sixty_pairs():
    who = {
        "我": "I",
        "你": "You",
        "他们": "They",
        "学生": "Students",
        "朋友": "Friends",
    }
    does = {"看": "see", "买": "buy", "喜欢": "like"}
    what = {
        "三本书": "three books",
        "新车": "new cars",
        "云": "clouds",
        "花": "flowers",
    }
    return [
        (f"{a}{b}{c}。", f"{x} {y} {z}.")
        for a, x in who.items()
        for b, y in does.items()
        for c, z in what.items()
    ]


def write_table(folder, pairs, header="zh\ten"):
    rows = [header, *(f"{a}\t{b}" for a, b in pairs)]
    path = folder / "pairs.tsv"
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return str(path)


@pytest.fixture
def table(tmp_path):
    path = write_table(tmp_path, sixty_pairs())
    return ["--pairs", path, "--source", "zh", "--target", "en"]


# The whole run.


def test_a_table_goes_through_to_the_score(script, table, capsys):
    assert script.main([*table, *TINY]) == 0
    out = capsys.readouterr().out
    last = out.splitlines()[-1]
    assert last.startswith("BLEU = ")
    assert 0 <= float(last.removeprefix("BLEU = ")) <= 100
    for part in ("pairs read", "near-duplicate", "tok:13a", "update", "Time: training"):
        assert part in out
    assert out.count("  model  ") == 5


def test_two_runs_give_the_same_translations(script, table, capsys):
    def scores():
        assert script.main([*table, *TINY, "--score", "valid"]) == 0
        lines = capsys.readouterr().out.splitlines()
        return [line for line in lines if "Time" not in line and "update" not in line]

    assert scores() == scores()


@pytest.mark.slow
def test_the_pieces_together_learn_to_translate(script, tmp_path, capsys):
    # Trained on what is asked: 60 sentences that a sound model can learn by heart.
    pairs = [script.SentencePair(*pair) for pair in sixty_pairs()]
    splits = script.CorpusSplits(train=pairs, valid=pairs, test=pairs)
    texts = [text for pair in pairs for text in (pair.source, pair.target)]
    tokenizer = script.BytePairTokenizer.train(texts, vocab_size=320)
    larger = "--d-model 64 --d-ff 128 --updates 150 --warmup 30 --dropout 0"
    arguments = script.parse_arguments(
        [*TINY, *larger.split(), "--batch-tokens", "400"]
    )
    model = script.learn(splits, tokenizer, arguments)
    outputs = script.translate(model, tokenizer, [pair.source for pair in pairs])
    right = sum(out == pair.target for out, pair in zip(outputs, pairs, strict=True))
    assert right >= 57


def test_the_splits_share_no_sentence(script, table):
    arguments = script.parse_arguments([*table, *TINY])
    splits = script.prepare(script.load_corpus(arguments), arguments)
    sides = [splits.train, splits.valid, splits.test]
    assert sum(map(len, sides)) == 60
    assert len({pair.source for side in sides for pair in side}) == 60


def test_only_sentences_of_the_asked_length_are_scored(script, tmp_path):
    short = [(f"第{i}", f"Number {i}") for i in range(60)]
    long = [
        (f"这是第{i}个句子吧", f"This is the sentence {i} of all") for i in range(60)
    ]
    path = write_table(tmp_path, [*sixty_pairs(), *short, *long])
    arguments = script.parse_arguments(
        ["--pairs", path, "--source", "zh", "--target", "en", *TINY, "--max-words=5"]
    )
    splits = script.prepare(script.load_corpus(arguments), arguments)
    assert {script.count_words(pair) for pair in splits.train} == {2, 3, 4, 7}
    assert {script.count_words(pair) for pair in splits.test} <= {3, 4}
    assert {script.count_words(pair) for pair in splits.valid} <= {3, 4}


def test_the_average_is_the_mean_of_each_tenth_of_the_last_weights(script):
    model = torch.nn.Linear(1, 1, bias=False)
    average = script.WeightAverage(model, first_update=11)
    for step in range(1, 41):
        model.weight.data.fill_(float(step))
        average.update(step)
    average.apply()
    assert model.weight.item() == pytest.approx((20 + 30 + 40) / 3)


def test_without_an_average_the_last_weights_stay(script):
    model = torch.nn.Linear(1, 1)
    before = model.weight.clone()
    script.WeightAverage(model, first_update=1).apply()
    torch.testing.assert_close(model.weight, before)


# What a person can mend.


@pytest.mark.parametrize(
    ("header", "count", "message"),
    [
        ("de\ten", 60, "column (zh) must be one of 'de', 'en'"),
        ("zh\ten", 0, "must hold at least 40 different translated pairs"),
        ("zh\ten", 20, "the text (20 pairs) must hold at least 40"),
    ],
)
def test_a_faulty_table_gives_one_message(
    script, tmp_path, capsys, header, count, message
):
    path = write_table(tmp_path, sixty_pairs()[:count], header)
    assert script.main(["--pairs", path, "--source", "zh", "--target", "en"]) == 1
    error = capsys.readouterr().err
    assert error.startswith("error: ")
    assert message in error


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "must not be empty"),
        ("zh\ten\n是\tyes".encode("gb18030"), "must be UTF-8"),
    ],
)
def test_a_file_that_is_no_text_gives_one_message(
    script, tmp_path, capsys, content, message
):
    path = tmp_path / "pairs.tsv"
    path.write_bytes(content)
    assert script.main(["--pairs", str(path), "--source", "zh", "--target", "en"]) == 1
    assert message in capsys.readouterr().err


def test_a_missing_file_gives_one_message(script, tmp_path, capsys):
    path = str(tmp_path / "none.tsv")
    assert script.main(["--pairs", path, "--source", "zh", "--target", "en"]) == 1
    assert "none.tsv" in capsys.readouterr().err


def test_a_split_with_an_empty_side_is_refused(script, table, capsys):
    assert script.main([*table, *TINY, "--test-share", "0"]) == 1
    assert "and test (0)" in capsys.readouterr().err


def test_a_table_needs_the_names_of_two_columns(script, capsys):
    with pytest.raises(SystemExit) as stop:
        script.main(["--pairs", "pairs.tsv", "--source", "zh"])
    assert stop.value.code == 2
    assert "--target NAME" in capsys.readouterr().err


def test_help_tells_of_the_table(script, capsys):
    with pytest.raises(SystemExit) as stop:
        script.main(["--help"])
    assert stop.value.code == 0
    assert "--pairs" in capsys.readouterr().out


# The download, played.


@pytest.fixture
def apt(script, monkeypatch):
    """Record the commands; `answers` holds what apt-get download says, in turn."""

    fake = SimpleNamespace(commands=[], answers=[], root=False)

    def run_apt(command, folder):
        fake.commands.append(" ".join(command[:2]))
        if command[:2] == ["apt-get", "download"]:
            problem = fake.answers.pop(0) if fake.answers else ""
            for package in () if problem else script.PACKAGES:
                (folder / f"{package}_4%3a7.4_all.deb").write_bytes(b"")
            return problem
        return ""

    monkeypatch.setattr(script, "run_apt", run_apt)
    monkeypatch.setattr(script.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(
        script.os, "geteuid", lambda: 0 if fake.root else 1000, raising=False
    )
    return fake


def test_the_help_is_downloaded_once(script, apt, tmp_path):
    folder, versions = script.download_help(tmp_path)
    assert folder == tmp_path / "libreoffice-help"
    assert versions == (
        "libreoffice-help-en-us_4:7.4_all.deb, libreoffice-help-zh-cn_4:7.4_all.deb"
    )
    script.download_help(tmp_path)
    assert apt.commands == ["apt-get download", "dpkg-deb -x", "dpkg-deb -x"]


def test_root_refreshes_empty_lists(script, apt, tmp_path):
    apt.answers, apt.root = ["E: Unable to locate package"], True
    script.download_help(tmp_path)
    assert apt.commands[:3] == [
        "apt-get download",
        "apt-get update",
        "apt-get download",
    ]


def test_a_failed_download_says_what_to_do(script, apt, tmp_path, capsys):
    apt.answers = ["E: Unable to locate package"]
    assert script.main(["--data", str(tmp_path)]) == 1
    error = capsys.readouterr().err
    for part in ("Unable to locate", "sudo apt-get update", "--pairs FILE"):
        assert part in error
    assert not (tmp_path / "libreoffice-help").exists()


def test_a_machine_without_apt_is_told_of_the_table(
    script, monkeypatch, tmp_path, capsys
):
    monkeypatch.setattr(script.shutil, "which", lambda name: None)
    assert script.main(["--data", str(tmp_path)]) == 1
    assert "--pairs FILE --source NAME --target NAME" in capsys.readouterr().err
