"""Soft Eight's scorer, for other kernels too."""

from libc.stdint cimport int32_t, uint8_t

from mjcore.encoding._types cimport form_t
from mjcore.tables._tables cimport Tables


cdef enum:
    PURE = 0
    DRAGON = 1
    SEVEN = 2
    KONGBOTTOM = 3
    HAIDI = 4
    TIANHE = 5
    TIANTING = 6
    N_FANS = 7

cdef packed struct score_t:
    uint8_t legal
    uint8_t main_suit
    uint8_t main_tiles
    uint8_t fans[N_FANS]
    int32_t base
    int32_t multiplier


cdef struct soft_rules_t:
    int base_points
    int base_points_pure
    bint dragon_requires_runs
    bint tianhe_untouched
    bint tianting_after_kong
    bint chow_claims
    uint8_t enabled[N_FANS]
    int32_t multipliers[N_FANS + 1]    # by number of fans


cdef class SoftEightScorer:
    cdef Tables tables
    cdef soft_rules_t rules


# Score a win in a row of HAND_DTYPE. A key of FAULTS, or 0.
cdef int score_win(
    const form_t* form, const soft_rules_t* rules, const uint8_t* row, score_t* out
) noexcept nogil
