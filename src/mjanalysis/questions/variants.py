"""Soft Eight beside Chinese Official Mahjong, and each beside variants of itself, on the same walls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pandas as pd

import mjcore as mj
from mjanalysis.checks import as_whole_number
from mjanalysis.columns import COMPARISON
from mjanalysis.present import plots
from mjanalysis.present.report import Figure, Section, Table
from mjanalysis.provenance import Provenance, attach
from mjanalysis.questions.compare import (
    About,
    constants_of,
    framed,
    is_seen,
    limits_of,
    played,
    rows_of,
    told,
)
from mjanalysis.questions.metrics import FAN
from mjanalysis.questions.pairing import differences_of
from mjanalysis.questions.play_study import POLICIES
from mjanalysis.questions.study import Study
from mjanalysis.questions.sweep import rows_against
from mjanalysis.runs import named
from mjanalysis.simulation import CHUNK

__all__ = ["BASES", "DEALS", "GAMES", "VARIANTS", "VariantsStudy", "variants_study"]

#: Hands under each rule set by each policy: minutes on two cores.
DEALS = 150_000

#: The games, both with 136 tiles, so that they share their walls.
BASES: dict[str, Any] = {"soft_eight": mj.SOFT_EIGHT, "mcr": mj.MCR.replace(flowers=False)}

#: What is changed in each.
VARIANTS: dict[str, dict[str, dict[str, Any]]] = {
    "soft_eight": {
        "nine tiles of a suit": {"min_main_tiles": 9},
        "chows claimed": {"chow_claims": True},
        "no declaration": {"must_declare": False},
    },
    "mcr": {
        "minimum of 6 points": {"min_points": 6},
        "no chicken hand": {"disabled": ["chicken_hand"]},
        "all types worth 4": {"points": {"all_types": 4}},
    },
}

GAMES = "MCR in place of Soft Eight"  #: the variant, as it were, that one game is of the other

#: What findings speak of; points apart where two games have their own.
_HEADLINES = (
    "won", "refused", "self-drawn, of wins", "by the dealer, of wins", "discards, of all hands",
    "points of a winner", "points of the dealer", "standard deviation of points",
)  # fmt: skip

_TITLES = {"soft_eight": "Soft Eight", "mcr": "Chinese Official Mahjong"}


@dataclass(frozen=True, eq=False, repr=False)
class VariantsStudy(Study):
    """Tables, figures and findings about rules side by side.

    Attributes
    ----------
    rules : dict of str to rule set
        The two games.
    command : str
        Computes it again.
    exact : dict
        Empty: nothing here is exact.
    compared : dict of str to DataFrame
        ``games``, ``soft_eight`` and ``mcr``: what `Sweep.frame` has.
    notes : dict of str to tuple of str
        By table, whether the policies suit the rules.
    """

    title = "Rules side by side"

    compared: Mapping[str, pd.DataFrame]
    notes: Mapping[str, tuple[str, ...]]

    @property
    def estimated(self) -> dict[str, pd.DataFrame]:
        """Tables of estimates by name."""
        return dict(self.compared)

    @cached_property
    def findings(self) -> tuple[str, ...]:
        """What both policies see of each variant, in a sentence with intervals; sections tell the rest."""
        return tuple(_in_short(_of(frame, variant), variant) for frame, variant in self._variants())

    def _variants(self) -> list[tuple[pd.DataFrame, str]]:
        """Each variant that was played, with the table it stands in."""
        return [(frame, variant) for frame in self.compared.values() for variant in frame["variant"].unique()]

    def figures(self) -> dict[str, Figure]:
        """The figures by name, drawn anew: shares that differ, of each variant.

        Returns
        -------
        dict of Figure
        """
        figures = {}
        for frame, variant in self._variants():
            rows = _of(frame, variant)
            shares = rows[rows["unit"].str.startswith("%") & ~_is_fan(rows)]
            axes = plots.differences(shares)
            axes.set_title(variant)
            figures[_file_of(variant)] = Figure(
                axes,
                f"Shares that differ: {variant}",
                "A point for each policy with its interval; open where chance could explain the difference.",
            )
        return figures

    def _sections(self, figures: dict[str, Figure]) -> list[Section]:
        return [
            Section(
                "Soft Eight or Chinese Official Mahjong?" if name == "games" else _TITLES[name],
                sections=tuple(
                    self._section(_of(frame, variant), variant, figures)
                    for variant in frame["variant"].unique()
                ),
                text=(_ABOUT, *self.notes[name]),
            )
            for name, frame in self.compared.items()
        ]

    def _section(self, rows: pd.DataFrame, variant: str, figures: dict[str, Figure]) -> Section:
        fans = rows[_is_fan(rows) & rows["p"].notna()]
        tables = [Table(rows[~_is_fan(rows)], f"{variant}: every metric")]
        if len(fans):
            tables.append(Table(fans, f"{variant}: fans that were seen, in shares of wins"))
        return Section(
            _capital(variant),
            findings=tuple(_found(rows, variant)),
            items=(figures[_file_of(variant)], *tables),
            reproduce=self.command,
            text=(_changed(variant),),
        )


_ABOUT = (
    "Both sides are played on the same walls by four players of one policy, and compared hand by hand. "
    "`efficient` goes the shortest way to a complete hand, `value` plays for points. Differences are the "
    "second less the first, with 95 % intervals; p allows for all rows of the question together (Holm). A "
    "hand is refused where somebody had a complete hand that the rules did not let him win with."
)


def _file_of(variant: str) -> str:
    return variant.lower().replace(" ", "-")


def _of(frame: pd.DataFrame, variant: str) -> pd.DataFrame:
    rows = frame[frame["variant"] == variant]
    rows.attrs = dict(frame.attrs)
    return rows


def _is_fan(rows: pd.DataFrame) -> pd.Series:
    return rows["metric"].str.startswith(FAN)


def _changed(variant: str) -> str:
    """What a variant changes, in a sentence."""
    if variant == GAMES:
        return f"{named(BASES['soft_eight'])} (first) and {named(BASES['mcr'])} (second)."
    game = next(game for game, variants in VARIANTS.items() if variant in variants)
    changes = ", ".join(f"{option}={value!r}" for option, value in VARIANTS[game][variant].items())
    return f"{named(BASES[game])} (first), and the same with {changes} (second)."


def _by_policy(rows: pd.DataFrame) -> dict[str, list[dict[Any, Any]]]:
    """The rows that findings speak of, by policy."""
    common = ~rows["unit"].str.contains(",")  # one that is not names both games
    headlines = rows[common & rows["metric"].isin(_HEADLINES)]
    return {str(policy): of.to_dict("records") for policy, of in headlines.groupby("policy", sort=False)}


def _found(rows: pd.DataFrame, variant: str) -> list[str]:
    """A sentence a policy on what differs."""
    return [
        _summed_up(f"{_capital(variant)}, played by {policy}", found)
        for policy, found in _by_policy(rows).items()
    ]


def _summed_up(head: str, rows: list[dict[Any, Any]]) -> str:
    seen = [told(row) for row in rows if is_seen(row)]
    unseen = [f"{_quoted(row['metric'])} ({limits_of(row)})" for row in rows if not is_seen(row)]
    none = f"no difference was seen in {_listed(unseen)}." if unseen else ""
    if not seen:
        return f"{head}: {none}"
    return f"{head}: {'; '.join(seen)}. {_capital(none)}".rstrip()


def _in_short(rows: pd.DataFrame, variant: str) -> str:
    """What both policies see, and whether it points the same way; without the second, what the first sees."""
    found = _by_policy(rows)
    if len(found) < len(POLICIES):
        return _found(rows, variant)[0]
    return _agreed(f"{_capital(variant)}, played by {' and by '.join(found)}", *found.values())


def _agreed(head: str, first: list[dict[Any, Any]], second: list[dict[Any, Any]]) -> str:
    pairs = [(a, b) for a, b in zip(first, second, strict=True) if is_seen(a) and is_seen(b)]
    same, opposite = (
        "; ".join(
            f"{_quoted(a['metric'])} {limits_of(a)} and {limits_of(b)} {a['unit']}"
            for a, b in pairs
            if (a["difference"] * b["difference"] < 0) == is_opposite
        )
        for is_opposite in (False, True)
    )
    if not pairs:
        return f"{head}: there is no metric in which both see a difference."
    parts = [same or "no difference that both see points the same way"]
    parts += [f"Opposite by policy: {opposite}"] if opposite else []
    return f"{head}: {'. '.join(parts)}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _quoted(metric: str) -> str:
    return f"“{metric}”" if "," in metric else metric


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def variants_study(
    *,
    deals: int = DEALS,
    seed: int,
    command: str | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    progress: bool = False,
    store: str | Path | None = None,
    stop: Callable[[], bool] | None = None,
) -> VariantsStudy | None:
    """Play both games and three variants of each, by two policies, and say what differs.

    Parameters
    ----------
    deals : int
        Hands under each of the eight rule sets by each policy.
    seed : int
    command : str, optional
        What computes it again; a call of this function unless given.
    workers, executor, progress
        As for `simulate`.
    store : path-like, optional
        A folder that keeps the runs, each in one of its own; the same call goes on where it was stopped.
    stop : callable, optional
        Asked before each run and after each part; once it answers yes, the rest is left out.

    Returns
    -------
    VariantsStudy or None
        None if it was stopped before two runs could be compared.

    Raises
    ------
    MahjongError
        If something given cannot be.

    Examples
    --------
    >>> study = variants_study(deals=1_000, seed=1)
    >>> list(study.tables), study.tables["soft_eight"]["variant"].unique().tolist()
    (['games', 'soft_eight', 'mcr'], ['nine tiles of a suit', 'chows claimed', 'no declaration'])
    """
    how: dict[str, Any] = {
        "deals": as_whole_number("deals", deals, 2), "seed": as_whole_number("seed", seed, 0),
        "workers": workers, "executor": executor, "progress": progress, "store": store, "stop": stop,
    }  # fmt: skip
    command = f"ma.variants_study(deals={deals}, seed={seed})" if command is None else command
    changed = {
        game: {label: BASES[game].replace(**changes) for label, changes in variants.items()}
        for game, variants in VARIANTS.items()
    }
    records = {
        "games": _begun(command, BASES.values(), how),
        **{game: _begun(command, [BASES[game], *changed[game].values()], how) for game in BASES},
    }
    rows: dict[str, list[dict[str, Any]]] = {name: [] for name in records}
    done: dict[str, list[About]] = {name: [] for name in records}
    for policy in POLICIES:
        bases = [played(rules, policy, **how) for rules in BASES.values() if stop is None or not stop()]
        done["games"] += map(About.of, bases)
        if len(bases) == len(BASES):
            rows["games"] += rows_of(differences_of(*bases), *BASES, variant=GAMES, policy=policy)
        for game, base in zip(BASES, bases, strict=False):
            done[game].append(About.of(base))
            rows[game] += rows_against(base, changed[game], policy, done[game], **how)
    frames = {
        name: attach(
            framed(found, "holm")[["variant", "policy", *COMPARISON]],
            records[name].finish(n=min(run.n for run in done[name])),
        )
        for name, found in rows.items()
        if found
    }
    if not frames:
        return None
    notes = {name: tuple(constants_of(done[name])) for name in frames}
    return VariantsStudy(BASES, command, {}, frames, notes)


def _begun(command: str, rules: Iterable[Any], how: Mapping[str, Any]) -> Provenance:
    return Provenance.begin(
        command, rules=rules, seed=how["seed"], chunk=CHUNK, n=how["deals"], workers=how["workers"]
    )
