"""Makes Arrow tables of what callers have: pandas, polars, DuckDB, dictionaries, or Arrow itself."""

from __future__ import annotations

import datetime
import numbers
from typing import Any

import pyarrow as pa

from .errors import EngineError


def as_table(rows: Any, schema: pa.Schema, *, decodes: bool = True) -> pa.Table:
    """Returns rows as a table with the types that the engine reads, where only the representation differs.

    Takes a pyarrow Table or RecordBatch, a pandas DataFrame (without its index), anything with `__arrow_c_stream__`
    (polars, DuckDB), or a dictionary of columns. Dictionaries are decoded (with `decodes` false only those of views, or
    with a null), views become plain texts, whole numbers of a measure get decimals, and a column without any value the
    type that is expected. A wrong type, and an unknown column, are left for the engine to refuse.
    """
    if isinstance(rows, pa.Table):
        table = rows
    elif isinstance(rows, pa.RecordBatch):
        table = pa.Table.from_batches([rows])
    elif isinstance(rows, dict):
        table = pa.table(rows)
    elif type(rows).__module__.partition(".")[0] == "pandas":
        table = pa.Table.from_pandas(rows, preserve_index=False)
    elif hasattr(rows, "__arrow_c_stream__"):
        table = pa.table(rows)
    else:
        raise EngineError(
            "argument",
            f"a {type(rows).__name__} is no table; pass one of pyarrow, pandas or polars, or a dictionary of columns",
        )
    expected = {field.name: field.type for field in schema}
    columns = []
    for field, values in zip(table.schema, table.columns, strict=True):
        if pa.types.is_dictionary(values.type):
            if not decodes and _is_plain(values):
                columns.append(values)
                continue
            values = _decoded(values)
        kind = expected.get(field.name)
        has_values = len(values) == 0 or values.null_count < len(values)
        if kind is None or kind == values.type or has_values:
            kind = _plain(values.type, field.name, kind)
            columns.append(values if kind == values.type else values.cast(kind))
        else:
            # Whatever a reader made of a column without values.
            columns.append(pa.chunked_array([pa.nulls(len(values), kind)]))
    return pa.table(columns, names=table.column_names)


def _is_plain(values: pa.ChunkedArray) -> bool:
    """Whether the dictionaries have texts that can be sorted, and no null."""
    is_text = values.type.value_type in (pa.string(), pa.large_string())
    return is_text and not any(chunk.dictionary.null_count for chunk in values.chunks)


def _decoded(values: pa.ChunkedArray) -> pa.ChunkedArray:
    # Views can't be decoded, so the texts become plain ones before.
    kind = _plain(values.type.value_type, "", None)
    chunks = [pa.DictionaryArray.from_arrays(chunk.indices, chunk.dictionary.cast(kind)) for chunk in values.chunks]
    return pa.chunked_array([chunk.dictionary_decode() for chunk in chunks], kind)


_MEASURES = {"accuracy", "speed", "course", "altitude", "battery", "radius_m"}


def _plain(kind: pa.DataType, name: str, expected: pa.DataType | None) -> pa.DataType:
    """Returns the type that holds the same values and is read by the engine."""
    if pa.types.is_null(kind):
        return expected or pa.string()
    if pa.types.is_integer(kind) and name in _MEASURES:
        # A reader of CSV makes whole numbers of measures that happen to have no decimals.
        return pa.float64()
    if kind == pa.string_view():
        return pa.large_string()
    if kind == pa.binary_view():
        return pa.large_binary()
    return kind


def as_batch(table: pa.Table) -> pa.RecordBatch:
    """Returns the one batch of a table."""
    batches = table.combine_chunks().to_batches()
    if len(batches) > 1:
        # Texts of more than 2 GiB do not fit into one array with offsets of 32 bits.
        large = pa.schema([field.with_type(_LARGE.get(field.type, field.type)) for field in table.schema])
        batches = table.cast(large).combine_chunks().to_batches()
    if not batches:
        return pa.RecordBatch.from_arrays([pa.array([], field.type) for field in table.schema], schema=table.schema)
    return batches[0]


_LARGE = {pa.string(): pa.large_string(), pa.binary(): pa.large_binary()}


def milliseconds(time: Any) -> int:
    """Returns milliseconds since 1970 of a `datetime` with a zone, or of a number of milliseconds."""
    if isinstance(time, numbers.Integral):
        return int(time)
    if not isinstance(time, datetime.datetime):
        raise EngineError("argument", f"now is a {type(time).__name__}, expected a datetime or milliseconds since 1970")
    if time.tzinfo is None:
        raise EngineError(
            "argument", "now is a time without a time zone, expected one with it, or milliseconds since 1970"
        )
    return int(round(time.timestamp() * 1000))
