"""What is published of players, and how near the policies that are said to play like them come."""

import re
from importlib.resources import files

import numpy as np
import pandas as pd
import pytest

import mjanalysis as ma
import mjcore as mj
from mjanalysis.present.tables import as_markdown
from mjanalysis.questions.population import PREDICTED, RULES, Population, against_population, fit
from mjcore.words.errors import MahjongError
from mjcore.words.mcr_value import PLANS

pytestmark = pytest.mark.slow  # many hands against slow players; other builds play whole hands elsewhere

PEOPLE = Population.read()
TOML = files("mjanalysis").joinpath("data/human_play.toml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def run():
    return ma.simulate(RULES, deals=3_000, policy="value", seed=20261202, chunk=1_600, dealer="rotate")


@pytest.fixture(scope="module")
def frame(run):
    return against_population(run).set_index("what")


def test_all_that_is_published_of_people_is_there():
    assert (len(PEOPLE.fans), len(PEOPLE.dials), set(PEOPLE.predicted)) == (17, 16, set(PREDICTED))
    assert set(PEOPLE.dials) < set(PLANS)
    assert set(PEOPLE.fans) - set(PEOPLE.dials.values()) == {"last_tile"}
    assert PEOPLE.most == {"melded_hand": 0.8, "chicken_hand": 0.003}


def test_the_numbers_are_those_of_the_rows(run, frame):
    rows = run.frame
    won = rows[rows["outcome"] == "won"]
    points = rows[[f"points_{seat}" for seat in range(4)]].to_numpy()
    kongs = rows[[f"kongs_{seat}" for seat in range(4)]].to_numpy().sum(axis=1)
    assert frame.loc["drawn hands", "ours"] == pytest.approx(100 * (1 - len(won) / len(rows)))
    self_drawn = won["source"].isin(["wall", "replacement"]).mean()
    assert frame.loc["self_drawn_per_cent_of_wins", "ours"] == pytest.approx(100 * self_drawn)
    assert frame.loc["mean_points", "ours"] == pytest.approx(won["base"].mean())
    assert frame.loc["points_sd_per_hand", "ours"] == pytest.approx(points.std())
    assert frame.loc["discards_per_hand", "ours"] == pytest.approx(rows["discards"].mean())
    assert frame.loc["kongs_per_hand", "ours"] == pytest.approx(kongs.mean())
    fans = run.fan_frequencies().set_index("fan")
    assert frame.loc["half_flush", "low"] == pytest.approx(100 * fans.loc["half_flush", "low"])


def test_a_row_has_limits_a_ratio_and_a_source(frame):
    assert (frame["low"] < frame["ours"]).all()
    assert (frame["ours"] < frame["high"]).all()
    np.testing.assert_allclose(frame["ratio"] * frame["published"], frame["ours"])
    assert frame.loc["full_flush", "source"].startswith("mahjongsoft")
    assert frame.loc["half_flush", "source"] == PEOPLE.source
    assert frame.loc["drawn hands", "source"].startswith("IJCAI")


def test_what_no_dial_moves_is_predicted(frame):
    assert frame.index[~frame["fitted"]].tolist() == ["last_tile", *PREDICTED]


def test_the_frame_knows_the_run(run):
    record = ma.provenance_of(against_population(run))
    assert (record["seed"], record["n"]) == (20261202, 3_000)


def test_a_run_without_wins_has_no_shares():
    with pytest.warns(ma.SmallSample):
        run = ma.simulate(RULES.replace(min_points=500), deals=16, policy="random", seed=1)
    frame = against_population(run).set_index("what")
    assert frame.loc["drawn hands", "ours"] == 100
    assert frame.loc["half_flush", ["low", "high"]].tolist() == [0, 100]
    assert np.isnan(frame.loc["mean_points", "ours"])


def test_only_runs_of_the_game_are_compared():
    run = ma.simulate(mj.SOFT_EIGHT, deals=1_000, policy="random", seed=1)
    for thing in (run, "value"):
        with pytest.raises(MahjongError, match="a run of Chinese Official Mahjong is compared"):
            against_population(thing)


def test_three_numbers_say_how_near_it_comes():
    frame = pd.DataFrame(
        {"chinese": ["甲", "乙", "丙", ""], "published": [1.0, 2, 4, 1], "ours": [1.0, 5, 4, 99]}
    )
    found = fit(frame)
    assert found["spearman"] == pytest.approx(0.5)
    assert found["largest_ratio"] == pytest.approx(2.5)
    assert found["rms_log_ratio"] == pytest.approx(np.log(2.5) / 3**0.5)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "seven_pairs = 3.329",
            "seven_pears = 3.329",
            "there is no fan 'seven_pears'; did you mean seven_pairs",
        ),
        (
            "seven_pairs = 3.329",
            "seven_pairs = -1",
            "fans.seven_pairs is a number above 0, 100 at most, not -1",
        ),
        ("seven_pairs = 3.329", "", "dials.seven_pairs is for 'seven_pairs', of which no share is given"),
        ("per_cent = 2.29", "per_cent = true", "draws.per_cent is a number above 0"),
        ("per_cent = 2.29", 'per_cent = "few"', "draws.per_cent is a number above 0, 100 at most, not 'few'"),
        ("per_cent = 2.29", "", "there is no draws.per_cent"),
        (
            "kongs_per_hand = 0.27",
            "kong_per_hand = 0.27",
            "predicted.kong_per_hand is not known of runs; did",
        ),
        ('seven_pairs = "seven_pairs"', 'patience = "seven_pairs"', "dials.patience weighs no plan of value"),
        ("chicken_hand = 0.003", "chickens = 0.003", "most.chickens is no dial that is fitted"),
        (
            'unit = "mixed_straight"',
            'unit = "patience"',
            "loop.unit is a dial that is fitted, not 'patience'",
        ),
        ("rounds = 10", "rounds = 0.5", "loop.rounds"),
        ('honors_and_knitted = "', 'honours = "', "dials.honours weighs no plan of value"),
        ("rounds = 10", "rounds = 10\nround = 3", "loop.round means nothing; did you mean rounds"),
        ("[loop]", "[loops]", "there is no loop.rounds"),
        ("[most]", "[mosst]", "mosst means nothing; did you mean most"),
        ('draws = "IJCAI', 'drawn = "IJCAI', "sources.drawn is the source of nothing that is published here"),
        ("[population]", "most = 3\n[population]", "is no TOML file"),
        ("[population]", "population", "is no TOML file"),
    ],
)
def test_a_file_that_cannot_be_says_where(tmp_path, old, new, message):
    path = tmp_path / "club.toml"
    assert old in TOML
    path.write_text(TOML.replace(old, new), encoding="utf-8")
    with pytest.raises(MahjongError) as error:
        Population.read(path)
    assert str(error.value).startswith(str(path))
    assert message in str(error.value)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(MahjongError, match=r"club\.toml: No such file"):
        Population.read(tmp_path / "club.toml")


