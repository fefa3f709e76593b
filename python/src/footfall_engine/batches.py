"""Divides rows by members, so that a part of them is evaluated at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from .errors import EngineError
from .schemas import FIXES
from .tables import as_table

# What a call is given at most: some tens of megabytes of fixes, and of states, which have up to 70 kB each.
FIXES_PER_CALL = 200_000
MEMBERS_PER_CALL = 2_000
BYTES_PER_CALL = 64 << 20


def sorted_fixes(fixes: Any) -> pa.Table:
    """Returns fixes sorted by member, device and time; a fix without a device has that of its member.

    `fixes` is a table as `Engine.visits` takes it.
    """
    fixes = as_table(fixes, FIXES, decodes=False)
    if "member" not in fixes.column_names or "timestamp" not in fixes.column_names:
        # The engine says which column is missing.
        return as_table(fixes, FIXES)
    has_devices = "device" in fixes.column_names
    if has_devices and fixes["device"].null_count:
        fixes = as_table(fixes, FIXES)
        place = fixes.column_names.index("device")
        member = fixes["member"].cast(fixes["device"].type)
        fixes = fixes.set_column(place, "device", pc.coalesce(fixes["device"], member))
    fixes = fixes.unify_dictionaries()
    keys = {"member": _codes(fixes["member"])}
    if has_devices:
        keys["device"] = _codes(fixes["device"])
    keys["timestamp"] = fixes["timestamp"]
    # Numbers are sorted several times faster than texts.
    return as_table(fixes.take(pc.sort_indices(pa.table(keys), [(name, "ascending") for name in keys])), FIXES)


def _codes(texts: pa.ChunkedArray) -> pa.Array:
    """Returns numbers in the order of the texts, which have one dictionary or none."""
    encoded = texts.combine_chunks()
    if not pa.types.is_dictionary(encoded.type):
        encoded = pc.dictionary_encode(encoded)
    return pc.rank(encoded.dictionary, tiebreaker="dense").take(encoded.indices)


def newest_states(states: pa.Table, batch: str) -> pa.Table:
    """Returns the state of each member that the latest batch wrote, by a column with the batches' numbers.

    Raises `value` where a batch has two states of a member.
    """
    if states.num_rows == 0:
        return states
    pairs = states.group_by(["member", batch]).aggregate([([], "count_all")])
    if pairs.num_rows < states.num_rows:
        twice = pairs.filter(pc.greater(pairs["count_all"], 1))["member"][0]
        raise EngineError("value", f"the member {twice} has two states; pass those of the last batch")
    keys = pa.table({"member": _codes(states["member"]), "batch": states[batch]})
    ordered = states.take(pc.sort_indices(keys, [("member", "ascending"), ("batch", "ascending")]))
    return ordered.take([end - 1 for end in runs(ordered["member"])[1]])


def runs(column: pa.ChunkedArray) -> tuple[list[Any], list[int]]:
    """Returns the values of a column, one for each run of equal ones, and where the runs end."""
    encoded = pc.run_end_encode(column.combine_chunks())
    return encoded.values.to_pylist(), encoded.run_ends.to_pylist()


def slices(fixes: pa.Table) -> Iterator[tuple[list[str], pa.Table]]:
    """Divides sorted fixes between members: each part is small enough for a call, or is one member's."""
    if fixes.num_rows == 0:
        return
    members, ends = runs(fixes["member"])
    first, start = 0, 0
    for place, end in enumerate(ends):
        following = ends[place + 1] if place + 1 < len(ends) else None
        if following is None or following - start > FIXES_PER_CALL or place + 1 - first >= MEMBERS_PER_CALL:
            yield members[first : place + 1], fixes.slice(start, end - start)
            first, start = place + 1, end


def whole_members(batches: Iterable[pa.RecordBatch], by: str = "member") -> Iterator[pa.Table]:
    """Joins record batches into tables that have all rows with the same value of a column, which are together in them.

    The column is the member, or a hash of it. Holds no more than a call needs, or the rows of one value. Raises `order`
    where a value returns.
    """
    held: list[pa.RecordBatch] = []
    count = size = 0
    seen: set[Any] = set()

    def checked(values: list[Any], rows: pa.Table) -> pa.Table:
        for value in values:
            if value in seen:
                raise EngineError("order", f"rows of the {by} {value} are apart; sort the rows by member and device")
            seen.add(value)
        return rows

    for batch in batches:
        if batch.num_rows == 0:
            continue
        held.append(batch)
        count, size = count + batch.num_rows, size + batch.nbytes
        if count < FIXES_PER_CALL and size < BYTES_PER_CALL:
            continue
        if held[0][by][0] == batch[by][-1]:
            # All of them are of one value: there is nothing to divide yet.
            continue
        table = pa.Table.from_batches(held)
        values, ends = runs(table[by])
        if len(values) > 1:
            yield checked(values[:-1], table.slice(0, ends[-2]))
            held = table.slice(ends[-2]).to_batches()
            count, size = table.num_rows - ends[-2], sum(rest.nbytes for rest in held)
    if held:
        table = pa.Table.from_batches(held)
        yield checked(runs(table[by])[0], table)
