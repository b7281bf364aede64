"""What a hand of Soft Eight is worth while it is played, in points, and how dangerous a discard is."""

from libc.stdint cimport uint64_t

from mjcore.encoding._types cimport N_KINDS, N_SUITS, hand_t
from mjcore.kernels._near cimport live_t, near_t
from mjcore.kernels._table_types cimport table_t


cdef enum:
    N_STEPS = 32                 # of the tables by tiles


cdef struct soft_dials_t:        # mjcore.words.soft_value says what they mean
    near_t near
    double hazard
    double hazard_declared
    double loss
    double discard_weights[N_KINDS]
    double claim_rate
    double pung_weight
    double width
    double pure
    double dragon
    double seven
    double second_step
    double triplet
    double triplet_ready
    double risk
    double pung_slack
    int concealed_kong_slack
    int added_kong_slack
    int melded_kong_slack
    double scale[N_STEPS]        # by tiles missing
    double plan[N_STEPS]         # by tiles that a plan is farther than the hand
    double suit[48]              # by discards in a suit


cdef struct scene_t:             # what a seat sees, put in numbers; the same for all its discards
    const table_t* table
    const soft_dials_t* dials
    int seat
    live_t live
    uint64_t spare               # kinds that look superfluous, tried first: no value depends on it
    double unseen                # tiles
    double go_arounds            # left
    double hazard                # of somebody else ending the hand, in one of them
    double lost                  # points, by that, until the end
    double dealer_drawn          # dealer's bonuses of a self-drawn win
    double dealer_claimed        # and of one on a discard, whoever's it is
    double kongs_drawn           # kong points that fans multiply
    double kongs_claimed
    double flat_drawn            # and others
    double flat_claimed
    int n_payers                 # of a win on a discard
    double danger[4][N_SUITS]    # of a tile of a suit, in points, from each declared player


cdef struct estimate_t:          # of 13 tiles, as far as it is known at once
    bint open                    # whether the tiles useful after the next useful one count too
    int distance                 # tiles missing
    uint64_t useful              # live kinds that are useful now
    uint64_t pairs               # kinds of which two copies are concealed
    double front                 # the value is this times what they come to
    double back                  # and this


cdef inline bint is_surely_below(double bound, double value) noexcept nogil:
    """Whether a bound is below a value by more than roundings come to."""
    return bound + 1e-6 < value


# Look at the table with the eyes of a seat that holds this hand.
cdef void fill_scene(
    const table_t* table, const soft_dials_t* dials, int seat, const hand_t* hand, scene_t* scene
) noexcept nogil

# Estimate of 13 tiles `distance` tiles from complete, `useful` being the kinds that bring them nearer.
cdef estimate_t estimate_of(scene_t* scene, hand_t* hand, int distance, uint64_t useful) noexcept nogil

# For each of these kinds, the most weighted useful tiles that any two discards can leave after it is drawn; the hand
# has 14 tiles and its discards leave it `distance` from complete. 34 entries.
cdef void fill_most_widths(
    scene_t* scene, hand_t* hand, int distance, uint64_t useful, double* most
) noexcept nogil

# The most that an estimate can come to, these being the most useful tiles.
cdef double most_value(const scene_t* scene, const estimate_t* estimate, const double* most) noexcept nogil

# Value of 13 tiles and their estimate; if it is sure to be below `enough`, any number below. `most` may be NULL: then
# it is the value in any case.
cdef double value_of(
    scene_t* scene, hand_t* hand, const estimate_t* estimate, const double* most, double enough
) noexcept nogil

# Value of 13 tiles `distance` tiles from complete, `useful` being the kinds that bring them nearer.
cdef double worth(scene_t* scene, hand_t* hand, int distance, uint64_t useful) noexcept nogil

# Value of 13 tiles that wait for these kinds, each discarded at a rate by the others.
cdef double ready_worth(const scene_t* scene, const hand_t* hand, uint64_t waits, double rate) noexcept nogil

# Points that the discard of a kind loses.
cdef double danger_of(const scene_t* scene, int kind) noexcept nogil

# Points of a win on the tile in question, the seat's kongs included.
cdef double points_of_claim(const scene_t* scene) noexcept nogil
