#!/usr/bin/env python3
"""Counts the instructions of one row of each list, page and loop at two sizes, and compares them.

    check_growth.py PROGRAM [ROW]

PROGRAM is `growth`, run under valgrind's callgrind. The larger size has four times as many rows. If the work is linear,
a row takes as many instructions as at the smaller size; if it is quadratic, four times as many. Returns 1 if a row
takes more than MOST times as many.
"""

import sys

import check_counts

MOST = 1.6


def main():
    counts = check_counts.count(*sys.argv[1:])
    sizes = {}
    for name, found in counts.items():
        row, size = name.rsplit(" @ ", 1)
        sizes.setdefault(row, []).append((int(size), found["instructions"]))
    failures = 0
    print(f"{'instructions of one row':44}{'few rows':>12}{'four times':>12}")
    for row, found in sizes.items():
        ratio = found[1][1] / found[0][1]
        failures += ratio > MOST
        words = "  NOT LINEAR" if ratio > MOST else ""
        print(f"{row:44}" + "".join(f"{count:>12}" for _, count in found) + f"{ratio:>8.2f}{words}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
