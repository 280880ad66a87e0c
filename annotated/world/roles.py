"""What the world knows: which property fits whom. It decides what a pronoun means.

Each row names an act by one upon another, the properties that can only explain it
on the side of the one who acts, and those that fit only the other side.

Source: ours.
"""

from dataclasses import dataclass

from annotated.world.lexicon import ANIMALS, NAMES, PEOPLE, THIEF, nouns
from annotated.world.pairs import Bilingual
from annotated.world.words import Adjective, Name, Noun, Verb


@dataclass(frozen=True, eq=False)
class Role:
    """An act, and the properties that point to the doer or to the other.

    Args:
        act: the verb.
        doer: properties of the one who acts.
        other: properties of the one, or the thing, acted upon.
        others: who or what may be acted upon.
        doers: who may act.
        lasting: True where the act is a state, told in the present: 羡慕 (envy).

    Source: ours.
    """

    act: Verb
    doer: tuple[Adjective, ...]
    other: tuple[Adjective, ...]
    others: tuple[Noun | Name, ...]
    doers: tuple[Noun | Name, ...]
    lasting: bool = False


def _table(*rows: str) -> dict[str, Adjective]:
    words = [word.split("=") for row in rows for word in row.split()]
    return {english: Adjective(chinese, english) for chinese, english in words}


# (1) Properties of tired animals and wide streets, and of friendly people.
_TABLE = _table(
    "累=tired 困=sleepy 懒=lazy 害怕=scared 虚弱=weak 紧张=nervous 饱=full 忙=busy",
    "穷=poor 宽=wide 深=deep 窄=narrow 长=long 高=high 黑=dark",
    "甜=sweet 硬=hard 咸=salty 贵=expensive 重=heavy 大=big 小=small",
    "善良=kind 热情=friendly 有耐心=patient 难过=sad 生气=angry 严格=strict",
    "粗心=careless 贪心=greedy 天真=naive 诚实=honest 胆小=timid 有钱=rich 出名=famous",
    "有礼貌=polite 强壮=strong 勇敢=brave 聪明=smart 努力=hardworking 高兴=happy",
    "骄傲=proud 失望=disappointed 感激=grateful",
)


def _pick(words: str) -> tuple[Adjective, ...]:
    return tuple(_TABLE[word] for word in words.split())


def _noun(chinese: str, english: str, classifier: str) -> tuple[Noun]:
    return (Noun(chinese, english, classifier),)


MOUNTAIN, RIVER = _noun("山", "mountain", "座"), _noun("河", "river", "条")
FOLK = (*PEOPLE, *NAMES)
# Nobody beats or cheats Grandma here, and only the young are taken to school.
_RIVALS = (*PEOPLE, *NAMES[:-4])
_YOUNG = (*nouns("学生 男孩 女孩"), *NAMES[:7])
_THIEF = (THIEF,)


# (2) An animal didn't ... because it was too ...: who is tired, what is wide?
def _crossing(verb: Verb, other: tuple[Noun, ...], words: str) -> Role:
    # A horse (马) and a street (马路) share a character: each is to stand once.
    doers = tuple(a for a in ANIMALS if a.chinese not in other[0].chinese)
    fed = verb.english in ("eat", "drink")
    doer = "sleepy scared nervous full" if fed else _STRAINED
    return Role(verb, _pick(doer), _pick(words), other, doers)


_STRAINED = "tired sleepy lazy scared weak nervous"
_CROSS, _CLIMB = Verb("过", "cross"), Verb("爬", "climb")
_EAT = Verb("吃", "eat", "ate", "eaten")
CROSSINGS = (
    _crossing(_CROSS, _noun("马路", "street", "条"), "wide"),
    _crossing(_CROSS, RIVER, "wide deep"),
    _crossing(_CROSS, _noun("桥", "bridge", "座"), "narrow"),
    _crossing(_CLIMB, MOUNTAIN, "high"),
    _crossing(_CLIMB, nouns("树"), "high"),
    _crossing(Verb("跳过", "jump over"), _noun("墙", "wall", "堵"), "high"),
    _crossing(Verb("进", "enter"), _noun("山洞", "cave", "个"), "dark narrow"),
    _crossing(_EAT, nouns("蛋糕"), "sweet"),
    _crossing(_EAT, nouns("苹果"), "hard"),
    _crossing(_EAT, nouns("面包"), "hard salty"),
    _crossing(Verb("喝", "drink"), nouns("汤"), "salty"),
)


# (3) One person does something to another because he is ...
def _role(
    verb: Verb,
    doer: str,
    other: str,
    others: tuple[Noun | Name, ...] = FOLK,
    *,
    lasting: bool = False,
) -> Role:
    doers = _RIVALS if others is _RIVALS else FOLK
    return Role(verb, _pick(doer), _pick(other), others, doers, lasting)


