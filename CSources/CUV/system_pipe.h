/* Other systems with POSIX, such as Apple's: a pipe. Never compiled for one so far: docs/platforms.md. */
#include <fcntl.h>

static inline int ctally_signal_open(int32_t *read_end, int32_t *write_end) {
    int ends[2];
    if (pipe(ends) != 0) return -errno;
    for (int index = 0; index < 2; index += 1) {
        fcntl(ends[index], F_SETFD, FD_CLOEXEC);
        fcntl(ends[index], F_SETFL, O_NONBLOCK);
    }
    *read_end = ends[0];
    *write_end = ends[1];
    return 0;
}
