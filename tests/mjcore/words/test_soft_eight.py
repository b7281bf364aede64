"""The options of Soft Eight: each value of the specification is taken, nonsense is not."""

import pytest

from mjcore.words.errors import RuleError
from mjcore.words.options import Allowed
from mjcore.words.soft_eight import FAN_CODES, FANS, SOFT_EIGHT, SoftEightRules

#: Option, the reading of the text, other values it can take; None is the specification's ``none``.
OPTIONS = {
    "shape": [
        ("min_main_tiles", 8, 1, 6, 7, 9, 10, 11, 12, 13, 14),
        ("kong_tiles_counted", 3, 4),
        ("honours_one_suit", True, False),
        ("pair_must_be_main", False, True),
        ("seven_pairs", True, False),
        ("four_kind_as_two_pairs", True, False),
        ("honour_runs", False, True),
        ("dragon_requires_runs", True, False),
        ("ready_dead_wait", "own_copies", "allow", "visible_copies"),
    ],
    "points": [
        ("base_points", 4, 0, 3),
        ("base_points_pure", 5, 0, 8),
        ("fan_value", 1, 0, 2),
        ("fan_formula", "linear", "exponential"),
        ("fan_cap", None, 1, 3),
        ("fans", FAN_CODES, (), ("PURE", "TIANTING")),
        ("dealer_bonus", 2, 0, 1),
        ("dealer_bonus_on_kong", False, True),
        ("kong_open_points", 2, 0, 1),
        ("kong_concealed_points", 2, 0, 4),
        ("added_kong_payer", "pung_feeder", "all_three", None),
        ("winner_kong_scope", "multiplied", "flat"),
        ("kong_on_ron_nondiscarder", "multiplied", "flat", "void", "discarder_covers"),
        ("loser_kongs", "flat", "void", "netted"),
        ("drawn_hand_kongs", "void", "flat"),
        ("kong_bottom_payer", "all_three", "kong_feeder"),
        ("ron_payers", "discarder", "all_three"),
        ("multi_ron", "nearest", "all"),
        ("zha_model", "mutual_sum", "off", "mutual_max", "own_win_only", "dealer_pairs_only"),
        ("zha_max", 2, 0, 5),
        ("zha_pair_cap", None, 2),
        ("di_threshold", 8, 0, 12),
        ("di_start", 2, 1, 4),
        ("di_step", 2, 0, 1),
        ("di_streak", "reign", "strict", "role"),
        ("di_loss_measure", "paid_on_dealer_wins", "base_only", "net_all"),
        ("di_min_losses", 1, 2),
        ("di_step_mode", "up_to", "exact"),
        ("di_symmetric", True, False),
        ("di_cap", None, 2, 10),
    ],
    "play": [
        ("chow_claims", False, True),
        ("tail_tiles", 8, 0, 2, 14, 82),
        ("tail_replenished", False, True),
        ("tail_order", "front_first", "rear_first"),
        ("must_declare", True, False),
        ("decline_win", True, False),
        ("ready_kong", "waits_unchanged", "structure_unchanged", "still_ready", "added_only", "never"),
        ("kong_needs_own_draw", True, False),
        ("robbable_kongs", "added_and_fed", "fed_only"),
        ("kong_limit", 4, 1, 8, None),
        ("fourth_kong_dead_end", "draw", "continue"),
        ("chain_kong_by_other", True, False),
        ("haidi_undeclared", "may_decline_discard", "must_discard_any"),
        ("haidi_claims", "ron_only", "ron_and_kong", "all"),
        ("haidi_kong", False, True),
        ("same_tile_follow", "until_own_turn", "until_any_ready_turn", "adjacent_only", "off"),
        ("same_tile_own_discard", True, False),
        ("pass_recovery", True, False),
        ("pass_recovery_scope", "later_in_order", "next_only", "next_of_discarder"),
        ("tianhe_untouched", True, False),
        ("tianting_window", "before_own_first_draw", "before_first_discard"),
        ("tianting_reaction_ron", "dealer_first_discard", "until_own_draw", "off"),
        ("tianting_recall", False, True),
        ("tianting_after_kong", True, False),
        ("dealer_tianting", False, True),
        ("late_ready", "off", "before_next_discard", "with_consent"),
        ("concealed_kong_shown", True, False),
    ],
    "session": [
        ("dealer_after_win", "winner", "rotate_unless_dealer_wins"),
        ("drawn_hand_dealer", "stay", "next"),
        ("false_win_penalty", 3, 0, 5),
        ("false_win_dealer_bonus", False, True),
        ("false_win_kongs", "flat", "void"),
        ("bad_ready_play", "frozen", "free"),
        ("dead_hand_kongs", "count", "void"),
        ("wrong_meld_sanction", "dead", None),
        ("bad_ready_cutoff", "all_three_or_ckong", "any_one_or_ckong", "all_three_or_any_kong"),
        ("wind_change_minutes", 60, 0, 90),
        ("wind_change_per_player", 1, 0, 2),
        ("wind_change_dealer", "keeps_person", "east"),
        ("end_rule", "four_dealer_changes", "four_rotations", "four_hands", 16),
        ("settle_unit", 10, 1, 100),
        ("settle_method", "modular", "truncate"),
        ("settle_final_tie", "seat_order", "lot"),
    ],
}
ROWS = [(subject, *row) for subject, rows in OPTIONS.items() for row in rows]


