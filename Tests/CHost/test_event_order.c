/* The queue of events against a list: random changes of two accounts, with observers of every kind that come, go and
 * change badges in their callbacks. Each event comes once, in its order and with its content, whichever way it is
 * taken. TALLY_SEED=N: what the test printed; TALLY_SOAK=1: its long form. */
#include "draws.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

enum { USERS = 2, NODES = 10, OBSERVERS = 24, SCOPES = 3, IDS = 12, ENTRIES = 512, COMPLETIONS = 8, MISCHIEF = 3 };
enum { INBOX = 9, INBOX_ABOVE = 8 }; /* The messages are here alone, so its badge is their number. */
enum kind { PATH, SUBTREE, WIDGET, TOTAL, FEED, FEEDS, MESSAGES, DEEP_MESSAGES, KINDS };
enum entry_kind { OF_BADGE, OF_TOTAL, OF_FEED, OF_MESSAGES, OF_SYNC, OF_COMPLETION };

/* Deeper paths first, then by their bytes: the order of one transaction. */
static const struct {
    const char *path;
    int parent;
} nodes[NODES] = {{"root", -1},  {"root.a", 0},   {"root.ab", 0},  {"root.b", 0},     {"root.a.x", 1},
                  {"root.a.y", 1}, {"root.b.x", 3}, {"root.b.x.z", 6}, {"root.m", 0}, {"root.m.x", 8}};
static const int in_order[NODES] = {7, 4, 5, 6, 9, 1, 2, 3, 8, 0};

typedef struct news {
    uint32_t added, changed, removed, rejected;
} news;

typedef struct observer {
    enum kind kind;
    int is_live, is_gone, user, node, scope, has_callback; /* is_gone: its feed was removed. */
    uint64_t token;
    unsigned uses, released, expected_released;
    news pending;
} observer;

typedef struct entry {
    enum entry_kind kind;
    int subject, node, is_resync; /* subject: an observer, a user, or a completion. */
    long transaction;
} entry;

typedef struct user {
    tally_account *account;
    tally_feed *feed;
    int64_t id, feed_id;
    int is_logged_in, revisions[IDS]; /* 0: there is no such message. */
    uint64_t own[NODES];
    char title[16];
    news pending;
} user;

typedef struct completion {
    int is_pending, has_callback, user;
    int64_t feed;
    uint64_t token;
    unsigned released;
} completion;

static struct model {
    world *w;
    user users[USERS];
    observer observers[OBSERVERS];
    tally_scope *scopes[SCOPES];
    entry entries[ENTRIES];
    completion completions[COMPLETIONS];
    int count, limit, is_dispatching, mischief, is_armed;
    long transaction;
    unsigned taken, notified, expected_notified, number;
    entry last; /* The one that was taken last, and whom it is still for. */
    uint64_t sync_tokens[OBSERVERS];
    int syncs;
} m;

/* ---- The list ---- */

#define DOT (UINT64_C(1) << 40)

/* A number hides dots, and several dots are one. */
static uint64_t as_badge(uint64_t sum) { return sum % DOT > 0 ? sum % DOT : sum > 0 ? DOT : 0; }
static uint64_t number_of(uint64_t badge) { return badge == DOT ? 0 : badge; }

static tally_badge_kind kind_of_badge(uint64_t badge)
{
    return badge == DOT ? TALLY_KIND_DOT : badge > 0 ? TALLY_KIND_NUMBER : TALLY_KIND_NONE;
}

static uint64_t shown(const user *u, int node)
{
    uint64_t sum = u->own[node];
    int i;

    for (i = 0; i < NODES; i++)
        if (nodes[i].parent == node)
            sum += shown(u, i);
    return as_badge(sum);
}

static uint64_t total(void)
{
    uint64_t sum = 0;
    int u;

    for (u = 0; u < USERS; u++)
        sum += m.users[u].is_logged_in ? shown(&m.users[u], 0) : 0;
    return as_badge(sum);
}

static int is_at_or_below(int node, int above)
{
    for (; node >= 0; node = nodes[node].parent)
        if (node == above)
            return 1;
    return 0;
}

