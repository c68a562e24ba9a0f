"""Which database a command uses, what it says of it, and what --quiet leaves out."""

import json
import os
import subprocess

import pytest

from command import TALLY, ok, run, says, terminal


def test_the_default_is_in_the_users_data_folder(home, tmp_path):
    default = home / ".local" / "share" / "tally" / "badges.db"
    assert says(run("tree", check=66)) == (
        f"{default}: there is no such file; create an example with tally init, or name another database with --db")
    assert says(run("set", "a", 1, check=0)) == f"created {default}"
    assert default.exists() and default.parent.stat().st_mode & 0o77 == 0
    assert run("set", "a", 2, check=0).stderr == b""
    assert run("get", "a", check=0).stdout == b"root.a 1 2\n"
    # XDG_DATA_HOME counts if it is absolute.
    other = tmp_path / "data"
    assert run("set", "a", 5, "--quiet", env={"XDG_DATA_HOME": str(other)}, check=0).stderr == b""
    assert run("get", "a", check=0, env={"XDG_DATA_HOME": str(other)}).stdout == b"root.a 1 5\n"
    assert (other / "tally" / "badges.db").exists()
    assert run("get", "a", check=0, env={"XDG_DATA_HOME": "relative"}).stdout == b"root.a 1 2\n"
    # TALLY_DB comes before it, and --db before that.
    third = tmp_path / "third.db"
    assert run("set", "a", 7, check=0, env={"TALLY_DB": str(third)}).stderr == b""
    assert run("get", "a", check=0, env={"TALLY_DB": str(third), "XDG_DATA_HOME": str(other)}).stdout == b"root.a 1 7\n"
    assert run("get", "a", "--db", default, check=0, env={"TALLY_DB": str(third)}).stdout == b"root.a 1 2\n"
    assert run("get", "a", check=0, env={"TALLY_DB": ""}).stdout == b"root.a 1 2\n"


def test_without_a_home(tmp_path):
    environment = {name: value for name, value in os.environ.items() if name != "HOME"}
    done = subprocess.run([TALLY, "tree"], capture_output=True, env=environment, check=False)
    assert done.returncode == 66 and b"--db" in done.stderr


def test_init(db, tmp_path):
    text = ok(db, "init")
    assert text.startswith(f"created {db}\n") and f"tally tree --db {db}" in text
    # Each line that it suggests works.
    lines = [line for line in text.splitlines() if line.startswith("  tally ") and " watch" not in line]
    assert len(lines) > 2
    for line in lines:
        run(*line.split()[1:], check=0)
    assert ok(db, "get", "root") == "root 1 3\n"
    assert says(run("init", "--db", db, check=73)) == f"{db}: it exists; name another file with --db"
    assert ok(tmp_path / "other.db", "init", "--quiet") == ""


def test_quiet(db):
    ok(db, "set", "a.b", 1)
    assert ok(db, "clear", "a") == "held\n"
    for words in (["clear", "a"], ["verify"], ["read", "--all"], ["post", "x"], ["outbox", "--retry"]):
        assert ok(db, *words, "--quiet") == "", words
        assert ok(db, *words, "-q", "--json") != "", words
    assert ok(db, "get", "a", "--quiet") == "root.a 1 1\n"


def test_posting(db):
    first = ok(db, "post", "inbox", "--id", "a", "--title", "Hello", "--count", 2, "--time", "2030-01-31T18:00:00Z").strip()
    assert ok(db, "messages") == f"root 1 1 1\n{first}  unseen  2  root.inbox  Hello\n"
    ok(db, "post", "inbox", "--id", "a", "--title", "Again", "--count", 0)
    assert ok(db, "get", "inbox") == "root.inbox 1 0\n"
    ok(db, "withdraw", "a")
    assert ok(db, "get", "inbox") == "root.inbox 0 0\n"
    assert says(run("withdraw", "a", "--db", db, check=65)).startswith("there is no posted message 'a'; ")
    run("post", "inbox", "--count", "-1", "--db", db, check=64)
    # The feed that keeps posted messages is none of the user's.
    assert ok(db, "feed", "list") == ""


