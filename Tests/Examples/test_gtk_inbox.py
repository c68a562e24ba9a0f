"""The inbox with GTK draws what tally_badge_present says, live from the example server.

The program runs on a display without a screen. It reports, for each badge on a visible tab, the kind and the text that
it draws, the colour of a pixel beside the text, and how many pixels have the colour of the text. The pixels come from
GTK's renderer. The shapes of letters are not compared.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import time
import urllib.request

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests"))

from limits import HANG_SECONDS  # noqa: E402

EXAMPLE = ROOT / "Examples/gtk"
GERMAN = ["group Lunch on Friday?: 2 weitere Nachrichten von Ann", "group Have a look?: 1 weitere Nachricht von Bo"]


def run(command, **options):
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=300, **options)
    assert done.returncode == 0, done.stdout + done.stderr


class Server:
    def __init__(self):
        self.process = subprocess.Popen([sys.executable, ROOT / "Examples/feed-server/feed_server.py"], text=True,
                                        stdout=subprocess.PIPE)
        self.url = self.process.stdout.readline().split()[-1]

    def send(self, method, path, body):
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), method=method)
        urllib.request.urlopen(request, timeout=HANG_SECONDS).read()


class Inbox:
    def __init__(self, program, url, display):
        environment = {**os.environ, "DISPLAY": display, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo",
                       "GTK_A11Y": "none", "GSETTINGS_BACKEND": "memory", "G_DEBUG": "fatal-warnings"}
        self.process = subprocess.Popen([program, "--control", "--feed", f"{url}/feed", "--language", "de-DE"], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)

    def say(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()

    def look(self):
        """For each path, (kind, text, colour) as it is drawn, and as it must be; and the lines of groups."""
        self.say("look")
        drawn, presented, groups = {}, {}, []
        while (line := self.process.stdout.readline()) != "end\n":
            assert line, f"the inbox ended: {self.process.wait()}"
            word, *rest = line.split()
            if word == "group":
                groups.append(line.rstrip())
            elif word == "drawn":
                path, kind, text, color, ink = rest
                drawn[path] = (kind, text, color, int(ink))
            elif word == "present":
                path, kind, text, color = rest
                presented[path] = (kind, text, color)
        return drawn, presented, groups

    def wait_for(self, condition):
        """Looks until the condition holds for what is drawn and presented, and gives both."""
        end = time.monotonic() + HANG_SECONDS
        while True:
            drawn, presented, groups = self.look()
            if condition(drawn, presented) and all(is_drawn(drawn[path], presented[path]) for path in drawn):
                return drawn, presented, groups
            assert time.monotonic() < end, (drawn, presented, groups)
            time.sleep(0.05)


def is_drawn(drawn, presented):
    """Whether the pixels of a badge are those that it is to have."""
    kind, text, color, ink = drawn
    wanted_kind, wanted_text, wanted_color = presented
    if wanted_kind == "none":
        return kind == "none"
    has_text = wanted_kind != "dot"
    return (kind, text, color) == (wanted_kind, wanted_text.upper(), wanted_color) and (ink > 0) == has_text


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """Compiled as its first lines say."""
    command = re.search(r"^ \* +(cc .*)$", (EXAMPLE / "inbox.c").read_text(encoding="utf-8"), re.M)[1]
    folder = tmp_path_factory.mktemp("gtk")
    for name in ("inbox.c", "badge.c", "badge.h"):
        (folder / name).symlink_to(EXAMPLE / name)
    run(command.replace("cc ", "cc -Wall -Wextra -Werror ", 1), cwd=folder)
    return folder / "inbox"


@pytest.fixture
def display():
    ready, write = os.pipe()
    process = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1000x800x24", "-nolisten", "tcp"],
                               pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(ready) as number:
        yield ":" + number.readline().strip()
    process.terminate()
    process.wait()


@pytest.fixture
def server():
    made = Server()
    yield made
    made.process.kill()
    made.process.wait()


def test_the_inbox_draws_what_present_says(program, display, server):
    def message(path, title, sender, thread):
        return {"path": path, "title": title, "thread": thread, "category": "talk", "arg": sender}

    server.send("POST", "/messages", [message("inbox.mentions", "Have a look?", "Bo", "look")] * 2
                + [message("inbox.direct", "Lunch on Friday?", "Ann", "lunch")] * 3)
    for path, badge in (("inbox.invitations", {"dot": True}), ("inbox.digest", {"dot": True, "icon": "new"}),
                        ("updates.releases", {"count": 150}), ("shop.orders", {"count": 2})):
        server.send("PUT", f"/badges/{path}", badge)
    inbox = Inbox(program, server.url, display)

    drawn, _, groups = inbox.wait_for(lambda drawn, _: drawn["root.inbox"][0] == "number" and "root.inbox.digest" in drawn)
    assert {path: badge[:3] for path, badge in drawn.items()} == {
        "root.inbox": ("number", "5", "E01B24FF"), "root.updates": ("number", "99+", "1C71D8FF"),
        "root.shop": ("number", "2", "26A269FF"), "root.inbox.direct": ("number", "3", "E01B24FF"),
        "root.inbox.mentions": ("number", "2", "E01B24FF"), "root.inbox.invitations": ("dot", "-", "E01B24FF"),
        "root.inbox.digest": ("icon", "NEW", "E01B24FF")}
    assert groups == GERMAN

    # The rows of the other tabs inherit the styles of their tabs.
    inbox.say("tab 1")
    drawn, _, _ = inbox.wait_for(lambda drawn, _: "root.updates.releases" in drawn)
    assert drawn["root.updates.releases"][:3] == ("number", "99+", "1C71D8FF")
    inbox.say("tab 2")
    drawn, _, _ = inbox.wait_for(lambda drawn, _: "root.shop.orders" in drawn)
    assert drawn["root.shop.orders"][:3] == ("number", "2", "26A269FF")

    # A new message arrives, and a row is opened.
    inbox.say("tab 0")
    server.send("POST", "/messages", message("inbox.mentions", "And again", "Bo", "look"))
    inbox.wait_for(lambda drawn, _: drawn.get("root.inbox.mentions", "")[:2] == ("number", "3"))
    inbox.say("open root.inbox.mentions")
    _, presented, groups = inbox.wait_for(lambda _, presented: presented["root.inbox.mentions"][0] == "none")
    assert presented["root.inbox"] == ("number", "3", "E01B24FF")
    inbox.say("open root.inbox")
    inbox.wait_for(lambda _, presented: presented["root.inbox"][0] == "none")
    inbox.say("quit")
    assert inbox.process.wait(timeout=HANG_SECONDS) == 0