/* The living observer that was registered first after a token; NULL: that was all. */
static observer *after(uint64_t token)
{
    observer *found = NULL;
    int i;

    for (i = 0; i < OBSERVERS; i++)
        if (m.observers[i].is_live && m.observers[i].token > token &&
            (found == NULL || m.observers[i].token < found->token))
            found = &m.observers[i];
    return found;
}

static int is_feeds_observer(const observer *o, int u) { return o->kind == FEEDS && (o->user < 0 || o->user == u); }

static int has_callback(const entry *e)
{
    const observer *o = NULL;

    if (e->kind == OF_COMPLETION)
        return m.completions[e->subject].has_callback;
    if (e->kind != OF_SYNC)
        return m.observers[e->subject].has_callback;
    while ((o = after(o == NULL ? 0 : o->token)) != NULL)
        if (is_feeds_observer(o, e->subject))
            return 1;
    return 0;
}

static void drop(int at)
{
    memmove(&m.entries[at], &m.entries[at + 1], (size_t)(m.count - at - 1) * sizeof *m.entries);
    m.count--;
    if (m.count == 0)
        m.is_armed = 1;
}

static void add(enum entry_kind kind, int subject, int node)
{
    entry e = {kind, subject, node, 0, m.transaction};
    int i, many = 0;

    for (i = 0; i < m.count; i++) {
        const entry *each = &m.entries[i];

        many += each->kind == OF_BADGE && m.observers[each->subject].kind == SUBTREE && !each->is_resync;
        if (each->kind == kind && each->subject == subject && each->node == node && !each->is_resync)
            break;
    }
    if (i == m.count && kind == OF_BADGE && m.observers[subject].kind == SUBTREE && many >= m.limit) {
        e.is_resync = 1;
        e.node = m.observers[subject].node;
        for (i = 0; i < m.count; i++)
            if (m.entries[i].kind == kind && m.entries[i].subject == subject && m.entries[i].is_resync)
                break;
    }
    if (i < m.count) {
        memmove(&m.entries[i], &m.entries[i + 1], (size_t)(m.count - i - 1) * sizeof *m.entries);
        m.count--;
    }
    require(m.count < ENTRIES);
    m.entries[m.count++] = e;
    if (m.is_armed)
        m.expected_notified++;
    m.is_armed = 0;
}

/* ---- A transaction: what each path showed before ---- */

typedef struct picture {
    uint64_t shown[USERS][NODES], total;
} picture;

static picture before(void)
{
    picture p;
    int u, i;

    for (u = 0; u < USERS; u++)
        for (i = 0; i < NODES; i++)
            p.shown[u][i] = shown(&m.users[u], i);
    p.total = total();
    m.transaction++;
    return p;
}

static void tell_badge(int u, int node)
{
    observer *o = NULL;

    while ((o = after(o == NULL ? 0 : o->token)) != NULL)
        if (o->user == u && ((o->kind == SUBTREE && is_at_or_below(node, o->node)) ||
                             ((o->kind == PATH || o->kind == WIDGET) && o->node == node)))
            add(OF_BADGE, (int)(o - m.observers), node);
}

static void tell_messages(int u)
{
    int i;

    for (i = 0; i < NODES; i++) {
        observer *o = NULL;

        while ((o = after(o == NULL ? 0 : o->token)) != NULL)
            if (o->user == u && o->node == in_order[i] &&
                ((o->kind == MESSAGES && o->node == INBOX) ||
                 (o->kind == DEEP_MESSAGES && is_at_or_below(INBOX, o->node))))
                add(OF_MESSAGES, (int)(o - m.observers), o->node);
    }
}

static void tell(const picture *p)
{
    observer *o = NULL;
    int u, i;

    for (u = 0; u < USERS; u++)
        for (i = 0; i < NODES; i++)
            if (shown(&m.users[u], in_order[i]) != p->shown[u][in_order[i]])
                tell_badge(u, in_order[i]);
    while (total() != p->total && (o = after(o == NULL ? 0 : o->token)) != NULL)
        if (o->kind == TOTAL)
            add(OF_TOTAL, (int)(o - m.observers), 0);
}

/* ---- Events ---- */

