"""The tables of soft counts, and their correction for tiles that are gone."""

from functools import lru_cache

import numpy as np

from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from mjcore.encoding._bits cimport lowest
from mjcore.encoding._packed cimport byte_sum, word
from mjcore.encoding._types cimport suit_table_t
from mjcore.kernels._suits cimport place
from mjcore.tables._tables cimport Tables, u8_of

cdef enum:
    MOST = 14                    # tiles of a suit
    N_PRICES = 6                 # of 0 to 4 copies; the last of a pung alone of its kind
    MOST_STATES = 96
    MOST_STEPS = 1024
    N_FIELDS = 12

# ---- building ------------------------------------------------------------------------------------------------

cdef struct step_t:              # from a state before a rank to one behind it
    uint8_t before
    uint8_t after
    uint8_t price


cdef struct walk_t:              # through the ranks of a suit; vectors that begin alike share the way
    int n_ranks
    int n_states
    int n_steps[9]
    step_t steps[9][MOST_STEPS]
    double prices[N_PRICES][5]
    int8_t fields[MOST_STATES]   # of a line, by state at the end; -1 none
    const suit_table_t* places   # where lines stand, or NULL: by base-5 number
    float* lines


cdef void _walk(const walk_t* walk, int rank, int tiles, uint32_t number, uint32_t weight,
                const double* weights) noexcept nogil:
    """Write the lines of all vectors that begin with `number`, of so many tiles and this weight at each state."""
    cdef double after[MOST_STATES]
    cdef const step_t* steps
    cdef float* line
    cdef int held, i
    if rank == walk.n_ranks:
        if walk.places != NULL:
            line = walk.lines + LINE * <size_t>place(walk.places, number % 625, number // 625)
        else:
            line = walk.lines + LINE * <size_t>number
        for i in range(walk.n_states):
            if walk.fields[i] >= 0:
                line[walk.fields[i]] = <float>weights[i]
        return
    steps = walk.steps[rank]
    for held in range(min(4, MOST - tiles) + 1):
        memset(after, 0, sizeof(after))
        for i in range(walk.n_steps[rank]):
            after[steps[i].after] += weights[steps[i].before] * walk.prices[steps[i].price][held]
        _walk(walk, rank + 1, tiles + held, number + held * weight, 5 * weight, after)


def _ways_on(state, n_left, chows, pungs, pairs):
    """Yield (state after a rank, price) for each choice at it.

    A state is (chows begun two ranks ago, one rank ago, sets, pairs, whether only chows count).
    """
    older, old, sets, n_pairs, plain = state
    for chow in range((4 - sets if chows and n_left > 2 else 0) + 1):
        for pung in range(int(pungs and not plain) + 1):
            for pair in range(int(pairs and n_pairs == 0) + 1):
                need = older + old + chow + 3 * pung + 2 * pair
                if need <= 4 and sets + chow + pung <= (1 if plain else 4):
                    price = 5 if pung and need == 3 else need
                    yield (old, chow, sets + chow + pung, n_pairs + pair, plain), price


cdef _fill_walk(walk_t* walk, chows, pungs, pairs):
    """Number the states and write down the steps; each argument tells of each rank whether a set may begin there."""
    numbers = {(0, 0, 0, 0, False): 0, (0, 0, 0, 0, True): 1}
    walk.n_ranks = len(chows)
    level = list(numbers)
    for rank in range(walk.n_ranks):
        steps = []
        for state in level:
            for after, price in _ways_on(state, walk.n_ranks - rank, chows[rank], pungs[rank], pairs[rank]):
                steps.append((numbers[state], numbers.setdefault(after, len(numbers)), price))
        level = sorted({state for state in numbers if numbers[state] in {step[1] for step in steps}})
        for i, (before, after, price) in enumerate(steps):
            walk.steps[rank][i].before = before
            walk.steps[rank][i].after = after
            walk.steps[rank][i].price = price
        walk.n_steps[rank] = len(steps)
    walk.n_states = len(numbers)
    for (older, old, sets, n_pairs, plain), number in numbers.items():
        walk.fields[number] = -1
        if older == old == 0:
            if not plain:
                walk.fields[number] = sets + 5 * n_pairs
            elif sets == 1:
                walk.fields[number] = CHOW_AND_PAIR if n_pairs else ONE_CHOW


cdef _fill_lines(array, double theta, double beta, chows, pungs, pairs, const suit_table_t* places):
    """Fill the lines of all vectors with as many ranks as `chows`, which has 1 where a chow may begin."""
    cdef walk_t walk
    cdef double start[MOST_STATES]
    cdef float[:, ::1] lines = array
    cdef int held, need, j
    for need in range(5):
        for held in range(5):
            walk.prices[need][held] = 1
            for j in range(held + 1, need + 1):
                walk.prices[need][held] *= theta * (5 - j) / 4
    for held in range(5):
        walk.prices[5][held] = walk.prices[3][held] * (beta if held == 2 else 1)
    _fill_walk(&walk, chows, pungs, pairs)
    memset(start, 0, sizeof(start))
    start[0] = start[1] = 1
    walk.places = places
    walk.lines = &lines[0, 0]
    with nogil:
        _walk(&walk, 0, 0, 0, 1, start)


def _outside_lines(double theta, double beta):
    """Lines of the sets and pairs with a terminal, by both ends of a suit."""
    cdef int low, high
    ends = np.zeros((2, 125, LINE), dtype=np.float32)
    _fill_lines(ends[0], theta, beta, (1, 0, 0), (1, 0, 0), (1, 0, 0), NULL)
    _fill_lines(ends[1], theta, beta, (1, 0, 0), (0, 0, 1), (0, 0, 1), NULL)
    out = np.zeros((125 * 125, LINE), dtype=np.float32)
    cdef float[:, :, ::1] of_ends = ends
    cdef float[:, ::1] lines = out
    for high in range(125):
        for low in range(125):
            multiply_lines(&of_ends[0, low, 0], &of_ends[1, high, 0], &lines[125 * high + low, 0])
    return out


def _digits():
    """Digits of each number of five base-5 digits: uint8, shape (3125, 8)."""
    digits = np.zeros((3125, 8), dtype=np.uint8)
    digits[:, :5] = np.arange(3125)[:, None] // 5 ** np.arange(5) % 5
    return digits


cdef class SoftCounts:
    """Soft counts for one price of a missing tile and one bonus for pungs. Use :func:`soft_counts`."""

    def __init__(self, Tables tables, double theta, double beta):
        cdef int held, live
        self.tables = tables
        self.soft.theta = <float>theta
        self.soft.places = &tables.form.number
        suits = np.zeros((int(tables.number.records.shape[0]), LINE), dtype=np.float32)
        _fill_lines(suits, theta, beta, 9 * (1,), 9 * (1,), 9 * (1,), &tables.form.number)
        honours = np.zeros((5**7, LINE), dtype=np.float32)
        _fill_lines(honours, theta, beta, 7 * (0,), 7 * (1,), 7 * (1,), NULL)
        four = np.zeros((5**4, LINE), dtype=np.float32)
        _fill_lines(four, theta, beta, 4 * (1,), 4 * (1,), 4 * (1,), NULL)
        self.arrays = (suits, honours, _outside_lines(theta, beta), four, _digits())
        self.soft.suits = <const float*>u8_of(self.arrays[0].view(np.uint8))
        self.soft.honours = <const float*>u8_of(self.arrays[1].view(np.uint8))
        self.soft.outside = <const float*>u8_of(self.arrays[2].view(np.uint8))
        self.soft.four = <const float*>u8_of(self.arrays[3].view(np.uint8))
        self.soft.digits = u8_of(self.arrays[4])
        for live in range(5):
            self.soft.price[live] = <float>(theta * live / 4)
            for held in range(5):
                self.soft.pung[held][live] = _price(theta, live, 3 - held) * (beta if held == 2 else 1)
                self.soft.pair[held][live] = _price(theta, live, 2 - held)
                self.soft.excess[held][live] = _excess(theta, held, live)

    def line(self, copies):
        """The line of the copies of nine kinds of a suit: float32, shape (16,)."""
        number = sum(int(n) * 5**i for i, n in enumerate(copies))
        return self.arrays[0][place(self.soft.places, number % 625, number // 625)]


cdef double _price(double theta, int live, int n):
    """Price of `n` more tiles of a kind of which some are live."""
    cdef double price = 1
    cdef int i
    for i in range(n):
        price *= theta * max(0, live - i) / 4
    return price


cdef double _excess(double theta, int held, int live):
    cdef double wanted
    if held == 4 or live >= 4 - held:
        return 0
    wanted = theta * (4 - held) / 4
    return (1 - live / <double>(4 - held)) * wanted / (1 - wanted)


@lru_cache(maxsize=4)
def soft_counts(tables, theta, beta):
    """Soft counts, built once for each pair of values."""
    return SoftCounts(tables, theta, beta)


# ---- tiles that are gone -------------------------------------------------------------------------------------

cdef void fill_corrected_suit(const lines_t* lines, int suit, uint32_t key, float* out) noexcept nogil:
    cdef const soft_t* soft = lines.soft
    cdef const float* plain = plain_suit(soft, key)
    cdef uint64_t high = word(soft.digits + 8 * (key >> 16))
    cdef uint64_t held = word(soft.digits + 8 * (key & 0xFFFF)) | high << 32     # of the first eight ranks
    cdef const uint8_t* live = lines.live + 9 * suit
    cdef int last = <int>(high >> 32), rank
    # A byte whose high bit is set for each rank of which some copies are neither held nor live.
    cdef uint64_t gone = ~(held + word(live) + <uint64_t>0x7C7C7C7C7C7C7C7C) & <uint64_t>0x8080808080808080
    cdef float loss[N_FIELDS]
    memset(loss, 0, sizeof(loss))
    if byte_sum(held) + last == MOST:
        gone = 0
        last = 4                 # there is no line with a tile more
    while gone:
        rank = lowest(gone) >> 3
        gone &= gone - 1
        add_gain(
            loss, soft.excess[(held >> 8 * rank) & 7][live[rank]], plain_suit(soft, key + tile_key(rank)), plain
        )
    if last + live[8] < 4:
        add_gain(loss, soft.excess[last][live[8]], plain_suit(soft, key + tile_key(8)), plain)
    take_off(out, plain, loss)


cdef void fill_honours(const lines_t* lines, uint32_t key, int without, float* out) noexcept nogil:
    cdef const soft_t* soft = lines.soft
    cdef const uint8_t* winds = soft.digits + 8 * (key & 0xFFFF)
    cdef const uint8_t* dragons = soft.digits + 8 * (key >> 16)
    cdef float pung, pair
    cdef int i, m, held, live
    memset(out, 0, N_FIELDS * sizeof(float))
    out[0] = 1
    for i in range(7):
        if without >> i & 1:
            continue
        held = winds[i] if i < 4 else dragons[i - 4]
        live = lines.live[27 + i] if lines.corrected else 4 - held
        pung = soft.pung[held][live]
        pair = soft.pair[held][live]
        for m in range(4, 0, -1):
            out[5 + m] += out[4 + m] * pung + out[m] * pair
            out[m] += out[m - 1] * pung
        out[5] += out[0] * pair
