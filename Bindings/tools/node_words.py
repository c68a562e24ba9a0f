"""Node's own way: the words of its documentation, and its exceptions from the common model, each with its reason."""

import re

import documents
import faces
import methods
import names
from emit_node import camel
from emit_python_errors import class_name

OWNERS = {each: each.capitalize() for each in (
    "messages", "groups", "outbox", "reminders", "feeds", "engine", "account", "node", "feed", "snapshot", "scope")}
# Methods with other names: a feed has a state, as an account has.
NAMES = {"engine_open": ".open", "account_find": "findAccount", "version": "versionNumber", "version_text": "version",
         "error_message": "TallyError.message", "feed_get": "state"}
# Arguments with other names, which say what they are.
ARGUMENTS = {("feed_deliver", "bytes"): "page", ("strings_import", "bytes"): "content", "callback": "listener",
             ("reminder_import", "bytes"): "content", ("badge_diff", "from_path"): "path", "from": "account"}
# By hand in Node, besides methods.CUSTOM: a promise, an accessor, and any number of names.
# Observers of whole accounts need a callback.
BY_HAND = {"feed_refresh_now", "engine_get_descriptor", "path_join", "observe_feeds", "observe_reminders"}
# Functions of no method: Node's loop waits for events, and what a transport returns is the response.
LACKS = {"engine_interrupt", "engine_set_notify", "transport_respond"}
# Defaults of today's programs.
DEFAULTS = {("outbox_lease", "limit"): 1000}
# Options that an argument must give.
REQUIRED = {"account_configure", "reminder_put", "reminder_edit", "strings_set"}
# How options become the library's, where that does more than add up flags; null stays.
CONVERTED = {"tally_reminder_options": "reminderIn({})", "tally_forms": "{}"}
# The results of these become something else: an expression with the call, and its type.
RESULTS = {
    "account_open": ("new classes.Account(this, name, first({}))", "Account"),
    "account_find": ("classes.Account._found(this, first({}))", "Account"),
    "account_list": ("namesOf({})", "Page<string>"),
    "badge_list": ("revised({})", "Page<BadgeEntry> & { revision: Integer }"),
    "snapshot_take": ("new classes.Snapshot(first({}))", "Snapshot"),
    "snapshot_decode": ("new classes.Snapshot(first({}))", "Snapshot"),
    "style_get": ("styleOut({})", 'Omit<Style, "fields">'),
    "feed_add": ("new classes.Feed(this.account, name, first({}))", "Feed"),
    "feed_find": ("new classes.Feed(this.account, name, first({}))", "Feed"),
    "feed_find_by_id": ("classes.Feed._found(this.account, id, first({}))", "Feed"),
    "feed_get": ('merged({}, "title")', "FeedState & { title: string }"),
    "account_get": ('merged({}, "name")', "AccountState"),
    "badge_present": ('merged({}, "text")', "Presentation & { text: string }"),
    "present": ('merged({}, "text")', "Presentation & { text: string }"),
    "reminder_import": ('merged({}, "entries")', "ImportReport & { entries: SkippedEntry[] }"),
    "reminder_plan": ('merged({}, "entries")', "Plan & { entries: PlanEntry[] }"),
}
TYPES = {**dict.fromkeys("path text file".split(), "string"), "data": "Bytes", "float": "number", "bool": "boolean",
         "flag": "boolean", "keys": "Integer[]", "key": "Integer", "style": 'Omit<Style, "fields">', "badge": 'Pick<Badge, "kind" | "count">', "limit": "number",
         "enum": "number", "callback": "Listener", "time": "Time", "until": "Time", "duration": "Integer",
         "day": "number | Date", "time_of_day": "number"}


def type_of(kind, type_):
    """The type of an argument or a result in TypeScript."""
    if kind == "handle":
        return OWNERS[type_[len("tally_"):]]
    return TYPES.get(kind) or ("Integer" if type_ in ("int64_t", "uint64_t") else "number")


def enumeration(kind):
    """The type of an enumeration: the union of its constants."""
    return "".join(word.capitalize() for word in kind.split("_"))


SPELLING = faces.Spelling(NAMES, OWNERS, case=camel)
# A structure that goes in and comes out: members of options are optional, so these have this name.
OPTIONS = {"tally_badge_rule": "BadgeRuleOptions"}


def options_name(struct):
    """The interface of a structure that goes in."""
    return OPTIONS.get(struct) or names.OPTIONS[struct][0]


class Words(documents.Words):
    null = "null"
    sentences = [(r",? as a row of `?\w+`?\.", "."), (", as the introduction says", ""),
                 (r"SUBTREE flag, user_data and callback \(not null\)", "`subtree` and listener")]

    def __init__(self, header):
        super().__init__(header)
        self.known = {each.name for struct in header.structs for each in struct.members} | {
            each.name for function in header.functions for each in function.parameters}

    def text(self, text, short=""):
        text = super().text(text, short)
        return re.sub(r"\b[a-z]+(?:_[a-z]+)+\b", lambda found: camel(found[0]) if found[0] in self.known else found[0],
                      text)

    def function(self, short):
        return f"`{SPELLING.full(self.methods[short], is_whole=True)}`"

    def constant(self, kind, short, name):
        return f"`{name[len('TALLY_'):]}`"

    def flag(self, name):
        if name.startswith(("TALLY_BADGE_", "TALLY_REASON_", "TALLY_FEED_ENTRY_", "TALLY_REQUEST_FLAG_")):
            return self.constant("", "", name)
        return f"`{camel(self.flag_names[name])}`"

    def status(self, name):
        return f"`{name}`"

    def error(self, name):
        return class_name(self.statuses[name])

    def record(self, struct):
        return f"`{super().record(struct)}`"

    def argument(self, short, name):
        return ARGUMENTS.get((short, name)) or ARGUMENTS.get(name) or camel(name)


def option_type(header, struct, member):
    """The type of an option that may also be a Date, or ""."""
    found = next((each for each in header.struct(struct).members if each.name == member), None)
    kind = methods.member_kind(header, struct, found)[0] if found else ""
    return TYPES[kind] if kind in ("time", "day") else ""


def flags(header, struct):
    """The flags of options, which are members that are true."""
    return list(methods.flags(header, names.FLAG_MEMBERS.get(struct)))


def spellings(header):
    """The names of all functions, for NAMES.md."""
    return SPELLING.table(header, LACKS)
