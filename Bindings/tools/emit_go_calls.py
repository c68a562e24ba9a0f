"""The calls of the Go binding: for each function that answers a status, one that also brings the message of an error,
since the thread that has it is another one when Go calls the next time. Callbacks go through callbacks.c, with handles
of runtime/cgo as their user data."""

from generate import NOTICE, packed

OUTPUT = "go/calls.h"
# These need more than a rule: they are in callbacks.c.
BY_HAND = {"tally_error_message", "tally_engine_open", "tally_widget_bind", "tally_engine_dispatch",
           "tally_engine_next_event", "tally_engine_step"}
TRAMPOLINES = {"tally_event_callback": "tally_go_on_event", "tally_transport_callback": "tally_go_on_request",
               "tally_notify_callback": "tally_go_on_notify", "tally_release_callback": "tally_go_release"}


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
"""


def emit(header):
    lines = [f"/* {NOTICE} */", "#ifndef TALLY_GO_CALLS_H", "#define TALLY_GO_CALLS_H", "",
             '#include "callbacks.h"', "", MACRO]
    for function in header.functions:
        if function.result.name != "tally_status" or function.name in BY_HAND:
            continue
        parameters = [f"{each}," for each in filter(None, map(parameter, function.parameters))]
        arguments = [f"{argument(each)}," for each in function.parameters]
        parameters[-1] = parameters[-1][:-1] + "),"
        arguments[-1] = arguments[-1][:-1] + ")"
        lines += packed(parameters + arguments, "    ", first=f"TALLY_GO({function.name[len('tally_'):]}, (")
    return "\n".join(lines + ["", "#endif", ""])
