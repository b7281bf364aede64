"""The best reading of a win of Chinese Official Mahjong."""

from libc.stdint cimport uint8_t

from mjcore.encoding._types cimport form_t
from mjcore.kernels._mcr_types cimport mcr_t, reading_t


cdef enum:
    BLOCK = 16                   # wins begun before the first is read, so that their look-ups overlap

# Best reading of each of the next wins, at most BLOCK, in rows of HAND_DTYPE; its form is 0 if the hand is not
# complete. Stops before the first row that is no win: `n` says after how many. A key of FAULTS, or 0.
cdef int best_readings(
    const mcr_t* mcr, const form_t* form, const uint8_t* rows, Py_ssize_t n_rows, reading_t* best, Py_ssize_t* n
) noexcept nogil
