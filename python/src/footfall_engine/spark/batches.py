"""Counts one batch after another into a folder: for days, and for streams by `foreachBatch`.

A folder has `batches` (visits, events, refused rows and states of each one) and `commits`: a row of JSON for each batch
that is complete.
"""

from __future__ import annotations

import datetime
import json
import os
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from pyspark import StorageLevel
from pyspark.errors import AnalysisException
from pyspark.sql import DataFrame, SparkSession, Window
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_schema

from ..engine import Engine, Policy
from ..errors import EngineError
from ..facilities import keys_of, with_keys
from ..schemas import COUNTED_VISITS, FACILITIES, STATES
from ..tables import as_table, milliseconds
from .counting import BATCH, arranged, check_fixes, evaluated, shared

BATCHES_WITH_STATES = 24
"""After so many batches the states of all members are written together again."""


class BatchCounter:
    """Counts batches of fixes into a folder, which is any path that Spark writes to. Raises `EngineError`.

    Visits, events and states of a batch are committed together, under its number: a batch that was interrupted is
    counted again, one that was committed is not. Facilities without `key` get keys that the folder keeps. Only one
    program at a time may write to a folder. `now` of a batch is the time of the call, unless `count` is told another.
    """

    def __init__(
        self,
        folder: str | os.PathLike[str],
        facilities: Any,
        policy: Policy = "standard",
        *,
        members: Mapping[str, Sequence[str]] | None = None,
        default_time_zone: str = "UTC",
        timers: bool = False,
        partitions: int | None = None,
    ) -> None:
        self._folder = _plain(folder)
        self._facilities = as_table(facilities, FACILITIES)
        self._policy, self._members, self._default_time_zone = policy, members, default_time_zone
        self._timers, self._partitions = timers, partitions
        self._known: dict[str, int] = {}
        self._keys: dict[str, int] = {}
        self._engine: Callable[[], Engine] | None = None

    def count(self, fixes: DataFrame, number: int, *, now: datetime.datetime | int | None = None) -> bool:
        """Counts the batch `number` after those before it; returns whether it was written.

        Numbers ascend. The last one again changes nothing: Spark passes a batch again whose commit it does not know of.
        Raises `order` for a number before, or the last number of another stream: its checkpoint was lost.
        """
        check_fixes(fixes)
        spark = fixes.sparkSession
        commits = _commits(spark, self._folder)
        last = commits[-1] if commits else None
        stream = spark.sparkContext.getLocalProperty("sql.streaming.queryId")
        if last is not None and number <= last.number:
            if number == last.number and stream == last.stream:
                return False
            raise EngineError(
                "order",
                f"the batch {number} of another stream, or an earlier one, follows the batch {last.number} of "
                f"{self._folder}; its fixes would be lost: where a checkpoint was lost, begin a new folder too",
            )
        engine = self._opened(spark, last)
        at = milliseconds(now if now is not None else datetime.datetime.now(datetime.timezone.utc))
        state = None if last is None else _states(spark, self._folder, last.states)
        rows = arranged(fixes, state, at, self._timers, self._partitions)
        counted = evaluated(rows, engine, fixes.columns, at)
        name = f"batches/{number:010}-{uuid.uuid4().hex[:8]}"
        target = f"{self._folder}/{name}"
        counted.rows.persist(StorageLevel.MEMORY_AND_DISK)
        try:
            batch = F.lit(number).cast("long")
            counted.visits.withColumn("batch", batch).write.parquet(f"{target}/visits")
            counted.events.write.parquet(f"{target}/events")
            counted.refused.write.parquet(f"{target}/refused")
            assert counted.states is not None
            states = counted.states.withColumn(BATCH, batch)
            with_states = [*last.states, name] if last is not None else [name]
            if state is not None and len(with_states) > BATCHES_WITH_STATES:
                states, with_states = _newest(state.unionByName(states)), [name]
            states.write.parquet(f"{target}/states")
        finally:
            counted.rows.unpersist()
        keys = self._keep_keys(spark, last, name)
        _Commit(number, name, with_states, keys, stream).write(spark, self._folder)
        self._known = self._keys
        return True

    def _keep_keys(self, spark: SparkSession, last: _Commit | None, name: str) -> str:
        """Writes the facilities' keys where they are not those of the last batch; returns the batch that has them."""
        if last is not None and self._known == self._keys:
            return last.keys
        keys = spark.createDataFrame(list(self._keys.items()), "id string, key long")
        keys.coalesce(1).write.parquet(f"{self._folder}/{name}/keys")
        return name

    def _opened(self, spark: SparkSession, last: _Commit | None) -> Callable[[], Engine]:
        if self._engine is None:
            if last is not None:
                rows = spark.read.parquet(f"{self._folder}/{last.keys}/keys").collect()
                self._known = {row.id: row.key for row in rows}
            table = with_keys(self._facilities, self._known)
            self._keys = self._known | keys_of(table)
            engine = Engine(
                table,
                self._policy,
                members=self._members,
                default_time_zone=self._default_time_zone,
                timers=self._timers,
            )
            self._engine = shared(spark, engine)
        return self._engine


