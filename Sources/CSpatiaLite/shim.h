#ifndef CSPATIALITE_SHIM_H
#define CSPATIALITE_SHIM_H

#include <sqlite3.h>
#include <spatialite.h>

/* A function that does nothing: its only purpose is the destructor that SQLite keeps with it. */
static inline void footfall_spatialite_owner(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    (void)values;
    sqlite3_result_null(context);
}

static inline void footfall_spatialite_release(void *cache) {
    spatialite_cleanup_ex(cache);
}

/*
 * Loads SpatiaLite's functions into one connection.
 *
 * SpatiaLite wants its memory back once the connection is closed, and whoever opened the connection through a library
 * does not learn of that moment. SQLite does: it calls the destructor of an SQL function when the connection goes, after
 * every statement and virtual table of it. So the memory is owned by such a function.
 *
 * Returns an SQLite result code.
 */
static inline int footfall_spatialite_attach(sqlite3 *connection) {
    void *cache = spatialite_alloc_connection();
    if (cache == 0) {
        return SQLITE_NOMEM;
    }
    spatialite_init_ex(connection, cache, 0);
    return sqlite3_create_function_v2(
        connection, "footfall_spatialite_owner", 0, SQLITE_UTF8, cache,
        footfall_spatialite_owner, 0, 0, footfall_spatialite_release
    );
}

#endif
