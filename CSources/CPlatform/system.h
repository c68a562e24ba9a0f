/* The differences between systems for platform.c. Each system has a file of its own. A port adds a file here, beside
 * that in CFiles. docs/platforms.md says which systems are tested. */
#ifndef CTALLY_PLATFORM_SYSTEM_H
#define CTALLY_PLATFORM_SYSTEM_H

#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* Each file has these:
 *
 *     write_backtrace()                  writes the calling functions to the standard error, if the system can
 *     random_bytes(bytes, count)         random bytes without waiting for them; 0: there are none
 *     elapsed_clock                      a clock that never jumps and counts sleep, if there is one
 *     allow_cancellation(is_allowed, state)   whether pthread_cancel may end the thread; `state` keeps the
 *                                        former state */
#if defined(__APPLE__)
#include "system_apple.h"
#else
#include "system_unix.h"
#endif

#endif
