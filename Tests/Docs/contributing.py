"""Follows the example of docs/contributing.md.

    python3 Tests/Docs/contributing.py                the places that the page changes exist
    python3 Tests/Docs/contributing.py --toolchain /usr/bin --output build/contributing
                                                      and with the change made, the page's program prints what it says
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/contributing.md"
COPIED = ("Package.swift", "Package.resolved", "Sources", "CSources", "include", "Tests")


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
            if line[0] in " -":
                old.append(line[1:] + "\n")
            if line[0] in " +":
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
    """What the page names in code is there."""
    text = PAGE.read_text(encoding="utf-8")
    for path in re.findall(r"\b(?:include|Sources|Bindings|Tests|docs)/[\w./+-]*\w", text):
        if not (ROOT / path).exists():
            sys.exit(f"{PAGE.relative_to(ROOT)} names {path}, which does not exist")


def follow(toolchain, output):
    copy, program = output / "tally", output / "program"
    for folder in (copy, program):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    for name in COPIED:
        # Copies keep their times, so the next run compiles little.
        copying = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
        copying(ROOT / name, copy / name)
    apply(copy)
    (program / "Sources/Program").mkdir(parents=True)
    (program / "Sources/Program/main.swift").write_text(blocks("swift")[0], encoding="utf-8")
    (program / "Package.swift").write_text(f"""// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Program", dependencies: [.package(path: "{copy}")],
  targets: [.executableTarget(name: "Program", dependencies: [.product(name: "Tally", package: "tally")])])
""", encoding="utf-8")
    done = subprocess.run(
        [toolchain / "swift", "run", "--package-path", program, "--scratch-path", output / "scratch", "--quiet"],
        stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0 or done.stdout != blocks("text")[0]:
        sys.exit(f"the program of {PAGE.relative_to(ROOT)} ends with {done.returncode} and prints:\n{done.stdout}")
    print("the example of docs/contributing.md works")


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
