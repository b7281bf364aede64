"""Legal actions as a list, and whether one is legal."""

from libc.stdint cimport uint64_t, uint8_t

from mjcore.encoding._bits cimport lowest
from mjcore.kernels._table_hands cimport ready_discards
from mjcore.kernels._table_types cimport (
    CLAIM_CHOW, CLAIM_KONG, CLAIM_PUNG, DECLARE, DECLINE, DISCARD_READY, DISCARD_TILE, EXPOSE_FLOWER, FIRST_FLOWER,
    MAKE_ADDED_KONG, MAKE_CONCEALED_KONG, N_ACTIONS, OVER, PASS, RECALL, WIN, legal_t, table_t,
)


cdef inline int _spell(uint64_t mask, int first, uint8_t* out, int n) noexcept nogil:
    """Write the bits of a mask as numbers from `first` on behind the `n` that are there."""
    while mask:
        out[n] = first + lowest(mask)
        mask &= mask - 1
        n += 1
    return n


cdef inline uint64_t plain_actions(const legal_t* legal) noexcept nogil:
    """The legal actions that name no tile, a bit for the number of each: all below EXPOSE_FLOWER."""
    return (
        <uint64_t>legal.passing << PASS | <uint64_t>legal.win << WIN | <uint64_t>legal.declare << DECLARE
        | <uint64_t>legal.recall << RECALL | <uint64_t>legal.pung << CLAIM_PUNG | <uint64_t>legal.kong << CLAIM_KONG
        | <uint64_t>legal.chows << CLAIM_CHOW | <uint64_t>legal.decline << DECLINE
    )


cdef inline int fill_actions(const table_t* table, uint8_t* out) noexcept nogil:
    """Write all legal actions, those of each sort ascending, at most N_ACTIONS; returns how many."""
    cdef const legal_t* legal = &table.legal
    cdef int n = _spell(plain_actions(legal), 0, out, 0)
    n = _spell(legal.flowers, EXPOSE_FLOWER, out, n)
    n = _spell(legal.discards, DISCARD_TILE, out, n)
    n = _spell(legal.flower_discards, DISCARD_TILE + FIRST_FLOWER, out, n)
    n = _spell(legal.ready_discards, DISCARD_READY, out, n)
    n = _spell(legal.concealed_kongs, MAKE_CONCEALED_KONG, out, n)
    return _spell(legal.added_kongs, MAKE_ADDED_KONG, out, n)


cdef inline bint is_legal(const table_t* table, int action) noexcept nogil:
    cdef const legal_t* legal = &table.legal
    if table.decision == OVER or action < 0 or action >= N_ACTIONS:
        return False
    if action >= MAKE_ADDED_KONG:
        return legal.added_kongs >> (action - MAKE_ADDED_KONG) & 1
    if action >= MAKE_CONCEALED_KONG:
        return legal.concealed_kongs >> (action - MAKE_CONCEALED_KONG) & 1
    if action >= DISCARD_READY:
        return legal.ready_discards >> (action - DISCARD_READY) & 1
    if action >= DISCARD_TILE + FIRST_FLOWER:
        return legal.flower_discards >> (action - DISCARD_TILE - FIRST_FLOWER) & 1
    if action >= DISCARD_TILE:
        return legal.discards >> (action - DISCARD_TILE) & 1
    if action >= EXPOSE_FLOWER:
        return legal.flowers >> (action - EXPOSE_FLOWER) & 1
    return plain_actions(legal) >> action & 1
