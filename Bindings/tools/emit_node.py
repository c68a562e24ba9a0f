"""The Node binding in C: the functions of the library, the members of structures, and a function of the addon for each
function of the header that no rule leaves to hand (`BY_HAND`). What arguments and results are is in src/call.h."""

import methods
import roles
import steps
from generate import NOTICE, packed

OUTPUT = "node/src/calls.h"
# These have callbacks, arrays of operations, or a size that no parameter says; other headers in src/ have them.
BY_HAND = {"tally_engine_open", "tally_engine_close", "tally_engine_next_event", "tally_engine_set_notify",
           "tally_engine_set_transport", "tally_widget_bind", "tally_badge_batch",
           "tally_error_message", "tally_transport_respond", "tally_account_release", "tally_snapshot_release",
           "tally_scope_close", "tally_feed_release", "tally_engine_step", "tally_engine_dispatch", "tally_engine_batch",
           "tally_engine_import", "tally_bytes_release"}
BOOLEANS = {"first", "in_flight", "is_smart", "logged_in", "missed", "requested"}
KINDS = {"int32_t": "INT32", "uint32_t": "UINT32", "int64_t": "INT64", "uint64_t": "UINT64", "float": "FLOAT",
         "size_t": "UINT64", "intptr_t": "INT64"}
RANGES = {"int32_t": "INT32_MIN, INT32_MAX", "uint32_t": "0, UINT32_MAX", "int64_t": "INT64_MIN, INT64_MAX"}


def camel(name):
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def fields(header, struct, path=""):
    """Triples of a member's name in JavaScript, where it is, and its kind."""
    for member in struct.members:
        kind, place = roles.scalar(header, member.type.name), path + member.name
        if member.name == "struct_size" or member.name.startswith("reserved"):
            continue
        if member.type.pointers or header.callback(kind):
            if kind == "char":
                yield camel(member.name), place, "STRING"
        elif kind == "tally_text":
            yield camel(member.name), place, "TEXT"
        elif header.struct(kind):
            yield from fields(header, header.struct(kind), place + ".")
        else:
            yield camel(member.name), place, "BOOLEAN" if member.name in BOOLEANS else KINDS[kind]


def structures(header):
    lines = []
    for struct in header.structs:
        if struct.name in ("tally_text", "tally_rows", "tally_bytes", "tally_widget", "tally_operation"):
            continue
        sized = any(member.name == "struct_size" for member in struct.members)
        lines += ["", f"static const field fields_{struct.name}[] = {{"]
        lines += [f'    {{"{name}", offsetof({struct.name}, {place}), {kind}}},'
                  for name, place, kind in fields(header, struct)]
        lines += ["    {NULL, 0, INT32}};",
                  f"static const structure structure_{struct.name} = {{sizeof({struct.name}), {int(sized)}, "
                  f"fields_{struct.name}}};"]
    return lines


