"""C++'s own way: the words of its documentation, and its exceptions from the common model, each with its reason."""

import textwrap

import documents
import faces
import names

OWNERS = {each: each for each in ("engine", "account", "node", "feed", "snapshot", "scope")}
# Methods with other names: why.
NAMES = {
    "engine_open": "engine.engine", "version": "version", "error_message": "error.message",
    "account_open": "open_account", "scope_open": "open_scope",   # `account` and `scope` are the types.
    "account_release": "release", "node_release": "release",      # Nodes keep their account: it is no close.
    "node_resolve": "resolve",                                    # `node` is the type.
    "message_get_counts": "counts", "reminder_plan": "plan",      # Short where the argument says the rest.
    "account_find": "find_account", "message_find": "find_message",
    "style_get": "get_style",                                     # `style` is the type.
    "observe": "observe", "unobserve": "unobserve",
    "view_begin": "begin_view", "view_end": "end_view",
    "transport_respond": "engine.respond", "transport_progress": "engine.progress",
    "badge_list": "list_page",
    "engine_import": "import_all",                                # `import` is a word of C++20.
}
# By hand in C++, besides methods.CUSTOM: their results have shapes of their own.
BY_HAND = {"badge_list", "account_list", "style_get", "feed_get", "feed_refresh_now", "reminder_plan",
           "reminder_import"}
# Functions that the destructors call.
LACKS = {"account_release": 0, "feed_release": 0, "snapshot_release": 0}
# A list whose call has an effect is made once.
ONCE = {"outbox_lease"}
# Methods whose results are often of no interest: a feed continues without its object.
DISCARDED = {"file_recover", "feed_add"}
# Methods that change nothing are const. Others have results, too.
CONST = {"number": {"badge_digest", "engine_get_descriptor"}, "nothing": {"account_verify"}}
NOT_CONST = {"outbox_lease", "feed_show_page", "strings_import"}
# Arguments with other names, which say what they are.
ARGUMENTS = {"bytes": "content", ("feed_deliver", "bytes"): "page", ("badge_diff", "from_path"): "path",
             ("engine_set_foreground", "foreground"): "in_front", ("reminder_confirm_plan", "token"): "plan_token",
             ("account_log_in", "token"): "credential"}
# The flags where none are given.
FLAGS = {"badge_list": "list_flags::children", "message_list": "messages_flags::subtree",
         "message_get_counts": "messages_flags::subtree"}
# Structures with other names: a class cannot have a member of its own name.
STRUCTS = {"tally_position": "batch_position",
           "tally_engine_batch_options": "items_options",         # Options of batch(items).
           "tally_import": "import_entry"}                        # `import` is a word of C++20.
# Members of options with other names: a type of C++ has that name.
MEMBERS = {("tally_engine_options", "log_level"): "least_level"}
CALLBACKS = {"clock": "std::function<std::pair<time_point, milliseconds>()>",
             "log": "std::function<void(tally::log_level level, std::string_view text)>",
             "zone_file": "std::function<bytes(std::string_view name)>"}
# Options that are never left out.
REQUIRED = {"tally_forms", "tally_reminder_options"}
SPELLING = faces.Spelling(NAMES, OWNERS, is_grouped=False, merges=False)


class Words(documents.Words):
    has_whole_names = True
    null = "std::nullopt"
    sentences = [(r"each event; std::nullopt", "each event; nullptr"), (r"^std::nullopt(?=: all accounts)", "nullptr"),
                 (r"(?<=until it returns )status::empty", "std::nullopt"),
                 (r",? as a row of `?\w+`?(?=\.)", ""),
                 (r"\bends; std::nullopt", "ends; forever"),
                 (r"SUBTREE flag, user_data and callback \(not std::nullopt\)", "flags and callback")]
    more = {"badge_set_rule": "Without `rule`, or with one that sets no member, the path has no rule of its own any more."}
    parameters = {
        ("engine_open", "clock"): "for tests: the wall clock and elapsed time; none: the system's clocks",
        ("engine_open", "log"): "called on any thread; must not close the engine",
        ("engine_open", "zone_file"): "the bytes of a zone's TZif file, or no bytes; none: the system's zones",
    }

    def function(self, short):
        return f"`{SPELLING.full(self.methods[short]).replace('.', '::')}`"

    def constant(self, kind, short, name):
        return f"{kind}::{word(short)}" if kind else short

    def flag(self, name):
        kinds = [kind for kind, _, pairs in names.flags(self.header) if name in [each.name for _, each in pairs]]
        return f"`{kinds[0]}::{self.flag_names[name]}`" if len(kinds) == 1 else f"`{self.flag_names[name]}`"

    def status(self, name):
        return f"status::{name.lower()}"

    error = status

    def record(self, struct):
        return type_name(struct)

    def argument(self, short, name):
        return ARGUMENTS.get((short, name)) or ARGUMENTS.get(name, name)


def type_name(struct):
    return STRUCTS.get(struct, struct.removeprefix("tally_"))


def word(name):
    """A constant's name in lower case, with an underscore behind it where it is a keyword."""
    return name.lower() + ("_" if name.lower() in {"default"} else "")


def comment(paragraphs, indent=""):
    """The lines of a comment for documentation; what follows a parameter is indented."""
    for number, paragraph in enumerate(paragraphs):
        if number:
            yield f"{indent}///"
        for text in paragraph.split("\n"):
            inner = "    " if text.startswith(("@", "- ")) else ""
            kept = text.startswith("    ")
            rows = [text] if kept else textwrap.wrap(text, 116 - len(indent), break_on_hyphens=False,
                                                     break_long_words=False, subsequent_indent=inner)
            yield from (f"{indent}/// {row}".rstrip() for row in rows)


def spellings(header):
    """The names of all functions, for NAMES.md."""
    return SPELLING.table(header, LACKS)
