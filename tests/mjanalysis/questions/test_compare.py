"""Comparisons against the rows of both runs: each metric, paired or not, in hands or in sessions."""

import json
import math

import matplotlib
import numpy as np
import pandas as pd
import pytest
from scipy import stats

import mjanalysis as ma
import mjcore as mj
from mjanalysis.hand_rows import seat_columns
from mjanalysis.questions.compare import About, constants_of, told
from mjanalysis.questions.pairing import why_apart
from tests.mjanalysis.test_cli import refused
from tests.mjanalysis.test_cli import run as shell

matplotlib.use("Agg")

NINE = mj.SOFT_EIGHT.replace(min_main_tiles=9)
FLOWERLESS = mj.MCR.replace(flowers=False)
HOW = {"policy": "efficient", "seed": 3, "chunk": 800}


@pytest.fixture(scope="module", params=["soft_eight", "mcr"])
def pair(request):
    """Two runs on the same walls, the second shorter."""
    rules, other = {
        "soft_eight": (mj.SOFT_EIGHT, NINE),
        "mcr": (FLOWERLESS.replace(min_points=2), FLOWERLESS.replace(min_points=4)),
    }[request.param]
    given = HOW | {"dealer": "rotate"}
    return tuple(ma.simulate(r, deals=n, **given) for r, n in ((rules, 2_000), (other, 1_900)))


@pytest.fixture(scope="module")
def frames(pair):
    return [run.frame[:1_900].reset_index(drop=True) for run in pair]


@pytest.fixture(scope="module")
def found(pair):
    return ma.compare(*pair).frame.set_index("metric")


def winner_points(frame):
    won, points = (frame[seat_columns(name)].to_numpy() for name in ("won", "points"))
    return points[won].astype(float)


def dealer_points(frame):
    return frame[seat_columns("points")].to_numpy()[np.arange(len(frame)), frame["dealer"]].astype(float)


