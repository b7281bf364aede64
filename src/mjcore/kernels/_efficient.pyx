"""The efficient policy: the shortest way to a hand that the rules call complete, whatever it is worth."""

from libc.stdint cimport uint64_t

from mjcore.encoding._bits cimport lowest
from mjcore.encoding._types cimport FAR, hand_t
from mjcore.kernels._distance cimport kinds_held
from mjcore.kernels._moves cimport (
    after_claim, after_kong_claim, after_own_kong, discard_action, fill_live_of, flower_discard, is_kong_too_many,
    wins_truly,
)
from mjcore.kernels._near cimport (
    Near, choice_t, efficient_discard, fill_view, live_t, near_distance, near_t, view_t,
)
from mjcore.kernels._policy cimport Player
from mjcore.kernels._table_types cimport (
    CLAIM_CHOW, CLAIM_KONG, CLAIM_PUNG, DECLARE, DECLINE, EXPOSE_FLOWER, HEAVENLY, LATE_READY,
    MAKE_ADDED_KONG, MAKE_CONCEALED_KONG, PASS, SET_CLAIM, TURN, WIN, WIN_CLAIM, legal_t, mind_t, table_t,
)
from mjcore.tables._tables cimport Tables


cdef class EfficientPlayer(Player):
    """Brings his hand nearer to complete, then keeps most live tiles useful; claims only what brings it nearer.

    He wins whenever he can and declares as soon as he is ready. Of a hand's worth he knows nothing: in Chinese
    Official Mahjong he will open hands that can reach no eight points any more.

    Parameters
    ----------
    tables : Tables
        Of the rules.
    scorer : SoftEightScorer or McrScorer
        Kept alive; the distance alone is looked at.
    """

    cdef Near near
    cdef object scorer

    def __init__(self, Tables tables, scorer):
        self.near = Near(tables)
        self.scorer = scorer
        self.decide = _decide
        self.data = &self.near.near


cdef int _decide(const table_t* table, int seat, const void* data, mind_t* mind) noexcept nogil:
    if table.decision == TURN:
        return _turn(table, seat, <const near_t*>data)
    if table.decision == SET_CLAIM:
        return _claim(table, seat, <const near_t*>data)
    if table.decision == WIN_CLAIM:
        return WIN if wins_truly(table, seat) else PASS
    if table.decision == HEAVENLY or table.decision == LATE_READY:
        return DECLARE if table.legal.declare else PASS
    return PASS


# ---- one's own turn ----------------------------------------------------------------------------------------

cdef int _turn(const table_t* table, int seat, const near_t* near) noexcept nogil:
    cdef const legal_t* legal = &table.legal
    cdef bint declared = table.players[seat].declared
    cdef hand_t hand
    cdef view_t view
    cdef live_t live
    cdef choice_t choice
    cdef int kong = PASS, distance = FAR
    if legal.win and wins_truly(table, seat):
        return WIN
    if legal.flowers:
        return EXPOSE_FLOWER + lowest(legal.flowers)
    if legal.concealed_kongs | legal.added_kongs:
        kong = _nearest_kong(table, seat, near, &distance)
        if declared:
            return kong
        if is_kong_too_many(table):
            kong = PASS
    if legal.decline:
        return DECLINE
    if declared or not legal.discards:
        return discard_action(table, lowest(legal.discards)) if legal.discards else flower_discard(table)
    hand = table.players[seat].hand
    fill_view(near, &hand, &view)
    fill_live_of(table, seat, &hand, &live)
    choice = efficient_discard(&view, legal.discards, &live)
    if kong != PASS and distance <= choice.nearest:
        return kong
    return discard_action(table, choice.kind)


cdef int _nearest_kong(const table_t* table, int seat, const near_t* near, int* distance) noexcept nogil:
    """The legal kong that leaves the hand nearest, and how near; of equals the first, concealed before added."""
    cdef uint64_t rest = table.legal.concealed_kongs
    cdef int first = MAKE_CONCEALED_KONG, _concealed_then_added, action, then, best = PASS
    cdef hand_t after
    for _concealed_then_added in range(2):
        while rest:
            action = first + lowest(rest)
            rest &= rest - 1
            after = after_own_kong(&table.players[seat].hand, action)
            then = near_distance(near, &after)
            if best == PASS or then < distance[0]:
                best = action
                distance[0] = then
        rest = table.legal.added_kongs
        first = MAKE_ADDED_KONG
    return best


# ---- another's discard ---------------------------------------------------------------------------------------

cdef int _claim(const table_t* table, int seat, const near_t* near) noexcept nogil:
    cdef const legal_t* legal = &table.legal
    cdef hand_t hand = table.players[seat].hand
    cdef hand_t after, best_after
    cdef int action, now, nearest, then, best = PASS
    if table.players[seat].declared:
        return CLAIM_KONG if legal.kong else PASS
    now = nearest = near_distance(near, &hand)
    for action in range(CLAIM_PUNG, CLAIM_CHOW + 3):
        if not _may_claim(legal, action):
            continue
        after = after_claim(&hand, table.tile, action)
        then = max(1, near_distance(near, &after))   # what is complete must be broken up again
        if then < nearest or (
            best != PASS and then == nearest
            and _most_live(table, seat, near, &after) > _most_live(table, seat, near, &best_after)
        ):
            best = action
            nearest = then
            best_after = after
    if legal.kong and not is_kong_too_many(table):
        after = after_kong_claim(&hand, table.tile)
        then = near_distance(near, &after)
        if then < now and then <= nearest:
            return CLAIM_KONG
    return best


cdef inline bint _may_claim(const legal_t* legal, int action) noexcept nogil:
    """Whether a pung or chow is legal."""
    if action < CLAIM_CHOW:
        return action == CLAIM_PUNG and legal.pung
    return legal.chows >> (action - CLAIM_CHOW) & 1


cdef int _most_live(const table_t* table, int seat, const near_t* near, hand_t* hand) noexcept nogil:
    """Live useful tiles after the efficient discard of a hand that is about to claim."""
    cdef view_t view
    cdef live_t live
    fill_view(near, hand, &view)
    fill_live_of(table, seat, &table.players[seat].hand, &live)
    return efficient_discard(&view, kinds_held(hand.copies), &live).live
