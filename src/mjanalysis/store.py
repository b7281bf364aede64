"""Parts of a run, in memory or in a folder that survives the run: what is finished is never computed again.

A folder has a file for each part and ``manifest.json``, which says what the parts belong to and lists them
with their rows, bytes and checksums. A part is written beside its place and renamed, so that it is whole or
not there. The manifest is written at most once a second, and less often where it is long, so that many parts
do not wait for it; a part that is not listed yet is known by the marks it carries and by its own page
checksums. Whoever reads a part gets the bytes that were listed, or an error that names it.
"""

from __future__ import annotations

import io
import json
import time
import warnings
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import pyarrow as pa
from pyarrow import parquet

from mjanalysis.files import UNFINISHED, write_bytes, write_text
from mjanalysis.hand_rows import KEY
from mjanalysis.locks import is_passing
from mjanalysis.manifests import (
    MANIFEST,
    StoreError,
    check_same_run,
    digest_of,
    is_listed,
    listed_as,
    manifest_text,
    part_name,
    part_number,
    read_manifest,
)
from mjanalysis.provenance import Provenance

__all__ = ["DamagedPart", "MemoryParts", "Parts", "StoredParts", "check_new", "marks_in"]

SECONDS = 1.0  #: the least between two times that the manifest is written
SHARE = 0.02  #: the most of the time that writing it takes


class DamagedPart(UserWarning):
    """Parts of a stored run are damaged; they are computed again, or left out where a run is only read."""


class Parts(Protocol):
    """Parts of a run, wherever they are."""

    def __len__(self) -> int:
        """Finished parts."""
        ...

    def rows(self, k: int) -> int:
        """Rows of a part."""
        ...

    def source(self, k: int) -> io.BytesIO:
        """What Parquet reads a part from."""
        ...


class MemoryParts:
    """Parts of a run that is not stored.

    >>> parts = MemoryParts()
    >>> parts.add(0, b"PAR1", 10)
    >>> len(parts), parts.rows(0), parts.source(0).read()
    (1, 10, b'PAR1')
    """

    def __init__(self) -> None:
        self._parts: list[tuple[bytes, int]] = []

    def __len__(self) -> int:
        return len(self._parts)

    def add(self, k: int, content: bytes, rows: int) -> None:
        """Keep part `k`, which is the next."""
        self._parts.append((content, rows))

    def rows(self, k: int) -> int:
        """Rows of a part."""
        return self._parts[k][1]

    def source(self, k: int) -> io.BytesIO:
        """What Parquet reads a part from."""
        return io.BytesIO(self._parts[k][0])


