"""Tiles side by side: rows of them, declared sets as they lie on the table, and the winning tile set off."""

from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from os import PathLike
from pathlib import Path
from typing import Protocol

from mjcore.encoding.melds import Meld
from mjcore.words.errors import MahjongError, quoted
from mjcore.words.faces import HEIGHT, WIDTH, back, blank, face
from mjcore.words.values import whole

#: Pixels from side to side of an upright tile, unless another number is given, and what it can be.
TILE_PIXELS = 30
_PIXELS = range(8, 401)

_GAP = 9  # between sets, in the units of a tile
_MARGIN = 1
_LINE = HEIGHT + 6
_MARK = "#e8590c"  # under the winning tile; seen on white and on black


class HandLike(Protocol):
    """What a hand is made of, as far as it is drawn."""

    @property
    def concealed(self) -> tuple[int, ...]:
        """Copies of each kind."""

    @property
    def melds(self) -> tuple[Meld, ...]:
        """Declared sets."""

    @property
    def winning_tile(self) -> int | None:
        """The kind that completes it."""


class Pictured:
    """What a notebook shows as a picture.

    Notebooks that nobody has executed or trusted show no SVG and no style sheets, but they do show images:
    so the picture goes out as one too.
    """

    __slots__ = ()

    def _drawing(self) -> "Drawing":
        raise NotImplementedError

    def _repr_svg_(self) -> str:
        return self._drawing().svg

    def _repr_html_(self) -> str:
        return self._drawing().html


@dataclass(frozen=True, repr=False)
class Drawing(Pictured):
    """A picture of tiles, which a notebook shows.

    Attributes
    ----------
    svg : str
        The whole picture. It needs no font, no style sheet and no id, so that any number can stand on a page,
        a light or a dark one.
    text : str
        What it shows, in the notation of hands; also the title inside of the picture.

    Examples
    --------
    >>> from mjcore.drawing import draw
    >>> picture = draw("[123m]{7777s} 2345678p +8p")
    >>> picture
    draw('[123m]{7777s} 2345678p +8p')
    >>> picture.svg[:4], picture.text
    ('<svg', '[123m]{7777s} 2345678p +8p')
    """

    svg: str
    text: str

    def save(self, path: str | PathLike[str]) -> None:
        """Write the picture to a file whose name ends in ``.svg``.

        Parameters
        ----------
        path : path-like

        Raises
        ------
        MahjongError
            If it ends otherwise.

        Examples
        --------
        >>> from mjcore.drawing import draw
        >>> draw("1z").save("east.png")
        Traceback (most recent call last):
        mjcore.words.errors.MahjongError: a drawing is saved as .svg, not as 'east.png'
        """
        if Path(path).suffix.lower() != ".svg":
            raise MahjongError(f"a drawing is saved as .svg, not as {quoted(Path(path).name)}")
        Path(path).write_text(self.svg + "\n", encoding="utf-8", newline="\n")

    @property
    def html(self) -> str:
        """The picture as an image in the text of a page, its text instead where images are not shown."""
        data = b64encode(self.svg.encode()).decode()
        text = escape(self.text)
        return (
            f'<img src="data:image/svg+xml;base64,{data}" alt="{text}" title="{text}" '
            'style="max-width: 100%; vertical-align: middle">'
        )

    def _drawing(self) -> "Drawing":
        return self

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"draw({self.text!r})"


