/* needs: disk sqlite */
/*
 * A second fault while the first one is recovered from. The process ends at the k-th write, sync or change of a name,
 * and the power may go with it. While the work is resumed, the j-th allocation, read, write, sync or change of a name
 * fails, once or from then on. Then it closes, or ends again. After that everything opens and is sound, has each step
 * that has returned OK, no half of a step, and the rest of the steps leads where it always leads.
 *
 * Each state that the first fault leaves is one picture of the files. The short form tries a sample of the second
 * faults. TALLY_EACH=1 tries nearly all of them in the small cases, and more in the large ones. TALLY_SOAK=1 tries all
 * of them in the small cases.
 *
 * TALLY_SEED=N repeats a run. With TALLY_PAIR=WHAT, the words of a failure's message repeat one pair, and the name of a
 * case that case.
 */
#include "compound.h"
#include "fault_vfs.h"
#include "picture.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define FIRST_FAULTS (FAULT_OPEN | FAULT_WRITE | FAULT_SYNC | FAULT_TRUNCATE | FAULT_DELETE | FAULT_SYSTEM)
#define MAX_PICTURES 4096

/* The short form takes every seventh of the first faults, and so many pairs of each case. */
#define SHORT_STEP 7
#define SHORT_PAIRS 60
#define LONG_PAIRS 3000

static int is_long(void) { return (getenv("TALLY_EACH") != NULL || is_soak()) && !is_valgrind(); }

/* ---- A pair of faults ---- */

static const char *const power_names[] = {"keep", "drop", "tear", "garble"};

typedef struct second_fault {
    const char *name;
    unsigned operations;
    fault_kind kind;
} second_fault;

static const second_fault second_faults[] = {
    {"sqlite-memory", FAULT_MEMORY, FAULT_ERROR},
    {"library-memory", FAULT_LIBRARY_MEMORY, FAULT_ERROR},
    {"read", FAULT_PREAD, FAULT_ERROR},
    {"write", FAULT_WRITE, FAULT_ERROR},
    {"full", FAULT_WRITE, FAULT_FULL},
    {"short", FAULT_WRITE, FAULT_SHORT},
    {"sync", FAULT_SYNC, FAULT_ERROR},
    {"name", FAULT_SYSTEM, FAULT_ERROR},
    {"file", FAULT_OPEN | FAULT_TRUNCATE | FAULT_DELETE | FAULT_OTHER, FAULT_ERROR},
};

/* The end of the process that has the second fault. */
typedef enum ending { closes, is_killed, loses_power, ENDINGS } ending;

static const char *const ending_names[ENDINGS] = {"close", "kill", "power"};

/* A state of the files after a first fault. */
typedef struct after_first {
    picture files;
    int power;
    long k;
    int begun, acknowledged;
    int done;                             /* The steps that the files have. */
    long counts[COUNT_OF(second_faults)]; /* The operations while the work is resumed; -1: not known yet. */
} after_first;

typedef struct pair {
    size_t fault;
    long j;
    int for_ever;
    ending end;
} pair;

/* The pair that runs, as the words of TALLY_PAIR. */
static char running[200];

static void note_running(const session *s, const after_first *first, const pair *p)
{
    if (first == NULL)
        snprintf(running, sizeof running, "%s", s->c->name);
    else if (p == NULL)
        snprintf(running, sizeof running, "%s:%s:%ld", s->c->name, power_names[first->power], first->k);
    else
        snprintf(running, sizeof running, "%s:%s:%ld:%s:%ld:%d:%s", s->c->name, power_names[first->power], first->k,
                 second_faults[p->fault].name, p->j, p->for_ever, ending_names[p->end]);
}

static uint64_t seed;

/* A crash of the library names the pair. */
static void report_signal(int number)
{
    char text[300];
    int length = snprintf(text, sizeof text, "signal %d with TALLY_SEED=%llu TALLY_PAIR='%s'\n", number,
                          (unsigned long long)seed, running);

    if (write(2, text, (size_t)length) != length)
        _exit(2);
    _exit(1);
}

#define FAIL(...) fail_pair(__LINE__, __VA_ARGS__)

static void fail_pair(int line, const char *format, ...)
{
    char text[600];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fail_msg("line %d, TALLY_SEED=%llu TALLY_PAIR='%s': %s", line, (unsigned long long)seed, running, text);
}

static void check_allowed(tally_status status, const char *what)
{
    char message[400] = "";
    size_t length;

    if (status == TALLY_OK || status == TALLY_ERROR_IO || status == TALLY_ERROR_FULL ||
        status == TALLY_ERROR_NO_MEMORY)
        return;
    if (tally_error_message(message, sizeof message, &length) != TALLY_OK)
        message[0] = '\0';
    FAIL("%s: %s (%s)", what, tally_status_name(status), message);
}

