"""Java's own way: the words of its documentation, and its exceptions from the common model, each with its reason."""

import re
import textwrap

import documents
import faces
import names
from emit_java import camel, class_name
from java_forms import singular

OWNERS = {each: each.capitalize() for each in ("engine", "account", "node", "feed", "snapshot", "scope")}
# Methods with other names: why.
NAMES = {
    "version": "versionNumber", "version_text": "version", "error_message": "TallyException.getMessage",
    "engine_open": "open", "engine_import": "importAll",         # `import` is a word of Java's.
    "badge_list": "listPage",
    # The class Tally says what these are of.
    "patch_inverse": "inverse", "path_escape": "escape", "path_join": "join", "path_parent": "parent",
    "path_component": "component", "mapping_try": "tryMapping",
    "account_find": "findAccount", "message_find": "findMessage",    # As findFeed.
    "group_dismiss": "dismissGroup", "outbox_ack": "acknowledgeOutbox",
    "observe": "observe", "view_begin": "beginView", "view_end": "unobserve",
    "transport_respond": "Engine.respond", "transport_progress": "Engine.progress",
}
# By hand in Java, besides methods.CUSTOM: listeners; objects that keep their engine; results with shapes of their own.
BY_HAND = {"account_hash", "account_get", "badge_list", "present", "style_get", "feed_refresh_now"}
# Methods without their last argument, besides those with it: its value, and what they do.
OVERLOADED = {"account_open": ("null", "The same with all defaults"), "feed_add": ("null", "The same with all defaults"),
              "engine_limit": ("Tally.LIMIT_KEEP", "Reads a limit")}
# Results of two parts: their type, the structure that is filled, and how `found` or `text` and `result` make it.
PAIRS = {
    "badge_present": ("Tally.Drawing", "Presentation", "new Tally.Drawing(Presentation.read(result, null), text)"),
    "feed_get": ("Feed.State", "FeedState", "new Feed.State(FeedState.read(result, null), text)"),
    "reminder_plan": ("Account.PlanChanges", "Plan", "new Account.PlanChanges(found, Plan.read(result, null))"),
    "reminder_import": ("Account.ReminderImport", "ImportReport",
                        "new Account.ReminderImport(ImportReport.read(result, null).taken(), found)"),
}
# How a handle becomes an object, from its pointer.
MADE = {"tally_account": "new Account((Engine) this, out.getValue())", "tally_feed": "new Feed((Account) this, out.getValue())",
        "tally_snapshot": "new Snapshot(out.getValue())"}
# Not by hand in Java, unlike methods.CUSTOM: they only pass what they are given.
GENERATED = {"engine_interrupt", "transport_respond", "transport_progress"}
# Arguments with other names, which say what they are.
ARGUMENTS = {("feed_deliver", "bytes"): "page", "bytes": "content", ("badge_diff", "from_path"): "path"}
SPELLING = faces.Spelling(NAMES, OWNERS, "Tally", camel, is_grouped=False)
# Methods of items that are named otherwise than those of operations, and those that always take an end.
APPENDERS = {"read": "readPath"}
WITH_END = {"mute"}
# A structure that goes in and comes out: a record cannot be built member by member, so its options have this name.
OPTIONS = {"tally_badge_rule": "BadgeRuleOptions"}


# Enumerations whose constants have no comment in the header that says what they are.
ABOUT = {"log_level": "The importance of a line of the log.", "message_state": "How far a message was read.",
         "smart_mode": "Whether a reminder picks its own days.", "plan_action": "A change of what the system has armed.",
         "event_kind": "The kinds of events.", "request_kind": "A transport's task."}
