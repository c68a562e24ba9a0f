"""Lua's own way: the words of its documentation, and its exceptions from the common model, each with its reason."""

import documents
import faces
import methods
import names

OWNERS = {each: each.capitalize() for each in ("engine", "account", "node", "feed", "snapshot", "scope")}
OWNERS.update(dict.fromkeys(methods.GROUPS, "Account"), paths="tally")
# Methods with other names: those of the outbox begin with its name; the others are as short as in other languages.
NAMES = {
    **{f"outbox_{each}": f"outbox_{each}" for each in (
        "lease", "ack", "fail", "retry", "retry_all", "remove", "remove_failed")},
    "reminder_snooze": "snooze", "reminder_acknowledge": "acknowledge", "reminder_plan": "plan", "feed_get": "info",
    "badge_list": "list", "patch_inverse": "inverse", "mapping_try": "try_mapping", "path_escape": "escape",
    "path_join": "join", "path_parent": "parent", "path_component": "component",
    "account_find": "find_account", "message_find": "find_message",
    "engine_open": "tally.open", "version": "version_number", "version_text": "version",
    "error_message": "Error.message", "transport_respond": "request.respond", "transport_progress": "request.progress",
}
# Arguments with other names. `until` is a keyword of Lua's; the others say what they are.
ARGUMENTS = {"until": "expiry", ("reminder_snooze", "until"): "time", ("feed_deliver", "bytes"): "page",
             ("badge_diff", "from_path"): "path", "callback": "observer",
             ("badge_apply", "flags"): "overwrite"}
# By hand in Lua, besides methods.CUSTOM: its callback is the engine's.
BY_HAND = {"feed_refresh_now"}
# A function of no method: the library calls notify from another thread, which a Lua state does not permit.
LACKS = {"engine_set_notify"}
# The one flag of these is an argument of its own.
POSITIONAL = {"engine_backup", "badge_apply"}
# The results of these become something else: an expression with the call, and its type.
RESULTS = {
    "account_open": ("support.opened(self, name, {})", "tally.Account"),
    "account_find": ("support.found(self, {})", "tally.Account"),
    "account_list": ("support.names_of({})", "string[]"),
    "badge_list": ("support.revised({})", "tally.BadgeEntry[]"),
    "snapshot_take": ("support.snapshot({})", "tally.Snapshot"),
    "snapshot_decode": ("support.snapshot({})", "tally.Snapshot"),
    "style_get": ("support.style_of({})", "tally.Style"),
    "feed_add": ("support.feed(self, name, {})", "tally.Feed"),
    "feed_find": ("support.feed(self, name, {})", "tally.Feed"),
    "feed_find_by_id": ("support.feed(self, support.feed_name(self, id), {})", "tally.Feed"),
    "feed_get": ('support.with_text("title", {})', "tally.FeedState"),
    "outbox_lease": ("support.leased(function(rows) return {} end, limit or 100)", "tally.OutboxEntry[]"),
}
# A function of these makes the call, with a number of rows.
LEASES = {"outbox_lease"}
# Types of arguments in annotations.
TYPES = {**dict.fromkeys("path text file data".split(), "string"), "float": "number",
         **dict.fromkeys("integer enum time until duration day time_of_day key limit".split(), "integer"),
         "bool": "boolean", "flag": "boolean", "keys": "integer[]", "style": "tally.Style",
         "badge": "tally.Badge|tally.BadgeEntry|{kind: integer, count?: integer}",
         "callback": "fun(event: tally.Event)"}
OPTION_TYPES = {"callback": "function"}
# Structures that are options in Lua, besides names.OPTIONS.
MORE_OPTIONS = {
    "tally_engine_options": ("EngineOptions", "How an engine is opened. clock, log and zone_file need host_driven."),
    "tally_style": ("Style", "How badges are drawn. A member that is nil is inherited."),
}
# Options whose structure is a record too. A record has all members, and options may leave them out.
OPTION_NAMES = {"tally_badge_rule": "BadgeRuleOptions"}


class LuaSpelling(faces.Spelling):
    def method(self, method):
        """A function without an object has the name that it has where there are groups."""
        if method.owner == "tally" and method.short not in self.names:
            return method.grouped
        return super().method(method)

    def page(self, method):
        return self.method(method).removesuffix("s") + "_page"

    def full(self, method, is_whole=False):
        if method.page and not is_whole:
            return f"{self.owners.get(method.owner, self.module)}.{self.page(method)}"
        return super().full(method, is_whole)


SPELLING = LuaSpelling(NAMES, OWNERS, "tally", is_grouped=False)


class Words(documents.Words):
    null = default = "nil"
    parameters = dict.fromkeys([("message_list", "path"), ("message_get_counts", "path")],
                               "`root`, or components separated by dots; nil: all messages")
    more = {"badge_set_rule": "Without a rule, or with an empty one, the path has no rule of its own any more."}
    sentences = [(r"No callback can run any more then\..*A forked child releases nothing\.", ""),
                 (r"returns `tally\.EMPTY`", "returns nil"), (r"as in `tally\.BatchOptions`", "as in `Account:batch`"),
                 (r"SUBTREE flag, user_data and callback \(not nil\)", "`subtree` and function")]

    def function(self, short):
        return f"`{SPELLING.full(self.methods[short], is_whole=True).replace('.', ':' if self._is_method(short) else '.')}`"

    def _is_method(self, short):
        return self.methods[short].owner != "tally" and "." not in NAMES.get(short, "")

    def constant(self, kind, short, name):
        return f"`tally.{name[len('TALLY_'):]}`"

    def flag(self, name):
        if name.startswith(("TALLY_BADGE_", "TALLY_REASON_", "TALLY_FEED_ENTRY_", "TALLY_REQUEST_FLAG_")):
            return self.constant("", "", name)
        return super().flag(name)

    def status(self, name):
        return f"`tally.{name}`"

    def error(self, name):
        return f"ERROR_{name}"

    def record(self, struct):
        return f"`tally.{super().record(struct)}`"

    def argument(self, short, name):
        return ARGUMENTS.get((short, name)) or ARGUMENTS.get(name, name)


def spellings(header):
    """The names of all functions, for NAMES.md."""
    return SPELLING.table(header, LACKS)


def record_name(struct):
    return "tally." + {**names.RECORDS, **names.OPTIONS, **MORE_OPTIONS}.get(struct, [""])[0]


def options_name(struct):
    return f"tally.{OPTION_NAMES[struct]}" if struct in OPTION_NAMES else record_name(struct)
