"""Useful tiles of one hand."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.encoding._types cimport form_t, suit_table_t
from mjcore.kernels._suits cimport slots_t


cdef uint64_t concealed_useful(
    const form_t* form, const uint8_t* copies, const uint32_t* head, const uint32_t* tail
) noexcept nogil

# Kinds of a suit of more than eight tiles that lower the cost of one of the cells.
cdef uint64_t useful_in_long_suit(
    const form_t* form, const suit_table_t* table, const uint8_t* copies, int n_kinds, int tiles,
    uint32_t head, uint32_t tail, uint32_t cells
) noexcept nogil

# Kinds that lower the distance, which is given, to seven pairs (`slots` are those of the hand, and are given back as
# they were), thirteen orphans, honours and knitted tiles; no melds.
cdef uint64_t pairs_useful(const form_t* form, const uint8_t* copies, slots_t* slots, int distance) noexcept nogil
cdef uint64_t orphans_useful(const uint8_t* copies) noexcept nogil
cdef uint64_t different_useful(const form_t* form, uint64_t held) noexcept nogil
