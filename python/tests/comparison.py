"""Compares visits of two ways of counting, column by column."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from footfall_engine.batches import sorted_fixes
from footfall_engine.engine import Engine, latest
from world import World

COMPARED = [
    "member",
    "device",
    "facility",
    "entered_at",
    "dwelled_at",
    "exited_at",
    "status",
    "evidence",
    "counted",
    "month",
    "verdict",
    "confidence",
    "proven_seconds",
    "bridged_seconds",
    "runner_up",
    "doubts",
]


def differences(one: pa.Table, other: pa.Table, *, ids: bool = True, columns: list[str] = COMPARED) -> list[str]:
    """Returns a line for each visit that differs, or that only one of them has.

    Without `ids`, visits are matched by member, facility and time of entry: a visit keeps the id under which it was
    first reported, which is another one where its first fixes came a day later.
    """
    names = ["visit_id"] if ids else ["member", "facility", "entered_at"]
    left, right = _by(one, names, columns), _by(other, names, columns)
    return [
        f"{visit}: {left.get(visit)} beside {right.get(visit)}"
        for visit in sorted(left.keys() | right.keys())
        if left.get(visit) != right.get(visit)
    ]


def _by(visits: pa.Table, names: list[str], columns: list[str]) -> dict[tuple[object, ...], dict[str, object]]:
    times = {name: pa.timestamp("ms", "UTC") for name in ("entered_at", "dwelled_at", "exited_at")}
    table = visits.select(list(dict.fromkeys([*names, *columns])))
    table = table.cast(pa.schema([field.with_type(times.get(field.name, field.type)) for field in table.schema]))
    found = {tuple(row[name] for name in names): {name: row[name] for name in columns} for row in table.to_pylist()}
    assert len(found) == table.num_rows, "a visit occurs twice"
    return found


def standing(visits: pa.Table) -> pa.Table:
    """Returns the visits that were not withdrawn."""
    return visits.filter(pc.not_equal(visits["status"], "withdrawn"))


def day_after_day(engine: Engine, town: World) -> pa.Table:
    """Returns the visits that the engine counts with the states of the day before."""
    states, visits = None, []
    for end, fixes in town.days():
        results = engine.advance(sorted_fixes(fixes), states, now=end)
        states = results.states if states is None else _joined(states, results.states)
        visits.append(results.visits)
    return standing(latest(pa.concat_tables(visits)))


def _joined(before: pa.Table, after: pa.Table) -> pa.Table:
    kept = before.filter(pc.invert(pc.is_in(before["member"], after["member"])))
    return pa.concat_tables([kept, after])
