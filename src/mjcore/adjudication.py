"""What follows from an error or dispute at the table: points that change hands, and effects on the hand.

`adjudicate` is a pure function over the rows of `infractions`, so that studies of errors can put events into
simulated hands.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from mjcore.infractions import EFFECTS, ROWS, Case, Row
from mjcore.kongs import Kong, as_kongs, counted_kongs
from mjcore.ledger import Entry, transfer
from mjcore.no_winner import false_win_payments
from mjcore.seats import NO_STAKES, as_seat, as_seats, next_seat, other_seats
from mjcore.stakes import as_di
from mjcore.words.errors import MahjongError, quoted
from mjcore.words.options import close_matches
from mjcore.words.presets import check_rules
from mjcore.words.soft_eight import SOFT_EIGHT, SoftEightRules
from mjcore.words.tiles import KIND_TEXTS, as_kind
from mjcore.words.values import items_of


class Effect(NamedTuple):
    """Something that happens to the hand; the reference lists the kinds.

    Parameters
    ----------
    kind : str
        What happens.
    seat : int, optional
        Whom it concerns.
    tile : int, optional
        A kind, 0 to 33.

    Examples
    --------
    >>> Effect("DEAD", seat=2)
    Effect(kind='DEAD', seat=2, tile=None)
    """

    kind: str
    seat: int | None = None
    tile: int | None = None

    def __str__(self) -> str:
        whom = "" if self.seat is None else f"seat {self.seat}: "
        which = "" if self.tile is None else f" ({KIND_TEXTS[self.tile]})"
        return f"{whom}{EFFECTS[self.kind]}{which}" if self.kind in EFFECTS else repr(self)


class Ruling(NamedTuple):
    """What follows from an event.

    Parameters
    ----------
    entries : tuple of Entry
        Who pays whom at once.
    effects : tuple of Effect
        What happens to the hand.

    Examples
    --------
    >>> print(adjudicate(Event(row="J17", offender=1), HandState(declared=[1])))
    1 pays 2: 2 (PENALTY, clause 12.2)
    1 pays 3: 2 (PENALTY, clause 12.2)
    1 pays 0: 2 (PENALTY, clause 12.2)
    seat 1: the seat must take the next legal ron
    """

    entries: tuple[Entry, ...]
    effects: tuple[Effect, ...]

    def __str__(self) -> str:
        return "\n".join(map(str, (*self.entries, *self.effects))) or "nothing follows"


@dataclass(frozen=True, kw_only=True)
class Event:
    """An error or dispute: which row of the infractions it belongs to and what the table found.

    Parameters
    ----------
    row : str
        "J1" to "J21".
    offender : int, optional
        Seat that erred, or whose case it is; None where nobody is known to be responsible.
    named : sequence of int
        Other seats concerned: players who were misled, who claimed, or who won; never the discarder.
    discarder : int, optional
        Seat whose discard it is about. Where the offender drew after it, the seat before his.
    acted : sequence of int
        Seats that have drawn and discarded since.
    tile : int, optional
        A kind, 0 to 33.
    facts : iterable of str
        What was found, in the words of the row.

    Raises
    ------
    MahjongError
        If the row, a seat, the tile or a fact does not exist, or the row needs something not named.

    Examples
    --------
    >>> Event(row="J18", offender=2, facts=["cannot_sow"])
    Traceback (most recent call last):
    mjcore.words.errors.MahjongError: J18 knows no fact 'cannot_sow'; did you mean cannot_show?
    """

    row: str
    offender: int | None = None
    named: tuple[int, ...] = ()
    discarder: int | None = None
    acted: tuple[int, ...] = ()
    tile: int | None = None
    facts: Iterable[str] = frozenset()

    def __post_init__(self) -> None:
        if not isinstance(self.row, str) or self.row not in ROWS:
            raise MahjongError(f"rows of infractions are J1 to J{len(ROWS)}, not {quoted(self.row)}")
        row = ROWS[self.row]
        object.__setattr__(self, "named", as_seats(self.named, "a player named"))
        object.__setattr__(self, "acted", as_seats(self.acted, "a player who acted"))
        object.__setattr__(self, "facts", _as_facts(self.facts, row, self.row))
        for role in ("offender", "discarder"):
            if getattr(self, role) is not None:
                object.__setattr__(self, role, as_seat(getattr(self, role), f"the {role}"))
        if self.tile is not None:
            object.__setattr__(self, "tile", as_kind(self.tile))
        for need in row.needs:
            if getattr(self, need) in (None, ()):
                raise MahjongError(f"{self.row}, {row.trigger}, needs {need}")
        if self.offender is not None and self.offender in (*self.named, *self.acted, self.discarder):
            raise MahjongError(f"seat {self.offender} is the offender and one of the others too")
        if row.drew_after and self.offender is not None:
            before = next_seat(self.offender, 3)
            if self.discarder not in (None, before):
                raise MahjongError(
                    f"seat {self.offender} drew after the discard of seat {before}, not of another"
                )
            object.__setattr__(self, "discarder", before)
        if self.discarder is not None and self.discarder in self.named:
            raise MahjongError(f"seat {self.discarder} discarded the tile and cannot claim it or win on it")


@dataclass(frozen=True, kw_only=True)
class HandState:
    """What an adjudicator must know of the hand being played.

    Parameters
    ----------
    rules : SoftEightRules
    dealer : int
    declared, dead, drew, must_ron : iterable of int
        Seats that have declared ready, lost the right to win, drawn or claimed a tile, and must take the
        next ron.
    kongs : iterable of (owner, type, tile, feeder)
        Completed so far.
    di : sequence of int, shape (4,)

    Examples
    --------
    >>> sorted(HandState(declared=[2, 0]).declared)
    [0, 2]
    """

    rules: SoftEightRules = SOFT_EIGHT
    dealer: int = 0
    declared: frozenset[int] = frozenset()
    dead: frozenset[int] = frozenset()
    drew: frozenset[int] = frozenset()
    must_ron: frozenset[int] = frozenset()
    kongs: tuple[Kong, ...] = ()
    di: tuple[int, ...] = NO_STAKES

    def __post_init__(self) -> None:
        check_rules(self.rules, SoftEightRules)
        object.__setattr__(self, "dealer", as_seat(self.dealer, "the dealer"))
        for name in ("declared", "dead", "drew", "must_ron"):
            object.__setattr__(self, name, frozenset(as_seats(getattr(self, name), "a player")))
        object.__setattr__(self, "kongs", as_kongs(self.kongs))
        object.__setattr__(self, "di", as_di(self.di, self.rules, dealer=self.dealer))


def adjudicate(event: Event, state: HandState) -> Ruling:
    """Points and effects that follow from an event.

    Parameters
    ----------
    event : Event
    state : HandState

    Returns
    -------
    Ruling
        ``entries`` for the ledger and ``effects`` on the hand; both empty where play simply goes on.

    Raises
    ------
    MahjongError
        If the event is about a ready player who has not declared, or these are no event and no state.

    Examples
    --------
    A ready player looks at another hand.

    >>> ruling = adjudicate(Event(row="J17", offender=1), HandState(declared=[1]))
    >>> print(*ruling.entries, sep="\\n")
    1 pays 2: 2 (PENALTY, clause 12.2)
    1 pays 3: 2 (PENALTY, clause 12.2)
    1 pays 0: 2 (PENALTY, clause 12.2)
    >>> ruling.effects
    (Effect(kind='MUST_RON', seat=1, tile=None),)
    """
    if not isinstance(event, Event) or not isinstance(state, HandState):
        raise MahjongError(f"an Event is judged in a HandState, not {quoted(event)} in {quoted(state)}")
    row = ROWS[event.row]
    _check_declared(row, event, state)
    facts = (
        frozenset(event.facts)
        | frozenset(row.given)
        | {name for name, holds in _DERIVED.items() if holds(event, state)}
    )
    options = state.rules.options()
    for case in row.cases:
        if _fits(case, facts, options):
            return Ruling(tuple(_entries(case, row, event, state)), tuple(_effects(case, event, state)))
    return Ruling((), ())


def after_effects(state: HandState, effects: Iterable[Effect]) -> HandState:
    """The hand after a ruling, as far as `HandState` knows it.

    Parameters
    ----------
    state : HandState
    effects : iterable of Effect

    Returns
    -------
    HandState

    Examples
    --------
    >>> state = after_effects(HandState(declared=[1]), [Effect("DEAD", 1)])
    >>> sorted(state.dead), sorted(state.declared)
    ([1], [1])
    """
    if not isinstance(state, HandState):
        raise MahjongError(f"effects change a HandState, not {quoted(state)}")
    for effect in items_of(effects, "effects"):
        if not isinstance(effect, Effect):
            raise MahjongError(f"effects are a list of Effect, and one of them is {quoted(effect)}")
        if effect.seat is None:
            continue
        seat = {effect.seat}
        if effect.kind == "DEAD":
            state = replace(state, dead=state.dead | seat)
        elif effect.kind == "UNDECLARE":
            state = replace(state, declared=state.declared - seat)
        elif effect.kind == "MUST_RON":
            state = replace(state, must_ron=state.must_ron | seat)
    return state


def _recovers(event: Event, state: HandState) -> bool:
    """Whether the win of a player named lets the offender change his mind (`pass_recovery_scope`)."""
    if event.discarder is None or event.offender is None:
        return False
    order = [next_seat(event.discarder, steps) for steps in (1, 2, 3)]
    if event.offender not in order:
        return False
    scope = {
        "later_in_order": order[order.index(event.offender) + 1 :],
        "next_only": [next_seat(event.offender)],
        "next_of_discarder": [next_seat(event.discarder)],
    }[state.rules.play.pass_recovery_scope]
    return any(seat in scope for seat in event.named)


#: Facts that follow from who is named and how the hand stands.
_DERIVED: dict[str, Callable[[Event, HandState], bool]] = {
    "culprit": lambda event, state: event.offender is not None,
    "deals": lambda event, state: event.offender == state.dealer,
    "drew": lambda event, state: event.offender in state.drew,
    "declared": lambda event, state: event.offender in state.declared,
    "dead": lambda event, state: event.offender in state.dead,
    "any_acted": lambda event, state: len(event.acted) >= 1,
    "all_acted": lambda event, state: len(event.acted) == 3,
    "recovers": _recovers,
}


def _as_facts(facts: Iterable[str], row: Row, name: str) -> frozenset[str]:
    """The facts of an event, all of them known to its row."""
    known = (*row.facts, *row.given)
    for fact in (given := items_of(facts, "facts")):
        if not isinstance(fact, str) or fact not in known:
            raise MahjongError(f"{name} knows no fact {quoted(fact)}{close_matches(fact, row.facts)}")
    return frozenset(given)


def _check_declared(row: Row, event: Event, state: HandState) -> None:
    if not row.ready:
        return
    seats = event.named if row.ready == "named" else (event.offender,)
    for seat in seats:
        if seat not in state.declared:
            raise MahjongError(f"{event.row}, {row.trigger}: seat {seat} has not declared ready")


def _fits(case: Case, facts: frozenset[str], options: dict[str, object]) -> bool:
    return (
        facts.issuperset(case.when)
        and facts.isdisjoint(case.unless)
        and all(options[name] in values for name, values in case.options.items())
    )


def _entries(case: Case, row: Row, event: Event, state: HandState) -> Iterable[Entry]:
    offender = event.offender
    if offender is None:
        return
    if case.pays is not None:
        points, whom = case.pays
        for seat in other_seats(offender) if whom == "others" else event.named:
            yield from transfer(offender, seat, points, "PENALTY", row.clause)
    if case.is_false_win:
        kongs = counted_kongs(state.kongs, state.rules, dead=state.dead)
        yield from false_win_payments(
            state.rules, offender=offender, dealer=state.dealer, kongs=kongs, di=state.di
        ).entries


def _effects(case: Case, event: Event, state: HandState) -> Iterable[Effect]:
    for kind, whom in case.effects:
        if whom == "tile":
            yield Effect(kind, tile=event.tile)
        elif whom == "named":
            yield from (Effect(kind, seat) for seat in event.named)
        else:
            yield Effect(kind, event.offender if whom else None)
            plays_freely = state.rules.session.bad_ready_play == "free" and event.offender in state.declared
            if kind == "DEAD" and plays_freely:
                yield Effect("UNDECLARE", event.offender)
