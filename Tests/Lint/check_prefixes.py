#!/usr/bin/env python3
"""Checks the constants of the headers: each type has a prefix of its own, so that the name of a constant says which type
it has, and a constant of one type is never taken for one of another.

    python3 Tests/Lint/check_prefixes.py [HEADER]
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Bindings/tools"))

import header as headers  # noqa: E402
import names  # noqa: E402

# Types that the bindings do not have: those of traces, which tools of developers read.
OF_TRACES = {"TRACE_", "CAUSE_", "CHANGE_"}
# Fields of a structure that say which of its members are set, and statuses.
OTHERS = {"STYLE_FIELD_", "RECOVERY_", "VERSION_", "ERROR_", "MAX_", "FONT_WEIGHT_"}
# Constants that stand alone: successes, flags that several types have, values of several members.
ALONE = {"OK", "HELD", "MORE", "RESYNC", "ALREADY_APPLIED", "NOT_MODIFIED", "EMPTY", "SET_ASIDE", "PARTIAL", "SUBTREE",
         "FOREVER", "DEFAULT", "OFF", "NO_LIMIT", "NO_WAIT", "NO_TIMEOUT"}
# Flags whose prefix begins those of other types. These are no flags, so the bindings tell them apart by the `u`.
SHORT = {"OUTBOX_"}
SMALL = ("tally_tree.h", "tally_calendar.h", "tally_summary.h")


def prefixes():
    """The prefixes of all types, without TALLY_."""
    types = [prefix for table in (names.FLAGS, names.KINDS, names.RAW_KINDS) for prefix, _ in
             (entry[:2] for entry in table.values())]
    return types + sorted(OF_TRACES | OTHERS)


def problems(constants, types):
    """The errors of a header's constants, whose names are without TALLY_."""
    for prefix in sorted({prefix for prefix in types if types.count(prefix) > 1}):
        yield f"TALLY_{prefix}… is the prefix of two types"
    for name in constants:
        found = [prefix for prefix in types if name.startswith(prefix)]
        found = [prefix for prefix in found if prefix not in SHORT] or found
        if len(set(found)) > 1:
            yield f"TALLY_{name} has the prefixes of {len(found)} types: {', '.join(found)}"
        if not found and name not in ALONE:
            yield f"TALLY_{name} has the prefix of no type"


def constants_of(path):
    return [constant.name.removeprefix("TALLY_") for constant in headers.parse(path).constants
            if isinstance(constant.value, int)]


def main(path=ROOT / "include/tally.h"):
    types = prefixes()
    found = list(problems(constants_of(path), types))
    own = set(re.findall(r"^#define TALLY_(\w+)", path.read_text(encoding="utf-8"), re.MULTILINE))
    for small in SMALL:
        text = (ROOT / "include" / small).read_text(encoding="utf-8")
        found += [f"{small}: TALLY_{name} has the prefix of a type of tally.h, and is none of its constants"
                  for name in re.findall(r"^ *# *define TALLY_(\w+) +[-(\d]", text, re.MULTILINE)
                  if name not in own and any(name.startswith(prefix) for prefix in types)]
    for problem in found:
        print(f"check_prefixes.py: {problem}")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(*map(pathlib.Path, sys.argv[1:])))
