"""Fans together, their value and their rarity, against slow counts and other programs' statistics."""

import math
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from statsmodels.stats.contingency_tables import Table2x2

import mjanalysis as ma
import mjcore as mj
from mjanalysis.questions import fans as question
from tests.mjanalysis.test_cli import run as shell

RULES = {"mcr": mj.MCR.replace(min_points=0), "soft_eight": mj.SOFT_EIGHT.replace(min_main_tiles=5)}


@pytest.fixture(scope="module", params=RULES)
def run(request):
    rules = RULES[request.param]
    return ma.simulate(rules, deals=3_000, policy="efficient", seed=5, chunk=1_500, hands=True)


@pytest.fixture(scope="module")
def found(run):
    return ma.fans(run)


def counted(run):
    """How often each fan counts in each win, by its key."""
    hands = np.frombuffer(b"".join(run.frame["winning_hand"].dropna()), dtype=mj.HAND_DTYPE)
    fans = mj.score(hands, run.rules)["fans"]
    if run.rules.name == "mcr":
        return {fan.key: fans[:, fan.number - 1] > 0 for fan in run.rules.fan_rows()}
    return {key: fans[:, column] > 0 for column, key in enumerate(mj.SOFT_EIGHT_FANS)}


def test_pairs_are_counted_in_the_same_wins(run, found):
    has = counted(run)
    n = len(next(iter(has.values())))
    for row in found.pairs.to_dict("records"):
        one, other = has[row["fan"]], has[row["other"]]
        assert row["wins"] == (one & other).sum()
        assert row["expected"] == pytest.approx(one.sum() * other.sum() / n)
        assert row["lift"] == pytest.approx(row["wins"] / row["expected"])
        assert row["low"] <= row["lift"] <= row["high"]
    keys = sorted(has)
    met = {frozenset((a, b)) for a in keys for b in keys if a < b and (has[a] & has[b]).any()}
    assert met == {
        frozenset((a, b)) for a, b in found.pairs.loc[found.pairs["wins"] > 0, ["fan", "other"]].values
    }


def test_chance_is_judged_as_fisher_does(run, found):
    has = counted(run)
    for row in found.pairs.head(6).to_dict("records"):
        one, other = has[row["fan"]], has[row["other"]]
        table = [[(a & b).sum() for b in (other, ~other)] for a in (one, ~one)]
        tails = [stats.fisher_exact(table, side).pvalue for side in ("less", "greater")]
        assert row["p"] == pytest.approx(min(1, 2 * min(tails)), rel=1e-6, abs=1e-300)
        assert row["p_adjusted"] >= row["p"]


def test_the_limits_of_the_lift_hold_as_often_as_they_say():
    """Of fans that come together by a known law."""
    rng, law = (
        np.random.default_rng(20261130),
        np.array([0.06, 0.14, 0.24, 0.56]),
    )  # both, one, other, neither
    lift = law[0] / (law[:2].sum() * law[[0, 2]].sum())
    n, times = 1_500, 2_000
    both, first, second, _ = rng.multinomial(n, law, size=times).T
    pairs = pd.DataFrame({"wins": both, "first": both + first, "second": both + second})
    limits = question._lifts(pairs.assign(expected=pairs["first"] * pairs["second"] / n), n)
    covered = (limits["low"] <= lift) & (lift <= limits["high"])
    assert abs(covered.mean() - 0.95) < 5 * math.sqrt(0.95 * 0.05 / times)


def test_two_fans_that_ignore_each_other_have_the_odds_of_one():
    """Where lift and odds ratio are both 1, statsmodels knows the limits of the second."""
    table = np.array([[120, 480], [1080, 4320]])
    pairs = pd.DataFrame({"wins": [120], "first": [600], "second": [1200], "expected": [120.0]})
    limits = question._lifts(pairs, 6000).iloc[0]
    assert limits["lift"] == 1
    low, high = Table2x2(table).oddsratio_confint()
    assert (limits["low"], limits["high"]) == pytest.approx((low**0.72, high**0.72), rel=1e-9)  # 0.9 x 0.8


def frame_of_fans(points, wins, n=100_000):
    rows = {"fan": [f"fan_{i}" for i in range(len(points))], "fan_points": points, "wins": wins}
    frame = pd.DataFrame(rows).assign(chinese="", english="")
    return frame.join(ma.proportions(frame["wins"], n).rename(columns={"share": "per_win"}))


def test_a_fan_off_the_line_is_found_and_its_fair_points():
    points = [1, 2, 4, 6, 8, 12, 16, 24, 32, 48, 64, 88]
    wins = [round(50_000 / p) for p in points]
    wins[5] *= 8  # 12 points, and as frequent as one and a half
    values = question._values(frame_of_fans(points, wins), 100_000)
    off = values.loc[5]
    assert off["verdict"] == question.TOO_MUCH
    assert off["fair_points"] == pytest.approx(1.5, rel=0.35)
    assert off["fair_points_low"] < off["fair_points"] < off["fair_points_high"] < 12
    assert values["p_adjusted"].idxmin() == 5
    on_line = values[values["verdict"] == ""]
    assert (
        (on_line["fair_points_low"] <= on_line["fan_points"])
        & (on_line["fan_points"] <= on_line["fair_points_high"])
    ).all()


