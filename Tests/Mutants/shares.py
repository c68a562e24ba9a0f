"""shares.txt: how many mutants of each module ran, from which seed, and how many were killed."""

import pathlib

PATH = pathlib.Path(__file__).resolve().parent / "shares.txt"
HEAD = """# module | seed | run | killed | equivalent
#
# `make mutants RECORD=1` adds a row. The mutants that are neither killed nor equivalent survived.
"""


def rows():
    """{(module, seed): (run, killed, equivalent)}"""
    found = {}
    for line in PATH.read_text(encoding="utf-8").splitlines() if PATH.exists() else []:
        if line and not line.startswith("#"):
            module, seed, *numbers = line.split(" | ")
            found[module, int(seed)] = tuple(map(int, numbers))
            run, killed, equivalent = found[module, int(seed)]
            if killed + equivalent > run:
                raise ValueError(f"shares.txt: more than all: {line}")
    return found


def put(module, seed, run, killed, equivalent):
    found = rows() | {(module, seed): (run, killed, equivalent)}
    lines = (" | ".join(map(str, (*key, *found[key]))) for key in sorted(found))
    PATH.write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")


def sums():
    """{module: (seeds, run, killed, equivalent)}"""
    found = {}
    for (module, seed), numbers in rows().items():
        seeds, *former = found.get(module, ((), 0, 0, 0))
        found[module] = ((*seeds, seed), *(one + other for one, other in zip(former, numbers, strict=True)))
    return found
