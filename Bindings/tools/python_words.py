"""Python's own way: the words of its documentation, and its exceptions from the common model, each with
its reason."""

import documents
import faces
import names
from emit_python_errors import class_name

# Enumerations and flags: the type in names.py, and what is said of it.
ENUMERATIONS = {
    "Durability": ("durability", "When a change is on the disk."),
    "LogLevel": ("log_level", "How important a line of the log is."),
    "Limit": ("limit", "The limits of an engine."),
    "Aggregation": ("aggregation", "How the number of a node is computed."),
    "Counting": ("counting", "How the number of a path comes from its children."),
    "Feeding": ("feeding", "Which messages feed the badge at their path."),
    "CredentialKind": ("credential_kind", "The place of a credential in a request."),
    "Level": ("level", "How much a message matters."),
    "Mute": ("mute_mode", "The part of a badge that a mute hides from the parent."),
    "BadgeFlags": ("badge_flags", "Why a node shows a badge."),
    "ReasonFlags": ("reason_flags", "The part of a node in an explanation."),
    "Op": ("operation_kind", "The kinds of operations of a batch."),
    "Overflow": ("overflow_style", "The text in place of a number above max_count."),
    "BadgeKind": ("badge_kind", "The kind of a badge. NONE is false in a condition."),
    "EventKind": ("event_kind", "The subject of an event."),
    "Polling": ("polling", "When a feed polls: the defaults of its options."),
    "FeedEntryFlags": ("feed_entry_flags", "The flags of a stored feed."),
    "RequestKind": ("request_kind", "The task of a transport about a request."),
    "MessageState": ("message_state", "Whether the user has seen or read a message."),
    "Grouping": ("grouping", "How messages are grouped."),
    "OutboxMode": ("outbox_mode", "Who sends the rows of the outbox."),
    "StringsKind": ("strings_kind", "Files of translations: .xcstrings and .stringsdict."),
    "SummaryOrigin": ("summary_origin", "The origin of a summary."),
    "OutboxKind": ("outbox_kind", "The subject of a row of the outbox."),
    "OutboxState": ("outbox_state", "The state of a row of the outbox."),
    "Unit": ("unit", "Units of time."),
    "Smart": ("smart_mode", "Whether the library chooses the days of a reminder."),
    "ReminderState": ("reminder_state", "The state of a reminder."),
    "PlanAction": ("plan_action", "The action on a notification of the system."),
    "NoteKind": ("note_kind", "The subject of a note in the log of reminders."),
}
CLASSES = {kind: name for name, (kind, _) in ENUMERATIONS.items()}
# Methods with other names: why.
NAMES = {
    "engine_get_descriptor": "fileno",            # So modules like select take an engine.
    "reminder_import": "import_calendar",     # `import` is a keyword.
    "engine_import": "import_all",            # The same.
    "account_find": "find_account",           # An engine finds it.
    "engine_open": ".Engine", "version": "version_number", "version_text": "version",
    "error_message": "TallyError.message",
    "transport_respond": "Request.respond", "transport_progress": "Request.progress",
}
# Arguments with other names: `bytes` is a type of Python's, and these say what they are.
ARGUMENTS = {"bytes": "content", ("feed_deliver", "bytes"): "page", ("outbox_ack", "response"): "body",
             ("badge_diff", "from_path"): "path"}
