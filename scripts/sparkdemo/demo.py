"""Counts a made-up town on Spark, and compares the visits with those of `footfall replay`."""

import argparse
import os
import pathlib
import shutil
import sys
import time
import warnings

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The town, and the comparison, are those of the tests.
sys.path[:0] = [str(ROOT / "python" / "tests"), str(ROOT / "python" / "tests" / "spark")]

# PySpark says so at each start, and nothing here uses pandas.
warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas", FutureWarning)

import comparison  # noqa: E402
import local_spark  # noqa: E402
import pyarrow.parquet as pq  # noqa: E402
import replay  # noqa: E402
import world  # noqa: E402
from footfall_engine.spark import count_visits  # noqa: E402
from pyspark.sql import functions as F  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/spark-demo")
    parser.add_argument("--members", type=int, default=120)
    parser.add_argument("--days", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / ".build" / "spark-demo")
    parser.add_argument("--master", default="local-cluster[2,1,1536]")
    arguments = parser.parse_args()
    shutil.rmtree(arguments.folder, ignore_errors=True)
    arguments.folder.mkdir(parents=True)

    town = world.make(arguments.seed, members=arguments.members, days=arguments.days)
    fixes = arguments.folder / "fixes"
    fixes.mkdir()
    for number, (_, part) in enumerate(town.days()):
        pq.write_table(part, fixes / f"day-{number:02}.parquet", coerce_timestamps="us")
    print(f"{town.fixes.num_rows:,} fixes of {arguments.members} members in {fixes}", flush=True)

    library = os.environ["FOOTFALL_ENGINE_LIBRARY"]
    settings = {"spark.executor.memory": "1g", "spark.executorEnv.FOOTFALL_ENGINE_LIBRARY": library}
    spark = local_spark.session(settings, arguments.master)
    start = time.monotonic()
    counted = count_visits(spark.read.parquet(str(fixes)), town.facilities)
    visits = str(arguments.folder / "visits")
    counted.visits.where("status <> 'withdrawn'").write.partitionBy("month").parquet(visits)
    print(f"counted on {arguments.master} in {time.monotonic() - start:.1f} s, visits in {visits}")
    written = spark.read.parquet(visits).withColumn("month", F.col("month").cast("string"))
    written.groupBy("month").agg(
        F.count("*").alias("visits"),
        F.sum(F.col("counted").cast("int")).alias("counted"),
        F.countDistinct("member").alias("members"),
    ).orderBy("month").show()
    table = written.toArrow()
    spark.stop()

    program = pathlib.Path(os.environ["FOOTFALL_PROGRAM"])
    expected = replay.visits(program, arguments.folder / "replay", town, [town.fixes])
    different = comparison.differences(expected, table, columns=replay.COLUMNS)
    for line in different[:10]:
        print(line)
    print(f"footfall replay: {expected.num_rows} visits; Spark: {table.num_rows}; different: {len(different)}")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
