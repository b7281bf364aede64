"""The walls of a run played once more, by other rules or with other stakes: the same hands, pair by pair."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from mjanalysis.hand_rows import columns_of
from mjanalysis.runs import Run
from mjanalysis.simulation import simulate
from mjcore.words.errors import MahjongError

__all__ = ["paired_parts", "played_again", "sessions_again"]

#: What else hands are played with.
_KEPT = ("dealer", "prevalent_wind", "hand", "seat", "zha", "hands")


def played_again(run: Run, rules: Any, *, workers: int = 1, **changes: Any) -> Run:
    """The walls of a run of single hands, played by the same players.

    Parameters
    ----------
    run : Run
    rules : rule set
    workers : int
        Threads.
    **changes
        Of what the run was played with, as `simulate` takes it.

    Returns
    -------
    Run

    Raises
    ------
    MahjongError
        If the hands are those of sessions, or parts of the run are missing.
    """
    if run.setup["sessions"]:
        raise MahjongError(
            "the hands of sessions depend on who deals, so the same walls cannot be played again"
        )
    given = {name: run.setup[name] for name in _KEPT} | changes
    again = simulate(rules, walls=run, policy=list(run.policies), workers=workers, **given)
    return _of_the_same_parts(run, again, "hands")


def sessions_again(run: Run, *, workers: int = 1, **changes: Any) -> Run:
    """The sessions of a run played once more by the same players and rules.

    Parameters
    ----------
    run : Run
        Of sessions.
    workers : int
        Threads.
    **changes
        Of what the run was played with, as `simulate` takes it; none that changes who deals.

    Returns
    -------
    Run

    Raises
    ------
    MahjongError
        If the run is a merge, or parts of it are missing.
    """
    seed, chunk = run.provenance.seed, run.provenance.chunk
    if not (isinstance(seed, int) and isinstance(chunk, int)):
        raise MahjongError("a merged run is played again by its parts: ask each of them")
    given = {name: run.setup[name] for name in ("dealer", "prevalent_wind", "sessions", "zha")} | changes
    again = simulate(
        run.rules, deals=len(run), policy=list(run.policies), seed=seed, chunk=chunk, workers=workers, **given
    )
    return _of_the_same_parts(run, again, "sessions")


def _of_the_same_parts(run: Run, again: Run, what: str) -> Run:
    """The run that was played again, if each of its parts has the hands of the first one's."""
    sizes = [[one.parts.rows(k) for k in range(len(one.parts))] for one in (run, again)]
    if sizes[0] != sizes[1]:
        raise MahjongError(f"parts of the run are missing, so its {what} cannot be paired with others")
    return again


def paired_parts(
    run: Run, names: Iterable[str], again: Run, names_again: Iterable[str]
) -> Iterator[tuple[dict[str, np.ndarray], dict[str, np.ndarray]]]:
    """Columns of each part of a run, and columns of the same hands played again."""
    names, names_again = list(names), list(names_again)
    for k in range(len(run.parts)):
        yield columns_of(run.parts.source(k), names), columns_of(again.parts.source(k), names_again)
