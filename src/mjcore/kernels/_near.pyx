"""How near a hand is after each of its discards: one look at the hand, then a table row a discard.

The distance is the least sum of one demand a suit. With the least cost of what every demand of a suit leaves to
the other three known (`beside`), a change of the suit costs one row, one addition and one minimum. That cost
must be had in two ways where a suit must be the main one: with the main suit among the others, or with the
suit itself as the main one, which bars the demands that are too small.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from mjcore.encoding._bits cimport lowest, popcount
from mjcore.encoding._packed cimport (
    IN_HEAD, IN_TAIL, add_tiles, byte_sum, kinds_of_four, kinds_with, kinds_with_at_least, pack_hand, pack_keys, word,
)
from mjcore.encoding._types cimport (
    FAR, N_CELLS, N_CLASSES, N_GROUPS, N_KINDS, N_SUITS, NO_PAIRS, form_t, hand_t, suit_table_t,
)
from mjcore.kernels._distance cimport kinds_held, orphans_distance, pairs_distance
from mjcore.kernels._knitted cimport (
    BODY, N_PATTERNS, different_distance, pair_cost, straight_distance, take_body,
)
from mjcore.kernels._rows cimport (
    row_at, row_barred, row_cells, row_joined, row_least, row_min, row_sum, row_t, row_turned,
)
from mjcore.kernels._suits cimport add_meld_tiles, class_at, fill_slots, place, slots_t
from mjcore.kernels._useful cimport different_useful, orphans_useful, pairs_useful, useful_in_long_suit
from mjcore.tables._tables cimport Tables, u8_of

from mjcore.tables import near as tables_near

cdef enum:
    SHORT = 8                    # tables/suits.py: USEFUL_TILES
    ROW = 16
    MOST_LIVE = 136

cdef uint64_t ALL_KINDS = (<uint64_t>1 << N_KINDS) - 1

# The six pairs of suits, so that what stands beside a pair is found by the last bit of its number.
cdef uint8_t PAIR_OF[N_SUITS][N_SUITS]
cdef uint8_t FIRST_OF_PAIR[6]
cdef uint8_t SECOND_OF_PAIR[6]
FIRST_OF_PAIR[:] = [0, 2, 0, 1, 0, 1]
SECOND_OF_PAIR[:] = [1, 3, 2, 3, 3, 2]
for pair in range(6):
    PAIR_OF[FIRST_OF_PAIR[pair]][SECOND_OF_PAIR[pair]] = pair
    PAIR_OF[SECOND_OF_PAIR[pair]][FIRST_OF_PAIR[pair]] = pair


cdef class Near:
    """The cost rows of a form as the distance of hands with discards reads them.

    Parameters
    ----------
    tables : Tables
    """

    def __init__(self, Tables tables):
        self.tables = tables
        self.arrays = rows = tables_near.near_rows(tables.merge, tables.spec)
        self.near.form = &tables.form
        self.near.number = u8_of(rows.number)
        self.near.honours = u8_of(rows.honours)
        self.near.left = u8_of(rows.left)
        self.near.right = u8_of(rows.right)
        self.near.winds = u8_of(rows.winds)
        self.near.dragons = u8_of(rows.dragons)
        self.near.bars = u8_of(rows.bars)
        self.near.main = tables.form.min_main_tiles > 0

    def fill_discards(self, const uint8_t[:, ::1] rows,     # IN  (n, 44) HAND_DTYPE, 14 tiles without a winning one
                      const uint8_t[:, ::1] visible,        # IN  (n, 34) tiles seen elsewhere
                      uint8_t[:, ::1] distances,            # OUT (n, 34) tiles missing after a discard; FAR: not held
                      uint64_t[:, ::1] useful,              # OUT (n, 34) kinds useful then
                      uint8_t[:, ::1] chosen):              # OUT (n, 3) efficient discard, least distance, live tiles
        """Look at each hand. Returns the first row that is no hand, or -1."""
        cdef Py_ssize_t i
        cdef int kind
        cdef hand_t hand
        cdef view_t view
        cdef live_t live
        cdef choice_t choice
        cdef uint64_t held
        for i in range(rows.shape[0]):
            if not pack_hand(&rows[i, 0], True, True, &hand) or hand.n_tiles + 3 * hand.n_melds != 14:
                return i
            fill_view(&self.near, &hand, &view)
            memset(&distances[i, 0], FAR, N_KINDS)
            held = kinds_held(hand.copies)
            fill_distances(&view, held, &distances[i, 0])
            for kind in range(N_KINDS):
                useful[i, kind] = 0
                if held >> kind & 1:
                    useful[i, kind] = useful_without(&view, kind, distances[i, kind])
            fill_live(hand.copies, &visible[i, 0], &live)
            choice = efficient_discard(&view, held, &live)
            chosen[i, 0] = choice.kind
            chosen[i, 1] = choice.nearest
            chosen[i, 2] = choice.live
        return -1

    def fill_distance(self, const uint8_t[:, ::1] rows,     # IN  (n, 44) HAND_DTYPE
                      uint8_t[::1] out):                    # OUT (n,) tiles missing
        """Look at each hand of 13 or 14 tiles. Returns the first row that is no hand, or -1."""
        cdef Py_ssize_t i
        cdef hand_t hand
        for i in range(rows.shape[0]):
            if not pack_hand(&rows[i, 0], True, True, &hand):
                return i
            out[i] = near_distance(&self.near, &hand)
        return -1


# ---- one suit ----------------------------------------------------------------------------------------------

cdef inline row_t _number_row(const near_t* near, uint32_t head, uint32_t tail) noexcept nogil:
    return row_at(near.number + ROW * class_at(&near.form.number, head, tail))


cdef inline row_t _honours_row(const near_t* near, uint32_t head, uint32_t tail) noexcept nogil:
    return row_at(near.honours + ROW * near.form.honour_classes[place(&near.form.honours, head, tail)])


cdef inline row_t _main_honours(const view_t* view, uint32_t head, uint32_t tail) noexcept nogil:
    """Cost of the honours' demands with winds or dragons as the main suit."""
    cdef row_t winds = row_at(view.near.winds + ROW * head), dragons = row_at(view.near.dragons + ROW * tail)
    return row_min(
        row_joined(row_barred(winds, view.bars[3]), dragons),
        row_joined(winds, row_barred(dragons, view.bars_of_dragons)),
    )


