"""What goes wrong on a cluster: drivers and executors that are killed, and one member with a share of all fixes."""

import os
import pathlib
import random
import signal
import subprocess
import sys
import threading
import time

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import comparison
import world
from footfall_engine import Engine
from footfall_engine.batches import sorted_fixes
from footfall_engine.parquet import read_visits as read_folder
from footfall_engine.spark import count_visits, read_visits

PROGRAM = pathlib.Path(__file__).with_name("stream_program.py")


@pytest.mark.parametrize("kills", [2, pytest.param(12, marks=pytest.mark.long)])
def test_a_stream_whose_driver_is_killed_counts_each_fix_once(town, spark, tmp_path, kills):
    seed = int(os.environ.get("FOOTFALL_TEST_SEED", "1"))
    print(f"seed {seed}")
    chance = random.Random(seed)
    (tmp_path / "fixes").mkdir()
    for number, (_, fixes) in enumerate(town.days()):
        file = tmp_path / "fixes" / f"{number}.parquet"
        pq.write_table(fixes, file, coerce_timestamps="us")
        # The order of a stream of files is that of their times.
        os.utime(file, (1_780_000_000 + number, 1_780_000_000 + number))
    pq.write_table(town.facilities, tmp_path / "facilities.parquet")
    folder = tmp_path / "counted"
    command = [
        sys.executable, PROGRAM, tmp_path / "fixes", tmp_path / "facilities.parquet", folder, tmp_path / "checkpoint",
    ]  # fmt: skip

    def batches() -> int:
        return len(list((folder / "batches").glob("*"))) if (folder / "batches").exists() else 0

    killed = 0
    for _ in range(kills):
        run = subprocess.Popen(list(map(str, command)), stderr=subprocess.PIPE, start_new_session=True)
        # Somewhere in a batch: after it has begun to write.
        seen = batches()
        while run.poll() is None and batches() <= seen + chance.randint(0, 1):
            time.sleep(0.02)
        time.sleep(chance.uniform(0, 2))
        if run.poll() is None:
            os.killpg(run.pid, signal.SIGKILL)
            killed += 1
        run.wait()
    assert killed > 0
    last = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    assert last.returncode == 0, last.stderr[-2000:]
    expected = comparison.day_after_day(Engine(town.facilities), town)
    assert comparison.differences(expected, read_visits(spark, str(folder)).toArrow()) == []
    print(f"{killed} kills, {batches()} folders for {len(town.days())} batches")


@pytest.mark.long
def test_a_member_with_a_share_of_all_fixes(spark, tmp_path):
    # One member's fixes are 1 % of all, a hundred times those of another.
    town = world.make(7, members=60, days=4)
    one = town.fixes.filter(pa.compute.equal(town.fixes["member"], "member-000"))
    step, parts = 4 * world.DAY_MS, []
    for number in range(100):
        part = one
        for name in ("timestamp", "received_at"):
            moved = pa.compute.add(one[name].cast(pa.int64()), number * step).cast(pa.timestamp("ms", "UTC"))
            part = part.set_column(part.column_names.index(name), name, moved)
        parts.append(part)
    fixes = pa.concat_tables([town.fixes.filter(pa.compute.not_equal(town.fixes["member"], "member-000")), *parts])
    pq.write_table(fixes, tmp_path / "fixes.parquet", coerce_timestamps="us")
    expected = Engine(town.facilities).visits(sorted_fixes(fixes))
    counted = count_visits(spark.read.parquet(str(tmp_path / "fixes.parquet")), town.facilities).visits.toArrow()
    assert comparison.differences(expected, comparison.standing(counted)) == []


_ROWS = """
fixes = spark.read.parquet(folder + "/fixes.parquet")
count_visits(fixes, facilities, partitions=8).visits.write.parquet(folder + "/visits")
"""
_BUCKETS = """
partition(folder + "/fixes.parquet", folder + "/divided", buckets=8)
count_buckets(spark, folder + "/divided", facilities, state_out=folder + "/counted")
"""


@pytest.mark.long
@pytest.mark.parametrize("way", [_ROWS, _BUCKETS], ids=["rows", "buckets"])
def test_a_killed_executor_changes_nothing(tmp_path, way):
    """On a cluster of two workers, each a process of its own; one is killed while it counts."""
    town = world.make(8, members=80, days=6)
    pq.write_table(town.fixes, tmp_path / "fixes.parquet", coerce_timestamps="us")
    pq.write_table(town.facilities, tmp_path / "facilities.parquet")
    code = """
import sys, local_spark, pyarrow.parquet as pq
from footfall_engine.parquet import partition
from footfall_engine.spark import count_buckets, count_visits
folder = sys.argv[1]
facilities = pq.read_table(folder + "/facilities.parquet")
spark = local_spark.session({"spark.executor.memory": "700m"}, "local-cluster[2,1,1024]")
"""
    environment = os.environ | {"PYTHONPATH": str(PROGRAM.parent)}
    run = subprocess.Popen(
        [sys.executable, "-c", code + way, str(tmp_path)], env=environment, stderr=subprocess.PIPE, text=True
    )
    output: list[str] = []
    reader = threading.Thread(target=lambda: output.extend(run.stderr), daemon=True)
    reader.start()
    killed = False
    deadline = time.monotonic() + 120
    while not killed and run.poll() is None and time.monotonic() < deadline:
        # A worker of Python evaluates: its executor is busy.
        family = _family(run.pid)
        executors = [process for process, line in family.items() if "CoarseGrainedExecutorBackend" in line]
        busy = [process for process, line in family.items() if "pyspark.daemon" in line]
        if len(busy) >= 2 and executors:
            os.kill(executors[0], signal.SIGKILL)
            killed = True
        time.sleep(0.05)
    assert run.wait(timeout=300) == 0, "".join(output)[-3000:]
    assert killed
    if way == _BUCKETS:
        counted = read_folder(tmp_path / "counted")
        assert sorted(file.name for file in tmp_path.glob("counted*")) == ["counted"]
    else:
        parts = [pq.read_table(file) for file in (tmp_path / "visits").glob("*.parquet")]
        counted = comparison.standing(pa.concat_tables(parts))
    expected = Engine(town.facilities).visits(sorted_fixes(town.fixes))
    assert comparison.differences(expected, counted) == []


def _family(root: int) -> dict[int, str]:
    """The command lines of a process and of all that it has started."""
    parents, lines = {}, {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                fields = pathlib.Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()
                lines[int(entry)] = pathlib.Path(f"/proc/{entry}/cmdline").read_text()
            except OSError:
                continue
            parents[int(entry)] = int(fields[1])
    family = {root}
    while grown := {process for process, parent in parents.items() if parent in family} - family:
        family |= grown
    return {process: lines[process] for process in family if process in lines}
