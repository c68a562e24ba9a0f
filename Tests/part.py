"""Runs the parts of a tier of tests, which Tests/parts.toml describes.

usage: part.py tier NAME     runs all parts of the tier
       part.py part NAME     runs one part, and the parts that it needs
       part.py list NAME     prints the parts of the tier in their order, each with the parts that it needs

    --file FILE              another description
    --folder FOLDER          for the logs (build/parts)

Environment: JOBS (the number of parts that run at the same time; one more than there are processors if not set, because
many wait for a disk or a server), TALLY_PART_SECONDS.

A part runs `make NAME`. Its log is FOLDER/NAME.log and its time FOLDER/NAME.seconds, or FOLDER/NAME.failed if it fails.
When it ends, the program prints the last lines of its test runners, or the end of its log if it fails. A part that fails
stops only those that need it, so one run shows all failures. A part that does not end is stopped. Its log then has what
each of its processes was doing.

A part also fails if its log says that a test was skipped. A test that lacks a package or a variable must fail and name
it. A test that does less on this machine (under valgrind, in qemu) has a line of its own, which is printed here.
"""

import argparse
import dataclasses
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib

import summary

PARTS = pathlib.Path(__file__).resolve().parent / "parts.toml"
ENDINGS = re.compile(
    r"^== |^\[  PASSED  \]|[0-9]+ passed|^# (tests|pass|fail) |Test run with|^test result:|^OK \(|^ok  "
    r"|runs, .* assertions|: the same|compile$"
)
LESS = re.compile(r"^    (shortened|left out)( under valgrind| in qemu)?, ")
# The lines of cmocka, pytest, Go, Cargo, Swift, Node and Minitest about tests that were skipped.
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


@dataclasses.dataclass
class Part:
    name: str
    tiers: list[str]
    needs: list[str]
    builds: bool


class Description:
    """The parts of a file, in its order."""

    def __init__(self, file: pathlib.Path) -> None:
        described = tomllib.loads(file.read_text(encoding="utf-8"))
        self.seconds: dict[str, int] = described["seconds"]
        self.parts: dict[str, Part] = {}
        for name, fields in described["parts"].items():
            unknown = fields.keys() - {"tiers", "needs", "builds", "shares"}
            if unknown or not set(fields["tiers"]) <= self.seconds.keys():
                raise SystemExit(f"{file}: {name}: not known: {unknown or fields['tiers']}")
            shares = fields.get("shares")
            for target in [f"{name}-{share}" for share in range(1, shares + 1)] if shares else [name]:
                self.parts[target] = Part(target, fields["tiers"], fields.get("needs", []), fields.get("builds", False))
        for part in self.parts.values():
            for need in part.needs:
                if need not in self.parts:
                    raise SystemExit(f"{file}: {part.name}: there is no part {need}")
                if missing := [tier for tier in part.tiers if self.parts[need] not in self.tier(tier)]:
                    raise SystemExit(f"{file}: {part.name} needs {need}, which is not in the tier {missing[0]}")

    def tier(self, name: str) -> list[Part]:
        if name not in self.seconds:
            raise SystemExit(f"There is no tier {name}: {', '.join(self.seconds)}")
        return [part for part in self.parts.values() if name == "nightly" or name in part.tiers]

    def with_needs(self, name: str) -> list[Part]:
        if name not in self.parts:
            raise SystemExit(f"There is no part {name}")
        wanted, look = set(), [name]
        while look:
            part = look.pop()
            if part not in wanted:
                wanted.add(part)
                look += self.parts[part].needs
        return [part for part in self.parts.values() if part.name in wanted]


