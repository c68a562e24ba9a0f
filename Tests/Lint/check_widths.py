"""Finds conversions to Int that trap where Int has 32 bits, by the types that the compiler sees.

usage: check_widths.py AST...   (AST: what swiftc -dump-ast prints of sources, named as from the folder of the project)

On 32-bit ARM and in WebAssembly `Int(x)` traps for an x that is too large. So a conversion

- from a number of 64 bits, or from a Double, anywhere;
- from a UInt32 where it may be a host's, or come from a file: in TallyABI, TallyStore and TallyWire

has to be `Int(clamping:)`, `Int(exactly:)` or `Int(truncatingIfNeeded:)`, or a comment on its line, or on the one before
it, says `Fits 32 bits` and why. check_sentinels.py looks after the other UInt32, which are numbers of nodes and places.
"""

import pathlib
import re
import sys

CONVERSION = re.compile(
    r'declref_expr (?:implicit )?type="\(U?Int\.Type\) -> \(([^)]*)\) -> U?Int\??" location=([^: ]+):(\d+):(\d+).*?'
    r'decl="Swift\.\(file\)\.\w+(?: extension)?\.init\(_:\).*? T -> (\w+)')
WIDE = {"Int64", "UInt64", "Double"}
OUTSIDE = ("Sources/TallyABI/", "Sources/TallyTreeABI/", "Sources/TallyStore/", "Sources/TallyWire/")
# Fewer would mean that the compiler writes something else than this reads.
LEAST = 300


def conversions(path, found):
    """Finds file, line and what is converted, of each conversion by its value."""
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            match = CONVERSION.search(line)
            if match:
                named, file, number, column, inferred = match.groups()
                found[file, int(number), int(column)] = inferred if inferred in WIDE else named


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    found = {}
    for path in sys.argv[1:]:
        conversions(path, found)
    problems = []
    for (file, number, _), source in sorted(found.items()):
        if source not in WIDE and not (source == "UInt32" and file.startswith(OUTSIDE)):
            continue
        lines = pathlib.Path(file).read_text(encoding="utf-8").splitlines()
        if not any("Fits 32 bits" in line for line in lines[max(0, number - 2):number]):
            problems.append(f"{file}:{number}: Int({source}) traps on 32 bits where it is too large: {lines[number - 1].strip()}")
    for problem in dict.fromkeys(problems):
        print(problem, file=sys.stderr)
    if len(found) < LEAST:
        sys.exit(f"only {len(found)} conversions found: is this the compiler's tree of the sources?")
    print(f"ok  check_widths: {len(found)} conversions to Int")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
