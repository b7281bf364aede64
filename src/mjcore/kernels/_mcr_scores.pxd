"""The scorer of one rule set."""

from libc.stdint cimport int32_t, uint8_t

from mjcore.kernels._mcr_types cimport mcr_t
from mjcore.tables._tables cimport Tables


cdef class McrScorer:
    cdef Tables tables
    cdef mcr_t mcr
    cdef readonly object arrays  # mjcore.tables.mcr.McrTables
    cdef readonly int n_columns  # of a score: 82, and one for each new fan
    cdef object parts

    cdef _fill(self, const uint8_t[:, ::1] rows, int32_t[::1] points, uint8_t[:, ::1] scores)
