/* Calls libfootfall_engine as a C program does, and checks what it returns. scripts/engine-test builds and runs it. */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "footfall_engine.h"

enum { FIXES = 60, COLUMNS = 5 };

static int failures = 0;

static void expect(int holds, const char *what) {
  if (holds) return;
  failures++;
  fprintf(stderr, "engine_test: expected %s\n", what);
}

/* Tables. Each column has its own memory, freed by its release. */

static void release_schema(struct ArrowSchema *schema) {
  for (int64_t i = 0; i < schema->n_children; i++) {
    if (schema->children[i]->release) schema->children[i]->release(schema->children[i]);
    free(schema->children[i]);
  }
  free(schema->children);
  schema->release = NULL;
}

static void release_array(struct ArrowArray *array) {
  for (int64_t i = 0; i < array->n_children; i++) {
    if (array->children[i]->release) array->children[i]->release(array->children[i]);
    free(array->children[i]);
  }
  for (int64_t i = 0; i < array->n_buffers; i++) free((void *)array->buffers[i]);
  free(array->children);
  free(array->buffers);
  array->release = NULL;
}

static void begin(struct footfall_engine_table *table, int64_t rows, int64_t columns) {
  memset(table, 0, sizeof *table);
  table->schema.format = "+s";
  table->schema.name = "";
  table->schema.children = calloc((size_t)columns, sizeof(struct ArrowSchema *));
  table->schema.release = release_schema;
  table->array.length = rows;
  table->array.n_buffers = 1;
  table->array.buffers = calloc(1, sizeof(void *));
  table->array.children = calloc((size_t)columns, sizeof(struct ArrowArray *));
  table->array.release = release_array;
}

/* Adds a column; the buffers are the caller's until then. */
static void add(struct footfall_engine_table *table, const char *name, const char *format, void *values, void *bytes) {
  struct ArrowSchema *schema = calloc(1, sizeof *schema);
  schema->format = format;
  schema->name = name;
  schema->release = release_schema;
  struct ArrowArray *array = calloc(1, sizeof *array);
  array->length = table->array.length;
  array->n_buffers = bytes ? 3 : 2;
  array->buffers = calloc(3, sizeof(void *));
  array->buffers[1] = values;
  array->buffers[2] = bytes;
  array->release = release_array;
  table->schema.children[table->schema.n_children++] = schema;
  table->array.children[table->array.n_children++] = array;
}

static void add_text(struct footfall_engine_table *table, const char *name, const char *text) {
  int64_t rows = table->array.length;
  size_t length = strlen(text);
  int32_t *offsets = malloc((size_t)(rows + 1) * sizeof *offsets);
  char *bytes = malloc((size_t)rows * length + 1);
  for (int64_t row = 0; row <= rows; row++) offsets[row] = (int32_t)((size_t)row * length);
  for (int64_t row = 0; row < rows; row++) memcpy(bytes + (size_t)row * length, text, length);
  add(table, name, "u", offsets, bytes);
}

static double *add_numbers(struct footfall_engine_table *table, const char *name, double value) {
  double *numbers = malloc((size_t)table->array.length * sizeof *numbers);
  for (int64_t row = 0; row < table->array.length; row++) numbers[row] = value;
  add(table, name, "g", numbers, NULL);
  return numbers;
}

static void make_facilities(struct footfall_engine_table *table) {
  begin(table, 1, COLUMNS);
  int64_t *keys = malloc(sizeof *keys);
  keys[0] = 1;
  add(table, "key", "l", keys, NULL);
  add_text(table, "id", "gym");
  add_numbers(table, "latitude", 45.0);
  add_numbers(table, "longitude", -93.0);
  add_numbers(table, "radius_m", 150.0);
}

static const int64_t START = 1710158400000;

/* An hour by the minute: ten minutes away, forty inside, ten away. */
static void make_fixes(struct footfall_engine_table *table, const char *member) {
  begin(table, FIXES, COLUMNS);
  add_text(table, "member", member);
  int64_t *times = malloc(FIXES * sizeof *times);
  add(table, "timestamp", "tsm:UTC", times, NULL);
  add_numbers(table, "latitude", 45.0);
  double *longitudes = add_numbers(table, "longitude", -93.0);
  double *accuracies = add_numbers(table, "accuracy", 10.0);
  for (int row = 0; row < FIXES; row++) {
    times[row] = START + row * 60000;
    if (row < 10 || row >= 50) longitudes[row] = -93.01 - row * 1e-6;
    accuracies[row] = 8 + row % 5;
  }
}

static void release_table(struct footfall_engine_table *table) {
  if (table->schema.release) table->schema.release(&table->schema);
  if (table->array.release) table->array.release(&table->array);
}

