#!/usr/bin/env python3
"""Compares the sizes of a program for a Cortex-M3 that sets and reads badges with those in the READMEs.

    python3 check_sizes.py PROGRAM QEMU
"""

import re
import subprocess
import sys

# The bytes of the paths of 1,000 badges and of the 100 nodes above them.
PATHS = 12 * 1_000 + 9 * 100
# Bytes at most: the flash of the whole program; the tree's memory without badges, with 100, and with 1,000, each of
# which takes 48 beside its path.
LIMITS = {"flash": 32_000, "empty": 2_500, "used-100": 8_000, "used-1000": PATHS + 48 * 1_000,
          "peak-1000": PATHS + 48 * 1_000}


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    program, qemu = sys.argv[1:]
    sections = subprocess.run(["readelf", "-S", "-W", program], check=True, stdout=subprocess.PIPE, text=True).stdout
    # Flash holds code, constants, and the first values of variables.
    sizes = {"flash": sum(int(size, 16) for name, size in re.findall(
        r"\] (\S+) +\S+ +[0-9a-f]+ [0-9a-f]+ ([0-9a-f]+)", sections) if name in (".text", ".ARM.exidx", ".data"))}
    said = subprocess.run([*qemu.split(), "-kernel", program], check=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True).stdout
    sizes |= {name: int(number) for name, number in re.findall(r"^([a-z0-9-]+) ([0-9]+)$", said, flags=re.M)}
    wrong = [f"{name}: {sizes.get(name)} bytes, {limit} at most" for name, limit in LIMITS.items()
             if not 0 < sizes.get(name, 0) <= limit]
    print("\n".join(wrong) or "ok  sizes: " + ", ".join(f"{name} {size:,}" for name, size in sizes.items()))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
