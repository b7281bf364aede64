"""Exact tables as frames, over the counts of :mod:`mjcore.census`."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

import pandas as pd

import mjcore as mj
from mjanalysis.checks import MIN_POINTS, as_rule_set, as_thresholds, as_whole_number, as_whole_numbers
from mjanalysis.columns import EXACT_SHANTEN
from mjanalysis.numerals import grouped, percent
from mjanalysis.provenance import KEY, Provenance, attach, provenance_of
from mjcore import census
from mjcore.tables.forms import form_of
from mjcore.words.soft_eight import FANS as SOFT_EIGHT_FANS

__all__ = [
    "FanTables", "complete_table", "fan_tables", "longest_suit_table", "shanten_table", "threshold_table",
    "wait_table",
]  # fmt: skip

#: Letter of each main suit, where honours are one suit and where they are two.
SUIT_LETTERS = {True: ("m", "p", "s", "z"), False: ("m", "p", "s", "winds", "dragons")}


def rules_name(rules: Any) -> str:
    """Short name of a rule set or form, for a column.

    >>> rules_name("riichi"), rules_name(mj.SOFT_EIGHT)
    ('riichi', 'soft_eight')
    """
    return rules if isinstance(rules, str) else rules.name


def threshold_of(rules: Any) -> int:
    """Tiles of one suit that a win needs; 0 under rules and forms that ask for none."""
    return rules.shape.min_main_tiles if isinstance(rules, mj.SoftEightRules) else 0


def suit_letters(rules: Any) -> tuple[str, ...]:
    """Letters of the main suits that rules know."""
    return SUIT_LETTERS[rules.shape.honours_one_suit if isinstance(rules, mj.SoftEightRules) else True]


def shanten_table(rules: Any, *, tiles: Iterable[int] = (13, 14)) -> pd.DataFrame:
    """Exact distribution of the distance to a win over all deals.

    Parameters
    ----------
    rules : rule set or str
        A rule set, or the name of a form such as "standard".
    tiles : iterable of int
        13 for the dealt hand, 14 with a tile drawn.

    Returns
    -------
    DataFrame
        rules, min_main_tiles, tiles, shanten, weighted (deals), distinct (hands that look different),
        probability. A shanten of 127 stands for hands that cannot be completed.

    Examples
    --------
    >>> table = shanten_table(mj.SOFT_EIGHT, tiles=[14])
    >>> int(table.loc[table["shanten"] == -1, "weighted"].iloc[0])
    3670831264500
    """
    tiles = as_whole_numbers("hands of 13 or 14 tiles", tiles, 13, 14)
    record = _begun("shanten_table(rules, tiles={})", tiles, rules=rules)
    rows = []
    for n in tiles:
        distinct = census.shanten_counts(n, rules, distinct=True)
        for shanten, weighted in census.shanten_counts(n, rules).items():
            rows.append((n, shanten, weighted, distinct[shanten], weighted / census.n_deals(n)))
    return _frame(rows, EXACT_SHANTEN, rules, record)


def wait_table(rules: Any, *, by: str = "kinds") -> pd.DataFrame:
    """Exact number of ready hands of 13 tiles by what they wait for.

    Parameters
    ----------
    rules : rule set or str
    by : {"kinds", "tiles"}
        Kinds that complete the hand, or their tiles outside the hand.

    Returns
    -------
    DataFrame
        rules, min_main_tiles, waits, weighted, distinct, probability (of being dealt such a hand).

    Examples
    --------
    >>> wait_table("thirteen_orphans")["waits"].tolist()
    [1, 13]
    """
    record = _begun("wait_table(rules, by={!r})", by, rules=rules)
    distinct = census.wait_counts(rules, by=by, distinct=True)
    rows = [
        (waits, weighted, distinct[waits], weighted / census.n_deals(13))
        for waits, weighted in census.wait_counts(rules, by=by).items()
    ]
    names = ("rules", "min_main_tiles", "waits", "weighted", "distinct", "probability")
    return _frame(rows, names, rules, record)


def complete_table(rules: Any) -> pd.DataFrame:
    """Exact number of complete hands of 14 tiles by form, and by main suit and fans where rules know them.

    Parameters
    ----------
    rules : rule set or str

    Returns
    -------
    DataFrame
        Under Soft Eight: rules, min_main_tiles, form, main_suit (m, p, s, z), main_tiles, pure, dragon,
        seven, weighted, distinct, probability (of being dealt such a hand). Under other rules and for forms,
        which have no main suit and none of these fans: rules, min_main_tiles, form, longest (tiles of the
        longest suit), weighted, distinct, probability.

    Notes
    -----
    The form "both" is four sets and a pair that are seven pairs too. Of several suits that reach a
    threshold of 7 or less the longest is the main suit, and of equally long ones the first of m, p, s, z;
    under ``pair_must_be_main`` it is the suit of the pair.

    Examples
    --------
    >>> int(complete_table(mj.SOFT_EIGHT)["distinct"].sum())
    10210575
    """
    record = _begun("complete_table(rules)", rules=rules)
    hands = census.complete_hands(rules)
    if not isinstance(rules, mj.SoftEightRules):
        return _complete_by_longest(hands, rules, record)
    letters = suit_letters(rules)
    rows = [
        (form, letters[suit], tiles, pure, dragon, seven, weighted, distinct, weighted / census.n_deals(14))
        for form, suit, tiles, pure, dragon, seven, distinct, weighted in hands.tolist()
    ]
    names = (
        "rules", "min_main_tiles", "form", "main_suit", "main_tiles", "pure", "dragon", "seven",
        "weighted", "distinct", "probability",
    )  # fmt: skip
    return _frame(rows, names, rules, record)


def _complete_by_longest(hands: Any, rules: Any, record: Provenance) -> pd.DataFrame:
    """Complete hands without what only Soft Eight looks at."""
    found: dict[tuple[str, int], list[int]] = {}
    for form, _, tiles, _, _, _, distinct, weighted in hands.tolist():
        counts = found.setdefault((form, tiles), [0, 0])
        counts[0] += weighted
        counts[1] += distinct
    rows = [(*key, *counts, counts[0] / census.n_deals(14)) for key, counts in sorted(found.items())]
    names = ("rules", "min_main_tiles", "form", "longest", "weighted", "distinct", "probability")
    return _frame(rows, names, rules, record)


@dataclass(frozen=True, eq=False, repr=False)
class FanTables:
    """Answers of :func:`fan_tables`, frames with provenance.

    Attributes
    ----------
    fans : DataFrame
        rules, min_main_tiles, fan, english, chinese, fan_points (MCR), wins (in which it counts), times,
        of_wins; in the order of the rules.
    points : DataFrame
        rules, min_main_tiles, points, wins, of_wins, at_least (share of the wins with so many or more).
    pairs : DataFrame
        rules, min_main_tiles, fan, other, wins (in which both count), of_wins, lift; only pairs that occur,
        those first that come together most beyond chance.
    minimum : int
        Points that a win needs; 0 where the rules name none.
    reached : float
        Share of the wins that have them.
    """

    fans: pd.DataFrame
    points: pd.DataFrame
    pairs: pd.DataFrame
    minimum: int
    reached: float

    def __repr__(self) -> str:
        of = self.fans["rules"].iloc[0]
        reach = f"; {percent(self.reached, 2)} reach {self.minimum} points" if self.minimum else ""
        return f"<FanTables of {of}: {grouped(self.total)} wins, {len(self.fans)} fans{reach}>"

    @property
    def total(self) -> int:
        """All wins, those below the minimum too."""
        return sum(self.points["wins"].tolist())

    def wins_with(self, points: int) -> int:
        """Wins with so many points or more.

        Parameters
        ----------
        points : int

        Returns
        -------
        int

        Examples
        --------
        >>> fan_tables(mj.SOFT_EIGHT).wins_with(9)
        18879959280
        """
        return sum(self.points.loc[self.points["points"] >= points, "wins"].tolist())

    def by_minimum(self, minimums: Iterable[int]) -> pd.DataFrame:
        """What each minimum of points would cost, all else unchanged.

        Parameters
        ----------
        minimums : iterable of int

        Returns
        -------
        DataFrame
            rules, min_main_tiles, min_points, wins (that reach it), at_least (share of all wins), below.

        Examples
        --------
        >>> fan_tables(mj.SOFT_EIGHT).by_minimum([0, 5])["wins"].tolist()
        [51391637703000, 6272877544248]
        """
        minimums = as_whole_numbers("minimums", minimums, *MIN_POINTS)
        record = provenance_of(self.points)
        total = self.total
        rows = []
        for least in minimums:
            wins = self.wins_with(least)
            rows.append((least, wins, wins / total, (total - wins) / total))
        frame = pd.DataFrame(rows, columns=["min_points", "wins", "at_least", "below"])
        for place, name in enumerate(("rules", "min_main_tiles")):
            frame.insert(place, name, self.points[name].iloc[0])
        command = record["command"].removesuffix(".points")
        frame.attrs[KEY] = record | {"command": f"{command}.by_minimum({minimums})"}
        return frame


def fan_tables(
    rules: Any,
    *,
    workers: int | None = None,
    progress: bool = False,
    stop: Callable[[], bool] | None = None,
) -> FanTables:
    """How often each fan counts, and what wins are worth, exactly: over all complete concealed hands.

    Parameters
    ----------
    rules : SoftEightRules or McrRules
    workers : int, optional
        Threads; as many as there are processors.
    progress : bool
        Show a progress bar.
    stop : callable, optional
        Asked between pieces of work; once it answers yes, the work is given up.

    Returns
    -------
    FanTables

    Raises
    ------
    RuleError
        If the rules have no fans.
    KeyboardInterrupt
        If `stop` answered yes before all hands were scored: part of them would be no exact table.

    Notes
    -----
    Wins are self-drawn and without other luck, as in :func:`mjcore.census.fan_counts`. Under MCR this takes
    half a minute on two processors.

    The *lift* of two fans is how many times as often both count in a win as if neither cared about the
    other: of all wins the share with both, over the product of the shares with each.

    Examples
    --------
    >>> tables = fan_tables(mj.SOFT_EIGHT)
    >>> tables.fans[["fan", "wins"]].values.tolist()[0]
    ['PURE', 18879959280]
    """
    workers = as_whole_number("workers", os.cpu_count() or 1 if workers is None else workers, 1)
    of_fans, of_points, of_pairs = (
        dataclasses.replace(_begun(f"fan_tables(rules).{part}", rules=rules), workers=workers)
        for part in ("fans", "points", "pairs")
    )
    counts = _fan_counts(rules, workers, progress, stop)
    names, named = _fan_names(rules)
    fans = [
        (fan, *named[fan], wins, counts.times[fan], wins / counts.total)
        for fan, wins in counts.with_fan.items()
    ]
    points, left = [], counts.total
    for value, wins in counts.points.items():
        points.append((value, wins, wins / counts.total, left / counts.total))
        left -= wins
    pairs = [
        (fan, other, wins, wins / counts.total,
         wins * counts.total / (counts.with_fan[fan] * counts.with_fan[other]))
        for (fan, other), wins in counts.joint.items()
        if wins
    ]  # fmt: skip
    pairs.sort(key=lambda row: row[-1], reverse=True)
    same = ("rules", "min_main_tiles")
    return FanTables(
        _frame(fans, (*same, "fan", *names, "wins", "times", "of_wins"), rules, of_fans),
        _frame(points, (*same, "points", "wins", "of_wins", "at_least"), rules, of_points),
        _frame(pairs, (*same, "fan", "other", "wins", "of_wins", "lift"), rules, of_pairs),
        rules.scoring.min_points if isinstance(rules, mj.McrRules) else 0,
        counts.legal / counts.total,
    )


def _fan_names(rules: Any) -> tuple[tuple[str, ...], dict[str, tuple[Any, ...]]]:
    """Columns for what the rules call a fan and what it is worth by itself, and their values by its key."""
    if isinstance(rules, mj.McrRules):
        names = {fan.key: (fan.english, fan.chinese, fan.points) for fan in rules.fan_rows()}
        return ("english", "chinese", "fan_points"), names
    return ("english", "chinese"), {fan.code: (fan.english, fan.chinese) for fan in SOFT_EIGHT_FANS}


def _fan_counts(
    rules: Any, workers: int, progress: bool, stop: Callable[[], bool] | None
) -> census.FanCounts:
    """The counts, with a bar if one is asked for."""
    with _bar(rules) if progress else nullcontext() as bar:

        def scored(n: int) -> None:
            if bar is not None:
                bar.update(min(n, bar.total - bar.n))  # a few hands come twice
            if stop is not None and stop():
                raise KeyboardInterrupt

        counts = census.fan_counts(rules, workers=workers, on_scored=scored)
        if bar is not None:
            bar.update(bar.total - bar.n)
    return counts


def _bar(rules: Any) -> Any:
    from tqdm.auto import tqdm  # only who asks for a bar waits for its import

    total = int(census.complete_hands(rules)["distinct"].sum())
    return tqdm(total=total, desc="fans", unit=" hands", unit_scale=True)


def threshold_table(rules: Any = mj.SOFT_EIGHT, *, thresholds: Iterable[int] = range(5, 15)) -> pd.DataFrame:
    """What each threshold on the tiles of one suit costs: exact chances at the deal.

    Parameters
    ----------
    rules : SoftEightRules
        The other options; a threshold of their own that is not 8 must be among those studied.
    thresholds : iterable of int
        Values of ``min_main_tiles``.

    Returns
    -------
    DataFrame
        One row a threshold: rules, min_main_tiles, complete and ready (deals of 14 tiles that win, of 13
        that are ready), complete_probability, ready_probability, one_in_ready, mean_shanten.

    Raises
    ------
    RuleError
        If the rules have no threshold, or one that would not be looked at.

    Examples
    --------
    >>> table = threshold_table(thresholds=[8, 9])
    >>> table["ready"].tolist()
    [10849116772232, 4219687924208]
    """
    rules, thresholds = as_rule_set(rules), as_thresholds(thresholds)
    own = rules.shape.min_main_tiles
    if own not in (mj.SOFT_EIGHT.shape.min_main_tiles, *thresholds):
        raise mj.RuleError(
            f"min_main_tiles={own} of the rules is none of the thresholds and would not be looked at: "
            "list it too, or leave it out of the rules"
        )
    record = _begun("threshold_table(rules, thresholds={})", thresholds, rules=rules)
    rows = []
    for threshold in thresholds:
        variant = rules.replace(min_main_tiles=threshold)
        thirteen = census.shanten_counts(13, variant)
        complete, ready = census.shanten_counts(14, variant)[-1], thirteen[0]
        deals = census.n_deals(13)
        mean = sum(shanten * count for shanten, count in thirteen.items()) / deals
        rows.append(
            (rules_name(rules), threshold, complete, ready, complete / census.n_deals(14), ready / deals,
             round(deals / ready), mean)
        )  # fmt: skip
    names = [
        "rules", "min_main_tiles", "complete", "ready", "complete_probability", "ready_probability",
        "one_in_ready", "mean_shanten",
    ]  # fmt: skip
    return attach(pd.DataFrame(rows, columns=names), record.finish())


def longest_suit_table(*, tiles: Iterable[int] = (13, 14), honours_one_suit: bool = True) -> pd.DataFrame:
    """Exact distribution of the most tiles that a deal has of one suit.

    Parameters
    ----------
    tiles : iterable of int
        Tiles dealt, 1 to 14.
    honours_one_suit : bool
        Whether the honours are one suit, or winds and dragons two.

    Returns
    -------
    DataFrame
        tiles, longest, weighted, distinct, probability.

    Examples
    --------
    >>> longest_suit_table(tiles=[13])["longest"].tolist()
    [4, 5, 6, 7, 8, 9, 10, 11, 12, 13]
    """
    tiles = as_whole_numbers("deals of 1 to 14 tiles", tiles, 1, 14)
    record = _begun("longest_suit_table(tiles={}, honours_one_suit={})", tiles, bool(honours_one_suit))
    rows = []
    for n in tiles:
        distinct = census.longest_suit_counts(n, distinct=True, honours_one_suit=honours_one_suit)
        for longest, weighted in census.longest_suit_counts(n, honours_one_suit=honours_one_suit).items():
            rows.append((n, longest, weighted, distinct[longest], weighted / census.n_deals(n)))
    frame = pd.DataFrame(rows, columns=["tiles", "longest", "weighted", "distinct", "probability"])
    return attach(frame, record.finish())


def _begun(call: str, *arguments: Any, rules: Any = None) -> Provenance:
    """The record of a table that is begun; `call` computes it again where the rules are `rules`."""
    if rules is not None:
        form_of(rules)  # refuses what is neither a rule set nor a form
    studied = [] if rules is None else [rules]
    return Provenance.begin(f"ma.exact.{call.format(*arguments)}", rules=studied)


def _frame(
    rows: list[tuple[Any, ...]], names: tuple[str, ...], rules: Any, record: Provenance
) -> pd.DataFrame:
    """A frame of rows that all speak of the same rules."""
    same = (rules_name(rules), threshold_of(rules))
    return attach(pd.DataFrame([(*same, *row) for row in rows], columns=list(names)), record.finish())


def __dir__() -> list[str]:
    """What completion offers: public names."""
    return sorted(__all__)
