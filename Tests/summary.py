"""summary.py FOLDER PART...: prints the time of each part of a tier, the slowest first, and how many tests passed.

FOLDER has what part.py wrote. The last line is `N passed, N failed`: the tests that the runners in the parts' logs
counted. A part that fails without a failed test counts as one, for example if it does not compile. A part that was not
run, because one that it needs failed, is named. The status is 1 if a part failed or was not run.
"""

import pathlib
import re
import sys

# The last lines of runners: the expressions of the passed and of the failed tests. The groups are added up.
RUNNERS = [
    (r"^\[  PASSED  \] (\d+) test", r"^\[  FAILED  \] (\d+) test"),  # cmocka
    (r"^(?:=+ )?(?:\d+ failed, )?(\d+) passed.* in [\d.]+", r"^(?:=+ )?(\d+) failed.* in [\d.]+"),  # pytest
    (r"Test run with (\d+) tests? in .* passed", r"Test run with \d+ tests? in .* failed .* with (\d+) issue"),  # Swift
    (r"^test result: \w+\. (\d+) passed", r"^test result: \w+\. \d+ passed; (\d+) failed"),  # cargo
    (r"^# pass (\d+)", r"^# fail (\d+)"),  # node
    (r"^OK \((\d+) tests?\)", r"^Tests run: \d+,  Failures: (\d+)"),  # JUnit
    (r"^(\d+) runs, \d+ assertions, 0 failures", r"^\d+ runs, \d+ assertions, (\d+) failures"),  # minitest
    (r"^(?:\w+: )?(\d+) passed, \d+ failed$", r"^(?:\w+: )?\d+ passed, (\d+) failed$"),  # our own programs
]
SINGLE = (r"^\s*--- PASS: ", r"^\s*--- FAIL: ")  # go names each test


def counted(log: str) -> tuple[int, int]:
    """The tests that passed and that failed, by the lines of a log."""
    passed, failed = (len(re.findall(single, log, re.MULTILINE)) for single in SINGLE)
    for good, bad in RUNNERS:
        passed += sum(map(int, re.findall(good, log, re.MULTILINE)))
        failed += sum(map(int, re.findall(bad, log, re.MULTILINE)))
    return passed, failed


def report(folder: pathlib.Path, parts: list[str]) -> int:
    seconds, failures, tests = {}, [], [0, 0]
    for part in parts:
        ended, broken = folder / f"{part}.seconds", folder / f"{part}.failed"
        if not ended.exists() and not broken.exists():
            continue
        log = (folder / f"{part}.log").read_text(errors="replace")
        passed, failed = counted(re.sub(r"\x1b\[[0-9;]*m", "", log))
        if broken.exists():
            failures.append(part)
            failed = max(failed, 1)
        seconds[part] = int((broken if broken.exists() else ended).read_text())
        tests[0] += passed
        tests[1] += failed
    missing = [part for part in parts if part not in seconds]
    print("--- seconds by part")
    for part, time in sorted(seconds.items(), key=lambda item: -item[1]):
        print(f"{time:6}  {part}{' FAILED' if part in failures else ''}")
    if missing:
        print("not run, because a part that they need failed:", *missing)
    print(f"parts: {len(seconds) - len(failures)} passed, {len(failures)} failed, {len(missing)} not run")
    print(f"{tests[0]} passed, {tests[1] + len(missing)} failed", flush=True)
    return 1 if failures or missing else 0


if __name__ == "__main__":
    sys.exit(report(pathlib.Path(sys.argv[1]), sys.argv[2:]))
