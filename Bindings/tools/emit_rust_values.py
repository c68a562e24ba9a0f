"""The statuses, records and options of the Rust binding, as calls of macros: values.rs makes types of them, the
replay of the conformance data what shows and fills these."""

import re
import textwrap

import emit_rust
import names
from generate import NOTICE

OUTPUT = "rust/tally/src/generated.rs"
# These are called otherwise, or have members of other types.
BY_HAND = {"tally_badge", "tally_badge_entry", "tally_account_entry", "tally_account_state", "tally_page_info"}
# The members of a reminder are options.
GIVEN = {"tally_reminder_options": "TALLY_REMINDER_FIELD_"}
NUMBERS = {"tally_plan": "PlanSummary", "tally_feed_state": "FeedNumbers", "tally_presentation": "Look",
           "tally_event": "EventNumbers"}
# Members that have kinds beside those of names.KIND_OF.
KIND_OF = {**names.KIND_OF, ("tally_event", "kind"): "event_kind", ("tally_presentation", "overflow"): "overflow_style",
           ("tally_reminder_note", "kind"): "note_kind"}


def sentence(member, struct):
    """Returns the comment of a member; the header has the rest."""
    text = escaped(re.sub(r"\s+", " ", member.comment)) if member else ""
    return textwrap.wrap(text or f"See `{struct}` in tally.h.", 108, break_on_hyphens=False)


def call(macro, name, struct, documentation, groups):
    """A call of a macro. Each of the groups has (documentation, text) for each member."""
    lines = [f"{macro}! {{", f"    /// {documentation}", f"    {name} of {struct} {{"]
    for index, group in enumerate(groups):
        for words, each in group:
            lines += [f"        /// {line}" for line in words] + [f"        {each},"]
        lines.append("    }" if index + 1 == len(groups) else "    } {")
    return lines + ["}"]


def kind_of(struct, name, kind):
    """The type of a member, and for one of options `as` what its method takes, if that is another type."""
    pair = struct.name, name
    chosen = names.flag_type(struct.name, name) or KIND_OF.get(pair)
    if chosen:
        return emit_rust.camel(chosen)
    if next(each.type.name for each in struct.members if each.name == name) == "tally_status":
        return "Status"
    if name in names.BOOLEAN_MEMBERS:
        return "bool"
    is_option = struct.name in names.OPTIONS
    if pair in names.TIMES:
        return "Option<SystemTime>" + (" as impl Into<Option<SystemTime>>" if is_option else "")
    if pair in names.DURATIONS:
        return "Period as impl Into<Period>" if is_option else "Option<Duration>"
    return emit_rust.SCALARS.get(kind, "i32")


def kinds(header):
    lines = []
    for kind, constants in [*names.kinds(header), *names.kinds(header, names.RAW_KINDS)]:
        words = kind.replace("_", " ")
        article = "An" if words[0] in "aeiou" else "A"
        lines += ["kinds! {", f"    /// {article} {words}: one of these constants, or one of a newer library.",
                  f"    {emit_rust.camel(kind)} {{"]
        for short, constant in constants:
            text = re.sub(r"\s+", " ", constant.comment) or f"See `{constant.name}` in tally.h."
            lines += [f"        /// {line}" for line in textwrap.wrap(escaped(text), 108, break_on_hyphens=False)]
            lines.append(f"        {short} = {constant.name},")
        lines += ["    }", "}"]
    return lines


def escaped(text):
    """A text in which rustdoc sees no link and no element."""
    return re.sub(r"[\[\]<]", r"\\\g<0>", text)


def given(header, struct, groups):
    """The members of options with `fields`, each with the constant that says that it is given: the one of its name, or
    of the beginning of its name where several members share one."""
    names_of = {constant.name for constant in header.constants}

    def field(member):
        name = GIVEN[struct.name] + member.upper()
        return name if name in names_of else next(
            each for each in sorted(names_of) if each.startswith(GIVEN[struct.name] + member.split("_")[0].upper()))
    return [[(words, f"{text} = {field(text.split(':')[0])}") for words, text in group if text != "fields: u32"]
            for group in groups]


def emit(header):
    lines = [f"// {NOTICE}", "", "statuses! {"]
    for status in names.statuses(header):
        words = textwrap.wrap(re.sub(r"\s+", " ", status.comment) or "Success.", 110, break_on_hyphens=False)
        lines += [f"    /// {line}" for line in words]
        lines.append(f"    {status.name[6:].removeprefix('ERROR_')} = {status.name},")
    lines.append("}")
    for kind, documentation, constants in names.flags(header):
        if kind == "reminder_fields":
            continue
        lines += ["flags! {", f"    /// {documentation}", f"    {emit_rust.camel(kind)} {{"]
        for short, constant in constants:
            words = re.sub(r"\s+", " ", constant.comment) or f"See `{constant.name}` in tally.h."
            lines += [f"        /// {line}" for line in textwrap.wrap(words, 108, break_on_hyphens=False)]
            lines.append(f"        {short} = {constant.name},")
        lines += ["    }", "}"]
    lines += kinds(header)
    for struct in header.structs:
        members = {member.name: member for member in struct.members}
        pairs = [(sentence(members[name], struct.name), f"{name}: {kind_of(struct, name, kind)}")
                 for name, kind in names.numbers(header, struct)]
        texts = [(sentence(members[name], struct.name), name)
                 for name in names.texts(header, struct)]
        name, documentation = {**names.RECORDS, **names.OPTIONS}.get(struct.name, (None, None))
        if name is None or struct.name in BY_HAND:
            continue
        if struct.name in GIVEN:
            lines += call("given", name, struct.name, documentation, given(header, struct, [pairs, texts]))
        elif struct.name in names.OPTIONS:
            lines += call("options", name, struct.name, documentation, [pairs, texts])
        elif texts:
            lines += call("record", name, struct.name, documentation, [pairs, texts])
        else:
            lines += call("numbers", NUMBERS.get(struct.name, name), struct.name, documentation, [pairs])
    return "\n".join(lines + [""])
