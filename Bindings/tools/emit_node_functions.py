"""The names of the library's functions, for the Node binding."""

from generate import NOTICE, packed

OUTPUT = "node/src/functions.h"


def emit(header):
    lines = [f"/* {NOTICE} */", "", "#define FUNCTIONS(X) \\"]
    lines += [f"    {line} \\" for line in packed([f"X({function.name})" for function in header.functions], "", 108)]
    return "\n".join(lines + [""])[:-3] + "\n"
