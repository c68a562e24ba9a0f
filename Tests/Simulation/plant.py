"""Plants old defects in a copy of the library, and looks for each of them with the simulator.

    plant.py [--seeds 1000] [--folder build/planted/tree] [NUMBER ...]

planted/00-switch.patch adds a switch, and each other patch a defect that the variable TALLY_PLANTED turns on by its
number. So one build has all of them, and nothing is planted without the variable. A line "Profile: NAME" in a patch
names the profile in which the defect shows itself; otherwise the seeds draw the profiles. A defect that no world finds within
the seeds shows what the worlds lack: then the script fails.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# The last stage takes less time this way. Without any optimization its code does not run.
QUICK = "MACHINE_CODE=-O1 -fPIC -ffunction-sections -fdata-sections -Wno-override-module"
PROFILE = re.compile(r"^Profile: (\w+)$", re.MULTILINE)
FAILURE = re.compile(r"^seed (\d+), profile (\w+), step (\d+): (.*)", re.MULTILINE)


def copy(folder):
    """Copies what git has, with changes that are not committed. Files that are the same keep their times."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, names.split("\0")):
        source, target = ROOT / name, folder / name
        if not source.is_file():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)


def plant(folder, patches):
    # Below the repository, git takes the names of a patch from the root.
    is_below = folder.is_relative_to(ROOT)
    place = ["--directory", folder.relative_to(ROOT).as_posix()] if is_below else []
    for patch in patches:
        subprocess.run(["git", "apply", *place, str(patch)], cwd=ROOT if is_below else folder, check=True)


def build(folder):
    subprocess.run(["make", "lib", QUICK], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["make", "build/simulation/simulator", "TALLY_BUILT=1"], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL)


def run(folder, number, seeds, profile=None):
    """(the first failure, or None; the seconds)"""
    started = time.monotonic()
    command = [folder / "build" / "simulation" / "simulator", "--seed", "1", "--runs", str(seeds)]
    if profile:
        command += ["--profile", profile]
    result = subprocess.run(command, env={**os.environ, "TALLY_PLANTED": str(number)}, capture_output=True, text=True)
    found = FAILURE.search(result.stdout)
    if (result.returncode != 0) != (found is not None):
        raise SystemExit(f"the simulator ended with {result.returncode}: {result.stdout[-500:]}{result.stderr[-500:]}")
    return found, time.monotonic() - started


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", type=int, default=1000)
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build" / "planted" / "tree")
    parser.add_argument("--built", action="store_true", help="the folder has the library already")
    parser.add_argument("numbers", type=int, nargs="*")
    arguments = parser.parse_args()
    arguments.folder = arguments.folder.resolve()
    patches = sorted((HERE / "planted").glob("[0-9][0-9]-*.patch"))
    defects = {int(patch.name[:2]): patch.stem[3:] for patch in patches[1:]}
    profiles = {int(patch.name[:2]): PROFILE.search(patch.read_text()) for patch in patches}
    if not defects:
        raise SystemExit("there is nothing to plant")
    if not arguments.built:
        copy(arguments.folder)
        plant(arguments.folder, patches)
        build(arguments.folder)
    missed = []
    for number in [0, *(arguments.numbers or defects)]:
        found, seconds = run(arguments.folder, number, arguments.seeds if number else 20,
                             profiles[number] and profiles[number][1])
        name = defects[number] if number else "nothing planted"
        print(f"{number:2} {name}: " + (f"seed {found[1]}, {found[2]}, step {found[3]}: {found[4][:120]}" if found
                                        else "not found") + f" ({seconds:.0f} s)", flush=True)
        if (found is None) == (number > 0):
            missed.append(name)
    sys.exit(f"{len(missed)} are not as expected: {', '.join(missed)}" if missed else 0)


if __name__ == "__main__":
    main()
