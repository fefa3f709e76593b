"""Divides fixes by a hash of their member."""

from __future__ import annotations

import os
import pathlib
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds
import pyarrow.parquet as pq

from ..batches import runs
from ..engine import check_columns
from ..errors import EngineError
from ..schemas import FIXES
from ..tables import as_table
from .folders import Completed, Path, local, new, write_marker


def bucket_of(member: str, buckets: int) -> int:
    """Returns the bucket of a member: the CRC-32 of its UTF-8, modulo the number of buckets."""
    return zlib.crc32(member.encode()) % buckets


def partition(source: Any, target: Path, *, buckets: int = 64) -> int:
    """Divides fixes into `buckets` folders of Parquet files by a hash of their member; returns the number of fixes.

    `source` is a Parquet file, a folder of them (with the columns of all), a table, or a `pyarrow.dataset.Dataset`.
    About a million rows are in memory at a time. A bucket is the part that `count_visits` has in memory: some million
    fixes.
    """
    if buckets < 1:
        raise EngineError("argument", f"{buckets} buckets, expected one or more")
    target = new(target)
    dataset = source if isinstance(source, ds.Dataset) else _dataset(source)
    schema = as_table(dataset.schema.empty_table(), FIXES).schema
    # What a run over the buckets would refuse is refused here.
    check_columns(schema)
    with Completed(target) as partial, _Divider(partial, schema, buckets) as divider:
        held: list[pa.RecordBatch] = []
        count = 0
        for batch in _in_order(dataset):
            held.append(batch)
            count += batch.num_rows
            if count >= _ROWS_DIVIDED:
                divider.write(pa.Table.from_batches(held))
                held, count = [], 0
        if count:
            divider.write(pa.Table.from_batches(held))
        divider.close()
        write_marker(partial, {"buckets": buckets, "fixes": divider.counts})
    return sum(divider.counts.values())


_ROWS_DIVIDED = 1_000_000


def _dataset(source: Any) -> ds.Dataset:
    if isinstance(source, pa.Table):
        return ds.dataset(source)
    folder = local(source)
    if not folder.exists():
        raise EngineError("folder", f"{folder} does not exist")
    files = ds.dataset(folder, format="parquet", partitioning="hive")
    try:
        schema = pa.unify_schemas([files.schema, *(part.physical_schema for part in files.get_fragments())])
    except pa.ArrowTypeError as problem:
        raise EngineError("column", f"the files of {folder} have columns of different types: {problem}") from problem
    # Names of folders that are no column of fixes, as that of a day, are only how the files lie.
    inside = {name for part in files.get_fragments() for name in part.physical_schema.names}
    fields = [field for field in schema if field.name in inside or field.name in FIXES.names]
    return files.replace_schema(pa.schema(fields))


def _in_order(dataset: ds.Dataset) -> Iterator[pa.RecordBatch]:
    """Reads a row group at a time: a scan of the whole dataset reads gigabytes ahead of a slow reader."""
    try:
        fragments = list(dataset.get_fragments())
    except ValueError:
        # One that is filtered has no fragments.
        yield from dataset.to_batches(batch_size=65_536, batch_readahead=1, fragment_readahead=1)
        return
    for fragment in fragments:
        parts = fragment.split_by_row_group() if isinstance(fragment, ds.ParquetFileFragment) else [fragment]
        for part in parts:
            yield from part.to_batches(schema=dataset.schema, batch_size=65_536)


class _Divider:
    """The open files of a folder of buckets, one each."""

    def __init__(self, folder: pathlib.Path, schema: pa.Schema, buckets: int) -> None:
        self._folder, self._schema, self._buckets = folder, schema, buckets
        # Times and coordinates hardly repeat: a dictionary of them takes longer, and more space.
        texts = (pa.string(), pa.large_string())
        self._texts = [field.name for field in schema if field.type in texts]
        self._writers: dict[int, pq.ParquetWriter] = {}
        self.counts: dict[int, int] = {}
        self._pool = ThreadPoolExecutor(len(os.sched_getaffinity(0)))

    def __enter__(self) -> _Divider:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._pool.shutdown()
        for writer in self._writers.values():
            writer.close()

    def write(self, rows: pa.Table) -> None:
        rows = as_table(rows, FIXES).cast(self._schema)
        members = pc.dictionary_encode(rows["member"].combine_chunks())
        if members.null_count:
            raise EngineError("value", "a row has no member")
        places = pa.array([bucket_of(member, self._buckets) for member in members.dictionary.to_pylist()], pa.int32())
        column = places.take(members.indices)
        # Rows that are in the order of their times stay in it.
        order = pc.sort_indices(column)
        divided, (buckets, ends) = rows.take(order), runs(pa.chunked_array([column.take(order)]))
        starts = [0, *ends[:-1]]
        for bucket in buckets:
            if bucket not in self._writers:
                folder = self._folder / f"bucket={bucket}"
                folder.mkdir()
                self._writers[bucket] = pq.ParquetWriter(
                    folder / "fixes.parquet", self._schema, compression="zstd", use_dictionary=self._texts
                )
        for bucket, start, end in zip(buckets, starts, ends, strict=True):
            self.counts[bucket] = self.counts.get(bucket, 0) + end - start
        parts = [divided.slice(start, end - start) for start, end in zip(starts, ends, strict=True)]
        list(self._pool.map(lambda bucket, part: self._writers[bucket].write_table(part), buckets, parts))
        # What threads have freed is otherwise kept by each of them.
        pa.default_memory_pool().release_unused()
