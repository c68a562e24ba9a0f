#include "tally_cluster.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REQUEST_MS = 2000, PAUSE_MS = 200, QUERY_MS = 10000, SUBJECT_BYTES = 1024 };

typedef struct watcher {
    tally_cluster *cluster;
    tally_changed callback;
    void *user_data;
    uint32_t partition;
} watcher;

/* Whether an answer is not from an owner that was replaced, as far as this client knows. */
static int is_current(tally_cluster *cluster, uint32_t partition, const cJSON *answer)
{
    const cJSON *member = cJSON_GetObjectItem(answer, "epoch");
    uint64_t epoch = cJSON_IsNumber(member) ? (uint64_t)member->valuedouble : 0;
    int current;

    pthread_mutex_lock(&cluster->lock);
    current = cJSON_IsNumber(member) && epoch >= cluster->epochs[partition];
    if (current)
        cluster->epochs[partition] = epoch;
    pthread_mutex_unlock(&cluster->lock);
    return current;
}

/* The JSON of a message, or NULL. Destroys the message. */
static cJSON *read_message(natsMsg *message)
{
    cJSON *value = cJSON_ParseWithLength(natsMsg_GetData(message), (size_t)natsMsg_GetDataLength(message));

    natsMsg_Destroy(message);
    return value;
}

static int is_behind(const cJSON *answer)
{
    const char *status = cJSON_GetStringValue(cJSON_GetObjectItem(cJSON_GetObjectItem(answer, "error"), "status"));

    return status != NULL && strcmp(status, "TALLY_ERROR_TIMEOUT") == 0;
}

natsStatus tally_cluster_query(tally_cluster *cluster, const char *verb, const char *account, uint64_t at_least,
    cJSON *members, cJSON **out_answer)
{
    uint32_t partition = tally_cluster_partition(cluster, account);
    int64_t until = nats_Now() + QUERY_MS;
    char subject[SUBJECT_BYTES], *body;
    natsStatus status = NATS_NO_MEMORY;

    cJSON_AddStringToObject(members, "account", account);
    cJSON_AddNumberToObject(members, "at_least", (double)at_least);
    cJSON_AddNumberToObject(members, "wait", REQUEST_MS / 2);
    body = cJSON_PrintUnformatted(members);
    cJSON_Delete(members);
    snprintf(subject, sizeof(subject), "tally.q.%u.%s", partition, verb);
    *out_answer = NULL;
    for (; body != NULL && *out_answer == NULL; nats_Sleep(PAUSE_MS)) {
        natsMsg *reply = NULL;
        status = natsConnection_RequestString(&reply, cluster->connection, subject, body, REQUEST_MS);
        if (status == NATS_OK) {
            cJSON *answer = read_message(reply);
            if (answer != NULL && is_current(cluster, partition, answer) && !is_behind(answer)) {
                *out_answer = answer;
                break;
            }
            cJSON_Delete(answer);
        }
        status = status == NATS_CONNECTION_CLOSED ? status : NATS_TIMEOUT;
        if (status == NATS_CONNECTION_CLOSED || nats_Now() > until)
            break;
    }
    free(body);
    return status;
}

static void receive(natsConnection *connection, natsSubscription *subscription, natsMsg *message, void *closure)
{
    watcher *watcher = closure;
    cJSON *change = read_message(message);

    (void)connection;
    (void)subscription;
    if (change != NULL && is_current(watcher->cluster, watcher->partition, change))
        watcher->callback(watcher->user_data, change);
    cJSON_Delete(change);
}

natsStatus tally_cluster_subscribe(tally_cluster *cluster, const char *account, tally_changed callback,
    void *user_data, natsSubscription **out_subscription)
{
    watcher *watcher = malloc(sizeof(*watcher));
    char subject[SUBJECT_BYTES];
    int length = snprintf(subject, sizeof(subject), "tally.changed.");
    const char *byte;
    natsStatus status;

    if (watcher == NULL)
        return NATS_NO_MEMORY;
    watcher->cluster = cluster;
    watcher->callback = callback;
    watcher->user_data = user_data;
    watcher->partition = tally_cluster_partition(cluster, account);
    for (byte = account; *byte != 0 && length + 4 < SUBJECT_BYTES; byte++)
        length += snprintf(subject + length, 4,
            strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-", *byte) ? "%c" : "=%02X",
            (unsigned char)*byte);
    status = natsConnection_Subscribe(out_subscription, cluster->connection, subject, receive, watcher);
    if (status == NATS_OK)
        status = natsSubscription_SetOnCompleteCB(*out_subscription, free, watcher);
    else
        free(watcher);
    return status;
}
