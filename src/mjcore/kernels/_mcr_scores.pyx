"""Scores of many wins of Chinese Official Mahjong: the rules made ready for the kernel, and rows written."""

import numpy as np

from libc.stdint cimport int8_t, int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from mjcore.encoding._bits cimport lowest
from mjcore.encoding._types cimport FLOWERS_AT
from mjcore.kernels._mcr cimport BLOCK, best_readings
from mjcore.kernels._mcr_types cimport (
    DRAGON_PUNG, FLOWERS, N_SINGLE, PREVALENT_WIND, SEAT_WIND, choice_t, fans_t, mcr_t, meld_t, part_t, reading_t,
    times_of,
)
from mjcore.kernels._mcr_worth cimport counted_often, next_repeated
from mjcore.tables._tables cimport Tables, u8_of

from mjcore.tables.mcr import CHOICE_DTYPE, N_BYTES, REPEATED, SINGLE, mcr_tables
from mjcore.tables.parts import MELD_DTYPE, PART_DTYPE, first_parts, parts_of

assert N_SINGLE == len(SINGLE) and SINGLE[N_SINGLE - len(REPEATED):] == REPEATED

#: What a negative answer about a row means; the door puts the row before it.
FAULTS = {
    1: "no hand",
    2: "a win with the tiles dealt (initial) needs a tile of the wall: source must be 'wall'",
    4: "a win with the tiles dealt (initial) comes before anything is declared",
    5: "a replacement tile needs a kong",
    6: "a robbed tile is the fourth of its kind, so that the winner holds no other",
    7: "the last tile of the wall is drawn or discarded, neither robbed nor dealt",
    8: "the other three copies cannot be seen by all (last_copy): the winner holds one concealed",
    9: "flowers are not in play under these rules",
    10: "a heavenly ready declaration is not known to these rules",
    11: "a win with the tiles dealt (initial) is the dealer's, whose seat wind is E",
}

assert sizeof(part_t) == PART_DTYPE.itemsize and sizeof(choice_t) == CHOICE_DTYPE.itemsize
assert sizeof(meld_t) == MELD_DTYPE.itemsize


cdef const uint64_t* _words(array) except? NULL:
    cdef const uint64_t[::1] view = np.reshape(array, -1, copy=False)
    return &view[0] if view.shape[0] else NULL


cdef const fans_t* _fans(array) except? NULL:
    return <const fans_t*>_words(array)


def _mixed_row(columns):
    """Row of the mixed kongs if all others stand in order, 64 where there are none; -1 if they do not."""
    mixed = columns.index(81) if 81 in columns else 64
    in_order = columns[:mixed] + columns[mixed + 1 :]
    return mixed if in_order == list(range(81)) and mixed <= 64 else -1


_PARTS = {}


def _parts(table):
    """Partitions of a suit as bytes, and the first of each id; the same for all rules."""
    if table.suit not in _PARTS:
        parts = parts_of(table)
        _PARTS[table.suit] = parts.view(np.uint8), first_parts(table, parts).view(np.uint8)
    return _PARTS[table.suit]


