"""The figures, the exceptions and the comparison of coverage, from small exports that are written here."""

import pytest

import figures
import table

ROOT = "/somewhere"


def function(name, regions, count=1, path="Sources/TallyTree/Tree.swift", branches=()):
    return {"name": name, "count": count, "filenames": [path], "regions": [[*region, 0, 0, 0] for region in regions],
            "branches": [[*branch, 0, 0, 4] for branch in branches]}


def build(*functions):
    return figures.read({"data": [{"functions": list(functions)}]}, ROOT)


def test_copies_of_a_function_are_one():
    files = build(function("a", [(1, 1, 5, 2, 0), (2, 5, 3, 6, 0)], 0), function("b", [(1, 1, 5, 2, 4), (2, 5, 3, 6, 0)]))
    assert figures.counts(files)["TallyTree"] == {
        "regions": [1, 2], "functions": [1, 1], "lines": [4, 5], "branches": [0, 0]}


def test_a_line_has_the_larger_count_of_what_begins_in_it():
    # if a { b } on one line: the arm is not reached, and the line is.
    assert figures.lines_of([(1, 1, 3, 2, 7), (2, 10, 2, 15, 0)]) == {1: True, 2: True, 3: True}
    # An arm over two lines that is not reached, and a line behind it.
    assert figures.lines_of([(1, 1, 5, 2, 7), (2, 10, 4, 3, 0)]) == {1: True, 2: True, 3: False, 4: False, 5: True}


def test_either_build_reaches_a_region():
    one = build(function("a", [(1, 1, 9, 2, 1), (2, 1, 3, 1, 1), (4, 1, 5, 1, 0), (6, 1, 7, 1, 0)]))
    other = build(function("a", [(1, 1, 9, 2, 1), (2, 1, 3, 1, 0), (4, 1, 5, 1, 1), (6, 1, 7, 1, 0)],
                           path="/build/Sources/TallyTree/Tree.swift"))
    assert figures.counts(figures.merge([one, other]))["TallyTree"]["regions"] == [3, 4]
    assert figures.counts(one)["TallyTree"]["regions"] == [2, 4]


def test_a_branch_counts_twice_and_tests_are_not_measured():
    files = build(function("c", [(1, 1, 3, 2, 1)], path="CSources/CFiles/files.c", branches=[(2, 5, 2, 9, 3, 0)]),
                  function("t", [(1, 1, 3, 2, 1)], path="Tests/CHost/test_files.c"))
    assert list(files) == ["CSources/CFiles/files.c"]
    assert figures.counts(files)["CFiles"]["branches"] == [1, 2]


def test_gaps_are_no_regions():
    one = function("a", [(1, 1, 3, 2, 1)])
    one["regions"].append([2, 1, 2, 5, 0, 0, 0, 3])
    assert figures.counts(build(one))["TallyTree"]["regions"] == [1, 1]


@pytest.fixture
def source(tmp_path):
    folder = tmp_path / "Sources/TallyTree"
    folder.mkdir(parents=True)
    (folder / "Tree.swift").write_text("func a() {\n  guard b | c else {\n    return }\n}\n")
    return tmp_path


def exceptions(source, line, is_reached=False):
    merged = build(function("a", [(1, 1, 4, 2, 1), (2, 20, 3, 6, int(is_reached))]))
    return table.read_exceptions(f"# a comment\n\nSources/TallyTree/Tree.swift | {line}\n", merged, source), merged


def test_an_excepted_region_is_not_counted(source):
    found, merged = exceptions(source, "guard b | c else { | b and c are never false")
    assert not found.problems and found.count == 1 and found.lines == {("Sources/TallyTree/Tree.swift", 2)}
    assert figures.counts(merged, found.lines)["TallyTree"]["regions"] == [1, 1]


