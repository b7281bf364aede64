"""What happens when hands are played: a study of runs, one for each policy, on the same walls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pandas as pd

import mjcore as mj
from mjanalysis.checks import as_whole_number
from mjanalysis.estimates import Proportion
from mjanalysis.numerals import number_interval
from mjanalysis.present import plots
from mjanalysis.present.report import Figure, Section, Table
from mjanalysis.provenance import KEY, provenance_of
from mjanalysis.questions.population import RULES, against_population, fit
from mjanalysis.questions.study import Study, check_names
from mjanalysis.runs import Run
from mjanalysis.simulation import simulate
from mjcore.words.presets import check_rules

__all__ = ["POLICIES", "PlayStudy", "play_study"]

#: Policies that are compared, the one that findings speak of last.
POLICIES = ("efficient", "value")

#: Outcomes that findings and the first table show.
_SHOWN = ("won", "drawn", "self-drawn, of wins", "by the dealer, of wins")


@dataclass(frozen=True, eq=False, repr=False)
class PlayStudy(Study):
    """Tables, figures and findings about hands played.

    Attributes
    ----------
    rules : SoftEightRules or McrRules
    command : str
        Computes it again.
    exact : dict
        Empty: nothing here is exact.
    runs : dict of str to Run
        By the name of the policy that all seats play.
    names : {"english", "chinese"}
        How the figure calls fans; the table has both names.
    """

    title = "Hands played"

    runs: dict[str, Run]
    names: str = "english"

    @cached_property
    def estimated(self) -> dict[str, pd.DataFrame]:
        """Tables of estimates by name."""
        frames = {
            "outcomes": self._of_all("outcomes", lambda run: run.outcomes()),
            "scores": self._of_all("scores", lambda run: run.expected_scores(by=["seat", "dealer"])),
            "turns": self._of_all("turns", lambda run: run.turns()),
            "refused": self._of_all("refused", lambda run: run.refused()),
            "fans": self._of_all("fans", lambda run: run.fan_frequencies()),
        }
        if self._is_about_people:
            frames["people"] = against_population(self.runs["value"])
        return frames

    @property
    def _is_about_people(self) -> bool:
        """Whether what is published of people can stand beside."""
        return isinstance(self.rules, mj.McrRules) and "value" in self.runs

    def _of_all(self, name_of_table: str, summary: Callable[[Run], pd.DataFrame]) -> pd.DataFrame:
        """A summary of each run, under the name of its policy."""
        frames = []
        for name, run in self.runs.items():
            frames.append(summary(run).assign(policy=name))
        table = pd.concat(frames, ignore_index=True)
        first = ["policy"] if "rules" not in table else ["rules", "policy"]
        table = table[[*first, *(column for column in table if column not in first)]]
        record = provenance_of(frames[-1])  # where the last comes from; the others differ in the policy
        study = f"ma.play_study(rules, hands={record['n_requested']}, seed={record['seed']})"
        table.attrs[KEY] = record | {"command": f"{study}.estimated[{name_of_table!r}]"}
        return table

    @cached_property
    def findings(self) -> tuple[str, ...]:
        """What was found, in sentences with numbers and intervals."""
        sentences = [self._ends(name) for name in self.runs]
        sentences.append(self._refusals(next(reversed(self.runs))))
        if self._is_about_people:
            sentences.append(self._people())
        return tuple(sentences)

    def _share(self, table: str, policy: str, measure: str) -> Proportion:
        frame = self.estimated[table]
        row = frame[(frame["policy"] == policy) & (frame["measure"] == measure)].iloc[0]
        return Proportion(int(row["hits"]), int(row["n"]))

    def _ends(self, policy: str) -> str:
        drawn, own = (
            self._share("outcomes", policy, measure) for measure in ("drawn", "self-drawn, of wins")
        )
        scores = self.estimated["scores"]
        dealer = scores[(scores["policy"] == policy) & (scores["dealer"] == "dealer")].iloc[0]
        told = number_interval(dealer["mean"], dealer["low"], dealer["high"], decimals=3, sign="+")
        return (
            f"Played by {policy}, hands are drawn in {drawn}; {own} wins are self-drawn; "
            f"the dealer scores {told} points a hand."
        )

    def _refusals(self, policy: str) -> str:
        refused = self._share("refused", policy, "refused")
        asked = "a suit too short" if isinstance(self.rules, mj.SoftEightRules) else "the minimum of points"
        return f"A complete hand is refused for {asked} in {refused} hands played by {policy}."

    def _people(self) -> str:
        near = fit(self.estimated["people"])
        return (
            f"The 17 fans of which frequencies among people are published come within a factor of "
            f"{near['largest_ratio']:.2f} of these, with a rank correlation of {near['spearman']:.3f}; "
            + (
                "the dials were fitted to them."
                if self.rules == RULES
                else "people play by the default rules, to which the dials were fitted."
            )
        )

    def figures(self) -> dict[str, Figure]:
        """The figures by name, drawn anew.

        Returns
        -------
        dict of Figure
        """
        name = next(reversed(self.runs))
        return {
            "played-fans": Figure(
                plots.fan_frequencies(self.runs[name].fan_frequencies(), names=self.names),
                f"How often each fan counts in a win, played by {name}, on a logarithmic scale",
                "The most frequent fan on top, with 95 % intervals; fans that never counted are left out.",
            )
        }

    def _sections(self, figures: dict[str, Figure]) -> list[Section]:
        tables = self.estimated
        shown = tables["outcomes"][tables["outcomes"]["measure"].isin(_SHOWN)]
        items = [
            Table(shown, "How hands end, by policy"),
            Table(tables["scores"], "Points a hand, by seat; seat 0 deals"),
            Table(tables["refused"], "Complete hands that the rules refuse"),
            Table(tables["turns"], "How long hands take"),
            Table(tables["outcomes"], "Every way in which hands end"),
        ]
        sections = [
            Section(
                "How do hands end, and who scores?",
                findings=self.findings[: len(self.runs) + 1],
                items=tuple(items),
                reproduce=self.command,
                text=(
                    "Four players of one policy; the same walls for each policy. `efficient` goes the "
                    "shortest way to a complete hand, `value` plays for points."
                    + ("" if isinstance(self.rules, mj.SoftEightRules) else " There are no flowers."),
                ),
            ),
            Section(
                "Which fans do wins have?",
                findings=self.findings[len(self.runs) + 1 :],
                items=(
                    figures["played-fans"],
                    *([Table(tables["people"], "Beside people")] if "people" in tables else []),
                    Table(tables["fans"], "Fans in wins, by policy"),
                ),
                reproduce=self.command,
            ),
        ]
        return sections


def play_study(
    rules: mj.SoftEightRules | mj.McrRules,
    *,
    hands: int,
    seed: int,
    command: str | None = None,
    workers: int = 1,
    executor: Any = None,
    progress: bool = False,
    stop: Callable[[], bool] | None = None,
    store: str | Path | None = None,
    names: str = "english",
) -> PlayStudy | None:
    """Play hands by each policy and say what comes of them.

    Parameters
    ----------
    rules : SoftEightRules or McrRules
        Chinese Official Mahjong is played without flowers, as what is published of people is.
    hands : int
        For each policy.
    seed : int
    command : str, optional
        What computes it again; a call of this function unless given.
    workers, executor, progress
        As for `simulate`.
    stop : callable, optional
        Asked before each policy and after each part; once it answers yes, the rest is left out.
    store : path-like, optional
        A folder that keeps the runs, each in one of its own; the same call goes on where it was stopped.
    names : {"english", "chinese"}
        How the figure calls fans.

    Returns
    -------
    PlayStudy or None
        None if it was stopped before the first policy.

    Examples
    --------
    >>> study = play_study(mj.SOFT_EIGHT, hands=1_000, seed=1)
    >>> list(study.runs), len(study.findings)
    (['efficient', 'value'], 3)
    """
    check_rules(rules, mj.SoftEightRules, mj.McrRules, what="hands are played under")
    check_names(names)
    hands, seed = as_whole_number("hands", hands, 1000), as_whole_number("seed", seed, 0)
    if isinstance(rules, mj.McrRules):
        rules = rules.replace(flowers=False)
    runs: dict[str, Run] = {}
    for name in POLICIES:
        if stop is not None and stop():
            break
        runs[name] = simulate(
            rules, deals=hands, policy=name, seed=seed, workers=workers, executor=executor, progress=progress,
            store=None if store is None else Path(store) / f"{rules.name}-{name}", stop=stop,
        )  # fmt: skip
    if not runs:
        return None
    command = f"ma.play_study(rules, hands={hands}, seed={seed})" if command is None else command
    return PlayStudy(rules, command, {}, runs, names)
