"""The model of the methods of all languages (Bindings/tools/methods.py), and their documentation in a language's words,
from a header of the test's own."""

import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Bindings/tools"))
sys.path.insert(0, str(ROOT / "Tests/Docs"))
import contributing  # noqa: E402
import cpp_words  # noqa: E402
import csharp_words  # noqa: E402
import documents  # noqa: E402
import faces  # noqa: E402
import go_words  # noqa: E402
import header  # noqa: E402
import java_words  # noqa: E402
import lua_words  # noqa: E402
import methods  # noqa: E402
import node_words  # noqa: E402
import python_words  # noqa: E402
import ruby_words  # noqa: E402
import rust_words  # noqa: E402

TEXT = """
/* The introduction. */

/* ------------------------------------------------------------
 * Badges
 * ------------------------------------------------------------ */

typedef struct tally_engine tally_engine;
typedef struct tally_account tally_account;
#define TALLY_OK 0
#define TALLY_HELD 1
#define TALLY_ERROR_PATH (-1)
typedef int32_t tally_status;

/*
 * Sets the badge at `path` to `count`. 0 removes the badge.
 *
 * account   the account to change
 * path      created if it does not exist
 * count     0 to 100; see tally_badge_get
 *
 * Returns TALLY_OK, or TALLY_HELD if NULL was never given.
 * Errors: PATH (or NULL), IO.
 * Cost: O(depth).
 */
tally_status tally_badge_set(tally_account *account, const char *path, int64_t count);

/* Sets the badge, and removes it at the timestamp `until`. An end in the past removes it. Returns TALLY_OK. */
tally_status tally_badge_set_until(tally_account *account, const char *path, int64_t count, int64_t until);

/* Reads a badge. out_count: what the path shows. Returns TALLY_OK. Errors: PATH, BUFFER_TOO_SMALL (never). */
tally_status tally_badge_get(tally_account *account, const char *path, uint64_t *out_count);

/*
 * Reads the name.
 *
 * out_name         may be NULL
 * out_letters      how many letters it has; may be NULL
 *
 * Returns TALLY_OK.
 */
tally_status tally_badge_name(tally_account *account, uint64_t *out_name, uint64_t *out_letters);

/* Ends the work. timeout: the milliseconds that it may take: from 1,000; -1: no limit. Returns TALLY_OK. */
tally_status tally_engine_finish(tally_engine *engine, int64_t timeout);
"""


@pytest.fixture
def model(tmp_path):
    file = tmp_path / "tally.h"
    file.write_text(TEXT, encoding="utf-8")
    made = header.parse(file)
    for constant in made.constants:
        constant.section = "Version, status, errors"
    return made


def method(model, short):
    return next(each for each in methods.all(model) if each.short == short)


def test_receivers_arguments_and_results_follow_from_the_header(model):
    put, get, finish = (method(model, short) for short in ("badge_set", "badge_get", "engine_finish"))
    assert [(each.owner, each.flat, each.result.kind) for each in (put, get, finish)] == [
        ("account", "set", "status"), ("account", "get", "number"), ("engine", "finish", "nothing")]
    assert [(each.name, each.kind, each.is_required) for each in put.arguments] == [
        ("path", "path", True), ("count", "integer", True), ("until", "until", False)]
    assert put.until.name == "tally_badge_set_until" and method(model, "badge_set_until").without_end is put.function
    assert [slot.kind for slot in put.slots] == ["receiver", "argument", "argument"]
    assert put.statuses == ["HELD"] and put.blocks and not get.blocks and finish.blocks
    assert [each.short for each in faces.chosen(model, "account", ())] == ["badge_set", "badge_get", "badge_name"]


def test_documentation_is_in_the_words_of_a_language(model):
    document = documents.of(method(model, "badge_set"), python_words.Words(model))
    assert document.summary.startswith("Sets the badge at `path` to `count`.")
    assert [(each.name, text) for each, text in document.parameters] == [
        ("path", "created if it does not exist"), ("count", "0 to 100; see `Account.get`"),
        ("until", "when the badge ends; None: it does not")]
    assert document.returns == "Returns Status.OK, or Status.HELD if None was never given."
    assert document.errors == "PathError (or None), IO" and document.cost == "O(depth)"
    assert "An end in the past removes it." in document.details
    document = documents.of(method(model, "badge_set"), ruby_words.Words(model))
    assert dict((each.name, text) for each, text in document.parameters)["count"] == "0 to 100; see `Account#get`"


