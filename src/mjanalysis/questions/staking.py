"""What stakes change: zha in every hand, di against the dealer in sessions; the same play with both."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pandas as pd

import mjcore as mj
from mjanalysis.checks import as_whole_number
from mjanalysis.columns import MEASURES
from mjanalysis.distributions import Distribution
from mjanalysis.estimates import LEVEL
from mjanalysis.hand_rows import seat_columns
from mjanalysis.provenance import attach
from mjanalysis.questions.replaying import paired_parts, played_again, sessions_again
from mjanalysis.replicate import added
from mjanalysis.runs import Run
from mjanalysis.stakes import as_di_strategies
from mjanalysis.summaries import by_hand
from mjcore.seats import SEATS
from mjcore.words.errors import MahjongError, quoted

__all__ = ["di_effect", "zha_effect"]


def zha_effect(run: Run, zha: Sequence[int], *, workers: int = 1) -> pd.DataFrame:
    """What zha stakes change: the same walls with and without them.

    Parameters
    ----------
    run : Run
        Of single hands of Soft Eight, without zha.
    zha : sequence of int, shape (4,)
        Stakes of the seats.
    workers : int
        Threads.

    Returns
    -------
    DataFrame
        rules, seat, measure, unit, n, value, low, high: mean and deviation of the points of each seat without
        and with the stakes, and the paired difference of the means.

    Raises
    ------
    MahjongError
        If it is no such run, or the stakes are not allowed.

    Examples
    --------
    >>> import mjanalysis as ma
    >>> run = ma.simulate(mj.SOFT_EIGHT, deals=4_000, policy="efficient", seed=1)
    >>> found = zha_effect(run, (2, 0, 0, 0)).set_index(["measure", "seat"])["value"]
    >>> bool(found["deviation, with zha", 0] > found["deviation, without zha", 0])
    True
    """
    _check(run, "zha is staked in hands of Soft Eight")
    if any(run.setup["zha"]):
        raise MahjongError("the run has zha stakes already: give one without")
    if not np.iterable(zha):
        raise MahjongError(f"zha: the stakes of four seats are needed, not {quoted(zha)}")
    stakes = [as_whole_number("zha", stake, 0) for stake in zha]
    again = played_again(run, run.rules, workers=workers, zha=stakes)
    frame = _effect(run, again, "zha", "points", 1)
    return attach(frame, run.provenance.within("ma.zha_effect", f"zha={stakes}"))


def di_effect(run: Run, di: str | Sequence[str] = "highest", *, workers: int = 1) -> pd.DataFrame:
    """What stakes against the dealer change: the same sessions with and without them.

    No policy looks at stakes, so that the same hands are played.

    Parameters
    ----------
    run : Run
        Of sessions of Soft Eight, without di.
    di : "least", "highest", "never", or sequence of four of these
        What the seats stake where their losses to the dealer allow it.
    workers : int
        Threads.

    Returns
    -------
    DataFrame
        rules, seat, measure, unit, n, value, low, high: mean and deviation of the points of each seat in a
        session without and with the stakes, and the paired difference of the means; n are sessions.

    Raises
    ------
    MahjongError
        If it is no such run, or parts of it are missing.

    Examples
    --------
    >>> import mjanalysis as ma
    >>> run = ma.simulate(mj.SOFT_EIGHT, deals=4_800, sessions=24, policy="efficient", seed=1)
    >>> found = di_effect(run, ["highest", "never", "never", "never"]).set_index(["measure", "seat"])["value"]
    >>> bool(found["deviation, with di", 0] > found["deviation, without di", 0])
    True
    """
    _check(run, "di is staked in sessions of Soft Eight")
    length = run.setup["sessions"]
    strategies = as_di_strategies(run.rules, di, length)
    if not length:
        raise MahjongError("di is staked after losses to the dealer: give a run of sessions")
    if set(run.setup["di"]) != {"never"}:
        raise MahjongError("the run has di stakes already: give one without")
    again = sessions_again(run, workers=workers, di=strategies)
    frame = _effect(run, again, "di", "points a session", length)
    return attach(frame, run.provenance.within("ma.di_effect", f"di={list(strategies)}"))


def _check(run: Any, why: str) -> None:
    if not isinstance(run, Run) or not isinstance(run.rules, mj.SoftEightRules):
        raise MahjongError(f"{why}, and a Run of them is needed, not {quoted(run)}")


def _effect(run: Run, again: Run, stake: str, unit: str, length: int) -> pd.DataFrame:
    """Points of seats without and with a stake; `length` hands are one value."""
    names = seat_columns("points")
    pairs = paired_parts(run, names, again, names)
    sums = functools.reduce(added, (_spreads(pair, stake, length) for pair in pairs))
    rows = [
        (run.rules.name, seat, measure, unit, spread.n, *_moment(spread, measure))
        for measure, spreads in sums.items()
        for seat, spread in zip(SEATS, spreads, strict=True)
    ]
    return pd.DataFrame(rows, columns=["rules", "seat", *MEASURES[1:]])


def _spreads(pair: Iterable[dict[str, np.ndarray]], stake: str, length: int) -> dict[str, Any]:
    """Distributions by seat; the same under the names of what is told of them."""
    without, with_stakes = (
        by_hand(columns, "points").astype(np.int64).reshape(-1, length, 4).sum(axis=1) for columns in pair
    )
    tables = {f"without {stake}": without, f"with {stake}": with_stakes, "difference": with_stakes - without}
    spreads = {name: tuple(Distribution.of(column) for column in table.T) for name, table in tables.items()}
    return spreads | {f"deviation, {name}": spreads[name] for name in (f"without {stake}", f"with {stake}")}


def _moment(spread: Distribution, measure: str) -> tuple[float, float, float]:
    """The mean or the deviation of independent values, and its limits."""
    from scipy import stats

    if not measure.startswith("deviation"):
        return (spread.mean.value, *spread.mean.interval())
    square, mean = spread.mean.variance, spread.mean.value
    fourth = sum((value - mean) ** 4 * n for value, n in spread.counts.items()) / spread.n
    reach = stats.norm.ppf((1 + LEVEL) / 2) * math.sqrt(max(fourth - square**2, 0) / spread.n)
    return math.sqrt(square), math.sqrt(max(square - reach, 0)), math.sqrt(square + reach)
