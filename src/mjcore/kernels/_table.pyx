"""A hand of mahjong as a pure state machine, for both games and what lies between them.

The machine asks one seat at a time. A decision with one legal action only is taken without asking. After a
discard the stages follow one another as ``_after_discard`` says; ``cursor`` counts the seats already asked in
a stage. What a rule set does otherwise stands in ``play_rules_t``, never here.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from mjcore.encoding._bits cimport lowest
from mjcore.encoding._packed cimport kinds_with_at_least, pack_keys
from mjcore.encoding._types cimport CHOW, CONCEALED_KONG, MELDED_KONG, N_KINDS, PUNG
from mjcore.kernels._distance cimport hand_distance, kinds_held
from mjcore.kernels._mcr_scores cimport McrScorer
from mjcore.kernels._soft_eight cimport SoftEightScorer
from mjcore.kernels._table_end cimport fill_win, mcr_points, settle
from mjcore.kernels._table_hands cimport (
    declarable, least_missing, lock_meld, may_kong_declared, place_of_pung, pungs_to_add, put_tile, ready_discards,
    renew_waits, take_tile,
)
from mjcore.kernels._table_types cimport *
from mjcore.kernels._waits cimport exhausted
from mjcore.tables._tables cimport Tables

cdef enum:
    FALSE_WIN_POINTS = 10        # to each other player, in Chinese Official Mahjong

cdef enum:                       # stages: what the machine does next
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


cdef class TableRules:
    """A rule set as the machine reads it.

    Parameters
    ----------
    tables : Tables
    scorer : McrScorer or SoftEightScorer
    options : mapping of str to int
        Every field of ``play_rules_t`` that is a number; those of payments with ``pay_`` before them.
    """

    def __init__(self, Tables tables, scorer, options):
        self.tables = tables
        self.scorer = scorer
        memset(&self.rules, 0, sizeof(play_rules_t))
        self.rules.form = &tables.form
        if isinstance(scorer, McrScorer):
            self.rules.game = MCR_GAME
            self.rules.mcr = &(<McrScorer>scorer).mcr
        else:
            self.rules.game = SOFT_EIGHT_GAME
            self.rules.soft = &(<SoftEightScorer>scorer).rules
        _set_options(&self.rules, dict(options))


cdef _set_options(play_rules_t* rules, options):
    """Fill the numbers of a rule set; each option must be there, and no other."""
    rules.n_wall = options.pop("n_wall")
    rules.flowers = options.pop("flowers")
    rules.flowers_kept = options.pop("flowers_kept")
    rules.separate_walls = options.pop("separate_walls")
    rules.chow_claims = options.pop("chow_claims")
    rules.must_declare = options.pop("must_declare")
    rules.can_declare = options.pop("can_declare")
    rules.tail_tiles = options.pop("tail_tiles")
    rules.open_end = options.pop("open_end")
    rules.tail_replenished = options.pop("tail_replenished")
    rules.rear_first = options.pop("rear_first")
    rules.decline_win = options.pop("decline_win")
    rules.ready_kong = options.pop("ready_kong")
    rules.kong_needs_own_draw = options.pop("kong_needs_own_draw")
    rules.late_added_kong = options.pop("late_added_kong")
    rules.added_kong_robbable = options.pop("added_kong_robbable")
    rules.melded_kong_robbable = options.pop("melded_kong_robbable")
    rules.kong_limit = options.pop("kong_limit")
    rules.dead_end_draws = options.pop("dead_end_draws")
    rules.chain_kong_by_other = options.pop("chain_kong_by_other")
    rules.last_may_decline = options.pop("last_may_decline")
    rules.last_claims = options.pop("last_claims")
    rules.last_kong = options.pop("last_kong")
    rules.same_tile = options.pop("same_tile")
    rules.same_tile_own = options.pop("same_tile_own")
    rules.pass_recovery = options.pop("pass_recovery")
    rules.recovery_scope = options.pop("recovery_scope")
    rules.dealt_win_untouched = options.pop("dealt_win_untouched")
    rules.heavenly = options.pop("heavenly")
    rules.heavenly_at_once = options.pop("heavenly_at_once")
    rules.reaction = options.pop("reaction")
    rules.recall = options.pop("recall")
    rules.dealer_heavenly = options.pop("dealer_heavenly")
    rules.late_ready = options.pop("late_ready")
    rules.dead_wait = options.pop("dead_wait")
    rules.concealed_kong_shown = options.pop("concealed_kong_shown")
    rules.many_winners = options.pop("many_winners")
    rules.false_win = options.pop("false_win")
    rules.min_points = options.pop("min_points")
    rules.stake = options.pop("stake")
    rules.pay.dealer_bonus = options.pop("pay_dealer_bonus")
    rules.pay.bonus_on_kongs = options.pop("pay_bonus_on_kongs")
    rules.pay.kong_open = options.pop("pay_kong_open")
    rules.pay.kong_concealed = options.pop("pay_kong_concealed")
    rules.pay.added_payer = options.pop("pay_added_payer")
    rules.pay.winner_kongs_flat = options.pop("pay_winner_kongs_flat")
    rules.pay.beside_base = options.pop("pay_beside_base")
    rules.pay.loser_kongs = options.pop("pay_loser_kongs")
    rules.pay.drawn_kongs = options.pop("pay_drawn_kongs")
    rules.pay.bottom_feeder = options.pop("pay_bottom_feeder")
    rules.pay.all_pay = options.pop("pay_all_pay")
    rules.pay.zha_model = options.pop("pay_zha_model")
    rules.pay.zha_cap = options.pop("pay_zha_cap")
    rules.pay.di_symmetric = options.pop("pay_di_symmetric")
    if options:
        raise TypeError(f"the machine knows no {', '.join(options)}")


# ---- events ------------------------------------------------------------------------------------------------

cdef inline void _log(table_t* table, int type, int seat, int tile, int other, int extra) noexcept nogil:
    cdef event_t* event
    if table.events == NULL or table.n_events == table.most_events:
        return
    event = &table.events[table.n_events]
    event.type = type
    event.seat = seat
    event.tile = tile
    event.other = other
    event.extra = extra
    table.n_events += 1


# ---- the wall ----------------------------------------------------------------------------------------------

cdef inline int _next_of(int seat) noexcept nogil:
    return (seat + 1) & 3


cdef inline int _taken(table_t* table, int at) noexcept nogil:
    """The tile at a place of the wall, or the next one of the feed."""
    if table.feed == NULL:
        return table.wall[at]
    if table.fed >= table.n_feed:
        table.fault = True
        return 0
    table.fed += 1
    return table.feed[table.fed - 1]


cdef inline int _take(table_t* table, int seat) noexcept nogil:
    """The next tile in turn; there is one."""
    table.n_drawn += 1
    table.left -= 1
    if table.rules.separate_walls:
        table.left_of[seat] -= 1
    elif table.rules.open_end:
        table.left_behind -= 1
    table.head += 1
    return _taken(table, table.head - 1)


cdef inline int _take_behind(table_t* table, int seat) noexcept nogil:
    """The next tile for a kong or a flower; there is one."""
    cdef int at = table.tail, first = table.rules.n_wall - table.rules.tail_tiles
    table.n_drawn += 1
    if table.rules.separate_walls:
        table.left -= 1
        table.left_of[seat] -= 1
        return _taken(table, 0)
    if table.rules.open_end:
        table.left -= 1
        table.left_behind -= 1
        table.live_end -= 1
        return _taken(table, table.live_end)
    table.tail += 1
    if table.rules.tail_replenished and table.left > 0:
        table.left -= 1          # the live wall gives a tile to the tail
        table.live_end -= 1
    else:
        table.left_behind -= 1
    if at >= table.rules.n_wall:
        return _taken(table, table.live_end)
    if table.rules.rear_first:
        at -= first
        return _taken(table, table.rules.n_wall - 2 - 2 * (at // 2) + (at & 1))
    return _taken(table, at)


cdef inline bint _is_last(const table_t* table, int seat) noexcept nogil:
    """Whether a tile that a seat draws or discards now is the last: nobody could draw after it."""
    if table.rules.separate_walls:
        return table.left_of[_next_of(seat)] <= 0
    return table.left <= 0


cdef inline bint _has_kong_tile(const table_t* table, int seat) noexcept nogil:
    if table.rules.separate_walls:
        return table.left_of[seat] > 0 and table.left_of[_next_of(seat)] > 0
    return table.left_behind > 0


cdef int _replace_flower(table_t* table, int seat, int flower, bint dealt) noexcept nogil:
    """Expose a flower and take another tile; 255 if there is none."""
    _log(table, FLOWER_EVENT, seat, flower, NO_SEAT, dealt)
    table.players[seat].flowers += 1
    if table.left <= 0:
        return 255
    flower = _take_behind(table, seat)
    _log(table, REPLACEMENT_EVENT, seat, flower, NO_SEAT, 0)
    return flower


# ---- deal --------------------------------------------------------------------------------------------------

cdef void start(table_t* table) noexcept nogil:
    cdef int seat
    memset(table.players, 0, sizeof(table.players))
    memset(table.visible, 0, sizeof(table.visible))
    memset(table.penalties, 0, sizeof(table.penalties))
    memset(table.won, 0, sizeof(table.won))
    memset(table.passed, 0, sizeof(table.passed))
    memset(table.may_win, 0, sizeof(table.may_win))
    table.head = 53
    table.live_end = table.rules.n_wall - table.rules.tail_tiles
    table.tail = table.live_end
    if table.feed == NULL:       # otherwise whoever feeds knows how many tiles there are
        table.left = table.live_end - table.head
        table.left_behind = table.left if table.rules.open_end else table.rules.tail_tiles
    table.fed = 0
    table.n_kongs = table.n_discards = table.n_drawn = table.n_won = table.n_claims = table.n_events = 0
    table.dead_end = table.robbing = table.fault = table.other_declared = table.claimed_chow = False
    table.claimant = table.other = table.last_discarder = table.discarder_before = table.asker = NO_SEAT
    table.trigger = table.kong_feeder = NO_SEAT
    table.outcome = DRAWN_WALL
    for seat in range(4):
        memset(table.players[seat].feeders, NO_SEAT, 4)
        table.players[seat].ready_turn = NEVER
    _deal(table)
    table.decision = OVER
    table.actor = table.dealer
    table.source = FROM_DEAL
    table.last = False
    table.fresh = table.rules.heavenly
    table.stage = ASK_HEAVENLY_FIRST if table.fresh else BEGIN_TURN
    table.cursor = 1
    _advance(table)


cdef void _deal(table_t* table) noexcept nogil:
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
    _log(table, DRAW_EVENT, table.dealer, table.drawn, NO_SEAT, 0)
    for i in range(4):
        seat = (table.dealer + i) & 3
        player = &table.players[seat]
        if table.rules.flowers and not table.rules.flowers_kept:
            _replace_dealt_flowers(table, seat)
        player.hand.n_tiles = pack_keys(player.hand.copies, player.hand.head, player.hand.tail)
        renew_waits(table.rules.form, player)
        player.far = least_missing(table.rules.form, &player.hand)
        player.deal_shanten = 127
        if player.hand.n_tiles == 13:
            player.deal_shanten = hand_distance(table.rules.form, &player.hand) - 1
        if i and player.hand.n_tiles == 13 and player.waits & ~exhausted(&player.hand):
            player.ready_turn = 0
    _hold(table, table.dealer, table.drawn)
    table.tile = table.drawn


cdef void _replace_dealt_flowers(table_t* table, int seat) noexcept nogil:
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
        tile = _replace_flower(table, seat, flower, True)
        if drawn:
            table.drawn = tile
            continue
        player.held_flowers &= player.held_flowers - 1
        if tile >= FIRST_FLOWER:
            player.held_flowers |= 1 << (tile - FIRST_FLOWER)
        else:
            player.hand.copies[tile] += 1


cdef inline void _hold(table_t* table, int seat, int tile) noexcept nogil:
    """Put a tile into a hand; flowers stand apart."""
    if tile >= FIRST_FLOWER:
        table.players[seat].held_flowers |= 1 << (tile - FIRST_FLOWER)
    else:
        put_tile(&table.players[seat].hand, tile)
        table.players[seat].far -= 1


# ---- one's own turn ----------------------------------------------------------------------------------------

cdef bint _may_win_here(table_t* table, const player_t* player) noexcept nogil:
    """Whether the rules let the actor win in this turn, complete or not."""
    if table.source == FROM_CLAIM or player.dead or player.recalled or player.held_flowers:
        return False
    if table.source == FROM_DEAL or player.declared or not table.rules.must_declare:
        return True
    return (                     # the dealer's kong before anything else
        not table.rules.dealt_win_untouched and table.actor == table.dealer and table.n_discards == 0
    )


cdef bint _wins_here(table_t* table, player_t* player) noexcept nogil:
    """Whether the actor may call a win, a false one included; counts a complete hand that the rules refuse."""
    cdef uint8_t row[44]
    if table.tile >= N_KINDS or not player.shape_waits >> table.tile & 1:
        return False
    if table.rules.game == SOFT_EIGHT_GAME:
        player.refused += not player.waits >> table.tile & 1
        return player.waits >> table.tile & 1 and _may_win_here(table, player)
    if not _may_win_here(table, player):
        return False
    fill_win(table, table.actor, table.tile, row)
    if mcr_points(table, row) >= table.rules.min_points:
        return True
    player.refused += 1
    return table.rules.false_win


cdef void _fill_kongs(table_t* table, const player_t* player) noexcept nogil:
    cdef legal_t* legal = &table.legal
    cdef int tile = table.tile
    cdef hand_t before
    if table.source == FROM_CLAIM and (table.rules.kong_needs_own_draw or table.claimed_chow):
        return
    if not _has_kong_tile(table, table.actor) or (table.last and not table.rules.last_kong):
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


cdef void _fill_turn(table_t* table) noexcept nogil:
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
            player.far = least_missing(table.rules.form, &player.hand)
            if player.far <= 1:
                legal.ready_discards = ready_discards(table.rules, player, table.visible)
    if player.held_flowers and table.source != FROM_CLAIM and table.left > 0:
        legal.flowers = player.held_flowers


cdef inline int _only_discard(const table_t* table) noexcept nogil:
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


cdef void _take_turn(table_t* table, int action) noexcept nogil:
    cdef int seat = table.actor
    if action == WIN:
        if _is_false_win(table, seat):
            table.stage = BEGIN_TURN
        else:
            table.won[seat] = True
            table.outcome = WON
            table.stage = SETTLE
    elif action == DECLINE:
        _log(table, DECLINE_EVENT, seat, 255, NO_SEAT, 0)
        table.outcome = DRAWN_DECLINED
        table.stage = SETTLE
    elif action < DISCARD_TILE:
        _expose_flower(table, seat, action - EXPOSE_FLOWER)
    elif action < DISCARD_READY:
        _discard(table, seat, action - DISCARD_TILE, False)
    elif action < MAKE_CONCEALED_KONG:
        _discard(table, seat, action - DISCARD_READY, True)
    elif action < MAKE_ADDED_KONG:
        table.kong_kind = action - MAKE_CONCEALED_KONG
        table.kong_type = 0
        table.kong_feeder = NO_SEAT
        _log(table, CONCEALED_KONG_EVENT, seat, table.kong_kind, NO_SEAT, 0)
        table.stage = MAKE_KONG
    else:
        _add_kong(table, seat, action - MAKE_ADDED_KONG)


cdef bint _is_false_win(table_t* table, int seat) noexcept nogil:
    """If a win that was called is below the minimum, fine the caller."""
    cdef uint8_t row[44]
    cdef int other
    if not table.rules.false_win:
        return False
    fill_win(table, seat, table.tile, row)
    if mcr_points(table, row) >= table.rules.min_points:
        return False
    _log(table, FALSE_WIN_EVENT, seat, table.tile, NO_SEAT, 0)
    table.players[seat].dead = True
    for other in range(4):
        if other != seat:
            table.penalties[seat] -= FALSE_WIN_POINTS * table.rules.stake
            table.penalties[other] += FALSE_WIN_POINTS * table.rules.stake
    return True


cdef void _expose_flower(table_t* table, int seat, int flower) noexcept nogil:
    table.players[seat].held_flowers &= ~(1 << flower)
    table.tile = _replace_flower(table, seat, FIRST_FLOWER + flower, False)
    table.drawn = table.tile
    _hold(table, seat, table.tile)
    table.source = FROM_WALL
    table.last = _is_last(table, seat)
    table.stage = BEGIN_TURN


cdef void _add_kong(table_t* table, int seat, int kind) noexcept nogil:
    """Add a tile to a pung, for the others to rob."""
    cdef int at = place_of_pung(&table.players[seat].hand, kind)
    table.kong_kind = kind
    table.kong_type = 2
    table.kong_feeder = table.players[seat].feeders[at]
    _log(table, ADDED_KONG_EVENT, seat, kind, NO_SEAT, 0)
    if table.rules.added_kong_robbable:
        _offer_robbing(table, seat, kind, NO_SEAT)
    else:
        table.stage = MAKE_KONG


cdef void _offer_robbing(table_t* table, int seat, int kind, int but) noexcept nogil:
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
        table.may_win[other] = other != but and _may_win_on(table, other)
    table.cursor = 1
    table.stage = ASK_WINS


cdef void _make_kong(table_t* table) noexcept nogil:
    """The kong was not robbed: lay it down, and draw for it."""
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
            return
        table.dead_end = True
    renew_waits(table.rules.form, player)
    _draw_for_kong(table, seat)


cdef void _draw_for_kong(table_t* table, int seat) noexcept nogil:
    cdef int tile = _take_behind(table, seat)
    _log(table, REPLACEMENT_EVENT, seat, tile, NO_SEAT, 0)
    table.source = FROM_TAIL
    _begin_with(table, seat, tile, BEGIN_TURN)


cdef void _begin_with(table_t* table, int seat, int tile, int stage) noexcept nogil:
    """Take a drawn tile into the hand, flowers replaced; then comes `stage`, unless a flower was the last tile."""
    cdef int flower
    _lift_bars(table, seat)
    table.actor = seat
    table.players[seat].has_drawn = True
    if table.fresh:
        table.fresh = _is_fresh(table)
    while tile >= FIRST_FLOWER and not table.rules.flowers_kept:
        table.source = FROM_WALL
        flower = tile
        if table.left <= 0:      # it cannot be replaced, and is discarded
            _log(table, DISCARD_EVENT, seat, flower, NO_SEAT, 0)
            table.n_discards += 1
            table.stage = SETTLE
            return
        tile = _replace_flower(table, seat, flower, False)
    table.tile = table.drawn = tile
    _hold(table, seat, tile)
    table.last = _is_last(table, seat)
    table.stage = stage


cdef inline bint _is_fresh(const table_t* table) noexcept nogil:
    """Whether one beside the dealer has neither drawn nor claimed a tile."""
    cdef int i
    for i in range(1, 4):
        if not table.players[(table.dealer + i) & 3].has_drawn:
            return True
    return False


cdef inline void _lift_bars(table_t* table, int seat) noexcept nogil:
    """A seat's turn has come, or was skipped: what it could not win on is free again (article 7)."""
    cdef int other
    table.players[seat].barred = 0
    if table.rules.same_tile == 2 and table.players[seat].declared:
        for other in range(4):
            table.players[other].barred = 0


