"""The ledger: every point that changes hands, from whom to whom, for what, and by which clause.

An `Entry` is one transfer; a `Ledger` keeps those of a session. Each entry takes from one seat what it gives
to another, so that every hand sums to zero.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from mjcore.seats import N_SEATS, as_seat
from mjcore.words.errors import MahjongError, quoted
from mjcore.words.soft_eight import MOST_POINTS
from mjcore.words.values import whole

#: What a transfer can be for. WIN includes the winner's multiplied kong points.
KINDS = ("WIN", "DI", "KONG_FLAT", "PENALTY", "SETTLEMENT")


class Parts(NamedTuple):
    """How the points of a WIN were worked out: the sum of all but the last, times the last.

    Examples
    --------
    >>> parts = Parts(base=4, dealer=2, kong=2, multiplier=2)
    >>> str(parts), parts.points
    ('(4+2+2)x2', 16)
    """

    base: int = 0
    dealer: int = 0
    zha: int = 0
    kong: int = 0
    fans: int = 0
    multiplier: int = 1

    @property
    def points(self) -> int:
        """What is paid."""
        return sum(self[:-1]) * self.multiplier

    def __str__(self) -> str:
        terms = [str(part) for part in self[:-1] if part]
        total = "+".join(terms).replace("+-", "-") or "0"
        if self.multiplier == 1:
            return total
        return f"({total})x{self.multiplier}" if len(terms) > 1 else f"{total}x{self.multiplier}"


@dataclass(frozen=True, slots=True)
class Entry:
    """Points that go from one seat to another.

    Parameters
    ----------
    payer, receiver : int
        Seats, 0 to 3.
    points : int
        At least 1.
    kind : {"WIN", "DI", "KONG_FLAT", "PENALTY", "SETTLEMENT"}
    clause : str
        Clause of the rules that says so.
    parts : Parts, optional
        How the points were worked out.
    hand : int, optional
        Number of the hand, which the ledger writes.

    Raises
    ------
    MahjongError
        If a seat or kind does not exist, nobody is paid, or there is nothing to pay.

    Examples
    --------
    >>> print(Entry(0, 1, 16, "WIN", "15", Parts(base=4, dealer=2, kong=2, multiplier=2)))
    0 pays 1: (4+2+2)x2 = 16 (WIN, clause 15)
    """

    payer: int
    receiver: int
    points: int
    kind: str
    clause: str
    parts: Parts | None = None
    hand: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "payer", as_seat(self.payer, "the payer"))
        object.__setattr__(self, "receiver", as_seat(self.receiver, "the receiver"))
        if self.payer == self.receiver:
            raise MahjongError(f"seat {self.payer} cannot pay itself")
        points = whole(self.points)
        if points is None or points < 1:
            raise MahjongError(f"an entry moves at least 1 point, not {quoted(self.points)}")
        object.__setattr__(self, "points", points)
        if not isinstance(self.kind, str) or self.kind not in KINDS:
            raise MahjongError(f"an entry is one of {', '.join(KINDS)}, not {quoted(self.kind)}")

    def __str__(self) -> str:
        working = f"{self.parts} = " if self.parts and str(self.parts) != str(self.points) else ""
        return (
            f"{self.payer} pays {self.receiver}: {working}{self.points} ({self.kind}, clause {self.clause})"
        )


def net_text(net: NDArray[np.int32] | NDArray[np.int64]) -> str:
    """What each seat wins or loses, in words.

    Examples
    --------
    >>> net_text(np.array([6, -6, 0, 0]))
    'seat 0 +6, seat 1 -6, seat 2 +0, seat 3 +0'
    """
    return ", ".join(f"seat {seat} {points:+d}" for seat, points in enumerate(net))


def transfer(
    payer: int, receiver: int, points: int, kind: str, clause: str, parts: Parts | None = None
) -> tuple[Entry, ...]:
    """The entry that moves points; none if there are no points, the other way round if they are negative.

    Examples
    --------
    >>> transfer(0, 1, 0, "KONG_FLAT", "4.1")
    ()
    >>> print(*transfer(0, 1, -2, "KONG_FLAT", "4.1"))
    1 pays 0: 2 (KONG_FLAT, clause 4.1)
    """
    if points < 0:
        return (Entry(receiver, payer, -points, kind, clause, parts),)
    return (Entry(payer, receiver, points, kind, clause, parts),) if points else ()


def net_points(entries: Iterable[Entry]) -> NDArray[np.int32]:
    """What each seat has won or lost.

    Parameters
    ----------
    entries : iterable of Entry

    Returns
    -------
    ndarray of int32, shape (4,)

    Raises
    ------
    MahjongError
        If a sum is beyond what an int32 holds.

    Examples
    --------
    >>> net_points([Entry(0, 1, 6, "WIN", "15"), Entry(1, 2, 2, "KONG_FLAT", "4.1")]).tolist()
    [-6, 4, 2, 0]
    """
    net = [0] * N_SEATS
    for entry in entries:
        net[entry.payer] -= entry.points
        net[entry.receiver] += entry.points
    for seat, points in enumerate(net):
        if abs(points) > MOST_POINTS:
            raise MahjongError(
                f"seat {seat} moves {quoted(abs(points))} points, and {MOST_POINTS} are the most"
            )
    return np.array(net, dtype=np.int32)


class Payments(NamedTuple):
    """Points each seat wins or loses in a hand, and the transfers they are made of.

    Parameters
    ----------
    net : ndarray of int32, shape (4,)
        By seat.
    entries : tuple of Entry

    Examples
    --------
    >>> Payments.of([Entry(0, 1, 6, "WIN", "15"), Entry(2, 1, 4, "WIN", "15")]).net.tolist()
    [-6, 10, -4, 0]
    """

    net: NDArray[np.int32]
    entries: tuple[Entry, ...]

    def __str__(self) -> str:
        return "\n".join([net_text(self.net), *map(str, self.entries)])

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> Self:
        """Payments made of these entries.

        Parameters
        ----------
        entries : iterable of Entry

        Returns
        -------
        Payments
        """
        entries = tuple(entries)
        return cls(net_points(entries), entries)

    def __eq__(self, other: object) -> bool:
        return self.entries == other.entries if isinstance(other, Payments) else NotImplemented

    def __ne__(self, other: object) -> bool:  # a tuple has its own, which looks at the array
        return not self == other

    def __hash__(self) -> int:
        return hash(self.entries)


@dataclass(frozen=True)
class Ledger:
    """Entries of a session, in the order of its hands; recording makes a new ledger.

    Parameters
    ----------
    entries : tuple of Entry

    Examples
    --------
    >>> ledger = Ledger().record(0, [Entry(0, 1, 6, "WIN", "15")])
    >>> ledger = ledger.record(1, [Entry(1, 0, 3, "PENALTY", "11.2")])
    >>> ledger.net().tolist(), ledger.of_hand(1).net().tolist()
    ([-3, 3, 0, 0], [3, -3, 0, 0])
    """

    entries: tuple[Entry, ...] = ()

    def record(self, hand: int, entries: Iterable[Entry]) -> Self:
        """The ledger with the entries of one more hand.

        Parameters
        ----------
        hand : int
            Number of the hand.
        entries : iterable of Entry

        Returns
        -------
        Ledger
        """
        return type(self)((*self.entries, *(replace(entry, hand=hand) for entry in entries)))

    def __str__(self) -> str:
        lines = [f"{'' if entry.hand is None else f'hand {entry.hand}: '}{entry}" for entry in self.entries]
        return "\n".join([net_text(self.net()), *lines])

    def of_hand(self, hand: int) -> Self:
        """Only the entries of one hand.

        Parameters
        ----------
        hand : int
            Number of the hand.

        Returns
        -------
        Ledger
        """
        return type(self)(tuple(entry for entry in self.entries if entry.hand == hand))

    def of_kind(self, *kinds: str) -> Self:
        """Only the entries of some kinds.

        Parameters
        ----------
        *kinds : str
            As the entries have them in `kind`.

        Returns
        -------
        Ledger
        """
        return type(self)(tuple(entry for entry in self.entries if entry.kind in kinds))

    def net(self) -> NDArray[np.int32]:
        """What each seat has won or lost.

        Returns
        -------
        ndarray of int32, shape (4,)
            They add up to 0.
        """
        return net_points(self.entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)
