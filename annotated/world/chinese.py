"""Chinese: a clause put into words. Nothing is inflected; small words do the work.

Source: ours.
"""

from annotated.world.words import Clause


def _with_le(clause: Clause) -> str:
    """Place 了: after the verb before a whole object, else at the end.

    买了一本书, 帮助了学生, but 买书了 and 睡觉了.
    """
    verb, thing = clause.verb.chinese, clause.object
    if thing is None:
        return f"{verb}了"
    if thing.whole:
        return f"{verb}了{thing.chinese}"
    return f"{verb}{thing.chinese}了"


def _plain(clause: Clause) -> str:
    """Say the verb and its object without a mark of tense."""
    return clause.verb.chinese + (clause.object.chinese if clause.object else "")


def predicate(clause: Clause) -> str:
    """Put what follows the time word into words; the place comes before the verb.

    The past has 了 and 没, the future 会 and 不会, a habit nothing and 不, what goes
    on 正在 and 没在, what is done 已经 and 还没.

    Source: ours.
    """
    place = clause.place.chinese if clause.place else ""
    at, plain = f"在{place}" if place else "", _plain(clause)
    match clause.tense, clause.negative:
        case "past", False:
            text = at + _with_le(clause)
        case "past", True:
            text = f"没{at}{plain}"
        case "future", negative:
            text = f"{'不会' if negative else '会'}{at}{plain}"
        case "habit", negative:
            text = f"{'不' if negative else ''}{at}{plain}"
        case "now", negative:
            text = f"{'没' if negative else '正'}在{place}{plain}"
        case "done", False:
            text = f"已经{at}{_with_le(clause)}"
        case _:
            text = f"还没{at}{plain}"
    return text


def when(clause: Clause) -> str:
    """Say the time word; a habit that has one takes 都: 每天都看书.

    Source: ours.
    """
    if clause.time is None:
        return ""
    every = clause.tense == "habit" and not clause.time.early
    return clause.time.chinese + ("都" if every else "")


def statement(clause: Clause) -> str:
    """Put a clause into words: subject, time, place, verb, object.

    Source: ours.
    """
    return clause.subject.chinese + when(clause) + predicate(clause)
