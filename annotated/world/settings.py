"""Where things are done: one reads in a library and waits at an airport.

Source: ours.
"""

from functools import cache

from annotated.world.lexicon import CITIES, COUNTRIES, PLACES
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
