"""What must hold at every decision and at the end (Soft Eight 5.13; Chinese Official Mahjong 9.9)."""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from mjcore.encoding._types cimport N_KINDS, CONCEALED_KONG
from mjcore.kernels._soft_eight cimport HAIDI, KONGBOTTOM
from mjcore.kernels._table_hands cimport all_waits
from mjcore.kernels._table_types cimport (
    CONSENT, DRAWN_KONG, HEAVENLY, LATE_READY, MCR_GAME, N_ALL_KINDS, OVER, SOFT_EIGHT_GAME, TURN, WON,
    player_t, table_t,
)
from mjcore.kernels._waits cimport exhausted

#: The invariants by number.
INVARIANTS = {
    1: "the feed of tiles or the score of the winner failed",
    2: "tiles are conserved: hands, sets, discards, flowers and wall hold every tile once",
    3: "a player has 13 concealed tiles less three for each set, and one more in his turn",
    4: "the waits of a player are those of his tiles",
    5: "points sum to zero",
    6: "there is at most one winner",
    7: "only declared players win, but for a win with the tiles dealt",
    8: "every kong that was completed drew one tile, but for an undeclared player's last",
    9: "HAIDI and KONGBOTTOM do not occur together",
    10: "nobody wins once a kong too many has ended the hand",
    11: "once the wall is empty only a win and one discard remain",
}


cdef bint _conserves_tiles(const table_t* table) noexcept nogil:
    cdef int tiles[48]
    cdef const player_t* player
    cdef int kind, seat, i
    memset(tiles, 0, sizeof(tiles))
    for seat in range(4):
        player = &table.players[seat]
        for kind in range(N_KINDS):
            tiles[kind] += player.hand.copies[kind]
        for i in range(8):
            tiles[N_KINDS + i] += player.held_flowers >> i & 1
        if not table.rules.concealed_kong_shown:
            for i in range(player.hand.n_melds):
                if player.hand.melds[i] >> 6 == CONCEALED_KONG:
                    tiles[(player.hand.melds[i] & 63) - 1] += 4
    for kind in range(N_ALL_KINDS):
        tiles[kind] += table.visible[kind]
    for i in range(table.head, table.live_end):
        tiles[table.wall[i]] += 1
    if not table.rules.open_end:
        for i in range(table.tail, table.rules.n_wall):
            tiles[table.wall[i]] += 1
    for kind in range(N_KINDS):
        if tiles[kind] != 4:
            return False
    return True


cdef inline bint _waits_are_right(const table_t* table, const player_t* player) noexcept nogil:
    cdef uint64_t of_shape, live = ~exhausted(&player.hand)
    cdef uint64_t waits = all_waits(table.rules.form, &player.hand, &of_shape)
    return waits & live == player.waits & live and of_shape & live == player.shape_waits & live


cdef int _broken_at_end(const table_t* table) noexcept nogil:
    cdef int seat, winners = 0, kong_tiles = table.tail - (table.rules.n_wall - table.rules.tail_tiles)
    cdef int points = 0
    for seat in range(4):
        points += table.points[seat]
        winners += table.won[seat]
    if points:
        return 5
    if winners > 1 and not table.rules.many_winners:
        return 6
    if table.outcome == WON and table.rules.must_declare and not table.players[table.winner].declared:
        if table.winner != table.dealer or table.n_discards:
            return 7
    if not table.rules.open_end and not table.rules.separate_walls:
        if kong_tiles != table.n_kongs - (table.outcome == DRAWN_KONG and not table.dead_end):
            return 8
    if table.rules.game == SOFT_EIGHT_GAME and table.fans[0] >> HAIDI & table.fans[0] >> KONGBOTTOM & 1:
        return 9
    if table.outcome == DRAWN_KONG and winners:
        return 10
    return 0


cdef int broken_invariant(const table_t* table) noexcept nogil:
    cdef const player_t* player
    cdef int seat, tiles, i
    cdef bint acting
    if table.fault:
        return 1
    if table.feed == NULL and not table.rules.rear_first and not table.rules.tail_replenished:
        if not _conserves_tiles(table):
            return 2
    if table.decision == OVER:
        return _broken_at_end(table)
    for seat in range(4):
        player = &table.players[seat]
        tiles = player.hand.n_tiles + 3 * player.hand.n_melds
        for i in range(8):
            tiles += player.held_flowers >> i & 1
        acting = table.decision == TURN and table.actor == seat
        acting = acting or (table.decision == HEAVENLY and seat == table.dealer and table.n_discards == 0)
        acting = acting or player.recalled or (table.robbing and table.other == seat and table.kong_type == 2)
        if table.decision == LATE_READY or table.decision == CONSENT:
            acting = tiles == 14  # whoever drew
        if tiles != 13 + acting:
            return 3
        if tiles == 13 and not player.held_flowers and not _waits_are_right(table, player):
            return 4
    if table.rules.game == MCR_GAME and table.last and table.decision == TURN:
        if table.legal.concealed_kongs | table.legal.added_kongs:
            return 11
    return 0
