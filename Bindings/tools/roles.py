"""The purposes of a function's parameters, read from their types and names, which the header keeps uniform. For
bindings that call all functions in one way: each parameter, or pair of them, has a role.

    handle NAME TYPE       an opaque handle
    text NAME              a text, or NULL
    integer NAME TYPE      a number
    data NAME              bytes and their number
    keys NAME              numbers of 64 bits and how many
    struct NAME TYPE       a structure that goes in, or NULL
    raw NAME               a callback, its user data and what releases it; operations
    list NAME TYPE         a tally_rows, and the structure of its rows
    buffer NAME KIND TOLD  a caller's buffer and its capacity; KIND: text or bytes; TOLD: the parameter with the size, or -
    bytes NAME             a tally_bytes that comes out, to be released with tally_bytes_release
    told NAME              how much a buffer needs
    out NAME TYPE          a number that comes out
    made NAME TYPE         a handle that comes out
    filled NAME TYPE       a structure that comes out
"""

# The rows that a function lists.
ROWS = {
    "tally_account_list": "tally_account_entry",
    "tally_account_get_settings": "tally_account_settings_entry", "tally_badge_list": "tally_badge_entry",
    "tally_badge_changes": "tally_badge_entry", "tally_badge_explain": "tally_reason", "tally_link_list": "tally_link",
    "tally_feed_list": "tally_feed_entry", "tally_feed_list_rejected": "tally_rejected",
    "tally_message_list": "tally_message", "tally_message_list_from": "tally_message",
    "tally_message_get": "tally_message", "tally_message_find": "tally_message",
    "tally_group_list": "tally_group", "tally_group_get": "tally_group",
    "tally_group_list_messages": "tally_message", "tally_outbox_lease": "tally_outbox_entry",
    "tally_outbox_list": "tally_outbox_entry", "tally_reminder_list": "tally_reminder",
    "tally_reminder_get": "tally_reminder", "tally_reminder_plan": "tally_plan_entry",
    "tally_snapshot_list": "tally_snapshot_entry", "tally_patch_list": "tally_patch_entry",
    "tally_reminder_list_notes": "tally_reminder_note", "tally_reminder_import": "tally_skipped_entry",
}


def of(header, function):
    parameters, index, roles, told = function.parameters, 0, [], set()
    names = [parameter.name for parameter in parameters]
    while index < len(parameters):
        role, size = one(header, parameters, names, index)
        if parameters[index].type.name == "tally_rows":
            role = ("list", "rows", ROWS[function.name])
        if role[0] == "buffer":
            told.add(role[3])
        roles.append(role)
        index += size
    return [("told", role[1]) if role[1] in told else role for role in roles]


def one(header, parameters, names, index):
    parameter = parameters[index]
    name, kind = parameter.name, parameter.type
    following = names[index + 1] if index + 1 < len(names) else ""
    if parameter.function or header.callback(kind.name) or name == "user_data" or name == "operations":
        return ("raw", name), 1
    if following.endswith("capacity"):
        if kind.name in ("char", "void"):
            sizes = ("out_length", "out_size", f"out_{name}_size", f"out_{name}_length")
            size = next((size for size in sizes if size in names), "-")
            return ("buffer", name, "bytes" if kind.name == "void" else "text", size), 2
        raise ValueError(f"{name}: lists are written to a tally_rows")
    if kind.name == "tally_bytes":
        return ("bytes", name), 1
    if name.startswith("out_"):
        role = "made" if kind.name in header.opaque else "filled" if header.struct(kind.name) else "out"
        return (role, name, scalar(header, kind.name)), 1
    if kind.name == "void" and following.endswith("size"):
        return ("data", name), 2
    if name == "keys":
        return ("keys", name), 2
    if kind.name in header.opaque:
        return ("handle", name, kind.name), 1
    if kind.name == "char":
        return ("text", name), 1
    if header.struct(kind.name):
        return ("struct", name, kind.name), 1
    return ("integer", name, scalar(header, kind.name)), 1


def scalar(header, name):
    return header.aliases[name].name if name in header.aliases else name


def members(header, struct):
    """The members of a structure as a host sees them: pairs of a name and a kind (a number's type, text, or the name of
    the structure in it); without sizes and reserved ones."""
    for member in struct.members:
        name, kind = member.name, scalar(header, member.type.name)
        if name in ("struct_size", "item_size", "operation_size") or name.startswith("reserved") or name.endswith("_length"):
            continue
        if name.endswith("_offset"):
            yield name[:-len("_offset")], "offset"
        elif kind == "tally_text":
            yield name, "text"
        elif not member.type.pointers and not member.function and not header.callback(kind):
            yield name, kind
