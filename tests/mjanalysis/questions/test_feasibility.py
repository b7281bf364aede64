"""Feasibility: the same frames from any workers, agreement with exact counts, and what is kept."""

import json
import re
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pandas as pd
import pytest

import mjanalysis as ma
import mjcore as mj
from mjanalysis import columns
from mjanalysis.questions import played_thresholds
from mjanalysis.questions.feasibility import LONE_CHUNK, LONE_STREAM, PLAY_STREAM, feasibility
from mjanalysis.replicate import CHUNK, Chunks, PartialRun
from mjcore.lone import NEVER, lone_efficient, lone_foresight
from mjcore.words.errors import HandError, MahjongError, RuleError

# A pool forks from a test process that has threads; the children only sample.
pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")

FRAMES = ("distances", "draws", "suits", "played")
#: Three chunks of deals, two of deals played alone, the last of each not whole.
REQUEST = {
    "deals": 2 * CHUNK + 10_000,
    "lone_deals": LONE_CHUNK + 500,
    "hands": 150,
    "thresholds": [6, 8],
    "seed": 20260530,
}
TWO_SUITS = mj.SoftEightRules(min_main_tiles=6, honours_one_suit=False)


@pytest.fixture(scope="module")
def found():
    return feasibility(**REQUEST)


def assert_same(a, b):
    """Equal frames, and equal records but for the time they took and the workers."""
    for name in FRAMES:
        left, right = getattr(a, name), getattr(b, name)
        pd.testing.assert_frame_equal(left, right, check_exact=True)
        records = [dict(ma.provenance_of(frame)) for frame in (left, right)]
        for record in records:
            for varying in ("started", "finished", "seconds", "workers"):
                del record[varying]
        assert records[0] == records[1]


# ---- workers -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 2, 4])
@pytest.mark.parametrize("kind", [None, ThreadPoolExecutor, ProcessPoolExecutor])
def test_frames_are_the_same_with_any_workers_of_any_kind(found, workers, kind):
    if kind is None:
        assert_same(feasibility(**REQUEST, workers=workers), found)
    else:
        with kind(workers) as executor:
            assert_same(feasibility(**REQUEST, workers=workers, executor=executor), found)


def test_another_seed_gives_other_numbers(found):
    other = feasibility(**(REQUEST | {"seed": 20260531}))
    for name in FRAMES:
        assert not getattr(other, name).equals(getattr(found, name))


# ---- frames --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "names"),
    [("distances", "SHANTEN"), ("draws", "DRAWS"), ("suits", "SUITS"), ("played", "PLAYED")],
)
def test_columns_are_declared_and_rows_differ(found, name, names):
    frame = getattr(found, name)
    assert list(frame) == list(getattr(columns, names))
    assert columns.described(frame)["name"].tolist() == list(frame)
    keys = [column for column in frame if column not in (*columns.ESTIMATE, "exact")]
    assert not frame.duplicated(keys).any()
    assert set(frame["rules"]) == {"soft_eight"}
    assert set(frame["min_main_tiles"]) == {6, 8}
    assert (frame["low"] <= frame["share"]).all()
    assert (frame["share"] <= frame["high"]).all()


def test_records_say_how_many_deals_were_done(found):
    asked = {"distances": (REQUEST["deals"], CHUNK), "draws": (REQUEST["lone_deals"], LONE_CHUNK)}
    asked |= {"suits": asked["draws"], "played": (REQUEST["hands"], played_thresholds.CHUNK)}
    for name, (n, chunk) in asked.items():
        record = ma.provenance_of(getattr(found, name))
        assert (record["n"], record["n_requested"], record["chunk"]) == (n, n, chunk)
        assert record["seed"] == REQUEST["seed"]
        assert [rules["digest"] for rules in record["rules"]] == [mj.SOFT_EIGHT.digest]
        assert json.loads(json.dumps(record)) == record
    assert set(found.distances["n"]) == {REQUEST["deals"]}
    assert set(found.draws["n"]) == {REQUEST["lone_deals"]}
    assert not found.is_interrupted


