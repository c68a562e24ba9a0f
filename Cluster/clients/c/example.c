/*
 * Drives the client by commands, one a line, from standard input:
 *
 *     cc example.c tally_cluster.c tally_cluster_read.c $(pkg-config --cflags --libs libnats libcjson) -o example
 *     ./example nats://127.0.0.1:4222 [INBOX_PREFIX]
 *
 *     publish ACCOUNT ID OPS                   prints: position N
 *     query VERB ACCOUNT AT_LEAST MEMBERS      prints: result JSON
 *     watch ACCOUNT                            prints: ready; then for each change: changed JSON
 *
 * OPS is a JSON array and MEMBERS a JSON object. A command that fails prints: failed REASON.
 */
#define _POSIX_C_SOURCE 200809L

#include "tally_cluster.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 5 };

static void say(const char *word, const cJSON *value)
{
    char *text = cJSON_PrintUnformatted(value);

    printf("%s %s\n", word, text == NULL ? "" : text);
    fflush(stdout);
    free(text);
}

static void print_change(void *user_data, const cJSON *change)
{
    (void)user_data;
    say("changed", change);
}

static natsStatus publish(tally_cluster *cluster, char **words)
{
    cJSON *ops = cJSON_Parse(words[3]);
    uint64_t position = 0;
    natsStatus status = ops == NULL ? NATS_INVALID_ARG : tally_cluster_publish(cluster, words[1], words[2], ops, &position);

    if (status == NATS_OK)
        printf("position %" PRIu64 "\n", position);
    return status;
}

static natsStatus query(tally_cluster *cluster, char **words)
{
    cJSON *members = cJSON_Parse(words[4]), *answer = NULL;
    natsStatus status = members == NULL
        ? NATS_INVALID_ARG
        : tally_cluster_query(cluster, words[1], words[2], strtoull(words[3], NULL, 10), members, &answer);
    const cJSON *error = cJSON_GetObjectItem(answer, "error");

    if (error != NULL)
        printf("failed %s\n", cJSON_GetStringValue(cJSON_GetObjectItem(error, "status")));
    else if (status == NATS_OK)
        say("result", cJSON_GetObjectItem(answer, "result"));
    cJSON_Delete(answer);
    return status;
}

static natsStatus watch(tally_cluster *cluster, const char *account, natsSubscription **out_subscription)
{
    natsStatus status;

    if (*out_subscription != NULL)
        return NATS_ILLEGAL_STATE; /* This program watches one account. */
    status = tally_cluster_subscribe(cluster, account, print_change, NULL, out_subscription);
    if (status == NATS_OK)
        status = natsConnection_Flush(cluster->connection);
    if (status == NATS_OK)
        puts("ready");
    return status;
}

/* Divides a line at its spaces into at most `count` words: the last one is the rest. */
static int split(char *line, char **words, int count)
{
    int found = 1;

    for (words[0] = line; found < count && (line = strchr(line, ' ')) != NULL; found++) {
        *line++ = 0;
        words[found] = line;
    }
    return found;
}

int main(int count, char **arguments)
{
    tally_cluster *cluster = NULL;
    natsSubscription *subscription = NULL;
    natsStatus status = tally_cluster_connect(
        count > 1 ? arguments[1] : NATS_DEFAULT_URL, count > 2 ? arguments[2] : NULL, &cluster);
    char *line = NULL, *words[WORDS_MAX];
    size_t capacity = 0;
    ssize_t length;

    if (status != NATS_OK) {
        fprintf(stderr, "example: cannot connect: %s\n", natsStatus_GetText(status));
        return 1;
    }
    while ((length = getline(&line, &capacity, stdin)) > 0) {
        int is_query = strncmp(line, "query ", 6) == 0, found;
        line[length - 1] = 0; /* The end of the line. */
        found = split(line, words, is_query ? 5 : 4);
        if (is_query && found == 5)
            status = query(cluster, words);
        else if (strcmp(words[0], "publish") == 0 && found == 4)
            status = publish(cluster, words);
        else if (strcmp(words[0], "watch") == 0 && found == 2)
            status = watch(cluster, words[1], &subscription);
        else
            status = NATS_INVALID_ARG;
        if (status != NATS_OK)
            printf("failed %s\n", natsStatus_GetText(status));
        fflush(stdout);
    }
    free(line);
    natsSubscription_Destroy(subscription);
    tally_cluster_close(cluster);
    nats_CloseAndWait(0);
    return 0;
}
