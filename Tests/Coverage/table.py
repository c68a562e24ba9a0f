"""The table of coverage that is written down, and the exceptions.

A row of the table names a module and a build (`swift`, `shipped`, or `merged`: either of them), and then for regions,
functions, lines and branches how many are reached of how many. A line of the exceptions has a path, a line of the source
without its indentation, and a reason, with ` | ` between them. What begins in such a line may stay unreached.
"""

import dataclasses
import pathlib

from figures import KINDS, counts

BUILDS = ("swift", "shipped", "merged")
MOST_LOSS = 0.1   # Percentage points by which a share may fall.
UNSTEADY = 1      # Threads and clocks do not reach the same in each run: so many may be missing in any case.
HEAD = "exceptions:"


def share(reached, of):
    return 100 * reached / of if of else 100.0


def rows_of(builds, excepted, impossible):
    """{(module, build): {kind: [reached, of]}}"""
    rows = {}
    for build in BUILDS:
        for module, row in counts(builds[build], excepted, impossible).items():
            rows[module, build] = row
    return rows


def text_of(rows, exceptions):
    out = [f"{HEAD} {exceptions}", "", f"{'module':18}{'build':9}" + "".join(f"{kind:>22}" for kind in KINDS)]
    for (module, build), row in sorted(rows.items(), key=lambda item: (item[0][0], BUILDS.index(item[0][1]))):
        cells = (f"{reached}/{of} {share(reached, of):.2f}" if of else "-" for reached, of in (row[kind] for kind in KINDS))
        out.append(f"{module:18}{build:9}" + "".join(f"{cell:>22}" for cell in cells))
    return "\n".join(line.rstrip() for line in out) + "\n"


def parse(text):
    """The rows of a table, and its number of exceptions."""
    head, _, _, *lines = text.splitlines()
    rows = {}
    for line in lines:
        module, build, *words = line.split()
        row = {}
        for kind in KINDS:
            word = words.pop(0)
            row[kind] = [0, 0] if word == "-" else [int(number) for number in word.split("/")]
            if word != "-":
                words.pop(0)
        rows[module, build] = row
    return rows, int(head.removeprefix(HEAD))


@dataclasses.dataclass
class ReadExceptions:
    """`lines` has a pair of a path and a number for each excepted line."""
    count: int
    lines: set
    problems: list


def read_exceptions(text, merged, root):
    """Finds the lines of the exceptions in the sources. One that is not needed is a problem."""
    found, problems, number = set(), [], 0
    for row in text.splitlines():
        if not row or row.startswith("#"):
            continue
        number += 1
        path, *source, reason = row.split(" | ")
        source = " | ".join(source)
        if not source or not pathlib.Path(root, path).is_file():
            problems.append(f"exceptions: not `path | line | reason`, or there is no such file: {row}")
            continue
        lines = pathlib.Path(root, path).read_text(encoding="utf-8").splitlines()
        unreached = {place[0] for kind in ("regions", "branches") if path in merged
                     for place, is_reached in getattr(merged[path], kind).items() if not is_reached}
        here = {line for line in unreached if lines[line - 1].strip() == source}
        if not here:
            problems.append(f"exceptions: not needed any more: {path}: {source}")
        found |= {(path, line) for line in here}
    return ReadExceptions(number, found, problems)


def problems_of(rows, exceptions, written, written_exceptions):
    """Compares what was measured with what is written down."""
    problems = []
    if exceptions > written_exceptions:
        problems.append(f"exceptions: {exceptions} lines, and {written_exceptions} are written down: it may only shrink")
    for module, build in sorted(rows.keys() | written.keys()):
        name = f"{module} ({build})"
        if (module, build) not in rows:
            problems.append(f"{name}: not measured")
        elif (module, build) not in written:
            problems.append(f"{name}: not written down; run `make update-coverage`")
        else:
            for kind in KINDS:
                (reached, of), before = rows[module, build][kind], share(*written[module, build][kind])
                now = share(reached, of)
                if round(before - now, 6) > MOST_LOSS and share(reached + UNSTEADY, of) < before:
                    problems.append(f"{name}: {kind} fell from {before:.2f} % to {now:.2f} %")
    return problems
