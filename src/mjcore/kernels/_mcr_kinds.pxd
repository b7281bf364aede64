"""Plans of whole hands told by the copies of each kind: all pungs, seven pairs, hands of different kinds."""

from mjcore.kernels._mcr_state cimport state_t


cdef void add_pungs(state_t* state) noexcept nogil
cdef void add_pairs(state_t* state) noexcept nogil
cdef void add_different(state_t* state) noexcept nogil
cdef void add_orphans(state_t* state) noexcept nogil
