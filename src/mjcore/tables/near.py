"""Cost rows (:mod:`mjcore.tables.suits`) spread over sixteen bytes, for kernels that add whole rows at once.

Byte ``8 * pairs + sets`` of a row is the cost of a demand; the six other bytes are FAR.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mjcore.tables.forms import Form
from mjcore.tables.merge import PAIRS, SETS, MergeTables, main_cells
from mjcore.tables.suits import DRAGONS, DRAGONS_WITH_RUNS, FAR, WINDS, WINDS_WITH_RUNS, Suit, build

MOST_MELDS = 4
MELD_STEP = 5  #: `bars` by melds and tiles, three or four a meld: 5 a meld more, and 1 a tile beyond three


def spread(rows: np.ndarray) -> np.ndarray:
    """Rows of ten costs as rows of sixteen bytes.

    >>> spread(np.arange(10, dtype=np.uint8))[[0, 4, 5, 8, 12]].tolist()
    [0, 4, 64, 5, 9]
    """
    out = np.full((*rows.shape[:-1], 16), FAR, dtype=np.uint8)
    out[..., 8 * PAIRS + SETS] = np.minimum(rows, FAR)
    return out


@dataclass(frozen=True)
class NearRows:
    """Rows of one form, sixteen bytes each."""

    number: np.ndarray  # of a number suit, by class
    honours: np.ndarray  # by honour class
    left: np.ndarray  # of two number suits, by left state
    right: np.ndarray  # of a number suit and the honours, by right state
    winds: np.ndarray  # of winds alone and dragons alone, by key
    dragons: np.ndarray
    bars: np.ndarray  # 0 where a demand makes a suit the main one, otherwise FAR; by MELD_STEP


def near_rows(merge: MergeTables, form: Form) -> NearRows:
    """The rows of a form."""
    winds, dragons = (WINDS_WITH_RUNS, DRAGONS_WITH_RUNS) if form.honour_runs else (WINDS, DRAGONS)
    return NearRows(
        spread(merge.number_states.any_main),
        spread(merge.honour_states.any_main),
        spread(merge.left_states.any_main),
        spread(merge.right_states.any_main),
        _rows_by_key(winds),
        _rows_by_key(dragons),
        main_bars(form),
    )


def _rows_by_key(suit: Suit) -> np.ndarray:
    """Rows of a suit of few kinds by base-5 key, of more than fourteen tiles too, which never come up."""
    table = build(suit)
    copies = np.arange(5**suit.n_kinds)[:, None] // 5 ** np.arange(suit.n_kinds) % 5
    fits = copies.sum(axis=1) <= 14
    keys = np.flatnonzero(fits)
    out = np.full((5**suit.n_kinds, 16), FAR, dtype=np.uint8)
    places = table.base[keys % 5**4].astype(np.int64) + table.order[keys // 5**4]
    out[keys] = spread(table.rows[table.classes[places]])
    return out


def main_bars(form: Form) -> np.ndarray:
    """Which demands make no main suit beside melds, uint8 (25, 16).

    Row ``5 * melds + extra``, `extra` being the tiles that the melds count for beyond three each.
    """
    out = np.full((MELD_STEP * MELD_STEP, 16), FAR, dtype=np.uint8)
    for melds in range(MOST_MELDS + 1):
        for extra in range(melds + 1):
            barred = np.where(main_cells(form, melds, extra), 0, FAR).astype(np.uint8)
            out[MELD_STEP * melds + extra] = spread(barred)
    return out
