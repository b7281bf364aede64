"""Scores of Chinese Official Mahjong: the worked examples, hands of many sources, wins that cannot be."""

import re

import numpy as np
import pytest

import mjcore as mj
from mjcore.kernels._mcr_scores import FAULTS
from mjcore.scoring import mcr_score_dtype
from mjcore.words.errors import HandError, RuleError, WinError
from mjcore.words.fans import FAN_BY_KEY, N_FANS
from mjcore.words.mcr import MCR, McrRules
from tests.mjcore.mcr_wins import COLUMN, FORMS, fans_of, row_of, score_of
from tests.oracles.mcr_circumstances import Circumstances
from tests.oracles.mcr_readings import Declared
from tests.oracles.sets import counts_of, kind_of
from tests.oracles.test_mcr_oracle import (
    BUG_CASES,
    EFFECTS,
    EXAMPLES,
    FAMILIES,
    IMPOSSIBLE,
    MISSES,
    NOT_WINS,
    POSSIBLE,
    REFUSED,
    SCORING,
    agrees_with_source,
    circumstances_of,
    circumstances_of_hand,
    declared_of,
    is_same_answer,
    named_fans,
    win_of_case,
)


def example_row(row):
    """The row of a worked example."""
    how = circumstances_of(row["circ"] if "circ" in row else row["how"])
    return row_of(counts_of(row["hand"]), declared_of(row["melds"]), kind_of(row["win"]), how)


def hand_row(hand):
    """The row of a hand of the collection."""
    melds = [Declared(meld["kind"], kind_of(meld["tile"]), meld["concealed"]) for meld in hand["melds"]]
    how = circumstances_of_hand(hand)
    return row_of(counts_of(hand["concealed"]), melds, kind_of(hand["win_tile"]), how)


def scored(row, **options):
    """The score of an example under rules with these options, in the words of the oracle."""
    return score_of(mj.score(example_row(row), McrRules(**options)))


def total(result):
    return result.points + result.flowers


# Worked examples


@pytest.mark.parametrize("example", SCORING)
def test_worked_example_has_its_fans_and_points(example):
    result = scored(SCORING[example])
    assert result.fans == SCORING[example]["fans"]
    assert total(result) == SCORING[example]["total"]


@pytest.mark.parametrize("example", SCORING)
def test_worked_example_as_text_scores_as_its_row(example):
    row = SCORING[example]
    how = circumstances_of(row["circ"])
    hand = mj.parse_hand(f"{row['melds']} {row['hand']} +{row['win']}")
    win = hand.win(
        source=how.source,
        last_wall=how.last_wall,
        last_copy=how.last_copy,
        seat_wind=how.seat_wind,
        prevalent_wind=how.prevalent_wind,
        flowers=how.flowers,
    )
    assert score_of(mj.score(win, MCR)) == scored(row)


@pytest.mark.parametrize("example", ["C01", "C02", "C03", "C04", "C05", "C06"])
def test_complete_hand_below_the_minimum_is_no_win(example):
    row = NOT_WINS[example]
    result = scored(row)
    assert (result.legal, result.form) == (False, "standard")
    assert result.points == int(re.match(r"\d+", row["result"])[0])


def test_flowers_do_not_help_to_reach_the_minimum():
    row = NOT_WINS["C02"]
    assert scored(row)[:3] == (False, 7, 5)
    assert scored(row | {"how": "self F=5"})[:3] == (True, 8, 5)
    assert scored(row, min_points=7).legal
    assert scored(row | {"how": "discard"}, flowers=False)[:3] == (False, 7, 0)


@pytest.mark.parametrize("example", ["C08", "C09", "C12"])
def test_other_tiles_are_no_shape(example):
    assert scored(NOT_WINS[example]) == (False, 0, 0, {}, "none")
    assert mj.points(example_row(NOT_WINS[example]), MCR) == 0


def test_every_example_is_told_apart_from_its_neighbours_in_one_call():
    rows = np.array([example_row(row) for row in SCORING.values()])
    results = mj.score(rows, MCR)
    totals = results["points"] + results["flowers"].astype(int)
    assert totals.tolist() == [row["total"] for row in SCORING.values()]
    assert mj.points(rows, MCR).tolist() == results["points"].tolist()
    assert set(results["form"].tolist()) == set(range(1, len(FORMS)))
    assert len(EXAMPLES["scoring"]) == 84