def read_visits(spark: SparkSession, folder: str | os.PathLike[str]) -> DataFrame:
    """Returns the visits of a folder as they are after its last batch: a row each, none withdrawn.

    Raises `folder` where it has no batch yet.
    """
    folder = _plain(folder)
    parts = [f"{folder}/{commit.folder}/visits" for commit in _commits(spark, folder)]
    schema = from_arrow_schema(COUNTED_VISITS)
    if not parts:
        raise EngineError("folder", f"{folder} has no batch that was committed")
    visits = spark.read.schema(schema).parquet(*parts)
    newest = Window.partitionBy("visit_id").orderBy(F.desc("batch"))
    visits = visits.withColumn("newest", F.row_number().over(newest)).where("newest = 1").drop("newest")
    return visits.where("status <> 'withdrawn'")


def remove_unused(spark: SparkSession, folder: str | os.PathLike[str]) -> int:
    """Deletes what no commit names: interrupted batches, and states that later ones replace; returns their number.

    Not while a batch is counted into the folder. Raises `folder` where it has no batch yet.
    """
    folder = _plain(folder)
    commits = _commits(spark, folder)
    if not commits:
        raise EngineError("folder", f"{folder} has no batch that was committed")
    committed, needed = {commit.folder for commit in commits}, set(commits[-1].states)
    java: Any = spark._jvm
    hadoop = java.org.apache.hadoop
    path = hadoop.fs.Path(f"{folder}/batches")
    files = path.getFileSystem(spark._jsparkSession.sessionState().newHadoopConf())
    removed = 0
    for status in files.listStatus(path):
        name = f"batches/{status.getPath().getName()}"
        unused = status.getPath()
        if name in committed:
            if name in needed:
                continue
            unused = hadoop.fs.Path(status.getPath(), "states")
        removed += int(files.delete(unused, True))
    return removed


class _Commit(NamedTuple):
    """A complete batch: its folder, those that have the states after it, and the one that has the facilities' keys."""

    number: int
    folder: str
    states: list[str]
    keys: str
    stream: str | None
    """The id of the stream that passed the batch."""

    def write(self, spark: SparkSession, folder: str) -> None:
        # One file with one row, which Spark gives its name when it is complete.
        row = spark.createDataFrame([(json.dumps(self._asdict()),)], "value string").coalesce(1)
        row.write.mode("append").text(f"{folder}/commits")


def _plain(folder: str | os.PathLike[str]) -> str:
    """Returns a path that Spark reads as it writes it."""
    path = os.fspath(folder).rstrip("/")
    if found := set(path) & set("*?[]{}"):
        raise EngineError("folder", f"{path} has a {min(found)}, which Spark takes for a pattern; choose another name")
    return path


def _commits(spark: SparkSession, folder: str) -> list[_Commit]:
    try:
        rows = spark.read.text(f"{folder}/commits").collect()
    except AnalysisException as problem:
        if problem.getCondition() != "PATH_NOT_FOUND":
            raise
        return []
    commits = sorted((_Commit(**json.loads(row.value)) for row in rows), key=lambda commit: commit.number)
    numbers = [commit.number for commit in commits]
    if len(set(numbers)) < len(numbers):
        raise EngineError("folder", f"{folder} has a batch twice: two programs wrote to it")
    return commits


def _states(spark: SparkSession, folder: str, names: list[str]) -> DataFrame:
    schema = from_arrow_schema(STATES).add(BATCH, "long")
    return spark.read.schema(schema).parquet(*[f"{folder}/{name}/states" for name in names])


def _newest(states: DataFrame) -> DataFrame:
    newest = Window.partitionBy("member").orderBy(F.desc(BATCH))
    return states.withColumn("newest", F.row_number().over(newest)).where("newest = 1").drop("newest")
