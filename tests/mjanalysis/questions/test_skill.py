"""Policies matched on the same walls: the sums are those of the hands, and who plays better wins."""

import json
import math
import re
import signal
import threading

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import mjanalysis as ma
import mjcore as mj
from mjanalysis import columns
from mjanalysis.questions import skill as module
from tests.mjanalysis.test_cli import refused, run

FLOWERLESS = mj.MCR.replace(flowers=False)
RULES = [mj.SOFT_EIGHT, FLOWERLESS, mj.MCR]
QUICK = {"strong": "efficient", "weak": "random", "seed": 5}


def test_a_row_is_what_its_hands_say():
    n, seats = 40, 2
    row = ma.skill(mj.SOFT_EIGHT, deals=n, strong_seats=[seats], **QUICK).frame.iloc[0]
    rng = ma.Chunks(n, QUICK["seed"], module.CHUNK, stream=seats).rng(0)
    walls = mj.draw_walls(rng, n, mj.SOFT_EIGHT)
    points, wins, deal_ins, everyone, is_strong = [], [0, 0], [0, 0], [], []
    for chosen in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]:
        policies = ["efficient" if seat in chosen else "random" for seat in range(4)]
        hands = mj.play(mj.SOFT_EIGHT, policies, n=n, rng=rng, walls=walls)
        points.append(hands["points"][:, chosen])
        everyone.append(hands["points"])
        is_strong.append(np.broadcast_to(np.isin(range(4), chosen), (n, 4)))
        for hand in hands:
            for seat in range(4):
                wins[seat not in chosen] += bool(hand["winners"] >> seat & 1)
                deal_ins[seat not in chosen] += hand["payer"] == seat
    of_walls = np.concatenate(points, axis=1).sum(axis=1) / 12
    assert (row["seatings"], row["walls"]) == (6, n)
    assert row["mean"] == pytest.approx(of_walls.mean())
    assert row["standard_error"] == pytest.approx(of_walls.std(ddof=1) / math.sqrt(n))
    limits = stats.t.interval(0.95, n - 1, of_walls.mean(), row["standard_error"])
    assert (row["low"], row["high"]) == pytest.approx(limits)
    assert row["standard_deviation"] == pytest.approx(np.concatenate(points).std(ddof=1))
    everyone, is_strong = np.concatenate(everyone).ravel(), np.concatenate(is_strong).ravel()
    by_policy = np.where(is_strong, everyone[is_strong].mean(), everyone[~is_strong].mean())
    explained = by_policy.var() / everyone.var(ddof=1)
    assert row["explained"] == pytest.approx(explained)
    assert row["explained_low"] < explained < row["explained_high"] < 1
    counted = [count / (12 * n) for count in (*wins, *deal_ins)]
    assert row[["strong_wins", "weak_wins", "strong_deal_ins", "weak_deal_ins"]].tolist() == counted


def test_so_many_hands_are_needed_as_a_test_of_that_power_takes():
    difference, spread = 0.4, 7.0
    n = module._hands_needed(difference, spread)
    assert module._hands_needed(-difference, spread) == n
    found = stats.norm.sf(stats.norm.isf(0.025) - difference * math.sqrt(n) / spread)
    fewer = stats.norm.sf(stats.norm.isf(0.025) - difference * math.sqrt(n - 1) / spread)
    assert fewer < module.POWER <= found
    assert module._hands_needed(0.0, spread) == 0


@pytest.mark.parametrize("rules", RULES, ids=["soft_eight", "mcr without flowers", "mcr"])
def test_numbers_depend_on_the_seed_and_not_on_the_workers(rules, monkeypatch):
    monkeypatch.setattr(module, "CHUNK", 16)
    one, two, other = (
        ma.skill(rules, deals=40, strong="efficient", weak="random", seed=seed, workers=workers)
        for seed, workers in [(1, 1), (1, 3), (2, 1)]
    )
    pd.testing.assert_frame_equal(one.frame, two.frame, check_exact=True)
    assert not one.frame["mean"].equals(other.frame["mean"])
    assert one.frame["strong_seats"].tolist() == [1, 2, 3]


def test_a_policy_against_itself_wins_nothing():
    frame = ma.skill(mj.SOFT_EIGHT, strong="efficient", weak="efficient", deals=400, seed=1).frame
    assert ((frame["low"] <= 0) & (frame["high"] >= 0)).all()


def test_the_frame_is_described_and_says_how_to_compute_it_again():
    found = ma.skill(mj.SOFT_EIGHT, deals=20, strong_seats=(3, 1), **QUICK)
    assert columns.described(found.frame)["name"].tolist() == list(columns.SKILL)
    record = ma.provenance_of(found.frame)
    again = eval(record["command"], {"ma": ma, "Policy": mj.Policy, "rules": mj.SOFT_EIGHT})
    pd.testing.assert_frame_equal(again.frame, found.frame, check_exact=True)
    assert (record["n"], record["n_requested"], found.is_interrupted) == (40, 40, False)
    assert str(found).splitlines()[1].startswith("3 against 1: +")


