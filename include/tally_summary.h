/*
 * tally_summary.h: summaries of notifications, without an operating system.
 *
 * This is the wording of Tally alone: "3 more messages from Ann and Bo". It knows the plural forms and lists of more
 * than 200 languages (Unicode CLDR). It has no store, no clock, no threads and no I/O. It needs memcpy, memmove,
 * memset, memcmp and strlen of the C library. It is meant for microcontrollers, games and WebAssembly. The whole engine
 * is in tally.h. Both headers can be included together, in any order.
 *
 * A first program:
 *
 *     static char memory[8192];
 *     tally_summary_options options = TALLY_SUMMARY_OPTIONS_INIT;
 *     tally_summary *summary;
 *     char text[200];
 *     size_t length;
 *
 *     options.block = memory;
 *     options.block_size = sizeof memory;
 *     tally_summary_create(&options, &summary);
 *     tally_summary_set_format(summary, "chat", "en", TALLY_PLURAL_ONE, "%u more message from %@", 0);
 *     tally_summary_set_format(summary, "chat", "en", TALLY_PLURAL_OTHER, "%u more messages from %@", 0);
 *     tally_summary_add(summary, "chat", "Ann", 2);
 *     tally_summary_add(summary, "chat", "Bo", 1);
 *     tally_summary_add(summary, "chat", "Ann", 1);
 *     tally_summary_get(summary, "en", 0, text, sizeof text, &length);    // "3 more messages from Bo and Ann"
 *     tally_summary_release(summary);
 *
 * CONVENTIONS, which hold for every function unless it says otherwise
 *
 * Status. A function that can fail returns a tally_summary_status: 0 is TALLY_OK, a negative number an error, a
 * positive number a qualified success. The numbers are those of tally.h. Call tally_summary_error_message for a
 * description of the error. A function that takes a pointer fails with TALLY_ERROR_ARGUMENT if a required one is NULL,
 * or if a text is not UTF-8. A function that takes a tally_summary can fail with TALLY_ERROR_NO_MEMORY. The comments do
 * not repeat these two errors. A call that fails changes nothing.
 *
 * Memory. The host provides all memory when it creates a tally_summary, as a function or as one block of fixed size.
 * The library takes memory from nowhere else, and returns all of it on release.
 *
 * Threads. A tally_summary belongs to one thread at a time. On a target without threads all of them belong to one
 * thread.
 *
 * Text is UTF-8, ended by NUL. All texts are copied. Functions write text into a buffer that the caller provides. The
 * buffer needs length + 1 bytes. out_length is always set to the length without the NUL. If the capacity is too small,
 * the function fails with TALLY_ERROR_BUFFER_TOO_SMALL and leaves the buffer untouched. A buffer may be NULL if its
 * capacity is 0.
 *
 * Languages are tags of BCP 47: "de", "pt-PT", "zh-Hant-HK".
 */
#ifndef TALLY_SUMMARY_H
#define TALLY_SUMMARY_H

#include <stddef.h>
#include <stdint.h>

/* Declarations begin with one of these, as in tally.h: the library exports the symbol, and the compiler warns if a
 * program ignores the status. Define TALLY_UNCHECKED before this header to turn these warnings off. */
#ifndef TALLY_API
#if defined(__GNUC__) && __GNUC__ >= 4
#define TALLY_API __attribute__((visibility("default")))
#else
#define TALLY_API
#endif
#endif
#ifndef TALLY_CHECKED
#if defined(TALLY_UNCHECKED) || !defined(__GNUC__)
#define TALLY_CHECKED TALLY_API
#else
#define TALLY_CHECKED TALLY_API __attribute__((warn_unused_result))
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* --------------------------------------------------------------------------------------------------------------
 * Statuses. tally.h has the same numbers under the same names.
 * ------------------------------------------------------------------------------------------------------------ */

/* The same type as tally_status of tally.h. */
typedef int32_t tally_summary_status;

#define TALLY_OK 0
#define TALLY_EMPTY 6 /* There is nothing to sum up. */

#define TALLY_ERROR_ARGUMENT (-1)         /* NULL, a text that is not UTF-8, an unknown flag or an invalid language. */
#define TALLY_ERROR_NO_MEMORY (-2)        /* The host's memory is used up. */
#define TALLY_ERROR_RANGE (-4)            /* A number is out of its range. */
#define TALLY_ERROR_BUFFER_TOO_SMALL (-9) /* The caller's buffer is too small. */
#define TALLY_ERROR_INTERNAL (-15)        /* A defect of the library; please report it. */
#define TALLY_ERROR_MALFORMED (-17)       /* An invalid format. */

/* Returns the name of a status, "TALLY_ERROR_RANGE"; "TALLY_UNKNOWN" for an unknown number. Borrowed for the life of
 * the process. */
TALLY_API const char *tally_summary_status_name(tally_summary_status status);

/*
 * Describes the last failed call of this thread, in English.
 *
 * Returns TALLY_OK.
 * Errors: BUFFER_TOO_SMALL.
 *
 * 1,024 bytes always suffice. A call that succeeds leaves the message unchanged. The message is empty before the first
 * error.
 */
TALLY_API tally_summary_status tally_summary_error_message(char *buffer, size_t capacity, size_t *out_length);

/* --------------------------------------------------------------------------------------------------------------
 * Rules of languages. These functions need no memory.
 * ------------------------------------------------------------------------------------------------------------ */

