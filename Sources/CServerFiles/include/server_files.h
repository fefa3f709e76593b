#pragma once

#include <stddef.h>

/// A text that is part of the program: the description of the API, a template, a script or a style sheet of the pages.
struct footfall_file {
    const char *name;
    const char *text;
};

/// All of them. The files lie beside the code of VisitServer that uses them.
const struct footfall_file *footfall_files(void);

size_t footfall_file_count(void);
