/* For the targets that are no hosts of the library. */
#include "reference.h"

#include <stdio.h>
#include <stdlib.h>

void require_at(int condition, const char *what, const char *file, int line) {
    if (condition) return;
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    abort();
}
