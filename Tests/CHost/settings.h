/* Settings of an account in one call each, for tests. */
#ifndef SETTINGS_H
#define SETTINGS_H

#include "lists.h"

/* Reads become rows, and the host sends them. */
static inline tally_status lease_outbox(tally_account *account)
{
    tally_account_settings settings = TALLY_ACCOUNT_SETTINGS_INIT;

    settings.outbox = TALLY_OUTBOX_MODE_LEASED;
    return tally_account_configure(account, &settings);
}

/* Reads become rows, and the library sends them to a URL. */
static inline tally_status send_outbox(tally_account *account, const char *url)
{
    tally_account_settings settings = TALLY_ACCOUNT_SETTINGS_INIT;

    settings.outbox = TALLY_OUTBOX_MODE_SENT;
    settings.outbox_url = url;
    return tally_account_configure(account, &settings);
}

static inline tally_status group_by(tally_account *account, tally_grouping grouping, const char *language)
{
    tally_account_settings settings = TALLY_ACCOUNT_SETTINGS_INIT;

    settings.grouping = grouping;
    settings.language = language;
    return tally_account_configure(account, &settings);
}

static inline tally_status push_to(tally_account *account, const char *path)
{
    tally_account_settings settings = TALLY_ACCOUNT_SETTINGS_INIT;

    settings.push_path = path;
    return tally_account_configure(account, &settings);
}

static inline tally_status get_settings(tally_account *account, tally_account_settings_entry *entry, char *text,
                                        size_t text_capacity, size_t *out_text_size)
{
    tally_rows rows = rows_in(entry, sizeof *entry, 1, 1, text, text_capacity);

    return rows_out(tally_account_get_settings(account, &rows), &rows, NULL, out_text_size);
}

#endif
