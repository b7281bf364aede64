"""Summaries of runs against the same questions asked of the whole frame, and against each other."""

import tracemalloc
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import mjanalysis as ma
import mjcore as mj
from mjanalysis import summaries
from mjanalysis.hand_rows import seat_columns
from mjanalysis.present import tables

RULES = {
    "mcr": mj.MCR.replace(min_points=0),
    "soft_eight": mj.SOFT_EIGHT.replace(min_main_tiles=4),
}


@pytest.fixture(scope="module", params=RULES)
def run(request):
    return ma.simulate(
        RULES[request.param], deals=6_000, policy="random", seed=11, chunk=1_600, dealer="rotate",
        prevalent_wind="rotate", hands=True,
    )  # fmt: skip


@pytest.fixture(scope="module")
def frame(run):
    return run.frame


@pytest.fixture(scope="module")
def records(run):
    """The hands of the first part, played without what is tested here."""
    number = np.arange(1_600)
    return mj.play(
        run.rules, "random", n=1_600, rng=ma.Chunks(6_000, 11, 1_600).rng(0), dealer=number % 4,
        prevalent_wind=number // 4 % 4,
    )  # fmt: skip


def hits(table):
    return dict(zip(table["measure"], table["hits"], strict=True))


def test_rows_are_the_records(frame, records):
    first = frame[:1_600]
    won = records["winner"] >= 0
    assert won.any()
    for name in ("dealer", "draws", "discards", "base", "multiplier", "flower_points", "fan_counts"):
        assert (first[name] == records[name]).all()
    for name in ("points", "refused", "chows", "pungs", "kongs", "flowers", "deal_shanten"):
        assert (first[seat_columns(name)].to_numpy() == records[name]).all()
    assert first["outcome"].tolist() == [mj.OUTCOMES[code] for code in records["outcome"]]
    assert first["prevalent_wind"].tolist() == ["ESWN"[wind] for wind in records["prevalent_wind"]]
    for name in ("winner", "payer"):
        assert (first[name].fillna(-1) == records[name]).all()
    ready = np.stack([first[name].fillna(255) for name in seat_columns("ready_turn")], axis=1)
    assert (ready == records["ready_turn"]).all()
    assert first["source"].isna().tolist() == (~won).tolist()
    assert first["winning_hand"].isna().tolist() == (~won).tolist()
    hands = np.frombuffer(b"".join(first["winning_hand"].dropna()), dtype=mj.HAND_DTYPE)
    assert (hands == records["hand"][won]).all()
    assert (first["fans_low"] == records["fans"][:, 0]).all()
    sources = ("discard", "wall", "replacement", "robbed")
    assert first["source"].dropna().tolist() == [sources[code] for code in records["hand"]["source"][won]]


def test_a_run_says_which_options_and_dials_are_not_the_usual_ones():
    rules, careful = mj.MCR.replace(min_points=6), mj.Policy("value", caution=0.5)
    run = ma.simulate(rules, deals=1_000, policy=[careful, "random", "random", "random"], seed=1)
    players = "Policy('value', caution=0.5), random"
    assert repr(run) == f"<Run of 1,000 hands of mcr with min_points=6, {players}, seed 1>"


def test_every_column_is_declared_and_small(run, frame):
    described = ma.columns.described(frame)
    assert described["name"].tolist() == list(frame.columns)
    assert frame.memory_usage(deep=False).sum() / len(frame) < 150
    for question in ("outcomes", "turns", "fan_frequencies", "expected_scores", "refused"):
        ma.columns.described(getattr(run, question)())


@pytest.mark.parametrize("rules", [mj.MCR, mj.SOFT_EIGHT], ids=lambda rules: rules.name)
def test_a_hand_takes_few_bytes(rules, tmp_path):
    run = ma.simulate(rules, deals=8_000, policy="efficient", seed=1, store=tmp_path / "run")
    assert run.parts.n_bytes / len(run) < 30


