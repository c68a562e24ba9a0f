/* The functions of a machine that program.c needs. */
#ifndef TALLY_TEST_BARE_PROGRAM_H
#define TALLY_TEST_BARE_PROGRAM_H

void program_say(const char *text);
void program_end(int status);

#endif
