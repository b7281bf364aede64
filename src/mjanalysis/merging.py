"""Several runs as one: what many machines played under other seeds, with the summaries of all of it together.

Summaries are sums of whole numbers over parts, so those of a merge are exactly the sums over its runs.
"""

from __future__ import annotations

import io
import itertools
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
from pyarrow import compute, parquet

from mjanalysis.hand_rows import KEY, written
from mjanalysis.locks import only_writer
from mjanalysis.provenance import Provenance
from mjanalysis.runs import Run, open_run
from mjanalysis.simulation import about_of
from mjanalysis.store import Parts, StoredParts, check_new, marks_in
from mjcore.words.errors import MahjongError, quoted

__all__ = ["MergedParts", "merge"]

#: The column with the numbers of sessions, and the most that it holds.
SESSION = "session"
MOST_SESSIONS = 2**31


def merge(runs: Iterable[Run | str | Path], store: str | Path | None = None) -> Run:
    """Several runs of one table with different seeds as one run.

    Parameters
    ----------
    runs : iterable of Run or path-like
        Runs, or folders of stored runs, of the same rules, policies and setup; merges too.
    store : path-like, optional
        A new folder for the merge. It shares the files of the runs where the file system can, and holds
        copies otherwise. Unless given, the parts stay where they are and are read from there.

    Returns
    -------
    Run
        With all hands, run after run. Sessions are numbered through.

    Raises
    ------
    MahjongError
        If two runs have a seed in common, or differ in more than their seeds, or one has no hands.
    StoreError
        If a folder is no stored run, one of its parts is not the one that was written, or that of the merge
        is not empty or is being written by somebody else.

    Examples
    --------
    >>> import mjcore as mj
    >>> from mjanalysis import simulate
    >>> halves = [simulate(mj.SOFT_EIGHT, deals=1_000, policy="random", seed=seed) for seed in (1, 2)]
    >>> whole = merge(halves)
    >>> whole
    <Run of 2,000 hands of soft_eight, random, seeds 1, 2>
    >>> [int(run.outcomes()["hits"][0]) for run in (*halves, whole)]
    [6, 8, 14]
    """
    if isinstance(runs, str | Path | Run) or not isinstance(runs, Iterable):
        raise MahjongError(f"a list of runs or of their folders is merged, not {quoted(runs)}")
    named = [_Named.of(run, place) for place, run in enumerate(runs)]
    if not named:
        raise MahjongError("runs: none is given to be merged")
    _check_same(named)
    _check_seeds(named)
    first = named[0].run
    record = _record([run for _, run in named])
    merged = MergedParts.of([run.parts for _, run in named], first.setup["sessions"])
    if store is None:
        return Run(first.rules, first.policies, first.setup, record, merged)
    with only_writer(Path(store)):
        stored = _stored(merged, Path(store), _about(named, record))
    return Run(first.rules, first.policies, first.setup, record, stored)


class _Place(NamedTuple):
    """A part of a merge: part `k` of some run, whose sessions begin with this number."""

    parts: Parts
    k: int
    first_session: int


@dataclass(frozen=True)
class MergedParts:
    """The parts of several runs, one run after the other.

    Attributes
    ----------
    places : list of tuple
        Whose part each is, which, and with which number its sessions begin.
    """

    places: list[_Place]

    @classmethod
    def of(cls, runs: Sequence[Parts], length: int | None) -> MergedParts:
        """The parts of `runs`, in sessions of `length` hands if it is given."""
        places, first = [], 0
        for parts in runs:
            n = len(parts)
            places += [_Place(parts, k, first) for k in range(n)]
            first += sum(parts.rows(k) for k in range(n)) // length if length else 0
        if first > MOST_SESSIONS:
            raise MahjongError(f"{first:,} sessions are more than have numbers: {MOST_SESSIONS:,} at most")
        return cls(places)

    def __len__(self) -> int:
        return len(self.places)

    def rows(self, k: int) -> int:
        """Rows of a part."""
        place = self.places[k]
        return place.parts.rows(place.k)

    def source(self, k: int) -> io.BytesIO:
        """What Parquet reads a part from."""
        place = self.places[k]
        source = place.parts.source(place.k)
        return _renumbered(source, place.first_session) if place.first_session else source

    def file(self, k: int) -> Path | None:
        """The file that has the part just as it is, if there is one."""
        parts, place, first_session = self.places[k]
        return parts.path(place) if isinstance(parts, StoredParts) and not first_session else None


def _renumbered(source: io.BytesIO, first: int) -> io.BytesIO:
    """A part whose sessions begin `first` later."""
    table = parquet.read_table(source, page_checksum_verification=True)
    marks = json.loads(table.schema.metadata[KEY])
    marks["first_session"] = marks.get("first_session", 0) + first
    later = compute.add_checked(table[SESSION], pa.scalar(first, table[SESSION].type))
    table = table.set_column(table.schema.get_field_index(SESSION), SESSION, later)
    return io.BytesIO(written(table, marks))


