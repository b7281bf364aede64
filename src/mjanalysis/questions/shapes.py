"""How much do the special shapes add? How far deals are from each winning shape of MCR, and from any.

Two answers, from the same deals:

1. the distribution of the distance to each of the five shapes and to the nearest of them, beside the exact
   one where that is counted: distances to the two knitted shapes are not;
2. how often a special shape is nearer than four sets and a pair.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np
import pandas as pd

import mjcore as mj
from mjanalysis.checks import as_whole_number, as_whole_numbers
from mjanalysis.columns import SHAPE_SHANTEN, SHAPES
from mjanalysis.estimates import with_proportions
from mjanalysis.exact import rules_name
from mjanalysis.provenance import Provenance, attach
from mjanalysis.questions.told import Told
from mjanalysis.replicate import CHUNK, Tally, accumulate
from mjcore import census
from mjcore.words.presets import check_rules

__all__ = ["COUNTED", "FORMS", "ShapeDistances", "shape_distances"]

#: The winning shapes, the common one first.
FORMS = ("standard", "seven_pairs", "thirteen_orphans", "honors_and_knitted", "knitted_straight")
#: Those whose distances are counted exactly.
COUNTED = ("standard", "seven_pairs", "thirteen_orphans")
#: What is said of a special shape at a deal, by the name of its sums.
MEASURES = {"nearer": "nearer than four sets and a pair", "only": "nearer than all others"}
ANY = "any"  #: the nearest shape of all, or any special one
MOST_SHANTEN = 13  #: of any deal to any shape; thirteen orphans can be so far off


@dataclass(frozen=True, eq=False, repr=False)
class ShapeDistances(Told):
    """Answers of :func:`shape_distances`, tidy frames with provenance.

    Attributes
    ----------
    distances : DataFrame
        rules, form (a shape, or any for the nearest), shanten, hits, n, share, low, high, exact (nan where
        it is not counted).
    nearer : DataFrame
        rules, form (a special shape, or any of them), measure (one of `MEASURES`), hits, n, share, low, high.
    """

    distances: pd.DataFrame
    nearer: pd.DataFrame

    def __str__(self) -> str:
        from mjanalysis.present.tables import as_markdown

        distances, nearer = as_markdown(self.distances), as_markdown(self.nearer)
        return f"Distance at the deal\n{distances}\n\nWhich shape is nearer\n{nearer}"


def shape_distances(
    rules: mj.McrRules = mj.MCR,
    *,
    deals: int = 1_000_000,
    seed: int,
    workers: int = 1,
    executor: Executor | None = None,
    progress: bool = False,
    stop: Callable[[], bool] | None = None,
) -> ShapeDistances:
    """Estimate how far random deals are from each winning shape of MCR.

    Parameters
    ----------
    rules : McrRules
        All of them know the same five shapes.
    deals : int
    seed : int
        Where the run starts; the deals are those of :func:`mjanalysis.feasibility` from the same seed.
    workers : int
        Threads, or how many workers the `executor` has.
    executor : concurrent.futures.Executor, optional
        Threads, processes or a cluster.
    progress : bool
        Show a progress bar.
    stop : callable, optional
        Asked between pieces of work; once it answers yes, the run is interrupted.

    Returns
    -------
    ShapeDistances
        With fewer deals than asked for if the run was interrupted.

    Raises
    ------
    MahjongError
        If `rules` are not those of MCR, or deals, seed or workers are no numbers that can be.
    KeyboardInterrupt
        If the run was interrupted before its first piece was done.

    Examples
    --------
    >>> result = shape_distances(deals=20_000, seed=1)
    >>> dict(zip(result.nearer["form"], result.nearer["hits"]))["any"]
    5031
    """
    check_rules(rules, mj.McrRules, what="distances to the five shapes are those of")
    (deals,) = as_whole_numbers("deals", [deals], 1, 10**15)
    seed, workers = as_whole_number("seed", seed, 0), as_whole_number("workers", workers, 1)
    of_distances, of_nearer = (
        Provenance.begin(
            f"ma.shape_distances(rules, deals={deals}, seed={seed}).{part}",
            rules=[rules], seed=seed, chunk=CHUNK, n=deals, workers=workers,
        )
        for part in ("distances", "nearer")
    )  # fmt: skip
    tally = accumulate(
        _sample,
        n=deals,
        seed=seed,
        label="distances",
        workers=workers,
        executor=executor,
        progress=progress,
        stop=stop,
    )
    return ShapeDistances(
        attach(_distance_frame(tally, rules), of_distances.finish(n=tally.n_done)),
        attach(_nearer_frame(tally, rules), of_nearer.finish(n=tally.n_done)),
    )


def _sample(rng: np.random.Generator, size: int) -> dict[str, np.ndarray]:
    """Deals by shanten to each shape and to the nearest, and by which special shapes are nearer.

    ``shanten`` (shape, shanten + 1); ``nearer`` (special shape, then any of them); ``only`` (special shape).
    """
    hands = mj.deal_hands(rng, size)
    each = np.stack([mj.shanten(hands, form) for form in FORMS])
    nearest = each.min(axis=0)
    is_nearest = each == nearest
    nearer = each[1:] < each[0]
    only = is_nearest[1:] & (is_nearest.sum(axis=0) == 1)
    return {
        "shanten": np.array(
            [np.bincount(shanten + 1, minlength=MOST_SHANTEN + 2) for shanten in (*each, nearest)]
        ),
        "nearer": np.append(nearer.sum(axis=1), nearer.any(axis=0).sum()),
        "only": only.sum(axis=1),
    }


def _distance_frame(tally: Tally, rules: mj.McrRules) -> pd.DataFrame:
    rows = []
    for form, counts in zip((*FORMS, ANY), tally.total["shanten"].tolist(), strict=True):
        exact = census.shanten_counts(13, form) if form in COUNTED else {}
        possible = exact or range(max(np.flatnonzero(counts)))  # from ready to the furthest that was seen
        for shanten in possible:
            share = exact[shanten] / census.n_deals(13) if exact else np.nan
            rows.append((rules_name(rules), form, shanten, counts[shanten + 1], tally.n_done, share))
    frame = pd.DataFrame(rows, columns=["rules", "form", "shanten", "hits", "n", "exact"])
    return with_proportions(frame)[list(SHAPE_SHANTEN)]


def _nearer_frame(tally: Tally, rules: mj.McrRules) -> pd.DataFrame:
    special = FORMS[1:]
    rows = [
        (rules_name(rules), form, MEASURES[name], hits, tally.n_done)
        for name, forms in (("nearer", (*special, ANY)), ("only", special))
        for form, hits in zip(forms, tally.total[name].tolist(), strict=True)
    ]
    frame = pd.DataFrame(rows, columns=["rules", "form", "measure", "hits", "n"])
    return with_proportions(frame)[list(SHAPES)]
