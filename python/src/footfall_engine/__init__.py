"""Counts real visits to real places from phones' location fixes.

    engine = Engine(read_facilities("facilities.csv"))
    visits = engine.visits(fixes)

`footfall_engine.parquet` counts folders of Parquet files on one machine, `footfall_engine.spark` on a cluster.
"""

from .batches import sorted_fixes
from .engine import Engine, Policy, Results
from .errors import EngineError
from .facilities import read_facilities, with_keys

__all__ = ["Engine", "EngineError", "Policy", "Results", "read_facilities", "sorted_fixes", "with_keys"]
