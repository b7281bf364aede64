"""The options of Chinese Official Mahjong, the presets, and what options do to the rows of fans."""

import copy
import pickle

import pytest

from mjcore.words.errors import RuleError
from mjcore.words.fan_changes import NewFan
from mjcore.words.fans import FAN_BY_KEY, FAN_KEYS, FAN_ROWS, FANS
from mjcore.words.frozen import FrozenMapping
from mjcore.words.mcr import MCR, MCR_1998, MCR_2006, McrRules
from mjcore.words.soft_eight import SOFT_EIGHT, SoftEightRules

EVEN = NewFan(points=24, within="2468m2468p2468s", excludes=("all_simples",))

#: Option, its default, other values; None is the specification's ``none``.
OPTIONS = {
    "scoring": [
        ("min_points", 8, 0, 6, 24),
        ("mixed_kongs", 5, 6, "separate"),
        ("fully_concealed_with_concealed_fans", False, True),
        ("seven_pairs_tile_fans", True, False),
        ("tile_hog_honors", True, False),
        ("knitted_straight_in_lesser", True, False),
        ("knitted_straight_all_chows", True, False),
        ("knitted_straight_body_waits", True, False),
        ("wait_counts_exhausted", True, False),
        ("nine_gates_terminal_pungs", "absorb_one", "absorb_all", "absorb_none"),
        ("all_terminals_triple_pung", True, False),
        ("all_terminals_double_pung", False, True),
        ("forced_one_voided_suit", True, False),
        ("discard_completes_melded_pung", True, False),
        ("stack_44_46", True, False),
        ("all_pungs_with_18", False, True),
        ("all_types_any_blocks", True, False),
        ("tile_hog_repeats", True, False),
        ("melded_hand_added_kong", True, False),
        ("melded_hand_robbed_tile", True, False),
        ("flowers", True, False),
    ],
    "play": [
        ("false_win", "illegal", "penalty10"),
        ("stake", 1, 2, 100),
        ("dealer_repeats", False, True),
        ("flower_policy", "immediate", "free"),
        ("chow_claims", True, False),
        ("must_declare", False, True),
        (
            "ready_kong",
            "waits_unchanged",
            "structure_unchanged",
            "still_ready",
            "added_only",
            "never",
        ),
        ("late_added_kong", True, False),
        ("swap_calling", "allowed"),
        ("passing_restriction", None),
        ("last_tile_claims", "hu_only"),
        ("direct_kong_robbable", False, True),
        ("initial_win_wait_fans", False, True),
    ],
    "fans": [
        ("points", {}, {"pure_straight": 24}, {"self_drawn": 0, "big_four_winds": 100}),
        ("disabled", (), ("chicken_hand",), ("big_four_winds", "flower_tiles")),
        ("excludes", {}, {"reversible_tiles": ()}, {"all_fives": ("no_honors", "self_drawn")}),
        (
            "new_fans",
            {},
            {"even": EVEN},
            {"a": NewFan(touching="5m5p5s"), "b": NewFan(together=("all_pungs",))},
        ),
    ],
}
ROWS = [(subject, *row) for subject, rows in OPTIONS.items() for row in rows]


def rows_of(rules):
    return {fan.key: fan for fan in rules.fan_rows()}


def test_every_option_of_the_specification_exists_and_those_of_hybrid_games():
    assert [(row.subject, row.name) for row in McrRules.catalogue()] == [row[:2] for row in ROWS]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[1])
def test_an_option_has_its_default_and_takes_each_other_reading(row):
    subject, name, default, *others = row
    assert getattr(getattr(MCR, subject), name) == default
    for value in others:
        variant = MCR.replace(**{name: value})
        assert getattr(getattr(variant, subject), name) == value
        assert variant.differences() == {name: value}
        assert McrRules.from_toml(variant.to_toml()) == variant
        assert eval(repr(variant)) == variant
        assert variant.digest != MCR.digest
        assert hash(variant) == hash(McrRules(**{name: value}))
        assert pickle.loads(pickle.dumps(variant)) == copy.deepcopy(variant) == variant
        assert variant.replace(**{name: default}) == MCR


def test_every_option_names_a_section_of_the_rules_and_says_what_it_is():
    for row in McrRules.catalogue():
        assert 2 <= int(row.clause.split(".")[0]) <= 9
        assert row.doc


def test_presets_differ_where_their_books_do():
    assert MCR.differences() == {}
    assert MCR_1998.differences() == {"mixed_kongs": "separate"}
    assert MCR_2006.differences() == {
        "mixed_kongs": 6,
        "fully_concealed_with_concealed_fans": True,
        "tile_hog_honors": False,
        "knitted_straight_body_waits": False,
        "nine_gates_terminal_pungs": "absorb_all",
        "all_terminals_double_pung": True,
        "points": {"two_concealed_kongs": 8},
    }
    assert len({rules.digest for rules in (MCR, MCR_1998, MCR_2006, SOFT_EIGHT)}) == 4


