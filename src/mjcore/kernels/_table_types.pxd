"""A table at which a hand is played: its rules, its players, and the decision that is due. Structs alone.

One machine plays both games; what differs between them is in ``play_rules_t``. Everything a player may see
stands in the fields marked "open": a policy reads these, its own ``player_t``, and nothing else.
"""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint32_t, uint64_t

from mjcore.encoding._types cimport form_t, hand_t
from mjcore.kernels._mcr_types cimport mcr_t
from mjcore.kernels._soft_eight cimport soft_rules_t


cdef enum:
    MOST_TILES = 144             # of a wall, with flowers
    FIRST_FLOWER = 34            # flowers are the kinds 34 to 41
    N_ALL_KINDS = 42
    NO_SEAT = 255
    NEVER = 255

cdef enum:                       # play_rules_t.game
    SOFT_EIGHT_GAME = 0
    MCR_GAME = 1

cdef enum:                       # what is decided, table_t.decision
    OVER = 0                     # nothing: the hand is over
    TURN = 1                     # one's own turn: win, kong, discard
    WIN_CLAIM = 2                # win on another's tile, or pass
    SET_CLAIM = 3                # pung, kong or chow of a discard, or pass
    HEAVENLY = 4                 # declare ready with the tiles dealt, or pass
    LATE_READY = 5               # declare ready for one's last discard, or pass
    CONSENT = 6                  # agree to that, or pass

# Actions. Where several are legal one is chosen by its number; a kind is added where there is one.
cdef enum:
    PASS = 0
    WIN = 1
    DECLARE = 2                  # ready, without a discard; CONSENT is the same number
    RECALL = 3                   # the same, and the first discards are taken back
    CLAIM_PUNG = 4
    CLAIM_KONG = 5
    CLAIM_CHOW = 6               # 6, 7, 8: the tile is the lowest, the middle, the highest
    DECLINE = 9                  # end the hand rather than discard its last tile
    EXPOSE_FLOWER = 10           # 10 to 17
    DISCARD_TILE = 18            # + kind, 18 to 59, flowers too
    DISCARD_READY = 60           # + kind: discard and declare ready, 60 to 93
    MAKE_CONCEALED_KONG = 94     # + kind, 94 to 127
    MAKE_ADDED_KONG = 128        # + kind, 128 to 161
    N_ACTIONS = 162

cdef enum:                       # table_t.stage: what the machine does next
    ASK_HEAVENLY_FIRST           # before the first turn
    BEGIN_TURN
    ASK_SETS
    ASK_WINS
    ASK_AGAIN                    # those who let a tile pass that another takes
    ASK_HEAVENLY
    CARRY_OUT
    DRAW
    ASK_LATE
    ASK_LATER                    # the discarder before
    MAKE_KONG
    SETTLE
    STOP

cdef enum:                       # where the tile came from that begins a turn, table_t.source
    FROM_DEAL = 0
    FROM_WALL = 1
    FROM_TAIL = 2                # the tile drawn for a kong
    FROM_CLAIM = 3               # a claimed discard

cdef enum:                       # how a hand ended, record_t.outcome
    DRAWN_WALL = 0               # no tile left
    DRAWN_DECLINED = 1           # the last tile was not discarded
    DRAWN_KONG = 2               # by a kong too many
    WON = 3

cdef enum:                       # event_t.type, what a log is made of
    DRAW_EVENT = 0
    REPLACEMENT_EVENT = 1        # a draw that replaces a kong or a flower
    DISCARD_EVENT = 2
    CHOW_EVENT = 3               # tile: the one claimed; extra: the lowest of the chow
    PUNG_EVENT = 4
    MELDED_KONG_EVENT = 5
    CONCEALED_KONG_EVENT = 6
    ADDED_KONG_EVENT = 7
    FLOWER_EVENT = 8             # extra: 1 before play began
    READY_EVENT = 9              # extra: 1 heavenly, 2 late
    DECLINE_EVENT = 10
    PASS_EVENT = 11              # a win passed by
    WIN_EVENT = 12               # extra: 0 discard, 1 self-draw, 2 robbed
    END_EVENT = 13               # without a winner; extra: the outcome
    FALSE_WIN_EVENT = 14
    RECALL_EVENT = 15


