"""How a hand ends: the winning hand as a row, its score, and who pays."""

from libc.stdint cimport int32_t, uint8_t

from mjcore.kernels._table_types cimport table_t


# Fill a row of HAND_DTYPE with the win of a seat on the tile in question; in his own turn it is among his tiles.
cdef void fill_win(const table_t* table, int seat, uint8_t* row) noexcept nogil

# Whether that win is worth the minimum of Chinese Official Mahjong, flowers apart.
cdef bint reaches_minimum(const table_t* table, int seat) noexcept nogil

# Score the winners, who stand in `table.won`, and settle the hand; nobody won if none does.
cdef void settle(table_t* table) noexcept nogil

# Points each seat owes each other for kongs, before any multiplication: debtor, then owner.
cdef void fill_debts(const table_t* table, int32_t owed[4][4]) noexcept nogil
