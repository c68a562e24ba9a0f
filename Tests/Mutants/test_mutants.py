"""The mutants: the bytes of each operator, and their places in the shipped library."""

import pathlib

import pytest

import calls
import mutants
import queries
import shares
import sites

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHORT, NEAR = bytes.fromhex("7c05"), bytes.fromhex("0f8c01020304")


@pytest.mark.parametrize("code, operator, after", [
    (SHORT, "turn", "7d05"), (SHORT, "always", "eb05"), (SHORT, "never", "9090"), (SHORT, "edge", "7e05"),
    (NEAR, "turn", "0f8d01020304"), (NEAR, "always", "90e901020304"), (NEAR, "never", "909090909090"),
    (NEAR, "edge", "0f8e01020304"),
])
def test_a_branch_keeps_its_length_and_its_target(code, operator, after):
    assert sites.branch_changes(code)[operator] == bytes.fromhex(after)


@pytest.mark.parametrize("condition", range(2, 16))
def test_limits_are_changed_in_both_directions(condition):
    after = sites.branch_changes(bytes([0x70 | condition, 5]))
    assert ("edge" in after) == (condition in (2, 3, 6, 7, 12, 13, 14, 15))
    if "edge" in after:
        assert sites.branch_changes(after["edge"])["edge"] == bytes([0x70 | condition, 5])


def test_checks_of_overflow_and_other_code_are_left():
    assert not sites.branch_changes(bytes.fromhex("7005")) and not sites.branch_changes(bytes.fromhex("eb05"))


@pytest.mark.parametrize("code, name, after", [
    ("0f94c0", "sete", {"set": "0f95c0"}), ("490f4cc2", "cmovlq", {"set": "490f4dc2"}), ("0f90c0", "seto", {}),
    ("83f904", "cmpl", {"plus": "83f905"}), ("48 81f8 00010000", "cmpq", {"plus": "48 81f8 01010000"}),
    ("83f97f", "cmpl", {}), ("83f9ff", "cmpl", {"plus": "83f900"}), ("3cff", "cmpb", {"plus": "3c00"}),
    ("4839c8", "cmpq", {}), ("4883c101", "addq", {}),
])
def test_values_and_constants(code, name, after):
    expected = {operator: bytes.fromhex(changed) for operator, changed in after.items()}
    assert sites.value_changes(bytes.fromhex(code), name) == expected


def test_a_branch_to_a_trap_or_around_one_is_left():
    trap = (20, b"\xe8\0\0\0\0", "callq", "0x99 <ctally_platform_trap>")
    to, around = (10, b"\x74\x08", "je", "0x14 <f+0x14>"), (18, b"\x74\x08", "je", "0x1c <f+0x1c>")
    assert not sites.changes_of([to, around, trap])
    assert sites.changes_of([to, around])


def test_terms_of_sql():
    text = b"SELECT a FROM t WHERE b = ?1 AND c IN (1, 2) AND d < ?2 OR e ORDER BY a\0"
    assert [found[0] for found in queries.TERM.finditer(text)] == [b"b = ?1", b"c IN (1, 2)", b"d < ?2 OR e"]