def test_the_limits_of_fair_points_leave_out_those_that_the_test_refuses(run, found):
    values = found.values.dropna(subset=["fair_points_low"])
    inside = values["fan_points"].between(values["fair_points_low"], values["fair_points_high"])
    assert (inside == (values["p"] >= 0.05)).all()
    assert (found.values["p"].isna() == (found.values["fan_points"] == 0)).all()


def test_the_line_is_that_of_the_logarithms(run, found):
    values = found.values
    wins = int(run.outcomes().set_index("measure").loc["won", "hits"])
    y = np.log((values["wins"] + 0.5) / (wins + 1))
    if run.rules.name == "mcr":
        line = stats.linregress(np.log(values["fan_points"]), y)
        fitted = np.exp(line.intercept + line.slope * np.log(values["fan_points"]))
    else:
        fitted = np.full(len(values), np.exp(y.mean()))
        assert values["fair_points"].isna().all()
    assert values["line"].tolist() == pytest.approx(list(fitted))


def test_rarity_stands_beside_shape_and_people():
    rules = RULES["soft_eight"]
    run = ma.simulate(rules, deals=1_000, policy="efficient", seed=5)
    exact = ma.exact.fan_tables(rules)
    rarity = ma.fans(run, exact=exact).rarity.set_index("fan")
    row = rarity.loc["SEVEN"]
    assert row["of_wins"] == exact.fans.set_index("fan").loc["SEVEN", "of_wins"]
    assert row["steered"] == pytest.approx(row["per_win"] / row["of_wins"])
    assert row["steered_low"] < row["steered"] < row["steered_high"]
    assert rarity["by_people"].isna().all()
    assert pd.isna(rarity.loc["HAIDI", "of_wins"])  # luck is no shape
    with pytest.raises(mj.MahjongError, match="those of other rules"):
        ma.fans(ma.simulate(mj.SOFT_EIGHT, deals=1_000, policy="efficient", seed=5), exact=exact)
    with pytest.raises(
        mj.MahjongError, match=r"exact is what ma.exact.fan_tables\(run.rules\) gives, not True"
    ):
        ma.fans(run, exact=True)


def test_what_is_published_of_people_stands_beside(run, found):
    rarity = found.rarity.set_index("fan")
    if run.rules.name == "mcr":
        assert rarity.loc["seven_pairs", "by_people"] == pytest.approx(0.03329)
        assert rarity["by_people"].notna().sum() == len(question.Population.read().fans)
        row = rarity.loc["seven_pairs"]
        assert row["people"] == pytest.approx(row["per_win"] / 0.03329)


def test_frames_are_described_and_told(run, found):
    for name in ("pairs", "values", "rarity"):
        ma.columns.described(getattr(found, name))
        assert ma.provenance_of(getattr(found, name))["command"].endswith(f").{name}")
    axes = found.plot()
    axes.figure.canvas.draw()
    names = [text.get_text() for text in axes.texts]
    drawn = found.values[(found.values["verdict"] != "") & (found.values["wins"] > 0)]
    assert set(names) <= set(drawn["english"])
    away = np.abs(np.log(drawn["per_win"] / drawn["line"]))
    assert {drawn.loc[furthest, "english"] for furthest in away.nlargest(1).index} <= set(names)
    assert len(names) <= drawn.groupby(["fan_points", "verdict"]).ngroups
    boxes = [text.get_window_extent() for text in axes.texts]
    assert not any(a.overlaps(b) for a, b in combinations(boxes, 2))
    assert all(name in str(found) for name in drawn["english"])


def test_no_win_has_no_fans():
    with pytest.warns(ma.SmallSample):
        run = ma.simulate(mj.MCR.replace(min_points=500), deals=5, policy="random", seed=1)
    found = ma.fans(run)
    assert found.pairs.empty
    assert found.values["line"].isna().all()
    assert str(found) == "No fan stands out by what it pays, and no pair by how often it comes."
    found.plot().figure.canvas.draw()
    with pytest.raises(mj.MahjongError, match="population is a Population, not 5"):
        ma.fans(run, population=5)
    with pytest.raises(mj.MahjongError, match="the fans of a Run are counted, not 5"):
        ma.fans(5)


def test_the_command_writes_all_pairs_and_shows_the_first(tmp_path):
    given = ("--set", "min_main_tiles=5", "--policy", "efficient", "--seed", 3, "--deals", 1000)
    shown = shell("fans", *given, "--exact")
    assert shown.exit_code == 0, shown.output
    assert all(f"## {name}" in shown.stdout for name in ("pairs", "values", "rarity"))
    assert shell("fans", *given, "--out", tmp_path / "fans.csv").exit_code == 0
    rarity = pd.read_csv(tmp_path / "fans-rarity.csv")
    assert rarity["of_wins"].isna().all()
