"""Waits and useful tiles, found by trying all 34 kinds."""

from collections.abc import Sequence
from typing import Any

from .distance import shanten
from .sets import N_COPIES, N_KINDS, Meld, decompositions, held_in, is_thirteen_orphans, pairs_in
from .soft_eight import is_legal


def is_complete(counts: Sequence[int], form: Any, melds: Sequence[Meld] = ()) -> bool:
    """Whether the tiles are a complete hand; copies are not counted against the four."""
    if form == "standard":
        return bool(decompositions(counts))
    if form == "seven_pairs":
        return not melds and pairs_in(counts, different=False) == 7
    if form == "seven_different_pairs":
        return not melds and pairs_in(counts, different=True) == 7
    if form == "thirteen_orphans":
        return not melds and is_thirteen_orphans(counts)
    if form == "riichi":
        forms = ("standard", "seven_different_pairs", "thirteen_orphans")
        return any(is_complete(counts, part, melds) for part in forms)
    return is_legal(counts, melds, form)


def waits(
    counts: Sequence[int], form: Any, melds: Sequence[Meld] = (), *, structural: bool = False
) -> set[int]:
    """Kinds that complete 13 tiles; unless `structural`, only those of which a copy is left.

    >>> from .sets import counts_of, kind_text
    >>> sorted(map(kind_text, waits(counts_of("1113456666788s"), "standard")))
    ['2s', '5s', '7s', '8s']
    """
    return {
        kind
        for kind in range(N_KINDS)
        if (structural or _own(counts, melds)[kind] < N_COPIES)
        and is_complete(_with(counts, kind), form, melds)
    }


def live_tiles(counts: Sequence[int], form: Any, melds: Sequence[Meld] = ()) -> int:
    """Tiles that complete the hand and are not its own."""
    own = _own(counts, melds)
    return sum(N_COPIES - own[kind] for kind in waits(counts, form, melds))


def useful_tiles(counts: Sequence[int], form: Any, melds: Sequence[Meld] = ()) -> set[int]:
    """Kinds with a copy left that lower the shanten."""
    before, own = shanten(counts, form, melds), _own(counts, melds)
    return {
        kind
        for kind in range(N_KINDS)
        if own[kind] < N_COPIES and shanten(_with(counts, kind), form, melds) < before
    }


def _own(counts, melds):
    """Copies of each kind, concealed and in melds."""
    return [int(n) + m for n, m in zip(counts, held_in(melds), strict=True)]


def _with(counts, kind):
    """The counts and one tile more."""
    return [int(n) + (k == kind) for k, n in enumerate(counts)]
