"""The tables of a form, held by Python and read by kernels through one C struct."""

from libc.stdint cimport uint8_t

from mjcore.encoding._types cimport form_t

cdef const uint8_t* u8_of(array) except NULL   # into an array that its owner keeps alive


cdef class Tables:
    cdef form_t form
    cdef readonly object spec      # mjcore.tables.forms.Form
    cdef readonly object merge     # mjcore.tables.merge.MergeTables
    cdef readonly object number    # mjcore.tables.suits.SuitTable
    cdef readonly object honours
