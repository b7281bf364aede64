"""Distances and waits of the knitted shapes and of all five shapes together, by trying all targets.

A target is a whole hand: what it needs beyond the player's own tiles is missing, and no kind is needed more
than four times, the copies in the player's own melds among them.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, product

import numpy as np

from . import distance
from .mcr_readings import KNITTED_PATTERNS, Declared, mcr_waits
from .sets import CHOW_STARTS, HONOURS, N_COPIES, N_KINDS, Meld, held_in

#: The three forms of this module.
FORMS = ("honors_and_knitted", "knitted_straight", "mcr")


def shanten(counts: Sequence[int], form: str, melds: Sequence[Meld] | int = ()) -> int:
    """As `distance.shanten`, for the forms of this module; ``"mcr"`` is the least of all five shapes.

    >>> from .sets import counts_of
    >>> shanten(counts_of("147m258p36s12345z"), "honors_and_knitted")
    0
    >>> shanten(counts_of("147m258p36s111z22z"), "knitted_straight")
    0
    """
    if form == "mcr":
        usual = [distance.shanten(counts, f, melds) for f in ("standard", "seven_pairs", "thirteen_orphans")]
        return min(*usual, *(shanten(counts, form, melds) for form in FORMS[:2]))
    n_melds = melds if isinstance(melds, int) else len(melds)
    held = np.zeros(N_KINDS, int) if isinstance(melds, int) else np.array(held_in(melds))
    targets = _targets(form, n_melds)
    targets = targets[(targets + held <= N_COPIES).all(axis=1)]
    missing = np.maximum(targets - np.array(counts, dtype=int), 0).sum(axis=1)
    return int(missing.min()) - 1 if len(missing) else distance.UNREACHABLE


def waits(
    counts: Sequence[int], form: str, melds: Sequence[Meld] = (), *, structural: bool = False
) -> set[int]:
    """Kinds that complete 13 tiles; unless `structural`, only those of which a copy is left."""
    if form == "mcr":
        return mcr_waits(counts, [Declared(*meld) for meld in melds], structural=structural)
    over = _targets(form, len(melds)) - np.array(counts, dtype=int)
    whole = over[(over >= 0).all(axis=1)]  # what a target needs beyond 13 tiles is one tile
    own = np.array(counts) + held_in(melds)
    return {kind for kind in whole.argmax(axis=1).tolist() if structural or own[kind] < N_COPIES}


def useful_tiles(counts: Sequence[int], form: str, melds: Sequence[Meld] = ()) -> set[int]:
    """Kinds with a copy left that lower the shanten."""
    before, own = shanten(counts, form, melds), np.array(counts) + held_in(melds)
    return {
        kind
        for kind in range(N_KINDS)
        if own[kind] < N_COPIES and shanten(counts + np.eye(N_KINDS, dtype=int)[kind], form, melds) < before
    }


@cache
def _targets(form, n_melds):
    """The concealed tiles of every hand of a form, a row each; five copies are taken as they come."""
    unit = np.eye(N_KINDS, dtype=int)
    if form == "honors_and_knitted":
        kinds = {
            chosen
            for pattern in KNITTED_PATTERNS
            for chosen in combinations(sorted({*pattern, *HONOURS}), 14)
        }
        return np.array([unit[list(chosen)].sum(axis=0) for chosen in kinds if n_melds == 0]).reshape(
            -1, N_KINDS
        )
    blocks = [unit[k] + unit[k + 1] + unit[k + 2] for k in CHOW_STARTS] + [3 * row for row in unit]
    bodies = [unit[sorted(pattern)].sum(axis=0) for pattern in KNITTED_PATTERNS if n_melds < 2]
    sets = blocks if n_melds == 0 else [0 * unit[0]]
    hands = [body + block + 2 * pair for body, block, pair in product(bodies, sets, unit)]
    return np.unique(np.array(hands).reshape(-1, N_KINDS), axis=0)
