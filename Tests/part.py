"""part.py FOLDER NAME MAKE BUILT: runs one part of a tier of tests; if BUILT is 1, with what is built already.

The log is FOLDER/NAME.log and the time FOLDER/NAME.seconds, or FOLDER/NAME.failed if the part fails. Prints what the test
runners say at their ends, or the end of the log if the part fails. A part that does not end is stopped after
TALLY_PART_SECONDS (1,500); its log then has what each of its processes was doing.

A part also fails if its log says that a test was skipped. A test that lacks a package or a variable must fail and name
it. A test that does less on this machine (under valgrind, in qemu) has a line of its own, which is printed here.
"""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

ENDINGS = re.compile(
    r"^== |^\[  PASSED  \]|[0-9]+ passed|^# (tests|pass|fail) |Test run with|^test result:|^OK \(|^ok  "
    r"|runs, .* assertions|: the same|compile$"
)
LESS = re.compile(r"^    (shortened|left out)( under valgrind| in qemu)?, ")
# What cmocka, pytest, Go, Cargo, Swift, Node and Minitest print of tests that were skipped.
SKIPPED = re.compile(
    r"^\[  SKIPPED \]|^SKIPPED |\b[1-9][0-9]* (skipped|xfailed|xpassed|ignored;|skips\b)|^\s*--- SKIP: |^test .* \.\.\. ignored"
    r"|^\S+\s+(Test|Suite) .* skipped[.:]|^Test Case .* skipped |^\S+ (skipped|todo) [1-9]|# (SKIP|TODO)\b"
)


def processes_of(session: int) -> list[int]:
    """The processes of a session, which is what a part starts unless it says otherwise."""
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            # The fields behind the name, which may contain anything: state, parent, group, session.
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session:
            found.append(int(folder.name))
    return sorted(found)


def report_stuck(session: int, log) -> None:
    for process in processes_of(session):
        words = pathlib.Path(f"/proc/{process}/cmdline")
        try:
            print(f"--- process {process}: {words.read_bytes().replace(bytes(1), b' ').decode(errors='replace')}", file=log)
        except OSError:
            continue
        log.flush()
        if shutil.which("gdb"):
            command = ["gdb", "-p", str(process), "-batch", "-ex", "thread apply all bt 25"]
            subprocess.run(command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.DEVNULL, timeout=60, check=False)


def run(make: str, name: str, environment: dict[str, str], log) -> int:
    limit = float(os.environ.get("TALLY_PART_SECONDS", "1500"))
    command = [make, "--no-print-directory", name]
    # Whoever started this may ignore SIGINT, which the tests of Ctrl-C need. What has a handler here has the system's
    # default in the part.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda received, _: sys.exit(128 + received))
    child = subprocess.Popen(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, start_new_session=True
    )
    try:
        return child.wait(timeout=limit)
    except subprocess.TimeoutExpired:
        print(f"--- {name} has not ended after {limit:.0f} s", file=log)
        report_stuck(child.pid, log)
        print(f"--- {name} was stopped after {limit:.0f} s: what its processes did stands above", file=log)
    finally:
        for process in processes_of(child.pid):
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
    return child.wait() or 1


def main() -> int:
    folder, name, make, built = pathlib.Path(sys.argv[1]), *sys.argv[2:5]
    folder.mkdir(parents=True, exist_ok=True)
    # The part does not share the jobs of the tier: some tests call make themselves.
    hidden = {"MAKEFLAGS", "MFLAGS", "MAKELEVEL", "TALLY_BUILT"}
    environment = {key: value for key, value in os.environ.items() if key not in hidden}
    if built:
        environment["TALLY_BUILT"] = built
    log = folder / f"{name}.log"
    begin = time.monotonic()
    with log.open("w") as file:
        status = run(make, name, environment, file)
    lines = log.read_text(errors="replace").splitlines()
    skipped = [line for line in lines if SKIPPED.search(line)]
    if skipped and status == 0:
        status = 1
        said = ["--- no test may be skipped, but some were:", *skipped[:20]]
        with log.open("a") as file:
            print("\n".join(said), file=file)
        lines += said
    seconds = f"{time.monotonic() - begin:.0f}"
    (folder / f"{name}.{'failed' if status else 'seconds'}").write_text(seconds + "\n")
    print(f"--- {name}: {'FAILED' if status else 'passed'}, {seconds} s")
    if status:
        shown = lines[-400 if lines and "was stopped" in lines[-1] else -120 :]
    else:
        shown = [line[:160] for line in lines if ENDINGS.search(line)][-60:] + [line.strip() for line in lines if LESS.search(line)]
    print("\n".join(shown))
    return 1 if status else 0


if __name__ == "__main__":
    sys.exit(main())
