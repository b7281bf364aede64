"""Results depend on the seed alone: not on workers, their kind, their death, or an interruption."""

import operator
import os
import pickle
import signal
import subprocess
import sys
import time
import tracemalloc
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from mjanalysis.estimates import Mean, Proportion
from mjanalysis.replicate import Chunks, PartialRun, Tally, WorkersLost, accumulate, added, replicate
from mjcore.words.errors import MahjongError

# A pool forks from a test process that has threads; the children only sample.
pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")

N, SEED, CHUNK = 1_050, 7, 100
LAST = 10


def throws(rng, size):
    return rng.integers(1, 7, size=size)


def throws_sum(rng, size):
    return throws(rng, size).sum()


def sums(rng, size):
    values = throws(rng, size)
    return {"faces": np.bincount(values, minlength=7), "sixes": Proportion(int((values == 6).sum()), size)}


def fails_in_the_last(rng, size):
    if size < CHUNK:
        raise LookupError("the half chunk")
    return throws(rng, size)


class DiesOnce:
    """Kills its process in the chunk that begins with `first`, unless the file is there."""

    def __init__(self, first, marker):
        self.first, self.marker = first, marker

    def __call__(self, rng, size):
        values = rng.integers(10**9, size=size)
        if values[0] == self.first and not (self.marker and os.path.exists(self.marker)):
            if self.marker:
                Path(self.marker).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return values


@pytest.fixture(scope="module")
def expected():
    return list(replicate(throws, n=N, seed=SEED, chunk=CHUNK))


@pytest.mark.parametrize("stream", [0, 1, 2])
def test_chunks_add_up_and_draw_from_the_spawned_streams(stream):
    parts = list(replicate(throws, n=N, seed=SEED, chunk=CHUNK, stream=stream))
    assert [len(part) for part in parts] == [100] * 10 + [50]
    children = np.random.SeedSequence(SEED).spawn(3)[stream].spawn(11)
    for part, child in zip(parts, children, strict=True):
        assert (part == throws(np.random.default_rng(child), len(part))).all()


def test_no_two_chunks_of_any_streams_share_their_draws_or_those_they_spawn():
    generators = [Chunks(N, SEED, CHUNK, stream).rng(k) for stream in range(4) for k in range(11)]
    generators += [child for generator in generators for child in generator.spawn(2)]
    assert len({int(generator.integers(2**63)) for generator in generators}) == 3 * 4 * 11


def test_a_chunk_of_another_stream_can_be_repeated_alone():
    chunks = Chunks(N, SEED, CHUNK, stream=3)
    parts = list(replicate(throws, n=N, seed=SEED, chunk=CHUNK, stream=3, workers=2))
    assert (chunks.run(throws, 4) == parts[4]).all()
    tally = accumulate(throws_sum, n=N, seed=SEED, chunk=CHUNK, stream=3)
    assert tally.total == sum(map(np.sum, parts))
    with pytest.raises(LookupError) as caught:
        chunks.run(fails_in_the_last, LAST)
    assert "chunk=100, stream=3).run(sample, 10)" in caught.value.__notes__[0]


@pytest.mark.parametrize("workers", [1, 2, 4])
@pytest.mark.parametrize("kind", [None, ThreadPoolExecutor, ProcessPoolExecutor])
def test_results_are_the_same_with_any_workers_of_any_kind(expected, workers, kind):
    if kind is None:
        parts = list(replicate(throws, n=N, seed=SEED, chunk=CHUNK, workers=workers))
    else:
        with kind(workers) as executor:
            parts = list(replicate(throws, n=N, seed=SEED, chunk=CHUNK, workers=workers, executor=executor))
            assert executor.submit(operator.neg, 1).result() == -1  # left open
    assert all((a == b).all() for a, b in zip(parts, expected, strict=True))


def test_results_come_in_order_whichever_chunk_is_done_first(expected):
    def slow_at_first(rng, size):
        values = throws(rng, size)
        time.sleep(0.05 * (values == expected[0]).all() if size == CHUNK else 0)
        return values

    parts = list(replicate(slow_at_first, n=N, seed=SEED, chunk=CHUNK, workers=4))
    assert all((a == b).all() for a, b in zip(parts, expected, strict=True))


def test_each_chunk_can_be_repeated_alone(expected):
    chunks = pickle.loads(pickle.dumps(Chunks(N, SEED, CHUNK)))
    assert len(chunks) == 11
    assert (chunks.run(throws, 4) == expected[4]).all()
    assert (chunks.run(throws, LAST) == expected[LAST]).all()
    assert [chunks.n_before(k) for k in (0, 1, LAST, LAST + 1)] == [0, 100, 1000, 1050]


@pytest.mark.parametrize("workers", [1, 2])
def test_chosen_chunks_are_those_of_the_whole_run(expected, workers, capsys):
    chosen = [1, 4, 5, LAST]
    parts = replicate(throws, n=N, seed=SEED, chunk=CHUNK, workers=workers, chosen=chosen, progress=True)
    assert all((part == expected[k]).all() for k, part in zip(chosen, parts, strict=True))
    assert "1.05k/1.05k" in capsys.readouterr().err


