"""Noun phrases, and clauses drawn at random. Here is the rule of the articles.

Chinese has no articles. In this world the Chinese always says which one English has:

    这本书, 那本书       this book, that book
    我的书               my book
    一本书, 三本书       a book, three books
    老师 (a person)      the teacher
    书 as a subject      the book; so too after 把, before 被, with 的 clauses,
                         and where 他, 她 or 它 takes the noun up again
    书 as an object      a book, an apple; with a habit, a wish or a liking: books
    水 as an object      water: what is measured has no article

Source: ours.
"""

from functools import cache
from random import Random

from annotated.world import english
from annotated.world.lexicon import NAMES, NUMBERS, PEOPLE, nouns
from annotated.world.pairs import Bilingual
from annotated.world.words import Name, Noun, Phrase

PRONOUNS = (
    Phrase("我", "I", "I", "me", pronoun="我"),
    Phrase("你", "you", "they", pronoun="你"),
    Phrase("他", "he", "he", "him", pronoun="他"),
    Phrase("她", "she", "he", "her", pronoun="她"),
    Phrase("我们", "we", "they", "us", pronoun="我们"),
    Phrase("他们", "they", "they", "them", pronoun="他们"),
)
BY_PRONOUN = {phrase.chinese: phrase for phrase in PRONOUNS}
BY_PRONOUN["它"] = Phrase("它", "it")
OWNERS = {
    "我": "my",
    "你": "your",
    "他": "his",
    "她": "her",
    "我们": "our",
    "他们": "their",
}
FRIENDS = nouns("老师 学生 邻居 医生 经理 律师 司机")
_FEW, _MANY = NUMBERS[:4], (*NUMBERS, NUMBERS[0], NUMBERS[0])


@cache
def the(noun: Noun) -> Phrase:
    """Say the book, the shoes, the thief.

    Source: ours.
    """
    text = english.plural(noun) if noun.many else noun.english
    person = "they" if noun.many else "he"
    return Phrase(noun.chinese, f"the {text}", person, pronoun=noun.pronoun)


@cache
def bare(noun: Noun, general: bool = False) -> Phrase:
    """Say an object without a number: a book, water; books, where it is general.

    Source: ours.
    """
    if noun.pronoun != "它":
        return the(noun)
    if general or noun.measure:
        return Phrase(noun.chinese, english.plural(noun), "they", whole=False)
    return Phrase(noun.chinese, english.with_article(noun.english), whole=False)


@cache
def one(noun: Noun) -> Phrase:
    """Say one of its kind, also of people: a book, an engineer.

    Source: ours.
    """
    return Phrase(noun.chinese, english.with_article(noun.english), whole=False)


@cache
def counted(
    number: Bilingual, noun: Noun, adjective: Bilingual | None = None
) -> Phrase:
    """Say a number, the classifier and the noun: a cup of tea, two old books.

    Source: ours.
    """
    before, extra = (adjective.chinese, [adjective.english]) if adjective else ("", [])
    one = number.english == "a"
    unit = Noun("", noun.measure or noun.english, "", noun.plural)
    head = unit.english if one else english.plural(unit)
    if noun.measure:
        text = " ".join([head, "of", *extra, english.plural(noun)])
    else:
        text = " ".join([*extra, head])
    words = english.with_article(text) if one else f"{number.english} {text}"
    chinese = f"{number.chinese}{noun.classifier}{before}{noun.chinese}"
    return Phrase(chinese, words, "he" if one else "they", pronoun=noun.pronoun)


@cache
def pointed(noun: Noun, far: bool) -> Phrase:
    """Say this book or that cup of tea.

    Source: ours.
    """
    name = noun.english
    if noun.measure:
        name = f"{noun.measure} of {english.plural(noun)}"
    chinese = f"{'那' if far else '这'}{noun.classifier}{noun.chinese}"
    return Phrase(chinese, f"{'that' if far else 'this'} {name}", pronoun=noun.pronoun)


def this(noun: Noun) -> Phrase:
    """Say this book.

    Source: ours.
    """
    return pointed(noun, far=False)


@cache
def owned(owner: str, noun: Noun) -> Phrase:
    """Say whose: 我的书, my book.

    Source: ours.
    """
    plain = the(noun)
    text = plain.english.replace("the", OWNERS[owner], 1)
    chinese = f"{owner}的{noun.chinese}"
    return Phrase(chinese, text, plain.person, pronoun=noun.pronoun)


@cache
def named(name: Name) -> Phrase:
    """Call a person by name.

    Source: ours.
    """
    return Phrase(name.chinese, name.english, pronoun=name.pronoun)


@cache
def group(noun: Noun) -> Phrase:
    """Say many people with 们: 老师们, the teachers.

    Source: ours.
    """
    text = f"the {english.plural(noun)}"
    return Phrase(f"{noun.chinese}们", text, "they", pronoun="他们")


def one_person(rng: Random) -> Phrase:
    """Draw one person: Mary, the teacher, this teacher, my teacher.

    Source: ours.
    """
    noun = rng.choice(PEOPLE)
    match rng.randrange(6):
        case 0 | 1:
            return named(rng.choice(NAMES))
        case 2 | 3:
            return the(noun)
        case 4:
            return pointed(noun, far=rng.random() < 0.5)
        case _:
            return owned(rng.choice(("我", "你", "我们")), rng.choice(FRIENDS))


def subject(rng: Random) -> Phrase:
    """Draw who does it: one person, several, or a pronoun.

    Source: ours.
    """
    match rng.randrange(8):
        case 0 | 1:
            return rng.choice(PRONOUNS)
        case 2:
            return group(rng.choice(PEOPLE))
        case _:
            return one_person(rng)


def number(rng: Random, many: bool = False) -> Bilingual:
    """Draw a number: up to four, or any where many things may be.

    Source: ours.
    """
    return rng.choice(_MANY if many else _FEW)
