"""Exact counts over all hands that can be dealt, without sampling.

Every number is an exact integer. *Weighted* counts the ways to take the tiles of a hand from the 136,
so that a weighted count over ``C(136, n)`` is the probability of a random deal; *distinct* counts
hands that look different.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjcore.counting.complete import GROUPS, complete_tally, main_suits
from mjcore.counting.distances import distance_counts
from mjcore.counting.fans import fan_sums
from mjcore.counting.fold import WAYS, Tally
from mjcore.counting.hands import special_hands
from mjcore.counting.ready import ready_tally
from mjcore.scoring import mcr_scorer, multiplier
from mjcore.shape import UNREACHABLE, Rules
from mjcore.tables._tables import tables_of
from mjcore.tables.forms import Form, form_of
from mjcore.tables.suits import FAR
from mjcore.words.errors import HandError, RuleError, quoted
from mjcore.words.fans import FANS
from mjcore.words.mcr import McrRules
from mjcore.words.presets import check_rules
from mjcore.words.soft_eight import SoftEightRules
from mjcore.words.tiles import N_TILES
from mjcore.words.values import whole

__all__ = [
    "COMPLETE_DTYPE", "FanCounts", "complete_hands", "fan_counts", "longest_suit_counts", "n_deals",
    "shanten_counts", "wait_counts",
]  # fmt: skip

#: Terminals and honours.
ORPHAN_KINDS = [kind for kind in range(34) if kind >= 27 or kind % 9 in (0, 8)]

#: What a row of :func:`complete_hands` is.
COMPLETE_DTYPE = np.dtype(
    [
        ("form", "U20"),
        ("main_suit", "u1"),
        ("main_tiles", "u1"),
        ("pure", "?"),
        ("dragon", "?"),
        ("seven", "?"),
        ("distinct", "u8"),
        ("weighted", "u8"),
    ]
)

#: What the fields of such a row say; hands of a row are alike in all of them but the last two.
COMPLETE_FIELDS = {
    "form": "standard, seven_pairs, both for hands that are both, thirteen_orphans, or a knitted form",
    "main_suit": "0 characters, 1 dots, 2 bamboo, 3 honours (winds, with 4 the dragons, where honours are "
    "two suits); the longest suit, the first of several, where the rules ask for no main suit",
    "main_tiles": "tiles of the main suit",
    "pure": "whether all tiles are of one suit",
    "dragon": "whether the hand counts DRAGON",
    "seven": "whether the hand counts SEVEN",
    "distinct": "hands that look different",
    "weighted": "ways to take their tiles from the 136",
}


def n_deals(n_tiles: int) -> int:
    """Ways to deal so many tiles: C(136, n).

    Parameters
    ----------
    n_tiles : int
        From 0 to 136.

    Returns
    -------
    int

    Raises
    ------
    HandError
        If `n_tiles` is not from 0 to 136.

    Examples
    --------
    >>> n_deals(13)
    483774556165488000
    """
    n = whole(n_tiles)
    if n is None or not 0 <= n <= N_TILES:
        raise HandError(f"from 0 to {N_TILES} tiles can be dealt, not {quoted(n_tiles)}")
    return comb(N_TILES, n)


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
    n = whole(n_tiles)
    if n not in (13, 14):
        raise HandError(f"shanten is counted for 13 or 14 tiles, not {quoted(n_tiles)}")
    by_distance = _distance_counts(_exact_form(rules), n)[0 if distinct else 1]
    return {(d - 1 if d < FAR else UNREACHABLE): count for d, count in by_distance.items()}


@lru_cache(maxsize=256)
def _distance_counts(form: Form, n_tiles: int) -> tuple[dict[int, int], dict[int, int]]:
    return distance_counts(tables_of(form), n_tiles)


def _exact_form(rules: Rules) -> Form:
    """The form, if shanten and waits are counted for it."""
    form = form_of(rules)
    if form.honors_and_knitted or form.knitted_straight:
        raise RuleError(
            "distances and waits to knitted shapes are not counted exactly; count the forms 'standard', "
            "'seven_pairs' and 'thirteen_orphans', or estimate with mjcore.shanten over deals"
        )
    return form


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
    if not isinstance(by, str) or by not in ("kinds", "tiles"):
        raise HandError(f"waits are counted by 'kinds' or by 'tiles', not {quoted(by)}")
    tally = _ready_tally(_exact_form(rules), by)
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
    special = [_orphans()] if form.orphans else []
    if form.honors_and_knitted or form.knitted_straight:
        special.append(_knitted(form))
    return np.concatenate([rows, *special])


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


def _knitted(form: Form) -> NDArray[np.void]:
    """Honours and knitted tiles, and knitted straights, by their longest suit."""
    ((hands, ways),) = special_hands()
    suits = np.stack([hands[:, 9 * suit : 9 * suit + 9].sum(axis=1) for suit in range(4)], axis=-1)
    different = hands.max(axis=1) == 1
    orphans = (hands[:, ORPHAN_KINDS] > 0).all(axis=1)
    keep = ~orphans & np.where(different, form.honors_and_knitted, form.knitted_straight)
    rows = np.zeros(len(hands), dtype=COMPLETE_DTYPE)
    rows["form"] = np.where(different, "honors_and_knitted", "knitted_straight")
    rows["main_suit"], rows["main_tiles"] = suits.argmax(axis=1), suits.max(axis=1)
    rows["distinct"], rows["weighted"] = 1, ways
    return _grouped(rows[keep])


@dataclass(frozen=True)
class FanCounts:
    """Exact weights of fans over every complete concealed hand and every choice of the tile drawn last.

    Attributes
    ----------
    total : int
        Weight of all: for each hand the ways to draw it, times 14 for the tile drawn last.
    legal : int
        Weight of those that reach the minimum.
    with_fan : dict of str to int
        Weight of the wins in which a fan counts.
    times : dict of str to int
        The same, each win as often as the fan counts in it.
    points : dict of int to int
        Weight by points (MCR), or by base times multiplier (Soft Eight).
    joint : dict of tuple of str to int
        Weight of the wins in which two fans both count, in the order of the rules.

    Examples
    --------
    >>> counts = fan_counts(SoftEightRules())
    >>> counts.total == 14 * 3670831264500, counts.with_fan["PURE"]
    (True, 18879959280)
    """

    total: int
    legal: int
    with_fan: dict[str, int]
    times: dict[str, int]
    points: dict[int, int]
    joint: dict[tuple[str, str], int]

    def __str__(self) -> str:
        lines = [
            f"{100 * weight / self.total:8.4f} % {fan}" for fan, weight in self.with_fan.items() if weight
        ]
        return "\n".join([f"{self.total:,} wins, {self.legal:,} of which reach the minimum", *lines])


def fan_counts(
    rules: SoftEightRules | McrRules,
    *,
    workers: int | None = None,
    on_scored: Callable[[int], object] | None = None,
) -> FanCounts:
    """How often each fan counts among all complete concealed hands, self-drawn and without other luck.

    Every complete hand of 14 concealed tiles is scored with each of its tiles as the one drawn last. A
    hand weighs the ways to draw its tiles from the 136, times the copies of the last tile.

    Parameters
    ----------
    rules : SoftEightRules or McrRules
    workers : int, optional
        Threads that score; as many as there are processors.
    on_scored : callable, optional
        Called with a number of hands each time so many more are scored, to show progress. Under MCR they add
        up to those of :func:`complete_hands` and a few that come twice; under Soft Eight none is scored.

    Returns
    -------
    FanCounts
        Exact integers. Under Soft Eight only legal hands are complete; under MCR hands below the
        minimum are among them, and `legal` says how many are not.

    Raises
    ------
    RuleError
        If the rules have no fans.

    Notes
    -----
    Under MCR 27.9 million hands are scored some 270 million times: some twenty seconds on two cores.

    Examples
    --------
    >>> fan_counts(SoftEightRules()).points[4] > fan_counts(SoftEightRules()).points[8]
    True
    """
    check_rules(rules, SoftEightRules, McrRules, what="fans are counted under")
    if isinstance(rules, SoftEightRules):
        return _soft_eight_fans(rules)
    most = sum(fan.points for fan in rules.fan_rows())
    scorer = mcr_scorer(rules)
    joint, times, points = fan_sums(scorer, tables_of(rules), min(most, 5000), workers, on_scored)
    keys = [fan.key for fan in FANS] + list(rules.fans.new_fans)
    rank = {fan.key: row for row, fan in enumerate(rules.fan_rows())}
    order = sorted((i for i, key in enumerate(keys) if key in rank), key=lambda i: rank[keys[i]])
    by_points = {value: int(weight) for value, weight in enumerate(points.tolist()) if weight}
    return FanCounts(
        total=sum(by_points.values()),
        legal=sum(weight for value, weight in by_points.items() if value >= rules.scoring.min_points),
        with_fan={keys[i]: int(joint[i, i]) for i in order},
        times={keys[i]: int(times[i]) for i in order},
        points=by_points,
        joint={
            (keys[i], keys[j]): int(joint[i, j])
            for i in order
            for j in order
            if rank[keys[i]] < rank[keys[j]]
        },
    )


def _soft_eight_fans(rules: SoftEightRules) -> FanCounts:
    """From the table of complete hands: which tile was drawn last makes no difference."""
    hands = complete_hands(rules)
    seen = ("PURE", "DRAGON", "SEVEN")
    names: list[tuple[str, Any]] = [(fan, hands[fan.lower()]) for fan in seen if fan in rules.points.fans]
    weights = [14 * weight for weight in hands["weighted"].tolist()]
    points: dict[int, int] = {}
    for i, weight in enumerate(weights):
        base = rules.points.base_points_pure if hands["pure"][i] else rules.points.base_points
        value = base * multiplier(sum(bool(held[i]) for _, held in names), rules)
        points[value] = points.get(value, 0) + weight
    with_fan = {name: sum(w for w, has in zip(weights, held, strict=True) if has) for name, held in names}
    joint = {
        (a, b): sum(w for w, one, two in zip(weights, held_a, held_b, strict=True) if one and two)
        for (a, held_a), (b, held_b) in itertools.combinations(names, 2)
    }
    return FanCounts(
        sum(weights), sum(weights), with_fan, dict(with_fan), dict(sorted(points.items())), joint
    )


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
    n = whole(n_tiles)
    if n is None or not 1 <= n <= 14:
        raise HandError(f"suits are counted for 1 to 14 tiles, not {quoted(n_tiles)}")
    suits = (9, 9, 9, 7) if honours_one_suit else (9, 9, 9, 4, 3)
    ways = {n: _suit_ways(n, distinct) for n in set(suits)}
    of_hands = {(0, 0): 1}  # tiles so far, longest suit so far
    for n_kinds in suits:
        longer: dict[tuple[int, int], int] = {}
        for (tiles, longest), count in of_hands.items():
            for more, number in enumerate(ways[n_kinds]):
                if tiles + more <= n:
                    key = (tiles + more, max(longest, more))
                    longer[key] = longer.get(key, 0) + count * number
        of_hands = longer
    return dict(sorted((longest, count) for (tiles, longest), count in of_hands.items() if tiles == n))


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


def __dir__() -> list[str]:
    """What completion offers: public names."""
    return sorted(__all__)
