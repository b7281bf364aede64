"""A hand of mahjong as a pure state machine, for both games and what lies between them.

The machine asks one seat at a time. A decision with one legal action only is taken without asking. After a
discard the stages follow one another as ``_after_discard`` says; ``cursor`` counts the seats already asked in
a stage. What a rule set does otherwise stands in ``play_rules_t``, never here.
"""

from libc.string cimport memset

from mjcore.encoding._types cimport CHOW, N_KINDS, PUNG
from mjcore.kernels._table_claims cimport ask_sets, ask_win, bar_discard, may_change_mind, may_win_on, reacts
from mjcore.kernels._table_deal cimport deal_tiles, hold
from mjcore.kernels._table_end cimport reaches_minimum, settle
from mjcore.kernels._table_hands cimport far_from_ready, lock_meld, renew_waits, take_tile
from mjcore.kernels._table_kongs cimport add_kong, make_kong, offer_robbing
from mjcore.kernels._table_ready cimport ask_heavenly, ask_late, declare_heavenly, declare_late
from mjcore.kernels._table_turn cimport fill_turn, only_discard
from mjcore.kernels._table_types cimport (
    ASK_AGAIN, ASK_HEAVENLY, ASK_HEAVENLY_FIRST, ASK_LATE, ASK_LATER, ASK_SETS, ASK_WINS, BEGIN_TURN, CARRY_OUT,
    CHOW_EVENT, CLAIM_CHOW, CLAIM_KONG, CLAIM_PUNG, CONCEALED_KONG_EVENT, CONSENT, DECLINE, DECLINE_EVENT,
    DISCARD_EVENT, DISCARD_READY, DISCARD_TILE, DRAW, DRAWN_DECLINED, DRAWN_KONG, DRAWN_WALL, DRAW_EVENT,
    END_EVENT, EXPOSE_FLOWER, FALSE_WIN_EVENT, FIRST_FLOWER, FROM_CLAIM, FROM_DEAL, FROM_TAIL, FROM_WALL,
    HEAVENLY, LATE_READY, MAKE_ADDED_KONG, MAKE_CONCEALED_KONG, MAKE_KONG, MELDED_KONG_EVENT, NEVER, NO_SEAT,
    OVER, PASS, PASS_EVENT, PUNG_EVENT, READY_EVENT, REPLACEMENT_EVENT, SETTLE, SET_CLAIM, STOP, TURN, WIN,
    WIN_CLAIM, WIN_EVENT, WON, player_t, table_t,
)
from mjcore.kernels._table_wall cimport is_last, log_event, next_of, replace_flower, take_behind, take_in_turn
from mjcore.kernels._waits cimport exhausted


cdef enum:
    FALSE_WIN_POINTS = 10        # to each other player, in Chinese Official Mahjong

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
    table.n_kongs = table.n_discards = table.n_drawn = table.n_claims = table.n_events = 0
    table.dead_end = table.robbing = table.fault = table.claimed_chow = False
    table.claimant = table.other = table.last_discarder = table.discarder_before = table.asker = NO_SEAT
    table.kong_feeder = NO_SEAT
    table.outcome = DRAWN_WALL
    for seat in range(4):
        memset(table.players[seat].feeders, NO_SEAT, 4)
        table.players[seat].ready_turn = NEVER
    deal_tiles(table)
    table.decision = OVER
    table.actor = table.dealer
    table.source = FROM_DEAL
    table.last = False
    table.fresh = table.rules.heavenly
    table.stage = ASK_HEAVENLY_FIRST if table.fresh else BEGIN_TURN
    table.cursor = 1
    _advance(table)


# ---- one's own turn ----------------------------------------------------------------------------------------

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
        log_event(table, DECLINE_EVENT, seat, 255, NO_SEAT, 0)
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
        log_event(table, CONCEALED_KONG_EVENT, seat, table.kong_kind, NO_SEAT, 0)
        table.stage = MAKE_KONG
    else:
        add_kong(table, seat, action - MAKE_ADDED_KONG)


