"""How many ways there are to see each of many hands as a complete one."""

from libc.stdint cimport uint8_t, uint64_t

from mjcore.encoding._packed cimport pack_hand, pack_keys
from mjcore.encoding._types cimport HAND_BYTES, form_t, hand_t
from mjcore.kernels._complete cimport is_orphans, is_seven_pairs, main_suit_of, standard_ways
from mjcore.kernels._distance cimport kinds_held
from mjcore.kernels._knitted cimport N_PATTERNS, different_distance, take_body
from mjcore.kernels._suits cimport fill_group_tiles, group_tiles_t
from mjcore.tables._tables cimport Tables


def fill_n_decompositions(Tables tables, const uint8_t[:, ::1] rows,  # IN  (n, 34) counts or (n, 44) HAND_DTYPE
                          uint8_t[::1] out):                          # OUT (n,)
    """Readings of each hand of 14 tiles that are complete under the form. The first row that is no hand, or -1."""
    cdef const form_t* form = &tables.form
    cdef Py_ssize_t i, bad = -1
    cdef bint with_melds = rows.shape[1] == HAND_BYTES
    cdef hand_t hand
    cdef group_tiles_t groups
    cdef int ways, tiles
    with nogil:
        for i in range(rows.shape[0]):
            if (
                not pack_hand(&rows[i, 0], with_melds, True, &hand)
                or hand.n_tiles + 3 * hand.n_melds != 14
            ):
                bad = i
                break
            ways = 0
            fill_group_tiles(&hand, hand.copies, form, &groups)
            if form.standard and main_suit_of(form, &hand, &groups, True, &tiles) >= 0:
                ways = standard_ways(form, &hand)
            if is_seven_pairs(form, &hand) and main_suit_of(form, &hand, &groups, False, &tiles) >= 0:
                ways += 1
            if form.orphans and is_orphans(&hand):
                ways += 1
            if form.honors_and_knitted or form.knitted_straight:
                ways += _knitted_ways(form, &hand)
            out[i] = ways
    return bad


cdef int _knitted_ways(const form_t* form, const hand_t* hand) noexcept nogil:
    """Ways to see 14 tiles as one of the two shapes of knitted tiles."""
    cdef uint64_t held = kinds_held(hand.copies)
    cdef hand_t rest
    cdef int i, ways = 0
    if form.honors_and_knitted and hand.n_melds == 0:
        ways = different_distance(form, held) == 0
    if form.knitted_straight and hand.n_melds <= 1:
        for i in range(N_PATTERNS):
            if form.patterns[i] & ~held == 0:
                take_body(hand.copies, form.patterns[i], rest.copies)
                pack_keys(rest.copies, rest.head, rest.tail)
                ways += standard_ways(form, &rest)
    return ways
