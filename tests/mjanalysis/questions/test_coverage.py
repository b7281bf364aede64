"""Intervals cover what they estimate as often as they say, and the table of the documents says so rightly."""

from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner
from scipy import stats

import mjanalysis as ma
import mjcore as mj
from mjanalysis import columns
from mjanalysis.cli import main
from mjanalysis.questions import coverage as module
from mjcore import census

#: Kinds of intervals that shall cover as often as they say, neither less nor more.
USUAL = (
    "Wilson", "Student", "Student, paired", "Welch", "Newcombe", "Newcombe, paired", "delta method",
    "between clusters",
)  # fmt: skip

STATISTICS = Path(__file__).parents[3] / "docs" / "statistics.md"


@pytest.fixture(scope="module")
def table():
    """As the documents show it; 20,000 samples, so that each coverage has an error of 0.15 %."""
    return ma.coverage(workers=2)


def of(table, *intervals):
    rows = table[table["interval"].isin(intervals)]
    assert len(rows)
    return rows


@pytest.mark.slow
def test_the_documents_show_what_the_command_gives(table):
    assert ma.tables.as_markdown(table) in STATISTICS.read_text(encoding="utf-8")


@pytest.mark.slow
def test_nominal_95_percent_are_94_to_96(table):
    usual = of(table, *USUAL)
    usual = usual[usual["size"] >= 100]
    exact = usual[usual["n"] >= module.REPETITIONS // 2]
    assert exact["share"].between(0.94, 0.96).all()
    assert set(exact["interval"]) == set(USUAL)
    played = usual.drop(exact.index)  # fewer samples, whose own error is larger
    assert played["estimated"].tolist() == ["points of a seat, played"]
    assert (played["low"] < 0.96).all()
    assert (played["high"] > 0.94).all()


@pytest.mark.slow
def test_limits_from_whole_numbers_cover_at_least_as_often_as_they_say(table):
    for rows in (of(table, "binomial places"), of(table, "their upper limit")):
        assert (rows["share"] >= rows["nominal"]).all()


@pytest.mark.slow
def test_to_take_hands_of_a_session_for_independent_would_be_wrong(table):
    assert of(table, "clusters ignored")["high"].max() < 0.75


def limits_by_count(size, level=0.95):
    """Limits of each count of hits, by another library call than that of the package."""
    limits = [stats.binomtest(hits, size).proportion_ci(level, "wilson") for hits in range(size + 1)]
    low, high = np.array([limit.low for limit in limits]), np.array([limit.high for limit in limits])
    for hits in (*range(5), *range(size - 4, size + 1)):  # where few were seen
        low[hits], high[hits] = stats.binomtest(hits, size).proportion_ci(level, "exact")
    return low, high


@pytest.mark.parametrize(
    ("shanten", "size"), [(4, 100), (1, 1000), (0, 2500)], ids=["usual", "five expected", "hardly ever"]
)
def test_coverage_of_shares_is_that_of_the_binomial_law(shanten, size):
    probability = census.shanten_counts(13, "standard")[shanten] / census.n_deals(13)
    low, high = limits_by_count(size)
    weights = stats.binom.pmf(np.arange(size + 1), size, probability)
    expected = weights[(low <= probability) & (probability <= high)].sum()
    n = 20_000
    covered = module._share(np.random.default_rng(5), n, size, shanten=shanten)
    assert abs(covered / n - expected) < 4.5 * np.sqrt(expected * (1 - expected) / n)


def test_what_the_documents_say_of_rare_events_holds():
    n, hits = 1_000_000, np.arange(200)
    limits = ma.proportions(hits, n)
    low, high = (limits[name].to_numpy() * n for name in ("low", "high"))
    assert low[1] == pytest.approx(-np.log(0.975), rel=1e-4)

    def coverages(least, most):
        expected = np.arange(least, most, 0.002)[:, None]
        inside = (low <= expected) & (expected <= high)
        return (stats.poisson.pmf(hits, expected) * inside).sum(axis=1)

    assert coverages(0.01, 1.6).min() >= 0.97
    assert coverages(0.01, 5).min() == pytest.approx(0.928, abs=0.001)
    usual = coverages(5, 30)
    assert (round(usual.min(), 3), round(usual.max(), 3)) == (0.935, 0.972)


def test_what_is_known_of_sessions_and_sums_is_what_many_draws_come_to():
    rng = np.random.default_rng(3)
    values, probabilities = module._distances("standard")
    assert probabilities.sum() == pytest.approx(1, abs=1e-12)
    sums, chances = module._distance_together(3)
    drawn = rng.choice(values, size=(200_000, 3), p=probabilities).sum(axis=1)
    counts = np.bincount(drawn, minlength=sums[-1] + 1)[sums[0] :]
    assert ma.agreement(counts, len(drawn), np.minimum(chances, 1))["p_adjusted"].min() > 0.001
    hands = values + 1
    session = rng.choice(len(values), size=50_000, p=probabilities)
    totals = [n * common + rng.choice(values, n, p=probabilities).sum() for common, n in
              zip(values[session].tolist(), hands[session].tolist(), strict=True)]  # fmt: skip
    error = 4.5 * 4 / np.sqrt(50_000)  # the distance of a session deviates by less than one, and is weighted
    assert sum(totals) / hands[session].sum() == pytest.approx(module._true_mean_in_sessions(), abs=error)


def test_a_median_of_live_tiles_is_that_of_all_ready_hands():
    values, probabilities = module._live_tiles()
    table = ma.exact.wait_table("standard", by="tiles")
    assert values.tolist() == table["waits"].tolist()
    assert probabilities == pytest.approx(table["weighted"].astype(float) / table["weighted"].sum())


@pytest.mark.slow
def test_each_case_is_tried_with_a_stream_of_its_own_whatever_the_workers():
    one, two = (ma.coverage(repetitions=600, seed=9, workers=workers) for workers in (1, 2))
    pd.testing.assert_frame_equal(one, two)
    assert columns.described(one)["name"].tolist() == list(columns.COVERAGE)
    assert one["n"].tolist() == [600 // case.every for case in module.CASES]
    assert not one.equals(ma.coverage(repetitions=600, seed=10))
    assert ma.provenance_of(one)["command"] == "ma.coverage(repetitions=600, seed=9)"


@pytest.mark.parametrize("changed", [{"repetitions": 99}, {"repetitions": 1.5}, {"seed": -1}, {"seed": None}])
def test_repetitions_that_cannot_be_are_refused(changed):
    with pytest.raises(mj.MahjongError, match=next(iter(changed))):
        ma.coverage(**changed)


def test_intervals_that_are_too_narrow_would_be_found_out(monkeypatch):
    monkeypatch.setattr(module, "proportions", partial(ma.proportions, level=0.68))
    covered = module._share(np.random.default_rng(1), 5_000, 200, shanten=4)
    assert 0.6 < covered / 5_000 < 0.75


def test_the_command_writes_the_table(tmp_path):
    path = tmp_path / "coverage.md"
    result = CliRunner().invoke(main, ["coverage", "--repetitions", "100", "--seed", "4", "--out", str(path)])
    assert result.exit_code == 0, result.output
    assert path.read_text("utf-8").strip() == ma.tables.as_markdown(ma.coverage(repetitions=100, seed=4))
