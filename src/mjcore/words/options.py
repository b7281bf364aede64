"""Options of rules: what each may be, its clause and its meaning, beside its default.

A subject is a frozen dataclass of options, an option a line of data::

    @dataclass(frozen=True, kw_only=True)
    class Shape(Subject):
        min_main_tiles: int = integer("2", "tiles of one suit a win needs", 8, low=1, high=14)

Values are checked whenever a subject is made, wherever they come from. The value ``none`` of a specification
is ``None`` here. TOML has no such value, so it is written as the text ``"none"``, which means ``None``
wherever an option is given.
"""

import dataclasses
import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn, Protocol

import numpy as np

from mjcore.words.errors import RuleError, quoted
from mjcore.words.frozen import FrozenMapping
from mjcore.words.values import MOST

#: How TOML says None.
NONE = "none"

#: What `Values.take` returns for a value that is not allowed; no option value equals it.
REFUSED = object()

#: Names up to which a message lists them all.
_FEW = 12

#: Names up to this length are compared with those there are.
_LONGEST_NAME = 60


class Values(Protocol):
    """The values an option may take; as text, how to say so in a message."""

    def take(self, value: object) -> Any:
        """Return the value as it is stored, or a mark that no option value equals if it is not allowed."""


@dataclass(frozen=True)
class Allowed:
    """The values an option may take, and how to say so in a message.

    Attributes
    ----------
    words : tuple
        Values allowed as they stand: texts, ``True`` and ``False``, ``None``, single numbers.
    low, high, step : int
        Whole numbers from `low` to `high` that are multiples of `step`; none where `low` is None.
    members : tuple of str
        Any selection of these, kept in this order.

    Examples
    --------
    >>> str(Allowed(words=(None,), low=0, high=8, step=2))
    'none or an even number from 0 to 8'
    >>> Allowed(members=("PURE", "SEVEN")).take(["SEVEN", "PURE"])
    ('PURE', 'SEVEN')
    """

    words: tuple[Any, ...] = ()
    low: int | None = None
    high: int | None = None
    step: int = 1
    members: tuple[str, ...] = ()

    def take(self, value: object) -> Any:
        """Return the value as it is stored, or a mark that no option value equals if it is not allowed."""
        if isinstance(value, np.generic) or (isinstance(value, np.ndarray) and not value.ndim):
            value = value.item()
        if isinstance(value, str) and value == NONE:
            value = None
        for word in self.words:
            if type(word) is type(value) and word == value:
                return word
        if self.low is not None and type(value) is int and self._holds(value):
            return value
        if self.members and isinstance(value, (list, tuple, set, frozenset)) and all(map(_is_text, value)):
            chosen = tuple(member for member in self.members if member in value)
            return chosen if len(chosen) == len(value) else REFUSED
        return REFUSED

    def _holds(self, value: int) -> bool:
        low, high = self.low, self.high
        return low is not None and value >= low and (high is None or value <= high) and value % self.step == 0

    def __str__(self) -> str:
        parts = [as_toml_text(word) for word in self.words]
        if self.low is not None:
            kind = {1: "a whole number", 2: "an even number"}.get(self.step, f"a multiple of {self.step}")
            parts.append(f"{kind} from {self.low}" + ("" if self.high is None else f" to {self.high}"))
        if self.members:
            named = ", ".join(self.members)
            if len(self.members) > _FEW:
                named = f"the {len(self.members)} from {self.members[0]} to {self.members[-1]}"
            parts.append(f"any of {named}, each at most once")
        return ", ".join(parts[:-1]) + " or " + parts[-1] if len(parts) > 1 else parts[0]


@dataclass(frozen=True)
class AllowedTable:
    """Mappings from some names to values that are all of one sort, kept in the order of the names.

    Attributes
    ----------
    values : Values
        What each name may have.
    names : tuple of str
        Names that may be given; where there are none, any identifier, kept in the order of the alphabet.

    Examples
    --------
    >>> table = AllowedTable(Allowed(low=0), ("pure_straight", "mixed_straight"))
    >>> str(table)
    'a table of names, each with a whole number from 0'
    >>> table.take({"mixed_straight": 9, "pure_straight": 20})
    {'pure_straight': 20, 'mixed_straight': 9}
    >>> table.take({"mixed_strait": 9})
    Traceback (most recent call last):
    mjcore.words.errors.RuleError: there is no 'mixed_strait'; did you mean mixed_straight or pure_straight?
    """

    values: Values
    names: tuple[str, ...] = ()

    def take(self, value: object) -> Any:
        """Return the mapping as it is stored, or a mark that no option value equals if it is none.

        Raises
        ------
        RuleError
            If a name does not exist or has a value that is not allowed.
        """
        if not isinstance(value, Mapping):
            return REFUSED
        for name in value:
            if not isinstance(name, str) or not name.isidentifier():
                raise RuleError(f"{quoted(name)} is no name")
            if self.names and name not in self.names:
                raise RuleError(f"there is no {quoted(name)}{close_matches(name, self.names)}")
        taken = {}
        for name in self.names or sorted(value):
            if name in value:
                try:
                    taken[name] = self.values.take(value[name])
                except RuleError as error:
                    raise RuleError(f"{name}: {error}") from None
                if taken[name] is REFUSED:
                    raise RuleError(_refusal(name, self.values, value[name]))
        return FrozenMapping(taken)

    def __str__(self) -> str:
        return f"a table of names, each with {self.values}"


