"""Runs of whole hands: their rows, and what these say, part by part in flat memory."""

from __future__ import annotations

import dataclasses
import functools
import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
from pyarrow import parquet

import mjcore as mj
from mjanalysis import summaries
from mjanalysis.hand_rows import columns_of, frame_of
from mjanalysis.manifests import ANEW, StoreError, digests_of
from mjanalysis.provenance import Provenance, attach
from mjanalysis.replicate import added
from mjanalysis.store import Parts, StoredParts, marks_in
from mjcore.policies import policy_text
from mjcore.words.errors import quoted

__all__ = ["Run", "named", "open_run", "players_of"]

#: Classes of rule sets by the name in a manifest.
KINDS = {kind.name: kind for kind in (mj.SoftEightRules, mj.McrRules)}


@dataclass(frozen=True, eq=False)
class Run:
    """Hands that were played, and what they say.

    Made by :func:`mjanalysis.simulate` or :func:`open_run`. Summaries read the columns they need from one
    part after another and add whole numbers, so that memory stays flat however many hands there are, and
    a summary of a run is exactly that of its parts together.

    Attributes
    ----------
    rules : rule set
    policies : tuple of Policy or Player
        One a seat. A stored run knows players by name and version; their functions it has not.
    setup : dict
        Who deals, the prevalent wind, what was given, how long sessions are.
    provenance : Provenance
    parts : Parts
        In memory, in a folder, or those of several runs.
    """

    rules: Any
    policies: tuple[Any, ...]
    setup: dict[str, Any]
    provenance: Provenance
    parts: Parts

    def __len__(self) -> int:
        """Hands that were played."""
        return sum(self.parts.rows(k) for k in range(len(self.parts)))

    def __repr__(self) -> str:
        return f"<Run of {len(self):,} hands of {named(self.rules)}, {players_of(self)}, {self._seeds}>"

    @property
    def _seeds(self) -> str:
        seed = self.provenance.seed
        if not isinstance(seed, tuple):
            return f"seed {seed}"
        return "seeds " + ", ".join(map(str, seed)) if len(seed) < 5 else f"{len(seed)} seeds"

    @property
    def is_interrupted(self) -> bool:
        """Whether fewer hands were played than asked for."""
        return self.provenance.is_interrupted

    @property
    def stopped(self) -> str:
        """Why a run with ``until=`` has these hands and no more; empty for others."""
        return self.provenance.stopped

    # ---- rows ------------------------------------------------------------------------------------------

    def frames(self) -> Iterator[pd.DataFrame]:
        """The rows part by part, for what needs a look at each hand.

        Yields
        ------
        DataFrame
            One row a hand.
        """
        first = 0
        for k in range(len(self.parts)):
            frame = frame_of(_table(self.parts.source(k)), first)
            first += len(frame)
            yield attach(frame, self.provenance)

    @functools.cached_property
    def frame(self) -> pd.DataFrame:
        """All rows, one a hand; some 200 bytes each in memory."""
        tables = [_table(self.parts.source(k)) for k in self._finished()]
        return attach(frame_of(pa.concat_tables(tables).unify_dictionaries()), self.provenance)

    def summed(self, names: Iterable[str], statistic: Callable[[dict[str, np.ndarray]], Any]) -> Any:
        """The sum over parts of a statistic of some columns, in flat memory.

        Parameters
        ----------
        names : iterable of str
            Columns.
        statistic : callable
            Takes arrays by column, codes in place of names, and gives what can be added:
            whole numbers, arrays of them, estimates, mappings of these.

        Returns
        -------
        object
        """
        names = list(names)
        found = (statistic(columns_of(self.parts.source(k), names)) for k in self._finished())
        return functools.reduce(added, found)

    def _finished(self) -> range:
        """The parts; a run without hands says nothing."""
        if not len(self.parts):
            raise StoreError("this run has no hands yet: the call that made it goes on")
        return range(len(self.parts))

    # ---- what they say ---------------------------------------------------------------------------------

    def outcomes(self, by: str | None = None) -> pd.DataFrame:
        """How hands end.

        Parameters
        ----------
        by : str, optional
            "seat": what became of each seat. All hands together unless given.

        Returns
        -------
        DataFrame
            rules, (seat,) measure, hits, n, share, low, high. Won, drawn and lost are rows of their own,
            and add up. Wins are hands that somebody won; where several win on one tile, the dealer may be
            any of them.
        """
        return self._told("outcomes", by)

    def turns(self) -> pd.DataFrame:
        """How long hands take.

        Returns
        -------
        DataFrame
            rules, measure, statistic, n, value, low, high: means and quantiles with their intervals, of
            hands that were won, of all hands, and of the turns in which seats were ready. A turn is four
            discards of the table; turn 0 is ready as dealt. The limits of quantiles take values for
            independent.
        """
        return self._told("turns")

    def fan_frequencies(self) -> pd.DataFrame:
        """How often each fan counts in a win, and what it contributes.

        Returns
        -------
        DataFrame
            fan, chinese, english, points, wins, per_win, low, high, per_hand, share_of_points; all fans
            that the rules know. low and high are the limits of per_win. Of several winners on one tile, the
            nearest to the discarder is looked at.
        """
        return self._told("fan_frequencies")

    def expected_scores(self, by: str | list[str] | None = None) -> pd.DataFrame:
        """Points a hand of a seat, and how they are spread.

        Parameters
        ----------
        by : str or list of str, optional
            "seat", "dealer", "position", "prevalent_wind", "source", "ready_turn", "deal_shanten", "kongs":
            one row for each of their values that was seen. All seats together unless given: their mean is
            0, what they pay is not. A position is counted from the dealer, as the seat wind is: "dealer",
            "next", "opposite", "last" are East, South, West, North.

        Returns
        -------
        DataFrame
            rules, the columns of `by`, n (seats of hands), won, drawn, lost (how often), mean, low, high,
            standard_error, standard_deviation, and the quantiles quantile_05, median, quantile_95 of the
            points of one hand. The standard error is counted between hands, or between sessions.
        """
        return self._told("expected_scores", by)

    def refused(self, by: str | None = None) -> pd.DataFrame:
        """How often the rules refuse a complete hand, for want of points or of tiles of one suit.

        Parameters
        ----------
        by : str, optional
            "seat", or all seats together.

        Returns
        -------
        DataFrame
            rules, (seat,) measure, hits, n, share, low, high: hands in which a complete hand was refused,
            and of these hands those that the one who was refused, another, or nobody won.
        """
        return self._told("refused", by)

    def _told(self, question: str, *arguments: Any) -> pd.DataFrame:
        given = ", ".join(repr(argument) for argument in arguments if argument is not None)
        record = self.provenance.of(f"{question}({given})")
        return attach(getattr(summaries, question)(self, *arguments), record)


