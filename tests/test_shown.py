"""What results say of themselves in print, and at a prompt."""

import numpy as np
import pandas as pd
import pytest

import mjanalysis as ma
import mjcore as mj
from mjanalysis.questions.study import Study
from mjanalysis.questions.told import Told

WIN = mj.Entry(0, 1, 6, "WIN", "15")
LOG = mj.play_log(mj.SOFT_EIGHT, "efficient", rng=np.random.default_rng(1))
RNG = np.random.default_rng(1)

SAID = {
    "distribution": (
        ma.Distribution({1: 30, 9: 10}),
        "mean 3.00 [1.88, 4.12] of 40; 5 % 1, median 1, 95 % 9",
    ),
    "nothing": (ma.Distribution({}), "no values"),
    "clusters": (ma.ClusteredMean(3, 3, 3, 9, 30, 9), "3.00 [-0.04, 6.04] of 3 in 3 clusters"),
    "tally": (ma.Tally(7, 10, 10), "7, from 10 draws"),
    "tally interrupted": (ma.Tally(7, 5, 10), "7, from 5 of 10 draws"),
    "payments": (
        mj.Payments.of([WIN]),
        "seat 0 -6, seat 1 +6, seat 2 +0, seat 3 +0\n0 pays 1: 6 (WIN, clause 15)",
    ),
    "ledger": (
        mj.Ledger().record(3, [WIN]),
        "seat 0 -6, seat 1 +6, seat 2 +0, seat 3 +0\nhand 3: 0 pays 1: 6 (WIN, clause 15)",
    ),
    "settlement": (
        mj.settle_totals([10, -10, 0, 0], mj.SOFT_EIGHT),
        "seat 0 +10, seat 1 -10, seat 2 +0, seat 3 +0\n"
        "in hundreds: seat 0 +100, seat 1 -100, seat 2 +0, seat 3 +0",
    ),
    "drawn": (mj.HandResult(), "drawn"),
    "won": (
        mj.HandResult(winners=[1, 2], entries=[WIN]),
        "won by seat 1 and 2\n0 pays 1: 6 (WIN, clause 15)",
    ),
    "false win": (mj.HandResult(false_win=2), "false win of seat 2"),
    "start": (mj.SessionState(), "before hand 0, seat 0 deals"),
    "session": (
        mj.SessionState(scores=(6, -6, 0, 0), hand=2, dealer=1, time_called_in=1),
        "before hand 2, seat 1 deals\n"
        "scores  seat 0 +6, seat 1 -6, seat 2 +0, seat 3 +0\n"
        "time was called in hand 1",
    ),
    "ruling": (
        mj.adjudicate(mj.Event(row="J1", tile=0), mj.HandState()),
        "the tile is shown to everybody and put back (1m)",
    ),
    "no ruling": (mj.adjudicate(mj.Event(row="J18", offender=2), mj.HandState()), "nothing follows"),
    "effect": (mj.Effect("DEAD", seat=2), "seat 2: the seat loses the right to win this hand"),
    "fan": (mj.FANS[0], "88 Big Four Winds 大四喜 (1): pungs of all four winds"),
    "set": (mj.ConcealedSet("chow", 3), "456m"),
    "tables": (mj.Tables(mj.SOFT_EIGHT, 3, RNG), "<Tables of soft_eight: 3 ask, 0 hands are over>"),
}


@pytest.mark.parametrize("name", SAID)
def test_it_is_said_in_words(name):
    thing, words = SAID[name]
    assert str(thing) == words


def test_a_replay_says_who_won():
    played = mj.replay(LOG, mj.SOFT_EIGHT)
    assert str(played).startswith(f"seat {played.winner} won {played.points} points: seat 0 ")
    drawn = played._replace(winner=None, points=0, scores=(0, 0, 0, 0))
    assert "won 0" not in str(drawn)


def test_a_provenance_is_a_few_lines():
    record = ma.Provenance.begin("ma.scores(run)", rules=[mj.MCR], seed=1, n=10).finish(n=4)
    lines = dict(line.split(maxsplit=1) for line in str(record).splitlines())
    assert lines["command"] == "ma.scores(run)"
    assert lines["rules"] == f"mcr {mj.MCR.digest[:12]}"
    assert lines["done"] == "4 draws of 10, interrupted"
    assert "stopped" not in lines


def test_a_population_is_a_table():
    people = ma.Population.read()
    lines = str(people).splitlines()
    assert len(lines) == 1 + len(people.fans) + 1
    assert lines[-1] == f"{'drawn':32}{people.draws:7.3f} % of hands"


def test_counts_of_fans_are_a_table():
    counts = mj.census.fan_counts(mj.SOFT_EIGHT)
    lines = str(counts).splitlines()
    assert lines[0] == "51,391,637,703,000 wins, 51,391,637,703,000 of which reach the minimum"
    assert [line.split()[-1] for line in lines[1:]] == [
        fan for fan, weight in counts.with_fan.items() if weight
    ]


def test_tables_of_fans_are_a_sentence():
    tables = ma.exact.fan_tables(mj.SOFT_EIGHT)
    assert repr(tables) == "<FanTables of soft_eight: 51,391,637,703,000 wins, 3 fans>"


@pytest.mark.parametrize(
    ("win", "rules"), [("[777z] 12345678s44p +9s", mj.SOFT_EIGHT), ("23456789m22345p +1m", mj.MCR)]
)
def test_an_explanation_is_short_at_a_prompt(win, rules):
    explained = mj.explain(win, rules)
    assert repr(explained) == f"<{type(explained).__name__} of {explained.win!r}: {explained.sentence}>"


def test_answers_say_at_a_prompt_what_they_say_in_print():
    answers = [thing for thing in vars(ma).values() if isinstance(thing, type) and issubclass(thing, Told)]
    assert len(answers) >= 14
    assert [kind.__name__ for kind in answers if kind.__repr__ is not Told.__repr__] == []
    assert [kind.__name__ for kind in answers if kind.__str__ is object.__str__] == []
    shapes = ma.shape_distances(deals=100, seed=1)
    assert repr(shapes) == str(shapes)
    assert str(shapes).startswith("Distance at the deal\n| Rules")


def test_scores_say_means_and_quantiles():
    told = str(ma.scores(ma.simulate(mj.SOFT_EIGHT, deals=1000, seed=1, policy="efficient")))
    assert told.startswith("mean: 0.0 [")
    assert {"90 %", "worst 5 %"} <= {line.split(":")[0] for line in told.splitlines()}


def test_a_study_says_its_question_and_findings():
    class Short(Study):
        title = "Is it so?"
        estimated = pd.Series(dtype=object)
        findings = ("It is.",)

        def figures(self):
            return {}

        def _sections(self, figures):
            return []

    assert str(Short(mj.MCR, "short()", {})) == "Is it so?\nIt is."
