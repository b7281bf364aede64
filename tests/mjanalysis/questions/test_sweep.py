"""Variants against their base: the same as comparing each by itself, on the same walls."""

import json

import matplotlib
import pandas as pd
import pytest

import mjanalysis as ma
import mjcore as mj
from mjanalysis.questions.sweep import variants_of
from tests.mjanalysis.test_cli import refused
from tests.mjanalysis.test_cli import run as shell

matplotlib.use("Agg")

GRID = {"min_main_tiles": [8, 9]}
BARE = ["p_adjusted", "variant", "policy"]


@pytest.fixture(scope="module")
def found():
    return ma.sweep(mj.SOFT_EIGHT, GRID, deals=1_000, seed=1, policy="efficient")


def test_each_variant_is_compared_with_the_base(found):
    nine = mj.SOFT_EIGHT.replace(min_main_tiles=9)
    alone = ma.compare(mj.SOFT_EIGHT, nine, deals=1_000, seed=1, policy="efficient").frame
    rows = found.frame[found.frame["variant"] == "min_main_tiles=9"].reset_index(drop=True)
    pd.testing.assert_frame_equal(rows.drop(columns=BARE), alone.drop(columns=["p_adjusted", "policy"]))
    assert rows["paired"].all()
    assert ma.columns.described(found.frame)["name"].tolist() == list(found.frame)


def test_the_base_on_the_grid_is_itself_and_is_not_tested(found):
    rows = found.frame[found.frame["variant"] == "min_main_tiles=8"]
    known = rows[rows["a"].notna()]
    assert (known[["difference", "low", "high"]] == 0).all(axis=None)
    assert rows[["p", "p_adjusted"]].isna().all(axis=None)
    assert not any(sentence.startswith("min_main_tiles=8") for sentence in found.findings)
    tested = found.frame["p"].notna()
    adjusted = ma.differences.adjusted(found.frame["p"])[tested]
    assert adjusted.tolist() == found.frame["p_adjusted"][tested].tolist()


def test_all_combinations_are_played_by_both_policies():
    grid = {"min_main_tiles": [9], "chow_claims": [False, True]}
    found = ma.sweep(mj.SOFT_EIGHT, grid, deals=1_000, seed=1)
    record = ma.provenance_of(found.frame)
    again = eval(record["command"], {"ma": ma, "rules": [mj.SOFT_EIGHT]})
    assert len(found.frame[["variant", "policy"]].drop_duplicates()) == 4
    pd.testing.assert_frame_equal(found.frame, again.frame)
    assert len(record["rules"]) == 3


def test_walls_of_other_tiles_are_not_paired():
    found = ma.sweep(mj.MCR, {"flowers": [False]}, deals=1_000, seed=1, policy="efficient")
    assert not found.frame["paired"].any()


def test_options_of_fans_can_be_swept():
    variants = variants_of(mj.MCR, {"points": [{"all_types": 4}], "disabled": [["chicken_hand"], []]})
    assert [len(rules.fan_rows()) for rules in variants.values()] == [
        len(mj.MCR.fan_rows()) - 1, len(mj.MCR.fan_rows())
    ]  # fmt: skip


