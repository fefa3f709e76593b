"""A program that counts a folder of Parquet files as a stream, a file a batch, until none is left.

The test starts it, kills it, and starts it again.
"""

import sys

import pyarrow.parquet as pq

import local_spark
from footfall_engine.spark import BatchCounter


def main() -> None:
    source, facilities, folder, checkpoint = sys.argv[1:]
    spark = local_spark.session({"spark.sql.shuffle.partitions": "2"})
    counter = BatchCounter(folder, pq.read_table(facilities))
    stream = (
        spark.readStream.schema(spark.read.parquet(source).schema)
        .option("maxFilesPerTrigger", 1)
        .parquet(source)
        .writeStream.foreachBatch(counter.count)
        .option("checkpointLocation", checkpoint)
        .trigger(availableNow=True)
        .start()
    )
    stream.awaitTermination()


if __name__ == "__main__":
    main()
