"""The policy that plays Chinese Official Mahjong by the value of its plans.

Each decision compares hands of 13 tiles: after each discard, with a set claimed, with a kong made. What such a
hand is worth stands in `_mcr_plans` and `_mcr_ready`; what follows from it, here.
"""

import numpy as np

from libc.math cimport NAN
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from mjcore.encoding._bits cimport lowest
from mjcore.encoding._packed cimport add_melds, is_13_or_14, pack_hand, pack_keys
from mjcore.encoding._types cimport CHOW, CONCEALED_KONG, MELDED_KONG, N_KINDS, PUNG, WINDS_AT, hand_t
from mjcore.kernels._distance cimport kinds_held
from mjcore.kernels._mcr_plans cimport evaluate
from mjcore.kernels._mcr_ready cimport fill_discards, standing_value, win_terms_t, worth_of_waits
from mjcore.kernels._mcr_scores cimport McrScorer
from mjcore.kernels._mcr_state cimport N_PLANS, begin_state, dials_t, state_t
from mjcore.kernels._moves cimport wins_truly
from mjcore.kernels._normal cimport exponential, normal
from mjcore.kernels._table_hands cimport lock_meld, place_of_pung, take_tile
from mjcore.kernels._table_types cimport (
    CLAIM_CHOW, CLAIM_KONG, CLAIM_PUNG, CONSENT, DECLARE, DISCARD_READY, DISCARD_TILE, EXPOSE_FLOWER, FIRST_FLOWER,
    MAKE_ADDED_KONG, MAKE_CONCEALED_KONG, PASS, SET_CLAIM, TURN, WIN, WIN_CLAIM, legal_t, mind_t, player_t, table_t,
)
from mjcore.tables._tables cimport Tables

from mjcore.kernels._soft_counts import soft_counts
from mjcore.words.mcr_value import PLANS

cdef float OF_TIES = 0.0001      # by which a tile is rather discarded than another that is worth as much
cdef float HELD_BACK[5]          # late in the hand, a tile of which so many copies are seen
HELD_BACK[:] = [1, 0.6, 0.25, 0, 0]


# ---- taste and skill -------------------------------------------------------------------------------------------

cdef inline const float* _taste(const value_t* value, mind_t* mind) noexcept nogil:
    """Weights of the plans, this player's own if tastes differ."""
    cdef int plan
    if value.dials.style_spread <= 0:
        return value.dials.weights
    if not mind.begun:
        mind.begun = True
        for plan in range(N_PLANS):
            mind.taste[plan] = value.dials.weights[plan] * <float>exponential(value.dials.style_spread * normal(mind))
    return mind.taste


cdef inline float _preference(int kind) noexcept nogil:
    """Factor that decides between discards of the same worth: honours first, then terminals."""
    cdef int rank = kind % 9
    if kind >= 27:
        return 1 + 3 * OF_TIES
    if rank == 0 or rank == 8:
        return 1 + <float>2.5 * OF_TIES
    return 1 + <float>1.5 * OF_TIES if rank == 1 or rank == 7 else 1


cdef inline int _choose_discard(
    const table_t* table, const value_t* value, uint64_t kinds, uint64_t ready, const float* values, mind_t* mind
) noexcept nogil:
    cdef const dials_t* dials = &value.dials
    cdef bint careful = dials.caution > 0 and table.left < dials.caution_tiles
    cdef float best = 0, worth
    cdef int kind, chosen = -1
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        worth = values[kind] * _preference(kind)
        if careful and not ready >> kind & 1:
            worth *= 1 - dials.caution * HELD_BACK[table.visible[kind]]
        if dials.skill_noise > 0:
            worth *= <float>exponential(dials.skill_noise * normal(mind))
        if chosen < 0 or worth > best:
            best = worth
            chosen = kind
    return chosen


cdef inline float _best_of(uint64_t kinds, const float* values) noexcept nogil:
    cdef float best = 0
    while kinds:
        best = max(best, values[lowest(kinds)])
        kinds &= kinds - 1
    return best


# ---- hands to compare ------------------------------------------------------------------------------------------

cdef inline void _look(
    const value_t* value, const float* weights, const hand_t* hand, const uint8_t* visible, bint with_discards,
    state_t* state
) noexcept nogil:
    begin_state(value.soft, &value.dials, weights, value.form, hand, visible, with_discards, state)
    evaluate(state)


