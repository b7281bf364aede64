"""When a run has hands enough: once the intervals that matter are as narrow as wanted.

Intervals are looked at after whole chunks, in the order of the chunks, and the run ends with the first look
at which all are narrow enough. This is sequential sampling with a fixed width (Chow and Robbins 1965): the
limits keep their level as the width goes to nought. For the widths that a run can have, the first look that
may end it has `LEAST` hands, or sessions, and coverage is tested: it stays that of a run of fixed length.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Real
from typing import Any, NamedTuple

import numpy as np

from mjanalysis.estimates import Proportion
from mjanalysis.hand_rows import columns_of
from mjanalysis.replicate import added
from mjanalysis.summaries import OUTCOME_COLUMNS, SCORE_COLUMNS, mean_scores, outcome_counts
from mjcore.words.errors import MahjongError, quoted

__all__ = ["LEAST", "POINTS", "SHOWN", "Found", "Looks", "Precision"]

#: Hands, or sessions, before a run may end.
LEAST = 1_000

#: What a bar shows the precision of unless something else is wanted; it is never narrow enough.
SHOWN = {"drawn": 0.0}

#: Rows of `expected_scores(by="dealer")` by what they are called here.
POINTS = {"points of the dealer": 1, "points of the others": 0}


class Found(NamedTuple):
    """What was found in some parts; adds up.

    Attributes
    ----------
    n : int
        What is independent: hands, or sessions.
    estimates : dict of str to Proportion or ClusteredMean
        By name.
    """

    n: int
    estimates: dict[str, Any]


@dataclass(frozen=True)
class Precision:
    """Half widths that named 95 % intervals shall have; made by `of`.

    Attributes
    ----------
    wanted : dict of str to float
        By name.
    length : int or None
        Hands of a session.

    Examples
    --------
    >>> precision = Precision.of({"drawn": 0.01})
    >>> precision.is_reached(Found(9_000, {"drawn": Proportion(4_500, 9_000)}))
    False
    >>> precision.is_reached(Found(10_000, {"drawn": Proportion(5_000, 10_000)}))
    True
    >>> Precision.of({"luck": 0.01})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    mjcore.words.errors.MahjongError: until: 'luck' is none of won, won by self-draw, ...
    """

    wanted: dict[str, float]
    length: int | None = None

    @classmethod
    def of(cls, until: Mapping[str, float], length: int | None = None) -> Precision:
        """What `until` asks for.

        Raises
        ------
        MahjongError
            If a name is not known, or a half width is no number above 0, or nothing is asked for.
        """
        if not isinstance(until, Mapping) or not until:
            raise MahjongError(
                f'until is half widths by name, such as {{"drawn": 0.001}}, not {quoted(until)}'
            )
        known = [*_shares_of({name: np.zeros(0, dtype=np.int8) for name in OUTCOME_COLUMNS}), *POINTS]
        for name, width in until.items():
            if name not in known:
                raise MahjongError(f"until: {quoted(name)} is none of {', '.join(known)}")
            if isinstance(width, bool) or not isinstance(width, Real) or not 0 < width < math.inf:
                raise MahjongError(
                    f"until: the half width of {name} is a number above 0, not {quoted(width)}"
                )
        plain = {name: width if isinstance(width, int) else float(width) for name, width in until.items()}
        return cls(plain, length)

    @property
    def columns(self) -> list[str]:
        """The columns that are looked at."""
        wanted = [*OUTCOME_COLUMNS] if self.wanted.keys() - POINTS else []
        if self.wanted.keys() & POINTS:
            wanted += [*SCORE_COLUMNS, "dealer", *(["session"] if self.length else [])]
        return list(dict.fromkeys(wanted))

    def found_in(self, columns: dict[str, np.ndarray]) -> Found:
        """What the columns of a part say."""
        n = len(columns["outcome"])
        estimates: dict[str, Any] = {}
        if self.wanted.keys() - POINTS:
            estimates = _shares_of(columns)
        if self.wanted.keys() & POINTS:
            means = mean_scores(columns, "dealer")
            estimates |= {name: means[code] for name, code in POINTS.items()}
        return Found(n // (self.length or 1), {name: estimates[name] for name in self.wanted})

    def is_reached(self, found: Found) -> bool:
        """Whether there are hands enough."""
        if found.n < LEAST:
            return False
        widths = _half_widths(found)
        return all(widths[name] <= width for name, width in self.wanted.items())


class Looks:
    """Looks at a run part by part, in order, and knows when it has hands enough.

    Parameters
    ----------
    precision : Precision

    Attributes
    ----------
    found : Found or None
        What was found so far.
    n_parts : int
        Parts that were looked at.
    """

    def __init__(self, precision: Precision):
        self.precision = precision
        self.found: Found | None = None
        self.n_parts = 0

    def at(self, source: Any) -> bool:
        """Whether there are hands enough with this part, the next."""
        return self.add(self.precision.found_in(columns_of(source, self.precision.columns)))

    def add(self, found: Found) -> bool:
        """Whether there are hands enough with what was found in the next part."""
        self.n_parts += 1
        self.found = found if self.found is None else added(self.found, found)
        return self.precision.is_reached(self.found)

    def shown(self) -> str:
        """How well all is known so far, in a few words."""
        widths = {} if self.found is None else _half_widths(self.found)
        return ", ".join(f"{name} ±{width:.2g}" for name, width in widths.items())

    def told(self, n: int, most: int) -> str:
        """How well all is known after `n` hands, of at most so many."""
        assert self.found is not None
        widths, wanted = _half_widths(self.found), self.precision.wanted
        each = [
            f"{name} ±{width:.3g}{'' if width <= wanted[name] else f' (wanted ±{wanted[name]:g})'}"
            for name, width in widths.items()
        ]
        if self.precision.is_reached(self.found):
            return f"{', '.join(each)}: as narrow as wanted after {n:,} of at most {most:,} hands"
        return f"{', '.join(each)}: not as narrow as wanted after all {n:,} hands"


def _shares_of(columns: dict[str, np.ndarray]) -> dict[str, Proportion]:
    return {name: Proportion(hits, n) for (name,), (hits, n) in outcome_counts(columns).items()}


def _half_widths(found: Found) -> dict[str, float]:
    """Half the length of each 95 % interval; infinite where all scores were equal, which tells nothing."""
    lengths = {name: estimate.high - estimate.low for name, estimate in found.estimates.items()}
    return {name: length / 2 if length > 0 else math.inf for name, length in lengths.items()}
