"""The calls of the Go binding: for each function that answers a status, one that also brings the message of an error,
since the thread that has it is another one when Go calls the next time. Callbacks go through callbacks.c, with handles
of runtime/cgo as their user data."""

import textwrap

from generate import NOTICE

OUTPUT = "go/calls.h"
# These need more than a rule: they are in callbacks.c.
BY_HAND = {"tally_error_message", "tally_engine_open", "tally_view_bind", "tally_dispatch", "tally_next_event",
           "tally_step"}
TRAMPOLINES = {"tally_event_callback": "tally_go_on_event", "tally_transport_callback": "tally_go_on_request"}


def declared(variable):
    kind = str(variable.type)
    return f"{kind}{variable.name}" if kind.endswith("*") else f"{kind} {variable.name}"


def parameter(variable):
    """A parameter as Go gives it, or None where it follows from the handle."""
    if variable.function or variable.type.name in TRAMPOLINES:
        return None
    return "uintptr_t user_data" if variable.name == "user_data" else declared(variable)


def argument(variable):
    if variable.name == "user_data":
        return "(void *)user_data"
    if variable.function:
        return f"user_data ? tally_go_{'release' if variable.name == 'release_user_data' else 'on_notify'} : NULL"
    if variable.type.name in TRAMPOLINES:
        return f"user_data ? {TRAMPOLINES[variable.type.name]} : NULL"
    return variable.name


def emit(header):
    def put(begin, inner, end, indent):
        """A line, or as many as it takes."""
        # A star stays with its type.
        wrapped = textwrap.wrap((begin + inner + end).replace(" *", "\0*"), 120, initial_indent=indent,
                                subsequent_indent=indent + " " * 8, break_long_words=False, break_on_hyphens=False)
        return [line.replace("\0", " ") for line in wrapped]

    lines = [f"/* {NOTICE} */", "#ifndef TALLY_GO_CALLS_H", "#define TALLY_GO_CALLS_H", "", '#include "callbacks.h"']
    for function in header.functions:
        if function.result.name != "tally_status" or function.name in BY_HAND:
            continue
        parameters = ", ".join(filter(None, map(parameter, function.parameters)))
        arguments = ", ".join(map(argument, function.parameters))
        lines += [""] + put(f"static inline tally_go_answer go_{function.name[6:]}(", parameters, ") {", "")
        lines += put(f"return tally_go_answered({function.name}(", arguments, "));", "    ") + ["}"]
    return "\n".join(lines + ["", "#endif", ""])
