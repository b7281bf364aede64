"""Estimates in points. Sums are added in a fixed order, so that the same hand has the same value everywhere."""

from libc.math cimport pow
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from mjcore.encoding._bits cimport lowest, popcount
from mjcore.encoding._packed cimport IN_HEAD, IN_TAIL, kinds_with_at_least
from mjcore.encoding._types cimport (
    CIRCUMSTANCES_AT, CONCEALED_KONG, FAR, HAND_BYTES, HEAVENLY_READY, MELDS_AT, N_CELLS, N_CLASSES, N_KINDS, N_SUITS,
    NO_PAIRS, WINNING_AT, form_t, hand_t,
)
from mjcore.kernels._distance cimport kinds_held, pairs_cost
from mjcore.kernels._moves cimport fill_live_of
from mjcore.kernels._near cimport (
    distance_without, fill_view, live_kinds, live_of, set_live, set_nearest, useful_whole, useful_without, view_t,
)
from mjcore.kernels._soft_eight cimport score_t, score_win
from mjcore.kernels._suits cimport class_at, fill_slots, place, slots_t
from mjcore.kernels._table_end cimport fill_debts, fill_win
from mjcore.kernels._table_hands cimport all_waits, put_tile, take_tile
from mjcore.kernels._table_types cimport pay_rules_t, player_t, table_t
from mjcore.kernels._waits cimport exhausted

cdef enum:                       # pay_rules_t.beside_base
    MULTIPLIED = 0
    FLAT = 1
    VOID = 2

cdef double WIDTH = 25.0                 # weighted useful tiles of an average hand
cdef double LONG_TIME = 14.0             # go-arounds from which on time does not press
cdef double SECOND_AT_TWO = 6.0          # weighted useful tiles after the next one, two tiles missing
cdef double SECOND_AT_THREE = 15.0       # and three
cdef double HALF = 0.5                   # so that no live tile is not the end of all value
cdef double MELD_IN_SUIT = 0.5           # what each adds to the danger of its suit
cdef double HONOURS_SAFER = 0.6
cdef double TERMINALS_SAFER = 0.8
cdef double THIRD_HONOUR_SAFER = 0.6     # if two more are accounted for
cdef double KINDS_WAITED_FOR = 3.0
cdef double MEAN_MULTIPLIER = 1.35

cdef double UNKNOWN = 1e6                # a width that no hand has


# ---- the scene ---------------------------------------------------------------------------------------------

cdef void fill_scene(
    const table_t* table, const soft_dials_t* dials, int seat, const hand_t* hand, scene_t* scene
) noexcept nogil:
    cdef int other, n_declared = 0
    scene.table = table
    scene.dials = dials
    scene.seat = seat
    scene.spare = 0
    fill_live_of(table, seat, hand, &scene.live)
    scene.unseen = max(1, live_of(&scene.live, live_kinds(&scene.live)))
    scene.go_arounds = (table.left + 1) / 4.0
    for other in range(4):
        if other != seat and table.players[other].declared:
            n_declared += 1
            _fill_danger(table, dials, seat, other, scene.danger[other])
    scene.hazard = min(1.0, dials.hazard + dials.hazard_declared * n_declared)
    scene.lost = dials.loss * (1.0 - pow(1.0 - scene.hazard, scene.go_arounds))
    _fill_payments(table, seat, scene)


cdef void _fill_payments(const table_t* table, int seat, scene_t* scene) noexcept nogil:
    """What a win brings beside the base: dealer's bonuses, and kong points."""
    cdef const pay_rules_t* pay = &table.rules.pay
    cdef int32_t owed[4][4]
    cdef double kongs = 0
    cdef int other
    fill_debts(table, owed)
    for other in range(4):
        if other != seat:
            kongs += owed[other][seat]
    scene.dealer_drawn = pay.dealer_bonus * (3 if seat == table.dealer else 1)
    scene.n_payers = 3 if pay.all_pay else 1
    scene.dealer_claimed = scene.dealer_drawn if pay.all_pay else scene.dealer_drawn / 3.0
    scene.kongs_drawn = scene.kongs_claimed = kongs
    scene.flat_drawn = scene.flat_claimed = 0
    if not pay.all_pay and (pay.beside_base == FLAT or pay.beside_base == VOID):
        scene.kongs_claimed = kongs / 3.0
        scene.flat_claimed = kongs - kongs / 3.0 if pay.beside_base == FLAT else 0
    if pay.winner_kongs_flat:
        scene.flat_drawn = kongs
        scene.flat_claimed += scene.kongs_claimed
        scene.kongs_drawn = scene.kongs_claimed = 0


