"""The tiers of tests: each test belongs to one, and the summary at their ends counts what the runners count."""

import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUMMARY = ROOT / "Tests/summary.py"

# Targets that only name others, or that need an argument; each with what runs the same in a tier.
OTHERWISE = {
    "test-c": "its parts", "test-c-plain": "its shares", "test-c-disk": "its programs", "test-c-asan": "its shares",
    "test-c-tsan": "its shares", "test-swift": "its parts", "test-python": "its parts", "test-bindings": "each language",
    "test-parts": "test-bare", "test-cross": "test-cross-ARCH", "test-cross-short": "test-cross-short-ARCH",
    "check-tree": "test-c-header", "test-all": "a tier", "check-swift-counts": "check-counts, which counts the same paths through C",
}


def make(*arguments):
    done = subprocess.run(["make", "-C", str(ROOT), "--no-print-directory", *arguments], text=True, capture_output=True,
                          stdin=subprocess.DEVNULL, timeout=120)
    return done.stdout


@pytest.fixture(scope="module")
def rules():
    return make("--print-data-base", "--question", "clean")


def variable(rules, name):
    value = re.search(rf"^{name} :?= (.*)$", rules, re.MULTILINE)[1]
    while (name := re.search(r"\$\((\w+)\)", value)):
        value = value.replace(name[0], " ".join(variable(rules, name[1])))
    return value.split()


def test_each_test_belongs_to_a_tier(rules):
    parts = {part for tier in ("TEST_PARTS", "ALL_PARTS", "NIGHTLY_PARTS") for part in variable(rules, tier)}
    targets = set(re.findall(r"^((?:test|check)-[a-z0-9-]+):", rules, re.MULTILINE))
    assert len(targets) > 50
    assert targets - parts - set(OTHERWISE) == set()
    assert set(OTHERWISE) - targets == set()


def test_no_part_of_make_test_is_a_part_of_another_tier_but_the_builds(rules):
    again = set(variable(rules, "TEST_PARTS")) & set(variable(rules, "ALL_PARTS"))
    assert again == {"lib", "cli", "swift-debug", "test-programs"}


LOGS = {
    "cmocka": ("[  PASSED  ] 12 test(s).\n[  PASSED  ] 3 test(s).\n", 15, 0),
    "cmocka-fails": ("[  PASSED  ] 12 test(s).\n[  FAILED  ] 2 test(s), listed below:\n[  FAILED  ] a\n", 12, 2),
    "pytest": ("....\n4 passed in 0.10s\n", 4, 0),
    "pytest-long": ("....\n40 passed in 88.96s (0:01:28)\n", 40, 0),
    "pytest-fails": ("1 failed, 4 passed in 0.10s\n", 4, 1),
    "swift": ("\x1b[92m✔\x1b[0m Test run with 790 tests in 116 suites passed after 138.103 seconds.\n", 790, 0),
    "swift-fails": ("✘ Test run with 790 tests in 116 suites failed after 1.2 seconds with 2 issues.\n", 0, 2),
    "cargo": ("test result: ok. 5 passed; 0 failed; 0 ignored\n", 5, 0),
    "node": ("# tests 7\n# pass 6\n# fail 1\n", 6, 1),
    "junit": ("OK (9 tests)\n", 9, 0),
    "minitest": ("11 runs, 40 assertions, 0 failures, 0 errors, 0 skips\n", 11, 0),
    "go": ("--- PASS: TestA (0.00s)\n    --- PASS: TestA/one (0.00s)\n--- FAIL: TestB (0.00s)\n", 2, 1),
    "own": ("8 passed, 0 failed\n", 8, 0),
    "no-runner": ("compiles\n", 0, 0),
}


def summary(folder, *parts):
    return subprocess.run([sys.executable, SUMMARY, folder, *parts], text=True, capture_output=True, timeout=60)


@pytest.mark.parametrize("name", LOGS)
def test_the_summary_counts_what_the_runners_count(tmp_path, name):
    log, passed, failed = LOGS[name]
    (tmp_path / "part.log").write_text(log)
    (tmp_path / f"part.{'failed' if failed else 'seconds'}").write_text("3\n")
    done = summary(tmp_path, "part")
    assert done.stdout.splitlines()[-1] == f"{passed} passed, {failed} failed"
    assert done.returncode == (1 if failed else 0)


def test_a_part_that_fails_without_a_test_counts(tmp_path):
    (tmp_path / "lib.log").write_text("error: no such module\n")
    (tmp_path / "lib.failed").write_text("7\n")
    done = summary(tmp_path, "lib", "test-c-plain-1")
    assert done.returncode == 1
    assert "not run, because a part that they need failed: test-c-plain-1" in done.stdout
    assert done.stdout.splitlines()[-1] == "0 passed, 2 failed"
