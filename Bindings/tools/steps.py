"""The calls of each step of the conformance data (Tests/Conformance/README.md): the one table from which the replays'
dispatch is generated (emit_steps_*.py). Steps that are idiomatic to a language, or that no rule covers, are written by
hand in its replay.

A row: the function of the header without tally_, then who has the method, its name and its arguments, which have the
types that the header says. `?`: NULL where a step does not have it; `~`: empty. `name:kind` has a kind of its own:

    key      an identifier of a message, for which its key is given
    bool     a number that is one
    room     the limit of a step
    file     the name of a file in the folder of the case
"""

import collections
import re

import roles

TABLE = """
engine_total             engine.total()
engine_verify            engine.verify()
engine_set_zone                 engine.set_zone(name?)
engine_flush             engine.flush()
engine_limits            engine.limits()
engine_stats             engine.stats()
engine_backup            engine.backup(file:file, flags)
engine_recover           tally.recover(damaged:file, fresh:file)
engine_set_foreground    engine.set_foreground(foreground:bool)
engine_set_network       engine.set_network(available:bool)
engine_woke              engine.woke()
engine_dispatch          engine.dispatch()
engine_interrupt         engine.interrupt()
engine_timeout           engine.timeout()
engine_descriptor        engine.descriptor()
account_log_in           account.log_in(token?)
account_log_out          account.log_out()
account_get              account.state()
account_list             engine.accounts(after?, limit)
account_remove             engine.remove_account(name)
account_hash             tally.account_hash(name, partitions)
account_export          account.account_snapshot()
account_import          engine.import_account(name, snapshot)
account_verify           account.verify()
badge_set                account.set(path, count)
badge_set_until          account.set_until(path, count, until)
badge_dot                account.dot(path)
badge_dot_until          account.dot_until(path, until)
badge_add                account.add(path, delta)
badge_clear              account.clear(path) status
badge_clear_tree              account.clear_tree(path) status
badge_mute               account.mute(path, mode, until)
badge_get                account.get(path)
badge_list               account.list(path, flags)
badge_explain            account.explain(path)
badge_digest             account.digest(path)
badge_diff               from.diff(from_path, to, to_path)
badge_apply              account.apply(path, patch, flags)
badge_present            account.present(path)
batch_position           account.batch_position(source)
patch_inverse            tally.patch_inverse(patch)
node_release             node.release()
node_path                node.path()
node_set                 node.set(count)
node_dot                 node.dot()
node_set_until           node.set_until(count, until)
node_dot_until           node.dot_until(until)
node_add                 node.add(delta)
node_clear               node.clear() status
node_clear_tree               node.clear_tree() status
node_mute                node.mute(mode, until)
node_get                 node.get()
path_escape              tally.path_escape(name)
path_join                tally.path_join(path, name)
path_parent              tally.path_parent(path)
path_component           tally.path_component(path, index)
style_set                account.set_style(path, style)
style_get                account.style(path)
present                  tally.present(kind, count, style)
observe                  scope.observe(account, path, flags)
observe_messages         scope.observe_messages(account, path, flags)
observe_groups           scope.observe_groups(account, flags)
observe_total            scope.observe_total(flags)
observe_feed             scope.observe_feed(feed)
unobserve                scope.unobserve(token)
view_begin       scope.begin_view(account, path)
view_end         scope.end_view(token)
widget_refresh   scope.refresh_widgets()
feed_list                account.feeds(after?, limit)
feed_rejected            account.rejected(feed, after, limit)
feed_remove              feed.remove()
feed_refresh             feed.refresh()
feed_refresh_now         feed.refresh_now()
feed_cancel              feed.cancel()
feed_pause               feed.pause(paused:bool)
feed_page_shown          feed.page_shown(page)
feed_page_hidden         feed.page_hidden(page)
feed_get                 feed.get()
feed_deliver             feed.deliver(bytes)
feed_push                feed.push(payload)
push                     account.push(payload)
push_badge_path               account.push_badge_path(path?)
mapping_try              tally.mapping_try(preset?, mapping?, body)
message_post             account.post(path, options)
message_withdraw           account.withdraw(id)
message_list             account.messages(path, flags, after:key, limit)
message_counts           account.message_counts(path, flags)
message_read             account.read(keys)
message_read_path        account.read_path(path, flags)
message_read_until       account.read_until(path, flags, last:key)
message_unread           account.unread(keys)
message_mark_seen        account.mark_seen(keys)
group_configure          account.configure_groups(grouping, language?)
group_list               account.groups(language?, flags, after:key, limit)
group_get                account.group(thread~, language?, flags)
group_messages           account.group_messages(thread~, after:key, limit)
group_seen               account.group_seen(thread~)
group_dismiss            account.dismiss(thread~)
category_set             account.set_category(id, summary?, hidden?)
strings_set              account.set_strings(key, language?, forms)
strings_import           account.import_strings(kind, bytes, language?)
outbox_configure         account.configure_outbox(options)
outbox_lease             account.lease_outbox(duration, limit)
outbox_ack               account.ack_outbox(sequence, response) status
outbox_fail              account.fail_outbox(sequence, attempt, retry_after) status
outbox_list              account.outbox(after, limit)
outbox_counts            account.outbox_counts()
outbox_retry             account.retry_outbox(sequence)
outbox_retry_all         account.retry_all_outbox()
outbox_remove             account.remove_outbox(sequence)
outbox_remove_failed     account.remove_failed_outbox()
reminder_put             account.put_reminder(id, options)
reminder_edit            account.edit_reminder(id, options)
reminder_done            account.reminder_done(id)
reminder_undone          account.reminder_undone(id)
reminder_remove          account.remove_reminder(id)
reminder_snooze          account.snooze_reminder(id, until)
reminder_acknowledge     account.acknowledge_reminder(id)
reminder_list            account.reminders(after?, limit)
reminder_plan            account.plan_reminders(options)
reminder_log             account.reminder_log(after, limit)
reminder_export          account.export_reminders()
reminder_import          account.import_reminders(bytes)
"""
# Steps that a replay has by hand in every language: they make what later steps name, have arguments or results that
# languages do not say alike, or are no functions. With each step, what it calls of the header besides the function of
# its name.
BY_HAND = {
    "go": ["engine_step"], "wall": ["engine_step"], "step": ["engine_step"], "events": ["engine_next_event"],
    "account_open": ["account_release"], "badge_changes": [], "badge_batch": [], "node_apply": [], "node_resolve": [],
    "engine_batch": [], "engine_position": [], "engine_export": [], "engine_import": [],
    "feed_add": ["feed_release"], "snapshot_take": ["snapshot_encode", "snapshot_release"],
    "snapshot_restore": ["snapshot_decode"], "snapshot_diff": ["snapshot_decode"], "widget_bind": [], "drawn": [],
    "engine_set_notify": [], "notified": [], "engine_set_transport": [], "requests": [], "transport_respond": [],
    "transport_progress": [], "version": ["version_text"], "status_name": [], "status_message": []}