cdef inline bint _are_split(const view_t* view, int suit) noexcept nogil:
    """Whether a suit is two under a rule that asks for a main suit."""
    return suit == 3 and view.near.main and not view.near.form.honours_one_suit


cdef inline uint64_t _useful_of(const view_t* view, int suit, uint32_t cells) noexcept nogil:
    """Kinds of a suit, as the hand now holds it, that lower the cost of one of the demands, not shifted."""
    cdef const hand_t* hand = view.hand
    cdef const form_t* form = view.near.form
    cdef const suit_table_t* table = &form.number if suit < 3 else &form.honours
    cdef const uint16_t* useful
    cdef uint32_t head = hand.head[suit], tail = hand.tail[suit]
    cdef uint64_t mask = 0
    cdef int tiles = _tiles_in(hand, suit)
    if tiles > SHORT:
        return useful_in_long_suit(
            form, table, hand.copies + 9 * suit, 9 if suit < 3 else 7, tiles, head, tail, cells
        )
    useful = table.useful + N_CELLS * (table.useful_base[head] + table.order[tail])
    while cells:
        mask |= useful[lowest(cells)]
        cells &= cells - 1
    return mask


cdef inline int _tiles_in(const hand_t* hand, int suit) noexcept nogil:
    """Concealed tiles of one of four suits."""
    if suit == 3:
        return byte_sum(word(hand.copies + 26) >> 8)
    return byte_sum(word(hand.copies + 9 * suit)) + hand.copies[9 * suit + 8]


cdef inline uint64_t _useful_in(
    const view_t* view, int suit, row_t costs, row_t beside, row_t beside_main, int distance
) noexcept nogil:
    """The same, of those demands that stand in a cheapest hand."""
    if _are_split(view, suit) and _tiles_in(view.hand, suit) < 14:
        return _useful_split_honours(view, beside, beside_main, distance)
    return _useful_of(view, suit, row_cells(row_sum(costs, beside), distance))


