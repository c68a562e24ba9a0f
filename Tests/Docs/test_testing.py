"""docs/testing.md: its numbers are those of the repository, each promise has a row, and the tests of the rows exist."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Docs"))

import testing  # noqa: E402

PAGE = testing.PAGE.read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| ((?:Threat|Durability|Threads|Conventions): .+?) \| (.+) \|$", PAGE, re.MULTILINE))
# Words behind "make" that are no targets, and the targets of Tests/Simulation.
OTHER_WORDS = {"and", "runs", "changes", "makes", "sim", "test-simulator", "test-simulator-long", "planted"}


def test_the_numbers_are_those_of_the_repository():
    assert not testing.problems(PAGE)


def test_another_number_and_a_missing_block_are_noticed():
    number = re.search(r"^\| unit tests .*? \| ([\d,]+) \|", PAGE, re.MULTILINE)[1]
    assert testing.problems(PAGE.replace(f"| {number} |", "| 99,000 |", 1))
    assert testing.problems(PAGE.replace(f"| {number} |", "| 3 |", 1))
    assert any("no `<!-- testing: parts -->`" in problem for problem in testing.problems(PAGE.replace("testing: parts", "x")))


def test_a_count_is_rounded_down():
    assert [testing.at_least(number) for number in (7, 42, 768, 1121, 74304)] == ["7", "42", "760", "1,100", "74,000"]
    assert testing.is_current("at least 760 tests", "at least 790 tests")
    assert not testing.is_current("at least 800 tests", "at least 790 tests")
    assert not testing.is_current("at least 500 tests", "at least 790 tests")


def promises():
    """The parts of the threat model, the headings of durability.md and threads.md, and the paragraphs of the header's conventions."""
    security = (ROOT / "docs/security.md").read_text(encoding="utf-8")
    durability = (ROOT / "docs/concepts/durability.md").read_text(encoding="utf-8")
    threads = (ROOT / "docs/concepts/threads.md").read_text(encoding="utf-8")
    header = (ROOT / "include/tally.h").read_text(encoding="utf-8")
    conventions = header[header.index("CONVENTIONS"):header.index("#ifndef TALLY_H")]
    threats = re.findall(r"^\*\*([A-Z].+?)[.:]\*\*", security, re.MULTILINE)
    found = [f"Threat: {who[0].lower()}{who[1:]}" for who in threats]
    found += [f"Durability: {title}" for title in re.findall(r"^## (.+)$", durability, re.MULTILINE)]
    found += [f"Threads: {title}" for title in re.findall(r"^## (.+)$", threads, re.MULTILINE)]
    names = re.findall(r"^ \*\n \* ([A-Z][a-z]+(?: [a-z]+){0,2})(?:\.|:| is | are )", conventions, re.MULTILINE)
    return found + [f"Conventions: {name}" for name in names]


def test_each_promise_has_a_row():
    expected = promises()
    assert len(expected) > 25
    assert sorted(ROWS) == sorted(expected)


def test_the_tests_of_the_rows_exist():
    named = [(row, file, name) for row, cell in ROWS.items() for file, names in re.findall(
        r"`(test_\w+\.c)`: ([a-z_]\w*(?:, [a-z_]\w*)*)", cell) for name in names.split(", ")]
    assert len(named) > 90
    for row, file, name in named:
        path = next(path for folder in ("CHost", "Faults") if (path := ROOT / "Tests" / folder / file).is_file())
        assert re.search(rf"^TEST(?:_ALONE)?\({name}\b", path.read_text(encoding="utf-8"), re.MULTILINE), f"{row}: {file}: {name}"


def test_the_commands_of_the_page_exist():
    makefiles = "\n".join(path.read_text(encoding="utf-8") for path in (
        ROOT / "Makefile", *sorted(ROOT.glob("Make/*.mk")), *sorted(ROOT.glob("Tests/*.mk"))))
    parts = (ROOT / "Tests/parts.toml").read_text(encoding="utf-8")
    names = {word for words in re.findall(r"make((?:\s[a-z][a-z-]*)+)", PAGE.replace("\n    make", " make"))
             for word in words.split()}
    assert len(names) > 15
    for name in sorted(names - OTHER_WORDS):
        assert re.search(rf"(?m)^{name}\b.*:|\b{name}\b[^:\n]*:", makefiles) or f"\n{name} = " in parts, name
