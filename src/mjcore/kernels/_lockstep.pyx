"""Many hands in lock step: tables that ask, all at once, and take an answer each."""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from mjcore.encoding._types cimport N_KINDS
from mjcore.kernels._hands cimport fill_record, record_t, seed_minds
from mjcore.kernels._policy cimport Player
from mjcore.kernels._table cimport act, start
from mjcore.kernels._table_actions cimport fill_actions, is_legal
from mjcore.kernels._table_rules cimport TableRules
from mjcore.kernels._table_types cimport N_ACTIONS, OVER, mind_t, player_t, table_t

cdef enum:
    WIDTH = 64                   # legal actions that a decision has at most
    UNSEEN = 255

cdef struct lane_t:
    table_t table
    mind_t minds[4]
    int64_t hand                 # its number


cdef class Lanes:
    """Hands played side by side; where one ends the next begins.

    Parameters
    ----------
    rules : TableRules
    walls : uint8, shape (n, tiles)
    seeds : uint64, shape (n,)
        Of the policies that are asked.
    dealers, winds : uint8, shape (n,)
    at_once : int
        Hands side by side.
    records : uint8, shape (n, sizeof(record_t))
        Filled as hands end.
    zha, di : uint8 and int32, shape (n, 4), optional
        Stakes; none unless given.
    """

    cdef lane_t* lanes
    cdef readonly TableRules rules
    cdef const uint8_t[:, ::1] walls
    cdef const uint64_t[::1] seeds
    cdef const uint8_t[::1] dealers
    cdef const uint8_t[::1] winds
    cdef uint8_t[:, ::1] records
    cdef const uint8_t[:, ::1] zha
    cdef const int32_t[:, ::1] di
    cdef bint has_stakes
    cdef readonly Py_ssize_t n_begun
    cdef readonly Py_ssize_t n_over
    cdef readonly Py_ssize_t n_active
    cdef readonly object legal_array
    cdef readonly object n_legal_array
    cdef uint8_t[:, ::1] legal
    cdef uint8_t[::1] n_legal

    def __init__(self, TableRules rules, walls, seeds, dealers, winds, int at_once, records, zha=None, di=None):
        cdef Py_ssize_t i
        self.rules = rules
        self.walls, self.seeds, self.dealers, self.winds, self.records = walls, seeds, dealers, winds, records
        self.has_stakes = zha is not None
        if self.has_stakes:
            self.zha, self.di = zha, di
        at_once = min(at_once, self.walls.shape[0])
        self.lanes = <lane_t*>malloc(max(at_once, 1) * sizeof(lane_t))
        if self.lanes == NULL:
            raise MemoryError
        self.legal_array = np.zeros((at_once, WIDTH), dtype=np.uint8)
        self.n_legal_array = np.zeros(at_once, dtype=np.uint8)
        self.legal, self.n_legal = self.legal_array, self.n_legal_array
        self.n_active = at_once
        with nogil:
            for i in range(at_once):
                memset(&self.lanes[i].table, 0, sizeof(table_t))
                self.lanes[i].table.rules = &rules.rules
            i = 0
            while i < self.n_active:
                if self._begin(i):
                    i += 1

    def __dealloc__(self):
        free(self.lanes)

    cdef bint _begin(self, Py_ssize_t i) noexcept nogil:
        """Begin hands in a lane until one asks; false if there is none left, and another lane stands here now."""
        cdef lane_t* lane = &self.lanes[i]
        cdef Py_ssize_t hand
        while self.n_begun < self.walls.shape[0]:
            hand = self.n_begun
            self.n_begun += 1
            lane.hand = hand
            memcpy(lane.table.wall, &self.walls[hand, 0], self.walls.shape[1])
            lane.table.dealer = self.dealers[hand]
            lane.table.prevalent = self.winds[hand]
            if self.has_stakes:
                memcpy(lane.table.zha, &self.zha[hand, 0], 4)
                memcpy(lane.table.di, &self.di[hand, 0], 16)
            seed_minds(self.seeds[hand], lane.minds)
            start(&lane.table)
            if lane.table.decision != OVER:
                self._spell(i)
                return True
            self._write(lane)
        self.n_active -= 1
        if i < self.n_active:
            memcpy(lane, &self.lanes[self.n_active], sizeof(lane_t))
            memcpy(&self.legal[i, 0], &self.legal[self.n_active, 0], WIDTH)
            self.n_legal[i] = self.n_legal[self.n_active]
        return False

    cdef inline void _spell(self, Py_ssize_t i) noexcept nogil:
        self.n_legal[i] = fill_actions(&self.lanes[i].table, &self.legal[i, 0])

    cdef inline void _write(self, lane_t* lane) noexcept nogil:
        fill_record(&lane.table, <record_t*>&self.records[lane.hand, 0])
        self.n_over += 1

    def step(self, const uint8_t[::1] actions):
        """Take one action at each active table. Returns the first row whose action is not legal, or -1.

        Nothing is done if one is not legal.
        """
        cdef Py_ssize_t i, n = self.n_active
        cdef lane_t* lane
        cdef Py_ssize_t bad = -1
        with nogil:
            for i in range(n):
                if not is_legal(&self.lanes[i].table, actions[i]):
                    bad = i
                    break
            if bad < 0:
                for i in range(n - 1, -1, -1):   # from behind: an ended lane is replaced by one that has acted
                    lane = &self.lanes[i]
                    act(&lane.table, actions[i])
                    if lane.table.decision != OVER:
                        self._spell(i)
                        continue
                    self._write(lane)
                    self._begin(i)
        return bad

    def choose(self, Player player, const uint8_t[::1] rows, uint8_t[::1] out):
        """What a policy does at the tables of `rows` (not 0), written to `out`."""
        cdef Py_ssize_t i
        cdef table_t* table
        with nogil:
            for i in range(self.n_active):
                if rows[i]:
                    table = &self.lanes[i].table
                    out[i] = player.decide(table, table.actor, player.data, &self.lanes[i].minds[table.actor])

    def fill_scalars(self, int64_t[::1] hands, uint8_t[:, ::1] out):  # OUT (n,), (n, 8)
        """Number of the hand, and: seat, decision, tile, other seat, source, dealer, wind, tiles left."""
        cdef Py_ssize_t i
        cdef table_t* table
        with nogil:
            for i in range(self.n_active):
                table = &self.lanes[i].table
                hands[i] = self.lanes[i].hand
                out[i, 0] = table.actor
                out[i, 1] = table.decision
                out[i, 2] = table.tile
                out[i, 3] = table.other
                out[i, 4] = table.source
                out[i, 5] = table.dealer
                out[i, 6] = table.prevalent
                out[i, 7] = table.left

    def fill_concealed(self, uint8_t[:, ::1] out):       # OUT (n, 34) of the actor
        cdef Py_ssize_t i
        with nogil:
            for i in range(self.n_active):
                memcpy(&out[i, 0], self.lanes[i].table.players[self.lanes[i].table.actor].hand.copies, N_KINDS)

    def fill_visible(self, uint8_t[:, ::1] out):         # OUT (n, 34)
        cdef Py_ssize_t i
        with nogil:
            for i in range(self.n_active):
                memcpy(&out[i, 0], self.lanes[i].table.visible, N_KINDS)

    def fill_melds(self, uint8_t[:, :, ::1] out):        # OUT (n, 4, 4) codes, the actor's first
        """Melds in turn order; of concealed kongs that are not shown only that there is one (192)."""
        cdef Py_ssize_t i
        cdef int k, j
        cdef table_t* table
        with nogil:
            for i in range(self.n_active):
                table = &self.lanes[i].table
                for k in range(4):
                    memcpy(&out[i, k, 0], table.players[(table.actor + k) & 3].hand.melds, 4)
                    for j in range(4):
                        if k and out[i, k, j] >> 6 == 3 and not table.rules.concealed_kong_shown:
                            out[i, k, j] = 192

    def fill_players(self, uint8_t[:, :, ::1] out):      # OUT (n, 4, 5), the actor first
        """In turn order: declared, heavenly, dead, flowers, number of discards."""
        cdef Py_ssize_t i
        cdef int k
        cdef player_t* player
        cdef table_t* table
        with nogil:
            for i in range(self.n_active):
                table = &self.lanes[i].table
                for k in range(4):
                    player = &table.players[(table.actor + k) & 3]
                    out[i, k, 0] = player.declared
                    out[i, k, 1] = player.heavenly
                    out[i, k, 2] = player.dead
                    out[i, k, 3] = player.flowers
                    out[i, k, 4] = player.n_discards

    def fill_discards(self, uint8_t[:, :, ::1] out):     # OUT (n, 4, 48) kinds, the actor first
        """Discards of each player in their order, in turn order; 255 behind the last."""
        cdef Py_ssize_t i
        cdef int k
        cdef player_t* player
        cdef table_t* table
        with nogil:
            for i in range(self.n_active):
                table = &self.lanes[i].table
                for k in range(4):
                    player = &table.players[(table.actor + k) & 3]
                    memset(&out[i, k, 0], UNSEEN, 48)
                    memcpy(&out[i, k, 0], player.discards, player.n_discards)

    def fill_mask(self, uint8_t[:, ::1] out):            # OUT (n, N_ACTIONS)
        cdef Py_ssize_t i
        cdef int k
        with nogil:
            for i in range(self.n_active):
                memset(&out[i, 0], 0, N_ACTIONS)
                for k in range(self.n_legal[i]):
                    out[i, self.legal[i, k]] = 1
