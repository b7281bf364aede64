"""What there is to know about the tiles of one suit: the readable builder of the suit tables.

A *vector* is the concealed tiles of one suit: how many copies (0 to 4) of each of its kinds, at most
14 tiles. A number suit has 405,350 vectors, the honours 43,130. Everything the kernels ask about a
hand is answered suit by suit from here, and a hand is then put together by a few more lookups.

A *cell* is a demand on a suit, ``m`` sets and ``p`` pairs at once (m 0 to 4, p 0 or 1), numbered
``5 * p + m``. For each vector the table knows

* its *cost row*: for each cell the fewest tiles to add, using no kind more than four times. All
  vectors of number suits together have only 126 different rows, their *distance classes*; the
  honours have 55;
* its *useful kinds*: for each cell, the kinds of which one more tile lowers that cost;
* its *waits*: the kinds whose addition makes it decompose (a fifth copy is not excluded here: live
  waits are found by masking out the kinds held four times);
* its *decompositions* into sets, with or without a pair, if it has any.

Where a vector stands in the tables: split it into its first four kinds (the *head*) and the others
(the *tail*). Tails are ordered by their number of tiles, so that those which still fit beside a head
of ``t`` tiles come first, and ``BASE[head] + ORDER[tail]`` numbers the vectors without a gap.

``make tables`` writes what :func:`build` returns for :data:`NUMBER` and :data:`HONOURS` to
``suits.npz``; a test builds it again and compares.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cached_property

import numpy as np

MOST_TILES = 14  #: in a hand, hence in a suit
MOST_SETS = 4
N_CELLS = 10  #: demands on a suit: 5 * pairs + sets
FAR = 64  #: the cost of what cannot be had; two of them still fit a byte
USEFUL_TILES = 8  #: the useful kinds of longer vectors are not tabulated (0.3 % of the suits dealt)

#: How a record packs what else is known of a vector: whether it would hold the pair (its number of
#: tiles is 2 modulo 3), its waits, and the id of its partitions, 0 if it does not decompose.
PAIR_BIT, WAITS_SHIFT, WAITS_BITS, PARTITION_SHIFT = 0, 1, 9, 10


@dataclass(frozen=True)
class Suit:
    """The kinds of a suit and where its chows start.

    >>> NUMBER.sets[0], NUMBER.sets[9]
    ((3, 0, 0, 0, 0, 0, 0, 0, 0), (1, 1, 1, 0, 0, 0, 0, 0, 0))
    """

    n_kinds: int
    chow_starts: tuple[int, ...]

    @cached_property
    def sets(self) -> tuple[tuple[int, ...], ...]:
        """Copies of each kind in every set: the pungs by kind, then the chows by start."""
        pungs = [[(k == pung) * 3 for k in range(self.n_kinds)] for pung in range(self.n_kinds)]
        chows = [[int(k - start in (0, 1, 2)) for k in range(self.n_kinds)] for start in self.chow_starts]
        return tuple(map(tuple, pungs + chows))

    def set_name(self, index: int) -> int:
        """One byte for a set: the start of a chow, or 16 + the kind of a pung."""
        return 16 + index if index < self.n_kinds else self.chow_starts[index - self.n_kinds]


NUMBER = Suit(9, (0, 1, 2, 3, 4, 5, 6))
HONOURS = Suit(7, ())
HONOURS_WITH_RUNS = Suit(7, (0, 1, 4))  #: E-S-W, S-W-N and white-green-red (option ``honour_runs``)
WINDS, DRAGONS = Suit(4, ()), Suit(3, ())  #: two suits under ``honours_one_suit=False``
WINDS_WITH_RUNS, DRAGONS_WITH_RUNS = Suit(4, (0, 1)), Suit(3, (0,))


class Vectors:
    """All vectors of a suit in table order, and their neighbours.

    Attributes
    ----------
    copies : ndarray of uint8, shape (n, n_kinds)
    tiles : ndarray of int, shape (n,)
    more, fewer : ndarray of int32, shape (n, n_kinds)
        The vector with one tile of a kind added or taken away; -1 where there is none.
    """

    def __init__(self, n_kinds: int) -> None:
        n_head = min(4, n_kinds)
        heads, tails = _all_copies(n_head), _all_copies(n_kinds - n_head)
        head_tiles, tail_tiles = heads.sum(axis=1, dtype=np.int64), tails.sum(axis=1, dtype=np.int64)
        by_tiles = np.argsort(tail_tiles, kind="stable")
        self.order = np.empty(len(tails), dtype=np.uint16)
        self.order[by_tiles] = np.arange(len(tails))
        fitting = np.searchsorted(tail_tiles[by_tiles], MOST_TILES - head_tiles, side="right")
        self.base = np.concatenate([[0], np.cumsum(fitting)[:-1]]).astype(np.uint32)
        self.copies = np.concatenate(
            [
                np.hstack([np.repeat(head[None], n, axis=0), tails[by_tiles[:n]]])
                for head, n in zip(heads, fitting, strict=True)
            ]
        )
        self.tiles = self.copies.sum(axis=1, dtype=np.int64)

    @cached_property
    def more(self) -> np.ndarray:
        out = np.full(self.copies.shape, -1, dtype=np.int32)
        for kind in range(self.copies.shape[1]):
            fits = np.flatnonzero((self.copies[:, kind] < 4) & (self.tiles < MOST_TILES))
            grown = self.copies[fits]
            grown[:, kind] += 1
            out[fits, kind] = self.index(grown)
        return out

    @cached_property
    def fewer(self) -> np.ndarray:
        out = np.full(self.copies.shape, -1, dtype=np.int32)
        for kind, more in enumerate(self.more.T):
            grows = np.flatnonzero(more >= 0)
            out[more[grows], kind] = grows
        return out

    def __len__(self) -> int:
        return len(self.copies)

    def index(self, copies: np.ndarray) -> np.ndarray:
        """Place in the tables of vectors given as copies, shape (..., n_kinds)."""
        copies = np.asarray(copies, dtype=np.int64)
        head, tail = copies[..., :4], copies[..., 4:]
        return self.base[_key(head)].astype(np.int64) + self.order[_key(tail)]


def _all_copies(n_kinds: int) -> np.ndarray:
    """Every way to hold 0 to 4 copies of some kinds; the first kind counts fastest."""
    keys = np.arange(5**n_kinds)[:, None]
    return (keys // 5 ** np.arange(n_kinds)[None] % 5).astype(np.uint8)


def _key(copies: np.ndarray) -> np.ndarray:
    return copies @ 5 ** np.arange(copies.shape[-1])


@dataclass(frozen=True)
class Partition:
    """One way to see a vector as sets and perhaps a pair, the kinds counted from the suit's first."""

    sets: tuple[int, ...]  #: chow starts, or 16 + the kind of a pung
    pair: int | None


