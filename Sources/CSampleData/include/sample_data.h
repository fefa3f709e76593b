#pragma once

/// The sample network of data/facilities.csv and its members of data/members.csv, for `footfall demo`.
const char *footfall_sample_facilities(void);
const char *footfall_sample_members(void);
