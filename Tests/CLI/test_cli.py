"""The command `tally`, run as users and scripts run it. The binary: TALLY in the environment, or build/tally."""

import contextlib
import datetime
import json
import os
import re
import resource
import signal
import sqlite3
import subprocess
import time
import zoneinfo

import pytest

from command import GITHUB, Server, TALLY, Watch, help_of, ok, options_of, run, says, terminal, HANG_SECONDS

# --- Commands --------------------------------------------------------------------------------------------------------


def remind(db, *arguments, status=0, zone="Europe/Berlin"):
    return run("remind", *arguments, "--db", db, check=status, env={"TZ": zone}).stdout.decode()


def reminders(db, *arguments):
    return [json.loads(line) for line in remind(db, "list", "--json", *arguments).splitlines()]


def test_remind(db, tmp_path):
    today = datetime.datetime.now(zoneinfo.ZoneInfo("Europe/Berlin")).date()
    week = (today + datetime.timedelta(days=10)).isoformat()
    remind(db, "add", "milk", "--keeps", "10d", "--title", "Fresh milk", "--path", "fridge")
    remind(db, "add", "flour", "--keeps", "1y", "--every", "2w", "--until", "2099-12-31", "--at", "18:30")
    (milk, flour) = reminders(db)
    assert (milk["id"], milk["span"], milk["smart"], milk["path"]) == ("milk", 10, True, "root.fridge")
    assert (flour["id"], flour["smart"], flour["state"]) == ("flour", False, "active")
    # Midnight may pass while this runs.
    assert milk["days_left"] in (9, 10) and milk["expiry"] >= week
    first = remind(db, "list").splitlines()[0]
    assert re.fullmatch(r" +(10|9)d \[##########\] \d{4}-\d\d-\d\d  milk  Fresh milk", first), first
    plan = [json.loads(line) for line in remind(db, "plan", "--json").splitlines()]
    assert len(plan) == 64 and {entry["action"] for entry in plan} == {"arm"}
    assert remind(db, "plan") == ""
    remind(db, "edit", "milk", "--keeps", "20d")
    assert reminders(db)[0]["revision"] == 2
    # An edit to the same terms changes nothing, and an edit without a term is a mistake.
    remind(db, "edit", "milk", "--keeps", "20d", "--title", "Fresh milk")
    assert reminders(db)[0]["revision"] == 2
    remind(db, "edit", "milk", status=64)
    remind(db, "snooze", "flour", "--for", "30m")
    remind(db, "ack", "milk")
    remind(db, "done", "milk")
    assert [entry["id"] for entry in reminders(db)] == ["flour"]
    assert [entry["state"] for entry in reminders(db, "--all")] == ["done", "active"]
    remind(db, "done", "milk", "--undo")
    kinds = [json.loads(line)["kind"] for line in remind(db, "log", "--json").splitlines()]
    assert kinds[0] == "created" and {"edited", "armed", "snoozed", "done", "undone"} <= set(kinds)
    file = tmp_path / "reminders.ics"
    remind(db, "export", file)
    other = tmp_path / "other.db"
    assert remind(other, "import", file) == "2 0\n"
    assert {entry["id"]: entry["expiry"] for entry in reminders(other)} == {
        entry["id"]: entry["expiry"] for entry in reminders(db)
    }
    remind(db, "remove", "milk")
    assert len(reminders(db)) == 1


def test_remind_import_says_what_it_skips(db, tmp_path):
    file = tmp_path / "tasks.ics"
    file.write_text("\r\n".join([
        "BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:tax", "DTSTART:20300101T090000", "DUE:20300101T100000",
        "RRULE:FREQ=YEARLY", "EXDATE:20310101T090000", "END:VTODO", "BEGIN:VTODO", "UID:tax", "DUE:20320101T100000",
        "RECURRENCE-ID:20320101T090000", "STATUS:COMPLETED", "END:VTODO", "BEGIN:VTODO", "UID:tea",
        "DUE;TZID=Europe/Atlantis:20300101T100000", "END:VTODO", "BEGIN:VTODO", "DUE:20300101T100000", "END:VTODO",
        "END:VCALENDAR", ""]))
    result = run("remind", "import", file, "--db", db, check=0)
    assert result.stdout == b"1 3\n"
    assert result.stderr.decode().splitlines() == [
        "tally: account 'default': an entry was imported in part, line 7: the reminder also fires on the days that "
        "EXDATE leaves out",
        "tally: account 'default': an entry was skipped, line 12: it changes one occurrence of a series, and a "
        "reminder is the whole series",
        "tally: account 'default': an entry was skipped, line 15: there is no zone 'Europe/Atlantis'",
        "tally: account 'default': an entry was skipped, line 19: it has no UID",
    ]
    assert [entry["state"] for entry in reminders(db, "--all")] == ["active"]
    assert run("remind", "import", file, "--quiet", "--db", db, check=0).stderr == b""


def test_a_day_may_be_a_duration_from_today(db):
    def today():
        return datetime.datetime.now(zoneinfo.ZoneInfo("Pacific/Auckland")).date()

    # Midnight may pass while this runs.
    days = {today()}
    remind(db, "add", "milk", "--keeps", "5d", "--produced", "2d", "--smart", "off", "--every", "1d", "--until", "+2w",
           zone="Pacific/Auckland")
    days.add(today())
    (milk,) = reminders(db)
    assert milk["produced"] in {(day + datetime.timedelta(days=2)).isoformat() for day in days}
    assert milk["expiry"] in {(day + datetime.timedelta(days=7)).isoformat() for day in days}
    for wrong in ("2x", "", "2026-1-1", "20000y"):
        remind(db, "edit", "milk", "--produced", wrong, status=64)


def test_remind_refuses_what_is_wrong(db, tmp_path):
    remind(db, "add", "milk", "--keeps", "10d")
    for wrong in (["--keeps", "0d"], ["--keeps", "10x"], ["--at", "25:00"], ["--produced", "yesterday"],
                  ["--smart", "maybe"]):
        remind(db, "add", "bread", *wrong, status=64)
    # A reminder that is not smart has an end. Six minutes are not a shelf life.
    remind(db, "add", "bread", "--keeps", "2y", "--every", "2w", status=65)
    assert b"6mo" in run("remind", "add", "bread", "--keeps", "6m", "--db", db, check=64).stderr
    remind(db, "add", "bread", "--keeps", "10d", "--zone", "../etc/passwd", status=65)
    assert run("remind", "done", "bread", "--db", db).returncode not in (0, 64)
    remind(tmp_path / "none.db", "list", status=66)
    broken = tmp_path / "broken.ics"
    broken.write_text("BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\n")
    remind(db, "import", broken, status=65)
    assert [entry["id"] for entry in reminders(db)] == ["milk"]


