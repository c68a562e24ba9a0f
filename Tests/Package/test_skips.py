"""A test that is skipped fails: in pytest (no_skips.py), and whatever printed it, in a part of a tier (part.py)."""

import os
import pathlib
import subprocess
import sys

import pytest

TESTS = pathlib.Path(__file__).resolve().parents[1]

RUNNERS_SAY = {
    "cmocka": "[  SKIPPED ] forked", "pytest": "12 passed, 1 skipped in 3.02s", "go": "    --- SKIP: TestX (0.00s)",
    "cargo": "test result: ok. 3 passed; 0 failed; 2 ignored; 0 measured; 0 filtered out", "node": "# skipped 2",
    "minitest": "12 runs, 3 assertions, 0 failures, 0 errors, 2 skips", "swift": '➜ Test "x" skipped: "no tool"',
}
NOTHING_SKIPPED = """[  PASSED  ] 3 test(s).
12 passed in 3.02s
test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out
12 runs, 3 assertions, 0 failures, 0 errors, 0 skips
# skipped 0
    shortened under valgrind, test_x: damaged, forked
"""


def part(folder, log):
    (folder / "said").write_text(log, encoding="utf-8")
    (folder / "Makefile").write_text("one: ; @cat said\n", encoding="utf-8")
    (folder / "parts.toml").write_text('[seconds]\ntest = 60\n[parts]\none = { tiers = ["test"] }\n', encoding="utf-8")
    command = [sys.executable, TESTS / "part.py", "part", "one", "--file", "parts.toml", "--folder", "parts"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def test_a_part_passes(tmp_path):
    done = part(tmp_path, NOTHING_SKIPPED)
    assert done.returncode == 0 and "--- one: passed" in done.stdout
    # Tests that do less are named.
    assert "shortened under valgrind, test_x: damaged, forked" in done.stdout
    assert (tmp_path / "parts/one.seconds").exists()


@pytest.mark.parametrize("line", RUNNERS_SAY.values(), ids=RUNNERS_SAY.keys())
def test_a_part_fails_if_a_test_was_left_out(tmp_path, line):
    done = part(tmp_path, f"{NOTHING_SKIPPED}{line}\n")
    assert done.returncode == 1 and "--- one: FAILED" in done.stdout
    assert f"{line.rstrip()}\n--- seconds by part" in done.stdout
    assert (tmp_path / "parts/one.failed").exists()


LAZY = {
    "mark": "@pytest.mark.skip(reason='lazy')\ndef test_a(): pass\n",
    "condition": "@pytest.mark.skipif(True, reason='lazy')\ndef test_a(): pass\n",
    "call": "def test_a(): pytest.skip('lazy')\n",
    "module": "pytest.skip('lazy', allow_module_level=True)\n",
    "import": "pytest.importorskip('lazy')\n",
    "expected": "@pytest.mark.xfail(reason='lazy')\ndef test_a(): assert 0\n",
}


@pytest.mark.parametrize("text", LAZY.values(), ids=LAZY.keys())
def test_pytest_fails(tmp_path, text):
    (tmp_path / "test_it.py").write_text("import pytest\n" + text, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no_skips", "-p", "no:cacheprovider", "."]
    done = subprocess.run(command, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(TESTS)}, capture_output=True, text=True)
    assert done.returncode in (1, 2), done.stdout
    assert "No test may be skipped" in done.stdout and "lazy" in done.stdout
