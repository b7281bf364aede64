"""Plans of three sets that make a fan: three chows, and the nine tiles of a knitted straight.

Such a plan is worth its weight, times the price of the tiles it lacks, times the soft count of what the other
tiles can become: a set and a pair, or a pair alone if a set stands already.
"""

from itertools import permutations

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from mjcore.encoding._bits cimport lowest, popcount
from mjcore.encoding._packed cimport kinds_with_at_least
from mjcore.kernels._knitted cimport BODY, N_PATTERNS
from mjcore.kernels._mcr_rest cimport add_with_rest, begin_rest, rest_t
from mjcore.kernels._mcr_state cimport (
    KNITTED_STRAIGHT, MIXED_SHIFTED_CHOWS, MIXED_STRAIGHT, MIXED_TRIPLE_CHOW, PURE_SHIFTED_CHOWS, PURE_STRAIGHT,
    missing_price,
)
from mjcore.kernels._soft_counts cimport tile_key

cdef enum:
    N_TEMPLATES = 70
    N_CHOWS = 21                 # 7 * suit + lowest rank
    MOST_MISSING = 4             # of a knitted straight

cdef float LEAST = 1e-7          # worth of a template that is looked at


cdef struct template_t:
    int plan
    int chows[3]
    uint32_t mask                # of the chows


cdef struct chow_t:              # one that a template may ask for
    float price                  # of its missing tiles
    uint32_t key                 # its tiles that are held
    uint64_t kinds


cdef template_t TEMPLATES[N_TEMPLATES]


cdef int _fill_templates() except -1:
    cdef int n = 0, i
    suits = list(permutations(range(3)))
    found = [(MIXED_SHIFTED_CHOWS, [7 * s + r + i for i, s in enumerate(o)]) for r in range(5) for o in suits]
    found += [(MIXED_TRIPLE_CHOW, [r, 7 + r, 14 + r]) for r in range(7)]
    found += [(MIXED_STRAIGHT, [7 * s + 3 * i for i, s in enumerate(order)]) for order in suits]
    found += [(PURE_STRAIGHT, [7 * s, 7 * s + 3, 7 * s + 6]) for s in range(3)]
    found += [
        (PURE_SHIFTED_CHOWS, [7 * s + r, 7 * s + r + step, 7 * s + r + 2 * step])
        for s in range(3) for step in (1, 2) for r in range(7 - 2 * step)
    ]
    for plan, chows in found:
        TEMPLATES[n].plan = plan
        TEMPLATES[n].mask = 0
        for i in range(3):
            TEMPLATES[n].chows[i] = chows[i]
            TEMPLATES[n].mask |= <uint32_t>1 << <int>chows[i]
        n += 1
    return n


assert _fill_templates() == N_TEMPLATES


# ---- three chows -----------------------------------------------------------------------------------------------

cdef inline void _fill_chows(const state_t* state, chow_t* chows) noexcept nogil:
    """Prices of all chows; a declared one is free."""
    cdef float price[27]
    cdef uint32_t keys[27]
    cdef uint32_t held
    cdef int kind, suit, rank, i
    for suit in range(3):
        for rank in range(9):
            kind = 9 * suit + rank
            held = state.hand.copies[kind] > 0
            price[kind] = <float>1 if held else state.price[kind]
            keys[kind] = tile_key(rank) & -held
    for suit in range(3):
        for rank in range(7):
            kind = 9 * suit + rank
            i = 7 * suit + rank
            if state.chow_melds >> i & 1:
                chows[i].price = 1
                chows[i].key = 0
                chows[i].kinds = 0
            else:
                chows[i].price = price[kind] * price[kind + 1] * price[kind + 2]
                chows[i].key = keys[kind] + keys[kind + 1] + keys[kind + 2]
                chows[i].kinds = <uint64_t>7 << kind


