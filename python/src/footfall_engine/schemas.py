"""The columns of the engine's tables; docs/engine.md says what they mean."""

import pyarrow as pa

_TIME = pa.timestamp("ms", "UTC")

FACILITIES = pa.schema(
    [
        ("key", pa.int64()),
        ("id", pa.string()),
        ("latitude", pa.float64()),
        ("longitude", pa.float64()),
        ("radius_m", pa.float64()),
        ("boundary", pa.string()),
        ("dwell_seconds", pa.int64()),
        ("time_zone", pa.string()),
        ("stays", pa.string()),
        ("part_of", pa.string()),
        ("valid_from", _TIME),
        ("valid_to", _TIME),
    ]
)
FIXES = pa.schema(
    [
        ("member", pa.string()),
        ("device", pa.string()),
        ("platform", pa.string()),
        ("timestamp", _TIME),
        ("latitude", pa.float64()),
        ("longitude", pa.float64()),
        ("accuracy", pa.float64()),
        ("speed", pa.float64()),
        ("course", pa.float64()),
        ("altitude", pa.float64()),
        ("activity", pa.string()),
        ("battery", pa.float64()),
        ("mock", pa.bool_()),
        ("stationary", pa.bool_()),
        ("moving", pa.bool_()),
        ("received_at", _TIME),
        ("heartbeat_at", _TIME),
    ]
)
VISITS = pa.schema(
    [
        ("visit_id", pa.string()),
        ("member", pa.string()),
        ("device", pa.string()),
        ("facility", pa.string()),
        ("entered_at", _TIME),
        ("dwelled_at", _TIME),
        ("exited_at", _TIME),
        ("status", pa.string()),
        ("evidence", pa.string()),
        ("counted", pa.bool_()),
        ("month", pa.string()),
        ("verdict", pa.string()),
        ("confidence", pa.float64()),
        ("proven_seconds", pa.int64()),
        ("bridged_seconds", pa.int64()),
        ("entered_from", _TIME),
        ("entered_to", _TIME),
        ("exited_from", _TIME),
        ("exited_to", _TIME),
        ("runner_up", pa.string()),
        ("runner_up_share", pa.float64()),
        ("doubts", pa.string()),
        ("fixes_inside", pa.int64()),
        ("last_proof_at", _TIME),
        ("depth_m", pa.float64()),
        ("policy_version", pa.string()),
    ]
)
EVENTS = pa.schema(
    [
        ("event_id", pa.string()),
        ("member", pa.string()),
        ("device", pa.string()),
        ("kind", pa.string()),
        ("facility", pa.string()),
        ("visit_id", pa.string()),
        ("occurred_at", _TIME),
        ("observed_at", _TIME),
        ("input_at", _TIME),
    ]
)
STATES = pa.schema([("member", pa.string()), ("due_at", _TIME), ("state", pa.large_binary())])
REFUSED = pa.schema([("row", pa.int64()), ("problem", pa.string())])

COUNTED_VISITS = VISITS.append(pa.field("batch", pa.int64()))
"""Visits of a job: with the number of the run that wrote the row."""
