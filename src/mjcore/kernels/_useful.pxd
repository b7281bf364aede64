"""Useful tiles of one hand."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.encoding._types cimport form_t


cdef uint64_t concealed_useful(
    const form_t* form, const uint8_t* copies, const uint32_t* head, const uint32_t* tail
) noexcept nogil
