#include "build_stamp.h"

const char *footfall_commit(void) { return FOOTFALL_COMMIT; }

const char *footfall_commit_date(void) { return FOOTFALL_COMMIT_DATE; }
