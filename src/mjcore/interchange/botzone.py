"""Tiles and requests as the judge of Botzone writes them (Chinese Standard Mahjong)."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjcore.encoding.layout import N_HAND
from mjcore.interchange.codes import FLOWER_CODES, TILE_CODES, kind_of_code
from mjcore.words.errors import HandError, TileError, quoted
from mjcore.words.tiles import WINDS, as_kind
from mjcore.words.values import items_of

#: Events that everybody is told of (requests that begin with 3), and how many tiles each names.
_TOLD = {"DRAW": 0, "PLAY": 1, "PENG": 1, "CHI": 2, "GANG": 0, "BUGANG": 1}
#: All events, by the number a request begins with.
_EVENTS = {"0": ("SEAT",), "1": ("DEAL",), "2": ("TILE",), "3": ("BUHUA", *_TOLD)}
_LONGEST = 500


class BotzoneRequest(NamedTuple):
    """What one request says.

    Attributes
    ----------
    event : str
        ``SEAT`` (request 0), ``DEAL`` (1), ``TILE``, the tile one draws (2), or what a player did (3):
        ``BUHUA``, ``DRAW``, ``PLAY``, ``PENG``, ``CHI``, ``GANG``, ``BUGANG``.
    player : int, optional
        Who did it; of ``SEAT`` oneself.
    tiles : tuple of int
        Kinds in the order named: of ``DEAL`` thirteen, of ``CHI`` the middle of the chow and the discard.
    flowers : tuple of int
        Flowers named, 1 to 8: of ``DEAL`` those of all players in turn.
    flower_counts : tuple of int
        Of ``DEAL``, how many of them each player has.
    prevalent_wind : {"E", "S", "W", "N"}, optional
        Of ``SEAT``.
    """

    event: str
    player: int | None = None
    tiles: tuple[int, ...] = ()
    flowers: tuple[int, ...] = ()
    flower_counts: tuple[int, ...] = ()
    prevalent_wind: str | None = None


def from_botzone_tiles(codes: str | Iterable[str]) -> NDArray[np.uint8]:
    """Read tiles from codes, in their order.

    Parameters
    ----------
    codes : str or iterable of str
        Codes of tiles, or one text of them with spaces between.

    Returns
    -------
    ndarray of uint8, shape (n,)
        Kinds, 0 to 33.

    Raises
    ------
    TileError
        If a code is no tile, or a flower.

    Examples
    --------
    >>> from_botzone_tiles("W1 W9 J1").tolist()
    [0, 8, 33]
    """
    words = codes.split() if isinstance(codes, str) else items_of(codes, "codes of tiles", TileError)
    return np.array([kind_of_code(code) for code in words], dtype=np.uint8)


def to_botzone_tiles(kinds: ArrayLike) -> list[str]:
    """Write tiles as codes, in their order; `from_botzone_tiles` reads them back.

    Parameters
    ----------
    kinds : array_like of int, shape (n,)

    Returns
    -------
    list of str

    Raises
    ------
    TileError
        If a number is no kind.

    Examples
    --------
    >>> from mjcore.words.tiles import parse_tiles
    >>> to_botzone_tiles(parse_tiles("19m CFP"))
    ['W1', 'W9', 'J1', 'J2', 'J3']
    """
    return [TILE_CODES[as_kind(kind)] for kind in np.asarray(kinds).reshape(-1)]


def from_botzone_request(text: str) -> BotzoneRequest:
    """Read one request of the judge.

    Parameters
    ----------
    text : str
        One line: ``"0 1 2"``, ``"2 T6"``, ``"3 2 CHI T2 W3"``.

    Returns
    -------
    BotzoneRequest

    Raises
    ------
    TileError
        If a word that should be a tile is none.
    HandError
        If it is no such request, or has too few or too many words.

    Examples
    --------
    >>> from_botzone_request("3 2 CHI T2 W3")
    BotzoneRequest(event='CHI', player=2, tiles=(19, 2), flowers=(), flower_counts=(), prevalent_wind=None)
    >>> from_botzone_request("0 1 2").prevalent_wind
    'W'
    """
    if not isinstance(text, str) or len(text) > _LONGEST:
        raise HandError(f"a request is a line of text, not {quoted(text)}")
    words = text.split()
    number, rest = (words[0], words[1:]) if words else ("", [])
    if number not in _EVENTS:
        raise HandError(f"a request begins with 0, 1, 2 or 3, not as {quoted(text)}")
    if number == "0":
        player, wind = _of_length(rest, 2, text)
        return BotzoneRequest("SEAT", _number(player, text), prevalent_wind=WINDS[_number(wind, text)])
    if number == "1":
        return _deal(rest, text)
    if number == "2":
        return BotzoneRequest("TILE", tiles=(kind_of_code(*_of_length(rest, 1, text)),))
    if len(rest) < 2 or rest[1] not in _EVENTS["3"]:
        raise HandError(f"request {quoted(text)} names no player and one of {', '.join(_EVENTS['3'])}")
    player, event, *named = rest
    if event == "BUHUA":
        return BotzoneRequest(
            event, _number(player, text), flowers=_flowers(_of_length(named, 1, text), text)
        )
    tiles = tuple(map(kind_of_code, _of_length(named, _TOLD[event], text)))
    return BotzoneRequest(event, _number(player, text), tiles)


def to_botzone_request(request: BotzoneRequest) -> str:
    """Write a request as the judge does; `from_botzone_request` reads it back.

    Parameters
    ----------
    request : BotzoneRequest

    Returns
    -------
    str

    Raises
    ------
    HandError
        If there is no such event, or something is missing or too much.

    Examples
    --------
    >>> to_botzone_request(BotzoneRequest("PLAY", player=2, tiles=(18,)))
    '3 2 PLAY T1'
    """
    if not isinstance(request, BotzoneRequest):
        raise HandError(f"a BotzoneRequest is written, not {quoted(request)}")
    number = next((number for number, events in _EVENTS.items() if request.event in events), None)
    if number is None:
        raise HandError(f"there is no event {quoted(request.event)}")
    words = [number, *map(str, items_of(request.flower_counts, "flower_counts", HandError))]
    if request.player is not None:
        words.append(str(request.player))
    if request.prevalent_wind is not None:
        if request.prevalent_wind not in tuple(WINDS):
            raise HandError(f"prevalent_wind is one of E, S, W or N, not {quoted(request.prevalent_wind)}")
        words.append(str(WINDS.index(request.prevalent_wind)))
    if number == "3":
        words.append(request.event)
    words += to_botzone_tiles(request.tiles)
    words += [f"H{flower}" for flower in items_of(request.flowers, "flowers", HandError)]
    text = " ".join(words)
    if from_botzone_request(text) != request:
        raise HandError(f"{request.event} is not said by {quoted(text)}: something is missing or too much")
    return text


def _deal(words: Sequence[str], text: str) -> BotzoneRequest:
    n_seats = len(WINDS)
    counts = tuple(_number(word, text, most=len(FLOWER_CODES)) for word in words[:n_seats])
    _of_length(words, n_seats + N_HAND + sum(counts), text)
    tiles = tuple(map(kind_of_code, words[n_seats : n_seats + N_HAND]))
    return BotzoneRequest(
        "DEAL", tiles=tiles, flowers=_flowers(words[n_seats + N_HAND :], text), flower_counts=counts
    )


def _flowers(words: Iterable[str], text: str) -> tuple[int, ...]:
    found = tuple(words)
    for word in found:
        if word not in FLOWER_CODES:
            raise HandError(f"{quoted(word)} in {quoted(text)} is no flower: flowers are H1 to H8")
    return tuple(FLOWER_CODES.index(word) + 1 for word in found)


def _number(word: str, text: str, most: int = len(WINDS) - 1) -> int:
    if word.isascii() and word.isdigit() and len(word) == 1 and int(word) <= most:
        return int(word)
    raise HandError(f"{quoted(word)} in {quoted(text)} is no number from 0 to {most}")


def _of_length(words: Sequence[str], length: int, text: str) -> Sequence[Any]:
    if len(words) != length:
        raise HandError(
            f"request {quoted(text)} has {len(words)} words after its event, where {length} are needed"
        )
    return words
