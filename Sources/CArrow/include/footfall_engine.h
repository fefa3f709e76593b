/* The interface of libfootfall_engine; docs/engine.md describes the tables and the options. */
#ifndef FOOTFALL_ENGINE_H
#define FOOTFALL_ENGINE_H

#include <stdint.h>

#include "arrow_c_data.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What footfall_engine_abi returns for this header; another number is another interface. */
#define FOOTFALL_ENGINE_ABI 1

/* A table: a struct array (record batch) of the Arrow C Data Interface, with a child for each column. */
struct footfall_engine_table {
  struct ArrowSchema schema;
  struct ArrowArray array;
};

/* The error of a call that did not return 0: a code for programs, and a sentence that says what to do, both ended by 0. */
struct footfall_engine_error {
  char code[32];
  char message[2016];
};

struct footfall_engine_results {
  struct footfall_engine_table visits;
  struct footfall_engine_table events;
  struct footfall_engine_table states;
  /* The rows of the table of fixes that gave no fix, with the reason. */
  struct footfall_engine_table refused;
};

uint32_t footfall_engine_abi(void);

/* Opens an engine of facilities and options (JSON, or NULL for none).

   The caller's table is released in any case. Returns 0 and sets *engine, or another number and fills *error. */
int32_t footfall_engine_open(struct footfall_engine_table *facilities, const char *options_json, void **engine,
                             struct footfall_engine_error *error);

/* Evaluates fixes after the states of an earlier call (NULL for none), at a time in milliseconds since 1970.

   The caller's tables are released in any case. Returns 0 and fills *results, whose tables the caller releases; or
   another number, fills *error and leaves *results as it was. May be called from several threads at a time. */
int32_t footfall_engine_advance(const void *engine, struct footfall_engine_table *fixes,
                                struct footfall_engine_table *states, int64_t now_ms,
                                struct footfall_engine_results *results, struct footfall_engine_error *error);

/* Closes an engine that no call uses any more; NULL is allowed. */
void footfall_engine_close(void *engine);

#ifdef __cplusplus
}
#endif

#endif
