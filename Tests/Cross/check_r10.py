"""Looks for what Swift's compiler does wrong on ARM of 32 bits (docs/dev/decisions/arm-r10.md): functions that change
r10, where Swift has `self`, and do not keep it for their caller.

usage: check_r10.py OBJDUMP FILE...     prints such functions; its status is then 1
"""

import re
import subprocess
import sys

FUNCTION = re.compile(r"^[0-9a-f]+ <(.*)>:$")
KEPT = re.compile(r"\b(?:push|stm\w*|str\w*|vpush)\b.*\b(?:r10|sl)\b.*(?:\}|\bsp\b)")
# An address that is written back, and results that go there.
WRITTEN = re.compile(r"\b(?:ldm|stm|vldm|vstm)\w*(?:\.\w+)?\s+(?:r10|sl)!|\[(?:r10|sl)[^\]]*\]!|\[(?:r10|sl)\], "
                     r"|\b(?:add|adds|sub|subs|mov|movs|movw|movt|mvn|orr|and|bic|eor|rsb|lsl|lsr|asr|ldr|ldrb|ldrh|ldrsb"
                     r"|ldrsh|mul|mla|uxtb|uxth|ubfx)(?:\.w)?\s+(?:r10|sl)\b,")


def problems(objdump, file):
    text = subprocess.run([objdump, "-d", "--no-show-raw-insn", file], check=True, stdout=subprocess.PIPE, text=True).stdout
    name, is_kept, functions = "", False, 0
    # Code that the compiler has moved out of several functions belongs to each, after the registers that it keeps.
    for line in text.splitlines():
        match = FUNCTION.match(line)
        if match:
            name, is_kept = match[1], False
            functions += 1
        elif not is_kept and KEPT.search(line):
            is_kept = True
        elif not is_kept and not name.startswith("OUTLINED_FUNCTION") and WRITTEN.search(line):
            yield f"{file}: {name}: {line.strip()}"
    if functions < 1:
        raise SystemExit(f"{file} has no functions")


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    found = [problem for file in sys.argv[2:] for problem in problems(sys.argv[1], file)]
    for problem in found:
        print(problem)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
