"""The steps of the conformance data in Java: an arm of a switch for each."""

import re

import emit_java
import java_forms
import java_words as java
import names
import steps
from generate import NOTICE, packed

OUTPUT = "java/test/dev/tally/Steps.java"
RECEIVERS = {"engine": "r.engine.", "scope": "r.scope.", "account": "r.account().", "from": 'r.account("from").',
             "feed": "r.feed().", "node": "r.node().", "tally": "Tally."}
# Methods that are called otherwise than the table says.
METHODS = {"account_export": "exportAccount", "badge_set_until": "set", "badge_dot_until": "dot",
           "node_set_until": "set", "node_dot_until": "dot", "patch_inverse": "inverse", "path_escape": "escape",
           "path_join": "join", "path_parent": "parent", "path_component": "component", "node_release": "close",
           "view_begin": "beginView", "message_find": "findMessage", "view_end": "unobserve", "mapping_try": "tryMapping", "group_dismiss": "dismissGroup", "outbox_ack": "acknowledgeOutbox"}
# The status that a method means by false.
ANSWERS = {"badge_clear": "TALLY_HELD", "node_clear": "TALLY_HELD", "badge_clear_tree": "TALLY_HELD",
           "node_clear_tree": "TALLY_HELD", "outbox_ack": "TALLY_ALREADY_APPLIED",
           "outbox_fail": "TALLY_ALREADY_APPLIED", "reminder_confirm_plan": "TALLY_ALREADY_APPLIED"}
OWN = {"file_recover": 'Replay.members(Tally.recover(r.file("damaged"), r.file("fresh")))',
       "feed_get": "r.feedState()",
       "feed_refresh_now": "Replay.done(() -> r.refreshNow())",
       "account_list": "r.names()",
       "group_get": 'Replay.members(r.account().group(r.string("thread"), r.string("language"), '
                    'r.flags(GroupsFlag.class)))',
       "engine_get_timeout": 'Replay.one("timeout", Replay.number(Duration.class, r.engine.timeout()))',
       "present": 'Replay.members(Tally.present(r.badgeKind(), r.badgeCount(), r.options("style", new Style())))',
       "badge_list": 'r.revised(r.account().list(r.string("path"), r.flags(ListFlag.class)))',
       "reminder_plan": 'r.planned(r.account().planReminders(r.options("options", new PlanOptions())))',
       "reminder_import": 'r.imported(r.account().importReminders(r.bytes("bytes")))'}


def argument(step, each):
    name = f'"{each.name}"'
    if each.enum:
        return f"{emit_java.camel(each.enum, True)}.of(r.small({name}))"
    if each.name == "until" or each.name in names.DURATION_PARAMETERS:
        return f"r.{'time' if each.name == 'until' else 'duration'}({name})"
    if each.name == "flags":
        return f"r.flags({java_forms.singular(names.FLAG_PARAMETERS[step.name])}.class)"
    if each.name == "feed" and step.name in ("feed_list_rejected", "message_find"):
        return "r.feedId()"
    if each.kind == "tally_account":
        return "r.account()" if each.name == "account" else f"r.account({name})"
    if each.kind == "tally_feed":
        return "r.feed()"
    if each.kind.startswith("tally_"):
        return f"r.options({name}, new {java.options_name(each.kind)}())"
    is_small = each.kind in ("int32_t", "size_t") or each.name == "page"
    return {"text": f"r.string({name})", "data": f"r.bytes({name})", "keys": "r.keys()",
            "key": f"r.key(r.string({name}))", "file": f"r.file({name})", "room": "r.limit()", "bool": f"r.number({name}) != 0",
            "token": "r.token()"}.get(each.kind) or f"r.{'small' if is_small else 'number'}({name})"


def call(step):
    if step.name in OWN:
        return OWN[step.name]
    arguments = [argument(step, each) for each in step.arguments if each.name != "flags"]
    arguments += ["null"] if step.name.startswith("observe") else []
    arguments += [argument(step, each) for each in step.arguments if each.name == "flags"]
    made = f"{RECEIVERS[step.receiver]}{METHODS.get(step.name, emit_java.camel(step.method))}({', '.join(arguments)})"
    if step.name in ANSWERS:
        return f'Replay.unless({made}, "{ANSWERS[step.name]}")'
    if step.result in ("done", "status"):
        return f"Replay.done(() -> {made})"
    if step.result in ("number", "text"):
        return f'Replay.one("{step.names[0] if step.names else "text"}", {made})'
    return {"page": "Replay.entries(", "list": "Replay.entries(", "bytes": "Replay.hex(", "token": "r.keep("}.get(
        step.result, "Replay.members(") + f"{made})"


def emit(header):
    lines = [f"// {NOTICE}", "", "package dev.tally;", "", "import java.time.Duration;", "import java.util.Map;", "",
             "final class Steps {", "    private Steps() {}", "", "    static Map<String, Object> call(Replay r, String name) {",
             "        return switch (name) {"]
    for step in steps.all(header):
        lines += packed(re.split(r"(?<=,) ", f"{call(step)};"), "                ",
                        first=f'            case "{step.name}" ->')
    return "\n".join(lines + ["            default -> r.byHand(name);", "        };", "    }", "}", ""])
