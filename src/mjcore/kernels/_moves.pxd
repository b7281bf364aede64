"""What a player who thinks looks at before he moves: the tiles he sees, and his hand after a claim or a kong."""

from libc.stdint cimport uint8_t, uint64_t

from mjcore.encoding._bits cimport lowest
from mjcore.encoding._types cimport CHOW, CONCEALED_KONG, MELDED_KONG, PUNG, hand_t
from mjcore.kernels._near cimport fill_live, live_t
from mjcore.kernels._table_end cimport reaches_minimum
from mjcore.kernels._table_hands cimport lock_meld, place_of_pung, take_tile
from mjcore.kernels._table_types cimport (
    CLAIM_CHOW, DISCARD_READY, DISCARD_TILE, MAKE_ADDED_KONG, MAKE_CONCEALED_KONG, table_t,
)


cdef inline void fill_live_of(const table_t* table, int seat, const hand_t* hand, live_t* live) noexcept nogil:
    """Tiles that a seat with this hand does not see."""
    cdef uint8_t held[40]
    cdef int i, kind
    for kind in range(40):
        held[kind] = hand.copies[kind]
    if not table.rules.concealed_kong_shown:
        for i in range(hand.n_melds):
            if hand.melds[i] >> 6 == CONCEALED_KONG:
                held[(hand.melds[i] & 63) - 1] += 4
    fill_live(held, table.visible, live)


cdef inline bint is_kong_too_many(const table_t* table) noexcept nogil:
    """Whether the next kong is the one from which on a hand runs out."""
    return table.rules.kong_limit and table.n_kongs + 1 >= table.rules.kong_limit


cdef inline bint wins_truly(const table_t* table, int seat) noexcept nogil:
    """Whether a win that may be called reaches the minimum; where a false one cannot be called it does."""
    return not table.rules.false_win or reaches_minimum(table, seat)


cdef inline int discard_action(const table_t* table, int kind) noexcept nogil:
    """Discard a kind, and declare ready with it if that is legal."""
    return (DISCARD_READY if table.legal.ready_discards >> kind & 1 else DISCARD_TILE) + kind


cdef inline int flower_discard(const table_t* table) noexcept nogil:
    """Discard the first flower held, where no other tile can go."""
    return DISCARD_TILE + 34 + lowest(table.legal.flower_discards)


cdef inline hand_t after_own_kong(const hand_t* hand, int action) noexcept nogil:
    """The hand after a concealed or added kong, before the tile for it is drawn."""
    cdef hand_t after = hand[0]
    cdef int kind
    if action >= MAKE_ADDED_KONG:
        kind = action - MAKE_ADDED_KONG
        take_tile(&after, kind, 1)
        lock_meld(&after, place_of_pung(hand, kind), MELDED_KONG << 6 | (kind + 1))
    else:
        kind = action - MAKE_CONCEALED_KONG
        take_tile(&after, kind, 4)
        lock_meld(&after, after.n_melds, CONCEALED_KONG << 6 | (kind + 1))
    return after


cdef inline hand_t after_kong_claim(const hand_t* hand, int tile) noexcept nogil:
    """The hand after a kong of a discard, before the tile for it is drawn."""
    cdef hand_t after = hand[0]
    take_tile(&after, tile, 3)
    lock_meld(&after, after.n_melds, MELDED_KONG << 6 | (tile + 1))
    return after


cdef inline hand_t after_claim(const hand_t* hand, int tile, int action) noexcept nogil:
    """The hand after a pung or chow of a discard, before its own discard."""
    cdef hand_t after = hand[0]
    cdef int i, first
    if action < CLAIM_CHOW:
        take_tile(&after, tile, 2)
        lock_meld(&after, after.n_melds, PUNG << 6 | (tile + 1))
        return after
    first = tile - (action - CLAIM_CHOW)
    for i in range(3):
        if first + i != tile:
            take_tile(&after, first + i, 1)
    lock_meld(&after, after.n_melds, CHOW << 6 | (first + 1))
    return after
