"""A run over a folder of buckets: what it reads, and what it writes beside the results of the buckets."""

from __future__ import annotations

import datetime
import pathlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from ..engine import Engine, Policy
from ..errors import EngineError
from ..facilities import keys_of, with_keys
from ..tables import milliseconds
from .folders import Path, local, marker, write_marker

RESULTS = ("visits", "events", "refused", "states")
"""The folders of results; a bucket has files of its own in each."""


@dataclass(frozen=True)
class Summary:
    """What a run did. `visits` are rows: visits that are new or changed."""

    fixes: int = 0
    refused: int = 0
    members: int = 0
    visits: int = 0

    def __add__(self, other: Summary) -> Summary:
        return Summary(
            self.fixes + other.fixes,
            self.refused + other.refused,
            self.members + other.members,
            self.visits + other.visits,
        )


@dataclass(frozen=True)
class Run:
    """What is known of a run before it begins, besides the engine."""

    source: pathlib.Path
    before: pathlib.Path | None
    fixes: Mapping[str, int]
    """The number of fixes of each bucket that has any."""
    buckets: int
    batch: int
    now: int
    timers: bool
    keys: Mapping[str, int]
    """The facilities' keys, also of those that are left out now: no other facility may get them."""

    def complete(self, target: pathlib.Path, total: Summary) -> None:
        """Writes the keys and the marker to a folder that has the results of all buckets."""
        keys = pa.table({"id": list(self.keys), "key": pa.array(self.keys.values(), pa.int64())})
        pq.write_table(keys, target / "keys.parquet")
        write_marker(target, {"buckets": self.buckets, "batch": self.batch, "summary": asdict(total)})


def begin(
    fixes: Path,
    facilities: Any,
    policy: Policy,
    state_in: Path | None,
    *,
    members: Mapping[str, Sequence[str]] | None,
    default_time_zone: str,
    now: datetime.datetime | int | None,
    timers: bool,
) -> tuple[Run, Engine]:
    """Reads what is known of the folders; raises `EngineError` where they do not fit together."""
    source = local(fixes)
    divided = marker(source)
    if "batch" in divided:
        raise EngineError("folder", f"{source} has visits, expected fixes that `partition` divided")
    buckets = divided["buckets"]
    before = None if state_in is None else local(state_in)
    earlier = {"batch": 0} if before is None else marker(before)
    if before is not None and earlier.get("batch") is None:
        raise EngineError("folder", f"{before} has fixes and no states")
    if before is not None and earlier["buckets"] != buckets:
        raise EngineError(
            "folder",
            f"{source} has {buckets} buckets and {before} has {earlier['buckets']}; partition the fixes into as many",
        )
    known = {} if before is None else keys_of(pq.read_table(before / "keys.parquet"))
    table = with_keys(facilities, known)
    engine = Engine(table, policy, members=members, default_time_zone=default_time_zone, timers=timers)
    at = milliseconds(now if now is not None else datetime.datetime.now(datetime.timezone.utc))
    return (
        Run(source, before, divided["fixes"], buckets, earlier["batch"] + 1, at, timers, known | keys_of(table)),
        engine,
    )


def make_folders(target: pathlib.Path) -> None:
    """Makes the folders of a run's results."""
    for name in RESULTS:
        (target / name).mkdir()
