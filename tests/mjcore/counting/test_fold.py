"""Tallies of parts of hands against hands that are listed one by one."""

from collections import Counter
from itertools import product
from math import comb, prod

import numpy as np
import pytest

from mjcore.counting.fold import MANY, WAYS, Tally, collected, pairs_of, suit_tally, sums_by, vectors_of


def as_dict(tally):
    """(distinct, weighted) by what the rows look like; no two rows look alike."""
    looks = list(zip(*(column.tolist() for column in tally.columns.values()), strict=True))
    assert len(set(looks)) == len(looks) == len(tally)
    return dict(zip(looks, zip(tally.distinct.tolist(), tally.weighted.tolist(), strict=True), strict=True))


def ways(copies):
    return prod(comb(4, c) for c in copies)


def toy_tally(n_kinds):
    """A suit of few kinds by its tiles and its pairs."""
    copies = np.array(list(product(range(5), repeat=n_kinds)))
    columns = {"tiles": copies.sum(axis=1), "pairs": (copies >= 2).sum(axis=1)}
    ones = np.ones(len(copies), dtype=np.uint64)
    return collected(columns, ones, WAYS[copies].prod(axis=1))


def toy_hands(n_kinds):
    """The same for one suit after the other, listed one by one."""
    for copies in product(range(5), repeat=n_kinds):
        yield (sum(copies), sum(c >= 2 for c in copies)), ways(copies)


def counted(hands):
    distinct, weighted = Counter(), Counter()
    for looks, weight in hands:
        distinct[looks] += 1
        weighted[looks] += weight
    return {looks: (distinct[looks], weighted[looks]) for looks in distinct}


def test_ways_are_the_subsets_of_four_copies():
    assert WAYS.tolist() == [comb(4, c) for c in range(5)]


def test_a_suit_is_collected_as_listing_counts_it():
    assert as_dict(toy_tally(3)) == counted(toy_hands(3))


@pytest.mark.parametrize("exactly", [False, True])
@pytest.mark.parametrize("tiles", [0, 1, 5, 9, 20])
def test_two_suits_together_are_all_hands_of_a_toy_deck(tiles, exactly):
    a, b = toy_tally(2), toy_tally(3)
    i, j = pairs_of(a, b, tiles, exactly=exactly)
    columns = {name: a[name][i] + b[name][j] for name in ("tiles", "pairs")}
    together = collected(columns, a.distinct[i] * b.distinct[j], a.weighted[i] * b.weighted[j])
    hands = (hand for hand in toy_hands(5) if hand[0][0] == tiles or (hand[0][0] < tiles and not exactly))
    assert as_dict(together) == counted(hands)


def test_values_far_apart_are_kept_apart():
    rng = np.random.default_rng(20260520)
    far = rng.choice([0, 1, MANY, 5**9, 2**40, 2**62], size=300)
    near = rng.integers(0, 3, size=300)
    distinct = rng.integers(1, 9, size=300).astype(np.uint64)
    weighted = rng.integers(1, 2**50, size=300).astype(np.uint64)
    tally = collected({"far": far, "near": near}, distinct, weighted)
    expected = {}
    for f, n, d, w in zip(*(v.tolist() for v in (far, near, distinct, weighted)), strict=True):
        sums = expected.get((f, n), (0, 0))
        expected[f, n] = sums[0] + d, sums[1] + w
    assert as_dict(tally) == expected


def test_sums_stay_exact_beyond_what_floats_can_hold():
    weights = np.array([2**62, 1, 2**61 + 1], dtype=np.uint64)
    values = np.array([3, 3, -1])
    assert sums_by(values, weights) == {-1: 2**61 + 1, 3: 2**62 + 1}
    assert collected({"tiles": np.zeros(3, dtype=np.int64)}, weights, weights).weighted.tolist() == [
        2**62 + 2**61 + 2
    ]


def test_nothing_collected_is_nothing():
    nothing = np.zeros(0, dtype=np.uint64)
    assert len(collected({"tiles": np.zeros(0, dtype=np.int64)}, nothing, nothing)) == 0
    assert sums_by(np.zeros(0, dtype=np.int64), nothing) == {}


@pytest.mark.parametrize("n_kinds", [7, 9])
def test_suits_hold_each_number_of_tiles_in_as_many_ways_as_there_are_subsets(n_kinds):
    vectors = vectors_of(n_kinds)
    tally = suit_tally(n_kinds, {"tiles": vectors.tiles}, np.ones(len(vectors), dtype=bool))
    found = as_dict(tally)
    assert {n: weighted for (n,), (_, weighted) in found.items()} == {
        n: comb(4 * n_kinds, n) for n in range(15)
    }
    one_kind = np.ones(5, dtype=int)
    distinct = np.ones(1, dtype=int)
    for _ in range(n_kinds):
        distinct = np.convolve(distinct, one_kind)
    assert [found[n,][0] for n in range(15)] == distinct[:15].tolist()


def test_four_suits_together_are_all_deals():
    number, honours = (
        suit_tally(n, {"tiles": vectors_of(n).tiles}, vectors_of(n).tiles <= 13) for n in (9, 7)
    )
    hand = number
    for last, suit in enumerate((number, number, honours)):
        i, j = pairs_of(hand, suit, 13, exactly=last == 2)
        columns = {"tiles": hand["tiles"][i] + suit["tiles"][j]}
        hand = collected(columns, hand.distinct[i] * suit.distinct[j], hand.weighted[i] * suit.weighted[j])
    assert as_dict(hand) == {(13,): (98_521_596_000, comb(136, 13))}


def test_only_what_is_kept_is_counted():
    vectors = vectors_of(7)
    keep = (vectors.copies <= 1).all(axis=1)
    tally = suit_tally(7, {"tiles": vectors.tiles, "first": vectors.copies[:, 0]}, keep)
    assert as_dict(tally) == {
        (n + first, first): (comb(6, n), comb(6, n) * 4 ** (n + first)) for n in range(7) for first in (0, 1)
    }
    assert isinstance(tally, Tally)
