"""Frozen rule sets: options nested by subject, changed by name, written as TOML, known by a digest.

A rule set is a frozen dataclass of subjects, which `options` describes::

    @dataclass(frozen=True, init=False, repr=False)
    class SoftEightRules(RuleSet):
        name: ClassVar[str] = "soft_eight"
        shape: Shape = field(default_factory=Shape)
"""

import dataclasses
import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, ClassVar, NamedTuple, Self

import tomli_w

from mjcore.words.errors import RuleError, quoted, shortened
from mjcore.words.options import Subject, Values, as_toml, close_matches


class OptionRow(NamedTuple):
    """What is known about one option: a row of `RuleSet.catalogue`."""

    subject: str
    name: str
    default: Any
    allowed: Values
    clause: str
    doc: str


def parse_toml(text: str) -> dict[str, Any]:
    """What TOML says, where everything that cannot be read is refused.

    Raises
    ------
    RuleError
        If the text is no TOML, is nested too deeply, or has a number with too many digits.

    Examples
    --------
    >>> parse_toml("stake = 2")
    {'stake': 2}
    >>> parse_toml("stake = " + "[" * 5000)
    Traceback (most recent call last):
    mjcore.words.errors.RuleError: rules are not valid TOML: lists or tables are nested too deeply
    """
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise RuleError("rules are not valid TOML: lists or tables are nested too deeply") from None
    except tomllib.TOMLDecodeError as error:
        raise RuleError(f"rules are not valid TOML: {shortened(error)}") from None
    except ValueError:
        raise RuleError("rules are not valid TOML: a number has more digits than can be read") from None


