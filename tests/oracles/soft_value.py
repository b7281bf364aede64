"""The value policy of Soft Eight under the default rules, decision by decision, written from its definition.

A `View` holds what a seat sees. `missing` (tiles missing of many hands at once), `waits` and `score` are
given from outside, each tested on its own; everything else is worked out here, slowly.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import exp
from typing import Any

import numpy as np

N_KINDS = 34
SUITS = [range(0, 9), range(9, 18), range(18, 27), range(27, 34)]
CHOW, PUNG, MELDED_KONG, CONCEALED_KONG = range(4)


def _ends(sets: int) -> np.ndarray:
    """The tiles of every pair, with every set or without."""
    groups = [3 * [k] for k in range(N_KINDS)] + [
        [s + r, s + r + 1, s + r + 2] for s in (0, 9, 18) for r in range(7)
    ]
    tiles = [group + 2 * [k] for group in (groups if sets else [[]]) for k in range(N_KINDS)]
    counts = np.array([np.bincount(t, minlength=N_KINDS) for t in tiles])
    return counts[counts.max(axis=1) <= 4]


#: Ends of a hand beside a dragon, by the number of sets.
ENDS = (_ends(0), _ends(1))


@dataclass(frozen=True)
class Hand:
    """Concealed copies and meld codes."""

    counts: tuple[int, ...]
    melds: tuple[int, ...] = ()

    def with_tile(self, kind: int, n: int = 1) -> "Hand":
        return Hand(tuple(c + n * (k == kind) for k, c in enumerate(self.counts)), self.melds)

    def with_meld(self, code: int, *taken: int) -> "Hand":
        hand = self
        for kind in taken:
            hand = hand.with_tile(kind, -1)
        return Hand(hand.counts, (*self.melds, code))

    @property
    def held(self) -> list[int]:
        return [kind for kind, n in enumerate(self.counts) if n]


@dataclass(frozen=True)
class View:
    """What a seat sees, and the tools it reckons with."""

    seat: int
    dealer: int
    visible: tuple[int, ...]
    own: tuple[int, ...]  # concealed, the tile to be discarded too
    left: int
    declared: tuple[bool, ...]
    heavenly: bool
    barred: tuple[int, ...]
    discards: tuple[tuple[int, ...], ...]  # kinds discarded by each seat
    melds: tuple[tuple[int, ...], ...]  # of each seat
    feeders: tuple[tuple[int, ...], ...]
    missing: Callable[[list[Hand]], list[int]]
    waits: Callable[[Hand], list[int]]
    score: Callable[[Hand, int, bool], tuple[int, int]]  # base and multiplier
    suit_cost: Callable[[Hand, int, int], int]  # tiles missing to so many sets and a pair in one suit
    dials: Any

    @property
    def live(self) -> list[int]:
        return [4 - v - o for v, o in zip(self.visible, self.own, strict=True)]

    @property
    def others(self) -> list[int]:
        return [s for s in range(4) if s != self.seat]

    @property
    def hazard(self) -> float:
        return self.dials["hazard"] + self.dials["hazard_declared"] * sum(
            self.declared[s] for s in self.others
        )

    @property
    def go_arounds(self) -> float:
        return (self.left + 1) / 4

    def owed(self) -> list[int]:
        """Kong points that each seat owes."""
        owed = [0] * 4
        for code, feeder in zip(self.melds[self.seat], self.feeders[self.seat], strict=False):
            if code >> 6 == CONCEALED_KONG:
                for other in self.others:
                    owed[other] += 2
            elif code >> 6 == MELDED_KONG:
                owed[feeder] += 2
        return owed

    def useful(self, hand: Hand, now: int) -> list[int]:
        live = self.live
        kinds = [k for k in range(N_KINDS) if live[k] > 0 and hand.counts[k] < 4]
        after = self.missing([hand.with_tile(k) for k in kinds])
        return [k for k, n in zip(kinds, after, strict=True) if n < now]

    def lost(self) -> float:
        return self.dials["loss"] * (1 - (1 - self.hazard) ** self.go_arounds)

    # ---- ready --------------------------------------------------------------------------------------------

    def ready_value(self, hand: Hand, rate: float) -> float:
        live, dials, h = self.live, self.dials, self.hazard
        waits = [k for k in self.waits(hand) if live[k] > 0]
        total = sum(live[k] for k in waits)
        if not total:
            return -self.lost()
        unseen = sum(live)
        kongs, bonus = sum(self.owed()), [2 * (self.dealer in (s, self.seat)) for s in self.others]
        drawn = claimed = weighted = 0.0
        for k in waits:
            base, multiplier = self.score(hand, k, self.heavenly)
            drawn += live[k] * (sum(base + b for b in bonus) + kongs) * multiplier
            claimed += live[k] * sum(base + b + kongs for b in bonus) / 3 * multiplier
            weight = (
                dials["honour_discards"] if k >= 27 else dials["terminal_discards"] if k % 9 in (0, 8) else 1
            )
            weighted += weight * live[k]
        p_drawn, p_claimed = total / unseen, 3 * rate * weighted / unseen
        ends = p_drawn + p_claimed + h
        mean = (p_drawn * drawn / total + p_claimed * claimed / total - h * dials["loss"]) / ends
        return mean * (1 - max(0.0, 1 - ends) ** self.go_arounds)

    # ---- not ready ----------------------------------------------------------------------------------------

    def width(self, hand: Hand, useful: list[int], pung_weight: float) -> float:
        return sum(self.live[k] * (1 + pung_weight * (hand.counts[k] >= 2)) for k in useful)

    def second(self, hand: Hand, now: int, useful: list[int]) -> float:
        weight = self.dials["pung_weight"]
        total = all_weights = 0.0
        for k in useful:
            w = self.live[k] * (1 + weight * (hand.counts[k] >= 2))
            after = hand.with_tile(k)
            seen = replace(self, own=tuple(o + (i == k) for i, o in enumerate(self.own)))
            rests = [after.with_tile(x, -1) for x in after.held]
            best = 0.0
            for rest, n in zip(rests, self.missing(rests), strict=True):
                if n == now - 1:
                    best = max(best, seen.width(rest, seen.useful(rest, n), 0 if n == 1 else weight))
            total += w * best
            all_weights += w
        return total / all_weights if all_weights else 0.0

    def plans(self, hand: Hand, now: int) -> float:
        dials, n_melds = self.dials, len(hand.melds)
        suits_of_melds = {((code & 63) - 1) // 9 for code in hand.melds}
        terms = []
        pure = [self.suit_cost(hand, s, 4 - n_melds) for s in range(4) if suits_of_melds <= {s}]
        pure = [cost for cost in pure if cost < 64]
        if pure:
            terms.append((dials["pure"], min(pure)))
        if n_melds <= 1:
            dragons = []
            for suit in SUITS[:3]:
                rest = hand
                for k in suit:
                    if hand.counts[k]:
                        rest = rest.with_tile(k, -1)
                gone = sum(hand.counts[k] == 0 for k in suit)
                dragons.append(gone + self.set_and_pair(rest, 1 - n_melds))
            terms.append((dials["dragon"], min(dragons)))
        if not n_melds:
            terms.append((dials["seven"], self.seven(hand)))
        return 1 + sum(v * exp(-dials["plan_decay"] * max(0, d - now)) for v, d in terms)

    def set_and_pair(self, rest: Hand, sets: int) -> int:
        """Tiles missing to so many sets (0 or 1) and a pair, of any suits."""
        return int(np.maximum(ENDS[sets] - np.array(rest.counts), 0).sum(axis=1).min())

    def seven(self, hand: Hand) -> int:
        """Tiles missing to seven pairs, four of them in one suit."""
        best = 99
        for main in SUITS:
            inside = sorted(max(0, need - hand.counts[k]) - (0 if need == 2 else max(0, 2 - hand.counts[k]))
                            for k in main for need in (2, 4))  # fmt: skip
            outside = sorted(max(0, need - hand.counts[k]) - (0 if need == 2 else max(0, 2 - hand.counts[k]))
                             for k in range(N_KINDS) if k not in main for need in (2, 4))  # fmt: skip
            best = min(best, sum(inside[:4]) + sum(sorted(inside[4:] + outside)[:3]))
        return best

    def value(self, hand: Hand, now: int) -> float:
        dials = self.dials
        triplets = sum(n == 3 and self.live[k] > 0 for k, n in enumerate(hand.counts))
        if now == 1 and self.waits(hand):
            return self.ready_value(hand, dials["claim_rate"]) + dials["triplet_ready"] * triplets
        useful = self.useful(hand, now)
        width = self.width(hand, useful, dials["pung_weight"])
        second = 1.0
        if now in (2, 3):
            second = ((self.second(hand, now, useful) + 0.5) / (6 if now == 2 else 15)) ** dials[
                "second_step"
            ]
        scale = dials["scale"] * exp(-dials["distance_decay"] * (now - 3))
        speed = ((width + 0.5) / 25) ** dials["width"] * second * min(1, self.go_arounds / 14)
        return scale * speed * self.plans(hand, now) - self.lost() + dials["triplet"] * triplets

    # ---- danger -------------------------------------------------------------------------------------------

    def danger(self, kind: int) -> float:
        total = 0.0
        for q in self.others:
            if not self.declared[q] or self.barred[q] >> kind & 1:
                continue
            guesses = []
            for s, suit in enumerate(SUITS):
                melds = sum(((code & 63) - 1) in suit for code in self.melds[q])
                thrown = sum(k in suit for k in self.discards[q])
                guesses.append(
                    exp(-self.dials["suit_decay"] * thrown) * (1 + 0.5 * melds) * (0.6 if s == 3 else 1)
                )
            suit = kind // 9
            e = 1.0
            if suit == 3:
                e = {0: 0.0, 1: 0.6}.get(self.live[kind], 1.0)
            elif kind % 9 in (0, 8):
                e = 0.8
            chance = 3 * guesses[suit] / sum(guesses) / (7 if suit == 3 else 9) * e
            total += 1.35 * (4 + 2 * (self.dealer in (q, self.seat))) * chance
        return self.dials["risk"] * total

    def best_discards(self, hand: Hand) -> tuple[int, dict[int, float]]:
        """Tiles missing after the nearest discards, and the value of each of these less its danger."""
        rests = [hand.with_tile(k, -1) for k in hand.held]
        far = self.missing(rests)
        near = min(far)
        found = {
            k: self.value(rest, near) - self.danger(k)
            for k, rest, n in zip(hand.held, rests, far, strict=True)
            if n == near
        }
        return near, found
