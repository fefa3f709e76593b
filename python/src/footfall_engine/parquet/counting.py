"""Counts the fixes of a folder that is divided by member, one bucket a processor."""

from __future__ import annotations

import datetime
import os
import pathlib
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds
import pyarrow.parquet as pq

from ..batches import MEMBERS_PER_CALL, slices, sorted_fixes
from ..engine import Engine, Policy, Results, latest
from ..errors import EngineError
from ..facilities import keys_of, with_keys
from ..schemas import COUNTED_VISITS, FIXES, STATES
from ..tables import milliseconds
from .folders import Completed, Path, local, marker, new, write_marker

Progress = Callable[["Summary", int, int], None]
"""Called after each bucket with what is done so far, the number of buckets done, and that of all."""


@dataclass(frozen=True)
class Summary:
    """What a run did. `visits` are rows: visits that are new or changed."""

    fixes: int = 0
    refused: int = 0
    members: int = 0
    visits: int = 0

    def __add__(self, other: Summary) -> Summary:
        return Summary(
            self.fixes + other.fixes,
            self.refused + other.refused,
            self.members + other.members,
            self.visits + other.visits,
        )


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
    source, target = local(fixes), new(state_out)
    divided = marker(source)
    if "batch" in divided:
        raise EngineError("folder", f"{source} has visits, expected fixes that `partition` divided")
    buckets = divided["buckets"]
    before = None if state_in is None else local(state_in)
    earlier = {"batch": 0} if before is None else marker(before)
    if before is not None and earlier.get("batch") is None:
        raise EngineError("folder", f"{before} has fixes and no states")
    if before is not None and earlier["buckets"] != buckets:
        raise EngineError(
            "folder",
            f"{source} has {buckets} buckets and {before} has {earlier['buckets']}; partition the fixes into as many",
        )
    known = {} if before is None else keys_of(pq.read_table(before / "keys.parquet"))
    table = with_keys(facilities, known)
    batch = earlier["batch"] + 1
    engine = Engine(table, policy, members=members, default_time_zone=default_time_zone, timers=timers)
    at = milliseconds(now if now is not None else datetime.datetime.now(datetime.timezone.utc))
    total, lock = Summary(), threading.Lock()
    done = 0

    with Completed(target) as partial:
        for name in ("visits", "events", "refused", "states"):
            (partial / name).mkdir()

        def count(bucket: int) -> None:
            nonlocal total, done
            expected = divided["fixes"].get(str(bucket), 0)
            counted = _Bucket(bucket, source, before, partial, batch).count(engine, at, timers, expected)
            with lock:
                total, done = total + counted, done + 1
                if progress is not None:
                    progress(total, done, buckets)

        with ThreadPoolExecutor(workers or len(os.sched_getaffinity(0))) as pool:
            futures = [pool.submit(count, bucket) for bucket in range(buckets)]
            try:
                for future in futures:
                    future.result()
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
        # Of those that are left out now, too: no other facility may get their keys.
        keys = known | keys_of(table)
        pq.write_table(
            pa.table({"id": list(keys), "key": pa.array(keys.values(), pa.int64())}), partial / "keys.parquet"
        )
        write_marker(partial, {"buckets": buckets, "batch": batch, "summary": asdict(total)})
    return total


def read_visits(folders: Path | Iterable[Path]) -> pa.Table:
    """Reads the visits of folders that `count_visits` wrote, as they are after the last: a row each, none withdrawn."""
    if isinstance(folders, str | os.PathLike):
        folders = [folders]
    parts = [
        ds.dataset(_counted(folder) / "visits", format="parquet", partitioning=_MONTHS).to_table() for folder in folders
    ]
    parts = [part.select(COUNTED_VISITS.names) for part in parts if "visit_id" in part.column_names]
    visits = latest(pa.concat_tables([COUNTED_VISITS.empty_table(), *parts]).sort_by("batch"))
    return visits.filter(pc.not_equal(visits["status"], "withdrawn"))