def test_posting_at_further_paths(db):
    key = ok(db, "post", "chat.bo", "--also", "mentions", "--also", "inbox", "--title", "Hello").strip()
    for path in ("chat", "mentions", "inbox", "root"):
        assert ok(db, "messages", path).splitlines()[1:] == [f"{key}  unseen  1  root.chat.bo  Hello"], path
    assert ok(db, "get", "root") == "root 1 1\n"
    assert "also      root.inbox root.mentions\n" in ok(db, "show", key)
    assert json.loads(ok(db, "show", key, "--json"))["also"] == ["root.inbox", "root.mentions"]
    ok(db, "clear", "mentions")
    assert ok(db, "get", "root") == "root 0 0\n"
    assert "8 further paths" in says(run("post", "a", *(f"--also={n}" for n in range(9)), "--db", db, check=65))
    run("post", "a", "--also", "b..c", "--db", db, check=65)


def test_patches(db, tmp_path):
    ok(db, "set", "a.x", 3)
    ok(db, "mute", "a.y", "all", "--until", "1h")
    run("snapshot", tmp_path / "a", "--path", "a", "--db", db, check=0)
    ok(db, "clear-tree", "a")
    assert ok(db, "diff", "a", "--to", tmp_path / "a", "--output", tmp_path / "p") == "root.a.x  nothing  count 3\n"
    run("apply", tmp_path / "p", "a", "--db", db, check=0)
    assert ok(db, "get", "a.x") == "root.a.x 1 3\n"
    conflict = says(run("apply", tmp_path / "p", "a", "--db", db, check=65))
    assert conflict.endswith("; add --overwrite to apply the patch anyway")
    assert ok(db, "apply", tmp_path / "p", "a", "--overwrite") == "1\n"
    assert ok(db, "apply", tmp_path / "p", "a", "--inverse") == "1\n"
    assert ok(db, "get", "a.x") == "root.a.x 0 0\n"
    # Other paths, accounts and databases.
    other = tmp_path / "other.db"
    run("restore", tmp_path / "a", "--path", "b", "--account", "ann", "--db", other, check=0)
    assert ok(other, "get", "b.x", "--account", "ann") == "root.b.x 1 3\n"
    assert ok(db, "diff", "a", "b", "--to-db", other, "--to-account", "ann") == "root.a.x  nothing  count 3\n"
    ok(db, "set", "a.x", 4, "--account", "bo")
    assert ok(db, "diff", "a", "--to-account", "bo") == (
        "root.a.x  nothing  count 4\nroot.a.y  muted for a time  nothing\n")
    assert ok(db, "diff", "a", "a") == ""
    for wrong in (["diff", "a"], ["diff", "a", "b", "--to", "c"]):
        run(*wrong, "--db", db, check=64)
    run("apply", db, "--db", db, check=65)
    assert b"exists" in run("diff", "a", "b", "--output", tmp_path / "p", "--db", db, check=73).stderr


def test_styles(db):
    ok(db, "set", "a", 120)
    ok(db, "dot", "b")
    assert ok(db, "style", "a") == "root.a number 99+\n"
    assert ok(db, "style", "a", "--max-count", 999) == "root.a number 120\n"
    assert ok(db, "style", "a", "--overflow", "ellipsis") == "root.a number …\n"
    assert ok(db, "style", "b", "--icon", "new") == "root.b icon new\n"
    assert ok(db, "style", "b") == "root.b dot\n"
    assert ok(db, "style", "c") == "root.c none\n"
    assert '"text_color":"#11223344"' in ok(db, "style", "a", "--text-color", "#11223344", "--json")
    assert '"background_color":"#112233FF"' in ok(db, "style", "a", "--background-color", "112233", "--json")
    run("style", "a", "--text-color", "red", "--db", db, check=64)
    run("style", "a", "--font-size", "0", "--db", db, check=65)


def test_total_and_stats(db):
    assert ok(db, "set", "a", 2, "--account", "ann") == ""
    ok(db, "set", "a", 3, "--account", "bo")
    ok(db, "dot", "a", "--account", "cy")
    assert ok(db, "total") == "1 5\n"
    ok(db, "clear-tree", "root", "--account", "ann")
    ok(db, "clear-tree", "root", "--account", "bo")
    assert ok(db, "total") == "1 0\n"
    ok(db, "account", "remove", "cy")
    assert ok(db, "total") == "0 0\n"
    text = ok(db, "stats")
    assert text.startswith("accounts         2\n") and text.endswith(f"file             {db}\n")