cdef struct event_t:
    uint8_t type
    uint8_t seat
    uint8_t tile
    uint8_t other                # seat it came from, NO_SEAT if none
    uint8_t extra


cdef struct pay_rules_t:         # Soft Eight: who pays what
    int dealer_bonus
    bint bonus_on_kongs
    int kong_open
    int kong_concealed
    int added_payer              # 0 who fed the pung, 1 all three, 2 nobody
    bint winner_kongs_flat
    int beside_base              # kongs owed by who pays no base: 0 multiplied, 1 flat, 2 void, 3 the discarder's
    int loser_kongs              # 0 flat, 1 void, 2 netted
    bint drawn_kongs
    bint bottom_feeder           # a fed kong's feeder pays for the tile drawn for it
    bint all_pay                 # a win on a discard too
    int zha_model                # 0 sum, 1 off, 2 larger, 3 winner's own, 4 sum between the dealer and others
    int zha_cap                  # -1 none
    bint di_symmetric
    int di_measure               # of losses to the dealer: 0 what he won, 1 without fans and kongs, 2 all


cdef struct play_rules_t:        # a rule set as the machine reads it; made by TableRules
    int game
    const form_t* form
    const mcr_t* mcr
    const soft_rules_t* soft
    int n_wall                   # tiles in play
    bint flowers
    bint flowers_kept            # a flower may be kept and discarded
    bint separate_walls          # each seat draws from a wall of its own (replayed logs)
    bint chow_claims
    bint must_declare            # only who declared ready can win
    bint can_declare             # with a discard
    int tail_tiles               # kept for kongs; 0 and open_end: kongs draw from the far end of the one wall
    bint open_end
    bint tail_replenished
    bint rear_first
    bint decline_win
    int ready_kong               # 0 waits unchanged, 1 structure unchanged, 2 still ready, 3 added only, 4 never
    bint kong_needs_own_draw
    bint late_added_kong         # the fourth tile may be added later than it was drawn
    bint added_kong_robbable
    bint melded_kong_robbable    # after it was made, beside winning on the discard itself
    int kong_limit               # 0: none
    bint dead_end_draws          # a dead-end turn without a winner ends the hand
    bint chain_kong_by_other
    bint last_may_decline
    int last_claims              # of the last discard: 0 win only, 1 kong by a declared player too, 2 all
    bint last_kong
    int same_tile                # 0 off, 1 until own turn, 2 until any ready turn, 3 adjacent only
    bint same_tile_own
    bint pass_recovery
    int recovery_scope           # 0 later in order, 1 next only, 2 next of discarder
    bint dealt_win_untouched
    bint heavenly                # there is a declaration with the tiles dealt
    bint heavenly_at_once        # only before the first discard of the hand
    int reaction                 # 0 off, 1 dealer's first discard, 2 until own draw
    bint recall
    bint dealer_heavenly
    int late_ready               # 0 off, 1 before the next discard, 2 with consent too
    int dead_wait                # 0 own copies, 1 allow, 2 visible copies
    bint concealed_kong_shown
    bint many_winners
    bint false_win               # a complete hand below the minimum may be called
    int min_points
    int stake
    pay_rules_t pay


cdef struct player_t:
    hand_t hand                  # concealed tiles, in his turn with the one drawn; melds spelled out (these are open)
    # Kinds that complete his 13 tiles under the rules; between his turns. A fifth copy may be among them or not.
    uint64_t waits
    uint64_t shape_waits         # the same whatever suit the tiles are of
    uint64_t barred              # kinds he may not win on, since they were discarded since his last turn; open
    uint8_t feeders[4]           # who fed each meld, NO_SEAT nobody; open
    uint8_t n_exposed            # melds but for concealed kongs; open
    uint8_t declared             # ready; open
    uint8_t heavenly             # with the tiles dealt; open
    uint8_t dead                 # may not win any more; open
    uint8_t has_drawn            # or claimed, after the deal; open
    uint8_t recalled             # takes his first discard back when his turn comes
    uint8_t flowers              # exposed; open
    uint8_t held_flowers         # kept in the hand, a bit each
    uint8_t n_discards           # open
    uint8_t n_in_suit[4]         # of these, by suit; open
    uint8_t discards[48]         # in order, claimed ones too; open
    int8_t far                   # at least so many tiles are missing, whatever the suits; kept as tiles come and go
    uint8_t ready_turn           # own discards made when he was first ready; NEVER
    int8_t deal_shanten          # of his first 13 tiles
    uint8_t refused              # complete hands that the rules refused him


