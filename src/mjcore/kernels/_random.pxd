"""Exact bounded integers from any NumPy bit generator, several to a 64-bit word.

A word is read as a fraction of 2**64 and multiplied by one bound after another: the high halves are
the integers, the low half goes on to the next. Words whose last low half falls below 2**64 modulo
the product of the bounds are refused, which makes all outcomes equally likely (Brackett-Rozinsky and
Lemire, Batched ranged random integer generation, 2024).
"""

from libc.stdint cimport uint64_t
from numpy.random cimport bitgen_t


cdef extern from *:
    """
    #include <stdint.h>
    #if defined(_MSC_VER)
    #include <intrin.h>
    static inline uint64_t mj_mul(uint64_t a, uint64_t b, uint64_t *high) { return _umul128(a, b, high); }
    #else
    static inline uint64_t mj_mul(uint64_t a, uint64_t b, uint64_t *high) {
        unsigned __int128 product = (unsigned __int128)a * b;
        *high = (uint64_t)(product >> 64);
        return (uint64_t)product;
    }
    #endif
    """
    # Low half of a * b; the high half goes to `high`.
    uint64_t multiply "mj_mul"(uint64_t a, uint64_t b, uint64_t* high) noexcept nogil


cdef enum:
    BATCH = 7                    # 136 * 135 * ... * 130 < 2**50: a word in 20,000 is refused; 13 and 14 tiles take two


cdef inline uint64_t product_of(uint64_t bound, int n) noexcept nogil:
    """``bound * (bound - 1) * ...``, `n` factors."""
    cdef uint64_t product = 1
    cdef int i
    for i in range(n):
        product *= bound - i
    return product


cdef inline void fill_below(
    bitgen_t* bitgen, uint64_t bound, int n, uint64_t product, uint64_t* out
) noexcept nogil:
    """Integers below `bound`, ``bound - 1``, ... (`n` of them, at most BATCH): each uniform and independent.

    `product` is ``product_of(bound, n)``. Bounds up to 136 are assumed.
    """
    cdef uint64_t word
    cdef int i
    while True:
        word = bitgen.next_uint64(bitgen.state)
        for i in range(n):
            word = multiply(word, bound - i, &out[i])
        if word >= product or word >= (0 - product) % product:
            return
