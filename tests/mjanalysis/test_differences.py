"""Differences from sums against the same differences from rows, published tables, and their coverage."""

import functools
import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

from mjanalysis.differences import (
    Difference,
    MeanDifference,
    ShareDifference,
    SpreadDifference,
    adjusted,
)
from mjanalysis.samples import Joint, Sample, Values
from mjcore.words.errors import MahjongError

KINDS = (MeanDifference, ShareDifference, SpreadDifference)


def points(rng, n):
    """Points of a hand played twice on the same wall, alike and skewed."""
    shared = rng.geometric(0.2, n)
    return shared + rng.geometric(0.3, n), 2 * shared + rng.geometric(0.3, n)


def table(both, only_a, only_b, neither):
    """Paired hits of a 2x2 table as rows."""
    counts = (both, only_a, only_b, neither)
    return np.repeat([1, 1, 0, 0], counts), np.repeat([1, 0, 1, 0], counts)


# ---- against rows --------------------------------------------------------------------------------------


def test_paired_means_are_students_of_the_differences():
    a, b = points(np.random.default_rng(1), 400)
    found = MeanDifference.of(Values.of(a), Values.of(b), paired=True)
    slow = stats.ttest_rel(b, a)
    assert found.value == pytest.approx((b - a).mean())
    assert found.interval() == pytest.approx(tuple(slow.confidence_interval()))
    assert found.p == pytest.approx(slow.pvalue, rel=1e-9)
    assert found.degrees == slow.df


def test_unpaired_means_are_welchs():
    a, b = points(np.random.default_rng(2), 400)
    found = MeanDifference.of(Values.of(a), Values.of(b[:150]), paired=False)
    slow = stats.ttest_ind(b[:150], a, equal_var=False)
    assert found.interval() == pytest.approx(tuple(slow.confidence_interval()))
    assert found.p == pytest.approx(slow.pvalue, rel=1e-9)
    assert (found.degrees, found.n) == (pytest.approx(slow.df), 150)


def test_cohens_d_is_in_standard_deviations_of_single_values_paired_or_not():
    a, b = points(np.random.default_rng(3), 400)
    slow = (b.mean() - a.mean()) / math.sqrt((a.var(ddof=1) + b.var(ddof=1)) / 2)
    for paired in (True, False):
        found = MeanDifference.of(Values.of(a), Values.of(b), paired=paired)
        assert found.effect == pytest.approx(slow)


def test_paired_ratios_have_the_standard_error_of_the_jackknife():
    rng = np.random.default_rng(4)
    a, b = points(rng, 3_000)
    won_a = rng.random(3_000) < 0.6
    won_b = won_a ^ (rng.random(3_000) < 0.1)
    found = MeanDifference.of(Values.of(a * won_a, won_a), Values.of(b * won_b, won_b), paired=True)
    assert found.value == pytest.approx(b[won_b].mean() - a[won_a].mean())
    without = [  # the difference if one hand is left out
        (part.sum() - part) / (won.sum() - won) for part, won in ((a * won_a, won_a), (b * won_b, won_b))
    ]
    left_out = without[1] - without[0]
    slow = math.sqrt((3_000 - 1) / 3_000 * ((left_out - left_out.mean()) ** 2).sum())
    assert found.standard_error == pytest.approx(slow, rel=2e-3)
    apart = MeanDifference.of(Values.of(a * won_a, won_a), Values.of(b * won_b, won_b), paired=False)
    assert found.standard_error < 0.8 * apart.standard_error


def test_the_spread_is_the_root_of_the_mean_square_and_has_the_error_of_the_jackknife():
    rng = np.random.default_rng(5)
    a, b = points(rng, 2_000)
    found = SpreadDifference.of(Values.of(a**2), Values.of(b**2), paired=True)
    roots = [math.sqrt((side**2).mean()) for side in (a, b)]
    assert (found.value_a, found.value_b) == pytest.approx(roots)
    assert found.effect == pytest.approx(math.log(roots[1] / roots[0]))
    left_out = np.subtract(*(np.sqrt(((side**2).sum() - side**2) / 1_999) for side in (b, a)))
    slow = math.sqrt(1_999 / 2_000 * ((left_out - left_out.mean()) ** 2).sum())
    assert found.standard_error == pytest.approx(slow, rel=1e-2)


