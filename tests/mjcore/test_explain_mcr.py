"""What is said of a hand of Chinese Official Mahjong agrees with its score, and says why."""

import json
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from mjcore.decompose import decompositions
from mjcore.encoding.arrays import hand_of
from mjcore.encoding.hands import parse_hand
from mjcore.explaining import explain
from mjcore.mcr_combinations import all_combinations, combined, conflict_of
from mjcore.mcr_explain import explained
from mjcore.mcr_explanation import McrExplanation
from mjcore.mcr_reasons import mcr_readings
from mjcore.scoring import score
from mjcore.tables.families import chow_fans, legal_selections
from mjcore.tables.mcr import choices_of
from mjcore.words.errors import MahjongError, RuleError, WinError
from mjcore.words.fans import FAN_BY_KEY, FANS, SOURCES
from mjcore.words.mcr import MCR, MCR_1998, MCR_2006
from tests.oracles.random_wins import MIXTURE, RARE, random_wins

DATA = Path(__file__).parents[1] / "data"
EXAMPLES = json.loads((DATA / "mcr_examples.json").read_text(encoding="utf-8"))["scoring"]

#: Every option of scoring away from its default, and what a researcher may change besides.
OTHERWISE = MCR.replace(
    min_points=10,
    mixed_kongs="separate",
    fully_concealed_with_concealed_fans=True,
    seven_pairs_tile_fans=False,
    tile_hog_honors=False,
    knitted_straight_in_lesser=False,
    knitted_straight_all_chows=False,
    knitted_straight_body_waits=False,
    wait_counts_exhausted=False,
    nine_gates_terminal_pungs="absorb_none",
    all_terminals_triple_pung=False,
    all_terminals_double_pung=True,
    forced_one_voided_suit=False,
    discard_completes_melded_pung=False,
    stack_44_46=False,
    all_pungs_with_18=True,
    all_types_any_blocks=False,
    tile_hog_repeats=False,
    melded_hand_added_kong=False,
    melded_hand_robbed_tile=False,
)
CHANGED = MCR.replace(
    points={"short_straight": 0, "mixed_double_chow": 5, "pure_straight": 2},
    disabled=["chicken_hand", "pure_double_chow", "tile_hog", "all_chows", "fully_concealed_hand"],
    excludes={"full_flush": []},
    new_fans={
        "even_tiles": {"points": 4, "within": "2468m2468p2468s"},
        "low_blocks": {"points": 3, "touching": "123m123p123s"},
        "drawn_pungs": {"points": 5, "together": ["all_pungs", "self_drawn"], "excludes": ["self_drawn"]},
    },
)
VARIANTS = {
    "mcr": MCR,
    "mcr_1998": MCR_1998,
    "mcr_2006": MCR_2006,
    "otherwise": OTHERWISE,
    "changed": CHANGED,
}


def win_of(row):
    """The win of a worked example."""
    how = row["circ"].split()
    winds = dict(word.split("=") for word in how if "=" in word)
    drawn = "replacement" if "replacement" in how else "wall"
    return parse_hand(f"{row['melds']} {row['hand']} +{row['win']}").win(
        source=drawn if "self" in how else "robbed" if "robbed" in how else "discard",
        last_wall="last-wall" in how,
        last_copy="last-copy" in how,
        seat_wind=winds.get("P", "E"),
        prevalent_wind=winds.get("R", "E"),
        flowers=int(winds.get("F", 0)),
    )


def said_of(text, rules=MCR, **how):
    return explain(parse_hand(text).win(**how), rules)


def why_not(said):
    """What is said of each fan that does not count; of several times the first."""
    return {fan.code: fan for fan in reversed(said.not_counted)}


@pytest.mark.parametrize("row", EXAMPLES, ids=lambda row: row["id"])
def test_a_worked_example_is_explained_with_its_fans(row):
    said = explain(win_of(row), MCR)
    assert {fan.code: fan.times for fan in said.fans} == row["fans"]
    assert said.points["total"] + said.points["flowers"] == row["total"]
    assert said.legal == (said.points["total"] >= 8)