cdef class McrScorer:
    """The scoring rules of one MCR rule set, ready for the kernel."""

    def __init__(self, Tables tables, rules):
        cdef const int32_t[::1] points
        cdef const int32_t[::1] by_byte
        cdef const int8_t[::1] nibble
        self.tables = tables
        self.arrays = arrays = mcr_tables(rules)
        self.parts = _parts(tables.number), _parts(tables.honours)
        points, nibble = arrays.points, arrays.nibble
        self.mcr.number_parts = <const part_t*>u8_of(self.parts[0][0])
        self.mcr.number_first = <const part_t*>u8_of(self.parts[0][1])
        self.mcr.honour_first = <const part_t*>u8_of(self.parts[1][1])
        self.mcr.points = &points[0]
        self.mcr.nibble = &nibble[0]
        self.mcr.excludes = _fans(arrays.excludes)
        self.mcr.excludes_by_byte = _fans(arrays.excludes_by_byte)
        by_byte = arrays.points_by_byte.reshape(-1)
        self.mcr.points_by_byte = &by_byte[0]
        self.mcr.excluding = _fans(arrays.excluding)[0]
        self.mcr.by_bytes = len(points) <= 8 * N_BYTES
        for fan in range(len(REPEATED)):
            self.mcr.repeated_rows[fan] = arrays.single[DRAGON_PUNG + fan]
        self.mcr.mixed_row = _mixed_row(arrays.column.tolist())
        self.mcr.column = u8_of(arrays.column)
        self.mcr.pairs_without = _fans(arrays.pairs_without)[0]
        for fan in range(N_SINGLE):
            row = int(arrays.single[fan])
            self.mcr.single[fan].a = 1 << row if 0 <= row < 64 else 0
            self.mcr.single[fan].b = 1 << row - 64 if row >= 64 else 0
        self.mcr.rank_fans = _fans(arrays.rank_fans)
        self.mcr.suit_fans = _fans(arrays.suit_fans)
        self.mcr.block_fans = _fans(arrays.block_fans)
        self.mcr.within = _words(arrays.within)
        self.mcr.n_within = len(arrays.within)
        self.mcr.new_fans = _words(arrays.new_fans)
        self.mcr.n_new = len(arrays.new_fans)
        self.mcr.kong_fans = _fans(arrays.kong_fans)
        self.mcr.win_fans = _fans(arrays.win_fans)
        self.mcr.chow_rows = u8_of(arrays.chow_rows)
        self.mcr.chow_choices = <const choice_t*>u8_of(arrays.chow_choices.view(np.uint8))
        self.mcr.pung_rows = u8_of(arrays.pung_rows)
        self.mcr.pung_choices = <const choice_t*>u8_of(arrays.pung_choices.view(np.uint8))
        self.mcr.melds = <const meld_t*>u8_of(arrays.melds.view(np.uint8))
        self.n_columns = self.mcr.n_columns = 82 + len(rules.fans.new_fans)
        scoring = rules.scoring
        self.mcr.min_points = scoring.min_points
        self.mcr.wait_counts_exhausted = scoring.wait_counts_exhausted
        self.mcr.body_waits = scoring.knitted_straight_body_waits
        self.mcr.body_all_chows = scoring.knitted_straight_all_chows
        self.mcr.discard_completes_melded_pung = scoring.discard_completes_melded_pung
        self.mcr.tile_hog_honors = scoring.tile_hog_honors
        self.mcr.tile_hog_repeats = scoring.tile_hog_repeats
        self.mcr.all_types_any_blocks = scoring.all_types_any_blocks
        self.mcr.robbed_melded_hand = scoring.melded_hand_robbed_tile
        self.mcr.melded_hand_kongs = scoring.melded_hand_added_kong
        self.mcr.flowers = scoring.flowers
        row = int(arrays.single[FLOWERS])
        self.mcr.flower_points = points[row] if row >= 0 else 0
        self.mcr.tries_places = rules.has_other_fans
        self.mcr.prevalent_counts = int(arrays.single[PREVALENT_WIND]) >= 0
        self.mcr.seat_counts = int(arrays.single[SEAT_WIND]) >= 0
        self.mcr.initial_waits = rules.play.initial_win_wait_fans
        self.mcr.nine_gates_pungs = 1 if scoring.nine_gates_terminal_pungs == "absorb_one" else 0

    def fill_points(self, const uint8_t[:, ::1] rows,  # IN  (n, 44) HAND_DTYPE
                    int32_t[::1] points):              # OUT (n,) without flowers, 0 where not complete
        """Points of each win. Returns (row, fault) of the first row that is none, or (-1, 0)."""
        return self._fill(rows, points, None)

    def fill_scores(self, const uint8_t[:, ::1] rows,  # IN  (n, 44) HAND_DTYPE
                    uint8_t[:, ::1] out):              # OUT (n, 10 + n_columns): legal, points, flowers, form, fans
        """Score each win. Returns (row, fault) of the first row that is none, or (-1, 0)."""
        return self._fill(rows, None, out)

    cdef _fill(self, const uint8_t[:, ::1] rows, int32_t[::1] points, uint8_t[:, ::1] scores):
        """Fill points or scores, whichever is given."""
        cdef reading_t best[BLOCK]
        cdef Py_ssize_t i = 0, j, n
        cdef int fault = 0
        cdef bint with_fans = scores is not None
        with nogil:
            while i < rows.shape[0] and fault == 0:
                fault = best_readings(&self.mcr, &self.tables.form, &rows[i, 0], rows.shape[0] - i, best, &n)
                for j in range(n):
                    if with_fans:
                        _write(&self.mcr, &best[j], rows[i + j, FLOWERS_AT], &scores[i + j, 0])
                    else:
                        points[i + j] = best[j].points
                i += n
        return i if fault else -1, fault


