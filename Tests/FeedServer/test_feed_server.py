"""The example feed server, asked over real connections."""

import base64
import concurrent.futures
import gzip
import http.client
import json
import pathlib
import re
import socket
import subprocess
import sys
import threading
import urllib.parse

import pytest

SERVER = pathlib.Path(__file__).resolve().parents[2] / "Examples" / "feed-server" / "feed_server.py"
sys.path[:0] = [str(SERVER.parent), str(pathlib.Path(__file__).resolve().parents[1])]
import feed_server  # noqa: E402
from limits import HANG_SECONDS  # noqa: E402


class Client:
    """One connection that is kept."""

    def __init__(self, port, token=None):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=HANG_SECONDS)
        self.token = token

    def ask(self, method, path, value=None, headers=None, body=None):
        """(status, answer, headers); the answer is decoded where it is JSON."""
        headers = dict(headers or {})
        if self.token:
            headers["Authorization"] = "Bearer " + self.token
        if value is not None:
            body = json.dumps(value)
        self.connection.request(method, path, body, headers)
        response = self.connection.getresponse()
        content = response.read()
        if response.headers.get("Content-Encoding") == "gzip":
            content = gzip.decompress(content)
        return response.status, json.loads(content) if content else None, response.headers

    def ok(self, method, path, value=None):
        status, answer, _ = self.ask(method, path, value)
        assert status in (200, 201), answer
        return answer

    def feed(self, since=None, limit=None):
        parameters = {"since": since, "limit": limit}
        query = urllib.parse.urlencode({name: value for name, value in parameters.items() if value is not None})
        return self.ok("GET", "/feed" + ("?" + query if query else ""))

    def post(self, *items):
        return self.ok("POST", "/messages", list(items))["items"]


def serve(store, token=None):
    server = feed_server.FeedServer(0, store, token)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    return server, thread


@pytest.fixture
def server():
    server, thread = serve(feed_server.Store())
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def client(server):
    client = Client(server.server_port)
    yield client
    client.connection.close()


def ids(page):
    return [item["id"] for item in page["items"]]


def test_an_empty_server_answers_an_empty_page(client):
    page = client.feed()
    assert page["v"] == 1 and page["items"] == [] and page["more"] is False
    assert page["epoch"] and page["cursor"]
    assert not {"gone", "marks", "badges", "title"} & set(page)


def test_an_item_gets_what_it_lacks(client):
    (item,) = client.post({"path": "root.inbox.mentions", "title": "Ünï — 😀", "count": 2, "arg": "Ann"})
    assert item["path"] == "inbox.mentions" and item["rev"] == "1" and item["id"] and item["seq"].isdigit()
    assert client.feed()["items"] == [item]


def test_a_single_object_may_be_posted(client):
    status, answer, _ = client.ask("POST", "/messages", {"path": "a"})
    assert status == 201 and len(answer["items"]) == 1


def test_a_delta_holds_what_is_new_only(client):
    client.post({"path": "a", "id": "1"}, {"path": "a", "id": "2"})
    cursor = client.feed()["cursor"]
    client.post({"path": "a", "id": "3"})
    page = client.feed(cursor)
    assert ids(page) == ["3"]
    assert client.feed(page["cursor"])["items"] == []
    assert client.feed(page["cursor"])["cursor"] == page["cursor"]


def test_posting_again_raises_rev_and_keeps_the_rest(client):
    (first,) = client.post({"path": "a", "id": "x", "title": "old", "body": "b"})
    cursor = client.feed()["cursor"]
    (second,) = client.post({"id": "x", "title": "new"})
    assert second == {**first, "title": "new", "rev": "2"}
    assert client.feed(cursor)["items"] == [second]
    assert client.feed()["items"] == [second]


def test_rev_goes_on_after_a_removal(client):
    client.post({"path": "a", "id": "x"})
    client.ok("DELETE", "/messages/x")
    (again,) = client.post({"path": "a", "id": "x"})
    assert again["rev"] == "2"


