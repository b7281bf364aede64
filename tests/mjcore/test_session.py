"""Sessions: who deals, the books of di, changes of seats, and the end."""

from dataclasses import FrozenInstanceError
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcore.ledger import Entry
from mjcore.no_winner import drawn_hand_payments, false_win_payments
from mjcore.session import HandResult, SessionState, announce, call_time, change_seats, next_hand
from mjcore.winnings import soft_eight_payments
from mjcore.words.errors import MahjongError, RuleError
from mjcore.words.mcr import MCR
from mjcore.words.soft_eight import SoftEightRules

A, B, C, D = range(4)
PLAIN = SimpleNamespace(base=4, multiplier=1)
ONE_FAN = SimpleNamespace(base=4, multiplier=2)


def started(**options):
    return SessionState(rules=SoftEightRules(**options))


def won(state, winner, payer=None, score=PLAIN, **hand):
    """The session after a hand that somebody won under the stakes announced."""
    source = "wall" if payer is None else "discard"
    paid = soft_eight_payments(
        score,
        state.rules,
        winner=winner,
        payer=payer,
        source=source,
        dealer=state.dealer,
        zha=state.zha,
        di=state.di,
        **hand,
    )
    return next_hand(state, HandResult(winners=[winner], entries=paid.entries))


def drawn(state, entries=()):
    return next_hand(state, HandResult(entries=entries))


def false_win(state, offender):
    paid = false_win_payments(state.rules, offender=offender, dealer=state.dealer, di=state.di)
    return next_hand(state, HandResult(false_win=offender, entries=paid.entries))


# Dealer


def test_east_deals_first_then_the_winner_whoever_he_is():
    state = started()
    assert state.dealer == A
    state = won(state, A)
    assert state.dealer == A
    state = won(state, C, payer=B)
    assert state.dealer == C
    assert won(state, B, payer=D).dealer == B


def test_who_robs_a_kong_deals_next():
    assert next_hand(started(), HandResult(winners=[D])).dealer == D


def test_after_a_drawn_hand_the_dealer_stays_or_the_next_deals():
    assert drawn(started()).dealer == A
    assert drawn(started(drawn_hand_dealer="next")).dealer == B


def test_after_a_false_win_the_offender_deals():
    assert false_win(started(), C).dealer == C
    assert false_win(started(dealer_after_win="rotate_unless_dealer_wins"), C).dealer == C


def test_the_deal_can_rotate_unless_the_dealer_wins():
    rotating = started(dealer_after_win="rotate_unless_dealer_wins")
    assert won(rotating, C).dealer == B
    assert won(rotating, A).dealer == A


def test_of_several_winners_the_nearest_deals_next():
    state = next_hand(started(multi_ron="all"), HandResult(winners=[D, A]))
    assert state.dealer == D


# Di


def test_the_example_of_a_reign_with_stakes():
    """A deals plain hands: section 7.3, hand by hand."""
    state = won(started(), A)
    assert state.lost == (0, 6, 6, 6)
    assert [state.legal_di(seat) for seat in range(4)] == [(0,)] * 4
    state = won(state, A, payer=C)
    assert state.lost == (0, 6, 12, 6)
    state = won(announce(state, di=(0, 0, 2, 0)), A, payer=B)
    assert state.lost == (0, 12, 12, 6)
    assert state.scores == (18 + 6 + 6, -12, -12, -6)
    state = won(announce(state, di=(0, 2, 4, 0)), A)
    assert state.lost == (0, 20, 22, 12)
    assert state.scores == (30 + 24, -12 - 8, -12 - 10, -6 - 6)
    state = won(announce(state, di=(0, 4, 6, 2)), C, payer=A)
    assert state.scores == (54 - 12, -20, -22 + 12, -12)
    assert (state.dealer, state.lost, state.di) == (C, (0, 0, 0, 0), (0, 0, 0, 0))


def test_a_stake_stands_until_it_is_withdrawn_and_then_starts_again_at_two():
    state = announce(won(won(started(), A), A), di=(0, 2, 0, 0))
    assert drawn(state).di == (0, 2, 0, 0)
    state = announce(drawn(state), di=(0, 4, 0, 0))
    state = drawn(state)
    assert state.legal_di(B) == (0, 4, 6)
    state = drawn(announce(state, di=(0, 0, 0, 0)))
    assert state.legal_di(B) == (0, 2)


def test_drawn_hands_keep_the_books_of_a_reign():
    state = drawn(drawn(won(won(started(), A), A)))
    assert (state.dealer, state.lost, state.hand) == (A, (0, 12, 12, 12), 4)


