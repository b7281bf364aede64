"""What Soft Eight asks of a shape: suits, main suit, options; read word for word."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from .sets import CHOW_STARTS, HONOUR_RUN_STARTS, Meld


@dataclass(frozen=True, kw_only=True)
class Shape:
    """The options of a winning shape that a hand can show, with the defaults of the rule text."""

    min_main_tiles: int = 8
    kong_tiles_counted: int = 3
    honours_one_suit: bool = True
    pair_must_be_main: bool = False
    seven_pairs: bool = True
    four_kind_as_two_pairs: bool = True
    honour_runs: bool = False
    dragon_requires_runs: bool = True


def shape_of(rules: Any) -> Shape:
    """The shape options of a rule set: a `Shape`, a mapping, or anything with a `shape` of attributes."""
    if isinstance(rules, Shape):
        return rules
    if isinstance(rules, dict):
        return Shape(**{name: value for name, value in rules.items() if name in Shape.__annotations__})
    return Shape(**{field.name: getattr(rules.shape, field.name) for field in fields(Shape)})


def suits_of(shape: Shape) -> tuple[range, ...]:
    """The kinds of each suit: characters, dots, bamboo, honours; or winds and dragons apart."""
    ranked = (range(0, 9), range(9, 18), range(18, 27))
    honours = (range(27, 34),) if shape.honours_one_suit else (range(27, 31), range(31, 34))
    return ranked + honours


def run_starts_of(shape: Shape) -> tuple[int, ...]:
    """Lowest kinds of the runs that are sets."""
    return CHOW_STARTS + (HONOUR_RUN_STARTS if shape.honour_runs else ())


def meld_worth(meld: Meld, shape: Shape) -> int:
    """Tiles a meld counts towards its suit: three, and for a kong what the option says."""
    return shape.kong_tiles_counted if meld.type == "kong" else 3


def suit_tiles(concealed: Sequence[int], melds: Sequence[Meld], shape: Shape) -> list[int]:
    """Tiles of each suit, melds counted as the options say."""
    return [
        sum(int(concealed[kind]) for kind in suit)
        + sum(meld_worth(meld, shape) for meld in melds if meld.kind in suit)
        for suit in suits_of(shape)
    ]


def allows_standard(tiles: Sequence[int], sets: Sequence[int], pair: int, shape: Shape) -> bool:
    """Whether four sets and a pair have a main suit.

    `tiles` counts each suit's tiles, `sets` its sets with melds, and `pair` is the suit of the pair. Where
    the pair must be in the main suit, the suit that has the pair and enough tiles must have two sets more.
    """
    if shape.pair_must_be_main:
        return tiles[pair] >= shape.min_main_tiles and sets[pair] >= 2
    return max(tiles) >= shape.min_main_tiles


def allows_seven_pairs(tiles: Sequence[int], shape: Shape) -> bool:
    """Whether seven pairs have a main suit; the pair rule is about standard hands only."""
    return shape.seven_pairs and max(tiles) >= shape.min_main_tiles
