"""Whole hands depend on the seed alone; and the faults of other programs' chance, case by case."""

import itertools
import pickle
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from math import comb

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import mjanalysis as ma
import mjcore as mj
from mjanalysis.hand_rows import seat_columns
from tests.mjcore.test_bug_cases import CASES

# A pool forks from a test process that has threads; the children only play.
pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")

RULES = mj.MCR.replace(min_points=0)
GIVEN = {"deals": 1_050, "policy": "random", "seed": 7, "chunk": 100}

#: Where each case about chance is tested; those without a note are tested here.
TESTED = {
    "sim-01": "tests/mjcore/test_deal.py and here",
    "sim-02": "",
    "sim-03": "",
    "sim-05": "tests/mjcore/test_deal.py and here",
    "sim-06": "tests/mjcore/test_deal.py and here",
    "sim-08": "tests/mjcore/test_deal.py: orders of four tiles, places and neighbours in the wall",
    "sim-09": "",
    "sim-10": "tests/mjcore/test_deal.py and here",
    "sim-11": "",
    "sim-12": "",
    "sim-13": "tests/mjanalysis/test_runs.py",
    "sim-15": "tests/mjanalysis/test_runs.py",
    "sim-17": "tests/mjanalysis/test_runs.py",
    "sim-19": "tests/mjcore/test_deal.py and here",
    "sim-20": "",
    "sim-22": "tests/mjcore/test_deal.py and here",
}


def played(rules=RULES, **changes):
    return ma.simulate(rules, **GIVEN | changes)


@pytest.fixture(scope="module")
def expected():
    return played().frame


@pytest.fixture
def walls(monkeypatch):
    """The walls of all hands that are played, in order."""
    seen, draw = [], mj.draw_walls

    def drawn(rng, n, rules):
        seen.append(draw(rng, n, rules))
        return seen[-1]

    monkeypatch.setattr("mjcore.playing.draw_walls", drawn)
    return seen


def different(walls):
    """How many walls are different."""
    return len(np.unique(np.concatenate(walls), axis=0))


# ---- the faults of others ------------------------------------------------------------------------------


def test_every_case_about_chance_is_tested():
    assert {case["id"] for case in CASES if case["kind"] == "simulation"} == set(TESTED)


def test_the_walls_of_later_hands_differ_by_seed_and_repeat_for_one(walls):  # bug case sim-01
    given = {"deals": 64, "sessions": 16, "chunk": 32, "policy": "random"}
    for seed in (0, 424242, 0):
        with pytest.warns(ma.SmallSample):
            ma.simulate(RULES, seed=seed, **given)
    calls = len(walls) // 3
    first, second, again = (np.concatenate(walls[i * calls : (i + 1) * calls]) for i in range(3))
    assert (first == again).all()
    assert different([first, second]) == 128


def test_no_wall_comes_twice_in_a_session_also_when_the_dealer_stays(walls):  # bug case sim-02
    rules = mj.SOFT_EIGHT.replace(drawn_hand_dealer="stay")
    run = ma.simulate(rules, deals=2_400, sessions=24, policy="random", seed=1, chunk=600)
    assert (run.frame["dealer"].to_numpy().reshape(-1, 24) == 0).any(axis=1).all()
    assert different(walls) == 2_400


def test_no_two_chunks_share_a_wall(walls):  # bug case sim-03
    played(deals=5_000)
    assert len(walls) == 50
    assert different(walls) == 5_000


def test_no_two_chunks_of_processes_share_their_hands(expected):  # bug case sim-03
    with ProcessPoolExecutor(2) as executor:
        frame = played(executor=executor, workers=2).frame
    columns = [*seat_columns("deal_shanten"), *seat_columns("ready_turn"), "draws", "winner", "payer"]
    rows = frame.loc[:999, columns].astype("Float64").to_numpy(float, na_value=-1).reshape(10, -1)
    assert len(np.unique(rows, axis=0)) == 10


