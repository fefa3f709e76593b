#include "sample_data.h"

// Of C23, which the compiler has as an extension of earlier ones. A byte 0 ends each file, which are texts.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char facilities[] = {
#embed "../../data/facilities.csv" suffix(, 0)
};

static const char members[] = {
#embed "../../data/members.csv" suffix(, 0)
};

const char *footfall_sample_facilities(void) { return facilities; }

const char *footfall_sample_members(void) { return members; }
