"""All plans of a hand of Chinese Official Mahjong, added up."""

from mjcore.kernels._mcr_chows cimport add_chow_plans, add_knitted_straights
from mjcore.kernels._mcr_flushes cimport add_dragons, add_four_ranks, add_outside, add_suits
from mjcore.kernels._mcr_kinds cimport add_different, add_orphans, add_pairs, add_pungs
from mjcore.kernels._mcr_pungs cimport add_pung_plans


cdef void evaluate(state_t* state) noexcept nogil:
    add_chow_plans(state)
    add_knitted_straights(state)
    add_suits(state)
    add_pungs(state)
    add_pairs(state)
    add_different(state)
    add_orphans(state)
    add_outside(state)           # left aside if it is little beside what came before
    add_four_ranks(state)
    add_dragons(state)
    add_pung_plans(state)