_BEAT, _CHEAT = Verb("打败", "defeat"), Verb("骗", "cheat")
_CARE, _HELP = Verb("照顾", "look after"), Verb("帮助", "help")
_PRAISE, _CRITICIZE = Verb("表扬", "praise"), Verb("批评", "criticize")
_SAVE = Verb("救", "save")
REASONS = (
    _role(_HELP, "kind friendly patient", "tired sad nervous"),
    _role(_CRITICIZE, "angry strict", "lazy careless", _RIVALS),
    _role(_CHEAT, "greedy", "naive honest", _RIVALS),
    _role(Verb("相信", "trust"), "naive", "honest", lasting=True),
    _role(Verb("害怕", "fear"), "timid", "strict angry", lasting=True),
    _role(Verb("羡慕", "envy"), "poor", "rich", lasting=True),
    _role(Verb("安慰", "comfort"), "kind patient", "sad nervous disappointed"),
    _role(Verb("感谢", "thank"), "polite", "kind friendly"),
    _role(_BEAT, "strong", "weak tired", _RIVALS),
    _role(Verb("抓住", "catch", "caught"), "brave smart", "careless", _THIEF),
    _role(_SAVE, "brave", "weak"),
    _role(_CARE, "kind patient", "weak tired"),
    _role(_PRAISE, "", "brave hardworking honest"),
)

# (4) ... so he was very ...: what follows for one or the other.
RESULTS = (
    _role(_PRAISE, "", "happy proud"),
    _role(_CRITICIZE, "", "sad", _RIVALS),
    _role(_CHEAT, "", "angry sad", _RIVALS),
    _role(_BEAT, "happy proud", "sad disappointed", _RIVALS),
    _role(
        Verb("输给", "lose to", "lost to"), "sad disappointed", "happy proud", _RIVALS
    ),
    _role(_HELP, "tired", "grateful"),
    _role(_CARE, "tired", "grateful"),
    _role(_SAVE, "proud", "grateful"),
    _role(Verb("背", "carry"), "tired", "grateful"),
)

# (5) ... and put him in prison: 把 with a pronoun means the other.
_CATCH, _FIND = Verb("抓住", "catch", "caught"), Verb("找到", "find", "found")
_MEET, _WAKE = Verb("遇到", "meet", "met"), Verb("叫醒", "wake up", "woke up")


def _then(
    verb: Verb, chinese: str, english: str, others: tuple[Noun | Name, ...] = FOLK
) -> tuple[Role, Bilingual]:
    return Role(verb, (), (), others, FOLK), Bilingual(chinese, english)


FOLLOWED = (
    _then(_CATCH, "关进了监狱", "put {} in prison", _THIEF),
    _then(_CATCH, "带到了派出所", "took {} to the police station", _THIEF),
    _then(_SAVE, "送到了医院", "took {} to the hospital"),
    _then(_FIND, "送回了家", "took {} home"),
    _then(_FIND, "带回了学校", "took {} back to school", _YOUNG),
    _then(_WAKE, "带到了教室", "took {} to the classroom", _YOUNG),
    _then(_MEET, "请到了家里", "invited {} home"),
)

# (6) The book doesn't fit in the box because it is too big: or too small?
_BOXES = (
    *nouns("箱子"),
    *_noun("包", "bag", "个"),
    *_noun("抽屉", "drawer", "个"),
    *_noun("柜子", "cabinet", "个"),
)
_FIT = Verb("放不进", "fit in")
FITS = tuple(
    Role(_FIT, _pick(words), (*_pick("small"), Adjective("满", "full")), _BOXES, doers)
    for words, doers in (
        ("big", nouns("书 小说 大衣 电脑 帽子 照片 礼物 椅子")),
        ("big long", nouns("伞 裙子")),
    )
)


# (7) Chinese leaves the pronoun out: ... because it was too expensive, she too busy.
def _dropped(verb: Verb, doer: str, other: str, others: tuple[Noun, ...]) -> Role:
    return Role(verb, _pick(doer), _pick(other), others, FOLK)


_CLOTHES = nouns("大衣 裙子 帽子 汽车 自行车 桌子 电脑 房子")
DROPPED = (
    _dropped(Verb("买", "buy"), "busy poor", "expensive big small", _CLOTHES),
    _dropped(Verb("看", "read"), "tired busy sleepy", "long", nouns("书 小说")),
    _dropped(_EAT, "full nervous", "sweet hard", nouns("蛋糕")),
    _dropped(
        Verb("搬", "carry"), "tired weak lazy", "heavy big", nouns("箱子 桌子 椅子")
    ),
    _dropped(_CLIMB, "tired lazy", "high", MOUNTAIN),
    _dropped(_CROSS, "tired scared", "deep wide", RIVER),
    _dropped(Verb("听", "listen to"), "tired busy", "long", nouns("故事")),
)
