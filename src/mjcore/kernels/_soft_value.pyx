"""The value policy of Soft Eight: plays for points, not only for the shortest way.

Of the discards after which the hand is nearest it takes the one with the highest value of the rest less the
danger of the tile. What a hand is worth and what a tile risks is estimated in ``_soft_worth``.
"""

from libc.math cimport exp
from libc.stdint cimport uint8_t, uint64_t

from mjcore.encoding._bits cimport lowest
from mjcore.encoding._packed cimport add_tiles
from mjcore.encoding._types cimport FAR, N_KINDS, hand_t
from mjcore.kernels._distance cimport kinds_held
from mjcore.kernels._moves cimport (
    after_claim, after_kong_claim, after_own_kong, discard_action, is_kong_too_many,
)
from mjcore.kernels._near cimport (
    Near, fill_distances, fill_view, near_distance, near_useful, useful_without, view_t,
)
from mjcore.kernels._policy cimport Player
from mjcore.kernels._soft_worth cimport (
    N_STEPS, danger_of, estimate_of, estimate_t, fill_most_widths, fill_scene, is_surely_below, most_value,
    points_of_claim, ready_worth, scene_t, soft_dials_t, value_of, worth,
)
from mjcore.kernels._table_rules cimport TableRules
from mjcore.kernels._table_types cimport (
    CLAIM_CHOW, CLAIM_KONG, CLAIM_PUNG, DECLARE, DECLINE, HEAVENLY, LATE_READY, MAKE_ADDED_KONG, MAKE_CONCEALED_KONG,
    PASS, SET_CLAIM, TURN, WIN, WIN_CLAIM, legal_t, mind_t, player_t, table_t,
)
from mjcore.kernels._waits cimport exhausted


cdef struct plan_t:              # the best discard
    int kind
    int nearest                  # tiles missing after it
    double value                 # of the rest, less the danger; 0 if it is the only one and was not looked at


cdef class SoftValuePlayer(Player):
    """Plays Soft Eight for points.

    Parameters
    ----------
    rules : TableRules
        Of Soft Eight.
    dials : mapping of str to float
        All of `mjcore.words.soft_value.SOFT_VALUE_DIALS`.
    """

    cdef soft_dials_t dials
    cdef TableRules rules
    cdef Near near

    def __init__(self, TableRules rules, dials):
        self.rules = rules
        self.near = Near(rules.tables)
        self.dials.near = self.near.near
        _set_dials(&self.dials, dials)
        self.decide = _decide
        self.data = &self.dials


cdef _set_dials(soft_dials_t* out, dials):
    """Fill the dials and the tables that follow from them."""
    cdef int i
    out.hazard = dials["hazard"]
    out.hazard_declared = dials["hazard_declared"]
    out.loss = dials["loss"]
    out.claim_rate = dials["claim_rate"]
    out.pung_weight = dials["pung_weight"]
    out.width = dials["width"]
    out.pure = dials["pure"]
    out.dragon = dials["dragon"]
    out.seven = dials["seven"]
    out.second_step = dials["second_step"]
    out.triplet = dials["triplet"]
    out.triplet_ready = dials["triplet_ready"]
    out.risk = dials["risk"]
    out.pung_slack = dials["pung_slack"]
    out.concealed_kong_slack = int(dials["concealed_kong_slack"])
    out.added_kong_slack = int(dials["added_kong_slack"])
    out.melded_kong_slack = int(dials["melded_kong_slack"])
    for i in range(N_KINDS):
        out.discard_weights[i] = 1.0
        if i >= 27:
            out.discard_weights[i] = dials["honour_discards"]
        elif i % 9 == 0 or i % 9 == 8:
            out.discard_weights[i] = dials["terminal_discards"]
    for i in range(N_STEPS):
        out.scale[i] = dials["scale"] * exp(-dials["distance_decay"] * (i - 3))
        out.plan[i] = exp(-dials["plan_decay"] * i)
    for i in range(48):
        out.suit[i] = exp(-dials["suit_decay"] * i)


cdef int _decide(const table_t* table, int seat, const void* data, mind_t* mind) noexcept nogil:
    cdef const soft_dials_t* dials = <const soft_dials_t*>data
    if table.decision == TURN:
        return _turn(table, seat, dials)
    if table.decision == SET_CLAIM:
        return _claim(table, seat, dials)
    if table.decision == WIN_CLAIM:
        return _win(table, seat, dials)
    if table.decision == HEAVENLY or table.decision == LATE_READY:
        return DECLARE if table.legal.declare else PASS
    return PASS


