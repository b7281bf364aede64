"""A hand of Chinese Official Mahjong to be spoken about: its tiles, sets and rules, and fans not counted."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from mjcore.encoding.hands import Win
from mjcore.encoding.melds import Meld
from mjcore.words.fans import FAN_BY_KEY, Fan
from mjcore.words.mcr import McrRules
from mjcore.words.tiles import FIRST_HONOUR, N_RANKS, WINDS

#: Kind of the first dragon.
FIRST_DRAGON = FIRST_HONOUR + len(WINDS)

_SUITS = ("characters", "dots", "bamboos")
_SELF_DRAWN = ("wall", "replacement")


class Removed(NamedTuple):
    """A fan that a reading has and does not count.

    Attributes
    ----------
    fan : str
        Its key.
    made_by : tuple of str
        What makes it, once for each time.
    why : str
    by : str or None
        Key of the fan that took it away.
    principle : int or None
        Which of the five principles of counting.
    source : str
        Who says so: a key of :data:`mjcore.words.fans.SOURCES`, an option, or a clause.
    """

    fan: str
    made_by: tuple[str, ...]
    why: str
    by: str | None = None
    principle: int | None = None
    source: str = "S"


class Block(NamedTuple):
    """A set of a reading, or its pair."""

    name: str  #: "chow", "pung" (kongs too) or "pair"
    kind: int
    text: str
    meld: Meld | None = None  #: if it was declared

    @property
    def tiles(self) -> tuple[int, ...]:
        """Its kinds."""
        return tuple(range(self.kind, self.kind + 3)) if self.name == "chow" else (self.kind,)


@lru_cache(maxsize=64)
def rows_of(rules: McrRules) -> dict[str, Fan]:
    """Fans that rules have, by key, in the order of the catalogue."""
    return {fan.key: fan for fan in rules.fan_rows()}


@dataclass(frozen=True)
class McrSubject:
    """What is the same in every reading of a hand."""

    win: Win
    rules: McrRules

    @cached_property
    def rows(self) -> dict[str, Fan]:
        """Fans there are, by key."""
        return rows_of(self.rules)

    @cached_property
    def order(self) -> dict[str, int]:
        """Places of the fans in the catalogue."""
        return {key: place for place, key in enumerate(self.rows)}

    @cached_property
    def points(self) -> dict[str, int]:
        """What each fan is worth."""
        return {key: fan.points for key, fan in self.rows.items()}

    @property
    def winning_tile(self) -> int:
        """Kind of the tile that won."""
        assert self.win.hand.winning_tile is not None
        return self.win.hand.winning_tile

    @property
    def melds(self) -> tuple[Meld, ...]:
        """Declared sets."""
        return self.win.hand.melds

    @cached_property
    def concealed(self) -> np.ndarray:
        """Copies of each kind in the hand, the winning tile among them."""
        return self.win.hand.counts(with_winning=True).astype(int)

    @cached_property
    def held(self) -> np.ndarray:
        """Copies of each kind, those of declared sets too."""
        held = self.concealed.copy()
        for meld in self.melds:
            np.add.at(held, list(meld.tiles), 1)
        return held

    @cached_property
    def kinds(self) -> list[int]:
        """Kinds there are."""
        return np.flatnonzero(self.held).tolist()

    @cached_property
    def wind_fans(self) -> dict[str, int]:
        """The fans of single winds, and the kind of each."""
        return {
            "prevalent_wind": FIRST_HONOUR + WINDS.index(str(self.win.prevalent_wind)),
            "seat_wind": FIRST_HONOUR + WINDS.index(str(self.win.seat_wind)),
        }

    @property
    def spoken_winds(self) -> set[int]:
        """Kinds of winds for whose pungs such a fan speaks."""
        return {kind for fan, kind in self.wind_fans.items() if fan in self.rows}

    @property
    def is_self_drawn(self) -> bool:
        """Whether no other player gave the winning tile."""
        return self.win.source in _SELF_DRAWN

    @property
    def exposed(self) -> list[Meld]:
        """Declared sets but for concealed kongs."""
        return [meld for meld in self.melds if not meld.is_concealed]

    @property
    def kongs(self) -> list[Meld]:
        """Declared kongs."""
        return [meld for meld in self.melds if meld.is_kong]

    @property
    def sorts(self) -> str:
        """Suits, winds and dragons there are, in words."""
        names = [name for suit, name in enumerate(_SUITS) if any(k // N_RANKS == suit for k in self.kinds)]
        names += ["winds"] * any(FIRST_HONOUR <= kind < FIRST_DRAGON for kind in self.kinds)
        names += ["dragons"] * (self.kinds[-1] >= FIRST_DRAGON)
        return f"all tiles are {listed(names)}" if len(names) < 5 else listed(names)

    def name(self, fan: str) -> str:
        """English name of a fan."""
        return self.rows[fan].english if fan in self.rows else FAN_BY_KEY[fan].english


def texts(blocks: Iterable[Block]) -> str:
    """Blocks as text.

    >>> texts([Block("chow", 0, "123m"), Block("pair", 33, "77z")])
    '123m 77z'
    """
    return " ".join(block.text for block in blocks)


def listed(words: list[str]) -> str:
    """Words with commas and an "and".

    >>> listed(["dots"]), listed(["dots", "winds", "dragons"])
    ('dots', 'dots, winds and dragons')
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
