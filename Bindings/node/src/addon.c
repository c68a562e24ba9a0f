/*
 * Tally for Node: the functions of tally.h, by Node-API.
 *
 * The library is loaded when the addon is, and prefers its own libraries (RTLD_DEEPBIND): Node contains others of the
 * same names, with other versions and other settings.
 */
#define _GNU_SOURCE
#define NAPI_VERSION 8
#include <dlfcn.h>
#include <node_api.h>
#include <pthread.h>

#include "tally.h"

#include "functions.h"

#define MEMBER(name) __typeof__(&name) name;
static struct { FUNCTIONS(MEMBER) } library;

#include "call.h"
#include "arguments.h"
#include "records.h"
#include "lists.h"
#include "calls.h"
#include "notes.h"
#include "hooks.h"
#include "engine.h"

#define BY_HAND(X) \
    X(engine_open) X(engine_close) X(engine_ref) X(engine_set_clock) X(engine_next_event) X(engine_set_transport) \
    X(release)

/* Returns an error in words, or NULL. */
static const char *load_library(const char *file) {
    void *loaded;
    if (library.tally_version != NULL) return NULL;
    loaded = dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
    if (loaded == NULL) return dlerror();
#define FIND(name) \
    library.name = (__typeof__(&name))dlsym(loaded, #name); \
    if (library.name == NULL) return dlerror();
    FUNCTIONS(FIND)
    return NULL;
}

/* load(file, make_error): loads the library. Each of Node's threads loads the addon, so a lock is needed. */
static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;

static napi_value call_load(napi_env env, napi_callback_info info) {
    char file[4096];
    size_t count = 2, length;
    napi_value arguments[2];
    instance *kept = NULL;
    const char *wrong;
    if (napi_get_cb_info(env, info, &count, arguments, NULL, NULL) != napi_ok || count < 2
        || napi_get_value_string_utf8(env, arguments[0], file, sizeof file, &length) != napi_ok) {
        napi_throw_type_error(env, NULL, "the name of a file and a function are needed");
        return NULL;
    }
    pthread_mutex_lock(&loading);
    wrong = load_library(file);
    pthread_mutex_unlock(&loading);
    if (wrong != NULL) {
        napi_throw_error(env, "ERR_DLOPEN_FAILED", wrong);
        return NULL;
    }
    napi_get_instance_data(env, (void **)&kept);
    if (kept->make_error == NULL) napi_create_reference(env, arguments[1], 1, &kept->make_error);
    return NULL;
}

static void forget_instance(napi_env env, void *kept, void *hint) {
    (void)env, (void)hint;
    free(kept);
}

NAPI_MODULE_INIT() {
#define PROPERTY(name) {#name, NULL, call_##name, NULL, NULL, NULL, napi_enumerable, NULL},
    static const napi_property_descriptor properties[] = {PROPERTY(load) BY_HAND(PROPERTY) CALLS(PROPERTY)};
    instance *kept = calloc(1, sizeof *kept);
    if (kept == NULL || napi_set_instance_data(env, kept, forget_instance, NULL) != napi_ok) return NULL;
    napi_define_properties(env, exports, sizeof properties / sizeof *properties, properties);
    return exports;
}
