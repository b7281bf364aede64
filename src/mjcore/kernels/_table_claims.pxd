"""What others may do with a discard, or with the tile of a kong: win, or claim it for a set."""

from libc.stdint cimport uint64_t, uint8_t
from libc.string cimport memset

from mjcore.encoding._bits cimport lowest
from mjcore.kernels._table_end cimport reaches_minimum
from mjcore.kernels._table_hands cimport declarable, may_kong_declared
from mjcore.kernels._table_types cimport SET_CLAIM, SOFT_EIGHT_GAME, WIN_CLAIM, legal_t, player_t, table_t
from mjcore.kernels._table_wall cimport has_kong_tile, next_of


cdef inline bint may_declare_heavenly(const table_t* table, int seat) noexcept nogil:
    cdef const player_t* player = &table.players[seat]
    return (
        table.rules.heavenly and seat != table.dealer
        and not (player.has_drawn or player.declared or player.dead)
        and declarable(table.rules, &player.hand, player.waits, table.visible) != 0
    )


cdef inline bint reacts(const table_t* table, int seat) noexcept nogil:
    """Whether a seat may win the discard by declaring heavenly ready."""
    if table.rules.reaction == 0 or table.robbing:
        return False
    if table.rules.reaction == 1 and (table.n_discards != 1 or table.other != table.dealer):
        return False
    return may_declare_heavenly(table, seat)


cdef inline bint may_win_on(table_t* table, int seat) noexcept nogil:
    """Whether a seat may win on another's tile; counts a complete hand that the rules refuse."""
    cdef player_t* player = &table.players[seat]
    if not player.shape_waits >> table.tile & 1:
        return False
    if table.rules.game == SOFT_EIGHT_GAME:
        if not player.waits >> table.tile & 1:
            player.refused += not table.robbing
            return False
        if player.dead or player.barred >> table.tile & 1:
            return False
        return player.declared or not table.rules.must_declare or reacts(table, seat)
    if player.dead or player.held_flowers or (table.rules.must_declare and not player.declared):
        return False
    if reaches_minimum(table, seat):
        return True
    player.refused += 1
    return table.rules.false_win


cdef inline bint ask_win(table_t* table, int seat) noexcept nogil:
    """Ask a seat whether it wins; true if there is nothing to ask, since it must."""
    memset(&table.legal, 0, sizeof(legal_t))
    table.decision = WIN_CLAIM
    table.actor = seat
    table.legal.win = True
    table.legal.passing = (
        table.rules.decline_win or table.rules.false_win
        or (table.rules.must_declare and not table.players[seat].declared)   # nobody must declare
    )
    return not table.legal.passing


cdef inline bint may_change_mind(const table_t* table, int seat) noexcept nogil:
    """Whether a seat that passed may win after all, since another does (article 9.3)."""
    cdef int i, other
    if not table.passed[seat] or table.players[seat].dead:
        return False
    for i in range(1, 4):
        other = (seat + i) & 3
        if other == table.other:
            return False         # those behind come later in the order of wins, up to the discarder
        if table.won[other]:
            if table.rules.recovery_scope == 0 or (table.rules.recovery_scope == 1 and i == 1):
                return True
    return False


cdef inline bint _fill_sets(table_t* table, int seat) noexcept nogil:
    """What a seat may claim the discard for; false if for nothing but chows."""
    cdef const player_t* player = &table.players[seat]
    cdef legal_t* legal = &table.legal
    cdef int copies = player.hand.copies[table.tile]
    memset(legal, 0, sizeof(legal_t))
    if copies < 2:
        return False
    if table.players[next_of(table.other)].recalled:
        return False
    if table.last and table.rules.last_claims == 0:
        return False
    if copies >= 3 and has_kong_tile(table, table.other if table.rules.separate_walls else seat):
        if player.declared:
            legal.kong = (
                (not table.dead_end or table.rules.chain_kong_by_other)
                and may_kong_declared(table.rules, &player.hand, player.waits, table.tile, False)
            )
        else:
            legal.kong = not table.dead_end and not (table.last and table.rules.last_claims == 1)
    if not player.declared and not table.dead_end and not (table.last and table.rules.last_claims == 1):
        legal.pung = True
    return legal.pung or legal.kong


cdef inline int _chows(const table_t* table, int seat) noexcept nogil:
    """Chows that a seat may make of the discard, a bit each: the tile lowest, middle, highest."""
    cdef const player_t* player = &table.players[seat]
    cdef const uint8_t* copies = &player.hand.copies[0]
    cdef int tile = table.tile, rank = tile % 9, chows = 0
    if not table.rules.chow_claims or tile >= 27 or seat != next_of(table.other):
        return 0
    if table.last or table.dead_end or player.declared or player.recalled:
        return 0
    if rank < 7 and copies[tile + 1] and copies[tile + 2]:
        chows |= 1
    if 1 <= rank <= 7 and copies[tile - 1] and copies[tile + 1]:
        chows |= 2
    if rank > 1 and copies[tile - 2] and copies[tile - 1]:
        chows |= 4
    return chows


cdef inline bint ask_sets(table_t* table) noexcept nogil:
    """Ask the next seat that may claim the discard for a set; false if there is none left to ask."""
    cdef int seat
    while table.cursor <= 3:
        seat = (table.other + table.cursor) & 3
        table.cursor += 1
        if _fill_sets(table, seat):
            table.legal.chows = _chows(table, seat)
            table.cursor = 5 if table.legal.chows else 4
            break
    else:
        if table.cursor == 5:
            return False
        table.cursor = 5
        seat = next_of(table.other)
        memset(&table.legal, 0, sizeof(legal_t))
        table.legal.chows = _chows(table, seat)
        if table.legal.chows == 0:
            return False
    table.legal.passing = True
    table.decision = SET_CLAIM
    table.actor = seat
    return True


cdef inline void bar_discard(table_t* table) noexcept nogil:
    """A discard was not won: nobody may win on the like of it until his turn (article 7)."""
    cdef int seat, own = table.other
    cdef uint64_t bit = <uint64_t>1 << table.tile
    cdef player_t* player
    for seat in range(4):
        player = &table.players[seat]
        if table.rules.same_tile == 3:
            player.barred = 0
        if seat != own or table.rules.same_tile_own:
            player.barred |= bit
