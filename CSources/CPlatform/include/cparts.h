/* Which parts of the library a program has. What an opened engine does for a part whose functions nobody has called yet
 * is begun from here. In libtally.a that is left out where the program names no function of the part: there the symbol
 * ctally_part_NAME comes from an object of the archive that defines the part's functions too (CSources/Link/parts.S),
 * so the linker takes that object for the first of them. All other builds have every part. */
#ifndef CTALLY_PARTS_H
#define CTALLY_PARTS_H

/* Reminders: the engine looks after those of its file. In TallyEngine. */
void ctally_reminders_begin(void *engine);

#ifdef TALLY_LINKED_PARTS
void ctally_part_reminders(void *engine) __attribute__((weak));
#endif

/* An engine has been opened. */
static inline void ctally_parts_begin(void *engine) {
#ifdef TALLY_LINKED_PARTS
    if (ctally_part_reminders) ctally_part_reminders(engine);
#else
    ctally_reminders_begin(engine);
#endif
}

#endif
