#!/usr/bin/env python3
"""The header of a later version: each structure that may grow has one more member at its end.

    grow.py HEADER TARGET

A library that is built with it must work with the programs of today, and today's library with its programs: see
`make test-growing`.
"""

import pathlib
import re
import sys

# Without a size of their own, in arrays of which the call names the size.
ENTRIES = {
    "tally_account_entry", "tally_badge_entry", "tally_reason", "tally_feed_entry", "tally_rejected", "tally_message",
    "tally_group", "tally_outbox_entry", "tally_reminder", "tally_plan_entry", "tally_reminder_note", "tally_item",
    "tally_operation",
}
STRUCTURE = re.compile(r"typedef struct (\w+) \{\n(.*?)\} \1;", re.DOTALL)


def may_grow(name, members):
    return name in ENTRIES or re.match(r"\s*uint32_t struct_size;", members) is not None


def grow(text):
    """The text of the larger header, and the names of the structures that have grown."""
    grown = []

    def replaced(match):
        name, members = match.groups()
        if not may_grow(name, members):
            return match[0]
        grown.append(name)
        return f"typedef struct {name} {{\n{members}    uint64_t grown;\n}} {name};"

    return STRUCTURE.sub(replaced, text), grown


def main(source, target):
    text, grown = grow(pathlib.Path(source).read_text(encoding="utf-8"))
    missing = ENTRIES - set(grown)
    if missing:
        sys.exit(f"grow.py: the header has no {', '.join(sorted(missing))}")
    pathlib.Path(target).write_text(text, encoding="utf-8")
    print(f"grow.py: {len(grown)} structures have one more member")


if __name__ == "__main__":
    main(*sys.argv[1:])