@pytest.mark.parametrize("line, is_reached, problem", [
    ("guard b | c else { | a reason", True, "not needed any more"),
    ("guard d else { | a reason", False, "not needed any more"),
    ("guard b | c else {", False, "not needed any more"),
    ("guard b else {", False, "not `path | line | reason`"),
])
def test_an_exception_that_is_not_needed_is_a_problem(source, line, is_reached, problem):
    found, _ = exceptions(source, line, is_reached)
    assert len(found.problems) == 1 and problem in found.problems[0]


def test_a_region_without_code_is_not_counted(tmp_path):
    folder = tmp_path / "Sources/TallyTree"
    folder.mkdir(parents=True)
    (folder / "Tree.swift").write_text("func a() {\n  while true {\n    b()\n  }\n}\n")
    files = build(function("a", [(1, 10, 5, 2, 1), (2, 14, 4, 4, 1), (4, 4, 5, 2, 0)]))
    assert figures.counts(files)["TallyTree"]["regions"] == [2, 3]
    assert figures.counts(figures.without_blanks(files, tmp_path))["TallyTree"]["regions"] == [2, 2]


@pytest.mark.parametrize("body, regions", [
    ('{ preconditionFailure("room was not reserved") }', [1, 1]),
    ('{\n    preconditionFailure("room was not reserved")\n  }', [1, 1]),
    ("{ preconditionFailure(error.message) }", [1, 1]),
    ('{ count += 1; preconditionFailure("late") }', [1, 2]),
    ('{ if a { preconditionFailure("late") } }', [1, 2]),
    ("{ return }", [1, 2]),
])
def test_an_arm_that_is_an_assertion_is_not_counted(tmp_path, body, regions):
    """Only an arm that does nothing but end the process, and only while it is not reached."""
    folder = tmp_path / "Sources/TallyTree"
    folder.mkdir(parents=True)
    text = f"func a() {{\n  do {{ b() }} catch {body}\n}}\n"
    (folder / "Tree.swift").write_text(text)
    begin = text.split("\n")[1].index(body.split("\n", maxsplit=1)[0], 15) + 1
    last = 2 + body.count("\n")
    end = len(body.rsplit("\n", maxsplit=1)[-1]) + 1 + (0 if last > 2 else begin - 1)
    for count in (0, 1):
        files = build(function("a", [(1, 1, last + 1, 2, 1), (2, begin, last, end, count)]))
        found = figures.counts(files, impossible=figures.impossible_regions(files, tmp_path))["TallyTree"]
        assert found["regions"] == (regions if count == 0 else [2, 2])
    files = build(function("a", [(1, 1, last + 1, 2, 1), (2, begin, last, end, 0)]))
    lines = figures.counts(files, impossible=figures.impossible_regions(files, tmp_path))["TallyTree"]["lines"]
    assert lines[0] == lines[1] or regions == [1, 2]


def row(regions):
    return {"regions": regions, "functions": [1, 1], "lines": [5, 5], "branches": [0, 0]}


def test_the_table_is_read_as_it_is_written():
    rows = {("TallyTree", build): row([997, 1000]) for build in table.BUILDS}
    assert table.parse(table.text_of(rows, 3)) == (rows, 3)


@pytest.mark.parametrize("now, problems", [
    ([997, 1000], 0), ([996, 1000], 0), ([995, 1000], 1), ([1000, 1000], 0), ([1990, 2000], 1), ([99, 100], 0),
    ([98, 100], 1),
])
def test_a_share_may_fall_by_a_tenth_of_a_per_cent(now, problems):
    found = table.problems_of({("TallyTree", "swift"): row(now)}, 0, {("TallyTree", "swift"): row([997, 1000])}, 0)
    assert len(found) == problems


def test_missing_rows_and_more_exceptions_are_problems():
    one, other = {("TallyTree", "swift"): row([1, 1])}, {("TallyWire", "swift"): row([1, 1])}
    assert len(table.problems_of(one, 2, other, 1)) == 3
