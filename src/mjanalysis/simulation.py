"""Whole hands played by policies: in chunks whose rows depend only on the seed, stored if wanted."""

from __future__ import annotations

import dataclasses
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import mjcore as mj
from mjanalysis.checks import as_whole_number, as_whole_numbers
from mjanalysis.estimates import MOST
from mjanalysis.hand_rows import WINDS, rows_of, seat_columns, written
from mjanalysis.locks import only_writer
from mjanalysis.manifests import digest_of
from mjanalysis.precision import SHOWN, Looks, Precision
from mjanalysis.provenance import Provenance
from mjanalysis.replicate import Chunks, PartialRun, replicate
from mjanalysis.runs import Run
from mjanalysis.sessions import NextDeal, as_session_length
from mjanalysis.stakes import as_di_strategies
from mjanalysis.store import MemoryParts, StoredParts
from mjcore.deal import n_wall_tiles
from mjcore.policies import as_policies, policy_text
from mjcore.seats import N_SEATS, as_seat
from mjcore.words.errors import MahjongError, quoted
from mjcore.words.presets import check_rules

__all__ = ["FEW_DEALS", "SmallSample", "about_of", "simulate"]

CHUNK = 16_384  #: hands of a part: a few seconds of play
FEW_DEALS = 1_000  #: fewer hands say little: a share of a half is known to three per cent
ROTATE = "rotate"
ROUND = 16  #: hands in which all seats deal under all winds


class SmallSample(UserWarning):
    """A run has so few hands that its intervals are wide."""


