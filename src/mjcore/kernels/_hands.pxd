"""Whole hands played by policies, and what is written of each."""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint32_t, uint64_t

from mjcore.kernels._policy cimport decide_t
from mjcore.kernels._table_types cimport mind_t, table_t


cdef packed struct record_t:     # the twin of RECORD_DTYPE
    uint8_t hand[44]
    uint8_t outcome
    int8_t winner
    int8_t payer
    uint8_t winners
    uint8_t dealer
    uint8_t prevalent_wind
    uint8_t draws
    uint8_t discards
    int8_t deal_shanten[4]
    uint8_t ready_turn[4]
    uint8_t declared
    uint8_t refused[4]
    uint8_t chows[4]
    uint8_t pungs[4]
    uint8_t kongs[4]
    uint8_t flowers[4]
    uint64_t fans[2]
    uint32_t fan_counts
    int32_t base
    int32_t multiplier
    int32_t flower_points
    int32_t points[4]
    int32_t lost_to_dealer[4]


cdef void fill_record(const table_t* table, record_t* record) noexcept nogil

# Let four policies play on to the end of the hand. 0, or 1000 and the action of a policy that was not legal, or the
# number of an invariant that does not hold.
cdef int play_on(table_t* table, const decide_t* decide, const void** data, mind_t* minds) noexcept nogil

# Spell out four Player for `play_on`; their data live as long as they do.
cdef fill_players(players, decide_t* decide, const void** data)

cdef void seed_minds(uint64_t seed, mind_t* minds) noexcept nogil
