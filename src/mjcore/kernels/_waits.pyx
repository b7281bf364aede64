"""Waits of many hands."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from mjcore.encoding._packed cimport kinds_with, pack_hand, pack_keys
from mjcore.encoding._types cimport HAND_BYTES, N_KINDS, form_t, hand_t
from mjcore.kernels._complete cimport is_standard
from mjcore.kernels._knitted cimport BODY, N_PATTERNS, different_waits, take_body
from mjcore.kernels._suits cimport concealed_in, group_tiles_t, n_groups
from mjcore.tables._tables cimport Tables


cdef bint _pair_is_main(
    const form_t* form, const hand_t* hand, const group_tiles_t* groups, int added
) noexcept nogil:
    """Whether, with a tile of the group `added`, the pair's suit is the main one.

    The pair stands in the group that has 2 tiles modulo 3 afterwards; it needs enough tiles and two
    sets beside the pair.
    """
    cdef int group, concealed
    for group in range(n_groups(form)):
        concealed = concealed_in(hand.copies, group, form) + (group == added)
        if concealed % 3 == 2:
            return (
                groups.tiles[group] + (group == added) >= form.min_main_tiles
                and concealed // 3 + groups.melds[group] >= 2
            )
    return False


cdef uint64_t hand_waits(const form_t* form, const hand_t* hand) noexcept nogil:
    """All kinds that complete a hand of 13 tiles under the form, a fifth copy included."""
    cdef uint64_t waits = 0
    if form.standard:
        waits = main_suit_waits(form, hand, standard_waits(form, hand.head, hand.tail), True)
    if hand.n_melds == 0:
        if form.pairs != NO_PAIRS:
            waits |= main_suit_waits(form, hand, pairs_waits(form, hand), False)
        if form.orphans:
            waits |= orphans_waits(hand)
        if form.honors_and_knitted:
            waits |= different_waits(form, kinds_held(hand.copies))
    if form.knitted_straight and hand.n_melds <= 1:
        waits |= straight_waits(form, hand)
    return waits


cdef uint64_t straight_waits(const form_t* form, const hand_t* hand) noexcept nogil:
    """Kinds that complete a knitted straight, a fifth copy included.

    The body is whole and the rest waits for a set and a pair (beside a meld, for a pair), or the rest
    is whole and the body lacks one kind.
    """
    cdef uint64_t held = kinds_held(hand.copies), waits = 0, body
    cdef hand_t rest
    cdef int i, missing
    for i in range(N_PATTERNS):
        body = form.patterns[i]
        missing = BODY - popcount(held & body)
        if missing > 1:
            continue
        take_body(hand.copies, body, rest.copies)
        pack_keys(rest.copies, rest.head, rest.tail)
        if missing == 0:
            waits |= standard_waits(form, rest.head, rest.tail)
        elif is_standard(form, &rest):
            waits |= body & ~held
    return waits


def fill_waits(Tables tables, const uint8_t[:, ::1] rows,   # IN  (n, 34) counts or (n, 44) HAND_DTYPE
               int n_melds,                                 # melds that plain counts do not show
               bint structural,                             # fifth copies too
               uint64_t[::1] out):                          # OUT (n,)
    """Waits of each hand of 13 tiles, the winning tile left aside. The first row that is no hand, or -1."""
    cdef const form_t* form = &tables.form
    cdef Py_ssize_t i, bad = -1
    cdef bint with_melds = rows.shape[1] == HAND_BYTES
    cdef uint32_t head[4]
    cdef uint32_t tail[4]
    cdef hand_t hand
    cdef uint64_t waits
    with nogil:
        for i in range(rows.shape[0]):
            if not with_melds and n_melds == 0:  # most hands wait for nothing, which is soon seen
                if pack_keys(&rows[i, 0], head, tail) != 13:
                    bad = i
                    break
                waits = standard_waits(form, head, tail) if form.standard else 0
                if not is_near_special(form, &rows[i, 0]):
                    if waits and form.min_main_tiles > 0:
                        memset(&hand, 0, sizeof(hand))
                        memcpy(hand.copies, &rows[i, 0], N_KINDS)
                        waits = main_suit_waits(form, &hand, waits, True)
                    out[i] = waits if structural else waits & ~kinds_with(&rows[i, 0], 2)
                    continue
            if (
                not pack_hand(&rows[i, 0], with_melds, False, &hand)
                or hand.n_tiles + 3 * (hand.n_melds + n_melds) != 13
            ):
                bad = i
                break
            hand.n_melds += n_melds
            waits = hand_waits(form, &hand)
            hand.n_melds -= n_melds
            if waits and not structural:
                waits &= ~exhausted(&hand)
            out[i] = waits
    return bad