cdef inline void _terms(const table_t* table, const value_t* value, int seat, win_terms_t* terms) noexcept nogil:
    terms.mcr = value.mcr
    terms.seat_wind = (seat - table.dealer) & 3
    terms.prevalent_wind = table.prevalent


cdef float _worth_with(
    const value_t* value, const float* weights, const win_terms_t* terms, const hand_t* hand, const uint8_t* visible
) noexcept nogil:
    """Worth of 13 tiles."""
    cdef state_t state
    _look(value, weights, hand, visible, False, &state)
    return standing_value(&state, terms)


cdef float _best_after(
    const value_t* value, const float* weights, const win_terms_t* terms, const hand_t* hand, const uint8_t* visible
) noexcept nogil:
    """Worth of 14 tiles with the best discard."""
    cdef state_t state
    cdef float values[N_KINDS]
    cdef uint64_t kinds = kinds_held(hand.copies), hopeful
    _look(value, weights, hand, visible, True, &state)
    fill_discards(&state, terms, kinds, values, &hopeful)
    return _best_of(kinds, values)


cdef inline void _expose(hand_t* hand, uint8_t* visible, int kind, int n) noexcept nogil:
    """Take tiles out of a hand for a set that all see."""
    take_tile(hand, kind, n)
    visible[kind] += n


cdef float _worth_of_kong(
    const table_t* table, const value_t* value, const float* weights, const win_terms_t* terms, const hand_t* before,
    int kind, int type
) noexcept nogil:
    """Worth of a hand with the kong of a kind: from the hand alone, from a discard, or from a pung of it."""
    cdef hand_t hand = before[0]
    cdef uint8_t visible[48]
    cdef int at = hand.n_melds
    memcpy(visible, table.visible, sizeof(visible))
    if type == MAKE_CONCEALED_KONG:
        take_tile(&hand, kind, 4)
        lock_meld(&hand, at, CONCEALED_KONG << 6 | (kind + 1))
    else:
        if type == MAKE_ADDED_KONG:
            at = place_of_pung(&hand, kind)
        _expose(&hand, visible, kind, 1 if type == MAKE_ADDED_KONG else 3)
        lock_meld(&hand, at, MELDED_KONG << 6 | (kind + 1))
    return _worth_with(value, weights, terms, &hand, visible)


cdef float _worth_of_set(
    const table_t* table, const value_t* value, const float* weights, const win_terms_t* terms, const hand_t* before,
    int tile, int action
) noexcept nogil:
    """Worth of a hand with the pung or chow that is claimed, after the best discard."""
    cdef hand_t hand = before[0]
    cdef uint8_t visible[48]
    cdef int lowest_kind = tile - (action - CLAIM_CHOW), kind
    memcpy(visible, table.visible, sizeof(visible))
    if action == CLAIM_PUNG:
        _expose(&hand, visible, tile, 2)
        lock_meld(&hand, hand.n_melds, PUNG << 6 | (tile + 1))
    else:
        for kind in range(lowest_kind, lowest_kind + 3):
            if kind != tile:
                _expose(&hand, visible, kind, 1)
        lock_meld(&hand, hand.n_melds, CHOW << 6 | (lowest_kind + 1))
    return _best_after(value, weights, terms, &hand, visible)


# ---- decisions -------------------------------------------------------------------------------------------------

cdef inline bint _wins(const table_t* table, int seat) noexcept nogil:
    """Whether to win: whenever it is legal and reaches the minimum."""
    return table.legal.win and wins_truly(table, seat)


cdef int _best_kong(
    const table_t* table, const value_t* value, const float* weights, const win_terms_t* terms, int seat, float least
) noexcept nogil:
    """The kong that leaves the hand worth most, if that is `least` or more; otherwise -1."""
    cdef uint64_t rest = table.legal.concealed_kongs
    cdef int type = MAKE_CONCEALED_KONG, chosen = -1, kind
    cdef float best = least, worth
    for _ in range(2):
        while rest:
            kind = lowest(rest)
            rest &= rest - 1
            worth = _worth_of_kong(table, value, weights, terms, &table.players[seat].hand, kind, type)
            if worth > best or (worth == best and chosen < 0):
                best = worth
                chosen = type + kind
        rest = table.legal.added_kongs
        type = MAKE_ADDED_KONG
    return chosen


