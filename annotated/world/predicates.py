"""Verbs with the objects they go with, adjectives with the nouns they describe.

This is what keeps a book from eating: a verb takes only objects from its own list.

Source: ours.
"""

from annotated.world.lexicon import ANIMALS, PEOPLE, nouns
from annotated.world.words import Adjective, Tense, Verb

ALWAYS: tuple[Tense, ...] = ("past", "future", "habit", "now", "done")
ONCE: tuple[Tense, ...] = ("past", "future", "now", "done")
INSTANT: tuple[Tense, ...] = ("past", "future", "done")

GOODS = nouns(
    "书 小说 苹果 橙子 鸡蛋 面包 蛋糕 咖啡 牛奶 大衣 裙子 鞋 帽子 伞 手机 电脑 "
    "钱包 礼物 笔 自行车 汽车 桌子 椅子 箱子 杯子 盘子 花"
)

# Acting on things.
ACTIONS = (
    Verb("买", "buy", "bought", objects=GOODS, tenses=ONCE),
    Verb("卖", "sell", "sold", objects=nouns("花 汽车 帽子 鸡蛋 房子"), tenses=ONCE),
    Verb("看", "read", "read", objects=nouns("书 报纸 小说 信"), tenses=ALWAYS),
    Verb("看", "watch", objects=nouns("电影 比赛"), tenses=ALWAYS),
    Verb("写", "write", "wrote", "written", nouns("信 小说 故事 歌"), ALWAYS),
    Verb(
        "吃",
        "eat",
        "ate",
        "eaten",
        nouns("苹果 橙子 鸡蛋 面包 蛋糕 米饭 面条"),
        ALWAYS,
    ),
    Verb("喝", "drink", "drank", "drunk", nouns("汤 水 茶 咖啡 牛奶"), ALWAYS),
    Verb("做", "make", "made", objects=nouns("蛋糕 面条 汤 面包 咖啡"), tenses=ALWAYS),
    Verb("画", "draw", "drew", "drawn", nouns("马 猫 鸟 老虎 树 花 房子"), ALWAYS),
    Verb("唱", "sing", "sang", "sung", nouns("歌"), ALWAYS),
    Verb("听", "listen to", objects=nouns("音乐 故事 歌"), tenses=ALWAYS),
    Verb("学", "study", objects=nouns("汉语 英语 数学 音乐"), tenses=ALWAYS, long=True),
    Verb("教", "teach", "taught", "", nouns("汉语 英语 数学 音乐"), ALWAYS, long=True),
    Verb("骑", "ride", "rode", "ridden", nouns("自行车 马 大象"), ALWAYS),
    Verb("开", "drive", "drove", "driven", nouns("汽车 公交车"), ALWAYS),
    Verb("打", "play", objects=nouns("篮球 网球"), tenses=ALWAYS),
    Verb("踢", "play", objects=nouns("足球"), tenses=ALWAYS),
    Verb("种", "plant", objects=nouns("花 树"), tenses=ONCE, long=True),
    Verb("洗", "wash", objects=nouns("大衣 裙子 汽车 苹果 杯子 盘子"), tenses=ALWAYS),
    Verb(
        "修",
        "repair",
        objects=nouns("自行车 汽车 电脑 手机 桌子 椅子 窗户 门 伞"),
        tenses=ALWAYS,
    ),
    Verb("拍", "take", "took", "taken", nouns("照片"), ALWAYS),
    Verb(
        "找",
        "look for",
        objects=nouns("手机 钱包 钥匙 伞 狗 猫 帽子 报纸 照片"),
        tenses=ONCE,
        bare=False,
    ),
    Verb(
        "找到",
        "find",
        "found",
        "",
        nouns("手机 钱包 钥匙 狗 猫 照片 礼物"),
        INSTANT,
        bare=False,
    ),
    Verb(
        "丢",
        "lose",
        "lost",
        "",
        nouns("手机 钱包 钥匙 伞 帽子 照片 自行车"),
        INSTANT,
        bare=False,
    ),
    Verb(
        "打破",
        "break",
        "broke",
        "broken",
        nouns("杯子 盘子 窗户"),
        INSTANT,
        bare=False,
    ),
    Verb(
        "搬",
        "carry",
        objects=nouns("桌子 椅子 箱子 电脑"),
        tenses=ONCE,
        bare=False,
    ),
    Verb(
        "借",
        "borrow",
        objects=nouns("书 小说 笔 伞 自行车 椅子"),
        tenses=ONCE,
        bare=False,
    ),
    Verb(
        "养",
        "keep",
        "kept",
        "",
        nouns("猫 狗 兔子 鸟 鹅 羊"),
        ("past", "future"),
        bare=False,
        long=True,
    ),
    Verb("喂", "feed", "fed", "", ANIMALS[1:], ALWAYS, bare=False),
)

# Acting on people.
MEETINGS = (
    Verb("帮助", "help", objects=PEOPLE, tenses=ALWAYS, long=True),
    Verb("等", "wait for", objects=PEOPLE, tenses=ONCE),
    Verb("看见", "see", "saw", "seen", PEOPLE, INSTANT),
    Verb("找", "look for", objects=PEOPLE, tenses=ONCE),
    Verb("感谢", "thank", objects=PEOPLE, tenses=INSTANT),
    Verb("表扬", "praise", objects=PEOPLE, tenses=INSTANT),
    Verb("批评", "criticize", objects=PEOPLE, tenses=ONCE),
    Verb("邀请", "invite", objects=PEOPLE, tenses=ONCE),
    Verb("照顾", "look after", objects=PEOPLE, tenses=ALWAYS, long=True),
    Verb("拜访", "visit", objects=PEOPLE, tenses=ALWAYS, long=True),
)

