"""How points are spread, against the rows, known laws, and the coverage of their limits."""

import math

import numpy as np
import pandas as pd
import pytest

import mjanalysis as ma
import mjcore as mj
from mjanalysis.distributions import ClusteredMean, Distribution
from mjanalysis.hand_rows import seat_columns
from mjanalysis.questions import scores as question
from tests.mjanalysis.test_cli import refused
from tests.mjanalysis.test_cli import run as shell


@pytest.fixture(scope="module")
def found(run):
    return ma.scores(run, by="dealer")


def points_of(run):
    """Points of dealers, and of others, from the rows."""
    points = run.frame[seat_columns("points")].to_numpy()
    deals = run.frame["dealer"].to_numpy()[:, None] == np.arange(4)
    return {"dealer": points[deals], "other": points[~deals]}


def test_quantiles_and_tails_are_those_of_the_rows(run, found):
    for group, points in points_of(run).items():
        quantiles = found.quantiles[found.quantiles["dealer"] == group].set_index("statistic")
        for name, share in question.QUANTILES.items():
            value = quantiles.loc[name]
            assert value["value"] == np.quantile(points, share, method="inverted_cdf")
            assert value["low"] <= value["value"] <= value["high"]
        tails = found.tails[found.tails["dealer"] == group]
        for row, mark in zip(tails.to_dict("records"), question.THRESHOLDS[run.rules.name], strict=True):
            reached = points <= mark if mark < 0 else points >= mark
            assert (row["hits"], row["n"]) == (reached.sum(), len(points))
            assert row["measure"] == f"{abs(mark)} or more {'lost' if mark < 0 else 'won'}"
            assert 0 <= row["low"] <= row["share"] <= row["high"] <= 1


def test_the_worst_hands_are_the_mean_of_the_lowest_scores(run, found):
    for group, points in points_of(run).items():
        rows = found.shortfall[found.shortfall["dealer"] == group].set_index("measure")
        for name, share in question.WORST.items():
            k = share * len(points)
            lowest = np.sort(points)
            slow = (lowest[: int(k)].sum() + (k - int(k)) * lowest[int(k)]) / k
            assert rows.loc[name, "value"] == pytest.approx(slow)
            assert rows.loc[name, "low"] < slow < rows.loc[name, "high"]


def test_the_distribution_is_whole(run, found):
    for group, points in points_of(run).items():
        rows = found.distribution[found.distribution["dealer"] == group]
        values, counts = np.unique(points, return_counts=True)
        assert rows["points"].tolist() == values.tolist()
        assert rows["hits"].tolist() == counts.tolist()
        assert rows["share"].sum() == pytest.approx(1)


def test_kongs_are_those_of_the_rows(run, found):
    kongs = run.frame[seat_columns("kongs")].to_numpy()
    won = run.frame[seat_columns("won")].to_numpy()
    points = run.frame[seat_columns("points")].to_numpy()
    wins, means = found.kong_wins.set_index("kongs"), found.kongs.set_index("kongs")
    for number in np.unique(kongs):
        assert wins.loc[number, "hits"] == won[kongs == number].sum()
        assert wins.loc[number, "n"] == (kongs == number).sum()
        assert means.loc[number, "mean"] == pytest.approx(points[kongs == number].mean())


def sessions_of(rng, n, size=6):
    """Values in clusters that share most of them."""
    shared = np.repeat(rng.integers(-30, 31, size=n), size)
    return np.repeat(np.arange(n), size), shared + rng.integers(-3, 4, size=n * size)


@pytest.mark.parametrize("share", [0.1, 0.5])
def test_limits_of_shares_and_quantiles_hold_among_clusters_too(share):
    """Of clusters that share what they are worth: limits that took values for independent would not hold."""
    rng, times = np.random.default_rng(20261201), 400
    truth = Distribution.of(sessions_of(rng, 100_000)[1])
    quantile = truth.quantile(share)
    below = sum(n for value, n in truth.counts.items() if value <= quantile) / truth.n
    hits = {"share": 0, "quantile": 0, "too short": 0}
    for _ in range(times):
        clusters, values = sessions_of(rng, 150)
        at = Distribution.of(values).quantile(share)
        mean = ClusteredMean.of(clusters, (values <= quantile).astype(int))
        low, high = question._share_limits(mean)
        hits["share"] += low <= below <= high
        _, low, high = question._quantile(
            Distribution.of(values), share, ClusteredMean.of(clusters, (values <= at).astype(int))
        )
        hits["quantile"] += low <= quantile <= high
        low, high = ma.Proportion(int((values <= quantile).sum()), len(values)).interval()
        hits["too short"] += low <= below <= high
    error = 4 * math.sqrt(0.05 * 0.95 / times)
    assert hits["share"] / times > 0.94 - error
    assert hits["quantile"] / times > 0.94 - error
    assert hits["too short"] / times < 0.8


@pytest.mark.parametrize("n", [2, 5])
def test_limits_of_shares_hold_among_few_clusters_too(n):
    rng, times = np.random.default_rng(20261130), 400
    clusters, holds = np.repeat(np.arange(n), 16), 0
    for _ in range(times):
        hits = rng.random((n, 16)) < rng.beta(4, 12, n)[:, None]
        low, high = question._share_limits(ClusteredMean.of(clusters, hits.ravel().astype(int)))
        holds += low <= 0.25 <= high
    assert holds / times > 0.95 - 4 * math.sqrt(0.05 * 0.95 / times)


