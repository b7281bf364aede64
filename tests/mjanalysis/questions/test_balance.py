"""How even a game is, against slow computations from the rows of the run."""

import numpy as np
import pandas as pd
import pytest

import mjanalysis as ma
import mjcore as mj
from mjanalysis.cli import played
from mjanalysis.hand_rows import seat_columns
from mjanalysis.questions.balance import luck_fans
from tests.mjanalysis.test_cli import refused
from tests.mjanalysis.test_cli import run as shell


@pytest.fixture(scope="module")
def found(run):
    return ma.balance(run)


@pytest.fixture(scope="module")
def points(run):
    return run.frame[seat_columns("points")].to_numpy()


def row_of(frame, measure):
    (row,) = frame[frame["measure"] == measure].to_dict("records")
    return row


def test_positions_are_counted_from_the_dealer(run, found, points):
    dealer = run.frame["dealer"].to_numpy().astype(int)
    names = ["dealer", "next", "opposite", "last"]
    assert found.positions["position"].tolist() == names
    for turns, mean in enumerate(found.positions["mean"]):
        assert mean == pytest.approx(points[np.arange(len(points)), (dealer + turns) % 4].mean())
    assert found.positions["mean"].sum() == pytest.approx(0)


def test_what_the_dealer_pays_takes_his_advantage_away(run, found, points):
    paid = row_of(found.measures, "the dealer pays each other player")
    dealer = run.frame["dealer"].to_numpy().astype(int)
    after = points - 0.0
    after += paid["value"]
    after[np.arange(len(points)), dealer] -= 4 * paid["value"]
    assert after[np.arange(len(points)), dealer].mean() == pytest.approx(0, abs=1e-9)
    of_dealer = found.positions.iloc[0]
    assert (3 * paid["low"], 3 * paid["high"]) == pytest.approx((of_dealer["low"], of_dealer["high"]))


def test_deviations_are_those_of_hands_and_sessions(run, found, points):
    row = row_of(found.measures, "deviation of a seat, a hand")
    assert row["value"] == pytest.approx(points.std())
    assert row["low"] < row["value"] < row["high"]
    length = run.setup["sessions"]
    names = found.measures["measure"].tolist()
    if length:
        totals = points.reshape(-1, length, 4).sum(axis=1)
        row = row_of(found.measures, f"deviation of a seat, a session of {length} hands")
        assert (row["n"], row["value"]) == (len(totals), pytest.approx(totals.std()))
    else:
        assert not any("session" in name for name in names)


def test_luck_is_what_wins_are_worth_less_without_it(run, found):
    hands = np.frombuffer(b"".join(run.frame["winning_hand"].dropna()), dtype=mj.HAND_DTYPE)
    row = row_of(found.measures, "fans that nobody chooses")
    lucky = luck_fans(run.rules.name)
    if run.rules.name == "soft_eight":
        others = [fan for fan in mj.SOFT_EIGHT_FANS if fan not in lucky]
        worths = [
            (scored["base"] * scored["multiplier"]).sum()
            for scored in (mj.score(hands, run.rules), mj.score(hands, run.rules.replace(fans=others)))
        ]
        share = 1 - worths[1] / worths[0]
    else:
        scored = mj.score(hands, run.rules)
        brought = sum(
            fan.points * scored["fans"][:, fan.number - 1].sum(dtype=int)
            for fan in run.rules.fan_rows()
            if fan.key in lucky
        )
        share = brought / (scored["points"] + scored["flowers"]).sum()
        assert share == pytest.approx(found.luck["share_of_points"].sum())
    assert row["value"] == pytest.approx(100 * share)
    assert 0 < row["low"] < row["value"] < row["high"]
    assert found.luck["fan"].tolist() == [fan for fan in run.fan_frequencies()["fan"] if fan in lucky]


def test_every_fan_that_nobody_chooses_is_one_of_the_game():
    assert set(luck_fans("mcr")) <= {fan.key for fan in mj.FANS}
    assert set(luck_fans("soft_eight")) <= set(mj.SOFT_EIGHT_FANS)


def test_frames_are_described_and_say_where_they_come_from(run, found):
    for name in ("positions", "seats", "measures", "shares", "luck"):
        frame = getattr(found, name)
        ma.columns.described(frame)
        assert ma.provenance_of(frame)["command"] == f"ma.balance({run.provenance.command}).{name}"
    for measure in ("drawn", "refused"):
        assert measure in found.shares["measure"].tolist()
    assert str(found).startswith("dealer: ")


def test_the_figure_shows_each_position(found):
    axes = found.plot()
    assert [text.get_text() for text in axes.get_xticklabels()] == found.positions["position"].tolist()
    assert axes.lines[1].get_ydata().tolist() == found.positions["mean"].tolist()


def test_only_runs_are_judged():
    with pytest.raises(mj.MahjongError, match="the hands of a Run are judged, not 'mcr'"):
        ma.balance("mcr")


GIVEN = ("--rules", "mcr", "--set", "min_points=0", "--policy", "random", "--seed", 3, "--deals", 1000)


def test_the_command_takes_a_stored_run_or_plays_one(tmp_path):
    folder = tmp_path / "run"
    assert shell("simulate", *GIVEN, "--store", folder).exit_code == 0
    written = [tmp_path / "stored.csv", tmp_path / "played.csv"]
    for path, words in zip(written, ((folder,), GIVEN), strict=True):
        result = shell("balance", *words, "--out", path)
        assert result.exit_code == 0, result.output
    tables = [pd.read_csv(path.with_name(f"{path.stem}-positions.csv")) for path in written]
    pd.testing.assert_frame_equal(*tables)
    assert len(list(tmp_path.glob("played-*.csv"))) == 5
    assert "are played already" in refused("balance", folder, "--deals", 10)
    assert "are played already" in refused("balance", folder, "--rules", "mcr")


def test_an_interrupted_run_is_told_and_reported_as_such(monkeypatch):
    with pytest.warns(ma.PartialRun):
        part = ma.simulate(
            mj.SOFT_EIGHT, deals=4_000, policy="random", seed=1, chunk=2_000, stop=lambda: True
        )
    monkeypatch.setattr(played, "_played", lambda rules, play: part)
    result = shell("balance", "--deals", 4_000)
    assert result.exit_code == 130
    assert "| 2000 |" in result.stdout
