"""Random hands of the sorts that find faults: near complete, crowded into few suits, full of kongs."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from .sets import CHOW_STARTS, HONOUR_RUN_STARTS, N_COPIES, N_KINDS, Meld, meld_tiles

SUITS = (range(0, 9), range(9, 18), range(18, 27), range(27, 34))


class RandomHand(NamedTuple):
    """Concealed copies of each kind and melds."""

    counts: list[int]
    melds: tuple[Meld, ...]


def uniform_hand(rng: np.random.Generator, n_tiles: int = 13) -> RandomHand:
    """Tiles of a fresh deal."""
    return RandomHand(_draw([N_COPIES] * N_KINDS, n_tiles, rng), ())


def suited_hand(rng: np.random.Generator, n_suits: int, n_tiles: int = 13) -> RandomHand:
    """A deal from a wall that holds only one or a few suits."""
    chosen = rng.permutation(len(SUITS))[:n_suits]
    wall = [N_COPIES if any(kind in SUITS[s] for s in chosen) else 0 for kind in range(N_KINDS)]
    return RandomHand(_draw(wall, n_tiles, rng), ())


def melded_hand(rng: np.random.Generator, n_melds: int, n_tiles: int = 13) -> RandomHand:
    """Random melds of every type and a random rest; `n_tiles` counts three for a meld."""
    wall, melds = [N_COPIES] * N_KINDS, _melds(rng, n_melds)
    for meld in melds:
        for kind in meld_tiles(meld):
            wall[kind] -= 1
    return RandomHand(_draw(wall, n_tiles - 3 * n_melds, rng), melds)


def complete_hand(
    rng: np.random.Generator, n_melds: int = 0, *, suits: int = 4, honour_runs: bool = False
) -> RandomHand:
    """Four sets and a pair, some of the sets as melds, in at most `suits` suits; 14 tiles.

    Honour runs are concealed: they are nothing that a discard could complete into a meld.
    """
    allowed = [kind for s in rng.permutation(len(SUITS))[:suits] for kind in SUITS[s]]
    chows = [kind for kind in CHOW_STARTS if kind in allowed]
    runs = [*chows, *(kind for kind in HONOUR_RUN_STARTS if honour_runs and kind in allowed)]
    while True:
        sets = [_meld(rng, allowed, chows, can_be_kong=True) for _ in range(n_melds)]
        sets += [_meld(rng, allowed, runs, can_be_kong=False) for _ in range(4 - n_melds)]
        counts = [0] * N_KINDS
        counts[rng.choice(allowed)] += 2
        for meld in sets[n_melds:]:
            for kind in meld_tiles(meld):
                counts[kind] += 1
        melds = tuple(sets[:n_melds])
        if _fits(counts, melds):
            return RandomHand(counts, melds)


def paired_hand(rng: np.random.Generator, *, suits: int = 4) -> RandomHand:
    """Seven pairs in at most `suits` suits, now and then four equal tiles as two of them; 14 tiles."""
    allowed = [kind for s in rng.permutation(len(SUITS))[:suits] for kind in SUITS[s]]
    counts = [0] * N_KINDS
    for kind in rng.choice(np.repeat(allowed, 2), size=7, replace=False):
        counts[kind] += 2
    return RandomHand(counts, ())


def swapped(rng: np.random.Generator, hand: RandomHand, n_swaps: int, n_tiles: int) -> RandomHand:
    """A hand after so many exchanges with the wall, and cut down to `n_tiles` (melds count three)."""
    counts = list(hand.counts)
    for _ in range(min(n_swaps, sum(counts))):
        _discard(counts, rng)
        wall = [N_COPIES - n for n in _own(counts, hand.melds)]
        for kind, n in enumerate(_draw(wall, 1, rng)):
            counts[kind] += n
    while sum(counts) + 3 * len(hand.melds) > n_tiles:
        _discard(counts, rng)
    return RandomHand(counts, hand.melds)


def hands_of_all_sorts(
    rng: np.random.Generator, n: int, *, n_tiles: int = 13, melds: bool = True
) -> Iterator[RandomHand]:
    """`n` hands that take turns in being uniform, suited, melded, near complete and near seven pairs."""
    for index in range(n):
        sort, n_melds = index % 5, int(rng.integers(0, 5)) if melds else 0
        swaps, suits = int(rng.integers(0, 5)), int(rng.integers(1, 5))
        if sort == 0:
            yield uniform_hand(rng, n_tiles)
        elif sort == 1:
            yield suited_hand(rng, min(suits, 3) if suits > 1 else 2, n_tiles)
        elif sort == 2:
            yield melded_hand(rng, n_melds, n_tiles)
        elif sort == 3:
            whole = complete_hand(rng, n_melds, suits=suits, honour_runs=bool(rng.integers(2)))
            yield swapped(rng, whole, swaps, n_tiles)
        else:
            yield swapped(rng, paired_hand(rng, suits=suits), swaps, n_tiles)


def _melds(rng, n):
    """`n` random melds that fit into the four copies."""
    while True:
        kinds = list(range(N_KINDS))
        melds = tuple(_meld(rng, kinds, CHOW_STARTS, can_be_kong=True) for _ in range(n))
        if _fits([0] * N_KINDS, melds):
            return melds


def _meld(rng, kinds, starts, *, can_be_kong):
    """A chow, pung or (if allowed) kong; a pung where no chow fits."""
    type_ = rng.choice(["chow", "pung", "kong"] if can_be_kong else ["chow", "chow", "pung"])
    if type_ == "chow" and not starts:
        type_ = "pung"
    return Meld(str(type_), int(rng.choice(starts if type_ == "chow" else kinds)))


def _own(counts, melds):
    """Copies of each kind, melds included."""
    own = list(counts)
    for meld in melds:
        for kind in meld_tiles(meld):
            own[kind] += 1
    return own


def _fits(counts, melds):
    """Whether no kind has a fifth copy."""
    return max(_own(counts, melds)) <= N_COPIES


def _draw(wall, n, rng):
    """Counts of `n` tiles drawn from the copies in `wall`."""
    tiles = rng.permutation(np.repeat(np.arange(N_KINDS), wall))[:n]
    return np.bincount(tiles, minlength=N_KINDS).tolist()


def _discard(counts, rng):
    """Take away one tile of `counts` at random."""
    counts[int(rng.choice(np.repeat(np.arange(N_KINDS), counts)))] -= 1