def keys_of_columns(rules):
    """Key of each column of a score; new fans stand behind the others, those with most points first."""
    new = sorted(rules.fans.new_fans.items(), key=lambda item: -item[1].points)
    return [fan.key for fan in FANS] + [key for key, _ in new]


@pytest.mark.parametrize("name", VARIANTS)
def test_the_fans_said_are_those_of_the_score(name):
    rules = VARIANTS[name]
    rows = random_wins(np.random.default_rng(20260301), 800, mixture={**MIXTURE, **RARE})
    keys = keys_of_columns(rules)
    for row, scored in zip(rows, score(rows, rules), strict=True):
        said = explained(hand_of(row), rules, scored)  # refuses what does not add up
        columns = np.flatnonzero(scored["fans"])
        counted = {keys[column]: int(scored["fans"][column]) for column in columns}
        assert {fan.code: fan.times for fan in said.fans} == counted
        flowers = int(scored["flowers"])
        assert sum(fan.total for fan in said.fans) == scored["points"] + flowers
        assert said.points["total"] == scored["points"]
        assert said.legal == scored["legal"]
        assert max(said.other_points, default=0) <= scored["points"]
        assert json.loads(json.dumps(said.to_dict()))["legal"] == said.legal
        assert said.sentence in str(said)
        for fan in said.not_counted:
            assert fan.made_by
            assert fan.principle in (None, 1, 2, 3, 5)
            assert fan.by is None or fan.by in FAN_BY_KEY or fan.by in rules.fans.new_fans


@pytest.mark.slow
def test_thousands_of_hands_are_explained_as_they_are_scored():
    rows = random_wins(np.random.default_rng(20260302), 10_000, mixture={**MIXTURE, **RARE})
    for row, scored in zip(rows, score(rows, MCR), strict=True):
        assert explained(hand_of(row), MCR, scored).points["total"] == scored["points"]


def test_a_reason_that_does_not_add_up_is_no_explanation():
    win = parse_hand("[123p][345p] 567789p9s +9s").win()
    scored = score(win, MCR)
    scored["fans"][0] = 1
    with pytest.raises(MahjongError, match=r"36 as .*: one is wrong"):
        explained(win, MCR, scored[()])


def test_the_sets_of_a_reading_are_the_tiles_of_the_hand():
    rows = random_wins(np.random.default_rng(20260303), 2000, mixture={**MIXTURE, **RARE})
    for row in rows:
        win = hand_of(row)
        held = Counter(np.repeat(np.arange(34), win.hand.counts(with_winning=True)).tolist())
        held.update(tile for meld in win.hand.melds for tile in meld.tiles)
        ways = decompositions(win, MCR)
        assert len({str(way) for way in ways}) == len(ways)
        for way in ways:
            if way.form == "thirteen_orphans":
                continue
            tiles = Counter(way.singles)
            tiles.update(tile for one in (*way.sets, *way.melds) for tile in one.tiles)
            tiles.update(2 * way.pairs)
            assert tiles == held


def test_fans_are_made_by_the_sets_that_show_them():
    said = said_of("555666777p5556s +7s", source="wall")
    assert {fan.code: fan.made_by for fan in said.fans} == {
        "pure_triple_chow": ("567p 567p 567p",),
        "all_fives": ("567p 567p 567p 567s 55s",),
        "fully_concealed_hand": ("self-drawn with nothing exposed",),
        "all_chows": ("567p 567p 567p 567s 55s",),
        "mixed_double_chow": ("567p 567s",),
        "one_voided_suit": ("all tiles are dots and bamboos",),
    }
    assert str(said.reading) == "567p 567p 567p 567s 55s"
    assert [*map(str, said.others)] == ["555p 666p 777p 567s 55s"]
    assert said.other_points == (47,)
    assert "  or        47 points, four sets and a pair: 555p 666p 777p 567s 55s" in str(said).splitlines()


