"""Sets and pairs as the kernel that scores Chinese Official Mahjong wants them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from mjcore.tables import families
from mjcore.tables.suits import Suit, SuitTable

#: A partition of a suit as the kernel wants it; the twin of ``part_t``.
PART_DTYPE = np.dtype(
    [
        ("traits", "u1"),
        ("n_chows", "u1"),
        ("chows", "u1", (4,)),
        ("pair", "u1"),
        ("n_more", "u1"),  # other partitions of the same tiles, behind it
        ("pungs", "<u2"),
        ("edge", "<u2"),
        ("middle", "<u2"),
        ("side", "<u2"),
    ]
)

#: A meld as the kernel wants it; the twin of ``meld_t``.
MELD_DTYPE = np.dtype(
    [
        ("kinds", "<u8"),
        ("pungs", "<u8"),  # and kongs
        ("kongs", "<u8"),
        ("n", "<u4"),  # a byte each: chows, concealed kongs, melded kongs, all exposed sets
        ("symbol", "u1"),  # of a chow
        ("traits", "u1"),
        ("unused", "<u2"),
    ]
)

_ALL_TRAITS = (1 << len(families.TRAITS)) - 1
_NO_BLOCK, _PAIRS = 63, 32  # names of blocks beside those of sets: none, and a pair of the first kind


def trait_bits(traits: Iterable[str]) -> int:
    """A bit for each trait."""
    return sum(1 << families.TRAITS.index(trait) for trait in traits)


def parts_of(table: SuitTable) -> np.ndarray:
    """Each partition of a suit: its blocks' traits, chows, pungs and pair, and what a tile can do in it.

    ``edge`` has the ranks that are the 3 of a 123 or the 7 of a 789, ``middle`` those in the middle of
    a chow, ``side`` those elsewhere in one.
    """
    n_sets, names, pairs = (
        table.partitions[:, 0],
        table.partitions[:, 1:5].astype(int),
        table.partitions[:, 5],
    )
    is_set = np.arange(4) < n_sets[:, None]
    is_chow = is_set & (names < 16)
    of_pairs = np.where(pairs == 255, _NO_BLOCK, _PAIRS + pairs.astype(int))
    blocks = _blocks(table.suit)[np.column_stack([np.where(is_set, names, _NO_BLOCK), of_pairs])]
    parts = np.zeros(len(table.partitions), dtype=PART_DTYPE)
    parts["traits"] = np.bitwise_and.reduce(blocks["traits"], axis=1)
    for name in ("pungs", "edge", "middle", "side"):
        parts[name] = np.bitwise_or.reduce(blocks[name], axis=1)
    parts["pair"] = pairs
    parts["n_chows"] = is_chow.sum(axis=1)
    chows = np.sort(np.where(is_chow, names, 255), axis=1)
    parts["chows"] = np.where(chows == 255, 0, chows)
    n = np.diff(table.partition_start)
    parts["n_more"] = np.repeat(n - 1, n)
    return parts


def _blocks(suit: Suit) -> np.ndarray:
    """What each block of a suit is to its partition, by the name it has there; pairs stand from 32 on."""
    blocks = np.zeros(_NO_BLOCK + 1, dtype=PART_DTYPE)
    blocks["traits"] = _ALL_TRAITS
    first = 27 if suit.n_kinds == 7 else 0
    for chow in suit.chow_starts:
        block = blocks[chow]
        block["traits"] = trait_bits(families.block_traits("chow", first + chow))
        block["middle"] = 2 << chow
        block["edge"] = {0: 1 << 2, 6: 1 << 6}.get(chow, 0)
        block["side"] = {0: 1, 6: 1 << 8}.get(chow, 5 << chow)
    for kind in range(suit.n_kinds):
        blocks["traits"][16 + kind] = trait_bits(families.block_traits("pung", first + kind))
        blocks["pungs"][16 + kind] = 1 << kind
        blocks["traits"][_PAIRS + kind] = trait_bits(families.block_traits("pair", first + kind))
    return blocks


def first_parts(table: SuitTable, parts: np.ndarray) -> np.ndarray:
    """The first partition of each id, so that the one of most hands is found without its start."""
    return parts[np.minimum(table.partition_start[:-1], len(parts) - 1)]


def melds() -> np.ndarray:
    """What each meld code stands for; no meld has all traits and nothing else."""
    found = np.zeros(256, dtype=MELD_DTYPE)
    found["traits"] = _ALL_TRAITS
    for code in range(1, 256):
        kind, type_ = (code & 63) - 1, code >> 6
        if not 0 <= kind < 34 or (type_ == 0 and (kind >= 27 or kind % 9 > 6)):
            continue
        meld = found[code]
        is_chow = type_ == 0
        meld["kinds"] = 7 << kind if is_chow else 1 << kind
        meld["pungs"] = 0 if is_chow else 1 << kind
        meld["kongs"] = 1 << kind if type_ >= 2 else 0
        meld["n"] = is_chow | (type_ == 3) << 8 | (type_ == 2) << 16 | (type_ != 3) << 24
        meld["symbol"] = 7 * (kind // 9) + kind % 9 if is_chow else 0
        meld["traits"] = trait_bits(families.block_traits("chow" if is_chow else "pung", kind))
    return found
