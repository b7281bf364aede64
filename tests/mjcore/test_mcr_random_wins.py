"""Random wins of Chinese Official Mahjong against the slow scorer, and what every score keeps to.

The slow scorer knows each option of the rules and a researcher's own points, fans and exclusions. Where it
and the kernel read such a change differently, `test_mcr_changes.py` says which of them says what.
"""

from functools import cache

import numpy as np
import pytest

import mjcore as mj
from mjcore.encoding.layout import CIRCUMSTANCES
from mjcore.words.fans import FANS
from mjcore.words.mcr import MCR, MCR_1998, MCR_2006, McrRules
from tests.mjcore.mcr_wins import COLUMN, KEYS, column, exchanged, options_of, score_of, texts
from tests.oracles.mcr import score_row
from tests.oracles.mcr_catalogue import INHERENTLY_CONCEALED
from tests.oracles.random_wins import MIXTURE, RARE, random_wins
from tests.oracles.test_mcr_random import (
    ASYMMETRIC,
    AT_MOST_ONE,
    REPEATED,
    REVERSED,
    every_exchange,
    honours_exchanged,
)

SEED = 20_260_601
MANY = {**MIXTURE, **RARE}
GREAT = {**MIXTURE, **RARE, "themed": 60}

#: Every option of the scoring at every value that is not the default, and the two other sets of rules.
OPTIONS = [
    {"min_points": 1},
    {"min_points": 20},
    {"mixed_kongs": 6},
    {"mixed_kongs": "separate"},
    {"fully_concealed_with_concealed_fans": True},
    {"seven_pairs_tile_fans": False},
    {"tile_hog_honors": False},
    {"knitted_straight_in_lesser": False},
    {"knitted_straight_all_chows": False},
    {"knitted_straight_body_waits": False},
    {"wait_counts_exhausted": False},
    {"nine_gates_terminal_pungs": "absorb_all"},
    {"nine_gates_terminal_pungs": "absorb_none"},
    {"all_terminals_triple_pung": False},
    {"all_terminals_double_pung": True},
    {"forced_one_voided_suit": False},
    {"discard_completes_melded_pung": False},
    {"stack_44_46": False},
    {"all_pungs_with_18": True},
    {"all_types_any_blocks": False},
    {"tile_hog_repeats": False},
    {"melded_hand_added_kong": False},
    {"melded_hand_robbed_tile": False},
    {"flowers": False},
]
RULES = [*(McrRules(**options) for options in OPTIONS), MCR_1998, MCR_2006]


@cache
def wins(n, seed, *, great=False):
    return random_wins(np.random.default_rng([SEED, seed]), n, mixture=GREAT if great else MANY)


@cache
def scores(n, seed):
    return mj.score(wins(n, seed), MCR)


def assert_as_the_oracle_says(rows, rules):
    """Legality, points, flowers, every fan and the form of each row."""
    if not rules.scoring.flowers:
        rows = rows.copy()
        rows["flowers"] = 0
    options, results = options_of(rules), mj.score(rows, rules)
    found = {text: score_of(result) for text, result in zip(texts(rows), results, strict=True)}
    expected = {text: score_row(row, options) for text, row in zip(texts(rows), rows, strict=True)}
    assert {text: (mine, expected[text]) for text, mine in found.items() if mine != expected[text]} == {}
    assert np.array_equal(mj.points(rows, rules), results["points"])


# Against the oracle


@pytest.mark.parametrize(
    ("n", "seed"),
    [pytest.param(20_000, 1, id="few"), pytest.param(100_000, 2, id="many", marks=pytest.mark.slow)],
)
def test_random_wins_are_worth_what_the_slow_scorer_says(n, seed):
    assert_as_the_oracle_says(wins(n, seed), MCR)


@pytest.mark.parametrize("rules", RULES, ids=repr)
@pytest.mark.parametrize(
    ("n", "seed"),
    [pytest.param(200, 3, id="few"), pytest.param(3_000, 4, id="many", marks=pytest.mark.slow)],
)
def test_every_option_is_worth_what_the_slow_scorer_says(rules, n, seed):
    assert_as_the_oracle_says(wins(n, seed, great=True), rules)


def test_every_option_is_tried_at_every_value():
    tried = {(name, value) for options in OPTIONS for name, value in options.items()}
    fields = {row.name: row.default for row in McrRules.catalogue() if row.subject == "scoring"}
    assert {name for name, _ in tried} == set(fields)
    assert not any(fields[name] == value for name, value in tried)


@pytest.mark.slow
def test_options_together_are_worth_what_the_slow_scorer_says():
    rng = np.random.default_rng([SEED, 5])
    for _ in range(20):
        options = {}
        for number in rng.choice(len(OPTIONS), size=6, replace=False).tolist():
            options |= OPTIONS[number]
        assert_as_the_oracle_says(wins(1_000, 6, great=True), McrRules(**options))


def test_every_option_changes_some_of_the_wins():
    rows = wins(40_000, 7, great=True).copy()
    rows["flowers"] = 0
    usual = mj.score(rows, MCR)
    for options in OPTIONS:
        changed = mj.score(rows, McrRules(**options))
        # A Melded Hand that robs holds the pair tile already, and flowers were taken away above.
        if not options.keys() & {"melded_hand_robbed_tile", "flowers"}:
            assert (changed != usual).any(), options


# What every score keeps to (rules, section 12)