cdef uint64_t _useful_split_honours(
    const view_t* view, row_t beside, row_t beside_main, int distance
) noexcept nogil:
    """The same where winds and dragons are two suits, found by adding one of each kind."""
    cdef const hand_t* hand = view.hand
    cdef uint32_t head, tail
    cdef uint64_t mask = 0
    cdef int kind
    cdef row_t sums
    for kind in range(7):
        if hand.copies[27 + kind] == 4:
            continue
        head = hand.head[3] + IN_HEAD[kind]
        tail = hand.tail[3] + IN_TAIL[kind]
        sums = row_min(
            row_sum(_honours_row(view.near, head, tail), beside),
            row_sum(_main_honours(view, head, tail), beside_main),
        )
        if row_least(sums) < distance:
            mask |= <uint64_t>1 << kind
    return mask


# ---- a hand ------------------------------------------------------------------------------------------------

cdef inline void _know_pair(view_t* view, int pair) noexcept nogil:
    """Costs of two suits together, with and without one of them as the main suit."""
    cdef const form_t* form = view.near.form
    cdef int first = FIRST_OF_PAIR[pair], second = SECOND_OF_PAIR[pair]
    if view.pairs_known >> pair & 1:
        return
    view.pairs_known |= 1 << pair
    if second < 3:
        view.pair_costs[pair] = row_at(
            view.near.left + ROW * form.left[view.classes[first] * N_CLASSES + view.classes[second]]
        )
    else:
        view.pair_costs[pair] = row_at(
            view.near.right
            + ROW * form.right[view.classes[first] * form.n_honour_classes + view.honour_class]
        )
    if view.near.main:
        view.pair_mains[pair] = row_min(
            row_joined(view.mains[first], view.costs[second]), row_joined(view.costs[first], view.mains[second])
        )


cdef inline row_t _beside(
    view_t* view, int suit, row_t costs, row_t mains, int pair, row_t* beside_main
) noexcept nogil:
    """What the demands of a suit leave to a third suit, given here, and to a pair of suits."""
    cdef row_t all = row_turned(row_joined(costs, view.pair_costs[pair]), view.sets)
    cdef row_t main
    beside_main[0] = all
    if not view.near.main:
        return all
    main = row_turned(
        row_min(row_joined(mains, view.pair_costs[pair]), row_joined(costs, view.pair_mains[pair])), view.sets
    )
    if _are_split(view, suit):
        return main
    return row_min(main, row_barred(all, view.bars[suit]))


cdef inline void _know_beside(view_t* view, int suit) noexcept nogil:
    """The same of the three suits beside one, as they are."""
    cdef int other = suit ^ 1, pair = 1 if suit < 2 else 0
    cdef row_t beside_main
    if view.beside_known >> suit & 1:
        return
    view.beside_known |= 1 << suit
    _know_pair(view, pair)
    view.beside[suit] = _beside(view, suit, view.costs[other], view.mains[other], pair, &beside_main)
    if suit == 3:
        view.beside_main_honours = beside_main


cdef inline int _concealed_distance_with(const view_t* view, int suit, uint32_t head, uint32_t tail) noexcept nogil:
    """The same without melds, from the tables of concealed hands."""
    cdef const form_t* form = view.near.form
    cdef int left = view.left, right = view.right
    if suit == 3:
        right = form.right[
            view.classes[2] * form.n_honour_classes + form.honour_classes[place(&form.honours, head, tail)]
        ]
    elif suit == 2:
        right = form.right[class_at(&form.number, head, tail) * form.n_honour_classes + view.honour_class]
    else:
        left = form.left[class_at(&form.number, head, tail) * N_CLASSES + view.classes[1 - suit]]
    return form.final[left * form.n_right + right]


cdef inline int _distance_with(view_t* view, int suit, uint32_t head, uint32_t tail) noexcept nogil:
    """Tiles missing to sets and a pair if a suit holds these tiles instead of its own."""
    cdef row_t costs, sums
    if view.sets == 4:
        return _concealed_distance_with(view, suit, head, tail)
    _know_beside(view, suit)
    if suit < 3:
        return row_least(row_sum(_number_row(view.near, head, tail), view.beside[suit]))
    costs = _honours_row(view.near, head, tail)
    sums = row_sum(costs, view.beside[3])
    if _are_split(view, suit):
        sums = row_min(sums, row_sum(_main_honours(view, head, tail), view.beside_main_honours))
    return row_least(sums)


