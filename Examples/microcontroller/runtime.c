/* The functions that compilers call, for a program without a library of C or of a compiler: copying, and the division
 * of numbers of 64 bits. A project that has newlib and libgcc needs none of this. */
#include <stddef.h>
#include <stdint.h>

void *memcpy(void *to, const void *from, size_t count)
{
    unsigned char *target = to;
    const unsigned char *source = from;

    while (count-- > 0) *target++ = *source++;
    return to;
}

void *memmove(void *to, const void *from, size_t count)
{
    unsigned char *target = to;
    const unsigned char *source = from;

    if (target <= source) return memcpy(to, from, count);
    while (count-- > 0) target[count] = source[count];
    return to;
}

void *memset(void *to, int byte, size_t count)
{
    unsigned char *target = to;

    while (count-- > 0) *target++ = (unsigned char)byte;
    return to;
}

int memcmp(const void *a, const void *b, size_t count)
{
    const unsigned char *x = a, *y = b;

    for (; count > 0; count--, x++, y++)
        if (*x != *y) return *x - *y;
    return 0;
}

size_t strlen(const char *text)
{
    const char *at = text;

    while (*at != 0) at++;
    return (size_t)(at - text);
}

#ifdef __ARM_EABI__
/* Other names of the same, for memory that is aligned. */
#define COPIES(name) \
    void __aeabi_memcpy##name(void *to, const void *from, size_t count) { memcpy(to, from, count); } \
    void __aeabi_memmove##name(void *to, const void *from, size_t count) { memmove(to, from, count); } \
    void __aeabi_memset##name(void *to, size_t count, int byte) { memset(to, byte, count); } \
    void __aeabi_memclr##name(void *to, size_t count) { memset(to, 0, count); }
COPIES()
COPIES(4)
COPIES(8)

/* Shifts in halves, so that the compiler does not call the function for it. */
uint64_t __aeabi_llsl(uint64_t number, int by)
{
    uint32_t low = (uint32_t)number, high = (uint32_t)(number >> 32);

    if (by >= 32) return (uint64_t)(low << (by - 32)) << 32;
    if (by > 0) high = high << by | low >> (32 - by);
    return (uint64_t)high << 32 | low << by;
}

uint64_t __aeabi_llsr(uint64_t number, int by)
{
    uint32_t low = (uint32_t)number, high = (uint32_t)(number >> 32);

    if (by >= 32) return high >> (by - 32);
    if (by > 0) low = low >> by | high << (32 - by);
    return (uint64_t)(high >> by) << 32 | low;
}

/* Bit by bit, as on paper. */
__attribute__((used)) static uint64_t divide(uint64_t dividend, uint64_t divisor, uint64_t *out_rest)
{
    uint64_t quotient = 0, rest = 0;

    for (int bit = 0; bit < 64; bit++) {
        rest = rest << 1 | dividend >> 63;
        dividend <<= 1;
        quotient <<= 1;
        if (rest >= divisor) {
            rest -= divisor;
            quotient |= 1;
        }
    }
    *out_rest = rest;
    return quotient;
}

/* Toward zero; the rest has the sign of the dividend. */
__attribute__((used)) static int64_t divide_signed(int64_t dividend, int64_t divisor, int64_t *out_rest)
{
    uint64_t rest, quotient = divide(dividend < 0 ? 0 - (uint64_t)dividend : (uint64_t)dividend,
                                     divisor < 0 ? 0 - (uint64_t)divisor : (uint64_t)divisor, &rest);

    *out_rest = (int64_t)(dividend < 0 ? 0 - rest : rest);
    return (int64_t)((dividend < 0) != (divisor < 0) ? 0 - quotient : quotient);
}

/* The quotient in r0 and r1, the rest in r2 and r3. */
#define DIVISION(name, function) \
    __attribute__((naked)) void name(void) \
    { \
        __asm__ volatile("push {r4, lr}\n\tsub sp, #16\n\tadd r4, sp, #8\n\tstr r4, [sp]\n\tbl " #function "\n\t" \
                         "ldrd r2, r3, [sp, #8]\n\tadd sp, #16\n\tpop {r4, pc}"); \
    }
DIVISION(__aeabi_uldivmod, divide)
DIVISION(__aeabi_ldivmod, divide_signed)

/* Comparing numbers with a point, on processors that cannot: those of styles, which are finite. Not a number is neither
 * less nor equal nor greater. */
static int is_number(uint32_t bits) { return (bits & 0x7FFFFFFF) <= 0x7F800000; }
static int32_t place_of(uint32_t bits) { return bits >> 31 ? -(int32_t)(bits & 0x7FFFFFFF) : (int32_t)bits; }
#define COMPARISON(name, operator) \
    int name(uint32_t a, uint32_t b) { return is_number(a) && is_number(b) && place_of(a) operator place_of(b); }
COMPARISON(__aeabi_fcmpeq, ==)
COMPARISON(__aeabi_fcmplt, <)
COMPARISON(__aeabi_fcmple, <=)
COMPARISON(__aeabi_fcmpgt, >)
COMPARISON(__aeabi_fcmpge, >=)
int __aeabi_fcmpun(uint32_t a, uint32_t b) { return !is_number(a) || !is_number(b); }
#endif
