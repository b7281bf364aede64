"""Recorded hands, and hands of our own, come out of a replay as they went in."""

import copy
import json
import random
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import mjcore as mj

from .covering_rules import covering_rules
from .lively_hands import lively_table

GAMES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "mcr_games.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
FAN_NAMES = [fan.english for fan in mj.FANS]
RULES = {
    "soft_eight": mj.SOFT_EIGHT,
    "mcr": mj.MCR,
    "soft_eight with chows": mj.SOFT_EIGHT.replace(
        chow_claims=True, kong_limit=None, late_ready="with_consent", tianting_recall=True
    ),
    "mcr with declarations": mj.MCR.replace(must_declare=True, min_points=0),
    "mcr with flowers kept and false wins": mj.MCR.replace(
        false_win="penalty10", min_points=3, flower_policy="free"
    ),
}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game["id"])
def test_a_recorded_hand_ends_as_it_was_recorded(game):
    again = mj.replay(game, mj.MCR)
    won = game["win"]
    assert again.winner == (won["seat"] if won else None)
    if game["scores"] is not None:
        assert again.scores == tuple(game["scores"])
    assert sum(again.scores) == 0
    if won:
        assert again.points == won["points"]
        fans = mj.score(np.array([again.record["hand"]], dtype=mj.HAND_DTYPE), mj.MCR)["fans"][0]
        counted = {FAN_NAMES[i]: int(fans[i]) for i in np.flatnonzero(fans)}
        assert counted == won["fans"]


@pytest.mark.parametrize("policy", ["random", "efficient", "value"])
@pytest.mark.parametrize("name", RULES)
def test_a_hand_that_was_played_and_written_down_is_replayed_to_the_same_record(name, policy):
    rules = RULES[name]
    for seed in range(25):
        how = {"dealer": seed % 4, "prevalent_wind": "ESWN"[seed // 4 % 4]}
        log = mj.play_log(rules, policy, rng=np.random.default_rng(seed), **how)
        record = mj.play(rules, policy, n=1, rng=np.random.default_rng(seed), **how)[0]
        again = mj.replay(json.loads(json.dumps(log)), rules)
        assert again.record.tobytes() == record.tobytes(), f"{name}, seed {seed}"
        assert again.scores == tuple(log["scores"])
        assert again.winner == (log["win"] and log["win"]["seat"])
        assert again.points == (log["win"]["points"] if log["win"] else 0)


@pytest.mark.parametrize("game", [mj.SOFT_EIGHT, mj.MCR], ids=lambda game: game.name)
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 8))])
def test_lively_hands_are_replayed_whatever_the_rules(game, seed):
    types = set()
    for number, rules in enumerate(covering_rules(game, seed)):
        for hand in range(25):
            table = lively_table(rules, 10_000 * seed + 100 * number + hand)
            again = mj.replay(json.loads(json.dumps(table.log())), rules)
            assert again.record.tobytes() == table.record.tobytes(), f"{rules}, hand {hand}"
            types |= {event["type"] for event in table.events}
    assert types >= {"draw", "discard", "pung", "kong", "ready", "win", "exhaustive_draw"}


# -- what a log may leave out, and how else it may be written


def log_of(rules=mj.SOFT_EIGHT, seed=3, **how):
    return mj.play_log(rules, "efficient", rng=np.random.default_rng(seed), **how)


def test_passes_need_not_be_written_down():
    rules = mj.SOFT_EIGHT.replace(must_declare=False)
    n_passes = 0
    for seed in range(30):
        table = mj.Table(rules, np.random.default_rng(seed))
        while not table.over:
            table.step("pass" if table.decision == "win_claim" else table.choose("efficient"))
        log = table.log()
        without = [event for event in log["events"] if event["type"] != "pass"]
        n_passes += len(log["events"]) - len(without)
        assert mj.replay(log | {"events": without}, rules).scores == tuple(log["scores"])
    assert n_passes > 5


