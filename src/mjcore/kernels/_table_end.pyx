"""The end of a hand: win, score, payments. The ledgers of mjcore.winnings say the same with reasons."""

from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memcpy, memset

from mjcore.encoding._types cimport (
    CIRCUMSTANCES_AT, DISCARD, FLOWERS_AT, HEAVENLY_READY, INITIAL, LAST_COPY, LAST_WALL, MELDS_AT, N_KINDS, NO_TILE,
    REPLACEMENT, ROBBED, SOURCE_AT, WALL, WINDS_AT, WINNING_AT,
)
from mjcore.kernels._mcr cimport best_readings
from mjcore.kernels._mcr_types cimport reading_t
from mjcore.kernels._soft_eight cimport N_FANS, score_t, score_win
from mjcore.kernels._table_types cimport (
    FROM_DEAL, FROM_TAIL, MCR_GAME, NO_SEAT, SOFT_EIGHT_GAME, TURN, WON, kong_t, pay_rules_t, player_t, table_t,
)

cdef enum:
    BASE = 8                     # Chinese Official Mahjong: what every other player pays
    ALL_WON = 0                  # pay_rules_t.di_measure
    ALL_MOVED = 2


cdef void fill_win(const table_t* table, int seat, uint8_t* row) noexcept nogil:
    cdef const player_t* player = &table.players[seat]
    cdef bint own = table.decision == TURN and table.actor == seat
    cdef int tile = table.tile, flags = 0
    memcpy(row, player.hand.copies, N_KINDS)
    row[tile] -= own
    memcpy(row + MELDS_AT, player.hand.melds, 4)
    row[WINNING_AT] = tile
    if own:
        row[SOURCE_AT] = REPLACEMENT if table.source == FROM_TAIL else WALL
        if table.source == FROM_DEAL or _is_dealt_win(table, seat):
            flags |= INITIAL
    else:
        row[SOURCE_AT] = ROBBED if table.robbing else DISCARD
    if table.last and not flags and not table.robbing:
        if table.rules.game == MCR_GAME or row[SOURCE_AT] != REPLACEMENT:
            flags |= LAST_WALL
    if table.rules.game == SOFT_EIGHT_GAME:
        if player.heavenly:
            flags |= HEAVENLY_READY
    elif table.robbing or table.visible[tile] - (row[SOURCE_AT] == DISCARD) == 3:
        flags |= LAST_COPY       # a kong shows the three others; a discard lies on the table itself
    row[CIRCUMSTANCES_AT] = flags
    row[WINDS_AT] = (seat - table.dealer) & 3
    row[WINDS_AT + 1] = table.prevalent
    row[FLOWERS_AT] = player.flowers


cdef inline bint _is_dealt_win(const table_t* table, int seat) noexcept nogil:
    """Whether a win on the tile of a kong that the dealer made before anything else counts as one with the deal."""
    return (
        table.rules.game == SOFT_EIGHT_GAME and not table.rules.dealt_win_untouched and seat == table.dealer
        and table.n_discards == 0 and not table.players[seat].declared
    )


cdef bint reaches_minimum(const table_t* table, int seat) noexcept nogil:
    cdef uint8_t row[44]
    cdef reading_t reading
    cdef Py_ssize_t n
    fill_win(table, seat, row)
    if best_readings(table.rules.mcr, table.rules.form, row, 1, &reading, &n):
        return False
    return reading.points >= table.rules.min_points


# ---- payments ------------------------------------------------------------------------------------------

cdef inline void _move(table_t* table, int payer, int receiver, int points) noexcept nogil:
    table.points[payer] -= points
    table.points[receiver] += points
    if table.rules.pay.di_measure != ALL_MOVED:
        return
    if receiver == table.dealer:
        table.lost_to_dealer[payer] += points
    elif payer == table.dealer:
        table.lost_to_dealer[receiver] -= points


