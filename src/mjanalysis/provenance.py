"""Where a result comes from: everything needed to compute it again, as plain data on the frame."""

import dataclasses
import platform
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from typing import Any

import mjcore
from mjanalysis.numerals import grouped

__all__ = ["Provenance", "attach", "attach_each", "provenance_of"]

#: Other people's packages whose versions can change a number, by the name of their distribution.
PACKAGES = ("numpy", "pandas", "scipy", "statsmodels")

#: The key under which provenance stands in the attributes of a frame.
KEY = "provenance"


@cache
def _versions():
    own = dict.fromkeys(("mjcore", "mjanalysis"), mjcore.__version__)  # one distribution, one version
    return own | {"python": platform.python_version()} | {name: version(name) for name in PACKAGES}


def _now():
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _described(rules):
    """A rule set, or the name of a form, as plain data."""
    if isinstance(rules, str):
        return {"name": rules}
    return {"name": rules.name, "digest": rules.digest, "toml": rules.to_toml()}


@dataclass(frozen=True, kw_only=True)
class Provenance:
    """What was run, on which rules, from which seed, with which versions, and how long it took.

    Made by `begin` when the work starts and completed by `finish`. Names neither user nor host.

    Attributes
    ----------
    command : str
        A call or command line that computes the result again.
    rules : tuple of dict
        Name, digest and full TOML of each rule set; only the name for a form.
    seed, chunk : int, tuple of int, or None
        Those of each run that was merged; None where nothing was drawn.
    n, n_requested : int or None
        Draws done and draws asked for; they differ where a run was interrupted.
    workers : int
        They change how long it took, never a number.
    stopped : str
        Why a run that was to last until something was known ended with these draws; empty for others.
    versions : dict
        Of Python and of the packages whose versions can change a number.
    platform : str
        Operating system and processor.
    started, finished : str
        ISO 8601, UTC.
    seconds : float
        Wall time.

    Examples
    --------
    >>> record = Provenance.begin("ma.exact.shanten_table('standard')", rules=["standard"])
    >>> record = record.finish()
    >>> record.rules, record.seed, record.seconds < 60
    (({'name': 'standard'},), None, True)
    """

    command: str
    rules: tuple = ()
    seed: int | tuple[int, ...] | None = None
    chunk: int | tuple[int, ...] | None = None
    n: int | None = None
    n_requested: int | None = None
    workers: int = 1
    stopped: str = ""
    versions: dict = dataclasses.field(default_factory=lambda: dict(_versions()))
    platform: str = dataclasses.field(default_factory=lambda: f"{platform.platform()} {platform.machine()}")
    started: str = dataclasses.field(default_factory=_now)
    finished: str = ""
    seconds: float = 0.0

    def __str__(self):
        rules = [f"{each['name']} {each.get('digest', '')[:12]}".strip() for each in self.rules]
        versions = ", ".join(f"{name} {number}" for name, number in self.versions.items())
        done = "" if self.n is None else f"{grouped(self.n)} draws"
        if self.is_interrupted:
            done += f" of {grouped(self.n_requested)}, interrupted"
        lines = {
            "command": self.command,
            "rules": ", ".join(rules),
            "seed": "" if self.seed is None else str(self.seed),
            "done": done,
            "stopped": self.stopped,
            "versions": versions,
            "platform": self.platform,
            "finished": f"{self.finished}, after {self.seconds:.1f} s" if self.finished else "",
        }
        return "\n".join(f"{name:10}{text}" for name, text in lines.items() if text)

    @classmethod
    def begin(cls, command, *, rules=(), seed=None, chunk=None, n=None, workers=1):
        """The record of work that starts now.

        Parameters
        ----------
        command : str
            A call or command line that computes the result again.
        rules : iterable of rule sets or form names
            What was studied, in order.
        seed, chunk, n, workers : int, optional
            As given to `replicate`; `n` is what was asked for.

        Returns
        -------
        Provenance
        """
        return cls(
            command=command,
            rules=tuple(_described(rule) for rule in rules),
            seed=seed,
            chunk=chunk,
            n_requested=n,
            workers=workers,
        )

    def finish(self, *, n=None):
        """The record of the finished work.

        Parameters
        ----------
        n : int, optional
            Draws that were done; as many as were asked for unless given.

        Returns
        -------
        Provenance
        """
        finished = _now()
        seconds = datetime.fromisoformat(finished) - datetime.fromisoformat(self.started)
        return dataclasses.replace(
            self,
            n=self.n_requested if n is None else n,
            finished=finished,
            seconds=seconds.total_seconds(),
        )

    def of(self, question):
        """The record of something asked of the result: a method of what the command gives.

        Parameters
        ----------
        question : str
            The call of the method, without the object before it.

        Returns
        -------
        Provenance
        """
        return dataclasses.replace(self, command=f"{self.command}.{question}")

    def within(self, call, *arguments):
        """The record of a function asked of the result: what the command gives is its first argument.

        Parameters
        ----------
        call : str
            Name of the function.
        *arguments : str
            What it is given after the result, as it is written.

        Returns
        -------
        Provenance

        Examples
        --------
        >>> Provenance.begin("run").within("ma.scores", "by='seat'").command
        "ma.scores(run, by='seat')"
        """
        return dataclasses.replace(self, command=f"{call}({', '.join([self.command, *arguments])})")

    @property
    def is_interrupted(self):
        """Whether fewer draws were done than asked for, and for no reason that was given beforehand."""
        return self.n != self.n_requested and not self.stopped

    def as_dict(self):
        """Plain dicts, lists, strings and numbers: pickles, compares, and writes to JSON.

        Returns
        -------
        dict
        """
        plain = dataclasses.asdict(self)
        return {name: list(value) if isinstance(value, tuple) else value for name, value in plain.items()}

    @classmethod
    def of_dict(cls, plain):
        """The record that `as_dict` wrote.

        Parameters
        ----------
        plain : mapping

        Returns
        -------
        Provenance

        Examples
        --------
        >>> record = Provenance.begin("ma.exact.shanten_table('standard')", rules=["standard"])
        >>> Provenance.of_dict(record.as_dict()) == record
        True
        """
        fields: Any = {
            name: tuple(value) if isinstance(value, list) else value for name, value in plain.items()
        }
        return cls(**fields)


def attach(frame, provenance):
    """The frame with its provenance in ``frame.attrs["provenance"]``, as a plain dict.

    Parameters
    ----------
    frame : DataFrame
        Is given the attribute itself; no copy is made.
    provenance : Provenance

    Returns
    -------
    DataFrame
    """
    frame.attrs[KEY] = provenance.as_dict()
    return frame


def attach_each(frames, provenance):
    """The frames of an answer by name, each with the provenance of its part of it.

    Parameters
    ----------
    frames : dict of str to DataFrame
    provenance : Provenance
        Of the whole answer.

    Returns
    -------
    dict of str to DataFrame
    """
    return {name: attach(frame, provenance.of(name)) for name, frame in frames.items()}


def provenance_of(frame):
    """The provenance dict of a frame, or None.

    Parameters
    ----------
    frame : DataFrame

    Returns
    -------
    dict or None

    Examples
    --------
    >>> import pandas as pd
    >>> provenance_of(pd.DataFrame()) is None
    True
    """
    return frame.attrs.get(KEY)
