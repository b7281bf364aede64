"""Walls and deals: the stream for a seed, exact integers from words, and the laws of chance.

Every test of chance says how often it would fail for a right program. Seeds are fixed, so a test that
passes goes on passing; the bounds are wide enough that any other seed would do.
"""

import ctypes
import json
from collections import Counter
from itertools import permutations
from math import comb
from pathlib import Path

import numpy as np
import pytest

import mjcore as mj
from mjcore.deal import N_TILES
from mjcore.kernels._wall import fill_deals, fill_walls
from mjcore.words.errors import MahjongError
from tests.oracles.sets import counts_text

EXACT = json.loads((Path(__file__).parents[1] / "data" / "exact.json").read_text(encoding="utf-8"))
BIT_GENERATORS = [
    np.random.PCG64,
    np.random.PCG64DXSM,
    np.random.SFC64,
    np.random.Philox,
    np.random.MT19937,
]
every_generator = pytest.mark.parametrize("bit_generator", BIT_GENERATORS, ids=lambda cls: cls.__name__)


def rng_of(bit_generator, seed=20260101):
    return np.random.Generator(bit_generator(seed))


# The stream

#: First three hands and first tiles of the first wall for seed 20260101.
FIRST = {
    "PCG64": (
        ["12238m13468s125z", "1258m23469p38s14z", "1246m47p126789s1z"],
        [7, 20, 1, 31, 21, 2, 18, 28, 1, 23, 0, 25, 27, 17, 19, 16],
    ),
    "PCG64DXSM": (
        ["125778m49p178s36z", "12588m1135p3s234z", "23m889p1589s6677z"],
        [18, 17, 7, 24, 6, 29, 4, 0, 6, 12, 25, 32, 1, 13, 10, 28],
    ),
    "SFC64": (
        ["13679m346p34s135z", "455m22457p458s17z", "3468m49p679s3455z"],
        [5, 31, 8, 11, 20, 29, 0, 2, 21, 12, 27, 14, 6, 6, 5, 27],
    ),
    "Philox": (
        ["26m1279p3789s233z", "45m48p1123578s44z", "25m1p346789s2355z"],
        [29, 25, 10, 24, 28, 15, 17, 5, 1, 29, 20, 26, 9, 18, 20, 12],
    ),
    "MT19937": (
        ["1m11578p13359s45z", "13m14778p348s236z", "1229m359p3369s47z"],
        [9, 13, 9, 16, 20, 26, 18, 15, 22, 0, 20, 31, 30, 2, 14, 30],
    ),
}


@every_generator
def test_a_seed_deals_the_same_hands_as_ever_on_every_machine(bit_generator):
    hands, tiles = FIRST[bit_generator.__name__]
    assert [counts_text(hand) for hand in mj.deal_hands(rng_of(bit_generator), 3)] == hands
    assert mj.draw_walls(rng_of(bit_generator), 1)[0, : len(tiles)].tolist() == tiles


@every_generator
def test_the_generator_moves_on_so_that_no_deal_comes_twice(bit_generator):
    rng = rng_of(bit_generator)
    deals = np.concatenate([mj.deal_hands(rng, 500) for _ in range(4)])
    assert len(np.unique(deals, axis=0)) == len(deals)  # two equal by chance: below 1e-4
    walls = np.concatenate([mj.draw_walls(rng, 50) for _ in range(4)])
    assert len(np.unique(walls, axis=0)) == len(walls)
    other = mj.draw_walls(rng_of(bit_generator, 20260102), 200)
    assert len(np.unique(np.concatenate([walls, other]), axis=0)) == 400  # bug case sim-01


def test_drawing_nothing_leaves_the_generator_where_it_was():
    rng = rng_of(np.random.PCG64)
    before = rng.bit_generator.state
    assert mj.deal_hands(rng, 0).shape == (0, 34)
    assert mj.draw_walls(rng, 0).shape == (0, 136)
    assert not mj.deal_hands(rng, 5, tiles=0).any()
    assert rng.bit_generator.state == before


# Exact integers from words


class Interface(ctypes.Structure):
    """NumPy's ``bitgen_t``."""

    _fields_ = [
        ("state", ctypes.c_void_p),
        ("next_uint64", ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p)),
        ("next_uint32", ctypes.c_void_p),
        ("next_double", ctypes.c_void_p),
        ("next_raw", ctypes.c_void_p),
    ]


class Words:
    """A bit generator that hands out given words."""

    def __init__(self, words):
        self.left = list(words)[::-1]
        self.interface = Interface(None, Interface._fields_[1][1](lambda state: self.left.pop()))
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        self.name = b"BitGenerator"
        self.capsule = new(ctypes.addressof(self.interface), self.name, None)


