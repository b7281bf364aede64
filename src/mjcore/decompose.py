"""How a hand decomposes: every way to see it as a complete one."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjcore.encoding.arrays import as_rows
from mjcore.encoding.hands import Hand, Win, parse_hand
from mjcore.encoding.layout import N_HAND
from mjcore.encoding.melds import Meld
from mjcore.encoding.pictures import Drawing, Pictured, draw_sets
from mjcore.kernels._decompose import fill_n_decompositions
from mjcore.shape import Rules, refuse
from mjcore.tables._tables import tables_of
from mjcore.tables.families import knitted_patterns
from mjcore.tables.forms import FORMS, Form, form_of
from mjcore.tables.suits import PARTITION_SHIFT, SuitTable
from mjcore.words.errors import HandError
from mjcore.words.tiles import FIRST_HONOUR, N_KINDS, N_RANKS, tile_text

#: Kinds of thirteen orphans: ends of the suits, and honours.
_ORPHANS = tuple(
    kind for kind in range(N_KINDS) if kind >= FIRST_HONOUR or kind % N_RANKS in (0, N_RANKS - 1)
)


def n_decompositions(hands: Any, rules: Rules) -> NDArray[np.uint8]:
    """Ways to see each hand as a complete one under the rules.

    Parameters
    ----------
    hands : array_like of int, shape (..., 34); ndarray of HAND_DTYPE; text, Hand, Win or a list of them
        Hands of 14 tiles, a meld counting three and the winning tile included.
    rules : rule set or str
        As for :func:`shanten`.

    Returns
    -------
    ndarray of uint8, shape (...)
        0 if the hand is not complete.

    Raises
    ------
    HandError, RuleError
        As for :func:`shanten`.

    Examples
    --------
    >>> int(n_decompositions("1122334455667p7p", "riichi"))  # three times sets and a pair, and seven pairs
    4
    """
    tables = tables_of(rules)
    rows, shape = as_rows(hands)
    out = np.empty(len(rows), dtype=np.uint8)
    refuse(fill_n_decompositions(tables, rows, out), rows, shape, allowed_sizes=(14,))
    return out.reshape(shape)


@dataclass(frozen=True)
class ConcealedSet:
    """A chow or pung in the hand; of honours too, where the rules know honour runs.

    Parameters
    ----------
    type : {"chow", "pung"}
    kind : int
        Its lowest kind, 0 to 33.

    Examples
    --------
    >>> ConcealedSet("chow", 3).tiles, ConcealedSet("pung", 3).tiles
    ((3, 4, 5), (3, 3, 3))
    """

    type: str  #: "chow" or "pung"
    kind: int  #: the lowest kind

    def __str__(self) -> str:
        return tile_text(self.tiles)

    @property
    def tiles(self) -> tuple[int, int, int]:
        """Its three kinds."""
        step = int(self.type == "chow")
        return self.kind, self.kind + step, self.kind + 2 * step


@dataclass(frozen=True)
class Decomposition(Pictured):
    """One way to see a hand as a complete one.

    Attributes
    ----------
    form : str
        "standard", "seven_pairs", "thirteen_orphans", "honors_and_knitted" or "knitted_straight".
    sets : tuple of ConcealedSet
        In the order of their tiles.
    pairs : tuple of int
        Kinds of the pairs.
    melds : tuple of Meld
        The sets that were declared.
    singles : tuple of int
        Kinds that stand alone, in order: the nine of a knitted straight, all fourteen of honors and knitted.

    Examples
    --------
    >>> print(Decomposition("standard", (ConcealedSet("pung", 0),), (33,), (Meld("chow", 9),)))
    [123p] 111m 77z
    """

    form: str
    sets: tuple[ConcealedSet, ...]
    pairs: tuple[int, ...]
    melds: tuple[Meld, ...] = ()
    singles: tuple[int, ...] = ()

    @property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Kinds of the concealed tiles that belong together: those that stand alone, sets and pairs."""
        alone = self.singles
        if self.form == "thirteen_orphans":
            alone = tuple(kind for kind in _ORPHANS if kind not in self.pairs)
        sets = [of_hand.tiles for of_hand in self.sets]
        return (*([alone] if alone else []), *sets, *((pair, pair) for pair in self.pairs))

    def __str__(self) -> str:
        sets = [tile_text(of_hand.tiles) for of_hand in self.sets]
        pairs = [tile_text([pair, pair]) for pair in self.pairs]
        if self.form == "thirteen_orphans":
            return f"thirteen orphans, pair {pairs[0]}"
        alone = [tile_text(self.singles)] if self.singles else []
        return " ".join([*map(str, self.melds), *alone, *sets, *pairs])

    def _drawing(self) -> Drawing:
        return draw_sets(self.melds, self.groups, str(self))


