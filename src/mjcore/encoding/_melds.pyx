"""Tiles of melds by their codes: a table, since to branch on every meld takes longer."""

from libc.stdint cimport uint8_t, uint64_t

from mjcore.encoding._types cimport CHOW, N_KINDS, PUNG

cdef uint64_t _TABLE[256 * 5]


cdef void _fill(uint8_t* table):
    cdef int code, kind, type, i
    cdef uint8_t* tiles
    for code in range(1, 256):
        tiles = table + 40 * code
        kind = (code & 63) - 1
        type = code >> 6
        if kind < 0 or kind >= N_KINDS or (type == CHOW and (kind >= 27 or kind % 9 > 6)):
            tiles[39] = 1
            continue
        tiles[38] = 1
        for i in range(3 if type == CHOW else 1):
            tiles[kind + i] = 1 if type == CHOW else 3 if type == PUNG else 4


_fill(<uint8_t*>_TABLE)
MELD_TILES = _TABLE
