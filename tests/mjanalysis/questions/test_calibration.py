"""Dials turned until the fans come right: each step as it is defined, and what becomes of the whole."""

import json
import tomllib

import numpy as np
import pytest

import mjanalysis as ma
import mjcore as mj
from mjanalysis.questions import calibration
from mjanalysis.questions.calibration import calibrate, seed_of_round
from mjanalysis.questions.population import RULES, Population, against_population, fit
from mjcore.words.errors import MahjongError
from tests.mjanalysis.test_cli import run as command

pytestmark = pytest.mark.slow  # many hands against slow players; other builds play whole hands elsewhere

PEOPLE = Population.read()


@pytest.fixture(scope="module")
def found():
    return calibrate(rounds=2, hands=2_000, seed=5)


def step_of(history, dial, number):
    row = history[(history["dial"] == dial) & (history["round"] == number)].iloc[0]
    power, (low, high) = (1.0 if number == 1 else 0.5), (0.62, 1.6)
    if dial == "patience":
        power, (low, high) = 0.06, (0.96, 1.04)
    return row["value"], row["turned"], np.clip((row["published"] / row["observed"]) ** power, low, high)


@pytest.mark.parametrize("number", [1, 2])
def test_each_dial_moves_by_the_ratio_of_the_shares(found, number):
    history = found.history
    value, turned, step = step_of(history, "patience", number)
    assert turned == pytest.approx(value * step, rel=1e-3)
    _, _, unit = step_of(history, "mixed_straight", number)
    for dial in PEOPLE.dials:
        value, turned, step = step_of(history, dial, number)
        most = PEOPLE.most.get(dial, np.inf)
        assert turned == pytest.approx(min(value * step / unit, most), rel=1e-3)


def test_a_round_begins_where_the_one_before_ended(found):
    first, second = (found.history[found.history["round"] == number] for number in (1, 2))
    assert second["value"].tolist() == first["turned"].tolist()
    human, dials = mj.Policy("value").dials(RULES), found.policy.dials(RULES)
    assert first["value"].tolist() == [human[dial] for dial in first["dial"]]
    assert second["turned"].tolist() == [dials[dial] for dial in second["dial"]]
    assert dials["mixed_straight"] == 1
    assert dials["thirteen_orphans"] == human["thirteen_orphans"]


def test_the_shares_are_those_of_the_walls_of_the_round(found):
    run = ma.simulate(
        RULES, deals=2_000, policy="value", seed=seed_of_round(5, 1), dealer="rotate", prevalent_wind="rotate"
    )
    ours = against_population(run).set_index("what")["ours"]
    for row in found.history[found.history["round"] == 1].itertuples():
        assert row.observed == ours[row.fan]


def test_the_same_call_finds_the_same_whatever_the_workers(found):
    again = calibrate(rounds=2, hands=2_000, seed=5, workers=2)
    assert again.history.equals(found.history)
    assert again.policy == found.policy


def test_rounds_share_no_walls_with_each_other_or_a_run():
    seeds = {seed_of_round(seed, number) for seed in range(10) for number in range(1, 11)}
    assert len(seeds) == 100
    assert min(seeds) > 2**64


def test_it_reads_well(found):
    lines = str(found).splitlines()
    assert lines[0] == "people, fitted in 2 rounds, of which the last:"
    assert len(lines) == 2 + len(PEOPLE.dials)
    assert lines[1].startswith("patience")
    dials = tomllib.loads(found.to_toml())
    assert dials == {name: found.policy.dials(RULES)[name] for name in ("patience", *PEOPLE.dials)}


def test_a_share_that_was_never_seen_raises_its_dial_and_no_further_than_may_be():
    assert calibration._step(2.0, 0.0, 1.0, (0.62, 1.6)) == 1.6
    assert calibration._step(2.0, float("nan"), 1.0, (0.62, 1.6)) == 1.6
    wild = mj.Policy("value", full_flush=1000.0, mixed_straight=0.001)
    assert calibrate(start=wild, rounds=1, hands=1_000).policy.dials(RULES)["full_flush"] == 1000


def test_what_was_done_is_kept_when_it_is_interrupted(monkeypatch):
    play, calls = calibration.simulate, []

    def interrupted(*arguments, **options):
        calls.append(options["seed"])
        if len(calls) == 2:
            raise KeyboardInterrupt
        return play(*arguments, **options)

    monkeypatch.setattr(calibration, "simulate", interrupted)
    with pytest.warns(ma.PartialRun, match="Interrupted after 1 of 3 rounds"):
        found = calibrate(rounds=3, hands=1_000)
    assert found.history["round"].unique().tolist() == [1]


def test_nothing_is_kept_of_a_first_round_that_is_interrupted(monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(calibration, "simulate", interrupted)
    with pytest.raises(KeyboardInterrupt):
        calibrate(rounds=3, hands=1_000)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"start": "strong"}, "starts from a policy value, not 'strong'"),
        ({"start": mj.Policy("efficient")}, "starts from a policy value"),
        ({"rounds": 0}, "rounds"),
        ({"hands": 10}, "hands"),
        ({"population": "nowhere.toml"}, "nowhere.toml: No such file"),
    ],
)
def test_what_cannot_be_is_refused(given, message):
    with pytest.raises(MahjongError, match=message):
        calibrate(**given)


def test_the_command_says_the_same(tmp_path):
    given = ("calibrate", "--rounds", 1, "--hands", 1000, "--seed", 5)
    result = command(*given, "--json")
    assert result.exit_code == 0, result.output
    found = calibrate(rounds=1, hands=1_000, seed=5)
    rows = json.loads(result.stdout)["rows"]
    assert [row["turned"] for row in rows] == found.history["turned"].tolist()
    assert tomllib.loads(result.stderr) == tomllib.loads(found.to_toml())


@pytest.mark.slow
def test_from_far_away_it_comes_near():
    start = mj.Policy("value", half_flush=0.3, all_pungs=8.0, seven_pairs=0.4, patience=0.09)
    found = calibrate(start=start, rounds=6, hands=8_000, workers=2)

    def played(policy):
        run = ma.simulate(RULES, deals=20_000, policy=policy, seed=20261204, workers=2)
        return fit(against_population(run))["rms_log_ratio"]

    before, after = played(start), played(found.policy)
    assert after < before / 3
    assert after < 0.15
