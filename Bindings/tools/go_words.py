"""Go's own way: the words of its documentation, and its exceptions from the common model, each with its reason."""

import re

import documents
import emit_go
import faces
import names
from emit_go import camel

# Methods with other names: why.
NAMES = {
    "account_open": "OpenAccount", "scope_open": "OpenScope",  # Whoever gets them closes them.
    "snapshot_decode": ".DecodeSnapshot",                      # Go has no static methods.
    "node_resolve": "Resolve",                                 # It makes a Node each time.
    "reminder_plan": "Plan",
    "account_find": "FindAccount", "message_find": "FindMessage",
    "feed_get": "State",
    "engine_next_event": "NextEvent", "engine_interrupt": ".NextEvent",  # The context of NextEvent ends a wait.
    "engine_open": ".Open", "version": ".LibraryVersion", "version_text": ".LibraryVersion",
    "status_name": ".Status.String", "status_message": ".Status.Message", "error_message": ".Error.Message",
    "engine_limit": "SetLimit",                                # And Limit, which reads one.
    "account_hash": ".AccountHash",
    "transport_respond": ".Request.Respond", "transport_progress": ".Request.Progress",
}
# Arguments with other names: these say what they are.
ARGUMENTS = {"bytes": "content", ("feed_deliver", "bytes"): "page", ("outbox_ack", "response"): "body",
             ("badge_diff", "from_path"): "path"}
# Texts that are NULL where there are none, since an empty one is something else: *string.
POINTERS = {("engine_set_zone", "name")}
# Options that may be nil.
NILABLE = {"account_open"}
# By hand in Go, besides methods.CUSTOM: they have a result of Go's own.
BY_HAND = {"badge_list", "style_get"}
# The record of a list and a record comes first.
RECORD_FIRST = {"reminder_import"}
OWNERS = {"engine": "Engine", "account": "Account", "node": "Node", "feed": "Feed", "snapshot": "Snapshot",
          "scope": "Scope"}
SPELLING = faces.Spelling(NAMES, OWNERS, case=camel, is_grouped=False, merges=False)
LACKS = {"engine_interrupt"}


class Words(documents.Words):
    has_whole_names = True
    null = "nil"
    more = {"reminder_plan": "The next Plan offers a plan again that was not confirmed.",
            "badge_set_rule": "If all members of the rule are left out, the path has no rule of its own any more."}
    parameters = {
        **dict.fromkeys([(short, "thread") for short in ("group_get", "group_list_messages", "group_mark_seen", "group_dismiss")],
                        'the thread of the group; "": messages without a thread'),
        ("strings_import", "language"): 'of a dictionary; "" for a catalog',
    }
    sentences = [(r"(?<![\w,])(\d[\d,]*) ms\b", lambda found: emit_go.in_units(found[1])),
                 (r'nil or ""', '""'), (r"; nil: it does not$", "; the zero time: it does not"), ("`", ""),
                 (r"SUBTREE flag, user_data and callback \(not nil\)", "Subtree flag and callback, which is not nil,"),
                 (r"(?<=; )-1(?=: it has failed)", "negative"), (r",? as a row of \w+(?=\.)", ""),
                 (r"\[Engine\.NextEvent\] until it returns \[StatusEmpty\]", "[Engine.PollEvent] until it returns nil")]

    def __init__(self, header):
        super().__init__(header)
        self.members = {each.name for struct in header.structs for each in struct.members}

    def text(self, text, short=""):
        """Members of structures have the names of their fields."""
        return re.sub(r"\b[a-z]+(?:_[a-z]+)+\b", lambda found: camel(found[0]) if found[0] in self.members else found[0],
                      super().text(text, short))

    def function(self, short):
        return f"[{SPELLING.full(self.methods[short])}]"

    def constant(self, kind, short, name):
        return camel(name[len("TALLY_"):])

    def flag(self, name):
        return camel(name[len("TALLY_"):])

    def status(self, name):
        return f"[Status{camel(name)}]"

    def error(self, name):
        return f"[Err{camel(name)}]"

    def record(self, struct):
        return emit_go.RECORDS.get(struct) or emit_go.OPTIONS.get(struct) or super().record(struct)

    def argument(self, short, name):
        return variable(ARGUMENTS.get((short, name)) or ARGUMENTS.get(name, name))


def variable(name):
    spelled = camel(name)
    return spelled.lower() if spelled.isupper() else spelled[:1].lower() + spelled[1:]


def spellings(header):
    """The names of all functions, for NAMES.md."""
    return SPELLING.table(header, LACKS)
