"""The examples of the README work as they stand there, and the map names rooms that exist."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md")), *sorted(ROOT.glob("Bindings/*/README.md")),
         *sorted(ROOT.glob("Tests/*/README.md"))]


def block(language):
    found = re.search(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    assert found, f"the README has no {language} example"
    return found.group(1)


@pytest.fixture
def workplace(tmp_path):
    """A folder that looks like the checkout to the examples: include/ and build/ beside them."""
    (tmp_path / "include").symlink_to(ROOT / "include")
    (tmp_path / "build").symlink_to(ROOT / "build")
    return tmp_path


def run(arguments, folder, **environment):
    result = subprocess.run(arguments, cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True,
                            timeout=120)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def test_c_example(workplace):
    code = block("c")
    (workplace / "hello.c").write_text(code, encoding="utf-8")
    command = re.search(r"/\* (cc .*?) \*/", code).group(1)
    run(["sh", "-c", command], workplace)
    lines = run(["./hello"], workplace).splitlines()
    assert lines[0] == "root.chat.bo: shows, count 3"
    assert "root: shows, count 3" in lines
    assert "root.chat still shows: a child does" in lines
    assert "root.chat.bo: shows nothing, count 0" in lines
    assert lines[-1] == "root: shows, count 0"


def test_python_example(workplace):
    (workplace / "hello.py").write_text(block("python"), encoding="utf-8")
    lines = run([sys.executable, "hello.py"], workplace, PYTHONPATH=str(ROOT / "Bindings" / "python"),
                TALLY_LIBRARY=str(ROOT / "build" / "libtally.so.0")).splitlines()
    assert lines == ["root.chat.bo shows 3", "root.chat shows 3", "root shows 3", "root.promo shows 0",
                     "root.chat still shows: a child does", "root shows 0"]


def test_shell_commands(workplace):
    tally = ROOT / "build" / "tally"
    run([str(tally), "set", "root.chat.bo", "3", "--db", "badges.db"], workplace)
    assert "bo" in run([str(tally), "tree", "--db", "badges.db"], workplace)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page):
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        assert (page.parent / target).exists(), target


def test_the_map_names_every_module():
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    for folder in (ROOT / "Sources").iterdir():
        assert re.search(rf"\b{folder.name}\b", text), folder.name


@pytest.mark.parametrize("page", [ROOT / "Makefile", *PAGES], ids=lambda page: page.relative_to(ROOT).as_posix())
def test_make_targets_that_are_named_exist(page):
    files = [file for pattern in ("Makefile", "*.mk", "*/*.mk", "*/*/*.mk") for file in ROOT.glob(pattern)]
    makefile = "".join(file.read_text(encoding="utf-8") for file in files)
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"(?:^    |`|^# )make (?:-C \S+ )?([a-z][a-z-]+)", text, re.MULTILINE):
        assert re.search(rf"^(?:[\w-]+ )*{target}(?: [\w-]+)*:", makefile, re.MULTILINE), target
