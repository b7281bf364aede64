"""What is wrong with a hand, in one sentence.

The same sentences serve a `Hand` being made and a packed row that a kernel has refused.
"""

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from mjcore.encoding.layout import (
    ALL_CIRCUMSTANCES,
    HAND_DTYPE,
    N_FLOWERS,
    N_HAND,
    N_MELDS,
    NO_TILE,
    ROW_BYTES,
    SOURCES,
)
from mjcore.encoding.melds import Meld
from mjcore.words.errors import HandError, quoted
from mjcore.words.tiles import KIND_TEXTS, N_COPIES, N_KINDS, WINDS
from mjcore.words.values import as_array, whole


def fault_of_tiles(
    concealed: Sequence[int],
    melds: Sequence[Meld] = (),
    winning_tile: int | None = None,
    *,
    allowed_sizes: Collection[int] = (N_HAND, N_HAND + 1),
    unknown_melds: int = 0,
) -> str | None:
    """Say why these tiles are no hand: a fifth set, a fifth copy, or too many or too few tiles.

    Parameters
    ----------
    concealed : sequence of int, 34 counts
    melds : sequence of Meld
    winning_tile : int, optional
        A kind, not counted in `concealed`.
    allowed_sizes : collection of int
        Numbers of tiles, a set counting three, that a hand without a winning tile may have. Before a winning
        tile there are always 13. An empty collection asks for a winning tile.
    unknown_melds : int
        Sets of which only the number is known.

    Returns
    -------
    str or None

    Examples
    --------
    >>> fault_of_tiles([4, 1] + [0] * 32, [Meld("pung", 1)], 1)
    'more than four copies of 2m: 1 concealed, 3 in sets, 1 to win with'
    >>> fault_of_tiles([3, 3, 3, 3] + [0] * 30)
    '12 tiles where 13 or 14 are needed'
    """
    n_melds = len(melds) + unknown_melds
    if n_melds > N_MELDS:
        return f"{n_melds} sets are declared where a hand has at most {N_MELDS}"
    declared = [tile for meld in melds for tile in meld.tiles]
    held = list(concealed)
    for tile in declared:
        held[tile] += 1
    if winning_tile is not None:
        held[winning_tile] += 1
    if max(held) > N_COPIES:
        kind = next(kind for kind in range(N_KINDS) if held[kind] > N_COPIES)
        places = {
            "concealed": concealed[kind],
            "in sets": declared.count(kind),
            "to win with": int(winning_tile == kind),
        }
        where = ", ".join(f"{n} {place}" for place, n in places.items() if n)
        return f"more than four copies of {KIND_TEXTS[kind]}: {where}"
    n_concealed = sum(concealed)
    n_tiles = n_concealed + 3 * n_melds
    if n_tiles in (allowed_sizes if winning_tile is None else (N_HAND,)):
        return None
    if winning_tile is not None:
        needed = f"{N_HAND} are needed before the winning tile"
    elif allowed_sizes:
        needed = " or ".join(map(str, sorted(allowed_sizes)))
        needed += " is needed" if needed == "1" else " are needed"
        if n_tiles == N_HAND + 1 and N_HAND in allowed_sizes:
            needed += ": in text a winning tile stands after a '+'"
    else:
        needed = f"{N_HAND} and a winning tile are needed: in text it stands after a '+'"
    if not n_melds:
        return f"{_number(n_tiles, 'tile')} where {needed}"
    parts = f"{_number(n_concealed, 'concealed tile')} and {_number(n_melds, 'set')}"
    return f"{parts}, three tiles each, make {_number(n_tiles, 'tile')} where {needed}"


def describe_row(
    row: np.void | NDArray[np.generic] | bytes,
    *,
    allowed_sizes: Collection[int] = (N_HAND, N_HAND + 1),
    melds: int = 0,
) -> str | None:
    """Say what is wrong with one row of an array of hands.

    Kernels only find the first bad row; this finds the reason.

    Parameters
    ----------
    row : ndarray of uint8, shape (34,) or (44,), or a HAND_DTYPE scalar, or bytes
        Copies of each kind, or a packed hand.
    allowed_sizes : collection of int
        Numbers of tiles, a set counting three, that a hand without a winning tile may have. Before a winning
        tile there are always 13. An empty collection asks for a winning tile.
    melds : int
        Sets declared besides, of which only the number is known.

    Returns
    -------
    str or None
        A sentence without its full stop; None if nothing is wrong.

    Raises
    ------
    HandError
        If `row` is no row at all.

    Examples
    --------
    >>> import numpy as np
    >>> describe_row(np.array([5, 4, 4] + [0] * 31, dtype=np.uint8))
    'more than four copies of 1m: 5 concealed'
    >>> describe_row(np.array([4, 4, 2] + [0] * 31, dtype=np.uint8), melds=1) is None
    True
    """
    data = _bytes_of(row)
    if whole(melds) not in range(N_MELDS + 1):
        return f"melds is a number of sets from 0 to {N_MELDS}, not {quoted(melds)}"
    if len(data) == N_KINDS:
        return fault_of_tiles(data, allowed_sizes=allowed_sizes, unknown_melds=int(melds))
    hand = np.frombuffer(data, dtype=HAND_DTYPE)[0]
    try:
        declared = [Meld.from_code(code) for code in hand["melds"].tolist() if code]
    except HandError as error:
        return str(error)
    winning_tile = int(hand["winning_tile"])
    if winning_tile >= N_KINDS and winning_tile != NO_TILE:
        return f"winning tile {winning_tile} is neither a kind from 0 to {N_KINDS - 1} nor {NO_TILE} for none"
    return fault_of_tiles(
        hand["concealed"].tolist(),
        declared,
        None if winning_tile == NO_TILE else winning_tile,
        allowed_sizes=allowed_sizes,
        unknown_melds=int(melds),
    ) or _fault_of_fields(hand)


def _fault_of_fields(hand: np.void) -> str | None:
    """Say which field about the win has a value that means nothing."""
    limits = {
        "source": len(SOURCES) - 1,
        "circumstances": ALL_CIRCUMSTANCES,
        "seat_wind": len(WINDS) - 1,
        "prevalent_wind": len(WINDS) - 1,
        "flowers": N_FLOWERS,
    }
    for field, most in limits.items():
        if hand[field] > most:
            return f"{field.replace('_', ' ')} {hand[field]} is more than {most}"
    return None


def _bytes_of(row: object) -> bytes:
    if not isinstance(row, bytes):
        array = as_array(row, "bytes of a row")
        if array.dtype not in (np.dtype(np.uint8), HAND_DTYPE):
            raise HandError(f"a row is made of uint8 or HAND_DTYPE, not {array.dtype}")
        row = array.tobytes()
    if len(row) not in (N_KINDS, ROW_BYTES):
        raise HandError(f"a row has {N_KINDS} or {ROW_BYTES} bytes, not {len(row)}")
    return row


def _number(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"
