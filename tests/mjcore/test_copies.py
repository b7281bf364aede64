"""Copies that hands leave: every door, against the tiles one by one."""

import numpy as np
import pytest

import mjcore as mj

TEXTS = [
    "3334p777s [666p][999p]",
    "[111m]{5555z} 99m456p11z +1z",
    "[1111m][234s]{7777z} 55p34s +5p",
    "123456789m1111p",
]


def left_of(win):
    """One tile after the other."""
    left = [4] * 34
    tiles = [kind for kind, copies in enumerate(win.hand.concealed) for _ in range(copies)]
    tiles += [tile for meld in win.hand.melds for tile in meld.tiles]
    for tile in [*tiles, *([] if win.hand.winning_tile is None else [win.hand.winning_tile])]:
        left[tile] -= 1
    return left


def test_every_door_gives_the_copies_that_are_left():
    hands = [mj.parse_hand(text) for text in TEXTS]
    expected = [left_of(mj.Win(hand)) for hand in hands]
    for given in (TEXTS, hands, mj.hand_array(TEXTS)):
        found = mj.live_copies(given)
        assert found.dtype == np.uint8
        assert found.tolist() == expected
    assert mj.live_copies(TEXTS[0]).tolist() == expected[0]
    assert mj.live_copies(mj.hand_array(TEXTS).reshape(2, 2)).shape == (2, 2, 34)


def test_hands_that_were_played_leave_what_their_tiles_leave():
    records = mj.play(mj.MCR, "efficient", n=400, rng=np.random.default_rng(1))
    wins = records["hand"][records["winner"] >= 0]
    assert (wins["melds"] >> 6 == 3).any()
    assert mj.live_copies(wins).tolist() == [left_of(mj.hand_of(row)) for row in wins]


def test_plain_counts_of_any_number_of_tiles_leave_the_rest():
    counts = np.random.default_rng(1).integers(0, 5, size=(3, 2, 34))
    assert (mj.live_copies(counts) == 4 - counts).all()
    assert mj.live_copies(np.zeros((0, 34), dtype=int)).shape == (0, 34)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"concealed": 5}, "row 1: more than four copies"),
        ({"concealed": 252}, "row 1: more than four copies"),
        ({"melds": 63}, "row 1: "),
        ({"winning_tile": 34}, "row 1: "),
        ({"winning_tile": 2}, "row 1: more than four copies of 3m"),
    ],
)
def test_what_is_no_hand_is_refused_with_its_row(change, said):
    rows = mj.hand_array(["123456m99m234p56s", "[333m] 3m123456p799s"])
    for name, value in change.items():
        rows[name][1] = value
    with pytest.raises(mj.HandError, match=said):
        mj.live_copies(rows)


def test_a_fifth_copy_in_plain_counts_is_refused():
    counts = np.zeros((2, 34), dtype=np.uint8)
    counts[1, 3] = 5
    with pytest.raises(mj.HandError, match="row 1: more than four copies of 4m: 5 concealed"):
        mj.live_copies(counts)
