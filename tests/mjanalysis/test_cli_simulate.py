"""Whole hands from the shell: the same as from Python, in one command, and refusals in one line."""

import json
import os
import random
import signal
import subprocess
import sys
import time

import pandas as pd
import pytest

import mjanalysis as ma
import mjcore as mj
from tests.mjanalysis.test_cli import refused, run

GIVEN = ("simulate", "--rules", "mcr", "--set", "min_points=0", "--policy", "random", "--seed", 3)


def tables_of(*arguments):
    result = run(*GIVEN, *arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_the_tables_are_those_of_the_run():
    found = tables_of("--deals", 1200, "--workers", 2)
    hands = ma.simulate(mj.MCR.replace(min_points=0), deals=1200, policy="random", seed=3)
    for name, frame in {
        "outcomes": hands.outcomes(),
        "scores": hands.expected_scores(by=["seat", "dealer"]),
        "turns": hands.turns(),
        "refused": hands.refused(),
        "fans": hands.fan_frequencies(),
    }.items():
        rows = pd.DataFrame(found[name]["rows"]).fillna(-1)
        pd.testing.assert_frame_equal(rows, frame.fillna(-1), check_dtype=False)
        assert found[name]["provenance"]["seed"] == 3


def test_a_stored_run_opens_in_python_and_goes_on(tmp_path):
    folder = tmp_path / "run"
    words = ("--deals", 1600, "--sessions", 16, "--hands", "--store", folder)
    first = tables_of(*words)
    opened = ma.open_run(folder)
    assert (len(opened), opened.setup["sessions"], "winning_hand" in opened.frame) == (1600, 16, True)
    parts = {path.name: path.stat().st_mtime_ns for path in folder.glob("part-*")}
    again = tables_of(*words)
    assert first["fans"]["rows"] == again["fans"]["rows"]
    assert parts == {path.name: path.stat().st_mtime_ns for path in folder.glob("part-*")}
    assert "holds another run, with seed 3, not 4" in refused(*GIVEN, *words, "--seed", 4)


def test_a_run_may_last_until_something_is_known():
    words = ("--deals", 200_000, "--until", "drawn=0.003", "--until", "points of the dealer=0.5")
    found = tables_of(*words)["outcomes"]
    drawn = next(row for row in found["rows"] if row["measure"] == "drawn")
    assert (drawn["high"] - drawn["low"]) / 2 <= 0.003
    assert drawn["n"] == found["provenance"]["n"] < 200_000
    assert f"as narrow as wanted after {drawn['n']:,} of at most 200,000" in found["provenance"]["stopped"]
    assert found["provenance"]["stopped"] in run(*GIVEN, *words).stderr


def test_results_are_shown_as_tables_or_written(tmp_path):
    shown = run(*GIVEN, "--deals", 1000)
    assert all(f"## {name}" in shown.stdout for name in ("outcomes", "scores", "turns", "refused", "fans"))
    run(*GIVEN, "--deals", 1000, "--out", tmp_path / "hands.csv")
    assert len(list(tmp_path.glob("hands-*.csv"))) == 5


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--policy", "random,random"), "one name is for all seats and four are one each"),
        (("--policy", "lucky"), "a policy is random, efficient or value, not 'lucky'"),
        (("--preset", "strong"), "only value has presets and dials, not random"),
        (("--policy", "value", "--dial", "theta=much"), "--dial takes name=number, not 'theta=much'"),
        (("--policy", "value", "--dial", "luck=1"), "value has no dial 'luck'"),
        (("--hand", "123m"), "hand and seat are given together"),
        (("--sessions", "7", "--deals", "100"), "100 deals are no whole number of sessions of 7 hands"),
        (("--sessions", "long"), "or 'rules', not 'long'"),
        (("--dealer", "east"), "'east' is not one of"),
        (("--rules", "standard"), "standard"),
        (("--until", "drawn"), "the half width of drawn is a number above 0"),
        (("--until", "drawn=little"), "--until takes name=number, not 'drawn=little'"),
        (("--until", "luck=0.1"), "until: 'luck' is none of won"),
    ],
)
def test_bad_usage_is_refused_in_one_line(words, said):
    assert said in refused(*GIVEN, *words)


def test_ctrl_c_shows_what_was_played_and_the_store_keeps_it(tmp_path):
    words = (*map(str, GIVEN), "--deals", "100000000", "--store", str(tmp_path / "run"))
    words = [sys.executable, "-m", "mjanalysis", *words]
    shell = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    limit = time.monotonic() + 60
    while len(list((tmp_path / "run").glob("part-*"))) < 2 and time.monotonic() < limit:
        time.sleep(0.05)
    os.kill(shell.pid, signal.SIGINT)
    out, errors = shell.communicate(timeout=60)
    assert shell.returncode == 130
    assert "warning: Interrupted after" in errors
    assert "## outcomes" in out
    assert len(ma.open_run(tmp_path / "run")) >= 2 * 16_384


def test_ctrl_c_before_the_first_part_says_that_none_was_done(tmp_path, monkeypatch):
    def add(self, k, content, rows):
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("mjanalysis.store.StoredParts.add", add)
    result = run(*GIVEN, "--deals", 20_000, "--store", tmp_path / "run")
    assert (result.exit_code, result.stdout.strip()) == (130, "")
    assert result.stderr.split("\n")[-2] == "interrupted before the first 16,384 hands were done"


def test_fans_are_told_in_sentences_before_the_tables():
    shown = run("fans", *GIVEN[1:], "--deals", 1000).stdout
    sentences, tables = shown.split("## pairs")
    assert "\nFlower Tiles: pays too much, 1 point for " in sentences
    assert "## values" in tables


@pytest.mark.slow
def test_a_command_that_is_killed_at_ten_moments_ends_with_what_it_would_have_said(tmp_path):
    folder, moments = tmp_path / "run", random.Random(20260702)
    words = [sys.executable, "-m", "mjanalysis", *map(str, GIVEN), "--deals", "250000", "--workers", "2"]
    expected = ma.simulate(mj.MCR.replace(min_points=0), deals=250_000, policy="random", seed=3)
    seen = {}
    for moment in range(10):
        shell = subprocess.Popen([*words, "--store", str(folder)], stdout=subprocess.DEVNULL)
        if moment % 2:  # some moments after the first new part, others wherever they fall
            limit = time.monotonic() + 60
            while len(list(folder.glob("part-*"))) <= len(seen) and time.monotonic() < limit:
                time.sleep(0.001)
        time.sleep(moments.uniform(0, 0.3) if moment % 2 else moments.uniform(0, 2))
        shell.kill()
        shell.wait(timeout=60)
        there = {path.name: path.stat().st_mtime_ns for path in folder.glob("part-*")}
        assert seen.items() <= there.items()  # none is written anew
        seen = there
        if (folder / "manifest.json").exists():
            assert (ma.verify(folder)["state"] == "whole").all()
            opened = ma.open_run(folder)
            assert len(opened) == 0 or opened.frame.equals(expected.frame[: len(opened)])
    assert len(seen) > 5
    again = subprocess.run([*words, "--store", str(folder), "--json"], capture_output=True, check=True)
    rows = json.loads(again.stdout)["fans"]["rows"]
    assert [row["wins"] for row in rows] == expected.fan_frequencies()["wins"].tolist()
    assert ma.open_run(folder).frame.equals(expected.frame)
    assert seen.items() <= {path.name: path.stat().st_mtime_ns for path in folder.glob("part-*")}.items()
