/*
 * A client of tally-node on libnats and cJSON: publishes batches, sends queries and subscribes to changes.
 *
 * Cluster/PROTOCOL.md is the contract. These files may be copied into a program. Any thread
 * may call any function.
 */
#ifndef TALLY_CLUSTER_H
#define TALLY_CLUSTER_H

#include <cjson/cJSON.h>
#include <nats/nats.h>
#include <pthread.h>
#include <stdint.h>

/* One connection. `lock` protects `epochs`: the greatest epoch that was seen of each partition. */
typedef struct tally_cluster {
    natsConnection *connection;
    jsCtx *log;
    uint32_t partitions;
    pthread_mutex_t lock;
    uint64_t *epochs;
} tally_cluster;

/* Receives a change of an account on a thread of libnats. `change` is borrowed until it returns. */
typedef void (*tally_changed)(void *user_data, const cJSON *change);

/*
 * Connects, and reads the number of partitions from the cluster's bucket. Release with tally_cluster_close.
 * Responses go to subjects below `inbox_prefix`, such as "_INBOX.reader"; NULL: below "_INBOX". It must begin with the
 * nodes' inbox_prefix, because nodes do not respond to other subjects.
 */
natsStatus tally_cluster_connect(const char *url, const char *inbox_prefix, tally_cluster **out_cluster);

/* Closes the connection. Accepts NULL. Destroy subscriptions first. */
void tally_cluster_close(tally_cluster *cluster);

/* The partition of an account (docs/account-hash.md). */
uint32_t tally_cluster_partition(const tally_cluster *cluster, const char *account);

/*
 * Publishes a batch until the log has acknowledged it, and sets its position. Each attempt has the same id, so the
 * batch counts once. It fails only if no attempt can succeed, for example with NATS_MAX_PAYLOAD or
 * NATS_CONNECTION_CLOSED. It takes over `ops`, a JSON array.
 */
natsStatus tally_cluster_publish(
    tally_cluster *cluster, const char *account, const char *id, cJSON *ops, uint64_t *out_position);

/*
 * Sends a request to the owner of an account, which answers when it has applied the log up to `at_least`. Asks again
 * for up to 10 seconds while nobody owns the partition, then fails with NATS_TIMEOUT. It takes over `members`, a JSON
 * object with the other members of the request. The answer has `result` or `error`. Release it with cJSON_Delete.
 */
natsStatus tally_cluster_query(tally_cluster *cluster, const char *verb, const char *account, uint64_t at_least,
    cJSON *members, cJSON **out_answer);

/*
 * Calls `callback` with each change of an account, until natsSubscription_Destroy. Nothing repeats a change: after a
 * reconnect, query `changes` with the last revision that was seen.
 */
natsStatus tally_cluster_subscribe(tally_cluster *cluster, const char *account, tally_changed callback,
    void *user_data, natsSubscription **out_subscription);

#endif
