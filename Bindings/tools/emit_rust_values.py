"""The statuses, records and options of the Rust binding, as calls of macros: values.rs makes types of them, the
replay of the conformance data what shows and fills these."""

import emit_rust
import names
from generate import NOTICE, packed

OUTPUT = "rust/tally/src/generated.rs"
# These are called otherwise, or have members of other types.
BY_HAND = {"tally_badge", "tally_badge_entry"}
NUMBERS = {"tally_plan": "PlanSummary", "tally_feed_state": "FeedNumbers", "tally_presentation": "Look",
           "tally_event": "EventNumbers"}


def call(macro, name, struct, documentation, groups):
    lines = [f"{macro}! {{", f"    /// {documentation}"]
    pieces = [f"{name} of {struct} {{"]
    for index, group in enumerate(groups):
        pieces += [f"{each}," for each in group] + ["}" if index + 1 == len(groups) else "} {"]
    return lines + packed(pieces, "        ", first="    ") + ["}"]


def emit(header):
    lines = [f"// {NOTICE}", "", "statuses! {"]
    lines += packed([f"{status.name[6:].removeprefix('ERROR_')} = {status.name}," for status in names.statuses(header)],
                    "    ") + ["}"]
    for struct in header.structs:
        pairs = [f"{name}: {emit_rust.SCALARS.get(kind, 'i32')}" for name, kind in names.numbers(header, struct)]
        texts = names.texts(header, struct)
        name, documentation = {**names.RECORDS, **names.OPTIONS}.get(struct.name, (None, None))
        if name is None or struct.name in BY_HAND:
            continue
        if struct.name in names.OPTIONS:
            lines += call("options", name, struct.name, documentation, [pairs, texts])
        elif any(member.name.endswith("_offset") for member in struct.members):
            lines += call("record", name, struct.name, documentation,
                          [pairs, [], [f"{text}: {text}_offset {text}_length" for text in texts]])
        elif texts:
            lines += call("record", name, struct.name, documentation, [pairs, texts, []])
        else:
            lines += call("numbers", NUMBERS.get(struct.name, name), struct.name, documentation, [pairs])
    return "\n".join(lines + [""])
