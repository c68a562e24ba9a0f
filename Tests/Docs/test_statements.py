"""Statements that the header makes and the documents repeat: the members of JSON, the ways to do something, and what
calls in Swift cost. The same thing must be said in both places.

They are compared by words, so a sentence may change, and the fact in it may not.
"""

import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Bindings" / "tools"))

import header as header_tools  # noqa: E402
from swift_names import NAMES  # noqa: E402

HEADER = header_tools.parse()
COMMAND = (ROOT / "docs/command.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md")), *sorted(ROOT.glob("Bindings/**/*.md")),
         *sorted(ROOT.glob("Sources/Tally/Tally.docc/*.md"))]
NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}

# --- The members of the command's JSON

# The objects whose members are those of a structure, and the words that a description and the header's comment share.
MEMBERS = {
    "badge": ("tally_badge", {"kind": "", "count": "number 0 dot", "revision": "revision changed 0 none",
                              "highlights": "part shows messages level above", "level": "greatest level shows"}),
    "reason": ("tally_reason", {
        "contributed": "", "fed_count": "messages", "highlights": "sum counts highlights reach path",
        "level": "greatest level reaches path"}),
    "presentation": ("tally_presentation", {"kind": "", "count": "number", "highlighted": "level above background"}),
    "message": ("tally_message", {
        "key": "identifies", "id": "server", "state": "", "count": "add number 0 dot", "time": "server", "link": "open",
        "icon": "", "also": "further paths", "data_size": "bytes data", "level": "",
        "snoozed_until": "unseen again"}),
    "group": ("tally_group", {
        "newest": "key message", "oldest": "key", "items": "sum argument counts messages", "notifications": "messages",
        "fresh": "seen", "thread": "thread messages", "time": "", "path": "", "title": "", "summary": "",
        "language": "summary", "origin": ""}),
    "outbox change": ("tally_outbox_entry", {
        "id": "identifies", "feed": "feed", "attempt": "often", "state": "", "kind": "", "key": "", "body": ""}),
    "reminder": ("tally_reminder", {
        "state": "", "revision": "", "produced": "", "expiry": "day", "span": "days", "days_left": "left"}),
    "planned notification": ("tally_plan_entry", {
        "id": "", "time": "fires would have", "action": "", "reminder": "", "title": ""}),
    "log entry": ("tally_reminder_note", {"id": "", "time": "", "kind": "", "reminder": "empty all"}),
    "feed": ("tally_feed_entry", {
        "id": "identifies feed", "last_success": "last good response arrived", "rejected": "items", "url": "",
        "prefix": "", "title": "title server"}),
    "rejected item": ("tally_rejected", {"id": "", "time": "arrived", "body": "JSON"}),
    "recovery": ("tally_recovery", {
        "pages": "damaged file", "damaged_pages": "damaged", "doubtful_rows": "saved damaged pages",
        "accounts_lost": "", "badges_saved": "badges", "feeds_lost": "", "others_saved": "other rows",
        "others_lost": "rows"}),
    "watch sync": ("tally_event", {
        "result": "", "added": "messages", "changed": "messages", "removed": "messages", "rejected": "items",
        "retry_after": "milliseconds server asked wait"}),
}


def stems(text):
    """The words of a text without their endings: `adds`, `added` and `add` are one."""
    return {re.sub(r"(?:ed|s)$", "", word) for word in re.findall(r"[a-z0-9]+", text.lower())}


def described(page):
    """{(object, member): description} of the tables of the page."""
    found = {}
    for section in re.split(r"^### ", page, flags=re.MULTILINE)[1:]:
        name, _, body = section.partition("\n")
        for members, text in re.findall(r"^\| (`.*?) \| .*? \| (.*) \|$", body, re.MULTILINE):
            found |= {(name, member): text for member in re.findall(r"`(\w+)`", members)}
    return found


