"""Hands, walls and lists of tiles as pictures."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mjcore.decompose import Decomposition
from mjcore.encoding.arrays import hand_of
from mjcore.encoding.hands import Hand, Win, parse_hand
from mjcore.encoding.layout import HAND_DTYPE, N_FLOWERS
from mjcore.encoding.pictures import TILE_PIXELS, Drawing, draw_hand, draw_sets, draw_tiles
from mjcore.explanation import Explanation
from mjcore.logs import log_tile, tile_of_log
from mjcore.words.errors import HandError, TileError, quoted
from mjcore.words.tiles import N_COPIES, N_KINDS, N_TILES, parse_tiles, tile_text
from mjcore.words.values import as_array

__all__ = ["Drawing", "draw"]

_MARKS = frozenset("[]{}+")


def draw(tiles: Any, *, width: int = TILE_PIXELS) -> Drawing:
    """Draw a hand, a wall or any tiles.

    Parameters
    ----------
    tiles : Hand, Win, Decomposition, Explanation, str, HAND_DTYPE scalar or its bytes, or array_like of int
        Text with a mark of hands (``[ ] { } +``) is a hand and must be one; other text is a list of tiles,
        drawn in its order, flowers as ``1f`` to ``8f`` between spaces. Thirty-four numbers up to 4 are the
        counts of a hand, all other numbers kinds, as those of a wall are, where 34 to 41 are flowers.
    width : int
        Pixels from side to side of an upright tile.

    Returns
    -------
    Drawing
        A notebook shows it; ``.save("hand.svg")`` writes it.

    Raises
    ------
    TileError
        If it is no tile or no list of tiles.
    HandError
        If it is no hand.

    Examples
    --------
    >>> draw("[CCC] 12345678s44p +9s")
    draw('[777z] 44p12345678s +9s')
    >>> draw([0, 0, 33, 34])
    draw('1m 1m 7z 1f')
    >>> draw(5)
    Traceback (most recent call last):
    mjcore.words.errors.TileError: a hand, text or a list of kinds is drawn, not 5
    """
    if isinstance(tiles, Decomposition):
        return draw_sets(tiles.melds, tiles.groups, str(tiles), width)
    if isinstance(tiles, str) and not _MARKS.isdisjoint(tiles):
        tiles = parse_hand(tiles)
    elif isinstance(tiles, str):
        kinds = list(map(tile_of_log, tiles.split())) if "f" in tiles else parse_tiles(tiles).tolist()
        return draw_tiles(kinds, tiles, width)
    elif isinstance(tiles, Explanation):
        tiles = tiles.win
    elif isinstance(tiles, bytes) or (getattr(tiles, "dtype", None) == HAND_DTYPE and not np.shape(tiles)):
        tiles = hand_of(tiles)
    if isinstance(tiles, Win):
        tiles = tiles.hand
    if isinstance(tiles, Hand):
        return draw_hand(tiles, width)
    kinds = _as_numbers(tiles)
    if len(kinds) == N_KINDS and max(kinds) <= N_COPIES:  # of 34 real tiles, no more than 20 are below 5
        return draw_hand(Hand(tuple(kinds)), width)
    flowers = max(kinds) >= N_KINDS
    return draw_tiles(kinds, " ".join(map(log_tile, kinds)) if flowers else tile_text(kinds), width)


def _as_numbers(tiles: Sequence[int]) -> list[int]:
    """Kinds or counts as a list of checked ints."""
    array = as_array(tiles, "tiles to draw", TileError)
    if array.dtype == HAND_DTYPE or array.ndim > 1:
        raise HandError(
            f"one hand or one list of tiles is drawn at a time, not an array of shape {array.shape}"
        )
    if array.ndim and not 0 < array.size <= N_TILES + N_FLOWERS:
        raise TileError(f"from 1 to {N_TILES + N_FLOWERS} tiles are drawn, not {array.size}")
    if array.ndim == 0 or array.dtype.kind not in "iu":
        raise TileError(f"a hand, text or a list of kinds is drawn, not {quoted(tiles)}")
    wrong = np.flatnonzero((array < 0) | (array >= N_KINDS + N_FLOWERS))
    if wrong.size:
        raise TileError(
            f"{array[wrong[0]]} (number {wrong[0] + 1} of {array.size}) is no tile: kinds are whole numbers "
            "from 0 (1m) to 33 (7z), flowers from 34 to 41"
        )
    return array.tolist()
