"""Estimates from integer sufficient statistics: a number never leaves without its interval.

Counts and sums are Python integers, so parts of a run merge by addition without rounding,
in any order and on any machine.
"""

import math
import operator
from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
import pandas as pd

from mjanalysis.numerals import grouped, number_interval, percent_interval
from mjcore.words.errors import MahjongError, quoted

# scipy.stats and statsmodels are imported in the functions that use them: together they take
# 1.2 s, most of what `import mjanalysis` may take, and reading a table needs neither.

__all__ = [
    "FEW", "LEVEL", "Limits", "Mean", "Proportion", "agreement", "check_level", "proportions",
    "share_limits", "with_proportions",
]  # fmt: skip

#: Confidence level wherever none is given.
LEVEL = 0.95

#: Hits, or misses, below which limits of a share are exact.
FEW = 5

#: The largest count: arrays of counts have 64 bits.
MOST = 2**63 - 1


def check_level(level):
    """Refuse what is no confidence level."""
    if not (isinstance(level, int | float) and 0 < level < 1):
        raise MahjongError(f"The confidence level must lie between 0 and 1, not {quoted(level)}.")


def _whole(name, value):
    try:
        return operator.index(value)
    except TypeError:
        raise MahjongError(f"{name} must be a whole number, not {quoted(value)}.") from None


def _checked_counts(hits, n):
    """`hits` and `n` as int64 arrays of one shape; refuses what cannot be a count of hits among n."""
    hits, n = np.asarray(hits), np.asarray(n)
    for name, counts in (("hits", hits), ("n", n)):
        if (
            counts.size
            and counts.dtype.kind not in "iu"
            and not all(isinstance(count, (int, np.integer)) for count in counts.flat)
        ):
            raise MahjongError(f"{name} must be integers, not {counts.dtype}.")
        if counts.dtype.kind in "uO" and any(abs(int(count)) > MOST for count in counts.flat):
            raise MahjongError(f"{name} must lie within 64 bits, at most {grouped(MOST)}.")
    hits, n = (counts.astype(np.int64) for counts in _of_one_shape(hits, n))
    bad = (hits < 0) | (hits > n)
    if bad.any():
        first = np.flatnonzero(bad)[0]
        raise MahjongError(f"There cannot be {hits.flat[first]} hits among {n.flat[first]}.")
    return hits, n


def _of_one_shape(a, b):
    try:
        return np.broadcast_arrays(a, b)
    except ValueError:
        raise MahjongError(f"Columns of the shapes {a.shape} and {b.shape} do not fit together.") from None


def _columns(hits, n):
    """Checked counts of the rows of a table, and the index of `hits` where it has one."""
    index = hits.index if isinstance(hits, pd.Series) else None
    hits, n = _checked_counts(hits, n)
    if hits.ndim != 1 or (index is not None and len(index) != len(hits)):
        raise MahjongError(f"Hits and n must be one column each, not of shape {hits.shape}.")
    return hits, n, index


def share_limits(hits, n, *, level=LEVEL):
    """Lower and upper limits of shares, of whole trials or of as many as clustered ones are worth.

    Wilson's score interval; of Clopper and Pearson, exact, where fewer than `FEW` hits or misses were
    seen, since Wilson's lower limit of one hit lies too high: it covers what is expected 0.17 times in
    84 % of samples. [0, 1] where nothing was drawn.

    Parameters
    ----------
    hits, n : array_like of int or float
        Of one shape, and not checked.
    level : float, default 0.95

    Returns
    -------
    tuple of ndarray of float64
        Shaped like `hits`.

    Examples
    --------
    >>> low, high = share_limits([30, 2.5], [1000, 99.5])
    >>> low.round(4), high.round(4)
    (array([0.0211, 0.0042]), array([0.0425, 0.0783]))
    """
    from statsmodels.stats.proportion import proportion_confint

    hits, n = np.asarray(hits), np.asarray(n)
    low, high = np.zeros(hits.shape), np.ones(hits.shape)
    few = np.minimum(hits, n - hits) < FEW
    for method, chosen in (("wilson", ~few), ("beta", few & (n > 0))):
        if chosen.any():
            low[chosen], high[chosen] = proportion_confint(
                hits[chosen], n[chosen], alpha=1 - level, method=method
            )
    return low, high


class Limits(ABC):
    """The limits of an estimate, from its `interval`."""

    @abstractmethod
    def interval(self, level=LEVEL):
        """Lower and upper limit at a confidence level."""

    @property
    def low(self):
        """Lower limit at the level 0.95."""
        return self.interval()[0]

    @property
    def high(self):
        """Upper limit at the level 0.95."""
        return self.interval()[1]


