#!/usr/bin/env python3
"""Changes the shipped library in one place at a time, and runs the quick tests of that module against it.

    mutants.py --module NAME... --count N [--seed N] [--only OPERATOR]    Tests/mutants.mk sets the rest

A mutant is killed if a test fails, crashes or does not end within its time. The unchanged library must first pass each
program twice; that also measures the program. A mutant that the tests of its module do not kill runs against those of
all other modules, and then against longer ones, unless --quick is given. Survivors are printed with the function and the line. A survivor that
is listed in Tests/Mutants/reasons is equivalent, and does not count.

With --record the figures are added to Tests/Mutants/shares.txt. Those of the same module and seed are replaced, and the
page about testing has the sums.

The operators are described in sites.py and queries.py. The environment is that of the C tests.
"""

import argparse
import dataclasses
import os
import pathlib
import random
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib

import shares
from sites import OPERATORS, Library, code_mutants, sql_mutants

HERE = pathlib.Path(__file__).resolve().parent
CONTROLS = 2
ENOUGH = 25                  # With fewer mutants a share says little, and is not compared.
PATIENCE = (20, 20)          # A program may take this many times as long as with the unchanged library, and these seconds.
MOST_FILE = 1 << 30          # Bytes: a mutant may write for ever.
MOST_MEMORY = 4 << 30


@dataclasses.dataclass
class Program:
    name: str                # A program of the tests, or a command that runs in the folder of the build.
    seconds: float = 0.0
    kills: int = 0

    def limit(self):
        return self.seconds * PATIENCE[0] + PATIENCE[1] if self.seconds else 600

    def is_command(self):
        return "/" in self.name

    def command(self, tests):
        return shlex.split(self.name) if self.is_command() else [tests / self.name]


