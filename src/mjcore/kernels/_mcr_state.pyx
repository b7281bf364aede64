"""A hand of Chinese Official Mahjong as its plans see it."""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from mjcore.encoding._packed cimport byte_sum, word
from mjcore.encoding._types cimport CHOW, CONCEALED_KONG, N_KINDS
from mjcore.kernels._distance cimport kinds_held


cdef void _read_melds(state_t* state) noexcept nogil:
    """What is declared."""
    cdef const hand_t* hand = state.hand
    cdef int i, kind, type
    state.sets = 4 - hand.n_melds
    state.n_exposed = state.chows = 0
    state.chow_melds = 0
    state.pung_melds = state.meld_kinds = 0
    memset(state.melds_in, 0, sizeof(state.melds_in))
    for i in range(hand.n_melds):
        kind = (hand.melds[i] & 63) - 1
        type = hand.melds[i] >> 6
        state.melds_in[kind // 9] += 1
        state.n_exposed += type != CONCEALED_KONG
        if type == CHOW:
            state.chows += 1
            state.chow_melds |= <uint32_t>1 << (7 * (kind // 9) + kind % 9)
            state.meld_kinds |= <uint64_t>7 << kind
        else:
            state.pung_melds |= <uint64_t>1 << kind
            state.meld_kinds |= <uint64_t>1 << kind
            if type == CONCEALED_KONG:
                state.lines.live[kind] = 0


cdef void begin_state(
    const soft_t* soft, const dials_t* dials, const float* weights, const form_t* form, const hand_t* hand,
    const uint8_t* visible, bint with_discards, state_t* state
) noexcept nogil:
    cdef int kind, suit
    state.soft = state.lines.soft = soft
    state.dials = dials
    state.weights = weights
    state.form = form
    state.hand = hand
    state.visible = visible
    state.with_discards = with_discards
    state.live = state.lines.live
    state.lines.corrected = dials.live_correction
    if dials.live_correction:
        memset(state.lines.tags, 0, sizeof(state.lines.tags))
    for kind in range(40):       # never more than four are seen; a kind has no live copies below none
        state.lines.live[kind] = 4 - min(4, hand.copies[kind] + visible[kind])
    _read_melds(state)
    for kind in range(N_KINDS):
        state.price[kind] = soft.price[state.live[kind]]
    for suit in range(4):
        state.keys[suit] = hand.head[suit] | hand.tail[suit] << 16
    for suit in range(3):
        state.tiles_in[suit] = byte_sum(word(hand.copies + 9 * suit)) + hand.copies[9 * suit + 8]
    state.tiles_in[3] = byte_sum(word(hand.copies + 26) >> 8)
    state.held = kinds_held(hand.copies)
    memset(state.parts, 0, sizeof(state.parts))
    memset(state.delta, 0, sizeof(state.delta))
    state.value = 0
