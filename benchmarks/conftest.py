"""Hands to time with, and a table of nanoseconds a hand at the end of a run.

Times are the CPU time of the one thread that works, the least of several rounds: what other
programs do to the machine in the meantime does not count.
"""

import time

import numpy as np
import pytest

import mjcore as mj

N_HANDS = 100_000
ROUNDS = 7

LINES = pytest.StashKey[list[str]]()


@pytest.fixture(scope="session")
def n_hands():
    """Hands a call."""
    return N_HANDS


@pytest.fixture(scope="session")
def hands():
    """Hands of 13 tiles by sort, shape (n, 34) each."""
    rng = np.random.default_rng(20260101)
    return {"random": mj.deal_hands(rng, N_HANDS), "near": near_hands(rng), "one_suit": one_suit_hands(rng)}


@pytest.fixture(scope="session")
def wins():
    """Complete hands of four sets and a pair with their winning tile; some of them with a pung declared."""
    rng = np.random.default_rng(20260102)
    hands, pungs = complete_hands(rng)
    out = np.zeros(len(hands), dtype=mj.HAND_DTYPE)
    declared = (pungs < 34) & (np.arange(len(hands)) % 2 == 0)
    hands[declared, pungs[declared]] -= 3
    out["melds"][declared, 0] = 64 + pungs[declared] + 1
    out["winning_tile"] = (rng.random(hands.shape) * (hands > 0)).argmax(axis=1)
    hands[np.arange(len(hands)), out["winning_tile"]] -= 1
    out["concealed"] = hands
    return out


def complete_hands(rng):
    """Hands of 14 tiles whose sets are mostly of one suit; and the kind of the fourth set, 34 if a chow."""
    chows = [[kind, kind + 1, kind + 2] for suit in (0, 9, 18) for kind in range(suit, suit + 7)]
    sets = np.zeros((len(chows) + 34, 34), dtype=np.uint8)
    for row, kinds in zip(sets, chows + [[kind] * 3 for kind in range(34)], strict=True):
        np.add.at(row, kinds, 1)
    hands, pungs = np.empty((0, 34), dtype=np.uint8), np.empty(0, dtype=int)
    while len(hands) < N_HANDS:
        suit, shape = rng.integers(0, 3, size=(N_HANDS, 1)), (N_HANDS, 4)
        own_chow, own_pung = 7 * suit + rng.integers(0, 7, shape), 21 + 9 * suit + rng.integers(0, 9, shape)
        sort, strange = rng.random(shape), rng.integers(0, len(sets), shape)
        chosen = np.where(sort < 0.5, own_chow, np.where(sort < 0.6, own_pung, strange))
        found = sets[chosen].sum(axis=1, dtype=np.uint8)
        found[np.arange(N_HANDS), rng.integers(0, 34, size=N_HANDS)] += 2
        fits = found.max(axis=1) <= 4
        fourth = chosen[fits, 3] - len(chows)
        hands = np.concatenate([hands, found[fits]])
        pungs = np.concatenate([pungs, np.where(fourth < 0, 34, fourth)])
    return hands[:N_HANDS], pungs[:N_HANDS]


def near_hands(rng):
    """Complete hands without one of their tiles, and half of them with another exchanged."""
    hands, _ = complete_hands(rng)
    rows = np.arange(len(hands))
    hands[rows, (rng.random(hands.shape) * (hands > 0)).argmax(axis=1)] -= 1
    worse = rows[::2]
    hands[worse, (rng.random((len(worse), 34)) * (hands[worse] > 0)).argmax(axis=1)] -= 1
    hands[worse, (rng.random((len(worse), 34)) * (hands[worse] < 4)).argmax(axis=1)] += 1
    return hands


def one_suit_hands(rng):
    """13 tiles dealt from the 36 of a number suit."""
    tiles = rng.permuted(np.tile(np.repeat(np.arange(9), 4), (N_HANDS, 1)), axis=1)[:, :13]
    hands = np.zeros((N_HANDS, 34), dtype=np.uint8)
    np.add.at(hands, (np.arange(N_HANDS)[:, None], tiles + 9 * rng.integers(0, 3, size=(N_HANDS, 1))), 1)
    return hands


def least_time(function, rounds=ROUNDS):
    """Least CPU seconds of this thread over several calls."""
    times = []
    for _ in range(rounds):
        began = time.thread_time()
        function()
        times.append(time.thread_time() - began)
    return min(times)


@pytest.fixture
def note(request):
    """``note(what, value)`` adds a line to the table at the end."""
    lines = request.config.stash.setdefault(LINES, [])
    return lambda what, value: lines.append(f"{what:<44} {value}")


@pytest.fixture
def timed(benchmark, note):
    """``timed(name, n, function)`` times a function that works on `n` hands.

    Nanoseconds a hand go to the table and to ``extra_info``. With ``--benchmark-disable`` the function is
    called once.
    """

    def timed(name, n, function, *, at_most=None, peer=None, n_peer=None):
        if benchmark.disabled:
            benchmark(function)
            if peer:
                peer()
            return
        benchmark._timer = time.thread_time
        benchmark.pedantic(function, rounds=ROUNDS, warmup_rounds=1)
        nanoseconds = benchmark.stats.stats.min / n * 1e9
        benchmark.extra_info["ns a hand"] = round(nanoseconds, 1)
        value = f"{nanoseconds:10,.1f}"
        if nanoseconds > 1000:
            value += f"   {1e9 / nanoseconds:9,.0f} a second"
        if at_most:
            benchmark.extra_info["at most"] = at_most
            value += f"   at most {at_most}"
        if peer:
            peer_nanoseconds = least_time(peer, rounds=3) / n_peer * 1e9
            benchmark.extra_info["peer, ns a hand"] = round(peer_nanoseconds, 1)
            benchmark.extra_info["ratio"] = round(peer_nanoseconds / nanoseconds, 1)
            value += f"   peer {peer_nanoseconds:10,.1f}   ratio {peer_nanoseconds / nanoseconds:8,.1f}"
        note(name, value)

    return timed


def pytest_terminal_summary(terminalreporter, config):
    lines = config.stash.get(LINES, [])
    if lines:
        terminalreporter.section("thread CPU time, ns a hand")
        for line in lines:
            terminalreporter.write_line(line)
