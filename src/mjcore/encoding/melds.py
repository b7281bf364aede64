"""Declared sets: chow, pung, melded kong and concealed kong."""

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from mjcore.encoding.layout import KIND_BITS, MELD_TYPES
from mjcore.words.errors import HandError, quoted
from mjcore.words.tiles import FIRST_HONOUR, KIND_TEXTS, N_KINDS, N_RANKS, as_kind, tile_text
from mjcore.words.values import items_of


@dataclass(frozen=True, slots=True)
class Meld:
    """One declared set.

    Parameters
    ----------
    type : {"chow", "pung", "melded_kong", "concealed_kong"}
        A kong of one's own four tiles is concealed; every other kong is melded.
    kind : int
        The kind, of a chow the lowest one.

    Raises
    ------
    HandError
        If there is no such set: an unknown type, no kind, a chow of honours or one that would need a rank 10.

    Examples
    --------
    >>> chow = Meld("chow", 0)
    >>> str(chow), chow.tiles, chow.code
    ('[123m]', (0, 1, 2), 1)
    >>> str(Meld("concealed_kong", 33)), Meld.from_code(225).type
    ('{7777z}', 'concealed_kong')
    >>> Meld("chow", 27)
    Traceback (most recent call last):
    mjcore.words.errors.HandError: there is no chow from 1z: honours form no chows
    """

    type: str
    kind: int

    def __post_init__(self) -> None:
        if not isinstance(self.type, str) or self.type not in MELD_TYPES:
            raise HandError(f"a set is one of {', '.join(MELD_TYPES)}, not {quoted(self.type)}")
        kind = as_kind(self.kind, HandError)
        object.__setattr__(self, "kind", kind)
        if self.type == "chow":
            if kind >= FIRST_HONOUR:
                raise HandError(f"there is no chow from {KIND_TEXTS[kind]}: honours form no chows")
            if kind % N_RANKS > N_RANKS - 3:
                raise HandError(f"there is no chow from {KIND_TEXTS[kind]}: it would go beyond rank 9")

    @property
    def tiles(self) -> tuple[int, ...]:
        """Kinds of its three or four tiles."""
        if self.type == "chow":
            return (self.kind, self.kind + 1, self.kind + 2)
        return (self.kind,) * (4 if self.is_kong else 3)

    @property
    def is_kong(self) -> bool:
        """Whether it has four tiles."""
        return self.type in ("melded_kong", "concealed_kong")

    @property
    def is_concealed(self) -> bool:
        """Whether it is a concealed kong; every other declared set is exposed."""
        return self.type == "concealed_kong"

    @property
    def code(self) -> int:
        """The byte that stands for it in a row, never 0."""
        return MELD_TYPES.index(self.type) << KIND_BITS | (self.kind + 1)

    @classmethod
    def from_code(cls, code: int) -> Self:
        """The set that a byte of a row stands for.

        Parameters
        ----------
        code : int
            From 1 to 255.

        Returns
        -------
        Meld

        Raises
        ------
        HandError
            If the byte stands for no set. 0, the empty place, is none either.

        Examples
        --------
        >>> print(Meld.from_code(64 + 34))
        [777z]
        >>> Meld.from_code(1 + 30)
        Traceback (most recent call last):
        mjcore.words.errors.HandError: meld code 31 is no set: there is no chow from 4z: honours form no chows
        """
        try:
            number = operator.index(code)
        except TypeError:
            number = -1
        if not 0 < number < len(MELD_TYPES) << KIND_BITS:
            raise HandError(f"meld code {quoted(code)} is no set: codes run from 1 to 255")
        kind = number % (1 << KIND_BITS) - 1
        if not 0 <= kind < N_KINDS:
            raise HandError(f"meld code {number} is no set: its last six bits are no kind plus one")
        try:
            return cls(MELD_TYPES[number >> KIND_BITS], kind)
        except HandError as error:
            raise HandError(f"meld code {number} is no set: {error}") from None

    @classmethod
    def from_tiles(cls, tiles: Sequence[int], *, concealed: bool = False) -> Self:
        """The set that these tiles make, in whatever order they lie.

        Parameters
        ----------
        tiles : sequence of int
            Three or four kinds.
        concealed : bool
            Whether it lies face down, as only a kong can.

        Raises
        ------
        HandError
            If they make no set; the message says why.

        Examples
        --------
        >>> print(Meld.from_tiles([2, 0, 1]))
        [123m]
        >>> Meld.from_tiles([0, 1, 3])
        Traceback (most recent call last):
        mjcore.words.errors.HandError: 124m are no set: neither equal nor consecutive
        """
        kinds = sorted(as_kind(tile, HandError) for tile in items_of(tiles, "tiles of a set", HandError))
        fault = _fault_of_tiles(kinds, concealed)
        if fault:
            raise HandError(f"{tile_text(kinds)} are no set: {fault}" if kinds else fault)
        if len(kinds) == 4:
            return cls("concealed_kong" if concealed else "melded_kong", kinds[0])
        return cls("pung" if kinds[0] == kinds[2] else "chow", kinds[0])

    def __str__(self) -> str:
        left, right = "{}" if self.is_concealed else "[]"
        return f"{left}{tile_text(self.tiles)}{right}"


def _fault_of_tiles(kinds: list[int], concealed: bool) -> str | None:
    """Why sorted kinds make no set; None if they do."""
    if not kinds:
        return "a set without tiles is none"
    equal = kinds[0] == kinds[-1]
    if concealed and not (equal and len(kinds) == 4):
        return "a concealed kong has four equal tiles"
    if len(kinds) not in (3, 4):
        return f"a set has three tiles, or four in a kong, not {len(kinds)}"
    if equal:
        return None
    if len(kinds) == 4:
        return "the four tiles of a kong are equal"
    if kinds[0] // N_RANKS != kinds[2] // N_RANKS:
        return "a set has tiles of one suit"
    if len(set(kinds)) < 3:
        return "neither equal nor consecutive"
    if kinds[0] >= FIRST_HONOUR:
        return "honours form no chows"
    return None if kinds[2] - kinds[0] == 2 else "neither equal nor consecutive"
