"""Many hands at once: packed arrays, and the one door through which arrays reach the kernels."""

from collections.abc import Collection
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjcore.encoding.checks import describe_row
from mjcore.encoding.hands import Hand, Win, parse_hand
from mjcore.encoding.layout import (
    CIRCUMSTANCES,
    HAND_DTYPE,
    N_HAND,
    N_MELDS,
    NO_TILE,
    ROW_BYTES,
    SOURCES,
)
from mjcore.encoding.melds import Meld
from mjcore.words.errors import HandError, MahjongError, quoted
from mjcore.words.tiles import KIND_TEXTS, N_COPIES, N_KINDS, WINDS, tile_text
from mjcore.words.values import as_array

__all__ = [
    "CIRCUMSTANCES",
    "HAND_DTYPE",
    "NO_TILE",
    "ROW_BYTES",
    "SOURCES",
    "as_rows",
    "describe_row",
    "hand_array",
    "hand_of",
    "row_error",
]

#: Lists within lists that hands may come in, as many as an array has axes in any version of NumPy.
_DEEPEST = 32

#: What one hand can be, besides counts.
_ITEMS = (str, bytes, Hand, Win, np.void)

#: Concealed tiles up to which a message shows the hand.
_MOST_SHOWN = 20

_TOO_DEEP = f"hands are nested more than {_DEEPEST} lists deep, or a list holds itself"


def hand_array(hands: Any) -> NDArray[np.void]:
    """Pack hands into a structured array.

    Parameters
    ----------
    hands : Hand, Win, str, HAND_DTYPE scalar or its bytes, or a list of them, nested as you like
        Text is read by `parse_hand`. Text and a `Hand` say nothing about how the hand was won and get the
        defaults of `Hand.win`.

    Returns
    -------
    ndarray of HAND_DTYPE, shape (...)
        One element a hand; the shape is that of the list. `hand_of` is the inverse.

    Raises
    ------
    HandError
        If one of them is no hand; the message names the row and repeats the reason.

    Examples
    --------
    >>> win = parse_hand("[123m]{7777s} 2345678p +8p").win(source="wall")
    >>> rows = hand_array([win, "[555z][123s][999p] 123m4p +4p"])
    >>> rows.shape, rows["winning_tile"].tolist(), rows["source"].tolist()
    ((2,), [16, 12], [1, 0])
    >>> hand_array(["123m456p789s1122z", "123m456p789s112z"])
    Traceback (most recent call last):
    mjcore.words.errors.HandError: row 1: 12 tiles where 13 or 14 are needed (in '123m456p789s112z')
    """
    items, shape = _flattened(hands)
    packed = bytearray()
    for index, item in enumerate(items):
        try:
            packed += _packed(item)
        except MahjongError as error:
            raise HandError(f"{row_label(index, shape)}{error}") from None
    return np.frombuffer(packed, dtype=HAND_DTYPE).reshape(shape)


def hand_of(row: np.void | NDArray[np.void] | NDArray[np.uint8] | bytes) -> Win:
    """The hand of one row, and how it was won; the inverse of `hand_array`.

    Parameters
    ----------
    row : HAND_DTYPE scalar, ndarray of uint8, shape (44,), or bytes

    Returns
    -------
    Win
        Its `hand` may lack the winning tile, as the row does.

    Raises
    ------
    HandError
        If the row is malformed; the message says how.

    Examples
    --------
    >>> rows = hand_array([parse_hand("{7777s} 123m2345678p +8p").win(source="wall")])
    >>> hand_of(rows[0])
    Win(parse_hand('{7777s} 123m2345678p +8p'), source='wall')
    """
    fields = np.frombuffer(_row_bytes(row), dtype=HAND_DTYPE)[0]
    winning_tile, bits = int(fields["winning_tile"]), int(fields["circumstances"])
    hand = Hand(
        tuple(fields["concealed"].tolist()),
        tuple(Meld.from_code(code) for code in fields["melds"].tolist() if code),
        None if winning_tile == NO_TILE else winning_tile,
    )
    return Win(
        hand,
        source=SOURCES[fields["source"]],
        seat_wind=int(fields["seat_wind"]),
        prevalent_wind=int(fields["prevalent_wind"]),
        flowers=int(fields["flowers"]),
        **{name: bool(bits & bit) for name, bit in CIRCUMSTANCES.items()},
    )


