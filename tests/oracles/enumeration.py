"""Exact counts by building complete suits from sets and, for ready hands, taking one tile away.

Nothing here measures a distance. A suit is complete if it is a sum of sets, with or without a pair; all such
suits are built by adding sets up. A ready suit is a complete one less a tile, so the waits of a suit are the
tiles that were taken away to get there. Suits that agree in what matters (number of tiles, whether they are
complete, their waits, whether they are pairs) are counted together and joined suit by suit.

All hands are concealed. The full deck has three suits of nine ranks and the honours; any list of smaller
suits can be given instead, for which hands can be tried one by one.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cache, reduce
from itertools import combinations_with_replacement, product
from math import comb, prod
from typing import NamedTuple

from .shape_rules import Shape, allows_seven_pairs, allows_standard


class Suit(NamedTuple):
    """A suit of `n_kinds` kinds and the ranks at which its runs may begin."""

    n_kinds: int
    run_starts: tuple[int, ...]


class Count(NamedTuple):
    """How many multisets of kinds, and how many sets of tiles that show them."""

    distinct: int
    weighted: int

    def __add__(self, other):
        return Count(self.distinct + other.distinct, self.weighted + other.weighted)

    def __mul__(self, other):
        return Count(self.distinct * other.distinct, self.weighted * other.weighted)


NOTHING = Count(0, 0)
RANKED = Suit(9, tuple(range(7)))

#: Four sets and a pair in any suits; only seven pairs; only seven different pairs.
STANDARD = Shape(min_main_tiles=1, seven_pairs=False)
ANY_SUIT = {
    "standard": STANDARD,
    "seven_pairs": Shape(min_main_tiles=1),
    "seven_different_pairs": Shape(min_main_tiles=1, four_kind_as_two_pairs=False),
}


def deck_of(shape: Shape) -> tuple[Suit, ...]:
    """The suits that the rules see."""
    if shape.honours_one_suit:
        return (RANKED,) * 3 + (Suit(7, (0, 1, 4) if shape.honour_runs else ()),)
    runs = ((0, 1), (0,)) if shape.honour_runs else ((), ())
    return (RANKED,) * 3 + (Suit(4, runs[0]), Suit(3, runs[1]))


def vectors(n_kinds: int, most: int, copies: int = 4) -> Iterator[tuple[int, ...]]:
    """Every tuple of copies of each kind with at most `most` tiles."""
    if n_kinds == 0:
        yield ()
        return
    for n in range(min(copies, most) + 1):
        for rest in vectors(n_kinds - 1, most - n, copies):
            yield (n, *rest)


def ways(vector: Sequence[int]) -> int:
    """How many sets of tiles show these copies."""
    return prod(comb(4, n) for n in vector)


@cache
def complete_suits(suit: Suit) -> dict[tuple[int, ...], bool]:
    """Every sum of at most four sets, with or without a pair; and whether 123, 456, 789 can be among them."""
    runs = [tuple(int(start <= k < start + 3) for k in range(suit.n_kinds)) for start in suit.run_starts]
    pungs = [tuple(3 * (k == kind) for k in range(suit.n_kinds)) for kind in range(suit.n_kinds)]
    pairs = [(0,) * suit.n_kinds, *(tuple(2 * n // 3 for n in pung) for pung in pungs)]
    dragon = {index for index, start in enumerate(suit.run_starts) if suit == RANKED and start in (0, 3, 6)}
    found: dict[tuple[int, ...], bool] = {}
    for n_sets in range(5):
        for chosen in combinations_with_replacement(range(len(runs) + len(pungs)), n_sets):
            is_dragon = bool(dragon) and dragon <= set(chosen)
            for pair in pairs:
                vector = tuple(map(sum, zip(*((runs + pungs)[index] for index in chosen), pair, strict=True)))
                if max(vector) <= 4:
                    found[vector] = found.get(vector, False) or is_dragon
    return found


class Whole(NamedTuple):
    """What matters of a suit in a complete hand."""

    n_tiles: int
    is_complete: bool
    is_dragon: bool
    has_nine_ranks: bool
    is_pairs: bool


class CompleteHand(NamedTuple):
    """A group of complete hands; `form` is standard, seven_pairs or both, for what the rules accept."""

    form: str
    main_suit: int
    main_tiles: int
    pure: bool
    dragon: bool


def complete_hands(shape: Shape, suits: Sequence[Suit] | None = None) -> dict[CompleteHand, Count]:
    """Complete 14-tile hands under the rules, by form, main suit, its tiles and the fans of the tiles."""
    groups = [_whole_groups(suit, shape.four_kind_as_two_pairs) for suit in suits or deck_of(shape)]
    states = {((), True, None, False, True): Count(1, 1)}
    for group in groups:
        states = _join(states, group, lambda state, whole: _add_whole(state, whole, shape))
    found: dict[CompleteHand, Count] = defaultdict(lambda: NOTHING)
    for (tiles, is_standard, pair_suit, is_dragon, is_pairs), count in states.items():
        if sum(tiles) != 14:
            continue
        sets = [n // 3 for n in tiles]
        forms = []
        if is_standard and pair_suit is not None and allows_standard(tiles, sets, pair_suit, shape):
            forms.append("standard")
        if is_pairs and allows_seven_pairs(tiles, shape):
            forms.append("seven_pairs")
        if forms:
            form = forms[0] if len(forms) == 1 else "both"
            dragon = is_dragon and form != "seven_pairs"
            main = tiles.index(max(tiles))
            found[CompleteHand(form, main, max(tiles), max(tiles) == 14, dragon)] += count
    return dict(found)


def _whole_groups(suit, four_kind_as_two_pairs):
    """Suits counted by what matters in a complete hand."""
    built, most = complete_suits(suit), 4 if four_kind_as_two_pairs else 2
    pairs = set(product(range(0, most + 1, 2), repeat=suit.n_kinds))
    groups: dict[Whole, Count] = defaultdict(lambda: NOTHING)
    for vector in {*built, *pairs}:
        dragons = (built.get(vector, False), min(vector) > 0)
        groups[Whole(sum(vector), vector in built, *dragons, vector in pairs)] += Count(1, ways(vector))
    return groups


def _add_whole(state, whole, shape):
    """The state of a hand after one suit more, or None if no complete hand can come of it."""
    tiles, is_standard, pair_suit, is_dragon, is_pairs = state
    has_pair = whole.n_tiles % 3 == 2
    is_standard = is_standard and whole.is_complete and not (has_pair and pair_suit is not None)
    is_pairs = is_pairs and whole.is_pairs
    if sum(tiles) + whole.n_tiles > 14 or not (is_standard or is_pairs):
        return None
    dragon = whole.is_dragon if shape.dragon_requires_runs else whole.has_nine_ranks
    is_dragon = is_standard and (is_dragon or (dragon and len(tiles) < 3))
    pair_suit = len(tiles) if has_pair else pair_suit
    return (*tiles, whole.n_tiles), is_standard, pair_suit if is_standard else None, is_dragon, is_pairs


#: Tiles over multiples of three in the suits of a hand that lacks one tile, as far as they are known: the
#: suit with the pair lacks it (one tile over), or another one does (two over, beside the pair).
UNFINISHED = {(1,), (2,), (2, 2)}


class Part(NamedTuple):
    """What matters of a suit in a hand that lacks one tile.

    The kinds and tiles that complete it as far as its number of tiles asks for (sets, or sets and a pair);
    whether it is complete already; and `odd`: the tiles left of its only kind with an odd number of copies,
    0 if there is none, None if it cannot be a part of seven pairs. `odd_waits` says that the odd kind is
    among the completing kinds.
    """

    n_tiles: int
    is_complete: bool
    kinds: int
    tiles: int
    odd: int | None
    odd_waits: bool


def wait_counts(
    form: str | Shape, *, by: str = "kinds", suits: Sequence[Suit] | None = None
) -> dict[int, Count]:
    """13-tile hands by the number of kinds, or live tiles, that complete them; hands without any left out."""
    return {n: count for n, count in sorted(_sum_over(ready_hands(form, suits), by).items()) if n}


@cache
def ready_hands(form: str | Shape, suits: tuple[Suit, ...] | None = None) -> dict[tuple[int, int], Count]:
    """13-tile hands by (kinds, live tiles) that complete them; those that nothing completes left out."""
    if form == "thirteen_orphans":
        return _ready_orphans()
    if form == "riichi":  # a hand that is ready for orphans lacks the sets and the pairs of the others
        shape = Shape(min_main_tiles=1, four_kind_as_two_pairs=False)
        return _merged(ready_hands(shape), _ready_orphans())
    wants_standard = form not in ("seven_pairs", "seven_different_pairs")
    shape = ANY_SUIT[form] if isinstance(form, str) else form
    most = 0 if not shape.seven_pairs else 4 if shape.four_kind_as_two_pairs else 2
    states = {((), (), ()): Count(1, 1)}
    for suit in suits or deck_of(shape):
        states = _join(states, _part_groups(suit, wants_standard, most), _add_part)
    found: dict[tuple[int, int], Count] = defaultdict(lambda: NOTHING)
    for state, count in states.items():
        if sum(state[0]) == 13:
            found[_waits_of(state, shape)] += count
    found.pop((0, 0), None)
    return dict(found)


@cache
def _part_groups(suit, wants_standard, most):
    """Suits counted by what matters in a hand that lacks one tile; pairs have at most `most` of a kind."""
    built = complete_suits(suit) if wants_standard else {}
    waits: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for vector in built:
        for kind, n in enumerate(vector):
            if n:
                waits[(*vector[:kind], n - 1, *vector[kind + 1 :])].append(kind)
    pairs = set(_at_most_one_odd(suit.n_kinds, most)) if most else set()
    groups: dict[Part, Count] = defaultdict(lambda: NOTHING)
    for vector in {*built, *waits, *pairs}:
        kinds = waits.get(vector, [])
        tiles = sum(4 - vector[kind] for kind in kinds)
        odd = [kind for kind, n in enumerate(vector) if n % 2]
        left = sum(4 - vector[kind] for kind in odd) if vector in pairs else None
        part = Part(sum(vector), vector in built, len(kinds), tiles, left, bool(set(odd) & set(kinds)))
        groups[part if left is not None else part._replace(odd_waits=False)] += Count(1, ways(vector))
    return groups


def _at_most_one_odd(n_kinds, most):
    """Copies that are pairs except for one tile at most, up to 13 tiles."""
    even, odd = range(0, most + 1, 2), range(1, most, 2)
    for single in (None, *range(n_kinds)):
        for vector in product(*(odd if kind == single else even for kind in range(n_kinds))):
            if sum(vector) <= 13:
                yield vector


def _add_part(state, part):
    """The state of a hand after one suit more, or None if it cannot be ready.

    `unfinished` lists the suits whose number of tiles is not a multiple of three: one with one tile too many,
    or two with two; None if the hand is no standard hand. `odd` is the suit that lacks a tile for pairs.
    """
    tiles, unfinished, odd = state
    number, residue = len(tiles), part.n_tiles % 3
    if unfinished is not None:
        residues = (*(other for _, other, *_ in unfinished), residue)
        if residue == 0:
            unfinished = unfinished if part.is_complete else None
        elif residues in UNFINISHED and (part.kinds or part.is_complete):
            unfinished = (*unfinished, (number, residue, part.is_complete, part.kinds, part.tiles))
        else:
            unfinished = None
    if odd is not None and part.odd != 0:
        odd = None if odd or part.odd is None else (number, part.odd, part.odd_waits)
    if sum(tiles) + part.n_tiles > 13 or (unfinished is None and odd is None):
        return None
    return (*tiles, part.n_tiles), unfinished, odd


def _waits_of(state, shape):
    """(kinds, live tiles) that make the hand complete and are accepted by the rules."""
    tiles, unfinished, odd = state
    kinds = live = 0
    waiting = set()
    for suit, residue, _, suit_kinds, suit_tiles in unfinished or ():
        others = [other for other in unfinished if other[0] != suit]
        if residue == 2 and not (len(others) == 1 and others[0][2]):
            continue  # the pair is to come from the other suit, which has none
        after = [n + (number == suit) for number, n in enumerate(tiles)]
        pair = suit if residue == 1 else others[0][0]
        if allows_standard(after, [n // 3 for n in after], pair, shape):
            kinds, live = kinds + suit_kinds, live + suit_tiles
            waiting.add(suit)
    if odd:
        suit, left, odd_waits = odd
        after = [n + (number == suit) for number, n in enumerate(tiles)]
        if allows_seven_pairs(after, shape) and not (suit in waiting and odd_waits):
            kinds, live = kinds + 1, live + left
    return kinds, live


def _ready_orphans():
    """13 different orphans wait on all of them; 12 and a second copy of one wait on the thirteenth."""
    return {(13, 39): Count(1, 4**13), (1, 4): Count(13 * 12, 13 * 12 * 6 * 4**11)}


def _join(states, group, add):
    """Every state with every member of a group added, counts multiplied and summed."""
    joined: dict = {}
    for state, count in states.items():
        for member, more in group.items():
            after = add(state, member)
            if after is not None:
                joined[after] = joined.get(after, NOTHING) + count * more
    return joined


def _sum_over(found, by):
    """Counts by kinds or by tiles alone."""
    sums: dict[int, Count] = defaultdict(lambda: NOTHING)
    for key, count in found.items():
        sums[key[("kinds", "tiles").index(by)]] += count
    return sums


def _merged(first, second):
    """Two tables of counts added up."""
    return {key: first.get(key, NOTHING) + second.get(key, NOTHING) for key in {*first, *second}}


def total(counts) -> Count:
    """The sum of a table's counts."""
    return reduce(Count.__add__, counts.values(), NOTHING)


def tiles_in_longest_suit(n_tiles: int) -> dict[int, Count]:
    """Deals of `n_tiles` by the most tiles that one suit has."""
    suits = [_sizes(9), _sizes(9), _sizes(9), _sizes(7)]
    found: Counter = Counter()
    for sizes in product(range(n_tiles + 1), repeat=3):
        if sum(sizes) <= n_tiles:
            sizes = (*sizes, n_tiles - sum(sizes))
            parts = [suit[n] for suit, n in zip(suits, sizes, strict=True)]
            found[max(sizes)] = (found[max(sizes)] or NOTHING) + reduce(Count.__mul__, parts)
    return {n: count for n, count in sorted(found.items()) if count.distinct}


@cache
def _sizes(n_kinds):
    """Suits by number of tiles, listed one by one."""
    sizes: dict[int, Count] = defaultdict(lambda: NOTHING)
    for vector in vectors(n_kinds, 14):
        sizes[sum(vector)] += Count(1, ways(vector))
    return sizes
