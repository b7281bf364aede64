"""The suit tables against a restatement that knows nothing of how they are built.

A suit is a point of a grid with five values on each axis, one axis a kind. The targets of a demand are
the points that are so many sets and pairs, found by adding sets up. The fewest tiles missing from every
point of the grid at once is a minimum over all targets of the sum of ``max(0, target - held)``; since that
is a sum over kinds, the minimum can be taken kind by kind. Every vector of the tables is looked at.
"""

from functools import cache
from itertools import product

import numpy as np
import pytest

from mjcore.tables.build import built
from mjcore.tables.files import PATH, load
from mjcore.tables.suits import (
    DRAGONS,
    DRAGONS_WITH_RUNS,
    FAR,
    HONOURS,
    HONOURS_WITH_RUNS,
    NUMBER,
    PAIR_BIT,
    PARTITION_SHIFT,
    USEFUL_TILES,
    WAITS_SHIFT,
    WINDS,
    WINDS_WITH_RUNS,
    Vectors,
    build,
)
from tests.oracles.sets import decompositions

#: Name of a suit: the suit, its number of kinds and where runs may start.
SUITS = {
    "number": (NUMBER, 9, (0, 1, 2, 3, 4, 5, 6)),
    "honours": (HONOURS, 7, ()),
    "honours_with_runs": (HONOURS_WITH_RUNS, 7, (0, 1, 4)),
    "winds": (WINDS, 4, ()),
    "dragons": (DRAGONS, 3, ()),
    "winds_with_runs": (WINDS_WITH_RUNS, 4, (0, 1)),
    "dragons_with_runs": (DRAGONS_WITH_RUNS, 3, (0,)),
}
every_suit = pytest.mark.parametrize("name", SUITS)


@cache
def table(name):
    return load(name) if name in ("number", "honours") else build(SUITS[name][0])


@cache
def copies_of_all(name):
    """Every vector, copies of each kind, in an order of our own."""
    n_kinds = SUITS[name][1]
    grid = np.indices((5,) * n_kinds, dtype=np.uint8).reshape(n_kinds, -1).T
    return grid[grid.sum(axis=1) <= 14]


def key(copies):
    """Place in a table by the definition of the module: first four kinds, then the others."""
    head, tail = copies[:, :4].astype(np.int64), copies[:, 4:].astype(np.int64)
    return head @ 5 ** np.arange(head.shape[1]), tail @ 5 ** np.arange(tail.shape[1])


@cache
def places(name):
    head, tail = key(copies_of_all(name))
    return table(name).base[head].astype(np.int64) + table(name).order[tail]


@cache
def patterns(name, most_copies=4):
    """Vectors that are so many sets and a pair or none: {(sets, pairs): set of copies}."""
    _, n_kinds, starts = SUITS[name]
    unit = np.eye(n_kinds, dtype=int)
    sets = [3 * row for row in unit] + [unit[k] + unit[k + 1] + unit[k + 2] for k in starts]
    found = {(0, 0): {(0,) * n_kinds}}
    for m in range(4):
        found[m + 1, 0] = added(found[m, 0], sets, most_copies)
    for m in range(5):
        found[m, 1] = added(found[m, 0], [2 * row for row in unit], most_copies)
    return found


def added(vectors, parts, most_copies):
    sums = (tuple(int(n) for n in np.add(v, part)) for v, part in product(vectors, parts))
    return {v for v in sums if max(v) <= most_copies}


@cache
def missing(name):
    """Fewest tiles missing, shape (10, 5, 5, ...): cell 5 * pairs + sets, then a point of the grid."""
    n_kinds = SUITS[name][1]
    grid = np.full((10,) + (5,) * n_kinds, FAR, dtype=np.uint8)
    for (m, p), vectors in patterns(name).items():
        if vectors:
            grid[(5 * p + m, *np.array(sorted(vectors)).T)] = 0
    for axis in range(n_kinds):
        planes = np.moveaxis(grid, axis + 1, 0)
        for own in range(1, 5):  # a target with fewer copies of the kind misses none
            np.minimum(planes[own], planes[own - 1], out=planes[own])
        for own in range(3, -1, -1):  # each copy more is one tile missing
            np.minimum(planes[own], planes[own + 1] + 1, out=planes[own])
    return np.minimum(grid, FAR)


def missing_of(name, copies):
    return np.moveaxis(missing(name), 0, -1)[tuple(copies.T)]


# What there is