def simulate(
    rules: Any,
    *,
    deals: int | None = None,
    until: Mapping[str, float] | None = None,
    policy: Any = "value",
    seed: int | None = None,
    store: str | Path | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    progress: bool = False,
    walls: Run | None = None,
    hand: str | None = None,
    seat: int | None = None,
    dealer: int | str = 0,
    prevalent_wind: str = "E",
    hands: bool = False,
    sessions: int | str | None = None,
    zha: Sequence[int] = (0, 0, 0, 0),
    di: str | Sequence[str] = "never",
    chunk: int | None = None,
    stop: Callable[[], bool] | None = None,
) -> Run:
    """Play whole hands and keep what came of each.

    Parameters
    ----------
    rules : McrRules or SoftEightRules
    deals : int
        Hands to play, all hands of sessions together; with `until` the most. Those of `walls` unless given.
    until : mapping of str to float, optional
        Half widths of 95 % intervals by name: of rows of `Run.outcomes`, such as "drawn", and "points of the
        dealer" or "points of the others". The run ends with the part after which all are as narrow.
    policy : str, Policy, Player, or sequence of four of these
        How the seats play: "value", "efficient" or "random", or one a seat. A `mjcore.Player` is a function
        of one's own.
    seed : int
        Where the run starts: the same seed gives the same rows whatever the workers. That of `walls` if they
        are given.
    store : path-like, optional
        A folder that keeps the rows, part by part. The same call goes on where it was stopped.
    workers : int
        Threads, or how many workers the `executor` has.
    executor : concurrent.futures.Executor, optional
        Threads, processes, or a cluster's.
    progress : bool
        Whether to show a bar, with the half width of the share of drawn hands, or of what `until` names.
    walls : Run, optional
        Play with the walls of this run: the same seed and chunks. What differs is the rules or the policies.
    hand, seat : str and int, optional
        Tiles that one seat is always dealt.
    dealer : int or "rotate"
        Seat of the dealer; or each seat in turn. In sessions, of the first hand.
    prevalent_wind : "E", "S", "W", "N" or "rotate"
        Or each in turn, four hands each. Matches of MCR begin with it and count their winds themselves.
    hands : bool
        Whether to keep the winning hands, which takes most of the room.
    sessions : int or "rules", optional
        Hands of a session, or of a match of MCR (16, from E-E to N-N), which are played one after the other
        with the dealers that the rules ask for; "rules" are as many as they say. Single hands unless given.
    zha : sequence of int
        Stakes of the seats in each hand (Soft Eight).
    di : "never", "least", "highest", or sequence of four of these
        What the seats stake against the dealer in sessions, where their losses to him allow it (Soft Eight).
    chunk : int, optional
        Hands of a part, 16,384 unless given. Other chunks are other walls.
    stop : callable, optional
        Asked after each part; once it answers yes, the run is interrupted.

    Returns
    -------
    Run
        With fewer hands than asked for if it was interrupted: those of a shorter run.

    Raises
    ------
    MahjongError
        If something given cannot be.
    StoreError
        If the folder holds another run, or another process is writing to it.
    OSError
        If a part cannot be written, such as on a full disk; finished parts are kept.

    Warns
    -----
    SmallSample
        Of fewer than a thousand hands, or if `deals` are too few for `until`.
    PartialRun
        If it was interrupted.
    DamagedPart
        If stored parts are damaged, which are computed again.

    Examples
    --------
    >>> run = simulate(mj.SOFT_EIGHT, deals=1_000, policy="efficient", seed=1)
    >>> len(run), run.outcomes()["measure"].tolist()[:2]
    (1000, ['won', 'won by self-draw'])

    >>> given = {"policy": "efficient", "seed": 1, "chunk": 500}
    >>> run = simulate(mj.SOFT_EIGHT, deals=100_000, until={"drawn": 0.005}, **given)
    >>> run.stopped
    'drawn ±0.00486: as narrow as wanted after 4,000 of at most 100,000 hands'
    """
    check_rules(rules, mj.SoftEightRules, mj.McrRules, what="hands are played under")
    deals, seed, chunk = _as_walls(walls, deals, seed, chunk, rules, sessions)
    policies = as_policies(policy)
    length = as_session_length(rules, sessions)
    n, per_chunk = _in_sessions(deals, chunk, length)
    if not length and ROTATE in (dealer, prevalent_wind) and chunk % ROUND:
        raise MahjongError(
            f"chunk must be a multiple of {ROUND} for seats and winds to take turns, not {chunk}"
        )
    setup = {
        "dealer": dealer if dealer == ROTATE else as_seat(dealer, "the dealer"),
        "prevalent_wind": _as_wind(prevalent_wind),
        "hand": None if hand is None else str(hand),
        "seat": None if seat is None else as_seat(seat, "the seat dealt the hand"),
        "sessions": length,
        "zha": as_whole_numbers("zha", zha, 0, MOST, error=MahjongError),
        "di": list(as_di_strategies(rules, di, length)),
        "hands": bool(hands),
    }
    if (hand is None) != (seat is None):
        raise MahjongError("hand and seat are given together: the tiles, and the seat, 0 to 3, dealt them")
    if length and ROTATE in (dealer, prevalent_wind):
        raise MahjongError("in sessions the rules say who deals: give the dealer of the first hand")
    precision = None if until is None else Precision.of(until, length)
    about = about_of(rules, policies, setup, seed, chunk)
    record = Provenance.begin(
        _command(rules, deals, policies, setup, seed, chunk, precision), rules=[rules], seed=seed,
        chunk=chunk, n=deals, workers=workers,
    )  # fmt: skip
    chunks = Chunks(n, seed, per_chunk)
    sizes = _Sizes(chunks, length or 1)
    sample = _Play(rules, policies, setup, digest_of(about), per_chunk)
    how = (workers, executor, progress, stop)
    parts: Any = MemoryParts()
    if store is None:
        record = _play(sample, chunks, sizes, parts, record, how, precision)
    else:
        sample.check()
        told = {"run": about, "n": deals, "provenance": record.as_dict()}
        with only_writer(Path(store)):
            parts = StoredParts.create(Path(store), told, sizes)
            record = _play(sample, chunks, sizes, parts, record, how, precision)
    run = Run(rules, policies, setup, record, parts)
    if len(run) < FEW_DEALS:
        warnings.warn(f"{len(run)} hands are few: mind the intervals.", SmallSample, stacklevel=2)
    return run


def _play(sample, chunks, sizes, parts, record, how, precision):
    """Play the chunks that are missing, until there are hands enough; the finished record."""
    workers, executor, progress, stop = how
    missing = parts.missing(len(chunks)) if isinstance(parts, StoredParts) else range(len(chunks))
    n_known = len(parts.listed) if isinstance(parts, StoredParts) else 0
    is_enough, looks = False, Looks(precision or Precision(SHOWN)) if precision or progress else None
    results = replicate(
        sample, n=chunks.n, seed=chunks.seed, chunk=chunks.chunk, workers=workers, executor=executor,
        progress=progress, label="hands" if sizes.length == 1 else "sessions", chosen=missing,
        note=None if looks is None else looks.shown,
    )  # fmt: skip
    try:
        with closing(results):
            for k in _in_order(parts, missing, results, sizes, stop):
                is_enough = looks is not None and looks.at(parts.source(k))
                if is_enough:
                    _check_no_more(parts, k)
                    break
    except KeyboardInterrupt:
        if not len(parts):
            raise KeyboardInterrupt(f"before the first {sizes[0]:,} hands were done") from None
    finally:
        if isinstance(parts, StoredParts):
            parts.close()
    n = sum(parts.rows(k) for k in range(len(parts)))
    record = record.finish(n=n)
    if looks and precision and (is_enough or looks.n_parts == len(chunks)):
        record = dataclasses.replace(record, stopped=looks.told(n, record.n_requested))
        if not is_enough:
            warnings.warn(f"{record.stopped}.", SmallSample, stacklevel=3)
    if isinstance(parts, StoredParts):
        record = parts.told_already(record, n_known)
        parts.about["provenance"] = record.as_dict()
        parts.close()
    if record.is_interrupted:
        warnings.warn(
            f"Interrupted after {n:,} of {record.n_requested:,} hands; the results are those of a run of "
            f"{n:,}.",
            PartialRun,
            stacklevel=3,
        )
    return record


