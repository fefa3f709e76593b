-- When raw fixes were stored and where they came from, and how much space records that can't be used may take.

-- Retention counts from here. An earlier version kept no such time: its fixes count as stored by this migration.
ALTER TABLE fix_chunk ADD COLUMN stored_ms INTEGER NOT NULL DEFAULT 0;
-- live: a phone sent them. replayed: read from files. evidence: what retention left of the hour, the fixes of visits;
-- device.fixes_from_ms lies behind it, so it is never evaluated again. An hour that holds live and replayed fixes is live.
ALTER TABLE fix_chunk ADD COLUMN origin TEXT NOT NULL DEFAULT 'live' CHECK (origin IN ('live', 'replayed', 'evidence'));

-- Which fixes of an earlier version came live is known by the events that were sent to listeners: what lies before the first
-- of a device counts as replayed.
CREATE TEMP TABLE first_live_event (device INTEGER PRIMARY KEY, trigger_ms INTEGER NOT NULL);
INSERT INTO temp.first_live_event SELECT device, min(trigger_ms) FROM event WHERE told IS NOT NULL GROUP BY device;
UPDATE fix_chunk SET stored_ms = CAST(strftime('%s', 'now') AS INTEGER) * 1000, origin = CASE
    WHEN last_ms >= (SELECT f.trigger_ms FROM temp.first_live_event f WHERE f.device = fix_chunk.device) THEN 'live'
    ELSE 'replayed' END;
DROP TABLE temp.first_live_event;

-- Finds what is due to be removed.
CREATE INDEX fix_chunk_stored ON fix_chunk (origin, stored_ms, device, bucket_ms);

-- Of a long record only the beginning is kept: these are the length in bytes and the SHA-256 digest of the whole one; NULL
-- where the record is whole.
ALTER TABLE quarantine ADD COLUMN length INTEGER;
ALTER TABLE quarantine ADD COLUMN sha256 BLOB;

CREATE TABLE quarantine_usage (
    -- How much space each sender's records take, in bytes; '' is an unknown sender.
    member TEXT NOT NULL,
    device TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    PRIMARY KEY (member, device)
) STRICT, WITHOUT ROWID;

-- Finds the sender that takes most.
CREATE INDEX quarantine_usage_bytes ON quarantine_usage (bytes);

CREATE TABLE quarantine_total (
    -- One row: the space of all records, and what was dropped for want of space.
    id INTEGER PRIMARY KEY CHECK (id = 1),
    bytes INTEGER NOT NULL,
    dropped INTEGER NOT NULL DEFAULT 0,
    dropped_bytes INTEGER NOT NULL DEFAULT 0
) STRICT;

-- A record takes its bytes, those of its reason, and some 200 for the rest of its row and its place in the indices.
INSERT INTO quarantine_usage (member, device, bytes)
SELECT coalesce(member, ''), coalesce(device, ''), sum(length(record) + length(message) + 200) FROM quarantine
GROUP BY coalesce(member, ''), coalesce(device, '');
INSERT INTO quarantine_total (id, bytes) SELECT 1, coalesce(sum(bytes), 0) FROM quarantine_usage;

CREATE TRIGGER quarantine_inserted AFTER INSERT ON quarantine BEGIN
    INSERT INTO quarantine_usage (member, device, bytes)
    VALUES (coalesce(new.member, ''), coalesce(new.device, ''), length(new.record) + length(new.message) + 200)
    ON CONFLICT (member, device) DO UPDATE SET bytes = bytes + excluded.bytes;
    UPDATE quarantine_total SET bytes = bytes + length(new.record) + length(new.message) + 200;
END;

CREATE TRIGGER quarantine_deleted AFTER DELETE ON quarantine BEGIN
    UPDATE quarantine_usage SET bytes = bytes - length(old.record) - length(old.message) - 200
    WHERE member = coalesce(old.member, '') AND device = coalesce(old.device, '');
    DELETE FROM quarantine_usage
    WHERE member = coalesce(old.member, '') AND device = coalesce(old.device, '') AND bytes <= 0;
    UPDATE quarantine_total SET bytes = bytes - length(old.record) - length(old.message) - 200;
END;
