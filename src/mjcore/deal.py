"""Walls and deals from a NumPy generator."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mjcore.encoding.layout import N_FLOWERS
from mjcore.kernels._wall import fill_deals, fill_walls
from mjcore.words.errors import MahjongError, quoted
from mjcore.words.mcr import McrRules
from mjcore.words.presets import check_rules
from mjcore.words.soft_eight import SOFT_EIGHT, SoftEightRules
from mjcore.words.tiles import N_KINDS, N_TILES
from mjcore.words.values import as_generator, whole


def draw_walls(
    rng: np.random.Generator, n: int, rules: SoftEightRules | McrRules = SOFT_EIGHT
) -> NDArray[np.uint8]:
    """Shuffled walls, each kind of tile in drawing order.

    Every order of the tiles is equally likely. In drawing order the tiles dealt stand at the front, and
    those drawn for kongs and flowers at the end.

    Parameters
    ----------
    rng : numpy.random.Generator
        Any bit generator.
    n : int
        Number of walls.
    rules : SoftEightRules or McrRules
        Which tiles are in play: 34 kinds of four copies, and the eight flowers where they are played.

    Returns
    -------
    ndarray of uint8, shape (n, 136) or (n, 144)
        Kinds, 0 to 33; flowers are 34 to 41.

    Raises
    ------
    MahjongError
        If `rng` is no generator, `n` is negative or more than there is memory for.
    RuleError
        If `rules` is no rule set.

    Examples
    --------
    >>> walls = draw_walls(np.random.default_rng(1), 2)
    >>> walls.shape, np.bincount(walls[0]).tolist() == [4] * 34
    ((2, 136), True)
    """
    bit_generator, out = as_generator(rng).bit_generator, _empty(n, n_wall_tiles(rules))
    with bit_generator.lock:
        fill_walls(bit_generator, out)
    return out


def n_wall_tiles(rules: SoftEightRules | McrRules) -> int:
    """Tiles of a wall under a rule set.

    Examples
    --------
    >>> n_wall_tiles(SOFT_EIGHT), n_wall_tiles(McrRules())
    (136, 144)
    """
    check_rules(rules, SoftEightRules, McrRules)
    return N_TILES + N_FLOWERS * (isinstance(rules, McrRules) and rules.scoring.flowers)


def deal_hands(rng: np.random.Generator, n: int, *, tiles: int = 13) -> NDArray[np.uint8]:
    """Hands of so many tiles, each dealt from a full wall.

    The copies of the kinds follow the multivariate hypergeometric law: 34 kinds, four of each.

    Parameters
    ----------
    rng : numpy.random.Generator
        Any bit generator; the same state gives the same hands.
    n : int
        Number of hands.
    tiles : int
        Tiles a hand, 0 to 136.

    Returns
    -------
    ndarray of uint8, shape (n, 34)
        Copies of each kind.

    Raises
    ------
    MahjongError
        If `rng` is no generator, `n` is negative or more than there is memory for, or `tiles` is not from
        0 to 136.

    Examples
    --------
    >>> deal_hands(np.random.default_rng(1), 3).sum(axis=1).tolist()
    [13, 13, 13]
    """
    n_tiles = whole(tiles)
    if n_tiles is None or not 0 <= n_tiles <= N_TILES:
        raise MahjongError(f"tiles of a hand are a number from 0 to {N_TILES}, not {quoted(tiles)}")
    bit_generator, out = as_generator(rng).bit_generator, _empty(n, N_KINDS)
    with bit_generator.lock:
        fill_deals(bit_generator, n_tiles, out)
    return out


def _empty(n: object, width: int) -> NDArray[np.uint8]:
    """Room for so many rows."""
    rows = whole(n)
    if rows is None or rows < 0:
        raise MahjongError(f"the number of deals is a whole number from 0 on, not {quoted(n)}")
    try:
        return np.empty((rows, width), dtype=np.uint8)
    except (MemoryError, ValueError, OverflowError):
        raise MahjongError(f"there is no memory for {quoted(rows)} deals of {width} bytes each") from None
