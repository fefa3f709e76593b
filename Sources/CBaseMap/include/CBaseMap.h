#ifndef FOOTFALL_BASE_MAP_H
#define FOOTFALL_BASE_MAP_H

#include <stddef.h>

/// The base map as gzipped JSON; its format is described in scripts/make-basemap.
const unsigned char *footfall_basemap(void);

/// The length of the base map in bytes.
size_t footfall_basemap_length(void);

#endif
