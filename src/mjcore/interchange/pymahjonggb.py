"""Wins as PyMahjongGB takes them: the arguments of its ``MahjongFanCalculator``, version 1.4.

That program need not be there to read or write them.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from mjcore.encoding.hands import Hand, Win
from mjcore.encoding.melds import Meld
from mjcore.interchange.codes import TILE_CODES, kind_of_code
from mjcore.words.errors import HandError, WinError, quoted
from mjcore.words.tiles import N_KINDS, WINDS

#: Who offered a tile, or which of a chow was offered, where nobody knows: any number but 0 says "exposed".
_ANY_OFFER = 1
_OFFERS = (0, 1, 2, 3)
_SELF_DRAWN = ("wall", "replacement")
_ABOUT_KONG = ("replacement", "robbed")


class PyMahjongGBCall(NamedTuple):
    """What ``MahjongFanCalculator(*call)`` is called with; the fields have its names for them.

    Parameters
    ----------
    pack : tuple of (str, str, int)
        Declared sets: type, tile, and from whom.
    hand : tuple of str
        Concealed tiles without the winning one.
    winTile : str
    flowerCount : int
    isSelfDrawn, is4thTile, isAboutKong, isWallLast : bool
        How the tile was won.
    seatWind, prevalentWind : int
        0 to 3, east to north.
    """

    pack: tuple[tuple[str, str, int], ...]
    hand: tuple[str, ...]
    winTile: str
    flowerCount: int
    isSelfDrawn: bool
    is4thTile: bool
    isAboutKong: bool
    isWallLast: bool
    seatWind: int
    prevalentWind: int


def from_pymahjonggb(
    pack: Sequence[Sequence[Any]],
    hand: Sequence[str],
    winTile: str,
    flowerCount: int = 0,
    isSelfDrawn: bool = False,
    is4thTile: bool = False,
    isAboutKong: bool = False,
    isWallLast: bool = False,
    seatWind: int = 0,
    prevalentWind: int = 0,
) -> Win:
    """Read a win from the arguments of PyMahjongGB.

    Parameters
    ----------
    pack : sequence of (type, tile, offer)
        Declared sets: ``"CHI"`` with its middle tile, ``"PENG"``, ``"GANG"``. `offer` is 0 for a concealed
        kong and 1, 2 or 3 for every other set; which of the three it was is not kept.
    hand : sequence of str
        Codes of the concealed tiles, without the winning one.
    winTile : str
    flowerCount : int
    isSelfDrawn, is4thTile, isAboutKong, isWallLast : bool
    seatWind, prevalentWind : int
        0 to 3 for East to North.

    Returns
    -------
    Win

    Raises
    ------
    TileError
        If a code is no tile.
    HandError
        If a set is none, or concealed without being a kong, or the tiles make no hand.

    Examples
    --------
    >>> pack, hand = (("CHI", "W2", 1), ("GANG", "J1", 0)), ("T1", "T2", "B5", "B5", "F1", "F1", "F1")
    >>> from_pymahjonggb(pack, hand, "T3", isSelfDrawn=True, isAboutKong=True)
    Win(parse_hand('[123m]{7777z} 55p12s111z +3s'), source='replacement')
    """
    concealed = [kind_of_code(code) for code in _as_list(hand, "hand")]
    melds = tuple(_meld(item) for item in _as_list(pack, "pack"))
    for name, flag in {"isSelfDrawn": isSelfDrawn, "isAboutKong": isAboutKong}.items():
        if not isinstance(flag, bool):
            raise WinError(f"{name} is True or False, not {quoted(flag)}")
    self_drawn = "replacement" if isAboutKong else "wall"
    given = "robbed" if isAboutKong else "discard"
    tiles = Hand(tuple(map(concealed.count, range(N_KINDS))), melds, kind_of_code(winTile))
    return tiles.win(
        source=self_drawn if isSelfDrawn else given,
        last_wall=isWallLast,
        last_copy=is4thTile,
        seat_wind=seatWind,
        prevalent_wind=prevalentWind,
        flowers=flowerCount,
    )


def to_pymahjonggb(win: Win) -> PyMahjongGBCall:
    """Write a win as the arguments of PyMahjongGB; `from_pymahjonggb` reads it back.

    Parameters
    ----------
    win : Win

    Returns
    -------
    PyMahjongGBCall
        Offers of exposed sets are 1, because a `Meld` does not know who gave the tile. That changes no score.

    Raises
    ------
    HandError
        If the hand has no winning tile, or was won in a way that the program does not know: with the tiles
        dealt, or heavenly ready.

    Examples
    --------
    >>> from mjcore.encoding.hands import parse_hand
    >>> call = to_pymahjonggb(parse_hand("[123m]{7777z} 55p12s111z +3s").win(source="wall", seat_wind="S"))
    >>> call.pack, call.winTile, call.isSelfDrawn, call.seatWind
    ((('CHI', 'W2', 1), ('GANG', 'J1', 0)), 'T3', True, 1)
    >>> from_pymahjonggb(*call)
    Win(parse_hand('[123m]{7777z} 55p12s111z +3s'), source='wall', seat_wind='S')
    """
    if not isinstance(win, Win):
        raise HandError(f"a Win is written for PyMahjongGB, not {quoted(win)}: say how the hand was won")
    hand = win.hand
    if hand.winning_tile is None:
        raise HandError(f"{hand} has no winning tile")
    for name in ("initial", "heavenly_ready"):
        if getattr(win, name):
            raise HandError(f"PyMahjongGB has no {name} wins")
    return PyMahjongGBCall(
        pack=tuple(map(_pack, hand.melds)),
        hand=tuple(code for code, n in zip(TILE_CODES, hand.concealed, strict=True) for _ in range(n)),
        winTile=TILE_CODES[hand.winning_tile],
        flowerCount=win.flowers,
        isSelfDrawn=win.source in _SELF_DRAWN,
        is4thTile=win.last_copy,
        isAboutKong=win.source in _ABOUT_KONG,
        isWallLast=win.last_wall,
        seatWind=WINDS.index(str(win.seat_wind)),
        prevalentWind=WINDS.index(str(win.prevalent_wind)),
    )


def _meld(item: Any) -> Meld:
    if not isinstance(item, (tuple, list)) or len(item) != 3:
        raise HandError(f"a set of pack is (type, tile, offer), not {quoted(item)}")
    name, code, offer = item
    kind = kind_of_code(code)
    if type(offer) is not int or offer not in _OFFERS:
        raise HandError(f"the offer of {name} {code} is 0, 1, 2 or 3, not {quoted(offer)}")
    if name == "GANG":
        return Meld("melded_kong" if offer else "concealed_kong", kind)
    if name not in ("CHI", "PENG"):
        raise HandError(f"a set of pack is CHI, PENG or GANG, not {quoted(name)}")
    if offer == 0:
        raise HandError(f"{name} {code} with offer 0 is concealed: its tiles belong into the hand")
    if name == "PENG":
        return Meld("pung", kind)
    try:
        return Meld.from_tiles([kind - 1, kind, kind + 1])
    except HandError:
        raise HandError(f"there is no chow with {code} in the middle") from None


def _pack(meld: Meld) -> tuple[str, str, int]:
    if meld.type == "chow":
        return ("CHI", TILE_CODES[meld.kind + 1], _ANY_OFFER)
    return ("GANG" if meld.is_kong else "PENG", TILE_CODES[meld.kind], 0 if meld.is_concealed else _ANY_OFFER)


def _as_list(value: Any, name: str) -> list[Any]:
    if not isinstance(value, (tuple, list)):
        raise HandError(f"{name} is a tuple, not {quoted(value)}")
    return list(value)
