"""A policy as the kernels see it: a function of a table and what it needs; and chance of its own."""

from libc.stdint cimport uint64_t

from mjcore.kernels._random cimport multiply
from mjcore.kernels._table_types cimport mind_t, table_t


# The action the actor takes, legal now. `data` is the policy's own.
ctypedef int (*decide_t)(const table_t* table, int seat, const void* data, mind_t* mind) noexcept nogil


cdef class Player:
    """A policy made ready for one rule set; each kind of policy is a subclass that sets both fields."""

    cdef decide_t decide
    cdef const void* data


cdef inline uint64_t next_word(mind_t* mind) noexcept nogil:
    """64 random bits (Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014)."""
    cdef uint64_t z
    mind.state += <uint64_t>0x9E3779B97F4A7C15
    z = mind.state
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)


cdef inline int below(mind_t* mind, int n) noexcept nogil:
    """A whole number below `n`, each exactly as likely."""
    cdef uint64_t high, low = multiply(next_word(mind), n, &high)
    while low < <uint64_t>n and low < (0 - <uint64_t>n) % <uint64_t>n:
        low = multiply(next_word(mind), n, &high)
    return <int>high


cdef inline double uniform(mind_t* mind) noexcept nogil:
    """A double from 0 up to 1."""
    return (next_word(mind) >> 11) * (1.0 / 9007199254740992.0)