def _in_order(
    parts: Any, missing: Any, results: Iterator[bytes], sizes: _Sizes, stop: Callable[[], bool] | None
) -> Iterator[int]:
    """The number of each part in order, as soon as it is there, until one is new and `stop` says so."""
    lacking = missing if isinstance(missing, range) else set(missing)
    for k in range(len(sizes)):
        if k in lacking:
            parts.add(k, next(results), sizes[k])
        yield k
        if k in lacking and stop is not None and stop():
            return


def _check_no_more(parts: Any, k: int) -> None:
    """Refuse a run that ends before the last of the stored parts: until says which hands it has."""
    if isinstance(parts, StoredParts) and max(parts.listed) > k:
        raise parts.refuse("holds more hands of this run than until asks for: open_run opens them all")


@dataclass(frozen=True)
class _Sizes:
    """Rows of each part."""

    chunks: Chunks
    length: int

    def __len__(self) -> int:
        return len(self.chunks)

    def __getitem__(self, k: int) -> int:
        return self.chunks.size(k) * self.length


@dataclass(frozen=True)
class _Play:
    """Plays a chunk: single hands, or sessions in lock step; gives the content of its part."""

    rules: Any
    policies: tuple[Any, ...]
    setup: dict[str, Any]
    run: str
    chunk: int

    def __call__(self, rng: np.random.Generator, size: int) -> bytes:
        table = self._sessions(rng, size) if self.setup["sessions"] else self._hands(rng, size)
        return written(table, {"run": self.run, "part": _chunk_of(rng)})

    def check(self) -> None:
        """Play a hand of each dealer: what cannot be played is refused before there is a folder for it."""
        self._records(np.random.default_rng(0), N_SEATS, np.arange(N_SEATS), 0)

    def _records(
        self, rng: np.random.Generator, size: int, dealer: Any, wind: Any, **stakes: Any
    ) -> np.ndarray:
        given = {name: self.setup[name] for name in ("hand", "seat") if self.setup[name] is not None}
        if any(self.setup["zha"]):
            given["zha"] = tuple(self.setup["zha"])
        given |= stakes
        return mj.play(
            self.rules, self.policies, n=size, rng=rng, dealer=dealer, prevalent_wind=wind, **given
        )

    def _hands(self, rng: np.random.Generator, size: int) -> Any:
        dealer, wind = self.setup["dealer"], self.setup["prevalent_wind"]
        number = np.arange(size)
        if dealer == ROTATE:
            dealer = number % 4
        if wind == ROTATE:
            wind = number // 4 % 4
        return rows_of(self._records(rng, size, dealer, wind), hands=self.setup["hands"])

    def _sessions(self, rng: np.random.Generator, size: int) -> Any:
        length, k = self.setup["sessions"], _chunk_of(rng)
        wind = WINDS.index(self.setup["prevalent_wind"])
        deal = NextDeal.first(self.rules, size, self.setup["dealer"], wind, tuple(self.setup["di"]))
        played: list[np.ndarray] = []
        stakes: list[np.ndarray] = []
        for _ in range(length):
            stakes.append(deal.books.stakes)
            records = self._records(rng, size, deal.dealer, deal.wind, di=stakes[-1])
            played.append(records)
            deal = deal.after(records)
        rows = np.stack(played, axis=1).reshape(-1)
        more = {
            "session": np.repeat(np.arange(k * self.chunk, k * self.chunk + size, dtype=np.int32), length),
            "hand": np.tile(np.arange(length, dtype=np.int16), size),
        }
        if set(self.setup["di"]) != {"never"}:
            by_hand = np.stack(stakes, axis=1).reshape(-1, N_SEATS)
            more |= {name: by_hand[:, seat] for seat, name in enumerate(seat_columns("di"))}
        return rows_of(rows, hands=self.setup["hands"], more=more)