/* ---- Random numbers ---- */

static uint64_t random_state;

static unsigned next_random(unsigned below)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (unsigned)((random_state >> 33) % below);
}

/* The short form has a fixed seed, so that a failure is that of the change. The long one draws its own. */
static uint64_t seed_of_test(void)
{
    const char *text = getenv("TALLY_SEED");

    if (text != NULL)
        return strtoull(text, NULL, 10);
    return is_long() ? (uint64_t)time(NULL) : 1;
}

/* ---- The states of a case ---- */

static compound_state golden[COMPOUND_STEPS + 1];

/* SQLite's random numbers begin again too, so that equal runs leave equal files. */
static void put_back(session *s, const picture *p)
{
    picture_put_back(p, s->w.directory);
    require(sqlite3_test_control(SQLITE_TESTCTRL_PRNG_SEED, 1, NULL) == SQLITE_OK);
}

/* The state after so many steps if nothing fails. */
static void make_golden(session *s, const picture *store)
{
    int count = compound_step_count(s->c), n, i;

    for (n = 0; n <= count; n++) {
        put_back(s, store);
        check_ok(compound_open(s));
        for (i = 0; i < n; i++)
            check_ok(compound_step(s, i));
        check_ok(compound_close(s));
        compound_take_state(s, &golden[n]);
    }
}

