"""The machine that plays a hand: legal actions out, one action in."""

from libc.stdint cimport int32_t, uint8_t

from mjcore.kernels._table_types cimport event_t, play_rules_t, table_t
from mjcore.tables._tables cimport Tables


cdef class TableRules:
    """A rule set as the machine reads it; keeps alive what the struct points at."""

    cdef play_rules_t rules
    cdef readonly Tables tables
    cdef readonly object scorer


# Deal and go on to the first decision. The wall, the rules, the dealer, the winds and the stakes stand in the table.
cdef void start(table_t* table) noexcept nogil

# Take a legal action of the actor, and go on to the next decision. That it is legal is not checked.
cdef void act(table_t* table, int action) noexcept nogil

# Write all legal actions, in the order of their numbers, at most N_ACTIONS; returns how many.
cdef int fill_actions(const table_t* table, uint8_t* out) noexcept nogil

cdef bint is_legal(const table_t* table, int action) noexcept nogil
