"""Reads facilities, and keeps the keys by which states refer to them."""

from __future__ import annotations

import pathlib
from collections.abc import Mapping
from typing import Any

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from .errors import EngineError
from .schemas import FACILITIES
from .tables import as_table

# Of what `footfall facilities export` writes, what does not matter for visits.
_DESCRIPTIONS = {"name", "address", "city", "state", "postal_code", "country"}


def read_facilities(file: str | pathlib.Path) -> pa.Table:
    """Reads a file of facilities: CSV as `footfall facilities export` writes it, or Parquet.

    `facility_id` is taken as `id`; columns that do not matter for visits (name, address) are left out.
    """
    file = pathlib.Path(file)
    types = {field.name: field.type for field in FACILITIES} | {"facility_id": pa.string()}
    options = pyarrow.csv.ConvertOptions(column_types=types, strings_can_be_null=True, null_values=[""])
    try:
        if file.suffix.lower() == ".parquet":
            table = pyarrow.parquet.read_table(file)
        else:
            table = pyarrow.csv.read_csv(file, convert_options=options)
    except pa.ArrowInvalid as problem:
        raise EngineError("value", f"{file} cannot be read as CSV or Parquet of facilities: {problem}") from problem
    if "id" not in table.column_names and "facility_id" in table.column_names:
        table = table.rename_columns(["id" if name == "facility_id" else name for name in table.column_names])
    if "id" not in table.column_names:
        raise EngineError("column", f"{file} has no column facility_id or id")
    if unknown := set(table.column_names) - set(FACILITIES.names) - _DESCRIPTIONS:
        raise EngineError("column", f"{file} has the unknown column {min(unknown)}; take it out, or correct its name")
    return as_table(table.select([name for name in FACILITIES.names if name in table.column_names]), FACILITIES)


def with_keys(facilities: Any, known: Mapping[str, int] | None = None) -> pa.Table:
    """Returns facilities with a column `key`: those of `known` keep theirs, others get the next free ones.

    A table that has the column must agree with `known`. Raises `value` where it does not.
    """
    table = as_table(facilities, FACILITIES)
    if "id" not in table.column_names:
        # The engine says so.
        return table
    known = known or {}
    if "key" in table.column_names:
        names = {key: name for name, key in known.items()}
        for name, key in keys_of(table).items():
            if known.get(name, key) != key:
                raise EngineError("value", f"the facility {name} has the key {key}, and {known[name]} in the states")
            if names.get(key, name) != name:
                raise EngineError("value", f"the key {key} of {name} is that of {names[key]} in the states")
        return table
    keys = dict(known)
    following = max(keys.values(), default=0) + 1
    column = []
    for name in table["id"].to_pylist():
        if name not in keys:
            keys[name] = following
            following += 1
        column.append(keys[name])
    return table.append_column("key", pa.array(column, pa.int64()))


def keys_of(facilities: pa.Table) -> dict[str, int]:
    """Returns the keys of facilities by their ids."""
    return dict(zip(facilities["id"].to_pylist(), facilities["key"].to_pylist(), strict=True))