def test_outbox(db, tmp_path):
    items = [{"id": f"m{n}", "seq": str(n), "rev": "1", "path": "in", "title": "t"} for n in range(1, 4)]
    page = tmp_path / "page.json"
    page.write_text(json.dumps({"cursor": "1", "items": items}))
    ok(db, "watch", "--feed", f"file://{page}", "--once")
    keys = [line.split()[0] for line in ok(db, "messages").splitlines()[1:]]
    ok(db, "read", "--key", keys[0])
    assert ok(db, "outbox") == "0 0 0\n"
    ok(db, "read", "--key", keys[1], "--outbox")
    ok(db, "read", "in", "--outbox")
    assert ok(db, "outbox").splitlines() == [
        "2 0 0", "1  waiting  0  message m2", "2  waiting  0  mark root.in",
    ]
    (one,) = [json.loads(line) for line in ok(db, "outbox", "--after", "1", "--json").splitlines()]
    assert len(one.pop("key")) == 32
    assert one == {"id": 2, "state": "waiting", "attempt": 0, "kind": "mark", "entity": "root.in", "feed": 1,
                   "body": "", "until": None}
    assert len(ok(db, "outbox", "--limit", "1").splitlines()) == 2
    assert ok(db, "outbox", "--purge") == "0\n"
    assert ok(db, "outbox", "--retry", "--only", "2") == "0\n"
    assert ok(db, "outbox").startswith("2 0 0\n")
    for wrong in (["--retry", "--purge"], ["--only", "1"], ["--retry", "--only", "0"], ["--limit", "x"]):
        run("outbox", *wrong, "--db", db, check=64)
    assert run("outbox", "--limit", "0", "--db", db).returncode != 0
    assert run("outbox", "--db", tmp_path / "none.db").returncode == 66


def test_groups(db, tmp_path):
    items = [
        {"id": str(n), "seq": str(n), "rev": "1", "path": "in", "title": f"Message {n}", "thread": thread,
         "category": "mail", "arg": sender, "time": 1700000000 + n}
        for n, (thread, sender) in enumerate([("a", "Ann"), ("b", "Bo"), ("a", "Cy"), ("a", "Di")], 1)
    ]
    page = tmp_path / "page.json"
    page.write_text(json.dumps({"cursor": "1", "items": items}))
    ok(db, "watch", "--feed", f"file://{page}", "--once")
    ok(db, "category", "mail", "--summary", "%u more from %@", "--hidden", "%u letters")
    keys = [line.split()[0] for line in ok(db, "messages").splitlines()[1:]]
    assert ok(db, "groups", "--locale", "en").splitlines() == [
        f"{keys[0]}  3  3  a  Message 4  2 more from Cy and Ann", f"{keys[2]}  1  1  b  Message 2",
    ]
    hidden = [json.loads(line) for line in ok(db, "groups", "--previews", "hidden", "--json").splitlines()]
    assert [group["summary"] for group in hidden] == ["3 letters", "1 letters"]
    assert hidden[0]["origin"] == "category" and hidden[0]["items"] == 3 and hidden[0]["oldest"] == int(keys[3])

    strings = tmp_path / "Localizable.xcstrings"
    unit = {"stringUnit": {"state": "translated", "value": "noch %u von %@"}}
    strings.write_text(json.dumps(
        {"sourceLanguage": "en", "version": "1.0",
         "strings": {"%u more from %@": {"localizations": {"de": unit}},
                     "Open": {"localizations": {"de": {"stringUnit": {"state": "translated", "value": "%f"}}}}}}))
    taken, skipped = map(int, ok(db, "import-strings", strings).split())
    assert taken >= 1 and skipped >= 1
    assert ok(db, "groups", "--default-locale", "de-AT", "--limit", "1").endswith("noch 2 von Cy und Ann\n")
    assert ok(db, "groups", "--seen", "a", "--limit", "1").split()[2] == "0"
    assert ok(db, "groups", "--dismiss", "a").splitlines() == [f"{keys[2]}  1  1  b  Message 2"]
    assert ok(db, "get", "in").split()[2] == "1"
    assert len(ok(db, "groups", "--mode", "off").splitlines()) == 1
    for wrong, status in ((["category", "c", "--summary", "%d"], 65), (["groups", "--dismiss", "none"], None),
                          (["groups", "--previews", "maybe"], 64), (["import-strings", page], 65)):
        done = run(*wrong, "--db", db)
        assert done.returncode == status if status else done.returncode != 0, (wrong, done)
    assert run("groups", "--db", tmp_path / "none.db").returncode == 66


def test_version_and_help():
    assert run("--version", check=0).stdout == b"0.1.0\n"
    text = run("--help", check=0).stdout.decode()
    for word in ("EXIT STATUS", "recover", "watch", "75"):
        assert word in text


def test_operations(db):
    assert ok(db, "set", "chat.bo", 3) == ""
    ok(db, "add", "chat.bo", -1)
    ok(db, "dot", "promo")
    assert ok(db, "get", "chat") == "root.chat 1 2\n"
    assert ok(db, "get", "root.promo") == "root.promo 1 0\n"
    assert ok(db, "get", "unknown") == "root.unknown 0 0\n"
    assert ok(db, "clear", "chat") == "held\n"
    assert ok(db, "clear", "chat.bo") == ""
    assert ok(db, "get", "root") == "root 1 0\n"
    ok(db, "clear-tree", "root")
    assert ok(db, "get", "root") == "root 0 0\n"


