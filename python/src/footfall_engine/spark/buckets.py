"""Counts a folder that is divided by member, with the workers of Spark.

They read and write Parquet themselves: no row passes through Java.
"""

from __future__ import annotations

import datetime
import pathlib
import shutil
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import pyarrow as pa
from pyspark.sql import SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

from ..engine import Engine, Policy
from ..errors import EngineError
from ..parquet.bucket import Bucket
from ..parquet.folders import Completed, Path, new
from ..parquet.run import Run, Summary, begin, make_folders
from .counting import shared


def count_buckets(
    spark: SparkSession,
    fixes: Path,
    facilities: Any,
    policy: Policy = "standard",
    state_in: Path | None = None,
    *,
    state_out: Path,
    members: Mapping[str, Sequence[str]] | None = None,
    default_time_zone: str = "UTC",
    now: datetime.datetime | int | None = None,
    timers: bool = False,
    tasks: int | None = None,
) -> Summary:
    """Counts the fixes of a folder that `footfall_engine.parquet.partition` wrote, and writes the folder `state_out`.

    The same as `footfall_engine.parquet.count_visits`, with the workers of Spark in place of threads: the folders are
    those of that job, in a file system that the driver and all workers have under the same path, as the same user. Each
    of `tasks` (default: four for each processor that Spark has now) counts some buckets, one in memory at a time. What
    a task wrote that failed, or ran twice, is left out. What is wrong with a bucket is raised in the worker, as Spark's
    `PythonException`.
    """
    if tasks is not None and tasks < 1:
        raise EngineError("argument", f"{tasks} tasks, expected one or more")
    target = new(state_out)
    run, engine = begin(
        fixes, facilities, policy, state_in,
        members=members, default_time_zone=default_time_zone, now=now, timers=timers,
    )  # fmt: skip
    with Completed(target) as partial:
        make_folders(partial)
        # Beside it: a task that Spark has given up may still write.
        attempts = partial.with_name(f"{partial.name}-attempts")
        attempts.mkdir()
        try:
            task = _Task(run, shared(spark, engine), attempts)
            # Starting a task costs some 25 ms; of several for each processor a slow one delays the end by little.
            parts = min(run.buckets, tasks or 4 * spark.sparkContext.defaultParallelism)
            done = spark.range(0, run.buckets, 1, parts).mapInArrow(task, from_arrow_schema(_DONE)).collect()
            total = Summary()
            for row in done:
                for file in row.files:
                    moved = partial / file
                    moved.parent.mkdir(exist_ok=True)
                    (attempts / row.attempt / file).rename(moved)
                total += Summary(row.fixes, row.refused, row.members, row.visits)
            run.complete(partial, total)
        finally:
            _remove(attempts)
    return total


_DONE = pa.schema(
    [("attempt", pa.string()), ("files", pa.list_(pa.string()))]
    + [(name, pa.int64()) for name in ("fixes", "refused", "members", "visits")]
)


class _Task:
    """Counts buckets in a worker, each into a folder of this attempt."""

    def __init__(self, run: Run, engine: Callable[[], Engine], attempts: pathlib.Path) -> None:
        self._run, self._engine, self._attempts = run, engine, attempts

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for bucket in batch["id"].to_pylist():
                folder = self._attempts / f"{bucket:04}-{uuid.uuid4().hex[:8]}"
                folder.mkdir()
                try:
                    make_folders(folder)
                    summary = Bucket(self._run, bucket, folder).count(self._engine())
                except BaseException:
                    shutil.rmtree(folder, ignore_errors=True)
                    raise
                files = [str(file.relative_to(folder)) for file in folder.rglob("*.parquet")]
                yield pa.RecordBatch.from_pylist(
                    [{"attempt": folder.name, "files": files} | asdict(summary)], schema=_DONE
                )


def _remove(folder: pathlib.Path) -> None:
    """Removes a folder into which tasks of a failed run may still write for some seconds."""
    for _ in range(50):
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            return
        time.sleep(0.1)