def test_an_identifier_is_never_given_twice(client):
    client.post({"path": "a", "id": "2"})
    (first,) = client.post({"path": "a"})
    (second,) = client.post({"path": "a"})
    assert len({"2", first["id"], second["id"]}) == 3


def test_sequence_numbers_go_on_after_one_that_was_given(client):
    client.post({"path": "a", "seq": "500"})
    assert client.post({"path": "a"})[0]["seq"] == "501"


def test_pages_are_oldest_first_and_complete(client):
    client.post(*({"path": "a", "id": str(number)} for number in range(25)))
    seen, cursor, pages = [], None, 0
    while True:
        page = client.feed(cursor, 10)
        seen += ids(page)
        pages += 1
        assert page["cursor"] != cursor
        cursor = page["cursor"]
        if not page["more"]:
            break
    assert seen == [str(number) for number in range(25)] and pages == 3


def test_a_page_that_is_just_full_says_no_more(client):
    client.post(*({"path": "a"} for _ in range(10)))
    assert client.feed(None, 10)["more"] is False


def test_a_page_does_not_grow_without_bound(client):
    for _ in range(3):
        client.post({"path": "a", "body": "x" * 600_000})
    page = client.feed()
    assert len(page["items"]) == 1 and page["more"] is True
    assert len(client.feed(page["cursor"])["items"]) == 1


def test_gone(client):
    client.post({"path": "a", "id": "1"}, {"path": "a", "id": "2"})
    cursor = client.feed()["cursor"]
    client.ok("DELETE", "/messages/1")
    page = client.feed(cursor)
    assert page["gone"] == ["1"] and page["items"] == []
    snapshot = client.feed()
    assert ids(snapshot) == ["2"] and "gone" not in snapshot
    assert client.ask("DELETE", "/messages/1")[0] == 404


def test_an_odd_identifier_is_escaped_in_the_url(client):
    identifier = "a/b ü?"
    client.post({"path": "a", "id": identifier})
    assert client.ok("DELETE", "/messages/" + urllib.parse.quote(identifier, safe=""))["gone"] == [identifier]


def test_badges(client):
    assert client.ok("PUT", "/badges/root.promo.item1", {"count": 5})["badges"]["promo.item1"]["rev"] == "1"
    client.ok("PUT", "/badges/promo.item2", {"dot": True, "icon": "new", "until": 4102444800})
    page = client.feed()
    dot = {"dot": True, "icon": "new", "until": 4102444800, "rev": "2"}
    assert page["badges"] == {"promo.item1": {"count": 5, "rev": "1"}, "promo.item2": dot}
    client.ok("DELETE", "/badges/promo.item1")
    assert client.feed(page["cursor"])["badges"] == {"promo.item1": None}
    assert client.feed()["badges"] == {"promo.item2": dot}
    assert client.ask("DELETE", "/badges/promo.item1")[0] == 404
    # Each badge has a greater revision than all before it, also when those that were removed are forgotten.
    client.ok("POST", "/admin/expire")
    assert client.ok("PUT", "/badges/promo.item1", {"count": 6})["badges"]["promo.item1"]["rev"] == "5"


def test_dismissals(client):
    """The greatest revision that was dismissed stays with the badge, until the badge is removed."""

    def dismiss(revision):
        body = {"v": 1, "feed": "f", "badges": {"root.promo": {"dismissed": revision}}}
        status, answer, _ = client.ask("POST", "/outbox", body, {"Idempotency-Key": revision})
        assert status == 200, answer
        return answer["badges"]["promo"]

    client.ok("PUT", "/badges/promo", {"dot": True})
    cursor = client.feed()["cursor"]
    assert dismiss("1") == {"dot": True, "rev": "1", "dismissed": "1"}
    assert client.feed(cursor)["badges"] == {"promo": {"dot": True, "rev": "1", "dismissed": "1"}}
    client.ok("PUT", "/badges/promo", {"count": 2})
    client.ok("PUT", "/badges/promo", {"count": 3})
    assert dismiss("3") == {"count": 3, "rev": "4", "dismissed": "3"}
    assert dismiss("2") == {"count": 3, "rev": "4", "dismissed": "3"}
    # One that was never given out is from before the server was restored.
    assert dismiss("5") == {"count": 3, "rev": "4", "dismissed": "3"}
    client.ok("DELETE", "/badges/promo")
    assert dismiss("4") is None


