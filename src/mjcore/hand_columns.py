"""What each of many hands begins with, checked: its wall, dealer, prevalent wind and stakes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjcore.deal import n_wall_tiles
from mjcore.seats import N_SEATS, as_seat
from mjcore.stakes import as_di, as_zha
from mjcore.words.errors import MahjongError, quoted
from mjcore.words.mcr import McrRules
from mjcore.words.soft_eight import SoftEightRules
from mjcore.words.tiles import KIND_TEXTS, N_COPIES, N_KINDS, WINDS
from mjcore.words.values import as_array, whole


def as_walls(walls: Any, rules: SoftEightRules | McrRules) -> NDArray[np.uint8]:
    """Check walls: every tile in play once, in any order.

    Raises
    ------
    MahjongError
        Naming the row, the tile and the reason.

    Examples
    --------
    >>> from mjcore.words.soft_eight import SOFT_EIGHT
    >>> as_walls(np.zeros((1, 136), dtype=np.uint8), SOFT_EIGHT)
    Traceback (most recent call last):
    mjcore.words.errors.MahjongError: row 0: a wall has 4 copies of 1m, not 136
    """
    n_tiles = n_wall_tiles(rules)
    array = as_array(walls, "walls")
    if array.ndim != 2 or array.shape[1] != n_tiles or array.dtype.kind not in "iu":
        raise MahjongError(
            f"walls are whole numbers of shape (n, {n_tiles}) under these rules, "
            f"not {array.dtype} of shape {array.shape}"
        )
    n_kinds = N_KINDS + n_tiles - N_KINDS * N_COPIES
    if array.size and (array.min() < 0 or array.max() >= n_kinds):
        row = int(np.flatnonzero(((array < 0) | (array >= n_kinds)).any(axis=1))[0])
        raise MahjongError(f"row {row}: the tiles of a wall are kinds from 0 to {n_kinds - 1}")
    array = np.ascontiguousarray(array, dtype=np.uint8)
    right = np.r_[np.repeat(np.arange(N_KINDS), N_COPIES), np.arange(N_KINDS, n_kinds)]
    wrong = (np.sort(array, axis=1) != right).any(axis=1)
    if wrong.any():
        row = int(np.flatnonzero(wrong)[0])
        counts = np.bincount(array[row], minlength=n_kinds)
        kind = int(np.flatnonzero(counts != np.bincount(right))[0])
        raise MahjongError(
            f"row {row}: a wall has {np.bincount(right)[kind]} copies of {_kind_text(kind)}, "
            f"not {counts[kind]}"
        )
    return array


def _kind_text(kind: int) -> str:
    return KIND_TEXTS[kind] if kind < N_KINDS else f"flower {kind - N_KINDS + 1}"


def seat_column(values: Any, n: int, what: str) -> NDArray[np.uint8]:
    """A seat for each hand."""
    array = as_array(values, what)
    if array.ndim == 0:
        return np.full(n, as_seat(values, what), dtype=np.uint8)
    if array.shape != (n,):
        raise MahjongError(f"{what} is one seat, or one a hand: shape ({n},), not {array.shape}")
    if array.dtype.kind not in "iu" or (n and (array.min() < 0 or array.max() >= N_SEATS)):
        bad = [row for row, value in enumerate(array.tolist()) if whole(value) not in range(N_SEATS)]
        raise MahjongError(f"row {bad[0] if bad else 0}: {what} sits at 0, 1, 2 or 3")
    return np.ascontiguousarray(array, dtype=np.uint8)


def wind_column(winds: Any, n: int) -> NDArray[np.uint8]:
    """A prevalent wind for each hand, as a number."""
    array = as_array(winds, "prevalent winds")
    if array.dtype.kind in "US":
        letters = array.astype(str)
        array = np.full(letters.shape, -1, dtype=np.int8)
        for wind, letter in enumerate(WINDS):
            array[letters == letter] = wind
    if array.shape not in ((), (n,)):
        raise MahjongError(f"the prevalent wind is one, or one a hand: shape ({n},), not {array.shape}")
    is_number = array.dtype.kind in "iu"
    if not is_number or (array.size and (array.min() < 0 or array.max() >= N_SEATS)):
        wrong: Any = np.flatnonzero((array < 0) | (array >= N_SEATS)) if is_number and array.ndim else []
        where = f"row {wrong[0]}: " if len(wrong) else ""
        shown = quoted(np.asarray(winds)[wrong[0]].item() if len(wrong) else winds)
        raise MahjongError(f"{where}the prevalent wind is E, S, W or N, or a number from 0 to 3, not {shown}")
    return np.ascontiguousarray(np.broadcast_to(array, (n,)), dtype=np.uint8)


def stake_columns(
    zha: Any, di: Any, rules: Any, dealers: NDArray[np.uint8]
) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    """Stakes of each hand, checked."""
    n = len(dealers)
    arrays = []
    for values, what in ((zha, "zha stakes"), (di, "di stakes")):
        array = as_array(values, what)
        if array.shape not in ((N_SEATS,), (n, N_SEATS)) or array.dtype.kind not in "iu":
            raise MahjongError(f"{what} are whole numbers of shape (4,) or ({n}, 4), not {array.shape}")
        if isinstance(rules, McrRules) and array.any():
            raise MahjongError(f"{rules.name} has no {what}")
        arrays.append(np.broadcast_to(array, (n, N_SEATS)))
    if isinstance(rules, SoftEightRules) and any(array.any() for array in arrays):
        _, first = np.unique(np.column_stack([*arrays, dealers]), axis=0, return_index=True)
        for row in np.sort(first).tolist():
            try:
                as_zha(arrays[0][row].tolist(), rules)
                as_di(arrays[1][row].tolist(), rules, dealer=int(dealers[row]))
            except MahjongError as error:
                raise MahjongError(f"row {row}: {error}") from None
    return (
        np.ascontiguousarray(arrays[0], dtype=np.uint8),
        np.ascontiguousarray(arrays[1], dtype=np.int32),
    )
