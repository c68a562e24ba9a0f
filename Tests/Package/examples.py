#!/usr/bin/env python3
"""Writes the first program, in C and Python, into a folder, as the pages show it, and what it prints: examples.py FOLDER

The build tree that they speak of, include/ and build/, is where the system has them.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Bindings" / "tools"))

from readme import examples  # noqa: E402


def main(folder):
    for page, language, name in (("README.md", "c", "hello.c"), ("docs/howto/other-languages.md", "python", "hello.py")):
        code, printed = next(examples((ROOT / page).read_text(encoding="utf-8"), language))
        (folder / name).write_text(code, encoding="utf-8")
        (folder / f"{name}.printed").write_text(printed, encoding="utf-8")
    command = re.search(r"/\* (cc .*?) \*/", (folder / "hello.c").read_text(encoding="utf-8"))[1]
    (folder / "command").write_text(command, encoding="utf-8")
    triplet = subprocess.run(["dpkg-architecture", "-qDEB_HOST_MULTIARCH"], check=True, capture_output=True, text=True)
    (folder / "include").symlink_to("/usr/include")
    (folder / "build").symlink_to(f"/usr/lib/{triplet.stdout.strip()}")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
