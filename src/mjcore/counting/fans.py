"""How often each fan counts among all complete hands, by scoring every one of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

import numpy as np
from numpy.typing import NDArray

from mjcore.counting.hands import Piece, seven_pairs, special_hands, standard_hands
from mjcore.kernels._fan_census import add_fans
from mjcore.kernels._mcr_scores import McrScorer
from mjcore.tables._tables import Tables

Sums = tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint64]]


def fan_sums(
    scorer: McrScorer,
    tables: Tables,
    most_points: int,
    workers: int | None,
    on_scored: Callable[[int], object] | None = None,
) -> Sums:
    """Weights of all complete hands with every winning tile; `on_scored` gets the hands of each piece done.

    Returns
    -------
    joint : ndarray of uint64, shape (columns, columns)
        Hands with both fans; on the diagonal, with the fan.
    times : ndarray of uint64, shape (columns,)
        How often each fan counts.
    points : ndarray of uint64, shape (most_points + 1,)
        Hands by their points, the last for that many or more.
    """
    n = scorer.n_columns

    def nothing() -> Sums:
        return np.zeros((n, n), np.uint64), np.zeros(n, np.uint64), np.zeros(most_points + 1, np.uint64)

    def scored(piece: Piece, skip_standard: bool) -> tuple[int, Sums]:
        sums = nothing()
        add_fans(scorer, *piece, skip_standard, *sums)
        return len(piece[1]), sums

    def add(futures: Iterable[Future[tuple[int, Sums]]]) -> None:
        for future in futures:
            n_hands, sums = future.result()
            for total, part in zip(totals, sums, strict=True):
                total += part  # integers: their order does not matter
            if on_scored is not None:
                on_scored(n_hands)

    totals = nothing()
    n_workers = workers or os.cpu_count() or 1
    with ThreadPoolExecutor(n_workers) as pool:
        running: set[Future[tuple[int, Sums]]] = set()
        for piece, skip_standard in _pieces(tables):
            running.add(pool.submit(scored, piece, skip_standard))
            if len(running) > 2 * n_workers:  # no more than a few pieces wait in memory
                done, running = wait(running, return_when=FIRST_COMPLETED)
                add(done)
        add(running)
    return totals


def _pieces(tables: Tables) -> Iterator[tuple[Piece, bool]]:
    """All complete hands; those that are both pairs and sets come once."""
    yield from ((piece, False) for piece in standard_hands(tables))
    yield from ((piece, True) for piece in seven_pairs())
    yield from ((piece, False) for piece in special_hands())
