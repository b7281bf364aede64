"""Changes to the catalogue of fans that a researcher can make: points, exclusions, fans gone and fans new."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from mjcore.words.errors import MahjongError, RuleError, quoted
from mjcore.words.fans import FAN_BY_KEY, FAN_KEYS, FAN_ROWS, N_FANS, Fan
from mjcore.words.options import NONE, REFUSED, Allowed, Subject, custom, integer, selection, table
from mjcore.words.tiles import parse_tiles, tile_text

_MOST_POINTS = 10_000
_LONGEST_NAME = 60
_MOST_NEW = 128 - N_FANS  # the fans of a hand are a set of 128 bits


class _Name:
    """A name in one line."""

    def take(self, value: object) -> Any:
        fits = isinstance(value, str) and len(value) <= _LONGEST_NAME and value.isprintable()
        return str(value) if fits else REFUSED

    def __str__(self) -> str:
        return f"a name of at most {_LONGEST_NAME} characters"


class _Kinds:
    """Text of tiles, each once and in their order, or None."""

    def take(self, value: object) -> Any:
        if value is None or value == NONE:
            return None
        if not isinstance(value, str):
            return REFUSED
        try:
            return tile_text(sorted(set(parse_tiles(value).tolist())))
        except MahjongError as error:
            raise RuleError(str(error)) from None

    def __str__(self) -> str:
        return "none or text of tiles"


@dataclass(frozen=True, kw_only=True)
class NewFan(Subject):
    """A fan that the rules do not have, made of what they know. All its conditions must hold.

    Parameters
    ----------
    points : int
    english, chinese : str
        Its names; the English one is made from its key where it is left out.
    within : str, optional
        Tiles: the hand has no others.
    touching : str, optional
        Tiles: each of the four sets and the pair has one of them at least.
    together : tuple of str
        Keys of fans that the hand, read the same way, has too, whether or not they are counted.
    excludes, excluded_by : tuple of str
        Keys of fans that are not counted beside it, and of those beside which it is not counted itself.

    Raises
    ------
    RuleError
        If a value is not one of those allowed, or there is no condition.

    Examples
    --------
    >>> NewFan(points=4, within="2468m8642p2468s")
    NewFan(points=4, within='2468m2468p2468s')
    >>> NewFan(points=4, within="123x")
    Traceback (most recent call last):
    mjcore.words.errors.RuleError: within: 'x' at character 4 of '123x' is no tile: \