def test_mute_and_json(db):
    ok(db, "set", "a.x", 9)
    ok(db, "mute", "a.x", "number")
    assert ok(db, "get", "a") == "root.a 1 0\n"
    badge = json.loads(ok(db, "get", "a.x", "--json"))
    badge.pop("revision")
    assert badge == {
        "path": "root.a.x", "kind": "number", "shows": True, "count": 9, "highlights": 0, "level": "normal",
        "own": 9, "fed": False, "mute": "number", "passes_highlights": False, "snoozed": False,
    }
    ok(db, "mute", "a.x", "all", "--until", "+1h")
    assert ok(db, "get", "a") == "root.a 0 0\n"
    ok(db, "mute", "a.x", "all", "--until", "+1ms")
    # It is over by the time that another process has started.
    assert ok(db, "get", "a") == "root.a 1 9\n"
    # A duration begins when the command reads it, so it cannot be over before it is used.
    ok(db, "mute", "a.x", "all", "--until", "+0ms")
    assert ok(db, "get", "a") == "root.a 1 9\n"
    run("mute", "a", "some", "--db", db, check=64)


def test_messages(db, tmp_path):
    items = [{"id": f"m{n}", "seq": str(n), "rev": "1", "path": f"in.p{n % 2}", "count": n, "title": f"t{n}"}
             for n in range(1, 5)]
    page = tmp_path / "page.json"
    page.write_text(json.dumps({"cursor": "1", "items": items}))
    ok(db, "watch", "--feed", f"file://{page}", "--once")
    lines = ok(db, "messages").splitlines()
    assert lines[0] == "root 4 4 4"
    assert [line.split("  ", 1)[1] for line in lines[1:]] == [
        "unseen  4  root.in.p0  t4", "unseen  3  root.in.p1  t3", "unseen  2  root.in.p0  t2", "unseen  1  root.in.p1  t1",
    ]
    keys = [line.split()[0] for line in lines[1:]]
    assert ok(db, "read", "--key", keys[0], "--key", keys[1]) == "2\n"
    assert ok(db, "read", "--key", keys[0], "--unread") == "1\n"
    assert ok(db, "messages", "in.p0").splitlines() == [
        "root.in.p0 2 2 1", f"{keys[0]}  seen  4  root.in.p0  t4", f"{keys[2]}  unseen  2  root.in.p0  t2",
    ]
    whole = [json.loads(line) for line in ok(db, "messages", "--unread", "--json").splitlines()]
    assert [one["id"] for one in whole] == ["m4", "m2", "m1"]
    assert whole[1]["state"] == "unseen" and whole[1]["title"] == "t2" and whole[1]["time"] is None
    assert ok(db, "explain", "in.p0").splitlines()[1].endswith("messages 2: m2")
    assert json.loads(ok(db, "explain", "in.p0", "--json"))["messages"] == ["m2"]
    assert ok(db, "read", "--all", "--up-to", keys[2]) == "2\n"
    assert ok(db, "read", "in") == "1\n"
    assert ok(db, "messages", "--limit", "1", "--after", keys[2]).splitlines()[1].startswith(keys[3])
    for wrong in ([], ["--all", "in"], ["--all", "--unread"], ["--key", "1", "--up-to", "1"]):
        run("read", *wrong, "--db", db, check=64)
    assert run("read", "--key", "999", "--db", db).returncode != 0
    assert run("messages", "a..b", "--db", db).returncode == 65


def test_levels(db):
    ok(db, "post", "a.b", "--level", "highlight", "--title", "you")
    ok(db, "post", "a.c", "--title", "others", "--count", 4)
    badge = json.loads(ok(db, "get", "a", "--json"))
    assert (badge["count"], badge["highlights"], badge["level"]) == (5, 1, "highlight")
    ok(db, "mute", "a", "number", "--pass-highlights")
    badge = json.loads(ok(db, "get", "a", "--json"))
    assert (badge["count"], badge["mute"], badge["passes_highlights"]) == (5, "number", True)
    badge = json.loads(ok(db, "get", "root", "--json"))
    assert (badge["count"], badge["highlights"], badge["level"]) == (1, 1, "highlight")


def test_snooze_and_flag(db):
    ok(db, "set", "chat.bo", 3)
    ok(db, "mute", "chat.bo", "number")
    ok(db, "snooze", "chat.bo", "--for", "2h")
    ok(db, "flag", "news")
    badge = json.loads(ok(db, "get", "chat.bo", "--json"))
    assert (badge["count"], badge["mute"], badge["snoozed"]) == (3, "number", True)
    assert json.loads(ok(db, "get", "root", "--json"))["kind"] == "dot"
    assert ok(db, "explain").splitlines()[1:] == [
        "       -  root.chat.bo  count 3, held back, snoozed: keeps 3",
        "     dot  root.news     marked as unread",
    ]
    ok(db, "snooze", "chat.bo", "--end")
    ok(db, "flag", "news", "--end")
    assert not json.loads(ok(db, "get", "news", "--json"))["shows"]
    assert json.loads(ok(db, "get", "chat.bo", "--json"))["snoozed"] is False
    ok(db, "post", "mail", "--id", "1", "--title", "t")
    ok(db, "snooze", "--key", "1")
    assert not json.loads(ok(db, "get", "mail", "--json"))["shows"]
    assert json.loads(ok(db, "show", "1", "--json"))["snoozed_until"] > 0
    ok(db, "snooze", "--key", "1", "--end")
    assert json.loads(ok(db, "get", "mail", "--json"))["count"] == 1
    assert run("snooze", "--db", db).returncode == 64
    assert run("snooze", "a", "--for", "1h", "--end", "--db", db).returncode == 64


def test_explain(db):
    ok(db, "set", "chat.bo", 3)
    ok(db, "set", "chat", 9)
    ok(db, "dot", "promo")
    ok(db, "set", "quiet.x", 5)
    ok(db, "mute", "quiet", "number")
    ok(db, "set", "off", 2)
    ok(db, "mute", "off", "all")
    assert ok(db, "explain", "root").splitlines() == [
        "root 1 3",
        "     dot  root.chat     count 9 (gives way)",
        "       3  root.chat.bo  count 3",
        "       -  root.off      count 2, held back, muted: keeps 2",
        "     dot  root.promo    dot",
        "       -  root.quiet    number muted: keeps 5",
        "     dot  root.quiet.x  count 5, number held back",
    ]
    assert ok(db, "explain", "nothing.here") == "root.nothing.here 0 0\n"
    lines = [json.loads(line) for line in ok(db, "explain", "off", "--json").splitlines()]
    assert lines == [
        {
            "path": "root.off", "contributed": 2, "lights": True, "muted": False, "own": 2, "overridden": False,
            "fed": False, "fed_count": 0, "messages": [], "mute": "none", "kept": 0, "snoozed": False,
            "flagged": False, "linked": False, "counting": False, "highlights": 0, "level": "normal",
        }
    ]
    whole = [json.loads(line) for line in ok(db, "explain", "--json").splitlines()]
    assert sum(reason["contributed"] for reason in whole) == 3
    assert [reason["path"] for reason in whole if reason["muted"]] == ["root.off", "root.quiet.x"]
    assert run("explain", "a..b", "--db", db).returncode == 65
    assert run("explain", "a", "--db", str(db) + "x").returncode == 66


