"""Payments of whole hands: the worked examples, arrays of wins, and hands that contradict their kongs."""

import json
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from mjcore.encoding.arrays import hand_array
from mjcore.encoding.hands import parse_hand
from mjcore.scoring import score
from mjcore.settle import payments
from mjcore.winnings import soft_eight_payments
from mjcore.words.errors import HandError, MahjongError, RuleError, WinError
from mjcore.words.soft_eight import FAN_CODES, SOFT_EIGHT, SoftEightRules

VECTORS = json.loads((Path(__file__).parent.parent / "data" / "soft_eight_vectors.json").read_text())["wins"]
A, B, C, D = range(4)

KONG_TYPES = {"CKONG": "concealed", "FKONG": "melded", "AKONG": "added"}
SOURCES = {"deal": "wall", "live": "wall", "haidi": "wall", "tail": "replacement"}


def seat_of(letter):
    return None if letter is None else "ABCD".index(letter)


def win_of(row):
    """The winning hand of a worked example."""
    shown = {
        "PUNG": "[{0}{0}{0}]",
        "FKONG": "[{0}{0}{0}{0}]",
        "AKONG": "[{0}{0}{0}{0}]",
        "CKONG": "{{{0}{0}{0}{0}}}",
    }
    melds = "".join(shown[meld["type"]].format(meld["tile"]) for meld in row["melds"])
    source = (
        SOURCES[row["source"]]
        if row["method"] == "self"
        else {"ron": "discard", "rob": "robbed"}[row["method"]]
    )
    return parse_hand(f"{melds}{row['concealed']}+{row['winning_tile']}").win(
        source=source,
        last_wall=row["source"] == "haidi",
        initial=row["tianhe"],
        heavenly_ready=row["tianting"],
    )


def seats_of(row):
    """Seats, kongs and stakes of a worked example."""
    kongs = [
        (
            seat_of(meld.get("owner", row["winner"])),
            KONG_TYPES[meld["type"]],
            meld["tile"],
            seat_of(meld["feeder"]),
        )
        for meld in row["melds"] + row["other_kongs"]
        if meld["type"] in KONG_TYPES
    ]
    return {
        "winner": seat_of(row["winner"]),
        "payer": seat_of(row["discarder"]),
        "dealer": seat_of(row["dealer"]),
        "kongs": kongs,
        "zha": row["zha"],
        "di": row["di"],
    }


@pytest.mark.parametrize("row", VECTORS, ids=lambda row: row["id"])
def test_a_worked_example_is_paid_as_in_the_book(row):
    assert payments(win_of(row), SOFT_EIGHT, **seats_of(row)).tolist() == row["expect"]["net"]


@pytest.mark.parametrize("row", VECTORS, ids=lambda row: row["id"])
def test_a_worked_example_is_paid_pair_by_pair_as_in_the_book(row):
    win = win_of(row)
    scored = score(win, SOFT_EIGHT)[()]
    assert [fan for fan, has in zip(FAN_CODES, scored["fans"], strict=True) if has] == row["expect"]["fans"]
    points = SimpleNamespace(base=scored["base"], multiplier=scored["multiplier"])
    paid = soft_eight_payments(points, SOFT_EIGHT, source=win.source, **seats_of(row))
    gross = Counter()
    for entry in paid.entries:
        gross["ABCD"[entry.payer], "ABCD"[entry.receiver]] += entry.points
    assert gross == {(pair["frm"], pair["to"]): pair["points"] for pair in row["expect"]["payments"]}


PLAIN = parse_hand("123456m99m234p56s +7s")
KONGED = "{8888p} 123456m99m78s +9s"
FED = "[2222p] 456p88p123m67s +8s"


def test_many_wins_at_once_are_paid_like_each_alone():
    seats = [seats_of(row) for row in VECTORS]
    together = {name: [row[name] for row in seats] for name in seats[0]}
    wins = hand_array([win_of(row) for row in VECTORS])
    expected = [row["expect"]["net"] for row in VECTORS]
    assert payments(wins, SOFT_EIGHT, **together).tolist() == expected
    grid = {name: [values[:18], values[18:]] for name, values in together.items()}
    assert payments(wins.reshape(2, 18), SOFT_EIGHT, **grid).tolist() == [expected[:18], expected[18:]]


