"""Counts visits on Spark: in one batch, one day after another, or a stream in small batches.

counted = count_visits(spark.read.parquet("fixes"), facilities)
counted.visits.where("status <> 'withdrawn'").write.partitionBy("month").parquet("visits")

count_buckets(spark, "divided", facilities, state_out="counted")    # a folder that `footfall_engine.parquet` divided

counter = BatchCounter("counted", facilities)
fixes.writeStream.foreachBatch(counter.count).option("checkpointLocation", "checkpoint").start()
"""

from .batches import BatchCounter, read_visits, remove_unused
from .buckets import count_buckets
from .counting import Counted, count_visits

__all__ = ["BatchCounter", "Counted", "count_buckets", "count_visits", "read_visits", "remove_unused"]
