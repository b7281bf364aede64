"""Files that appear only when they are whole, and whether they could be written at all."""

import errno
import os
import stat
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

__all__ = ["check_writable", "write_text"]


def write_text(path, text):
    """Write a file, which appears only when it is whole.

    Parameters
    ----------
    path : path-like
        Folders are made where they are missing.
    text : str

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
        part.write_text(text, encoding="utf-8")
        os.replace(part, path)
    return path


def check_writable(path):
    """Make the folder of a file, and see that something can be written there.

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
    _make_folder(path.parent)
    try:
        is_file = stat.S_ISREG(path.stat().st_mode)
    except FileNotFoundError:
        is_file = True
    if not is_file:
        raise OSError(errno.EINVAL, "Not a regular file", str(path))
    with _beside(path) as part:
        part.write_text("probe", encoding="utf-8")


def _make_folder(folder):
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder)) from None


@contextmanager
def _beside(path):
    """A path of its own in the same folder, where nothing is left; errors name the file itself."""
    part = path.with_name(f".{uuid4().hex}.part")
    try:
        yield part
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise
    finally:
        part.unlink(missing_ok=True)
