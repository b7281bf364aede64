"""Shanten as the fewest tiles that are missing for a complete hand, less one.

A complete hand is 14 tiles of which each kind has at most four copies, those in the player's own melds
included. Two methods stand here. `shanten` finds, suit by suit and rank by rank, the fewest tiles missing
for each number of sets with and without the pair, and then tries every way to share the sets out among the
suits. `shanten_by_search` knows nothing of suits: it adds one set after the other until the tiles that it
may miss are used up, and is the check of the first where hands are near.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any

from .sets import CHOW_STARTS, N_COPIES, N_KINDS, ORPHANS, Meld, held_in
from .shape_rules import (
    Shape,
    allows_seven_pairs,
    allows_standard,
    meld_worth,
    run_starts_of,
    shape_of,
    suits_of,
)

#: The shanten of a form that the hand cannot reach any more.
UNREACHABLE = 127

RANKED = (range(0, 9), range(9, 18), range(18, 27))
FREE_SUITS = (*RANKED, range(27, 34))


def shanten(counts: Sequence[int], form: Any, melds: Sequence[Meld] | int = ()) -> int:
    """Tiles to exchange before the hand is ready, -1 for a complete hand.

    `form` is a form's name or a Soft Eight rule set; `melds` are the player's own, or only how many there
    are, if it does not matter which.

    >>> from .sets import counts_of
    >>> shanten(counts_of("123456789m1111p"), "standard")
    1
    """
    counts = tuple(int(n) for n in counts)
    if form == "standard":
        return _as_shanten(standard_missing(counts, melds))
    if form == "seven_pairs":
        return _as_shanten(seven_pairs_missing(counts, melds, Shape(min_main_tiles=1)))
    if form == "seven_different_pairs":
        shape = Shape(min_main_tiles=1, four_kind_as_two_pairs=False)
        return _as_shanten(seven_pairs_missing(counts, melds, shape))
    if form == "thirteen_orphans":
        return _as_shanten(orphans_missing(counts, melds))
    if form == "riichi":
        forms = ("standard", "seven_different_pairs", "thirteen_orphans")
        return min(shanten(counts, part, melds) for part in forms)
    shape = shape_of(form)
    missing = (standard_missing(counts, melds, shape), seven_pairs_missing(counts, melds, shape))
    return _as_shanten(min((m for m in missing if m is not None), default=None))


def _as_shanten(missing):
    """Shanten of a number of missing tiles, of which None says that the form is out of reach."""
    return UNREACHABLE if missing is None else missing - 1


def orphans_missing(counts, melds=()):
    """Tiles missing for Thirteen Orphans."""
    if _n_melds(melds):
        return None
    held = [counts[kind] for kind in ORPHANS]
    return sum(n == 0 for n in held) + (max(held) < 2)


def seven_pairs_missing(counts, melds, shape):
    """Tiles missing for seven pairs of which enough are in one suit.

    For every suit and every number of its pairs that makes it the main suit, the cheapest pairs are taken.
    """
    if _n_melds(melds) or not shape.seven_pairs:
        return None
    best = None
    for main in suits_of(shape):
        inside = sorted(_pair_prices(counts, main, shape))
        outside = sorted(_pair_prices(counts, set(range(N_KINDS)) - set(main), shape))
        for n in range(8):
            if allows_seven_pairs([2 * n], shape) and n <= len(inside):
                best = _least(best, sum(inside[:n]) + sum(outside[: 7 - n]))
    return best


def _pair_prices(counts, kinds, shape):
    """Tiles missing for one more pair of each kind, and for a second one where four tiles are two pairs."""
    for kind in kinds:
        first = max(0, 2 - counts[kind])
        yield first
        if shape.four_kind_as_two_pairs:
            yield max(0, 4 - counts[kind]) - first


def standard_missing(counts, melds=(), shape=None):
    """Tiles missing for four sets and a pair; with a `shape`, only those that have a main suit."""
    suits = suits_of(shape) if shape else FREE_SUITS
    starts = run_starts_of(shape) if shape else CHOW_STARTS
    known = () if isinstance(melds, int) else tuple(melds)
    held = held_in(known)
    prices = [_suit_missing(_part(counts, s), _part(held, s), _offsets(starts, s)) for s in suits]
    best = None
    for sets, pair in _plans(len(suits), 4 - _n_melds(melds)):
        if shape and not _plan_is_allowed(sets, pair, known, shape):
            continue
        parts = [prices[suit].get((n, suit == pair)) for suit, n in enumerate(sets)]
        if None not in parts:
            best = _least(best, sum(parts))
    return best


def _plan_is_allowed(sets, pair, melds, shape):
    """Whether sets and a pair in these suits, with the melds, are a hand with a main suit."""
    tiles, all_sets = [3 * n for n in sets], list(sets)
    tiles[pair] += 2
    for number, suit in enumerate(suits_of(shape)):
        mine = [meld for meld in melds if meld.kind in suit]
        tiles[number] += sum(meld_worth(meld, shape) for meld in mine)
        all_sets[number] += len(mine)
    return allows_standard(tiles, all_sets, pair, shape)


@cache
def _plans(n_suits, n_sets):
    """Every way to share sets out among suits, with each suit for the pair."""
    shares = [sets for sets in product(range(n_sets + 1), repeat=n_suits) if sum(sets) == n_sets]
    return [(sets, pair) for sets in shares for pair in range(n_suits)]


@cache
def _suit_missing(copies, held, run_offsets):
    """Fewest tiles missing for (sets, has a pair) in one suit.

    Goes up the ranks and remembers how many runs reach into the next two. Three equal runs are never tried:
    the same tiles are three pungs.
    """
    states = {(0, 0, 0, False): 0}  # runs begun two ranks ago, one rank ago, sets, has a pair: missing
    for rank, own in enumerate(copies):
        after = {}
        for (older, newer, sets, paired), missing in states.items():
            for runs, pung, pair in _choices(rank in run_offsets, 4 - sets, paired):
                wanted = older + newer + runs + 3 * pung + 2 * pair
                if wanted > N_COPIES - held[rank]:
                    continue
                state = (newer, runs, sets + runs + pung, paired or bool(pair))
                total = missing + max(0, wanted - own)
                after[state] = min(total, after.get(state, total))
        states = after
    best = {}
    for (_, _, sets, paired), missing in states.items():
        best[sets, paired] = min(missing, best.get((sets, paired), missing))
    return best


@cache
def _choices(run_may_start, n_sets, paired):
    """(runs, pungs, pairs) that may begin at a rank."""
    runs = range(min(2, n_sets) + 1) if run_may_start else range(1)
    wishes = product(runs, (0, 1), (0,) if paired else (0, 1))
    return [wish for wish in wishes if wish[0] + wish[1] <= n_sets]


def shanten_by_search(counts: Sequence[int], melds: Sequence[Meld] = (), rules: Any = None) -> int:
    """Shanten towards four sets and a pair by trying target hands; slow where much is missing.

    With Soft Eight `rules` the target also needs a main suit; seven pairs are not looked at.
    """
    shape = None if rules is None else shape_of(rules)
    own = tuple(int(n) + m for n, m in zip(counts, held_in(melds), strict=True))
    room = 4 - len(melds)
    for missing in range(15):
        if any(_is_target(target, melds, shape) for target in _targets(own, melds, room, missing, shape)):
            return missing - 1
    return UNREACHABLE


def _targets(own, melds, room, budget, shape) -> Iterator[tuple[list[tuple[int, ...]], int]]:
    """Sets and pair with which at most `budget` of the player's tiles are missing, melds included."""
    starts = run_starts_of(shape) if shape else CHOW_STARTS
    candidates = [(k, k + 1, k + 2) for k in starts] + [(k,) * 3 for k in range(N_KINDS)]
    used = held_in(melds)
    for pair in range(N_KINDS):
        yield from _add_sets(own, used, (pair,) * 2, [], candidates, room, budget, pair)


