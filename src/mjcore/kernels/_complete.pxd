"""Is this hand of 14 tiles complete, and in which shape? Nothing is checked."""

from libc.stdint cimport uint32_t, uint64_t

from mjcore.encoding._bits cimport popcount
from mjcore.encoding._types cimport N_SUITS, NO_PAIRS, form_t, hand_t
from mjcore.kernels._distance cimport ORPHANS, kinds_held
from mjcore.kernels._suits cimport (
    concealed_in, group_tiles_t, has_pair, n_groups, pairs_held, partition_of, record,
)


cdef inline uint32_t suit_record(const form_t* form, const hand_t* hand, int suit) noexcept nogil:
    if suit == 3:
        return record(&form.honours, hand.head[3], hand.tail[3])
    return record(&form.number, hand.head[suit], hand.tail[suit])


cdef inline bint fill_records(const form_t* form, const hand_t* hand, uint32_t* records) noexcept nogil:
    """Records of the four suits; whether the concealed tiles are sets and one pair."""
    cdef int suit
    for suit in range(N_SUITS):
        records[suit] = suit_record(form, hand, suit)
    return (
        partition_of(records[0]) and partition_of(records[1]) and partition_of(records[2])
        and partition_of(records[3])
        and has_pair(records[0]) + has_pair(records[1]) + has_pair(records[2]) + has_pair(records[3]) == 1
    )


cdef inline bint is_standard(const form_t* form, const hand_t* hand) noexcept nogil:
    """Whether the concealed tiles are sets and one pair, so that with the melds there are four sets."""
    cdef uint32_t records[N_SUITS]
    return fill_records(form, hand, records)


cdef inline int standard_ways(const form_t* form, const hand_t* hand) noexcept nogil:
    """Ways to see the concealed tiles as sets and one pair."""
    cdef int suit, ways = 1
    cdef uint32_t id
    if not is_standard(form, hand):
        return 0
    for suit in range(N_SUITS):
        id = partition_of(suit_record(form, hand, suit))
        if suit == 3:
            ways *= form.honours.partition_start[id + 1] - form.honours.partition_start[id]
        else:
            ways *= form.number.partition_start[id + 1] - form.number.partition_start[id]
    return ways


cdef inline bint is_seven_pairs(const form_t* form, const hand_t* hand) noexcept nogil:
    """Whether the hand is seven pairs of the kind the form accepts, if it accepts any."""
    return form.pairs != NO_PAIRS and hand.n_melds == 0 and pairs_held(hand.copies, form.pairs) == 7


cdef inline bint is_orphans(const hand_t* hand) noexcept nogil:
    """Whether the hand is thirteen orphans."""
    cdef uint64_t held = kinds_held(hand.copies)
    return hand.n_melds == 0 and held == ORPHANS


cdef inline int main_suit_of(
    const form_t* form, const hand_t* hand, const group_tiles_t* groups, bint standard, int* tiles_of
) noexcept nogil:
    """The main suit of a complete hand and its number of tiles, or -1 if no suit has enough.

    The suit with the most tiles; the first of several. A standard hand under ``pair_must_be_main``
    has the suit of its pair, if that will do.
    """
    cdef int group, best = -1, concealed
    tiles_of[0] = 0
    for group in range(n_groups(form)):
        if form.pair_must_be_main and standard and form.min_main_tiles > 0:
            concealed = concealed_in(hand.copies, group, form)
            if concealed % 3 != 2 or concealed // 3 + groups.melds[group] < 2:
                continue
        if groups.tiles[group] > tiles_of[0]:
            tiles_of[0] = groups.tiles[group]
            best = group
    return best if tiles_of[0] >= form.min_main_tiles else -1
