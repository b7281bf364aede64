"""The policy that plays Chinese Official Mahjong by the value of its plans."""

from mjcore.encoding._types cimport form_t
from mjcore.kernels._mcr_state cimport dials_t
from mjcore.kernels._mcr_scores cimport McrScorer
from mjcore.kernels._mcr_types cimport mcr_t
from mjcore.kernels._policy cimport Player
from mjcore.kernels._soft_counts cimport SoftCounts, soft_t
from mjcore.tables._tables cimport Tables


cdef struct value_t:             # what a player of this kind goes by
    const soft_t* soft
    const form_t* form
    const mcr_t* mcr
    dials_t dials


cdef class McrValuePlayer(Player):
    cdef value_t value
    cdef McrScorer scorer
    cdef Tables tables
    cdef SoftCounts counts
