"""Quantiles and clustered means are exact, merge exactly, and cover what they should."""

import math

import numpy as np
import pytest
from scipy import stats

from mjanalysis.distributions import ClusteredMean, Distribution, clustered, means_of_columns
from mjanalysis.estimates import Mean
from mjcore.words.errors import MahjongError


def test_quantiles_are_those_of_numpy():
    values = np.random.default_rng(1).geometric(0.1, size=1001)
    spread = Distribution.of(values)
    for share in (0.05, 0.1, 0.25, 0.5, 0.9, 0.999):
        assert spread.quantile(share) == np.quantile(values, share, method="inverted_cdf")
    assert spread.mean == Mean.of(values)
    assert spread.standard_deviation == pytest.approx(values.std(ddof=1))


def test_the_interval_of_a_quantile_covers_it_as_often_as_it_says():
    rng, median, n = np.random.default_rng(20260601), stats.geom.ppf(0.5, 0.1), 2_000
    covered = 0
    for _ in range(n):
        low, high = Distribution.of(rng.geometric(0.1, size=60)).quantile_interval(0.5)
        covered += low <= median <= high
    assert covered / n > 0.95 - 5 * math.sqrt(0.05 * 0.95 / n)  # below 3e-7, were it 95 % exactly


def test_nothing_seen_has_no_quantile():
    assert Distribution({}).quantile(0.5) is None
    assert Distribution({}).quantile_interval(0.5) is None
    assert math.isnan(Distribution({3: 1}).standard_deviation)
    assert math.isnan(ClusteredMean(1, 1, 1, 5, 25, 5).standard_error)
    with pytest.raises(MahjongError, match="between 0 and 1"):
        Distribution({1: 1}).quantile(1)


def test_parts_merge_to_the_whole():
    rng = np.random.default_rng(2)
    clusters, groups = np.repeat(np.arange(500), 4), rng.integers(3, size=2000)
    values = rng.integers(-50, 50, size=2000)
    whole = clustered(clusters, groups, values)
    parts = [clustered(clusters[cut], groups[cut], values[cut]) for cut in (slice(800), slice(800, None))]
    for group in range(3):
        assert whole[group] == tuple(a + b for a, b in zip(*(part[group] for part in parts), strict=True))


def test_the_standard_error_knows_what_a_cluster_shares():
    n, size, rng = 400, 4, np.random.default_rng(3)
    clusters = np.repeat(np.arange(n), size)
    errors, means = [], []
    for _ in range(300):
        shared = np.repeat(rng.integers(-20, 21, size=n), size)
        mean, spread = clustered(clusters, np.zeros(n * size, int), shared + rng.integers(-3, 4, n * size))[0]
        errors.append(mean.standard_error)
        means.append(mean.value)
    assert np.mean(errors) == pytest.approx(np.std(means), rel=0.2)  # 300 runs: 4 % each, five of them
    assert np.mean(errors) > 1.8 * spread.mean.standard_error  # what independent values would have


def test_the_seats_of_a_hand_have_a_mean_of_nought_without_error():
    mean, _ = clustered(np.repeat(np.arange(3), 4), np.zeros(12, int), np.array([24, -8, -8, -8] * 3))[0]
    assert (mean.value, mean.standard_error) == (0, 0)


def test_a_ratio_of_sums_has_the_standard_error_of_its_clusters():
    rng, n = np.random.default_rng(5), 300
    clusters = rng.integers(n, size=1200)
    weights, values = rng.integers(1, 9, size=1200), rng.integers(0, 9, size=1200)
    found = ClusteredMean.of(clusters, values, weights)
    ratio = values.sum() / weights.sum()
    assert found.value == pytest.approx(ratio)
    off = np.bincount(clusters, values - ratio * weights, minlength=n)[np.bincount(clusters, minlength=n) > 0]
    slow = math.sqrt((off**2).sum() * len(off) / (len(off) - 1)) / weights.sum()
    assert found.standard_error == pytest.approx(slow)
    halves = [ClusteredMean.of(clusters[which], values[which], weights[which])
              for which in (clusters < 150, clusters >= 150)]  # fmt: skip
    assert halves[0] + halves[1] == found
    columns = np.column_stack([values, weights])
    assert means_of_columns(clusters, columns, weights)[0] == found
