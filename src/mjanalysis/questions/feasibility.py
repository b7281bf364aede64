"""Can you make eight of a suit? How far deals are from a win, and what a lone player makes of them.

Four answers, each for every threshold on the tiles of one suit:

1. the distribution of the distance to a win at the deal, beside the exact one;
2. the share of deals that a lone player completes within so many draws, by main suit: playing
   efficiently, and at best if he knew his draws (:mod:`mjcore.lone`);
3. how often the win comes in the suit the deal favours;
4. in whole hands of four players, the share of hands in which a complete one was refused, and what became of
   them (:mod:`mjanalysis.questions.played_thresholds`).

With a given hand, all are about deals of this hand to one player.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

import mjcore as mj
from mjanalysis.checks import N_DRAWS, as_rule_set, as_thresholds, as_whole_number, as_whole_numbers
from mjanalysis.columns import DRAWS, PLAYED, SHANTEN, SUITS
from mjanalysis.estimates import Proportion, with_proportions
from mjanalysis.exact import rules_name, suit_letters
from mjanalysis.provenance import Provenance, attach
from mjanalysis.questions import played_thresholds
from mjanalysis.questions.played_thresholds import PlayedThresholds, played_frame, suit_tiles
from mjanalysis.questions.told import Told
from mjanalysis.replicate import CHUNK, PartialRun, Tally, accumulate
from mjcore import census
from mjcore.lone import NEVER, lone_efficient, lone_foresight
from mjcore.playing import deal_places, drawn_walls

__all__ = ["THRESHOLDS", "Feasibility", "feasibility"]

THRESHOLDS = range(5, 15)
LONE_CHUNK = 4_096  #: deals played alone in one piece of work: about half a second
N_SUITS = 5
N_DEALT = 13
LONE_STREAM, PLAY_STREAM = 1, 2  #: of the seed; distances have 0, so that none depends on another
POLICIES = ("efficient", "value")  #: that play whole hands
MOST_SHANTEN = 13  #: of any hand that can be completed; thirteen orphans can be so far off


@dataclass(frozen=True, eq=False, repr=False)
class Feasibility(Told):
    """Answers of :func:`feasibility`, tidy frames with provenance.

    Attributes
    ----------
    distances : DataFrame
        rules, min_main_tiles, shanten, hits, n, share, low, high, exact.
    draws : DataFrame
        rules, min_main_tiles, policy (efficient, foresight), main_suit (any or a suit), draws, hits, n,
        share, low, high.
    suits : DataFrame
        rules, min_main_tiles, policy, draws, longest, measure, hits, n, share, low, high.
    played : DataFrame
        rules, min_main_tiles, policy, measure, hits, n, share, low, high: whole hands of four players.
    """

    distances: pd.DataFrame
    draws: pd.DataFrame
    suits: pd.DataFrame
    played: pd.DataFrame

    @property
    def is_interrupted(self) -> bool:
        """Whether fewer deals were drawn than asked for."""
        records = (frame.attrs["provenance"] for frame in (self.distances, self.draws, self.played))
        return any(record["n"] != record["n_requested"] for record in records)

    def __str__(self) -> str:
        from mjanalysis.present.tables import as_markdown

        distances = f"Distance at the deal\n{as_markdown(self.distances)}"
        if self.draws.empty:
            return f"{distances}\n\nNo deal was played alone."
        last = self.draws["draws"].max()
        within = as_markdown(self.draws[(self.draws["draws"] == last) & (self.draws["main_suit"] == "any")])
        played = "" if self.played.empty else f"\n\nFour players\n{as_markdown(self.played)}"
        return f"{distances}\n\nWithin {last} draws\n{within}{played}"


def feasibility(
    rules: mj.SoftEightRules = mj.SOFT_EIGHT,
    *,
    deals: int = 1_000_000,
    draws: Iterable[int] = range(0, 19),
    seed: int,
    thresholds: Iterable[int] | None = None,
    lone_deals: int | None = None,
    hands: int | None = None,
    hand: str | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    progress: bool = False,
    stop: Callable[[], bool] | None = None,
) -> Feasibility:
    """Estimate what random deals offer under each threshold.

    Parameters
    ----------
    rules : SoftEightRules
        The other options; its own threshold is always among those studied.
    deals : int
        Deals for the distribution of distances.
    draws : iterable of int
        Numbers of draws, 0 or more.
    seed : int
        Where the run starts; the same seed gives the same numbers whatever the number of workers.
    thresholds : iterable of int, optional
        Values of ``min_main_tiles``, 5 to 14 unless given.
    lone_deals : int, optional
        Deals played alone, 100,000 or `deals` if that is less; some 20 microseconds each and threshold.
    hands : int, optional
        Whole hands of four players for each threshold and policy, 10,000 or `lone_deals` if that is less.
    hand : str, optional
        Thirteen tiles; all deals are of this hand to one player, who deals where four play.
    workers : int
        Threads, or how many workers the `executor` has.
    executor : concurrent.futures.Executor, optional
        Threads, processes or a cluster.
    progress : bool
        Show progress bars.
    stop : callable, optional
        Asked between pieces of work; once it answers yes, the run is interrupted.

    Returns
    -------
    Feasibility
        With fewer deals than asked for if the run was interrupted.

    Raises
    ------
    MahjongError
        If a number of draws is negative or more than 123, a threshold is not from 1 to 14, `rules` have no
        threshold, deals, seed or workers are no numbers that can be, or the hand has not 13 tiles.

    Examples
    --------
    >>> result = feasibility(deals=20_000, lone_deals=200, hands=200, thresholds=[8], seed=1)
    >>> rows = result.draws[(result.draws["draws"] == 18) & (result.draws["main_suit"] == "any")]
    >>> dict(zip(rows["policy"], rows["hits"]))
    {'efficient': 25, 'foresight': 136}
    """
    rules, asked = as_rule_set(rules), as_thresholds(THRESHOLDS if thresholds is None else thresholds)
    wanted = sorted({*asked, rules.shape.min_main_tiles})
    variants = {threshold: rules.replace(min_main_tiles=threshold) for threshold in wanted}
    at_draws = np.array(_different("draws", draws, *N_DRAWS))
    (deals,) = as_whole_numbers("deals", [deals], 1, 10**15)
    lone_deals = min(deals, 100_000) if lone_deals is None else lone_deals
    (lone_deals,) = as_whole_numbers("lone_deals", [lone_deals], 1, 10**15)
    hands = min(lone_deals, 10_000) if hands is None else hands
    (hands,) = as_whole_numbers("hands", [hands], 1, 10**15)
    given = None if hand is None else _dealt(hand)
    seed, workers = as_whole_number("seed", seed, 0), as_whole_number("workers", workers, 1)
    run = {"workers": workers, "executor": executor, "progress": progress, "stop": stop}
    command = (
        f"ma.feasibility(rules, deals={deals}, draws={at_draws.tolist()}, seed={seed}, thresholds={wanted}, "
        f"lone_deals={lone_deals}, hands={hands}{'' if given is None else f', hand={given!r}'})"
    )

    record = _begun(f"{command}.distances", rules, deals, CHUNK, seed, workers)
    sample = _Distances(tuple(variants.values()), given)
    exact = {threshold: census.shanten_counts(N_DEALT, each) for threshold, each in variants.items()}
    tally = accumulate(sample, n=deals, seed=seed, chunk=CHUNK, label="distances", **run)
    distances = attach(_distance_frame(tally, variants, given, exact), record.finish(n=tally.n_done))

    record, of_suits = (
        _begun(f"{command}.{part}", rules, lone_deals, LONE_CHUNK, seed, workers)
        for part in ("draws", "suits")
    )
    alone = _Alone(rules, tuple(variants.values()), int(at_draws[-1]), given)
    tally = _played(alone, lone_deals, seed, run, already_interrupted=tally.interrupted)
    record = record.finish(n=tally.n_done)
    of_four = _begun(f"{command}.played", rules, hands, played_thresholds.CHUNK, seed, workers)
    four = _played_by_four(variants, hands, seed, given, run, already_interrupted=tally.interrupted)
    return Feasibility(
        distances,
        attach(_draw_frame(tally, variants, at_draws), record),
        attach(_suit_frame(tally, rules, variants, int(at_draws[-1])), of_suits.finish(n=tally.n_done)),
        attach(four, of_four.finish(n=0 if four.empty else int(four["n"].max()))),
    )


def _different(name: str, values: Iterable[int], low: int, high: int) -> list[int]:
    """Different whole numbers in order, at least one, all between two limits."""
    found = sorted({*as_whole_numbers(name, values, low, high)})
    if not found:
        raise mj.HandError(f"{name}: whole numbers from {low} to {high} are needed, not an empty list")
    return found


def _played(alone: _Alone, n: int, seed: int, run: dict[str, Any], *, already_interrupted: bool) -> Tally:
    """Deals played alone; none if the run was interrupted before them or in their first piece."""
    if not already_interrupted:
        try:
            return accumulate(
                alone, n=n, seed=seed, chunk=LONE_CHUNK, stream=LONE_STREAM, label="draws",
                note=alone.width, **run,
            )  # fmt: skip
        except KeyboardInterrupt:  # what was done before is kept all the same
            warnings.warn("Interrupted before any deal was played alone.", PartialRun, stacklevel=3)
    return Tally(total=alone.nothing(), n_done=0, n_requested=n)


def _played_by_four(
    variants: dict[int, mj.SoftEightRules], n: int, seed: int, hand: str | None, run: dict[str, Any],
    *, already_interrupted: bool,
) -> pd.DataFrame:  # fmt: skip
    """Whole hands by threshold; without rows if the run was interrupted before any were played."""
    if not already_interrupted:
        sample = PlayedThresholds(tuple(variants.values()), POLICIES, hand)
        try:
            tally = accumulate(
                sample, n=n, seed=seed, chunk=played_thresholds.CHUNK, stream=PLAY_STREAM, label="hands",
                **run,
            )  # fmt: skip
            return played_frame(tally, variants, POLICIES)
        except KeyboardInterrupt:
            warnings.warn("Interrupted before any whole hand was played.", PartialRun, stacklevel=3)
    return pd.DataFrame({name: [] for name in PLAYED})


def _dealt(hand: str) -> str:
    """A hand of 13 concealed tiles, as text."""
    found = mj.parse_hand(hand)
    if found.melds or found.winning_tile is not None or sum(found.counts()) != N_DEALT:
        raise mj.HandError(f"a player is dealt 13 concealed tiles, and {found} is something else")
    return str(found)


def _begun(command: str, rules: mj.SoftEightRules, n: int, chunk: int, seed: int, workers: int) -> Provenance:
    return Provenance.begin(command, rules=[rules], seed=seed, chunk=chunk, n=n, workers=workers)


# ---- sampling ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Distances:
    """Deals by shanten under each rule set: a histogram a rule set, from -1 to 13, then unreachable."""

    variants: tuple[mj.SoftEightRules, ...]
    hand: str | None = None

    def __call__(self, rng: np.random.Generator, size: int) -> dict[str, np.ndarray]:
        if self.hand is None:
            hands = mj.deal_hands(rng, size)
        else:
            hands = np.tile(mj.parse_hand(self.hand).counts(), (size, 1))
        counts = [
            np.bincount(np.minimum(shanten, MOST_SHANTEN + 1) + 1, minlength=MOST_SHANTEN + 3)
            for shanten in (mj.shanten(hands, rules) for rules in self.variants)
        ]
        return {"shanten": np.array(counts)}


@dataclass(frozen=True)
class _Alone:
    """Deals played alone under each rule set.

    ``efficient`` (rule set, suit, draw) counts completions; ``foresight`` likewise with a last suit for
    any; ``longest`` (tiles) counts deals, ``won`` (rule set, tiles) wins among them and ``favoured`` those
    in a longest suit.
    """

    rules: mj.SoftEightRules
    variants: tuple[mj.SoftEightRules, ...]
    draws: int
    hand: str | None = None

    def nothing(self) -> dict[str, np.ndarray]:
        """The counts of no deals."""
        n = len(self.variants)
        return {
            "efficient": np.zeros((n, N_SUITS, self.draws + 1), dtype=np.int64),
            "foresight": np.zeros((n, N_SUITS + 1, self.draws + 1), dtype=np.int64),
            "longest": np.zeros(15, dtype=np.int64),
            "won": np.zeros((n, 15), dtype=np.int64),
            "favoured": np.zeros((n, 15), dtype=np.int64),
        }

    def width(self, tally: Tally) -> str:
        """How well is known so far what the efficient player completes under the rules themselves."""
        hits = tally.total["efficient"][self.variants.index(self.rules)].sum()
        completed = Proportion(int(hits), tally.n_done)
        return f"completed ±{(completed.high - completed.low) / 2:.2g}"

    def _walls(self, rng: np.random.Generator, size: int) -> np.ndarray:
        """Walls whose first 13 tiles are dealt to the player."""
        if self.hand is None:
            return mj.draw_walls(rng, size, self.rules)
        walls = drawn_walls(rng, size, self.rules, self.hand, 0, 0)
        dealt = deal_places(0, dealer=0)
        return walls[:, np.r_[dealt, np.setdiff1d(np.arange(walls.shape[1]), dealt)]]

    def __call__(self, rng: np.random.Generator, size: int) -> dict[str, np.ndarray]:
        walls = self._walls(rng, size)
        suits = suit_tiles(walls[:, :N_DEALT], self.rules)
        longest = suits.max(axis=1)
        possible = lone_foresight(walls, self.rules, draws=self.draws)
        out = self.nothing()
        out["longest"] = np.bincount(longest, minlength=15)
        for i, rules in enumerate(self.variants):
            first = possible[:, :, rules.shape.min_main_tiles]
            for suit in range(N_SUITS):
                out["foresight"][i, suit] = _histogram(first[:, suit], self.draws)
            out["foresight"][i, N_SUITS] = _histogram(first.min(axis=1), self.draws)
            hands = lone_efficient(walls, rules, draws=self.draws)
            won = hands["draw"] != NEVER
            main = hands["main_suit"][won]
            for suit in range(N_SUITS):
                out["efficient"][i, suit] = _histogram(hands["draw"][won][main == suit], self.draws)
            in_favoured = suits[won][np.arange(len(main)), main] == longest[won]
            out["won"][i] = np.bincount(longest[won], minlength=15)
            out["favoured"][i] = np.bincount(longest[won][in_favoured], minlength=15)
        return out


def _histogram(draw: np.ndarray, draws: int) -> np.ndarray:
    """How many were completed with each draw."""
    return np.bincount(draw[draw != NEVER], minlength=draws + 1)


# ---- frames --------------------------------------------------------------------------------------------


def _distance_frame(
    tally: Tally, variants: dict[int, mj.SoftEightRules], hand: str | None, exact: dict[int, dict[int, int]]
) -> pd.DataFrame:
    """Shares of deals beside the exact ones, which were counted first: Ctrl-C meanwhile costs no sample."""
    rows = []
    for (threshold, rules), counts in zip(variants.items(), tally.total["shanten"], strict=True):
        given = None if hand is None else int(mj.shanten(hand, rules))
        for shanten, weighted in exact[threshold].items():
            hits = int(counts[min(shanten, MOST_SHANTEN + 1) + 1])
            share = weighted / census.n_deals(N_DEALT) if given is None else float(given == shanten)
            rows.append((rules_name(rules), threshold, shanten, hits, tally.n_done, share))
    frame = pd.DataFrame(rows, columns=["rules", "min_main_tiles", "shanten", "hits", "n", "exact"])
    return with_proportions(frame)[list(SHANTEN)]


def _draw_frame(tally: Tally, variants: dict[int, mj.SoftEightRules], at_draws: np.ndarray) -> pd.DataFrame:
    rows: list[tuple[Any, ...]] = []
    for i, (threshold, rules) in enumerate(variants.items() if tally.n_done else ()):
        letters = suit_letters(rules)
        efficient, foresight = tally.total["efficient"][i], tally.total["foresight"][i]
        curves = {("efficient", "any"): efficient.sum(axis=0)}
        curves |= {("efficient", letter): efficient[suit] for suit, letter in enumerate(letters)}
        curves[("foresight", "any")] = foresight[N_SUITS]
        curves |= {("foresight", letter): foresight[suit] for suit, letter in enumerate(letters)}
        for (policy, letter), completed in curves.items():
            by_then = np.cumsum(completed)
            for n in at_draws.tolist():
                row = (rules_name(rules), threshold, policy, letter, n, int(by_then[n]), tally.n_done)
                rows.append(row)
    names = ["rules", "min_main_tiles", "policy", "main_suit", "draws", "hits", "n"]
    return with_proportions(pd.DataFrame(rows, columns=names))[list(DRAWS)]


def _suit_frame(
    tally: Tally, rules: mj.SoftEightRules, variants: dict[int, mj.SoftEightRules], draws: int
) -> pd.DataFrame:
    rows = []
    total = tally.total
    for i, threshold in enumerate(variants):
        for longest in np.flatnonzero(total["longest"]).tolist():
            of_deals, won = int(total["longest"][longest]), int(total["won"][i, longest])
            favoured = int(total["favoured"][i, longest])
            same = (rules_name(rules), threshold, "efficient", draws, longest)
            rows.append((*same, "deals", of_deals, tally.n_done))
            rows.append((*same, "wins", won, of_deals))
            if won:
                rows.append((*same, "wins in a longest suit", favoured, won))
    names = ["rules", "min_main_tiles", "policy", "draws", "longest", "measure", "hits", "n"]
    return with_proportions(pd.DataFrame(rows, columns=names))[list(SUITS)]