cdef int _decide_turn(const table_t* table, const value_t* value, int seat, mind_t* mind) noexcept nogil:
    cdef const legal_t* legal = &table.legal
    cdef const float* weights
    cdef win_terms_t terms
    cdef state_t state
    cdef float values[N_KINDS]
    cdef uint64_t ready, hopeful
    cdef int kind, kong
    if _wins(table, seat):
        return WIN
    if legal.flowers:
        return EXPOSE_FLOWER + lowest(legal.flowers)
    if legal.discards == 0 or (legal.flower_discards and table.left <= 0):
        return DISCARD_TILE + FIRST_FLOWER + lowest(legal.flower_discards)
    weights = _taste(value, mind)
    _terms(table, value, seat, &terms)
    _look(value, weights, &table.players[seat].hand, table.visible, True, &state)
    ready = fill_discards(&state, &terms, legal.discards, values, &hopeful)
    if legal.concealed_kongs | legal.added_kongs:
        kong = _best_kong(
            table, value, weights, &terms, seat, value.dials.kong_factor * _best_of(legal.discards, values)
        )
        if kong >= 0:
            return kong
    kind = _choose_discard(table, value, legal.discards, ready, values, mind)
    if (legal.ready_discards & hopeful) >> kind & 1:
        return DISCARD_READY + kind
    return DISCARD_TILE + kind


cdef int _decide_claim(const table_t* table, const value_t* value, int seat, mind_t* mind) noexcept nogil:
    """Claim the set with which the hand is worth most, if that is enough more than it is worth now."""
    cdef const legal_t* legal = &table.legal
    cdef const hand_t* hand = &table.players[seat].hand
    cdef const float* weights = _taste(value, mind)
    cdef win_terms_t terms
    cdef uint8_t visible[48]
    cdef float least, best, worth, of_pung = 0
    cdef int tile = table.tile, chosen = PASS, i
    _terms(table, value, seat, &terms)
    memcpy(visible, table.visible, sizeof(visible))
    visible[tile] -= 1           # to pass is looked at as if the discard were still to come
    least = value.dials.claim_factor * _worth_with(value, weights, &terms, hand, visible)
    best = least
    if legal.pung:
        of_pung = _worth_of_set(table, value, weights, &terms, hand, tile, CLAIM_PUNG)
        if of_pung > best:
            best = of_pung
            chosen = CLAIM_PUNG
    for i in range(3):
        if legal.chows >> i & 1:
            worth = _worth_of_set(table, value, weights, &terms, hand, tile, CLAIM_CHOW + i)
            if worth > best:
                best = worth
                chosen = CLAIM_CHOW + i
    if legal.kong:
        worth = _worth_of_kong(table, value, weights, &terms, hand, tile, CLAIM_KONG)
        if worth > least and worth > of_pung:
            return CLAIM_KONG
    return chosen


cdef bint _may_hope(const table_t* table, const value_t* value, int seat, mind_t* mind) noexcept nogil:
    """Whether a wait of 13 tiles can win."""
    cdef const player_t* player = &table.players[seat]
    cdef win_terms_t terms
    cdef state_t state
    _terms(table, value, seat, &terms)
    begin_state(
        value.soft, &value.dials, _taste(value, mind), value.form, &player.hand, table.visible, False, &state
    )
    return worth_of_waits(&state, &terms, &player.hand, player.waits, -1) > 0


cdef int _decide(const table_t* table, int seat, const void* data, mind_t* mind) noexcept nogil:
    cdef const value_t* value = <const value_t*>data
    if table.decision == TURN:
        return _decide_turn(table, value, seat, mind)
    if table.decision == WIN_CLAIM:
        return WIN if _wins(table, seat) else PASS
    if table.decision == SET_CLAIM:
        return _decide_claim(table, value, seat, mind)
    if table.decision == CONSENT:
        return PASS
    return DECLARE if _may_hope(table, value, seat, mind) else PASS


# ---- in Python's hands -----------------------------------------------------------------------------------------