def test_pushes_and_pages(db, tmp_path):
    page = tmp_path / "page.json"
    page.write_text('{"cursor":"1","items":[{"id":"1","path":"a","title":"t"}]}')
    assert ok(db, "deliver", "mail", page, "--prefix", "in") == "root   1\n  in   1\n    a  1\n"
    assert ok(db, "feed", "list").split()[:2] == ["mail", "root.in"]
    # The options of the feed stay.
    page.write_text('{"cursor":"2","items":[{"id":"2","path":"b","title":"t"}]}')
    ok(db, "deliver", "mail", page)
    assert ok(db, "get", "in.b") == "root.in.b 1 1\n"
    push = '{"aps":{"alert":"Hello","badge":4},"feed":"mail","id":"3","path":"c"}'.encode()
    assert run("push", "-", "--db", db, "--badge-path", "icon", stdin=push, check=0).stdout == b""
    assert ok(db, "get", "icon") == "root.icon 1 4\n"
    page.write_text("5")
    ok(db, "deliver", "counter", page, "--preset", "unread-count")
    assert ok(db, "feed", "list").split()[0] == "counter"
    assert b"at byte" in run("deliver", "mail", "-", "--db", db, stdin=b"{", check=69).stderr
    run("push", "-", "--db", db, stdin=b"[]", check=69)


@pytest.mark.parametrize("words, advice", [
    (["set", "a..b", "1"], "write names with dots between them"),
    (["feed", "add", "x", "ftp://x"], "begins with http:, https: or file:"),
    (["feed", "refresh", "none"], "tally feed add"),
    (["watch", "--feed", "http://127.0.0.1:1/", "--once"], "check the URL and the network"),
    (["snapshot", "/dev/null", "--path", "a"], "name another file"),
    (["export", "/dev/null"], "name another file"),
])
def test_errors_say_what_to_do(db, words, advice):
    ok(db, "set", "a", 1)
    done = run(*words, "--db", db)
    assert done.returncode > 64 and advice in says(done), done


def test_damage_says_what_to_do(db):
    ok(db, "set", "a.b", 3)
    whole = bytearray(db.read_bytes())
    whole[whole.index(b"root.a.b") // 4096 * 4096 + 100] ^= 4
    db.write_bytes(whole)
    assert "tally recover" in says(run("verify", "--db", db, check=65))
    db.write_bytes(b"text" * 1000)
    assert "name another file with --db" in says(run("get", "a", "--db", db, check=65))


def test_a_message_in_full(db):
    key = ok(db, "post", "in", "--id", "a", "--title", "Tea", "--body", "first\nsecond", "--thread", "t", "--time",
             "2030-01-31T18:00:00Z").strip()
    text = ok(db, "show", key)
    lines = text.split("\n\n")[0].splitlines()
    assert [line.split(maxsplit=1) for line in lines] == [
        ["key", key], ["id", "a"], ["path", "root.in"], ["state", "unseen"], ["count", "1"],
        ["time", "2030-01-31T18:00:00Z"], ["thread", "t"], ["title", "Tea"]]
    assert text.endswith("\n\nfirst\nsecond\n")
    # It stays as it was.
    assert ok(db, "messages").startswith("root 1 1 1\n")
    assert "tally messages" in says(run("show", 999, "--db", db, check=65))
    shown = terminal("messages", "--db", db, env={"NO_COLOR": "1", "TZ": "UTC"})
    assert "TIME" in shown and "2030-01-31 18:00:00" in shown


def test_an_end_that_is_over(db):
    for words in (["set", "a", 1], ["dot", "a"], ["mute", "a", "all"]):
        for until in ("5", "2020-01-01T00:00:00Z"):
            assert "over" in says(run(*words, "--until", until, "--db", db, check=64))
    assert not db.exists()


def test_damage_that_keeps_it_closed(db, tmp_path):
    """verify lists what it can, and does not recommend itself."""
    ok(db, "init", "--quiet")
    whole = db.read_bytes()
    for count in (30000 // 4096 * 4096, len(whole) // 2):
        db.write_bytes(whole[:count])
        done = run("verify", "--db", db, check=65)
        assert "tally recover" in says(done) and "tally verify" not in says(done) + done.stdout.decode()
        assert f"of {len(whole) // 4096} pages are damaged" in done.stdout.decode()
        problems = run("verify", "--db", db, "--json", check=65).stdout.splitlines()
        assert problems
        for line in problems:
            assert list(json.loads(line)) == ["problem"]
        fresh = tmp_path / f"{count}.db"
        assert "unknown number lost" in run("recover", db, fresh, check=0).stdout.decode()
    db.write_bytes(whole[:4096][:100] + b"x" * 8000)
    done = run("verify", "--db", db, check=65)
    assert "tally verify" not in says(done)
