"""Figures of coverage from what `llvm-cov export` writes.

A region is an arm of if, guard, switch, ?: or &&, or the body of a function. It is known by its file and its place, so
the copies that a generic function has in one build are one region, and two builds of one source can be merged. Swift
has no branches in its mapping; those of C count as two, one for each outcome.
"""

import collections
import dataclasses
import pathlib
import re

CODE = 0     # The kind of a region that is code, beside gaps, skipped text and macros.
KINDS = ("regions", "functions", "lines", "branches")
# The body of a `catch` or an `else` that is one precondition failure, and nothing else.
IMPOSSIBLE = re.compile(r"\{\s*preconditionFailure\([^{}\n]*\)\s*\}")
BLANK = re.compile(r"[\s)}]*")
OURS = re.compile(r"(?:^|/)(C?Sources/([^/]+)/.*)$")


@dataclasses.dataclass
class File:
    """A file: each region, function, line and branch by its place, and whether a test has reached it."""
    regions: dict = dataclasses.field(default_factory=dict)
    functions: dict = dataclasses.field(default_factory=dict)
    lines: dict = dataclasses.field(default_factory=dict)
    branches: dict = dataclasses.field(default_factory=dict)
    names: dict = dataclasses.field(default_factory=dict)   # The names of functions, by their place.

    def add(self, other):
        for kind in KINDS:
            mine = getattr(self, kind)
            for place, is_reached in getattr(other, kind).items():
                mine[place] = mine.get(place, False) or is_reached
        self.names.update(other.names)


def path_of(filename, root):
    """The path in the repository of a file of the sources, or None for any other file."""
    found = OURS.search(filename.removeprefix(f"{root}/"))
    return found and found[1]


def lines_of(regions):
    """Whether each line is reached, from the regions of one function, as llvm-cov says it: a line has the largest count
    of the regions that begin in it, or that of the region around its beginning."""
    around, beginning = {}, {}
    for first, _, last, _, count in sorted(regions, key=lambda region: (region[0], region[1], -region[2], -region[3])):
        beginning[first] = max(beginning.get(first, 0), count)
        for line in range(first + 1, last + 1):
            around[line] = count
    return {line: max(around.get(line, 0), beginning.get(line, 0)) > 0 for line in around.keys() | beginning.keys()}


def add_function(file, function, number):
    """Adds what one function has in its file with this number."""
    regions = [tuple(region[:5]) for region in function["regions"] if region[7] == CODE and region[5] == number]
    if not regions:
        return
    place = min(region[:4] for region in regions)
    one = File()
    for region in regions:
        one.regions[region[:4]] = one.regions.get(region[:4], False) or region[4] > 0
    for branch in function.get("branches", []):
        if branch[6] == number:
            one.branches[(*branch[:4], True)] = branch[4] > 0
            one.branches[(*branch[:4], False)] = branch[5] > 0
    one.functions[place] = function["count"] > 0
    one.lines = lines_of(regions)
    one.names[place] = function["name"].split(":")[-1]
    file.add(one)


def read(data, root):
    """The files of one build by their paths, from the object that `llvm-cov export` has written."""
    files = collections.defaultdict(File)
    for function in data["data"][0]["functions"]:
        for number, filename in enumerate(function["filenames"]):
            path = path_of(filename, root)
            if path:
                add_function(files[path], function, number)
    return dict(files)


def merge(builds):
    """A line, a region or a branch is reached if it is in one build."""
    merged = collections.defaultdict(File)
    for files in builds:
        for path, file in files.items():
            merged[path].add(file)
    return dict(merged)


def module_of(path):
    return pathlib.PurePath(path).parts[1]


def without_blanks(files, root):
    """The same without regions that have no code, such as the end of a function behind an endless loop."""
    for path, file in files.items():
        lines = pathlib.Path(root, path).read_text(encoding="utf-8").splitlines(keepends=True)
        file.regions = {place: is_reached for place, is_reached in file.regions.items()
                        if not BLANK.fullmatch(text_of(lines, place))}
    return files


def impossible_regions(files, root):
    """{path: regions}: the unreached arms that end the process, because an invariant of the code above would be broken.
    Each one is an assertion, and its message names the invariant."""
    found = {}
    for path, file in files.items():
        lines = pathlib.Path(root, path).read_text(encoding="utf-8").splitlines(keepends=True)
        places = [place for place, is_reached in file.regions.items()
                  if not is_reached and IMPOSSIBLE.fullmatch(text_of(lines, place))]
        if places:
            found[path] = places
    return found


def text_of(lines, place):
    first, column, last, end = place
    text = "".join(lines[first - 1:last])
    return text[column - 1:len(text) - len(lines[last - 1]) + end - 1]


def is_impossible(place, regions):
    """Whether a line, or the place of a region or a function, is within one of these regions."""
    if isinstance(place, int):
        return any(first <= place <= last for first, _, last, _ in regions)
    return any(region[:2] <= place[:2] and place[2:4] <= region[2:4] for region in regions)


def counts(files, excepted=frozenset(), impossible=None):
    """For each module and kind how many are reached, and how many there are. `excepted` has pairs of a path and a line:
    what begins there and is not reached is not counted. Neither is what is in one of the `impossible_regions`."""
    impossible = impossible or {}
    found = collections.defaultdict(lambda: {kind: [0, 0] for kind in KINDS})
    for path, file in files.items():
        for kind in KINDS:
            row = found[module_of(path)][kind]
            for place, is_reached in getattr(file, kind).items():
                line = place if isinstance(place, int) else place[0]
                if is_reached or not ((path, line) in excepted or is_impossible(place, impossible.get(path, ()))):
                    row[0] += is_reached
                    row[1] += 1
    return dict(found)
