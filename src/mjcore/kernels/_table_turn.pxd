"""What a player may do in his own turn."""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from mjcore.encoding._bits cimport lowest
from mjcore.encoding._packed cimport kinds_with_at_least
from mjcore.encoding._types cimport N_KINDS, hand_t
from mjcore.kernels._distance cimport kinds_held
from mjcore.kernels._table_end cimport reaches_minimum
from mjcore.kernels._table_hands cimport (
    far_from_ready, may_kong_declared, place_of_pung, pungs_to_add, ready_discards, take_tile,
)
from mjcore.kernels._table_types cimport (
    DISCARD_TILE, FIRST_FLOWER, FROM_CLAIM, FROM_DEAL, FROM_TAIL, FROM_WALL, SOFT_EIGHT_GAME, TURN, WIN, legal_t,
    player_t, table_t,
)
from mjcore.kernels._table_wall cimport has_kong_tile


cdef inline bint _may_win_here(table_t* table, const player_t* player) noexcept nogil:
    """Whether the rules let the actor win in this turn, complete or not."""
    if table.source == FROM_CLAIM or player.dead or player.recalled or player.held_flowers:
        return False
    if table.source == FROM_DEAL or player.declared or not table.rules.must_declare:
        return True
    return (                     # the dealer's kong before anything else
        not table.rules.dealt_win_untouched and table.actor == table.dealer and table.n_discards == 0
    )


cdef inline bint _wins_here(table_t* table, player_t* player) noexcept nogil:
    """Whether the actor may call a win, a false one included; counts a complete hand that the rules refuse."""
    if table.tile >= N_KINDS or not player.shape_waits >> table.tile & 1:
        return False
    if table.rules.game == SOFT_EIGHT_GAME:
        player.refused += not player.waits >> table.tile & 1
        return player.waits >> table.tile & 1 and _may_win_here(table, player)
    if not _may_win_here(table, player):
        return False
    if reaches_minimum(table, table.actor):
        return True
    player.refused += 1
    return table.rules.false_win


cdef inline void _fill_kongs(table_t* table, const player_t* player) noexcept nogil:
    cdef legal_t* legal = &table.legal
    cdef int tile = table.tile
    cdef hand_t before
    if table.source == FROM_CLAIM and (table.rules.kong_needs_own_draw or table.claimed_chow):
        return
    if not has_kong_tile(table, table.actor) or (table.last and not table.rules.last_kong):
        return
    if not player.declared:
        legal.concealed_kongs = kinds_with_at_least(player.hand.copies, 4)
        if player.hand.n_melds:
            legal.added_kongs = pungs_to_add(&player.hand)
            if not table.rules.late_added_kong:
                legal.added_kongs &= <uint64_t>1 << tile if tile < N_KINDS else 0
        return
    if tile >= N_KINDS:
        return
    before = player.hand
    if player.hand.copies[tile] == 4:
        take_tile(&before, tile, 1)
        if may_kong_declared(table.rules, &before, player.waits, tile, False):
            legal.concealed_kongs = <uint64_t>1 << tile
    elif place_of_pung(&player.hand, tile) >= 0:
        take_tile(&before, tile, 1)
        if may_kong_declared(table.rules, &before, player.waits, tile, True):
            legal.added_kongs = <uint64_t>1 << tile


cdef inline void fill_turn(table_t* table) noexcept nogil:
    """What the actor may do in his turn."""
    cdef player_t* player = &table.players[table.actor]
    cdef legal_t* legal = &table.legal
    memset(legal, 0, sizeof(legal_t))
    table.decision = TURN
    legal.win = _wins_here(table, player)
    if legal.win and not table.rules.decline_win and not table.rules.false_win:
        return
    _fill_kongs(table, player)
    legal.decline = (
        table.last and not player.declared and table.rules.last_may_decline
        and (table.source == FROM_WALL or table.source == FROM_TAIL)
    )
    if player.declared:
        if table.tile < N_KINDS:
            legal.discards = <uint64_t>1 << table.tile
        else:
            legal.flower_discards = 1 << (table.tile - FIRST_FLOWER)
    else:
        legal.discards = kinds_held(player.hand.copies)
        legal.flower_discards = player.held_flowers
        if table.rules.can_declare and not player.dead and not player.held_flowers and player.far <= 1:
            player.far = far_from_ready(table.rules, &player.hand)
            if player.far <= 1:
                legal.ready_discards = ready_discards(table.rules, player, table.visible)
    if player.held_flowers and table.source != FROM_CLAIM and table.left > 0:
        legal.flowers = player.held_flowers


cdef inline int only_discard(const table_t* table) noexcept nogil:
    """The one legal action of a turn, or -1 if there are several."""
    cdef const legal_t* legal = &table.legal
    cdef uint64_t more = legal.ready_discards | legal.concealed_kongs | legal.added_kongs
    if more or legal.decline or legal.flowers:
        return -1
    if legal.win:
        return WIN if legal.discards == 0 and legal.flower_discards == 0 else -1
    if legal.flower_discards:
        if legal.discards or legal.flower_discards & (legal.flower_discards - 1):
            return -1
        return DISCARD_TILE + FIRST_FLOWER + lowest(legal.flower_discards)
    if legal.discards & (legal.discards - 1):
        return -1
    return DISCARD_TILE + lowest(legal.discards)
