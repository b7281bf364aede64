"""Hands played from a script: a wall made of wanted hands and draws, and what the players do.

A script says what each seat (A to D are 0 to 3) does that is not usual, in its order::

    "A discard 6p; C pass; B ckong 1z; C win"

A seat takes its next line as soon as the table offers it. What is usual: to discard the tile just drawn, and
to pass. Every line must have come to pass when the hand is over. Engines are functions that make a table
with ``question``, ``act``, ``over`` and ``record``; the tests that use this module run on each of them.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from mjcore.words.mcr import McrRules
from tests.mjcore.fast_table import FastTable
from tests.oracles import table_codes as codes
from tests.oracles.mcr_table import McrTable
from tests.oracles.sets import kind_of
from tests.oracles.soft_eight_table import SoftEightTable
from tests.oracles.table_codes import HEAVENLY, SET_CLAIM, TURN, WIN_CLAIM
from tests.oracles.table_players import Question, text_of
from tests.oracles.table_wall import N_DEALT, dealt_positions

A, B, C, D = range(4)
SEATS = "ABCD"


def oracle(rules: Any, wall: Sequence[int], **how: Any) -> Any:
    """The slow table of the tests."""
    return (McrTable if isinstance(rules, McrRules) else SoftEightTable)(rules, wall, **how)


#: Everything that can play a script.
ENGINES = [oracle, FastTable]

_WORDS = {
    "pass": codes.PASS,
    "win": codes.WIN,
    "declare": codes.DECLARE,
    "recall": codes.RECALL,
    "pung": codes.CLAIM_PUNG,
    "kong": codes.CLAIM_KONG,
    "chow-lowest": codes.CLAIM_CHOW,
    "chow-middle": codes.CLAIM_CHOW + 1,
    "chow-highest": codes.CLAIM_CHOW + 2,
    "decline": codes.DECLINE,
}
_WITH_TILE = {
    "discard": codes.DISCARD_TILE,
    "ready": codes.DISCARD_READY,
    "ckong": codes.MAKE_CONCEALED_KONG,
    "akong": codes.MAKE_ADDED_KONG,
    "expose": codes.EXPOSE_FLOWER - codes.FIRST_FLOWER,
}


def kinds_of(text: str) -> list[int]:
    """Tiles of a text in its order, flowers as 1f to 8f.

    >>> kinds_of("21m1f")
    [1, 0, 34]
    """
    kinds = []
    for ranks, suit in re.findall(r"(\d+)([mpszf])", text):
        kinds += [codes.FIRST_FLOWER + int(r) - 1 if suit == "f" else kind_of(r + suit) for r in ranks]
    return kinds


def action(text: str) -> int:
    """The code of an action.

    >>> action("pung"), action("ready 1m")
    (4, 60)
    """
    word, *tile = text.split()
    return _WITH_TILE[word] + kinds_of(tile[0])[0] if tile else _WORDS[word]


def make_wall(
    hands: Sequence[str] = (),
    draws: str = "",
    *,
    kongs: str = "",
    live_last: str = "",
    dealer: int = 0,
    n: int = 136,
    n_tail: int = 8,
) -> list[int]:
    """A wall in drawing order.

    `hands` are those of A to D, of the dealer 14 tiles of which the last is the one drawn; too few tiles are
    filled up. `draws` come from the front of the wall and `kongs` from its tail (with flowers, from the very
    end), each in the order in which they are taken; `live_last` are the last tiles of the live wall.
    """
    wall: list[int | None] = [None] * n
    for seat, text in enumerate(hands):
        places = list(dealt_positions()[(seat - dealer) % 4])
        kinds = kinds_of(text)
        if seat == dealer and len(kinds) == 14:
            places.append(52)
        _put(wall, places, kinds)
    _put(wall, range(N_DEALT, n), kinds_of(draws))
    _put(wall, range(n - n_tail, n) if n_tail else range(n - 1, 0, -1), kinds_of(kongs))
    last = kinds_of(live_last)
    _put(wall, range(n - n_tail - len(last), n - n_tail), last)
    left = [kind for kind in range(34) for _ in range(4)] + list(range(34, 34 + n - 136))
    for kind in wall:
        if kind is not None:
            left.remove(kind)
    left = [left[(n * 41) % len(left)] for n in range(len(left))] if len(left) % 41 else left[::-1]
    flowers = [kind for kind in left if kind >= codes.FIRST_FLOWER]
    middle = [place for place, kind in enumerate(wall) if kind is None and N_DEALT <= place < n - 30]
    _put(wall, middle[len(middle) - len(flowers) :], flowers)  # drawn late, and no replacements
    left = [kind for kind in left if kind < codes.FIRST_FLOWER]
    return [left.pop(0) if kind is None else kind for kind in wall]


def _put(wall, places: Iterable[int], kinds):
    for place, kind in zip(places, kinds, strict=False):
        assert wall[place] is None, f"two tiles at {place}"
        wall[place] = kind


@dataclass
class Game:
    """A hand that was played: its record, its wall, and every question with its answer."""

    table: Any
    wall: list[int]
    asked: list[tuple[Question, int]] = field(default_factory=list)

    def __getattr__(self, name: str) -> Any:
        """A field of the record."""
        if name in ("table", "wall", "asked"):
            raise AttributeError(name)
        value = self.table.record[name]
        return value.tolist() if hasattr(value, "tolist") and name != "hand" else value

    def questions(self, kind: int, seat: int | None = None) -> list[Question]:
        return [q for q, _ in self.asked if q.kind == kind and seat in (None, q.seat)]

    def win_claims(self) -> list[str]:
        """Who was asked whether he wins on what, and whose, such as ``C 6p of A``."""
        return [f"{SEATS[q.seat]} {text_of(q.tile)} of {SEATS[q.other]}" for q in self.questions(WIN_CLAIM)]

    def set_claims(self) -> list[str]:
        return [f"{SEATS[q.seat]} {text_of(q.tile)} of {SEATS[q.other]}" for q in self.questions(SET_CLAIM)]

    def turns(self, seat: int | None = None) -> list[str]:
        """Turns in which there was a choice: who, and the tile drawn (none after a claim)."""
        return [
            f"{SEATS[q.seat]} {'-' if q.tile == codes.NO_TILE else text_of(q.tile)}"
            for q in self.questions(TURN, seat)
        ]

    def could(self, text: str) -> bool:
        """Whether somebody was ever offered to do this, such as ``C ckong 1m``."""
        seat, what = text.split(maxsplit=1)
        return any(q.seat == SEATS.index(seat) and action(what) in q.legal for q, _ in self.asked)

    @property
    def fans(self) -> list[int]:
        return list(self.table.record["fans"])


def play(engine: Any, rules: Any, script: str, *, dealer: int = 0, wall: list[int] | None = None, **how: Any):
    """Play a script to the end of the hand; `how` are what `make_wall` and tables take."""
    of_table = {name: how.pop(name) for name in ("zha", "di", "prevalent_wind") if name in how}
    if wall is None:
        wall = make_wall(dealer=dealer, **how)
    table = engine(rules, wall, dealer=dealer, **of_table)
    lines: dict[int, list[str]] = {seat: [] for seat in range(4)}
    for line in filter(None, map(str.strip, script.split(";"))):
        lines[SEATS.index(line[0])].append(line[1:].strip())
    game = Game(table, wall)
    while not table.over:
        question = table.question
        own = lines[question.seat]
        scripted = bool(own) and action(own[0]) in question.legal
        code = action(own.pop(0)) if scripted else usual(question)
        game.asked.append((question, code))
        table.act(code)
    left = [f"{SEATS[seat]} {line}" for seat, own in lines.items() for line in own]
    assert not left, f"never came to: {left}"
    assert sum(game.points) == 0
    return game


def usual(question: Question) -> int:
    """What a player does of whom the script says nothing."""
    if question.kind != TURN:
        return codes.PASS
    drawn = codes.DISCARD_TILE + question.tile
    if question.tile != codes.NO_TILE and drawn in question.legal:
        return drawn
    discards = [code for code in question.legal if codes.DISCARD_TILE <= code < codes.DISCARD_READY]
    return max(discards)


__all__ = ["ENGINES", "HEAVENLY", "A", "B", "C", "D", "Game", "action", "make_wall", "play"]