def test_explain_says_what_a_server_counts(db, tmp_path):
    page = tmp_path / "page.json"
    page.write_text(json.dumps({
        "cursor": "1", "items": [{"id": "1", "path": "chat.bo"}], "check": {"chat": {"n": 5}, "chat.bo": {"n": 1}}}))
    ok(db, "deliver", "news", page)
    words = "counts 5, its messages here 1"
    assert ok(db, "explain", "chat").endswith(words + "\n")
    assert words not in ok(db, "explain", "chat.bo")
    assert words in terminal("explain", "chat", "--db", db)
    assert [json.loads(ok(db, "feed", "drifts", "--json"))[name] for name in ("path", "ours", "theirs")] == [
        "root.chat", 1, 5]


def test_accounts_are_listed_and_dropped(db):
    ok(db, "set", "a", 1, "--account", "zoe")
    ok(db, "set", "a", 2, "--account", "bo b")
    assert ok(db, "account", "list") == "bo b\nzoe\n"
    assert ok(db, "account", "remove", "bo b") == ""
    assert ok(db, "account", "list") == "zoe\n"
    assert says(run("account", "remove", "bo b", "--db", db, check=66)) == (
        f"there is no account 'bo b' in {db}: it has only 'zoe'; choose it with --account")
    assert run("get", "a", "--account", "bo b", "--db", db).returncode == 66
    assert ok(db, "get", "a", "--account", "zoe") == "root.a 1 1\n"
    run("account", "list", "--db", str(db) + "x", check=66)
    run("account", "remove", "--db", db, check=64)


def test_an_account_moves_to_another_database(db, tmp_path):
    other, file = tmp_path / "other.db", tmp_path / "ann.tally"
    ok(db, "set", "a.b", 3, "--account", "ann", "--aggregation", "sum")
    ok(db, "export", file, "--account", "ann")
    run("import", file, "--account", "bo", "--db", other, check=0)
    assert ok(other, "get", "a", "--account", "bo") == "root.a 1 3\n"
    assert run("export", "-", "--account", "bo", "--db", other, check=0).stdout == file.read_bytes()
    assert b"exists" in run("export", file, "--account", "ann", "--db", db, check=73).stderr
    message = says(run("import", file, "--account", "bo", "--db", other, check=65))
    assert f"{other}: there is an account 'bo' already: choose another name with --account" in message
    done = run("import", "-", "--account", "cy", "--db", other, stdin=file.read_bytes()[:-1], check=65)
    assert b"at byte" in done.stderr
    assert ok(other, "account", "list") == "bo\n"
    run("import", file, "--account", "dan", "--aggregation", "sum", "--db", other, check=64)
    run("import", tmp_path / "nothing", "--db", other, check=66)
    run("export", "-", "--db", db, check=66)
    run("export", "-", "--db", str(db) + "x", check=66)


def test_an_account_and_the_badges_of_a_path_are_not_confused(db, tmp_path):
    account, badges = tmp_path / "account", tmp_path / "badges"
    ok(db, "set", "a.b", 3)
    assert "tally export" in says(run("snapshot", badges, "--db", db, check=64))
    assert not badges.exists()
    ok(db, "snapshot", badges, "--path", "a")
    ok(db, "export", account)
    assert "tally import" in says(run("restore", account, "--db", db, check=64))
    assert "tally import" in says(run("restore", account, "--path", "a", "--db", db, check=65))
    assert "tally restore" in says(run("import", badges, "--account", "x", "--db", db, check=65))
    assert (ok(db, "account", "list"), ok(db, "get", "a")) == ("default\n", "root.a 1 3\n")
    ok(db, "set", "a.b", 4)
    ok(db, "restore", badges, "--path", "a")
    assert ok(db, "get", "a") == "root.a 1 3\n"


def test_a_backup_is_a_database(db, tmp_path):
    copy = tmp_path / "copy.db"
    ok(db, "set", "a.b", 3)
    assert ok(db, "backup", copy) == ""
    ok(db, "set", "a.b", 4)
    assert ok(copy, "get", "a") == "root.a 1 3\n"
    with contextlib.closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("SELECT path, count FROM badge").fetchall() == [("root.a.b", 3)]
    assert b"copy.db: exists" in run("backup", copy, "--db", db, check=73).stderr
    assert ok(copy, "get", "a") == "root.a 1 3\n"
    ok(db, "backup", copy, "--replace")
    assert ok(copy, "get", "a") == "root.a 1 4\n"
    run("backup", db, "--replace", "--db", db, check=65)
    run("backup", tmp_path / "nowhere" / "copy.db", "--db", db, check=74)
    run("backup", tmp_path / "new.db", "--db", str(db) + "x", check=66)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["badges.db", "copy.db"]


def test_rules(db, tmp_path):
    """Messages that were seen and not read feed the badge where a rule says so."""
    missing = tmp_path / "missing.db"
    run("rule", "mail", "--db", missing, check=66)
    run("rule", "mail", "--clear", "--db", missing, check=66)
    assert not missing.exists()
    assert ok(db, "rule", "mail", "--feeding", "unread") == "root.mail unread unread -\n"
    assert ok(db, "rule", "mail.work") == "root.mail.work - unread -\n"
    assert ok(db, "rule", "news") == "root.news - unseen -\n"
    for path in ("mail.work", "news"):
        ok(db, "post", path, "--title", "t")
        ok(db, "clear", path)
    assert ok(db, "get", "mail.work") == "root.mail.work 1 1\n"
    assert ok(db, "get", "news") == "root.news 0 0\n"
    assert ok(db, "rule", "mail.work", "--feeding", "unseen") == "root.mail.work unseen unseen -\n"
    assert ok(db, "get", "mail.work") == "root.mail.work 0 0\n"
    assert ok(db, "rule", "mail.work", "--clear") == "root.mail.work - unread -\n"
    assert ok(db, "get", "mail.work") == "root.mail.work 1 1\n"
    run("rule", "a..b", "--db", db, check=65)


