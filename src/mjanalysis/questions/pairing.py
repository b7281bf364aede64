"""Runs side by side: whether they share their walls, and the sums that tell how much they differ."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from mjanalysis.differences import Difference
from mjanalysis.hand_rows import columns_of
from mjanalysis.questions.metrics import NEEDED, Metric, metrics_of, with_fans
from mjanalysis.replicate import added
from mjanalysis.runs import Run
from mjanalysis.samples import Joint, Sample, Values
from mjanalysis.store import marks_in
from mjcore.deal import n_wall_tiles

__all__ = ["differences_of", "n_paired", "why_apart"]


def why_apart(a: Run, b: Run) -> str:
    """Why hands of two runs are not on the same walls; empty if they are.

    Who deals and what is at stake may differ: the walls are the same, and it is what is compared. Only those
    in which a seat is dealt a given hand depend on who deals. The sessions of a part are played in lock step,
    so that all but their first hands are on other walls if there are more or fewer of them.
    """
    if n_wall_tiles(a.rules) != n_wall_tiles(b.rules):
        return f"have walls of {n_wall_tiles(a.rules)} and of {n_wall_tiles(b.rules)} tiles"
    for name in ("seed", "chunk"):
        ours, theirs = (getattr(run.provenance, name) for run in (a, b))
        if ours != theirs:
            return f"have the {name}s {ours} and {theirs}"
    for name, what in (
        ("sessions", "sessions"),
        ("hand", "given hands"),
        ("seat", "seats of the given hand"),
    ):
        if a.setup[name] != b.setup[name]:
            return f"have other {what}"
    if a.setup["hand"] is not None and (a.setup["sessions"] or a.setup["dealer"] != b.setup["dealer"]):
        return "have other dealers, around whom the given hand is dealt"
    if isinstance(a.provenance.seed, tuple) and _places(a) != _places(b):
        return "consist of runs of other lengths"
    if a.setup["sessions"] and any(ours != theirs for ours, theirs in _rows_side_by_side(a, b)):
        return "have parts of more and of fewer sessions, whose later hands are on other walls"
    return ""


def n_paired(a: Run, b: Run) -> int:
    """Hands of two runs on the same walls that stand side by side."""
    return sum(map(min, _rows_side_by_side(a, b)))


def _rows_side_by_side(a: Run, b: Run) -> list[tuple[int, int]]:
    """Rows of the parts that both runs have."""
    return [(a.parts.rows(k), b.parts.rows(k)) for k in range(min(len(a.parts), len(b.parts)))]


def _places(run: Run) -> list[int]:
    """Which part each part is of the run with its seed: with each run of several they begin anew."""
    marked = (marks_in(run.parts.source(k), pages=False) for k in range(len(run.parts)))
    return [marks["part"] for marks, _ in filter(None, marked)]


def differences_of(a: Run, b: Run) -> dict[Metric, Difference]:
    """What two runs differ by, hand by hand if they share their walls.

    Parameters
    ----------
    a, b : Run
        Of runs that share walls, as many hands of each as the shorter has.

    Returns
    -------
    dict of Metric to Difference

    Examples
    --------
    >>> import mjanalysis as ma
    >>> import mjcore as mj
    >>> run = ma.simulate(mj.SOFT_EIGHT, deals=1_000, policy="efficient", seed=1)
    >>> found = differences_of(run, run)
    >>> {difference.value for difference in found.values() if difference.is_known}
    {0.0}
    """
    metrics = metrics_of(a.rules, b.rules)
    if why_apart(a, b):
        sides = [run.summed(_needed(run), functools.partial(_samples, run.rules, metrics)) for run in (a, b)]
        return {metric: metric.kind(*(side[metric] for side in sides)) for metric in metrics}
    found = (_paired(a.rules, b.rules, metrics, *columns) for columns in _side_by_side(a, b))
    return functools.reduce(added, found)


def _needed(run: Run) -> list[str]:
    return [*NEEDED, "session"] if run.setup["sessions"] else [*NEEDED]


def _side_by_side(a: Run, b: Run) -> Iterator[list[dict[str, np.ndarray]]]:
    """Columns of the parts of both runs, as many rows as both have."""
    for k, rows in enumerate(_rows_side_by_side(a, b)):
        n = min(rows)
        yield [
            {name: column[:n] for name, column in columns_of(run.parts.source(k), _needed(run)).items()}
            for run in (a, b)
        ]


def _values(rules: Any, metrics: Iterable[Metric], columns: dict[str, np.ndarray]) -> dict[Metric, Values]:
    columns = with_fans(columns, rules)
    values = {metric: metric.of(columns) for metric in metrics}
    if "session" not in columns:
        return values
    return {metric: of_hands.within(columns["session"]) for metric, of_hands in values.items()}


def _samples(rules: Any, metrics: Iterable[Metric], columns: dict[str, np.ndarray]) -> dict[Metric, Sample]:
    return {metric: Sample.of(values) for metric, values in _values(rules, metrics, columns).items()}


def _paired(
    rules_a: Any, rules_b: Any, metrics: Iterable[Metric], columns_a: Any, columns_b: Any
) -> dict[Metric, Difference]:
    ours, theirs = _values(rules_a, metrics, columns_a), _values(rules_b, metrics, columns_b)
    return {
        metric: metric.kind(Sample.of(values), Sample.of(theirs[metric]), Joint.of(values, theirs[metric]))
        for metric, values in ours.items()
    }