def test_the_committed_file_is_what_the_builder_makes():
    with np.load(PATH) as file:
        arrays = built()
        assert set(file.files) == set(arrays)
        for name, array in arrays.items():
            assert file[name].dtype == array.dtype, name
            assert np.array_equal(file[name], array), name


@pytest.mark.parametrize(
    ("name", "n_vectors", "n_classes", "n_decomposable", "n_ways"),
    [("number", 405_350, 126, 21_743, 23_533), ("honours", 43_130, 55, 498, 498)],
)
def test_the_tables_have_the_sizes_that_were_counted_elsewhere(
    name, n_vectors, n_classes, n_decomposable, n_ways
):
    found = table(name)
    assert len(found.records) == len(copies_of_all(name)) == n_vectors
    assert found.rows.shape == (n_classes, 10)
    assert np.count_nonzero(found.records >> PARTITION_SHIFT) == n_decomposable
    assert len(found.partition_start) - 2 == n_decomposable
    assert len(found.partitions) == found.partition_start[-1] == n_ways
    assert np.diff(found.partition_start).max() <= 4


@pytest.mark.parametrize(
    ("name", "sets_alone", "with_pair"),
    [
        ("number", [1, 16, 127, 627, 2_098], [9, 135, 996, 4_475, 13_259]),
        ("honours", [1, 7, 21, 35, 35], [7, 42, 105, 140, 105]),
    ],
)
def test_a_suit_makes_as_many_patterns_of_sets_as_were_counted_elsewhere(name, sets_alone, with_pair):
    assert [len(patterns(name)[m, 0]) for m in range(5)] == sets_alone
    assert [len(patterns(name)[m, 1]) for m in range(5)] == with_pair
    found = table(name)
    ids, tiles = found.records[places(name)] >> PARTITION_SHIFT, copies_of_all(name).sum(axis=1)
    decomposable = np.bincount(tiles[ids > 0], minlength=15)
    assert decomposable[0::3].tolist() == sets_alone
    assert decomposable[2::3].tolist() == with_pair
    assert decomposable[1::3].sum() == 0  # no 13 tiles of one suit, hence never 13 main tiles


@every_suit
def test_every_vector_has_a_place_of_its_own_without_gaps(name):
    n = len(table(name).records)
    assert np.array_equal(np.sort(places(name)), np.arange(n))
    vectors = Vectors(SUITS[name][1])
    assert np.array_equal(vectors.index(copies_of_all(name)), places(name))
    assert np.array_equal(vectors.copies[places(name)], copies_of_all(name))


@every_suit
def test_neighbours_differ_by_one_tile(name):
    vectors = Vectors(SUITS[name][1])
    for kind in range(SUITS[name][1]):
        more = vectors.more[:, kind]
        has_more = (vectors.copies[:, kind] < 4) & (vectors.tiles < 14)
        assert np.array_equal(more >= 0, has_more)
        step = vectors.copies[more[has_more]].astype(int) - vectors.copies[has_more]
        assert (step == np.eye(SUITS[name][1], dtype=int)[kind]).all()
        assert np.array_equal(vectors.fewer[more[has_more], kind], np.flatnonzero(has_more))
        assert np.array_equal(vectors.fewer[:, kind] >= 0, vectors.copies[:, kind] > 0)


# Cost rows


@every_suit
def test_every_cost_row_is_the_least_over_all_targets(name):
    found = table(name)
    rows = found.rows[found.classes[places(name)]]
    assert np.array_equal(rows, missing_of(name, copies_of_all(name)))


@every_suit
def test_the_restatement_is_the_minimum_it_claims_to_be(name):
    copies = copies_of_all(name)
    for held in copies[np.random.default_rng(20260301).integers(0, len(copies), 60)].astype(int):
        for (m, p), vectors in patterns(name).items():
            targets = np.array(sorted(vectors), dtype=int).reshape(len(vectors), len(held))
            least = np.maximum(targets - held, 0).sum(axis=1).min(initial=FAR)
            assert missing(name)[(5 * p + m, *held)] == least


@every_suit
def test_classes_are_different_rows_and_all_are_used(name):
    found = table(name)
    assert len(np.unique(found.rows, axis=0)) == len(found.rows)
    assert np.array_equal(np.unique(found.classes), np.arange(len(found.rows)))


# Useful kinds