cdef void _fill_danger(
    const table_t* table, const soft_dials_t* dials, int seat, int other, double* danger
) noexcept nogil:
    """Points that a tile of each suit may lose to a declared player, judged by his discards and melds."""
    cdef const player_t* player = &table.players[other]
    cdef double guesses[N_SUITS]
    cdef double all = 0, points
    cdef int suit, i, code
    for suit in range(N_SUITS):
        guesses[suit] = 1.0
    for i in range(player.hand.n_melds):
        code = player.hand.melds[i]
        if code >> 6 != CONCEALED_KONG or table.rules.concealed_kong_shown:
            guesses[((code & 63) - 1) // 9] += MELD_IN_SUIT
    guesses[3] *= HONOURS_SAFER
    for suit in range(N_SUITS):
        guesses[suit] *= dials.suit[min(47, player.n_in_suit[suit])]
        all += guesses[suit]
    points = table.rules.soft.base_points
    if seat == table.dealer or other == table.dealer:
        points += table.rules.pay.dealer_bonus
    for suit in range(N_SUITS):
        danger[suit] = (
            MEAN_MULTIPLIER * points * KINDS_WAITED_FOR * guesses[suit] / all / (7.0 if suit == 3 else 9.0)
        )


cdef double danger_of(const scene_t* scene, int kind) noexcept nogil:
    cdef const table_t* table = scene.table
    cdef double safer = 1.0, sum = 0
    cdef int other, live = scene.live.tiles[kind]
    if kind >= 27:
        safer = 0.0 if live == 0 else THIRD_HONOUR_SAFER if live == 1 else 1.0
    elif kind % 9 == 0 or kind % 9 == 8:
        safer = TERMINALS_SAFER
    for other in range(4):
        if (
            other != scene.seat and table.players[other].declared
            and not table.players[other].barred >> kind & 1
        ):
            sum += scene.danger[other][kind // 9] * safer
    return scene.dials.risk * sum


# ---- ready hands -------------------------------------------------------------------------------------------

cdef inline bint _score(const scene_t* scene, const hand_t* hand, int kind, score_t* score) noexcept nogil:
    """Score the win of 13 tiles on a kind, however it comes; false if that is none."""
    cdef uint8_t row[HAND_BYTES]
    memset(row, 0, HAND_BYTES)
    memcpy(row, hand.copies, N_KINDS)
    memcpy(row + MELDS_AT, hand.melds, 4)
    row[WINNING_AT] = kind
    if scene.table.players[scene.seat].heavenly:
        row[CIRCUMSTANCES_AT] = HEAVENLY_READY
    return score_win(scene.table.rules.form, scene.table.rules.soft, row, score) == 0 and score.legal


cdef double ready_worth(const scene_t* scene, const hand_t* hand, uint64_t waits, double rate) noexcept nogil:
    cdef const soft_dials_t* dials = scene.dials
    cdef double live, n_live = 0, weighted = 0, drawn = 0, claimed = 0, base
    cdef double chance_drawn, chance_claimed, ends
    cdef score_t score
    cdef int kind
    waits &= live_kinds(&scene.live)
    while waits:
        kind = lowest(waits)
        waits &= waits - 1
        if not _score(scene, hand, kind, &score):
            continue
        live = scene.live.tiles[kind]
        base = score.base
        n_live += live
        weighted += dials.discard_weights[kind] * live
        drawn += live * (
            (3 * base + scene.dealer_drawn + scene.kongs_drawn) * score.multiplier + scene.flat_drawn
        )
        claimed += live * (
            (scene.n_payers * base + scene.dealer_claimed + scene.kongs_claimed) * score.multiplier
            + scene.flat_claimed
        )
    if n_live == 0:
        return -scene.lost
    chance_drawn = n_live / scene.unseen
    chance_claimed = 3.0 * rate * weighted / scene.unseen
    ends = chance_drawn + chance_claimed + scene.hazard
    return (
        (chance_drawn * drawn / n_live + chance_claimed * claimed / n_live - scene.hazard * dials.loss) / ends
        * (1.0 - pow(max(0.0, 1.0 - ends), scene.go_arounds))
    )


cdef double points_of_claim(const scene_t* scene) noexcept nogil:
    cdef const table_t* table = scene.table
    cdef const pay_rules_t* pay = &table.rules.pay
    cdef uint8_t row[HAND_BYTES]
    cdef int32_t owed[4][4]
    cdef score_t score
    cdef int other, due, multiplied, points = 0
    cdef bint pays
    fill_win(table, scene.seat, row)
    if score_win(table.rules.form, table.rules.soft, row, &score) or not score.legal:
        return 0
    fill_debts(table, owed)
    for other in range(4):
        if other == scene.seat:
            continue
        pays = other == table.other or pay.all_pay
        due = owed[other][scene.seat]
        if not pays and pay.beside_base == VOID:
            due = 0
        multiplied = 0 if pay.winner_kongs_flat or (not pays and pay.beside_base == FLAT) else due
        points += due - multiplied
        if pays:
            multiplied += score.base
            if scene.seat == table.dealer or other == table.dealer:
                multiplied += pay.dealer_bonus
        points += multiplied * score.multiplier
    return points


# ---- hands that are not ready ------------------------------------------------------------------------------

cdef inline double _triplets(const scene_t* scene, const hand_t* hand, double each) noexcept nogil:
    """What triplets are worth whose fourth tile may still come."""
    return each * popcount(kinds_with_at_least(hand.copies, 3) & live_kinds(&scene.live))


cdef inline double _weighted(const scene_t* scene, uint64_t useful, uint64_t pairs) noexcept nogil:
    """Live useful tiles, those that make a triplet of a pair counted for more."""
    return live_of(&scene.live, useful) + scene.dials.pung_weight * live_of(&scene.live, useful & pairs)


cdef inline int _pure_distance(const form_t* form, const hand_t* hand) noexcept nogil:
    """Tiles missing to sets and a pair of one suit that all melds are of; FAR if there is none."""
    cdef int suit, i, best = FAR, cell = 5 + 4 - hand.n_melds
    cdef uint32_t of_melds = 0
    for i in range(hand.n_melds):
        of_melds |= 1 << ((hand.melds[i] & 63) - 1) // 9
    for suit in range(3):
        if of_melds & ~(1 << suit) == 0:
            best = min(
                best, <int>form.number.rows[N_CELLS * class_at(&form.number, hand.head[suit], hand.tail[suit]) + cell]
            )
    if form.honours_one_suit and of_melds & ~8 == 0:
        best = min(
            best, <int>form.honours.rows[N_CELLS * class_at(&form.honours, hand.head[3], hand.tail[3]) + cell]
        )
    return best


cdef inline int _rest_cost(
    const form_t* form, const hand_t* hand, const uint32_t* head, const uint32_t* tail
) noexcept nogil:
    """Tiles missing of these concealed tiles to what a dragon leaves: a pair, and a set if there is no meld."""
    cdef const uint8_t* left = form.left_rows + N_CELLS * form.left[
        class_at(&form.number, head[0], tail[0]) * N_CLASSES + class_at(&form.number, head[1], tail[1])
    ]
    cdef const uint8_t* right = form.right_rows + N_CELLS * form.right[
        class_at(&form.number, head[2], tail[2]) * form.n_honour_classes
        + form.honour_classes[place(&form.honours, head[3], tail[3])]
    ]
    if hand.n_melds:
        return min(left[5] + right[0], left[0] + right[5])
    return min(min(left[6] + right[0], left[0] + right[6]), min(left[5] + right[1], left[1] + right[5]))


cdef inline int _dragon_distance(const form_t* form, const hand_t* hand) noexcept nogil:
    """Tiles missing to a hand with all nine ranks of a suit as three concealed runs; FAR with two melds."""
    cdef uint32_t head[N_SUITS]
    cdef uint32_t tail[N_SUITS]
    cdef uint64_t held = kinds_held(hand.copies), ranks
    cdef int suit, rank, best = FAR
    if hand.n_melds > 1:
        return FAR
    memcpy(head, hand.head, sizeof(head))
    memcpy(tail, hand.tail, sizeof(tail))
    for suit in range(3):
        ranks = held >> 9 * suit & 511
        for rank in range(9):
            if ranks >> rank & 1:
                head[suit] -= IN_HEAD[rank]
                tail[suit] -= IN_TAIL[rank]
        best = min(best, 9 - popcount(ranks) + _rest_cost(form, hand, head, tail))
        head[suit] = hand.head[suit]
        tail[suit] = hand.tail[suit]
    return best


cdef inline int _seven_distance(const form_t* form, const hand_t* hand) noexcept nogil:
    cdef slots_t slots
    if hand.n_melds or form.pairs == NO_PAIRS:
        return FAR
    fill_slots(hand.copies, form, &slots)
    return pairs_cost(form, &slots)


cdef inline double _plan(const soft_dials_t* dials, int distance, int now) noexcept nogil:
    """How much of its addition a plan at this distance keeps; nothing if it cannot be had."""
    if distance >= FAR:
        return 0.0
    return dials.plan[max(0, min(N_STEPS - 1, distance - now))]


cdef double _best_width(scene_t* scene, hand_t* hand, int distance) noexcept nogil:
    """Most weighted useful tiles after a discard that leaves 14 tiles `distance` from complete, as they are now."""
    cdef view_t view
    cdef uint64_t held = kinds_held(hand.copies), pairs = 0, after
    cdef double most, best = 0
    cdef int kind
    fill_view(&scene.dials.near, hand, &view)
    set_nearest(&view, distance)
    if distance > 1:
        pairs = kinds_with_at_least(hand.copies, 2)
    most = _weighted(scene, useful_whole(&view), pairs)     # a discard leaves no other useful kinds
    while held and best < most:
        kind = lowest(held & scene.spare if held & scene.spare else held)
        held &= ~(<uint64_t>1 << kind)
        if distance_without(&view, kind) == distance:
            after = pairs & ~(<uint64_t>1 << kind) if hand.copies[kind] == 2 else pairs
            best = max(best, _weighted(scene, useful_without(&view, kind, distance), after))
    return best


cdef void fill_most_widths(
    scene_t* scene, hand_t* hand, int distance, uint64_t useful, double* most
) noexcept nogil:
    cdef view_t view
    cdef uint64_t pairs
    cdef int kind, live
    useful &= live_kinds(&scene.live)
    while useful:
        kind = lowest(useful)
        useful &= useful - 1
        if hand.n_melds == 0 and _is_one_suit(hand, kind // 9):
            most[kind] = UNKNOWN         # fifteen tiles of a suit stand in no table
            continue
        live = scene.live.tiles[kind]
        put_tile(hand, kind)
        set_live(&scene.live, kind, live - 1)
        fill_view(&scene.dials.near, hand, &view)
        set_nearest(&view, distance - 1)
        pairs = kinds_with_at_least(hand.copies, 2) if distance > 2 else 0
        most[kind] = _weighted(scene, useful_whole(&view), pairs)
        set_live(&scene.live, kind, live)
        take_tile(hand, kind, 1)


cdef inline bint _is_one_suit(const hand_t* hand, int suit) noexcept nogil:
    """Whether all concealed tiles are of a suit."""
    return kinds_held(hand.copies) & ~(<uint64_t>511 << 9 * suit) == 0


cdef inline double _after_step(const estimate_t* estimate, const soft_dials_t* dials, double width) noexcept nogil:
    """The value, given the mean width after the next useful tile."""
    cdef double second = (width + HALF) / (SECOND_AT_TWO if estimate.distance == 2 else SECOND_AT_THREE)
    if dials.second_step != 1:
        second = pow(second, dials.second_step)
    return estimate.front * second + estimate.back


cdef double _all_widths(
    const scene_t* scene, const estimate_t* estimate, const double* widths, double* all
) noexcept nogil:
    """Sum of widths by kind, each as often as the kind may come, and how often any comes."""
    cdef uint64_t rest = estimate.useful
    cdef double sum = 0
    cdef int kind
    all[0] = 0
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        sum += _weight(scene, estimate, kind) * widths[kind]
        all[0] += _weight(scene, estimate, kind)
    return sum


cdef inline double _weight(const scene_t* scene, const estimate_t* estimate, int kind) noexcept nogil:
    return scene.live.tiles[kind] * (1.0 + (scene.dials.pung_weight if estimate.pairs >> kind & 1 else 0.0))


cdef double most_value(const scene_t* scene, const estimate_t* estimate, const double* most) noexcept nogil:
    cdef double all, sum
    if not estimate.open:
        return estimate.back
    sum = _all_widths(scene, estimate, most, &all)
    return _after_step(estimate, scene.dials, sum / all if all > 0 else 0.0)


cdef double value_of(
    scene_t* scene, hand_t* hand, const estimate_t* estimate, const double* most, double enough
) noexcept nogil:
    cdef double widths[N_KINDS]
    cdef double all, sum, bound = 0
    cdef uint64_t rest = estimate.useful
    cdef int kind, live
    if not estimate.open:
        return estimate.back
    if most != NULL:
        bound = _all_widths(scene, estimate, most, &all)
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        live = scene.live.tiles[kind]
        put_tile(hand, kind)
        set_live(&scene.live, kind, live - 1)
        widths[kind] = _best_width(scene, hand, estimate.distance - 1)
        set_live(&scene.live, kind, live)
        take_tile(hand, kind, 1)
        if most != NULL:
            bound -= _weight(scene, estimate, kind) * (most[kind] - widths[kind])
            if is_surely_below(_after_step(estimate, scene.dials, bound / all), enough):
                return enough - 1
    sum = _all_widths(scene, estimate, widths, &all)
    return _after_step(estimate, scene.dials, sum / all if all > 0 else 0.0)


cdef estimate_t estimate_of(scene_t* scene, hand_t* hand, int distance, uint64_t useful) noexcept nogil:
    cdef const soft_dials_t* dials = scene.dials
    cdef const form_t* form = dials.near.form
    cdef uint64_t waits, of_shape
    cdef estimate_t out
    cdef double width, plans
    out.distance = distance
    out.useful = useful & live_kinds(&scene.live)
    out.pairs = kinds_with_at_least(hand.copies, 2)
    out.front = 0
    out.open = False
    if distance == 1:
        waits = all_waits(form, hand, &of_shape) & ~exhausted(hand)
        if waits:
            out.back = ready_worth(scene, hand, waits, dials.claim_rate) + _triplets(scene, hand, dials.triplet_ready)
            return out
    width = _weighted(scene, useful, out.pairs)
    plans = 1.0
    plans += dials.pure * _plan(dials, _pure_distance(form, hand), distance)
    plans += dials.dragon * _plan(dials, _dragon_distance(form, hand), distance)
    plans += dials.seven * _plan(dials, _seven_distance(form, hand), distance)
    out.front = (
        dials.scale[min(N_STEPS - 1, distance)] * pow((width + HALF) / WIDTH, dials.width) * plans
        * min(1.0, scene.go_arounds / LONG_TIME)
    )
    out.back = _triplets(scene, hand, dials.triplet) - scene.lost
    out.open = dials.second_step != 0 and (distance == 2 or distance == 3)
    if not out.open:
        out.back += out.front
    return out


cdef double worth(scene_t* scene, hand_t* hand, int distance, uint64_t useful) noexcept nogil:
    cdef estimate_t estimate = estimate_of(scene, hand, distance, useful)
    return value_of(scene, hand, &estimate, NULL, 0.0)
