"""Exact shanten counts from a distance transform of all suits.

A suit of nine ranks is a point of a grid with five values on each axis. The complete suits are known; the
fewest tiles missing for one of them, from everywhere on the grid at once, is a minimum taken axis by axis,
since tiles missing of different kinds add up. Suits with the same number of tiles and the same missing
tiles are counted together, and joined suit by suit with the smallest sums.

A table takes about a second, so that every threshold and shape option can be checked.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np

from .distance import UNREACHABLE
from .enumeration import Count, Suit, complete_suits, deck_of
from .shape_rules import Shape, allows_seven_pairs, allows_standard

#: More than can be missing; such a sum is cut back to it.
FAR = 20
N_SETS, N_PAIRS = 5, 8  # 0 to 4 sets, 0 to 7 pairs


def shanten_counts(n_tiles: int, shape: Shape, *, suits: Sequence[Suit] | None = None) -> dict[int, Count]:
    """Hands of `n_tiles` concealed tiles by shanten, out of reach being 127."""
    *first, last = suits or deck_of(shape)
    states = _start()
    for suit in first:
        states = _merged(*_joined(states, _classes(suit, shape), n_tiles))
    return _finished(states, _classes(last, shape), n_tiles)


def _start():
    """The hand without any suit: nothing is there and nothing is missing for nothing."""
    sets = np.full((1, 2, 2, N_SETS), FAR, np.uint8)  # has a main suit, has a pair, sets
    pairs = np.full((1, 2, N_PAIRS), FAR, np.uint8)  # has a main suit, pairs
    sets[0, 0, 0, 0] = pairs[0, 0, 0] = 0
    one = np.ones(1, np.int64)
    return np.zeros(1, np.uint8), sets, pairs, one, one


@cache
def _classes(suit, shape):
    """Suits with the same tiles and the same missing tiles: as `_start`, counted."""
    n, sets, pairs, weights = _all_suits(suit, shape)
    with_main = np.full((len(n), 2, 2, N_SETS), FAR, np.uint8)
    with_main[:, 0] = sets
    for pair in range(2):
        for k in range(N_SETS):
            n_tiles = 3 * k + 2 * pair
            pair_suit = 0 if pair else 1  # if the pair is not here, it is in a suit with nothing else
            if allows_standard([n_tiles, 0], [k, 0], pair_suit, shape):
                with_main[:, 1, pair, k] = sets[:, pair, k]
    pairs_with_main = np.full((len(n), 2, N_PAIRS), FAR, np.uint8)
    pairs_with_main[:, 0] = pairs
    for m in range(N_PAIRS):
        if allows_seven_pairs([2 * m], shape):
            pairs_with_main[:, 1, m] = pairs[:, m]
    return _merged(n, with_main, pairs_with_main, np.ones(len(n), np.int64), weights)


def _all_suits(suit, shape):
    """Every suit of at most 14 tiles: tiles, tiles missing for sets and for pairs, weight."""
    copies = np.indices((5,) * suit.n_kinds, dtype=np.uint8).reshape(suit.n_kinds, -1)
    n = copies.sum(axis=0)
    kept = n <= 14
    copies, n = copies[:, kept], n[kept].astype(np.uint8)
    sets = _set_distances(suit).reshape(2 * N_SETS, -1)[:, kept].T.reshape(-1, 2, N_SETS)
    weights = np.array([1, 4, 6, 4, 1])[copies].prod(axis=0)
    return n, sets, _pair_distances(copies, shape), weights


@cache
def _set_distances(suit):
    """Tiles missing for (has a pair, sets), from each point of the grid."""
    grid = np.full((2, N_SETS) + (5,) * suit.n_kinds, FAR, np.uint8)
    for vector in complete_suits(suit):
        n_sets, has_pair = divmod(sum(vector), 3)
        grid[(has_pair // 2, n_sets, *vector)] = 0
    for axis in range(suit.n_kinds):
        planes = np.moveaxis(grid, axis + 2, 0)
        nearest = [
            np.minimum.reduce([planes[wanted] + max(0, wanted - own) for wanted in range(5)])
            for own in range(5)
        ]
        planes[...] = np.minimum(nearest, FAR)
    return grid


def _pair_distances(copies, shape):
    """Tiles missing for 0 to 7 pairs, the cheapest first."""
    first = np.maximum(2 - copies.astype(np.int8), 0)
    prices = [first]
    if shape.four_kind_as_two_pairs:
        prices.append(np.maximum(4 - copies.astype(np.int8), 0) - first)
    prices = np.sort(np.concatenate([*prices, np.full((7, copies.shape[1]), FAR, np.int8)]), axis=0)[:7]
    sums = np.vstack([np.zeros((1, copies.shape[1]), np.int64), np.cumsum(prices, axis=0, dtype=np.int64)])
    if not shape.seven_pairs:
        sums[:] = FAR
    return np.minimum(sums, FAR).astype(np.uint8).T


def _joined(states, classes, n_tiles):
    """Every state with every class, as far as there are not too many tiles."""
    parts = []
    for n, sets, pairs, distinct, weighted in zip(*classes, strict=True):
        kept = states[0] + n <= n_tiles
        old = [column[kept] for column in states]
        tiles = (old[0] + n, _add_sets(old[1], sets), _add_pairs(old[2], pairs))
        parts.append((*tiles, old[3] * distinct, old[4] * weighted))
    return [np.concatenate(column) for column in zip(*parts, strict=True)]


def _add_sets(old, new):
    """Fewest tiles missing for each (main suit, pair, sets) of the tiles of `old` and `new` together."""
    best = np.full_like(old, FAR)
    for main, new_main in ((0, 0), (0, 1), (1, 0)):
        for pair, new_pair in ((0, 0), (0, 1), (1, 0)):
            for k in range(N_SETS):
                mine = new[new_main, new_pair, k]
                target = best[:, main + new_main, pair + new_pair, k:]
                np.minimum(target, old[:, main, pair, : N_SETS - k] + mine, out=target)
    return best


def _add_pairs(old, new):
    """Fewest tiles missing for each (main suit, pairs)."""
    best = np.full_like(old, FAR)
    for main, new_main in ((0, 0), (0, 1), (1, 0)):
        for m in range(N_PAIRS):
            target = best[:, main + new_main, m:]
            np.minimum(target, old[:, main, : N_PAIRS - m] + new[new_main, m], out=target)
    return best


def _merged(n, sets, pairs, distinct, weighted):
    """Equal states counted together."""
    rows = np.concatenate([n[:, None], sets.reshape(len(n), -1), pairs.reshape(len(n), -1)], axis=1)
    keys = np.ascontiguousarray(rows).view(np.dtype((np.void, rows.shape[1]))).ravel()
    order = np.argsort(keys)
    starts = np.flatnonzero(np.concatenate([[True], keys[order][1:] != keys[order][:-1]]))
    one = order[starts]
    sums = [np.add.reduceat(counts[order], starts) for counts in (distinct, weighted)]
    return n[one], sets[one], pairs[one], *sums


def _finished(states, classes, n_tiles):
    """Hands by shanten after the last suit; sums are kept in Python's integers."""
    found: dict[int, Count] = {}
    for n, sets, pairs, distinct, weighted in zip(*classes, strict=True):
        kept = states[0] + n == n_tiles
        missing = np.minimum(_four_sets(states[1][kept], sets), _seven_pairs(states[2][kept], pairs))
        for value in np.unique(missing):
            here = missing == value
            parts = [int(counts[kept][here].sum()) for counts in states[3:]]
            count = Count(parts[0] * int(distinct), parts[1] * int(weighted))
            shanten = UNREACHABLE if value == FAR else int(value) - 1
            found[shanten] = found.get(shanten, Count(0, 0)) + count
    return dict(sorted(found.items()))


def _four_sets(old, new):
    """Tiles missing for four sets and a pair with a main suit."""
    sums = [
        old[:, main, pair, k] + new[1 - main, 1 - pair, N_SETS - 1 - k]
        for main in range(2)
        for pair in range(2)
        for k in range(N_SETS)
    ]
    return np.minimum(np.minimum.reduce(sums), FAR)


def _seven_pairs(old, new):
    """Tiles missing for seven pairs with a main suit."""
    sums = [old[:, main, m] + new[1 - main, N_PAIRS - 1 - m] for main in range(2) for m in range(N_PAIRS)]
    return np.minimum(np.minimum.reduce(sums), FAR)