def test_summaries_need_one_part_at_a_time(tmp_path):
    given = {"policy": "random", "seed": 1, "chunk": 2_000}
    most = []
    for n, name in ((4_000, "short"), (40_000, "long")):
        run = ma.simulate(RULES["mcr"], deals=n, store=tmp_path / name, **given)
        run.expected_scores(by=["seat", "dealer"])  # whatever is loaded once is loaded
        tracemalloc.start()
        run.expected_scores(by=["seat", "dealer"])
        run.fan_frequencies()
        most.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert most[1] < 1.3 * most[0]


def test_frames_are_the_frame_part_by_part(run, frame):
    assert [len(part) for part in run.frames()] == [1_600, 1_600, 1_600, 1_200]
    pd.testing.assert_frame_equal(pd.concat(run.frames()), frame)


def test_every_frame_knows_where_it_comes_from(run, frame):
    told = ma.provenance_of(run.expected_scores(by="seat"))
    assert told["command"] == f"{run.provenance.command}.expected_scores('seat')"
    assert ma.provenance_of(frame)["n"] == told["n"] == 6_000
    given = {"rules": run.rules, "ma": ma}
    again = eval(run.provenance.command, given)
    pd.testing.assert_frame_equal(again.frame, frame)


def test_outcomes_count_what_is_in_the_frame(run, frame):
    found = hits(run.outcomes())
    won = frame["outcome"] == "won"
    assert found["won"] == won.sum() == frame["winner"].notna().sum()
    assert found["won on a discard"] == (frame["source"] == "discard").sum()
    assert found["by the dealer, of wins"] == (frame["winner"] == frame["dealer"]).sum()
    parts = ("won by self-draw", "won on a discard", "won by robbing a kong")
    assert sum(found[name] for name in parts) == found["won"]
    assert found["won"] + found["drawn"] == len(frame)
    assert sum(n for name, n in found.items() if name.startswith("drawn: ")) == found["drawn"]


def test_a_dealer_wins_whoever_else_wins_on_the_same_tile():
    runs = [
        ma.simulate(mj.SOFT_EIGHT.replace(multi_ron=who), deals=3_000, policy="efficient", seed=5)
        for who in ("nearest", "all")
    ]
    rows = [run.frame for run in runs]
    nearest, several = (frame["won_0"].sum() for frame in rows)  # seat 0 deals
    assert nearest < several
    assert several > (rows[1]["winner"] == rows[1]["dealer"]).sum()
    assert [hits(run.outcomes())["by the dealer, of wins"] for run in runs] == [nearest, several]
    metrics = ma.compare(*runs).frame.set_index("metric")
    n_won = (rows[0]["outcome"] == "won").sum()
    assert metrics.loc["by the dealer, of wins", "difference"] == pytest.approx(
        100 * (several - nearest) / n_won
    )


def test_winning_drawing_and_losing_are_columns_and_rows_of_their_own(run, frame):  # bug case sim-17
    by_seat = run.outcomes(by="seat")
    for seat, rows in by_seat.groupby("seat"):
        found = hits(rows)
        assert found["won"] + found["lost"] + found["drawn"] == len(frame)
        assert found["dealt in"] == (frame["payer"] == seat).sum()
        lost = ("dealt in", "lost to a self-draw", "another dealt in")
        assert sum(found[name] for name in lost) == found["lost"]
    scores = run.expected_scores(by="seat")
    assert (scores["won"] + scores["drawn"] + scores["lost"] == scores["n"]).all()
    assert {"won", "drawn", "lost", "mean"} <= set(scores.columns)


def test_every_share_and_limit_lies_between_nought_and_one(run):  # bug case sim-13
    for table in (run.outcomes(), run.outcomes(by="seat"), run.refused(), run.refused(by="seat")):
        shares = table[["share", "low", "high"]].dropna()
        assert ((shares >= 0) & (shares <= 1)).all(axis=None)
        assert (shares["low"] <= shares["share"]).all()
        assert (shares["share"] <= shares["high"]).all()
    fans = run.fan_frequencies()[["per_win", "low", "high", "per_hand", "share_of_points"]]
    assert ((fans >= 0) & (fans <= 1)).all(axis=None)