def decompositions(hand: Hand | Win | str, rules: Rules) -> list[Decomposition]:
    """Every way to see one hand as a complete one under the rules.

    Parameters
    ----------
    hand : Hand, Win or str
        14 tiles, a meld counting three and the winning tile included.
    rules : rule set or str
        As for :func:`shanten`.

    Returns
    -------
    list of Decomposition
        Empty if the hand is not complete.

    Raises
    ------
    HandError, RuleError
        As for :func:`shanten`.

    Examples
    --------
    >>> for way in decompositions("11223344456789m", "standard"):
    ...     print(way)
    123m 123m 456m 789m 44m
    234m 234m 456m 789m 11m
    >>> print(*decompositions("[234p] 258m1478s369p +8s", "knitted_straight"))
    [234p] 258m369p147s 88s
    """
    if isinstance(hand, str):
        hand = parse_hand(hand)
    if isinstance(hand, Win):
        hand = hand.hand
    if not isinstance(hand, Hand):
        raise HandError(f"a hand is text, a Hand or a Win, not {type(hand).__name__}")
    form = form_of(rules)
    copies = np.array(hand.concealed, dtype=np.int64)
    if hand.winning_tile is not None:
        copies[hand.winning_tile] += 1
    n_decompositions(hand, form)  # refuses what is no hand of 14 tiles
    found: list[Decomposition] = []
    for shape in _shapes(form):
        if n_decompositions(hand, shape):
            found += _standard(copies, hand.melds, shape) if shape.standard else [_special(copies, shape)]
    if form.honors_and_knitted:
        found += _all_different(copies)
    if form.knitted_straight:
        found += _knitted_straights(copies, hand.melds)
    return found


def _shapes(form: Form) -> Iterator[Form]:
    """The form, one shape at a time, without those that have knitted tiles."""
    nothing = dataclasses.replace(
        form,
        standard=False,
        seven_pairs="none",
        orphans=False,
        honors_and_knitted=False,
        knitted_straight=False,
    )
    if form.standard:
        yield dataclasses.replace(nothing, standard=True)
    if form.seven_pairs != "none":
        yield dataclasses.replace(nothing, seven_pairs=form.seven_pairs)
    if form.orphans:
        yield dataclasses.replace(nothing, orphans=True)


def _standard(copies: NDArray[np.int64], melds: tuple[Meld, ...], form: Form) -> Iterator[Decomposition]:
    """Sets and a pair: every choice of a partition in each suit."""
    tables = tables_of(form)
    suits = [(tables.number, first, copies[first : first + 9]) for first in (0, 9, 18)]
    suits.append((tables.honours, 27, copies[27:]))
    ways = [list(_partitions(table, first, part)) for table, first, part in suits]
    for chosen in itertools.product(*ways):
        sets = tuple(of_hand for part, _ in chosen for of_hand in part)
        pairs = tuple(pair for _, pair in chosen if pair is not None)
        yield Decomposition("standard", sets, pairs, melds)


def _partitions(
    table: SuitTable, first: int, copies: NDArray[np.int64]
) -> Iterator[tuple[list[ConcealedSet], int | None]]:
    """Sets and pair of each partition of a suit whose first kind is `first`."""
    record = table.records[table.base[_key(copies[:4])] + table.order[_key(copies[4:])]]
    id_, start = record >> PARTITION_SHIFT, table.partition_start
    for n_sets, *names, pair in table.partitions[start[id_] : start[id_ + 1]].tolist():
        sets = sorted((name % 16, name < 16) for name in names[:n_sets])
        of_hand = [ConcealedSet("chow" if is_chow else "pung", first + rank) for rank, is_chow in sets]
        yield of_hand, None if pair == 255 else first + pair


def _key(copies: NDArray[np.int64]) -> int:
    return int(copies @ 5 ** np.arange(len(copies)))


def _special(copies: NDArray[np.int64], form: Form) -> Decomposition:
    """A complete hand as seven pairs or thirteen orphans."""
    name = "thirteen_orphans" if form.orphans else "seven_pairs"
    return Decomposition(name, (), tuple(np.repeat(np.arange(N_KINDS), copies // 2).tolist()))


def _all_different(copies: NDArray[np.int64]) -> Iterator[Decomposition]:
    """Fourteen different kinds, those of the suits in one knitted pattern."""
    kinds = tuple(np.flatnonzero(copies).tolist())
    suited = {kind for kind in kinds if kind < FIRST_HONOUR}
    if len(kinds) == N_HAND + 1 and any(suited.issubset(pattern) for pattern in knitted_patterns()):
        yield Decomposition("honors_and_knitted", (), (), singles=kinds)


def _knitted_straights(copies: NDArray[np.int64], melds: tuple[Meld, ...]) -> Iterator[Decomposition]:
    """A whole knitted pattern, all concealed, and the other tiles as a set and a pair."""
    if len(melds) > 1:
        return
    for pattern in knitted_patterns():
        rest = copies.copy()
        rest[list(pattern)] -= 1
        if rest.min() >= 0:
            for way in _standard(rest, melds, FORMS["standard"]):
                yield dataclasses.replace(way, form="knitted_straight", singles=pattern)
