"""The functions and structures of the C# binding as C has them, for P/Invoke. Programs do not see them. All structures
are blittable, so that the runtime passes them as they are, and no code has to be unsafe."""

import re

import csharp_words as csharp
import roles
from generate import NOTICE, packed

OUTPUT = "csharp/dev.tally/Runtime/Generated"
SCALARS = {"int32_t": "int", "uint32_t": "uint", "int64_t": "long", "uint64_t": "ulong", "size_t": "UIntPtr",
           "intptr_t": "IntPtr", "float": "float"}
# Tools of developers open traces through the header.
UNUSED = {"tally_trace_options", "tally_trace_state", "tally_trace_record"}
# Functions that get the bare pointer: they release it, or an EngineHandle has counted the call.
BARE = {"tally_engine"}


def scalar(header, kind):
    """The C# type of a number, or ""."""
    return SCALARS.get(roles.scalar(header, kind.name), "") if not kind.pointers else ""


def member_lines(header, member):
    """The fields for a member. An array is several fields, because a fixed one would be unsafe."""
    kind = "IntPtr"
    if header.struct(member.type.name) and not member.type.pointers:
        kind = csharp.native(member.type.name)
    elif not member.function and not header.callback(member.type.name):
        kind = scalar(header, member.type) or "IntPtr"
    spelled = [f"{member.name}{at}" for at in range(member.length)] if member.length else [member.name]
    return [f"public {kind} {', '.join(csharp.escaped(name) for name in spelled)};"]


def structure(header, struct):
    lines = ["    [StructLayout(LayoutKind.Sequential)]", f"    internal struct {csharp.native(struct.name)}", "    {"]
    for member in struct.members:
        lines += [f"        {line}" for line in member_lines(header, member)]
    return lines + ["    }"]


def parameter(header, function, variable):
    kind, name = variable.type, csharp.camel(variable.name)
    is_release = function.name in (f"{kind.name}_release", f"{kind.name}_close")
    number = SCALARS.get(roles.scalar(header, kind.name), "")
    if header.callback(kind.name):
        spelled = csharp.pascal(kind.name.removeprefix("tally_"))
    elif not kind.pointers:
        spelled = number
    elif kind.name in header.opaque:
        spelled = "out IntPtr" if kind.pointers == 2 else "IntPtr" if is_release or kind.name in BARE else \
            f"{csharp.pascal(kind.name.removeprefix('tally_'))}Handle"
    elif variable.name == "user_data":
        spelled = "IntPtr"
    elif kind.name in ("char", "void"):
        spelled = "byte[]" if kind.const else "[Out] byte[]"
    elif header.struct(kind.name):
        # Structures that go in may be NULL; arrays of operations go in, and come out with statuses.
        spelled = "IntPtr" if kind.const else f"ref {csharp.native(kind.name)}"
        spelled = f"[In, Out] {csharp.native(kind.name)}[]" if variable.name in ("operations", "items", "imports") else spelled
    else:
        spelled = f"{number}[]" if kind.const else f"out {number}"
    return f"{spelled} {name}"


def function_lines(header, function):
    result = "IntPtr" if function.result.pointers else scalar(header, function.result) or "void"
    parts = ", ".join(parameter(header, function, each) for each in function.parameters)
    return ["", "        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]", *packed(
        re.split(r"(?<=,) ", f"{parts});"), "            ",
        first=f"        internal static extern {result} {function.name}(")]


def callback_lines(header, callback):
    """The type of a callback, which gets its arguments as they are in memory, except numbers that it sets."""
    result = scalar(header, callback.result) or "void"
    parts = []
    for each in callback.parameters:
        number = SCALARS.get(roles.scalar(header, each.type.name), "")
        kind = "IntPtr" if each.type.pointers and not number else f"out {number}" if each.type.pointers else number
        parts.append(f"{kind} {csharp.camel(each.name)}")
    return ["", "    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]",
            f"    internal delegate {result} {csharp.pascal(callback.name.removeprefix('tally_'))}({', '.join(parts)});"]


def module(lines, using=("System", "System.Runtime.InteropServices")):
    """A file of the namespace."""
    body = list(lines)
    while body and not body[0]:
        body.pop(0)
    return "\n".join([f"// {NOTICE}", "", *[f"using {each};" for each in using], *([""] if using else []),
                      "namespace Tally", "{", *body, "}", ""])


def emit_files(header):
    structures = [line for each in header.structs if each.name not in UNUSED for line in ["", *structure(header, each)]]
    calls = [line for each in header.callbacks for line in callback_lines(header, each)]
    calls += ["", "    /// <summary>The functions of tally.h.</summary>", "    internal static partial class Native", "    {"]
    body = [line for each in header.functions if not any(
        variable.type.name in ("tally_trace", *UNUSED) for variable in each.parameters)
        for line in function_lines(header, each)]
    return {"Structures.cs": module(structures), "Native.cs": module(calls + body[1:] + ["    }"])}
