"""How much better one policy plays than another: the same walls in every seating."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

import mjcore as mj
from mjanalysis.checks import as_whole_number
from mjanalysis.estimates import LEVEL, Mean
from mjanalysis.provenance import Provenance, attach
from mjanalysis.replicate import accumulate
from mjcore.policies import as_policies
from mjcore.seats import N_SEATS
from mjcore.words.errors import MahjongError, quoted
from mjcore.words.presets import check_rules

__all__ = ["CHUNK", "POWER", "Skill", "skill"]

CHUNK = 2_048  #: walls of a chunk, each played in four or six seatings
POWER = 0.8  #: with which a difference is to be found


@dataclass(frozen=True, eq=False)
class Skill:
    """What a stronger policy wins from a weaker one.

    Attributes
    ----------
    frame : DataFrame
        One row for each number of seats the stronger policy has: ``strong_seats``, ``seatings``, ``walls``;
        ``points`` a hand of each of its seats with ``points_low`` and ``points_high``; ``strong_wins``,
        ``weak_wins``, ``strong_deal_ins`` and ``weak_deal_ins`` per seat and hand; ``sd`` of the points of a
        seat in a hand; and ``hands_needed``, so many single hands tell the two apart at 95 % with a power
        of 80 %.
    """

    frame: pd.DataFrame

    def __str__(self) -> str:
        return "\n".join(
            f"{row['strong_seats']} against {N_SEATS - row['strong_seats']}: {row['points']:+.3f} "
            f"[{row['points_low']:+.3f}, {row['points_high']:+.3f}] points a hand on {row['walls']:,} walls"
            for row in self.frame.to_dict("records")
        )


def skill(
    rules: Any,
    *,
    strong: Any = "value",
    weak: Any = "efficient",
    walls: int,
    seed: int,
    strong_seats: tuple[int, ...] = (1, 2, 3),
    workers: int = 1,
    executor: Any = None,
    progress: bool = False,
) -> Skill:
    """Play the same walls in every seating of two policies.

    The luck of a deal comes to each side in turn and largely cancels, so that the wall is the unit: what the
    seats of the stronger policy win on it, over all seatings.

    Parameters
    ----------
    rules : SoftEightRules or McrRules
    strong, weak : str or Policy
    walls : int
        Walls for each number of seats.
    seed : int
        The same seed gives the same numbers whatever the workers.
    strong_seats : sequence of int
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

    Warns
    -----
    PartialRun
        If it was interrupted; the rows then rest on fewer walls.

    Examples
    --------
    >>> found = skill(mj.SOFT_EIGHT, strong="efficient", weak="random", walls=200, seed=1, strong_seats=(1,))
    >>> bool(found.frame["points_low"].item() > 3)
    True
    """
    check_rules(rules, mj.SoftEightRules, mj.McrRules, what="hands are played under")
    better, worse = as_policies(strong)[0], as_policies(weak)[0]
    walls = as_whole_number("walls", walls, 2)
    for seats in strong_seats:
        if seats not in (1, 2, 3):
            raise MahjongError(f"the stronger policy has 1, 2 or 3 of four seats, not {quoted(seats)}")
    command = f"ma.skill(rules, strong={better!r}, weak={worse!r}, walls={walls}, seed={seed})"
    record = Provenance.begin(command, rules=[rules], seed=seed, chunk=CHUNK, n=walls, workers=workers)
    rows = []
    for seats in strong_seats:
        tally = accumulate(
            _Duplicate(rules, better, worse, seats), n=walls, seed=seed, chunk=CHUNK, stream=seats,
            workers=workers, executor=executor, progress=progress, label=f"{seats} against {4 - seats}",
        )  # fmt: skip
        rows.append(_row(seats, tally))
        if tally.n_done < walls:
            break
    return Skill(attach(pd.DataFrame(rows), record.finish(n=min(row["walls"] for row in rows))))


@dataclass(frozen=True)
class _Duplicate:
    """Plays walls in all seatings; sums by wall and by seat."""

    rules: Any
    strong: Any
    weak: Any
    seats: int

    def __call__(self, rng: np.random.Generator, size: int) -> dict[str, Any]:
        walls = mj.draw_walls(rng, size, self.rules)
        gained = np.zeros(size, dtype=np.int64)
        points = Mean(0, 0, 0)
        counts = np.zeros(4, dtype=np.int64)  # wins and deal-ins of the strong, then of the weak
        for chosen in _seatings(self.seats):
            policies = [self.strong if seat in chosen else self.weak for seat in range(N_SEATS)]
            hands = mj.play(self.rules, policies, rng=rng, walls=walls)
            own = hands["points"][:, list(chosen)]
            gained += own.sum(axis=1)
            points += Mean.of(own.astype(np.int64).reshape(-1))
            for i, name in enumerate(("winner", "payer")):
                is_strong = np.isin(hands[name], chosen)
                counts[i] += is_strong.sum()
                counts[2 + i] += (~is_strong & (hands[name] >= 0)).sum()
        return {"gained": Mean.of(gained), "points": points, "counts": counts}


def _seatings(seats: int) -> list[tuple[int, ...]]:
    return list(itertools.combinations(range(N_SEATS), seats))


def _row(seats: int, tally: Any) -> dict[str, Any]:
    """A row of the frame from the sums of all walls."""
    n_seatings = len(_seatings(seats))
    own, others = n_seatings * seats, n_seatings * (N_SEATS - seats)
    gained, spread = tally.total["gained"], tally.total["points"].variance ** 0.5
    low, high = (limit / own for limit in gained.interval())
    wins, deal_ins, weak_wins, weak_deal_ins = tally.total["counts"].tolist()
    return {
        "strong_seats": seats,
        "seatings": n_seatings,
        "walls": tally.n_done,
        "points": gained.value / own,
        "points_low": low,
        "points_high": high,
        "strong_wins": wins / (own * tally.n_done),
        "weak_wins": weak_wins / (others * tally.n_done),
        "strong_deal_ins": deal_ins / (own * tally.n_done),
        "weak_deal_ins": weak_deal_ins / (others * tally.n_done),
        "sd": spread,
        "hands_needed": _hands_needed(gained.value / own, spread),
    }


def _hands_needed(difference: float, spread: float) -> float:
    """Single hands whose mean tells a difference from 0; nan where there is none."""
    from statsmodels.stats.power import NormalIndPower

    if not difference or not spread:
        return float("nan")
    power = NormalIndPower(ddof=0)
    return float(np.ceil(power.solve_power(abs(difference) / spread, alpha=1 - LEVEL, power=POWER, ratio=0)))