@dataclass(frozen=True)
class SuitTable:
    """The tables of one suit; see the module for what they mean."""

    suit: Suit
    base: np.ndarray  # uint32 (5**4,)
    order: np.ndarray  # uint16 (5**(n_kinds - 4),)
    classes: np.ndarray  # uint8 (n,): distance class
    records: np.ndarray  # uint32 (n,): pair | waits | partition id
    rows: np.ndarray  # uint8 (n_classes, 10): cost rows
    useful_base: np.ndarray  # uint32 (5**4,): as `base`, for vectors of at most 8 tiles
    useful: np.ndarray  # uint16 (n, 10): useful kinds by cell
    partition_start: np.ndarray  # uint32 (n_ids + 1,); id 0 has none
    partitions: np.ndarray  # uint8 (n_partitions, 6): number of sets, four sets, pair (255 none)

    ARRAYS = (
        "base", "order", "classes", "records", "rows",
        "useful_base", "useful", "partition_start", "partitions",
    )  # fmt: skip


def build(suit: Suit) -> SuitTable:
    """Make the tables of a suit (about a second for a number suit)."""
    vectors = Vectors(suit.n_kinds)
    found = _partitions(suit)
    exact = _demands_met_exactly(vectors, found)
    part_of_demand = _closed_downwards(vectors, exact)
    cost, useful = _cost_and_useful(vectors, part_of_demand)
    rows, classes = np.unique(cost, axis=0, return_inverse=True)
    ids, start, partitions = _partition_arrays(vectors, found)
    records = (
        (vectors.tiles % 3 == 2).astype(np.uint32) << PAIR_BIT
        | _waits(vectors, suit) << WAITS_SHIFT
        | ids << PARTITION_SHIFT
    )
    useful_base, useful = _short_vectors(vectors, useful)
    return SuitTable(
        suit,
        vectors.base,
        vectors.order,
        classes.reshape(-1).astype(np.uint8),
        records,
        rows,
        useful_base,
        useful,
        start,
        partitions,
    )


def demands_held(suit: Suit) -> np.ndarray:
    """Demands (cells, one bit each) that any holding of a suit contains, however many tiles it has.

    Returns
    -------
    ndarray of uint16, shape (5**n_kinds,)
        By base-5 key, the first kind counting fastest.

    Examples
    --------
    >>> held = demands_held(DRAGONS)
    >>> int(held[3 + 5 * 4])  # 3 white, 4 green: nothing, a pair, a set, a set and a pair, two sets
    103
    """
    held = np.zeros(5**suit.n_kinds, dtype=np.uint16)
    for copies, ways in _partitions(suit).items():
        for way in ways:
            held[_key(np.array(copies))] |= 1 << (5 * (way.pair is not None) + len(way.sets))
    grid = held.reshape((5,) * suit.n_kinds)
    for axis in range(suit.n_kinds):
        np.bitwise_or.accumulate(grid, axis=axis, out=grid)
    return held