# Members without a comment in the header, or with one that says nothing in Java.
MEMBERS = {
    "badge": "what the path shows", "path": "the path", "reason": "why it was rejected", "method": "GET or POST",
    "shelf_life": "how many units it keeps", "shelf_unit": "the unit of the shelf life",
    "time": "when, in its zone", "entered": "the day of entering",
    "smart": "whether it picks its own days; null: not given", "repeat_unit": "the unit of the repetition; null: none",
    "repeat_every": "every so many units", "start": "the first day", "end": "the last day", "overdue_unit": "the unit in which it fires when overdue; null: it does not",
    "overdue_every": "every so many of these units", "overdue_limit": "how many times it fires then",
    "offset_x": "from the top right corner of the view to the badge's center, to the right, in points",
    "offset_y": "the same downwards", "zone": "its zone; empty: the device's",
    "batch_id_time": "how long the id of a batch is remembered", "log_level": "the least important level to report",
}
# Members of which Java has another type than C.
OWN = {
    ("tally_engine_options", "seed"): "for tests: the seed of everything random; 0: the system's",
    ("tally_recovery", "flags"): "whether more may be lost than was counted",
    ("tally_reminder", "produced"): "the day of production. It and the members after it are as they were given",
    ("tally_reminder_options", "zone"): "the zone; empty: the device's",
    ("tally_style", "offset_x"): "from the top right corner of the view to the badge's center, to the right, in points: "
                                 "finite; default 0",
    ("tally_style", "offset_y"): "the same downwards, in points: finite; default 0",
    ("tally_credential", "kind"): "where the request has it", ("tally_credential", "secret"): "the secret",
}
COMMENTS = {
    "tally_reminder_options":
        "The contents and dates of a reminder. A member that is not set has its default in tally_reminder_put, and is "
        'unchanged by tally_reminder_edit. NULL or "" removes a text, and NULL a start or an end. NULL as its unit, and '
        "0 as the other numbers, remove a repetition or overdue reminding.",
}
# Parameters without a comment in the header.
PARAMETERS = {
    "limit": "the limit", "duration": "how long nobody else gets the rows",
    "file": "the path of the new file", "foreground": "whether the application is in the foreground",
    "available": "whether there is a network", "name": "the name", "url": "a URL of the server", "count": "the count",
    "snapshot": "its bytes", "delta": "added to the count; may be negative", "mode": "what the mute hides",
    "from_path": "the path here", "to": "what the patch leads to", "to_path": "the path there", "bytes": "the content",
    "patch": "the bytes of the patch", "source": "the name of the source", "style": "the style; null: none",
    "page": "its number", "paused": "whether it rests", "payload": "the payload, JSON", "preset": "a shipped mapping",
    "mapping": "a mapping, JSON", "body": "the response", "request_id": "of the request",
    "summary": "the format of a summary; null: none", "hidden": "the format while previews are hidden; null: none",
    "key": "the key of the string", "kind": "the kind of file", "response": "the server's",
}
# Constants without a comment in the header.
CONSTANTS = {"FONT_WEIGHT_REGULAR": "a font weight", "FONT_WEIGHT_BOLD": "a font weight",
             "MAX_FEED_PAGES": "the pages of a feed", "FEED_LOCAL": "the feed of messages that the host posts",
             "FEED_REMINDERS": "the feed of the reminders' messages"}
# The results of functions, and of kinds of results, without a comment in the header.
RESULTS = {
    "account_open": "the account", "account_find": "the account", "account_list": "the names", "feed_add": "the feed",
    "feed_find": "the feed", "feed_find_by_id": "the feed", "feed_get": "the state", "badge_present": "how to draw it",
    "outbox_lease": "the rows, and whether more are due",
    "reminder_plan": "the difference from the last confirmed plan",
    "reminder_import": "the number of imported reminders, and the skipped entries with their reasons",
    "account_export": "the bytes", "engine_export_account": "the bytes", "engine_export_source": "the bytes", "badge_digest": "the number", "badge_diff": "the patch", "snapshot_diff": "the patch",
    "snapshot_encode": "the bytes", "patch_inverse": "the patch",
    "node_get_path": "the path", "path_escape": "the component",
    "path_join": "the path", "path_parent": "the parent", "path_component": "the component", "mapping_try": "the page",
    "engine_get_descriptor": "the descriptor", "reminder_export": "the calendar",
    "account_get_settings": "the settings", "engine_limit": "the former value", "engine_get_stats": "the numbers",
    "account_get_position": "the epoch and the position", "engine_get_position": "the epoch, the position and the time",
    "badge_get_own": "what it owns", "badge_get_rule": "the rule",
    "strings_import": "the numbers", "message_get_counts": "the numbers", "outbox_get_counts": "the numbers",
}
OF_KINDS = {"page": "the rows, and whether more follow", "list": "the rows", "number": "how many were changed"}


