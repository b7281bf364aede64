"""Runs that last until something is known: hands by the seed alone, and limits that keep their level."""

from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import mjanalysis as ma
import mjcore as mj
from mjanalysis.distributions import ClusteredMean
from mjanalysis.hand_rows import seat_columns
from mjanalysis.precision import LEAST, Found, Looks, Precision
from mjanalysis.store import StoredParts

# A pool forks from a test process that has threads; the children only play.
pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")

RULES = mj.MCR.replace(min_points=0)
GIVEN = {"deals": 20_000, "policy": "random", "seed": 7, "chunk": 400}
UNTIL = {"won": 0.005, "points of the dealer": 0.25}


def played(**changes):
    return ma.simulate(RULES, **GIVEN | {"until": UNTIL} | changes)


@pytest.fixture(scope="module")
def run():
    return played()


def half_width(run, name):
    if name in ("dealer", "other"):
        row = run.expected_scores(by="dealer").set_index("dealer").loc[name]
    else:
        row = run.outcomes().set_index("measure").loc[name]
    return (row["high"] - row["low"]) / 2


# ---- how many hands ------------------------------------------------------------------------------------


def test_a_run_ends_with_the_first_part_after_which_all_is_known(run):
    n = len(run)
    assert LEAST < n < 20_000
    assert n % 400 == 0
    before = played(deals=n - 400, until=None)
    for looked, is_enough in ((run, True), (before, False)):
        narrow = half_width(looked, "won") <= 0.005, half_width(looked, "dealer") <= 0.25
        assert all(narrow) == is_enough
    pd.testing.assert_frame_equal(run.frame[: n - 400], before.frame)


def test_it_is_the_run_of_as_many_hands(run):
    pd.testing.assert_frame_equal(run.frame, played(deals=len(run), until=None).frame)


@pytest.mark.parametrize("workers", [2, 5])
@pytest.mark.parametrize("kind", [None, ProcessPoolExecutor])
def test_hands_are_the_same_with_any_workers(run, workers, kind):
    if kind is None:
        other = played(workers=workers)
    else:
        with kind(workers) as executor:
            other = played(workers=workers, executor=executor)
    assert other.stopped == run.stopped
    pd.testing.assert_frame_equal(other.frame, run.frame)


def test_the_run_and_its_tables_say_why_it_ended(run):
    won, dealer = half_width(run, "won"), half_width(run, "dealer")
    assert run.stopped == (
        f"won ±{won:.3g}, points of the dealer ±{dealer:.3g}: as narrow as wanted after {len(run):,} of at "
        "most 20,000 hands"
    )
    told = ma.provenance_of(run.outcomes())
    assert (told["stopped"], told["n"], told["n_requested"]) == (run.stopped, len(run), 20_000)
    assert not run.is_interrupted
    again = eval(run.provenance.command, {"ma": ma, "rules": RULES})
    pd.testing.assert_frame_equal(again.frame, run.frame)


def test_as_many_hands_as_may_be_are_played_and_what_is_not_known_is_said():
    with pytest.warns(
        ma.SmallSample, match=r"won ±0\.\d+ \(wanted ±0\.001\): not as narrow as wanted after all"
    ):
        run = played(deals=1_200, until={"won": 0.001})
    assert (len(run), run.is_interrupted, "not as narrow" in run.stopped) == (1_200, False, True)
    assert played(until=None).stopped == ""


def test_a_thousand_hands_or_sessions_are_the_least():
    assert len(played(until={"won": 0.4})) == 1_200
    sessions = {"until": {"won": 0.4, "points of the others": 30.0}, "sessions": 4, "chunk": 400}
    run = played(**sessions)
    assert (len(run), run.frame["session"].nunique()) == (4_000, 1_000)


def test_the_scores_of_sessions_are_as_wide_as_shown():
    run = played(sessions=4, until={"points of the dealer": 0.25})
    assert half_width(run, "dealer") <= 0.25
    assert half_width(run, "other") <= 0.25 / 3
    assert len(run) < 20_000


def test_scores_that_are_all_equal_say_nothing():
    precision = Precision.of({"points of the dealer": 1.0})
    same = ClusteredMean(n=5_000, weight=5_000, weight_sq=5_000, total=0, total_sq=0, cross=0)
    assert not precision.is_reached(Found(5_000, {"points of the dealer": same}))


def test_what_is_looked_at_is_what_the_tables_say(run):
    names = ["drawn", "won on a discard", "self-drawn, of wins", "by the dealer, of wins"]
    precision = Precision.of(dict.fromkeys([*names, "points of the others"], 1.0))
    looks = Looks(precision)
    for k in range(len(run.parts)):
        looks.at(run.parts.source(k))
    table = run.outcomes().set_index("measure")
    for name in names:
        share = looks.found.estimates[name]
        assert (share.hits, share.n) == tuple(table.loc[name, ["hits", "n"]])
    points = run.frame[seat_columns("points")].to_numpy()
    others = points.sum() - points[np.arange(len(points)), run.frame["dealer"]].sum()
    assert looks.found.estimates["points of the others"].total == others


@pytest.mark.parametrize("workers", [1, 2])
def test_the_bar_shows_how_well_it_is_known(run, capsys, workers):
    with_bar = played(workers=workers, progress=True)
    pd.testing.assert_frame_equal(with_bar.frame, run.frame)
    won, dealer = half_width(run, "won"), half_width(run, "dealer")
    last = capsys.readouterr().err.split("\r")[-1]
    assert f"won ±{won:.2g}, points of the dealer ±{dealer:.2g}" in last
    plain = played(until=None, deals=2_000, progress=True)
    assert f"drawn ±{half_width(plain, 'drawn'):.2g}" in capsys.readouterr().err.split("\r")[-1]
    assert plain.stopped == ""