@pytest.mark.parametrize("text, operator, after", [
    ("SELECT a FROM t WHERE b = ?1 AND c = ?2", "sql", ["SELECT a FROM t WHERE c = ?2"]),
    ("SELECT a FROM t WHERE bee = ?1 AND cat < 2", "sql", ["SELECT a FROM t WHERE bee = ?1", "SELECT a FROM t WHERE ?1 IS ?1 AND cat < 2"]),
    ("SELECT a FROM t WHERE bee = ?1 AND b > ?1", "sql", ["SELECT a FROM t WHERE b > ?1", "SELECT a FROM t WHERE bee = ?1"]),
    ("DELETE FROM t WHERE a = ?1 AND b = ?2", "statement", ["DELETE FROM t WHERE 0*?1 AND b=?2"]),
    ("DELETE FROM t WHERE a = ?1 AND b = ?2 AND c = 1", "statement", ["DELETE FROM t WHERE 0 AND a=?1 AND b=?2 AND c=1"]),
    ("UPDATE t SET a = 1, b = 2, c = 3", "statement", ["UPDATE t SET a=1,b=2,c=3 WHERE 0"]),
    ("UPDATE t SET a = 1", "statement", []),
    ("INSERT INTO t(a, b, c, d) VALUES (?1, ?2, 0, '')", "statement", ["INSERT INTO t(a,b,c,d) SELECT ?1,?2,0,'' WHERE 0"]),
    ("INSERT INTO t(a, b) SELECT ?1, b FROM u WHERE c = ?2", "statement",
     ["INSERT INTO t(a,b) SELECT ?1,b FROM u WHERE 0*?2"]),
    ("SELECT a FROM t WHERE b = 1", "statement", []),
    ("SELECT a FROM t WHERE bee = ?1 LIMIT 1", "column", ["SELECT a FROM t WHERE ?1 IS ?1 LIMIT 1"]),
    ("SELECT a FROM t WHERE (rank, key) < (?1, ?2)", "column", ["SELECT a FROM t WHERE (rank, ?2 ) < (?1, ?2)"]),
    ("SELECT a FROM t ORDER BY a DESC, b DESC LIMIT 1", "column", ["SELECT a FROM t ORDER BY a DESC LIMIT 1"]),
    ("SELECT a FROM t ORDER BY a DESC", "column", ["SELECT a FROM t ORDER BY a"]),
    ("UPDATE t SET a = max(a, 1), b = 7 WHERE c = 1", "column",
     ["UPDATE t SET a = a , b = 7 WHERE c = 1", "UPDATE t SET a = max(a, 1), b = b WHERE c = 1"]),
])
def test_changes_of_sql(text, operator, after):
    found = [changed for kind, _, changed in queries.changes_of(text.encode()) if kind == operator]
    assert all(len(changed) == len(text) and queries.parameters(changed) == queries.parameters(text.encode()) for changed in found)
    assert sorted(" ".join(changed.decode().split()) for changed in found) == sorted(after)


def test_only_sql_that_sqlite_takes_is_a_mutant():
    prepared = queries.Prepared([b"CREATE INDEX i ON t(a) WHERE b = 1", b"CREATE TABLE t(a, b); CREATE TABLE u(c)"])
    assert prepared.accepts(b"SELECT a FROM t INDEXED BY i WHERE b = 1 AND a > ?2") and prepared.accepts(b"SELECT c FROM u")
    assert not prepared.accepts(b"PRAGMA temp_store = MEMORY")
    assert not prepared.accepts(b"SELECT a FROM t INDEXED BY i WHERE a > ?2") and not prepared.accepts(b"SELECT a FROM v")


@pytest.mark.parametrize("source, name", [
    ("  try finish(statement)", "finish"), ("  statement.bind(1, text: name)", "bind"), ("  if isOpen { close() }", "close"),
    ("  } else { rows[3].first?.close() }", "close"), ("  do throws(Failure) { try put(1) } catch { throw error }", "put"),
    ("  _ = take(0x21)", "take"), ("  put(\n    1,\n    (2))", "put"),
])
def test_a_call_that_is_a_statement(source, name):
    lines = ["  first()", *source.split("\n"), "  last()"]
    assert calls.is_statement("a.swift", lines, 2, lines[1].rindex(name) + 1)


@pytest.mark.parametrize("above, source, name", [
    ("  {", "  let a = find(1)", "find"), ("  {", "  return find(1)", "find"), ("  {", "  find(1) + 1", "find"),
    ("  func find() -> Int {", "  other()", "other"), ("  rows.map { row in", "  other()", "other"),
    ("  {", "  put(find(1))", "find"), ("  {", "  if find(1) { close() }", "find"), ("  {", "  building(x) { y in", "building"),
])
def test_a_call_whose_result_is_used(above, source, name):
    lines = [above, source, "  }"]
    assert not calls.is_statement("a.swift", lines, 2, source.index(name) + 1)


def test_calls_of_c():
    lines = ["{", "    close(descriptor);", "    if (is_new) unlink(name);", "    n = read(d);", "    return find(n);", "}"]
    assert [calls.is_statement("a.c", lines, number, lines[number - 1].index(name) + 1) for number, name in (
        (2, "close"), (3, "unlink"), (4, "read"), (5, "find"))] == [True, True, False, False]


