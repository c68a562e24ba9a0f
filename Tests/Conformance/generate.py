#!/usr/bin/env python3
"""Writes the conformance data (see README.md) into data/.

    generate.py             all of it; the random runs (random) need a toolchain of Swift
    generate.py NAME…       only these files: badges, header, …
    generate.py --check     nothing is written: whether data/ is what would be written, but for the random runs, which a
                            test in Swift checks (ConformanceDataTests)
"""

import importlib
import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE / "data"
WRITTEN = ("badges", "header", "reminders", "summaries", "sync")


def lines(name):
    """The text of a file: a case a line, and no two of one name."""
    cases = [case.json() for case in importlib.import_module(f"cases.{name}").cases()]
    names = [case["case"] for case in cases]
    twice = {case for case in names if names.count(case) > 1}
    if twice:
        sys.exit(f"{name}: two cases of one name: {', '.join(sorted(twice))}")
    return "".join(json.dumps(case, ensure_ascii=False, separators=(",", ":")) + "\n" for case in cases)


def write_random():
    """The model in Swift writes them (ConformanceCase.swift)."""
    environment = {**os.environ, "TALLY_WRITE_CONFORMANCE": "1"}
    command = ["swift", "test", "--scratch-path", ".build", "--filter", "ConformanceDataTests"]
    subprocess.run(command, cwd=HERE.parents[1], env=environment, check=True)


def main(arguments):
    sys.path.insert(0, str(HERE))
    DATA.mkdir(exist_ok=True)
    is_check = "--check" in arguments
    for name in WRITTEN:
        if not is_check and arguments and name not in arguments:
            continue
        file, text = DATA / f"{name}.jsonl", lines(name)
        if not is_check:
            file.write_text(text)
        elif not file.exists() or file.read_text() != text:
            sys.exit(f"{file.name} is not what generate.py writes")
    if not is_check and (not arguments or "random" in arguments):
        write_random()


if __name__ == "__main__":
    main(sys.argv[1:])
