"""A researcher's own rules of Chinese Official Mahjong: fans gone, other points, other exclusions, new fans.

The slow scorer of the tests knows the first three. It follows section 5.3 to the letter even where a shape's
own fan is changed, while here everything is in the rows of the catalogue: what a row excludes is all that it
takes away. The changes that the two read differently are named with their reasons.
"""

from functools import cache

import numpy as np
import pytest

import mjcore as mj
from mjcore.tables.families import CHOW_EDGES, PUNG_EDGES, PUNG_PAIR_EDGES, TERMINAL_CHOWS
from mjcore.words.errors import RuleError
from mjcore.words.fan_changes import NewFan
from mjcore.words.fans import FAN_BY_KEY, FAN_KEYS, FANS
from mjcore.words.mcr import MCR, MCR_1998, MCR_2006, McrRules
from mjcore.words.tiles import parse_tiles
from tests.mjcore.hand_rows import copies_held
from tests.mjcore.mcr_wins import column, fans_of, options_of, texts
from tests.oracles import mcr
from tests.oracles.mcr import score_row
from tests.oracles.mcr_catalogue import INHERENTLY_CONCEALED
from tests.oracles.mcr_readings import Declared, readings
from tests.oracles.random_wins import MIXTURE, RARE, random_wins
from tests.oracles.sets import meld_of_code

SEED = 20_260_602
COMBINED = {*CHOW_EDGES, *TERMINAL_CHOWS, *PUNG_EDGES, *PUNG_PAIR_EDGES}
WAITS = {"edge_wait", "closed_wait", "single_wait"}

#: Fans that the slow scorer misses in another way when they do not exist.
GONE_OTHERWISE = {
    "thirteen_orphans": "the shape has the fans that its tiles show, and not only those of 5.3",
    "seven_pairs": "the same; and it is a concealed hand like another",
    "greater_honors_and_knitted_tiles": "the same",
    "lesser_honors_and_knitted_tiles": "the same",
    "nine_gates": "no Nine Gates speaks for a pung of terminals",
}
#: Fans that the slow scorer frees in another way when they exclude nothing.
FREE_OTHERWISE = {
    **dict.fromkeys(INHERENTLY_CONCEALED, "the slow scorer never raises the fans of concealment beside it"),
    **dict.fromkeys(
        ("big_three_dragons", "little_three_dragons", "two_dragon_pungs"),
        "the slow scorer counts dragon pungs set by set",
    ),
}


@cache
def wins(n, seed):
    return random_wins(np.random.default_rng([SEED, seed]), n, mixture={**MIXTURE, **RARE, "themed": 60})


def assert_worth_the_same(rows, rules, *, lists=True):
    options, results = options_of(rules), mj.score(rows, rules)
    for text, row, result in zip(texts(rows), rows, results, strict=True):
        expected = score_row(row, options)
        found = (bool(result["legal"]), int(result["points"]), int(result["flowers"]))
        assert found == expected[:3], text
        if lists:
            assert fans_of(result) == expected.fans, text
    assert np.array_equal(mj.points(rows, rules), results["points"])


def sample(keys, few):
    """All keys as slow cases, and a few of them as quick ones."""
    return [*few, *(pytest.param(key, marks=pytest.mark.slow) for key in keys if key not in few)]


# Fans gone, free of their exclusions, and worth something else


@pytest.mark.parametrize(
    "key",
    sample(
        [key for key in FAN_KEYS if key not in GONE_OTHERWISE],
        ["fully_concealed_hand", "full_flush", "last_tile_draw", "tile_hog", "chicken_hand"],
    ),
)
def test_a_fan_that_does_not_exist_is_missed_as_the_slow_scorer_says(key):
    rules = McrRules(disabled=[key])
    assert_worth_the_same(wins(1_000, 1), rules)
    assert not column(mj.score(wins(1_000, 1), rules), key).any()


@pytest.mark.parametrize("key", GONE_OTHERWISE)
def test_a_fan_that_does_not_exist_never_counts(key):
    rows = wins(20_000, 2)
    usual, without = mj.score(rows, MCR), mj.score(rows, McrRules(disabled=[key]))
    assert not column(without, key).any()
    untouched = column(usual, key) == 0
    assert np.array_equal(usual["points"][untouched], without["points"][untouched])


@pytest.mark.parametrize(
    "key",
    sample(
        [fan.key for fan in FANS if fan.excludes and fan.key not in FREE_OTHERWISE],
        ["fully_concealed_hand", "all_terminals", "last_tile_draw", "all_chows"],
    ),
)
def test_a_fan_that_excludes_nothing_frees_what_the_slow_scorer_says(key):
    assert_worth_the_same(wins(1_000, 1), McrRules(excludes={key: ()}))