cdef inline void _fill_costs(const near_t* near, hand_t* hand, view_t* view) noexcept nogil:
    """The rows of the four suits."""
    cdef const form_t* form = near.form
    cdef int tiles[N_GROUPS]
    cdef int melds[N_GROUPS]
    cdef int suit
    view.near = near
    view.hand = hand
    view.sets = 4 - hand.n_melds
    view.pairs_known = view.beside_known = view.useful_known = 0
    for suit in range(3):
        view.classes[suit] = class_at(&form.number, hand.head[suit], hand.tail[suit])
        view.costs[suit] = row_at(near.number + ROW * view.classes[suit])
    view.honour_class = form.honour_classes[place(&form.honours, hand.head[3], hand.tail[3])]
    view.costs[3] = row_at(near.honours + ROW * view.honour_class)
    view.left = form.left[view.classes[0] * N_CLASSES + view.classes[1]]
    view.right = form.right[view.classes[2] * form.n_honour_classes + view.honour_class]
    if not near.main:
        return
    memset(tiles, 0, sizeof(tiles))
    memset(melds, 0, sizeof(melds))
    if hand.n_melds:
        add_meld_tiles(hand, form, tiles, melds)
    for suit in range(4):
        view.bars[suit] = row_at(near.bars + ROW * (2 * melds[suit] + tiles[suit]))
        view.mains[suit] = row_barred(view.costs[suit], view.bars[suit])
    if not form.honours_one_suit:
        view.bars_of_dragons = row_at(near.bars + ROW * (2 * melds[4] + tiles[4]))
        view.mains[3] = _main_honours(view, hand.head[3], hand.tail[3])


cdef void fill_view(const near_t* near, hand_t* hand, view_t* view) noexcept nogil:
    _fill_costs(near, hand, view)
    if not near.form.standard:
        view.distance = FAR
    elif hand.n_melds == 0:
        view.distance = near.form.final[view.left * near.form.n_right + view.right]
    else:
        view.distance = _distance_with(view, 0, hand.head[0], hand.tail[0])


cdef enum:                       # shapes other than sets and a pair, bits
    PAIRS = 1
    ORPHANS_SHAPE = 2
    DIFFERENT = 4
    STRAIGHT = 8


cdef inline int _shapes_of(const form_t* form, int n_melds) noexcept nogil:
    """Shapes other than sets and a pair that a form has for hands with so many melds."""
    if n_melds > 1:
        return 0
    if n_melds == 1:
        return STRAIGHT if form.knitted_straight else 0
    return (
        (PAIRS if form.pairs != NO_PAIRS else 0) | (ORPHANS_SHAPE if form.orphans else 0)
        | (DIFFERENT if form.honors_and_knitted else 0) | (STRAIGHT if form.knitted_straight else 0)
    )


cdef inline int _shape_distance(const form_t* form, const hand_t* hand, int shape, int enough) noexcept nogil:
    """Tiles missing to one of these shapes; `enough` or more if it is not below that."""
    if shape == PAIRS:
        return pairs_distance(form, hand.copies, enough)
    if shape == ORPHANS_SHAPE:
        return orphans_distance(hand.copies)
    if shape == DIFFERENT:
        return different_distance(form, kinds_held(hand.copies))
    if hand.n_melds:
        return straight_distance(form, hand.copies, hand.locked, kinds_held(hand.copies), enough)
    return straight_distance(form, hand.copies, NULL, kinds_held(hand.copies), enough)


cdef inline int _other_distance(const form_t* form, const hand_t* hand, int shapes, int enough) noexcept nogil:
    """Tiles missing to the nearest of these shapes; `enough` if none is below that."""
    cdef int best = enough
    while shapes:
        best = min(best, _shape_distance(form, hand, shapes & -shapes, best))
        shapes &= shapes - 1
    return best


cdef int near_distance(const near_t* near, hand_t* hand) noexcept nogil:
    cdef view_t view
    fill_view(near, hand, &view)
    return _other_distance(near.form, hand, _shapes_of(near.form, hand.n_melds), view.distance)


# ---- its discards ------------------------------------------------------------------------------------------

cdef int fill_distances(view_t* view, uint64_t kinds, uint8_t* distances) noexcept nogil:
    cdef uint64_t rest = kinds
    cdef int kind, least, nearest = FAR
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        distances[kind] = _standard_without(view, kind)
        nearest = min(nearest, <int>distances[kind])
    least = set_nearest(view, nearest)
    if view.shapes:
        view.nearest = _nearest_of_shapes(view, kinds, distances, nearest, least)
    return view.nearest


