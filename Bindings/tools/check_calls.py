#!/usr/bin/env python3
"""Runs a host's replay of the conformance data, and checks that it calls every function of the header.

    check_calls.py LANGUAGE LIBRARY COMMAND...

The command finds another libtally.so.0 before LIBRARY: one whose functions note that they are called, and go on to those
of LIBRARY. A function that a language does not call stands in `steps.LACKS` or `steps.NOT_CALLED`, with the reason.
"""

import os
import pathlib
import platform
import subprocess
import sys
import tempfile

import header
import steps

MAP = pathlib.Path(__file__).resolve().parents[2] / "CSources" / "Link" / "tally.map"
# A jump leaves the arguments where they are. Each machine has a register for what is on the way to a function.
JUMPS = {
    "x86_64": """
    movq noted(%rip), %r11
    movb $1, {at}(%r11)
    jmp *targets+8*{at}(%rip)""",
    "aarch64": """
    adrp x16, noted
    ldr x16, [x16, :lo12:noted]
    mov w17, #1
    strb w17, [x16, #{at}]
    adrp x16, targets+8*{at}
    ldr x16, [x16, :lo12:targets+8*{at}]
    br x16""",
}
SOURCE = """
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>

static const char *const names[] = {{{names}}};
enum {{ COUNT = sizeof names / sizeof names[0] }};
__attribute__((visibility("hidden"))) void *targets[COUNT];
__attribute__((visibility("hidden"))) unsigned char *noted;

__attribute__((constructor)) static void find_targets(void)
{{
    void *library = dlopen(getenv("TALLY_CALLS_LIBRARY"), RTLD_NOW | RTLD_LOCAL);
    int file = open(getenv("TALLY_CALLS_FILE"), O_RDWR);
    int at;

    if (library == NULL || file < 0)
        abort();
    for (at = 0; at < COUNT; at++)
        targets[at] = dlsym(library, names[at]);
    noted = mmap(NULL, COUNT, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (noted == MAP_FAILED)
        abort();
}}

__asm__({assembly});
"""


def source(names):
    lines = [".text"]
    for at, name in enumerate(names):
        lines += [f".globl {name}", f".type {name}, %function", f"{name}:"]
        lines += JUMPS[platform.machine()].format(at=at).strip().split("\n")
    assembly = "\n    ".join('"' + line.strip() + '\\n"' for line in lines)
    return SOURCE.format(names=", ".join(f'"{name}"' for name in names), assembly=assembly)


def called(names, library, command):
    """The functions that a command calls, or None if it fails."""
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        (place / "notes").write_bytes(bytes(len(names)))
        (place / "noting.c").write_text(source(names), encoding="utf-8")
        subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-O1", "-Wl,-soname,libtally.so.0", f"-Wl,--version-script={MAP}",
                        "-o", str(place / "libtally.so.0"), str(place / "noting.c"), "-ldl"], check=True)
        (place / "libtally.so").symlink_to("libtally.so.0")  # JNA looks for this name.
        path = ":".join([folder, *filter(None, [os.environ.get("LD_LIBRARY_PATH")])])
        environment = {**os.environ, "LD_LIBRARY_PATH": path, "TALLY_CALLS_FILE": str(place / "notes"),
                       "TALLY_CALLS_LIBRARY": str(pathlib.Path(library).resolve())}
        if subprocess.run(command, env=environment).returncode:
            return None
        notes = (place / "notes").read_bytes()
    return {name for name, note in zip(names, notes) if note}


def main():
    language, library, command = sys.argv[1], sys.argv[2], sys.argv[3:]
    if platform.machine() not in JUMPS:
        print(f"calls are not noted on {platform.machine()}", file=sys.stderr)
        return subprocess.run(command).returncode
    names = [function.name for function in header.parse().functions]
    found = called(names, library, command)
    if found is None:
        return 1
    without = {f"tally_{name}" for name in {**steps.WITHOUT_CASE, **steps.LACKS.get(language, {}), **steps.NOT_CALLED.get(language, {})}}
    problems = [f"{language}: no case calls {name}" for name in names if name not in found | without]
    problems += [f"{language}: {name} is called, so it needs no reason in steps.py" for name in sorted(without & found)]
    print("\n".join(problems) or f"{language}: the cases call {len(found)} of {len(names)} functions", flush=True)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
