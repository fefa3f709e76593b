"""One world, counted in every way: the same visits in each."""

import pyarrow.parquet as pq

import comparison
import replay
from footfall_engine import Engine, parquet
from footfall_engine.batches import sorted_fixes
from footfall_engine.spark import BatchCounter, count_buckets, count_visits, read_visits


def test_one_run_gives_the_same_visits_in_every_way(town, program, spark, source, tmp_path):
    library = Engine(town.facilities).visits(sorted_fixes(town.fixes))

    pq.write_table(town.fixes, tmp_path / "fixes.parquet")
    parquet.partition(tmp_path / "fixes.parquet", tmp_path / "fixes", buckets=3)
    parquet.count_visits(tmp_path / "fixes", town.facilities, state_out=tmp_path / "counted")
    summary = count_buckets(spark, tmp_path / "fixes", town.facilities, state_out=tmp_path / "buckets")

    replayed = replay.visits(program, tmp_path / "replay", town, [town.fixes])
    batch = count_visits(spark.read.parquet(*[file for file, _ in source]), town.facilities)

    assert library.num_rows > 100
    assert comparison.differences(replayed, library, columns=replay.COLUMNS) == []
    assert comparison.differences(library, parquet.read_visits(tmp_path / "counted")) == []
    assert comparison.differences(library, parquet.read_visits(tmp_path / "buckets")) == []
    assert summary.fixes == town.fixes.num_rows
    assert comparison.differences(library, comparison.standing(batch.visits.toArrow())) == []


def test_day_after_day_gives_the_same_visits_in_every_way(town, program, spark, source, tmp_path):
    engine = Engine(town.facilities)
    library = comparison.day_after_day(engine, town)

    before, folders = None, []
    for number, (file, end) in enumerate(source):
        parquet.partition(file, tmp_path / f"fixes-{number}", buckets=3)
        folders.append(tmp_path / f"counted-{number}")
        fixes = tmp_path / f"fixes-{number}"
        # One day with threads, the next with the workers of Spark.
        if number % 2 == 0:
            parquet.count_visits(fixes, town.facilities, state_in=before, state_out=folders[-1], now=end)
        else:
            count_buckets(spark, fixes, town.facilities, state_in=before, state_out=folders[-1], now=end)
        before = folders[-1]

    counter = BatchCounter(str(tmp_path / "spark"), town.facilities)
    stream = (
        spark.readStream.schema(spark.read.parquet(source[0][0]).schema)
        .option("maxFilesPerTrigger", 1)
        .parquet(source[0][0].rpartition("/")[0])
        .writeStream.foreachBatch(counter.count)
        .option("checkpointLocation", str(tmp_path / "checkpoint"))
        .trigger(availableNow=True)
        .start()
    )
    assert stream.awaitTermination(300)

    replayed = replay.visits(program, tmp_path / "replay", town, [fixes for _, fixes in town.days()])
    assert comparison.differences(replayed, library, columns=replay.COLUMNS) == []
    assert comparison.differences(library, parquet.read_visits(folders)) == []
    assert comparison.differences(library, read_visits(spark, str(tmp_path / "spark")).toArrow()) == []
    # And the visits of one run over all days, but for the ids of those that began with late fixes.
    assert comparison.differences(engine.visits(sorted_fixes(town.fixes)), library, ids=False) == []
