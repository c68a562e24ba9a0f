"""The methods of all languages: the model from which the method layers and the replays' dispatch are generated
(README.md says how an emitter uses it). It follows from the header's names and types. TABLE has what does not.

A row: the function of the header without tally_, its method where methods belong to objects alone, the method where
accounts have groups ("messages"), and notes about parameters. `.`: as the rules say. The notes:

    token?      may be NULL, and may be left out
    thread~     may be NULL, and must be given
    path=root   may be left out, and is then this
    *source?    is given by its name, in languages with named arguments
    skip-       no method has it: it is 0
    flags:a,b   only these flags have a meaning for the function
    ->Name      the record of several numbers that come out
    text>name   the text that comes out is this member of the record
"""

import collections
import dataclasses
import re

import header as model
import names
import roles

TABLE = """
file_recover            recover               .
file_vacuum             vacuum                .
engine_limit            .                     .               value=-1
engine_set_zone         .                     .               name?
engine_dispatch         .                     .               limit=0
engine_get_position     position              .
engine_get_stats        stats                 .               flags:reset
engine_get_total        total                 .
engine_get_total_of_all total_of_all          .
engine_get_descriptor   descriptor            .
engine_get_timeout      timeout               .
account_open            account               .
account_find            .                     .
account_get             state                 .               text>name
account_list            accounts              accounts
account_get_settings    settings              .
account_log_in          .                     .               token?
account_export          export_account        .
account_get_position    batch_position        .
badge_list              list                  .               path=root flags:subtree
badge_digest            .                     .               path=root
badge_mute              .                     .               until?
badge_snooze            snooze_path           snooze
badge_changes           changes               .
link_add                link                  .
link_remove             unlink                .
link_list               links                 .               path=root flags:subtree,under
node_mute               .                     .               until?
node_resolve            node                  .
node_get_path           path                  .
snapshot_take           snapshot              .               path=root
badge_restore           .                     .               path=root
snapshot_list           .                     .               path=root flags:subtree
patch_list              .                     .               path=root flags:subtree
patch_inverse           .                     inverse
scope_open              scope                 .
style_set               .                     .               style~
style_get               style                 .
present                 .                     .               style?
observe                 .                     .               callback?
observe_messages        .                     .               callback? flags:subtree
observe_groups          .                     .               callback? flags:initial
observe_total           .                     .               callback? flags:initial
observe_feed            .                     .               callback? flags-
observe_feeds           .                     .               account? flags-
observe_reminders       .                     .               account? flags-
view_begin              .                     .               flags:subtree,read
widget_bind             bind                  .
widget_refresh          refresh_widgets       .
feed_add                .                     .               url?
feed_find               find_feed             get
feed_find_by_id         find_feed_by_id       get_by_id
feed_list               feeds                 .
feed_list_rejected      rejected              rejected
drift_list              drifts                .               path=root flags:subtree
feed_pause              .                     .               paused=true
feed_refresh_now        .                     .               callback?
feed_get                .                     info
feed_show_page          page_shown            .
feed_hide_page          page_hidden           .
mapping_try             .                     try_mapping     *preset? *mapping?
message_list            messages              .               path=root flags:subtree,unread
message_get             message               .
message_find            .                     .               feed=0
message_get_data        message_data          data
message_get_counts      message_counts        counts          path=root flags:subtree
message_list_from       messages_from         list_from       flags:subtree,unread,newer key=0
message_first           first_message         first           flags:subtree,unseen,newest,highlights most=0
message_mark_read       read                  read
message_mark_unread     unread                unread
message_mark_seen       mark_seen             .
message_withdraw        withdraw              .
message_remove          remove_messages       remove
message_snooze          snooze_message        snooze
message_post            post                  .
message_mark_path_read  read_path             read_path       flags:subtree
message_mark_read_until read_until            read_until      flags:subtree
group_list              groups                .
group_get               group                 .               thread~
group_list_messages     group_messages        messages        thread~
group_mark_seen         group_seen            seen            thread~
group_dismiss           dismiss               .               thread~
category_set            .                     .               summary? hidden?
outbox_list             outbox                .               flags:follow
outbox_get_counts       outbox_counts         counts
outbox_lease            .                     .               limit=100
outbox_ack              .                     .               response?
outbox_fail             .                     .               retry_after=-1
outbox_retry_all        retry_all_outbox      retry_all
outbox_remove_failed    remove_failed_outbox  remove_failed
reminder_list           reminders             .
reminder_get            reminder              .
reminder_mark_done      reminder_done         done            outcome-
reminder_plan           plan_reminders        .
reminder_confirm_plan   confirm_plan          confirm_plan
reminder_export         export_reminders      .
reminder_import         import_reminders      .
reminder_mark_undone    reminder_undone       undone
reminder_list_notes     reminder_log          log             flags:follow
trace_get_descriptor    descriptor            .
"""
# The groups of an account's methods, and the nouns that functions about them begin with; `paths` needs no engine.
GROUPS = {"messages": ["message"], "groups": ["group", "category", "strings"], "outbox": ["outbox"],
          "reminders": ["reminder"], "feeds": ["feed"], "paths": ["path"]}