@pytest.mark.parametrize(
    "rules", [mj.SOFT_EIGHT, mj.MCR.replace(flowers=False)], ids=lambda rules: rules.name
)
def test_a_log_without_a_wall_is_replayed_as_far_as_that_goes(rules):
    for seed in range(20):
        log = log_of(rules, seed)
        again = mj.replay(log | {"rules": log["rules"] | {"wall": "unknown", "wall_draws": None}}, rules)
        assert (again.winner, sum(again.scores)) == (log["win"] and log["win"]["seat"], 0)


def test_what_a_log_says_of_its_end_is_left_to_the_caller_to_compare():
    """So that recorded hands can be paid by other rules than those they were played by."""
    log = log_of(mj.MCR)
    again = mj.replay(log | {"win": None, "scores": [0, 0, 0, 0]}, mj.MCR)
    assert again.scores == tuple(log["scores"]) != (0, 0, 0, 0)
    dear = mj.replay(log, mj.MCR.replace(stake=3))
    assert dear.scores == tuple(3 * points for points in log["scores"])


@pytest.mark.parametrize("flowers", [True, False])
def test_the_log_says_whether_there_are_flowers(flowers):
    log = log_of(mj.MCR.replace(flowers=flowers))
    assert log["rules"]["flowers"] == ("in_play" if flowers else "none")
    for rules in (mj.MCR, mj.MCR.replace(flowers=False)):
        assert mj.replay(log, rules).scores == tuple(log["scores"])


def test_numbers_of_numpy_are_numbers_too():
    log = log_of()
    events = [
        {key: np.int64(value) if type(value) is int else value for key, value in event.items()}
        for event in log["events"]
    ]
    assert mj.replay(log | {"events": events}, mj.SOFT_EIGHT).scores == tuple(log["scores"])


# -- changes of a log

KINDS = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [f"{rank}z" for rank in range(1, 8)]
TYPES = ["draw", "discard", "pung", "chow", "kong", "flower", "ready", "decline", "recall", "pass", "win"]


def drop(events, rng):
    del events[rng.randrange(len(events))]


def double(events, rng):
    at = rng.randrange(len(events))
    events.insert(at, dict(events[at]))


def swap(events, rng):
    at = rng.randrange(len(events) - 1)
    events[at], events[at + 1] = events[at + 1], events[at]


def cut_the_end(events, rng):
    del events[-rng.randrange(1, 4) :]


def change_seat(events, rng):
    event = rng.choice([event for event in events if "seat" in event])
    event["seat"] = (event["seat"] + rng.randrange(1, 4)) % 4


def change_tile(events, rng):
    event = rng.choice([event for event in events if "tile" in event])
    event["tile"] = rng.choice([kind for kind in KINDS if kind != event["tile"]])


def change_feeder(events, rng):
    for event in rng.sample(events, len(events)):
        if event.get("from_seat") is not None:
            event["from_seat"] = (event["from_seat"] + rng.randrange(1, 4)) % 4
            return


def change_type(events, rng):
    event = rng.choice(events)
    event["type"] = rng.choice([kind for kind in TYPES if kind != event["type"]])


#: Each change, and the share of such changes that must be refused. A pass need not be in a log; another tile
#: can make another possible hand, where it is never discarded, or another of those held is.
N_CHANGES = 120
CHANGES = {
    drop: 0.97,
    double: 1,
    swap: 1,
    cut_the_end: 1,
    change_seat: 1,
    change_tile: 0.8,
    change_feeder: 1,
    change_type: 1,
}


def logs_of(name):
    if name == "recorded":
        return GAMES, mj.MCR
    policies = ("efficient", "value")
    return [
        mj.play_log(RULES[name], policy, rng=np.random.default_rng(seed))
        for seed in range(15)
        for policy in policies
    ], RULES[name]


