-- Imports that are written in several transactions, so that other writers get between them.

CREATE TABLE staged_import (
    -- One row while an import is written. A confirmed one is written to its end, by the next process that opens the
    -- database where need be; any other is dropped.
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    is_confirmed INTEGER NOT NULL DEFAULT 0 CHECK (is_confirmed IN (0, 1)),
    effective_ms INTEGER,                        -- when changed fences begin to apply; NULL for members
    default_time_zone TEXT,                      -- becomes the database's default; NULL keeps it
    changes_places INTEGER NOT NULL DEFAULT 0 CHECK (changes_places IN (0, 1)),
    message_id TEXT,                             -- the message to other systems about it; NULL where there is none
    message_body BLOB,
    occurred_ms INTEGER,
    CHECK ((message_id IS NULL) = (message_body IS NULL) AND (message_id IS NULL) = (occurred_ms IS NULL))
) STRICT;

CREATE TABLE staged_change (
    -- What a staged import will write, in this order; written changes are removed.
    number INTEGER NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('facility', 'retired', 'member', 'device', 'listed', 'unlisted')),
    facility TEXT,
    member TEXT,
    device TEXT,
    name TEXT,
    street TEXT,
    city TEXT,
    state TEXT,
    postal_code TEXT,
    country TEXT,
    platform TEXT,     -- NULL keeps the stored one
    time_zone TEXT,    -- of members and devices: NULL keeps the stored one
    has_list INTEGER,
    dwell_seconds INTEGER,
    latitude REAL,
    longitude REAL,
    radius_m REAL,
    polygon BLOB
) STRICT;

CREATE TABLE staged_exception (
    -- What others have changed since the staged import was read; the import leaves it as they did. A facility, a member's
    -- whole list (facility is ''), or one entry of a list; member is '' for a facility.
    facility TEXT NOT NULL,
    member TEXT NOT NULL,
    PRIMARY KEY (facility, member)
) STRICT, WITHOUT ROWID;
