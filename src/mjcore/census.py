"""Exact counts over all hands that can be dealt, without sampling.

Every number is an exact integer. *Weighted* counts the ways to take the tiles of a hand from the 136,
so that a weighted count over ``C(136, n)`` is the probability of a random deal; *distinct* counts
hands that look different.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from mjcore.counting.complete import GROUPS, complete_tally, main_suits
from mjcore.counting.distances import distance_counts
from mjcore.counting.fold import WAYS, Tally
from mjcore.counting.ready import ready_tally
from mjcore.shape import UNREACHABLE, Rules
from mjcore.tables._tables import tables_of
from mjcore.tables.forms import Form, form_of
from mjcore.tables.suits import FAR
from mjcore.words.errors import HandError
from mjcore.words.soft_eight import SoftEightRules

N_TILES = 136

#: What a row of :func:`complete_hands` is.
COMPLETE_DTYPE = np.dtype(
    [
        ("form", "U16"),
        ("main_suit", "u1"),
        ("main_tiles", "u1"),
        ("pure", "?"),
        ("dragon", "?"),
        ("seven", "?"),
        ("distinct", "u8"),
        ("weighted", "u8"),
    ]
)


def n_deals(n_tiles: int) -> int:
    """Ways to deal so many tiles: C(136, n).

    >>> n_deals(13)
    483774556165488000
    """
    return comb(N_TILES, n_tiles)


def shanten_counts(n_tiles: int, rules: Rules, *, distinct: bool = False) -> dict[int, int]:
    """Hands of 13 or 14 tiles by their shanten.

    Parameters
    ----------
    n_tiles : int
        13 or 14.
    rules : rule set or str
        A rule set or the name of a form, as for :func:`mjcore.shanten`.
    distinct : bool
        Count hands that look different instead of deals.

    Returns
    -------
    dict of int to int
        From the lowest shanten to the highest; 127 for hands that cannot be completed. The values add up
        to C(136, n), or with `distinct` to the number of multisets.

    Raises
    ------
    HandError
        If `n_tiles` is neither 13 nor 14.
    RuleError
        If `rules` is neither a rule set nor the name of a form.

    Examples
    --------
    >>> shanten_counts(14, "thirteen_orphans", distinct=True)[-1]
    13
    >>> shanten_counts(13, SoftEightRules())[0]
    10849116772232
    """
    if n_tiles not in (13, 14):
        raise HandError(f"shanten is counted for 13 or 14 tiles, not {n_tiles!r}")
    by_distance = _distance_counts(form_of(rules), int(n_tiles))[0 if distinct else 1]
    return {(d - 1 if d < FAR else UNREACHABLE): count for d, count in by_distance.items()}


@lru_cache(maxsize=256)
def _distance_counts(form: Form, n_tiles: int) -> tuple[dict[int, int], dict[int, int]]:
    return distance_counts(tables_of(form), n_tiles)


def wait_counts(rules: Rules, *, by: str = "kinds", distinct: bool = False) -> dict[int, int]:
    """Ready hands of 13 tiles by the size of their wait.

    Parameters
    ----------
    rules : rule set or str
        A rule set or the name of a form.
    by : {"kinds", "tiles"}
        Kinds that complete the hand, or their tiles outside the hand itself. Kinds of which the hand
        holds all four do not count, whatever ``ready_dead_wait`` says of declaring.
    distinct : bool
        Count hands that look different instead of deals.

    Returns
    -------
    dict of int to int
        Hands by the size of the wait, from 1 on. Together they are the hands of shanten 0.

    Raises
    ------
    HandError
        If `by` is something else.
    RuleError
        If `rules` is neither a rule set nor the name of a form.

    Examples
    --------
    >>> wait_counts("thirteen_orphans", distinct=True)
    {1: 156, 13: 1}
    >>> sum(wait_counts("standard").values()) == shanten_counts(13, "standard")[0]
    True
    """
    if by not in ("kinds", "tiles"):
        raise HandError(f"waits are counted by 'kinds' or by 'tiles', not {by!r}")
    tally = _ready_tally(form_of(rules), by)
    return _by(tally["value"], tally.distinct if distinct else tally.weighted)


@lru_cache(maxsize=256)
def _ready_tally(form: Form, by: str) -> Tally:
    return ready_tally(tables_of(form), by)


def _by(values: NDArray[np.int64], counts: NDArray[np.uint64]) -> dict[int, int]:
    return dict(zip(values.tolist(), counts.tolist(), strict=True))


def complete_hands(rules: Rules) -> NDArray[np.void]:
    """Complete hands of 14 tiles by form, main suit and fans.

    Parameters
    ----------
    rules : rule set or str
        A rule set or the name of a form. Under a rule set only legal hands are counted.

    Returns
    -------
    structured ndarray
        One row for each combination that occurs: ``form`` ("standard", "seven_pairs", "both" for hands
        that are both, "thirteen_orphans"); ``main_suit`` 0 characters, 1 dots, 2 bamboo, 3 honours
        (winds, with 4 the dragons, where honours are two suits) and its ``main_tiles``; ``pure``,
        ``dragon`` and ``seven``, what can be seen in the hand; ``distinct`` and ``weighted`` counts.
        Where the rules ask for no main suit it is the longest suit, the first of several.

    Raises
    ------
    RuleError
        If `rules` is neither a rule set nor the name of a form.

    Examples
    --------
    >>> rows = complete_hands(SoftEightRules())
    >>> int(rows["weighted"].sum())
    3670831264500
    """
    form = form_of(rules)
    runs = rules.shape.dragon_requires_runs if isinstance(rules, SoftEightRules) else True
    return _complete_hands(form, runs).copy()


@lru_cache(maxsize=256)
def _complete_hands(form: Form, dragon_requires_runs: bool) -> NDArray[np.void]:
    hands = complete_tally(tables_of(form), dragon_requires_runs=dragon_requires_runs)
    standard_main, standard_tiles = main_suits(hands, form, standard=True)
    pairs_main, pairs_tiles = main_suits(hands, form, standard=False)
    standard = (hands["standard"] == 1) & (standard_main >= 0)
    seven = (hands["seven_pairs"] == 1) & (pairs_main >= 0)
    rows = np.empty(len(hands), dtype=COMPLETE_DTYPE)
    rows["form"] = np.select([standard & seven, standard], ["both", "standard"], "seven_pairs")
    rows["main_suit"] = np.where(standard, standard_main, pairs_main)
    rows["main_tiles"] = np.where(standard, standard_tiles, pairs_tiles)
    rows["pure"] = (np.stack([hands[name] for name in GROUPS]) > 0).sum(axis=0) == 1
    rows["dragon"] = standard & (hands["dragon"] == 1)
    rows["seven"] = seven & ~rows["dragon"]
    rows["distinct"], rows["weighted"] = hands.distinct, hands.weighted
    rows = _grouped(rows[standard | seven])
    return np.concatenate([rows, _orphans()]) if form.orphans else rows


def _grouped(rows: NDArray[np.void]) -> NDArray[np.void]:
    """Rows that differ in nothing but their counts, added up."""
    what = [name for name in COMPLETE_DTYPE.names or () if name not in ("distinct", "weighted")]
    _, first, group = np.unique(rows[what], return_index=True, return_inverse=True)
    out = rows[first].copy()
    for name in ("distinct", "weighted"):
        total = np.zeros(len(out), dtype=np.uint64)
        np.add.at(total, group, rows[name])
        out[name] = total
    return out


def _orphans() -> NDArray[np.void]:
    """Thirteen orphans: any of the thirteen may be the pair; the honours are the longest suit."""
    rows = [("thirteen_orphans", 3, 7, False, False, False, 6, 6 * 6 * 4**12)]
    rows.append(("thirteen_orphans", 3, 8, False, False, False, 7, 7 * 6 * 4**12))
    return np.array(rows, dtype=COMPLETE_DTYPE)


def longest_suit_counts(
    n_tiles: int, *, distinct: bool = False, honours_one_suit: bool = True
) -> dict[int, int]:
    """Hands of so many tiles by the most tiles of one suit.

    Parameters
    ----------
    n_tiles : int
        1 to 14.
    distinct : bool
        Count hands that look different instead of deals.
    honours_one_suit : bool
        Whether the seven honours are one suit, or winds and dragons two.

    Returns
    -------
    dict of int to int

    Raises
    ------
    HandError
        If `n_tiles` is not from 1 to 14.

    Examples
    --------
    >>> longest_suit_counts(13)[13]
    6969810960
    """
    if not isinstance(n_tiles, int | np.integer) or not 1 <= n_tiles <= 14:
        raise HandError(f"suits are counted for 1 to 14 tiles, not {n_tiles!r}")
    suits = (9, 9, 9, 7) if honours_one_suit else (9, 9, 9, 4, 3)
    ways = {n: _suit_ways(n, distinct) for n in set(suits)}
    of_hands = {(0, 0): 1}  # tiles so far, longest suit so far
    for n_kinds in suits:
        longer: dict[tuple[int, int], int] = {}
        for (tiles, longest), count in of_hands.items():
            for more, number in enumerate(ways[n_kinds]):
                if tiles + more <= n_tiles:
                    key = (tiles + more, max(longest, more))
                    longer[key] = longer.get(key, 0) + count * number
        of_hands = longer
    return dict(sorted((longest, count) for (tiles, longest), count in of_hands.items() if tiles == n_tiles))


def _suit_ways(n_kinds: int, distinct: bool) -> list[int]:
    """Ways to hold 0 to 14 tiles of a suit: coefficients of a product of one polynomial a kind."""
    kind = [1] * 5 if distinct else WAYS.tolist()
    ways = [1]
    for _ in range(n_kinds):
        ways = [
            sum(ways[n - c] * kind[c] for c in range(5) if 0 <= n - c < len(ways))
            for n in range(len(ways) + 4)
        ]
    return ways[:15]
