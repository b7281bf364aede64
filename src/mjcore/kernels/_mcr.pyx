"""Chinese Official Mahjong: all fans of a win, the best of its readings, and what they are worth.

The kernel sees what is in a hand and looks up the fans; it knows by name only those that no table can
tell (``SINGLE`` in mjcore/tables/mcr.py). A reading is a shape and a choice of partitions; for each one
the candidate fans are gathered, one pass from the first row to the last drops those that an earlier
fan excludes, and the reading with most points is kept.
"""

import numpy as np

from libc.stdint cimport int8_t, int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from mjcore.encoding._bits cimport lowest, popcount
from mjcore.encoding._packed cimport POWER, add_tiles, kinds_of_four, kinds_with, pack_hand, pack_keys
from mjcore.encoding._types cimport (
    CIRCUMSTANCES_AT, FLOWERS_AT, INITIAL, LAST_COPY, LAST_WALL, N_SUITS, NO_TILE, REPLACEMENT, ROBBED, SOURCE_AT, WALL, WINDS_AT, WINNING_AT, form_t, hand_t,
)
from mjcore.kernels._complete cimport fill_records, is_orphans
from mjcore.kernels._distance cimport kinds_held
from mjcore.kernels._knitted cimport BODY, HONOURS, N_PATTERNS, take_body
from mjcore.kernels._suits cimport pairs_held, partition_of, record, waits_of
from mjcore.kernels._waits cimport exhausted, hand_waits
from mjcore.tables._tables cimport Tables

from mjcore.tables.mcr import CHOICE_DTYPE, MELD_DTYPE, N_BYTES, PART_DTYPE, REPEATED, SINGLE, first_parts, mcr_tables, parts_of

#: Shapes of a win by the number in the column ``form``.
FORMS = ("none", "standard", "seven_pairs", "thirteen_orphans", "honors_and_knitted", "knitted_straight")

cdef enum:
    STANDARD = 1
    SEVEN_PAIRS = 2
    THIRTEEN_ORPHANS = 3
    HONORS_AND_KNITTED = 4
    KNITTED_STRAIGHT = 5

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

cdef uint32_t CHOOSE[4][40]      # of multisets (mjcore/tables/combinations.py: key_of)


cdef void _fill_choose():
    cdef int i, n, k, value
    for i in range(4):
        for n in range(40):
            value = 1
            for k in range(i + 1):
                value = value * (n + i - k) // (k + 1)
            CHOOSE[i][n] = value


_fill_choose()

cdef uint64_t TERMINALS = 0b100000001_100000001_100000001
cdef uint64_t WINDS = <uint64_t>0b1111 << 27
cdef uint64_t DRAGONS = <uint64_t>0b111 << 31


cdef inline void _raise(fans_t* fans, fans_t more) noexcept nogil:
    fans.a |= more.a
    fans.b |= more.b


cdef inline void _raise_if(fans_t* fans, fans_t more, bint holds) noexcept nogil:
    """Raise fans if something holds that holds now and then: to branch on it would take longer."""
    cdef uint64_t mask = -<uint64_t>holds
    fans.a |= more.a & mask
    fans.b |= more.b & mask


# ---- the worth of a set of fans ----------------------------------------------------------------------

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


cdef inline void _settle(const mcr_t* mcr, reading_t* reading) noexcept nogil:
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
            if reading.counts & <uint32_t>0xEEEEEEEE:
                _add_repeated(mcr, reading)
            return
    _settle_in_order(mcr, reading)


cdef void _add_repeated(const mcr_t* mcr, reading_t* reading) noexcept nogil:
    """Add the points of fans that count more than once, but for the first time."""
    cdef uint32_t rest = reading.counts & <uint32_t>0xEEEEEEEE
    cdef int i, row
    while rest:
        i = lowest(rest) >> 2
        rest &= ~(<uint32_t>15 << 4 * i)
        row = mcr.repeated_rows[i]
        if row >= 0 and _has_row(&reading.fans, row):
            reading.points += (((reading.counts >> 4 * i) & 15) - 1) * mcr.points[row]


