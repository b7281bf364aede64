"""Sets of fans of Chinese Official Mahjong: raised, rid of those that others exclude, and added up."""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from mjcore.encoding._bits cimport lowest
from mjcore.kernels._mcr_types cimport CHICKEN, DRAGON_PUNG, fans_t, mcr_t, reading_t, times_of


cdef inline void raise_fans(fans_t* fans, fans_t more) noexcept nogil:
    fans.a |= more.a
    fans.b |= more.b


cdef inline void raise_if(fans_t* fans, fans_t more, bint holds) noexcept nogil:
    """Raise fans if something holds that holds now and then: to branch on it would take longer."""
    cdef uint64_t mask = -<uint64_t>holds
    fans.a |= more.a & mask
    fans.b |= more.b & mask


cdef inline bint has(fans_t fans, fans_t fan) noexcept nogil:
    return (fans.a & fan.a) != 0 or (fans.b & fan.b) != 0


cdef inline fans_t _excluded_by(const mcr_t* mcr, fans_t fans) noexcept nogil:
    """All that these fans exclude, whether or not they are excluded themselves."""
    cdef fans_t out
    cdef const fans_t* row
    cdef int i
    out.a = out.b = 0
    for i in range(8):
        row = mcr.excludes_by_byte + 256 * i + ((fans.a >> 8 * i) & 255)
        out.a |= row.a
        out.b |= row.b
    for i in range(3):
        row = mcr.excludes_by_byte + 256 * (8 + i) + ((fans.b >> 8 * i) & 255)
        out.b |= row.b
    return out


cdef inline int _points_once(const mcr_t* mcr, fans_t fans) noexcept nogil:
    cdef int i, points = 0
    for i in range(8):
        points += mcr.points_by_byte[256 * i + ((fans.a >> 8 * i) & 255)]
    for i in range(3):
        points += mcr.points_by_byte[256 * (8 + i) + ((fans.b >> 8 * i) & 255)]
    return points


cdef inline void settle(const mcr_t* mcr, reading_t* reading) noexcept nogil:
    """Drop the fans that others exclude, from the first row to the last, and add up the rest.

    Nearly always, the fans to drop exclude none themselves, so that the order does not matter.
    """
    cdef fans_t raised = reading.fans, kept, excluded
    if mcr.by_bytes:
        excluded = _excluded_by(mcr, raised)
        kept.a = raised.a & ~excluded.a
        kept.b = raised.b & ~excluded.b
        if not (raised.a & excluded.a & mcr.excluding.a | raised.b & excluded.b & mcr.excluding.b):
            reading.fans = kept
            reading.points = _points_once(mcr, kept)
            _add_repeated(mcr, reading)
            return
    _settle_in_order(mcr, reading)


cdef inline uint32_t counted_often(const reading_t* reading) noexcept nogil:
    """Nibbles of the fans that count more than once, whether or not they are still among the fans."""
    return reading.counts & <uint32_t>0xEEEEEEEE


cdef inline int next_repeated(const mcr_t* mcr, const reading_t* reading, uint32_t* rest) noexcept nogil:
    """Take the lowest of some nibbles away; the row of its fan, or -1 if the reading does not have it."""
    cdef int place = lowest(rest[0]) >> 2, row = mcr.repeated_rows[place]
    rest[0] &= ~(<uint32_t>15 << 4 * place)
    if row < 0 or not ((reading.fans.a >> row) if row < 64 else (reading.fans.b >> (row - 64))) & 1:
        return -1
    return row


cdef inline void _add_repeated(const mcr_t* mcr, reading_t* reading) noexcept nogil:
    """Add the points of fans that count more than once, but for the first time."""
    cdef uint32_t rest = counted_often(reading)
    cdef int row
    while rest:
        row = next_repeated(mcr, reading, &rest)
        if row >= 0:
            reading.points += (times_of(mcr, reading.counts, row) - 1) * mcr.points[row]


cdef inline void _settle_in_order(const mcr_t* mcr, reading_t* reading) noexcept nogil:
    cdef uint64_t a = reading.fans.a, b = reading.fans.b
    cdef fans_t kept
    cdef int row
    kept.a = kept.b = 0
    reading.points = 0
    while a:
        row = lowest(a)
        kept.a |= <uint64_t>1 << row
        a &= (a - 1) & ~mcr.excludes[row].a
        b &= ~mcr.excludes[row].b
        reading.points += mcr.points[row] * times_of(mcr, reading.counts, row)
    while b:
        row = lowest(b)
        kept.b |= <uint64_t>1 << row
        b &= (b - 1) & ~mcr.excludes[row + 64].b
        reading.points += mcr.points[row + 64] * times_of(mcr, reading.counts, row + 64)
    reading.fans = kept


cdef inline bint _is_listed_first(const mcr_t* mcr, const reading_t* a, const reading_t* b) noexcept nogil:
    """Whether of two readings worth the same `a` is the one to report: the first row that differs decides."""
    cdef uint64_t differ = a.fans.a ^ b.fans.a
    cdef uint64_t rest_a = a.fans.a, rest_b = a.fans.b
    cdef int first = 128, row
    if differ:
        first = lowest(differ)
    elif a.fans.b ^ b.fans.b:
        first = 64 + lowest(a.fans.b ^ b.fans.b)
    while rest_a:
        row = lowest(rest_a)
        rest_a &= rest_a - 1
        if row >= first:
            break
        if times_of(mcr, a.counts, row) != times_of(mcr, b.counts, row):
            return times_of(mcr, a.counts, row) > times_of(mcr, b.counts, row)
    while rest_b:
        row = 64 + lowest(rest_b)
        rest_b &= rest_b - 1
        if row >= first:
            break
        if times_of(mcr, a.counts, row) != times_of(mcr, b.counts, row):
            return times_of(mcr, a.counts, row) > times_of(mcr, b.counts, row)
    if first < 64:
        return (a.fans.a >> first) & 1
    return first < 128 and (a.fans.b >> (first - 64)) & 1


cdef inline void keep_better(const mcr_t* mcr, reading_t* best, const reading_t* reading) noexcept nogil:
    if (
        best.form == 0 or reading.points > best.points
        or (reading.points == best.points and _is_listed_first(mcr, reading, best))
    ):
        best[0] = reading[0]


cdef inline void finish(const mcr_t* mcr, reading_t* best, reading_t* reading) noexcept nogil:
    """Keep a settled reading if it is the best; one without a fan is a chicken hand."""
    if reading.points == 0:
        reading.fans = mcr.single[CHICKEN]
        reading.counts = 0
        if mcr.single[CHICKEN].a:
            reading.points = mcr.points[lowest(mcr.single[CHICKEN].a)]
        elif mcr.single[CHICKEN].b:
            reading.points = mcr.points[lowest(mcr.single[CHICKEN].b) + 64]
    keep_better(mcr, best, reading)


cdef inline void count(const mcr_t* mcr, reading_t* reading, int fan, int n) noexcept nogil:
    """Raise a repeated fan `n` times, perhaps never."""
    raise_if(&reading.fans, mcr.single[fan], n > 0)
    reading.counts |= <uint32_t>n << 4 * (fan - DRAGON_PUNG)
