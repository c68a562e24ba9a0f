/* All interleavings of three devices and a server that read, make unread and see two messages and their path. All show
 * the same in the end, whatever is lost, repeated or late.
 *
 *     walk [STEPS]     how many things happen; 6 if not given
 *
 * Acts and exchanges follow the library's own rule (rule.swift). Each state is a number from then on, and what leads
 * from one to another is kept. So a world is a few numbers, and each one is visited once. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void rule_act(int16_t *numbers, int32_t what);
void rule_join(int16_t *numbers, const int16_t *other);
int32_t rule_shown(const int16_t *numbers);

#define DEVICES 3
#define SERVER 3
#define MOST_IN_FLIGHT 2
#define MOST_STEPS 8
#define NUMBERS 9 /* See rule.swift. */
#define ACTS 10   /* See rule.swift. */
#define PARTS 3   /* All of a state, one message alone, the marks alone. */
#define NONE UINT32_MAX

static void require(int condition, const char *what)
{
    if (condition)
        return;
    fprintf(stderr, "walk: %s\n", what);
    exit(2);
}

/* ---- States of a device or server ---- */

typedef struct state {
    int16_t numbers[NUMBERS];
    int32_t shown;
    uint32_t after[ACTS];
    uint32_t part[PARTS];
} state;

#define MOST_STATES (1u << 14)
static state states[MOST_STATES];
static uint32_t state_count;
static uint32_t numbers_of[MOST_STATES * 2];
static uint32_t *joined[MOST_STATES];

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash ^= value + UINT64_C(0x9E3779B97F4A7C15) + (hash << 6) + (hash >> 2);
    hash *= UINT64_C(0xD6E8FEB86659FD93);
    return hash ^ hash >> 32;
}

static uint32_t number_of(const int16_t *numbers)
{
    uint64_t hash = 0;
    uint32_t place;
    state *made;
    int i;

    for (i = 0; i < NUMBERS; i++)
        hash = mix(hash, (uint16_t)numbers[i]);
    for (place = (uint32_t)hash % (MOST_STATES * 2);; place = (place + 1) % (MOST_STATES * 2)) {
        if (numbers_of[place] == 0)
            break;
        if (memcmp(states[numbers_of[place] - 1].numbers, numbers, sizeof states->numbers) == 0)
            return numbers_of[place] - 1;
    }
    require(state_count < MOST_STATES, "too many states");
    made = &states[state_count];
    memcpy(made->numbers, numbers, sizeof made->numbers);
    made->shown = rule_shown(numbers);
    memset(made->after, 0xFF, sizeof made->after);
    memset(made->part, 0xFF, sizeof made->part);
    numbers_of[place] = ++state_count;
    return state_count - 1;
}

/* The state of message 0 or 1: 0 unseen, 1 seen, 2 read. */
static int shows(uint32_t of, int message) { return states[of].shown >> (message == 0 ? 2 : 0) & 3; }

/* An act has its effect where the user acts, and what was seen stays so. */
static int has_effect(uint32_t from, uint32_t to, unsigned act)
{
    int message, upto = (int)act % 2, kind = (int)act / 2;

    for (message = 0; message < 2; message++) {
        int is_meant = kind < 3 ? message == upto : message <= upto;

        if (shows(to, message) == 0 && shows(from, message) > 0)
            return 0;
        if (!is_meant)
            continue;
        if (kind == 0 || kind == 3 ? shows(to, message) != 2 : kind == 1 ? shows(to, message) == 2 : 0)
            return 0;
        if (kind != 1 && shows(to, message) == 0)
            return 0;
    }
    return 1;
}

static uint32_t after(uint32_t from, unsigned act)
{
    int16_t numbers[NUMBERS];

    if (states[from].after[act] == NONE) {
        memcpy(numbers, states[from].numbers, sizeof numbers);
        rule_act(numbers, (int32_t)act);
        states[from].after[act] = number_of(numbers);
        require(has_effect(from, states[from].after[act], act), "an act has no effect, or unsees a message");
    }
    return states[from].after[act];
}

static uint32_t join(uint32_t one, uint32_t other);

/* Joining is commutative, associative with what is there already, and idempotent; and what was seen stays so. */
static void check_join(uint32_t one, uint32_t other, uint32_t both)
{
    int message;

    require(one != other || both == one, "a state joined with itself is another one");
    require(join(other, one) == both, "the order of a join matters");
    require(join(both, one) == both && join(both, other) == both, "a repeated join matters");
    for (message = 0; message < 2; message++)
        require(shows(both, message) > 0 || (shows(one, message) == 0 && shows(other, message) == 0),
                "a join unsees a message");
}

static uint32_t join(uint32_t one, uint32_t other)
{
    int16_t numbers[NUMBERS];

    if (joined[one] == NULL) {
        joined[one] = malloc(MOST_STATES * sizeof **joined);
        require(joined[one] != NULL, "no memory");
        memset(joined[one], 0xFF, MOST_STATES * sizeof **joined);
    }
    if (joined[one][other] == NONE) {
        memcpy(numbers, states[one].numbers, sizeof numbers);
        rule_join(numbers, states[other].numbers);
        joined[one][other] = number_of(numbers);
        check_join(one, other, joined[one][other]);
    }
    return joined[one][other];
}