def test_announcing_twice_before_a_hand_raises_only_once():
    state = won(won(started(), A), A)
    state = announce(announce(state, di=(0, 2, 0, 0)), di=(0, 2, 2, 0))
    assert state.di == (0, 2, 2, 0)
    with pytest.raises(MahjongError, match="seat 1 stakes 4 di, where 0 or 2 are allowed"):
        announce(state, di=(0, 4, 0, 0))


def test_the_first_stake_and_the_step_can_be_changed():
    state = won(won(started(di_start=3, di_step=1), A), A)
    assert state.legal_di(B) == (0, 3)
    assert drawn(announce(state, di=(0, 3, 0, 0))).legal_di(B) == (0, 3, 4)


def test_the_threshold_can_be_changed():
    assert won(started(di_threshold=6), A).legal_di(B) == (0, 2)


def test_a_stake_must_rise_where_it_may_not_stay():
    state = announce(won(won(started(di_step_mode="exact"), A), A), di=(0, 2, 0, 0))
    state = drawn(state)
    assert state.legal_di(B) == (0, 4)
    with pytest.raises(MahjongError, match="seat 1 stakes 2 di, where 0 or 4 are allowed"):
        announce(state, di=(0, 2, 0, 0))


def test_a_stake_that_must_rise_is_raised_by_its_player_or_lapses():
    state = drawn(announce(won(won(started(di_step_mode="exact"), A), A), di=(0, 2, 0, 0)))
    assert state.di == (0, 0, 0, 0)
    assert announce(state, di=(0, 4, 0, 0)).di == (0, 4, 0, 0)
    assert drawn(state).legal_di(B) == (0, 2)


@pytest.mark.parametrize("mode", ["up_to", "exact"])
def test_a_stake_stops_rising_at_the_cap(mode):
    state = announce(won(won(started(di_cap=3, di_step_mode=mode), A), A), di=(0, 2, 0, 0))
    assert drawn(state).legal_di(B) == (0, 2)
    assert drawn(state).di == (0, 2, 0, 0)


def test_one_big_loss_is_enough_unless_two_are_asked_for():
    once = {"winner": A, "payer": B, "score": ONE_FAN}
    assert won(started(), **once).legal_di(B) == (0, 2)
    state = won(started(di_min_losses=2), **once)
    assert (state.lost[B], state.legal_di(B)) == (12, (0,))
    assert won(state, **once).legal_di(B) == (0, 2)


def test_a_hand_without_a_loss_interrupts_a_strict_series():
    state = won(won(started(di_streak="strict"), A), A)
    state = announce(state, di=(0, 2, 2, 0))
    state = won(state, A, payer=B)
    assert (state.lost, state.di) == ((0, 20, 0, 0), (0, 2, 0, 0))
    assert drawn(state).lost == (0, 0, 0, 0)


def test_losses_to_successive_dealers_add_up_where_the_dealer_is_a_role():
    state = won(started(di_streak="role"), A)
    state = won(state, B, payer=C)
    assert state.lost == (0, 0, 6, 6)
    state = won(state, B, payer=C)
    assert (state.dealer, state.lost, state.legal_di(C)) == (B, (0, 0, 12, 6), (0, 2))
    state = won(announce(state, di=(0, 0, 2, 0)), D, payer=A)
    assert (state.dealer, state.lost, state.di) == (D, (0, 0, 12, 0), (0, 0, 2, 0))
    state = won(state, D)
    assert (state.lost, state.scores[D]) == ((6, 6, 12 + 6 + 2, 0), -6 + 4 + 6 + 6 + 8)


def test_a_role_staker_who_comes_to_deal_by_a_false_win_has_no_stake_against_himself():
    state = announce(won(won(started(di_streak="role"), A), A), di=(0, 2, 0, 0))
    state = false_win(state, B)
    assert (state.dealer, state.di, state.legal_di(B), state.lost[B]) == (B, (0, 0, 0, 0), (0,), 12)


def test_losses_can_be_measured_by_base_and_bonus_only():
    state = won(started(di_loss_measure="base_only"), A, score=ONE_FAN, kongs=[(A, "concealed", "1m")])
    assert state.scores[B] == -(4 + 2 + 2) * 2
    assert state.lost == (0, 6, 6, 6)


def test_losses_can_be_measured_by_everything_that_passes_between_the_two():
    kongs = [(B, "concealed", "1m"), (A, "melded", "2m", D)]
    state = won(started(di_loss_measure="net_all"), A, kongs=kongs)
    assert state.lost == (0, 6 - 2, 6, 6 + 2)
    state = drawn(state, [Entry(B, A, 3, "PENALTY", "12.2")])
    assert state.lost == (0, 7, 6, 8)
    everything = won(started(), A, kongs=kongs)
    assert drawn(everything, [Entry(B, A, 3, "PENALTY", "12.2")]).lost == (0, 6, 6, 8)