def test_a_count_of_nought_takes_a_badge_away(client):
    client.ok("PUT", "/badges/a", {"count": 1})
    assert client.ok("PUT", "/badges/a", {"count": 0})["badges"] == {"a": None}
    assert "badges" not in client.feed()


def test_marks_merge(client):
    def post(upto, version):
        return client.ok("POST", "/marks", {"inbox": {"upto": upto, "ver": version}})["marks"]["inbox"]

    assert post("9", 4) == {"upto": "9", "ver": 4}
    assert post("10", 4) == {"upto": "10", "ver": 4}  # A tie: the greater number, not the greater text.
    cursor = client.feed()["cursor"]
    assert post("9", 4) == {"upto": "10", "ver": 4}
    assert post("10", 3) == {"upto": "10", "ver": 4}
    assert client.feed(cursor)["cursor"] == cursor  # Nothing changed, so the cursor stays.
    # Neither takes away what the other one has read.
    both = [{"upto": "10", "ver": 4}, {"upto": "99", "ver": 3}]
    assert post("99", 3) == both
    assert client.feed(cursor)["marks"] == {"inbox": both}
    assert post("5", 5) == [{"upto": "5", "ver": 5}, *both]
    assert client.ok("POST", "/marks", {"inbox": [{"upto": "7", "ver": 1}, {"upto": "200", "ver": 5}]})["marks"] == {
        "inbox": {"upto": "200", "ver": 5}
    }


def test_what_a_mark_reads(client):
    client.post({"path": "inbox.a", "id": "1"}, {"path": "inbox", "id": "2"})
    assert [item["ver"] for item in client.feed()["items"]] == [0, 0]
    client.ok("POST", "/marks", {"inbox": {"upto": "1", "ver": 3}})
    cursor = client.feed()["cursor"]
    # A late item is newer than the mark that comes with it.
    (late,) = client.post({"path": "inbox.b", "id": "0", "seq": "1"})
    assert late["ver"] == 4
    page = client.feed(cursor)
    assert page["items"] == [late] and page["marks"] == {"inbox": {"upto": "1", "ver": 3}}
    (again,) = client.post({"id": "1", "read": False})
    assert (again["ver"], again["rev"]) == (4, "2")
    (same,) = client.post({"id": "1", "title": "t"})
    assert (same["ver"], same["rev"], same["read"]) == (4, "3", False)


def test_title(client):
    client.ok("POST", "/admin/title", {"title": "Message center"})
    assert client.feed()["title"] == "Message center"


def test_not_modified(client):
    client.post({"path": "a"})
    cursor = client.feed()["cursor"]
    status, _, headers = client.ask("GET", "/feed?since=" + cursor)
    tag = headers["ETag"]
    assert status == 200 and tag.startswith('"')
    for known in (tag, '"other", ' + tag, "W/" + tag, "*"):
        status, answer, headers = client.ask("GET", "/feed?since=" + cursor, headers={"If-None-Match": known})
        assert status == 304 and answer is None and headers["ETag"] == tag
    assert client.ask("GET", "/feed?since=" + cursor, headers={"If-None-Match": '"other"'})[0] == 200
    client.post({"path": "a"})
    assert client.ask("GET", "/feed?since=" + cursor, headers={"If-None-Match": tag})[0] == 200


def test_a_cursor_of_before_a_compaction_is_gone(client):
    client.post({"path": "a", "id": "1"}, {"path": "a", "id": "2"})
    cursor = client.feed()["cursor"]
    client.ok("DELETE", "/messages/1")
    client.ok("POST", "/admin/expire")
    status, answer, _ = client.ask("GET", "/feed?since=" + cursor)
    assert status == 410 and answer["error"] == "cursor_expired"
    page = client.feed()
    assert ids(page) == ["2"]
    assert client.feed(page["cursor"])["items"] == []


