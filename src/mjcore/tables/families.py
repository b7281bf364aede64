"""What makes a fan of Chinese Official Mahjong, grouped by what the fan looks at.

This is the one statement of the fans' definitions; the kernel looks them up and names none of them.

* *kinds*: the ranks that occur, with or without honours (:data:`WITHIN_RANKS`); the suits that occur
  (:func:`suit_fans`); single kinds (:data:`WITHIN_KINDS`);
* *every block*: what each of the four sets and the pair has in it (:data:`EVERY_BLOCK`);
* *chows together* and *pungs together* (:data:`CHOW_EDGES`, :data:`PUNG_EDGES`): combinations, of which
  :func:`legal_selections` finds what the principles of section 5.4 of the rules let count together;
* *kongs and concealed pungs*: three numbers (:func:`kong_fans`);
* *how it was won* (:func:`win_fans`).

A combination is a group of sets, perhaps with the pair. Combinations may be counted together if each
new one touches every group of sets already combined in one set at most (which rules out taking sets
apart and combining two that are both used up), and if no set makes the same fan twice.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache

# ---- kinds ---------------------------------------------------------------------------------------------


def ranks(text: str) -> int:
    """Bits of ranks: ``ranks("19")`` is 0b100000001."""
    return sum(1 << int(rank) - 1 for rank in text)


#: Fans that hold when every tile is suited and of one of these ranks.
WITHIN_RANKS = {
    "all_terminals": ranks("19"),
    "upper_tiles": ranks("789"),
    "middle_tiles": ranks("456"),
    "lower_tiles": ranks("123"),
    "upper_four": ranks("6789"),
    "lower_four": ranks("1234"),
    "all_simples": ranks("2345678"),
}

#: Fans that hold when every tile is one of these kinds: (characters, dots, bamboo) ranks and honours.
WITHIN_KINDS = {
    "all_green": ("", "", "23468", "6"),
    "reversible_tiles": ("", "1234589", "245689", "5"),
}


def rank_fans(held: int, honours: bool) -> set[str]:
    """Fans decided by the ranks that occur (bits) and whether honours do.

    >>> sorted(rank_fans(ranks("78"), honours=False))
    ['all_simples', 'upper_four', 'upper_tiles']
    >>> rank_fans(ranks("1"), honours=True)
    {'all_terminals_and_honors'}
    """
    if not honours:
        return {fan for fan, within in WITHIN_RANKS.items() if held and held & ~within == 0}
    if held == 0:
        return {"all_honors"}
    return {"all_terminals_and_honors"} if held & ~ranks("19") == 0 else set()


def suit_fans(n_suits: int, winds: bool, dragons: bool) -> set[str]:
    """Fans decided by how many number suits occur, and whether winds and dragons do.

    >>> sorted(suit_fans(2, winds=False, dragons=False))
    ['no_honors', 'one_voided_suit']
    """
    fans = set()
    if not winds and not dragons:
        fans.add("no_honors")
    if n_suits == 1:
        fans.add("half_flush" if winds or dragons else "full_flush")
    if n_suits == 2:
        fans.add("one_voided_suit")
    if n_suits == 3 and winds and dragons:
        fans.add("all_types")
    return fans


# ---- every block ---------------------------------------------------------------------------------------

#: What a block can have; a fan of EVERY_BLOCK holds if all five blocks have all it names.
TRAITS = ("chow", "pung", "outside", "five", "even")
EVERY_BLOCK = {
    "all_chows": {"chow"},
    "all_pungs": {"pung"},
    "outside_hand": {"outside"},
    "all_fives": {"five"},
    "all_even_pungs": {"even", "pung"},
}


def block_traits(name: str, kind: int) -> set[str]:
    """Traits of a "chow" that starts at a kind, or of a "pung" or "pair" of it.

    A pair stands in the way of neither all chows (if it is suited) nor all pungs.

    >>> sorted(block_traits("chow", 2)), sorted(block_traits("pair", 33))
    (['chow', 'five'], ['outside', 'pung'])
    """
    suited, rank = kind < 27, kind % 9 + 1
    in_it = range(rank, rank + 3) if name == "chow" else [rank]
    traits = set()
    if name == "chow" or (name == "pair" and suited):
        traits.add("chow")
    if name != "chow":
        traits.add("pung")
    if not suited or 1 in in_it or 9 in in_it:
        traits.add("outside")
    if suited and 5 in in_it:
        traits.add("five")
    if suited and name != "chow" and rank % 2 == 0:
        traits.add("even")
    return traits


# ---- sets together -------------------------------------------------------------------------------------

Tiles = tuple[int, ...]  # suits and ranks: chows as 7 * suit + start, pungs and pairs as kinds
PAIR = 4  #: the pair's place among the things combined; the sets have 0 to 3
NO_PAIR = -1


def _is_step(starts: list[int], *steps: int) -> bool:
    return any(all(b - a == step for a, b in itertools.pairwise(starts)) for step in steps)


def _chows(chows: Tiles) -> tuple[list[int], list[int]]:
    """Suits and starts of chows, by start."""
    pairs = sorted((chow % 7, chow // 7) for chow in chows)
    return [suit for _, suit in pairs], [start for start, _ in pairs]


def _same_suit(test: Callable[[list[int]], bool]) -> Callable[[Tiles], bool]:
    def holds(chows: Tiles) -> bool:
        suits, starts = _chows(chows)
        return len(set(suits)) == 1 and test(starts)

    return holds


def _all_suits(test: Callable[[list[int]], bool]) -> Callable[[Tiles], bool]:
    def holds(chows: Tiles) -> bool:
        suits, starts = _chows(chows)
        return len(set(suits)) == len(suits) and test(starts)

    return holds


#: Fans of chows together: how many, and what they look like.
CHOW_EDGES: dict[str, tuple[int, Callable[[Tiles], bool]]] = {
    "quadruple_chow": (4, _same_suit(lambda s: _is_step(s, 0))),
    "four_pure_shifted_chows": (4, _same_suit(lambda s: _is_step(s, 1, 2))),
    "pure_triple_chow": (3, _same_suit(lambda s: _is_step(s, 0))),
    "pure_straight": (3, _same_suit(lambda s: s == [0, 3, 6])),
    "pure_shifted_chows": (3, _same_suit(lambda s: _is_step(s, 1, 2))),
    "mixed_straight": (3, _all_suits(lambda s: s == [0, 3, 6])),
    "mixed_triple_chow": (3, _all_suits(lambda s: _is_step(s, 0))),
    "mixed_shifted_chows": (3, _all_suits(lambda s: _is_step(s, 1))),
    "pure_double_chow": (2, _same_suit(lambda s: _is_step(s, 0))),
    "mixed_double_chow": (2, _all_suits(lambda s: _is_step(s, 0))),
    "short_straight": (2, _same_suit(lambda s: _is_step(s, 3))),
    "two_terminal_chows": (2, _same_suit(lambda s: s == [0, 6])),
}

#: Fans of chows and the pair: the chows of each, by suits a, b, c, and the suit of the pair of fives.
TERMINAL_CHOWS = {
    "pure_terminal_chows": ("a1 a1 a7 a7", "a"),
    "three_suited_terminal_chows": ("a1 a7 b1 b7", "c"),
}


def _pungs(test: Callable[[list[int], list[int]], bool]) -> Callable[[Tiles], bool]:
    def holds(pungs: Tiles) -> bool:
        if max(pungs) >= 27:
            return False
        pairs = sorted((pung % 9, pung // 9) for pung in pungs)
        return test([suit for _, suit in pairs], [rank for rank, _ in pairs])

    return holds


def _one(suits: list[int]) -> bool:
    return len(set(suits)) == 1


def _different(suits: list[int]) -> bool:
    return len(set(suits)) == len(suits)


def _winds(pungs: Tiles) -> bool:
    return all(27 <= pung < 31 for pung in pungs)


def _dragons(pungs: Tiles) -> bool:
    return all(pung >= 31 for pung in pungs)


#: Fans of pungs together.
PUNG_EDGES: dict[str, tuple[int, Callable[[Tiles], bool]]] = {
    "big_four_winds": (4, _winds),
    "four_pure_shifted_pungs": (4, _pungs(lambda suits, r: _one(suits) and _is_step(r, 1))),
    "big_three_dragons": (3, _dragons),
    "pure_shifted_pungs": (3, _pungs(lambda suits, r: _one(suits) and _is_step(r, 1))),
    "triple_pung": (3, _pungs(lambda suits, r: _different(suits) and _is_step(r, 0))),
    "big_three_winds": (3, _winds),
    "mixed_shifted_pungs": (3, _pungs(lambda suits, r: _different(suits) and _is_step(r, 1))),
    "two_dragon_pungs": (2, _dragons),
    "double_pung": (2, _pungs(lambda suits, r: _different(suits) and _is_step(r, 0))),
}

#: Fans of pungs and the pair: how many pungs, and what pungs and pair are all of.
PUNG_PAIR_EDGES: dict[str, tuple[int, Callable[[Tiles], bool]]] = {
    "little_four_winds": (3, _winds),
    "little_three_dragons": (2, _dragons),
}

Edge = tuple[str, frozenset[int]]  #: a fan and the places of its sets, and PAIR if the pair takes part


def chow_fans(chows: Tiles, pair: int = NO_PAIR) -> list[str]:
    """Fans that these chows (7 * suit + start) make together, all of them, and with the pair if one is given.

    >>> chow_fans((0, 3, 6)), chow_fans((0, 6))
    (['pure_straight'], ['two_terminal_chows'])
    """
    if pair == NO_PAIR:
        return [fan for fan, (size, holds) in CHOW_EDGES.items() if len(chows) == size and holds(chows)]
    if len(chows) < 4 or pair >= 27 or pair % 9 != 4:
        return []
    patterns = TERMINAL_CHOWS.items()
    return [fan for fan, (pattern, suit) in patterns if _matches(chows, pattern, pair // 9, suit)]


def _matches(chows: Tiles, pattern: str, of_pair: int, suit: str) -> bool:
    """Whether suits can be found for a, b and c so that the chows and the pair fit a pattern."""
    for suits in itertools.permutations(range(3)):
        suit_of = dict(zip("abc", suits, strict=True))
        wanted = sorted(7 * suit_of[word[0]] + int(word[1]) - 1 for word in pattern.split())
        if sorted(chows) == wanted and of_pair == suit_of[suit]:
            return True
    return False


def pung_fans(pungs: Tiles, pair: int = NO_PAIR) -> list[str]:
    """Fans that these pungs (kinds) make together, all of them, and with the pair if one is given.

    >>> pung_fans((31, 32)), pung_fans((31, 32), 33)
    (['two_dragon_pungs'], ['little_three_dragons'])
    """
    edges, tiles = (PUNG_EDGES, pungs) if pair == NO_PAIR else (PUNG_PAIR_EDGES, (*pungs, pair))
    return [fan for fan, (size, holds) in edges.items() if len(pungs) == size and holds(tiles)]


Selection = tuple[tuple[str, int], ...]  #: how often each fan counts, by key


def legal_selections(edges: Iterable[Edge]) -> set[Selection]:
    """Every legal selection of combinations, that of nothing too.

    >>> edges = [("short_straight", frozenset([0, 1])), ("two_terminal_chows", frozenset([0, 1]))]
    >>> sorted(legal_selections(edges))
    [(), (('short_straight', 1),), (('two_terminal_chows', 1),)]
    """
    edges = list(edges)
    found: set[Selection] = set()

    def grow(first: int, groups: list[frozenset[int]], chosen: list[Edge]) -> None:
        found.add(tuple(sorted(Counter(fan for fan, _ in chosen).items())))
        for i in range(first, len(edges)):
            fan, sets = edges[i]
            if any(len(sets & group) > 1 for group in groups):
                continue
            if any(other == fan and (sets & used) - {PAIR} for other, used in chosen):
                continue
            touched = [group for group in groups if sets & group]
            joined = sets.union(*touched)
            grow(i + 1, [g for g in groups if g not in touched] + [joined], [*chosen, edges[i]])

    grow(0, [], [])
    return found


# ---- kongs, concealed pungs, circumstances ---------------------------------------------------------------


def kong_fans(concealed_kongs: int, melded_kongs: int, other_concealed_pungs: int, mixed: str) -> set[str]:
    """Fans of kongs and of concealed pungs; at most one of each.

    >>> sorted(kong_fans(2, 0, 1, "5"))
    ['three_concealed_pungs', 'two_concealed_kongs']
    """
    fans = set()
    match concealed_kongs, melded_kongs:
        case (c, m) if c + m == 4:
            fans.add("four_kongs")
        case (c, m) if c + m == 3:
            fans.add("three_kongs")
        case (2, 0):
            fans.add("two_concealed_kongs")
        case (0, 2):
            fans.add("two_melded_kongs")
        case (1, 1):
            apart = {"concealed_kong", "melded_kong"}
            fans |= apart if mixed == "separate" else {"concealed_kong_and_melded_kong"}
        case (1, 0):
            fans.add("concealed_kong")
        case (0, 1):
            fans.add("melded_kong")
    concealed = concealed_kongs + other_concealed_pungs
    if concealed >= 2 and not (concealed == 2 and "two_concealed_kongs" in fans):
        fans.add(f"{('two', 'three', 'four')[concealed - 2]}_concealed_pungs")
    return fans


def win_fans(source: str, *, last_wall: bool, concealed: bool, all_melded: bool) -> set[str]:
    """Fans of how the hand was won; the catalogue says which of them then count.

    Parameters
    ----------
    source : {"discard", "wall", "replacement", "robbed"}
    last_wall : bool
        Whether the wall was then empty.
    concealed : bool
        No set is exposed.
    all_melded : bool
        Four sets are exposed.

    Examples
    --------
    >>> sorted(win_fans("wall", last_wall=True, concealed=True, all_melded=False))
    ['fully_concealed_hand', 'last_tile_draw', 'self_drawn']
    """
    fans = set()
    if source in ("wall", "replacement"):
        fans.add("self_drawn")
        if last_wall:
            fans.add("last_tile_draw")
        if source == "replacement":
            fans.add("out_with_replacement_tile")
        if concealed:
            fans.add("fully_concealed_hand")
    else:
        if last_wall:
            fans.add("last_tile_claim")
        if source == "robbed":
            fans.add("robbing_the_kong")
        if concealed:
            fans.add("concealed_hand")
        if all_melded:
            fans.add("melded_hand")
    return fans


@cache
def knitted_patterns() -> tuple[tuple[int, ...], ...]:
    """The six ways to give 147, 258 and 369 to the three suits, as nine kinds each.

    >>> len(knitted_patterns()), knitted_patterns()[0]
    (6, (0, 3, 6, 10, 13, 16, 20, 23, 26))
    """
    return tuple(
        tuple(9 * suit + start + step for suit, start in enumerate(starts) for step in (0, 3, 6))
        for starts in itertools.permutations(range(3))
    )
