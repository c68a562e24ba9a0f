#!/usr/bin/env python3
"""Reports what the library's bytes are made of.

    size.py LIBRARY [--json FILE] [--base FILE] [--top N]

LIBRARY is libtally.so.0 with its symbols and lines. A function's bytes belong to the file in which it is written, with
everything that was inlined into it. --json keeps the report; --base prints what has changed since one that was kept.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCE = re.compile(r"(?:^|/)C?Sources/([^/:]+)/([^:]*):\d+")


def run(*command, text=None):
    try:
        return subprocess.run(command, input=text, check=True, capture_output=True, text=True).stdout
    except FileNotFoundError:
        sys.exit(f"size: {command[0]} is missing")


def stripped_size(library):
    with tempfile.TemporaryDirectory() as directory:
        copy = os.path.join(directory, "stripped.so")
        run("strip", "-o", copy, library)
        return os.path.getsize(copy)


def sections(library):
    """{name: bytes} of what is loaded."""
    found = {}
    for line in run("readelf", "-SW", library).splitlines():
        match = re.match(r"\s*\[\s*\d+\]\s+(\.\S+)\s+(\S+)\s+\S+\s+\S+\s+(\S+)\s+\S+\s+(\S*A\S*)\s", line)
        if match and match[2] != "NOBITS":
            found[match[1]] = int(match[3], 16)
    return found


def functions(library):
    """[(address, bytes, name)], one for each place: identical functions are folded."""
    found = {}
    for line in run("nm", "-S", "--defined-only", library).splitlines():
        parts = line.split()
        if len(parts) == 4 and parts[2] in "tTwW":
            found[int(parts[0], 16)] = (int(parts[1], 16), parts[3])
    return [(address, size, name) for address, (size, name) in sorted(found.items())]


def places(library, symbolizer, addresses):
    """The module and the file of each function; "-" where the compiler has made it."""
    text = run(symbolizer, f"--obj={library}", "--output-style=LLVM", "--no-demangle",
               text="\n".join(hex(address) for address in addresses))
    answers = [block.splitlines() for block in text.strip("\n").split("\n\n")]
    found = []
    for answer in answers:
        # The outermost frame comes last: the function itself.
        match = SOURCE.search(answer[-1])
        found.append((match[1], match[2]) if match else ("-", "-"))
    if len(found) != len(addresses):
        sys.exit(f"size: {symbolizer} answered {len(found)} of {len(addresses)} addresses")
    return found


def report(library, tools):
    rows = functions(library)
    if not rows:
        sys.exit(f"size: {library} has no symbols")
    modules, files, named = collections.Counter(), collections.Counter(), collections.Counter()
    names = run(tools + "swift-demangle", "-compact", text="\n".join(name for _, _, name in rows)).splitlines()
    for (_, size, _), name, (module, file) in zip(
            rows, names, places(library, tools + "llvm-symbolizer", [row[0] for row in rows])):
        modules[module] += size
        files[f"{module}/{file}"] += size
        named[name] += size
    return {
        "stripped": stripped_size(library), "functions": len(rows), "sections": sections(library), "modules": dict(modules),
        "files": dict(files), "names": dict(named),
    }


def show(title, numbers, before, top):
    """The largest numbers; with a former report, those that have changed most."""
    print(f"\n{title}")
    names = numbers.keys() | (before or {}).keys()
    changes = {name: numbers.get(name, 0) - (before or {}).get(name, 0) for name in names}
    order = sorted(names, key=lambda name: (-abs(changes[name]) if before else -numbers[name], name))
    for name in order[:top]:
        change = f"{changes[name]:+9,}" if before else ""
        if before is None or changes[name]:
            print(f"{numbers.get(name, 0):9,}{change}  {name[:150]}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("library")
    parser.add_argument("--tools", default="", help="the folder of Swift's tools, with a / at its end")
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--base", type=pathlib.Path)
    parser.add_argument("--top", type=int, default=30)
    arguments = parser.parse_args()
    base = json.loads(arguments.base.read_text()) if arguments.base else {}
    found = report(arguments.library, arguments.tools)
    for word in ("stripped", "functions"):
        change = f" ({found[word] - base[word]:+,})" if base else ""
        print(f"{word}: {found[word]:,}{change}")
    for title, key in (("sections", "sections"), ("modules", "modules"), ("files", "files"), ("functions", "names")):
        show(title, found[key], base.get(key), len(found[key]) if key in ("sections", "modules") else arguments.top)
    if arguments.json:
        arguments.json.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n")
        print(f"\nkept in {arguments.json}")


if __name__ == "__main__":
    main()
