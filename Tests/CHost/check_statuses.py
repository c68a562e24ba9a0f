"""Runs C tests, and checks that the header names every status that a function has returned in them.

    check_statuses.py INCLUDE FOLDER TEST…

FOLDER: for the library that is loaded before libtally, and notes what each function returns. The environment of the
tests is the caller's.
"""

import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Bindings" / "tools"))
import header as header_file  # noqa: E402

SECONDS = 1800
# The header's introduction names these for all functions, and for those that change badges with full durability.
COMMON = {"OK", "ARGUMENT", "NO_MEMORY", "CLOSED", "FORKED", "CORRUPT"}
DURABLE = ("Badges", "Node handles", "Batches")

NOTES = r"""
#define _GNU_SOURCE
#define TALLY_UNCHECKED
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <tally.h>

enum { FUNCTIONS = @COUNT@, STATUSES = 128 };
static const char *const names[FUNCTIONS] = {@NAMES@};
static unsigned char seen[FUNCTIONS][STATUSES];

static tally_status note(int function, tally_status status) {
    if (status > -STATUSES / 2 && status < STATUSES / 2) seen[function][status + STATUSES / 2] = 1;
    return status;
}

__attribute__((destructor)) static void write_notes(void) {
    FILE *file = fopen(getenv("TALLY_STATUSES"), "a");
    if (!file) return;
    for (int function = 0; function < FUNCTIONS; function++)
        for (int status = 0; status < STATUSES; status++)
            if (seen[function][status]) fprintf(file, "%s %d\n", names[function], status - STATUSES / 2);
    fclose(file);
}
"""


def declared(variable):
    if variable.function:
        return f"void (*{variable.name})(void *)"
    return f"{variable.type} {variable.name}"


def wrapper(number, function):
    """The function under its own name: it calls the library's, and notes what that returns."""
    parameters = ", ".join(map(declared, function.parameters)) or "void"
    arguments = ", ".join(parameter.name for parameter in function.parameters)
    return (f"tally_status {function.name}({parameters}) {{\n    static tally_status (*next)({parameters});\n"
            f'    if (!next) next = (tally_status (*)({parameters}))dlsym(RTLD_NEXT, "{function.name}");\n'
            f"    return note({number}, next({arguments}));\n}}\n")


def make_library(functions, include, folder):
    names = ", ".join(f'"{function.name}"' for function in functions)
    text = NOTES.replace("@COUNT@", str(len(functions))).replace("@NAMES@", names)
    text += "\n".join(wrapper(number, function) for number, function in enumerate(functions))
    source, library = folder / "statuses.c", folder / "statuses.so"
    source.write_text(text, encoding="utf-8")
    subprocess.run(["cc", "-std=gnu11", "-O1", "-shared", "-fPIC", f"-I{include}", "-o", library, source], check=True)
    return library


def documented(function):
    """The statuses that the header names for a function."""
    told = {*function.errors, *re.findall(r"TALLY_(?!ERROR_)([A-Z_]+)", f"{function.summary} {function.returns}")}
    types = {parameter.type.name for parameter in function.parameters}
    told |= {"NOT_FOUND"} if types & {"tally_account", "tally_feed"} else set()
    told |= {"STALE_HANDLE"} if "tally_node" in types else set()
    return COMMON | told | ({"IO", "FULL"} if function.section in DURABLE else set())


def main(include, folder, *tests):
    model = header_file.parse(pathlib.Path(include) / "tally.h")
    functions = [function for function in model.functions if function.result.name == "tally_status"]
    names = {constant.value: re.sub("^TALLY_(ERROR_)?", "", constant.name) for constant in model.constants
             if constant.section == "Version, status, errors" and not constant.name.startswith("TALLY_VERSION")}
    folder = pathlib.Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    notes = folder / "statuses.txt"
    notes.unlink(missing_ok=True)
    environment = {**os.environ, "LD_PRELOAD": str(make_library(functions, include, folder)),
                   "TALLY_STATUSES": str(notes)}
    for test in tests:
        done = subprocess.run([test], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS)
        if done.returncode != 0:
            sys.exit(f"{test}: {done.returncode}\n{done.stdout.decode(errors='replace')[-4000:]}")
    seen = {tuple(line.split()) for line in notes.read_text(encoding="utf-8").splitlines()}
    found = [f"{function.name} has returned {names[int(status)]}, which its comment does not name"
             for function in functions for name, status in sorted(seen)
             if name == function.name and names[int(status)] not in documented(function)]
    print("\n".join(found) or f"{len(seen)} statuses of {len({name for name, _ in seen})} functions are documented")
    sys.exit(1 if found else 0)


main(*sys.argv[1:])