def test_every_deal_has_one_distance(found):
    for _, rows in found.distances.groupby("min_main_tiles"):
        assert rows["hits"].sum() == REQUEST["deals"]
        assert rows["exact"].sum() == pytest.approx(1, abs=1e-12)


def by_draw(frame, **values):
    """Hits by number of draws, of the rows with these values."""
    for name, value in values.items():
        frame = frame[frame[name] == value]
    return frame.set_index("draws")["hits"].sort_index()


@pytest.mark.parametrize("threshold", [6, 8])
def test_completions_add_up_over_suits_and_grow_with_draws(found, threshold):
    rows = found.draws[found.draws["min_main_tiles"] == threshold]
    assert set(rows["main_suit"]) == {"any", "m", "p", "s", "z"}
    assert set(rows["draws"]) == set(range(19))
    curves = {
        (policy, suit): by_draw(rows, policy=policy, main_suit=suit)
        for policy in ("efficient", "foresight")
        for suit in ("any", "m", "p", "s", "z")
    }
    for hits in curves.values():
        assert hits[0] == 0
        assert hits.is_monotonic_increasing
    efficient, foresight = (
        [curves[policy, suit] for suit in "mpsz"] for policy in ("efficient", "foresight")
    )
    assert sum(efficient).equals(curves["efficient", "any"])
    assert (curves["foresight", "any"] <= sum(foresight)).all()
    assert (curves["foresight", "any"] >= np.max(foresight, axis=0)).all()
    for suit in ("any", *"mpsz"):
        assert (curves["efficient", suit] <= curves["foresight", suit]).all()
    assert curves["efficient", "any"].iloc[-1] > 0


def test_foresight_completes_no_more_under_a_higher_threshold(found):
    for suit in ("any", *"mpsz"):
        low, high = (
            by_draw(found.draws, policy="foresight", main_suit=suit, min_main_tiles=t) for t in (6, 8)
        )
        assert (high <= low).all()


@pytest.mark.parametrize("threshold", [6, 8])
def test_wins_by_longest_suit_add_up_to_all_wins(found, threshold):
    rows = found.suits[found.suits["min_main_tiles"] == threshold]
    deals, wins, favoured = (
        rows[rows["measure"] == measure].set_index("longest")
        for measure in ("deals", "wins", "wins in a longest suit")
    )
    assert deals["hits"].sum() == REQUEST["lone_deals"]
    assert set(deals["n"]) == {REQUEST["lone_deals"]}
    assert (wins["n"] == deals["hits"]).all()
    assert (favoured["n"] == wins["hits"][wins["hits"] > 0]).all()
    played = by_draw(found.draws, policy="efficient", main_suit="any", min_main_tiles=threshold)
    assert wins["hits"].sum() == played[18]
    assert set(rows["draws"]) == {18}


