"""What the studies of all rule sets have in common: tables, figures, findings and sections of a report."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import pandas as pd

from mjanalysis.estimates import agreement
from mjanalysis.numerals import grouped
from mjanalysis.present.report import Figure, Section
from mjanalysis.questions.told import Told
from mjcore.words.errors import MahjongError, quoted

__all__ = ["NAMES", "Study", "check_names"]

#: Languages that fans can be named in.
NAMES = ("english", "chinese")

#: Chance that estimates, all together, are said to be off where they were only unlucky.
FALSE_ALARM = 0.01


@dataclass(frozen=True, eq=False, repr=False)
class Study(Told, ABC):
    """Tables, figures and findings of one run.

    Attributes
    ----------
    title : str
        The rule set and the question.
    rules : rule set
    command : str
        Computes it again.
    exact : dict of str to DataFrame
        Exact tables by name.
    """

    title: ClassVar[str]

    rules: Any
    command: str
    exact: dict[str, pd.DataFrame]

    def __str__(self) -> str:
        return "\n".join([self.title, *self.findings])

    @property
    def tables(self) -> dict[str, pd.DataFrame]:
        """Every table by name."""
        return {f"exact-{name}": frame for name, frame in self.exact.items()} | self.estimated

    @property
    @abstractmethod
    def estimated(self) -> dict[str, pd.DataFrame]:
        """Tables of estimates by name."""

    @cached_property
    @abstractmethod
    def findings(self) -> tuple[str, ...]:
        """What was found, in sentences with numbers and intervals."""

    @abstractmethod
    def figures(self) -> dict[str, Figure]:
        """The figures by name, drawn anew; without those of what was not done before an interrupt."""

    def sections(self, figures: dict[str, Figure] | None = None) -> list[Section]:
        """The questions and their answers, for a report.

        Parameters
        ----------
        figures : dict of Figure, optional
            As `figures` gives them; drawn anew unless given.

        Returns
        -------
        list of Section
        """
        return self._sections(self.figures() if figures is None else figures)

    @abstractmethod
    def _sections(self, figures: dict[str, Figure]) -> list[Section]: ...


def check_names(names: Any) -> None:
    """Refuse what is no language of the names of fans.

    Raises
    ------
    MahjongError
    """
    if names not in NAMES:
        raise MahjongError(f"fans have names in {' and '.join(NAMES)}, not in {quoted(names)}")


def of_deals(weighted: int, probability: float, tiles: int, what: str) -> str:
    """How many deals of so many tiles are like this, in a sentence.

    Examples
    --------
    >>> of_deals(10849116772232, 10849116772232 / 483774556165488000, 13, "ready")
    'Exactly 10,849,116,772,232 deals of 13 tiles are ready, one in 44,591.'
    """
    rarity = grouped(round(1 / probability))
    return f"Exactly {grouped(weighted)} deals of {tiles} tiles are {what}, one in {rarity}."


def in_agreement(frame: pd.DataFrame) -> str:
    """Whether estimates agree with exact probabilities, where these are known, in a sentence."""
    known = frame[frame["exact"].notna()]
    least = agreement(known["hits"], known["n"], known["exact"])["p_adjusted"].min()
    verdict = "agree with" if least >= FALSE_ALARM else "differ from"
    return (
        f"The {len(known)} shares estimated from {grouped(int(known['n'].max()))} deals {verdict} the "
        f"exact ones: the least p, allowing for all of them, is {least:.2g}."
    )