@pytest.mark.parametrize("name", ["recorded", "soft_eight", "mcr"])
def test_nearly_every_change_of_a_log_is_refused_and_the_event_is_named(name):
    """Of 120 changes of each sort at a fixed seed; what is accepted leaves who wins what as it was."""
    rng, (logs, rules) = random.Random(1), logs_of(name)
    n_refused, n_tried, named = Counter(), Counter(), Counter()
    for change in CHANGES:
        while n_tried[change] < N_CHANGES:
            log = copy.deepcopy(rng.choice(logs))
            before = copy.deepcopy(log["events"])
            change(log["events"], rng)
            if log["events"] == before:
                continue
            n_tried[change] += 1
            try:
                again = mj.replay(log, rules)
            except mj.MahjongError as error:
                n_refused[change] += 1
                named[bool(re.match(r"event \d+ \(.+\)|after the last event: ", str(error)))] += 1
            else:
                assert log["scores"] is None or again.scores == tuple(log["scores"])
    assert not named[False]
    for change, least in CHANGES.items():
        assert n_refused[change] >= least * N_CHANGES, change.__name__
    assert n_refused.total() > 0.97 * n_tried.total()


@pytest.mark.parametrize("name", ["recorded", "soft_eight", "mcr"])
def test_most_changes_of_a_deal_are_refused_or_seen_in_the_scores(name):
    """The others are other possible hands: the tile was held to the end."""
    rng, (logs, rules), n_caught = random.Random(2), logs_of(name), 0
    for _ in range(N_CHANGES):
        log = copy.deepcopy(rng.choice(logs))
        hand = rng.choice(log["deals"])
        place = rng.randrange(13)
        hand[place] = rng.choice([kind for kind in KINDS if kind != hand[place]])
        try:
            n_caught += log["scores"] is not None and mj.replay(log, rules).scores != tuple(log["scores"])
        except mj.MahjongError:
            n_caught += 1
    assert n_caught > 0.7 * N_CHANGES


def test_an_illegal_move_is_refused_with_the_event_and_the_reason():
    log = mj.play_log(mj.SOFT_EIGHT, "efficient", rng=np.random.default_rng(3))
    first = next(i for i, event in enumerate(log["events"]) if event["type"] == "discard")
    held = set(log["deals"][0]) | {log["events"][0]["tile"]}
    missing = next(tile for tile in ("1m", "2m", "3m", "4m", "5m") if tile not in held)
    log["events"][first]["tile"] = missing
    with pytest.raises(
        mj.MahjongError, match=rf"event {first} \(seat 0 discards {missing}\) is not legal: seat 0 does"
    ):
        mj.replay(log, mj.SOFT_EIGHT)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"events": []}, "no draw in it"),
        ({"events": None}, "events are a list, not None"),
        ({"events": "draw"}, "events are a list, not 'draw'"),
        ({"events": [7]}, "event 0 is no dictionary with a type: 7"),
        ({"events": [{"type": "draw"}]}, r"event 0 \(draw\) needs a seat, 0 to 3"),
        ({"events": [{"type": "draw", "seat": True, "tile": "1m"}]}, r"event 0 \(draw\) needs a seat"),
        (
            {"events": [{"type": "draw", "seat": 0}]},
            r"event 0 \(seat 0 draws\): a tile of a log is text, not None",
        ),
        ({"events": [{"type": "draw", "seat": 0, "tile": "12m"}]}, "is one tile, and '12m' are 2"),
        ({"events": [{"type": "draw", "seat": 0, "tile": "1f"}]}, "1 copies of 1f, where 0 are in play"),
        ({"deals": None}, "deals are a list, not None"),
        ({"deals": [["1m"] * 13] * 3}, "deals 13 tiles to each of four seats"),
        ({"deals": [[7] * 13] * 4}, "a tile of a log is text, not 7"),
        ({"dealer": 4}, "the dealer sits at"),
        ({"prevalent_wind": "ES"}, "prevalent wind is E, S, W or N, not 'ES'"),
        ({"zha": [9, 0, 0, 0]}, "seat 0 stakes 9 zha"),
        ({"di": [2, 0, 0, 0]}, "seat 0 deals"),
        ({"rules": "soft_eight"}, "the rules of a log are a dictionary, not 'soft_eight'"),
        (
            {"rules": {"flowers": "many"}},
            "flowers in the rules of a log is none or in_play or removed_by_source",
        ),
        (
            {"rules": {"wall": ["common"]}},
            "wall in the rules of a log is common or separate or unknown, not a list",
        ),
        ({"rules": {"wall_draws": 0}}, "wall_draws is a number of tiles from 1 to 92, not 0"),
        ({"rules": {"wall_draws": 10**30}}, "wall_draws is a number of tiles from 1 to 92, not 1000"),
        ({"rules": {"wall_draws": 84.0}}, "wall_draws is a number of tiles from 1 to 92, not 84.0"),
        ({"deals": [["1m"] * 13] * 4}, "copies of 1m"),
        ({"deals": [["1m"]] * 4}, "deals 13 tiles"),
        ({"prevalent_wind": "X"}, "prevalent wind is E, S, W or N"),
        ({"rules": {"wall": "round"}}, "wall"),
        ({"events": [{"type": "draw", "seat": 9, "tile": "1m"}]}, "needs a seat"),
    ],
)
def test_a_log_in_another_form_is_refused(change, said):
    log = mj.play_log(mj.SOFT_EIGHT, "random", rng=np.random.default_rng(3)) | change
    with pytest.raises(mj.MahjongError, match=said):
        mj.replay(log, mj.SOFT_EIGHT)