def test_the_dealers_own_kongs_of_a_hand_he_did_not_win_are_no_loss_to_him():
    assert won(started(), B, kongs=[(A, "concealed", "1m")]).lost == (0, 0, 0, 0)


def test_a_false_win_of_the_dealer_does_not_end_his_reign():
    state = false_win(won(won(started(), A), A), A)
    assert (state.dealer, state.lost) == (A, (0, 12, 12, 12))


def test_zha_is_announced_for_one_hand_only():
    state = announce(started(), zha=(0, 2, 1, 0))
    after = won(state, B)
    assert after.scores == (-8, 21, -7, -6)
    assert after.zha == (0, 0, 0, 0)
    with pytest.raises(MahjongError, match="seat 1 stakes 3 zha"):
        announce(state, zha=(0, 3, 0, 0))
    assert announce(started(zha_max=3), zha=(0, 3, 0, 0)).zha == (0, 3, 0, 0)


def test_a_stake_of_the_dealer_or_of_a_player_who_lost_too_little_is_refused():
    state = won(started(), A)
    with pytest.raises(MahjongError, match="seat 0 deals"):
        announce(state, di=(2, 0, 0, 0))
    with pytest.raises(MahjongError, match="seat 1 stakes 2 di, where 0 is allowed"):
        announce(state, di=(0, 2, 0, 0))


# Changes of seats


def changed_dealer(**options):
    return won(started(**options), C, payer=A)


def test_players_take_their_points_to_their_new_seats_and_the_dealer_keeps_the_deal():
    state = change_seats(changed_dealer(), [C, D, A, B], seat=B, clock=60)
    assert (state.people, state.scores, state.dealer) == ((2, 3, 0, 1), (6, 0, -6, 0), 0)
    assert state.seat_requests == (0, 0, 0, 1)


def test_the_new_east_can_deal_after_a_change_of_seats():
    state = change_seats(changed_dealer(wind_change_dealer="east"), [B, C, D, A], seat=B, clock=60)
    assert (state.people[state.dealer], state.dealer) == (1, 0)


def test_seats_are_changed_after_an_hour_at_a_change_of_dealer_and_once_a_player():
    state = changed_dealer()
    with pytest.raises(MahjongError, match="60 minutes after the last change, and it was 59 ago"):
        change_seats(state, [B, A, C, D], seat=A, clock=59)
    with pytest.raises(MahjongError, match="only when the deal has changed"):
        change_seats(drawn(state), [B, A, C, D], seat=A, clock=60)
    with pytest.raises(MahjongError, match="only when the deal has changed"):
        change_seats(started(), [B, A, C, D], seat=A, clock=60)
    state = change_seats(state, [B, A, C, D], seat=A, clock=60)
    state = won(state, B, payer=A)
    with pytest.raises(MahjongError, match="and it was 40 ago"):
        change_seats(state, [B, A, C, D], seat=D, clock=100)
    with pytest.raises(MahjongError, match="seat 1 has asked 1 times already"):
        change_seats(state, [B, A, C, D], seat=B, clock=130)
    assert change_seats(state, [B, A, C, D], seat=D, clock=130).people == SessionState().people


def test_the_time_and_number_of_seat_changes_can_be_changed():
    state = changed_dealer(wind_change_minutes=5, wind_change_per_player=2)
    state = won(change_seats(state, [B, A, C, D], seat=D, clock=5), B, payer=A)
    assert change_seats(state, [B, A, C, D], seat=D, clock=10).seat_requests == (0, 0, 0, 2)


def test_books_of_a_role_follow_their_players_to_new_seats():
    state = won(won(started(di_streak="role", wind_change_dealer="east"), A), A)
    state = won(announce(state, di=(0, 2, 2, 0)), D, payer=A)
    state = change_seats(state, [B, A, C, D], seat=B, clock=60)
    assert (state.dealer, state.lost, state.di) == (0, (12, 0, 12, 0), (0, 0, 2, 0))


@pytest.mark.parametrize("seating", [[A, A, C, D], [A, B, C], [A, B, C, 4]])
def test_new_seats_are_the_four_players(seating):
    with pytest.raises(MahjongError):
        change_seats(changed_dealer(), seating, seat=A, clock=60)


# The end


def played(state, winners):
    """Winners of hands until the session ends; None is a drawn hand."""
    for n, winner in enumerate(winners):
        if state.is_finished:
            return n
        state = drawn(state) if winner is None else next_hand(state, HandResult(winners=[winner]))
    return len(winners) if state.is_finished else None


def test_a_session_ends_at_the_fourth_change_of_dealer_after_time():
    state = call_time(started())
    assert played(state, [A, B, None, B, C, D, D, A, A]) == 8
    assert played(started(), [B, C, D, A, B]) is None


