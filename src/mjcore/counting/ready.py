"""How many hands of 13 tiles are ready, by what they wait for.

Waits are live: kinds of which the hand itself does not hold all four. A hand may wait for four sets
and a pair through one suit or two, for seven pairs, or for both at once; the two are counted apart
and the hands that wait for both are then put right.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mjcore.counting.fold import Tally, collected, suit_tally, vectors_of
from mjcore.tables._tables import Tables
from mjcore.tables.forms import Form
from mjcore.tables.suits import PARTITION_SHIFT, WAITS_BITS, WAITS_SHIFT, SuitTable

HAND = 13
N_GROUPS = 5
GROUP_SUIT = (0, 1, 2, 3, 3)  #: the suit of each group; winds and dragons are honours


def ready_tally(tables: Tables, by: str) -> Tally:
    """Ready hands by their live waits: ``value`` is the kinds, or the tiles not in the hand itself."""
    form = tables.spec
    parts: list[tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]] = []
    if form.standard:
        hands = _hands(tables, by, with_pairs=False)
        parts.append((hands.standard_waits(), hands.distinct, hands.weighted))
    if form.seven_pairs != "none":
        hands = _hands(tables, by, with_pairs=True)
        standard = hands.standard_waits() if form.standard else np.zeros(len(hands.distinct), dtype=np.int64)
        parts.append((standard, -hands.distinct, -hands.weighted))
        parts.append((hands.all_waits(standard), hands.distinct, hands.weighted))
    if form.orphans:
        parts.append(_orphans(by))
    value, distinct, weighted = (np.concatenate(column) for column in zip(*parts, strict=True))
    ready = value > 0
    # Differences of unsigned numbers wrap around and come out right.
    return collected(
        {"value": value[ready]}, distinct[ready].astype(np.uint64), weighted[ready].astype(np.uint64)
    )


def _orphans(by: str) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Thirteen orphans waiting for any of them, or with a pair for the one that is missing."""
    value = np.array([13, 1]) if by == "kinds" else np.array([13 * 3, 4])
    return value, np.array([1, 13 * 12]), np.array([4**13, 13 * 12 * 6 * 4**11])


# ---- one suit ----------------------------------------------------------------------------------------


def _suit(table: SuitTable, form: Form, by: str, *, with_pairs: bool) -> Tally:
    """The vectors of a suit that can stand in a ready hand.

    Columns: ``tiles``; ``done``, 1 if it decomposes; for each of its groups (two for honours that are
    not one suit) ``in_0``, ``in_1`` its tiles and ``waits_0``, ``waits_1`` the value of its live waits.
    With pairs also ``odd``, 1 if one kind is odd; ``odd_group``, ``odd_value`` and ``odd_waits``,
    whether that kind is also a wait for sets.
    """
    vectors = vectors_of(table.suit.n_kinds)
    copies, tiles = vectors.copies, vectors.tiles
    waits = table.records >> WAITS_SHIFT & ((1 << WAITS_BITS) - 1)
    live = (waits[:, None] >> np.arange(copies.shape[1]) & 1).astype(bool) & (copies < 4)
    value = np.ones_like(copies) if by == "kinds" else 4 - copies
    cut = 4 if copies.shape[1] == 7 and not form.honours_one_suit else copies.shape[1]
    columns = {"tiles": tiles, "done": (table.records >> PARTITION_SHIFT > 0).astype(np.int64)}
    for group, part in enumerate((slice(None, cut), slice(cut, None))):
        columns[f"in_{group}"] = copies[:, part].sum(axis=1, dtype=np.int64)
        columns[f"waits_{group}"] = np.where(live, value, 0)[:, part].sum(axis=1, dtype=np.int64)
    if not with_pairs:
        keep = (columns["done"] == 1) | live.any(axis=1)
        return suit_tally(copies.shape[1], columns, keep & (tiles <= HAND))
    odd = copies % 2 == 1
    keep = odd.sum(axis=1) <= 1
    if form.seven_pairs == "different":
        keep &= (copies <= 2).all(axis=1)
    kind = odd.argmax(axis=1)
    columns["odd"] = odd.any(axis=1).astype(np.int64)
    columns["odd_group"] = columns["odd"] * (kind >= cut)
    columns["odd_value"] = np.where(odd, value, 0).sum(axis=1, dtype=np.int64)
    columns["odd_waits"] = (odd & live).any(axis=1).astype(np.int64)
    return suit_tally(copies.shape[1], columns, keep & (tiles <= HAND))


