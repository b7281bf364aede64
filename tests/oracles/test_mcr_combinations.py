"""The search over legal selections against the numbers and the closed form of the rules (5.4)."""

from collections import Counter
from itertools import combinations_with_replacement

import pytest

from .mcr_catalogue import POINTS
from .mcr_combinations import CHOW_FANS, chow_edges, chow_selections, pung_selections
from .sets import CHOW_STARTS, N_KINDS, kind_of

#: A pair that takes part in nothing.
NO_PAIR = kind_of("1z")


def value(selection):
    return sum(POINTS[fan] * n for fan, n in selection.fans)


def greatest(selections):
    return max(map(value, selections))


def chows(text):
    return tuple(sorted(kind_of(name) for name in text.split()))


def best_lists(text):
    selections = chow_selections(chows(text), NO_PAIR)
    best = greatest(selections)
    return [dict(selection.fans) for selection in selections if value(selection) == best]


@pytest.mark.parametrize(
    ("text", "lists"),
    [
        (
            "1m 4m 1p 4p",
            [
                {"mixed_double_chow": 2, "short_straight": 1},
                {"mixed_double_chow": 1, "short_straight": 2},
            ],
        ),
        ("2s 2p 2p 5p", [{"pure_double_chow": 1, "mixed_double_chow": 1, "short_straight": 1}]),
        (
            "1m 4m 7m 1m",
            [
                {"pure_straight": 1, "pure_double_chow": 1},
                {"pure_straight": 1, "short_straight": 1},
                {"pure_straight": 1, "two_terminal_chows": 1},
            ],
        ),
        (
            "1m 4p 7s 4m",
            [{"mixed_straight": 1, "mixed_double_chow": 1}, {"mixed_straight": 1, "short_straight": 1}],
        ),
    ],
)
def test_examples_of_the_rule(text, lists):
    found = best_lists(text)
    assert len(found) == len(lists)
    assert all(fans in found for fans in lists)


def test_second_shifted_triple_would_share_two_sets():
    assert best_lists("2p 3s 4m 5p") == [{"mixed_shifted_chows": 1, "short_straight": 1}]


def pair_graph_components(kinds):
    """Connected components when any two chows of a two-chow fan are joined."""
    component = list(range(len(kinds)))
    for first in range(len(kinds)):
        for second in range(first):
            pair = sorted((kinds[first], kinds[second]))
            if any(holds(pair) for holds in CHOW_FANS[2].values()):
                old, new = component[first], component[second]
                component = [new if number == old else number for number in component]
    return len(set(component))


def test_all_10_626_quadruples_of_chows_have_the_counts_that_the_rules_state():
    n_of_largest, n_with_triples = Counter(), Counter()
    for kinds in combinations_with_replacement(CHOW_STARTS, 4):
        edges, best = chow_edges(kinds, NO_PAIR), greatest(chow_selections(kinds, NO_PAIR))
        size = max((len(edge.vertices) for edge in edges if len(edge.vertices) > 2), default=2)
        n_of_largest[size] += 1
        if size == 3:
            triples = [edge.fan for edge in edges if len(edge.vertices) == 3]
            n_with_triples[len(triples)] += 1
            assert len(set(triples)) == 1
            assert best - POINTS[triples[0]] in (0, 1)
        elif size == 2:
            assert best == 4 - pair_graph_components(kinds)
    assert n_of_largest == {4: 36, 3: 1818, 2: 8772}
    assert n_with_triples == {1: 1566, 2: 252}


def test_all_46_376_quadruples_of_pungs_keep_to_the_closed_form():
    n = 0
    for kinds in combinations_with_replacement(range(N_KINDS), 4):
        if len(set(kinds)) == 4:
            n += 1
            # A suited pair takes part in no combination of pungs.
            selections = pung_selections(kinds, kind_of("1m"))
            assert greatest(selections) == closed_form(kinds)
    assert n == 46_376


def closed_form(kinds):
    """The greatest value by the rules' short cut: the largest combination, and what may join it."""
    suited = [(kind // 9, kind % 9) for kind in kinds if kind < 27]
    winds, dragons = sum(27 <= kind < 31 for kind in kinds), sum(kind >= 31 for kind in kinds)
    if winds == 4:
        return POINTS["big_four_winds"]
    by_rank = Counter(rank for _, rank in suited)
    ranks_of = [{rank for suit, rank in suited if suit == number} for number in range(3)]
    lows = range(9)
    if any({low, low + 1, low + 2, low + 3} <= ranks for ranks in ranks_of for low in lows):
        return POINTS["four_pure_shifted_pungs"]
    doubles = sum(n // 2 for n in by_rank.values())
    two_dragons = POINTS["two_dragon_pungs"] if dragons == 2 else 0
    if dragons == 3:
        return POINTS["big_three_dragons"]
    if winds == 3:
        return POINTS["big_three_winds"]
    if any({low, low + 1, low + 2} <= ranks for ranks in ranks_of for low in lows):
        three = "pure_shifted_pungs"
    elif 3 in by_rank.values():
        return POINTS["triple_pung"]
    elif any(climbs(suited, low) for low in lows):
        three = "mixed_shifted_pungs"
    else:
        return doubles * POINTS["double_pung"] + two_dragons
    return POINTS[three] + min(doubles, 1) * POINTS["double_pung"]


def climbs(suited, low):
    """Whether three suits have pungs of ranks that follow each other from `low`."""
    suits = [[suit for suit, rank in suited if rank == low + step] for step in range(3)]
    return any(len({a, b, c}) == 3 for a in suits[0] for b in suits[1] for c in suits[2])
