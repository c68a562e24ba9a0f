/* Linux and Android: one eventfd. */
#include <sys/eventfd.h>

static inline int ctally_signal_open(int32_t *read_end, int32_t *write_end) {
    int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (descriptor < 0) return -errno;
    *read_end = *write_end = descriptor;
    return 0;
}
