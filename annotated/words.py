r"""Cut a text into words and punctuation, and put it together again.

Sennrich et al. (2016), §1 translate pieces of words because words are too many; here
is what they leave behind. `annotated.tokenizer` keeps the vocabulary.
"""

from collections.abc import Iterable

import regex

# The alternatives are tried from left to right at each place. A word is a run of
# letters, accents and digits, but of no Chinese: Chinese has no spaces to cut at.
WORD = regex.compile(
    r"""
      \p{Han}                                     # one Chinese character
    | (?:\p{L}\.){2,}                             # p.m., U.S.
    | [\p{L}\p{M}\p{N}_--\p{Han}]+                # a word
      (?: (?: ['’-] | (?<=\p{N})[.,:](?=\p{N}) )  # didn't, well-known, 5:30, 1,000
          [\p{L}\p{M}\p{N}_--\p{Han}]+ )*
    | (?!\s)\X                                    # one other sign, with its accents
    """,
    regex.VERBOSE | regex.VERSION1,
)

# No space before the first kind, none after the second, none around the third.
CLOSING = frozenset(".,;:!?)]}%…’”'")
OPENING = frozenset("([{‘“$£€#")
TIGHT = regex.compile(r"[\p{Han}\u3000-\u303f\uff00-\uffef/—–]")


def split_words(text: str) -> list[str]:
    """Cut a text into words, signs and single Chinese characters; drop the spaces.

    Source: ours.
    """
    return WORD.findall(text)


def join_words(words: Iterable[str]) -> str:
    """Put a space between two words, but not where a sign belongs to its neighbour.

    Ordinary English and Chinese sentences come back unchanged. What does not: line
    ends and repeated spaces; words in 'single quotes'; a minus sign (-5); a space
    between Chinese and English; anything spaced in its own way, such as an address.

    Source: ours.
    """
    parts: list[str] = []
    quoted, no_space = False, True
    for word in words:
        # (1) A straight quotation mark opens, and the next one closes.
        sign = word
        if word == '"':
            sign = "”" if quoted else "“"
            quoted = not quoted

        # (2) Chinese and its punctuation stand close together.
        tight = TIGHT.match(sign) is not None

        # (3) Put the space, unless the sign on either side forbids it.
        if not (no_space or tight or sign in CLOSING):
            parts.append(" ")
        parts.append(word)
        no_space = tight or sign in OPENING
    return "".join(parts)