# ---- one's own turn ----------------------------------------------------------------------------------------

cdef plan_t _best_discard(scene_t* scene, hand_t* hand, uint64_t allowed, bint valued) noexcept nogil:
    """Of the nearest discards the one with the highest value of the rest less the danger; of equals the last kind.

    A single one is not valued unless its value is asked for.
    """
    cdef uint8_t distances[N_KINDS]
    cdef view_t view
    cdef uint64_t rest = allowed
    cdef int kind
    cdef plan_t best
    fill_view(&scene.dials.near, hand, &view)
    best.nearest = fill_distances(&view, allowed, distances)
    best.value = 0
    scene.spare = 0
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        if distances[kind] == best.nearest:
            scene.spare |= <uint64_t>1 << kind
    best.kind = lowest(scene.spare)
    if valued or scene.spare & (scene.spare - 1):
        _value_discards(scene, &view, &best)
    return best


cdef void _value_discards(scene_t* scene, view_t* view, plan_t* best) noexcept nogil:
    """Choose among the discards that leave the hand nearest.

    Those that promise most are valued first, and others only as long as they may still be as good.
    """
    cdef estimate_t estimates[N_KINDS]
    cdef double promises[N_KINDS]
    cdef double most[N_KINDS]
    cdef double value
    cdef hand_t* hand = view.hand
    cdef uint64_t rest = scene.spare, useful = 0
    cdef bint open = scene.spare & (scene.spare - 1) != 0
    cdef int kind
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        estimates[kind] = _estimate_without(scene, view, kind, best.nearest)
        useful |= estimates[kind].useful
        open &= estimates[kind].open
    if open:
        fill_most_widths(scene, hand, best.nearest, useful, most)
    rest = scene.spare
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        promises[kind] = most_value(scene, &estimates[kind], most) if open else estimates[kind].back
    best.kind = -1
    rest = scene.spare
    while rest:
        kind = _most_promising(rest, promises)
        rest &= ~(<uint64_t>1 << kind)
        if best.kind >= 0 and open and is_surely_below(promises[kind], best.value):
            return
        add_tiles(hand.copies, hand.head, hand.tail, kind, -1)
        value = value_of(scene, hand, &estimates[kind], most if open and best.kind >= 0 else NULL, best.value)
        add_tiles(hand.copies, hand.head, hand.tail, kind, 1)
        if best.kind < 0 or value > best.value or (value == best.value and kind > best.kind):
            best.kind = kind
            best.value = value


cdef inline estimate_t _estimate_without(scene_t* scene, view_t* view, int kind, int distance) noexcept nogil:
    """Estimate of the rest after a discard, less its danger."""
    cdef hand_t* hand = view.hand
    cdef uint64_t useful = useful_without(view, kind, distance)
    cdef estimate_t estimate
    add_tiles(hand.copies, hand.head, hand.tail, kind, -1)
    estimate = estimate_of(scene, hand, distance, useful)
    add_tiles(hand.copies, hand.head, hand.tail, kind, 1)
    estimate.back -= danger_of(scene, kind)
    return estimate


cdef inline int _most_promising(uint64_t kinds, const double* promises) noexcept nogil:
    """The kind with the highest promise; the last of equals."""
    cdef int kind, best = lowest(kinds)
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        if promises[kind] >= promises[best]:
            best = kind
    return best


cdef int _turn(const table_t* table, int seat, const soft_dials_t* dials) noexcept nogil:
    cdef const legal_t* legal = &table.legal
    cdef bint threatened = False
    cdef int other, kong = PASS
    cdef scene_t scene
    cdef hand_t hand
    cdef plan_t best
    if legal.win:
        return WIN
    if legal.concealed_kongs | legal.added_kongs and table.players[seat].declared:
        return _first_kong(legal)
    if legal.decline:
        return DECLINE
    if table.players[seat].declared:
        return discard_action(table, lowest(legal.discards))
    hand = table.players[seat].hand
    fill_scene(table, dials, seat, &hand, &scene)
    if legal.concealed_kongs | legal.added_kongs and is_kong_too_many(table):
        for other in range(4):
            if other != seat and table.players[other].declared:
                threatened = True
    best = _best_discard(&scene, &hand, legal.discards, threatened)
    if legal.concealed_kongs | legal.added_kongs:
        if not is_kong_too_many(table):
            kong = _kong(table, seat, dials, best.nearest)
        elif threatened and best.value < 0:
            kong = _first_kong(legal)        # it ends the hand
        if kong != PASS:
            return kong
    return discard_action(table, best.kind)