def test_a_seed_has_the_same_walls_as_ever(walls):  # bug case sim-05
    with pytest.warns(ma.SmallSample):
        ma.simulate(mj.SOFT_EIGHT, deals=2, policy="random", seed=20260603)
    (both,) = walls
    assert both[0, :16].tolist() == [20, 27, 18, 20, 28, 12, 0, 8, 22, 10, 25, 31, 2, 15, 17, 16]
    assert both[1, -8:].tolist() == [25, 24, 1, 19, 29, 9, 32, 7]


@pytest.mark.slow
@pytest.mark.parametrize("n_items", [3, 4])
def test_orders_of_a_few_tiles_are_equally_likely(n_items):  # bug case sim-06, sim-08
    kinds, n, counts = (0, 12, 23, 33)[:n_items], 240_000, Counter()
    for k in range(4):
        drawn = mj.draw_walls(ma.Chunks(n, 20260604, n // 4).rng(k), n // 4, mj.SOFT_EIGHT)
        first = np.stack([(drawn == kind).argmax(axis=1) for kind in kinds], axis=1)
        counts.update(map(tuple, np.argsort(first, axis=1).tolist()))
    seen = [counts[order] for order in itertools.permutations(range(n_items))]
    assert sum(seen) == n
    assert stats.chisquare(seen).pvalue > 1e-5


def test_each_hand_has_a_deal_of_its_own_also_if_one_seat_is_given_his(walls):  # bug case sim-09
    hand = "123456789m1122p"
    run = ma.simulate(mj.SOFT_EIGHT, deals=1_000, policy="random", seed=1, hand=hand, seat=2)
    near = mj.shanten(hand, mj.SOFT_EIGHT)
    assert (run.frame["deal_shanten_2"] == near).all()
    others = run.frame[[name for name in seat_columns("deal_shanten") if name != "deal_shanten_2"]]
    assert (others.nunique() > 3).all()
    assert len(run.frame[["draws", *others]].drop_duplicates()) > 100


@pytest.mark.parametrize("dealer", [0, 3, "rotate"])
def test_deals_are_as_far_from_ready_as_counted_exactly_dealer_or_not(dealer):
    # bug cases sim-10, sim-19, sim-22: 13 tiles of each seat, the dealer's too
    run = ma.simulate(mj.SOFT_EIGHT, deals=16_000, policy="random", seed=2, dealer=dealer)
    exact = mj.census.shanten_counts(13, mj.SOFT_EIGHT)
    scores = run.expected_scores(by=["dealer", "deal_shanten"])
    for _, rows in scores.groupby("dealer"):
        rows = rows.set_index("deal_shanten")["n"]
        n = int(rows.sum())
        probability = [exact[shanten] / comb(136, 13) for shanten in rows.index]
        assert ma.agreement(rows, n, probability)["p_adjusted"].min() > 1e-4


def test_seeds_have_all_bits_and_stand_with_the_results():  # bug cases sim-11, sim-12
    run = ma.simulate(RULES, deals=1_000, policy="random", seed=2**127 + 1)
    other = ma.simulate(RULES, deals=1_000, policy="random", seed=1)
    assert not run.frame["draws"].equals(other.frame["draws"])
    assert ma.provenance_of(run.outcomes())["seed"] == 2**127 + 1
    state = ma.Chunks(1_000, 1).rng(0).bit_generator.state["state"]
    assert state["state"].bit_length() > 64  # PCG64: 128 bits


def test_few_hands_are_warned_of():  # bug case sim-20
    with pytest.warns(ma.SmallSample, match="10 hands are few"):
        run = ma.simulate(RULES, deals=10, policy="random", seed=1)
    assert (run.outcomes()["n"].iloc[0], run.outcomes()["high"].iloc[0] > 0.2) == (10, True)


# ---- the seed alone ------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 2, 4])
@pytest.mark.parametrize("kind", [None, ThreadPoolExecutor, ProcessPoolExecutor])
def test_rows_are_the_same_with_any_workers_of_any_kind(expected, workers, kind):
    if kind is None:
        run = played(workers=workers)
    else:
        with kind(workers) as executor:
            run = played(workers=workers, executor=executor)
    pd.testing.assert_frame_equal(run.frame, expected)


def test_a_longer_run_begins_with_a_shorter_one(expected):
    pd.testing.assert_frame_equal(played(deals=1_520).frame[:1_000], expected[:1_000])


def test_policies_have_chance_of_their_own(walls):
    """Walls do not depend on who plays."""
    for policy in ("random", ["efficient", "random", "random", "random"]):
        played(policy=policy, deals=1_000)
    assert (np.concatenate(walls[:10]) == np.concatenate(walls[10:])).all()


# ---- the same walls ------------------------------------------------------------------------------------


def test_another_run_can_have_the_same_walls(walls):
    flowerless = mj.MCR.replace(flowers=False)
    first = ma.simulate(flowerless, **GIVEN)
    second = ma.simulate(mj.SOFT_EIGHT, walls=first, policy="random")
    n = len(walls) // 2
    assert (np.concatenate(walls[:n]) == np.concatenate(walls[n:])).all()
    assert (len(second), second.provenance.seed, second.provenance.chunk) == (1_050, 7, 100)


def test_walls_that_cannot_be_shared_are_refused(expected):
    run = played()
    with pytest.raises(mj.MahjongError, match=r"136 tiles .* 144: .*mj\.MCR\.replace\(flowers=False\)"):
        ma.simulate(mj.SOFT_EIGHT, walls=run, policy="random")
    with pytest.raises(mj.MahjongError, match="those of its seed 7, so seed cannot be 8"):
        ma.simulate(RULES, walls=run, seed=8)
    with pytest.raises(mj.MahjongError, match="shared by single hands only"):
        ma.simulate(RULES, walls=run, sessions=16)
    with pytest.raises(mj.MahjongError, match="walls are those of a Run"):
        ma.simulate(RULES, walls=expected)


# ---- what is refused -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"deals": 0}, "deals must be a whole number, at least 1"),
        ({"deals": 10**30}, "n must be at most 9,223,372,036,854,775,807"),
        ({"zha": 3}, "zha: a list of whole numbers"),
        ({"di": 3}, "di is one of never, least, highest"),
        ({"deals": None}, "deals and seed are needed"),
        ({"seed": None}, "deals and seed are needed"),
        ({"seed": -1}, "seed must be a whole number, at least 0"),
        ({"chunk": 0}, "chunk must be a whole number, at least 1"),
        ({"dealer": 4}, "the dealer"),
        ({"dealer": "rotate"}, "multiple of 16"),
        ({"prevalent_wind": "X"}, "prevalent_wind is one of E, S, W, N, or 'rotate', not 'X'"),
        ({"policy": "lucky"}, "not 'lucky'"),
        ({"policy": ["random"] * 3}, "not 3"),
        ({"hand": "123m"}, "hand and seat are given together"),
        ({"seat": 1}, "hand and seat are given together"),
        ({"sessions": 16}, "1050 deals are no whole number of sessions of 16 hands"),
        ({"sessions": 0}, "sessions must be a whole number, at least 1"),
        ({"sessions": "long"}, "or 'rules', not 'long'"),
        ({"sessions": 10, "dealer": "rotate"}, "give the dealer of the first hand"),
        ({"workers": 0}, "workers must be a whole number"),
    ],
)
def test_what_cannot_be_is_refused(changes, said):
    with pytest.raises(mj.MahjongError, match=said):
        played(**changes)


