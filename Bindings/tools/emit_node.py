"""The Node binding in C: the functions of the library, the members of structures, and a function of the addon for each
function of the header that no rule leaves to hand (`BY_HAND`). What arguments and results are is in src/call.h."""

import bodies
import faces
import methods
import roles
from bodies import Form
from generate import NOTICE, packed

OUTPUT = "node/src/calls.h"
# These have callbacks of other threads, a size that no parameter says, or release a handle; other headers in src/ have
# them.
BY_HAND = {"tally_engine_open", "tally_engine_close", "tally_engine_next_event", "tally_engine_set_notify",
           "tally_engine_set_transport", "tally_error_message", "tally_account_release", "tally_snapshot_release",
           "tally_scope_close", "tally_feed_release", "tally_engine_dispatch", "tally_bytes_release"}
# Parameters that are arrays of structures; the next parameter is their number.
ARRAYS = {"operations": "tally_operation", "items": "tally_item", "imports": "tally_import"}
# Members that are the sizes of structures, which the addon sets.
SIZES = {"item_size": "tally_item", "operation_size": "tally_operation"}
# Members that are the sizes of other members, which objects of JavaScript's know themselves.
KNOWN_SIZES = ("text_length", "headers_size", "body_size")
# The length of an array or of bytes.
VIEWED = {"ROWS": "count", "BYTES": "size"}
# Structures that are no objects of JavaScript's.
INNER = ("tally_text", "tally_rows", "tally_bytes", "tally_widget")
BOOLEANS = {"first", "in_flight", "is_smart", "logged_in", "missed", "requested"}
KINDS = {"int32_t": "INT32", "uint32_t": "UINT32", "int64_t": "INT64", "uint64_t": "UINT64", "float": "FLOAT",
         "size_t": "UINT64", "intptr_t": "INT64"}
RANGES = {"int32_t": "INT32_MIN, INT32_MAX", "uint32_t": "0, UINT32_MAX", "int64_t": "INT64_MIN, INT64_MAX"}


def camel(name):
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def is_result(member):
    """Whether the library sets a member of a structure that goes in."""
    return member.comment.startswith("out")


def fields(header, struct, path=""):
    """Triples of a member's name in JavaScript, where it is, and its kind. Behind the pointer of an array or of bytes
    stands their number."""
    for at, member in enumerate(struct.members):
        kind, place = roles.scalar(header, member.type.name), path + member.name
        if member.name in ("struct_size", "data_length", *SIZES, *KNOWN_SIZES) or member.name.startswith("reserved"):
            continue
        if at and struct.members[at - 1].name in ("bytes", "operations"):
            continue
        if member.type.pointers or header.callback(kind):
            found = {"char": "STRING", "void": "BYTES" if member.name == "bytes" else ""}.get(
                kind, "ROWS" if member.name in ARRAYS else "STRUCTURE" if header.struct(kind) else "")
            if found:
                yield camel(member.name), place, found
        elif kind == "tally_text":
            yield camel(member.name), place, "TEXT"
        elif header.struct(kind):
            yield from fields(header, header.struct(kind), place + ".")
        else:
            yield camel(member.name), place, "BOOLEAN" if member.name in BOOLEANS else KINDS[kind]


def directions(header):
    """The structures that go in, and those that come out."""
    parts = [(function.name, part) for function in header.functions for part in roles.of(header, function)]
    given = {part[2] for _, part in parts if part[0] == "struct"} | {"tally_engine_options"} | set(ARRAYS.values())
    out = {part[2] for name, part in parts if part[0] in ("filled", "list") and name not in BY_HAND}
    return given, out | {"tally_event", "tally_presentation", "tally_request"}


def structures(header):
    """How each structure is read from an object, or made one."""
    lines, (given, out) = [], directions(header)
    # The options of an operation stand before it.
    later = [each for each in header.structs if each.name in ARRAYS.values()]
    for struct in [each for each in header.structs if each not in later] + later:
        if struct.name in INNER or struct.name not in given | out:
            continue
        sizes = {member.name: SIZES.get(member.name, struct.name) for member in struct.members
                 if member.name in ("struct_size", *SIZES)}
        members = [f".size = sizeof({struct.name})"]
        if struct.name in given:
            initial = ", ".join(f".{name} = sizeof({kind})" for name, kind in sizes.items()) or "0"
            lines += reader(header, struct)
            members += [f".initial = &(const {struct.name}){{{initial}}}", f".read = read_{struct.name}"]
        if struct.name in ARRAYS.values():
            lines += results(header, struct)
            members.append(f".set_results = results_{struct.name}")
        if struct.name in out:
            lines += maker(header, struct)
            members.append(f".make = make_{struct.name}")
        lines += [f"static const structure structure_{struct.name} = {{", *[f"    {each}," for each in members], "};"]
    return lines


