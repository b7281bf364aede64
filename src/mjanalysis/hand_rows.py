"""Hands played as tidy rows: from the records of `mjcore` to columns, to a Parquet part, and back.

What there was none of is empty: a winner, a payer, the source of a winning tile, the turn in which a seat was
ready. Columns that each seat has end in its number. `fans_low`, `fans_high` and `fan_counts` are the fans as
the records have them; `mjcore.record_fans` spreads them.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
from pyarrow import parquet

import mjcore as mj
from mjcore.encoding.layout import CIRCUMSTANCES, SOURCES

__all__ = [
    "FAN_COLUMNS", "NEVER", "NOBODY", "SEATS", "WINDS", "columns_of", "frame_of", "records_of", "rows_of",
    "seat_columns", "written",
]  # fmt: skip

SEATS = range(4)
NOBODY = -1  #: in records and arrays of columns; empty in frames and files
NEVER = 255  #: likewise

WINDS = ("E", "S", "W", "N")

#: Columns whose values are one of several names.
LABELS = {"outcome": mj.OUTCOMES, "source": SOURCES, "prevalent_wind": WINDS}

#: Columns that can be empty, and what stands for it in arrays.
EMPTY = {"winner": NOBODY, "payer": NOBODY} | {f"ready_turn_{seat}": NEVER for seat in SEATS}

#: Fields of records with a number for each seat, and fields with one bit for each.
BY_SEAT = ("deal_shanten", "ready_turn", "refused", "chows", "pungs", "kongs", "flowers", "points")
BITS_BY_SEAT = {"won": "winners", "declared": "declared"}

#: What tells the fans of the winner.
FAN_COLUMNS = ("fans_low", "fans_high", "fan_counts", "winner", *(f"flowers_{seat}" for seat in SEATS))

#: Where the marks of a part stand in its file.
KEY = b"mjanalysis"


def seat_columns(name: str) -> list[str]:
    """The columns of a notion that each seat has.

    >>> seat_columns("points")
    ['points_0', 'points_1', 'points_2', 'points_3']
    """
    return [f"{name}_{seat}" for seat in SEATS]


def rows_of(
    records: np.ndarray, *, hands: bool = False, more: Mapping[str, np.ndarray] | None = None
) -> pa.Table:
    """Records of hands as a table, one row a hand.

    Parameters
    ----------
    records : ndarray of RECORD_DTYPE
    hands : bool
        Whether the winning hands are among the columns, 44 bytes each.
    more : mapping of str to ndarray, optional
        Columns that come first.

    Returns
    -------
    pyarrow.Table
    """
    won = records["winner"] >= 0
    columns: dict[str, Any] = dict(more or {})
    columns["outcome"] = _labels("outcome", records["outcome"])
    for name in ("winner", "payer"):
        columns[name] = pa.array(records[name], mask=records[name] == NOBODY)
    columns["source"] = _labels("source", records["hand"]["source"], empty=~won)
    columns["dealer"] = records["dealer"]
    columns["prevalent_wind"] = _labels("prevalent_wind", records["prevalent_wind"])
    columns |= {name: records[name] for name in ("draws", "discards", "base", "multiplier", "flower_points")}
    for name, bit in CIRCUMSTANCES.items():
        columns[name] = won & (records["hand"]["circumstances"] & bit > 0)
    for name, field in BITS_BY_SEAT.items():
        columns |= {f"{name}_{seat}": records[field] >> seat & 1 == 1 for seat in SEATS}
    for name in BY_SEAT:
        columns |= {f"{name}_{seat}": records[name][:, seat] for seat in SEATS}
    for name in seat_columns("ready_turn"):
        columns[name] = pa.array(columns[name], mask=columns[name] == NEVER)
    columns["fans_low"], columns["fans_high"] = records["fans"][:, 0], records["fans"][:, 1]
    columns["fan_counts"] = records["fan_counts"]
    if hands:
        columns["winning_hand"] = _packed_hands(records["hand"], won)
    return pa.table({name: _plain(values) for name, values in columns.items()})


def _labels(name: str, codes: np.ndarray, empty: np.ndarray | None = None) -> pa.DictionaryArray:
    indices = pa.array(codes.astype(np.int8), mask=empty)
    return pa.DictionaryArray.from_arrays(indices, pa.array(LABELS[name]))


def _packed_hands(hands: np.ndarray, won: np.ndarray) -> pa.Array:
    """The bytes of each row of `HAND_DTYPE`; empty where nobody won."""
    is_there = pa.array(won).buffers()[1]
    content = pa.py_buffer(np.ascontiguousarray(hands).tobytes())
    return pa.Array.from_buffers(pa.binary(mj.HAND_DTYPE.itemsize), len(hands), [is_there, content])


def _plain(values: Any) -> Any:
    return pa.array(np.ascontiguousarray(values)) if isinstance(values, np.ndarray) else values


def written(table: pa.Table, marks: Mapping[str, Any]) -> bytes:
    """The table as the content of a Parquet file that says what it is part of.

    Parameters
    ----------
    table : pyarrow.Table
    marks : mapping
        Of the part; plain values.
    """
    metadata = {KEY: json.dumps(dict(marks), sort_keys=True).encode()}
    out = io.BytesIO()
    parquet.write_table(
        table.replace_schema_metadata(metadata),
        out,
        compression="zstd",
        write_statistics=False,
        write_page_checksum=True,
    )
    return out.getvalue()


def columns_of(source: Any, names: Iterable[str]) -> dict[str, np.ndarray]:
    """Columns of a part as arrays: names as their codes, and `NOBODY` or `NEVER` where it is empty.

    Parameters
    ----------
    source : path or binary file
        A Parquet part.
    names : iterable of str

    Returns
    -------
    dict of str to ndarray
    """
    table = parquet.read_table(source, columns=list(names), page_checksum_verification=True)
    return {name: _array(name, table.column(name).combine_chunks()) for name in names}


def _array(name: str, column: Any) -> np.ndarray:
    if name in LABELS:
        names = column.dictionary.to_pylist()
        codes = np.array([LABELS[name].index(label) for label in names] + [NOBODY], dtype=np.int8)
        return codes[column.indices.fill_null(len(names)).to_numpy()]
    if name in EMPTY:
        column = column.fill_null(EMPTY[name])
    return column.to_numpy(zero_copy_only=False)


def frame_of(table: pa.Table, first: int = 0) -> pd.DataFrame:
    """A table of rows as a frame; `first` is the number of its first row."""
    small = {pa.int8(): pd.Int8Dtype(), pa.uint8(): pd.UInt8Dtype()}
    emptiable = table.select([name for name in EMPTY if name in table.column_names])
    rest = table.drop_columns(emptiable.column_names)
    frame = pd.concat([rest.to_pandas(), emptiable.to_pandas(types_mapper=small.get)], axis=1)
    frame = frame[table.column_names]
    for name, labels in LABELS.items():
        if name in frame:
            frame[name] = frame[name].cat.set_categories(labels)
    frame.index = pd.RangeIndex(first, first + len(frame))
    return frame


def records_of(columns: Mapping[str, np.ndarray]) -> np.ndarray:
    """As much of the records as `mjcore.record_fans` asks for, from columns of a part.

    Parameters
    ----------
    columns : mapping
        `FAN_COLUMNS`.
    """
    fields = {name: mj.RECORD_DTYPE[name] for name in ("fans", "fan_counts", "winner", "flowers")}
    records = np.empty(len(columns["winner"]), dtype=list(fields.items()))
    records["fans"] = np.stack([columns["fans_low"], columns["fans_high"]], axis=-1)
    records["fan_counts"], records["winner"] = columns["fan_counts"], columns["winner"]
    records["flowers"] = np.stack([columns[name] for name in seat_columns("flowers")], axis=-1)
    return records
