"""What the scorer of Chinese Official Mahjong knows of its rules, and the reading it finds: structs alone."""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t


cdef enum:                       # places in SINGLE, then in REPEATED
    NINE_GATES
    SEVEN_SHIFTED_PAIRS
    ORPHANS_FAN
    SEVEN_PAIRS_FAN
    GREATER_KNITTED
    LESSER_KNITTED
    KNITTED_STRAIGHT_FAN
    CHICKEN
    LAST_TILE
    PREVALENT_WIND
    SEAT_WIND
    EDGE_WAIT
    CLOSED_WAIT
    SINGLE_WAIT
    FLOWERS
    ALL_TYPES
    DRAGON_PUNG
    TILE_HOG
    DOUBLE_PUNG
    PURE_DOUBLE_CHOW
    MIXED_DOUBLE_CHOW
    SHORT_STRAIGHT
    TWO_TERMINAL_CHOWS
    PUNG_OF_TERMINALS
    N_SINGLE


cdef packed struct part_t:       # the twin of PART_DTYPE
    uint8_t traits
    uint8_t n_chows
    uint8_t chows[4]
    uint8_t pair
    uint8_t n_more               # other partitions of the same tiles, behind it
    uint16_t pungs
    uint16_t edge
    uint16_t middle
    uint16_t side


cdef packed struct meld_t:       # the twin of MELD_DTYPE
    uint64_t kinds
    uint64_t pungs               # and kongs
    uint64_t kongs
    uint32_t n                   # a byte each: chows, concealed kongs, melded kongs, all exposed sets
    uint8_t symbol               # of a chow
    uint8_t traits
    uint16_t unused


cdef struct fans_t:              # a set of fans, a bit a row
    uint64_t a
    uint64_t b

cdef packed struct choice_t:     # the twin of CHOICE_DTYPE: a selection of combinations
    fans_t fans
    uint32_t counts
    uint8_t used                 # pungs of dragons that count no more, and 16 times those of winds
    uint8_t n_more               # other selections to try,
    uint16_t more                # which stand from here on

cdef struct reading_t:           # fans counted, how often the repeated ones, and their worth
    fans_t fans
    uint32_t counts
    int32_t points
    int form

cdef struct mcr_t:
    const int32_t* points
    const fans_t* excludes
    fans_t excluding             # the fans that exclude any
    const fans_t* excludes_by_byte
    const int32_t* points_by_byte
    bint by_bytes                # whether the fans are few enough for that
    int mixed_row                # row of the mixed kongs, all others standing in order; 64 without; -1 in other order
    int repeated_rows[8]
    const int8_t* nibble
    const uint8_t* column
    fans_t pairs_without
    fans_t single[N_SINGLE]      # the set of one fan; empty where there is no such fan
    const fans_t* rank_fans
    const fans_t* suit_fans
    const fans_t* block_fans
    const uint64_t* within
    const uint64_t* new_fans     # six words each: within, touching, two together, two raised
    const fans_t* kong_fans
    const fans_t* win_fans
    const uint8_t* chow_rows
    const choice_t* chow_choices
    const uint8_t* pung_rows
    const choice_t* pung_choices
    const meld_t* melds          # by code
    const part_t* number_parts   # all partitions; honours have one for each id
    const part_t* number_first   # the first of each id
    const part_t* honour_first
    int n_within
    int n_new
    int n_columns
    int min_points
    bint wait_counts_exhausted
    bint body_waits
    bint body_all_chows
    bint discard_completes_melded_pung
    bint tile_hog_honors
    bint tile_hog_repeats
    bint all_types_any_blocks
    bint robbed_melded_hand
    bint melded_hand_kongs       # rows do not tell added kongs from others
    bint flowers
    int flower_points            # of one; 0 where there is no such fan
    bint initial_waits
    bint tries_places            # of the winning tile, since the usual one may not be the best
    bint prevalent_counts        # whether there is a fan for the pung of that wind
    bint seat_counts
    int nine_gates_pungs         # terminal pungs that nine gates speaks for


cdef inline int times_of(const mcr_t* mcr, uint32_t counts, int row) noexcept nogil:
    """How often the fan of a row counts."""
    return (counts >> 4 * mcr.nibble[row]) & 15 if mcr.nibble[row] >= 0 else 1
