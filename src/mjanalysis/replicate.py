"""Repeat a random experiment in chunks, on any executor, with results that depend only on the seed.

Chunk k of stream s always draws from ``SeedSequence(seed, spawn_key=(s, k))``, the k-th child of the
s-th child that ``SeedSequence(seed).spawn`` would give, and results come back in chunk order. So
neither the number of workers nor their kind can change a result, any chunk can be repeated alone,
and a run stopped after some chunks equals a shorter run. Parts of a run that shall not depend on each
other take different streams of one seed. Chunks that happen to finish early are never counted ahead
of earlier ones: that would prefer draws that are quick to compute.
"""

import os
import pickle
import sys
import warnings
from collections import deque
from collections.abc import Mapping
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import Any

import numpy as np

from mjanalysis.checks import as_whole_number
from mjanalysis.estimates import MOST
from mjanalysis.numerals import grouped
from mjcore.words.errors import MahjongError, quoted

__all__ = ["CHUNK", "Chunks", "PartialRun", "Tally", "WorkersLost", "accumulate", "added", "replicate"]

#: Draws a chunk where nothing else is asked for.
CHUNK = 65_536


class PartialRun(UserWarning):
    """A run was interrupted; what it returned rests on fewer draws than were asked for."""


class WorkersLost(RuntimeError):
    """Worker processes kept dying, and a chunk could not be finished.

    Attributes
    ----------
    first_missing : int
        The chunk that was due when they died; all chunks before it were finished.
    tally : Tally or None
        What `accumulate` had summed up to there.
    """

    def __init__(self, message, first_missing=0):
        super().__init__(message, first_missing)  # both in args, so that it can be pickled
        self.first_missing = first_missing
        self.tally = None

    def __str__(self):
        return self.args[0]