@dataclass(frozen=True)
class Proportion(Limits):
    """A share of independent trials, with its interval.

    The interval is Wilson's, and the exact one of Clopper and Pearson where fewer than `FEW` hits (or
    misses) were seen. Proportions of separate trials merge by addition.

    Parameters
    ----------
    hits : int
        Trials in which it happened.
    n : int
        Trials made.

    Examples
    --------
    >>> print(Proportion(hits=30, n=1000))
    3.00 % [2.11, 4.25] of 1000
    >>> print(Proportion(hits=0, n=1000))
    0.00 % [0.00, 0.37] of 1000
    >>> Proportion(1, 10) + Proportion(2, 20)
    Proportion(hits=3, n=30)
    """

    hits: int
    n: int

    def __post_init__(self):
        for name in ("hits", "n"):
            object.__setattr__(self, name, _whole(name, getattr(self, name)))
        _checked_counts(self.hits, self.n)

    @property
    def share(self):
        """Hits over trials; nan without trials."""
        return self.hits / self.n if self.n else math.nan

    def interval(self, level=LEVEL):
        """Lower and upper limit at a confidence level.

        Parameters
        ----------
        level : float
            Confidence level, between 0 and 1.

        Returns
        -------
        tuple of float

        Examples
        --------
        >>> low, high = Proportion(30, 1000).interval(0.99)
        >>> f"{low:.4f} {high:.4f}"
        '0.0189 0.0473'
        """
        check_level(level)
        low, high = share_limits([self.hits], [self.n], level=level)
        return float(low[0]), float(high[0])

    def __add__(self, other):
        if not isinstance(other, Proportion):
            return NotImplemented
        return Proportion(self.hits + other.hits, self.n + other.n)

    def __str__(self):
        return f"{percent_interval(self.share, *self.interval())} of {grouped(self.n)}"