static void check_badge_of(const tally_event *event, const tally_badge *badge, uint64_t expected)
{
    require(badge->count == number_of(expected) && badge->kind == kind_of_badge(expected));
    require(event->count == number_of(expected) && event->badge_kind == kind_of_badge(expected));
    require(event->revision == badge->revision);
}

static void check_news(const tally_event *event, const user *u, const news *n)
{
    tally_badge badge;

    require(event->feed == u->feed_id && event->result == TALLY_OK && event->http_status == 0);
    require(event->added == n->added && event->changed == n->changed);
    require(event->removed == n->removed && event->rejected == n->rejected);
    require(tally_badge_get(u->account, nodes[INBOX_ABOVE].path, &badge) == TALLY_OK);
    check_badge_of(event, &badge, shown(u, INBOX_ABOVE));
}

/* The event has the content of an entry. token: as it must be in the event. */
static void check_event(const entry *e, const tally_event *event, const char *text, uint64_t token)
{
    static const tally_event_kind kinds[] = {TALLY_EVENT_BADGE,    TALLY_EVENT_TOTAL,  TALLY_EVENT_SYNCED,
                                             TALLY_EVENT_MESSAGES, TALLY_EVENT_SYNCED, TALLY_EVENT_COMPLETION};
    const observer *o = e->kind < OF_SYNC ? &m.observers[e->subject] : NULL;
    int number = o != NULL ? o->user : e->kind == OF_SYNC ? e->subject : m.completions[e->subject].user;
    const user *u = number < 0 ? NULL : &m.users[number];
    tally_badge badge;
    uint64_t messages;

    require(event->kind == (o != NULL && o->kind == WIDGET ? TALLY_EVENT_WIDGET : kinds[e->kind]));
    require(event->token == token && event->account == (e->kind == OF_TOTAL ? 0 : u->id));
    require(event->text_length == strlen(text) && event->reminder == 0 && event->retry_after == 0);
    switch (e->kind) {
    case OF_BADGE:
        require(strcmp(text, nodes[e->node].path) == 0);
        require(tally_badge_get(u->account, text, &badge) == TALLY_OK);
        require(event->result == (e->is_resync ? TALLY_RESYNC : TALLY_OK));
        check_badge_of(event, &badge, shown(u, e->node));
        break;
    case OF_TOTAL:
        require(tally_engine_get_total(m.w->engine, &badge) == TALLY_OK && *text == 0);
        check_badge_of(event, &badge, total());
        break;
    case OF_FEED:
    case OF_SYNC:
        require(strcmp(text, u->title) == 0);
        check_news(event, u, e->kind == OF_SYNC ? &u->pending : &o->pending);
        break;
    case OF_MESSAGES:
        messages = o->kind == DEEP_MESSAGES || o->node == INBOX ? shown(u, INBOX) : 0;
        if (o->kind == DEEP_MESSAGES && !is_at_or_below(INBOX, o->node))
            messages = 0;
        require(strcmp(text, nodes[o->node].path) == 0);
        require(event->total == messages && event->unread == messages && event->unseen == messages);
        break;
    case OF_COMPLETION:
        require(event->feed == m.completions[e->subject].feed && event->result == TALLY_ERROR_LOGGED_OUT);
    }
}

/* An entry leaves the list. Those before it have no callback, or are of the same transaction and of another kind. */
static void take(enum entry_kind kind, int subject, const char *path, const tally_event *event, const char *text)
{
    observer *o = NULL;
    int i, at;

    for (at = 0; at < m.count; at++)
        if (m.entries[at].kind == kind && m.entries[at].subject == subject &&
            (path == NULL || (strcmp(nodes[m.entries[at].node].path, path) == 0 &&
                              (event == NULL || m.entries[at].is_resync == (event->result == TALLY_RESYNC)))))
            break;
    require(at < m.count);
    m.last = m.entries[at];
    for (i = 0; i < at; i++)
        require((m.is_dispatching && !has_callback(&m.entries[i])) ||
                (m.entries[i].transaction == m.last.transaction && m.entries[i].kind != kind));
    if (event != NULL)
        check_event(&m.last, event, text, kind < OF_SYNC ? m.observers[subject].token
                                          : kind == OF_SYNC ? event->token : m.completions[subject].token);
    drop(at);
    m.taken++;
    if (kind == OF_FEED)
        m.observers[subject].pending = (news){0};
    if (kind == OF_COMPLETION)
        m.completions[subject].is_pending = 0;
    if (kind != OF_SYNC)
        return;
    m.users[subject].pending = (news){0};
    m.syncs = 0;
    while ((o = after(o == NULL ? 0 : o->token)) != NULL)
        if (is_feeds_observer(o, subject))
            m.sync_tokens[m.syncs++] = o->token;
}

