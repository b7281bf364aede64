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


cdef inline int fill_actions(const table_t* table, uint8_t* out) noexcept nogil:
    cdef const legal_t* legal = &table.legal
    cdef int n = 0, i
    if legal.passing:
        out[n] = PASS
        n += 1
    if legal.win:
        out[n] = WIN
        n += 1
    if legal.declare:
        out[n] = DECLARE
        n += 1
    if legal.recall:
        out[n] = RECALL
        n += 1
    if legal.pung:
        out[n] = CLAIM_PUNG
        n += 1
    if legal.kong:
        out[n] = CLAIM_KONG
        n += 1
    for i in range(3):
        if legal.chows >> i & 1:
            out[n] = CLAIM_CHOW + i
            n += 1
    if legal.decline:
        out[n] = DECLINE
        n += 1
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
    if action == DECLINE:
        return legal.decline
    if action >= CLAIM_CHOW:
        return legal.chows >> (action - CLAIM_CHOW) & 1
    if action == CLAIM_KONG:
        return legal.kong
    if action == CLAIM_PUNG:
        return legal.pung
    if action == RECALL:
        return legal.recall
    if action == DECLARE:
        return legal.declare
    return legal.win if action == WIN else legal.passing
