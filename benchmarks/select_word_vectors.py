"""Choose from GloVe's 400,000 words those that the book's questions need.

Needs the extra: pip install "annotated-attention[vectors]". Writes
annotated/word_vectors.safetensors, and fails if one of the book's questions has another
answer there than among all words.
"""

import sys
from collections.abc import Iterable
from pathlib import Path

from torch import Tensor

from annotated.checkpoints import save_tensors
from annotated.word_vectors import (
    ANALOGIES,
    CAPITALS,
    TEAMS,
    WordVectors,
    all_analogies,
    load_word_vectors,
)

OUT = Path(__file__).resolve().parent.parent / "annotated" / "word_vectors.safetensors"
# Words that the chapter asks for their neighbours, or only compares or draws.
ASKED = str.split(
    "apple banana microsoft stone programmer code cat dog good hot monday"
)
# The same for names of two words.
NAMES = ("great wall", "los angeles", "hong kong", "red sox")
SHOWN = str.split(
    "bad cold warm tuesday queen prince uncle aunt brother sister husband wife "
    "actor actress boy girl father mother son daughter grandfather grandmother "
    "pear mango orange cherry intel google ibm oracle software horse rabbit cow tiger "
    "milk bread rice soup tea coffee teacher nurse lawyer farmer engineer student "
    "river mountain forest lake red green blue yellow wall great fence pyramid sphinx "
    "los angeles san francisco new york hong kong red sox street city"
)
NEIGHBOURS = 10
# At least as many as a question has words, plus the first that is left.
FIRST = 5


def before(vectors: WordVectors, point: Tensor, word: str) -> list[str]:
    """List the words that are nearer to a point than this one, and this one."""
    cosines = vectors.cosines(point)
    nearer = (cosines >= cosines[vectors.row(word)]).nonzero().flatten().tolist()
    return [vectors.words[row] for row in nearer]


def needed(vectors: WordVectors) -> Iterable[str]:
    """Name all words that some answer of the chapter depends on."""
    for question in ANALOGIES:
        point = vectors.target(question)
        yield from (*question.asked, question.answer)
        yield from before(vectors, point, question.answer)
        yield from before(vectors, vectors.direction(question.start), question.answer)[
            : 0 if " " in question.start else None
        ]
        yield from (word for word, _ in vectors.nearest(point, NEIGHBOURS + FIRST))
    for question in all_analogies(CAPITALS) + all_analogies(TEAMS):
        yield from (*question.asked, question.answer)
        point = vectors.target(question)
        yield from (word for word, _ in vectors.nearest(point, FIRST))
    pairs = [word for pair in CAPITALS for word in pair]
    for name in NAMES:
        yield from name.split()
        point = vectors.direction(name)
        yield from (near for near, _ in vectors.nearest(point, NEIGHBOURS + 2))
    for word in (*ASKED, *pairs):
        point = vectors.direction(word)
        count = NEIGHBOURS + 1 if word in ASKED else 2
        yield from (near for near, _ in vectors.nearest(point, count))
        dots = vectors.vectors @ vectors.vectors[vectors.row(word)]
        yield from (
            vectors.words[row] for row in dots.topk(min(count, FIRST)).indices.tolist()
        )
    yield from SHOWN


def answers(vectors: WordVectors) -> list[object]:
    """Give all that the chapter reads off the vectors, to compare two tables."""
    found: list[object] = []
    for question in ANALOGIES:
        point = vectors.target(question)
        for without in ((), question.asked):
            found.append(vectors.rank(question.answer, point, without=without))
            near = vectors.nearest(point, NEIGHBOURS, without=without)
            found.append([word for word, _ in near])
    for question in all_analogies(CAPITALS) + all_analogies(TEAMS):
        point = vectors.target(question)
        for without in ((), question.asked):
            found.append(vectors.nearest(point, 1, without=without)[0][0])
    for name in (*ASKED, *NAMES):
        point = vectors.direction(name)
        near = vectors.nearest(point, NEIGHBOURS, without=name.split())
        found.append([word for word, _ in near])
    return found


def main() -> None:
    """Choose, write, and compare."""
    everything = load_word_vectors(full=True)
    # In GloVe's order, which is by frequency: the same file each time.
    rows = sorted({everything.row(word) for word in needed(everything)})
    words = [everything.words[row] for row in rows]
    about = {
        "words": words,
        "from": "GloVe 6B 50d, https://github.com/stanfordnlp/GloVe",
    }
    save_tensors({"vectors": everything.vectors[rows]}, OUT, about)
    print(f"{len(words)} words, {OUT.stat().st_size:,} bytes: {OUT}")
    if answers(load_word_vectors()) != answers(everything):
        sys.exit("The chosen words give other answers than all words do.")
    print("Every question has the same answer as among all words.")


if __name__ == "__main__":
    main()
