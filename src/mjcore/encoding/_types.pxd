"""Types and structs that more than one kernel uses; the only place where they are declared."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t


cdef enum:
    N_KINDS = 34
    N_SUITS = 4              # characters, dots, bamboo, honours
    N_GROUPS = 5             # suits for the main-suit rule: winds and dragons may be two
    N_CELLS = 10             # demands on a suit: 5 * pairs + sets
    FAR = 64                 # cost of what cannot be had
    N_CLASSES = 126          # distance classes of a number suit
    HAND_BYTES = 44          # a row of HAND_DTYPE
    MELDS_AT = 34            # where its fields stand
    WINNING_AT = 38
    SOURCE_AT = 39
    CIRCUMSTANCES_AT = 40
    WINDS_AT = 41            # seat, then prevalent
    FLOWERS_AT = 43
    NO_TILE = 255

cdef enum:                   # the two high bits of a meld code
    CHOW = 0
    PUNG = 1
    MELDED_KONG = 2
    CONCEALED_KONG = 3

cdef enum:                   # HAND_DTYPE["source"]
    DISCARD = 0
    WALL = 1
    REPLACEMENT = 2
    ROBBED = 3

cdef enum:                   # HAND_DTYPE["circumstances"], bits
    LAST_WALL = 1
    LAST_COPY = 2
    INITIAL = 4
    HEAVENLY_READY = 8

cdef enum:                   # form_t.pairs
    NO_PAIRS = 0
    QUADS_ARE_TWO_PAIRS = 1
    DIFFERENT_PAIRS = 2


cdef struct suit_table_t:    # tables/suits.py says what they are
    const uint32_t* base
    const uint16_t* order
    const uint8_t* classes
    const uint32_t* records
    const uint8_t* rows
    const uint32_t* useful_base
    const uint16_t* useful
    const uint32_t* partition_start
    const uint8_t* partitions


cdef struct form_t:          # tables/forms.py and tables/merge.py
    suit_table_t number
    suit_table_t honours
    const uint16_t* honour_classes
    const uint16_t* left
    const uint16_t* right
    const uint8_t* final
    const uint16_t* beside_number
    const uint16_t* beside_honours
    const uint16_t* optimal_number
    const uint16_t* optimal_honours
    const uint8_t* left_rows      # cost rows of the left and right states, 10 each
    const uint8_t* right_rows
    uint64_t patterns[6]          # knitted patterns, nine kinds each
    int n_honour_classes
    int n_left
    int n_right
    int n_beside_number
    int n_beside_honours
    bint standard
    int pairs
    bint orphans
    bint honors_and_knitted
    bint knitted_straight
    int min_main_tiles
    int kong_tiles_counted
    bint honours_one_suit
    bint pair_must_be_main
    uint32_t honour_chow_starts


cdef struct hand_t:          # one hand, its melds spelled out; filled by _packed.pxd
    uint32_t head[N_SUITS]   # base-5 key of the first four kinds of a suit, concealed
    uint32_t tail[N_SUITS]   # and of the others
    uint8_t copies[40]       # concealed copies by kind; the last six bytes are 0
    uint8_t locked[40]       # copies that stand in melds
    uint8_t melds[4]         # meld codes
    int n_melds
    int n_tiles              # concealed
    bint has_winning         # whether the row named a winning tile
