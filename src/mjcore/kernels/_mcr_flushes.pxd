"""Plans of whole hands made of sets and a pair that any line of soft counts can tell: suits, ranks, groups."""

from mjcore.kernels._mcr_state cimport state_t


# The hand whatever its sets are, half and full flushes, all types.
cdef void add_suits(state_t* state) noexcept nogil

# A terminal or honour in every set and the pair; nothing if that is little beside what was added before.
cdef void add_outside(state_t* state) noexcept nogil

# Ranks 6 to 9 alone, or 1 to 4.
cdef void add_four_ranks(state_t* state) noexcept nogil

# Pungs of two dragons.
cdef void add_dragons(state_t* state) noexcept nogil
