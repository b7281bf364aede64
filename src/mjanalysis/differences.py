"""How much two samples of hands differ: limits, tests and sizes of effects, from whole numbers that add up.

Whatever is compared is a ratio of two sums over independent units, which are hands, or sessions: the total of
some values over how many values there are. Of a mean over hands each unit has one value; of a share of wins,
a hand that nobody won has none. Two samples are *paired* if their units stand side by side, such as hands
played on the same walls: then sums of products across the two tell how much of their chance is the same.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from mjanalysis.distributions import ClusteredMean
from mjanalysis.estimates import LEVEL, Limits, check_level
from mjanalysis.numerals import number_interval
from mjcore.words.errors import MahjongError, quoted

__all__ = [
    "ADJUSTMENTS", "Difference", "Joint", "MeanDifference", "Sample", "ShareDifference", "SpreadDifference",
    "Values", "adjusted", "check_adjustment",
]  # fmt: skip

#: Ways to allow for many tests at once, and their names in statsmodels: Holm's keeps the chance of any false
#: alarm, that of Benjamini and Hochberg the share of false ones among all alarms.
ADJUSTMENTS = {"holm": "holm", "benjamini-hochberg": "fdr_bh"}

#: Below so many hits, or misses, of a share in both samples together its test is exact; of samples of other
#: sizes, in two like the smaller.
FEW = 25

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
class _Sums:
    """Sums that merge by addition, field by field."""

    def __add__(self, other: Any) -> Any:
        if type(other) is not type(self):
            return NotImplemented
        mine, theirs = ([getattr(one, field.name) for field in fields(self)] for one in (self, other))
        if any((a is None) != (b is None) for a, b in zip(mine, theirs, strict=True)):
            raise MahjongError("paired samples and others cannot be added")
        return type(self)(*(None if a is None else a + b for a, b in zip(mine, theirs, strict=True)))


@dataclass(frozen=True)
class Sample(_Sums):
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
class Joint(_Sums):
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


def _with_itself(mean: ClusteredMean) -> Joint:
    return Joint(mean.weight_sq, mean.cross, mean.cross, mean.total_sq)


def _residuals(a: ClusteredMean, b: ClusteredMean, joint: Joint) -> Fraction:
    """The sum over units of products of residuals, total of the unit less its weight times the ratio."""
    ratio_a, ratio_b = Fraction(a.total, a.weight), Fraction(b.total, b.weight)
    return (
        joint.totals
        - ratio_b * joint.total_weight
        - ratio_a * joint.weight_total
        + ratio_a * ratio_b * joint.weights
    )


def _covariance(a: ClusteredMean, b: ClusteredMean, joint: Joint, worth: float) -> float:
    """Of two ratios of sums over the same units, of which those with values are worth so many, linearised."""
    return float(_residuals(a, b, joint) / (a.weight * b.weight)) * (worth / (worth - 1))


@dataclass(frozen=True)
class Difference(_Sums, Limits):
    """What the second sample has more than the first.

    Parameters
    ----------
    a, b : Sample
    joint : Joint or None
        None if they are not paired.
    """

    a: Sample
    b: Sample
    joint: Joint | None = None

    @classmethod
    def of(cls, a: Values, b: Values, *, paired: bool) -> Any:
        """The difference between two arrays of values.

        Examples
        --------
        >>> before, after = Values.of([8, -8, 24, 0]), Values.of([9, -7, 25, 3])
        >>> print(MeanDifference.of(before, after, paired=True))
        1.50 [-0.09, 3.09]
        >>> print(MeanDifference.of(before, after, paired=False))
        1.5 [-21.9, 24.9]
        """
        return cls(Sample.of(a), Sample.of(b), Joint.of(a, b) if paired else None)

    @property
    def is_paired(self) -> bool:
        """Whether the units of both stand side by side."""
        return self.joint is not None

    @property
    def n(self) -> int:
        """Units of the sample that has fewer; pairs of a paired one."""
        return min(self.a.mean.n, self.b.mean.n)

    @property
    def is_known(self) -> bool:
        """Whether both have values, and units enough for a standard error."""
        return min(self.a.mean.weight, self.b.mean.weight) > 0 and self.n > 1

    @property
    def worths(self) -> tuple[float, float]:
        """As many units as each sample is worth; of pairs as many as on the side that has fewer values."""
        worths = self.a.worth, self.b.worth
        return (min(worths),) * 2 if self.is_paired else worths

    @property
    def value_a(self) -> float:
        """Of the first sample; nan without values."""
        return self._estimate(self.a)

    @property
    def value_b(self) -> float:
        """Of the second."""
        return self._estimate(self.b)

    @property
    def value(self) -> float:
        """The second less the first."""
        return self.value_b - self.value_a

    @property
    def standard_error(self) -> float:
        """Of the difference; nan where it is not known, since not even two units of both have values."""
        if not self.is_known or min(self.worths) <= 1:
            return math.nan
        variance_a, variance_b, covariance = self._variances()
        return math.sqrt(max(0.0, variance_a + variance_b - 2 * covariance))

    @property
    def degrees(self) -> float:
        """Degrees of freedom: pairs with values less one, or Welch's."""
        variances = [] if self.is_paired else self._variances()[:2]
        if not any(variances):
            return min(self.worths) - 1
        parts = zip(variances, self.worths, strict=True)
        return sum(variances) ** 2 / sum(part**2 / (worth - 1) for part, worth in parts)

    def interval(self, level: float = LEVEL) -> tuple[float, float]:
        """Student's t interval, nan where it is not known."""
        from scipy import stats

        check_level(level)
        error = self.standard_error
        if math.isnan(error):
            return math.nan, math.nan
        reach = float(stats.t.ppf((1 + level) / 2, self.degrees)) * error if error else 0.0
        return self.value - reach, self.value + reach

    @property
    def p(self) -> float:
        """Chance of a difference at least as large where there is none; nan where nothing is known."""
        return self._t_test() if self.is_known else math.nan

    @property
    @abstractmethod
    def effect(self) -> float:
        """The size of the difference, without a unit."""

    def _estimate(self, sample: Sample) -> float:
        return sample.mean.value

    def _variances(self) -> tuple[float, float, float]:
        """The variances of both estimates and their covariance."""
        a, b = self.a.mean, self.b.mean
        worth_a, worth_b = self.worths
        return (
            _covariance(a, a, _with_itself(a), worth_a),
            _covariance(b, b, _with_itself(b), worth_b),
            0.0 if self.joint is None else _covariance(a, b, self.joint, worth_a),
        )

    def _t_test(self) -> float:
        from scipy import stats

        error = self.standard_error
        if math.isnan(error):
            return math.nan
        if not error:
            return self._of_equal_units() if self.value else 1.0
        return float(2 * stats.t.sf(abs(self.value) / error, self.degrees))

    def _of_equal_units(self) -> float:
        """The chance that all pairs differ in one way, or that equal values fall to each sample."""
        from scipy import special

        worth_a, worth_b = self.worths
        if self.is_paired:
            return min(1.0, float(2 ** (1 - worth_a)))
        return min(1.0, float(2 / special.binom(worth_a + worth_b, worth_a)))

    def __str__(self) -> str:
        return number_interval(self.value, *self.interval())