def test_first(db):
    """The message where to begin reading, and those behind it."""
    for number in range(1, 6):
        ok(db, "post", "chat.bo", "--id", number)
    ok(db, "read", "chat.bo", "--up-to", 2)
    assert ok(db, "first") == "3 3 2 2\n"
    assert ok(db, "first", "chat.bo", "--newest") == "5 3 0 4\n"
    assert ok(db, "first", "--highlights") == ""
    ok(db, "clear", "chat.bo")
    assert ok(db, "first", "--unseen") == ""
    assert [line.split()[0] for line in ok(db, "messages", "--newer", 3).splitlines()[1:]] == ["4", "5"]
    run("messages", "--newer", 3, "--after", 4, "--db", db, check=64)
    run("messages", "--newer", 99, "--db", db, check=65)


def test_links(db):
    """A path counts at another one too, and a tab counts conversations."""
    ok(db, "set", "chat.bo.mention", 2)
    assert ok(db, "link", "chat.bo.mention", "mentions") == ""
    assert ok(db, "link", "a.x", "mentions.a") == ""
    assert ok(db, "get", "mentions") == "root.mentions 1 2\n"
    assert ok(db, "links") == "root.a.x root.mentions.a\nroot.chat.bo.mention root.mentions\n"
    assert ok(db, "links", "mentions", "--under") == "root.chat.bo.mention root.mentions\nroot.a.x root.mentions.a\n"
    assert "by a link" in ok(db, "explain", "mentions")
    assert "circle" in run("link", "mentions", "mentions.a", "--db", db, check=65).stderr.decode()
    assert ok(db, "unlink", "a.x", "mentions.a") == ""
    assert ok(db, "links", "a") == ""
    run("unlink", "a.x", "mentions.a", "--db", db, check=65)
    assert ok(db, "set", "chat.al", 7) == ""
    assert ok(db, "rule", "chat", "--counting", "lit") == "root.chat - unseen lit\n"
    assert ok(db, "get", "chat") == "root.chat 1 2\n"
    assert ok(db, "rule", "chat", "--feeding", "unread") == "root.chat unread unread lit\n"
    assert ok(db, "rule", "chat", "--counting", "usual") == "root.chat unread unread -\n"
    assert ok(db, "get", "chat") == "root.chat 1 9\n"


def test_until(db):
    ok(db, "set", "a", 1, "--until", "+1d12h")
    for over in ("2000-01-01T00:00:00Z", "946684800000"):
        assert b"over" in run("set", "b", 1, "--until", over, "--db", db, check=64).stderr
    ok(db, "dot", "c", "--until", "2999-12-31T23:59:59.5+02:00")
    ok(db, "dot", "e", "--until", str(int(time.time() * 1000) + 1_000_000))
    shown = [line.split()[0] for line in ok(db, "tree").splitlines()]
    assert shown == ["root", "a", "c", "e"]
    for wrong in ("soon", "+2", "+h", "+", "+1q", "+99999999y", "2026-13-01T00:00:00Z", "2026-01-01"):
        run("dot", "a", "--until", wrong, "--db", db, check=64)


EXAMPLE = r"\+?\b\d+(?:ms|s|mo|m|h|d|w|y)(?:\d+[a-z]+)*\b|\d{4}-\d\d-\d\dT[\d:]+Z|\b\d\d:\d\d\b"


def test_the_examples_of_the_help_are_accepted(tmp_path):
    """Durations and times: each example that the help gives of an option is passed to that option."""
    before = {"set": ["a", 1], "dot": ["a"], "mute": ["a", "all"], "feed add": ["x", "file:///nothing"],
              "remind add": ["x"], "remind edit": ["x"], "remind snooze": ["x"], "post": ["a"], "snooze": ["a"]}
    more = {"every": ["--keeps", "1d", "--smart", "off", "--until", "2099-12-31"], "at": ["--keeps", "1d"]}
    db = tmp_path / "badges.db"
    ok(db, "remind", "add", "x", "--keeps", "10d")
    tried = set()
    for words, argument in options_of(help_of()):
        name = (argument.get("preferredName") or {}).get("name")
        # watch and view go on; feed add has the same option.
        if argument["kind"] != "option" or words in (["watch"], ["view"]):
            continue
        examples = re.findall(EXAMPLE, argument.get("abstract", "") + " " + argument.get("discussion", ""))
        if argument.get("valueName") == "duration":
            assert examples, (words, name)
        for example in examples:
            # A reminder of one name can be added once.
            if words == ["remind", "add"]:
                before["remind add"] = [f"{name}-{example}"]
            ok(db, *words, *before[" ".join(words)], f"--{name}", example, *more.get(name, []))
            tried.add((*words, name))
    assert tried >= {("set", "until"), ("dot", "until"), ("mute", "until"), ("snooze", "until"), ("snooze", "for"),
                     ("feed", "add", "interval"),
                     ("remind", "add", "keeps"), ("remind", "add", "every"), ("remind", "add", "at"),
                     ("remind", "edit", "keeps"), ("remind", "edit", "at"),
                     ("remind", "snooze", "for")}