def reader(header, struct):
    """The function that reads a member; whether there is one of its name."""
    lines = ["", f"static bool read_{struct.name}(call *made, const char *name, napi_value value, void *base) {{",
             f"    {struct.name} *into = base;"]
    for at, (name, place, kind) in enumerate(fields(header, struct)):
        member = next((each for each in struct.members if each.name == place), None)
        begin = f"    {'} ' if lines[-1].startswith('        ') else ''}{'else ' if at else ''}if (is(name, \"{name}\")) "
        if member is not None and is_result(member):
            lines.append(f"{begin}{{}} /* A result of an earlier batch may stand there. */")
        elif kind in ("ROWS", "BYTES"):
            number = struct.members[struct.members.index(member) + 1].name
            read = f"read_rows(made, value, &structure_{member.type.name})" if kind == "ROWS" else "bytes_of(made, value)"
            lines += [f"{begin}{{", f"        {kind[:-1].lower()}_view view = {read};",
                      f"        into->{place} = (void *)view.at;", f"        into->{number} = view.{VIEWED[kind]};"]
        else:
            inner = f", &structure_{member.type.name}" if kind == "STRUCTURE" else ""
            lines.append(f"{begin}into->{place} = read_{kind.lower()}(made, value{inner});")
    return lines + ["    else return false;", "    return true;", "}"]


def results(header, struct):
    """The function that writes the results of a batch into an object."""
    lines = ["", f"static void results_{struct.name}(call *made, napi_value object, const void *base) {{",
             f"    const {struct.name} *from = base;"]
    for name, place, kind in fields(header, struct):
        member = next(each for each in struct.members if each.name == place)
        if kind == "ROWS":
            number = struct.members[struct.members.index(member) + 1].name
            lines.append(f"    set_results(made, get(made, object, \"{name}\"), &structure_{member.type.name}, "
                         f"from->{place}, from->{number});")
        elif is_result(member):
            lines.append(f"    set(made, object, \"{name}\", make_{kind.lower()}(made, from->{place}));")
    return lines + ["}"]


def maker(header, struct):
    """The function that makes an object of a structure."""
    members = [each for each in fields(header, struct) if each[2] not in ("BYTES", "STRUCTURE", "ROWS")]
    lines = ["", f"static napi_value make_{struct.name}(call *made, const void *base, const char *texts) {{",
             f"    const {struct.name} *from = base;", "    napi_value object = make_object(made);"]
    lines += [f"    set(made, object, \"{name}\", make_{kind.lower()}(made, from->{place}{', texts' * (kind == 'TEXT')}));"
              for name, place, kind in members]
    lines += ["    (void)texts;"] if all(kind != "TEXT" for _, _, kind in members) else []
    return lines + ["    return object;", "}"]


def named(declaration):
    """The declaration of an argument, which has a name in messages."""
    return f'made.name = "{{argument}}";\n{declaration}'


