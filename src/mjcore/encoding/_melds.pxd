"""Tiles of melds by their codes, for `_packed.pxd`."""

from libc.stdint cimport uint64_t

# Five words a code: 34 bytes with the copies of each kind, then a byte 1 if it is a meld, and one if it can be none.
cdef const uint64_t* MELD_TILES
