#!/usr/bin/env python3
"""Checks that the files of a binding name every function of include/tally.h but those of steps.WITHOUT_CASE.

    python3 Bindings/tools/check_coverage.py FILE...
"""

import pathlib
import re
import sys

import header
import steps


def main():
    text = "\n".join(pathlib.Path(path).read_text(encoding="utf-8") for path in sys.argv[1:])
    named = set(re.findall(r"\btally_\w+", text))
    # The functions that Go calls are generated, and have names of their own.
    named |= {"tally_" + name for name in re.findall(r"\bC\.go_(\w+)", text)}
    functions = [function.name for function in header.parse().functions
                 if function.name[len("tally_"):] not in steps.WITHOUT_CASE]
    missing = [name for name in functions if name not in named]
    for name in missing:
        print(f"{name} cannot be reached", file=sys.stderr)
    print(f"{len(functions) - len(missing)} of {len(functions)} functions are bound")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
