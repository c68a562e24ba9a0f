"""Lists every text and every block of bytes that a host passes to the library, as the header has them: for
test_texts.c, whose table must have all of them, so that a new one is not forgotten.

    list_texts.py HEADER FACE

Writes one line for each to standard output: TEXT(function or structure, parameter or member). FACE is the folder of
the functions behind the header: a C string must come in through the functions of TallyBorder, which say what they check.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Bindings" / "tools"))
import header as header_file  # noqa: E402


def is_given(variable):
    type_ = variable.type
    return type_.const and type_.pointers == 1 and type_.name in ("char", "void")


def main(header_path, face):
    header = header_file.parse(pathlib.Path(header_path))
    owners = [(function.name, function.parameters) for function in header.functions]
    owners += [(struct.name, struct.members) for struct in header.structs]
    for owner, variables in owners:
        for variable in variables:
            if is_given(variable):
                print(f"TEXT({owner}, {variable.name})")
    for source in sorted(pathlib.Path(face).glob("*.swift")):
        if re.search("ctally_(memory_)?text_length", source.read_text()):
            sys.exit(f"{source}: takes a C string directly; use the functions of TallyBorder, which say what they check")


main(*sys.argv[1:])
