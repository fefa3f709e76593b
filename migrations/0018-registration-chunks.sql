-- Nearly all events of a replay are changes of registrations: a quarter of its processor time, and two thirds of what it adds to
-- the file. Packed by the hour they take a third of that space, and a row where there were 25.

CREATE TABLE registration_chunk (
    -- The Registered and Unregistered events of a device in one hour of UTC, as far as they come from files: those that are
    -- sent to listeners have a number, and are rows of `event`. Rows that were written before this table stay in `event`.
    key INTEGER NOT NULL PRIMARY KEY,
    device INTEGER NOT NULL REFERENCES device (key),
    bucket_ms INTEGER NOT NULL,
    first_ms INTEGER NOT NULL,
    last_ms INTEGER NOT NULL,
    last_ordinal INTEGER NOT NULL, -- of the last event, among those of its time
    event_count INTEGER NOT NULL CHECK (event_count BETWEEN 1 AND 1000000),
    events BLOB NOT NULL,
    UNIQUE (device, bucket_ms),
    -- From the year 0 to 9999, in whole hours.
    CHECK (bucket_ms % 3600000 = 0 AND bucket_ms BETWEEN -62167219200000 AND 253402300799999),
    CHECK (bucket_ms <= first_ms AND first_ms <= last_ms AND last_ms < bucket_ms + 3600000)
) STRICT;

CREATE INDEX registration_chunk_hour ON registration_chunk (bucket_ms, device);
