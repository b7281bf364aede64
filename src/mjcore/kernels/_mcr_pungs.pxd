"""Plans of three pungs that make a fan."""

from mjcore.kernels._mcr_state cimport state_t


cdef void add_pung_plans(state_t* state) noexcept nogil