# Verbs of functions that are about something other than their receiver: tally_message_withdraw is withdraw.
VERBS = {"ack", "acknowledge", "add", "begin", "configure", "edit", "end", "export", "fail", "import", "lease", "post",
         "put", "remove", "retry", "set", "snooze", "try"}
# Functions whose bytes are a text.
TEXT_BYTES = {"mapping_try", "reminder_export"}
# Texts that may always be NULL.
NULLABLE = {"after", "language"}
# Functions that every language has by hand: they belong to the lifetime of handles, to callbacks and to events, or
# take arrays of structures. With each, why.
LIFETIME, EVENTS, ARRAYS = "the lifetime of handles", "callbacks and pending events", "arrays of structures"
CUSTOM = {
    **dict.fromkeys(["engine_open", "engine_close", "account_release", "feed_release", "snapshot_release", "scope_open",
                     "scope_close", "node_resolve", "node_release", "trace_open", "trace_close",
                     "bytes_release"], LIFETIME),
    **dict.fromkeys(["engine_next_event", "engine_dispatch", "engine_interrupt", "engine_set_notify", "engine_step",
                     "engine_set_transport", "engine_get_timeout", "transport_respond", "transport_progress", "trace_next",
                     "trace_get_descriptor", "view_begin", "view_end", "unobserve", "widget_bind"], EVENTS),
    **dict.fromkeys(["badge_batch", "engine_batch", "engine_import", "badge_changes"], ARRAYS),
    **dict.fromkeys(["version", "version_text", "status_name", "status_message", "error_message"],
                    "functions that return no status"),
}
REQUIRED = object()
MADE = {}  # The methods of each header that was read.


@dataclasses.dataclass
class Argument:
    """An argument of a caller: a parameter, a flag of one, or a member of options.

    kind: path, text, file, data, integer, float, bool, flag, enum, time, until, duration, day, time_of_day, key, keys,
    handle, style, badge, callback, limit. type: the C type of a number, the structure of a handle, the enumeration in
    names.KINDS.
    """
    name: str
    kind: str
    type: str = ""
    is_nullable: bool = False
    default: object = REQUIRED  # None: nothing is given. A str for texts.
    is_named: bool = False
    constant: str = ""          # The flag in the header.
    is_option: bool = False     # A member of options.
    comment: str = ""           # The header's, of a member of options.

    @property
    def is_required(self):
        return self.default is REQUIRED


@dataclasses.dataclass
class Slot:
    """A part of the call, in the order of the header: receiver, node, argument, flags (their sum), zero, rows, callback
    (three parameters) and options (a structure)."""
    kind: str
    arguments: list = dataclasses.field(default_factory=list)
    struct: str = ""
    name: str = ""  # The header's, of options.


@dataclasses.dataclass
class Result:
    """kind: nothing, status, number, numbers, text, bytes, record, text and record (both), list, row (one of a list),
    page, made (a handle), token."""
    kind: str
    type: str = ""                                             # The structure of a record or row, or of a handle.
    outs: list = dataclasses.field(default_factory=list)       # Triples of a name, a kind as in Argument, a C type.
    record: str = ""                                           # The name of the record of `outs`, or "".
    text_member: str = ""


