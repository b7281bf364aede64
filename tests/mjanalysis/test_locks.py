"""Nobody writes to a folder to which somebody writes, and who was killed keeps nobody out."""

import errno
import os
import signal
import subprocess
import sys
import threading

import pandas as pd
import pytest

import mjanalysis as ma
import mjcore as mj
from mjanalysis import locks
from mjanalysis.locks import LOCK, only_writer

GIVEN = {"deals": 1_000, "policy": "random", "seed": 3, "chunk": 250}

HELD = """
import os, sys, time
import mjanalysis as ma
import mjcore as mj

def stop():
    child = os.fork() if sys.argv[2] == "fork" else 0
    if sys.argv[2] == "fork" and not child:
        time.sleep(60)
        os._exit(0)
    print(child, flush=True)
    sys.stdin.readline()
    return True

ma.simulate(mj.SOFT_EIGHT, deals=1_000, policy="random", seed=3, chunk=250, store=sys.argv[1], stop=stop)
"""


@pytest.fixture
def writer(tmp_path):
    """Start a process that holds the folder `run` after its first part; it, and the child that it forked."""
    (tmp_path / "run.py").write_text(HELD)
    started = []

    def start(how):
        command = [sys.executable, tmp_path / "run.py", tmp_path / "run", how]
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        child = int(process.stdout.readline())
        started.append((process, child))
        return process

    yield start
    for process, child in started:
        if child:
            os.kill(child, signal.SIGKILL)
        process.kill()
        process.communicate()


def test_a_second_process_is_refused_until_the_first_ends(tmp_path, writer):
    first = writer("alone")
    for write in (
        lambda: ma.simulate(mj.SOFT_EIGHT, store=tmp_path / "run", **GIVEN),
        lambda: ma.merge([ma.simulate(mj.SOFT_EIGHT, **GIVEN)], store=tmp_path / "run"),
    ):
        with pytest.raises(ma.StoreError, match=f"run is being written by process {first.pid} on .*: wait"):
            write()
    assert ma.verify(tmp_path / "run")["state"].tolist() == ["whole"]  # who only reads is not kept out
    first.communicate("end\n", timeout=60)
    assert not (tmp_path / "run" / LOCK).exists()
    run = ma.simulate(mj.SOFT_EIGHT, store=tmp_path / "run", **GIVEN)
    pd.testing.assert_frame_equal(run.frame, ma.simulate(mj.SOFT_EIGHT, **GIVEN).frame)


def test_a_killed_process_keeps_nobody_out_nor_do_its_children(tmp_path, writer):
    first = writer("fork")
    first.kill()
    first.wait(timeout=60)
    assert (tmp_path / "run" / LOCK).exists()
    run = ma.simulate(mj.SOFT_EIGHT, store=tmp_path / "run", **GIVEN)
    pd.testing.assert_frame_equal(run.frame, ma.simulate(mj.SOFT_EIGHT, **GIVEN).frame)
    assert not (tmp_path / "run" / LOCK).exists()


def test_a_call_is_refused_inside_another_of_its_process(tmp_path):
    def stop():
        with pytest.raises(ma.StoreError, match=f"is being written by process {os.getpid()} on"):
            ma.simulate(mj.SOFT_EIGHT, store=tmp_path, **GIVEN)
        asked.append(True)

    asked = []
    ma.simulate(mj.SOFT_EIGHT, store=tmp_path, stop=stop, **GIVEN)
    assert len(asked) == 4


def test_a_folder_that_was_refused_is_free_again(tmp_path):
    ma.simulate(mj.SOFT_EIGHT, store=tmp_path, **GIVEN)
    for _ in range(2):
        with pytest.raises(ma.StoreError, match="another run"):
            ma.simulate(mj.SOFT_EIGHT, store=tmp_path, **GIVEN | {"seed": 4})
    assert not (tmp_path / LOCK).exists()


def test_of_many_at_once_one_writes(tmp_path):
    """Each takes and releases the lock in a race with the others, who may open what is being taken away."""
    inside, most, entered = [], [], []

    def write():
        for _ in range(300):
            try:
                with only_writer(tmp_path):
                    inside.append(1)
                    most.append(len(inside))
                    inside.pop()
                    entered.append(1)
            except ma.StoreError:
                continue

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert max(most) == 1
    assert 1 <= len(entered) < 1_200


def test_a_full_disk_leaves_nothing_locked(tmp_path, monkeypatch):
    def full(*given):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        for name in ("truncate", "write"):
            patched.setattr(os, name, full)
        with only_writer(tmp_path), pytest.raises(ma.StoreError, match="another process"):
            ma.simulate(mj.SOFT_EIGHT, store=tmp_path, **GIVEN)
    assert len(ma.simulate(mj.SOFT_EIGHT, store=tmp_path, **GIVEN)) == 1_000


def test_a_lock_that_says_nothing_readable_is_a_lock(tmp_path):
    with only_writer(tmp_path):
        (tmp_path / LOCK).write_bytes(b"\xff\xfe")
        with pytest.raises(ma.StoreError, match="is being written by"):
            ma.simulate(mj.SOFT_EIGHT, store=tmp_path, **GIVEN)


def test_where_there_are_no_locks_it_is_said(tmp_path, monkeypatch):
    def none(file):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(locks, "_lock", none)
    with pytest.warns(RuntimeWarning, match=r"no locks \(No locks available\)") as told:
        ma.simulate(mj.SOFT_EIGHT, store=tmp_path, **GIVEN)
    assert [warning.filename for warning in told] == [__file__]
