#include "tally_cluster.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REQUEST_MS = 2000, PAUSE_MS = 200, SUBJECT_BYTES = 1024 };

uint32_t tally_cluster_partition(const tally_cluster *cluster, const char *account)
{
    uint32_t hash = 2166136261u;

    for (; *account != 0; account++)
        hash = (hash ^ (unsigned char)*account) * 16777619u;
    return hash % cluster->partitions;
}

void tally_cluster_close(tally_cluster *cluster)
{
    jsCtx_Destroy(cluster->log);
    natsConnection_Destroy(cluster->connection);
    pthread_mutex_destroy(&cluster->lock);
    free(cluster->epochs);
    free(cluster);
}

natsStatus tally_cluster_connect(const char *url, const char *inbox_prefix, tally_cluster **out_cluster)
{
    tally_cluster *cluster = calloc(1, sizeof(*cluster));
    natsOptions *options = NULL;
    natsMsg *message = NULL;
    natsStatus status;

    if (cluster == NULL)
        return NATS_NO_MEMORY;
    pthread_mutex_init(&cluster->lock, NULL);
    if ((status = natsOptions_Create(&options)) == NATS_OK && (status = natsOptions_SetURL(options, url)) == NATS_OK
        && (status = natsOptions_SetMaxReconnect(options, -1)) == NATS_OK
        && (inbox_prefix == NULL || (status = natsOptions_SetCustomInboxPrefix(options, inbox_prefix)) == NATS_OK)
        && (status = natsOptions_SetSecure(options, strncmp(url, "tls://", 6) == 0)) == NATS_OK
        && (status = natsConnection_Connect(&cluster->connection, options)) == NATS_OK
        && (status = natsConnection_JetStream(&cluster->log, cluster->connection, NULL)) == NATS_OK
        && (status = js_GetLastMsg(&message, cluster->log, "KV_TALLY_CLUSTER", "$KV.TALLY_CLUSTER.cluster", NULL, NULL))
            == NATS_OK) {
        cJSON *value = cJSON_ParseWithLength(natsMsg_GetData(message), (size_t)natsMsg_GetDataLength(message));
        cluster->partitions = (uint32_t)cJSON_GetNumberValue(cJSON_GetObjectItem(value, "partitions"));
        cluster->epochs = calloc(cluster->partitions, sizeof(*cluster->epochs));
        status = cluster->partitions == 0 || cluster->epochs == NULL ? NATS_ERR : NATS_OK;
        cJSON_Delete(value);
    }
    natsMsg_Destroy(message);
    natsOptions_Destroy(options);
    *out_cluster = status == NATS_OK ? cluster : NULL;
    if (status != NATS_OK)
        tally_cluster_close(cluster);
    return status;
}

natsStatus tally_cluster_publish(
    tally_cluster *cluster, const char *account, const char *id, cJSON *ops, uint64_t *out_position)
{
    cJSON *batch = cJSON_CreateObject();
    char subject[SUBJECT_BYTES], *body;
    jsPubOptions options;
    jsPubAck *acknowledged = NULL;
    jsErrCode code = 0;
    natsStatus status = NATS_NO_MEMORY;

    cJSON_AddStringToObject(batch, "account", account);
    cJSON_AddStringToObject(batch, "id", id);
    cJSON_AddItemToObject(batch, "ops", ops);
    body = cJSON_PrintUnformatted(batch);
    cJSON_Delete(batch);
    snprintf(subject, sizeof(subject), "tally.log.%u", tally_cluster_partition(cluster, account));
    jsPubOptions_Init(&options);
    options.MaxWait = REQUEST_MS;
    options.MsgId = id;
    for (; body != NULL; nats_Sleep(PAUSE_MS)) { /* There is no leader, no connection or no answer in time. */
        status = js_Publish(&acknowledged, cluster->log, subject, body, (int)strlen(body), &options, &code);
        if (status == NATS_OK || status == NATS_INVALID_ARG || status == NATS_MAX_PAYLOAD
            || status == NATS_CONNECTION_CLOSED || code == JSStreamMessageExceedsMaximumErr)
            break;
    }
    if (status == NATS_OK)
        *out_position = acknowledged->Sequence;
    jsPubAck_Destroy(acknowledged);
    free(body);
    return status;
}