@dataclasses.dataclass
class Method:
    function: model.Function
    owner: str       # engine, account, node, feed, snapshot, scope, or tally: of no object.
    flat: str        # The name in languages without groups.
    group: str       # messages, groups, outbox, reminders, feeds, paths, or "".
    grouped: str     # The name in its group, or where there are groups; of a list, that of the method for all of it.
    page: str        # The name of the method for a page of a list, or "".
    arguments: list  # In the order for callers: required ones, then others, then named ones.
    slots: list
    result: Result
    until: object    # The function that does the same with an end, or None.
    is_static: bool  # It makes an object of its owner.
    is_custom: str   # Why every language has it by hand, or "".
    without_end: object = None  # The function that does the same without an end, or None.

    @property
    def short(self):
        return self.function.name[len("tally_"):]

    @property
    def blocks(self):
        """Whether the call may wait for the disk or the clock: async twins, locks of interpreters."""
        return bool({"IO", "FULL"} & set(self.function.errors)) or "timeout" in [each.name for each in self.arguments]

    @property
    def statuses(self):
        """The qualified successes that a caller needs to see: HELD, ALREADY_APPLIED."""
        found = re.findall(r"TALLY_([A-Z_]+)", self.function.returns)
        return [name for name in found if name not in ("OK", "MORE", "EMPTY")]

    @property
    def positional(self):
        return [each for each in self.arguments if not each.is_named]

    @property
    def named(self):
        return [each for each in self.arguments if each.is_named]


@dataclasses.dataclass
class Operation:
    """An operation of batches: a function on a badge, a message or a reminder, as a row. `members`: the members of
    tally_operation that take its arguments, by the names of these. `options`: the member for its options, if any."""
    constant: model.Constant
    name: str        # "put_reminder"
    method: Method
    members: dict
    options: str
    is_of_badges: bool  # A tally_operation, which has a path or a node.


Note = collections.namedtuple("Note", "nullable default named dropped flags",
                              defaults=(False, REQUIRED, False, False, None))


def rows():
    """The table, by functions: the two names, the notes by parameters, the record, and the text's member."""
    table = {}
    for line in TABLE.strip().splitlines():
        short, flat, grouped, *words = line.split()
        notes, record, member = {}, "", ""
        for word in words:
            star, name, sign, value = re.fullmatch(r"(\*?)(\w*)(->|[?~=:>-])(.*)", word).groups()
            if sign == "->":
                record = value
            elif sign == ">":
                member = value
            elif sign == ":":
                notes[name] = Note(flags=value.split(","))
            else:
                notes[name] = Note(sign in "?~", None if sign == "?" else value if sign == "=" else REQUIRED,
                                   bool(star), sign == "-")
        table[short] = flat.strip("."), grouped.strip("."), notes, record, member
    return table


ROWS = rows()


def verb_noun(noun, stem, plural=""):
    return f"{stem}_{noun}{plural}" if stem.split("_")[0] in VERBS else f"{noun}_{stem}"


def owner_of(found, short):
    handle = next((role for role in found if role[0] == "handle"), None)
    if handle and len(found) > 1 and found[1][1] == "node":
        return "node", False
    if handle:
        return handle[2][len("tally_"):], False
    made = next((role[2][len("tally_"):] for role in found if role[0] == "made"), "")
    return (made, True) if made else ("tally", False)


def names_of(short, owner):
    """The two names by the rules, and the group."""
    noun, _, stem = short.partition("_")
    group = next((group for group, nouns in GROUPS.items() if noun in nouns and owner in ("account", "tally")), "")
    own = noun == owner or owner == "node" or (owner == "account" and noun == "badge")
    if owner == "tally" or not stem or noun == "observe":
        flat = short
    elif own and stem in ("release", "close"):
        flat = "close"
    else:
        flat = stem if own else verb_noun(noun, stem)
    grouped = flat if not group else stem if noun == GROUPS[group][0] else verb_noun(noun, stem)
    return flat, grouped, group


def enumeration(header, kind, kinds=names.KINDS):
    """The enumeration in names.KINDS that a C type is, or ""."""
    short = kind.removeprefix("tally_")
    found = {names.HEADER_KINDS.get(each, each): each for each in kinds}
    return found.get(short, "") if kind in header.aliases else ""


def kind_of(header, short, role, parameter):
    """The kind of a parameter, and its type."""
    name, kind = role[1], role[2] if len(role) > 2 else ""
    if role[0] == "text":
        return ("path" if name.endswith("path") else "file" if name in names.FILE_PARAMETERS else "text"), ""
    if role[0] in ("data", "keys"):
        return role[0], "int64_t"
    if role[0] == "handle":
        return "handle", kind
    if role[0] == "struct":
        return {"tally_style": "style", "tally_badge": "badge"}.get(kind, "options"), kind
    if enumeration(header, parameter.type.name):
        return "enum", enumeration(header, parameter.type.name)
    if name == "until":
        return "until", kind
    if name in names.DURATION_PARAMETERS:
        return "duration", kind
    if name in names.BOOLEAN_PARAMETERS:
        return "bool", kind
    is_key = kind == "int64_t" and short.startswith("message_") and name in ("key", "last")
    return "key" if is_key else "integer", kind


