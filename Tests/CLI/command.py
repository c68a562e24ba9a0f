"""The command as the tests use it. The binary: TALLY in the environment, or build/tally."""

import codecs
import fcntl
import json
import os
import pathlib
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests"))

from limits import HANG_SECONDS  # noqa: E402

TALLY = os.environ.get("TALLY", str(ROOT / "build" / "tally"))
SERVER = ROOT / "Examples" / "feed-server" / "feed_server.py"


def run(*arguments, stdin=b"", check=None, env=None):
    """Runs the command; `check` is the exit status that is expected."""
    environment = dict(os.environ, **(env or {}))
    done = subprocess.run(
        [TALLY, *map(str, arguments)], input=stdin, capture_output=True, timeout=HANG_SECONDS, env=environment
    )
    if check is not None:
        assert done.returncode == check, (arguments, done.returncode, done.stdout, done.stderr)
    return done


def ok(db, *arguments):
    return run(*arguments, "--db", db, check=0).stdout.decode()


def says(done):
    """The message of a failed command."""
    return done.stderr.decode().removeprefix("tally: ").removesuffix("\n")


def remind_at(db, *arguments, zone="Europe/Berlin"):
    """`tally remind` on a device in a zone."""
    return run("remind", *arguments, "--db", db, check=0, env={"TZ": zone}).stdout.decode()


def objects(text):
    """The JSON objects of a text, one a line."""
    return [json.loads(line) for line in text.splitlines()]


def help_of():
    """The root command, as its help describes it."""
    return json.loads(run("--experimental-dump-help", check=0).stdout)["command"]


def options_of(command, words=()):
    """Each option and argument below a command, as its help lists them: the words of its command, and what is said."""
    words = [*words, command["commandName"]]
    for argument in command.get("arguments", []):
        yield words[1:], argument
    for inner in command.get("subcommands", []):
        yield from options_of(inner, words)


class Terminal:
    """A command on a terminal, whose output can be waited for. With `own` the keys of the terminal reach it."""

    def __init__(self, *arguments, columns=80, rows=24, env=None, stdin=None, own=False):
        self.parent, child = pty.openpty()
        fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.modes = termios.tcgetattr(child)
        environment = {**os.environ, "TERM": "xterm", **(env or {})}
        if not env or "NO_COLOR" not in env:
            environment.pop("NO_COLOR", None)
        self.process = subprocess.Popen(
            [TALLY, *map(str, arguments)], stdout=child, stderr=child, stdin=stdin or child, env=environment,
            start_new_session=own, preexec_fn=(lambda: fcntl.ioctl(child, termios.TIOCSCTTY, 0)) if own else None)
        os.close(child)
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")  # A read may end within a letter.
        self.drawn = self.output = ""

    def read(self, timeout):
        """Reads what there is. False: the command has closed its terminal."""
        if select.select([self.parent], [], [], timeout)[0]:
            try:
                data = os.read(self.parent, 65536)
            except OSError:
                return False
            self.drawn += self.decoder.decode(data)
            self.output = self.drawn.replace("\r\n", "\n")
            return bool(data)
        return True

    def until(self, wanted):
        """Reads until `wanted(output)` is true."""
        end = time.monotonic() + HANG_SECONDS
        while not wanted(self.output):
            assert time.monotonic() < end and self.read(0.2), self.output

    def end(self, number=None, status=0):
        """Reads to the end, and returns all output."""
        if number is not None:
            self.process.send_signal(number)
        end = time.monotonic() + HANG_SECONDS
        while self.read(0.2):
            assert time.monotonic() < end, self.output
        os.close(self.parent)
        assert self.process.wait(HANG_SECONDS) == status, self.output
        return self.output


def terminal(*arguments, **options):
    """The output of the command on a terminal."""
    return Terminal(*arguments, **options).end()


class Server:
    def __init__(self, token=None):
        arguments = [sys.executable, str(SERVER), "--port", "0"] + (["--token", token] if token else [])
        self.process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.url = self.process.stdout.readline().decode().split()[-1]

    def do(self, *arguments):
        subprocess.run(
            [sys.executable, str(SERVER), arguments[0], "--url", self.url, *arguments[1:]],
            check=True, capture_output=True, timeout=HANG_SECONDS,
        )

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


class Watch:
    """A watch in a pipe, whose lines can be waited for."""

    def __init__(self, *arguments, env=None):
        self.process = subprocess.Popen(
            [TALLY, "watch", *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=dict(os.environ, **(env or {})),
        )
        self.lines = []
        self.rest = b""

    def until(self, wanted):
        """Reads until a line is as wanted; answers the lines up to it."""
        end = time.monotonic() + HANG_SECONDS
        seen = []
        while time.monotonic() < end:
            while self.lines:
                seen.append(self.lines.pop(0))
                if wanted(seen[-1]):
                    return seen
            ready, _, _ = select.select([self.process.stdout], [], [], 0.2)
            if ready:
                data = os.read(self.process.stdout.fileno(), 65536)
                assert data, (seen, self.process.stderr.read())
                *lines, self.rest = (self.rest + data).split(b"\n")
                self.lines += [line.decode() for line in lines]
        raise AssertionError(seen)

    def stop(self, number=signal.SIGINT):
        self.process.send_signal(number)
        _, errors = self.process.communicate(timeout=HANG_SECONDS)
        return self.process.returncode, errors.decode()


GITHUB = json.dumps([
    {"id": "1", "unread": True, "updated_at": "2014-11-07T22:01:45Z", "subject": {"title": "Hi\tthere"},
     "repository": {"full_name": "a/b.c"}},
    {"id": "2", "unread": True},
    {"id": "3", "unread": False, "updated_at": "2014-11-07T22:00:00Z", "repository": {"full_name": "a/d"}},
]).encode()
