"""Translate real text: train a small Transformer on LibreOffice's help, and score it.

The text is downloaded with apt (two packages, 5 MB, MPL-2.0) or read from a table of
your own. Nothing here was written for the test: paragraphs of two languages are paired
by id, split into sentences, cleaned and deduplicated, and divided by a hash of their
text. The model then writes by itself, and the standard scorer compares. `--help` lists
what can be changed; benchmarks/README.md tells what came out.
"""

import argparse
import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn

from annotated.config import TransformerConfig
from annotated.corpora import (
    CorpusSplits,
    clean,
    count_words,
    deduplicate,
    near_duplicates,
    split_by_hash,
)
from annotated.data import BucketedBatches, encode_pairs, pad
from annotated.decoding import greedy_decode
from annotated.evaluation import corpus_bleu, exact_match
from annotated.masks import padding_mask
from annotated.seeding import seed_everything
from annotated.sentence_pairs import (
    SentencePair,
    libreoffice_help,
    read_pairs,
    split_sentences,
)
from annotated.tokenizer import BytePairTokenizer
from annotated.training import TrainingConfig, train
from annotated.transformer import Transformer

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("libreoffice-help-en-us", "libreoffice-help-zh-cn")
OWN_TEXT = (
    "Or give your own text, a tab-separated UTF-8 file whose first line names its "
    "columns:\n  real_translation.py --pairs FILE --source NAME --target NAME"
)

# Below this nothing is learned, and the score says nothing.
FEWEST_PAIRS = 40


@dataclass(frozen=True)
class Corpus:
    """Hold pairs, and say where they are from."""

    pairs: list[SentencePair]
    origin: str


