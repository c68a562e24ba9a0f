"""Calls that are statements of their own: their result, if there is one, is not used.

A list of patterns decides by the line of the source, and the code behind the call confirms it: nothing reads a result.
"""

import re

# The line before the name that is called: nothing, or the head of a block on the same line, and the receiver.
RECEIVER = r"(?:(?:[\w.?!]|\[[^\]]*\])+\.)?"
BEFORE = {
    ".swift": re.compile(rf"^\s*(?:\}}?\s*(?:if|while|guard|for|else|do|defer)\b.*\{{\s*)?(?:_ = )?(?:try )?{RECEIVER}$"),
    ".c": re.compile(r"^\s*(?:(?:if|while|for)\b.*\)\s*|else\s+|\{\s*)?(?:\(void\)\s*)?$"),
}
AFTER = {".swift": re.compile(r"^\s*(?:\}.*|//.*)?$"), ".c": re.compile(r"^\s*;")}
# The one line of a function, or of a closure, that has a result.
WITH_RESULT = re.compile(r"->.*\{\s*$|\b(?:var|get|case|default)\b.*[{:]\s*$|\bin\s*$|=.*\{\s*$")
NAME = re.compile(r"\w+\(")
MOST_LINES = 12

# A call of them is no statement of ours, or its absence shows only in memory or in another thread, which the sanitizers
# find: releases, locks. The others say that an error is fatal.
OTHERS = re.compile(r"swift_|\$es|OUTLINED|_free\b|Mutex|[lL]ock|shield|stack_chk|trap|\+0x")
RESULT = re.compile(r"%(?:rax|eax|ax|al)\b")
NEAR = 8


def end_of(text):
    """The place behind the parenthesis that closes the first one, or None."""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if letter == ")" and depth == 0:
            return place + 1
    return None


def is_statement(path, lines, line, column):
    """Whether a call whose name begins there is a statement."""
    kind = path[path.rfind("."):]
    if kind not in BEFORE or not 0 < line <= len(lines):
        return False
    before, rest = lines[line - 1][:column - 1], "\n".join([lines[line - 1][column - 1:], *lines[line:line + MOST_LINES]])
    if not BEFORE[kind].match(before) or not NAME.match(rest):
        return False
    end = end_of(rest)
    if end is None or not AFTER[kind].match(rest[end:].split("\n")[0]):
        return False
    below = rest[end:].split("\n")[1:2]
    is_alone = kind == ".swift" and below and below[0].strip().startswith("}")
    return not (is_alone and WITH_RESULT.search(lines[line - 2]))


def is_used(instructions):
    """Whether the instructions behind a call read its result."""
    for _, _, name, operands in instructions[:NEAR]:
        if name.startswith(("j", "call", "ret")):
            return False
        if found := RESULT.search(operands):
            writes = name.startswith(("mov", "lea", "set")) and operands.endswith(found[0])
            return not (writes and not RESULT.search(operands[:-len(found[0])]))
    return False


def changes_of(instructions):
    """[(address, bytes, operator, bytes)] of all calls that may be statements."""
    found = []
    for place, (address, code, name, operands) in enumerate(instructions):
        if len(code) != 5 or code[0] not in (0xE8, 0xE9) or "<" not in operands or OTHERS.search(operands):
            continue
        if code[0] == 0xE8 and not is_used(instructions[place + 1:place + 1 + NEAR]):
            found.append((address, code, "call", b"\x90" * 5))
        elif code[0] == 0xE9:   # The last call of a function.
            found.append((address, code, "call", b"\xc3" + b"\x90" * 4))
    return found