def test_one_set_of_seats_kongs_and_stakes_serves_all_wins():
    wins = [PLAIN.win(source="wall"), parse_hand("12345678s55p777z +9s").win(source="wall")]
    kongs = [(C, "concealed", "1p", None)]
    paid = payments(wins, SOFT_EIGHT, winner=B, kongs=kongs, zha=(0, 1, 0, 0))
    assert paid.dtype == np.int32
    assert paid.tolist() == [[-7 - 2, 17 - 2, -5 + 6, -5 - 2], [-14 - 2, 34 - 2, -10 + 6, -10 - 2]]
    by_dealer = payments(PLAIN.win(source="wall"), SOFT_EIGHT, winner=B, dealer=B)
    assert by_dealer.tolist() == [-6, 18, -6, -6]


def test_a_wall_and_a_discard_can_stand_in_one_array_of_payers():
    wins = [PLAIN.win(source="wall"), PLAIN.win()]
    expected = [[-6, 14, -4, -4], [0, 4, -4, 0]]
    assert payments(wins, SOFT_EIGHT, winner=B, payer=[None, C]).tolist() == expected
    assert payments(wins, SOFT_EIGHT, winner=[B, B], payer=np.array([-1, C])).tolist() == expected


def test_no_wins_are_paid_nothing():
    assert payments(hand_array([]), SOFT_EIGHT, winner=B).shape == (0, 4)


def test_alike_wins_cost_little_more_than_one():
    wins = np.repeat(hand_array([PLAIN.win(), KONGED]), 50_000)
    kongs = [[], [(B, "concealed", "8p", None)]]
    both = payments(wins[[0, -1]], SOFT_EIGHT, winner=B, payer=A, kongs=kongs)
    paid = payments(wins, SOFT_EIGHT, winner=B, payer=A, kongs=[kongs[0]] * 50_000 + [kongs[1]] * 50_000)
    assert (paid == np.repeat(both, 50_000, axis=0)).all()


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, [-(5 + 2) * 3, 51, -5 * 3, -5 * 3]),
        ({"base_points_pure": 8}, [-(8 + 2) * 3, 78, -8 * 3, -8 * 3]),
        ({"base_points": 3}, [-(5 + 2) * 3, 51, -5 * 3, -5 * 3]),
        ({"fan_value": 2}, [-(5 + 2) * 5, 85, -5 * 5, -5 * 5]),
        ({"fan_formula": "exponential"}, [-(5 + 2) * 4, 68, -5 * 4, -5 * 4]),
        ({"fan_cap": 1}, [-(5 + 2) * 2, 34, -5 * 2, -5 * 2]),
        ({"fan_formula": "exponential", "fan_value": 2, "fan_cap": 3}, [-(5 + 2) * 8, 136, -5 * 8, -5 * 8]),
        ({"fans": ("PURE", "SEVEN")}, [-(5 + 2) * 2, 34, -5 * 2, -5 * 2]),
        ({"fans": ()}, [-(5 + 2), 17, -5, -5]),
    ],
)
def test_points_follow_base_fans_and_formula(options, expected):
    """A pure dragon drawn by B: base 5, two fans."""
    win = parse_hand("123456789m555m1m +1m").win(source="wall")
    assert payments(win, SoftEightRules(**options), winner=B).tolist() == expected


def test_a_plain_hand_has_the_lower_base():
    assert payments(PLAIN.win(), SoftEightRules(base_points=3), winner=B, payer=C).tolist() == [0, 3, -3, 0]


CONCEALED = [(B, "concealed", "8p", None)]


