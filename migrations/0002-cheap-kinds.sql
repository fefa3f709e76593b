-- Nine tenths of what a replay writes are events. SQLite checks `kind IN (…)` against an index of the list, which it
-- builds anew for each row: a third of what an insertion costs. The same rule as a chain of comparisons costs one or two,
-- because the first two kinds are by far the most frequent.

CREATE TABLE event_0002 (
    -- What happened between a device and its geofences, in the order it was found out.
    device INTEGER NOT NULL REFERENCES device (key),
    trigger_ms INTEGER NOT NULL, -- the time of the fix that told of it
    ordinal INTEGER NOT NULL,    -- the order among the events of one trigger
    event_id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (
        kind = 'Registered' OR kind = 'Unregistered' OR kind = 'Entered' OR kind = 'Dwell' OR kind = 'Exited'
        OR kind = 'Heartbeat' OR kind = 'Error'
    ),
    occurred_ms INTEGER NOT NULL,
    observed_ms INTEGER NOT NULL,
    facility INTEGER REFERENCES facility (key), -- of Entered, Dwell, Exited
    visit_id TEXT,                              -- of the same
    facilities TEXT, -- of Registered and Unregistered: a JSON array of facility keys; NULL when all were cleared
    latitude REAL,   -- the reading that told of it, where there was one
    longitude REAL,
    accuracy_m REAL,
    location_ms INTEGER,
    code TEXT,       -- of Error
    message TEXT,
    PRIMARY KEY (device, trigger_ms, ordinal)
) STRICT, WITHOUT ROWID;

INSERT INTO event_0002 SELECT * FROM event;
DROP TABLE event;
ALTER TABLE event_0002 RENAME TO event;

CREATE INDEX event_occurred ON event (occurred_ms);
CREATE INDEX event_visit ON event (visit_id) WHERE visit_id IS NOT NULL;
