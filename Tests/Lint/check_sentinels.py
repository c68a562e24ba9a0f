"""Finds what traps where Int has 32 bits: `Int(x)` of a UInt32 that may be a sentinel of 0xFFFFFFFF.

usage: check_sentinels.py FOLDER…

Numbers of nodes, places and lists are UInt32, and `none` stands for none. On a 64-bit machine `Int(none)` is a number like
any other, and a comparison with it does what was meant; in WebAssembly and on 32-bit ARM it traps. So a field or function
that may be none is converted only

- behind a comparison of the same expression with `none`, in the same function; or
- or where a comment in the same function, before it or on its line, says `never none`, with the reason.
"""

import pathlib
import re
import sys

# Fields and functions whose value may be `none`.
MAYBE_NONE = r"(?:path|parent|next|nextListed|firstListed|nextFree|previous|child|freeNode|freeBranch|free|firstObserver)"
CONVERSION = re.compile(r"\bInt\(")
SUBJECT = re.compile(MAYBE_NONE + r"(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?$")
FUNCTION = re.compile(r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|private|fileprivate|internal|static|mutating|consuming"
                      r"|borrowing|final|override)\s+)*(?:func|init|subscript|var|deinit)\b")


def argument(text, start):
    """The text from `start`, behind a parenthesis that was opened, to its end."""
    depth = 1
    for position in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[position], 0)
        if depth == 0:
            return text[start:position]
    return text[start:]


def problems(path):
    function = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if FUNCTION.match(line) and line.count("{") > line.count("}"):
            function = []
        function.append(line)
        code = line.split("//")[0]
        for match in CONVERSION.finditer(code):
            subject = argument(code, match.end())
            if not SUBJECT.search(subject):
                continue
            checked = re.compile(r"(?<![\w.])" + re.escape(subject) + r" (?:[!=]= \w+\.none\b|>= 0)|// .*never none")
            if not any(checked.search(earlier) for earlier in function):
                yield f"{path}:{number}: Int({subject}) traps on 32 bits where it is none"


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    found = [problem for folder in sys.argv[1:] for path in sorted(pathlib.Path(folder).rglob("*.swift"))
             for problem in problems(path)]
    for problem in found:
        print(problem, file=sys.stderr)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
