/* libnats as one module. */
#include <nats/nats.h>