cdef inline int _standard_without(view_t* view, int kind) noexcept nogil:
    """Tiles missing to sets and a pair after a discard."""
    cdef const hand_t* hand = view.hand
    cdef int suit = kind // 9, rank = kind - 9 * suit
    if not view.near.form.standard:
        return FAR
    return _distance_with(view, suit, hand.head[suit] - IN_HEAD[rank], hand.tail[suit] - IN_TAIL[rank])


cdef int set_nearest(view_t* view, int nearest) noexcept nogil:
    cdef const form_t* form = view.near.form
    cdef int shapes = _shapes_of(form, view.hand.n_melds), shape, distance, least = nearest + 1
    view.nearest = nearest
    view.shapes = 0
    while shapes:                # a discard brings no shape nearer
        shape = shapes & -shapes
        shapes &= shapes - 1
        distance = _shape_distance(form, view.hand, shape, nearest + 1)
        if distance <= nearest:
            view.shapes |= shape
            least = min(least, distance)
    return least


cdef int distance_without(view_t* view, int kind) noexcept nogil:
    cdef hand_t* hand = view.hand
    cdef int distance = _standard_without(view, kind)
    if view.shapes and distance > view.nearest:
        add_tiles(hand.copies, hand.head, hand.tail, kind, -1)
        distance = _other_distance(view.near.form, hand, view.shapes, distance)
        add_tiles(hand.copies, hand.head, hand.tail, kind, 1)
    return distance


cdef int _nearest_of_shapes(view_t* view, uint64_t kinds, uint8_t* distances, int nearest, int least) noexcept nogil:
    """Lower the distances to those of other shapes where they are less; the whole hand is `least` from one."""
    cdef hand_t* hand = view.hand
    cdef int kind
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        if distances[kind] <= least:
            continue
        add_tiles(hand.copies, hand.head, hand.tail, kind, -1)
        distances[kind] = _other_distance(view.near.form, hand, view.shapes, distances[kind])
        add_tiles(hand.copies, hand.head, hand.tail, kind, 1)
        nearest = min(nearest, <int>distances[kind])
    return nearest


# ---- tiles that are useful after a discard -------------------------------------------------------------------

cdef uint64_t _others_useful(view_t* view, int shapes, int distance) noexcept nogil:
    """Kinds that bring the hand, as it now is, nearer to those of these shapes that are at this distance."""
    cdef hand_t* hand = view.hand
    cdef const form_t* form = view.near.form
    cdef slots_t slots
    cdef uint64_t mask = 0
    cdef int shape
    while shapes:
        shape = shapes & -shapes
        shapes &= shapes - 1
        if shape == PAIRS:
            fill_slots(hand.copies, form, &slots)
            mask |= pairs_useful(form, hand.copies, &slots, distance)   # none if they are not so near
        elif _shape_distance(form, hand, shape, distance + 1) != distance:
            continue
        elif shape == ORPHANS_SHAPE:
            mask |= orphans_useful(hand.copies)
        elif shape == DIFFERENT:
            mask |= different_useful(form, kinds_held(hand.copies))
        else:
            mask |= _straight_useful(view, distance)
    return mask & ~kinds_of_four(hand.copies, hand.locked)


cdef uint64_t _straight_useful(const view_t* view, int distance) noexcept nogil:
    """Kinds that bring the hand, as it now is, nearer to a knitted straight at this distance.

    They lie in the body, or in the set and the pair (beside a meld, the pair) made of the rest.
    """
    cdef const hand_t* hand = view.hand
    cdef const form_t* form = view.near.form
    cdef uint64_t held = kinds_held(hand.copies), mask = 0, body, locked
    cdef hand_t rest
    cdef view_t view_of_rest
    cdef int i, missing, pair
    for i in range(N_PATTERNS):
        body = form.patterns[i]
        missing = BODY - popcount(held & body)
        if missing > distance:
            continue
        take_body(hand.copies, body, rest.copies)
        if hand.n_melds:
            pair = pair_cost(rest.copies, hand.locked, body)
            locked = kinds_with_at_least(hand.locked, 3) | (kinds_with_at_least(hand.locked, 2) & body)
            if missing + pair == distance and not kinds_with_at_least(hand.locked, 4) & body:
                mask |= body & ~held
                if pair:
                    mask |= ~locked & (kinds_held(rest.copies) if pair == 1 else ALL_KINDS)
            continue
        pack_keys(rest.copies, rest.head, rest.tail)
        rest.n_melds = 3
        fill_view(view.near, &rest, &view_of_rest)
        if missing + view_of_rest.distance == distance:
            mask |= body & ~held
            if view_of_rest.distance:
                mask |= _useful_unchanged(&view_of_rest, N_SUITS)
    return mask


