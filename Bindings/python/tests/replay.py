"""Replays the conformance data (Tests/Conformance/README.md) with this package. A call that neither
`STEPS` nor `Replay` has fails."""

import json
import math
import pathlib
import tempfile

from steps import STEPS
from values import STYLE_FIELDS, integer

import tally
from tally import Batch, Status


def cases(folder):
    for file in sorted(pathlib.Path(folder).glob("*.jsonl")):
        for line in file.read_bytes().split(b"\n"):  # A text's own lines end at more than that.
            if line:
                yield json.loads(line)


# A step keeps the first of these that comes out.
KEPT = ("text", "bytes", "digest", "revision", "next")


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


class Drawing:
    """A widget that notes how it is drawn."""

    def __init__(self, drawn):
        for function in ("show_dot", "show_number", "show_icon", "hide"):
            setattr(self, function, lambda path, look, text, name=function: drawn.append(
                {"function": name, "path": path, "text": text}))


class Replay:
    """A case: its engine, and what its steps have named."""

    def __init__(self, case):
        self.case, self.wall, self.elapsed = case, case.get("wall", 1767225600000), 1000000
        self.folder = tempfile.TemporaryDirectory() if "file" in case else None
        file = self.folder and str(pathlib.Path(self.folder.name, case["file"]))
        self.engine = tally.Engine(file, host_driven=True, seed=1, zone=case.get("zone", "UTC"),
                                   clock=lambda: (self.wall, self.elapsed),
                                   **{name: integer(value) for name, value in case.get("options", {}).items()})
        self.scope = self.engine.scope()
        self.accounts, self.feeds, self.nodes, self.tokens, self.views, self.kept = {}, {}, {}, {}, {}, {}
        self.notices, self.drawn, self.requests, self.sent = 0, [], [], {}

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
        if self.folder:
            self.folder.cleanup()

    def filled_in(self, value):
        if isinstance(value, dict):
            return {name: self.filled_in(member) for name, member in value.items()}
        if isinstance(value, list):
            return [self.filled_in(member) for member in value]
        return self.kept[value[1:]] if isinstance(value, str) and value.startswith("$") else value

    def play(self, step):
        status, out = Status.OK, {}
        try:
            function, *names = STEPS.get(step["call"]) or (getattr(Replay, "do_" + step["call"]),)
            status, out = self.told(function(self, step), names)
        except tally.TallyError as problem:
            status = problem.status
            assert (step["message"] or "") in problem.message, problem.message
        expected = step["status"] or "TALLY_OK"
        assert status.header_name == expected, f"{status.header_name}, not {expected}"
        for name, value in (step["out"] or {}).items():
            assert name in out, f"{name} did not come out"
            self.compare(name, out[name], value)
        if step["as"]:
            self.kept[step["as"]] = next(out[name] for name in KEPT if name in out)

    def told(self, result, names):
        """The status and the outputs of what a method returns."""
        if names:
            return Status.OK, dict(zip(names, result if isinstance(result, tuple) else [result]))
        if isinstance(result, bytes):
            return Status.OK, {"bytes": result.hex()}
        if isinstance(result, str):
            return Status.OK, {"text": result}
        if isinstance(result, list):
            entries = [{"name": entry} if isinstance(entry, str) else entry._asdict() for entry in result]
            following = getattr(result, "next", None)
            return (Status.MORE if getattr(result, "more", False) else Status.OK,
                    {"entries": entries, **({"next": following} if following else {})})
        if hasattr(result, "_asdict"):
            return Status.OK, result._asdict()
        if isinstance(result, tuple) and isinstance(result[0], tally.Presentation):
            return Status.OK, {"text": result[1], **result[0]._asdict()}
        return result if isinstance(result, tuple) else (Status.OK if result is None else result, {})

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

    def feed(self, step):
        return self.feeds[step["feed"]]

    def node(self, step):
        return self.nodes[step["node"]]

    def feed_id(self, step):
        return self.feeds[step["feed"]].info.state.id if step["feed"] else 0

    def key(self, step, name):
        return self.keys(step, [step[name]])[0] if step[name] else 0

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
                if account.state.id == event.account:
                    out["account"] = account.name
                    out["feed"] = next((feed.name for feed in account.feeds if feed.id == event.feed), event.feed)
            except tally.NotFoundError:
                pass
        return out

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

    # --- Steps that make what others name ---

    def do_account_open(self, step):
        self.accounts[step["account"]] = self.engine.account(step["account"], **step.numbers("options"))

    def do_account_find(self, step):
        account = self.account(step)
        with self.engine.find_account(account.state.id) as found:
            assert found.name == account.name

    def do_badge_changes(self, step):
        changes = tally.Changes(self.account(step), step.number("since"), step.number("epoch"), step["limit"] or 10000)
        status, entries = changes.read()
        return status, {"entries": [entry._asdict() for entry in sorted(entries, key=lambda e: e.path.encode())],
                        "revision": changes.revision}

    def results(self, step, batch):
        """Compares what each operation answered, also where the call failed."""
        if step["out"] and "operations" in step["out"]:
            self.compare("operations", [result._asdict() for result in batch.results], step["out"].pop("operations"))

    def do_badge_batch(self, step):
        batch, options = Batch(), step["options"] or {}
        for operation in map(Step, step["operations"]):
            where = self.nodes[operation["node"]] if operation["node"] else operation["path"]
            batch.append(operation["kind"], where, operation.number("value"), operation.number("until"))
        answer, problem = None, None
        try:
            answer = self.account(step).batch(
                batch, each=bool(options.get("flags", 0)), source=options.get("source"), id=options.get("id"), epoch=integer(options.get("epoch", 0)),
                position=integer(options.get("position", 0)))
        except tally.TallyError as error:
            problem = error
        self.results(step, batch)
        if problem:
            raise problem
        return answer.status, {"revision": answer.revision}

    # --- Many accounts ---

    def do_engine_batch(self, step):
        items = []
        for given in map(Step, step["items"]):
            item = tally.Item(given["account"], id=given["id"], time=given["time"])
            for operation in map(Step, given["operations"]):
                item.append(operation["kind"], operation["path"], operation.number("value"), operation["until"])
            items.append(item)
        options = step["options"] or {}
        status = self.engine.batch(items, source=options.get("source"), epoch=integer(options.get("epoch", 0)),
                                   position=integer(options.get("position", 0)))
        return status, {"items": [{"status": item.status} for item in items]}

    def do_engine_get_position(self, step):
        return self.engine.position(step["source"])

    def do_engine_import(self, step):
        imports = [(given.get("account"), bytes.fromhex(given["bytes"])) for given in step["imports"]]
        statuses = self.engine.import_all(imports, replace=step.has("flags", 1))
        return (Status.PARTIAL if any(statuses) else Status.OK,
                {"imports": [{"status": status} for status in statuses]})

    def do_node_resolve(self, step):
        self.nodes[step["node"]] = self.account(step).node(step["path"])

    def do_feed_add(self, step):
        self.feeds[step["feed"]] = self.account(step).feeds.add(step["feed"], **step.numbers("options"))

    def do_feed_find(self, step):
        self.feeds[step["feed"]] = self.account(step).feeds.get(step["feed"])

    def do_feed_find_by_id(self, step):
        with self.account(step).feeds.get_by_id(self.feed_id(step)) as found:
            assert found.name == self.feed(step).name

    def do_snapshot_take(self, step):
        with self.account(step).snapshot(step["path"]) as snapshot:
            return snapshot.encode()

    def do_badge_restore(self, step):
        with tally.Snapshot.decode(step.content("snapshot")) as snapshot:
            self.account(step).restore(snapshot, step["path"])

    def do_snapshot_diff(self, step):
        with tally.Snapshot.decode(step.content("from")) as old, tally.Snapshot.decode(step.content("to")) as new:
            return old.diff(new)

    def do_snapshot_list(self, step):
        with tally.Snapshot.decode(step.content("snapshot")) as snapshot:
            return snapshot.list_page(step["path"], subtree=step.has("flags", 1), after=step["after"],
                                      limit=step["limit"] or 10000)

    # --- What the library calls ---

    def do_widget_bind(self, step):
        self.watch(step, self.scope.bind(self.account(step), step["path"], Drawing(self.drawn)))

    def do_drawn(self, step):
        return Status.OK, {"entries": self.taken(self.drawn)}

    def notice(self):
        self.notices += 1

    def do_engine_set_notify(self, step):
        self.engine.set_notify(self.notice if step.number("on") else None)

    def do_notified(self, step):
        count, self.notices = self.notices, 0
        return Status.OK, {"count": count}

    def send(self, request):
        if request.kind == tally.RequestKind.SEND:
            self.sent[f"r{len(self.sent) + 1}"] = request
        name = next(name for name, each in self.sent.items() if each.id == request.id)
        self.requests.append({"kind": request.kind, "method": request.method, "url": request.url, "request": name})

    def do_engine_set_transport(self, step):
        self.engine.set_transport(self.send if step.number("on") else None)

    def do_requests(self, step):
        return Status.OK, {"entries": self.taken(self.requests)}

    def do_transport_respond(self, step):
        lines = [line.split(": ", 1) for line in (step["headers"] or "").splitlines()]
        self.sent[step["request"]].respond(step["code"], lines, step.content("body") or b"")

    def do_transport_progress(self, step):
        self.sent[step["request"]].progress()

    def taken(self, gathered):
        entries = list(gathered)
        gathered.clear()
        return entries

    # --- What needs no engine ---

    def do_version(self, step):
        return Status.OK, {"number": tally.version_number(), "text": tally.version()}

    def do_status_name(self, step):
        return tally.status_name(step["number"])

    def do_status_message(self, step):
        return tally.status_message(step["number"])

    # --- What is more than a call ---

    def file(self, step, name):
        return pathlib.Path(self.folder.name if self.folder else ".", step[name])

    def timeout(self):
        timeout = self.engine.timeout
        return Status.OK, {"timeout": -1 if timeout is None else round(timeout * 1000)}

    def feed_state(self, step):
        info = self.feed(step).info
        return Status.OK, {**info.state._asdict(), "text": info.title}

    def watch(self, step, token):
        self.tokens[step["token"]] = token

    def begin_view(self, step):
        view = self.views[step["token"]] = self.scope.begin_view(
            self.account(step), step["path"], subtree=step.has("flags", 1), read=step.has("flags", 2))
        return view.status

    def node_release(self, step):
        self.node(step).path
        self.node(step).close()

    def revised(self, page):
        status, out = self.told(page, [])
        return status, {"revision": page.revision, **out}

    def plan(self, step):
        difference = self.account(step).reminders.plan(from_scratch=bool((step["options"] or {}).get("flags")),
                                                       **step.numbers("options", "flags"))
        if step["token"]:
            self.tokens[step["token"]] = difference.token
        return Status.OK, {**difference.plan._asdict(), **self.told(difference, [])[1]}

    def imported(self, step):
        done = self.account(step).reminders.import_calendar(step.content("bytes"))
        return Status.OK, {"taken": done.taken, "skipped": done.skipped, **self.told(done, [])[1]}

    def badge(self, step):
        return tally.Badge(kind=tally.BadgeKind(step["badge"]["kind"]), count=integer(step["badge"]["count"]))

    def style(self, step):
        told = self.account(step).style(step["path"])
        out = {"fields": 0, "icon": told.icon or "", **{name: getattr(told, name, None) or 0 for name in
                                                        tally.Style._fields if name != "icon"}}
        out["offset_x"], out["offset_y"] = told.offset or (0.0, 0.0)
        for bit, names in STYLE_FIELDS.items():
            out["fields"] |= bit if getattr(told, "offset" if bit == 2 else names[0]) is not None else 0
        return Status.OK, out