def test_rules_of_different_games_are_never_equal_nor_read_as_each_other():
    assert MCR != SOFT_EIGHT
    with pytest.raises(RuleError, match="rules of 'mcr', not of 'soft_eight'"):
        SoftEightRules.from_toml(MCR.to_toml())


def test_tables_are_kept_in_the_order_of_the_rows_whatever_order_they_came_in():
    one = McrRules(points={"self_drawn": 2, "full_flush": 20})
    other = McrRules(points=FrozenMapping({"full_flush": 20, "self_drawn": 2}))
    assert list(one.fans.points) == ["full_flush", "self_drawn"]
    assert one.to_toml() == other.to_toml()
    assert {one: 1}[other] == 1
    assert repr(one) == "McrRules(points={'full_flush': 20, 'self_drawn': 2})"
    both = {"b": EVEN, "a": EVEN}
    assert list(McrRules(new_fans=both).fans.new_fans) == ["a", "b"]


def test_tables_cannot_be_changed_afterwards():
    points = {"full_flush": 20}
    rules = McrRules(points=points)
    points["full_flush"] = 0
    assert rules.fans.points["full_flush"] == 20
    with pytest.raises(TypeError):
        rules.fans.points["full_flush"] = 0


def test_toml_needs_only_what_is_changed_also_inside_tables():
    text = """
    [scoring]
    min_points = 6
    [fans]
    disabled = ["chicken_hand"]
    [fans.points]
    pure_straight = 24
    [fans.excludes]
    all_fives = ["no_honors"]
    [fans.new_fans.even]
    points = 24
    within = "8642m8642p8642s"
    excludes = ["all_simples"]
    """
    assert McrRules.from_toml(text) == McrRules(
        min_points=6,
        disabled=["chicken_hand"],
        points={"pure_straight": 24},
        excludes={"all_fives": ["no_honors"]},
        new_fans={"even": EVEN},
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"min_points": -1}, "min_points is a whole number from 0"),
        ({"mixed_kongs": 7}, "mixed_kongs is 5, 6 or separate, not 7"),
        ({"mixed_kongs": "seperate"}, "did you mean separate"),
        ({"stake": 0}, "stake is a whole number from 1"),
        ({"swap_calling": "forbidden"}, "swap_calling is allowed, not 'forbidden'"),
        ({"points": {"pure_strait": 24}}, "points: there is no 'pure_strait'; did you mean pure_straight"),
        (
            {"points": {"pure_straight": 2.5}},
            "points: pure_straight is a whole number from 0 to 10000, not 2.5",
        ),
        ({"points": {"pure_straight": True}}, "not True"),
        ({"points": {1: 2}}, "points: 1 is no name"),
        ({"points": 24}, "points is a table of names, each with a whole number .* not 24"),
        ({"disabled": "chicken_hand"}, r"disabled must be a list: write \['chicken_hand'\]"),
        ({"disabled": [1]}, "disabled is any of the 82 from big_four_winds to flower_tiles, .* 1 is none of"),
        ({"excludes": {"all_pungs": "full_flush"}}, "excludes: all_pungs must be a list: write"),
        ({"disabled": ["chiken_hand"]}, "not 'chiken_hand'; did you mean chicken_hand"),
        ({"excludes": {"all_pungs": ["nothing"]}}, "excludes: all_pungs is any of the 82"),
        (
            {"excludes": {"all_pungs": ["all_honors"]}},
            "all_pungs cannot exclude all_honors, .* not come after",
        ),
        ({"excludes": {"all_pungs": ["all_pungs"]}}, "all_pungs cannot exclude all_pungs"),
        ({"new_fans": {"all_pungs": EVEN}}, "'all_pungs' is a fan already"),
        ({"new_fans": {"all evens": EVEN}}, "'all evens' is no name"),
        ({"new_fans": {"even": {"points": 4}}}, "even: a new fan needs a condition"),
        ({"new_fans": {"even": {"whithin": "2m"}}}, "even: a new fan has no 'whithin'"),
        ({"new_fans": {"even": {"within": "2x"}}}, "even: within: 'x' at character 2"),
        ({"new_fans": {"even": {"within": 2}}}, "within is none or text of tiles, not 2"),
        ({"new_fans": {"even": {"within": "2m", "english": "a\nb"}}}, "english is a name of at most 60"),
        ({"new_fans": {"even": 24}}, "even is a NewFan or a table of its values, not 24"),
        ({"new_fans": {"x": {"within": "1m", "excludes": ["all_pungs"]}}}, "x cannot exclude all_pungs"),
        (
            {"new_fans": {"x": {"within": "1m", "points": 9, "excluded_by": ["all_pungs"]}}},
            "all_pungs cannot exclude x",
        ),
        (
            {"mixed_kongs": "separate", "points": {"concealed_kong_and_melded_kong": 4}},
            "no points of its own where mixed_kongs is separate",
        ),
    ],
)
def test_nonsense_is_refused_by_name(options, message):
    with pytest.raises(RuleError, match=message):
        McrRules(**options)


