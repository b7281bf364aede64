"""A win of Chinese Official Mahjong before it is read: what is the same in every reading, and faults."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.encoding._bits cimport popcount
from mjcore.encoding._packed cimport IN_HEAD, IN_TAIL, kinds_of_four, pack_hand
from mjcore.encoding._types cimport (
    CIRCUMSTANCES_AT, FLOWERS_AT, INITIAL, LAST_COPY, LAST_WALL, N_SUITS, NO_TILE, REPLACEMENT, ROBBED, SOURCE_AT,
    WALL, WINDS_AT, WINNING_AT, form_t, hand_t,
)
from mjcore.kernels._complete cimport fill_records
from mjcore.kernels._distance cimport kinds_held
from mjcore.kernels._knitted cimport HONOURS
from mjcore.kernels._mcr_types cimport LAST_TILE, fans_t, mcr_t, meld_t
from mjcore.kernels._mcr_worth cimport raise_fans
from mjcore.kernels._suits cimport partition_of, record, waits_of


cdef extern from *:
    """
    #define MJ_TERMINALS (UINT64_C(0x101) | UINT64_C(0x101) << 9 | UINT64_C(0x101) << 18)
    #define MJ_WINDS (UINT64_C(15) << 27)
    #define MJ_DRAGONS (UINT64_C(7) << 31)
    """
    const uint64_t TERMINALS "MJ_TERMINALS"
    const uint64_t WINDS "MJ_WINDS"
    const uint64_t DRAGONS "MJ_DRAGONS"


cdef struct win_t:               # what is the same in every reading of a hand
    const uint8_t* row
    int source
    int flags
    int winning
    bint others_tile             # won on another player's tile
    fans_t fans
    uint64_t held                # kinds, melds included
    uint64_t meld_pungs
    uint64_t meld_kinds          # kinds in melds
    uint64_t kongs               # kinds
    int n_concealed_kongs
    int n_melded_kongs
    int n_exposed                # melds but for concealed kongs
    uint64_t meld_symbols        # chows in melds, a byte each
    int n_meld_chows
    uint8_t meld_traits
    int hogs
    int sole_wait                # -1 not yet known
    bint is_standard             # four sets and a pair
    uint32_t records[N_SUITS]
    uint64_t other_waits         # of the suits in which the winning tile is not
    uint64_t waits               # before the winning tile, if the hand is four sets and a pair; of these shapes
    uint64_t seat
    uint64_t prevalent


cdef inline int _fault(
    const mcr_t* mcr, const hand_t* hand, const uint8_t* row, uint64_t kongs
) noexcept nogil:
    """A key of FAULTS if the win cannot have come about so, otherwise 0."""
    cdef int source = row[SOURCE_AT], flags = row[CIRCUMSTANCES_AT], winning = row[WINNING_AT]
    if (row[FLOWERS_AT] > 0) & (not mcr.flowers):
        return 9
    if flags == 0 and source < REPLACEMENT:
        return 0                 # as with most wins
    if source == REPLACEMENT and not kongs:
        return 5
    if source == ROBBED and hand.copies[winning] + hand.locked[winning] > 1:
        return 6
    if flags & LAST_WALL and (source == ROBBED or flags & INITIAL):
        return 7
    if flags & INITIAL and hand.n_melds:
        return 4
    if flags & INITIAL and source != WALL:
        return 2
    if flags & INITIAL and row[WINDS_AT] != 0:
        return 11
    if flags & LAST_COPY and (hand.copies[winning] > 1 or flags & INITIAL):
        return 8
    if flags & 8:
        return 10
    return 0


cdef inline void _look_at_melds(const mcr_t* mcr, const hand_t* hand, win_t* win) noexcept nogil:
    """What the declared sets are, without a branch: there may be any number of each sort."""
    cdef const meld_t* meld = mcr.melds + hand.melds[0]
    cdef uint32_t n = meld.n
    cdef int i
    win.meld_kinds = meld.kinds
    win.meld_pungs = meld.pungs
    win.kongs = meld.kongs
    win.meld_symbols = meld.symbol
    win.meld_traits = meld.traits
    for i in range(1, 4):
        meld = mcr.melds + hand.melds[i]
        win.meld_symbols |= <uint64_t>meld.symbol << 8 * (n & 7)
        n += meld.n
        win.meld_kinds |= meld.kinds
        win.meld_pungs |= meld.pungs
        win.kongs |= meld.kongs
        win.meld_traits &= meld.traits
    win.n_meld_chows = n & 255
    win.n_concealed_kongs = (n >> 8) & 255
    win.n_melded_kongs = (n >> 16) & 255
    win.n_exposed = n >> 24


cdef inline void _raise_for_hand(const mcr_t* mcr, const hand_t* hand, win_t* win) noexcept nogil:
    """Fans that are the same in every reading: kinds, suits, circumstances."""
    cdef uint64_t m, p, s
    cdef int i, suits, ranks
    # From the row: the hand's own counts have just been written to, and reading them back would wait.
    win.held = kinds_held(win.row) | <uint64_t>1 << win.winning | win.meld_kinds
    m = win.held & 511
    p = (win.held >> 9) & 511
    s = (win.held >> 18) & 511
    ranks = <int>(m | p | s) | (win.held & HONOURS != 0) << 9
    suits = (m != 0) | (p != 0) << 1 | (s != 0) << 2
    suits |= ((win.held & WINDS) != 0) << 3 | ((win.held & DRAGONS) != 0) << 4
    win.fans = mcr.rank_fans[ranks]
    raise_fans(&win.fans, mcr.suit_fans[suits])
    for i in range(mcr.n_within):
        if win.held & ~mcr.within[4 * i] == 0:
            win.fans.a |= mcr.within[4 * i + 1]
            win.fans.b |= mcr.within[4 * i + 2]
    i = 8 * win.source + ((win.flags & LAST_WALL) != 0) * 4 + (win.n_exposed == 0) * 2
    i += (
        (win.n_exposed == 4)
        & ((win.source != ROBBED) | mcr.robbed_melded_hand)
        & ((win.n_melded_kongs == 0) | mcr.melded_hand_kongs)
    )
    raise_fans(&win.fans, mcr.win_fans[i])
    if win.flags & LAST_COPY or hand.locked[win.winning] == 3:
        raise_fans(&win.fans, mcr.single[LAST_TILE])
    win.hogs = popcount(_kinds_held_four_times(hand, win) & ~win.kongs)
    if win.hogs > 1 and not mcr.tile_hog_repeats:
        win.hogs = 1


cdef inline uint64_t _kinds_held_four_times(const hand_t* hand, const win_t* win) noexcept nogil:
    """Kinds of which the hand, its winning tile and its melds have all four copies."""
    cdef uint64_t with_winning = <uint64_t>(win.row[win.winning] + hand.locked[win.winning] == 3) << win.winning
    return kinds_of_four(win.row, hand.locked) | with_winning


cdef inline bint is_nine_gates(const hand_t* hand, const win_t* win) noexcept nogil:
    """Whether the thirteen tiles before the win were 1112345678999 of one suit."""
    cdef int suit = win.winning // 9, rank, more
    cdef const uint8_t* copies = hand.copies + 9 * suit
    if hand.n_melds or suit == 3 or win.held & ~(<uint64_t>511 << 9 * suit):
        return False
    for rank in range(9):
        more = copies[rank] - (3 if rank == 0 or rank == 8 else 1)
        if more < 0 or (more > 0 and 9 * suit + rank != win.winning and not win.flags & INITIAL):
            return False
    return True


cdef inline uint64_t _waits_before(const form_t* form, const hand_t* hand, const win_t* win) noexcept nogil:
    """Kinds that complete four sets and a pair without the winning tile: only its suit was another before."""
    cdef int suit = win.winning // 9, rank = win.winning % 9
    cdef uint32_t before = record(
        &form.honours if suit == 3 else &form.number,
        hand.head[suit] - IN_HEAD[rank], hand.tail[suit] - IN_TAIL[rank]
    )
    # With two pairs, of which the tile made one a pung, the suit of the other waits too.
    return waits_of(before) << 9 * suit | win.other_waits & -<uint64_t>(partition_of(before) != 0)


cdef struct case_t:              # a win half way: packed and looked up, not yet read
    hand_t hand
    win_t win


cdef inline int begin_win(const mcr_t* mcr, const form_t* form, const uint8_t* row, case_t* case) noexcept nogil:
    """Pack a win and find what is the same in every reading. A key of FAULTS, or 0."""
    cdef hand_t* hand = &case.hand
    cdef win_t* win = &case.win
    cdef int fault
    if (
        row[WINNING_AT] == NO_TILE
        or not pack_hand(row, True, True, hand)
        or hand.n_tiles + 3 * hand.n_melds != 14
    ):
        return 1
    _look_at_melds(mcr, hand, win)
    fault = _fault(mcr, hand, row, win.kongs)
    if fault:
        return fault
    win.row = row
    win.source = row[SOURCE_AT]
    win.flags = row[CIRCUMSTANCES_AT]
    win.winning = row[WINNING_AT]
    win.others_tile = win.source != WALL and win.source != REPLACEMENT
    win.seat = <uint64_t>1 << (27 + row[WINDS_AT])
    win.prevalent = <uint64_t>1 << (27 + row[WINDS_AT + 1])
    win.sole_wait = -1
    _raise_for_hand(mcr, hand, win)
    win.is_standard = fill_records(form, hand, win.records)
    win.other_waits = (
        waits_of(win.records[0]) | waits_of(win.records[1]) << 9
        | waits_of(win.records[2]) << 18 | waits_of(win.records[3]) << 27
    ) & ~(<uint64_t>511 << 9 * (win.winning // 9))
    win.waits = _waits_before(form, hand, win)
    return 0