# Acting alone.
DEEDS = (
    Verb("睡觉", "sleep", "slept", tenses=ALWAYS),
    Verb("工作", "work", tenses=ALWAYS, long=True),
    Verb("学习", "study", tenses=ALWAYS, long=True),
    Verb("休息", "rest", tenses=ALWAYS),
    Verb("跑步", "run", "ran", "run", tenses=ALWAYS),
    Verb("游泳", "swim", "swam", "swum", tenses=ALWAYS),
    Verb("跳舞", "dance", tenses=ALWAYS),
    Verb("散步", "walk", tenses=ALWAYS),
    Verb("聊天", "chat", tenses=ALWAYS),
)

RAIN = Verb("下雨", "rain", tenses=("past", "future", "now"))
SNOW = Verb("下雪", "snow", tenses=("past", "future", "now"))
WANT = Verb("想", "want", tenses=("habit",))
KNOW = Verb("认识", "know", "knew", "known", tenses=("habit",))
GO = Verb("去", "go", "went", "gone", tenses=("past", "future", "habit"), long=True)
COME = Verb("来", "come", "came", "come", tenses=("past", "future", "habit"), long=True)
HAVE = Verb("有", "have", "had", tenses=("habit",))
LIKE = Verb("喜欢", "like", tenses=("habit",))


# How people feel, and what they are like.
FEELINGS = (
    Adjective("忙", "busy"),
    Adjective("累", "tired"),
    Adjective("高兴", "happy"),
    Adjective("难过", "sad"),
    Adjective("生气", "angry"),
    Adjective("饿", "hungry"),
    Adjective("紧张", "nervous"),
)
TRAITS = (
    Adjective("聪明", "smart", before="聪明的"),
    Adjective("年轻", "young", before="年轻的"),
    Adjective("努力", "hardworking", before="努力的"),
    Adjective("勇敢", "brave", before="勇敢的"),
    Adjective("善良", "kind", before="善良的"),
    Adjective("懒", "lazy", before="懒"),
    Adjective("诚实", "honest", before="诚实的"),
    Adjective("有名", "famous", before="有名的"),
    Adjective("严格", "strict", before="严格的"),
    Adjective("热情", "friendly", before="热情的"),
    Adjective("粗心", "careless", before="粗心的"),
)
TALL = Adjective("高", "tall")

_EVERYDAY = nouns(
    "书 报纸 照片 大衣 裙子 鞋 帽子 伞 手机 电脑 钱包 笔 自行车 汽车 桌子 椅子"
)
QUALITIES = (
    Adjective("贵", "expensive", of=GOODS),
    Adjective("便宜", "cheap", of=GOODS, before="便宜的"),
    Adjective("新", "new", of=_EVERYDAY, before="新"),
    Adjective("旧", "old", of=_EVERYDAY, before="旧"),
    Adjective(
        "大",
        "big",
        of=nouns("苹果 橙子 鸡蛋 帽子 桌子 箱子 杯子 盘子 房间 树 房子 伞"),
        before="大",
    ),
    Adjective(
        "小",
        "small",
        of=nouns("苹果 橙子 鸡蛋 帽子 桌子 箱子 杯子 盘子 房间 房子 钱包 手机"),
        before="小",
    ),
    Adjective(
        "漂亮",
        "beautiful",
        of=nouns("大衣 裙子 帽子 花 房子 照片 杯子 盘子"),
        before="漂亮的",
    ),
    Adjective(
        "有意思",
        "interesting",
        of=nouns("书 小说 故事 电影 比赛 礼物 信"),
        before="有意思的",
    ),
    Adjective(
        "重", "heavy", of=nouns("箱子 电脑 桌子 椅子 大衣 自行车"), before="很重的"
    ),
    Adjective(
        "干净", "clean", of=nouns("盘子 杯子 房间 桌子 大衣 裙子 窗户"), before="干净的"
    ),
    Adjective("甜", "sweet", of=nouns("苹果 橙子 蛋糕 咖啡 牛奶 面包"), before="甜"),
    Adjective("好吃", "delicious", of=nouns("苹果 橙子 面包 蛋糕 米饭 面条")),
    Adjective(
        "红",
        "red",
        of=nouns("苹果 大衣 裙子 帽子 伞 自行车 汽车 花 门 房子"),
        before="红",
    ),
    Adjective(
        "白", "white", of=nouns("大衣 裙子 帽子 杯子 盘子 汽车 花 鞋 桌子"), before="白"
    ),
    Adjective(
        "黑", "black", of=nouns("大衣 裙子 帽子 伞 鞋 汽车 钱包 箱子 椅子"), before="黑"
    ),
)
_WEATHER = ("冷", "cold"), ("热", "hot"), ("暖和", "warm"), ("凉快", "cool")
WEATHER = tuple(Adjective(*words) for words in _WEATHER)
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
BIG_ANIMAL = Adjective("大", "big", of=ANIMALS)
CITY_QUALITIES = (
    Adjective("大", "big"),
    Adjective("漂亮", "beautiful"),
    Adjective("安静", "quiet", "quieter"),
)