#: Metrics as means of what rows have, some rows none of it.
SLOW = {
    "won": lambda f: 100.0 * (f["outcome"] == "won"),
    "drawn: no tile left": lambda f: 100.0 * (f["outcome"] == "no_tile_left"),
    "refused": lambda f: 100.0 * (f[seat_columns("refused")] > 0).any(axis=1),
    "self-drawn, of wins": lambda f: 100.0 * f["source"].dropna().isin(["wall", "replacement"]),
    "by the dealer, of wins": lambda f: 100.0 * (f["winner"] == f["dealer"])[f["winner"].notna()],
    "draws, of all hands": lambda f: f["draws"].astype(float),
    "discards, of all hands": lambda f: f["discards"].astype(float),
    "turn, of wins": lambda f: (f["discards"].astype(int) // 4 + 1)[f["outcome"] == "won"].astype(float),
    "ready turn, of seats that were ready": lambda f: f[seat_columns("ready_turn")].stack().astype(float),
    "points of a winner": winner_points,
    "points moved in a hand": lambda f: f[seat_columns("points")].astype(int).abs().sum(axis=1) / 2,
    "points of the dealer": dealer_points,
    **{f"points of seat {k}": lambda f, k=k: f[f"points_{k}"].astype(float) for k in range(4)},
}


@pytest.mark.parametrize("metric", SLOW)
def test_each_metric_is_what_the_rows_say(found, frames, metric):
    a, b = (SLOW[metric](frame).mean() for frame in frames)
    row = found.loc[metric]
    assert (row["a"], row["b"], row["difference"]) == pytest.approx((a, b, b - a))
    assert (row["paired"], row["n"]) == (True, 1_900)
    assert row["low"] < row["difference"] < row["high"]


def test_the_standard_deviation_is_that_of_all_seats(found, frames):
    for side, frame in zip("ab", frames, strict=True):
        points = frame[seat_columns("points")].to_numpy().astype(float)
        assert found.loc["standard deviation of points", side] == pytest.approx(points.std())


def test_shares_of_fans_are_those_of_the_runs(pair, found):
    short = ma.compare(pair[1], pair[1]).frame.set_index("metric")
    fans = pair[1].fan_frequencies().set_index("fan")
    assert fans["wins"].sum() > 0
    names = [f"fan: {fan}" for fan in fans.index]
    assert (100 * fans["per_win"]).tolist() == pytest.approx(short.loc[names, "b"].tolist())
    assert (100 * fans["per_win"]).tolist() == pytest.approx(found.loc[names, "b"].tolist())


def test_paired_means_are_tested_hand_by_hand(found, frames):
    for metric in ("draws, of all hands", "points moved in a hand", "points of the dealer"):
        a, b = (SLOW[metric](frame) for frame in frames)
        slow, row = stats.ttest_rel(b, a), found.loc[metric]
        assert row["p"] == pytest.approx(slow.pvalue)
        assert (row["low"], row["high"]) == pytest.approx(tuple(slow.confidence_interval()))


def test_paired_shares_are_tested_by_hands_that_differ(found, frames):
    for metric in ("won", "refused"):
        a, b = (SLOW[metric](frame) > 0 for frame in frames)
        only_a, only_b = (a & ~b).sum(), (b & ~a).sum()
        assert found.loc[metric, "p"] == pytest.approx(stats.binomtest(only_a, only_a + only_b).pvalue)


def test_a_mean_of_wins_has_the_limits_of_hands_left_out_in_turn(found, frames):
    sides = []
    for frame in frames:
        points, won = (frame[seat_columns(name)].to_numpy() for name in ("points", "won"))
        total, n = (points * won).sum(axis=1).astype(float), won.sum(axis=1)
        sides.append((total.sum() - total) / (n.sum() - n))
    left_out = sides[1] - sides[0]
    slow = math.sqrt((len(left_out) - 1) ** 2 / len(left_out) * left_out.var())
    row = found.loc["points of a winner"]
    assert (row["high"] - row["low"]) / 2 == pytest.approx(1.96 * slow, rel=0.01)


def test_p_allows_for_all_rows_at_once(found):
    tested = found["p"].notna()
    assert tested.sum() > 20
    assert np.array_equal(
        ma.differences.adjusted(found["p"], "holm")[tested], found["p_adjusted"][tested].to_numpy()
    )
    assert found["p_adjusted"].isna().equals(~tested)


def test_pairing_takes_the_luck_out():
    given = {"deals": 3_000, "policy": "efficient"}
    eight, other = (ma.simulate(mj.SOFT_EIGHT, seed=seed, **given) for seed in (3, 4))
    changed = mj.SOFT_EIGHT.replace(dealer_bonus=4)
    same, apart = (ma.compare(run, ma.simulate(changed, seed=4, **given)) for run in (other, eight))
    widths = [
        (found.frame["high"] - found.frame["low"]).set_axis(found.frame["metric"])["points moved in a hand"]
        for found in (same, apart)
    ]
    assert widths[0] < widths[1] / 2
    assert "Paired: 3000 hands on the same walls, compared hand by hand." in same.notes
    assert "Not paired: the runs have the seeds 3 and 4." in apart.notes


def test_unpaired_runs_have_the_limits_of_two_samples():
    flowers, flowerless = (ma.simulate(rules, deals=1_500, **HOW) for rules in (mj.MCR, FLOWERLESS))
    found = ma.compare(flowers, flowerless)
    row = found.frame.set_index("metric").loc["draws, of all hands"]
    slow = stats.ttest_ind(
        *(run.frame["draws"].astype(float) for run in (flowerless, flowers)), equal_var=False
    )
    assert not row["paired"]
    assert (row["low"], row["high"]) == pytest.approx(tuple(slow.confidence_interval()))
    assert "walls of 144 and of 136 tiles; they have a seed in common" in found.notes[0]


def test_sessions_are_compared_session_by_session():
    given = HOW | {"deals": 1_600, "sessions": 16}
    a, b = (ma.simulate(rules, **given) for rules in (mj.SOFT_EIGHT, NINE))
    found = ma.compare(a, b)
    row = found.frame.set_index("metric").loc["draws, of all hands"]
    sums = [run.frame.groupby("session")["draws"].sum() / 16.0 for run in (a, b)]
    slow = stats.ttest_rel(sums[1], sums[0])
    assert (row["paired"], row["n"]) == (True, 100)
    assert (row["low"], row["high"]) == pytest.approx(tuple(slow.confidence_interval()))
    assert "compared session by session" in found.notes[0]
    assert why_apart(a, ma.simulate(NINE, **given | {"sessions": 8})) == "have other sessions"


def test_sessions_are_not_paired_where_parts_have_more_and_fewer_of_them():
    given = HOW | {"sessions": 16}
    whole, short, shorter = (ma.simulate(mj.SOFT_EIGHT, deals=n, **given) for n in (2_400, 1_600, 1_280))
    dealt = [
        run.frame.loc[run.frame["session"] == 50, seat_columns("deal_shanten")] for run in (whole, shorter)
    ]
    assert not np.array_equal(*(rows.to_numpy()[1:] for rows in dealt))  # the second session of the part
    assert why_apart(whole, short) == ""  # only whole parts are missing
    assert ma.compare(whole, short).frame["difference"].dropna().eq(0).all()
    found = ma.compare(whole, shorter)
    assert not found.frame["paired"].any()
    assert found.notes[0] == (
        "Not paired: the runs have parts of more and of fewer sessions, whose later hands are on other "
        "walls; they have a seed in common, and are taken for independent nevertheless."
    )


def test_hands_given_to_a_seat_are_on_other_walls_if_another_deals():
    given = HOW | {"deals": 1_000, "hand": "123456789m1234s", "seat": 0}
    a, same, other = (ma.simulate(mj.SOFT_EIGHT, dealer=dealer, **given) for dealer in (0, 0, 1))
    assert why_apart(a, same) == ""
    assert why_apart(a, other) == "have other dealers, around whom the given hand is dealt"


def test_hands_are_said_to_be_paired_only_where_both_runs_have_them():
    def both(*deals):
        halves = zip((3, 4), deals, strict=True)
        return ma.merge([ma.simulate(NINE, deals=n, **HOW | {"seed": seed}) for seed, n in halves])

    with pytest.warns(ma.SmallSample):
        found = ma.compare(both(500, 800), both(800, 400))
    assert found.notes[0] == "Paired: 900 hands on the same walls, compared hand by hand."
    assert set(found.frame["n"]) == {900}
    assert ma.provenance_of(found.frame)["n"] == 900


def test_runs_of_several_seeds_are_paired_only_part_by_part():
    def both(rules, *deals):
        halves = zip((3, 4), deals, strict=True)
        return ma.merge([ma.simulate(rules, deals=n, **HOW | {"seed": seed}) for seed, n in halves])

    a, same, other = (both(NINE, *deals) for deals in ((1_600, 2_400), (1_600, 2_400), (2_400, 1_600)))
    assert [run.parts.rows(4) for run in (a, other)] == [800, 800]
    assert why_apart(a, same) == ""
    assert why_apart(a, other) == "consist of runs of other lengths"
    assert ma.compare(a, same).frame["difference"].dropna().eq(0).all()
    half = ma.simulate(NINE, deals=1_600, **HOW)
    assert ma.compare(a, half).notes[0] == (
        "Not paired: the runs have the seeds (3, 4) and 3; they have a seed in common, and are taken for "
        "independent nevertheless."
    )


def test_sessions_share_their_walls():
    given = HOW | {"deals": 160, "sessions": 16}
    with pytest.warns(ma.SmallSample):
        runs = [ma.simulate(mj.SOFT_EIGHT, **given | {"policy": name}) for name in ("efficient", "random")]
    dealt = [np.sort(run.frame[seat_columns("deal_shanten")].to_numpy(), axis=1) for run in runs]
    assert not np.array_equal(runs[0].frame["dealer"], runs[1].frame["dealer"])
    assert np.array_equal(*dealt)


# ---- rule sets -----------------------------------------------------------------------------------------


def test_rule_sets_are_played_by_both_policies_and_the_comparison_can_be_made_again():
    found = ma.compare(mj.SOFT_EIGHT, NINE, deals=1_000, seed=1)
    again = eval(ma.provenance_of(found.frame)["command"], {"ma": ma, "rules": [mj.SOFT_EIGHT, NINE]})
    pd.testing.assert_frame_equal(found.frame, again.frame)
    assert found.frame["policy"].unique().tolist() == ["efficient", "value"]
    assert ma.columns.described(found.frame)["name"].tolist() == list(found.frame)
    assert found.notes[1].startswith(
        "The constants of value were not found for soft_eight with min_main_tiles=9,"
    )
    assert ma.provenance_of(found.frame)["n"] == 1_000


def test_a_comparison_of_runs_can_be_made_again(pair):
    found = ma.compare(*pair, adjust="benjamini-hochberg")
    record = ma.provenance_of(found.frame)
    again = eval(record["command"], {"ma": ma, "rules": [run.rules for run in pair]})
    pd.testing.assert_frame_equal(found.frame, again.frame)
    assert [rules["digest"] for rules in record["rules"]] == [run.rules.digest for run in pair]


def test_points_of_two_games_are_said_to_be_in_two_units():
    found = ma.compare(mj.SOFT_EIGHT, FLOWERLESS, deals=1_000, seed=1, policy="efficient")
    units = found.frame.set_index("metric")["unit"]
    assert units["points of a winner"] == "points of soft_eight, of mcr"
    assert not units.index.str.startswith("fan").any()
    assert "Points of soft_eight and of mcr are no common unit: read each side by itself." in found.notes
    assert found.frame["paired"].all()


def test_walls_of_other_tiles_get_another_seed():
    found = ma.compare(mj.SOFT_EIGHT, mj.MCR, deals=1_000, seed=1, policy="efficient")
    assert not found.frame["paired"].any()
    assert found.notes[0] == "Not paired: the runs have walls of 136 and of 144 tiles."


def test_whether_constants_suit_the_rules_is_said():
    def noted(rules, *policies):
        return constants_of([About(rules, policies, n=1)])[0]

    value = mj.Policy("value")
    assert noted(FLOWERLESS, value) == "The constants of value were found for these rules."
    assert "not found for mcr with min_points=6" in noted(mj.MCR.replace(min_points=6), value)
    assert "dials that were given" in noted(mj.MCR, mj.Policy("value", "strong"))
    assert noted(NINE, mj.Policy("efficient")).startswith("Nobody plays with constants")


def test_runs_are_kept_and_not_played_twice(tmp_path):
    given = {"deals": 1_000, "seed": 1, "policy": "efficient", "store": tmp_path}
    found = ma.compare(mj.SOFT_EIGHT, NINE, **given)
    written = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("part-*")}
    assert len(written) == 2
    again = ma.compare(mj.SOFT_EIGHT, NINE, **given)
    assert written == {path: path.stat().st_mtime_ns for path in tmp_path.rglob("part-*")}
    pd.testing.assert_frame_equal(found.frame, again.frame)


