"""Hands that pages show: written down as text and circumstances, explained by the code."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import mjcore as mj

HERE = Path(__file__).parent
MCR_FANS = HERE / "mcr_fans.toml"
MCR_FAN_WINS = HERE / "mcr_fan_wins.toml"  #: written by docs/make_fan_wins.py
SOFT_EIGHT_FANS = HERE / "soft_eight_fans.toml"
OPTIONS = HERE / "options.toml"
RULES = {"mcr": mj.MCR, "soft_eight": mj.SOFT_EIGHT}

#: What an entry of a file says of a hand besides how it was won.
_WORDS = frozenset({"hand", "says", "values"})


def read(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def explained(case: dict[str, Any], rules: Any) -> mj.Explanation:
    """What the code says of a hand of a file."""
    how = {name: value for name, value in case.items() if name not in _WORDS}
    return mj.explain(mj.parse_hand(case["hand"]).win(**how), rules)


def outcomes(case: dict[str, Any], name: str, rules: Any) -> Iterator[tuple[Any, mj.Explanation]]:
    """A hand under the default of an option, then under the other values that are shown."""
    row = next(row for row in rules.catalogue() if row.name == name)
    yield row.default, explained(case, rules)
    for value in case["values"]:
        yield value, explained(case, rules.replace(**{name: value}))
