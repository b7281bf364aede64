"""Estimates against closed formulas, exact tail sums, and their promised coverage."""

import pickle
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from mjanalysis.estimates import Mean, Proportion, agreement, proportions, with_proportions
from mjcore.words.errors import MahjongError


@pytest.mark.parametrize(
    ("hits", "n"), [(5, 10), (5, 1000), (30, 1000), (500, 1000), (995, 1000), (7, 10**7)]
)
@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_the_interval_is_where_the_score_test_is_just_rejected(hits, n, level):
    z = stats.norm.ppf((1 + level) / 2)
    for limit in Proportion(hits, n).interval(level):
        assert abs(hits / n - limit) / np.sqrt(limit * (1 - limit) / n) == pytest.approx(z, rel=1e-9)


@pytest.mark.parametrize(("hits", "n"), [(1, 2), (1, 1000), (4, 1000), (4, 9), (996, 1000), (3, 10**7)])
@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_where_few_were_seen_so_many_or_so_few_are_just_unlikely_at_the_limits(hits, n, level):
    low, high = Proportion(hits, n).interval(level)
    assert stats.binom.sf(hits - 1, n, low) == pytest.approx((1 - level) / 2, rel=1e-6)
    assert stats.binom.cdf(hits, n, high) == pytest.approx((1 - level) / 2, rel=1e-6)


@pytest.mark.parametrize("n", [1, 10, 1000, 10**7])
@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_where_nothing_or_all_was_seen_the_bound_is_exact(n, level):
    low, high = Proportion(0, n).interval(level)
    assert low == 0
    assert (1 - high) ** n == pytest.approx((1 - level) / 2, rel=1e-6)
    low, high = Proportion(n, n).interval(level)
    assert high == 1
    assert low**n == pytest.approx((1 - level) / 2, rel=1e-6)


def test_without_trials_nothing_is_known():
    nothing = Proportion(0, 0)
    assert np.isnan(nothing.share)
    assert nothing.interval() == (0, 1)
    assert proportions([0, 1], [0, 2])["low"].tolist() == [0, Proportion(1, 2).low]


@pytest.mark.parametrize("p", [0.03, 0.3, 0.5])
def test_nominal_95_percent_intervals_cover_as_promised_by_exact_summation(p):
    n = 500
    hits = np.arange(n + 1)
    limits = proportions(hits, n)
    covered = (limits["low"] <= p) & (p <= limits["high"])
    assert 0.94 < stats.binom.pmf(hits[covered], n, p).sum() < 0.96


def test_nominal_95_percent_intervals_cover_as_promised_by_simulation(rng):
    # 20,000 intervals: standard deviation of their coverage 0.0015, exact coverage 0.9526;
    # chance of leaving 0.94 to 0.96 about 1e-6.
    hits = rng.binomial(500, 0.03, size=20_000)
    limits = proportions(hits, 500)
    assert 0.94 < ((limits["low"] <= 0.03) & (limits["high"] >= 0.03)).mean() < 0.96


def test_intervals_of_means_cover_as_promised_by_simulation(rng):
    # 2,000 means of 50 throws of a die: standard deviation of the coverage 0.005, so that leaving
    # 0.93 to 0.97 has a chance below 1e-4.
    means = [Mean.of(throws) for throws in rng.integers(1, 7, size=(2_000, 50))]
    assert 0.93 < np.mean([mean.low <= 3.5 <= mean.high for mean in means]) < 0.97


@pytest.fixture
def rng():
    return np.random.default_rng(20260101)


@pytest.mark.parametrize(
    ("proportion", "text"),
    [
        (Proportion(30, 1000), "3.00 % [2.11, 4.25] of 1000"),
        (Proportion(300_000, 10_000_000), "3.000 % [2.989, 3.011] of 10,000,000"),
        (Proportion(0, 1000), "0.00 % [0.00, 0.37] of 1000"),
        (Proportion(1000, 1000), "100.00 % [99.63, 100.00] of 1000"),
        (Proportion(1, 10**7), "0.000010 % [0.000000, 0.000056] of 10,000,000"),
        (Proportion(0, 0), "nan % [0.00, 100.00] of 0"),
    ],
)
def test_proportions_print_the_digits_their_interval_supports(proportion, text):
    assert str(proportion) == text


