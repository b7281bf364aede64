"""The value of a hand of Chinese Official Mahjong by its plans, slowly: sums over ways are taken way by way.

Written from the definition of the policy, without a look at the kernels: doubles, counts in tuples, and the
soft count of a suit from a list of all its selections of sets and a pair.
"""

from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from math import comb, prod

import numpy as np

SUITS = ("m", "p", "s")
CHOWS = [(s, r) for s in range(3) for r in range(7)]
ORPHANS = [9 * s + r for s in range(3) for r in (0, 8)] + list(range(27, 34))
PATTERNS = [
    [9 * s + r + 3 * i for s, r in zip(range(3), order, strict=True) for i in range(3)]
    for order in permutations(range(3))
]
TEMPLATES = (
    [
        ("mixed_shifted_chows", [(s, r + i) for i, s in enumerate(o)])
        for r in range(5)
        for o in permutations(range(3))
    ]
    + [("mixed_triple_chow", [(s, r) for s in range(3)]) for r in range(7)]
    + [("mixed_straight", [(s, 3 * i) for i, s in enumerate(o)]) for o in permutations(range(3))]
    + [("pure_straight", [(s, 0), (s, 3), (s, 6)]) for s in range(3)]
    + [
        ("pure_shifted_chows", [(s, r + step * i) for i in range(3)])
        for s in range(3)
        for step in (1, 2)
        for r in range(7 - 2 * step)
    ]
)
PUNG_TEMPLATES = (
    [("big_three_winds", kinds) for kinds in combinations(range(27, 31), 3)]
    + [("big_three_dragons", (31, 32, 33))]
    + [("triple_pung", (r, 9 + r, 18 + r)) for r in range(9)]
    + [
        ("mixed_shifted_pungs", tuple(9 * s + r + i for i, s in enumerate(o)))
        for r in range(7)
        for o in permutations(range(3))
    ]
    + [("pure_shifted_pungs", tuple(9 * s + r + i for i in range(3))) for s in range(3) for r in range(7)]
)
MELDED_SHARE = {2: 0.1, 3: 0.5, 4: 1.0}


@cache
def selections(chow_ranks, pung_ranks, pair_ranks, n_ranks):
    """All selections of up to four sets and up to one pair.

    Copies needed of each rank, sets, pairs, ranks of pungs, whether all sets are chows.
    """
    found = []
    blocks = [("chow", r) for r in chow_ranks] + [("pung", r) for r in pung_ranks]
    for m in range(5):
        for sets in combinations_with_replacement(blocks, m):
            pungs = [r for kind, r in sets if kind == "pung"]
            if len(set(pungs)) < len(pungs):
                continue
            base = [0] * n_ranks
            for kind, r in sets:
                for i in range(3):
                    base[r + i if kind == "chow" else r] += 1
            for pair in (None, *pair_ranks):
                need = list(base)
                if pair is not None:
                    need[pair] += 2
                if max(need) <= 4:
                    found.append(
                        (need, m, int(pair is not None), [r in pungs for r in range(n_ranks)], not pungs)
                    )
    need, m, p, pungs, plain = zip(*found, strict=True)
    return np.array(need), np.array(m), np.array(p), np.array(pungs), np.array(plain)


