"""Useful tiles: kinds that lower the shanten and of which the player does not hold all four himself."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from mjcore.encoding._bits cimport lowest, popcount
from mjcore.encoding._packed cimport kinds_with, pack_hand, pack_keys
from mjcore.encoding._types cimport (
    DIFFERENT_PAIRS, FAR, HAND_BYTES, N_CELLS, N_CLASSES, NO_PAIRS, form_t, hand_t, suit_table_t,
)
from mjcore.kernels._distance cimport (
    ORPHANS, bare_distance, fill_cost_row, hand_distance, kinds_held, kinds_paired, orphans_distance, pairs_cost,
    standard_distance,
)
from mjcore.kernels._suits cimport (
    class_of, concealed_in, fill_slots, group_kinds, n_groups, odd_kinds, place, record, slots_t,
)
from mjcore.tables._tables cimport Tables

cdef enum:
    SHORT = 8                    # tables/suits.py: USEFUL_TILES

cdef uint32_t POWER[4]
POWER[:] = [1, 5, 25, 125]

cdef uint8_t NOTHING[16]
NOTHING[:] = [0] * 16


cdef uint64_t _useful_in_long_suit(
    const form_t* form, const suit_table_t* table, const uint8_t* copies, int n_kinds, int tiles,
    uint32_t head, uint32_t tail, uint32_t cells
) noexcept nogil:
    """Kinds of a suit of more than eight tiles that lower the cost of one of the cells."""
    cdef const uint8_t* now = table.rows + N_CELLS * class_of(record(table, head, tail))
    cdef const uint8_t* then
    cdef uint8_t row[N_CELLS]
    cdef uint8_t more[16]
    cdef uint64_t mask = 0
    cdef uint32_t rest, starts = 0b1111111 if n_kinds == 9 else form.honour_chow_starts
    cdef int kind, cell
    for kind in range(n_kinds):
        if copies[kind] == 4:
            continue
        if tiles < 14:
            if kind < 4:
                then = table.rows + N_CELLS * class_of(record(table, head + POWER[kind], tail))
            elif kind < 8:
                then = table.rows + N_CELLS * class_of(record(table, head, tail + POWER[kind - 4]))
            else:
                then = table.rows + N_CELLS * class_of(record(table, head, tail + 625))
        else:                    # fifteen tiles of a suit stand in no table
            for cell in range(n_kinds):
                more[cell] = copies[cell]
            more[kind] += 1
            fill_cost_row(more, NOTHING, n_kinds, starts, row)
            then = row
        rest = cells
        while rest:
            cell = lowest(rest)
            rest &= rest - 1
            if then[cell] < now[cell]:
                mask |= <uint64_t>1 << kind
                break
    return mask


cdef inline uint64_t _useful_in_suit(
    const form_t* form, const suit_table_t* table, const hand_t* hand, int suit, uint32_t cells
) noexcept nogil:
    """Kinds of a suit that lower the cost of one of the cells."""
    cdef int n_kinds = 9 if suit < 3 else 7
    cdef int tiles = 0, kind
    cdef const uint16_t* useful
    cdef uint64_t mask = 0
    cdef uint32_t head = hand.head[suit], tail = hand.tail[suit]
    for kind in range(9 * suit, 9 * suit + n_kinds):
        tiles += hand.copies[kind]
    if tiles > SHORT:
        return _useful_in_long_suit(form, table, hand.copies + 9 * suit, n_kinds, tiles, head, tail, cells)
    useful = table.useful + N_CELLS * (table.useful_base[head] + table.order[tail])
    while cells:
        mask |= useful[lowest(cells)]
        cells &= cells - 1
    return mask


cdef uint64_t _standard_useful(const form_t* form, const hand_t* hand) noexcept nogil:
    """Kinds that lower the distance to four sets and a pair; no melds."""
    cdef int c0 = class_of(record(&form.number, hand.head[0], hand.tail[0]))
    cdef int c1 = class_of(record(&form.number, hand.head[1], hand.tail[1]))
    cdef int c2 = class_of(record(&form.number, hand.head[2], hand.tail[2]))
    cdef int c3 = form.honour_classes[place(&form.honours, hand.head[3], hand.tail[3])]
    cdef int honours = form.n_honour_classes
    cdef int beside0 = form.beside_number[c1 * form.n_right + form.right[c2 * honours + c3]]
    cdef int beside1 = form.beside_number[c0 * form.n_right + form.right[c2 * honours + c3]]
    cdef int beside2 = form.beside_number[c0 * form.n_right + form.right[c1 * honours + c3]]
    cdef int beside3 = form.beside_honours[c2 * form.n_left + form.left[c0 * N_CLASSES + c1]]
    cdef uint64_t mask
    mask = _useful_in_suit(form, &form.number, hand, 0, form.optimal_number[c0 * form.n_beside_number + beside0])
    mask |= _useful_in_suit(
        form, &form.number, hand, 1, form.optimal_number[c1 * form.n_beside_number + beside1]
    ) << 9
    mask |= _useful_in_suit(
        form, &form.number, hand, 2, form.optimal_number[c2 * form.n_beside_number + beside2]
    ) << 18
    mask |= _useful_in_suit(
        form, &form.honours, hand, 3, form.optimal_honours[c3 * form.n_beside_honours + beside3]
    ) << 27
    return mask


cdef uint64_t _pairs_useful(const form_t* form, const hand_t* hand, slots_t* slots, int distance) noexcept nogil:
    """Kinds that lower the distance to seven pairs.

    One more tile of a kind held once (or three times, where four count as two pairs) makes a pair;
    of a kind not held (or held twice) it makes a pair that needs one tile.
    """
    cdef uint64_t odd = odd_kinds(hand.copies), paired = kinds_paired(hand.copies), held = kinds_held(hand.copies)
    cdef uint64_t completes = odd, begins = ~odd, mask = 0
    cdef int group
    if form.pairs == DIFFERENT_PAIRS:
        completes = odd & ~paired
        begins = ~held
    for group in range(n_groups(form)):
        slots.free[group] += 1
        slots.one[group] -= 1
        slots.all_free += 1
        slots.all_one -= 1
        if slots.one[group] >= 0 and pairs_cost(form, slots) < distance:
            mask |= group_kinds(form, group) & completes
        slots.free[group] -= 1
        slots.all_free -= 1
        slots.one[group] += 2
        slots.all_one += 2
        if pairs_cost(form, slots) < distance:
            mask |= group_kinds(form, group) & begins
        slots.one[group] -= 1
        slots.all_one -= 1
    return mask


cdef uint64_t _orphans_useful(const hand_t* hand) noexcept nogil:
    """Kinds that lower the distance to thirteen orphans."""
    if kinds_paired(hand.copies) & ORPHANS:
        return ORPHANS & ~kinds_held(hand.copies)
    return ORPHANS


cdef uint64_t _concealed_useful(const form_t* form, const hand_t* hand) noexcept nogil:
    """Kinds that lower the distance of a hand without melds, fifth copies not excluded."""
    cdef int standard = FAR, pairs = FAR, orphans = FAR, best
    cdef slots_t slots
    cdef uint64_t mask = 0
    slots.all_free = slots.all_one = 0
    if form.standard:
        standard = standard_distance(form, hand.head, hand.tail)
    if form.pairs != NO_PAIRS:
        fill_slots(hand.copies, form, &slots)
        pairs = pairs_cost(form, &slots)
    if form.orphans:
        orphans = orphans_distance(hand.copies)
    best = min(standard, pairs, orphans)
    if best == 0 or best >= FAR:
        return 0
    if standard == best:
        mask = _standard_useful(form, hand)
    if pairs == best:
        mask |= _pairs_useful(form, hand, &slots, pairs)
    if orphans == best:
        mask |= _orphans_useful(hand)
    return mask & ~kinds_with(hand.copies, 2)


cdef uint64_t _useful_by_trial(const form_t* form, hand_t* hand, int n_melds) noexcept nogil:
    """Kinds that lower the distance of a hand with melds, found by adding a tile of each."""
    cdef int kind, now = bare_distance(form, hand, n_melds) if n_melds else hand_distance(form, hand)
    cdef int then
    cdef uint64_t mask = 0
    if now == 0 or now >= FAR:
        return 0
    for kind in range(34):
        if hand.copies[kind] + hand.locked[kind] < 4:
            hand.copies[kind] += 1
            pack_keys(hand.copies, hand.head, hand.tail)
            then = bare_distance(form, hand, n_melds) if n_melds else hand_distance(form, hand)
            if then < now:
                mask |= <uint64_t>1 << kind
            hand.copies[kind] -= 1
    return mask


def fill_useful(Tables tables, const uint8_t[:, ::1] rows,   # IN  (n, 34) counts or (n, 44) HAND_DTYPE
                int n_melds,                                 # melds that plain counts do not show
                uint64_t[::1] out):                          # OUT (n,)
    """Useful kinds of each hand of 13 or 14 tiles. The first row that is no hand, or -1."""
    cdef const form_t* form = &tables.form
    cdef Py_ssize_t i, bad = -1
    cdef bint with_melds = rows.shape[1] == HAND_BYTES
    cdef hand_t hand
    cdef int tiles
    with nogil:
        for i in range(rows.shape[0]):
            if not pack_hand(&rows[i, 0], with_melds, True, &hand):
                bad = i
                break
            tiles = hand.n_tiles + 3 * (hand.n_melds + n_melds)
            if tiles != 13 and tiles != 14:
                bad = i
                break
            if hand.n_melds + n_melds == 0:
                out[i] = _concealed_useful(form, &hand)
            else:
                out[i] = _useful_by_trial(form, &hand, n_melds)
    return bad