@pytest.mark.parametrize("log", [None, [], "log", 7])
def test_what_is_no_log_is_refused(log):
    with pytest.raises(mj.MahjongError, match="a log is a dictionary, not"):
        mj.replay(log, mj.SOFT_EIGHT)


@pytest.mark.parametrize("rules", ["mcr", None, {"name": "mcr"}])
def test_a_log_needs_the_rules_it_was_played_by(rules):
    with pytest.raises(mj.RuleError, match="rules are SoftEightRules or McrRules"):
        mj.replay(log_of(), rules)


def test_a_log_of_the_other_game_is_refused():
    with pytest.raises(mj.MahjongError, match="mcr has neither zha nor di stakes"):
        mj.replay(log_of(zha=(1, 0, 0, 0)), mj.MCR)
    with pytest.raises(mj.MahjongError):
        mj.replay(log_of(mj.MCR), mj.SOFT_EIGHT)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            lambda events: events.append(events[-1]),
            r"event \d+ \(seat . wins on ..\) comes after the end of the hand",
        ),
        (lambda events: events.pop(), "after the last event"),
        (
            lambda events: events.__setitem__(1, {"type": "sings", "seat": 0}),
            "does something unknown, 'sings'",
        ),
        (
            lambda events: events.__setitem__(1, {"type": "kong", "seat": 0, "tile": "1m"}),
            "must discard, kong or win",
        ),
        (lambda events: events[1].update(tile=None), r"event 1 .*a tile of a log is text, not None"),
        (lambda events: events[1].update(tile="9x"), r"event 1 \(seat 0 discards 9x\)"),
        (
            lambda events: events[1].update(seat=1),
            r"event 1 \(seat 1 discards ..\): it is the turn of seat 0",
        ),
        (lambda events: events[0].update(seat=1), r"event 0 \(seat 1 draws ..\): by the rules seat 0 draws"),
        (lambda events: events[2].update(replacement=True), r"event 2 .* by the rules seat 1 draws"),
    ],
)
def test_an_event_that_cannot_be_is_named_with_the_reason(change, said):
    log = log_of(mj.MCR.replace(flowers=False), 0)
    assert [event["type"] for event in log["events"][:3]] == ["draw", "discard", "draw"]
    assert log["events"][-1]["type"] == "win"
    change(log["events"])
    with pytest.raises(mj.MahjongError, match=said):
        mj.replay(log, mj.MCR)