class _Canvas:
    """Tiles laid from left to right, in lines."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.x = self.widest = 0
        self.y = 0

    def tile(self, inside: str, *, sideways: bool = False) -> None:
        """Lay a tile; one that lies on its side stands on the same line."""
        x, y = self.x, self.y
        move = (
            f"translate({x + HEIGHT} {y + HEIGHT - WIDTH})rotate(90)" if sideways else f"translate({x} {y})"
        )
        self.parts.append(f'<g transform="{move}">{inside}</g>')
        self.x += HEIGHT if sideways else WIDTH
        self.widest = max(self.widest, self.x)

    def tiles(self, kinds: Iterable[int]) -> None:
        """Lay tiles with their faces up."""
        for kind in kinds:
            self.tile(blank() + face(kind))

    def gap(self) -> None:
        """Leave room, unless nothing was laid."""
        self.x += _GAP if self.x else 0

    def set(self, meld: Meld) -> None:
        """Lay a declared set: one tile turned, or, of a concealed kong, both ends face down."""
        self.gap()
        for place, kind in enumerate(meld.tiles):
            hidden = meld.is_concealed and place in (0, 3)
            self.tile(
                back() if hidden else blank() + face(kind), sideways=not place and not meld.is_concealed
            )

    def group(self, kinds: Sequence[int]) -> None:
        """Lay tiles that belong together."""
        if kinds:
            self.gap()
            self.tiles(kinds)

    def winning(self, kind: int) -> None:
        """Lay the winning tile, with a mark under it."""
        self.gap()
        self.parts.append(
            f'<path d="M{self.x + 3} {self.y + HEIGHT + 4}h{WIDTH - 6}" stroke="{_MARK}" stroke-width="3"/>'
        )
        self.tiles([kind])

    def line(self) -> None:
        """Go on in the next line."""
        self.x, self.y = 0, self.y + _LINE

    def drawing(self, text: str, pixels: int) -> Drawing:
        """The picture, whose tiles are so many pixels wide."""
        wide, high = self.widest + 2 * _MARGIN, self.y + _LINE + _MARGIN
        scale = pixels / WIDTH
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{round(wide * scale, 1):g}" '
            f'height="{round(high * scale, 1):g}" viewBox="-{_MARGIN} -{_MARGIN} {wide} {high}" fill="none" '
            f'stroke-linecap="round" stroke-linejoin="round"><title>{escape(text)}</title>'
            + "".join(self.parts)
            + "</svg>"
        )
        return Drawing(svg, text)


def draw_hand(hand: HandLike, pixels: int = TILE_PIXELS) -> Drawing:
    """A hand, in the order of its notation: declared sets, concealed tiles, the winning tile.

    Examples
    --------
    >>> from mjcore.encoding.hands import parse_hand
    >>> draw_hand(parse_hand("[CCC] 123456789m1p +1p")).text
    '[777z] 123456789m1p +1p'
    """
    canvas = _Canvas()
    for meld in hand.melds:
        canvas.set(meld)
    canvas.group([kind for kind, copies in enumerate(hand.concealed) for _ in range(copies)])
    if hand.winning_tile is not None:
        canvas.winning(hand.winning_tile)
    return canvas.drawing(str(hand), as_pixels(pixels))


def draw_sets(
    melds: Iterable[Meld], groups: Iterable[Sequence[int]], text: str, pixels: int = TILE_PIXELS
) -> Drawing:
    """Declared sets and groups of concealed tiles, each apart.

    Examples
    --------
    >>> draw_sets([Meld("pung", 33)], [(0, 1, 2), (9, 9)], "a hand").text
    'a hand'
    """
    canvas = _Canvas()
    for meld in melds:
        canvas.set(meld)
    for group in groups:
        canvas.group(group)
    return canvas.drawing(text, as_pixels(pixels))


def draw_tiles(kinds: Sequence[int], text: str, pixels: int = TILE_PIXELS, *, per_line: int = 18) -> Drawing:
    """Tiles one beside the other, flowers too, in lines.

    Examples
    --------
    >>> draw_tiles([0, 34], "1m 1f").text
    '1m 1f'
    """
    canvas = _Canvas()
    for place, kind in enumerate(kinds):
        if place and place % per_line == 0:
            canvas.line()
        canvas.tiles([kind])
    return canvas.drawing(text, as_pixels(pixels))


def as_pixels(value: object) -> int:
    """Check how wide a tile shall be.

    Examples
    --------
    >>> as_pixels(2)
    Traceback (most recent call last):
    mjcore.words.errors.MahjongError: tiles are from 8 to 400 pixels wide, not 2
    """
    pixels = whole(value)
    if pixels is None or pixels not in _PIXELS:
        raise MahjongError(f"tiles are from {_PIXELS[0]} to {_PIXELS[-1]} pixels wide, not {quoted(value)}")
    return pixels
