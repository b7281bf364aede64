"""The deal: thirteen tiles to each, the dealer's fourteenth, flowers replaced."""

from mjcore.encoding._bits cimport lowest
from mjcore.encoding._packed cimport pack_keys
from mjcore.encoding._types cimport N_KINDS
from mjcore.kernels._distance cimport hand_distance
from mjcore.kernels._table_hands cimport far_from_ready, put_tile, renew_waits
from mjcore.kernels._table_types cimport DRAW_EVENT, FIRST_FLOWER, NO_SEAT, player_t, table_t
from mjcore.kernels._table_wall cimport log_event, replace_flower
from mjcore.kernels._waits cimport exhausted


cdef inline void hold(table_t* table, int seat, int tile) noexcept nogil:
    """Put a tile into a hand; flowers stand apart."""
    if tile >= FIRST_FLOWER:
        table.players[seat].held_flowers |= 1 << (tile - FIRST_FLOWER)
    else:
        put_tile(&table.players[seat].hand, tile)
        table.players[seat].far -= 1


cdef inline void _replace_dealt_flowers(table_t* table, int seat) noexcept nogil:
    """Expose the flowers dealt until there is none, the lowest first; one among them may be the tile drawn."""
    cdef player_t* player = &table.players[seat]
    cdef bint drawn
    cdef int flower, tile
    while True:
        flower = 255
        if player.held_flowers:
            flower = FIRST_FLOWER + lowest(player.held_flowers)
        drawn = seat == table.dealer and FIRST_FLOWER <= table.drawn < flower
        if drawn:
            flower = table.drawn
        if flower == 255:
            return
        tile = replace_flower(table, seat, flower, True)
        if drawn:
            table.drawn = tile
            continue
        player.held_flowers &= player.held_flowers - 1
        if tile >= FIRST_FLOWER:
            player.held_flowers |= 1 << (tile - FIRST_FLOWER)
        else:
            player.hand.copies[tile] += 1


cdef inline void deal_tiles(table_t* table) noexcept nogil:
    """Thirteen tiles to each and the dealer's fourteenth, flowers replaced, the dealer first."""
    cdef player_t* player
    cdef int i, seat, tile
    for i in range(52):
        seat = (table.dealer + (i // 4 if i < 48 else i)) & 3
        tile = table.wall[i]
        if tile < N_KINDS:
            table.players[seat].hand.copies[tile] += 1
        else:
            table.players[seat].held_flowers |= 1 << (tile - FIRST_FLOWER)
    table.drawn = table.wall[52]
    log_event(table, DRAW_EVENT, table.dealer, table.drawn, NO_SEAT, 0)
    for i in range(4):
        seat = (table.dealer + i) & 3
        player = &table.players[seat]
        if table.rules.flowers and not table.rules.flowers_kept:
            _replace_dealt_flowers(table, seat)
        player.hand.n_tiles = pack_keys(player.hand.copies, player.hand.head, player.hand.tail)
        renew_waits(table.rules.form, player)
        player.far = far_from_ready(table.rules, &player.hand)
        player.deal_shanten = 127
        if player.hand.n_tiles == 13:
            player.deal_shanten = hand_distance(table.rules.form, &player.hand) - 1
        if i and player.hand.n_tiles == 13 and player.waits & ~exhausted(&player.hand):
            player.ready_turn = 0
    hold(table, table.dealer, table.drawn)
    table.tile = table.drawn