def _partitions(suit: Suit, most_copies: int = 4) -> dict[tuple[int, ...], list[Partition]]:
    """Every vector that is sets alone or sets and a pair, with all the ways to see it so."""
    found: dict[tuple[int, ...], list[Partition]] = {}
    pairs: list[int | None] = [None, *range(suit.n_kinds)]
    for n_sets in range(MOST_SETS + 1):
        for chosen in itertools.combinations_with_replacement(range(len(suit.sets)), n_sets):
            of_sets = [sum(suit.sets[i][k] for i in chosen) for k in range(suit.n_kinds)]
            if max(of_sets) > most_copies:
                continue
            names = tuple(suit.set_name(i) for i in chosen)
            for pair in pairs:
                copies = tuple(c + 2 * (k == pair) for k, c in enumerate(of_sets))
                if max(copies) <= most_copies:
                    found.setdefault(copies, []).append(Partition(names, pair))
    return found


def _demands_met_exactly(vectors: Vectors, found: dict[tuple[int, ...], list[Partition]]) -> np.ndarray:
    """Cells (one bit each) that a vector meets with no tile left over."""
    cells = np.zeros(len(vectors), dtype=np.uint16)
    places = vectors.index(np.array(list(found)))
    for place, ways in zip(places, found.values(), strict=True):
        for way in ways:
            cells[place] |= 1 << (5 * (way.pair is not None) + len(way.sets))
    return cells


def _closed_downwards(vectors: Vectors, cells: np.ndarray) -> np.ndarray:
    """Cells of which a vector is a part: those of every vector that has a tile more."""
    cells = cells.copy()
    for tiles in range(MOST_TILES - 1, -1, -1):
        layer = np.flatnonzero(vectors.tiles == tiles)
        for more in vectors.more[layer].T:
            cells[layer[more >= 0]] |= cells[more[more >= 0]]
    return cells


def _cost_and_useful(vectors: Vectors, part_of: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Cost row of each vector, and for each cell the kinds that lower the cost.

    The cost of a demand is its number of tiles less the most tiles of the vector that are part of
    one hand that meets it. A vector that is itself such a part keeps all its tiles, and a further
    tile is useful if they are still a part together. Any other vector inherits from those with one
    tile less: the most tiles kept, and what is useful to any that keeps as many.
    """
    n_kinds = vectors.copies.shape[1]
    is_part = (part_of[:, None] >> np.arange(N_CELLS) & 1).astype(bool)
    kept = np.where(is_part, vectors.tiles[:, None], -1).astype(np.int8)
    useful = np.zeros((len(vectors), N_CELLS), dtype=np.uint16)
    for kind, more in enumerate(vectors.more.T):
        grows = more >= 0
        useful[grows] |= is_part[more[grows]].astype(np.uint16) << kind
    useful[~is_part] = 0
    for tiles in range(1, MOST_TILES + 1):
        layer = np.flatnonzero(vectors.tiles == tiles)
        parents = [(layer[fewer >= 0], fewer[fewer >= 0]) for fewer in vectors.fewer[layer].T]
        for place, parent in parents:
            kept[place] = np.maximum(kept[place], kept[parent])
        for place, parent in parents:
            inherits = ~is_part[place] & (kept[parent] == kept[place])
            useful[place] |= np.where(inherits, useful[parent], 0)
    wanted = np.array([3 * m + 2 * p for p in range(2) for m in range(5)])
    assert useful.max(initial=0) < 1 << n_kinds
    return np.where(kept < 0, FAR, wanted - kept).astype(np.uint8), useful


def _waits(vectors: Vectors, suit: Suit) -> np.ndarray:
    """Kinds (one bit each) whose addition makes a vector decompose, a fifth copy included."""
    waits = np.zeros(len(vectors), dtype=np.uint32)
    complete = np.array(list(_partitions(suit, most_copies=5)))
    for kind in range(suit.n_kinds):
        before = complete[complete[:, kind] > 0].copy()
        before[:, kind] -= 1
        before = before[before.max(axis=1) <= 4]
        np.bitwise_or.at(waits, vectors.index(before), np.uint32(1 << kind))
    return waits


def _partition_arrays(
    vectors: Vectors, found: dict[tuple[int, ...], list[Partition]]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Partition id of each vector (0: none), where the ways of an id start, and the ways."""
    ids = np.zeros(len(vectors), dtype=np.uint32)
    ids[vectors.index(np.array(list(found)))] = np.arange(1, len(found) + 1)
    start = np.cumsum([0, 0, *map(len, found.values())], dtype=np.uint32)
    ways = np.full((int(start[-1]), 6), 255, dtype=np.uint8)
    for row, way in zip(ways, itertools.chain.from_iterable(found.values()), strict=True):
        row[0] = len(way.sets)
        row[1 : 1 + len(way.sets)] = way.sets
        row[5] = 255 if way.pair is None else way.pair
    return ids, start, ways


def _short_vectors(vectors: Vectors, useful: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The useful kinds of vectors of at most :data:`USEFUL_TILES` tiles, numbered like the rest."""
    short = vectors.tiles <= USEFUL_TILES
    heads = _key(vectors.copies[:, :4].astype(np.int64))
    counts = np.bincount(heads[short], minlength=len(vectors.base))
    base = np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(np.uint32)
    return base, useful[short]
