/* The profiles: how often each kind of step comes, and how bad network, servers and disks are. */
#include "steps.h"

#include <string.h>

/* The option --without keeps a bit for each. */
enum {
#define STEP(name, functions) KIND_##name,
#define WORLD(functions)
#define NONE(functions, reason)
#include "steps.inc"
    KINDS
#undef STEP
};

#define STEP(name, functions) #name,
static const char *const names[] = {
#include "steps.inc"
};
#undef STEP

#define STEP(name, functions) step_##name,
static void (*const performers[])(seat *s, dice *d) = {
#include "steps.inc"
};

/* Options and profiles have room for so many. */
_Static_assert(KINDS <= 64, "there are too many kinds of steps");

int step_count(void) { return KINDS; }
const char *step_name(int kind) { return names[kind]; }
void step_perform(int kind, seat *s, dice *d) { performers[kind](s, d); }

static void weigh(profile *p, unsigned badges, unsigned reads, unsigned servers, unsigned devices, unsigned kills)
{
    static const int badge_kinds[] = {KIND_set, KIND_add, KIND_clear, KIND_clear_tree, KIND_mute, KIND_rule, KIND_link,
                                      KIND_feeding, KIND_batch, KIND_node, KIND_restore};
    static const int read_kinds[] = {KIND_read, KIND_unread, KIND_read_path, KIND_read_until, KIND_see, KIND_post,
                                     KIND_withdraw, KIND_remove, KIND_dismiss};
    static const int server_kinds[] = {KIND_server_post, KIND_server_edit, KIND_server_remove, KIND_server_read,
                                       KIND_server_mark, KIND_server_badge, KIND_push, KIND_deliver};
    static const int device_kinds[] = {KIND_refresh, KIND_pause, KIND_cancel, KIND_page, KIND_log_out, KIND_log_in,
                                       KIND_network, KIND_foreground, KIND_zone, KIND_clock, KIND_retry,
                                       KIND_credential, KIND_server_token};
    size_t i;

    for (i = 0; i < sizeof badge_kinds / sizeof *badge_kinds; i++)
        p->weights[badge_kinds[i]] = badges;
    for (i = 0; i < sizeof read_kinds / sizeof *read_kinds; i++)
        p->weights[read_kinds[i]] = reads;
    p->weights[KIND_remove] = (reads + 1) / 2;
    for (i = 0; i < sizeof server_kinds / sizeof *server_kinds; i++)
        p->weights[server_kinds[i]] = servers;
    for (i = 0; i < sizeof device_kinds / sizeof *device_kinds; i++)
        p->weights[device_kinds[i]] = devices;
    p->weights[KIND_remind] = p->weights[KIND_heed] = badges + 1;
    p->weights[KIND_plan] = 1 + badges / 3;
    p->weights[KIND_calendar] = p->weights[KIND_observe] = 1;
    p->weights[KIND_limit] = 2;
    p->weights[KIND_view] = 4;
    p->is_watched = 1;
    p->weights[KIND_pass] = 40;
    p->weights[KIND_refresh] += 10;
    p->weights[KIND_log_in] += devices;
    p->weights[KIND_server_post] += servers;
    p->weights[KIND_kill] = kills;
    p->weights[KIND_copy] = p->weights[KIND_remove_feed] = 1;
    p->weights[KIND_backup] = p->weights[KIND_many] = 2;
    p->weights[KIND_move] = p->weights[KIND_adopt] = 1;
    p->weights[KIND_rewind] = p->weights[KIND_rewrite] = p->weights[KIND_damage] = 1;
    p->weights[KIND_reopen] = p->weights[KIND_flush] = p->weights[KIND_verify] = 1 + kills / 2;
}

static const char *const profile_names[] = {"calm",       "chat",     "flaky", "hostile", "dying",
                                            "accounts", "long", "swarm", "kills", "month", "foreign"};