# Every case calls these, because it has an engine and a scope, and a step that fails has a message.
ALWAYS = ["engine_open", "engine_close", "scope_open", "scope_close", "error_message"]
# Steps that a language has no method for, and why. Its replay skips a case that has one of them.
LACKS = {
    "Lua": {"engine_set_notify": "the library calls it from another thread, which a Lua state does not permit"},
    "Ruby": {"engine_set_notify": "the library calls it from another thread, which Fiddle does not permit"},
    "Go": {"engine_interrupt": "the context of NextEvent ends a wait"},
    "Node": {"engine_dispatch": "Engine.dispatch takes all events, and emits those without a listener",
             "engine_interrupt": "no call waits for an event",
             "engine_set_notify": "the library calls it from another thread; Node's loop polls the descriptor",
             "engine_set_transport": "a transport gives a promise, which Node's loop fulfils when a step is over",
             "feed_refresh_now": "it gives a promise, which Node's loop fulfils when a step is over"},
}
# Functions that no case calls in any language, and why.
WITHOUT_CASE = {f"trace_{name}": "tools of developers use the header" for name in ("open", "next", "descriptor", "close")}
# Functions that a language does not call in any case, and why.
_TAKES = "callbacks are called outside the library, with the events that tally_engine_next_event gives"
_PIPE = "a thread that waits also waits for a pipe, so that a signal ends the wait"
NOT_CALLED = {
    "Lua": {"engine_dispatch": _TAKES},
    "Ruby": {"engine_dispatch": _TAKES, "engine_interrupt": _PIPE},
    "Python": {"engine_interrupt": _PIPE},
    "Node": {"transport_respond": "see engine_set_transport", "transport_progress": "see engine_set_transport"},
    "Java": {"engine_dispatch": _TAKES, "view_end": "a Subscription ends a view by tally_unobserve, which does the same"},
}


