"""PyMahjongGB as a witness: random wins are worth the same, and every other list of fans is a tie.

The program scores alone, without a choice of rules; what it does otherwise with contradictory circumstances
is not asked, because random wins have none. It is no part of these tests' installation but of the extra
``peers``. A million wins were compared once: their points were all the same.
"""

from collections import Counter

import numpy as np
import pytest

import mjcore as mj
from mjcore.interchange import to_pymahjonggb
from mjcore.words.fans import FAN_BY_KEY, FANS
from mjcore.words.mcr import MCR
from tests.mjcore.mcr_wins import fans_of
from tests.oracles.mcr import score_row
from tests.oracles.mcr_catalogue import Options
from tests.oracles.random_wins import MIXTURE, RARE, random_wins
from tests.oracles.test_mcr_oracle import is_same_answer

SEED, N = 20_260_604, 15_000
KEY_OF = {fan.chinese: fan.key for fan in FANS} | {
    "独听・边张": "edge_wait",
    "独听・嵌张": "closed_wait",
    "独听・单钓": "single_wait",
}


@pytest.fixture(scope="module")
def rows():
    """Wins; none with the tiles dealt, which the program cannot be told."""
    return random_wins(np.random.default_rng(SEED), N, mixture={**MIXTURE, **RARE}, initial_part=0)


@pytest.fixture(scope="module")
def calculator():
    return pytest.importorskip("MahjongGB").MahjongFanCalculator


@pytest.fixture(scope="module")
def testimony(rows, calculator):
    """Points and fans of each win in the program's words: (points of a fan times its number, name)."""
    return [calculator(*to_pymahjonggb(mj.hand_of(row))) for row in rows]


def named(entries):
    """How often each fan counts."""
    fans = Counter()
    for points, name in entries:
        key = KEY_OF[name]
        fans[key] += points // FAN_BY_KEY[key].points
    return dict(fans)


def test_every_win_is_worth_the_same(rows, testimony):
    results = mj.score(rows, MCR)
    ours = results["points"] + results["flowers"]
    theirs = [sum(points for points, _ in entries) for entries in testimony]
    assert [repr(mj.hand_of(row)) for row in rows[ours != theirs]] == []


def test_every_other_list_is_a_tie(rows, testimony):
    """Without the fans that only our list has, theirs is the best one, and worth as much as ours."""
    n_other = 0
    for row, result, entries in zip(rows, mj.score(rows, MCR), testimony, strict=True):
        ours, theirs = fans_of(result), named(entries)
        if is_same_answer(ours, theirs):
            continue
        n_other += 1
        only_ours = tuple(fan for fan in ours if ours[fan] > theirs.get(fan, 0))
        without = score_row(row, Options(disabled=only_ours))
        assert without.points == result["points"], repr(mj.hand_of(row))
        assert is_same_answer(without.fans, theirs), repr(mj.hand_of(row))
    assert n_other < N / 1_000