static void describe(int number, profile *p)
{
    memset(p, 0, sizeof *p);
    p->name = profile_names[number];
    p->devices = 3;
    p->users = 1;
    p->feeds = 2;
    p->has_foreign = 1;
    switch (number) {
    case 0: weigh(p, 6, 6, 6, 1, 1); break;
    case 1:
        weigh(p, 1, 12, 12, 1, 1);
        p->devices = 3;
        p->bad_network = 2;
        break;
    case 2:
        weigh(p, 4, 8, 8, 4, 4);
        p->bad_network = 35;
        break;
    case 3:
        weigh(p, 3, 6, 8, 2, 1);
        p->weights[KIND_server_forget] = 4;
        p->weights[KIND_server_epoch] = 1;
        p->bad_network = 10;
        p->bad_server = 25;
        break;
    case 4:
        weigh(p, 8, 8, 6, 1, 8);
        p->fault_rate = 25;
        p->memory_rate = 12;
        break;
    case 5:
        weigh(p, 6, 6, 6, 2, 2);
        p->weights[KIND_many] = 12;
        p->weights[KIND_move] = 4;
        p->users = 2;
        p->devices = 5;
        p->feeds = 3;
        break;
    case 9:
        /* A busy chat on one device: about 100 messages and 60 acts of its user a day, for a month in 9,000 steps. */
        p->devices = p->users = p->feeds = 1;
        p->has_foreign = 0;
        p->longest_pass = 1200000;
        p->weights[KIND_pass] = 48;
        p->weights[KIND_server_post] = 17;
        p->weights[KIND_server_remove] = 14;
        p->weights[KIND_read] = p->weights[KIND_read_path] = 8;
        p->weights[KIND_push] = 5;
        break;
    case 8:
        p->devices = p->users = p->feeds = 1;
        p->has_foreign = 0;
        break;
    case 10:
        /* Servers without versions, on a bad network: what they say once must not be lost. */
        weigh(p, 1, 10, 10, 3, 6);
        p->has_foreign = FOREIGN_ALWAYS;
        p->bad_network = 35;
        break;
    default:
        weigh(p, 4, 6, 6, 2, 2);
        p->weights[KIND_clock] = 8;
        p->weights[KIND_pass] = 80;
        p->weights[KIND_server_forget] = 2;
        p->bad_network = 5;
    }
}

int profile_find(const char *name, profile *out)
{
    int i;

    for (i = 0; i < (int)(sizeof profile_names / sizeof *profile_names); i++) {
        if (strcmp(profile_names[i], name) != 0)
            continue;
        describe(i, out);
        return 1;
    }
    return 0;
}

/* A swarm leaves out some kinds of steps altogether, so that the others come close together. */
static void draw_swarm(profile *p, dice *d)
{
    int kind;

    p->devices = DEVICES;
    p->users = USERS;
    p->feeds = FEEDS;
    for (kind = 0; kind < KINDS; kind++)
        p->weights[kind] = dice_one_in(d, 3) ? 0 : dice_below(d, 20);
    p->weights[KIND_pass] += 10;
    p->weights[KIND_server_epoch] = dice_one_in(d, 6) ? 1 : 0;
    p->weights[KIND_kill] /= 3;
    p->is_watched = dice_one_in(d, 2);
    p->bad_network = dice_one_in(d, 2) ? 0 : dice_below(d, 40);
    p->bad_server = dice_one_in(d, 2) ? 0 : dice_below(d, 30);
    p->fault_rate = dice_one_in(d, 2) ? 0 : dice_below(d, 20);
    p->memory_rate = dice_one_in(d, 2) ? 0 : dice_below(d, 20);
}

void profile_draw(profile *p, uint64_t seed, int is_swarm)
{
    dice d = dice_of(seed, 0, 0x9A0F);
    int number = (int)dice_below(&d, 10) + 10 * is_swarm;

    describe(number > 6 ? 7 : number, p);
    if (number > 6)
        draw_swarm(p, &d);
}
