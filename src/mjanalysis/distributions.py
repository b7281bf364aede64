"""How whole numbers are spread: quantiles, and means of values that come in clusters.

The four seats of a hand do not score independently of each other: what one wins, the others lose. Nor do the
hands of a session. So a mean over seats or hands counts its standard error between clusters, the hands or
sessions that are independent.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache

import numpy as np

from mjanalysis.estimates import LEVEL, Limits, Mean, check_level
from mjanalysis.numerals import grouped, number_interval
from mjcore.words.errors import MahjongError, quoted

__all__ = ["ClusteredMean", "Distribution", "clustered", "means_of_columns", "numbered"]

FEW_KEYS = 32  #: times as many keys as values are still tabulated
EXACT = 2.0**53  #: up to which sums in floating point are whole numbers without an error


#: Quantiles in the text of a distribution.
_SHOWN = {"5 %": 0.05, "median": 0.5, "95 %": 0.95}


@dataclass(frozen=True)
class Distribution:
    """How often each whole number was seen, exactly; parts of a run merge by addition.

    Parameters
    ----------
    counts : mapping of int to int
        By value.

    Examples
    --------
    >>> turns = Distribution.of([7, 9, 9, 12, 15])
    >>> turns.n, turns.quantile(0.5), turns.mean.total
    (5, 9, 52)
    >>> turns.quantile_interval(0.5)
    (7, 15)
    >>> Distribution({7: 1}) + Distribution({7: 2, 9: 1})
    Distribution(counts={7: 3, 9: 1})
    """

    counts: Mapping[int, int]

    @classmethod
    def of(cls, values: np.ndarray | list[int]) -> Distribution:
        """The distribution of an array of integers.

        Parameters
        ----------
        values : array_like of int

        Returns
        -------
        Distribution
        """
        found, counts = np.unique(np.asarray(values), return_counts=True)
        return cls(dict(zip(found.tolist(), counts.tolist(), strict=True)))

    @property
    def n(self) -> int:
        """Values in all."""
        return sum(self.counts.values())

    @property
    def mean(self) -> Mean:
        """Their mean, as if they were independent."""
        items = self.counts.items()
        return Mean(
            self.n, sum(value * n for value, n in items), sum(value * value * n for value, n in items)
        )

    @property
    def standard_deviation(self) -> float:
        """Of one value; nan below two of them."""
        return math.sqrt(self.mean.variance) if self.n > 1 else math.nan

    def __str__(self) -> str:
        if not self.n:
            return "no values"
        spread = ", ".join(f"{name} {self.quantile(share)}" for name, share in _SHOWN.items())
        return f"mean {self.mean}; {spread}"

    def at(self, place: int) -> int:
        """The value in some place, of all in order.

        Parameters
        ----------
        place : int
            From 1.

        Returns
        -------
        int
        """
        for value in sorted(self.counts):
            place -= self.counts[value]
            if place <= 0:
                return value
        raise MahjongError(f"There are only {self.n} values.")

    def quantile(self, share: float) -> int | None:
        """The least value that this share of all do not exceed; None without values.

        Parameters
        ----------
        share : float
            From 0 to 1.

        Returns
        -------
        int or None

        Raises
        ------
        MahjongError
            If the share does not lie between 0 and 1.
        """
        _check_share(share)
        return self.at(max(1, math.ceil(share * self.n))) if self.n else None

    def quantile_interval(self, share: float, level: float = LEVEL) -> tuple[int, int] | None:
        """Limits of a quantile from the places it can have among the values; None without values.

        How many of `n` values lie below the quantile follows a binomial law whatever their own law. So
        these limits need no resampling, no rng, and no assumption but independence.

        Parameters
        ----------
        share : float
            From 0 to 1.
        level : float
            Confidence level, between 0 and 1.

        Returns
        -------
        tuple of int, or None
        """
        _check_share(share)
        check_level(level)
        if not self.n:
            return None
        low, high = _places(self.n, share, level)
        return self.at(low), self.at(high)

    def __add__(self, other: Distribution) -> Distribution:
        if not isinstance(other, Distribution):
            return NotImplemented
        counts = dict(self.counts)
        for value, n in other.counts.items():
            counts[value] = counts.get(value, 0) + n
        return Distribution(counts)


@lru_cache
def _places(n: int, share: float, level: float) -> tuple[int, int]:
    """Between which of `n` values in order a quantile lies."""
    from scipy import stats

    tail = (1 - level) / 2
    low = int(stats.binom.ppf(tail, n, share))
    high = int(stats.binom.ppf(1 - tail, n, share)) + 1
    return max(1, low), min(n, high)


def _check_share(share: float) -> None:
    if not (isinstance(share, int | float) and 0 < share < 1):
        raise MahjongError(f"The share of a quantile must lie between 0 and 1, not {quoted(share)}.")


@dataclass(frozen=True)
class ClusteredMean(Limits):
    """The mean of integer values in independent clusters, with a standard error between the clusters.

    Six sums, all exact, that merge by addition. Of clusters with one value each it is `Mean`.

    Parameters
    ----------
    n : int
        Clusters.
    weight, weight_sq : int
        Values in all, and the sum of the squares of how many each cluster has.
    total, total_sq : int
        The sum of the values, and the sum of the squares of the sum of each cluster.
    cross : int
        The sum over clusters of the values in it times their sum.

    Examples
    --------
    >>> ClusteredMean(n=3, weight=3, weight_sq=3, total=24, total_sq=704, cross=24).standard_error
    9.237604307034012
    >>> Mean.of([8, -8, 24]).standard_error
    9.237604307034012
    """

    n: int
    weight: int
    weight_sq: int
    total: int
    total_sq: int
    cross: int

    @classmethod
    def of(cls, clusters: np.ndarray, values: np.ndarray, weights: np.ndarray | None = None) -> ClusteredMean:
        """The mean of values, or the ratio of the sum of values to the sum of their weights.

        Parameters
        ----------
        clusters : ndarray of int, shape (k,)
            Which cluster each value belongs to.
        values : ndarray of int, shape (k,)
        weights : ndarray of int, shape (k,), optional
            One each unless given.

        Examples
        --------
        >>> ClusteredMean.of(np.array([5, 5, 7]), np.array([1, 2, 4])).value
        2.3333333333333335
        >>> ClusteredMean.of(np.arange(2), np.array([3, 4]), np.array([8, 6])).value
        0.5
        """
        return means_of_columns(clusters, np.asarray(values)[:, None], weights)[0]

    @property
    def value(self) -> float:
        """Sum over number; nan without values."""
        return self.total / self.weight if self.weight else math.nan

    @property
    def standard_error(self) -> float:
        """Of the mean, linearised as a ratio of two sums; nan below two clusters."""
        if self.n < 2:
            return math.nan
        # the sum over clusters of (total of it - mean * values of it) ** 2, times weight ** 2
        spread = (
            self.total_sq * self.weight**2
            - 2 * self.total * self.weight * self.cross
            + self.total**2 * self.weight_sq
        )
        return math.sqrt(spread * self.n / (self.n - 1)) / self.weight**2

    def __str__(self) -> str:
        mean = number_interval(self.value, *self.interval())
        return f"{mean} of {grouped(self.weight)} in {grouped(self.n)} clusters"

    def interval(self, level: float = LEVEL) -> tuple[float, float]:
        """Student's t interval; nan below two clusters.

        Parameters
        ----------
        level : float
            Confidence level, between 0 and 1.

        Returns
        -------
        tuple of float
        """
        from scipy import stats

        check_level(level)
        if self.n < 2:
            return math.nan, math.nan
        reach = float(stats.t.ppf((1 + level) / 2, self.n - 1)) * self.standard_error
        return self.value - reach, self.value + reach

    def __add__(self, other: ClusteredMean) -> ClusteredMean:
        if not isinstance(other, ClusteredMean):
            return NotImplemented
        return ClusteredMean(
            *(getattr(self, field.name) + getattr(other, field.name) for field in fields(self))
        )


def means_of_columns(
    clusters: np.ndarray, values: np.ndarray, weights: np.ndarray | None = None
) -> list[ClusteredMean]:
    """The `ClusteredMean.of` each column of values.

    Parameters
    ----------
    clusters : ndarray of int, shape (k,)
    values : ndarray of int, shape (k, m)
    weights : ndarray of int, shape (k,), optional

    Returns
    -------
    list of ClusteredMean

    Examples
    --------
    >>> means_of_columns(np.arange(3), np.array([[8, 1], [-8, 0], [24, 1]]))[0]
    ClusteredMean(n=3, weight=3, weight_sq=3, total=24, total_sq=704, cross=24)
    """
    weights = np.ones(len(values), dtype=np.int64) if weights is None else weights
    table = np.column_stack([weights, values]).astype(np.int64)
    names, cluster = np.unique(clusters, return_inverse=True)
    if len(names) < len(table):
        sums = np.zeros((len(names), table.shape[1]), dtype=np.int64)
        np.add.at(sums, cluster, table)
        table = sums
    weight = table[:, 0]
    same = len(names), int(weight.sum()), int(weight @ weight)
    return [
        ClusteredMean(*same, int(total.sum()), int(total @ total), int(weight @ total))
        for total in table[:, 1:].T
    ]


def clustered(
    clusters: np.ndarray, groups: np.ndarray, values: np.ndarray
) -> dict[int, tuple[ClusteredMean, Distribution]]:
    """Mean and distribution of the values of each group.

    Parameters
    ----------
    clusters : ndarray of int, shape (k,)
        Which cluster each value belongs to, from 0.
    groups : ndarray of int, shape (k,)
        Which group, from 0.
    values : ndarray of int, shape (k,)

    Returns
    -------
    dict

    Examples
    --------
    >>> found = clustered(np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1]), np.array([8, -8, 24, -24]))
    >>> found[0][0]
    ClusteredMean(n=2, weight=2, weight_sq=2, total=32, total_sq=640, cross=32)
    """
    if not len(values):
        return {}
    values = values.astype(np.int64)
    n_groups = int(groups.max()) + 1
    cells, cell_of = numbered(clusters.astype(np.int64) * n_groups + groups)
    totals = _sums(cell_of, values, len(cells))
    weights = np.bincount(cell_of)
    group_of = cells % n_groups
    terms = (np.ones_like(weights), weights, weights**2, totals, totals**2, weights * totals)
    sums = [_sums(group_of, term, n_groups).tolist() for term in terms]
    least = int(values.min())
    width = int(values.max()) - least + 1
    pairs, pair_of = numbered(groups.astype(np.int64) * width + (values - least))
    spread: dict[int, dict[int, int]] = {}
    for pair, count in zip(pairs.tolist(), np.bincount(pair_of).tolist(), strict=True):
        spread.setdefault(pair // width, {})[pair % width + least] = count
    return {
        group: (ClusteredMean(*(row[group] for row in sums)), Distribution(of_group))
        for group, of_group in spread.items()
    }


def numbered(keys: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The different keys in order, and which of them each is; without sorting if they are small.

    Parameters
    ----------
    keys : ndarray of int64, shape (k,)
        Not negative.

    Returns
    -------
    seen : ndarray of int64
    place : ndarray of intp, shape (k,)

    Examples
    --------
    >>> numbered(np.array([7, 3, 7]))
    (array([3, 7]), array([1, 0, 1]))
    """
    if not len(keys) or keys.max() > FEW_KEYS * len(keys):
        seen, place = np.unique(keys, return_inverse=True)
        return seen, place.reshape(-1)
    is_seen = np.zeros(int(keys.max()) + 1, dtype=bool)
    is_seen[keys] = True
    place_of = np.cumsum(is_seen) - 1
    return np.flatnonzero(is_seen), place_of[keys]


def _sums(places: np.ndarray, values: np.ndarray, n: int) -> np.ndarray:
    """Sums of integers by place, exact."""
    if len(values) * float(np.abs(values).max(initial=0)) < EXACT:
        return np.bincount(places, values, minlength=n).astype(np.int64)
    sums = np.zeros(n, dtype=np.int64)
    np.add.at(sums, places, values)
    return sums
