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
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE / "data"
WRITTEN = ("also", "badges", "carried", "choices", "claims", "header", "hosts", "items", "levels", "links", "reminders", "seen",
           "snapshots", "summaries", "sync")


def line(case):
    """Returns a case as JSON. Characters that some readers take for the end of a line are escaped."""
    text = json.dumps(case, ensure_ascii=False, separators=(",", ":"))
    return re.sub("[\x7f-\x9f\u2028\u2029]", lambda match: f"\\u{ord(match[0]):04x}", text)


def lines(name):
    """The text of a file: a case a line, and no two of one name."""
    cases = [case.json() for case in importlib.import_module(f"cases.{name}").cases()]
    names = [case["case"] for case in cases]
    twice = {case for case in names if names.count(case) > 1}
    if twice:
        sys.exit(f"{name}: two cases of one name: {', '.join(sorted(twice))}")
    return "".join(line(case) + "\n" for case in cases)


def check_coverage():
    """Every function of the header has a step that succeeds, and every step is one that replays know."""
    sys.path.insert(0, str(HERE.parents[1] / "Bindings" / "tools"))
    import header
    import steps

    functions = {function.name.removeprefix("tally_") for function in header.parse().functions}
    known = set(steps.BY_HAND) | {step.name for step in steps.all(header.parse())}
    files = [file.read_text().splitlines() for file in DATA.glob("*.jsonl")]
    taken = [step for lines in files for line in lines for step in json.loads(line)["steps"]]
    good = {step["call"] for step in taken if not step.get("status", "").startswith("TALLY_ERROR")}
    called = set(steps.ALWAYS).union(*(steps.called_by(name) for name in good))
    problems = [f"no case calls tally_{name} with success" for name in sorted(functions - called - set(steps.WITHOUT_CASE))]
    problems += [f"a case calls tally_{name}, which WITHOUT_CASE denies" for name in sorted(called & set(steps.WITHOUT_CASE))]
    problems += [f"no replay knows the step {name}" for name in sorted(good - known)]
    if problems:
        sys.exit("\n".join(problems))


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
    check_coverage()


if __name__ == "__main__":
    main(sys.argv[1:])
