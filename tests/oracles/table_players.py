"""What stands at a table: players, their sets, the turn that is played, and what is asked."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from .mcr_readings import Declared
from .sets import N_COPIES, N_KINDS, Meld, held_in, kind_text
from .table_codes import FIRST_FLOWER, FROM_CLAIM, NEVER, QUESTIONS

MELD_CODES = {"chow": 0, "pung": 1, "melded_kong": 2, "added_kong": 2, "concealed_kong": 3}


class Question(NamedTuple):
    """A decision that is due, and the codes of all actions that may be taken."""

    kind: int
    seat: int
    tile: int
    other: int
    legal: frozenset[int]

    def __str__(self) -> str:
        return f"{QUESTIONS[self.kind]} of seat {self.seat}: {sorted(self.legal)}"


class Exposed(NamedTuple):
    """A set on the table; `feeder` is the seat whose discard is in it."""

    type: str
    kind: int
    feeder: int | None = None

    @property
    def is_kong(self) -> bool:
        return self.type.endswith("kong")

    @property
    def code(self) -> int:
        """Its byte in a row of HAND_DTYPE."""
        return MELD_CODES[self.type] << 6 | (self.kind + 1)

    def meld(self) -> Meld:
        """The set as most oracles want it."""
        return Meld("kong" if self.is_kong else self.type, self.kind)

    def declared(self) -> Declared:
        """The set as the oracle of MCR wants it."""
        return Declared(*self.meld(), self.type == "concealed_kong")


@dataclass
class Player:
    """One player, with everything the rules remember of him."""

    seat: int
    concealed: list[int] = field(default_factory=lambda: [0] * N_KINDS)
    sets: list[Exposed] = field(default_factory=list)
    flowers: int = 0
    held_flowers: list[int] = field(default_factory=list)
    discards: list[int] = field(default_factory=list)
    barred: set[int] = field(default_factory=set)
    declared: bool = False
    heavenly: bool = False
    with_discard: bool = False  # the declaration belongs to his last discard
    dead: bool = False
    has_drawn: bool = False  # or claimed
    recalled: bool = False  # must discard once more
    drawn: int | None = None  # the tile he took last
    ready_turn: int = NEVER
    deal_shanten: int = 0
    refused: int = 0

    def take(self, tile: int) -> None:
        if tile >= FIRST_FLOWER:
            self.held_flowers.append(tile)
            self.held_flowers.sort()
        else:
            self.concealed[tile] += 1

    def give(self, tile: int, n: int = 1) -> None:
        if tile >= FIRST_FLOWER:
            self.held_flowers.remove(tile)
            return
        assert self.concealed[tile] >= n, f"seat {self.seat} has no {n} {kind_text(tile)}"
        self.concealed[tile] -= n

    def melds(self) -> tuple[Meld, ...]:
        return tuple(one.meld() for one in self.sets)

    def own(self, without: int | None = None) -> list[int]:
        """Copies of each kind that he has, in his hand and in his sets."""
        held = [n + m for n, m in zip(self.concealed, held_in(self.melds()), strict=True)]
        if without is not None:
            held[without] -= 1
        return held

    def without(self, tile: int, n: int = 1) -> tuple[int, ...]:
        """His concealed tiles when so many of a kind are gone."""
        return less(self.concealed, tile, n)

    def has_pung(self, kind: int) -> bool:
        return any(one.type == "pung" and one.kind == kind for one in self.sets)

    @property
    def n_tiles(self) -> int:
        """Tiles of the hand, three a set, flowers that he holds included."""
        return sum(self.concealed) + len(self.held_flowers) + 3 * len(self.sets)


@dataclass
class Turn:
    """A turn: whose, with which tile, and what limits it.

    `last` says that no live tile was left when the tile was drawn; `again` that the player takes his first
    discard back; `claim` what he claimed.
    """

    player: Player
    source: int
    tile: int | None
    last: bool = False
    dead_end: bool = False
    again: bool = False
    claim: str = ""
    may_win: bool = True
    after_kong: bool = False

    @property
    def is_claim(self) -> bool:
        return self.source == FROM_CLAIM


def less(counts: Sequence[int], kind: int, n: int = 1) -> tuple[int, ...]:
    """Counts without so many of a kind."""
    changed = list(counts)
    changed[kind] -= n
    return tuple(changed)


def more(counts: Sequence[int], kind: int) -> tuple[int, ...]:
    """Counts with one more of a kind."""
    return less(counts, kind, -1)


def with_copies_left(kinds: set[int], own: Sequence[int]) -> set[int]:
    """Kinds of which the owner of `own` does not have all four copies."""
    return {kind for kind in kinds if own[kind] < N_COPIES}


def text_of(tile: int) -> str:
    """A tile as logs write it, flowers 1f to 8f."""
    return f"{tile - FIRST_FLOWER + 1}f" if tile >= FIRST_FLOWER else kind_text(tile)
