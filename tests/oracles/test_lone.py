"""The lone player's oracles against plainer ones and by hand."""

import numpy as np
import pytest

from . import lone, random_hands
from .distance import shanten
from .sets import N_COPIES, N_KINDS, counts_of, counts_text, kind_of
from .shape_rules import Shape

SHAPES = [
    Shape(),
    Shape(min_main_tiles=1),
    Shape(min_main_tiles=5, seven_pairs=False),
    Shape(min_main_tiles=10, four_kind_as_two_pairs=False),
    Shape(pair_must_be_main=True, honour_runs=True),
    Shape(min_main_tiles=6, honours_one_suit=False, honour_runs=True),
]


def kinds_of(text):
    """Kinds in the order of a text such as ``123m 5z``."""
    return [kind for part in text.split() for kind in np.repeat(np.arange(N_KINDS), counts_of(part)).tolist()]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_distances_of_many_hands_are_those_of_each(shape):
    rng = np.random.default_rng(20260501)
    for n_tiles in (13, 14):
        hands = [
            hand.counts for hand in random_hands.hands_of_all_sorts(rng, 40, n_tiles=n_tiles, melds=False)
        ]
        expected = [shanten(hand, shape) + 1 for hand in hands]
        assert lone.missing(np.array(hands), shape).tolist() == expected


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_hands_put_together_from_sets_are_those_among_all_subsets(shape):
    rng = np.random.default_rng(20260502)
    n_found = 0
    for index in range(6):
        if index % 3:
            hand = random_hands.complete_hand(rng, suits=1 + index // 2, honour_runs=shape.honour_runs)
        else:
            hand = random_hands.paired_hand(rng, suits=2)
        free = np.repeat(np.arange(N_KINDS), N_COPIES - np.array(hand.counts))
        tiles = np.concatenate([np.repeat(np.arange(N_KINDS), hand.counts), rng.permutation(free)[:2]])
        wall = rng.permutation(tiles).tolist()
        found = lone.foresight(wall, shape, 3)
        assert (found == lone.foresight_by_subsets(wall, shape, 3)).all(), counts_text(hand.counts)
        n_found += found.min() < lone.NEVER
    assert n_found >= 3


@pytest.mark.parametrize(
    ("dealt", "drawn", "draw"),
    [
        ("123456m99m234p56s", "1z 4s", 2),  # R1 of the rule text: waits 4s 7s
        ("123456m99m234p56s", "1z 2z 3z", lone.NEVER),
        ("123456m99m234p56s", "7s", 1),
        ("1111m234m567m999m", "1z 7m", 2),  # R5
    ],
)
def test_a_hand_that_is_ready_as_dealt_waits(dealt, drawn, draw):
    wall = kinds_of(f"{dealt} {drawn}")
    found = lone.efficient(wall, Shape(), len(drawn.split()), must_declare=True)
    assert found == (draw, lone.NEVER if draw == lone.NEVER else 0)


def test_a_declared_hand_stays_and_another_improves():
    wall = kinds_of("123456789m22s24p 5p 6p")  # ready for 3p; 5p in place of 2p makes it 3p 6p
    assert lone.efficient(wall, Shape(), 2, must_declare=True) == (lone.NEVER, lone.NEVER)
    assert lone.efficient(wall, Shape(), 2, must_declare=False) == (2, 0)


@pytest.mark.parametrize(
    ("hand", "seen", "discard"),
    [
        ("123456789m 1z2z3z 5p5p", "", "3z"),  # three idle honours: the highest kind
        ("123456789m 22s 1z2z 3z", "1z 2z", "2z"),  # two copies of 1z and 2z left, three of 3z
    ],
)
def test_of_equal_discards_the_highest_goes(hand, seen, discard):
    gone = np.bincount(kinds_of(seen) or [], minlength=N_KINDS).astype(int).tolist()
    copies = np.bincount(kinds_of(hand), minlength=N_KINDS).tolist()
    assert lone._best_discard(copies, gone, Shape(min_main_tiles=9)) == kind_of(discard)
