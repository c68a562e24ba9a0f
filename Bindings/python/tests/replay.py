"""Replays the conformance data (Tests/Conformance/README.md) with this package. A call that `Replay` has not fails."""

import json
import math
import pathlib

import tally
from tally import Batch, Status, Style

STYLE_FIELDS = {1: ("dot_radius",), 2: ("offset_x", "offset_y"), 4: ("font_size",), 8: ("font_weight",),
                16: ("text_color",), 32: ("background_color",), 64: ("max_count",), 128: ("overflow",), 256: ("icon",)}


def cases(folder):
    for file in sorted(pathlib.Path(folder).glob("*.jsonl")):
        for line in file.read_bytes().split(b"\n"):  # A text's own lines end at more than that.
            if line:
                yield json.loads(line)


def integer(value):
    return int(value) if isinstance(value, str) and value.lstrip("-").isdigit() else value


def style(given):
    if given is None:
        return None
    members = {}
    for bit, names in STYLE_FIELDS.items():
        if given.get("fields", 0) & bit:
            values = tuple(integer(given.get(name, 0)) for name in names)
            members["offset" if bit == 2 else names[0]] = values if bit == 2 else values[0]
    return Style(**members)


class Step(dict):
    """A step's arguments; what is missing is None."""

    def __missing__(self, name):
        return None

    def number(self, name):
        return integer(self[name]) or 0

    def has(self, name, bit):
        return bool(self.number(name) & bit)

    def numbers(self, name, *without):
        return {key: integer(value) if key not in ("id", "key") else value
                for key, value in (self[name] or {}).items() if key not in without}

    def content(self, name="bytes"):
        if self["text"] is not None:
            return self["text"]
        return bytes.fromhex(self[name]) if self[name] is not None else None

    def page(self):
        return {"limit": self["limit"] or 10000}


