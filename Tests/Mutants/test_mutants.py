"""The mutants: the bytes of each operator, and their places in the shipped library."""

import pathlib

import pytest

import mutants
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
    assert [found[0] for found in sites.TERM.finditer(text)] == [b"b = ?1", b"c IN (1, 2)", b"d < ?2 OR e"]


def test_a_sample_is_that_of_its_seed():
    def one(operator, place):
        return sites.Mutant(operator, place, b"", b"", "f", "f.c", place, 1)

    many = [one(operator, place) for operator in ("turn", "sql") for place in range(50)]
    assert mutants.sample(many, 20, 7) == mutants.sample(many, 20, 7) != mutants.sample(many, 20, 8)
    assert len(set(mutants.sample(many, 1000, 7))) == 100


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