@pytest.mark.parametrize("key", sorted(FREE_OTHERWISE))
def test_a_fan_that_excludes_nothing_counts_beside_all_that_hold(key):
    rows = wins(20_000, 2)
    usual, free = mj.score(rows, MCR), mj.score(rows, McrRules(excludes={key: ()}))
    with_it = (column(usual, key) > 0) & (column(free, key) > 0)
    assert with_it.any()
    assert (free["points"] >= usual["points"]).all()
    more = (free["fans"][with_it] > usual["fans"][with_it]).any(axis=0)
    assert set(FAN_BY_KEY[key].excludes) & {row.key for row in FANS if more[row.number - 1]}


#: Fans of sets and of places of the winning tile, whose points decide how a hand is read.
READ_BY = sorted(COMBINED | WAITS | {key for key in FAN_KEYS if key.endswith(("_pung", "_pungs", "_wind"))})


def changed_rules(rng):
    """Rules with some fans worth something else or gone, most often such as decide how a hand is read."""
    keys = READ_BY if rng.random() < 0.6 else FAN_KEYS
    points = {
        key: int(rng.integers(0, 40)) for key in rng.choice(keys, size=rng.integers(1, 8), replace=False)
    }
    gone = [
        key for key in rng.choice(keys, size=rng.integers(0, 4), replace=False) if key not in GONE_OTHERWISE
    ]
    return McrRules(points={key: n for key, n in points.items() if key not in gone}, disabled=gone)


@pytest.mark.parametrize(
    "seed", [*range(6), *(pytest.param(n, marks=pytest.mark.slow) for n in range(6, 60))]
)
def test_other_rules_are_worth_what_the_slow_scorer_says(seed):
    rules = changed_rules(np.random.default_rng([SEED, 3, seed]))
    assert_worth_the_same(wins(1_000, 1) if seed < 6 else wins(1_000, 10 + seed), rules, lists=False)


def in_order(rules):
    """What is left of raised fans for the slow scorer, an excluded fan excluding nothing."""

    def settled(fans, reading, hand):
        fans = {key: n for key, n in fans.items() if n and key not in hand.options.disabled}
        fans |= dict.fromkeys(mcr._concealment(fans, reading, hand), 1)
        kept = {}
        for fan in rules.fan_rows():
            if fan.key in fans and not any(fan.key in hand.absorptions[other] for other in kept):
                kept[fan.key] = fans[fan.key]
        return kept

    return settled


SWITCHES = [
    "fully_concealed_with_concealed_fans",
    "seven_pairs_tile_fans",
    "tile_hog_honors",
    "knitted_straight_in_lesser",
    "knitted_straight_all_chows",
    "knitted_straight_body_waits",
    "wait_counts_exhausted",
    "all_terminals_triple_pung",
    "all_terminals_double_pung",
    "forced_one_voided_suit",
    "discard_completes_melded_pung",
    "stack_44_46",
    "all_pungs_with_18",
    "all_types_any_blocks",
    "tile_hog_repeats",
]


@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(n, marks=pytest.mark.slow) for n in range(4, 40))]
)
def test_other_exclusions_and_options_too_are_worth_what_the_slow_scorer_says(seed, monkeypatch):
    rng = np.random.default_rng([SEED, 5, seed])
    excludes = {}
    for key in rng.choice(FAN_KEYS, size=3, replace=False).tolist():
        later = [
            fan for fan in FAN_KEYS[FAN_KEYS.index(key) + 1 :] if fan not in ("flower_tiles", "dragon_pung")
        ]
        if key not in FREE_OTHERWISE and later:
            excludes[key] = rng.choice(later, size=min(len(later), 3), replace=False).tolist()
    options = {key: bool(rng.integers(2)) for key in rng.choice(SWITCHES, size=4, replace=False).tolist()}
    rules = changed_rules(rng).replace(excludes=excludes, **options)
    monkeypatch.setattr(mcr, "_settled", in_order(rules))
    assert_worth_the_same(wins(500, 200 + seed), rules, lists=False)


