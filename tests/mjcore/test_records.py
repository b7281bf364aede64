"""What records of hands played say, spelled out."""

import re

import numpy as np
import pytest

import mjcore as mj

EASY = mj.MCR.replace(min_points=0)


def rng(seed=1):
    return np.random.default_rng(seed)


def test_every_column_of_a_record_is_explained_where_hands_are_played():
    explained = set(re.findall(r"``(\w+)``", mj.play.__doc__))
    assert [name for name in mj.RECORD_DTYPE.names if name not in explained] == []


@pytest.mark.parametrize("rules", [mj.SOFT_EIGHT, mj.MCR, EASY], ids=["soft_eight", "mcr", "mcr from 0"])
@pytest.mark.parametrize("policy", ["efficient", "value"])
def test_fans_are_those_of_the_score(rules, policy):
    hands = mj.play(rules, policy, n=300, rng=rng())
    fans, won = mj.record_fans(hands, rules), hands["winner"] >= 0
    assert won.sum() > 200
    assert not fans[~won].any()
    assert np.array_equal(fans[won], mj.score(hands["hand"][won], rules)["fans"])
    assert len(np.unique(fans, axis=0)) > 2


@pytest.mark.parametrize("rules", [mj.SOFT_EIGHT, mj.MCR], ids=lambda rules: rules.name)
def test_fans_have_the_shape_of_the_records(rules):
    hands = mj.play(rules, "efficient", n=24, rng=rng())
    fans = mj.record_fans(hands, rules)
    n_fans = len(mj.SOFT_EIGHT_FANS) if rules is mj.SOFT_EIGHT else len(mj.FANS)
    assert fans.shape == (24, n_fans)
    assert np.array_equal(mj.record_fans(hands.reshape(2, 3, 4), rules), fans.reshape(2, 3, 4, n_fans))
    assert np.array_equal(mj.record_fans(hands[3], rules), fans[3])
    assert mj.record_fans(hands[:0], rules).shape == (0, n_fans)


def test_fewer_columns_are_enough():
    hands = mj.play(EASY, "efficient", n=50, rng=rng())
    names = ["fans", "fan_counts", "winner", "flowers"]
    assert np.array_equal(mj.record_fans(hands[names], EASY), mj.record_fans(hands, EASY))


def test_flower_tiles_count_as_often_as_there_are_flowers_unless_they_are_disabled():
    column = next(i for i, fan in enumerate(mj.FANS) if fan.english == "Flower Tiles")
    for rules, count in ((EASY, True), (EASY.replace(disabled=["flower_tiles"]), False)):
        hands = mj.play(rules, "efficient", n=200, rng=rng())
        won = hands[hands["winner"] >= 0]
        flowers = won["flowers"][np.arange(len(won)), won["winner"]]
        assert flowers.max() > 1
        assert np.array_equal(mj.record_fans(won, rules)[:, column], flowers * count)
        assert np.array_equal(won["flower_points"], flowers * count)


@pytest.mark.parametrize(
    "rules",
    [
        EASY.replace(points={"pure_straight": 40, "all_chows": 1}),
        EASY.replace(disabled=["chicken_hand", "self_drawn", "all_simples"]),
        EASY.replace(mixed_kongs="separate"),
        mj.MCR_1998.replace(min_points=1),
        mj.MCR_2006.replace(min_points=1),
    ],
    ids=["points", "disabled", "kongs", "1998", "2006"],
)
def test_changed_fans_are_those_of_the_changed_score(rules):
    hands = mj.play(rules, "efficient", n=200, rng=rng())
    won = hands[hands["winner"] >= 0]
    scores = mj.score(won["hand"], rules)
    assert np.array_equal(mj.record_fans(won, rules), scores["fans"])
    assert np.array_equal(won["base"], scores["points"])


@pytest.mark.parametrize(
    ("records", "said"),
    [
        (np.zeros(3), "no records of played hands: fan_counts, fans, flowers, winner missing"),
        (None, "no records of played hands"),
        ([], "no records of played hands"),
        (np.zeros(2, dtype=mj.HAND_DTYPE), "fan_counts, fans, winner missing"),
    ],
)
def test_what_is_no_record_is_refused(records, said):
    with pytest.raises(mj.MahjongError, match=said):
        mj.record_fans(records, mj.SOFT_EIGHT)


@pytest.mark.parametrize("rules", ["mcr", None, 8, "standard"])
def test_records_need_the_rules_they_were_played_by(rules):
    with pytest.raises(mj.MahjongError, match="rules are SoftEightRules or McrRules"):
        mj.record_fans(np.zeros(1, dtype=mj.RECORD_DTYPE), rules)


def test_outcomes_are_named_in_the_order_of_their_numbers():
    assert mj.OUTCOMES == ("no_tile_left", "declined", "kong_too_many", "won")
    hands = mj.play(mj.SOFT_EIGHT, "random", n=2000, rng=rng())
    assert {mj.OUTCOMES[outcome] for outcome in np.unique(hands["outcome"])} >= {
        "no_tile_left",
        "declined",
        "won",
    }
    won = hands["outcome"] == mj.OUTCOMES.index("won")
    assert np.array_equal(won, hands["winner"] >= 0)
    assert np.array_equal(hands["hand"]["winning_tile"] == 255, ~won)
    assert (hands["winners"][won] == 1 << hands["winner"][won]).all()
    assert not hands["points"][~won].any()
