"""Waits of one hand: the kinds that complete it. Masks of 34 bits; what is assumed is not checked."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.encoding._bits cimport lowest, popcount
from mjcore.encoding._packed cimport above_four, kinds_with, word
from mjcore.encoding._types cimport DIFFERENT_PAIRS, N_GROUPS, N_SUITS, NO_PAIRS, form_t, hand_t
from mjcore.kernels._distance cimport ORPHANS, kinds_held, kinds_paired
from mjcore.kernels._suits cimport (
    fill_group_tiles, fill_slots, group_kinds, group_of, has_pair, n_groups, odd_kinds, partition_of, record,
    slots_t, waits_of,
)


cdef inline uint64_t standard_waits(const form_t* form, const hand_t* hand) noexcept nogil:
    """Kinds that complete four sets and a pair, a fifth copy included.

    A suit waits if the three others decompose and one pair results: either no other suit holds the
    pair (the waiting suit has 1 tile modulo 3), or exactly one does (it has 2).
    """
    cdef uint32_t records[N_SUITS]
    cdef int suit, pairs = 0, done = 0, open_suit = -1
    cdef uint64_t mask = 0
    for suit in range(3):
        records[suit] = record(&form.number, hand.head[suit], hand.tail[suit])
    records[3] = record(&form.honours, hand.head[3], hand.tail[3])
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
    cdef slots_t slots
    cdef uint64_t odd = odd_kinds(hand.copies)
    if popcount(odd) != 1:
        return 0
    fill_slots(hand.copies, form, &slots)
    return odd if slots.all_free == 6 and slots.all_one == 1 else 0


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


cdef inline uint64_t main_suit_waits(const form_t* form, const hand_t* hand, uint64_t waits, bint standard) noexcept nogil:
    """Those of `waits` with which some suit has the tiles that the form asks for."""
    cdef int tiles[N_GROUPS]
    cdef int melds[N_GROUPS]
    cdef int group, kind
    cdef uint64_t legal = 0, rest
    if form.min_main_tiles <= 0 or waits == 0:
        return waits
    fill_group_tiles(hand, form, tiles, melds)
    if form.pair_must_be_main and standard:
        rest = waits
        while rest:
            kind = lowest(rest)
            rest &= rest - 1
            if _pair_is_main(form, hand, tiles, melds, group_of(form, kind)):
                legal |= <uint64_t>1 << kind
        return legal
    for group in range(n_groups(form)):
        if tiles[group] >= form.min_main_tiles:
            return waits
        if tiles[group] + 1 >= form.min_main_tiles:
            legal |= group_kinds(form, group)
    return waits & legal


cdef bint _pair_is_main(
    const form_t* form, const hand_t* hand, const int* tiles, const int* melds, int added
) noexcept nogil
cdef uint64_t hand_waits(const form_t* form, const hand_t* hand) noexcept nogil


cdef inline uint64_t exhausted(const hand_t* hand) noexcept nogil:
    """Kinds of which the hand and its melds hold all four copies."""
    cdef uint8_t all[40]
    cdef int i
    if hand.n_melds == 0:
        return kinds_with(hand.copies, 2)
    for i in range(40):
        all[i] = hand.copies[i] + hand.locked[i]
    return kinds_with(all, 2)
