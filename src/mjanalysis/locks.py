"""One writer of a folder at a time: a lock that the system takes away with its process, however that ends."""

from __future__ import annotations

import os
import platform
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from mjanalysis.files import UNFINISHED
from mjanalysis.manifests import StoreError

__all__ = ["LOCK", "is_passing", "only_writer"]

LOCK = ".lock"  #: the file that a writer holds; one that a killed process left behind holds up nobody

#: Open lock files of this process, which children that it forks must not hold.
_HELD: set[int] = set()

if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        """Lock a byte far behind what is written, which others can still read."""
        os.lseek(file, 1 << 30, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        os.lseek(file, 0, os.SEEK_SET)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _let_go() -> None:
    """In a forked child: close the files, which leaves the locks to the parent alone."""
    while _HELD:
        os.close(_HELD.pop())


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go)


def is_passing(path: Path) -> bool:
    """Whether a file belongs to a writer and not to what is written.

    >>> is_passing(Path("runs/one/.lock")), is_passing(Path("runs/one/manifest.json"))
    (True, False)
    """
    return path.name == LOCK or path.suffix == UNFINISHED


@contextmanager
def only_writer(folder: Path) -> Iterator[None]:
    """Keep all others from writing to a folder while the block runs; the folder is made if it is missing.

    Raises
    ------
    StoreError
        If somebody writes to it: another process, or another call of this one.
    OSError
        If nothing can be written there.

    Warns
    -----
    RuntimeWarning
        If the file system has no locks; then nobody is kept out.
    """
    folder.mkdir(parents=True, exist_ok=True)
    file = _locked(folder / LOCK)
    _HELD.add(file)
    try:
        yield
    finally:
        if file in _HELD:  # not in a child of the writer
            _HELD.remove(file)
            _release(file, folder / LOCK)


def _locked(path: Path) -> int:
    """The open and locked file of this path."""
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            _lock(file)
        except (BlockingIOError, PermissionError):
            os.close(file)
            raise StoreError(
                f"{path.parent} is being written by {_writer(path)}: wait for it, or name another folder"
            ) from None
        except OSError as error:
            warnings.warn(
                f"{path.parent}: this file system has no locks ({error.strerror}); let no two processes "
                "write to it at once.",
                RuntimeWarning,
                stacklevel=5,
            )
        if _is_at(file, path):
            with suppress(OSError):  # on a full disk nobody is told who writes
                os.truncate(file, 0)
                os.write(file, f"process {os.getpid()} on {platform.node()}".encode())
            return file
        os.close(file)  # whoever had it took it away when he was done


def _writer(path: Path) -> str:
    """Who holds a lock, as he says himself."""
    with suppress(OSError):
        return path.read_text(encoding="utf-8", errors="replace") or "another process"
    return "another process"


def _is_at(file: int, path: Path) -> bool:
    """Whether an open file is the one of this path; Windows takes no open file away."""
    if sys.platform == "win32":
        return True
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except FileNotFoundError:
        return False


def _release(file: int, path: Path) -> None:
    """Take a lock file away while it is locked, so that nobody locks it after; on Windows once closed."""
    if sys.platform == "win32":
        os.close(file)
    with suppress(OSError):
        if sys.platform == "win32" or _is_at(file, path):
            path.unlink()
    if sys.platform != "win32":
        os.close(file)