def test_a_chunk_computed_by_hand_gives_the_same_frames():
    n, seed = 700, 20260532
    result = feasibility(TWO_SUITS, deals=n, thresholds=[6], lone_deals=n, draws=[3, 18], seed=seed)
    rng = Chunks(n, seed, LONE_CHUNK, LONE_STREAM).rng(0)
    walls = mj.draw_walls(rng, n, TWO_SUITS)
    played, possible = lone_efficient(walls, TWO_SUITS), lone_foresight(walls, TWO_SUITS)
    letters = ("m", "p", "s", "winds", "dragons")
    expected = {}
    for draws in (3, 18):
        expected["efficient", "any", draws] = (played["draw"] <= draws).sum()
        expected["foresight", "any", draws] = (possible[:, :, 6].min(axis=1) <= draws).sum()
        for suit, letter in enumerate(letters):
            in_time = (played["draw"] <= draws) & (played["main_suit"] == suit)
            expected["efficient", letter, draws] = in_time.sum()
            expected["foresight", letter, draws] = (possible[:, suit, 6] <= draws).sum()
    keys = zip(result.draws["policy"], result.draws["main_suit"], result.draws["draws"], strict=True)
    assert dict(zip(keys, result.draws["hits"], strict=True)) == expected
    in_suit = np.array(
        [[sum(low <= kind < high for kind in wall[:13]) for low, high in
          ((0, 9), (9, 18), (18, 27), (27, 31), (31, 34))] for wall in walls.tolist()]
    )  # fmt: skip
    longest = in_suit.max(axis=1)
    won = np.flatnonzero(played["draw"] != NEVER)
    favoured = won[in_suit[won, played["main_suit"][won]] == longest[won]]
    for measure, chosen in (("deals", slice(None)), ("wins", won), ("wins in a longest suit", favoured)):
        rows = result.suits[(result.suits["measure"] == measure) & (result.suits["hits"] > 0)]
        tiles, counts = np.unique(longest[chosen], return_counts=True)
        assert rows.set_index("longest")["hits"].to_dict() == dict(zip(tiles, counts, strict=True))
    hands = mj.deal_hands(Chunks(n, seed).rng(0), n)
    shanten, counts = np.unique(mj.shanten(hands, TWO_SUITS), return_counts=True)
    hits = result.distances.set_index("shanten")["hits"]
    assert hits[hits > 0].to_dict() == dict(zip(shanten, counts, strict=True))


def test_main_suits_are_winds_and_dragons_where_honours_are_two_suits():
    result = feasibility(TWO_SUITS, deals=1_000, lone_deals=100, thresholds=[], seed=1)
    assert set(result.draws["main_suit"]) == {"any", "m", "p", "s", "winds", "dragons"}
    assert set(result.draws["min_main_tiles"]) == {6}


@pytest.mark.parametrize("draws", [[0], [0, 0], range(1)])
def test_without_draws_nothing_is_completed(draws):
    result = feasibility(deals=1_000, lone_deals=200, thresholds=[1], draws=draws, seed=1)
    assert set(result.draws["draws"]) == {0}
    assert (result.draws["hits"] == 0).all()
    assert (result.draws["n"] == 200).all()
    assert (result.suits.loc[result.suits["measure"] == "wins", "hits"] == 0).all()


def test_the_rules_own_threshold_is_always_there_and_none_twice():
    rules = mj.SoftEightRules(min_main_tiles=9)
    result = feasibility(rules, deals=500, lone_deals=50, thresholds=(t for t in (11, 9, 11)), seed=1)
    assert result.distances["min_main_tiles"].drop_duplicates().tolist() == [9, 11]
    every = feasibility(deals=500, lone_deals=50, seed=1)
    assert every.draws["min_main_tiles"].drop_duplicates().tolist() == list(range(5, 15))


def test_draws_may_come_in_any_order():
    first = feasibility(deals=500, lone_deals=200, thresholds=[5], draws=[12, 3, 7, 3], seed=1)
    other = feasibility(deals=500, lone_deals=200, thresholds=[5], draws=iter([3, 7, 12]), seed=1)
    assert_same(first, other)


def test_no_more_deals_are_played_alone_than_asked_for():
    result = feasibility(deals=300, thresholds=[8], seed=1)
    assert set(result.draws["n"]) == {300}


def test_it_prints_both_tables(found):
    text = str(found)
    assert "Distance at the deal" in text
    assert "Within 18 draws" in text
    assert "foresight" in text


def test_bars_are_shown_only_if_asked_for(capsys):
    request = {"deals": 500, "lone_deals": 50, "thresholds": [8], "seed": 1}
    quiet = feasibility(**request)
    assert capsys.readouterr().err == ""
    assert_same(feasibility(**request, progress=True), quiet)
    shown = capsys.readouterr().err
    assert "distances: 100%" in shown
    assert "draws: 100%" in shown


# ---- agreement with exact counts -----------------------------------------------------------------------