@dataclass
class StoredParts:
    """A folder of parts; made by `create` or `open`.

    Attributes
    ----------
    folder : Path
    about : dict
        What the manifest says besides the parts.
    listed : dict of int to dict
        Name, rows, bytes and sha256 of each finished part; of a merge also the marks it carries.
    """

    folder: Path
    about: dict[str, Any]
    listed: dict[int, dict[str, Any]] = field(default_factory=dict)
    _before: dict[str, Any] | None = None
    _due: float = 0.0

    def __len__(self) -> int:
        """Finished parts up to the first that is missing."""
        n = 0
        while n in self.listed:
            n += 1
        return n

    def rows(self, k: int) -> int:
        """Rows of a part."""
        return self.listed[k]["rows"]

    def path(self, k: int) -> Path:
        """The file of a part."""
        return self.folder / part_name(k)

    def number_of(self, path: Path) -> int | None:
        """Which part a file is by its name, if it is one."""
        return part_number(path.name)

    def is_listed(self, k: int, content: bytes) -> bool:
        """Whether a part has the content that the manifest lists."""
        return is_listed(content, self.listed[k])

    def source(self, k: int) -> io.BytesIO:
        """What Parquet reads a part from: the bytes that were written, and no others.

        Raises
        ------
        StoreError
            If the part is gone, or is not what the manifest lists.
        """
        path = self.path(k)
        content = path.read_bytes() if path.is_file() else b""
        if not self.is_listed(k, content):
            what = "is not the one that was written" if content else "is gone"
            raise StoreError(f"{path}: this part {what}; the call that made the run makes it")
        return io.BytesIO(content)

    @property
    def n_bytes(self) -> int:
        """Bytes of all parts."""
        return sum(part["bytes"] for part in self.listed.values())

    # ---- reading ---------------------------------------------------------------------------------------

    @classmethod
    def open(cls, folder: Path) -> StoredParts:
        """The parts of a folder, for reading. Parts that are gone or of another length are left out.

        Raises
        ------
        StoreError
            If the folder has no manifest, or one that cannot be read.

        Warns
        -----
        DamagedPart
            If parts are left out.
        """
        store = cls.read(folder)
        gone = [k for k, part in store.listed.items() if not _has_length(store.path(k), part["bytes"])]
        for k in gone:
            del store.listed[k]
        store._warn_damaged(
            gone, "they are left out, with all after them; the call that made the run makes them"
        )
        return store

    @classmethod
    def read(cls, folder: Path) -> StoredParts:
        """The parts that the manifest of a folder lists, whatever has become of them.

        Raises
        ------
        StoreError
            As for `open`.
        """
        return cls(folder, *read_manifest(folder))

    def _warn_damaged(self, damaged: Iterable[int], why: str) -> None:
        """Name the parts that are damaged, if there are any, to who called what called this."""
        names = ", ".join(map(part_name, sorted(damaged)))
        if names:
            warnings.warn(f"{self.folder}: damaged are {names}; {why}.", DamagedPart, stacklevel=4)

    # ---- writing ---------------------------------------------------------------------------------------

    @classmethod
    def create(cls, folder: Path, about: dict[str, Any], sizes: list[int] | Any) -> StoredParts:
        """A folder to which parts are added, with those that are finished in it already.

        Whoever calls this is the `mjanalysis.locks.only_writer` of the folder until the last part is added.

        Parameters
        ----------
        folder : Path
            New, empty, or of this run.
        about : dict
            What the manifest says; ``about["run"]`` is what the rows depend on.
        sizes : sequence of int
            Rows of each part.

        Raises
        ------
        StoreError
            If the folder belongs to another run, or to something else.

        Warns
        -----
        DamagedPart
            If parts are damaged; they are missing then.
        """
        is_listed_there = (folder / MANIFEST).exists()
        store = cls.read(folder) if is_listed_there else cls(folder, about)
        if is_listed_there:
            store._check_same(about, sizes)
            store._before, store.about = store.about, about
        else:
            store._check_only_parts()
        store._warn_damaged(store._take_stock(sizes), "they are computed again")
        if store.listed and not is_listed_there:
            warnings.warn(
                f"{folder}: {MANIFEST} is gone; it is made again from what the parts say of themselves.",
                DamagedPart,
                stacklevel=3,
            )
        for path in folder.glob(f".*{UNFINISHED}"):  # of a run that was killed
            path.unlink(missing_ok=True)
        store.write_manifest()
        return store

    def _check_same(self, about: dict[str, Any], sizes: Any) -> None:
        check_same_run(self.folder, about["run"], self.about["run"])
        for k, part in self.listed.items():
            self._check_no_more(k, part["rows"], sizes)

    def _check_no_more(self, k: int, rows: int, sizes: Any) -> None:
        if k >= len(sizes) or rows > sizes[k]:
            raise StoreError(
                f"{self.folder} holds more hands of this run than asked for: open_run opens them all"
            )

    def _check_only_parts(self) -> None:
        """Refuse a folder without a manifest in which there is something else than parts."""
        if any(self.number_of(path) is None for path in self.folder.iterdir() if not is_passing(path)):
            check_new(self.folder)

    def _take_stock(self, sizes: Any) -> set[int]:
        """List the parts that are there, whole and of the rows they shall have; which are damaged."""
        damaged = {k for k, part in self.listed.items() if not _is_whole(self.path(k), part)}
        short = {k for k, part in self.listed.items() if part["rows"] != sizes[k]}
        for gone in damaged | short:  # the last part of a run that grows is short
            del self.listed[gone]
        for path in sorted(self.folder.glob("part-*.parquet")):
            k = self.number_of(path)
            if k in self.listed:
                continue
            found = None if k is None else marks_in(path)
            if k is None or (found is None and k >= len(sizes)):
                raise StoreError(f"{path}: this part is none of the run")
            if found is None:
                damaged.add(k)
                continue
            marks, rows = found
            if marks != self.marks(k):
                raise StoreError(f"{path}: this part belongs to another run, or to another place in it")
            self._check_no_more(k, rows, sizes)
            if k not in damaged and rows == sizes[k]:
                self.listed[k] = listed_as(k, path.read_bytes(), rows)
        return damaged

    def marks(self, k: int) -> dict[str, Any]:
        """What the file of part `k` says of itself."""
        part = self.listed.get(k, {})
        return part.get("marks", {"run": digest_of(self.about["run"]), "part": k})

    def missing(self, n_parts: int) -> list[int] | range:
        """Parts that are not finished, in order; a range, however long, if those that are have no gap."""
        if len(self) == len(self.listed):
            return range(len(self), n_parts)
        return [k for k in range(n_parts) if k not in self.listed]

    def add(self, k: int, content: bytes, rows: int) -> None:
        """Write part `k`; it is there and whole when this returns."""
        write_bytes(self.path(k), content)
        self.listed[k] = listed_as(k, content, rows)
        if time.monotonic() > self._due:
            self.write_manifest()

    def link(self, k: int, content: bytes, rows: int, marks: dict[str, Any], file: Path | None) -> None:
        """Take in part `k` from another run, and leave the manifest as it is.

        Parameters
        ----------
        k : int
        content : bytes
        rows : int
        marks : dict
            What the content says of itself: its place in the other run.
        file : Path or None
            A file with this content, which is shared if the file system can.
        """
        path = self.path(k)
        if file is None or not _shared(file, path):
            write_bytes(path, content)
        self.listed[k] = {**listed_as(k, content, rows), "marks": marks}

    def write_manifest(self) -> None:
        """Write what is known of the parts."""
        begun = time.monotonic()
        write_text(self.folder / MANIFEST, manifest_text(self.about, self.listed))
        ended = time.monotonic()
        self._due = ended + max(SECONDS, (ended - begun) / SHARE)

    def told_already(self, record: Provenance, n_known: int) -> Provenance:
        """The record that the manifest had, if the call found all `n_known` parts and played nothing."""
        if len(self.listed) != n_known or self._before is None:
            return record
        try:
            before = Provenance.of_dict(self._before["provenance"])
        except (AttributeError, TypeError):  # it was changed
            return record
        same = (getattr(before, name) == getattr(record, name) for name in ("command", "n", "stopped"))
        return before if all(same) else record

    def refuse(self, why: str) -> StoreError:
        """The error that refuses a folder which is this run's; the manifest says again what it said."""
        self.about = self.about if self._before is None else self._before
        self.close()
        return StoreError(f"{self.folder} {why}")

    def close(self) -> None:
        """Write the manifest for the last time; where there is no room for it, the parts tell as much."""
        with suppress(OSError):
            self.write_manifest()


