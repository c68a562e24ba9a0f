#!/usr/bin/env python3
"""A batch of 1,000 operations from Python, beside the same from C: marshalling, the call, and their sum.

    python3 batch.py [PROGRAM] [--json FILE]      # PROGRAM: batch.c, compiled

Exits with 1 if the badges are not those that were set.
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import tally

OPERATIONS, ROUNDS = 1000, 400
PATHS = [f"root.a{index % 10}.b{index % 100}.c{index}" for index in range(OPERATIONS)]


def measure(account, prepare):
    """The medians of what preparing and applying a batch take, in microseconds."""
    preparing, applying = [], []
    for turn in range(ROUNDS):
        values = [1 + (turn + index) % 90 for index in range(OPERATIONS)]
        begin = time.perf_counter_ns()
        batch = prepare(values)
        batch._memory()
        middle = time.perf_counter_ns()
        account.batch(batch)
        preparing.append(middle - begin)
        applying.append(time.perf_counter_ns() - middle)
    shown = account.get("root").count
    if shown != sum(values):
        sys.exit(f"batch.py: the root shows {shown}, {sum(values)} expected")
    return statistics.median(preparing) / 1000, statistics.median(applying) / 1000


def build(values):
    batch = tally.Batch()
    for path, value in zip(PATHS, values):
        batch.set(path, value)
    return batch


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", nargs="?")
    parser.add_argument("--json", type=pathlib.Path)
    arguments = parser.parse_args()
    in_c = min(int(subprocess.check_output(arguments.program)) for _ in range(3)) / 1000 if arguments.program else None
    measured = []
    with tally.Engine() as engine, engine.account("ann") as account:
        reused = tally.Batch.of(tally.Op.SET, PATHS)
        nodes = tally.Batch.of(tally.Op.SET, [account.node(path) for path in PATHS])
        for name, prepare in (("built each time, one by one", build),
                              ("built each time, by columns", lambda values: tally.Batch.of(tally.Op.SET, PATHS, values)),
                              ("reused, other values", reused.set_values),
                              ("reused, by nodes", nodes.set_values)):
            preparing, applying = measure(account, prepare)
            line = f"{name:24} marshalling {preparing:6.0f} us, call {applying:6.0f} us"
            if in_c:
                line += (f", C {in_c:6.0f} us: {(preparing + applying) / in_c:.2f} of C's, "
                         f"the call {applying / in_c:.2f}")
            print(line)
            measured.append({"way": name, "marshalling_us": preparing, "call_us": applying, "c_us": in_c})
    if arguments.json:
        arguments.json.write_text(json.dumps(measured, indent=2) + "\n")


if __name__ == "__main__":
    main()