def as_rows(hands: Any) -> tuple[NDArray[np.uint8], tuple[int, ...]]:
    """Check hands and lay them out as rows of bytes, the form that kernels read.

    Parameters
    ----------
    hands : array_like of int, shape (..., 34); ndarray of HAND_DTYPE; or what `hand_array` packs
        Copies of each kind, or packed hands. Whole numbers held as floats are taken as what they are.

    Returns
    -------
    rows : ndarray of uint8, shape (n, 34) or (n, 44)
        Contiguous. Not a copy where the array already has this form, so do not write to it.
    shape : tuple of int
        The leading shape: ``n`` is its product, and results are reshaped to it.

    Raises
    ------
    HandError
        If the last axis is not 34, a number is no whole number from 0 to 4, or text is no hand; the message
        names the row and the tile.

    Notes
    -----
    The kernels check sums, copies in sets and the codes of packed hands on their way, and `row_error` says
    what was wrong.

    Examples
    --------
    >>> import numpy as np
    >>> rows, shape = as_rows(np.zeros((5, 2, 34), dtype=np.int64))
    >>> rows.shape, rows.dtype.name, shape
    ((10, 34), 'uint8', (5, 2))
    >>> as_rows([[0] * 34, [0, 7] + [0] * 32])
    Traceback (most recent call last):
    mjcore.words.errors.HandError: row 1: 7 copies of 2m, where there are 0 to 4
    """
    if not isinstance(hands, np.ndarray) or hands.dtype.kind in "OUT":
        if _holds_items(hands):
            hands = hand_array(hands)
        hands = as_array(hands, f"hands of {N_KINDS} counts each")
    if hands.dtype == HAND_DTYPE:
        rows = np.ascontiguousarray(hands).reshape(-1).view(np.uint8).reshape(hands.size, ROW_BYTES)
        return rows, hands.shape
    if hands.ndim == 0 or hands.shape[-1] != N_KINDS or hands.dtype.names:
        raise HandError(
            f"hands are an array whose last axis is {N_KINDS}, one count a kind, or a HAND_DTYPE array; "
            f"this has shape {hands.shape} and dtype {hands.dtype}"
        )
    if hands.dtype.kind not in "iuf":
        raise HandError(f"copies are whole numbers, not {hands.dtype}")
    shape = hands.shape[:-1]
    _check_copies(hands, shape)
    rows = np.ascontiguousarray(hands, dtype=np.uint8).reshape(-1, N_KINDS)
    return rows, shape


def row_error(
    rows: NDArray[np.uint8],
    shape: tuple[int, ...],
    index: int,
    *,
    allowed_sizes: Collection[int] = (N_HAND, N_HAND + 1),
    melds: int = 0,
) -> HandError:
    """The error for the row that a kernel has refused.

    Parameters
    ----------
    rows, shape
        As returned by `as_rows`.
    index : int
        Number of the row.
    allowed_sizes, melds
        As in `describe_row`.

    Returns
    -------
    HandError
        To be raised by the caller. It names the row as the caller of the public function counts it.

    Examples
    --------
    >>> rows, shape = as_rows([[4, 4, 4] + [0] * 31])
    >>> print(row_error(rows, shape, 0))
    row 0: 12 tiles where 13 or 14 are needed (in '111122223333m')
    """
    fault = describe_row(rows[index], allowed_sizes=allowed_sizes, melds=melds)
    return HandError(f"{row_label(index, shape)}{fault or 'the hand was refused'}{_shown(rows[index])}")


def _shown(row: NDArray[np.uint8]) -> str:
    """End of a message that shows the tiles of a row; empty where they cannot be written."""
    concealed = row[:N_KINDS].tolist()
    if not 0 < sum(concealed) <= _MOST_SHOWN:
        return ""
    parts = [tile_text([kind for kind, n in enumerate(concealed) for _ in range(n)])]
    if len(row) == ROW_BYTES:
        fields = row.view(HAND_DTYPE)[0]
        try:
            parts.insert(0, "".join(str(Meld.from_code(code)) for code in fields["melds"].tolist() if code))
        except HandError:
            return ""
        if fields["winning_tile"] < N_KINDS:
            parts.append("+" + KIND_TEXTS[fields["winning_tile"]])
    return f" (in {quoted(' '.join(filter(None, parts)))})"


