"""Soft Eight: is a win legal, what is its main suit, which fans does it have (article 14)."""

import numpy as np

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from mjcore.encoding._packed cimport pack_hand, pack_keys
from mjcore.encoding._types cimport (
    CHOW, CIRCUMSTANCES_AT, CONCEALED_KONG, HEAVENLY_READY, INITIAL, LAST_WALL, MELDED_KONG, N_GROUPS, NO_PAIRS,
    NO_TILE, REPLACEMENT, ROBBED, SOURCE_AT, WALL, WINNING_AT, form_t, hand_t,
)
from mjcore.kernels._complete cimport is_standard, main_suit_of, suit_record
from mjcore.kernels._distance cimport kinds_held
from mjcore.kernels._suits cimport fill_group_tiles, group_of, group_tiles_t, pairs_held, pairs_near, partition_of
from mjcore.tables._tables cimport Tables

from mjcore.words.soft_eight import FAN_CODES

#: What a row of the output is; the twin of ``score_t``.
SCORE_DTYPE = np.dtype(
    [
        ("legal", "?"),
        ("main_suit", "u1"),
        ("main_tiles", "u1"),
        ("fans", "u1", (7,)),
        ("base", "<i4"),
        ("multiplier", "<i4"),
    ]
)

assert sizeof(score_t) == SCORE_DTYPE.itemsize
assert FAN_CODES == ("PURE", "DRAGON", "SEVEN", "KONGBOTTOM", "HAIDI", "TIANHE", "TIANTING")

#: What a negative answer about a row means; the door puts the row and its tiles before it.
FAULTS = {
    1: "no hand",
    2: "a heavenly win needs a tile of the deal: source must be 'wall'",
    3: "a heavenly win (initial) and a heavenly ready declaration exclude each other: one is the dealer's, "
       "the other is not",
    4: "a heavenly win (initial) comes before anything else, so that nothing is exposed or konged",
    5: "a replacement tile needs a kong",
    6: "a robbed tile is the fourth of its kind, so that the winner holds no other",
    7: "the last tile of the wall is drawn or discarded, not robbed, and is not dealt",
    8: "a chow is exposed, but chows cannot be claimed under these rules (chow_claims)",
    9: "a hand that was ready as dealt changes no more, so that no chow or pung can be exposed",
}


cdef class SoftEightScorer:
    """The scoring rules of one Soft Eight rule set, ready for the kernel."""

    def __init__(self, Tables tables, *, base_points, base_points_pure, dragon_requires_runs, tianhe_untouched,
                 tianting_after_kong, chow_claims, enabled, multipliers):
        self.tables = tables
        self.rules.base_points = base_points
        self.rules.base_points_pure = base_points_pure
        self.rules.dragon_requires_runs = dragon_requires_runs
        self.rules.tianhe_untouched = tianhe_untouched
        self.rules.tianting_after_kong = tianting_after_kong
        self.rules.chow_claims = chow_claims
        for i in range(N_FANS):
            self.rules.enabled[i] = enabled[i]
        for i in range(N_FANS + 1):
            self.rules.multipliers[i] = multipliers[i]

    def fill_scores(self, const uint8_t[:, ::1] rows,   # IN  (n, 44) HAND_DTYPE
                    uint8_t[:, ::1] out):               # OUT (n, sizeof(score_t)) SCORE_DTYPE
        """Score each win. Returns (row, fault) of the first row that is none, or (-1, 0)."""
        cdef Py_ssize_t i, bad = -1
        cdef int fault = 0
        with nogil:
            for i in range(rows.shape[0]):
                fault = score_win(&self.tables.form, &self.rules, &rows[i, 0], <score_t*>&out[i, 0])
                if fault:
                    bad = i
                    break
        return bad, fault


