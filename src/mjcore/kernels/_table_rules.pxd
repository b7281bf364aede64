"""A rule set as the machine reads it."""

from mjcore.kernels._table_types cimport play_rules_t
from mjcore.tables._tables cimport Tables


cdef class TableRules:
    """Keeps alive what the struct points at."""

    cdef play_rules_t rules
    cdef readonly Tables tables
    cdef readonly object scorer
