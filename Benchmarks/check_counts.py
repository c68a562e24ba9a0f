#!/usr/bin/env python3
"""Counts instructions and allocations of the library's hot paths, and compares them with what is written down.

    check_counts.py PROGRAM THRESHOLDS [--update]

PROGRAM is `counts`, run under valgrind's callgrind. Instructions are per operation, allocations those of all
operations of one path. Both may exceed what THRESHOLDS says by a tenth (0 stays 0), since compilers and C libraries
differ. Answers 1 where one does, and where a path is missing on either side. --update writes what was counted.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

SLACK = 1.1


def instructions_by_name(directory):
    """The counts of each dump of callgrind, by the name that the program gave it."""
    counted = {}
    for file in pathlib.Path(directory).glob("callgrind.out.*"):
        text = file.read_text(errors="replace")
        name = re.search(r"^desc: Trigger: Client Request: (.*)$", text, re.MULTILINE)
        totals = re.search(r"^totals: (\d+)", text, re.MULTILINE)
        if name and totals:
            counted[name[1]] = int(totals[1])
    return counted


def count(program, *arguments):
    """{name: {"instructions": per operation, "allocations": of all}}"""
    with tempfile.TemporaryDirectory() as directory:
        command = [
            "valgrind", "--tool=callgrind", "--instr-atstart=no",
            f"--callgrind-out-file={directory}/callgrind.out", program, *arguments,
        ]
        try:
            done = subprocess.run(command, capture_output=True, text=True)
        except FileNotFoundError:
            sys.exit("check_counts: valgrind is missing (make deps-test)")
        if done.returncode != 0:
            sys.exit(f"check_counts: {' '.join(command)} failed:\n{done.stdout}{done.stderr}")
        instructions = instructions_by_name(directory)
    counts = {}
    for line in done.stdout.splitlines():
        name, operations, allocations = line.split("\t")
        if name not in instructions:
            sys.exit(f"check_counts: callgrind has nothing for '{name}'")
        counts[name] = {
            "instructions": round(instructions[name] / int(operations)),
            "allocations": int(allocations),
        }
    return counts


def judge(counts, thresholds):
    """Prints a table; answers the number of paths that are worse, unknown or missing."""
    failures = 0
    print(f"{'':44}{'instructions':>14}{'written':>9}{'allocations':>13}{'written':>9}")
    for name, found in counts.items():
        known = thresholds.get(name)
        words = ""
        if known is None:
            words = "NOT WRITTEN DOWN"
        elif any(found[kind] > int(known[kind] * SLACK) for kind in found):
            words = "WORSE"
        failures += words != ""
        if not words and any(found[kind] * SLACK < known[kind] for kind in found):
            words = "better"
        columns = [(found[kind], known[kind] if known else "-") for kind in ("instructions", "allocations")]
        print(f"{name:44}{columns[0][0]:>14}{columns[0][1]:>9}{columns[1][0]:>13}{columns[1][1]:>9}  {words}")
    for name in thresholds.keys() - counts.keys():
        failures += 1
        print(f"{name:44}  NOT COUNTED")
    return failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("thresholds", type=pathlib.Path)
    parser.add_argument("--update", action="store_true")
    arguments = parser.parse_args()
    counts = count(arguments.program)
    known = json.loads(arguments.thresholds.read_text()) if arguments.thresholds.exists() else {}
    failures = judge(counts, known)
    if arguments.update:
        arguments.thresholds.write_text(json.dumps(counts, indent=2) + "\n")
        print(f"written to {arguments.thresholds}")
        return 0
    if failures:
        print(f"check_counts: {failures} paths take more than a tenth more than is written down, or are unknown there;")
        print("check_counts: where that is right, `make update-counts` writes it down")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
