"""A hand of Chinese Official Mahjong as its plans see it, the ways in which it may reach the minimum.

A plan is worth its weight times a factor for each tile it lacks. `state_t` gathers the worth of all plans, and
for each kind held what is lost or won with one copy less.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.encoding._bits cimport lowest
from mjcore.encoding._types cimport form_t, hand_t
from mjcore.kernels._soft_counts cimport lines_t, soft_t


cdef enum:                       # plans by number, as in PLANS (mjcore/words/mcr_value.py)
    MIXED_SHIFTED_CHOWS
    MIXED_TRIPLE_CHOW
    MIXED_STRAIGHT
    PURE_STRAIGHT
    PURE_SHIFTED_CHOWS
    KNITTED_STRAIGHT
    CONCEALED
    CHICKEN
    MELDED
    HALF_FLUSH
    FULL_FLUSH
    ALL_TYPES
    ALL_PUNGS
    SEVEN_PAIRS
    HONORS_AND_KNITTED
    THIRTEEN_ORPHANS
    OUTSIDE
    TWO_DRAGONS
    UPPER_FOUR
    LOWER_FOUR
    BIG_THREE_WINDS
    THREE_DRAGONS
    TRIPLE_PUNG
    MIXED_SHIFTED_PUNGS
    PURE_SHIFTED_PUNGS
    N_PLANS


cdef struct dials_t:             # as in HABITS
    float template_cut
    float all_chows_share
    float unclaimable
    float points_offset
    float self_drawn_only
    float ready_factor
    float growth_factor
    float claim_factor
    float kong_factor
    bint live_correction
    float skill_noise
    float style_spread
    float caution
    float caution_tiles
    float weights[N_PLANS]


cdef struct state_t:
    const soft_t* soft
    const dials_t* dials
    const float* weights         # of the plans
    const form_t* form
    const hand_t* hand
    const uint8_t* visible
    const uint8_t* live          # copies of each kind that nobody has shown and the hand does not hold
    bint with_discards           # whether `delta` is wanted
    int sets                     # still needed
    int n_exposed                # sets
    int chows                    # declared
    uint32_t chow_melds          # which, bits of 7 * suit + lowest rank
    uint64_t pung_melds          # kinds of declared pungs and kongs
    uint64_t meld_kinds
    int melds_in[4]              # by suit
    int tiles_in[4]              # concealed
    uint32_t keys[4]             # of the concealed tiles
    uint64_t held                # kinds
    float price[34]              # theta * live / 4
    float parts[N_PLANS]
    float value                  # their sum
    float delta[34]              # of the value, with a copy less
    lines_t lines


# Begin to look at a hand of 13 or 14 tiles; everything of `state` is written but the fields of `lines` that are not
# used. What the first four pointers point at stays as it is until the state is no longer needed.
cdef void begin_state(
    const soft_t* soft, const dials_t* dials, const float* weights, const form_t* form, const hand_t* hand,
    const uint8_t* visible, bint with_discards, state_t* state
) noexcept nogil


cdef inline void add_part(state_t* state, int plan, float value) noexcept nogil:
    state.parts[plan] += value
    state.value += value


cdef inline uint64_t suit_kinds(int suit) noexcept nogil:
    """Mask of the kinds of a suit."""
    return (<uint64_t>127 if suit == 3 else <uint64_t>511) << 9 * suit


cdef inline float missing_price(const state_t* state, uint64_t kinds) noexcept nogil:
    """Price of a tile of each of these kinds, none of which can be claimed."""
    cdef float price = 1
    while kinds:
        price *= state.dials.unclaimable * state.price[lowest(kinds)]
        kinds &= kinds - 1
    return price
