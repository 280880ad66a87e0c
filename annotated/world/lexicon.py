"""Nouns, names, places, times and numbers of the world.

Source: ours.
"""

from annotated.world.pairs import Bilingual
from annotated.world.words import Name, Noun, Place, Time

PEOPLE = (
    Noun("老师", "teacher", "位", pronoun="他"),
    Noun("学生", "student", "个", pronoun="他"),
    Noun("警察", "police officer", "个", pronoun="他"),
    Noun("司机", "driver", "位", pronoun="他"),
    Noun("工人", "worker", "个", pronoun="他"),
    Noun("农民", "farmer", "个", pronoun="他"),
    Noun("画家", "artist", "位", pronoun="他"),
    Noun("男孩", "boy", "个", pronoun="他"),
    Noun("邻居", "neighbor", "个", pronoun="他"),
    Noun("医生", "doctor", "位", pronoun="她"),
    Noun("护士", "nurse", "位", pronoun="她"),
    Noun("工程师", "engineer", "位", pronoun="她"),
    Noun("经理", "manager", "位", pronoun="她"),
    Noun("歌手", "singer", "位", pronoun="她"),
    Noun("律师", "lawyer", "位", pronoun="她"),
    Noun("女孩", "girl", "个", pronoun="她"),
)
THIEF = Noun("小偷", "thief", "个", plural="thieves", pronoun="他")

ANIMALS = (
    Noun("动物", "animal", "只"),
    Noun("猫", "cat", "只"),
    Noun("狗", "dog", "只"),
    Noun("马", "horse", "匹"),
    Noun("牛", "cow", "头"),
    Noun("羊", "sheep", "只", plural="sheep"),
    Noun("鸟", "bird", "只"),
    Noun("兔子", "rabbit", "只"),
    Noun("猴子", "monkey", "只"),
    Noun("老虎", "tiger", "只"),
    Noun("大象", "elephant", "头"),
    Noun("老鼠", "mouse", "只", plural="mice"),
    Noun("鹅", "goose", "只", plural="geese"),
)

THINGS = (
    # to read, to watch, to hear
    Noun("书", "book", "本"),
    Noun("小说", "novel", "本"),
    Noun("信", "letter", "封"),
    Noun("故事", "story", "个"),
    Noun("电影", "movie", "部"),
    Noun("比赛", "match", "场"),
    Noun("歌", "song", "首"),
    Noun("照片", "photo", "张", plural="photos"),
    # to eat and to drink
    Noun("苹果", "apple", "个"),
    Noun("鸡蛋", "egg", "个"),
    Noun("面包", "bread", "片", measure="slice"),
    Noun("蛋糕", "cake", "块", measure="piece"),
    Noun("面条", "noodle", "碗", measure="bowl", many=True),
    Noun("汤", "soup", "碗", measure="bowl"),
    Noun("水", "water", "杯", measure="glass"),
    Noun("茶", "tea", "杯", measure="cup"),
    Noun("牛奶", "milk", "杯", measure="glass"),
    # to wear and to carry
    Noun("大衣", "coat", "件"),
    Noun("裙子", "skirt", "条"),
    Noun("鞋", "shoe", "双", measure="pair", many=True),
    Noun("帽子", "hat", "顶"),
    Noun("伞", "umbrella", "把"),
    Noun("手机", "phone", "部"),
    Noun("电脑", "computer", "台"),
    Noun("钱包", "wallet", "个"),
    Noun("钥匙", "key", "把"),
    Noun("礼物", "gift", "份"),
    Noun("笔", "pen", "支"),
    # to drive and to ride
    Noun("自行车", "bicycle", "辆"),
    Noun("汽车", "car", "辆"),
    Noun("公交车", "bus", "辆"),
    # at home
    Noun("桌子", "table", "张"),
    Noun("椅子", "chair", "把"),
    Noun("箱子", "box", "个"),
    Noun("杯子", "cup", "个"),
    Noun("门", "door", "扇"),
    Noun("窗户", "window", "扇"),
    Noun("房间", "room", "个"),
    Noun("花", "flower", "朵"),
    Noun("树", "tree", "棵"),
    Noun("房子", "house", "座"),
)

# Subjects and games are neither counted nor given an article.
STUDIES = (
    Noun("汉语", "Chinese", "", measure="-"),
    Noun("英语", "English", "", measure="-"),
    Noun("数学", "math", "", measure="-"),
    Noun("音乐", "music", "", measure="-"),
    Noun("篮球", "basketball", "", measure="-"),
    Noun("足球", "soccer", "", measure="-"),
)

