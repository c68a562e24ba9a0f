"""The functions of the Java binding, for JNA's direct mapping. They are not for programs, which see no type of JNA."""

import re

from emit_java import SCALARS, Layout, camel, class_name
from generate import NOTICE, packed

OUTPUT = "java/src/dev/tally/Functions.java"


def callback(layout, function):
    # A callback gets what it is given as it is in memory.
    parts = []
    for variable in function.parameters:
        scalar = layout.scalar(variable.type)
        parts.append(f"{SCALARS[scalar] if scalar else 'Pointer'} {camel(variable.name)}")
    result = SCALARS.get(function.result.name, "void")
    return [f"    interface {class_name(function.name)} extends Callback {{",
            f"        {result} invoke({', '.join(parts)});", "    }"]


def emit(header):
    layout = Layout(header)
    lines = [f"// {NOTICE}", "", "package dev.tally;", "", "import com.sun.jna.Callback;", "import com.sun.jna.Library;",
             "import com.sun.jna.Native;", "import com.sun.jna.NativeLibrary;", "import com.sun.jna.Pointer;",
             "import com.sun.jna.ptr.PointerByReference;", "import java.util.Map;", "",
             "/** The functions of tally.h, and the types of callbacks. */",
             "final class Functions {", "    private Functions() {}"]
    for function in header.callbacks:
        lines += [""] + callback(layout, function)
    lines.append("")
    for function in header.functions:
        result = "String" if function.result.pointers else SCALARS.get(
            layout.scalar(function.result) or "", "void")
        parts = ", ".join(f"{layout.parameter(variable)} {camel(variable.name)}" for variable in function.parameters)
        lines += packed(re.split(r"(?<=,) ", parts + ");"), "        ",
                        first=f"    static native {result} {function.name}(")
    lines += ["", "    static {",
              "        Native.register(Functions.class,",
              '            NativeLibrary.getInstance(LibraryFile.find(), Map.of(Library.OPTION_STRING_ENCODING, "UTF-8")));',
              "    }", "}", ""]
    return "\n".join(lines)
