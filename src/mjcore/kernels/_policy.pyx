"""The base of all policies."""


cdef class Player:
    pass
