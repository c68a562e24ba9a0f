"""Follows the examples of docs/contributing.md.

    python3 Tests/Docs/contributing.py                the places that the page changes exist
    python3 Tests/Docs/contributing.py --toolchain /usr/bin --output build/contributing
                                                      and with the changes made, the page's programs print what it says
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/contributing.md"
# The program around the page's lines in C.
C_PROGRAM = """#include <stdio.h>
#include <tally.h>

int main(void) {
    tally_engine *engine;
    tally_account *account;

    if (tally_engine_open(NULL, &engine) < 0 || tally_account_open(engine, "ann", NULL, &account) < 0) return 1;
%s
    tally_account_release(account);
    return tally_engine_close(engine, -1) < 0;
}
"""


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def changes():
    """For each change: its file, the lines that are there, and those that take their place."""
    for block in blocks("diff"):
        file, old, new = None, [], []
        for line in [*block.splitlines(), "@@"]:
            if line.startswith("--- ") or line == "@@":
                if old:
                    yield file, "".join(old), "".join(new)
                old, new = [], []
                file = line[4:] if line != "@@" else file
                continue
            if line[:1] in (" ", "-", ""):
                old.append(line[1:] + "\n")
            if line[:1] in (" ", "+", ""):
                new.append(line[1:] + "\n")


def apply(root):
    """Makes the changes below a folder."""
    count = 0
    for file, old, new in changes():
        path = root / file
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        if text.count(old) != 1:
            sys.exit(f"{PAGE.relative_to(ROOT)}: {file} has these lines {text.count(old)} times:\n{old}")
        if root != ROOT:
            path.write_text(text.replace(old, new), encoding="utf-8")
        count += 1
    if count == 0:
        sys.exit(f"{PAGE.relative_to(ROOT)} changes nothing")


def check_names():
    """The files and names that the page has in code exist."""
    text = PAGE.read_text(encoding="utf-8")
    for path in re.findall(r"\b(?:include|Sources|Bindings|Tests|docs)/[\w./+-]*\w", text):
        if not (ROOT / path).exists():
            sys.exit(f"{PAGE.relative_to(ROOT)} names {path}, which does not exist")


def copy_sources(folder):
    """Copies what is in git. Copies keep their times, so the next run compiles little."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)


def expect(command, wanted, **options):
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, text=True, check=False, **options)
    if done.returncode != 0 or done.stdout != wanted:
        sys.exit(f"the program of {PAGE.relative_to(ROOT)} ends with {done.returncode} and prints:\n{done.stdout}")


def follow(toolchain, output):
    copy, program = output / "tally", output / "program"
    for folder in (copy, program):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    copy_sources(copy)
    apply(copy)
    (program / "Sources/Program").mkdir(parents=True)
    (program / "Sources/Program/main.swift").write_text(blocks("swift")[0], encoding="utf-8")
    (program / "Package.swift").write_text(f"""// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Program", dependencies: [.package(path: "{copy}")],
  targets: [.executableTarget(name: "Program", dependencies: [.product(name: "Tally", package: "tally")])])
""", encoding="utf-8")
    of_column, of_function = blocks("text")
    expect([toolchain / "swift", "run", "--package-path", program, "--scratch-path", output / "scratch", "--quiet"],
           of_column)
    # Nothing is built there yet, whatever the make says that runs this.
    environment = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "TALLY_BUILT")}
    subprocess.run(["make", "-C", copy, "--no-print-directory", "--silent", "lib"], env=environment, check=True)
    (program / "program.c").write_text(C_PROGRAM % blocks("c")[0], encoding="utf-8")
    subprocess.run(["cc", f"-I{copy}/include", program / "program.c", f"-L{copy}/build", "-ltally",
                    f"-Wl,-rpath,{copy}/build", "-o", program / "program"], check=True)
    expect([program / "program"], of_function)
    print("the examples of docs/contributing.md work")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--toolchain", type=pathlib.Path)
    parser.add_argument("--output", type=pathlib.Path)
    arguments = parser.parse_args()
    check_names()
    apply(ROOT)
    if arguments.output:
        follow(arguments.toolchain, arguments.output.resolve())


if __name__ == "__main__":
    main()