@dataclass(frozen=True)
class Chunks:
    """`n` draws cut into chunks, each with its own random stream.

    Parameters
    ----------
    n : int
        Draws in all, at least 1.
    seed : int
        Not negative.
    chunk : int
        Draws a chunk; only the last may have fewer. Other sizes are other draws.
    stream : int
        Which of the streams of the seed: draws of two streams do not depend on each other.

    Raises
    ------
    MahjongError
        If one is not a whole number, or too low, or `n` does not fit in 64 bits.

    Examples
    --------
    >>> chunks = Chunks(n=100, seed=1, chunk=40)
    >>> len(chunks), chunks.size(2)
    (3, 20)
    >>> chunks.run(lambda rng, size: int(rng.integers(6, size=size).sum()), 2)
    44
    """

    n: int
    seed: int
    chunk: int = CHUNK
    stream: int = 0

    def __post_init__(self):
        for name, least in (("n", 1), ("seed", 0), ("chunk", 1), ("stream", 0)):
            object.__setattr__(self, name, as_whole_number(name, getattr(self, name), least))
        if self.n > MOST:
            raise MahjongError(f"n must be at most {grouped(MOST)}, and {quoted(self.n)} is more")

    def __len__(self):
        return -(-self.n // self.chunk)

    def size(self, k):
        """Draws in chunk `k`.

        Parameters
        ----------
        k : int
            Number of the chunk, from 0.

        Returns
        -------
        int
        """
        return min(self.chunk, self.n - k * self.chunk)

    def n_before(self, k):
        """Draws in all chunks before chunk `k`.

        Parameters
        ----------
        k : int
            Number of the chunk, from 0.

        Returns
        -------
        int
        """
        return min(self.n, k * self.chunk)

    def n_in(self, chosen):
        """Draws in some chunks; at once, if these are a range without steps.

        Parameters
        ----------
        chosen : sequence of int
            Numbers of the chunks.

        Returns
        -------
        int
        """
        if isinstance(chosen, range) and chosen.step == 1:
            return self.n_before(chosen.stop) - self.n_before(chosen.start)
        return sum(map(self.size, chosen))

    def rng(self, k):
        """The random generator of chunk `k`, at its start.

        Parameters
        ----------
        k : int
            Number of the chunk, from 0.

        Returns
        -------
        Generator
        """
        sequence = np.random.SeedSequence(entropy=self.seed, spawn_key=(self.stream, k))
        return np.random.Generator(np.random.PCG64(sequence))

    def run(self, sample, k):
        """``sample(rng, size)`` for chunk `k` alone; an exception gets a note that says which.

        Parameters
        ----------
        sample : callable
            Takes a Generator and a number of draws.
        k : int
            Number of the chunk, from 0.

        Returns
        -------
        object
            What `sample` returns.
        """
        try:
            return sample(self.rng(k), self.size(k))
        except Exception as error:
            error.add_note(f"In chunk {k} of {len(self)}; {self!r}.run(sample, {k}) repeats it.")
            raise


@dataclass(frozen=True)
class Tally:
    """What `accumulate` found, and on how many draws it rests.

    Attributes
    ----------
    total : object
        The combined results of the chunks that were done.
    n_done : int
        Draws behind `total`: the n of every estimate made from it.
    n_requested : int
        Draws asked for.
    """

    total: Any
    n_done: int
    n_requested: int

    def __str__(self):
        of = (
            grouped(self.n_done)
            if not self.interrupted
            else f"{grouped(self.n_done)} of {grouped(self.n_requested)}"
        )
        return f"{self.total}, from {of} draws"

    @property
    def interrupted(self):
        """Whether the run stopped before the end."""
        return self.n_done < self.n_requested


def _widened(part):
    """Integer arrays as 64 bits, so that sums of many parts cannot wrap; all else as it is."""
    if isinstance(part, np.ndarray) and part.dtype.kind in "biu" and part.dtype != np.uint64:
        return part.astype(np.int64)
    return part


def added(a, b):
    """The sum of two results, term by term; changes neither.

    Parameters
    ----------
    a, b : ndarray, number, Proportion, Mean, or mappings and tuples of these
        Of one shape.

    Returns
    -------
    object
        Shaped like `a`; integer arrays as int64.

    Examples
    --------
    >>> added({"wins": 3, "by_draw": np.array([1, 2])}, {"wins": 1, "by_draw": np.array([0, 1])})
    {'wins': 4, 'by_draw': array([1, 3])}
    """
    if isinstance(a, Mapping):
        if a.keys() != b.keys():
            raise MahjongError(f"Results with the keys {sorted(a)} and {sorted(b)} cannot be added.")
        return {key: added(a[key], b[key]) for key in a}
    if isinstance(a, tuple):
        terms = [added(x, y) for x, y in zip(a, b, strict=True)]
        return type(a)(*terms) if hasattr(a, "_fields") else tuple(terms)
    if isinstance(a, np.ndarray) and a.shape != b.shape:
        raise MahjongError(f"Arrays of the shapes {a.shape} and {b.shape} cannot be added.")
    return _widened(a) + _widened(b)


def replicate(
    sample,
    *,
    n,
    seed,
    chunk=CHUNK,
    stream=0,
    workers=1,
    executor=None,
    progress=False,
    label="",
    chosen=None,
    note=None,
):
    """Yield ``sample(rng, size)`` for chunks that add up to `n` draws, in chunk order.

    Parameters
    ----------
    sample : callable
        Takes a Generator and a number of draws. For processes it must be picklable.
    n, seed, chunk, stream : int
        Draws in all, the seed of the run, draws a chunk, which stream of the seed; see `Chunks`.
    workers : int, default 1
        Without an executor, threads to use: the kernels release the interpreter lock. With one,
        how many it has: that many chunks twice over wait for it (at least twice as many as this
        machine has processors), and that many processes replace it if its own die.
    executor : concurrent.futures.Executor, optional
        Threads, processes, or a cluster's. It is left open.
    progress : bool, default False
        Whether to show a bar with the rate on standard error.
    label : str
        Stands before the bar.
    chosen : sequence of int, optional
        The chunks to compute, in order, where the others are known already; all unless given.
    note : callable, optional
        Gives what stands after the bar, once a result was taken.

    Yields
    ------
    object
        The result of each chunk. A bounded number wait in memory, however many there are.

    Raises
    ------
    MahjongError
        If one of the numbers is not a whole number, or too low, or processes cannot be sent `sample`.
    WorkersLost
        If a worker process died and the chunk could not be finished in new ones either. A first
        death only warns: finished chunks are kept, the others are computed again. A cluster does so
        by itself; if it gives a chunk up, or is gone, this is raised at once.

    Examples
    --------
    >>> def sixes(rng, size):
    ...     return int((rng.integers(1, 7, size=size) == 6).sum())
    >>> list(replicate(sixes, n=1000, seed=1, chunk=400))
    [62, 60, 28]
    >>> list(replicate(sixes, n=1000, seed=1, chunk=400, workers=4))
    [62, 60, 28]
    """
    chunks, workers = Chunks(n, seed, chunk, stream), as_whole_number("workers", workers, 1)
    chosen = range(len(chunks)) if chosen is None else chosen
    if executor is None and workers == 1:
        results = (chunks.run(sample, k) for k in chosen)
    else:
        results = _pooled(sample, chunks, chosen, workers, executor)
    return _with_bar(results, chunks, chosen, label, note) if progress else results


def _with_bar(results, chunks, chosen, label, note):
    from tqdm.auto import tqdm  # only who asks for a bar waits for its import

    known = chunks.n - chunks.n_in(chosen)
    shown = {"total": chunks.n, "initial": known, "desc": label or None, "unit": " draws", "unit_scale": True}
    with closing(results), tqdm(**shown) as bar:
        for k, result in zip(chosen, results, strict=True):
            bar.update(chunks.size(k))
            try:
                yield result
            finally:  # the last one is not asked for another
                if note is not None:
                    bar.set_postfix_str(note(), refresh=False)


def _is_lost(future):
    """Whether a future of a broken executor holds neither a result nor an error of the sample."""
    return not future.done() or future.cancelled() or isinstance(future.exception(), BrokenExecutor)


#: What Dask says of a chunk that killed several workers, and when the cluster is gone.
GIVEN_UP = ("KilledWorker", "ClosedClientError")


def _has_given_up(error):
    """Whether an executor has lost a chunk for good."""
    return isinstance(error, CancelledError) or type(error).__name__ in GIVEN_UP


def _check_can_be_sent(sample, executor):
    """Refuse what processes cannot be sent: functions go by module and name, and are looked up there."""
    try:
        sent = pickle.dumps(sample)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
    else:
        context = getattr(executor, "_mp_context", None)
        is_forked = context is not None and context.get_start_method() == "fork"
        if is_forked or b"__main__" not in sent or hasattr(sys.modules["__main__"], "__file__"):
            return
        reason = "it was defined in a notebook or at a prompt, which other processes do not see"
    raise MahjongError(
        f"what is computed cannot be sent to processes ({reason}). Its functions belong in a module that can "
        "be imported, not in a lambda, in another function or in a notebook; or use threads: workers=, "
        "without executor="
    )


def _pooled(sample, chunks, chosen, workers, executor):
    """Yield results of the chosen chunks in order from an executor; `waiting` holds the futures due next."""
    if isinstance(executor, ProcessPoolExecutor):
        _check_can_be_sent(sample, executor)
    with ExitStack() as opened:
        n_ahead = 2 * workers
        if executor is None:
            executor = opened.enter_context(ThreadPoolExecutor(workers))
        else:
            n_ahead = max(n_ahead, 2 * (os.cpu_count() or 1))
        waiting: deque[Future[Any]] = deque()
        due, broke_at = 0, None
        try:
            while due < len(chosen):
                try:
                    for k in chosen[due + len(waiting) : due + n_ahead]:
                        waiting.append(executor.submit(chunks.run, sample, k))
                    result = waiting[0].result()
                except BrokenExecutor as broken:
                    lost = [place for place, future in enumerate(waiting) if _is_lost(future)]
                    first = chosen[due]
                    named = ", ".join(str(chosen[due + place]) for place in lost) or str(first)
                    if broke_at == due:
                        raise WorkersLost(
                            f"Worker processes died twice without finishing chunk {first} of {len(chunks)}: "
                            f"the chunks {named} and all after them are missing. "
                            f"{chunks!r}.run(sample, {first}) repeats the first.",
                            first,
                        ) from broken
                    warnings.warn(
                        f"A worker process died: the chunks {named} are computed again, and the run goes "
                        f"on in {workers} new worker process{'es' * (workers > 1)}.",
                        RuntimeWarning,
                        stacklevel=2,
                    )
                    broke_at = due
                    executor = opened.enter_context(ProcessPoolExecutor(workers))
                    for place in lost:
                        waiting[place] = executor.submit(chunks.run, sample, chosen[due + place])
                    continue
                except Exception as error:
                    if not _has_given_up(error):
                        raise
                    raise WorkersLost(
                        f"The executor gave up chunk {chosen[due]} of {len(chunks)}, which is missing with "
                        f"all after it ({type(error).__name__}: {error}).",
                        chosen[due],
                    ) from error
                waiting.popleft()
                due += 1
                yield result
        finally:
            for future in waiting:
                future.cancel()


def accumulate(
    sample,
    *,
    n,
    seed,
    chunk=CHUNK,
    stream=0,
    workers=1,
    executor=None,
    progress=False,
    label="",
    combine=added,
    stop=None,
    note=None,
):
    """Sum the results of `replicate`, and keep what is done when the run is interrupted.

    Ctrl-C cancels what is pending and returns the sum of all chunks before the first unfinished
    one: exactly what a run of `n_done` draws with this seed gives.

    Parameters
    ----------
    sample, n, seed, chunk, stream, workers, executor, progress, label
        As for `replicate`.
    combine : callable, default `added`
        Joins two results to one and changes neither. Chunks are joined in order.
    stop : callable, optional
        Asked before the first chunk and after each; once it answers yes, the run is interrupted. For
        those who handle Ctrl-C themselves, and for buttons.
    note : callable, optional
        Takes the Tally so far and gives what stands after the bar.

    Returns
    -------
    Tally

    Raises
    ------
    MahjongError
        As for `replicate`.
    WorkersLost
        As for `replicate`; its `tally` holds what was done.
    KeyboardInterrupt
        If the run was interrupted before its first chunk was done.

    Warns
    -----
    PartialRun
        If the run was interrupted.

    Examples
    --------
    >>> def sixes(rng, size):
    ...     return int((rng.integers(1, 7, size=size) == 6).sum())
    >>> accumulate(sixes, n=1000, seed=1, chunk=400)
    Tally(total=150, n_done=1000, n_requested=1000)
    """
    chunks = Chunks(n, seed, chunk, stream)
    done = (None, 0)  # (sum, chunks in it): replaced at once, so that an interrupt cannot part the two

    def tally():
        return Tally(done[0], chunks.n_before(done[1]), chunks.n)

    results = replicate(
        sample,
        n=n,
        seed=seed,
        chunk=chunk,
        stream=stream,
        workers=workers,
        executor=executor,
        progress=progress,
        label=label,
        note=None if note is None else lambda: note(tally()),
    )
    try:
        with closing(results):
            if stop is not None and stop():
                raise KeyboardInterrupt
            for result in results:
                total, n_chunks = done
                done = (combine(total, result) if n_chunks else result, n_chunks + 1)
                if stop is not None and stop():
                    break
    except KeyboardInterrupt:
        if done[1] == 0:
            raise
    except WorkersLost as error:
        error.tally = tally()
        raise
    if done[1] < len(chunks):
        warnings.warn(
            f"Interrupted after {tally().n_done:,} of {n:,} draws; the results are those of a run "
            f"of {tally().n_done:,}.",
            PartialRun,
            stacklevel=2,
        )
    return tally()