def test_clusters_count_as_the_sums_of_their_rows():
    rng = np.random.default_rng(6)
    luck = np.repeat(rng.integers(-20, 20, 100), 16)
    values = luck + rng.integers(-5, 5, 1_600)
    sessions = np.repeat(np.arange(7, 107), 16)
    found = MeanDifference.of(
        Values.of(values).within(sessions), Values.of(values + 1).within(sessions), paired=False
    )
    of_sessions = values.reshape(100, 16).mean(axis=1)
    assert found.n == 100
    assert found.standard_error == pytest.approx(math.sqrt(2 * of_sessions.var(ddof=1) / 100))
    assert found.a.variance == pytest.approx(values.var(ddof=1))  # the effect is in values, not in sessions


# ---- against what is published, and libraries ----------------------------------------------------------


@pytest.mark.parametrize(
    ("counts", "low", "high"),
    [
        ((36, 12, 2, 0), 0.0569, 0.3404),  # Newcombe, Statistics in Medicine 17 (1998) 2635, method 10
        ((1, 1, 7, 12), -0.507, -0.026),  # Fagerland, Lydersen and Laake, Statistics in Medicine 33 (2014)
    ],
)
def test_paired_shares_have_the_published_limits(counts, low, high):
    first, second = table(*counts)
    found = ShareDifference.of(Values.of(second), Values.of(first), paired=True)
    assert found.interval() == pytest.approx((low, high), abs=5e-4)
    only_a, only_b = counts[1:3]
    assert found.p == pytest.approx(stats.binomtest(only_a, only_a + only_b).pvalue)


def test_unpaired_shares_have_the_limits_of_statsmodels():
    for hits_a, n_a, hits_b, n_b in [(30, 100, 45, 130), (0, 40, 9, 60), (17, 18, 3, 900)]:
        first, second = (np.repeat([1, 0], (hits, n - hits)) for hits, n in ((hits_a, n_a), (hits_b, n_b)))
        found = ShareDifference.of(Values.of(first), Values.of(second), paired=False)
        slow = confint_proportions_2indep(hits_b, n_b, hits_a, n_a, compare="diff", method="newcomb")
        assert found.interval() == pytest.approx(slow)


def test_few_hits_are_tested_exactly():
    first, second = (np.repeat([1, 0], (hits, 1_000 - hits)) for hits in (2, 11))
    found = ShareDifference.of(Values.of(first), Values.of(second), paired=False)
    assert found.p == pytest.approx(stats.fisher_exact([[2, 998], [11, 989]]).pvalue)


def test_few_values_of_one_side_are_tested_exactly():
    many, few = np.repeat([1, 0], (250, 724)), np.zeros(6, dtype=int)
    found = ShareDifference.of(Values.of(many), Values.of(few), paired=False)
    assert found.p == pytest.approx(stats.fisher_exact([[250, 724], [0, 6]]).pvalue)


def test_unpaired_means_of_wins_are_welchs_of_the_wins_alone():
    a, b = points(np.random.default_rng(12), 400)
    won_a, won_b = np.arange(400) < 4, np.arange(400) < 9
    found = MeanDifference.of(Values.of(a * won_a, won_a), Values.of(b * won_b, won_b), paired=False)
    slow = stats.ttest_ind(b[won_b], a[won_a], equal_var=False)
    assert found.interval() == pytest.approx(tuple(slow.confidence_interval()))
    assert found.p == pytest.approx(slow.pvalue, rel=1e-9)


@pytest.mark.parametrize("paired", [True, False])
def test_a_single_value_has_no_limits(paired):
    won = np.arange(400) < 1
    found = MeanDifference.of(Values.of(8 * won, won), Values.of(np.arange(400)), paired=paired)
    assert found.value == 199.5 - 8
    assert np.isnan([*found.interval(), found.p, found.standard_error]).all()


def test_few_hands_that_all_differ_alike_prove_nothing():
    same, other = Values.of([4, 4, 4]), Values.of([9, 9, 9])
    assert MeanDifference.of(same, other, paired=True).p == pytest.approx(2 * 0.5**3)  # all of one sign
    assert MeanDifference.of(same, other, paired=False).p == pytest.approx(2 / math.comb(6, 3))
    assert MeanDifference.of(Values.of([4] * 50), Values.of([9] * 50), paired=True).p < 1e-14


