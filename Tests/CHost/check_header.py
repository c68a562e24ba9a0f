"""The header is clean in every standard of C and C++, its initialisers too, and no structure has padding that the
compiler adds: neither where pointers have 64 bits nor where they have 32.

    check_header.py INCLUDE CLANG

INCLUDE: the folder of tally.h. CLANG: a compiler that knows other machines.
"""

import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Bindings" / "tools"))
import header as header_file  # noqa: E402

WARNINGS = ["-Wall", "-Wextra", "-pedantic", "-Wshadow", "-Wmissing-field-initializers", "-Wundef",
            "-Wstrict-prototypes", "-Wconversion"]
C = ["c89", "c99", "c11", "c17", "c2x"]
CPP = ["c++98", "c++11", "c++14", "c++17", "c++20", "c++23"]
# There was no such type, and there were no empty arguments of macros.
OLD = {"c89": ["-Wno-long-long"], "c++98": ["-Wno-long-long", "-Wno-variadic-macros"]}
TARGETS = ["x86_64-linux-gnu", "aarch64-linux-gnu", "armv7-linux-gnueabihf", "wasm32-unknown-unknown"]


def sized(model):
    return [struct for struct in model.structs if struct.members and struct.members[0].name == "struct_size"]


def program(model):
    """Every initialiser, and the size of every structure."""
    names = {struct.name: struct.name[len("tally_"):] for struct in sized(model)}
    lines = ["#include <tally.h>", "unsigned long sizes(void);", "unsigned long sizes(void)", "{"]
    lines += [f"    {struct} {name} = TALLY_{name.upper()}_INIT;" for struct, name in names.items()]
    lines += ["    unsigned long size = 0;"] + [f"    size += {name}.struct_size;" for name in names.values()]
    lines += [f"    size += (unsigned long)sizeof({struct.name});" for struct in model.structs]
    return "\n".join(lines + ["    return size;", "}", ""])


def compiles(command, what):
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode or result.stderr:
        sys.exit(f"{what}: {' '.join(command)}\n{result.stderr}")


def main(include, clang):
    model = header_file.parse(pathlib.Path(include) / "tally.h")
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "program.c"
        source.write_text(program(model))
        flags = [*WARNINGS, "-Werror", "-fsyntax-only", f"-I{include}"]
        for standard in C:
            for compiler in ("cc", clang):
                compiles([compiler, f"-std={standard}", *flags, *OLD.get(standard, []), str(source)], standard)
        plain = [flag for flag in flags if flag != "-Wstrict-prototypes"]
        for standard in CPP:
            for compiler in ("c++", clang):
                compiles([compiler, f"-std={standard}", "-x", "c++", *plain, *OLD.get(standard, []), str(source)],
                         standard)
        for target in TARGETS:
            compiles([clang, f"--target={target}", "-ffreestanding", "-nostdlibinc", "-Wpadded", "-Werror",
                      "-fsyntax-only", f"-I{include}", str(source)], target)
    print(f"the header in {len(C) + len(CPP)} standards, {len(sized(model))} initialisers, no padding on "
          f"{len(TARGETS)} machines")


main(*sys.argv[1:])
