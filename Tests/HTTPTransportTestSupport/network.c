#include "network.h"
int footfall_test_placeholder(void) { return 0; }