cdef inline int _first_kong(const legal_t* legal) noexcept nogil:
    if legal.concealed_kongs:
        return MAKE_CONCEALED_KONG + lowest(legal.concealed_kongs)
    return MAKE_ADDED_KONG + lowest(legal.added_kongs)


cdef int _kong(const table_t* table, int seat, const soft_dials_t* dials, int nearest) noexcept nogil:
    """The kong after which the hand is nearest among those that take it not too far, or PASS."""
    cdef uint64_t rest = table.legal.concealed_kongs
    cdef int _concealed_then_added, action, then, best = PASS, least = FAR, first = MAKE_CONCEALED_KONG
    cdef int slack = dials.concealed_kong_slack
    cdef hand_t after
    for _concealed_then_added in range(2):
        while rest:
            action = first + lowest(rest)
            rest &= rest - 1
            after = after_own_kong(&table.players[seat].hand, action)
            then = near_distance(&dials.near, &after)
            if then <= nearest + slack and then < least:
                best = action
                least = then
        rest = table.legal.added_kongs
        first = MAKE_ADDED_KONG
        slack = dials.added_kong_slack
    return best


# ---- another's discard ---------------------------------------------------------------------------------------

cdef int _claim(const table_t* table, int seat, const soft_dials_t* dials) noexcept nogil:
    cdef const legal_t* legal = &table.legal
    cdef hand_t hand = table.players[seat].hand
    cdef hand_t after
    cdef scene_t scene
    cdef plan_t then, best
    cdef int now, chow, then_kong, nearest_pung = FAR, claim = PASS
    if table.players[seat].declared:
        return CLAIM_KONG if legal.kong else PASS
    now = near_distance(&dials.near, &hand)
    if legal.pung:
        after = after_claim(&hand, table.tile, CLAIM_PUNG)
        nearest_pung = max(1, near_distance(&dials.near, &after))
    if legal.kong and not is_kong_too_many(table):
        after = after_kong_claim(&hand, table.tile)
        then_kong = near_distance(&dials.near, &after)
        if then_kong <= now + dials.melded_kong_slack and then_kong <= nearest_pung + dials.melded_kong_slack:
            return CLAIM_KONG
    best.nearest = now
    best.value = 0
    fill_scene(table, dials, seat, &hand, &scene)
    if nearest_pung <= now:
        after = after_claim(&hand, table.tile, CLAIM_PUNG)
        then = _best_discard(&scene, &after, kinds_held(after.copies), True)
        if nearest_pung < now or then.value > (
            worth(&scene, &hand, now, near_useful(&dials.near, &hand, now)) - dials.pung_slack
        ):
            claim = CLAIM_PUNG
            best = then
    for chow in range(3):        # those that bring the hand nearer; of equally near ones the most valuable
        if not legal.chows >> chow & 1:
            continue
        after = after_claim(&hand, table.tile, CLAIM_CHOW + chow)
        if max(1, near_distance(&dials.near, &after)) >= now:
            continue
        then = _best_discard(&scene, &after, kinds_held(after.copies), True)
        if claim == PASS or then.nearest < best.nearest or (
            then.nearest == best.nearest and then.value > best.value
        ):
            claim = CLAIM_CHOW + chow
            best = then
    return claim


cdef int _win(const table_t* table, int seat, const soft_dials_t* dials) noexcept nogil:
    """Win on another's tile, unless waiting for a self-drawn tile is worth more.

    Who let a tile pass and is asked again, since another wins, takes it back.
    """
    cdef const player_t* player = &table.players[seat]
    cdef uint64_t waits = player.waits & ~exhausted(&player.hand)
    cdef scene_t scene
    cdef double later
    if not table.legal.passing or table.passed[seat] or (table.rules.must_declare and not player.declared):
        return WIN
    fill_scene(table, dials, seat, &player.hand, &scene)
    later = ready_worth(&scene, &player.hand, waits, dials.claim_rate)
    later = max(later, ready_worth(&scene, &player.hand, waits, 0.0))
    return PASS if points_of_claim(&scene) < later else WIN