# ---- a discard and what others may do with it ----------------------------------------------------------------

cdef void _discard(table_t* table, int seat, int tile, bint ready) noexcept nogil:
    cdef player_t* player = &table.players[seat]
    if ready:
        player.declared = True
        player.heavenly = (
            table.rules.dealer_heavenly and seat == table.dealer and table.n_discards == 0
            and table.n_kongs == 0 and table.n_claims == 0
        )
        _log(table, READY_EVENT, seat, 255, NO_SEAT, player.heavenly)
    _log(table, DISCARD_EVENT, seat, tile, NO_SEAT, 0)
    if tile >= FIRST_FLOWER:
        player.held_flowers &= ~(1 << (tile - FIRST_FLOWER))
    else:
        take_tile(&player.hand, tile, 1)
        player.n_in_suit[tile // 9] += 1
    player.discards[player.n_discards] = tile
    player.n_discards += 1
    player.recalled = 0
    table.visible[tile] += 1
    table.n_discards += 1
    table.discarder_before = table.last_discarder
    table.last_discarder = seat
    table.other = seat
    table.tile = tile
    table.other_declared = ready
    table.last = _is_last(table, seat)
    table.decision = WIN_CLAIM   # so that wins are looked at as on another's tile
    if player.far <= 1 and not table.rules.can_declare:
        player.far = least_missing(table.rules.form, &player.hand)
    if player.far > 1:
        player.waits = player.shape_waits = 0
    elif ready or not player.declared:
        renew_waits(table.rules.form, player)
        if player.ready_turn == NEVER and player.waits & ~exhausted(&player.hand) and not player.held_flowers:
            player.ready_turn = player.n_discards
    _after_discard(table, seat, tile)


cdef void _after_discard(table_t* table, int seat, int tile) noexcept nogil:
    """Find out whether anybody may do anything with a discard.

    With pass recovery the intents to claim are heard first, then who wins, then declarations, then the
    claim is carried out; otherwise wins come first. Flowers are nobody's.
    """
    cdef int i, other
    cdef bint wins = False, sets = False
    cdef player_t* player
    table.claimant = NO_SEAT
    table.claim = PASS
    table.cursor = 1
    if tile < N_KINDS:
        for i in range(1, 4):
            other = (seat + i) & 3
            player = &table.players[other]
            table.passed[other] = False
            table.may_win[other] = player.shape_waits >> tile & 1 and _may_win_on(table, other)
            wins |= table.may_win[other]
            sets |= player.hand.copies[tile] >= 2
        sets |= table.rules.chow_claims and tile < 27
    if table.rules.pass_recovery:
        table.stage = ASK_SETS if sets else ASK_WINS if wins else ASK_HEAVENLY
    else:
        table.stage = ASK_WINS if wins else ASK_HEAVENLY
    if table.stage == ASK_HEAVENLY and not table.fresh:
        table.stage = ASK_SETS if sets and not table.rules.pass_recovery else CARRY_OUT


cdef bint _may_declare_heavenly(const table_t* table, int seat) noexcept nogil:
    cdef const player_t* player = &table.players[seat]
    return (
        table.rules.heavenly and seat != table.dealer
        and not (player.has_drawn or player.declared or player.dead)
        and declarable(table.rules, &player.hand, player.waits, table.visible) != 0
    )


cdef bint _reacts(const table_t* table, int seat) noexcept nogil:
    """Whether a seat may win the discard by declaring heavenly ready."""
    if table.rules.reaction == 0 or table.robbing:
        return False
    if table.rules.reaction == 1 and (table.n_discards != 1 or table.other != table.dealer):
        return False
    return _may_declare_heavenly(table, seat)


cdef bint _may_win_on(table_t* table, int seat) noexcept nogil:
    """Whether a seat may win on another's tile; counts a complete hand that the rules refuse."""
    cdef player_t* player = &table.players[seat]
    cdef uint8_t row[44]
    if not player.shape_waits >> table.tile & 1:
        return False
    if table.rules.game == SOFT_EIGHT_GAME:
        if not player.waits >> table.tile & 1:
            player.refused += not table.robbing
            return False
        if player.dead or player.barred >> table.tile & 1:
            return False
        return player.declared or not table.rules.must_declare or _reacts(table, seat)
    if player.dead or player.held_flowers or (table.rules.must_declare and not player.declared):
        return False
    fill_win(table, seat, table.tile, row)
    if mcr_points(table, row) >= table.rules.min_points:
        return True
    player.refused += 1
    return table.rules.false_win


cdef bint _ask_win(table_t* table, int seat) noexcept nogil:
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


cdef void _claim_win(table_t* table, int action) noexcept nogil:
    """The answer of a seat that may win on another's tile."""
    cdef int seat = table.actor
    cdef bint again = table.stage == ASK_AGAIN
    if action == PASS or _is_false_win(table, seat):
        if action == PASS:
            _log(table, PASS_EVENT, seat, table.tile, table.other, 0)
        table.passed[seat] = True
        return
    if again and not table.rules.many_winners:
        memset(table.won, 0, sizeof(table.won))
    if not table.players[seat].declared and not table.players[seat].dead and _reacts(table, seat):
        table.players[seat].declared = table.players[seat].heavenly = True
        _log(table, READY_EVENT, seat, 255, NO_SEAT, 1)
    table.passed[seat] = False
    table.won[seat] = True
    table.outcome = WON
    if table.rules.many_winners:
        return
    table.trigger = seat
    table.cursor = 1
    table.stage = SETTLE if again or not table.rules.pass_recovery else ASK_AGAIN


cdef bint _may_change_mind(const table_t* table, int seat) noexcept nogil:
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


cdef bint _fill_sets(table_t* table, int seat) noexcept nogil:
    """What a seat may claim the discard for; false if for nothing but chows."""
    cdef const player_t* player = &table.players[seat]
    cdef legal_t* legal = &table.legal
    cdef int copies = player.hand.copies[table.tile]
    memset(legal, 0, sizeof(legal_t))
    if copies < 2:
        return False
    if table.players[_next_of(table.other)].recalled:
        return False
    if table.last and table.rules.last_claims == 0:
        return False
    if copies >= 3 and _has_kong_tile(table, table.other if table.rules.separate_walls else seat):
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


cdef int _chows(const table_t* table, int seat) noexcept nogil:
    """Chows that a seat may make of the discard, a bit each: the tile lowest, middle, highest."""
    cdef const player_t* player = &table.players[seat]
    cdef const uint8_t* copies = &player.hand.copies[0]
    cdef int tile = table.tile, rank = tile % 9, chows = 0
    if not table.rules.chow_claims or tile >= 27 or seat != _next_of(table.other):
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


cdef bint _ask_sets(table_t* table) noexcept nogil:
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
        seat = _next_of(table.other)
        memset(&table.legal, 0, sizeof(legal_t))
        table.legal.chows = _chows(table, seat)
        if table.legal.chows == 0:
            return False
    table.legal.passing = True
    table.decision = SET_CLAIM
    table.actor = seat
    return True


cdef void _bar_discard(table_t* table) noexcept nogil:
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


cdef void _carry_out(table_t* table) noexcept nogil:
    """Nobody won: the claim is carried out, or the next player draws."""
    if table.rules.same_tile and table.tile < N_KINDS:
        _bar_discard(table)
    if table.claimant != NO_SEAT:
        _take_discard(table)
    elif table.dead_end and table.rules.dead_end_draws:
        table.outcome = DRAWN_KONG
        table.stage = SETTLE
    else:
        table.dead_end = False
        table.actor = _next_of(table.other)
        table.stage = DRAW


cdef void _take_discard(table_t* table) noexcept nogil:
    """The claimant takes the discard into a set."""
    cdef int seat, claim = table.claim, tile = table.tile, from_ = table.other, lowest_tile, i
    cdef player_t* player = &table.players[table.claimant]
    seat = _next_of(from_)
    while seat != table.claimant:    # these were skipped
        _lift_bars(table, seat)
        seat = _next_of(seat)
    _lift_bars(table, seat)
    table.actor = seat
    table.claimed_chow = claim >= CLAIM_CHOW
    table.n_claims += 1
    if claim == CLAIM_KONG:
        table.kong_kind = tile
        table.kong_type = 1
        table.kong_feeder = from_
        _log(table, MELDED_KONG_EVENT, seat, tile, from_, 0)
        if table.rules.melded_kong_robbable:
            _offer_robbing(table, seat, tile, from_)
        else:
            table.stage = MAKE_KONG
        return
    player.feeders[player.hand.n_melds] = from_
    player.n_exposed += 1
    player.has_drawn = True
    player.far -= 1
    table.dead_end = False
    if claim == CLAIM_PUNG:
        _log(table, PUNG_EVENT, seat, tile, from_, 0)
        take_tile(&player.hand, tile, 2)
        table.visible[tile] += 2
        lock_meld(&player.hand, player.hand.n_melds, PUNG << 6 | (tile + 1))
    else:
        lowest_tile = tile - (claim - CLAIM_CHOW)
        _log(table, CHOW_EVENT, seat, tile, from_, lowest_tile)
        for i in range(3):
            if lowest_tile + i != tile:
                take_tile(&player.hand, lowest_tile + i, 1)
                table.visible[lowest_tile + i] += 1
        lock_meld(&player.hand, player.hand.n_melds, CHOW << 6 | (lowest_tile + 1))
    table.source = FROM_CLAIM
    table.tile = table.drawn = 255
    table.last = _is_last(table, seat)
    table.stage = BEGIN_TURN


# ---- declarations without a discard --------------------------------------------------------------------------

cdef bint _ask_heavenly(table_t* table, int first) noexcept nogil:
    """Ask the next seat that may declare ready with the tiles dealt, counted from `first`; false if none is left."""
    cdef int seat
    while table.cursor <= 3:
        seat = (first + table.cursor) & 3
        table.cursor += 1
        if seat == table.claimant or not _may_declare_heavenly(table, seat):
            continue
        if table.rules.heavenly_at_once and table.n_discards:
            continue
        memset(&table.legal, 0, sizeof(legal_t))
        table.legal.passing = table.legal.declare = True
        table.legal.recall = (
            table.rules.recall and table.stage == ASK_HEAVENLY and table.n_kongs == 0 and table.n_claims == 0
            and table.claimant == NO_SEAT
        )
        table.decision = HEAVENLY
        table.actor = seat
        return True
    return False


cdef void _declare_heavenly(table_t* table, int action) noexcept nogil:
    cdef int seat
    cdef player_t* player = &table.players[table.actor]
    if action == PASS:
        return
    player.declared = player.heavenly = True
    _log(table, READY_EVENT, table.actor, 255, NO_SEAT, 1)
    if action != RECALL:
        return
    _log(table, RECALL_EVENT, table.actor, 255, NO_SEAT, 0)
    seat = table.dealer
    while seat != table.actor:
        if table.players[seat].n_discards == 1:
            _take_back(table, seat)
        seat = _next_of(seat)
    table.actor = table.dealer
    table.stage = DRAW


cdef void _take_back(table_t* table, int seat) noexcept nogil:
    """A player takes his first discard, and what he declared with it, back into his hand."""
    cdef player_t* player = &table.players[seat]
    cdef int tile = player.discards[0]
    _hold(table, seat, tile)
    player.n_discards = 0
    player.n_in_suit[tile // 9] -= 1
    player.declared = player.heavenly = False
    player.recalled = 1
    if player.ready_turn == 1:
        player.ready_turn = NEVER
    table.visible[tile] -= 1
    table.n_discards -= 1


cdef bint _ask_late(table_t* table, int seat) noexcept nogil:
    """Ask a seat whether it declares ready for its last discard; false if it cannot."""
    cdef const player_t* player = &table.players[seat]
    if (
        not table.rules.can_declare or player.declared or player.dead
        or not declarable(table.rules, &player.hand, player.waits, table.visible)
    ):
        return False
    memset(&table.legal, 0, sizeof(legal_t))
    table.legal.passing = table.legal.declare = True
    table.decision = LATE_READY
    table.actor = seat
    return True


cdef void _declare_late(table_t* table, int action) noexcept nogil:
    """The answer of who may declare late, or of who must agree."""
    cdef int drawer = _next_of(table.last_discarder), seat = table.actor
    if action == DECLARE and table.decision == LATE_READY and seat != table.last_discarder:
        table.asker = seat
        table.decision = CONSENT
        table.actor = table.last_discarder
        return                   # the legal answers are the same two
    if action == DECLARE:
        if table.decision == CONSENT:
            seat = table.asker
        table.players[seat].declared = True
        _log(table, READY_EVENT, seat, 255, NO_SEAT, 2)
    table.decision = OVER
    table.actor = drawer


# ---- the machine ---------------------------------------------------------------------------------------------

cdef void _draw(table_t* table, int seat) noexcept nogil:
    """The next player draws, or there is nothing to draw."""
    cdef int tile
    if table.players[seat].recalled:
        table.actor = seat
        table.source = FROM_DEAL if seat == table.dealer else FROM_WALL
        table.tile = table.drawn = 255
        table.last = False
        table.stage = BEGIN_TURN
        return
    if (table.left_of[seat] if table.rules.separate_walls else table.left) <= 0:
        table.stage = SETTLE
        return
    tile = _take(table, seat)
    _log(table, DRAW_EVENT, seat, tile, NO_SEAT, 0)
    table.source = FROM_WALL
    _begin_with(table, seat, tile, ASK_LATE if table.rules.late_ready else BEGIN_TURN)


cdef void _end(table_t* table) noexcept nogil:
    """Settle, and write the end."""
    cdef int i, seat, extra = 2 if table.robbing else 0 if table.decision != TURN else 1
    settle(table)
    table.winners = 0
    for i in range(1, 5):
        seat = (table.other + i) & 3 if table.decision != TURN else (table.actor + i) & 3
        if table.won[seat]:
            table.winners |= 1 << seat
            _log(table, WIN_EVENT, seat, table.tile, NO_SEAT if extra == 1 else table.other, extra)
    if table.outcome != WON:
        _log(table, END_EVENT, NO_SEAT, 255, NO_SEAT, table.outcome)
    table.decision = OVER
    table.stage = STOP


cdef bint _step(table_t* table) noexcept nogil:
    """Go one stage further; true if a decision is due."""
    cdef int action, seat
    if table.stage == BEGIN_TURN:
        _fill_turn(table)
        action = _only_discard(table)
        if action < 0:
            return True
        _take_turn(table, action)
    elif table.stage == DRAW:
        _draw(table, table.actor)
    elif table.stage == CARRY_OUT:
        _carry_out(table)
    elif table.stage == ASK_SETS:
        if _ask_sets(table):
            return True
        table.cursor = 1
        table.stage = ASK_WINS if table.rules.pass_recovery else CARRY_OUT
    elif table.stage == ASK_WINS:
        return _step_wins(table)
    elif table.stage == ASK_AGAIN:
        while table.cursor <= 3:
            seat = (table.other + table.cursor) & 3
            table.cursor += 1
            if _may_change_mind(table, seat) and not _ask_win(table, seat):
                return True
        table.stage = SETTLE
    elif table.stage == ASK_HEAVENLY:
        if _ask_heavenly(table, table.other):
            return True
        table.cursor = 1
        table.stage = CARRY_OUT if table.rules.pass_recovery else ASK_SETS
    elif table.stage == ASK_HEAVENLY_FIRST:
        if _ask_heavenly(table, table.dealer):
            return True
        table.actor = table.dealer
        table.stage = BEGIN_TURN
    elif table.stage == MAKE_KONG:
        _make_kong(table)
    elif table.stage == ASK_LATE or table.stage == ASK_LATER:
        return _step_late(table)
    else:
        _end(table)
        return True
    return False


cdef bint _step_wins(table_t* table) noexcept nogil:
    """Ask the next seat that may win; after the last, go on with the kong or the claims."""
    cdef int seat
    while table.cursor <= 3:
        seat = (table.other + table.cursor) & 3
        table.cursor += 1
        if table.may_win[seat]:
            if not _ask_win(table, seat):
                return True
            _claim_win(table, WIN)
            if table.stage != ASK_WINS:
                return False
    table.cursor = 1
    if table.outcome == WON:     # several may have won
        table.stage = ASK_AGAIN if table.rules.pass_recovery else SETTLE
    elif table.robbing:
        table.stage = MAKE_KONG
    elif table.fresh:
        table.stage = ASK_HEAVENLY
    else:
        table.stage = CARRY_OUT if table.rules.pass_recovery else ASK_SETS
    return False


cdef bint _step_late(table_t* table) noexcept nogil:
    """Ask who discarded last, then with consent who discarded before him, whether they forgot to declare."""
    cdef int drawer = table.actor, first = table.last_discarder
    if table.stage == ASK_LATE:
        table.stage = ASK_LATER if table.rules.late_ready == 2 else BEGIN_TURN
        if first != NO_SEAT and _next_of(first) == drawer and _ask_late(table, first):
            return True
        return False
    table.stage = BEGIN_TURN
    return (
        first != NO_SEAT and table.discarder_before != NO_SEAT and _next_of(first) == drawer
        and _next_of(table.discarder_before) == first and _ask_late(table, table.discarder_before)
    )


cdef void _advance(table_t* table) noexcept nogil:
    while not _step(table):
        pass


cdef void act(table_t* table, int action) noexcept nogil:
    cdef int decision = table.decision
    if decision == TURN:
        _take_turn(table, action)
    elif decision == WIN_CLAIM:
        _claim_win(table, action)
    elif decision == SET_CLAIM:
        if action != PASS:
            table.claimant = table.actor
            table.claim = action
            table.cursor = 1
            table.stage = ASK_WINS if table.rules.pass_recovery else CARRY_OUT
    elif decision == HEAVENLY:
        _declare_heavenly(table, action)
    elif decision == LATE_READY or decision == CONSENT:
        _declare_late(table, action)
        if table.decision == CONSENT:
            return
    _advance(table)


# ---- legal actions as a list ---------------------------------------------------------------------------------

cdef int fill_actions(const table_t* table, uint8_t* out) noexcept nogil:
    cdef const legal_t* legal = &table.legal
    cdef int n = 0, i
    if legal.passing:
        out[n] = PASS
        n += 1
    if legal.win:
        out[n] = WIN
        n += 1
    if legal.declare:
        out[n] = DECLARE
        n += 1
    if legal.recall:
        out[n] = RECALL
        n += 1
    if legal.pung:
        out[n] = CLAIM_PUNG
        n += 1
    if legal.kong:
        out[n] = CLAIM_KONG
        n += 1
    for i in range(3):
        if legal.chows >> i & 1:
            out[n] = CLAIM_CHOW + i
            n += 1
    if legal.decline:
        out[n] = DECLINE
        n += 1
    n = _spell(legal.flowers, EXPOSE_FLOWER, out, n)
    n = _spell(legal.discards, DISCARD_TILE, out, n)
    n = _spell(legal.flower_discards, DISCARD_TILE + FIRST_FLOWER, out, n)
    n = _spell(legal.ready_discards, DISCARD_READY, out, n)
    n = _spell(legal.concealed_kongs, MAKE_CONCEALED_KONG, out, n)
    return _spell(legal.added_kongs, MAKE_ADDED_KONG, out, n)


cdef inline int _spell(uint64_t mask, int first, uint8_t* out, int n) noexcept nogil:
    """Write the bits of a mask as numbers from `first` on behind the `n` that are there."""
    while mask:
        out[n] = first + lowest(mask)
        mask &= mask - 1
        n += 1
    return n


cdef bint is_legal(const table_t* table, int action) noexcept nogil:
    cdef const legal_t* legal = &table.legal
    if table.decision == OVER or action < 0 or action >= N_ACTIONS:
        return False
    if action >= MAKE_ADDED_KONG:
        return legal.added_kongs >> (action - MAKE_ADDED_KONG) & 1
    if action >= MAKE_CONCEALED_KONG:
        return legal.concealed_kongs >> (action - MAKE_CONCEALED_KONG) & 1
    if action >= DISCARD_READY:
        return legal.ready_discards >> (action - DISCARD_READY) & 1
    if action >= DISCARD_TILE + FIRST_FLOWER:
        return legal.flower_discards >> (action - DISCARD_TILE - FIRST_FLOWER) & 1
    if action >= DISCARD_TILE:
        return legal.discards >> (action - DISCARD_TILE) & 1
    if action >= EXPOSE_FLOWER:
        return legal.flowers >> (action - EXPOSE_FLOWER) & 1
    if action == DECLINE:
        return legal.decline
    if action >= CLAIM_CHOW:
        return legal.chows >> (action - CLAIM_CHOW) & 1
    if action == CLAIM_KONG:
        return legal.kong
    if action == CLAIM_PUNG:
        return legal.pung
    if action == RECALL:
        return legal.recall
    if action == DECLARE:
        return legal.declare
    return legal.win if action == WIN else legal.passing
