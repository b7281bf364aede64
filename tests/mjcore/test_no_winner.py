"""Hands that nobody won: drawn, or ended by a false win."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcore.no_winner import drawn_hand_payments, false_win_payments
from mjcore.words.errors import RuleError
from mjcore.words.soft_eight import SOFT_EIGHT, SoftEightRules

A, B, C, D = range(4)
KONG_OF_C = [(C, "concealed", "1m", None)]


def false_win(offender, rules=SOFT_EIGHT, **hand):
    return false_win_payments(rules, offender=offender, **hand).net.tolist()


def test_the_kongs_of_a_drawn_hand_are_void_unless_paid_as_they_are():
    assert drawn_hand_payments(SOFT_EIGHT, kongs=KONG_OF_C).entries == ()
    paid = drawn_hand_payments(SoftEightRules(drawn_hand_kongs="flat"), kongs=KONG_OF_C)
    assert paid.net.tolist() == [-2, -2, 6, -2]
    bonus = SoftEightRules(drawn_hand_kongs="flat", dealer_bonus_on_kong=True)
    assert drawn_hand_payments(bonus, kongs=KONG_OF_C, dealer=A).net.tolist() == [-4, -2, 8, -2]


def test_the_example_of_a_false_win_with_a_stake_and_a_kong():
    """A deals, C has a concealed kong, B (stake 2) makes a false win."""
    paid = false_win_payments(SOFT_EIGHT, offender=B, kongs=KONG_OF_C, di=(0, 2, 0, 0))
    assert paid.net.tolist() == [3, -13, 9, 1]
    assert [str(entry) for entry in paid.entries] == [
        "1 pays 2: 3 (PENALTY, clause 11.2)",
        "1 pays 3: 3 (PENALTY, clause 11.2)",
        "1 pays 0: 3 (PENALTY, clause 11.2)",
        "1 pays 0: 2 (DI, clause 11.2)",
        "0 pays 2: 2 (KONG_FLAT, clause 11.2)",
        "1 pays 2: 2 (KONG_FLAT, clause 11.2)",
        "3 pays 2: 2 (KONG_FLAT, clause 11.2)",
    ]


def test_a_dealer_pays_the_stake_of_everyone_who_staked_against_him():
    assert false_win(A, di=(0, 2, 0, 4)) == [-3 - 2 - 3 - 3 - 4, 3 + 2, 3, 3 + 4]


def test_stakes_between_two_others_are_not_touched():
    assert false_win(B, di=(0, 0, 4, 0)) == [3, -9, 3, 3]


def test_a_staker_who_can_only_gain_does_not_pay_his_stake_for_a_false_win():
    rules = SoftEightRules(di_symmetric=False)
    assert false_win(B, rules, di=(0, 2, 0, 0)) == [3, -9, 3, 3]
    assert false_win(A, rules, di=(0, 2, 0, 0)) == [-11, 5, 3, 3]


def test_the_offenders_own_kong_is_paid_too_unless_kongs_are_void():
    own = [(B, "concealed", "1m", None)]
    assert false_win(B, kongs=own) == [3 - 2, -9 + 6, 3 - 2, 3 - 2]
    assert false_win(B, SoftEightRules(false_win_kongs="void"), kongs=own) == [3, -9, 3, 3]


def test_the_penalty_and_its_dealer_bonus_can_be_changed():
    assert false_win(B, SoftEightRules(false_win_penalty=5)) == [5, -15, 5, 5]
    bonus = SoftEightRules(false_win_dealer_bonus=True)
    assert false_win(B, bonus) == [3 + 2, -11, 3, 3]
    assert false_win(A, bonus) == [-15, 5, 5, 5]


@given(
    st.integers(0, 3), st.integers(0, 3), st.lists(st.integers(0, 6), min_size=4, max_size=4), st.booleans()
)
def test_a_false_win_sums_to_zero(offender, dealer, di, bonus):
    di[dealer] = 0
    rules = SoftEightRules(false_win_dealer_bonus=bonus)
    assert sum(false_win(offender, rules, dealer=dealer, di=di, kongs=KONG_OF_C)) == 0


@pytest.mark.parametrize("rules", ["soft_eight", None])
def test_what_is_no_rule_set_is_refused(rules):
    with pytest.raises(RuleError, match="SoftEightRules or McrRules"):
        drawn_hand_payments(rules)
    with pytest.raises(RuleError, match="SoftEightRules or McrRules"):
        false_win_payments(rules, offender=1)
