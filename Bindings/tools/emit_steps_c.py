"""The steps of the conformance data in C: the fields of structures, and a function for each step."""

import methods
import roles
import steps
from generate import NOTICE, packed

OUTPUT = "../Tests/CHost/conformance_steps.h"
KINDS = {"int32_t": "I32", "uint32_t": "U32", "int64_t": "I64", "uint64_t": "U64", "float": "FLOAT", "char": "CHARS",
         "text": "TEXT", "offset": "SPAN", "tally_status": "STATUS"}
HANDLES = {"tally_engine": "r->engine", "tally_scope": "r->scope", "tally_feed": "FEED"}
TYPES = {"int32_t": "(int32_t)SIGNED", "uint32_t": "(uint32_t)UNSIGNED", "size_t": "(size_t)UNSIGNED",
         "int64_t": "SIGNED", "uint64_t": "UNSIGNED"}
# Without a name, the feed of posted messages.
OPTIONAL_FEED = "TEXT(feed) == NULL ? 0 : FEED_ID"
# Structures of the steps by hand.
BY_HAND = ["tally_account_options", "tally_badge_entry", "tally_batch_options", "tally_engine_batch_options",
           "tally_event", "tally_feed_options", "tally_operation", "tally_snapshot_entry"]


def fields(header, struct):
    """The members of a structure, as the replay finds them by their names."""
    if struct.name == "tally_text":
        return ['static const field tally_text_fields[] = {{"name", FIELD_TEXT, 0, NULL}, END};']
    own, result = {member.name: member for member in struct.members}, []
    for member in struct.members:
        name, kind = member.name, member.type.name
        if kind == "tally_status":
            result.append(f"F({struct.name}, STATUS, {name}),")
    for name, kind in roles.members(header, struct):
        member = own.get(name)
        if kind == "offset":
            result.append(f"SPAN({struct.name}, {name}),")
        elif header.struct(kind):
            result.append(f"INNER({struct.name}, {name}, {kind}_fields),")
        elif not (member and member.type.name == "tally_status"):
            result.append(f"F({struct.name}, {KINDS[kind]}, {name}),")
    result += [f"F({struct.name}, CHARS, {each.name})," for each in struct.members
               if each.type.name == "char" and each.type.pointers]
    return packed(result + ["END};"], "    ", first=f"static const field {struct.name}_fields[] = {{")


def structures(header, used):
    """Those that are used, inner ones first."""
    order = []

    def put(name):
        for member in header.struct(name).members:
            if header.struct(member.type.name) and not member.type.pointers and member.type.name != "tally_text":
                put(member.type.name)
        if name not in order:
            order.append(name)

    for name in used:
        put(name)
    return order


def statements(header, step):
    """The statements before the call, the call's arguments, and the statements after it."""
    keyed = {each.name for each in step.arguments if each.kind == "key"}
    files = {each.name for each in step.arguments if each.kind == "file"}
    before, given, after, has_texts = [], [], [], False
    for role in roles.of(header, step.function):
        kind, name = role[0], role[1]
        short = name.removeprefix("out_")
        if kind == "handle":
            given.append(HANDLES.get(role[2], "ACCOUNT" if name == "account" else f'take_account(r, "{name}")'))
        elif kind == "text":
            given.append(f"{'FILE_NAME' if name in files else 'TEXT'}({name})")
        elif kind == "integer":
            given.append(f"KEY({name})" if name in keyed
                         else f"NUMBER({name})" if name in ("node", "token")
                         else OPTIONAL_FEED if step.name == "message_find" and name == "feed"
                         else "FEED_ID" if name == "feed"
                         else f"{TYPES[role[2]]}({name})")
        elif kind == "data":
            before.append(f"BYTES({name});")
            given.append(f"{name}, {name}_size")
        elif kind == "keys":
            before.append("KEYS;")
            given.append("keys, key_count")
        elif kind == "struct":
            before.append(f"IN({role[2]}, {name});" + (" FIELDS;" if role[2] == "tally_reminder_options" else ""))
            given.append(f"{name}_in")
        elif kind == "raw":
            given.append("NULL")
        elif kind == "list":
            before.append(f"LIST({role[2]});")
            given.append("&rows")
            after.append(f"STRUCTURE({role[2]}, entries[0]);" if step.result == "structure"
                         else f"ENTRIES({role[2]});")
            has_texts = True
        elif kind == "buffer":
            given.append("bytes, sizeof bytes" if role[2] == "bytes" else "text, sizeof text")
            if role[2] == "bytes" or not has_texts:
                after.append("GIVE_BYTES;" if role[2] == "bytes" else "GIVE_TEXT;")
        elif kind == "bytes":
            # By a function of outputs.h, which copies them to a buffer of the replay.
            is_text = step.name in methods.TEXT_BYTES
            given.append("text, sizeof text, &length" if is_text else "bytes, sizeof bytes, &length")
            after.append("GIVE_TEXT;" if is_text else "GIVE_BYTES;")
        elif kind == "told":
            given.append("&length")
        elif kind == "filled":
            struct = header.struct(role[2])
            sized = struct.members[0].name == "struct_size"
            before.append(f"{'SIZED' if sized else 'OUT'}({role[2]}, {short});")
            given.append(f"&{short}")
            after.append(f"STRUCTURE({role[2]}, {short});")
            if any(member.name == "token" for member in struct.members):
                before.append("NAME(token);")
                after.append(f"keep_handle(r, &r->tokens, token_name, NULL, {short}.token);")
            has_texts = has_texts or any(member.type.name in ("tally_text", "char") for member in struct.members)
        elif kind == "out":
            before.append(f"{role[2]} {short} = 0;" + (" NAME(token);" if short == "token" else ""))
            given.append(f"&{short}")
            after.append("KEEP_TOKEN;" if short == "token" else
                         f"{'give_signed' if role[2] in ('int32_t', 'int64_t') else 'give_unsigned'}"
                         f'(r, "{short}", {short});')
    return before, given, after


def emit(header):
    table = list(steps.all(header))
    used = set(BY_HAND)
    for step in table:
        used |= {role[2] for role in roles.of(header, step.function) if role[0] in ("struct", "filled", "list")}
    lines = [f"/* {NOTICE} Included by conformance_calls.c. */"]
    for name in structures(header, [struct.name for struct in header.structs if struct.name in used]):
        lines += fields(header, header.struct(name))
    lines.append("")
    for step in table:
        before, given, after = statements(header, step)
        call = [f"{each}," for each in given[:-1]] + given[-1:]
        is_owned = any(role[0] == "bytes" for role in roles.of(header, step.function))
        name = step.function.name.removeprefix("tally_" if is_owned else "")
        ends = step.name in steps.RELEASES
        call[0] = f"{'CALL(' if after else '' if ends else 'return '}{name}({call[0]}"
        call[-1] += "));" if after else "); return TALLY_OK; }" if ends else "); }"
        lines += packed(before + call + after + (["return status; }"] if after else []), "    ",
                        first=f"STEP({step.name}) {{")
    entries = [f"ENTRY({name})," for name in [*steps.BY_HAND] + [step.name for step in table]]
    entries[-1] = entries[-1][:-1] + "};"
    lines += ["", "static const struct {", "    const char *name;", "    step_function function;"]
    return "\n".join(lines + packed(entries, "    ", first="} calls[] = {") + [""])
