#ifndef HTTPTRANSPORT_TEST_NETWORK_H
#define HTTPTRANSPORT_TEST_NETWORK_H

/*
 * Stands in front of the C library's getaddrinfo and connect in the tests' program: the program's own symbol comes
 * before that of a shared library, for libcurl as well. Names and addresses that no test has spoken of go through.
 *
 * 45.45.45.0/24 is a public range that leads to 127.0.0.1 at the same port, and at 45.45.46.0/24 nobody listens, so
 * that the public internet can be played without a network.
 */

/* What a name's look-ups give: answers separated by |, the addresses of one by commas; the last answer stays. */
void footfall_test_set_name(const char *name, const char *answers);

/* Lets look-ups of a name wait until they are released; they then find nothing. */
void footfall_test_hold_name(const char *name);
void footfall_test_release_names(void);

/* How often a name was looked up. */
int footfall_test_lookups(const char *name);

#endif