def check_new(folder: Path) -> None:
    """Refuse a folder for a new run that holds something.

    Raises
    ------
    StoreError
    """
    foreign = sorted(path.name for path in folder.iterdir() if not is_passing(path))[:3]
    if foreign:
        lacking = "" if MANIFEST in foreign else f" and no {MANIFEST}"
        raise StoreError(f"{folder} holds {', '.join(foreign)}{lacking}: name a new or empty folder")


def marks_in(source: Any, *, pages: bool = True) -> tuple[dict[str, Any], int] | None:
    """What a part says of itself, and its rows; None if it is damaged.

    Parameters
    ----------
    source : path or binary file
    pages : bool
        Whether the checksums of its pages are looked at.
    """
    try:
        if pages:
            parquet.read_table(source, page_checksum_verification=True)
        told = parquet.read_metadata(source)
        return json.loads(told.metadata[KEY]), told.num_rows
    except (OSError, ValueError, KeyError, TypeError, pa.ArrowException):
        return None


def _shared(file: Path, path: Path) -> bool:
    """Whether a file could be given a second name."""
    try:
        path.hardlink_to(file)
    except OSError:  # another file system, or one without such names
        return False
    return True


def _has_length(path: Path, n_bytes: int) -> bool:
    return path.is_file() and path.stat().st_size == n_bytes


def _is_whole(path: Path, part: Mapping[str, Any]) -> bool:
    return _has_length(path, part["bytes"]) and is_listed(path.read_bytes(), part)
