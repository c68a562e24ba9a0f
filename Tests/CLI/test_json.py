"""docs/command.md is right: each object that --json prints has the members of its table, and the examples print what
the page shows."""

import json
import re
import subprocess
import sys

import pytest

from command import ROOT, Server, TALLY, Watch, help_of, objects, ok, remind_at, run

sys.path.insert(0, str(ROOT / "Bindings" / "tools"))

from readme import difference  # noqa: E402

PAGE = (ROOT / "docs" / "command.md").read_text(encoding="utf-8")


def tables():
    """The members of each object, as the page has them: alternatives of names, with alternatives of types."""
    found = {}
    for title, body in re.findall(r"^### ([^\n]*)\n(.*?)(?=^##|\Z)", PAGE, flags=re.M | re.S):
        rows = re.findall(r"^\| (`.*?) \| (.*?) \| .*? \|$", body, flags=re.M)
        members = []
        for names, types in rows:
            for names in [names] if " or " in names else names.split(", "):
                members.append(([name.strip("`") for name in names.split(" or ")], types.split(" or ")))
        found[title] = members
    return found


TABLES = tables()


def fits(value, types):
    checks = {
        "string": lambda: isinstance(value, str), "boolean": lambda: isinstance(value, bool), "null": lambda: value is None,
        "number": lambda: isinstance(value, (int, float)) and not isinstance(value, bool),
        "array of strings": lambda: isinstance(value, list) and all(isinstance(one, str) for one in value),
    }
    for kind in types:
        if kind in checks and checks[kind]() or kind == f'"{value}"':
            return True
        if kind in TABLES and isinstance(value, dict):
            check(value, kind)
            return True
    return False


def check(value, kind):
    """Asserts that an object has the members of its table, and no others."""
    rest = dict(value)
    for names, types in TABLES[kind]:
        given = [name for name in names if name in rest]
        assert len(given) == 1 or not given and "nothing" in names, (kind, names, value)
        for name in given:
            assert fits(rest.pop(name), types), (kind, name, value)
    assert not rest, (kind, value)


def leaves(command, words=()):
    """The commands that do something, as their words."""
    inner = [one for one in command.get("subcommands", []) if one["commandName"] != "help"]
    for one in inner:
        yield from leaves(one, (*words, one["commandName"]))
    if not inner:
        yield " ".join(words)


PRINTED = [
    # The kind of object, and the command; {} is a folder with an example in badges.db.
    ("badge", "set a 1"), ("badge", "dot b"), ("badge", "add a 2"), ("badge", "clear a"), ("badge", "clear-tree b"),
    ("badge", "mute promotions number --until 2h"), ("badge", "snooze chat.bo --for 2h"), ("badge", "flag promotions"),
    ("badge", "get chat"), ("badge", "tree"), ("reason", "explain"),
    ("rule", "rule chat"), ("rule", "rule chat.bo --feeding unread"), ("rule", "rule chat.bo --clear"),
    ("link", "link chat.bo mentions"), ("link", "links"), ("link", "unlink chat.bo mentions"),
    ("total", "total"), ("presentation", "style chat"), ("presentation", "style settings.updates --icon new"),
    ("badge", "deliver own {}/page.json --prefix own"),
    ("posted", "post inbox --id x --title t --time 1h --thread t --category c --argument Ann --body b --kind k"),
    ("message", "messages"), ("position", "first"), ("message", "show 1"), ("group", "groups"), ("withdrawn", "withdraw x"), ("changed", "read --all --outbox"),
    ("category", "category mail --summary %u"), ("imported", "import-strings {}/strings.json"),
    ("outbox change", "outbox list"), ("changed", "outbox --retry"), ("imported", "remind import {}/milk.ics"),
    ("reminder", "remind list"), ("planned notification", "remind plan"), ("log entry", "remind log"),
    ("file", "remind export {}/out.ics"), ("feed", "feed add work file://{}/page.json"), ("feed", "feed list"),
    ("badge", "feed refresh"), ("rejected item", "feed rejected work"), ("drift", "feed drifts"), ("badge", "watch --once"),
    ("badge", "push {}/push.json --badge-path icon"),
    ("name", "account list"), ("file", "export {}/all"), ("file", "snapshot {}/chat --path chat"),
    ("name", "import {}/all --account copy"), ("name", "restore {}/chat --path other"),
    ("difference", "diff chat promotions --output {}/patch"), ("changed", "apply {}/patch chat"),
    ("changed", "apply {}/patch chat --inverse"), ("file", "backup {}/copy.db"), ("sizes", "stats"), ("sound", "verify"),
    ("name", "feed remove own"), ("name", "account remove copy"),
]
SILENT = ["remind add x --keeps 1d", "remind edit x --title t", "remind snooze x", "remind ack x", "remind done x",
          "remind remove x"]
ELSEWHERE = ["init", "outbox send", "recover", "map", "watch", "view"]


@pytest.fixture
def folder(db):
    """The example, and what the commands read."""
    check(json.loads(ok(db, "init", "--json")), "file")
    here = db.parent
    items = [{"id": "1", "path": "srv", "title": "t"}, {"id": "2", "path": 7}]
    (here / "page.json").write_text(json.dumps({"cursor": "1", "items": items, "check": {"root": {"n": 99}}}))
    (here / "push.json").write_text('{"aps":{"alert":"Hello","badge":4}}')
    (here / "strings.json").write_text('{"sourceLanguage":"en","version":"1.0","strings":{}}')
    remind_at(db, "export", here / "milk.ics")
    return here


