"""Plans of three sets that make a fan: three chows, and the nine tiles of a knitted straight."""

from mjcore.kernels._mcr_state cimport state_t


cdef void add_chow_plans(state_t* state) noexcept nogil
cdef void add_knitted_straights(state_t* state) noexcept nogil
