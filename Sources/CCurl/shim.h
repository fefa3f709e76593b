#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H

#include <curl/curl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

/*
 * Swift can't call functions with a variable number of arguments. Here is one function for each type of argument that
 * curl_easy_setopt, curl_easy_getinfo and curl_multi_setopt take; which option takes which is in libcurl's manual.
 */

static inline CURLcode footfall_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

/* libcurl copies the text, apart from what its manual says is not copied. */
static inline CURLcode footfall_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode footfall_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode footfall_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode footfall_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}

/* For CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION. */
static inline CURLcode footfall_curl_set_write(CURL *handle, CURLoption option, curl_write_callback value) {
    return curl_easy_setopt(handle, option, value);
}

/* For CURLOPT_OPENSOCKETFUNCTION. */
static inline CURLcode footfall_curl_set_open_socket(CURL *handle, CURLoption option, curl_opensocket_callback value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode footfall_curl_get_pointer(CURL *handle, CURLINFO info, void **value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode footfall_curl_get_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLMcode footfall_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

static inline CURLMcode footfall_curl_multi_set_pointer(CURLM *multi, CURLMoption option, void *value) {
    return curl_multi_setopt(multi, option, value);
}

/* For CURLMOPT_SOCKETFUNCTION. */
static inline CURLMcode footfall_curl_multi_set_socket(CURLM *multi, CURLMoption option, curl_socket_callback value) {
    return curl_multi_setopt(multi, option, value);
}

/* For CURLMOPT_TIMERFUNCTION. */
static inline CURLMcode footfall_curl_multi_set_timer(CURLM *multi, CURLMoption option, curl_multi_timer_callback value) {
    return curl_multi_setopt(multi, option, value);
}

/* The address is longer than the member that stands for it, so it must not be copied as that member's type. */
static inline const void *footfall_curl_address(const struct curl_sockaddr *address) {
    return &address->addr;
}

/* The header of eventfd is in no module of Swift's; what waits for libcurl's sockets wants to be woken by it. */
static inline int footfall_curl_wake_descriptor(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

#endif