cdef bint _is_false_win(table_t* table, int seat) noexcept nogil:
    """If a win that was called is below the minimum, fine the caller."""
    cdef int other
    if not table.rules.false_win or reaches_minimum(table, seat):
        return False
    log_event(table, FALSE_WIN_EVENT, seat, table.tile, NO_SEAT, 0)
    table.players[seat].dead = True
    for other in range(4):
        if other != seat:
            table.penalties[seat] -= FALSE_WIN_POINTS * table.rules.stake
            table.penalties[other] += FALSE_WIN_POINTS * table.rules.stake
    return True


cdef void _expose_flower(table_t* table, int seat, int flower) noexcept nogil:
    table.players[seat].held_flowers &= ~(1 << flower)
    table.tile = replace_flower(table, seat, FIRST_FLOWER + flower, False)
    table.drawn = table.tile
    hold(table, seat, table.tile)
    table.source = FROM_WALL
    table.last = is_last(table, seat)
    table.stage = BEGIN_TURN


cdef void _draw_for_kong(table_t* table) noexcept nogil:
    cdef int seat = table.kongs[table.n_kongs - 1].owner, tile = take_behind(table, seat)
    log_event(table, REPLACEMENT_EVENT, seat, tile, NO_SEAT, 0)
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
            log_event(table, DISCARD_EVENT, seat, flower, NO_SEAT, 0)
            table.n_discards += 1
            table.stage = SETTLE
            return
        tile = replace_flower(table, seat, flower, False)
    table.tile = table.drawn = tile
    hold(table, seat, tile)
    table.last = is_last(table, seat)
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
        log_event(table, READY_EVENT, seat, 255, NO_SEAT, player.heavenly)
    log_event(table, DISCARD_EVENT, seat, tile, NO_SEAT, 0)
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
    table.last = is_last(table, seat)
    table.decision = WIN_CLAIM   # so that wins are looked at as on another's tile
    if player.far <= 1 and not table.rules.can_declare:
        player.far = far_from_ready(table.rules, &player.hand)
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
            table.may_win[other] = player.shape_waits >> tile & 1 and may_win_on(table, other)
            wins |= table.may_win[other]
            sets |= player.hand.copies[tile] >= 2
        sets |= table.rules.chow_claims and tile < 27
    if table.rules.pass_recovery:
        table.stage = ASK_SETS if sets else ASK_WINS if wins else ASK_HEAVENLY
    else:
        table.stage = ASK_WINS if wins else ASK_HEAVENLY
    if table.stage == ASK_HEAVENLY and not table.fresh:
        table.stage = ASK_SETS if sets and not table.rules.pass_recovery else CARRY_OUT


cdef void _claim_win(table_t* table, int action) noexcept nogil:
    """The answer of a seat that may win on another's tile."""
    cdef int seat = table.actor
    cdef bint again = table.stage == ASK_AGAIN
    if action == PASS or _is_false_win(table, seat):
        if action == PASS:
            log_event(table, PASS_EVENT, seat, table.tile, table.other, 0)
        table.passed[seat] = True
        return
    if again and not table.rules.many_winners:
        memset(table.won, 0, sizeof(table.won))
    if not table.players[seat].declared and not table.players[seat].dead and reacts(table, seat):
        table.players[seat].declared = table.players[seat].heavenly = True
        log_event(table, READY_EVENT, seat, 255, NO_SEAT, 1)
    table.passed[seat] = False
    table.won[seat] = True
    table.outcome = WON
    if table.rules.many_winners:
        return
    table.cursor = 1
    table.stage = SETTLE if again or not table.rules.pass_recovery else ASK_AGAIN


cdef void _carry_out(table_t* table) noexcept nogil:
    """Nobody won: the claim is carried out, or the next player draws."""
    if table.rules.same_tile and table.tile < N_KINDS:
        bar_discard(table)
    if table.claimant != NO_SEAT:
        _take_discard(table)
    elif table.dead_end and table.rules.dead_end_draws:
        table.outcome = DRAWN_KONG
        table.stage = SETTLE
    else:
        table.dead_end = False
        table.actor = next_of(table.other)
        table.stage = DRAW


