"""C#'s own way: the words of its documentation, and its exceptions from the common model, each with its reason."""

import re
import textwrap

import documents
import faces
import names

OWNERS = {"messages": "Messages", "groups": "Groups", "outbox": "Outbox", "reminders": "Reminders", "feeds": "Feeds",
          "engine": "Engine", "account": "Account", "node": "Node", "feed": "Feed", "snapshot": "Snapshot",
          "scope": "Scope", "tally": "TallyLibrary"}
# Methods with other names. In C#, a method is a verb, and a noun would be a property, which must not fail.
NAMES = {
    "engine_open": ".Engine", "version": "VersionNumber", "version_text": "Version",
    "status_name": "GetStatusName", "status_message": "GetStatusMessage",
    "error_message": "TallyException.Message",
    "engine_get_total": "GetTotal", "engine_get_total_of_all": "GetTotalOfAll",
    "engine_get_stats": "GetStats", "engine_get_descriptor": "GetDescriptor", "engine_get_timeout": "GetTimeout",
    "engine_get_position": "GetPosition", "engine_import": "ImportAll", "account_open": "OpenAccount", "account_find": "FindAccount", "feed_find_by_id": "GetById",
    "account_get": "GetState", "account_get_settings": "GetSettings", "account_export": "Export",
    "account_list": "ListAccounts", "scope_open": "OpenScope",
    "badge_changes": "GetChanges", "badge_digest": "GetDigest", "account_get_position": "GetBatchPosition",
    "snapshot_take": "TakeSnapshot", "style_get": "GetStyle", "node_resolve": "Resolve", "node_get_path": "GetPath",
    "message_get_counts": "GetCounts", "outbox_get_counts": "GetCounts", "feed_get": "GetInfo", "feed_list_rejected": "ListRejected",
    "reminder_list_notes": "ListLog", "group_list_messages": "ListMessages",
    "transport_respond": "Engine.Respond", "transport_progress": "Engine.ReportProgress",
    # The class TallyPath says what these are of.
    "path_escape": "TallyPath.Escape", "path_join": "TallyPath.Join", "path_parent": "TallyPath.GetParent",
    "path_component": "TallyPath.GetComponent",
    "engine_limit": "SetLimit",
    # Handles end as all that is IDisposable does.
    **{f"{each}_release": "Dispose" for each in ("account", "feed", "snapshot", "node")}, "scope_close": "Dispose",
}
# By hand, besides methods.CUSTOM: results with shapes of their own, and a task.
BY_HAND = {"badge_list", "present", "style_get", "feed_refresh_now"}
# Results of two parts: their class and its comment, the structure that is filled, and the properties. Each has a type,
# a comment, and a value, where `result` is the structure.
PAIRS = {
    "badge_present": ("Drawing", "How to draw a badge.", "tally_presentation", [
        ("Presentation", "Style", "The complete style.", "new Presentation(result, null)"),
        ("string", "Text", "The capped number, or the icon's name.", "found")]),
    "feed_get": ("FeedInfo", "The state of a feed, and its title.", "tally_feed_state", [
        ("FeedState", "State", "The state.", "new FeedState(result, null)"),
        ("string", "Title", "The last title that the server sent, or that of the options.", "found")]),
    "reminder_plan": ("PlanChanges", "The difference of a plan from the last confirmed one.", "tally_plan", [
        ("IReadOnlyList<PlanEntry>", "Entries", "The notifications that the system must disarm, then arm.", "found"),
        ("Plan", "Plan", "The plan as a whole.", "new Plan(result, null)")]),
    "reminder_import": ("ReminderImport", "The result of an import of reminders.", "tally_import_report", [
        ("ulong", "Taken", "The number of imported reminders.", "result.taken"),
        ("IReadOnlyList<SkippedEntry>", "Skipped", "The entries that were left out, in the order of the file.", "found")]),
}
# Not by hand, unlike methods.CUSTOM: they only pass what they are given.
GENERATED = {"transport_respond", "transport_progress"}
# UnityEngine has an Event, too. A class must not have a member of its own name.
RECORDS = {"tally_event": "TallyEvent", "tally_position": "BatchPosition"}
# A structure that goes in and comes out: members of options can be set, so these have this name.
OPTIONS = {"tally_badge_rule": "BadgeRuleOptions"}
# Arguments with other names, which say what they are. The last are words of C#'s.
ARGUMENTS = {("feed_deliver", "bytes"): "page", "bytes": "content", ("badge_diff", "from_path"): "path",
             ("transport_respond", "status"): "code", "callback": "listener"}