def test_every_command_prints_objects_of_the_page(folder, db):
    tried = set()
    for kind, line in PRINTED:
        words = line.replace("{}", str(folder)).split(" ")
        found = objects(ok(db, *words, "--json"))
        assert found, line
        for one in found:
            check(one, kind)
        tried.add(line)
    for line in SILENT:
        assert ok(db, *line.split(" "), "--json") == "", line
    known = [*tried, *SILENT, *ELSEWHERE]
    commands = list(leaves(help_of()))
    assert len(commands) > 30
    for command in commands:
        assert any(line == command or line.startswith(command + " ") for line in known), command


def test_other_objects(folder, db, tmp_path):
    (saved,) = objects(run("recover", db, tmp_path / "new.db", "--json", check=0).stdout.decode())
    check(saved, "recovery")
    whole = db.read_bytes()
    place = whole.index(b"root.chat.ann") // 4096 * 4096 + 100
    db.write_bytes(whole[:place] + bytes([whole[place] ^ 4]) + whole[place + 1:])
    problems = objects(run("verify", "--db", db, "--json", check=65).stdout.decode())
    assert problems
    for problem in problems:
        check(problem, "problem")


def test_json_escapes_what_terminals_act_on(db, tmp_path):
    """C1 controls, and characters that reorder text or break lines, have escapes. Their meaning stays."""
    unsafe = "a\x1b\x7f\x80\x9b31m\u2028\u202e\u2066b"
    page = tmp_path / "page.json"
    item = {"id": "1", "path": "in", "title": unsafe, "body": unsafe}
    page.write_text(json.dumps({"cursor": "1", "title": unsafe, "items": [item]}))
    ok(db, "deliver", "x", page)
    (message,) = objects(ok(db, "messages", "--json"))
    assert message["body"] == unsafe
    outputs = [ok(db, *words) for words in (
        ["messages", "--json"], ["messages"], ["show", message["key"]], ["show", message["key"], "--json"], ["tree"],
        ["feed", "list", "--json"], ["feed", "list"], ["groups", "--json"], ["groups"], ["explain", "in", "--json"], ["explain", "in"])]
    outputs.append(run("map", "--preset", "github-notifications", "-", "--json", stdin=json.dumps(
        [{"id": "1", "unread": True, "subject": {"title": unsafe}, "repository": {"full_name": "a/b"}}]).encode(),
        check=0).stdout.decode())
    for output in outputs:
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]", output), output


def test_no_path_acts_on_a_terminal(db):
    for name in ("a\u202eb", "a\x9bb", "a\u2066b"):
        if run("set", name, 1, "--db", db).returncode:
            continue  # The library accepts no such name.
        for words in (["tree"], ["get", name], ["explain", name], ["style", name], ["messages", name], ["tree", "--json"]):
            output = ok(db, *words)
            assert not re.search("[\x7f-\x9f\u2028-\u202e\u2066-\u2069]", output), (words, output)


def test_events(folder, db):
    server = Server()
    try:
        watch = Watch("--feed", server.url + "/feed", "--interval", "100ms", "--db", db, "--json")
        server.do("post", "--path", "inbox", "--title", "Ann")
        lines = [json.loads(line) for line in watch.until(lambda line: '"added":1' in line)]
        assert watch.stop()[0] == 0
    finally:
        server.stop()
    assert {line["type"] for line in lines} == {"feed", "badge", "sync"}
    watch = Watch("--feed", server.url + "/feed", "--db", db, "--json")
    lines += [json.loads(line) for line in watch.until(lambda line: '"message"' in line)]
    assert watch.stop()[0] == 0
    for line in lines:
        check(line, "watch " + line["type"])


def test_reminders_that_fire(db):
    ok(db, "remind", "add", "milk", "--keeps", "9d", "--path", "fridge")
    ok(db, "remind", "snooze", "milk", "--for", "2s")
    watch = Watch("--feed", "http://127.0.0.1:1/", "--db", db, "--json")
    line = json.loads(watch.until(lambda line: '"reminder"' in line)[-1])
    assert line["id"] == "milk"
    check(line, "watch reminder")
    assert watch.stop()[0] == 0


def blocks():
    """All but those of the session in several terminals: test_documentation.py types that one."""
    page, count = re.subn(r"^## Watch badges change$.*?(?=^## )", "", PAGE, flags=re.M | re.S)
    assert count == 1
    return re.findall(r"^```console\n(.*?)^```$", page, flags=re.M | re.S)


def test_the_examples_of_the_page(tmp_path):
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "tally").symlink_to(TALLY)
    count = 0
    for block in blocks():
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, wanted = part.partition("\n")
            path = f'PATH="{tmp_path}/bin:$PATH"; '
            done = subprocess.run(["sh", "-c", path + command], cwd=tmp_path, capture_output=True, text=True, check=True)
            assert not difference(done.stdout, wanted), command
            count += 1
    assert count > 10
