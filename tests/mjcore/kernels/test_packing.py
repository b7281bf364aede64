"""What kernels make of the bytes of a row: the right keys, and no row that `describe_row` would refuse.

Every batch kernel packs its rows in the same way and returns the first one that is no hand; it must
refuse exactly the rows with which `describe_row` finds fault, for the sizes that the function accepts.
"""

from functools import cache
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcore.encoding.arrays import describe_row, hand_array
from mjcore.encoding.hands import parse_hand
from mjcore.encoding.layout import NO_TILE, ROW_BYTES
from mjcore.kernels._decompose import fill_n_decompositions
from mjcore.kernels._distance import fill_shanten
from mjcore.kernels._soft_eight import SCORE_DTYPE
from mjcore.kernels._useful import fill_useful
from mjcore.kernels._waits import fill_waits
from mjcore.scoring import soft_eight_scorer
from mjcore.tables._tables import tables_of
from mjcore.tables.files import load
from mjcore.words.soft_eight import SoftEightRules
from tests.oracles.enumeration import vectors

WINS = [
    "[123m]{7777s} 2345678p +8p",
    "[123m]{7777s} 23456788p",
    "123456789m1111z +9m",
    "19m19p19s1234567z",
    "1111222233334m +4m",
    "[111z][2222z]{3333z}[444z] 7z +7z",
    "[111z][2222z]{3333z}[444z] 7z",
    "4444z5555z6666z7z +7z",
    "11223344556677z",
]
BARE = ["123456m99m234p56s", "123456m99m234p567s", "4444999m4444999p", "6666777766667p", "44445555666677z"]


def shanten(rows, melds=0):
    return fill_shanten(tables_of("standard"), rows, melds, np.empty(len(rows), np.int8))


def waits(rows, melds=0):
    return fill_waits(tables_of("standard"), rows, melds, False, np.empty(len(rows), np.uint64))


def useful_tiles(rows, melds=0):
    return fill_useful(tables_of("standard"), rows, melds, np.empty(len(rows), np.uint64))


def n_decompositions(rows):
    return fill_n_decompositions(tables_of("standard"), rows, np.empty(len(rows), np.uint8))


def score(rows):
    """The row that is no hand; how it was won is another matter."""
    bad, fault = scorer().fill_scores(rows, np.empty((len(rows), SCORE_DTYPE.itemsize), np.uint8))
    return bad if fault == 1 else -1


@cache
def scorer():
    return soft_eight_scorer(SoftEightRules(chow_claims=True))


#: Each kernel with the sizes it accepts of a hand without a winning tile, melds counting three.
KERNELS = [
    (shanten, (13, 14)),
    (waits, (13,)),
    (useful_tiles, (13, 14)),
    (n_decompositions, (14,)),
    (score, ()),
]
every_kernel = pytest.mark.parametrize(("kernel", "sizes"), KERNELS, ids=[k.__name__ for k, _ in KERNELS])


def disagreements(kernel, sizes, rows):
    """Rows that only one of the kernel and `describe_row` refuses, with what `describe_row` says."""
    found = []
    for row in rows:
        fault = describe_row(row, allowed_sizes=sizes)
        if (kernel(row[None]) == 0) != (fault is not None):
            found.append((row.tobytes().hex(" "), fault))
    return found


def packed(texts):
    return hand_array(texts).view(np.uint8).reshape(len(texts), ROW_BYTES)


# Keys


def merged_distance(rows):
    """Distance of hands from the tables alone, their keys made digit by digit."""
    number, honours, found = load("number"), load("honours"), tables_of("standard").merge
    classes = []
    for table, first, n_kinds in ((number, 0, 9), (number, 9, 9), (number, 18, 9), (honours, 27, 7)):
        head = sum(rows[:, first + k].astype(int) * 5**k for k in range(4))
        tail = sum(rows[:, first + k].astype(int) * 5 ** (k - 4) for k in range(4, n_kinds))
        place = table.base[head].astype(int) + table.order[tail]
        classes.append(found.honour_classes[place] if first == 27 else table.classes[place])
    a, b, c, d = classes
    return found.final[found.left[a, b], found.right[c, d]].astype(int)


def extreme_rows():
    """Hands that are full of fours, or all in one suit, at every place."""
    rng = np.random.default_rng(20260320)
    rows = np.zeros((6_000, 34), dtype=np.uint8)
    for row in rows:
        kinds, left = rng.permutation(34), int(rng.integers(13, 15))
        if rng.integers(2):
            first = 9 * int(rng.integers(4))
            kinds = rng.permutation(np.arange(first, min(first + 9, 34)))
        for kind in kinds:
            row[kind] = min(left, 4)
            left -= row[kind]
    return rows


def random_rows():
    rng = np.random.default_rng(20260321)
    wall = np.repeat(np.arange(34), 4)
    deals = [rng.permutation(wall)[: 13 + i % 2] for i in range(6_000)]
    return np.array([np.bincount(tiles, minlength=34) for tiles in deals], dtype=np.uint8)