def test_a_snapshot_of_old_items_can_be_paged_after_a_compaction(client):
    client.post(*({"path": "a", "id": str(number)} for number in range(6)))
    client.ok("POST", "/admin/expire")
    page = client.feed(None, 4)
    client.ok("DELETE", "/messages/0")
    rest = client.feed(page["cursor"], 4)
    assert ids(page) + ids(rest) == ["0", "1", "2", "3", "4", "5"] and rest["gone"] == ["0"]


def test_another_epoch_makes_cursors_expire(client):
    old = client.feed()
    epoch = client.ok("POST", "/admin/epoch")["epoch"]
    assert epoch != old["epoch"]
    assert client.ask("GET", "/feed?since=" + old["cursor"])[0] == 410
    assert client.feed()["epoch"] == epoch


def test_a_cursor_that_is_none_is_gone(client):
    epoch = client.feed()["epoch"]

    def encoded(text):
        return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")

    odd = ["", "x", "!!!", "%C3%BC", "A" * 5000, encoded("a:b:c"), encoded(f"{epoch}:5:5"), encoded(f"{epoch}:-1:0")]
    for cursor in odd + [encoded(f"{epoch}:1"), encoded(f"{epoch}:{'9' * 5000}:0")]:
        status, answer, _ = client.ask("GET", "/feed?since=" + cursor)
        assert (status, answer["error"]) == (410, "cursor_expired"), cursor


@pytest.mark.parametrize("limit", ["0", "-1", "x", "", "1.5", "10001", "9" * 50, "%D9%A1", "1&limit=1", "%FF"])
def test_a_bad_limit(client, limit):
    status, answer, _ = client.ask("GET", "/feed?limit=" + limit)
    assert status == 400 and answer["error"] == "bad_request"


def test_gzip(client):
    client.post(*({"path": "a", "title": "again and again"} for _ in range(50)))
    _, plain, plain_headers = client.ask("GET", "/feed", headers={"Accept-Encoding": "identity"})
    status, packed, headers = client.ask("GET", "/feed", headers={"Accept-Encoding": "br, gzip;q=0.5"})
    assert status == 200 and headers["Content-Encoding"] == "gzip" and packed == plain
    assert headers["ETag"] != plain_headers["ETag"] and "Accept-Encoding" in headers["Vary"]
    again = {"Accept-Encoding": "gzip", "If-None-Match": headers["ETag"]}
    assert client.ask("GET", "/feed", headers=again)[0] == 304
    for refused in ("gzip;q=0", "br", "gzip;q=x", ""):
        assert "Content-Encoding" not in client.ask("GET", "/feed", headers={"Accept-Encoding": refused})[2]


