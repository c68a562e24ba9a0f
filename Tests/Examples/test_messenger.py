"""The messenger does what the tutorial's page about it says, on two devices with the example server.

A block behind "On the phone:" is what a user types and sees there, and a `console` block posts to the server. Indented
lines are parts of the program.
"""

import pathlib
import re
import shlex
import subprocess
import sys
import textwrap

import pytest

from test_c_examples import STRICT, VALGRIND, run

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "Examples" / "messenger"
PAGE = (ROOT / "docs/tutorial/9-messenger.md").read_text(encoding="utf-8")
STEP = re.compile(r"^(?:On the (\w+):\n\n)?```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Device:
    def __init__(self, command):
        self.process = subprocess.Popen(command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.read()

    def read(self):
        """Returns the output before the next prompt."""
        printed = ""
        while not printed.endswith("\n> ") and printed != "> ":
            character = self.process.stdout.read(1)
            assert character, f"the messenger ended: {self.process.wait()}\n{printed}"
            printed += character
        return printed[:-2]

    def type(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        return self.read()

    def end(self):
        self.process.stdin.close()
        self.process.stdout.read()
        self.process.stdout.close()
        return self.process.wait()


@pytest.fixture(scope="module")
def messenger(tmp_path_factory):
    program = tmp_path_factory.mktemp("messenger") / "messenger"
    flags = run(["pkg-config", "--cflags", "--libs", "tally"]).stdout.split()
    run(["cc", *STRICT, str(EXAMPLE / "messenger.c"), str(EXAMPLE / "screen.c"), "-o", str(program), *flags])
    return str(program)


class Story:
    def __init__(self, folder, program, before=()):
        self.folder, self.program, self.before, self.devices = folder, program, before, {}
        self.server = subprocess.Popen([sys.executable, ROOT / "Examples/feed-server/feed_server.py"], text=True,
                                       stdout=subprocess.PIPE)
        self.url = self.server.stdout.readline().split()[-1]

    def device(self, name):
        if name not in self.devices:
            self.devices[name] = Device([*self.before, self.program, str(self.folder / f"{name}.db"), self.url])
        return self.devices[name]

    def play(self, device, commands):
        """A device types the commands of a block, and prints it."""
        return "".join(f"> {line}\n{self.device(device).type(line)}" for line in commands)

    def post(self, commands):
        for line in commands:
            words = shlex.split(line.replace("$URL", self.url).replace("$SERVER", "Examples/feed-server/feed_server.py"))
            if words[0] == "python3":
                run([sys.executable, str(ROOT / words[1]), *words[2:]])

    def end(self):
        statuses = [device.end() for device in self.devices.values()]
        self.server.terminate()
        self.server.wait()
        self.server.stdout.close()
        return statuses


@pytest.mark.parametrize("before", [[], VALGRIND], ids=["alone", "valgrind"])
def test_the_page_is_what_happens(tmp_path, messenger, before):
    story, played, printed = Story(tmp_path, messenger, before), [], []
    try:
        for device, language, block in STEP.findall(PAGE):
            if language == "console":
                story.post([line[2:] for line in block.splitlines()])
            else:
                played.append(block)
                printed.append(story.play(device, [line[2:] for line in block.splitlines() if line.startswith("> ")]))
    finally:
        statuses = story.end()
    assert printed == played
    assert statuses == [0, 0]


def test_a_restart_announces_nothing_again(tmp_path, messenger):
    story = Story(tmp_path, messenger)
    try:
        story.play("phone", ["search"])
        assert story.devices.pop("phone").end() == 0
        assert "new       -" in story.play("phone", ["show"])
    finally:
        story.end()


def test_what_was_not_sent_is_sent_by_the_next_run(tmp_path, messenger):
    story = Story(tmp_path, messenger)
    try:
        story.post(["python3 Examples/feed-server/feed_server.py post --url $URL --path chat.bo --title Hi"])
        story.play("phone", ["sync"])
        story.play("tablet", ["sync"])
        story.play("phone", ["open bo", "mute bo"])
        assert story.devices.pop("phone").end() == 0
        story.play("phone", ["sync"])
        assert "bo      muted" in story.play("tablet", ["sync", "show"])
    finally:
        story.end()


def test_the_page_quotes_the_program():
    program = "".join((EXAMPLE / name).read_text(encoding="utf-8") for name in ("messenger.c", "screen.c"))
    lines = {line.strip() for line in program.splitlines()}
    blocks = [textwrap.dedent(block) for block in re.findall(r"(?:^    .*\n)+", STEP.sub("", PAGE), re.MULTILINE)]
    quoted = [line.strip() for block in blocks if ";" in block for line in block.splitlines()]
    assert len(quoted) > 10 and [line for line in quoted if line not in lines] == []


def test_the_readme_names_each_command():
    source = (EXAMPLE / "messenger.c").read_text(encoding="utf-8")
    table = (EXAMPLE / "README.md").read_text(encoding="utf-8")
    commands = set(re.findall(r'strcmp\(command, "(\w+)"\)', source))
    assert commands - {"quit"} == set(re.findall(r"^\| `(\w+)", table, re.MULTILINE)) | {"unmute"}