BATCH = 7  # tiles that are drawn with one word


def one_tile(words):
    """Kind of a one-tile deal, and how many words are left."""
    source, out = Words(words), np.zeros((1, 34), dtype=np.uint8)
    fill_deals(source, 1, out)
    return int(out.argmax()), len(source.left)


def product_of(bound, n):
    return int(np.prod([bound - i for i in range(n)], dtype=object))


def steps_of(words, bound, n, product):
    """Integers below bound, bound - 1, ... from the first word that is not refused, in big integers."""
    while True:
        scaled = words.pop() * product_of(bound, n)
        if scaled % 2**64 >= 2**64 % product:
            break
    number, steps = scaled >> 64, []
    for size in range(bound - n + 1, bound + 1):
        number, step = divmod(number, size)
        steps.append(step)
    return steps[::-1]


def dealt(words, walls, tiles):
    """The walls after a shuffle of so many tiles each; the words that are left."""
    words, wall, out = list(words)[::-1], [kind for kind in range(34) for _ in range(4)], []
    for _ in range(walls):
        for at in range(0, min(tiles, N_TILES - 1), BATCH):
            n = min(BATCH, N_TILES - 1 - at)
            for i, step in enumerate(steps_of(words, N_TILES - at, n, product_of(N_TILES - at, n))):
                if at + i < tiles:
                    j = at + i + step
                    wall[at + i], wall[j] = wall[j], wall[at + i]
        out.append(list(wall))
    return out, words


