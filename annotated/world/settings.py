"""Where things are done and where they lie: read in a library, a hat on a chair.

Source: ours.
"""

from functools import cache

from annotated.world.lexicon import CITIES, COUNTRIES, PLACES, nouns
from annotated.world.pairs import Bilingual
from annotated.world.words import Place, Verb

_NAMED = {place.chinese: place for place in PLACES}
_PLACES = {
    "buy": "商店 火车站 机场 博物馆",
    "sell": "商店 火车站 公园",
    "read": "家 图书馆 教室 公园 办公室 学校 火车站",
    "watch": "家 学校",
    "write": "家 图书馆 教室 办公室 学校",
    "eat": "饭店 家 学校 厨房 公园 动物园",
    "drink": "饭店 家 公园 办公室 机场 厨房",
    "make": "家 厨房 饭店",
    "draw": "公园 家 教室 动物园 学校",
    "sing": "家 公园 学校 教室",
    "listen to": "家 公园 学校 教室",
    "teach": "学校 家",
    "study": "学校 图书馆 家",
    "play": "学校 公园",
    "wash": "家 学校",
    "take": "公园 动物园 博物馆 机场 学校",
    "look for": "家 图书馆 火车站 机场 办公室 教室",
    "wait for": "火车站 机场 学校 医院 银行 博物馆 饭店 动物园 商店",
    "see": "火车站 机场 学校 医院 银行 博物馆 公园 商店 动物园 饭店",
    "help": "学校 医院 火车站 机场 图书馆",
    "sleep": "家 办公室 机场 火车站 医院",
    "work": "银行 医院 学校 饭店 机场 图书馆 博物馆 动物园 商店",
    "rest": "家 医院 公园 办公室",
    "run": "公园 学校",
    "swim": "学校",
    "dance": "公园 学校 家",
    "walk": "公园 学校",
    "chat": "公园 饭店 厨房 办公室 教室 火车站 家 银行",
}
_ABROAD = ("work", "study", "teach", "see", "take", "help")


@cache
def places_for(verb: Verb) -> tuple[Place, ...]:
    """Name the places where something is done; none where it could be anywhere.

    Source: ours.
    """
    near = tuple(_NAMED[name] for name in _PLACES.get(verb.english, "").split())
    far = (*CITIES, *COUNTRIES) if verb.english in _ABROAD else ()
    return near + far


# Where things lie, and what lies there.
_SMALL = "书 小说 信 照片 帽子 伞 手机 电脑 钱包 钥匙 礼物 笔 杯子"
_MEAL = "苹果 鸡蛋 面包 蛋糕 面条 汤 水 茶 牛奶 花"
_LARGE = "桌子 椅子 箱子 自行车 猫 狗 窗户"
SPOTS = (
    (Bilingual("桌子上", "on the table"), nouns(f"{_SMALL} {_MEAL}")),
    (Bilingual("椅子上", "on the chair"), nouns(f"{_SMALL} 大衣 裙子 猫")),
    (Bilingual("椅子下面", "under the chair"), nouns("鞋 猫 狗 箱子 书 老鼠")),
    (Bilingual("箱子里", "in the box"), nouns(f"{_SMALL} 苹果 鸡蛋 鞋 大衣 裙子")),
    (Bilingual("房间里", "in the room"), nouns(f"{_SMALL} {_LARGE}")),
    (Bilingual("门后面", "behind the door"), nouns("鞋 伞 箱子 椅子 狗 猫")),
    (Bilingual("树下面", "under the tree"), nouns("自行车 汽车 马 牛 羊 狗 兔子 椅子")),
    (Bilingual("公园里", "in the park"), nouns("树 鸟 狗 鹅 老师 学生 男孩 女孩 农民")),
    (Bilingual("动物园里", "at the zoo"), nouns("老虎 大象 猴子 鸟 兔子 马 羊")),
    (Bilingual("学校里", "at school"), nouns("老师 学生 房间 树 歌手")),
    (
        Bilingual("医院里", "at the hospital"),
        nouns("医生 护士 警察 司机 工人 律师 房间"),
    ),
    (Bilingual("办公室里", "in the office"), nouns("电脑 工程师 经理 律师 画家 邻居")),
)
# What people own.
BELONGINGS = nouns(
    "书 小说 照片 苹果 鸡蛋 大衣 裙子 鞋 帽子 伞 手机 电脑 钱包 钥匙 礼物 "
    "笔 自行车 汽车 桌子 椅子 箱子 杯子 房子 猫 狗 马 牛 羊 鸟 兔子 鹅"
)
