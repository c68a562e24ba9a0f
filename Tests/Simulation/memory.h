/* Memory that runs out: allocations of the library, and of SQLite in its service, fail in the process itself. */
#ifndef TALLY_SIM_MEMORY_H
#define TALLY_SIM_MEMORY_H

/* The k-th allocation for a device fails, or each from there on. */
void memory_arm(int device, long k, int for_ever);
void memory_disarm(void);
/* How many allocations for the device have failed since it was armed. */
long memory_fired(int device);
/* Nothing is armed, nothing is suspended. */
void memory_reset(void);
/* While it is suspended, nothing fails. Suspensions nest. */
void memory_suspend(int is_suspended);

#endif
