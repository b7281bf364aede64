"""Useful tiles: kinds that lower the shanten and of which the player does not hold all four himself."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from mjcore.encoding._bits cimport lowest, popcount
from mjcore.encoding._packed cimport (
    IN_HEAD, IN_TAIL, byte_sum, is_13_or_14, kinds_with, pack_hand, pack_keys, word,
)
from mjcore.encoding._types cimport (
    DIFFERENT_PAIRS, FAR, HAND_BYTES, N_CELLS, N_CLASSES, NO_PAIRS, form_t, hand_t, suit_table_t,
)
from mjcore.kernels._distance cimport (
    ORPHANS, bare_distance, fill_cost_row, hand_distance, has_room, kinds_held, kinds_paired, main_pairs,
    melded_distance, orphans_distance, pairs_cost, pairs_cost_in,
)
from mjcore.kernels._knitted cimport (
    HONOURS, N_PATTERNS, different_distance, most_knitted, straight_distance,
)
from mjcore.kernels._suits cimport (
    class_at, fill_slots, group_kinds, n_groups, odd_kinds, place, slots_t,
)
from mjcore.tables._tables cimport Tables

cdef enum:
    SHORT = 8                    # tables/suits.py: USEFUL_TILES

cdef uint8_t NOTHING[16]
NOTHING[:] = [0] * 16

cdef uint16_t LANES[1 << N_CELLS][N_CELLS]     # a set of cells, spelled out as masks
for cells in range(1 << N_CELLS):
    for cell in range(N_CELLS):
        LANES[cells][cell] = 0xFFFF if cells >> cell & 1 else 0


cdef uint64_t useful_in_long_suit(
    const form_t* form, const suit_table_t* table, const uint8_t* copies, int n_kinds, int tiles,
    uint32_t head, uint32_t tail, uint32_t cells
) noexcept nogil:
    """Kinds of a suit of more than eight tiles that lower the cost of one of the cells."""
    cdef const uint8_t* now = table.rows + N_CELLS * class_at(table, head, tail)
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
            then = table.rows + N_CELLS * class_at(table, head + IN_HEAD[kind], tail + IN_TAIL[kind])
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
    const form_t* form, const suit_table_t* table, const uint8_t* copies, int n_kinds, int tiles,
    uint32_t head, uint32_t tail, uint32_t cells
) noexcept nogil:
    """Kinds of a suit that lower the cost of one of the cells."""
    cdef const uint16_t* useful
    cdef const uint16_t* lanes = LANES[cells]
    cdef uint16_t mask = 0
    cdef int cell
    if tiles > SHORT:
        return useful_in_long_suit(form, table, copies, n_kinds, tiles, head, tail, cells)
    useful = table.useful + N_CELLS * (table.useful_base[head] + table.order[tail])
    for cell in range(N_CELLS):
        mask |= useful[cell] & lanes[cell]
    return mask


cdef uint64_t _useful_split_honours(
    const form_t* form, const uint8_t* copies, uint32_t head, uint32_t tail, int tiles, int left,
    const uint16_t* rights, int distance
) noexcept nogil:
    """Honours that lower the distance where winds and dragons are two suits, found by adding one of each.

    A cell of both together may be cheaper with one of them as the main suit than with the other, so
    that the useful kinds of a cell do not say enough.
    """
    cdef uint64_t mask = 0
    cdef int kind, then
    cdef uint32_t more
    cdef hand_t hand
    for kind in range(7):
        if copies[27 + kind] == 4:
            continue
        if tiles < 14:
            more = place(&form.honours, head + IN_HEAD[kind], tail + IN_TAIL[kind])
            then = form.final[left * form.n_right + rights[form.honour_classes[more]]]
        else:                    # fifteen honours stand in no table
            pack_hand(copies, False, True, &hand)
            hand.copies[27 + kind] += 1
            then = melded_distance(form, &hand)
        if then < distance:
            mask |= <uint64_t>1 << kind
    return mask


cdef inline uint64_t _standard_useful(
    const form_t* form, const uint8_t* copies, const uint32_t* head, const uint32_t* tail, int* distance
) noexcept nogil:
    """Kinds that lower the distance to four sets and a pair, no melds; and that distance."""
    cdef const suit_table_t* number = &form.number
    cdef int c0 = class_at(number, head[0], tail[0])
    cdef int c1 = class_at(number, head[1], tail[1])
    cdef int c2 = class_at(number, head[2], tail[2])
    cdef int c3 = form.honour_classes[place(&form.honours, head[3], tail[3])]
    cdef int left = form.left[c0 * N_CLASSES + c1]
    cdef const uint16_t* with_honours = form.right + c3
    cdef int right = with_honours[c2 * form.n_honour_classes]
    cdef int n_honours = byte_sum(word(copies + 26) >> 8)
    cdef int beside0 = form.beside_number[c1 * form.n_right + right]
    cdef int beside1 = form.beside_number[c0 * form.n_right + right]
    cdef int beside2 = form.beside_number[c0 * form.n_right + with_honours[c1 * form.n_honour_classes]]
    cdef int beside3 = form.beside_honours[c2 * form.n_left + left]
    cdef uint64_t mask
    distance[0] = form.final[left * form.n_right + right]
    mask = _useful_in_suit(
        form, number, copies, 9, byte_sum(word(copies)) + copies[8], head[0], tail[0],
        form.optimal_number[c0 * form.n_beside_number + beside0],
    )
    mask |= _useful_in_suit(
        form, number, copies + 9, 9, byte_sum(word(copies + 9)) + copies[17], head[1], tail[1],
        form.optimal_number[c1 * form.n_beside_number + beside1],
    ) << 9
    mask |= _useful_in_suit(
        form, number, copies + 18, 9, byte_sum(word(copies + 18)) + copies[26], head[2], tail[2],
        form.optimal_number[c2 * form.n_beside_number + beside2],
    ) << 18
    if not form.honours_one_suit:
        return mask | _useful_split_honours(
            form, copies, head[3], tail[3], n_honours, left, form.right + c2 * form.n_honour_classes, distance[0]
        ) << 27
    mask |= _useful_in_suit(
        form, &form.honours, copies + 27, 7, n_honours, head[3], tail[3],
        form.optimal_honours[c3 * form.n_beside_honours + beside3],
    ) << 27
    return mask


cdef inline bint _is_nearer(const slots_t* slots, uint32_t mains, int wanted, int distance) noexcept nogil:
    """Whether seven pairs are nearer than a distance with one of these groups (a bit each) as the main suit."""
    while mains:
        if pairs_cost_in(slots, lowest(mains), wanted) < distance:
            return True
        mains &= mains - 1
    return False


cdef uint64_t pairs_useful(
    const form_t* form, const uint8_t* copies, slots_t* slots, int distance
) noexcept nogil:
    """Kinds that lower the distance to seven pairs.

    One more tile of a kind held once (or three times, where four count as two pairs) makes a pair;
    of a kind not held (or held twice) it makes a pair that needs one tile. Either lowers a distance by one
    at most, so that only main suits which are as near now need be looked at.
    """
    cdef uint64_t odd = odd_kinds(copies), paired = kinds_paired(copies), held = kinds_held(copies)
    cdef uint64_t completes = odd, begins = ~odd, mask = 0
    cdef uint32_t mains = 0
    cdef int group, wanted = main_pairs(form)
    if form.pairs == DIFFERENT_PAIRS:
        completes = odd & ~paired
        begins = ~held
    for group in range(n_groups(form) if wanted else 1):
        if has_room(form, group, wanted) and pairs_cost_in(slots, group, wanted) == distance:
            mains |= 1 << group
    if mains == 0:
        return 0
    for group in range(n_groups(form)):
        slots.free[group] += 1
        slots.one[group] -= 1
        slots.all_free += 1
        slots.all_one -= 1
        if slots.one[group] >= 0 and _is_nearer(slots, mains, wanted, distance):
            mask |= group_kinds(form, group) & completes
        slots.free[group] -= 1
        slots.all_free -= 1
        slots.one[group] += 2
        slots.all_one += 2
        if _is_nearer(slots, mains, wanted, distance):
            mask |= group_kinds(form, group) & begins
        slots.one[group] -= 1
        slots.all_one -= 1
    return mask


cdef uint64_t orphans_useful(const uint8_t* copies) noexcept nogil:
    """Kinds that lower the distance to thirteen orphans."""
    if kinds_paired(copies) & ORPHANS:
        return ORPHANS & ~kinds_held(copies)
    return ORPHANS


cdef uint64_t concealed_useful(
    const form_t* form, const uint8_t* copies, const uint32_t* head, const uint32_t* tail
) noexcept nogil:
    """Kinds that lower the distance of a hand without melds, and of which it does not hold all four."""
    cdef int standard = FAR, pairs = FAR, orphans = FAR, different = FAR, straight = FAR, best
    cdef uint64_t held
    cdef slots_t slots
    cdef uint64_t for_standard = 0, mask = 0
    slots.all_free = slots.all_one = 0
    if form.standard:
        for_standard = _standard_useful(form, copies, head, tail, &standard)
    if form.pairs != NO_PAIRS:
        fill_slots(copies, form, &slots)
        pairs = pairs_cost(form, &slots)
    if form.orphans:
        orphans = orphans_distance(copies)
    best = min(standard, pairs, orphans)
    if form.honors_and_knitted or form.knitted_straight:
        held = kinds_held(copies)
        if form.honors_and_knitted:
            different = different_distance(form, held)
            best = min(best, different)
        if form.knitted_straight:
            straight = straight_distance(form, copies, NULL, held, best + 1)
            best = min(best, straight)
    if best == 0 or best >= FAR:
        return 0
    if standard == best:
        mask = for_standard
    if pairs == best:
        mask |= pairs_useful(form, copies, &slots, pairs)
    if orphans == best:
        mask |= orphans_useful(copies)
    if different == best:
        mask |= different_useful(form, held)
    if straight == best:
        mask |= _straight_useful(form, copies, straight)
    return mask & ~kinds_with(copies, 2)


cdef uint64_t different_useful(const form_t* form, uint64_t held) noexcept nogil:
    """Kinds that lower the distance to honours and knitted tiles."""
    cdef uint64_t mask = 0
    cdef int i, most = most_knitted(form, held)
    for i in range(N_PATTERNS):
        if popcount(held & form.patterns[i]) == most:
            mask |= (form.patterns[i] | HONOURS) & ~held
    return mask


cdef uint64_t _straight_useful(const form_t* form, const uint8_t* copies, int distance) noexcept nogil:
    """Kinds that lower the distance to a knitted straight, found by adding one of each."""
    cdef uint8_t more[40]
    cdef uint64_t mask = 0
    cdef int kind
    for kind in range(40):
        more[kind] = copies[kind] if kind < 34 else 0
    for kind in range(34):
        if more[kind] < 4:
            more[kind] += 1
            if straight_distance(form, more, NULL, kinds_held(more), distance) < distance:
                mask |= <uint64_t>1 << kind
            more[kind] -= 1
    return mask


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
    cdef uint32_t head[4]
    cdef uint32_t tail[4]
    cdef hand_t hand
    cdef int tiles
    with nogil:
        for i in range(rows.shape[0]):
            if not with_melds and n_melds == 0:
                tiles = pack_keys(&rows[i, 0], head, tail)
                if tiles != 13 and tiles != 14:
                    bad = i
                    break
                out[i] = concealed_useful(form, &rows[i, 0], head, tail)
                continue
            if not pack_hand(&rows[i, 0], with_melds, True, &hand) or not is_13_or_14(&hand, n_melds):
                bad = i
                break
            if hand.n_melds + n_melds == 0:
                out[i] = concealed_useful(form, hand.copies, hand.head, hand.tail)
            else:
                out[i] = _useful_by_trial(form, &hand, n_melds)
    return bad
