"""One hand in Python's hands: a table that is asked, acted on, copied and looked at."""

import numpy as np

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from mjcore.encoding._packed cimport pack_keys
from mjcore.encoding._types cimport CONCEALED_KONG, N_KINDS
from mjcore.kernels._hands cimport fill_players, fill_record, play_on, record_t, seed_minds
from mjcore.kernels._policy cimport Player, decide_t
from mjcore.kernels._table cimport act, start
from mjcore.kernels._table_actions cimport fill_actions, is_legal
from mjcore.kernels._table_hands cimport lock_meld
from mjcore.kernels._table_rules cimport TableRules
from mjcore.kernels._table_checks cimport broken_invariant
from mjcore.kernels._table_types cimport (
    CLAIM_CHOW, CLAIM_KONG, CLAIM_PUNG, DECLARE, DECLINE, DISCARD_READY, DISCARD_TILE, EXPOSE_FLOWER, MAKE_ADDED_KONG,
    MAKE_CONCEALED_KONG, NEVER, N_ACTIONS, N_ALL_KINDS, OVER, PASS, RECALL, TURN, WIN, event_t, kong_t, mind_t,
    player_t, table_t,
)

from mjcore.kernels._hands import RECORD_DTYPE

cdef enum:
    MOST_EVENTS = 512            # of a hand: 144 draws and discards, sets, flowers, declarations, wins passed by

#: Names of what an event is, by its number.
EVENTS = (
    "draw", "replacement", "discard", "chow", "pung", "melded_kong", "concealed_kong", "added_kong", "flower", "ready",
    "decline", "pass", "win", "end", "false_win", "recall",
)
#: Numbers of actions by name; to those that name a kind of tile, or a flower or the place in a chow, it is added.
ACTIONS = {
    "pass": PASS,
    "win": WIN,
    "declare": DECLARE,
    "recall": RECALL,
    "pung": CLAIM_PUNG,
    "kong": CLAIM_KONG,
    "chow": CLAIM_CHOW,
    "decline": DECLINE,
    "flower": EXPOSE_FLOWER,
    "discard": DISCARD_TILE,
    "discard_ready": DISCARD_READY,
    "concealed_kong": MAKE_CONCEALED_KONG,
    "added_kong": MAKE_ADDED_KONG,
    "end": N_ACTIONS,
}
#: Names of decisions by their number.
DECISIONS = ("over", "turn", "win_claim", "set_claim", "heavenly", "late_ready", "consent")


