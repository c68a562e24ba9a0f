/* A log feeds the many accounts of an engine, and they move to another one. */
#include "steps.h"

#include <stdio.h>
#include <string.h>

#define ITEMS_OF_BATCH 6
#define OPERATIONS 3

/* ---- Batches ---- */

typedef struct crowd_batch {
    tally_item items[ITEMS_OF_BATCH];
    tally_operation operations[ITEMS_OF_BATCH][OPERATIONS];
    char names[ITEMS_OF_BATCH][16], ids[ITEMS_OF_BATCH][32], paths[ITEMS_OF_BATCH][OPERATIONS][16];
    int accounts[ITEMS_OF_BATCH], badges[ITEMS_OF_BATCH][OPERATIONS];
    size_t count;
    uint64_t position;
} crowd_batch;

static void draw_operation(crowd_batch *b, size_t i, int k, dice *d)
{
    static const int kinds[] = {TALLY_OP_SET, TALLY_OP_ADD, TALLY_OP_CLEAR};
    tally_operation *of = &b->operations[i][k];

    b->badges[i][k] = (int)dice_below(d, CROWD_BADGES);
    snprintf(b->paths[i][k], sizeof b->paths[i][k], "root.%c", 'a' + b->badges[i][k]);
    of->kind = kinds[dice_below(d, 3)];
    of->path = b->paths[i][k];
    of->value = of->kind == TALLY_OP_SET   ? (int64_t)dice_below(d, 9)
                : of->kind == TALLY_OP_ADD ? (int64_t)dice_below(d, 8) - 3
                                           : 0;
}

/* Some items have an id, and an item may come a second time. */
static void draw_batch(crowd_batch *b, const device *of, dice *d)
{
    size_t i;
    int k;

    memset(b, 0, sizeof *b);
    b->count = dice_below(d, ITEMS_OF_BATCH + 1);
    b->position = of->crowd.now.position + (dice_one_in(d, 5) ? 0 : 1 + dice_below(d, 3));
    b->position += b->position == 0;
    for (i = 0; i < b->count; i++) {
        tally_item *item = &b->items[i];

        if (i > 0 && dice_one_in(d, 6)) {
            *item = b->items[i - 1];
            b->accounts[i] = b->accounts[i - 1];
            memcpy(b->badges[i], b->badges[i - 1], sizeof b->badges[i]);
            memcpy(b->operations[i], b->operations[i - 1], sizeof b->operations[i]);
            item->operations = b->operations[i];
            continue;
        }
        b->accounts[i] = (int)dice_below(d, CROWD);
        snprintf(b->names[i], sizeof b->names[i], "crowd%d", b->accounts[i]);
        snprintf(b->ids[i], sizeof b->ids[i], "%llu-%d", (unsigned long long)b->position, (int)i);
        item->account = b->names[i];
        item->id = dice_one_in(d, 2) ? b->ids[i] : NULL;
        item->operations = b->operations[i];
        item->count = 1 + dice_below(d, OPERATIONS);
        for (k = 0; k < (int)item->count; k++)
            draw_operation(b, i, k, d);
    }
}

/* The status. A rejected item changes nothing. */
static int apply_item(crowd_state *to, const crowd_batch *b, size_t i)
{
    uint32_t counts[CROWD_BADGES];
    size_t k;

    memcpy(counts, to->counts[b->accounts[i]], sizeof counts);
    for (k = 0; k < b->items[i].count; k++) {
        const tally_operation *of = &b->operations[i][k];
        uint32_t *count = &counts[b->badges[i][k]];

        if (of->kind == TALLY_OP_ADD && (int64_t)*count + of->value < 0)
            return TALLY_ERROR_RANGE;
        *count = of->kind == TALLY_OP_SET   ? (uint32_t)of->value
                 : of->kind == TALLY_OP_ADD ? (uint32_t)(*count + of->value)
                                            : 0;
    }
    memcpy(to->counts[b->accounts[i]], counts, sizeof counts);
    to->is_there[b->accounts[i]] = 1;
    return TALLY_OK;
}

static int is_repeated(const crowd_batch *b, size_t i, const int *statuses)
{
    size_t before;

    for (before = 0; before < i; before++) {
        if (b->items[i].id != NULL && b->items[before].id == b->items[i].id && statuses[before] == TALLY_OK)
            return 1;
    }
    return 0;
}

static int apply_batch(crowd_state *to, const crowd_batch *b, int *statuses)
{
    int result = TALLY_OK;
    size_t i;

    if (b->position <= to->position)
        return TALLY_ALREADY_APPLIED;
    for (i = 0; i < b->count; i++) {
        statuses[i] = is_repeated(b, i, statuses) ? TALLY_ALREADY_APPLIED : apply_item(to, b, i);
        if (statuses[i] < 0)
            result = TALLY_PARTIAL;
    }
    to->position = b->position;
    return result;
}

