#!/usr/bin/env python3
"""The story of a badge, told with the example server and the C program `watch`, and checked step by step.

    python3 Examples/demo/demo.py --watch build/demo/watch

It posts to the server, drives `watch` by its commands, and compares the whole tree with what it should be after each
step. It ends with 0 if everything was as expected. Nothing waits by sleeping: each wait is for a line of output.
"""

import argparse
import json
import os
import pathlib
import queue
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request

SERVER = pathlib.Path(__file__).resolve().parents[1] / "feed-server" / "feed_server.py"
TOKEN = "demo-token"
OVERALL_SECONDS = 600  # Both end only a hang, also on a slow machine.
ANSWER_SECONDS = 120
DOT = "•"

# Printed at the end. The demo builds only the library, so the first two build what they need.
FURTHER = """\
Watch badges in a terminal:  make cli && build/tally init --db build/demo.db && build/tally watch --db build/demo.db
Read the documentation:      make site, then open build/site/index.html
Write your first program:    docs/tutorial/README.md"""

TREE_LINE = re.compile(r"^ {2}((?:  )*)(\S.*?) +(\d+|•|-)$")


class Failure(Exception):
    """A check that failed."""


class Process:
    """A child whose output is read by a thread, so that a wait for a line can have an end."""

    def __init__(self, words, environment=None):
        self.words = [str(word) for word in words]
        self.child = subprocess.Popen(
            self.words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            env={**os.environ, **(environment or {})},
        )
        self.lines = queue.Queue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.child.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def line(self, until):
        """The next line; `until` is a point of the monotonic clock."""
        try:
            line = self.lines.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            raise Failure(f"{self.words[0]}: no answer in time") from None
        if line is None:
            raise Failure(f"{self.words[0]} ended unexpectedly, with {self.child.wait()}")
        return line

    def lines_until(self, pattern):
        """The lines up to and with the first one that matches."""
        until, lines = time.monotonic() + ANSWER_SECONDS, []
        while not lines or not re.search(pattern, lines[-1]):
            lines.append(self.line(until))
        return lines

    def end_of_input(self):
        """Closes its input, and answers how it ended."""
        self.child.stdin.close()
        try:
            return self.child.wait(ANSWER_SECONDS)
        except subprocess.TimeoutExpired:
            raise Failure(f"{self.words[0]} did not end at the end of its input") from None

    def kill(self):
        """As a crash does: SIGKILL, which nobody can handle."""
        self.child.kill()
        code = self.child.wait()
        self.reader.join(ANSWER_SECONDS)
        for stream in (self.child.stdin, self.child.stdout):
            try:
                stream.close()
            except OSError:  # The child need not read the rest of its input.
                pass
        return code


class Server:
    """The example server, as a process of its own, and requests to it."""

    def __init__(self, directory, started):
        words = [sys.executable, SERVER, "--port", "0", "--db", directory / "feed.db", "--token", TOKEN]
        self.process = started(Process(words))
        self.url = self.process.lines_until("^listening on ")[-1].removeprefix("listening on ")

    def ask(self, method, path, value=None):
        body = None if value is None else json.dumps(value).encode()
        request = urllib.request.Request(self.url + path, body, {"Authorization": "Bearer " + TOKEN}, method=method)
        with urllib.request.urlopen(request, timeout=ANSWER_SECONDS) as answer:
            return json.load(answer)

    def post(self, path, title):
        (item,) = self.ask("POST", "/messages", {"path": path, "title": title})["items"]
        return item["id"]

    def feed_requests(self):
        """The requests of `watch` so far."""
        return [entry for entry in self.ask("GET", "/admin/log")["requests"] if entry["path"].startswith("/feed")]


