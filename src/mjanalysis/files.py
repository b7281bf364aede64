"""Files that appear only when they are whole, and whether they could be written at all."""

import errno
import os
import stat
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

__all__ = ["UNFINISHED", "check_writable", "write_bytes", "write_text"]

UNFINISHED = ".part"  #: the ending of a file that is being written, beside its place


def write_text(path, text):
    """Write a text in UTF-8; see `write_bytes`."""
    return write_bytes(path, text.encode("utf-8"))


def write_bytes(path, content):
    """Write a file, which appears only when it is whole.

    Parameters
    ----------
    path : path-like
        Folders are made where they are missing.
    content : bytes

    Returns
    -------
    Path

    Raises
    ------
    OSError
        If it cannot be written; nothing is left behind, and a file that was there is as it was.
    """
    path = Path(path)
    _make_folder(path.parent)
    with _beside(path) as part:
        part.write_bytes(content)
        with part.open("r+b") as file:
            os.fsync(file.fileno())  # so that no failing power leaves a new name without its content
        os.replace(part, path)
    return path


def check_writable(path):
    """See that a file can be written, and make nothing, not even its folder.

    Parameters
    ----------
    path : path-like
        Of a file that will be written, or written anew.

    Raises
    ------
    OSError
        If it cannot be.
    """
    path = Path(path)
    try:
        is_file = stat.S_ISREG(path.stat().st_mode)
    except FileNotFoundError:
        is_file = True
    if not is_file:
        raise OSError(errno.EINVAL, "Not a regular file", str(path))
    with _beside(path, folder=_there(path.parent)) as part:
        part.write_bytes(b"probe")


def _there(folder):
    """The folder, or the nearest one above it in which it can be made."""
    while not folder.exists():
        if folder.is_symlink() or folder == folder.parent:  # a link that leads nowhere
            raise _no_folder(folder)
        folder = folder.parent
    return folder


def _make_folder(folder):
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise _no_folder(folder) from None


def _no_folder(folder):
    return NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))


@contextmanager
def _beside(path, folder=None):
    """A path of its own in the same or another folder, where nothing is left; errors name the file."""
    part = (path.parent if folder is None else folder) / f".{uuid4().hex}{UNFINISHED}"
    try:
        yield part
    except OSError as error:
        error.filename = str(path)
        del error.filename2  # of a renaming; None would be told as a name
        raise
    finally:
        part.unlink(missing_ok=True)
