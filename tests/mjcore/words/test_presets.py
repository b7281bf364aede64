"""Rule sets by name, and what is said of a name, or of anything else, where a rule set is needed."""

import numpy as np
import pytest

import mjcore as mj
from mjcore import census
from mjcore.words.errors import RuleError
from mjcore.words.presets import PRESETS, check_rules

HAND, WIN = "123456m99m234p56s", "[777z] 12345678s44p +9s"
RNG = np.random.default_rng(1)
WALLS = mj.draw_walls(RNG, 2)

#: Every door that takes rules, and the rule sets it takes.
DOORS = {
    "shanten": lambda rules: mj.shanten(HAND, rules),
    "waits": lambda rules: mj.waits(HAND, rules),
    "useful_tiles": lambda rules: mj.useful_tiles(HAND, rules),
    "n_decompositions": lambda rules: mj.n_decompositions(WIN, rules),
    "decompositions": lambda rules: mj.decompositions(WIN, rules),
    "score": lambda rules: mj.score(WIN, rules),
    "points": lambda rules: mj.points(WIN, rules),
    "explain": lambda rules: mj.explain(WIN, rules),
    "payments": lambda rules: mj.payments(WIN, rules, winner=1, payer=3),
    "wait_points": lambda rules: mj.wait_points(HAND, rules),
    "drawn_hand_payments": lambda rules: mj.drawn_hand_payments(rules),
    "false_win_payments": lambda rules: mj.false_win_payments(rules, offender=1),
    "soft_eight_payments": lambda rules: mj.soft_eight_payments(None, rules, winner=1, source="wall"),
    "settle_totals": lambda rules: mj.settle_totals([0, 0, 0, 0], rules),
    "draw_walls": lambda rules: mj.draw_walls(RNG, 1, rules),
    "lone_efficient": lambda rules: mj.lone_efficient(WALLS, rules),
    "lone_foresight": lambda rules: mj.lone_foresight(WALLS, rules),
    "SessionState": lambda rules: mj.SessionState(rules=rules),
    "HandState": lambda rules: mj.HandState(rules=rules),
    "shanten_counts": lambda rules: census.shanten_counts(13, rules),
    "wait_counts": lambda rules: census.wait_counts(rules),
    "complete_hands": lambda rules: census.complete_hands(rules),
    "fan_counts": lambda rules: census.fan_counts(rules),
}
ONLY_MCR = {"points", "wait_points"}


@pytest.mark.parametrize("door", DOORS)
def test_the_name_of_a_rule_set_is_answered_by_the_rule_set(door):
    name = "mcr_1998" if door in ONLY_MCR else "soft_eight"
    with pytest.raises(RuleError, match=rf"'{name}'.*: write mj\.{name.upper()}, without quotes$"):
        DOORS[door](name)


@pytest.mark.parametrize("name", PRESETS)
def test_each_name_is_that_of_a_rule_set_of_the_package(name):
    assert getattr(mj, name.upper()) is PRESETS[name]


def test_a_name_of_rules_that_would_not_do_either_is_only_refused():
    with pytest.raises(RuleError, match=r"^rules are SoftEightRules, such as mj\.SOFT_EIGHT, not 'mcr'$"):
        mj.settle_totals([0, 0, 0, 0], "mcr")


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (None, "not None"),
        ("soft_nine", "not 'soft_nine'"),
        (mj.MCR, "not mcr rules"),
        ([mj.MCR], "not a list"),
    ],
)
def test_what_is_no_rule_set_of_the_game_is_refused(rules, said):
    check_rules(mj.SOFT_EIGHT, mj.SoftEightRules)
    with pytest.raises(RuleError, match=rf"^rules are SoftEightRules, such as mj\.SOFT_EIGHT, {said}$"):
        check_rules(rules, mj.SoftEightRules)


def test_what_is_neither_rules_nor_a_form_is_told_of_both():
    with pytest.raises(RuleError, match=r"neither a rule set nor a form; .*mj\.MCR, .*'riichi'$"):
        mj.waits(HAND, "standart")
