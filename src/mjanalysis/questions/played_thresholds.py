"""What the threshold on the tiles of one suit does when four play: refusals, draws, the suit of the win."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

import mjcore as mj
from mjanalysis.columns import PLAYED
from mjanalysis.estimates import with_proportions
from mjanalysis.exact import rules_name
from mjanalysis.replicate import Tally
from mjanalysis.summaries import SELF_DRAWN, WON
from mjcore.playing import deal_places, drawn_walls
from mjcore.seats import SEATS

__all__ = ["CHUNK", "MEASURES", "PlayedThresholds", "played_frame", "suit_tiles"]

CHUNK = 2_048  #: hands of a chunk, played under each threshold and by each policy

#: What is counted, and of what.
MEASURES = {
    "won": "hands",
    "drawn": "hands",
    "refused": "hands",
    "self-drawn, of wins": "wins",
    "in a longest suit of the deal, of wins": "wins",
}


def suit_tiles(kinds: np.ndarray, rules: mj.SoftEightRules) -> np.ndarray:
    """Tiles of each suit in hands given as kinds, shape (n, 5).

    >>> suit_tiles(np.array([[0, 1, 27, 33]]), mj.SOFT_EIGHT).tolist()
    [[2, 0, 0, 2, 0]]
    """
    suits = kinds // 9
    if not rules.shape.honours_one_suit:
        suits = np.where(kinds >= 31, 4, suits)
    return (suits[:, :, None] == np.arange(5)).sum(axis=1)


@dataclass(frozen=True)
class PlayedThresholds:
    """Plays the same walls under each threshold by each policy.

    Parameters
    ----------
    variants : tuple of SoftEightRules
    policies : tuple of str
        Each plays in all four seats.
    hand : str, optional
        Thirteen tiles that the dealer, seat 0, is always dealt.
    """

    variants: tuple[mj.SoftEightRules, ...]
    policies: tuple[str, ...]
    hand: str | None = None

    def __call__(self, rng: np.random.Generator, size: int) -> dict[str, np.ndarray]:
        """Hits of each measure: ``hits``, int64 of shape (variants, policies, measures); hands and wins."""
        walls = drawn_walls(rng, size, self.variants[0], self.hand, None if self.hand is None else 0, 0)
        seed = rng.integers(2**63)
        counts = [
            [self._counted(walls, rules, policy, np.random.default_rng(seed)) for policy in self.policies]
            for rules in self.variants
        ]
        return {"hits": np.array(counts, dtype=np.int64)}

    def _counted(
        self, walls: np.ndarray, rules: mj.SoftEightRules, policy: str, rng: np.random.Generator
    ) -> list[int]:
        hands = mj.play(rules, policy, walls=walls, rng=rng)
        won = hands["outcome"] == WON
        refused = hands["refused"].any(axis=1)
        own = np.isin(hands["hand"]["source"], SELF_DRAWN) & won
        favoured = _in_longest_suit(walls[won], hands[won], rules)
        return [int(which.sum()) for which in (won, ~won, refused, own, favoured)]


def _in_longest_suit(walls: np.ndarray, hands: np.ndarray, rules: mj.SoftEightRules) -> np.ndarray:
    """Whether the main suit of each win was a longest suit of the 13 tiles that the winner was dealt."""
    places = np.array([deal_places(seat, dealer=0) for seat in SEATS])[hands["winner"]]
    suits = suit_tiles(np.take_along_axis(walls, places, axis=1), rules)
    main = mj.score(hands["hand"], rules)["main_suit"].astype(np.int64)
    return suits[np.arange(len(hands)), main] == suits.max(axis=1)


def played_frame(
    tally: Tally, variants: Mapping[int, mj.SoftEightRules], policies: Iterable[str]
) -> pd.DataFrame:
    """The counts as a tidy frame.

    Parameters
    ----------
    tally : Tally
        Of `PlayedThresholds`.
    variants : mapping of int to SoftEightRules
        By threshold, in the order in which they were played.
    policies : iterable of str

    Returns
    -------
    DataFrame
        rules, min_main_tiles, policy, measure, hits, n, share, low, high.
    """
    rows = []
    for i, (threshold, rules) in enumerate(variants.items()):
        for j, policy in enumerate(policies):
            hits = tally.total["hits"][i, j].tolist()
            of = {"hands": tally.n_done, "wins": hits[0]}
            rows += [
                (rules_name(rules), threshold, policy, measure, count, of[what])
                for (measure, what), count in zip(MEASURES.items(), hits, strict=True)
            ]
    names = ["rules", "min_main_tiles", "policy", "measure", "hits", "n"]
    return with_proportions(pd.DataFrame(rows, columns=names))[list(PLAYED)]
