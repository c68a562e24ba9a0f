"""The first program, in C and Python, and the command's session print what the pages say, and the map names rooms that
exist.

The Swift program runs in `make test-swift-example`, and those of the bindings' pages in `make test-bindings`. The
library and the command: TALLY_LIBRARY and TALLY in the environment, or those in build/.
"""

import contextlib
import os
import pathlib
import pty
import re
import select
import signal
import subprocess
import sys
import time

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Bindings" / "tools"), str(ROOT / "Tests")]

from limits import HANG_SECONDS, reserved_port  # noqa: E402
from readme import difference, examples  # noqa: E402

README = (ROOT / "README.md").read_text(encoding="utf-8")
LANGUAGES = (ROOT / "docs/howto/other-languages.md").read_text(encoding="utf-8")
COMMAND = (ROOT / "docs/command.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md")), *sorted(ROOT.glob("Bindings/*/README.md")),
         *sorted(ROOT.glob("Tests/*/README.md"))]
LIBRARY = pathlib.Path(os.environ.get("TALLY_LIBRARY", ROOT / "build" / "libtally.so.0"))
TALLY = pathlib.Path(os.environ.get("TALLY", ROOT / "build" / "tally"))


@pytest.fixture
def workplace(tmp_path):
    """A folder that looks like the checkout to the examples."""
    for name in ("include", "Examples"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "build").mkdir()
    for name, file in (("libtally.so", LIBRARY), ("libtally.so.0", LIBRARY), ("tally", TALLY)):
        (tmp_path / "build" / name).symlink_to(file.resolve())
    return tmp_path


def run(arguments, folder, **environment):
    result = subprocess.run(arguments, cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True,
                            timeout=HANG_SECONDS)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def test_the_first_program_in_c(workplace):
    ((code, wanted),) = examples(README, "c")
    (workplace / "hello.c").write_text(code, encoding="utf-8")
    run(["sh", "-c", re.search(r"/\* (cc .*?) \*/", code).group(1)], workplace)
    for _ in range(2):  # Its stored badges change nothing the next time.
        assert not difference(run(["./hello"], workplace), wanted)


def test_the_first_program_in_python(workplace):
    code, wanted = next(examples(LANGUAGES, "python"))
    assert [wanted] == [printed for _, printed in examples(README, "c")]
    (workplace / "hello.py").write_text(code, encoding="utf-8")
    for _ in range(2):
        printed = run([sys.executable, "hello.py"], workplace, PYTHONPATH=str(ROOT / "Bindings" / "python"),
                      TALLY_LIBRARY=str(workplace / "build" / "libtally.so.0"))
        assert not difference(printed, wanted)


# --- The session with the command: blocks of commands, each behind a `$`, with what they print below them


