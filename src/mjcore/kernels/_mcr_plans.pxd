"""What a hand of Chinese Official Mahjong is worth by its plans."""

from mjcore.kernels._mcr_state cimport state_t


# Add up all plans in a state that has begun.
cdef void evaluate(state_t* state) noexcept nogil