static void release_results(struct footfall_engine_results *results) {
  release_table(&results->visits);
  release_table(&results->events);
  release_table(&results->states);
  release_table(&results->refused);
}

/* The place of a column of a returned table. */
static int64_t column(const struct footfall_engine_table *table, const char *name) {
  for (int64_t i = 0; i < table->schema.n_children; i++) {
    if (strcmp(table->schema.children[i]->name, name) == 0) return i;
  }
  fprintf(stderr, "engine_test: there is no column %s\n", name);
  exit(1);
}

static int has_text(const struct footfall_engine_table *table, const char *name, int64_t row, const char *text) {
  const struct ArrowArray *array = table->array.children[column(table, name)];
  const int32_t *offsets = array->buffers[1];
  size_t length = (size_t)(offsets[row + 1] - offsets[row]);
  return length == strlen(text) && memcmp((const char *)array->buffers[2] + offsets[row], text, length) == 0;
}

/* The tests. */

static void check_visit(const struct footfall_engine_results *results, const char *member) {
  expect(results->visits.array.length == 1, "one visit");
  if (results->visits.array.length != 1) return;
  expect(has_text(&results->visits, "member", 0, member), "a visit of the member");
  expect(has_text(&results->visits, "facility", 0, "gym"), "a visit of the gym");
  expect(has_text(&results->visits, "status", 0, "closed"), "a closed visit");
  expect(has_text(&results->visits, "verdict", 0, "counted"), "a counted visit");
  expect(results->events.array.length == 3, "Entered, Dwell and Exited");
  expect(results->states.array.length == 1, "one state");
  expect(results->refused.array.length == 0, "no refused row");
}

static void *run_thread(void *engine) {
  for (int round = 0; round < 20; round++) {
    struct footfall_engine_table fixes;
    struct footfall_engine_results results;
    struct footfall_engine_error error;
    make_fixes(&fixes, "ann");
    if (footfall_engine_advance(engine, &fixes, NULL, START + 86400000, &results, &error)) return "failed";
    int64_t count = results.visits.array.length;
    release_results(&results);
    if (count != 1) return "wrong";
  }
  return NULL;
}

int main(void) {
  struct footfall_engine_table facilities, fixes;
  struct footfall_engine_results results, later;
  struct footfall_engine_error error;
  void *engine = NULL;

  expect(footfall_engine_abi() == FOOTFALL_ENGINE_ABI, "the ABI of the header");

  make_facilities(&facilities);
  expect(footfall_engine_open(&facilities, "{\"timer\": true}", &engine, &error) != 0, "an unknown option to be refused");
  expect(strcmp(error.code, "options") == 0 && engine == NULL, "the code options, and no engine");
  expect(facilities.schema.release == NULL && facilities.array.release == NULL, "the table to be released on an error");

  make_facilities(&facilities);
  if (footfall_engine_open(&facilities, NULL, &engine, &error)) {
    fprintf(stderr, "engine_test: %s: %s\n", error.code, error.message);
    return 1;
  }

  make_fixes(&fixes, "ann");
  if (footfall_engine_advance(engine, &fixes, NULL, START + 86400000, &results, &error)) {
    fprintf(stderr, "engine_test: %s: %s\n", error.code, error.message);
    return 1;
  }
  expect(fixes.schema.release == NULL && fixes.array.release == NULL, "the table of fixes to be released");
  check_visit(&results, "ann");

  /* The same fixes again after the states of the first call: nothing is new. */
  make_fixes(&fixes, "ann");
  if (footfall_engine_advance(engine, &fixes, &results.states, START + 86400000, &later, &error)) {
    fprintf(stderr, "engine_test: %s: %s\n", error.code, error.message);
    return 1;
  }
  expect(later.visits.array.length == 0, "no visit twice");
  release_results(&results);
  release_results(&later);

  make_fixes(&fixes, "ann");
  fixes.schema.children[2]->format = "f";
  expect(footfall_engine_advance(engine, &fixes, NULL, START, &results, &error) != 0, "float32 to be refused");
  expect(strcmp(error.code, "column") == 0 && strstr(error.message, "`latitude`") != NULL, "the column to be named");

  expect(footfall_engine_advance(NULL, NULL, NULL, START, NULL, NULL) != 0, "null pointers to be refused");

  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, run_thread, engine);
  for (int i = 0; i < 4; i++) {
    void *problem = NULL;
    pthread_join(threads[i], &problem);
    expect(problem == NULL, "the same visits on four threads");
  }

  footfall_engine_close(engine);
  footfall_engine_close(NULL);
  if (failures == 0) puts("engine_test: passed");
  return failures != 0;
}
