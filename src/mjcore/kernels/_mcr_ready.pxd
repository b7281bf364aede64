"""What a hand of 13 tiles is worth: by its plans, and if it is ready by what its waits score."""

from libc.stdint cimport uint64_t

from mjcore.encoding._types cimport hand_t
from mjcore.kernels._mcr_state cimport state_t
from mjcore.kernels._mcr_types cimport mcr_t


cdef struct win_terms_t:         # what a win depends on besides the tiles
    const mcr_t* mcr
    int seat_wind
    int prevalent_wind


# Mean worth of the waits of 13 tiles, each by its price; `discarded` is a kind of which one more copy has been seen
# than `state` knows, or -1.
cdef float worth_of_waits(
    const state_t* state, const win_terms_t* terms, const hand_t* hand, uint64_t waits, int discarded
) noexcept nogil

# Worth of 13 tiles of which no plan is lost.
cdef float standing_value(state_t* state, const win_terms_t* terms) noexcept nogil

# Worth of the hand after each discard of `kinds`; `hopeful` are those that leave it ready with a wait that can win.
# Returns the kinds that leave it ready.
cdef uint64_t fill_discards(
    state_t* state, const win_terms_t* terms, uint64_t kinds, float* values, uint64_t* hopeful
) noexcept nogil