@pytest.mark.parametrize(
    ("hand", "seats", "message"),
    [
        (KONGED, {"payer": C}, "seat 1's hand has the kong {8888p}, which kongs does not list"),
        (
            PLAIN,
            {"payer": C, "kongs": CONCEALED},
            "seat 1's concealed kong of 8p is listed, and his winning hand",
        ),
        (KONGED, {"payer": C, "kongs": [(B, "melded", "8p", C)]}, r"melded kong of 8p .* has it as {8888p}"),
        (FED, {"payer": C, "kongs": [(B, "concealed", "2p", None)]}, r"concealed kong of 2p .* as \[2222p\]"),
        (
            FED,
            {"payer": C, "kongs": [(B, "melded", "2p", None)]},
            "melded kong of 2p needs the seat that fed it",
        ),
        (
            FED,
            {"payer": C, "kongs": [(B, "melded", "2p", B)]},
            "melded kong of 2p cannot be fed by its owner",
        ),
        (
            FED,
            {"payer": C, "kongs": [(B, "added", "2p", None)]},
            "added kong of 2p needs the seat that fed it",
        ),
        (KONGED, {"payer": C, "kongs": [(B, "concealed", "8p", C)]}, "concealed kong of 8p has no feeder"),
        (
            KONGED,
            {"payer": C, "kongs": CONCEALED * 2},
            "8p cannot be: seat 1's concealed kong of 8p has all four",
        ),
        (
            PLAIN,
            {"payer": C, "kongs": [(D, "concealed", "9m", None)]},
            "seat 3's concealed kong of 9m has all 4",
        ),
        (PLAIN, {"payer": C, "kongs": [(D, "concealed", "7s", None)]}, "hand of seat 1 holds 7s too"),
        (
            PLAIN,
            {"payer": C, "kongs": [(4, "concealed", "1s", None)]},
            "the owner of a kong sits at 0, 1, 2 or 3",
        ),
        (
            PLAIN,
            {"payer": C, "kongs": [(D, "closed", "1s", None)]},
            "kong of 1s is concealed or melded or added",
        ),
        (PLAIN, {"payer": C, "kongs": [(D, "concealed", "0s", None)]}, "ranks run from 1 to 9"),
        (PLAIN, {"payer": C, "kongs": [(D, "concealed", 34, None)]}, "34 is no kind of tile"),
        (PLAIN, {"payer": C, "kongs": [(D, "concealed", "1s2s", None)]}, "of one tile, and '1s2s' are 2"),
        (PLAIN, {"payer": C, "kongs": [(D, "concealed")]}, r"a kong is \(owner, type, tile, feeder\)"),
        (PLAIN, {"payer": C, "kongs": [D]}, r"a kong is \(owner, type, tile, feeder\), not 3"),
        (
            PLAIN,
            {"payer": C, "kongs": [(D, "melded", "1s", 7)]},
            "the feeder of seat 3's melded kong of 1s sits",
        ),
    ],
)
def test_kongs_that_contradict_the_hand_or_each_other_are_refused(hand, seats, message):
    with pytest.raises(HandError, match=message):
        payments(hand, SOFT_EIGHT, winner=B, **seats)


@pytest.mark.parametrize(
    ("win", "seats", "error", "message"),
    [
        (PLAIN.win(), {}, WinError, "seat 1 won by discard, so the seat that pays must be named"),
        (PLAIN.win(source="wall"), {"payer": C}, WinError, "given by nobody, and seat 2 is named as payer"),
        (PLAIN.win(), {"payer": B}, WinError, "seat 1 cannot win from itself"),
        (PLAIN.win(), {"payer": -1}, MahjongError, "the payer sits at 0, 1, 2 or 3, not at -1"),
        (PLAIN.win(), {"payer": 4}, MahjongError, "the payer sits at 0, 1, 2 or 3, not at 4"),
        (
            PLAIN.win(),
            {"payer": C, "winner": "B"},
            MahjongError,
            "the winner sits at 0, 1, 2 or 3, not at 'B'",
        ),
        (PLAIN.win(), {"payer": C, "winner": None}, MahjongError, "the winner's seat is needed: 0, 1"),
        (PLAIN.win(), {"payer": C, "dealer": None}, MahjongError, "the dealer's seat is needed"),
        (PLAIN.win(), {"payer": C, "dealer": 9}, MahjongError, "the dealer sits at"),
        (PLAIN.win(), {"payer": C, "zha": (0, 3, 0, 0)}, MahjongError, "seat 1 stakes 3 zha"),
        (PLAIN.win(), {"payer": C, "zha": (0, 1, 0)}, MahjongError, "zha stakes are 4 whole numbers"),
        (PLAIN.win(), {"payer": C, "di": (0, -2, 0, 0)}, MahjongError, "at least 0, and seat 1 has -2"),
        (PLAIN.win(), {"payer": C, "di": (2, 0, 0, 0)}, MahjongError, "seat 0 deals"),
        (PLAIN.win(), {"payer": C, "winner": [B, B]}, MahjongError, "seats of the winner have shape"),
        (PLAIN.win(), {"payer": C, "zha": (0, 0, 0)}, MahjongError, "zha stakes are .* one a seat, not 3$"),
        (PLAIN.win(), {"payer": C, "zha": [0, [1], 0, 0]}, MahjongError, "uneven rows"),
        (PLAIN.win(), {"payer": C, "zha": None}, MahjongError, "one a seat, not None"),
        (PLAIN.win(), {"payer": C, "zha": [True] * 4}, MahjongError, "whole numbers, not True"),
        (
            PLAIN.win(),
            {"payer": C, "di": (0, 99999999999, 0, 0)},
            MahjongError,
            "from 0 to 1000000, not 9999",
        ),
        (PLAIN.win(), {"payer": C, "di": (0, 2**70, 0, 0)}, MahjongError, "from 0 to 1000000"),
        (PLAIN.win(), {"payer": C, "di": (0, -(2**70), 0, 0)}, MahjongError, "from 0 to 1000000"),
        (
            PLAIN.win(),
            {"payer": C, "di": np.array([0, 2**63 + 5, 0, 0], dtype=np.uint64)},
            MahjongError,
            "from 0 to 1000000",
        ),
        (PLAIN.win(), {"payer": C, "winner": [0, [1, 2]]}, MahjongError, "uneven rows"),
        (PLAIN.win(), {"payer": C, "winner": 1.0}, MahjongError, "not at 1.0"),
        (PLAIN.win(), {"payer": C, "winner": [2**70]}, MahjongError, "the winner sits at"),
        (PLAIN.win(), {"payer": C, "kongs": None}, HandError, "kongs are a list, not None"),
        (PLAIN.win(), {"payer": C, "kongs": 3}, HandError, "kongs are a list, not 3"),
        (PLAIN.win(), {"payer": C, "kongs": np.array(3)}, HandError, "kongs are a list"),
        (PLAIN.win(source="wall", initial=True), {}, WinError, "seat 1 cannot win with the tiles dealt"),
        (
            PLAIN.win(heavenly_ready=True),
            {"payer": C, "dealer": B},
            WinError,
            "deals and cannot be heavenly ready",
        ),
        (parse_hand("123456m789p123s5z +5z"), {"payer": C}, WinError, "seat 1 is no win under these rules"),
        (np.zeros(34, dtype=int), {"payer": C}, HandError, "counts"),
    ],
)
def test_a_win_that_contradicts_its_seats_is_refused(win, seats, error, message):
    with pytest.raises(error, match=message):
        payments(win, SOFT_EIGHT, **{"winner": B} | seats)