@pytest.mark.slow
def test_the_human_preset_plays_like_people():
    run = ma.simulate(
        RULES,
        deals=40_000,
        policy="value",
        seed=20261203,
        workers=2,
        dealer="rotate",
        prevalent_wind="rotate",
    )
    frame = against_population(run)
    found = frame.set_index("what")
    spread = (found["high"] - found["low"]) / 2
    for what, low, high in (
        ("drawn hands", 2, 3),
        ("self_drawn_per_cent_of_wins", 24, 28),
        ("mean_points", 12.8, 14.2),
    ):
        assert low - spread[what] < found.loc[what, "ours"] < high + spread[what]
    assert fit(frame)["spearman"] >= 0.97
    fans = found[found["chinese"] != ""]
    assert (fans["low"] < 1.2 * fans["published"]).all()
    assert (fans["high"] > fans["published"] / 1.2).all()


def test_the_table_is_written_in_per_cent_and_says_how_it_was_made(frame):
    row = as_markdown(frame.reset_index()).splitlines()[2]
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert cells[2] == "23.14"
    assert re.fullmatch(r"\d+\.\d+ \[\d+\.\d+, \d+\.\d+\]", cells[3])
    assert cells[5] == "yes"
    assert ma.provenance_of(frame)["command"].startswith("ma.against_population(ma.simulate(")
