#pragma once

#include <zlib.h>

/// Prepares a stream to unpack gzip, which the library does by a macro. 15: any window; 32: gzip or zlib, by their headers.
static inline int footfall_inflate_init(z_stream *stream) {
    return inflateInit2(stream, 15 + 32);
}

/// Prepares a stream to pack gzip with a level from 1 to 9. 15: the usual window; 16: with the header of gzip; 8: the usual memory.
static inline int footfall_deflate_init(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}
