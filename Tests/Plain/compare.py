"""Runs programs of the tests with the library that is shipped and with the one without what makes it fast (make plain),
and compares their records (Tests/CHost/record.h): results, events, logs, all rows of the files and the files' bytes.

    compare.py --build build --plain build/plain [--seed 7] --runs 5 [--twice]

--twice also runs each program a second time with the same library: otherwise a program whose record depends on chance
would be reported as a difference of the libraries.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

# The program, and whether its arguments are seeds. The log of a simulator has its line here, once there is one.
PROGRAMS = [("conformance", False), ("test_record", True), ("test_model", True)]
# Lines that are shown before the first difference.
CONTEXT = 6


def run(program, library, record, options, seeds):
    # Names of files are in results, so each run has the same folder.
    folder = pathlib.Path(tempfile.gettempdir()) / f"tally-plain-{os.getpid()}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    environment = dict(os.environ, TMPDIR=str(folder), LD_LIBRARY_PATH=str(library), TALLY_RECORD=str(record))
    environment.pop("TALLY_SOAK", None)
    if seeds:
        environment |= {"TALLY_SEED": str(options.seed), "TALLY_RUNS": str(options.runs)}
    if program == "test_model":
        environment["LD_PRELOAD"] = str(options.build / "tests" / "fail_allocation.so")
    try:
        done = subprocess.run([options.build / "tests" / program], env=environment, capture_output=True, text=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if done.returncode != 0:
        sys.exit(f"{program} with {library} fails:\n{(done.stdout + done.stderr)[-4000:]}")


def first_difference(one, other):
    """The number of the first line that differs, and the lines around it. None: there is none."""
    if one.read_bytes() == other.read_bytes():
        return None
    before = []
    with one.open(errors="replace") as left, other.open(errors="replace") as right:
        for number, lines in enumerate(zip(left, right), 1):
            if lines[0] != lines[1]:
                return number, before, lines
            before = (before + [lines[0]])[-CONTEXT:]
    return 0, before, ("", "one record is longer")


def compare(program, names, records):
    found = first_difference(*records)
    if found is None:
        return True
    number, before, lines = found
    print(f"{program}: {names[0]} and {names[1]} differ in line {number} of {records[0]} and {records[1]}")
    for line in before:
        print("    " + line[:200].rstrip())
    for name, line in zip(names, lines):
        print(f"  {name}: {line[:1000].rstrip()}")
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--plain", type=pathlib.Path, required=True)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--runs", type=int, required=True)
    parser.add_argument("--twice", action="store_true")
    options = parser.parse_args()
    options.build, options.plain = options.build.resolve(), options.plain.resolve()
    # A program without the one finds the other, and would compare the shipped library with itself.
    libraries = [folder / "libtally.so.0" for folder in (options.build, options.plain)]
    if missing := [str(library) for library in libraries if not library.is_file()]:
        sys.exit(f"there is no {' and no '.join(missing)}: make lib plain")
    if libraries[0].read_bytes() == libraries[1].read_bytes():
        sys.exit("both libraries are the same")
    records = options.plain / "records"
    shutil.rmtree(records, ignore_errors=True)
    records.mkdir(parents=True)
    is_same = True
    print(f"{options.runs} seeds from {options.seed} (TALLY_SEED=N repeats it)")
    for program, seeds in PROGRAMS:
        fast, plain, again = (records / f"{program}-{name}.txt" for name in ("fast", "plain", "again"))
        run(program, options.build, fast, options, seeds)
        run(program, options.plain, plain, options, seeds)
        lines = fast.read_bytes().count(b"\n")
        # A record of nothing would be the same with any library.
        assert lines > 1_000, f"{program} records {lines} lines"
        if options.twice:
            run(program, options.build, again, options, seeds)
            is_same &= compare(program, ("fast", "again"), (fast, again))
        if compare(program, ("fast", "plain"), (fast, plain)):
            print(f"{program}: {lines} lines, {fast.stat().st_size} bytes, the same with both libraries")
        else:
            is_same = False
    sys.exit(0 if is_same else 1)


main()