static int is_same(const compound_state *a, const compound_state *b)
{
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

/* How many steps the files have: no fewer than were acknowledged, and no more than were begun. */
static int find_steps(const session *s, const compound_state *state, const char *when)
{
    int n;

    for (n = s->acknowledged; n <= s->begun; n++) {
        if (is_same(&golden[n], state))
            return n;
    }
    for (n = 0; n <= compound_step_count(s->c) && !is_same(&golden[n], state); n++)
        continue;
    if (n <= compound_step_count(s->c))
        FAIL("%s the files have %d steps; %d were begun, and %d acknowledged", when, n, s->begun, s->acknowledged);
    FAIL("%s the files have a state that there never was; %d steps were begun, and %d acknowledged:\n%.300s", when,
         s->begun, s->acknowledged, state->text);
    return 0;
}

static tally_status do_step(session *s, int done)
{
    tally_status status;

    if (s->begun < done + 1)
        s->begun = done + 1;
    status = compound_step(s, done);
    if (status == TALLY_OK && !fault_has_crashed() && s->acknowledged < done + 1)
        s->acknowledged = done + 1;
    return status;
}

/* ---- The first fault ---- */

/* Whether the k-th operation was reached. */
static int run_first(session *s, const picture *store, int power, long k)
{
    int count = compound_step_count(s->c), i, has_crashed;

    put_back(s, store);
    s->begun = s->acknowledged = 0;
    fault_arm(FIRST_FAULTS, FAULT_CRASH, k, 0);
    if (compound_open(s) == TALLY_OK) {
        for (i = 0; i < count && !fault_has_crashed(); i++) {
            tally_status status = do_step(s, i);

            if (status < 0 && !fault_has_crashed())
                FAIL("step %d: %s", i, tally_status_name(status));
        }
    }
    (void)compound_close(s);
    has_crashed = fault_has_crashed();
    fault_disarm();
    if (has_crashed)
        fault_power_loss((power_loss)power, seed + (uint64_t)k);
    return has_crashed;
}

static int is_known(const after_first *all, size_t count, const after_first *one)
{
    size_t i;

    for (i = 0; i < count; i++) {
        if (all[i].files.hash == one->files.hash && all[i].acknowledged == one->acknowledged)
            return 1;
    }
    return 0;
}

/* Without a second fault, the files have the steps that they have to have. */
static void examine_first(session *s, after_first *one)
{
    static compound_state state;
    size_t i;

    compound_take_state(s, &state);
    one->done = find_steps(s, &state, "after the first fault");
    for (i = 0; i < COUNT_OF(second_faults); i++)
        one->counts[i] = -1;
}

static void picture_first(session *s, after_first *one)
{
    one->begun = s->begun;
    one->acknowledged = s->acknowledged;
    picture_take(&one->files, s->w.directory);
}

/* All the states that a first fault leaves, each once. The caller frees them. */
static after_first *make_pictures(session *s, const picture *store, size_t *out_count, long *out_faults)
{
    after_first *all = (after_first *)calloc(MAX_PICTURES, sizeof *all);
    size_t count = 0;
    unsigned step = is_long() ? 1 : is_valgrind() ? 37 : SHORT_STEP;
    int power;
    long k;

    require(all != NULL);
    *out_faults = 0;
    for (power = POWER_KEEP; power <= POWER_GARBLE; power++) {
        for (k = 1 + next_random(step);; k += step) {
            after_first *one = &all[count];

            require(count < MAX_PICTURES);
            one->power = power;
            one->k = k;
            note_running(s, one, NULL);
            if (!run_first(s, store, power, k))
                break;
            *out_faults += 1;
            picture_first(s, one);
            if (is_known(all, count, one))
                picture_free(&one->files);
            else
                examine_first(s, &all[count++]);
        }
    }
    *out_count = count;
    return all;
}

/* ---- The second fault ---- */

/* The next step, if the files can be opened. */
static void resume(session *s, int done)
{
    tally_status status = compound_open(s);

    check_allowed(status, "opening");
    if (status == TALLY_OK && done < compound_step_count(s->c))
        check_allowed(do_step(s, done), "the next step");
}

/* All is there that has to be, and the rest of the steps leads to the last state. */
static void check_files(session *s)
{
    static compound_state state;
    int count = compound_step_count(s->c), done;

    compound_take_state(s, &state);
    done = find_steps(s, &state, "at last");
    if (s->c->check != NULL)
        s->c->check(s);
    check_ok(compound_open(s));
    for (; done < count; done++)
        check_ok(compound_step(s, done));
    check_ok(compound_close(s));
    compound_take_state(s, &state);
    s->begun = s->acknowledged = count;
    find_steps(s, &state, "after the rest of the steps");
}

static long last_count;

/* Whether the j-th operation was reached. */
static int run_pair(session *s, const after_first *first, const pair *p)
{
    const second_fault *fault = &second_faults[p->fault];
    long fired;

    note_running(s, first, p);
    put_back(s, &first->files);
    s->begun = first->begun;
    s->acknowledged = first->acknowledged;
    fault_arm(fault->operations, fault->kind, p->j, p->for_ever);
    resume(s, first->done);
    if (p->end != closes)
        fault_crash();
    if (s->w.engine != NULL) {
        tally_status status = compound_close(s);

        check_allowed(status, "closing");
    }
    fired = fault_disarm();
    last_count = fault_count();
    if (p->end != closes)
        fault_power_loss(p->end == is_killed ? POWER_KEEP : POWER_DROP, seed + (uint64_t)p->j);
    check_files(s);
    return fired > 0;
}

/* How many of its operations there are while the work is resumed. */
static long count_of(session *s, after_first *first, size_t fault)
{
    pair p = {fault, FAULT_NEVER, 0, closes};

    if (first->counts[fault] < 0) {
        run_pair(s, first, &p);
        first->counts[fault] = last_count;
    }
    return first->counts[fault];
}

/* ---- One pair ---- */

static int index_of(const char *name, const char *const *names, int count)
{
    int i;

    for (i = 0; i < count && strcmp(names[i], name) != 0; i++)
        continue;
    if (i == count)
        fail_msg("TALLY_PAIR: %s is not known", name);
    return i;
}

static size_t fault_of(const char *name)
{
    size_t i;

    for (i = 0; i < COUNT_OF(second_faults) && strcmp(second_faults[i].name, name) != 0; i++)
        continue;
    if (i == COUNT_OF(second_faults))
        fail_msg("TALLY_PAIR: %s is no second fault", name);
    return i;
}

/* Runs the pair that TALLY_PAIR names, if it names more than a case. */
static int try_one(session *s, const picture *store)
{
    char power[16], fault[20], end[8];
    const char *rest = getenv("TALLY_PAIR") != NULL ? strchr(getenv("TALLY_PAIR"), ':') : NULL;
    after_first first = {.begun = 0};
    pair p;
    int fields;

    if (rest == NULL)
        return 0;
    fields = sscanf(rest, ":%15[^:]:%ld:%19[^:]:%ld:%d:%7s", power, &first.k, fault, &p.j, &p.for_ever, end);
    if (fields != 2 && fields != 6)
        fail_msg("TALLY_PAIR has %d words behind the case", fields);
    first.power = index_of(power, power_names, COUNT_OF(power_names));
    note_running(s, &first, NULL);
    if (!run_first(s, store, first.power, first.k))
        FAIL("there is no such first fault");
    picture_first(s, &first);
    examine_first(s, &first);
    if (fields == 6) {
        p.fault = fault_of(fault);
        p.end = (ending)index_of(end, ending_names, ENDINGS);
        print_message("    %s: the second fault %s\n", getenv("TALLY_PAIR"),
                      run_pair(s, &first, &p) ? "has happened" : "was not reached");
    }
    picture_free(&first.files);
    return 1;
}

/* ---- Sweeps ---- */

/* The second faults of a state: each one, but of the allocations, which are by far the most, every 61st; and of states
 * that are torn or garbled, which are the most and differ little, every seventh. TALLY_SOAK=1 tries all of them. */
static unsigned stride(const after_first *first, size_t fault)
{
    if (is_soak())
        return 1;
    return (second_faults[fault].operations & (FAULT_MEMORY | FAULT_LIBRARY_MEMORY) ? 61 : 1) *
           (first->power >= POWER_TEAR ? 7 : 1);
}

/* Once, from then on, or one of them. */
static long try_fault(session *s, const after_first *first, size_t fault, int is_each)
{
    unsigned step = stride(first, fault);
    long pairs = 0;
    pair p = {.fault = fault};

    for (p.j = 1 + next_random(step);; p.j += step) {
        int reached;

        p.end = (ending)next_random(ENDINGS);
        p.for_ever = is_each ? 0 : (int)next_random(2);
        reached = run_pair(s, first, &p);
        if (is_each) {
            p.for_ever = 1;
            pairs += run_pair(s, first, &p);
        }
        if (!reached)
            return pairs;
        pairs += 1;
    }
}

static long try_all(session *s, const after_first *all, size_t count)
{
    long pairs = 0;
    size_t i, fault;

    for (i = 0; i < count; i++) {
        for (fault = 0; fault < COUNT_OF(second_faults); fault++)
            pairs += try_fault(s, &all[i], fault, is_soak());
    }
    return pairs;
}

static long try_sample(session *s, after_first *all, size_t count, long wanted)
{
    long pairs = 0;

    while (pairs < wanted) {
        after_first *first = &all[next_random((unsigned)count)];
        pair p;
        long operations;

        p.fault = next_random(COUNT_OF(second_faults));
        operations = count_of(s, first, p.fault);
        if (operations == 0)
            continue;
        p.j = 1 + next_random((unsigned)operations);
        p.for_ever = (int)next_random(2);
        p.end = (ending)next_random(ENDINGS);
        /* A process that ends does not reach the operations of closing. */
        pairs += run_pair(s, first, &p);
    }
    return pairs;
}

static void begin_session(session *s, const compound_case *c, picture *store)
{
    memset(s, 0, sizeof *s);
    s->c = c;
    world_init(&s->w, WORLD_CLOSED);
    snprintf(s->second_file, sizeof s->second_file, "%s/second.db", s->w.directory);
    note_running(s, NULL, NULL);
    if (c->make != NULL)
        c->make(s);
    picture_take(store, s->w.directory);
    make_golden(s, store);
}

static void end_session(session *s, picture *store)
{
    picture_free(store);
    fault_forget();
    remove_directory(s->w.directory);
}

static void sweep(const compound_case *c)
{
    after_first *all;
    size_t count, i;
    long faults, pairs;
    picture store;
    session s;

    random_state = (seed + 1) * UINT64_C(0x9E3779B97F4A7C15);
    begin_session(&s, c, &store);
    if (try_one(&s, &store)) {
        end_session(&s, &store);
        return;
    }
    all = make_pictures(&s, &store, &count, &faults);
    assert_true(count > 0);
    if (is_long() && !(c->flags & COMPOUND_LARGE))
        pairs = try_all(&s, all, count);
    else
        pairs = try_sample(&s, all, count, is_long() ? LONG_PAIRS : is_valgrind() ? 3 : SHORT_PAIRS);
    print_message("    %s: %ld first faults leave %d states; %ld pairs (seed %llu)\n", c->name, faults, (int)count,
                  pairs, (unsigned long long)seed);
    for (i = 0; i < count; i++)
        picture_free(&all[i].files);
    free(all);
    end_session(&s, &store);
}

TEST_ALONE(a_second_fault_while_recovering)
{
    const char *only = getenv("TALLY_PAIR");
    size_t i, length = only != NULL ? strcspn(only, ":") : 0, cases = 0;

    if (!fault_has_library_memory())
        fail_msg("fail_allocation.so is not preloaded: LD_PRELOAD must name it");
    seed = seed_of_test();
    signal(SIGSEGV, report_signal);
    signal(SIGILL, report_signal);
    signal(SIGABRT, report_signal);
    signal(SIGTRAP, report_signal);
    for (i = 0; i < compound_case_count; i++) {
        const char *name = compound_cases[i].name;

        if (only != NULL && (strlen(name) != length || strncmp(name, only, length) != 0))
            continue;
        sweep(&compound_cases[i]);
        cases += 1;
    }
    assert_true(cases > 0);
}

int main(void)
{
    int result;

    fault_install();
    result = tests_run();
    if (result != 0)
        printf("TALLY_SEED=%llu TALLY_PAIR='%s' repeats it\n", (unsigned long long)seed, running);
    return result;
}