cdef class OneTable:
    """A table with its events; actions are checked.

    Parameters
    ----------
    rules : TableRules
    wall : uint8, shape (136,) or (144,)
    dealer, wind : int
    zha, di : sequence of int, shape (4,)
    seed : int
        Of the chance of the policies that are asked.
    feed : uint8, shape (n,), optional
        Tiles in the order in which they are drawn after the deal, instead of those of the wall.
    left : sequence of int, optional
        With a feed: tiles left in turn, tiles left for kongs, and those of the wall of each seat.
    """

    cdef table_t table
    cdef mind_t minds[4]
    cdef event_t* events
    cdef readonly TableRules rules
    cdef const uint8_t[::1] feed

    def __cinit__(self):
        self.events = <event_t*>malloc(MOST_EVENTS * sizeof(event_t))
        if self.events == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.events)

    def __init__(self, TableRules rules, const uint8_t[::1] wall, *, dealer=0, wind=0, zha=(0, 0, 0, 0),
                 di=(0, 0, 0, 0), uint64_t seed=0, feed=None, left=None):
        self.rules = rules
        memset(&self.table, 0, sizeof(table_t))
        self.table.rules = &rules.rules
        memcpy(self.table.wall, &wall[0], wall.shape[0])
        self.table.dealer = dealer
        self.table.prevalent = wind
        for seat in range(4):
            self.table.zha[seat] = zha[seat]
            self.table.di[seat] = di[seat]
        if feed is not None:
            self.feed = feed
            self.table.feed = &self.feed[0] if self.feed.shape[0] else <const uint8_t*>self.events
            self.table.n_feed = self.feed.shape[0]
            self.table.left, self.table.left_behind = left[:2]
            for seat in range(4):
                self.table.left_of[seat] = left[2 + seat]
        self.table.events = self.events
        self.table.most_events = MOST_EVENTS
        seed_minds(seed, self.minds)
        start(&self.table)

    def copy(self):
        """The same hand, to be played on apart from this one."""
        cdef OneTable other = OneTable.__new__(OneTable)
        other.rules = self.rules
        if self.table.feed != NULL:
            other.feed = self.feed
        other.table = self.table
        other.table.events = other.events
        memcpy(other.events, self.events, self.table.n_events * sizeof(event_t))
        memcpy(other.minds, self.minds, sizeof(self.minds))
        return other

    @property
    def decision(self):
        """Number of the decision that is due, 0 if the hand is over."""
        return self.table.decision

    @property
    def actor(self):
        return self.table.actor

    @property
    def tile(self):
        return self.table.tile

    @property
    def other(self):
        return self.table.other

    @property
    def source(self):
        return self.table.source

    @property
    def robbing(self):
        return bool(self.table.robbing)

    @property
    def dealer(self):
        return self.table.dealer

    @property
    def wind(self):
        return self.table.prevalent

    @property
    def zha(self):
        return tuple([self.table.zha[seat] for seat in range(4)])

    @property
    def di(self):
        return tuple([self.table.di[seat] for seat in range(4)])

    @property
    def left(self):
        return self.table.left

    @property
    def fault(self):
        return bool(self.table.fault)

    @property
    def n_fed(self):
        return self.table.fed

    def actions(self):
        """Numbers of the legal actions, ascending within each sort: uint8, shape (n,)."""
        cdef uint8_t out[N_ACTIONS]
        cdef int n = 0 if self.table.decision == OVER else fill_actions(&self.table, out)
        return np.frombuffer(PyBytes_FromStringAndSize(<const char*>out, n), dtype=np.uint8)

    def is_legal(self, int action):
        return bool(is_legal(&self.table, action))

    def act(self, int action):
        """Take an action of the actor; one that is not legal is refused with False."""
        if not is_legal(&self.table, action):
            return False
        act(&self.table, action)
        return True

    def choose(self, Player player):
        """What a policy would do now; its chance moves on."""
        cdef int seat = self.table.actor
        return player.decide(&self.table, seat, player.data, &self.minds[seat])

    def play_on(self, players):
        """Let four policies play to the end. 0, or a number that says what went wrong."""
        cdef decide_t decide[4]
        cdef const void* data[4]
        fill_players(players, decide, data)
        return play_on(&self.table, decide, data, self.minds)

    def broken_invariant(self):
        """Number of an invariant that does not hold (``INVARIANTS``), or 0."""
        return broken_invariant(&self.table)

    def record(self):
        """The hand as a row of RECORD_DTYPE, shape ()."""
        out = np.zeros(1, dtype=RECORD_DTYPE)
        cdef uint8_t[::1] view = out.view(np.uint8)
        fill_record(&self.table, <record_t*>&view[0])
        return out[0]

    def event_rows(self, int first=0):
        """Events so far, from the `first` on: a list of (type, seat, tile, other, extra)."""
        cdef int i
        return [
            (self.events[i].type, self.events[i].seat, self.events[i].tile, self.events[i].other, self.events[i].extra)
            for i in range(first, self.table.n_events)
        ]

    def player(self, int seat):
        """What is known of a player, his concealed tiles too: a dictionary."""
        cdef const player_t* player = &self.table.players[seat]
        return {
            "concealed": np.array([player.hand.copies[i] for i in range(N_KINDS)], dtype=np.uint8),
            "melds": np.array([player.hand.melds[i] for i in range(4)], dtype=np.uint8),
            "feeders": [player.feeders[i] for i in range(player.hand.n_melds)],
            "waits": player.waits,
            "shape_waits": player.shape_waits,
            "barred": player.barred,
            "declared": bool(player.declared),
            "heavenly": bool(player.heavenly),
            "dead": bool(player.dead),
            "flowers": player.flowers,
            "held_flowers": player.held_flowers,
            "discards": [player.discards[i] for i in range(player.n_discards)],
        }

    def visible(self):
        """Copies of each kind that all can see: uint8, shape (42,)."""
        return np.array([self.table.visible[i] for i in range(N_ALL_KINDS)], dtype=np.uint8)

    def reshuffled(self, rng):
        """The same hand with all that the actor cannot see dealt anew, to ask what he does and for nothing else.

        The concealed tiles of the others, kongs whose kind is not shown and the wall are shuffled together;
        what they hold, declared hands too, keeps its number of tiles only. What the machine knows of them is
        wiped out.
        """
        cdef OneTable other = self.copy()
        cdef table_t* table = &other.table
        cdef bint flowers = table.rules.flowers_kept, shown = table.rules.concealed_kong_shown
        cdef int seat, i
        others = [seat for seat in range(4) if seat != table.actor]
        places = [i for i in range(table.head, table.live_end) if flowers or table.wall[i] < N_KINDS]
        if not table.rules.open_end:
            places += list(range(table.tail, table.rules.n_wall))
        pool = [table.wall[i] for i in places]
        for seat in others:
            pool += _concealed(&table.players[seat], not shown)
        pool = rng.permutation(np.array(pool, dtype=np.int64)).tolist()
        if not shown:
            for i in range(table.n_kongs):
                if table.kongs[i].owner != table.actor and table.kongs[i].type == 0:
                    _change_kong(&table.players[table.kongs[i].owner], &table.kongs[i], pool)
        for seat in others:
            _refill(&table.players[seat], pool)
        for i in places:
            table.wall[i] = pool.pop()
        memset(table.may_win, 0, 4)
        memset(table.passed, 0, 4)
        memset(table.won, 0, 4)
        if table.decision != TURN:
            table.drawn = 255
        return other


