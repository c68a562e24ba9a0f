/* Styles, presentations, and views that write down how they are drawn. */
#ifndef TALLY_TEST_VIEWS_H
#define TALLY_TEST_VIEWS_H

#include "support.h"

/* ---- Styles and presentations ---- */

tally_style fresh_style(uint32_t fields);
void set_max_count(tally_account *account, const char *path, uint64_t max_count);
void set_icon(tally_account *account, const char *path, const char *icon);

/* How a path is drawn; `text` has room for 256 bytes. */
tally_presentation present(tally_account *account, const char *path, char *text);
void check_present_at(tally_account *account, const char *path, int32_t kind, const char *expected, const char *file,
                      int line);
#define check_present(account, path, kind, text) \
    check_present_at((account), (path), (kind), (text), __FILE__, __LINE__)

/* ---- Views ---- */

#define MAX_DRAWN 256

typedef struct drawn {
    char function; /* 'd', 'n', 'i', 'h' */
    char path[64];
    char text[64];
    tally_presentation presentation;
} drawn;

typedef struct canvas {
    world *w;
    uint64_t token;
    int count;
    int released;
    int limit; /* A limit for the test's own function. */
    drawn calls[MAX_DRAWN];
} canvas;

/* Writes a call down. */
void draw(canvas *c, char function, const char *path, const tally_presentation *presentation, const char *text);
/* Gives a canvas back. */
void released(void *user_data);
extern const tally_widget plain_view; /* Writes all calls down. */

uint64_t bind_view(world *w, canvas *c, const char *path);
uint64_t bind_view_with(world *w, canvas *c, const char *path, const tally_widget *view);
void dispatch(world *w);

/* The call with this index drew this; it was the last one. */
void check_drawn_at(const canvas *c, int index, char function, const char *path, const char *text, const char *file,
                    int line);
#define check_drawn(c, index, function, path, text) \
    check_drawn_at((c), (index), (function), (path), (text), __FILE__, __LINE__)
#define check_last_drawn(c, total, function, path, text) \
    do { \
        assert_int_equal((c)->count, (total)); \
        check_drawn((c), (total) - 1, (function), (path), (text)); \
    } while (0)

#endif
