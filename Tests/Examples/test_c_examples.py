"""The examples in C compile as their first lines say, against the library as it is installed, print what they should,
and leave nothing behind."""

import os
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "Examples" / "c"
STRICT = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-g", "-gdwarf-4"]
VALGRIND = ["valgrind", "-q", "--error-exitcode=99", "--leak-check=full", "--fair-sched=yes",
            "--errors-for-leak-kinds=definite,indirect,possible",
            f"--suppressions={ROOT / 'Tests' / 'CHost' / 'valgrind.supp'}"]

# The same happens in whichever loop.
HOST = """\
root.chat.bo: 3
root.chat: 3
root: 3
root.promo: dot
root.promo: nothing
root.chat.bo: nothing
root.chat: nothing
root: nothing
"""
GAME = """\
frame 0:  root -  root.mail -  root.shop -
frame 1:  root 2  root.mail 2  root.shop -
frame 2:  root 3  root.mail 3  root.shop *
frame 4:  root *  root.mail -  root.shop *
frame 5:  root -  root.mail -  root.shop -
"""
TRANSPORT = """\
GET https://example.org/feed?limit=200
Accept: application/json
Authorization: Bearer secret
GET https://example.org/feed?since=2&limit=200
Accept: application/json
Authorization: Bearer secret
TALLY_OK
root.chat: 3
root.news: 1
root: 4
"""

TREE = """\
root.mail.ann: 3
root.mail: 3
root: 3
root.shop: new
after the lunch break
root.shop: nothing
the copy has 3 in root.mail
"""

# Name, packages beside tally, arguments ("{folder}": an empty one), what is printed.
CASES = [
    ("minimal", [], [], "root shows 3\npromo shows a dot\n"),
    ("transport", [], [], TRANSPORT),
    ("poll_host", [], [], HOST),
    ("libuv_host", ["libuv"], [], HOST),
    ("libuv_driven", ["libuv"], [], HOST),
    ("glib_host", ["glib-2.0"], [], HOST),
    ("glib_host", ["glib-2.0"], ["driven"], HOST),
    ("game_loop", [], [], GAME),
    ("tree", [], [], TREE),
]
# These show the functions of one topic each. The folder `printed` has what they print.
TOPICS = {"feeds": [], "file_care": ["{folder}"], "messages": [], "move_accounts": [], "notify": [], "outbox": [],
          "paths": [], "reminders": [], "settings": [], "snapshots": [], "trace_loop": [], "translations": [],
          "worker": []}
PRINTED = pathlib.Path(__file__).parent / "printed"
CASES += [(name, [], arguments, (PRINTED / f"{name}.txt").read_text(encoding="utf-8"))
          for name, arguments in TOPICS.items()]
IDS = ["-".join([case[0], *case[2]]) for case in CASES]
LIBRARIES = {"tree": "tally-tree"}
FLAGS = {"worker": ["-pthread"]}
NEEDS_A_SERVER = {"watch"}  # Tests/Docs and `make test-story` run it.


def run(arguments, environment=None):
    result = subprocess.run(arguments, capture_output=True, text=True, timeout=120, env=environment)
    assert result.returncode == 0, f"{arguments}: {result.returncode}\n{result.stdout}{result.stderr}"
    return result


@pytest.fixture(scope="session")
def build(tmp_path_factory):
    folder, built = tmp_path_factory.mktemp("examples"), {}

    def compiled(name, packages):
        if name not in built:
            library = LIBRARIES.get(name, "tally")
            flags = run(["pkg-config", "--cflags", "--libs", library, *packages]).stdout.split()
            run(["cc", *STRICT, *FLAGS.get(name, []), str(EXAMPLES / f"{name}.c"), "-o", str(folder / name), *flags])
            built[name] = folder / name
        return str(built[name])
    return compiled


@pytest.mark.parametrize("name, packages, arguments, expected", CASES, ids=IDS)
def test_prints_what_it_should(build, tmp_path, name, packages, arguments, expected):
    result = run([build(name, packages), *(argument.format(folder=tmp_path) for argument in arguments)])
    assert result.stdout == expected
    assert result.stderr == ""


@pytest.mark.parametrize("name, packages, arguments, expected", CASES, ids=IDS)
def test_leaves_nothing_behind(build, tmp_path, name, packages, arguments, expected):
    # GLib's own allocations are kept apart, so that a leak in one of its blocks is seen.
    environment = {**os.environ, "G_SLICE": "always-malloc"}
    arguments = [argument.format(folder=tmp_path) for argument in arguments]
    assert run([*VALGRIND, build(name, packages), *arguments], environment).stdout == expected


def test_every_example_is_among_them():
    assert {path.stem for path in EXAMPLES.glob("*.c")} == {case[0] for case in CASES} | NEEDS_A_SERVER


def test_the_first_lines_say_how_they_are_compiled():
    for name, packages, _, _ in CASES:
        text = (EXAMPLES / f"{name}.c").read_text(encoding="utf-8")
        assert f"{name}.c" in text.split("*/")[0], name
        for package in packages:
            assert f"$(pkg-config --cflags --libs tally {package})" in text, name
        for flag in FLAGS.get(name, []):
            assert f" {flag} " in text.split("*/")[0], name


def test_the_page_lists_every_example():
    page = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    assert {path.name for path in EXAMPLES.glob("*.c")} == set(re.findall(r"^\| \[(\w+\.c)\]\(\1\) \|", page, re.MULTILINE))
