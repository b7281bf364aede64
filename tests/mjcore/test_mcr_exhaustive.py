"""All hands of four chows, and of four pungs, with every pair: 357,747 and 1,391,280 of them (section 12).

All four sets are declared and the pair is drawn, so that a hand has one reading and its fans are those of
its sets. The kernel scores every hand. The slow scorer, which tries all legal selections and takes the
greatest total, is asked about the stride that a test names; once it was asked about every hand with its sets
declared, and there was no difference. The same hands with nothing declared are compared in samples only.
Hands that differ by suits alone are compared with each other throughout.
"""

from functools import cache
from itertools import combinations, combinations_with_replacement

import numpy as np
import pytest

import mjcore as mj
from mjcore.encoding.layout import HAND_DTYPE, SOURCES
from mjcore.words.fans import FANS
from mjcore.words.mcr import MCR, McrRules
from tests.mjcore.mcr_wins import column, exchanged, score_of, texts
from tests.oracles.mcr import score_row
from tests.oracles.sets import CHOW_STARTS, N_COPIES, N_KINDS
from tests.oracles.test_mcr_random import ASYMMETRIC, suits_exchanged

SETS = {
    "chows": (list(combinations_with_replacement(CHOW_STARTS, 4)), 0),
    "pungs": (list(combinations(range(N_KINDS), 4)), 64),
}
both = pytest.mark.parametrize("name", SETS)


@cache
def hands_of(name):
    """Every hand of four declared chows, or pungs, and a pair of which one tile was drawn."""
    sets, type_bits = SETS[name]
    held = np.zeros((len(sets), N_KINDS), dtype=np.uint8)
    for row, kinds in zip(held, sets, strict=True):
        for kind in kinds:
            row[kind : kind + 3] += 1
    if name == "pungs":
        held = 3 * np.array([np.isin(np.arange(N_KINDS), kinds) for kinds in sets], dtype=np.uint8)
    number, pair = np.nonzero((held + 2 <= N_COPIES) & (held.max(axis=1) <= N_COPIES)[:, None])
    rows = np.zeros(len(number), dtype=HAND_DTYPE)
    rows["melds"] = np.array(sets, dtype=np.uint8)[number] + 1 + type_bits
    rows["concealed"][np.arange(len(rows)), pair] = 1
    rows["winning_tile"] = pair
    rows["source"] = SOURCES.index("wall")
    return rows


def in_hand(rows):
    """The same hands with nothing declared."""
    rows = rows.copy()
    for codes in rows["melds"].T:
        each, kinds = np.arange(len(rows)), (codes & 63).astype(int) - 1
        for step in range(3):
            rows["concealed"][each, kinds + step * (codes < 64)] += 1
    rows["melds"] = 0
    return rows


def assert_as_the_oracle_says(rows):
    results = map(score_of, mj.score(rows, MCR))
    wrong = [
        (text, result, expected)
        for text, result, row in zip(texts(rows), results, rows, strict=True)
        if result != (expected := score_row(row))
    ]
    assert wrong == []


def test_there_are_as_many_hands_as_were_counted():
    assert (len(SETS["chows"][0]), len(SETS["pungs"][0])) == (10_626, 46_376)
    assert (len(hands_of("chows")), len(hands_of("pungs"))) == (357_747, 1_391_280)


@pytest.mark.parametrize(
    ("name", "stride"),
    [
        ("chows", 500),
        ("pungs", 2_000),
        pytest.param("chows", 11, marks=pytest.mark.slow),
        pytest.param("pungs", 41, marks=pytest.mark.slow),
    ],
)
def test_declared_sets_are_worth_what_the_slow_scorer_says(name, stride):
    assert_as_the_oracle_says(hands_of(name)[stride // 2 :: stride])


@pytest.mark.parametrize(
    ("name", "stride"),
    [
        ("chows", 700),
        ("pungs", 3_000),
        pytest.param("chows", 17, marks=pytest.mark.slow),
        pytest.param("pungs", 61, marks=pytest.mark.slow),
    ],
)
def test_concealed_sets_are_worth_what_the_slow_scorer_says(name, stride):
    assert_as_the_oracle_says(in_hand(hands_of(name)[::stride]))


@both
@pytest.mark.parametrize("concealed", [False, True])
def test_all_hands_are_worth_the_same_in_other_suits(name, concealed):
    rows = in_hand(hands_of(name)) if concealed else hands_of(name)
    rules = McrRules(disabled=ASYMMETRIC)
    points = mj.points(rows, rules)
    for order in ((1, 0, 2), (1, 2, 0)):
        assert np.array_equal(mj.points(exchanged(rows, suits_exchanged(order)), rules), points)


@both
def test_the_order_of_declared_sets_does_not_matter(name):
    rows = hands_of(name).copy()
    before = mj.score(rows, MCR)
    rows["melds"] = rows["melds"][:, [2, 0, 3, 1]]
    assert np.array_equal(mj.score(rows, MCR), before)


def test_every_hand_of_chows_or_pungs_has_its_fan_or_one_that_excludes_it():
    chows, pungs = (mj.score(hands_of(name), MCR) for name in SETS)
    suited = hands_of("chows")["winning_tile"] < 27
    assert np.array_equal(has(chows, "all_chows", *excluding("all_chows")), suited)
    assert has(pungs, "all_pungs", *excluding("all_pungs")).all()


def excluding(key):
    """Fans that exclude a fan."""
    return [fan.key for fan in FANS if key in fan.excludes]


def has(results, *keys):
    """Whether each hand has one of the fans."""
    return np.logical_or.reduce([column(results, key) > 0 for key in keys])
