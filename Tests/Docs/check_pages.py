"""Checks every Markdown page of the repository: its links and anchors, and that its code can be read.

A link leads to a file that is there, and to a heading of it. A whole program in C compiles; Python and JSON can be
parsed. (That the programs print what the pages say is tested by test_documentation.py, test_guides.py and the tests of
the bindings.)
"""

import ast
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs" / "site"))

from markdown_it import MarkdownIt  # noqa: E402
from prose import plain_inline, slug  # noqa: E402

PARSER = MarkdownIt("commonmark").enable("table")
FILE_NAME = re.compile(r"/\* ([\w-]+\.h) \*/\n")


def pages():
    listed = subprocess.run(["git", "-c", "safe.directory=*", "ls-files", "-z", "*.md"], cwd=ROOT, check=False,
                            capture_output=True, text=True)
    found = [ROOT / name for name in listed.stdout.split("\0") if name] if listed.returncode == 0 else \
        [path for path in ROOT.rglob("*.md") if not re.search(r"/(?:\.|build|node_modules)", str(path.relative_to(ROOT)))]
    return [path for path in found if path.exists() and ".docc" not in str(path)]


def read(path):
    """The tokens of a page, and the anchors of its headings."""
    tokens = PARSER.parse(path.read_text(encoding="utf-8"))
    taken = set()
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            slug(plain_inline(tokens[index + 1]), taken)
    return tokens, taken


def problems_of_links(path, known):
    for token in known[path][0]:
        for child in token.children or []:
            target = child.attrGet("href") if child.type == "link_open" else child.attrGet("src") \
                if child.type == "image" else None
            if target is None or re.match(r"[a-z]+:", target):
                continue
            name, _, anchor = target.partition("#")
            file = pathlib.Path(os.path.normpath(path.parent / name)) if name else path
            if not file.exists():
                yield f"{target} leads nowhere"
            elif anchor and file.suffix == ".md" and anchor not in (known.get(file) or read(file))[1]:
                yield f"{target} leads to a heading that is not there"


def problems_of_code(path, tokens, folder):
    if path.name == "contributing.md":  # Its code needs the changes that it shows: contributing.py makes them.
        return
    for token in tokens:
        language = token.info.strip() if token.type == "fence" else ""
        problem = None
        if language == "c" and "#include" in token.content and not FILE_NAME.match(token.content):
            done = subprocess.run(["cc", "-std=gnu11", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-x", "c",
                                   f"-I{ROOT / 'include'}", f"-I{folder}", "-"], input=token.content, text=True,
                                  capture_output=True, check=False)
            problem = done.stderr if done.returncode else None
        elif language == "python":
            problem = parse(ast.parse, token.content)
        elif language == "json":
            problem = parse(json.loads, token.content)
        if problem:
            yield f"line {token.map[0] + 1}: {problem}"


def parse(parser, text):
    try:
        parser(text)
    except (SyntaxError, ValueError) as error:
        return str(error)
    return None


def main():
    known = {path: read(path) for path in pages()}
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        for tokens, _ in known.values():
            for token in tokens:
                name = FILE_NAME.match(token.content) if token.type == "fence" else None
                if name:
                    (pathlib.Path(folder) / name[1]).write_text(token.content, encoding="utf-8")
        for path, (tokens, _) in known.items():
            found = [*problems_of_links(path, known), *problems_of_code(path, tokens, folder)]
            problems += [f"{path.relative_to(ROOT)}: {problem}" for problem in found]
    if problems:
        sys.exit("\n".join(problems))
    print(f"{len(known)} pages of Markdown: no problem")


if __name__ == "__main__":
    main()
