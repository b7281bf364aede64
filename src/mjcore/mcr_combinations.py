"""Which combinations of sets a reading counts, and which principle takes each of the others away.

The fans that sets make together are found by :mod:`mjcore.tables.families`. Here a legal selection is found
again, this time with the sets of each fan, so that somebody can be shown them.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from mjcore.tables.families import NO_PAIR, PAIR, Selection, Tiles


class Combination(NamedTuple):
    """A fan and the places of the sets that make it; `PAIR` is the place of the pair.

    Examples
    --------
    >>> Combination("short_straight", frozenset([0, 2])).places
    frozenset({0, 2})
    """

    fan: str
    places: frozenset[int]


class Conflict(NamedTuple):
    """Why a combination does not count beside those that do.

    Attributes
    ----------
    principle : int
        2, 3 or 5.
    other : Combination
        One that counts and stands in its way.
    is_part : bool
        Whether all its sets are among those of the other.
    """

    principle: int
    other: Combination
    is_part: bool = False


def all_combinations(
    sets: Mapping[int, int], pair: int, fans_of: Callable[[Tiles, int], list[str]]
) -> list[Combination]:
    """Every fan that sets make together, as often as they do.

    Parameters
    ----------
    sets : mapping of int to int
        What `fans_of` calls each set, by its place.
    pair : int
        Kind of the pair.
    fans_of : function
        `chow_fans` or `pung_fans` of :mod:`mjcore.tables.families`.

    Examples
    --------
    >>> from mjcore.tables.families import chow_fans
    >>> [found.fan for found in all_combinations({0: 0, 1: 3, 2: 7}, 33, chow_fans)]
    ['short_straight', 'mixed_double_chow']
    """
    found = []
    for size in range(2, len(sets) + 1):
        for places in combinations(sets, size):
            tiles = tuple(sorted(sets[place] for place in places))
            found += [Combination(fan, frozenset(places)) for fan in fans_of(tiles, NO_PAIR)]
            found += [Combination(fan, frozenset([*places, PAIR])) for fan in fans_of(tiles, pair)]
    return found


def combined(found: Sequence[Combination], fans: Selection) -> list[Combination]:
    """A legal selection that makes these fans, each as often as is said.

    Parameters
    ----------
    found : sequence of Combination
    fans : sequence of (str, int)
        As :func:`mjcore.tables.families.legal_selections` gives them.

    Examples
    --------
    >>> found = [Combination("short_straight", frozenset(pair)) for pair in ([0, 1], [1, 2])]
    >>> combined(found, (("short_straight", 1),))
    [Combination(fan='short_straight', places=frozenset({1, 2}))]
    """
    wanted = dict(fans)
    possible = [one for one in found if one.fan in wanted]
    return next(chosen for chosen in _selections(possible) if Counter(one.fan for one in chosen) == wanted)


def _selections(found: Sequence[Combination]) -> Iterator[list[Combination]]:
    """Every legal selection, the empty one too."""
    if not found:
        yield []
        return
    for chosen in _selections(found[:-1]):
        yield chosen
        if conflict_of(found[-1], chosen) is None:
            yield [*chosen, found[-1]]


def conflict_of(one: Combination, chosen: Sequence[Combination]) -> Conflict | None:
    """Why a combination cannot be counted beside others; None if it can.

    Two sets that are already combined with each other, by one fan or by several, are not combined again.

    Examples
    --------
    >>> straight = Combination("pure_straight", frozenset([0, 1, 2]))
    >>> conflict_of(Combination("short_straight", frozenset([0, 1])), [straight]).principle
    2
    >>> conflict_of(Combination("short_straight", frozenset([2, 3])), [straight]) is None
    True
    """
    for other in chosen:
        if len(one.places & other.places) > 1:
            return Conflict(2, other, one.places <= other.places)
    for other in chosen:
        if one.fan == other.fan and (one.places & other.places) - {PAIR}:
            return Conflict(3, other)
    for group in _groups(chosen):
        if len(one.places & frozenset().union(*(other.places for other in group))) > 1:
            return Conflict(5, next(other for other in group if one.places & other.places))
    return None


def _groups(chosen: Sequence[Combination]) -> list[list[Combination]]:
    """Combinations that hang together by their sets."""
    groups: list[list[Combination]] = []
    for one in chosen:
        touched = [group for group in groups if any(one.places & other.places for other in group)]
        groups = [group for group in groups if group not in touched]
        groups.append([other for group in touched for other in group] + [one])
    return groups
