#!/usr/bin/env python3
"""A batch of 1,000 operations from Python, beside the same from C: marshalling, the call, and their sum.

    python3 batch.py [PROGRAM]      # PROGRAM: batch.c, compiled
"""

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
    return statistics.median(preparing) / 1000, statistics.median(applying) / 1000


def build(values):
    batch = tally.Batch()
    for path, value in zip(PATHS, values):
        batch.set(path, value)
    return batch


def main():
    in_c = min(int(subprocess.check_output(sys.argv[1])) for _ in range(3)) / 1000 if len(sys.argv) > 1 else None
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


if __name__ == "__main__":
    main()