@pytest.mark.parametrize(("example", "options", "points"), EFFECTS, ids=str)
def test_option_changes_an_example_as_stated(example, options, points):
    row = SCORING[example]
    if options == {"flowers": False}:
        row = row | {"circ": re.sub(r"F=\d", "", row["circ"])}
    assert total(scored(row, **options)) == points


def test_a_researcher_changes_points_fans_and_what_they_exclude():
    row = SCORING["A30"]
    assert total(scored(row, points={"pure_straight": 24})) == 32
    assert "short_straight" in scored(row, disabled=["pure_straight"]).fans
    assert scored(SCORING["A04"], excludes={"all_green": ()}).fans["half_flush"] == 1
    assert scored(SCORING["A04"], min_points=90).legal is False
    assert scored(SCORING["A45"], disabled=["chicken_hand"])[:2] == (False, 0)


# Hands of many sources


@pytest.mark.parametrize("family", FAMILIES)
def test_hands_of_a_source_have_the_points_and_fans_the_rules_give_them(family):
    for hand in POSSIBLE:
        if hand["family"] == family and hand["final_basis"] != "none":
            result = score_of(mj.score(hand_row(hand), MCR))
            assert total(result) == hand["final_points"], hand["id"]
            lists = [hand["final_fans"], *hand.get("alt_fans", ())]
            assert any(is_same_answer(result.fans, named_fans(fans)) for fans in lists), hand["id"]


@pytest.mark.parametrize("family", FAMILIES)
def test_sources_agree_but_for_listed_misses(family):
    hands = [hand for hand in POSSIBLE if hand["family"] == family]
    results = map(score_of, mj.score(np.array([hand_row(hand) for hand in hands]), MCR))
    missed = {
        hand["id"]
        for hand, result in zip(hands, results, strict=True)
        if not agrees_with_source(hand, result)
    }
    assert missed == {hand["id"] for hand in hands if hand["id"] in MISSES}


@pytest.mark.parametrize(
    "miss", [miss for miss in MISSES.values() if "options" in miss], ids=lambda miss: miss["id"]
)
def test_the_points_of_a_source_hold_under_its_reading_of_the_rules(miss):
    hand = next(hand for hand in POSSIBLE if hand["id"] == miss["id"])
    result = score_of(mj.score(hand_row(hand), McrRules(**miss["options"])))
    assert agrees_with_source(hand, result)


def test_impossible_hand_of_a_source_is_refused():
    for hand in IMPOSSIBLE:
        with pytest.raises(WinError, match="the winner holds one concealed"):
            mj.score(hand_row(hand), MCR)


@pytest.mark.parametrize("case", BUG_CASES, ids=lambda case: case["id"])
def test_hand_on_which_another_program_went_wrong(case):
    right, result = case["right"], score_of(mj.score(row_of(*win_of_case(case)), MCR))
    assert total(result) == right["total"]
    assert is_same_answer(result.fans, named_fans(right["fans"]))


@pytest.mark.parametrize("rank", range(1, 10))
@pytest.mark.parametrize("suit", "mps")
def test_nine_gates_by_the_rank_that_wins(suit, rank):
    besides = {
        frozenset({1, 9}): {"pure_straight", "tile_hog"},
        frozenset({2, 8}): {"two_concealed_pungs", "short_straight", "pung_of_terminals_or_honors"},
        frozenset({5}): {"two_concealed_pungs", "pung_of_terminals_or_honors"},
        frozenset({3, 4, 6, 7}): {"short_straight"},
    }
    expected = next(fans for ranks, fans in besides.items() if rank in ranks)
    result = mj.score(f"1112345678999{suit} +{rank}{suit}", MCR)
    assert fans_of(result) == dict.fromkeys({"nine_gates", *expected}, 1)


# Wins that cannot be

#: What the kernel says where the oracle refuses, by a word of the oracle's reason.
REASONS = {
    "a replacement tile needs a kong": FAULTS[5],
    "three 1z are in the pung that is robbed": FAULTS[6],
    "the wall is not empty": FAULTS[7],
    "4s is no last copy": FAULTS[8],
    "drawn from the wall": FAULTS[2],
    "nothing is declared": FAULTS[4],
    "empty the wall": FAULTS[7],
    "no copies are visible": FAULTS[8],
    "dealer's": FAULTS[11],
}


