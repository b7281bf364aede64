"""What a hand of 13 tiles is worth: by its plans, and if it is ready by what its waits score."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

from mjcore.encoding._bits cimport lowest
from mjcore.encoding._types cimport (
    CIRCUMSTANCES_AT, DISCARD, FLOWERS_AT, HAND_BYTES, LAST_COPY, MELDS_AT, N_KINDS, SOURCE_AT, WALL, WINDS_AT,
    WINNING_AT, hand_t,
)
from mjcore.kernels._mcr cimport BLOCK, best_readings
from mjcore.kernels._mcr_state cimport dials_t, state_t
from mjcore.kernels._mcr_types cimport reading_t
from mjcore.kernels._table_hands cimport all_waits, least_missing, put_tile, take_tile

cdef enum:
    SCALE = 8                    # points of a win that counts 1


cdef inline void _fill_points(
    const win_terms_t* terms, const state_t* state, const uint8_t* rows, int n, int* points
) noexcept nogil:
    cdef reading_t best[BLOCK]
    cdef Py_ssize_t done
    cdef int i
    best_readings(terms.mcr, state.form, rows, n, best, &done)
    for i in range(n):
        points[i] = best[i].points


cdef inline void _fill_row(
    const hand_t* hand, const win_terms_t* terms, int kind, bint last_copy, uint8_t* row
) noexcept nogil:
    """A win on another player's tile."""
    memcpy(row, hand.copies, N_KINDS)
    memcpy(row + MELDS_AT, hand.melds, 4)
    row[WINNING_AT] = kind
    row[SOURCE_AT] = DISCARD
    row[CIRCUMSTANCES_AT] = LAST_COPY if last_copy else 0
    row[WINDS_AT] = terms.seat_wind
    row[WINDS_AT + 1] = terms.prevalent_wind
    row[FLOWERS_AT] = 0


cdef float worth_of_waits(
    const state_t* state, const win_terms_t* terms, const hand_t* hand, uint64_t waits, int discarded
) noexcept nogil:
    cdef uint8_t rows[BLOCK * HAND_BYTES]
    cdef uint8_t drawn[BLOCK * HAND_BYTES]
    cdef int kinds[BLOCK]
    cdef int points[BLOCK]
    cdef int of_drawn[BLOCK]
    cdef const dials_t* dials = state.dials
    cdef float sum = 0, offset = dials.points_offset
    cdef int n = 0, n_drawn = 0, i, kind
    while waits and n < BLOCK:
        kind = lowest(waits)
        waits &= waits - 1
        if state.live[kind]:
            kinds[n] = kind
            _fill_row(hand, terms, kind, state.visible[kind] + (kind == discarded) == 3, rows + HAND_BYTES * n)
            n += 1
    if n == 0:
        return 0
    _fill_points(terms, state, rows, n, points)
    for i in range(n):
        if points[i] < terms.mcr.min_points:
            memcpy(drawn + HAND_BYTES * n_drawn, rows + HAND_BYTES * i, HAND_BYTES)
            drawn[HAND_BYTES * n_drawn + SOURCE_AT] = WALL
            n_drawn += 1
    if n_drawn:
        _fill_points(terms, state, drawn, n_drawn, of_drawn)
    n_drawn = 0
    for i in range(n):
        if points[i] >= terms.mcr.min_points:
            sum += state.price[kinds[i]] * (offset + points[i]) / (offset + SCALE)
            continue
        if of_drawn[n_drawn] >= terms.mcr.min_points:
            sum += (
                state.price[kinds[i]] * dials.self_drawn_only * (offset + 3 * of_drawn[n_drawn])
                / (offset + 3 * SCALE)
            )
        n_drawn += 1
    return sum


cdef float standing_value(state_t* state, const win_terms_t* terms) noexcept nogil:
    cdef uint64_t of_shape, waits = all_waits(state.form, state.hand, &of_shape)
    if waits == 0:
        return state.value
    return (
        state.dials.ready_factor * worth_of_waits(state, terms, state.hand, waits, -1)
        + state.dials.growth_factor * state.value
    )


cdef uint64_t fill_discards(
    state_t* state, const win_terms_t* terms, uint64_t kinds, float* values, uint64_t* hopeful
) noexcept nogil:
    cdef hand_t hand
    cdef uint64_t rest = kinds, of_shape, waits, ready = 0
    cdef float expected
    cdef int kind
    hopeful[0] = 0
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        values[kind] = state.value + state.delta[kind]
    if least_missing(state.form, state.hand) > 1:
        return 0
    hand = state.hand[0]
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        take_tile(&hand, kind, 1)
        waits = all_waits(state.form, &hand, &of_shape)
        if waits:
            ready |= <uint64_t>1 << kind
            expected = worth_of_waits(state, terms, &hand, waits, kind)
            if expected > 0:
                hopeful[0] |= <uint64_t>1 << kind
            values[kind] = state.dials.ready_factor * expected + state.dials.growth_factor * values[kind]
        put_tile(&hand, kind)
    return ready