static void make_mischief(void);

static enum entry_kind entry_kind_of(enum kind kind)
{
    return kind <= WIDGET ? OF_BADGE : kind == TOTAL ? OF_TOTAL : kind == FEED ? OF_FEED : OF_MESSAGES;
}

static void called(void *user_data, const tally_event *event, const char *text)
{
    observer *o = (observer *)user_data;

    require(o->is_live && !o->is_gone && o->has_callback);
    if (o->kind == FEEDS) {
        if (m.syncs == 0) {
            take(OF_SYNC, event->account == m.users[0].id ? 0 : 1, NULL, event, text);
            require(m.syncs > 0);
        }
        require(m.sync_tokens[0] == o->token && event->token == o->token);
        m.syncs--;
        memmove(m.sync_tokens, m.sync_tokens + 1, (size_t)m.syncs * sizeof *m.sync_tokens);
        return;
    }
    require(m.syncs == 0);
    take(entry_kind_of(o->kind), (int)(o - m.observers), o->kind <= WIDGET ? text : NULL, event, text);
    make_mischief();
}

static void drawn(void *user_data, const char *path, const tally_presentation *presentation, const char *text)
{
    observer *o = (observer *)user_data;
    uint64_t badge = shown(&m.users[o->user], o->node), count = number_of(badge);
    char digits[24];

    require(o->is_live && m.syncs == 0);
    take(OF_BADGE, (int)(o - m.observers), path, NULL, NULL);
    snprintf(digits, sizeof digits, "%d", (int)count);
    require(presentation->count == count && strcmp(text, count > 99 ? "99+" : count > 0 ? digits : "") == 0);
    require(presentation->kind == kind_of_badge(badge));
    make_mischief();
}

static void completed(void *user_data, const tally_event *event, const char *text)
{
    take(OF_COMPLETION, (int)((completion *)user_data - m.completions), NULL, event, text);
}

static void released(void *user_data) { ((observer *)user_data)->released++; }
static void completion_released(void *user_data) { ((completion *)user_data)->released++; }
static void notified(void *user_data) { ++*(unsigned *)user_data; }

/* ---- Random actions ---- */

static void set_badges(int u, unsigned count)
{
    tally_operation operations[4] = {{0}};
    picture p = before();
    unsigned i;

    for (i = 0; i < count; i++) {
        int node = (int)random_below(INBOX_ABOVE);

        operations[i].kind = random_below(4) == 0 ? TALLY_OP_DOT : TALLY_OP_SET;
        operations[i].path = nodes[node].path;
        operations[i].value = operations[i].kind == TALLY_OP_SET && random_below(3) == 0 ? 1 + random_below(2) : 0;
        m.users[u].own[node] = operations[i].kind == TALLY_OP_SET ? (uint64_t)operations[i].value : DOT;
    }
    if (count == 1) {
        tally_operation o = operations[0];
        tally_status status = o.kind == TALLY_OP_DOT ? tally_badge_dot(m.users[u].account, o.path)
                                                     : tally_badge_set(m.users[u].account, o.path, o.value);

        require(status == TALLY_OK || status == TALLY_HELD);
    } else {
        tally_batch_options options = TALLY_BATCH_OPTIONS_INIT;

        require(tally_badge_batch(m.users[u].account, operations, count, &options, NULL) == TALLY_OK);
    }
    tell(&p);
}