@pytest.mark.parametrize("expected", [0.5, 1])
def test_limits_of_rare_shares_hold(expected):
    rng, n, times = np.random.default_rng(20261129), 2_000, 1_000
    hits = rng.binomial(n, expected / n, times).tolist()
    limits = [question._share_limits(ClusteredMean(n, n, n, k, k, k)) for k in hits]
    assert sum(low <= expected / n <= high for low, high in limits) / times > 0.95
    for k, found in zip(hits, limits, strict=True):
        assert k == 5 or found == pytest.approx(ma.Proportion(k, n).interval(), rel=0.01)


def test_limits_of_the_worst_hands_hold():
    rng, times, hits = np.random.default_rng(20261202), 400, 0
    truth = Distribution.of(sessions_of(rng, 100_000)[1])
    worst = question._shortfall(truth, 0.05, below(truth, np.arange(truth.n), expanded(truth)))[0]
    for _ in range(times):
        clusters, values = sessions_of(rng, 400)
        spread = Distribution.of(values)
        _, low, high = question._shortfall(spread, 0.05, below(spread, clusters, values))
        hits += low <= worst <= high
    assert hits / times > 0.93 - 4 * math.sqrt(0.05 * 0.95 / times)


def below(spread, clusters, values):
    return ClusteredMean.of(clusters, np.maximum(spread.quantile(0.05) - values, 0))


def expanded(spread):
    return np.repeat(list(spread.counts), list(spread.counts.values()))


def test_all_or_nothing_seen_has_the_bound_of_whole_clusters():
    nothing = ClusteredMean.of(np.arange(100), np.zeros(100, dtype=int))
    assert question._share_limits(nothing) == pytest.approx(ma.Proportion(0, 100).interval())
    everything = ClusteredMean.of(np.arange(100), np.ones(100, dtype=int))
    assert question._share_limits(everything) == pytest.approx(ma.Proportion(100, 100).interval())


@pytest.mark.parametrize("sessions", [None, 16])
def test_scores_of_a_single_hand_or_session_have_limits_that_say_so(sessions):
    with pytest.warns(ma.SmallSample):
        one = ma.simulate(mj.SOFT_EIGHT, deals=sessions or 1, sessions=sessions, policy="efficient", seed=1)
    median = ma.scores(one).quantiles.set_index("statistic").loc["median"]
    points = one.frame[seat_columns("points")].to_numpy()
    assert points.min() <= median["low"] < median["value"] < median["high"] <= points.max()


def test_groups_that_one_session_has_seen_have_limits():
    with pytest.warns(ma.SmallSample):
        run = ma.simulate(mj.SOFT_EIGHT, deals=32, sessions=16, policy="efficient", seed=1)
    found = ma.scores(run, by=["seat", "kongs", "ready_turn"])
    assert found.quantiles[["low", "high"]].notna().all(axis=None)
    assert found.tails[["low", "high"]].notna().all(axis=None)


@pytest.mark.parametrize(
    ("by", "said"),
    [(5, "not 5"), (["seat", 5], "not 5"), (["seat", "seat"], "by names 'seat' twice")],
)
def test_what_scores_cannot_be_told_apart_by_is_refused(run, by, said):
    with pytest.raises(mj.MahjongError, match=said):
        ma.scores(run, by=by)


def test_few_worst_hands_say_nothing(run):
    by_turn = ma.scores(run, by="ready_turn").shortfall
    few = by_turn["n"] * by_turn["measure"].map(question.WORST) < question.FEWEST
    assert few.any()
    assert (by_turn["value"].isna() == few).all()


def test_frames_are_described_and_told(run, found):
    for name in ("means", "quantiles", "tails", "shortfall", "distribution", "kongs", "kong_wins"):
        frame = getattr(found, name)
        ma.columns.described(frame)
        assert (
            ma.provenance_of(frame)["command"] == f"ma.scores({run.provenance.command}, by='dealer').{name}"
        )
    assert str(found).startswith("dealer other, mean: ")
    assert "\ndealer other, worst 5 %: -" in str(found)
    axes = found.plot()
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["other", "dealer"]
    assert axes.lines[0].get_ydata()[-1] == pytest.approx(1)
    with pytest.raises(ValueError, match="told apart by one of dealer, seat"):
        ma.scores(run, by=["dealer", "seat"]).plot()


def test_thresholds_are_ones_own(run):
    found = ma.scores(run, thresholds=[-5, 0, 7])
    assert found.tails["measure"].tolist() == ["5 or more lost", "0 or more won", "7 or more won"]
    with pytest.raises(mj.MahjongError, match="thresholds: whole numbers"):
        ma.scores(run, thresholds=[1.5])
    with pytest.raises(mj.MahjongError, match="by is one or several of"):
        ma.scores(run, by="luck")
    with pytest.raises(mj.MahjongError, match="the scores of a Run are told"):
        ma.scores("mcr")


def test_the_command_says_what_the_function_does(tmp_path):
    given = ("--set", "min_main_tiles=5", "--policy", "efficient", "--seed", 3, "--deals", 1000)
    words = ("--by", "dealer", "--thresholds", "-6,6", "--with-zha", "1,1,0,0")
    result = shell("scores", *given, *words, "--out", tmp_path / "scores.csv")
    assert result.exit_code == 0, result.output
    rules = mj.SOFT_EIGHT.replace(min_main_tiles=5)
    run = ma.simulate(rules, deals=1000, policy="efficient", seed=3)
    found = ma.scores(run, by=["dealer"], thresholds=[-6, 6])
    tails = pd.read_csv(tmp_path / "scores-tails.csv")
    pd.testing.assert_frame_equal(tails, found.tails, check_dtype=False)
    zha = pd.read_csv(tmp_path / "scores-zha.csv")
    pd.testing.assert_frame_equal(zha, ma.zha_effect(run, (1, 1, 0, 0)), check_dtype=False)
    assert "is no list of whole numbers" in refused("scores", *given, "--thresholds", "much")