def test_authorization():
    server, thread = serve(feed_server.Store(), "secret")
    try:
        for token in (None, "wrong", "secret2"):
            client = Client(server.server_port, token)
            for method, path in (("GET", "/feed"), ("POST", "/messages"), ("GET", "/admin/log"), ("GET", "/nope")):
                status, answer, headers = client.ask(method, path)
                assert status == 401 and answer["error"] == "unauthorized"
                assert headers["WWW-Authenticate"] == "Bearer"
            client.connection.close()
        client = Client(server.server_port, "secret")
        client.post({"path": "a"})
        assert len(client.feed()["items"]) == 1
        client.connection.close()
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_the_log_of_requests(client):
    client.post({"path": "a"}, {"path": "b"})
    cursor = client.feed()["cursor"]
    client.feed(cursor)
    client.ask("GET", "/feed?limit=x")
    log = client.ok("GET", "/admin/log")["requests"]
    assert [(entry["method"], entry["path"], entry["status"], entry["items"]) for entry in log] == [
        ("POST", "/messages", 201, 0),
        ("GET", "/feed", 200, 2),
        ("GET", "/feed?since=" + cursor, 200, 0),
        ("GET", "/feed?limit=x", 400, 0),
    ]
    assert [entry["number"] for entry in log] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    "item",
    [
        {},
        {"title": "no path"},
        {"path": ""},
        {"path": "a..b"},
        {"path": "a."},
        {"path": ".a"},
        {"path": "a\\"},
        {"path": "a\\b"},
        {"path": "a\nb"},
        {"path": "x" * 256},
        {"path": ".".join("x" * 65)},
        {"path": 5},
        {"path": "a", "count": -1},
        {"path": "a", "count": 1 << 32},
        {"path": "a", "count": True},
        {"path": "a", "count": 1.0},
        {"path": "a", "title": 5},
        {"path": "a", "title": "\ud800"},
        {"path": "a", "read": 1},
        {"path": "a", "id": ""},
        {"path": "a", "id": None},
        {"path": "a", "seq": "x"},
        {"path": "a", "seq": "9" * 19},
        {"path": "a", "seq": -1},
        {"path": "a", "ts": "now"},
        {"path": "a", "rev": "7"},
        {"path": "a", "titel": "misspelt"},
        5,
        None,
    ],
)
def test_a_bad_item_changes_nothing(client, item):
    status, answer, _ = client.ask("POST", "/messages", [{"path": "good"}, item])
    assert status == 400 and answer["error"] == "bad_request"
    assert client.feed()["items"] == []


@pytest.mark.parametrize(
    "badge",
    [{}, [], 5, {"count": -1}, {"count": 1, "dot": True}, {"dot": False}, {"dot": 1}, {"count": "1"}]
    + [{"count": 1, "until": -1}, {"count": 1, "icon": 5}, {"count": 1, "colour": "red"}, {"count": 1 << 32}],
)
def test_a_bad_badge(client, badge):
    assert client.ask("PUT", "/badges/a", badge)[0] == 400
    assert "badges" not in client.feed()


@pytest.mark.parametrize("path", ["a..b", "%FF", "a%0Ab", "a%5Cb"])
def test_a_bad_path(client, path):
    assert client.ask("PUT", "/badges/" + path, {"count": 1})[0] == 400
    assert client.ask("DELETE", "/badges/" + path)[0] == 400


@pytest.mark.parametrize(
    "marks",
    [{}, [], {"a": 5}, {"a": {"upto": "1"}}, {"a": {"upto": "x", "ver": 1}}, {"a": {"upto": "1", "ver": "1"}}]
    + [{"": {"upto": "1", "ver": 1}}, {"a": {"upto": "1", "ver": -1}}],
)
def test_bad_marks(client, marks):
    assert client.ask("POST", "/marks", marks)[0] == 400


@pytest.mark.parametrize("body", ["", "{", "[" * 100_000, "NaN", "[1,]", b"\xff", '"\\ud800"', "1" * 5000, "5"])
def test_a_body_that_is_not_json_or_of_the_wrong_kind(client, body):
    for method, path in (("POST", "/messages"), ("POST", "/marks"), ("PUT", "/badges/a"), ("POST", "/admin/title")):
        status, answer, _ = client.ask(method, path, body=body)
        assert status == 400 and answer["error"] == "bad_request"
    assert client.feed()["cursor"] == client.feed()["cursor"]


def test_unknown_paths_and_methods(client):
    assert client.ask("GET", "/")[0] == 404
    assert client.ask("DELETE", "/messages/")[0] == 404
    status, _, headers = client.ask("PATCH", "/feed")
    assert status == 405 and headers["Allow"] == "GET"
    client.connection.request("HEAD", "/feed")
    response = client.connection.getresponse()
    assert response.status == 405 and response.read() == b""
    client.feed()  # The connection goes on.