def test_the_expected_score_is_the_sum_of_scores_times_their_shares(run, frame):  # bug case sim-15
    for seat, mean in run.expected_scores(by="seat").set_index("seat")["mean"].items():
        points, counts = np.unique(frame[f"points_{seat}"], return_counts=True)
        pairs = zip(points.tolist(), counts.tolist(), strict=True)
        expected = sum(value * Fraction(n, len(frame)) for value, n in pairs)
        assert mean == float(expected)
        won = frame["winner"] == seat
        parts = [frame.loc[which, f"points_{seat}"].sum() for which in (won, ~won.fillna(False))]
        assert mean == pytest.approx(sum(parts) / len(frame))


def test_scores_by_seat_have_the_standard_error_of_independent_hands(run, frame):
    for seat, row in run.expected_scores(by="seat").set_index("seat").iterrows():
        mean = ma.Mean.of(frame[f"points_{seat}"])
        assert row["standard_error"] == pytest.approx(mean.standard_error)
        assert (row["low"], row["high"]) == pytest.approx(mean.interval())
        assert row["standard_deviation"] == pytest.approx(frame[f"points_{seat}"].std())
        assert row["median"] == np.quantile(frame[f"points_{seat}"], 0.5, method="inverted_cdf")


@pytest.mark.parametrize(
    "by", ["dealer", "position", "prevalent_wind", "source", "ready_turn", "deal_shanten", "kongs"]
)
def test_scores_told_apart_add_up(run, frame, by):
    table = run.expected_scores(by=by)
    assert table["n"].sum() == 4 * len(frame)
    assert table["won"].sum() == frame[seat_columns("won")].to_numpy().sum()
    assert (table["mean"] * table["n"]).sum() == pytest.approx(0, abs=1e-6)
    both = run.expected_scores(by=["seat", by])
    totals = (both["mean"] * both["n"]).groupby(both[by], observed=True).sum()
    assert totals.to_dict() == pytest.approx(
        (table.set_index(by)["mean"] * table.set_index(by)["n"]).to_dict()
    )


@pytest.mark.parametrize("turned", [False, True], ids=["as listed", "turned"])
def test_scores_are_told_apart_by_everything_at_once(run, frame, turned):
    notions = sorted(summaries.BY, key=lambda notion: (notion == "ready_turn") != turned)
    table = run.expected_scores(by=notions)
    assert (table["n"].sum(), table["won"].sum()) == (4 * len(frame), (frame["outcome"] == "won").sum())
    seats = [
        pd.DataFrame(
            {
                "seat": seat,
                "ready_turn": frame[f"ready_turn_{seat}"].astype(object).fillna("never"),
                "kongs": frame[f"kongs_{seat}"],
                "points": frame[f"points_{seat}"].astype(int),
            }
        )
        for seat in range(4)
    ]
    by = ["seat", "ready_turn", "kongs"]
    totals = (table["mean"] * table["n"]).groupby([table[name] for name in by]).sum()
    assert totals.to_dict() == pytest.approx(pd.concat(seats).groupby(by)["points"].sum().to_dict())


@pytest.mark.parametrize(
    ("by", "said"), [(["seat", "seat"], "by names 'seat' twice"), ([["seat"]], "by is .*, not a list")]
)
def test_scores_are_told_apart_by_each_notion_once(run, by, said):
    with pytest.raises(mj.MahjongError, match=said):
        run.expected_scores(by=by)


def test_the_dealers_score_is_his(run, frame):
    rows = run.expected_scores(by="dealer").set_index("dealer")
    points = frame[seat_columns("points")].to_numpy()[np.arange(len(frame)), frame["dealer"]]
    assert rows.loc["dealer", "mean"] == pytest.approx(points.mean())
    assert rows.loc["other", "mean"] == pytest.approx(-points.mean() / 3)
    assert rows.loc["other", "standard_error"] == pytest.approx(rows.loc["dealer", "standard_error"] / 3)


def test_all_seats_together_win_nothing(run):
    row = run.expected_scores().iloc[0]
    assert (row["mean"], row["standard_error"]) == (0, 0)