cdef inline void _take_apart(
    const state_t* state, const template_t* template, const chow_t* chows, uint64_t paired, rest_t* rest
) noexcept nogil:
    """Take the tiles of chows that share no kind out of the hand."""
    cdef uint64_t kinds = 0
    cdef int i, chow
    for i in range(3):
        chow = template.chows[i]
        rest.keys[chow // 7] -= chows[chow].key
        kinds |= chows[chow].kinds
    rest.spare = (state.held & ~kinds) | paired
    rest.used = kinds & state.held & ~paired


cdef float _take_shifted(
    const state_t* state, const template_t* template, const chow_t* chows, rest_t* rest
) noexcept nogil:
    """Take the tiles of chows that overlap out of the hand; returns the price of those that are missing."""
    cdef uint8_t need[9]
    cdef int suit = template.chows[0] // 7, i, rank, kind, held
    cdef float price = 1
    memset(need, 0, 9)
    for i in range(3):
        rank = template.chows[i] - 7 * suit
        held = chows[template.chows[i]].kinds != 0     # not declared
        need[rank] += held
        need[rank + 1] += held
        need[rank + 2] += held
    rest.spare = state.held
    rest.used = 0
    for rank in range(template.chows[0] - 7 * suit, template.chows[2] - 7 * suit + 3):
        if need[rank] == 0:
            continue
        kind = 9 * suit + rank
        held = state.hand.copies[kind]
        if held <= need[rank]:
            rest.spare &= ~(<uint64_t>1 << kind)
            rest.used |= <uint64_t>(held > 0) << kind
        rest.keys[suit] -= min(held, need[rank]) * tile_key(rank)
        for i in range(need[rank] - held):
            price *= state.soft.price[max(0, state.live[kind] - i)]
    return price


cdef void _add_template(
    state_t* state, const template_t* template, const chow_t* chows, uint64_t paired, float worth, float cut
) noexcept nogil:
    cdef rest_t rest
    cdef int inside = popcount(template.mask & state.chow_melds)
    cdef float share = state.dials.all_chows_share if template.plan == MIXED_SHIFTED_CHOWS else 1
    begin_rest(state, share, &rest)
    rest.outside = state.hand.n_melds - inside
    rest.pair[0] = 1 if state.chows > inside else share
    rest.pair[1] = share
    if template.plan == PURE_SHIFTED_CHOWS:
        worth = state.weights[template.plan] * _take_shifted(state, template, chows, &rest)
        if worth <= cut:
            return
    else:
        _take_apart(state, template, chows, paired, &rest)
    add_with_rest(state, template.plan, worth, &rest)


cdef void add_chow_plans(state_t* state) noexcept nogil:
    cdef chow_t chows[N_CHOWS]
    cdef float worth[N_TEMPLATES]
    cdef float best = 0, cut
    cdef const template_t* template
    cdef uint64_t paired = kinds_with_at_least(state.hand.copies, 2)
    cdef int possible[N_TEMPLATES]
    cdef int i, n = 0, least = state.hand.n_melds - 1
    _fill_chows(state, chows)
    for i in range(N_TEMPLATES):
        template = TEMPLATES + i
        worth[i] = (
            state.weights[template.plan] * chows[template.chows[0]].price * chows[template.chows[1]].price
            * chows[template.chows[2]].price
        )
        if least > 0 and popcount(template.mask & state.chow_melds) < least:
            worth[i] = 0
        best = max(best, worth[i])
    cut = max(state.dials.template_cut * best, LEAST)
    for i in range(N_TEMPLATES):
        possible[n] = i
        n += worth[i] > cut
    for i in range(n):
        _add_template(state, TEMPLATES + possible[i], chows, paired, worth[possible[i]], cut)


# ---- the knitted straight --------------------------------------------------------------------------------------

cdef void add_knitted_straights(state_t* state) noexcept nogil:
    cdef rest_t rest
    cdef uint64_t body, paired, kinds
    cdef int i, kind
    if state.hand.n_melds > 1:
        return
    for i in range(N_PATTERNS):
        body = state.form.patterns[i]
        if popcount(body & state.held) < BODY - MOST_MISSING:
            continue
        begin_rest(state, 1, &rest)
        rest.outside = state.hand.n_melds
        rest.pair[0] = rest.pair[1] = 1
        kinds = body & state.held
        while kinds:
            kind = lowest(kinds)
            kinds &= kinds - 1
            rest.keys[kind // 9] -= tile_key(kind % 9)
        paired = kinds_with_at_least(state.hand.copies, 2)
        rest.spare = (state.held & ~body) | paired
        rest.used = body & state.held & ~paired
        add_with_rest(
            state, KNITTED_STRAIGHT, state.weights[KNITTED_STRAIGHT] * missing_price(state, body & ~state.held), &rest
        )