def parse_arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line. The defaults are the run that the README reports."""
    parser = argparse.ArgumentParser(
        description=(__doc__ or "").split("\n\n")[0],
        epilog=OWN_TEXT,
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    text = parser.add_argument_group("text")
    text.add_argument("--pairs", type=Path, help="a table to read instead of the help")
    text.add_argument("--source", help="column to translate from (help: en-US)")
    text.add_argument("--target", help="column to translate to (help: zh-CN)")
    text.add_argument("--data", type=Path, default=ROOT / "data", help="downloads")
    text.add_argument("--min-words", type=int, default=3, help="in what is scored")
    text.add_argument("--max-words", type=int, default=10, help="in what is scored")
    text.add_argument(
        "--train-words", type=int, default=12, help="the most words in training pairs"
    )
    text.add_argument("--test-share", type=float, default=0.03, help="of all pairs")
    text.add_argument("--valid-share", type=float, default=0.03, help="of all pairs")

    model = parser.add_argument_group("model and training")
    model.add_argument("--vocab-size", type=int, default=4000, help="shared, bytes too")
    model.add_argument("--d-model", type=int, default=128, help="width")
    model.add_argument("--num-heads", type=int, default=4, help="of each attention")
    model.add_argument("--num-layers", type=int, default=2, help="each stack")
    model.add_argument("--d-ff", type=int, default=512, help="inner width")
    model.add_argument("--dropout", type=float, default=0.1, help="share dropped")
    model.add_argument("--updates", type=int, default=5000, help="of the weights")
    model.add_argument("--warmup", type=int, default=400, help="updates of rising rate")
    model.add_argument("--rate", type=float, default=0.7, help="times the schedule's")
    model.add_argument("--batch-tokens", type=int, default=500, help="one side")
    model.add_argument("--smoothing", type=float, default=0.1, help="of the labels")
    model.add_argument("--averaged", type=float, default=0.15, help="last share of run")
    model.add_argument("--seed", type=int, default=0, help="of weights and batches")
    model.add_argument("--threads", type=int, help="of PyTorch (default: all cores)")

    score = parser.add_argument_group("score")
    score.add_argument(
        "--score",
        choices=("test", "valid"),
        default="test",
        help="settings are chosen on valid; test is for the run that is reported",
    )
    score.add_argument(
        "--tokenize",
        help="sacrebleu's name (default: zh for the help, 13a for a table)",
    )
    arguments = parser.parse_args(argv)
    if arguments.pairs and not (arguments.source and arguments.target):
        parser.error("--pairs needs --source NAME and --target NAME, two column names")
    if not arguments.tokenize:
        to_chinese = not arguments.pairs and arguments.target in (None, "zh-CN")
        arguments.tokenize = "zh" if to_chinese else "13a"
    return arguments


def run_apt(command: list[str], folder: Path) -> str:
    """Run one command in a folder; return what went wrong, or nothing."""
    done = subprocess.run(
        command, cwd=folder, capture_output=True, encoding="utf-8", check=False
    )
    return "" if done.returncode == 0 else done.stderr.strip() or "no message"


def download_help(data: Path) -> tuple[Path, str]:
    """Download and unpack the help packages once; return the folder and versions."""
    unpacked = data / "libreoffice-help"
    if not unpacked.is_dir():
        # (1) apt needs no root to download a package, only its lists.
        if not (shutil.which("apt-get") and shutil.which("dpkg-deb")):
            raise ValueError(
                "apt-get and dpkg-deb must be there to download LibreOffice's help "
                f"(Debian, Ubuntu, Colab).\n{OWN_TEXT}"
            )
        packages = data / "libreoffice-help.unfinished"
        shutil.rmtree(packages, ignore_errors=True)
        packages.mkdir(parents=True)
        download = ["apt-get", "download", "-q", *PACKAGES]
        problem = run_apt(download, packages)
        if problem and os.geteuid() == 0:
            # Lists that are empty or old: a fresh container has none.
            run_apt(["apt-get", "update", "-q"], packages)
            problem = run_apt(download, packages)
        if problem:
            raise ValueError(
                f"{' '.join(download)} must work, and said:\n{problem}\n"
                "Try `sudo apt-get update` first; Ubuntu keeps the packages in "
                f"`universe`.\n{OWN_TEXT}"
            )

        # (2) Unpack beside the packages. One rename makes the folder count.
        for package in sorted(packages.glob("*.deb")):
            problem = run_apt(["dpkg-deb", "-x", package.name, "."], packages)
            if problem:
                raise ValueError(f"{package.name} must unpack, and said:\n{problem}")
        os.replace(packages, unpacked)
    names = sorted(path.name for path in unpacked.glob("*.deb"))
    return unpacked, ", ".join(name.replace("%3a", ":") for name in names)


def load_corpus(arguments: argparse.Namespace) -> Corpus:
    """Read the table that was named, or the help."""
    if arguments.pairs:
        pairs = read_pairs(
            arguments.pairs, source=arguments.source, target=arguments.target
        )
        return Corpus(pairs, origin=str(arguments.pairs))
    folder, versions = download_help(arguments.data)
    pairs = libreoffice_help(
        folder,
        source=arguments.source or "en-US",
        target=arguments.target or "zh-CN",
    )
    return Corpus(pairs, origin=f"LibreOffice's help, MPL-2.0: {versions}")


def prepare(corpus: Corpus, arguments: argparse.Namespace) -> CorpusSplits:
    """Go from paragraphs to three sets that share no sentence, counting aloud."""
    # (1) One word is enough to learn from: the names of menus and languages.
    distinct = list(dict.fromkeys(corpus.pairs))
    sentences = [one for pair in distinct for one in split_sentences(pair)]
    longest = max(arguments.train_words, arguments.max_words)
    kept = clean(sentences, min_words=1, max_words=longest)
    pairs = deduplicate(kept)
    if len(pairs) < FEWEST_PAIRS:
        raise ValueError(
            f"the text ({len(pairs)} pairs) must hold at least {FEWEST_PAIRS} "
            f"different translated pairs of at most {longest} words; "
            f"{len(corpus.pairs)} pairs were read (more text, or --train-words)"
        )

    # (2) Divide all of it, then score only sentences of the length that was asked.
    splits = split_by_hash(
        pairs, valid_share=arguments.valid_share, test_share=arguments.test_share
    )
    words = range(arguments.min_words, arguments.max_words + 1)
    splits = CorpusSplits(
        train=[p for p in splits.train if count_words(p) <= arguments.train_words],
        valid=[p for p in splits.valid if count_words(p) in words],
        test=[p for p in splits.test if count_words(p) in words],
    )
    if not (splits.train and splits.valid and splits.test):
        raise ValueError(
            f"the text ({len(pairs)} pairs) must leave something in each of train "
            f"({len(splits.train)}), valid ({len(splits.valid)}) and test "
            f"({len(splits.test)}) (more text, or --test-share, --valid-share, "
            "--min-words, --max-words, --train-words)"
        )

    print(f"Text: {corpus.origin}")
    scored = f"{arguments.min_words} to {arguments.max_words} words"
    for label, number in (
        ("pairs read", len(corpus.pairs)),
        ("different", len(distinct)),
        ("sentences", len(sentences)),
        (f"translated, 1 to {longest} words", len(kept)),
        ("no sentence twice", len(pairs)),
        (f"train, 1 to {arguments.train_words} words", len(splits.train)),
        (f"valid, {scored}", len(splits.valid)),
        (f"test, {scored}", len(splits.test)),
    ):
        print(f"  {label:<28}{number:>8,}")
    return splits


class WeightAverage:
    """Keep the mean of the weights over the last updates of a run.

    Averaging the last checkpoints is what the paper does (Vaswani et al., 2017,
    §6.1); here each tenth update is one.
    """

    def __init__(self, model: nn.Module, *, first_update: int) -> None:
        self.model = model
        self.first_update = first_update
        self.count = 0
        self.means: list[Tensor] = []

    def update(self, step: int) -> None:
        """Take in the weights of an update, if it is one of the last."""
        if step < self.first_update or step % 10:
            return
        self.count += 1
        weights = [weight.detach() for weight in self.model.parameters()]
        if not self.means:
            self.means = [weight.clone() for weight in weights]
        for mean, weight in zip(self.means, weights, strict=True):
            mean.lerp_(weight, 1 / self.count)

    @torch.no_grad()
    def apply(self) -> None:
        """Give the model the mean weights."""
        for weight, mean in zip(self.model.parameters(), self.means, strict=False):
            weight.copy_(mean)


def learn(
    splits: CorpusSplits, tokenizer: BytePairTokenizer, arguments: argparse.Namespace
) -> Transformer:
    """Train a model on the training pairs, and average its last weights."""
    texts = [(pair.source, pair.target) for pair in splits.train]
    examples = encode_pairs(texts, tokenizer, tokenizer)
    data = BucketedBatches(
        examples,
        batch_tokens=arguments.batch_tokens,
        pad_id=tokenizer.pad_id,
        bos_id=tokenizer.bos_id,
        eos_id=tokenizer.eos_id,
        seed=arguments.seed,
    )
    model = Transformer(
        TransformerConfig(
            source_vocab_size=tokenizer.vocab_size,
            target_vocab_size=tokenizer.vocab_size,
            shared_vocab=True,
            d_model=arguments.d_model,
            num_heads=arguments.num_heads,
            num_layers=arguments.num_layers,
            d_ff=arguments.d_ff,
            dropout=arguments.dropout,
            norm_first=True,
        )
    )
    count = sum(weight.numel() for weight in model.parameters())
    source_tokens = sum(len(example.source) for example in examples)
    target_tokens = sum(len(example.target) + 1 for example in examples)
    updates_per_epoch = len(data.plan(0))
    print(f"Model: {count:,} parameters, vocabulary {tokenizer.vocab_size:,}")
    print(
        f"Training: {source_tokens:,} source and {target_tokens:,} target tokens an "
        f"epoch, {updates_per_epoch} updates; {arguments.updates:,} updates are "
        f"{arguments.updates / updates_per_epoch:.1f} epochs"
    )

    first_update = int(arguments.updates * (1 - arguments.averaged)) + 1
    average = WeightAverage(model, first_update=first_update)
    start, recent = time.perf_counter(), []

    def after_update(step: int, loss: float) -> None:
        average.update(step)
        recent.append(loss)
        if step % max(1, arguments.updates // 10) == 0:
            seconds = time.perf_counter() - start
            mean = sum(recent) / len(recent)
            print(f"  update {step:>6,}  loss {mean:.3f}  {seconds:.0f} s", flush=True)
            recent.clear()

    config = TrainingConfig(
        num_updates=arguments.updates,
        warmup_steps=arguments.warmup,
        learning_rate_scale=arguments.rate,
        label_smoothing=arguments.smoothing,
    )
    train(model, data, config, after_update=after_update, progress=False)
    average.apply()
    return model


def translate(
    model: Transformer, tokenizer: BytePairTokenizer, sentences: Sequence[str]
) -> list[str]:
    """Translate sentences, each word chosen after the model's own words alone."""
    encoded = [tokenizer.encode(sentence) for sentence in sentences]
    order = sorted(range(len(encoded)), key=lambda index: len(encoded[index]))
    outputs = [""] * len(encoded)
    for start in range(0, len(order), 64):
        indices = order[start : start + 64]
        source = pad([encoded[index] for index in indices], tokenizer.pad_id)
        tokens = greedy_decode(
            model,
            source,
            padding_mask(source, tokenizer.pad_id),
            bos_id=tokenizer.bos_id,
            eos_id=tokenizer.eos_id,
            max_len=source.size(1) + 30,
        )
        for index, row in zip(indices, tokens, strict=True):
            outputs[index] = tokenizer.decode(row)
    return outputs


