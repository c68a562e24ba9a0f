"""The tiers of tests: each test belongs to one, and the summary at their ends counts what the runners count."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUMMARY = ROOT / "Tests/summary.py"
PART = ROOT / "Tests/part.py"

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


def run_parts(*arguments, **environment):
    return subprocess.run([sys.executable, PART, *map(str, arguments)], text=True, capture_output=True, timeout=120,
                          stdin=subprocess.DEVNULL, env={**os.environ, **environment}, cwd=environment.get("PWD", ROOT))


def tier(name):
    done = run_parts("list", name)
    assert done.returncode == 0, done.stderr
    return {line.split()[0]: line.split()[1:] for line in done.stdout.splitlines()}


def test_each_test_belongs_to_a_tier(rules):
    parts = tier("nightly")
    every_target = set(re.findall(r"^([a-z][a-z0-9-]+):", rules, re.MULTILINE))
    targets = {target for target in every_target if target.startswith(("test-", "check-"))}
    assert len(targets) > 50
    assert targets - set(parts) - set(OTHERWISE) == set()
    assert set(OTHERWISE) - targets == set()
    assert set(parts) - every_target == set()


def test_no_part_of_make_test_is_a_part_of_another_tier_but_the_builds():
    assert set(tier("test")) & set(tier("all")) == {"lib", "cli", "swift-debug", "test-programs"}


@pytest.fixture
def parts(tmp_path):
    """Runs the parts of a small makefile: (text of the parts, arguments) -> the result, and which targets ended, in order."""
    (tmp_path / "Makefile").write_text(
        "one two three:\n\t@echo $@ $(TALLY_BUILT) >> ended\n"
        "fails:\n\t@echo this is wrong; false\n"
        "skips:\n\t@echo '2 passed, 1 skipped in 0.1s'\n"
        "hangs:\n\t@sleep 1000\n")

    def run(text, *arguments, **environment):
        (tmp_path / "parts.toml").write_text(f"[seconds]\ntest = 60\nall = 60\nnightly = 60\n[parts]\n{text}\n")
        done = run_parts(*arguments, "--file", tmp_path / "parts.toml", "--folder", tmp_path / "logs", PWD=str(tmp_path),
                         **environment)
        ended = tmp_path / "ended"
        return done, ended.read_text().splitlines() if ended.exists() else []

    return run


def test_a_part_begins_when_those_that_it_needs_have_passed(parts):
    done, ended = parts('one = { tiers = ["all"], needs = ["two"] }\ntwo = { tiers = ["all"], needs = ["three"] }\n'
                        'three = { tiers = ["all"], builds = true }', "tier", "all")
    assert done.returncode == 0, done.stdout + done.stderr
    assert ended == ["three", "two 1", "one 1"]


def test_a_part_that_fails_stops_only_those_that_need_it(parts):
    done, ended = parts('fails = { tiers = ["test"] }\none = { tiers = ["test"], needs = ["fails"] }\n'
                        'two = { tiers = ["test"] }', "tier", "test")
    assert done.returncode == 1 and ended == ["two 1"]
    assert "--- fails: FAILED" in done.stdout and "this is wrong" in done.stdout
    assert "not run, because a part that they need failed: one" in done.stdout


def test_a_tier_runs_its_own_parts_and_nightly_all(parts):
    text = 'one = { tiers = ["test"] }\ntwo = { tiers = ["all"] }\nthree = { tiers = ["nightly"] }'
    assert parts(text, "tier", "test")[1] == ["one 1"]
    assert sorted(parts(text, "tier", "nightly")[1]) == ["one 1", "one 1", "three 1", "two 1"]


def test_one_part_runs_with_those_that_it_needs(parts):
    _, ended = parts('one = { tiers = ["all"], needs = ["two"] }\ntwo = { tiers = ["all"] }\nthree = { tiers = ["all"] }',
                     "part", "one")
    assert ended == ["two 1", "one 1"]


def test_a_part_that_does_not_end_is_stopped(parts):
    done, _ = parts('hangs = { tiers = ["test"] }', "tier", "test", TALLY_PART_SECONDS="0.5")
    assert done.returncode == 1
    assert "--- hangs: FAILED" in done.stdout and "sleep 1000" in done.stdout


def test_a_part_that_skips_a_test_fails(parts):
    done, _ = parts('skips = { tiers = ["test"] }', "tier", "test")
    assert done.returncode == 1 and "no test may be skipped" in done.stdout


@pytest.mark.parametrize("text, said", [
    ('one = { tiers = ["all"], needs = ["four"] }', "there is no part four"),
    ('one = { tiers = ["test", "all"], needs = ["two"] }\ntwo = { tiers = ["all"] }', "which is not in the tier test"),
    ('one = { tiers = ["often"] }', "not known"),
    ('one = { tiers = ["all"], need = ["two"] }', "not known: {'need'}"),
])
def test_a_mistake_in_the_description_is_named(parts, text, said):
    done, ended = parts(text, "tier", "all")
    assert done.returncode == 1 and said in done.stderr and ended == []


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
