"""Walls and deals from a NumPy generator."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mjcore.kernels._wall import fill_deals, fill_walls
from mjcore.words.errors import MahjongError
from mjcore.words.soft_eight import SOFT_EIGHT, SoftEightRules
from mjcore.words.tiles import N_KINDS

N_TILES = 136


def draw_walls(rng: np.random.Generator, n: int, rules: SoftEightRules = SOFT_EIGHT) -> NDArray[np.uint8]:
    """Shuffled walls, each kind of tile in drawing order.

    Every order of the 136 tiles is equally likely. Drawing order is the order of
    ``rules/soft_eight`` 5.1: the deal from the front, the tail at the end.

    Parameters
    ----------
    rng : numpy.random.Generator
        Any bit generator.
    n : int
        Number of walls.
    rules : SoftEightRules
        Which tiles are in play; Soft Eight has 34 kinds of four copies.

    Returns
    -------
    ndarray of uint8, shape (n, 136)
        Kinds, 0 to 33.

    Raises
    ------
    MahjongError
        If `rng` is no generator or `n` is negative.

    Examples
    --------
    >>> walls = draw_walls(np.random.default_rng(1), 2)
    >>> walls.shape, np.bincount(walls[0]).tolist() == [4] * 34
    ((2, 136), True)
    """
    out = np.empty((_size(n), N_TILES), dtype=np.uint8)
    bit_generator = _bit_generator(rng)
    with bit_generator.lock:
        fill_walls(bit_generator, out)
    return out


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
        If `rng` is no generator, `n` is negative or `tiles` is not from 0 to 136.

    Examples
    --------
    >>> deal_hands(np.random.default_rng(1), 3).sum(axis=1).tolist()
    [13, 13, 13]
    """
    if not isinstance(tiles, int | np.integer) or not 0 <= tiles <= N_TILES:
        raise MahjongError(f"A hand of {tiles!r} tiles cannot be dealt from {N_TILES}.")
    out = np.empty((_size(n), N_KINDS), dtype=np.uint8)
    bit_generator = _bit_generator(rng)
    with bit_generator.lock:
        fill_deals(bit_generator, int(tiles), out)
    return out


def _size(n: int) -> int:
    if not isinstance(n, int | np.integer) or n < 0:
        raise MahjongError(f"The number of deals must be a whole number from 0 on, not {n!r}.")
    return int(n)


def _bit_generator(rng: np.random.Generator) -> np.random.BitGenerator:
    if not isinstance(rng, np.random.Generator):
        raise MahjongError(
            f"Chance comes from a numpy.random.Generator, such as numpy.random.default_rng(1); got {rng!r}."
        )
    return rng.bit_generator
