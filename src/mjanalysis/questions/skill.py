"""How much better one policy plays than another: the same walls in every seating."""

from __future__ import annotations

import itertools
import math
import warnings
from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

import mjcore as mj
from mjanalysis.checks import as_whole_number
from mjanalysis.columns import SKILL
from mjanalysis.estimates import LEVEL, Mean
from mjanalysis.numerals import number_interval
from mjanalysis.provenance import Provenance, attach
from mjanalysis.questions.told import Told
from mjanalysis.replicate import PartialRun, Tally, accumulate
from mjcore.policies import as_policies
from mjcore.seats import N_SEATS
from mjcore.words.errors import MahjongError, quoted
from mjcore.words.presets import check_rules

__all__ = ["CHUNK", "POWER", "Skill", "skill"]

CHUNK = 1_024  #: walls of a chunk, each played in four or six seatings
POWER = 0.8  #: with which a difference is to be found


@dataclass(frozen=True, eq=False, repr=False)
class Skill(Told):
    """What a stronger policy wins from a weaker one.

    Attributes
    ----------
    frame : DataFrame
        One row for each number of seats the stronger policy has: ``strong_seats``, ``seatings``, ``walls``,
        points a hand of each of its seats as ``mean`` with ``low``, ``high`` and ``standard_error``,
        ``standard_deviation`` of the points of such a seat in one hand, ``strong_wins``, ``weak_wins``,
        ``strong_deal_ins`` and ``weak_deal_ins`` a seat and hand, ``hands_needed``: so many single hands
        tell the two apart at 95 % with a power of 80 %, as walls in every seating do sooner; and
        ``explained`` with its limits: the share of the variance of the points of a seat in one hand that is
        due to which policy sits there. It has no unit, so that games can be compared: the rest is luck.
    """

    frame: pd.DataFrame

    @property
    def is_interrupted(self) -> bool:
        """Whether fewer walls were played than asked for."""
        record = self.frame.attrs["provenance"]
        return record["n"] != record["n_requested"]

    def __str__(self) -> str:
        return "\n".join(
            f"{row['strong_seats']} against {N_SEATS - row['strong_seats']}: "
            + number_interval(row["mean"], row["low"], row["high"], decimals=3, sign="+")
            + f" points a hand on {row['walls']:,} walls"
            for row in self.frame.to_dict("records")
        )


def skill(
    rules: Any,
    *,
    strong: Any = "value",
    weak: Any = "efficient",
    deals: int,
    seed: int,
    strong_seats: Iterable[int] = (1, 2, 3),
    workers: int = 1,
    executor: Executor | None = None,
    progress: bool = False,
) -> Skill:
    """Play the same walls in every seating of two policies.

    The luck of a wall comes to each side in turn and largely cancels, so that the wall is the unit: what the
    seats of the stronger policy win on it, over all seatings.

    Parameters
    ----------
    rules : SoftEightRules or McrRules
    strong, weak : str, Policy or Player
    deals : int
        Walls for each number of seats.
    seed : int
        The same seed gives the same numbers whatever the workers.
    strong_seats : iterable of int
        How many seats the stronger policy has: 1 and 3 are four seatings, 2 are six.
    workers, executor, progress
        As for `mjanalysis.replicate`.

    Returns
    -------
    Skill

    Raises
    ------
    MahjongError
        If something given cannot be.
    KeyboardInterrupt
        If it was interrupted before the first chunk was done.

    Warns
    -----
    PartialRun
        If it was interrupted; the rows then rest on fewer walls.

    Examples
    --------
    >>> found = skill(mj.SOFT_EIGHT, strong="efficient", weak="random", deals=200, seed=1, strong_seats=[1])
    >>> bool(found.frame["low"].item() > 3)
    True
    """
    check_rules(rules, mj.SoftEightRules, mj.McrRules, what="hands are played under")
    better, worse = _policy("strong", strong), _policy("weak", weak)
    deals = as_whole_number("deals", deals, 2)
    numbers = _as_numbers(strong_seats)
    if not numbers:
        raise MahjongError("strong_seats: 1, 2 or 3 of four seats are needed, not an empty list")
    command = (
        f"ma.skill(rules, strong={better!r}, weak={worse!r}, deals={deals}, seed={seed}, "
        f"strong_seats={numbers})"
    )
    record = Provenance.begin(
        command, rules=[rules], seed=seed, chunk=CHUNK, n=deals * len(numbers), workers=workers
    )
    rows: list[dict[str, Any]] = []
    for seats in numbers:
        try:
            tally = accumulate(
                _Duplicate(rules, better, worse, seats), n=deals, seed=seed, chunk=CHUNK, stream=seats,
                workers=workers, executor=executor, progress=progress,
                label=f"{seats} against {N_SEATS - seats}", note=partial(_width, seats),
            )  # fmt: skip
        except KeyboardInterrupt:  # numbers of seats that are done are kept
            if not rows:
                raise
            warnings.warn(f"Interrupted before {seats} against {N_SEATS - seats}.", PartialRun, stacklevel=2)
            break
        rows.append(_row(seats, tally))
        if tally.interrupted:
            break
    frame = pd.DataFrame(rows)[list(SKILL)]
    return Skill(attach(frame, record.finish(n=int(frame["walls"].sum()))))


