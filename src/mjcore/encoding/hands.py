"""One hand, and how it was won, as objects that know their own text.

A `Hand` is checked once, when it is made; whatever holds one need not look again.
"""

import operator
from collections.abc import Iterable, Sequence
from dataclasses import KW_ONLY, dataclass, fields
from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray

from mjcore.encoding.checks import fault_of_tiles
from mjcore.encoding.layout import CIRCUMSTANCES, N_FLOWERS, N_HAND, SOURCES
from mjcore.encoding.melds import Meld
from mjcore.encoding.notation import read_hand
from mjcore.encoding.pictures import Drawing, Pictured, draw_hand
from mjcore.words.errors import HandError, WinError, quoted
from mjcore.words.tiles import KIND_TEXTS, N_COPIES, N_KINDS, N_TILES, WINDS, as_kind, tile_text
from mjcore.words.values import as_flag

__all__ = ["Hand", "Meld", "Win", "parse_hand"]


@dataclass(frozen=True, slots=True)
class Hand(Pictured):
    """The tiles of one player: concealed, declared, and the one that wins.

    Parameters
    ----------
    concealed : sequence of int, 34 counts
        Copies of each kind in the hand, without the winning tile and without declared sets.
    melds : sequence of Meld
        Declared sets in the order of their declaration.
    winning_tile : int, optional
        The kind that completes the hand. Before it there are 13 tiles, without one 13 or 14, every set
        counting three.

    Raises
    ------
    HandError
        If there is a fifth copy of a kind anywhere, a fifth set, or another number of tiles.

    Examples
    --------
    >>> hand = parse_hand("[123m]{7777s} 2345678p +8p")
    >>> hand.n_melds, hand.winning_tile, str(hand)
    (2, 16, '[123m]{7777s} 2345678p +8p')
    >>> hand
    parse_hand('[123m]{7777s} 2345678p +8p')
    """

    concealed: tuple[int, ...]
    melds: tuple[Meld, ...] = ()
    winning_tile: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "concealed", _as_copies(self.concealed))
        object.__setattr__(self, "melds", _as_melds(self.melds))
        if self.winning_tile is not None:
            object.__setattr__(self, "winning_tile", as_kind(self.winning_tile, HandError))
        fault = fault_of_tiles(self.concealed, self.melds, self.winning_tile)
        if fault:
            raise HandError(fault)

    @property
    def n_melds(self) -> int:
        """Number of declared sets."""
        return len(self.melds)

    @property
    def n_tiles(self) -> int:
        """Number of tiles, the winning one included and every set counted as three: 13 or 14."""
        return sum(self.concealed) + 3 * len(self.melds) + (self.winning_tile is not None)

    def counts(self, *, with_winning: bool = False) -> NDArray[np.uint8]:
        """Copies of each kind among the concealed tiles.

        Parameters
        ----------
        with_winning : bool
            Whether to count the winning tile, if there is one.

        Returns
        -------
        ndarray of uint8, shape (34,)

        Examples
        --------
        >>> hand = parse_hand("123m456p789s1122z +1z")
        >>> hand.counts()[27], hand.counts(with_winning=True)[27]
        (np.uint8(2), np.uint8(3))
        """
        copies = np.array(self.concealed, dtype=np.uint8)
        if with_winning and self.winning_tile is not None:
            copies[self.winning_tile] += 1
        return copies

    def win(
        self,
        *,
        source: str = "discard",
        last_wall: bool = False,
        last_copy: bool = False,
        initial: bool = False,
        seat_wind: str | int = "E",
        prevalent_wind: str | int = "E",
        flowers: int = 0,
        heavenly_ready: bool = False,
    ) -> "Win":
        """This hand, won in the given way.

        Parameters
        ----------
        source, last_wall, last_copy, initial, seat_wind, prevalent_wind, flowers, heavenly_ready
            As for `Win`.

        Returns
        -------
        Win

        Raises
        ------
        WinError
            If the hand has no fourteenth tile, or a value is not one of those allowed.

        Examples
        --------
        >>> parse_hand("[123m]{7777s} 2345678p +8p").win(source="replacement")
        Win(parse_hand('[123m]{7777s} 2345678p +8p'), source='replacement')
        >>> parse_hand("123m456p789s1122z").win()
        Traceback (most recent call last):
        mjcore.words.errors.WinError: 13 tiles where 14 are needed to win: write the winning tile after a '+'
        """
        if self.n_tiles == N_HAND:
            raise WinError(
                f"{N_HAND} tiles where {N_HAND + 1} are needed to win: write the winning tile after a '+'"
            )
        return Win(
            self,
            source=source,
            last_wall=last_wall,
            last_copy=last_copy,
            initial=initial,
            seat_wind=seat_wind,
            prevalent_wind=prevalent_wind,
            flowers=flowers,
            heavenly_ready=heavenly_ready,
        )

    def __str__(self) -> str:
        concealed = [kind for kind, copies in enumerate(self.concealed) for _ in range(copies)]
        parts = ["".join(map(str, self.melds)), tile_text(concealed)]
        if self.winning_tile is not None:
            parts.append("+" + tile_text([self.winning_tile]))
        return " ".join(part for part in parts if part)

    def __repr__(self) -> str:
        return f"parse_hand({str(self)!r})"

    def _drawing(self) -> Drawing:
        return draw_hand(self)


