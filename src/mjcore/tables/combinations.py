"""Tables of the combination fans: which fans the chows of a hand make together, and the pungs.

Four chows are a multiset of 22 symbols, the 21 chows and "none"; four pungs one of 35. Their multisets
are numbered by :func:`key_of`, and each number leads to a *row*: for each class of pair, every legal
selection of combinations (:func:`mjcore.tables.families.legal_selections`). There are few different rows, and
no points in them: which selection is worth most is for the rules to say (:mod:`mjcore.tables.choices`).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np

from mjcore.tables import families
from mjcore.tables.families import NO_PAIR, PAIR, Edge, Selection, Tiles

#: Pairs that can take part in a combination, one of each class; NO_PAIR stands for the others.
CHOW_PAIRS = (NO_PAIR, 4, 13, 22)  #: fives of characters, dots, bamboo
PUNG_PAIRS = (NO_PAIR, 27, 31)  #: winds, dragons
N_CHOWS, N_PUNGS = 21, 34


def key_of(symbols: tuple[int, ...]) -> int:
    """Number of a multiset of four symbols, given in ascending order.

    >>> key_of((0, 0, 0, 0)), key_of((21, 21, 21, 21))
    (0, 12649)
    """
    return sum(comb(symbol + i, i + 1) for i, symbol in enumerate(symbols))


@dataclass(frozen=True)
class Combinations:
    """Rows of combination fans by multiset.

    Attributes
    ----------
    rows_of : ndarray of uint8
        Row of each multiset, by :func:`key_of`.
    rows : tuple of tuple of tuple of Selection
        For each row and class of pair, the legal selections. Row 0 has nothing to combine.
    """

    rows_of: np.ndarray
    rows: tuple[tuple[tuple[Selection, ...], ...], ...]


def chow_combinations() -> Combinations:
    """Combinations of up to four chows."""
    return _combinations(families.chow_fans, N_CHOWS, CHOW_PAIRS)


def pung_combinations() -> Combinations:
    """Combinations of up to four pungs."""
    return _combinations(families.pung_fans, N_PUNGS, PUNG_PAIRS)


def _combinations(
    fans_of: Callable[[Tiles, int], list[str]], n_symbols: int, pairs: tuple[int, ...]
) -> Combinations:
    fans_of = cache(fans_of)

    @cache
    def selections(edges: tuple[Edge, ...]) -> tuple[Selection, ...]:
        return tuple(sorted(families.legal_selections(edges)))

    nothing: tuple[Selection, ...] = ((),)
    numbers: dict[tuple[tuple[Selection, ...], ...], int] = {(nothing,) * len(pairs): 0}
    rows_of = np.empty(comb(n_symbols + 4, 4), dtype=np.uint8)
    for symbols in itertools.combinations_with_replacement(range(n_symbols + 1), 4):
        sets = tuple(symbol for symbol in symbols if symbol < n_symbols)
        groups = [(taken, tuple(sets[place] for place in places)) for places, taken in GROUPS[len(sets)]]
        without_pair = tuple((fan, taken) for taken, group in groups for fan in fans_of(group, NO_PAIR))
        row = [selections(without_pair)]
        for pair in pairs[1:]:
            more = tuple((fan, taken | {PAIR}) for taken, group in groups for fan in fans_of(group, pair))
            row.append(selections(without_pair + more) if more else row[0])
        rows_of[key_of(symbols)] = numbers.setdefault(tuple(row), len(numbers))
    assert len(numbers) < 256
    return Combinations(rows_of, tuple(numbers))


#: By the number of sets: every two or more of their places, as a tuple and as a set.
GROUPS = [
    [
        (places, frozenset(places))
        for size in range(2, n + 1)
        for places in itertools.combinations(range(n), size)
    ]
    for n in range(5)
]
