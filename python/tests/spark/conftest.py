"""One local Spark for the tests, in the time zone of another continent."""

import os
import sys

import pytest

pyspark = pytest.importorskip("pyspark", reason="PySpark is not installed; scripts/spark-test installs it")


@pytest.fixture(scope="session")
def spark():
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "4")
        .config("spark.sql.session.timeZone", "Asia/Tokyo")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("FATAL")
    yield session
    session.stop()


@pytest.fixture(scope="session")
def source(town, tmp_path_factory):
    """The fixes in a file for each day of receipt, with the ends of the days."""
    import pyarrow.parquet

    folder = tmp_path_factory.mktemp("fixes")
    days = []
    for number, (end, fixes) in enumerate(town.days()):
        pyarrow.parquet.write_table(fixes, folder / f"{number}.parquet", coerce_timestamps="us")
        days.append((str(folder / f"{number}.parquet"), end))
    return days
