"""Random wins of Chinese Official Mahjong, as rows: all shapes and melds, and circumstances that can be."""

from collections.abc import Mapping
from itertools import permutations
from types import MappingProxyType

import numpy as np

from mjcore.encoding.arrays import CIRCUMSTANCES, HAND_DTYPE, SOURCES

from .mcr_readings import KNITTED_PATTERNS
from .sets import CHOW_STARTS, HONOURS, N_COPIES, N_KINDS, ORPHANS, Meld, counts_of, meld_code, meld_tiles

#: What part of the wins is of which sort.
MIXTURE = MappingProxyType(
    {
        "concealed": 27,
        "flush": 6,
        "narrow": 6,
        "melded": 43,
        "seven_pairs": 6,
        "orphans": 1,
        "honors_and_knitted": 3,
        "knitted_straight": 3,
        "pungs_and_kongs": 5,
    }
)
#: Sorts that a mixture may name besides: tiles of a few kinds that make the great fans, and nine gates.
RARE = MappingProxyType({"themed": 20, "nine_gates": 1})
SELF_DRAWN_PART = 0.4

#: Kinds of themed hands, and how many of their sets are pungs; half the hands exchange the suits.
_THEMES = (
    ("1234567z", 0.9),
    ("1234z9m", 1.0),
    ("567z12m", 0.9),
    ("567z1m2p3s", 0.9),
    ("19m19p19s", 1.0),
    ("19m19p19s1234567z", 0.9),
    ("23468s6z", 0.5),
    ("1234589p245689s5z", 0.5),
    ("2468m2468p2468s", 1.0),
    ("12345p", 1.0),
    ("45678p", 0.3),
    ("123m123p123s", 1.0),
    ("456m456p456s", 0.2),
    ("1235789m", 0.0),
    ("123789m123789p5s", 0.0),
    ("123456789m", 0.05),
    ("123m456p789s", 0.05),
    ("345m3456p45678s", 0.2),
    ("34567m34567p34567s", 0.0),
)

#: The sets a hand is made of: 21 chows, then 34 pungs, with their tiles and their codes as melds.
_SETS = [Meld("chow", kind) for kind in CHOW_STARTS] + [Meld("pung", kind) for kind in range(N_KINDS)]
_IS_PUNG = np.array([meld.type == "pung" for meld in _SETS])
_SET_COUNTS = np.array([np.bincount(meld_tiles(meld), minlength=N_KINDS) for meld in _SETS], dtype=np.int8)
_CODES = np.array(
    [
        [meld_code(meld) for meld in _SETS],
        [meld_code(Meld("kong", meld.kind)) for meld in _SETS],
        [meld_code(Meld("kong", meld.kind), concealed=True) for meld in _SETS],
    ],
    dtype=np.uint8,
)
_KIND_SUIT = np.arange(N_KINDS) // 9
_KIND_RANK = np.arange(N_KINDS) % 9
_PATTERNS = np.array([[kind in pattern for kind in range(N_KINDS)] for pattern in KNITTED_PATTERNS])
_THEME_KINDS = np.array([counts_of(text) for text, _ in _THEMES]) > 0
_THEME_PUNGS = np.array([part for _, part in _THEMES])
_SUIT_ORDERS = np.array(list(permutations(range(3))))
_IS_HONOUR = np.isin(np.arange(N_KINDS), HONOURS)


def random_wins(
    rng: np.random.Generator,
    n: int,
    *,
    mixture: Mapping[str, float] = MIXTURE,
    initial_part: float = 0.01,
    shuffle: bool = True,
) -> np.ndarray:
    """`n` won hands as a HAND_DTYPE array; `initial_part` of the concealed self-drawn ones win as dealt.

    A last copy that the own exposed sets show by themselves is flagged in half of the rows only. The
    sorts stand one after the other if not `shuffle`.
    """
    shares = np.array(list(mixture.values()), dtype=float)
    sizes = np.diff(np.round(np.cumsum([0, *shares]) / shares.sum() * n).astype(int))
    hands = [_of_sort(rng, sort, size) for sort, size in zip(mixture, sizes, strict=True)]
    rows = np.concatenate([_won(rng, counts, codes, initial_part) for counts, codes in hands])
    return rows[rng.permutation(n)] if shuffle else rows


def _of_sort(rng, sort, n):
    """Concealed counts with the winning tile, and meld codes, of `n` hands of one sort."""
    if sort in _WITHOUT_MELDS:
        return _WITHOUT_MELDS[sort](rng, n), np.zeros((n, 4), dtype=np.uint8)
    if sort == "knitted_straight":
        return _repeat(rng, n, _knitted_straights)
    return _repeat(rng, n, lambda rng, n: _standard(rng, n, sort))


def _repeat(rng, n, draw):
    """Hands of `draw`, which leaves out those with a fifth copy, until there are `n`."""
    counts, codes = np.empty((0, N_KINDS), dtype=np.int8), np.empty((0, 4), dtype=np.uint8)
    while len(counts) < n:
        more_counts, more_codes = draw(rng, n - len(counts) + 100)
        counts, codes = np.concatenate([counts, more_counts]), np.concatenate([codes, more_codes])
    return counts[:n], codes[:n]


