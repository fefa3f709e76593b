-- How sure a visit is, what of it is proven, and between which moments it began and ended. SQLite cannot add a value to
-- a CHECK, and the verdict gains `unproven`: the tables that have one are rebuilt, with the same rows and keys.

CREATE TABLE visit_0007 (
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
    -- The assessment: NULL in all of these where a version before it wrote the row.
    confidence REAL,             -- 0...1
    proven_s INTEGER,
    bridged_s INTEGER,
    entered_from_ms INTEGER,     -- the earliest and the latest moment of entry
    entered_to_ms INTEGER,
    exited_from_ms INTEGER,      -- the same of the exit; NULL while the visit is open
    exited_to_ms INTEGER,
    runner_up INTEGER REFERENCES facility (key), -- the next likely facility; NULL where there is none
    runner_up_share REAL,        -- the probability that the visit was there, 0...1
    reasons TEXT                 -- `proven:4.2 gap_after:-1.1`: terms with their weights, strongest first
) STRICT;

INSERT INTO visit_0007 (
    key, id, member, device, facility, entered_ms, dwelled_ms, exited_ms, status, evidence, verdict, month, local_day,
    fixes_inside, last_proof_ms, depth_m, doubts, policy_version, messages
)
SELECT key, id, member, device, facility, entered_ms, dwelled_ms, exited_ms, status, evidence, verdict, month, local_day,
    fixes_inside, last_proof_ms, depth_m, doubts, policy_version, messages
FROM visit ORDER BY key;

-- What refers to it refers to its name. The migration runs without checks of foreign keys and is checked as a whole.
DROP TABLE visit;
ALTER TABLE visit_0007 RENAME TO visit;

CREATE INDEX visit_month ON visit (month, member);
CREATE INDEX visit_member ON visit (member, entered_ms);
CREATE INDEX visit_facility ON visit (facility, entered_ms);
-- Visits in the order in which they are listed, a page at a time.
CREATE INDEX visit_entered ON visit (entered_ms, id);

CREATE TABLE visit_review_0007 (
    -- What a person decided about a visit, which no later evaluation overrides.
    visit TEXT NOT NULL PRIMARY KEY, -- the visit's id
    decision TEXT CHECK (decision IN ('confirmed', 'declined')), -- NULL: only a note
    note TEXT NOT NULL,
    reviewer TEXT NOT NULL,    -- the token's id, or `command line`
    reviewed_ms INTEGER NOT NULL,
    -- How the visit is without the decision, for the day on which it is taken back.
    engine_status TEXT NOT NULL CHECK (engine_status IN ('open', 'closed', 'timed_out', 'withdrawn', 'declined')),
    engine_verdict TEXT NOT NULL CHECK (
        engine_verdict IN (
            'counted', 'too_short', 'weak_evidence', 'ambiguous', 'same_day', 'doubtful', 'unproven', 'taken_back'
        )
    )
) STRICT, WITHOUT ROWID;

INSERT INTO visit_review_0007 (visit, decision, note, reviewer, reviewed_ms, engine_status, engine_verdict)
SELECT visit, decision, note, reviewer, reviewed_ms, engine_status, engine_verdict FROM visit_review;
DROP TABLE visit_review;
ALTER TABLE visit_review_0007 RENAME TO visit_review;

-- What the engine keeps of a stay's fixes for the confidence. Bytes of the engine, by a format byte; NULL where a version
-- before it wrote the row.
ALTER TABLE stay ADD COLUMN evidence_state BLOB;