static uint64_t add_observer(observer *o)
{
    static const tally_widget widget = {sizeof widget, 0u, drawn, drawn, drawn, drawn};
    tally_scope *scope = m.scopes[o->scope];
    tally_account *account = o->user < 0 ? NULL : m.users[o->user].account;
    tally_event_callback callback = o->has_callback ? called : NULL;
    const char *path = nodes[o->node].path;
    uint32_t initial = o->pending.added != 0 ? TALLY_OBSERVE_INITIAL : 0, deep = TALLY_SUBTREE;
    uint64_t token = 0;
    tally_status status = TALLY_OK;

    switch (o->kind) {
    case PATH: status = tally_observe(scope, account, path, initial, callback, o, released, &token); break;
    case SUBTREE: status = tally_observe(scope, account, path, initial | deep, callback, o, released, &token); break;
    case WIDGET: status = tally_widget_bind(scope, account, path, &widget, o, released, &token); break;
    case TOTAL: status = tally_observe_total(scope, initial, callback, o, released, &token); break;
    case FEED: status = tally_observe_feed(scope, m.users[o->user].feed, 0, callback, o, released, &token); break;
    case FEEDS: status = tally_observe_feeds(scope, account, 0, called, o, released, &token); break;
    case MESSAGES: status = tally_observe_messages(scope, account, path, 0, callback, o, released, &token); break;
    default: status = tally_observe_messages(scope, account, path, deep, callback, o, released, &token);
    }
    require(status == TALLY_OK);
    return token;
}

/* A new observer, or the same once more. */
static void observe(int is_again)
{
    observer *o = &m.observers[random_below(OBSERVERS)];
    int is_initial = (int)random_below(2);

    if (o->is_live && is_again && o->has_callback && !o->is_gone) {
        news pending = o->pending;

        o->pending.added = (uint32_t)is_initial;
        require(add_observer(o) == o->token);
        o->pending = pending;
        o->uses++;
    }
    if (o->is_live || is_again)
        return;
    memset(o, 0, sizeof *o);
    o->kind = (enum kind)random_below(KINDS);
    o->user = o->kind == TOTAL ? -1 : o->kind == FEEDS ? (int)random_below(3) - 1 : (int)random_below(USERS);
    o->node = (int)random_below(NODES);
    o->scope = (int)random_below(SCOPES);
    o->has_callback = o->kind == WIDGET || o->kind == FEEDS || random_below(3) > 0;
    o->pending.added = (uint32_t)is_initial;
    o->token = add_observer(o);
    o->pending.added = 0;
    o->uses = 1;
    o->is_live = 1;
    m.transaction++;
    if (o->kind == WIDGET || (is_initial && o->kind <= TOTAL))
        add(o->kind == TOTAL ? OF_TOTAL : OF_BADGE, (int)(o - m.observers), o->kind == TOTAL ? 0 : o->node);
    if (o->kind >= MESSAGES)
        add(OF_MESSAGES, (int)(o - m.observers), o->node);
    /* An observer of feeds makes a pending event one that dispatching takes, and wakes the host. */
    if (o->kind == FEEDS && m.count > 0) {
        m.expected_notified += (unsigned)m.is_armed;
        m.is_armed = 0;
    }
}

static void forget(observer *o)
{
    int i;

    o->is_live = 0;
    o->expected_released = 1;
    for (i = m.count - 1; i >= 0; i--)
        if (m.entries[i].kind < OF_SYNC && m.entries[i].subject == o - m.observers)
            drop(i);
}

static void unobserve(observer *o)
{
    if (!o->is_live)
        return;
    tally_unobserve(m.scopes[(o->scope + 1) % SCOPES], o->token); /* Another scope does not have it. */
    if (o->uses-- == 1)
        forget(o);
    tally_unobserve(m.scopes[o->scope], o->token);
}

/* In a callback that is not one of several for the same event. */
static void make_mischief(void)
{
    if (m.mischief == MISCHIEF || random_below(4) > 0)
        return;
    m.mischief++;
    if (random_below(2))
        set_badges((int)random_below(USERS), 1);
    else
        unobserve(&m.observers[random_below(OBSERVERS)]);
}

static void close_scope(int scope)
{
    int i;

    for (i = 0; i < OBSERVERS; i++)
        if (m.observers[i].is_live && m.observers[i].scope == scope)
            forget(&m.observers[i]);
    tally_scope_close(m.scopes[scope]);
    require(tally_scope_open(m.w->engine, &m.scopes[scope]) == TALLY_OK);
}

