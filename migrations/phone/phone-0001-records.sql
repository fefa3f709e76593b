-- What a phone keeps of what it recorded, until a server has it.
--
-- A file of its own on the phone: it knows no facilities and no members, so it needs no SpatiaLite and opens in a moment.
-- Times are milliseconds of UTC since 1970 in columns that end in `_ms`. A migration is never edited once it was released:
-- the next change is the next file of this series.

PRAGMA application_id = 1179602770; -- `FOOR`: tells this file from the service's database and from other programs'

CREATE TABLE tracking_record (
    -- Keys grow in the order in which records are stored, which is the order in which they are sent. The one of a deleted
    -- record may come again: nobody outside names a record by it, and a counter of the keys given out would cost a page
    -- with each record.
    key INTEGER NOT NULL PRIMARY KEY,
    uuid TEXT NOT NULL UNIQUE,
    recorded_ms INTEGER NOT NULL,
    document BLOB NOT NULL -- the JSON that is sent
) STRICT;

-- Finds what is too old, which is asked for at each record that is stored.
CREATE INDEX tracking_record_by_time ON tracking_record (recorded_ms);

CREATE TABLE tracking_lock (
    -- A record that is in a request: it is handed out to no other one, and does not make way. Not a column of the record:
    -- to lock a thousand records would write all of their documents anew.
    record INTEGER NOT NULL PRIMARY KEY REFERENCES tracking_record (key) ON DELETE CASCADE
) STRICT;

CREATE TABLE tracking_count (
    -- How many records there are, in its one row: to count them at each record that is stored would take longer than to store
    -- it where there are many.
    stored INTEGER NOT NULL
) STRICT;

INSERT INTO tracking_count (stored) VALUES (0);

CREATE TRIGGER tracking_record_inserted AFTER INSERT ON tracking_record BEGIN
    UPDATE tracking_count SET stored = stored + 1;
END;

CREATE TRIGGER tracking_record_deleted AFTER DELETE ON tracking_record BEGIN
    UPDATE tracking_count SET stored = stored - 1;
END;

CREATE TABLE tracking_state (
    -- What has to outlive the process beside the records: how far the phone has come, which names it has given. It is here
    -- so that it can be written together with the record that it goes on from.
    name TEXT NOT NULL PRIMARY KEY,
    bytes BLOB NOT NULL
) STRICT;

CREATE TABLE tracking_log (
    -- What the phone's side noted for a developer. No index: it is written a thousand times as often as it is read.
    key INTEGER NOT NULL PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    level INTEGER NOT NULL CHECK (level IN (1, 2, 3, 4, 5)), -- error, warning, info, debug, verbose
    message TEXT NOT NULL
) STRICT;