def test_points_are_those_of_the_fans():
    rows, results = wins(100_000, 8), scores(100_000, 8)
    worth = np.array([next(fan.points for fan in FANS if fan.key == key) for key in KEYS])
    worth[COLUMN["flower_tiles"]] = 0
    assert np.array_equal(results["points"], results["fans"].astype(int) @ worth)
    assert np.array_equal(column(results, "flower_tiles"), rows["flowers"])
    assert np.array_equal(results["flowers"], rows["flowers"])
    assert np.array_equal(results["legal"], results["points"] >= 8)
    assert np.array_equal(mj.points(rows, MCR), results["points"])
    assert results["form"].min() == 1


def test_every_fan_occurs():
    results = mj.score(wins(200_000, 9, great=True), MCR)
    assert [key for key in KEYS if not column(results, key).any()] == []


def test_one_fan_at_most_of_each_family():
    results = scores(100_000, 8)
    for family in AT_MOST_ONE:
        counted = sum(column(results, fan).astype(int) for fan in family)
        assert counted.max() == 1, family
    for key in set(KEYS) - REPEATED:
        assert column(results, key).max() <= 1, key


@pytest.mark.parametrize("fan", [fan for fan in FANS if fan.excludes], ids=lambda fan: fan.key)
def test_no_fan_counts_beside_one_that_excludes_it(fan):
    results = scores(100_000, 8)
    counted = column(results, fan.key) > 0
    for other in fan.excludes:
        assert not (counted & (column(results, other) > 0)).any(), other


def test_fans_of_the_draw_and_of_concealment_keep_apart():
    results = scores(100_000, 8)
    drawn = column(results, "self_drawn") > 0
    for fan in ("last_tile_draw", "out_with_replacement_tile", "fully_concealed_hand"):
        assert not (drawn & (column(results, fan) > 0)).any()
    assert not ((column(results, "last_tile") > 0) & (column(results, "robbing_the_kong") > 0)).any()
    hidden = (column(results, "fully_concealed_hand") > 0) | (column(results, "concealed_hand") > 0)
    for fan in INHERENTLY_CONCEALED:
        assert not (hidden & (column(results, fan) > 0)).any()
    chicken = results["fans"][column(results, "chicken_hand") > 0]
    assert len(chicken)
    assert (np.delete(chicken, COLUMN["flower_tiles"], axis=1).sum(axis=1) == 1).all()


def test_flowers_add_their_number_and_change_nothing_else():
    rows = wins(100_000, 8).copy()
    rows["flowers"] = 8 - rows["flowers"]
    usual, more = scores(100_000, 8), mj.score(rows, MCR)
    assert np.array_equal(more["flowers"], 8 - usual["flowers"])
    for name in ("legal", "points", "form"):
        assert np.array_equal(more[name], usual[name])
    apart = COLUMN["flower_tiles"]
    assert np.array_equal(np.delete(more["fans"], apart, 1), np.delete(usual["fans"], apart, 1))


# Exchanged tiles

SYMMETRIC = McrRules(disabled=ASYMMETRIC)


@every_exchange
def test_exchanged_tiles_are_worth_the_same(kind_to):
    rows = wins(100_000, 8)
    after = exchanged(rows, kind_to)
    before, result = mj.score(rows, SYMMETRIC), mj.score(after, SYMMETRIC)
    for name in ("legal", "points", "form"):
        assert np.array_equal(before[name], result[name])
    unlike = (before["fans"] != result["fans"]).any(axis=1)
    if kind_to is not REVERSED:
        assert not unlike.any()
    # With all fans, only those that have one of the two are worth something else.
    asymmetric = [(column(mj.score(side, MCR), fan) > 0) for fan in ASYMMETRIC for side in (rows, after)]
    other = mj.points(rows, MCR) != mj.points(after, MCR)
    assert not (other & ~np.logical_or.reduce(asymmetric)).any()


def test_reversed_ranks_exchange_upper_and_lower():
    rows = wins(100_000, 8)
    before, after = mj.score(rows, SYMMETRIC), mj.score(exchanged(rows, REVERSED), SYMMETRIC)
    names = {"upper_tiles": "lower_tiles", "upper_four": "lower_four"}
    names |= {new: old for old, new in names.items()}
    for key in KEYS:
        assert np.array_equal(column(before, key), column(after, names.get(key, key))), key


@pytest.mark.parametrize("order", [(2, 0, 3, 1), (1, 2, 3, 0), (0, 2, 1, 3)])
def test_exchanged_winds_are_worth_the_same(order):
    rows = wins(100_000, 8)
    rows = rows[rows["circumstances"] & CIRCUMSTANCES["initial"] == 0]
    after = exchanged(rows, honours_exchanged((*order, 4, 5, 6)))
    after["seat_wind"] = np.array(order)[rows["seat_wind"]]
    after["prevalent_wind"] = np.array(order)[rows["prevalent_wind"]]
    assert np.array_equal(mj.score(after, MCR), mj.score(rows, MCR))


def test_rows_score_alike_wherever_they_stand():
    rows = wins(20_000, 1)
    order = np.random.default_rng(SEED).permutation(len(rows))
    assert np.array_equal(mj.score(rows, MCR)[order], mj.score(rows[order], MCR))
    assert np.array_equal(mj.score(rows[::2], MCR), mj.score(rows, MCR)[::2])