def _policy(which: str, given: Any) -> mj.Policy | mj.Player:
    """One policy for all seats of a side."""
    policies = {*as_policies(given)}
    if len(policies) != 1:
        raise MahjongError(f"{which} is one policy, not {quoted(given)}")
    return policies.pop()


def _as_numbers(strong_seats: Any) -> list[int]:
    if not np.iterable(strong_seats):
        raise MahjongError(f"strong_seats: a list such as [1, 2, 3] is needed, not {quoted(strong_seats)}")
    return sorted({_as_seats(seats) for seats in strong_seats})


def _as_seats(seats: Any) -> int:
    if seats not in (1, 2, 3):
        raise MahjongError(f"the stronger policy has 1, 2 or 3 of four seats, not {quoted(seats)}")
    return int(seats)


@dataclass(frozen=True)
class _Duplicate:
    """Plays walls in all seatings; sums by wall and by seat."""

    rules: Any
    strong: mj.Policy | mj.Player
    weak: mj.Policy | mj.Player
    seats: int

    def __call__(self, rng: np.random.Generator, size: int) -> dict[str, Any]:
        walls = mj.draw_walls(rng, size, self.rules)
        gained = np.zeros(size, dtype=np.int64)
        points = everyone = Mean(0, 0, 0)
        counts = np.zeros(4, dtype=np.int64)  # wins and deal-ins of the strong, then of the weak
        for chosen in _seatings(self.seats):
            policies = [self.strong if seat in chosen else self.weak for seat in range(N_SEATS)]
            hands = mj.play(self.rules, policies, n=size, rng=rng, walls=walls)
            own = hands["points"][:, chosen].astype(np.int64)
            gained += own.sum(axis=1)
            points += Mean.of(own.ravel())
            everyone += Mean.of(hands["points"].ravel())
            counts += _wins_and_deal_ins(hands, chosen)
        return {"gained": Mean.of(gained), "points": points, "everyone": everyone, "counts": counts}


def _wins_and_deal_ins(hands: np.ndarray, chosen: list[int]) -> np.ndarray:
    """Wins and deal-ins of the seats that were chosen, then of the others."""
    won = (hands["winners"][:, None] >> np.arange(N_SEATS)) & 1 == 1
    dealt_in = hands["payer"][:, None] == np.arange(N_SEATS)
    others = [seat for seat in range(N_SEATS) if seat not in chosen]
    return np.array([which[:, seats].sum() for seats in (chosen, others) for which in (won, dealt_in)])


def _seatings(seats: int) -> list[list[int]]:
    return [list(chosen) for chosen in itertools.combinations(range(N_SEATS), seats)]


def _width(seats: int, tally: Tally) -> str:
    """How well the points a hand are known so far."""
    low, high = tally.total["gained"].interval()
    return f"±{(high - low) / 2 / (len(_seatings(seats)) * seats):.2g} points a hand"


def _row(seats: int, tally: Tally) -> dict[str, Any]:
    """A row of the frame from the sums of all walls."""
    n_seatings, walls = len(_seatings(seats)), tally.n_done
    own, others = n_seatings * seats, n_seatings * (N_SEATS - seats)
    gained, spread = tally.total["gained"], tally.total["points"].variance ** 0.5
    low, high = (limit / own for limit in gained.interval())
    explained = _explained(gained.value / own, low, high, seats, tally.total["everyone"].variance)
    wins, deal_ins, weak_wins, weak_deal_ins = tally.total["counts"].tolist()
    return {
        "strong_seats": seats,
        "seatings": n_seatings,
        "walls": walls,
        "mean": gained.value / own,
        "low": low,
        "high": high,
        "standard_error": gained.standard_error / own,
        "standard_deviation": spread,
        "strong_wins": wins / (own * walls),
        "weak_wins": weak_wins / (others * walls),
        "strong_deal_ins": deal_ins / (own * walls),
        "weak_deal_ins": weak_deal_ins / (others * walls),
        "hands_needed": _hands_needed(gained.value / own, spread),
        "explained": explained[0],
        "explained_low": explained[1],
        "explained_high": explained[2],
    }


def _explained(mean: float, low: float, high: float, seats: int, variance: float) -> tuple[float, ...]:
    """The share of the variance that lies between the policies, and its limits, those of the mean.

    All seats together score nothing, so the others score ``-mean * seats / others``.
    """
    if not variance:
        return math.nan, math.nan, math.nan
    least = 0.0 if low <= 0 <= high else min(abs(low), abs(high))
    between = seats / (N_SEATS - seats) / variance
    return mean**2 * between, least**2 * between, max(abs(low), abs(high)) ** 2 * between


def _hands_needed(difference: float, spread: float) -> int:
    """Single hands whose mean tells a difference from 0; nought where there is no difference."""
    from statsmodels.stats.power import normal_sample_size_one_tail

    if not difference:
        return 0
    alpha = (1 - LEVEL) / 2  # the other tail of a test of both adds nothing at this power
    return int(np.ceil(normal_sample_size_one_tail(difference, POWER, alpha, std_null=spread)))
