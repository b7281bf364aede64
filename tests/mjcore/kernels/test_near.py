"""Distances after discards and useful tiles, against the kernels for whole hands and an oracle."""

import numpy as np
import pytest

import mjcore as mj
from mjcore.kernels._near import Near
from mjcore.tables._tables import tables_of
from tests.mjcore.hand_rows import mask_of, rows_of
from tests.oracles import near as oracle
from tests.oracles.random_hands import hands_of_all_sorts, melded_hand

pytestmark = pytest.mark.slow  # many hands against slow players; other builds play whole hands elsewhere

FAR = 64

RULES = {
    "default": mj.SOFT_EIGHT,
    "nine": mj.SOFT_EIGHT.replace(min_main_tiles=9),
    "pair in the main suit": mj.SOFT_EIGHT.replace(pair_must_be_main=True),
    "kongs count four": mj.SOFT_EIGHT.replace(kong_tiles_counted=4),
    "winds and dragons apart": mj.SOFT_EIGHT.replace(honours_one_suit=False),
    "honour runs": mj.SOFT_EIGHT.replace(honour_runs=True, honours_one_suit=False, kong_tiles_counted=4),
    "no seven pairs": mj.SOFT_EIGHT.replace(seven_pairs=False),
    "different pairs": mj.SOFT_EIGHT.replace(four_kind_as_two_pairs=False),
    "mcr": mj.MCR,
}


def look(rows, rules, visible=None):
    """What the kernel says of hands of 14 tiles: distances, useful kinds, the efficient discard."""
    near = Near(tables_of(rules))
    n = len(rows)
    if visible is None:
        visible = np.zeros((n, 34), dtype=np.uint8)
    distances = np.empty((n, 34), dtype=np.uint8)
    useful = np.empty((n, 34), dtype=np.uint64)
    chosen = np.empty((n, 3), dtype=np.uint8)
    assert near.fill_discards(rows.view(np.uint8).reshape(n, -1), visible, distances, useful, chosen) == -1
    return distances, useful, chosen


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_concealed_hands_are_as_far_as_their_shanten_says_after_each_discard(rules):
    rng = np.random.default_rng(20260401)
    rows = rows_of(list(hands_of_all_sorts(rng, 400, n_tiles=14, melds=False)))
    distances, useful, _ = look(rows, rules)
    at, kinds = np.nonzero(rows["concealed"])
    after = rows[at].copy()
    after["concealed"][np.arange(len(at)), kinds] -= 1
    np.testing.assert_array_equal(distances[at, kinds], mj.shanten(after, rules).astype(int) + 1)
    alive = useful[at, kinds] & ~np.bitwise_or.reduce(
        np.where(after["concealed"] == 4, np.uint64(1) << np.arange(34, dtype=np.uint64), np.uint64(0)),
        axis=1,
    )
    np.testing.assert_array_equal(alive, mj.useful_tiles(after, rules))
    assert (distances[rows["concealed"] == 0] == FAR).all()


@pytest.mark.parametrize("name", RULES)
def test_melded_hands_are_as_far_as_the_oracle_says(name):
    rng = np.random.default_rng(20260402)
    hands = [h for h in hands_of_all_sorts(rng, 700, n_tiles=14) if h.melds][:24]
    hands += [melded_hand(rng, 1 + i % 4, 14) for i in range(8)]
    rows = rows_of(hands)
    rules = RULES[name]
    distances, useful, _ = look(rows, rules)
    for i, hand in enumerate(hands):
        for kind in np.flatnonzero(hand.counts):
            rest = oracle.without(hand.counts, kind)
            if name != "mcr":
                assert distances[i, kind] == min(FAR, oracle.missing(rest, hand.melds, rules)), (hand, kind)
                if distances[i, kind] < FAR:
                    expected = mask_of(oracle.useful(rest, hand.melds, rules))
                    assert int(useful[i, kind]) == expected, (hand, kind)
                continue
            after = rows[i : i + 1].copy()
            after["concealed"][0, kind] -= 1
            straight = int(mj.shanten(after, "knitted_straight")[0]) + 1
            expected = min(straight, oracle.missing(rest, hand.melds, None))
            assert distances[i, kind] == expected, (hand, kind)


def test_the_efficient_discard_is_nearest_then_has_most_live_tiles_then_is_the_highest_kind():
    rng = np.random.default_rng(20260403)
    for rules in (mj.SOFT_EIGHT, mj.MCR):
        rows = rows_of(list(hands_of_all_sorts(rng, 400, n_tiles=14, melds=False)))
        held = rows["concealed"].astype(int)
        visible = rng.binomial(4 - held, 0.5).astype(np.uint8)
        distances, useful, chosen = look(rows, rules, visible)
        for i in range(len(rows)):
            live = 4 - held[i] - visible[i]
            ranked = []
            for kind in np.flatnonzero(held[i]):
                tiles = sum(int(live[k]) for k in range(34) if int(useful[i, kind]) >> k & 1)
                ranked.append((-(int(distances[i, kind]) + (tiles == 0)), tiles, int(kind)))
            best = max(ranked)
            assert (int(chosen[i, 2]), int(chosen[i, 0])) == best[1:]


def test_the_distance_of_a_hand_is_its_shanten_plus_one():
    rng = np.random.default_rng(20260404)
    for rules in RULES.values():
        rows = rows_of(list(hands_of_all_sorts(rng, 500, melds=False)))
        out = np.empty(len(rows), dtype=np.uint8)
        Near(tables_of(rules)).fill_distance(rows.view(np.uint8).reshape(len(rows), -1), out)
        np.testing.assert_array_equal(out, mj.shanten(rows, rules).astype(int) + 1)