/* A durable call that changes all of it or nothing. */
static void crowd_did(device *of, const crowd_state *after, int status)
{
    crowd *c = &of->crowd;

    if (status >= 0) {
        c->now = *after;
        /* After a crash in the call the disk may still lack it. */
        if (!disk_has_crashed(of->number))
            c->disk_count = 0;
    }
    if (c->disk_count == CROWD_STATES)
        c->is_unknown = 1;
    else if (status >= 0 || device_is_hit(of))
        c->disk[c->disk_count++] = *after;
}

static int is_failure_of_machine(int status)
{
    return status == TALLY_ERROR_IO || status == TALLY_ERROR_FULL || status == TALLY_ERROR_NO_MEMORY
           || status == TALLY_ERROR_CORRUPT;
}

void step_many(seat *s, dice *d)
{
    static crowd_batch b;
    tally_engine_batch_options options = TALLY_ENGINE_BATCH_OPTIONS_INIT;
    device *of = s->device;
    crowd_state after;
    int statuses[ITEMS_OF_BATCH], expected, status;
    size_t i;

    if (of->crowd.is_unknown)
        crowd_check(of);
    after = of->crowd.now;
    draw_batch(&b, of, d);
    options.source = "log";
    options.epoch = 1;
    options.position = b.position;
    expected = apply_batch(&after, &b, statuses);
    status = tally_engine_batch(of->engine, b.items, b.count, &options);
    tell("tally_engine_batch, %d items until %llu: %d", (int)b.count, (unsigned long long)b.position, status);
    crowd_did(of, &after, status);
    if (!(device_is_hit(of) && is_failure_of_machine(status))) {
        if (status != expected)
            fail("device %d, tally_engine_batch: expected %d, found %d", of->number, expected, status);
        for (i = 0; i < b.count && status != TALLY_ALREADY_APPLIED; i++) {
            if (b.items[i].status != statuses[i])
                fail("device %d, item %d of a batch: expected %d, found %d", of->number, (int)i, statuses[i],
                     b.items[i].status);
        }
    }
    crowd_check(of);
}

/* ---- Accounts move ---- */

typedef struct load {
    tally_bytes bytes[CROWD + 1];
    tally_import imports[CROWD + 1];
    char names[CROWD][16];
    size_t count;
} load;

static void export_crowd(device *from, load *l)
{
    int number, status = TALLY_OK;

    disk_suspend(from->number, 1);
    for (number = 0; number <= CROWD && status == TALLY_OK; number++) {
        tally_import *of = &l->imports[l->count];

        if (number < CROWD && !from->crowd.now.is_there[number])
            continue;
        if (number < CROWD) {
            snprintf(l->names[number], sizeof l->names[number], "crowd%d", number);
            of->account = l->names[number];
            status = tally_engine_export_account(from->engine, of->account, &l->bytes[l->count]);
        } else {
            status = tally_engine_export_source(from->engine, "log", &l->bytes[l->count]);
        }
        of->bytes = l->bytes[l->count].data;
        of->size = l->bytes[l->count].size;
        l->count += status == TALLY_OK;
    }
    disk_suspend(from->number, 0);
    if (status != TALLY_OK)
        fail("device %d cannot export account %d: %d", from->number, number, status);
}

static int is_rejected_source(const load *l)
{
    return l->imports[l->count - 1].account == NULL && l->imports[l->count - 1].status == TALLY_ERROR_RANGE;
}

/* A source whose ids are of a later day is rejected: one of the clocks was wrong. */
static int is_from_future(const device *to, const load *l, int status)
{
    return status == TALLY_PARTIAL && is_rejected_source(l) && to->world->clock_jumps > 0;
}

/* All accounts of a device, with the place in their log, go to another one, or begin again where they are. */
void step_move(seat *s, dice *d)
{
    static load l;
    world *w = s->device->world;
    device *to = s->device, *from = &w->devices[dice_below(d, (unsigned)w->device_count)];
    crowd_state after;
    int number, status;
    size_t i;

    if (from->engine == NULL)
        return;
    if (from->crowd.is_unknown)
        crowd_check(from);
    if (to->crowd.is_unknown)
        crowd_check(to);
    if (from->crowd.now.position == 0)
        return;
    after = to->crowd.now;
    memset(&l, 0, sizeof l);
    export_crowd(from, &l);
    status = tally_engine_import(to->engine, l.imports, l.count, TALLY_IMPORT_REPLACE);
    tell("tally_engine_import of %d from device %d: %d", (int)l.count, from->number, status);
    for (number = 0; number < CROWD; number++) {
        if (!from->crowd.now.is_there[number])
            continue;
        memcpy(after.counts[number], from->crowd.now.counts[number], sizeof after.counts[number]);
        after.is_there[number] = 1;
    }
    if (!is_from_future(to, &l, status))
        after.position = from->crowd.now.position;
    crowd_did(to, &after, status);
    for (i = 0; i < l.count; i++)
        tally_bytes_release(&l.bytes[i]);
    if (status != TALLY_OK && !is_from_future(to, &l, status) && !(device_is_hit(to) && is_failure_of_machine(status)))
        fail("device %d cannot import accounts: %d", to->number, status);
    crowd_check(to);
}
