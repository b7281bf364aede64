"""How near a hand is after each of its discards, and which tiles would then bring it nearer.

The copies in a player's own melds are not kept out of the tiles that he might still draw: a set counts as one
that need not be made, no more. What is live is said beside.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.encoding._bits cimport popcount
from mjcore.encoding._types cimport N_SUITS, form_t, hand_t
from mjcore.kernels._rows cimport row_t
from mjcore.tables._tables cimport Tables


cdef struct near_t:              # cost rows of sixteen bytes (_rows.pxd)
    const form_t* form
    const uint8_t* number        # of a number suit, by class
    const uint8_t* honours       # of the honours, by class
    const uint8_t* left          # of two number suits, by state
    const uint8_t* right         # of a number suit and the honours, by state
    const uint8_t* winds         # where winds and dragons are two suits: of each by key
    const uint8_t* dragons
    const uint8_t* bars          # FAR for demands that make no main suit, by melds and their further tiles
    bint main                    # whether some suit must be the main one


cdef struct view_t:              # a hand looked at, the sets and the pair of its suits set off against each other
    const near_t* near
    hand_t* hand
    int sets                     # that are not melds
    int distance                 # to four sets and a pair
    int nearest                  # after the nearest discard, once `fill_distances` has been asked
    int shapes                   # others than sets and a pair that can be as near then, a bit each
    int honour_class
    int classes[3]
    int left                     # states of the first two suits and of the others (tables/merge.py)
    int right
    uint32_t pairs_known         # of suits, a bit each
    uint32_t beside_known        # of suits
    uint32_t useful_known
    row_t costs[N_SUITS]
    row_t mains[N_SUITS]         # of demands that make the suit the main one
    row_t bars[N_SUITS]
    row_t bars_of_dragons
    row_t beside[N_SUITS]        # least cost of what each demand of a suit leaves to the others
    row_t beside_main_honours    # where winds and dragons are two suits: if one of them is the main one
    row_t pair_costs[6]
    row_t pair_mains[6]
    uint64_t useful[N_SUITS]


cdef struct live_t:              # tiles that a player does not see, by kind
    uint8_t tiles[40]
    uint64_t odd                 # kinds of one or three, of two or three, of four
    uint64_t two
    uint64_t four


cdef struct choice_t:
    int kind                     # to discard
    int nearest                  # tiles missing after the nearest discard
    int live                     # tiles that bring the hand nearer after the one chosen


cdef class Near:
    cdef near_t near
    cdef Tables tables
    cdef object arrays


cdef inline int live_of(const live_t* live, uint64_t kinds) noexcept nogil:
    """Live tiles of a mask of kinds."""
    return popcount(kinds & live.odd) + 2 * popcount(kinds & live.two) + 4 * popcount(kinds & live.four)


cdef inline uint64_t live_kinds(const live_t* live) noexcept nogil:
    return live.odd | live.two | live.four


# Look at a hand of 13 or 14 tiles, melds included. It is written to by what follows, and given back as it was.
cdef void fill_view(const near_t* near, hand_t* hand, view_t* view) noexcept nogil

# Tiles missing of a hand of 13 or 14 tiles.
cdef int near_distance(const near_t* near, hand_t* hand) noexcept nogil

# Tiles missing after the discard of each of `kinds`, which are held, 34 bytes; returns the fewest.
cdef int fill_distances(view_t* view, uint64_t kinds, uint8_t* distances) noexcept nogil

# Instead of that: say how far the nearest discard leaves the hand. Returns how far the nearest other shape is, one
# tile more if none is as near. Then ask for single discards; any number above the nearest is a farther one.
cdef int set_nearest(view_t* view, int nearest) noexcept nogil
cdef int distance_without(view_t* view, int kind) noexcept nogil

# Kinds that bring a hand nearer after a discard that leaves it so far; the nearest discard is known.
cdef uint64_t useful_without(view_t* view, int kind, int distance) noexcept nogil

# Kinds that bring the whole hand, as far as its nearest discards leave it, nearer; each discard leaves some of these.
cdef uint64_t useful_whole(view_t* view) noexcept nogil

# Kinds that bring a hand nearer that is `distance` tiles from complete.
cdef uint64_t near_useful(const near_t* near, hand_t* hand, int distance) noexcept nogil

# The efficient discard among `allowed`: nearest, a hand that nothing can bring nearer counting as one tile farther;
# most live tiles; of equals the highest kind.
cdef choice_t efficient_discard(view_t* view, uint64_t allowed, const live_t* live) noexcept nogil

cdef void fill_live(const uint8_t* held, const uint8_t* visible, live_t* live) noexcept nogil

cdef inline void set_live(live_t* live, int kind, int tiles) noexcept nogil:
    """Say that so many tiles of a kind are live."""
    cdef uint64_t bit = <uint64_t>1 << kind
    live.tiles[kind] = tiles
    live.odd = (live.odd & ~bit) | (bit if tiles & 1 else 0)
    live.two = (live.two & ~bit) | (bit if tiles & 2 else 0)
    live.four = (live.four & ~bit) | (bit if tiles & 4 else 0)
