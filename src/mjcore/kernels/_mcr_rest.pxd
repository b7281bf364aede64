"""What a plan of three sets leaves: a set and a pair, or a pair alone if a set stands already.

Such a plan is worth its weight, times the price of the tiles it lacks, times the soft count of what the other
tiles can become.
"""

from libc.stdint cimport uint32_t, uint64_t

from mjcore.encoding._bits cimport lowest
from mjcore.kernels._mcr_state cimport add_part, state_t
from mjcore.kernels._soft_counts cimport (
    CHOW_AND_PAIR, LINE, ONE_CHOW, ONE_PAIR, ONE_SET, SET_AND_PAIR, line_of, tile_key,
)


cdef struct rest_t:              # what a plan leaves
    uint32_t keys[4]
    uint64_t spare               # kinds with a copy left
    uint64_t used                # kinds of which the plan needs every copy
    int outside                  # declared sets that are not in it: 0 or 1
    float any                    # worth of it beside any set and pair
    float chow                   # and more beside a chow and a pair of a suit
    float pair[2]                # beside a pair alone: of a suit, of honours


cdef inline void begin_rest(const state_t* state, float share, rest_t* rest) noexcept nogil:
    """`share` is what the plan is worth without the fan for four chows."""
    cdef int suit
    for suit in range(4):
        rest.keys[suit] = state.keys[suit]
    rest.any = share
    rest.chow = 1 - share


cdef inline void _add_used(state_t* state, int plan, float value, const rest_t* rest) noexcept nogil:
    """Add a plan's value; without a tile it needs it is worth that tile's price, or nearly."""
    cdef uint64_t used = rest.used
    cdef int kind
    add_part(state, plan, value)
    while used and state.with_discards:
        kind = lowest(used)
        used &= used - 1
        state.delta[kind] += value * (<float>0.9 * state.price[kind] - <float>1)


cdef inline void _add_pair(state_t* state, int plan, float worth, const rest_t* rest) noexcept nogil:
    """Add a plan that lacks a pair beside its three sets and a declared one."""
    cdef float pair[4]
    cdef float sum = 0, factor
    cdef uint64_t spare
    cdef int suit, kind
    for suit in range(4):
        pair[suit] = line_of(&state.lines, suit, rest.keys[suit])[ONE_PAIR]
        sum += rest.pair[suit == 3] * pair[suit]
    _add_used(state, plan, worth * sum, rest)
    spare = rest.spare if state.with_discards else 0
    while spare:
        kind = lowest(spare)
        spare &= spare - 1
        suit = kind // 9
        factor = worth * rest.pair[suit == 3]
        state.delta[kind] += factor * (
            line_of(&state.lines, suit, rest.keys[suit] - tile_key(kind - 9 * suit))[ONE_PAIR] - pair[suit]
        )


cdef inline void _add_set_and_pair(state_t* state, int plan, float worth, const rest_t* rest) noexcept nogil:
    """Add a plan that lacks a set and a pair; the fourth chow and its pair are counted once more by `rest.chow`."""
    cdef float own[4][LINE]      # of each suit, the fields that matter
    cdef float sets = 0, pairs = 0, both = 0, chows = 0, suit_pairs = 0, chow_pairs = 0, any = 0, chow = 0, gain
    cdef float of_set, of_pair, of_chow
    cdef const float* line
    cdef uint64_t spare
    cdef int suit, kind
    for suit in range(4):
        line = line_of(&state.lines, suit, rest.keys[suit])
        own[suit][ONE_SET] = line[ONE_SET]
        own[suit][ONE_PAIR] = line[ONE_PAIR]
        own[suit][SET_AND_PAIR] = line[SET_AND_PAIR]
        own[suit][ONE_CHOW] = line[ONE_CHOW]
        own[suit][CHOW_AND_PAIR] = line[CHOW_AND_PAIR]
        sets += line[ONE_SET]
        pairs += line[ONE_PAIR]
        both += line[SET_AND_PAIR]
        if suit < 3:
            chows += line[ONE_CHOW]
            suit_pairs += line[ONE_PAIR]
            chow_pairs += line[CHOW_AND_PAIR]
    for suit in range(4):
        any += own[suit][ONE_SET] * (pairs - own[suit][ONE_PAIR])
    any += both
    if rest.chow > 0:
        for suit in range(3):
            chow += own[suit][ONE_CHOW] * (suit_pairs - own[suit][ONE_PAIR])
        chow += chow_pairs
    _add_used(state, plan, worth * (rest.any * any + rest.chow * chow), rest)
    spare = rest.spare if state.with_discards else 0
    while spare:
        kind = lowest(spare)
        spare &= spare - 1
        suit = kind // 9
        line = line_of(&state.lines, suit, rest.keys[suit] - tile_key(kind - 9 * suit))
        of_set = line[ONE_SET] - own[suit][ONE_SET]
        of_pair = line[ONE_PAIR] - own[suit][ONE_PAIR]
        gain = rest.any * (
            (line[SET_AND_PAIR] - own[suit][SET_AND_PAIR]) + of_set * (pairs - own[suit][ONE_PAIR])
            + of_pair * (sets - own[suit][ONE_SET])
        )
        if rest.chow > 0 and suit < 3:
            of_chow = line[ONE_CHOW] - own[suit][ONE_CHOW]
            gain += rest.chow * (
                (line[CHOW_AND_PAIR] - own[suit][CHOW_AND_PAIR]) + of_chow * (suit_pairs - own[suit][ONE_PAIR])
                + of_pair * (chows - own[suit][ONE_CHOW])
            )
        state.delta[kind] += worth * gain


cdef inline void add_with_rest(state_t* state, int plan, float worth, const rest_t* rest) noexcept nogil:
    if rest.outside:
        _add_pair(state, plan, worth, rest)
    else:
        _add_set_and_pair(state, plan, worth, rest)
