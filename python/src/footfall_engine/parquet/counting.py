"""Counts the fixes of a folder that is divided by member, one bucket a processor."""

from __future__ import annotations

import datetime
import os
import pathlib
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds

from ..engine import Policy, latest
from ..errors import EngineError
from ..schemas import COUNTED_VISITS
from .bucket import MONTHS, Bucket
from .folders import Completed, Path, local, marker, new
from .run import Summary, begin, make_folders

Progress = Callable[[Summary, int, int], None]
"""Called after each bucket with what is done so far, the number of buckets done, and that of all."""


def count_visits(
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
    workers: int | None = None,
    progress: Progress | None = None,
) -> Summary:
    """Counts the fixes of a folder that `partition` wrote, and writes the folder `state_out`.

    That has `visits/month=YYYY-MM` (rows that are new or changed, with the number of the run as `batch`), `events`,
    `refused` and `states`, and is `state_in` for the next fixes, which may have late ones among them. It appears when
    all of it is written: a run that was interrupted left nothing, and is started again. `workers` are threads (default:
    one for each processor), each with one bucket in memory. Facilities without `key` get keys that the folder keeps.
    """
    if workers is not None and workers < 1:
        raise EngineError("argument", f"{workers} workers, expected one or more")
    target = new(state_out)
    run, engine = begin(
        fixes, facilities, policy, state_in,
        members=members, default_time_zone=default_time_zone, now=now, timers=timers,
    )  # fmt: skip
    total, lock = Summary(), threading.Lock()
    done = 0

    with Completed(target) as partial:
        make_folders(partial)

        def count(bucket: int) -> None:
            nonlocal total, done
            counted = Bucket(run, bucket, partial).count(engine)
            with lock:
                total, done = total + counted, done + 1
                if progress is not None:
                    progress(total, done, run.buckets)

        with ThreadPoolExecutor(workers or len(os.sched_getaffinity(0))) as pool:
            futures = [pool.submit(count, bucket) for bucket in range(run.buckets)]
            try:
                for future in futures:
                    future.result()
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
        run.complete(partial, total)
    return total


def read_visits(folders: Path | Iterable[Path]) -> pa.Table:
    """Reads the visits of folders that `count_visits` wrote, as they are after the last: a row each, none withdrawn."""
    if isinstance(folders, str | os.PathLike):
        folders = [folders]
    parts = [
        ds.dataset(_counted(folder) / "visits", format="parquet", partitioning=MONTHS).to_table() for folder in folders
    ]
    parts = [part.select(COUNTED_VISITS.names) for part in parts if "visit_id" in part.column_names]
    visits = latest(pa.concat_tables([COUNTED_VISITS.empty_table(), *parts]).sort_by("batch"))
    return visits.filter(pc.not_equal(visits["status"], "withdrawn"))


def _counted(folder: Path) -> pathlib.Path:
    counted = local(folder)
    if "batch" not in marker(counted):
        raise EngineError("folder", f"{counted} has fixes and no visits")
    return counted