@pytest.mark.parametrize("n", [1, 99, 100, 101])
def test_sizes_around_a_whole_chunk(n):
    assert sum(len(part) for part in replicate(throws, n=n, seed=0, chunk=100, workers=2)) == n


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("n", 0), ("n", 1.5), ("seed", -1), ("seed", None), ("chunk", 0), ("chunk", "9"), ("stream", -1),
        ("stream", 0.5), ("workers", 0), ("workers", "2"), ("workers", None),
    ],
)  # fmt: skip
def test_impossible_requests_are_refused_at_once(name, value):
    for run in (replicate, accumulate):
        with pytest.raises(MahjongError, match=f"^{name} must be a whole number, at least [01], not"):
            run(throws, **({"n": 1, "seed": 1} | {name: value}))


class LazyExecutor:
    """Runs nothing until a result is asked for, and counts what waits."""

    def __init__(self):
        self.waiting = self.most = 0

    def submit(self, function, *args):
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        future = Future()

        def result():
            self.waiting -= 1
            return function(*args)

        future.result = result
        return future


def test_few_chunks_wait_and_no_memory_grows_however_many_there_are():
    executor = LazyExecutor()
    parts = replicate(lambda rng, size: size, n=10**12, seed=1, chunk=10, executor=executor, workers=3)
    tracemalloc.start()
    with closing(parts):
        for _ in range(3_000):
            next(parts)
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert executor.most <= 2 * max(3, os.cpu_count())
    assert grown < 1_000_000


@pytest.mark.parametrize("kind", [None, ThreadPoolExecutor, ProcessPoolExecutor])
def test_an_error_in_the_sample_names_its_chunk(kind):
    executor = kind(2) if kind else None
    parts = replicate(fails_in_the_last, n=N, seed=SEED, chunk=CHUNK, executor=executor)
    for _ in range(LAST):
        next(parts)
    with pytest.raises(LookupError, match="the half chunk") as caught:
        next(parts)
    assert "In chunk 10 of 11" in caught.value.__notes__[0]
    assert "Chunks(n=1050, seed=7, chunk=100, stream=0).run(sample, 10)" in caught.value.__notes__[0]
    if executor:
        executor.shutdown()


def test_a_tally_sums_and_says_on_how_much_it_rests(expected):
    tally = accumulate(sums, n=N, seed=SEED, chunk=CHUNK, workers=2)
    faces = np.bincount(np.concatenate(expected), minlength=7)
    assert (tally.total["faces"] == faces).all()
    assert tally.total["sixes"] == Proportion(int(faces[6]), N)
    assert (tally.n_done, tally.n_requested, tally.interrupted) == (N, N, False)


def test_other_ways_to_combine_see_the_chunks_in_order(expected):
    tally = accumulate(
        throws, n=N, seed=SEED, chunk=CHUNK, workers=4, combine=lambda a, b: np.concatenate([a, b])
    )
    assert (tally.total == np.concatenate(expected)).all()


class Interrupting:
    """Stands for Ctrl-C while a certain chunk is sampled."""

    def __init__(self, chunk):
        self.state = Chunks(N, SEED, CHUNK).rng(chunk).bit_generator.state

    def __call__(self, rng, size):
        if rng.bit_generator.state == self.state:
            raise KeyboardInterrupt
        return throws_sum(rng, size)


@pytest.mark.parametrize("workers", [1, 3])
def test_an_interrupted_run_equals_a_shorter_run(expected, workers):
    with pytest.warns(PartialRun, match="Interrupted after 400 of 1,050 draws"):
        tally = accumulate(Interrupting(4), n=N, seed=SEED, chunk=CHUNK, workers=workers)
    assert tally.interrupted
    assert tally == Tally(sum(map(np.sum, expected[:4])), 400, N)
    assert tally.total == accumulate(throws_sum, n=400, seed=SEED, chunk=CHUNK).total


def test_an_interrupt_before_anything_is_done_goes_on():
    with pytest.raises(KeyboardInterrupt):
        accumulate(Interrupting(0), n=N, seed=SEED, chunk=CHUNK)


def test_an_interrupt_while_combining_counts_whole_chunks_only(expected):
    calls = []

    def combine(a, b):
        calls.append(b)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return added(a, b)

    with pytest.warns(PartialRun):
        tally = accumulate(throws_sum, n=N, seed=SEED, chunk=CHUNK, combine=combine)
    assert tally == Tally(sum(map(np.sum, expected[:3])), 300, N)


@pytest.mark.parametrize("workers", [1, 3])
def test_a_run_that_is_told_to_stop_equals_a_shorter_run(expected, workers):
    answers = iter([False] * 4 + [True])  # before the first chunk, and after each
    with pytest.warns(PartialRun, match="Interrupted after 400 of 1,050 draws"):
        tally = accumulate(
            throws_sum, n=N, seed=SEED, chunk=CHUNK, workers=workers, stop=lambda: next(answers)
        )
    assert tally == Tally(sum(map(np.sum, expected[:4])), 400, N)


