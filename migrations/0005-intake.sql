-- What devices sent lately, one row behind the other.
--
-- Most fixes change nothing that anybody is told. To write the whole state of a device and its hour of fixes for each of
-- them would cost a hundred times the fix itself. Such fixes are put down here as they come, and a device's state and
-- hours follow when something happens, or some time later; both together are what is known of it.

CREATE TABLE intake (
    -- A number is never given out twice: device_state.intake compares with it.
    key INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    device INTEGER NOT NULL REFERENCES device (key),
    first_ms INTEGER NOT NULL,
    last_ms INTEGER NOT NULL,
    fix_count INTEGER NOT NULL CHECK (fix_count > 0),
    fixes BLOB NOT NULL -- packed like those of fix_chunk, all of one hour of UTC
) STRICT;

-- The number of the last row of intake whose fixes are in the device's state and hours.
ALTER TABLE device_state ADD COLUMN intake INTEGER NOT NULL DEFAULT 0;

-- The number of the process that puts down at present. Another one reads what is there before it goes on: it would store
-- states that lack what the first has put down.
INSERT INTO counter (name, value) VALUES ('intake_writer', 0);

-- How often the state was written. Who writes it names the number that it was made from: of two processes that go on from
-- the same state, the second has to read what the first has left.
ALTER TABLE device_state ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;

-- The rows whose fixes are nowhere else. There is no index: a row is written a thousand times as often as somebody looks
-- for one of a device, and there are not many.
CREATE VIEW unsaved_intake AS
SELECT i.key, i.device, i.first_ms, i.last_ms, i.fix_count, i.fixes
FROM intake i JOIN device_state s ON s.device = i.device
WHERE i.key > s.intake;
