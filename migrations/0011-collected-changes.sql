-- Corrections of a visit are collected before messages are made of them, so that a backlog that arrives fix by fix gives
-- one message and not one for each fix.

-- What messages have said of a visit, as bits: 1 they report it from its entry on; 2 one of them was `visit.exited`.
ALTER TABLE visit ADD COLUMN published INTEGER NOT NULL DEFAULT 0;
UPDATE visit SET published = 1 WHERE messages > 0;
UPDATE visit SET published = 3
WHERE messages > 0
    AND (status = 'closed' OR key IN (SELECT visit FROM webhook_message WHERE type = 'visit.exited'));

CREATE TABLE collected_change (
    -- A visit that differs from what its messages say. Its next messages are made when it has not changed for a while.
    visit INTEGER NOT NULL PRIMARY KEY REFERENCES visit (key),
    since_ms INTEGER NOT NULL,   -- when the first change was detected
    changed_ms INTEGER NOT NULL, -- when the last one was
    due_ms INTEGER NOT NULL,     -- when the messages are made
    -- The visit as its messages describe it; NULL in all of these where there is none yet.
    entered_ms INTEGER,
    dwelled_ms INTEGER,
    exited_ms INTEGER,
    status TEXT,
    evidence TEXT,
    verdict TEXT,
    month TEXT,
    CHECK (since_ms <= changed_ms),
    CHECK (
        (entered_ms IS NULL) = (status IS NULL) AND (evidence IS NULL) = (status IS NULL)
        AND (verdict IS NULL) = (status IS NULL) AND (month IS NULL) = (status IS NULL)
    )
) STRICT;

-- Finds what is due.
CREATE INDEX collected_change_due ON collected_change (due_ms);
