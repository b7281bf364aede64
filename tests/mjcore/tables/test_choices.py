"""Combinations worth trying: the best of every hand is among them, and is usually alone."""

from collections import Counter

import numpy as np
import pytest

from mjcore.tables.choices import OF_CHOWS, OF_PUNGS, SINGLE_PUNGS, USED_DRAGONS, USED_WINDS
from mjcore.tables.combinations import N_CHOWS, key_of
from mjcore.tables.files import load_combinations
from mjcore.tables.mcr import choices_of
from mjcore.words.fan_changes import NewFan
from mjcore.words.fans import FAN_KEYS
from mjcore.words.mcr import MCR, McrRules

CHOWS, PUNGS = load_combinations("chows"), load_combinations("pungs")
#: Fans that a reading can have beside its combinations.
BESIDE = sorted(set(FAN_KEYS) - OF_CHOWS - OF_PUNGS - {"flower_tiles", "chicken_hand", *SINGLE_PUNGS})


def of_chows(rules, *chows):
    symbols = (*sorted(chows), *[N_CHOWS] * (4 - len(chows)))
    tried = choices_of(rules).worth_trying(CHOWS.rows[CHOWS.rows_of[key_of(symbols)]][0])
    return [dict(one.fans) for one in tried]


def settled(fans, rules):
    """Points of fans that are raised together, when one pass over the rows has dropped those excluded."""
    kept = []
    for fan in rules.fan_rows():
        if fan.key in fans and not any(fan.key in other.excludes for other in kept):
            kept.append(fan)
    return sum(fan.points * fans[fan.key] for fan in kept)


STRAIGHT = (0, 7 + 3, 14 + 6, 3)  # 123m 456p 789s 456m
SHIFTED = (1, 7 + 2, 14 + 3, 4)  # 234m 345p 456s 567m


def test_points_decide_which_combinations_come_first():
    assert of_chows(MCR, *STRAIGHT) == [{"mixed_straight": 1, "mixed_double_chow": 1}]
    assert of_chows(MCR, *SHIFTED) == [{"mixed_shifted_chows": 1, "short_straight": 1}]
    for changes in (
        {"disabled": ["mixed_straight", "mixed_shifted_chows"]},
        {
            "points": {
                "short_straight": 3,
                "mixed_double_chow": 9,
                "mixed_straight": 1,
                "mixed_shifted_chows": 1,
            }
        },
    ):
        rules = MCR.replace(**changes)
        assert of_chows(rules, *STRAIGHT)[0] == {"mixed_double_chow": 1, "short_straight": 1}
    assert of_chows(MCR.replace(disabled=["mixed_shifted_chows"]), *SHIFTED) == [{"short_straight": 1}]


def test_under_the_usual_rules_one_selection_is_nearly_always_the_best():
    choices = choices_of(MCR)
    several = Counter()
    for table in (CHOWS, PUNGS):
        for row in table.rows:
            for selections in row:
                tried = choices.worth_trying(selections)
                several[tried[0].fans[0][0] if len(tried) > 1 else ""] += 1
    assert several.pop("") == 260
    assert set(several) == {
        "quadruple_chow",
        "pure_terminal_chows",
        "three_suited_terminal_chows",
        "four_pure_shifted_pungs",
        "big_four_winds",
        "big_three_dragons",
        "double_pung",
    }


RULES = [
    MCR,
    MCR.replace(points={"mixed_straight": 1, "short_straight": 5, "two_dragon_pungs": 1, "dragon_pung": 9}),
    MCR.replace(disabled=["big_three_dragons", "pure_straight"], points={"tile_hog": 30}),
    MCR.replace(excludes={"mixed_straight": ["all_types"], "all_chows": ["short_straight"]}),
    MCR.replace(points={"pung_of_terminals_or_honors": 8, "all_pungs": 40}),
]


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("table", [CHOWS, PUNGS], ids=["chows", "pungs"])
def test_whatever_else_a_hand_has_the_best_selection_is_tried(rules, table):
    rng = np.random.default_rng([20_260_701, RULES.index(rules)])
    choices, here = choices_of(rules), {fan.key for fan in rules.fan_rows()}
    every = {selections for row in table.rows for selections in row}
    for selections in sorted(every):
        tried = [dict(one.fans) for one in choices.worth_trying(selections)]
        assert all(fans.keys() <= here for fans in tried)
        possible = [dict(one) for one in selections if {fan for fan, _ in one} <= here]
        for _ in range(20):
            beside = {key: 1 for key in rng.choice(BESIDE, size=6, replace=False).tolist() if key in here}
            worth = [settled(beside | fans, rules) for fans in tried]
            assert max(worth) == max(settled(beside | fans, rules) for fans in possible)


def test_single_pungs_that_are_worth_more_keep_the_selection_without_the_combination():
    dragons = next(row for row in PUNGS.rows if (("big_three_dragons", 1),) in row[0])[0]
    kept = {one.fans for one in choices_of(MCR.replace(points={"dragon_pung": 40})).worth_trying(dragons)}
    assert {(), (("big_three_dragons", 1),)} <= kept
    used = {one.fans: (one.used_dragons, one.used_winds) for one in choices_of(MCR).worth_trying(dragons)}
    assert used[(("big_three_dragons", 1),)] == (3, 0)
    free = choices_of(MCR.replace(excludes={"big_three_dragons": []})).worth_trying(dragons)
    assert {one.used_dragons for one in free if dict(one.fans) == {"big_three_dragons": 1}} == {0}


def test_a_fan_that_a_new_one_asks_for_is_tried_though_it_is_worth_less():
    rules = McrRules(new_fans={"ours": NewFan(points=50, together=["short_straight"])})
    assert {"mixed_straight": 1, "short_straight": 1} in of_chows(rules, *STRAIGHT)
    assert of_chows(MCR, *STRAIGHT) == [{"mixed_straight": 1, "mixed_double_chow": 1}]


def test_what_combinations_use_up_is_what_they_combine():
    for fan, n in {**USED_WINDS, **USED_DRAGONS}.items():
        assert fan in OF_PUNGS
        assert 2 <= n <= 4