def body(header, function, parts):
    """The statements of a function of the addon."""
    before, arguments, after, again = [], [], [], ""
    index = 0
    for part in parts:
        role, name = part[0], part[1]
        if role == "raw":
            arguments.append("NULL")
        elif role == "handle":
            before.append(f"{part[2]} *{name} = call_handle(&made, {part[2].upper()});")
            arguments.append(name)
        elif role == "text":
            before.append(f"const char *{name} = call_text(&made);")
            arguments.append(name)
        elif role == "integer":
            wide = part[2] in ("uint64_t", "size_t")
            how = "call_unsigned(&made)" if wide else f"call_integer(&made, {RANGES[part[2]]})"
            before.append(f"{part[2]} {name} = ({part[2]}){how};")
            arguments.append(name)
        elif role == "data":
            before.append(f"byte_view {name} = call_bytes(&made);")
            arguments += [f"{name}.at", f"{name}.size"]
        elif role == "keys":
            before.append("key_view keys = call_keys(&made);")
            arguments += ["keys.at", "keys.count"]
        elif role == "struct":
            before.append(f"{part[2]} *{name} = call_structure(&made, &structure_{part[2]});")
            arguments.append(name)
        elif role == "list":
            continues = any(each == ("text", "after") for each in parts)
            before.append(f"tally_rows *rows = call_rows(&made, &structure_{part[2]}, {str(continues).lower()});")
            arguments.append("rows")
            after.append("call_give_rows(&made);")
            moment = ", &out_revision" if continues and ("out", "out_revision", "uint64_t") in parts else ", NULL"
            again = "call_list(&made, " + ("&after" if continues else "NULL") + moment + ")"
        elif role == "buffer":
            index = len([each for each in parts[:parts.index(part)] if each[0] == "buffer"])
            before.append(f"buffer *{name}_buffer = call_buffer(&made, {index});")
            arguments += [f"{name}_buffer->at", f"{name}_buffer->capacity"]
            after.insert(index, f"call_give_text(&made, {name}_buffer);")
            again = "call_again(&made)"
        elif role == "bytes":
            arguments.append("&made.given")
            kind = "text" if function.name[len("tally_"):] in methods.TEXT_BYTES else "bytes"
            after.append(f"call_give(&made, make_{kind}(&made, made.given.data, made.given.size));")
        elif role == "told":
            owner = next(each for each in parts if each[0] == "buffer" and each[3] == name)
            arguments.append(f"&{owner[1]}_buffer->size")
        elif role == "out":
            before.append(f"{part[2]} {name} = 0;")
            arguments.append(f"&{name}")
            give = "call_give_unsigned" if part[2] in ("uint64_t", "size_t", "uint32_t") else "call_give_integer"
            after.append(f"{give}(&made, {name});")
        elif role == "made":
            before.append(f"{part[2]} *{name} = NULL;")
            arguments.append(f"&{name}")
            after.append(f"call_give_handle(&made, {part[2].upper()}, {name});")
        elif role == "filled":
            before.append(f"{part[2]} {name} = " + ("{.struct_size = sizeof(" + part[2] + ")};" if any(
                member.name == "struct_size" for member in header.struct(part[2]).members) else "{0};"))
            arguments.append(f"&{name}")
            after.append(f"call_give_structure(&made, &structure_{part[2]}, &{name}, NULL);")
    begin = "" if function.result.name == "void" else "made.status = "
    invoked = f"{begin}library.{function.name}({', '.join(arguments)});"
    if again:
        return before, ["do {", f"    {invoked}", f"}} while ({again});"], after
    return before, [invoked], after


def emit(header):
    lines = [f"/* {NOTICE} */"] + structures(header)
    names = []
    for function in header.functions:
        if function.name in BY_HAND or function.name[len("tally_"):] in steps.WITHOUT_CASE:
            continue
        short = function.name[len("tally_"):]
        names.append(short)
        parts = roles.of(header, function)
        lines += ["", f"static napi_value call_{short}(napi_env env, napi_callback_info info) {{", "    call made;"]
        if function.result.name != "tally_status" and (function.result.name != "void" or function.result.pointers):
            arguments = [f"(int32_t)call_integer(&made, {RANGES['int32_t']})" for _ in parts]
            lines += ["    call_begin(&made, env, info);"]
            invoked = f"library.{function.name}({', '.join(arguments)})"
            if function.result.pointers:
                lines += [f"    return call_end_with_text(&made, {invoked});"]
            else:
                lines += [f"    return call_end_with_number(&made, {invoked});"]
        else:
            before, invoked, after = body(header, function, parts)
            lines += ["    call_begin(&made, env, info);"] + [f"    {each}" for each in before]
            lines += ["    if (made.failed) return call_end(&made);"] + [f"    {each}" for each in invoked]
            if after:
                lines += ["    if (made.status >= 0) {"] + [f"        {each}" for each in after] + ["    }"]
            lines += ["    return call_end(&made);"]
        lines += ["}"]
    lines += ["", "#define CALLS(X) \\"]
    lines += [f"    {line} \\" for line in packed([f"X({name})" for name in names], "", 108)]
    lines[-1] = lines[-1][:-2]
    return "\n".join(lines + [""])
