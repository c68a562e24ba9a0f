"""The command on a terminal: tables, widths, colours, bars and the live tree; and the same in a pipe."""

import json
import os
import re
import signal
import socket
import subprocess
import termios
import unicodedata
import xml.dom.minidom

import pytest

from command import ROOT, HANG_SECONDS, TALLY, Server, Terminal, Watch, ok, remind_at, run, terminal

COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def columns(line):
    """How many columns a line takes."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in line)


@pytest.fixture
def example(db):
    ok(db, "init", "--quiet")
    ok(db, "post", "inbox", "--title", "早上好，今天下午四点喝茶好吗？" * 4, "--thread", "tea", "--quiet")
    ok(db, "feed", "add", "work", "https://example.com/" + "long/" * 30)
    page = db.parent / "page.json"
    page.write_text('{"cursor":"1","items":[{"id":"1","path":"srv","title":"From a server"}]}')
    ok(db, "deliver", "own", page)
    ok(db, "read", "srv", "--outbox", "--quiet")
    return db


TABLES = {
    "get chat": "PATH BADGE", "messages": "KEY STATE COUNT TIME PATH TITLE", "explain": "ADDS PATH REASON",
    "groups": "NEWEST MESSAGES NEW THREAD TITLE SUMMARY", "remind list": "DAYS LEFT LAST DAY NAME TITLE",
    "remind log": "ID TIME WHAT REMINDER", "feed list": "NAME PATH LAST SUCCESS REJECTED URL",
    "outbox": "ID STATE TRIES CHANGE", "account list": "ACCOUNT", "diff chat promotions": "PATH BEFORE AFTER",
    "rule chat": "PATH HOLDS",
    "style chat": "PATH KIND TEXT FONT COLOUR BACKGROUND",
}


@pytest.mark.parametrize("command", TABLES)
def test_tables(example, command):
    words = command.split(" ")
    wide = terminal(*words, "--db", example, columns=200)
    lines = COLOUR.sub("", wide).splitlines()
    (heading,) = [line for line in lines if re.match(r" *[A-Z]{2}", line)]
    assert heading.split() == TABLES[command].split()
    assert "\x1b[1m" in wide
    # Columns begin below their headings, or end there if they are numbers.
    first = heading.split()[0]
    rows = lines[lines.index(heading) + 1:]
    assert rows
    for line in rows:
        start = heading.index(first)
        assert line[start] != " " or line[start + len(first) - 1] != " ", wide
    for width in (80, 40):
        narrow = COLOUR.sub("", terminal(*words, "--db", example, columns=width))
        assert max(map(columns, narrow.splitlines())) <= width, narrow
    plain = terminal(*words, "--db", example, columns=80, env={"NO_COLOR": "1"})
    assert "\x1b" not in plain and heading.split()[0] in plain
    piped = ok(example, *words)
    assert "\x1b" not in piped and heading not in piped and piped


def test_wide_letters_are_cut_with_an_ellipsis(example):
    lines = terminal("messages", "--db", example, columns=50, env={"NO_COLOR": "1"}).splitlines()
    (line,) = [line for line in lines if "早" in line]
    assert line.endswith("…") and columns(line) in (49, 50)


def test_trees(db):
    ok(db, "set", "a", 2)
    ok(db, "dot", "b")
    ok(db, "set", "x" * 100 + "." + "y" * 100, 3)
    assert "\x1b" not in ok(db, "tree")
    assert "\x1b[1;97;41m 2 \x1b[0m" in terminal("tree", "--db", db)
    for width in (200, 80, 30):
        drawn = terminal("tree", "--db", db, columns=width, env={"NO_COLOR": "1"})
        assert "\x1b" not in drawn and "●" in drawn
        assert max(map(columns, drawn.splitlines())) <= width
        assert len([line for line in drawn.splitlines() if line.endswith(" 3")]) == 2


def test_no_colours_without_a_terminal_that_has_them(example):
    for env in ({"TERM": "dumb"}, {"NO_COLOR": "1"}, {"TERM": "dumb", "NO_COLOR": ""}):
        assert "\x1b" not in terminal("remind", "list", "--db", example, env=env)
    # An empty NO_COLOR says nothing.
    assert "\x1b" in terminal("remind", "list", "--db", example, env={"NO_COLOR": ""})


def test_colours_by_level(example):
    remind_at(example, "add", "old", "--keeps", "1d", "--produced", "2020-01-01")
    drawn = terminal("remind", "list", "--db", example)
    (old,) = [line for line in drawn.splitlines() if "old" in line]
    (milk,) = [line for line in drawn.splitlines() if "milk" in line]
    assert "\x1b[31m" in old and "\x1b[32m" in milk
    assert terminal("verify", "--db", example) == "\x1b[32msound\x1b[0m\n"
    failed = Terminal("get", "a..b", "--db", example).end(status=65)
    assert failed.startswith("\x1b[31mtally:\x1b[0m path 'a..b'")
    assert Terminal("get", "a..b", "--db", example, env={"NO_COLOR": "1"}).end(status=65).startswith("tally: path")


def test_json_is_the_same_on_a_terminal(example):
    for words in (["messages"], ["get", "chat"], ["remind", "list"], ["stats"]):
        assert terminal(*words, "--json", "--db", example) == ok(example, *words, "--json")


CHANGES = [
    ("set chat.bo 3", "root.chat.bo shows 3", ""), ("add chat.bo 2", "root.chat.bo shows 5", ""),
    ("dot promo", "root.promo shows dot", ""),
    ("mute promo number", "root.promo shows dot, and passes on a dot at most", ""),
    ("clear chat", "held: something below it shows a badge, see tally explain\nroot.chat shows 5", "held\n"),
    ("clear promo", "root.promo shows nothing", ""), ("clear-tree chat --yes", "root.chat shows nothing", ""),
    ("post inbox --id 7 --title Tea", "posted message 1; show it with tally show 1", "1\n"),
    ("read --key 1", "marked 1 message read", "1\n"), ("read --key 1 --unread", "marked 1 message unread", "1\n"),
    ("read inbox", "marked 1 message read", "1\n"), ("withdraw 7", "withdrew the message '7'", ""),
    ("feed add work file:///x", "added the feed 'work'; poll it with tally watch or tally feed refresh", ""),
    ("feed remove work --yes", "removed the feed 'work'", ""),
    ("remind add milk --keeps 9d", "added the reminder 'milk'; see tally remind list", ""),
    ("remind edit milk --title Milk", "changed the reminder 'milk'", ""),
    ("remind done milk", "marked the reminder 'milk' done", ""),
    ("remind done milk --undo", "marked the reminder 'milk' undone", ""),
    ("remind ack milk", "acknowledged the reminder 'milk'", ""),
    ("remind remove milk --yes", "removed the reminder 'milk'", ""),
    ("set a 1 --account bo", "root.a shows 1", ""), ("account remove bo --yes", "removed the account 'bo'", ""),
]


def test_commands_say_what_they_changed(tmp_path):
    """On a terminal in words; in a pipe only what a program needs; nothing with --quiet."""
    files = [tmp_path / name for name in ("terminal.db", "pipe.db", "quiet.db")]
    for line, told, plain in CHANGES:
        words = line.split()
        assert terminal(*words, "--db", files[0]) == told + "\n", line
        assert ok(files[1], *words) == plain, line
        assert terminal(*words, "--quiet", "--db", files[2]) == "", line


def test_files_that_were_written_are_named(example, tmp_path):
    for words in (["backup"], ["export"], ["remind", "export"]):
        file = tmp_path / "-".join(words)
        told = terminal(*words, file, "--db", example).split("\x1b[K")[-1]
        assert str(file) in told and told.endswith(f"{file.stat().st_size} bytes\n"), told
        assert ok(example, *words, str(file) + "2") == ""


def test_times_are_those_of_the_device(db):
    ok(db, "post", "in", "--title", "Tea", "--time", "2026-01-31T23:30:00Z")
    for zone, wanted in (("Asia/Kolkata", "2026-02-01 05:00:00"), ("UTC", "2026-01-31 23:30:00")):
        for words in (["messages"], ["show", "1"]):
            assert wanted in terminal(*words, "--db", db, env={"TZ": zone, "NO_COLOR": "1"})
    assert "2026-01-31T23:30:00Z" in run("show", 1, "--db", db, check=0, env={"TZ": "Asia/Kolkata"}).stdout.decode()


# --- Bars ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [["import", "-", "--account", "x"], ["import-strings", "-"],
                                   ["remind", "import", "-"]], ids=" ".join)
def test_a_bar_shows_what_takes_long(db, words):
    """It waits for its input, and shows so after a second; then the bar goes."""
    ok(db, "set", "a", 1)
    inputs = {"import": run("export", "-", "--db", db, check=0).stdout,
              "import-strings": b'{"sourceLanguage":"en","version":"1.0","strings":{}}',
              "remind": b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n"}
    bar = re.compile(r"\r\x1b\[Kreading - \[[.#]{24}\] \d+ s")
    for quiet in (False, True):
        parent, child = os.pipe()
        if quiet:
            os.write(child, inputs[words[0]])
            os.close(child)
        shown = Terminal(*words, "--db", db if not quiet else str(db) + "2", *(["--quiet"] if quiet else []),
                         stdin=os.fdopen(parent, "rb"))
        if quiet:
            assert not bar.search(shown.end())
            continue
        shown.until(bar.search)
        os.write(child, inputs[words[0]])
        os.close(child)
        told = {"import": "imported the account 'x'", "import-strings": "imported 0 formats, skipped 0",
                "remind": "imported 0 reminders, skipped 0"}[words[0]]
        assert shown.end().endswith("\r\x1b[K" + told + "\n")


SLOW_DISK = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>
ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset)
{
    ssize_t (*next)(int, const void *, size_t, off64_t) = (ssize_t (*)(int, const void *, size_t, off64_t))dlsym(RTLD_NEXT, "pwrite64");
    usleep(100000);
    return next(file, bytes, count, offset);
}
"""