def raw(port, data):
    """Everything that the server answers to these bytes until it closes the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=HANG_SECONDS) as connection:
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        answer = b""
        while part := connection.recv(65536):
            answer += part
        return answer


@pytest.mark.parametrize(
    "data, status",
    [
        (b"GARBAGE\r\n\r\n", b"400"),
        (b"GET /feed HTTP/9.9\r\n\r\n", b"505"),
        (b"BREW /feed HTTP/1.1\r\n\r\n", b"501"),
        (b"GET /" + b"x" * 70_000 + b" HTTP/1.1\r\n\r\n", b"414"),
        (b"GET /feed HTTP/1.1\r\n" + b"X: y\r\n" * 200 + b"\r\n", b"431"),
        (b"POST /messages HTTP/1.1\r\nContent-Length: x\r\n\r\n", b"400"),
        (b"POST /messages HTTP/1.1\r\nContent-Length: -5\r\n\r\n", b"400"),
        (b"POST /messages HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}", b"400"),
        (b"POST /messages HTTP/1.1\r\nContent-Length: 50\r\n\r\n{}", b"400"),
        (b"POST /messages HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n", b"413"),
        (b"POST /messages HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", b"411"),
    ],
)
def test_malformed_requests(server, capfd, data, status):
    answer = raw(server.server_port, data)
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.split()[1] == status
    assert b"Connection: close" in head and b"Traceback" not in answer
    assert set(json.loads(body)) == {"error", "message"}
    assert capfd.readouterr().err == ""
    client = Client(server.server_port)
    client.feed()
    client.connection.close()


def test_a_request_line_without_a_version_is_answered(server):
    assert raw(server.server_port, b"GET /feed\r\n\r\n").startswith(b"HTTP/1.1 200")


def test_a_client_that_goes_away_disturbs_nobody(server, client, capfd):
    for _ in range(5):
        with socket.create_connection(("127.0.0.1", server.server_port)) as connection:
            connection.sendall(b"GET /feed HTTP/1.1\r\n\r\n" * 100)
    client.feed()
    assert capfd.readouterr().err == ""


def test_connections_are_kept(client):
    client.post({"path": "a"})
    kept = client.connection.sock
    client.feed()
    client.ask("POST", "/messages", {"path": ""})
    client.ask("GET", "/nope")
    cursor = client.feed()["cursor"]
    tag = client.ask("GET", "/feed?since=" + cursor)[2]["ETag"]
    client.ask("GET", "/feed?since=" + cursor, headers={"If-None-Match": tag})
    client.feed()
    assert kept is not None and client.connection.sock is kept


def test_requests_in_one_packet_are_answered_in_order(server):
    ask = b"GET /feed?limit=%b HTTP/1.1\r\nHost: x\r\n\r\n"
    answer = raw(server.server_port, ask % b"1" + ask % b"0" + ask % b"2")
    assert re.findall(rb"HTTP/1.1 (\d+)", answer) == [b"200", b"400", b"200"]


def test_many_writers_and_readers(server):
    """Readers that follow the cursor while others write see each item, and each once."""
    writers, each = 8, 25
    done = threading.Event()

    def write(writer):
        client = Client(server.server_port)
        for number in range(each):
            client.post({"path": f"w{writer}", "id": f"{writer}-{number}"})
        client.connection.close()

    def read():
        client, cursor, seen = Client(server.server_port), None, []
        while True:
            last = done.is_set()
            page = client.feed(cursor, 7)
            seen += ids(page)
            cursor = page["cursor"]
            if last and not page["more"]:
                client.connection.close()
                return seen

    with concurrent.futures.ThreadPoolExecutor(writers + 4) as pool:
        readers = [pool.submit(read) for _ in range(4)]
        for writing in [pool.submit(write, writer) for writer in range(writers)]:
            writing.result()
        done.set()
        wanted = sorted(f"{writer}-{number}" for writer in range(writers) for number in range(each))
        for reader in readers:
            assert sorted(reader.result()) == wanted
    sequence = [int(item["seq"]) for item in Client(server.server_port).feed()["items"]]
    assert sequence == sorted(set(sequence))


def test_a_file_keeps_everything(tmp_path):
    file = str(tmp_path / "feed.db")
    store = feed_server.Store(file)
    store.post([{"path": "a"}])
    before = store.page(None, 10)
    store.close()
    store = feed_server.Store(file)
    assert store.page(None, 10) == before
    assert store.page(before["cursor"], 10)["items"] == []
    store.close()


def test_the_program_and_its_commands(tmp_path):
    port_file = tmp_path / "port"
    options = ["--db", str(tmp_path / "feed.db"), "--port-file", str(port_file), "--token", "t"]
    process = subprocess.Popen([sys.executable, str(SERVER), *options], stdout=subprocess.PIPE, text=True)
    try:
        first = process.stdout.readline().strip()
        assert first == "listening on http://127.0.0.1:" + port_file.read_text().strip()
        url = first.split()[-1]

        def run(command, *arguments, token="t"):
            words = [sys.executable, str(SERVER), command, "--url", url, "--token", token, *arguments]
            return subprocess.run(words, capture_output=True, text=True, timeout=HANG_SECONDS)

        posted = run("post", "--path", "inbox.mentions", "--title", "Hello", "--count", "2")
        assert posted.returncode == 0
        (item,) = json.loads(posted.stdout)["items"]
        assert item["title"] == "Hello" and item["count"] == 2
        assert run("badge", "--path", "promo", "--icon", "new").returncode == 0
        assert run("badge", "--path", "promo", "--remove").returncode == 0
        assert run("remove", item["id"]).returncode == 0
        assert run("remove", item["id"]).returncode == 1
        assert run("post", "--path", "a", token="wrong").returncode == 1
        assert len(json.loads(run("log").stdout)["requests"]) == 6
        process.terminate()
        assert process.wait(HANG_SECONDS) == 0
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def send(client, key, value):
    """Sends a request of an outbox; returns the state afterwards."""
    status, answer, _ = client.ask("POST", "/outbox", value, {"Idempotency-Key": key})
    assert status == 200, answer
    return answer


def test_an_item_carries_a_link_an_icon_and_data(client):
    given = {"path": "a", "link": "app:x", "icon": "bell", "subtitle": "é", "data": {"n": [1, None]}, "also": ["b", "c.d"]}
    (item,) = client.post(given)
    assert given.items() <= item.items() and client.feed()["items"] == [item]
    for wrong in ({"link": "x" * 2049}, {"link": "a\n"}, {"icon": "i" * 256}, {"subtitle": 5}, {"data": "d" * 65_535},
                  {"also": "b"}, {"also": ["a..b"]}, {"also": [1]}, {"also": list("123456789")}):
        assert client.ask("POST", "/messages", {"path": "a", **wrong})[0] == 400


def test_a_removed_item_is_gone_for_others(client):
    client.post({"path": "a", "id": "1"}, {"path": "a", "id": "2"})
    cursor = client.feed()["cursor"]
    client.post({"id": "2", "title": "newer"})
    answer = send(client, "k1", {"items": [{"id": "1", "rev": "1", "deleted": True}]})
    assert answer["gone"] == ["1"] and answer["items"] == []
    # The user has not seen the newer content.
    assert ids(send(client, "k2", {"items": [{"id": "2", "rev": "1", "deleted": True}]})) == ["2"]
    page = client.feed(cursor)
    assert page["gone"] == ["1"] and ids(page) == ["2"]
    assert send(client, "k1", {"items": [{"id": "1", "rev": "1", "deleted": True}]})["gone"] == ["1"]
    for wrong in ({"id": "2", "deleted": False}, {"id": "2", "deleted": True, "read": True}, {"deleted": True}):
        status, _, _ = client.ask("POST", "/outbox", {"items": [wrong]}, {"Idempotency-Key": "k3"})
        assert status == 400


def test_an_answer_reads_what_came_before(client):
    client.post({"path": "chat.bo", "id": "1"}, {"path": "chat.bo", "id": "2"}, {"path": "chat.al", "id": "3"})
    send(client, "k", {"items": [{"id": "1", "rev": "1", "read": False, "ver": 6}]})
    (answer,) = client.post({"path": "chat.bo", "id": "4", "own": True})
    assert answer["read"] is True and answer["ver"] == 7
    assert client.feed()["marks"] == {"chat.bo": {"upto": answer["seq"], "ver": 7}}
