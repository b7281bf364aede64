"""Soft Eight as a whole: exact tables beside estimates, what they say in sentences, and figures of them.

The numbers are those of :mod:`mjanalysis.exact` and :mod:`mjanalysis.questions.feasibility`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pandas as pd

import mjcore as mj
from mjanalysis import exact
from mjanalysis.checks import as_rule_set, as_thresholds, as_whole_number
from mjanalysis.estimates import Proportion
from mjanalysis.present import plots
from mjanalysis.present.report import Figure, Section, Table
from mjanalysis.provenance import provenance_of
from mjanalysis.questions.feasibility import POLICIES, THRESHOLDS, Feasibility, feasibility
from mjanalysis.questions.study import Study, in_agreement, of_deals

__all__ = ["SoftEightStudy", "soft_eight_study"]


@dataclass(frozen=True, eq=False, repr=False)
class SoftEightStudy(Study):
    """Tables, figures and findings about Soft Eight.

    Attributes
    ----------
    rules : SoftEightRules
    command : str
        Computes it again.
    exact : dict of str to DataFrame
        Exact tables by name.
    estimates : Feasibility
    """

    title = "Soft Eight: can you make eight of a suit?"

    estimates: Feasibility

    @property
    def estimated(self) -> dict[str, pd.DataFrame]:
        """Tables of estimates by name."""
        estimates = self.estimates
        return {
            "distances": estimates.distances,
            "draws": estimates.draws,
            "suits": estimates.suits,
            "played": estimates.played,
        }

    @property
    def threshold(self) -> int:
        """Tiles of one suit that the rules ask for."""
        return self.rules.shape.min_main_tiles

    @property
    def last(self) -> int:
        """The largest number of draws."""
        return int(self.estimates.draws["draws"].max())

    @property
    def _draws(self) -> str:
        return "1 draw" if self.last == 1 else f"{self.last} draws"

    @cached_property
    def findings(self) -> tuple[str, ...]:
        """What was found, in sentences with numbers and intervals."""
        return (
            *self._at_the_deal(),
            *self._one_tile_more(),
            in_agreement(self.estimates.distances),
            *self._alone(),
            *([] if self.estimates.draws.empty else [self._in_favoured_suit()]),
            *self._when_four_play(),
        )

    def figures(self) -> dict[str, Figure]:
        """The figures by name, drawn anew; without those of lone play if nobody played.

        Returns
        -------
        dict of Figure
        """
        distances = self.estimates.distances
        distances = distances[distances["min_main_tiles"].isin([6, self.threshold, 11])]
        return {
            "distances": Figure(
                plots.shanten_distribution(distances),
                "Distance of the deal to a win, by threshold",
                "Bars are exact probabilities, points estimates with their intervals. The higher the "
                "threshold, the further deals lie from a win.",
            ),
            "ready": Figure(
                plots.threshold_curve(self.exact["threshold"]),
                "Deals of 13 tiles that are ready, by threshold",
                "Exact probabilities; they fall in steps, as some counts of tiles cannot occur.",
            ),
            **({} if self.estimates.draws.empty else self._figures_alone()),
            **({} if self.estimates.played.empty else self._figures_of_four()),
        }

    def _figures_alone(self) -> dict[str, Figure]:
        draws, suits = self.estimates.draws, self.estimates.suits
        in_any, ours = draws[draws["main_suit"] == "any"], draws[draws["min_main_tiles"] == self.threshold]
        shown = in_any[in_any["min_main_tiles"].isin([6, self.threshold, 9, 11, 14])]
        efficient = ours[(ours["main_suit"] != "any") & (ours["policy"] == "efficient")]
        return {
            "draws": Figure(
                plots.completion_curves(shown),
                "Deals completed within so many draws, by threshold",
                "Solid lines are efficient play, dashed lines the bound of a player who knows all his draws.",
            ),
            "draws-by-suit": Figure(
                plots.completion_curves(efficient, by="main_suit"),
                f"Deals completed within so many draws, by main suit, threshold {self.threshold}",
                "The three suits of numbers are alike; honours, which form no runs, stay behind.",
            ),
            "suits": Figure(
                plots.longest_suit(suits[suits["min_main_tiles"] == self.threshold]),
                f"Deals by the tiles in their longest suit, threshold {self.threshold}",
                "How many deals have a longest suit of so many tiles, how many of them efficient play wins "
                f"within {self._draws}, and how many of those wins come in a longest suit.",
            ),
        }

    def _figures_of_four(self) -> dict[str, Figure]:
        played = self.estimates.played
        refused = plots.threshold_curve(played[played["measure"] == "refused"])
        drawn = plots.threshold_curve(played[played["measure"] == "drawn"])
        return {
            "refused": Figure(
                refused,
                "Hands of four players in which a complete hand is refused, by threshold",
                "A solid line for efficient, a dotted one for value, with 95 % intervals. No suit of a hand "
                "that is refused is long enough.",
            ),
            "drawn": Figure(
                drawn,
                "Hands of four players that nobody wins, by threshold",
                "A solid line for efficient, a dotted one for value, with 95 % intervals.",
            ),
        }

    def _sections(self, figures: dict[str, Figure]) -> list[Section]:
        estimates, threshold = self.estimates, self.threshold
        return [
            Section(
                "How far is a deal from a win?",
                findings=(*self._at_the_deal(), in_agreement(self.estimates.distances)),
                items=(
                    figures["distances"],
                    Table(estimates.distances, "Estimated and exact distance at the deal, by threshold"),
                    Table(self.exact["shanten"], f"Exact distance of 13 and 14 tiles, threshold {threshold}"),
                ),
                reproduce=self.command,
            ),
            Section(
                "What does the threshold cost?",
                findings=self._one_tile_more(),
                items=(
                    figures["ready"],
                    Table(self.exact["threshold"], "Exact chances at the deal, by threshold"),
                ),
                reproduce=provenance_of(self.exact["threshold"])["command"],
                text=("Exact counts over all deals; nothing is sampled.",),
            ),
            *self._sections_alone(figures),
            *self._sections_of_four(figures),
            Section(
                "Which hands are complete or ready?",
                items=(
                    Table(self.exact["complete"], "Complete hands by form, main suit and fans"),
                    Table(self.exact["waits"], "Ready hands by kinds that complete them"),
                ),
                reproduce="\n".join(
                    provenance_of(self.exact[name])["command"] for name in ("complete", "waits")
                ),
            ),
        ]

    def _sections_alone(self, figures: dict[str, Figure]) -> list[Section]:
        draws, suits = self.estimates.draws, self.estimates.suits
        longest = "Exact distribution of the most tiles of one suit"
        if draws.empty:
            nobody = "The run was interrupted before any deal was played alone."
            items = (Table(self.exact["longest"], longest),)
            return [Section("What can a lone player complete?", items=items, text=(nobody,))]
        last = draws[(draws["draws"] == self.last) & (draws["main_suit"] == "any")]
        return [
            Section(
                "What can a lone player complete?",
                findings=self._alone(),
                items=(
                    figures["draws"],
                    figures["draws-by-suit"],
                    Table(last, f"Deals completed within {self._draws}, by threshold"),
                    Table(draws, "Deals completed, by threshold, policy, main suit and draws"),
                ),
                reproduce=self.command,
                text=(
                    "A lone player draws and discards, and nobody else takes part. Efficient play discards "
                    "what leaves the hand nearest to a win; foresight knows all draws and is an upper bound.",
                ),
            ),
            Section(
                "Does the win come in the suit that the deal favours?",
                findings=(self._in_favoured_suit(),),
                items=(
                    figures["suits"],
                    Table(suits, "Deals, wins and wins in a longest suit, by the longest suit"),
                    Table(self.exact["longest"], longest),
                ),
                reproduce=self.command,
            ),
        ]

    def _sections_of_four(self, figures: dict[str, Figure]) -> list[Section]:
        played = self.estimates.played
        if played.empty:
            return []
        return [
            Section(
                "What does the threshold do when four play?",
                findings=self._when_four_play(),
                items=(
                    figures["refused"],
                    figures["drawn"],
                    Table(played[played["min_main_tiles"] == self.threshold], f"Threshold {self.threshold}"),
                    Table(played, "How hands of four players end, by threshold and policy"),
                ),
                reproduce=self.command,
                text=(
                    "The same walls for each threshold and policy; the players know the threshold, the "
                    "constants of value were found under a threshold of 8.",
                ),
            )
        ]

    def _when_four_play(self) -> tuple[str, ...]:
        """What the threshold and the next one refuse, and how many hands are drawn."""
        frame = self.estimates.played
        if frame.empty:
            return ()
        sentences = []
        for policy in POLICIES:
            refused, drawn = (
                self._of_four(self.threshold, policy, measure) for measure in ("refused", "drawn")
            )
            sentence = (
                f"Where four play {policy}, a complete hand is refused for its suits in {refused} hands and "
                f"nobody wins {drawn}"
            )
            if self.threshold + 1 in set(frame["min_main_tiles"]):
                then = [
                    self._of_four(self.threshold + 1, policy, measure) for measure in ("refused", "drawn")
                ]
                sentence += f"; with a threshold of {self.threshold + 1}, in {then[0]} and {then[1]}"
            sentences.append(f"{sentence}.")
        return tuple(sentences)

    def _of_four(self, threshold: int, policy: str, measure: str) -> Proportion:
        frame = self.estimates.played
        row = frame[
            (frame["min_main_tiles"] == threshold)
            & (frame["policy"] == policy)
            & (frame["measure"] == measure)
        ].iloc[0]
        return Proportion(int(row["hits"]), int(row["n"]))

    def _at_the_deal(self) -> tuple[str, ...]:
        table = self.exact["shanten"]
        sentences = []
        for tiles, shanten, what in ((13, 0, "ready"), (14, -1, "complete")):
            rows = table[(table["tiles"] == tiles) & (table["shanten"] == shanten)]
            for weighted, probability in zip(rows["weighted"], rows["probability"], strict=True):
                sentences.append(of_deals(weighted, probability, tiles, what))
        return tuple(sentences)

    def _one_tile_more(self) -> tuple[str, ...]:
        """What the next threshold would cost, if it is among those studied."""
        table = self.exact["threshold"].set_index("min_main_tiles")
        if self.threshold + 1 not in table.index:
            return ()
        now, then = table.loc[self.threshold], table.loc[self.threshold + 1]
        factor = now["ready_probability"] / then["ready_probability"]
        longer = then["mean_shanten"] - now["mean_shanten"]
        sentence = (
            f"Asking for {self.threshold + 1} tiles of a suit instead of {self.threshold} makes ready deals "
            f"{factor:.2f} times rarer and the mean distance {longer:.3f} tiles longer, exactly"
        )
        if self.estimates.draws.empty:
            return (f"{sentence}.",)
        now_alone, then_alone = (self._lone(self.threshold + more, "efficient") for more in (0, 1))
        return (f"{sentence}; a lone player then completes {then_alone} instead of {now_alone}.",)

    def _lone(self, threshold: int, policy: str) -> Proportion:
        """Deals that a lone player completes within all draws."""
        frame = self.estimates.draws
        rows = frame[
            (frame["min_main_tiles"] == threshold)
            & (frame["policy"] == policy)
            & (frame["main_suit"] == "any")
            & (frame["draws"] == self.last)
        ]
        return Proportion(int(rows["hits"].iloc[0]), int(rows["n"].iloc[0]))

    def _alone(self) -> tuple[str, ...]:
        """What a lone player completes; nothing if the run was interrupted before he played."""
        if self.estimates.draws.empty:
            return ()
        return tuple(self._completed(policy) for policy in ("efficient", "foresight"))

    def _completed(self, policy: str) -> str:
        share = self._lone(self.threshold, policy)
        player = "playing efficiently" if policy == "efficient" else "with perfect foresight"
        return f"Within {self._draws} a lone player {player} completes {share} deals."

    def _in_favoured_suit(self) -> str:
        frame = self.estimates.suits
        rows = frame[
            (frame["min_main_tiles"] == self.threshold) & (frame["measure"] == "wins in a longest suit")
        ]
        share = Proportion(int(rows["hits"].sum()), int(rows["n"].sum()))
        if not share.n:
            return f"No deal was won within {self._draws}."
        return f"The win comes in a longest suit of the deal in {share} wins."


def soft_eight_study(
    rules: mj.SoftEightRules = mj.SOFT_EIGHT,
    *,
    seed: int,
    command: str | None = None,
    thresholds: Iterable[int] = THRESHOLDS,
    **run: Any,
) -> SoftEightStudy:
    """Count and estimate everything that the report shows.

    Parameters
    ----------
    rules : SoftEightRules
        Their own threshold is the one that findings speak of.
    seed : int
    command : str, optional
        What computes it again; a call of this function unless given.
    thresholds : iterable of int
    **run
        deals, lone_deals, hands, hand, draws, workers, executor, progress and stop of :func:`feasibility`.

    Returns
    -------
    SoftEightStudy

    Raises
    ------
    MahjongError
        As for :func:`feasibility`.

    Examples
    --------
    >>> study = soft_eight_study(seed=1, deals=5_000, lone_deals=50, hands=50, thresholds=[8], draws=[18])
    >>> print(study.findings[0])
    Exactly 10,849,116,772,232 deals of 13 tiles are ready, one in 44,591.
    """
    rules, seed = as_rule_set(rules), as_whole_number("seed", seed, 0)
    thresholds = sorted({*as_thresholds(thresholds), rules.shape.min_main_tiles})
    counted = {
        "shanten": exact.shanten_table(rules),
        "threshold": exact.threshold_table(rules, thresholds=thresholds),
        "complete": exact.complete_table(rules),
        "waits": exact.wait_table(rules),
        "longest": exact.longest_suit_table(honours_one_suit=rules.shape.honours_one_suit),
    }
    estimates = feasibility(rules, seed=seed, thresholds=thresholds, **run)
    if command is None:  # the arguments are those of the estimates
        arguments = provenance_of(estimates.draws)["command"].removeprefix("ma.feasibility")
        command = f"ma.soft_eight_study{arguments.removesuffix('.draws')}"
    return SoftEightStudy(rules, command, counted, estimates)
