#!/usr/bin/env python3
"""Watches over what programs that were compiled with include/tally.h rely on.

    abi.py check LIBRARY    fails if the ABI has changed and the version has not
    abi.py update           records the current ABI: make update-abi

The record is libtally.abi, a description by libabigail, and the layout of the structures, asserted in C (layout.c, with
the numbers of the constants) and in Swift (LayoutTests.swift). The debug symbols of Embedded Swift say little about C
types. So libabigail describes a library with empty functions, built from the header with the same export map. Another
check compares its symbols and their versions with those of the real library.

Each change needs at least a higher minor version. If functions are removed, it needs another SOVERSION. Until a version
is released (there is a tag v0.1.0), the record may be replaced at any time.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Bindings" / "tools"))
import header as tally_header  # noqa: E402
from generate import grouped, packed  # noqa: E402

HEADER = ROOT / "include" / "tally.h"
MAP = ROOT / "CSources" / "Link" / "tally.map"
DESCRIPTION = ROOT / "Tests" / "ABI" / "libtally.abi"
LAYOUT_C = ROOT / "Tests" / "ABI" / "layout.c"
LAYOUT_SWIFT = ROOT / "Tests" / "TallyABITests" / "LayoutTests.swift"
GENERATED = "Generated from include/tally.h: make update-abi."

# abidiff's answers, bit by bit.
ERROR, USAGE, CHANGED, BROKEN = 1, 2, 4, 8


class Problem(Exception):
    pass


def run(*command, **options):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, **options)


def must(*command):
    result = run(*command)
    if result.returncode:
        raise Problem(f"{command[0]}: {result.stdout}{result.stderr}")
    return result.stdout


# ---- The library of empty functions ----


def stub(model, header):
    """Each function as it is declared, with a body."""
    text = tally_header.without_comments(header.read_text(encoding="utf-8"))
    lines = ['#include "tally.h"', "#include <stdlib.h>"]
    for function in model.functions:
        found = re.search(rf"^(?:TALLY_\w+ )?[a-z].*?\b{function.name}\([^;]*\);", text, re.M)
        lines.append(found[0][:-1] + " { abort(); }")
    return "\n".join(lines) + "\n"


def build(folder, header=HEADER, export_map=MAP, soversion=None):
    model = tally_header.parse(header)
    source, library = folder / "stub.c", folder / "libtally.so"
    source.write_text(stub(model, header), encoding="utf-8")
    must("cc", "-g", "-gdwarf-4", "-O0", "-fPIC", "-shared", "-w", "-I", header.parent, "-o", library, source,
         f"-Wl,-soname,libtally.so.{soversion or soname_version()}", f"-Wl,--version-script,{export_map}")
    return library


def soname_version():
    return re.search(r"^SOVERSION := (\d+)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)[1]


def version_of(header):
    text = header.read_text(encoding="utf-8")
    return tuple(int(re.search(rf"#define TALLY_VERSION_{part} (\d+)", text)[1])
                 for part in ("MAJOR", "MINOR", "PATCH"))


def describe(library):
    """Types that no function reaches are left out, and so is where anything stands."""
    text = must("abidw", "--no-show-locs", "--no-corpus-path", "--no-comp-dir-path", "--no-elf-needed", library)
    return re.sub(r" (path|language)='[^']*'", "", text)


# ---- Checks ----


def check_description(folder, header=HEADER, export_map=MAP, soversion=None):
    """Whether what is written down still holds, or the version says that it does not."""
    library = build(folder, header, export_map, soversion)
    written = DESCRIPTION.read_text(encoding="utf-8")
    was = tuple(map(int, re.search(r"<!-- (\d+)\.(\d+)\.(\d+) -->", written).groups()))
    is_now = version_of(header)
    result = run("abidiff", "--harmless", "--redundant", DESCRIPTION, library)
    if result.returncode & (ERROR | USAGE):
        raise Problem(f"abidiff: {result.stdout}{result.stderr}")
    if not result.returncode & CHANGED:
        return
    if is_now[:2] <= was[:2]:
        raise Problem(f"{result.stdout}\nThe interface is not that of version {'.'.join(map(str, was))} any more. "
                      "Raise the version; while it is not released, make update-abi.")
    former = re.search(r"soname='libtally\.so\.(\d+)'", written)[1]
    if result.returncode & BROKEN and (soversion or soname_version()) == former:
        raise Problem(f"{result.stdout}\nPrograms of version {'.'.join(map(str, was))} do not work with it any more: "
                      "another SOVERSION is needed, and another version node.")


def symbols(library):
    lines = must("nm", "-D", "--defined-only", "--with-symbol-versions", library).splitlines()
    return {line.split()[2] for line in lines if line.split()[1] == "T"}


def check_symbols(folder, library):
    expected = symbols(build(folder))
    exported = symbols(library)
    if exported != expected:
        raise Problem(f"{library} exports other symbols, or of other versions: {sorted(exported ^ expected)}")


# ---- Layout ----


def measure(folder, model):
    """Each structure's size, alignment and the offsets of its members, as the compiler has them."""
    lines = ["#include <stdio.h>", "#include <stddef.h>", '#include "tally.h"', "int main(void) {"]
    for struct in model.structs:
        numbers = [f"sizeof({struct.name})", f"_Alignof({struct.name})"]
        numbers += [f"offsetof({struct.name}, {member.name})" for member in struct.members]
        lines += [f'    printf("%zu ", {number});' for number in numbers] + ['    puts("");']
    source, program = folder / "measure.c", folder / "measure"
    source.write_text("\n".join(lines + ["}"]), encoding="utf-8")
    must("cc", "-std=c11", "-I", HEADER.parent, "-o", program, source)
    rows = [list(map(int, row.split())) for row in must(program).splitlines()]
    return list(zip(model.structs, rows))


