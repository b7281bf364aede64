"""What runs are compared by: each metric a share, a mean or a spread, with its unit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

import mjcore as mj
from mjanalysis.differences import Difference, MeanDifference, ShareDifference, SpreadDifference
from mjanalysis.hand_rows import FAN_COLUMNS, NEVER, SEATS, records_of, seat_columns
from mjanalysis.samples import Values
from mjanalysis.summaries import DRAWN, SELF_DRAWN, WON, fans_of, won_by_dealer
from mjcore.seats import N_SEATS

__all__ = ["FAN", "METRICS", "NEEDED", "Metric", "metrics_of", "with_fans"]

#: How the names of metrics begin that are about a fan.
FAN = "fan: "

Columns = dict[str, np.ndarray]


@dataclass(frozen=True)
class Metric:
    """Something that hands differ in.

    Attributes
    ----------
    name : str
        Where it stands in another summary of a run, its name there.
    unit : str
        Shares are in per cent of something.
    kind : type
        How it is compared.
    of : callable
        Its values from the columns of hands.
    """

    name: str
    unit: str
    kind: type[Difference]
    of: Callable[[Columns], Values]

    @property
    def scale(self) -> int:
        """What its values are multiplied by where they are shown."""
        return 100 if self.unit.startswith("%") else 1


# ---- values of hands -----------------------------------------------------------------------------------


def _by_hand(columns: Columns, notion: str) -> np.ndarray:
    return np.stack([columns[name] for name in seat_columns(notion)], axis=1)


def _points(columns: Columns) -> np.ndarray:
    return _by_hand(columns, "points").astype(np.int64)


def _won(columns: Columns) -> np.ndarray:
    return columns["outcome"] == WON


def _ended(columns: Columns, code: int) -> Values:
    return Values.of(columns["outcome"] == code)


def _of_wins(columns: Columns, which: np.ndarray) -> Values:
    won = _won(columns)
    return Values.of(won & which, won)


def _self_drawn(columns: Columns) -> Values:
    return _of_wins(columns, np.isin(columns["source"], SELF_DRAWN))


def _by_dealer(columns: Columns) -> Values:
    return _of_wins(columns, won_by_dealer(columns))


def _refused(columns: Columns) -> Values:
    return Values.of((_by_hand(columns, "refused") > 0).any(axis=1))


def _column(columns: Columns, name: str) -> Values:
    return Values.of(columns[name])


def _turn(columns: Columns) -> Values:
    won = _won(columns)
    return Values.of((columns["discards"].astype(np.int64) // 4 + 1) * won, won)


def _of_seats(values: np.ndarray, counted: np.ndarray) -> Values:
    """Those of the seats that count, any number of them a hand."""
    values = values.astype(np.int64) * counted
    return Values.of(values.sum(axis=1), counted.sum(axis=1), (values**2).sum(axis=1))


def _ready_turn(columns: Columns) -> Values:
    turns = _by_hand(columns, "ready_turn")
    return _of_seats(turns, turns != NEVER)


def _points_of_winners(columns: Columns) -> Values:
    return _of_seats(_points(columns), _by_hand(columns, "won"))


def _moved(columns: Columns) -> Values:
    return Values.of(np.maximum(_points(columns), 0).sum(axis=1))


def _points_of_dealer(columns: Columns) -> Values:
    return Values.of(_points(columns)[np.arange(len(columns["dealer"])), columns["dealer"]])


def _squares(columns: Columns) -> Values:
    """Squares of the points of all seats: their mean is 0, since what one wins the others lose."""
    squares = _points(columns) ** 2
    return Values.of(squares.sum(axis=1), np.full(len(squares), N_SEATS), np.zeros(len(squares), np.int64))


def _fan(columns: Columns, name: str) -> Values:
    return _of_wins(columns, columns[name])


# ---- what there is -------------------------------------------------------------------------------------

#: What runs of any rules are compared by.
METRICS = (
    Metric("won", "% of hands", ShareDifference, partial(_ended, code=WON)),
    *(
        Metric(f"drawn: {name.replace('_', ' ')}", "% of hands", ShareDifference, partial(_ended, code=code))
        for code, name in DRAWN.items()
    ),
    Metric("self-drawn, of wins", "% of wins", ShareDifference, _self_drawn),
    Metric("by the dealer, of wins", "% of wins", ShareDifference, _by_dealer),
    Metric("refused", "% of hands", ShareDifference, _refused),
    Metric("draws, of all hands", "tiles", MeanDifference, partial(_column, name="draws")),
    Metric("discards, of all hands", "tiles", MeanDifference, partial(_column, name="discards")),
    Metric("turn, of wins", "turns", MeanDifference, _turn),
    Metric("ready turn, of seats that were ready", "turns", MeanDifference, _ready_turn),
    Metric("points of a winner", "points", MeanDifference, _points_of_winners),
    Metric("points moved in a hand", "points", MeanDifference, _moved),
    Metric("points of the dealer", "points", MeanDifference, _points_of_dealer),
    *(
        Metric(f"points of seat {seat}", "points", MeanDifference, partial(_column, name=f"points_{seat}"))
        for seat in SEATS
    ),
    Metric("standard deviation of points", "points", SpreadDifference, _squares),
)

#: Columns of hands that all of these need.
NEEDED = tuple(
    dict.fromkeys(
        [
            "outcome", "source", "dealer", "draws", "discards", *FAN_COLUMNS,
            *(name for notion in ("won", "refused", "ready_turn", "points") for name in seat_columns(notion)),
        ]
    )
)  # fmt: skip


def metrics_of(rules: Any, other: Any) -> tuple[Metric, ...]:
    """What hands under two rule sets are compared by: `METRICS`, and each fan that both know.

    Examples
    --------
    >>> metrics_of(mj.SOFT_EIGHT, mj.SOFT_EIGHT.replace(fans=["SEVEN"]))[-1].name
    'fan: SEVEN'
    """
    known = {fan for _, fan, *_ in fans_of(other)}
    shared = [f"{FAN}{fan}" for _, fan, *_ in fans_of(rules) if fan in known and rules.name == other.name]
    fans = (Metric(name, "% of wins", ShareDifference, partial(_fan, name=name)) for name in shared)
    return (*METRICS, *fans)


def with_fans(columns: Columns, rules: Any) -> Columns:
    """The columns of hands, and one for each fan that says in which of them it counts."""
    won = _won(columns)
    records = records_of({name: columns[name][won] for name in FAN_COLUMNS})
    times = mj.record_fans(records, rules)
    found = dict(columns)
    for column, fan, *_ in fans_of(rules):
        counts = np.zeros(len(won), dtype=bool)
        counts[won] = times[:, column] > 0
        found[f"{FAN}{fan}"] = counts
    return found
