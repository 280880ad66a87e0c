"""Verbs with the objects they go with.

This is what keeps a book from eating: a verb takes only objects from its own list,
and only the tenses in which somebody would say it.

Source: ours.
"""

from annotated.world.lexicon import PEOPLE, nouns
from annotated.world.words import Noun, Tense, Verb

ALWAYS: tuple[Tense, ...] = ("past", "future", "habit", "now", "done")
ONCE: tuple[Tense, ...] = ("past", "future", "now", "done")
INSTANT: tuple[Tense, ...] = ("past", "future", "done")
# Nobody plans to lose a wallet.
MISHAP: tuple[Tense, ...] = ("past", "done")

GOODS = nouns(
    "书 小说 苹果 鸡蛋 面包 蛋糕 牛奶 大衣 裙子 鞋 帽子 伞 手机 电脑 "
    "钱包 礼物 笔 自行车 汽车 桌子 椅子 箱子 杯子 花"
)
LESSONS = nouns("汉语 英语 数学 音乐")
_FOOD = nouns("苹果 鸡蛋 面包 蛋糕 面条")
_WASHED = nouns("大衣 裙子 汽车 苹果 杯子 窗户 帽子")
_BROKEN = nouns("自行车 汽车 电脑 手机 桌子 椅子 窗户 门 伞")
_SOUGHT = nouns("手机 钱包 钥匙 伞 狗 猫 帽子 照片 信")
_LOST = nouns("手机 钱包 钥匙 伞 帽子 照片 自行车")
_LENT = nouns("书 小说 笔 伞 自行车 椅子 大衣")
_FED = nouns("猫 狗 马 牛 羊 鸟 兔子 鹅 猴子")
_SKETCHED = nouns("马 猫 鸟 老虎 大象 猴子 树 花 房子")

# Acting on things, with a bare object: 看书.
ACTIONS = (
    Verb("买", "buy", "bought", "", GOODS, ONCE),
    Verb("卖", "sell", "sold", "", nouns("花 鸡蛋 帽子 苹果 面包 鞋 伞"), ALWAYS),
    Verb("看", "read", "read", "", nouns("书 小说 信"), ALWAYS),
    Verb("看", "watch", "", "", nouns("电影 比赛"), ALWAYS),
    Verb("写", "write", "wrote", "written", nouns("信 小说 故事 歌"), ALWAYS),
    Verb("吃", "eat", "ate", "eaten", _FOOD, ALWAYS),
    Verb("喝", "drink", "drank", "drunk", nouns("汤 水 茶 牛奶"), ALWAYS),
    Verb("做", "make", "made", "", nouns("蛋糕 面条 汤"), ALWAYS),
    Verb("画", "draw", "drew", "drawn", _SKETCHED, ALWAYS),
    Verb("唱", "sing", "sang", "sung", nouns("歌"), ALWAYS),
    Verb("听", "listen to", "", "", nouns("音乐 故事 歌"), ALWAYS),
    Verb("学", "study", "", "", LESSONS, ALWAYS, long=True),
    Verb("教", "teach", "taught", "", LESSONS, ALWAYS, long=True),
    Verb("骑", "ride", "rode", "ridden", nouns("自行车 马"), ALWAYS),
    Verb("开", "drive", "drove", "driven", nouns("汽车 公交车"), ALWAYS),
    Verb("打", "play", "", "", nouns("篮球"), ALWAYS),
    Verb("踢", "play", "", "", nouns("足球"), ALWAYS),
    Verb("种", "plant", "", "", nouns("花 树"), ONCE, long=True),
    Verb("洗", "wash", "", "", _WASHED, ONCE),
    Verb("修", "repair", "", "", _BROKEN, ONCE),
    Verb("拍", "take", "took", "taken", nouns("照片"), ALWAYS),
    Verb("找", "look for", "", "", _SOUGHT, ONCE, bare=False),
    Verb("找到", "find", "found", "", _SOUGHT, INSTANT, bare=False),
    Verb("丢", "lose", "lost", "", _LOST, MISHAP, bare=False),
    Verb("打破", "break", "broke", "broken", nouns("杯子 窗户"), MISHAP, bare=False),
    Verb("搬", "carry", "", "", nouns("桌子 椅子 箱子 电脑"), ONCE, bare=False),
    Verb("借", "borrow", "", "", _LENT, ONCE),
    Verb("喂", "feed", "fed", "", _FED, ALWAYS, bare=False),
)
# What people like to do, may do and want to do.
PLEASURES = tuple(
    verb
    for verb in ACTIONS
    if verb.bare and "habit" in verb.tenses and verb.english not in ("sell", "feed")
)
DELIBERATE = tuple(verb for verb in ACTIONS if "now" in verb.tenses)

