"""Adjectives with the nouns they describe.

Source: ours.
"""

from functools import cache

from annotated.world.lexicon import nouns
from annotated.world.predicates import GOODS
from annotated.world.words import Adjective, Noun

# How people feel: what one can foresee, what may last a week, and the rest.
FORESEEN = (
    Adjective("忙", "busy"),
    Adjective("累", "tired"),
    Adjective("高兴", "happy"),
    Adjective("紧张", "nervous"),
)
MOODS = (Adjective("难过", "sad"), Adjective("生气", "angry"))
FEELINGS = (*FORESEEN, *MOODS, Adjective("饿", "hungry"))
# What people are like.
TRAITS = (
    Adjective("聪明", "smart", before="聪明的"),
    Adjective("年轻", "young", before="年轻的"),
    Adjective("努力", "hardworking", before="努力的"),
    Adjective("勇敢", "brave", before="勇敢的"),
    Adjective("善良", "kind", before="善良的"),
    Adjective("懒", "lazy"),
    Adjective("诚实", "honest", before="诚实的"),
    Adjective("出名", "famous", before="出名的"),
    Adjective("严格", "strict", before="严格的"),
    Adjective("热情", "friendly", before="热情的"),
    Adjective("粗心", "careless", before="粗心的"),
)
TALL = Adjective("高", "tall")

_USED = nouns("书 照片 大衣 裙子 鞋 帽子 伞 手机 电脑 钱包 笔 自行车 汽车 桌子 椅子")
_SIZED = nouns("苹果 鸡蛋 帽子 桌子 箱子 杯子 房间 树 房子 伞 手机")
_PRETTY = nouns("大衣 裙子 帽子 花 房子 照片 杯子 伞")
_TOLD = nouns("书 小说 故事 电影 比赛 信 歌")
_CLEAN = nouns("杯子 房间 桌子 大衣 裙子 窗户")
_PAINTED = nouns("大衣 裙子 帽子 伞 鞋 自行车 汽车 花 杯子 箱子 门 笔")
_DARK = tuple(noun for noun in _PAINTED if noun.english != "flower")
QUALITIES = (
    Adjective("贵", "expensive", of=GOODS),
    Adjective("便宜", "cheap", of=GOODS, before="便宜的"),
    Adjective("新", "new", of=_USED, before="新"),
    Adjective("旧", "old", of=_USED, before="旧"),
    Adjective("大", "big", of=_SIZED, before="大"),
    Adjective("小", "small", of=_SIZED, before="小"),
    Adjective("漂亮", "beautiful", of=_PRETTY, before="漂亮的"),
    Adjective("有意思", "interesting", of=_TOLD, before="有意思的"),
    Adjective("重", "heavy", of=nouns("箱子 电脑 桌子 椅子 自行车"), before="很重的"),
    Adjective("干净", "clean", of=_CLEAN, before="干净的"),
    Adjective("甜", "sweet", of=nouns("苹果 蛋糕 牛奶 面包"), before="甜"),
    Adjective("好吃", "delicious", of=nouns("苹果 面包 蛋糕 面条")),
)
COLORS = (
    Adjective("红", "red", of=_PAINTED, before="红"),
    Adjective("白", "white", of=_PAINTED, before="白"),
    Adjective("黑", "black", of=_DARK, before="黑"),
)
COLD, HOT = Adjective("冷", "cold"), Adjective("热", "hot")
MILD = (Adjective("暖和", "warm"), Adjective("凉快", "cool"))
WEATHER = (COLD, HOT, *MILD)
# What a day or a year may be.
DAYS = (
    Adjective("好", "good", "better"),
    Adjective("糟", "bad", "worse"),
    Adjective("忙", "busy"),
    Adjective("轻松", "easy"),
    Adjective("安静", "quiet", "quieter"),
    Adjective("有意思", "interesting"),
    *WEATHER,
)
CITY_QUALITIES = (
    Adjective("大", "big"),
    Adjective("漂亮", "beautiful"),
    Adjective("安静", "quiet", "quieter"),
)
BIG, SMALL = Adjective("大", "big"), Adjective("小", "small")


@cache
def qualities_of(noun: Noun) -> tuple[Adjective, ...]:
    """Name the properties a thing may have.

    Source: ours.
    """
    return tuple(a for a in QUALITIES if noun in a.of)


@cache
def modifiers_of(noun: Noun) -> tuple[Adjective, ...]:
    """Name the properties that stand before a noun: 旧书, 有意思的书; colors twice.

    What is measured stands without: a cup of tea.

    Source: ours.
    """
    if noun.measure:
        return ()
    all_of_them = (*QUALITIES, *COLORS, *COLORS)
    return tuple(a for a in all_of_them if noun in a.of and a.before)
