"""The five winning shapes: every way to read a hand, and the waits."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations, product
from typing import NamedTuple

from .sets import HONOURS, N_COPIES, N_KINDS, ORPHANS

FORMS = ("standard", "seven_pairs", "thirteen_orphans", "honors_and_knitted", "knitted_straight")
GROUPS = (slice(0, 9), slice(9, 18), slice(18, 27), slice(27, 34))

#: The six knitted patterns: 147, 258 and 369, one to each suit.
KNITTED_PATTERNS = tuple(
    frozenset(9 * suit + rank for suit, chain in enumerate(chains) for rank in range(chain, 9, 3))
    for chains in permutations(range(3))
)


class Declared(NamedTuple):
    """A set on the table: ``chow``, ``pung`` or ``kong``, its lowest kind; only a kong can be concealed."""

    type: str
    kind: int
    concealed: bool = False


class Block(NamedTuple):
    """A set of a reading; `concealed` tells whether its tiles were all drawn by the player."""

    type: str
    kind: int
    concealed: bool

    def kinds(self) -> tuple[int, ...]:
        """The different kinds in the set."""
        return (self.kind, self.kind + 1, self.kind + 2) if self.type == "chow" else (self.kind,)


class Reading(NamedTuple):
    """One way to see a winning hand.

    `sets` are all sets but the body of a knitted straight. `wait` is the wait fan of the block to which
    the winning tile is attributed, if the block has one.
    """

    form: str
    sets: tuple[Block, ...] = ()
    pair: int | None = None
    wait: str | None = None


class Split(NamedTuple):
    """Concealed tiles as chows and pungs (their lowest kinds) and a pair, which one suit may lack."""

    chows: tuple[int, ...]
    pungs: tuple[int, ...]
    pair: int | None


def splits(concealed: Sequence[int]) -> list[Split]:
    """Every way to see concealed tiles as sets and one pair.

    >>> from .sets import counts_of
    >>> [split.chows for split in splits(counts_of("11122233344m"))]
    [(), (0, 0, 0), (0, 1, 1)]
    """
    parts = [_splits_of_group(tuple(concealed[group]), group.start) for group in GROUPS]
    return sorted(
        Split(
            sum((part.chows for part in choice), ()),
            sum((part.pungs for part in choice), ()),
            next(part.pair for part in choice if part.pair is not None),
        )
        for choice in product(*parts)
        if sum(part.pair is not None for part in choice) == 1
    )


@cache
def _splits_of_group(counts: tuple[int, ...], first: int) -> tuple[Split, ...]:
    """Every way to see the tiles of a suit or the honours as sets and at most one pair."""
    if sum(counts) % 3 == 1:
        return ()
    return tuple(set(_split(counts, first, Split((), (), None))))


def _split(counts, first, split):
    """Splits of what is left, the lowest tile first."""
    place = next((place for place, n in enumerate(counts) if n), None)
    if place is None:
        yield split
        return
    kind = first + place
    if counts[place] >= 2 and split.pair is None:
        yield from _split(_less(counts, {place: 2}), first, split._replace(pair=kind))
    if counts[place] >= 3:
        pungs = (*split.pungs, kind)
        yield from _split(_less(counts, {place: 3}), first, split._replace(pungs=pungs))
    if len(counts) == 9 and place <= 6 and counts[place + 1] and counts[place + 2]:
        left = _less(counts, dict.fromkeys(range(place, place + 3), 1))
        yield from _split(left, first, split._replace(chows=(*split.chows, kind)))


def _less(counts, taken):
    """The counts without what is taken."""
    return tuple(n - taken.get(place, 0) for place, n in enumerate(counts))


def knitted_rests(concealed: Sequence[int], n_declared: int) -> list[tuple[frozenset[int], list[int]]]:
    """Each knitted pattern that is there whole, and the concealed tiles besides it."""
    if n_declared > 1:
        return []
    return [
        (pattern, [n - (kind in pattern) for kind, n in enumerate(concealed)])
        for pattern in KNITTED_PATTERNS
        if all(concealed[kind] for kind in pattern)
    ]


def is_seven_pairs(concealed: Sequence[int], n_declared: int) -> bool:
    """Whether 14 concealed tiles are pairs; four equal ones are two."""
    return n_declared == 0 and not any(n % 2 for n in concealed)


def is_orphans(concealed: Sequence[int], n_declared: int) -> bool:
    """Whether the tiles are all terminals and honours, and one of them twice."""
    return n_declared == 0 and sum(n > 0 for n in concealed) == 13 and all(concealed[k] for k in ORPHANS)


def is_honors_and_knitted(concealed: Sequence[int], n_declared: int) -> bool:
    """Whether the tiles are 14 different kinds, the suited ones within a knitted pattern."""
    suited = {kind for kind, n in enumerate(concealed) if n and kind not in HONOURS}
    is_knitted = any(suited <= pattern for pattern in KNITTED_PATTERNS)
    return n_declared == 0 and max(concealed) == 1 and is_knitted


def is_complete(concealed: Sequence[int], n_declared: int) -> bool:
    """Whether concealed tiles, the winning one included, and declared sets are one of the five shapes.

    Copies are not counted against the four.
    """
    return (
        _is_split(concealed)
        or is_seven_pairs(concealed, n_declared)
        or is_orphans(concealed, n_declared)
        or is_honors_and_knitted(concealed, n_declared)
        or any(_is_split(rest) for _, rest in knitted_rests(concealed, n_declared))
    )


def _is_split(concealed):
    """Whether there is a way to see the tiles as sets and one pair."""
    parts = [_splits_of_group(tuple(concealed[group]), group.start) for group in GROUPS]
    n_pairs = sum(sum(concealed[group]) % 3 == 2 for group in GROUPS)
    return n_pairs == 1 and all(parts)


def mcr_waits(
    concealed: Sequence[int], declared: Sequence[Declared], *, structural: bool = False
) -> set[int]:
    """Kinds that complete 13 tiles; unless `structural`, only those of which a copy is left.

    >>> from .sets import counts_of, kind_text
    >>> sorted(map(kind_text, mcr_waits(counts_of("147m258p36s12345z"), ())))
    ['6z', '7z', '9s']
    """
    held, found = own(concealed, declared), set()
    trial = list(concealed)
    for kind in range(N_KINDS):
        trial[kind] += 1
        if (structural or held[kind] < N_COPIES) and is_complete(trial, len(declared)):
            found.add(kind)
        trial[kind] -= 1
    return found


def own(concealed: Sequence[int], declared: Sequence[Declared]) -> list[int]:
    """Copies of each kind, concealed and declared."""
    held = list(concealed)
    for meld in declared:
        if meld.type == "chow":
            for kind in range(meld.kind, meld.kind + 3):
                held[kind] += 1
        else:
            held[meld.kind] += 4 if meld.type == "kong" else 3
    return held


def readings(
    concealed: Sequence[int],
    declared: Sequence[Declared],
    winning_tile: int | None,
    *,
    claimed: bool,
    claimed_pung_is_melded: bool = True,
    body_waits: bool = True,
) -> Iterator[Reading]:
    """Every reading of 14 tiles, `concealed` with the winning one; no winning tile, no attribution.

    `claimed` tells that another player's tile wins. It makes a melded pung of the pung it completes unless
    `claimed_pung_is_melded` is off; `body_waits` lets a tile of a knitted body complete the other tiles.
    """
    n_declared = len(declared)
    table = tuple(Block(meld.type, meld.kind, meld.concealed) for meld in declared)
    for split in splits(concealed):
        yield from _attributed("standard", split, table, winning_tile, claimed and claimed_pung_is_melded)
    if is_seven_pairs(concealed, n_declared):
        yield Reading("seven_pairs")
    if is_orphans(concealed, n_declared):
        yield Reading("thirteen_orphans")
    if is_honors_and_knitted(concealed, n_declared):
        yield Reading("honors_and_knitted")
    for body, rest in knitted_rests(concealed, n_declared):
        must_be_body = winning_tile in body and (concealed[winning_tile] == 1 or not body_waits)
        tile = None if must_be_body else winning_tile
        for split in splits(rest):
            yield from _attributed("knitted_straight", split, table, tile, claimed and claimed_pung_is_melded)


def _attributed(form, split, table, tile, claimed):
    """The readings of one decomposition: the winning tile in each of the concealed blocks that hold it."""
    chows = [Block("chow", kind, True) for kind in split.chows]
    pungs = [Block("pung", kind, True) for kind in split.pungs]
    plain = Reading(form, (*table, *chows, *pungs), split.pair)
    if tile is None:
        yield plain
        return
    for chow in sorted(set(chows)):
        if tile in chow.kinds():
            yield plain._replace(wait=_wait_in_chow(chow.kind, tile))
    if tile == split.pair:
        yield plain._replace(wait="single_wait")
    if tile in split.pungs:
        sets = [b._replace(concealed=not claimed) if b.kind == tile else b for b in pungs]
        yield plain._replace(sets=(*table, *chows, *sets))


def _wait_in_chow(low, tile):
    """The wait fan of a chow that a tile completes."""
    if tile == low + 1:
        return "closed_wait"
    return "edge_wait" if (tile == low + 2 and low % 9 == 0) or (tile == low and low % 9 == 6) else None