cdef inline bint _has_row(const fans_t* fans, int row) noexcept nogil:
    return ((fans.a >> row) if row < 64 else (fans.b >> (row - 64))) & 1


cdef void _settle_in_order(const mcr_t* mcr, reading_t* reading) noexcept nogil:
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


cdef inline void _keep_better(const mcr_t* mcr, reading_t* best, const reading_t* reading) noexcept nogil:
    if (
        best.form == 0 or reading.points > best.points
        or (reading.points == best.points and _is_listed_first(mcr, reading, best))
    ):
        best[0] = reading[0]


cdef inline void _finish(const mcr_t* mcr, reading_t* best, reading_t* reading) noexcept nogil:
    """Keep a settled reading if it is the best; one without a fan is a chicken hand."""
    if reading.points == 0:
        reading.fans = mcr.single[CHICKEN]
        reading.counts = 0
        if mcr.single[CHICKEN].a:
            reading.points = mcr.points[lowest(mcr.single[CHICKEN].a)]
        elif mcr.single[CHICKEN].b:
            reading.points = mcr.points[lowest(mcr.single[CHICKEN].b) + 64]
    _keep_better(mcr, best, reading)


cdef inline void _count(const mcr_t* mcr, reading_t* reading, int fan, int n) noexcept nogil:
    """Raise a repeated fan `n` times, perhaps never."""
    _raise_if(&reading.fans, mcr.single[fan], n > 0)
    reading.counts |= <uint32_t>n << 4 * (fan - DRAGON_PUNG)


# ---- readings of sets and a pair ---------------------------------------------------------------------

cdef uint32_t FIRST_BYTES[5]     # a 1 in each of the first bytes
FIRST_BYTES[:] = [0, 0x01, 0x0101, 0x010101, 0x01010101]


cdef inline void _order(uint8_t* symbols, int i, int j) noexcept nogil:
    cdef uint8_t low = min(symbols[i], symbols[j]), high = max(symbols[i], symbols[j])
    symbols[i] = low
    symbols[j] = high


cdef inline void _sort(uint8_t* symbols) noexcept nogil:
    """Put four symbols in order."""
    _order(symbols, 0, 1)
    _order(symbols, 2, 3)
    _order(symbols, 0, 2)
    _order(symbols, 1, 3)
    _order(symbols, 1, 2)


cdef inline uint32_t _key(const uint8_t* symbols) noexcept nogil:
    return CHOOSE[0][symbols[0]] + CHOOSE[1][symbols[1]] + CHOOSE[2][symbols[2]] + CHOOSE[3][symbols[3]]


cdef enum:                       # where the winning tile can stand, the usual place first
    AT_EDGE = 1
    IN_MIDDLE = 2
    IN_PAIR = 4
    AT_SIDE = 8                  # elsewhere in a chow
    IN_PUNG = 16
    IN_BODY = 32

cdef struct sets_t:              # what one choice of partitions has, before sets are combined
    fans_t fans                  # that hold however they are
    uint32_t counts
    uint8_t chows[4]
    int n_chows
    uint64_t pungs
    int pair
    uint64_t body
    int places                   # of the winning tile
    int n_concealed              # pungs in the hand
    int n_dragons                # pungs
    int n_winds
    int n_plain_winds            # no fan but one speaks for them
    int n_terminals