# ---- words and pictures --------------------------------------------------------------------------------


def test_findings_claim_a_difference_only_where_one_was_seen(pair):
    found = ma.compare(*pair)
    rows = found.frame.set_index("metric")
    for sentence in found.findings:
        metric = next(name for name in sorted(rows.index, key=len) if sentence.startswith(f"{name}: "))
        assert ("no difference was seen" in sentence) == (not rows.loc[metric, "p_adjusted"] < 0.05)
    of_fans = [sentence for sentence in found.findings if sentence.startswith("fan: ")]
    assert not any("no difference" in sentence for sentence in of_fans)
    assert str(found).startswith(f"From {found.first} (a) to {found.second} (b):\n")


def test_what_was_not_counted_is_not_known():
    row = {"metric": "self-drawn, of wins", "difference": math.nan, "p_adjusted": math.nan}
    assert told(row) == "self-drawn, of wins: not known, since there was nothing to count"


def test_the_same_run_differs_in_nothing(pair):
    found = ma.compare(pair[0], pair[0])
    known = found.frame[found.frame["difference"].notna()]
    assert (known["difference"] == 0).all()
    assert ((known["p"] == 1) | known["p"].isna()).all()
    assert all("no difference was seen" in sentence for sentence in found.findings)


def test_the_figure_shows_one_unit_and_marks_what_chance_explains(pair):
    found = ma.compare(*pair)
    ax = found.plot()
    names = [label.get_text() for label in ax.get_yticklabels()]
    shown = found.frame[found.frame["metric"].isin(names)]
    assert names[0] == "won"
    assert set(shown["unit"]) == {"% of hands", "% of wins"}
    (points,) = ax.collections[-1:]
    assert points.get_offsets()[:, 0].tolist() == shown["difference"].tolist()
    seen = [alpha > 0 for *_, alpha in points.get_facecolors()]
    assert seen == (shown["p_adjusted"] < 0.05).tolist()
    assert found.plot(unit="tiles").get_xlabel() == "Difference, tiles"
    with pytest.raises(ValueError, match="no common axis"):
        ma.plots.differences(found.frame)


