#include "program.h"

#include <stdio.h>
#include <stdlib.h>

void program_say(const char *text) { fputs(text, stdout); }
void program_end(int status) { exit(status); }
