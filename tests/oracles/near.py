"""Tiles missing to a hand, as players of Soft Eight count them: a meld is a set less to make, and no more.

Unlike the shanten this does not keep the copies in melds out of the tiles that may be drawn. Written from the
definition: the least sum over suits of the tiles missing for so many sets, with the pair or without.
"""

from collections.abc import Sequence
from itertools import product
from typing import Any

from .distance import seven_pairs_missing, standard_missing
from .sets import CHOW_STARTS, N_COPIES, N_KINDS, Meld
from .shape_rules import Shape, allows_standard, meld_worth, run_starts_of, shape_of, suits_of

#: Tiles missing for what cannot be had.
NEVER = 99


def missing(counts: Sequence[int], melds: Sequence[Meld], rules: Any) -> int:
    """Tiles missing of 13 or 14 tiles; `rules` are those of Soft Eight, or None for four sets and a pair.

    >>> from .sets import counts_of
    >>> missing(counts_of("1122m55p6677s"), [Meld("pung", 31)], None)
    3
    """
    shape = Shape(min_main_tiles=0, seven_pairs=False) if rules is None else shape_of(rules)
    if not melds:
        both = (standard_missing(counts, (), shape), seven_pairs_missing(counts, (), shape))
        return min(NEVER if m is None else m for m in both)
    suits = suits_of(shape)
    best = NEVER
    costs = [suit_costs(tuple(int(counts[k]) for k in suit), _starts(shape, suit)) for suit in suits]
    worth = [sum(meld_worth(meld, shape) for meld in melds if meld.kind in suit) for suit in suits]
    exposed = [sum(meld.kind in suit for meld in melds) for suit in suits]
    left = 4 - len(melds)
    for sets in product(range(left + 1), repeat=len(suits)):
        if sum(sets) != left:
            continue
        for pair in range(len(suits)):
            tiles = [3 * n + w + 2 * (s == pair) for s, (n, w) in enumerate(zip(sets, worth, strict=True))]
            if allows_standard(tiles, [a + b for a, b in zip(sets, exposed, strict=True)], pair, shape):
                total = sum(costs[s].get((sets[s], s == pair), NEVER) for s in range(len(suits)))
                best = min(best, total)
    return best


def _starts(shape, suit):
    starts = run_starts_of(shape) if shape else CHOW_STARTS
    return tuple(start - suit[0] for start in starts if start in suit)


_KNOWN: dict = {}


def suit_costs(copies: tuple[int, ...], starts: tuple[int, ...]) -> dict[tuple[int, bool], int]:
    """Fewest tiles to add for (sets, with the pair): every multiset of sets is laid down and compared."""
    key = (copies, starts)
    if key not in _KNOWN:
        best: dict[tuple[int, bool], int] = {}
        for demand, tiles in _demands(len(copies), starts):
            cost = sum(max(0, n - own) for n, own in zip(tiles, copies, strict=True))
            best[demand] = min(cost, best.get(demand, NEVER))
        _KNOWN[key] = best
    return _KNOWN[key]


_DEMANDS: dict = {}


def _demands(n_kinds, starts):
    """Every (sets, with the pair) and the tiles of one way to meet it."""
    if (n_kinds, starts) not in _DEMANDS:
        sets = [[3 * (k == kind) for k in range(n_kinds)] for kind in range(n_kinds)]
        sets += [[int(k - start in (0, 1, 2)) for k in range(n_kinds)] for start in starts]
        layer = {(0,) * n_kinds}
        found = []
        for n in range(5):
            for tiles in layer:
                found.append(((n, False), tiles))
                found += [
                    ((n, True), tuple(t + 2 * (k == kind) for k, t in enumerate(tiles)))
                    for kind in range(n_kinds)
                    if tiles[kind] + 2 <= N_COPIES
                ]
            layer = {
                tuple(a + b for a, b in zip(tiles, more, strict=True)) for tiles in layer for more in sets
            }
            layer = {tiles for tiles in layer if max(tiles) <= N_COPIES}
        _DEMANDS[n_kinds, starts] = sorted(set(found))
    return _DEMANDS[n_kinds, starts]


def without(counts: Sequence[int], kind: int) -> list[int]:
    """The counts after a discard."""
    return [int(n) - (k == kind) for k, n in enumerate(counts)]


def useful(counts: Sequence[int], melds: Sequence[Meld], rules: Any) -> set[int]:
    """Kinds of which a further tile lowers the tiles missing; four concealed copies make a kind useless."""
    now = missing(counts, melds, rules)
    return {
        kind
        for kind in range(N_KINDS)
        if counts[kind] < N_COPIES
        and missing([int(n) + (k == kind) for k, n in enumerate(counts)], melds, rules) < now
    }
