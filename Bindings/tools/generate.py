#!/usr/bin/env python3
"""Writes the bindings' declarations from include/tally.h. They are committed, so that a binding is installed without
this; the tests check that they are what this writes. Of the table of versions.py it writes the version.

    python3 Bindings/tools/generate.py            # writes what differs
    python3 Bindings/tools/generate.py --check    # fails where something differs

Each emit_*.py beside this file has an OUTPUT, relative to Bindings, and `emit(header)`, which gives its text; or
`emit_regions(header)`, which gives the lines of regions within it, by their names; or `emit_files(header)`, which gives
the texts of files in the folder OUTPUT, by their names.
"""

import importlib
import itertools
import pathlib
import sys

import header
import versions

TOOLS = pathlib.Path(__file__).resolve().parent
NOTICE = "Generated from include/tally.h by Bindings/tools/generate.py: not to be edited."


def packed(pieces, indent="", width=118, first=None):
    """Lines of as many pieces each as fit, with a space between them. `first`: what the first line begins with."""
    lines, line = [], indent if first is None else first
    for piece in pieces:
        if line.strip() and len(line) + 1 + len(piece) > width:
            lines.append(line.rstrip())
            line = indent
        line += piece if line == indent or line.endswith(("(", "[", "[] = {", " ")) else " " + piece
    return lines + [line.rstrip()]


def grouped(constants):
    """The constants by the groups that they have in the header."""
    return [list(group) for _, group in itertools.groupby(constants, lambda each: (each.section, each.group))]


def with_regions(output, regions):
    """Returns the text of a file with the lines between `<generated NAME>` and `</generated>` replaced."""
    text = output.read_text(encoding="utf-8")
    for name, lines in regions.items():
        begin = text.index("\n", text.index(f"<generated {name}>")) + 1
        end = text.rindex("\n", 0, text.index("</generated>", begin)) + 1
        text = text[:begin] + "\n".join(lines + [""]) + text[end:]
    return text


def outputs(model):
    """Pairs of a file and the text that it should have."""
    # The names are looked up in what the others write.
    for path in sorted(TOOLS.glob("emit_*.py"), key=lambda path: (path.stem == "emit_names", path.stem)):
        module = importlib.import_module(path.stem)
        output = (TOOLS.parent / module.OUTPUT).resolve()
        if hasattr(module, "emit_files"):
            yield from ((output / name, text) for name, text in module.emit_files(model).items())
        elif hasattr(module, "emit"):
            yield output, module.emit(model)
        else:
            yield output, with_regions(output, module.emit_regions(model))
    yield from versions.outputs(model)


def main():
    stale = []
    for output, text in outputs(header.parse()):
        if output.exists() and output.read_text(encoding="utf-8") == text:
            continue
        stale.append(output)
        if "--check" not in sys.argv:
            output.parent.mkdir(parents=True, exist_ok=True)
            output.write_text(text, encoding="utf-8")
            print("wrote", output.relative_to(TOOLS.parents[1]))
    if "--check" in sys.argv:
        for output in stale:
            print(f"{output.relative_to(TOOLS.parents[1])} is not what the header says: run `make bindings`",
                  file=sys.stderr)
        return 1 if stale else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
