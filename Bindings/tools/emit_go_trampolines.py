"""The functions of C that call Go's callbacks. A thread is inside a callback while one of them runs; callbacks that a
call of Go's delivers get the handle of the object that receives what they panic with."""

from generate import NOTICE

OUTPUT = "go"
# The callbacks, by their types in the header: the function in Go, and whether a call delivers them.
CALLBACKS = {"tally_release_callback": ("Release", False), "tally_clock_callback": ("Clock", False),
             "tally_log_callback": ("Log", False), "tally_zone_callback": ("Zone", False),
             "tally_event_callback": ("Event", True), "tally_notify_callback": ("Notify", False),
             "tally_widget_function": ("Draw", True), "tally_transport_callback": ("Request", False)}


def declared(callback):
    """The beginning of a trampoline, which has the type of the callback."""
    short = CALLBACKS[callback.name][0].lower()
    parameters = [f"{each.type}{'' if str(each.type).endswith('*') else ' '}{each.name}" for each in callback.parameters]
    return f"{callback.result} tally_go_on_{short}({', '.join(parameters)})"


def passed(parameter):
    """An argument of a function in Go, which knows no const."""
    kind = str(parameter.type)
    return f"({kind.removeprefix('const ')}){parameter.name}" if kind.startswith("const ") else parameter.name


def trampoline(callback):
    short, is_delivered = CALLBACKS[callback.name]
    arguments = ["(uintptr_t)user_data", *(["tally_go_innermost"] if is_delivered else []),
                 *[passed(each) for each in callback.parameters[1:]]]
    call = f"tallyGo{short}({', '.join(arguments)});"
    lines = ["", declared(callback) + " {"]
    if short == "Release":  # It calls nothing of the host's.
        return [*lines, f"    {call}", "}"]
    has_result = str(callback.result) != "void"
    return [*lines, "    ++tally_go_depth;", f"    {f'{callback.result} result = ' if has_result else ''}{call}",
            "    --tally_go_depth;", *(["    return result;"] if has_result else []), "}"]


def emit_files(header):
    found = [each for each in header.callbacks if each.name in CALLBACKS]
    code = [f"/* {NOTICE} */", '#include "callbacks.h"', "", '#include "_cgo_export.h"']
    code += [line for each in found for line in trampoline(each)]
    guard = "TALLY_GO_TRAMPOLINES_H"
    declarations = [f"/* {NOTICE} */", f"#ifndef {guard}", f"#define {guard}", "", "#include <tally.h>", "",
                    *[f"{declared(each)};" for each in found], "", "#endif"]
    return {"trampolines.c": "\n".join(code + [""]), "trampolines.h": "\n".join(declarations + [""])}
