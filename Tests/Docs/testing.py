#!/usr/bin/env python3
"""Writes the numbers of docs/testing.md from what is in the repository.

    testing.py            writes them
    testing.py --check    names the blocks that are not right any more, and exits with 1 if there are any

A block is between `<!-- testing: NAME -->` and `<!-- end of testing -->`. Counts are rounded down to two digits: the page
says at least so many. So a new test makes no difference until the number is too low by a tenth.
"""

import pathlib
import re
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests" / folder) for folder in ("Coverage", "Mutants")]

import figures  # noqa: E402
import shares  # noqa: E402
import table  # noqa: E402

PAGE = ROOT / "docs" / "testing.md"
BLOCK = re.compile(r"(<!-- testing: ([\w-]+) -->\n)(.*?)(<!-- end of testing -->)", re.DOTALL)
NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?![\w.])")
LOSS = 0.9     # A number may be this share of the measured one.
CODE = {".swift", ".c", ".h", ".cpp", ".hpp", ".py", ".js", ".mjs", ".ts", ".go", ".rs", ".java", ".cs", ".rb", ".lua"}
# The beginnings of tests, in each language.
TESTS = re.compile(r"^\s*(?:@Test\b|TEST(?:_ALONE)?\(|def test_|func Test|#\[test\]|test\(|void test_\w+\(void \*\*)", re.M)


def at_least(number):
    """Rounded down to two digits, with commas."""
    unit = 10 ** max(len(str(number)) - 2, 0)
    return f"{number // unit * unit:,}"


def texts(*patterns):
    paths = sorted(path for pattern in patterns for path in ROOT.glob(pattern) if path.is_file() and path.suffix in CODE)
    paths = [path for path in paths if not re.search(r"/(build|target|node_modules|\.build[^/]*)/", str(path))]
    if not paths:
        raise ValueError(f"nothing matches {patterns}")
    return [path.read_text(encoding="utf-8") for path in paths]


def tests(*patterns):
    return sum(len(TESTS.findall(text)) for text in texts(*patterns))


def lines(*patterns):
    return sum(text.count("\n") for text in texts(*patterns))


def conformance():
    files = sorted((ROOT / "Tests/Conformance/data").glob("*.jsonl"))
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)


def hosts():
    """The languages that replay the data: those with a binding, and C and Swift."""
    return len([path for path in (ROOT / "Bindings").iterdir() if (path / "README.md").is_file() and path.name not in (
        "tools", "wasm")]) + 2


def fuzzing():
    targets = len(list((ROOT / "Tests/Fuzz/corpus").iterdir()))
    inputs = [path for folder in ("corpus", "regressions") for path in (ROOT / "Tests/Fuzz" / folder).rglob("*")
              if path.is_file()]
    return targets, len(inputs)


KINDS = [
    ("unit tests in Swift, each module with its own", "make test-swift", lambda: tests("Tests/Tally*Tests/**/*")),
    ("C tests, which only use the header", "make test-c-plain", lambda: tests("Tests/CHost/*")),
    ("C tests of faults: disk, memory, power", "make test-c-faults test-c-disk", lambda: tests("Tests/Faults/*")),
    ("cases that hosts in {hosts} languages replay", "make test-conformance", conformance),
    ("tests of the bindings, each in its language", "make test-bindings", lambda: tests("Bindings/*/**/*")),
    ("tests of the command", "make test-command", lambda: tests("Tests/CLI/*")),
    ("tests of pages, packages, the example server and calendars", "make test-pages test-install test-calendar",
     lambda: tests("Tests/Docs/*", "Tests/FeedServer/*", "Tests/Package/*", "Tests/Calendar/*", "Tests/Coverage/*",
                   "Tests/Mutants/*")),
    ("tests of tally-node, with NATS servers", "make test-cluster test-tally-node", lambda: tests("Cluster/[Tt]ests/**/*")),
    ("kept inputs of {targets} fuzz targets", "make fuzz", lambda: fuzzing()[1]),
]


def kinds_text():
    rows = ["| kind | at least | command |", "|---|---|---|"]
    for words, command, count in KINDS:
        words = words.format(hosts=hosts(), targets=fuzzing()[0])
        rows.append(f"| {words} | {at_least(count())} | `{command}` |")
    return "\n".join(rows)


def lines_text():
    product = lines("Sources/**/*", "CSources/**/*", "include/*")
    checks = lines("Tests/**/*", "Cluster/[Tt]ests/**/*")
    return (f"The library and its command have at least {at_least(product)} lines of source, and their tests\n"
            f"at least {at_least(checks)}. Those of the bindings come on top.")


def parts_text():
    parts = tomllib.loads((ROOT / "Tests/parts.toml").read_text(encoding="utf-8"))["parts"].values()
    first, second = (sum(tier in part["tiers"] for part in parts) for tier in ("test", "all"))
    return (f"`make test` runs at least {at_least(first)} parts, `make test-all` at least {at_least(second)}, and\n"
            f"`make nightly` all of at least {at_least(len(parts))}.")


def coverage_text():
    """The shares that either build reaches, rounded down."""
    rows, _ = table.parse((ROOT / "Tests/Coverage/table.txt").read_text(encoding="utf-8"))
    out = ["| module | " + " | ".join(figures.KINDS) + " |", "|---|---|---|---|---|"]
    for module in sorted(module for module, build in rows if build == "merged"):
        shares = (rows[module, "merged"][kind] for kind in figures.KINDS)
        cells = (f"{int(10 * table.share(*pair)) / 10} %" if pair[1] else "" for pair in shares)
        out.append(f"| `{module}` | " + " | ".join(cells) + " |")
    return "\n".join(out)


def mutants_text():
    """The figures of all recorded runs."""
    rows = ["| module | seeds | run | equivalent | killed | share |", "|---|---|---|---|---|---|"]
    for module, (seeds, run, killed, equivalent) in sorted(shares.sums().items()):
        percent = 100 * killed // max(run - equivalent, 1)
        rows.append(f"| `{module}` | {', '.join(map(str, seeds))} | {run} | {equivalent} | {killed} | {percent} % |")
    return "\n".join(rows)


TEXTS = {"kinds": kinds_text, "lines": lines_text, "parts": parts_text, "coverage": coverage_text,
         "mutants": mutants_text}


def is_current(written, measured):
    """The words are the same, and no number is more than what was measured, or less than LOSS of it."""
    if NUMBER.sub("#", " ".join(written.split())) != NUMBER.sub("#", " ".join(measured.split())):
        return False
    pairs = zip(NUMBER.findall(written), NUMBER.findall(measured), strict=True)
    return all(LOSS * now <= before <= now for before, now in (
        (float(one.replace(",", "")), float(other.replace(",", ""))) for one, other in pairs))


def problems(page):
    found = {name: text for _, name, text, _ in BLOCK.findall(page)}
    missing = [f"docs/testing.md: no `<!-- testing: {name} -->`" for name in TEXTS if name not in found]
    return missing + [f"docs/testing.md: {name} is not right any more; run Tests/Docs/testing.py"
                      for name, text in TEXTS.items() if name in found and not is_current(found[name], text())]


def main():
    page = PAGE.read_text(encoding="utf-8")
    if "--check" not in sys.argv:
        PAGE.write_text(BLOCK.sub(lambda block: f"{block[1]}{TEXTS[block[2]]()}\n{block[4]}", page), encoding="utf-8")
    elif found := problems(page):
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