#: Chance that a test fails though all is well: Holm's adjustment over all rows of it.
FALSE_ALARM = 1e-4


def check_agreement(result):
    frame = result.distances
    fit = ma.agreement(frame["hits"], frame["n"], frame["exact"])
    assert fit["p_adjusted"].min() > FALSE_ALARM, frame[fit["p_adjusted"] <= FALSE_ALARM]


@pytest.mark.parametrize(
    "rules",
    [
        mj.SOFT_EIGHT,
        mj.SoftEightRules(pair_must_be_main=True, four_kind_as_two_pairs=False),
        mj.SoftEightRules(honour_runs=True, seven_pairs=False),
    ],
    ids=repr,
)
def test_a_million_deals_agree_with_the_exact_distances(rules):
    check_agreement(feasibility(rules, deals=1_000_000, lone_deals=1, thresholds=[5, 9, 11], seed=20260533))


@pytest.mark.slow
def test_ten_million_deals_agree_with_the_exact_distances_under_every_threshold():
    check_agreement(feasibility(deals=10_000_000, lone_deals=1, seed=20260534, workers=2))


def test_a_test_of_agreement_would_see_a_wrong_threshold():
    frame = feasibility(deals=100_000, lone_deals=1, thresholds=[8, 9], seed=1).distances
    of_8, of_9 = (frame[frame["min_main_tiles"] == t].set_index("shanten") for t in (8, 9))
    fit = ma.agreement(of_8["hits"], of_8["n"], of_9["exact"].reindex(of_8.index))
    assert fit["p_adjusted"].min() < 1e-12


@pytest.mark.parametrize("honours_one_suit", [True, False])
def test_longest_suits_of_lone_deals_agree_with_the_exact_ones(honours_one_suit):
    rules = mj.SoftEightRules(min_main_tiles=14, honours_one_suit=honours_one_suit)
    result = feasibility(rules, deals=1, lone_deals=100_000, thresholds=[], draws=[0], seed=20260535)
    rows = result.suits[result.suits["measure"] == "deals"].set_index("longest")
    exact = ma.exact.longest_suit_table(tiles=[13], honours_one_suit=honours_one_suit).set_index("longest")
    hits = rows["hits"].reindex(exact.index, fill_value=0)
    fit = ma.agreement(hits, 100_000, exact["probability"])
    assert hits.sum() == 100_000
    assert fit["p_adjusted"].min() > FALSE_ALARM


# ---- interruption --------------------------------------------------------------------------------------


class InterruptedExecutor(Executor):
    """Computes a chunk when its result is asked for; at one of them somebody presses Ctrl-C."""

    def __init__(self, at):
        self.at, self.asked = at, 0

    def submit(self, function, *args):
        future = Future()

        def result(timeout=None):
            self.asked += 1
            if self.asked == self.at + 1:
                raise KeyboardInterrupt
            return function(*args)

        future.result = result
        return future


def test_interrupted_distances_equal_a_shorter_run_and_say_so(found):
    with pytest.warns(PartialRun, match="131,072 of 141,072"):
        partial = feasibility(**REQUEST, executor=InterruptedExecutor(2))
    assert partial.is_interrupted
    record = ma.provenance_of(partial.distances)
    assert (record["n"], record["n_requested"]) == (2 * CHUNK, REQUEST["deals"])
    assert set(partial.distances["n"]) == {2 * CHUNK}
    for _, rows in partial.distances.groupby("min_main_tiles"):
        assert rows["hits"].sum() == 2 * CHUNK
    shorter = feasibility(**(REQUEST | {"deals": 2 * CHUNK, "lone_deals": 1}))
    pd.testing.assert_frame_equal(partial.distances, shorter.distances)


