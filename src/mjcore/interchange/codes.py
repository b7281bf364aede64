"""Tiles as a capital letter and a digit, as Botzone writes them and PyMahjongGB after it.

``W`` characters, ``B`` dots, ``T`` bamboo, ``F1`` to ``F4`` the winds, and the dragons in an order of their
own: ``J1`` red, ``J2`` green, ``J3`` white. ``H1`` to ``H8`` are the flowers.
"""

from mjcore.encoding.layout import N_FLOWERS
from mjcore.words.errors import TileError, quoted
from mjcore.words.tiles import HONOURS, N_RANKS, WINDS

_DRAGONS = "CFP"  # red, green, white

#: Code of each kind.
TILE_CODES = (
    *(f"{suit}{rank}" for suit in "WBT" for rank in range(1, N_RANKS + 1)),
    *(f"F{place}" for place, _ in enumerate(WINDS, start=1)),
    *(f"J{_DRAGONS.index(dragon) + 1}" for dragon in HONOURS[len(WINDS) :]),
)
FLOWER_CODES = tuple(f"H{number}" for number in range(1, N_FLOWERS + 1))

_KIND_OF_CODE = {code: kind for kind, code in enumerate(TILE_CODES)}


def kind_of_code(code: object) -> int:
    """The kind that a code stands for.

    Raises
    ------
    TileError
        If it stands for none, or for a flower.

    Examples
    --------
    >>> kind_of_code("W1"), kind_of_code("T9"), kind_of_code("J1"), kind_of_code("J3")
    (0, 26, 33, 31)
    >>> kind_of_code("H3")
    Traceback (most recent call last):
    mjcore.words.errors.TileError: 'H3' is a flower: flowers are not held in the hand
    """
    kind = _KIND_OF_CODE.get(code) if isinstance(code, str) else None
    if kind is None:
        if code in FLOWER_CODES:
            raise TileError(f"{quoted(code)} is a flower: flowers are not held in the hand")
        raise TileError(
            f"{quoted(code)} is no tile: codes are W1-W9 (characters), B1-B9 (dots), T1-T9 (bamboo), "
            "F1-F4 (winds) and J1-J3 (red, green, white)"
        )
    return kind
