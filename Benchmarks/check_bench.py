#!/usr/bin/env python3
"""Runs every program of `make bench` with small sizes: all run, and all contestants agree on all results.

    check_bench.py FOLDER [--verbose] -- NAME COMMAND ... [-- NAME COMMAND ...]

FOLDER has the program bench; the commands run the other programs. It also tests that a contestant with wrong
results is noticed: with --spoil NAME the program must exit with 1. Nothing here depends on the speed of the machine.
Logs are in FOLDER/quick.
"""

import pathlib
import re
import subprocess
import sys
import time

# Each contestant, and the smallest part of the program that compares it.
SPOILED = {
    **dict.fromkeys(["tally-string", "tally-batch-string", "c-string", "c-string-16", "c++", "tally-node",
                     "tally-batch-node", "tally-apply-node", "c-node", "sqlite"], "W5"),
    "tally-string-observed": "W1",
    "c-scan": "diff",
    "curl": "http",
}
SECONDS = 300
AGREE = re.compile(r"^All contestants agree on all results: (\d+) contestants, 6 workloads, .*$", re.MULTILINE)


def fail(name, log, problem):
    print(log.read_text(errors="replace"), end="")
    sys.exit(f"check_bench.py: {name}: {problem}; log: {log}")


def run(name, command, folder, expected=0):
    """Runs a command, and returns what it printed."""
    log = folder / f"{name}.txt"
    with log.open("w") as file:
        try:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT,
                                  timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            fail(name, log, f"did not end within {SECONDS} s")
    if done.returncode != expected:
        fail(name, log, f"exit status {done.returncode}, {expected} expected")
    return log.read_text(errors="replace")


def commands(arguments):
    """The commands behind each `--`."""
    found = []
    for argument in arguments:
        if argument == "--":
            found.append([])
        else:
            found[-1].append(argument)
    return found


def main():
    if len(sys.argv) < 2 or "--" not in sys.argv:
        sys.exit(__doc__)
    start = time.monotonic()
    program = pathlib.Path(sys.argv[1]) / "bench"
    verbose = "--verbose" in sys.argv[2:]
    logs = pathlib.Path(sys.argv[1]) / "quick"
    logs.mkdir(exist_ok=True)
    others = commands(sys.argv[sys.argv.index("--"):])
    printed = [run("bench", [program, "--quick"], logs)]
    for name, *command in others:
        printed.append(run(name, command, logs))
    if verbose:
        print("\n".join(printed))
    agree = AGREE.search(printed[0])
    # The other two compare in parts that are no workloads.
    if not agree or int(agree[1]) != len(SPOILED) - 2:
        fail("bench", logs / "bench.txt", f"not all of {len(SPOILED) - 2} contestants were compared on all 6 workloads")
    for name, part in SPOILED.items():
        text = run(f"spoiled-{name}", [program, "--quick", "--only", part, "--spoil", name], logs, expected=1)
        if not re.search(r"RESULTS DIFFER|WRONG|expected$", text, re.MULTILINE):
            fail(name, logs / f"spoiled-{name}.txt", "wrong results were not named")
    print(agree[0])
    print(f"{len(others) + 1} programs ran; wrong results of each of {len(SPOILED)} contestants were noticed; "
          f"{time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main()