@dataclass(frozen=True)
class MeanDifference(Difference):
    """Of two means. The effect is Cohen's d: in standard deviations of single values, paired or not."""

    @property
    def effect(self) -> float:
        """Cohen's d; nan where values do not vary."""
        spread = math.sqrt((self.a.variance + self.b.variance) / 2)
        return self.value / spread if spread else math.nan


@dataclass(frozen=True)
class SpreadDifference(Difference):
    """Of two root mean squares: of standard deviations, where the mean is 0 and the values are squares.

    Limits are those of the delta method. The effect is the logarithm of the ratio of the two.
    """

    @property
    def effect(self) -> float:
        """Logarithm of the second over the first; nan where one is 0."""
        if not (self.value_a > 0 and self.value_b > 0):
            return math.nan
        return math.log(self.value_b / self.value_a)

    def _estimate(self, sample: Sample) -> float:
        return math.sqrt(sample.mean.value)

    def _variances(self) -> tuple[float, float, float]:
        variance_a, variance_b, covariance = super()._variances()
        slope_a, slope_b = (0.5 / value if value else 0.0 for value in (self.value_a, self.value_b))
        return variance_a * slope_a**2, variance_b * slope_b**2, covariance * slope_a * slope_b


@dataclass(frozen=True)
class ShareDifference(Difference):
    """Of two shares. The effect is Cohen's h.

    Limits are Newcombe's (1998): Wilson's of both shares put together, with the correlation of paired
    samples. In clusters a share counts as many hits and misses as its standard error between clusters is
    worth, and has no more of them than were seen. The test of paired hands is McNemar's, exact.
    """

    @property
    def effect(self) -> float:
        """Cohen's h."""
        from statsmodels.stats.proportion import proportion_effectsize

        if not self.is_known:
            return math.nan
        return float(proportion_effectsize(self.value_b, self.value_a))

    def interval(self, level: float = LEVEL) -> tuple[float, float]:
        """Newcombe's interval; nan where nothing is known."""
        check_level(level)
        if not self.is_known:
            return math.nan, math.nan
        below_a, above_a = _reaches(self.a, level)
        below_b, above_b = _reaches(self.b, level)
        correlation = self._correlation()
        return (
            max(-1.0, self.value - _together(below_b, above_a, correlation)),
            min(1.0, self.value + _together(above_b, below_a, correlation)),
        )

    @property
    def p(self) -> float:
        """Of McNemar's exact test, Fisher's where there is little to go by, or Student's.

        Nan where nothing was seen, or nothing else, in both: there is nothing to test.
        """
        hits = self.a.mean.total + self.b.mean.total
        n = self.a.mean.weight + self.b.mean.weight
        if not self.is_known or hits in (0, n):
            return math.nan
        if self.joint is not None and self.a.is_one_a_unit and self.b.is_one_a_unit:
            return self._mcnemar(self.joint)
        smaller = min(self.a.mean.weight, self.b.mean.weight)
        is_few = min(hits, n - hits) * 2 * smaller < FEW * n  # as many on both sides, were these equal
        return self._fisher() if is_few else self._t_test()

    def _correlation(self) -> float:
        """Of hits in both, with Newcombe's correction of half a hit for positive ones."""
        if self.joint is None:
            return 0.0
        a, b = self.a.mean, self.b.mean
        spreads = _residuals(a, a, _with_itself(a)) * _residuals(b, b, _with_itself(b))
        if not spreads:
            return 0.0
        shared = float(_residuals(a, b, self.joint))
        return (max(0.0, shared - 0.5) if shared > 0 else shared) / math.sqrt(spreads)

    def _mcnemar(self, joint: Joint) -> float:
        from statsmodels.stats.contingency_tables import mcnemar

        only_a, only_b = self.a.mean.total - joint.totals, self.b.mean.total - joint.totals
        neither = self.n - joint.totals - only_a - only_b
        return float(mcnemar([[joint.totals, only_a], [only_b, neither]], exact=True).pvalue)

    def _fisher(self) -> float:
        from scipy import stats

        sides = (self.a.mean, self.b.mean)
        table = np.array([[side.total, side.weight - side.total] for side in sides])
        return float(stats.fisher_exact(table).pvalue)