def custom(clause: str, doc: str, default: Any, allowed: Values) -> Any:
    """Option of any sort."""
    return field(default=default, metadata={"clause": clause, "doc": doc, "allowed": allowed})


def choice(clause: str, doc: str, default: Any, *others: Any) -> Any:
    """Option that is one of a few words; the default first."""
    return custom(clause, doc, default, Allowed(words=(default, *others)))


def flag(clause: str, doc: str, default: bool) -> Any:
    """Option that is true or false."""
    return choice(clause, doc, default, not default)


def integer(
    clause: str, doc: str, default: Any, *words: Any, low: int = 0, high: int = MOST, step: int = 1
) -> Any:
    """Option that is a multiple of `step` from `low` to `high`, or one of `words` (such as None)."""
    return custom(clause, doc, default, Allowed(words=words, low=low, high=high, step=step))


def selection(clause: str, doc: str, members: tuple[str, ...], default: tuple[str, ...] | None = None) -> Any:
    """Option that is a tuple of some of `members`; all of them by default."""
    return custom(clause, doc, members if default is None else default, Allowed(members=members))


def table(clause: str, doc: str, values: Values, names: tuple[str, ...] = ()) -> Any:
    """Option that gives some names values of one sort; none of them by default."""
    return custom(clause, doc, FrozenMapping({}), AllowedTable(values, names))


@dataclass(frozen=True)
class Subject:
    """Options that belong together; every value is checked when one is made."""

    def __post_init__(self) -> None:
        for option in dataclasses.fields(self):
            try:
                value = option.metadata["allowed"].take(getattr(self, option.name))
            except RuleError as error:
                raise RuleError(f"{option.name}: {error}") from None
            if value is REFUSED:
                _refuse_value(option, getattr(self, option.name))
            object.__setattr__(self, option.name, value)
        self.check()

    def check(self) -> None:
        """Refuse values that are allowed one by one but not together; to be extended."""


def as_toml_text(value: object) -> str:
    """Show an option value the way TOML writes it, texts without their quotes.

    Examples
    --------
    >>> as_toml_text(None), as_toml_text(True), as_toml_text(8), as_toml_text(("PURE", "SEVEN"))
    ('none', 'true', '8', 'PURE, SEVEN')
    """
    if value is None:
        return NONE
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return str(value)


def close_matches(name: object, names: Iterable[str]) -> str:
    """End of a message that suggests names like the one given; empty where there are none.

    Examples
    --------
    >>> close_matches("kong_limits", ["kong_limit", "tail_tiles"])
    '; did you mean kong_limit?'
    """
    if not isinstance(name, str) or len(name) > _LONGEST_NAME:
        return ""
    close = difflib.get_close_matches(name, list(names), n=3)
    return f"; did you mean {' or '.join(close)}?" if close else ""


def as_toml(value: object) -> Any:
    """An option value as TOML can hold it, which has neither None nor tuples.

    Examples
    --------
    >>> as_toml({"cap": None, "fans": ("PURE", "SEVEN")})
    {'cap': 'none', 'fans': ['PURE', 'SEVEN']}
    """
    if value is None:
        return NONE
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, Mapping):
        return {name: as_toml(inner) for name, inner in value.items()}
    if isinstance(value, Subject):
        return {option.name: as_toml(getattr(value, option.name)) for option in dataclasses.fields(value)}
    return value


def _refuse_value(option: dataclasses.Field[Any], value: object) -> NoReturn:
    refusal = _refusal(option.name, option.metadata["allowed"], value)
    raise RuleError(f"{refusal} (clause {option.metadata['clause']})")


def _refusal(name: str, allowed: Values, value: object) -> str:
    """What is wrong with a value, and which one may have been meant."""
    hint = ""
    if isinstance(allowed, Allowed) and isinstance(value, str):
        if value in allowed.members:
            return f"{name} must be a list: write [{quoted(value)}]"
        hint = close_matches(value, allowed.members or filter(_is_text, allowed.words))
    if isinstance(allowed, Allowed) and allowed.members and isinstance(value, (list, tuple, set, frozenset)):
        strangers = [member for member in value if not _is_text(member)]
        if strangers:
            return f"{name} is {allowed}, and {quoted(strangers[0])} is none of them"
    if isinstance(value, (list, tuple)) and value and all(map(_is_text, value)):
        if isinstance(allowed, Allowed):
            strange = [member for member in value if member not in allowed.members]
            hint = close_matches(strange[0], allowed.members) if strange else ""
        value = ", ".join(value)
    return f"{name} is {allowed}, not {quoted(value)}{hint}"


def _is_text(value: object) -> bool:
    return isinstance(value, str)
