-- The first schema of Footfall.
--
-- Keys that tables refer to each other by are integers and never leave the database; ids are the texts that people and
-- other systems use. Times are milliseconds of UTC since 1970 in columns that end in `_ms`. A migration is never edited
-- once it was released: the next change is the next file. A SELECT here is a call that has to answer 1.

PRAGMA application_id = 1179602772; -- `FOOT`: tells this file from other programs' databases

SELECT InitSpatialMetaData(0, 'WGS84_ONLY');

CREATE TABLE setting (
    -- What holds for the whole database, for instance its default time zone.
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE facility (
    -- A verified place. What decides visits (fence, dwell threshold, time zone) is in facility_version. A facility is
    -- never deleted, because visits refer to it; it is retired.
    key INTEGER NOT NULL PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    street TEXT NOT NULL,
    city TEXT NOT NULL,
    state TEXT NOT NULL,
    postal_code TEXT NOT NULL,
    country TEXT NOT NULL,
    retired_at_ms INTEGER -- NULL while the facility is in use
) STRICT;

CREATE TABLE facility_version (
    -- How a facility's stays are decided from valid_from_ms on, up to and without valid_to_ms. The first version of a
    -- facility holds from the beginning of time, the last one (valid_to_ms is NULL) until further notice. A key is
    -- never given out twice, because the engine's own bytes may hold it.
    key INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    facility INTEGER NOT NULL REFERENCES facility (key),
    valid_from_ms INTEGER NOT NULL,
    valid_to_ms INTEGER,
    latitude REAL NOT NULL,  -- the centre of the circle, or of the circle round the polygon
    longitude REAL NOT NULL,
    radius_m REAL,           -- of a circle
    polygon BLOB,            -- otherwise: OGC well-known binary, little-endian
    dwell_seconds INTEGER NOT NULL,
    time_zone TEXT,          -- IANA name; NULL for the database's default
    UNIQUE (facility, valid_from_ms),
    CHECK ((radius_m IS NULL) <> (polygon IS NULL)),
    CHECK (valid_to_ms > valid_from_ms)
);

-- The box round a current fence in degrees, NULL for a version that ended. Its R*Tree (idx_facility_version_extent)
-- answers which fences are near. A fence across the antimeridian or round a pole has a box of all longitudes, so that no
-- box lies outside -180...180.
SELECT AddGeometryColumn('facility_version', 'extent', 4326, 'POLYGON', 'XY');
SELECT CreateSpatialIndex('facility_version', 'extent');

-- SpatiaLite's triggers for an insertion look the column's rules up by name on every row and save each page they touch:
-- most of what an import would cost. Whoever inserts versions fills the index for all of them at once, at the end of
-- the same transaction. Updates and deletions keep it by trigger. CheckSpatialIndex('facility_version', 'extent') tells
-- whether column and index agree.
DROP TRIGGER ggi_facility_version_extent;
DROP TRIGGER gii_facility_version_extent;
DROP TRIGGER tmi_facility_version_extent;
DROP TRIGGER tmu_facility_version_extent;
DROP TRIGGER tmd_facility_version_extent;

-- A facility has one current version at most.
CREATE UNIQUE INDEX facility_version_current ON facility_version (facility) WHERE valid_to_ms IS NULL;

CREATE TABLE member (
    -- A person whose visits are counted.
    key INTEGER NOT NULL PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    has_list INTEGER NOT NULL CHECK (has_list IN (0, 1)), -- 0: the whole network; 1: the rows of member_facility
    time_zone TEXT
) STRICT;

CREATE TABLE member_facility (
    -- The verified facilities of a member with a list; such a member without rows here visits nothing.
    member INTEGER NOT NULL REFERENCES member (key),
    facility INTEGER NOT NULL REFERENCES facility (key),
    PRIMARY KEY (member, facility)
) STRICT, WITHOUT ROWID;

CREATE TABLE device (
    -- A member's phone.
    key INTEGER NOT NULL PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    member INTEGER NOT NULL REFERENCES member (key),
    platform TEXT NOT NULL CHECK (platform IN ('ios', 'android')),
    time_zone TEXT
) STRICT;

CREATE INDEX device_member ON device (member);

CREATE TABLE device_state (
    -- All that the engine knows of a device, after the newest fix applied. Bytes of the engine, by its format number.
    device INTEGER NOT NULL PRIMARY KEY REFERENCES device (key),
    format INTEGER NOT NULL,
    policy_version TEXT NOT NULL,
    newest_ms INTEGER, -- the time of the newest fix applied; NULL before the first
    state BLOB NOT NULL
) STRICT;

CREATE TABLE checkpoint (
    -- Earlier states of a device, to go on from when fixes come late.
    key INTEGER NOT NULL PRIMARY KEY,
    device INTEGER NOT NULL REFERENCES device (key),
    at_ms INTEGER NOT NULL, -- every fix up to and with this time is in the state, none after
    state BLOB NOT NULL,
    UNIQUE (device, at_ms)
) STRICT;

CREATE TABLE fix_chunk (
    -- The raw fixes of a device in one hour of UTC, packed.
    key INTEGER NOT NULL PRIMARY KEY,
    device INTEGER NOT NULL REFERENCES device (key),
    bucket_ms INTEGER NOT NULL CHECK (bucket_ms % 3600000 = 0), -- the start of the hour
    first_ms INTEGER NOT NULL,
    last_ms INTEGER NOT NULL,
    fix_count INTEGER NOT NULL CHECK (fix_count > 0),
    fixes BLOB NOT NULL,
    UNIQUE (device, bucket_ms),
    CHECK (bucket_ms <= first_ms AND first_ms <= last_ms AND last_ms < bucket_ms + 3600000)
) STRICT;

-- Counts a device's fixes without reading them.
CREATE INDEX fix_chunk_count ON fix_chunk (device, fix_count);

CREATE TABLE event (
    -- What happened between a device and its geofences, in the order it was found out.
    device INTEGER NOT NULL REFERENCES device (key),
    trigger_ms INTEGER NOT NULL, -- the time of the fix that told of it
    ordinal INTEGER NOT NULL,    -- the order among the events of one trigger
    event_id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (
        kind IN ('Registered', 'Unregistered', 'Entered', 'Dwell', 'Exited', 'Heartbeat', 'Error')
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

CREATE INDEX event_occurred ON event (occurred_ms);
CREATE INDEX event_visit ON event (visit_id) WHERE visit_id IS NOT NULL;

CREATE TABLE stay (
    -- What one device saw of one stay; the stays of a member's devices make its visits.
    key INTEGER NOT NULL PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    device INTEGER NOT NULL REFERENCES device (key),
    facility INTEGER NOT NULL REFERENCES facility (key),
    entered_ms INTEGER NOT NULL,
    dwelled_ms INTEGER,
    exited_ms INTEGER,
    status TEXT NOT NULL CHECK (status IN ('open', 'closed', 'timed_out', 'withdrawn', 'declined')),
    evidence TEXT NOT NULL CHECK (evidence IN ('confirmed', 'inferred', 'none')),
    fixes_inside INTEGER NOT NULL,
    last_proof_ms INTEGER NOT NULL,
    depth_m REAL NOT NULL,
    doubts INTEGER NOT NULL,
    touched_ms INTEGER NOT NULL, -- the trigger of its last change
    visit_id TEXT                -- the visit it is part of
) STRICT;

CREATE INDEX stay_touched ON stay (device, touched_ms);
CREATE INDEX stay_open ON stay (device) WHERE exited_ms IS NULL;

CREATE TABLE visit (
    -- One stay of one member at one facility: the union of what the member's devices saw.
    key INTEGER NOT NULL PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    member INTEGER NOT NULL REFERENCES member (key),
    device INTEGER NOT NULL REFERENCES device (key), -- the one that opened it
    facility INTEGER NOT NULL REFERENCES facility (key),
    entered_ms INTEGER NOT NULL,
    dwelled_ms INTEGER,
    exited_ms INTEGER,
    status TEXT NOT NULL CHECK (status IN ('open', 'closed', 'timed_out', 'withdrawn', 'declined')),
    evidence TEXT NOT NULL CHECK (evidence IN ('confirmed', 'inferred', 'none')),
    verdict TEXT NOT NULL CHECK (
        verdict IN ('counted', 'too_short', 'weak_evidence', 'ambiguous', 'same_day', 'doubtful', 'taken_back')
    ),
    month TEXT NOT NULL,         -- 2024-03: the facility's local month at the time of entry
    local_day INTEGER NOT NULL,  -- days since 1970-01-01 of the local day of entry
    fixes_inside INTEGER NOT NULL,
    last_proof_ms INTEGER NOT NULL,
    depth_m REAL NOT NULL,
    doubts INTEGER NOT NULL,
    policy_version TEXT NOT NULL
) STRICT;

CREATE INDEX visit_month ON visit (month, member);
CREATE INDEX visit_member ON visit (member, entered_ms);
CREATE INDEX visit_facility ON visit (facility, entered_ms);
