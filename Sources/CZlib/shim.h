#pragma once

#include <zlib.h>

/// Prepares a stream to unpack gzip, which the library does by a macro. 15: any window; 32: gzip or zlib, by their headers.
static inline int footfall_inflate_init(z_stream *stream) {
    return inflateInit2(stream, 15 + 32);
}