class Value:
    """One set of dials.

    Parameters
    ----------
    dials : mapping of str to float
        As in ``MCR_VALUE_PRESETS``.
    """

    def __init__(self, dials):
        self.dials = dict(dials)
        self.theta, self.beta = dials["patience"], dials["pung_claims"]
        self.line = cache(self._line)
        self.suit = cache(self._suit)

    # ---- soft counts

    def phi(self, n, c, live=None):
        """Price of n copies of which c are held, by the copies that are live, or all that are not held."""
        live = 4 - c if live is None else live
        return prod(self.theta * max(0, live - j) / 4 for j in range(max(0, n - c)))

    def _line(self, x, chow_ranks, pung_ranks, pair_ranks, live=None):
        """The table [m][p] of a vector, and its chows alone, and chow and pair."""
        need, m, p, pungs, plain = selections(chow_ranks, pung_ranks, pair_ranks, len(x))
        weight = np.ones(len(need))
        for r in range(len(x)):
            of_rank = np.array([self.phi(n, x[r], None if live is None else live[r]) for n in range(5)])
            weight *= of_rank[need[:, r]]
            if x[r] == 2:
                weight[pungs[:, r] & (need[:, r] == 3)] *= self.beta
        table = np.array([[weight[(m == i) & (p == j)].sum() for j in range(2)] for i in range(5)])
        chows = [weight[plain & (m == 1) & (p == j)].sum() for j in range(2)]
        return np.concatenate([table[:, 0], table[:, 1], chows])

    def plain(self, x):
        return self.line(x, tuple(range(7)), tuple(range(9)), tuple(range(9)))

    def _suit(self, x, live):
        """The line of a number suit: as it is, or corrected for the tiles that are gone."""
        z = self.plain(x)
        if live is None or sum(x) == 14:
            return z
        loss = np.zeros(12)
        for r in range(9):
            if x[r] < 4 and live[r] < 4 - x[r]:
                psi = self.theta * (4 - x[r]) / 4
                more = tuple(n + (i == r) for i, n in enumerate(x))
                loss += (1 - live[r] / (4 - x[r])) * psi / (1 - psi) * (self.plain(more) - z)
        return np.maximum(z - loss, 0.05 * z)

    def honours(self, x, live, without=()):
        kinds = tuple(i for i in range(7) if i not in without)
        return self.line(x, (), kinds, kinds, live)


def product(a, b):
    """Two groups side by side."""
    out = np.zeros(12)
    for m in range(5):
        for i in range(m + 1):
            out[m] += a[i] * b[m - i]
            out[5 + m] += a[i] * b[5 + m - i] + a[5 + i] * b[m - i]
    return out


def without(x, k):
    return tuple(n - (i == k) for i, n in enumerate(x))