def member_kind(header, struct, member):
    pair, kind = (struct, member.name), roles.scalar(header, member.type.name)
    if member.type.name == "char":
        return ("path" if member.name.endswith(("path", "prefix")) else "file" if member.name in names.FILE_PARAMETERS
                else "text"), ""
    for table, found in [(names.DURATIONS, "duration"), (names.TIMES, "time"), (names.DAYS, "day"),
                         (names.TIMES_OF_DAY, "time_of_day")]:
        if pair in table:
            return found, kind
    if header.callback(member.type.name):
        return "callback", member.type.name
    chosen = enumeration(header, member.type.name)
    return ("enum", chosen) if chosen else ("float" if kind == "float" else "integer", kind)


def options(header, struct, notes, is_change):
    """The members of a structure that goes in, as named arguments: its flags one by one. The table may take one out of
    its place. A function that changes members needs none of them."""
    for member in header.struct(struct).members:
        name = member.name
        if name in ("struct_size", "fields") or name.startswith("reserved") or name.endswith(("user_data", "_length")):
            continue
        if name == "flags":
            yield from flags(header, names.FLAG_MEMBERS.get(struct))
            continue
        kind, type_ = member_kind(header, struct, member)
        # A text that is missing is the library's to reject, with a message.
        required = re.search(r"\bRequired\.", member.comment) and kind != "text" and not is_change
        yield Argument(name, kind, type_, not required, REQUIRED if required else None, name not in notes,
                       is_option=True, comment=member.comment)


def flags(header, kind, only=None):
    for name, _, pairs in names.flags(header):
        for short, constant in pairs if name == kind else []:
            if constant.value and (only is None or short.lower() in only):
                yield Argument(short.lower(), "flag", "uint32_t", False, False, True, constant.name,
                               comment=constant.comment)


def default_of(note, kind):
    if note.default in (None, REQUIRED):
        return note.default
    if kind in ("path", "text", "file"):
        return note.default
    if kind == "keys":
        return ()
    return note.default == "true" if kind == "bool" else int(note.default)


def slots_of(header, function, found, owner, notes):
    """The slots of a call: in the order of the header, without what comes out."""
    parameters = {parameter.name: parameter for parameter in function.parameters}
    short, slots = function.name[len("tally_"):], []
    has_after = "after" in parameters or notes.get("limit")
    for role in found:
        name = role[1]
        note = notes.get(name, Note())
        if role[0] == "handle" and not slots and owner != "tally" and role[2] in (f"tally_{owner}", "tally_account"):
            slots.append(Slot("receiver"))
        elif role[0] == "integer" and name == "node":
            slots.append(Slot("node"))
        elif note.dropped or name == "flags" and short not in names.FLAG_PARAMETERS:
            slots.append(Slot("zero"))
        elif name == "flags":
            slots.append(Slot("flags", list(flags(header, names.FLAG_PARAMETERS.get(short), note.flags))))
        elif role[0] == "list":
            default = int(notes["limit"].default) if "limit" in notes else 1000
            limit = Argument("limit", "limit", "size_t", default=default)
            slots.append(Slot("rows", [limit] if has_after else [], role[2]))
        elif role[0] == "raw" and name in ("callback", "notify"):
            slots.append(Slot("callback", [Argument("callback", "callback", parameters[name].type.name, True,
                                                    notes.get("callback", Note()).default)]))
        elif role[0] in ("text", "integer", "data", "keys", "handle", "struct"):
            kind, type_ = kind_of(header, short, role, parameters[name])
            if kind == "options" and type_ in names.OPTIONS:
                members = options(header, type_, notes, short.split("_")[1] == "edit")
                slots.append(Slot("options", list(members), type_, name))
                continue
            nullable = note.nullable or name in NULLABLE and role[0] == "text"
            default = default_of(note, kind)
            if default is REQUIRED and name in NULLABLE:
                default = None if role[0] == "text" else 0
            slots.append(Slot("argument", [Argument(name, kind, type_, nullable, default, note.named)]))
    return slots