cdef inline uint32_t _optimal_beside(const view_t* view, int suit, int changed, int costs) noexcept nogil:
    """Demands of a suit in a cheapest hand, from the tables of concealed hands; `costs` is the class of one changed."""
    cdef const form_t* form = view.near.form
    cdef int first, second, honours = view.honour_class
    cdef int beside
    if suit == 3:
        first = 1 if changed == 0 else 0
        second = 3 - changed - first
        beside = form.left[view.classes[first] * N_CLASSES + view.classes[second]]
        return form.optimal_honours[
            honours * form.n_beside_honours + form.beside_honours[costs * form.n_left + beside]
        ]
    if changed == 3:
        first = 1 if suit == 0 else 0
        second = 3 - suit - first
        beside = form.right[view.classes[second] * form.n_honour_classes + costs]
        costs = view.classes[first]
    else:
        second = 3 - suit - changed
        beside = form.right[view.classes[second] * form.n_honour_classes + honours]
    return form.optimal_number[
        view.classes[suit] * form.n_beside_number + form.beside_number[costs * form.n_right + beside]
    ]


cdef inline uint64_t _useful_beside(
    view_t* view, int changed, int class_of_changed, row_t costs, row_t mains, int distance
) noexcept nogil:
    """Useful kinds of the three suits beside one that has changed."""
    cdef int suit, pair
    cdef row_t beside, beside_main
    cdef uint64_t mask = 0
    for suit in range(N_SUITS):
        if suit == changed:
            continue
        if view.sets == 4 and not _are_split(view, suit):
            mask |= _useful_of(view, suit, _optimal_beside(view, suit, changed, class_of_changed)) << 9 * suit
            continue
        pair = PAIR_OF[suit][changed] ^ 1
        _know_pair(view, pair)
        beside = _beside(view, suit, costs, mains, pair, &beside_main)
        mask |= _useful_in(view, suit, view.costs[suit], beside, beside_main, distance) << 9 * suit
    return mask


cdef inline uint32_t _optimal_cells(const view_t* view, int suit, int costs) noexcept nogil:
    """The same with this class of the suit itself, the others being as they are."""
    cdef const form_t* form = view.near.form
    cdef int beside, right = view.right
    if suit == 3:
        beside = form.beside_honours[view.classes[2] * form.n_left + view.left]
        return form.optimal_honours[costs * form.n_beside_honours + beside]
    if suit == 2:
        right = form.right[view.classes[1] * form.n_honour_classes + view.honour_class]
    beside = form.beside_number[view.classes[1 if suit == 0 else 0] * form.n_right + right]
    return form.optimal_number[costs * form.n_beside_number + beside]


cdef inline uint64_t _useful_now(view_t* view, int suit) noexcept nogil:
    """Kinds of a suit that bring the whole hand, at its own distance, nearer."""
    if view.sets == 4 and not _are_split(view, suit):
        return _useful_of(
            view, suit, _optimal_cells(view, suit, view.honour_class if suit == 3 else view.classes[suit])
        )
    _know_beside(view, suit)
    return _useful_in(view, suit, view.costs[suit], view.beside[suit], view.beside_main_honours, view.distance)


cdef inline uint64_t _useful_unchanged(view_t* view, int changed) noexcept nogil:
    """The same where the costs of the suit are what they were."""
    cdef int suit
    cdef uint64_t mask = 0
    for suit in range(N_SUITS):
        if suit == changed:
            continue
        if not view.useful_known >> suit & 1:
            view.useful_known |= 1 << suit
            view.useful[suit] = _useful_now(view, suit) << 9 * suit
        mask |= view.useful[suit]
    return mask


