#!/usr/bin/env python3
"""Checks a library without an operating system and its header, such as libtally-tree.a and tally_tree.h: the functions
that are declared are those that are there; of a C library it needs at most five functions; all of it in one program is small; the header is valid in each version of C and C++, alone and
together with tally.h.

    python3 check_tree.py build/libtally-tree.a [tally_tree.h]
"""

import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
INCLUDE = ROOT / "include"
NAME = sys.argv[2] if len(sys.argv) > 2 else "tally_tree.h"
HEADER = (INCLUDE / NAME).read_text(encoding="utf-8")
NEEDED = {"memcpy", "memmove", "memset", "memcmp", "strlen"}
# A stripped program that calls every function.
MAX_BYTES = 128 * 1024

WARNINGS = ["-Wall", "-Wextra", "-pedantic", "-Werror", "-Wshadow", "-Wconversion", "-Wundef"]
C_WARNINGS = [*WARNINGS, "-Wstrict-prototypes", "-Wmissing-prototypes", "-Wc++-compat"]
C = ["c89", "c99", "c11", "c17", "c2x"]
CXX = ["c++98", "c++11", "c++14", "c++17", "c++20", "c++23"]
ORDERS = [[NAME], ["tally.h", NAME], [NAME, "tally.h"], ["tally_tree.h", "tally_calendar.h", "tally_summary.h"]]

EVERYTHING = """\
#include "%s"
typedef void (*function)(void);
int main(void) {
    static function const all[] = {%s};
    static function const volatile *at = all;
    unsigned long index;
    for (index = 0; index < sizeof all / sizeof *all; index++) if (!at[index]) return 1;
    return 0;
}
"""


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def functions():
    text = re.sub(r"/\*.*?\*/", "", HEADER, flags=re.S)
    return set(re.findall(r"\b(%s_\w+)\([^*]" % NAME.removesuffix(".h"), re.sub(r"typedef[^;{]*\(\*.*?;", "", text, flags=re.S)))


def symbols(archive):
    """The names that it defines, and those that it needs."""
    defined, needed = set(), set()
    for line in output("nm", "-g", archive).splitlines():
        parts = line.split()
        if len(parts) >= 2:
            (needed if parts[-2] in "Uw" else defined).add(parts[-1])
    return defined, needed


def program_size(folder, text, *more):
    source, program = folder / "program.c", folder / "program"
    source.write_text(text)
    subprocess.run(["cc", "-Os", "-no-pie", f"-I{INCLUDE}", "-Wl,--gc-sections", "-Wl,-z,noseparate-code", "-s", "-o",
                    program, source, *more], check=True)
    subprocess.run([program], check=True)
    return program.stat().st_size


def header_problems(folder):
    for compiler, standards, suffix, warnings in (("cc", C, "c", C_WARNINGS), ("c++", CXX, "cpp", WARNINGS)):
        for standard in standards:
            for order in ORDERS:
                source = folder / f"header.{suffix}"
                source.write_text("".join(f'#include "{name}"\n' for name in order)
                                  + "extern int nothing;\nint nothing;\n")
                done = subprocess.run([compiler, f"-std={standard}", *warnings, f"-I{INCLUDE}", "-fsyntax-only", source],
                                      capture_output=True, text=True)
                if done.returncode:
                    yield f"{' and '.join(order)} as {standard}: {done.stderr.strip()}"


def main():
    archive = sys.argv[1]
    declared = functions()
    defined, needed = symbols(archive)
    problems = [f"{name} is declared and not there" for name in sorted(declared - defined)]
    problems += [f"{name} is there and not declared" for name in sorted(defined - declared)]
    problems += [f"it needs {name}" for name in sorted(needed - NEEDED)]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        problems += header_problems(folder)
        whole = program_size(folder, EVERYTHING % (NAME, ", ".join(f"(function){each}" for each in sorted(declared))), archive)
        size = whole - program_size(folder, "int main(void) { return 0; }\n")
    if whole > MAX_BYTES:
        problems.append(f"a program with all of it has {whole:,} bytes, more than {MAX_BYTES:,}")
    for problem in problems:
        print("check_tree:", problem, file=sys.stderr)
    print(f"check_tree: {NAME}: {len(declared)} functions declared; a program with all of them has {whole:,} bytes, {size:,} more than "
          "an empty one; "
          "needs " + ", ".join(sorted(needed)))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
