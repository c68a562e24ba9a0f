#ifndef CTALLY_CCURL_AUTHORITIES_H
#define CTALLY_CCURL_AUTHORITIES_H

#include <curl/curl.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/auxv.h>
#endif

/* The certificate authorities of the system.
 *
 * Every distribution has them in another place, and a libcurl knows only the place of the system that it was built on.
 * A program that brings its own libcurl runs on other systems as well. */

/* An environment variable, unless the program runs with more rights than its user, who could pretend to be any
 * server. */
static inline const char *ctally_curl_variable(const char *name) {
#ifdef __linux__
    if (getauxval(AT_SECURE) != 0) return NULL;
#endif
    const char *value = getenv(name);
    return value != NULL && *value != 0 ? value : NULL;
}

/* Whether something can be read from the file. */
static inline int ctally_curl_has_file(const char *name) {
    FILE *file = name != NULL ? fopen(name, "re") : NULL;
    if (file == NULL) return 0;
    int first = fgetc(file);
    fclose(file);
    return first != EOF;
}

/* Whether TLS libraries find certificates in the directory: files with the names of hashes, like 5ad8a5d6.0. */
static inline int ctally_curl_has_directory(const char *name) {
    DIR *directory = name != NULL ? opendir(name) : NULL;
    if (directory == NULL) return 0;
    const struct dirent *entry;
    int found = 0;
    while (!found && (entry = readdir(directory)) != NULL) {
        size_t length = strlen(entry->d_name);
        found = length > 2 && strcmp(entry->d_name + length - 2, ".0") == 0;
    }
    closedir(directory);
    return found;
}

/* Finds the authorities for a host that names none. *out_own: 1: the file and the directory replace those of libcurl,
 * and each of them may be NULL. 0: libcurl's own are used, and stand there as far as they are known. The texts live
 * until the environment changes. */
static inline void ctally_curl_find_authorities(const char **out_file, const char **out_directory, int *out_own) {
    static const char *const files[] = {
        "/etc/ssl/certs/ca-certificates.crt",                /* Debian, Arch, Alpine */
        "/etc/pki/tls/certs/ca-bundle.crt",                  /* Fedora, Red Hat */
        "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", /* Fedora, Red Hat, newer */
        "/etc/ssl/ca-bundle.pem",                            /* SUSE */
        "/var/lib/ca-certificates/ca-bundle.pem",            /* SUSE, newer */
        "/etc/ssl/cert.pem",                                 /* Alpine, OpenBSD, FreeBSD */
        "/usr/local/etc/ssl/cert.pem",                       /* FreeBSD */
        "/usr/local/share/certs/ca-root-nss.crt",            /* FreeBSD, DragonFly */
        "/etc/openssl/certs/ca-certificates.crt",            /* NetBSD */
    };
    static const char *const directories[] = {
        "/etc/ssl/certs", "/etc/pki/tls/certs", "/etc/openssl/certs", "/usr/local/share/certs",
        "/system/etc/security/cacerts", /* Android */
    };
    *out_file = ctally_curl_variable("SSL_CERT_FILE");
    *out_directory = ctally_curl_variable("SSL_CERT_DIR");
    *out_own = *out_file != NULL || *out_directory != NULL;
    if (*out_own) return;
#if LIBCURL_VERSION_NUM >= 0x075400
    char *file = NULL, *directory = NULL;
    CURL *easy = curl_easy_init();
    CURLcode known = easy != NULL ? curl_easy_getinfo(easy, CURLINFO_CAINFO, &file) : CURLE_OUT_OF_MEMORY;
    if (known == CURLE_OK) known = curl_easy_getinfo(easy, CURLINFO_CAPATH, &directory);
    /* They are constants of libcurl. */
    curl_easy_cleanup(easy);
    if (known != CURLE_OK) return;
    *out_file = file;
    *out_directory = directory;
    /* libcurl fails if its file is missing, even if there is a directory. */
    if (ctally_curl_has_file(file) || (file == NULL && ctally_curl_has_directory(directory))) return;
#ifdef __APPLE__
    /* The system's keychain. */
    if (file == NULL && directory == NULL) return;
#endif
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (!ctally_curl_has_file(files[i])) continue;
        *out_file = files[i];
        *out_directory = NULL;
        *out_own = 1;
        return;
    }
    for (size_t i = 0; i < sizeof directories / sizeof *directories; i++) {
        if (!ctally_curl_has_directory(directories[i])) continue;
        *out_file = NULL;
        *out_directory = directories[i];
        *out_own = 1;
        return;
    }
#endif
}

#endif
