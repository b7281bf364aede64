"""What a hand is: how far from complete, what it waits for, what helps it, how it decomposes."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjcore.encoding.arrays import as_rows, row_error
from mjcore.encoding.hands import Hand, Win, parse_hand
from mjcore.encoding.melds import Meld
from mjcore.kernels._decompose import fill_n_decompositions
from mjcore.kernels._distance import fill_shanten
from mjcore.kernels._useful import fill_useful
from mjcore.kernels._waits import fill_waits
from mjcore.tables._tables import Tables, tables_of
from mjcore.tables.forms import Form
from mjcore.tables.suits import PARTITION_SHIFT, SuitTable
from mjcore.words.errors import HandError
from mjcore.words.soft_eight import SoftEightRules
from mjcore.words.tiles import N_KINDS, tile_text

UNREACHABLE = 127  #: the shanten of a hand whose melds leave no way to complete it

Rules = SoftEightRules | str | Form


def shanten(hands: Any, rules: Rules, *, melds: int = 0) -> NDArray[np.int8]:
    """Tiles to exchange before the hand is ready.

    Parameters
    ----------
    hands : array_like of int, shape (..., 34); ndarray of HAND_DTYPE; text, Hand, Win or a list of them
        Hands of 13 or 14 tiles, a meld counting three. A winning tile counts as a tile of the hand.
    rules : rule set or str
        A rule set, or one of the forms "standard", "seven_pairs" (four equal tiles are two pairs),
        "seven_different_pairs", "thirteen_orphans" and "riichi" (the least of standard, seven
        different pairs and orphans).
    melds : int
        Melds that plain counts do not show: 8 tiles with ``melds=2``. Nothing is known of their
        tiles, so rules that look at suits need hands with their melds instead.

    Returns
    -------
    ndarray of int8, shape (...)
        -1 complete, 0 ready, otherwise tiles from ready; 127 where the melds leave no way to a
        complete hand.

    Raises
    ------
    HandError
        Naming the row and the reason, if a hand has a fifth copy or another number of tiles.
    RuleError
        If `rules` is neither a rule set nor the name of a form.

    Notes
    -----
    The shanten is the fewest tiles to add so that the hand contains a complete one, less one; no
    kind can be used more than four times, and the copies in the player's own melds count among the
    four. A hand waiting only for a fifth copy is thus not ready.

    Examples
    --------
    >>> int(shanten("123456789m1111p", "standard"))
    1
    >>> shanten(["123456m99m234p56s", "123456m789p1234s"], SoftEightRules()).tolist()
    [0, 1]
    """
    tables = _tables(rules, melds)
    rows, shape = as_rows(hands)
    out = np.empty(len(rows), dtype=np.int8)
    _refuse(fill_shanten(tables, rows, _melds(rows, melds), out), rows, shape, melds=melds)
    return out.reshape(shape)


def waits(hands: Any, rules: Rules, *, structural: bool = False, melds: int = 0) -> NDArray[np.uint64]:
    """Kinds that complete each hand, as masks of 34 bits.

    Parameters
    ----------
    hands : array_like of int, shape (..., 34); ndarray of HAND_DTYPE; text, Hand, Win or a list of them
        Hands of 13 tiles, a meld counting three; a winning tile is left aside.
    rules : rule set or str
        As for :func:`shanten`.
    structural : bool
        Also kinds of which the player himself holds all four copies, melds included.
    melds : int
        As for :func:`shanten`.

    Returns
    -------
    ndarray of uint64, shape (...)
        Bit k is set if kind k completes the hand; see :func:`kinds_in`.

    Raises
    ------
    HandError, RuleError
        As for :func:`shanten`.

    Examples
    --------
    >>> from mjcore.words.tiles import tile_text
    >>> tile_text(kinds_in(waits("3334p777s [666p][999p]", SoftEightRules())))
    '245p'
    """
    tables = _tables(rules, melds)
    rows, shape = as_rows(hands)
    out = np.empty(len(rows), dtype=np.uint64)
    bad = fill_waits(tables, rows, _melds(rows, melds), structural, out)
    _refuse(bad, rows, shape, allowed_sizes=(13,), melds=melds)
    return out.reshape(shape)


def useful_tiles(hands: Any, rules: Rules, *, melds: int = 0) -> NDArray[np.uint64]:
    """Kinds that bring each hand nearer to ready, as masks of 34 bits.

    Parameters
    ----------
    hands, rules, melds
        As for :func:`shanten`.

    Returns
    -------
    ndarray of uint64, shape (...)
        Bit k is set if one more tile of kind k lowers the shanten and the player does not hold all
        four copies himself. 0 for a complete hand.

    Raises
    ------
    HandError, RuleError
        As for :func:`shanten`.

    Examples
    --------
    >>> from mjcore.words.tiles import tile_text
    >>> tile_text(kinds_in(useful_tiles("123456m99m234p56s", "standard")))
    '47s'
    """
    tables = _tables(rules, melds)
    rows, shape = as_rows(hands)
    out = np.empty(len(rows), dtype=np.uint64)
    _refuse(fill_useful(tables, rows, _melds(rows, melds), out), rows, shape, melds=melds)
    return out.reshape(shape)


def kinds_in(mask: Any) -> NDArray[np.uint8]:
    """Kinds whose bits are set in one mask, in order.

    Parameters
    ----------
    mask : int
        As :func:`waits` and :func:`useful_tiles` give them.

    Returns
    -------
    ndarray of uint8

    Examples
    --------
    >>> kinds_in(0b101).tolist()
    [0, 2]
    """
    bits = int(np.asarray(mask)[()])
    if not 0 <= bits < 1 << N_KINDS:
        raise HandError(f"{bits} is no mask of {N_KINDS} kinds")
    return np.array([kind for kind in range(N_KINDS) if bits >> kind & 1], dtype=np.uint8)


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
    _refuse(fill_n_decompositions(tables, rows, out), rows, shape, allowed_sizes=(14,))
    return out.reshape(shape)


@dataclass(frozen=True)
class Decomposition:
    """One way to see a hand as a complete one.

    Attributes
    ----------
    form : str
        "standard", "seven_pairs" or "thirteen_orphans".
    sets : tuple of Meld
        Concealed sets (a concealed set is shown like an exposed one) in the order of their tiles.
    pairs : tuple of int
        Kinds of the pairs.
    melds : tuple of Meld
        The sets that were declared.
    """

    form: str
    sets: tuple[Meld, ...]
    pairs: tuple[int, ...]
    melds: tuple[Meld, ...] = ()

    def __str__(self) -> str:
        sets = [tile_text(meld.tiles) for meld in self.sets]
        pairs = [tile_text([pair, pair]) for pair in self.pairs]
        if self.form == "thirteen_orphans":
            return f"thirteen orphans, pair {pairs[0]}"
        return " ".join([*map(str, self.melds), *sets, *pairs])


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
    """
    if isinstance(hand, str):
        hand = parse_hand(hand)
    if isinstance(hand, Win):
        hand = hand.hand
    if not isinstance(hand, Hand):
        raise HandError(f"a hand is text, a Hand or a Win, not {type(hand).__name__}")
    if not n_decompositions(hand, rules):
        return []
    tables = tables_of(rules)
    copies = np.array(hand.concealed, dtype=np.int64)
    if hand.winning_tile is not None:
        copies[hand.winning_tile] += 1
    found = list(_standard(copies, hand.melds, tables)) if tables.spec.standard else []
    if not hand.melds:
        found += _special(copies, tables.spec)
    return found


