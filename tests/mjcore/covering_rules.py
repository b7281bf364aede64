"""Few rule sets in which every value of every option occurs.

In rule set number k each option takes its value number k, in an order of its own that a seed shuffles. As
many rule sets as the option with the most values has therefore meet every value, each among others.
"""

import random
from typing import Any

import mjcore as mj

#: Values to try of options that are numbers, besides the default; the least and the most where it matters.
NUMBERS = {
    "min_main_tiles": (1, 6, 9),
    "tail_tiles": (0, 2, 14),
    "kong_limit": (1, 2, None),
    "zha_pair_cap": (1, None),
    "fan_cap": (1, None),
    "min_points": (0, 1, 3),
    "stake": (3,),
    "fan_value": (2,),
    "base_points": (0, 7),
    "dealer_bonus": (0, 5),
}
#: Options that change fans; they are tried one by one elsewhere.
CHANGES = ("points", "disabled", "excludes", "new_fans")


def values_of(row: Any) -> list[Any]:
    """The default of an option and what else it can be; of other numbers the default alone."""
    if row.allowed.low is not None:
        return [row.default, *NUMBERS.get(row.name, ())]
    if row.allowed.members:
        return [row.default, row.allowed.members[::2]]
    return [row.default, *(word for word in row.allowed.words if word != row.default)]


def covering_rules(game: mj.SoftEightRules | mj.McrRules, seed: int) -> list[Any]:
    """Rule sets in which every value of every option occurs; the fewest there can be."""
    rng = random.Random(seed)
    columns = {row.name: values_of(row) for row in game.catalogue() if row.name not in CHANGES}
    for values in columns.values():
        rng.shuffle(values)
    size = max(map(len, columns.values()))
    return [
        game.replace(**{name: values[k % len(values)] for name, values in columns.items()})
        for k in range(size)
    ]
