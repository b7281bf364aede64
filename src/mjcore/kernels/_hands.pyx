"""Whole hands played by policies."""

import numpy as np

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from mjcore.encoding._types cimport CHOW, MELDED_KONG, SOURCE_AT
from mjcore.kernels._policy cimport Player, decide_t, next_word
from mjcore.kernels._table cimport act, start
from mjcore.kernels._table_actions cimport is_legal
from mjcore.kernels._table_rules cimport TableRules
from mjcore.kernels._table_checks cimport CHECKED, broken_invariant
from mjcore.kernels._table_types cimport OVER, WON, mind_t, player_t, table_t

from mjcore.encoding.layout import HAND_DTYPE

#: One row a hand played; the twin of ``record_t``.
RECORD_DTYPE = np.dtype(
    [
        ("hand", HAND_DTYPE),
        ("outcome", "u1"),
        ("winner", "i1"),
        ("payer", "i1"),
        ("winners", "u1"),
        ("dealer", "u1"),
        ("prevalent_wind", "u1"),
        ("draws", "u1"),
        ("discards", "u1"),
        ("deal_shanten", "i1", (4,)),
        ("ready_turn", "u1", (4,)),
        ("declared", "u1"),
        ("refused", "u1", (4,)),
        ("chows", "u1", (4,)),
        ("pungs", "u1", (4,)),
        ("kongs", "u1", (4,)),
        ("flowers", "u1", (4,)),
        ("fans", "<u8", (2,)),
        ("fan_counts", "<u4"),
        ("base", "<i4"),
        ("multiplier", "<i4"),
        ("flower_points", "<i4"),
        ("points", "<i4", (4,)),
        ("lost_to_dealer", "<i4", (4,)),
    ]
)

assert sizeof(record_t) == RECORD_DTYPE.itemsize

cdef enum:
    ILLEGAL = 1000


cdef void fill_record(const table_t* table, record_t* record) noexcept nogil:
    cdef const player_t* player
    cdef int seat, i, type
    memset(record, 0, sizeof(record_t))
    memcpy(record.hand, table.win_row, 44)
    record.outcome = table.outcome
    record.winner = record.payer = -1
    if table.outcome == WON:
        record.winner = table.winner
        if table.win_row[SOURCE_AT] == 0 or table.win_row[SOURCE_AT] == 3:
            record.payer = table.other
    record.winners = table.winners
    record.dealer = table.dealer
    record.prevalent_wind = table.prevalent
    record.draws = table.n_drawn
    record.discards = table.n_discards
    for seat in range(4):
        player = &table.players[seat]
        record.deal_shanten[seat] = player.deal_shanten
        record.ready_turn[seat] = player.ready_turn
        record.declared |= player.declared << seat
        record.refused[seat] = player.refused
        record.flowers[seat] = player.flowers
        for i in range(player.hand.n_melds):
            type = player.hand.melds[i] >> 6
            record.chows[seat] += type == CHOW
            record.pungs[seat] += type == CHOW + 1
            record.kongs[seat] += type >= MELDED_KONG
    record.fans[0] = table.fans[0]
    record.fans[1] = table.fans[1]
    record.fan_counts = table.fan_counts
    record.base = table.worth
    record.multiplier = table.multiplier
    record.flower_points = table.flower_points
    memcpy(record.points, table.points, sizeof(record.points))
    memcpy(record.lost_to_dealer, table.lost_to_dealer, sizeof(record.lost_to_dealer))


cdef void seed_minds(uint64_t seed, mind_t* minds) noexcept nogil:
    """Give each seat a stream of chance of its own."""
    cdef mind_t all
    cdef int seat
    all.state = seed
    for seat in range(4):
        minds[seat].state = next_word(&all)
        minds[seat].begun = False


cdef int play_on(table_t* table, const decide_t* decide, const void** data, mind_t* minds) noexcept nogil:
    cdef int action, seat, broken
    while table.decision != OVER:
        seat = table.actor
        action = decide[seat](table, seat, data[seat], &minds[seat])
        if not is_legal(table, action):
            return ILLEGAL + action
        act(table, action)
        if CHECKED:
            broken = broken_invariant(table)
            if broken:
                return broken
    return 1 if table.fault else 0


cdef fill_players(players, decide_t* decide, const void** data):
    cdef Player player
    cdef int seat
    for seat in range(4):
        player = players[seat]
        decide[seat] = player.decide
        data[seat] = player.data


def fill_records(
    TableRules rules, players,               # four Player
    const uint8_t[:, ::1] walls,             # IN  (n, tiles) kinds in drawing order
    const uint64_t[::1] seeds,               # IN  (n,) of the policies' own chance
    const uint8_t[::1] dealers,              # IN  (n,) seats
    const uint8_t[::1] winds,                # IN  (n,) prevalent winds
    const uint8_t[:, ::1] zha,               # IN  (n, 4)
    const int32_t[:, ::1] di,                # IN  (n, 4)
    uint8_t[:, ::1] out,                     # OUT (n, sizeof(record_t)) RECORD_DTYPE
):
    """Play a hand from each wall. Returns (row, fault), or (-1, 0) if there was none (see `play_on`)."""
    cdef table_t table
    cdef mind_t minds[4]
    cdef decide_t decide[4]
    cdef const void* data[4]
    cdef Py_ssize_t i, bad = -1
    cdef int fault = 0
    players = tuple(players)     # alive as long as their data are used
    fill_players(players, decide, data)
    memset(&table, 0, sizeof(table_t))
    table.rules = &rules.rules
    with nogil:
        for i in range(walls.shape[0]):
            memcpy(table.wall, &walls[i, 0], rules.rules.n_wall)
            table.dealer = dealers[i]
            table.prevalent = winds[i]
            memcpy(table.zha, &zha[i, 0], 4)
            memcpy(table.di, &di[i, 0], 16)
            seed_minds(seeds[i], minds)
            start(&table)
            fault = play_on(&table, decide, data, minds)
            if fault:
                bad = i
                break
            fill_record(&table, <record_t*>&out[i, 0])
    return bad, fault
