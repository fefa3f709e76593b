"""Visits counted by Spark."""

import pyarrow as pa
import pytest
from pyspark.errors import PythonException

import comparison
from footfall_engine import Engine, EngineError, parquet
from footfall_engine.batches import sorted_fixes
from footfall_engine.engine import latest
from footfall_engine.spark import BatchCounter, count_buckets, count_visits, read_visits, remove_unused


@pytest.fixture(scope="module")
def fixes(spark, source):
    return spark.read.parquet(*[file for file, _ in source])


@pytest.fixture(scope="module")
def engine(town):
    return Engine(town.facilities)


def test_a_batch_gives_the_visits_of_the_engine(town, engine, fixes):
    counted = count_visits(fixes, town.facilities)
    visits = comparison.standing(counted.visits.toArrow())
    assert comparison.differences(engine.visits(sorted_fixes(town.fixes)), visits) == []
    assert counted.refused.count() == 0


@pytest.mark.parametrize("partitions", [1, 7])
def test_the_number_of_partitions_changes_nothing(town, engine, fixes, partitions):
    counted = count_visits(fixes, town.facilities, partitions=partitions)
    visits = comparison.standing(counted.visits.toArrow())
    assert comparison.differences(engine.visits(sorted_fixes(town.fixes)), visits) == []


def test_events_and_states_are_those_of_the_engine(town, engine, fixes):
    results = engine.advance(sorted_fixes(town.fixes), now=1_774_000_000_000)
    counted = count_visits(fixes, town.facilities, now=1_774_000_000_000)

    def events(table):
        rows = table.select(["event_id", "kind", "visit_id", "facility"]).to_pylist()
        return sorted((row["event_id"], row["kind"], row["visit_id"], row["facility"]) for row in rows)

    assert events(counted.events.toArrow()) == events(results.events)
    states = {row.member: bytes(row.state) for row in counted.states.collect()}
    assert states == {row["member"]: row["state"] for row in results.states.to_pylist()}


def test_day_after_day_by_states_that_the_caller_keeps(town, engine, spark, source):
    (one, end), (two, later) = source[:2]
    first = count_visits(spark.read.parquet(one), town.facilities, now=end)
    second = count_visits(spark.read.parquet(two), town.facilities, state=first.states, now=later)
    (_, rows), (_, more) = town.days()[:2]
    expected = engine.advance(sorted_fixes(more), engine.advance(sorted_fixes(rows), now=end).states, now=later)
    assert comparison.differences(expected.visits, second.visits.toArrow()) == []


def test_unsorted_fixes_are_refused(town, spark, source):
    # Shuffled, and in one partition: nothing divides them by member.
    rows = spark.read.parquet(source[0][0]).coalesce(1)
    with pytest.raises(Exception, match=r"rows further up|are apart"):
        count_visits(rows, town.facilities, presorted=True).visits.count()


def test_sorted_fixes_are_not_shuffled(town, engine, spark):
    ordered = sorted_fixes(town.fixes)
    rows = spark.createDataFrame(ordered).coalesce(1)
    counted = count_visits(rows, town.facilities, presorted=True).visits
    assert "Exchange hashpartitioning" not in counted._jdf.queryExecution().toString()
    assert comparison.differences(engine.visits(ordered), comparison.standing(counted.toArrow())) == []


def test_refused_fixes_come_with_the_reason(town, spark, source):
    from pyspark.sql import functions as F

    rows = spark.read.parquet(source[0][0])
    latitude = F.when(F.col("accuracy") == 8, 123.0).otherwise(F.col("latitude"))
    refused = count_visits(rows.withColumn("latitude", latitude), town.facilities).refused
    assert refused.count() == rows.where("accuracy = 8").count()
    assert refused.columns == ["member", "device", "timestamp", "problem"]
    times = {row.timestamp for row in rows.where("accuracy = 8").collect()}
    assert {row.timestamp for row in refused.collect()} == times
    numbers = rows.withColumn("timestamp", F.unix_millis("timestamp")).withColumn("latitude", latitude)
    assert {row.timestamp for row in count_visits(numbers, town.facilities).refused.collect()} == times


