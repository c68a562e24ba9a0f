"""The programs of the tutorial, the how-to pages and the concepts, and how they are run.

Blocks of code that follow each other directly (```c, ```swift, ```python) are the same program in several languages.
Each `text` block behind them, before the next program or section, is what one run prints. In it `…` stands for what
differs each time. A C block that begins with a comment that is a file's name, such as `/* inbox.h */`, is a file for
the C programs of all pages. If a page begins a server in a `console` block, the programs get the URL of its feed as an
argument. A program that handles SIGTERM gets that signal when it has printed its first line.
"""

import os
import pathlib
import re
import signal
import subprocess
import sys
import typing

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Bindings" / "tools"), str(ROOT / "Tests")]

from limits import HANG_SECONDS  # noqa: E402
from readme import difference, server_of  # noqa: E402

LANGUAGES = ("c", "swift", "python")
FOLDERS = [ROOT / "docs/tutorial", ROOT / "docs/howto", ROOT / "docs/concepts"]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE_NAME = re.compile(r"/\* ([\w-]+\.h) \*/\n")


class Program(typing.NamedTuple):
    """A program of a page, in one language."""

    page: pathlib.Path
    number: int
    language: str
    code: str
    outputs: list  # One for each run.

    @property
    def name(self):
        return f"{self.page.parent.name}-{self.page.stem}-{self.number}-{self.language}"


def programs_of(page):
    """The programs of a page. Those that follow each other directly are one program, with one number."""
    text = page.read_text(encoding="utf-8")
    number, group, outputs, end = 0, [], [], None
    for block in BLOCK.finditer(text):
        language, code = block.groups()
        if language in LANGUAGES and not FILE_NAME.match(code):
            if end is None or text[end:block.start()].strip() or outputs:
                yield from (Program(page, number, *one, outputs) for one in group)
                number, group, outputs = number + 1, [], []
            group.append((language, code))
            end = block.end()
        elif language == "text" and group and "\n## " not in text[end:block.start()]:
            outputs.append(code)
    yield from (Program(page, number, *one, outputs) for one in group)


def pages():
    return [page for folder in FOLDERS for page in sorted(folder.glob("*.md"))]


def programs(*languages):
    """All programs in these languages. Each page must say what its programs print."""
    found = [program for page in pages() for program in programs_of(page) if program.language in languages]
    for program in found:
        if not program.outputs:
            sys.exit(f"{program.page.relative_to(ROOT)}: program {program.number} has no block with its output")
    return found


def write_headers(destination):
    """Writes the files that C programs include."""
    for page in pages():
        for language, code in BLOCK.findall(page.read_text(encoding="utf-8")):
            if language == "c" and (name := FILE_NAME.match(code)):
                (destination / name[1]).write_text(code, encoding="utf-8")


def run(program, command, folder, environment):
    """Returns the exit status of a program, and what it printed."""
    with subprocess.Popen([*map(str, command)], cwd=folder, env={**os.environ, **environment}, stdout=subprocess.PIPE,
                          text=True) as process:
        try:
            first = ""
            if "SIGTERM" in program.code:
                first = process.stdout.readline()
                process.send_signal(signal.SIGTERM)
            printed, _ = process.communicate(timeout=HANG_SECONDS)
        finally:
            process.kill()
        return process.returncode, first + printed


def problem_of(program, command, folder, **environment):
    """Runs a program as often as its page has outputs. Returns what is wrong; empty: nothing."""
    with server_of(program.page) as arguments:
        for number, wanted in enumerate(program.outputs, 1):
            status, printed = run(program, [*command, *arguments], folder, environment)
            if status != 0:
                return f"run {number} of {program.name} ends with {status}:\n{printed}"
            if wrong := difference(printed, wanted):
                return f"run {number} of {program.name} prints something else:\n{wrong}"
    return ""