class Watch:
    """The C program, driven by its commands."""

    def __init__(self, program, url, file, interval, started):
        self.process = started(Process([program, url + "/feed", file, interval], {"TALLY_TOKEN": TOKEN}))
        self.first_tree = parse_tree(self.process.lines_until("^(ready|error .*)$"))

    def command(self, text, wanted="ok"):
        """Sends one command; the lines of its answer, and of events that came meanwhile."""
        try:
            self.process.child.stdin.write(text + "\n")
            self.process.child.stdin.flush()
        except OSError as error:
            raise Failure(f"watch takes no command: {error}") from None
        lines = self.process.lines_until("^(ok|held|error .*)$")
        if lines[-1] != wanted:
            raise Failure(f"`{text}` answered '{lines[-1]}' instead of '{wanted}'")
        print(f"  > {text}: {'; '.join(result_lines(lines))}")
        return lines

    def tree(self):
        """The tree now. Trees that events printed on the way come before it."""
        self.process.child.stdin.write("tree\n")
        self.process.child.stdin.flush()
        return parse_tree(self.process.lines_until("^(ok|error .*)$"))

    def messages(self):
        """Returns the listed messages: title -> (key, id, state, path)."""
        rows = [line.split("\t") for line in self.command("messages") if line.count("\t") == 4]
        return {title: (key, identifier, state, path) for key, identifier, state, path, title in rows}

    def kill(self):
        return self.process.kill()

    def end(self):
        return self.process.end_of_input()


def result_lines(lines):
    return [line for line in lines if not line.startswith(("event ", "  ")) and "\t" not in line]


def parse_tree(lines):
    """The last tree among the lines, as {path: what it shows}. Nodes that show nothing are left out."""
    tree, names = None, []
    for line in lines:
        match = TREE_LINE.match(line)
        if not match:
            continue
        depth = len(match[1]) // 2
        if depth == 0:
            tree, names = {}, []
        if tree is None or depth > len(names):
            raise Failure(f"a tree that is not well formed, at '{line}'")
        names[depth:] = [match[2]]
        if match[3] != "-":
            tree[".".join(names)] = match[3]
    if tree is None:
        raise Failure("no tree was printed")
    return tree


def print_tree(tree):
    for path, shown in tree.items() or [("root", "-")]:
        depth = path.count(".")
        print("    " + ("  " * depth + path.rpartition(".")[2]).ljust(24) + shown)


def expect_tree(tree, **wanted):
    """Compares the whole tree. In the names `__` stands for the dot, and `root.` for nothing: it is put in front."""
    wanted = {
        name if name == "root" else "root." + name.replace("__", "."): str(shown) for name, shown in wanted.items()
    }
    print_tree(tree)
    if tree == wanted:
        print("  as expected")
        return
    differences = [
        f"{path} shows {tree.get(path, 'nothing')} instead of {wanted.get(path, 'nothing')}"
        for path in sorted(tree.keys() | wanted.keys())
        if tree.get(path) != wanted.get(path)
    ]
    raise Failure("; ".join(differences))


def expect(what, actual, wanted):
    if actual != wanted:
        raise Failure(f"{what}: {actual!r} instead of {wanted!r}")
    print(f"  as expected: {what}: {actual}")


def refresh(watch, *wanted):
    """A forced refresh; its result must be one of those wanted."""
    result = "; ".join(result_lines(watch.command("refresh"))[:-1])
    if result not in wanted:
        raise Failure(f"the refresh answered '{result}' instead of '{wanted[0]}'")


def carries_cursor(request):
    return bool(urllib.parse.parse_qs(urllib.parse.urlsplit(request["path"]).query).get("since"))


def step(number, title):
    print(f"\n{number}. {title}", flush=True)


