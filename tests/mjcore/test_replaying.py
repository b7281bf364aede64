"""Recorded hands, and hands of our own, come out of a replay as they went in."""

import copy
import json
import random
from pathlib import Path

import numpy as np
import pytest

import mjcore as mj

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


@pytest.mark.parametrize("policy", ["random", "efficient"])
@pytest.mark.parametrize("name", RULES)
def test_a_hand_that_was_played_and_written_down_is_replayed_to_the_same_record(name, policy):
    rules = RULES[name]
    for seed in range(25):
        how = {"dealer": seed % 4, "prevalent_wind": "ESWN"[seed // 4 % 4]}
        log = mj.play_log(rules, policy, rng=np.random.default_rng(seed), **how)
        record = mj.play(rules, policy, n=1, rng=np.random.default_rng(seed), **how)[0]
        again = mj.replay(json.loads(json.dumps(log)), rules)
        assert again.record.tobytes() == record.tobytes(), f"{name}, seed {seed}"


def mutated(game, rng):
    """A game with one event dropped, doubled, of another seat or with another tile."""
    game = copy.deepcopy(game)
    events = game["events"]
    at = rng.randrange(len(events) - 1)
    how = rng.choice(["drop", "double", "seat", "tile"])
    if how == "drop":
        del events[at]
    elif how == "double":
        events.insert(at, copy.deepcopy(events[at]))
    elif how == "seat":
        events[at]["seat"] = (events[at].get("seat", 0) + rng.choice([1, 2, 3])) % 4
    elif "tile" in events[at]:
        events[at]["tile"] = rng.choice(["1m", "5p", "9s", "3z", "7z"])
    return game


def test_nearly_every_change_of_a_recorded_hand_is_refused_with_a_sentence():
    rng = random.Random(1)
    said = []
    for _ in range(600):
        game = mutated(rng.choice(GAMES), rng)
        try:
            mj.replay(game, mj.MCR)
        except mj.MahjongError as error:
            said.append(str(error))
    assert len(said) >= 550  # the rest are other possible hands: another legal discard, say
    assert all(sentence.strip() for sentence in said)


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
