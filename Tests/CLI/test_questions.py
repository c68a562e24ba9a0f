"""Commands that remove something for good ask on a terminal, and a program is not asked."""

import os

import pytest

from command import Terminal, ok, terminal

# Each with a command that fails or prints something else once it is done.
DESTRUCTIVE = {
    "account remove bo": ["account", "list"], "feed remove work": ["feed", "list"], "clear-tree chat": ["tree"],
    "remind remove milk": ["remind", "list"], "restore --path chat before": ["tree"], "outbox --purge": ["outbox"],
}


@pytest.fixture
def full(db):
    ok(db, "init", "--quiet")
    ok(db, "set", "a", 1, "--account", "bo")
    ok(db, "feed", "add", "work", "file:///nothing")
    ok(db, "snapshot", db.parent / "before", "--path", "chat")
    ok(db, "set", "chat.ann", 7)
    return db


def words_of(line, db):
    return [str(db.parent / "before") if word == "before" else word for word in line.split()]


@pytest.mark.parametrize("line", DESTRUCTIVE)
def test_no(full, line):
    before = ok(full, *DESTRUCTIVE[line])
    for answer in ("n", "", "no way"):
        asking = Terminal(*words_of(line, full), "--db", full, env={"NO_COLOR": "1"})
        asking.until(lambda text: text.endswith("[y/N] "))
        os.write(asking.parent, answer.encode() + b"\n")
        assert "tally: nothing was changed" in asking.end(status=1)
        assert ok(full, *DESTRUCTIVE[line]) == before


@pytest.mark.parametrize("line", DESTRUCTIVE)
def test_yes(full, line):
    before = ok(full, *DESTRUCTIVE[line])
    asking = Terminal(*words_of(line, full), "--db", full, env={"NO_COLOR": "1"})
    asking.until(lambda text: text.endswith("[y/N] "))
    os.write(asking.parent, b"y\n")
    asking.end()
    assert ok(full, *DESTRUCTIVE[line]) != before or line == "outbox --purge"


@pytest.mark.parametrize("line", DESTRUCTIVE)
def test_not_asked(full, line):
    assert "[y/N]" not in terminal(*words_of(line, full), "--yes", "--db", full)
    # A program is not asked.
    ok(full, "set", "a", 1, "--account", "bo")
    ok(full, "feed", "add", "work", "file:///nothing")
    ok(full, "remind", "add", "milk", "--keeps", "9d") if "remind" in line else None
    ok(full, *words_of(line, full))
