"""The calls of the Go binding: for each function that answers a status, one that also brings the message of an error,
since the thread that has it is another one when Go calls the next time. Callbacks go through callbacks.c, with handles
of runtime/cgo as their user data."""

from emit_go_trampolines import CALLBACKS
from generate import NOTICE, packed

OUTPUT = "go/calls.h"
# These need more than a rule: they are in callbacks.c.
BY_HAND = {"tally_error_message", "tally_engine_open", "tally_widget_bind"}
# These call callbacks.
DELIVERING = {"tally_engine_dispatch", "tally_engine_next_event", "tally_engine_step"}
TRAMPOLINES = {name: f"tally_go_on_{short.lower()}" for name, (short, _) in CALLBACKS.items()}


def declared(variable):
    kind = str(variable.type)
    return f"{kind}{variable.name}" if kind.endswith("*") else f"{kind} {variable.name}"


def parameter(variable):
    """A parameter as Go gives it, or None where it follows from the handle."""
    if variable.type.name in TRAMPOLINES:
        return None
    return "uintptr_t user_data" if variable.name == "user_data" else declared(variable)


def argument(variable):
    if variable.name == "user_data":
        return "(void *)user_data"
    if variable.type.name in TRAMPOLINES:
        return f"user_data ? {TRAMPOLINES[variable.type.name]} : NULL"
    return variable.name


MACRO = """\
/* A function, its parameters and its arguments. */
#define TALLY_GO(name, parameters, ...) \\
    static inline tally_go_answer go_##name parameters { return tally_go_answered(tally_##name(__VA_ARGS__)); }

/* The same of a function that calls callbacks. catcher: the handle of the object that receives what they panic with. */
#define TALLY_GO_DELIVERING(name, parameters, ...) \\
    static inline tally_go_answer go_##name parameters { \\
        uintptr_t outer = tally_go_enter(catcher); \\
        tally_go_answer answer = tally_go_answered(tally_##name(__VA_ARGS__)); \\
        tally_go_enter(outer); \\
        return answer; \\
    }
"""


def emit(header):
    lines = [f"/* {NOTICE} */", "#ifndef TALLY_GO_CALLS_H", "#define TALLY_GO_CALLS_H", "",
             '#include "callbacks.h"', "", MACRO]
    for function in header.functions:
        if function.result.name != "tally_status" or function.name in BY_HAND:
            continue
        parameters = [f"{each}," for each in filter(None, map(parameter, function.parameters))]
        is_delivering = function.name in DELIVERING
        parameters += ["uintptr_t catcher,"] if is_delivering else []
        arguments = [f"{argument(each)}," for each in function.parameters]
        parameters[-1] = parameters[-1][:-1] + "),"
        arguments[-1] = arguments[-1][:-1] + ")"
        lines += packed(parameters + arguments, "    ", 
                        first=f"TALLY_GO{'_DELIVERING' * is_delivering}({function.name[len('tally_'):]}, (")
    return "\n".join(lines + ["", "#endif", ""])