def ordered(slots):
    """The arguments in the order for callers. If there are flags, where a page begins and how long it is are named."""
    given = [(slot, each) for slot in slots for each in slot.arguments]
    if any(slot.kind == "flags" and slot.arguments for slot in slots):
        given = [(slot, dataclasses.replace(each, is_named=True) if each.name in ("after", "limit") else each)
                 for slot, each in given]
    given = [each for _, each in given]
    return ([each for each in given if not each.is_named and each.is_required]
            + [each for each in given if not each.is_named and not each.is_required and each.kind != "limit"]
            + [each for each in given if not each.is_named and each.kind == "limit"]
            + [each for each in given if each.is_named and each.name not in ("after", "limit")]
            + [each for each in given if each.is_named and each.name in ("after", "limit")])


def result_of(method_statuses, found, slots, record, member, short):
    kinds = collections.defaultdict(list)
    for role in found:
        kinds[role[0]].append(role)
    outs = [(role[1][len("out_"):], out_kind(role), role[2]) for role in kinds["out"]]
    if kinds["list"]:
        paged = any(slot.kind == "rows" and slot.arguments for slot in slots)
        one = {"get", "find"} & set(short.split("_")) and not paged
        return Result("page" if paged else "row" if one else "list", kinds["list"][0][2], outs)
    if kinds["made"]:
        return Result("made", kinds["made"][0][2])
    if kinds["filled"]:
        both = "text and record" if kinds["buffer"] and not member else "record"
        return Result(both, kinds["filled"][0][2], text_member=member)
    if kinds["bytes"]:
        return Result("text" if short in TEXT_BYTES else "bytes")
    if kinds["buffer"]:
        return Result(kinds["buffer"][0][2])
    if [name for name, _, _ in outs] == ["token"]:
        return Result("token", outs=outs)
    if outs:
        named = "".join(word.capitalize() for word in short.split("_")) if len(outs) > 2 else ""
        return Result("number" if len(outs) == 1 else "numbers", outs=outs, record=record or named)
    return Result("status" if method_statuses else "nothing")


def out_kind(role):
    name = role[1][len("out_"):]
    return "time" if name == "time" else "duration" if name in names.DURATION_PARAMETERS else "key" if name == "key" \
        else "integer"


def all(header):
    """The methods, in the order of the header. A function with an end (tally_badge_set_until) is one of them, too."""
    if header not in MADE:
        by_name = {function.name: function for function in header.functions}
        made = MADE[header] = [one(header, function, by_name) for function in header.functions]
        for method in made:
            method.without_end = next((each.function for each in made if each.until is method.function), None)
    return MADE[header]


def one(header, function, by_name):
    short, found = function.name[len("tally_"):], roles.of(header, function)
    flat_row, grouped_row, notes, record, member = ROWS.get(short, ("", "", {}, "", ""))
    owner, is_static = owner_of(found, short)
    flat, grouped, group = names_of(short, owner)
    grouped = grouped_row or (grouped if group else flat_row or flat)
    slots = slots_of(header, function, found, owner, notes)
    arguments = ordered(slots)
    until = by_name.get(f"{function.name}_until") if not any(each.name == "last" for each in arguments) else None
    if until and {each.name for each in until.parameters} - {each.name for each in function.parameters} == {"until"}:
        arguments.append(Argument("until", "until", "int64_t", True, None))
    else:
        until = None
    method = Method(function, owner, flat_row or flat, group, grouped, "", arguments, slots, None, until, is_static,
                    CUSTOM.get(short, ""))
    method.result = result_of(method.statuses, found, slots, record, member, short)
    if any(role[1] == "after" for role in found):
        singular = grouped[:-1] if grouped == "accounts" else grouped
        method.page = "page" if grouped == "list" and group else f"{singular}_page"
    return method


# The members of an operation that take arguments of other names.
VALUES = {"count": "value", "delta": "value", "mode": "value"}


def operations(header):
    """The kinds of operations. Each has the name of a function, or its comment names one."""
    found = {method.short: method for method in all(header)}
    for constant in header.constants:
        if constant.kind != "operation_kind":
            continue
        kind = constant.name[len("TALLY_OP_"):].lower()
        named = re.search(r"as tally_(\w+)", constant.comment)
        method = found[named[1]] if named else found.get(f"badge_{kind}") or found[kind]
        name = method.flat if kind.startswith("reminder_") else kind
        members = {each.name: VALUES.get(each.name, each.name) for each in method.arguments if not each.is_option
                   and each.kind != "flag"}
        options = next((slot.struct[len("tally_"):].removesuffix("_options") for slot in method.slots
                        if slot.kind == "options"), "")
        yield Operation(constant, name, method, members, options, bool(found.get(f"badge_{kind}")))