class Hand:
    """A hand looked at with one set of dials.

    Parameters
    ----------
    value : Value
    copies, visible : sequence of int, length 34
    melds : sequence of (str, int)
        chow, pung, kong or concealed_kong, and the lowest kind.
    winds : tuple of int
        Of the seat and the round.
    """

    def __init__(self, value, copies, melds, visible, winds=(0, 0)):
        self.winds = winds
        self.v, self.dials = value, value.dials
        self.c = tuple(int(n) for n in copies)
        self.melds = list(melds)
        hidden = {kind for name, kind in melds if name == "concealed_kong"}
        self.live = [0 if k in hidden else max(0, 4 - int(visible[k]) - self.c[k]) for k in range(34)]
        self.d = len(melds)
        self.e = sum(name != "concealed_kong" for name, _ in melds)
        self.m = 4 - self.d
        self.plans = {}
        self.delta = dict.fromkeys((k for k in range(34) if self.c[k]), 0.0)
        self.exact = bool(self.dials["live_correction"])
        self.total = 0.0
        for add in (
            self.templates, self.knitted, self.any_sets, self.flushes, self.types, self.pungs, self.pairs,
            self.different, self.orphans, self.outside, self.four_ranks, self.dragons, self.three_pungs,
        ):  # fmt: skip
            add()

    # ---- bookkeeping

    def add(self, name, value, lost):
        """A plan and what it is worth without each kind held; without others it is worth the same."""
        self.plans[name] = self.plans.get(name, 0.0) + value
        self.total += value
        for k, rest in lost.items():
            self.delta[k] += rest - value

    def weight(self, name):
        return self.dials[name]

    def price(self, k):
        return self.v.theta * self.live[k] / 4

    def group(self, g, counts=None):
        """The line of a suit or of the honours."""
        counts = self.c if counts is None else counts
        if g == 3:
            return self.v.honours(counts[27:], tuple(self.live[27:]) if self.exact else None)
        x = counts[9 * g : 9 * g + 9]
        return self.v.suit(x, tuple(self.live[9 * g : 9 * g + 9]) if self.exact else None)

    def groups(self, counts):
        return [self.group(g, counts) for g in range(4)]

    def recounted(self, name, worth, kinds=None):
        """Add a plan that is a function of the counts alone."""
        kinds = [k for k in self.delta if kinds is None or k in kinds]
        self.add(name, worth(self.c), {k: worth(without(self.c, k)) for k in kinds})

    # ---- three sets and the rest

    def rest(self, counts, outside, share):
        lines = self.groups(counts)
        if outside:
            honours = 1.0 if outside == "any" else share
            suits = 1.0 if outside in ("chow", "any") else share
            return suits * sum(z[5] for z in lines[:3]) + honours * lines[3][5]
        any_set = sum(z[6] for z in lines)
        any_set += sum(lines[g][1] * lines[h][5] for g in range(4) for h in range(4) if g != h)
        chow = sum(z[11] for z in lines[:3])
        chow += sum(lines[g][10] * lines[h][5] for g in range(3) for h in range(3) if g != h)
        return share * any_set + (1 - share) * chow

    def with_rest(self, name, t, need, outside, share):
        left = tuple(max(0, c - need.get(k, 0)) for k, c in enumerate(self.c))
        value = t * self.rest(left, outside, share)
        lost = {}
        for k in self.delta:
            lost[k] = (
                t * self.rest(without(left, k), outside, share) if left[k] else value * 0.9 * self.price(k)
            )
        self.add(name, value, lost)

    def templates(self):
        declared = [(k // 9, k % 9) for name, k in self.melds if name == "chow"]
        others = [name for name, _ in self.melds if name != "chow"]

        def held_or_price(k):
            return 1.0 if self.c[k] else self.price(k)

        def chow_price(chow):
            return (
                1.0 if chow in declared else prod(held_or_price(9 * chow[0] + chow[1] + i) for i in range(3))
            )

        possible = []
        for name, chows in TEMPLATES:
            inside = sum(chow in declared for chow in chows)
            if self.d - inside <= 1:
                possible.append((name, chows, self.weight(name) * prod(map(chow_price, chows)), inside))
        if not possible:
            return
        cut = max(self.dials["template_cut"] * max(t for _, _, t, _ in possible), 1e-7)
        for name, chows, t, inside in possible:
            if t <= cut:
                continue
            need = {}
            for s, r in (chow for chow in chows if chow not in declared):
                for i in range(3):
                    need[9 * s + r + i] = need.get(9 * s + r + i, 0) + 1
            if name == "pure_shifted_chows":
                t = self.weight(name) * prod(self.v.phi(n, self.c[k], self.live[k]) for k, n in need.items())
                if t <= cut:
                    continue
            outside = None
            if self.d > inside:
                outside = "chow" if len(declared) > inside else others[0]
            share = self.dials["all_chows_share"] if name == "mixed_shifted_chows" else 1.0
            self.with_rest(name, t, need, outside, share)

    def knitted(self):
        for kinds in PATTERNS:
            missing = [k for k in kinds if not self.c[k]]
            if self.d <= 1 and len(missing) <= 4:
                t = self.weight("knitted_straight") * prod(
                    self.dials["unclaimable"] * self.price(k) for k in missing
                )
                self.with_rest("knitted_straight", t, dict.fromkeys(kinds, 1), "any" if self.d else None, 1.0)

    # ---- sets and a pair

    def ways(self, counts):
        z = self.groups(counts)
        return product(product(product(z[0], z[1]), z[2]), z[3])[5 + self.m]

    def any_sets(self):
        name = "chicken_hand" if self.e else "fully_concealed_hand"
        self.recounted(name, lambda c: self.weight(name) * self.ways(c))
        if self.e >= 2:
            self.recounted(
                "melded_hand", lambda c: self.weight("melded_hand") * self.ways(c) * MELDED_SHARE[self.e]
            )

    def flushes(self):
        honours = sum(self.c[27:])
        for s in range(3):
            tiles = sum(self.c[9 * s : 9 * s + 9]) + 3 * self.d
            suits = {k // 9 for _, k in self.melds}
            if suits <= {s, 3} and tiles + honours >= 8:
                self.recounted(
                    "half_flush",
                    lambda c, s=s: (
                        self.weight("half_flush") * product(self.group(s, c), self.group(3, c))[5 + self.m]
                    ),
                )
            if suits <= {s} and tiles >= 8:
                self.recounted(
                    "full_flush",
                    lambda c, s=s: self.weight("full_flush") * self.group(s, c)[5 + self.m],
                    range(9 * s, 9 * s + 9),
                )

    def types(self):
        melded = [3 + (k >= 31) if k >= 27 else k // 9 for _, k in self.melds]
        if len(set(melded)) < len(melded):
            return

        def honour_sums(c, kinds):
            live = {k: self.live[k] if self.exact else None for k in kinds}
            pungs = sum(self.v.phi(3, c[k], live[k]) * (self.v.beta if c[k] == 2 else 1) for k in kinds)
            return pungs, sum(self.v.phi(2, c[k], live[k]) for k in kinds)

        def worth(c):
            sums = [(self.group(g, c)[1], self.group(g, c)[5]) for g in range(3)]
            sums += [honour_sums(c, range(27, 31)), honour_sums(c, range(31, 34))]
            sums = [(1.0, 0.0) if g in melded else pair for g, pair in enumerate(sums)]
            ways = sum(sums[g][1] * prod(sums[h][0] for h in range(5) if h != g) for g in range(5))
            return self.weight("all_types") * ways

        self.recounted("all_types", worth)

    def pung_price(self, k, held):
        live = self.live[k]
        return {
            0: 0.0,
            1: self.v.theta**2 * live * (live - 1) / 16,
            2: self.v.beta * self.v.theta * live / 4,
        }.get(held, 1.0)

    def pungs(self):
        if any(name == "chow" for name, _ in self.melds) or self.d + sum(n >= 2 for n in self.c) < 4:
            return

        def worth(c):
            kinds = [k for k in range(34) if c[k]]
            pair = {k: 1.0 if c[k] >= 2 else self.price(k) for k in kinds}
            ways = 0.0
            for k in kinds:
                for pungs in combinations([j for j in kinds if j != k], self.m):
                    ways += pair[k] * prod(self.pung_price(j, c[j]) for j in pungs)
            return self.weight("all_pungs") * ways

        self.recounted("all_pungs", worth)

    def dragons(self):
        declared = {k for name, k in self.melds if name != "chow"}
        tiles = {
            k: self.c[k] + sum({"pung": 3}.get(n, 4) for n, j in self.melds if j == k) for k in range(31, 34)
        }
        for pair in combinations(range(31, 34), 2):
            if min(tiles[k] for k in pair) == 0 or sum(tiles[k] for k in pair) < 3:
                continue
            left = self.m - sum(k not in declared for k in pair)
            if left < 0:
                continue

            def worth(c, pair=pair, left=left):
                price = prod(1.0 if k in declared else self.pung_price(k, c[k]) for k in pair)
                live = tuple(self.live[27:]) if self.exact else None
                honours = self.v.honours(c[27:], live, tuple(k - 27 for k in pair))
                suits = product(product(self.group(0, c), self.group(1, c)), self.group(2, c))
                return self.weight("two_dragon_pungs") * price * product(suits, honours)[5 + left]

            self.recounted("two_dragon_pungs", worth)

    def outside(self):
        for name, k in self.melds:
            if k < 27 and k % 9 not in ((0, 6) if name == "chow" else (0, 8)):
                return

        def worth(c):
            z = [self.v.line(c[9 * s : 9 * s + 9], (0, 6), (0, 8), (0, 8)) for s in range(3)]
            ways = product(product(product(z[0], z[1]), z[2]), self.group(3, c))[5 + self.m]
            return self.weight("outside_hand") * ways

        if worth(self.c) >= 0.02 * self.total:
            self.recounted("outside_hand", worth)

    def four_ranks(self):
        for name, first in (("upper_four", 5), ("lower_four", 0)):
            inside = {9 * s + r for s in range(3) for r in range(first, first + 4)}
            tiles = [k + i for n, k in self.melds for i in range(3 if n == "chow" else 1)]
            if not set(tiles) <= inside or sum(self.c[k] for k in inside) + 3 * self.d < 8:
                continue

            def worth(c, name=name, first=first):
                ranks = tuple(range(4))
                z = [
                    self.v.line(c[9 * s + first : 9 * s + first + 4], (0, 1), ranks, ranks) for s in range(3)
                ]
                return self.weight(name) * product(product(z[0], z[1]), z[2])[5 + self.m]

            self.recounted(name, worth)

    # ---- other shapes

    def pairs(self):
        need = 7 - sum(n // 2 for n in self.c)
        if self.d or need > 3:
            return
        s = {k: self.dials["unclaimable"] * self.price(k) for k in range(34) if self.c[k] % 2}
        w = self.weight("seven_pairs")

        def symmetric(order, kinds):
            return sum(prod(s[k] for k in some) for some in combinations(kinds, order))

        value, lost = w * symmetric(need, s), {}
        for k in self.delta:
            if self.c[k] % 2:
                lost[k] = w * symmetric(need, [j for j in s if j != k])
            elif need == 3:
                lost[k] = 0.1 * value
            else:
                price = self.dials["unclaimable"] * self.price(k)
                lost[k] = w * (symmetric(need + 1, s) + symmetric(need, s) * price)
        self.add("seven_pairs", value, lost)

    def different(self):
        for pattern in PATTERNS:
            kinds = [*pattern, *range(27, 34)]
            missing = [k for k in kinds if not self.c[k]]
            n = 16 - len(missing)
            need = max(0, 14 - n)
            if self.d or n < 9 or need > 5:
                continue
            mean = sum(self.live[k] for k in missing) / len(missing)
            t = self.dials["unclaimable"] * self.v.theta * mean / 4
            value = self.weight("honors_and_knitted") * comb(need + 2, 2) * t**need
            less = value * 0.85 * t * comb(need + 3, 2) / comb(need + 2, 2)
            lost = {k: less if k in kinds and self.c[k] == 1 else value for k in self.delta}
            self.add("honors_and_knitted", value, lost)

    def orphans(self):
        if self.d or sum(self.c[k] > 0 for k in ORPHANS) < 9:
            return

        def worth(c):
            value = self.weight("thirteen_orphans")
            value *= prod(self.dials["unclaimable"] * self.price(k) for k in ORPHANS if not c[k])
            return value * (1.0 if any(c[k] > 1 for k in ORPHANS) else 1.2 * self.v.theta)

        self.recounted("thirteen_orphans", worth)

    # ---- three pungs

    def three_pungs(self):
        declared = {k for name, k in self.melds if name != "chow"}
        for name, kinds in PUNG_TEMPLATES:
            outside = self.d - len(declared & set(kinds))
            twice = sum(k in declared or self.c[k] >= 2 for k in kinds)
            if outside > 1 or twice < 2 or not all(k in declared or self.c[k] for k in kinds):
                continue
            need = {k: 3 for k in kinds if k not in declared}
            t = self.weight(name) * prod(self.pung_price(k, self.c[k]) for k in need)
            if t:
                self.with_rest(name, t, need, "any" if outside else None, 1.0)
