"""A kong from its announcement until it lies on the table, if nobody robs it."""

from mjcore.encoding._types cimport CONCEALED_KONG, MELDED_KONG
from mjcore.kernels._table_claims cimport may_win_on
from mjcore.kernels._table_hands cimport lock_meld, place_of_pung, renew_waits, take_tile
from mjcore.kernels._table_types cimport (
    ADDED_KONG_EVENT, ASK_WINS, DRAWN_KONG, MAKE_KONG, NO_SEAT, SETTLE, WIN_CLAIM, kong_t, player_t, table_t,
)
from mjcore.kernels._table_wall cimport log_event


cdef inline void add_kong(table_t* table, int seat, int kind) noexcept nogil:
    """Add a tile to a pung, for the others to rob."""
    cdef int at = place_of_pung(&table.players[seat].hand, kind)
    table.kong_kind = kind
    table.kong_type = 2
    table.kong_feeder = table.players[seat].feeders[at]
    log_event(table, ADDED_KONG_EVENT, seat, kind, NO_SEAT, 0)
    if table.rules.added_kong_robbable:
        offer_robbing(table, seat, kind, NO_SEAT)
    else:
        table.stage = MAKE_KONG


cdef inline void offer_robbing(table_t* table, int seat, int kind, int but) noexcept nogil:
    """Let others win on the tile of a kong that is being made; `but` one of them."""
    cdef int i, other
    table.robbing = True
    table.tile = kind
    table.other = seat
    table.decision = WIN_CLAIM   # so that wins are looked at as on another's tile
    table.last = False           # there is a tile for the kong
    for i in range(1, 4):
        other = (seat + i) & 3
        table.passed[other] = False
        table.may_win[other] = other != but and may_win_on(table, other)
    table.cursor = 1
    table.stage = ASK_WINS


cdef inline bint make_kong(table_t* table) noexcept nogil:
    """The kong was not robbed: lay it down. False if it ends the hand; otherwise a tile is drawn for it."""
    cdef int seat = table.other if table.robbing else table.actor, kind = table.kong_kind
    cdef player_t* player = &table.players[seat]
    cdef kong_t* kong = &table.kongs[table.n_kongs]
    cdef int at
    if table.kong_type == 2:
        at = place_of_pung(&player.hand, kind)
        take_tile(&player.hand, kind, 1)
        lock_meld(&player.hand, at, MELDED_KONG << 6 | (kind + 1))
        table.visible[kind] += 1
    else:
        at = player.hand.n_melds
        player.far -= table.kong_type == 1
        take_tile(&player.hand, kind, 3 if table.kong_type else 4)
        lock_meld(
            &player.hand, at, (MELDED_KONG if table.kong_type else CONCEALED_KONG) << 6 | (kind + 1)
        )
        player.feeders[at] = table.kong_feeder
        player.n_exposed += table.kong_type == 1
        if table.kong_type:
            table.visible[kind] += 3
        elif table.rules.concealed_kong_shown:
            table.visible[kind] += 4
    kong.owner = seat
    kong.type = table.kong_type
    kong.kind = kind
    kong.feeder = table.kong_feeder
    table.n_kongs += 1
    table.robbing = False
    player.has_drawn = True
    player.recalled = 0
    table.dead_end = False
    if table.rules.kong_limit and table.n_kongs >= table.rules.kong_limit:
        if not player.declared:
            table.outcome = DRAWN_KONG
            table.stage = SETTLE
            return False
        table.dead_end = True
    renew_waits(table.rules.form, player)
    return True