def _standard(rng, n, sort):
    """Four sets and a pair of the allowed kinds, the first of them on the table."""
    allowed, pung_weight = np.ones((n, N_KINDS), dtype=bool), np.full(n, 0.35)
    n_melds = np.zeros(n, dtype=int)
    if sort == "flush":
        allowed = (rng.integers(0, 3, (n, 1)) == _KIND_SUIT) | (_IS_HONOUR & (rng.random((n, 1)) < 0.4))
        n_melds = rng.integers(0, 5, n) * (rng.random(n) < 0.4)
    elif sort == "narrow":
        low, width = rng.integers(0, 6, (n, 1)), rng.integers(3, 6, (n, 1))
        allowed = ~_IS_HONOUR & (low <= _KIND_RANK) & (low + width > _KIND_RANK)
        n_melds = rng.integers(0, 5, n) * (rng.random(n) < 0.4)
    elif sort == "melded":
        n_melds = rng.integers(1, 5, n)
    elif sort == "pungs_and_kongs":
        pung_weight[:], n_melds = 1, rng.integers(0, 5, n)
    elif sort == "themed":
        theme = rng.integers(0, len(_THEMES), n)
        allowed, pung_weight = _exchanged(rng, _THEME_KINDS[theme]), _THEME_PUNGS[theme]
        n_melds = rng.integers(0, 5, n) * (rng.random(n) < 0.5)
    sets = np.stack([_draw_sets(rng, allowed, pung_weight) for _ in range(4)], axis=1)
    pair = _pick(rng, allowed.astype(float))
    kong_part = 0.8 if sort == "pungs_and_kongs" else 0.35
    return _assembled(rng, sets, pair, n_melds, kong_part)


def _draw_sets(rng, allowed, pung_weight):
    """A set of each hand's allowed kinds; chows share what pungs leave."""
    chows = np.stack([allowed[:, kind : kind + 3].all(axis=1) for kind in CHOW_STARTS], axis=1)
    weights = np.concatenate([chows, allowed], axis=1).astype(float)
    for part, share in ((~_IS_PUNG, 1 - pung_weight), (_IS_PUNG, pung_weight)):
        total = np.maximum(weights[:, part].sum(axis=1), 1)
        weights[:, part] *= (share / total)[:, None]
    return _pick(rng, weights)


def _exchanged(rng, allowed):
    """Kinds of hands, with the suits of half of them exchanged."""
    order = _SUIT_ORDERS[rng.integers(0, 6, len(allowed)) * (rng.random(len(allowed)) < 0.5)]
    suits = np.take_along_axis(allowed[:, :27].reshape(-1, 3, 9), order[:, :, None], axis=1)
    return np.concatenate([suits.reshape(-1, 27), allowed[:, 27:]], axis=1)


def _pick(rng, weights):
    """A column of each row, as likely as its weight."""
    heights = np.cumsum(weights, axis=1)
    return (heights <= rng.random((len(weights), 1)) * heights[:, -1:]).sum(axis=1)


def _assembled(rng, sets, pair, n_melds, kong_part, body=0):
    """Concealed counts and meld codes of sets and pairs, those with a fifth copy left out.

    The first sets are melds, and some of the pungs among them kongs; `body` is concealed besides.
    """
    n, n_sets = sets.shape
    on_table = np.arange(n_sets) < n_melds[:, None]
    is_kong = on_table & _IS_PUNG[sets] & (rng.random(sets.shape) < kong_part)
    sort = np.where(is_kong, rng.integers(1, 3, sets.shape), 0)
    codes = np.zeros((n, 4), dtype=np.uint8)
    codes[:, :n_sets] = np.where(on_table, _CODES[sort, sets], 0)
    concealed = body + (_SET_COUNTS[sets] * ~on_table[:, :, None]).sum(axis=1, dtype=np.int8)
    concealed[np.arange(n), pair] += 2
    fits = (concealed + _on_table(codes)).max(axis=1) <= N_COPIES
    return concealed[fits], codes[fits]


def _on_table(codes, *, exposed_only=False):
    """Copies of each kind in melds."""
    held = np.zeros((len(codes), N_KINDS), dtype=np.int8)
    for code in codes.T:
        types, kinds = code >> 6, (code & 63).astype(int) - 1
        counted = (code > 0) & ~((types == 3) & exposed_only)
        for shift in range(3):
            kind = kinds + shift * (types == 0)
            rows = np.flatnonzero(counted)
            held[rows, kind[rows]] += 1
        rows = np.flatnonzero(counted & (types > 1))
        held[rows, kinds[rows]] += 1
    return held