def test_units_mean_the_same_everywhere(db):
    """m is a minute and mo a month, whichever option it is."""
    before = time.time() - 0.001  # The file has milliseconds.
    for path, text in (("a", "+1m"), ("b", "+1mo")):
        ok(db, "dot", path, "--until", text)
    after = time.time() + 0.001
    with contextlib.closing(sqlite3.connect(db)) as connection:
        ends = dict(connection.execute("SELECT path, expires FROM badge").fetchall())
    assert before + 60 <= ends["root.a"] / 1000 <= after + 60
    assert before + 28 * 86400 <= ends["root.b"] / 1000 <= after + 31 * 86400
    remind(db, "add", "cheese", "--keeps", "6mo", "--produced", "2030-01-31")
    remind(db, "add", "ham", "--keeps", "2w", "--produced", "2030-01-31")
    assert {entry["id"]: (entry["expiry"], entry["smart"]) for entry in reminders(db)} == {
        "cheese": ("2030-07-31", True), "ham": ("2030-02-14", True)}
    for wrong in ("6m", "6h", "1w2d", "0d", "d", "6M", "3q", "1.5d", ""):
        remind(db, "add", "x", "--keeps", wrong, status=64)
    for wrong in ("99ms", "1mo", "0", "30", "0.5", "-1", "x", "1e99"):
        run("feed", "add", "x", "file:///x", "--interval", wrong, "--db", db, check=64)
    ok(db, "feed", "add", "x", "file:///x", "--interval", "90s")
    with contextlib.closing(sqlite3.connect(db)) as connection:
        assert connection.execute("SELECT interval, visible_interval FROM feed_option").fetchall() == [(90_000, 90_000)]


def test_tree(db):
    assert ok(db, "set", "a-b", 1) == ""
    ok(db, "set", "a.x", 2)
    ok(db, "dot", "a.y")
    ok(db, "set", "quiet.b.c", 5)
    ok(db, "mute", "quiet.b.c", "all")
    assert ok(db, "tree").splitlines() == [
        "root     3",
        "  a      2",
        "    x    2",
        "    y    dot",
        "  a-b    1",
        "  quiet",
        "    b",
        "      c  5 (muted)",
    ]
    assert ok(db, "tree", "a").splitlines() == ["root.a  2", "  x     2", "  y     dot"]
    assert ok(db, "tree", "nothing.here") == "root.nothing.here\n"
    lines = [json.loads(line) for line in ok(db, "tree", "--json").splitlines()]
    assert [line["path"] for line in lines] == [
        "root", "root.a", "root.a-b", "root.a.x", "root.a.y", "root.quiet.b.c",
    ]
    assert lines[5]["mute"] == "all" and lines[4]["own"] == "dot"


def test_accounts_and_aggregation(db):
    ok(db, "set", "a", 5, "--account", "ann", "--aggregation", "sum")
    ok(db, "set", "a.x", 2, "--account", "ann")
    assert ok(db, "get", "a", "--account", "ann") == "root.a 1 7\n"
    run("get", "a", "--account", "bo", "--db", db, check=66)
    refused = run("get", "a", "--db", db, "--account", "ann", "--aggregation", "children", check=65)
    assert says(refused) == f"{db}: the account 'ann' was created with another aggregation; leave out --aggregation"


def test_exit_statuses(db, tmp_path):
    for wrong in (
        [], ["nothing"], ["set", "a"], ["set", "a", "x", "--db", db], ["get", "--db", db], ["get", "a", "--db", ""],
        ["mute", "a", "some"], ["mute", "a", "x", "y"], ["rule"], ["rule", "a", "--feeding", "some"],
        ["rule", "a", "--feeding", "unread", "--clear", "--db", db], ["feed", "add", "x"],
        ["watch", "--db", db, "--interval", "5"], ["watch", "--db", db, "--prefix", "a"],
    ):
        done = run(*wrong)
        assert done.returncode == (0 if not wrong else 64), wrong
    assert b"path 'a..b': a component is empty, at byte 2" in run("dot", "a..b", "--db", db, check=65).stderr
    assert b"4294967295" in run("set", "a", "4294967296", "--db", db, check=65).stderr
    run("set", "a", "-1", "--db", db, check=65)
    run("add", "a", "-1", "--db", db, check=65)
    missing = tmp_path / "missing.db"
    run("get", "a", "--db", missing, check=66)
    run("tree", "--db", missing, check=66)
    assert not missing.exists()
    run("set", "a", "1", "--db", tmp_path / "no" / "such.db", check=73)
    other = tmp_path / "other.db"
    other.write_bytes(b"This is not a database. " * 100)
    before = other.read_bytes()
    run("get", "a", "--db", other, check=65)
    assert other.read_bytes() == before


def test_a_database_that_is_open_elsewhere(db, tmp_path):
    ok(db, "dot", "a")
    watch = subprocess.Popen(
        [TALLY, "watch", "--feed", "http://127.0.0.1:1/", "--db", str(db)],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )
    try:
        assert watch.stdout.readline() == b"root 1 0\n"
        assert b"badges.db" in run("get", "a", "--db", db, check=75).stderr
    finally:
        watch.terminate()
        assert watch.wait(HANG_SECONDS) == 0
    ok(db, "get", "a")


# --- Input -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [["import-strings"], ["map", "--preset", "unread-count"]])
def test_a_file_that_no_memory_holds(tmp_path, words):
    """A message and a status, never a signal."""
    file = tmp_path / "file"
    file.touch()
    os.truncate(file, 1 << 40)
    done = subprocess.run(
        [TALLY, *words, str(file)], capture_output=True, timeout=HANG_SECONDS,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30)),
    )
    assert (done.returncode, done.stderr) == (71, b"tally: out of memory\n")


def test_input_that_cannot_be_read(tmp_path):
    assert b"no-such-file" in run("map", "--preset", "unread-count", tmp_path / "no-such-file", check=66).stderr
    run("map", "--preset", "unread-count", tmp_path, check=66)


def test_input_longer_than_the_buffer_of_a_pipe():
    items = [{"id": str(number), "subject": {"title": "x" * 1000}} for number in range(1000)]
    shown = run("map", "--json", "--preset", "github-notifications", "-", stdin=json.dumps(items).encode(), check=0)
    assert len(json.loads(shown.stdout)["rejected"]) == 1000


# --- Watch -----------------------------------------------------------------------------------------------------------


def test_map():
    shown = run("map", "--preset", "github-notifications", "-", stdin=GITHUB, check=0).stdout.decode()
    assert shown == (
        "root.github.a/b\\.c\t1\t1\tHi there\nroot.github.a/d\tread\t3\t\n"
        "! 1: it has no usable 'path'\ncursor 2014-11-07T22:01:45Z\n"
    )
    page = json.loads(run("map", "--json", "--preset", "github-notifications", "-", stdin=GITHUB, check=0).stdout)
    assert [item["id"] for item in page["items"]] == ["1", "2", "3"]
    assert page["rejected"] == [{"index": 1, "reason": "it has no usable 'path'"}]


