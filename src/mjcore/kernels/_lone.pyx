"""A lone player who draws and discards: when does he complete a hand?

He is dealt the first thirteen tiles of a wall and draws the next ones. Nobody else takes part, so that
what he does not see is as good as shuffled.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from mjcore.encoding._bits cimport lowest, popcount
from mjcore.encoding._packed cimport add_tiles, pack_keys
from mjcore.encoding._types cimport (
    FAR, N_GROUPS, N_KINDS, NO_PAIRS, form_t, hand_t,
)
from mjcore.kernels._complete cimport is_standard, main_suit_of
from mjcore.kernels._distance cimport ORPHANS, concealed_distance, kinds_held, kinds_paired
from mjcore.kernels._suits cimport (
    fill_group_tiles, fill_slots, group_kinds, group_of, group_tiles_t, n_groups, slots_t,
)
from mjcore.kernels._useful cimport concealed_useful
from mjcore.tables._tables cimport Tables

cdef enum:
    DEALT = 13
    MOST = 15                    # thresholds 0 to 14
    NEVER = 255

cdef uint32_t FIFTHS[7]          # powers of five
FIFTHS[:] = [1, 5, 25, 125, 625, 3125, 15625]


# ---- the efficient policy ----------------------------------------------------------------------------

cdef int _best_discard(const form_t* form, hand_t* hand, const uint8_t* gone, uint64_t* useful) noexcept nogil:
    """The discard that leaves the hand nearest to complete, then with most useful tiles not yet seen.

    A hand without any useful tile left counts as one tile farther. Of equals the highest kind goes.
    `useful` receives the useful kinds afterwards; returns the kind to discard.
    """
    cdef uint8_t distances[N_KINDS]
    cdef int kind, best = -1, nearest = FAR, live, most = -1, farther
    cdef uint64_t mask, rest
    for kind in range(N_KINDS):
        distances[kind] = FAR
        if hand.copies[kind]:
            add_tiles(hand.copies, hand.head, hand.tail, kind, -1)
            distances[kind] = concealed_distance(form, hand.copies, hand.head, hand.tail)
            add_tiles(hand.copies, hand.head, hand.tail, kind, 1)
            nearest = min(nearest, distances[kind])
    for farther in range(2):     # one tile farther only if nothing nearer can still be completed
        for kind in range(N_KINDS):
            if distances[kind] != nearest + farther or not hand.copies[kind]:
                continue
            add_tiles(hand.copies, hand.head, hand.tail, kind, -1)
            mask = concealed_useful(form, hand.copies, hand.head, hand.tail)
            live = 0
            rest = mask
            while rest:
                live += 4 - hand.copies[lowest(rest)] - gone[lowest(rest)]
                rest &= rest - 1
            if (mask >> kind) & 1:
                live -= 1        # the discard itself is seen and gone
            add_tiles(hand.copies, hand.head, hand.tail, kind, 1)
            if live >= most and (live > 0 or not farther):
                most = live
                best = kind
                useful[0] = mask
        if most > 0:
            break
    return best


cdef int _efficient(
    const form_t* form, const uint8_t* wall, int draws, bint frozen, uint8_t* main_suit
) noexcept nogil:
    """The draw that completes a hand played efficiently, or NEVER; and its main suit.

    `frozen`: a hand that is ready is declared and changes no more, it only waits.
    """
    cdef hand_t hand
    cdef group_tiles_t groups
    cdef uint8_t gone[N_KINDS]
    cdef uint64_t useful
    cdef int i, tile, draw, discard, tiles
    cdef bint ready
    memset(&hand, 0, sizeof(hand))
    memset(gone, 0, N_KINDS)
    for i in range(DEALT):
        hand.copies[wall[i]] += 1
    pack_keys(hand.copies, hand.head, hand.tail)
    useful = concealed_useful(form, hand.copies, hand.head, hand.tail)
    ready = concealed_distance(form, hand.copies, hand.head, hand.tail) == 1
    for draw in range(1, draws + 1):
        tile = wall[DEALT + draw - 1]
        if ready:
            if (useful >> tile) & 1:
                add_tiles(hand.copies, hand.head, hand.tail, tile, 1)
                fill_group_tiles(&hand, hand.copies, form, &groups)
                i = main_suit_of(form, &hand, &groups, is_standard(form, &hand), &tiles)
                if i < 0:        # not as sets and a pair, but as seven pairs
                    i = main_suit_of(form, &hand, &groups, False, &tiles)
                main_suit[0] = i
                return draw
            if frozen:
                gone[tile] += 1
                continue
        add_tiles(hand.copies, hand.head, hand.tail, tile, 1)
        discard = _best_discard(form, &hand, gone, &useful)
        add_tiles(hand.copies, hand.head, hand.tail, discard, -1)
        gone[discard] += 1
        ready = concealed_distance(form, hand.copies, hand.head, hand.tail) == 1
    main_suit[0] = NEVER
    return NEVER


def fill_efficient(Tables tables, const uint8_t[:, ::1] walls,  # IN  (n, at least 13 + draws) kinds
                   int draws, bint frozen,
                   uint8_t[::1] completed,                      # OUT (n,) the draw, 255 never
                   uint8_t[::1] main_suit):                     # OUT (n,) 255 never
    """Play each wall alone, efficiently."""
    cdef Py_ssize_t i
    with nogil:
        for i in range(walls.shape[0]):
            completed[i] = _efficient(&tables.form, &walls[i, 0], draws, frozen, &main_suit[i])


# ---- perfect foresight -------------------------------------------------------------------------------

cdef class Foresight:
    """Demands that a holding of each group contains (tables/suits.py), however many its tiles."""

    cdef Tables tables
    cdef const uint16_t[::1] number
    cdef const uint16_t[::1] honours     # or winds
    cdef const uint16_t[::1] dragons

    def __init__(self, Tables tables, number, honours, dragons):
        self.tables = tables
        self.number = number
        self.honours = honours
        self.dragons = dragons

    def fill(self, const uint8_t[:, ::1] walls,      # IN  (n, at least 13 + draws) kinds
             int draws,
             uint8_t[:, :, ::1] out):                # OUT (n, 5, 15) first draw, 255 never
        """For each group and number of tiles, the first draw that makes possible a hand with so many of it."""
        cdef Py_ssize_t i
        with nogil:
            for i in range(walls.shape[0]):
                _foresee(
                    &self.tables.form, &self.number[0], &self.honours[0], &self.dragons[0],
                    &walls[i, 0], draws, &out[i, 0, 0],
                )


cdef inline uint32_t _together(uint32_t a, uint32_t b) noexcept nogil:
    """Demands that two groups meet together: sums of theirs."""
    cdef uint32_t out = 0, one = a & 31, pair = a >> 5
    cdef int sets
    for sets in range(5):
        if b >> sets & 1:
            out |= ((one << sets) & 31) | (((pair << sets) & 31) << 5)
        if b >> (5 + sets) & 1:
            out |= ((one << sets) & 31) << 5
    return out


cdef void _foresee(
    const form_t* form, const uint16_t* number, const uint16_t* honours, const uint16_t* dragons,
    const uint8_t* wall, int draws, uint8_t* out
) noexcept nogil:
    cdef uint8_t copies[40]
    cdef uint32_t keys[N_GROUPS]
    cdef uint32_t held[N_GROUPS]
    cdef uint32_t power
    cdef int draw, i, kind, group, rank, tiles, best, n = n_groups(form)
    memset(copies, 0, 40)
    memset(keys, 0, sizeof(keys))
    memset(out, NEVER, N_GROUPS * MOST)
    for i in range(DEALT + draws):
        kind = wall[i]
        group = group_of(form, kind)
        rank = kind - (31 if group == 4 else 9 * group)
        power = FIFTHS[rank] if rank < 7 else 15625 * FIFTHS[rank - 6]
        keys[group] += power
        copies[kind] += 1
        if i < DEALT:
            continue
        draw = i - DEALT + 1
        for group in range(n):
            if group < 3:
                held[group] = number[keys[group]]
            else:
                held[group] = honours[keys[3]] if group == 3 else dragons[keys[4]]
        for group in range(n):
            best = max(_best_standard(form, held, n, group), _best_pairs(form, copies, group))
            best = max(best, _best_orphans(form, copies, group))
            for tiles in range(best, -1, -1):
                if out[group * MOST + tiles] != NEVER:
                    break
                out[group * MOST + tiles] = draw


cdef int _best_standard(const form_t* form, const uint32_t* held, int n, int main) noexcept nogil:
    """Most tiles of a group in four sets and a pair that the tiles contain; -1 if there are none."""
    cdef uint32_t others = 1
    cdef int group, sets, pairs, best = -1
    if not form.standard:
        return -1
    for group in range(n):
        if group != main:
            others = _together(others, held[group])
    for pairs in range(2):
        if form.pair_must_be_main and pairs == 0:
            continue
        for sets in range(2 if form.pair_must_be_main else 0, 5):
            if held[main] >> (5 * pairs + sets) & 1 and others >> (5 * (1 - pairs) + 4 - sets) & 1:
                best = max(best, 3 * sets + 2 * pairs)
    return best


cdef int _best_pairs(const form_t* form, const uint8_t* copies, int main) noexcept nogil:
    """Most tiles of a group in seven pairs that the tiles contain; -1 if there are none."""
    cdef slots_t slots
    if form.pairs == NO_PAIRS:
        return -1
    fill_slots(copies, form, &slots)
    return 2 * min(7, slots.free[main]) if slots.all_free >= 7 else -1


cdef int _best_orphans(const form_t* form, const uint8_t* copies, int main) noexcept nogil:
    """Most tiles of a group in thirteen orphans that the tiles contain; -1 if there are none."""
    cdef uint64_t paired
    if not form.orphans or kinds_held(copies) & ORPHANS != ORPHANS:
        return -1
    paired = kinds_paired(copies) & ORPHANS
    if not paired:
        return -1
    return popcount(ORPHANS & group_kinds(form, main)) + ((paired & group_kinds(form, main)) != 0)
