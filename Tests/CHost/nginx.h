/* nginx with a configuration and a directory of its own, on free ports of the loopback interface. */
#ifndef TALLY_TEST_NGINX_H
#define TALLY_TEST_NGINX_H

#include <stddef.h>
#include <sys/types.h>

typedef struct nginx {
    char directory[256]; /* It serves the folder `files` in it. The caller removes it. */
    int port;
    int tls_port; /* 0: none. */
    int reserved[2]; /* Sockets that hold the ports, also while nginx does not run. */
    pid_t process;
} nginx;

/* The path of nginx; NULL: it is not installed. */
const char *nginx_program(void);
/* Starts it with these lines in its `server` block, and waits until it answers; with TLS where the directory has
 * server.pem and server.key. It logs a line a request: status, encoding, number of the connection, URI. */
void nginx_start(nginx *n, const char *lines);
/* How: SIGTERM or SIGKILL. Its ports stay its own for the next start, until nginx_end. */
void nginx_stop(nginx *n, int how);
void nginx_end(nginx *n);

#endif