@pytest.mark.parametrize("rows", [extreme_rows, random_rows])
def test_keys_of_rows_lead_to_the_right_places(rows):
    rows = rows()
    out = np.empty(len(rows), dtype=np.int8)
    assert fill_shanten(tables_of("standard"), rows, 0, out) == -1
    assert np.array_equal(out + 1, merged_distance(rows))


def test_rows_with_melds_but_none_declared_are_read_like_plain_counts():
    plain = extreme_rows()
    rows = np.zeros((len(plain), ROW_BYTES), dtype=np.uint8)
    rows[:, :34], rows[:, 38] = plain, NO_TILE
    out, with_melds = np.empty(len(rows), np.int8), np.empty(len(rows), np.int8)
    assert fill_shanten(tables_of("standard"), plain, 0, out) == -1
    assert fill_shanten(tables_of("standard"), rows, 0, with_melds) == -1
    assert np.array_equal(out, with_melds)


@pytest.mark.slow
@pytest.mark.parametrize("n_tiles", [13, 14])
def test_every_vector_of_one_suit_is_found_at_its_place(n_tiles):
    suit = np.array([v for v in vectors(9, n_tiles) if sum(v) == n_tiles], dtype=np.uint8)
    honours = np.array([v for v in vectors(7, n_tiles) if sum(v) == n_tiles], dtype=np.uint8)
    for first, part in ((0, suit), (9, suit), (18, suit), (27, honours)):
        rows = np.zeros((len(part), 34), dtype=np.uint8)
        rows[:, first : first + part.shape[1]] = part
        out = np.empty(len(rows), dtype=np.int8)
        assert fill_shanten(tables_of("standard"), rows, 0, out) == -1
        assert np.array_equal(out + 1, merged_distance(rows))


# Refusal


@every_kernel
def test_a_kernel_refuses_a_row_with_one_wrong_byte_exactly_if_there_is_a_fault(kernel, sizes):
    for row in packed(WINS[:5]):
        rows = np.repeat(row[None], ROW_BYTES * 256, axis=0)
        rows[np.arange(len(rows)), np.repeat(np.arange(ROW_BYTES), 256)] = np.tile(np.arange(256), ROW_BYTES)
        assert disagreements(kernel, sizes, rows) == []


@every_kernel
def test_a_kernel_refuses_plain_counts_with_one_wrong_byte_exactly_if_there_is_a_fault(kernel, sizes):
    if kernel is score:
        return  # counts alone do not say which tile won
    for text in BARE[:3]:
        rows = np.repeat(parse_hand(text).counts()[None], 34 * 256, axis=0)
        rows[np.arange(len(rows)), np.repeat(np.arange(34), 256)] = np.tile(np.arange(256), 34)
        assert disagreements(kernel, sizes, rows) == []


@every_kernel
def test_a_kernel_refuses_a_tile_too_many_or_too_few_or_moved(kernel, sizes):
    rows = []
    for row in packed(WINS):
        for kind in range(34):
            for step in (-1, 1):
                if int(row[kind]) + step >= 0:
                    rows.append(row.copy())
                    rows[-1][kind] = int(row[kind]) + step
        for winning in (*range(34), NO_TILE):
            rows.append(row.copy())
            rows[-1][38] = winning
        for one, other in permutations(range(34), 2):
            if row[one]:
                rows.append(row.copy())
                rows[-1][one] -= 1
                rows[-1][other] += 1
    assert disagreements(kernel, sizes, np.array(rows)) == []


@every_kernel
@given(data=st.data())
def test_a_kernel_refuses_a_row_of_random_faults_exactly_if_there_is_one(kernel, sizes, data):
    row = packed([data.draw(st.sampled_from(WINS))])[0].copy()
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, ROW_BYTES - 1))
        row[place] = data.draw(st.integers(0, 5) | st.integers(0, 255))
    assert disagreements(kernel, sizes, row[None]) == []


@pytest.mark.parametrize(("kernel", "sizes"), KERNELS[:3], ids=[k.__name__ for k, _ in KERNELS[:3]])
@pytest.mark.parametrize("melds", range(5))
def test_a_kernel_counts_the_melds_that_plain_counts_do_not_show(kernel, sizes, melds):
    for n_tiles in range(0, 20):
        row = np.zeros(34, dtype=np.uint8)
        for kind in range(n_tiles):
            row[3 * kind % 34] += 1
        fault = describe_row(row, allowed_sizes=sizes, melds=melds)
        assert (kernel(row[None], melds) == 0) == (fault is not None), (n_tiles, fault)


@every_kernel
def test_a_kernel_names_the_first_bad_row(kernel, sizes):
    rows = np.repeat(packed(["[123m]{7777s} 2345678p +8p"]), 1_000, axis=0)
    assert kernel(rows) == -1
    rows[[700, 900], 0] = 4
    assert kernel(rows) == 700
    assert kernel(rows[:0]) == -1
