"""Counts the fixes of a DataFrame.

Spark divides and sorts the rows by member; the engine is called for whole members in the workers, by `mapInArrow`.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_schema

from ..batches import newest_states, sorted_fixes, whole_members
from ..engine import Engine, Policy, check_columns
from ..errors import EngineError
from ..facilities import with_keys
from ..schemas import EVENTS, FACILITIES, STATES, VISITS
from ..tables import as_table, milliseconds

# Of a row that is evaluated: whether it is a fix or a state, a hash of its member, and the batch that wrote the state.
_IS_FIX, _HASH, BATCH = "footfall_is_fix", "footfall_hash", "footfall_batch"


class Counted(NamedTuple):
    """The tables of one batch. They are computed when they are used, all from `rows`: persist that to use several."""

    visits: DataFrame
    events: DataFrame
    states: DataFrame | None
    """Of members with fixes, and of those of whom something was due. None where the facilities have no `key`."""
    refused: DataFrame
    """Member, device and time of the fixes that could not be used, with the reason."""
    rows: DataFrame


def count_visits(
    fixes: DataFrame,
    facilities: Any,
    policy: Policy = "standard",
    state: DataFrame | None = None,
    *,
    members: Mapping[str, Sequence[str]] | None = None,
    default_time_zone: str = "UTC",
    now: datetime.datetime | int | None = None,
    timers: bool = False,
    partitions: int | None = None,
    presorted: bool = False,
) -> Counted:
    """Counts the visits of fixes after the states of earlier calls, a row for each member.

    `facilities` is held by the driver. Spark divides the members between `partitions` (default: its own number). With
    `presorted`, fixes that are divided by member already, and sorted by member, device and time, are not shuffled;
    there is no `state` then. Raises `order` where a member is in two partitions, as where Spark has split a file
    (`spark.sql.files.maxPartitionBytes`), for which it reads the column of members once more; another wrong order
    raises it in the worker, as Spark's `PythonException`.
    """
    if presorted and state is not None:
        raise EngineError("argument", "presorted fixes cannot be joined with states; leave `presorted` out")
    check_fixes(fixes)
    table = as_table(facilities, FACILITIES)
    has_keys = "key" in table.column_names
    if state is not None and not has_keys:
        raise EngineError("column", "the facilities have no column `key`, by which states refer to them")
    engine = Engine(with_keys(table), policy, members=members, default_time_zone=default_time_zone, timers=timers)
    at = milliseconds(now if now is not None else datetime.datetime.now(datetime.timezone.utc))
    if presorted:
        _check_divided(fixes)
    rows = fixes if presorted else arranged(fixes, state, at, timers, partitions)
    counted = evaluated(rows, shared(fixes.sparkSession, engine), fixes.columns, at)
    return counted if has_keys else counted._replace(states=None)


def check_fixes(fixes: DataFrame) -> None:
    """Raises `column` for columns that are missing, unknown or of a wrong type, before anything is computed."""
    # Naive times of Spark (TIMESTAMP_NTZ) are no instants, and which zone is meant cannot be known.
    for field in fixes.schema.fields:
        if field.dataType.typeName() == "timestamp_ntz":
            raise EngineError("column", f"the column `{field.name}` has times without a zone; cast it to timestamp")
    check_columns(fixes.limit(0).toArrow().schema)


def _check_divided(fixes: DataFrame) -> None:
    parts = fixes.select("member", F.spark_partition_id().alias("part")).distinct()
    apart = parts.groupBy("member").count().where("count > 1").limit(1).collect()
    if apart:
        raise EngineError("order", f"the member {apart[0].member} is in several partitions; leave `presorted` out")


def shared(spark: SparkSession, engine: Engine) -> Callable[[], Engine]:
    """Returns a function that gives the engine in any worker, where it is opened once."""
    broadcast = spark.sparkContext.broadcast(engine)
    return lambda: broadcast.value


def arranged(fixes: DataFrame, state: DataFrame | None, now: int, timers: bool, partitions: int | None) -> DataFrame:
    """Returns the rows that are evaluated, divided by member, with those of a member together.

    Spark sorts by a hash only: a number, which it sorts without comparing rows. The worker sorts a member's rows.
    """
    rows = fixes.withColumn(_IS_FIX, F.lit(True))
    if state is not None:
        wanted = fixes.select("member")
        if timers:
            wanted = wanted.union(state.where(F.col("due_at") <= F.timestamp_millis(F.lit(now))).select("member"))
        found = state.join(wanted.distinct(), "member", "left_semi").withColumn(_IS_FIX, F.lit(False))
        if BATCH not in state.columns:
            found = found.withColumn(BATCH, F.lit(0).cast("long"))
        rows = found.unionByName(rows, allowMissingColumns=True)
    rows = rows.repartition(partitions, "member") if partitions else rows.repartition("member")
    return rows.withColumn(_HASH, F.xxhash64("member")).sortWithinPartitions(_HASH)


def evaluated(rows: DataFrame, engine: Callable[[], Engine], fixes: Sequence[str], now: int) -> Counted:
    """Returns the tables of rows that are arranged, or sorted; `fixes` are the columns of the fixes among theirs."""
    evaluation = _Evaluation(engine, list(fixes), _HASH in rows.columns, now)
    results = rows.mapInArrow(evaluation, from_arrow_schema(_ROWS))
    visits, events, states, refused = (
        results.where(F.col(name).isNotNull()).select(f"{name}.*") for name in _ROWS.names
    )
    return Counted(visits, events, states, refused, results)


def _in_spark(schema: pa.Schema) -> pa.DataType:
    """Returns the rows of a table as a struct in the types that Spark has."""
    kinds = {pa.timestamp("ms", "UTC"): pa.timestamp("us", "UTC"), pa.large_binary(): pa.binary()}
    return pa.struct([field.with_type(kinds.get(field.type, field.type)) for field in schema])


_REFUSED = pa.schema(
    [
        ("member", pa.string()),
        ("device", pa.string()),
        ("timestamp", pa.timestamp("us", "UTC")),
        ("problem", pa.string()),
    ]
)
# One table carries the four: a column for each, and in a row one of them.
_ROWS = pa.schema(
    [
        ("visit", _in_spark(VISITS)),
        ("event", _in_spark(EVENTS)),
        ("state", _in_spark(STATES)),
        ("refused", pa.struct(list(_REFUSED))),
    ]
)


class _Evaluation:
    """Evaluates the rows of a partition in a worker."""

    def __init__(self, engine: Callable[[], Engine], fixes: list[str], is_arranged: bool, now: int) -> None:
        self._engine, self._fixes, self._arranged, self._now = engine, fixes, is_arranged, now

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        engine = self._engine()
        for rows in whole_members(batches, by=_HASH if self._arranged else "member"):
            fixes, states = rows.select(self._fixes), None
            if self._arranged:
                fixes = fixes.filter(rows[_IS_FIX])
                if BATCH in rows.column_names:
                    states = newest_states(rows.filter(pc.invert(rows[_IS_FIX])), BATCH).select(STATES.names)
                fixes = sorted_fixes(fixes)
            results = engine.advance(fixes, states, now=self._now)
            refused = results.refused
            if refused.num_rows:
                bad = fixes.take(refused["row"])
                device = bad["device"] if "device" in bad.column_names else bad["member"]
                times = bad["timestamp"]
                if pa.types.is_integer(times.type):
                    times = times.cast(pa.timestamp("ms", "UTC"))
                refused = pa.table([bad["member"], device, times, refused["problem"]], names=_REFUSED.names)
            for name, table in zip(_ROWS.names, (results.visits, results.events, results.states, refused), strict=True):
                yield from _wrapped(table, name)


def _wrapped(table: pa.Table, name: str) -> Iterator[pa.RecordBatch]:
    """Returns the rows of a table as rows of all tables."""
    kind = _ROWS.field(name).type
    if table.num_rows == 0:
        return
    plain = table.cast(pa.schema(list(kind)))
    for batch in plain.combine_chunks().to_batches(max_chunksize=10_000):
        columns = [
            pa.StructArray.from_arrays(batch.columns, fields=list(kind))
            if field.name == name
            else pa.nulls(batch.num_rows, field.type)
            for field in _ROWS
        ]
        yield pa.RecordBatch.from_arrays(columns, schema=_ROWS)
