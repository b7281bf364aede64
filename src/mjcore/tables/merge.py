"""Putting suits together: small tables that merge distance classes, four suits in three look-ups.

The distance to four sets and a pair is a min-plus product of four cost rows (see
:mod:`mjcore.tables.suits`), one a suit. There are so few different rows, also of two or three suits
together, that every product is tabulated: two number suits give a *left* state, the third and the
honours a *right* state, and the distance is ``final[left, right]``.

A rule that asks for many tiles of one suit (the *main* suit) needs two rows a state: the cost of each
demand whatever the suits, and the cost if some suit among those merged is to be the main one.
Merging keeps both: the main suit is on one side or on the other.

A tile is useful if it lowers the cost of a cell that stands in some cheapest way to share the sets
and the pair among the suits. ``optimal_*`` holds those cells, a bit each, for the class of a suit
and the state of the three others.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mjcore.tables.forms import Form
from mjcore.tables.suits import (
    DRAGONS,
    DRAGONS_WITH_RUNS,
    FAR,
    N_CELLS,
    WINDS,
    WINDS_WITH_RUNS,
    SuitTable,
    build,
)

SETS = np.array([0, 1, 2, 3, 4] * 2)  #: of each cell
PAIRS = np.array([0] * 5 + [1] * 5)


@dataclass(frozen=True)
class States:
    """Cost rows of suits merged: `any_main` without a demand on the main suit, `with_main` with it."""

    any_main: np.ndarray  # uint8 (n, 10)
    with_main: np.ndarray  # uint8 (n, 10)

    def __len__(self) -> int:
        return len(self.any_main)


def main_cells(form: Form, melds: int = 0, extra_tiles: int = 0) -> np.ndarray:
    """Which demands make a suit the main one, beside sets already exposed in it.

    Parameters
    ----------
    form : Form
    melds : int
        Exposed sets of the suit.
    extra_tiles : int
        Tiles they count for beyond three each.

    Returns
    -------
    ndarray of bool, shape (10,)
    """
    enough = 3 * (SETS + melds) + 2 * PAIRS + extra_tiles >= form.min_main_tiles
    if form.pair_must_be_main and form.min_main_tiles > 0:
        enough &= (PAIRS == 1) & (SETS + melds >= 2)
    return enough


def suit_states(rows: np.ndarray, form: Form) -> States:
    """The states of single suits that have these cost rows."""
    return States(rows, np.where(main_cells(form), rows, FAR).astype(np.uint8))


def product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Min-plus product of cost rows along the last axis (leading axes broadcast)."""
    a, b = np.broadcast_arrays(a, b)
    out = np.full(a.shape, FAR, dtype=np.uint8)
    for i in range(N_CELLS):
        for j in range(N_CELLS):
            if SETS[i] + SETS[j] < 5 and PAIRS[i] + PAIRS[j] < 2:
                k = i + j
                np.minimum(out[..., k], a[..., i] + b[..., j], out=out[..., k])
    return out