def test_a_bar_shows_how_much_of_a_database_was_copied(tmp_path):
    """Each page takes a tenth of a second. The name of the database is cut, and not the bar."""
    db = tmp_path / ("badges" * 20)
    ok(db, "init", "--quiet")
    (tmp_path / "slow.c").write_text(SLOW_DISK)
    slow = tmp_path / "slow.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", slow, tmp_path / "slow.c", "-ldl"], check=True)
    shown = Terminal("backup", tmp_path / "copy.db", "--db", db, env={"LD_PRELOAD": str(slow)})
    shown.until(re.compile(r"\x1b\[Kcopying /\S+… \[#*\.*\] \d+ % \d+ s(?=\r)").search)
    shown.end(signal.SIGKILL, status=-signal.SIGKILL)


def test_a_bar_shows_a_slow_server(db):
    """It accepts the connection, and responds when the bar is there."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        watch = Terminal("watch", "--once", "--feed", f"http://127.0.0.1:{listener.getsockname()[1]}/", "--db", db)
        connection, _ = listener.accept()
        watch.until(lambda text: re.search(r"polling watch \[[.#]{24}\] \d+ s", text))
        connection.recv(65536)
        connection.sendall(b'HTTP/1.1 200 OK\r\nContent-Length: 25\r\n\r\n{"cursor":"1","items":[]}')
        assert watch.end().endswith("\r\x1b[Kroot\n")
        connection.close()


def test_no_bar_in_a_pipe(db):
    page = b'{"cursor":"1","items":[]}'
    assert run("deliver", "own", "-", "--db", db, stdin=page, check=0).stderr == b""


# --- The live tree ---------------------------------------------------------------------------------------------------


def test_watch_draws_on_a_terminal(db):
    server = Server()
    try:
        server.do("post", "--path", "inbox", "--title", "Ann")
        watch = Terminal("watch", "--feed", server.url + "/feed", "--interval", "200ms", "--db", db)
        watch.until(lambda text: "inbox" in text and "every 200ms" in text and "next in" in text)
        assert "\x1b[J" in watch.output
        # A message shows without anything else: within the interval that is printed.
        server.do("post", "--path", "inbox.mentions", "--title", "Bo")
        watch.until(lambda text: "mentions" in text)
        # The line below the tree: the interval, the request or the next one, and the result of the last one.
        state = r"(?:[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] polling|next in [01] s)"
        watch.until(re.compile(rf"mentions.*every 200ms · {state} · (?:nothing new|1 new, 0 changed, 0 removed)", re.S).search)
        watch.end(signal.SIGINT)
    finally:
        server.stop()


def test_watch_draws_the_result_of_the_last_request(db):
    server = Server()
    try:
        server.do("post", "--path", "inbox", "--title", "Ann")
        server.do("post", "--path", "inbox", "--title", "Bo")
        watch = Terminal("watch", "--feed", server.url + "/feed", "--interval", "1h", "--db", db)
        watch.until(re.compile(r"every 1h · next in [0-9]+ s · 2 new, 0 changed, 0 removed").search)
        watch.end(signal.SIGINT)
    finally:
        server.stop()


def test_a_spinner_turns_while_a_request_runs(db):
    """The server accepts the connection and sends nothing."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        url = f"http://127.0.0.1:{listener.getsockname()[1]}/"
        watch = Terminal("watch", "--feed", url, "--db", db)
        watch.until(lambda text: len(set(re.findall(r"([⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]) polling", text))) > 2)
        watch.end(signal.SIGINT)


