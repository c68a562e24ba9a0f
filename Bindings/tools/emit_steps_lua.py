"""The steps of the conformance data in Lua: a function for each."""

import steps
from generate import NOTICE

OUTPUT = "lua/tests/steps.lua"
RECEIVERS = {"engine": "s.engine:", "scope": "s.scope:", "account": "s:account():", "from": 's:account("from"):',
             "feed": "s:feed():", "node": "s:node():", "tally": "tally."}
# Methods that are called otherwise.
METHODS = {
    "account_export": "export_account", "badge_set_until": "set", "badge_dot_until": "dot", "node_set_until": "set",
    "node_dot_until": "dot",
    "patch_inverse": "inverse", "path_escape": "escape", "path_join": "join", "path_parent": "parent",
    "path_component": "component", "account_list": "account_page", "badge_explain": "explain_page", "link_list": "link_page", "drift_list": "drift_page", "feed_list": "feed_page",
    "feed_list_rejected": "rejected_page", "message_list": "message_page", "group_list": "group_page",
    "group_list_messages": "group_message_page", "outbox_lease": "outbox_lease", "outbox_ack": "outbox_ack",
    "outbox_fail": "outbox_fail", "outbox_list": "outbox_page", "outbox_retry": "outbox_retry", "outbox_retry_all": "outbox_retry_all",
    "outbox_remove": "outbox_remove", "outbox_remove_failed": "outbox_remove_failed", "reminder_snooze": "snooze", "reminder_acknowledge": "acknowledge",
    "patch_list": "patch_list_page", "reminder_list": "reminder_page", "reminder_list_notes": "reminder_log_page"}
# Flags that are a plain argument.
PLAIN = {"badge_apply", "engine_backup"}
OWN = {"feed_get": "return s:feed_state()",
       "account_list": "return s:names(s.engine:account_page(s.step.after, s:limit()))",
       "badge_list": 'return s:revised(s:account():list(s.step.path, {subtree = s:has(1)}))',
       "node_release": "s:node():path() s:node():close()",
       "style_get": "return s:style_of(s:account():style(s.step.path))",
       "badge_present": "return s:presented(s:account():present(s.step.path))",
       "present": 'return s:presented(tally.present(s:badge(), s:style()))',
       "view_begin": "return s:begin_view()",
       "message_mark_read_until": 'return {changed = s:account():read_until(s.step.path, s:key("last"), '
                             '{subtree = s:has(1)})}',
       "mapping_try": 'return {text = tally.try_mapping(s:content("body"), s.step.preset, s.step.mapping)}',
       "group_get": "return s:account():group(s.step.thread, s.step.language, {hidden = s:has(1)})",
       "message_list_from": 'return s:entries(s:account():messages_from_page(s.step.path, s:key("key"), '
                            '{subtree = s:has(1), unread = s:has(2), newer = s:has(16)}, s.step.after, s:limit()))',
       "message_first": 'return s:account():first_message(s.step.path, s:int("most"), '
                        '{subtree = s:has(1), unseen = s:has(4), newest = s:has(8), highlights = s:has(32)})',
       "message_find": "return s:account():find_message(s.step.id, s.step.feed and s:feed():info().id or 0)",
       "reminder_plan": "return s:planned()", "reminder_import": "return s:imported()"}


def argument(step, each):
    if each.name == "feed" and step.name == "feed_list_rejected":
        return "s:feed():info().id"
    if each.kind == "tally_account":
        return "s:account()" if each.name == "account" else f's:account("{each.name}")'
    if each.kind == "tally_feed":
        return "s:feed()"
    if each.name == "flags" and step.name not in PLAIN:
        names = [f"{name} = s:has({value})" for name, value in step.flags]
        return f"{{{', '.join(names)}}}"
    return {"text": f"s.step.{each.name}", "data": f's:content("{each.name}")', "keys": "s:keys(s.step.keys)",
            "key": f's:key("{each.name}")', "room": "s:limit()", "token": "s.tokens[s.step.token]",
            "bool": f's:int("{each.name}") ~= 0', "file": f's:file("{each.name}")', "tally_style": "s:style()"}.get(each.kind) or (
                "s:options()" if each.name == "options" else
                f"s.step.{each.name} or {{}}" if each.kind.startswith("tally_") else
                "s:has(1)" if each.name == "flags" else f's:int("{each.name}")')


def call(step):
    if step.name in OWN:
        return OWN[step.name]
    arguments = [argument(step, each) for each in step.arguments]
    if step.name.startswith("observe"):
        arguments.insert(-1 if step.flags else len(arguments), "nil")
    made = f"{RECEIVERS[step.receiver]}{METHODS.get(step.name, step.method)}({', '.join(arguments)})"
    if step.result == "structure":
        return f"return {made}"
    if step.result == "number":
        return f"return {{{step.names[0]} = {made}}}" if step.name != "message_post" else made
    if step.result == "numbers":
        named = ", ".join(f"{name} = {name}" for name in step.names)
        return f"local {', '.join(step.names)} = {made} return {{{named}}}"
    begin, end = {"page": ("return s:entries(", ")"), "list": ("return s:entries(", ")"),
                  "text": ("return {text = ", "}"), "bytes": ("return {bytes = s.to_hex(", ")}"), "token": ("s.tokens[s.step.token] = ", ""),
                  "status": ("return {}, ", "")}.get(step.result, ("", ""))
    return f"{begin}{made}{end}"


def emit(header):
    lines = [f"-- {NOTICE}", "", 'local tally = require("tally")', "", "return {",
             f"    lacks = {{{', '.join(f'{name} = true' for name in steps.LACKS['Lua'])}}},"]
    for step in steps.all(header):
        one = f"    {step.name} = function(s) {call(step)} end,"
        lines += [one] if len(one) <= 118 else [f"    {step.name} = function(s)", f"        {call(step)}", "    end,"]
    return "\n".join(lines + ["}", ""])
