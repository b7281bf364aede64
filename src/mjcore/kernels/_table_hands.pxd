"""What the machine asks of one player's hand: waits, readiness, kongs that a declared hand may make."""

from libc.stdint cimport uint8_t, uint64_t

from mjcore.encoding._bits cimport lowest
from mjcore.encoding._melds cimport MELD_TILES
from mjcore.encoding._packed cimport add_tiles
from mjcore.encoding._types cimport (
    CONCEALED_KONG, MELDED_KONG, N_CELLS, N_CLASSES, NO_PAIRS, PUNG, form_t, hand_t,
)
from mjcore.kernels._complete cimport standard_ways
from mjcore.kernels._distance cimport concealed_distance, kinds_held, least_pairs_cost, orphans_distance
from mjcore.kernels._knitted cimport different_waits
from mjcore.kernels._suits cimport class_at, place
from mjcore.kernels._table_types cimport play_rules_t, player_t
from mjcore.kernels._waits cimport (
    exhausted, is_near_special, main_suit_waits, orphans_waits, pairs_waits, standard_waits,
    straight_waits,
)


cdef inline void put_tile(hand_t* hand, int kind) noexcept nogil:
    add_tiles(hand.copies, hand.head, hand.tail, kind, 1)
    hand.n_tiles += 1


cdef inline void take_tile(hand_t* hand, int kind, int n) noexcept nogil:
    """Take `n` copies of a kind out of the concealed tiles."""
    add_tiles(hand.copies, hand.head, hand.tail, kind, -n)
    hand.n_tiles -= n


cdef inline void lock_meld(hand_t* hand, int at, int code) noexcept nogil:
    """Put a meld in its place, instead of the one that stands there, and spell it out."""
    cdef const uint8_t* old = <const uint8_t*>(MELD_TILES + 5 * hand.melds[at])
    cdef const uint8_t* new = <const uint8_t*>(MELD_TILES + 5 * code)
    cdef int i
    for i in range(34):
        hand.locked[i] += new[i] - old[i]
    hand.melds[at] = code
    if at == hand.n_melds:
        hand.n_melds += 1


cdef inline uint64_t all_waits(const form_t* form, const hand_t* hand, uint64_t* of_shape) noexcept nogil:
    """Kinds that complete 13 tiles, fifth copies too; and those that would, were any suit long enough."""
    cdef uint64_t shape = 0, legal = 0, more
    if form.standard:
        shape = standard_waits(form, hand.head, hand.tail)
        if shape:
            legal = main_suit_waits(form, hand, shape, True)
    if hand.n_melds == 0 and is_near_special(form, hand.copies):
        if form.pairs != NO_PAIRS:
            more = pairs_waits(form, hand)
            shape |= more
            legal |= main_suit_waits(form, hand, more, False)
        more = 0
        if form.orphans:
            more = orphans_waits(hand)
        if form.honors_and_knitted:
            more |= different_waits(form, kinds_held(hand.copies))
        shape |= more
        legal |= more
    if form.knitted_straight and hand.n_melds <= 1:
        more = straight_waits(form, hand)
        shape |= more
        legal |= more
    of_shape[0] = shape
    return legal


cdef inline void renew_waits(const form_t* form, player_t* player) noexcept nogil:
    player.waits = all_waits(form, &player.hand, &player.shape_waits)


cdef inline uint64_t declarable(
    const play_rules_t* rules, const hand_t* hand, uint64_t waits, const uint8_t* visible
) noexcept nogil:
    """Those of the waits that make 13 tiles ready, as the rule about waits without a tile says."""
    cdef uint64_t rest, live = 0
    if rules.dead_wait == 1:
        return waits
    waits &= ~exhausted(hand)
    if rules.dead_wait == 0:
        return waits
    rest = waits
    while rest:
        if hand.copies[lowest(rest)] + visible[lowest(rest)] < 4:
            live |= rest & -rest
        rest &= rest - 1
    return live