class Replay:
    """A case: its engine, and what its steps have named."""

    def __init__(self, case):
        self.case, self.wall, self.elapsed = case, case.get("wall", 1767225600000), 1000000
        self.engine = tally.Engine(host_driven=True, seed=1, zone=case.get("zone", "UTC"),
                                   clock=lambda: (self.wall, self.elapsed),
                                   **{name: integer(value) for name, value in case.get("options", {}).items()})
        self.scope = self.engine.scope()
        self.accounts, self.feeds, self.nodes, self.tokens, self.looks, self.kept = {}, {}, {}, {}, {}, {}

    def run(self):
        with self.engine:
            for number, step in enumerate(self.case["steps"], 1):
                where = f"{self.case['case']}, step {number}: {json.dumps(step, ensure_ascii=False)[:300]}"
                try:
                    self.play(Step(self.filled_in(step)))
                except AssertionError as problem:
                    raise AssertionError(f"{where}\n{problem}") from None
                except Exception as problem:
                    raise AssertionError(f"{where}\n{problem!r}") from problem

    def filled_in(self, value):
        if isinstance(value, dict):
            return {name: self.filled_in(member) for name, member in value.items()}
        if isinstance(value, list):
            return [self.filled_in(member) for member in value]
        return self.kept[value[1:]] if isinstance(value, str) and value.startswith("$") else value

    def play(self, step):
        status, out = Status.OK, {}
        try:
            result = getattr(self, "do_" + step["call"])(step)
            status, out = result if isinstance(result, tuple) else (result if result is not None else Status.OK, {})
        except tally.TallyError as problem:
            status = problem.status
            assert (step["message"] or "") in problem.message, problem.message
        expected = step["status"] or "TALLY_OK"
        assert status.header_name == expected, f"{status.header_name}, not {expected}"
        for name, value in (step["out"] or {}).items():
            assert name in out, f"{name} did not come out"
            self.compare(name, out[name], value)
        if step["as"]:
            self.kept[step["as"]] = next(out[name] for name in ("text", "bytes", "digest", "revision") if name in out)

    def compare(self, name, actual, expected):
        if isinstance(expected, list):
            assert len(actual) == len(expected), f"{len(actual)} {name}, not {len(expected)}: {actual}"
            for one, other in zip(actual, expected):
                for member, value in other.items():
                    assert member in one, f"{name} have no {member}"
                    self.compare(member, one[member], value)
            return
        if isinstance(actual, Status) and isinstance(expected, str):
            actual = actual.header_name
        if isinstance(actual, bytes):
            actual = actual.hex()
        if isinstance(actual, float):
            assert math.isclose(actual, integer(expected), rel_tol=1e-6), f"{name}: {actual}, not {expected}"
        else:
            wanted = integer(expected) if isinstance(actual, int) else expected
            assert actual == wanted, f"{name}: {actual!r}, not {wanted!r}"

    # --- What steps name ---

    def account(self, step, name="account"):
        return self.accounts[step[name]]

    def feed_id(self, step):
        return self.feeds[step["feed"]].info.state.id

    def key(self, step, name):
        identifier = step[name]
        if identifier in (None, "", 0):
            return 0
        return self.keys(step, [identifier])[0]

    def keys(self, step, identifiers):
        known = {message.id: message.key for message in self.account(step).messages}
        return [known.get(identifier, 2**62) for identifier in identifiers or ()]

    def named(self, event):
        """An event with names in place of identifiers."""
        out = event._asdict()
        tokens = {token: name for name, token in self.tokens.items()}
        out["token"] = tokens.get(event.token, event.token)
        for account in self.accounts.values():
            try:
                if account.info.id == event.account:
                    out["account"] = account.name
                    out["feed"] = next((feed.name for feed in account.feeds if feed.id == event.feed), event.feed)
            except tally.NotFoundError:
                pass
        return out

    @staticmethod
    def entries(page):
        return (Status.MORE if getattr(page, "more", False) else Status.OK,
                {"entries": [entry._asdict() for entry in page]})

    # --- Steps that are no functions ---

    def do_go(self, step):
        self.elapsed += step["to"] - self.wall
        self.do_wall(step)

    def do_wall(self, step):
        self.wall = step["to"]
        self.engine.step()

    def do_step(self, step):
        self.engine.step()

    def do_events(self, step):
        return Status.OK, {"entries": [self.named(event) for event in self.engine.events()]}

    # --- Engine and accounts ---

    def do_engine_total(self, step):
        return Status.OK, self.engine.total._asdict()

    def do_engine_verify(self, step):
        self.engine.verify()

    def do_zone_set(self, step):
        self.engine.set_zone(step["name"])

    def do_account_open(self, step):
        self.accounts[step["account"]] = self.engine.account(step["account"], **step.numbers("options"))

    def do_account_log_in(self, step):
        self.account(step).log_in(step["token"])

    def do_account_log_out(self, step):
        self.account(step).log_out()

    def do_account_foreground(self, step):
        self.account(step).foreground(step["foreground"])

    def do_account_network_changed(self, step):
        self.account(step).network_changed(step["available"])

    def do_account_woke(self, step):
        self.account(step).woke()

    def do_account_info(self, step):
        return Status.OK, self.account(step).info._asdict()

    def do_account_list(self, step):
        page = self.engine.account_page(step["after"], **step.page())
        return Status.MORE if page.more else Status.OK, {"entries": [{"name": name} for name in page]}

    def do_account_drop(self, step):
        self.engine.drop_account(step["name"])

    def do_account_hash(self, step):
        return Status.OK, {"partition": tally.account_hash(step["name"], step.number("partitions"))}

    def do_account_snapshot(self, step):
        return Status.OK, {"bytes": self.account(step).snapshot_all().hex()}

    def do_account_restore(self, step):
        self.engine.restore_account(step["name"], step.content("snapshot"))

    def do_account_verify(self, step):
        self.account(step).verify()

    # --- Badges ---

    def do_badge_set(self, step):
        self.account(step).set(step["path"], step.number("count"))

    def do_badge_set_until(self, step):
        self.account(step).set(step["path"], step.number("count"), step.number("until"))

    def do_badge_dot(self, step):
        self.account(step).dot(step["path"])

    def do_badge_dot_until(self, step):
        self.account(step).dot(step["path"], step.number("until"))

    def do_badge_add(self, step):
        self.account(step).add(step["path"], step.number("delta"))

    def do_badge_clear(self, step):
        return self.account(step).clear(step["path"])

    def do_badge_force(self, step):
        self.account(step).force(step["path"])

    def do_badge_mute(self, step):
        self.account(step).mute(step["path"], step.number("mode"), step.number("until"))

    def do_badge_get(self, step):
        return Status.OK, self.account(step).get(step["path"])._asdict()

    def do_badge_list(self, step):
        page = self.account(step).list(step["path"], subtree=step.has("flags", 1))
        return Status.OK, {"revision": page.revision, **self.entries(page)[1]}

    def do_badge_changes(self, step):
        changes = tally.Changes(self.account(step), step.number("since"), step.number("epoch"), step["limit"] or 10000)
        status, entries = changes.read()
        return status, {"entries": [entry._asdict() for entry in sorted(entries, key=lambda e: e.path.encode())],
                        "revision": changes.revision}

    def do_badge_explain(self, step):
        return self.entries(self.account(step).explain(step["path"]))

    def do_badge_snapshot(self, step):
        data = self.account(step).snapshot(step["path"])
        assert bytes(self.account(step).take(step["path"])) == data
        return Status.OK, {"bytes": data.hex()}

    def do_badge_restore(self, step):
        self.account(step).restore(step["path"], step.content("snapshot"))

    def do_badge_digest(self, step):
        return Status.OK, {"digest": self.account(step).digest(step["path"])}

    def do_badge_diff(self, step):
        patch = self.account(step, "from").diff(step["from_path"], self.account(step, "to"), step["to_path"])
        return Status.OK, {"bytes": patch.hex()}

    def do_badge_apply(self, step):
        self.account(step).apply(step["path"], step.content("patch"), force=step.has("flags", 1))

    def do_snapshot_diff(self, step):
        old, new = bytes.fromhex(step["from"]), bytes.fromhex(step["to"])
        patch = tally.diff(old, new)
        with tally.Snapshot(old) as one, tally.Snapshot(new) as other:
            assert one.diff(other) == patch
        return Status.OK, {"bytes": patch.hex()}

    def do_patch_inverse(self, step):
        return Status.OK, {"bytes": tally.inverse(step.content("patch")).hex()}

    def do_badge_batch(self, step):
        batch, options = Batch(), step["options"] or {}
        for operation in map(Step, step["operations"]):
            where = self.nodes[operation["node"]] if operation["node"] else operation["path"]
            batch.append(operation["kind"], where, operation.number("value"), operation.number("until"))
        answer, problem = None, None
        try:
            answer = self.account(step).batch(
                batch, source=options.get("source"), id=options.get("id"), epoch=integer(options.get("epoch", 0)),
                position=integer(options.get("position", 0)))
        except tally.TallyError as error:
            problem = error
        if step["out"] and "operations" in step["out"]:
            self.compare("operations", [result._asdict() for result in batch.results], step["out"].pop("operations"))
        if problem:
            raise problem
        return answer.status, {"revision": answer.revision}

    def do_batch_position(self, step):
        epoch, position = self.account(step).batch_position(step["source"])
        return Status.OK, {"epoch": epoch, "position": position}

    # --- Nodes ---

    def do_node_resolve(self, step):
        self.nodes[step["node"]] = self.account(step).node(step["path"])

    def do_node_release(self, step):
        self.nodes[step["node"]].path
        self.nodes[step["node"]].close()

    def do_node_path(self, step):
        return Status.OK, {"text": self.nodes[step["node"]].path}

    def do_node_set(self, step):
        self.nodes[step["node"]].set(step.number("count"))

    def do_node_dot(self, step):
        self.nodes[step["node"]].dot()

    def do_node_add(self, step):
        self.nodes[step["node"]].add(step.number("delta"))

    def do_node_clear(self, step):
        return self.nodes[step["node"]].clear()

    def do_node_force(self, step):
        self.nodes[step["node"]].force()

    def do_node_mute(self, step):
        self.nodes[step["node"]].mute(step.number("mode"), step.number("until"))

    def do_node_get(self, step):
        return Status.OK, self.nodes[step["node"]].get()._asdict()

    # --- Paths ---

    def do_path_escape(self, step):
        return Status.OK, {"text": tally.paths.escape(step["name"])}

    def do_path_join(self, step):
        return Status.OK, {"text": tally.paths.join(step["path"], step["name"])}

    def do_path_parent(self, step):
        return Status.OK, {"text": tally.paths.parent(step["path"])}

    def do_path_component(self, step):
        return Status.OK, {"text": tally.paths.component(step["path"], step.number("index"))}

    # --- Presentation ---

    def do_style_set(self, step):
        self.account(step).set_style(step["path"], style(step["style"]))

    def do_style_get(self, step):
        told = self.account(step).style(step["path"])
        out = {"fields": 0, "icon": told.icon or "", **{name: getattr(told, name, None) or 0 for name in
                                                        tally.Style._fields if name != "icon"}}
        out["offset_x"], out["offset_y"] = told.offset or (0.0, 0.0)
        for bit, names in STYLE_FIELDS.items():
            out["fields"] |= bit if getattr(told, "offset" if bit == 2 else names[0]) is not None else 0
        return Status.OK, out

    def do_badge_present(self, step):
        presentation, text = self.account(step).present(step["path"])
        return Status.OK, {"text": text, **presentation._asdict()}

    def do_present(self, step):
        presentation, text = tally.present(step.number("shows"), step.number("count"), style(step["style"]))
        return Status.OK, {"text": text, **presentation._asdict()}

    # --- Watching ---

    def watch(self, step, token):
        self.tokens[step["token"]] = token

    def do_observe(self, step):
        self.watch(step, self.scope.observe(self.account(step), step["path"], subtree=step.has("flags", 1),
                                            initial=step.has("flags", 2)))

    def do_observe_messages(self, step):
        self.watch(step, self.scope.observe_messages(self.account(step), step["path"],
                                                     subtree=step.has("flags", 1)))

    def do_observe_groups(self, step):
        self.watch(step, self.scope.observe_groups(self.account(step), initial=step.has("flags", 2)))

    def do_observe_total(self, step):
        self.watch(step, self.scope.observe_total(initial=step.has("flags", 2)))

    def do_unobserve(self, step):
        self.scope.unobserve(self.tokens[step["token"]])

    def do_message_view_begin(self, step):
        look = self.looks[step["token"]] = self.scope.look(self.account(step), step["path"])
        return look.status

    def do_message_view_end(self, step):
        self.looks[step["token"]].close()

    # --- Feeds ---

    def do_feed_add(self, step):
        self.feeds[step["feed"]] = self.account(step).feeds.add(step["feed"], **step.numbers("options"))

    def do_feed_list(self, step):
        return self.entries(self.account(step).feeds.page(step["after"], **step.page()))

    def do_feed_rejected(self, step):
        return self.entries(self.account(step).feeds.rejected_page(self.feed_id(step), step.number("after"),
                                                                   **step.page()))

    def do_feed_remove(self, step):
        self.feeds[step["feed"]].remove()

    def do_feed_refresh(self, step):
        self.feeds[step["feed"]].refresh()

    def do_feed_deliver(self, step):
        self.feeds[step["feed"]].deliver(step.content())

    def do_feed_push(self, step):
        self.feeds[step["feed"]].push(step.content("payload"))

    def do_push(self, step):
        self.account(step).push(step.content("payload"))

    def do_push_badge(self, step):
        self.account(step).push_badge(step["path"])

    def do_mapping_try(self, step):
        return Status.OK, {"text": tally.try_mapping(step.content("body"), preset=step["preset"],
                                                     mapping=step["mapping"])}

    # --- Messages and groups ---

    def do_message_post(self, step):
        self.account(step).messages.post(step["path"], **step.numbers("options"))

    def do_message_remove(self, step):
        self.account(step).messages.remove(step["id"])

    def do_message_list(self, step):
        return self.entries(self.account(step).messages.page(
            step["path"], subtree=step.has("flags", 1), unread=step.has("flags", 2), after=self.key(step, "after"),
            **step.page()))

    def do_message_counts(self, step):
        return Status.OK, self.account(step).messages.counts(step["path"], subtree=step.has("flags", 1))._asdict()

    def do_message_read(self, step):
        return Status.OK, {"changed": self.account(step).messages.read(self.keys(step, step["keys"]))}

    def do_message_unread(self, step):
        return Status.OK, {"changed": self.account(step).messages.unread(self.keys(step, step["keys"]))}

    def do_message_read_path(self, step):
        return Status.OK, {"changed": self.account(step).messages.read_path(step["path"],
                                                                            subtree=step.has("flags", 1))}

    def do_message_read_until(self, step):
        return Status.OK, {"changed": self.account(step).messages.read_until(
            step["path"], self.key(step, "last"), subtree=step.has("flags", 1))}

    def do_group_configure(self, step):
        self.account(step).groups.configure(step.number("grouping"), step["language"])

    def do_group_list(self, step):
        return self.entries(self.account(step).groups.page(
            step["language"], hidden=step.has("flags", 1), after=self.key(step, "after"), **step.page()))

    def do_group_get(self, step):
        return Status.OK, self.account(step).groups.get(step["thread"], step["language"],
                                                        hidden=step.has("flags", 1))._asdict()

    def do_group_messages(self, step):
        return self.entries(self.account(step).groups.messages_page(step["thread"], self.key(step, "after"),
                                                                    **step.page()))

    def do_group_seen(self, step):
        self.account(step).groups.seen(step["thread"])

    def do_group_dismiss(self, step):
        return Status.OK, {"changed": self.account(step).groups.dismiss(step["thread"],
                                                                        self.keys(step, step["keys"]))}

    def do_category_set(self, step):
        self.account(step).groups.set_category(step["id"], step["summary"], step["hidden"])

    def do_strings_set(self, step):
        self.account(step).groups.set_strings(step["key"], step["language"], **(step["forms"] or {}))

    def do_strings_import(self, step):
        taken, skipped = self.account(step).groups.import_strings(step["kind"], step.content(), step["language"])
        return Status.OK, {"taken": taken, "skipped": skipped}

    # --- Outbox ---

    def do_outbox_configure(self, step):
        self.account(step).outbox.configure(**step.numbers("options", "flags"))

    def do_outbox_lease(self, step):
        return self.entries(self.account(step).outbox.lease(step.number("duration"), step["limit"] or 10000))

    def do_outbox_ack(self, step):
        return self.account(step).outbox.ack(step.number("sequence"), step.content("answer"))

    def do_outbox_fail(self, step):
        return self.account(step).outbox.fail(step.number("sequence"), step.number("attempt"),
                                              step.number("retry_after"))

    def do_outbox_list(self, step):
        return self.entries(self.account(step).outbox.page(step.number("after"), **step.page()))

    def do_outbox_counts(self, step):
        return Status.OK, self.account(step).outbox.counts()._asdict()

    def do_outbox_retry(self, step):
        return Status.OK, {"count": self.account(step).outbox.retry(step.number("sequence"))}

    def do_outbox_purge(self, step):
        return Status.OK, {"count": self.account(step).outbox.purge(step.number("sequence"))}

    # --- Reminders ---

    def do_reminder_put(self, step):
        options = step.numbers("options", "flags")
        self.account(step).reminders.put(step["id"], shelf_life=options.pop("shelf_life", None),
                                         shelf_unit=options.pop("shelf_unit", None), **options)

    def do_reminder_edit(self, step):
        clear = (step["options"] or {}).get("flags", 0)
        self.account(step).reminders.edit(step["id"], clear=clear, **step.numbers("options", "flags"))

    def do_reminder_done(self, step):
        self.account(step).reminders.done(step["id"])

    def do_reminder_undone(self, step):
        self.account(step).reminders.undone(step["id"])

    def do_reminder_delete(self, step):
        self.account(step).reminders.delete(step["id"])

    def do_reminder_snooze(self, step):
        self.account(step).reminders.snooze(step["id"], step.number("until"))

    def do_reminder_acknowledge(self, step):
        self.account(step).reminders.acknowledge(step["id"])

    def do_reminder_list(self, step):
        return self.entries(self.account(step).reminders.page(step["after"], **step.page()))

    def do_reminder_plan(self, step):
        options = step.numbers("options", "flags")
        difference = self.account(step).reminders.plan(anew=bool((step["options"] or {}).get("flags")), **options)
        return Status.OK, {**difference.plan._asdict(), **self.entries(difference)[1]}

    def do_reminder_log(self, step):
        return self.entries(self.account(step).reminders.log_page(step.number("after"), **step.page()))

    def do_reminder_export(self, step):
        return Status.OK, {"text": self.account(step).reminders.export()}

    def do_reminder_import(self, step):
        taken, passed_over = self.account(step).reminders.import_calendar(step.content())
        return Status.OK, {"taken": taken, "passed_over": passed_over}