_BY_CHINESE = {noun.chinese: noun for noun in (*PEOPLE, *ANIMALS, *THINGS, *STUDIES)}


def nouns(chinese: str) -> tuple[Noun, ...]:
    """Look up nouns written with spaces between them.

    Source: ours.
    """
    return tuple(_BY_CHINESE[word] for word in chinese.split())


NAMES = (
    Name("小明", "Xiaoming", "他"),
    Name("小红", "Xiaohong", "她"),
    Name("小丽", "Xiaoli", "她"),
    Name("李雷", "Li Lei", "他"),
    Name("韩梅梅", "Han Meimei", "她"),
    Name("王芳", "Wang Fang", "她"),
    Name("张伟", "Zhang Wei", "他"),
    Name("刘洋", "Liu Yang", "他"),
    Name("陈静", "Chen Jing", "她"),
    Name("赵强", "Zhao Qiang", "他"),
    Name("周婷", "Zhou Ting", "她"),
    Name("吴刚", "Wu Gang", "他"),
    Name("汤姆", "Tom", "他"),
    Name("玛丽", "Mary", "她"),
    Name("安娜", "Anna", "她"),
    Name("大卫", "David", "他"),
    Name("妈妈", "Mom", "她"),
    Name("爸爸", "Dad", "他"),
    Name("奶奶", "Grandma", "她"),
    Name("爷爷", "Grandpa", "他"),
)

CITIES = (
    Place("北京", "Beijing", "in"),
    Place("上海", "Shanghai", "in"),
    Place("广州", "Guangzhou", "in"),
    Place("南京", "Nanjing", "in"),
    Place("天津", "Tianjin", "in"),
    Place("成都", "Chengdu", "in"),
    Place("武汉", "Wuhan", "in"),
    Place("杭州", "Hangzhou", "in"),
    Place("苏州", "Suzhou", "in"),
    Place("香港", "Hong Kong", "in"),
    Place("巴黎", "Paris", "in"),
    Place("伦敦", "London", "in"),
    Place("东京", "Tokyo", "in"),
    Place("罗马", "Rome", "in"),
)
COUNTRIES = (
    Place("中国", "China", "in"),
    Place("美国", "America", "in"),
    Place("英国", "England", "in"),
    Place("法国", "France", "in"),
    Place("德国", "Germany", "in"),
    Place("日本", "Japan", "in"),
)
PLACES = (
    Place("学校", "school", "at"),
    Place("家", "home", "at", to="home"),
    Place("公园", "the park", "in"),
    Place("图书馆", "the library", "in"),
    Place("医院", "the hospital", "at"),
    Place("商店", "the store", "at"),
    Place("饭店", "the restaurant", "at"),
    Place("火车站", "the train station", "at"),
    Place("机场", "the airport", "at"),
    Place("教室", "the classroom", "in"),
    Place("厨房", "the kitchen", "in"),
    Place("办公室", "the office", "in"),
    Place("银行", "the bank", "at"),
    Place("动物园", "the zoo", "at"),
    Place("博物馆", "the museum", "at"),
)
FAR = (
    Bilingual("坐火车", "by train"),
    Bilingual("坐飞机", "by plane"),
    Bilingual("开车", "by car"),
)
NEAR = (
    Bilingual("坐公交车", "by bus"),
    Bilingual("骑自行车", "by bicycle"),
    Bilingual("开车", "by car"),
)

TIMES = (
    Time("昨天", "yesterday", "past"),
    Time("前天", "the day before yesterday", "past"),
    Time("昨天晚上", "last night", "past"),
    Time("刚才", "just now", "past"),
    Time("上周", "last week", "past"),
    Time("去年", "last year", "past", long=True),
    Time("上个月", "last month", "past", long=True),
    Time("明天", "tomorrow", "future"),
    Time("后天", "the day after tomorrow", "future"),
    Time("明天晚上", "tomorrow night", "future"),
    Time("下周", "next week", "future"),
    Time("明年", "next year", "future", long=True),
    Time("下个月", "next month", "future", long=True),
    Time("每天", "every day", "habit"),
    Time("每个周末", "every weekend", "habit"),
    Time("常常", "often", "habit", early=True),
    Time("现在", "now", "now"),
)
NUMBERS = (
    Bilingual("一", "a"),
    Bilingual("两", "two"),
    Bilingual("三", "three"),
    Bilingual("四", "four"),
    Bilingual("五", "five"),
    Bilingual("六", "six"),
    Bilingual("七", "seven"),
    Bilingual("八", "eight"),
    Bilingual("九", "nine"),
    Bilingual("十", "ten"),
    Bilingual("几", "several"),
)