def test_forms_are_no_rules_to_play_by():
    with pytest.raises(mj.RuleError, match="hands are played under"):
        ma.simulate("standard", **GIVEN)


# ---- sessions ------------------------------------------------------------------------------------------


def test_a_match_has_every_seat_deal_under_every_wind():
    frame = ma.simulate(mj.MCR, deals=1_600, sessions="rules", policy="random", seed=1, chunk=400).frame
    assert frame["session"].tolist() == np.repeat(np.arange(100), 16).tolist()
    assert frame["hand"].tolist() == list(range(16)) * 100
    assert (frame["dealer"] == frame["hand"] % 4).all()
    assert (frame["prevalent_wind"] == np.array(list("ESWN"))[frame["hand"] // 4]).all()


def test_a_dealer_who_wins_stays_where_the_rules_say_so():
    rules = RULES.replace(dealer_repeats=True)
    frame = ma.simulate(rules, deals=3_200, sessions=32, policy="random", seed=1, chunk=3_200).frame
    for _, session in frame.groupby("session"):
        deals = 0
        for _, row in session.iterrows():
            assert (row["dealer"], row["prevalent_wind"]) == (deals % 4, "ESWN"[deals // 4 % 4])
            deals += not (pd.notna(row["winner"]) and row["winner"] == row["dealer"])
    assert (frame["winner"] == frame["dealer"]).any()


@pytest.mark.parametrize("after_win", ["winner", "rotate_unless_dealer_wins"])
@pytest.mark.parametrize("drawn", ["stay", "next"])
def test_dealers_of_a_session_are_those_of_its_rules(after_win, drawn):
    rules = mj.SOFT_EIGHT.replace(
        dealer_after_win=after_win, drawn_hand_dealer=drawn, min_main_tiles=4, end_rule=40
    )
    frame = ma.simulate(rules, deals=2_000, sessions="rules", policy="random", seed=1, dealer=2).frame
    for _, session in frame.groupby("session"):
        state = mj.SessionState(rules=rules, dealer=2)
        for _, row in session.iterrows():
            assert row["dealer"] == state.dealer
            winners = [] if pd.isna(row["winner"]) else [int(row["winner"])]
            state = mj.next_hand(state, mj.HandResult(winners=winners))
    assert frame["winner"].notna().any()


def test_sessions_are_what_is_independent():
    rules = RULES.replace(min_points=0)
    run = ma.simulate(rules, deals=3_200, sessions=16, policy="random", seed=4, chunk=800)
    frame = run.frame
    row = run.expected_scores(by="seat").set_index("seat").loc[1]
    totals = frame.groupby("session")["points_1"].sum()
    assert row["standard_error"] == pytest.approx(ma.Mean.of(totals).standard_error / 16)
    assert ma.provenance_of(frame)["n"] == 3_200


def test_stakes_are_played_for():
    rules = mj.SOFT_EIGHT.replace(min_main_tiles=4)
    given = {"deals": 2_000, "policy": "random", "seed": 1}
    plain, staked = (ma.simulate(rules, **given, zha=zha).frame for zha in ((0,) * 4, (2, 1, 0, 0)))
    assert plain["winner"].equals(staked["winner"])
    points = seat_columns("points")
    assert (staked[points].sum(axis=1) == 0).all()
    assert (staked[points].abs().sum(axis=1) > plain[points].abs().sum(axis=1)).any()


def test_a_task_can_be_pickled(expected):
    run = played()
    assert pickle.loads(pickle.dumps(run.policies)) == run.policies


def test_a_run_that_is_told_to_stop_is_a_shorter_run_and_goes_on_later(tmp_path):
    rules, told = mj.SOFT_EIGHT, []
    given = {"deals": 4_000, "policy": "random", "seed": 8, "chunk": 1_000}
    with pytest.warns(ma.PartialRun, match="Interrupted after 2,000 of 4,000 hands"):
        part = ma.simulate(rules, **given, store=tmp_path, stop=lambda: told.append(0) or len(told) == 2)
    assert (len(part), part.is_interrupted) == (2_000, True)
    whole = ma.simulate(rules, **given, store=tmp_path, stop=lambda: False)
    assert whole.frame.equals(ma.simulate(rules, **given).frame)
