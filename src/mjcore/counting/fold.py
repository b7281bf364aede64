"""Tallies: how many hands, or parts of hands, look alike.

A question looks at little of a suit: its distance class, say, and its number of tiles. All vectors of
a suit that look alike are one row of a tally, with the number of vectors (*distinct*) and the number
of ways to take their tiles from the 136 (*weighted*). Two suits together are all pairs of rows, again
collected by what they look like together. All numbers stay below C(136, 14), about 4.25e18, and thus
exact in 64 bits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from mjcore.tables.suits import Vectors

MANY = 1024
WAYS = np.array([1, 4, 6, 4, 1], dtype=np.uint64)  #: to take 0 to 4 of the four copies of a kind


@dataclass(frozen=True)
class Tally:
    """Rows that look alike, and how many there are.

    Attributes
    ----------
    columns : dict of str to ndarray of int64, each of shape (n,)
        What the rows look like. Every tally has ``tiles``.
    distinct, weighted : ndarray of uint64, shape (n,)
    """

    columns: dict[str, NDArray[np.int64]]
    distinct: NDArray[np.uint64]
    weighted: NDArray[np.uint64]

    def __getitem__(self, name: str) -> NDArray[np.int64]:
        return self.columns[name]

    def __len__(self) -> int:
        return len(self.distinct)


def collected(
    columns: Mapping[str, NDArray[np.int64]], distinct: NDArray[np.uint64], weighted: NDArray[np.uint64]
) -> Tally:
    """A tally with one row for each different combination of the columns (values from 0 on)."""
    key = np.zeros(len(distinct), dtype=np.int64)
    radix = 1
    for values in columns.values():
        size = int(values.max(initial=0)) + 1
        if size > MANY:  # few values, far apart
            found, values = np.unique(values, return_inverse=True)
            size = len(found)
        key = key * size + values
        radix *= size
    assert radix < 2**63, "the columns of a tally do not fit a key"
    _, first, group = np.unique(key, return_index=True, return_inverse=True)
    return Tally(
        {name: values[first] for name, values in columns.items()},
        _sums(group, len(first), distinct),
        _sums(group, len(first), weighted),
    )


def _sums(group: NDArray[np.intp], n: int, values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    out = np.zeros(n, dtype=np.uint64)
    np.add.at(out, group, values)
    return out


def sums_by(values: NDArray[np.int64], weights: NDArray[np.uint64]) -> dict[int, int]:
    """Sum of the weights of each value, in order."""
    found, group = np.unique(values, return_inverse=True)
    return dict(zip(found.tolist(), _sums(group, len(found), weights).tolist(), strict=True))


def pairs_of(a: Tally, b: Tally, tiles: int, *, exactly: bool) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Row numbers of all pairs that together have at most, or exactly, so many tiles."""
    total = a["tiles"][:, None] + b["tiles"][None]
    rows, columns = np.nonzero(total == tiles if exactly else total <= tiles)
    return rows, columns


@lru_cache(maxsize=2)
def vectors_of(n_kinds: int) -> Vectors:
    """The vectors of a suit, in the order of its tables."""
    return Vectors(n_kinds)


@lru_cache(maxsize=2)
def ways_of(n_kinds: int) -> NDArray[np.uint64]:
    """Ways to take each vector's tiles from the four copies of each kind."""
    return WAYS[vectors_of(n_kinds).copies].prod(axis=1)


def suit_tally(n_kinds: int, columns: Mapping[str, NDArray[np.int64]], keep: NDArray[np.bool_]) -> Tally:
    """The vectors of a suit by what they look like; only those to `keep`."""
    weighted = ways_of(n_kinds)[keep]
    of_kept = {name: values[keep].astype(np.int64) for name, values in columns.items()}
    return collected(of_kept, np.ones(len(weighted), dtype=np.uint64), weighted)
