"""What runs of whole hands say: how hands end, how long they take, which fans count, who scores what.

Each summary is made from sums over parts of whole numbers (`Run.summed`), and each number it shows carries
its interval and on how many hands it rests.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

import mjcore as mj
from mjanalysis.columns import ESTIMATE, FAN_FREQUENCIES, SCORES, TURNS
from mjanalysis.distributions import ClusteredMean, Distribution, clustered, numbered
from mjanalysis.estimates import proportions, with_proportions
from mjanalysis.hand_rows import FAN_COLUMNS, NEVER, NOBODY, SEATS, WINDS, records_of, seat_columns
from mjcore.encoding.layout import SOURCES
from mjcore.words.errors import MahjongError, quoted
from mjcore.words.soft_eight import FANS as SOFT_EIGHT_FANS

__all__ = [
    "BY", "OUTCOME_COLUMNS", "POSITIONS", "QUANTILES", "SCORE_COLUMNS", "SELF_DRAWN", "WON", "Groups",
    "by_hand", "cluster_columns", "clusters_of", "codes_in", "codes_of", "expected_scores",
    "fan_frequencies", "fans_of", "label_of", "mean_scores", "multipliers_of", "notions_of",
    "outcome_counts", "outcomes", "refused", "score_groups", "turns", "won_by_dealer",
]  # fmt: skip

WON = mj.OUTCOMES.index("won")
DRAWN = dict(enumerate(mj.OUTCOMES[:WON]))
SOURCE = {name: code for code, name in enumerate(SOURCES)}
SELF_DRAWN = (SOURCE["wall"], SOURCE["replacement"])

#: What `outcome_counts` and `mean_scores` look at.
OUTCOME_COLUMNS = ("outcome", "source", "dealer", *seat_columns("won"))
SCORE_COLUMNS = ("outcome", *seat_columns("won"), *seat_columns("points"))

#: Quantiles of the turns, and their names.
QUANTILES = {"10 %": 0.1, "25 %": 0.25, "median": 0.5, "75 %": 0.75, "90 %": 0.9}

#: Codes of one notion, and -1: turns are a byte, all others few, so that keys of all notions have 64 bits.
CODES = 32
TURN_CODES = 257

#: Places at the table, by how many turns after the dealer.
POSITIONS = ("dealer", "next", "opposite", "last")

#: What scores can be told apart by: columns it needs, and names of its values; None where they are numbers.
BY = {
    "seat": ((), None),
    "dealer": (("dealer",), {0: "other", 1: "dealer"}),
    "position": (("dealer",), dict(enumerate(POSITIONS))),
    "prevalent_wind": (("prevalent_wind",), dict(enumerate(WINDS))),
    "source": (("source",), {0: "nobody won", **{code + 1: name for name, code in SOURCE.items()}}),
    "ready_turn": (tuple(seat_columns("ready_turn")), {NEVER: "never"}),
    "deal_shanten": (tuple(seat_columns("deal_shanten")), None),
    "kongs": (tuple(seat_columns("kongs")), None),
}


def by_hand(columns: dict[str, np.ndarray], notion: str) -> np.ndarray:
    """The columns of a notion side by side, shape (n, 4)."""
    return np.stack([columns[name] for name in seat_columns(notion)], axis=1)


def cluster_columns(run: Any) -> list[str]:
    """The column that says which hands depend on each other, if any do."""
    return ["session"] if run.setup["sessions"] else []


def clusters_of(columns: dict[str, np.ndarray], n: int) -> np.ndarray:
    """Which hands depend on each other: the session of each, or each for itself."""
    return columns["session"] - columns["session"].min() if "session" in columns else np.arange(n)


# ---- how hands end -------------------------------------------------------------------------------------


def outcomes(run: Any, by: str | None = None) -> pd.DataFrame:
    """How hands end, in shares that add up.

    Parameters
    ----------
    run : Run
    by : str, optional
        "seat": what became of each seat. All hands together unless given.

    Returns
    -------
    DataFrame
        rules, (seat,) measure, hits, n, share, low, high. Won, drawn and lost are rows of their own. Wins
        are hands that somebody won; where several win on one tile, the dealer may be any of them.
    """
    _check_by(by)
    names = [*OUTCOME_COLUMNS, "payer"]
    counts = run.summed(names, _outcomes_of_seats if by else outcome_counts)
    rows = [(*key, hits, n) for key, (hits, n) in counts.items()]
    return _shares(run, rows, ["seat", "measure"] if by else ["measure"])


def outcome_counts(columns: dict[str, np.ndarray]) -> dict[tuple[str], tuple[int, int]]:
    """Hits and of how many of each row of `outcomes`, from the columns of a part."""
    n, won, source = len(columns["outcome"]), columns["outcome"] == WON, columns["source"]
    n_won = int(won.sum())
    self_drawn, robbed = np.isin(source, SELF_DRAWN), source == SOURCE["robbed"]
    of_all = {
        "won": won,
        "won by self-draw": self_drawn,
        "won on a discard": source == SOURCE["discard"],
        "won by robbing a kong": robbed,
        "drawn": ~won,
        **{f"drawn: {name.replace('_', ' ')}": columns["outcome"] == code for code, name in DRAWN.items()},
    }
    of_wins = {
        "self-drawn, of wins": self_drawn,
        "on a discard, of wins": source == SOURCE["discard"],
        "on a replacement tile, of wins": source == SOURCE["replacement"],
        "by the dealer, of wins": won_by_dealer(columns),
    }
    return {(name,): (int(which.sum()), n) for name, which in of_all.items()} | {
        (name,): (int(which.sum()), n_won) for name, which in of_wins.items()
    }


def won_by_dealer(columns: dict[str, np.ndarray]) -> np.ndarray:
    """Whether the dealer won, whoever else won on the same tile; shape (n,)."""
    return by_hand(columns, "won")[np.arange(len(columns["dealer"])), columns["dealer"]]


def _outcomes_of_seats(columns: dict[str, np.ndarray]) -> dict[tuple[int, str], tuple[int, int]]:
    n, any_won = len(columns["outcome"]), columns["outcome"] == WON
    self_drawn = np.isin(columns["source"], SELF_DRAWN)
    found: dict[tuple[int, str], tuple[int, int]] = {}
    for seat in SEATS:
        won, dealt_in = columns[f"won_{seat}"], columns["payer"] == seat
        which = {
            "won": won,
            "won by self-draw": won & self_drawn,
            "lost": any_won & ~won,
            "dealt in": dealt_in,
            "lost to a self-draw": self_drawn & ~won,
            "another dealt in": any_won & ~self_drawn & ~won & ~dealt_in,
            "drawn": ~any_won,
        }
        found |= {(seat, name): (int(hits.sum()), n) for name, hits in which.items()}
    return found


def refused(run: Any, by: str | None = None) -> pd.DataFrame:
    """How often the rules refuse a complete hand, for want of points or of tiles of one suit.

    Parameters
    ----------
    run : Run
    by : str, optional
        "seat", or all seats together.

    Returns
    -------
    DataFrame
        rules, (seat,) measure, hits, n, share, low, high: hands in which a complete hand was refused, and of
        these hands those that the one who was refused, another, or nobody won.
    """
    _check_by(by)
    names = ["outcome", *seat_columns("won"), *seat_columns("refused")]
    counts = run.summed(names, _refusals_of_seats if by else _refusals)
    rows = [(*key, hits, n) for key, (hits, n) in counts.items()]
    return _shares(run, rows, ["seat", "measure"] if by else ["measure"])


def _refusal_counts(was_refused: np.ndarray, won: np.ndarray, any_won: np.ndarray) -> dict[str, Any]:
    some, n = int(was_refused.sum()), len(was_refused)
    return {
        "refused": (some, n),
        "won later, of refused": (int((was_refused & won).sum()), some),
        "won by another, of refused": (int((was_refused & any_won & ~won).sum()), some),
        "drawn, of refused": (int((was_refused & ~any_won).sum()), some),
    }


def _refusals(columns: dict[str, np.ndarray]) -> dict[tuple[str], Any]:
    by_seat, won = np.greater(by_hand(columns, "refused"), 0), by_hand(columns, "won")
    counts = _refusal_counts(by_seat.any(axis=1), (by_seat & won).any(axis=1), columns["outcome"] == WON)
    return {(name,): count for name, count in counts.items()}


def _refusals_of_seats(columns: dict[str, np.ndarray]) -> dict[tuple[int, str], Any]:
    any_won = columns["outcome"] == WON
    return {
        (seat, name): count
        for seat in SEATS
        for name, count in _refusal_counts(
            columns[f"refused_{seat}"] > 0, columns[f"won_{seat}"], any_won
        ).items()
    }


def _check_by(by: str | None) -> None:
    if by not in (None, "seat"):
        raise MahjongError(f"by is None or 'seat' here, not {quoted(by)}")


def _shares(run: Any, rows: list[tuple[Any, ...]], names: list[str]) -> pd.DataFrame:
    frame = with_proportions(pd.DataFrame(rows, columns=[*names, "hits", "n"]))
    frame.insert(0, "rules", run.rules.name)
    return frame[["rules", *names, *ESTIMATE]]


# ---- how long they take --------------------------------------------------------------------------------


def turns(run: Any) -> pd.DataFrame:
    """How long hands take: means and quantiles with their intervals.

    Parameters
    ----------
    run : Run

    Returns
    -------
    DataFrame
        rules, measure, statistic, n, value, low, high. Measures are the turn, the draws and the discards at
        which hands were won, the draws of all hands, and the turn in which seats were ready, of all
        that ever were and of winners. A turn is four discards of the table; turn 0 is ready as dealt.
        The limits of quantiles take values for independent.
    """
    names = ["outcome", "winner", "draws", "discards", *seat_columns("ready_turn"), *cluster_columns(run)]
    found = run.summed(names, _lengths)
    rows = [row for name, estimates in found.items() for row in _statistics(name, *estimates)]
    frame = pd.DataFrame(rows, columns=["measure", "statistic", "n", "value", "low", "high"])
    frame.insert(0, "rules", run.rules.name)
    return frame[list(TURNS)]


_NOTHING = (ClusteredMean(0, 0, 0, 0, 0, 0), Distribution({}))


def _lengths(columns: dict[str, np.ndarray]) -> dict[str, tuple[ClusteredMean, Distribution]]:
    won, winner, ready = columns["outcome"] == WON, columns["winner"], by_hand(columns, "ready_turn")
    clusters = clusters_of(columns, len(won))
    of_winner = ready[np.arange(len(won)), np.maximum(winner, 0)]
    hands, seats = np.nonzero(ready != NEVER)
    ready_won = won & (of_winner != NEVER)
    measured = {
        "turn, of wins": (clusters[won], columns["discards"][won] // 4 + 1),
        "draws, of wins": (clusters[won], columns["draws"][won]),
        "discards, of wins": (clusters[won], columns["discards"][won]),
        "draws, of all hands": (clusters, columns["draws"]),
        "ready turn, of seats that were ready": (clusters[hands], ready[hands, seats]),
        "ready turn, of winners": (clusters[ready_won], of_winner[ready_won]),
    }
    return {
        name: clustered(of, np.zeros(len(of), dtype=np.int64), values).get(0, _NOTHING)
        for name, (of, values) in measured.items()
    }


def _statistics(measure: str, mean: ClusteredMean, spread: Distribution) -> list[tuple[Any, ...]]:
    rows = [(measure, "mean", spread.n, mean.value, *mean.interval())]
    for name, share in QUANTILES.items():
        value = spread.quantile(share)
        low, high = spread.quantile_interval(share) or (np.nan, np.nan)
        rows.append((measure, name, spread.n, np.nan if value is None else float(value), low, high))
    return rows


# ---- fans ----------------------------------------------------------------------------------------------


def fan_frequencies(run: Any) -> pd.DataFrame:
    """How often each fan counts in a win, and what it contributes.

    Parameters
    ----------
    run : Run

    Returns
    -------
    DataFrame
        fan, chinese, english, points, wins, per_win, low, high, per_hand, share_of_points; all fans that the
        rules know. per_win is the share of wins with the fan and low and high are its limits; per_hand is
        the same of all hands. share_of_points is what the fan brings, as often as it counts, of all points of
        wins; under Soft Eight of base times multiplier, where that is a sum over fans. Of several winners on
        one tile, the nearest to the discarder is looked at.
    """
    names = ["outcome", "base", "multiplier", "flower_points", *FAN_COLUMNS]
    rules = run.rules
    total = run.summed(names, lambda columns: _fan_sums(columns, rules))
    rows = [
        (fan, chinese, english, points, int(total["wins"][column]), total["brought"][column])
        for column, fan, chinese, english, points in fans_of(rules)
    ]
    frame = pd.DataFrame(rows, columns=["fan", "chinese", "english", "points", "wins", "brought"])
    shares = proportions(frame["wins"], total["won"]).rename(columns={"share": "per_win"})
    frame = pd.concat([frame, shares], axis=1)
    frame["per_hand"] = frame["wins"] / total["hands"]
    worth = total["points"] if total["points"] and _is_sum_over_fans(rules) else np.nan
    frame["share_of_points"] = frame["brought"] * (
        1 if isinstance(rules, mj.SoftEightRules) else frame["points"]
    )
    frame["share_of_points"] = frame["share_of_points"] / worth
    return frame[list(FAN_FREQUENCIES)]


def _fan_sums(columns: dict[str, np.ndarray], rules: Any) -> dict[str, Any]:
    """Wins with each fan, and what each brings: how often it counts, or under Soft Eight the base."""
    won = columns["outcome"] == WON
    wins = {name: values[won] for name, values in columns.items()}
    times = mj.record_fans(records_of(wins), rules)
    base = wins["base"].astype(np.int64)
    if isinstance(rules, mj.SoftEightRules):
        brought = (times * (base * rules.points.fan_value)[:, None]).sum(axis=0)
    else:
        brought = times.sum(axis=0, dtype=np.int64)
    return {
        "hands": len(won),
        "won": int(won.sum()),
        "wins": np.count_nonzero(times, axis=0).astype(np.int64),
        "brought": brought,
        "points": int((base * wins["multiplier"] + wins["flower_points"]).sum()),
    }


def _is_sum_over_fans(rules: Any) -> bool:
    if isinstance(rules, mj.McrRules):
        return True
    return rules.points.fan_formula == "linear" and rules.points.fan_cap is None


def fans_of(rules: Any) -> list[tuple[int, str, str, str, int]]:
    """Column in the fans of a record, key, Chinese and English name and points of each fan of the rules."""
    if isinstance(rules, mj.McrRules):
        return [(fan.number - 1, fan.key, fan.chinese, fan.english, fan.points) for fan in rules.fan_rows()]
    return [
        (column, fan.code, fan.chinese, fan.english, rules.points.fan_value)
        for column, fan in enumerate(SOFT_EIGHT_FANS)
        if fan.code in rules.points.fans
    ]


def multipliers_of(rules: Any) -> np.ndarray:
    """How many times its base points a win counts, by the number of its fans (Soft Eight).

    >>> multipliers_of(mj.SOFT_EIGHT)[:4]
    array([1, 2, 3, 4])
    """
    return np.array([rules.points.multiplier(n) for n in range(len(SOFT_EIGHT_FANS) + 1)])


# ---- scores --------------------------------------------------------------------------------------------


def expected_scores(run: Any, by: str | list[str] | None = None) -> pd.DataFrame:
    """Points a hand of a seat, and how they are spread.

    Parameters
    ----------
    run : Run
    by : str or list of str, optional
        "seat", "dealer", "position", "prevalent_wind", "source", "ready_turn", "deal_shanten", "kongs": one
        row for each of their values that was seen. All seats together unless given: their mean is 0, what
        they pay is not.

    Returns
    -------
    DataFrame
        rules, the columns of `by`, n (seats of hands), won, drawn, lost (how often), mean, low, high,
        standard_error, standard_deviation, and the quantiles quantile_05, median, quantile_95 of the points
        of one hand.

    Notes
    -----
    The points of the seats of a hand add up to 0, and hands of a session depend on each other. The standard
    error is counted between hands, or between sessions.
    """
    notions, groups = notions_of(by), score_groups(run, by)
    rows = [(*map(label_of, notions, key), *_score_row(*found)) for key, found in groups.items()]
    frame = pd.DataFrame(rows, columns=[*notions, *SCORES])
    frame.insert(0, "rules", run.rules.name)
    return frame


def score_groups(run: Any, by: str | list[str] | None = None) -> dict[tuple[int, ...], tuple[Any, ...]]:
    """Points of seats by group, in order: mean, distribution, how often won, how often drawn.

    Parameters
    ----------
    run : Run
    by : str or list of str, optional
        As for `expected_scores`.

    Returns
    -------
    dict
        By the code of each notion, which `label_of` names.
    """
    notions = notions_of(by)
    needed = {name for notion in notions for name in BY[notion][0]}
    names = [*needed, *SCORE_COLUMNS, *cluster_columns(run)]
    found = run.summed(list(dict.fromkeys(names)), lambda columns: Groups(_score_sums(columns, notions)))
    return {key: found.groups[key] for key in sorted(found.groups)}


def notions_of(by: str | list[str] | None) -> list[str]:
    """What scores are told apart by, checked."""
    given = [] if by is None else by if np.iterable(by) and not isinstance(by, str) else [by]
    notions = list(given)
    unknown = [notion for notion in notions if not (isinstance(notion, str) and notion in BY)]
    if unknown:
        raise MahjongError(f"by is one or several of {', '.join(BY)}, not {quoted(unknown[0])}")
    twice = [notion for notion in notions if notions.count(notion) > 1]
    if twice:
        raise MahjongError(f"by names {quoted(twice[0])} twice")
    return notions


def label_of(notion: str, code: int) -> Any:
    """The name of a value of a notion."""
    labels = BY[notion][1] or {}
    return labels.get(code, code)


class Groups:
    """Results by group; a group that one part did not see is that of the other."""

    def __init__(self, groups: dict[tuple[int, ...], Any]):
        self.groups = groups

    def __add__(self, other: Groups) -> Groups:
        merged = dict(self.groups)
        for key, found in other.groups.items():
            before = merged.get(key)
            merged[key] = (
                found if before is None else tuple(a + b for a, b in zip(before, found, strict=True))
            )
        return Groups(merged)


def _score_sums(columns: dict[str, np.ndarray], notions: list[str]) -> dict[tuple[int, ...], tuple[Any, ...]]:
    """Mean, distribution, and how often won, drawn and lost, of each group that was seen."""
    points, won = by_hand(columns, "points"), by_hand(columns, "won")
    n = len(points)
    drawn = np.broadcast_to((columns["outcome"] != WON)[:, None], (n, 4))
    keys = codes_of(columns, notions, n)
    seen, groups = numbered(keys)
    clusters = np.repeat(clusters_of(columns, n), 4)
    found = clustered(clusters, groups, points.ravel())
    counts = [np.bincount(groups[which.ravel()], minlength=len(seen)) for which in (won, drawn)]
    return {
        codes_in(int(seen[group]), notions): (*estimates, *(int(c[group]) for c in counts))
        for group, estimates in found.items()
    }


def codes_of(columns: dict[str, np.ndarray], notions: list[str], n: int) -> np.ndarray:
    """One key of all notions for each seat of each hand, shape (4 n,)."""
    keys = np.zeros(4 * n, dtype=np.int64)
    for notion in notions:
        keys = keys * _n_codes(notion) + _codes(columns, notion, n).ravel() - NOBODY
    return keys


def mean_scores(columns: dict[str, np.ndarray], notion: str) -> dict[int, ClusteredMean]:
    """Points a hand by the code of one notion of `BY`, from the columns of a part."""
    return {code: mean for (code,), (mean, *_) in _score_sums(columns, [notion]).items()}


def codes_in(key: int, notions: list[str]) -> tuple[int, ...]:
    """The code of each notion in a key of them all."""
    codes = []
    for notion in reversed(notions):
        key, code = divmod(key, _n_codes(notion))
        codes.append(code + NOBODY)
    return tuple(reversed(codes))


def _n_codes(notion: str) -> int:
    return TURN_CODES if notion == "ready_turn" else CODES


def _codes(columns: dict[str, np.ndarray], notion: str, n: int) -> np.ndarray:
    """The value of a notion for each seat of each hand, shape (n, 4)."""
    if notion == "seat":
        codes = np.arange(4)[None, :]
    elif notion == "dealer":
        codes = columns["dealer"][:, None] == np.arange(4)
    elif notion == "position":
        codes = (np.arange(4) - columns["dealer"][:, None].astype(np.int64)) % 4
    elif notion == "source":
        codes = columns["source"][:, None] - NOBODY
    elif notion == "prevalent_wind":
        codes = columns["prevalent_wind"][:, None]
    else:
        codes = by_hand(columns, notion)
    return np.broadcast_to(codes, (n, 4)).astype(np.int64)


def _score_row(mean: ClusteredMean, spread: Distribution, won: int, drawn: int) -> tuple[Any, ...]:
    quantiles = (spread.quantile(share) for share in (0.05, 0.5, 0.95))
    n = spread.n
    return (
        n, won, drawn, n - won - drawn, mean.value, *mean.interval(),
        mean.standard_error, spread.standard_deviation, *quantiles,
    )  # fmt: skip
