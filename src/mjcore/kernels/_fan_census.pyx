"""Fans of many complete hands at once, summed with their weights."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from mjcore.encoding._bits cimport lowest
from mjcore.encoding._packed cimport pack_hand
from mjcore.encoding._types cimport HAND_BYTES, N_KINDS, SOURCE_AT, WALL, WINNING_AT, hand_t
from mjcore.kernels._complete cimport is_standard
from mjcore.kernels._mcr cimport best_readings
from mjcore.kernels._mcr_scores cimport McrScorer
from mjcore.kernels._mcr_types cimport reading_t, times_of


def add_fans(McrScorer scorer,
             const uint8_t[:, ::1] hands,      # IN   (n, 34) complete hands of 14 tiles
             const uint64_t[::1] ways,         # IN   (n,) to draw each
             bint skip_standard,               # leave out hands that are also four sets and a pair
             uint64_t[:, ::1] joint,           # ADD  (columns, columns) hands with both fans; with one on the diagonal
             uint64_t[::1] times,              # ADD  (columns,) how often a fan counts
             uint64_t[::1] points):            # ADD  (n_points,) hands by points, the last for more
    """Score each hand with each of its tiles as the one drawn last; the weight is ways times copies."""
    cdef uint8_t row[HAND_BYTES]
    cdef uint8_t columns[128]
    cdef uint8_t counts[128]
    cdef reading_t best
    cdef hand_t hand
    cdef uint64_t weight, a, b
    cdef Py_ssize_t i, n_read
    cdef int kind, n, j, k, r
    with nogil:
        for i in range(hands.shape[0]):
            memset(row, 0, HAND_BYTES)
            memcpy(row, &hands[i, 0], N_KINDS)
            if skip_standard:
                pack_hand(row, False, True, &hand)
                if is_standard(&scorer.tables.form, &hand):
                    continue
            row[SOURCE_AT] = WALL
            for kind in range(N_KINDS):
                if hands[i, kind] == 0:
                    continue
                row[kind] -= 1
                row[WINNING_AT] = kind
                best_readings(&scorer.mcr, &scorer.tables.form, row, 1, &best, &n_read)
                row[kind] += 1
                weight = ways[i] * hands[i, kind]
                points[min(best.points, points.shape[0] - 1)] += weight
                n = 0
                a = best.fans.a
                b = best.fans.b
                while a or b:
                    if a:
                        r = lowest(a)
                        a &= a - 1
                    else:
                        r = 64 + lowest(b)
                        b &= b - 1
                    columns[n] = scorer.mcr.column[r]
                    counts[n] = times_of(&scorer.mcr, best.counts, r)
                    n += 1
                for j in range(n):
                    times[columns[j]] += weight * counts[j]
                    for k in range(n):
                        joint[columns[j], columns[k]] += weight
