-- Members' names and groups, months that are closed, and payouts.

ALTER TABLE member ADD COLUMN name TEXT NOT NULL DEFAULT ''; -- for people; empty where none is known

CREATE TABLE member_group (
    -- The group of a member, for instance the employer, from a local day on up to the next row of the member.
    member INTEGER NOT NULL REFERENCES member (key),
    from_day INTEGER NOT NULL, -- days since 1970-01-01; visits that begin on it are of this group
    group_name TEXT NOT NULL,  -- empty for no group from then on
    PRIMARY KEY (member, from_day)
) STRICT, WITHOUT ROWID;

-- Of an import that is written in slices: from when its groups apply, and what they are.
ALTER TABLE staged_import ADD COLUMN groups_from_day INTEGER; -- NULL where none was given: from `today` on
ALTER TABLE staged_import ADD COLUMN today INTEGER;           -- NULL where no group is set
ALTER TABLE staged_change ADD COLUMN group_name TEXT; -- NULL keeps the stored one, empty removes it

CREATE TABLE closed_month (
    -- A month whose file no longer changes. Each follows the one before.
    month TEXT NOT NULL PRIMARY KEY, -- 2024-03
    closed_ms INTEGER NOT NULL,
    author TEXT NOT NULL,            -- the token's id, or `command line`
    author_name TEXT                 -- the token's person, or else its note; of a command, the operating system's user
) STRICT, WITHOUT ROWID;

CREATE TABLE month_line (
    -- A line of a closed month's file: a visit that counted then, or what has changed of a month that was closed before.
    -- A visit's last line, with the highest key, says whether and how the files so far have it.
    key INTEGER NOT NULL PRIMARY KEY,
    closed_month TEXT NOT NULL REFERENCES closed_month (month), -- whose file it is in
    change INTEGER NOT NULL CHECK (change IN (1, -1)),
    visit TEXT,                  -- the visit's id; NULL once the member was erased
    member INTEGER,              -- NULL once the member was erased
    facility INTEGER NOT NULL REFERENCES facility (key),
    group_name TEXT NOT NULL,    -- the member's at the visit's entry; empty for none
    month TEXT NOT NULL,         -- the visit's own; another one than closed_month for an adjustment
    local_day INTEGER NOT NULL,
    entered_ms INTEGER,          -- NULL once the member was erased
    exited_ms INTEGER,           -- the same, and while the visit was open
    minutes INTEGER NOT NULL,
    time_zone TEXT NOT NULL,     -- of the facility at the entry, an IANA name
    evidence TEXT NOT NULL,
    confidence REAL,             -- 0...1; NULL where the visit has none, and once the member was erased
    review TEXT,                 -- what a person had decided; NULL for nothing, and once the member was erased
    CHECK ((visit IS NULL) = (member IS NULL) AND (visit IS NULL) = (entered_ms IS NULL))
) STRICT;

-- Without a further column, so that the lines of a month are in the order in which they were written.
CREATE INDEX month_line_month ON month_line (closed_month);
CREATE INDEX month_line_visit ON month_line (visit) WHERE visit IS NOT NULL;
CREATE INDEX month_line_member ON month_line (member) WHERE member IS NOT NULL;

CREATE TABLE payout_line (
    -- A member's payout in a closed month's file, or its adjustment for a month that was closed before.
    key INTEGER NOT NULL PRIMARY KEY,
    closed_month TEXT NOT NULL REFERENCES closed_month (month),
    member INTEGER,              -- NULL once the member was erased
    group_name TEXT NOT NULL,
    month TEXT NOT NULL,         -- whose visits it is for
    cents INTEGER NOT NULL,      -- hundredths of the currency
    currency TEXT NOT NULL
) STRICT;

CREATE INDEX payout_line_month ON payout_line (closed_month);
CREATE INDEX payout_line_member ON payout_line (member, month) WHERE member IS NOT NULL;

CREATE TABLE payout_decision (
    -- What visits are worth from a month on, whatever was decided before; the last decision about a month decides.
    key INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    from_month TEXT NOT NULL,
    required_days INTEGER,       -- NULL in all of these for no payouts
    unit TEXT CHECK (unit IN ('day', 'visit')),
    unit_cents INTEGER,          -- for each unit; NULL where the month has one amount
    most_cents INTEGER,          -- NULL for no limit
    currency TEXT,
    decided_ms INTEGER NOT NULL,
    author TEXT NOT NULL,
    author_name TEXT,
    CHECK ((required_days IS NULL) = (unit IS NULL) AND (required_days IS NULL) = (currency IS NULL))
) STRICT;

CREATE TABLE changed_visit (
    -- The visits of closed months that have changed since: the next file may have adjustments of them.
    visit TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TRIGGER member_group_added AFTER INSERT ON member_group
BEGIN
    INSERT INTO changed_visit (visit)
    SELECT visit FROM month_line WHERE member = NEW.member AND local_day >= NEW.from_day
    ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER member_group_changed AFTER UPDATE ON member_group
BEGIN
    INSERT INTO changed_visit (visit)
    SELECT visit FROM month_line WHERE member = NEW.member AND local_day >= NEW.from_day
    ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER member_group_removed AFTER DELETE ON member_group
BEGIN
    INSERT INTO changed_visit (visit)
    SELECT visit FROM month_line WHERE member = OLD.member AND local_day >= OLD.from_day
    ON CONFLICT DO NOTHING;
END;
