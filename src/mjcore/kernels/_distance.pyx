"""Distances of many hands, and of hands with melds."""

from libc.stdint cimport int8_t, uint8_t, uint32_t
from libc.string cimport memcpy, memset

from mjcore.encoding._packed cimport is_13_or_14, pack_hand, pack_keys
from mjcore.encoding._types cimport FAR, HAND_BYTES, N_CELLS, N_GROUPS, N_KINDS, NO_PAIRS, form_t, hand_t
from mjcore.kernels._knitted cimport straight_distance
from mjcore.kernels._suits cimport (
    add_meld_tiles, class_at, first_kind, n_groups, n_kinds_of,
)
from mjcore.tables._tables cimport Tables


# ---- a suit some of whose copies stand in melds --------------------------------------------------

cdef void fill_cost_row(
    const uint8_t* copies, const uint8_t* locked, int n_kinds, uint32_t chow_starts, uint8_t* row
) noexcept nogil:
    """Cost row of a suit (tables/suits.py) of which `locked` copies stand in melds.

    Walks the kinds from the first to the last. A state is how many chows began one and two kinds
    ago; three equal chows are three pungs, so that two of a start are enough. O(1), about a microsecond.
    """
    cdef uint8_t now[3][3][N_CELLS]
    cdef uint8_t then[3][3][N_CELLS]
    cdef int kind, one, two, chows, pung, pair, used, room, sets, missing, cell, at
    memset(now, FAR, sizeof(now))
    now[0][0][0] = 0
    for kind in range(n_kinds):
        memset(then, FAR, sizeof(then))
        room = 4 - locked[kind]
        for one in range(3):
            for two in range(3):
                for chows in range(3 if chow_starts >> kind & 1 else 1):
                    if one + two + chows > room:
                        break
                    for pung in range(2):
                        for pair in range(2):
                            used = one + two + chows + 3 * pung + 2 * pair
                            if used > room:
                                break
                            missing = max(0, used - copies[kind])
                            sets = chows + pung
                            for cell in range(N_CELLS):
                                if now[one][two][cell] < FAR and cell % 5 + sets < 5 and cell // 5 + pair < 2:
                                    at = cell + sets + 5 * pair
                                    then[chows][one][at] = min(then[chows][one][at], now[one][two][cell] + missing)
        memcpy(now, then, sizeof(now))
    memcpy(row, now[0][0], N_CELLS)


# ---- a hand with melds -----------------------------------------------------------------------------

cdef struct state_t:
    uint8_t any_main[N_CELLS]    # cost of each demand
    uint8_t with_main[N_CELLS]   # and if one of the suits merged is to be the main suit


cdef void _merge(state_t* a, const state_t* b) noexcept nogil:
    """Merge a further suit `b` into `a`."""
    cdef state_t out
    cdef int i, j, cost
    memset(&out, FAR, sizeof(out))
    for i in range(N_CELLS):
        for j in range(N_CELLS):
            if i % 5 + j % 5 < 5 and i // 5 + j // 5 < 2:
                out.any_main[i + j] = min(out.any_main[i + j], a.any_main[i] + b.any_main[j])
                cost = min(a.with_main[i] + b.any_main[j], a.any_main[i] + b.with_main[j])
                out.with_main[i + j] = min(out.with_main[i + j], cost)
    a[0] = out


cdef bint _is_main(const form_t* form, int cell, int tiles, int melds) noexcept nogil:
    """Whether a demand beside these melds makes the suit the main one."""
    cdef int sets = cell % 5, pairs = cell // 5
    if form.min_main_tiles <= 0:
        return True
    if 3 * sets + 2 * pairs + tiles < form.min_main_tiles:
        return False
    return not form.pair_must_be_main or (pairs == 1 and sets + melds >= 2)


cdef void _fill_row(const form_t* form, const hand_t* hand, int group, bint melded, uint8_t* row) noexcept nogil:
    """Cost row of a group: from the tables if no melds touch it."""
    cdef uint32_t starts = 0b1111111
    cdef const uint8_t* rows
    if not melded and (group < 3 or form.honours_one_suit):
        if group < 3:
            rows = form.number.rows + N_CELLS * class_at(&form.number, hand.head[group], hand.tail[group])
        else:
            rows = form.honours.rows + N_CELLS * class_at(&form.honours, hand.head[3], hand.tail[3])
        memcpy(row, rows, N_CELLS)
        return
    if group >= 3:
        starts = form.honour_chow_starts
        if not form.honours_one_suit:        # winds begin at 0 and 1, dragons at 4
            starts = starts & 0b1111 if group == 3 else starts >> 4
    fill_cost_row(
        hand.copies + first_kind(group), hand.locked + first_kind(group), n_kinds_of(form, group), starts, row
    )


