"""Bits counted and collected, by the compiler's own instructions where it has them."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t


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
    #if defined(__SSE2__)
    #include <emmintrin.h>
    static inline uint32_t mj_high_bits(__m128i low, __m128i high) {
        return (uint32_t)_mm_movemask_epi8(low) | (uint32_t)_mm_movemask_epi8(high) << 16;
    }
    static inline __m128i mj_load(const uint8_t* x) { return _mm_loadu_si128((const __m128i*)x); }
    static inline uint32_t mj_at_least(const uint8_t* x, int least) {
        __m128i below = _mm_set1_epi8((char)(least - 1));
        return mj_high_bits(_mm_cmpgt_epi8(mj_load(x), below), _mm_cmpgt_epi8(mj_load(x + 16), below));
    }
    static inline uint32_t mj_with_bit(const uint8_t* x, int bit) {
        __m128i left = _mm_cvtsi32_si128(7 - bit);
        return mj_high_bits(_mm_sll_epi16(mj_load(x), left), _mm_sll_epi16(mj_load(x + 16), left));
    }
    static inline uint32_t mj_sums_of_four(const uint8_t* x, const uint8_t* y) {
        __m128i low = _mm_add_epi8(mj_load(x), mj_load(y)), high = _mm_add_epi8(mj_load(x + 16), mj_load(y + 16));
        return mj_high_bits(_mm_slli_epi16(low, 5), _mm_slli_epi16(high, 5));
    }
    #else
    static inline uint32_t mj_at_least(const uint8_t* x, int least) {
        uint32_t mask = 0;
        for (int i = 0; i < 32; i++) mask |= (uint32_t)(x[i] >= least) << i;
        return mask;
    }
    static inline uint32_t mj_with_bit(const uint8_t* x, int bit) {
        uint32_t mask = 0;
        for (int i = 0; i < 32; i++) mask |= (uint32_t)((x[i] >> bit) & 1) << i;
        return mask;
    }
    static inline uint32_t mj_sums_of_four(const uint8_t* x, const uint8_t* y) {
        uint32_t mask = 0;
        for (int i = 0; i < 32; i++) mask |= (uint32_t)(((x[i] + y[i]) >> 2) & 1) << i;
        return mask;
    }
    #endif
    """
    int popcount "mj_popcount"(uint64_t x) noexcept nogil
    int lowest "mj_lowest"(uint64_t x) noexcept nogil   # place of the lowest bit of x, which is not 0
    # Of 32 bytes from 0 to 4, a bit for each: those that are so many at least (1 or more), those with a bit set, and
    # those that come to four together, no sum being more.
    uint32_t bytes_at_least "mj_at_least"(const uint8_t* x, int least) noexcept nogil
    uint32_t bytes_with_bit "mj_with_bit"(const uint8_t* x, int bit) noexcept nogil
    uint32_t sums_of_four "mj_sums_of_four"(const uint8_t* x, const uint8_t* y) noexcept nogil
