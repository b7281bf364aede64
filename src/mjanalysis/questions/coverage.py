"""How often the intervals of this package cover what they estimate, tried where the answer is known exactly.

Samples are drawn again and again from distributions that `mjcore.census` counts, or dealt, or played where
symmetry says what must come out; and each sample is given to the code that every other estimate goes through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial, reduce
from typing import Any

import numpy as np
import pandas as pd

import mjcore as mj
from mjanalysis.checks import as_whole_number
from mjanalysis.columns import COVERAGE
from mjanalysis.differences import MeanDifference, ShareDifference, SpreadDifference
from mjanalysis.distributions import Distribution, clustered
from mjanalysis.estimates import LEVEL, Mean, proportions, with_proportions
from mjanalysis.provenance import Provenance, attach
from mjanalysis.replicate import accumulate
from mjanalysis.samples import Values
from mjcore import census

__all__ = ["CASES", "Case", "coverage"]

CHUNK = 500  #: repetitions at once, so that memory stays small where hands are dealt or played
REPETITIONS = 20_000  #: with which the error of a coverage of 95 % is 0.15 %

#: The share of samples that may lie beyond one limit.
ONE_LIMIT = (1 + LEVEL) / 2


@dataclass(frozen=True)
class Case:
    """An interval of something known.

    Parameters
    ----------
    interval : str
        Which kind.
    estimated : str
        What it is about.
    size : int
        Of each sample.
    covered : callable
        Called as ``covered(rng, repetitions, size)``: how many samples had an interval around the truth.
    nominal : float
        How many of them should.
    every : int
        Repeated only once in so many times, as it is slow.
    """

    interval: str
    estimated: str
    size: int
    covered: Callable[[np.random.Generator, int, int], int]
    nominal: float = LEVEL
    every: int = 1


@cache
def _distances(rules: Any) -> tuple[np.ndarray, np.ndarray]:
    """Distances of 13 tiles to a win, and the probability of each."""
    counts = census.shanten_counts(13, rules)
    return np.array([*counts]), np.array([count / census.n_deals(13) for count in counts.values()])


def _mean_distance(rules: Any) -> float:
    values, probabilities = _distances(rules)
    return float(values @ probabilities)


def _share(
    rng: np.random.Generator, repetitions: int, size: int, *, shanten: int, above: bool = False
) -> int:
    """Deals at a distance; `above` asks the upper limit alone."""
    values, probabilities = _distances("standard")
    (probability,) = probabilities[values == shanten]
    return _around(proportions(rng.binomial(size, probability, repetitions), size), probability, above)


def _share_dealt(rng: np.random.Generator, repetitions: int, size: int, *, shanten: int) -> int:
    """The same with hands that are dealt."""
    values, probabilities = _distances("standard")
    (probability,) = probabilities[values == shanten]
    found = mj.shanten(mj.deal_hands(rng, repetitions * size), "standard").reshape(repetitions, size)
    return _around(proportions((found == shanten).sum(axis=1), size), probability, False)


def _around(limits: pd.DataFrame, truth: float, above: bool) -> int:
    is_below = above | (limits["low"] <= truth)
    return int((is_below & (truth <= limits["high"])).sum())


def _mean(rng: np.random.Generator, repetitions: int, size: int, *, rules: Any) -> int:
    """The mean distance of deals."""
    values, probabilities = _distances(rules)
    counts = rng.multinomial(size, probabilities, repetitions)
    sums = zip((counts @ values).tolist(), (counts @ values**2).tolist(), strict=True)
    return _covering((Mean(size, *both) for both in sums), _mean_distance(rules))


def _dealt_under(rng: np.random.Generator, repetitions: int, size: int) -> list[np.ndarray]:
    """Distances of the same deals, shape (repetitions, size), under a threshold of eight and of nine."""
    hands = mj.deal_hands(rng, repetitions * size)
    found = (mj.shanten(hands, rules).astype(np.int64) for rules in (_EIGHT, _NINE))
    return [distances.reshape(repetitions, size) for distances in found]


def _mean_of_differences(rng: np.random.Generator, repetitions: int, size: int) -> int:
    """How much further the same deals are under a threshold of nine."""
    eight, nine = _dealt_under(rng, repetitions, size)
    return _covering(map(Mean.of, nine - eight), _mean_distance(_NINE) - _mean_distance(_EIGHT))


def _difference_paired(rng: np.random.Generator, repetitions: int, size: int) -> int:
    """How many more deals are within three of ready under a threshold of eight than under nine."""
    sides = [distances <= 3 for distances in _dealt_under(rng, repetitions, size)]
    return _covering(_differences(ShareDifference, sides, True), _near(_NINE) - _near(_EIGHT))


def _near(rules: Any) -> float:
    values, probabilities = _distances(rules)
    return float(probabilities[values <= 3].sum())


def _difference(rng: np.random.Generator, repetitions: int, size: int, *, kind: Any) -> int:
    """How other deals differ under Soft Eight from those towards any shape: shares, means or spreads."""
    sides, known = [], []
    for rules in ("standard", _EIGHT):
        values, probabilities = _distances(rules)
        found = rng.choice(values, size=(repetitions, size), p=probabilities)
        sides.append({ShareDifference: found <= 3, MeanDifference: found, SpreadDifference: found**2}[kind])
        mean, square = float(values @ probabilities), float(values**2 @ probabilities)
        known.append(
            {ShareDifference: _near(rules), MeanDifference: mean, SpreadDifference: square**0.5}[kind]
        )
    return _covering(_differences(kind, sides, False), known[1] - known[0])


def _differences(kind: Any, sides: Any, paired: bool) -> Iterator[Any]:
    """The differences between the rows of two sides."""
    for one, other in zip(*sides, strict=True):
        yield kind.of(Values.of(one), Values.of(other), paired=paired)


@cache
def _distance_together(deals: int) -> tuple[np.ndarray, np.ndarray]:
    """The distances of so many deals added up, and the probability of each sum."""
    values, probabilities = _distances("standard")
    whole = reduce(np.convolve, [probabilities] * deals)
    return np.arange(len(whole)) + deals * values[0], whole


@cache
def _live_tiles() -> tuple[np.ndarray, np.ndarray]:
    """Tiles outside a ready hand that complete it, and the probability of each number."""
    counts = census.wait_counts("standard", by="tiles")
    total = sum(counts.values())
    return np.array([*counts]), np.array([count / total for count in counts.values()])


def _quantile(
    rng: np.random.Generator, repetitions: int, size: int, *, of: Callable[[], Any], share: float
) -> int:
    """A quantile of whole numbers."""
    values, probabilities = of()
    truth = values[np.searchsorted(np.cumsum(probabilities), share)]
    rows = rng.choice(values, size=(repetitions, size), p=probabilities)
    limits = (Distribution.of(row).quantile_interval(share) or (0, 0) for row in rows)
    return sum(low <= truth <= high for low, high in limits)


def _mean_in_sessions(rng: np.random.Generator, repetitions: int, size: int, *, ignored: bool = False) -> int:
    """The mean of hands in sessions; `ignored` takes them for independent.

    A session has a distance in common, which lengthens it: one hand more than that. The value of a hand is
    this distance and one of its own.
    """
    values, probabilities = _distances("standard")
    common = rng.choice(values, size=repetitions * size, p=probabilities)
    hands = common + 1
    sessions = np.repeat(np.arange(len(common)), hands)
    own = rng.choice(values, size=len(sessions), p=probabilities)
    found = clustered(sessions, sessions // size, common[sessions] + own)
    means = (spread.mean if ignored else mean for mean, spread in found.values())
    return _covering(means, _true_mean_in_sessions())


def _true_mean_in_sessions() -> float:
    values, probabilities = _distances("standard")
    hands = values + 1
    return float(probabilities @ (hands * (values + _mean_distance("standard"))) / (probabilities @ hands))


def _points(rng: np.random.Generator, repetitions: int, size: int) -> int:
    """Points of a seat among four equal players who deal in turn, 0 in the mean by symmetry."""
    dealer = np.arange(repetitions * size) % 4
    hands = mj.play(mj.SOFT_EIGHT, "efficient", n=len(dealer), rng=rng, dealer=dealer)
    return _covering(map(Mean.of, hands["points"][:, 0].astype(np.int64).reshape(repetitions, size)), 0.0)


def _covering(estimates: Any, truth: float) -> int:
    """How many estimates have an interval around the truth."""
    intervals = (estimate.interval() for estimate in estimates)
    return sum(low <= truth <= high for low, high in intervals)


_EIGHT, _NINE = mj.SOFT_EIGHT, mj.SOFT_EIGHT.replace(min_main_tiles=9)
_OF_MEANS, _OF_SHARES, _OF_SPREADS = (
    partial(_difference, kind=kind) for kind in (MeanDifference, ShareDifference, SpreadDifference)
)
_READY = partial(_share, shanten=0)
_READY_AT_MOST = partial(_share, shanten=0, above=True)

_TOGETHER = partial(_quantile, of=partial(_distance_together, 1000))
_LIVE = partial(_quantile, of=_live_tiles)

#: What is tried, in the order of the table. Of deals one in 15,003 is ready.
CASES = (
    Case("Wilson", "deals 4 from ready", 100, partial(_share, shanten=4)),
    Case("Wilson", "deals 4 from ready", 1_000, partial(_share, shanten=4)),
    Case("Wilson", "deals 4 from ready, dealt", 200, partial(_share_dealt, shanten=4)),
    Case("Wilson", "deals 1 from ready, 5 expected", 1_000, partial(_share, shanten=1)),
    Case("Wilson", "ready deals, 7 expected", 100_000, _READY),
    Case("both", "ready deals, 4 expected", 60_000, _READY),
    Case("Clopper-Pearson below five hits", "ready deals, 0.7 expected", 10_000, _READY),
    Case("Clopper-Pearson below five hits", "ready deals, 0.17 expected", 2_500, _READY),
    Case("their upper limit", "ready deals, 3.8 expected", 57_000, _READY_AT_MOST, ONE_LIMIT),
    Case("their upper limit", "ready deals, 0.17 expected", 2_500, _READY_AT_MOST, ONE_LIMIT),
    Case("Student", "mean distance, standard", 10, partial(_mean, rules="standard")),
    Case("Student", "mean distance, standard", 100, partial(_mean, rules="standard")),
    Case("Student", "mean distance, Soft Eight", 100, partial(_mean, rules=mj.SOFT_EIGHT)),
    Case("Student, paired", "mean distance, 9 less 8, dealt", 100, _mean_of_differences),
    Case("Welch", "mean distance, Soft Eight less standard", 100, _OF_MEANS, every=2),
    Case("Newcombe", "deals within 3 of ready, Soft Eight less standard", 100, _OF_SHARES, every=2),
    Case("Newcombe, paired", "deals within 3 of ready, 9 less 8, dealt", 100, _difference_paired, every=2),
    Case("delta method", "root mean square distance, Soft Eight less standard", 100, _OF_SPREADS, every=2),
    Case("Student", "points of a seat, played", 100, _points, every=10),
    Case("binomial places", "median, distance of 1000 deals", 50, partial(_TOGETHER, share=0.5)),
    Case("binomial places", "90 %, distance of 1000 deals", 50, partial(_TOGETHER, share=0.9)),
    Case("binomial places", "median, live tiles of ready deals", 50, partial(_LIVE, share=0.5)),
    Case("between clusters", "mean of hands in sessions", 100, _mean_in_sessions),
    Case("clusters ignored", "mean of hands in sessions", 100, partial(_mean_in_sessions, ignored=True)),
)  # fmt: skip


def coverage(
    *, repetitions: int = REPETITIONS, seed: int = 1, workers: int = 1, progress: bool = False
) -> pd.DataFrame:
    """How often intervals at 95 % cover what they estimate.

    Parameters
    ----------
    repetitions : int
        Samples of each case; of slow ones a half, where hands are played a tenth.
    seed : int
    workers, progress
        As for `mjanalysis.replicate`.

    Returns
    -------
    DataFrame
        interval, estimated, size (of a sample), nominal, hits (samples whose interval covers), n (samples),
        share, low, high.

    Examples
    --------
    >>> found = coverage(repetitions=200, seed=1)
    >>> found.loc[found["interval"] == "Student", "size"].tolist()
    [10, 100, 100, 100]
    """
    repetitions, seed = as_whole_number("repetitions", repetitions, 100), as_whole_number("seed", seed, 0)
    command = f"ma.coverage(repetitions={repetitions}, seed={seed})"
    record = Provenance.begin(command, seed=seed, chunk=CHUNK, n=repetitions, workers=workers)
    rows = []
    for stream, case in enumerate(CASES):
        tally = accumulate(
            partial(_covered, case), n=repetitions // case.every, seed=seed, chunk=CHUNK, stream=stream,
            workers=workers, progress=progress, label=f"{case.interval}, {case.estimated}",
        )  # fmt: skip
        rows.append((case.interval, case.estimated, case.size, case.nominal, tally.total, tally.n_done))
        if tally.n_done < tally.n_requested:
            break
    frame = pd.DataFrame(rows, columns=list(COVERAGE[:6]))
    return attach(with_proportions(frame), record.finish(n=repetitions))


def _covered(case: Case, rng: np.random.Generator, repetitions: int) -> int:
    return case.covered(rng, repetitions, case.size)
