#define _GNU_SOURCE
#include "network.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

struct name {
    struct name *next;
    char *text;
    char *answers;
    int lookups;
    int is_held;
};

static struct name *names;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t released = PTHREAD_COND_INITIALIZER;

static struct name *find(const char *text) {
    for (struct name *name = names; name != 0; name = name->next) {
        if (strcmp(name->text, text) == 0) {
            return name;
        }
    }
    return 0;
}

static void add(const char *text, const char *answers, int is_held) {
    pthread_mutex_lock(&lock);
    struct name *name = find(text);
    if (name == 0) {
        name = calloc(1, sizeof *name);
        name->text = strdup(text);
        name->next = names;
        names = name;
    }
    free(name->answers);
    name->answers = strdup(answers);
    name->is_held = is_held;
    pthread_mutex_unlock(&lock);
}

void footfall_test_set_name(const char *name, const char *answers) { add(name, answers, 0); }

void footfall_test_hold_name(const char *name) { add(name, "", 1); }

void footfall_test_release_names(void) {
    pthread_mutex_lock(&lock);
    for (struct name *name = names; name != 0; name = name->next) {
        name->is_held = 0;
    }
    pthread_cond_broadcast(&released);
    pthread_mutex_unlock(&lock);
}

int footfall_test_lookups(const char *text) {
    pthread_mutex_lock(&lock);
    struct name *name = find(text);
    int count = name == 0 ? 0 : name->lookups;
    pthread_mutex_unlock(&lock);
    return count;
}

/* The next answer of a name, to be freed, or 0 when no test has spoken of it. */
static char *next_answer(const char *text) {
    pthread_mutex_lock(&lock);
    struct name *name = find(text);
    char *answer = 0;
    if (name != 0) {
        name->lookups += 1;
        while (name->is_held) {
            pthread_cond_wait(&released, &lock);
        }
        char *end = strchr(name->answers, '|');
        if (end == 0) {
            answer = strdup(name->answers);
        } else {
            answer = strndup(name->answers, (size_t)(end - name->answers));
            memmove(name->answers, end + 1, strlen(end + 1) + 1);
        }
    }
    pthread_mutex_unlock(&lock);
    return answer;
}

typedef int (*lookup)(const char *, const char *, const struct addrinfo *, struct addrinfo **);

int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **result) {
    lookup real = (lookup)dlsym(RTLD_NEXT, "getaddrinfo");
    char *answer = node == 0 ? 0 : next_answer(node);
    if (answer == 0) {
        return real(node, service, hints, result);
    }
    struct addrinfo numeric = {0};
    if (hints != 0) {
        numeric = *hints;
    }
    numeric.ai_family = AF_UNSPEC;
    numeric.ai_flags = AI_NUMERICHOST;
    struct addrinfo **end = result;
    *result = 0;
    char *rest = answer;
    for (char *address = strsep(&rest, ","); address != 0; address = strsep(&rest, ",")) {
        if (real(address, service, &numeric, end) == 0) {
            while (*end != 0) {
                end = &(*end)->ai_next;
            }
        }
    }
    free(answer);
    return *result == 0 ? EAI_NONAME : 0;
}

int connect(int descriptor, const struct sockaddr *address, socklen_t length) {
    int (*real)(int, const struct sockaddr *, socklen_t) =
        (int (*)(int, const struct sockaddr *, socklen_t))dlsym(RTLD_NEXT, "connect");
    if (address == 0 || address->sa_family != AF_INET || length < sizeof(struct sockaddr_in)) {
        return real(descriptor, address, length);
    }
    struct sockaddr_in target;
    memcpy(&target, address, sizeof target);
    unsigned network = ntohl(target.sin_addr.s_addr) >> 8;
    if (network == 0x2D2D2E) {
        errno = ECONNREFUSED;
        return -1;
    }
    if (network == 0x2D2D2D) {
        target.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        return real(descriptor, (struct sockaddr *)&target, sizeof target);
    }
    return real(descriptor, address, length);
}
