"""Kongs: who owes points for them, and those of players who lost the right to win."""

import numpy as np
import pytest

from mjcore.kongs import as_kongs, counted_kongs, kong_debts
from mjcore.words.errors import HandError
from mjcore.words.soft_eight import SOFT_EIGHT, SoftEightRules

A, B, C, D = range(4)


def test_a_concealed_kong_is_owed_by_three_and_an_open_one_by_its_feeder():
    debts = kong_debts(as_kongs([(B, "concealed", 0), (C, "melded", "2p", A)]), SOFT_EIGHT, dealer=A)
    assert [debts[A][B], debts[C][B], debts[D][B]] == [2, 2, 2]
    assert [debts[A][C], debts[B][C], debts[D][C]] == [2, 0, 0]


def test_the_dealers_bonus_can_be_owed_for_each_kong_too():
    rules = SoftEightRules(dealer_bonus_on_kong=True)
    debts = kong_debts(as_kongs([(B, "concealed", "1m"), (A, "melded", "2p", C)]), rules, dealer=A)
    assert [debts[A][B], debts[C][B], debts[D][B]] == [4, 2, 2]
    assert debts[C][A] == 4


def test_the_kongs_of_a_player_who_lost_the_right_to_win_count_unless_void():
    kongs = as_kongs([(B, "concealed", "1m"), (C, "concealed", "2m")])
    assert counted_kongs(kongs, SOFT_EIGHT, dead=[B]) == kongs
    assert counted_kongs(kongs, SoftEightRules(dead_hand_kongs="void"), dead=[B]) == kongs[1:]


def test_a_hand_holds_no_fifth_kong():
    kongs = [(B, "concealed", f"{rank}m") for rank in range(1, 6)]
    assert len(as_kongs(kongs[:4])) == 4
    with pytest.raises(HandError, match="seat 1's concealed kong of 5m is the fifth"):
        as_kongs(kongs)


def test_two_seats_cannot_have_kongs_of_one_tile():
    with pytest.raises(
        HandError, match="seat 2's melded kong of 1m cannot be: seat 1's concealed kong of 1m"
    ):
        as_kongs([(B, "concealed", "1m"), (C, "melded", "1m", A)])


@pytest.mark.parametrize(
    "kongs",
    [
        None,
        3,
        "abc",
        np.array(3),
        [np.array(3)],
        [(1, np.array(["melded", "added"]), "2p", 2)],
        [(np.array([1, 2]), "melded", "2p", 2)],
        [(1, "melded", np.array([1, 2]), 2)],
        [(1, "melded", "2p", np.array([1, 2]))],
    ],
    ids=range(9),
)
def test_what_is_no_list_of_kongs_is_refused(kongs):
    with pytest.raises(HandError):
        as_kongs(kongs)
