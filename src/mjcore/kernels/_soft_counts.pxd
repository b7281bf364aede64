"""Soft counts of a suit: how many sets and pairs it could become, each way weighed by the tiles it lacks.

A line has sixteen floats, of which twelve are used: the ways to make m sets at [m], m sets and a pair at [5 + m],
one chow at [ONE_CHOW], a chow and a pair at [CHOW_AND_PAIR]. Suits are named by keys: the base-5 key of the
first four kinds in the low half word, that of the others in the high one. Sums are taken in a fixed order, so
that every machine gets the same bits.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.encoding._types cimport suit_table_t
from mjcore.kernels._suits cimport place
from mjcore.tables._tables cimport Tables


cdef enum:
    LINE = 16
    ONE_SET = 1
    ONE_PAIR = 5
    SET_AND_PAIR = 6
    ONE_CHOW = 10
    CHOW_AND_PAIR = 11
    KEPT = 64                    # lines kept of each suit while one hand is looked at


cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    static inline uint32_t mj_tile_key(int rank) {
        static const uint32_t keys[9] = {1, 5, 25, 125, 1u << 16, 5u << 16, 25u << 16, 125u << 16, 625u << 16};
        return keys[rank];
    }
    static inline float mj_dot(const float* a, const float* b) {
        float s[4];
        for (int j = 0; j < 4; j++) s[j] = (a[j] * b[j] + a[4 + j] * b[4 + j]) + a[8 + j] * b[8 + j];
        return (s[0] + s[2]) + (s[1] + s[3]);
    }
    static inline void mj_add_scaled(float* to, float scale, const float* from) {
        float sum[12];
        for (int j = 0; j < 12; j++) sum[j] = to[j] + scale * from[j];
        memcpy(to, sum, sizeof sum);
    }
    static inline void mj_add_gain(float* to, float scale, const float* with, const float* without) {
        float sum[12];
        for (int j = 0; j < 12; j++) sum[j] = to[j] + scale * (with[j] - without[j]);
        memcpy(to, sum, sizeof sum);
    }
    static inline void mj_take_off(float* out, const float* from, const float* loss) {
        for (int j = 0; j < 12; j++) {
            float rest = from[j] - loss[j], least = 0.05f * from[j];
            out[j] = rest > least ? rest : least;
        }
    }
    /* a and b side by side: sets m at [m], sets m and a pair at [5 + m] */
    static inline void mj_multiply(const float* a, const float* b, float* out) {
        float c[12];
        for (int m = 0; m < 5; m++) {
            float sets = a[0] * b[m], pairs = a[5] * b[m];
            for (int i = 1; i <= m; i++) { sets += a[i] * b[m - i]; pairs += a[5 + i] * b[m - i]; }
            for (int i = 0; i <= m; i++) pairs += a[i] * b[5 + m - i];
            c[m] = sets;
            c[5 + m] = pairs;
        }
        c[10] = c[11] = 0.0f;
        memcpy(out, c, sizeof c);
    }
    /* weights that make a dot with a line the number of ways to n sets and a pair beside what `others` has */
    static inline void mj_complement(const float* others, int n, float* out) {
        memset(out, 0, 12 * sizeof(float));
        for (int i = 0; i <= n; i++) { out[i] = others[5 + n - i]; out[5 + i] = others[n - i]; }
    }
    """
    uint32_t tile_key "mj_tile_key"(int rank) noexcept nogil    # what a tile adds to the key of its suit
    float dot "mj_dot"(const float* a, const float* b) noexcept nogil
    void add_scaled "mj_add_scaled"(float* to, float scale, const float* line) noexcept nogil
    void add_gain "mj_add_gain"(float* to, float scale, const float* with_it, const float* without) noexcept nogil
    void take_off "mj_take_off"(float* out, const float* line, const float* loss) noexcept nogil
    void multiply_lines "mj_multiply"(const float* a, const float* b, float* out) noexcept nogil
    void fill_complement "mj_complement"(const float* others, int n, float* out) noexcept nogil


cdef struct soft_t:              # tables of one theta and one beta
    float theta
    float price[5]               # of the next tile: by live copies
    float pung[5][5]             # of a pung: by copies held, then live
    float pair[5][5]
    float excess[5][5]           # what a suit's line counts too much of a kind, by the same
    const suit_table_t* places
    const float* suits           # lines by `place`
    const float* honours         # by the key of winds and 625 times that of dragons
    const float* outside         # sets and pairs with a terminal, by ranks 1, 2, 3 and 125 times 7, 8, 9
    const float* four            # inside four neighbouring ranks
    const uint8_t* digits        # copies in a key of five digits, eight bytes each


cdef struct lines_t:             # the lines of the tiles that one player sees
    const soft_t* soft
    bint corrected               # for tiles that are gone
    uint8_t live[40]
    uint32_t tags[4][KEPT]
    float kept[4][KEPT][LINE]


cdef class SoftCounts:
    cdef soft_t soft
    cdef Tables tables
    cdef readonly object arrays


cdef void fill_corrected_suit(const lines_t* lines, int suit, uint32_t key, float* out) noexcept nogil

# Honours but for those of a mask of the seven, as the live copies or the copies held say.
cdef void fill_honours(const lines_t* lines, uint32_t key, int without, float* out) noexcept nogil


cdef inline const float* plain_suit(const soft_t* soft, uint32_t key) noexcept nogil:
    return soft.suits + LINE * <size_t>place(soft.places, key & 0xFFFF, key >> 16)


cdef inline const float* line_of(lines_t* lines, int suit, uint32_t key) noexcept nogil:
    """The line of a suit; good until another one of that suit is asked for."""
    cdef uint32_t slot
    if not lines.corrected:
        if suit == 3:
            return lines.soft.honours + LINE * ((key & 0xFFFF) + 625 * (key >> 16))
        return plain_suit(lines.soft, key)
    slot = (key * <uint32_t>2654435761) >> 26
    if lines.tags[suit][slot] != key + 1:
        lines.tags[suit][slot] = key + 1
        if suit == 3:
            fill_honours(lines, key, 0, lines.kept[3][slot])
        else:
            fill_corrected_suit(lines, suit, key, lines.kept[suit][slot])
    return lines.kept[suit][slot]