# These are read as attributes.
PROPERTIES = {"engine_get_total", "account_get", "node_get_path", "feed_get"}
# By hand in Python, besides methods.CUSTOM: it takes any number of names; its callback needs the account's engine.
BY_HAND = {"path_join", "feed_refresh_now"}
# The whole list in one object, because its revision belongs to it.
EAGER = {"badge_list"}
# Results that become an object of Python's: an expression with the results of the call, and its type.
RESULTS = {
    "account_open": ("self._opened(name, {}[1])", "Account"),
    "account_find": ("self._found({}[1])", "Account"),
    "account_list": ("names_of({})", "Page[str]"),
    "badge_list": ("revised({})", "Page[BadgeEntry]"),
    "snapshot_take": ("Snapshot({}[1])", "Snapshot"),
    "style_get": ("style_of({})", "Style"),
    "feed_add": ("Feed(self.account, name, {}[1])", "Feed"),
    "feed_find": ("Feed(self.account, name, {}[1])", "Feed"),
    "feed_find_by_id": ("Feed(self.account, feed_name(self, id), {}[1])", "Feed"),
    "feed_get": ("feed_info({})", "FeedInfo"),
    "outbox_lease": ("leased(lambda limit: {}, limit)", "Page[OutboxEntry]"),
    "reminder_plan": ("plan_difference({})", "PlanDifference"),
    "reminder_import": ("imported({})", "CalendarImport"),
}
# Bytes that are nobody's text.
BYTES = {"patch", ("snapshot_decode", "bytes"), ("account_import", "bytes")}
# Options whose flags may be given as a number besides, because programs keep them.
RAW_FLAGS = {"tally_feed_options", "tally_message_options"}
# Classes of operations: what their documentation calls one.
OPERATIONS = {"Batch": "a Batch", "Item": "an Item"}

OWNERS = {"messages": "Messages", "groups": "Groups", "outbox": "Outbox", "reminders": "Reminders", "feeds": "Feeds",
          "engine": "Engine", "account": "Account", "node": "Node", "feed": "Feed", "snapshot": "Snapshot",
          "scope": "Scope", "trace": "Trace"}
SPELLING = faces.Spelling(NAMES, OWNERS)


class Words(documents.Words):
    null = default = "None"
    more = {
        "engine_open": "The engine is closed by `close`, at the end of a `with`, or when it has no references left. "
                       "clock, zone_file and log are called on any thread. clock and zone_file are called with locks "
                       "held, and must not call the library; log must not close the engine.",
        "badge_set_rule": "Without feeding, or with DEFAULT, the path has no rule of its own any more.",
    }
    parameters = {
        ("engine_open", "clock"): "for tests: a function that returns two clocks in milliseconds, (wall, elapsed); "
                                  "None: the system's clocks",
        ("engine_open", "log"): "a logging.Logger, or a function of a LogLevel and a text; None: nothing is logged",
        ("engine_open", "zone_file"): "a function that returns the bytes of a zone's TZif file by its name, or None; "
                                      "None: the system's zones",
        **dict.fromkeys([("message_list", "path"), ("message_get_counts", "path")],
                        "`root`, or components separated by dots; None: all messages"),
        ("outbox_lease", "duration"): "how long nobody else gets the rows: 1 ms to 86,400,000 ms",
    }
    sentences = [(r"No callback can run any more then\..*A forked child releases nothing\.", ""),
                 (r"returns Status\.EMPTY", "returns None"), (r"as in BatchOptions", "as in `Account.batch`"),
                 (r"\bthe handle's parent\b", "its parent"), (r"`Account\.set_until`", "`Account.set`"),
                 (r"SUBTREE flag, user_data and callback \(not None\)", "`subtree` and callback")]

    def function(self, short):
        return f"`{SPELLING.full(self.methods[short], is_whole=True)}`"

    def constant(self, kind, short, name):
        return f"{CLASSES[kind]}.{short}" if kind in CLASSES else short

    def flag(self, name):
        for kind in ("badge_flags", "reason_flags"):
            if name.startswith(f"TALLY_{names.FLAGS[kind][0]}"):
                return f"{CLASSES[kind]}.{name[len('TALLY_' + names.FLAGS[kind][0]):]}"
        return f"`{self.flag_names[name]}`"

    def status(self, name):
        return f"Status.{name}"

    def error(self, name):
        return class_name(self.statuses[name])

    def argument(self, short, name):
        return ARGUMENTS.get((short, name)) or ARGUMENTS.get(name, name)


def method_name(method):
    return SPELLING.method(method)


def spellings(header):
    """The names of all functions, for NAMES.md."""
    return SPELLING.table(header)
