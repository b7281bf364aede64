"""Plans of three pungs that make a fan: of winds, of dragons, of one rank, of ranks in a row."""

from itertools import combinations, permutations

from libc.stdint cimport uint64_t

from mjcore.encoding._bits cimport lowest, popcount
from mjcore.encoding._packed cimport kinds_with_at_least
from mjcore.kernels._mcr_rest cimport add_with_rest, begin_rest, rest_t
from mjcore.kernels._mcr_state cimport (
    BIG_THREE_WINDS, MIXED_SHIFTED_PUNGS, PURE_SHIFTED_PUNGS, THREE_DRAGONS, TRIPLE_PUNG, state_t,
)
from mjcore.kernels._soft_counts cimport tile_key

cdef enum:
    N_TEMPLATES = 77

cdef struct template_t:
    int plan
    uint64_t kinds

cdef template_t TEMPLATES[N_TEMPLATES]


cdef int _fill_templates() except -1:
    cdef int n = 0
    orders = list(permutations(range(3)))
    found = [(BIG_THREE_WINDS, kinds) for kinds in combinations(range(27, 31), 3)]
    found += [(THREE_DRAGONS, (31, 32, 33))]
    found += [(TRIPLE_PUNG, (r, 9 + r, 18 + r)) for r in range(9)]
    found += [(MIXED_SHIFTED_PUNGS, [9 * s + r + i for i, s in enumerate(o)]) for r in range(7) for o in orders]
    found += [(PURE_SHIFTED_PUNGS, [9 * s + r + i for i in range(3)]) for r in range(7) for s in range(3)]
    for plan, kinds in found:
        TEMPLATES[n].plan = plan
        TEMPLATES[n].kinds = sum(1 << kind for kind in kinds)
        n += 1
    return n


assert _fill_templates() == N_TEMPLATES


cdef void _add_template(state_t* state, int plan, uint64_t kinds) noexcept nogil:
    cdef rest_t rest
    cdef float price = state.weights[plan]
    cdef int kind, held
    begin_rest(state, 1, &rest)
    rest.outside = state.hand.n_melds - popcount(kinds & state.pung_melds)
    rest.pair[0] = rest.pair[1] = 1
    rest.spare = state.held
    rest.used = 0
    kinds &= ~state.pung_melds
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        held = state.hand.copies[kind]
        price *= state.soft.pung[held][state.live[kind]]
        rest.keys[kind // 9] -= min(held, 3) * tile_key(kind % 9)
        if held < 4:
            rest.spare &= ~(<uint64_t>1 << kind)
            rest.used |= <uint64_t>1 << kind
    if price > 0:
        add_with_rest(state, plan, price, &rest)


cdef void add_pung_plans(state_t* state) noexcept nogil:
    """Add the plans that have a weight, where every kind is held and all but one twice."""
    cdef uint64_t once = state.held | state.pung_melds, kinds
    cdef uint64_t twice = kinds_with_at_least(state.hand.copies, 2) | state.pung_melds
    cdef int i, least = state.hand.n_melds - 1
    if popcount(twice) < 2 or popcount(once) < 3:
        return
    for i in range(N_TEMPLATES):
        kinds = TEMPLATES[i].kinds
        if kinds & ~once or popcount(kinds & twice) < 2 or popcount(kinds & state.pung_melds) < least:
            continue
        if state.weights[TEMPLATES[i].plan] > 0:
            _add_template(state, TEMPLATES[i].plan, kinds)