cdef _concealed(const player_t* player, bint with_kongs):
    """Kinds that a player holds, flowers too, and those of his concealed kongs where they are not shown."""
    cdef int i
    kinds = [kind for kind in range(N_KINDS) for _ in range(player.hand.copies[kind])]
    kinds += [N_KINDS + i for i in range(8) if player.held_flowers >> i & 1]
    if with_kongs:
        for i in range(player.hand.n_melds):
            if player.hand.melds[i] >> 6 == CONCEALED_KONG:
                kinds += 4 * [(player.hand.melds[i] & 63) - 1]
    return kinds


cdef _change_kong(player_t* player, kong_t* kong, pool):
    """Make a concealed kong one of another kind, the first in the pool with all four copies."""
    cdef int i
    kind = next(kind for kind in pool if kind < N_KINDS and pool.count(kind) == 4)
    pool[:] = [other for other in pool if other != kind]
    for i in range(player.hand.n_melds):
        if player.hand.melds[i] == (CONCEALED_KONG << 6 | (kong.kind + 1)):
            lock_meld(&player.hand, i, CONCEALED_KONG << 6 | (kind + 1))
    kong.kind = kind


cdef _refill(player_t* player, pool):
    """Give a player other concealed tiles, as many as he had, and wipe out what follows from them."""
    cdef int kind, n = player.hand.n_tiles
    for kind in range(8):
        n += player.held_flowers >> kind & 1
    memset(player.hand.copies, 0, N_KINDS)
    player.held_flowers = 0
    for _ in range(n):
        kind = pool.pop()
        if kind < N_KINDS:
            player.hand.copies[kind] += 1
        else:
            player.held_flowers |= 1 << (kind - N_KINDS)
    player.hand.n_tiles = pack_keys(player.hand.copies, player.hand.head, player.hand.tail)
    player.waits = player.shape_waits = 0
    player.far = 0
    player.ready_turn = NEVER
    player.deal_shanten = 0
    player.refused = 0