def test_states_need_keys(town, fixes, spark):
    facilities = town.facilities.drop(["key"])
    counted = count_visits(fixes, facilities)
    assert counted.states is None
    with pytest.raises(EngineError, match="key"):
        count_visits(
            fixes, facilities, state=spark.createDataFrame([], "member string, due_at timestamp, state binary")
        )


def test_batches_in_a_folder_are_committed_once(town, engine, spark, source, tmp_path, monkeypatch):
    monkeypatch.setattr("footfall_engine.spark.batches.BATCHES_WITH_STATES", 3)
    folder = str(tmp_path / "counted")
    facilities = town.facilities.drop(["key"])
    counter = BatchCounter(folder, facilities)
    with pytest.raises(EngineError, match="no batch"):
        read_visits(spark, folder)
    for number, (file, end) in enumerate(source):
        if number == 2:
            # A batch that ends before its commit, as if its program were killed.
            with monkeypatch.context() as patch:
                patch.setattr("footfall_engine.spark.batches._Commit.write", _stop)
                with pytest.raises(KeyboardInterrupt):
                    counter.count(spark.read.parquet(file), number, now=end)
            # Another program goes on, with the facilities in another order.
            counter = BatchCounter(folder, facilities.take(list(range(39, -1, -1))))
        assert counter.count(spark.read.parquet(file), number, now=end)
        assert not counter.count(spark.read.parquet(file), number, now=end)
    expected = comparison.day_after_day(engine, town)
    assert comparison.differences(expected, read_visits(spark, folder).toArrow()) == []
    # The batch that was interrupted, and the states of those that later ones replace.
    assert remove_unused(spark, folder) > 1
    assert comparison.differences(expected, read_visits(spark, folder).toArrow()) == []
    with pytest.raises(EngineError, match="would be lost"):
        counter.count(spark.read.parquet(source[0][0]), 0)


def _stop(*_):
    raise KeyboardInterrupt


def test_timers_close_what_is_due(town, spark, tmp_path):
    place = town.facilities.slice(0, 1).to_pylist()[0]
    start, minutes = 1_772_460_000_000, range(0, 40, 2)
    rows = pa.table(
        {
            "member": ["ann"] * 20,
            "timestamp": pa.array([start + 60_000 * minute for minute in minutes], pa.timestamp("ms", "UTC")),
            "latitude": [place["latitude"]] * 20,
            "longitude": [place["longitude"]] * 20,
        }
    )
    counter = BatchCounter(str(tmp_path / "counted"), town.facilities, timers=True)
    inside = spark.createDataFrame(rows)
    counter.count(inside, 0, now=start + 3_600_000)
    assert {row.status for row in read_visits(spark, str(tmp_path / "counted")).collect()} == {"open"}
    counter.count(inside.limit(0), 1, now=start + 90_000_000)
    assert {row.status for row in read_visits(spark, str(tmp_path / "counted")).collect()} == {"timed_out"}


def test_a_facility_of_a_batch_that_failed_keeps_its_key(town, spark, source, tmp_path, monkeypatch):
    facilities = town.facilities.drop(["key"])
    rows = spark.read.parquet(source[0][0])
    BatchCounter(tmp_path / "counted", facilities.slice(0, 39)).count(rows, 0)
    counter = BatchCounter(tmp_path / "counted", facilities)
    with monkeypatch.context() as patch:
        patch.setattr("footfall_engine.spark.batches._Commit.write", _stop)
        with pytest.raises(KeyboardInterrupt):
            counter.count(rows, 1)
    assert counter.count(rows, 1)
    again = BatchCounter(tmp_path / "counted", facilities.slice(1))
    assert again.count(rows, 2)
    assert again._keys == {name: key for key, name in enumerate(town.facilities["id"].to_pylist(), start=1)}


def test_a_stream_that_lost_its_checkpoint_is_refused(town, spark, source, tmp_path):
    files = source[0][0].rpartition("/")[0]

    def run(checkpoint):
        counter = BatchCounter(tmp_path / "counted", town.facilities)
        return (
            spark.readStream.schema(spark.read.parquet(source[0][0]).schema)
            .parquet(files)
            .writeStream.foreachBatch(counter.count)
            .option("checkpointLocation", str(tmp_path / checkpoint))
            .trigger(availableNow=True)
            .start()
        )

    assert run("checkpoint").awaitTermination(300)
    # The same number, 0, of another stream.
    with pytest.raises(Exception, match="would be lost"):
        run("another").awaitTermination(300)