def test_interrupted_lone_play_equals_a_shorter_run_and_says_so(found):
    with pytest.warns(PartialRun, match="4,096 of 4,596"):
        partial = feasibility(**REQUEST, executor=InterruptedExecutor(4))
    assert partial.is_interrupted
    for frame in (partial.draws, partial.suits):
        record = ma.provenance_of(frame)
        assert (record["n"], record["n_requested"]) == (LONE_CHUNK, REQUEST["lone_deals"])
    assert set(partial.draws["n"]) == {LONE_CHUNK}
    pd.testing.assert_frame_equal(partial.distances, found.distances)
    shorter = feasibility(**(REQUEST | {"deals": 1, "lone_deals": LONE_CHUNK}))
    pd.testing.assert_frame_equal(partial.draws, shorter.draws)
    pd.testing.assert_frame_equal(partial.suits, shorter.suits)


def test_exact_shares_are_counted_before_anything_is_drawn(monkeypatch):
    order = []
    counts, shanten = mj.census.shanten_counts, mj.shanten
    monkeypatch.setattr(mj.census, "shanten_counts", lambda *given: order.append("exact") or counts(*given))
    monkeypatch.setattr(mj, "shanten", lambda *given: order.append("drawn") or shanten(*given))
    feasibility(deals=10, hands=1, thresholds=[7, 8], seed=1)
    assert order == ["exact", "exact", "drawn", "drawn"]


def test_the_bar_of_lone_play_says_how_well_it_is_known(capsys):
    feasibility(deals=10, hands=1, thresholds=[8], seed=1, progress=True)
    assert re.search(r"draws: 100%.*completed ±0\.\d+\]", capsys.readouterr().err)


def test_ctrl_c_in_the_sample_itself_keeps_what_is_done(monkeypatch):
    calls = []
    shanten = mj.shanten

    def interrupted(hands, rules):
        calls.append(len(hands))
        if len(calls) == 4:  # the second rule set of the second chunk
            raise KeyboardInterrupt
        return shanten(hands, rules)

    monkeypatch.setattr(mj, "shanten", interrupted)
    with pytest.warns(PartialRun, match="65,536 of 141,072"):
        partial = feasibility(**(REQUEST | {"lone_deals": 10}))
    assert set(partial.distances["n"]) == {CHUNK}
    assert calls == [CHUNK] * 4


@pytest.mark.parametrize(("n_asked", "n_done", "n_alone"), [(2, 2 * CHUNK, 0), (4, REQUEST["deals"], 0)])
def test_a_run_that_is_told_to_stop_keeps_what_is_done(n_asked, n_done, n_alone):
    answers = [False] * n_asked
    with pytest.warns(PartialRun, match="Interrupted"):
        partial = feasibility(**REQUEST, stop=lambda: not answers or answers.pop())
    assert partial.is_interrupted
    assert ma.provenance_of(partial.distances)["n"] == n_done
    assert ma.provenance_of(partial.draws)["n"] == n_alone
    assert ma.provenance_of(partial.draws)["n_requested"] == REQUEST["lone_deals"]


def test_an_interrupt_before_anything_is_done_goes_on():
    with pytest.raises(KeyboardInterrupt):
        feasibility(**REQUEST, executor=InterruptedExecutor(0))


# ---- what is refused -----------------------------------------------------------------------------------


@pytest.mark.parametrize("draws", [[], [-1], [0, 124], [1.5], ["three"], [3, 10**30], 3, "3"])
def test_draws_that_cannot_be_are_refused(draws):
    with pytest.raises(HandError, match="whole numbers from 0 to 123"):
        feasibility(deals=10**9, draws=draws, seed=1)


@pytest.mark.parametrize("thresholds", [[0], [15], [-3], [7.5], "89", 8])
def test_thresholds_that_cannot_be_are_refused(thresholds):
    with pytest.raises(RuleError, match="min_main_tiles"):
        feasibility(deals=10**9, thresholds=thresholds, seed=1)


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"deals": 0}, "deals: whole numbers from 1"),
        ({"lone_deals": 0}, "lone_deals: whole numbers from 1"),
        ({"deals": "10"}, "deals: whole numbers from 1"),
        ({"lone_deals": 1.5}, "lone_deals: whole numbers from 1"),
        ({"seed": -1}, "seed must"),
        ({"seed": None}, "seed must"),
        ({"workers": "2"}, "workers must"),
        ({"rules": "standard"}, "thresholds are an option of SoftEightRules"),
        ({"rules": mj.MCR}, "thresholds are an option of SoftEightRules"),
    ],
)
def test_impossible_requests_are_refused(changed, named):
    with pytest.raises(MahjongError, match=named):
        feasibility(**(REQUEST | changed))


