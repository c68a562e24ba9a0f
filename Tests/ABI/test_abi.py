"""Changes of the header that programs would feel are found; others are not in the way."""

import pathlib

import abi
import pytest

HEADER = abi.HEADER.read_text(encoding="utf-8")
RESERVED = "    void *reserved[2];    /* NULL */\n} tally_import;"

# The name of a change: (the text to replace, the new text).
CHANGES = {
    "a wider member": ("    uint32_t max_feeds;  ", "    uint64_t max_feeds;  "),
    "a member of another sign": ("    tally_durability durability;", "    uint32_t durability;"),
    "a member of another name": ("    tally_durability durability;", "    tally_durability durable;"),
    "a longer structure": (RESERVED, RESERVED.replace("[2]", "[3]")),
    "a reserved member in use": (RESERVED, "    void *fresh;\n" + RESERVED.replace("[2]", "[1]")),
    "another parameter": ("tally_engine *engine, int64_t timeout);", "tally_engine *engine, int32_t timeout);"),
    "one parameter more": ("tally_engine *engine, int64_t timeout);", "tally_engine *engine, int64_t timeout, int x);"),
    "another result": ("tally_status tally_engine_flush(", "int64_t tally_engine_flush("),
    "another callback": ("tally_log_level level, const char *text);", "int64_t level, const char *text);"),
    "a function more": ("uint32_t tally_version(void);", "uint32_t tally_version(void);\nTALLY_API uint32_t tally_newer(void);"),
    "a function less": ("TALLY_API uint32_t tally_version(void);", ""),
}
CONSTANTS = {
    "another number": ("#define TALLY_ERROR_LIMIT (-5)", "#define TALLY_ERROR_LIMIT (-105)"),
    "another text": ('"tally:reminders"', '"tally:reminder"'),
    "a constant more": ("#define TALLY_OK 0\n", "#define TALLY_OK 0\n#define TALLY_FINE 100\n"),
    "a constant less": ("#define TALLY_UNIT_YEAR 7\n", ""),
}


@pytest.fixture
def changed(tmp_path):
    """A header with changes."""

    def change(*replacements):
        text = HEADER
        for former, present in replacements:
            assert former in text
            text = text.replace(former, present, 1)
        header = tmp_path / "include" / "tally.h"
        header.parent.mkdir(exist_ok=True)
        header.write_text(text, encoding="utf-8")
        return tmp_path, header

    return change


RAISED = ("#define TALLY_VERSION_MINOR 1\n", "#define TALLY_VERSION_MINOR 2\n")


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_needs_another_version(name, changed):
    with pytest.raises(abi.Problem, match="Raise the version"):
        abi.check_description(*changed(CHANGES[name]))


def test_an_addition_needs_no_more(changed):
    abi.check_description(*changed(CHANGES["a function more"], RAISED))


def test_a_function_that_went_needs_another_soname(changed):
    folder, header = changed(CHANGES["a function less"], RAISED)
    with pytest.raises(abi.Problem, match="another SOVERSION"):
        abi.check_description(folder, header)


def test_another_version_node_is_a_change(changed, tmp_path):
    export_map = tmp_path / "other.map"
    export_map.write_text(abi.MAP.read_text(encoding="utf-8").replace("TALLY_0", "TALLY_1"), encoding="utf-8")
    folder, header = changed()
    with pytest.raises(abi.Problem, match="Raise the version"):
        abi.check_description(folder, header, export_map)


@pytest.mark.parametrize("name", CONSTANTS)
def test_constants_are_written_down(name, changed):
    with pytest.raises(abi.Problem):
        abi.check_layout(*changed(CONSTANTS[name]))


@pytest.mark.parametrize("name", ["a wider member", "a longer structure", "a member of another name"])
def test_layouts_are_written_down(name, changed):
    with pytest.raises(abi.Problem):
        abi.check_layout(*changed(CHANGES[name]))


def test_comments_are_no_part_of_it(changed):
    folder, header = changed(("/* Success. */", "/* It was done. */"))
    abi.check_description(folder, header)
    abi.check_layout(folder, header)


def test_a_library_with_other_symbols_is_found(changed):
    folder, header = changed(CHANGES["a function less"])
    other = folder / "other"
    other.mkdir()
    library = abi.build(other, header)
    with pytest.raises(abi.Problem, match="tally_version@@TALLY_0"):
        abi.check_symbols(pathlib.Path(folder), library)
