/* The differences between systems for the loop. Each system has a file of its own. A port adds a file here, beside
 * those in CPlatform and CFiles. docs/platforms.md says which systems are tested. */
#ifndef CTALLY_CUV_SYSTEM_H
#define CTALLY_CUV_SYSTEM_H

/* Each file has these:
 *
 *     ctally_uv_thread_id()              the calling thread; never 0
 *     start_thread(thread, entry, argument)   uv_thread_create, for a thread that takes no signals meant for the host
 *
 * and a descriptor that is readable while it is set:
 *
 *     ctally_signal_open(read_end, write_end)   opens it; both ends may be the same, and none ever blocks; 0 or a
 *                                               negative errno
 *     ctally_signal_set(write_end), ctally_signal_clear(read_end), ctally_signal_close(read_end, write_end) */
#include "system_posix.h"
#ifdef __linux__
#include "system_linux.h"
#else
#include "system_pipe.h"
#endif

#endif