def test_refusals_are_errors_of_the_game():
    assert issubclass(HandError, MahjongError)
    assert issubclass(RuleError, MahjongError)


@pytest.mark.parametrize("options", [{"seven_pairs": False}, {"four_kind_as_two_pairs": False}, {}])
def test_distances_beyond_nine_are_told_apart(options):
    rules = mj.SoftEightRules(min_main_tiles=14, honours_one_suit=False, **options)
    rows = feasibility(rules, deals=200_000, lone_deals=1, thresholds=[], seed=5).distances
    assert rows["hits"].sum() == 200_000
    assert ma.agreement(rows["hits"], rows["n"], rows["exact"])["p_adjusted"].min() > 1e-4


def test_the_command_of_a_record_gives_the_frame_again():
    rules = mj.SOFT_EIGHT
    first = feasibility(rules, deals=300, lone_deals=200, thresholds=[6], draws=[25], seed=1)
    for name in ("distances", "draws", "suits"):
        frame = getattr(first, name)
        again = eval(ma.provenance_of(frame)["command"], {"ma": ma, "rules": rules})
        assert again.equals(frame), name


def test_an_interrupt_at_the_start_of_lone_play_keeps_the_distances():
    with pytest.warns(PartialRun):
        partial = feasibility(**REQUEST, executor=InterruptedExecutor(3))
    assert set(partial.distances["n"]) == {REQUEST["deals"]}


def test_impossible_lone_deals_are_refused_before_any_deal():
    calls = []

    class Counting(InterruptedExecutor):
        def submit(self, function, *args):
            calls.append(1)
            return super().submit(function, *args)

    with pytest.raises(HandError, match="lone_deals"):
        feasibility(**(REQUEST | {"lone_deals": 0}), executor=Counting(-5))
    assert not calls


def test_draws_of_any_integer_type_are_taken():
    result = feasibility(deals=10, lone_deals=10, thresholds=[8], draws=np.arange(3, dtype=np.uint8), seed=1)
    assert set(result.draws["draws"]) == {0, 1, 2}


def test_distances_and_lone_play_are_from_streams_that_do_not_depend_on_each_other():
    of_distances, alone = Chunks(100, 1).rng(0), Chunks(100, 1, LONE_CHUNK, LONE_STREAM).rng(0)
    hands = mj.deal_hands(of_distances, 100)
    dealt = mj.draw_walls(alone, 100, mj.SOFT_EIGHT)[:, :13]
    counts = (dealt[:, :, None] == np.arange(34)).sum(axis=1)
    assert not (hands == counts).all(axis=1).any()


def test_results_can_be_compared_and_are_equal_only_to_themselves():
    one, two = (feasibility(deals=10, lone_deals=10, thresholds=[8], seed=1) for _ in range(2))
    assert one == one
    assert one != two
    assert len({one, two}) == 2


# ---- whole hands ---------------------------------------------------------------------------------------


def of_four(frame, **values):
    for name, value in values.items():
        frame = frame[frame[name] == value]
    return frame.set_index("measure")