cdef inline int least_missing(const form_t* form, const hand_t* hand) noexcept nogil:
    """At least so many tiles are missing, whatever the suits and whatever copies stand in melds."""
    cdef const uint8_t* left
    cdef const uint8_t* right
    cdef int sets, n = 4 - hand.n_melds, best = 127
    if hand.n_melds == 0 and form.min_main_tiles <= 0:
        return concealed_distance(form, hand.copies, hand.head, hand.tail)
    if form.knitted_straight and hand.n_melds == 1:
        return 0                 # not worth a bound
    left = form.left_rows + N_CELLS * form.left[
        class_at(&form.number, hand.head[0], hand.tail[0]) * N_CLASSES
        + class_at(&form.number, hand.head[1], hand.tail[1])
    ]
    right = form.right_rows + N_CELLS * form.right[
        class_at(&form.number, hand.head[2], hand.tail[2]) * form.n_honour_classes
        + form.honour_classes[place(&form.honours, hand.head[3], hand.tail[3])]
    ]
    for sets in range(n + 1):
        best = min(best, min(left[sets] + right[5 + n - sets], left[5 + sets] + right[n - sets]))
    if hand.n_melds == 0:
        if form.pairs != NO_PAIRS:
            best = min(best, least_pairs_cost(form, hand.copies))
        if form.orphans:
            best = min(best, orphans_distance(hand.copies))
        if form.honors_and_knitted or form.knitted_straight:
            best = 0
    return best


cdef inline int far_from_ready(const play_rules_t* rules, const hand_t* hand) noexcept nogil:
    """`least_missing` where waits need a tile that is there; 0 where a player may declare on his own fifth copy."""
    return 0 if rules.dead_wait == 1 else least_missing(rules.form, hand)


cdef inline uint64_t ready_discards(
    const play_rules_t* rules, player_t* player, const uint8_t* visible
) noexcept nogil:
    """Kinds whose discard leaves a hand of 14 tiles ready."""
    cdef hand_t* hand = &player.hand
    cdef uint64_t rest = kinds_held(hand.copies), ready = 0, of_shape
    cdef int kind
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        take_tile(hand, kind, 1)
        if declarable(rules, hand, all_waits(rules.form, hand, &of_shape), visible):
            ready |= <uint64_t>1 << kind
        put_tile(hand, kind)
    return ready


cdef inline int place_of_pung(const hand_t* hand, int kind) noexcept nogil:
    """Where the pung of a kind stands among the melds, -1 if there is none."""
    cdef int i
    for i in range(hand.n_melds):
        if hand.melds[i] == (PUNG << 6 | (kind + 1)):
            return i
    return -1


cdef inline uint64_t pungs_to_add(const hand_t* hand) noexcept nogil:
    """Kinds of which a pung stands exposed and the fourth tile is concealed."""
    cdef uint64_t mask = 0
    cdef int i
    for i in range(hand.n_melds):
        if hand.melds[i] >> 6 == PUNG and hand.copies[(hand.melds[i] & 63) - 1]:
            mask |= <uint64_t>1 << ((hand.melds[i] & 63) - 1)
    return mask


cdef inline bint triplet_is_fixed(
    const form_t* form, hand_t* before, hand_t* after, uint64_t waits
) noexcept nogil:
    """Whether a triplet stands apart however the hand is completed: taking it out leaves as many ways."""
    cdef int kind
    cdef bint fixed = True
    while waits and fixed:
        kind = lowest(waits)
        waits &= waits - 1
        put_tile(before, kind)
        put_tile(after, kind)
        fixed = standard_ways(form, before) == standard_ways(form, after)
        take_tile(before, kind, 1)
        take_tile(after, kind, 1)
    return fixed


cdef inline bint may_kong_declared(
    const play_rules_t* rules, const hand_t* hand, uint64_t waits, int kind, bint added
) noexcept nogil:
    """Whether a declared player may kong with a further tile of a kind (article 4.4).

    `hand` are his 13 tiles without that tile, `waits` theirs. If not `added` he holds three of it.
    """
    cdef hand_t before = hand[0], after = hand[0]
    cdef uint64_t then, of_shape
    if rules.ready_kong == 4 or (rules.ready_kong == 3 and not added):
        return False
    if added:
        lock_meld(&after, place_of_pung(hand, kind), MELDED_KONG << 6 | (kind + 1))
    else:
        if hand.n_melds == 4:
            return False
        take_tile(&after, kind, 3)
        lock_meld(&after, hand.n_melds, CONCEALED_KONG << 6 | (kind + 1))
    waits &= ~exhausted(&before)
    then = all_waits(rules.form, &after, &of_shape) & ~exhausted(&after)
    if rules.ready_kong == 2:
        return then != 0
    if then != waits:
        return False
    return added or rules.ready_kong != 1 or triplet_is_fixed(rules.form, &before, &after, waits)