# What options do to the rows


def test_without_changes_the_rows_are_the_catalogue():
    assert MCR.fan_rows() == FAN_ROWS


@pytest.mark.parametrize(
    "rules", [MCR_1998, MCR_2006, McrRules(forced_one_voided_suit=False, stack_44_46=False)]
)
def test_rows_of_every_rule_set_exclude_later_rows_only(rules):
    keys = [fan.key for fan in rules.fan_rows()]
    for fan in rules.fan_rows():
        for other in fan.excludes:
            assert keys.index(other) > keys.index(fan.key) if other in keys else other in FAN_KEYS


@pytest.mark.parametrize(
    ("options", "added", "removed"),
    [
        (
            {"fully_concealed_with_concealed_fans": True},
            [],
            [
                (key, "fully_concealed_hand")
                for key in FAN_KEYS
                if "fully_concealed_hand" in FAN_BY_KEY[key].excludes
            ],
        ),
        ({"all_terminals_double_pung": True}, [], [("all_terminals", "double_pung")]),
        ({"all_pungs_with_18": True}, [], [("all_terminals_and_honors", "all_pungs")]),
        (
            {"knitted_straight_in_lesser": False},
            [("lesser_honors_and_knitted_tiles", "knitted_straight")],
            [],
        ),
        (
            {"nine_gates_terminal_pungs": "absorb_all"},
            [("nine_gates", "pung_of_terminals_or_honors")],
            [],
        ),
        ({"nine_gates_terminal_pungs": "absorb_none"}, [], []),
        ({"all_terminals_triple_pung": False}, [("all_terminals", "triple_pung")], []),
        ({"stack_44_46": False}, [("last_tile_draw", "out_with_replacement_tile")], []),
        (
            {"forced_one_voided_suit": False},
            [(fan.key, "one_voided_suit") for fan in FANS if fan.number in (2, 10, 14, 15, 16, 38)],
            [],
        ),
        ({"excludes": {"reversible_tiles": ()}}, [], [("reversible_tiles", "one_voided_suit")]),
        ({"excludes": {"pure_straight": ("all_chows",)}}, [("pure_straight", "all_chows")], []),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_an_option_that_is_an_exclusion_changes_its_rows_and_is_named_as_their_source(
    options, added, removed
):
    def pairs(rows):
        return {(fan.key, other) for fan in rows for other in fan.excludes}

    rows = McrRules(**options).fan_rows()
    assert pairs(rows) - pairs(FANS) == set(added)
    assert pairs(FANS) - pairs(rows) == set(removed)
    (name,) = options
    for key, other in added:
        assert next(fan for fan in rows if fan.key == key).excludes[other] == name


def test_mixed_kongs_are_worth_what_the_option_says_or_are_no_fan():
    key = "concealed_kong_and_melded_kong"
    assert [rows_of(rules)[key].points for rules in (MCR, MCR_2006)] == [5, 6]
    assert key not in rows_of(MCR_1998)
    assert rows_of(McrRules(mixed_kongs=6, points={key: 4}))[key].points == 4


def test_a_fan_with_other_points_keeps_its_place_and_a_disabled_one_has_none():
    rules = McrRules(points={"self_drawn": 100}, disabled=["full_flush"])
    keys = [fan.key for fan in rules.fan_rows()]
    assert keys == [key for key in FAN_KEYS if key != "full_flush"]
    assert rows_of(rules)["self_drawn"].points == 100


def test_replaced_exclusions_go_before_other_options():
    rules = McrRules(excludes={"all_terminals_and_honors": ("all_pungs",)}, all_pungs_with_18=True)
    assert rows_of(rules)["all_terminals_and_honors"].excludes == {"all_pungs": "excludes"}


def test_a_new_fan_has_a_row_a_number_a_name_and_its_place_among_the_points():
    fives = {"points": 3, "touching": "5m", "excluded_by": ["all_fives"]}
    rules = McrRules(new_fans={"even": EVEN, "fives": fives})
    rows = rules.fan_rows()
    keys = [fan.key for fan in rows]
    even, fives = rows_of(rules)["even"], rows_of(rules)["fives"]
    assert (even.number, even.english, even.points) == (83, "Even", 24)
    assert even.excludes == {"all_simples": "new_fans"}
    assert even.meaning == "only 2468m2468p2468s"
    assert keys[keys.index("even") + 1] == "seven_pairs"
    assert keys[keys.index("fives") - 1 : keys.index("fives") + 2] == ["last_tile", "fives", "dragon_pung"]
    assert rows_of(rules)["all_fives"].excludes["fives"] == "new_fans"
    assert fives.number == 84


def test_an_unknown_value_of_a_new_fan_is_named_in_short():
    with pytest.raises(RuleError, match="a new fan has no 'aaa") as caught:
        McrRules(new_fans={"mine": {"a" * 10**6: 1}})
    assert len(str(caught.value)) < 200