def test_what_cannot_be_read_is_refused_in_the_driver(town, spark, source, tmp_path):
    from pyspark.sql import functions as F

    rows = spark.read.parquet(source[0][0])
    for wrong, words in [
        (rows.withColumn("state", F.lit("x")), "state"),
        (rows.withColumn("latitude", F.col("latitude").cast("float")), "latitude"),
        (rows.drop("member"), "member"),
        (rows.withColumn("timestamp", F.col("timestamp").cast("timestamp_ntz")), "without a zone"),
    ]:
        with pytest.raises(EngineError, match=words):
            count_visits(wrong, town.facilities)
    with pytest.raises(EngineError, match="pattern"):
        BatchCounter(str(tmp_path / "city[1]"), town.facilities)


def test_two_states_of_a_member_are_refused(town, spark, source):
    rows = spark.read.parquet(source[0][0])
    states = count_visits(rows, town.facilities).states
    with pytest.raises(Exception, match="two states"):
        count_visits(rows, town.facilities, state=states.union(states)).visits.count()


def test_a_member_in_two_partitions_is_refused(town, spark):
    # Divided by turns, as where a file is split.
    rows = spark.createDataFrame(town.fixes).repartition(2).sortWithinPartitions("member", "device", "timestamp")
    with pytest.raises(EngineError, match="several partitions"):
        count_visits(rows, town.facilities, presorted=True)


def test_a_folder_of_buckets_is_counted_whole_or_not_at_all(town, spark, source, tmp_path):
    divided = tmp_path / "divided"
    parquet.partition(source[0][0], divided, buckets=3)
    damaged = next(divided.rglob("*.parquet"))
    whole = damaged.read_bytes()
    damaged.write_bytes(whole[:-100])
    with pytest.raises(PythonException, match=damaged.parent.name):
        count_buckets(spark, divided, town.facilities, state_out=tmp_path / "counted")
    assert list(tmp_path.glob("counted*")) == []

    damaged.write_bytes(whole)
    count_buckets(spark, divided, town.facilities, state_out=tmp_path / "counted")
    assert {file.name for file in (tmp_path / "counted").iterdir()} >= {"visits", "events", "states", "keys.parquet"}
    assert list(tmp_path.glob("counted?*")) == []
    with pytest.raises(EngineError, match="exists"):
        count_buckets(spark, divided, town.facilities, state_out=tmp_path / "counted")


def test_a_task_counts_several_buckets_some_of_them_empty(town, engine, spark, source, tmp_path, monkeypatch):
    # 12 members in 40 buckets; and relative paths, although the workers began in another folder.
    monkeypatch.chdir(tmp_path)
    for number, (file, _) in enumerate(source[:2]):
        parquet.partition(file, f"divided-{number}", buckets=40)
    first = count_buckets(spark, "divided-0", town.facilities, state_out="out-0", now=source[0][1], tasks=3)
    second = count_buckets(
        spark, "divided-1", town.facilities, "standard", "out-0", state_out="out-1", now=source[1][1]
    )
    (end, one), (later, two) = town.days()[:2]
    assert (first.fixes, second.fixes) == (one.num_rows, two.num_rows)
    before = engine.advance(sorted_fixes(one), now=end)
    after = engine.advance(sorted_fixes(two), before.states, now=later)
    expected = comparison.standing(latest(pa.concat_tables([before.visits, after.visits])))
    assert comparison.differences(expected, parquet.read_visits(["out-0", "out-1"])) == []
    with pytest.raises(EngineError, match="0 tasks"):
        count_buckets(spark, "divided-0", town.facilities, state_out="out-2", tasks=0)


def test_a_folder_without_fixes_has_no_visits(town, spark, tmp_path):
    parquet.partition(town.fixes.slice(0, 0), tmp_path / "divided", buckets=2)
    summary = count_buckets(spark, tmp_path / "divided", town.facilities, state_out=tmp_path / "counted")
    assert (summary.fixes, summary.visits) == (0, 0)
    assert parquet.read_visits(tmp_path / "counted").num_rows == 0