def test_every_tile_has_exactly_as_many_words_as_every_other():
    """The words of a first tile form an interval: its borders are tried, in between it is monotone."""
    product = product_of(N_TILES, BATCH)
    refused, share = 2**64 % product, 2**64 // product
    for first in range(N_TILES):
        low = first * (product // N_TILES)  # of the batches of seven that begin with this tile
        for number in (low, low + product // N_TILES - 1):
            begin = -(-(number * 2**64 + refused) // product)
            end = ((number + 1) * 2**64 - 1) // product
            assert end - begin + 1 == share
            last_word = [first_word_of(135)]
            assert one_tile([begin, *last_word]) == (first // 4, 1)
            assert one_tile([end, *last_word]) == (first // 4, 1)
            if begin * product % 2**64 >= product and (begin - 1) * product // 2**64 == number:
                assert one_tile([begin - 1, *last_word]) == (33, 0)  # refused: the next word decides


def first_word_of(first):
    """A word in the middle of those that give this tile."""
    return (2 * first + 1) * 2**64 // (2 * N_TILES)


def test_words_whose_low_half_is_below_the_remainder_are_refused():
    product = product_of(N_TILES, BATCH)
    refused = [
        word
        for number in range(2_000_000, 2_060_000)
        for word in [-(-number * 2**64 // product)]
        if word * product % 2**64 < 2**64 % product
    ]
    assert len(refused) > 0
    for word in refused[:50]:
        assert one_tile([word, first_word_of(100)]) == (25, 0)
    assert one_tile([0, 0, first_word_of(7)]) == (1, 0)  # the word 0 has low half 0


@pytest.mark.parametrize("tiles", [1, 7, 13, 14, 53, 128, 133, 134, 135, 136])
def test_deals_are_the_shuffle_of_fisher_and_yates_in_big_integers(tiles):
    rng = np.random.default_rng([20260440, tiles])
    words = [int(word) for word in rng.integers(0, 2**64, size=400, dtype=np.uint64)]
    words[3::29] = [0] * len(words[3::29])  # refused everywhere
    source, out = Words(words), np.zeros((6, 34), dtype=np.uint8)
    fill_deals(source, tiles, out)
    walls, left = dealt(words, 6, tiles)
    assert out.tolist() == [[wall[:tiles].count(kind) for kind in range(34)] for wall in walls]
    assert source.left == left


def test_walls_are_the_shuffle_of_fisher_and_yates_in_big_integers():
    rng = np.random.default_rng(20260441)
    words = [int(word) for word in rng.integers(0, 2**64, size=400, dtype=np.uint64)]
    source, out = Words(words), np.zeros((5, 136), dtype=np.uint8)
    fill_walls(source, out)
    walls, left = dealt(words, 5, 136)
    assert out.tolist() == walls
    assert source.left == left


# Laws


@every_generator
@pytest.mark.parametrize("tiles", [13, 14, 53])
def test_dealt_copies_follow_the_hypergeometric_law(bit_generator, tiles):
    n, copies = 100_000, 4
    hands = mj.deal_hands(rng_of(bit_generator), n, tiles=tiles)
    assert (hands.sum(axis=1) == tiles).all()
    assert hands.max() <= copies
    mean = tiles * copies / N_TILES
    var = mean * (1 - copies / N_TILES) * (N_TILES - tiles) / (N_TILES - 1)
    z = (hands.mean(axis=0) - mean) / np.sqrt(var / n)
    assert np.abs(z).max() < 5  # 34 kinds: chance of a false alarm below 2e-5, 15 cases 3e-4
    for k in range(copies + 1):
        p = comb(4, k) * comb(132, tiles - k) / comb(136, tiles)
        z = ((hands == k).mean(axis=0) - p) / np.sqrt(p * (1 - p) / n)
        expected = n * p
        assert expected < 50 or np.abs(z).max() < 5.5  # 170 cells: below 1e-5 each case


@every_generator
def test_two_kinds_are_dealt_together_as_the_joint_law_says(bit_generator):
    n, tiles = 200_000, 13
    hands = mj.deal_hands(rng_of(bit_generator, 7), n, tiles=tiles)
    for one, other in ((0, 1), (8, 9), (26, 27), (0, 33), (31, 13)):
        found = Counter(zip(*hands[:, [one, other]].T.tolist(), strict=True))
        statistic, few, few_expected = 0.0, 0, 0.0
        for a in range(5):
            for b in range(5):
                expected = n * comb(4, a) * comb(4, b) * comb(128, tiles - a - b) / comb(136, tiles)
                if expected < 10:
                    few, few_expected = few + found[a, b], few_expected + expected
                else:
                    statistic += (found[a, b] - expected) ** 2 / expected
        assert statistic < 56  # chi-square of at most 15 degrees: below 2e-6 each of 25 times
        assert abs(few - few_expected) < 6 * np.sqrt(few_expected) + 3


def test_the_covariance_of_all_pairs_of_kinds_is_that_of_the_law():
    n, tiles = 100_000, 13
    hands = mj.deal_hands(np.random.default_rng(20260442), n, tiles=tiles).astype(float)
    p = 4 / 136
    var = tiles * p * (1 - p) * (136 - tiles) / 135
    expected = np.full((34, 34), -var / 33)
    np.fill_diagonal(expected, var)
    z = (np.cov(hands, rowvar=False) - expected) / (var * np.sqrt((1 + np.eye(34)) / n))
    np.fill_diagonal(z, np.diagonal(z) / np.sqrt(kurtosis_factor(tiles)))
    assert np.abs(z).max() < 6  # 595 pairs; products of copies have heavier tails than the normal law


def kurtosis_factor(tiles):
    """How much wider the mean of squares of a count spreads than that of a normal number."""
    mean = tiles / 34
    p = [comb(4, k) * comb(132, tiles - k) / comb(136, tiles) for k in range(5)]
    second = sum(p[k] * (k - mean) ** 2 for k in range(5))
    fourth = sum(p[k] * (k - mean) ** 4 for k in range(5))
    return (fourth / second**2 - 1) / 2


@every_generator
def test_walls_are_permutations_of_four_copies_of_34_kinds(bit_generator):
    walls = mj.draw_walls(rng_of(bit_generator), 2_000)
    assert walls.shape == (2_000, 136)
    assert walls.dtype == np.uint8
    assert (np.sort(walls, axis=1) == np.arange(136) // 4).all()


@every_generator
def test_every_kind_is_equally_likely_at_every_place_of_the_wall(bit_generator):
    n = 40_000
    walls = mj.draw_walls(rng_of(bit_generator, 3), n)
    seen = np.stack([np.bincount(column, minlength=34) for column in walls.T])
    z = (seen - n / 34) / np.sqrt(n / 34 * 33 / 34)
    assert np.abs(z).max() < 6  # 4,624 cells: below 1e-5
    assert abs((z**2).sum() - 136 * 34) < 6 * np.sqrt(2 * 135 * 33)  # as a chi-square, below 1e-7


@every_generator
def test_neighbours_in_the_wall_are_as_likely_alike_as_any_two_tiles(bit_generator):
    n = 20_000
    walls = mj.draw_walls(rng_of(bit_generator, 4), n)
    for distance in (1, 2, 6, 7, 8, 68):
        pairs = n * (136 - distance)
        alike = (walls[:, distance:] == walls[:, :-distance]).sum()
        p = 3 / 135
        assert abs(alike - pairs * p) / np.sqrt(pairs * p * (1 - p)) < 5.5  # 30 cases: below 2e-6


@pytest.mark.slow
def test_orders_of_a_few_tiles_are_equally_likely():  # bug case sim-06
    n = 600_000
    rng = np.random.default_rng(20260443)
    found = Counter()
    for _ in range(10):
        walls = mj.draw_walls(rng, n // 10)
        first = np.stack([(walls == kind).argmax(axis=1) for kind in (0, 12, 23, 33)], axis=1)
        found.update(map(tuple, np.argsort(first, axis=1).tolist()))
    expected = n / 24
    statistic = sum((found[order] - expected) ** 2 / expected for order in permutations(range(4)))
    assert statistic < 64  # chi-square of 23 degrees: below 1e-5


@pytest.mark.parametrize("tiles", [13, 14])
def test_shanten_of_dealt_hands_is_distributed_as_counted_exactly(tiles):  # bug cases sim-10, sim-22
    n = 400_000
    hands = mj.deal_hands(np.random.default_rng(20260444), n, tiles=tiles)
    tables = {
        "standard": EXACT["shanten"]["shanten_general"],
        "seven_different_pairs": EXACT["shanten"]["shanten_seven_pairs"],
        "thirteen_orphans": EXACT["shanten"]["shanten_orphans"],
        "riichi": EXACT["shanten"]["shanten_min3"],
    }
    for form, exact in tables.items():
        found = Counter(mj.shanten(hands, form).tolist())
        for shanten, weight in exact[str(tiles)]["weighted"].items():
            p = int(weight) / comb(136, tiles)
            if n * p > 20:  # about 60 cells: below 1e-6 each for a normal law, 1e-4 where few are seen
                assert abs(found[int(shanten)] - n * p) < 5.5 * np.sqrt(n * p * (1 - p)) + 1


def test_a_rare_deal_comes_as_often_as_it_should():  # bug case sim-19
    n = 2_000_000
    hands = mj.deal_hands(np.random.default_rng(20260445), n)
    p = 34 * comb(132, 9) / comb(136, 13)  # expected number of quads, 0.0075 a hand
    seen = int((hands == 4).sum())
    assert abs(seen - n * p) < 5 * np.sqrt(n * p)  # below 1e-6


# What is refused


@pytest.mark.parametrize("n", [-1, 1.0, "3", None, [1], (2, 3), True, np.zeros(3)])
def test_what_is_no_number_of_deals_is_refused(n):
    for draw in (mj.deal_hands, mj.draw_walls):
        with pytest.raises(MahjongError, match="whole number from 0 on"):
            draw(np.random.default_rng(1), n)


@pytest.mark.parametrize("tiles", [-1, 137, 13.0, "13", None, True])
def test_what_is_no_number_of_tiles_is_refused(tiles):
    with pytest.raises(MahjongError, match="a number from 0 to 136"):
        mj.deal_hands(np.random.default_rng(1), 1, tiles=tiles)


@pytest.mark.parametrize("rng", [None, 1, np.random, np.random.PCG64(1), np.random.RandomState(1)])
def test_what_is_no_generator_is_refused(rng):
    for draw in (mj.deal_hands, mj.draw_walls):
        with pytest.raises(MahjongError, match=r"numpy\.random\.Generator"):
            draw(rng, 1)


def test_results_have_the_documented_types():
    rng = np.random.default_rng(1)
    hands = mj.deal_hands(rng, np.int64(3), tiles=np.int8(5))
    assert (hands.shape, hands.dtype) == ((3, 34), np.uint8)
    assert mj.deal_hands(rng, 1, tiles=136).tolist() == [[4] * 34]


@pytest.mark.parametrize("n", [10**15, 2**62, 2**70])
def test_more_deals_than_there_is_memory_for_are_refused(n):
    for draw in (mj.deal_hands, mj.draw_walls):
        with pytest.raises(MahjongError, match=f"no memory for {n} deals"):
            draw(np.random.default_rng(1), n)


@pytest.mark.parametrize("rules", ["soft_eight", None])
def test_walls_of_no_game_are_refused(rules):
    with pytest.raises(mj.RuleError, match="rules are SoftEightRules or McrRules"):
        mj.draw_walls(np.random.default_rng(1), 1, rules)


@pytest.mark.parametrize(("flowers", "kinds"), [(True, 42), (False, 34)])
def test_a_wall_of_the_official_game_holds_the_flowers_where_they_are_played(flowers, kinds):
    walls = mj.draw_walls(np.random.default_rng(1), 3, mj.MCR.replace(flowers=flowers))
    for wall in walls:
        assert np.bincount(wall, minlength=kinds).tolist() == [4] * 34 + [1] * (kinds - 34)
    assert len({wall.tobytes() for wall in walls}) == 3


def test_walls_without_flowers_are_the_same_under_both_games():
    soft, mcr = (
        mj.draw_walls(np.random.default_rng(7), 5, rules)
        for rules in (mj.SOFT_EIGHT, mj.MCR.replace(flowers=False))
    )
    assert np.array_equal(soft, mcr)
