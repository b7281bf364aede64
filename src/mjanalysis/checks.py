"""What every run and table asks of its arguments: whole numbers, and rules that have a threshold."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd

import mjcore as mj
from mjcore.words.errors import quoted
from mjcore.words.presets import check_rules

__all__ = [
    "MIN_MAIN_TILES", "MIN_POINTS", "N_DRAWS", "as_frame", "as_rule_set", "as_thresholds",
    "as_whole_number", "as_whole_numbers",
]  # fmt: skip

MIN_MAIN_TILES = (1, 14)  #: the least threshold and the greatest
MIN_POINTS = (0, 10_000)  #: the least minimum of points and the greatest
N_DRAWS = (0, 123)  #: the fewest draws of a lone player and the most


def as_whole_number(name: str, value: Any, low: int) -> int:
    """A whole number that is not below a limit.

    Raises
    ------
    MahjongError
        If it is something else.

    Examples
    --------
    >>> as_whole_number("seed", "1", 0)
    Traceback (most recent call last):
    mjcore.words.errors.MahjongError: seed must be a whole number, at least 0, not '1'
    """
    try:
        number = operator.index(value)
    except TypeError:
        number = low - 1
    if number < low:
        raise mj.MahjongError(f"{name} must be a whole number, at least {low}, not {quoted(value)}")
    return number


def as_whole_numbers(
    name: str, values: Iterable[Any], low: int, high: int, *, error: type[mj.MahjongError] = mj.HandError
) -> list[int]:
    """Whole numbers between two limits, in the order given.

    Raises
    ------
    MahjongError
        Of the type `error`, if one is something else, or if they are not several.

    Examples
    --------
    >>> as_whole_numbers("draws", range(3), 0, 123)
    [0, 1, 2]
    >>> as_whole_numbers("draws", 8, 0, 123)
    Traceback (most recent call last):
    mjcore.words.errors.HandError: draws: a list of whole numbers from 0 to 123 is needed, not 8
    """
    wanted = f"whole numbers from {low} to {high}"
    if isinstance(values, str | bytes) or not np.iterable(values):
        raise error(f"{name}: a list of {wanted} is needed, not {quoted(values)}")
    found = []
    for value in values:
        try:
            number = operator.index(value)
        except TypeError:
            number = low - 1
        if not low <= number <= high:
            raise error(f"{name}: {wanted} are needed, not {quoted(value)}")
        found.append(number)
    return found


def as_thresholds(thresholds: Iterable[Any]) -> list[int]:
    """Values of ``min_main_tiles``, in the order given.

    Raises
    ------
    RuleError
        If one is not a whole number from 1 to 14.
    """
    name = "thresholds, values of min_main_tiles"
    return as_whole_numbers(name, thresholds, *MIN_MAIN_TILES, error=mj.RuleError)


def as_frame(frame: Any) -> Any:
    """The frame itself, if it is one.

    Raises
    ------
    MahjongError
        If it is none: a run, say, whose summaries are frames.
    """
    if not isinstance(frame, pd.DataFrame):
        raise mj.MahjongError(f"a DataFrame is shown, such as run.outcomes(), not {quoted(frame)}")
    return frame


def as_rule_set(rules: Any) -> mj.SoftEightRules:
    """The rule set itself, if it has a threshold on the tiles of one suit.

    Raises
    ------
    RuleError
        If it is a form, rules without a threshold, or no rules at all.
    """
    check_rules(rules, mj.SoftEightRules, what="thresholds are an option of")
    return rules
