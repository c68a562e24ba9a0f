"""Own badges, look-ups, confirmed plans, bytes that are given away, and observers of all feeds."""

import resource

import pytest

import tally
from tally import EventKind
from tally._library import in_pages

DAY = 86_400_000


class Clock:
    def __init__(self):
        self.wall, self.elapsed = 1767225600000, 1000000

    def __call__(self):
        return self.wall, self.elapsed

    def go(self, milliseconds):
        self.wall += milliseconds
        self.elapsed += milliseconds


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def engine(clock):
    with tally.Engine(host_driven=True, clock=clock, zone="UTC") as engine:
        yield engine


@pytest.fixture
def ann(engine):
    ann = engine.account("ann")
    ann.log_in()
    return ann


def page(*identifiers, cursor="1"):
    items = ",".join(f'{{"id":"{each}","path":"in"}}' for each in identifiers)
    return f'{{"cursor":"{cursor}","items":[{items}]}}'


# --- Badges ---

def test_a_path_owns_a_badge_with_its_end(clock, engine, ann):
    ann.set("a", 3, until=clock.wall + 10)
    ann.mute("a", tally.Mute.ALL, clock.wall + 20)
    ann.set("a.child", 1)
    own = ann.get_own("a")
    assert (own.kind, own.count, own.until) == (tally.BadgeKind.NUMBER, 3, clock.wall + 10)
    assert (own.mute, own.mute_until) == (tally.Mute.ALL, clock.wall + 20)
    clock.go(10)
    engine.step()
    assert ann.get_own("a")[:3] == (tally.BadgeKind.NONE, 0, 0) and ann.get("a").count == 1
    assert ann.get_own("nowhere") == (tally.BadgeKind.NONE, 0, 0, 0, tally.Mute.NONE, 0, 0)
    with pytest.raises(tally.PathError):
        ann.get_own("a..b")


def test_a_rule_holds_at_its_path_and_below_it(ann):
    for path in ("mail", "mail.work", "news"):
        ann.messages.post(path)
    ann.clear_tree("root")
    assert not ann.get("root")
    ann.set_rule("mail", feeding=tally.Feeding.UNREAD)
    assert [ann.get(path).count for path in ("mail", "mail.work", "news")] == [2, 1, 0]
    assert ann.get_rule("mail") == tally.BadgeRule(tally.Feeding.UNREAD, 0, tally.Counting.DEFAULT)
    assert ann.get_rule("mail.work").feeding is tally.Feeding.DEFAULT
    assert ann.get_rule("mail.work", effective=True).feeding is tally.Feeding.UNREAD
    assert ann.get_rule("news", effective=True).feeding is tally.Feeding.UNSEEN
    ann.set_rule("mail", feeding=tally.Feeding.UNSEEN)
    assert not ann.get("mail") and ann.get_rule("mail").feeding is tally.Feeding.UNSEEN
    ann.configure(feeding=tally.Feeding.UNREAD)
    assert ann.settings().feeding is tally.Feeding.UNREAD
    assert [ann.get(path).count for path in ("mail", "news")] == [0, 1]
    ann.set_rule("mail")
    assert ann.get("mail").count == 2 and ann.get_rule("mail").feeding is tally.Feeding.DEFAULT
    with pytest.raises(tally.ArgumentError):
        ann.set_rule("mail", feeding=3)
    with pytest.raises(tally.PathError):
        ann.get_rule("mail..x")


def test_more_rows_than_a_call_writes(ann):
    """A call writes at most 10,000 rows. More of them follow, and nothing grows without end."""
    paths = [f"root.n{number:05}" for number in range(12_000)]
    ann.batch(tally.Batch.of(tally.Op.SET, paths, [1] * len(paths)))
    listed = ann.list("root")
    assert [entry.path for entry in listed] == paths and not listed.more and listed.next is None
    assert listed.revision == ann.state.revision
    rows = ann.list_page("root", limit=11_000)
    assert [entry.path for entry in rows] == paths[:11_000] and rows.more
    assert [entry.path for entry in ann.list_page("root", after=rows.next, limit=20_000)] == paths[11_000:]
    assert len(ann.list_page("root", limit=20_000)) == 12_000
    with pytest.raises(tally.ArgumentError):
        ann.list_page("root", limit=-1)