cdef struct kong_t:
    uint8_t owner
    uint8_t type                 # 0 concealed, 1 melded, 2 added
    uint8_t kind
    uint8_t feeder


cdef struct legal_t:             # what the actor may do; open to him
    uint64_t discards            # masks of kinds
    uint64_t ready_discards
    uint64_t concealed_kongs
    uint64_t added_kongs
    uint8_t flowers              # held, that he may expose
    uint8_t flower_discards
    bint passing
    bint win
    bint declare
    bint recall
    bint pung
    bint kong
    bint decline
    uint8_t chows                # bits: the tile lowest, middle, highest


cdef struct table_t:
    const play_rules_t* rules
    # -- open to all
    int decision
    int actor                    # seat whose decision it is
    int tile                     # discarded, or of a kong; in one's turn the one drawn; 255 after a claim or if unseen
    int other                    # the seat that discarded it, or makes the kong
    bint robbing                 # the tile is being added to a pung
    int source                   # of the turn
    bint last                    # the live wall was empty when the tile was drawn, or discarded
    int dealer
    int prevalent                # wind, 0 to 3
    uint8_t zha[4]
    int32_t di[4]
    int left                     # tiles that can still be drawn in turn
    int left_behind              # and for kongs; of an open-ended wall the same tiles
    int left_of[4]               # with separate walls, of each
    int n_kongs                  # completed, all players together
    int n_discards
    bint dead_end                # the turn of a declared player who made a kong too many
    int claimant                 # seat that said it will claim, NO_SEAT
    int claim                    # and its action
    uint8_t visible[48]          # copies of each kind in discards and exposed sets
    kong_t kongs[16]
    # -- the actor's
    legal_t legal
    # -- hidden
    player_t players[4]
    uint8_t wall[MOST_TILES]
    int head                     # next tile drawn
    int live_end                 # end of the live wall
    int tail                     # next tile for kongs
    const uint8_t* feed          # tiles in the order they are drawn, instead of a wall; or NULL
    int n_feed
    int fed
    int stage
    int cursor                   # next seat it asks, counted from `other`
    uint8_t may_win[4]           # who may win on the tile, as of when it was discarded
    uint8_t passed[4]
    uint8_t won[4]
    int drawn                    # tile taken last in this turn, 255 none
    int n_drawn                  # tiles drawn after the deal
    int kong_kind                # being made
    int kong_type
    int kong_feeder
    int last_discarder
    int asker                    # who would declare late, where consent is asked for
    int discarder_before         # of the last discard but one
    bint fresh                   # somebody may still declare with the tiles dealt
    bint claimed_chow            # the turn began with a chow
    int n_claims                 # sets claimed
    bint fault                   # the feed ran out, or a test of the invariants failed
    int outcome
    int winner
    uint8_t winners              # bits
    uint8_t win_row[44]          # HAND_DTYPE of the (nearest) winner
    int32_t points[4]
    int32_t lost_to_dealer[4]    # what of it counts towards a stake against the dealer
    int32_t penalties[4]         # of false wins
    uint64_t fans[2]             # as record_t
    uint32_t fan_counts
    int32_t worth                # points of MCR, base of Soft Eight
    int32_t multiplier
    int32_t flower_points
    event_t* events              # or NULL
    int n_events
    int most_events


cdef struct mind_t:              # what a player carries through one hand
    uint64_t state               # of his own random numbers
    bint begun                   # whether `taste` is set
    float taste[32]
