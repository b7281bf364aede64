"""Fans that combine sets with each other: every legal selection of them, found by search (5.4)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from .sets import HONOURS

WINDS, DRAGONS = HONOURS[:4], HONOURS[4:]
#: The vertex that stands for the pair.
PAIR = -1


class Edge(NamedTuple):
    """One occurrence of a fan: the numbers of the sets that make it, and `PAIR` if the pair does too."""

    fan: str
    vertices: frozenset[int]


class Selection(NamedTuple):
    """Fans taken together, and the honour pungs that those of winds and dragons used up."""

    fans: tuple[tuple[str, int], ...]
    used_honours: frozenset[int]


def _suit(kind):
    return kind // 9


def _rank(kind):
    return kind % 9 + 1


def _one_suit(kinds):
    return len({_suit(kind) for kind in kinds}) == 1


def _three_suits(kinds):
    return len({_suit(kind) for kind in kinds}) == 3


def _ranks(kinds):
    return sorted(_rank(kind) for kind in kinds)


def _climbs(kinds, *steps):
    """Whether the ranks rise by one of these steps, the same all the way."""
    ranks = _ranks(kinds)
    return any(ranks == [ranks[0] + step * number for number in range(len(ranks))] for step in steps)


def _is_terminal_chows(kinds, pair, *, n_suits):
    """123 and 789 twice, in as many suits, and a pair of 5 in the suit that is left (or the only one)."""
    if not (_suit(pair) < 3 and _rank(pair) == 5 and _ranks(kinds) == [1, 1, 7, 7]):
        return False
    suits = {(_suit(kind), _rank(kind)) for kind in kinds}
    if n_suits == 1:
        return _one_suit([*kinds, pair])
    return len(suits) == 4 and len({_suit(kind) for kind in kinds}) == 2 and _three_suits([*kinds, pair])


#: Fans of so many chows (their lowest kinds, in order).
CHOW_FANS = {
    4: {
        "quadruple_chow": lambda kinds: len(set(kinds)) == 1,
        "four_pure_shifted_chows": lambda kinds: _one_suit(kinds) and _climbs(kinds, 1, 2),
    },
    3: {
        "pure_triple_chow": lambda kinds: len(set(kinds)) == 1,
        "pure_straight": lambda kinds: _one_suit(kinds) and _ranks(kinds) == [1, 4, 7],
        "pure_shifted_chows": lambda kinds: _one_suit(kinds) and _climbs(kinds, 1, 2),
        "mixed_straight": lambda kinds: _three_suits(kinds) and _ranks(kinds) == [1, 4, 7],
        "mixed_triple_chow": lambda kinds: _three_suits(kinds) and _climbs(kinds, 0),
        "mixed_shifted_chows": lambda kinds: _three_suits(kinds) and _climbs(kinds, 1),
    },
    2: {
        "pure_double_chow": lambda kinds: len(set(kinds)) == 1,
        "mixed_double_chow": lambda kinds: not _one_suit(kinds) and _climbs(kinds, 0),
        "short_straight": lambda kinds: _one_suit(kinds) and _climbs(kinds, 3),
        "two_terminal_chows": lambda kinds: _one_suit(kinds) and _ranks(kinds) == [1, 7],
    },
}
#: Fans of four chows and the pair.
CHOW_FANS_WITH_PAIR = {
    4: {
        "pure_terminal_chows": lambda kinds, pair: _is_terminal_chows(kinds, pair, n_suits=1),
        "three_suited_terminal_chows": lambda kinds, pair: _is_terminal_chows(kinds, pair, n_suits=2),
    },
}


def _suited(kinds):
    return all(kind not in HONOURS for kind in kinds)


def _all_in(kinds, honours):
    return all(kind in honours for kind in kinds)


#: Fans of so many pungs.
PUNG_FANS = {
    4: {
        "big_four_winds": lambda kinds: _all_in(kinds, WINDS),
        "four_pure_shifted_pungs": lambda kinds: _suited(kinds) and _one_suit(kinds) and _climbs(kinds, 1),
    },
    3: {
        "big_three_dragons": lambda kinds: _all_in(kinds, DRAGONS),
        "pure_shifted_pungs": lambda kinds: _suited(kinds) and _one_suit(kinds) and _climbs(kinds, 1),
        "triple_pung": lambda kinds: _suited(kinds) and _three_suits(kinds) and _climbs(kinds, 0),
        "big_three_winds": lambda kinds: _all_in(kinds, WINDS),
        "mixed_shifted_pungs": lambda kinds: _suited(kinds) and _three_suits(kinds) and _climbs(kinds, 1),
    },
    2: {
        "two_dragon_pungs": lambda kinds: _all_in(kinds, DRAGONS),
        "double_pung": lambda kinds: _suited(kinds) and _climbs(kinds, 0),
    },
}
#: Fans of pungs and the pair.
PUNG_FANS_WITH_PAIR = {
    3: {"little_four_winds": lambda kinds, pair: _all_in([*kinds, pair], WINDS)},
    2: {"little_three_dragons": lambda kinds, pair: _all_in([*kinds, pair], DRAGONS)},
}
COMBINATION_FANS = frozenset(
    fan
    for families in (CHOW_FANS, CHOW_FANS_WITH_PAIR, PUNG_FANS, PUNG_FANS_WITH_PAIR)
    for family in families.values()
    for fan in family
)
#: Combinations that use up the honour pungs in them: these score no fan of one pung any more.
_USE_UP = frozenset(fan for fan in COMBINATION_FANS if "wind" in fan or "dragon" in fan)


@cache
def chow_selections(chows: tuple[int, ...], pair: int, disabled: tuple[str, ...] = ()) -> list[Selection]:
    """Every legal selection among chows, given by their lowest kinds in order."""
    return _selections(chows, chow_edges(chows, pair, disabled))


@cache
def pung_selections(pungs: tuple[int, ...], pair: int, disabled: tuple[str, ...] = ()) -> list[Selection]:
    """Every legal selection among pungs and kongs, given by their kinds in order."""
    return _selections(pungs, _edges(pungs, pair, PUNG_FANS, PUNG_FANS_WITH_PAIR, disabled))


def chow_edges(chows: Sequence[int], pair: int, disabled: Sequence[str] = ()) -> list[Edge]:
    """Every occurrence of a combination of chows."""
    return _edges(chows, pair, CHOW_FANS, CHOW_FANS_WITH_PAIR, disabled)


def _edges(kinds, pair, families, families_with_pair, disabled) -> list[Edge]:
    """Every occurrence of a combination."""
    edges = []
    for size in (2, 3, 4):
        for numbers in combinations(range(len(kinds)), size):
            chosen = [kinds[number] for number in numbers]
            for fan, holds in families.get(size, {}).items():
                if fan not in disabled and holds(chosen):
                    edges.append(Edge(fan, frozenset(numbers)))
            for fan, holds in families_with_pair.get(size, {}).items():
                if fan not in disabled and holds(chosen, pair):
                    edges.append(Edge(fan, frozenset((*numbers, PAIR))))
    return edges


def _selections(kinds, edges) -> list[Selection]:
    """The different results of all legal selections, the one of nothing included."""
    found = set()
    for chosen in legal_selections(edges):
        used = {kinds[v] for fan, vertices in chosen if fan in _USE_UP for v in vertices if v != PAIR}
        fans = Counter(edge.fan for edge in chosen)
        found.add(Selection(tuple(sorted(fans.items())), frozenset(used)))
    return sorted(found, key=lambda selection: (selection.fans, sorted(selection.used_honours)))


def legal_selections(edges: Sequence[Edge], chosen: tuple[Edge, ...] = ()) -> Iterator[tuple[Edge, ...]]:
    """Selections of the edges that are acyclic and never repeat a fan on a set.

    >>> sets = [Edge("a", frozenset({0, 1})), Edge("b", frozenset({1, 2})), Edge("c", frozenset({0, 2}))]
    >>> sum(1 for _ in legal_selections(sets))  # all subsets but the cycle of all three
    7
    """
    if not edges:
        yield chosen
        return
    yield from legal_selections(edges[1:], chosen)
    if _may_join(edges[0], chosen):
        yield from legal_selections(edges[1:], (*chosen, edges[0]))


def _may_join(edge, chosen):
    """Whether the edge repeats no fan on a set and meets each component at most once."""
    if any(edge.fan == other.fan and edge.vertices & other.vertices for other in chosen):
        return False
    return all(len(edge.vertices & component) <= 1 for component in _components(chosen))


def _components(edges):
    """Connected components of the sets that edges join."""
    components: list[set[int]] = []
    for edge in edges:
        touched = [component for component in components if component & edge.vertices]
        merged = set(edge.vertices).union(*touched)
        components = [component for component in components if component not in touched] + [merged]
    return components
