"""Declarations without a discard: with the tiles dealt, and late."""

from libc.string cimport memset

from mjcore.kernels._table_claims cimport may_declare_heavenly
from mjcore.kernels._table_deal cimport hold
from mjcore.kernels._table_hands cimport declarable
from mjcore.kernels._table_types cimport (
    ASK_HEAVENLY, ASK_HEAVENLY_FIRST, CONSENT, DECLARE, DRAW, HEAVENLY, LATE_READY, NEVER, NO_SEAT, OVER, PASS,
    READY_EVENT, RECALL, RECALL_EVENT, legal_t, player_t, table_t,
)
from mjcore.kernels._table_wall cimport log_event, next_of


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


cdef inline void declare_heavenly(table_t* table, int action) noexcept nogil:
    cdef int seat
    cdef player_t* player = &table.players[table.actor]
    if action == PASS:
        return
    player.declared = player.heavenly = True
    log_event(table, READY_EVENT, table.actor, 255, NO_SEAT, 1)
    if action != RECALL:
        return
    log_event(table, RECALL_EVENT, table.actor, 255, NO_SEAT, 0)
    seat = table.dealer
    while seat != table.actor:
        if table.players[seat].n_discards == 1:
            _take_back(table, seat)
        seat = next_of(seat)
    table.actor = table.dealer
    table.stage = DRAW


cdef inline void _take_back(table_t* table, int seat) noexcept nogil:
    """A player takes his first discard, and what he declared with it, back into his hand."""
    cdef player_t* player = &table.players[seat]
    cdef int tile = player.discards[0]
    hold(table, seat, tile)
    player.n_discards = 0
    player.n_in_suit[tile // 9] -= 1
    player.declared = player.heavenly = False
    player.recalled = 1
    if player.ready_turn == 1:
        player.ready_turn = NEVER
    table.visible[tile] -= 1
    table.n_discards -= 1


cdef inline void declare_late(table_t* table, int action) noexcept nogil:
    """The answer of who may declare late, or of who must agree."""
    cdef int drawer = next_of(table.last_discarder), seat = table.actor
    if action == DECLARE and table.decision == LATE_READY and seat != table.last_discarder:
        table.asker = seat
        table.decision = CONSENT
        table.actor = table.last_discarder
        return                   # the legal answers are the same two
    if action == DECLARE:
        if table.decision == CONSENT:
            seat = table.asker
        table.players[seat].declared = True
        log_event(table, READY_EVENT, seat, 255, NO_SEAT, 2)
    table.decision = OVER
    table.actor = drawer
