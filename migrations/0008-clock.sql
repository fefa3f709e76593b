-- What is known of a phone's clock. It is kept with the device's state and written with it, but is none of the states that
-- late fixes go back to.

-- By how much it runs ahead, in milliseconds; NULL where it is right, as far as is known.
ALTER TABLE device_state ADD COLUMN clock_offset_ms INTEGER CHECK (clock_offset_ms > 0);
-- Whether it seems to be behind: fixes come hours old, always by as much.
ALTER TABLE device_state ADD COLUMN clock_seems_behind INTEGER NOT NULL DEFAULT 0 CHECK (clock_seems_behind IN (0, 1));
-- How that is known. Bytes of the engine, by a format byte; NULL before anything came with a receive time.
ALTER TABLE device_state ADD COLUMN clock_state BLOB;
