-- How phones are told to track: one row for each of the eight kinds of phones that something is set for.

CREATE TABLE tracking_options (
    platform TEXT NOT NULL CHECK (platform IN ('ios', 'android')),
    environment TEXT NOT NULL CHECK (environment IN ('live', 'test')),
    on_trip INTEGER NOT NULL CHECK (on_trip IN (0, 1)),
    preset TEXT CHECK (preset IN ('efficient', 'responsive', 'continuous')), -- NULL: a document
    document TEXT,             -- JSON as it was given, with its spelling and the order of its keys; NULL: a preset
    updated_ms INTEGER NOT NULL,
    PRIMARY KEY (platform, environment, on_trip),
    CHECK ((preset IS NULL) <> (document IS NULL))
) STRICT, WITHOUT ROWID;

-- How often they were changed: whoever keeps them in memory compares with it.
INSERT INTO counter (name, value) VALUES ('tracking_options', 0);

-- Which of the two worlds the phones of an `ingest` token belong to.
ALTER TABLE access_token ADD COLUMN environment TEXT NOT NULL DEFAULT 'live'
    CHECK (environment = 'live' OR (environment = 'test' AND role = 'ingest'));
