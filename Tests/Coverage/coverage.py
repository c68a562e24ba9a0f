#!/usr/bin/env python3
"""Measures which regions, functions, lines and branches of the sources the tests reach (Tests/coverage.mk).

    coverage.py export --binary FILE --counters FOLDER --output FILE    the counters of one build, as JSON
    coverage.py report --folder FOLDER                                  index.html and table.txt from swift.json, shipped.json
    coverage.py check --folder FOLDER                                   compares them with Tests/Coverage/table.txt
    coverage.py update --folder FOLDER                                  writes that table again

Every form takes --toolchain FOLDER, with the tools of LLVM that come with Swift.
"""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys

import figures
import page
import table

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
EXCEPTIONS = HERE / "exceptions"
TABLE = HERE / "table.txt"


def export(arguments):
    """A process that was killed while it wrote leaves a damaged file, which is named and left out."""
    counters = sorted(map(str, arguments.counters.glob("*.profraw")))
    if not counters:
        sys.exit(f"coverage: {arguments.counters} has no counters")
    merged = arguments.output.with_suffix(".profdata")
    subprocess.run([arguments.toolchain / "llvm-profdata", "merge", "--failure-mode=all", "-o", merged, *counters], check=True)
    text = subprocess.run([arguments.toolchain / "llvm-cov", "export", arguments.binary, "--instr-profile", merged],
                          check=True, capture_output=True, text=True).stdout
    arguments.output.write_text(text, encoding="utf-8")


def measured(folder):
    """The builds, their rows and the exceptions. Exceptions are for what no build reaches."""
    builds = {name: figures.without_blanks(
                  figures.read(json.loads((folder / f"{name}.json").read_text(encoding="utf-8")), ROOT), ROOT)
              for name in ("swift", "shipped")}
    if not all(builds.values()):
        sys.exit("coverage: a build has no functions of the sources")
    builds["merged"] = figures.merge(builds.values())
    exceptions = table.read_exceptions(EXCEPTIONS.read_text(encoding="utf-8"), builds["merged"], ROOT)
    impossible = figures.impossible_regions(builds["merged"], ROOT)
    return builds, table.rows_of(builds, exceptions.lines, impossible), exceptions


def demangler(toolchain, names):
    ordered = sorted(names)
    text = subprocess.run([toolchain / "swift-demangle", "--compact", "--simplified"], input="\n".join(ordered), check=True,
                          capture_output=True, text=True).stdout
    known = dict(zip(ordered, text.splitlines(), strict=True))
    return lambda name: known.get(name, name)


def report(arguments):
    builds, rows, exceptions = measured(arguments.folder)
    names = {name for file in builds["merged"].values() for name in file.names.values()}
    words = demangler(arguments.toolchain, names)
    (arguments.folder / "index.html").write_text(page.text_of(rows, builds["merged"], words), encoding="utf-8")
    shutil.copy(ROOT / "docs/site/site.css", arguments.folder / "site.css")
    text = table.text_of(rows, exceptions.count)
    (arguments.folder / "table.txt").write_text(text, encoding="utf-8")
    print(f"{text}\n{arguments.folder}/index.html shows files and functions")


def check(arguments):
    _, rows, exceptions = measured(arguments.folder)
    written, count = table.parse(TABLE.read_text(encoding="utf-8"))
    problems = exceptions.problems + table.problems_of(rows, exceptions.count, written, count)
    if problems:
        sys.exit("\n".join(["coverage: the tests reach less than Tests/Coverage/table.txt says:", *problems]))
    print(f"coverage: {len(rows)} rows, none of which has fallen")


def update(arguments):
    _, rows, exceptions = measured(arguments.folder)
    if exceptions.problems:
        sys.exit("\n".join(exceptions.problems))
    if TABLE.exists():
        _, count = table.parse(TABLE.read_text(encoding="utf-8"))
        if exceptions.count > count:
            sys.exit(f"coverage: {exceptions.count} exceptions, and only {count} are written down: the list may only shrink")
    TABLE.write_text(table.text_of(rows, exceptions.count), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--toolchain", type=pathlib.Path, required=True)
    forms = parser.add_subparsers(required=True)
    form = forms.add_parser("export")
    for option in ("--binary", "--counters", "--output"):
        form.add_argument(option, type=pathlib.Path, required=True)
    form.set_defaults(run=export)
    for function in (report, check, update):
        form = forms.add_parser(function.__name__)
        form.add_argument("--folder", type=pathlib.Path, required=True)
        form.set_defaults(run=function)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