def test_map_with_a_file(tmp_path):
    mapping = tmp_path / "mapping.json"
    mapping.write_text('{"list":"$","item":{"total":"$","path":"n.{@}"}}')
    shown = run("map", "--mapping", mapping, "-", stdin=b'{"a":3,"b":0,"c":[]}', check=0).stdout.decode()
    assert shown.startswith("root.n.a\t3\t\t\nroot.n.b\tgone\t\t\n! 2: its 'total'")
    mapping.write_text('{"path":"chat"}')
    assert run("map", "--preset", "unread-count", "--mapping", mapping, "-", stdin=b"5", check=0).stdout == b"root.chat\t5\t\t\n"
    mapping.write_text('{"list":"a"}')
    failed = run("map", "--mapping", mapping, "-", stdin=b"[]", check=65)
    assert b"mapping: a path that begins with $ is due, at byte 9" in failed.stderr
    assert b"preset" in run("map", "--preset", "x", "-", stdin=b"[]", check=65).stderr
    assert b"at byte 1" in run("map", "--preset", "ntfy", "-", stdin=b"{", check=69).stderr
    run("map", "-", stdin=b"[]", check=64)
    run("map", "--preset", "ntfy", tmp_path / "none", check=66)


def test_watch_through_a_preset(db, tmp_path):
    answer = tmp_path / "answer.json"
    answer.write_bytes(GITHUB)
    shown = run("watch", "--feed", f"file://{answer}", "--preset", "github-notifications", "--once", "--db", db, check=0)
    assert "b\\.c" in shown.stdout.decode()


def test_feeds(db, tmp_path):
    page = tmp_path / "page.json"
    page.write_text('{"cursor":"1","title":"Inbox","items":[{"id":"1","path":"a"},{"id":"2","path":7}]}')
    answer = tmp_path / "answer.json"
    answer.write_bytes(GITHUB)
    run("feed", "list", "--db", db, check=66)
    assert ok(db, "feed", "add", "inbox", f"file://{page}", "--prefix", "mail", "--interval", "30s") == ""
    ok(db, "feed", "add", "code", f"file://{answer}", "--preset", "github-notifications")
    assert ok(db, "feed", "list").splitlines() == [
        f"code  root  never  0  file://{answer}", f"inbox  root.mail  never  0  file://{page}"]
    # No feed was polled yet. refresh polls only the named one, with its stored options.
    assert ok(db, "tree") == "root\n"
    assert ok(db, "feed", "refresh", "inbox").split() == ["root", "1", "mail", "1", "a", "1"]
    assert "b\\.c" in ok(db, "feed", "refresh", "code", "inbox")
    code, inbox = [json.loads(line) for line in ok(db, "feed", "list", "--json").splitlines()]
    assert code["last_success"] > 0
    assert (inbox["title"], inbox["prefix"], inbox["rejected"]) == ("Inbox", "root.mail", 2)
    aside = [json.loads(line) for line in ok(db, "feed", "rejected", "inbox", "--json").splitlines()]
    assert [item["body"] for item in aside] == ['{"id":"2","path":7}'] * 2 and aside[0]["reason"]
    assert '{"id":"2","path":7}' in ok(db, "feed", "rejected", "inbox")
    # watch polls all stored feeds.
    watch = Watch("--db", db, "--json")
    watch.until(lambda line: '"type":"sync"' in line)
    watch.until(lambda line: '"type":"sync"' in line)
    assert watch.stop()[0] == 0
    ok(db, "feed", "remove", "code")
    assert [line.split()[0] for line in ok(db, "feed", "list").splitlines()] == ["inbox"]
    for arguments in (["remove", "code"], ["refresh", "code"], ["rejected", "code"]):
        assert b"'code'" in run("feed", *arguments, "--db", db, check=66).stderr
    run("feed", "add", "x", "ftp://x/", "--db", db, check=65)
    run("feed", "add", "x", f"file://{page}", "--preset", "none", "--db", db, check=65)
    run("feed", "add", "x", f"file://{page}", "--interval", "0", "--db", db, check=64)
    page.unlink()
    run("feed", "refresh", "inbox", "--db", db, check=69)
    ok(db, "feed", "remove", "inbox")
    assert ok(db, "feed", "list") == ""


def test_watch_in_a_pipe(server, db):
    watch = Watch("--feed", server.url + "/feed", "--interval", "200ms", "--db", db, "--quiet")
    server.do("post", "--path", "inbox.mentions", "--title", "Ann")
    assert watch.until(lambda line: line == "root 1 1") == ["root.inbox.mentions 1 1", "root.inbox 1 1", "root 1 1"]
    server.do("badge", "--path", "promo.x", "--count", "5")
    assert watch.until(lambda line: line == "root 1 6") == ["root.promo.x 1 5", "root.promo 1 5", "root 1 6"]
    assert watch.stop() == (0, "")
    # The next watch first prints the stored badges.
    watch = Watch("--feed", server.url + "/feed", "--interval", "200ms", "--db", db, "--quiet")
    assert watch.until(lambda line: line == "root.promo.x 1 5")[0] == "root 1 6"
    assert watch.stop(signal.SIGTERM) == (0, "")
    assert ok(db, "get", "root") == "root 1 6\n"


def test_no_signal_is_missed(db):
    """However early it comes: one that came between the first line and the first wait was lost once."""
    ok(db, "set", "a", 1)
    for _ in range(10):
        watch = Watch("--feed", "http://127.0.0.1:1/", "--db", db)
        watch.until(lambda line: True)
        assert watch.stop(signal.SIGTERM)[0] == 0


def test_watch_json(server, db):
    began = int(time.time() * 1000)
    watch = Watch("--feed", server.url + "/feed", "--interval", "200ms", "--db", db, "--json", "--prefix", "mail")
    feed, first = map(json.loads, watch.until(lambda line: '"type":"sync"' in line))
    assert feed == {"type": "feed", "name": "watch", "url": server.url + "/feed", "interval": 200}
    assert first["result"] == "TALLY_OK" and first["added"] == 0
    # null: on a slow machine the next request has begun before the event is printed.
    assert first["next"] is None or first["next"] > began
    server.do("post", "--path", "inbox", "--title", "Ann")
    lines = [json.loads(line) for line in watch.until(lambda line: '"path":"root"' in line)]
    badges = [line for line in lines if line["type"] == "badge"]
    assert [badge["path"] for badge in badges] == ["root.mail.inbox", "root.mail", "root"]
    assert all(badge["shows"] and badge["count"] == 1 and badge["revision"] == 1 for badge in badges)
    assert json.loads(watch.until(lambda line: '"added":1' in line)[-1])["type"] == "sync"
    # A synchronisation comes after the badges that it changed, each time.
    for number in range(2, 12):
        server.do("post", "--path", "inbox", "--title", "Ann")
        lines = [json.loads(line) for line in watch.until(lambda line: '"added":1' in line)]
        assert [line["path"] for line in lines if line["type"] == "badge" and line["count"] == number] == [
            "root.mail.inbox", "root.mail", "root"]
    assert watch.stop()[0] == 0


