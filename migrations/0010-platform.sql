-- Whether a phone's platform is known, and the platform that a token says of its phones.

-- 0 where nothing said it: the phone is then taken for one of iOS, whose limit is the smaller one.
-- Of phones that are stored already it can't be made out any more.
ALTER TABLE device ADD COLUMN platform_known INTEGER NOT NULL DEFAULT 1 CHECK (platform_known IN (0, 1));

ALTER TABLE access_token ADD COLUMN platform TEXT CHECK (platform IN ('ios', 'android'));
