"""Chinese Official Mahjong as a whole: how far deals are, what hands are worth, what the minimum costs.

The numbers are those of :mod:`mjanalysis.exact` and :mod:`mjanalysis.questions.shapes`.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pandas as pd

import mjcore as mj
from mjanalysis import exact
from mjanalysis.estimates import Proportion
from mjanalysis.numerals import grouped, percent, percent_interval, probability_text
from mjanalysis.present import plots
from mjanalysis.present.axes import fan_names
from mjanalysis.present.report import Figure, Section, Table
from mjanalysis.provenance import provenance_of
from mjanalysis.questions.shapes import ANY, FORMS, MEASURES, ShapeDistances, shape_distances
from mjanalysis.questions.study import Study, check_names, in_agreement, of_deals
from mjanalysis.replicate import PartialRun
from mjcore import census
from mjcore.words.presets import check_rules

__all__ = ["McrStudy", "mcr_study"]

#: Minimums whose cost is shown.
MINIMUMS = range(1, 31)
#: Points up to which their distribution is drawn; few hands are worth more.
MOST_DRAWN = 45
#: Pairs of fans are compared with chance if they come together in this share of the wins at least.
OFTEN = 0.001
#: Pairs that are shown at either end.
N_PAIRS = 15
#: Fans that a sentence names.
N_NAMED = 4

_POPULATION = (
    "Counted are all complete hands of 14 concealed tiles, each as often as it can be drawn from the 136 "
    "tiles, with each of its tiles as the one drawn last: self-drawn, by East in the East round, with no "
    "other luck.",
    "The tables do not cover what players do. Nobody claims a tile or wins on a discard, so there are no "
    "exposed sets and no kongs, and nobody chooses what to play for: at a table, hands that are worth enough "
    "are sought and others given up. A fan that another one takes away does not count.",
)


@dataclass(frozen=True, eq=False, repr=False)
class McrStudy(Study):
    """Tables, figures and findings about Chinese Official Mahjong.

    Attributes
    ----------
    rules : McrRules
    command : str
        Computes it again.
    exact : dict of str to DataFrame
        Exact tables by name.
    estimates : ShapeDistances
    fans : FanTables or None
        None if the run was interrupted before all complete hands were scored.
    names : {"english", "chinese"}
        How figures, and tables of pairs, call fans; sentences call them by their English names.
    """

    title = "Chinese Official Mahjong: which complete hands are worth enough?"

    estimates: ShapeDistances
    fans: exact.FanTables | None
    names: str = "english"

    @property
    def estimated(self) -> dict[str, pd.DataFrame]:
        """Tables of estimates by name."""
        return {"distances": self.estimates.distances, "nearer": self.estimates.nearer}

    @cached_property
    def findings(self) -> tuple[str, ...]:
        """What was found, in sentences with numbers and intervals."""
        of_fans = () if self.fans is None else self._of_fans(self.fans)
        return (*self._at_the_deal(), *self._special(), *of_fans)

    def _of_fans(self, fans: exact.FanTables) -> tuple[str, ...]:
        return (*self._minimum(fans), *self._frequencies(fans), *self._together(fans))

    def figures(self) -> dict[str, Figure]:
        """The figures by name, drawn anew; without those of fans if these were not counted.

        Returns
        -------
        dict of Figure
        """
        distances = self.estimates.distances
        return {
            "distances": Figure(
                plots.shanten_distribution(distances[distances["form"] != "thirteen_orphans"], by="form"),
                "Distance of the deal to a win, by shape, without thirteen orphans, which lie far off",
                "Bars are exact probabilities, points estimates with their intervals; bars are pale where "
                "nothing exact is known. The nearest of all five shapes is nearer than four sets and a pair "
                "alone; each special shape by itself lies further off.",
            ),
            **({} if self.fans is None else self._figures_of(self.fans)),
        }

    def _figures_of(self, fans: exact.FanTables) -> dict[str, Figure]:
        return {
            "points": Figure(
                plots.points_distribution(
                    fans.points[fans.points["points"] <= MOST_DRAWN], minimum=fans.minimum
                ),
                f"Complete hands by points, up to {MOST_DRAWN}",
                "Exact probabilities; hands below the minimum stand in another colour.",
            ),
            "minimum": Figure(
                plots.minimum_curve(self.exact["minimum"], marked=fans.minimum),
                "Complete hands that reach each minimum of points",
                "Exact probabilities, a curve that falls in steps; the minimum of the rules is marked.",
            ),
            "fans": Figure(
                plots.fan_frequencies(fans.fans, names=self.names),
                "How often each fan counts in a complete hand, on a logarithmic scale",
                "Exact probabilities, the most frequent fan on top; fans that never count are left out.",
            ),
        }

    def _sections(self, figures: dict[str, Figure]) -> list[Section]:
        if self.fans is None:
            unknown = "The run was interrupted before all complete hands were scored."
            return [*self._sections_of_deals(figures), Section("Which fans count?", text=(unknown,))]
        return [*self._sections_of_deals(figures), *self._sections_of_fans(self.fans, figures)]

    def _sections_of_deals(self, figures: dict[str, Figure]) -> list[Section]:
        estimates = self.estimates
        return [
            Section(
                "How far is a deal from a win?",
                findings=self._at_the_deal(),
                items=(
                    figures["distances"],
                    Table(
                        estimates.distances,
                        "Estimated distance at the deal by shape, and exact where counted",
                    ),
                    _table(
                        self.exact["shanten"], "Exact distance of 13 and 14 tiles to four sets and a pair"
                    ),
                ),
                reproduce=self.command,
                text=(
                    "Five shapes win: four sets and a pair, seven pairs, thirteen orphans, honours and "
                    "knitted tiles, and the knitted straight with a set and a pair. Distances to the two "
                    "knitted shapes, and so to the nearest of all, are not counted exactly but only "
                    "estimated: the exact tables are those of the other shapes.",
                ),
            ),
            Section(
                "How much do the special shapes add?",
                findings=self._special(),
                items=(
                    _table(estimates.nearer, "Deals that a special shape is nearer to than other shapes"),
                    _table(self._by_form(), "Exact number of complete hands of 14 tiles by form"),
                    _table(self.exact["complete"], "The same by form and longest suit"),
                ),
                reproduce=self.command,
            ),
        ]

    def _sections_of_fans(self, fans: exact.FanTables, figures: dict[str, Figure]) -> list[Section]:
        names = fan_names(fans.fans, self.names).set_axis(fans.fans["fan"])
        never = fans.fans[fans.fans["wins"] == 0]
        pairs, often = (
            frame.assign(fan=frame["fan"].map(names), other=frame["other"].map(names))
            for frame in (fans.pairs, self._often(fans))
        )
        reproduce = provenance_of(fans.fans)["command"].removesuffix(".fans")
        return [
            Section(
                "What does the minimum cost?",
                findings=self._minimum(fans),
                items=(
                    figures["minimum"],
                    figures["points"],
                    _table(self.exact["minimum"], "Complete hands that reach each minimum"),
                    _table(fans.points, "Complete hands by points"),
                ),
                reproduce=reproduce,
                text=_POPULATION,
            ),
            Section(
                "How often does each fan count?",
                findings=self._frequencies(fans),
                items=(
                    figures["fans"],
                    _table(fans.fans.drop(columns="fan"), "Fans in the order of the rules"),
                ),
                reproduce=reproduce,
                text=(f"Fans that never count in these hands: {', '.join(never['english']) or 'none'}.",),
            ),
            Section(
                "Which fans come together?",
                findings=self._together(fans),
                items=(
                    _table(often.head(N_PAIRS), "Pairs that come together most beyond chance"),
                    _table(often.tail(N_PAIRS)[::-1], "Pairs that come together least, compared with chance"),
                    _table(pairs, "All pairs that come together"),
                ),
                reproduce=reproduce,
                text=(
                    "The lift of two fans is how many times as often both count in a win as if neither cared "
                    "about the other. The first two tables have pairs that come together in "
                    f"{percent(OFTEN, 1)} of the hands at least, and none of which one fan never counts "
                    "without the other: the two winds, say, both East here, or Seven Pairs and Self-Drawn.",
                ),
            ),
        ]

    def _by_form(self) -> pd.DataFrame:
        """Complete hands by form alone, the most frequent first."""
        table = self.exact["complete"]
        counts = ["weighted", "distinct", "probability"]
        summed = table.groupby(["rules", "form"], as_index=False)[counts].sum()
        summed.attrs = dict(table.attrs)
        return summed.sort_values("probability", ascending=False)

    def _at_the_deal(self) -> tuple[str, ...]:
        complete = sum(self.exact["complete"]["weighted"].tolist())
        frame = self.estimates.distances
        ready = frame[(frame["shanten"] == 0) & (frame["form"] == ANY)].iloc[0]
        exactly = frame.loc[(frame["shanten"] == 0) & (frame["form"] == FORMS[0]), "exact"].iloc[0]
        return (
            of_deals(complete, complete / census.n_deals(14), 14, "complete in one of the five shapes"),
            f"{Proportion(int(ready['hits']), int(ready['n']))} deals of 13 tiles are ready for one of the "
            f"five shapes; exactly {probability_text(exactly)} are ready for four sets and a pair.",
            in_agreement(frame),
        )

    def _special(self) -> tuple[str, ...]:
        frame = self.estimates.nearer
        nearer = frame[frame["measure"] == MEASURES["nearer"]].set_index("form")
        each = nearer.drop(index=ANY).sort_values("hits", ascending=False)
        listed = [
            f"{form.replace('_', ' ')} in {percent_interval(share, low, high)}"
            for form, share, low, high in each[["share", "low", "high"]].itertuples()
        ]
        of_any = nearer.loc[[ANY]]
        deals = Proportion(int(of_any["hits"].iloc[0]), int(of_any["n"].iloc[0]))
        return (
            f"A special shape is nearer than four sets and a pair in {deals} deals: {', '.join(listed)}.",
        )

    def _minimum(self, fans: exact.FanTables) -> tuple[str, ...]:
        def reaching(points: int) -> str:
            return percent(fans.wins_with(points) / fans.total, 2)

        least = fans.minimum
        less, more = max(least - 1, 0), least + 1
        return (
            f"Exactly {reaching(least)} of all complete concealed hands, self-drawn, reach the minimum of "
            f"{least} points; {percent(1 - fans.reached, 2)} are lost to it.",
            f"A minimum of {less} would be reached by {reaching(less)}, one of {more} by {reaching(more)}.",
            *self._by_one_fan(fans),
            *self._without_concealment(fans),
        )

    def _by_one_fan(self, fans: exact.FanTables) -> tuple[str, ...]:
        """Fans that are worth the minimum by themselves: all wins with them reach it."""
        enough = fans.fans[fans.fans["fan_points"] >= fans.minimum]
        if not enough["wins"].any():
            return ()
        named = _most(enough.assign(share=enough["of_wins"] / fans.reached))
        return (
            f"Of the hands that reach {fans.minimum}, many have a fan that is enough by itself: {named}.",
        )

    def _without_concealment(self, fans: exact.FanTables) -> tuple[str, ...]:
        """How many would reach the minimum without Fully Concealed Hand, where that follows from the points.

        A win lacks the fan only if it has another that takes it away. If each of those is worth so much that
        the win reaches the minimum either way, all wins near the minimum have the fan in every reading, and
        lose the same points, whatever else is in them.
        """
        rows = {fan.key: fan for fan in self.rules.fan_rows()}
        concealed, drawn = rows.get("fully_concealed_hand"), rows.get("self_drawn")
        if concealed is None or drawn is None or set(concealed.excludes) != {drawn.key}:
            return ()
        enough = fans.minimum + concealed.points - drawn.points
        taking = [fan.points for fan in rows.values() if concealed.key in fan.excludes]
        if concealed.points < drawn.points or min(taking, default=enough) < enough:
            return ()
        share = fans.fans.set_index("fan").loc[concealed.key, "of_wins"]
        return (
            f"{concealed.english} counts in {percent(share, 2)} of these hands. Without its "
            f"{concealed.points} points, and with the {drawn.points} of {drawn.english} instead, exactly "
            f"{percent(fans.wins_with(enough) / fans.total, 2)} would reach {fans.minimum} points.",
        )

    def _frequencies(self, fans: exact.FanTables) -> tuple[str, ...]:
        seen = fans.fans[fans.fans["wins"] > 0]
        rarest = seen.nsmallest(1, "of_wins").iloc[0]
        return (
            f"Of the {len(fans.fans)} fans {len(seen)} count in some of these hands; the most frequent are "
            f"{_most(seen.assign(share=seen['of_wins']))}.",
            f"The rarest is {rarest['english']}, in one hand of {grouped(round(1 / rarest['of_wins']))}.",
        )

    def _often(self, fans: exact.FanTables) -> pd.DataFrame:
        """Pairs often enough to be compared, of which neither fan needs the other."""
        pairs, alone = fans.pairs, fans.fans.set_index("fan")["wins"]
        needed = (pairs["wins"] == pairs["fan"].map(alone)) | (pairs["wins"] == pairs["other"].map(alone))
        return pairs[(pairs["of_wins"] >= OFTEN) & ~needed]

    def _together(self, fans: exact.FanTables) -> tuple[str, ...]:
        often, names = self._often(fans), fans.fans.set_index("fan")["english"]
        if often.empty:
            return ()
        most, least = often.iloc[0], often.iloc[-1]
        return (
            f"Of pairs that come together in {percent(OFTEN, 1)} of the hands at least, {names[most['fan']]} "
            f"with {names[most['other']]} is most beyond chance, {most['lift']:.3g} times as often as if "
            f"neither cared about the other; {names[least['fan']]} with {names[least['other']]} is furthest "
            f"below it, {least['lift']:.2g} times as often.",
        )


def _table(frame: pd.DataFrame, caption: str) -> Table:
    """A table of the page, without columns that say the same in every row."""
    return Table(frame.drop(columns=["rules", "min_main_tiles"], errors="ignore"), caption)


def _most(fans: pd.DataFrame) -> str:
    """The fans with the largest shares, in words."""
    largest = fans.nlargest(N_NAMED, "share")
    *first, last = (
        f"{name} ({percent(share, 1)})"
        for name, share in zip(largest["english"], largest["share"], strict=True)
    )
    return f"{', '.join(first)} and {last}" if first else last


def mcr_study(
    rules: mj.McrRules = mj.MCR,
    *,
    seed: int,
    command: str | None = None,
    fans: exact.FanTables | None = None,
    names: str = "english",
    **run: Any,
) -> McrStudy:
    """Count and estimate everything that the report shows.

    Parameters
    ----------
    rules : McrRules
    seed : int
    command : str, optional
        What computes it again; a call of this function unless given.
    fans : FanTables, optional
        Those of the rules, if they are at hand; counted unless given, in half a minute on two processors.
    names : {"english", "chinese"}
        How figures, and tables of pairs, call fans.
    **run
        deals, workers, progress and stop of :func:`shape_distances`.

    Returns
    -------
    McrStudy
        With fewer deals, and without tables of fans, if the run was interrupted.

    Raises
    ------
    MahjongError
        As for :func:`shape_distances`, or if fans have no such names.
    KeyboardInterrupt
        As for :func:`shape_distances`.

    Examples
    --------
    >>> study = mcr_study(seed=1, deals=5_000, workers=2)  # doctest: +SKIP
    >>> print(study.findings[0])  # doctest: +SKIP
    Exactly 13,257,769,189,488 deals of 14 tiles are complete in one of the five shapes, one in 320,590.
    """
    check_rules(rules, mj.McrRules, what="this study is about")
    check_names(names)
    counted = {"shanten": exact.shanten_table(FORMS[0]), "complete": exact.complete_table(rules)}
    estimates = shape_distances(rules, seed=seed, **run)
    if fans is None:
        fans = _scored(rules, estimates, run)
    if fans is not None:
        minimums = sorted({*MINIMUMS, fans.minimum})
        counted |= {
            "fans": fans.fans,
            "points": fans.points,
            "pairs": fans.pairs,
            "minimum": fans.by_minimum(minimums),
        }
    if command is None:  # the arguments are those of the estimates
        arguments = provenance_of(estimates.distances)["command"].removeprefix("ma.shape_distances")
        command = f"ma.mcr_study{arguments.removesuffix('.distances')}"
    return McrStudy(rules, command, counted, estimates, fans, names)


def _scored(rules: mj.McrRules, estimates: ShapeDistances, run: dict[str, Any]) -> exact.FanTables | None:
    """Fans of all complete hands; none if the run was interrupted before or while they were scored."""
    record = provenance_of(estimates.distances)
    known = {name: run[name] for name in ("workers", "progress", "stop") if name in run}
    if record["n"] == record["n_requested"]:
        try:
            return exact.fan_tables(rules, **known)
        except KeyboardInterrupt:  # what was done before is kept all the same
            message = "Interrupted before all complete hands were scored, so nothing is said of fans."
            warnings.warn(message, PartialRun, stacklevel=3)
    return None