/* An exchange carries all of a state, or a part, as a row of an outbox does. */
static uint32_t part_of(uint32_t whole, unsigned part)
{
    int16_t numbers[NUMBERS];

    if (states[whole].part[part] == NONE) {
        memcpy(numbers, states[whole].numbers, sizeof numbers);
        if (part == 1)
            memset(numbers + 2, 0, sizeof numbers - 2 * sizeof *numbers);
        if (part == 2)
            memset(numbers, 0, 4 * sizeof *numbers);
        states[whole].part[part] = number_of(numbers);
    }
    return states[whole].part[part];
}

/* ---- Worlds ---- */

typedef struct world {
    uint32_t at[DEVICES + 1];
    /* The messages in flight, sorted: the receiver, and 4 times what was sent. 0: none, as nothing empty is sent. */
    uint32_t flight[MOST_IN_FLIGHT];
    int left;
} world;

typedef struct visited {
    uint64_t high, low;
} visited;

static visited *known;
static uint64_t known_count, known_room;
static uint64_t wrong;

static int insert(uint64_t high, uint64_t low);

static void grow(void)
{
    visited *former = known;
    uint64_t room = known_room, i;

    known_room = room == 0 ? 1u << 16 : room * 2;
    known = calloc(known_room, sizeof *known);
    require(known != NULL, "no memory");
    known_count = 0;
    for (i = 0; i < room; i++)
        if (former[i].low != 0)
            insert(former[i].high, former[i].low);
    free(former);
}

/* Whether it is new. */
static int insert(uint64_t high, uint64_t low)
{
    uint64_t place;

    if ((known_count + 1) * 3 > known_room * 2)
        grow();
    for (place = mix(mix(0, high), low) & (known_room - 1);; place = (place + 1) & (known_room - 1)) {
        if (known[place].low == 0)
            break;
        if (known[place].high == high && known[place].low == low)
            return 0;
    }
    known[place].high = high;
    known[place].low = low;
    known_count++;
    return 1;
}

/* 14 bits for a state, 16 for what is in flight. */
static int is_new(const world *w)
{
    uint64_t high = (uint64_t)w->at[0] << 28 | (uint64_t)w->at[1] << 14 | w->at[2];
    uint64_t low = (uint64_t)w->at[SERVER] << 36 | (uint64_t)w->flight[0] << 20 | (uint64_t)w->flight[1] << 4;

    return insert(high, low | (uint64_t)(w->left + 1));
}

static void deliver(world *w, uint32_t message)
{
    uint32_t to = message % 4;

    w->at[to] = join(w->at[to], message / 4);
}

/* Everything arrives, and all exchange what they have once more. */
static void check(world w)
{
    int i;

    for (i = 0; i < MOST_IN_FLIGHT; i++)
        if (w.flight[i] != 0)
            deliver(&w, w.flight[i]);
    for (i = 0; i < DEVICES; i++)
        w.at[SERVER] = join(w.at[SERVER], w.at[i]);
    for (i = 0; i < DEVICES; i++) {
        w.at[i] = join(w.at[i], w.at[SERVER]);
        if (w.at[i] != w.at[SERVER] || states[w.at[i]].shown != states[w.at[SERVER]].shown) {
            if (wrong++ == 0)
                printf("device %d shows %d and the server %d\n", i, states[w.at[i]].shown, states[w.at[SERVER]].shown);
        }
    }
}

static void walk(world w);

static void send(world w, uint32_t to, uint32_t what)
{
    uint32_t message = what * 4 + to;

    if (what == 0 || w.flight[1] != 0 || w.flight[0] == message)
        return;
    w.flight[1] = w.flight[0] > message ? w.flight[0] : message;
    if (w.flight[0] == 0 || w.flight[0] > message)
        w.flight[0] = message;
    if (w.flight[1] == w.flight[0])
        w.flight[1] = 0;
    walk(w);
}

static void walk(world w)
{
    unsigned i, k;

    if (!is_new(&w))
        return;
    check(w);
    if (w.left-- == 0)
        return;
    for (i = 0; i < DEVICES; i++) {
        for (k = 0; k < ACTS; k++) {
            world next = w;

            next.at[i] = after(w.at[i], k);
            walk(next);
        }
        for (k = 0; k < PARTS; k++) {
            send(w, SERVER, part_of(w.at[i], k));
            send(w, i, part_of(w.at[SERVER], k));
        }
    }
    for (i = 0; i < MOST_IN_FLIGHT && w.flight[i] != 0; i++) {
        world next = w;

        deliver(&next, w.flight[i]);
        walk(next); /* It comes again. */
        next.flight[i] = next.flight[1];
        next.flight[1] = 0;
        walk(next);
        memcpy(next.at, w.at, sizeof next.at);
        walk(next); /* It is lost. */
    }
}

int main(int argc, char **argv)
{
    /* At first the first message is read, and the second one is new. So the versions of reads and unreads meet. */
    static const int16_t nothing[NUMBERS], start[NUMBERS] = {0, 2};
    world first = {{1, 1, 1, 1}, {0}, argc > 1 ? atoi(argv[1]) : 6};

    require(argc <= 2 && first.left > 0 && first.left <= MOST_STEPS, "usage: walk [STEPS]");
    require(number_of(nothing) == 0 && number_of(start) == 1, "the first states are not the first ones");
    walk(first);
    printf("%llu worlds of %u states, %llu of which do not end equal\n", (unsigned long long)known_count,
           (unsigned)state_count, (unsigned long long)wrong);
    return wrong != 0 || known_count < 1000000;
}
