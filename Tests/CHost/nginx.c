#define _GNU_SOURCE
#include "nginx.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* As in support.h, which the benchmark does not have. */
enum { HANG_SECONDS = 120 };

static void need(int condition, const char *what)
{
    if (!condition) {
        perror(what);
        abort();
    }
}

const char *nginx_program(void)
{
    static const char *const places[] = {"/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/sbin/nginx"};
    size_t i;

    for (i = 0; i < sizeof places / sizeof *places; i++)
        if (access(places[i], X_OK) == 0)
            return places[i];
    return NULL;
}

static struct sockaddr_in loopback(int port)
{
    struct sockaddr_in address;

    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons((unsigned short)port);
    return address;
}

/* A free port, held by a socket that does not listen: no other process is given it, and nginx, which also sets
 * SO_REUSEADDR, can listen at it. */
static int reserve_port(int *out_socket)
{
    struct sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    int s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1;

    need(s >= 0 && setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0, "socket");
    need(bind(s, (struct sockaddr *)&address, size) == 0, "bind");
    need(getsockname(s, (struct sockaddr *)&address, &size) == 0, "getsockname");
    *out_socket = s;
    return ntohs(address.sin_port);
}

static int answers(int port)
{
    struct sockaddr_in address = loopback(port);
    int s = socket(AF_INET, SOCK_STREAM, 0), result;

    need(s >= 0, "socket");
    result = connect(s, (struct sockaddr *)&address, sizeof address) == 0;
    close(s);
    return result;
}

static void write_configuration(const nginx *n, const char *lines)
{
    char name[300], tls[600] = "";
    FILE *file;

    if (n->tls_port != 0)
        snprintf(tls, sizeof tls,
                 "listen 127.0.0.1:%d ssl; ssl_certificate server.pem; ssl_certificate_key server.key;", n->tls_port);
    snprintf(name, sizeof name, "%s/nginx.conf", n->directory);
    file = fopen(name, "w");
    need(file != NULL, name);
    fprintf(file,
            "%s daemon off; master_process off; pid nginx.pid; error_log error.log;\n"
            "events { worker_connections 4096; }\n"
            "http {\n"
            "  client_body_temp_path t1; proxy_temp_path t2; fastcgi_temp_path t3; uwsgi_temp_path t4;\n"
            "  scgi_temp_path t5;\n"
            "  log_format plain '$status $sent_http_content_encoding- $connection $request_uri';\n"
            "  access_log access.log plain; default_type application/json; keepalive_requests 100000000; etag on;\n"
            "  server { listen 127.0.0.1:%d backlog=4096; %s root files; %s }\n"
            "}\n",
            geteuid() == 0 ? "user root;" : "", n->port, tls, lines);
    need(fclose(file) == 0, name);
}

void nginx_start(nginx *n, const char *lines)
{
    char name[300];
    time_t end = time(NULL) + HANG_SECONDS;
    int status;

    snprintf(name, sizeof name, "%s/server.pem", n->directory);
    if (n->port == 0) {
        n->port = reserve_port(&n->reserved[0]);
        n->tls_port = access(name, R_OK) == 0 ? reserve_port(&n->reserved[1]) : 0;
    }
    write_configuration(n, lines);
    n->process = fork();
    need(n->process >= 0, "fork");
    if (n->process == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM); /* A test that fails leaves none behind. */
        need(chdir(n->directory) == 0, n->directory);
        execl(nginx_program(), "nginx", "-p", n->directory, "-c", "nginx.conf", "-e", "error.log", (char *)NULL);
        _exit(127);
    }
    while (time(NULL) <= end) {
        if (answers(n->port))
            return;
        if (waitpid(n->process, &status, WNOHANG) == n->process)
            break;
        usleep(5000);
    }
    fprintf(stderr, "nginx does not answer; %s/error.log says why\n", n->directory);
    abort();
}

void nginx_stop(nginx *n, int how)
{
    int status;

    need(kill(n->process, how) == 0, "kill");
    need(waitpid(n->process, &status, 0) == n->process, "waitpid");
}

void nginx_end(nginx *n)
{
    close(n->reserved[0]);
    if (n->tls_port != 0)
        close(n->reserved[1]);
}
