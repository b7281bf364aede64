"""How even a game is: who has an advantage, how long hands take, how much they swing, how much is luck."""

from __future__ import annotations

import functools
import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import numpy as np
import pandas as pd

import mjcore as mj
from mjanalysis.columns import ESTIMATE, FAN_FREQUENCIES, MEASURES
from mjanalysis.distributions import ClusteredMean
from mjanalysis.hand_rows import FAN_COLUMNS, records_of, seat_columns
from mjanalysis.numerals import measure_text, number_interval
from mjanalysis.provenance import attach_each
from mjanalysis.questions.told import Told
from mjanalysis.runs import Run
from mjanalysis.summaries import WON, by_hand, cluster_columns, clusters_of, multipliers_of
from mjcore.seats import N_SEATS
from mjcore.words.errors import MahjongError, quoted

__all__ = ["Balance", "balance", "luck_fans"]

#: Rows of `Run.outcomes` that say how a game goes.
SHARES = ("won", "won by self-draw", "drawn", "by the dealer, of wins")

#: Rows of `Run.turns` that say how long hands take, and their unit.
LENGTHS = {"draws, of all hands": "draws", "turn, of wins": "turns"}
STATISTICS = ("mean", "median", "90 %")

COMPENSATION = "the dealer pays each other player"
HAND_DEVIATION = "deviation of a seat, a hand"
SESSION_DEVIATION = "deviation of a seat, a session of {} hands"
LUCK = "fans that nobody chooses"


@dataclass(frozen=True, eq=False, repr=False)
class Balance(Told):
    """How even a game is.

    Attributes
    ----------
    positions : DataFrame
        Points a hand by how many turns a seat sits after the dealer: rules, position, and the columns of
        `mjanalysis.columns.SCORES`.
    seats : DataFrame
        The same by seat, which tells players apart where the four play differently.
    measures : DataFrame
        rules, measure, unit, n, value, low, high: what the dealer would pay each other player a hand for his
        advantage to vanish; the standard deviation of a seat's points in a hand, and in a session if the run
        has them; how much of the points of wins is from fans that nobody chooses; how long hands take.
    shares : DataFrame
        rules, measure, hits, n, share, low, high: hands that are won, drawn, won by the dealer, and those in
        which the rules refuse a complete hand for want of points or of tiles of one suit.
    luck : DataFrame
        The fans that nobody chooses, with their frequencies, and the reason.
    """

    positions: pd.DataFrame
    seats: pd.DataFrame
    measures: pd.DataFrame
    shares: pd.DataFrame
    luck: pd.DataFrame

    def __str__(self) -> str:
        lines = [
            f"{row['position']}: "
            + number_interval(row["mean"], row["low"], row["high"], decimals=3, sign="+")
            + " points a hand"
            for row in self.positions.to_dict("records")
        ]
        lines += map(measure_text, self.measures.to_dict("records"))
        lines += map(measure_text, self.shares.to_dict("records"))
        return "\n".join(lines)

    def plot(self, ax: Any = None) -> Any:
        """Draw points a hand by position, with their intervals.

        Parameters
        ----------
        ax : Axes, optional
            Where to draw; a new figure unless given.

        Returns
        -------
        Axes
        """
        from mjanalysis.present.rule_plots import positions

        return positions(self.positions, ax=ax)


def balance(run: Run) -> Balance:
    """How even the game of a run is.

    Parameters
    ----------
    run : Run
        Where all seats play alike, what the positions win is the dealer's and the seats' advantage; where
        they do not, `seats` holds the difference of the players.

    Returns
    -------
    Balance

    Raises
    ------
    MahjongError
        If it is no run.

    Notes
    -----
    The four scores of a hand add up to nothing, so a standard deviation is the root of their mean square, and
    its limits are the roots of those of the mean square. Means count their standard error between hands, or
    between sessions; shares and medians take hands for independent.

    What a fan that nobody chooses brings is what its win would be worth less without it.

    Examples
    --------
    >>> import mjanalysis as ma
    >>> run = ma.simulate(mj.SOFT_EIGHT, deals=4_000, policy="efficient", seed=1)
    >>> found = balance(run)
    >>> found.positions[["position", "n"]].values.tolist()[0], bool(found.positions.loc[0, "low"] > 0)
    (['dealer', 4000], True)
    >>> found.measures["measure"].tolist()[:2]
    ['the dealer pays each other player', 'deviation of a seat, a hand']
    """
    if not isinstance(run, Run):
        raise MahjongError(f"the hands of a Run are judged, not {quoted(run)}")
    frames = {
        "positions": run.expected_scores(by="position"),
        "seats": run.expected_scores(by="seat"),
        "measures": _measures(run),
        "shares": _shares(run),
        "luck": _luck(run),
    }
    record = run.provenance.within("ma.balance")
    return Balance(**attach_each(frames, record))


