-- Who read, exported, erased or corrected a member's data.

CREATE TABLE access_record (
    key INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    action TEXT NOT NULL CHECK (action IN ('read', 'export', 'erase', 'correct')),
    via TEXT NOT NULL CHECK (via IN ('api', 'page', 'command')),
    caller TEXT NOT NULL,     -- a token's public id; of a command, the user of the operating system
    caller_note TEXT,         -- the token's note at that time, because a token may be removed; of a command, the user of sudo
    member TEXT,              -- the member's id; NULL for a list of several members, and after the member's erasure
    erased_member BLOB,       -- SHA-256 of the id of a member who was erased
    first_ms INTEGER NOT NULL,
    last_ms INTEGER NOT NULL, -- repeated reads are one row
    count INTEGER NOT NULL DEFAULT 1,
    CHECK (member IS NULL OR erased_member IS NULL),
    CHECK (erased_member IS NULL OR length(erased_member) = 32),
    CHECK (first_ms <= last_ms AND count > 0)
) STRICT;

CREATE INDEX access_record_member ON access_record (member) WHERE member IS NOT NULL;
CREATE INDEX access_record_erased ON access_record (erased_member) WHERE erased_member IS NOT NULL;
-- Finds what is beyond its retention.
CREATE INDEX access_record_last ON access_record (last_ms);
