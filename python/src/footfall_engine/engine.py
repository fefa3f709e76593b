"""The engine: fixes in, visits out."""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute

from ._library import Handle
from .errors import EngineError
from .facilities import with_keys
from .schemas import FACILITIES, FIXES, STATES
from .tables import as_batch, as_table, milliseconds

Policy = str | Mapping[str, Any]
"""`"standard"`, `"bare"`, or the keys of a policy file."""


class Results(NamedTuple):
    """The tables of one call; docs/engine.md lists their columns."""

    visits: pa.Table
    """Visits that are new or changed, a row each. A row replaces that of an earlier call with the same `visit_id`."""
    events: pa.Table
    states: pa.Table
    """All states of members that were passed or changed, for the next call."""
    refused: pa.Table
    """The rows of the fixes that could not be used (`row` counts from 0), with the reason."""


class Engine:
    """Counts visits. Immutable, and used from any number of threads, each of which gets on during a call.

    `facilities` is a table of facilities (`read_facilities` reads a file). `members` are the lists of members who may
    visit some facilities only; `default_time_zone` is for facilities without their own. With `timers`, a call also does
    what is due by its `now` for members without fixes. Raises `EngineError`.
    """

    def __init__(
        self,
        facilities: Any,
        policy: Policy = "standard",
        *,
        members: Mapping[str, Sequence[str]] | None = None,
        default_time_zone: str = "UTC",
        timers: bool = False,
    ) -> None:
        table = as_table(facilities, FACILITIES)
        self._has_keys = "key" in table.column_names
        self._facilities = as_batch(with_keys(table))
        for member, ids in (members or {}).items():
            if not isinstance(member, str) or isinstance(ids, str):
                raise EngineError("options", f"members: {member!r} has {ids!r}, expected a list of ids for a text")
        self._options = json.dumps(
            {
                "default_time_zone": default_time_zone,
                "policy": policy if isinstance(policy, str) else dict(policy),
                "members": {member: list(ids) for member, ids in (members or {}).items()},
                "timers": timers,
            }
        )
        self._handle = Handle(self._facilities, self._options)

    def __reduce__(self) -> tuple[Any, ...]:
        # Another process opens an engine of its own.
        return _reopened, (self._facilities, self._options, self._has_keys)

    def visits(self, fixes: Any) -> pa.Table:
        """Returns the visits in fixes, which are sorted by member and device, without those that were withdrawn."""
        visits = self._call(fixes, None, None).visits
        return visits.filter(pa.compute.not_equal(visits["status"], "withdrawn"))

    def advance(self, fixes: Any, states: Any = None, *, now: datetime.datetime | int | None = None) -> Results:
        """Evaluates fixes after the states of the last call, and returns what changed.

        `states` is the table of the last call, or a part of it that has the members of the fixes; None for the first
        one. `now` is when the fixes without `received_at` were received, a time with a zone or milliseconds since 1970;
        for days of the past, the end of the day. Raises `EngineError`; nothing has changed then.
        """
        if not self._has_keys:
            raise EngineError(
                "column",
                "the facilities have no column `key`, by which states refer to them; number them, and keep the numbers",
            )
        return self._call(fixes, states, now)

    def _call(self, fixes: Any, states: Any, now: datetime.datetime | int | None) -> Results:
        if now is None:
            now = datetime.datetime.now(datetime.timezone.utc)
        visits, events, states, refused = self._handle.advance(
            as_batch(as_table(fixes, FIXES)),
            None if states is None else as_batch(as_table(states, STATES)),
            milliseconds(now),
        )
        return Results(
            latest(pa.Table.from_batches([visits])),
            pa.Table.from_batches([events]),
            pa.Table.from_batches([states]),
            pa.Table.from_batches([refused]),
        )


def check_columns(fixes: pa.Schema) -> None:
    """Raises `column` where an engine would refuse a table of fixes with these columns."""
    Engine({"id": ["-"], "latitude": [0.1], "longitude": [0.1]}).visits(fixes.empty_table())


def _reopened(facilities: pa.RecordBatch, options: str, has_keys: bool) -> Engine:
    engine = Engine.__new__(Engine)
    engine._facilities, engine._options, engine._has_keys = facilities, options, has_keys
    engine._handle = Handle(facilities, options)
    return engine


def latest(visits: pa.Table) -> pa.Table:
    """Returns the last row of each visit, in the order of the rows."""
    last: dict[str, int] = {}
    for row, visit in enumerate(visits["visit_id"].to_pylist()):
        last[visit] = row
    return visits if len(last) == visits.num_rows else visits.take(sorted(last.values()))