class _Bucket:
    """One bucket of a run."""

    def __init__(
        self, bucket: int, source: pathlib.Path, before: pathlib.Path | None, target: pathlib.Path, batch: int
    ) -> None:
        self._bucket, self._target, self._batch = bucket, target, batch
        self._source = source / f"bucket={bucket}"
        self._before = None if before is None else before / "states" / self._file

    @property
    def _file(self) -> str:
        return f"bucket-{self._bucket:04}.parquet"

    def count(self, engine: Engine, now: int, timers: bool, expected: int) -> Summary:
        fixes = self._fixes()
        if fixes.num_rows != expected:
            raise EngineError(
                "folder", f"{self._source} has {fixes.num_rows} fixes, expected {expected}; divide them again"
            )
        states = self._states()
        rows = {} if states is None else {member: row for row, member in enumerate(states["member"].to_pylist())}
        total = Summary(fixes=fixes.num_rows)
        refusals = []
        with pq.ParquetWriter(self._target / "states" / self._file, STATES, compression="zstd") as writer:
            visits, events = [], []

            def call(members: list[str], part: pa.Table) -> Results:
                found = [row for member in members if (row := rows.pop(member, None)) is not None]
                results = engine.advance(
                    part, states.take(pa.array(found, pa.int64())) if states is not None and found else None, now=now
                )
                writer.write_table(results.states)
                visits.append(results.visits)
                events.append(results.events)
                return results

            for members, part in slices(fixes):
                results = call(members, part)
                if results.refused.num_rows:
                    refused = part.take(results.refused["row"])
                    refusals.append(refused.append_column("problem", results.refused["problem"]))
                total += Summary(refused=results.refused.num_rows, members=len(members))
            if states is not None:
                if timers:
                    for part in _parts(_due(states.take(pa.array(rows.values(), pa.int64())), now)):
                        call(part, FIXES.empty_table())
                for part in _parts(list(rows)):
                    writer.write_table(states.take(pa.array([rows[member] for member in part], pa.int64())))
        return total + Summary(visits=self._write(visits, events, refusals))

    def _fixes(self) -> pa.Table:
        if not self._source.exists():
            return FIXES.empty_table()
        return sorted_fixes(ds.dataset(self._source, format="parquet").to_table())

    def _states(self) -> pa.Table | None:
        if self._before is None:
            return None
        return pq.read_table(self._before, schema=STATES)

    def _write(self, visits: list[pa.Table], events: list[pa.Table], refused: list[pa.Table]) -> int:
        count = 0
        if visits:
            table = pa.concat_tables(visits)
            count = table.num_rows
            if count:
                ds.write_dataset(
                    table.append_column("batch", pa.repeat(pa.scalar(self._batch, pa.int64()), count)),
                    self._target / "visits",
                    format="parquet",
                    partitioning=_MONTHS,
                    basename_template=self._file.replace(".parquet", "-{i}.parquet"),
                    existing_data_behavior="overwrite_or_ignore",
                )
            pq.write_table(pa.concat_tables(events), self._target / "events" / self._file)
        if refused:
            pq.write_table(pa.concat_tables(refused), self._target / "refused" / self._file)
        return count


_MONTHS = ds.partitioning(pa.schema([("month", pa.string())]), flavor="hive")


def _due(states: pa.Table, now: int) -> list[str]:
    due: list[str] = states.filter(pc.less_equal(states["due_at"].cast(pa.int64()), now))["member"].to_pylist()
    return due


def _parts(members: list[str]) -> Iterator[list[str]]:
    for start in range(0, len(members), MEMBERS_PER_CALL):
        yield members[start : start + MEMBERS_PER_CALL]


def _counted(folder: Path) -> pathlib.Path:
    counted = local(folder)
    if "batch" not in marker(counted):
        raise EngineError("folder", f"{counted} has fixes and no visits")
    return counted
