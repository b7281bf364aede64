"""Whether a stored run is what it was: each part against the manifest, and the manifest against itself."""

from __future__ import annotations

import io
import warnings
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from mjanalysis.columns import PARTS
from mjanalysis.files import UNFINISHED
from mjanalysis.provenance import attach
from mjanalysis.runs import told_by
from mjanalysis.store import MANIFEST, DamagedPart, StoredParts, digest_of, marks_in

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
    found = [_listed(store, k) for k in range(max(store.listed, default=-1) + 1) if not _is_pending(store, k)]
    known = {row.part for row in found} | {MANIFEST}
    others = sorted(path for path in store.folder.iterdir() if path.name not in known)
    found += [_unlisted(store, path) for path in others if path.suffix != UNFINISHED]
    frame = pd.DataFrame(sorted(found), columns=list(PARTS))
    bad = frame[frame["state"] != WHOLE]
    if len(bad):
        told = "; ".join(f"{row.part} is {row.state}: {row.reason}" for row in bad.itertuples())
        warnings.warn(f"{folder}: {told}.", DamagedPart, stacklevel=2)
    return attach(frame, record)


def _is_pending(store: StoredParts, k: int) -> bool:
    """Whether a part is there and the manifest does not list it yet."""
    return k not in store.listed and store.path(k).is_file()


def _listed(store: StoredParts, k: int) -> _Found:
    """A part that the manifest lists, or that should be between those it lists."""
    path, part = store.path(k), store.listed.get(k)
    if part is None or not path.is_file():
        return _Found(path.name, 0, 0, MISSING, "there is no such file")
    content = path.read_bytes()
    n_bytes, rows, marks = len(content), 0, None
    found = marks_in(io.BytesIO(content))
    if found is not None:
        marks, rows = found
    if marks is not None and not _belongs(store, k, marks):
        return _Found(path.name, rows, n_bytes, FOREIGN, _whose(store, marks))
    if not store.is_listed(k, content):
        return _Found(path.name, rows, n_bytes, DAMAGED, _what_differs(n_bytes, part["bytes"]))
    if rows != part["rows"]:
        return _Found(path.name, rows, n_bytes, DAMAGED, f"it has not the {part['rows']:,} rows listed")
    return _Found(path.name, rows, n_bytes, WHOLE)


def _unlisted(store: StoredParts, path: Path) -> _Found:
    """A file that the manifest does not list: a part that is whole all the same, or something foreign."""
    n_bytes, k = path.stat().st_size if path.is_file() else 0, store.number_of(path)
    if k is None:
        return _Found(path.name, 0, n_bytes, FOREIGN, "no part has such a name")
    found = marks_in(path)
    if found is None:
        return _Found(path.name, 0, n_bytes, DAMAGED, "the manifest does not list it, and it cannot be read")
    marks, rows = found
    if not _belongs(store, k, marks):
        return _Found(path.name, rows, n_bytes, FOREIGN, _whose(store, marks))
    return _Found(path.name, rows, n_bytes, WHOLE, "the manifest does not list it yet")


def _belongs(store: StoredParts, k: int, marks: Any) -> bool:
    """Whether a file with these marks is part `k`, and its run one of those the manifest is of."""
    return marks == store.marks(k) and marks["run"] in _digests(store.about["run"])


def _digests(run: dict[str, Any]) -> set[str]:
    """The digest of a run, or of each of those that were merged."""
    if not isinstance(run["seed"], list):
        return {digest_of(run)}
    return {
        digest_of(run | {"seed": seed, "chunk": chunk})
        for seed, chunk in zip(run["seed"], run["chunk"], strict=True)
    }


def _whose(store: StoredParts, marks: Any) -> str:
    ours = isinstance(marks, dict) and marks.get("run") in _digests(store.about["run"])
    return f"it is part {marks['part']} of this run" if ours else "it belongs to another run"


def _what_differs(n_bytes: int, listed: int) -> str:
    if n_bytes != listed:
        return f"it has {n_bytes:,} bytes and not the {listed:,} that were written"
    return "its checksum is not that of what was written"
