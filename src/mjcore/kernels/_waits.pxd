"""Waits of one hand: the kinds that complete it. Masks of 34 bits; what is assumed is not checked."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.encoding._bits cimport lowest, popcount
from mjcore.encoding._packed cimport kinds_of_four
from mjcore.encoding._types cimport N_SUITS, NO_PAIRS, form_t, hand_t
from mjcore.kernels._distance cimport (
    ORPHANS, kinds_held, kinds_paired, knitted_distance, least_pairs_cost, orphans_distance,
)
from mjcore.kernels._suits cimport (
    fill_group_tiles, group_kinds, group_of, group_tiles_t, has_pair, n_groups, odd_kinds, pairs_held, pairs_near,
    partition_of, record, waits_of,
)


cdef inline uint64_t standard_waits(
    const form_t* form, const uint32_t* head, const uint32_t* tail
) noexcept nogil:
    """Kinds that complete four sets and a pair, a fifth copy included.

    A suit waits if the three others decompose and one pair results: either no other suit holds the
    pair (the waiting suit has 1 tile modulo 3), or exactly one does (it has 2).
    """
    cdef uint32_t records[N_SUITS]
    cdef int suit, pairs = 0, done = 0, open_suit = -1
    cdef uint64_t mask = 0
    for suit in range(3):
        records[suit] = record(&form.number, head[suit], tail[suit])
    records[3] = record(&form.honours, head[3], tail[3])
    for suit in range(N_SUITS):
        pairs += has_pair(records[suit])
        if partition_of(records[suit]):
            done += 1
        else:
            open_suit = suit
    if pairs == 1 or pairs == 3 or done < 3:
        return 0
    if done == 3:
        return waits_of(records[open_suit]) << 9 * open_suit
    for suit in range(N_SUITS):
        mask |= waits_of(records[suit]) << 9 * suit
    return mask


cdef inline uint64_t pairs_waits(const form_t* form, const hand_t* hand) noexcept nogil:
    """The kind that completes seven pairs, if there is one."""
    if pairs_held(hand.copies, form.pairs) != 6 or pairs_near(hand.copies, form.pairs) != 1:
        return 0
    return odd_kinds(hand.copies)


cdef inline bint is_near_special(const form_t* form, const uint8_t* copies) noexcept nogil:
    """Whether a hand of 13 tiles without melds is one tile from a shape other than sets and a pair."""
    return (
        (form.pairs != NO_PAIRS and least_pairs_cost(form, copies) == 1)
        or (form.orphans and orphans_distance(copies) == 1)
        or ((form.honors_and_knitted or form.knitted_straight) and knitted_distance(form, copies, 2) == 1)
    )


cdef inline uint64_t orphans_waits(const hand_t* hand) noexcept nogil:
    """Kinds that complete thirteen orphans."""
    cdef uint64_t held = kinds_held(hand.copies)
    cdef int kinds = popcount(held & ORPHANS)
    if held & ~<uint64_t>ORPHANS:
        return 0
    if kinds == 13:
        return ORPHANS
    if kinds == 12 and kinds_paired(hand.copies):
        return ORPHANS & ~held
    return 0


cdef inline uint64_t main_suit_waits(
    const form_t* form, const hand_t* hand, uint64_t waits, bint standard
) noexcept nogil:
    """Those of `waits` with which some suit has the tiles that the form asks for."""
    cdef group_tiles_t groups
    cdef int group, kind
    cdef uint64_t legal = 0, rest
    if form.min_main_tiles <= 0 or waits == 0:
        return waits
    fill_group_tiles(hand, hand.copies, form, &groups)
    if form.pair_must_be_main and standard:
        rest = waits
        while rest:
            kind = lowest(rest)
            rest &= rest - 1
            if _pair_is_main(form, hand, &groups, group_of(form, kind)):
                legal |= <uint64_t>1 << kind
        return legal
    for group in range(n_groups(form)):
        if groups.tiles[group] >= form.min_main_tiles:
            return waits
        if groups.tiles[group] + 1 >= form.min_main_tiles:
            legal |= group_kinds(form, group)
    return waits & legal


cdef bint _pair_is_main(
    const form_t* form, const hand_t* hand, const group_tiles_t* groups, int added
) noexcept nogil
cdef uint64_t straight_waits(const form_t* form, const hand_t* hand) noexcept nogil
cdef uint64_t hand_waits(const form_t* form, const hand_t* hand) noexcept nogil


cdef inline uint64_t exhausted(const hand_t* hand) noexcept nogil:
    """Kinds of which the hand and its melds hold all four copies."""
    return kinds_of_four(hand.copies, hand.locked)