@pytest.mark.parametrize(
    ("melds", "hand", "win", "how", "reason"), [case for case in REFUSED if case[-1] in REASONS], ids=str
)
def test_contradiction_is_refused_with_the_reason(melds, hand, win, how, reason):
    row = row_of(counts_of(hand), declared_of(melds), kind_of(win), Circumstances(**how))
    for function in (mj.score, mj.points):
        with pytest.raises(WinError) as caught:
            function(row, MCR)
        assert REASONS[reason] in str(caught.value)
    good = example_row(SCORING["A01"])
    with pytest.raises(WinError, match=r"^row 2: "):
        mj.score(np.array([good, good, row, row]), MCR)


def test_every_fault_of_these_rules_is_met():
    met = set(REASONS.values()) | {FAULTS[1], FAULTS[9], FAULTS[10]}
    assert met == set(FAULTS.values())


def test_flowers_are_refused_where_they_are_not_in_play():
    win = mj.parse_hand("12345678s44p [777z] +9s").win(flowers=1)
    assert mj.score(win, MCR)["flowers"] == 1
    with pytest.raises(WinError, match="flowers are not in play"):
        mj.score(win, McrRules(flowers=False))


def test_heavenly_ready_is_of_other_rules():
    win = mj.parse_hand("12345678s44456p +9s").win(heavenly_ready=True)
    with pytest.raises(WinError, match="heavenly ready"):
        mj.score(win, MCR)


@pytest.mark.parametrize(
    ("field", "value"),
    [("flowers", 9), ("seat_wind", 4), ("prevalent_wind", 4), ("source", 4), ("winning_tile", 34)],
)
def test_rows_with_values_that_are_none_are_refused(field, value):
    rows = np.array([example_row(SCORING["A01"])] * 2)
    rows[field][1] = value
    for function in (mj.score, mj.points):
        with pytest.raises(HandError, match=r"^row 1: "):
            function(rows, MCR)


@pytest.mark.parametrize(
    ("wins", "said"),
    [
        ("123456m99m234p567s", "winning tile"),
        ("123456m99m234p56s", "winning tile"),
        ("{1111z} 23444s234p11m +1z", "1z"),
        (np.zeros((3, 34), int), "which tile won"),
        (None, "None"),
    ],
)
def test_hands_without_a_winning_tile_and_fifth_copies_do_not_score(wins, said):
    for function in (mj.score, mj.points):
        with pytest.raises(HandError, match=said):
            function(wins, MCR)


def test_last_copy_is_forced_by_the_own_exposed_sets():
    assert scored(SCORING["A59"] | {"circ": "self"}) == scored(SCORING["A59"])
    for text in ("[222m] 1344m456p789s +2m", "[123m][123m][123m] 13m99p +2m"):
        forced = mj.score(text, MCR)
        flagged = mj.score(mj.parse_hand(text).win(last_copy=True), MCR)
        assert fans_of(forced) == fans_of(flagged)
        assert fans_of(forced)["last_tile"] == 1


def test_concealed_tiles_are_not_seen():
    assert "last_tile" not in fans_of(mj.score("22213m456p789s44z +2m", MCR))


# Doors


def test_text_hands_wins_lists_and_rows_score_alike():
    text = "12345678s44p [777z] +9s"
    hand = mj.parse_hand(text)
    expected = mj.score(hand.win(), MCR)
    for door in (text, hand, mj.hand_array(hand)):
        assert mj.score(door, MCR) == expected
        assert mj.score(door, MCR).shape == mj.points(door, MCR).shape == ()
        assert mj.points(door, MCR) == expected["points"] == 19
    assert mj.score([[text, hand], [hand.win(), text]], MCR).shape == (2, 2)
    assert mj.score(mj.hand_array([]), MCR).shape == (0,)
    assert mj.points(mj.hand_array([]), MCR).dtype == np.int32
    assert expected.dtype == mcr_score_dtype()
    assert expected.dtype.names == ("legal", "points", "flowers", "form", "fans")
    assert expected["fans"].shape == (N_FANS,)


def test_fans_stand_in_the_order_of_their_numbers():
    result = mj.score(mj.parse_hand("[111z] 22m333p45678s +9s").win(flowers=3, prevalent_wind="S"), MCR)
    counted = {key: int(result["fans"][FAN_BY_KEY[key].number - 1]) for key in ("seat_wind", "flower_tiles")}
    assert counted == {"seat_wind": 1, "flower_tiles": 3}
    assert COLUMN["flower_tiles"] == 80


@pytest.mark.parametrize("rules", ["standard", None, 8, McrRules, mj.SOFT_EIGHT])
def test_only_these_rules_have_points(rules):
    with pytest.raises(RuleError):
        mj.points("12345678s44p [777z] +9s", rules)
