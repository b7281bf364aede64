"""Payments of Chinese Official Mahjong: base, hand and stake; what is not paid; cases others had wrong."""

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcore.encoding.arrays import hand_array
from mjcore.encoding.hands import parse_hand
from mjcore.mcr_payments import mcr_payments
from mjcore.no_winner import drawn_hand_payments, false_win_payments
from mjcore.settle import payments
from mjcore.words.errors import HandError, MahjongError, RuleError, WinError
from mjcore.words.mcr import MCR, MCR_1998, McrRules

DATA = Path(__file__).parents[1] / "data" / "bug_cases.jsonl"
CASES = {
    case["id"]: case
    for case in map(json.loads, DATA.read_text(encoding="utf-8").splitlines())
    if case["kind"] == "payment"
}
A, B, C, D = range(4)
SCORE_DTYPE = np.dtype([("legal", "?"), ("points", "i4"), ("flowers", "u1")])

PLAIN = parse_hand("123456m99m234p56s +7s")
DISCARD, DRAWN, ROBBED = PLAIN.win(), PLAIN.win(source="wall"), PLAIN.win(source="robbed")


def paid(points, *, flowers=0, rules=MCR, source="discard", **seats):
    return mcr_payments(SimpleNamespace(points=points, flowers=flowers), rules, source=source, **seats)


def score_as(monkeypatch, *scores):
    """Let the door find these scores, whatever the hands."""
    made = np.array([(points >= 8, points, flowers) for points, flowers in scores], dtype=SCORE_DTYPE)
    monkeypatch.setattr("mjcore.settle.score", lambda wins, rules: made.reshape(np.shape(hand_array(wins))))


# Cases on which other programs went wrong


def test_a_discard_is_paid_in_full_by_one_and_the_base_by_two():
    case = CASES["pay-01"]
    net = paid(case["input"]["fan_total"], winner=A, payer=B).net.tolist()
    right = case["right"]
    assert net == [right["winner"], right["discarder"], *right["others"]]


def test_flowers_are_paid_although_they_do_not_help_to_win():
    case = CASES["pay-02"]
    given_, right = case["input"], case["right"]
    net = paid(given_["fan_total_without_flowers"], flowers=given_["flowers"], source="wall", winner=C).net
    assert net.tolist() == [right["each_other"]] * 2 + [right["winner"], right["each_other"]]


def test_a_hand_that_flowers_would_lift_to_eight_is_no_win(monkeypatch):
    case = CASES["pay-03"]
    given_ = case["input"]
    score_as(monkeypatch, (given_["fan_total_without_flowers"], given_["flowers"]))
    assert case["right"]["legal_win"] is False
    with pytest.raises(WinError, match="the hand of seat 1 is no win under these rules, so nobody pays"):
        payments([DRAWN], MCR, winner=B)


def test_a_self_draw_is_paid_in_full_by_all():
    case = CASES["pay-04"]
    net = paid(case["input"]["fan_total"], source="wall", winner=A).net.tolist()
    assert net == [case["right"]["winner"], *[case["right"]["each_other"]] * 3]
    assert sum(net) == 0


# The parts of a payment


def test_entries_show_the_working():
    entries = paid(9, rules=MCR.replace(stake=5), winner=A, payer=C).entries
    assert [str(entry) for entry in entries] == [
        "1 pays 0: 8x5 = 40 (WIN, clause 7)",
        "2 pays 0: (8+9)x5 = 85 (WIN, clause 7)",
        "3 pays 0: 8x5 = 40 (WIN, clause 7)",
    ]


def test_a_robbed_kong_is_paid_like_a_discard_and_a_replacement_like_any_draw():
    assert paid(8, source="robbed", winner=A, payer=B).net.tolist() == [32, -16, -8, -8]
    assert paid(8, source="replacement", winner=A).net.tolist() == [48, -16, -16, -16]


@given(
    points=st.integers(0, 400),
    flowers=st.integers(0, 8),
    stake=st.integers(1, 20),
    winner=st.integers(0, 3),
    steps=st.integers(0, 3),
)
def test_points_are_neither_made_nor_lost_and_the_seats_do_not_matter(points, flowers, stake, winner, steps):
    payer = (winner + steps) % 4 if steps else None
    source = "discard" if steps else "wall"
    rules = MCR.replace(stake=stake)
    net = paid(points, flowers=flowers, rules=rules, source=source, winner=winner, payer=payer).net
    hand = points + flowers
    won = 3 * 8 + (hand if steps else 3 * hand)
    assert net.sum() == 0
    assert net[winner] == won * stake
    turned = paid(
        points,
        flowers=flowers,
        rules=rules,
        source=source,
        winner=(winner + 1) % 4,
        payer=None if payer is None else (payer + 1) % 4,
    )
    assert np.roll(net, 1).tolist() == turned.net.tolist()