def test_a_run_that_is_told_to_stop_at_once_or_too_late():
    with pytest.raises(KeyboardInterrupt):
        accumulate(throws_sum, n=N, seed=SEED, chunk=CHUNK, stop=lambda: True)
    answers = iter([False] * 11 + [True])
    tally = accumulate(throws_sum, n=N, seed=SEED, chunk=CHUNK, stop=lambda: next(answers))
    assert not tally.interrupted


INTERRUPTIBLE = """
import sys, time, warnings
from concurrent.futures import ProcessPoolExecutor
from mjanalysis.replicate import Chunks, accumulate

def sample(rng, size):
    time.sleep(0.01)
    return int(rng.integers(1, 7, size=size).sum())

if __name__ == "__main__":
    warnings.simplefilter("ignore")
    print("ready", flush=True)
    kind, workers = sys.argv[1], int(sys.argv[2])
    executor = ProcessPoolExecutor(workers) if kind == "processes" else None
    tally = accumulate(sample, n=10**7, seed=3, chunk=50, workers=workers, executor=executor)
    alone = accumulate(sample, n=tally.n_done, seed=3, chunk=50)
    assert tally.total == alone.total and tally.interrupted
    print("kept", tally.n_done, flush=True)
"""


@pytest.mark.parametrize(("kind", "workers"), [("threads", 1), ("threads", 2), ("processes", 2)])
def test_ctrl_c_keeps_what_is_done(tmp_path, kind, workers):
    script = tmp_path / "run.py"
    script.write_text(INTERRUPTIBLE)
    run = subprocess.Popen(
        [sys.executable, script, kind, str(workers)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert run.stdout.readline() == "ready\n"
    time.sleep(1.0)
    os.killpg(run.pid, signal.SIGINT)  # as a terminal does: to the workers too
    out, errors = run.communicate(timeout=60)
    assert run.returncode == 0, errors
    assert int(out.split()[1]) >= 50


def first_of(k):
    return int(Chunks(N, SEED, CHUNK).rng(k).integers(10**9, size=CHUNK)[0])


def test_a_killed_worker_costs_no_chunk(tmp_path):
    sample = DiesOnce(first_of(5), str(tmp_path / "died"))
    died = r"A worker process died: the chunks .*\b5\b"
    with ProcessPoolExecutor(2) as executor, pytest.warns(RuntimeWarning, match=died):
        tally = accumulate(sample, n=N, seed=SEED, chunk=CHUNK, executor=executor, combine=joined)
    assert (tally.total == np.concatenate(list(replicate(sample, n=N, seed=SEED, chunk=CHUNK)))).all()
    assert tally.n_done == N


def joined(a, b):
    return np.concatenate([a, b])


def test_a_chunk_that_always_kills_its_worker_is_named_and_the_rest_kept():
    sample = DiesOnce(first_of(5), None)
    with (
        ProcessPoolExecutor(2) as executor,
        pytest.warns(RuntimeWarning, match="A worker process died"),
        pytest.raises(WorkersLost, match="chunk 5 of 11") as caught,
    ):
        accumulate(sample, n=N, seed=SEED, chunk=CHUNK, executor=executor, combine=joined)
    error = pickle.loads(pickle.dumps(caught.value))
    assert (error.first_missing, str(error)) == (5, str(caught.value))
    tally = caught.value.tally
    assert (tally.n_done, len(tally.total), tally.interrupted) == (500, 500, True)


def test_sums_go_term_by_term_and_cannot_wrap():
    class Pair(NamedTuple):
        a: object
        b: object

    most = np.array([255, 0], dtype=np.uint8)
    total = added(Pair(most, (1, Mean.of([1]))), Pair(most, (2, Mean.of([2]))))
    assert isinstance(total, Pair)
    assert total.a.tolist() == [510, 0]
    assert total.b == (3, Mean.of([1, 2]))
    assert added(np.array([True]), np.array([True])).tolist() == [2]
    assert most.tolist() == [255, 0]
    assert added(np.array([2**63], dtype=np.uint64), np.array([5], dtype=np.uint64)).tolist() == [2**63 + 5]


@pytest.mark.parametrize(("a", "b"), [({"x": 1}, {"y": 1}), (np.zeros(3), np.zeros(1)), ((1, 2), (1,))])
def test_results_of_other_shapes_are_not_added(a, b):
    with pytest.raises(ValueError, match=r"cannot be added|argument 2 is shorter"):
        added(a, b)


@pytest.mark.parametrize("workers", [1, 2])
def test_the_bar_shows_label_draws_and_rate_and_changes_nothing(expected, capsys, workers):
    parts = list(
        replicate(throws, n=N, seed=SEED, chunk=CHUNK, workers=workers, progress=True, label="throws")
    )
    assert all((a == b).all() for a, b in zip(parts, expected, strict=True))
    shown = capsys.readouterr().err
    assert "throws: 100%" in shown
    assert "1.05k/1.05k" in shown
    assert "draws/s" in shown
