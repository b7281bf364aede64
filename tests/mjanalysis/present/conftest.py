"""Small frames shaped like those of the analysis, and a backend without a screen."""

from math import nan

import matplotlib
import pandas as pd
import pytest

from mjanalysis.estimates import with_proportions
from mjanalysis.provenance import Provenance, attach

matplotlib.use("Agg")


@pytest.fixture
def distances():
    """Estimated and exact distances for ten thresholds."""
    rows = [
        {"rules": "soft_eight", "min_main_tiles": threshold, "shanten": shanten, "hits": hits, "n": 100,
         "exact": hits / 100 + (-1) ** shanten * 0.005}
        for threshold in range(5, 15)
        for shanten, hits in enumerate([2, 18, 40, 40])
    ]  # fmt: skip
    record = Provenance.begin("ma.feasibility()", rules=["standard"], seed=1, chunk=50, n=100)
    return attach(with_proportions(pd.DataFrame(rows)), record.finish())


@pytest.fixture
def draws():
    """Shares completed by draws, for three thresholds, two policies and five choices of main suit."""
    rows = [
        {"min_main_tiles": threshold, "policy": policy, "main_suit": suit, "draws": draw,
         "hits": draw * bonus * (15 - threshold), "n": 1000}
        for threshold in (5, 8, 11)
        for policy, bonus in (("efficient", 2), ("foresight", 4))
        for suit in ("any", "m", "p", "s", "z")
        for draw in range(0, 19, 3)
    ]  # fmt: skip
    return with_proportions(pd.DataFrame(rows))


@pytest.fixture
def suits():
    """What becomes of deals by their longest suit."""
    rows = [
        {"min_main_tiles": threshold, "policy": "efficient", "draws": 18, "longest": longest,
         "measure": measure, "hits": longest * times, "n": 100}
        for threshold in (8, 9)
        for longest in range(4, 10)
        for measure, times in (("deals", 2), ("wins", 5), ("wins in it", 9))
    ]  # fmt: skip
    return with_proportions(pd.DataFrame(rows))


@pytest.fixture
def shapes():
    """Distances to two shapes, one of which is counted exactly."""
    rows = [
        {"form": form, "shanten": shanten, "hits": hits, "n": 100, "exact": hits / 100 if counted else nan}
        for form, counted in (("standard", True), ("any", False))
        for shanten, hits in enumerate([2, 18, 40, 40])
    ]
    return with_proportions(pd.DataFrame(rows))


@pytest.fixture
def fans():
    """Fans of which one is rare and one never counts."""
    return pd.DataFrame({"fan": ["usual", "never", "rare"], "of_wins": [0.9, 0.0, 1e-9]})


@pytest.fixture
def points():
    """What hands are worth, and what each minimum leaves."""
    return pd.DataFrame(
        {"points": [4, 7, 8, 24], "of_wins": [0.1, 0.2, 0.5, 0.2], "min_points": [4, 7, 8, 24],
         "at_least": [1.0, 0.9, 0.7, 0.2]}
    )  # fmt: skip


@pytest.fixture
def compared():
    """Differences by metric and policy, some of which chance explains."""
    return pd.DataFrame(
        {"metric": ["won", "drawn"] * 2, "policy": ["efficient"] * 2 + ["value"] * 2,
         "unit": ["% of hands", "% of hands"] * 2, "difference": [1.0, -2.0, 0.5, 0.1],
         "low": [0.5, -2.5, 0.1, -0.4], "high": [1.5, -1.5, 0.9, 0.6], "p_adjusted": [0.01, 0.001, 0.04, 0.7]}
    )  # fmt: skip