#: Hands that fixed choices read wrongly: text, seat and prevalent wind, source, rules, points.
READ_WRONGLY_ONCE = [
    ("[234m] 3456777889m +7m", "SS", "discard", {"points": {"closed_wait": 10}}, 39),
    ("1233777888999m +3m", "EE", "discard", {"disabled": ["edge_wait"]}, 68),
    ("22255m22234p222s +2p", "WW", "discard", {"disabled": ["three_concealed_pungs"]}, 24),
    ("22255m22234p222s +2p", "WW", "discard", {"points": {"two_concealed_pungs": 30}}, 52),
    ("678m99p234456s33z +3z", "WS", "wall", {"disabled": ["seat_wind"]}, 5),
    ("[111z][222z][333z]23m99p +4m", "NN", "discard", {"disabled": ["big_three_winds"]}, 4),
    ("333m22s55666777z +5z", "SS", "discard", {"disabled": ["big_three_dragons"]}, 33),
    ("1999m999p111999s +1m", "EE", "discard", {"points": {"double_pung": 25}}, 145),
    ("[123m][123m]1123388m +2m", "EE", "wall", {"points": {"tile_hog": 46}}, 191),
    ("111s3344555666z +4z", "EE", "wall", {"points": {"dragon_pung": 20}}, 143),
    ("1112223344455z +3z", "EE", "wall", {"points": {"big_four_winds": 12}}, 145),
]


@pytest.mark.parametrize(("text", "winds", "source", "changes", "points"), READ_WRONGLY_ONCE)
def test_a_hand_is_read_where_it_is_worth_most(text, winds, source, changes, points):
    rules = McrRules(**changes)
    win = mj.parse_hand(text).win(source=source, seat_wind=winds[0], prevalent_wind=winds[1])
    assert score_row(mj.hand_array([win])[0], options_of(rules)).points == points
    assert mj.points(win, rules) == points
    assert mj.explain(win, rules).points["total"] == points


@pytest.mark.parametrize("seed", range(4))
def test_an_explanation_under_other_rules_has_the_fans_of_the_score(seed):
    rng = np.random.default_rng([SEED, 4, seed])
    rules, rows = changed_rules(rng), random_wins(rng, 40, mixture={**MIXTURE, **RARE, "themed": 60})
    asked = rng.choice(FAN_KEYS, size=3).tolist()
    new = {f"with_{key}": NewFan(points=int(rng.integers(1, 90)), together=[key]) for key in asked}
    rules = rules.replace(new_fans=new, initial_win_wait_fans=bool(seed % 2))
    for row, result in zip(rows, mj.score(rows, rules), strict=True):
        said = mj.explain(mj.hand_of(row), rules)
        assert {fan.code: fan.times for fan in said.fans} == fans_of(result, rules)


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("[111z][222z][333z]1233p +3p", {"disabled": ["edge_wait"], "points": {"single_wait": 0}}),
        ("[111z][222z][333z]4556p +5p", {"disabled": ["closed_wait"], "points": {"single_wait": 0}}),
        (
            "[123m][345m][678s]1233p +3p",
            {"points": {"edge_wait": 2}, "new_fans": {"t": NewFan(points=1, together=["single_wait"])}},
        ),
    ],
)
def test_of_places_worth_the_same_score_and_explanation_take_the_same(text, changes):
    rules = McrRules(**changes)
    said = mj.explain(text, rules)
    assert {fan.code: fan.times for fan in said.fans} == fans_of(mj.score(text, rules), rules)


@pytest.mark.parametrize("rules", [MCR, MCR_1998, MCR_2006], ids=["MCR", "1998", "2006"])
def test_under_the_usual_rules_the_usual_place_of_the_winning_tile_is_the_best(rules):
    """Points that no hand has, of a fan that is gone: all places are tried, and none is better."""
    rows = wins(100_000, 7)
    tried = rules.replace(disabled=[], new_fans={"ours": NewFan(points=1, together=["chicken_hand"])})
    assert tried.has_other_fans
    assert np.array_equal(mj.points(rows, rules), mj.points(rows, tried))


def test_flowers_add_what_the_rules_say_that_they_do():
    win = mj.parse_hand("[123m][345m] 56s678p33z +7s").win(flowers=3)
    for changes, flowers, times in (
        ({}, 3, 3),
        ({"points": {"flower_tiles": 5}}, 15, 3),
        ({"disabled": ["flower_tiles"]}, 0, 0),
    ):
        result = mj.score(win, McrRules(**changes))[()]
        assert (int(result["flowers"]), int(column(result, "flower_tiles"))) == (flowers, times)
        assert mj.explain(win, McrRules(**changes)).points["flowers"] == flowers
        paid = mj.payments(win, McrRules(**changes), winner=0, payer=1)
        assert paid.tolist() == [3 * 8 + 8 + flowers, -8 - 8 - flowers, -8, -8]


def test_combinations_worth_more_are_worth_more():
    text, rules = "12345679m22p345s +8m", McrRules(points={"pure_straight": 24})
    assert mj.points(text, rules) - mj.points(text, MCR) == 24 - 16