# Constants for which Java has a value of a type, or null.
VALUES = {"TALLY_FOREVER": "null", "TALLY_DEFAULT": "null", "TALLY_OFF": "{@link Tally#OFF}", "TALLY_NO_TIMEOUT": "null",
          "TALLY_NO_WAIT": "{@link java.time.Duration#ZERO}"}


class Words(documents.Words):
    null = default = "null"
    off = "{@link Tally#OFF}"
    sentences = [(r",? as a row of `?\w+`?\.", "."), (", as the introduction says", ""),
                 (r"SUBTREE flag, user_data and callback \(not null\)", "flags and listener"),
                 (r"(?<!\w)-1(?: ms)?: (no limit|it has failed|never)", r"null: \1"),
                 (r"(?<!\w)-1(?= is off)", off), (r"\b0: none had one", "null: none had one"),
                 (r"\bTimes: 0 is", "Times: null is"), (r"\b0 also\b", "False also"), (r"\bUINT64_MAX\b", "-1"),
                 (r" Borrowed until [^.]*\.", ""), (r"\b[a-z]+(?:_[a-z]+)+\b", lambda found: camel(found[0]))]

    parameters = {("message_get", "key"): "its key", ("strings_remove", "key"): "the key of the format"}

    def __init__(self, header):
        super().__init__(header)
        self.types = {}  # The types that have a flag.
        for kind, _, pairs in names.flags(header):
            for short, constant in pairs:
                self.types.setdefault(constant.name, []).append((kind, short))

    def function(self, short):
        owner, _, name = SPELLING.full(self.methods[short]).rpartition(".")
        return f"{{@link {owner}#{name}}}"

    def constant(self, kind, short, name):
        if name in VALUES:
            return VALUES[name]
        return f"{{@link {camel(kind, True) if kind else 'Tally'}#{short}}}"

    def flag(self, name):
        """A flag of options is a method of these."""
        types = self.types.get(name, [])
        if len(types) != 1:
            return f"{{@code {name.rpartition('_')[2]}}}"
        kind, short = types[0]
        struct = next((struct for struct, flags in names.FLAG_MEMBERS.items() if flags == kind
                       and struct.endswith(("_options", "_credential"))), "")
        return f"{{@link {class_name(struct)}#{camel(short)}}}" if struct else f"{{@link {singular(kind)}#{short}}}"

    def status(self, name):
        return f"{{@link Status#{name}}}"

    def record(self, struct):
        return class_name(struct)

    def argument(self, short, name):
        return camel(ARGUMENTS.get((short, name)) or ARGUMENTS.get(name, name))


def options_name(struct):
    """The class of a structure that goes in."""
    return OPTIONS.get(struct) or class_name(struct)


def about(kind, pairs, words):
    """The comment of an enumeration: the first sentence about its constants."""
    text = re.split(r"(?<=\.)\s", pairs[0][1].group)[0]
    return documents.capital(words.text(ABOUT.get(kind) or re.sub(r"\s+", " ", text)))


def paragraphs(header, struct, words):
    """The comment of a structure."""
    text = words.text(COMMENTS.get(struct.name, struct.comment)).strip("\n")
    return [each if each.startswith("    ") else re.sub(r"\s+", " ", each) for each in text.split("\n\n")]


def component_texts(header, struct, words):
    """A text for each member of a structure, by its name in the header."""
    return documents.typed_members(header, struct, words, OWN, MEMBERS)


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
