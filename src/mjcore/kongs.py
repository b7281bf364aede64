"""Kongs of a hand: who made them, of which kind, and who owes points for them (articles 4.1 and 4.3)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from mjcore.ledger import Entry, transfer
from mjcore.seats import N_SEATS, SEATS, as_seat, other_seats
from mjcore.words.errors import HandError, MahjongError, quoted
from mjcore.words.soft_eight import SoftEightRules
from mjcore.words.tiles import KIND_TEXTS, as_kind, parse_tiles
from mjcore.words.values import items_of

#: A kong of four own tiles, one claimed from a discard, one added to an exposed pung.
KONG_TYPES = ("concealed", "melded", "added")

#: Most kongs a hand can hold.
_MOST = 4


class Kong(NamedTuple):
    """A completed kong; a robbed one is none.

    Attributes
    ----------
    owner : int
        Seat that made it.
    type : {"concealed", "melded", "added"}
    tile : int
        Kind, 0 to 33.
    feeder : int or None
        Seat whose discard made the kong, or the pung to which it was added; None for a concealed kong.

    Examples
    --------
    >>> print(Kong(1, "melded", 31, feeder=2))
    seat 1's melded kong of 5z
    """

    owner: int
    type: str
    tile: int
    feeder: int | None = None

    def __str__(self) -> str:
        return f"seat {self.owner}'s {self.type} kong of {KIND_TEXTS[self.tile]}"


def as_kongs(kongs: Iterable[Any]) -> tuple[Kong, ...]:
    """Check the kongs of one hand.

    Parameters
    ----------
    kongs : iterable of (owner, type, tile, feeder)
        In the order in which they were made. The tile is a kind or its text; the feeder may be left out for a
        concealed kong.

    Returns
    -------
    tuple of Kong

    Raises
    ------
    HandError
        If a seat, type or tile does not exist, a feeder is missing, or there are more kongs than tiles; the
        message names the seat, the tile and the reason.

    Examples
    --------
    >>> as_kongs([(1, "melded", "2p", 2)])
    (Kong(owner=1, type='melded', tile=10, feeder=2),)
    >>> as_kongs([(1, "melded", "2p", None)])
    Traceback (most recent call last):
    mjcore.words.errors.HandError: seat 1's melded kong of 2p needs the seat that fed it
    """
    made = tuple(_as_kong(kong) for kong in items_of(kongs, "kongs", HandError))
    for place, kong in enumerate(made):
        before = made[:place]
        twin = next((other for other in before if other.tile == kong.tile), None)
        if twin is not None:
            raise HandError(f"{kong} cannot be: {twin} has all four copies")
        if sum(other.owner == kong.owner for other in before) == _MOST:
            raise HandError(f"{kong} is the fifth of a hand that holds at most {_MOST} sets")
    return made


def counted_kongs(kongs: Sequence[Kong], rules: SoftEightRules, *, dead: Iterable[int]) -> tuple[Kong, ...]:
    """The kongs that are paid for when some players have lost the right to win (`dead_hand_kongs`).

    Parameters
    ----------
    kongs : sequence of Kong
    rules : SoftEightRules
    dead : iterable of int
        Seats that lost the right to win.

    Returns
    -------
    tuple of Kong

    Examples
    --------
    >>> from mjcore.words.soft_eight import SOFT_EIGHT
    >>> kongs = as_kongs([(1, "concealed", "2p"), (2, "concealed", "3p")])
    >>> len(counted_kongs(kongs, SOFT_EIGHT, dead=[1]))
    2
    >>> counted_kongs(kongs, SOFT_EIGHT.replace(dead_hand_kongs="void"), dead=[1])
    (Kong(owner=2, type='concealed', tile=11, feeder=None),)
    """
    if rules.session.dead_hand_kongs == "count":
        return tuple(kongs)
    void = frozenset(dead)
    return tuple(kong for kong in kongs if kong.owner not in void)


def kong_debts(kongs: Iterable[Kong], rules: SoftEightRules, *, dealer: int) -> list[list[int]]:
    """Points each seat owes each other for kongs, before any multiplication.

    Parameters
    ----------
    kongs : iterable of Kong
    rules : SoftEightRules
    dealer : int

    Returns
    -------
    list of list of int, shape (4, 4)
        ``debts[debtor][owner]``.

    Examples
    --------
    >>> from mjcore.words.soft_eight import SOFT_EIGHT
    >>> kong_debts(as_kongs([(1, "concealed", "8p"), (1, "melded", "2m", 0)]), SOFT_EIGHT, dealer=0)
    [[0, 4, 0, 0], [0, 0, 0, 0], [0, 2, 0, 0], [0, 2, 0, 0]]
    """
    points = rules.points
    debts = [[0] * N_SEATS for _ in range(N_SEATS)]
    for kong in kongs:
        worth = points.kong_concealed_points if kong.type == "concealed" else points.kong_open_points
        for debtor in _debtors(kong, points.added_kong_payer):
            bonus = (
                points.dealer_bonus if points.dealer_bonus_on_kong and dealer in (debtor, kong.owner) else 0
            )
            debts[debtor][kong.owner] += worth + bonus
    return debts


def flat_kongs(debts: Sequence[Sequence[int]], clause: str) -> Iterator[Entry]:
    """Entries that pay kong debts as they are, not multiplied.

    Examples
    --------
    >>> from mjcore.words.soft_eight import SOFT_EIGHT
    >>> print(*flat_kongs(kong_debts(as_kongs([(1, "melded", "2m", 0)]), SOFT_EIGHT, dealer=0), "4.1"))
    0 pays 1: 2 (KONG_FLAT, clause 4.1)
    """
    for debtor in SEATS:
        for owner in SEATS:
            yield from transfer(debtor, owner, debts[debtor][owner], "KONG_FLAT", clause)


def _debtors(kong: Kong, added_kong_payer: str | None) -> tuple[int, ...]:
    if kong.type == "concealed":
        return other_seats(kong.owner)
    if kong.type == "added" and added_kong_payer != "pung_feeder":
        return other_seats(kong.owner) if added_kong_payer == "all_three" else ()
    return () if kong.feeder is None else (kong.feeder,)


def _as_kong(kong: Any) -> Kong:
    parts = tuple(kong) if isinstance(kong, (tuple, list)) else ()
    if len(parts) not in (3, 4):
        raise HandError(f"a kong is (owner, type, tile, feeder), not {quoted(kong)}")
    owner, kind_of_kong, tile, feeder = (*parts, None)[:4]
    try:
        owner = as_seat(owner, "the owner of a kong")
        tile = as_kind(_one_tile(tile) if isinstance(tile, str) else tile)
    except MahjongError as error:
        raise HandError(str(error)) from None
    if not isinstance(kind_of_kong, str) or kind_of_kong not in KONG_TYPES:
        raise HandError(
            f"seat {owner}'s kong of {KIND_TEXTS[tile]} is {' or '.join(KONG_TYPES)}, "
            f"not {quoted(kind_of_kong)}"
        )
    made = Kong(owner, kind_of_kong, tile)
    if made.type == "concealed":
        if feeder is not None:
            raise HandError(f"{made} has no feeder, and seat {quoted(feeder)} is named")
        return made
    if feeder is None:
        raise HandError(f"{made} needs the seat that fed it")
    try:
        feeder = as_seat(feeder, f"the feeder of {made}")
    except MahjongError as error:
        raise HandError(str(error)) from None
    if feeder == owner:
        raise HandError(f"{made} cannot be fed by its owner")
    return made._replace(feeder=feeder)


def _one_tile(text: str) -> int:
    kinds = parse_tiles(text)
    if len(kinds) != 1:
        raise HandError(f"a kong is of one tile, and {quoted(text)} are {len(kinds)}")
    return int(kinds[0])