cdef inline void _move_won(table_t* table, int debtor, int winner, int points, int plain) noexcept nogil:
    """Points of a win, or a stake, that has no plain ones: without fans and kongs."""
    _move(table, debtor, winner, points)
    if winner == table.dealer and table.rules.pay.di_measure != ALL_MOVED:
        table.lost_to_dealer[debtor] += points if table.rules.pay.di_measure == ALL_WON else plain


cdef void fill_debts(const table_t* table, int32_t owed[4][4]) noexcept nogil:
    cdef const pay_rules_t* pay = &table.rules.pay
    cdef const kong_t* kong
    cdef int i, debtor, worth
    memset(owed, 0, 64)
    for i in range(table.n_kongs):
        kong = &table.kongs[i]
        for debtor in range(4):
            if debtor == kong.owner or (kong.type == 2 and pay.added_payer == 2):
                continue
            if kong.type and not (kong.type == 2 and pay.added_payer == 1) and debtor != kong.feeder:
                continue
            worth = pay.kong_open if kong.type else pay.kong_concealed
            if pay.bonus_on_kongs and (debtor == table.dealer or kong.owner == table.dealer):
                worth += pay.dealer_bonus
            owed[debtor][kong.owner] += worth


cdef inline int _zha(const table_t* table, int winner, int payer, bint with_dealer) noexcept nogil:
    """What two stakes add on a self-draw."""
    cdef const pay_rules_t* pay = &table.rules.pay
    cdef int a = table.zha[winner], b = table.zha[payer], both = a + b
    if pay.zha_model == 1:
        return 0
    if pay.zha_model == 2:
        both = max(a, b)
    elif pay.zha_model == 3:
        both = a
    elif pay.zha_model == 4 and not with_dealer:
        both = 0
    return both if pay.zha_cap < 0 else min(both, pay.zha_cap)


cdef inline bint _pays_base(const table_t* table, int payer, int seat) noexcept nogil:
    return payer == NO_SEAT or payer == seat or table.rules.pay.all_pay


cdef inline bint _is_netted(const table_t* table, int payer, int winner, int seat) noexcept nogil:
    """Whether what a winner owes a player for kongs is taken off what the player owes him."""
    return (
        table.rules.pay.loser_kongs == 2 and table.won[winner] and not table.won[seat]
        and _pays_base(table, payer, seat)
    )


cdef int _feeder_who_pays(const table_t* table, int winner, const uint8_t* row) noexcept nogil:
    """Who pays for all on the tile drawn for a kong: the feeder of the winner's last one; NO_SEAT if nobody."""
    cdef int i
    if not table.rules.pay.bottom_feeder or row[SOURCE_AT] != REPLACEMENT:
        return NO_SEAT
    for i in range(table.n_kongs - 1, -1, -1):
        if table.kongs[i].owner == winner:
            return table.kongs[i].feeder
    return NO_SEAT


cdef void _pay_line(
    table_t* table, int winner, int payer, const score_t* score, const uint8_t* row, int32_t owed[4][4]
) noexcept nogil:
    """What one winner receives from each other player."""
    cdef const pay_rules_t* pay = &table.rules.pay
    cdef int32_t multiplied[4]
    cdef int32_t flat[4]
    cdef int seat, due, amount, plain, debtor, substitute = _feeder_who_pays(table, winner, row)
    cdef bint base, with_dealer
    memset(multiplied, 0, 16)
    memset(flat, 0, 16)
    for seat in range(4):
        if seat == winner:
            continue
        due = owed[seat][winner]
        if table.won[seat]:
            flat[seat] += due
        elif pay.beside_base == 3 and payer != NO_SEAT:
            multiplied[payer] += due
        elif _pays_base(table, payer, seat) or pay.beside_base == 0:
            multiplied[seat] += due
        elif pay.beside_base == 1:
            flat[seat] += due
        if _is_netted(table, payer, winner, seat):
            multiplied[seat] -= owed[winner][seat]
    for seat in range(4):
        if seat == winner:
            continue
        if pay.winner_kongs_flat:
            flat[seat] += multiplied[seat]
            multiplied[seat] = 0
        base = _pays_base(table, payer, seat)
        with_dealer = seat == table.dealer or winner == table.dealer
        plain = (score.base + pay.dealer_bonus * with_dealer) if base else 0
        amount = multiplied[seat] + plain
        if payer == NO_SEAT:
            amount += _zha(table, winner, seat, with_dealer)
        debtor = seat if substitute == NO_SEAT else substitute
        _move_won(table, debtor, winner, amount * score.multiplier, plain)
        if base and with_dealer and (pay.di_symmetric or winner != table.dealer):
            _move_won(table, debtor, winner, table.di[winner] + table.di[seat], 0)
        _move(table, seat, winner, flat[seat])