@every_suit
def test_useful_kinds_are_those_with_which_the_row_is_lower(name):
    found, n_kinds = table(name), SUITS[name][1]
    copies = copies_of_all(name)
    copies = copies[copies.sum(axis=1) <= USEFUL_TILES]
    head, tail = key(copies)
    at = found.useful_base[head].astype(np.int64) + found.order[tail]
    assert np.array_equal(np.sort(at), np.arange(len(found.useful)))
    expected = np.zeros((len(copies), 10), dtype=np.uint16)
    for kind in range(n_kinds):
        room = copies[:, kind] < 4
        grown = copies[room].copy()
        grown[:, kind] += 1
        lower = missing_of(name, grown) < missing_of(name, copies[room])
        expected[room] |= lower.astype(np.uint16) << kind
    assert np.array_equal(found.useful[at], expected)


# Waits, pairs and decompositions


@every_suit
def test_waits_are_the_kinds_that_make_a_vector_decompose_even_as_a_fifth_copy(name):
    found, n_kinds = table(name), SUITS[name][1]
    complete = np.zeros((6,) * n_kinds, dtype=bool)
    for vectors in patterns(name, most_copies=5).values():
        if vectors:
            complete[tuple(np.array(sorted(vectors)).T)] = True
    copies = copies_of_all(name).astype(np.int64)
    expected = np.zeros(len(copies), dtype=np.uint32)
    for kind in range(n_kinds):
        grown = copies.copy()
        grown[:, kind] += 1
        expected |= complete[tuple(grown.T)].astype(np.uint32) << kind
    assert np.array_equal(found.records[places(name)] >> WAITS_SHIFT & 511, expected)


@every_suit
def test_the_pair_bit_says_that_tiles_are_two_modulo_three(name):
    tiles = copies_of_all(name).sum(axis=1)
    assert np.array_equal(table(name).records[places(name)] >> PAIR_BIT & 1, tiles % 3 == 2)


@every_suit
def test_a_vector_has_a_partition_id_exactly_if_it_is_sets_and_at_most_one_pair(name):
    found = table(name)
    ids = found.records[places(name)] >> PARTITION_SHIFT
    decomposable = set(map(tuple, copies_of_all(name)[ids > 0].tolist()))
    assert decomposable == set().union(*patterns(name).values())
    assert np.array_equal(np.sort(ids[ids > 0]), np.arange(1, len(found.partition_start) - 1))


@every_suit
def test_partitions_add_up_to_their_vector_and_are_all_there_are(name):
    found, n_kinds = table(name), SUITS[name][1]
    ids = found.records[places(name)] >> PARTITION_SHIFT
    some = np.flatnonzero(ids)
    for copies, number in zip(copies_of_all(name)[some].tolist(), ids[some].tolist(), strict=True):
        ways = found.partitions[found.partition_start[number] : found.partition_start[number + 1]].tolist()
        readings = {reading(way) for way in ways}
        assert len(readings) == len(ways)
        for sets, pair in readings:
            assert sum_of(sets, pair, n_kinds) == copies
        assert len(ways) == n_ways(copies, name)


def reading(way):
    """Sets and pair of one row of the table, in an order of our own."""
    n_sets, *names, pair = way
    sets = tuple(sorted(("pung", n - 16) if n >= 16 else ("chow", n) for n in names[:n_sets]))
    return sets, None if pair == 255 else pair


def sum_of(sets, pair, n_kinds):
    total = [0] * n_kinds
    for kind_of_set, kind in sets:
        for tile in (kind,) * 3 if kind_of_set == "pung" else (kind, kind + 1, kind + 2):
            total[tile] += 1
    if pair is not None:
        total[pair] += 2
    return total


def n_ways(copies, name):
    """Readings that the oracle finds; a pair of another suit is lent where the vector has none."""
    counts = [0] * 34
    first = {"number": 0, "dragons": 31, "dragons_with_runs": 31}.get(name, 27)
    counts[first : first + len(copies)] = copies
    if sum(copies) % 3 == 0:
        counts[18] = 2
    return len(decompositions(counts, honour_runs=name.endswith("runs")))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["number", "honours", "honours_with_runs"])
def test_no_vector_decomposes_that_the_oracle_cannot_take_apart(name):
    found = table(name)
    copies, ids = copies_of_all(name), found.records[places(name)] >> PARTITION_SHIFT
    wrong = [
        vector
        for vector, number in zip(copies.tolist(), ids.tolist(), strict=True)
        if sum(vector) % 3 != 1 and (n_ways(vector, name) > 0) != (number > 0)
    ]
    assert wrong == []
