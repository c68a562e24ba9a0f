/* The beginning of a program on a Cortex-M, its end, and its words for the screen of a debugger (semihosting). */
#include "board.h"

extern uint32_t stack_top, data_load, data_begin, data_end, bss_begin, bss_end;
int main(void);

static uintptr_t call_debugger(uintptr_t operation, const void *argument)
{
    register uintptr_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;

    __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

void board_say(const char *text) { call_debugger(0x04, text); }

void board_end(int status)
{
    uintptr_t block[2] = {0x20026, (uintptr_t)status}; /* The application has ended, with this status. */

    call_debugger(0x20, block);
    for (;;) {}
}

/* The stack is painted, so that it can be seen how deep it became. */
enum { PAINTED_WORDS = 8192, PAINT = 0x5A17A11E };

uint32_t board_stack_used(void)
{
    const uint32_t *word = &stack_top - PAINTED_WORDS;

    while (*word == PAINT) word++;
    return (uint32_t)((const char *)&stack_top - (const char *)word);
}

void reset(void)
{
    uint32_t *from = &data_load, *to, *now = __builtin_frame_address(0);

    for (to = &data_begin; to < &data_end;) *to++ = *from++;
    for (to = &bss_begin; to < &bss_end;) *to++ = 0;
    for (to = &stack_top - PAINTED_WORDS; to < now - 64;) *to++ = PAINT;
    board_end(main());
}

/* A check of the library that fails is an undefined instruction. */
static void fault(void)
{
    board_say("a check failed\n");
    board_end(99);
}

__attribute__((section(".vectors"), used)) static const void *const vectors[16] = {
    &stack_top, (const void *)reset, (const void *)fault, (const void *)fault,
    (const void *)fault, (const void *)fault, (const void *)fault};