cdef inline uint64_t _standard_useful(view_t* view, int suit, int distance) noexcept nogil:
    """Kinds that bring the hand nearer to sets and a pair, now that a tile of a suit is discarded."""
    cdef hand_t* hand = view.hand
    cdef const form_t* form = view.near.form
    cdef uint32_t head = hand.head[suit], tail = hand.tail[suit]
    cdef row_t costs, mains
    cdef bint same
    cdef int number
    cdef uint64_t mask
    if suit < 3:
        number = class_at(&form.number, head, tail)
        same = number == view.classes[suit]
        costs = row_at(view.near.number + ROW * number)
    else:
        number = form.honour_classes[place(&form.honours, head, tail)]
        same = number == view.honour_class and not _are_split(view, 3)
        costs = row_at(view.near.honours + ROW * number)
    if view.sets == 4 and not _are_split(view, suit):
        mask = _useful_of(view, suit, _optimal_cells(view, suit, number)) << 9 * suit
    else:
        _know_beside(view, suit)
        mask = _useful_in(view, suit, costs, view.beside[suit], view.beside_main_honours, distance) << 9 * suit
    if same:
        return mask | _useful_unchanged(view, suit)
    mains = costs
    if _are_split(view, suit):
        mains = _main_honours(view, head, tail)
    elif view.near.main:
        mains = row_barred(costs, view.bars[suit])
    return mask | _useful_beside(view, suit, number, costs, mains, distance)


cdef uint64_t useful_without(view_t* view, int kind, int distance) noexcept nogil:
    cdef hand_t* hand = view.hand
    cdef const form_t* form = view.near.form
    cdef uint64_t mask = 0
    cdef int suit = kind // 9
    cdef int shapes = view.shapes if distance == view.nearest else _shapes_of(form, hand.n_melds)
    add_tiles(hand.copies, hand.head, hand.tail, kind, -1)
    if form.standard and (not shapes or _distance_with(view, suit, hand.head[suit], hand.tail[suit]) == distance):
        mask = _standard_useful(view, suit, distance)
    if shapes:
        mask |= _others_useful(view, shapes, distance)
    add_tiles(hand.copies, hand.head, hand.tail, kind, 1)
    return mask


cdef uint64_t useful_whole(view_t* view) noexcept nogil:
    cdef uint64_t mask = 0
    if view.distance == view.nearest:
        mask = _useful_unchanged(view, N_SUITS)
    return mask | _others_useful(view, view.shapes, view.nearest)


cdef uint64_t near_useful(const near_t* near, hand_t* hand, int distance) noexcept nogil:
    cdef view_t view
    fill_view(near, hand, &view)
    view.nearest = distance
    view.shapes = _shapes_of(near.form, hand.n_melds)
    return useful_whole(&view)


cdef inline void _choose(
    view_t* view, uint64_t kinds, const uint8_t* distances, int distance, const live_t* live, int most, choice_t* best
) noexcept nogil:
    """The discard at a distance with more live tiles than the best so far; `most` is as many as there can be."""
    cdef uint8_t candidates[N_KINDS]
    cdef uint64_t alive = live_kinds(live)
    cdef int n = 0, kind, tiles
    while kinds:
        candidates[n] = kind = lowest(kinds)
        kinds &= kinds - 1
        n += distances[kind] == distance
    while n and best.live < most:
        n -= 1
        kind = candidates[n]
        tiles = live_of(live, useful_without(view, kind, distance) & alive)
        if tiles > best.live:
            best.kind = kind
            best.live = tiles


cdef choice_t efficient_discard(view_t* view, uint64_t allowed, const live_t* live) noexcept nogil:
    cdef uint8_t distances[N_KINDS]
    cdef int most = MOST_LIVE
    cdef choice_t best
    best.nearest = fill_distances(view, allowed, distances)
    best.kind = -1
    best.live = -1
    if best.nearest > 1 and allowed == kinds_held(view.hand.copies):   # so that a discard keeps the distance
        most = live_of(live, useful_whole(view) & live_kinds(live))
    _choose(view, allowed, distances, best.nearest, live, most, &best)
    if best.live == 0:           # one tile farther only if nothing nearer can still be completed
        _choose(view, allowed, distances, best.nearest + 1, live, MOST_LIVE, &best)
    return best


cdef void fill_live(const uint8_t* held, const uint8_t* visible, live_t* live) noexcept nogil:
    """Copies of each kind that are neither held nor visible."""
    cdef int kind
    memset(live.tiles, 0, 40)
    for kind in range(N_KINDS):
        live.tiles[kind] = 4 - held[kind] - visible[kind]
    live.odd = kinds_with(live.tiles, 0)
    live.two = kinds_with(live.tiles, 1)
    live.four = kinds_with(live.tiles, 2)
