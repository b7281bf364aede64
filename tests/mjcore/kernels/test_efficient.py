"""The efficient policy, move by move, against its definition; and the random one, in its laws."""

import numpy as np
import pytest

import mjcore as mj
from mjcore.kernels._efficient import EfficientPlayer
from mjcore.kernels._one_table import DECISIONS, OneTable
from mjcore.kernels._random_player import RandomPlayer
from mjcore.table_rules import table_rules
from tests.mjcore.kernels.test_soft_value import (
    CLAIM_CHOW,
    CLAIM_KONG,
    CLAIM_PUNG,
    DECLINE,
    DISCARD,
    DISCARD_READY,
    KONG,
    Tools,
    after_kong,
    own_hand,
)
from tests.oracles.soft_value import CHOW, CONCEALED_KONG, MELDED_KONG, PUNG

pytestmark = pytest.mark.slow  # many hands against slow players; other builds play whole hands elsewhere

WIN, DECLARE = 1, 2


def player_under(rules):
    made = table_rules(rules)
    return EfficientPlayer(made.tables, made.scorer)


def best_discard(table, tools, hand, held):
    """(tiles missing after the nearest discard, live useful tiles and kind of the chosen one).

    `held` are the concealed tiles as far as live tiles go: before a claim, those that it will expose too.
    """
    live = 4 - table.visible()[:34].astype(int) - np.array(held)
    for code in hand.melds:
        if code >> 6 == CONCEALED_KONG:
            live[(code & 63) - 1] = 0
    rests = [hand.with_tile(kind, -1) for kind in hand.held]
    far = tools.missing(rests)
    ranked = []
    for kind, rest, now in zip(hand.held, rests, far, strict=True):
        if now > min(far) + 1:
            continue
        draws = [k for k in range(34) if live[k] > 0]
        after = tools.missing([rest.with_tile(k) for k in draws])
        tiles = sum(int(live[k]) for k, n in zip(draws, after, strict=True) if n < now)
        ranked.append((-(now + (tiles == 0)), tiles, kind))
    return min(far), *max(ranked)[1:]


def n_kongs(table):
    return sum(code >> 6 >= MELDED_KONG for seat in range(4) for code in table.player(seat)["melds"].tolist())


def expected_turn(table, tools, hand, limit):
    actions = table.actions().tolist()
    kongs = [a for a in actions if a >= KONG]
    if WIN in actions:
        return WIN
    if table.player(table.actor)["declared"]:
        return kongs[0] if kongs else actions[0]
    if DECLINE in actions:
        return DECLINE
    near, _, kind = best_discard(table, tools, hand, hand.counts)
    if kongs and not (limit and n_kongs(table) + 1 >= limit):
        far = tools.missing([after_kong(hand, a) for a in kongs])
        if min(far) <= near:
            return kongs[far.index(min(far))]
    return (DISCARD_READY if DISCARD_READY + kind in actions else DISCARD) + kind


def expected_claim(table, tools, hand, limit):
    actions, tile = table.actions().tolist(), table.tile
    if table.player(table.actor)["declared"]:
        return CLAIM_KONG if CLAIM_KONG in actions else 0
    now = tools.missing([hand])[0]
    claims = {}
    if CLAIM_PUNG in actions:
        claims[CLAIM_PUNG] = hand.with_meld(PUNG << 6 | (tile + 1), tile, tile)
    for i in range(3):
        if CLAIM_CHOW + i in actions:
            others = [tile - i + j for j in range(3) if j != i]
            claims[CLAIM_CHOW + i] = hand.with_meld(CHOW << 6 | (tile - i + 1), *others)
    ranked = []
    for action, after in claims.items():
        near, tiles, _ = best_discard(table, tools, after, hand.counts)
        if near < now:
            ranked.append((-near, tiles, -action))
    if CLAIM_KONG in actions and not (limit and n_kongs(table) + 1 >= limit):
        far = tools.missing([hand.with_meld(MELDED_KONG << 6 | (tile + 1), tile, tile, tile)])[0]
        if far < now and (not ranked or far <= -max(ranked)[0]):
            return CLAIM_KONG
    return -max(ranked)[2] if ranked else 0


RULES = {
    "soft eight": (mj.SOFT_EIGHT, 30),
    "no declaration": (mj.SOFT_EIGHT.replace(must_declare=False, kong_limit=None), 12),
    "chow claims": (mj.SOFT_EIGHT.replace(chow_claims=True, min_main_tiles=9), 12),
    "mcr": (mj.MCR, 30),
    "mcr with false wins": (mj.MCR.replace(false_win="penalty10"), 12),
}


@pytest.mark.parametrize("name", RULES)
def test_every_move_is_the_nearest_one(name):
    rules, n_hands = RULES[name]
    rng = np.random.default_rng(20260601)
    tools = Tools(rules)
    limit = rules.play.kong_limit if isinstance(rules, mj.SoftEightRules) else None
    player = player_under(rules)
    asked = dict.fromkeys(DECISIONS, 0)
    for wall in mj.draw_walls(rng, n_hands, rules):
        table = OneTable(table_rules(rules), wall, dealer=int(rng.integers(4)))
        while table.decision:
            decision, action, hand = DECISIONS[table.decision], table.choose(player), own_hand(table)
            asked[decision] += 1
            if name.endswith("false wins") and WIN in table.actions():
                record = table.copy()
                record.act(WIN)
                expected = WIN if record.record()["outcome"] == 3 else None
                assert (action == WIN) == (expected == WIN)
            elif decision == "turn":
                assert action == expected_turn(table, tools, hand, limit), hand
            elif decision == "set_claim":
                assert action == expected_claim(table, tools, hand, limit), hand
            else:
                assert action in (WIN, DECLARE)
            assert table.act(action)
    assert asked["turn"] > 80
    assert asked["set_claim"] > 5


def test_random_players_take_each_legal_action_equally_often():
    rules = mj.SOFT_EIGHT.replace(chow_claims=True)
    player = RandomPlayer()
    wall = mj.draw_walls(np.random.default_rng(20260602), 1, rules)[0]
    table = OneTable(table_rules(rules), wall, seed=7)
    n = 20_000
    chosen = np.bincount([table.choose(player) for _ in range(n)], minlength=162)
    legal = table.actions()
    assert chosen.sum() == chosen[legal].sum()
    mean = n / len(legal)
    z = (chosen[legal] - mean) / np.sqrt(mean * (1 - 1 / len(legal)))
    assert np.abs(z).max() < 4.5  # at most 14 kinds: chance of a false alarm below 1e-4
