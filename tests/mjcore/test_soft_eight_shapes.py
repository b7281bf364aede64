"""The facts about Soft Eight shapes that its specification states (sections 3.3 and 10.5, article 2).

Ready lemma: under the rules as written, with `min_main_tiles` 7 or 8, a holding with 7 tiles or more in
its longest suit may win on every tile that completes its shape, and one with 6 or fewer on none.
"""

import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import mjcore as mj
from mjcore.words.soft_eight import SOFT_EIGHT
from tests.mjcore.hand_rows import bits_of, rows_of
from tests.oracles import random_hands
from tests.oracles.shape_rules import Shape, suit_tiles

VECTORS = json.loads(
    (Path(__file__).parents[1] / "data" / "soft_eight_vectors.json").read_text(encoding="utf-8")
)
#: The same shapes without a demand on suits.
ANY_SUIT = SOFT_EIGHT.replace(min_main_tiles=1)
SEVEN = mj.SOFT_EIGHT_FANS.index("SEVEN")


@cache
def ready_by_shape(n, seed):
    """Hands of 13 tiles, melds of all kinds, of which some tile completes the shape."""
    rng = np.random.default_rng([20260420, seed])
    hands = []
    for index in range(n):
        suits = 1 + index % 4
        if index % 5 == 4:
            whole = random_hands.paired_hand(rng, suits=suits)
        else:
            whole = random_hands.complete_hand(rng, index % 5, suits=suits)
        hands.append(random_hands.swapped(rng, whole, 0, 13))
    return hands


def longest_suit(hand):
    return max(suit_tiles(hand.counts, hand.melds, Shape()))


# The ready lemma


@pytest.mark.parametrize("min_main_tiles", [7, 8])
@pytest.mark.parametrize("structural", [False, True])
def test_the_main_suit_makes_all_of_a_wait_legal_or_none_of_it(min_main_tiles, structural):
    hands = ready_by_shape(4_000, 1)
    rows = rows_of(hands)
    by_shape = mj.waits(rows, ANY_SUIT, structural=structural)
    legal = mj.waits(rows, SOFT_EIGHT.replace(min_main_tiles=min_main_tiles), structural=structural)
    longest = np.array([longest_suit(hand) for hand in hands])
    assert np.array_equal(legal, np.where(longest >= 7, by_shape, 0))
    assert min((longest >= 7).sum(), (longest < 7).sum()) > 500  # both halves of the lemma were tried


def test_with_seven_tiles_in_the_longest_suit_every_wait_lies_in_it():
    hands = [hand for hand in ready_by_shape(6_000, 2) if longest_suit(hand) == 7]
    waits = bits_of(mj.waits(rows_of(hands), ANY_SUIT, structural=True))
    suits = np.arange(34) // 9
    assert len(hands) > 200
    for hand, waiting in zip(hands, waits, strict=True):
        main = suit_tiles(hand.counts, hand.melds, Shape()).index(7)
        assert set(suits[waiting].tolist()) == {main}


def test_under_nine_tiles_the_lemma_fails_as_stated():
    text = "123456m99m55p234p"
    assert mj.tile_text(mj.kinds_in(mj.waits(text, ANY_SUIT))) == "9m5p"
    assert mj.tile_text(mj.kinds_in(mj.waits(text, SOFT_EIGHT))) == "9m5p"
    assert mj.tile_text(mj.kinds_in(mj.waits(text, SOFT_EIGHT.replace(min_main_tiles=9)))) == "9m"


def test_under_the_strict_pair_rule_the_lemma_fails():
    text = "123456m99m55p234p"  # 9m leaves the pair 55p outside the main suit
    strict = SOFT_EIGHT.replace(pair_must_be_main=True)
    assert mj.tile_text(mj.kinds_in(mj.waits(text, strict))) == "5p"


@pytest.mark.parametrize(
    ("min_main_tiles", "text", "by_shape", "legal"),
    [
        (6, "23455m345p678s44z", "5m4z", "5m"),
        (9, "44m12345688p666s", "4m8p", "8p"),
        (10, "111556677p1133z", "1p13z", "1p"),
        (11, "1111223355m777z", "45m7z", "45m"),
        (12, "12233344555p44z", "25p4z", "25p"),
    ],
)
def test_other_thresholds_make_part_of_a_wait_legal(min_main_tiles, text, by_shape, legal):
    rules = SOFT_EIGHT.replace(min_main_tiles=min_main_tiles)
    assert mj.tile_text(mj.kinds_in(mj.waits(text, ANY_SUIT))) == by_shape
    assert mj.tile_text(mj.kinds_in(mj.waits(text, rules))) == legal