def report(
    pairs: list[SentencePair],
    training: list[SentencePair],
    outputs: list[str],
    arguments: argparse.Namespace,
) -> None:
    """Print samples and scores; the last line is the score of the whole set."""
    references = [pair.target for pair in pairs]
    print("Samples, taken at even distances:")
    for index in (len(pairs) * part // 5 for part in range(min(5, len(pairs)))):
        print(f"  source     {pairs[index].source}")
        print(f"  reference  {references[index]}")
        print(f"  model      {outputs[index]}")

    bleu = corpus_bleu(
        hypotheses=outputs, references=references, tokenize=arguments.tokenize
    )
    exact = exact_match(hypotheses=outputs, references=references)
    near = near_duplicates(pairs, training)
    far = [index for index, is_near in enumerate(near) if not is_near]
    print(f"Scores on {arguments.score}, greedy and free-running: {bleu.signature}")
    print(f"  all {len(pairs)} sentences: {bleu.score:.1f}; exact {exact:.1%}")
    print(
        f"  {len(far)} without a near-duplicate in training (half of the character "
        "grams of either side shared): ",
        end="",
    )
    if far:
        rest = corpus_bleu(
            hypotheses=[outputs[index] for index in far],
            references=[references[index] for index in far],
            tokenize=arguments.tokenize,
        )
        print(f"{rest.score:.1f}")
    else:
        print("no score")
    print(f"BLEU = {bleu.score:.1f}")


@contextmanager
def timed(label: str) -> Iterator[None]:
    """Print how long a step took, by the clock and summed over the cores."""
    wall, cpu = time.perf_counter(), time.process_time()
    yield
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    print(f"Time: {label} {wall:.1f} s ({cpu:.1f} s of CPU)", flush=True)


def run(arguments: argparse.Namespace) -> None:
    """Do it all, from the text to the score."""
    if arguments.threads:
        torch.set_num_threads(arguments.threads)
    seed_everything(arguments.seed)
    print(
        f"Machine: {platform.machine()}, {torch.get_num_threads()} threads, "
        f"PyTorch {torch.__version__}, seed {arguments.seed}"
    )
    with timed("text"):
        splits = prepare(load_corpus(arguments), arguments)
    with timed("tokenizer"):
        texts = [text for p in splits.train for text in (p.source, p.target)]
        tokenizer = BytePairTokenizer.train(texts, vocab_size=arguments.vocab_size)
    with timed("training"):
        model = learn(splits, tokenizer, arguments)
    pairs = getattr(splits, arguments.score)
    with timed("translation"):
        outputs = translate(model, tokenizer, [pair.source for pair in pairs])
    report(pairs, splits.train, outputs, arguments)


def main(argv: Sequence[str] | None = None) -> int:
    """Run, and turn what a person can mend into one message."""
    arguments = parse_arguments(argv)
    try:
        run(arguments)
    except (ValueError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
