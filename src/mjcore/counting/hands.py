"""Every complete hand of 14 tiles, one after the other, in pieces."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjcore.counting.fold import WAYS, vectors_of
from mjcore.tables import families
from mjcore.tables._tables import Tables
from mjcore.tables.suits import PAIR_BIT, PARTITION_SHIFT

HAND = 14
PIECE = 200_000  #: hands at a time, about

Piece = tuple[NDArray[np.uint8], NDArray[np.uint64]]  #: counts (n, 34), and the ways to draw each hand


@dataclass(frozen=True)
class _Half:
    """Two suits together: copies, ways, tiles and pairs of each choice of vectors."""

    copies: NDArray[np.uint8]
    ways: NDArray[np.uint64]
    tiles: NDArray[np.int64]
    pairs: NDArray[np.int64]

    def where(self, keep: NDArray[np.bool_]) -> _Half:
        return _Half(self.copies[keep], self.ways[keep], self.tiles[keep], self.pairs[keep])


def standard_hands(tables: Tables) -> Iterator[Piece]:
    """Four sets and a pair, concealed."""
    number, honours = (
        _vectors(table.suit.n_kinds, table.records >> PARTITION_SHIFT > 0, table.records >> PAIR_BIT & 1)
        for table in (tables.number, tables.honours)
    )
    yield from _whole(_together(number, number), _together(number, honours), n_pairs=1)


def seven_pairs() -> Iterator[Piece]:
    """Seven pairs, four equal tiles being two."""
    number, honours = (_vectors(n, (vectors_of(n).copies % 2 == 0).all(axis=1), None) for n in (9, 7))
    yield from _whole(_together(number, number), _together(number, honours), n_pairs=0)


def special_hands() -> Iterator[Piece]:
    """Thirteen orphans, honours and knitted tiles, knitted straights."""
    orphans = [kind for kind in range(34) if kind >= 27 or kind % 9 in (0, 8)]
    rows = {_counts([*orphans, pair]) for pair in orphans}
    honours = range(27, 34)
    for pattern in families.knitted_patterns():
        rows |= {_counts(kinds) for kinds in itertools.combinations([*pattern, *honours], HAND)}
        for sets in (*((k, k, k) for k in range(34)), *((k, k + 1, k + 2) for k in range(27) if k % 9 < 7)):
            for pair in range(34):
                row = _counts([*pattern, *sets, pair, pair])
                if max(row) <= 4:
                    rows.add(row)
    hands = np.array(sorted(rows), dtype=np.uint8)
    yield hands, WAYS[hands].prod(axis=1)


def _counts(kinds: object) -> tuple[int, ...]:
    return tuple(np.bincount(list(kinds), minlength=34).tolist())  # type: ignore[call-overload]


def _vectors(n_kinds: int, keep: NDArray[np.bool_], pairs: NDArray[Any] | None) -> _Half:
    vectors = vectors_of(n_kinds)
    of_pairs = np.zeros(len(vectors), dtype=np.int64) if pairs is None else pairs.astype(np.int64)
    ways = WAYS[vectors.copies[keep]].prod(axis=1)
    return _Half(vectors.copies[keep], ways, vectors.tiles[keep], of_pairs[keep])


def _together(a: _Half, b: _Half) -> _Half:
    """Every choice of one of `a` and one of `b` that leaves no more than 14 tiles and one pair."""
    parts = []
    for tiles, pairs in sorted(set(zip(a.tiles.tolist(), a.pairs.tolist(), strict=True))):
        of_a = a.where((a.tiles == tiles) & (a.pairs == pairs))
        of_b = b.where((b.tiles <= HAND - tiles) & (b.pairs <= 1 - pairs))
        n, m = len(of_a.ways), len(of_b.ways)
        i, j = np.repeat(np.arange(n), m), np.tile(np.arange(m), n)
        copies = np.hstack([of_a.copies[i], of_b.copies[j]])
        parts.append((copies, of_a.ways[i] * of_b.ways[j], tiles + of_b.tiles[j], pairs + of_b.pairs[j]))
    copies, ways, of_tiles, of_pairs = (np.concatenate(column) for column in zip(*parts, strict=True))
    return _Half(copies, ways, of_tiles, of_pairs)


def _whole(left: _Half, right: _Half, *, n_pairs: int) -> Iterator[Piece]:
    """Whole hands of two halves."""
    for tiles, pairs in itertools.product(range(HAND + 1), range(n_pairs + 1)):
        a = left.where((left.tiles == tiles) & (left.pairs == pairs))
        b = right.where((right.tiles == HAND - tiles) & (right.pairs == n_pairs - pairs))
        if not len(a.ways) or not len(b.ways):
            continue
        step = max(1, PIECE // len(b.ways))
        for start in range(0, len(a.ways), step):
            part = slice(start, start + step)
            n = len(a.ways[part])
            hands = np.hstack([np.repeat(a.copies[part], len(b.ways), axis=0), np.tile(b.copies, (n, 1))])
            yield np.ascontiguousarray(hands), np.repeat(a.ways[part], len(b.ways)) * np.tile(b.ways, n)