def test_hands_of_four_are_those_that_are_played(found):
    chunks = Chunks(REQUEST["hands"], REQUEST["seed"], played_thresholds.CHUNK, stream=PLAY_STREAM)
    walls = mj.draw_walls(chunks.rng(0), REQUEST["hands"], mj.SOFT_EIGHT)
    rules = mj.SOFT_EIGHT.replace(min_main_tiles=6)
    hands = mj.play(rules, "efficient", walls=walls, rng=np.random.default_rng(0))
    rows = of_four(found.played, min_main_tiles=6, policy="efficient")
    won = hands["winner"] >= 0
    in_favoured = 0
    for wall, hand in zip(walls, hands, strict=True):
        if hand["winner"] < 0:
            continue
        seat = int(hand["winner"])
        dealt = [*(16 * r + 4 * seat + i for r in range(3) for i in range(4)), 48 + seat]
        suits = np.bincount(wall[dealt] // 9, minlength=4)
        main = mj.score(hand["hand"], rules)["main_suit"]
        in_favoured += suits[main] == suits.max()
    assert rows.loc["won", "hits"] == won.sum()
    assert rows.loc["drawn", "hits"] == (~won).sum()
    assert rows.loc["refused", "hits"] == hands["refused"].any(axis=1).sum()
    assert rows.loc["self-drawn, of wins", "hits"] == ((hands["payer"] < 0) & won).sum()
    assert rows.loc["in a longest suit of the deal, of wins", "hits"] == in_favoured
    assert rows.loc["in a longest suit of the deal, of wins", "n"] == won.sum()


def test_a_higher_threshold_leaves_more_hands_drawn(found):
    low, high = (of_four(found.played, min_main_tiles=t, policy="efficient") for t in (6, 8))
    assert low.loc["won", "hits"] > high.loc["won", "hits"]
    assert set(found.played["policy"]) == {"efficient", "value"}


def test_hands_of_four_do_not_depend_on_the_workers(monkeypatch):
    monkeypatch.setattr(played_thresholds, "CHUNK", 20)
    given = {"deals": 50, "lone_deals": 5, "hands": 70, "thresholds": [8, 9], "seed": 4}
    one, three = (feasibility(**given, workers=workers).played for workers in (1, 3))
    pd.testing.assert_frame_equal(one, three, check_exact=True)


# ---- a given hand --------------------------------------------------------------------------------------

HAND = "1234567m11p258s4z"


def test_a_given_hand_has_one_distance_and_is_dealt_every_time():
    given = {"deals": 500, "lone_deals": 300, "hands": 300, "thresholds": [7, 8], "seed": 4}
    found = feasibility(**given, hand=HAND)
    distances = found.distances[found.distances["hits"] > 0].set_index("min_main_tiles")
    for threshold in (7, 8):
        rules = mj.SOFT_EIGHT.replace(min_main_tiles=threshold)
        assert distances.loc[threshold, "shanten"] == mj.shanten(HAND, rules)
        assert distances.loc[threshold, ["hits", "exact"]].tolist() == [500, 1.0]
    assert (found.distances.groupby("min_main_tiles")["exact"].sum() == 1).all()
    assert set(found.suits["longest"]) == {7}
    record = ma.provenance_of(found.played)
    again = eval(record["command"], {"ma": ma, "rules": mj.SOFT_EIGHT})
    pd.testing.assert_frame_equal(again, found.played, check_exact=True)


def test_a_better_hand_is_completed_more_often():
    near, far = (
        feasibility(deals=1, lone_deals=300, hands=200, thresholds=[8], seed=4, hand=hand)
        for hand in ("12345678m2233p1z", "147m258p369s1234z")
    )
    for policy in ("efficient", "foresight"):
        shares = [by_draw(found.draws, policy=policy, main_suit="any").iloc[-1] for found in (near, far)]
        assert shares[0] > shares[1] + 50


@pytest.mark.parametrize(
    ("hand", "reason"),
    [("123m", "3 tiles where 13 or 14 are needed"), ("[123m]1234567p123s", "is something else"),
     ("12345678m2233p1z +5m", "is something else"), ("55555m12345678p", "5m")],
)  # fmt: skip
def test_hands_that_cannot_be_dealt_are_refused(hand, reason):
    with pytest.raises(MahjongError, match=reason):
        feasibility(deals=10, seed=1, hand=hand)