cdef void _take_discard(table_t* table) noexcept nogil:
    """The claimant takes the discard into a set."""
    cdef int seat, claim = table.claim, tile = table.tile, from_ = table.other, lowest_tile, i
    cdef player_t* player = &table.players[table.claimant]
    seat = next_of(from_)
    while seat != table.claimant:    # these were skipped
        _lift_bars(table, seat)
        seat = next_of(seat)
    _lift_bars(table, seat)
    table.actor = seat
    table.claimed_chow = claim >= CLAIM_CHOW
    table.n_claims += 1
    if claim == CLAIM_KONG:
        table.kong_kind = tile
        table.kong_type = 1
        table.kong_feeder = from_
        log_event(table, MELDED_KONG_EVENT, seat, tile, from_, 0)
        if table.rules.melded_kong_robbable:
            offer_robbing(table, seat, tile, from_)
        else:
            table.stage = MAKE_KONG
        return
    player.feeders[player.hand.n_melds] = from_
    player.n_exposed += 1
    player.has_drawn = True
    player.far -= 1
    table.dead_end = False
    if claim == CLAIM_PUNG:
        log_event(table, PUNG_EVENT, seat, tile, from_, 0)
        take_tile(&player.hand, tile, 2)
        table.visible[tile] += 2
        lock_meld(&player.hand, player.hand.n_melds, PUNG << 6 | (tile + 1))
    else:
        lowest_tile = tile - (claim - CLAIM_CHOW)
        log_event(table, CHOW_EVENT, seat, tile, from_, lowest_tile)
        for i in range(3):
            if lowest_tile + i != tile:
                take_tile(&player.hand, lowest_tile + i, 1)
                table.visible[lowest_tile + i] += 1
        lock_meld(&player.hand, player.hand.n_melds, CHOW << 6 | (lowest_tile + 1))
    table.source = FROM_CLAIM
    table.tile = table.drawn = 255
    table.last = is_last(table, seat)
    table.stage = BEGIN_TURN


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
    tile = take_in_turn(table, seat)
    log_event(table, DRAW_EVENT, seat, tile, NO_SEAT, 0)
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
            log_event(table, WIN_EVENT, seat, table.tile, NO_SEAT if extra == 1 else table.other, extra)
    if table.outcome != WON:
        log_event(table, END_EVENT, NO_SEAT, 255, NO_SEAT, table.outcome)
    table.decision = OVER
    table.stage = STOP


cdef bint _step(table_t* table) noexcept nogil:
    """Go one stage further; true if a decision is due."""
    cdef int action, seat
    if table.stage == BEGIN_TURN:
        table.tile = table.drawn
        fill_turn(table)
        action = only_discard(table)
        if action < 0:
            return True
        _take_turn(table, action)
    elif table.stage == DRAW:
        _draw(table, table.actor)
    elif table.stage == CARRY_OUT:
        _carry_out(table)
    elif table.stage == ASK_SETS:
        if ask_sets(table):
            return True
        table.cursor = 1
        table.stage = ASK_WINS if table.rules.pass_recovery else CARRY_OUT
    elif table.stage == ASK_WINS:
        return _step_wins(table)
    elif table.stage == ASK_AGAIN:
        while table.cursor <= 3:
            seat = (table.other + table.cursor) & 3
            table.cursor += 1
            if may_change_mind(table, seat) and not ask_win(table, seat):
                return True
        table.stage = SETTLE
    elif table.stage == ASK_HEAVENLY:
        if ask_heavenly(table, table.other):
            return True
        table.cursor = 1
        table.stage = CARRY_OUT if table.rules.pass_recovery else ASK_SETS
    elif table.stage == ASK_HEAVENLY_FIRST:
        if ask_heavenly(table, table.dealer):
            return True
        table.actor = table.dealer
        table.stage = BEGIN_TURN
    elif table.stage == MAKE_KONG:
        if make_kong(table):
            _draw_for_kong(table)
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
            if not ask_win(table, seat):
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
        if first != NO_SEAT and next_of(first) == drawer and ask_late(table, first):
            return True
        return False
    table.stage = BEGIN_TURN
    return (
        first != NO_SEAT and table.discarder_before != NO_SEAT and next_of(first) == drawer
        and next_of(table.discarder_before) == first and ask_late(table, table.discarder_before)
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
        declare_heavenly(table, action)
    elif decision == LATE_READY or decision == CONSENT:
        declare_late(table, action)
        if table.decision == CONSENT:
            return
    _advance(table)
