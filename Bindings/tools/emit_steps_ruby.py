"""The steps of the conformance data in Ruby: a method for each."""

import steps
from generate import NOTICE

OUTPUT = "ruby/test/steps.rb"
RECEIVERS = {"engine": "@engine.", "scope": "@scope.", "account": "account(step).", "from": "account(step, :from).",
             "feed": "@feeds.fetch(step[:feed]).", "node": "@nodes.fetch(step[:node]).", "tally": "Tally."}
# These have names for where a page begins and how long it is.
KEYWORDS = {"link_list", "drift_list", "message_list", "group_list", "outbox_list", "patch_list", "reminder_list_notes"}
OWN = {"engine_set_foreground": "(@engine.foreground = step.int(:foreground) != 0; nil)",
       "engine_set_network": "(@engine.network = step.int(:available) != 0; nil)",
       "engine_interrupt": "(@engine.interrupt; nil)",
       "engine_get_timeout": "{ timeout: ((@engine.timeout || -0.001) * 1000).round }",
       "engine_get_descriptor": "{ descriptor: @engine.to_io.fileno }",
       "feed_get": "feed_state(step)",
       "feed_refresh_now": "watch(step, @feeds.fetch(step[:feed]).refresh_now)",
       "engine_set_zone": "(@engine.zone = step[:name]; nil)",
       "engine_verify": "(@engine.verify; nil)",
       "account_list": "names(@engine.account_page(step[:after], step.limit))",
       "badge_list": "revised(account(step).list(step[:path], subtree: step.has(1)))",
       "node_release": "(@nodes.fetch(step[:node]).path; @nodes[step[:node]].close; nil)",
       "node_get_path": "{ text: @nodes.fetch(step[:node]).path }",
       "style_get": "style_of(account(step).style(step[:path]))",
       "badge_present": "presented(*account(step).present(step[:path]))",
       "present": "presented(*Tally.present(badge(step), style(step[:style])))",
       "unobserve": "(@scope.unobserve(@tokens.fetch(step[:token])); nil)",
       "view_begin": "begin_view(step)",
       "view_end": "(@scope.end_view(@tokens.fetch(step[:token])); nil)",
       "message_list_from": "entries(account(step).messages.list_from_page(step[:path], key(step, :key), after: step[:after], "
                            "limit: step.limit, subtree: step.has(1), unread: step.has(2), newer: step.has(16)))",
       "message_first": "account(step).messages.first_message(step[:path], step.int(:most), subtree: step.has(1), "
                        "unseen: step.has(4), newest: step.has(8), highlights: step.has(32)).to_h",
       "message_find": "account(step).messages.find(step[:id], step[:feed] ? feed_id(step) : 0).to_h",
       "mapping_try": "{ text: Tally.try_mapping(step.content(:body), preset: step[:preset], "
                      "mapping: step[:mapping]) }",
       "group_get": "account(step).groups.get(step[:thread], step[:language], hidden: step.has(1)).to_h",
       "message_post": "(account(step).messages.post(step[:path], **step.options); nil)",
       "message_mark_read_until": "{ changed: account(step).messages.read_until(step[:path], key(step, :last), "
                             "subtree: step.has(1)) }",
       "reminder_plan": "planned(step)", "reminder_import": "imported(step)",
       "reminder_confirm_plan": "[{}, account(step).reminders.confirm_plan(@tokens.fetch(step[:token]))]"}


def argument(step, each):
    if each.name == "feed" and step.name == "feed_list_rejected":
        return "feed_id(step)"
    if each.kind == "tally_account":
        return "account(step)" if each.name == "account" else f"account(step, :{each.name})"
    if each.kind == "tally_feed":
        return "@feeds.fetch(step[:feed])"
    if each.kind == "tally_style":
        return "style(step[:style])"
    if each.kind.startswith("tally_"):
        return f"**step.options(:{each.name})"
    label = f"{each.name}: " if step.name in KEYWORDS and each.name in ("after", "limit") else ""
    return {"text": f"{label}step[:{each.name}]", "data": f"step.content(:{each.name})", "keys": "keys(step, step[:keys])",
            "key": f"key(step, :{each.name})", "room": f"{label}step.limit", "file": f"file(step, :{each.name})",
            "bool": f"step.int(:{each.name}) != 0"}.get(
                each.kind) or f"step.int(:{each.name})"


def call(step):
    if step.name in OWN:
        return OWN[step.name]
    arguments = [argument(step, each) for each in step.arguments if each.name != "flags"]
    arguments += [f"{name}: step.has({value})" for name, value in step.flags]
    made = f"{RECEIVERS[step.receiver]}{step.grouped}"
    made += f"({', '.join(arguments)})" if arguments else ""
    if step.result == "structure":
        return f"{made}.to_h"
    if step.result == "number":
        return f"{{ {step.names[0]}: {made} }}"
    if step.result == "numbers":
        return f"%i[{' '.join(step.names)}].zip({made}).to_h"
    begin, end = {"page": ("entries(", ")"), "list": ("entries(", ")"), "text": ("{ text: ", " }"),
                  "bytes": ("{ bytes: hex(", ") }"), "token": ("watch(step, ", ")")}.get(step.result, ("[{}, ", "]"))
    return f"{begin}{made}{end}"


def emit(header):
    lines = ["# frozen_string_literal: true", "", f"# {NOTICE}", "", "module Steps",
             f"  LACKS = %w[{' '.join(steps.LACKS['Ruby'])}].freeze", ""]
    for step in steps.all(header):
        body = call(step)
        begin = f"  def do_{step.name}({'step' if 'step' in body else '_step'})"
        one = f"{begin} = {body}"
        lines += [one] if len(one) <= 118 else [begin, f"    {body}", "  end"]
    return "\n".join(lines + ["end", ""])
