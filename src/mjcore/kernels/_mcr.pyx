"""Chinese Official Mahjong: all fans of a win, the best of its readings, and what they are worth.

The kernel sees what is in a hand and looks up the fans; it knows by name only those that no table can
tell (``SINGLE`` in mjcore/tables/mcr.py). A reading is a shape and a choice of partitions; for each one
the candidate fans are gathered, one pass from the first row to the last drops those that an earlier
fan excludes, and the reading with most points is kept.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from mjcore.encoding._bits cimport lowest, popcount
from mjcore.encoding._packed cimport add_tiles, kinds_with, pack_keys
from mjcore.encoding._types cimport HAND_BYTES, INITIAL, N_SUITS, NO_TILE, form_t, hand_t
from mjcore.kernels._complete cimport fill_records, is_orphans
from mjcore.kernels._distance cimport kinds_held
from mjcore.kernels._knitted cimport BODY, HONOURS, N_PATTERNS, take_body
from mjcore.kernels._mcr_types cimport (
    ALL_TYPES, DRAGON_PUNG, EDGE_WAIT, GREATER_KNITTED, KNITTED_STRAIGHT_FAN, LESSER_KNITTED, NINE_GATES, ORPHANS_FAN,
    PREVALENT_WIND, PUNG_OF_TERMINALS, SEAT_WIND, SEVEN_PAIRS_FAN, SEVEN_SHIFTED_PAIRS, TILE_HOG, choice_t, fans_t,
    mcr_t, part_t, reading_t,
)
from mjcore.kernels._mcr_win cimport (
    DRAGONS, TERMINALS, WINDS, begin_win, case_t, is_nine_gates, win_t,
)
from mjcore.kernels._mcr_worth cimport count, finish, has, keep_better, raise_fans, raise_if, settle
from mjcore.kernels._suits cimport pairs_held, partition_of
from mjcore.kernels._waits cimport exhausted, hand_waits

#: Shapes of a win by the number in the column ``form``.
FORMS = ("none", "standard", "seven_pairs", "thirteen_orphans", "honors_and_knitted", "knitted_straight")

cdef enum:
    STANDARD = 1
    SEVEN_PAIRS = 2
    THIRTEEN_ORPHANS = 3
    HONORS_AND_KNITTED = 4
    KNITTED_STRAIGHT = 5

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
    raise_fans(&sets.fans, mcr.block_fans[traits])
    raise_if(&sets.fans, mcr.single[TILE_HOG], win.hogs > 0)
    sets.counts = <uint32_t>win.hogs << 4 * (TILE_HOG - DRAGON_PUNG)
    sets.places = _places(mcr, win, hand, parts[win.winning // 9], pair, body)
    if (of_chows.n_more | of_pungs.n_more) == 0 and not (mcr.tries_places and sets.places & (sets.places - 1)):
        _combine(mcr, form, win, hand, &sets, of_chows, of_pungs, sets.places & -sets.places, &reading)
        finish(mcr, best, &reading)
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
    raise_if(&sets.fans, mcr.single[PREVALENT_WIND], sets.pungs & win.prevalent != 0)
    raise_if(&sets.fans, mcr.single[SEAT_WIND], sets.pungs & win.seat != 0)
    sets.n_terminals = popcount(sets.pungs & TERMINALS)
    if has(win.fans, mcr.single[NINE_GATES]):
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
    raise_fans(&reading.fans, of_chows.fans)
    raise_fans(&reading.fans, of_pungs.fans)
    reading.counts = sets.counts | of_chows.counts | of_pungs.counts
    count(mcr, reading, DRAGON_PUNG, sets.n_dragons - (of_pungs.used & 15))
    count(
        mcr, reading, PUNG_OF_TERMINALS,
        sets.n_terminals + min(sets.n_plain_winds, sets.n_winds - (of_pungs.used >> 4))
    )
    # The pung that another player's tile completes is not concealed.
    n_concealed -= (place == IN_PUNG) & win.others_tile & mcr.discard_completes_melded_pung
    raise_fans(&reading.fans, mcr.kong_fans[25 * win.n_concealed_kongs + 5 * win.n_melded_kongs + n_concealed])
    if place & (AT_EDGE | IN_MIDDLE | IN_PAIR):
        _raise_wait(mcr, form, win, hand, place, reading)
    if mcr.n_new:
        _raise_new(mcr, win, sets.chows, sets.n_chows, sets.pungs, -1 if sets.body else sets.pair, reading)
    settle(mcr, reading)


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
                keep_better(mcr, &here, &reading)
        finish(mcr, best, &here)
        places &= places - 1
        if places == 0 or not mcr.tries_places:
            return


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


cdef inline void _finish_without_sets(
    const mcr_t* mcr, win_t* win, reading_t* best, reading_t* reading
) noexcept nogil:
    """Score a shape that is not made of sets, when all its fans are raised."""
    if mcr.n_new:
        _raise_new(mcr, win, NULL, 0, 0, -1, reading)
    settle(mcr, reading)
    finish(mcr, best, reading)


cdef inline void _raise_wait(
    const mcr_t* mcr, const form_t* form, win_t* win, const hand_t* hand, int place, reading_t* reading
) noexcept nogil:
    """The fan of the wait, where the winning tile was the only one that wins."""
    if win.flags & INITIAL and not mcr.initial_waits:
        return
    if win.sole_wait < 0:
        win.sole_wait = _is_sole_wait(mcr, form, win, hand)
    if win.sole_wait:
        raise_fans(&reading.fans, mcr.single[EDGE_WAIT + (place >> 1)])


cdef inline bint _is_sole_wait(
    const mcr_t* mcr, const form_t* form, const win_t* win, const hand_t* hand
) noexcept nogil:
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
        raise_fans(&reading.fans, mcr.single[SEVEN_SHIFTED_PAIRS])
    else:
        raise_fans(&reading.fans, mcr.single[SEVEN_PAIRS_FAN])
    n = popcount(quads if mcr.tile_hog_honors else quads & ~HONOURS)
    count(mcr, &reading, TILE_HOG, n if mcr.tile_hog_repeats else min(n, 1))
    _finish_without_sets(mcr, win, best, &reading)


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
                raise_fans(&reading.fans, mcr.single[GREATER_KNITTED])
            else:
                raise_fans(&reading.fans, mcr.single[LESSER_KNITTED])
            if popcount(win.held & form.patterns[i]) == BODY:
                raise_fans(&reading.fans, mcr.single[KNITTED_STRAIGHT_FAN])
            _finish_without_sets(mcr, win, best, &reading)
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
            raise_fans(&win.fans, mcr.single[KNITTED_STRAIGHT_FAN])
            if not mcr.all_types_any_blocks:
                win.fans.a &= ~mcr.single[ALL_TYPES].a
                win.fans.b &= ~mcr.single[ALL_TYPES].b
            _read_all(mcr, form, win, hand, records, form.patterns[i], best)
            win.fans = fans


cdef inline void _read_win(const mcr_t* mcr, const form_t* form, case_t* case, reading_t* best) noexcept nogil:
    """Find the best reading of a win; ``best.form`` is 0 if the hand is not complete."""
    cdef hand_t* hand = &case.hand
    cdef win_t* win = &case.win
    cdef reading_t reading
    best.form = 0
    best.points = 0
    best.counts = 0
    best.fans.a = best.fans.b = 0
    if win.is_standard:
        if is_nine_gates(hand, win):
            raise_fans(&win.fans, mcr.single[NINE_GATES])
        _read_all(mcr, form, win, hand, win.records, 0, best)
    if hand.n_melds == 0:
        if popcount(win.held) <= 7 and pairs_held(hand.copies, 1) == 7:
            _read_pairs(mcr, hand, win, best)
        elif best.form == 0 and is_orphans(hand):
            reading.form = THIRTEEN_ORPHANS
            reading.counts = 0
            reading.fans = win.fans
            raise_fans(&reading.fans, mcr.single[ORPHANS_FAN])
            _finish_without_sets(mcr, win, best, &reading)
        elif best.form == 0:
            _read_different(mcr, form, hand, win, best)
    if best.form == 0 and hand.n_melds <= 1:
        _read_straights(mcr, form, hand, win, best)


cdef int best_readings(
    const mcr_t* mcr, const form_t* form, const uint8_t* rows, Py_ssize_t n_rows, reading_t* best, Py_ssize_t* n
) noexcept nogil:
    cdef case_t cases[BLOCK]
    cdef Py_ssize_t i, stop = min(n_rows, BLOCK)
    cdef int fault = 0
    n[0] = 0
    while n[0] < stop and fault == 0:
        fault = begin_win(mcr, form, rows + HAND_BYTES * n[0], &cases[n[0]])
        n[0] += fault == 0
    for i in range(n[0]):
        _read_win(mcr, form, &cases[i], &best[i])
    return fault