def test_cohens_h():
    first, second = (np.repeat([1, 0], (hits, 100 - hits)) for hits in (20, 50))
    found = ShareDifference.of(Values.of(first), Values.of(second), paired=False)
    assert found.effect == pytest.approx(2 * math.asin(math.sqrt(0.5)) - 2 * math.asin(math.sqrt(0.2)))


def test_a_share_in_clusters_counts_as_its_error_between_them_is_worth():
    rng = np.random.default_rng(8)
    hits = rng.random((500, 16)) < rng.beta(2, 2, 500)[:, None]
    sessions = np.repeat(np.arange(500), 16)
    values = Values.of(hits.ravel()).within(sessions)
    never = Values.of(np.zeros(8_000, dtype=int)).within(sessions)
    found = ShareDifference.of(never, values, paired=False)
    share, few = hits.mean(), (stats.norm.ppf(0.975) / stats.t.ppf(0.975, 499)) ** 2
    worth = share * (1 - share) / (hits.mean(axis=1).var(ddof=1) / 500) * few
    assert worth < 8_000 / 3
    low, _ = proportion_confint(share * worth, worth, method="wilson")
    _, none = proportion_confint(0, 8_000 * few, method="wilson")
    assert found.interval()[0] == pytest.approx(share - math.hypot(share - low, none))


def test_p_allows_for_all_tests():
    p = [0.01, math.nan, 0.02, 0.9]
    assert adjusted(p)[[0, 2, 3]] == pytest.approx([0.03, 0.04, 0.9])
    assert adjusted(p, "benjamini-hochberg")[[0, 2, 3]] == pytest.approx([0.03, 0.03, 0.9])
    assert np.isnan(adjusted(p)[1])
    assert adjusted([]).shape == (0,)
    assert np.isnan(adjusted([math.nan])).all()


# ---- parts ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("paired", [True, False])
def test_sums_of_parts_are_those_of_the_whole(kind, paired):
    rng = np.random.default_rng(9)
    a, b = (rng.integers(0, 2, 1_000) for _ in range(2))
    won = rng.random(1_000) < 0.5
    whole = kind.of(Values.of(a & won, won), Values.of(b), paired=paired)
    parts = [
        kind.of(Values.of(a[i] & won[i], won[i]), Values.of(b[i]), paired=paired)
        for i in np.array_split(np.arange(1_000), 7)
    ]
    assert functools.reduce(lambda one, other: one + other, parts) == whole


def test_paired_and_other_differences_do_not_add_up():
    values = Values.of([1, 0, 1])
    with pytest.raises(MahjongError, match="paired samples and others cannot be added"):
        MeanDifference.of(values, values, paired=True) + MeanDifference.of(values, values, paired=False)


def test_sums_beyond_64_bits_are_exact():
    a = np.full(5, 3_000_000_000)
    sample = Sample.of(Values.of(a))
    assert sample.squares == 5 * 3_000_000_000**2 == sample.mean.total_sq
    huge = Values.of(a * 3_000_000)
    assert Joint.of(huge, huge).totals == 5 * 9_000_000_000_000_000**2
    assert Sample.of(Values.of(np.full(3, 2**62), squares=np.full(3, 2**62))).squares == 3 * 2**62


# ---- edges ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_without_values_nothing_is_known(kind):
    nothing = Values.of([0, 0, 0], [0, 0, 0])
    found = kind.of(Values.of([1, 0, 1]), nothing, paired=True)
    assert not found.is_known
    assert np.isnan([found.value, *found.interval(), found.p, found.standard_error, found.effect]).all()


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_hands_differ_by_nothing(kind):
    rng = np.random.default_rng(10)
    values = Values.of(rng.random(2_000) < 0.3)
    found: Difference = kind.of(values, values, paired=True)
    low, high = found.interval()
    assert (found.value, found.p) == (0, 1)
    assert low <= 0 <= high < 0.005


def test_what_was_never_seen_has_a_bound_and_no_p():
    never = Values.of(np.zeros(1_000, dtype=int))
    for paired in (True, False):
        found = ShareDifference.of(never, never, paired=paired)
        low, high = found.interval()
        assert found.value == 0
        assert math.isnan(found.p)
        assert -0.006 < low < -0.002 < 0.002 < high < 0.006