cdef void _read(
    const mcr_t* mcr, const form_t* form, win_t* win, const hand_t* hand, const part_t** parts, uint64_t body,
    reading_t* best
) noexcept nogil:
    """Score one choice of partitions, beside a knitted body if there is one."""
    cdef reading_t reading
    cdef sets_t sets
    cdef uint8_t pungs[4]
    cdef uint8_t traits = win.meld_traits
    cdef uint64_t concealed = 0, rest, symbols = win.meld_symbols
    cdef uint32_t more
    cdef int suit, pair = NO_TILE, n_pungs
    cdef int chow_class = 0, pung_class = 0
    cdef const choice_t* of_chows
    cdef const choice_t* of_pungs
    sets.n_chows = win.n_meld_chows
    for suit in range(N_SUITS):
        traits &= parts[suit].traits
        concealed |= <uint64_t>parts[suit].pungs << 9 * suit
        memcpy(&more, parts[suit].chows, 4)
        symbols |= <uint64_t>(more + 7 * suit * FIRST_BYTES[parts[suit].n_chows]) << 8 * sets.n_chows
        sets.n_chows += parts[suit].n_chows
        pair = min(pair, parts[suit].pair + 9 * suit)
    symbols |= <uint64_t>0x15151515 << 8 * sets.n_chows     # 21: none
    memcpy(sets.chows, &symbols, 4)
    if win.n_meld_chows:
        _sort(sets.chows)
    if pair < 27:
        if pair % 9 == 4:
            chow_class = pair // 9 + 1
    else:
        pung_class = 1 if pair < 31 else 2
    of_chows = mcr.chow_choices + chow_class
    if sets.n_chows > 1:
        of_chows += 4 * mcr.chow_rows[_key(sets.chows)]
    of_pungs = mcr.pung_choices + pung_class
    sets.pungs = concealed | win.meld_pungs
    sets.fans = win.fans
    if sets.pungs & (sets.pungs - 1):                  # two or more
        rest = sets.pungs
        for n_pungs in range(4):
            pungs[n_pungs] = lowest(rest | <uint64_t>1 << 34)
            rest &= rest - 1
        of_pungs += 3 * mcr.pung_rows[_key(pungs)]
    _count_pungs(mcr, win, &sets)
    sets.pair = pair
    sets.body = body
    sets.n_concealed = popcount(concealed)
    if body:
        traits &= 1 if mcr.body_all_chows else 0
    _raise(&sets.fans, mcr.block_fans[traits])
    _raise_if(&sets.fans, mcr.single[TILE_HOG], win.hogs > 0)
    sets.counts = <uint32_t>win.hogs << 4 * (TILE_HOG - DRAGON_PUNG)
    sets.places = _places(mcr, win, hand, parts[win.winning // 9], pair, body)
    if (of_chows.n_more | of_pungs.n_more) == 0 and not (mcr.tries_places and sets.places & (sets.places - 1)):
        _combine(mcr, form, win, hand, &sets, of_chows, of_pungs, sets.places & -sets.places, &reading)
        _finish(mcr, best, &reading)
    else:
        _try_all(mcr, form, win, hand, &sets, of_chows, of_pungs, best)


cdef inline void _count_pungs(const mcr_t* mcr, const win_t* win, sets_t* sets) noexcept nogil:
    """Pungs of honours and terminals, and the fans of single winds."""
    cdef uint64_t spoken = 0
    if mcr.prevalent_counts:
        spoken = win.prevalent
    if mcr.seat_counts:
        spoken |= win.seat
    sets.n_dragons = popcount(sets.pungs & DRAGONS)
    sets.n_winds = popcount(sets.pungs & WINDS)
    sets.n_plain_winds = popcount(sets.pungs & WINDS & ~spoken)
    _raise_if(&sets.fans, mcr.single[PREVALENT_WIND], sets.pungs & win.prevalent != 0)
    _raise_if(&sets.fans, mcr.single[SEAT_WIND], sets.pungs & win.seat != 0)
    sets.n_terminals = popcount(sets.pungs & TERMINALS)
    if _has(win.fans, mcr.single[NINE_GATES]):
        sets.n_terminals = max(0, sets.n_terminals - mcr.nine_gates_pungs)


cdef inline int _places(
    const mcr_t* mcr, const win_t* win, const hand_t* hand, const part_t* here, int pair, uint64_t body
) noexcept nogil:
    """Where in the sets and the pair the winning tile can stand."""
    cdef int rank = win.winning % 9, places = 0
    if body and (body >> win.winning) & 1:
        if not mcr.body_waits or hand.copies[win.winning] == 1:
            return IN_BODY
        places = IN_BODY
    places |= (here.edge >> rank) & 1
    places |= ((here.middle >> rank) & 1) * IN_MIDDLE
    places |= (pair == win.winning) * IN_PAIR
    places |= ((here.side >> rank) & 1) * AT_SIDE
    places |= ((here.pungs >> rank) & 1) * IN_PUNG
    return places


cdef inline void _combine(
    const mcr_t* mcr, const form_t* form, win_t* win, const hand_t* hand, const sets_t* sets,
    const choice_t* of_chows, const choice_t* of_pungs, int place, reading_t* reading
) noexcept nogil:
    """The reading with these combinations and the winning tile in this place."""
    cdef int n_concealed = sets.n_concealed
    reading.form = KNITTED_STRAIGHT if sets.body else STANDARD
    reading.fans = sets.fans
    _raise(&reading.fans, of_chows.fans)
    _raise(&reading.fans, of_pungs.fans)
    reading.counts = sets.counts | of_chows.counts | of_pungs.counts
    _count(mcr, reading, DRAGON_PUNG, sets.n_dragons - (of_pungs.used & 15))
    _count(
        mcr, reading, PUNG_OF_TERMINALS,
        sets.n_terminals + min(sets.n_plain_winds, sets.n_winds - (of_pungs.used >> 4))
    )
    # The pung that another player's tile completes is not concealed.
    n_concealed -= (place == IN_PUNG) & win.others_tile & mcr.discard_completes_melded_pung
    _raise(&reading.fans, mcr.kong_fans[25 * win.n_concealed_kongs + 5 * win.n_melded_kongs + n_concealed])
    if place & (AT_EDGE | IN_MIDDLE | IN_PAIR):
        _raise_wait(mcr, form, win, hand, place, reading)
    if mcr.n_new:
        _raise_new(mcr, win, sets.chows, sets.n_chows, sets.pungs, -1 if sets.body else sets.pair, reading)
    _settle(mcr, reading)


cdef void _try_all(
    const mcr_t* mcr, const form_t* form, win_t* win, const hand_t* hand, const sets_t* sets,
    const choice_t* of_chows, const choice_t* of_pungs, reading_t* best
) noexcept nogil:
    """Score all combinations worth trying, and all places of the winning tile where the usual may not do."""
    cdef reading_t reading, here
    cdef int places = sets.places, place, i, j
    cdef const choice_t* chows
    while True:
        place = places & -places
        here.form = 0
        for i in range(of_chows.n_more + 1):
            chows = of_chows if i == 0 else mcr.chow_choices + of_chows.more + i - 1
            for j in range(of_pungs.n_more + 1):
                _combine(
                    mcr, form, win, hand, sets, chows,
                    of_pungs if j == 0 else mcr.pung_choices + of_pungs.more + j - 1, place, &reading
                )
                _keep_better(mcr, &here, &reading)
        _finish(mcr, best, &here)
        places &= places - 1
        if places == 0 or not mcr.tries_places:
            return


cdef inline bint _has(fans_t fans, fans_t fan) noexcept nogil:
    return (fans.a & fan.a) != 0 or (fans.b & fan.b) != 0


cdef bint _touch(uint64_t kinds, const uint8_t* chows, int n_chows, uint64_t pungs, int pair) noexcept nogil:
    """Whether each of the four sets and the pair has one of these kinds."""
    cdef int i
    if pungs & ~kinds or not (kinds >> pair) & 1:
        return False
    for i in range(n_chows):
        if (kinds >> (9 * (chows[i] // 7) + chows[i] % 7)) & 7 == 0:
            return False
    return True


cdef void _raise_new(
    const mcr_t* mcr, win_t* win, const uint8_t* chows, int n_chows, uint64_t pungs, int pair,
    reading_t* reading
) noexcept nogil:
    """Fans that the rules add; `pair` is -1 where the reading is not four sets and a pair."""
    cdef int i
    cdef const uint64_t* row
    for i in range(mcr.n_new):
        row = mcr.new_fans + 6 * i
        if win.held & ~row[0] or row[2] & ~reading.fans.a or row[3] & ~reading.fans.b:
            continue
        if row[1] and (pair < 0 or not _touch(row[1], chows, n_chows, pungs, pair)):
            continue
        reading.fans.a |= row[4]
        reading.fans.b |= row[5]


cdef inline void _raise_wait(
    const mcr_t* mcr, const form_t* form, win_t* win, const hand_t* hand, int place, reading_t* reading
) noexcept nogil:
    """The fan of the wait, where the winning tile was the only one that wins."""
    if win.flags & INITIAL and not mcr.initial_waits:
        return
    if win.sole_wait < 0:
        win.sole_wait = _is_sole_wait(mcr, form, win, hand)
    if win.sole_wait:
        _raise(&reading.fans, mcr.single[EDGE_WAIT + (place >> 1)])


cdef inline uint64_t _waits_before(const form_t* form, const hand_t* hand, const win_t* win) noexcept nogil:
    """Kinds that complete four sets and a pair without the winning tile: only its suit was another before."""
    cdef int suit = win.winning // 9, rank = win.winning % 9
    cdef uint32_t weight = POWER[rank], of_head = -<uint32_t>(rank < 4), before
    before = record(
        &form.honours if suit == 3 else &form.number,
        hand.head[suit] - (weight & of_head), hand.tail[suit] - (weight & ~of_head)
    )
    # With two pairs, of which the tile made one a pung, the suit of the other waits too.
    return waits_of(before) << 9 * suit | win.other_waits & -<uint64_t>(partition_of(before) != 0)


cdef inline bint _is_sole_wait(const mcr_t* mcr, const form_t* form, const win_t* win, const hand_t* hand) noexcept nogil:
    """Whether the hand without its winning tile waited for one kind only."""
    if win.is_standard and mcr.wait_counts_exhausted and (hand.n_melds > 1 or win.waits & (win.waits - 1)):
        return win.waits & (win.waits - 1) == 0
    return _is_sole_wait_of_all(mcr, form, hand, win.winning)


cdef bint _is_sole_wait_of_all(const mcr_t* mcr, const form_t* form, const hand_t* hand, int winning) noexcept nogil:
    cdef hand_t before = hand[0]
    cdef uint64_t waits
    add_tiles(before.copies, before.head, before.tail, winning, -1)
    before.n_tiles -= 1
    waits = hand_waits(form, &before)
    if not mcr.wait_counts_exhausted:
        waits &= ~exhausted(&before)
    return popcount(waits) == 1


cdef void _read_all(
    const mcr_t* mcr, const form_t* form, win_t* win, const hand_t* hand, const uint32_t* records, uint64_t body,
    reading_t* best
) noexcept nogil:
    """Score every choice of partitions of the suits that have these records, beside a body if there is one."""
    cdef const part_t* parts[N_SUITS]
    cdef const part_t* first[N_SUITS]
    cdef int suit, n_more = 0
    for suit in range(N_SUITS):
        parts[suit] = (mcr.honour_first if suit == 3 else mcr.number_first) + partition_of(records[suit])
        n_more |= parts[suit].n_more
    if n_more == 0:
        _read(mcr, form, win, hand, parts, body, best)
        return
    for suit in range(3):
        first[suit] = mcr.number_parts + form.number.partition_start[partition_of(records[suit])]
        parts[suit] = first[suit]
    while True:
        _read(mcr, form, win, hand, parts, body, best)
        suit = 0
        while suit < 3:          # the next choice, as an odometer turns; honours have no other
            parts[suit] += 1
            if parts[suit] - first[suit] <= first[suit].n_more:
                break
            parts[suit] = first[suit]
            suit += 1
        if suit == 3:
            return


# ---- a hand ------------------------------------------------------------------------------------------

cdef inline int _fault(
    const mcr_t* mcr, const hand_t* hand, const uint8_t* row, uint64_t kongs
) noexcept nogil:
    """A key of FAULTS if the win cannot have come about so, otherwise 0."""
    cdef int source = row[SOURCE_AT], flags = row[CIRCUMSTANCES_AT], winning = row[WINNING_AT]
    if flags == 0 and source < REPLACEMENT and row[FLOWERS_AT] == 0:
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
    if row[FLOWERS_AT] and not mcr.flowers:
        return 9
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


cdef void _raise_for_hand(const mcr_t* mcr, const hand_t* hand, win_t* win) noexcept nogil:
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
    _raise(&win.fans, mcr.suit_fans[suits])
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
    _raise(&win.fans, mcr.win_fans[i])
    if win.flags & LAST_COPY or hand.locked[win.winning] == 3:
        _raise(&win.fans, mcr.single[LAST_TILE])
    win.hogs = popcount(_kinds_held_four_times(hand, win) & ~win.kongs)
    if win.hogs > 1 and not mcr.tile_hog_repeats:
        win.hogs = 1


cdef inline uint64_t _kinds_held_four_times(const hand_t* hand, const win_t* win) noexcept nogil:
    """Kinds of which the hand, its winning tile and its melds have all four copies."""
    cdef uint64_t with_winning = <uint64_t>(win.row[win.winning] + hand.locked[win.winning] == 3) << win.winning
    return kinds_of_four(win.row, hand.locked) | with_winning


cdef bint _is_nine_gates(const hand_t* hand, const win_t* win) noexcept nogil:
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


cdef void _read_pairs(const mcr_t* mcr, const hand_t* hand, win_t* win, reading_t* best) noexcept nogil:
    """Score seven pairs."""
    cdef reading_t reading
    cdef uint64_t quads = kinds_with(hand.copies, 2)
    cdef int first = lowest(win.held), n
    reading.form = SEVEN_PAIRS
    reading.counts = 0
    reading.fans.a = win.fans.a & ~mcr.pairs_without.a
    reading.fans.b = win.fans.b & ~mcr.pairs_without.b
    if not mcr.all_types_any_blocks:
        reading.fans.a &= ~mcr.single[ALL_TYPES].a
        reading.fans.b &= ~mcr.single[ALL_TYPES].b
    if win.held == <uint64_t>127 << first and first % 9 <= 2 and first < 27:
        _raise(&reading.fans, mcr.single[SEVEN_SHIFTED_PAIRS])
    else:
        _raise(&reading.fans, mcr.single[SEVEN_PAIRS_FAN])
    n = popcount(quads if mcr.tile_hog_honors else quads & ~HONOURS)
    _count(mcr, &reading, TILE_HOG, n if mcr.tile_hog_repeats else min(n, 1))
    if mcr.n_new:
        _raise_new(mcr, win, NULL, 0, 0, -1, &reading)
    _settle(mcr, &reading)
    _finish(mcr, best, &reading)


cdef void _read_different(
    const mcr_t* mcr, const form_t* form, const hand_t* hand, win_t* win, reading_t* best
) noexcept nogil:
    """Score honours and knitted tiles, if the hand is that."""
    cdef reading_t reading
    cdef int i
    if hand.n_melds or popcount(win.held) != 14:
        return
    for i in range(N_PATTERNS):
        if win.held & ~(form.patterns[i] | HONOURS) == 0:
            reading.form = HONORS_AND_KNITTED
            reading.counts = 0
            reading.fans = win.fans
            if win.held & HONOURS == HONOURS:
                _raise(&reading.fans, mcr.single[GREATER_KNITTED])
            else:
                _raise(&reading.fans, mcr.single[LESSER_KNITTED])
            if popcount(win.held & form.patterns[i]) == BODY:
                _raise(&reading.fans, mcr.single[KNITTED_STRAIGHT_FAN])
            if mcr.n_new:
                _raise_new(mcr, win, NULL, 0, 0, -1, &reading)
            _settle(mcr, &reading)
            _finish(mcr, best, &reading)
            return


cdef void _read_straights(
    const mcr_t* mcr, const form_t* form, const hand_t* hand, win_t* win, reading_t* best
) noexcept nogil:
    """Score the knitted straights that the hand can be seen as."""
    cdef hand_t rest
    cdef uint32_t records[N_SUITS]
    cdef uint64_t concealed = kinds_held(hand.copies)
    cdef fans_t fans = win.fans
    cdef int i
    for i in range(N_PATTERNS):
        if form.patterns[i] & ~concealed:
            continue
        rest = hand[0]
        take_body(hand.copies, form.patterns[i], rest.copies)
        pack_keys(rest.copies, rest.head, rest.tail)
        if fill_records(form, &rest, records):
            _raise(&win.fans, mcr.single[KNITTED_STRAIGHT_FAN])
            if not mcr.all_types_any_blocks:
                win.fans.a &= ~mcr.single[ALL_TYPES].a
                win.fans.b &= ~mcr.single[ALL_TYPES].b
            _read_all(mcr, form, win, hand, records, form.patterns[i], best)
            win.fans = fans


cdef struct case_t:              # a win half way: packed and looked up, not yet read
    hand_t hand
    win_t win


cdef inline int _begin(const mcr_t* mcr, const form_t* form, const uint8_t* row, case_t* case) noexcept nogil:
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


cdef inline void _end(const mcr_t* mcr, const form_t* form, case_t* case, reading_t* best) noexcept nogil:
    """Find the best reading of a win; ``best.form`` is 0 if the hand is not complete."""
    cdef hand_t* hand = &case.hand
    cdef win_t* win = &case.win
    cdef reading_t reading
    best.form = 0
    best.points = 0
    best.counts = 0
    best.fans.a = best.fans.b = 0
    if win.is_standard:
        if _is_nine_gates(hand, win):
            _raise(&win.fans, mcr.single[NINE_GATES])
        _read_all(mcr, form, win, hand, win.records, 0, best)
    if hand.n_melds == 0:
        if pairs_held(hand.copies, 1) == 7:
            _read_pairs(mcr, hand, win, best)
        elif best.form == 0 and is_orphans(hand):
            reading.form = THIRTEEN_ORPHANS
            reading.counts = 0
            reading.fans = win.fans
            _raise(&reading.fans, mcr.single[ORPHANS_FAN])
            if mcr.n_new:
                _raise_new(mcr, win, NULL, 0, 0, -1, &reading)
            _settle(mcr, &reading)
            _finish(mcr, best, &reading)
        elif best.form == 0:
            _read_different(mcr, form, hand, win, best)
    if best.form == 0 and hand.n_melds <= 1:
        _read_straights(mcr, form, hand, win, best)


cdef int best_reading(
    const mcr_t* mcr, const form_t* form, const uint8_t* row, reading_t* best
) noexcept nogil:
    cdef case_t case
    cdef int fault = _begin(mcr, form, row, &case)
    if fault == 0:
        _end(mcr, form, &case, best)
    return fault


# ---- many hands --------------------------------------------------------------------------------------

cdef const fans_t* _fans(array) except? NULL:
    cdef const uint64_t[::1] view = np.reshape(array, -1, copy=False)
    return <const fans_t*>&view[0] if view.shape[0] else NULL


cdef const uint64_t* _words(array) except? NULL:
    cdef const uint64_t[::1] view = np.reshape(array, -1, copy=False)
    return &view[0] if view.shape[0] else NULL


cdef const uint8_t* _u8(array) except NULL:
    cdef const uint8_t[::1] view = array
    return &view[0]


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


cdef enum:
    BLOCK = 16                   # wins begun before the first is ended, so that their look-ups overlap


cdef inline int _begin_block(
    const mcr_t* mcr, const form_t* form, const uint8_t[:, ::1] rows, Py_ssize_t first, case_t* cases,
    Py_ssize_t* stop
) noexcept nogil:
    """Begin the next wins up to `stop`, the first row that is none or the end. A key of FAULTS, or 0."""
    cdef Py_ssize_t i
    cdef int fault = 0
    stop[0] = min(first + BLOCK, rows.shape[0])
    for i in range(first, stop[0]):
        fault = _begin(mcr, form, &rows[i, 0], &cases[i - first])
        if fault:
            stop[0] = i
            break
    return fault


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
        self.mcr.number_parts = <const part_t*>_u8(self.parts[0][0])
        self.mcr.number_first = <const part_t*>_u8(self.parts[0][1])
        self.mcr.honour_first = <const part_t*>_u8(self.parts[1][1])
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
        self.mcr.column = _u8(arrays.column)
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
        self.mcr.chow_rows = _u8(arrays.chow_rows)
        self.mcr.chow_choices = <const choice_t*>_u8(arrays.chow_choices.view(np.uint8))
        self.mcr.pung_rows = _u8(arrays.pung_rows)
        self.mcr.pung_choices = <const choice_t*>_u8(arrays.pung_choices.view(np.uint8))
        self.mcr.melds = <const meld_t*>_u8(arrays.melds.view(np.uint8))
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
        cdef case_t cases[BLOCK]
        cdef reading_t best
        cdef Py_ssize_t i = 0, j, stop
        cdef int fault = 0
        with nogil:
            while i < rows.shape[0] and fault == 0:
                fault = _begin_block(&self.mcr, &self.tables.form, rows, i, cases, &stop)
                for j in range(i, stop):
                    _end(&self.mcr, &self.tables.form, &cases[j - i], &best)
                    points[j] = best.points
                i = stop
        return i if fault else -1, fault

    def fill_scores(self, const uint8_t[:, ::1] rows,  # IN  (n, 44) HAND_DTYPE
                    uint8_t[:, ::1] out):              # OUT (n, 10 + n_columns): legal, points, flowers, form, fans
        """Score each win. Returns (row, fault) of the first row that is none, or (-1, 0)."""
        cdef case_t cases[BLOCK]
        cdef reading_t best
        cdef Py_ssize_t i = 0, j, stop
        cdef int fault = 0
        with nogil:
            while i < rows.shape[0] and fault == 0:
                fault = _begin_block(&self.mcr, &self.tables.form, rows, i, cases, &stop)
                for j in range(i, stop):
                    _end(&self.mcr, &self.tables.form, &cases[j - i], &best)
                    _write(&self.mcr, &best, rows[j, FLOWERS_AT], &out[j, 0])
                i = stop
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
    cdef int row, i
    out[0] = best.form > 0 and best.points >= mcr.min_points
    memcpy(out + 1, &best.points, 4)
    memcpy(out + 5, &of_flowers, 4)
    out[9] = best.form
    if best.form == 0:
        memset(fans, 0, mcr.n_columns)
        return
    if mcr.mixed_row >= 0:
        _write_once(mcr, best, fans)
        rest = best.counts & <uint32_t>0xEEEEEEEE
        while rest:
            i = lowest(rest) >> 2
            rest &= ~(<uint32_t>15 << 4 * i)
            row = mcr.repeated_rows[i]
            if row >= 0 and _has_row(&best.fans, row):
                fans[mcr.column[row]] = (best.counts >> 4 * i) & 15
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