cdef inline uint64_t _spread(uint64_t bits) noexcept nogil:
    """Eight bits as eight bytes."""
    bits = (bits * <uint64_t>0x0101010101010101) & <uint64_t>0x8040201008040201
    return ((bits + <uint64_t>0x7F7F7F7F7F7F7F7F) >> 7) & <uint64_t>0x0101010101010101


cdef inline void _write_once(const mcr_t* mcr, const reading_t* best, uint8_t* fans) noexcept nogil:
    """Write 1 for each fan of rules whose fans stand in order, but perhaps for the mixed kongs."""
    cdef uint64_t a = best.fans.a, b = best.fans.b, low, eight
    cdef int i
    if mcr.mixed_row < 64:
        low = (<uint64_t>1 << mcr.mixed_row) - 1
        b = b >> 1 | ((a >> mcr.mixed_row) & 1) << 17
        a = (a & low) | ((a >> 1) & ~low) | (best.fans.b << 63)
    for i in range(8):
        eight = _spread((a >> 8 * i) & 255)
        memcpy(fans + 8 * i, &eight, 8)
    eight = _spread(b & 255)
    memcpy(fans + 64, &eight, 8)
    eight = _spread((b >> 8) & 255)
    memcpy(fans + 72, &eight, 8)
    fans[80] = (b >> 16) & 1
    fans[81] = (b >> 17) & 1


cdef inline void _write(const mcr_t* mcr, const reading_t* best, int flowers, uint8_t* out) noexcept nogil:
    """A row of a score: legal u1, points i4, flowers i4, form u1, fans u1[n]."""
    cdef uint64_t a = best.fans.a, b = best.fans.b
    cdef uint8_t* fans = out + 10
    cdef int32_t of_flowers = flowers * mcr.flower_points
    cdef uint32_t rest
    cdef int row
    out[0] = best.form > 0 and best.points >= mcr.min_points
    memcpy(out + 1, &best.points, 4)
    memcpy(out + 5, &of_flowers, 4)
    out[9] = best.form
    if best.form == 0:
        memset(fans, 0, mcr.n_columns)
        return
    if mcr.mixed_row >= 0:
        _write_once(mcr, best, fans)
        rest = counted_often(best)
        while rest:
            row = next_repeated(mcr, best, &rest)
            if row >= 0:
                fans[mcr.column[row]] = times_of(mcr, best.counts, row)
    else:
        memset(fans, 0, mcr.n_columns)
        while a:
            row = lowest(a)
            a &= a - 1
            fans[mcr.column[row]] = times_of(mcr, best.counts, row)
        while b:
            row = 64 + lowest(b)
            b &= b - 1
            fans[mcr.column[row]] = times_of(mcr, best.counts, row)
    if mcr.single[FLOWERS].a | mcr.single[FLOWERS].b:
        fans[80] = flowers