#: Hand, how it was won, a fan that does not count, the principle, the fan that took it, and who says so.
NOT_COUNTED = [
    ("1112345678999m +2m", "wall", "full_flush", 1, "nine_gates", "98"),
    ("1112345678999m +2m", "wall", "fully_concealed_hand", 1, "nine_gates", "P"),
    ("1112345678999m +2m", "wall", "pung_of_terminals_or_honors", 1, "nine_gates", "P"),
    ("[123m][345m]{9999p}66m56s +4s", "replacement", "self_drawn", 1, "out_with_replacement_tile", "98"),
    ("12345566789s22p +4s", "wall", "two_terminal_chows", 2, "pure_straight", "S"),
    ("555666777p5556s +7s", "wall", "pure_double_chow", 2, "pure_triple_chow", "S"),
    ("555666777p5556s +7s", "wall", "mixed_double_chow", 3, "mixed_double_chow", "S"),
    ("[234s][234p] 34p567p99s +2p", "discard", "mixed_double_chow", 3, "mixed_double_chow", "S"),
    ("[111z][222z]33344z55m +4z", "discard", "big_three_winds", 1, "big_four_winds", "98"),
    ("[111z][222z]33344z55m +4z", "discard", "pung_of_terminals_or_honors", 1, "big_four_winds", "P"),
    ("[234m][345p][234s][7777z]1m +1m", "discard", "single_wait", 1, "melded_hand", "98"),
    ("444666888s3377p +7p", "discard", "four_concealed_pungs", None, None, "5.2"),
]


@pytest.mark.parametrize(("text", "source", "fan", "principle", "by", "who"), NOT_COUNTED)
def test_what_took_a_fan_away_is_told(text, source, fan, principle, by, who):
    found = why_not(said_of(text, source=source))[fan]
    assert (found.principle, found.by, found.source) == (principle, by, who)
    assert found.points == FAN_BY_KEY[fan].points


def test_sets_already_combined_are_not_combined_again():
    said = said_of("12345566789s22p +4s", source="wall")
    lines = [str(fan) for fan in said.not_counted if fan.principle == 5]
    assert lines == [
        "1 Short Straight 连六 (71): 123s 456s, 456s 789s; its sets are combined with each other already, "
        "by Pure Double Chow 456s 456s and what joins it (principle 5, source S)"
    ]


def test_of_two_combinations_that_share_sets_one_is_chosen():
    found = why_not(said_of("[234p][345s][456m]567p1s +1s"))["mixed_shifted_chows"]
    assert (found.principle, found.by) == (2, "mixed_shifted_chows")
    assert "of the two is chosen (principle 4)" in found.why


#: Hand, changes of the rules, the fan they take away and what names the reason.
TAKEN_BY_OPTIONS = [
    ("1122334455667z +7z", {"seven_pairs_tile_fans": False}, "all_honors", "seven_pairs_tile_fans"),
    ("22p44p88p5577s555z +5z", {"tile_hog_honors": False}, "tile_hog", "tile_hog_honors"),
    ("1122m33p55s11z557z +7z", {"all_types_any_blocks": False}, "all_types", "all_types_any_blocks"),
    (
        "[234p]258m1478s369p +8s",
        {"knitted_straight_all_chows": False},
        "all_chows",
        "knitted_straight_all_chows",
    ),
    (
        "369m25s147p23467z +8s",
        {"knitted_straight_in_lesser": False},
        "knitted_straight",
        "knitted_straight_in_lesser",
    ),
    ("[666m][777m][999m]7888m +6m", {"tile_hog_repeats": False}, "tile_hog", "tile_hog_repeats"),
    (
        "[234m][345p][234s][7777z]1m +1m",
        {"melded_hand_added_kong": False},
        "melded_hand",
        "melded_hand_added_kong",
    ),
    ("[123m][345m]567m11z78s +9s", {"disabled": ["pure_shifted_chows"]}, "pure_shifted_chows", "disabled"),
]


