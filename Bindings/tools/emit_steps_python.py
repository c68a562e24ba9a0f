"""The steps of the conformance data in Python: a function for each, and how the numbers are called that it gives."""

import re

import steps
from generate import NOTICE, packed

OUTPUT = "python/tests/steps.py"
RECEIVERS = {"engine": "r.engine.", "scope": "r.scope.", "account": "r.account(s).", "from": 'r.account(s, "from").',
             "feed": "r.feed(s).", "node": "r.node(s).", "tally": "tally."}
# Methods that are called otherwise.
METHODS = {"path_escape": "paths.escape", "path_join": "paths.join",
           "path_parent": "paths.parent", "path_component": "paths.component",
           "engine_get_descriptor": "fileno"}
PROPERTIES = {"engine_get_total", "account_get", "node_get_path"}
OWN = {"engine_get_timeout": "r.timeout()",
       "feed_get": "r.feed_state(s)",
       "badge_list": 'r.revised(r.account(s).list(s["path"], subtree=s.has("flags", 1)))',
       "message_find": 'r.account(s).messages.find(s["id"], r.feed_id(s))',
       "node_release": "r.node_release(s)",
       "style_get": "r.style(s)",
       "view_begin": "r.begin_view(s)",
       "view_end": 'r.scope.end_view(r.views[s["token"]])',
       "mapping_try": 'tally.try_mapping(s.content("body"), preset=s["preset"], mapping=s["mapping"])',
       "message_mark_read_until": 'r.account(s).messages.read_until(s["path"], r.key(s, "last"), subtree=s.has("flags", 1))',
       "reminder_put": 'r.account(s).reminders.put(s["id"], **{"shelf_life": None, "shelf_unit": None, '
                       '**s.numbers("options")})',
       "reminder_edit": 'r.account(s).reminders.edit(s["id"], **s.numbers("options"))',
       "reminder_plan": "r.plan(s)", "reminder_import": "r.imported(s)"}
# These have names for their numbers already.
NAMED = {"badge_list", "engine_get_timeout"}


def argument(step, each):
    name = f'"{each.name}"'
    if each.name == "feed" and step.name == "feed_list_rejected":
        return "r.feed_id(s)"
    if each.kind == "tally_account":
        return "r.account(s)" if each.name == "account" else f"r.account(s, {name})"
    if each.kind == "tally_feed":
        return "r.feed(s)"
    if each.kind in ("tally_message_options", "tally_forms", "tally_credential", "tally_badge_rule"):
        return f"**s.numbers({name})"
    if each.kind == "tally_account_settings":
        return f'**s.numbers({name}, "flags")'
    if each.name == "after":
        return 'after=s["after"]'
    if each.kind.startswith(("int", "uint", "size")):
        return f"s.number({name})"
    return {"text": f"s[{name}]", "data": f"s.content({name})", "keys": "r.keys(s, s[\"keys\"])", "key": f"r.key(s, {name})",
            "room": 'limit=s["limit"] or 10000', "bool": f"bool(s.number({name}))", "file": f"r.file(s, {name})", "token": 'r.tokens[s["token"]]',
            "tally_badge": "r.badge(s)", "tally_style": 'style(s["style"])'}[each.kind]


def call(step):
    if step.name in OWN:
        return OWN[step.name]
    arguments = [argument(step, each) for each in step.arguments if each.name != "flags"]
    keywords = [each for each in arguments if each.startswith(("after=", "limit="))]
    flags = [f'{name}=s.has("flags", {value})' for name, value in step.flags]
    arguments = [each for each in arguments if each not in keywords] + flags + keywords
    made = f"{RECEIVERS[step.receiver]}{METHODS.get(step.name, step.grouped)}"
    made += "" if step.name in PROPERTIES else f"({', '.join(arguments)})"
    return f"r.watch(s, {made})" if step.result == "token" else made


def emit(header):
    lines = [f'"""{NOTICE}"""', "", "import tally", "from values import style", "",
             "# What a step does with a replay and its arguments, and the names of the numbers that come out.",
             "STEPS = {"]
    for step in steps.all(header):
        named = step.names if step.result in ("number", "numbers") and step.name not in NAMED else []
        names = "".join(f', "{name}"' for name in named)
        one = f'    "{step.name}": (lambda r, s: {call(step)}{names}),'
        if not names:
            one = f'    "{step.name}": (lambda r, s: {call(step)},),'
        if len(one) > 118:
            begin, rest = one.split("(lambda r, s: ", 1)
            lines += [f"{begin}(lambda r, s:"] + packed(re.split(r"(?<=,) ", rest), "        ")
        else:
            lines.append(one)
    return "\n".join(lines + ["}", ""])
