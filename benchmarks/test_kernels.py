"""What each public function costs a hand, from arrays to arrays, on three sorts of hands."""

import subprocess
import sys

import numpy as np
import pytest

import mjcore as mj
from mjcore.tables._tables import tables_of

SORTS = ["random", "near", "one_suit"]

#: Function, rules, and nanoseconds a hand that it may take on one core.
KERNELS = {
    "standard shanten": (mj.shanten, "standard", 15),
    "riichi shanten": (mj.shanten, "riichi", 30),
    "Soft Eight shanten": (mj.shanten, mj.SOFT_EIGHT, 30),
    "standard waits": (mj.waits, "standard", 40),
    "Soft Eight waits": (mj.waits, mj.SOFT_EIGHT, 60),
    "standard useful tiles": (mj.useful_tiles, "standard", 50),
}


@pytest.mark.parametrize("sort", SORTS)
@pytest.mark.parametrize("kernel", KERNELS)
def test_hands(timed, hands, n_hands, kernel, sort):
    function, rules, at_most = KERNELS[kernel]
    timed(f"{kernel}, {sort}", n_hands, lambda: function(hands[sort], rules), at_most=at_most)


def test_deal_and_shanten(timed, n_hands):
    rng = np.random.default_rng(1)
    timed(
        "deal 13 and standard shanten",
        n_hands,
        lambda: mj.shanten(mj.deal_hands(rng, n_hands), "standard"),
        at_most=40,
    )


def test_walls(timed, n_hands):
    rng = np.random.default_rng(1)
    timed("shuffle a wall of 136", n_hands, lambda: mj.draw_walls(rng, n_hands))


def test_score(timed, wins, n_hands):
    assert 0.3 < mj.score(wins, mj.SOFT_EIGHT)["legal"].mean() < 1
    timed("Soft Eight score", n_hands, lambda: mj.score(wins, mj.SOFT_EIGHT), at_most=60)


@pytest.mark.parametrize(("package", "at_most"), [("mjcore", 0.15), ("mjanalysis", 1.5)])
def test_import(note, package, at_most):
    code = f"import time; began = time.perf_counter(); import {package}; print(time.perf_counter() - began)"
    command = [sys.executable, "-c", code]
    outputs = [subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(3)]
    note(f"import {package}", f"{min(map(float, outputs)):10.3f} s at most {at_most}")


@pytest.mark.parametrize("rules", ["standard", "riichi", mj.SOFT_EIGHT], ids=str)
def test_memory(note, rules):
    note(f"tables of {rules}", f"{tables_of(rules).nbytes / 2**20:10.2f} MiB")
