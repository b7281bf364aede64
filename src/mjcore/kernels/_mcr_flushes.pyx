"""Plans of whole hands made of sets and a pair that any line of soft counts can tell: suits, ranks, groups.

The worth of such a plan is linear in the line of each suit, so that one dot of a line with weights tells what
the hand is worth without a tile.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy, memset

from mjcore.encoding._bits cimport lowest
from mjcore.encoding._types cimport CHOW, hand_t
from mjcore.kernels._mcr_state cimport (
    ALL_TYPES, CHICKEN, CONCEALED, FULL_FLUSH, HALF_FLUSH, LOWER_FOUR, MELDED, OUTSIDE, TWO_DRAGONS, UPPER_FOUR,
    add_part, state_t, suit_kinds,
)
from mjcore.kernels._soft_counts cimport (
    LINE, ONE_PAIR, ONE_SET, tile_key, add_scaled, dot, fill_complement, fill_honours, line_of, multiply_lines, soft_t,
)

cdef enum:
    N_GROUPS = 5                 # number suits, winds, dragons
    ENOUGH = 8                   # tiles of a flush, declared sets counted as three
    FIRST_DRAGON = 31

cdef float LITTLE = 0.02         # part of the value below which an outside hand is left aside
cdef float OF_MELDED_HAND[5]     # by exposed sets
OF_MELDED_HAND[:] = [0, 0, 0.1, 0.5, 1]


ctypedef float[LINE] line_t


cdef inline void _multiply_others(const line_t* lines, line_t* others) noexcept nogil:
    """For each suit, the three others side by side."""
    cdef line_t first
    cdef line_t last
    multiply_lines(lines[0], lines[1], first)
    multiply_lines(lines[2], lines[3], last)
    multiply_lines(lines[1], last, others[0])
    multiply_lines(lines[0], last, others[1])
    multiply_lines(first, lines[3], others[2])
    multiply_lines(first, lines[2], others[3])


cdef inline void _own_lines(state_t* state, line_t* lines) noexcept nogil:
    cdef int suit
    for suit in range(4):
        memcpy(lines[suit], line_of(&state.lines, suit, state.keys[suit]), 12 * sizeof(float))


# ---- any sets, flushes, all types ------------------------------------------------------------------------------

cdef inline void _add_any(state_t* state, const line_t* lines, line_t* weights) noexcept nogil:
    """Sets and a pair, whatever they are: worth something concealed, little exposed, more if all is exposed."""
    cdef line_t others[4]
    cdef line_t first
    cdef line_t complement
    cdef float ways, weight, melded
    cdef int suit, plan
    if state.with_discards:
        _multiply_others(lines, others)
    else:
        multiply_lines(lines[0], lines[1], first)
        multiply_lines(first, lines[2], others[3])
    fill_complement(others[3], state.sets, complement)
    ways = dot(lines[3], complement)
    plan = CHICKEN if state.n_exposed else CONCEALED
    weight = state.weights[plan]
    add_part(state, plan, weight * ways)
    melded = state.weights[MELDED] * OF_MELDED_HAND[state.n_exposed]
    if state.n_exposed >= 2:
        add_part(state, MELDED, melded * ways)
    if state.with_discards:
        for suit in range(4):
            fill_complement(others[suit], state.sets, complement)
            add_scaled(weights[suit], weight + melded, complement)


cdef inline void _add_flushes(state_t* state, const line_t* lines, line_t* weights) noexcept nogil:
    cdef line_t complement
    cdef int suit, other_melds, tiles, n_melds = state.hand.n_melds
    cdef float weight = state.weights[HALF_FLUSH]
    for suit in range(3):
        other_melds = n_melds - state.melds_in[suit] - state.melds_in[3]
        tiles = state.tiles_in[suit] + 3 * n_melds
        if other_melds or tiles + state.tiles_in[3] < ENOUGH:
            continue
        fill_complement(lines[3], state.sets, complement)
        add_part(state, HALF_FLUSH, weight * dot(lines[suit], complement))
        if state.with_discards:
            add_scaled(weights[suit], weight, complement)
            fill_complement(lines[suit], state.sets, complement)
            add_scaled(weights[3], weight, complement)
    for suit in range(3):
        if n_melds == state.melds_in[suit] and state.tiles_in[suit] + 3 * n_melds >= ENOUGH:
            add_part(state, FULL_FLUSH, state.weights[FULL_FLUSH] * lines[suit][ONE_PAIR + state.sets])
            weights[suit][ONE_PAIR + state.sets] += state.weights[FULL_FLUSH]


cdef inline int _group_of(int kind) noexcept nogil:
    return 4 if kind >= FIRST_DRAGON else kind // 9


cdef inline void _add_types(state_t* state, const line_t* lines, line_t* weights) noexcept nogil:
    """Four of five groups give a set, the fifth a pair; at most one declared set in each."""
    cdef const soft_t* soft = state.soft
    cdef float sets[N_GROUPS]
    cdef float pairs[N_GROUPS]
    cdef float beside_set, beside_pair, weight = state.weights[ALL_TYPES], sum = 0
    cdef float of_pair[N_GROUPS]     # what a pair of each group is worth: sets of the others
    cdef float of_set[N_GROUPS]
    cdef int melds[N_GROUPS]
    cdef int group, other, third, kind, held, live
    memset(melds, 0, sizeof(melds))
    for kind in range(state.hand.n_melds):
        melds[_group_of((state.hand.melds[kind] & 63) - 1)] += 1
    for group in range(N_GROUPS):
        if melds[group] > 1:
            return
    for group in range(3):
        sets[group] = lines[group][ONE_SET]
        pairs[group] = lines[group][ONE_PAIR]
    sets[3] = sets[4] = pairs[3] = pairs[4] = 0
    for kind in range(27, 34):
        held = state.hand.copies[kind]
        live = state.live[kind] if state.lines.corrected else 4 - held
        sets[_group_of(kind)] += soft.pung[held][live]
        pairs[_group_of(kind)] += soft.pair[held][live]
    for group in range(N_GROUPS):
        if melds[group]:
            sets[group] = 1
            pairs[group] = 0
    for group in range(N_GROUPS):
        of_pair[group] = 1
        of_set[group] = 0
        for other in range(N_GROUPS):
            if other == group:
                continue
            of_pair[group] *= sets[other]
            beside_pair = pairs[other]
            for third in range(N_GROUPS):
                if third != group and third != other:
                    beside_pair *= sets[third]
            of_set[group] += beside_pair
        sum += pairs[group] * of_pair[group]
    add_part(state, ALL_TYPES, weight * sum)
    if not state.with_discards:
        return
    for group in range(3):
        if melds[group] == 0:
            weights[group][ONE_SET] += weight * of_set[group]
            weights[group][ONE_PAIR] += weight * of_pair[group]
    for kind in range(27, 34):
        held = state.hand.copies[kind]
        group = _group_of(kind)
        if held == 0 or melds[group]:
            continue
        live = state.live[kind] if state.lines.corrected else 4 - held
        beside_set = soft.pung[held - 1][live + (not state.lines.corrected)] - soft.pung[held][live]
        beside_pair = soft.pair[held - 1][live + (not state.lines.corrected)] - soft.pair[held][live]
        state.delta[kind] += weight * (beside_set * of_set[group] + beside_pair * of_pair[group])


cdef inline void _add_losses(state_t* state, const line_t* lines, const line_t* weights) noexcept nogil:
    """What the hand loses with each kind, its worth being linear in each line."""
    cdef uint64_t rest
    cdef int suit, kind
    cdef float own
    for suit in range(4):
        rest = state.held & suit_kinds(suit)
        if rest == 0:
            continue
        own = dot(weights[suit], lines[suit])
        while rest:
            kind = lowest(rest)
            rest &= rest - 1
            state.delta[kind] += dot(
                weights[suit], line_of(&state.lines, suit, state.keys[suit] - tile_key(kind - 9 * suit))
            ) - own


cdef void add_suits(state_t* state) noexcept nogil:
    cdef line_t lines[4]
    cdef line_t weights[4]
    _own_lines(state, lines)
    memset(weights, 0, sizeof(weights))
    _add_any(state, lines, weights)
    _add_flushes(state, lines, weights)
    _add_types(state, lines, weights)
    if state.with_discards:
        _add_losses(state, lines, weights)


# ---- terminals and honours -------------------------------------------------------------------------------------

cdef inline const float* _outside_line(const state_t* state, uint32_t key) noexcept nogil:
    return state.soft.outside + LINE * ((key & 0xFFFF) % 125 + 125 * ((key >> 16) // 25))


cdef bint _melds_are_outside(const state_t* state) noexcept nogil:
    cdef int i, rank
    for i in range(state.hand.n_melds):
        rank = ((state.hand.melds[i] & 63) - 1) % 9
        if state.hand.melds[i] >> 6 == CHOW:
            if rank != 0 and rank != 6:
                return False
        elif (state.hand.melds[i] & 63) <= 27 and rank != 0 and rank != 8:
            return False
    return True


cdef void add_outside(state_t* state) noexcept nogil:
    cdef line_t lines[4]
    cdef line_t others[4]
    cdef line_t complement
    cdef float value, weight = state.weights[OUTSIDE]
    cdef const float* line
    cdef uint64_t rest
    cdef int suit, kind
    cdef uint32_t key
    if not _melds_are_outside(state):
        return
    for suit in range(3):
        memcpy(lines[suit], _outside_line(state, state.keys[suit]), 12 * sizeof(float))
    memcpy(lines[3], line_of(&state.lines, 3, state.keys[3]), 12 * sizeof(float))
    multiply_lines(lines[0], lines[1], complement)
    multiply_lines(complement, lines[2], others[3])
    fill_complement(others[3], state.sets, complement)
    value = weight * dot(lines[3], complement)
    if value < LITTLE * state.value or value <= 0:
        return
    add_part(state, OUTSIDE, value)
    if not state.with_discards:
        return
    _multiply_others(lines, others)
    for suit in range(4):
        fill_complement(others[suit], state.sets, complement)
        rest = state.held & suit_kinds(suit)
        while rest:
            kind = lowest(rest)
            rest &= rest - 1
            key = state.keys[suit] - tile_key(kind - 9 * suit)
            line = line_of(&state.lines, 3, key) if suit == 3 else _outside_line(state, key)
            state.delta[kind] += weight * dot(line, complement) - value


# ---- four ranks ------------------------------------------------------------------------------------------------

cdef inline uint32_t _four_of(uint32_t key, bint upper) noexcept nogil:
    """Number of the four ranks in a suit."""
    return (key >> 16) // 5 if upper else key & 0xFFFF


cdef void _add_four(state_t* state, int plan, bint upper) noexcept nogil:
    cdef const float* four = state.soft.four
    cdef const hand_t* hand = state.hand
    cdef line_t others
    cdef line_t complement
    cdef const float* lines[3]
    cdef float value, weight = state.weights[plan]
    cdef int suit, rank, i, first = 5 if upper else 0, last, tiles = 3 * hand.n_melds
    for i in range(hand.n_melds):
        rank = ((hand.melds[i] & 63) - 1) % 9
        last = rank + 2 * (hand.melds[i] >> 6 == CHOW)
        if (hand.melds[i] & 63) > 27 or rank < first or last > first + 3:
            return
    for suit in range(3):
        for rank in range(first, first + 4):
            tiles += hand.copies[9 * suit + rank]
    if tiles < ENOUGH:
        return
    for suit in range(3):
        lines[suit] = four + LINE * _four_of(state.keys[suit], upper)
    for suit in range(3):
        multiply_lines(lines[1 if suit == 0 else 0], lines[1 if suit == 2 else 2], others)
        fill_complement(others, state.sets, complement)
        value = weight * dot(lines[suit], complement)
        if suit == 0:
            add_part(state, plan, value)
        if not state.with_discards:
            return
        for rank in range(first, first + 4):
            if hand.copies[9 * suit + rank]:
                state.delta[9 * suit + rank] += weight * dot(
                    four + LINE * _four_of(state.keys[suit] - tile_key(rank), upper), complement
                ) - value


cdef void add_four_ranks(state_t* state) noexcept nogil:
    _add_four(state, UPPER_FOUR, True)
    _add_four(state, LOWER_FOUR, False)


# ---- dragons ---------------------------------------------------------------------------------------------------

cdef inline float _pung_price(const state_t* state, int kind, int held) noexcept nogil:
    """Price of the pung of a kind of which so many copies are held; 0 of one that is not held."""
    if state.pung_melds >> kind & 1:
        return 1
    return state.soft.pung[held][state.live[kind]] if held else 0


cdef void _add_pair_of_dragons(state_t* state, line_t* lines, int first, int second) noexcept nogil:
    """The plan for the pungs of two dragons; the line of the honours is written over."""
    cdef line_t weights[4]
    cdef line_t others[4]
    cdef line_t complement
    cdef float price, value
    cdef int without = 1 << (first - 27) | 1 << (second - 27)
    cdef int held_first = state.hand.copies[first], held_second = state.hand.copies[second]
    cdef int sets = (
        state.sets - (not state.pung_melds >> first & 1) - (not state.pung_melds >> second & 1)
    )
    cdef float of_first = _pung_price(state, first, held_first), of_second = _pung_price(state, second, held_second)
    cdef int suit
    if sets < 0 or of_first <= 0 or of_second <= 0:
        return
    fill_honours(&state.lines, state.keys[3], without, lines[3])
    _multiply_others(lines, others)
    price = state.weights[TWO_DRAGONS] * of_first * of_second
    fill_complement(others[3], sets, complement)
    value = price * dot(lines[3], complement)
    add_part(state, TWO_DRAGONS, value)
    if not state.with_discards:
        return
    _add_honour_losses(state, complement, price, value, without)
    if held_first and not state.pung_melds >> first & 1:
        state.delta[first] += value * (_pung_price(state, first, held_first - 1) / of_first - 1)
    if held_second and not state.pung_melds >> second & 1:
        state.delta[second] += value * (_pung_price(state, second, held_second - 1) / of_second - 1)
    memset(weights, 0, sizeof(weights))
    for suit in range(3):
        fill_complement(others[suit], sets, complement)
        add_scaled(weights[suit], price, complement)
    _add_losses(state, lines, weights)


cdef void _add_honour_losses(
    state_t* state, const float* complement, float price, float value, int without
) noexcept nogil:
    """What the plan loses with each honour that is not of its pungs."""
    cdef line_t line
    cdef int i
    for i in range(7):
        if state.hand.copies[27 + i] and not without >> i & 1:
            fill_honours(&state.lines, state.keys[3] - tile_key(i), without, line)
            state.delta[27 + i] += price * dot(line, complement) - value


cdef void add_dragons(state_t* state) noexcept nogil:
    cdef line_t lines[4]
    cdef int copies[3]
    cdef int i, first, second
    for i in range(3):
        copies[i] = state.hand.copies[FIRST_DRAGON + i] + state.hand.locked[FIRST_DRAGON + i]
    if (copies[0] > 0) + (copies[1] > 0) + (copies[2] > 0) < 2:
        return
    _own_lines(state, lines)
    for first in range(2):
        for second in range(first + 1, 3):
            if copies[first] and copies[second] and copies[first] + copies[second] >= 3:
                _add_pair_of_dragons(state, lines, FIRST_DRAGON + first, FIRST_DRAGON + second)
