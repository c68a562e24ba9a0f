"""Sending the outbox: reads that the command queued reach the server."""

import http.server
import json
import threading

import pytest

from command import Server, Watch, objects, ok, run, says


@pytest.fixture
def read(db, server):
    """A feed with three messages, of which one was read into the outbox."""
    for title in ("a", "b", "c"):
        server.do("post", "--path", "inbox", "--title", title)
    ok(db, "feed", "add", "s", server.url + "/feed", "--outbox-url", server.url + "/outbox")
    ok(db, "feed", "refresh")
    key = objects(ok(db, "messages", "--json"))[0]["key"]
    ok(db, "read", "--key", key, "--outbox")
    return db


def unread_elsewhere(server, tmp_path):
    """How many messages another device sees as unread."""
    other = tmp_path / "other.db"
    ok(other, "feed", "add", "s", server.url + "/feed")
    ok(other, "feed", "refresh")
    return int(ok(other, "messages").split()[2])


def test_send(read, server, tmp_path):
    assert ok(read, "outbox").startswith("1 0 0\n")
    assert ok(read, "outbox", "send") == "1\n"
    assert ok(read, "outbox") == "0 0 0\n"
    assert unread_elsewhere(server, tmp_path) == 2
    # There is nothing left.
    assert json.loads(ok(read, "outbox", "send", "--json")) == {"sent": 0, "waiting": 0, "failed": 0}


def test_seen_elsewhere(db, server, tmp_path):
    other = tmp_path / "other.db"
    server.do("post", "--path", "bell", "--title", "a")
    for device in (db, other):
        ok(device, "feed", "add", "s", server.url + "/feed", "--outbox-url", server.url + "/outbox", "--outbox-seen")
        ok(device, "feed", "refresh")
        assert ok(device, "get", "bell") == "root.bell 1 1\n"
    ok(db, "clear", "bell")
    assert objects(ok(db, "outbox", "--json"))[-1]["kind"] == "seenMark"
    assert ok(db, "outbox", "send") == "1\n"
    ok(other, "feed", "refresh")
    assert "root.bell 1" not in ok(other, "get", "bell")
    assert int(ok(other, "messages").split()[2]) == 1


@pytest.mark.parametrize("words", [["feed", "refresh"], ["watch", "--once"]])
def test_polling_sends_first(read, server, tmp_path, words):
    ok(read, *words)
    assert ok(read, "outbox") == "0 0 0\n"
    assert unread_elsewhere(server, tmp_path) == 2


def test_watch_sends(read, server, tmp_path):
    watch = Watch("--db", read, "--interval", "100ms", "--json")
    # Requests of feeds follow those of the outbox.
    watch.until(lambda line: '"type":"sync"' in line)
    assert watch.stop()[0] == 0
    assert ok(read, "outbox") == "0 0 0\n"
    assert unread_elsewhere(server, tmp_path) == 2


def test_the_url_can_be_given(db, server):
    server.do("post", "--path", "inbox", "--title", "a")
    ok(db, "feed", "add", "s", server.url + "/feed")
    ok(db, "feed", "refresh")
    ok(db, "read", "--all", "--outbox")
    assert "--url" in says(run("outbox", "send", "--db", db, check=66))
    assert b"http" in run("outbox", "send", "--url", "ftp://x", "--db", db, check=65).stderr
    assert run("feed", "add", "t", server.url + "/feed", "--outbox-url", "nonsense", "--db", db, check=65)
    assert ok(db, "outbox", "send", "--url", server.url + "/outbox") == "1\n"
    # It is stored.
    assert ok(db, "outbox", "send") == "0\n"


class Refusing(http.server.BaseHTTPRequestHandler):
    status = 503

    def do_POST(self):  # noqa: N802
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(self.status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


@pytest.mark.parametrize("status, end, waiting, failed", [(503, 69, 1, 0), (401, 77, 1, 0), (400, 69, 0, 1)])
def test_a_server_that_does_not_take_it(read, status, end, waiting, failed):
    refusing = http.server.HTTPServer(("127.0.0.1", 0), type("Handler", (Refusing,), {"status": status}))
    threading.Thread(target=refusing.serve_forever, daemon=True).start()
    try:
        url = f"http://127.0.0.1:{refusing.server_port}/outbox"
        done = run("outbox", "send", "--url", url, "--json", "--db", read, check=end)
        assert json.loads(done.stdout) == {"sent": 0, "waiting": waiting, "failed": failed}
        assert url in says(done)
    finally:
        refusing.shutdown()
        refusing.server_close()


def test_without_a_server(read, server):
    server.stop()
    done = run("outbox", "send", "--db", read, check=69)
    assert done.stdout == b"0\n" and "try again" in says(done)
    assert ok(read, "outbox").startswith("1 0 0\n")


def test_the_last_url_counts(read, server):
    ok(read, "feed", "add", "t", "http://127.0.0.1:1/", "--outbox-url", "http://127.0.0.1:1/other")
    assert "http://127.0.0.1:1/other" in says(run("outbox", "send", "--db", read, check=69))
    ok(read, "feed", "add", "t", "http://127.0.0.1:1/", "--outbox-url", server.url + "/outbox")
    assert ok(read, "outbox", "send") == "1\n"


def test_an_outbox_stays_on(read):
    """Later reads go into it without --outbox."""
    ok(read, "read", "--all")
    assert ok(read, "outbox").startswith("2 0 0\n")
