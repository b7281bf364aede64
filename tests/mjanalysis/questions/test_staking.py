"""Stakes are told from the same hands with and without them."""

import math

import numpy as np
import pandas as pd
import pytest

import mjanalysis as ma
import mjcore as mj
from mjanalysis.distributions import Distribution
from mjanalysis.questions import staking
from tests.mjanalysis.test_cli import run as shell

RULES = mj.SOFT_EIGHT.replace(min_main_tiles=5)


@pytest.fixture(scope="module")
def single():
    return ma.simulate(RULES, deals=2_000, policy="efficient", seed=9, chunk=1_000)


@pytest.fixture(scope="module")
def sessions():
    return ma.simulate(RULES, deals=4_800, sessions=24, policy="efficient", seed=9, chunk=2_400, dealer=2)


# ---- zha -----------------------------------------------------------------------------------------------


def test_zha_is_told_from_the_same_walls(single):
    found = ma.zha_effect(single, (2, 0, 1, 0)).set_index(["measure", "seat"])
    again = ma.simulate(single.rules, walls=single, policy="efficient", zha=(2, 0, 1, 0))
    for seat in range(4):
        without, with_zha = (one.frame[f"points_{seat}"] for one in (single, again))
        row = found.loc[("difference", seat)]
        paired = ma.Mean.of(with_zha - without)
        assert (row["value"], row["low"], row["high"]) == pytest.approx((paired.value, *paired.interval()))
        assert found.loc[("deviation, with zha", seat), "value"] == pytest.approx(with_zha.std())
        assert found.loc[("deviation, without zha", seat), "low"] < without.std()
    ma.columns.described(found.reset_index())


def test_zha_is_refused_where_there_is_none(single, sessions):
    flowerless = ma.simulate(mj.MCR, deals=1_000, policy="random", seed=1)
    with pytest.raises(mj.MahjongError, match="zha is staked in hands of Soft Eight"):
        ma.zha_effect(flowerless, (1, 0, 0, 0))
    with pytest.raises(mj.MahjongError, match="the same walls cannot be played again"):
        ma.zha_effect(sessions, (1, 0, 0, 0))
    staked = ma.simulate(single.rules, walls=single, policy="efficient", zha=(1, 0, 0, 0))
    with pytest.raises(mj.MahjongError, match="the run has zha stakes already"):
        ma.zha_effect(staked, (1, 0, 0, 0))


@pytest.mark.parametrize("zha", [5, (1.5, 0, 0, 0), ("a", 0, 0, 0)])
def test_stakes_that_are_no_whole_numbers_are_refused(single, zha):
    with pytest.raises(mj.MahjongError, match="zha"):
        ma.zha_effect(single, zha)


# ---- di ------------------------------------------------------------------------------------------------


def test_di_is_told_session_by_session(sessions):
    strategies = ["highest", "never", "least", "never"]
    found = ma.di_effect(sessions, strategies).set_index(["measure", "seat"])
    again = ma.simulate(
        RULES, deals=4_800, sessions=24, policy="efficient", seed=9, chunk=2_400, dealer=2, di=strategies
    )
    for seat in range(4):
        without, with_di = (one.frame.groupby("session")[f"points_{seat}"].sum() for one in (sessions, again))
        paired = ma.Mean.of(with_di - without)
        row = found.loc[("difference", seat)]
        assert (row["n"], row["unit"]) == (200, "points a session")
        assert (row["value"], row["low"], row["high"]) == pytest.approx((paired.value, *paired.interval()))
        assert found.loc[("with di", seat), "value"] == pytest.approx(with_di.mean())
        assert found.loc[("deviation, with di", seat), "value"] == pytest.approx(with_di.std())
    assert (found.loc["difference", "value"] != 0).all()
    assert found.loc["difference", "value"].sum() == pytest.approx(0, abs=1e-9)
    ma.columns.described(found.reset_index())


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"sessions": None}, "di is staked after losses to the dealer"),
        ({"di": "least"}, "the run has di stakes already"),
    ],
)
def test_di_is_refused_where_it_is_not_staked(change, said):
    given = {"deals": 1_200, "sessions": 24, "policy": "random", "seed": 1} | change
    with pytest.raises(mj.MahjongError, match=said):
        ma.di_effect(ma.simulate(RULES, **given), "highest")


def test_di_of_other_games_and_of_merged_runs_is_refused():
    matches = ma.simulate(mj.MCR, deals=1_600, sessions="rules", policy="random", seed=1)
    with pytest.raises(mj.MahjongError, match="di is staked in sessions of Soft Eight"):
        ma.di_effect(matches)
    several = [ma.simulate(RULES, deals=1_200, sessions=24, policy="random", seed=seed) for seed in (1, 2)]
    with pytest.raises(mj.MahjongError, match="a merged run is played again by its parts"):
        ma.di_effect(ma.merge(several))


# ---- both ----------------------------------------------------------------------------------------------


def test_the_limits_of_a_deviation_hold():
    rng, times, hits = np.random.default_rng(20261203), 600, 0
    law = rng.geometric(0.2, size=2_000_000)
    truth = law.std()
    for _ in range(times):
        spread = Distribution.of(rng.geometric(0.2, size=2_000))
        _, low, high = staking._moment(spread, "deviation")
        hits += low <= truth <= high
    assert hits / times > 0.94 - 4 * math.sqrt(0.05 * 0.95 / times)


def test_the_command_tells_what_di_changes(tmp_path):
    play = ("--set", "min_main_tiles=5", "--policy", "efficient", "--deals", 1200, "--sessions", 24)
    stakes = ("--with-di", "highest,never,never,never")
    result = shell("scores", *play, "--seed", 3, *stakes, "--out", tmp_path / "all.csv")
    assert result.exit_code == 0, result.output
    run = ma.simulate(RULES, deals=1200, sessions=24, policy="efficient", seed=3)
    expected = ma.di_effect(run, ["highest", "never", "never", "never"])
    pd.testing.assert_frame_equal(pd.read_csv(tmp_path / "all-di.csv"), expected, check_dtype=False)
