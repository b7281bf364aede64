"""Hands played in the report, policies matched, and a policy fitted to a population."""

import numpy as np
import pytest

import mjanalysis as ma
import mjcore as mj
from mjanalysis.questions.population import RULES

pytestmark = pytest.mark.slow  # many hands against slow players; other builds play whole hands elsewhere


def test_value_beats_efficient_beats_random_in_both_games_on_the_same_walls():
    for rules in (mj.SOFT_EIGHT, RULES):
        for strong, weak, walls in (("value", "efficient", 700), ("efficient", "random", 150)):
            found = ma.skill(rules, strong=strong, weak=weak, deals=walls, seed=5, strong_seats=(1, 2))
            assert (found.frame["low"] > 0).all(), f"{rules.name} {strong} {weak}: {found}"


def test_skill_does_not_depend_on_the_workers_and_is_nothing_between_equals():
    one, two = (
        ma.skill(
            mj.SOFT_EIGHT, strong="efficient", weak="random", deals=5000, seed=3, strong_seats=(1,), workers=w
        )
        for w in (1, 2)
    )
    assert one.frame.equals(two.frame)
    same = ma.skill(mj.SOFT_EIGHT, strong="random", weak="random", deals=300, seed=3, strong_seats=(2,))
    assert same.frame["low"].item() <= 0 <= same.frame["high"].item()


def test_a_study_of_play_compares_policies_on_the_same_walls():
    study = ma.play_study(mj.MCR, hands=1_000, seed=2)
    efficient, value = study.runs.values()
    assert not study.rules.scoring.flowers
    assert np.array_equal(efficient.frame["deal_shanten_0"], value.frame["deal_shanten_0"])
    assert set(study.tables) == {"outcomes", "scores", "turns", "refused", "fans", "people"}
    assert set(study.tables["outcomes"]["policy"]) == {"efficient", "value"}
    assert len(study.findings) == 4
    assert study.findings[-1].endswith("the dials were fitted to them.")
    assert study.sections()[0].text[0].endswith("There are no flowers.")


def test_the_figure_of_a_study_of_play_calls_fans_as_it_is_told(monkeypatch):
    monkeypatch.setattr("mjanalysis.present.plots.with_font", lambda named, otherwise: (named, None))
    study = ma.play_study(mj.SOFT_EIGHT, hands=1_000, seed=2, names="chinese")
    named = {label.get_text() for label in study.figures()["played-fans"].axes.get_yticklabels()}
    assert named
    assert named <= set(study.estimated["fans"]["chinese"])


def test_a_study_of_other_rules_says_that_people_play_by_the_default_ones():
    study = ma.play_study(mj.MCR.replace(min_points=6), hands=1_000, seed=2)
    assert study.findings[-1].endswith("people play by the default rules, to which the dials were fitted.")


def test_a_study_of_play_keeps_its_runs_and_what_was_done_when_it_is_told_to_stop(tmp_path):
    told = []
    with pytest.warns(ma.PartialRun):
        study = ma.play_study(
            mj.SOFT_EIGHT, hands=20_000, seed=2, store=tmp_path, stop=lambda: told.append(0) or len(told) > 1
        )
    assert list(study.runs) == ["efficient"]
    assert "Played by efficient" in study.findings[0]
    stored = ma.open_run(tmp_path / "soft_eight-efficient")
    assert stored.outcomes().equals(study.runs["efficient"].outcomes())


def test_a_dial_follows_what_is_published(tmp_path):
    text = ma.questions.population.files("mjanalysis").joinpath("data/human_play.toml").read_text("utf-8")
    path = tmp_path / "club.toml"
    path.write_text(text.replace("seven_pairs = 3.329", "seven_pairs = 30.0"), "utf-8")
    found = ma.calibrate(path, rounds=1, hands=1_000)
    before, after = (mj.Policy("value").dials(RULES), found.policy.dials(RULES))
    assert after["seven_pairs"] / before["seven_pairs"] > after["all_pungs"] / before["all_pungs"]
    assert "seven_pairs" in found.to_toml()
