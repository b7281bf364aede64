"""Bit counts, by the compiler's own instructions where it has them."""

from libc.stdint cimport uint64_t


cdef extern from *:
    """
    #include <stdint.h>
    #if defined(_MSC_VER)
    #include <intrin.h>
    static inline int mj_popcount(uint64_t x) { return (int)__popcnt64(x); }
    static inline int mj_lowest(uint64_t x) { unsigned long i; _BitScanForward64(&i, x); return (int)i; }
    #else
    static inline int mj_popcount(uint64_t x) { return __builtin_popcountll(x); }
    static inline int mj_lowest(uint64_t x) { return __builtin_ctzll(x); }
    #endif
    """
    int popcount "mj_popcount"(uint64_t x) noexcept nogil
    int lowest "mj_lowest"(uint64_t x) noexcept nogil   # place of the lowest bit of x, which is not 0
