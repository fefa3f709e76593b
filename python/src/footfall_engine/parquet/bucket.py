"""The evaluation of one bucket: the fixes and the states of its members."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds
import pyarrow.parquet as pq

from ..batches import MEMBERS_PER_CALL, slices, sorted_fixes
from ..engine import Engine, Results
from ..errors import EngineError
from ..schemas import FIXES, STATES
from .run import Run, Summary

# The texts of fixes are sorted by their codes, as they are in the files.
_CODED = ds.ParquetFileFormat(dictionary_columns=[field.name for field in FIXES if field.type == pa.string()])

MONTHS = ds.partitioning(pa.schema([("month", pa.string())]), flavor="hive")


class Bucket:
    """A bucket, and where its results are written."""

    def __init__(self, run: Run, number: int, target: pathlib.Path) -> None:
        self._run, self._number, self._target = run, number, target
        self._source = run.source / f"bucket={number}"

    @property
    def _file(self) -> str:
        return f"bucket-{self._number:04}.parquet"

    def count(self, engine: Engine) -> Summary:
        """Evaluates the bucket, and writes its results to a folder that has those of `make_folders`.

        Raises `folder` where it has another number of fixes than the run expects.
        """
        fixes, now = self._fixes(), self._run.now
        expected = self._run.fixes.get(str(self._number), 0)
        if fixes.num_rows != expected:
            raise EngineError(
                "folder", f"{self._source} has {fixes.num_rows} fixes, expected {expected}; divide them again"
            )
        states = self._states()
        rows = {} if states is None else {member: row for row, member in enumerate(states["member"].to_pylist())}
        total = Summary(fixes=fixes.num_rows)
        refusals = []
        with self._states_writer() as writer:
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
                if self._run.timers:
                    for part in _parts(_due(states.take(pa.array(rows.values(), pa.int64())), now)):
                        call(part, FIXES.empty_table())
                for part in _parts(list(rows)):
                    writer.write_table(states.take(pa.array([rows[member] for member in part], pa.int64())))
        return total + Summary(visits=self._write(visits, events, refusals))

    def _states_writer(self) -> pq.ParquetWriter:
        # No two members or states are equal.
        return pq.ParquetWriter(self._target / "states" / self._file, STATES, compression="zstd", use_dictionary=False)

    def _fixes(self) -> pa.Table:
        if not self._source.exists():
            return FIXES.empty_table()
        return sorted_fixes(ds.dataset(self._source, format=_CODED).to_table())

    def _states(self) -> pa.Table | None:
        if self._run.before is None:
            return None
        return pq.read_table(self._run.before / "states" / self._file, schema=STATES)

    def _write(self, visits: list[pa.Table], events: list[pa.Table], refused: list[pa.Table]) -> int:
        count = 0
        if visits:
            table = pa.concat_tables(visits)
            count = table.num_rows
            table = table.append_column("batch", pa.repeat(pa.scalar(self._run.batch, pa.int64()), count))
            # Not by `write_dataset`, which makes its folder again where it was deleted while a task of Spark still ran.
            for month in pc.unique(table["month"]).to_pylist():
                folder = self._target / "visits" / f"month={month}"
                folder.mkdir(exist_ok=True)
                rows = table.filter(pc.equal(table["month"], month)).drop_columns(["month"])
                pq.write_table(rows, folder / self._file)
            pq.write_table(pa.concat_tables(events), self._target / "events" / self._file)
        if refused:
            pq.write_table(pa.concat_tables(refused), self._target / "refused" / self._file)
        return count


def _due(states: pa.Table, now: int) -> list[str]:
    due: list[str] = states.filter(pc.less_equal(states["due_at"].cast(pa.int64()), now))["member"].to_pylist()
    return due


def _parts(members: list[str]) -> Iterator[list[str]]:
    for start in range(0, len(members), MEMBERS_PER_CALL):
        yield members[start : start + MEMBERS_PER_CALL]
