"""Cost rows (tables/suits.py) as vectors of sixteen bytes, so that ten costs are added and compared at once.

Byte ``8 * pairs + sets`` holds the cost of a demand; the six bytes between are FAR. A sum of two costs is
128 at most, and what is FAR or more cannot be had.
"""

from libc.stdint cimport uint8_t, uint32_t


cdef extern from *:
    """
    #include <stdint.h>
    #define MJ_FAR 64
    /* where each cost of a turned row stands in the row, by the number of sets; 0x80: nowhere */
    static const uint8_t mj_turned_from[5][16] = {
        {8, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80},
        {9, 8, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1, 0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80},
        {10, 9, 8, 0x80, 0x80, 0x80, 0x80, 0x80, 2, 1, 0, 0x80, 0x80, 0x80, 0x80, 0x80},
        {11, 10, 9, 8, 0x80, 0x80, 0x80, 0x80, 3, 2, 1, 0, 0x80, 0x80, 0x80, 0x80},
        {12, 11, 10, 9, 8, 0x80, 0x80, 0x80, 4, 3, 2, 1, 0, 0x80, 0x80, 0x80},
    };
    #if defined(__SSE4_1__)
    #include <smmintrin.h>
    typedef __m128i mj_row;
    static inline mj_row mj_row_at(const uint8_t* x) { return _mm_loadu_si128((const __m128i*)x); }
    static inline mj_row mj_row_far(void) { return _mm_set1_epi8(MJ_FAR); }
    static inline mj_row mj_row_min(mj_row a, mj_row b) { return _mm_min_epu8(a, b); }
    static inline mj_row mj_row_sum(mj_row a, mj_row b) { return _mm_add_epi8(a, b); }
    static inline mj_row mj_row_barred(mj_row a, mj_row b) { return _mm_or_si128(a, b); }
    static inline int mj_row_least(mj_row a) {
        a = _mm_min_epu8(a, _mm_srli_epi16(a, 8));
        return _mm_cvtsi128_si32(_mm_minpos_epu16(a)) & 0xFFFF;
    }
    static inline uint32_t mj_row_cells(mj_row a, int cost) {
        uint32_t bits = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(a, _mm_set1_epi8((char)cost)));
        return (bits & 31) | ((bits >> 3) & 0x3E0);
    }
    static inline int mj_row_same(mj_row a, mj_row b) {
        return _mm_movemask_epi8(_mm_cmpeq_epi8(a, b)) == 0xFFFF;
    }
    static inline mj_row mj_row_turned(mj_row a, int sets) {
        __m128i from = mj_row_at(mj_turned_from[sets]);
        return _mm_or_si128(_mm_shuffle_epi8(a, from), _mm_and_si128(_mm_srli_epi16(from, 1), mj_row_far()));
    }
    /* `sets` demands of `a` without and with the pair beside those of `b` */
    #define MJ_BESIDE(sets, fill)                                                                    \\
        more = _mm_add_epi8(_mm_shuffle_epi8(a, _mm_set1_epi8(sets)),                                \\
                            _mm_or_si128(_mm_slli_epi64(b, 8 * sets), _mm_set1_epi64x(fill)));       \\
        best = _mm_min_epu8(best, more);                                                             \\
        more = _mm_add_epi8(_mm_shuffle_epi8(a, _mm_set1_epi8(8 + sets)),                            \\
                            _mm_or_si128(_mm_slli_epi64(paired, 8 * sets), _mm_set1_epi64x(fill)));  \\
        best = _mm_min_epu8(best, more);
    static inline mj_row mj_row_joined(mj_row a, mj_row b) {
        __m128i best = mj_row_far(), paired = _mm_unpacklo_epi64(best, b), more;
        MJ_BESIDE(0, 0) MJ_BESIDE(1, 0x40) MJ_BESIDE(2, 0x4040) MJ_BESIDE(3, 0x404040) MJ_BESIDE(4, 0x40404040)
        return _mm_or_si128(best, _mm_set1_epi64x(INT64_C(0x4040400000000000)));
    }
    #else
    typedef struct { uint8_t cost[16]; } mj_row;
    static inline mj_row mj_row_at(const uint8_t* x) {
        mj_row out;
        for (int i = 0; i < 16; i++) out.cost[i] = x[i];
        return out;
    }
    static inline mj_row mj_row_far(void) {
        mj_row out;
        for (int i = 0; i < 16; i++) out.cost[i] = MJ_FAR;
        return out;
    }
    static inline mj_row mj_row_min(mj_row a, mj_row b) {
        for (int i = 0; i < 16; i++) a.cost[i] = a.cost[i] < b.cost[i] ? a.cost[i] : b.cost[i];
        return a;
    }
    static inline mj_row mj_row_sum(mj_row a, mj_row b) {
        for (int i = 0; i < 16; i++) a.cost[i] += b.cost[i];
        return a;
    }
    static inline mj_row mj_row_barred(mj_row a, mj_row b) {
        for (int i = 0; i < 16; i++) a.cost[i] |= b.cost[i];
        return a;
    }
    static inline int mj_row_least(mj_row a) {
        int least = 255;
        for (int i = 0; i < 16; i++) least = a.cost[i] < least ? a.cost[i] : least;
        return least;
    }
    static inline uint32_t mj_row_cells(mj_row a, int cost) {
        uint32_t cells = 0;
        for (int i = 0; i < 5; i++)
            cells |= (uint32_t)(a.cost[i] == cost) << i | (uint32_t)(a.cost[8 + i] == cost) << (5 + i);
        return cells;
    }
    static inline int mj_row_same(mj_row a, mj_row b) {
        int same = 1;
        for (int i = 0; i < 16; i++) same &= a.cost[i] == b.cost[i];
        return same;
    }
    static inline mj_row mj_row_turned(mj_row a, int sets) {
        mj_row out;
        for (int i = 0; i < 16; i++)
            out.cost[i] = mj_turned_from[sets][i] & 0x80 ? MJ_FAR : a.cost[mj_turned_from[sets][i]];
        return out;
    }
    static inline mj_row mj_row_joined(mj_row a, mj_row b) {
        mj_row out = mj_row_far();
        for (int i = 0; i < 5; i++)
            for (int j = 0; i + j < 5; j++) {
                int none = a.cost[i] + b.cost[j], mine = a.cost[8 + i] + b.cost[j], other = a.cost[i] + b.cost[8 + j];
                int one = mine < other ? mine : other;
                if (none < out.cost[i + j]) out.cost[i + j] = (uint8_t)none;
                if (one < out.cost[8 + i + j]) out.cost[8 + i + j] = (uint8_t)one;
            }
        return out;
    }
    #endif
    """
    ctypedef struct row_t "mj_row":
        pass
    row_t row_at "mj_row_at"(const uint8_t* costs) noexcept nogil
    row_t far_row "mj_row_far"() noexcept nogil
    row_t row_min "mj_row_min"(row_t a, row_t b) noexcept nogil
    row_t row_sum "mj_row_sum"(row_t a, row_t b) noexcept nogil
    row_t row_barred "mj_row_barred"(row_t a, row_t bars) noexcept nogil   # FAR where `bars` is, which is 0 elsewhere
    int row_least "mj_row_least"(row_t a) noexcept nogil
    uint32_t row_cells "mj_row_cells"(row_t a, int cost) noexcept nogil    # demands (tables/suits.py) of that cost
    bint row_same "mj_row_same"(row_t a, row_t b) noexcept nogil
    row_t row_turned "mj_row_turned"(row_t a, int sets) noexcept nogil     # the rest of so many sets and a pair
    row_t row_joined "mj_row_joined"(row_t a, row_t b) noexcept nogil      # of two lots of tiles together
