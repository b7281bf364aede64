"""The loader: suit tables from the file, merge tables from their builder, pointers for the kernels."""

from functools import lru_cache

import numpy as np

from libc.stdint cimport uint8_t, uint16_t, uint32_t

from mjcore.encoding._types cimport DIFFERENT_PAIRS, NO_PAIRS, QUADS_ARE_TWO_PAIRS, suit_table_t

from mjcore.tables import families, files, forms, merge, suits

# Pointers into arrays that their owner keeps alive; `copy=False` refuses arrays that lie otherwise.

PAIRS = {"none": NO_PAIRS, "quads": QUADS_ARE_TWO_PAIRS, "different": DIFFERENT_PAIRS}


cdef const uint8_t* u8_of(array) except NULL:
    cdef const uint8_t[::1] view = np.reshape(array, -1, copy=False)
    return &view[0]


cdef const uint16_t* _u16(array) except NULL:
    cdef const uint16_t[::1] view = np.reshape(array, -1, copy=False)
    return &view[0]


cdef const uint32_t* _u32(array) except NULL:
    cdef const uint32_t[::1] view = np.reshape(array, -1, copy=False)
    return &view[0]


cdef suit_table_t _suit(table) except *:
    cdef suit_table_t out
    out.base = _u32(table.base)
    out.order = _u16(table.order)
    out.classes = u8_of(table.classes)
    out.records = _u32(table.records)
    out.rows = u8_of(table.rows)
    out.useful_base = _u32(table.useful_base)
    out.useful = _u16(table.useful)
    out.partition_start = _u32(table.partition_start)
    out.partitions = u8_of(table.partitions)
    return out


cdef class Tables:
    """All that the kernels look up for one form; immutable. Use :func:`tables_of`."""

    def __init__(self, spec, number, honours):
        self.spec = spec
        self.number = number
        self.honours = honours
        self.merge = merged = merge.merge_tables(number, honours, spec)
        self.form.number = _suit(number)
        self.form.honours = _suit(honours)
        self.form.honour_classes = _u16(merged.honour_classes)
        self.form.left = _u16(merged.left)
        self.form.right = _u16(merged.right)
        self.form.final = u8_of(merged.final)
        self.form.beside_number = _u16(merged.beside_number)
        self.form.beside_honours = _u16(merged.beside_honours)
        self.form.optimal_number = _u16(merged.optimal_number)
        self.form.optimal_honours = _u16(merged.optimal_honours)
        self.form.left_rows = u8_of(merged.left_states.any_main)
        self.form.right_rows = u8_of(merged.right_states.any_main)
        for i, pattern in enumerate(families.knitted_patterns()):
            self.form.patterns[i] = sum(1 << kind for kind in pattern)
        self.form.n_honour_classes = merged.right.shape[1]
        self.form.n_left = merged.final.shape[0]
        self.form.n_right = merged.final.shape[1]
        self.form.n_beside_number = merged.optimal_number.shape[1]
        self.form.n_beside_honours = merged.optimal_honours.shape[1]
        self.form.standard = spec.standard
        self.form.pairs = PAIRS[spec.seven_pairs]
        self.form.orphans = spec.orphans
        self.form.honors_and_knitted = spec.honors_and_knitted
        self.form.knitted_straight = spec.knitted_straight
        self.form.min_main_tiles = spec.min_main_tiles
        self.form.kong_tiles_counted = spec.kong_tiles_counted
        self.form.honours_one_suit = spec.honours_one_suit
        self.form.pair_must_be_main = spec.pair_must_be_main
        self.form.honour_chow_starts = sum(1 << start for start in honours.suit.chow_starts)

    @property
    def nbytes(self):
        """Bytes of all its arrays; the suit tables are shared with other forms."""
        arrays = [getattr(table, name) for table in (self.number, self.honours) for name in table.ARRAYS]
        arrays += [value for value in vars(self.merge).values() if isinstance(value, np.ndarray)]
        return sum(array.nbytes for array in arrays)


@lru_cache(maxsize=None)
def suit_table(name):
    """The suit table ``"number"``, ``"honours"`` or ``"honours_with_runs"``, read or built once."""
    if name == "honours_with_runs":
        return suits.build(suits.HONOURS_WITH_RUNS)
    return files.load(name)


@lru_cache(maxsize=64)
def _tables(spec):
    return Tables(spec, suit_table("number"), suit_table("honours_with_runs" if spec.honour_runs else "honours"))


def tables_of(rules):
    """Tables of a rule set or a form, made once a process."""
    return _tables(forms.form_of(rules))