def commands(block):
    """Each command of a block, and what it prints."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, printed = part.partition("\n")
        yield command, printed


def type_in(block, folder):
    for command, wanted in commands(block):
        assert not difference(run(["sh", "-c", command], folder), wanted), command


@contextlib.contextmanager
def running(command, folder, end, **options):
    """A command that goes on until a signal ends it."""
    process = subprocess.Popen(["sh", "-c", f"exec {command}"], cwd=folder, **options)
    try:
        yield process
    finally:
        process.send_signal(end)
        process.wait(HANG_SECONDS)


def read_until(descriptor, pattern):
    """Reads what a program draws on a terminal until a pattern is there."""
    drawn, deadline = b"", time.monotonic() + HANG_SECONDS
    while True:
        text = re.sub(r"\x1b\[[0-9?]*[A-Za-z]|\r", "", drawn.decode("utf-8", "replace"))
        if re.search(pattern, text):
            return
        assert select.select([descriptor], [], [], max(0, deadline - time.monotonic()))[0], text
        drawn += os.read(descriptor, 65536)


@pytest.fixture
def port():
    with reserved_port() as number:
        yield number


def test_watch_shows_what_the_server_posts(workplace, port, monkeypatch):
    monkeypatch.setenv("PATH", f"{workplace / 'build'}:{os.environ['PATH']}")
    section = re.search(r"^## Watch badges change$(.*?)^## ", COMMAND, re.MULTILINE | re.DOTALL)[1]
    section = section.replace("8080", str(port))
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    assert [name for name, _ in blocks] == ["console"] * 3 + ["text", "console"]
    server, watching, posting, drawn, reading = [text for _, text in blocks]
    (serve,) = commands(server)
    *adding, (watch, _) = commands(watching)
    pattern = "[^\n]*".join(map(re.escape, drawn.split("…")))
    quiet = {"stdin": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with running(serve[0], workplace, signal.SIGKILL, stdout=subprocess.PIPE, **quiet) as process:
        assert b"listening on" in process.stdout.readline()
        for command, _ in adding:
            type_in(f"$ {command}\n", workplace)
        parent, child = pty.openpty()
        environment = {**os.environ, "TERM": "xterm", "NO_COLOR": "1"}
        with running(watch, workplace, signal.SIGINT, stdout=child, env=environment, **quiet) as watcher:
            os.close(child)
            read_until(parent, "chat")
            type_in(posting, workplace)
            read_until(parent, pattern)
        assert watcher.returncode == 0
        process.stdout.close()
    os.close(parent)
    type_in(reading, workplace)


def test_the_mapping_reads_the_response_of_its_page(workplace, monkeypatch):
    monkeypatch.setenv("PATH", f"{workplace / 'build'}:{os.environ['PATH']}")
    page = (ROOT / "docs" / "mappings.md").read_text(encoding="utf-8")
    response, mapping, session = re.findall(r"^```(?:json|console)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    (workplace / "response.json").write_text(response, encoding="utf-8")
    (workplace / "shop.json").write_text(mapping, encoding="utf-8")
    type_in(session, workplace)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page):
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text)
    assert targets or page != ROOT / "README.md"
    for target in targets:
        assert (page.parent / target).exists(), target


def test_the_map_names_every_module():
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    folders = list((ROOT / "Sources").iterdir())
    assert len(folders) > 10
    for folder in folders:
        assert re.search(rf"\b{folder.name}\b", text), folder.name


@pytest.mark.parametrize("page", ["architecture.md", "dev/internals.md"])
def test_files_that_are_named_exist(page):
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    there = {file.name for folder in ("Sources", "CSources", "Make", "Tests", "Bindings", "include")
             for file in (ROOT / folder).rglob("*.*")} | {"Package.swift"}
    names = re.findall(r"`(?:[\w/]+/)?([\w+]+\.(?:swift|h|mk|py|sh|c))`", text)
    assert len(names) > 5
    for name in names:
        assert name in there, name


def test_the_list_of_caches_names_every_switch():
    """Each file with a part that tests can switch off has a function or variable that the table names."""
    table = (ROOT / "docs/dev/internals.md").read_text(encoding="utf-8").split("## Without caches and short ways")[1]
    names = set(re.findall(r"`(?:\w+\.)?(\w+)`", table))
    files = [file for file in (ROOT / "Sources").rglob("*.swift") if "TALLY_PLAIN" in file.read_text(encoding="utf-8")]
    assert len(files) > 15
    for file in files:
        declared = re.findall(r"\b(?:func|var) (\w+)", file.read_text(encoding="utf-8"))
        assert names & set(declared), f"{file}: docs/dev/internals.md lists none of its functions"


@pytest.fixture(scope="module")
def make_targets():
    rules = subprocess.run(["make", "-C", str(ROOT), "--print-data-base", "--question", "clean"], text=True,
                           capture_output=True, timeout=120).stdout
    return set(re.findall(r"^([a-z][a-z0-9-]*):", rules, re.MULTILINE))


@pytest.mark.parametrize("page", [ROOT / "Makefile", *PAGES], ids=lambda page: page.relative_to(ROOT).as_posix())
def test_make_targets_that_are_named_exist(page, make_targets):
    text = page.read_text(encoding="utf-8")
    targets = re.findall(r"(?:^    |`|^# )make (?:-C \S+ )?([a-z][a-z-]+)", text, re.MULTILINE)
    assert targets or page not in (ROOT / "Makefile", ROOT / "README.md", ROOT / "docs" / "contributing.md")
    assert set(targets) - make_targets == set()
