"""Stakes against the dealer (di, 抵) in many sessions of Soft Eight at once.

What each player has lost to the dealer in succession is kept as `mjcore.session.SessionState` keeps it for
one session, here for arrays; and a strategy says who announces what he may.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

import mjcore as mj
from mjcore.seats import N_SEATS
from mjcore.words.errors import MahjongError, quoted

__all__ = ["STRATEGIES", "DiBooks", "as_di_strategies"]

#: What a player announces who may: no stake, the least or the highest that is allowed.
STRATEGIES = ("never", "least", "highest")


def as_di_strategies(rules: Any, di: Any, sessions: Any) -> tuple[str, ...]:
    """A strategy for each seat.

    Parameters
    ----------
    rules : rule set
    di : str or sequence of str, shape (4,)
        One of `STRATEGIES` for all or for each seat.
    sessions : int or None
        Hands of a session; single hands have no losses before them.

    Returns
    -------
    tuple of str, shape (4,)

    Raises
    ------
    MahjongError
        If it is none, or nobody can stake: under Chinese Official Mahjong, and in single hands.

    Examples
    --------
    >>> as_di_strategies(mj.SOFT_EIGHT, "highest", 24)
    ('highest', 'highest', 'highest', 'highest')
    """
    given = (di,) * N_SEATS if isinstance(di, str) or not np.iterable(di) else tuple(di)
    if len(given) != N_SEATS or any(one not in STRATEGIES for one in given):
        raise MahjongError(f"di is one of {', '.join(STRATEGIES)}, or one a seat, not {quoted(di)}")
    if set(given) != {"never"}:
        if not isinstance(rules, mj.SoftEightRules):
            raise MahjongError(f"{rules.name} has no di stakes")
        if not sessions:
            raise MahjongError("di is staked after losses to the dealer: play sessions")
    return given


@dataclass(frozen=True)
class DiBooks:
    """What each player has lost to the dealer, and stakes against him in the next hand, of each session.

    Attributes
    ----------
    rules : SoftEightRules
    strategies : tuple of str, shape (4,)
    stakes : ndarray of int32, shape (n, 4)
        For the next hand.
    lost, n_losses : ndarray of int64, shape (n, 4)
        Points lost in succession, and in how many hands.

    Examples
    --------
    >>> books = DiBooks.of(mj.SOFT_EIGHT, ("never", "highest", "highest", "least"), 1)
    >>> record = {"lost_to_dealer": np.array([[0, 12, 6, 8]]), "winners": np.array([1])}
    >>> books = books.after(record, dealer=np.array([0]), next_dealer=np.array([0]))
    >>> books.stakes.tolist()
    [[0, 2, 0, 2]]
    >>> books.after(record, dealer=np.array([0]), next_dealer=np.array([0])).stakes.tolist()
    [[0, 4, 2, 2]]
    """

    rules: Any
    strategies: tuple[str, ...]
    stakes: NDArray[np.int32]
    lost: NDArray[np.int64]
    n_losses: NDArray[np.int64]

    @classmethod
    def of(cls, rules: Any, strategies: tuple[str, ...], n: int) -> DiBooks:
        """The books before the first hand."""
        empty = np.zeros((n, N_SEATS), dtype=np.int64)
        return cls(rules, strategies, empty.astype(np.int32), empty, empty)

    def after(self, records: Any, dealer: NDArray[Any], next_dealer: NDArray[Any]) -> DiBooks:
        """The books after one more hand of each session."""
        gains = records["lost_to_dealer"].astype(np.int64)
        kept = ~self._cleared(gains, records["winners"], dealer, next_dealer)
        lost, n_losses = (self.lost + gains) * kept, (self.n_losses + (gains > 0)) * kept
        may = (np.arange(N_SEATS) != next_dealer[:, None]) & self._may_stake(lost, n_losses)
        return replace(self, stakes=self._announced(self.stakes * kept, may), lost=lost, n_losses=n_losses)

    def _cleared(self, gains: Any, winners: Any, dealer: Any, next_dealer: Any) -> NDArray[np.bool_]:
        """Whose losses to the dealer are no longer in succession."""
        seats = np.arange(N_SEATS)
        if self.rules.points.di_streak == "role":
            return winners[:, None] >> seats & 1 == 1
        cleared = (next_dealer != dealer)[:, None] | (seats == dealer[:, None])
        return cleared | (gains <= 0) if self.rules.points.di_streak == "strict" else cleared

    def _may_stake(self, lost: Any, n_losses: Any) -> NDArray[np.bool_]:
        points = self.rules.points
        return (lost >= points.di_threshold) & (n_losses >= points.di_min_losses)

    def _announced(self, last: Any, may: NDArray[np.bool_]) -> NDArray[np.int32]:
        """Stakes by the strategies; `last` are those of the hand before."""
        points = self.rules.points
        raised = np.where(last == 0, points.di_start, last + points.di_step)
        highest = np.where(raised > points.largest_di, last, raised)
        must_rise = points.di_step_mode == "exact"
        least = np.where((last == 0) | must_rise, highest, last)
        by_strategy = {"never": np.zeros_like(last), "least": least, "highest": highest}
        announced = np.stack(
            [by_strategy[name][:, seat] for seat, name in enumerate(self.strategies)], axis=1
        )
        return np.where(may, announced, 0).astype(np.int32)