def test_watch_uses_the_stored_interval_or_its_own(db, tmp_path):
    page = tmp_path / "page.json"
    page.write_text('{"cursor":"1","items":[]}')
    ok(db, "feed", "add", "slow", f"file://{page}", "--interval", "2h")
    ok(db, "feed", "add", "plain", f"file://{page}")
    for options, wanted in (([], {"slow": 7_200_000, "plain": 30_000}), (["--interval", "5m"], {"slow": 300_000, "plain": 300_000})):
        watch = Watch("--db", db, "--json", *options)
        lines = [json.loads(line) for line in watch.until(lambda line: '"sync"' in line)]
        assert {line["name"]: line["interval"] for line in lines if line["type"] == "feed"} == wanted
        assert watch.stop()[0] == 0
    ok(db, "set", "a", 1)
    watch = Watch("--db", db, "--interval", "5m")
    watch.until(lambda line: line == "root 1 1")
    code, errors = watch.stop()
    assert code == 0 and errors.splitlines() == [f"tally: polling file://{page} every 5m"] * 2


def test_watch_of_a_database_shows_what_others_change(db):
    ok(db, "set", "a.b", 3)
    watch = Watch("--db", db, "--interval", "100ms")
    assert watch.until(lambda line: line == "root 1 3") == ["root.a.b 1 3", "root.a 1 3", "root 1 3"]
    ok(db, "add", "a.b", 4)
    assert watch.until(lambda line: line == "root 1 7") == ["root.a.b 1 7", "root.a 1 7", "root 1 7"]
    # It goes without a change of the file. If it has gone before the file was read, it shows for twice as long.
    for attempt in range(9):
        ok(db, "dot", "c", "--until", f"{200 << attempt}ms")
        ok(db, "set", "later", attempt + 1)
        lines = watch.until(lambda line: line == f"root.later 1 {attempt + 1}")
        if "root.c 1 0" in lines and "root.c 0 0" not in lines:
            break
    else:
        raise AssertionError(lines)
    watch.until(lambda line: line == "root.c 0 0")
    code, errors = watch.stop()
    assert code == 0 and f"reading {db} every 100ms" in errors
    watch = Watch("--db", db, "--interval", "100ms", "--json", "a")
    first, *badges = [json.loads(line) for line in watch.until(lambda line: '"root.a"' in line)]
    assert first == {"type": "file", "file": str(db), "interval": 100}
    assert [badge["path"] for badge in badges] == ["root.a.b", "root.a"]
    assert watch.stop() == (0, "")