def test_many_proportions_equal_one_by_one_and_keep_their_index():
    hits = pd.Series([0, 3, 10, 10], index=list("abcd"))
    many = proportions(hits, [10, 10, 10, 20], level=0.9)
    assert many.index.tolist() == list("abcd")
    for (_, row), h, n in zip(many.iterrows(), hits, [10, 10, 10, 20], strict=True):
        assert (row["low"], row["high"]) == Proportion(h, n).interval(0.9)
        assert row["share"] == h / n


def test_a_frame_gets_its_proportions_after_n_and_keeps_its_attributes():
    frame = pd.DataFrame({"draws": [1, 2], "hits": [3, 4], "n": [9, 9], "exact": [0.3, 0.4]}, index=[5, 6])
    frame.attrs["provenance"] = {"seed": 1}
    out = with_proportions(frame)
    assert list(out) == ["draws", "hits", "n", "share", "low", "high", "exact"]
    assert out.attrs == frame.attrs
    assert list(frame) == ["draws", "hits", "n", "exact"]
    pd.testing.assert_frame_equal(with_proportions(out, level=0.99), with_proportions(frame, level=0.99))
    assert with_proportions(frame.iloc[:0]).empty


def test_a_frame_without_hits_is_refused_by_the_name_of_the_column():
    with pytest.raises(MahjongError, match=r"^the frame has no column hits$"):
        with_proportions(pd.DataFrame({"hit": [1], "n": [2]}))


@pytest.mark.parametrize(("hits", "n"), [(3, 2), (-1, 2), (0.5, 2), (0, -1), (float("nan"), 3)])
def test_impossible_counts_are_refused(hits, n):
    with pytest.raises(MahjongError, match=r"whole number|hits among"):
        Proportion(hits, n)
    with pytest.raises(MahjongError, match=r"integers|hits among"):
        proportions([hits], [n])


@pytest.mark.parametrize("count", [2**63, 2**64 - 1, 10**30, -(10**30)])
def test_counts_beyond_64_bits_are_refused(count):
    for make in (lambda: Proportion(count, 10 * count), lambda: proportions([count], [count])):
        with pytest.raises(MahjongError, match="within 64 bits"):
            make()
    with pytest.raises(MahjongError, match="within 64 bits"):
        agreement([1], [abs(count)], 0.5)


def test_the_largest_counts_are_taken_from_any_integer_type():
    most = 2**63 - 1
    unsigned = proportions(np.array([most, 0], dtype=np.uint64), np.array([most, 1], dtype=np.uint64))
    assert unsigned["share"].tolist() == [1, 0]
    assert Proportion(most, most).share == 1


@pytest.mark.parametrize(
    ("hits", "n"),
    [([[1]], [2]), (1, 2), ([1, 2], [2, 3, 4]), (pd.Series([1]), [2, 3])],
    ids=["two axes", "numbers", "lengths", "index"],
)
def test_columns_that_do_not_fit_are_refused(hits, n):
    for table in (lambda: proportions(hits, n), lambda: agreement(hits, n, 0.5)):
        with pytest.raises(MahjongError, match=r"one column each|do not fit"):
            table()


@pytest.mark.parametrize(
    "probability", [[1.5, 0.5], [0.5, -1e-9], [np.nan, 0.5], [np.inf, 0.5], 2, ["x", 0.5], None, [1, 2, 3]]
)
def test_impossible_probabilities_are_refused(probability):
    with pytest.raises(MahjongError, match=r"[Pp]robabilities must|do not fit"):
        agreement([1, 1], [2, 2], probability)
    with pytest.raises(MahjongError, match="do not fit"):
        agreement([1], [2], [[0.5], [0.5]])