tiles are digits with a suit m p s z, letters E S W N C F P, or Unicode tiles
    """

    points: int = integer("4", "what it is worth", 1, high=_MOST_POINTS)
    english: str = custom("4", "English name", "", _Name())
    chinese: str = custom("4", "Chinese name", "", _Name())
    within: str | None = custom("4", "the only tiles of the hand", None, _Kinds())
    touching: str | None = custom("4", "tiles, one of which is in every set and the pair", None, _Kinds())
    together: tuple[str, ...] = selection("4", "fans that must hold too", FAN_KEYS, ())
    excludes: tuple[str, ...] = selection("5.5", "fans not counted beside it", FAN_KEYS, ())
    excluded_by: tuple[str, ...] = selection("5.5", "fans beside which it is not counted", FAN_KEYS, ())

    def __repr__(self) -> str:
        values = [(field, getattr(self, field.name)) for field in fields(self)]
        said = ", ".join(f"{field.name}={value!r}" for field, value in values if value != field.default)
        return f"{type(self).__name__}({said})"

    def check(self) -> None:
        if not (self.within or self.touching or self.together):
            raise RuleError("a new fan needs a condition: within, touching or together (clause 4)")

    @property
    def meaning(self) -> str:
        """Its conditions in words.

        Examples
        --------
        >>> NewFan(within="19m19p19s", together=["all_pungs"]).meaning
        'only 19m19p19s; with All Pungs'
        """
        parts = [f"only {self.within}"] if self.within else []
        if self.touching:
            parts.append(f"one of {self.touching} in every set and in the pair")
        if self.together:
            parts.append("with " + ", ".join(FAN_BY_KEY[key].english for key in self.together))
        return "; ".join(parts)


class _NewFan:
    """A `NewFan`, or a table of its values."""

    def take(self, value: object) -> Any:
        if isinstance(value, NewFan):
            return value
        if not isinstance(value, Mapping):
            return REFUSED
        unknown = [name for name in value if name not in NewFan.__dataclass_fields__]
        if unknown:
            raise RuleError(f"a new fan has no {quoted(unknown[0])}")
        return NewFan(**value)

    def __str__(self) -> str:
        return "a NewFan or a table of its values"


@dataclass(frozen=True, kw_only=True)
class FanChanges(Subject):
    """What is different from the catalogue of fans."""

    points: Mapping[str, int] = table(
        "4", "points of fans that are worth something else", Allowed(low=0, high=_MOST_POINTS), FAN_KEYS
    )
    disabled: tuple[str, ...] = selection("4", "fans that do not exist", FAN_KEYS, ())
    excludes: Mapping[str, tuple[str, ...]] = table(
        "5.5", "all that a fan excludes, where it is something else", Allowed(members=FAN_KEYS), FAN_KEYS
    )
    new_fans: Mapping[str, NewFan] = table("4", "fans that the rules do not have", _NewFan())

    def check(self) -> None:
        """Refuse a new fan with an old key, and what one pass over the rows cannot do."""
        if len(self.new_fans) > _MOST_NEW:
            raise RuleError(
                f"new_fans: at most {_MOST_NEW} new fans are possible, not {len(self.new_fans)} (clause 4)"
            )
        for key in self.new_fans:
            if key in FAN_BY_KEY:
                raise RuleError(
                    f"new_fans: {key!r} is a fan already; change its points or excludes (clause 4)"
                )
        rows = self.rows()
        place = {fan.key: place for place, fan in enumerate(rows)}
        for fan in rows:
            for other in fan.excludes:
                if place.get(other, len(rows)) <= place[fan.key]:
                    raise RuleError(
                        f"{fan.key} cannot exclude {other}, which does not come after it: "
                        "fans exclude fans of fewer points, or later ones of the same (clause 5.5)"
                    )

    def rows(self) -> tuple[Fan, ...]:
        """The catalogue with these changes.

        A new fan is the first among those of its points; numbers of new fans, in the order of their keys,
        follow those of the catalogue. A fan with other points keeps its place.

        Returns
        -------
        tuple of Fan

        Examples
        --------
        >>> changes = FanChanges(points={"pure_straight": 24}, disabled=["big_four_winds"])
        >>> [(fan.key, fan.points) for fan in changes.rows() if fan.number in (1, 28)]
        [('pure_straight', 24)]
        """
        new = [
            Fan(
                key,
                number,
                fan.points,
                fan.chinese,
                fan.english or key.replace("_", " ").title(),
                fan.meaning,
                dict.fromkeys(fan.excludes, "new_fans"),
            )
            for number, (key, fan) in enumerate(self.new_fans.items(), start=N_FANS + 1)
        ]
        kept = [fan for fan in FAN_ROWS if fan.key not in self.disabled]
        in_order = sorted([*new, *kept], key=lambda fan: -fan.points)  # new fans stay before old ones
        return tuple(self._changed(fan) for fan in in_order)

    def _changed(self, fan: Fan) -> Fan:
        excludes = dict(fan.excludes)
        if fan.key in self.excludes:
            excludes = dict.fromkeys(self.excludes[fan.key], "excludes")
        excludes |= {key: "new_fans" for key, new in self.new_fans.items() if fan.key in new.excluded_by}
        return replace(fan, points=self.points.get(fan.key, fan.points), excludes=excludes)
