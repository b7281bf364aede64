"""The ledger: what may stand in it, and what it adds up to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcore.ledger import KINDS, Entry, Ledger, Parts, Payments, net_points, transfer
from mjcore.words.errors import MahjongError

SEATS = st.integers(0, 3)
ENTRIES = st.lists(
    st.tuples(SEATS, st.integers(1, 3), st.integers(1, 50), st.sampled_from(KINDS)).map(
        lambda row: Entry(row[0], (row[0] + row[1]) % 4, row[2], row[3], "15")
    )
)


@given(ENTRIES, ENTRIES)
def test_every_hand_and_so_every_ledger_sums_to_zero(first, second):
    ledger = Ledger().record(0, first).record(1, second)
    assert ledger.net().sum() == 0
    assert ledger.of_hand(0).net().tolist() == net_points(first).tolist()
    assert (ledger.of_hand(0).net() + ledger.of_hand(1).net()).tolist() == ledger.net().tolist()
    assert sum(len(ledger.of_kind(kind)) for kind in KINDS) == len(ledger) == len(first) + len(second)


def test_recording_writes_the_number_of_the_hand_and_leaves_the_old_ledger_alone():
    empty = Ledger()
    ledger = empty.record(7, [Entry(0, 1, 6, "WIN", "15")])
    assert [entry.hand for entry in ledger] == [7]
    assert len(empty) == 0


def test_the_working_of_a_win_reads_as_on_paper():
    assert str(Parts(base=4)) == "4"
    assert str(Parts(base=4, multiplier=2)) == "4x2"
    assert str(Parts(base=4, dealer=2, zha=3, kong=2, multiplier=3)) == "(4+2+3+2)x3"
    assert str(Parts(base=4, kong=-6, multiplier=3)) == "(4-6)x3"
    assert str(Parts()) == "0"
    assert str(Entry(0, 1, 4, "WIN", "15", Parts(base=4))) == "0 pays 1: 4 (WIN, clause 15)"


def test_nothing_to_pay_is_no_entry_and_a_negative_sum_is_paid_back():
    assert transfer(0, 1, 0, "WIN", "15") == ()
    assert transfer(0, 1, -3, "WIN", "15") == (Entry(1, 0, 3, "WIN", "15"),)


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ((0, 0, 3, "WIN", "15"), "seat 0 cannot pay itself"),
        ((0, 4, 3, "WIN", "15"), "the receiver sits at 0, 1, 2 or 3, not at 4"),
        ((-1, 0, 3, "WIN", "15"), "the payer sits at 0, 1, 2 or 3, not at -1"),
        ((0, 1, 0, "WIN", "15"), "at least 1 point, not 0"),
        ((0, 1, 3, "GIFT", "15"), "one of WIN, DI, KONG_FLAT, PENALTY, SETTLEMENT, not 'GIFT'"),
    ],
)
def test_an_entry_that_moves_nothing_from_one_seat_to_another_is_refused(entry, message):
    with pytest.raises(MahjongError, match=message):
        Entry(*entry)


def test_more_points_than_32_bits_hold_are_refused():
    entry = Entry(0, 1, 2**31 - 1, "WIN", "15")
    assert net_points([entry]).tolist() == [1 - 2**31, 2**31 - 1, 0, 0]
    with pytest.raises(MahjongError, match="seat 0 moves 2147483648 points"):
        net_points([entry, Entry(0, 1, 1, "WIN", "15")])


@pytest.mark.parametrize("values", [(0, 1, "6", "WIN"), (0, 1, 2.5, "WIN"), (0, 1, 6, ["WIN"])])
def test_points_that_are_no_number_and_kinds_that_are_no_text_are_refused(values):
    with pytest.raises(MahjongError, match="an entry"):
        Entry(*values, "15")


def test_payments_compare_by_their_entries():
    one, same, none = (
        Payments.of([Entry(0, 1, 6, "WIN", "15")]),
        Payments.of([Entry(0, 1, 6, "WIN", "15")]),
        Payments.of([]),
    )
    assert one == same
    assert hash(one) == hash(same)
    assert (one != same) is False
    assert one != none
    assert one != 3