def merged(a: States, b: States) -> tuple[np.ndarray, States]:
    """All states of one of `a` with one of `b`: their numbers, shape (len(a), len(b)), and the states."""
    any_main = product(a.any_main[:, None], b.any_main[None])
    with_main = np.minimum(
        product(a.with_main[:, None], b.any_main[None]), product(a.any_main[:, None], b.with_main[None])
    )
    of_any, _, any_main = _numbered(any_main)
    of_main, n_main, with_main = _numbered(with_main)
    pairs, numbers = np.unique(of_any.astype(np.int64) * n_main + of_main, return_inverse=True)
    states = States(any_main[pairs // n_main], with_main[pairs % n_main])
    return np.ascontiguousarray(numbers.reshape(len(a), len(b)), dtype=np.uint16), states


def _numbered(rows: np.ndarray) -> tuple[np.ndarray, int, np.ndarray]:
    """Number the different cost rows: the number of each, how many there are, and the rows.

    A cost is at most 14 or FAR, so that a row fits into ten hexadecimal digits.
    """
    digits = np.minimum(rows, 15).astype(np.int64)
    keys, first, numbers = np.unique(
        (digits << 4 * np.arange(N_CELLS)).sum(axis=-1), return_index=True, return_inverse=True
    )
    return numbers, len(keys), rows.reshape(-1, N_CELLS)[first]


def complements(a: States, b: States) -> np.ndarray:
    """Cost of each cell of `a` with the rest of four sets and a pair in `b`, shape (len(a), len(b), 10)."""
    rest_any, rest_main = b.any_main[None, :, ::-1], b.with_main[None, :, ::-1]
    return np.minimum(a.with_main[:, None] + rest_any, a.any_main[:, None] + rest_main)


def optimal_cells(a: States, b: States) -> np.ndarray:
    """Cells of `a` (a bit each) that stand in a cheapest way to four sets and a pair with `b`."""
    costs = complements(a, b)
    best = (costs == costs.min(axis=-1, keepdims=True)) & (costs < FAR)
    return np.ascontiguousarray((best << np.arange(N_CELLS)).sum(axis=-1), dtype=np.uint16)


def honour_states(honours: SuitTable, form: Form) -> tuple[np.ndarray, States]:
    """Class of each vector of honours under a form, and the states of the classes."""
    classes = honours.classes.astype(np.uint16)
    if form.honours_one_suit:
        return classes, suit_states(honours.rows, form)
    parts = (WINDS_WITH_RUNS, DRAGONS_WITH_RUNS) if form.honour_runs else (WINDS, DRAGONS)
    winds, dragons = map(build, parts)
    numbers, states = merged(suit_states(winds.rows, form), suit_states(dragons.rows, form))
    # A vector of honours stands where its four winds (the head) and its dragons (the tail) say.
    copies = np.array([[h, t] for h in range(5**4) for t in range(5**3)])
    head_tiles, tail_tiles = (_tiles(part, n) for part, n in zip(copies.T, (4, 3), strict=True))
    fits = head_tiles + tail_tiles <= 14
    head, tail = copies[fits].T
    of_winds = winds.classes[winds.base[head]]
    of_dragons = dragons.classes[dragons.base[tail]]
    classes[honours.base[head] + honours.order[tail]] = numbers[of_winds, of_dragons]
    return classes, states


def _tiles(keys: np.ndarray, n_kinds: int) -> np.ndarray:
    return (keys[:, None] // 5 ** np.arange(n_kinds) % 5).sum(axis=1)


@dataclass(frozen=True)
class MergeTables:
    """The tables of one form; `left` is two number suits, `right` the third with the honours."""

    honour_classes: np.ndarray  # uint16 (n_vectors,)
    left: np.ndarray  # uint16 (n_classes, n_classes): number of the left state
    right: np.ndarray  # uint16 (n_classes, n_honours)
    final: np.ndarray  # uint8 (n_left, n_right): the distance
    beside_number: np.ndarray  # uint16 (n_classes, n_right): state of the three beside a number suit
    beside_honours: np.ndarray  # uint16 (n_classes, n_left): state of the three number suits
    optimal_number: np.ndarray  # uint16 (n_classes, n): cells, by class and state beside
    optimal_honours: np.ndarray  # uint16 (n_honours, n)
    left_states: States
    right_states: States
    number_states: States
    honour_states: States


def merge_tables(number: SuitTable, honours: SuitTable, form: Form) -> MergeTables:
    """Make the merge tables of a form."""
    numbers = suit_states(number.rows, form)
    honour_classes, honour = honour_states(honours, form)
    left, left_states = merged(numbers, numbers)
    right, right_states = merged(numbers, honour)
    beside_number, three = merged(numbers, right_states)
    beside_honours, three_numbers = merged(numbers, left_states)
    return MergeTables(
        honour_classes=honour_classes,
        left=left,
        right=right,
        final=np.ascontiguousarray(complements(left_states, right_states).min(axis=-1)),
        beside_number=beside_number,
        beside_honours=beside_honours,
        optimal_number=optimal_cells(numbers, three),
        optimal_honours=optimal_cells(honour, three_numbers),
        left_states=left_states,
        right_states=right_states,
        number_states=numbers,
        honour_states=honour,
    )
