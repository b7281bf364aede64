"""How much two samples of hands differ: limits, tests and sizes of effects, from the sums of both."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from mjanalysis.estimates import LEVEL, Limits, check_level
from mjanalysis.numerals import number_interval
from mjanalysis.samples import Joint, Sample, Sums, Values, covariance, joint_with_itself, residuals
from mjcore.words.errors import MahjongError, quoted

__all__ = [
    "ADJUSTMENTS", "Difference", "MeanDifference", "ShareDifference", "SpreadDifference", "adjusted",
    "check_adjustment",
]  # fmt: skip

#: Ways to allow for many tests at once, and their names in statsmodels: Holm's keeps the chance of any false
#: alarm, that of Benjamini and Hochberg the share of false ones among all alarms.
ADJUSTMENTS = {"holm": "holm", "benjamini-hochberg": "fdr_bh"}

#: Below so many hits, or misses, of a share in both samples together its test is exact; of samples of other
#: sizes, in two like the smaller.
FEW = 25


@dataclass(frozen=True)
class Difference(Sums, Limits):
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
            covariance(a, a, joint_with_itself(a), worth_a),
            covariance(b, b, joint_with_itself(b), worth_b),
            0.0 if self.joint is None else covariance(a, b, self.joint, worth_a),
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
        spreads = residuals(a, a, joint_with_itself(a)) * residuals(b, b, joint_with_itself(b))
        if not spreads:
            return 0.0
        shared = float(residuals(a, b, self.joint))
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
    spread = residuals(mean, mean, joint_with_itself(mean)) * Fraction(mean.n, mean.n - 1)
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
