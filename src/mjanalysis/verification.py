"""Whether a stored run is what it was: each part against the manifest, and the manifest against itself."""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from mjanalysis.columns import PARTS
from mjanalysis.locks import is_passing
from mjanalysis.manifests import MANIFEST, digests_of
from mjanalysis.provenance import attach
from mjanalysis.runs import told_by
from mjanalysis.store import DamagedPart, StoredParts, marks_in

__all__ = ["verify"]

WHOLE, DAMAGED, FOREIGN, MISSING = "whole", "damaged", "foreign", "missing"


class _Found(NamedTuple):
    """A row of the frame."""

    part: str
    rows: int
    bytes: int
    state: str
    reason: str = ""


def verify(folder: str | Path) -> pd.DataFrame:
    """Whether each part of a stored run is whole and belongs to it.

    Every byte is read. The parts of a run that the manifest does not list yet are known by their marks and by
    the checksums of their pages.

    Parameters
    ----------
    folder : path-like
        Of a run, or of a merge.

    Returns
    -------
    DataFrame
        part, rows, bytes, state, reason; one row a part, and one for each other file that is there. States
        are "whole", "damaged", "foreign" (of another run, or of another place in this one) and "missing".

    Raises
    ------
    StoreError
        If it is no folder of a run, or its manifest does not agree with itself on rules, seed or version.

    Warns
    -----
    DamagedPart
        If one is not whole. `simulate` makes damaged and missing parts again; foreign ones it refuses.

    Examples
    --------
    >>> import mjcore as mj
    >>> from tempfile import TemporaryDirectory
    >>> from mjanalysis import simulate
    >>> with TemporaryDirectory() as folder:
    ...     run = simulate(mj.SOFT_EIGHT, deals=1_500, policy="random", seed=1, chunk=1_000, store=folder)
    ...     verify(folder)[["part", "rows", "state"]]
                      part  rows  state
    0  part-000000.parquet  1000  whole
    1  part-000001.parquet   500  whole
    """
    store = StoredParts.read(Path(folder))
    _, _, record = told_by(store)
    look = _Look(store, digests_of(store.about["run"]))
    numbers = range(max(store.listed, default=-1) + 1)
    found = [look.at_listed(k) for k in numbers if k in store.listed or not store.path(k).is_file()]
    known = {row.part for row in found} | {MANIFEST}
    others = sorted(path for path in store.folder.iterdir() if path.name not in known)
    found += [look.at_file(path) for path in others if not is_passing(path)]
    frame = pd.DataFrame(sorted(found), columns=list(PARTS))
    bad = frame[frame["state"] != WHOLE]
    if len(bad):
        told = "; ".join(f"{row.part} is {row.state}: {row.reason}" for row in bad.itertuples())
        warnings.warn(f"{folder}: {told}.", DamagedPart, stacklevel=2)
    return attach(frame, record)


@dataclass(frozen=True)
class _Look:
    """Looks at the files of a folder.

    Attributes
    ----------
    store : StoredParts
        What the manifest says.
    digests : set of str
        Of the runs that it is of.
    """

    store: StoredParts
    digests: set[str]

    def at_listed(self, k: int) -> _Found:
        """A part that the manifest lists, or that should be between those it lists."""
        path, part = self.store.path(k), self.store.listed.get(k)
        if part is None or not path.is_file():
            return _Found(path.name, 0, 0, MISSING, "there is no such file")
        content = path.read_bytes()
        n_bytes = len(content)
        marks, rows = marks_in(io.BytesIO(content), pages=False) or (None, 0)
        if marks is not None and not self.belongs(k, marks):
            return _Found(path.name, rows, n_bytes, FOREIGN, self.whose(marks))
        if not self.store.is_listed(k, content):
            return _Found(path.name, rows, n_bytes, DAMAGED, _what_differs(n_bytes, part["bytes"]))
        if rows != part["rows"]:
            return _Found(path.name, rows, n_bytes, DAMAGED, f"it has not the {part['rows']:,} rows listed")
        return _Found(path.name, rows, n_bytes, WHOLE)

    def at_file(self, path: Path) -> _Found:
        """A file that the manifest does not list: a part that is whole all the same, or something foreign."""
        n_bytes, k = path.stat().st_size if path.is_file() else 0, self.store.number_of(path)
        if k is None:
            return _Found(path.name, 0, n_bytes, FOREIGN, "no part has such a name")
        found = marks_in(path)
        if found is None:
            return _Found(path.name, 0, n_bytes, DAMAGED, "the manifest does not list it, nor can it be read")
        marks, rows = found
        if not self.belongs(k, marks):
            return _Found(path.name, rows, n_bytes, FOREIGN, self.whose(marks))
        return _Found(path.name, rows, n_bytes, WHOLE, "the manifest does not list it yet")

    def belongs(self, k: int, marks: Any) -> bool:
        """Whether a file with these marks is part `k`, of one of the runs."""
        return marks == self.store.marks(k) and marks["run"] in self.digests

    def whose(self, marks: Any) -> str:
        """Why a file with these marks is foreign."""
        ours = isinstance(marks, dict) and marks.get("run") in self.digests
        return f"it is part {marks['part']} of this run" if ours else "it belongs to another run"


def _what_differs(n_bytes: int, listed: int) -> str:
    if n_bytes != listed:
        return f"it has {n_bytes:,} bytes and not the {listed:,} that were written"
    return "its checksum is not that of what was written"
