-- How long people stay at a facility, and of which other facility it is a part. A change of either holds from a day on, so
-- they belong to a version as its threshold does.

ALTER TABLE facility_version ADD COLUMN stays TEXT NOT NULL DEFAULT 'short' CHECK (stays IN ('short', 'long'));

-- The id of the other facility, because its row may come later in the same file; NULL where it is a part of none.
ALTER TABLE facility_version ADD COLUMN part_of TEXT;

-- NULL in the changes of an import that a version before this one has staged, which knew neither.
ALTER TABLE staged_change ADD COLUMN stays TEXT;
ALTER TABLE staged_change ADD COLUMN part_of TEXT;