def test_the_end_of_the_hand_in_progress_counts_as_a_change_of_dealer():
    assert played(call_time(started()), [B, A, B, A]) == 4


def test_after_time_the_deal_can_rotate_for_four_hands():
    state = call_time(won(started(end_rule="four_rotations"), C))
    state = won(state, B)
    dealers = []
    while not state.is_finished:
        dealers.append(state.dealer)
        state = won(state, A)
    assert dealers == [B, C, D, A]


def test_after_time_four_more_hands_of_any_kind_can_follow():
    assert played(call_time(started(end_rule="four_hands")), [A, None, None, B, B, B]) == 5


def test_a_session_can_have_a_fixed_number_of_hands():
    state = started(end_rule=3)
    assert played(state, [A, B, None, C]) == 3
    with pytest.raises(RuleError, match="ends after 3 hands, whatever the time"):
        call_time(state)


def test_a_finished_session_has_no_next_hand_and_time_is_called_once():
    state = drawn(started(end_rule=1))
    with pytest.raises(MahjongError, match="ended after 1 hands"):
        drawn(state)
    with pytest.raises(MahjongError, match="time was called in hand 0"):
        call_time(call_time(started()))


# All together


def test_a_hand_has_a_winner_or_an_offender_but_not_both():
    with pytest.raises(MahjongError, match="false win of seat 1 has no winner"):
        HandResult(winners=[0], false_win=1)
    with pytest.raises(MahjongError, match="a winner is named twice"):
        HandResult(winners=[0, 0])
    with pytest.raises(MahjongError, match="a winner sits at"):
        HandResult(winners=[4])
    with pytest.raises(MahjongError, match="the offender sits at"):
        HandResult(false_win="B")


def test_a_state_is_never_changed_in_place():
    with pytest.raises(FrozenInstanceError):
        started().dealer = 1


ENDS = st.tuples(
    st.sampled_from(["wall", "discard", "drawn", "false"]),
    st.integers(0, 3),
    st.integers(1, 3),
    st.integers(1, 5),
)


@given(
    st.lists(ENDS, max_size=12),
    st.sampled_from(["reign", "strict", "role"]),
    st.sampled_from(["paid_on_dealer_wins", "base_only", "net_all"]),
    st.sampled_from(["up_to", "exact"]),
    st.randoms(use_true_random=False),
)
def test_whatever_happens_points_sum_to_zero_and_stakes_are_only_against_the_dealer(
    ends, streak, measure, mode, random
):
    state = started(di_streak=streak, di_loss_measure=measure, di_step_mode=mode, drawn_hand_kongs="flat")
    for end, seat, steps, multiplier in ends:
        state = announce(state, di=[random.choice(state.legal_di(place)) for place in range(4)])
        assert state.di[state.dealer] == 0
        if end == "drawn":
            state = drawn(state, drawn_hand_payments(state.rules, kongs=[(seat, "concealed", "1m")]).entries)
        elif end == "false":
            state = false_win(state, seat)
        else:
            payer = None if end == "wall" else (seat + steps) % 4
            state = won(state, seat, payer, SimpleNamespace(base=4, multiplier=multiplier))
        assert sum(state.scores) == 0
        assert announce(state, di=state.di).di == state.di


def test_what_is_no_session_and_no_result_is_refused():
    for rules in ("soft_eight", None, MCR):
        with pytest.raises(RuleError, match="rules are SoftEightRules"):
            SessionState(rules=rules)
    for values in ({"dealer": 4}, {"hand": -1}, {"scores": (0, 0)}, {"people": (0, 0, 1, 2)}, {"di": None}):
        with pytest.raises(MahjongError):
            SessionState(**values)
    for values in ({"winners": 3}, {"entries": 3}, {"entries": [3]}):
        with pytest.raises(MahjongError):
            HandResult(**values)
    with pytest.raises(MahjongError, match="a hand ends with a HandResult, not with 3"):
        next_hand(started(), 3)
    for refused in (
        lambda: next_hand("x", HandResult()),
        lambda: announce(3),
        lambda: call_time(SoftEightRules()),
        lambda: change_seats(None, [0, 1, 2, 3], seat=B, clock=60),
    ):
        with pytest.raises(MahjongError, match="a session is a SessionState"):
            refused()


@pytest.mark.parametrize("clock", [float("nan"), "70", None, True])
def test_a_clock_that_shows_no_time_is_refused(clock):
    with pytest.raises(MahjongError, match="clock is a number of minutes"):
        change_seats(changed_dealer(), [2, 0, 1, 3], seat=B, clock=clock)


def test_a_clock_does_not_run_backwards():
    with pytest.raises(MahjongError, match="it was -5 ago"):
        change_seats(changed_dealer(wind_change_minutes=0), [2, 0, 1, 3], seat=B, clock=-5)
