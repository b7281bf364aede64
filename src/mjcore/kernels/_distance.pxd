"""Distance of one hand to the shapes of a form: tiles missing, that is the shanten plus one.

FAR stands for a shape that cannot be reached, such as seven pairs with a meld.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.encoding._bits cimport popcount
from mjcore.encoding._packed cimport at_least, byte_sum, kinds_with_at_least, word
from mjcore.encoding._types cimport FAR, N_CLASSES, N_GROUPS, NO_PAIRS, DIFFERENT_PAIRS, form_t, hand_t
from mjcore.kernels._knitted cimport different_distance, straight_distance
from mjcore.kernels._suits cimport (
    class_at, fill_slots, n_groups, n_kinds_of, pairs_held, pairs_near, place, slots_t,
)


cdef extern from *:
    """
    #include <stdint.h>
    /* 1 and 9 of each number suit, and all honours */
    #define MJ_ORPHANS (UINT64_C(0x7F) << 27 | UINT64_C(0x101) << 18 | UINT64_C(0x101) << 9 | UINT64_C(0x101))
    """
    const uint64_t ORPHANS "MJ_ORPHANS"


cdef inline int standard_distance(const form_t* form, const uint32_t* head, const uint32_t* tail) noexcept nogil:
    """Tiles missing to four sets and a pair, no melds."""
    cdef int left = form.left[
        class_at(&form.number, head[0], tail[0]) * N_CLASSES
        + class_at(&form.number, head[1], tail[1])
    ]
    cdef int right = form.right[
        class_at(&form.number, head[2], tail[2]) * form.n_honour_classes
        + form.honour_classes[place(&form.honours, head[3], tail[3])]
    ]
    return form.final[left * form.n_right + right]


cdef inline int main_pairs(const form_t* form) noexcept nogil:
    """Pairs of seven that must be in one suit; 0 if any will do."""
    return (form.min_main_tiles + 1) // 2 if form.min_main_tiles > 0 else 0


cdef inline int pairs_cost_in(const slots_t* slots, int group, int wanted) noexcept nogil:
    """Tiles missing to seven pairs, so many of them in a group that has room for them."""
    cdef int held = min(wanted, slots.free[group]), near = min(wanted - held, slots.one[group])
    cdef int rest_held = min(7 - wanted, slots.all_free - held)
    cdef int rest_near = min(7 - wanted - rest_held, slots.all_one - near)
    return 14 - 2 * (held + rest_held) - near - rest_near


cdef inline bint has_room(const form_t* form, int group, int wanted) noexcept nogil:
    """Whether a group has kinds for so many pairs."""
    return n_kinds_of(form, group) * (1 if form.pairs == DIFFERENT_PAIRS else 2) >= wanted


cdef inline int pairs_cost(const form_t* form, const slots_t* slots) noexcept nogil:
    """Tiles missing to seven pairs, enough of them in one suit if the form asks for it."""
    cdef int wanted = main_pairs(form), group, best = FAR
    if wanted == 0:
        return pairs_cost_in(slots, 0, 0)
    for group in range(n_groups(form)):
        if has_room(form, group, wanted):
            best = min(best, pairs_cost_in(slots, group, wanted))
    return best


cdef inline int least_pairs_cost(const form_t* form, const uint8_t* copies) noexcept nogil:
    """Tiles missing to seven pairs of any suits, no melds."""
    cdef int held = min(7, pairs_held(copies, form.pairs)), near = pairs_near(copies, form.pairs)
    return 14 - 2 * held - min(7 - held, near)


cdef inline int pairs_distance(const form_t* form, const uint8_t* copies, int enough) noexcept nogil:
    """Tiles missing to seven pairs, no melds; any number from `enough` on if it is not below `enough`.

    The main suit is looked at only if seven pairs of any suits would be nearer.
    """
    cdef slots_t slots
    cdef int least = least_pairs_cost(form, copies)
    if least >= enough or form.min_main_tiles <= 0:
        return least
    fill_slots(copies, form, &slots)
    return pairs_cost(form, &slots)


cdef inline uint64_t kinds_held(const uint8_t* copies) noexcept nogil:
    """Mask of the kinds of which there is a copy."""
    return kinds_with_at_least(copies, 1)


cdef inline uint64_t kinds_paired(const uint8_t* copies) noexcept nogil:
    """Mask of the kinds of which there are two copies or more."""
    return kinds_with_at_least(copies, 2)


cdef inline int orphans_distance(const uint8_t* copies) noexcept nogil:
    """Tiles missing to thirteen orphans, no melds."""
    cdef uint64_t honours = word(copies + 26) >> 8
    cdef uint64_t ends = (
        copies[0] | <uint64_t>copies[8] << 8 | <uint64_t>copies[9] << 16 | <uint64_t>copies[17] << 24
        | <uint64_t>copies[18] << 32 | <uint64_t>copies[26] << 40
    )
    cdef bint paired = ((honours | ends) & <uint64_t>0x0606060606060606) != 0
    return 14 - byte_sum(at_least(honours, 1) + at_least(ends, 1)) - paired


cdef inline int concealed_distance(
    const form_t* form, const uint8_t* copies, const uint32_t* head, const uint32_t* tail
) noexcept nogil:
    """Tiles missing to the nearest shape of a form, no melds."""
    cdef int best = FAR
    if form.standard:
        best = standard_distance(form, head, tail)
    if form.pairs != NO_PAIRS:
        best = min(best, pairs_distance(form, copies, best))
    if form.orphans:
        best = min(best, orphans_distance(copies))
    if form.honors_and_knitted or form.knitted_straight:
        best = knitted_distance(form, copies, best)
    return best


cdef inline int knitted_distance(const form_t* form, const uint8_t* copies, int best) noexcept nogil:
    """The lesser of `best` and the tiles missing to the shapes of knitted tiles, no melds."""
    cdef uint64_t held = kinds_held(copies)
    if form.honors_and_knitted:
        best = min(best, different_distance(form, held))
    if form.knitted_straight:
        best = straight_distance(form, copies, NULL, held, best)
    return best


cdef int melded_distance(const form_t* form, const hand_t* hand) noexcept nogil
cdef int bare_distance(const form_t* form, const hand_t* hand, int n_melds) noexcept nogil
cdef void fill_cost_row(
    const uint8_t* copies, const uint8_t* locked, int n_kinds, uint32_t chow_starts, uint8_t* row
) noexcept nogil


cdef inline int hand_distance(const form_t* form, const hand_t* hand) noexcept nogil:
    """Tiles missing of a hand with or without melds."""
    if hand.n_melds == 0:
        return concealed_distance(form, hand.copies, hand.head, hand.tail)
    return melded_distance(form, hand)
