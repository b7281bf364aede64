"""What becomes of the game as options of the rules change: variants beside their base, on the same walls."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

import mjcore as mj
from mjanalysis.checks import as_whole_number
from mjanalysis.differences import check_adjustment
from mjanalysis.present import plots
from mjanalysis.provenance import Provenance, attach
from mjanalysis.questions.compare import (
    About,
    constants_of,
    framed,
    is_seen,
    played,
    rows_of,
    seed_for,
    told,
)
from mjanalysis.questions.metrics import FAN
from mjanalysis.questions.pairing import differences_of
from mjanalysis.questions.play_study import POLICIES
from mjanalysis.questions.told import Told
from mjanalysis.runs import Run, named, players_of
from mjanalysis.simulation import CHUNK
from mjcore.words.errors import MahjongError, quoted
from mjcore.words.presets import check_rules

__all__ = ["Sweep", "rows_against", "sweep", "variants_of"]


@dataclass(frozen=True, eq=False, repr=False)
class Sweep(Told):
    """What each variant of some rules differs in from them.

    Attributes
    ----------
    frame : DataFrame
        One row a variant, policy and metric: ``variant``, ``policy``, and what `Comparison.frame` has, ``a``
        being of the base and ``b`` of the variant. A variant that is the base has differences of 0 and no p.
    base : str
        The rules that all are compared with.
    notes : tuple of str
        What to mind.
    """

    frame: pd.DataFrame
    base: str
    notes: tuple[str, ...]

    @property
    def findings(self) -> tuple[str, ...]:
        """What each row says, in a sentence; of fans those in which a difference was seen."""
        rows = self.frame[self.frame["p"].notna()].to_dict("records")
        return tuple(
            f"{row['variant']}, {row['policy']}, {told(row)}"
            for row in rows
            if not row["metric"].startswith(FAN) or is_seen(row)
        )

    def plot(self, metric: str = "won", ax: Any = None) -> Any:
        """Draw the differences of the variants in one metric.

        Parameters
        ----------
        metric : str
            One of the column `metric`.
        ax : Axes, optional
            Where to draw; a new figure unless given.

        Returns
        -------
        Axes
        """
        rows = self.frame[self.frame["metric"] == metric]
        if rows.empty:
            known = self.frame["metric"].drop_duplicates()
            like = " or ".join(quoted(name) for name in known if str(metric) in name)
            raise MahjongError(
                f"there is no metric {quoted(metric)}; the column metric says what there is"
                + (f", such as {like}" if like else "")
            )
        ax = plots.differences(rows, ax, by="variant")
        ax.set_title(metric)
        return ax

    def __str__(self) -> str:
        return "\n".join([f"From {self.base} (a) to each variant (b):", *self.notes, "", *self.findings])


def sweep(
    rules: Any,
    grid: Mapping[str, Iterable[Any]],
    *,
    deals: int,
    seed: int,
    policy: Any = None,
    adjust: str = "holm",
    workers: int = 1,
    executor: Executor | None = None,
    progress: bool = False,
    store: str | Path | None = None,
    stop: Callable[[], bool] | None = None,
) -> Sweep:
    """Play every combination of values of some options, on the same walls, and compare each with the base.

    Parameters
    ----------
    rules : SoftEightRules or McrRules
        The base. It is played too, whether it is on the grid or not.
    grid : mapping of str to iterable
        Options by the names that `rules.replace` takes, and their values.
    deals, seed : int
        Hands to play under each variant, and where they start.
    policy : str, Policy, Player, or sequence of four of these, optional
        `efficient` and `value` one after the other unless given.
    adjust : {"holm", "benjamini-hochberg"}
        How values of p allow for all rows together.
    workers, executor, progress
        As for `simulate`.
    store : path-like, optional
        A folder that keeps the runs, each in one of its own; the same call goes on where it was stopped.
    stop : callable, optional
        As for `simulate`.

    Returns
    -------
    Sweep

    Raises
    ------
    MahjongError
        If something given cannot be.
    KeyboardInterrupt
        If it was stopped before any variant could be compared.

    Examples
    --------
    >>> found = sweep(mj.SOFT_EIGHT, {"min_main_tiles": [8, 9]}, deals=1_000, seed=1, policy="efficient")
    >>> found.frame["variant"].unique().tolist()
    ['min_main_tiles=8', 'min_main_tiles=9']
    >>> rows = found.frame[found.frame["metric"] == "refused"]
    >>> rows["difference"].iloc[0].item(), bool(rows["low"].iloc[1] > 0)
    (0.0, True)
    """
    check_rules(rules, mj.SoftEightRules, mj.McrRules, what="options are those of")
    check_adjustment(adjust)
    grid = _listed(grid)
    variants = variants_of(rules, grid)
    how: dict[str, Any] = {
        "deals": as_whole_number("deals", deals, 2), "seed": seed, "workers": workers, "executor": executor,
        "progress": progress, "store": store, "stop": stop,
    }  # fmt: skip
    given = "" if policy is None else f", policy={policy!r}"
    given += "" if adjust == "holm" else f", adjust={adjust!r}"
    command = f"ma.sweep(rules[0], {grid!r}, deals={deals}, seed={seed}{given})"
    record = Provenance.begin(
        command, rules=[rules, *variants.values()], seed=seed, chunk=CHUNK, n=deals, workers=workers
    )
    rows: list[dict[str, Any]] = []
    done: list[About] = []
    for players in POLICIES if policy is None else (policy,):
        if done and stop is not None and stop():
            break
        base = played(rules, players, **how)
        done.append(About.of(base))
        rows += rows_against(base, variants, players, done, **how)
    if not rows:
        raise KeyboardInterrupt
    frame = framed(rows, adjust)
    record = record.finish(n=min(run.n for run in done))
    return Sweep(attach(frame, record), named(rules), (*_about_walls(frame), *constants_of(done)))


def _about_walls(frame: pd.DataFrame) -> list[str]:
    """Which variants are not on the walls of the base, in a sentence."""
    apart = frame.loc[~frame["paired"].astype(bool), "variant"].unique()
    return [f"Not paired, as they have walls of other tiles: {'; '.join(apart)}."] if len(apart) else []


def variants_of(rules: Any, grid: Mapping[str, Iterable[Any]]) -> dict[str, Any]:
    """Rules by what is changed in them, for every combination of values.

    Raises
    ------
    MahjongError
        If the grid is empty, or an option or value does not exist.

    Examples
    --------
    >>> list(variants_of(mj.SOFT_EIGHT, {"min_main_tiles": [8, 9], "chow_claims": [True]}))
    ['min_main_tiles=8, chow_claims=True', 'min_main_tiles=9, chow_claims=True']
    """
    listed = _listed(grid)
    variants = {}
    for chosen in itertools.product(*listed.values()):
        changes = dict(zip(listed, chosen, strict=True))
        name = ", ".join(f"{option}={value!r}" for option, value in changes.items())
        variants[name] = rules.replace(**changes)
    return variants


def _listed(grid: Any) -> dict[str, list[Any]]:
    """Options and the list of their values; an iterable is read once."""
    if not isinstance(grid, Mapping) or not grid:
        raise MahjongError(f"options and their values are a mapping such as {{'min_main_tiles': [8, 9]}}, "
                           f"not {quoted(grid)}")  # fmt: skip
    listed = {}
    for option, values in grid.items():
        if not isinstance(option, str):
            raise MahjongError(f"an option is given by its name, not by {quoted(option)}")
        is_several = np.iterable(values) and not isinstance(values, str | bytes | Mapping)
        listed[option] = list(values) if is_several else []
        if not listed[option]:
            raise MahjongError(f"{option}: a list of values is needed, not {quoted(values)}")
    return listed


def rows_against(
    base: Run, variants: Mapping[str, Any], players: Any, done: list[About], *, seed: int, **how: Any
) -> list[dict[str, Any]]:
    """Rows of what variants differ in from a base that was played.

    Parameters
    ----------
    base : Run
    variants : mapping of str to rule set
        By the label of their rows.
    players
        The policy of the base.
    done : list of About
        Gets what is to be said of the run of each variant, which is then let go.
    seed, **how
        Of `played`.
    """
    rows = []
    for label, rules in variants.items():
        if how["stop"] is not None and how["stop"]():
            break
        is_base = rules == base.rules
        run = base if is_base else played(rules, players, seed=seed_for(rules, base.rules, seed), **how)
        done.append(About.of(run))
        found = rows_of(
            differences_of(base, run), base.rules.name, rules.name, variant=label, policy=players_of(run)
        )
        if is_base:  # it is the same hands, and nothing is estimated
            found = [{**row, "low": 0.0, "high": 0.0, "p": np.nan} for row in found]
        rows += found
    return rows
