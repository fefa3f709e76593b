#pragma once

#include <stdint.h>

/*
 * Sockets on 127.0.0.1. In C, because which of Swift's imports a socket address comes from depends on the order in which the
 * compiler saw the system's headers.
 */

/* A socket connected to a port; -1 where there is none. */
int footfall_test_connect(uint16_t port);

/* A socket that listens on a free port, which is stored. */
int footfall_test_listen(uint16_t *port);