def _seven_pairs(rng, n):
    """Seven of the 68 pairs that there are: of all kinds, of a suit, of neighbours, of a theme."""
    style, suit = rng.random((n, 1)), rng.integers(0, 3, (n, 1)) == _KIND_SUIT
    low = rng.integers(0, 3, (n, 1))
    neighbours = suit & (low <= _KIND_RANK) & (low + 7 > _KIND_RANK)
    themes = _exchanged(rng, _THEME_KINDS[rng.integers(0, len(_THEMES), n)])
    allowed = np.select([style < 0.3, style < 0.35, style < 0.45], [suit, neighbours, themes], True)
    keys = rng.random((n, 2, N_KINDS)) + 10.0 * ~allowed[:, None, :]
    keys[:, 1] += (style >= 0.3) & (style < 0.35)
    chosen = np.argpartition(keys.reshape(n, -1), 7, axis=1)[:, :7] % N_KINDS
    counts = np.zeros((n, N_KINDS), dtype=np.int8)
    np.add.at(counts, (np.arange(n)[:, None], chosen), 2)
    return counts


def _nine_gates(rng, n):
    """1112345678999 of a suit and any tile of it."""
    counts, suit = np.zeros((n, N_KINDS), dtype=np.int8), rng.integers(0, 3, (n, 1))
    np.put_along_axis(counts, 9 * suit + np.arange(9), np.array([[3, 1, 1, 1, 1, 1, 1, 1, 3]]), axis=1)
    counts[np.arange(n), 9 * suit[:, 0] + rng.integers(0, 9, n)] += 1
    return counts


def _orphans(rng, n):
    """Each terminal and honour, and one of them twice."""
    counts = np.zeros((n, N_KINDS), dtype=np.int8)
    counts[:, list(ORPHANS)] = 1
    counts[np.arange(n), rng.choice(ORPHANS, n)] += 1
    return counts


def _honors_and_knitted(rng, n):
    """Fourteen of the sixteen kinds of a knitted pattern and the honours."""
    kinds = _PATTERNS[rng.integers(0, 6, n)] | _IS_HONOUR
    keys = np.where(kinds, rng.random((n, N_KINDS)), 2.0)
    keys[:, HONOURS] -= 0.5 * (rng.random((n, 1)) < 0.4)
    chosen = np.argpartition(keys, 14, axis=1)[:, :14]
    counts = np.zeros((n, N_KINDS), dtype=np.int8)
    counts[np.arange(n)[:, None], chosen] = 1
    return counts


#: Sorts of hands without melds, and what draws their counts.
_WITHOUT_MELDS = {
    "seven_pairs": _seven_pairs,
    "orphans": _orphans,
    "honors_and_knitted": _honors_and_knitted,
    "nine_gates": _nine_gates,
}


def _knitted_straights(rng, n):
    """A knitted body, a set that may be on the table, and a pair."""
    body = _PATTERNS[rng.integers(0, 6, n)]
    sets = _draw_sets(rng, np.ones((n, N_KINDS), dtype=bool), np.full(n, 0.4))[:, None]
    pair, n_melds = rng.integers(0, N_KINDS, n), rng.integers(0, 2, n)
    return _assembled(rng, sets, pair, n_melds, 0.5, body)


def _won(rng, concealed, codes, initial_part):
    """Rows of hands, each won by one of its concealed tiles in a way that can be."""
    n = len(concealed)
    rows, each = np.zeros(n, dtype=HAND_DTYPE), np.arange(n)
    tile = _pick(rng, concealed.astype(float))
    rows["concealed"] = concealed
    rows["concealed"][each, tile] -= 1
    rows["melds"], rows["winning_tile"] = codes, tile
    hidden = rows["concealed"][each, tile]
    exposed = _on_table(codes, exposed_only=True)[each, tile]
    has_kong, has_melds = (codes >> 6 > 1).any(axis=1), (codes > 0).any(axis=1)
    is_self_drawn = rng.random(n) < SELF_DRAWN_PART
    is_replacement = is_self_drawn & has_kong & (rng.random(n) < 0.15)
    is_robbed = ~is_self_drawn & (hidden + exposed == 0) & (rng.random(n) < 0.1)
    source = np.where(is_self_drawn, SOURCES.index("wall"), SOURCES.index("discard"))
    source[is_replacement], source[is_robbed] = SOURCES.index("replacement"), SOURCES.index("robbed")
    is_initial = (source == SOURCES.index("wall")) & ~has_melds & (rng.random(n) < initial_part)
    is_last_wall = ~is_robbed & ~is_initial & (rng.random(n) < 0.06)
    is_shown = rng.random(n) < np.where(exposed == 3, 0.5, 0.1)
    is_last_copy = ~is_initial & (hidden == 0) & is_shown
    rows["source"] = source
    rows["circumstances"] = (
        CIRCUMSTANCES["last_wall"] * is_last_wall
        + CIRCUMSTANCES["last_copy"] * is_last_copy
        + CIRCUMSTANCES["initial"] * is_initial
    )
    rows["seat_wind"] = np.where(is_initial, 0, rng.integers(0, 4, n))
    rows["prevalent_wind"] = rng.integers(0, 4, n)
    rows["flowers"] = rng.binomial(8, 0.2, n) * (rng.random(n) < 0.5)
    return rows