# ---- refusals, and the shell ---------------------------------------------------------------------------


def test_what_cannot_be_compared_is_refused(pair):
    run = pair[0]
    for given, said in [
        ((run, mj.MCR), "two runs are compared, or two rule sets, not one of each"),
        ((mj.MCR, "soft_eight"), "write mj.SOFT_EIGHT, without quotes"),
        ((mj.MCR, mj.SOFT_EIGHT), "deals and seed are needed"),
    ]:
        with pytest.raises(mj.MahjongError, match=said):
            ma.compare(*given)
    with pytest.raises(mj.MahjongError, match="deals is for rule sets that are still to be played"):
        ma.compare(run, run, deals=10)
    with pytest.raises(mj.MahjongError, match="holm or benjamini-hochberg, not 'none'"):
        ma.compare(run, run, adjust="none")


def test_players_of_the_same_names_keep_their_hands_apart(tmp_path):
    first, second = ["value", *["random"] * 3], ["random", *["value"] * 3]
    given = {"deals": 1_000, "seed": 1, "store": tmp_path}
    for policy in (first, second, "random", mj.Policy("value", hazard=0.1)):
        ma.compare(mj.SOFT_EIGHT, NINE, policy=policy, **given)
    assert len(list(tmp_path.iterdir())) == 2 * 4
    assert any(folder.name.endswith("-random") for folder in tmp_path.iterdir())