def problems_of_members(page, header):
    descriptions = described(page)
    for name, (structure, words) in MEMBERS.items():
        comments = {member.name: member.comment for member in header.struct(structure).members if member.comment}
        for member in words.keys() - comments.keys() | words.keys() - {key for of, key in descriptions if of == name}:
            yield f"{name}.{member}: not in both {structure} and the page"
        for (of, member), text in descriptions.items():
            if of != name or member not in comments:
                continue
            if member not in words:
                yield f"{name}.{member}: MEMBERS has no words for it; the header: {comments[member]}"
                continue
            wanted = stems(words[member])
            for where, said in (("the page", text), ("the header", comments[member])):
                if wanted - stems(said):
                    yield f"{name}.{member}: {where} lacks {sorted(wanted - stems(said))}: {said}"


def test_json_members_are_described_as_in_the_header():
    assert len(described(COMMAND)) > 100
    assert not list(problems_of_members(COMMAND, HEADER))


@pytest.mark.parametrize("true, false, member", [
    ("the sum of the argument counts of its messages", "how many messages it has", "group.items"),
    ("how many messages it has", "how many of them are shown", "group.notifications"),
    ("when the last good response arrived, with news or not", "when something new came", "feed.last_success"),
])
def test_a_wrong_description_is_noticed(true, false, member):
    assert COMMAND.count(f"| {true} |") == 1
    page = COMMAND.replace(f"| {true} |", f"| {false} |")
    assert [problem.split(":")[0] for problem in problems_of_members(page, HEADER)] == [member]


# --- "N ways"

def counts(text):
    """The rows and columns of the first table of a text, the points of its first list, and its lower headings."""
    table = re.search(r"^\|.*\n\|[-| ]+\n((?:\|.*\n)+)", text, re.MULTILINE)
    points = re.search(r"^- .*\n(?:(?:- |  ).*\n)*", text, re.MULTILINE)
    found = {len(re.findall(r"^#+ ", text, re.MULTILINE))}
    if table:
        found |= {len(table[1].splitlines()), table[1].splitlines()[0].count(" | ")}
    if points:
        found.add(len(re.findall(r"^- ", points[0], re.MULTILINE)))
    return found


def problems_of_ways(text):
    text = re.sub(r"^```.*?^```\n", "", text, flags=re.MULTILINE | re.DOTALL)
    for found in re.finditer(rf"\b({'|'.join(NUMBERS)}) (?:[a-z]+ )?ways\b", text, re.IGNORECASE):
        line = text[text.rfind("\n", 0, found.start()) + 1:found.end()]
        level = len(re.match(r"#*", line)[0])
        after = text[found.end():]
        end = re.search(rf"^#{{1,{level}}} ", after, re.MULTILINE) if level else None
        if NUMBERS[found[1].lower()] not in counts(after[:end.start()] if end else after):
            yield f"“{found[0]}”, and neither a table, a list nor headings of as many follow"


def rows(page, heading):
    section = (ROOT / page).read_text(encoding="utf-8").split(f"\n## {heading}\n")[1]
    return re.search(r"^\|.*\n\|[-| ]+\n((?:\|.*\n)+)", section, re.MULTILINE)[1]


def test_a_number_of_ways_is_that_of_the_list_behind_it():
    assert sum("ways" in page.read_text(encoding="utf-8") for page in PAGES) > 2
    assert not [f"{page.relative_to(ROOT)}: {problem}" for page in PAGES
                for problem in problems_of_ways(page.read_text(encoding="utf-8"))]


def test_the_ways_to_take_events_are_those_of_the_header():
    (sentence,) = re.findall(r"Callbacks run only inside [^.]*", header_tools.fold(HEADER.introduction))
    wanted = set(re.findall(r"tally_engine_\w+", sentence))
    assert len(wanted) > 1
    listed = rows("docs/concepts/watching.md", "Four ways to drain the queue")
    assert not wanted - set(re.findall(r"tally_engine_\w+", listed))


def test_each_call_that_changes_messages_is_in_the_table_of_calls():
    wanted = {function.name for function in HEADER.functions
              if any(parameter.name == "out_changed" for parameter in function.parameters)}
    assert "tally_message_mark_read" in wanted
    assert not wanted - set(re.findall(r"tally_\w+", rows("docs/concepts/seen-and-read.md", "Which call to use")))