class Running:
    """A part in progress: its processes, and its log."""

    def __init__(self, part: Part, folder: pathlib.Path, limit: float) -> None:
        # The part does not share the jobs of the make that runs the tier: some tests call make themselves.
        hidden = {"MAKEFLAGS", "MFLAGS", "MAKELEVEL", "TALLY_BUILT"}
        environment = {key: value for key, value in os.environ.items() if key not in hidden}
        if not part.builds:
            environment["TALLY_BUILT"] = "1"
        self.part, self.folder, self.limit = part, folder, limit
        self.begin = time.monotonic()
        self.path = folder / f"{part.name}.log"
        self.log = self.path.open("w")
        self.child = subprocess.Popen(
            ["make", "--no-print-directory", part.name], env=environment, stdin=subprocess.DEVNULL, stdout=self.log,
            stderr=subprocess.STDOUT, start_new_session=True,
        )

    def has_ended(self) -> bool:
        if self.child.poll() is not None:
            return True
        if time.monotonic() - self.begin < self.limit:
            return False
        print(f"--- {self.part.name} has not ended after {self.limit:.0f} s", file=self.log)
        report_stuck(self.child.pid, self.log)
        print(f"--- {self.part.name} was stopped after {self.limit:.0f} s: what its processes did stands above", file=self.log)
        return True

    def stop(self) -> int:
        """The status of the part, none of whose processes runs on."""
        stopped = self.child.poll() is None
        for process in processes_of(self.child.pid):
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        status = self.child.wait()
        self.log.close()
        return status or int(stopped)

    def end(self) -> bool:
        """Whether the part passed, which is also written and printed."""
        status = self.stop()
        lines = self.path.read_text(errors="replace").splitlines()
        skipped = [line for line in lines if SKIPPED.search(line)]
        if skipped and status == 0:
            status = 1
            said = ["--- no test may be skipped, but some were:", *skipped[:20]]
            with self.path.open("a") as file:
                print("\n".join(said), file=file)
            lines += said
        name, seconds = self.part.name, f"{time.monotonic() - self.begin:.0f}"
        (self.folder / f"{name}.{'failed' if status else 'seconds'}").write_text(seconds + "\n")
        print(f"--- {name}: {'FAILED' if status else 'passed'}, {seconds} s")
        if status:
            shown = lines[-400 if lines and "was stopped" in lines[-1] else -120 :]
        else:
            shown = [line[:160] for line in lines if ENDINGS.search(line)][-60:]
            shown += [line.strip() for line in lines if LESS.search(line)]
        print("\n".join(shown), flush=True)
        return status == 0


def run(parts: list[Part], folder: pathlib.Path, jobs: int, limit: float) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    for part in parts:
        for old in folder.glob(f"{part.name}.*"):
            old.unlink()
    # The program may have been started with SIGINT ignored, which the tests of Ctrl-C need. A signal that has a handler
    # here has the system's default in the parts.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda received, _: sys.exit(128 + received))
    waiting, running, passed = list(parts), [], set()
    try:
        while True:
            for one in [one for one in running if one.has_ended()]:
                running.remove(one)
                if one.end():
                    passed.add(one.part.name)
            for part in [part for part in waiting if passed.issuperset(part.needs)][: jobs - len(running)]:
                waiting.remove(part)
                running.append(Running(part, folder, limit))
            if not running:
                break
            time.sleep(0.1)
    finally:
        for one in running:
            one.stop()
    return summary.report(folder, [part.name for part in parts])


def main() -> int:
    parser = argparse.ArgumentParser(description="Runs the parts of a tier of tests.")
    parser.add_argument("what", choices=["tier", "part", "list"])
    parser.add_argument("name")
    parser.add_argument("--file", type=pathlib.Path, default=PARTS)
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path("build/parts"))
    options = parser.parse_args()
    described = Description(options.file)
    parts = described.with_needs(options.name) if options.what == "part" else described.tier(options.name)
    if options.what == "list":
        for part in parts:
            print(part.name, *part.needs)
        return 0
    jobs = int(os.environ.get("JOBS") or len(os.sched_getaffinity(0)) + 1)
    seconds = described.seconds[options.name if options.what == "tier" else "test"]
    status = run(parts, options.folder, jobs, float(os.environ.get("TALLY_PART_SECONDS") or seconds))
    if options.what == "tier" and options.name == "test" and status == 0:
        more = [part for part in described.tier("all") if "test" not in part.tiers]
        print(f"`make test-all` adds {len(more)} parts: sanitizers, failing disks, fuzzing, nine languages, packages, other "
              "machines,\ntally-node with NATS, and all pages of the documentation. It needs about fifty more Debian packages.")
    return status


if __name__ == "__main__":
    sys.exit(main())
