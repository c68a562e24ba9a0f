/* scene.h: what an activity works on. */
#ifndef SCENE_H
#define SCENE_H

#include "waits.h"

typedef struct scene {
    const sizes *size;
    char file[4100], copy[4200];
    tally_engine *engine;
    tally_account *account, *other;
    tally_feed *feed;
    size_t number;       /* Rises with each page, and where a name or a value must be a new one. */
    histogram *own;
    void *entries;       /* The activity's own data; freed with the scene. */
    char *text;
    size_t entry_count, text_size;
    const char *after; /* Continues the list of messages, from `text`. NULL: it begins. */
    char *paths;
} scene;

void *allocate(size_t size);

void prepare_plan(scene *s);
void plan(scene *s);
void prepare_reminders(scene *s);
void export_reminders(scene *s);
void read_reminders(scene *s);
void prepare_feeds(scene *s);
/* Makes all feeds due. */
void make_feeds_due(scene *s);

#endif
