/* What program.c needs of a machine. */
#ifndef TALLY_TEST_BARE_PROGRAM_H
#define TALLY_TEST_BARE_PROGRAM_H

void program_say(const char *text);
void program_end(int status);

#endif
