#!/usr/bin/env python3
"""Checks the enumerations of the bindings against include/tally.h, which this reads in its own way: every constant of
an enumeration is in the enumeration of its type, and in no other, under its own name and with its own value.

    python3 Bindings/tools/check_kinds.py
"""

import ast
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Types whose names in a language differ from the header's.
PYTHON = {"mute_mode": "Mute", "operation_kind": "Op", "smart": "Smart", "overflow": "Overflow"}
CPP = {"smart": "smart_mode", "overflow": "overflow_style"}
# C++ has these as the header does: their structures are those of C.
RAW = {"event_kind", "request_kind"}
# Only tools of developers use these, and they use the header.
OF_TRACES = {"trace_kind", "cause", "account_change"}


def header():
    """The types: pairs of constants of the header and their values. A type stands directly below its constants."""
    text = (ROOT / "include/tally.h").read_text(encoding="utf-8")
    types, block = {}, []
    for line in text.split("\n"):
        constant = re.match(r"#define TALLY_([A-Z]\w*) +\(?(-?\d+)\)?(u?)(?: |$)", line)
        kind = re.match(r"typedef int32_t tally_(\w+);", line)
        if constant and not constant[3]:
            block.append((constant[1], int(constant[2])))
        elif kind and block:
            types[kind[1]] = block
            block = []
        elif not line:
            block = []
    return types


def python():
    """The enumerations of Python, by their names: pairs of a member and its value."""
    tree = ast.parse((ROOT / "Bindings/python/tally/_generated.py").read_text(encoding="utf-8"))
    return {each.name: [(member.targets[0].id, ast.literal_eval(member.value)) for member in each.body
                        if isinstance(member, ast.Assign) and isinstance(member.value, (ast.Constant, ast.UnaryOp))]
            for each in tree.body if isinstance(each, ast.ClassDef) and each.bases[0].id in ("Open", "Flags")}


def cpp():
    """Those of C++: lists of constants of the header."""
    text = (ROOT / "Bindings/cpp/tally/enumerations.hpp").read_text(encoding="utf-8")
    return {name: re.findall(r"= TALLY_(\w+)", body)
            for name, body in re.findall(r"enum class (\w+) : std::u?int32_t \{(.*?)\};", text, re.S)}


def go():
    """Those of Go: pairs of a constant and its value."""
    found = {}
    text = (ROOT / "Bindings/go/declarations.go").read_text(encoding="utf-8")
    for name, kind, value in re.findall(r"^\t(\w+) +([A-Z]\w+) = (-?\d+)$", text, re.M):
        found.setdefault(kind, []).append((name, int(value)))
    return found


def java():
    """Those of Java: pairs of a constant and its value. A number that is not known is in each."""
    found = {}
    for path in sorted((ROOT / "Bindings/java/src/dev/tally").glob("*.java")):
        name = re.search(r"^public enum (\w+)", path.read_text(encoding="utf-8"), re.M)
        if name:
            found[name[1]] = [(constant, int(value)) for constant, value in re.findall(
                r"^    ([A-Z_]+)\((-?\d+)\)[,;]$", path.read_text(encoding="utf-8"), re.M)]
    return found


def csharp():
    """Those of C#: pairs of a constant and its value."""
    text = (ROOT / "Bindings/csharp/dev.tally/Runtime/Generated/Enumerations.cs").read_text(encoding="utf-8")
    return {name: [(short, int(value)) for short, value in re.findall(r"^        (\w+) = (-?\d+),", body, re.M)]
            for name, body in re.findall(r"public enum (\w+)\n    \{(.*?)\n    \}", text, re.S)}


def camel(name):
    return "".join(word.capitalize() for word in name.split("_"))


def main():
    problems = []

    def compare(language, kind, found, wanted):
        if sorted(found) != sorted(wanted):
            problems.append(f"{language}: {kind} has {sorted(found)}, and the header {sorted(wanted)}")

    types, in_python, in_cpp, in_go = header(), python(), cpp(), go()
    in_java, in_csharp = java(), csharp()
    for kind, constants in types.items():
        if kind in OF_TRACES:
            continue
        prefix = re.match(r"[A-Z_]+_", os.path.commonprefix([name for name, _ in constants]))[0]
        compare("Python", kind, in_python.get(PYTHON.get(kind, camel(kind)), []),
                [(name[len(prefix):], value) for name, value in constants])
        if kind not in RAW:
            compare("C++", kind, in_cpp.get(CPP.get(kind, kind), []), [name for name, _ in constants])
        of_go = camel(CPP.get(kind, kind))
        compare("Java", kind, in_java.get(of_go, []), [(name[len(prefix):], value) for name, value in constants])
        compare("Go", kind, [value for _, value in in_go.get(of_go, [])], [value for _, value in constants])
        compare("Go", kind, [name.lower() for name, _ in in_go.get(of_go, [])],
                [name.replace("_", "").lower() for name, _ in constants])
        compare("C#", kind, in_csharp.get(of_go, []), [(camel(name[len(prefix):]), value) for name, value in constants])
    for language, enumerations in (("Python", in_python), ("C++", in_cpp), ("Go", in_go), ("Java", in_java),
                                   ("C#", in_csharp)):
        for kind, constants in enumerations.items():
            values = [each[1] if isinstance(each, tuple) else each for each in constants]
            if len(values) != len(set(values)):
                problems.append(f"{language}: {kind} has two names for one value: {constants}")
    print("\n".join(problems) or f"{len(types)} enumerations", file=sys.stderr if problems else sys.stdout)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
