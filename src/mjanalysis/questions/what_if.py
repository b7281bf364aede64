"""What the hands of a run would have been worth by other rules: the same play, scored and paid again."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

import mjcore as mj
from mjanalysis.columns import ESTIMATE, MEASURES
from mjanalysis.distributions import ClusteredMean, means_of_columns
from mjanalysis.estimates import with_proportions
from mjanalysis.hand_rows import seat_columns
from mjanalysis.numerals import measure_text
from mjanalysis.provenance import attach_each
from mjanalysis.questions.replaying import paired_parts, played_again
from mjanalysis.questions.rescoring import Rescored, check_same_play, columns_needed, rescore
from mjanalysis.questions.told import Told
from mjanalysis.replicate import added
from mjanalysis.runs import Run
from mjanalysis.summaries import (
    POSITIONS,
    WON,
    by_hand,
    cluster_columns,
    clusters_of,
    fans_of,
    multipliers_of,
)
from mjcore.seats import SEATS
from mjcore.words.errors import MahjongError, quoted

__all__ = ["WhatIf", "what_if"]

PLAYED, RESCORED, AGAIN = "as played", "rescored", "played again"

#: What is said of the points of each seat; the last three only where hands were played again.
OF_SEATS: dict[str, tuple[str, ...]] = {
    PLAYED: (PLAYED,),
    RESCORED: (RESCORED,),
    "difference": (RESCORED, PLAYED),
    AGAIN: (AGAIN,),
    "difference, played again": (AGAIN, PLAYED),
    "difference of play alone": (AGAIN, RESCORED),
}

HELD = "Play is held fixed, and stakes are: by other rules the players would have played otherwise."
STOPPED = "A win that does not stand is paid as a drawn hand; the hand would have gone on."
UNKNOWN = (
    "Hands of which the rows do not say who fed a kong are left out of the points of seats, which are then "
    "those of the other hands."
)


@dataclass(frozen=True, eq=False, repr=False)
class WhatIf(Told):
    """The hands of a run by other rules.

    Attributes
    ----------
    run : Run
    rules : rule set
        The other rules.
    wins : DataFrame
        rules, measure, hits, n, share, low, high: wins that stand, wins that the rules would refuse, wins
        worth more, less and the same; hands in which a complete hand was refused as they were played, of
        which laxer rules might have ended some earlier; hands left out because their rows do not say what
        they pay.
    points : DataFrame
        rules, measure, unit, n, value, low, high: what wins that stand are worth before and after, flowers
        included, and the difference.
    seats, positions : DataFrame
        rules, seat or position, measure, unit, n, value, low, high: points a hand as played, rescored, and
        their difference, which is paired: hand by hand. Positions are counted from the dealer.
    fans : DataFrame
        fan, chinese, english, wins_before, wins_after, n, value, low, high: by how many points a win what a
        fan brings changes, of all wins that were played.
    replayed : Run or None
        The same walls played by the other rules, if that was asked for; wins, seats and positions then tell
        its hands apart too.
    """

    run: Run
    rules: Any
    wins: pd.DataFrame
    points: pd.DataFrame
    seats: pd.DataFrame
    positions: pd.DataFrame
    fans: pd.DataFrame
    replayed: Run | None = field(default=None)

    def __str__(self) -> str:
        left_out = self.wins.set_index("measure").loc["left out", "hits"]
        lines = [HELD, STOPPED, *([UNKNOWN] if left_out else [])]
        for frame in (self.wins, self.points, self.positions):
            lines += [measure_text(row, sign="+") for row in frame.to_dict("records")]
        return "\n".join(lines)

    def plot(self, ax: Any = None) -> Any:
        """Draw points a hand of each position, before and after.

        Parameters
        ----------
        ax : Axes, optional
            Where to draw; a new figure unless given.

        Returns
        -------
        Axes
        """
        from mjanalysis.present.rule_plots import rescored

        return rescored(self.positions, ax=ax)


def what_if(run: Run, new_rules: Any, *, replay: bool = False, workers: int = 1) -> WhatIf:
    """Score and pay the hands of a run by other rules, hand for hand, without playing them again.

    Parameters
    ----------
    run : Run
        With its winning hands: ``simulate(..., hands=True)``.
    new_rules : rule set
        Of the same game, with other points, fans, values of fans, minimum or threshold, or other payments.
    replay : bool
        Whether to play the same walls by the new rules too, so that what the rules pay and how they change
        play can be told apart.
    workers : int
        Threads that play again.

    Returns
    -------
    WhatIf

    Raises
    ------
    MahjongError
        If the run did not keep its winning hands, or hands are to be played again and are those of sessions.
    RuleError
        If an option is changed that is not about what hands are worth, or whose effect the rows do not tell.

    Notes
    -----
    Play is held fixed, as if the players had not known: they would aim at what the other rules pay. Wins that
    the rules refuse pay as a drawn hand does, though the hand would have gone on; and rules that ask for less
    would have ended some hands before. The difference to hands that are played again says how much that is.

    By its own rules a run keeps exactly its own points.

    Examples
    --------
    >>> import mjanalysis as ma
    >>> run = ma.simulate(mj.MCR, deals=2_000, policy="efficient", seed=1, hands=True)
    >>> found = what_if(run, mj.MCR.replace(min_points=12))
    >>> bool(found.wins.set_index("measure").loc["refused, of wins", "share"] > 0.5)
    True
    >>> same = what_if(run, mj.MCR).seats.set_index("measure").loc["difference", "value"]
    >>> same.tolist()
    [0.0, 0.0, 0.0, 0.0]
    """
    if not isinstance(run, Run):
        raise MahjongError(f"the hands of a Run are scored again, not {quoted(run)}")
    check_same_play(run, new_rules)
    again = played_again(run, new_rules, workers=workers) if replay else None
    sums = _all_sums(run, new_rules, again)
    frames = {
        "wins": _shares(sums["shares"], new_rules),
        "points": _measures(sums["points"], new_rules),
        "seats": _by_place(sums, "seat", list(SEATS), new_rules),
        "positions": _by_place(sums, "position", list(POSITIONS), new_rules),
        "fans": _fan_frame(sums, run.rules, new_rules),
    }
    record = run.provenance.within("ma.what_if", "new_rules", *["replay=True"] * replay)
    return WhatIf(run, new_rules, replayed=again, **attach_each(frames, record))


def _all_sums(run: Run, new: Any, again: Run | None) -> dict[str, Any]:
    """The sums over all parts, beside those of the same hands played again."""
    names = [*columns_needed(run), *seat_columns("refused"), *cluster_columns(run)]
    if again is None:
        return run.summed(names, lambda columns: _sums(run, new, columns, None))
    pairs = paired_parts(run, names, again, ["outcome", *seat_columns("points")])
    return functools.reduce(added, (_sums(run, new, *pair) for pair in pairs))


# ---- sums ----------------------------------------------------------------------------------------------


def _sums(run: Run, new: Any, columns: dict[str, np.ndarray], again: Any) -> dict[str, Any]:
    found = rescore(columns, run.rules, new, run.setup["zha"])
    clusters = clusters_of(columns, len(found.won))
    worths = [_worth(scores) for scores in (found.before, found.after)]
    stands = found.stands[found.won]
    differences = np.column_stack([*worths, worths[1] - worths[0]])[stands]
    means = means_of_columns(clusters[found.won][stands], differences)
    return {
        "shares": _counts(found, worths, columns, again),
        "points": dict(zip(("before", "after", "difference"), means, strict=True)),
        **_point_sums(found, columns, clusters, again),
        "fans": _fan_sums(found, clusters[found.won], run.rules, new),
    }


def _worth(scores: np.ndarray) -> np.ndarray:
    """Points of winning hands, with flowers; under Soft Eight base times multiplier. Nothing if not legal."""
    if "base" in (scores.dtype.names or ()):
        return scores["base"].astype(np.int64) * scores["multiplier"]
    return (scores["points"].astype(np.int64) + scores["flowers"]) * scores["legal"]


def _counts(found: Rescored, worths: list[np.ndarray], columns: Any, again: Any) -> dict[str, Any]:
    n, n_won = len(found.won), int(found.won.sum())
    stands = found.stands[found.won]
    more = np.sign(worths[1] - worths[0])[stands]
    refused = np.greater(by_hand(columns, "refused"), 0).any(axis=1)
    counts = {
        "won": (n_won, n),
        "stands, of wins": (int(stands.sum()), n_won),
        "refused, of wins": (int((~stands).sum()), n_won),
        **{
            f"worth {name}, of those that stand": (int((more == sign).sum()), int(stands.sum()))
            for name, sign in (("more", 1), ("the same", 0), ("less", -1))
        },
        "a complete hand refused, as played": (int(refused.sum()), n),
        "left out": (int((~found.known).sum()), n),
    }
    if again is not None:
        counts["won, played again"] = (int((again["outcome"] == WON).sum()), n)
    return counts


def _point_sums(found: Rescored, columns: Any, clusters: np.ndarray, again: Any) -> dict[str, Any]:
    """Points of seats and of positions, and their differences, hand by hand."""
    tables = {PLAYED: by_hand(columns, "points").astype(np.int64), RESCORED: found.points}
    if again is not None:
        tables[AGAIN] = by_hand(again, "points").astype(np.int64)
    turned = (columns["dealer"][:, None].astype(np.int64) + np.arange(4)) % 4
    sums: dict[str, Any] = {"seat": {}, "position": {}}
    for measure, terms in OF_SEATS.items():
        if not tables.keys() >= set(terms):
            continue
        first, *rest = (tables[term] for term in terms)
        table = first - sum(rest)
        for place, values in (("seat", table), ("position", np.take_along_axis(table, turned, axis=1))):
            sums[place][measure] = tuple(means_of_columns(clusters[found.known], values[found.known]))
    return sums


def _fan_sums(found: Rescored, clusters: np.ndarray, old: Any, new: Any) -> dict[str, Any]:
    """Wins that count each fan by both rules, and the change of what it brings."""
    stands = found.stands[found.won][:, None]
    times = [
        _times(found.before, old),
        {key: row * stands[:, 0] for key, row in _times(found.after, new).items()},
    ]
    brought = [_brought(scores, by) for scores, by in ((found.before, old), (found.after, new))]
    nothing = np.zeros(len(stands), dtype=np.int64)
    keys = list(dict.fromkeys([*times[0], *times[1]]))
    changes = np.column_stack(
        [stands[:, 0] * brought[1].get(key, nothing) - brought[0].get(key, nothing) for key in keys]
    )
    return {
        key: (*(int(np.count_nonzero(table.get(key, nothing))) for table in times), mean)
        for key, mean in zip(keys, means_of_columns(clusters, changes), strict=True)
    }


def _times(scores: np.ndarray, rules: Any) -> dict[str, np.ndarray]:
    return {key: scores["fans"][:, column].astype(np.int64) for column, key, *_ in fans_of(rules)}


def _brought(scores: np.ndarray, rules: Any) -> dict[str, np.ndarray]:
    """Points that each fan brings a hand: what it would be worth less without it."""
    times = _times(scores, rules)
    if isinstance(rules, mj.McrRules):
        return {key: times[key] * points for _, key, _, _, points in fans_of(rules)}
    multipliers = multipliers_of(rules)
    n_fans = np.asarray(sum(times.values()), dtype=np.int64)
    steps = scores["base"] * (multipliers[n_fans] - multipliers[np.maximum(n_fans - 1, 0)])
    return {key: row * steps for key, row in times.items()}


# ---- frames --------------------------------------------------------------------------------------------


def _shares(counts: dict[str, tuple[int, int]], rules: Any) -> pd.DataFrame:
    rows = [(rules.name, name, *count) for name, count in counts.items()]
    frame = with_proportions(pd.DataFrame(rows, columns=["rules", "measure", "hits", "n"]))
    return frame[["rules", "measure", *ESTIMATE]]


def _measures(means: dict[str, ClusteredMean], rules: Any) -> pd.DataFrame:
    rows = [
        (rules.name, f"points of a win that stands, {name}", "points", mean.n, mean.value, *mean.interval())
        for name, mean in means.items()
    ]
    return pd.DataFrame(rows, columns=list(MEASURES))


def _by_place(sums: dict[str, Any], place: str, names: list[Any], rules: Any) -> pd.DataFrame:
    rows = [
        (rules.name, name, measure, "points", mean.n, mean.value, *mean.interval())
        for measure, means in sums[place].items()
        for name, mean in zip(names, means, strict=True)
    ]
    return pd.DataFrame(rows, columns=["rules", place, *MEASURES[1:]])


def _fan_frame(sums: dict[str, Any], old: Any, new: Any) -> pd.DataFrame:
    names = {key: (chinese, english) for _, key, chinese, english, _ in [*fans_of(old), *fans_of(new)]}
    rows = [
        (key, *names[key], before, after, mean.n, mean.value, *mean.interval())
        for key, (before, after, mean) in sums["fans"].items()
    ]
    return pd.DataFrame(
        rows,
        columns=["fan", "chinese", "english", "wins_before", "wins_after", "n", "value", "low", "high"],
    )