/* Plural forms, as CLDR names them. */
#define TALLY_PLURAL_ZERO 1
#define TALLY_PLURAL_ONE 2
#define TALLY_PLURAL_TWO 3
#define TALLY_PLURAL_FEW 4
#define TALLY_PLURAL_MANY 5
#define TALLY_PLURAL_OTHER 6
typedef int32_t tally_summary_form;

/*
 * Finds the plural form that a number takes in a language: for "ru", 1 is ONE, 3 is FEW and 5 is MANY.
 *
 * out_form   TALLY_PLURAL_…
 *
 * Returns TALLY_OK.
 * Errors: ARGUMENT (an invalid language), RANGE (a negative number).
 *
 * An unknown language has OTHER alone.
 */
TALLY_CHECKED tally_summary_status tally_summary_plural(const char *language, int64_t number,
                                                        tally_summary_form *out_form);

/* --------------------------------------------------------------------------------------------------------------
 * Formats
 *
 * A category of notifications, such as "chat", has formats: one for each language and each plural form that the
 * language needs.
 *
 *     %u    the number of items; also %1$u
 *     %@    the list of arguments; also %2$@
 *     %%    a percent sign
 * ------------------------------------------------------------------------------------------------------------ */

typedef struct tally_summary tally_summary;

/* The host's memory; tally_tree.h describes the same function. NULL means that there is no memory. */
typedef void *(*tally_summary_memory)(void *user_data, void *block, size_t old_size, size_t new_size);

/* Either `memory` or `block` is required, and not both. */
typedef struct tally_summary_options {
    uint32_t struct_size;        /* sizeof(tally_summary_options) */
    uint32_t flags;              /* Zero. */
    tally_summary_memory memory; /* Allocates, resizes and frees, as realloc does. */
    void *user_data;             /* Its first argument. Borrowed until the release. */
    void *block;                 /* Memory, of any alignment. Borrowed until the release. */
    size_t block_size;           /* Its bytes. 4,096 are enough for a few formats and arguments. */
} tally_summary_options;

#define TALLY_SUMMARY_OPTIONS_INIT {sizeof(tally_summary_options), 0, NULL, NULL, NULL, 0}

/*
 * Creates a tally_summary without formats and notifications.
 *
 * out_summary   owned, release with tally_summary_release; NULL after an error
 *
 * Returns TALLY_OK.
 */
TALLY_CHECKED tally_summary_status tally_summary_create(const tally_summary_options *options,
                                                        tally_summary **out_summary);

/* Releases a tally_summary and all of its memory. NULL is accepted. */
TALLY_API void tally_summary_release(tally_summary *summary);

#define TALLY_SUMMARY_HIDDEN 1u /* Previews are hidden: nobody is named, and the newest notification counts too. */

/*
 * Sets the format of a category for one plural form, and replaces the one that was there.
 *
 * language   "": the text that is used if no language matches
 * form       TALLY_PLURAL_…; OTHER is used wherever a form is missing
 * format     NULL removes all forms of the category in this language
 * flags      0, or TALLY_SUMMARY_HIDDEN for hidden previews; %@ is then malformed
 *
 * Returns TALLY_OK.
 * Errors: ARGUMENT, RANGE (form), MALFORMED (the format, with the byte).
 * Cost: O(length of the category's formats in this language).
 */
TALLY_CHECKED tally_summary_status tally_summary_set_format(tally_summary *summary, const char *category,
                                                            const char *language, tally_summary_form form,
                                                            const char *format, uint32_t flags);

/* --------------------------------------------------------------------------------------------------------------
 * Notifications and their summary
 * ------------------------------------------------------------------------------------------------------------ */

/*
 * Adds a notification that is newer than all others.
 *
 * category   NULL: none, so built-in words are used
 * argument   who or what it is about, "Ann"; NULL: nobody
 * count      how many items it stands for, 0 or more; 0 counts as 1
 *
 * Returns TALLY_OK.
 * Errors: RANGE (a negative count).
 * Cost: O(categories) on average.
 *
 * The host itself shows the newest notification. The summary is about all others.
 */
TALLY_CHECKED tally_summary_status tally_summary_add(tally_summary *summary, const char *category, const char *argument,
                                                     int64_t count);

/* Removes all notifications and keeps the formats. Returns TALLY_OK. */
TALLY_CHECKED tally_summary_status tally_summary_clear(tally_summary *summary);

/*
 * Words the summary of all notifications but the newest one. With TALLY_SUMMARY_HIDDEN the newest one counts too.
 *
 * language   the one that is wanted; its parents follow, then the texts for "", then built-in words
 * flags      0 or TALLY_SUMMARY_HIDDEN
 *
 * With notifications of several categories, the summary is the list of their formats if none of these has %@. Otherwise
 * it is made of the built-in words, as it is if a format is missing.
 *
 * Returns TALLY_OK, or TALLY_EMPTY and a length of 0 if there is nothing to sum up.
 * Errors: ARGUMENT (an invalid language), BUFFER_TOO_SMALL.
 * Cost: O(length of the summary).
 */
TALLY_CHECKED tally_summary_status tally_summary_get(tally_summary *summary, const char *language, uint32_t flags,
                                                     char *buffer, size_t capacity, size_t *out_length);

#ifdef __cplusplus
}
#endif

#endif
