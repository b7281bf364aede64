"""The machine that plays a hand: legal actions out, one action in."""

from mjcore.kernels._table_types cimport table_t


# Deal and go on to the first decision. The wall, the rules, the dealer, the winds and the stakes stand in the table.
cdef void start(table_t* table) noexcept nogil

# Take a legal action of the actor, and go on to the next decision. That it is legal is not checked.
cdef void act(table_t* table, int action) noexcept nogil
