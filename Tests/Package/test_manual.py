"""The pages of section 3 of the manual: each function has one, all of the header is in them, and they are well formed."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Bindings" / "tools"))
import header as header_file  # noqa: E402

MODEL = header_file.parse(ROOT / "include/tally.h")
TREE = header_file.parse(ROOT / "include/tally_tree.h")
FUNCTIONS = [*MODEL.functions, *TREE.functions]
SECTIONS = re.search(r"^MANUAL_SECTIONS := ((?:.*\\\n)*.*)$", (ROOT / "Make/install.mk").read_text(), re.M)[1]
PAGES = ["libtally", *[f"libtally-{name}" for name in SECTIONS.replace("\\", "").split()]]


@pytest.fixture(scope="module")
def manual(tmp_path_factory):
    """A folder of pages, made without a build."""
    folder = tmp_path_factory.mktemp("manual")
    subprocess.run([sys.executable, ROOT / "CSources/Link/manual.py", "library", "0.1.0", folder / "man3"], check=True)
    return folder


def complaints(*command):
    done = subprocess.run(list(map(str, command)), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                          env={**os.environ, "LC_ALL": "C.UTF-8"})
    return done.stderr if done.returncode == 0 else f"{done.returncode}: {done.stderr}"


def test_pages_are_those_of_the_makefile(manual):
    there = {page.stem for page in (manual / "man3").iterdir()}
    assert there == {*PAGES, *[function.name for function in FUNCTIONS]}


@pytest.mark.parametrize("page", PAGES)
def test_page_is_well_formed(manual, page):
    file = manual / "man3" / f"{page}.3"
    assert not subprocess.run(["mandoc", "-Tlint", "-Wwarning", file], stdout=subprocess.PIPE, text=True).stdout
    assert not complaints("groff", "-ww", "-mandoc", "-Tutf8", "-z", file)
    assert not complaints("man", "--warnings", "-l", file)


def test_each_function_has_a_page(manual):
    """It includes the page with the function's prototype and what it returns."""
    assert len(FUNCTIONS) > 100
    for function in FUNCTIONS:
        included = re.fullmatch(r"\.so (man3/libtally-\w+\.3)\n", (manual / f"man3/{function.name}.3").read_text())
        text = (manual / included[1]).read_text()
        assert f".Fo {function.name}\n" in text and re.search(rf"^\.Nm {function.name}( ,)?$", text, re.M), function.name


@pytest.mark.parametrize("function", [MODEL.functions[0].name, "tally_badge_set", MODEL.functions[-1].name, "tally_tree_set"])
def test_man_shows_a_function(manual, function):
    done = subprocess.run(["man", "--warnings", "-M", manual, function], capture_output=True, text=True,
                          env={**os.environ, "MANWIDTH": "100", "LC_ALL": "C.UTF-8"})
    assert f"{function}(" in done.stdout and not done.stderr


def test_constants_are_described(manual):
    text = "".join((manual / f"man3/{page}.3").read_text() for page in PAGES)
    for constant in [*MODEL.constants, *TREE.constants]:
        assert f".It Dv {constant.name} " in text, constant.name
