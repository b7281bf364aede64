"""Invariants of a hand that is played; looked at after every action in builds that check bounds."""

from mjcore.kernels._table_types cimport table_t


cdef extern from *:
    const bint CHECKED "MJ_CHECKED"


# Number of the first invariant of INVARIANTS that does not hold, or 0. O(200) operations.
cdef int broken_invariant(const table_t* table) noexcept nogil