def test_every_option_of_the_specification_exists_and_no_other():
    assert [(row.subject, row.name) for row in SoftEightRules.catalogue()] == [row[:2] for row in ROWS]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[1])
def test_an_option_has_the_default_of_the_text_and_takes_each_other_reading(row):
    subject, name, default, *others = row
    assert getattr(getattr(SOFT_EIGHT, subject), name) == default
    for value in others:
        variant = SOFT_EIGHT.replace(**{name: value})
        assert getattr(getattr(variant, subject), name) == value
        assert variant.differences() == {name: value}
        assert SoftEightRules.from_toml(variant.to_toml()) == variant
        assert variant.digest != SOFT_EIGHT.digest


def test_every_option_names_a_clause_of_the_text_and_says_what_it_is():
    for row in SoftEightRules.catalogue():
        article = int(row.clause.split(".")[0])
        assert 2 <= article <= 17
        assert row.doc


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("min_main_tiles", 0),
        ("min_main_tiles", 15),
        ("kong_tiles_counted", 5),
        ("tail_tiles", 7),
        ("tail_tiles", -2),
        ("tail_tiles", 84),
        ("kong_limit", 0),
        ("base_points", -1),
        ("fan_cap", 0),
        ("fans", ("PURE", "ROBBED")),
        ("zha_max", -1),
        ("di_min_losses", 0),
        ("di_start", 0),
        ("di_cap", 1),
        ("end_rule", 0),
        ("settle_unit", 0),
        ("dealer_bonus", 2.0),
        ("seven_pairs", None),
    ],
)
def test_nonsense_is_refused_by_name(name, value):
    with pytest.raises(RuleError, match=name):
        SoftEightRules(**{name: value})


def test_the_seven_fans_have_chinese_names_in_the_order_of_article_14():
    assert FAN_CODES == ("PURE", "DRAGON", "SEVEN", "KONGBOTTOM", "HAIDI", "TIANHE", "TIANTING")
    assert [fan.chinese for fan in FANS[:4]] == ["清一色", "一条龙", "七对", "杠底花"]
    assert [fan.chinese for fan in FANS[4:]] == ["海底捞", "庄家天和", "非庄家天听"]
    assert [fan.clause for fan in FANS] == [f"14.{n}" for n in range(1, 8)]


def test_every_number_has_a_bound():
    for row in SoftEightRules.catalogue():
        if isinstance(row.allowed, Allowed) and row.allowed.low is not None:
            assert row.allowed.high is not None
            assert row.allowed.high <= 1_000_000
            with pytest.raises(RuleError, match=f"^{row.name} is "):
                SoftEightRules(**{row.name: 1_000_002})


@pytest.mark.parametrize(
    "options",
    [
        {"fan_value": 100, "fan_formula": "exponential"},
        {"fan_value": 10**6, "fan_formula": "exponential"},
        {"fan_value": 10**6, "base_points": 10**6},
        {"fan_value": 10**4, "zha_max": 10**6},
        {"fan_value": 10**4, "kong_open_points": 10**6},
        {"fan_value": 10**4, "dealer_bonus": 10**6, "dealer_bonus_on_kong": True},
    ],
)
def test_rules_under_which_a_hand_could_move_more_than_32_bits_hold_are_refused(options):
    with pytest.raises(RuleError, match=r"below 2147483648.*clause 15"):
        SoftEightRules(**options)


@pytest.mark.parametrize(
    "options",
    [
        {"fan_value": 100, "fan_formula": "exponential", "fan_cap": 10},
        {"fan_value": 10**6},
        {"zha_max": 10**6},
        {"base_points": 10**6, "base_points_pure": 10**6},
        {"fan_value": 10**4, "zha_max": 10**6, "zha_model": "off"},
        {"fan_value": 10**4, "zha_max": 10**6, "zha_pair_cap": 2},
    ],
)
def test_large_numbers_that_fit_are_rules(options):
    assert SoftEightRules(**options).differences() == options
