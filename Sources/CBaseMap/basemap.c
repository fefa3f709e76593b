#include "CBaseMap.h"

// Of C23, which the compiler has as an extension of earlier ones. An array in Swift of this size takes minutes to compile.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char basemap[] = {
#embed "basemap.json.gz"
};

const unsigned char *footfall_basemap(void) { return basemap; }

size_t footfall_basemap_length(void) { return sizeof basemap; }