def _add_sets(own, used, new, chosen, candidates, room, budget, pair):
    """Take the tiles of `new`, then go on with this candidate or a later one until no room is left."""
    used = list(used)
    for kind in new:
        used[kind] += 1
        budget -= used[kind] > own[kind]
        if used[kind] > N_COPIES or budget < 0:
            return
    if room == 0:
        yield chosen, pair
        return
    for index, candidate in enumerate(candidates):
        rest = candidates[index:]
        yield from _add_sets(own, used, candidate, [*chosen, candidate], rest, room - 1, budget, pair)


def _is_target(target, melds, shape):
    """Whether a target hand has the main suit that `shape` asks for."""
    chosen, pair = target
    if shape is None:
        return True
    suits = suits_of(shape)
    sets = [sum(tiles[0] in suit for tiles in chosen) for suit in suits]
    pair_suit = next(number for number, suit in enumerate(suits) if pair in suit)
    return _plan_is_allowed(sets, pair_suit, melds, shape)


def _n_melds(melds):
    """How many melds there are, given as such or as their number."""
    return melds if isinstance(melds, int) else len(melds)


def _part(values, kinds):
    """The values of one suit."""
    return tuple(values[kind] for kind in kinds)


def _offsets(starts, suit):
    """Run starts of one suit, counted from its first kind."""
    return tuple(start - suit[0] for start in starts if start in suit)


def _least(best, candidate):
    """The smaller of two numbers, the first of which may not be there yet."""
    return candidate if best is None else min(best, candidate)
