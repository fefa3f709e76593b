#pragma once

/// The commit that the program was built from: "" where the build was not told.
const char *footfall_commit(void);
/// The date of that commit, YYYY-MM-DD.
const char *footfall_commit_date(void);
