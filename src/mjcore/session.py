"""A session of Soft Eight from hand to hand: who deals, what may be staked, when it ends.

These are articles 5, 6, 8.1 and 17.4. `SessionState` is frozen and what happens makes a new one:
`next_hand` after each hand, and between hands `announce`, `change_seats` and `call_time`. Numbers by seat are
in the order of the seats now.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from mjcore.ledger import Entry, net_points, net_text
from mjcore.seats import NO_STAKES, SEATS, as_numbers, as_seat, as_seats, next_seat
from mjcore.stakes import as_di, as_zha, legal_di, lost_to_dealer
from mjcore.words.errors import MahjongError, RuleError, quoted
from mjcore.words.presets import check_rules
from mjcore.words.soft_eight import SOFT_EIGHT, SoftEightRules
from mjcore.words.values import items_of, whole

#: Changes of dealer, or hands, that are still played when time has been called.
_AFTER_TIME = 4


@dataclass(frozen=True, kw_only=True)
class HandResult:
    """How a hand ended.

    Parameters
    ----------
    winners : sequence of int
        Seats, the nearest to the discarder first; empty if nobody won.
    false_win : int, optional
        Seat whose false win ended the hand.
    entries : sequence of Entry
        What was paid, penalties included.

    Examples
    --------
    >>> HandResult(winners=[1]).winners, HandResult().is_drawn
    ((1,), True)
    """

    winners: Sequence[int] = ()
    false_win: int | None = None
    entries: Sequence[Entry] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "winners", as_seats(self.winners, "a winner"))
        object.__setattr__(self, "entries", tuple(items_of(self.entries, "entries")))
        for entry in self.entries:
            if not isinstance(entry, Entry):
                raise MahjongError(f"entries are a list of Entry, and one of them is {quoted(entry)}")
        if self.false_win is not None:
            object.__setattr__(self, "false_win", as_seat(self.false_win, "the offender"))
            if self.winners:
                raise MahjongError(f"a hand ended by the false win of seat {self.false_win} has no winner")

    def __str__(self) -> str:
        seats = " and ".join(map(str, self.winners))
        ended = f"won by seat {seats}" if self.winners else "drawn"
        ended = ended if self.false_win is None else f"false win of seat {self.false_win}"
        return "\n".join([ended, *map(str, self.entries)])

    @property
    def is_drawn(self) -> bool:
        """Whether nobody won, and no false win ended the hand."""
        return not self.winners and self.false_win is None


@dataclass(frozen=True, kw_only=True)
class SessionState:
    """What is known between two hands.

    Attributes
    ----------
    rules : SoftEightRules
    people : tuple of int
        Who sits in each seat, by the seat he had at the start.
    scores : tuple of int
        Points won or lost so far.
    dealer : int
    hand : int
        Number of hands played, which is the number of the next one.
    zha, di : tuple of int
        Stakes for the next hand. Zha is announced for each hand. A di stake stands until it is withdrawn;
        where it must rise (``di_step_mode="exact"``), nobody is made to raise it: the rise is announced like
        every stake (article 5.2 says that a player may), and a stake not raised lapses.
    last_di : tuple of int
        Di stakes of the hand before, from which those of the next may rise.
    lost, n_losses : tuple of int
        Points lost to the dealer in succession, and in how many hands.
    dealer_changed : bool
        Whether the deal has just changed hands, so that seats may be changed.
    last_seat_change : int
        Clock of the last change of seats, or the start.
    seat_requests : tuple of int
        Changes of seats each player has asked for.
    time_called_in : int, optional
        Number of the hand in which time was called.
    dealer_changes_since : int
        Changes of dealer since.

    Examples
    --------
    >>> state = SessionState()
    >>> state.dealer, state.scores
    (0, (0, 0, 0, 0))
    """

    rules: SoftEightRules = SOFT_EIGHT
    people: tuple[int, ...] = SEATS
    scores: tuple[int, ...] = NO_STAKES
    dealer: int = 0
    hand: int = 0
    zha: tuple[int, ...] = NO_STAKES
    di: tuple[int, ...] = NO_STAKES
    last_di: tuple[int, ...] = NO_STAKES
    lost: tuple[int, ...] = NO_STAKES
    n_losses: tuple[int, ...] = NO_STAKES
    dealer_changed: bool = False
    last_seat_change: int = 0
    seat_requests: tuple[int, ...] = NO_STAKES
    time_called_in: int | None = None
    dealer_changes_since: int = 0

    def __post_init__(self) -> None:
        check_rules(self.rules, SoftEightRules)
        object.__setattr__(self, "people", as_seats(as_numbers(self.people, "people"), "a player"))
        for name in ("scores", "zha", "di", "last_di", "lost", "n_losses", "seat_requests"):
            object.__setattr__(self, name, as_numbers(getattr(self, name), name))
        object.__setattr__(self, "dealer", as_seat(self.dealer, "the dealer"))
        for name in ("hand", "time_called_in", "dealer_changes_since"):
            number = getattr(self, name)
            if number is not None or name != "time_called_in":
                object.__setattr__(self, name, _as_count(number, name))

    def __str__(self) -> str:
        lines = [f"before hand {self.hand}, seat {self.dealer} deals"]
        lines += [f"{name:8}{net_text(np.asarray(values))}" for name, values in self._told() if any(values)]
        if self.time_called_in is not None:
            lines.append(f"time was called in hand {self.time_called_in}")
        return "\n".join(lines)

    def _told(self) -> list[tuple[str, tuple[int, ...]]]:
        return [("scores", self.scores), ("zha", self.zha), ("di", self.di), ("lost", self.lost)]

    def legal_di(self, seat: int) -> tuple[int, ...]:
        """The di stakes a seat may announce for the next hand; only 0 for the dealer.

        Parameters
        ----------
        seat : int
            0 to 3.

        Returns
        -------
        tuple of int

        Examples
        --------
        >>> SessionState(lost=(0, 12, 0, 0), n_losses=(0, 1, 0, 0)).legal_di(1)
        (0, 2)
        """
        seat = as_seat(seat, "the staker")
        if seat == self.dealer:
            return (0,)
        return legal_di(
            self.rules, last=self.last_di[seat], lost=self.lost[seat], n_losses=self.n_losses[seat]
        )

    @property
    def is_finished(self) -> bool:
        """Whether no further hand is played (`end_rule`)."""
        rule = self.rules.session.end_rule
        if isinstance(rule, int):
            return self.hand >= rule
        if self.time_called_in is None:
            return False
        if rule == "four_dealer_changes":
            return self.dealer_changes_since >= _AFTER_TIME
        return self.hand - self.time_called_in - 1 >= _AFTER_TIME


def next_hand(state: SessionState, result: HandResult) -> SessionState:
    """The session after one more hand.

    Parameters
    ----------
    state : SessionState
        Before the hand, with the stakes announced for it.
    result : HandResult

    Returns
    -------
    SessionState
        With the points added, the next dealer, and the books of di kept.

    Raises
    ------
    MahjongError
        If the session is finished, or these are no state and no result.

    Examples
    --------
    >>> state = next_hand(SessionState(), HandResult(winners=[2], entries=[Entry(0, 2, 6, "WIN", "15")]))
    >>> state.dealer, state.scores, state.hand
    (2, (-6, 0, 6, 0), 1)
    """
    _check_state(state)
    if not isinstance(result, HandResult):
        raise MahjongError(f"a hand ends with a HandResult, not with {quoted(result)}")
    if state.is_finished:
        raise MahjongError(f"the session ended after {state.hand} hands")
    dealer = _next_dealer(state, result)
    changed = dealer != state.dealer
    net = net_points(result.entries).tolist()
    counting = changed and state.time_called_in is not None
    after = replace(
        state,
        scores=tuple(score + points for score, points in zip(state.scores, net, strict=True)),
        dealer=dealer,
        hand=state.hand + 1,
        zha=NO_STAKES,
        dealer_changed=changed,
        dealer_changes_since=state.dealer_changes_since + counting,
    )
    return _with_standing_di(_with_losses(after, state, result))


def announce(
    state: SessionState, *, zha: Iterable[Any] | None = None, di: Iterable[Any] | None = None
) -> SessionState:
    """Set the stakes for the next hand.

    Parameters
    ----------
    state : SessionState
    zha, di : sequence of int, shape (4,), optional
        Stakes by seat; left as they are if not given.

    Returns
    -------
    SessionState

    Raises
    ------
    MahjongError
        If a stake is not allowed.

    Examples
    --------
    >>> announce(SessionState(), di=(0, 0, 2, 0))
    Traceback (most recent call last):
    mjcore.words.errors.MahjongError: seat 2 stakes 2 di, where 0 is allowed (clause 5.2)
    """
    _check_state(state)
    if zha is not None:
        state = replace(state, zha=as_zha(zha, state.rules))
    if di is None:
        return state
    stakes = as_di(di, state.rules, dealer=state.dealer)
    for seat in SEATS:
        legal = state.legal_di(seat)
        if stakes[seat] not in legal:
            choices = f"{' or '.join(map(str, legal))} {'are' if len(legal) > 1 else 'is'} allowed"
            raise MahjongError(f"seat {seat} stakes {stakes[seat]} di, where {choices} (clause 5.2)")
    return replace(state, di=stakes)


def change_seats(state: SessionState, seating: Iterable[Any], *, seat: int, clock: int) -> SessionState:
    """Change seats (换风), which players may ask for when the deal has changed hands (article 8.1).

    Parameters
    ----------
    state : SessionState
    seating : sequence of int, shape (4,)
        For each new seat, the seat in which that player sits now.
    seat : int
        Who asks for it.
    clock : int
        Minutes since the session began; or whatever else `wind_change_minutes` counts, such as hands.

    Returns
    -------
    SessionState

    Raises
    ------
    MahjongError
        If it is too early, the deal has not changed, or the player has used up his requests.

    Examples
    --------
    >>> state = next_hand(SessionState(), HandResult(winners=[2]))
    >>> state = change_seats(state, [2, 0, 1, 3], seat=1, clock=75)
    >>> state.people, state.dealer
    ((2, 0, 1, 3), 0)
    """
    _check_state(state)
    if (
        isinstance(clock, bool)
        or not isinstance(clock, (int, float, np.integer, np.floating))
        or clock != clock
    ):
        raise MahjongError(f"clock is a number of minutes, not {quoted(clock)}")
    rules, seat = state.rules.session, as_seat(seat, "the player who asks")
    order = as_seats(as_numbers(seating, "new seats"), "a seat")
    if not state.dealer_changed:
        raise MahjongError("seats are changed only when the deal has changed hands (clause 8.1)")
    since = clock - state.last_seat_change
    if not 0 <= since >= rules.wind_change_minutes:
        raise MahjongError(
            f"seats are changed {rules.wind_change_minutes} minutes after the last change, "
            f"and it was {quoted(since)} ago (clause 8.1)"
        )
    if state.seat_requests[seat] >= rules.wind_change_per_player:
        raise MahjongError(f"seat {seat} has asked {state.seat_requests[seat]} times already (clause 8.1)")
    requests = tuple(n + (place == seat) for place, n in enumerate(state.seat_requests))
    dealer = order.index(state.dealer) if rules.wind_change_dealer == "keeps_person" else 0
    after = replace(
        state,
        people=_reordered(state.people, order),
        scores=_reordered(state.scores, order),
        last_di=_reordered(state.last_di, order),
        lost=_reordered(state.lost, order),
        n_losses=_reordered(state.n_losses, order),
        seat_requests=_reordered(requests, order),
        dealer=dealer,
        zha=NO_STAKES,
        last_seat_change=clock,
    )
    return _with_standing_di(after)


def call_time(state: SessionState) -> SessionState:
    """Say that the agreed time has come; the hand that is being played, or about to be, is still finished.

    Parameters
    ----------
    state : SessionState

    Returns
    -------
    SessionState

    Raises
    ------
    MahjongError
        If time has been called before, or the session has a fixed number of hands.

    Examples
    --------
    >>> state = call_time(SessionState())
    >>> for winner in (1, 2, 3, 3, 0):
    ...     state = next_hand(state, HandResult(winners=[winner]))
    >>> state.is_finished
    True
    """
    _check_state(state)
    if isinstance(state.rules.session.end_rule, int):
        raise RuleError(f"the session ends after {state.rules.session.end_rule} hands, whatever the time")
    if state.time_called_in is not None:
        raise MahjongError(f"time was called in hand {state.time_called_in}")
    return replace(state, time_called_in=state.hand)


def _check_state(state: object) -> None:
    if not isinstance(state, SessionState):
        raise MahjongError(f"a session is a SessionState, not {quoted(state)}")


def _as_count(value: object, name: str) -> int:
    number = whole(value)
    if number is None or number < 0:
        raise MahjongError(f"{name} is a whole number from 0, not {quoted(value)}")
    return number


def _next_dealer(state: SessionState, result: HandResult) -> int:
    """Who deals the hand after this one (articles 6.1, 11.2 and 17.4)."""
    rules = state.rules.session
    rotating = rules.end_rule == "four_rotations" and state.time_called_in is not None
    if rotating and state.hand > (state.time_called_in or 0):
        return next_seat(state.dealer)
    if result.false_win is not None:
        return result.false_win
    if result.is_drawn:
        return state.dealer if rules.drawn_hand_dealer == "stay" else next_seat(state.dealer)
    if rules.dealer_after_win == "winner":
        return result.winners[0]
    return state.dealer if state.dealer in result.winners else next_seat(state.dealer)


def _with_losses(after: SessionState, before: SessionState, result: HandResult) -> SessionState:
    """The books of di: what each player has lost to the dealer in succession, and his last stake."""
    streak = before.rules.points.di_streak
    gains = lost_to_dealer(
        result.entries, before.rules, dealer=before.dealer, dealer_won=before.dealer in result.winners
    )
    if streak == "role":
        cleared = set(result.winners)
    else:
        cleared = set(SEATS) if after.dealer_changed else {before.dealer}
        if streak == "strict":
            cleared |= {seat for seat in SEATS if gains[seat] <= 0}
    kept = [seat not in cleared for seat in SEATS]
    return replace(
        after,
        lost=tuple((before.lost[seat] + gains[seat]) * kept[seat] for seat in SEATS),
        n_losses=tuple((before.n_losses[seat] + (gains[seat] > 0)) * kept[seat] for seat in SEATS),
        last_di=tuple(before.di[seat] * kept[seat] for seat in SEATS),
    )


def _with_standing_di(state: SessionState) -> SessionState:
    """Di stakes that stand if nothing else is announced: as they were, none where they must be raised."""
    dealer, standing = state.dealer, []
    for seat in SEATS:
        last, legal = state.last_di[seat], state.legal_di(seat)
        standing.append(last if last in legal else 0)
    last_di = tuple(0 if seat == dealer else last for seat, last in enumerate(state.last_di))
    return replace(state, di=tuple(standing), last_di=last_di)


def _reordered(values: tuple[int, ...], order: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(values[seat] for seat in order)