# New fans

SIMPLE_KINDS = "2345678m2345678p2345678s"


def within(rows, text):
    """Whether each hand has no other tiles."""
    allowed = np.isin(np.arange(34), parse_tiles(text))
    return (copies_held(rows) + (np.arange(34) == rows["winning_tile"][:, None]))[:, ~allowed].sum(
        axis=1
    ) == 0


def with_new(points=1_000, **conditions):
    return McrRules(new_fans={"ours": NewFan(points=points, **conditions)})


def counted(results):
    return results["fans"][:, len(FANS)] > 0


@pytest.mark.parametrize(
    "text", [SIMPLE_KINDS, "123456789p", "1234567z19m19p19s", "123456789m123456789s1234567z"]
)
def test_a_new_fan_within_kinds_counts_for_every_hand_of_them(text):
    rows, rules = wins(20_000, 5), with_new(within=text)
    results, usual = mj.score(rows, rules), mj.score(rows, MCR)
    holds = within(rows, text)
    assert 20 < holds.sum() < len(rows)
    assert np.array_equal(counted(results), holds)
    base = np.where(column(usual, "chicken_hand") > 0, 0, usual["points"])
    assert np.array_equal(results["points"], np.where(holds, base + 1_000, usual["points"]))
    assert np.array_equal(mj.points(rows, rules), results["points"])


def is_touching(row, kinds):
    """Whether some reading as four sets and a pair has one of the kinds in each block."""
    declared = [Declared(*meld_of_code(code), code >> 6 == 3) for code in row["melds"].tolist() if code]
    counts = row["concealed"].astype(int) + (np.arange(34) == row["winning_tile"])
    return any(
        all(kinds & {*block.kinds()} for block in reading.sets) and reading.pair in kinds
        for reading in readings(counts.tolist(), declared, None, claimed=False)
        if reading.form == "standard"
    )


@pytest.mark.parametrize(
    "text", ["258m258p258s", "34567m34567p34567s1234567z", "1234567z19m19p19s", "5m5p5s"]
)
def test_a_new_fan_touching_kinds_needs_one_in_every_block_of_a_reading(text):
    rows, kinds = wins(6_000, 6), set(parse_tiles(text).tolist())
    results = mj.score(rows, with_new(touching=text))
    expected = [is_touching(row, kinds) for row in rows]
    assert counted(results).tolist() == expected
    assert any(expected)


def test_touching_terminals_and_honours_is_the_outside_hand():
    rows = wins(20_000, 5)
    touching = with_new(points=1, touching="19m19p19s1234567z", excluded_by=["outside_hand"])
    usual = mj.score(rows, MCR)
    outside = column(usual, "outside_hand") > 0
    assert outside.any()
    assert np.array_equal(mj.score(rows, touching)["fans"][outside, : len(FANS)], usual["fans"][outside])
    assert not counted(mj.score(rows, touching))[outside].any()
    assert counted(mj.score(rows, with_new(points=1, touching="19m19p19s1234567z")))[outside].all()


@pytest.mark.parametrize(
    ("together", "text"),
    [
        (["all_pungs"], "[111m][999p] 11199s44z +9s"),  # excluded by All Terminals and Honors
        (["all_terminals_and_honors", "all_pungs"], "[111m][999p] 11199s44z +9s"),
        (["seven_pairs", "tile_hog"], "22p44p88p5577s555z +5z"),
        (["knitted_straight", "all_types"], "147m258p369s33z66z +6z"),
        (["no_honors", "all_chows"], "123456m789p4577s +6s"),
        (["thirteen_orphans"], "19m19p19s1234567z +5z"),
        (["greater_honors_and_knitted_tiles", "all_types"], "258m36p14s124567z +3z"),
        (["last_tile", "edge_wait"], "[123m] 12p456s789s55z +3p"),
    ],
)
def test_a_new_fan_together_with_others_counts_even_if_they_are_not_counted(together, text):
    how = {"last_copy": True} if "last_tile" in together else {}
    win = mj.parse_hand(text).win(**how)
    usual = mj.score(win, MCR)
    assert usual["form"] > 0
    result = mj.score(win, with_new(points=5, together=together))
    assert result["fans"][len(FANS)] == 1
    assert result["points"] == usual["points"] + 5


