"""How the points of a hand are spread: the whole distribution, its quantiles, its tails, and kongs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from mjanalysis.checks import as_whole_numbers
from mjanalysis.columns import ESTIMATE
from mjanalysis.distributions import ClusteredMean, Distribution, means_of_columns
from mjanalysis.estimates import LEVEL, share_limits, with_proportions
from mjanalysis.hand_rows import seat_columns
from mjanalysis.numerals import number_interval
from mjanalysis.provenance import attach_each
from mjanalysis.questions.told import Told
from mjanalysis.runs import Run
from mjanalysis.summaries import (
    BY,
    Groups,
    by_hand,
    cluster_columns,
    clusters_of,
    codes_in,
    codes_of,
    label_of,
    notions_of,
    score_groups,
)
from mjcore.seats import N_SEATS
from mjcore.words.errors import MahjongError, quoted

__all__ = ["Scores", "scores"]

#: Quantiles of the points of a hand, and their names.
QUANTILES = {
    "1 %": 0.01, "5 %": 0.05, "10 %": 0.1, "25 %": 0.25, "median": 0.5, "75 %": 0.75, "90 %": 0.9,
    "95 %": 0.95, "99 %": 0.99,
}  # fmt: skip

#: The worst hands whose mean is told, as shares of all.
WORST = {"worst 5 %": 0.05, "worst 1 %": 0.01}

FEWEST = 20  #: worst hands whose mean says something

#: Points that are much to lose or to win, by game.
THRESHOLDS = {"soft_eight": (-20, -12, -8, 8, 12, 24), "mcr": (-64, -32, -16, 32, 64, 96)}

MOST = 1_000_000  #: the most that a threshold can be


@dataclass(frozen=True, eq=False, repr=False)
class Scores(Told):
    """How the points of a hand are spread, of each group of seats that was asked for.

    Attributes
    ----------
    means : DataFrame
        As `Run.expected_scores`.
    quantiles : DataFrame
        rules, the groups, statistic, n, value, low, high.
    tails : DataFrame
        rules, the groups, measure, hits, n, share, low, high: how often a seat loses or wins so much or more.
    shortfall : DataFrame
        rules, the groups, measure, n, value, low, high: points a hand in the worst hands of all; empty where
        these are too few.
    distribution : DataFrame
        rules, the groups, points, hits, n, share, low, high: how often each number of points comes.
    kongs : DataFrame
        rules, kongs, and the columns of `mjanalysis.columns.SCORES`: points of seats by the kongs they made.
    kong_wins : DataFrame
        rules, kongs, hits, n, share, low, high: how often these seats win.
    """

    means: pd.DataFrame
    quantiles: pd.DataFrame
    tails: pd.DataFrame
    shortfall: pd.DataFrame
    distribution: pd.DataFrame
    kongs: pd.DataFrame
    kong_wins: pd.DataFrame

    def __str__(self) -> str:
        groups = [name for name in self.shortfall if name in BY]
        means = self.means.assign(what="mean", value=self.means["mean"])
        quantiles = self.quantiles.assign(what=self.quantiles["statistic"])
        shortfall = self.shortfall.assign(what=self.shortfall["measure"])
        return "\n".join(
            ", ".join([*(f"{name} {row[name]}".replace("_", " ") for name in groups), row["what"]])
            + f": {number_interval(row['value'], row['low'], row['high'], decimals=1)} points a hand"
            for frame in (means, quantiles, shortfall)
            for row in frame.dropna(subset=["value", "low", "high"]).to_dict("records")
        )

    def plot(self, ax: Any = None) -> Any:
        """Draw how the points of a hand are spread.

        Parameters
        ----------
        ax : Axes, optional
            Where to draw; a new figure unless given.

        Returns
        -------
        Axes
        """
        from mjanalysis.present.rule_plots import score_distribution

        return score_distribution(self.distribution, ax=ax)


def scores(run: Run, by: str | list[str] | None = None, *, thresholds: Iterable[int] | None = None) -> Scores:
    """How the points of a hand are spread.

    Parameters
    ----------
    run : Run
    by : str or list of str, optional
        What to tell apart, as for `Run.expected_scores`: "seat", "dealer", "position", "prevalent_wind",
        "source" (of the winning tile), "ready_turn", "deal_shanten", "kongs". All seats together unless
        given.
    thresholds : iterable of int, optional
        Points of the tails: so much or more won, or if negative so much or more lost. Those of `THRESHOLDS`
        unless given.

    Returns
    -------
    Scores

    Raises
    ------
    MahjongError
        If it is no run, or something given cannot be.

    Notes
    -----
    The four scores of a hand add up to nothing, and hands of a session depend on each other. So errors are
    counted between hands, or between sessions: the limits of a share are those of as many independent trials
    as the share is worth, those of a quantile are the quantiles at the limits of its share (Woodruff),
    and those of the mean of the worst hands are of what these hands fall below the quantile (the quantile
    itself adds nothing to first order). Only the limits in `distribution` take all scores for independent.

    Who makes kongs plays other hands than who makes none: what is told by kongs is no effect of a kong alone.

    Examples
    --------
    >>> import mjanalysis as ma
    >>> import mjcore as mj
    >>> run = ma.simulate(mj.SOFT_EIGHT, deals=4_000, policy="efficient", seed=1)
    >>> found = scores(run, by="dealer")
    >>> found.shortfall[["dealer", "measure"]].values.tolist()[:2]
    [['other', 'worst 5 %'], ['other', 'worst 1 %']]
    >>> bool((found.quantiles["low"] <= found.quantiles["value"]).all())
    True
    """
    if not isinstance(run, Run):
        raise MahjongError(f"the scores of a Run are told, not those of {quoted(run)}")
    notions = notions_of(by)
    points = as_whole_numbers(
        "thresholds", THRESHOLDS[run.rules.name] if thresholds is None else thresholds, -MOST, MOST,
        error=MahjongError,
    )  # fmt: skip
    groups = {key: found[1] for key, found in score_groups(run, by).items()}
    spread = _Spread.of(run, notions, groups, points)
    frames = {
        "means": run.expected_scores(by),
        "quantiles": spread.quantiles(),
        "tails": spread.tails(),
        "shortfall": spread.shortfall(),
        "distribution": spread.distribution(),
        "kongs": run.expected_scores("kongs"),
        "kong_wins": _kong_wins(run),
    }
    record = run.provenance.within("ma.scores", *([] if by is None else [f"by={by!r}"]))
    return Scores(**attach_each(frames, record))


def _kong_wins(run: Run) -> pd.DataFrame:
    names = [*seat_columns("kongs"), *seat_columns("won"), *cluster_columns(run)]
    found = run.summed(names, lambda columns: Groups(_wins_by_kongs(columns))).groups
    rows = [
        (run.rules.name, kongs, mean.total, mean.weight, mean.value, *_share_limits(mean))
        for (kongs,), (mean,) in sorted(found.items())
    ]
    return pd.DataFrame(rows, columns=["rules", "kongs", *ESTIMATE])


def _wins_by_kongs(columns: dict[str, np.ndarray]) -> dict[tuple[int, ...], tuple[ClusteredMean, ...]]:
    kongs, won = by_hand(columns, "kongs").ravel(), by_hand(columns, "won").ravel()
    clusters = np.repeat(clusters_of(columns, len(won) // N_SEATS), N_SEATS)
    return {
        (number,): (ClusteredMean.of(clusters[kongs == number], won[kongs == number]),)
        for number in np.unique(kongs).tolist()
    }


@dataclass(frozen=True)
class _Spread:
    """Distributions by group, and shares and means of them whose errors are between clusters."""

    run: Run
    notions: list[str]
    groups: dict[tuple[int, ...], Distribution]
    points: list[int]
    sums: dict[tuple[int, ...], tuple[ClusteredMean, ...]]

    @classmethod
    def of(cls, run: Run, notions: list[str], groups: dict[Any, Distribution], points: list[int]) -> _Spread:
        needed = [name for notion in notions for name in BY[notion][0]]
        names = dict.fromkeys([*needed, *seat_columns("points"), *cluster_columns(run)])
        marks = {key: _marks(spread, points) for key, spread in groups.items()}
        found = run.summed(list(names), lambda columns: Groups(_sums(columns, notions, marks)))
        return cls(run, notions, groups, points, found.groups)

    def quantiles(self) -> pd.DataFrame:
        rows = [
            (*names, statistic, spread.n, *_quantile(spread, share, below))
            for names, spread, sums in self._told()
            for (statistic, share), below in zip(QUANTILES.items(), sums, strict=False)
        ]
        return self._frame(rows, ["statistic", "n", "value", "low", "high"])

    def tails(self) -> pd.DataFrame:
        first = len(QUANTILES)
        rows = [
            (*names, f"{abs(mark)} or more {'lost' if mark < 0 else 'won'}", mean.total, mean.weight,
             mean.value, *_share_limits(mean))
            for names, _, sums in self._told()
            for mark, mean in zip(self.points, sums[first:], strict=False)
        ]  # fmt: skip
        return self._frame(rows, ["measure", *ESTIMATE])

    def shortfall(self) -> pd.DataFrame:
        first = len(QUANTILES) + len(self.points)
        rows = [
            (*names, measure, spread.n, *_shortfall(spread, share, below))
            for names, spread, sums in self._told()
            for (measure, share), below in zip(WORST.items(), sums[first:], strict=True)
        ]
        return self._frame(rows, ["measure", "n", "value", "low", "high"])

    def distribution(self) -> pd.DataFrame:
        rows = [
            (*names, value, count, spread.n)
            for names, spread, _ in self._told()
            for value, count in sorted(spread.counts.items())
        ]
        return with_proportions(self._frame(rows, ["points", "hits", "n"]))

    def _told(self) -> list[tuple[list[Any], Distribution, tuple[ClusteredMean, ...]]]:
        """Names, distribution and sums of each group, in order."""
        return [
            (list(map(label_of, self.notions, key)), spread, self.sums[key])
            for key, spread in self.groups.items()
        ]

    def _frame(self, rows: list[tuple[Any, ...]], names: Sequence[str]) -> pd.DataFrame:
        frame = pd.DataFrame(rows, columns=[*self.notions, *names])
        frame.insert(0, "rules", self.run.rules.name)
        return frame


def _marks(spread: Distribution, points: list[int]) -> tuple[list[int], list[int], list[int]]:
    """Quantiles of a group, the thresholds, and the quantiles that the worst hands reach."""
    at = [[int(spread.quantile(share) or 0) for share in shares.values()] for shares in (QUANTILES, WORST)]
    return at[0], points, at[1]


def _sums(columns: dict[str, np.ndarray], notions: list[str], marks: dict[Any, Any]) -> dict[Any, Any]:
    """By group: whether points are at most a quantile, reach a threshold; how far they fall below others."""
    points = by_hand(columns, "points").astype(np.int64).ravel()
    n = len(points) // N_SEATS
    clusters = np.repeat(clusters_of(columns, n), N_SEATS)
    keys = codes_of(columns, notions, n)
    found = {}
    for key in np.unique(keys).tolist():
        of_group = keys == key
        values, group = points[of_group][:, None], codes_in(key, notions)
        quantiles, thresholds, worst = (np.array(mark, dtype=np.int64) for mark in marks[group])
        reached = np.where(thresholds < 0, values <= thresholds, values >= thresholds)
        table = np.hstack([values <= quantiles, reached, np.maximum(worst - values, 0)])
        found[group] = tuple(means_of_columns(clusters[of_group], table))
    return found


def _trials(mean: ClusteredMean) -> float:
    """As many independent trials as a clustered share is worth; clusters where all or nothing was seen.

    Few clusters do not tell their error well: Wilson's limits are made as wide as Student's of so many. A
    single one tells none, and is worth one trial.
    """
    from scipy import stats

    variance = mean.value * (1 - mean.value)
    if not (variance and mean.standard_error > 0):
        return float(mean.n)
    tail = (1 + LEVEL) / 2
    few_clusters = float(stats.norm.ppf(tail) / stats.t.ppf(tail, mean.n - 1)) ** 2
    return variance / mean.standard_error**2 * few_clusters


def _share_limits(mean: ClusteredMean) -> tuple[float, float]:
    """Limits of a clustered share as of so many trials, which are exact where these have few hits or misses.

    Where all or nothing was seen, it is the exact bound of whole clusters.
    """
    if 0 < mean.value < 1:
        trials = _trials(mean)
        low, high = share_limits([mean.value * trials], [trials])
        return float(low[0]), float(high[0])
    tail = ((1 - LEVEL) / 2) ** (1 / mean.n)
    return (0.0, 1 - tail) if mean.value == 0 else (tail, 1.0)


def _quantile(spread: Distribution, share: float, below: ClusteredMean) -> tuple[float, float, float]:
    """A quantile and its limits, from the error of the share that it does not exceed."""
    from statsmodels.stats.proportion import proportion_confint

    trials = _trials(below)
    low, high = proportion_confint(share * trials, trials, alpha=1 - LEVEL, method="wilson")
    places = (share, max(float(low), 1e-12), min(float(high), 1 - 1e-12))
    return tuple(float(spread.quantile(place)) for place in places)  # type: ignore[return-value, arg-type]


def _shortfall(spread: Distribution, share: float, below: ClusteredMean) -> tuple[float, ...]:
    """The mean of the worst share of hands: the quantile, less what they fall below it."""
    quantile = spread.quantile(share)
    if quantile is None or spread.n * share < FEWEST:
        return (math.nan,) * 3
    low, high = below.interval()
    return quantile - below.value / share, quantile - high / share, quantile - low / share
