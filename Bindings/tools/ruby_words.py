"""Ruby's own way: the words of its documentation, and its exceptions from the common model, each with its reason."""

import documents
import faces
import methods
from emit_python_errors import class_name

OWNERS = {each: each.capitalize()
          for each in (*methods.GROUPS, "engine", "account", "node", "feed", "snapshot", "scope")}
# Methods with other names: setters are attributes, and `to_io` makes an engine an argument of IO.select.
NAMES = {
    "engine_set_foreground": "foreground=", "engine_set_network": "network=", "engine_set_zone": "zone=",
    "engine_set_transport": "transport", "engine_get_descriptor": "to_io", "account_find": "find_account",
    # Groups are enumerable, and Enumerable has `first`.
    "engine_open": "Tally.open", "message_first": "first_message",
    "version": "Tally.version_number", "version_text": "Tally.version", "error_message": "Error.message",
    "transport_respond": "Request.respond", "transport_progress": "Request.progress",
}
# Arguments with other names. `until` is a keyword of Ruby's; the others say what the bytes are.
ARGUMENTS = {"until": "expiry", ("reminder_snooze", "until"): "time", ("feed_deliver", "bytes"): "page",
             ("strings_import", "bytes"): "content", ("reminder_import", "bytes"): "content",
             ("badge_diff", "from_path"): "path",
             ("snapshot_diff", "to"): "other"}
# Members of options that may also be given without their name, which is then this.
POSITIONAL = {"url": "address", "file": "path"}
# By hand in Ruby, besides methods.CUSTOM: blocks that close what was opened; a block that is called once; an IO; any
# number of names.
BY_HAND = {"account_open", "feed_refresh_now", "engine_get_descriptor", "path_join"}
# A function of no method: the library calls notify from a thread that Ruby does not know.
LACKS = {"engine_set_notify"}
EAGER = {"badge_list"}
# Options that stay a Hash, with the function that converts it: `end` cannot be the name of an argument.
HASHES = {"tally_reminder_options": "Values.reminder(options)"}
RAW_FLAGS = {"tally_feed_options", "tally_message_options"}
# The classes of operations: the name and the type of the place of an operation on a badge. An Item has a path.
OPERATIONS = {"Batch": ("where", "String | Node"), "Item": ("", "")}
# Types of the functions that an engine takes.
CALLBACKS = {"clock": "(^() -> [Integer, Integer])?", "log": "(^(Integer level, String text) -> void)?",
             "zone_file": "(^(String name) -> String?)?"}
# Results that become an object of Ruby's: statements with the call, and the type.
RESULTS = {
    "account_get": (["name, state, = {}", "state.tap { state.name = name }"], "AccountState"),
    "account_find": (["Library.whole { Account.new(self, nil, {}.first) }"], "Account"),
    "account_list": (["{}.first.map!(&:name)"], "Library::List[String]"),
    "badge_list": (["entries, revision, = {}", "entries.tap { entries.revision = revision }"],
                   "Library::List[BadgeEntry]"),
    "snapshot_take": (["Library.whole { Snapshot.new({}.first) }"], "Snapshot"),
    "snapshot_decode": (["Library.whole { new({}.first) }"], "Snapshot"),
    "style_get": (["icon, bytes, = {}", "Style.of(bytes, icon)"], "Style"),
    "feed_add": (["Library.whole { Feed.new(account, name, {}.first) }"], "Feed"),
    "feed_find": (["Library.whole { Feed.new(account, name, {}.first) }"], "Feed"),
    "outbox_lease": (["Library.leased(limit) { |rest| {} }"], "Library::List[OutboxEntry]"),
    "feed_find_by_id": (["name = name_of(id)", "Library.whole { Feed.new(account, name, {}.first) }"], "Feed"),
    "reminder_plan": (["{}.first(2)"], "[Library::List[PlanEntry], Plan]"),
    "reminder_import": (["skipped, report, = {}", "[report, skipped]"],
                        "[ImportReport, Library::List[SkippedEntry]]"),
}

SPELLING = faces.Spelling(NAMES, OWNERS, "Tally")


class Words(documents.Words):
    null = default = "nil"
    sentences = [(r"No callback can run any more then\..*A forked child releases nothing\.", ""),
                 (r"as in BatchOptions", "as in `Account#batch`"),
                 (r"SUBTREE flag, user_data and callback \(not nil\)", "`subtree` and block"),
                 (r"`Account#set_until`", "`Account#set`")]
    more = {"engine_open": "Only host-driven engines take clock, log and zone_file, because otherwise the library "
                           "calls them from a thread of its own. None of them may call the library.",
            "badge_set_rule": "Without feeding, or with DEFAULT, the path has no rule of its own any more."}
    parameters = {
        ("engine_open", "clock"): "for tests: returns two clocks in milliseconds; nil: the system's clocks",
        ("engine_open", "log"): "takes a level and a text; nil: nothing is logged",
        ("engine_open", "zone_file"): "returns a zone's TZif file by its name, or nil; nil: the system's zones",
        **dict.fromkeys([("message_list", "path"), ("message_get_counts", "path")],
                        "`root`, or components separated by dots; nil: all messages"),
        ("outbox_lease", "duration"): "how long nobody else gets the rows: 1 ms to 86,400,000 ms",
        **{(short, "callback"): "called with each event; without a block only `Engine#next_event` returns the events"
           for short in ("observe", "observe_messages", "observe_groups", "observe_total", "observe_feed")},
        **dict.fromkeys([("observe_feeds", "callback"), ("observe_reminders", "callback")], "called with each event")}

    def function(self, short):
        return f"`{SPELLING.full(self.methods[short], is_whole=True).replace('.', '#')}`".replace("`Tally#", "`Tally.")

    def constant(self, kind, short, name):
        return name[len("TALLY_"):]

    def error(self, name):
        return class_name(self.statuses[name])

    def argument(self, short, name):
        return ARGUMENTS.get((short, name)) or ARGUMENTS.get(name, name)


def method_name(method):
    return SPELLING.method(method)


def spellings(header):
    """The names of all functions, for NAMES.md."""
    return SPELLING.table(header, LACKS)