def _chunk_of(rng: np.random.Generator) -> int:
    """The chunk that a generator of `Chunks` is for: the last number of the key of its stream."""
    sequence: Any = rng.bit_generator.seed_seq
    return sequence.spawn_key[-1]


# ---- what is given -------------------------------------------------------------------------------------


def _as_wind(wind: Any) -> str:
    if wind not in (*WINDS, ROTATE):
        raise MahjongError(f"prevalent_wind is one of {', '.join(WINDS)}, or {ROTATE!r}, not {quoted(wind)}")
    return wind


def _as_walls(
    walls: Run | None, deals: Any, seed: Any, chunk: Any, rules: Any, sessions: Any
) -> tuple[int, Any, Any]:
    """How many hands, from which seed, in which chunks: as given, or those of another run."""
    if walls is None:
        if deals is None or seed is None:
            raise MahjongError("deals and seed are needed: how many hands, and where the run starts")
        chunk = CHUNK if chunk is None else chunk
        return (
            as_whole_number("deals", deals, 1),
            as_whole_number("seed", seed, 0),
            as_whole_number("chunk", chunk, 1),
        )
    if not isinstance(walls, Run):
        raise MahjongError(f"walls are those of a Run, not {quoted(walls)}")
    record = walls.provenance
    if isinstance(record.seed, tuple):
        raise MahjongError(
            "a merge has the walls of several seeds: play with those of each of its runs, and merge again"
        )
    for name, given, known in (("seed", seed, record.seed), ("chunk", chunk, record.chunk)):
        if given is not None and given != known:
            raise MahjongError(
                f"the walls of a run are those of its {name} {known}, so {name} cannot be {given}"
            )
    if sessions is not None or walls.setup["sessions"]:
        raise MahjongError(
            "the hands of sessions depend on who deals, so walls are shared by single hands only"
        )
    ours, theirs = n_wall_tiles(rules), n_wall_tiles(walls.rules)
    if ours != theirs:
        raise MahjongError(
            f"these rules play with {ours} tiles and those of the walls with {theirs}: play MCR without "
            "flowers, mj.MCR.replace(flowers=False), to share walls"
        )
    return as_whole_number("deals", len(walls) if deals is None else deals, 1), record.seed, record.chunk


def _in_sessions(deals: int, chunk: int, length: int | None) -> tuple[int, int]:
    """What is drawn, and how much of it in a chunk: hands, or whole sessions."""
    if length is None:
        return deals, chunk
    if deals % length:
        raise MahjongError(f"{deals} deals are no whole number of sessions of {length} hands")
    return deals // length, max(1, chunk // length)


def about_of(
    rules: Any, policies: tuple[Any, ...], setup: dict[str, Any], seed: int, chunk: int
) -> dict[str, Any]:
    """All that the rows depend on, as plain values."""
    return {
        "rules": {"name": rules.name, "digest": rules.digest, "toml": rules.to_toml()},
        "policies": [_about_policy(one, rules) for one in policies],
        "setup": setup,
        "seed": seed,
        "chunk": chunk,
        "mjcore": mj.__version__,
    }


def _about_policy(one: Any, rules: Any) -> dict[str, Any]:
    """A policy as plain values; of a function only its name and version are known."""
    if isinstance(one, mj.Player):
        return {"name": one.name, "version": one.version}
    return {"name": one.name, "preset": one.preset, "changes": dict(one.changes), "dials": one.dials(rules)}


def _command(
    rules: Any,
    deals: int,
    policies: tuple[Any, ...],
    setup: dict[str, Any],
    seed: int,
    chunk: int,
    precision: Precision | None,
) -> str:
    """The call that plays these hands again."""
    names = [one.name if policy_text(one) == one.name else one for one in policies]
    one = repr(names[0]) if len(set(policies)) == 1 else repr(names)
    ordinary = {
        "dealer": 0, "prevalent_wind": "E", "hand": None, "seat": None, "sessions": None,
        "zha": [0, 0, 0, 0], "di": ["never"] * 4, "hands": False,
    }  # fmt: skip
    given = [f"{name}={value!r}" for name, value in setup.items() if value != ordinary[name]]
    given += [] if chunk == CHUNK else [f"chunk={chunk}"]
    given += [] if precision is None else [f"until={precision.wanted!r}"]
    return f"ma.simulate({', '.join(['rules', f'deals={deals}', f'policy={one}', f'seed={seed}', *given])})"