@dataclass(frozen=True, slots=True, repr=False)
class Win(Pictured):
    """A hand and how it was won.

    Parameters
    ----------
    hand : Hand
        The tiles. `Hand.win` makes sure that there are fourteen; a row read back by `hand_of` may be a hand
        that is not won yet.
    source : {"discard", "wall", "replacement", "robbed"}
        Another player's discard, a draw, the draw after a kong, or the tile another player adds to a pung.
    last_wall : bool
        The wall is empty after the winning draw, or was when the winning tile was discarded.
    last_copy : bool
        The other three copies of the winning kind are visible to everyone.
    initial : bool
        The dealer wins on the tiles dealt.
    seat_wind, prevalent_wind : {"E", "S", "W", "N"} or 0 to 3
    flowers : int
        0 to 8.
    heavenly_ready : bool
        The winner was not the dealer and declared ready before drawing or claiming any tile.

    Raises
    ------
    WinError
        If a value is not one of these. Which of them can go together is for the rules to say.

    Examples
    --------
    >>> win = parse_hand("123456m99m234p56s +7s").win(source="wall", last_wall=True, seat_wind="S")
    >>> win.source, win.last_wall, win.seat_wind, win.flowers
    ('wall', True, 'S', 0)
    >>> win.hand.win(flowers=99)
    Traceback (most recent call last):
    mjcore.words.errors.WinError: flowers is a whole number from 0 to 8, not 99
    """

    hand: Hand
    _: KW_ONLY
    source: str = "discard"
    last_wall: bool = False
    last_copy: bool = False
    initial: bool = False
    seat_wind: str | int = "E"
    prevalent_wind: str | int = "E"
    flowers: int = 0
    heavenly_ready: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.hand, Hand):
            raise WinError(f"a win is made of a Hand, not of {quoted(self.hand)}")
        if not isinstance(self.source, str) or self.source not in SOURCES:
            raise WinError(f"source is one of {', '.join(SOURCES)}, not {quoted(self.source)}")
        object.__setattr__(self, "source", str(self.source))
        for name in CIRCUMSTANCES:
            object.__setattr__(self, name, as_flag(getattr(self, name), name, WinError))
        object.__setattr__(self, "seat_wind", _as_wind("seat_wind", self.seat_wind))
        object.__setattr__(self, "prevalent_wind", _as_wind("prevalent_wind", self.prevalent_wind))
        object.__setattr__(self, "flowers", _as_flowers(self.flowers))

    def __repr__(self) -> str:
        changed = [
            f", {field.name}={getattr(self, field.name)!r}"
            for field in fields(self)[1:]
            if getattr(self, field.name) != field.default
        ]
        return f"Win({self.hand!r}{''.join(changed)})"

    def _drawing(self) -> Drawing:
        return draw_hand(self.hand)


def parse_hand(text: str) -> Hand:
    """Read a hand from text; ``str(hand)`` writes it back.

    Parameters
    ----------
    text : str
        Exposed sets in ``[...]``, concealed kongs in ``{...}``, the winning tile after ``+``, the rest
        concealed; tiles in any form that `parse_tiles` reads. Spaces and commas do not matter.

    Returns
    -------
    Hand

    Raises
    ------
    TileError
        If something in it is no tile; the message names the character.
    HandError
        If a bracket or ``+`` is out of place, a set is none, there is a fifth copy of a kind, a fifth set,
        or another number of tiles than 13 before the winning one, or 13 or 14 without one.

    Examples
    --------
    >>> hand = parse_hand("[CCC] {7777s} 1m,1m 23456p +7p")
    >>> str(hand)
    '[777z]{7777s} 11m23456p +7p'
    >>> parse_hand("123m456p789s1122z +3z").n_tiles
    14
    >>> parse_hand("22222448m123p678s +4m")
    Traceback (most recent call last):
    mjcore.words.errors.HandError: more than four copies of 2m: 5 concealed (in '22222448m123p678s +4m')
    """
    concealed, melds, winning_tile = read_hand(text)
    copies = [0] * N_KINDS
    for kind in concealed:
        copies[kind] += 1
    try:
        return Hand(tuple(copies), tuple(melds), winning_tile)
    except HandError as error:
        raise HandError(f"{error} (in {quoted(text)})") from None


def _as_copies(concealed: Iterable[SupportsIndex]) -> tuple[int, ...]:
    """34 counts of 0 to 4 as ints."""
    try:
        copies = tuple(map(operator.index, concealed))
    except TypeError:
        raise HandError(
            f"concealed tiles are {N_KINDS} whole numbers of copies, not {quoted(concealed)}"
        ) from None
    if len(copies) != N_KINDS:
        raise HandError(f"concealed tiles are {N_KINDS} numbers of copies, one a kind, not {len(copies)}")
    for kind, n in enumerate(copies):
        if not 0 <= n <= N_TILES:
            raise HandError(f"{quoted(n)} copies of {KIND_TEXTS[kind]}: there are 0 to {N_COPIES}")
    return copies


def _as_melds(melds: Sequence[Meld]) -> tuple[Meld, ...]:
    if not isinstance(melds, (tuple, list)):
        raise HandError(f"melds are a list of Meld, not {quoted(melds)}")
    for meld in melds:
        if not isinstance(meld, Meld):
            raise HandError(f"melds are a list of Meld, but one of them is {quoted(meld)}")
    return tuple(melds)


def _as_wind(name: str, wind: object) -> str:
    """A wind as its letter; 0 to 3 are E S W N."""
    if isinstance(wind, str) and wind in tuple(WINDS):
        return str(wind)
    if isinstance(wind, (int, np.integer)) and not isinstance(wind, bool) and 0 <= wind < len(WINDS):
        return WINDS[wind]
    raise WinError(f"{name} is one of {', '.join(WINDS)} or 0 to {len(WINDS) - 1}, not {quoted(wind)}")


def _as_flowers(flowers: object) -> int:
    if isinstance(flowers, (int, np.integer)) and not isinstance(flowers, bool) and 0 <= flowers <= N_FLOWERS:
        return int(flowers)
    raise WinError(f"flowers is a whole number from 0 to {N_FLOWERS}, not {quoted(flowers)}")
