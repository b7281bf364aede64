"""The tables of a form, held by Python and read by kernels through one C struct."""

from mjcore.encoding._types cimport form_t


cdef class Tables:
    cdef form_t form
    cdef readonly object spec      # mjcore.tables.forms.Form
    cdef readonly object merge     # mjcore.tables.merge.MergeTables
    cdef readonly object number    # mjcore.tables.suits.SuitTable
    cdef readonly object honours
