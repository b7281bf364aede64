"""Samples that are compared, as sums over independent units: whole numbers that add up.

Units are hands, or sessions. Whatever is compared is a ratio of two such sums: the total of some values over
how many values there are. Of a mean over hands each unit has one value; of a share of wins, a hand that
nobody won has none. Two samples are *paired* if their units stand side by side, such as hands played on the
same walls: then sums of products across the two tell how much of their chance is the same.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from mjanalysis.distributions import ClusteredMean
from mjcore.words.errors import MahjongError

__all__ = ["Joint", "Sample", "Sums", "Values", "covariance", "joint_with_itself", "residuals"]

_MOST = 2**63 - 1  #: what sums of an array can hold


class Values(NamedTuple):
    """What units have: the sum of the values of each, how many they are, and the sum of their squares.

    Made by `of`, which fills in what follows.
    """

    totals: np.ndarray
    weights: np.ndarray
    squares: np.ndarray

    @classmethod
    def of(cls, totals: Any, weights: Any = None, squares: Any = None) -> Values:
        """Values as they come: one a unit unless `weights` says how many, and then squares unless given.

        Parameters
        ----------
        totals : array_like of int or bool, shape (n,)
        weights : array_like of int or bool, shape (n,), optional
        squares : array_like of int, shape (n,), optional
            Needed where a unit has several values.

        Examples
        --------
        >>> Values.of([8, -8, 24]).squares.tolist()
        [64, 64, 576]
        """
        totals = np.asarray(totals).astype(np.int64)
        weights = np.ones_like(totals) if weights is None else np.asarray(weights).astype(np.int64)
        if squares is None:
            squares = _product(totals, totals)
        return cls(totals, weights, np.asarray(squares))

    def first(self, n: int) -> Values:
        """Those of the first units."""
        return Values(*(column[:n] for column in self))

    def within(self, clusters: np.ndarray) -> Values:
        """Those of clusters of units, which stand together; `clusters` tells them apart.

        Examples
        --------
        >>> Values.of([8, -8, 24]).within(np.array([5, 5, 6]))
        Values(totals=array([ 0, 24]), weights=array([2, 1]), squares=array([128, 576]))
        """
        starts = np.flatnonzero(np.diff(clusters, prepend=clusters[:1] - 1))
        return Values(*(np.add.reduceat(column, starts) for column in self))


def _product(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The products of two columns, exact: in integers of any size where 64 bits could not hold their sum."""
    most = [int(np.abs(column).max(initial=0)) for column in (x, y)]
    if most[0] * most[1] * len(x) > _MOST:
        return x.astype(object) * y.astype(object)
    return x * y


def _total(x: np.ndarray, y: np.ndarray | None = None) -> int:
    """The sum of a column, or of its products with another."""
    return int(_product(x, np.ones_like(x) if y is None else y).sum())


@dataclass(frozen=True)
class Sums:
    """Sums that merge by addition, field by field."""

    def __add__(self, other: Any) -> Any:
        if type(other) is not type(self):
            return NotImplemented
        mine, theirs = ([getattr(one, field.name) for field in fields(self)] for one in (self, other))
        if any((a is None) != (b is None) for a, b in zip(mine, theirs, strict=True)):
            raise MahjongError("paired samples and others cannot be added")
        return type(self)(*(None if a is None else a + b for a, b in zip(mine, theirs, strict=True)))


@dataclass(frozen=True)
class Sample(Sums):
    """One side of a comparison.

    Parameters
    ----------
    mean : ClusteredMean
        Of the values in their units.
    squares : int
        Sum of the squares of the values.

    Examples
    --------
    >>> Sample.of(Values.of([True, False, True, True], [True, False, True, True])).mean.value
    1.0
    """

    mean: ClusteredMean
    squares: int

    @classmethod
    def of(cls, values: Values) -> Sample:
        """The sums of some values."""
        totals, weights, squares = values
        mean = ClusteredMean(
            n=len(totals), weight=_total(weights), weight_sq=_total(weights, weights), total=_total(totals),
            total_sq=_total(totals, totals), cross=_total(weights, totals),
        )  # fmt: skip
        return cls(mean, _total(squares))

    @property
    def is_one_a_unit(self) -> bool:
        """Whether each unit has just one value."""
        return self.mean.n == self.mean.weight == self.mean.weight_sq

    @property
    def is_at_most_one_a_unit(self) -> bool:
        """Whether no unit has several values, so that the values are independent."""
        return self.mean.weight == self.mean.weight_sq

    @property
    def worth(self) -> float:
        """As many units with as many values each as the units with values are worth; 0 without values."""
        return self.mean.weight**2 / self.mean.weight_sq if self.mean.weight_sq else 0.0

    @property
    def variance(self) -> float:
        """Unbiased variance of single values; nan below two of them."""
        n, total = self.mean.weight, self.mean.total
        return float(Fraction(n * self.squares - total**2, n * (n - 1))) if n > 1 else math.nan


@dataclass(frozen=True)
class Joint(Sums):
    """Sums of products across two paired samples.

    Parameters
    ----------
    weights, weight_total, total_weight, totals : int
        Sums over units of what the first has times what the second has.
    """

    weights: int
    weight_total: int
    total_weight: int
    totals: int

    @classmethod
    def of(cls, a: Values, b: Values) -> Joint:
        """The sums of two samples whose units stand side by side."""
        return cls(
            _total(a.weights, b.weights), _total(a.weights, b.totals), _total(a.totals, b.weights),
            _total(a.totals, b.totals),
        )  # fmt: skip


def joint_with_itself(mean: ClusteredMean) -> Joint:
    """The sums of a sample beside itself."""
    return Joint(mean.weight_sq, mean.cross, mean.cross, mean.total_sq)


def residuals(a: ClusteredMean, b: ClusteredMean, joint: Joint) -> Fraction:
    """The sum over units of products of residuals, total of the unit less its weight times the ratio."""
    ratio_a, ratio_b = Fraction(a.total, a.weight), Fraction(b.total, b.weight)
    return (
        joint.totals
        - ratio_b * joint.total_weight
        - ratio_a * joint.weight_total
        + ratio_a * ratio_b * joint.weights
    )


def covariance(a: ClusteredMean, b: ClusteredMean, joint: Joint, worth: float) -> float:
    """Of two ratios of sums over the same units, of which those with values are worth so many, linearised."""
    return float(residuals(a, b, joint) / (a.weight * b.weight)) * (worth / (worth - 1))