def test_the_tile_of_a_kong_needs_a_kong():
    win = parse_hand("[222p] 456p88p123m67s +8s").win(source="replacement")
    with pytest.raises(HandError):
        payments(win, SOFT_EIGHT, winner=B)


def test_a_dealer_can_be_heavenly_ready_where_the_rules_say_so():
    win = PLAIN.win(heavenly_ready=True)
    rules = SoftEightRules(dealer_tianting=True)
    assert payments(win, rules, winner=B, payer=C, dealer=B).tolist() == [0, 12, -12, 0]


def test_the_first_row_at_fault_is_named():
    wins = [PLAIN.win(), PLAIN.win(), PLAIN.win(), PLAIN.win(source="wall")]
    with pytest.raises(WinError, match=r"^row 1: seat 2 cannot win from itself"):
        payments(wins, SOFT_EIGHT, winner=[B, C, B, B], payer=[C, C, B, C])
    with pytest.raises(WinError, match=r"^row 3: a tile from the wall"):
        payments(wins, SOFT_EIGHT, winner=B, payer=C)
    with pytest.raises(HandError, match=r"^row 0: seat 3's concealed kong of 9m"):
        payments(wins[:3], SOFT_EIGHT, winner=B, payer=C, kongs=[(D, "concealed", "9m", None)])
    with pytest.raises(HandError, match="one list for all wins or one for each of 4, not 2"):
        payments(wins, SOFT_EIGHT, winner=B, payer=C, kongs=[[], []])


def test_other_rules_do_not_pay_here():
    with pytest.raises(RuleError, match="SoftEightRules"):
        payments(PLAIN.win(), "mcr", winner=B, payer=C)


def test_no_wins_may_come_with_no_seats():
    for seats in ({"winner": []}, {"winner": B}, {"winner": [], "payer": [], "di": np.zeros((0, 4))}):
        paid = payments(hand_array([]), SOFT_EIGHT, **seats)
        assert (paid.shape, paid.dtype) == ((0, 4), np.int32)


def test_seats_may_be_arrays_without_axes():
    assert payments(PLAIN.win(), SOFT_EIGHT, winner=np.array(B), payer=np.array(C)).tolist() == [0, 4, -4, 0]


def test_who_is_heavenly_ready_has_claimed_no_pung_to_add_to():
    win = parse_hand("[7777z] 12345678s55p +9s").win(heavenly_ready=True)
    assert payments(win, SOFT_EIGHT, winner=B, payer=D, kongs=[(B, "melded", "7z", C)]).tolist() == [
        0,
        18,
        -6,
        -12,
    ]
    with pytest.raises(WinError, match="seat 1's added kong of 7z needs a pung"):
        payments(win, SOFT_EIGHT, winner=B, payer=D, kongs=[(B, "added", "7z", C)])
