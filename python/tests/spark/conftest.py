"""One local Spark for the tests, in the time zone of another continent."""

import pytest

pyspark = pytest.importorskip("pyspark", reason="PySpark is not installed; scripts/spark-test installs it")


@pytest.fixture(scope="session")
def spark():
    import local_spark

    session = local_spark.session({"spark.sql.shuffle.partitions": "4", "spark.sql.session.timeZone": "Asia/Tokyo"})
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