# Acting on people.
MEETINGS = (
    Verb("帮助", "help", "", "", PEOPLE, ALWAYS, long=True),
    Verb("等", "wait for", "", "", PEOPLE, ONCE),
    Verb("看见", "see", "saw", "seen", PEOPLE, INSTANT),
    Verb("找", "look for", "", "", PEOPLE, ONCE),
    Verb("感谢", "thank", "", "", PEOPLE, INSTANT),
    Verb("表扬", "praise", "", "", PEOPLE, INSTANT),
    Verb("批评", "criticize", "", "", PEOPLE, ONCE),
    Verb("邀请", "invite", "", "", PEOPLE, INSTANT),
    Verb("照顾", "look after", "", "", PEOPLE, ALWAYS, long=True),
)

# Acting alone.
SPORTS = (
    Verb("跑步", "run", "ran", "run", tenses=ALWAYS),
    Verb("游泳", "swim", "swam", "swum", tenses=ALWAYS),
    Verb("跳舞", "dance", tenses=ALWAYS),
    Verb("散步", "walk", tenses=ALWAYS),
)
DEEDS = (
    *SPORTS,
    Verb("工作", "work", tenses=ALWAYS, long=True),
    Verb("学习", "study", tenses=ALWAYS, long=True),
    Verb("睡觉", "sleep", "slept", tenses=ONCE),
    Verb("休息", "rest", tenses=ONCE),
    Verb("聊天", "chat", tenses=ONCE),
)

GO = Verb("去", "go", "went", "gone", tenses=("past", "future", "habit"), long=True)
GO_HOME = Verb("回家", "go", "went", "gone", tenses=("past", "future", "habit"))
COME = Verb("来", "come", "came", "come", tenses=("past", "future", "habit"), long=True)
HAVE = Verb("有", "have", "had", tenses=("habit",))
LIKE = Verb("喜欢", "like", tenses=("habit",))
WANT = Verb("想", "want", tenses=("habit",))
KNOW = Verb("认识", "know", "knew", "known", tenses=("habit",))
RAIN = Verb("下雨", "rain", tenses=("past", "future", "now"))
SNOW = Verb("下雪", "snow", tenses=("past", "future", "now"))

# What is done to a thing, with its result.
CHANGES = (
    Verb("打破", "break", "broke", "broken", nouns("杯子 窗户"), MISHAP),
    Verb("弄丢", "lose", "lost", "", _LOST, MISHAP),
    Verb("偷走", "steal", "stole", "stolen", nouns("钱包 自行车 手机 汽车 马"), MISHAP),
    Verb("打开", "open", "", "", nouns("门 窗户 箱子 电脑 礼物"), INSTANT),
    Verb("关上", "close", "", "", nouns("门 窗户 箱子"), INSTANT),
    Verb("修好", "repair", "", "", _BROKEN, INSTANT),
    Verb("洗干净", "wash", "", "", _WASHED, INSTANT),
    Verb("卖掉", "sell", "sold", "", nouns("房子 汽车 电脑 马 牛 羊"), INSTANT),
    Verb("吃掉", "eat", "ate", "eaten", nouns("苹果 鸡蛋 蛋糕 面包"), INSTANT),
)
TREATMENTS = tuple(
    v for v in MEETINGS if v.english in ("praise", "criticize", "invite")
)
GIFTS = (
    Verb(
        "送给", "give", "gave", "given", nouns("书 花 礼物 帽子 笔 照片 大衣"), INSTANT
    ),
    Verb("借给", "lend", "lent", "", nouns("书 笔 伞 自行车 汽车 电脑 小说"), INSTANT),
    Verb("还给", "return", "", "", nouns("书 笔 伞 自行车 钥匙 钱包 小说"), INSTANT),
)
_SMALL: tuple[Noun, ...] = nouns("书 信 照片 帽子 手机 钱包 钥匙 笔 礼物 大衣 伞")
PUT = Verb("放在", "put", "put", "", _SMALL, INSTANT)