def _stored(parts: MergedParts, folder: Path, about: dict[str, Any]) -> StoredParts:
    """The parts in a folder of their own; it has its manifest when all of them are there."""
    check_new(folder)
    stored = StoredParts(folder, about)
    try:
        for k in range(len(parts)):
            content = parts.source(k).getvalue()
            marks, rows = marks_in(io.BytesIO(content), pages=False) or ({}, parts.rows(k))
            stored.link(k, content, rows, marks, parts.file(k))
        stored.write_manifest()
    except BaseException:
        for k in stored.listed:
            stored.path(k).unlink(missing_ok=True)
        raise
    return stored


# ---- what can be merged --------------------------------------------------------------------------------


class _Named(NamedTuple):
    """A run, and what it is called in errors."""

    name: str
    run: Run

    @classmethod
    def of(cls, given: Any, place: int) -> _Named:
        if not isinstance(given, str | Path | Run):
            raise MahjongError(f"a run or its folder is merged, not {quoted(given)}")
        run = given if isinstance(given, Run) else open_run(given)
        folder = run.parts.folder if isinstance(run.parts, StoredParts) else None
        name = f"run {place}" if folder is None else str(folder)
        if not len(run):
            raise MahjongError(f"{name} has no hands yet")
        return cls(name, run)

    def seeds(self) -> tuple[int, ...]:
        return _each(self.run.provenance.seed)

    def fixed(self) -> dict[str, Any]:
        """What must not differ, by what it is called."""
        run = self.run
        return {
            "rules": run.rules,
            "policies": run.policies,
            **run.setup,
            "mjcore": run.provenance.versions["mjcore"],
        }


def _each(value: Any) -> tuple[int, ...]:
    return value if isinstance(value, tuple) else (value,)


def _check_same(named: list[_Named]) -> None:
    first, ours = named[0].name, named[0].fixed()
    for name, run in ((other.name, other.fixed()) for other in named[1:]):
        told = [f"{what} {ours[what]!r} and {run[what]!r}" for what in ours if ours[what] != run[what]]
        if told:
            raise MahjongError(
                f"{first} and {name} differ in {'; '.join(told)}: only runs that differ in nothing but their "
                "seeds are merged"
            )


def _check_seeds(named: list[_Named]) -> None:
    whose: dict[int, str] = {}
    for one in named:
        for seed in one.seeds():
            if seed in whose:
                raise MahjongError(
                    f"{whose[seed]} and {one.name} both have the seed {seed}: their hands are the same, "
                    "and counting them twice would make intervals too narrow"
                )
            whose[seed] = one.name


# ---- what is said of it --------------------------------------------------------------------------------


def _about(named: list[_Named], record: Provenance) -> dict[str, Any]:
    """What the manifest says: as of one run, with all seeds and the chunk of each."""
    run, parts = named[0].run, named[0].run.parts
    about = (
        parts.about["run"]
        if isinstance(parts, StoredParts)
        else about_of(run.rules, run.policies, run.setup, seed=0, chunk=0)
    )
    seeds = [seed for one in named for seed in one.seeds()]
    chunks = [chunk for one in named for chunk in _chunks(one)]
    return {
        "run": about | {"seed": seeds, "chunk": chunks},
        "n": record.n_requested,
        "provenance": record.as_dict(),
    }


def _chunks(one: _Named) -> tuple[int, ...]:
    """The chunk of each seed."""
    chunks, n = _each(one.run.provenance.chunk), len(one.seeds())
    return chunks if len(chunks) == n else chunks * n


def _record(runs: list[Run]) -> Provenance:
    """The provenance of all runs together; the seconds are those of all machines."""
    records = [run.provenance for run in runs]
    chunks = tuple(itertools.chain.from_iterable(_chunks(_Named("", run)) for run in runs))
    first = records[0]
    return Provenance(
        command=f"ma.merge([{', '.join(record.command for record in records)}])",
        rules=first.rules,
        seed=tuple(itertools.chain.from_iterable(_each(record.seed) for record in records)),
        chunk=chunks[0] if len(set(chunks)) == 1 else chunks,
        n=sum(len(run) for run in runs),
        n_requested=sum(_n_wanted(run) for run in runs),
        workers=sum(record.workers for record in records),
        versions={
            name: ", ".join(sorted({record.versions[name] for record in records})) for name in first.versions
        },
        platform=", ".join(sorted({record.platform for record in records})),
        started=min(record.started for record in records),
        finished=max(record.finished for record in records),
        seconds=sum(record.seconds for record in records),
    )


def _n_wanted(run: Run) -> int:
    """Hands asked for; of a run that ended as it should, those it has."""
    asked: Any = run.provenance.n_requested
    return asked if run.is_interrupted else len(run)
