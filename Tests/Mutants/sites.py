"""Places of the shipped library that a mutant changes: a few bytes of its code, or of a text of SQL.

The library is x86-64. A mutant replaces bytes by as many, so nothing moves, and it costs a copy of the file. Its debug
information names the function and the line.

    turn     a conditional branch goes the other way
    always   a conditional branch is always taken
    never    a conditional branch is never taken
    edge     a comparison that includes its limit excludes it, or the reverse
    set      a condition that becomes a value, without a branch, is the opposite
    plus     a constant that something is compared with is one greater
    call     a statement that calls a function is left out
    sql, statement, column    a text of SQL is changed, as queries.py describes
"""

import bisect
import dataclasses
import functools
import pathlib
import re
import struct
import subprocess

import calls
import queries

OPERATORS = ("turn", "always", "never", "edge", "set", "plus", "call", "sql", "statement", "column")
LIMITS = {2: 6, 6: 2, 3: 7, 7: 3, 12: 14, 14: 12, 13: 15, 15: 13}   # Conditions with and without equality.
OVERFLOW = (0, 1)   # Conditions that only checks of overflow have.
TRAP = "ctally_platform_trap"
SOURCE = re.compile(r"(?:^|/)(C?Sources/([^/:]+)/[^:]*):(\d+):(\d+)")
INSTRUCTION = re.compile(r"^ *([0-9a-f]+): ((?:[0-9a-f]{2} )+)\s*\t(\S+)(?:\s+(.*))?$")


@dataclasses.dataclass(frozen=True)
class Mutant:
    operator: str
    offset: int      # The place in the file.
    before: bytes
    after: bytes
    function: str
    source: str      # The path of the line that was compiled, which may be inlined here.
    line: int
    column: int

    def name(self):
        return f"{self.operator} {self.source}:{self.line}:{self.column} in {self.function}"


def run(*command, text=None):
    return subprocess.run([str(word) for word in command], input=text, check=True, capture_output=True, text=True).stdout


class Library:
    """The file, and where its parts are loaded."""

    def __init__(self, path, toolchain):
        self.path, self.toolchain = pathlib.Path(path), pathlib.Path(toolchain)
        self.data = self.path.read_bytes()
        if self.data[:5] != b"\x7fELF\x02" or struct.unpack_from("<H", self.data, 18)[0] != 62:
            raise ValueError(f"{path} is no library for x86-64")
        start, = struct.unpack_from("<Q", self.data, 32)
        size, count = struct.unpack_from("<HH", self.data, 54)
        headers = [struct.unpack_from("<IIQQQQ", self.data, start + number * size) for number in range(count)]
        self.segments = [(address, offset, length) for kind, _, offset, address, _, length in headers if kind == 1]

    def offset(self, address):
        return next(address - first + offset for first, offset, length in self.segments if first <= address < first + length)

    def functions(self):
        """[(address, size, name)]; of the names of one place, one."""
        found = {}
        for line in run(self.toolchain / "llvm-nm", "-S", "--defined-only", self.path).splitlines():
            parts = line.split()
            if len(parts) == 4 and parts[2] in "tTwW":
                found[int(parts[0], 16)] = (int(parts[1], 16), parts[3])
        return [(address, *found[address]) for address in sorted(found)]

    def frames(self, addresses):
        """For each address its frames, the innermost first: (path, module, line, column), or None for other files."""
        text = run(self.toolchain / "llvm-symbolizer", f"--obj={self.path}", "--output-style=LLVM", "--no-demangle",
                   text="\n".join(map(hex, addresses)))
        blocks = [block.splitlines() for block in text.strip("\n").split("\n\n")] if addresses else []
        if len(blocks) != len(addresses):
            raise ValueError(f"llvm-symbolizer answered {len(blocks)} of {len(addresses)} addresses")
        return [[found and (found[1], found[2], int(found[3]), int(found[4]))
                 for found in (SOURCE.search(line) for line in block[1::2])] for block in blocks]

    def instructions(self):
        """[(address, bytes, name, operands)]"""
        text = run(self.toolchain / "llvm-objdump", "-d", self.path)
        found = (INSTRUCTION.match(line) for line in text.splitlines())
        return [(int(match[1], 16), bytes.fromhex(match[2]), match[3], match[4] or "") for match in found if match]