@pytest.mark.parametrize(("text", "changes", "fan", "source"), TAKEN_BY_OPTIONS)
def test_an_option_that_takes_a_fan_away_is_named(text, changes, fan, source):
    assert why_not(said_of(text, MCR.replace(**changes)))[fan].source == source


#: Hand, circumstances, rules, the wait fan and what is said of it: cases of sections 6 and 10.4.
WAITS = [
    ("[111z][222z][333z]1233p +3p", {}, {}, "edge_wait", "3p in 123p, the only tile that wins"),
    ("[111z][222z][333z]4556m +5m", {}, {}, "closed_wait", "5m in 456m, the only tile that wins"),
    ("[234p]258m1478s369p +8s", {}, {}, "single_wait", "8s in 88s, the only tile that wins"),
    ("[111z][222z][333z]7778p +8p", {}, {}, None, "3 tiles win: 6p 8p 9p"),
    ("[111z][222z]4444666s +5s", {}, {}, None, "2 tiles win: 4s 5s"),
    (
        "[111z][222z]4444666s +5s",
        {},
        {"wait_counts_exhausted": False},
        "closed_wait",
        "5s in 456s, the only tile that wins",
    ),
    ("147m258p36s11122z +9s", {}, {}, None, "9s completed the knitted tiles"),
    ("22p44p88p5577s555z +5z", {}, {}, None, "only a hand with sets and a pair has one"),
    (
        "1112345678999m +2m",
        {"source": "wall", "initial": True},
        {},
        None,
        "no tile of a hand that wins as dealt is the winning one",
    ),
    (
        "[111z]147m258p369s9s +9s",
        {},
        {"knitted_straight_body_waits": False},
        None,
        "9s is one of the knitted tiles (knitted_straight_body_waits)",
    ),
]


@pytest.mark.parametrize(("text", "how", "options", "fan", "reason"), WAITS)
def test_the_wait_fan_or_why_there_is_none_is_told(text, how, options, fan, reason):
    said = said_of(text, MCR.replace(**options), **how)
    assert (said.wait_fan, said.wait) == (fan, reason)
    assert (reason if fan else f"no wait fan: {reason}") in str(said)


def test_a_hand_below_the_minimum_says_how_many_points_are_missing():
    said = explain(parse_hand("[123m][345m]56s678p33z +7s").win(source="wall", flowers=8), MCR, winner=2)
    assert not said.legal
    assert (
        said.sentence
        == "Not enough to win: 1 point, 7 points short of the 8 that a win needs, flowers apart."
    )
    assert said.points == {"total": 1, "minimum": 8, "missing": 7, "flowers": 8}
    assert [fan.code for fan in said.fans] == ["self_drawn", "flower_tiles"]
    assert said.payments is None


def test_a_chicken_hand_has_nothing_else_and_may_be_disabled():
    text = "[123m][345m]56s678p33z +7s"
    assert [fan.code for fan in said_of(text).fans] == ["chicken_hand"]
    said = said_of(text, MCR.replace(disabled=["chicken_hand"]))
    assert (said.fans, said.formula, said.points["missing"]) == ((), "0", 8)
    assert "  fans      none" in str(said).splitlines()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{1111m}2233445566m +7p", "since a declared kong is no two of seven pairs (clause 2)"),
        ("123456m789p123s5z +6z", "none of the five winning shapes (clause 2); shanten 0"),
        ("[111m][222p][333s][444z] 5z +6z", "none of the five winning shapes"),
    ],
)
def test_why_a_hand_is_no_win_is_one_sentence(text, reason):
    said = explain(text, MCR, winner=0, payer=1)
    assert isinstance(said, McrExplanation)
    assert said.sentence.startswith("Not a win: ")
    assert reason in said.sentence
    assert (said.legal, said.reading, said.fans, said.payments) == (False, None, (), None)
    assert json.loads(json.dumps(said.to_dict()))["shanten"] == said.shanten


