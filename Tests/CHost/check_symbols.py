#!/usr/bin/env python3
"""Compares the header with what the libraries export: a function that is declared and not implemented gives no
diagnostic anywhere else.

    python3 check_symbols.py include/tally.h build/libtally.so.0 build/libtally.a
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Bindings" / "tools"))
import header as tally_header  # noqa: E402

SONAME = "libtally.so.0"
# The goal is 640 kB; Benchmarks/GOALS.md says where we are. This keeps it from growing unnoticed.
MAX_BYTES = 1070 * 1000
NEEDED = {"libsqlite3.so.0", "libuv.so.1", "libcurl.so.4"}
# The C library, in as many files as it likes to be.
LIBC = re.compile(r"^(libc|libm|libpthread|libdl|librt)\.so\.\d+$|^ld-linux[-\w]*\.so\.\d+$")


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def defined(*command):
    """Names of the defined symbols in nm's lines, without versions."""
    names = set()
    for line in output(*command).splitlines():
        parts = line.split()
        if len(parts) == 3 and parts[1] not in "Uw":
            names.add(parts[2].split("@")[0])
    return names - {"TALLY_0"}


def dynamic(library):
    """The library's soname and what it needs."""
    soname, needed = None, set()
    for line in output("readelf", "-d", library).splitlines():
        found = re.search(r"\((SONAME|NEEDED)\).*\[(.*)\]", line)
        if found and found[1] == "SONAME":
            soname = found[2]
        elif found:
            needed.add(found[2])
    return soname, needed


def stripped_size(library):
    with tempfile.TemporaryDirectory() as directory:
        copy = os.path.join(directory, "stripped.so")
        subprocess.run(["strip", "-o", copy, library], check=True)
        return os.path.getsize(copy)


def main():
    header, shared, static = sys.argv[1:]
    problems = []
    functions = {function.name for function in tally_header.parse(header).functions}
    if len(functions) < 60:
        problems.append(f"only {len(functions)} declarations were found in {header}: the parser is wrong")
    for library, names in (
        (shared, defined("nm", "-D", "--defined-only", shared)),
        (static, defined("nm", "-g", "--defined-only", static)),
    ):
        for name in sorted(functions - names):
            problems.append(f"{library} does not export {name}, which the header declares")
        # The archive's objects find each other by names of the library's own.
        for name in sorted(name for name in names - functions if library != static or not name.startswith("ctally_")):
            problems.append(f"{library} exports {name}, which the header does not declare")
    soname, needed = dynamic(shared)
    if soname != SONAME:
        problems.append(f"the soname is {soname}, not {SONAME}")
    for name in sorted(needed - NEEDED):
        if not LIBC.match(name):
            problems.append(f"{shared} needs {name}")
    for name in sorted(NEEDED - needed):
        problems.append(f"{shared} does not need {name}")
    size = stripped_size(shared)
    if size > MAX_BYTES:
        problems.append(f"{shared} has {size:,} bytes stripped, more than {MAX_BYTES:,}")
    for problem in problems:
        print("check_symbols:", problem, file=sys.stderr)
    print(
        f"check_symbols: {len(functions)} functions declared; {soname}, {size:,} bytes stripped, needs "
        + ", ".join(sorted(needed))
    )
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