def narrow():
    """The limits of a test's process, so that a mutant harms nothing else."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_FILE, MOST_FILE))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def outcome(program, tests, folder):
    """None if the program passes against the library in the folder, otherwise how it does not."""
    home = folder / "tmp"
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir()
    environment = os.environ | {"LD_LIBRARY_PATH": str(folder), "TMPDIR": str(home)}
    place = tests.parent if program.is_command() else None
    with subprocess.Popen(program.command(tests), cwd=place, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
                          preexec_fn=narrow) as process:
        try:
            status = process.wait(program.limit())
        except subprocess.TimeoutExpired:
            status = None
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)   # Its children too.
            except ProcessLookupError:
                pass
    if status is None:
        return "did not end"
    return None if status == 0 else f"ended with signal {-status}" if status < 0 else "failed"


def install(data, folder):
    """Puts the library into the folder. A process that still has the former one keeps it."""
    (folder / "libtally.so.0").unlink(missing_ok=True)
    (folder / "libtally.so.0").write_bytes(data)


class Bench:
    """A copy of the library, and the programs that run with it."""

    def __init__(self, library, tests, folder):
        self.library, self.tests, self.folder = library, tests, folder
        self.programs = {}

    def measure(self, name):
        """The unchanged library passes. The longer time of the program is its time."""
        program = Program(name if name == "conformance" or "/" in name else f"test_{name}")
        install(self.library.data, self.folder)
        for _ in range(CONTROLS):
            start = time.monotonic()
            result = outcome(Program(program.name), self.tests, self.folder)
            if result:
                sys.exit(f"mutants: {program.name} {result} with the unchanged library")
            program.seconds = max(program.seconds, time.monotonic() - start)
        self.programs[name] = program

    def killer(self, names, data):
        """How the first program that fails does. Those that kill much in little time run first."""
        for name in names:
            if name not in self.programs:
                self.measure(name)
        install(data, self.folder)
        for program in sorted((self.programs[name] for name in names), key=lambda each: each.seconds / (1 + each.kills)):
            result = outcome(program, self.tests, self.folder)
            if result:
                program.kills += 1
                return f"{program.name} {result}"
        return None


def reason_key(mutant):
    """A survivor in the form of Tests/Mutants/reasons, without the reason."""
    text = pathlib.Path(mutant.source).read_text(encoding="utf-8").splitlines()[mutant.line - 1]
    column = mutant.column - (len(text) - len(text.lstrip()))
    return f"{mutant.operator} | {mutant.source} | {column} | {text.strip()}"


def reasons():
    """{key: reason}. A line that is no longer in its source is an error."""
    found = {}
    for row in (HERE / "reasons").read_text(encoding="utf-8").splitlines():
        if not row or row.startswith("#"):
            continue
        key, _, reason = row.rpartition(" | ")
        operator, path, _, source = key.split(" | ", 3)
        if operator not in OPERATORS or not reason.strip():
            sys.exit(f"mutants: reasons: not `operator | path | column | line | reason`: {row}")
        if source not in map(str.strip, pathlib.Path(path).read_text(encoding="utf-8").splitlines()):
            sys.exit(f"mutants: reasons: {path} has no such line any more: {source}")
        found[key] = reason
    return found


def sample(mutants, count, seed):
    """Each operator has the same weight, and then each place."""
    generator = random.Random(seed)
    groups = {}
    for mutant in mutants:
        groups.setdefault(mutant.operator, []).append(mutant)
    chosen = []
    while groups and len(chosen) < count:
        operator = generator.choice(sorted(groups))
        chosen.append(groups[operator].pop(generator.randrange(len(groups[operator]))))
        if not groups[operator]:
            del groups[operator]
    return chosen


def modules():
    """Each module, or part of one, with its programs and its least share."""
    return tomllib.loads((HERE / "programs.toml").read_text(encoding="utf-8"))


def toolchain():
    """The folder of the tools that come with Swift."""
    return pathlib.Path(shutil.which(os.environ.get("SWIFT", "swift"))).resolve().parent


def found_mutants(library, name, only):
    """Those of a module, or of a part: some files of one."""
    row = modules()[name]
    module, files = row.get("module", name), row.get("files")
    mutants = code_mutants(library, module)
    if module == "TallyStore":
        mutants += sql_mutants(library, sorted(pathlib.Path("Sources/TallyStore").rglob("*Query.swift")))
    mutants = [mutant for mutant in mutants if only in (None, mutant.operator)
               and (not files or pathlib.Path(mutant.source).name in files)]
    if not mutants:
        sys.exit(f"mutants: {library.path} has no place of {name} for them: is its debug information complete?")
    for mutant in mutants:
        if library.data[mutant.offset:mutant.offset + len(mutant.before)] != mutant.before:
            sys.exit(f"mutants: {mutant.name()}: the library has other bytes there")
    return mutants


def run(bench, chosen, stages):
    """Returns how many are killed, and the survivors that no reason explains. Each stage is a list of programs."""
    known, killed, survivors = reasons(), 0, []
    for number, mutant in enumerate(chosen, 1):
        data = bytearray(bench.library.data)
        data[mutant.offset:mutant.offset + len(mutant.before)] = mutant.after
        result = next(filter(None, (bench.killer(names, data) for names in stages)), None)
        killed += result is not None
        reason = known.get(reason_key(mutant)) if not result else None
        if not result and not reason:
            survivors.append(mutant)
        print(f"{number}/{len(chosen)} {result or (f'equivalent: {reason}' if reason else 'SURVIVED')}: {mutant.name()}",
              flush=True)
    return killed, survivors


def judge(bench, name, arguments, seed):
    """Runs the mutants of one module. Returns the reason for which it fails, or None."""
    rows = modules()
    first = rows[name]["programs"]
    others = sorted({each for row in rows.values() for each in row["programs"]}
                    - {each for row in rows.values() for each in row.get("slow", [])} - set(first))
    mutants = found_mutants(bench.library, name, arguments.only)
    chosen = sample(mutants, arguments.count, seed)
    print(f"mutants: MODULE={name} N={len(chosen)} SEED={seed}, of {len(mutants)}", flush=True)
    killed, survivors = run(bench, chosen, [first] if arguments.quick else [first, others, rows[name].get("last", [])])
    of = killed + len(survivors)
    percent = 100 * killed / of if of else 100.0
    print(f"{name}: {killed} of {of} killed ({percent:.0f} %), {len(chosen) - of} equivalent, SEED={seed}")
    for mutant in survivors:
        print(f"    {mutant.name()}\n        {reason_key(mutant)}")
    sys.stdout.flush()
    if arguments.record:
        shares.put(name, seed, len(chosen), killed, len(chosen) - of)
    least = rows[name]["least"]
    return f"fewer than {least} % of {name} are killed" if of >= ENOUGH and percent < least else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--module", required=True, nargs="+")
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--only", choices=OPERATORS)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--library", type=pathlib.Path, required=True)
    parser.add_argument("--tests", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    if unknown := set(arguments.module) - modules().keys():
        sys.exit(f"mutants: no module {' '.join(sorted(unknown))}; there are {' '.join(modules())}")
    if arguments.record and (arguments.only or arguments.quick):
        sys.exit("mutants: only the figures of all operators and all programs are recorded")
    seed = random.SystemRandom().randrange(1 << 32) if arguments.seed is None else arguments.seed
    library = Library(arguments.library, toolchain())
    with tempfile.TemporaryDirectory(prefix="tally-mutants-") as folder:
        bench = Bench(library, arguments.tests.resolve(), pathlib.Path(folder))
        problems = [judge(bench, name, arguments, seed) for name in arguments.module]
    if any(problems):
        sys.exit("\n".join(f"mutants: {problem}" for problem in problems if problem))


if __name__ == "__main__":
    main()