def test_what_comes_out_is_a_result_and_durations_have_units(model):
    words = python_words.Words(model)
    document = documents.of(method(model, "badge_get"), words)
    assert document.returns == "Returns what the path shows." and document.errors == "PathError"
    assert document.parameters[0][0].name == "path" and document.details == []
    assert documents.of(method(model, "badge_name"), words).returns == "Returns letters: how many letters it has."
    document = documents.of(method(model, "engine_finish"), words)
    assert [text for _, text in document.parameters] == ["the time that it may take: from 1,000 ms; -1: no limit"]


@pytest.mark.parametrize("language", [cpp_words, csharp_words, go_words, java_words, lua_words, node_words, python_words, ruby_words,
                                      rust_words])
def test_no_documentation_speaks_of_c(language):
    model = header.parse()
    words = language.Words(model)
    generated = [each for each in methods.all(model) if not each.is_custom]
    assert len(generated) > 100
    for each in generated:
        document = documents.of(each, words)
        rows = [f"{argument.name}: {text}" for argument, text in document.parameters]
        text = "\n".join(documents.lines(document, rows, lambda paragraph: [paragraph]))
        text = re.sub(r"\{@link Raw#\w+\}|`sys::\w+`", "", text)  # Names that javac and rustdoc look up.
        assert not re.search(r"tally_|TALLY_|\bNULL?\b|\bout_|user_data|BUFFER_TOO_SMALL", text), (each.short, text)


@pytest.mark.parametrize("path, comment, of_c", [
    ("go/declarations.go", r"^\t// .*", r"tally_|TALLY_|\bNULL\b|[a-z]_[a-z]"),
    ("rust/tally/src/generated.rs", r"^ +/// .*", r"tally_|(?<!sys::)TALLY_|\bNULL\b"),
])
def test_comments_of_members_do_not_speak_of_c(path, comment, of_c):
    comments = re.findall(comment, (ROOT / "Bindings" / path).read_text(encoding="utf-8"), re.M)
    assert len(comments) > 300
    assert [each for each in comments if re.search(of_c, each)] == []


def test_flags_that_go_documents_are_parameters():
    """Those of options are a member of these."""
    found = 0
    for path in sorted((ROOT / "Bindings/go").glob("methods_*.go")):
        for comment, signature in re.findall(r"((?:^//.*\n)+)^func (.*) \{$", path.read_text(encoding="utf-8"), re.M):
            flags = re.findall(r"^//   - ([A-Z]\w+):", comment, re.M)
            assert not flags or "flags " in signature, (signature, flags)
            found += len(flags)
    assert found > 5


def test_operations_have_the_arguments_of_functions():
    found = {each.name: each for each in methods.operations(header.parse())}
    assert found["set"].members == {"path": "path", "count": "value", "until": "until"} and found["set"].is_of_badges
    assert found["read"].method.short == "message_mark_path_read" and not found["read"].is_of_badges
    assert (found["put_reminder"].options, found["put_reminder"].members) == ("reminder", {"id": "id"})
    assert len(found) == len([each for each in header.parse().constants if each.kind == "operation_kind"]) > 10


def test_a_new_function_changes_one_file_of_the_bindings_by_hand(tmp_path):
    """The example of docs/contributing.md: everything else is generated, and every language has the function."""
    contributing.copy_sources(tmp_path)
    contributing.apply(tmp_path)
    subprocess.run([sys.executable, "Bindings/tools/generate.py"], cwd=tmp_path, stdout=subprocess.DEVNULL, check=True)
    by_hand = []
    for path in sorted((tmp_path / "Bindings").rglob("*")):
        name = path.relative_to(tmp_path)
        if path.is_file() and path.suffix != ".pyc" and path.read_bytes() != (ROOT / name).read_bytes():
            beginning = path.read_text(encoding="utf-8").split("\n")[:5]
            by_hand += [str(name)] if not any("enerated from" in line for line in beginning) else []
    assert by_hand == ["Bindings/NAMES.md", "Bindings/tools/swift_names.py"]
    names = (tmp_path / "Bindings/NAMES.md").read_text(encoding="utf-8")
    row = next(line for line in names.split("\n") if line.startswith("| `tally_badge_is_shown` |"))
    assert all(cell.strip() for cell in row.split("|")[1:-1]) and row.count("|") == 12


def test_every_row_of_the_table_is_of_a_function_of_the_header():
    functions = {function.name.removeprefix("tally_") for function in header.parse().functions}
    assert set(methods.ROWS) <= functions and set(methods.CUSTOM) <= functions
    languages = [cpp_words, csharp_words, go_words, java_words, lua_words, node_words, python_words, ruby_words, rust_words]
    for language in languages:
        for table in ("NAMES", "RESULTS", "FLAGS", "NUMBERS", "BY_HAND"):
            assert set(getattr(language, table, ())) <= functions, (language.__name__, table)
