-- The history of the reviews of visits: what people decided, in order, and what undoing the last one goes back to.

CREATE TABLE visit_correction (
    key INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    visit TEXT NOT NULL,       -- the visit's id
    action TEXT NOT NULL CHECK (action IN ('confirmed', 'declined', 'noted', 'cleared', 'undone')),
    note TEXT NOT NULL,        -- the note after it
    reviewer TEXT NOT NULL,    -- the token's id, or `command line`
    reviewer_name TEXT,        -- the token's note at that time; of a command, the user of the operating system
    corrected_ms INTEGER NOT NULL,
    -- The review before it; NULL in all of these where there was none, and the decision also where it was only a note.
    before_decision TEXT CHECK (before_decision IN ('confirmed', 'declined')),
    before_note TEXT,
    before_reviewer TEXT,
    before_ms INTEGER,
    CHECK ((before_note IS NULL) = (before_ms IS NULL) AND (before_reviewer IS NULL) = (before_ms IS NULL))
) STRICT;

CREATE INDEX visit_correction_visit ON visit_correction (visit);

-- Of an earlier version only the last review of a visit is known.
INSERT INTO visit_correction (visit, action, note, reviewer, corrected_ms)
SELECT visit, coalesce(decision, 'noted'), note, reviewer, reviewed_ms FROM visit_review ORDER BY reviewed_ms, visit;

-- What a person has to decide about, and what counts with doubts, the surest first.
CREATE INDEX visit_undecided ON visit (coalesce(confidence, -1) DESC, id)
    WHERE verdict IN ('unproven', 'ambiguous', 'doubtful');
CREATE INDEX visit_doubted ON visit (coalesce(confidence, -1) DESC, id) WHERE verdict = 'counted' AND doubts <> 0;

-- Finds the messages of a visit, for its page and for an erasure.
CREATE INDEX webhook_message_visit ON webhook_message (visit) WHERE visit IS NOT NULL;
