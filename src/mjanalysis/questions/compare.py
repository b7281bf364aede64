"""Two runs, or two rule sets, side by side: what differs, by how much, and what could be chance.

Runs that share their walls are compared hand by hand, so that the luck of the deal, which is the same in
both, falls out of the difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

import mjcore as mj
from mjanalysis.checks import as_whole_number
from mjanalysis.columns import COMPARISON
from mjanalysis.differences import Difference, adjusted, check_adjustment
from mjanalysis.estimates import LEVEL
from mjanalysis.manifests import digest_of
from mjanalysis.numerals import grouped, n_decimals, number_interval
from mjanalysis.present import plots
from mjanalysis.provenance import Provenance, attach
from mjanalysis.questions.metrics import FAN, Metric
from mjanalysis.questions.pairing import differences_of, n_paired, why_apart
from mjanalysis.questions.play_study import POLICIES
from mjanalysis.questions.population import RULES as MCR_OF_PEOPLE
from mjanalysis.questions.told import Told
from mjanalysis.runs import Run, named, players_of
from mjanalysis.simulation import simulate
from mjcore.deal import n_wall_tiles
from mjcore.policies import as_policies, policy_text
from mjcore.words.errors import MahjongError
from mjcore.words.presets import check_rules

__all__ = [
    "About", "Comparison", "compare", "constants_of", "framed", "is_seen", "limits_of", "played", "rows_of",
    "seed_for", "told",
]  # fmt: skip

#: Rules for which the constants of the policy value were found; flowers ask for no decision.
FOUND_FOR = (mj.SOFT_EIGHT, MCR_OF_PEOPLE, mj.MCR)


class About(NamedTuple):
    """What notes say of a run, without its hands."""

    rules: Any
    policies: tuple[Any, ...]
    n: int

    @classmethod
    def of(cls, run: Run) -> About:
        """Of a run that can then be let go."""
        return cls(run.rules, run.policies, len(run))


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(Told):
    """What differs between a first thing and a second.

    Attributes
    ----------
    frame : DataFrame
        One row a metric, of rule sets one a policy and metric: ``metric``, ``unit``, ``a`` and ``b`` (of the
        first and of the second), ``difference`` (b less a) with ``low`` and ``high``, ``p``, ``p_adjusted``,
        ``effect``, ``paired``, ``n``.
    first, second : str
        What they are.
    notes : tuple of str
        What to mind: whether walls are shared, whether the policies suit the rules, what the points are.
    """

    frame: pd.DataFrame
    first: str
    second: str
    notes: tuple[str, ...]

    @property
    def findings(self) -> tuple[str, ...]:
        """What each row says, in a sentence; of fans those in which a difference was seen."""
        rows = self.frame.to_dict("records")
        told_of = [row for row in rows if not row["metric"].startswith(FAN) or is_seen(row)]
        labels = [f"{row['policy']}, " if "policy" in row else "" for row in told_of]
        return tuple(label + told(row) for label, row in zip(labels, told_of, strict=True))

    def plot(self, ax: Any = None, *, unit: str = "%") -> Any:
        """Draw the differences in one unit; fans are left out.

        Parameters
        ----------
        ax : Axes, optional
            Where to draw; a new figure unless given.
        unit : str
            That of the metrics to draw, or how it begins.

        Returns
        -------
        Axes
        """
        rows = self.frame["unit"].str.startswith(unit) & ~self.frame["metric"].str.startswith(FAN)
        return plots.differences(self.frame[rows], ax)

    def __str__(self) -> str:
        head = f"From {self.first} (a) to {self.second} (b):"
        return "\n".join([head, *self.notes, "", *self.findings])


def compare(
    a: Any,
    b: Any,
    *,
    adjust: str = "holm",
    deals: int | None = None,
    seed: int | None = None,
    policy: Any = None,
    workers: int = 1,
    executor: Executor | None = None,
    progress: bool = False,
    store: str | Path | None = None,
    stop: Callable[[], bool] | None = None,
) -> Comparison:
    """Compare two runs, or two rule sets, in every metric at once.

    Parameters
    ----------
    a, b : Run, or rule sets
        Rule sets are played first, on the same walls if they have as many tiles.
    adjust : {"holm", "benjamini-hochberg"}
        How values of p allow for all rows together.
    deals, seed : int
        Of rule sets: hands to play under each, and where they start.
    policy : str, Policy, Player, or sequence of four of these, optional
        Of rule sets: who plays. `efficient` and `value` one after the other unless given, since what rules do
        depends on how they are played.
    workers, executor, progress
        Of rule sets, as for `simulate`.
    store : path-like, optional
        Of rule sets: a folder that keeps the runs, each in one of its own; the same call goes on where it was
        stopped.
    stop : callable, optional
        Of rule sets, as for `simulate`.

    Returns
    -------
    Comparison

    Raises
    ------
    MahjongError
        If something given cannot be.

    Examples
    --------
    >>> eight = simulate(mj.SOFT_EIGHT, deals=2_000, policy="efficient", seed=1)
    >>> nine = simulate(mj.SOFT_EIGHT.replace(min_main_tiles=9), walls=eight, policy="efficient")
    >>> found = compare(eight, nine)
    >>> print(found.findings[0])
    won: 97.95 to 92.45 % of hands, -5.50 [-6.84, -4.22]
    >>> frame = found.frame.set_index("metric")
    >>> bool(frame.loc["refused", "difference"] > 0), bool(frame["paired"].all())
    (True, True)
    """
    check_adjustment(adjust)
    if isinstance(a, Run) and isinstance(b, Run):
        for name, value in (("deals", deals), ("seed", seed), ("policy", policy), ("store", store)):
            if value is not None:
                raise MahjongError(f"{name} is for rule sets that are still to be played, not for runs")
        return _of_runs(a, b, adjust)
    if isinstance(a, Run) or isinstance(b, Run):
        raise MahjongError("two runs are compared, or two rule sets, not one of each: simulate the other")
    for rules in (a, b):
        check_rules(rules, mj.SoftEightRules, mj.McrRules, what="runs are compared, or")
    if deals is None or seed is None:
        raise MahjongError("deals and seed are needed: how many hands, and where the runs start")
    how = {"workers": workers, "executor": executor, "progress": progress, "stop": stop, "store": store}
    return _of_rules(a, b, adjust, as_whole_number("deals", deals, 2), seed, policy, how)


# ---- runs ----------------------------------------------------------------------------------------------


def _of_runs(a: Run, b: Run, adjust: str) -> Comparison:
    first, second = (
        run.provenance.command.replace("(rules,", f"(rules[{k}],") for k, run in enumerate((a, b))
    )
    record = _begun(f"ma.compare({first}, {second}{_adjusting(adjust)})", a, b)
    frame = framed(rows_of(differences_of(a, b), a.rules.name, b.rules.name), adjust)
    notes = [_about_walls(a, b), *constants_of(map(About.of, (a, b))), *_about_points(a.rules, b.rules)]
    n = min(len(a), len(b)) if why_apart(a, b) else n_paired(a, b)
    ours, theirs = (f"{named(run.rules)} played by {players_of(run)}" for run in (a, b))
    return Comparison(attach(frame, record.finish(n=n)), ours, theirs, tuple(notes))


def _of_rules(
    a: Any, b: Any, adjust: str, deals: int, seed: int, policy: Any, how: dict[str, Any]
) -> Comparison:
    policies = POLICIES if policy is None else (policy,)
    given = "" if policy is None else f", policy={policy!r}"
    command = f"ma.compare(rules[0], rules[1], deals={deals}, seed={seed}{given}{_adjusting(adjust)})"
    rows: list[dict[str, Any]] = []
    done: list[About] = []
    record, walls = None, ""
    for players in policies:
        if done and how["stop"] is not None and how["stop"]():
            break
        pair = [played(rules, players, deals=deals, seed=seed_for(rules, a, seed), **how) for rules in (a, b)]
        record, walls = record or _begun(command, *pair), walls or _about_walls(*pair)
        done += map(About.of, pair)
        rows += rows_of(differences_of(*pair), a.name, b.name, policy=players_of(pair[0]))
    assert record is not None
    notes = [walls, *constants_of(done), *_about_points(a, b)]
    frame = framed(rows, adjust)
    record = record.finish(n=min(run.n for run in done))
    return Comparison(attach(frame, record), named(a), named(b), tuple(notes))


def _begun(command: str, a: Run, b: Run) -> Provenance:
    one = a.provenance
    return Provenance.begin(
        command, rules=[a.rules, b.rules], seed=one.seed, chunk=one.chunk, n=one.n_requested,
        workers=one.workers,
    )  # fmt: skip


def _adjusting(adjust: str) -> str:
    return "" if adjust == "holm" else f", adjust={adjust!r}"


def seed_for(rules: Any, first: Any, seed: int) -> int:
    """Where hands start that are compared with those of other rules from a seed.

    From the same, for the same walls; walls of other tiles must have another, to be independent.
    """
    return seed if n_wall_tiles(rules) == n_wall_tiles(first) else seed + 1


def played(
    rules: Any, policy: Any, *, deals: int, seed: int, store: str | Path | None = None, **how: Any
) -> Run:
    """Hands of one rule set, kept in a folder of their own within `store`."""
    if store is not None:
        store = Path(store) / f"{rules.name}-{rules.digest[:12]}-{_folder_of(as_policies(policy))}"
    return simulate(rules, deals=deals, policy=policy, seed=seed, store=store, **how)


def _folder_of(policies: tuple[Any, ...]) -> str:
    """The names of policies, and what tells players of the same names apart: seats, presets and dials."""
    names = "-".join(dict.fromkeys(one.name for one in policies))
    if {*map(policy_text, policies)} == {policies[0].name}:
        return names
    return f"{names}-{digest_of({'policies': [repr(one) for one in policies]})[:8]}"


# ---- rows ----------------------------------------------------------------------------------------------


def rows_of(
    differences: Mapping[Metric, Difference], first: str, second: str, **labels: Any
) -> list[dict[str, Any]]:
    """Rows of a frame, under labels; `first` and `second` are the games, which have their own points."""
    return [
        {
            **labels,
            "metric": metric.name,
            "unit": metric.unit
            if metric.unit != "points" or first == second
            else f"points of {first}, of {second}",
            "a": metric.scale * difference.value_a,
            "b": metric.scale * difference.value_b,
            "difference": metric.scale * difference.value,
            **dict(
                zip(("low", "high"), (metric.scale * x for x in difference.interval()), strict=True)
            ),
            "p": difference.p,
            "effect": difference.effect,
            "paired": difference.is_paired,
            "n": difference.n,
        }
        for metric, difference in differences.items()
    ]  # fmt: skip


def framed(rows: list[dict[str, Any]], adjust: str) -> pd.DataFrame:
    """Rows as a frame in which p allows for all of them."""
    frame = pd.DataFrame(rows)
    frame["p_adjusted"] = adjusted(frame["p"], adjust)
    return frame[[*(name for name in frame if name not in COMPARISON), *COMPARISON]]


# ---- words ---------------------------------------------------------------------------------------------


def is_seen(row: Mapping[Any, Any]) -> bool:
    """Whether a row shows a difference that chance does not explain, allowing for all rows."""
    return bool(row["p_adjusted"] < 1 - LEVEL)


def told(row: Mapping[Any, Any]) -> str:
    """What a row says, and no more than it says.

    Examples
    --------
    >>> row = {"metric": "won", "unit": "% of hands", "a": 97.853, "b": 92.604, "difference": -5.249,
    ...        "low": -6.4912, "high": -4.061, "p_adjusted": 0.001}
    >>> told(row)
    'won: 97.85 to 92.60 % of hands, -5.25 [-6.49, -4.06]'
    >>> told({**row, "a": 92.5, "difference": 0.104, "low": -1.081, "high": 1.289, "p_adjusted": 0.9})
    'won: no difference was seen; 92.50 and 92.60 % of hands, +0.10 [-1.08, +1.29]'

    An interval that leaves out nought may do so by chance, if it is one of many:

    >>> told({**row, "a": 91.564, "difference": 1.04, "low": 0.11, "high": 1.98, "p_adjusted": 0.9})
    'won: no difference was seen, allowing for all rows; 91.56 and 92.60 % of hands, +1.04 [+0.11, +1.98]'
    """
    if row["difference"] != row["difference"]:
        return f"{row['metric']}: not known, since there was nothing to count"
    a, b = (f"{row[name]:.{_decimals(row)}f}" for name in ("a", "b"))
    if is_seen(row):
        return f"{row['metric']}: {a} to {b} {row['unit']}, {limits_of(row)}"
    alone = row["low"] > 0 or row["high"] < 0  # its interval is that of one row, p_adjusted of all
    unseen = "no difference was seen, allowing for all rows" if alone else "no difference was seen"
    return f"{row['metric']}: {unseen}; {a} and {b} {row['unit']}, {limits_of(row)}"


def limits_of(row: Mapping[Any, Any]) -> str:
    """The difference of a row with its limits.

    Examples
    --------
    >>> limits_of({"difference": 0.104, "low": -1.081, "high": 1.289})
    '+0.10 [-1.08, +1.29]'
    >>> limits_of({"difference": 0.5, "low": float("nan"), "high": float("nan")})
    '+0.50, of too few to have limits'
    """
    if row["low"] != row["low"]:
        return f"{row['difference']:+.{_decimals(row)}f}, of too few to have limits"
    return number_interval(row["difference"], row["low"], row["high"], decimals=_decimals(row), sign="+")


def _decimals(row: Mapping[Any, Any]) -> int:
    return max(2, n_decimals((row["high"] - row["low"]) / 2))


def constants_of(runs: Iterable[About]) -> list[str]:
    """Whether the constants of `value` were found for the rules it plays by, in sentences."""
    seen = dict.fromkeys((run.rules, one) for run in runs for one in run.policies if one.name == "value")
    if not seen:
        return ["Nobody plays with constants that could suit some rules better than others."]
    if any(one.changes or one.preset for _, one in seen):
        return ["value plays with the preset or the dials that were given."]
    others = dict.fromkeys(rules for rules, _ in seen if rules not in FOUND_FOR)
    if not others:
        return ["The constants of value were found for these rules."]
    games = " and ".join(sorted({rules.name for rules in others}))
    return [
        f"The constants of value were not found for {'; '.join(map(named, others))}, but for the default "
        f"rules of {games}: part of a difference can be that they do not suit."
    ]


def _about_points(a: Any, b: Any) -> list[str]:
    if a.name == b.name:
        return []
    return [f"Points of {a.name} and of {b.name} are no common unit: read each side by itself."]


def _seeds(run: Run) -> set[int | None]:
    """The seed of a run, or the seeds of a merge."""
    seed = run.provenance.seed
    return {*seed} if isinstance(seed, tuple) else {seed}


def _about_walls(a: Run, b: Run) -> str:
    why = why_apart(a, b)
    unit = "session" if a.setup["sessions"] else "hand"
    if not why:
        return f"Paired: {grouped(n_paired(a, b))} hands on the same walls, compared {unit} by {unit}."
    ours, theirs = (_seeds(run) for run in (a, b))
    warned = "; they have a seed in common, and are taken for independent nevertheless"
    warned = warned if ours & theirs else ""
    return f"Not paired: the runs {why}{warned}."