# Arguments without their default: a method of another name leaves them out.
WITHOUT_DEFAULT = {("engine_limit", "value")}
# Options without which a call has no meaning.
REQUIRED = {"tally_credential", "tally_account_settings", "tally_forms", "tally_reminder_options"}
# Enumerations: what is said of each.
KINDS = {
    "badge_kind": "The looks of a badge.", "durability": "When a change is on the disk.",
    "log_level": "How important a line of the log is.", "aggregation": "How the number of a node is computed.",
    "feeding": "Which messages feed the badge at their path.",
    "counting": "How the number of a path comes from its children.",
    "credential_kind": "The place of a credential in a request.",
    "level": "How much a message matters.",
    "mute_mode": "The part of a badge that a mute hides from the parent.",
    "limit": "A limit of an engine, or the level of its log.",
    "operation_kind": "The kinds of operations of a batch.",
    "overflow_style": "The text in place of a number above the largest one.",
    "polling": "When a feed polls: the defaults of its options.",
    "message_state": "Whether the user has seen or read a message.", "grouping": "How messages are grouped.",
    "outbox_mode": "Who sends the rows of the outbox.", "strings_kind": "Kinds of files of translations.",
    "summary_origin": "The origin of a summary.", "outbox_kind": "The subject of a row of the outbox.",
    "outbox_state": "The state of a row of the outbox.", "unit": "Units of time.",
    "smart_mode": "Whether the library chooses the days of a reminder.", "reminder_state": "The state of a reminder.",
    "plan_action": "The action on a notification of the system.",
    "note_kind": "The subject of a note in the log of reminders.", "event_kind": "The subject of an event.",
    "request_kind": "The task of a transport about a request.",
}
# The flags of members, which are enumerations; flags of parameters are bool.
FLAG_TYPES = sorted({*names.FLAG_MEMBERS.values(), *names.OTHER_FLAG_MEMBERS.values()})
WORDS_OF_CSHARP = {"base", "checked", "event", "fixed", "in", "is", "lock", "object", "out", "params", "ref", "string"}


def escaped(name):
    """A name that may be a word of C#'s."""
    return f"@{name}" if name in WORDS_OF_CSHARP else name


def pascal(name):
    return "".join(part[:1].upper() + part[1:].lower() for part in name.split("_"))


def camel(name):
    text = pascal(name)
    text = text[:1].lower() + text[1:]
    return escaped(text)


SPELLING = faces.Spelling(NAMES, OWNERS, "TallyLibrary", pascal)


def record(struct):
    """The class of a structure."""
    return RECORDS.get(struct) or (names.RECORDS.get(struct) or names.OPTIONS.get(struct) or (pascal(
        struct.removeprefix("tally_")),))[0]


def options(struct):
    """The class of a structure that goes in."""
    return OPTIONS.get(struct) or record(struct)


def native(struct):
    """The structure as C has it."""
    return "Native" + pascal(struct.removeprefix("tally_"))