def _standard(copies: NDArray[np.int64], melds: tuple[Meld, ...], tables: Tables) -> Iterator[Decomposition]:
    """Sets and a pair: every choice of a partition in each suit."""
    suits = [(tables.number, first, copies[first : first + 9]) for first in (0, 9, 18)]
    suits.append((tables.honours, 27, copies[27:]))
    ways = [list(_partitions(table, first, part)) for table, first, part in suits]
    for chosen in itertools.product(*ways):
        sets = [meld for part, _ in chosen for meld in part]
        pairs = [pair for _, pair in chosen if pair is not None]
        if len(pairs) == 1:
            yield Decomposition("standard", tuple(sets), tuple(pairs), melds)


def _partitions(
    table: SuitTable, first: int, copies: NDArray[np.int64]
) -> Iterator[tuple[list[Meld], int | None]]:
    """Sets and pair of each partition of a suit whose first kind is `first`."""
    record = table.records[table.base[_key(copies[:4])] + table.order[_key(copies[4:])]]
    id_, start = record >> PARTITION_SHIFT, table.partition_start
    for n_sets, *names, pair in table.partitions[start[id_] : start[id_ + 1]].tolist():
        sets = sorted((name % 16, name < 16) for name in names[:n_sets])
        melds = [Meld("chow" if is_chow else "pung", first + rank) for rank, is_chow in sets]
        yield melds, None if pair == 255 else first + pair


def _key(copies: NDArray[np.int64]) -> int:
    return int(copies @ 5 ** np.arange(len(copies)))


def _special(copies: NDArray[np.int64], form: Form) -> list[Decomposition]:
    """Seven pairs and thirteen orphans, where the form accepts them."""
    found = []
    pairs = tuple(np.repeat(np.arange(N_KINDS), copies // 2).tolist())
    most = {"none": 0, "quads": 4, "different": 2}[form.seven_pairs]
    if len(pairs) == 7 and copies.max() <= most:
        found.append(Decomposition("seven_pairs", (), pairs))
    if form.orphans and len(pairs) == 1 and np.count_nonzero(copies) == 13:
        found.append(Decomposition("thirteen_orphans", (), pairs))
    return found


def _tables(rules: Rules, melds: int) -> Tables:
    tables = tables_of(rules)
    if melds and tables.spec.min_main_tiles:
        raise HandError("these rules look at the suits of the melds, so give the melds themselves")
    return tables


def _melds(rows: NDArray[np.uint8], melds: int) -> int:
    """The number of unknown melds, if it is one."""
    if isinstance(melds, bool) or not isinstance(melds, int | np.integer) or not 0 <= melds <= 4:
        raise HandError(f"melds is a number of sets from 0 to 4, not {melds!r}")
    if melds and rows.shape[1] != N_KINDS:
        raise HandError("melds is for plain counts; these hands show their melds themselves")
    return int(melds)


def _refuse(
    bad: int,
    rows: NDArray[np.uint8],
    shape: tuple[int, ...],
    *,
    allowed_sizes: tuple[int, ...] = (13, 14),
    melds: int = 0,
) -> None:
    """Raise the error of the row that a kernel found bad, if it found one."""
    if bad >= 0:
        raise row_error(rows, shape, bad, allowed_sizes=allowed_sizes, melds=melds)