static void add_feed(user *u)
{
    tally_feed_options options = {.struct_size = sizeof options, .url = m.w->page_url, .initial_delay = -1,
                                  .interval = -1, .prefix = nodes[INBOX_ABOVE].path};
    tally_feed_state state = TALLY_FEED_STATE_INIT;

    require(tally_feed_add(u->account, "feed", &options, &u->feed) == TALLY_OK);
    require(tally_feed_get(u->feed, &state, NULL, 0, NULL) == TALLY_OK);
    u->feed_id = state.id;
}

/* Its messages go with it, and so do its pending events and those of its observers. */
static void replace_feed(int number)
{
    user *u = &m.users[number];
    picture p = before();
    int i;

    require(tally_feed_remove(u->feed) == TALLY_OK);
    tally_feed_release(u->feed);
    for (i = 0; i < OBSERVERS; i++)
        if (m.observers[i].is_live && m.observers[i].kind == FEED && m.observers[i].user == number)
            m.observers[i].is_gone = 1;
    if (u->own[INBOX] > 0)
        tell_messages(number);
    u->own[INBOX] = 0;
    memset(u->revisions, 0, sizeof u->revisions);
    memset(&u->pending, 0, sizeof u->pending);
    *u->title = 0;
    tell(&p);
    for (i = m.count - 1; i >= 0; i--)
        if ((m.entries[i].kind == OF_SYNC && m.entries[i].subject == number) ||
            (m.entries[i].kind == OF_FEED && m.observers[m.entries[i].subject].user == number))
            drop(i);
    add_feed(u);
}

static void count_news(news *n, const news *more)
{
    n->added += more->added;
    n->changed += more->changed;
    n->removed += more->removed;
    n->rejected += more->rejected;
}

static void deliver(int number)
{
    user *u = &m.users[number];
    char page[2048], items[1024] = "", gone[256] = "";
    news n = {0};
    picture p = before();
    observer *o = NULL;
    int id;

    m.number++;
    for (id = 0; id < IDS && u->is_logged_in; id++) {
        char *end = items + strlen(items);

        if (random_below(6) > 0)
            continue;
        if (u->revisions[id] > 0 && random_below(2)) {
            u->revisions[id] = 0;
            snprintf(gone + strlen(gone), 16, "%s\"%d\"", *gone ? "," : "", id);
            n.removed++;
            u->own[INBOX]--;
            continue;
        }
        snprintf(end, 128,
                 "%s{\"id\":\"%d\",\"rev\":\"%u\",\"seq\":\"%u\",\"path\":\"x\",\"title\":\"%u\",\"count\":1}",
                 *items ? "," : "", id, m.number, m.number * IDS + (unsigned)id, m.number);
        *(u->revisions[id] > 0 ? &n.changed : &n.added) += 1;
        u->own[INBOX] += u->revisions[id] > 0 ? 0 : 1;
        u->revisions[id] = (int)m.number;
    }
    if (u->is_logged_in && random_below(4) == 0) {
        snprintf(items + strlen(items), 64, "%s{\"id\":\"bad\",\"path\":\"a..b\"}", *items ? "," : "");
        n.rejected = 1;
    }
    snprintf(page, sizeof page, "{\"cursor\":\"%u\",\"title\":\"t%u\",\"items\":[%s],\"gone\":[%s]}", m.number,
             m.number, items, gone);
    if (!u->is_logged_in) {
        require(tally_feed_deliver(u->feed, page, strlen(page)) == TALLY_ERROR_LOGGED_OUT);
        return;
    }
    require(tally_feed_deliver(u->feed, page, strlen(page)) == TALLY_OK);
    snprintf(u->title, sizeof u->title, "t%u", m.number);
    if (n.added + n.changed + n.removed > 0)
        tell_messages(number);
    tell(&p);
    m.transaction++;
    count_news(&u->pending, &n);
    add(OF_SYNC, number, 0);
    while ((o = after(o == NULL ? 0 : o->token)) != NULL)
        if (o->kind == FEED && o->user == number && !o->is_gone) {
            count_news(&o->pending, &n);
            add(OF_FEED, (int)(o - m.observers), o->node);
        }
}