@pytest.mark.parametrize(
    ("source", "seats", "message"),
    [
        ("discard", {"winner": A}, "won by discard, so the seat that pays must be named"),
        ("wall", {"winner": A, "payer": B}, "was given by nobody"),
        ("discard", {"winner": A, "payer": A}, "cannot win from itself"),
        ("discard", {"winner": 4, "payer": A}, "the winner sits at"),
        ("discard", {"winner": A, "payer": 4}, "the payer sits at"),
        ("floor", {"winner": A}, "a winning tile comes from"),
    ],
)
def test_seats_and_sources_that_contradict_each_other_are_refused(source, seats, message):
    with pytest.raises(MahjongError, match=message):
        paid(8, source=source, **seats)


# The door


def test_many_wins_at_once_are_paid_like_each_alone(monkeypatch):
    score_as(monkeypatch, (8, 0), (24, 2), (88, 0), (8, 0))
    wins = [DISCARD, DRAWN, ROBBED, DISCARD]
    net = payments(wins, MCR_1998, winner=[A, B, C, D], payer=[B, None, A, C])
    assert net.dtype == np.int32
    assert net.tolist() == [[32, -16, -8, -8], [-34, 102, -34, -34], [-96, -8, 112, -8], [-8, -8, -16, 32]]


def test_the_row_of_a_fault_is_named(monkeypatch):
    score_as(monkeypatch, (8, 0), (7, 2))
    with pytest.raises(HandError, match="row 1: the hand of seat 0 is no win"):
        payments([DRAWN, DRAWN], MCR, winner=A)


@pytest.mark.parametrize(
    ("given_", "message"),
    [
        ({"dealer": 1}, "mcr takes no dealer: the dealer pays and receives like everybody else"),
        ({"dealer": np.array([0, 2])}, "no dealer"),
        ({"kongs": [(A, "concealed", "1m", None)]}, "mcr takes no kongs: kongs are fans of the hand"),
        ({"kongs": [[], [(A, "concealed", "1m", None)]]}, "no kongs"),
        ({"zha": (0, 1, 0, 0)}, "there are no zha stakes"),
        ({"di": np.array([[0, 0, 0, 0], [0, 2, 0, 0]])}, "there are no di stakes"),
    ],
)
def test_what_other_games_pay_is_refused_with_the_reason(monkeypatch, given_, message):
    score_as(monkeypatch, (8, 0), (8, 0))
    with pytest.raises(RuleError, match=message):
        payments([DRAWN, DRAWN], MCR, winner=A, **given_)


def test_nothing_of_what_other_games_pay_is_no_fault(monkeypatch):
    score_as(monkeypatch, (8, 0), (8, 0))
    nothing = {"dealer": np.zeros(2, dtype=int), "kongs": [[], []], "zha": (0,) * 4, "di": np.zeros((2, 4))}
    assert payments([DRAWN, DRAWN], MCR, winner=A, **nothing).tolist() == [[48, -16, -16, -16]] * 2


# Hands nobody won


def test_a_drawn_hand_costs_nothing():
    assert drawn_hand_payments(MCR).net.tolist() == [0, 0, 0, 0]
    with pytest.raises(RuleError, match="no kongs"):
        drawn_hand_payments(MCR, kongs=[(A, "concealed", "1m", None)])


def test_a_false_win_costs_ten_to_each_where_it_can_be_called():
    rules = McrRules(false_win="penalty10", stake=3)
    assert false_win_payments(rules, offender=D).net.tolist() == [30, 30, 30, -90]
    first, *_ = false_win_payments(rules, offender=D).entries
    assert str(first) == "3 pays 0: 10x3 = 30 (PENALTY, clause 7)"
    with pytest.raises(RuleError, match="cannot be called where false_win is illegal"):
        false_win_payments(MCR, offender=D)
    with pytest.raises(RuleError, match="no di"):
        false_win_payments(rules, offender=D, di=(0, 2, 0, 0))
    with pytest.raises(MahjongError, match="the offender sits at"):
        false_win_payments(rules, offender=4)
