"""Counts folders of Parquet files on one machine, one day after another.

`partition` divides fixes by a hash of their member into folders, `count_visits` evaluates these with all processors.
What it writes for one day is what the next day begins with.
"""

from .counting import Progress, count_visits, read_visits
from .division import bucket_of, partition
from .run import Summary

__all__ = ["Progress", "Summary", "bucket_of", "count_visits", "partition", "read_visits"]