static void log_in_or_out(int number)
{
    user *u = &m.users[number];
    picture p = before();

    u->is_logged_in = !u->is_logged_in;
    require((u->is_logged_in ? tally_account_log_in(u->account) : tally_account_log_out(u->account)) == TALLY_OK);
    tell(&p);
}

static void refresh_widgets(int scope)
{
    int i;

    m.transaction++;
    for (i = 0; i < NODES; i++) {
        observer *o = NULL;

        while ((o = after(o == NULL ? 0 : o->token)) != NULL)
            if (o->kind == WIDGET && o->scope == scope && o->node == in_order[i])
                add(OF_BADGE, (int)(o - m.observers), o->node);
    }
    require(tally_widget_refresh(m.scopes[scope]) == TALLY_OK);
}

/* A request of an account that is logged out ends immediately. */
static void refresh_now(int number)
{
    int at = (int)random_below(COMPLETIONS);
    completion *c = &m.completions[at];

    if (c->is_pending || m.users[number].is_logged_in)
        return;
    require(c->released == (c->token != 0));
    *c = (completion){.is_pending = 1, .has_callback = (int)random_below(2), .user = number,
                      .feed = m.users[number].feed_id};
    require(tally_feed_refresh_now(m.users[number].feed, c->has_callback ? completed : NULL, c, completion_released,
                                   &c->token) == TALLY_OK);
    m.transaction++;
    add(OF_COMPLETION, at, 0);
}

/* ---- Taking events ---- */

static void next(size_t capacity)
{
    tally_event event = TALLY_EVENT_INIT;
    char text[64];
    unsigned taken = m.taken;
    int i, had = m.count;
    tally_status status;

    m.mischief = 0;
    m.syncs = 0;
    status = tally_engine_next_event(m.w->engine, TALLY_NO_WAIT, &event, text, capacity);
    assert_int_equal(status == TALLY_EMPTY, had == 0);
    if (status == TALLY_EMPTY)
        return;
    if (status != TALLY_OK) {
        uint64_t token = event.token;

        assert_int_equal(status, TALLY_ERROR_BUFFER_TOO_SMALL);
        assert_true(event.text_length >= capacity);
        assert_int_equal(m.taken, taken);
        capacity = event.text_length + 1;
        check_ok(tally_engine_next_event(m.w->engine, TALLY_NO_WAIT, &event, text, capacity));
        assert_true(event.token == token && event.text_length == capacity - 1);
    }
    assert_int_equal(event.text_length, strlen(text));
    assert_int_equal(m.syncs, 0);
    if (m.taken == taken) {
        for (i = 0; i < OBSERVERS; i++)
            if (event.token != 0 && m.observers[i].is_live && m.observers[i].token == event.token)
                take(entry_kind_of(m.observers[i].kind), i, m.observers[i].kind <= WIDGET ? text : NULL, &event, text);
        for (i = 0; i < COMPLETIONS; i++)
            if (event.token != 0 && m.completions[i].is_pending && m.completions[i].token == event.token)
                take(OF_COMPLETION, i, NULL, &event, text);
        if (event.token == 0)
            take(OF_SYNC, event.account == m.users[0].id ? 0 : 1, NULL, &event, text);
        assert_int_equal(m.syncs, 0);
    } else if (m.last.kind == OF_SYNC) {
        assert_int_equal(event.token, 0);
    } else {
        assert_int_equal(event.token, m.last.kind == OF_COMPLETION ? m.completions[m.last.subject].token
                                                                   : m.observers[m.last.subject].token);
    }
    assert_int_equal(m.taken, taken + 1);
}

static int with_callbacks(void)
{
    int i, count = 0;

    for (i = 0; i < m.count; i++)
        count += has_callback(&m.entries[i]);
    return count;
}

static void dispatch(size_t limit)
{
    unsigned taken = m.taken;
    size_t count = 0;
    tally_status status;

    m.mischief = 0;
    m.syncs = 0;
    m.is_dispatching = 1;
    status = tally_engine_dispatch(m.w->engine, limit, &count);
    m.is_dispatching = 0;
    assert_int_equal(count, m.taken - taken);
    assert_true(limit == 0 || count <= limit);
    assert_int_equal(m.syncs, 0);
    assert_int_equal(status, with_callbacks() > 0 ? TALLY_MORE : TALLY_OK);
    assert_true(status == TALLY_OK || count == limit);
    if (with_callbacks() == 0)
        m.is_armed = 1;
}