HANDLE = "{kind} *{name} = call_handle%s(&made, {constant});"
FORMS = {
    "handle": Form(["{name}"], named(HANDLE % "")), "optional": Form(["{name}"], named(HANDLE % "_or_none")),
    "text": Form(["{name}"], named("const char *{name} = {text}(&made);")),
    "integer": Form(["{name}"], named("{kind} {name} = ({kind}){read};")),
    "data": Form(["{name}.at", "{name}.size"], named("byte_view {name} = call_bytes(&made);")),
    "keys": Form(["keys.at", "keys.count"], named("key_view keys = call_keys(&made);")),
    "struct": Form(["{name}"], named("{kind} *{name} = call_structure(&made, &structure_{kind});")),
    **{f"={name}": Form(["(void *){name}.at", "{name}.count"], named(f"row_view {{name}} = call_array(&made, &structure_{kind});"))
       for name, kind in ARRAYS.items()},
    "raw": Form(["NULL"]), "told": Form(["&{buffer}_buffer->size"]),
    "list": Form(["rows"], "tally_rows *rows = call_rows(&made, &structure_{kind}, {is_continued});",
                 "call_give_rows(&made);"),
    "buffer": Form(["{name}_buffer->at", "{name}_buffer->capacity"], "buffer *{name}_buffer = call_buffer(&made, 512);",
                   "call_give_text(&made, {name}_buffer);"),
    "bytes": Form(["&made.given"], "", "call_give(&made, make_{bytes}(&made, made.given.data, made.given.size));"),
    "out": Form(["&{name}"], "{kind} {name} = 0;", "call_give(&made, make_{width}(&made, {name}));"),
    "made": Form(["&{name}"], "{kind} *{name} = NULL;", "call_give_handle(&made, {constant}, {name});"),
    "filled": Form(["&{name}"], "{kind} {name} = {initial};", "call_give(&made, make_{kind}(&made, &{name}, NULL));"),
}
NUMBER = "uint64_t number = call_unsigned(&made);"
# Widgets, and observers without a token in their events: their callbacks note them, with a number of the caller's.
NOTED = {"=callback": Form(["note_event"], NUMBER), "=widget": Form(["&noted_widget"], NUMBER),
         "=user_data": Form(["(void *)(uintptr_t)number"])}


def statements(header, function):
    """The statements of a function of the addon."""
    parts = roles.of(header, function)
    # The number of rows stands behind an array.
    numbers = [part[1] for at, part in enumerate(parts) if at and parts[at - 1][1] in ARRAYS]
    is_continued = ("text", "after") in parts

    needed = {each.name for method in methods.all(header) if method.function.name == function.name
              for each in method.arguments if not each.is_nullable and each.default is methods.REQUIRED}

    def fields(_role, name, kind):
        read = "call_unsigned(&made)" if kind in ("uint64_t", "size_t") else f"call_integer(&made, {RANGES.get(kind)})"
        struct = header.struct(kind)
        is_sized = struct and any(member.name == "struct_size" for member in struct.members)
        return {"argument": camel(name), "text": "call_text" if name in needed else "call_text_or_none", "constant": kind.upper(), "read": read, "is_continued": str(is_continued).lower(),
                "width": "uint64" if kind in ("uint64_t", "size_t", "uint32_t") else "int64",
                "bytes": "characters" if function.name[len("tally_"):] in methods.TEXT_BYTES else "bytes",
                "initial": f"{{.struct_size = sizeof({kind})}}" if is_sized else "{0}"}

    is_noted = function.name == "tally_widget_bind" or any(
        function.name == name for name, _ in faces.optional_handles(header))
    body = bodies.Body(header, function, {**FORMS, **NOTED} if is_noted else FORMS, fields, numbers)
    assigned = "" if function.result.name == "void" else "made.status = "
    call, after = [f"{assigned}library.{function.name}({', '.join(body.passed)});"], list(body.results)
    if function.name == "tally_engine_step":
        call, after = ["begin_notes(&made);", *call], ["call_give(&made, made.notes);"]
    if body.room:
        has_moment = is_continued and ("out", "out_revision", "uint64_t") in parts
        again = "call_again(&made)" if body.room != "rows" else (
            f"call_list(&made, {'&after' if is_continued else 'NULL'}, {'&out_revision' if has_moment else 'NULL'})")
        call = ["do {", f"    {call[0]}", f"}} while ({again});"]
    call += [f"call_results(&made, &{part[1]});" for part in parts if part[1] in ARRAYS]
    call += ["call_accept(&made, options, &operations);"] * (function.name == "tally_badge_batch")
    call += ["if (call_is_done(&made)) {", *[f"    {each}" for each in after], "}"] if after else []
    return [*body.before, "if (made.failed) return call_end(&made);", *call, "return call_end(&made);"]


def emit(header):
    lines = [f"/* {NOTICE} */"] + structures(header)
    names = []
    for function in header.functions:
        if function.name in BY_HAND or function.name.startswith("tally_trace_"):
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
            lines += [f"    {each}" for each in ["call_begin(&made, env, info);", *statements(header, function)]]
        lines += ["}"]
    lines += ["", "#define CALLS(X) \\"]
    lines += [f"    {line} \\" for line in packed([f"X({name})" for name in names], "", 108)]
    lines[-1] = lines[-1][:-2]
    return "\n".join(lines + [""])
