/* A part that libtally.a keeps in an object of its own (cparts.h): its functions go on to those in the large object. PART
 * has an ENTRY for each of them; the Makefile makes it. */
#if defined(__x86_64__) || defined(__i386__)
#define JUMP jmp
#elif defined(__riscv)
#define JUMP tail
#else
#define JUMP b
#endif
#define ENTRY(name, target) \
    .section .text.name, "ax", %progbits; .globl name; .type name, %function; name: JUMP target;

PART
    .section .note.GNU-stack, "", %progbits
