"""How many hands of 14 tiles are complete, by shape, main suit and what is seen in them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mjcore.counting.fold import Tally, collected, pairs_of, suit_tally, vectors_of
from mjcore.tables._tables import Tables
from mjcore.tables.forms import Form
from mjcore.tables.suits import PAIR_BIT, PARTITION_SHIFT, SuitTable

HAND = 14
GROUPS = tuple(f"in_{group}" for group in range(5))  #: tiles of the three number suits, winds, dragons
NO_SETS = 3  #: in the column `pairs`: the suit does not decompose


def complete_tally(tables: Tables, *, dragon_requires_runs: bool = True) -> Tally:
    """Complete hands by the tiles of each suit, the shapes they have and their dragons.

    Returns
    -------
    Tally
        ``in_0`` to ``in_4``; ``standard``, ``seven_pairs``, ``dragon`` (0 or 1; a dragon is seen in a
        standard hand only); ``pair_in``, the group that holds the pair of a standard hand. Thirteen
        orphans are not among them.
    """
    form = tables.spec
    suits = [_number(tables.number, form, suit, dragon_requires_runs) for suit in range(3)]
    suits.append(_honours(tables.honours, form))
    hand = suits[0]
    for last, suit in enumerate(suits[1:], start=2):
        hand = _together(hand, suit, exactly=last == len(suits))
    standard = (hand["pairs"] == 1) & form.standard
    seven_pairs = (hand["paired"] == 1) & (form.seven_pairs != "none")
    keep = standard | seven_pairs
    columns = {name: hand[name] for name in (*GROUPS, "pair_in")}
    columns |= {
        "standard": standard.astype(np.int64),
        "seven_pairs": seven_pairs.astype(np.int64),
        "dragon": hand["dragon"] * standard,
    }
    return collected(
        {name: values[keep] for name, values in columns.items()}, hand.distinct[keep], hand.weighted[keep]
    )


def _columns(table: SuitTable, form: Form) -> dict[str, NDArray[np.int64]]:
    """Tiles of a suit, its pairs if it decomposes, whether it is all pairs."""
    copies = vectors_of(table.suit.n_kinds).copies
    decomposes = table.records >> PARTITION_SHIFT > 0
    paired = (copies % 2 == 0).all(axis=1)
    if form.seven_pairs == "different":
        paired &= (copies <= 2).all(axis=1)
    return {
        "tiles": copies.sum(axis=1, dtype=np.int64),
        "pairs": np.where(decomposes, table.records >> PAIR_BIT & 1, NO_SETS).astype(np.int64),
        "paired": paired.astype(np.int64),
        "dragon": np.zeros(len(copies), dtype=np.int64),
    }


def _number(table: SuitTable, form: Form, suit: int, dragon_requires_runs: bool) -> Tally:
    vectors = vectors_of(9)
    columns = _columns(table, form)
    rest = np.flatnonzero((vectors.copies > 0).all(axis=1) & (columns["pairs"] != NO_SETS))
    if dragon_requires_runs:
        rest_decomposes = table.records[vectors.index(vectors.copies[rest] - 1)] >> PARTITION_SHIFT > 0
        rest = rest[rest_decomposes]
    columns["dragon"][rest] = 1
    tiles = columns["tiles"]
    return _tally(table, columns, {suit: tiles}, np.where(columns["pairs"] == 1, suit, 0))


def _honours(table: SuitTable, form: Form) -> Tally:
    columns = _columns(table, form)
    tiles, has_pair = columns["tiles"], columns["pairs"] == 1
    if form.honours_one_suit:
        return _tally(table, columns, {3: tiles}, np.where(has_pair, 3, 0))
    winds = vectors_of(7).copies[:, :4].sum(axis=1, dtype=np.int64)
    pair_in = np.where(has_pair, np.where(winds % 3 == 2, 3, 4), 0)
    return _tally(table, columns, {3: winds, 4: tiles - winds}, pair_in)


def _tally(
    table: SuitTable,
    columns: dict[str, NDArray[np.int64]],
    in_group: dict[int, NDArray[np.int64]],
    pair_in: NDArray[np.int64],
) -> Tally:
    nothing = np.zeros_like(columns["tiles"])
    columns |= {name: in_group.get(group, nothing) for group, name in enumerate(GROUPS)}
    columns["pair_in"] = pair_in
    keep = (columns["pairs"] != NO_SETS) | (columns["paired"] == 1)
    return suit_tally(table.suit.n_kinds, columns, keep)


def _together(a: Tally, b: Tally, *, exactly: bool) -> Tally:
    """Hands of the suits of `a` and a further suit."""
    i, j = pairs_of(a, b, HAND, exactly=exactly)
    pairs = np.minimum(a["pairs"][i] + b["pairs"][j], NO_SETS)  # NO_SETS, or more pairs than one
    paired = a["paired"][i] & b["paired"][j]
    keep = (pairs <= 1) | (paired == 1)
    i, j = i[keep], j[keep]
    columns = {name: a[name][i] + b[name][j] for name in ("tiles", "pair_in", *GROUPS)}
    columns |= {"pairs": pairs[keep], "paired": paired[keep], "dragon": a["dragon"][i] | b["dragon"][j]}
    columns["pair_in"] = np.where(columns["pairs"] == 1, columns["pair_in"], 0)
    return collected(columns, a.distinct[i] * b.distinct[j], a.weighted[i] * b.weighted[j])


def main_suits(hands: Tally, form: Form, *, standard: bool) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Main suit of complete hands and its tiles; -1 where no suit has enough.

    The longest suit, the first of several; under ``pair_must_be_main`` the suit of a standard hand's
    pair, with two sets of it at least.
    """
    tiles = np.stack([hands[name] for name in GROUPS], axis=-1)
    main = tiles.argmax(axis=-1)
    most = tiles.max(axis=-1)
    enough = most >= form.min_main_tiles
    if standard and form.pair_must_be_main and form.min_main_tiles:
        main = hands["pair_in"]
        most = np.take_along_axis(tiles, main[:, None], axis=-1)[:, 0]
        enough = (most >= form.min_main_tiles) & (most // 3 >= 2)
    return np.where(enough, main, -1), most
