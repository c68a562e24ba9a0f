/* A picture of the files of a folder: their names, their bytes, and which of them are links to the same file. */
#ifndef TALLY_PICTURE_H
#define TALLY_PICTURE_H

#include <stddef.h>
#include <stdint.h>

enum { PICTURE_FILES = 16 };

typedef struct pictured_file {
    char name[64];
    char *bytes; /* NULL: it is another name of the file `same_as`. */
    size_t size;
    int same_as;
    uint64_t inode;
} pictured_file;

typedef struct picture {
    pictured_file files[PICTURE_FILES];
    int count;
    uint64_t hash; /* Without the number of the process in a lock file. */
} picture;

void picture_take(picture *p, const char *directory);
/* Makes the folder as it was. The disk of fault_vfs.h takes the files for synced. */
void picture_put_back(const picture *p, const char *directory);
void picture_free(picture *p);

#endif
