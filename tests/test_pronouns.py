import pytest
import torch

from annotated.pronouns import (
    PronounReader,
    attention_on_nouns,
    find_tokens,
    make_riddles,
    pick,
    train_reader,
)
from annotated.tokenizer import CharacterTokenizer, WordTokenizer
from annotated.world.corpus import generate
from annotated.world.pairs import Bilingual, Pair, Referent

STREET, ANIMAL = Bilingual("马路", "street"), Bilingual("动物", "animal")
WIDE = Pair(
    "动物没有过马路，因为它太宽了",
    "The animal didn't cross the street because it was too wide.",
    "referent_cross",
    Referent(Bilingual("它", "it"), STREET, ANIMAL),
)
NOUNS = ["animal", "street"]


def riddle(language):
    tokenizer = (CharacterTokenizer if language == "chinese" else WordTokenizer).train(
        [getattr(WIDE, language)]
    )
    tokens = tokenizer.tokens(getattr(WIDE, language))
    return make_riddles([WIDE], language, tokenizer, NOUNS), tokens


@pytest.mark.parametrize(
    ("language", "pronoun", "noun", "other"),
    [("chinese", "它", "马路", "动物"), ("english", "it", "street", "animal")],
)
def test_a_riddle_knows_where_its_words_stand(language, pronoun, noun, other):
    riddles, tokens = riddle(language)

    def marked(mask):
        found = [token for token, here in zip(tokens, mask[0], strict=True) if here]
        return "".join(found)

    assert tokens[riddles.pronoun[0]] == pronoun
    assert marked(riddles.is_noun) == noun
    assert marked(riddles.is_other) == other
    assert riddles.answer.tolist() == [1]


def test_find_tokens_marks_the_first_whole_run():
    assert (
        find_tokens([1, 2, 1, 3, 1, 3], [1, 3])
        == [False] * 2 + [True] * 2 + [False] * 2
    )
    with pytest.raises(ValueError, match=r"wanted \(\[3, 2\]\) must stand in tokens"):
        find_tokens([1, 2, 3], [3, 2])


def test_every_referent_of_the_world_can_be_asked_in_both_languages():
    kinds = ["referent_cross", "referent_reason", "referent_result", "referent_ba"]
    pairs = generate(400, seed=5, kinds=kinds)
    nouns = sorted({pair.referent.noun.english for pair in pairs})
    for language in ("chinese", "english"):
        tokenizer = WordTokenizer.train([getattr(pair, language) for pair in pairs])
        riddles = make_riddles(pairs, language, tokenizer, nouns)
        assert not (riddles.is_noun & riddles.is_other).any()
        assert riddles.is_real[torch.arange(400), riddles.pronoun].all()


def test_a_pair_without_a_referent_among_the_nouns_is_refused():
    tokenizer = WordTokenizer.train([WIDE.english])
    plain = Pair("明天会更好", "Tomorrow will be better.", "tomorrow")
    for pair, nouns in [(plain, NOUNS), (WIDE, ["animal"])]:
        with pytest.raises(ValueError, match="must have a referent among nouns"):
            make_riddles([pair], "english", tokenizer, nouns)


def test_the_answer_is_read_at_the_pronoun_alone():
    riddles, _ = riddle("english")
    reader = PronounReader(vocab_size=40, num_nouns=2, num_layers=0).eval()
    changed = riddles.tokens.clone()
    changed[0, 0] += 1
    moved = type(riddles)(**{**vars(riddles), "tokens": changed})
    assert reader(riddles).equal(reader(moved))
    deep = PronounReader(vocab_size=40, num_nouns=2, num_layers=1).eval()
    assert not deep(riddles).equal(deep(moved))


def test_weights_on_the_nouns_are_parts_of_the_pronouns_row():
    riddles, _ = riddle("chinese")
    reader = PronounReader(vocab_size=40, num_nouns=2).eval()
    on_noun, on_other, row = attention_on_nouns(reader, riddles)
    torch.testing.assert_close(row.sum(-1), torch.ones(1))
    torch.testing.assert_close(on_noun, row[:, 5:7].sum(-1))
    torch.testing.assert_close(on_other, row[:, 0:2].sum(-1))


def test_pads_get_no_weight():
    tokenizer = CharacterTokenizer.train([WIDE.chinese])
    longer = Pair(
        WIDE.chinese + WIDE.chinese[-3:], WIDE.english, WIDE.kind, WIDE.referent
    )
    riddles = make_riddles([WIDE, longer], "chinese", tokenizer, NOUNS)
    reader = PronounReader(vocab_size=40, num_nouns=2).eval()
    *_, row = attention_on_nouns(reader, riddles)
    assert (row[~riddles.is_real] == 0).all()
    assert (~riddles.is_real).any()


def test_a_reader_learns_what_it_is_shown():
    riddles, _ = riddle("chinese")
    reader = PronounReader(vocab_size=40, num_nouns=2, d_model=16)
    assert train_reader(reader, riddles, num_updates=60) < 0.1
    assert not reader.training
    assert reader(riddles).argmax(-1).tolist() == [1]


def test_picking_takes_the_same_rows_of_everything():
    riddles, _ = riddle("chinese")
    twice = pick(riddles, torch.tensor([0, 0]))
    assert all(len(tensor) == 2 for tensor in vars(twice).values())
    assert twice.tokens[1].equal(riddles.tokens[0])
