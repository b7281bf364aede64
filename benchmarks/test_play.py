"""Hands played a second on one core: by each policy, in lock step, and by a policy in NumPy."""

import numpy as np
import pytest

import mjcore as mj
from mjcore.policies import POLICY_NAMES

#: Hands a call, so that each takes some tenths of a second.
N_HANDS = {"random": 10_000, "efficient": 2_000, "value": 1_000}
GAMES = {"Soft Eight": mj.SOFT_EIGHT, "Chinese Official": mj.MCR}


def any_legal(tables, rng):
    """A policy in NumPy: any legal action."""
    chosen = (rng.random(len(tables)) * tables.n_legal).astype(np.intp)
    return tables.legal[np.arange(len(tables)), chosen]


def play_in_lock_step(rules, n, decide):
    tables = mj.Tables(rules, n, np.random.default_rng(1))
    while len(tables):
        tables.step(decide(tables))
    return tables.records


@pytest.mark.parametrize("policy", POLICY_NAMES)
@pytest.mark.parametrize("game", GAMES)
def test_play(timed, game, policy):
    rules, n = GAMES[game], N_HANDS[policy]
    timed(f"{game}, {policy}", n, lambda: mj.play(rules, policy, n=n, rng=np.random.default_rng(1)))


@pytest.mark.parametrize("game", GAMES)
def test_a_numpy_policy(timed, game):
    rules, n, rng = GAMES[game], N_HANDS["random"], np.random.default_rng(2)
    timed(
        f"{game}, random in NumPy",
        n,
        lambda: play_in_lock_step(rules, n, lambda tables: any_legal(tables, rng)),
    )


@pytest.mark.parametrize("game", GAMES)
def test_lock_step(timed, game):
    rules, n = GAMES[game], N_HANDS["efficient"]
    timed(
        f"{game}, efficient in lock step",
        n,
        lambda: play_in_lock_step(rules, n, lambda tables: tables.choose("efficient")),
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_player(timed, game):
    rules, n = GAMES[game], N_HANDS["efficient"]
    asks = mj.Player("asks", lambda tables, rows, _: tables.choose("efficient", rows), version="1")
    timed(
        f"{game}, a player that asks efficient",
        n,
        lambda: mj.play(rules, asks, n=n, rng=np.random.default_rng(1)),
    )


@pytest.mark.parametrize("game", GAMES)
def test_logs(timed, game):
    rules, rng = GAMES[game], np.random.default_rng(1)
    timed(f"{game}, efficient, written down", 200, lambda: [mj.play_log(rules, rng=rng) for _ in range(200)])


@pytest.mark.parametrize("game", GAMES)
def test_replays(timed, game):
    rules, rng = GAMES[game], np.random.default_rng(1)
    logs = [mj.play_log(rules, rng=rng) for _ in range(50)]
    timed(f"{game}, replayed", len(logs), lambda: [mj.replay(log, rules) for log in logs])
