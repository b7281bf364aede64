"""Plain counts to table keys, eight kinds at a time.

A row of counts is read as 64-bit words, a byte a kind. Neighbouring bytes are joined with weights
1 and 5, the pairs with 1 and 25: two multiplications give the base-5 keys of eight kinds. The same
words tell whether a count is above four and how many tiles there are.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from mjcore.encoding._bits cimport bytes_at_least, bytes_with_bit, sums_of_four
from mjcore.encoding._melds cimport MELD_TILES
from mjcore.encoding._types cimport (
    FLOWERS_AT, HAND_BYTES, MELDS_AT, N_KINDS, NO_TILE, WINNING_AT, hand_t,
)


cdef inline uint64_t word(const uint8_t* copies) noexcept nogil:
    """Eight counts as one little-endian word."""
    cdef uint64_t x
    memcpy(&x, copies, 8)
    return x


cdef inline uint64_t above_four(uint64_t x) noexcept nogil:
    """Not 0 if one of eight bytes is above 4."""
    return (x | (x + <uint64_t>0x7B7B7B7B7B7B7B7B)) & <uint64_t>0x8080808080808080


cdef inline int byte_sum(uint64_t x) noexcept nogil:
    """Sum of eight bytes that come to less than 256."""
    return <int>((x * <uint64_t>0x0101010101010101) >> 56)


cdef inline uint64_t keys_of(uint64_t x) noexcept nogil:
    """Two base-5 keys of four digits: of the low four bytes in bits 0-31, of the others above."""
    x = (x + 5 * (x >> 8)) & <uint64_t>0x00FF00FF00FF00FF
    return (x + 25 * (x >> 16)) & <uint64_t>0x0000FFFF0000FFFF


cdef inline uint64_t kinds_with(const uint8_t* copies, int bit) noexcept nogil:
    """Mask of the kinds whose count has a bit set; at least 34 bytes can be read."""
    return (
        bytes_with_bit(copies, bit)
        | <uint64_t>((copies[32] >> bit) & 1) << 32 | <uint64_t>((copies[33] >> bit) & 1) << 33
    )


cdef inline uint64_t at_least(uint64_t x, int copies) noexcept nogil:
    """1 in each byte that is `copies` or more, all bytes being 4 or less."""
    return ((x + (128 - copies) * <uint64_t>0x0101010101010101) >> 7) & <uint64_t>0x0101010101010101


cdef inline uint64_t kinds_with_at_least(const uint8_t* copies, int least) noexcept nogil:
    """Mask of the kinds of which there are so many copies, 1 to 4; at least 34 bytes can be read."""
    return (
        bytes_at_least(copies, least)
        | <uint64_t>(copies[32] >= least) << 32 | <uint64_t>(copies[33] >= least) << 33
    )


cdef inline uint64_t kinds_of_four(const uint8_t* copies, const uint8_t* locked) noexcept nogil:
    """Mask of the kinds of which two lots of tiles have four copies together; 34 bytes of each can be read."""
    return (
        sums_of_four(copies, locked)
        | <uint64_t>((copies[32] + locked[32]) >> 2) << 32 | <uint64_t>((copies[33] + locked[33]) >> 2) << 33
    )


cdef inline int pack_keys(const uint8_t* copies, uint32_t* head, uint32_t* tail) noexcept nogil:
    """Keys of the four suits of plain counts.

    Returns the number of tiles, or -1 if a count is above four. Reads 34 bytes, writes four
    heads and four tails.
    """
    cdef uint64_t m = word(copies), p = word(copies + 9), s = word(copies + 18)
    cdef uint64_t z = word(copies + 26) >> 8
    cdef uint64_t last = copies[8] | <uint64_t>copies[17] << 8 | <uint64_t>copies[26] << 16
    cdef uint64_t keys
    if above_four(m) | above_four(p) | above_four(s) | above_four(z) | above_four(last):
        return -1
    keys = keys_of(m)
    head[0] = <uint32_t>(keys & 0xFFFF)
    tail[0] = <uint32_t>(keys >> 32) + 625 * copies[8]
    keys = keys_of(p)
    head[1] = <uint32_t>(keys & 0xFFFF)
    tail[1] = <uint32_t>(keys >> 32) + 625 * copies[17]
    keys = keys_of(s)
    head[2] = <uint32_t>(keys & 0xFFFF)
    tail[2] = <uint32_t>(keys >> 32) + 625 * copies[26]
    keys = keys_of(z)
    head[3] = <uint32_t>(keys & 0xFFFF)
    tail[3] = <uint32_t>(keys >> 32)
    return byte_sum(m + p + s + z + last)


cdef extern from *:
    """
    #include <stdint.h>
    /* weight of each kind of a suit in its head (the first four) and in its tail */
    static const uint32_t mj_in_head[9] = {1, 5, 25, 125, 0, 0, 0, 0, 0};
    static const uint32_t mj_in_tail[9] = {0, 0, 0, 0, 1, 5, 25, 125, 625};
    """
    const uint32_t IN_HEAD "mj_in_head"[9]
    const uint32_t IN_TAIL "mj_in_tail"[9]


cdef inline void add_tiles(uint8_t* copies, uint32_t* head, uint32_t* tail, int kind, int n) noexcept nogil:
    """Add `n` tiles of a kind, or take them away if negative, and keep the keys up to date."""
    cdef int suit = kind // 9, rank = kind % 9
    copies[kind] += n
    head[suit] += n * IN_HEAD[rank]
    tail[suit] += n * IN_TAIL[rank]


cdef inline bint add_melds(const uint8_t* codes, hand_t* hand) noexcept nogil:
    """Spell out meld codes in a hand; false if one is no meld or there are more than four copies of a kind."""
    cdef const uint64_t* m0 = MELD_TILES + 5 * codes[0]
    cdef const uint64_t* m1 = MELD_TILES + 5 * codes[1]
    cdef const uint64_t* m2 = MELD_TILES + 5 * codes[2]
    cdef const uint64_t* m3 = MELD_TILES + 5 * codes[3]
    cdef uint64_t locked, more = 0
    cdef int i
    cdef uint32_t all
    memcpy(hand.melds, codes, 4)
    memcpy(&all, codes, 4)
    if all == 0:
        hand.n_melds = 0
        memset(hand.locked, 0, 40)
        return True
    for i in range(4):
        locked = m0[i] + m1[i] + m2[i] + m3[i]
        memcpy(hand.locked + 8 * i, &locked, 8)
        more |= above_four(word(hand.copies + 8 * i) + locked)
    locked = m0[4] + m1[4] + m2[4] + m3[4]
    hand.n_melds = (locked >> 48) & 15
    if locked >> 56:
        return False
    locked &= 0xFFFF
    memcpy(hand.locked + 32, &locked, 8)
    return (more | above_four(word(hand.copies + 32) + locked)) == 0


cdef inline bint pack_hand(const uint8_t* row, bint with_melds, bint with_winning, hand_t* hand) noexcept nogil:
    """Fill a hand from 34 counts, or from a row of HAND_DTYPE if `with_melds`.

    With `with_winning` the winning tile, if there is one, is added to the concealed tiles.
    False if a field holds what it cannot, or if any kind has more than four copies, melds included;
    the number of tiles is left in ``hand.n_tiles`` for the caller to judge.
    """
    cdef int winning
    hand.n_tiles = pack_keys(row, hand.head, hand.tail)
    if hand.n_tiles < 0:
        return False
    memset(hand.copies + N_KINDS, 0, 6)
    memcpy(hand.copies, row, N_KINDS)
    hand.has_winning = False
    if not with_melds:
        hand.n_melds = 0
        memset(hand.melds, 0, 4)
        memset(hand.locked, 0, 40)
        return True
    if not add_melds(row + MELDS_AT, hand):
        return False
    # Source, circumstances and the two winds have bits that are never set: looked at together.
    if word(row + HAND_BYTES - 8) & <uint64_t>0x00FCFCF0FC000000 or row[FLOWERS_AT] > 8:
        return False
    winning = row[WINNING_AT]
    hand.has_winning = winning != NO_TILE
    if hand.has_winning:
        if winning >= N_KINDS or row[winning] + hand.locked[winning] > 3:
            return False
        if with_winning:             # the keys follow the tile: reading the counts again would wait for it
            add_tiles(hand.copies, hand.head, hand.tail, winning, 1)
            hand.n_tiles += 1
    return True


cdef inline bint is_13_or_14(const hand_t* hand, int n_melds) noexcept nogil:
    """Whether a hand with `n_melds` more melds has 13 tiles, or 14; 14 with a winning tile among them."""
    cdef int tiles = hand.n_tiles + 3 * (hand.n_melds + n_melds)
    return tiles == 14 or (tiles == 13 and not hand.has_winning)