def test_a_share_never_leaves_its_range():
    found = ShareDifference.of(Values.of([0] * 9), Values.of([1] * 9), paired=True)
    assert found.value == 1
    assert 0 < found.interval()[0] < 1 == found.interval()[1]


# ---- coverage ------------------------------------------------------------------------------------------

N_TRIALS = 1_500


def _share_of_hands(rng):
    first, second = table(*rng.multinomial(300, [0.05, 0.02, 0.06, 0.87]))
    return ShareDifference.of(Values.of(first), Values.of(second), paired=True), 0.04


def _share_of_wins(rng, n=400):
    won_a = rng.random(n) < 0.7
    won_b = np.where(rng.random(n) < 0.8, won_a, rng.random(n) < 0.5)
    hit = rng.random(n) < 0.10
    hit_b = np.where(rng.random(n) < 0.5, hit, rng.random(n) < 0.20)
    values = (Values.of(hit & won_a, won_a), Values.of(hit_b & won_b, won_b))
    return ShareDifference.of(*values, paired=True), 0.05


def _rare_share_unpaired(rng):
    values = (Values.of(rng.random(n) < share) for n, share in ((500, 0.004), (700, 0.010)))
    return ShareDifference.of(*values, paired=False), 0.006


def _share_in_sessions(rng):
    sessions = np.repeat(np.arange(60), 16)
    shared = rng.beta(3, 3, 60)[:, None]
    hits = [(rng.random((60, 16)) < shared * factor).ravel() for factor in (0.5, 0.7)]
    return ShareDifference.of(*(Values.of(x).within(sessions) for x in hits), paired=True), 0.1


def _mean(rng):
    a, b = points(rng, 300)
    return MeanDifference.of(Values.of(a), Values.of(b), paired=True), 5


def _mean_of_wins(rng):
    a, b = points(rng, 500)
    won_a, won_b = (rng.random(500) < share for share in (0.5, 0.7))
    values = (Values.of(a * won_a, won_a), Values.of(b * won_b, won_b))
    return MeanDifference.of(*values, paired=True), 5


def _mean_of_few_wins(rng):
    a, b = rng.integers(4, 20, (2, 500))
    won_a, won_b = (np.argsort(rng.random(500)) < n for n in (6, 9))
    return MeanDifference.of(Values.of(a * won_a, won_a), Values.of(b * won_b, won_b), paired=False), 0


def _spread(rng):
    shared = rng.normal(size=1_000)
    a, b = (np.rint(100 * (shared + rng.normal(size=1_000)) * scale) for scale in (1.0, 1.2))
    truth = math.sqrt(2e4 * 1.44 + 1 / 12) - math.sqrt(2e4 + 1 / 12)
    return SpreadDifference.of(Values.of(a**2), Values.of(b**2), paired=True), truth


@pytest.mark.slow
@pytest.mark.parametrize(
    "sample",
    [
        _share_of_hands, _share_of_wins, _rare_share_unpaired, _share_in_sessions, _mean, _mean_of_wins,
        _mean_of_few_wins, _spread,
    ],
)  # fmt: skip
def test_intervals_hold_the_truth_as_often_as_they_say(sample):
    rng = np.random.default_rng(20260101)
    found = [sample(rng) for _ in range(N_TRIALS)]
    holds = sum(low <= truth <= high for (low, high), truth in ((one.interval(), t) for one, t in found))
    # Newcombe's limits hold somewhat more than they say; 4 standard deviations below are one in 30,000
    assert 0.95 - 4 * math.sqrt(0.95 * 0.05 / N_TRIALS) < holds / N_TRIALS < 0.99


@pytest.mark.slow
@pytest.mark.parametrize("paired", [True, False])
def test_where_nothing_differs_p_is_small_no_more_often_than_it_says(paired):
    rng = np.random.default_rng(20260102)
    p = []
    for _ in range(N_TRIALS):
        won_a, won_b = rng.random((2, 600)) < 0.6
        rare = rng.random(600) < 0.01
        rare_b = rare if paired else rng.random(600) < 0.01
        values = (Values.of(rare & won_a, won_a), Values.of(rare_b & won_b, won_b))
        p.append(ShareDifference.of(*values, paired=paired).p)
    assert np.mean(np.array(p) < 0.05) < 0.05 + 4 * math.sqrt(0.05 * 0.95 / N_TRIALS)
