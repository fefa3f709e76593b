-- What other systems are told: who gets them, what is waiting to be delivered, and how each attempt went.

-- How many messages were made of a visit: the sequence of the last one.
ALTER TABLE visit ADD COLUMN messages INTEGER NOT NULL DEFAULT 0;

CREATE TABLE webhook_endpoint (
    -- Where messages are sent. A key is never given out twice, because deliveries under way may hold it.
    key INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    revision INTEGER NOT NULL DEFAULT 1, -- raised by every change that a running delivery has to know of
    url TEXT NOT NULL,
    types TEXT,      -- a JSON array of message types; NULL for those of visits
    facilities TEXT, -- a JSON array of facility ids; NULL for all
    format TEXT NOT NULL CHECK (format IN ('standard', 'cloudevents')),
    includes_location INTEGER NOT NULL CHECK (includes_location IN (0, 1)),
    exceptions INTEGER NOT NULL,
    secret BLOB NOT NULL,    -- sealed
    previous_secret BLOB,    -- sealed; signs too until previous_until_ms
    previous_until_ms INTEGER,
    created_ms INTEGER NOT NULL,
    disabled_ms INTEGER,     -- NULL while messages are sent
    disabled_reason TEXT CHECK (disabled_reason IN ('by_hand', 'gone', 'failing_too_long')),
    failing_since_ms INTEGER, -- the first failure since the last success; NULL while none failed since
    CHECK ((disabled_ms IS NULL) = (disabled_reason IS NULL)),
    CHECK ((previous_secret IS NULL) = (previous_until_ms IS NULL))
) STRICT;

CREATE TABLE webhook_message (
    -- A message as bytes, which no later version of the program changes.
    key INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL,
    visit INTEGER REFERENCES visit (key), -- the messages of one visit go out in the order of their keys
    facility INTEGER REFERENCES facility (key),
    subject TEXT NOT NULL,   -- the id of what it is about, for CloudEvents and for people
    occurred_ms INTEGER NOT NULL,
    queued_ms INTEGER NOT NULL,
    body BLOB NOT NULL,
    located_body BLOB        -- the same with where the phone was; NULL where it is the same
) STRICT;

CREATE TABLE webhook_delivery (
    -- A message on its way to an endpoint.
    endpoint INTEGER NOT NULL REFERENCES webhook_endpoint (key),
    message INTEGER NOT NULL REFERENCES webhook_message (key),
    state TEXT NOT NULL CHECK (state = 'pending' OR state = 'waiting' OR state = 'delivered' OR state = 'dead'),
    visit INTEGER,             -- as in the message
    due_ms INTEGER NOT NULL,   -- of a pending one: when to try next; of a finished one: when it was finished
    tries INTEGER NOT NULL,    -- attempts since it was queued, or replayed
    attempts INTEGER NOT NULL, -- attempts altogether
    PRIMARY KEY (endpoint, message)
) STRICT, WITHOUT ROWID;

-- What is to be sent next.
CREATE INDEX webhook_delivery_due ON webhook_delivery (endpoint, due_ms, message) WHERE state = 'pending';
-- What has to be finished before the next message of a visit.
-- (Asked for by name.)
CREATE INDEX webhook_delivery_visit ON webhook_delivery (endpoint, visit, message)
    WHERE visit IS NOT NULL AND (state = 'pending' OR state = 'waiting');
CREATE INDEX webhook_delivery_message ON webhook_delivery (message);
CREATE INDEX webhook_delivery_dead ON webhook_delivery (endpoint, message) WHERE state = 'dead';
CREATE INDEX webhook_delivery_done ON webhook_delivery (due_ms) WHERE state = 'delivered';

CREATE TABLE webhook_attempt (
    -- How one try went.
    key INTEGER NOT NULL PRIMARY KEY,
    endpoint INTEGER NOT NULL,
    message INTEGER NOT NULL,
    number INTEGER NOT NULL,   -- from 1
    at_ms INTEGER NOT NULL,
    took_ms INTEGER NOT NULL,
    outcome TEXT NOT NULL,     -- `answered`, or a failure's code
    status INTEGER,            -- of HTTP
    detail TEXT,               -- what went wrong, for a person
    response BLOB,             -- the first bytes of the answer
    UNIQUE (endpoint, message, number)
) STRICT;