# Sizes of the main suit


def test_main_suits_have_the_sizes_that_are_stated_and_never_thirteen_tiles():
    sizes = {False: set(), True: set()}
    wins = mj.score([won(hand) for hand in winning_hands(4_000, 4)], ANY_SUIT.replace(chow_claims=True))
    for is_seven_pairs, main_tiles in zip(wins["fans"][:, SEVEN], wins["main_tiles"], strict=True):
        sizes[bool(is_seven_pairs)].add(int(main_tiles))
    assert sizes[False] - {5, 6} == {8, 9, 11, 12, 14}
    assert sizes[True] - {4, 6} == {8, 10, 12, 14}


def winning_hands(n, seed):
    rng = np.random.default_rng([20260421, seed])
    for index in range(n):
        suits = 1 + index % 4
        if index % 3 == 0:
            yield random_hands.paired_hand(rng, suits=suits)
        else:
            yield random_hands.complete_hand(rng, index % 5, suits=suits)


def won(hand):
    """A row in which one of the concealed tiles has won."""
    row = rows_of([hand])
    kind = int(np.flatnonzero(row["concealed"][0])[0])
    row["concealed"][0, kind] -= 1
    row["winning_tile"] = kind
    return row[0]


@pytest.mark.parametrize("suit", range(4))
def test_thirteen_tiles_of_one_suit_never_win_on_a_tile_of_another(suit):  # row N12
    rng = np.random.default_rng([20260422, suit])
    first, n_kinds = 9 * suit, 7 if suit == 3 else 9
    hands = np.zeros((20_000, 34), dtype=np.uint8)
    for hand in hands:
        tiles = rng.permutation(np.repeat(np.arange(n_kinds), 4))[:13]
        hand[first : first + n_kinds] = np.bincount(tiles, minlength=n_kinds)
    outside = np.arange(34) // 9 != suit
    assert not bits_of(mj.waits(hands, ANY_SUIT))[:, outside].any()


def test_thresholds_that_are_the_same_rule_give_the_same_hands():
    rng = np.random.default_rng(20260423)
    rows = rows_of(list(random_hands.hands_of_all_sorts(rng, 2_000)))
    for same in ([1, 2, 3, 4], [7, 8], [13, 14]):
        found = [mj.shanten(rows, SOFT_EIGHT.replace(min_main_tiles=n)).tolist() for n in same]
        assert all(one == found[0] for one in found)
    standard = SOFT_EIGHT.replace(seven_pairs=False)
    for same in ([1, 5], [10, 11], [13, 14]):
        found = [mj.shanten(rows, standard.replace(min_main_tiles=n)).tolist() for n in same]
        assert all(one == found[0] for one in found)


def test_a_stricter_rule_never_brings_a_hand_nearer():
    rng = np.random.default_rng(20260424)
    rows = rows_of(list(random_hands.hands_of_all_sorts(rng, 2_000)))
    usual = mj.shanten(rows, SOFT_EIGHT)
    for options in ({"pair_must_be_main": True}, {"seven_pairs": False}, {"four_kind_as_two_pairs": False}):
        assert (mj.shanten(rows, SOFT_EIGHT.replace(**options)) >= usual).all()
    for options in ({"honour_runs": True}, {"kong_tiles_counted": 4}):
        assert (mj.shanten(rows, SOFT_EIGHT.replace(**options)) <= usual).all()
    assert (mj.shanten(rows, SOFT_EIGHT.replace(honours_one_suit=False)) >= usual).all()


# Worked examples


@pytest.mark.parametrize("case", VECTORS["readiness"], ids=lambda case: case["id"])
def test_the_holdings_of_section_10_5_wait_for_what_is_stated(case):
    shown = {"PUNG": "[{0}{0}{0}]", "CKONG": "{{{0}{0}{0}{0}}}"}
    melds = "".join(shown[meld["type"]].format(meld["tile"]) for meld in case["melds"])
    found = mj.waits(case["concealed"] + melds, SOFT_EIGHT)
    assert [mj.tile_text([kind]) for kind in mj.kinds_in(found)] == case["waits"]
    assert (mj.shanten(case["concealed"] + melds, SOFT_EIGHT) == 0) == bool(case["waits"])