cdef void _pay_other_kongs(table_t* table, int payer, int32_t owed[4][4]) noexcept nogil:
    """Kongs of who did not win, once each, but for those netted against a winner's."""
    cdef int debtor, owner
    for debtor in range(4):
        for owner in range(4):
            if not table.won[owner] and not _is_netted(table, payer, debtor, owner):
                _move(table, debtor, owner, owed[debtor][owner])


cdef void _settle_soft_eight(table_t* table, int payer) noexcept nogil:
    cdef int32_t owed[4][4]
    cdef score_t score
    cdef uint8_t row[44]
    cdef int seat, fan
    fill_debts(table, owed)
    if table.outcome != WON:
        if table.rules.pay.drawn_kongs:
            _pay_other_kongs(table, NO_SEAT, owed)
        return
    for seat in range(4):
        if not table.won[seat]:
            continue
        fill_win(table, seat, row)
        if score_win(table.rules.form, table.rules.soft, row, &score) or not score.legal:
            table.fault = True
            return
        _pay_line(table, seat, payer, &score, row, owed)
        if seat == table.winner:
            memcpy(table.win_row, row, 44)
            table.worth = score.base
            table.multiplier = score.multiplier
            for fan in range(N_FANS):
                table.fans[0] |= <unsigned long long>score.fans[fan] << fan
    if table.rules.pay.loser_kongs != 1:
        _pay_other_kongs(table, payer, owed)


cdef void _settle_mcr(table_t* table, int payer) noexcept nogil:
    cdef reading_t reading
    cdef Py_ssize_t n
    cdef int seat, hand
    if table.outcome != WON:
        return
    fill_win(table, table.winner, table.win_row)
    if best_readings(table.rules.mcr, table.rules.form, table.win_row, 1, &reading, &n) or reading.form == 0:
        table.fault = True
        return
    table.worth = reading.points
    table.multiplier = 1
    table.fans[0] = reading.fans.a
    table.fans[1] = reading.fans.b
    table.fan_counts = reading.counts
    table.flower_points = table.players[table.winner].flowers * table.rules.mcr.flower_points
    hand = table.worth + table.flower_points
    for seat in range(4):
        if seat != table.winner:
            _move(
                table, seat, table.winner,
                (BASE + (hand if payer == NO_SEAT or payer == seat else 0)) * table.rules.stake,
            )


cdef void settle(table_t* table) noexcept nogil:
    cdef int payer = NO_SEAT, i
    table.winner = NO_SEAT
    memset(table.win_row, 0, 44)
    table.win_row[WINNING_AT] = NO_TILE
    table.worth = table.multiplier = table.flower_points = 0
    table.fans[0] = table.fans[1] = 0
    table.fan_counts = 0
    memcpy(table.points, table.penalties, sizeof(table.points))
    memset(table.lost_to_dealer, 0, sizeof(table.lost_to_dealer))
    if table.outcome == WON:
        if table.decision != TURN:
            payer = table.other
        for i in range(4):       # the nearest to who gave the tile
            if table.won[(table.other + 1 + i) & 3] and payer != NO_SEAT:
                table.winner = (table.other + 1 + i) & 3
                break
        if payer == NO_SEAT:
            table.winner = table.actor
    if table.rules.game == MCR_GAME:
        _settle_mcr(table, payer)
    else:
        _settle_soft_eight(table, payer)