@pytest.mark.parametrize(("changes", "calls", "revision"), [(1, 4, 2), (1000, 20, 10)])
def test_a_list_in_parts_is_of_one_moment(changes, calls, revision):
    """Unless it never comes to rest. `changes`: how often a badge changes behind the first part."""
    seen = []

    def listed(after, _):
        seen.append(after)
        part = tally.Page(["a"], True, "b") if after is None else tally.Page(["b"])
        return tally.Status.OK, part, 1 + min(len(seen) // 2, changes)

    status, page, told = in_pages(listed, None, 2)
    assert (status, page, page.more, page.next) == (tally.Status.OK, ["a", "b"], False, None)
    assert (told, len(seen)) == (revision, calls)


# --- Look-ups ---

def test_messages_by_their_keys_and_identifiers(ann):
    feed = ann.feeds.add("inbox")
    feed.deliver(page("m1"))
    key = ann.messages.post("in", id="m1", title="Posted", body="ä" * 5000)
    posted = ann.messages.get(key)
    assert (posted.key, posted.title, len(posted.body)) == (key, "Posted", 5000)
    assert ann.messages.find("m1") == posted
    delivered = ann.messages.find("m1", feed.info.state.id)
    assert delivered.key != key and ann.messages.get(delivered.key) == delivered
    for missing in (lambda: ann.messages.get(2**40), lambda: ann.messages.find("m2"),
                    lambda: ann.messages.find("m1", 999)):
        with pytest.raises(tally.NotFoundError):
            missing()


def test_accounts_feeds_and_reminders_by_their_identifiers(engine, ann):
    feed = ann.feeds.add("inbox")
    with engine.find_account(ann.state.id) as found:
        assert found.name == "ann" and found.engine is engine
        with found.feeds.get_by_id(feed.info.state.id) as same:
            assert same.name == "inbox" and same.account is found
            same.deliver(page("1"))
    assert ann.get("in").count == 1
    ann.reminders.put("milk", title="Milk", shelf_life=1, shelf_unit=tally.Unit.DAY)
    assert ann.reminders.get("milk").title == "Milk"
    for missing in (lambda: engine.find_account(999), lambda: ann.feeds.get_by_id(999),
                    lambda: ann.reminders.get("eggs")):
        with pytest.raises(tally.NotFoundError):
            missing()


def test_categories_and_translations_are_removed(ann):
    ann.groups.set_category("c", "%u messages")
    ann.groups.set_strings("%u messages", "en", other="%u messages")
    ann.groups.remove_category("c")
    ann.groups.remove_strings("%u messages", "en")
    for gone in (lambda: ann.groups.remove_category("c"), lambda: ann.groups.remove_strings("%u messages", "en")):
        with pytest.raises(tally.NotFoundError):
            gone()


# --- Plans ---

def test_a_plan_is_offered_until_it_is_confirmed(ann):
    ann.reminders.put("milk", shelf_life=2, shelf_unit=tally.Unit.DAY)
    former = ann.reminders.plan()
    again = ann.reminders.plan()
    assert len(again) > 0 and list(again) == list(former) and again.token == again.plan.token != 0
    with pytest.raises(tally.ConflictError):
        ann.reminders.confirm_plan(former.token)
    assert ann.reminders.confirm_plan(again.token) == tally.Status.OK
    assert ann.reminders.confirm_plan(again.token) == tally.Status.ALREADY_APPLIED
    assert ann.reminders.plan() == [] and len(ann.reminders.plan(from_scratch=True)) == len(again)


def test_skipped_entries_of_a_calendar(ann):
    ann.reminders.put("milk", title="Milk", shelf_life=2, shelf_unit=tally.Unit.DAY)
    calendar = ann.reminders.export()
    done = ann.reminders.import_calendar(calendar)
    assert (done.taken, done.skipped, list(done)) == (1, 0, [])
    bad = "BEGIN:VTODO\r\nUID:{}\r\nDUE;TZID=Europe/Atlantis:20260504T100000\r\nEND:VTODO\r\n"
    entries = "".join(bad.format(f"bad{number}") for number in range(100))
    done = ann.reminders.import_calendar(calendar.replace("END:VCALENDAR", entries + "END:VCALENDAR"))
    assert (done.taken, done.skipped, len(done)) == (1, 100, 100)
    assert done[99].uid == "bad99" and done[1].line == done[0].line + 4
    assert done[0].reason == "there is no zone 'Europe/Atlantis'"


# --- Bytes ---

def test_bytes_are_released(engine, ann, monkeypatch):
    for number in range(20):
        ann.messages.post("in", id=str(number), body="x" * 50_000)
    content = ann.export_account()
    assert len(content) > 1_000_000
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(200):
        assert ann.export_account() == content
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000  # Kilobytes; 200,000 were exported.
    released = []
    release = tally.raw.tally_bytes_release
    monkeypatch.setattr(tally.raw, "tally_bytes_release", lambda cell: (released.append(cell), release(cell)))
    monkeypatch.setattr("tally._library.answer", lambda *_: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        engine.export_account("ann")
    assert len(released) == 1 and not released[0]._obj.data


def test_statistics_begin_again(engine, ann):
    ann.set("a", 1)
    engine.flush()
    held = engine.stats().longest_hold_us
    assert engine.stats().longest_hold_us >= held and engine.stats(reset=True).longest_hold_us >= held


# --- Observers of everything ---

def test_all_feeds_are_observed(engine, ann):
    bob = engine.account("bob")
    bob.log_in()
    everything, of_bob = [], []
    scope = engine.scope()
    tell = everything.append
    token = scope.observe_feeds(tell)
    assert scope.observe_feeds(tell) == token
    scope.observe_feeds(of_bob.append, bob)
    for account in (ann, bob):
        account.feeds.add("inbox").deliver(page("1"))
    engine.step()
    assert [(event.kind, event.token) for event in everything] == [(EventKind.SYNCED, token)] * 2
    assert [event.account for event in of_bob] == [bob.state.id] and of_bob[0].http_status == 0
    scope.unobserve(token)
    scope.unobserve(token)
    bob.feeds.get("inbox").deliver(page("2", cursor="2"))
    event = engine.next_event()
    assert (event.kind, event.token) == (EventKind.SYNCED, 0)  # The observer is called before it is returned.
    assert len(everything) == 2 and len(of_bob) == 2 and engine.next_event() is None


def test_all_reminders_are_observed(clock, engine, ann):
    told = []
    scope = engine.scope()
    scope.observe_reminders(told.append, ann)
    ann.reminders.put("milk", shelf_life=1, shelf_unit=tally.Unit.DAY)
    clock.go(3 * DAY)
    engine.step()
    event, = told
    assert (event.kind, event.text) == (EventKind.REMINDER, "milk")
    assert event.reminder == ann.reminders.get("milk").key
    with pytest.raises(tally.ArgumentError):
        scope.observe_reminders(None)
    with pytest.raises(TypeError):
        scope.observe_reminders(told.append, engine)


def test_limits_are_read_and_changed(engine, ann):
    assert engine.limit(tally.Limit.NODES, 3) > 3
    assert engine.limit(tally.Limit.NODES) == 3
    ann.set("a.b", 1)
    with pytest.raises(tally.LimitError):
        ann.set("c.d", 1)
    with pytest.raises(tally.UnsupportedError):
        engine.limit(tally.Limit.DEPTH, 9)
    assert engine.limit(tally.Limit.LOG_LEVEL, tally.LogLevel.ERROR) != engine.limit(tally.Limit.LOG_LEVEL)


def test_snapshots_and_patches_list_their_entries(ann):
    ann.set("a.x", 3)
    ann.mute("a", tally.Mute.NUMBER)
    with ann.snapshot() as before:
        assert [(entry.path, entry.count, entry.mute) for entry in before.list(subtree=True)] == [
            ("a", 0, tally.Mute.NUMBER), ("a.x", 3, tally.Mute.NONE)]
        page = before.list_page(subtree=True, limit=1)
        assert page.more and [each.path for each in before.list_page(subtree=True, after=page.next)] == ["a.x"]
        ann.dot("a.x")
        with ann.snapshot() as after:
            entry, = tally.patch_list(before.diff(after), subtree=True)
    assert (entry.path, entry.before_count, entry.after_count) == ("a.x", 3, 0)
    assert (entry.before_kind, entry.after_kind) == (tally.BadgeKind.NUMBER, tally.BadgeKind.DOT)
    with pytest.raises(tally.MalformedError):
        tally.patch_list_page(b"")


def test_the_log_of_reminders_is_followed(clock, engine, ann):
    ann.reminders.put("milk", shelf_life=1, shelf_unit=tally.Unit.DAY)
    clock.go(3 * DAY)
    engine.step()
    page = ann.reminders.log_page(follow=True)
    assert page and not page.more and page.next
    assert [note.id for note in ann.reminders.log()] == [note.id for note in page]
    assert ann.reminders.log_page(follow=True, after=page.next) == []
    ann.reminders.done("milk")
    assert [note.kind for note in ann.reminders.log_page(follow=True, after=page.next)] == [tally.NoteKind.DONE]


def test_a_file_is_rewritten_without_an_engine(tmp_path):
    file = tmp_path / "badges.db"
    with tally.Engine(file) as engine, engine.account("ann") as ann:
        ann.set("a", 1)
        with pytest.raises(tally.LockedError):
            tally.vacuum(file)
    tally.vacuum(file)
    with tally.Engine(file) as engine, engine.account("ann") as ann:
        assert ann.get("a").count == 1
    with pytest.raises(tally.IOError):
        tally.vacuum(tmp_path / "none.db")


def test_operations_on_paths_each_on_its_own(clock, ann):
    batch = tally.Batch().set("a", 3).set("a..b", 1).mute("a", tally.Mute.ALL, until=clock.wall + 5).get("a")
    with pytest.raises(tally.PathError):
        ann.batch(batch, each=True)
    assert [result.status for result in batch.results] == [
        tally.Status.OK, tally.Status.ERROR_PATH, tally.Status.OK, tally.Status.OK]
    assert batch.results[3].count == 3 and ann.get("root").kind == tally.BadgeKind.NONE
    with pytest.raises(tally.ArgumentError):
        ann.batch(tally.Batch().set("a", 1), each=True, id="x")


def test_messages_without_a_path_are_all(ann):
    ann.messages.post("in", title="t")
    message, = ann.messages.list()
    assert ann.messages.counts().total == 1 and ann.messages.counts("out").total == 0
    assert ann.messages.page("root", subtree=False) == [] and len(ann.messages.page(unread=True)) == 1
    ann.messages.read(message.key)
    assert ann.messages.page(unread=True) == []


def test_an_engine_prints_its_file(engine, tmp_path):
    assert repr(engine) == "<Engine None>"
    with tally.Engine(tmp_path / "a.db") as stored:
        assert "a.db" in repr(stored)
    assert repr(stored).endswith(" closed>")
