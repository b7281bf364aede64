"""The policy that takes any legal action, each as likely."""

from libc.stdint cimport uint64_t

from mjcore.encoding._bits cimport lowest, popcount
from mjcore.kernels._policy cimport Player, below
from mjcore.kernels._table_actions cimport plain_actions
from mjcore.kernels._table_types cimport (
    DISCARD_READY, DISCARD_TILE, EXPOSE_FLOWER, FIRST_FLOWER, MAKE_ADDED_KONG, MAKE_CONCEALED_KONG, PASS, TURN, legal_t,
    mind_t, table_t,
)


cdef class RandomPlayer(Player):
    """Takes any legal action, each as likely."""

    def __init__(self):
        self.decide = _decide


cdef inline int _nth(uint64_t mask, int n) noexcept nogil:
    """The bit number `n` from below, counted from 0."""
    while n:
        mask &= mask - 1
        n -= 1
    return lowest(mask)


cdef int _decide(const table_t* table, int seat, const void* data, mind_t* mind) noexcept nogil:
    cdef const legal_t* legal = &table.legal
    cdef uint64_t masks[7]
    cdef int sizes[7]
    cdef int i, n, all = 0
    if table.decision == TURN and legal.discards and not (
        legal.ready_discards | legal.concealed_kongs | legal.added_kongs | legal.flowers | legal.flower_discards
        | legal.win | legal.decline
    ):
        return DISCARD_TILE + _nth(legal.discards, below(mind, popcount(legal.discards)))
    masks[0] = plain_actions(legal)
    masks[1] = legal.flowers
    masks[2] = legal.discards
    masks[3] = legal.flower_discards
    masks[4] = legal.ready_discards
    masks[5] = legal.concealed_kongs
    masks[6] = legal.added_kongs
    for i in range(7):
        sizes[i] = popcount(masks[i])
        all += sizes[i]
    n = below(mind, all)
    for i in range(7):
        if n < sizes[i]:
            return _FIRST[i] + _nth(masks[i], n)
        n -= sizes[i]
    return PASS


cdef int[7] _FIRST
_FIRST[:] = [
    0, EXPOSE_FLOWER, DISCARD_TILE, DISCARD_TILE + FIRST_FLOWER, DISCARD_READY, MAKE_CONCEALED_KONG, MAKE_ADDED_KONG,
]