@pytest.mark.parametrize("key", ["q", "\x03"])
def test_a_key_ends_watch(db, key):
    """The terminal is in its own modes again afterwards."""
    ok(db, "set", "a", 3)
    watch = Terminal("watch", "--db", db, "--interval", "100ms", own=True)
    watch.until(lambda text: " 3 " in text)
    assert not termios.tcgetattr(watch.parent)[3] & termios.ICANON
    os.write(watch.parent, b"%")
    os.write(watch.parent, key.encode())
    watch.process.wait(HANG_SECONDS)
    assert termios.tcgetattr(watch.parent) == watch.modes
    assert "%" not in watch.end()


def test_watch_of_a_database_on_a_terminal(db):
    ok(db, "set", "a", 3)
    watch = Terminal("watch", "--db", db, "--interval", "100ms", columns=60)
    watch.until(lambda text: " 3 " in text and "read every 100ms" in text)
    ok(db, "set", "a", 8)
    watch.until(lambda text: " 8 " in text)
    watch.end(signal.SIGTERM)


def test_view_keeps_a_path_cleared(db, tmp_path):
    page = tmp_path / "page.json"
    page.write_text('{"cursor":"1","items":[{"id":"1","path":"in","title":"t"},{"id":"2","path":"out","title":"t"}]}')
    ok(db, "set", "in", 3)
    ok(db, "view", "in", "--for", "1ms", "--quiet")
    assert ok(db, "get", "in") == "root.in 0 0\n"
    ok(db, "feed", "add", "x", f"file://{page}")
    view = subprocess.Popen([TALLY, "view", "in", "--json", "--db", str(db)], stdout=subprocess.PIPE)
    for line in view.stdout:
        if b'"sync"' in line:
            break
    view.send_signal(signal.SIGINT)
    assert view.wait(HANG_SECONDS) == 0
    view.stdout.close()
    assert ok(db, "get", "in") == "root.in 0 0\n"
    assert ok(db, "get", "out") == "root.out 1 1\n"
    run("view", "in", "--for", "1mo", "--db", db, check=64)


def test_view_of_a_tree(db):
    ok(db, "post", "in.a", "--id", 1)
    ok(db, "set", "in.b", 3)
    ok(db, "view", "in", "--tree", "--for", "1ms", "--quiet")
    assert ok(db, "get", "in") == "root.in 0 0\n"
    assert ok(db, "first") == "1 1 0 0\n"
    ok(db, "view", "in", "--tree", "--read", "--for", "1ms", "--quiet")
    assert ok(db, "first") == ""


def test_the_picture_is_drawn_from_what_watch_shows(tmp_path):
    # Debian's Python, which has pyte.
    script = ROOT / "docs" / "pictures" / "watch.py"
    subprocess.run(["/usr/bin/python3", str(script), "--output", str(tmp_path / "x.svg")], check=True)
    text = (tmp_path / "x.svg").read_text(encoding="utf-8")
    xml.dom.minidom.parseString(text)
    drawn = (ROOT / "docs" / "pictures" / "watch.svg").read_text(encoding="utf-8")
    for part in (text, drawn):
        assert all(word in part for word in ("mentions", "invitations", "(muted)", "every 10s", "next in", "●", "7 new"))
