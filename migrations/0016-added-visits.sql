-- Visits that a person added, or moved from another facility: they have the evidence `manual` and no phone. SQLite cannot
-- add a value to a CHECK: the tables that have one are rebuilt, with the same rows and keys.

CREATE TABLE visit_0016 (
    -- One stay of one member at one facility: the union of what the member's devices saw.
    key INTEGER NOT NULL PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    member INTEGER NOT NULL REFERENCES member (key),
    device INTEGER REFERENCES device (key), -- the one that opened it; NULL where a person added it
    facility INTEGER NOT NULL REFERENCES facility (key),
    entered_ms INTEGER NOT NULL,
    dwelled_ms INTEGER,
    exited_ms INTEGER,
    status TEXT NOT NULL CHECK (status IN ('open', 'closed', 'timed_out', 'withdrawn', 'declined')),
    evidence TEXT NOT NULL CHECK (evidence IN ('confirmed', 'inferred', 'none', 'manual')),
    verdict TEXT NOT NULL CHECK (
        verdict IN (
            'counted', 'too_short', 'weak_evidence', 'ambiguous', 'same_day', 'doubtful', 'unproven', 'taken_back'
        )
    ),
    month TEXT NOT NULL,         -- 2024-03: the facility's local month at the time of entry
    local_day INTEGER NOT NULL,  -- days since 1970-01-01 of the local day of entry
    fixes_inside INTEGER NOT NULL,
    last_proof_ms INTEGER NOT NULL,
    depth_m REAL NOT NULL,
    doubts INTEGER NOT NULL,
    policy_version TEXT NOT NULL,
    messages INTEGER NOT NULL DEFAULT 0, -- how many were made of it: the sequence of the last one
    -- The assessment: NULL in all of these where a version without it wrote the row, and for an added visit.
    confidence REAL,             -- 0...1
    proven_s INTEGER,
    bridged_s INTEGER,
    entered_from_ms INTEGER,     -- the earliest and the latest moment of entry
    entered_to_ms INTEGER,
    exited_from_ms INTEGER,      -- the same of the exit; NULL while the visit is open
    exited_to_ms INTEGER,
    runner_up INTEGER REFERENCES facility (key), -- the next likely facility; NULL where there is none
    runner_up_share REAL,        -- the probability that the visit was there, 0...1
    reasons TEXT,                -- `proven:4.2 gap_after:-1.1`: terms with their weights, strongest first
    -- What messages have said of it, as bits: 1 they report it from its entry on; 2 one of them was `visit.exited`.
    published INTEGER NOT NULL DEFAULT 0,
    CHECK ((device IS NULL) = (evidence = 'manual'))
) STRICT;

INSERT INTO visit_0016 (
    key, id, member, device, facility, entered_ms, dwelled_ms, exited_ms, status, evidence, verdict, month, local_day,
    fixes_inside, last_proof_ms, depth_m, doubts, policy_version, messages, confidence, proven_s, bridged_s,
    entered_from_ms, entered_to_ms, exited_from_ms, exited_to_ms, runner_up, runner_up_share, reasons, published
)
SELECT key, id, member, device, facility, entered_ms, dwelled_ms, exited_ms, status, evidence, verdict, month, local_day,
    fixes_inside, last_proof_ms, depth_m, doubts, policy_version, messages, confidence, proven_s, bridged_s,
    entered_from_ms, entered_to_ms, exited_from_ms, exited_to_ms, runner_up, runner_up_share, reasons, published
FROM visit ORDER BY key;

-- What refers to it refers to its name. The migration runs without checks of foreign keys and is checked as a whole.
DROP TABLE visit;
ALTER TABLE visit_0016 RENAME TO visit;

CREATE INDEX visit_month ON visit (month, member);
CREATE INDEX visit_member ON visit (member, entered_ms);
CREATE INDEX visit_facility ON visit (facility, entered_ms);
-- Visits in the order in which they are listed, a page at a time.
CREATE INDEX visit_entered ON visit (entered_ms, id);
-- What a person has to decide about, and what counts with doubts, the surest first.
CREATE INDEX visit_undecided ON visit (coalesce(confidence, -1) DESC, id)
    WHERE verdict IN ('unproven', 'ambiguous', 'doubtful');
CREATE INDEX visit_doubted ON visit (coalesce(confidence, -1) DESC, id) WHERE verdict = 'counted' AND doubts <> 0;
-- The few that every visit of the member is compared with.
CREATE INDEX visit_manual ON visit (member, entered_ms) WHERE evidence = 'manual';

-- The person who has a token, for the history of what was corrected with it; empty where none was named.
ALTER TABLE access_token ADD COLUMN person TEXT NOT NULL DEFAULT '';

-- What a person chose about another visit of the member when one was added; it holds while the added one counts.
CREATE TABLE visit_choice (
    added TEXT NOT NULL,       -- the id of the added visit
    other TEXT NOT NULL,       -- that of the other one
    kind TEXT NOT NULL CHECK (kind IN ('moved', 'replaced', 'kept')),
    PRIMARY KEY (added, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX visit_choice_other ON visit_choice (other);

-- The visits that are declined now because an added one counts instead. It follows from the added visits, the choices and
-- the reviews, and is here so that it is computed only where one of them changes.
CREATE TABLE visit_link (
    visit TEXT NOT NULL PRIMARY KEY,
    added TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('moved', 'replaced', 'covered')),
    -- How the engine has the visit.
    engine_status TEXT NOT NULL CHECK (engine_status IN ('open', 'closed', 'timed_out', 'withdrawn')),
    engine_verdict TEXT NOT NULL CHECK (
        engine_verdict IN (
            'counted', 'too_short', 'weak_evidence', 'ambiguous', 'same_day', 'doubtful', 'unproven', 'taken_back'
        )
    )
) STRICT, WITHOUT ROWID;
CREATE INDEX visit_link_added ON visit_link (added);

CREATE TABLE visit_correction_0016 (
    key INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    visit TEXT NOT NULL,       -- the visit's id
    action TEXT NOT NULL CHECK (
        action IN (
            'confirmed', 'declined', 'noted', 'cleared', 'undone', 'added', 'moved', 'replaced', 'covered', 'kept',
            'released'
        )
    ),
    note TEXT NOT NULL,        -- the note after it
    reviewer TEXT NOT NULL,    -- the token's id, or `command line`
    reviewer_name TEXT,        -- the token's person, or else its note; of a command, the user of the operating system
    corrected_ms INTEGER NOT NULL,
    -- The review before it; NULL in all of these where there was none, and the decision also where it was only a note.
    before_decision TEXT CHECK (before_decision IN ('confirmed', 'declined')),
    before_note TEXT,
    before_reviewer TEXT,
    before_ms INTEGER,
    linked TEXT,               -- the other visit of a move, or of a decision that was made with an added visit
    CHECK ((before_note IS NULL) = (before_ms IS NULL) AND (before_reviewer IS NULL) = (before_ms IS NULL))
) STRICT;

INSERT INTO visit_correction_0016 (
    key, visit, action, note, reviewer, reviewer_name, corrected_ms, before_decision, before_note, before_reviewer,
    before_ms
)
SELECT key, visit, action, note, reviewer, reviewer_name, corrected_ms, before_decision, before_note, before_reviewer,
    before_ms
FROM visit_correction ORDER BY key;
DROP TABLE visit_correction;
ALTER TABLE visit_correction_0016 RENAME TO visit_correction;

CREATE INDEX visit_correction_visit ON visit_correction (visit);