@dataclass(frozen=True, init=False, repr=False)
class RuleSet:
    """A frozen set of rules, equal to another when every option is, and hashable.

    Rule sets of a game extend it with one field a subject and the name under which TOML knows them.

    Parameters
    ----------
    **options
        Options by their own name, whatever their subject; or whole subjects, as objects or as mappings
        of their options.

    Raises
    ------
    RuleError
        If an option does not exist, or its value is not one of those allowed.

    Examples
    --------
    >>> from mjcore.words.soft_eight import SoftEightRules
    >>> SoftEightRules(min_main_tiles=9).shape.min_main_tiles
    9
    >>> SoftEightRules(kong_limits=5)
    Traceback (most recent call last):
    mjcore.words.errors.RuleError: soft_eight has no option 'kong_limits'; did you mean kong_limit?
    """

    name: ClassVar[str]

    def __init__(self, **options: Any) -> None:
        defaults = {subject: kind() for subject, kind in self._subject_types().items()}
        for subject, values in self._changed(defaults, options).items():
            object.__setattr__(self, subject, values)
        self.check()

    def check(self) -> None:
        """Refuse options of different subjects that cannot go together; to be extended."""

    def replace(self, **options: Any) -> Self:
        """The same rules with some options changed; the original stays as it is.

        Parameters
        ----------
        **options
            As for the class itself. `options` lists them.

        Returns
        -------
        RuleSet
            Of the same class.

        Raises
        ------
        RuleError
            If an option does not exist, or its value is not one of those allowed.

        Examples
        --------
        >>> from mjcore.words.soft_eight import SOFT_EIGHT
        >>> SOFT_EIGHT.replace(min_main_tiles=9, pair_must_be_main=True)
        SoftEightRules(min_main_tiles=9, pair_must_be_main=True)
        """
        present = {subject: getattr(self, subject) for subject in self._subject_types()}
        return type(self)(**self._changed(present, options))

    def options(self) -> dict[str, Any]:
        """Every option and its value, in the order of the specification.

        Returns
        -------
        dict

        Examples
        --------
        >>> from mjcore.words.soft_eight import SOFT_EIGHT
        >>> SOFT_EIGHT.options()["min_main_tiles"]
        8
        """
        return {row.name: getattr(getattr(self, row.subject), row.name) for row in self.catalogue()}

    def differences(self) -> dict[str, Any]:
        """Options that differ from the default, and their values.

        Returns
        -------
        dict

        Examples
        --------
        >>> from mjcore.words.soft_eight import SoftEightRules
        >>> SoftEightRules(seven_pairs=False).differences()
        {'seven_pairs': False}
        """
        defaults = {row.name: row.default for row in self.catalogue()}
        return {name: value for name, value in self.options().items() if value != defaults[name]}

    @classmethod
    @cache
    def catalogue(cls) -> tuple[OptionRow, ...]:
        """What is known about every option: its subject, default, allowed values, clause and meaning.

        Returns
        -------
        tuple of OptionRow

        Examples
        --------
        >>> from mjcore.words.soft_eight import SoftEightRules
        >>> row = SoftEightRules.catalogue()[0]
        >>> row.name, row.default, str(row.allowed), row.clause
        ('min_main_tiles', 8, 'a whole number from 1 to 14', '2')
        """
        return tuple(
            OptionRow(
                subject,
                option.name,
                option.default,
                option.metadata["allowed"],
                option.metadata["clause"],
                option.metadata["doc"],
            )
            for subject, kind in cls._subject_types().items()
            for option in dataclasses.fields(kind)
        )

    def to_toml(self) -> str:
        """Write every option as TOML, a table a subject; `from_toml` reads it back.

        Returns
        -------
        str

        Examples
        --------
        >>> from mjcore.words.soft_eight import SOFT_EIGHT
        >>> print(*SOFT_EIGHT.to_toml().splitlines()[:4], sep="\\n")
        rules = "soft_eight"
        <BLANKLINE>
        [shape]
        min_main_tiles = 8
        """
        tables: dict[str, Any] = {"rules": self.name}
        for row in self.catalogue():
            value = getattr(getattr(self, row.subject), row.name)
            tables.setdefault(row.subject, {})[row.name] = as_toml(value)
        return tomli_w.dumps(tables)

    @classmethod
    def from_toml(cls, text: str) -> Self:
        """Read rules from TOML: a table a subject, only the changed options are needed.

        Parameters
        ----------
        text : str
            As `to_toml` writes it. The line ``rules = ...`` may be left out.

        Returns
        -------
        RuleSet

        Raises
        ------
        RuleError
            If the text is no TOML, is about other rules, or has a table or option that does not exist.

        Examples
        --------
        >>> from mjcore.words.soft_eight import SoftEightRules
        >>> SoftEightRules.from_toml('[play]\\nkong_limit = "none"')
        SoftEightRules(kong_limit=None)
        """
        if not isinstance(text, str):
            raise RuleError(f"rules are read from TOML text, not from {quoted(text)}")
        tables = parse_toml(text)
        name = tables.pop("rules", cls.name)
        if name != cls.name:
            raise RuleError(f"these are rules of {quoted(name)}, not of '{cls.name}'")
        for subject, options in tables.items():
            if subject not in cls._subject_types():
                place = {row.name: row.subject for row in cls.catalogue()}.get(subject)
                if place is not None:
                    raise RuleError(f"option '{subject}' belongs under [{place}]")
                raise RuleError(f"{cls.name} has no table {quoted(subject)}; its tables are {cls._tables()}")
            if not isinstance(options, dict):
                raise RuleError(f"'{subject}' is a table of options, not {quoted(options)}")
        return cls(**tables)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the full TOML in hexadecimal: the same for equal rules, on every machine.

        Examples
        --------
        >>> from mjcore.words.soft_eight import SOFT_EIGHT, SoftEightRules
        >>> SOFT_EIGHT.digest == SoftEightRules.from_toml(SOFT_EIGHT.to_toml()).digest
        True
        """
        return hashlib.sha256(self.to_toml().encode()).hexdigest()

    def __repr__(self) -> str:
        changes = ", ".join(f"{name}={value!r}" for name, value in self.differences().items())
        return f"{type(self).__name__}({changes})"

    @classmethod
    @cache
    def _subject_types(cls) -> dict[str, type[Subject]]:
        return {subject.name: subject.default_factory for subject in dataclasses.fields(cls)}  # type: ignore[misc]

    @classmethod
    def _tables(cls) -> str:
        return ", ".join(f"[{subject}]" for subject in cls._subject_types())

    @classmethod
    def _changed(cls, subjects: Mapping[str, Subject], options: Mapping[str, Any]) -> dict[str, Subject]:
        """The subjects with `options` put in their places."""
        result = dict(subjects)
        changes: dict[str, dict[str, Any]] = {subject: {} for subject in subjects}
        for name, value in options.items():
            if name in subjects and isinstance(value, type(subjects[name])):
                result[name] = value
            elif name in subjects and isinstance(value, Mapping):
                for option in value:
                    cls._check_owner(option, name)
                changes[name].update(value)
            else:
                changes[cls._owner(name)][name] = value
        return {name: dataclasses.replace(values, **changes[name]) for name, values in result.items()}

    @classmethod
    def _owner(cls, option: str) -> str:
        """Subject of an option."""
        owners = {row.name: row.subject for row in cls.catalogue()}
        if option not in owners:
            raise RuleError(f"{cls.name} has no option {quoted(option)}{close_matches(option, owners)}")
        return owners[option]

    @classmethod
    def _check_owner(cls, option: str, subject: str) -> None:
        owner = cls._owner(option)
        if owner != subject:
            raise RuleError(f"option '{option}' belongs under [{owner}], not under [{subject}]")