def test_a_result_that_the_code_reads():
    def code(name, operands):
        return 0, b"", name, operands

    assert calls.is_used([code("testb", "%al, %al")]) and calls.is_used([code("movq", "%rax, %rbx")])
    assert calls.is_used([code("movl", "$0, (%rax)")]) and calls.is_used([code("movq", "(%rax), %rax")])
    assert not calls.is_used([code("movq", "%rbx, %rax"), code("movq", "%rax, %rdi")])
    assert not calls.is_used([code("movq", "%rbx, %rdi"), code("retq", ""), code("testb", "%al, %al")])


def test_a_call_becomes_nothing():
    call, jump = bytes.fromhex("e801020304"), bytes.fromhex("e901020304")
    row = [(10, call, "callq", "0x20 <f>"), (15, jump, "jmp", "0x20 <f>"), (20, jump, "jmp", "0x20 <f+0x4>"),
           (25, call, "callq", "0x20 <swift_release>"), (30, call, "callq", "0x20 <f>"), (35, b"\x84\xc0", "testb", "%al, %al")]
    assert [(place, after.hex()) for place, _, _, after in calls.changes_of(row)] == [(10, "9090909090"), (15, "c390909090")]


def test_shares_are_kept_and_added(tmp_path, monkeypatch):
    monkeypatch.setattr(shares, "PATH", tmp_path / "shares.txt")
    shares.put("A", 7, 30, 20, 5)
    shares.put("A", 3, 10, 10, 0)
    shares.put("A", 7, 30, 22, 5)
    assert shares.sums() == {"A": ((3, 7), 40, 32, 5)}
    shares.put("B", 1, 3, 3, 1)
    with pytest.raises(ValueError):
        shares.rows()


def test_a_sample_is_that_of_its_seed():
    def one(operator, place):
        return sites.Mutant(operator, place, b"", b"", "f", "f.c", place, 1)

    many = [one(operator, place) for operator in ("turn", "sql") for place in range(50)]
    assert mutants.sample(many, 20, 7) == mutants.sample(many, 20, 7) != mutants.sample(many, 20, 8)
    assert len(set(mutants.sample(many, 1000, 7))) == 100


def test_longer_commands_run_in_the_build_and_name_programs_of_it(tmp_path):
    folder = tmp_path / "build" / "tests"
    folder.mkdir(parents=True)
    command = mutants.Program("tests/longer two 'three 3'").command(folder)
    assert command == ["tests/longer", "two", "three 3"]
    assert mutants.Program("test_quick").command(folder) == [folder / "test_quick"]
    (folder / "longer").write_text('#!/bin/sh\n[ "$2" = "three 3" ] && [ -n "$LD_LIBRARY_PATH" ]\n')
    (folder / "longer").chmod(0o755)
    assert mutants.outcome(mutants.Program("tests/longer two 'three 3'"), folder, tmp_path) is None
    assert mutants.outcome(mutants.Program("tests/longer two three"), folder, tmp_path) == "failed"
    commands = [command for row in mutants.modules().values() for command in row.get("last", [])]
    sources = {"simulation/simulator": "Simulation/main.c"}
    programs = {command.split()[0] for command in commands}
    assert programs and all(
        (ROOT / "Tests" / sources.get(name, f"CHost/{name.removeprefix('tests/')}.c")).exists() for name in programs)


def test_the_library_has_places_of_every_module():
    library = sites.Library(ROOT / "build/libtally.so.0", mutants.toolchain())
    table = mutants.modules()
    assert table.keys() >= {path.name for path in (ROOT / "Sources").iterdir() if path.name in (
        "TallyTree", "TallyStore", "TallyPolicy", "TallyWire", "TallyCalendar", "TallySummary", "TallyEngine", "TallyABI")}
    found = mutants.found_mutants(library, "TallyStore", None)
    assert {mutant.operator for mutant in found} == set(sites.OPERATORS)
    assert all(len(mutant.before) == len(mutant.after) and mutant.before != mutant.after for mutant in found)


def test_reasons_are_about_lines_that_exist():
    assert all(mutants.reasons().values())
