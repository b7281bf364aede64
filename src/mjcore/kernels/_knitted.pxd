"""The two shapes of knitted tiles: fourteen different ones, and the straight with a set and a pair.

A knitted pattern gives the ranks 147, 258 and 369 to the three suits, one to each; there are six.
Nothing is checked.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.encoding._bits cimport lowest, popcount
from mjcore.encoding._packed cimport pack_keys
from mjcore.encoding._types cimport FAR, N_CELLS, N_CLASSES, N_KINDS, form_t
from mjcore.kernels._suits cimport class_at, place


cdef enum:
    N_PATTERNS = 6
    BODY = 9


cdef extern from *:
    """
    #define MJ_HONOURS (UINT64_C(0x7F) << 27)
    """
    const uint64_t HONOURS "MJ_HONOURS"


cdef inline int most_knitted(const form_t* form, uint64_t held) noexcept nogil:
    """Most kinds that a hand has of one pattern."""
    cdef int i, most = 0
    for i in range(N_PATTERNS):
        most = max(most, popcount(held & form.patterns[i]))
    return most


cdef inline int different_distance(const form_t* form, uint64_t held) noexcept nogil:
    """Tiles missing to honours and knitted tiles, no melds: 14 of the 16 kinds of a pattern and honours."""
    return 14 - min(14, popcount(held & HONOURS) + most_knitted(form, held))


cdef inline uint64_t different_waits(const form_t* form, uint64_t held) noexcept nogil:
    """Kinds that complete thirteen different honours and knitted tiles; 0 for other hands."""
    cdef int i
    if popcount(held) != 13:
        return 0
    for i in range(N_PATTERNS):
        if held & ~(form.patterns[i] | HONOURS) == 0:
            return (form.patterns[i] | HONOURS) & ~held
    return 0


cdef inline void take_body(const uint8_t* copies, uint64_t body, uint8_t* rest) noexcept nogil:
    """The concealed tiles without one of each kind of the body that is there; 40 bytes."""
    cdef int kind
    cdef uint64_t kinds = body
    for kind in range(40):
        rest[kind] = copies[kind] if kind < N_KINDS else 0
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        rest[kind] -= rest[kind] > 0


cdef inline int set_and_pair_cost(const form_t* form, const uint8_t* rest) noexcept nogil:
    """Tiles missing to a set and a pair.

    Beside the body no kind is ever needed a fifth time: a set and a pair take three of a kind at most.
    """
    cdef uint32_t head[4]
    cdef uint32_t tail[4]
    cdef const uint8_t* left
    cdef const uint8_t* right
    pack_keys(rest, head, tail)
    left = form.left_rows + N_CELLS * form.left[
        class_at(&form.number, head[0], tail[0]) * N_CLASSES + class_at(&form.number, head[1], tail[1])
    ]
    right = form.right_rows + N_CELLS * form.right[
        class_at(&form.number, head[2], tail[2]) * form.n_honour_classes
        + form.honour_classes[place(&form.honours, head[3], tail[3])]
    ]
    return min(min(left[6] + right[0], left[0] + right[6]), min(left[5] + right[1], left[1] + right[5]))


cdef inline int pair_cost(const uint8_t* rest, const uint8_t* locked, uint64_t body) noexcept nogil:
    """Tiles missing to a pair, beside the body and copies locked in a meld."""
    cdef int kind, best = 2
    for kind in range(N_KINDS):
        if locked[kind] + ((body >> kind) & 1) <= 2:
            best = min(best, 2 - min(2, rest[kind]))
    return best


cdef inline int straight_distance(
    const form_t* form, const uint8_t* copies, const uint8_t* locked, uint64_t held, int enough
) noexcept nogil:
    """Tiles missing to a knitted straight; `enough` or more if it is not below that.

    `locked` are the copies in the one meld, NULL if there is none.
    """
    cdef uint8_t rest[40]
    cdef int i, kind, missing, best = enough
    cdef bint possible
    for i in range(N_PATTERNS):
        missing = BODY - popcount(held & form.patterns[i])
        if missing >= best:
            continue
        take_body(copies, form.patterns[i], rest)
        if locked == NULL:
            best = min(best, missing + set_and_pair_cost(form, rest))
            continue
        possible = True
        for kind in range(N_KINDS):
            if (form.patterns[i] >> kind) & 1 and locked[kind] == 4:
                possible = False
        if possible:
            best = min(best, missing + pair_cost(rest, locked, form.patterns[i]))
    return best
