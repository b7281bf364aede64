"""Hands of the oracles as packed arrays."""

from collections.abc import Sequence

import numpy as np

from mjcore.encoding.layout import HAND_DTYPE, NO_TILE
from tests.oracles.random_hands import RandomHand
from tests.oracles.sets import meld_code


def rows_of(hands: Sequence[RandomHand]) -> np.ndarray:
    """An array of HAND_DTYPE, no winning tile; every other kong is concealed."""
    rows = np.zeros(len(hands), dtype=HAND_DTYPE)
    rows["winning_tile"] = NO_TILE
    for index, (row, hand) in enumerate(zip(rows, hands, strict=True)):
        row["concealed"] = hand.counts
        for place, meld in enumerate(hand.melds):
            concealed = meld.type == "kong" and (index + place) % 2 == 0
            row["melds"][place] = meld_code(meld, concealed=concealed)
    return rows


def copies_held(rows: np.ndarray) -> np.ndarray:
    """Copies of each kind in each hand of an array, melds included."""
    held = rows["concealed"].astype(int)
    for index, codes in enumerate(rows["melds"].tolist()):
        for code in filter(None, codes):
            kind, size = (code & 63) - 1, (1, 3, 4, 4)[code >> 6]
            for tile in range(kind, kind + 3) if size == 1 else [kind]:
                held[index, tile] += size
    return held


def with_each_tile(rows: np.ndarray) -> np.ndarray:
    """Each hand with a tile of each kind added to the concealed ones, shape (n, 34); fifth copies too."""
    grown = np.repeat(rows[:, None], 34, axis=1)
    grown["concealed"][:, np.arange(34), np.arange(34)] += 1
    return grown


def mask_of(kinds) -> int:
    """Kinds as bits."""
    return sum(1 << kind for kind in kinds)


def bits_of(masks: np.ndarray) -> np.ndarray:
    """Masks as booleans, a kind on the last axis."""
    return (masks[..., None] >> np.arange(34, dtype=np.uint64) & np.uint64(1)).astype(bool)
