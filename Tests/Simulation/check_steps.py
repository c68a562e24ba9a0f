"""Every function of the header belongs to a step of the simulator, to every world, or to a reason why none calls it.

    check_steps.py [HEADER]
"""

import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Bindings" / "tools"))
import header  # noqa: E402

LINE = re.compile(r'^(STEP|WORLD|NONE)\((.*?)\)$', re.MULTILINE | re.DOTALL)
NAME = re.compile(r"\btally_\w+")


def functions_of(table):
    """{function: (macro, its texts)} of a table, and the mistakes in it."""
    found, mistakes = {}, []
    table = re.sub(r"/\*.*?\*/", "", table, flags=re.DOTALL)
    for macro, arguments in LINE.findall(table):
        for name in NAME.findall(arguments):
            if name in found:
                mistakes.append(f"{name} is named twice")
            found[name] = macro
    return found, mistakes


def check(functions, table, code):
    """The mistakes in a table. functions: of the header. code: of the simulator, without the table."""
    found, mistakes = functions_of(table)
    if not functions or not found:
        mistakes.append("the header or the table is empty")
    for name in functions:
        if name not in found:
            mistakes.append(f"{name} has no step, and no reason why not")
    for name, macro in found.items():
        is_called = re.search(rf"\b{name}\(", code) is not None
        if name not in functions:
            mistakes.append(f"{name} is not in the header")
        elif macro != "NONE" and not is_called:
            mistakes.append(f"{name} is said to be called, and is not")
        elif macro == "NONE" and is_called:
            mistakes.append(f"{name} is called, although the table has a reason why not")
    return mistakes


def main():
    path = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else header.HEADER
    functions = [function.name for function in header.parse(path).functions]
    code = "".join(file.read_text() for file in sorted(HERE.glob("*.c")))
    mistakes = check(functions, (HERE / "steps.inc").read_text(), code)
    for mistake in mistakes:
        print(f"steps.inc: {mistake}", file=sys.stderr)
    sys.exit(bool(mistakes))


if __name__ == "__main__":
    main()
