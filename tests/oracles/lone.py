"""A lone player, word for word: the discard rule of the efficient policy, and all hands in his tiles.

Playing needs very many distances, so they are looked up for many hands at once in the grids of
`distance_counts`; `missing` is checked against `distance.shanten` where these oracles are tested.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product

import numpy as np

from .distance_counts import FAR, _set_distances
from .enumeration import deck_of
from .sets import HONOURS, N_COPIES, N_KINDS, decompositions, pairs_in
from .shape_rules import Shape, allows_seven_pairs, allows_standard, suits_of
from .soft_eight import evaluate

N_DEALT = 13
NEVER = 255


# ---- distances of many hands -----------------------------------------------------------------------------


def missing(hands: np.ndarray, shape: Shape) -> np.ndarray:
    """Tiles missing for a legal hand, for each row of 34 copies."""
    hands = np.asarray(hands)
    best = _standard_missing(hands, shape)
    if shape.seven_pairs:
        best = np.minimum(best, _seven_pairs_missing(hands, shape))
    return best


def _standard_missing(hands, shape):
    """The cheapest of all ways to share four sets and a pair out among the suits."""
    total = 0
    for number, (suit, kinds) in enumerate(zip(deck_of(shape), suits_of(shape), strict=True)):
        grid = _set_distances(suit)
        prices = grid[(slice(None), slice(None), *hands[:, kinds].T)]  # has a pair, sets, hand
        sets, pairs = _plans(shape)[number]
        total = total + prices[pairs, sets].astype(int)
    return total.min(axis=0)


@cache
def _plans(shape):
    """For each suit its sets and whether it has the pair, in all ways that leave a main suit."""
    n = len(suits_of(shape))
    plans = [
        [(k, int(number == pair)) for number, k in enumerate(sets)]
        for sets in product(range(5), repeat=n)
        for pair in range(n)
        if sum(sets) == 4
        and allows_standard([3 * k + 2 * (i == pair) for i, k in enumerate(sets)], sets, pair, shape)
    ]
    return [tuple(np.array([plan[number] for plan in plans]).T) for number in range(n)]


def _seven_pairs_missing(hands, shape):
    """The cheapest pairs in and outside of the best main suit."""
    best = np.full(len(hands), FAR)
    for main in suits_of(shape):
        inside = np.isin(np.arange(N_KINDS), main)
        first, rest = _pair_prices(hands[:, inside], shape), _pair_prices(hands[:, ~inside], shape)
        for n in range(8):
            if allows_seven_pairs([2 * n], shape) and n <= first.shape[1]:
                best = np.minimum(best, first[:, :n].sum(axis=1) + rest[:, : 7 - n].sum(axis=1))
    return best


def _pair_prices(copies, shape):
    """Tiles missing for each further pair, cheapest first."""
    copies = copies.astype(int)
    prices = [np.maximum(2 - copies, 0)]
    if shape.four_kind_as_two_pairs:
        prices.append(np.maximum(4 - copies, 0) - prices[0])
    return np.sort(np.concatenate(prices, axis=1), axis=1)


# ---- the efficient policy --------------------------------------------------------------------------------


def efficient(wall: Sequence[int], shape: Shape, draws: int, *, must_declare: bool) -> tuple[int, int]:
    """The draw that completes the hand and its main suit, or (255, 255).

    He discards what leaves the smallest D' (tiles missing, and one more if no useful tile is live), then
    most live useful tiles, then the highest kind. Once ready, where he must declare, he only waits.
    """
    hand, seen = [0] * N_KINDS, [0] * N_KINDS
    for kind in wall[:N_DEALT]:
        hand[kind] += 1
    declared = must_declare and _distance(hand, shape) == 1
    for draw, kind in enumerate(wall[N_DEALT : N_DEALT + draws], start=1):
        hand[kind] += 1
        if _distance(hand, shape) == 0:
            return draw, evaluate(hand, (), None, vars(shape)).main_suit
        discard = kind if declared else _best_discard(hand, seen, shape)
        hand[discard] -= 1
        seen[discard] += 1
        declared = declared or (must_declare and _distance(hand, shape) == 1)
    return NEVER, NEVER


def _distance(hand, shape):
    return int(missing(np.array([hand]), shape)[0])


def _best_discard(hand, seen, shape):
    """The kind to discard from fourteen tiles; `seen` are those discarded before."""
    kinds = [kind for kind in range(N_KINDS) if hand[kind]]
    rests = np.array([hand] * len(kinds))
    rests[np.arange(len(kinds)), kinds] -= 1
    nearest_first = sorted(zip(missing(rests, shape).tolist(), kinds, rests.tolist(), strict=True))
    ranking = []
    for distance, kind, rest in nearest_first:
        if ranking and distance > min(ranking)[0]:
            break  # D' is no less than the tiles missing
        gone = [n + (k == kind) for k, n in enumerate(seen)]
        n = sum(N_COPIES - rest[k] - gone[k] for k in _useful(rest, distance, shape))
        ranking.append((distance + (n == 0), -n, -kind))
    return -min(ranking)[2]


def _useful(rest, distance, shape):
    """Kinds not held four times that bring the hand nearer."""
    tried = [kind for kind in range(N_KINDS) if rest[kind] < N_COPIES]
    grown = np.array([rest] * len(tried))
    grown[np.arange(len(tried)), tried] += 1
    return [kind for kind, after in zip(tried, missing(grown, shape), strict=True) if after < distance]


# ---- perfect foresight -----------------------------------------------------------------------------------


def foresight(wall: Sequence[int], shape: Shape, draws: int) -> np.ndarray:
    """The first draw with a hand of at least so many tiles of a suit among all tiles, shape (5, 15)."""
    return _first_draws(wall, draws, lambda tiles: _most_in_sets(tiles, shape))


def foresight_by_subsets(wall: Sequence[int], shape: Shape, draws: int) -> np.ndarray:
    """The same by trying every 14 of the tiles; for few draws."""
    return _first_draws(wall, draws, lambda tiles: _most_in_subsets(tiles, shape))


def _first_draws(wall, draws, most_tiles):
    """First draws of a function that gives (suit, its tiles) of hands among some tiles."""
    first = np.full((5, 15), NEVER)
    for draw in range(1, draws + 1):
        for suit, tiles in most_tiles(list(wall[: N_DEALT + draw])):
            here = first[suit, : tiles + 1]
            here[here == NEVER] = draw
    return first


def _most_in_sets(kinds, shape) -> Iterator[tuple[int, int]]:
    """(main suit, its tiles) of hands that can be put together from the tiles."""
    copies = np.bincount(kinds, minlength=N_KINDS).tolist()
    suits = suits_of(shape)
    contained = [
        _contained(tuple(copies[kind] for kind in suit), deck.run_starts)
        for suit, deck in zip(suits, deck_of(shape), strict=True)
    ]
    for parts in product(*contained):
        if tuple(map(sum, zip(*parts, strict=True))) != (4, 1):
            continue
        for suit, (sets, pair) in enumerate(parts):
            if not shape.pair_must_be_main or (pair and sets >= 2):
                yield suit, 3 * sets + 2 * pair
    if shape.seven_pairs:
        different = not shape.four_kind_as_two_pairs
        if pairs_in(copies, different=different) >= 7:
            for suit, of_suit in enumerate(suits):
                own = pairs_in([copies[kind] for kind in of_suit], different=different)
                yield suit, 2 * min(7, own)


@cache
def _contained(copies, run_starts) -> frozenset[tuple[int, int]]:
    """Every (sets, pairs) that the tiles of a suit contain at once, found by taking sets away."""
    found = {(0, 0)}
    takes = [(tuple([k] * 3), 1, 0) for k in range(len(copies))]
    takes += [((k, k + 1, k + 2), 1, 0) for k in run_starts]
    takes += [((k, k), 0, 1) for k in range(len(copies))]
    for tiles, is_set, is_pair in takes:
        rest = list(copies)
        for kind in tiles:
            rest[kind] -= 1
        if min(rest) >= 0:
            found |= {(m + is_set, p + is_pair) for m, p in _contained(tuple(rest), run_starts)}
    return frozenset((m, p) for m, p in found if m <= 4 and p <= 1)


def _most_in_subsets(kinds, shape) -> Iterator[tuple[int, int]]:
    """(main suit, its tiles) of all subsets of 14 tiles that are complete."""
    for subset in set(combinations(sorted(kinds), 14)):
        copies = np.bincount(subset, minlength=N_KINDS).tolist()
        seen = decompositions(copies, honour_runs=shape.honour_runs)
        different = not shape.four_kind_as_two_pairs
        is_pairs = shape.seven_pairs and pairs_in(copies, different=different) == 7
        for number, suit in enumerate(suits_of(shape)):
            standard = [
                reading
                for reading in seen
                if not shape.pair_must_be_main
                or (reading.pair in suit and sum(kind in suit for _, kind in reading.sets) >= 2)
            ]
            if is_pairs or standard:
                yield number, sum(copies[kind] for kind in suit)


def first_orphans(wall: Sequence[int], draws: int) -> int:
    """The first draw with which thirteen orphans are among the tiles."""
    orphans = {*HONOURS, *(9 * suit + rank for suit in range(3) for rank in (0, 8))}
    for draw in range(1, draws + 1):
        held = [kind for kind in wall[: N_DEALT + draw] if kind in orphans]
        if set(held) == orphans and len(held) > len(orphans):
            return draw
    return NEVER