# ---- four suits --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Hands:
    """Hands as choices of a row of each suit's tally."""

    form: Form
    suits: list[Tally]
    rows: list[NDArray[np.intp]]
    distinct: NDArray[np.int64]
    weighted: NDArray[np.int64]

    def of_suit(self, suit: int, column: str) -> NDArray[np.int64]:
        return self.suits[suit][column][self.rows[suit]]

    def of_group(self, column: str) -> NDArray[np.int64]:
        """A column of all five groups, shape (n, 5)."""
        parts = [self.of_suit(GROUP_SUIT[g], f"{column}_{int(g == 4)}") for g in range(N_GROUPS)]
        return np.stack(parts, axis=-1)

    def legal(self, *, standard: bool) -> NDArray[np.bool_]:
        """Whether one more tile of each group leaves a main suit, shape (n, 5)."""
        least, tiles = self.form.min_main_tiles, self.of_group("in")
        if standard and self.form.pair_must_be_main and least:
            more = tiles[:, None] + np.eye(N_GROUPS, dtype=np.int64)
            return ((more % 3 == 2) & (more >= least) & (more // 3 >= 2)).any(axis=-1)
        return (tiles + 1 >= least) | (tiles >= least).any(axis=-1, keepdims=True)

    def standard_counts(self) -> NDArray[np.bool_]:
        """Whether the waits of each group complete four sets and a pair, legally, shape (n, 5)."""
        done = np.stack([self.of_suit(suit, "done") for suit in range(4)], axis=-1)
        pairs = sum((self.of_suit(suit, "tiles") % 3 == 2).astype(np.int64) for suit in range(4))
        others_done = done.sum(axis=-1, keepdims=True) - done == 3
        one_pair = (pairs == 0) | (pairs == 2)
        return others_done[:, list(GROUP_SUIT)] & one_pair[:, None] & self.legal(standard=True)

    def standard_waits(self) -> NDArray[np.int64]:
        return (self.standard_counts() * self.of_group("waits")).sum(axis=-1)

    def all_waits(self, standard: NDArray[np.int64]) -> NDArray[np.int64]:
        """Waits for sets (`standard`) or for seven pairs."""
        value, both, allowed = np.zeros_like(standard), np.zeros_like(standard), np.zeros_like(standard)
        legal = self.legal(standard=False)
        counts = self.standard_counts() & self.form.standard
        at = np.arange(len(standard))
        for suit in range(4):
            group = suit + self.of_suit(suit, "odd_group")
            odd = self.of_suit(suit, "odd")
            value += self.of_suit(suit, "odd_value")
            both |= self.of_suit(suit, "odd_waits") & counts[at, group]
            allowed |= odd & legal[at, group]
        return standard + value * allowed * (1 - both)


def _hands(tables: Tables, by: str, *, with_pairs: bool) -> _Hands:
    """Every choice of rows that may be ready: 13 tiles, and what one tile can put right."""
    number = _suit(tables.number, tables.spec, by, with_pairs=with_pairs)
    suits = [number] * 3 + [_suit(tables.honours, tables.spec, by, with_pairs=with_pairs)]
    rows: list[NDArray[np.intp]] = []
    tiles = np.zeros(1, dtype=np.int64)
    flaws = np.zeros(1, dtype=np.int64)
    for suit in suits:
        flaw = suit["odd"] if with_pairs else 1 - suit["done"]
        total = tiles[:, None] + suit["tiles"][None]
        all_flaws = flaws[:, None] + flaw[None]
        last = len(rows) == 3
        i, j = np.nonzero((all_flaws <= 1) & (total == HAND if last else total <= HAND))
        rows = [chosen[i] for chosen in rows] + [j]
        tiles, flaws = total[i, j], all_flaws[i, j]
    distinct, weighted = (
        np.prod([getattr(s, w)[r] for s, r in zip(suits, rows, strict=True)], axis=0).astype(np.int64)
        for w in ("distinct", "weighted")
    )
    return _Hands(tables.spec, suits, rows, distinct, weighted)
