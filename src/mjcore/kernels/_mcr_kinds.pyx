"""Plans of whole hands told by the copies of each kind: all pungs, seven pairs, hands of different kinds."""

from libc.stdint cimport uint64_t

from mjcore.encoding._bits cimport lowest, popcount
from mjcore.encoding._packed cimport kinds_with_at_least
from mjcore.kernels._distance cimport ORPHANS
from mjcore.kernels._knitted cimport HONOURS, N_PATTERNS
from mjcore.kernels._mcr_state cimport (
    ALL_PUNGS, HONORS_AND_KNITTED, SEVEN_PAIRS, THIRTEEN_ORPHANS, add_part, missing_price, state_t,
)
from mjcore.kernels._suits cimport odd_kinds

cdef enum:
    ENOUGH_KINDS = 9             # of hands of different kinds
    MOST_MISSING_KINDS = 5
    MOST_MISSING_PAIRS = 3
    ENOUGH_PAIRS = 4

cdef float PAIR_OF_ORPHANS = 1.2     # theta times this: any of thirteen kinds will do
cdef float TOO_FAR = 0.1             # of its value, seven pairs with one pair less than is counted
cdef float RESUMED_DIFFERENT = 0.85


# ---- all pungs -------------------------------------------------------------------------------------------------

cdef float _pungs_and_pair(const state_t* state, int but) noexcept nogil:
    """Price of the pungs that are needed and a pair, of kinds held, all ways; with a copy less of the kind `but`."""
    cdef float pungs[5]          # by how many
    cdef float with_pair[5]
    cdef float pung, pair
    cdef uint64_t rest = state.held
    cdef int kind, held, n, most = state.sets
    for n in range(5):
        pungs[n] = with_pair[n] = 0
    pungs[0] = 1
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        held = state.hand.copies[kind] - (kind == but)
        if held == 0:
            continue
        pung = state.soft.pung[held][state.live[kind]]
        pair = state.soft.pair[held][state.live[kind]]
        for n in range(most, 0, -1):
            with_pair[n] += with_pair[n - 1] * pung + pungs[n] * pair
            pungs[n] += pungs[n - 1] * pung
        with_pair[0] += pair
    return with_pair[most]


cdef void add_pungs(state_t* state) noexcept nogil:
    cdef float weight = state.weights[ALL_PUNGS], value
    cdef uint64_t rest = state.held
    cdef int kind
    if state.chows or state.hand.n_melds + popcount(kinds_with_at_least(state.hand.copies, 2)) < ENOUGH_PAIRS:
        return
    value = weight * _pungs_and_pair(state, -1)
    add_part(state, ALL_PUNGS, value)
    while rest and state.with_discards:
        kind = lowest(rest)
        rest &= rest - 1
        state.delta[kind] += weight * _pungs_and_pair(state, kind) - value


# ---- seven pairs -----------------------------------------------------------------------------------------------

cdef void _fill_symmetric(const state_t* state, uint64_t kinds, float* sums) noexcept nogil:
    """Prices of 0, 1, 2 and 3 pairs made of single tiles of these kinds, all choices."""
    cdef float price
    sums[0] = 1
    sums[1] = sums[2] = sums[3] = 0
    while kinds:
        price = state.dials.unclaimable * state.price[lowest(kinds)]
        kinds &= kinds - 1
        sums[3] += sums[2] * price
        sums[2] += sums[1] * price
        sums[1] += price


cdef void add_pairs(state_t* state) noexcept nogil:
    cdef uint64_t odd, rest
    cdef float sums[4]
    cdef float without[4]
    cdef float weight = state.weights[SEVEN_PAIRS], value, price
    cdef int need = 7, kind
    if state.hand.n_melds:
        return
    need -= popcount(kinds_with_at_least(state.hand.copies, 2)) + popcount(kinds_with_at_least(state.hand.copies, 4))
    if need > MOST_MISSING_PAIRS:
        return
    odd = odd_kinds(state.hand.copies)
    _fill_symmetric(state, odd, sums)
    value = weight * sums[need]
    add_part(state, SEVEN_PAIRS, value)
    rest = state.held if state.with_discards else 0
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        if odd >> kind & 1:
            _fill_symmetric(state, odd & ~(<uint64_t>1 << kind), without)
            state.delta[kind] += weight * without[need] - value
        elif need == MOST_MISSING_PAIRS:
            state.delta[kind] += TOO_FAR * value - value
        else:
            price = state.dials.unclaimable * state.price[kind]
            state.delta[kind] += weight * (sums[need + 1] + sums[need] * price) - value


# ---- different kinds -------------------------------------------------------------------------------------------

cdef void add_different(state_t* state) noexcept nogil:
    """Fourteen of the sixteen kinds of a knitted pattern and the honours."""
    cdef uint64_t kinds, missing, single
    cdef float price, value, worth, kept
    cdef int i, held, n, need
    if state.hand.n_melds:
        return
    single = state.held & ~kinds_with_at_least(state.hand.copies, 2)
    for i in range(N_PATTERNS):
        kinds = state.form.patterns[i] | HONOURS
        held = popcount(kinds & state.held)
        need = max(0, 14 - held)
        if held < ENOUGH_KINDS or need > MOST_MISSING_KINDS:
            continue
        missing = kinds & ~state.held
        n = 0
        price = 0
        while missing:
            n += state.live[lowest(missing)]
            missing &= missing - 1
        price = state.dials.unclaimable * state.soft.theta * <float>n / <float>(4 * (16 - held))
        worth = 1
        for _ in range(need):
            worth *= price
        value = state.weights[HONORS_AND_KNITTED] * <float>((need + 2) * (need + 1) // 2) * worth
        add_part(state, HONORS_AND_KNITTED, value)
        kept = RESUMED_DIFFERENT * price * <float>(need + 3) / <float>(need + 1)
        kinds &= single if state.with_discards else 0
        while kinds:
            state.delta[lowest(kinds)] += value * (kept - 1)
            kinds &= kinds - 1


cdef void add_orphans(state_t* state) noexcept nogil:
    cdef uint64_t held = state.held & ORPHANS, twice, rest
    cdef float value, without_pair = PAIR_OF_ORPHANS * state.soft.theta
    cdef int kind
    if state.hand.n_melds or popcount(held) < ENOUGH_KINDS:
        return
    twice = held & kinds_with_at_least(state.hand.copies, 2)
    value = state.weights[THIRTEEN_ORPHANS] * missing_price(state, ORPHANS & ~held)
    if twice == 0:
        value *= without_pair
    add_part(state, THIRTEEN_ORPHANS, value)
    rest = held if state.with_discards else 0
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        if not twice >> kind & 1:
            state.delta[kind] += value * (state.dials.unclaimable * state.price[kind] - 1)
        elif state.hand.copies[kind] == 2 and twice & (twice - 1) == 0:
            state.delta[kind] += value * (without_pair - 1)