@pytest.mark.parametrize("together", [["all_chows", "full_flush"], ["tile_hog", "half_flush"], ["all_pungs"]])
def test_a_new_fan_together_never_counts_without_the_others(together):
    rows = wins(20_000, 5)
    usual, results = mj.score(rows, MCR), mj.score(rows, with_new(points=5, together=together))
    both = np.logical_and.reduce([column(usual, key) > 0 for key in together])
    assert both.any()
    assert counted(results)[both].all()
    beside = counted(results) & ~both
    free = McrRules(excludes={fan.key: () for fan in FANS if set(fan.excludes) & set(together)})
    raised = np.logical_and.reduce([column(mj.score(rows, free), key) > 0 for key in together])
    assert not (beside & ~raised & (usual["form"] != 1)).any()


def test_a_new_fan_excludes_and_is_excluded():
    text = "123456m789p4577s +6s"
    usual = fans_of(mj.score(text, MCR))
    assert "all_chows" in usual
    rules = with_new(points=5, within="123456789m123456789p123456789s", excludes=["all_chows"])
    result = fans_of(mj.score(text, rules), rules)
    assert result == {key: n for key, n in usual.items() if key != "all_chows"} | {"ours": 1, "no_honors": 1}
    rules = with_new(points=1, within="123456789m123456789p123456789s", excluded_by=["all_chows"])
    assert fans_of(mj.score(text, rules), rules) == usual


def test_as_many_new_fans_as_there_is_room_for():
    new = {f"fan_{n}": NewFan(points=n + 1, within="123456789m") for n in range(47)}
    with pytest.raises(RuleError, match=r"at most 46 new fans are possible, not 47 \(clause 4\)"):
        McrRules(new_fans=new)
    del new["fan_0"]
    assert mj.score("1112345678999m +1m", McrRules(new_fans=new))["fans"][len(FANS) :].tolist() == [1] * 46


def test_new_fans_stand_behind_the_others_in_the_order_of_their_keys():
    new = {f"fan_{n:02}": NewFan(points=n + 1, within="123456789m") for n in reversed(range(40))}
    rules = McrRules(new_fans={**new, "a": NewFan(points=3, within="1z"), "z": NewFan(points=3, within="1z")})
    result = mj.score("1112345678999m +1m", rules)
    assert list(rules.fans.new_fans) == ["a", *sorted(new), "z"]
    assert result["fans"].shape == (len(FANS) + 42,)
    assert result["fans"][len(FANS) :].tolist() == [0, *[1] * 40, 0]
    assert result["points"] == mj.points("1112345678999m +1m", MCR) + sum(range(1, 41))


def test_a_chicken_hand_has_no_new_fan():
    rows = wins(20_000, 5)
    usual = mj.score(rows, MCR)
    chicken = column(usual, "chicken_hand") > 0
    results = mj.score(rows[chicken], with_new(points=3, within="123456789m123456789p123456789s1234567z"))
    assert (results["points"] == 3).all()
    assert not column(results, "chicken_hand").any()


@pytest.mark.parametrize(
    "conditions",
    [
        {"within": SIMPLE_KINDS, "touching": "258m258p258s"},
        {"within": SIMPLE_KINDS, "together": ["tile_hog"]},
        {"touching": "258m258p258s", "together": ["self_drawn"]},
        {"within": SIMPLE_KINDS, "touching": "34567m34567p34567s", "together": ["self_drawn"]},
    ],
    ids=str,
)
def test_all_conditions_of_a_new_fan_must_hold(conditions):
    rows = wins(20_000, 5)
    found = counted(mj.score(rows, with_new(points=1_000, **conditions)))
    alone = [
        counted(mj.score(rows, with_new(points=1_000, **{name: value}))) for name, value in conditions.items()
    ]
    assert found.any()
    assert not (found & ~np.logical_and.reduce(alone)).any()
    one_reading = np.array([n_readings(row) == 1 for row in rows])
    assert np.array_equal(found[one_reading], np.logical_and.reduce(alone)[one_reading])


def n_readings(row):
    """How many readings a hand has, the tile that won left out of account."""
    declared = [Declared(*meld_of_code(code), code >> 6 == 3) for code in row["melds"].tolist() if code]
    counts = row["concealed"].astype(int) + (np.arange(34) == row["winning_tile"])
    return sum(1 for _ in readings(counts.tolist(), declared, None, claimed=False))


def test_a_new_fan_together_with_one_that_does_not_exist_never_counts():
    text = "12345678m456p22s +9m"
    rules = with_new(together=["pure_straight"])
    assert fans_of(mj.score(text, rules), rules)["ours"] == 1
    rules = rules.replace(disabled=["pure_straight"])
    assert "ours" not in fans_of(mj.score(text, rules), rules)
    assert "ours" not in {fan.code for fan in mj.explain(text, rules).fans}