@pytest.mark.parametrize("text, is_right", [
    ("There are two ways:\n\n- a\n- b,\n  or c\n\nThen.\n", True),
    ("There are two ways:\n\n- a\n- b\n- c\n", False),
    ("There are three usual ways.\n\n| | x | y |\n|---|---|---|\n| 1 | 2 | 3 |\n", False),
    ("## Two ways to go\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\n## More\n", True),
    ("## Two ways to go\n\nText.\n\n## More\n\n- a\n- b\n", False),
    ("These are the two ways.\n\n## One\n\n## Another\n", True),
])
def test_a_wrong_number_of_ways_is_noticed(text, is_right):
    assert bool(list(problems_of_ways(text))) != is_right


# --- Which calls in Swift have an async form

# An observer reads what it needs when it begins, and a type's initializer has `Engine.Async.open`.
WITHOUT_ASYNC = {"Engine.init", "Account.observeMessages", "Account.observeGroups"}


def signatures(text, suffix):
    """{(name, parameters and result)} of the public functions in extensions of `Account`, or of `Account.Async`."""
    kind, found = None, set()
    text = re.sub(r"\(\n\s+(.*)\n\s+\)", r"(\1)", text)  # A long list of parameters has a line of its own.
    for line in text.splitlines():
        if start := re.match(rf"(?:extension|public final class) (\w+){suffix}\b[^.]*$", line):
            kind = start[1]
        elif re.match(r"\S", line) and not line.startswith(")"):
            kind = None
        elif (function := re.match(r"  public (?:static )?func (\w+)(.*?) (?:async )?throws\(TallyError\)(.*?) \{",
                                   line)) and kind:
            found.add((f"{kind}.{function[1]}", function[2] + function[3]))
    return found


def swift_signatures():
    texts = [path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("Sources/Tally/**/*.swift"))]
    return (set().union(*(signatures(text, "") for text in texts)),
            set().union(*(signatures(text, r"\.Async") for text in texts)))


def test_calls_that_write_have_an_async_form():
    wanted = {NAMES[name] for function in HEADER.functions if re.search(r"\bFULL\b", function.comment)
              and (name := function.name.removeprefix("tally_")) in NAMES} - WITHOUT_ASYNC
    assert {"Account.post", "Engine.flush", "Feed.deliver"} <= wanted
    assert not wanted - {name for name, _ in swift_signatures()[1]}


def test_async_forms_have_the_parameters_of_their_calls():
    plain, waiting = swift_signatures()
    assert len(waiting) > 60
    # Another thread takes only what is sendable.
    waiting = {(name, form.replace("Collection<UInt8> & Sendable", "Collection<UInt8>")) for name, form in waiting}
    assert not waiting - plain - {("Engine.open", "(_ configuration: Engine.Configuration = Engine.Configuration()) -> Engine")}


def test_a_form_with_other_parameters_is_noticed():
    text = "extension Account.Async {\n  public func set(_ count: Int) async throws(TallyError) -> Int {\n"
    assert signatures(text, r"\.Async") == {("Account.set", "(_ count: Int) -> Int")}
    assert signatures(text, "") == set()


# --- What calls in Swift cost

def complexities(text):
    """(name, cost) of each documented declaration of a file: ("Account.set", "O(depth of the path). …")."""
    kind, cost = "", None
    for line in text.splitlines():
        if found := re.match(r"(?:public )?(?:final )?(?:class|struct|enum|extension) (\w+)", line):
            kind = found[1]
        elif found := re.match(r"  /// - Complexity: (.*)", line):
            cost = found[1]
        elif re.match(r"  ///   ", line) and cost:
            cost += " " + line.strip("/ ")
        elif (found := re.match(r"  (?!///|@)(?:.*\bfunc (\w+)|.*\b(init)\b|.*\bvar (\w+))?", line)) and cost:
            yield f"{kind}.{found[1] or found[2] or found[3]}", cost
            cost = None


def term(cost):
    """The part that is compared: the first O(…), or the first clause. Swift speaks of paths where C has nodes."""
    found = re.search(r"O\((?:[^()]|\([^()]*\))*\)", cost)
    return re.sub(r"\bnodes?\b", "paths", found[0] if found else re.split(r"[,;.]", cost)[0])


