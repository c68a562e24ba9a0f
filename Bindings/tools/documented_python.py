#!/usr/bin/env python3
"""Writes the programs in Python of the pages and of the binding's own page into a folder, for type checkers: each block
that imports tally.

    python3 Bindings/tools/documented_python.py FOLDER
"""

import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    folder = pathlib.Path(sys.argv[1])
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for page in [ROOT / "Bindings/python/README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        blocks = re.findall(r"^```python\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
        name = re.sub(r"\W", "_", str(page.relative_to(ROOT).with_suffix("")))
        for number, block in enumerate(blocks, 1):
            if re.search(r"^import tally$", block, re.MULTILINE):
                (folder / f"{name}_{number}.py").write_text(block, encoding="utf-8")


if __name__ == "__main__":
    main()
