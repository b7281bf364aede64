"""What a hand is: how far from complete, what it waits for, what helps it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjcore.encoding.arrays import as_rows, row_error
from mjcore.kernels._distance import fill_shanten
from mjcore.kernels._useful import fill_useful
from mjcore.kernels._waits import fill_waits
from mjcore.tables._tables import Tables, tables_of
from mjcore.tables.forms import Form
from mjcore.words.errors import HandError, quoted
from mjcore.words.mcr import McrRules
from mjcore.words.soft_eight import SoftEightRules
from mjcore.words.tiles import N_KINDS
from mjcore.words.values import as_array, whole

UNREACHABLE = 127  #: the shanten of a hand whose melds leave no way to complete it

Rules = SoftEightRules | McrRules | str | Form


def shanten(hands: Any, rules: Rules, *, melds: int = 0) -> NDArray[np.int8]:
    """Tiles to exchange before the hand is ready.

    Parameters
    ----------
    hands : array_like of int, shape (..., 34); ndarray of HAND_DTYPE; text, Hand, Win or a list of them
        Hands of 13 or 14 tiles, a meld counting three. A winning tile counts as a tile of the hand.
    rules : rule set or str
        A rule set, or one of the forms "standard", "seven_pairs" (four equal tiles are two pairs),
        "seven_different_pairs", "thirteen_orphans" and "riichi" (the least of standard, seven
        different pairs and orphans).
    melds : int
        Melds that plain counts do not show: 8 tiles with ``melds=2``. Nothing is known of their
        tiles, so rules that look at suits need hands with their melds instead.

    Returns
    -------
    ndarray of int8, shape (...)
        -1 complete, 0 ready, otherwise tiles from ready; 127 where the melds leave no way to a
        complete hand.

    Raises
    ------
    HandError
        Naming the row and the reason, if a hand has a fifth copy or another number of tiles.
    RuleError
        If `rules` is neither a rule set nor the name of a form.

    Notes
    -----
    The shanten is the fewest tiles to add so that the hand contains a complete one, less one; no
    kind can be used more than four times, and the copies in the player's own melds count among the
    four. A hand waiting only for a fifth copy is thus not ready.

    Examples
    --------
    >>> int(shanten("123456789m1111p", "standard"))
    1
    >>> shanten(["123456m99m234p56s", "123456m789p1234s"], SoftEightRules()).tolist()
    [0, 1]
    """
    tables = _tables(rules, melds)
    rows, shape = as_rows(hands)
    out = np.empty(len(rows), dtype=np.int8)
    refuse(fill_shanten(tables, rows, _melds(rows, melds), out), rows, shape, melds=melds)
    return out.reshape(shape)


def waits(hands: Any, rules: Rules, *, structural: bool = False, melds: int = 0) -> NDArray[np.uint64]:
    """Kinds that complete each hand, as masks of 34 bits.

    Parameters
    ----------
    hands : array_like of int, shape (..., 34); ndarray of HAND_DTYPE; text, Hand, Win or a list of them
        Hands of 13 tiles, a meld counting three; a winning tile is left aside.
    rules : rule set or str
        As for :func:`shanten`.
    structural : bool
        Also kinds of which the player himself holds all four copies, melds included. Rules with
        ``ready_dead_wait="allow"`` count these in any case, since a player may declare on them; the
        shanten never does, so that a hand with waits may have shanten 1 under such rules.
    melds : int
        As for :func:`shanten`.

    Returns
    -------
    ndarray of uint64, shape (...)
        Bit k is set if kind k completes the hand; see :func:`kinds_in`.

    Raises
    ------
    HandError, RuleError
        As for :func:`shanten`.

    Examples
    --------
    >>> from mjcore.words.tiles import tile_text
    >>> tile_text(kinds_in(waits("3334p777s [666p][999p]", SoftEightRules())))
    '245p'
    """
    tables = _tables(rules, melds)
    if not isinstance(structural, bool | np.bool_):
        raise HandError(f"structural is True or False, not {quoted(structural)}")
    rows, shape = as_rows(hands)
    out = np.empty(len(rows), dtype=np.uint64)
    if isinstance(rules, SoftEightRules) and rules.shape.ready_dead_wait == "allow":
        structural = True
    bad = fill_waits(tables, rows, _melds(rows, melds), structural, out)
    refuse(bad, rows, shape, allowed_sizes=(13,), melds=melds)
    return out.reshape(shape)


def useful_tiles(hands: Any, rules: Rules, *, melds: int = 0) -> NDArray[np.uint64]:
    """Kinds that bring each hand nearer to ready, as masks of 34 bits.

    Parameters
    ----------
    hands, rules, melds
        As for :func:`shanten`.

    Returns
    -------
    ndarray of uint64, shape (...)
        Bit k is set if one more tile of kind k lowers the shanten and the player does not hold all
        four copies himself. 0 for a complete hand.

    Raises
    ------
    HandError, RuleError
        As for :func:`shanten`.

    Examples
    --------
    >>> from mjcore.words.tiles import tile_text
    >>> tile_text(kinds_in(useful_tiles("123456m99m234p56s", "standard")))
    '47s'
    """
    tables = _tables(rules, melds)
    rows, shape = as_rows(hands)
    out = np.empty(len(rows), dtype=np.uint64)
    refuse(fill_useful(tables, rows, _melds(rows, melds), out), rows, shape, melds=melds)
    return out.reshape(shape)


def kinds_in(mask: Any) -> NDArray[np.uint8]:
    """Kinds whose bits are set in one mask, in order.

    Parameters
    ----------
    mask : int
        As :func:`waits` and :func:`useful_tiles` give them.

    Returns
    -------
    ndarray of uint8

    Examples
    --------
    >>> kinds_in(0b101).tolist()
    [0, 2]
    """
    array = as_array(mask, "kinds in a mask")
    if array.ndim or array.dtype.kind not in "iu" or not 0 <= (bits := int(array)) < 1 << N_KINDS:
        several = f": a mask is one number, and here are {array.size}" if array.ndim else ""
        raise HandError(f"{quoted(mask)} is no mask of {N_KINDS} kinds{several}")
    return np.array([kind for kind in range(N_KINDS) if bits >> kind & 1], dtype=np.uint8)


def _tables(rules: Rules, melds: int) -> Tables:
    tables = tables_of(rules)
    if whole(melds) not in range(5):
        raise HandError(f"melds is a number of sets from 0 to 4, not {quoted(melds)}")
    if melds and tables.spec.min_main_tiles:
        raise HandError("these rules look at the suits of the melds, so give the melds themselves")
    return tables


def _melds(rows: NDArray[np.uint8], melds: int) -> int:
    """The number of unknown melds, where there can be such."""
    if melds and rows.shape[1] != N_KINDS:
        raise HandError("melds is for plain counts; these hands show their melds themselves")
    return int(melds)


def refuse(
    bad: int,
    rows: NDArray[np.uint8],
    shape: tuple[int, ...],
    *,
    allowed_sizes: tuple[int, ...] = (13, 14),
    melds: int = 0,
) -> None:
    """Raise the error of the row that a kernel found bad, if it found one."""
    if bad >= 0:
        raise row_error(rows, shape, bad, allowed_sizes=allowed_sizes, melds=melds)
