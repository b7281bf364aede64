"""Copies of each kind: those that a hand holds, and those that it leaves to others and to the wall."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjcore.encoding.arrays import as_rows, row_error
from mjcore.encoding.layout import HAND_DTYPE, NO_TILE
from mjcore.encoding.melds import Meld
from mjcore.words.errors import HandError
from mjcore.words.tiles import N_COPIES, N_KINDS

#: Stands for what is no set or no tile, so that it is more than there are.
_TOO_MANY = N_COPIES + 1


def live_copies(hands: Any) -> NDArray[np.uint8]:
    """Copies of each kind that are not in the hand itself.

    Parameters
    ----------
    hands : array_like of int, shape (..., 34); ndarray of HAND_DTYPE; text, Hand, Win or a list of them
        Hands of any number of tiles. Tiles of sets count as all that they are, kongs four, and so does a
        winning tile.

    Returns
    -------
    ndarray of uint8, shape (..., 34)
        0 to 4 of each kind: what discards and other players show is not known here.

    Raises
    ------
    HandError
        Naming the row and the reason, if a hand has a fifth copy.

    Examples
    --------
    >>> from mjcore.shape import kinds_in, waits
    >>> hand = "3334p777s [666p][999p]"
    >>> live_copies(hand)[kinds_in(waits(hand, "standard"))].tolist()
    [4, 3, 4]
    """
    rows, shape = as_rows(hands)
    held = copies_held(rows)
    wrong = (held > N_COPIES).any(axis=1)
    if wrong.any():
        raise row_error(rows, shape, int(wrong.argmax()), allowed_sizes=range(N_KINDS * N_COPIES + 1))
    return (N_COPIES - held).reshape(*shape, N_KINDS)


def copies_held(rows: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Copies of each kind in rows as `as_rows` gives them, those of sets and the winning tile too.

    Examples
    --------
    >>> rows, _ = as_rows("[111m]{5555z} 99m456p11z +1z")
    >>> copies_held(rows)[0, [0, 8, 27, 31]].tolist()
    [3, 2, 3, 4]
    """
    if rows.shape[1] == N_KINDS:
        return rows
    hands = rows.view(HAND_DTYPE).reshape(-1)
    held = np.minimum(hands["concealed"], _TOO_MANY)  # so that sums are bytes
    for place in range(hands["melds"].shape[1]):
        held += _copies_by_code()[hands["melds"][:, place]]
    return held + _copies_by_tile()[hands["winning_tile"]]


@lru_cache(maxsize=1)
def _copies_by_code() -> NDArray[np.uint8]:
    """Tiles of the set that each byte stands for; too many of all where it stands for none."""
    out = np.full((256, N_KINDS), _TOO_MANY, dtype=np.uint8)
    out[0] = 0
    for code in range(1, 256):
        try:
            tiles = Meld.from_code(code).tiles
        except HandError:
            continue
        out[code] = np.bincount(tiles, minlength=N_KINDS)
    return out


@lru_cache(maxsize=1)
def _copies_by_tile() -> NDArray[np.uint8]:
    """The winning tile that each byte stands for; too many of all where it stands for none."""
    out = np.full((256, N_KINDS), _TOO_MANY, dtype=np.uint8)
    out[:N_KINDS] = np.eye(N_KINDS)
    out[NO_TILE] = 0
    return out