@functools.cache
def luck_fans(name: str) -> Mapping[str, str]:
    """Fans of a game that no player chooses, and the reason.

    Parameters
    ----------
    name : str
        Of the rules.

    Examples
    --------
    >>> list(luck_fans("soft_eight"))
    ['KONGBOTTOM', 'HAIDI', 'TIANHE', 'TIANTING']
    """
    text = files("mjanalysis").joinpath("data/luck_fans.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)[name]


def _shares(run: Run) -> pd.DataFrame:
    outcomes = run.outcomes()
    rows = [outcomes[outcomes["measure"].isin(SHARES)], run.refused()]
    return pd.concat(rows, ignore_index=True)[["rules", "measure", *ESTIMATE]]


def _measures(run: Run) -> pd.DataFrame:
    names = [
        "outcome", "dealer", "base", "multiplier", "flower_points", *FAN_COLUMNS, *seat_columns("points"),
        *cluster_columns(run),
    ]  # fmt: skip
    sums = run.summed(list(dict.fromkeys(names)), functools.partial(_sums, run.rules))
    rows = [
        (COMPENSATION, "points", *_scaled(sums["dealer"], 1 / (N_SEATS - 1))),
        (HAND_DEVIATION, "points", *_deviation(sums["hands"])),
    ]
    if run.setup["sessions"]:
        name = SESSION_DEVIATION.format(run.setup["sessions"])
        rows.append((name, "points", *_deviation(sums["sessions"])))
    rows.append((LUCK, "% of points", *_scaled(sums["luck"], 100)))
    turns = run.turns()
    rows += [
        (f"{row['measure']}: {row['statistic']}", LENGTHS[row["measure"]],
         *(row[name] for name in ("n", "value", "low", "high")))
        for row in turns.to_dict("records")
        if row["measure"] in LENGTHS and row["statistic"] in STATISTICS
    ]  # fmt: skip
    frame = pd.DataFrame(rows, columns=["measure", "unit", "n", "value", "low", "high"])
    frame.insert(0, "rules", run.rules.name)
    return frame[list(MEASURES)]


def _scaled(mean: ClusteredMean, factor: float) -> tuple[float, ...]:
    """Clusters, value and limits of a mean in another unit."""
    return (mean.n, *(factor * value for value in (mean.value, *mean.interval())))


def _deviation(squares: ClusteredMean) -> tuple[float, ...]:
    """The same of the deviation of a seat, from the sum of the squares of the four."""
    limits = (squares.value, *squares.interval())
    return (squares.n, *(math.sqrt(max(value, 0) / N_SEATS) for value in limits))


def _sums(rules: Any, columns: dict[str, np.ndarray]) -> dict[str, ClusteredMean]:
    points = by_hand(columns, "points").astype(np.int64)
    n = len(points)
    clusters = clusters_of(columns, n)
    sessions = np.zeros((int(clusters.max()) + 1, N_SEATS), dtype=np.int64)
    np.add.at(sessions, clusters, points)
    won = columns["outcome"] == WON
    worth, lucky = _from_luck({name: values[won] for name, values in columns.items()}, rules)
    return {
        "dealer": ClusteredMean.of(clusters, points[np.arange(n), columns["dealer"]]),
        "hands": ClusteredMean.of(clusters, (points**2).sum(axis=1)),
        "sessions": ClusteredMean.of(np.arange(len(sessions)), (sessions**2).sum(axis=1)),
        "luck": ClusteredMean.of(clusters[won], lucky, worth),
    }


def _from_luck(wins: dict[str, np.ndarray], rules: Any) -> tuple[np.ndarray, np.ndarray]:
    """Points of each win, and those that are from fans that nobody chooses."""
    times = mj.record_fans(records_of(wins), rules).astype(np.int64)
    base = wins["base"].astype(np.int64)
    worth = base * wins["multiplier"] + wins["flower_points"]
    lucky = luck_fans(rules.name)
    if isinstance(rules, mj.McrRules):
        points = np.zeros(times.shape[1], dtype=np.int64)
        for fan in rules.fan_rows():
            points[fan.number - 1] = fan.points if fan.key in lucky else 0
        return worth, times @ points
    of_luck = np.array([fan in lucky for fan in mj.SOFT_EIGHT_FANS])
    without = multipliers_of(rules)[(times * ~of_luck).sum(axis=1)]
    return worth, worth - base * without


def _luck(run: Run) -> pd.DataFrame:
    fans, lucky = run.fan_frequencies(), luck_fans(run.rules.name)
    frame = fans[fans["fan"].isin(lucky)].reset_index(drop=True)
    return frame[list(FAN_FREQUENCIES)].assign(reason=frame["fan"].map(lucky))