static void check_numbers(void)
{
    tally_stats stats = TALLY_STATS_INIT;
    unsigned live = 0;
    int i;

    for (i = 0; i < OBSERVERS; i++) {
        live += (unsigned)m.observers[i].is_live;
        assert_int_equal(m.observers[i].released, m.observers[i].expected_released);
    }
    check_ok(tally_engine_get_stats(m.w->engine, 0, &stats));
    assert_int_equal(stats.observers, live);
    assert_int_equal(stats.events, m.count);
    assert_int_equal(m.notified, m.expected_notified);
}

/* Without messages, and with few numbers, an account or all of them may show a dot, or nothing. */
static void act(int has_messages)
{
    int u = (int)random_below(USERS), had_rest = m.is_armed && m.count > 0;

    switch (random_below(20)) {
    case 0: case 1: case 2: set_badges(u, 1); break;
    case 3: set_badges(u, 1 + random_below(4)); break;
    case 4: case 5: case 6: observe(0); break;
    case 7: observe(1); break;
    case 8: unobserve(&m.observers[random_below(OBSERVERS)]); break;
    case 9: case 10:
        if (has_messages)
            deliver(u);
        else if (m.users[u].own[INBOX] > 0)
            replace_feed(u);
        break;
    case 11: log_in_or_out(u); break;
    case 12: if (random_below(4) == 0) close_scope((int)random_below(SCOPES)); break;
    case 13: if (random_below(4) == 0) replace_feed(u); break;
    case 14: refresh_widgets((int)random_below(SCOPES)); break;
    case 15: refresh_now(u); break;
    case 16: case 17: next(random_below(2) ? 64 : random_below(12)); break;
    default: dispatch(random_below(4));
    }
    /* While events without a callback are left, one notify too many is harmless. */
    if (had_rest && m.notified == m.expected_notified + 1) {
        m.expected_notified++;
        m.is_armed = 0;
    }
    check_numbers();
}

static void live(world *w, int limit)
{
    static const char *const names[] = {"ann", "bo"};
    tally_account_options options = {.struct_size = sizeof options, .aggregation = TALLY_AGGREGATION_SUM};
    int i, rounds;

    memset(&m, 0, sizeof m);
    m.w = w;
    m.is_armed = 1;
    m.limit = limit;
    check_ok(tally_engine_set_notify(w->engine, notified, &m.notified, NULL));
    for (i = 0; i < USERS; i++) {
        tally_account_state state = TALLY_ACCOUNT_STATE_INIT;

        check_ok(tally_account_open(w->engine, names[i], &options, &m.users[i].account));
        check_ok(tally_account_get(m.users[i].account, &state, NULL, 0, NULL));
        m.users[i].id = state.id;
        add_feed(&m.users[i]);
    }
    for (i = 0; i < SCOPES; i++)
        check_ok(tally_scope_open(w->engine, &m.scopes[i]));
    for (rounds = is_soak() ? 1000000 : 6000; rounds > 0; rounds--)
        act(rounds / 500 % 2);
    while (m.count > 0)
        next(64);
    for (i = 0; i < SCOPES; i++) {
        close_scope(i);
        tally_scope_close(m.scopes[i]);
    }
    check_numbers();
    for (i = 0; i < COMPLETIONS; i++)
        assert_int_equal(m.completions[i].released, m.completions[i].token != 0);
    for (i = 0; i < USERS; i++) {
        tally_feed_release(m.users[i].feed);
        tally_account_release(m.users[i].account);
    }
    check_ok(tally_engine_verify(w->engine));
}

TEST(each_event_comes_once_and_in_its_order, WORLD_SUM)
{
    seed();
    live(w, ENTRIES);
}

static void with_room_for_few(tally_engine_options *options) { options->max_events = 5; }

TEST(without_room_an_observer_reads_all_again, WORLD_SUM | WORLD_CLOSED)
{
    seed();
    w->configure = with_room_for_few;
    world_open(w, WORLD_SUM);
    live(w, 5);
}