def test_payments_are_those_of_the_rules():
    win = parse_hand("[123p][345p]567789p9s +9s").win(flowers=2)
    said = explain(win, MCR.replace(stake=2), winner=1, payer=3)
    assert said.payments.net.tolist() == [-16, 16 * 3 + 2 * 38, -16, -16 - 2 * 38]
    assert "3 pays 1: (8+38)x2 = 92 (WIN, clause 7)" in str(said)
    with pytest.raises(RuleError, match="mcr takes no zha"):
        explain(win, MCR, winner=1, payer=3, zha=(1, 0, 0, 0))
    with pytest.raises(WinError, match="seat that pays must be named"):
        explain(win, MCR, winner=1)


def test_text_table_and_dict_say_the_same():
    said = explain(parse_hand("[123p][345p]567789p9s +9s").win(seat_wind="S"), MCR_1998, winner=1, payer=3)
    text, page, as_dict = " ".join(str(said).split()), said._repr_html_(), said.to_dict()
    assert text.startswith(
        "[123p][345p] 567789p9s +9s, won on a discard, seat wind S, prevalent wind E "
        "A win: 36 points. rules McrRules(mixed_kongs='separate')"
    )
    assert page.startswith("<table>")
    for part in (
        "32 Four Pure Shifted Chows 一色四步高 (16): [123p] [345p] 567p 789p",
        "32 + 2 + 1 + 1 = 36",
    ):
        assert part in text
        assert part in page
    assert as_dict["fans"][0] == {
        "code": "four_pure_shifted_chows",
        "number": 16,
        "points": 32,
        "chinese": "一色四步高",
        "english": "Four Pure Shifted Chows",
        "made_by": ["[123p] [345p] 567p 789p"],
    }
    assert as_dict["winds"] == {"seat": "S", "prevalent": "E"}
    assert as_dict["wait"] == {"fan": "single_wait", "text": "9s in 99s, the only tile that wins"}
    assert as_dict["rules"]["changed"] == {"mixed_kongs": "separate"}
    assert not {"suits", "main_suit"} & as_dict.keys()


def test_changed_fans_can_be_written_as_json():
    said = said_of("[123m][123p]123s11z78s +9s", CHANGED)
    changed = json.loads(json.dumps(said.to_dict()))["rules"]["changed"]
    assert changed["new_fans"]["even_tiles"]["within"] == "2468m2468p2468s"
    assert changed["points"]["mixed_double_chow"] == 5


def test_a_new_fan_needs_all_its_conditions():
    new = {"points": 3, "within": "123456789p1234567z", "touching": "19p1234567z", "together": ["half_flush"]}
    rules = MCR.replace(new_fans={"new": new})
    for text, holds in {
        "[123p][789p]111z99p77z +7z": True,
        "[123p][456p]111z99p77z +7z": False,
        "[123s][789p]111z99p77z +7z": False,
    }.items():
        assert ("new" in mcr_readings(parse_hand(text).win(), rules)[0].fans) == holds


def test_sources_are_those_of_the_catalogue_or_options():
    said = said_of("1112345678999m +2m", source="wall")
    for fan in said.not_counted:
        assert fan.source in SOURCES or re.fullmatch(r"[\d.]+|[a-z_0-9]+", fan.source)


def test_selections_are_legal_and_none_can_be_added_to():
    choices = choices_of(MCR)
    rng = np.random.default_rng(20260304)
    for _ in range(300):
        chows = dict(enumerate(rng.integers(0, 21, 4).tolist()))
        found = all_combinations(chows, 33, chow_fans)
        best, *_ = choices.worth_trying(tuple(sorted(legal_selections(found))))
        chosen = combined(found, best.fans)
        for place, one in enumerate(chosen):
            assert conflict_of(one, chosen[:place]) is None
        for one in found:
            assert one in chosen or conflict_of(one, chosen) is not None
