"""Hands in which more happens than players let happen: kongs, false wins, passed wins, late declarations.

Most answers are those of the efficient policy; now and then a player does something rare instead, or
declares later than he could.
"""

import random
from collections.abc import Callable
from typing import Any

import numpy as np

import mjcore as mj
from mjcore.actions import DISCARD, DISCARD_READY, KONG, RECALL, WIN
from tests.oracles.test_table_machine import rich_wall

RARE = {WIN, RECALL, KONG}


def lively_table(rules: Any, seed: int, look: Callable[[mj.Table], None] = lambda table: None) -> mj.Table:
    """A hand played to its end; `look` is called at every decision."""
    rng, walls = random.Random(seed), np.random.default_rng(seed)
    dealer = rng.randrange(4)
    how: dict[str, Any] = {"dealer": dealer, "prevalent_wind": rng.choice("ESWN")}
    if isinstance(rules, mj.SoftEightRules):
        how["zha"] = [rng.randrange(rules.points.zha_max + 1) for _ in range(4)]
        how["di"] = [rng.choice([0, 2]) * (seat != dealer) for seat in range(4)]
    table = mj.Table(rules, walls, wall=rich_wall(walls, rules), **how)
    wild, shy = rng.choice([0.5, 0.2, 0.05]), rng.random() < 0.5
    while not table.over:
        look(table)
        table.step(lively_answer(table, rng, wild=wild, shy=shy))
    return table


def lively_answer(table: mj.Table, rng: random.Random, *, wild: float, shy: bool) -> int:
    if rng.random() < wild:
        rare = [action for action in table.legal if action in RARE or action >= DISCARD_READY]
        return rng.choice(rare if rare and rng.random() < 0.7 else table.legal)
    action = table.choose("efficient")
    if shy and DISCARD_READY <= action < DISCARD_READY + 34:
        return action - DISCARD_READY + DISCARD
    return action
