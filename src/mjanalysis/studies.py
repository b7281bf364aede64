"""The studies that ``mjanalysis report`` writes: questions asked, answers put into words, files.

A study computes through :mod:`mjanalysis.exact` and :mod:`mjanalysis.questions` and hands frames, figures
and sentences to :mod:`mjanalysis.present`, which writes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

import mjcore as mj
from mjanalysis import exact
from mjanalysis.estimates import Proportion, agreement
from mjanalysis.present import plots
from mjanalysis.present.report import Figure, Section, Table, write
from mjanalysis.questions.feasibility import THRESHOLDS, Feasibility, feasibility

__all__ = ["Study", "soft_eight"]

N_DRAWS = 18  #: live draws of each of four players, rounded down: 75 / 4


@dataclass(frozen=True)
class Study:
    """A finished study.

    Attributes
    ----------
    title : str
    summary : tuple of str
        The findings that stand first.
    sections : tuple of Section
    frames : dict of str to DataFrame
        All tables by file name.
    is_interrupted : bool
        Whether fewer deals were drawn than asked for.
    """

    title: str
    summary: tuple[str, ...]
    sections: tuple[Section, ...]
    frames: dict[str, pd.DataFrame]
    is_interrupted: bool

    def write(self, folder: str | Path) -> list[Path]:
        """Write the report, a CSV file for each table and an SVG file for each figure.

        Parameters
        ----------
        folder : path-like
            Made where it is missing.

        Returns
        -------
        list of Path
            The report first.
        """
        folder = Path(folder)
        written = [write(folder / "index.html", self.title, self.sections, summary=self.summary)]
        for name, frame in self.frames.items():
            path = folder / f"{name}.csv"
            frame.to_csv(path, index=False)
            written.append(path)
        figures = [item for section in self.sections for item in section.items if isinstance(item, Figure)]
        for number, figure in enumerate(figures, start=1):
            path = folder / f"figure-{number}.svg"
            figure.axes.figure.savefig(path)
            written.append(path)
        return written


def soft_eight(
    rules: mj.SoftEightRules = mj.SOFT_EIGHT,
    *,
    deals: int = 10_000_000,
    lone_deals: int = 300_000,
    thresholds: Sequence[int] = THRESHOLDS,
    seed: int = 1,
    workers: int = 1,
    executor: Executor | None = None,
    progress: bool = False,
) -> Study:
    """Can you make eight of a suit? Exact tables and estimates for every threshold.

    Parameters
    ----------
    rules, deals, lone_deals, thresholds, seed, workers, executor, progress
        As for :func:`mjanalysis.feasibility`.

    Returns
    -------
    Study
        With fewer deals than asked for if the run was interrupted.

    Examples
    --------
    >>> study = soft_eight(deals=10_000, lone_deals=500, thresholds=[8, 9])
    >>> sorted(study.frames)[:2]
    ['complete', 'distances']
    """
    found = feasibility(
        rules,
        deals=deals,
        draws=range(N_DRAWS + 1),
        seed=seed,
        thresholds=thresholds,
        lone_deals=lone_deals,
        workers=workers,
        executor=executor,
        progress=progress,
    )
    own = rules.shape.min_main_tiles
    levels = exact.threshold_table(rules, thresholds=sorted({*thresholds, own}))
    frames = {
        "thresholds": levels,
        "shanten": exact.shanten_table(rules),
        "waits": exact.wait_table(rules),
        "live_tiles": exact.wait_table(rules, by="tiles"),
        "complete": exact.complete_table(rules),
        "longest_suit": exact.longest_suit_table(honours_one_suit=rules.shape.honours_one_suit),
        "distances": found.distances,
        "draws": found.draws,
        "suits": found.suits,
    }
    call = (
        f"import mjcore as mj, mjanalysis as ma\n"
        f"rules = mj.SoftEightRules.from_toml(...)  # the rules below\n"
        f"found = ma.feasibility(rules, deals={deals}, lone_deals={lone_deals}, seed={seed})"
    )
    sections = (
        _chances(levels, own, frames),
        _distances(found, own, call),
        _lone_play(found, own, call),
        _favoured_suit(found, own, frames["longest_suit"], call),
    )
    summary = tuple(section.findings[0] for section in sections)
    return Study("Soft Eight: can you make eight of a suit?", summary, sections, frames, found.is_interrupted)


def _at(frame: pd.DataFrame, **values: object) -> pd.Series:
    """The one row with these values."""
    for name, value in values.items():
        frame = frame[frame[name] == value]
    (row,) = (frame.iloc[i] for i in range(len(frame)))
    return row


def _share(row: pd.Series) -> str:
    return str(Proportion(hits=int(row["hits"]), n=int(row["n"])))


def _chances(levels: pd.DataFrame, own: int, frames: dict[str, pd.DataFrame]) -> Section:
    row = _at(levels, min_main_tiles=own)
    findings = [
        f"With a threshold of {own}, one deal in {1 / row['complete_probability']:,.0f} is a win as dealt to "
        f"the dealer, and one in {row['one_in_ready']:,.0f} is ready as dealt to another player (exact)."
    ]
    for _, other in levels[levels["min_main_tiles"] == own + 1].iterrows():
        factor = row["ready_probability"] / other["ready_probability"]
        findings.append(
            f"Asking for {own + 1} tiles instead of {own} makes ready deals {factor:.2f} times rarer, and the "
            f"mean distance at the deal {other['mean_shanten'] - row['mean_shanten']:.3f} tiles longer (exact)."
        )
    waits = frames["waits"]
    single = int(waits.loc[waits["waits"] == 1, "weighted"].sum()) / int(waits["weighted"].sum())
    findings.append(f"Of the ready deals {single:.1%} wait for a single kind of tile (exact).")
    curve = levels.rename(columns={"ready_probability": "probability"})
    return Section(
        "What a threshold costs, exactly",
        findings=tuple(findings),
        items=(
            Table(levels, "All deals, by the tiles of one suit that a win needs."),
            Figure(
                plots.threshold_curve(curve),
                "Chance of a ready deal by threshold",
                "The share of deals of 13 tiles that are ready falls as the threshold rises from 5 to 14.",
            ),
            Table(frames["waits"], f"Ready deals by the kinds they wait for, threshold {own}."),
            Table(frames["live_tiles"], f"Ready deals by the tiles left that complete them, threshold {own}."),
            Table(frames["complete"], f"Winning deals of 14 tiles, threshold {own}."),
        ),
        reproduce="import mjanalysis as ma\nma.exact.threshold_table()",
        text=("Every deal is counted, none is sampled: the numbers are exact integers over C(136, n).",),
    )


def _distances(found: Feasibility, own: int, call: str) -> Section:
    frame = found.distances
    rows = frame[frame["min_main_tiles"] == own]
    likeliest = rows.loc[rows["share"].idxmax()]
    fit = agreement(frame["hits"], frame["n"], frame["exact"])
    return Section(
        "How far a deal is from a win",
        findings=(
            f"A deal is most often {likeliest['shanten']} tiles from ready under a threshold of {own}: "
            f"{_share(likeliest)} random deals, {likeliest['exact']:.4%} exactly.",
            f"The {len(frame)} estimated shares agree with the exact ones: the least p-value, adjusted for "
            f"{len(frame)} comparisons, is {fit['p_adjusted'].min():.2f}.",
        ),
        items=(
            Figure(
                plots.shanten_distribution(rows),
                "Distance of a deal to a win",
                f"Exact shares of deals by shanten as bars under a threshold of {own}, estimates as points on them.",
            ),
            Table(frame, "Random deals of 13 tiles by shanten, beside the exact shares."),
        ),
        reproduce=f"{call}\nfound.distances",
        text=("The shanten is the number of tiles to exchange before the hand is ready.",),
    )


def _lone_play(found: Feasibility, own: int, call: str) -> Section:
    frame = found.draws
    any_suit = frame[frame["main_suit"] == "any"]
    last = any_suit[any_suit["draws"] == N_DRAWS]
    played = _at(last, min_main_tiles=own, policy="efficient")
    best = _at(last, min_main_tiles=own, policy="foresight")
    findings = [
        f"A lone player who plays efficiently completes {_share(played)} deals within {N_DRAWS} draws under a "
        f"threshold of {own}; knowing his draws beforehand he could complete {_share(best)}."
    ]
    if own + 1 in set(last["min_main_tiles"]):
        harder = _at(last, min_main_tiles=own + 1, policy="efficient")
        findings.append(f"Under a threshold of {own + 1} he completes {_share(harder)}.")
    shown = any_suit[any_suit["min_main_tiles"].isin([6, own, 9, 11, 14])]
    suits = frame[
        (frame["min_main_tiles"] == own) & (frame["main_suit"] != "any") & (frame["policy"] == "efficient")
    ]
    return Section(
        "What a lone player completes",
        findings=tuple(findings),
        items=(
            Figure(
                plots.completion_curves(shown),
                "Deals completed by number of draws and threshold",
                "Efficient play as solid lines, the bound by perfect foresight dashed; both fall with the threshold.",
            ),
            Figure(
                plots.threshold_curve(last),
                f"Deals completed within {N_DRAWS} draws by threshold",
                "Efficient play and the bound by perfect foresight, falling as the threshold rises.",
            ),
            Figure(
                plots.completion_curves(suits, by="main_suit"),
                f"Main suit of the deals completed, threshold {own}",
                "The three number suits run together, honours stay close to nothing.",
            ),
            Table(last, f"Within {N_DRAWS} draws, any main suit."),
            Table(frame, "Every number of draws, threshold, policy and main suit."),
        ),
        reproduce=f"{call}\nfound.draws",
        text=(
            "He is dealt 13 tiles, draws and discards; nobody else takes part. Efficient play keeps the hand "
            "nearest to a win, among equals the one with most useful tiles not yet seen, and declares as soon "
            "as it is ready. Foresight asks whether the deal and the draws together contain a win at all.",
        ),
    )


def _favoured_suit(found: Feasibility, own: int, longest: pd.DataFrame, call: str) -> Section:
    frame = found.suits[found.suits["min_main_tiles"] == own]
    wins = frame[frame["measure"] != "wins"]
    favoured = wins[wins["measure"] != "deals"]
    of_all = Proportion(hits=int(favoured["hits"].sum()), n=int(favoured["n"].sum()))
    thirteen = longest[longest["tiles"] == 13]
    six = thirteen.loc[thirteen["longest"] >= 6, "probability"].sum()
    return Section(
        "The suit that the deal favours",
        findings=(
            f"Under a threshold of {own} the win comes in a longest suit of the deal in {of_all} lone wins.",
            f"The longest suit of a deal has six tiles or more in {six:.1%} of deals (exact).",
        ),
        items=(
            Figure(
                plots.longest_suit(frame[frame["measure"] != "deals"]),
                "Wins by the longest suit of the deal",
                "The longer the longest suit, the more deals are completed, and the oftener in that suit.",
            ),
            Table(frame, f"Deals, wins among them and wins in a longest suit, threshold {own}."),
            Table(longest, "Most tiles of one suit in a deal, exactly."),
        ),
        reproduce=f"{call}\nfound.suits",
        text=("Where several suits are longest, a win in any of them counts.",),
    )