cdef int score_win(
    const form_t* form, const soft_rules_t* rules, const uint8_t* row, score_t* out
) noexcept nogil:
    cdef hand_t hand
    cdef group_tiles_t groups
    cdef int fault, standard_main, pairs_main = -1, tiles = 0, pairs_tiles = 0, fan, n_fans = 0
    cdef bint dragon = False
    if (
        row[WINNING_AT] == NO_TILE
        or not pack_hand(row, True, True, &hand)
        or hand.n_tiles + 3 * hand.n_melds != 14
    ):
        return 1
    fault = _fault_of_circumstances(rules, &hand, row)
    if fault:
        return fault
    memset(out, 0, sizeof(score_t))
    out.main_suit = 255
    # From the row: the hand's own counts have just been written to, and reading them back would wait.
    fill_group_tiles(&hand, row, form, &groups)
    groups.tiles[group_of(form, row[WINNING_AT])] += 1
    standard_main = main_suit_of(form, &hand, &groups, True, &tiles) if is_standard(form, &hand) else -1
    if hand.n_melds == 0 and _completes_pairs(form, row):
        pairs_main = main_suit_of(form, &hand, &groups, False, &pairs_tiles)
    if standard_main < 0 and pairs_main < 0:
        return 0
    out.legal = 1
    out.main_suit = standard_main if standard_main >= 0 else pairs_main
    out.main_tiles = tiles if standard_main >= 0 else pairs_tiles
    if rules.enabled[DRAGON] and standard_main >= 0:
        dragon = _has_dragon(form, rules, &hand, kinds_held(row) | <uint64_t>1 << row[WINNING_AT])
    if dragon:
        out.fans[DRAGON] = 1
    elif pairs_main >= 0:
        out.fans[SEVEN] = 1
    out.fans[PURE] = _one_suit(&groups)
    out.base = rules.base_points_pure if out.fans[PURE] else rules.base_points
    out.fans[KONGBOTTOM] = row[SOURCE_AT] == REPLACEMENT
    out.fans[HAIDI] = row[SOURCE_AT] == WALL and (row[CIRCUMSTANCES_AT] & LAST_WALL) != 0
    out.fans[TIANHE] = (row[CIRCUMSTANCES_AT] & INITIAL) != 0
    out.fans[TIANTING] = (row[CIRCUMSTANCES_AT] & HEAVENLY_READY) != 0 and (
        rules.tianting_after_kong or hand.n_melds == 0
    )
    for fan in range(N_FANS):
        out.fans[fan] &= rules.enabled[fan]
        n_fans += out.fans[fan]
    out.multiplier = rules.multipliers[n_fans]
    return 0


cdef inline int _fault_of_circumstances(
    const soft_rules_t* rules, const hand_t* hand, const uint8_t* row
) noexcept nogil:
    """A key of FAULTS if the win cannot have come about so, otherwise 0."""
    cdef int source = row[SOURCE_AT], flags = row[CIRCUMSTANCES_AT], i, winning = row[WINNING_AT]
    cdef bint kong = False, exposed = False
    for i in range(4 if hand.n_melds else 0):
        if hand.melds[i]:
            kong |= hand.melds[i] >> 6 >= MELDED_KONG
            exposed |= hand.melds[i] >> 6 != CONCEALED_KONG
            if hand.melds[i] >> 6 == CHOW and not rules.chow_claims:
                return 8
            if flags & HEAVENLY_READY and hand.melds[i] >> 6 < MELDED_KONG:
                return 9
    if source == REPLACEMENT and not kong:
        return 5
    if source == ROBBED and hand.copies[winning] + hand.locked[winning] > 1:
        return 6
    if flags & LAST_WALL and (source == ROBBED or flags & INITIAL):
        return 7
    if flags & INITIAL:
        if flags & HEAVENLY_READY:
            return 3
        if exposed or (kong and rules.tianhe_untouched):
            return 4
        if source != (REPLACEMENT if kong else WALL):
            return 2
    return 0


cdef inline bint _completes_pairs(const form_t* form, const uint8_t* row) noexcept nogil:
    """Whether the winning tile makes the seventh pair of a concealed hand."""
    return (
        form.pairs != NO_PAIRS and row[row[WINNING_AT]] & 1
        and pairs_held(row, form.pairs) == 6 and pairs_near(row, form.pairs) == 1
    )


cdef inline bint _one_suit(const group_tiles_t* groups) noexcept nogil:
    """Whether every tile, melds included, is in one suit."""
    cdef int group, suits = 0
    for group in range(N_GROUPS):
        suits += groups.tiles[group] > 0
    return suits == 1


cdef inline bint _has_dragon(
    const form_t* form, const soft_rules_t* rules, const hand_t* hand, uint64_t held
) noexcept nogil:
    """Whether a standard hand can be seen with 123, 456 and 789 of one suit among its sets; `held` are its kinds.

    With the runs that are not exposed taken out, the rest of the suit must still decompose.
    """
    cdef int suit, run, rank, i, exposed
    cdef hand_t rest
    cdef bint all
    if hand.n_melds:
        held |= kinds_held(hand.locked)
    for suit in range(3):
        if (held >> 9 * suit) & 511 != 511:
            continue
        all = True
        if not rules.dragon_requires_runs:
            return True
        rest = hand[0]
        for run in range(3):
            exposed = False
            for i in range(4):
                if hand.melds[i] == (CHOW << 6 | (9 * suit + 3 * run + 1)):
                    exposed = True
            if exposed:
                continue
            for rank in range(3 * run, 3 * run + 3):
                if rest.copies[9 * suit + rank] == 0:
                    all = False
                else:
                    rest.copies[9 * suit + rank] -= 1
        if all:
            pack_keys(rest.copies, rest.head, rest.tail)
            if partition_of(suit_record(form, &rest, suit)):
                return True
    return False
