"""Java's own way: the words of its documentation, and its exceptions from the common model, each with its reason."""

import re
import textwrap

import documents
import faces
from emit_java import camel, class_name

OWNERS = {each: each.capitalize() for each in ("engine", "account", "node", "feed", "snapshot", "scope")}
# Methods with other names: why.
NAMES = {
    "version": "versionNumber", "version_text": "version", "error_message": "TallyException.getMessage",
    "engine_open": "open", "engine_import": "importAll",         # `import` is a word of Java's.
    "badge_list": "listPage",
    # The class Tally says what these are of.
    "patch_inverse": "inverse", "path_escape": "escape", "path_join": "join", "path_parent": "parent",
    "path_component": "component", "mapping_try": "tryMapping",
    "group_dismiss": "dismissGroup", "outbox_ack": "acknowledgeOutbox",
    "observe": "observe", "view_begin": "beginView", "view_end": "unobserve",
    "transport_respond": "Engine.respond", "transport_progress": "Engine.progress",
}
# By hand in Java, besides methods.CUSTOM: listeners; objects that keep their engine; results with shapes of their own.
BY_HAND = {"account_hash", "account_open", "account_list", "account_get", "badge_list", "badge_present", "present",
           "style_get", "feed_add", "feed_find", "feed_get", "feed_refresh_now", "outbox_lease", "reminder_plan"}
# Not by hand in Java, unlike methods.CUSTOM: they only pass what they are given.
GENERATED = {"engine_interrupt", "transport_respond", "transport_progress"}
# The records of several numbers, by functions.
NUMBERS = {"batch_position": "Account.Position", "message_counts": "Account.Counts", "engine_position": "Engine.Position",
           "outbox_counts": "Account.OutboxCounts", "strings_import": "Account.Import",
           "reminder_import": "Account.Import"}
# Arguments with other names, which say what they are.
ARGUMENTS = {("feed_deliver", "bytes"): "page", "bytes": "content", ("badge_diff", "from_path"): "path"}
SPELLING = faces.Spelling(NAMES, OWNERS, "Tally", camel, is_grouped=False)


class Words(documents.Words):
    null = "null"
    sentences = [(r"\bends; null: it does not", "ends, in milliseconds since 1970; 0: it does not"),
                 (r"SUBTREE flag, user_data and callback \(not null\)", "flags and listener")]

    def function(self, short):
        owner, _, name = SPELLING.full(self.methods[short]).rpartition(".")
        return f"{{@link {owner}#{name}}}"

    def constant(self, kind, short, name):
        return f"{{@link Raw#{name}}}"

    def flag(self, name):
        return f"{{@link Raw#{name}}}"

    def record(self, struct):
        return class_name(struct)

    def argument(self, short, name):
        return camel(ARGUMENTS.get((short, name)) or ARGUMENTS.get(name, name))


def html(text):
    """A text of the header in the words of javadoc."""
    pieces = re.split(r"(`[^`]*`)", text.replace("*/", "* /"))
    return "".join(f"{{@code {each[1:-1]}}}" if each.startswith("`") else each.replace("&", "&amp;").replace("<", "&lt;")
                   for each in pieces)


def comment(paragraphs, indent):
    """The lines of javadoc: the summary, paragraphs, and tags."""
    lines = []
    for number, paragraph in enumerate(paragraphs):
        tagged = paragraph.startswith("@")
        if number and not (tagged and lines[-1].startswith(("@", "    "))):
            lines.append("")
        if paragraph.startswith(("- ", "    ")):
            rows = [html(row.removeprefix("    ")) for row in paragraph.split("\n")]
            tag = ("<ul>", "</ul>") if paragraph.startswith("- ") else ("<pre>", "</pre>")
            rows = [re.sub("^- ", "<li>", row) for row in rows]
            lines += [tag[0], *rows, tag[1]]
            continue
        first = "<p>" if number and not tagged else ""
        lines += textwrap.wrap(first + html(paragraph), 114 - len(indent), break_on_hyphens=False, break_long_words=False,
                               subsequent_indent="    " if tagged else "")
    if len(lines) == 1 and len(indent + lines[0]) < 110:
        return [f"{indent}/** {lines[0]} */"]
    return [f"{indent}/**", *[f"{indent} * {line}".rstrip() for line in lines], f"{indent} */"] if lines else []


def spellings(header):
    """The names of all functions, for NAMES.md."""
    return SPELLING.table(header)