def _reaches(sample: Sample, level: float) -> tuple[float, float]:
    """How far Wilson's limits lie below a share and above it."""
    from statsmodels.stats.proportion import proportion_confint

    share, n = sample.mean.value, _effective(sample, level)
    low, high = proportion_confint(share * n, n, alpha=1 - level, method="wilson")
    return share - float(low), float(high) - share


def _effective(sample: Sample, level: float) -> float:
    """How many independent values a share in clusters is worth: all of them where no cluster has several."""
    from scipy import stats

    mean = sample.mean
    if sample.is_at_most_one_a_unit:
        return float(mean.weight)
    tail = (1 + level) / 2
    few_clusters = float(stats.norm.ppf(tail) / stats.t.ppf(tail, mean.n - 1)) ** 2
    independent = Fraction(mean.total * (mean.weight - mean.total), mean.weight)
    spread = _residuals(mean, mean, _with_itself(mean)) * Fraction(mean.n, mean.n - 1)
    return mean.weight * few_clusters * (min(1.0, float(independent / spread)) if spread else 1.0)


def _together(one: float, other: float, correlation: float) -> float:
    """How far a limit of a difference lies from it, from how far those of the two lie from them."""
    return math.sqrt(max(0.0, one**2 - 2 * correlation * one * other + other**2))


def check_adjustment(method: Any) -> None:
    """Refuse what is no way to allow for many tests."""
    if not (isinstance(method, str) and method in ADJUSTMENTS):
        raise MahjongError(f"p is adjusted by {' or '.join(ADJUSTMENTS)}, not {quoted(method)}")


def adjusted(p: Iterable[float], method: str = "holm") -> np.ndarray:
    """Values of p that allow for each other; nan is no test and stays.

    Parameters
    ----------
    p : iterable of float
    method : {"holm", "benjamini-hochberg"}

    Returns
    -------
    ndarray of float64

    Raises
    ------
    MahjongError
        If there is no such method.

    Examples
    --------
    >>> adjusted([0.01, 0.04, float("nan")])
    array([0.02, 0.04,  nan])
    >>> adjusted([0.01, 0.04], "bonferroni")
    Traceback (most recent call last):
    mjcore.words.errors.MahjongError: p is adjusted by holm or benjamini-hochberg, not 'bonferroni'
    """
    from statsmodels.stats.multitest import multipletests

    check_adjustment(method)
    found = np.array(list(p), dtype=float)
    tested = ~np.isnan(found)
    if tested.any():
        found[tested] = multipletests(found[tested], method=ADJUSTMENTS[method])[1]
    return found
