"""Which combinations of chows and of pungs are worth counting under a rule set.

The sets of a hand can be combined in a few legal ways (:mod:`mjcore.tables.combinations`). As a rule the one
worth most by itself is the best for the hand. It need not be: a combination takes away other fans (its
*excludes*), it uses up pungs of winds and dragons that could count one by one, and other fans may take it
away itself. Each row of combinations therefore keeps all the selections that might be the best of some hand;
nearly always that is one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from mjcore.tables import families
from mjcore.tables.families import Selection
from mjcore.words.fans import Fan

#: Fans that combine chows, and those that combine pungs.
OF_CHOWS = frozenset([*families.CHOW_EDGES, *families.TERMINAL_CHOWS])
OF_PUNGS = frozenset([*families.PUNG_EDGES, *families.PUNG_PAIR_EDGES])
#: How many sets each takes, the fans of the pair without it.
_SIZES = {
    **{key: size for key, (size, _) in [*families.CHOW_EDGES.items(), *families.PUNG_EDGES.items()]},
    **dict.fromkeys(families.TERMINAL_CHOWS, 4),
    **{key: size for key, (size, _) in families.PUNG_PAIR_EDGES.items()},
}
#: Pungs of winds, and of dragons, that a combination of them takes.
USED_WINDS = {key: _SIZES[key] for key in ("big_four_winds", "big_three_winds", "little_four_winds")}
USED_DRAGONS = {key: _SIZES[key] for key in ("big_three_dragons", "two_dragon_pungs", "little_three_dragons")}

#: Fans of single pungs that a combination can use up: of dragons, and of winds.
SINGLE_PUNGS = ("dragon_pung", "pung_of_terminals_or_honors")

_N_SETS = 4

#: Shapes that have no sets to combine.
_NOT_OF_SETS = frozenset(
    [
        "seven_pairs",
        "seven_shifted_pairs",
        "thirteen_orphans",
        "greater_honors_and_knitted_tiles",
        "lesser_honors_and_knitted_tiles",
    ]
)


@dataclass(frozen=True)
class Choice:
    """A selection of combinations, and the pungs of winds and dragons that are not counted beside it."""

    fans: Selection
    used_winds: int
    used_dragons: int


class Choices:
    """Finds the selections that are worth trying under the rows of a rule set.

    Parameters
    ----------
    rows : sequence of Fan
        Fans there are, in the order in which they exclude.
    together : iterable of str
        Fans that new fans ask for, so that having them matters beyond their points.
    """

    def __init__(self, rows: Sequence[Fan], together: Iterable[str]) -> None:
        self.rows = {fan.key: fan for fan in rows}
        self.place = {key: place for place, key in enumerate(self.rows)}
        self.together = frozenset(together)
        self._tried: dict[tuple[Selection, ...], tuple[Choice, ...]] = {}
        self.excludes = {fan.key: frozenset(fan.excludes).intersection(self.rows) for fan in rows}
        self.excluded_by = {
            key: frozenset(other for other, excluded in self.excludes.items() if key in excluded)
            for key in self.rows
        }

    def worth_trying(self, selections: tuple[Selection, ...]) -> tuple[Choice, ...]:
        """The selections that might be the best of some hand, the one with most points by itself first."""
        if selections in self._tried:
            return self._tried[selections]
        possible = [dict(one) for one in selections if all(fan in self.rows for fan, _ in one)]
        kept: list[dict[str, int]] = []
        for one in sorted(possible, key=self._worth, reverse=True):
            if not any(self._never_worse(better, one) for better in kept):
                kept.append(one)
        choices = self._tried[selections] = tuple(map(self._choice, kept))
        return choices

    def _worth(self, fans: Mapping[str, int]) -> tuple[int, list[tuple[int, int]]]:
        """Points of fans by themselves, and the list that decides between equal ones (5.7)."""
        counted = {key: n for key, n in fans.items() if not self.excluded_by[key] & fans.keys()}
        points = sum(self.rows[key].points * n for key, n in counted.items())
        return points, sorted(((-self.place[key], n) for key, n in counted.items()), reverse=True)

    def _never_worse(self, better: dict[str, int], one: dict[str, int]) -> bool:
        """Whether the first of two selections, worth no less by itself, is worth no less in any hand either.

        What only one of the two has must look at nothing but itself, single pungs apart: it excludes nothing
        that could be there, and nothing that could be there excludes it.
        """
        gained, lost = better.keys() - one.keys(), one.keys() - better.keys()
        more = gained | {key for key, n in better.items() if n > one.get(key, 0)}
        if (gained | lost) & self.together:
            return False
        if any(self._takes_away(key, better) for key in gained) or any(
            self._takes_away(key, one) for key in lost
        ):
            return False
        has_less = any(n > better.get(key, 0) for key, n in one.items())
        singles = self._most_of_singles(gained)
        if (has_less or singles) and any(self._can_be_taken_away(key, better) for key in more):
            return False
        if not singles:
            return True
        if self.together & set(SINGLE_PUNGS):
            return False
        if any(self._takes_away(key, better) for key in SINGLE_PUNGS if key in self.rows):
            return False
        return self._worth(better)[0] - singles > self._worth(one)[0]

    def _takes_away(self, key: str, beside: Mapping[str, int]) -> bool:
        """Whether a fan excludes one that could be there beside a selection."""
        excluded = self.excludes[key]
        if key in USED_DRAGONS:
            excluded = excluded - {"dragon_pung"}
        return any(_can_be_beside(other, beside) for other in excluded)

    def _can_be_taken_away(self, key: str, beside: Mapping[str, int]) -> bool:
        """Whether a fan that could be there beside a selection excludes one of it."""
        return any(_can_be_beside(other, beside) for other in self.excluded_by[key])

    def _most_of_singles(self, fans: Iterable[str]) -> int:
        """The most that the pungs could be worth one by one that combinations use up."""
        choice = self._choice(dict.fromkeys(fans, 1))
        worth = {key: self.rows[key].points if key in self.rows else 0 for key in SINGLE_PUNGS}
        dragons, winds = (worth[key] for key in SINGLE_PUNGS)
        return choice.used_dragons * dragons + choice.used_winds * winds

    def _choice(self, fans: Mapping[str, int]) -> Choice:
        return Choice(
            tuple(fans.items()),
            sum(USED_WINDS.get(key, 0) for key in fans),
            sum(USED_DRAGONS.get(key, 0) for key in fans if "dragon_pung" in self.excludes[key]),
        )


def _can_be_beside(key: str, fans: Mapping[str, int]) -> bool:
    """Whether a hand with this selection can have a fan: another of the same sets only if it is selected."""
    if key in fans:
        return True
    if key not in _SIZES:
        return key not in _NOT_OF_SETS
    if not fans:  # the empty selection is one of chows or of pungs, nobody knows which
        return True
    of_chows = next(iter(fans)) in OF_CHOWS
    if (key in OF_CHOWS) == of_chows:
        return False
    return _SIZES[key] + max(_SIZES[fan] for fan in fans) <= _N_SETS
