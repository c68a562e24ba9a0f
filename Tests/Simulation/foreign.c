/* Servers without versions: their reads are commands, and some have a format of their own, which a mapping reads. */
#include "server.h"

#include <stdio.h>
#include <string.h>

const char foreign_mapping[] =
    "{\"list\":\"$.rows\",\"cursor\":\"$.next\",\"cursor_parameter\":\"since\",\"limit_parameter\":\"limit\","
    "\"more\":\"$.again\",\"epoch\":\"$.series\",\"gone\":\"$.dropped\","
    "\"item\":{\"id\":\"$.key\",\"rev\":\"$.edition\",\"seq\":\"$.place\",\"path\":\"$.where\",\"count\":\"$.n\","
    "\"read\":\"$.state=seen\",\"thread\":\"$.topic\",\"title\":\"{topic}: {text}\","
    "\"level\":\"$.weight\"}}";

/* ---- Acts ---- */

/* A write that takes effect gives the item a greater revision. */
static void set_read(mailbox *b, item *of, int is_read)
{
    if (of->is_read == is_read)
        return;
    of->is_read = is_read;
    of->revision += 1;
    of->number = ++b->head;
}

int foreign_set_read(mailbox *b, uint32_t id, int is_read)
{
    item *of = (item *)(uintptr_t)server_find(b, id);

    if (of != NULL)
        set_read(b, of, is_read);
    return of != NULL;
}

/* A write about a former revision is stale. */
void foreign_take(mailbox *b, uint32_t id, uint32_t revision, int is_read)
{
    const item *of = server_find(b, id);

    if (of != NULL && revision >= of->revision)
        foreign_set_read(b, id, is_read);
}

/* Everything that is there until then is read, and nothing that comes later. */
void foreign_mark_read(mailbox *b, int node, uint32_t upto)
{
    int i;

    for (i = 0; i < ITEMS; i++) {
        item *of = &b->items[i];

        if (of->id != 0 && !of->is_gone && of->sequence <= upto && node_is_within(of->node, node))
            set_read(b, of, 1);
    }
}

/* ---- Pages ---- */

size_t foreign_write(const page *p, char *text, size_t capacity)
{
    writer w = {text, 0, capacity};
    char path[64];
    int i;

    put(&w, "{\"next\":\"%s\",\"series\":\"e%u\",\"again\":%s,\"rows\":[", p->cursor, p->epoch,
        p->more ? "true" : "false");
    for (i = 0; i < p->item_count; i++) {
        const item *of = &p->items[i];

        put(&w, "%s{\"key\":%u,\"edition\":%u,\"place\":%u,\"where\":\"%s\",\"n\":%u,", i > 0 ? "," : "", of->id,
            of->revision, of->sequence, server_path(of->node, p->prefix, path, sizeof path), of->count);
        put(&w, "\"weight\":%d,", message_level(0, of->id, of->count));
        put(&w, "\"state\":\"%s\",\"topic\":\"t%d\",\"text\":\"No. %u\"}", of->is_read ? "seen" : "new", of->thread,
            of->revision);
    }
    put(&w, "],\"dropped\":[");
    for (i = 0; i < p->gone_count; i++)
        put(&w, "%s%u", i == 0 ? "" : ",", p->gone[i]);
    put(&w, "]}");
    return w.size;
}
