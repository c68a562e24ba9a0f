/* The part of fault_vfs.c that fault_calls.c needs: the names, and the files that they stand for. */
#ifndef TALLY_FAULT_NAMES_H
#define TALLY_FAULT_NAMES_H

/* Counts an operation. Returns whether it fails, and sets errno. */
int fault_fails(unsigned operation);
/* The same, if the library itself has made the call: the code at `caller`. */
int fault_fails_own(unsigned operation, const void *caller);

/* Reads what a name stands for before a call changes it. */
void fault_know_name(const char *path);
/* From here on `path` stands for the file of `source`; NULL: for none. A loss of power may take that back. */
void fault_set_name(const char *path, const char *source);
/* From here on all names, or the contents of a file, survive a loss of power. */
void fault_sync_directory(void);
void fault_sync_file(const char *path);

#endif