def story(program, directory, started):
    server = Server(directory, started)
    file = directory / "badges.db"

    def start(interval):
        return Watch(program, server.url, file, interval, started)

    step(1, "Three messages arrive, at two paths, and their number rises up to the root")
    watch = start(0)
    expect_tree(watch.first_tree)
    server.post("inbox.mentions", "Ann mentioned you")
    server.post("inbox.mentions", "Bo mentioned you")
    server.post("inbox.replies", "Cy replied")
    refresh(watch, "synced: 3 added, 0 changed, 0 removed")
    expect_tree(watch.tree(), root=3, inbox=3, inbox__mentions=2, inbox__replies=1)

    step(2, "Two promotions light root.promo: one with a number, one with a dot")
    server.ask("PUT", "/badges/promo.item1", {"count": 5})
    server.ask("PUT", "/badges/promo.item2", {"dot": True, "icon": "new"})
    refresh(watch, "synced: 0 added, 0 changed, 0 removed")
    inbox = {"inbox": 3, "inbox__mentions": 2, "inbox__replies": 1}
    lit = dict(inbox, root=8, promo=5, promo__item1=5, promo__item2=DOT)
    expect_tree(watch.tree(), **lit)

    step(3, "An empty answer hides nothing, nor does one that says 'not modified'")
    refresh(watch, "not modified", "synced: 0 added, 0 changed, 0 removed")
    refresh(watch, "not modified")
    last = [(request["status"], request["items"]) for request in server.feed_requests()[-2:]]
    expect("the server's last answers (status, items)", last, [(200, 0), (304, 0)])
    expect_tree(watch.tree(), **lit)

    step(4, "One promotion is looked at; a badge above one that is lit cannot be cleared")
    watch.command("clear promo", "held")
    watch.command("clear promo.item1")
    rest = dict(inbox, root=3, promo=DOT, promo__item2=DOT)
    expect_tree(watch.tree(), **rest)

    step(5, "A message is read")
    key = watch.messages()["Ann mentioned you"][0]
    watch.command(f"read {key}")
    after_reading = dict(rest, root=2, inbox=2, inbox__mentions=1)
    expect_tree(watch.tree(), **after_reading)

    step(6, "The program is killed, and started again: it still knows everything, before it has asked anything")
    watch.command("flush")
    expect("the signal that ended it", -watch.kill(), int(signal.SIGKILL))
    before = len(server.feed_requests())
    watch = start(0)
    expect_tree(watch.first_tree, **after_reading)
    expect("requests since", len(server.feed_requests()) - before, 0)
    expect("the state of the message", watch.messages()["Ann mentioned you"][2], "read")

    print("  Two more messages have arrived; they alone are fetched.")
    server.post("inbox.mentions", "Di mentioned you")
    server.post("inbox.replies", "Ed replied")
    refresh(watch, "synced: 2 added, 0 changed, 0 removed")
    requests = server.feed_requests()[before:]
    expect("requests since", len(requests), 1)
    expect("the first one carried `since`", carries_cursor(requests[0]), True)
    expect("items it brought", requests[0]["items"], 2)
    expect_tree(watch.tree(), **dict(after_reading, root=4, inbox=4, inbox__mentions=2, inbox__replies=2))
    expect("its exit status at the end of its input", watch.end(), 0)

    step(7, "Automatic polling: nobody requests a refresh")
    watch = start(300)
    server.post("inbox.mentions", "Flo mentioned you")
    watch.process.lines_until("^event badge root 5 ")
    expect_tree(watch.tree(), **dict(after_reading, root=5, inbox=5, inbox__mentions=3, inbox__replies=2))
    expect("its exit status at the end of its input", watch.end(), 0)


def main():
    parser = argparse.ArgumentParser(description="Runs and checks the story of a badge.")
    parser.add_argument("--watch", required=True, help="the C program, built from Examples/c/watch.c")
    arguments = parser.parse_args()
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8", line_buffering=True)

    children = []

    def started(process):
        children.append(process)
        return process

    def out_of_time():
        print(f"\nnot as expected: it took more than {OVERALL_SECONDS} s", file=sys.stderr, flush=True)
        for process in list(children):
            process.child.kill()
        os._exit(1)

    guard = threading.Timer(OVERALL_SECONDS, out_of_time)
    guard.daemon = True
    guard.start()
    with tempfile.TemporaryDirectory(prefix="tally-demo-", ignore_cleanup_errors=True) as directory:
        try:
            story(pathlib.Path(arguments.watch).resolve(), pathlib.Path(directory), started)
            print(f"\nEverything was as expected.\n\n{FURTHER}")
            return 0
        except (Failure, OSError, KeyError) as failure:
            print(f"\n  not as expected: {type(failure).__name__}: {failure}", file=sys.stderr)
            return 1
        finally:
            guard.cancel()
            for process in children:
                process.kill()


if __name__ == "__main__":
    sys.exit(main())
