-- As for the kinds of events (0002): SQLite builds an index of `IN (three or more values)` each time it runs a statement
-- that checks it: once for each hour of fixes, twice for each stay and three times for each visit. The same rules as chains
-- of comparisons. What the tables may hold stays the same, so only the text of the rules changes, and no row is rewritten
-- (sqlite.org/lang_altertable.html, "Making Other Kinds Of Table Schema Changes").

PRAGMA writable_schema = ON;

UPDATE sqlite_schema
SET sql = replace(
    sql,
    'CHECK (origin IN (''live'', ''replayed'', ''evidence''))',
    'CHECK (origin = ''live'' OR origin = ''replayed'' OR origin = ''evidence'')'
)
WHERE type = 'table' AND name = 'fix_chunk';

UPDATE sqlite_schema
SET sql = replace(
    replace(
        replace(
            sql,
            'CHECK (status IN (''open'', ''closed'', ''timed_out'', ''withdrawn'', ''declined''))',
            'CHECK (
        status = ''closed'' OR status = ''open'' OR status = ''timed_out'' OR status = ''withdrawn'' OR status = ''declined''
    )'
        ),
        'CHECK (evidence IN (''confirmed'', ''inferred'', ''none'', ''manual''))',
        'CHECK (
        evidence = ''confirmed'' OR evidence = ''inferred'' OR evidence = ''none'' OR evidence = ''manual''
    )'
    ),
    'verdict IN (
            ''counted'', ''too_short'', ''weak_evidence'', ''ambiguous'', ''same_day'', ''doubtful'', ''unproven'', ''taken_back''
        )',
    'verdict = ''counted'' OR verdict = ''too_short'' OR verdict = ''unproven'' OR verdict = ''weak_evidence''
        OR verdict = ''ambiguous'' OR verdict = ''same_day'' OR verdict = ''doubtful'' OR verdict = ''taken_back'''
)
WHERE type = 'table' AND name = 'visit';

UPDATE sqlite_schema
SET sql = replace(
    replace(
        sql,
        'CHECK (status IN (''open'', ''closed'', ''timed_out'', ''withdrawn'', ''declined''))',
        'CHECK (
        status = ''closed'' OR status = ''open'' OR status = ''timed_out'' OR status = ''withdrawn'' OR status = ''declined''
    )'
    ),
    'CHECK (evidence IN (''confirmed'', ''inferred'', ''none''))',
    'CHECK (evidence = ''confirmed'' OR evidence = ''inferred'' OR evidence = ''none'')'
)
WHERE type = 'table' AND name = 'stay';

PRAGMA writable_schema = RESET;

-- A change of the schema, so that every open connection reads it again.
CREATE TABLE schema_changed (key INTEGER);
DROP TABLE schema_changed;
