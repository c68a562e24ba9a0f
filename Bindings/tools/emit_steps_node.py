"""The steps of the conformance data in JavaScript: a method for each."""

import steps
from emit_node import camel
from generate import NOTICE

OUTPUT = "node/test/steps.js"
RECEIVERS = {"engine": "this.engine.", "scope": "this.scope.", "account": "this.account(step).",
             "from": "this.account(step, 'from').", "feed": "this.feed(step).", "node": "this.node(step).",
             "tally": "tally."}
# These have names for where a page begins and how long it is.
NAMED = {"link_list", "message_list", "message_list_from", "group_list", "outbox_list", "patch_list", "reminder_list_notes"}
OWN = {"engine_get_descriptor": "{ descriptor: this.engine.descriptor }",
       "feed_get": "this.feedState(step)",
       "account_list": "this.names(this.engine.accountPage(step.text('after'), step.limit))",
       "badge_list": "this.revised(this.account(step).list(step.text('path'), { subtree: step.has(1) }))",
       "node_release": "this.node(step).close()",
       "unobserve": "this.scope.unobserve(this.token(step))",
       "view_begin": "this.beginView(step)",
       "view_end": "this.scope.endView(this.token(step))",
       "present": "tally.present(step.options('badge'), this.style(step.object('style')))",
       "style_get": "this.styleOf(this.account(step).style(step.text('path')))",
       "mapping_try": "{ text: tally.tryMapping(step.content('body'), { preset: step.text('preset'), "
                      "mapping: step.text('mapping') }) }",
       "reminder_plan": "this.planned(step, this.account(step).reminders.plan(step.options('options')))",
       "reminder_import": "this.account(step).reminders.import(step.content('bytes'))",
       "message_find": "this.account(step).messages.find(step.text('id'), this.feedId(step))",
       "message_post": "this.done(this.account(step).messages.post(step.text('path'), step.options()))",
       "message_mark_read_until": "{ changed: this.account(step).messages.readUntil(step.text('path'), "
                             "this.key(step, 'last'), { subtree: step.has(1) }) }"}


def argument(step, each):
    name = each.name
    if name == "feed" and step.name in ("feed_list_rejected", "message_find"):
        return "this.feedId(step)"
    if each.kind == "tally_account":
        return "this.account(step)" if name == "account" else f"this.account(step, '{name}')"
    if each.kind == "tally_feed":
        return "this.feed(step)"
    if each.kind == "tally_style":
        return "this.style(step.object('style'))"
    if each.kind.startswith("tally_"):
        return f"step.options('{name}')"
    return {"text": f"step.text('{name}')", "data": f"step.content('{name}')", "keys": "this.keys(step)",
            "key": f"this.key(step, '{name}')", "token": "this.token(step)",
            "room": "step.limit", "file": f"this.file(step, '{name}')",
            "bool": f"step.int('{name}') !== 0"}.get(each.kind) or f"step.int('{name}')"


def call(step):
    if step.name in OWN:
        return OWN[step.name]
    plain = [each for each in step.arguments if each.name != "flags"]
    named = [each for each in plain if step.name in NAMED and each.name in ("after", "limit")]
    arguments = [argument(step, each) for each in plain if each not in named]
    options = [f"{each.name}: {argument(step, each)}" for each in named]
    options += [f"{name}: step.has({value})" for name, value in step.flags]
    observes = step.result == "token"
    arguments += (["null"] if observes else []) + ([f"{{ {', '.join(options)} }}"] if options else [])
    method = ".".join(camel(part) for part in step.grouped.split("."))
    made = f"{RECEIVERS[step.receiver]}{method}({', '.join(arguments)})"
    if step.result == "number":
        return f"{{ {step.names[0]}: {made} }}"
    begin, end = {"page": ("this.entries(", ")"), "list": ("this.entries(", ")"), "text": ("{ text: ", " }"),
                  "bytes": ("{ bytes: hex(", ") }"), "token": ("this.watch(step, ", ")")}.get(step.result, ("", ""))
    return f"{begin}{made}{end}"


def emit(header):
    lines = [f"// {NOTICE}", "", '"use strict";', "", 'const tally = require("../lib/index.js");', "",
             'const hex = (bytes) => Buffer.from(bytes).toString("hex");', "",
             "/** What each step calls, as methods of a replay. `lacks`: the steps that there is no function for. */",
             "module.exports = {",
             f"  lacks: [{', '.join(f'{chr(34)}{name}{chr(34)}' for name in steps.LACKS['Node'])}],"]
    for step in steps.all(header):
        if step.name in steps.LACKS["Node"]:
            continue
        body = call(step).replace("'", '"')
        lines += [f"  {step.name}({'step' if 'step' in body else ''}) {{", f"    return {body};", "  },"]
    return "\n".join(lines + ["};", ""])