class Words(documents.Words):
    has_whole_names = True
    null, off = "null", "`Timeout.InfiniteTimeSpan`"
    sentences = [(r",? as a row of `?\w+`?\.", "."), (", as the introduction says", ""),
                 (r"\bObserving twice with .* This holds for all observers and widgets\.",
                  "Each call makes another observer, also with the same listener."),
                 (r"\bmilliseconds since 1970-01-01 00:00 UTC\b", "timestamps"),
                 (r"\bUINT64_MAX\b", "`ulong.MaxValue`"), (r"-1 is off\b", "`Timeout.InfiniteTimeSpan` is off"),
                 (r"^Milliseconds since the user last saw it; -1:",
                  "the time since the user last saw it; `Timeout.InfiniteTimeSpan`:"),
                 (r"^at most 1,023 bytes, .*", "the line")]
    parameters = {
        ("outbox_lease", "duration"): "how long nobody else gets the rows: 1 ms to 86,400,000 ms",
        ("engine_close", "timeout"): "how long writing may take; null: no limit",
    }

    def __init__(self, header):
        super().__init__(header)
        self.members = {member.name for struct in header.structs for member in struct.members if "_" in member.name}

    def text(self, text, short=""):
        """Members are properties."""
        return re.sub(r"\b[a-z]+(?:_[a-z]+)+\b", lambda found: pascal(found[0]) if found[0] in self.members else found[0],
                      super().text(text, short))

    def function(self, short):
        return f"{{@{SPELLING.full(self.methods[short], is_whole=True)}}}"

    def constant(self, kind, short, name):
        return f"{{@{pascal(kind)}.{pascal(short)}}}" if kind else f"{{@Constants.{pascal(short)}}}"

    def flag(self, name):
        for kind in FLAG_TYPES:
            prefix = f"TALLY_{names.FLAGS[kind][0]}"
            if name.startswith(prefix):
                return f"{{@{pascal(kind)}.{pascal(name[len(prefix):])}}}"
        return f"`{camel(self.flag_names[name])}`" if name in self.flag_names else f"`{pascal(name[len('TALLY_'):])}`"

    def status(self, name):
        return f"{{@Status.{pascal(name)}}}"

    error = status

    def record(self, struct):
        return record(struct)

    def argument(self, short, name):
        return camel(ARGUMENTS.get((short, name)) or ARGUMENTS.get(name, name))


def xml(text):
    """A text of the header in the words of XML comments: `{@Name}` becomes a reference, and backquotes code."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    text = re.sub(r"`\{@(\.?)([\w.]+)\}`|\{@(\.?)([\w.]+)\}",
                  lambda found: f'<see cref="{found[2] or found[4]}"/>', text)
    return re.sub(r"`([^`]*)`", r"<c>\1</c>", text)


def sentence(text):
    """A text about a member, as a sentence."""
    text = text.strip()
    is_name = text.startswith(("{@", "http")) or text[:1] == '"'
    return (text if is_name else text[:1].upper() + text[1:]).rstrip(".,;") + "."


def wrapped(text, indent, width=116):
    rows = textwrap.wrap(text, width - len(indent) - 4, break_on_hyphens=False, break_long_words=False)
    return [f"{indent}/// {row}" for row in rows]


def comment(summary, indent, paragraphs=(), tags=()):
    """The lines of an XML comment. tags: pairs of an opening tag and its text."""
    if not summary:
        return []
    single = f"{indent}/// <summary>{xml(summary)}</summary>"
    if len(single) <= 116:
        lines = [single]
    else:
        lines = [f"{indent}/// <summary>", *wrapped(xml(summary), indent), f"{indent}/// </summary>"]
    if paragraphs:
        lines += [f"{indent}/// <remarks>", *[row for each in paragraphs for row in paragraph(each, indent)],
                  f"{indent}/// </remarks>"]
    for opening, text in tags:
        lines += wrapped(f"<{opening}>{xml(text)}</{opening.split(' ')[0]}>", indent)
    return lines


def paragraph(text, indent):
    """The lines of a paragraph, a list, or a block whose lines are kept."""
    if text.startswith("- "):
        rows = [f"<item><description>{xml(row)}</description></item>" for row in re.split(r"(?m)^- ", text)[1:]]
        return [f'{indent}/// <list type="bullet">', *[line for row in rows for line in wrapped(
            re.sub(r"\s+", " ", row), indent)], f"{indent}/// </list>"]
    if text.startswith("    "):
        return [f"{indent}/// <code>", *[f"{indent}/// {xml(row.removeprefix('    '))}" for row in text.split("\n")],
                f"{indent}/// </code>"]
    return wrapped(f"<para>{xml(text)}</para>", indent)


def spellings(header):
    """The names of all functions, for NAMES.md."""
    return SPELLING.table(header)