def constant_in_c(constant):
    if isinstance(constant.value, str):
        return f'TEXT({constant.name}, "{constant.value}");'
    return f"NUMBER({constant.name}, {constant.value});"


def layout_in_c(model, layout):
    lines = [f"/* {GENERATED} What older programs were compiled with: where pointers have 64 bits,",
             " * the layout of the structures; numbers and texts. */", '#include "tally.h"', "",
             "#define SIZE(type, size) _Static_assert(sizeof(type) == (size), \"sizeof \" #type)",
             "#define NUMBER(name, value) _Static_assert((name) == (value), #name)",
             "#define TEXT(name, value) _Static_assert(__builtin_strcmp(name, value) == 0, #name)",
             "#define MEMBER(type, member, offset) \\",
             "    _Static_assert(offsetof(type, member) == (offset), #type \".\" #member)", "",
             "#if UINTPTR_MAX == UINT64_MAX"]
    constants = [constant for constant in model.constants if not constant.name.startswith("TALLY_VERSION")]
    for struct, (size, _, *offsets) in layout:
        members = [f"MEMBER({struct.name}, {member.name}, {offset});"
                   for member, offset in zip(struct.members, offsets)]
        lines += packed(members, first=f"SIZE({struct.name}, {size});")
    lines += ["", "#endif", ""]
    for group in grouped(constants):
        lines += packed(list(map(constant_in_c, group)))
    return "\n".join(lines) + "\n"


def layout_in_swift(layout):
    lines = [f"// {GENERATED}", "// swift-format-ignore-file", "import CTally", "import Testing", "",
             "/// Swift sees the structures as C has them.", "@Suite struct LayoutTests {",
             "  private func check<T>(_: T.Type, size: Int, alignment: Int, _ offsets: [(PartialKeyPath<T>, Int)]) {",
             "    #expect(MemoryLayout<T>.size == size)", "    #expect(MemoryLayout<T>.stride == size)",
             "    #expect(MemoryLayout<T>.alignment == alignment)", "    for (member, offset) in offsets {",
             '      #expect(MemoryLayout<T>.offset(of: member) == offset, "\\(member)")', "    }", "  }"]
    for struct, (size, alignment, *offsets) in layout:
        first, *rest = struct.name.removeprefix("tally_").split("_")
        name = first + "".join(part.title() for part in rest)
        lines += ["", f"  @Test func `{name}`() {{" if name == "import" else f"  @Test func {name}() {{",
                  f"    check({struct.name}.self, size: {size}, alignment: {alignment}, ["]
        lines += packed([f"(\\.{member.name}, {offset})," for member, offset in zip(struct.members, offsets)], "      ")
        lines += ["    ])", "  }"]
    return "\n".join(lines + ["}"]) + "\n"


def update(folder):
    version = ".".join(map(str, version_of(HEADER)))
    if run("git", "-C", ROOT, "tag", "--list", f"v{version}").stdout.strip():
        raise Problem(f"{version} is released: raise the version in include/tally.h first")
    DESCRIPTION.write_text(describe(build(folder)) + f"<!-- {version} -->\n", encoding="utf-8")
    model = tally_header.parse(HEADER)
    layout = measure(folder, model)
    LAYOUT_C.write_text(layout_in_c(model, layout), encoding="utf-8")
    LAYOUT_SWIFT.parent.mkdir(exist_ok=True)
    LAYOUT_SWIFT.write_text(layout_in_swift(layout), encoding="utf-8")


def check_layout(folder, header=HEADER):
    must("cc", "-std=c11", "-Wall", "-Werror", "-I", header.parent, "-c", "-o", folder / "layout.o", LAYOUT_C)
    model = tally_header.parse(header)
    layout = measure(folder, model)
    for path, text in ((LAYOUT_C, layout_in_c(model, layout)), (LAYOUT_SWIFT, layout_in_swift(layout))):
        if path.read_text(encoding="utf-8") != text:
            raise Problem(f"{path.relative_to(ROOT)} does not say all of it: make update-abi")


def main(arguments):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if arguments == ["update"]:
            update(folder)
        elif len(arguments) == 2 and arguments[0] == "check":
            check_description(folder)
            check_symbols(folder, arguments[1])
            check_layout(folder)
        else:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Problem as problem:
        raise SystemExit(str(problem))
