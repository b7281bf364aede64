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
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NoReturn

import numpy as np

from mjcore.words.errors import RuleError, quoted

#: How TOML says None.
NONE = "none"

_REFUSED = object()


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
        if isinstance(value, np.generic):
            value = value.item()
        if value == NONE and isinstance(value, str):
            value = None
        for word in self.words:
            if type(word) is type(value) and word == value:
                return word
        if self.low is not None and type(value) is int and self._holds(value):
            return value
        if self.members and isinstance(value, (list, tuple, set, frozenset)):
            chosen = tuple(member for member in self.members if member in value)
            return chosen if len(chosen) == len(value) else _REFUSED
        return _REFUSED

    def _holds(self, value: int) -> bool:
        low, high = self.low, self.high
        return low is not None and value >= low and (high is None or value <= high) and value % self.step == 0

    def __str__(self) -> str:
        parts = [as_toml_text(word) for word in self.words]
        if self.low is not None:
            kind = {1: "a whole number", 2: "an even number"}.get(self.step, f"a multiple of {self.step}")
            parts.append(f"{kind} from {self.low}" + ("" if self.high is None else f" to {self.high}"))
        if self.members:
            parts.append("any of " + ", ".join(self.members) + ", each at most once")
        return ", ".join(parts[:-1]) + " or " + parts[-1] if len(parts) > 1 else parts[0]


def choice(clause: str, doc: str, default: Any, *others: Any) -> Any:
    """Option that is one of a few words; the default first."""
    return _option(clause, doc, default, Allowed(words=(default, *others)))


def flag(clause: str, doc: str, default: bool) -> Any:
    """Option that is true or false."""
    return choice(clause, doc, default, not default)


def integer(
    clause: str, doc: str, default: Any, *words: Any, low: int = 0, high: int | None = None, step: int = 1
) -> Any:
    """Option that is a multiple of `step` from `low` to `high`, or one of `words` (such as None)."""
    return _option(clause, doc, default, Allowed(words=words, low=low, high=high, step=step))


def selection(clause: str, doc: str, members: tuple[str, ...]) -> Any:
    """Option that is a tuple of some of `members`; all of them by default."""
    return _option(clause, doc, members, Allowed(members=members))


@dataclass(frozen=True)
class Subject:
    """Options that belong together; every value is checked when one is made."""

    def __post_init__(self) -> None:
        for option in dataclasses.fields(self):
            value = option.metadata["allowed"].take(getattr(self, option.name))
            if value is _REFUSED:
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


def close_matches(name: str, names: Iterable[str]) -> str:
    """End of a message that suggests names like the one given; empty where there are none.

    Examples
    --------
    >>> close_matches("kong_limits", ["kong_limit", "tail_tiles"])
    '; did you mean kong_limit?'
    """
    close = difflib.get_close_matches(name, list(names), n=3)
    return f"; did you mean {' or '.join(close)}?" if close else ""


def _option(clause: str, doc: str, default: Any, allowed: Allowed) -> Any:
    return field(default=default, metadata={"clause": clause, "doc": doc, "allowed": allowed})


def _refuse_value(option: dataclasses.Field[Any], value: object) -> NoReturn:
    allowed: Allowed = option.metadata["allowed"]
    hint = close_matches(value, filter(_is_text, allowed.words)) if isinstance(value, str) else ""
    if isinstance(value, (list, tuple)) and all(map(_is_text, value)):
        value = ", ".join(value)
    raise RuleError(
        f"{option.name} is {allowed}, not {quoted(value)}{hint} (clause {option.metadata['clause']})"
    )


def _is_text(value: object) -> bool:
    return isinstance(value, str)
