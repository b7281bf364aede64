"""Combinations of chows and of pungs: every multiset against a search over all legal selections (5.4)."""

from collections import Counter
from itertools import combinations, combinations_with_replacement

import numpy as np
import pytest

from mjcore.tables.build import built_combinations
from mjcore.tables.combinations import CHOW_PAIRS, N_CHOWS, N_PUNGS, PUNG_PAIRS, key_of
from mjcore.tables.files import COMBINATIONS_PATH, load_combinations
from mjcore.tables.mcr import choices_of
from mjcore.words.mcr import MCR
from tests.oracles.mcr_combinations import CHOW_FANS, chow_selections, pung_selections
from tests.oracles.sets import CHOW_STARTS, HONOURS

CHOWS, PUNGS = load_combinations("chows"), load_combinations("pungs")
#: A pair that no combination of chows looks at, and one that none of pungs does.
PLAIN_PAIRS = {"chows": 27, "pungs": 0}
FIVES = {pair: place for place, pair in enumerate(CHOW_PAIRS) if place}


def all_of(selections):
    """The fans of every legal selection that the slow search finds."""
    return {selection.fans for selection in selections}


def selections_of(table, sets, none, pair_class):
    """What the table says of some sets, which are its symbols."""
    symbols = (*sorted(sets), *[none] * (4 - len(sets)))
    found = table.rows[table.rows_of[key_of(symbols)]][pair_class]
    assert len(set(found)) == len(found)
    return set(found)


def best_of_chows(chows):
    """The selection worth most under the usual rules, with no pair that takes part."""
    symbols = (*sorted(chows), *[N_CHOWS] * (4 - len(chows)))
    return dict(choices_of(MCR).worth_trying(CHOWS.rows[CHOWS.rows_of[key_of(symbols)]][0])[0].fans)


def fits(sets, pair):
    """Whether pungs of different kinds leave two tiles for the pair."""
    return len(set(sets)) == len(sets) and pair not in sets


def test_keys_number_all_multisets_of_four_symbols():
    for n_symbols, table in ((N_CHOWS + 1, CHOWS), (N_PUNGS + 1, PUNGS)):
        multisets = combinations_with_replacement(range(n_symbols), 4)
        assert sorted(map(key_of, multisets)) == list(range(len(table.rows_of)))


@pytest.mark.parametrize("n", [0, 1, 2, 3, pytest.param(4, marks=pytest.mark.slow)])
def test_chows_have_every_legal_selection_with_every_class_of_pair(n):
    n_seen = 0
    for chows in combinations_with_replacement(range(N_CHOWS), n):
        kinds = tuple(CHOW_STARTS[chow] for chow in chows)
        n_seen += 1
        for pair, place in ({PLAIN_PAIRS["chows"]: 0} | FIVES).items():
            assert selections_of(CHOWS, chows, N_CHOWS, place) == all_of(chow_selections(kinds, pair)), kinds
    assert n_seen == (1, 21, 231, 1_771, 10_626)[n]


def test_only_pairs_of_fives_take_part_in_combinations_of_chows():
    for pair in range(34):
        for chows in combinations_with_replacement(CHOW_STARTS, 4):
            if sorted(kind % 9 for kind in chows) == [0, 0, 6, 6]:
                symbols = [7 * (kind // 9) + kind % 9 for kind in chows]
                expected = all_of(chow_selections(chows, pair))
                assert selections_of(CHOWS, symbols, N_CHOWS, FIVES.get(pair, 0)) == expected


@pytest.mark.parametrize("n", [0, 1, 2, 3, pytest.param(4, marks=pytest.mark.slow)])
def test_pungs_have_every_legal_selection_with_every_class_of_pair(n):
    n_seen = 0
    for pungs in combinations(range(N_PUNGS), n):
        n_seen += 1
        for place, honours in enumerate(((PLAIN_PAIRS["pungs"],), HONOURS[:4], HONOURS[4:])):
            free = [pair for pair in honours if place == 0 or fits(pungs, pair)]
            if free:
                expected = all_of(pung_selections(pungs, free[0]))
                assert selections_of(PUNGS, pungs, N_PUNGS, place) == expected, (pungs, free[0])
    assert n_seen == (1, 34, 561, 5_984, 46_376)[n]


@pytest.mark.parametrize("n", [2, 3])
def test_every_pair_of_a_class_makes_the_same_with_pungs(n):
    for pungs in combinations((0, 9, 18, 1, *HONOURS), n):
        for pair in range(N_PUNGS):
            if fits(pungs, pair):
                place = 0 if pair < 27 else 1 if pair < 31 else 2
                expected = all_of(pung_selections(pungs, pair))
                assert selections_of(PUNGS, pungs, N_PUNGS, place) == expected


def test_chows_make_few_different_things():
    assert (len(CHOWS.rows), len(PUNGS.rows)) == (58, 16)
    assert len(PUNG_PAIRS) == 3
    assert max(len(found) for row in (*CHOWS.rows, *PUNGS.rows) for found in row) == 14
    assert {found for row in (CHOWS.rows[0], PUNGS.rows[0]) for found in row} == {((),)}


def test_what_four_chows_make_is_counted_by_the_closed_form():
    """4 - components of the graph of pairs, where no fan of three chows or more is there (5.4)."""
    sizes = {fan: size for size, fans in CHOW_FANS.items() for fan in fans}
    n_of_size = Counter()
    for chows in combinations_with_replacement(range(N_CHOWS), 4):
        fans = best_of_chows(chows)
        size = max((sizes[fan] for fan in fans), default=2)
        n_of_size[size] += 1
        if size == 2:
            assert sum(fans.values()) == 4 - n_components(chows), chows
        if size == 3:
            assert sum(fans.values()) <= 2
        if size == 4:
            assert sum(fans.values()) == 1
    assert n_of_size == {4: 36, 3: 1_818, 2: 8_772}


def n_components(chows):
    """Connected components of four chows when equal ones, neighbours and ends of a suit are joined."""
    left, n = set(range(4)), 0
    while left:
        n += 1
        reached = {left.pop()}
        while reached:
            one = reached.pop()
            near = {other for other in left if are_paired(chows[one], chows[other])}
            left -= near
            reached |= near
    return n


def are_paired(one, other):
    """Whether two chows (7 * suit + start) make a fan of one point."""
    if one % 7 == other % 7:
        return True
    return one // 7 == other // 7 and abs(one - other) in (3, 6)


@pytest.mark.slow
def test_the_file_is_what_its_builder_makes():
    built = built_combinations()
    with np.load(COMBINATIONS_PATH) as committed:
        assert set(committed) == set(built)
        for name, array in built.items():
            assert np.array_equal(committed[name], array), name
