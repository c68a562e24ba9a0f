"""The programs of the tutorial, the how-to pages and the concepts print what the pages say, in C and Python.

Those in Swift run in `make test-swift-example`. The library: TALLY_LIBRARY in the environment, or the one in build/.
"""

import os
import pathlib
import subprocess
import sys

import pytest

from guides import FOLDERS, HANG_SECONDS, LANGUAGES, ROOT, problem_of, programs, write_headers

LIBRARY = pathlib.Path(os.environ.get("TALLY_LIBRARY", ROOT / "build" / "libtally.so.0")).resolve()


def named(program):
    return program.name


@pytest.mark.parametrize("program", programs("c"), ids=named)
def test_c_program(program, tmp_path):
    (tmp_path / "program.c").write_text(program.code, encoding="utf-8")
    write_headers(tmp_path)
    compiled = subprocess.run(
        ["cc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'include'}",
         "program.c", LIBRARY, f"-Wl,-rpath,{LIBRARY.parent}", "-o", "program"],
        cwd=tmp_path, capture_output=True, text=True, timeout=HANG_SECONDS)
    assert compiled.returncode == 0, compiled.stderr
    assert not problem_of(program, ["./program"], tmp_path)


@pytest.mark.parametrize("program", programs("python"), ids=named)
def test_python_program(program, tmp_path):
    (tmp_path / "program.py").write_text(program.code, encoding="utf-8")
    assert not problem_of(program, [sys.executable, "program.py"], tmp_path, TALLY_LIBRARY=str(LIBRARY),
                          PYTHONPATH=str(ROOT / "Bindings" / "python"))


# The ninth step is a program of Examples: Tests/Examples/test_messenger.py.
@pytest.mark.parametrize("page", sorted(FOLDERS[0].glob("[1-8]-*.md")), ids=lambda page: page.stem)
def test_each_step_has_all_languages(page):
    found = [(program.number, program.language) for program in programs(*LANGUAGES) if program.page == page]
    assert found == [(1, language) for language in LANGUAGES]
