"""The Soft Eight evaluator, read word for word."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from .sets import N_KINDS, Decomposition, Meld, decompositions, meld_tiles, pairs_in
from .shape_rules import Shape, allows_seven_pairs, allows_standard, shape_of, suit_tiles, suits_of

FANS = ("PURE", "DRAGON", "SEVEN", "KONGBOTTOM", "HAIDI", "TIANHE", "TIANTING")
#: Tiles that the player drew himself.
SELF_DRAWN = ("wall", "replacement")


@dataclass(frozen=True, kw_only=True)
class Points:
    """The options that turn fans into a multiplier, with the defaults of the rule text."""

    base_points: int = 4
    base_points_pure: int = 5
    fan_value: int = 1
    fan_formula: str = "linear"
    fan_cap: int | None = None
    fans: tuple[str, ...] = FANS


@dataclass(frozen=True, kw_only=True)
class Circumstances:
    """How the hand was won; `source` is discard, wall, replacement or robbed."""

    source: str = "discard"
    last_wall: bool = False
    initial: bool = False
    heavenly_ready: bool = False


class Evaluation(NamedTuple):
    """What a winning hand is worth; of a hand that is not legal only `legal` means anything.

    `main_suit` counts characters, dots, bamboo, honours from 0 (or winds 3 and dragons 4); it is the suit
    with most tiles, the first of them where two have as many.
    """

    legal: bool
    main_suit: int = 255
    main_tiles: int = 0
    base: int = 0
    fans: frozenset[str] = frozenset()
    multiplier: int = 0


def is_legal(concealed: Sequence[int], melds: Sequence[Meld] = (), rules: Any = None) -> bool:
    """Whether 14 tiles (melds counted three) win."""
    return bool(_readings(concealed, melds, _shape(rules)))


def evaluate(
    concealed: Sequence[int],
    melds: Sequence[Meld] = (),
    circumstances: Circumstances | None = None,
    rules: Any = None,
) -> Evaluation:
    """Main suit, base points, fans and multiplier of the best reading.

    `concealed` includes the winning tile. `rules` has `shape` and `points`, or is a mapping of options.

    >>> from .sets import counts_of
    >>> sorted(evaluate(counts_of("1122334445678m9m")).fans)
    ['DRAGON', 'PURE']
    """
    shape, points = _shape(rules), _points(rules)
    readings = _readings(concealed, melds, shape)
    if not readings:
        return Evaluation(legal=False)
    tiles = suit_tiles(concealed, melds, shape)
    is_pure = _is_pure(concealed, melds, shape)
    always = _fans_of_circumstances(circumstances or Circumstances()) | ({"PURE"} if is_pure else set())
    found = [always | _fans_of_reading(reading, concealed, melds, shape) for reading in readings]
    best = max((fans & set(points.fans) for fans in found), key=len)
    return Evaluation(
        legal=True,
        main_suit=tiles.index(max(tiles)),
        main_tiles=max(tiles),
        base=points.base_points_pure if is_pure else points.base_points,
        fans=frozenset(best),
        multiplier=_multiplier(best, points),
    )


def _readings(concealed, melds, shape) -> list[str | Decomposition]:
    """Seven pairs, and every decomposition, as far as they have a main suit."""
    tiles, readings = suit_tiles(concealed, melds, shape), []
    if not melds and pairs_in(concealed, different=not shape.four_kind_as_two_pairs) == 7:
        readings += ["seven pairs"] if allows_seven_pairs(tiles, shape) else []
    for reading in decompositions(concealed, honour_runs=shape.honour_runs):
        sets, pair = _where(reading, melds, shape)
        readings += [reading] if allows_standard(tiles, sets, pair, shape) else []
    return readings


def _where(reading, melds, shape):
    """How many sets each suit has, and the suit of the pair."""
    suits = suits_of(shape)
    sets = [sum(kind in suit for _, kind in (*reading.sets, *melds)) for suit in suits]
    return sets, next(number for number, suit in enumerate(suits) if reading.pair in suit)


def _is_pure(concealed, melds, shape):
    """Whether every tile is in one suit."""
    kinds = {kind for kind in range(N_KINDS) if concealed[kind]} | {meld.kind for meld in melds}
    return any(kinds <= set(suit) for suit in suits_of(shape))


def _fans_of_circumstances(how) -> set[str]:
    """Fans for how the hand was won.

    A replacement is never the last tile of the live wall, and the tiles dealt are never a replacement.
    """
    fans = set()
    if how.source == "replacement":
        fans.add("KONGBOTTOM")
    if how.source == "wall" and how.last_wall:
        fans.add("HAIDI")
    if how.source in SELF_DRAWN and how.initial:
        fans.add("TIANHE")
    if how.heavenly_ready:
        fans.add("TIANTING")
    return fans


def _fans_of_reading(reading, concealed, melds, shape) -> set[str]:
    """Fans that depend on how the tiles are seen."""
    if reading == "seven pairs":
        return {"SEVEN"}
    if shape.dragon_requires_runs:
        sets = {*reading.sets, *((meld.type, meld.kind) for meld in melds)}
        is_dragon = any({("chow", low + step) for step in (0, 3, 6)} <= sets for low in (0, 9, 18))
    else:
        kinds = {k for k in range(N_KINDS) if concealed[k]} | {k for m in melds for k in meld_tiles(m)}
        is_dragon = any(set(range(low, low + 9)) <= kinds for low in (0, 9, 18))
    return {"DRAGON"} if is_dragon else set()


def _multiplier(fans, points):
    """What the points in the parentheses are multiplied with."""
    total = points.fan_value * len(fans)
    if points.fan_cap is not None:
        total = min(total, points.fan_cap)
    return 2**total if points.fan_formula == "exponential" else total + 1


def _shape(rules):
    return Shape() if rules is None else shape_of(rules)


def _points(rules):
    if rules is None:
        return Points()
    names = [field.name for field in fields(Points)]
    if isinstance(rules, Mapping):
        return Points(**{name: rules[name] for name in names if name in rules})
    points = getattr(rules, "points", None)
    return Points(**{name: getattr(points, name) for name in names if hasattr(points, name)})