def test_reading_creates_no_account(db):
    """The message names the account and the file, and says which accounts there are."""
    ok(db, "clear-tree", "a", "--account", "ann")
    for command in (["get", "a"], ["tree"]):
        assert says(run(*command, "--db", db, check=66)) == (
            f"there is no account 'default' in {db}: it has only 'ann'; choose it with --account")
    ok(db, "set", "a", "1", "--account", "bo")
    message = says(run("tree", "--db", db, "--account", "typo", check=66))
    assert message == f"there is no account 'typo' in {db}: it has 'ann', 'bo'; choose one with --account"
    for name in ("cy", "di", "ed", "flo"):
        ok(db, "set", "a", "1", "--account", name)
    assert says(run("tree", "--db", db, check=66)).endswith(
        "it has 'ann', 'bo', 'cy', 'di', 'ed' and more; choose one with --account, or list them with tally account list")
    for name in ok(db, "account", "list").splitlines():
        ok(db, "account", "remove", name)
    assert "it has no accounts yet" in says(run("tree", "--db", db, check=66))
    ok(db, "set", "a", "1", "--account", "typo", "--aggregation", "sum")


def test_watch_once(server, db):
    server.do("post", "--path", "inbox", "--title", "Ann")
    assert ok(db, "watch", "--feed", server.url + "/feed", "--once") == "root     1\n  inbox  1\n"
    lines = ok(db, "watch", "--feed", server.url + "/feed", "--once", "--json").splitlines()
    assert [json.loads(line)["path"] for line in lines] == ["root", "root.inbox"]


def test_watch_failures(db):
    assert b"connect" in run("watch", "--feed", "http://127.0.0.1:1/", "--once", "--db", db, check=69).stderr.lower()
    run("watch", "--feed", "ftp://x/", "--db", db, check=65)
    run("watch", "--feed", "http://127.0.0.1:1/", "--interval", "0", "--db", db, check=64)
    watch = Watch("--feed", "http://127.0.0.1:1/", "--json", "--db", db)
    sync = json.loads(watch.until(lambda line: '"type":"sync"' in line)[-1])
    assert sync["result"] == "TALLY_ERROR_NETWORK" and sync["message"]
    assert watch.stop()[0] == 0


def test_watch_and_credentials(db):
    server = Server(token="secret")
    try:
        url = server.url + "/feed"
        for once in ([], ["--once"]):
            run("watch", "--feed", url, "--db", db, *once, env={"TALLY_TOKEN": ""}, check=77)
            run("watch", "--feed", url, "--db", db, *once, "--token", "wrong", check=77)
        run("watch", "--feed", url, "--db", db, "--once", "--token", "secret", check=0)
        run("watch", "--feed", url, "--db", db, "--once", env={"TALLY_TOKEN": "secret"}, check=0)
    finally:
        server.stop()


def test_a_token_goes_to_one_server(db):
    mine, other = Server(token="secret"), Server(token="another")
    try:
        # The name of the other one comes first.
        run("feed", "add", "a", other.url + "/feed", "--db", db, check=0)
        run("feed", "add", "b", mine.url + "/feed", "--db", db, check=0)
        for command in (["feed", "refresh"], ["watch", "--once"]):
            refused = run(*command, "--db", db, "--token", "secret", check=64)
            assert b"--token-for" in refused.stderr
            run(*command, "--db", db, "--token", "secret", "--token-for", "c", check=66)
            # The other server rejects the request because it has no token.
            refused = run(*command, "--db", db, "--token", "secret", "--token-for", "b", check=77)
            assert b"feed 'a'" in refused.stderr and b"feed 'b'" not in refused.stderr
            assert b"no credential for this server" in refused.stderr
        run("feed", "refresh", "b", "--db", db, "--token", "secret", check=0)
        run("feed", "refresh", "a", "--db", db, "--token", "another", check=0)
    finally:
        mine.stop()
        other.stop()


# --- Damaged files ---------------------------------------------------------------------------------------------------


def test_verify_and_recover(db, tmp_path):
    ok(db, "set", "a.b", 3)
    assert run("verify", "--db", db, check=0).stdout == b"sound\n"
    fresh = tmp_path / "fresh.db"
    assert b"badges   1 saved, 0 lost" in run("recover", db, fresh, check=0).stdout
    assert ok(fresh, "get", "a") == "root.a 1 3\n"
    assert b"exists" in run("recover", db, fresh, check=65).stderr
    whole = db.read_bytes()
    page = whole.index(b"root.a.b") // 4096
    damaged = bytearray(whole)
    damaged[page * 4096 + 100] ^= 4
    db.write_bytes(damaged)
    done = run("verify", "--db", db, check=65)
    assert f"checksum of page {page + 1} is wrong".encode() in done.stdout
    assert db.read_bytes() == bytes(damaged)
    again = tmp_path / "again.db"
    report = json.loads(run("recover", db, again, "--json", check=0).stdout)
    assert report["damaged_pages"] == 1 and report["doubtful_rows"] == 1
    assert report["badges_saved"] == 1 and report["badges_lost"] == 0
    assert ok(again, "get", "a") == "root.a 1 3\n"
    assert db.read_bytes() == bytes(damaged)


def test_verify_and_recover_what_is_not_there(db, tmp_path):
    run("verify", "--db", db, check=66)
    run("recover", db, tmp_path / "fresh.db", check=66)
    db.write_bytes(b"not a database at all, but rather a line of text")
    run("verify", "--db", db, check=65)
    run("recover", db, tmp_path / "fresh.db", check=65)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["badges.db"]
