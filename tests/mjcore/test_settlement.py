"""Settlement in whole hundreds: the worked examples, gifts carried out one by one, and ties."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcore.ledger import net_points
from mjcore.settlement import settle_totals
from mjcore.words.errors import MahjongError, RuleError
from mjcore.words.mcr import MCR
from mjcore.words.soft_eight import SOFT_EIGHT, SoftEightRules

VECTORS = json.loads((Path(__file__).parent.parent / "data" / "soft_eight_vectors.json").read_text())[
    "settlement"
]
TRUNCATE = SoftEightRules(settle_method="truncate")
TOTALS = st.lists(st.integers(-300, 300), min_size=3, max_size=3).map(lambda three: [*three, -sum(three)])


@pytest.mark.parametrize("row", VECTORS, ids=lambda row: row["id"])
def test_a_worked_example_is_settled_as_in_the_book(row):
    settled = settle_totals(row["totals"], SOFT_EIGHT)
    assert settled.points.tolist() == row["result"]
    assert settled.units.tolist() == [10 * points for points in row["result"]]
    assert sum(after > before for before, after in zip(row["totals"], row["result"], strict=True)) == row["k"]
    assert settle_totals(row["totals"], TRUNCATE).points.tolist() == row["truncate"]


def test_the_gifts_of_the_first_example_are_those_of_the_book():
    """D's 3 goes to A's 7 and C's 2 to B's 8."""
    entries = settle_totals([37, -12, -18, -7], SOFT_EIGHT).entries
    assert sorted((entry.payer, entry.receiver, entry.points) for entry in entries) == [(2, 1, 2), (3, 0, 3)]


@given(TOTALS, st.sampled_from([SOFT_EIGHT, TRUNCATE]), st.sampled_from([1, 10, 25, 100]))
def test_whatever_the_totals_everybody_ends_on_a_hundred_and_the_sum_stays_zero(totals, rules, unit):
    settled = settle_totals(totals, rules.replace(settle_unit=unit))
    assert (settled.points % unit == 0).all()
    assert (settled.units % 100 == 0).all()
    assert settled.points.sum() == 0
    assert np.abs(settled.points - totals).max() < (unit if rules is SOFT_EIGHT else 2 * unit)
    assert (totals + net_points(settled.entries)).tolist() == settled.points.tolist()


@given(TOTALS.filter(lambda totals: len(set(totals)) == 4))
def test_giving_the_smallest_remainder_to_the_largest_one_by_one_ends_the_same(totals):
    """Article 16.2 carried out literally; of equal remainders the winner gives to the loser."""
    chips = list(totals)
    while any(total % 10 for total in chips):
        odd = [seat for seat in range(4) if chips[seat] % 10]
        giver = min(odd, key=lambda seat: (chips[seat] % 10, -totals[seat]))
        receiver = max(odd, key=lambda seat: (chips[seat] % 10, -totals[seat]))
        gift = min(chips[giver] % 10, 10 - chips[receiver] % 10)
        chips[giver] -= gift
        chips[receiver] += gift
    assert settle_totals(totals, SOFT_EIGHT).points.tolist() == chips


def test_of_equal_totals_the_earlier_seat_is_rounded_up_or_a_lot_decides():
    totals = [8, -3, -2, -3]
    assert settle_totals(totals, SOFT_EIGHT).points.tolist() == [10, 0, 0, -10]
    lot = SoftEightRules(settle_final_tie="lot")
    results = {
        tuple(settle_totals(totals, lot, rng=np.random.default_rng(seed)).points.tolist())
        for seed in range(20)
    }
    assert results == {(10, 0, 0, -10), (10, -10, 0, 0)}
    with pytest.raises(MahjongError, match="lot, which needs rng"):
        settle_totals(totals, lot)


def test_where_amounts_are_cut_the_larger_remainder_makes_up_and_equal_losers_give_by_luck_of_standing():
    assert settle_totals([16, -9, -7, 0], TRUNCATE).points.tolist() == [10, -10, 0, 0]
    assert settle_totals([16, 24, -18, -22], TRUNCATE).points.tolist() == [10, 20, -10, -20]
    assert settle_totals([27, -15, -5, -7], TRUNCATE).points.tolist() == [20, -10, 0, -10]
    assert settle_totals([15, -15, 5, -5], TRUNCATE).points.tolist() == [10, -10, 0, 0]
    assert settle_totals([20, 0, -15, -5], TRUNCATE).points.tolist() == [20, 0, -10, -10]
    assert settle_totals([20, 0, -5, -15], TRUNCATE).points.tolist() == [20, 0, -10, -10]
    assert settle_totals([10, 0, -5, -5], TRUNCATE).points.tolist() == [10, 0, 0, -10]
    assert settle_totals([15, 5, -20, 0], TRUNCATE).points.tolist() == [10, 10, -20, 0]


@pytest.mark.parametrize(
    ("totals", "message"),
    [
        ([1, 0, 0, 0], "sum to zero, and 1, 0, 0, 0 to 1"),
        ([0, 0, 0], "4 whole numbers, one a seat, not 3"),
        ([0.5, -0.5, 0, 0], "seat 0 has 0.5"),
    ],
)
def test_totals_that_no_session_can_have_are_refused(totals, message):
    with pytest.raises(MahjongError, match=message):
        settle_totals(totals, SOFT_EIGHT)


def test_large_totals_are_settled_in_64_bits_and_larger_ones_refused():
    settled = settle_totals([10**8, -(10**8), 0, 0], SOFT_EIGHT.replace(settle_unit=1))
    assert settled.units.tolist() == [10**10, -(10**10), 0, 0]
    settled = settle_totals([2**31, -(2**31), 0, 0], SOFT_EIGHT)
    assert (settled.points.dtype, settled.points.tolist()) == (np.int64, [2147483650, -2147483650, 0, 0])
    for huge in (2**62, 2**63, 10**5000):
        with pytest.raises(MahjongError, match="64 bits do not hold"):
            settle_totals([huge, -huge, 0, 0], SOFT_EIGHT)
    with pytest.raises(MahjongError, match="a huge number, 0, 0, 0 to a huge number"):
        settle_totals([10**5000, 0, 0, 0], SOFT_EIGHT)


def test_settlements_compare_by_what_they_say():
    one, same, other = (
        settle_totals(totals, SOFT_EIGHT) for totals in ([7, -7, 0, 0],) * 2 + ([3, -3, 0, 0],)
    )
    assert one == same
    assert hash(one) == hash(same)
    assert (one != same) is False
    assert one != other
    assert one != 3


def test_what_is_no_rule_set_and_no_generator_is_refused():
    for rules in ("soft_eight", None, MCR):
        with pytest.raises(RuleError, match="rules are SoftEightRules"):
            settle_totals([0, 0, 0, 0], rules)
    with pytest.raises(MahjongError, match="rng is a numpy"):
        settle_totals([0, 0, 0, 0], SOFT_EIGHT.replace(settle_final_tie="lot"), rng=3)
