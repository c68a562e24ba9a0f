#include "program.h"

#include "board.h"

void program_say(const char *text) { board_say(text); }
void program_end(int status) { board_end(status); }
