-- What the running service keeps: who may call it, what phones sent that could not be used, what people decided about
-- visits, which fences phones were told to keep, and the order in which events were told.

CREATE TABLE access_token (
    -- Who may call the service. The secret itself is shown once and not kept.
    key INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,   -- the part of a token that may be shown
    note TEXT NOT NULL,        -- what it is for, in a person's words
    role TEXT NOT NULL CHECK (role IN ('admin', 'read', 'ingest')),
    member TEXT,               -- of an `ingest` token: the only member it speaks for, who need not be known yet
    device TEXT,               -- and the only phone
    digest BLOB NOT NULL,      -- SHA-256 of the secret
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER,        -- NULL: never
    used_ms INTEGER,           -- about when it was last used
    CHECK (role = 'ingest' OR (member IS NULL AND device IS NULL))
) STRICT;

CREATE TABLE quarantine (
    -- Records of phones that could not be used, as they came: a refusal would block the phone's queue for days.
    key INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    app TEXT NOT NULL,         -- whose format it is in
    member TEXT,               -- who sent it, as far as that is known
    device TEXT,
    code TEXT NOT NULL,        -- why
    message TEXT NOT NULL,
    record BLOB NOT NULL,
    digest BLOB NOT NULL,      -- of app, sender and record: one that is sent again is not kept again
    received_ms INTEGER NOT NULL,
    repeated_ms INTEGER,       -- when it was last sent again
    repeats INTEGER NOT NULL DEFAULT 0,
    UNIQUE (digest)
) STRICT;

CREATE INDEX quarantine_member ON quarantine (member) WHERE member IS NOT NULL;
CREATE INDEX quarantine_device ON quarantine (device) WHERE device IS NOT NULL;

CREATE TABLE visit_review (
    -- What a person decided about a visit, which no later evaluation overrides.
    visit TEXT NOT NULL PRIMARY KEY, -- the visit's id
    decision TEXT CHECK (decision IN ('confirmed', 'declined')), -- NULL: only a note
    note TEXT NOT NULL,
    reviewer TEXT NOT NULL,    -- the token's id, or `command line`
    reviewed_ms INTEGER NOT NULL,
    -- How the visit is without the decision, for the day on which it is taken back.
    engine_status TEXT NOT NULL CHECK (engine_status IN ('open', 'closed', 'timed_out', 'withdrawn', 'declined')),
    engine_verdict TEXT NOT NULL CHECK (
        engine_verdict IN ('counted', 'too_short', 'weak_evidence', 'ambiguous', 'same_day', 'doubtful', 'taken_back')
    )
) STRICT, WITHOUT ROWID;

CREATE TABLE phone_fences (
    -- The fences that a phone was told to keep, where it is told by the answers to what it sends.
    device INTEGER NOT NULL PRIMARY KEY REFERENCES device (key),
    told TEXT NOT NULL,        -- a JSON array of facility keys
    confirmed TEXT NOT NULL,   -- what of it is kept for certain: the answer before was followed by something new
    doubtful TEXT NOT NULL,    -- what it was told to remove, and may still keep
    changed_ms INTEGER NOT NULL
) STRICT;

-- The number under which an event was told as it happened, for those who listen; NULL for what was replayed from files.
ALTER TABLE event ADD COLUMN told INTEGER;
CREATE INDEX event_told ON event (told) WHERE told IS NOT NULL;

CREATE TABLE counter (
    -- Numbers that only grow, so that what is deleted never gives its number to another.
    name TEXT NOT NULL PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO counter (name, value)
VALUES ('event_told', 0), ('places', 0), ('erased_member_key', 0), ('erased_device_key', 0);

-- When time alone will change something for a device, should nothing more be heard of it: an arrival that nothing
-- contradicts, a stay that falls silent. NULL where it will not.
ALTER TABLE device_state ADD COLUMN due_ms INTEGER;
CREATE INDEX device_state_due ON device_state (due_ms) WHERE due_ms IS NOT NULL;

-- Since when the raw fixes of a device are all there; NULL where none was deleted. What lies before is not evaluated anew.
ALTER TABLE device ADD COLUMN fixes_from_ms INTEGER;

-- Visits in the order in which they are listed, a page at a time.
CREATE INDEX visit_entered ON visit (entered_ms, id);
