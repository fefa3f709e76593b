#include "arrow_c_data.h"

/* The specification fixes the layout; a compiler with another one would read the caller's memory wrongly. */
_Static_assert(sizeof(struct ArrowSchema) == 72, "an ArrowSchema has 72 bytes where pointers have 8");
_Static_assert(sizeof(struct ArrowArray) == 80, "an ArrowArray has 80 bytes where pointers have 8");