def costs(header):
    """{name in Swift: the terms of its functions}; none if the header is silent. A section states what a change costs,
    and so what its functions without an output cost."""
    sections = {section.title: section.introduction for section in header.sections}
    found = {}
    for function in header.functions:
        name = NAMES.get(function.name.removeprefix("tally_"))
        said = [function.cost] if function.cost else []
        if not said and not any(parameter.name.startswith("out_") for parameter in function.parameters):
            said = re.findall(r"\bA change costs (O\(.*?\))", sections[function.section])
        found.setdefault(name, set()).update(map(term, said))
    return found


def problems_of_costs(text, header):
    wanted = costs(header)
    for name, cost in complexities(text):
        if wanted.get(name) and term(cost) not in wanted[name]:
            yield f"{name}: “{term(cost)}”, and in the header {sorted(wanted[name])}"


def test_complexities_are_those_of_the_header():
    files = [path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("Sources/Tally/**/*.swift"))]
    assert sum(bool(costs(HEADER).get(name)) for text in files for name, _ in complexities(text)) > 15
    assert not [problem for text in files for problem in problems_of_costs(text, HEADER)]


@pytest.mark.parametrize("text", [
    "extension Account {\n  /// - Complexity: O(nodes), always.\n  public func verify() {}\n}\n",
    "public final class Engine {\n  /// - Complexity: O(size of the\n  ///   file).\n  /// - Throws: no.\n"
    "  public func verify() {}\n}\n",
])
def test_a_right_complexity_passes(text):
    assert len(list(complexities(text))) == 1
    assert not list(problems_of_costs(text, HEADER))


def test_a_wrong_complexity_is_noticed():
    text = (ROOT / "Sources/Tally/Engine/Engine.swift").read_text(encoding="utf-8")
    assert text.count("- Complexity: O(messages with further paths), because") == 1
    text = text.replace("- Complexity: O(messages with further paths), because", "- Complexity: O(badges in the file), because")
    (problem,) = problems_of_costs(text, HEADER)
    assert problem.startswith("Engine.init: “O(badges in the file)”")


# --- The page about errors


def test_the_page_about_errors_has_each_error_once():
    page = (ROOT / "docs/errors.md").read_text(encoding="utf-8")
    listed = [name for cells in re.findall(r"^\| (`[^|]*) \|", page, re.MULTILINE) for name in re.findall(r"`(\w+)`", cells)]
    text = (ROOT / "include/tally.h").read_text(encoding="utf-8")
    errors = re.findall(r"^#define TALLY_ERROR_(\w+) \(-", text, re.MULTILINE)
    assert len(errors) > 30 and sorted(listed) == sorted(errors)
    damaged = (ROOT / "docs/howto/damaged-file.md").read_text(encoding="utf-8")
    sent = re.search(r"^\| ([^|]*) \|[^|]*\| \[Handle a file", page, re.MULTILINE)[1]
    assert all(f"`{name}`" in damaged for name in re.findall(r"`(\w+)`", sent))


def test_make_help_lists_the_targets():
    done = subprocess.run(["make", "--no-print-directory", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert lines[0].startswith("make ") and len(lines) > 20
    assert all(f"\nmake {target} " in done.stdout for target in ("demo", "test", "install", "deb", "site"))


# --- Each function is used somewhere

# A function that no page and no example calls is one that nobody needed when they were written.
PROGRAMS = [*ROOT.glob("docs/**/*.md"), ROOT / "README.md", *ROOT.glob("Examples/**/*.[ch]")]


def called_functions():
    """The functions that the C programs of the pages and the examples call."""
    texts = [path.read_text(encoding="utf-8") for path in PROGRAMS]
    code = "\n".join(block for text in texts for block in re.findall(r"^```c\n(.*?)^```$", text, re.M | re.S) or [])
    code += "\n".join(path.read_text(encoding="utf-8") for path in PROGRAMS if path.suffix in (".c", ".h"))
    return set(re.findall(r"\b(tally_\w+)\(", code))


def test_each_function_is_called_by_a_page_or_an_example():
    functions = {function.name for function in HEADER.functions}
    assert len(functions) > 150
    assert sorted(functions - called_functions()) == []