def _row_bytes(row: Any) -> bytes:
    """The bytes of one packed hand, if they are a hand."""
    data = row if isinstance(row, bytes) else as_array(row, "bytes of a packed hand").tobytes()
    if len(data) != ROW_BYTES:
        raise HandError(f"a packed hand has {ROW_BYTES} bytes, not {len(data)}")
    fault = describe_row(row)
    if fault:
        raise HandError(fault)
    return data


def _packed(item: object) -> bytes:
    """One hand as the 44 bytes of a row, in the order of HAND_DTYPE."""
    if isinstance(item, np.void) and item.dtype != HAND_DTYPE:
        raise HandError(f"a packed hand has the dtype HAND_DTYPE, not {item.dtype}")
    if isinstance(item, (bytes, np.void)):
        return _row_bytes(item)
    if isinstance(item, str):
        item = parse_hand(item)
    if isinstance(item, Hand):
        item = Win(item)
    if not isinstance(item, Win):
        raise HandError(f"a hand is text, a Hand, a Win or a packed row, not {quoted(item)}")
    hand = item.hand
    codes = [meld.code for meld in hand.melds]
    circumstances = sum(bit for name, bit in CIRCUMSTANCES.items() if getattr(item, name))
    return bytes(
        [
            *hand.concealed,
            *codes,
            *[0] * (N_MELDS - len(codes)),
            NO_TILE if hand.winning_tile is None else hand.winning_tile,
            SOURCES.index(item.source),
            circumstances,
            WINDS.index(str(item.seat_wind)),
            WINDS.index(str(item.prevalent_wind)),
            item.flowers,
        ]
    )


def _flattened(hands: Any, depth: int = 0) -> tuple[list[Any], tuple[int, ...]]:
    """Items of a nested list in order, and its shape."""
    if depth > _DEEPEST:
        raise HandError(_TOO_DEEP)
    if isinstance(hands, _ITEMS):
        return [hands], ()
    if isinstance(hands, np.ndarray):
        return (list(hands.reshape(-1)) if hands.ndim else [hands[()]]), hands.shape
    if hasattr(hands, "__array__"):
        return _flattened(np.asarray(hands))
    if not isinstance(hands, (list, tuple)):
        return [hands], ()
    if not any(isinstance(part, (list, tuple, np.ndarray)) for part in hands):
        return list(hands), (len(hands),)
    parts = [_flattened(part, depth + 1) for part in hands]
    if len({shape for _, shape in parts}) > 1:
        raise HandError("hands in nested lists must form a grid: every list as long as its neighbours")
    return [item for items, _ in parts for item in items], (len(hands), *parts[0][1])


def _holds_items(hands: Any) -> bool:
    """Whether the first thing in nested lists is a hand of its own rather than a number."""
    depth = 0
    while isinstance(hands, (list, tuple)) and len(hands):
        hands, depth = hands[0], depth + 1
        if depth > _DEEPEST:
            raise HandError(_TOO_DEEP)
    if isinstance(hands, (list, tuple)):
        return True  # empty lists: no hands
    if hasattr(hands, "__array__") and not isinstance(hands, (np.void, np.generic)):
        array = np.asarray(hands)
        return array.dtype == HAND_DTYPE or array.dtype.kind in "OUT"
    return not isinstance(hands, (int, float, np.generic)) or isinstance(hands, _ITEMS)


def _check_copies(hands: NDArray[Any], shape: tuple[int, ...]) -> None:
    """Refuse the first count that is no whole number from 0 to 4; bytes are left to the kernels."""
    if not hands.size or hands.dtype == np.uint8:
        return
    whole = hands.dtype.kind in "iu"
    if whole and hands.max() <= N_COPIES and (hands.dtype.kind == "u" or hands.min() >= 0):
        return
    good = (hands >= 0) & (hands <= N_COPIES)  # NaN is neither
    if not whole:
        good &= hands == np.floor(hands)
    if good.all():
        return
    index, kind = divmod(int(np.argmin(good.reshape(-1))), N_KINDS)
    n = hands.reshape(-1, N_KINDS)[index, kind]
    raise HandError(
        f"{row_label(index, shape)}{n} copies of {KIND_TEXTS[kind]}, where there are 0 to {N_COPIES}"
    )


def row_label(index: int, shape: tuple[int, ...]) -> str:
    """Name of a row at the head of a message, as the caller counts his axes."""
    if not shape:
        return ""
    place = np.unravel_index(index, shape)
    return f"row {index}: " if len(place) == 1 else f"row ({', '.join(map(str, place))}): "
