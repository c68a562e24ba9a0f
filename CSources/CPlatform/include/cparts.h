/* The parts of the library that a program contains. An opened engine begins its work for a part from here, before any
 * function of the part is called. In libtally.a that is left out if the program uses no function of the part. There the
 * symbol ctally_part_NAME comes from an object of the archive that also defines the part's functions
 * (CSources/Link/parts.S), so the linker takes that object for the first of them. All other builds have every part. */
#ifndef CTALLY_PARTS_H
#define CTALLY_PARTS_H

/* Reminders: the engine serves those of its file. In TallyEngine. */
void ctally_reminders_begin(void *engine);

/* The outbox: the engine sends those of its accounts. In TallyEngine. */
void ctally_outboxes_begin(void *engine);

/* Feeds: those that are stored run when their account is logged in. In TallyEngine. */
void ctally_feeds_begin(void *engine);

#ifdef TALLY_LINKED_PARTS
void ctally_part_reminders(void *engine) __attribute__((weak));
void ctally_part_outboxes(void *engine) __attribute__((weak));
void ctally_part_feeds(void *engine) __attribute__((weak));
#endif

/* An engine has been opened. */
static inline void ctally_parts_begin(void *engine) {
#ifdef TALLY_LINKED_PARTS
    if (ctally_part_reminders) ctally_part_reminders(engine);
    if (ctally_part_outboxes) ctally_part_outboxes(engine);
    if (ctally_part_feeds) ctally_part_feeds(engine);
#else
    ctally_reminders_begin(engine);
    ctally_outboxes_begin(engine);
    ctally_feeds_begin(engine);
#endif
}

#endif