def interrupting(monkeypatch, at):
    """Make a number of chunks end in Ctrl-C, as if it were pressed then."""
    monkeypatch.setattr(module, "CHUNK", 8)
    played, lock = [], threading.Lock()
    sample = module._Duplicate.__call__

    def interrupted(self, rng, size):
        with lock:
            played.append(size)
        if len(played) == at:
            raise KeyboardInterrupt
        return sample(self, rng, size)

    monkeypatch.setattr(module._Duplicate, "__call__", interrupted)


@pytest.mark.parametrize(("at", "walls"), [(3, [16]), (4, [24]), (5, [24, 8])])
def test_an_interrupt_keeps_the_walls_that_are_done(at, walls, monkeypatch):
    interrupting(monkeypatch, at)
    with pytest.warns(ma.PartialRun, match="Interrupted"):
        found = ma.skill(mj.SOFT_EIGHT, deals=24, strong_seats=(1, 2), **QUICK)
    assert found.frame["walls"].tolist() == walls
    assert found.is_interrupted


def test_an_interrupt_before_anything_was_done_is_one(monkeypatch):
    interrupting(monkeypatch, 1)
    with pytest.raises(KeyboardInterrupt):
        ma.skill(mj.SOFT_EIGHT, deals=24, **QUICK)


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"rules": "mcr"}, "without quotes"),
        ({"deals": 1}, "deals must"),
        ({"deals": 2.5}, "deals must"),
        ({"seed": -1}, "seed must"),
        ({"strong": "greedy"}, "a policy is random, efficient or value"),
        ({"weak": ["random", "value", "value", "value"]}, "weak is one policy"),
        ({"strong_seats": (4,)}, "1, 2 or 3 of four seats, not 4"),
        ({"strong_seats": ()}, "not an empty list"),
        ({"strong_seats": 3}, "is needed, not 3"),
    ],
)
def test_matches_that_cannot_be_are_refused(changed, named):
    with pytest.raises(mj.MahjongError, match=named):
        ma.skill(**({"rules": mj.SOFT_EIGHT, "deals": 10} | QUICK | changed))


# ---- in the shell --------------------------------------------------------------------------------------

WORDS = ["skill", "--strong", "efficient", "--weak", "random", "--deals", 20, "--seed", 5]


def test_the_command_gives_what_the_function_gives():
    result = run(*WORDS, "--strong-seats", "1,3", "--json")
    assert result.exit_code == 0, result.output
    frame = ma.skill(mj.SOFT_EIGHT, deals=20, strong_seats=(1, 3), **QUICK).frame
    said = json.loads(result.stdout)["rows"]
    pd.testing.assert_frame_equal(pd.DataFrame(said), frame, check_exact=True)
    assert "Points a hand" in run(*WORDS).stdout


def test_presets_have_options_of_their_own():
    words = ["skill", "--rules", "mcr", "--deals", 2, "--strong-seats", 1, "--weak", "value", "--json"]
    result = run(*words, "--strong-preset", "strong")
    assert result.exit_code == 0, result.output
    assert refused(*WORDS, "--strong-preset", "strong").startswith("Invalid value for --preset")
    assert "weak is one policy" in refused(*WORDS[:3], "--weak", "value,value,value,random")


def test_an_interrupted_command_writes_what_is_done(monkeypatch):
    interrupting(monkeypatch, 3)
    result = run(*WORDS, "--workers", 1, "--strong-seats", 1, "--json")
    assert result.exit_code == 128 + signal.SIGINT
    assert json.loads(result.stdout)["rows"][0]["walls"] == 16


# ---- who plays better ----------------------------------------------------------------------------------

STRONG = mj.Policy("value", "strong")
MATCHES = [
    (mj.SOFT_EIGHT, "value", "efficient", 2_000),
    (mj.SOFT_EIGHT, "efficient", "random", 200),
    (FLOWERLESS, "value", "efficient", 300),
    (FLOWERLESS, "efficient", "random", 1_000),
    (FLOWERLESS, STRONG, "value", 3_000),
    (mj.MCR, "value", "efficient", 300),
    (mj.MCR, "efficient", "random", 1_000),
]


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "strong", "weak", "deals"), MATCHES, ids=repr)
def test_the_stronger_policy_wins_in_every_number_of_seats(rules, strong, weak, deals):
    frame = ma.skill(rules, strong=strong, weak=weak, deals=deals, seed=20261130, workers=2).frame
    assert frame["strong_seats"].tolist() == [1, 2, 3]
    assert (frame["low"] > 0).all(), frame


def test_the_bar_says_how_well_the_points_are_known(capsys):
    ma.skill(
        mj.SOFT_EIGHT, strong="efficient", weak="random", deals=8, seed=1, strong_seats=[1], progress=True
    )
    assert re.search(r"1 against 3: 100%.*±[\d.]+ points a hand\]", capsys.readouterr().err)
