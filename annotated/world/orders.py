"""Other orders: 把 brings the object before the verb, 被 makes it the subject.

Source: ours.
"""

from dataclasses import replace
from random import Random

from annotated.world import chinese, english
from annotated.world.lexicon import SPOTS, THIEF, nouns
from annotated.world.pairs import Bilingual, Pair
from annotated.world.phrases import (
    counted,
    number,
    one_person,
    owned,
    pointed,
    said,
    same,
    subject,
    the,
    time_for,
)
from annotated.world.words import Clause, Noun, Phrase, Tense, Verb

# What is done to a thing, with its result.
CHANGES = (
    Verb("打破", "break", "broke", "broken", nouns("杯子 盘子 窗户")),
    Verb("打开", "open", objects=nouns("门 窗户 箱子 电脑 礼物 信")),
    Verb("关上", "close", objects=nouns("门 窗户 箱子")),
    Verb("修好", "repair", objects=nouns("自行车 汽车 电脑 手机 椅子 伞")),
    Verb("洗干净", "wash", objects=nouns("大衣 裙子 盘子 杯子 苹果 汽车")),
    Verb("卖掉", "sell", "sold", objects=nouns("房子 汽车 自行车 电脑 马 牛 羊")),
    Verb("弄丢", "lose", "lost", objects=nouns("钥匙 钱包 手机 伞 帽子 照片 信")),
    Verb("吃掉", "eat", "ate", "eaten", nouns("苹果 鸡蛋 蛋糕 面包 橙子 面条")),
    Verb("偷走", "steal", "stole", "stolen", nouns("钱包 自行车 手机 汽车 马")),
)
GIFTS = (
    Verb("送给", "give", "gave", "given", nouns("书 花 礼物 帽子 笔 照片 大衣")),
    Verb("借给", "lend", "lent", objects=nouns("书 笔 伞 自行车 汽车 电脑 小说")),
    Verb("还给", "return", objects=nouns("书 笔 伞 自行车 钥匙 钱包 小说")),
    Verb("卖给", "sell", "sold", objects=nouns("房子 汽车 马 牛 电脑 桌子 自行车")),
)
TREATMENTS = (
    Verb("表扬", "praise"),
    Verb("批评", "criticize"),
    Verb("邀请", "invite"),
    Verb("骗", "cheat"),
)
PUT = Verb(
    "放在",
    "put",
    "put",
    objects=nouns("书 报纸 信 照片 帽子 手机 钱包 钥匙 笔 礼物 大衣 鞋"),
)


def _known(rng: Random, noun: Noun, owner: str) -> Phrase:
    """Draw an object that both speakers know: the cup, this cup, my cup."""
    phrases = (
        the(noun),
        the(noun),
        pointed(noun, far=rng.random() < 0.5),
        owned(owner, noun),
    )
    return rng.choice(phrases)


def ba(rng: Random) -> Pair:
    """学生把书还给了老师: 把, the object, and then what became of it.

    Source: ours.
    """
    who = subject(rng)
    kind = rng.randrange(3)
    verb = (rng.choice(CHANGES), rng.choice(GIFTS), PUT)[kind]
    thing = _known(rng, rng.choice(verb.objects), who.pronoun)
    goal = Phrase("", "")
    if kind == 1:
        goal = one_person(rng)
        while same(goal, who):
            goal = one_person(rng)
        goal = replace(goal, english=f"to {goal.english}")
    if kind == 2:
        spot = rng.choice(SPOTS)
        goal = Phrase(spot.chinese, spot.english)
    tense: Tense = rng.choice(("past", "past", "future"))
    negative = rng.random() < 0.2
    clause = Clause(who, verb, tense, thing, None, time_for(rng, verb, tense), negative)
    if goal.english:
        clause = replace(clause, place=Bilingual("", goal.english))
    le = "了" if tense == "past" and not negative else ""
    mark = {("past", True): "没", ("future", False): "会", ("future", True): "不会"}
    mark = mark.get((tense, negative), "")
    when = chinese.when(clause)
    text = f"{who.chinese}{when}{mark}把{thing.chinese}{verb.chinese}{le}{goal.chinese}"
    return said(text, english.statement(clause), "ba")


def _harmed(rng: Random) -> tuple[Verb, Phrase]:
    """Draw what happens and whom or what it happens to."""
    if rng.random() < 0.3:
        return rng.choice(TREATMENTS), one_person(rng)
    verb = rng.choice(CHANGES)
    noun = rng.choice(verb.objects)
    if rng.random() < 0.25:
        return verb, counted(number(rng), noun)
    return verb, _known(rng, noun, rng.choice(("我", "他", "她")))


def bei(rng: Random) -> Pair:
    """杯子昨天被男孩打破了: The cup was broken by the boy yesterday.

    Source: ours.
    """
    verb, thing = _harmed(rng)
    by = rng.choice((None, one_person(rng)))
    if by and same(by, thing):
        by = None
    if verb.english == "steal":
        by = the(THIEF) if by else None
    tense: Tense = rng.choice(("past", "past", "future", "done"))
    negative = tense == "past" and rng.random() < 0.25
    time = time_for(rng, verb, tense)
    mark = {"past": "没" if negative else "", "future": "会", "done": "已经"}[tense]
    le = "" if negative or tense == "future" else "了"
    agent = by.chinese if by else ""
    when = time.chinese if time else ""
    text = f"{thing.chinese}{when}{mark}被{agent}{verb.chinese}{le}"
    if tense == "done":
        words = ["has" if thing.person == "he" else "have", "already been"]
    else:
        words = [english.be(thing.person, tense, negative)]
    words = [thing.english, *words, english.participle(verb)]
    words += [f"by {by.as_object or by.english}"] if by else []
    words += [time.english] if time else []
    return said(text, " ".join(words), "bei")
