/* The functions of a board that a program needs: here those of qemu's mps2-an385 and mps2-an386, and of a debugger. */
#ifndef BOARD_H
#define BOARD_H

#include <stddef.h>
#include <stdint.h>

/* A text for the screen of the debugger; and the end of the program. */
void board_say(const char *text);
void board_end(int status);

/* How deep the stack has become, in bytes. */
uint32_t board_stack_used(void);

#endif
