"""Exercise: mend a decoder that is right on every English text."""

from annotated.exercises.checks import Case, Check
from annotated.exercises.registry import Exercise, Mutant


def _reference(ids, pieces):
    return b"".join(pieces[i] for i in ids).decode("utf-8", errors="replace")


def _each_alone(errors):
    return lambda ids, pieces: "".join(
        pieces[i].decode("utf-8", errors=errors) for i in ids
    )


def _together(encoding, errors):
    return lambda ids, pieces: b"".join(pieces[i] for i in ids).decode(
        encoding, errors=errors
    )


def _spaced(ids, pieces):
    return b" ".join(pieces[i] for i in ids).decode("utf-8", errors="replace")


def _each_once(ids, pieces):
    return _reference(list(dict.fromkeys(ids)), pieces)


def _marks_dropped(ids, pieces):
    return _reference(ids, pieces).replace("\ufffd", "")


_PIECES = (
    *(b"the", b" cat", b" sat"),
    *(b"\xe6", b"\x88\x91", b"\xe7\x88", b"\xb1"),
    *(b"th", b"\xc3", b"\xa9", b"\xef\xbf\xbd"),
)

DECODE = Exercise(
    name="tokens.decode",
    title="Find the fault that English does not show",
    level=3,
    minutes=10,
    stub='''\
def almost_right(ids, pieces):
    parts = [pieces[i].decode("utf-8", errors="replace") for i in ids]
    return "".join(parts)


def mended(ids, pieces):
    """Turn ids into text; pieces[i] holds the bytes of token i.

    Bytes that are no UTF-8, such as half a character at the end, become U+FFFD.
    """
    raise NotImplementedError
''',
    check=Check(
        cases=(
            Case({"ids": [0], "pieces": _PIECES}),
            Case({"ids": [0, 1, 2, 1], "pieces": _PIECES}),
            Case({"ids": [3, 4], "pieces": _PIECES}),
            Case({"ids": [5], "pieces": _PIECES}),
            Case({"ids": [7, 8, 9], "pieces": _PIECES}),
            Case({"ids": [3, 4, 5, 6, 3], "pieces": _PIECES}),
            Case({"ids": [7, 10], "pieces": _PIECES}),
            Case({"ids": [], "pieces": _PIECES}),
        ),
        parts=("text",),
    ),
    reference=_reference,
    hints=(
        "Try it on a Chinese sentence. Where do the question marks stand?",
        "A token need not be a whole character. What is half of 我, read alone?",
        'Join the bytes of all tokens first: b"".join(...). Decode once, at the end, '
        'with errors="replace".',
    ),
    mutants=(
        Mutant(
            "as-given",
            _each_alone("replace"),
            "this does what almost_right does: each token is decoded alone, and half "
            "a character alone is no character.",
        ),
        Mutant(
            "each-alone-ignored",
            _each_alone("ignore"),
            "the halves of characters are thrown away one by one. Together they were a "
            "character.",
        ),
        Mutant(
            "each-alone-shown",
            _each_alone("backslashreplace"),
            "the halves of characters are shown as their bytes. Join the bytes before "
            "decoding.",
        ),
        Mutant(
            "latin-1",
            _together("latin-1", "strict"),
            "every byte was read as one character. The bytes are UTF-8, where a "
            "character has up to four.",
        ),
        Mutant(
            "strict",
            _together("utf-8", "strict"),
            "whole characters are right now, but half a character at the end stops the "
            'program. A model may end anywhere: errors="replace".',
        ),
        Mutant(
            "ignored",
            _together("utf-8", "ignore"),
            "half a character at the end vanishes without a trace. It must become "
            "U+FFFD.",
        ),
        Mutant(
            "marks-dropped",
            _marks_dropped,
            "every U+FFFD was removed, also one that stands in the text itself.",
        ),
        Mutant(
            "spaced",
            _spaced,
            "something was put between the tokens. Their spaces are inside them.",
        ),
        Mutant(
            "each-once",
            _each_once,
            "a token that comes again was left out.",
        ),
    ),
)

EXERCISES = (DECODE,)