def called_by(name):
    """The functions of the header, without tally_, that a step calls."""
    own = [] if name in ("go", "wall", "step", "events", "drawn", "notified", "requests") else [name]
    return own + BY_HAND.get(name, [])


# In languages where an account has a part for each kind of things, the methods that are called otherwise there.
ROOMS = {
    "account_export": "export_account", "badge_set_until": "set", "badge_dot_until": "dot", "node_set_until": "set",
    "node_dot_until": "dot",
    "patch_inverse": "inverse", "path_escape": "escape",
    "path_join": "join", "path_parent": "parent", "path_component": "component", "mapping_try": "try_mapping",
    "account_list": "account_page", "feed_list": "feeds.page", "feed_rejected": "feeds.rejected_page",
    "message_list": "messages.page", "group_list": "groups.page", "group_messages": "groups.messages_page",
    "category_set": "groups.set_category", "strings_set": "groups.set_strings",
    "strings_import": "groups.import_strings", "outbox_list": "outbox.page", "reminder_list": "reminders.page",
    "reminder_log": "reminders.log_page",}
for _room, _names in [("message", "post withdraw counts read read_path read_until unread mark_seen"),
                      ("group", "configure get seen dismiss"),
                      ("outbox", "configure lease ack fail counts retry retry_all remove remove_failed"),
                      ("reminder", "done undone remove snooze acknowledge put edit export import")]:
    for _name in _names.split():
        ROOMS[f"{_room}_{_name}"] = f"{_room}{'' if _room == 'outbox' else 's'}.{_name}"
# The names of flags, each from the lowest bit; "" is none of the function.
FLAGS = {"engine_backup": ["replace"], "badge_list": ["subtree"], "badge_apply": ["overwrite"], "observe": ["subtree", "initial"],
         "observe_messages": ["subtree"], "observe_groups": ["", "initial"], "observe_total": ["", "initial"],
         "message_list": ["subtree", "unread"], "message_counts": ["subtree"], "message_read_path": ["subtree"],
         "message_read_until": ["subtree"], "group_list": ["hidden"], "group_get": ["hidden"]}

Argument = collections.namedtuple("Argument", "name kind optional")
Step = collections.namedtuple("Step", "name function receiver method arguments result names")


def all(header):
    functions = {function.name: function for function in header.functions}
    for row in TABLE.strip().splitlines():
        found = re.fullmatch(r"(\w+) +(\w+)\.(\w+)\((.*?)\) ?(status)?", row)
        name, receiver, method, arguments, status = found.groups()
        function = functions[f"tally_{name}"]
        parts = roles.of(header, function)
        result, names = result_of(parts, "limit" in arguments.split(", "))
        yield Step(name, function, receiver, method, [argument(parts, each) for each in arguments.split(", ") if each],
                   status or result, names)


def argument(parts, text):
    name, kind, optional = re.fullmatch(r"(\w+)(?::(\w+))?([?~]?)", text).groups()
    if name == "limit":
        return Argument(name, "room", optional)
    role = next(part for part in parts if part[1] == name)
    if role[0] in ("integer", "struct", "handle"):
        kind = kind or {"token": "token"}.get(name, role[2])
    return Argument(name, kind or role[0], optional)


def result_of(parts, has_limit=False):
    """The result of a function, and its name: page, list, structure (of a type), text, bytes, number, numbers,
    token, done."""
    kinds = collections.defaultdict(list)
    for part in parts:
        kinds[part[0]].append(part)
    outs = [part[1][len("out_"):] for part in kinds["out"]]
    if kinds["list"] and not has_limit and any(part[1] == "thread" for part in parts):
        return "structure", kinds["list"][0][2]  # The one row of tally_group_get.
    if kinds["list"]:
        return "page" if has_limit else "list", kinds["list"][0][2]
    if kinds["filled"]:
        return "structure", kinds["filled"][0][2]
    if kinds["buffer"]:
        return kinds["buffer"][0][2], None
    if outs == ["token"]:
        return "token", None
    return ("numbers" if len(outs) > 1 else "number" if outs else "done"), outs