def test_fan_frequencies_are_those_of_scored_hands(run, frame):
    found = run.fan_frequencies().set_index("fan")
    hands = np.frombuffer(b"".join(frame["winning_hand"].dropna()), dtype=mj.HAND_DTYPE)
    scored = mj.score(hands, run.rules)
    times = scored["fans"]
    names = (
        {fan.key: fan.number - 1 for fan in run.rules.fan_rows()}
        if run.rules.name == "mcr"
        else {name: column for column, name in enumerate(mj.SOFT_EIGHT_FANS)}
    )
    assert list(found.index) == list(names)
    for fan, column in names.items():
        assert found.loc[fan, "wins"] == np.count_nonzero(times[:, column])
    assert (found["per_hand"] == found["wins"] / len(frame)).all()
    assert found["per_win"].tolist() == pytest.approx((found["wins"] / len(hands)).tolist())


def test_what_fans_bring_is_all_that_wins_are_worth(run):
    share = run.fan_frequencies()["share_of_points"].sum()
    if run.rules.name == "mcr":
        assert share == pytest.approx(1)  # flowers are a fan
    else:
        assert 0 < share < 1  # the rest is the base itself


def test_fans_that_do_not_add_have_no_share_of_points():
    rules = RULES["soft_eight"].replace(fan_formula="exponential")
    run = ma.simulate(rules, deals=1_000, policy="random", seed=1)
    assert run.fan_frequencies()["share_of_points"].isna().all()


def test_turns_are_those_of_the_frame(run, frame):
    table = run.turns().set_index(["measure", "statistic"])
    won = frame[frame["outcome"] == "won"]
    for name, values in {
        "draws, of wins": won["draws"],
        "discards, of wins": won["discards"],
        "turn, of wins": won["discards"] // 4 + 1,
        "draws, of all hands": frame["draws"],
        "ready turn, of seats that were ready": frame[seat_columns("ready_turn")].stack().dropna(),
    }.items():
        values = values.astype(int)
        assert table.loc[(name, "mean"), "value"] == pytest.approx(values.mean())
        assert table.loc[(name, "median"), "value"] == np.quantile(values, 0.5, method="inverted_cdf")
        assert (table.loc[name, "n"] == len(values)).all()
    assert (table["low"] <= table["value"]).all()
    assert (table["value"] <= table["high"]).all()


def test_refusals_are_those_of_the_frame(run, frame):
    refused = frame[seat_columns("refused")].to_numpy() > 0
    found = hits(run.refused())
    assert found["refused"] == refused.any(axis=1).sum()
    later = found["won later, of refused"] + found["won by another, of refused"]
    assert later + found["drawn, of refused"] == found["refused"]
    by_seat = run.refused(by="seat")
    seats = by_seat[by_seat["measure"] == "refused"]
    assert seats["hits"].tolist() == refused.sum(axis=0).tolist()


def test_own_statistics_are_summed_over_parts(run, frame):
    found = run.summed(["draws", "winner"], lambda columns: {"draws": int(columns["draws"].sum())})
    assert found == {"draws": frame["draws"].sum()}


@pytest.mark.parametrize("question", ["outcomes", "refused", "expected_scores"])
def test_other_ways_to_tell_apart_are_refused(run, question):
    with pytest.raises(mj.MahjongError, match=r"by is .*, not 'luck'"):
        getattr(run, question)(by="luck")


def test_tables_show_each_estimate_with_its_limits(run):
    text = tables.as_markdown(run.expected_scores(by="seat"))
    assert "Low" not in text
    assert text.count("[") == 4
    assert tables.as_markdown(run.fan_frequencies()).count("[") == len(run.fan_frequencies())


def test_nothing_won_is_told_all_the_same():
    with pytest.warns(ma.SmallSample):
        run = ma.simulate(mj.MCR.replace(min_points=500), deals=5, policy="random", seed=1)
    assert hits(run.outcomes())["won"] == 0
    assert run.turns().set_index("measure").loc["turn, of wins", "value"].isna().all()
    assert run.fan_frequencies()["wins"].sum() == 0
    for question in ("outcomes", "turns", "fan_frequencies", "expected_scores", "refused"):
        tables.as_markdown(getattr(run, question)())
