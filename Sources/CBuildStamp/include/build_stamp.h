#pragma once

/// The commit that the program was built from; empty in a plain build.
const char *footfall_commit(void);
/// The date of that commit, YYYY-MM-DD.
const char *footfall_commit_date(void);
