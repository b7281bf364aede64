"""Shuffled walls and dealt hands."""

from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset
from numpy.random cimport bitgen_t

from mjcore.encoding._types cimport N_KINDS
from mjcore.kernels._random cimport BATCH, fill_below, product_of

cdef enum:
    N_TILES = 136
    MOST_TILES = 144             # with flowers


cdef bitgen_t* _bitgen(bit_generator) except NULL:
    return <bitgen_t*>PyCapsule_GetPointer(bit_generator.capsule, "BitGenerator")


cdef inline void _ordered(uint8_t* wall) noexcept nogil:
    """A wall in the order of kinds; the flowers, one of each, come last."""
    cdef int i
    for i in range(MOST_TILES):
        wall[i] = i // 4 if i < N_TILES else N_KINDS + i - N_TILES


cdef uint64_t PRODUCTS[MOST_TILES + 1]             # of a full batch of bounds, by the first bound


for bound in range(2, MOST_TILES + 1):
    PRODUCTS[bound] = product_of(bound, min(BATCH, bound - 1))


cdef inline void _swap_in(uint8_t* wall, int at, int n, const uint64_t* steps) noexcept nogil:
    """Bring the tiles `steps` away to the places from `at` on."""
    cdef int i
    cdef uint8_t tile
    cdef uint8_t* from_
    for i in range(n):
        from_ = wall + at + i + steps[i]
        tile = wall[at + i]
        wall[at + i] = from_[0]
        from_[0] = tile


cdef inline void _shuffle(bitgen_t* bitgen, uint8_t* wall, int tiles) noexcept nogil:
    """Bring a wall of so many tiles into a uniform order.

    Fisher and Yates. Any order to begin with will do, since a permutation of a permutation is as
    uniform as the last one; so a wall need not be put back in order between deals.
    """
    cdef uint64_t steps[BATCH]
    cdef int at = 0, size
    while at < tiles - 1:                          # the last tile has nowhere to go
        size = min(BATCH, tiles - 1 - at)
        fill_below(bitgen, tiles - at, size, PRODUCTS[tiles - at], steps)
        _swap_in(wall, at, size, steps)
        at += size


def fill_walls(bit_generator, uint8_t[:, ::1] out):           # OUT (n, 136 or 144) kinds in drawing order
    """Shuffle a wall for each row, with flowers if it has room for them; the caller holds the generator's lock."""
    cdef bitgen_t* bitgen = _bitgen(bit_generator)
    cdef uint8_t wall[MOST_TILES]
    cdef Py_ssize_t i
    cdef int tiles = out.shape[1]
    with nogil:
        _ordered(wall)
        for i in range(out.shape[0]):
            _shuffle(bitgen, wall, tiles)
            memcpy(&out[i, 0], wall, tiles)


cdef inline void _deal(bitgen_t* bitgen, uint8_t* wall, int n, uint8_t* counts) noexcept nogil:
    """As `_shuffle`, counting the kinds of the `n` tiles on the way."""
    cdef uint64_t steps[BATCH]
    cdef uint8_t* from_
    cdef uint8_t* to
    cdef uint8_t tile
    cdef int at = 0, i, size
    memset(counts, 0, N_KINDS)
    while at < n:
        size = min(BATCH, n - at)
        if at + BATCH < N_TILES:                   # a whole batch, some of it perhaps for nothing
            fill_below(bitgen, N_TILES - at, BATCH, PRODUCTS[N_TILES - at], steps)
        else:
            steps[size - 1] = 0                    # the last tile has nowhere to go
            fill_below(bitgen, N_TILES - at, min(size, N_TILES - 1 - at), PRODUCTS[N_TILES - at], steps)
        to = wall + at
        for i in range(size):
            from_ = to + steps[i]
            tile = from_[0]
            from_[0] = to[0]
            to[0] = tile
            counts[tile] += 1
            to += 1
        at += size


def fill_deals(bit_generator, int tiles, uint8_t[:, ::1] out):  # OUT (n, 34) counts
    """Deal so many tiles for each row; the caller holds the generator's lock."""
    cdef bitgen_t* bitgen = _bitgen(bit_generator)
    cdef uint8_t wall[MOST_TILES]
    cdef Py_ssize_t i
    with nogil:
        _ordered(wall)
        for i in range(out.shape[0]):
            _deal(bitgen, wall, tiles, &out[i, 0])