def test_the_figure_shows_a_metric_of_all_variants(found):
    ax = found.plot("refused")
    rows = found.frame[found.frame["metric"] == "refused"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["min_main_tiles=8", "min_main_tiles=9"]
    assert ax.collections[-1].get_offsets()[:, 0].tolist() == rows["difference"].tolist()
    with pytest.raises(mj.MahjongError, match="there is no metric 'luck'"):
        found.plot("luck")
    with pytest.raises(
        mj.MahjongError, match=r"says what there is, such as 'drawn: no tile left' or 'drawn: "
    ):
        found.plot("drawn")


@pytest.mark.parametrize(
    ("grid", "said"),
    [
        ({}, "options and their values are a mapping"),
        (["min_main_tiles"], "options and their values are a mapping"),
        ({"min_main_tiles": []}, "min_main_tiles: a list of values is needed"),
        ({"min_main_tiles": 9}, "min_main_tiles: a list of values is needed, not 9"),
        ({"min_main_tiles": [99]}, "min_main_tiles is a whole number from 1 to 14"),
        ({"threshold": [9]}, "threshold"),
        ({1: [9]}, "an option is given by its name, not by 1"),
    ],
)
def test_a_grid_that_cannot_be_is_refused(grid, said):
    with pytest.raises(mj.MahjongError, match=said):
        ma.sweep(mj.SOFT_EIGHT, grid, deals=1_000, seed=1)


def test_a_sweep_that_is_stopped_keeps_what_was_done():
    told = []
    found = ma.sweep(
        mj.SOFT_EIGHT, {"min_main_tiles": [9, 10, 11]}, deals=1_000, seed=1, policy="efficient",
        stop=lambda: told.append(0) or len(told) > 4,
    )  # fmt: skip
    assert found.frame["variant"].unique().tolist() == ["min_main_tiles=9", "min_main_tiles=10"]


def test_a_sweep_that_is_stopped_before_anything_can_be_compared_is_interrupted():
    given = {"deals": 1_000, "seed": 1, "policy": "random"}
    with pytest.raises(KeyboardInterrupt):
        ma.sweep(mj.SOFT_EIGHT, {"min_main_tiles": [9]}, stop=lambda: True, **given)


def test_values_of_a_grid_can_be_any_iterable(found):
    given = {"deals": 1_000, "seed": 1, "policy": "efficient"}
    again = ma.sweep(mj.SOFT_EIGHT, {"min_main_tiles": iter((8, 9))}, **given)
    pd.testing.assert_frame_equal(again.frame, found.frame)
    assert ma.provenance_of(again.frame)["command"] == ma.provenance_of(found.frame)["command"]


def test_a_wrong_adjustment_is_refused_before_anything_is_played():
    for call in (
        lambda: ma.sweep(mj.SOFT_EIGHT, {"min_main_tiles": [9]}, deals=10**12, seed=1, adjust="no"),
        lambda: ma.compare(mj.SOFT_EIGHT, mj.MCR, deals=10**12, seed=1, adjust="no"),
    ):
        with pytest.raises(mj.MahjongError, match="p is adjusted by holm or benjamini-hochberg, not 'no'"):
            call()


def test_variants_on_walls_of_other_tiles_are_named():
    given = {"deals": 1_000, "seed": 1, "policy": "random"}
    swept = ma.sweep(mj.MCR, {"flowers": [True, False]}, **given)
    assert swept.notes[0] == "Not paired, as they have walls of other tiles: flowers=False."


def test_the_shell_sweeps_numbers_names_and_tables(found):
    words = ("sweep", "--deals", 1_000, "--policy", "efficient", "--json")
    rows = json.loads(shell(*words, "--vary", "min_main_tiles=8,9").stdout)["rows"]
    frame = found.frame
    assert [row["difference"] for row in rows] == pytest.approx(frame["difference"].tolist(), nan_ok=True)
    words = (*words, "--rules", "mcr", "--set", "flowers=false")
    rows = json.loads(shell(*words, "--vary", "points=[{all_types = 4}]").stdout)["rows"]
    assert {row["variant"] for row in rows} == {"points={'all_types': 4}"}
    rows = json.loads(shell(*words, "--vary", "disabled=chicken_hand").stdout)["rows"]
    assert {row["variant"] for row in rows} == {"disabled=['chicken_hand']"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--vary", "min_main_tiles"), "--vary takes option=value,value"),
        (("--vary", "min_main_tiles=8,99"), "min_main_tiles is a whole number from 1 to 14, not 99"),
        ((), "Missing option '--vary'"),
    ],
)
def test_bad_usage_is_refused_in_one_line(words, said):
    assert said in refused("sweep", *words)