def test_the_shell_compares_stored_runs_and_rules(tmp_path):
    for name, rules in (("a", mj.SOFT_EIGHT), ("b", NINE)):
        ma.simulate(rules, deals=1_000, policy="efficient", seed=1, store=tmp_path / name)
    stored = shell("compare", tmp_path / "a", tmp_path / "b", "--json")
    played = shell(
        "compare", "--rules", "soft_eight", "--against-set", "min_main_tiles=9", "--deals", 1_000,
        "--seed", 1, "--policy", "efficient", "--json",
    )  # fmt: skip
    rows = [json.loads(result.stdout)["rows"] for result in (stored, played)]
    assert [{k: v for k, v in row.items() if k != "policy"} for row in rows[1]] == rows[0]
    words = shell("compare", tmp_path / "a", tmp_path / "b").stdout
    assert words == f"{ma.compare(*map(ma.open_run, (tmp_path / 'a', tmp_path / 'b')))}\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "two folders of runs are compared, or --rules"),
        (("one",), "two folders of runs are compared, or --rules"),
        (("one", "two", "--rules", "mcr"), "two folders of runs are compared, or --rules"),
        (("one", "two", "--set", "min_points=6"), "runs have theirs"),
        (("--rules", "standard"), "standard is only a form"),
        (("--rules", "mcr", "--policy", "lucky"), "a policy is random, efficient or value"),
        (("one", "two"), "one"),
    ],
)
def test_bad_usage_is_refused_in_one_line(words, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert said in refused("compare", *words)
