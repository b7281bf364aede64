"""Declarations without a discard: with the tiles dealt, and late."""

from libc.string cimport memset

from mjcore.kernels._table_claims cimport may_declare_heavenly
from mjcore.kernels._table_hands cimport declarable
from mjcore.kernels._table_types cimport (
    ASK_HEAVENLY, ASK_HEAVENLY_FIRST, HEAVENLY, LATE_READY, NO_SEAT, legal_t, player_t, table_t,
)


cdef inline bint ask_heavenly(table_t* table, int first) noexcept nogil:
    """Ask the next seat that may declare ready with the tiles dealt, counted from `first`; false if none is left."""
    cdef int seat
    while table.cursor <= 3:
        seat = (first + table.cursor) & 3
        table.cursor += 1
        if seat == table.claimant or not may_declare_heavenly(table, seat):
            continue
        if table.rules.heavenly_at_once and table.n_discards:
            continue
        memset(&table.legal, 0, sizeof(legal_t))
        table.legal.passing = table.legal.declare = True
        table.legal.recall = (
            table.rules.recall and table.stage == ASK_HEAVENLY and table.n_kongs == 0 and table.n_claims == 0
            and table.claimant == NO_SEAT
        )
        if table.stage == ASK_HEAVENLY_FIRST:
            table.tile = 255     # nobody sees what the dealer was dealt last
        table.decision = HEAVENLY
        table.actor = seat
        return True
    return False


cdef inline bint ask_late(table_t* table, int seat) noexcept nogil:
    """Ask a seat whether it declares ready for its last discard; false if it cannot."""
    cdef const player_t* player = &table.players[seat]
    if (
        not table.rules.can_declare or player.declared or player.dead
        or not declarable(table.rules, &player.hand, player.waits, table.visible)
    ):
        return False
    memset(&table.legal, 0, sizeof(legal_t))
    table.legal.passing = table.legal.declare = True
    table.tile = 255             # what another has drawn is not seen
    table.decision = LATE_READY
    table.actor = seat
    return True