def branch_changes(code):
    """The operators of a conditional branch, with the bytes that replace it."""
    is_short = len(code) == 2 and code[0] >> 4 == 7
    if not is_short and not (len(code) == 6 and code[0] == 0x0F and code[1] >> 4 == 8):
        return {}
    condition = code[0] & 15 if is_short else code[1] & 15
    if condition in OVERFLOW:
        return {}

    def with_condition(other):
        return bytes([0x70 | other]) + code[1:] if is_short else bytes([0x0F, 0x80 | other]) + code[2:]

    changes = {"turn": with_condition(condition ^ 1), "never": b"\x90" * len(code),
               "always": b"\xeb" + code[1:] if is_short else b"\x90\xe9" + code[2:]}
    if condition in LIMITS:
        changes["edge"] = with_condition(LIMITS[condition])
    return changes


def value_changes(code, name):
    """The operators of an instruction that is no branch."""
    if re.match(r"set|cmov", name):
        place = code.index(0x0F) + 1
        condition = code[place] & 15
        return {} if condition in OVERFLOW else {"set": code[:place] + bytes([code[place] ^ 1]) + code[place + 1:]}
    opcode = code[1:] if code[0] >> 4 == 4 else code   # Without the prefix REX.
    if name.startswith("cmp") and opcode and (opcode[0] in (0x3C, 0x3D) or opcode[0] in (0x80, 0x81, 0x83) and opcode[1] >> 3 & 7 == 7):
        size = 4 if opcode[0] in (0x3D, 0x81) else 1
        number = int.from_bytes(code[-size:], "little", signed=True) + 1
        if number < 1 << size * 8 - 1:
            return {"plus": code[:-size] + number.to_bytes(size, "little", signed=True)}
    return {}


def changes_of(instructions):
    """[(address, bytes, operator, bytes)]. A branch to or around a trap is a check that the compiler has made: without it
    nothing changes, and turned round it ends every program."""
    traps = {address for address, _, name, operands in instructions if name.startswith("call") and f"<{TRAP}>" in operands}
    found = []
    for address, code, name, operands in instructions:
        if name.startswith("j"):
            target = re.match(r"0x([0-9a-f]+)", operands)
            if not target or int(target[1], 16) in traps or address + len(code) in traps:
                continue
            changes = branch_changes(code)
        else:
            changes = value_changes(code, name)
        found += [(address, code, operator, after) for operator, after in changes.items()]
    return found


@functools.cache
def text_of(path):
    return pathlib.Path(path).read_text(encoding="utf-8").splitlines()


def code_mutants(library, module):
    """Those in functions that are written in the module, also where something is inlined into them."""
    functions = library.functions()
    homes = library.frames([address for address, _, _ in functions])
    ours = [function for function, frames in zip(functions, homes) if frames[-1] and frames[-1][1] == module]
    starts = [address for address, _, _ in ours]
    changes = []
    instructions = library.instructions()
    for change in changes_of(instructions) + calls.changes_of(instructions):
        place = bisect.bisect_right(starts, change[0]) - 1
        if place >= 0 and change[0] < ours[place][0] + ours[place][1]:
            changes.append((change, ours[place][2]))
    frames = library.frames([change[0] for change, _ in changes])
    found = []
    for ((address, before, operator, after), function), lines in zip(changes, frames):
        line = next((line for line in lines if line and line[2]), None)
        if line and (operator != "call" or lines[0] == line and calls.is_statement(line[0], text_of(line[0]), *line[2:])):
            found.append(Mutant(operator, library.offset(address), before, after, function, line[0], line[2], line[3]))
    return found


def place_of(string, term, texts):
    """The path and line of a term, behind the line with which its text begins, or None."""
    opening, *more = string.strip().split("\n")
    # A text of one line may be the beginning of another.
    for wanted in (opening.strip() if more else f'"{opening.strip()}"', opening.strip()):
        for path, lines in texts:
            for start, line in enumerate(lines):
                if wanted in line:
                    place = next((number for number in range(start, len(lines)) if term in lines[number]), None)
                    return place is not None and (path, place + 1, lines[place].index(term) + 1) or None
    return None


def sql_mutants(library, sources):
    """Those of each text of SQL in these files."""
    texts = [(str(path), path.read_text(encoding="utf-8").splitlines()) for path in sources]
    strings = list(re.finditer(rb"[\x20-\x7e\n]{20,}(?=\x00)", library.data))
    prepared = queries.Prepared([string[0] for string in strings])
    found = []
    for string in strings:
        if not queries.CHANGE.search(string[0]) or not prepared.accepts(string[0]):
            continue
        for operator, first, changed in queries.changes_of(string[0]):
            if not prepared.accepts(changed):
                continue
            line = string[0][first:].split(b"\n")[0].decode().strip()
            if place := place_of(string[0].decode(), line, texts):
                name = " ".join(line.split())
                found.append(Mutant(operator, string.start(), string[0], changed, name, *place))
    return found