cdef class McrValuePlayer(Player):
    """A player who goes by the value of his plans.

    Parameters
    ----------
    scorer : McrScorer
        Of the rules that are played.
    tables : Tables
        Of the same rules.
    dials : mapping of str to float
        A value for every name of ``MCR_VALUE_DIALS``.
    """

    def __init__(self, McrScorer scorer, Tables tables, dials):
        cdef dials_t* numbers = &self.value.dials
        self.scorer = scorer
        self.tables = tables
        self.counts = soft_counts(tables, dials["patience"], dials["pung_claims"])
        self.value.soft = &self.counts.soft
        self.value.form = &tables.form
        self.value.mcr = &scorer.mcr
        self.decide = _decide
        self.data = &self.value
        numbers.template_cut = dials["template_cut"]
        numbers.all_chows_share = dials["all_chows_share"]
        numbers.unclaimable = dials["unclaimable"]
        numbers.points_offset = dials["points_offset"]
        numbers.self_drawn_only = dials["self_drawn_only"]
        numbers.ready_factor = dials["ready_factor"]
        numbers.growth_factor = dials["growth_factor"]
        numbers.claim_factor = dials["claim_factor"]
        numbers.kong_factor = dials["kong_factor"]
        numbers.live_correction = dials["live_correction"] > 0
        numbers.skill_noise = dials["skill_noise"]
        numbers.style_spread = dials["style_spread"]
        numbers.caution = dials["caution"]
        numbers.caution_tiles = dials["caution_tiles"]
        for i, name in enumerate(PLANS):
            numbers.weights[i] = dials[name]

    def evaluate(self, const uint8_t[::1] copies, const uint8_t[::1] melds, const uint8_t[::1] visible,
                 int seat_wind, int prevalent_wind):
        """What a hand of 13 or 14 tiles is worth; nothing is checked.

        Parameters
        ----------
        copies : uint8, shape (34,)
            Concealed.
        melds : uint8, shape (4,)
            Meld codes.
        visible : uint8, shape (34,)
            Copies of each kind in discards and exposed sets, those of the hand too.
        seat_wind, prevalent_wind : int

        Returns
        -------
        dict
            ``value``, the sum of the plans; ``plans``, the worth of each by its name; ``standing``, the worth of
            13 tiles, with the waits of a ready hand; ``after``, float32 of shape (34,): the same after each
            discard, NaN of a kind that is not held.
        """
        cdef state_t state
        cdef win_terms_t terms
        cdef hand_t hand
        cdef uint8_t seen[48]
        cdef float[::1] after = np.full(N_KINDS, np.nan, dtype=np.float32)
        cdef uint64_t hopeful
        cdef bint full
        memset(&hand, 0, sizeof(hand))
        memset(seen, 0, sizeof(seen))
        memcpy(hand.copies, &copies[0], N_KINDS)
        memcpy(seen, &visible[0], N_KINDS)
        hand.n_tiles = pack_keys(hand.copies, hand.head, hand.tail)
        add_melds(&melds[0], &hand)
        full = hand.n_tiles % 3 == 2
        terms.mcr = self.value.mcr
        terms.seat_wind = seat_wind
        terms.prevalent_wind = prevalent_wind
        _look(&self.value, self.value.dials.weights, &hand, seen, full, &state)
        if full:
            fill_discards(&state, &terms, state.held, &after[0], &hopeful)
        return {
            "value": state.value,
            "plans": {name: state.parts[i] for i, name in enumerate(PLANS)},
            "standing": standing_value(&state, &terms) if not full else np.nan,
            "after": np.asarray(after),
        }

    def fill_values(self, const uint8_t[:, ::1] rows,     # IN  (n, 44) HAND_DTYPE
                    const uint8_t[:, ::1] visible,        # IN  (n, 34) copies in discards and exposed sets
                    float[::1] values,                    # OUT (n,) sums of the plans
                    float[:, ::1] after):                 # OUT (n, 34) with 14 tiles: worth after each discard, or NaN
        """Value many hands of 13 or 14 tiles; a winning tile is one of them. The first row that is none, or -1."""
        cdef state_t state
        cdef win_terms_t terms
        cdef hand_t hand
        cdef uint8_t seen[48]
        cdef uint64_t hopeful
        cdef Py_ssize_t i, bad = -1
        cdef int kind
        memset(seen, 0, sizeof(seen))
        terms.mcr = self.value.mcr
        with nogil:
            for i in range(rows.shape[0]):
                if not pack_hand(&rows[i, 0], True, True, &hand) or not is_13_or_14(&hand, 0):
                    bad = i
                    break
                memcpy(seen, &visible[i, 0], N_KINDS)
                terms.seat_wind = rows[i, WINDS_AT]
                terms.prevalent_wind = rows[i, WINDS_AT + 1]
                _look(&self.value, self.value.dials.weights, &hand, seen, hand.n_tiles % 3 == 2, &state)
                values[i] = state.value
                for kind in range(N_KINDS):
                    after[i, kind] = NAN
                if state.with_discards:
                    fill_discards(&state, &terms, state.held, &after[i, 0], &hopeful)
        return bad
