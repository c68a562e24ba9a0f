/* What differs between systems, for platform.c: each system has a file of its own. A port to another one adds a file
 * here, beside that in CFiles. docs/platforms.md says which of them are tested. */
#ifndef CTALLY_PLATFORM_SYSTEM_H
#define CTALLY_PLATFORM_SYSTEM_H

#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* Each file has these:
 *
 *     write_backtrace()                  the calling functions, on the standard error, if the system has that
 *     random_bytes(bytes, count)         random bytes without waiting for them; 0: there are none
 *     elapsed_clock                      a clock that never jumps and counts sleep, if there is one
 *     allow_cancellation(is_allowed, state)   whether pthread_cancel may end the thread; `state` keeps what it was
 */
#if defined(__APPLE__)
#include "system_apple.h"
#else
#include "system_unix.h"
#endif

#endif
