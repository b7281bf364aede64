"""Hand text taken apart: ``[exposed set]``, ``{concealed kong}``, concealed tiles, ``+winning tile``.

Only the marks are read here; whether the parts make a hand is for `Hand` to say.
"""

from mjcore.encoding.melds import Meld
from mjcore.words.errors import HandError, quoted
from mjcore.words.tiles import check_text, read_tiles, tile_text

_CLOSING = {"[": "]", "{": "}"}
_MARKS = frozenset("[]{}+")


def read_hand(text: str) -> tuple[list[int], list[Meld], int | None]:
    """Concealed kinds, sets in the order written, and the winning kind.

    Examples
    --------
    >>> concealed, melds, winning_tile = read_hand("[123m] 77z +5p")
    >>> concealed, [str(meld) for meld in melds], winning_tile
    ([33, 33], ['[123m]'], 13)
    """
    check_text(text)
    concealed: list[int] = []
    melds: list[Meld] = []
    winning_tile: int | None = None
    inside, begin = "", 0  # the mark whose tiles are being read, and where they begin
    marks = [(place, char) for place, char in enumerate(text) if char in _MARKS]
    for place, char in [*marks, (len(text), "")]:
        if inside in _CLOSING and char != _CLOSING[inside]:
            raise HandError(_unclosed(text, begin - 1, place))
        tiles = read_tiles(text, begin, place)
        if inside in _CLOSING:
            melds.append(_meld(text, begin - 1, place, tiles))
        elif char in ("]", "}"):
            raise HandError(f"{char!r} {_at(text, place)} closes no bracket")
        elif inside == "+":
            winning_tile = _winning_tile(text, begin - 1, tiles)
        else:
            concealed += tiles
        if char == "+" and winning_tile is not None:
            raise HandError(f"a second winning tile is marked {_at(text, place)}")
        inside = "" if char in ("]", "}") else char
        begin = place + 1
    return concealed, melds, winning_tile


def _meld(text: str, opened: int, closed: int, tiles: list[int]) -> Meld:
    try:
        return Meld.from_tiles(tiles, concealed=text[opened] == "{")
    except HandError as error:
        raise HandError(f"set {quoted(text[opened : closed + 1])} {_at(text, opened)}: {error}") from None


def _winning_tile(text: str, place: int, tiles: list[int]) -> int:
    if len(tiles) != 1:
        found = f"{len(tiles)} tiles, {tile_text(tiles)}" if len(tiles) > 1 else "none"
        raise HandError(f"after '+' {_at(text, place)} there must be one winning tile, found {found}")
    return tiles[0]


def _unclosed(text: str, opened: int, place: int) -> str:
    closing = _CLOSING[text[opened]]
    found = f"{text[place]!r} at character {place + 1}" if place < len(text) else "the end of the text"
    return f"{text[opened]!r} {_at(text, opened)} must be closed by {closing!r}, but {found} came first"


def _at(text: str, place: int) -> str:
    return f"at character {place + 1} of {quoted(text)}"