@dataclass(frozen=True)
class Mean(Limits):
    """The mean of independent integer values, with its standard error.

    Holds the three sums it is made of, as exact integers, so that means of separate draws merge
    by addition and the variance suffers no cancellation.

    Parameters
    ----------
    n : int
        Values.
    total : int
        Their sum.
    total_sq : int
        The sum of their squares.

    Examples
    --------
    >>> points = Mean.of([8, -8, 24, 0, 0, 16])
    >>> points
    Mean(n=6, total=40, total_sq=960)
    >>> print(points)
    6.7 [-5.7, 19.0] of 6
    >>> Mean.of([8, -8, 24]) + Mean.of([0, 0, 16]) == points
    True
    """

    n: int
    total: int
    total_sq: int

    def __post_init__(self):
        for name in ("n", "total", "total_sq"):
            object.__setattr__(self, name, _whole(name, getattr(self, name)))
        if self.n < 0 or self.n * self.total_sq < self.total**2:  # Cauchy-Schwarz
            raise MahjongError(
                f"No {self.n} numbers have the sum {self.total} and the sum of squares {self.total_sq}."
            )

    @classmethod
    def of(cls, values):
        """The mean of an array of integers.

        Parameters
        ----------
        values : array_like of int

        Returns
        -------
        Mean
        """
        values, counts = np.unique(np.asarray(values), return_counts=True)
        if values.size and values.dtype.kind not in "iub":
            raise MahjongError(f"The values must be integers, not {values.dtype}.")
        pairs = [(int(value), int(count)) for value, count in zip(values, counts, strict=True)]
        return cls(
            n=sum(count for _, count in pairs),
            total=sum(value * count for value, count in pairs),
            total_sq=sum(value * value * count for value, count in pairs),
        )

    @property
    def value(self):
        """Sum over number; nan without values."""
        return self.total / self.n if self.n else math.nan

    @property
    def variance(self):
        """Unbiased variance of the values; nan below two of them."""
        if self.n < 2:
            return math.nan
        return (self.n * self.total_sq - self.total**2) / (self.n * (self.n - 1))

    @property
    def standard_error(self):
        """Standard error of the mean; nan below two values."""
        return math.sqrt(self.variance / self.n) if self.n > 1 else math.nan

    def interval(self, level=LEVEL):
        """Student's t interval, which is the normal one for large n; infinite below two values.

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
            return -math.inf, math.inf
        reach = float(stats.t.ppf((1 + level) / 2, self.n - 1)) * self.standard_error
        return self.value - reach, self.value + reach

    def __add__(self, other):
        if not isinstance(other, Mean):
            return NotImplemented
        return Mean(self.n + other.n, self.total + other.total, self.total_sq + other.total_sq)

    def __str__(self):
        return f"{number_interval(self.value, *self.interval())} of {grouped(self.n)}"


def proportions(hits, n, *, level=LEVEL):
    """Shares with intervals for many counts at once.

    Parameters
    ----------
    hits : array_like of int, shape (k,)
        Trials in which it happened.
    n : int or array_like of int, shape (k,)
        Trials made.
    level : float, default 0.95
        Confidence level of each interval by itself.

    Returns
    -------
    DataFrame
        Columns share, low, high; the index of `hits` where it is a Series.

    Raises
    ------
    MahjongError
        If a count is not an integer, is negative, exceeds its n, or has more than 64 bits.

    Examples
    --------
    >>> proportions([30, 0], 1000).round(4)
       share     low    high
    0   0.03  0.0211  0.0425
    1   0.00  0.0000  0.0037
    """
    check_level(level)
    hits, n, index = _columns(hits, n)
    low, high = share_limits(hits, n, level=level)
    share = np.divide(hits, n, out=np.full(hits.shape, np.nan), where=n > 0)
    return pd.DataFrame({"share": share, "low": low, "high": high}, index=index)


def with_proportions(frame, *, level=LEVEL):
    """The frame with share, low and high, from its columns hits and n.

    Parameters
    ----------
    frame : DataFrame
        Has the columns hits and n; is not changed.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    DataFrame
        The three new columns stand right after n; attributes are kept.

    Raises
    ------
    MahjongError
        If the frame has no such columns, or no such numbers in them.

    Examples
    --------
    >>> with_proportions(pd.DataFrame({"draws": [5], "hits": [30], "n": [1000]})).round(4)
       draws  hits     n  share     low    high
    0      5    30  1000   0.03  0.0211  0.0425
    """
    if missing := {"hits", "n"} - {*frame.columns}:
        raise MahjongError(f"the frame has no column {' and no '.join(sorted(missing))}")
    new = proportions(frame["hits"], frame["n"], level=level)
    out = frame.drop(columns=[name for name in new if name in frame])
    for offset, name in enumerate(new, start=out.columns.get_loc("n") + 1):
        out.insert(offset, name, new[name])
    return out


def _checked_probabilities(probability, hits):
    """Probabilities, one for each of `hits`."""
    try:
        probability = np.asarray(probability, dtype=float)
    except (TypeError, ValueError):
        raise MahjongError(f"Probabilities must be numbers, not {quoted(probability)}.") from None
    bad = ~((probability >= 0) & (probability <= 1))  # nan too
    if bad.any():
        wrong = float(probability[bad].flat[0])
        raise MahjongError(f"Probabilities must lie between 0 and 1, and {wrong!r} does not.")
    probability, fitting = _of_one_shape(probability, hits)
    if fitting.shape != hits.shape:
        raise MahjongError(f"{probability.size} probabilities do not fit {hits.size} rows.")
    return probability


def agreement(hits, n, probability):
    """How well counts agree with probabilities known exactly, row by row.

    Among many 95 % intervals one in twenty misses by chance. This is the test that allows for it:
    Holm's adjustment holds however the rows depend on each other.

    Parameters
    ----------
    hits, n : array_like of int, shape (k,)
        Trials in which it happened, and trials made.
    probability : array_like of float, shape (k,)
        The exact probabilities.

    Returns
    -------
    DataFrame
        z (standard deviations away; 0 where the probability is 0 or 1 and the count agrees),
        p (exact binomial, two-sided by doubling the smaller tail), p_adjusted (Holm).

    Raises
    ------
    MahjongError
        As for `proportions`, or if a probability is no number from 0 to 1.

    Examples
    --------
    >>> agreement([512, 30], 1000, [0.5, 0.05]).round(3)
           z      p  p_adjusted
    0  0.759  0.467       0.467
    1 -2.902  0.003       0.005
    """
    from scipy import stats
    from statsmodels.stats.multitest import multipletests

    hits, n, index = _columns(hits, n)
    probability = _checked_probabilities(probability, hits)
    off, deviation = hits - n * probability, np.sqrt(n * probability * (1 - probability))
    impossible = np.where(off == 0, 0.0, np.copysign(np.inf, off))
    z = np.divide(off, deviation, out=impossible, where=deviation > 0)
    tail = np.minimum(stats.binom.cdf(hits, n, probability), stats.binom.sf(hits - 1, n, probability))
    p = np.minimum(1.0, 2 * tail)
    adjusted = multipletests(p, method="holm")[1] if p.size else p
    return pd.DataFrame({"z": z, "p": p, "p_adjusted": adjusted}, index=index)
