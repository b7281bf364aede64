"""Tiles as 34 counts, melds, and every way to see a hand as sets and a pair."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

N_KINDS = 34
N_COPIES = 4
SUIT_LETTERS = "mpsz"
HONOURS = range(27, 34)

#: Lowest kinds of the chows: 1 to 7 of the three suits with ranks.
CHOW_STARTS = tuple(9 * suit + rank for suit in range(3) for rank in range(7))
#: East-South-West, South-West-North and White-Green-Red, where honour runs are played.
HONOUR_RUN_STARTS = (27, 28, 31)


class Meld(NamedTuple):
    """A meld: ``chow``, ``pung`` or ``kong`` (however it was made) and its lowest kind."""

    type: str
    kind: int


class Decomposition(NamedTuple):
    """One way to see concealed tiles as sets and a pair; `sets` are sorted (type, lowest kind) pairs."""

    sets: tuple[tuple[str, int], ...]
    pair: int


def kind_of(text: str) -> int:
    """The kind that a text of one tile names, such as ``5z``."""
    return 9 * SUIT_LETTERS.index(text[1]) + int(text[0]) - 1


def kind_text(kind: int) -> str:
    """The text of one kind.

    >>> kind_text(0), kind_text(33)
    ('1m', '7z')
    """
    return f"{kind % 9 + 1}{SUIT_LETTERS[kind // 9]}"


def counts_of(text: str) -> list[int]:
    """Copies of each kind in a text such as ``123m11z``.

    >>> sum(counts_of("123m456p11z")), counts_of("11z")[27]
    (8, 2)
    """
    counts, ranks = [0] * N_KINDS, ""
    for sign in text.replace(" ", ""):
        if sign.isdigit():
            ranks += sign
            continue
        for rank in ranks:
            counts[kind_of(rank + sign)] += 1
        ranks = ""
    return counts


def counts_text(counts: Sequence[int]) -> str:
    """The text of 34 counts, for messages."""
    parts = []
    for suit, letter in enumerate(SUIT_LETTERS):
        ranks = "".join(str(rank + 1) * int(n) for rank, n in enumerate(counts[9 * suit : 9 * suit + 9]))
        parts.append(ranks + letter if ranks else "")
    return "".join(parts)


def meld_of(text: str) -> Meld:
    """The meld a text such as ``123m``, ``777z`` or ``7777s`` shows."""
    kinds = sorted(kind_of(rank + text[-1]) for rank in text[:-1])
    if kinds[0] != kinds[-1]:
        return Meld("chow", kinds[0])
    return Meld("kong" if len(kinds) == 4 else "pung", kinds[0])


def meld_code(meld: Meld, *, concealed: bool = False) -> int:
    """The one-byte code of a meld in a hand array (only a kong can be concealed)."""
    number = {"chow": 0, "pung": 1, "kong": 3 if concealed else 2}[meld.type]
    return number << 6 | (meld.kind + 1)


def meld_of_code(code: int) -> Meld:
    """The meld of a one-byte code that is not 0."""
    return Meld(("chow", "pung", "kong", "kong")[code >> 6], (code & 63) - 1)


def meld_tiles(meld: Meld) -> list[int]:
    """The kinds of a meld's tiles, three or four of them."""
    if meld.type == "chow":
        return [meld.kind, meld.kind + 1, meld.kind + 2]
    return [meld.kind] * (4 if meld.type == "kong" else 3)


def held_in(melds: Iterable[Meld]) -> list[int]:
    """Copies of each kind that melds hold."""
    held = [0] * N_KINDS
    for meld in melds:
        for kind in meld_tiles(meld):
            held[kind] += 1
    return held


def decompositions(counts: Sequence[int], *, honour_runs: bool = False) -> set[Decomposition]:
    """Every distinct multiset of chows, pungs and one pair that uses each tile once.

    The number of tiles decides the number of sets; five copies of a kind are taken as they come.

    >>> len(decompositions(counts_of("11122233344455m")))  # pair 5, or 2 with 345 345, and 2 ways each
    4
    """
    starts = set(CHOW_STARTS) | (set(HONOUR_RUN_STARTS) if honour_runs else set())
    if sum(counts) % 3 != 2:
        return set()
    return set(_split(list(map(int, counts)), (), None, starts))


def _split(counts, sets, pair, starts):
    """Decompositions that take up what is left, lowest kind first."""
    kind = next((k for k in range(N_KINDS) if counts[k]), None)
    if kind is None:
        yield Decomposition(tuple(sorted(sets)), pair)
        return
    if counts[kind] >= 2 and pair is None:
        yield from _split(_without(counts, [kind] * 2), sets, kind, starts)
    if counts[kind] >= 3:
        yield from _split(_without(counts, [kind] * 3), (*sets, ("pung", kind)), pair, starts)
    if kind in starts and counts[kind + 1] and counts[kind + 2]:
        run = [kind, kind + 1, kind + 2]
        yield from _split(_without(counts, run), (*sets, ("chow", kind)), pair, starts)


def _without(counts, kinds):
    """A copy of `counts` with one tile less for each entry of `kinds`."""
    left = list(counts)
    for kind in kinds:
        left[kind] -= 1
    return left


def pairs_in(counts: Sequence[int], *, different: bool) -> int:
    """How many pairs the tiles hold; four equal tiles are two unless the pairs must be `different`."""
    return sum(min(int(n) // 2, 1 if different else 2) for n in counts)


def is_thirteen_orphans(counts: Sequence[int]) -> bool:
    """Whether 14 tiles are one of each terminal and honour and one of them twice."""
    return sum(counts) == 14 and all(counts[kind] for kind in ORPHANS) and _only(counts, ORPHANS)


def _only(counts, kinds):
    """Whether no other kinds are there."""
    return all(n == 0 or kind in kinds for kind, n in enumerate(counts))


#: The thirteen terminals and honours.
ORPHANS = (0, 8, 9, 17, 18, 26, *HONOURS)