cdef int melded_distance(const form_t* form, const hand_t* hand) noexcept nogil:
    """Tiles missing to four sets and a pair, the melds among them; other shapes have no melds."""
    cdef int tiles[N_GROUPS]
    cdef int melds[N_GROUPS]
    cdef state_t all, suit
    cdef int group, cell, straight = FAR
    if form.knitted_straight and hand.n_melds == 1:
        straight = straight_distance(form, hand.copies, hand.locked, kinds_held(hand.copies), FAR)
    if not form.standard:
        return straight
    memset(tiles, 0, sizeof(tiles))
    memset(melds, 0, sizeof(melds))
    add_meld_tiles(hand, form, tiles, melds)
    memset(&all, FAR, sizeof(all))
    all.any_main[0] = 0
    for group in range(n_groups(form)):
        _fill_row(form, hand, group, melds[group] > 0, suit.any_main)
        for cell in range(N_CELLS):
            suit.with_main[cell] = (
                suit.any_main[cell] if _is_main(form, cell, tiles[group], melds[group]) else FAR
            )
        _merge(&all, &suit)
    return min(straight, all.with_main[5 + 4 - hand.n_melds])


cdef int bare_distance(const form_t* form, const hand_t* hand, int n_melds) noexcept nogil:
    """As the others, of a hand without melds in it that is said to have `n_melds` somewhere else."""
    cdef state_t all, suit
    cdef int group, straight = FAR
    if n_melds == 0:
        return concealed_distance(form, hand.copies, hand.head, hand.tail)
    if form.knitted_straight and n_melds == 1:
        straight = straight_distance(form, hand.copies, hand.locked, kinds_held(hand.copies), FAR)
    if not form.standard:
        return straight
    memset(&all, FAR, sizeof(all))
    all.any_main[0] = 0
    for group in range(n_groups(form)):
        _fill_row(form, hand, group, False, suit.any_main)
        memset(suit.with_main, FAR, N_CELLS)
        _merge(&all, &suit)
    return min(straight, all.any_main[5 + 4 - n_melds])


# ---- many hands --------------------------------------------------------------------------------------

cdef inline int8_t _shanten(int distance) noexcept nogil:
    return distance - 1 if distance < FAR else 127


cdef Py_ssize_t _fill_concealed(
    const form_t* tables, const uint8_t* rows, Py_ssize_t n, int8_t* out
) noexcept nogil:
    """Shanten of `n` rows of 34 counts. The first row that is no hand, or -1.

    The form is copied so that writing to `out`, which may lie anywhere, cannot be thought to change it.
    """
    cdef form_t form = tables[0]
    cdef uint32_t head[4]
    cdef uint32_t tail[4]
    cdef Py_ssize_t i
    cdef int tiles
    cdef bint only_standard = (
        form.standard and form.pairs == NO_PAIRS
        and not (form.orphans or form.honors_and_knitted or form.knitted_straight)
    )
    for i in range(n):
        tiles = pack_keys(rows + N_KINDS * i, head, tail)
        if tiles != 13 and tiles != 14:
            return i
        if only_standard:
            out[i] = _shanten(standard_distance(&form, head, tail))
        else:
            out[i] = _shanten(concealed_distance(&form, rows + N_KINDS * i, head, tail))
    return -1


cdef Py_ssize_t _fill_melded(
    const form_t* form, const uint8_t* rows, Py_ssize_t n, bint with_melds, int n_melds, int8_t* out
) noexcept nogil:
    """As `_fill_concealed`, of rows of HAND_DTYPE, or of counts with so many melds elsewhere."""
    cdef hand_t hand
    cdef Py_ssize_t i, size = HAND_BYTES if with_melds else N_KINDS
    for i in range(n):
        if not pack_hand(rows + size * i, with_melds, True, &hand) or not is_13_or_14(&hand, n_melds):
            return i
        out[i] = _shanten(bare_distance(form, &hand, n_melds) if n_melds else hand_distance(form, &hand))
    return -1


def fill_shanten(Tables tables, const uint8_t[:, ::1] rows,  # IN  (n, 34) counts or (n, 44) HAND_DTYPE
                 int n_melds,                                # melds that plain counts do not show
                 int8_t[::1] out):                           # OUT (n,)
    """Shanten of each hand of 13 or 14 tiles, melds included; 127 where no shape can be reached.

    Returns the first row that is no hand, or -1.
    """
    cdef Py_ssize_t n = rows.shape[0]
    cdef bint with_melds = rows.shape[1] == HAND_BYTES
    if n == 0:
        return -1
    with nogil:
        if with_melds or n_melds:
            n = _fill_melded(&tables.form, &rows[0, 0], n, with_melds, n_melds, &out[0])
        else:
            n = _fill_concealed(&tables.form, &rows[0, 0], n, &out[0])
    return n