@pytest.mark.parametrize("level", [0, 1, 95, -0.5, "0.9", None, float("nan")])
def test_impossible_levels_are_refused(level):
    for interval in (Proportion(1, 2).interval, Mean.of([1, 2]).interval):
        with pytest.raises(ValueError, match="between 0 and 1"):
            interval(level)
    with pytest.raises(ValueError, match="between 0 and 1"):
        proportions([1], 2, level=level)


def test_means_agree_with_scipy(rng):
    values = rng.integers(-100, 200, size=1000)
    mean = Mean.of(values)
    assert mean.value == pytest.approx(values.mean())
    assert mean.standard_error == pytest.approx(stats.sem(values))
    expected = stats.t.interval(0.9, 999, loc=values.mean(), scale=stats.sem(values))
    assert mean.interval(0.9) == pytest.approx(expected)


def test_means_merge_exactly_whatever_the_order(rng):
    values = rng.integers(-(10**9), 10**9, size=999) * 8
    parts = [Mean.of(part) for part in np.split(values, [10, 500])]
    assert parts[0] + parts[1] + parts[2] == parts[2] + (parts[1] + parts[0]) == Mean.of(values)
    assert pickle.loads(pickle.dumps(parts[0])) == parts[0]


def test_the_variance_does_not_cancel_far_from_zero():
    shifted = Mean.of(np.array([1, 2, 3, 4], dtype=np.int64) + 2**60)
    assert shifted.variance == float(Fraction(5, 3))


def test_few_values_give_no_error():
    assert Mean.of([7]).interval() == (-np.inf, np.inf)
    assert np.isnan(Mean.of([7]).standard_error)
    assert np.isnan(Mean(0, 0, 0).value)
    assert Mean.of([]) == Mean(0, 0, 0)


def test_impossible_sums_are_refused():
    with pytest.raises(ValueError, match="sum of squares"):
        Mean(2, 10, 3)
    with pytest.raises(ValueError, match="integers"):
        Mean.of([0.5])
    with pytest.raises(MahjongError, match="n must be a whole number"):
        Mean(1.5, 2, 2)


def test_agreement_is_the_exact_binomial_test_with_holm():
    hits, p = np.array([40, 55, 80]), np.array([0.5, 0.5, 0.7])
    found = agreement(pd.Series(hits, index=[2, 4, 6]), 100, p)
    tails = np.minimum(stats.binom.cdf(hits, 100, p), stats.binom.sf(hits - 1, 100, p))
    assert found["p"].tolist() == pytest.approx(2 * tails)
    assert found["z"].tolist() == pytest.approx([-2, 1, 10 / np.sqrt(21)])
    ordered = found.sort_values("p")
    expected = np.maximum.accumulate(ordered["p"].to_numpy() * [3, 2, 1]).clip(max=1)
    assert ordered["p_adjusted"].tolist() == pytest.approx(expected)
    assert found.index.tolist() == [2, 4, 6]


def test_an_impossible_event_that_happened_disagrees_and_one_that_did_not_agrees():
    found = agreement([0, 1, 10, 9], 10, [0.0, 0.0, 1.0, 1.0])
    assert found["z"].tolist() == [0, np.inf, 0, -np.inf]
    assert found["p"].tolist() == [1, 0, 1, 0]
    assert agreement([], [], []).empty


def test_true_probabilities_are_rarely_called_wrong(rng):
    # 100 tables of 20 rows at level 0.05: at most 5 % may raise an alarm, standard deviation 2.2 %,
    # so that more than 14 of them have a chance below 2e-4.
    p = np.linspace(0.01, 0.6, 20)
    alarms = [agreement(rng.binomial(1000, p), 1000, p)["p_adjusted"].min() < 0.05 for _ in range(100)]
    assert sum(alarms) <= 14