# ---- stored --------------------------------------------------------------------------------------------


def test_a_stored_run_says_why_it_ended_and_goes_on_when_more_is_wanted(run, tmp_path):
    first = played(store=tmp_path, until={"won": 0.01})
    assert len(first) < len(run)
    opened = ma.open_run(tmp_path)
    assert (opened.stopped, len(opened), opened.is_interrupted) == (first.stopped, len(first), False)
    written = {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("part-*")}
    pd.testing.assert_frame_equal(played(store=tmp_path).frame, run.frame)
    assert written.items() <= {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("part-*")}.items()
    assert ma.open_run(tmp_path).stopped == run.stopped
    with pytest.raises(ma.StoreError, match="more hands of this run than until asks for"):
        played(store=tmp_path, until={"won": 0.01})
    opened = ma.open_run(tmp_path)  # what was refused has changed nothing
    assert (opened.stopped, len(opened), opened.is_interrupted) == (run.stopped, len(run), False)


def test_a_run_that_lost_a_part_does_not_say_that_all_is_known(tmp_path):
    played(store=tmp_path)
    (tmp_path / "part-000002.parquet").unlink()
    with pytest.warns(ma.DamagedPart):
        opened = ma.open_run(tmp_path)
    assert (len(opened), opened.stopped, opened.is_interrupted) == (800, "", True)


@pytest.mark.parametrize("width", [np.float32(0.5), np.int64(1)])
def test_half_widths_may_be_numbers_of_an_array(width):
    run = played(deals=2_000, until={"won": width})
    assert "np." not in run.provenance.command


@pytest.mark.parametrize("n_parts", [1, 4])
def test_a_run_that_was_interrupted_ends_with_the_same_hands(run, tmp_path, monkeypatch, n_parts):
    add = StoredParts.add

    def interrupted(self, k, content, rows):
        if k == n_parts:
            raise KeyboardInterrupt
        add(self, k, content, rows)

    monkeypatch.setattr(StoredParts, "add", interrupted)
    with pytest.warns((ma.PartialRun, ma.SmallSample)):
        half = played(store=tmp_path)
    assert (len(half), half.is_interrupted, half.stopped) == (n_parts * 400, True, "")
    monkeypatch.setattr(StoredParts, "add", add)
    (tmp_path / "part-000000.parquet").unlink()
    with pytest.warns(ma.DamagedPart):
        whole = played(store=tmp_path, workers=2)
    assert whole.stopped == run.stopped
    pd.testing.assert_frame_equal(whole.frame, run.frame)


# ---- the level of the intervals ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("share", "width", "chunk"), [(0.5, 0.03, 16), (0.5, 0.03, 100), (0.2, 0.02, 100), (0.024, 0.005, 100)]
)
def test_shares_are_covered_as_often_as_they_say(share, width, chunk):
    """Exactly: the law of the hits at each look, of runs that have not ended."""
    precision = Precision.of({"drawn": width})
    law, more = np.ones(1), stats.binom.pmf(np.arange(chunk + 1), chunk, share)
    covered, n = 0.0, 0
    while law.sum() > 1e-6:
        law, n = np.convolve(law, more), n + chunk
        for hits in np.flatnonzero(law > 1e-9):
            drawn = ma.Proportion(int(hits), n)
            if precision.is_reached(Found(n, {"drawn": drawn})):
                low, high = drawn.interval()
                covered += law[hits] * (low <= share <= high)
                law[hits] = 0
    assert n > LEAST
    assert 0.94 < covered < 0.96


@pytest.mark.slow
def test_means_are_covered_as_often_as_they_say():
    """Points as skewed as those of a hand, a look each 100 hands: 4,000 runs, false alarms 0.4 %."""
    rng = np.random.default_rng(20260701)
    points, chances = np.array([-40, -8, 0, 24, 88]), np.array([0.05, 0.6, 0.1, 0.2, 0.05])
    mean = float(points @ chances)
    precision, name = Precision.of({"points of the dealer": 1.2}), "points of the dealer"
    covered, lengths = 0, []
    for _ in range(4_000):
        looks, is_enough = Looks(precision), False
        while not is_enough:
            drawn = rng.choice(points, 100, p=chances)
            total, total_sq = int(drawn.sum()), int((drawn**2).sum())
            is_enough = looks.add(Found(100, {name: ClusteredMean(100, 100, 100, total, total_sq, total)}))
        low, high = looks.found.estimates[name].interval()
        covered += low <= mean <= high
        lengths.append(looks.found.n)
    assert min(lengths) > LEAST
    assert 0.94 < covered / 4_000 < 0.96


# ---- what is refused -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("until", "said"),
    [
        (
            {"luck": 0.1},
            r"until: 'luck' is none of won, .*, drawn, .*, points of the dealer, points of the others",
        ),
        ({"drawn": 0}, "until: the half width of drawn is a number above 0, not 0"),
        ({"drawn": "0.1"}, "until: the half width of drawn is a number above 0, not '0.1'"),
        ({"drawn": float("nan")}, "until: the half width of drawn is a number above 0, not nan"),
        ({}, 'until is half widths by name, such as {"drawn": 0.001}'),
        ("drawn", "until is half widths by name"),
    ],
)
def test_what_cannot_be_known_is_refused(until, said):
    with pytest.raises(mj.MahjongError, match=said):
        played(until=until)