def _table(source: Any) -> pa.Table:
    return parquet.read_table(source, page_checksum_verification=True).replace_schema_metadata(None)


def open_run(folder: str | Path) -> Run:
    """A run that was stored.

    Parameters
    ----------
    folder : path-like
        As given to `simulate` as `store`. Runs that are not finished open too, with the hands they have.

    Returns
    -------
    Run

    Raises
    ------
    StoreError
        If it is no folder of a run, or its manifest does not agree with itself.

    Warns
    -----
    DamagedPart
        If parts are missing or have another length. A part that is not the one that was written is refused
        by name when it is read; :func:`mjanalysis.verify` looks at all of them.
    """
    parts = StoredParts.open(Path(folder))
    rules, policies, record = told_by(parts)
    _check_first(parts)
    n = sum(parts.rows(k) for k in range(len(parts)))
    if n != record.n:  # some are gone: what is known is no longer known so well
        record = dataclasses.replace(record, n=n, stopped="")
    return Run(rules, policies, parts.about["run"]["setup"], record, parts)


def _check_first(parts: StoredParts) -> None:
    """Refuse a manifest that says another run than the first of the parts that it lists."""
    if not len(parts):
        return
    content = parts.path(0).read_bytes()
    marks, _ = marks_in(io.BytesIO(content), pages=False) or ({}, 0)
    if parts.is_listed(0, content) and marks.get("run") not in digests_of(parts.about["run"]):
        raise StoreError(
            f"{parts.folder}: its manifest was changed: {parts.path(0).name} was played with other policies, "
            "in another setup or under other rules than it says"
        )


def told_by(parts: StoredParts) -> tuple[Any, tuple[Any, ...], Provenance]:
    """Rules, policies and provenance of a stored run, if its manifest agrees with itself.

    Raises
    ------
    StoreError
        If rules, seed, chunk or version stand in it twice and differ.
    RuleError
        If the rules are not known here.
    """
    run, told = parts.about["run"], parts.about["provenance"]
    try:
        name, digest, toml = (run["rules"][key] for key in ("name", "digest", "toml"))
        chosen = [_maker_of(policy) for policy in run["policies"]]
        is_known, _ = name in KINDS, run["setup"]["sessions"]
        record = Provenance.of_dict(told)
        pairs = {
            "rules": (digest, record.rules[0]["digest"]),
            "seed": (_each(run["seed"]), _each(record.seed)),
            "chunk": (set(_each(run["chunk"])), set(_each(record.chunk))),
            "mjcore": (run["mjcore"], record.versions["mjcore"]),
        }
    except (AttributeError, KeyError, TypeError, ValueError, IndexError):
        raise StoreError(f"{parts.folder}: its manifest is damaged; {ANEW}") from None
    if not is_known:
        raise mj.RuleError(f"{parts.folder}: rules of {quoted(name)} are not known here")
    rules = KINDS[name].from_toml(toml)
    if run["mjcore"] == mj.__version__:
        pairs["the digest of the rules"] = (digest, rules.digest)
    for what, (first, second) in pairs.items():
        if first != second:
            raise StoreError(
                f"{parts.folder}: its manifest was changed: {what} is {quoted(first)} and {quoted(second)}"
            )
    return rules, tuple(make() for make in chosen), record


def _maker_of(told: dict[str, Any]) -> Callable[[], mj.Policy | mj.Player]:
    """What makes a policy from the plain values of a manifest; players have no function there."""
    if "version" in told:
        return functools.partial(mj.Player, told["name"], None, version=told["version"])
    return functools.partial(mj.Policy, told["name"], told["preset"], **told["changes"])


def _each(value: Any) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, list | tuple) else (value,)


def named(rules: Any) -> str:
    """The rules by their name, and what differs from it.

    Examples
    --------
    >>> named(mj.SOFT_EIGHT), named(mj.MCR.replace(flowers=False, min_points=6))
    ('soft_eight', 'mcr with min_points=6, flowers=False')
    """
    changes = ", ".join(f"{name}={value!r}" for name, value in rules.differences().items())
    return f"{rules.name} with {changes}" if changes else rules.name


def players_of(run: Run) -> str:
    """The policies of a run, each once; with their dials where these are not the usual ones."""
    return ", ".join(dict.fromkeys(map(policy_text, run.policies)))
