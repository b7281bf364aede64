"""What one suit of one hand looks like: records, kinds, tiles and pair slots. Nothing is checked."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from mjcore.encoding._packed cimport byte_sum, kinds_with, word
from mjcore.encoding._types cimport (
    CONCEALED_KONG, DIFFERENT_PAIRS, MELDED_KONG, N_CELLS, N_GROUPS, N_SUITS, form_t, hand_t, suit_table_t,
)


# First kind and number of kinds of the five groups: number suits, then winds and dragons; the
# honours as one suit are group 3 with group 4 empty.

cdef inline int first_kind(int group) noexcept nogil:
    return 31 if group == 4 else 9 * group


cdef inline int n_kinds_of(const form_t* form, int group) noexcept nogil:
    if group < 3:
        return 9
    if form.honours_one_suit:
        return 7 if group == 3 else 0
    return 4 if group == 3 else 3


cdef inline int n_groups(const form_t* form) noexcept nogil:
    return 4 if form.honours_one_suit else 5


cdef inline int group_of(const form_t* form, int kind) noexcept nogil:
    return 4 if kind >= 31 and not form.honours_one_suit else kind // 9


cdef inline uint64_t group_kinds(const form_t* form, int group) noexcept nogil:
    """Mask of the kinds of a group."""
    return ((<uint64_t>1 << n_kinds_of(form, group)) - 1) << first_kind(group)


cdef inline uint32_t place(const suit_table_t* table, uint32_t head, uint32_t tail) noexcept nogil:
    """Where a vector of at most 14 tiles stands in the tables of its suit."""
    return table.base[head] + table.order[tail]


cdef inline uint32_t record(const suit_table_t* table, uint32_t head, uint32_t tail) noexcept nogil:
    return table.records[place(table, head, tail)]


cdef inline int class_at(const suit_table_t* table, uint32_t head, uint32_t tail) noexcept nogil:
    """Distance class of a vector."""
    return table.classes[place(table, head, tail)]


cdef inline int has_pair(uint32_t record) noexcept nogil:
    """1 if the number of tiles is 2 modulo 3, so that a decomposition would hold the pair."""
    return record & 1


cdef inline uint64_t waits_of(uint32_t record) noexcept nogil:
    return (record >> 1) & 511


cdef inline uint32_t partition_of(uint32_t record) noexcept nogil:
    """0 if the vector does not decompose."""
    return record >> 10


cdef inline int concealed_in(const uint8_t* copies, int group, const form_t* form) noexcept nogil:
    """Concealed tiles of a group."""
    cdef const uint8_t* at = copies + first_kind(group)
    if group < 3:
        return byte_sum(word(at)) + at[8]
    if group == 4:
        return at[0] + at[1] + at[2]
    if form.honours_one_suit:
        return byte_sum(word(at - 1) >> 8)
    return at[0] + at[1] + at[2] + at[3]


cdef inline void add_meld_tiles(const hand_t* hand, const form_t* form, int* tiles, int* melds) noexcept nogil:
    """Add to `tiles` and `melds` of each group what its melds count for."""
    cdef int i, kind, group, type
    for i in range(4):
        if hand.melds[i]:
            kind = (hand.melds[i] & 63) - 1
            type = hand.melds[i] >> 6
            group = group_of(form, kind)
            melds[group] += 1
            tiles[group] += form.kong_tiles_counted if type >= MELDED_KONG else 3


cdef struct group_tiles_t:
    int tiles[N_GROUPS]          # as the main-suit rule counts them
    int melds[N_GROUPS]


cdef inline void fill_group_tiles(
    const hand_t* hand, const uint8_t* copies, const form_t* form, group_tiles_t* groups
) noexcept nogil:
    """Tiles and melds of each group; `copies` are the concealed tiles, as a rule those of the hand."""
    cdef int group
    for group in range(N_GROUPS):
        groups.tiles[group] = concealed_in(copies, group, form) if group < n_groups(form) else 0
        groups.melds[group] = 0
    if hand.n_melds:
        add_meld_tiles(hand, form, groups.tiles, groups.melds)


cdef struct slots_t:
    int free[N_GROUPS]           # pairs held
    int one[N_GROUPS]            # pairs that need one tile
    int all_free
    int all_one


cdef inline uint64_t free_bits(uint64_t x, int pairs) noexcept nogil:
    """In each byte, the pairs that a kind of so many copies holds."""
    if pairs == DIFFERENT_PAIRS:
        return ((x >> 1) | (x >> 2)) & <uint64_t>0x0101010101010101
    return (x >> 1) & <uint64_t>0x0303030303030303


cdef inline uint64_t one_bits(uint64_t x, int pairs) noexcept nogil:
    """In each byte, 1 if a kind makes a (further) pair with one tile."""
    if pairs == DIFFERENT_PAIRS:
        return x & ~(x >> 1) & <uint64_t>0x0101010101010101
    return x & <uint64_t>0x0101010101010101


cdef inline int pairs_held(const uint8_t* copies, int pairs) noexcept nogil:
    """Pairs that the concealed tiles hold."""
    cdef uint64_t last = copies[8] | <uint64_t>copies[17] << 8 | <uint64_t>copies[26] << 16
    return byte_sum(
        free_bits(word(copies), pairs) + free_bits(word(copies + 9), pairs) + free_bits(word(copies + 18), pairs)
        + free_bits(word(copies + 26) >> 8, pairs) + free_bits(last, pairs)
    )


cdef inline int pairs_near(const uint8_t* copies, int pairs) noexcept nogil:
    """Kinds of which one tile makes a (further) pair."""
    cdef uint64_t last = copies[8] | <uint64_t>copies[17] << 8 | <uint64_t>copies[26] << 16
    return byte_sum(
        one_bits(word(copies), pairs) + one_bits(word(copies + 9), pairs) + one_bits(word(copies + 18), pairs)
        + one_bits(word(copies + 26) >> 8, pairs) + one_bits(last, pairs)
    )


cdef inline void fill_slots(const uint8_t* copies, const form_t* form, slots_t* slots) noexcept nogil:
    """Pair slots by group. A pair slot costs 0, 1 or 2 tiles; those that cost 2 are not counted."""
    cdef int group, pairs = form.pairs
    cdef uint64_t x, last, free, one
    slots.all_free = slots.all_one = 0
    for group in range(3):
        x = word(copies + 9 * group)
        last = copies[9 * group + 8]
        slots.free[group] = byte_sum(free_bits(x, pairs) + free_bits(last, pairs))
        slots.one[group] = byte_sum(one_bits(x, pairs) + one_bits(last, pairs))
        slots.all_free += slots.free[group]
        slots.all_one += slots.one[group]
    x = word(copies + 26) >> 8
    free = free_bits(x, pairs)
    one = one_bits(x, pairs)
    slots.free[3] = byte_sum(free)
    slots.one[3] = byte_sum(one)
    slots.all_free += slots.free[3]
    slots.all_one += slots.one[3]
    slots.free[4] = slots.one[4] = 0
    if not form.honours_one_suit:
        slots.free[4] = byte_sum(free >> 32)
        slots.one[4] = byte_sum(one >> 32)
        slots.free[3] -= slots.free[4]
        slots.one[3] -= slots.one[4]


cdef inline uint64_t odd_kinds(const uint8_t* copies) noexcept nogil:
    """Kinds of which one or three copies are held."""
    return kinds_with(copies, 0)
