//! The additions of the crate to the header: errors, lifetimes, panics, threads, fork.

use std::os::unix::io::AsRawFd;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tally::*;

/// Every wait ends after this time, so that a hang fails the test. Nothing else depends on it.
const HANG_MILLISECONDS: i32 = 120_000;

fn status<T>(result: Result<T>) -> Status {
    result.map_or_else(|error| error.status(), |_| Status::OK)
}

fn at(milliseconds: i64) -> SystemTime {
    UNIX_EPOCH + Duration::from_millis(milliseconds as u64)
}

fn driven() -> EngineOptions {
    EngineOptions::new().flags(EngineFlags::HOST_DRIVEN)
}

/// The message with which a call panics.
fn panic_of(call: impl FnOnce()) -> String {
    let payload = catch_unwind(AssertUnwindSafe(call)).expect_err("it does not panic");
    payload.downcast_ref::<&str>().map_or_else(|| "?".into(), |text| text.to_string())
}

struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("tally-rust-{}-{number}", std::process::id()));
        std::fs::create_dir(&path).unwrap();
        Folder(path)
    }
    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().into()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).unwrap();
    }
}

#[test]
fn a_feed_is_observed() {
    let engine = Engine::open(driven()).unwrap();
    let account = engine.open_account("ann").unwrap();
    account.log_in().unwrap();
    let options = FeedOptions::new().prefix("in").title("Inbox").flags(FeedFlags::EXACT_DELAY);
    let feed = account.add_feed("inbox", &options).unwrap();
    let scope = engine.open_scope().unwrap();
    let told = Arc::new(Mutex::new(Vec::new()));
    let own = told.clone();
    let token = scope.observe_feed(&feed, move |event| own.lock().unwrap().push(event.clone())).unwrap();
    feed.deliver(br#"{"cursor":"1","items":[{"id":"1","path":"a"},{"id":"2","path":"a"}]}"#).unwrap();
    assert_eq!(engine.dispatch(0).unwrap().count, 1);
    let event = told.lock().unwrap()[0].clone();
    assert_eq!((event.token, event.text.as_str(), event.shown().as_str()), (token, "Inbox", "2"));
    let page = feed.page_shown(0).unwrap();
    assert_eq!((page.first, page.away_time, page.requested), (true, None, false));
    scope.unobserve(token);
    feed.deliver(br#"{"cursor":"2","items":[]}"#).unwrap();
    assert_eq!(engine.dispatch(0).unwrap().count, 0);
}

#[test]
fn errors() {
    let engine = Engine::in_memory().unwrap();
    let account = engine.open_account("ann").unwrap();
    let error = account.set("a..b", 1).unwrap_err();
    assert_eq!(error.status(), Status::PATH);
    assert_eq!(error.name(), "TALLY_ERROR_PATH");
    assert_eq!(error.message(), "path 'a..b': a component is empty, at byte 2");
    assert_eq!(error.to_string(), format!("{} (TALLY_ERROR_PATH)", error.message()));
    let boxed: Box<dyn std::error::Error + Send + Sync> = Box::new(error);
    assert!(boxed.downcast_ref::<Error>().is_some());
    assert_eq!(account.set("a\0b", 1).unwrap_err().message(), "a text holds U+0000, at byte 1");
    assert_eq!(status(account.set("a", -1)), Status::RANGE);
    assert_eq!(status(engine.open_account("")), Status::ARGUMENT);
    assert_eq!(status(path_parent("root")), Status::NOT_FOUND);
    account.set("a.b", 2).unwrap();
    assert_eq!(account.clear("a"), Ok(Status::HELD));
    assert_eq!(account.clear("a.b"), Ok(Status::OK));
    assert_eq!(format!("{:?}", Status::HELD), "TALLY_HELD (1)");
    assert_eq!(Status(12345).name(), "TALLY_UNKNOWN");
}

#[test]
fn buffers() {
    let engine = Engine::in_memory().unwrap();
    let account = engine.open_account("ann").unwrap();
    let begin = account.changes(0, 0).unwrap().revision;
    for index in 0..1000 {
        account.set(&format!("list.item{index}"), index + 1).unwrap();
    }
    let list = account.list("list", ListFlags::CHILDREN).unwrap();
    assert_eq!(list.entries.len(), 1000);
    assert_eq!((list.entries[0].path.as_str(), list.entries[0].badge.count), ("root.list.item0", 1));
    assert!(!list.more);
    let (mut paths, mut next) = (Vec::new(), None);
    loop {
        let page = account.list_page("list", ListFlags::CHILDREN, next.as_deref(), 300).unwrap();
        assert!(page.entries.len() <= 300 && page.revision == list.revision && page.more == page.next.is_some());
        paths.extend(page.entries.into_iter().map(|entry| entry.path));
        next = page.next;
        if next.is_none() {
            break;
        }
    }
    assert!(paths.iter().eq(list.entries.iter().map(|entry| &entry.path)));
    let mut changes = account.changes(begin, 0).unwrap();
    while changes.status == Status::MORE {
        changes = account.changes(changes.revision, 0).unwrap();
    }
    assert_eq!(changes.revision, list.revision);
    let mut operations: Vec<_> = (0..500).map(|index| Operation::set(format!("x{index}"), 1)).collect();
    let revision = account.batch(&mut operations, &BatchOptions::default()).unwrap().revision;
    assert_eq!(account.changes(revision - 1, 0).unwrap().entries.len(), 501); // In one transaction, so in one answer.

    let body = "y".repeat(100_000);
    for index in 0..3 {
        let options = MessageOptions::new().body(body.clone()).time(at(index + 1));
        account.post("m", &options).unwrap();
    }
    let page = account.messages("m", MessagesFlags::NONE, None, 2).unwrap();
    assert!(page.more && page.len() == 2 && page[0].body == body);
    assert_eq!(account.messages("m", MessagesFlags::NONE, page.next.as_deref(), 2).unwrap().len(), 1);
    assert_eq!(account.all_messages("root", MessagesFlags::SUBTREE).count(), 3);
    let errors: Vec<_> = account.all_messages("a..b", MessagesFlags::NONE).collect();
    assert!(errors.len() == 1 && errors[0].is_err());
    for index in 0..1010 {
        engine.open_account(&format!("user{index:04}")).unwrap();
    }
    let names: Result<Vec<_>> = engine.all_accounts().collect();
    assert_eq!(names.unwrap().len(), 1011); // More than a page.

    let bytes = account.snapshot("root").unwrap().encode().unwrap();
    let decoded = Snapshot::decode(&bytes).unwrap();
    engine.remove_account("user0000").unwrap();
    engine.import_account("bob", &account.export_account().unwrap()).unwrap();
    assert_eq!(decoded.encode().unwrap(), bytes);
    assert_eq!(status(Snapshot::decode(b"nonsense")), Status::MALFORMED);
}

#[test]
fn kinds() {
    let engine = Engine::in_memory().unwrap();
    let account = engine.open_account("ann").unwrap();
    account.dot("a").unwrap();
    account.set("b", 3).unwrap();
    let node = account.resolve("c").unwrap();
    let shown = |path: &str| account.get(path).unwrap();
    assert_eq!((shown("a").kind, shown("b").kind), (BadgeKind::DOT, BadgeKind::NUMBER));
    assert_eq!(["a", "b", "c"].map(|path| shown(path).to_string()), ["dot", "3", "nothing"]);
    node.dot_until(at(i64::MAX)).unwrap();
    assert_eq!(node.get().unwrap().to_string(), "dot");
    node.set_until(4, at(i64::MAX)).unwrap();
    assert_eq!(node.get().unwrap().to_string(), "4");
    let mut operations = [Operation::get("a")];
    account.batch(&mut operations, &BatchOptions::default()).unwrap();
    assert_eq!(operations[0].badge_kind, BadgeKind::DOT);
    let scope = engine.open_scope().unwrap();
    scope.watch(&account, "a", ObserveFlags::INITIAL, None).unwrap();
    assert_eq!(engine.next_event(Duration::ZERO).unwrap().unwrap().shown(), "dot");
    let drawn = |kind| present(&Badge::new(kind, 7), None).unwrap().text;
    assert_eq!((drawn(BadgeKind::NUMBER), drawn(BadgeKind::DOT)), ("7".into(), "".into()));
}

#[test]
fn accounts_and_presence() {
    let engine = Engine::in_memory().unwrap();
    let existing = AccountOptions::new().flags(AccountFlags::EXISTING);
    assert_eq!(status(engine.open_account_with("ann", &existing)), Status::NOT_FOUND);
    let account = engine.open_account("ann").unwrap();
    assert!(engine.open_account_with("ann", &existing).is_ok());
    account.set("a", 1).unwrap();
    let state = account.state().unwrap();
    assert_eq!((state.name.as_str(), state.logged_in, state.revision), ("ann", false, 1));
    assert_eq!(state.feeding, Feeding::UNSEEN);
    account.log_in().unwrap();
    assert!(account.state().unwrap().logged_in);
    engine.set_foreground(false).unwrap();
    engine.set_network(false).unwrap();
    engine.woke().unwrap();
}

#[test]
fn snapshots() {
    let engine = Engine::in_memory().unwrap();
    let account = engine.open_account("ann").unwrap();
    account.set("a.b", 3).unwrap();
    let before = account.snapshot("a").unwrap();
    account.dot("a.c").unwrap();
    let after = Snapshot::decode(&account.snapshot("a").unwrap().encode().unwrap()).unwrap();
    account.apply("a", &patch_inverse(&before.diff(&after).unwrap()).unwrap(), ApplyFlags::NONE).unwrap();
    assert_eq!(account.get("a.c").unwrap().to_string(), "nothing");
    account.restore("a", &after).unwrap();
    assert_eq!(account.get("a.c").unwrap().to_string(), "dot");
    assert_eq!(status(account.restore("a..b", &after)), Status::PATH);
    let rows: Result<Vec<SnapshotEntry>> = after.all_list("root", ListFlags::SUBTREE).collect();
    let rows = rows.unwrap();
    assert_eq!(rows.iter().map(|row| (&row.path[..], row.count)).collect::<Vec<_>>(), [("b", 3), ("c", 0)]);
    let first = after.list("root", ListFlags::SUBTREE, None, 1).unwrap();
    assert!(first.more && first.next.is_some() && first[0] == rows[0]);
    let patch = before.diff(&after).unwrap();
    let changed = patch_list(&patch, "root", ListFlags::SUBTREE, None, 10).unwrap();
    assert_eq!((changed.len(), &changed[0].path[..], changed[0].before_kind), (1, "c", BadgeKind::NONE));
    assert_eq!(changed[0].after_kind, BadgeKind::DOT);
    assert_eq!(all_patch_list(&patch, "root", ListFlags::SUBTREE).count(), 1);
}

#[test]
fn operations_on_their_own() {
    let engine = Engine::in_memory().unwrap();
    let account = engine.open_account("ann").unwrap();
    let node = account.resolve("n").unwrap();
    let mut each = [
        Operation::set(&node, 3),
        Operation::set("a..b", 1),
        Operation::get(&node),
        Operation::mute("n", MuteMode::ALL, at(4_102_444_800_000)),
    ];
    assert_eq!(status(account.batch_each(&mut each)), Status::PATH);
    assert_eq!(each.clone().map(|each| each.status), [Status::OK, Status::PATH, Status::OK, Status::OK]);
    assert_eq!((each[2].count, each[2].badge_kind), (3, BadgeKind::NUMBER));
    assert_eq!(account.get_own("n").unwrap().mute_until, Some(at(4_102_444_800_000)));
    let wrong = account.batch_each(&mut [Operation::set("a", 1), Operation::set("b\0", 1)]).unwrap_err();
    assert!(wrong.status() == Status::ARGUMENT && wrong.message().starts_with("operation 1: "), "{wrong}");
    assert_eq!(account.batch_each(&mut []).unwrap().revision, account.state().unwrap().revision);
    let until = Operation::set("a", 1).until(at(1));
    account.batch(&mut [until], &BatchOptions::new()).unwrap();
    assert_eq!(account.get("a").unwrap().kind, BadgeKind::NONE); // It has ended.
}

#[test]
fn a_list_that_continues_from_its_end() {
    let engine = Engine::open(driven()).unwrap();
    let account = engine.open_account("ann").unwrap();
    let terms = ReminderOptions::new().shelf_life(7).shelf_unit(Unit::DAY);
    account.put_reminder("milk", &terms).unwrap();
    let end = account.reminder_log(ListFlags::FOLLOW, None, 100).unwrap();
    assert!(!end.is_empty() && !end.more && end.next.is_some());
    let none = account.reminder_log(ListFlags::FOLLOW, end.next.as_deref(), 100).unwrap();
    assert_eq!((none.len(), none.next), (0, end.next.clone()));
    account.put_reminder("eggs", &terms).unwrap();
    let rest = account.reminder_log(ListFlags::FOLLOW, end.next.as_deref(), 100).unwrap();
    assert_eq!(rest[0].reminder, "eggs");
    assert_eq!(account.all_reminder_log(ListFlags::FOLLOW).count(), end.len() + rest.len());
    assert_eq!(account.reminder_log(ListFlags::NONE, None, 100).unwrap().next, None);
}

#[test]
fn what_is_given_of_a_reminder() {
    let engine = Engine::in_memory().unwrap();
    let account = engine.open_account("ann").unwrap();
    let milk = ReminderOptions::new().shelf_life(7).shelf_unit(Unit::DAY).title("Milk").body("Two").time_of_day(0);
    account.put_reminder("milk", &milk).unwrap();
    let stored = || account.reminders(None, 10).unwrap()[0].clone();
    assert_eq!((stored().time_of_day, stored().title.as_str()), (0, "Milk")); // 0 is midnight.
    account.edit_reminder("milk", &ReminderOptions::new().time_of_day(3600).body("")).unwrap();
    assert_eq!((stored().time_of_day, stored().title.as_str(), stored().body.as_str()), (3600, "Milk", ""));
    account.edit_reminder("milk", &ReminderOptions::new()).unwrap();
    assert_eq!((stored().time_of_day, stored().shelf_life), (3600, 7));
    let nothing = account.put_reminder("bread", &ReminderOptions::new());
    assert_eq!(status(nothing), Status::ARGUMENT); // A shelf life is to be given.
}

/// A list continues behind a place, not behind a row: the last row of the page may be removed meanwhile.
#[test]
fn pages() {
    let engine = Engine::in_memory().unwrap();
    let account = engine.open_account("ann").unwrap();
    let body = "y".repeat(10_000); // The pages are longer than the first room for their texts.
    for index in 0..9 {
        account.post("m", &MessageOptions::new().id(index.to_string()).body(body.clone())).unwrap();
    }
    let messages = |path, after: &Option<String>| account.messages(path, MessagesFlags::NONE, after.as_deref(), 3);
    let mut page = messages("m", &None).unwrap();
    assert!(page.len() == 3 && page[2].id == "6");
    account.withdraw("6").unwrap();
    let (other, mut rest) = (page.next.clone(), String::new());
    while page.next.is_some() {
        page = messages("m", &page.next).unwrap();
        rest.extend(page.iter().map(|message| message.id.as_str()));
    }
    assert!(rest == "543210" && !page.more);
    assert_eq!(status(messages("n", &other)), Status::ARGUMENT);
    assert_eq!(status(account.groups(None, GroupsFlags::NONE, other.as_deref(), 3)), Status::ARGUMENT);
    let reasons: Vec<_> = account.all_explain("m").collect::<Result<_>>().unwrap();
    assert_eq!(reasons.len(), 9); // The node, and its messages.
    let first = account.explain("m", None, 2).unwrap();
    assert_eq!(account.explain("m", first.next.as_deref(), 1000).unwrap().entries, reasons[2..]);
}

#[test]
fn leases() {
    let engine = Engine::in_memory().unwrap();
    let account = engine.open_account("ann").unwrap();
    account.configure(&AccountSettings::new().outbox(OutboxMode::LEASED)).unwrap();
    let body = "y".repeat(20_000);
    for index in 0..5 {
        let given = ReminderOptions::new().shelf_life(7).shelf_unit(Unit::DAY).body(body.clone());
        account.put_reminder(&format!("r{index}"), &given).unwrap();
    }
    // Each row is longer than the room that the library is first given.
    let first = account.lease_outbox(Duration::from_secs(60), 2).unwrap();
    assert_eq!(first.iter().map(|row| row.id).collect::<Vec<_>>(), [1, 2]);
    assert!(first.more && first[0].body.len() > body.len());
    let rest = account.lease_outbox(Duration::from_secs(60), 100).unwrap();
    assert_eq!(rest.iter().map(|row| row.id).collect::<Vec<_>>(), [3, 4, 5]);
    assert!(!rest.more);
    assert!(account.lease_outbox(Duration::from_secs(60), 100).unwrap().is_empty());
    assert_eq!(status(account.outbox(ListFlags::NONE, None, 0)), Status::BUFFER_TOO_SMALL);
    // No room for any.
}

#[test]
fn lifetimes() {
    let engine = Engine::in_memory().unwrap();
    let account = engine.open_account("ann").unwrap();
    let scope = engine.open_scope().unwrap();
    let feed = account.add_feed("inbox", &FeedOptions::default()).unwrap();
    let node = account.resolve("a").unwrap();
    let snapshot = account.snapshot("root").unwrap();
    drop(account.clone());
    node.set(3).unwrap();
    engine.close(Some(Duration::from_secs(60))).unwrap();
    assert_eq!(status(account.set("a", 1)), Status::CLOSED);
    assert_eq!(status(node.get()), Status::CLOSED);
    assert_eq!(status(feed.refresh()), Status::CLOSED);
    assert_eq!(status(scope.observe(&account, "a", ObserveFlags::NONE, |_| ())), Status::CLOSED);
    assert!(!snapshot.encode().unwrap().is_empty());
    drop((scope, account, feed)); // The node keeps its account.
    assert_eq!(status(node.path()), Status::CLOSED);
}

#[test]
fn callbacks_that_panic() {
    let engine = Engine::in_memory().unwrap();
    let account = engine.open_account("ann").unwrap();
    let scope = engine.open_scope().unwrap();
    let told = Arc::new(Mutex::new(Vec::new()));
    let mut tokens = Vec::new();
    for (path, words) in [("a", "first"), ("b", "second")] {
        let told = told.clone();
        let callback = move |event: &Event| {
            told.lock().unwrap().push(event.text.clone());
            std::panic::panic_any(words);
        };
        tokens.push(scope.observe(&account, path, ObserveFlags::NONE, callback).unwrap());
    }
    account.set("a", 1).unwrap();
    account.set("b", 1).unwrap();
    assert_eq!(panic_of(|| drop(engine.dispatch(0))), "first");
    assert_eq!(*told.lock().unwrap(), ["root.a", "root.b"]); // The second one was called all the same.
    assert_eq!(engine.dispatch(0).unwrap().count, 0);
    account.set("b", 2).unwrap();
    assert_eq!(panic_of(|| drop(engine.next_event(Some(Duration::ZERO)))), "second");
    assert_eq!(Arc::strong_count(&told), 3);
    scope.unobserve(tokens[0]);
    assert_eq!(Arc::strong_count(&told), 2);
    scope.unobserve(tokens[0]); // A token that the scope does not have any more is accepted.
    let kept = told.clone();
    assert_eq!(status(scope.observe(&account, "a..b", ObserveFlags::NONE, move |_| drop(kept.clone()))), Status::PATH);
    assert_eq!(Arc::strong_count(&told), 2);
    engine.close(None).unwrap();
    assert_eq!(Arc::strong_count(&told), 1);
}

#[test]
fn callbacks_within_callbacks() {
    let engine = Arc::new(Engine::in_memory().unwrap());
    let account = engine.open_account("ann").unwrap();
    let scope = Arc::new(engine.open_scope().unwrap());
    let count = Arc::new(AtomicUsize::new(0));
    let inner = (engine.clone(), account.clone(), count.clone());
    let token = scope
        .observe(&account, "a", ObserveFlags::NONE, move |event| {
            let (engine, account, count) = &inner;
            count.fetch_add(1, Ordering::SeqCst);
            if event.count == 1 {
                account.set("a", 2).unwrap();
                let words = panic_of(|| drop(engine.dispatch(0)));
                assert_eq!(words, "a callback was called within itself");
            }
        })
        .unwrap();
    account.set("a", 1).unwrap();
    engine.dispatch(0).unwrap();
    assert_eq!(count.load(Ordering::SeqCst), 1);
    account.set("a", 3).unwrap();
    engine.dispatch(0).unwrap();
    assert_eq!(count.load(Ordering::SeqCst), 2);
    // The callback owns the account and the engine; they are dropped behind the library's back.
    scope.unobserve(token);
    assert_eq!(Arc::strong_count(&engine), 1);
    // One that removes itself.
    let token = Arc::new(AtomicUsize::new(0));
    let inner = (scope.clone(), token.clone(), count.clone());
    let made = scope
        .observe(&account, "a", ObserveFlags::INITIAL, move |_| {
            inner.2.fetch_add(1, Ordering::SeqCst);
            inner.0.unobserve(inner.1.load(Ordering::SeqCst) as u64);
        })
        .unwrap();
    token.store(made as usize, Ordering::SeqCst);
    engine.dispatch(0).unwrap();
    account.set("a", 4).unwrap();
    engine.dispatch(0).unwrap();
    assert_eq!(count.load(Ordering::SeqCst), 3);
    assert_eq!(Arc::strong_count(&scope), 1);
}

struct Drawn(Arc<Mutex<Vec<String>>>);

impl Drawn {
    fn push(&mut self, what: &str, path: &str, presentation: &Presentation) {
        self.0.lock().unwrap().push(format!("{what} {path} {}", presentation.text));
    }
}

impl Widget for Drawn {
    fn show_dot(&mut self, path: &str, presentation: &Presentation) {
        self.push("dot", path, presentation);
        panic!("no dots");
    }
    fn show_number(&mut self, path: &str, presentation: &Presentation) {
        self.push("number", path, presentation);
    }
    fn show_icon(&mut self, path: &str, presentation: &Presentation) {
        self.push("icon", path, presentation);
    }
    fn hide(&mut self, path: &str, presentation: &Presentation) {
        self.push("hide", path, presentation);
    }
}

#[test]
fn widgets() {
    let engine = Engine::open(driven()).unwrap();
    let account = engine.open_account("ann").unwrap();
    let scope = engine.open_scope().unwrap();
    let drawn = Arc::new(Mutex::new(Vec::new()));
    scope.bind(&account, "a", Drawn(drawn.clone())).unwrap();
    engine.step().unwrap();
    account.set("a", 120).unwrap();
    engine.step().unwrap();
    let style = Style::new().max_count(999).icon("new");
    account.set_style("a", Some(&style)).unwrap();
    assert_eq!(account.style("a").unwrap(), style);
    engine.step().unwrap();
    account.dot("a").unwrap();
    engine.step().unwrap();
    assert_eq!(*drawn.lock().unwrap(), ["hide root.a ", "number root.a 99+", "number root.a 120", "icon root.a new"]);
    account.set_style("a", None).unwrap();
    assert_eq!(panic_of(|| drop(engine.step())), "no dots");
    scope.refresh_widgets().unwrap();
    assert_eq!(panic_of(|| drop(engine.step())), "no dots");
    drop(scope);
    assert_eq!(Arc::strong_count(&drawn), 1);
}

#[test]
fn hooks() {
    let now = Arc::new(AtomicI64::new(1767225600000));
    let clock = now.clone();
    let options = driven()
        .clock(Box::new(move || {
            let wall = clock.load(Ordering::SeqCst);
            (at(wall), Duration::from_millis((wall - 1767225000000) as u64))
        }))
        .log(Box::new(|_, _| ()))
        .zone("Nowhere/Land")
        .zone_file(Box::new(|_| panic!("no zones")));
    let engine = Engine::open(options).unwrap();
    let account = engine.open_account("ann").unwrap();
    account.set_until("a", 1, at(now.load(Ordering::SeqCst) + 1000)).unwrap();
    assert!(engine.timeout().unwrap() <= Some(Duration::from_secs(1)));
    now.fetch_add(2000, Ordering::SeqCst);
    engine.step().unwrap();
    assert_eq!(account.get("a").unwrap().kind, BadgeKind::NONE);
    let reminder = ReminderOptions::new().shelf_life(7).shelf_unit(Unit::DAY).zone("Nowhere/Else");
    assert_eq!(status(account.put_reminder("milk", &reminder)), Status::NOT_FOUND);
    assert_eq!(panic_of(|| drop(engine.dispatch(0))), "no zones");

    let woken = Arc::new(AtomicUsize::new(0));
    let scope = engine.open_scope().unwrap();
    scope.observe(&account, "a", ObserveFlags::NONE, |_| ()).unwrap();
    let notified = woken.clone();
    engine
        .set_notify(Some(Box::new(move || {
            notified.fetch_add(1, Ordering::SeqCst);
            panic!("notified");
        })))
        .unwrap();
    account.set("a", 1).unwrap();
    assert_eq!(woken.load(Ordering::SeqCst), 1);
    assert_eq!(panic_of(|| drop(engine.dispatch(0))), "notified");
    engine.set_notify(None).unwrap();
    assert_eq!(Arc::strong_count(&woken), 1);
}

#[test]
fn secrets_are_not_printed() {
    let credential = Credential::new().kind(CredentialKind::BASIC).name("ann").secret("hunter2");
    let printed = format!("{credential:?} {credential:#?}");
    assert!(printed.contains("ann") && printed.contains("secret: Some(…)"), "{printed}");
    assert!(!printed.contains("hunter2"), "{printed}");
    assert!(format!("{:?}", Credential::new()).contains("secret: None"));
    let feed = format!("{:?}", FeedOptions::new().url("https://example.org"));
    assert!(feed.contains("url: Some(\"https://example.org\")"), "{feed}");
}

#[test]
fn transport() {
    let engine = Engine::open(driven()).unwrap();
    let account = engine.open_account("ann").unwrap();
    let asked = Arc::new(Mutex::new(Vec::<Request>::new()));
    let requests = asked.clone();
    engine
        .set_transport(Some(Box::new(move |request| {
            if request.kind == RequestKind::SEND {
                requests.lock().unwrap().push(request.clone());
                assert!(requests.lock().unwrap().len() < 2, "once only");
            }
        })))
        .unwrap();
    let credential = Credential::new().kind(CredentialKind::BEARER).secret("secret");
    account.set_credential("https://example.org", &credential).unwrap();
    account.log_in().unwrap();
    let feed = account.add_feed("inbox", &FeedOptions::new().url("https://example.org/feed")).unwrap();
    let results = Arc::new(Mutex::new(Vec::new()));
    let refresh_now = || {
        let results = results.clone();
        let callback = move |event: &Event| results.lock().unwrap().push((event.result, event.http_status));
        feed.refresh_now(Some(Box::new(callback))).unwrap()
    };
    assert_ne!(refresh_now(), 0);
    engine.step().unwrap();
    let request = asked.lock().unwrap()[0].clone();
    assert!(request.url.starts_with("https://example.org/feed?") && request.headers.contains("Bearer secret"));
    let printed = format!("{request:?}");
    assert!(printed.contains("GET") && !printed.contains("secret") && !printed.contains("feed?"), "{printed}");
    let responder = request.responder.clone();
    // Another thread answers.
    std::thread::spawn(move || {
        let page = br#"{"version":1,"items":[{"id":"1","path":"inbox","title":"Hello"}],"cursor":"1"}"#;
        responder.progress().unwrap();
        responder.respond(200, Some("ETag: \"1\"\r\n"), page).unwrap();
        assert_eq!(status(responder.respond(200, None, page)), Status::NOT_FOUND);
    })
    .join()
    .unwrap();
    engine.step().unwrap();
    engine.step().unwrap();
    assert_eq!(*results.lock().unwrap(), [(Status::OK, 200)]);
    assert_eq!(account.messages("inbox", MessagesFlags::NONE, None, 10).unwrap()[0].title, "Hello");
    assert_eq!((feed.state().unwrap().requests, feed.state().unwrap().http_status), (1, 200));

    refresh_now();
    let words = panic_of(|| (0..3).for_each(|_| drop(engine.step())));
    assert!(words.starts_with("once only") || words == "?");
    engine.step().unwrap();
    assert_eq!(*results.lock().unwrap(), [(Status::OK, 200), (Status::NETWORK, 0)]);
    engine.close(None).unwrap();
    assert_eq!(Arc::strong_count(&results), 1);
    assert_eq!(status(request.responder.respond(200, None, b"")), Status::CLOSED);
}

#[test]
fn threads() {
    let engine = Arc::new(Engine::in_memory().unwrap());
    let account = engine.open_account("ann").unwrap();
    let closed = Arc::new(AtomicBool::new(false));
    let (outliving, was_closed) = (account, closed.clone());
    let outliving = std::thread::spawn(move || loop {
        let must_fail = was_closed.load(Ordering::SeqCst);
        let answer = status(outliving.add("a", 1));
        if answer != Status::OK || must_fail {
            return answer;
        }
    });
    let waiting = engine.clone();
    let ends = Arc::new(AtomicBool::new(false));
    let ended = ends.clone();
    let waiting = std::thread::spawn(move || {
        while !ended.load(Ordering::SeqCst) {
            waiting.next_event(None).unwrap();
        }
    });
    ends.store(true, Ordering::SeqCst);
    engine.interrupt().unwrap();
    waiting.join().unwrap();
    Arc::try_unwrap(engine).expect("nobody else has it").close(None).unwrap();
    closed.store(true, Ordering::SeqCst);
    assert_eq!(outliving.join().unwrap(), Status::CLOSED);
}

#[test]
fn forking() {
    extern "C" {
        fn fork() -> i32;
        fn waitpid(pid: i32, status: *mut i32, options: i32) -> i32;
        fn _exit(status: i32) -> !;
    }
    let engine = Engine::in_memory().unwrap();
    let account = engine.open_account("ann").unwrap();
    let child = unsafe { fork() };
    if child == 0 {
        let right = status(account.get("a")) == Status::FORKED
            && status(engine.open_scope()) == Status::FORKED
            && engine.as_raw_fd() == -1
            && engine.close(None).is_ok();
        unsafe { _exit(if right { 0 } else { 1 }) };
    }
    let mut answer = -1;
    unsafe { waitpid(child, &mut answer, 0) };
    assert_eq!(answer, 0);
    account.set("a", 1).unwrap();
}

#[test]
fn files() {
    let folder = Folder::new();
    let options = || EngineOptions::new().file(folder.file("a.db"));
    let engine = Engine::open(options()).unwrap();
    engine.open_account("ann").unwrap().set("a", 3).unwrap();
    assert_eq!(status(Engine::open(options())), Status::LOCKED);
    engine.flush().unwrap();
    engine.verify().unwrap();
    engine.backup(&folder.file("b.db"), BackupFlags::NONE).unwrap();
    assert_eq!(status(engine.backup(&folder.file("b.db"), BackupFlags::NONE)), Status::EXISTS);
    assert!(engine.stats(StatsFlags::NONE).unwrap().file_size > 0);
    assert_eq!(engine.limit(Limit::DEPTH), Ok(64));
    assert_eq!(engine.set_limit(Limit::NODES, 3), Ok(16_777_216));
    assert_eq!(engine.limit(Limit::NODES), Ok(3));
    assert_eq!(status(engine.set_limit(Limit::DEPTH, 5)), Status::UNSUPPORTED);
    assert_eq!(status(Engine::vacuum(&folder.file("a.db"))), Status::LOCKED);
    assert_eq!(engine.set_aside(), None);
    engine.close(None).unwrap();
    Engine::vacuum(&folder.file("a.db")).unwrap();
    assert_eq!(status(Engine::vacuum(&folder.file("none.db"))), Status::IO);
    assert_eq!(Engine::recover(&folder.file("a.db"), &folder.file("c.db")).unwrap().badges_saved, 1);
    let damaged = folder.file("b.db");
    let mut bytes = std::fs::read(&damaged).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x55;
    std::fs::write(&damaged, bytes).unwrap();
    let engine = Engine::open(EngineOptions::new().file(damaged).flags(EngineFlags::SET_ASIDE)).unwrap();
    assert!(engine.set_aside().unwrap().contains("b.db.damaged"));
}

#[test]
fn descriptor() {
    #[repr(C)]
    struct Poll {
        descriptor: i32,
        events: i16,
        returned: i16,
    }
    extern "C" {
        fn poll(descriptors: *mut Poll, count: std::os::raw::c_ulong, timeout: i32) -> i32;
    }
    let engine = Engine::in_memory().unwrap();
    let account = engine.open_account("ann").unwrap();
    let scope = engine.open_scope().unwrap();
    scope.observe(&account, "root", ObserveFlags::NONE, |_| ()).unwrap();
    let mut waiting = Poll { descriptor: engine.as_raw_fd(), events: 1, returned: 0 };
    assert_eq!(unsafe { poll(&mut waiting, 1, 0) }, 0);
    account.set("a", 1).unwrap();
    assert_eq!(unsafe { poll(&mut waiting, 1, HANG_MILLISECONDS) }, 1);
    assert_eq!(engine.dispatch(0).unwrap().count, 1);
    assert_eq!(unsafe { poll(&mut waiting, 1, 0) }, 0);
}

#[test]
fn stepping_is_for_one_thread() {
    let engine = Arc::new(Engine::open(driven()).unwrap());
    let account = engine.open_account("ann").unwrap();
    let scope = engine.open_scope().unwrap();
    let answers = Arc::new(Mutex::new(Vec::new()));
    let inner = (Arc::downgrade(&engine), answers.clone());
    scope
        .observe(&account, "a", ObserveFlags::NONE, move |_| {
            let engine = inner.0.upgrade().unwrap();
            inner.1.lock().unwrap().push(status(engine.step()));
        })
        .unwrap();
    account.set("a", 1).unwrap();
    engine.step().unwrap();
    assert_eq!(*answers.lock().unwrap(), [Status::THREAD]);
}

#[test]
fn the_timeout_is_for_the_thread_that_steps() {
    let engine = Arc::new(Engine::open(driven()).unwrap());
    let account = engine.open_account("ann").unwrap();
    let asked = Arc::new(Mutex::new(Vec::new()));
    let (weak, answers) = (Arc::downgrade(&engine), asked.clone());
    engine
        .set_transport(Some(Box::new(move |_| {
            // Another thread, while this one is inside the library's loop.
            let engine = weak.upgrade().unwrap();
            answers.lock().unwrap().push(std::thread::spawn(move || status(engine.timeout())).join().unwrap());
        })))
        .unwrap();
    account.log_in().unwrap();
    let feed = account.add_feed("inbox", &FeedOptions::new().url("https://example.org/feed")).unwrap();
    feed.refresh_now(None).unwrap();
    while asked.lock().unwrap().is_empty() {
        engine.step().unwrap();
    }
    assert_eq!(asked.lock().unwrap()[0], Status::THREAD);
    assert!(engine.timeout().is_ok());
}

/// A folder's engine, its transport, and what that does with the last reference to the engine, on the loop thread.
fn with_transport(folder: &Folder, act: impl Fn(Engine) + Send + 'static) {
    let engine = Arc::new(Engine::open(EngineOptions::new().file(folder.file("a.db"))).unwrap());
    let account = engine.open_account("ann").unwrap();
    account.set("a", 3).unwrap();
    let kept = Arc::new(Mutex::new(Some(engine.clone())));
    let (given, done) = std::sync::mpsc::channel();
    let taken = kept.clone();
    engine
        .set_transport(Some(Box::new(move |_| {
            if let Some(mut engine) = taken.lock().unwrap().take() {
                let engine = loop {
                    match Arc::try_unwrap(engine) {
                        Ok(engine) => break engine,
                        Err(shared) => engine = shared,
                    }
                    std::thread::yield_now();
                };
                act(engine);
                given.send(()).unwrap();
            }
        })))
        .unwrap();
    account.log_in().unwrap();
    let feed = account.add_feed("inbox", &FeedOptions::new().url("https://example.org/feed")).unwrap();
    feed.refresh_now(None).unwrap();
    drop(engine);
    done.recv().unwrap();
}

/// Opens the folder's engine as soon as the file is free.
fn open_again(folder: &Folder) -> Engine {
    loop {
        match Engine::open(EngineOptions::new().file(folder.file("a.db"))) {
            Ok(engine) => return engine,
            Err(error) => assert_eq!(error.status(), Status::LOCKED, "{error}"),
        }
        std::thread::yield_now();
    }
}

#[test]
fn an_engine_that_a_callback_cannot_close_is_given_back() {
    let folder = Folder::new();
    let (sender, receiver) = std::sync::mpsc::channel();
    with_transport(&folder, move |engine| {
        let failed = engine.close(None).unwrap_err();
        assert_eq!(failed.error().status(), Status::THREAD);
        sender.send(failed.into_engine().expect("it is open")).unwrap();
    });
    let engine = receiver.recv().unwrap();
    assert_eq!(engine.open_account("ann").unwrap().get("a").unwrap().count, 3);
    engine.close(None).unwrap();
    open_again(&folder);
}

#[test]
fn an_engine_that_is_dropped_in_a_callback_is_closed() {
    let folder = Folder::new();
    with_transport(&folder, drop);
    assert_eq!(open_again(&folder).open_account("ann").unwrap().get("a").unwrap().count, 3);
}

#[test]
fn another_engine_takes_the_place_of_the_first() {
    let engine = Engine::open(driven()).unwrap();
    let other = Engine::open(driven()).unwrap();
    let body = "y".repeat(1000); // More than the first buffer holds.
    let message = MessageOptions::new().body(&body[..]);
    let post = Operation::post("in", message);
    let mut items = [Item::new().account("ann").id("1").operations(vec![post])];
    engine.batch(&mut items, &ItemsOptions::new().source("log").position(1)).unwrap();
    let mut imports = [
        Import::new().account("ann").bytes(engine.export_account("ann").unwrap()),
        Import::new().bytes(engine.export_source("log").unwrap()),
        Import::new().account("bad").bytes(&b"bytes"[..]),
        Import::new().account("empty"),
    ];
    assert_eq!(other.import(&mut imports, ImportFlags::NONE).unwrap(), Status::PARTIAL);
    let statuses: Vec<Status> = imports.iter().map(|each| each.status).collect();
    assert_eq!(statuses, [Status::OK, Status::OK, Status::MALFORMED, Status::MALFORMED]);
    assert_eq!(other.export_account("ann").unwrap(), imports[0].bytes);
    assert_eq!(other.position("log").unwrap(), engine.position("log").unwrap());
    let messages = other.open_account("ann").unwrap().messages("in", MessagesFlags::NONE, None, 1).unwrap();
    assert_eq!((messages[0].key, &messages[0].body), (items[0].operations[0].key, &body));

    assert_eq!(other.import(&mut imports[..1], ImportFlags::NONE).unwrap(), Status::PARTIAL);
    assert_eq!(imports[0].status, Status::EXISTS);
    assert_eq!(other.import(&mut imports[..2], ImportFlags::REPLACE).unwrap(), Status::OK);
    assert_eq!(other.import(&mut [], ImportFlags::NONE).unwrap(), Status::OK);
    assert_eq!(status(other.import(&mut [Import::new().account("b\0")], ImportFlags::NONE)), Status::ARGUMENT);
    assert_eq!(status(other.import(&mut [], ImportFlags::from_bits(1 << 31))), Status::ARGUMENT);
    assert_eq!(status(other.export_account("bo")), Status::NOT_FOUND);
    assert_eq!(status(other.export_source("none")), Status::NOT_FOUND);
    assert_eq!(status(other.export_account("b\0")), Status::ARGUMENT);
}

#[test]
fn flags_are_of_one_kind() {
    let both = ObserveFlags::SUBTREE | ObserveFlags::INITIAL;
    assert_eq!(both.bits(), sys::TALLY_SUBTREE | sys::TALLY_OBSERVE_INITIAL);
    assert!(both.contains(ObserveFlags::INITIAL) && !ObserveFlags::SUBTREE.contains(both));
    assert_eq!(format!("{both:?}"), "ObserveFlags(SUBTREE | INITIAL)");
    assert_eq!(format!("{:?}", ListFlags::from_bits(9)), "ListFlags(SUBTREE | 0x8)");
    // Unknown flags reach the library, which rejects them.
    let engine = Engine::in_memory().unwrap();
    let account = engine.open_account("ann").unwrap();
    assert_eq!(status(account.list("root", ListFlags::from_bits(1 << 30))), Status::ARGUMENT);
}

#[test]
fn everything_is_for_any_thread() {
    fn check<T: Send + Sync>() {}
    check::<Engine>();
    check::<Account>();
    check::<Feed>();
    check::<Scope>();
    check::<Node>();
    check::<Snapshot>();
    check::<Responder>();
    check::<Error>();
}

#[test]
fn what_a_path_owns() {
    let engine = Engine::in_memory().unwrap();
    let account = engine.open_account("ann").unwrap();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as i64;
    account.set_until("a", 3, at(now + 3_600_000)).unwrap();
    account.set("a.b", 4).unwrap();
    account.mute("a", MuteMode::NUMBER, at(now + 7_200_000)).unwrap();
    let own = account.get_own("a").unwrap();
    assert_eq!((own.kind, own.count, own.until), (BadgeKind::NUMBER, 3, Some(at(now + 3_600_000))));
    assert_eq!((own.mute, own.mute_until), (MuteMode::NUMBER, Some(at(now + 7_200_000))));
    account.dot("dot").unwrap();
    let dot = account.get_own("dot").unwrap();
    assert_eq!((dot.kind, dot.count, dot.until), (BadgeKind::DOT, 0, None));
    assert_eq!(account.get_own("none").unwrap(), OwnBadge::default());
    assert_eq!(status(account.get_own("a..b")), Status::PATH);
}

/// A rule at a path holds below it, until it is changed or removed there.
#[test]
fn rules() {
    let engine = Engine::open(driven()).unwrap();
    let account = engine.open_account("ann").unwrap();
    account.post("mail.work", &MessageOptions::new().count(3)).unwrap();
    account.clear_tree("root").unwrap();
    let count = |path| account.get(path).unwrap().count;
    let read = |path, flags| account.get_rule(path, flags).unwrap().feeding;
    assert_eq!(count("mail"), 0); // Seen, not read.
    account.set_rule("mail", &BadgeRule::new().feeding(Feeding::UNREAD)).unwrap();
    assert_eq!((count("mail"), count("mail.work")), (3, 3));
    assert_eq!(read("mail", RuleFlags::NONE), Feeding::UNREAD);
    assert_eq!(account.get_rule("mail.work", RuleFlags::NONE).unwrap(), BadgeRule::new());
    assert_eq!(read("mail.work", RuleFlags::EFFECTIVE), Feeding::UNREAD);
    assert_eq!(read("news", RuleFlags::EFFECTIVE), Feeding::UNSEEN);
    let rule = account.get_rule("mail", RuleFlags::NONE).unwrap(); // A rule that was read can be set.
    account.set_rule("mail.work", &rule).unwrap();
    account.set_rule("mail", &rule.feeding(Feeding::UNSEEN)).unwrap();
    assert_eq!(read("mail", RuleFlags::NONE), Feeding::UNSEEN);
    assert_eq!(count("mail.work"), 3);
    account.set_rule("mail.work", &BadgeRule::new()).unwrap();
    assert_eq!(read("mail.work", RuleFlags::EFFECTIVE), Feeding::UNSEEN);
    assert_eq!(count("mail.work"), 0);
    assert_eq!(status(account.set_rule("mail", &BadgeRule::new().flags(1))), Status::ARGUMENT);
    assert_eq!(status(account.get_rule("a..b", RuleFlags::NONE)), Status::PATH);
}

#[test]
fn look_ups() {
    let engine = Engine::open(driven()).unwrap();
    let account = engine.open_account("ann").unwrap();
    account.log_in().unwrap();
    let title = "x".repeat(20_000); // More than the first buffer holds.
    let key = account.post("in", &MessageOptions::new().id("post").title(title.clone())).unwrap();
    assert_eq!(account.message(key).unwrap().title, title);
    assert_eq!(account.find_message(0, "post").unwrap().key, key);
    let feed = account.add_feed("inbox", &FeedOptions::new()).unwrap();
    feed.deliver(br#"{"cursor":"1","items":[{"id":"1","path":"in"}]}"#).unwrap();
    let id = feed.state().unwrap().id;
    assert_eq!(account.find_message(id, "1").unwrap().feed, id);
    assert_eq!(account.find_feed_by_id(id).unwrap().state().unwrap().id, id);
    let state = account.state().unwrap();
    assert_eq!(engine.find_account(state.id).unwrap().state().unwrap(), state);
    assert_eq!(status(account.message(key + 1000)), Status::NOT_FOUND);
    assert_eq!(status(account.find_message(id, "post")), Status::NOT_FOUND);
    assert_eq!(status(account.find_feed_by_id(id + 1000)), Status::NOT_FOUND);
    assert_eq!(status(engine.find_account(1000)), Status::NOT_FOUND);
    assert_eq!(status(account.reminder("none")), Status::NOT_FOUND);
}

#[test]
fn plans_are_confirmed() {
    let engine = Engine::open(driven()).unwrap();
    let account = engine.open_account("ann").unwrap();
    account.put_reminder("milk", &ReminderOptions::new().shelf_life(7).shelf_unit(Unit::DAY)).unwrap();
    account.log_in().unwrap();
    let first = account.plan_reminders(&PlanOptions::new()).unwrap();
    let again = account.plan_reminders(&PlanOptions::new()).unwrap(); // It was not confirmed, so it is offered again.
    assert!(!first.entries.is_empty() && again.entries == first.entries);
    assert_eq!(status(account.confirm_plan(first.summary.token)), Status::CONFLICT);
    assert_eq!(account.confirm_plan(again.summary.token).unwrap(), Status::OK);
    assert_eq!(account.confirm_plan(again.summary.token).unwrap(), Status::ALREADY_APPLIED);
    assert!(account.plan_reminders(&PlanOptions::new()).unwrap().entries.is_empty());
}

#[test]
fn skipped_reminders() {
    let engine = Engine::open(driven()).unwrap();
    let account = engine.open_account("ann").unwrap();
    let mut file = String::from("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:test\r\n");
    file += "BEGIN:VTODO\r\nUID:good\r\nDUE;VALUE=DATE:20260504\r\nEND:VTODO\r\n";
    for index in 0..100 {
        file += &format!("BEGIN:VTODO\r\nUID:lost{index}\r\nDUE;TZID=Europe/Atlantis:20260504T100000\r\nEND:VTODO\r\n");
    }
    file += "END:VCALENDAR\r\n";
    let imported = account.import_reminders(file.as_bytes()).unwrap();
    assert_eq!((imported.report.taken, imported.report.skipped, imported.skipped.len()), (1, 100, 100));
    let first = &imported.skipped[0];
    let expected = (8, "lost0", "there is no zone 'Europe/Atlantis'");
    assert_eq!((first.line, first.uid.as_str(), first.reason.as_str()), expected);
    account.reminder("good").unwrap();
    assert_eq!(status(account.import_reminders(b"no calendar")), Status::MALFORMED);
}

/// An observer of all feeds and one of reminders are called for events that have no token of their own.
#[test]
fn all_feeds_are_observed() {
    let day = 24 * 3_600_000;
    let passed = Arc::new(AtomicI64::new(0));
    let own = passed.clone();
    let clock = move || {
        let passed = own.load(Ordering::SeqCst);
        (at(1_767_225_600_000 + passed), Duration::from_millis(passed as u64))
    };
    let engine = Engine::open(driven().zone("UTC").clock(Box::new(clock))).unwrap();
    let (ann, bo) = (engine.open_account("ann").unwrap(), engine.open_account("bo").unwrap());
    ann.log_in().unwrap();
    bo.log_in().unwrap();
    let scope = engine.open_scope().unwrap();
    let told = Arc::new(Mutex::new(Vec::new()));
    let telling = |who: &'static str| {
        let told = told.clone();
        move |event: &Event| told.lock().unwrap().push((who, event.text.clone(), event.token))
    };
    let all = scope.observe_feeds(None, telling("all")).unwrap();
    let bos = scope.observe_feeds(Some(&bo), telling("bo")).unwrap();
    scope.observe_reminders(None, telling("reminders")).unwrap();
    scope.observe_reminders(Some(&bo), telling("bo's")).unwrap();
    let inbox = ann.add_feed("inbox", &FeedOptions::new().title("Inbox")).unwrap();
    let other = bo.add_feed("other", &FeedOptions::new().title("Other")).unwrap();
    inbox.deliver(br#"{"cursor":"1","items":[]}"#).unwrap();
    let event = engine.next_event(Some(Duration::ZERO)).unwrap().unwrap();
    assert_eq!((event.kind, event.token), (EventKind::SYNCED, 0));
    other.deliver(br#"{"cursor":"1","items":[]}"#).unwrap();
    assert_eq!(engine.dispatch(0).unwrap().count, 1);
    let expected = [("all", "Inbox".into(), all), ("all", "Other".into(), all), ("bo", "Other".into(), bos)];
    assert_eq!(std::mem::take(&mut *told.lock().unwrap()), expected);
    scope.unobserve(all);
    let milk =
        ReminderOptions::new().produced(Day::new(2026, 1, 1)).shelf_life(20).shelf_unit(Unit::YEAR).time_of_day(3600);
    let milk = milk.smart(SmartMode::OFF).repeat_unit(Unit::DAY).repeat_every(1).end(Day::new(2040, 12, 31));
    ann.put_reminder("milk", &milk).unwrap();
    let kept = ann.reminder("milk").unwrap();
    assert_eq!((kept.produced, kept.start), (Some(Day::from_number(20260101)), None));
    assert_eq!(kept.end.map(|end| end.to_string()), Some("2040-12-31".into()));
    passed.store(day, Ordering::SeqCst);
    engine.step().unwrap();
    engine.dispatch(0).unwrap();
    let told = told.lock().unwrap();
    assert_eq!(told.iter().map(|(who, text, _)| (*who, text.as_str())).collect::<Vec<_>>(), [("reminders", "milk")]);
}

const MANY: usize = 10_100;

fn with_many_badges(engine: &Engine) -> Account {
    let account = engine.open_account("ann").unwrap();
    let mut operations: Vec<_> = (0..MANY).map(|index| Operation::set(format!("l.n{index}"), 1)).collect();
    let begin = account.changes(0, 0).unwrap().revision;
    account.batch(&mut operations, &BatchOptions::new()).unwrap();
    let changes = account.changes(begin, 0).unwrap(); // They are of one transaction, so they come in one call.
    assert_eq!((changes.entries.len(), changes.status), (MANY + 2, Status::OK));
    account
}

/// A list that is longer than one call's is whole, and ends.
#[test]
fn long_lists() {
    let engine = Engine::in_memory().unwrap();
    let account = with_many_badges(&engine);
    let list = account.list("l", ListFlags::CHILDREN).unwrap();
    let paths: std::collections::HashSet<_> = list.entries.iter().map(|entry| entry.path.as_str()).collect();
    assert_eq!((list.entries.len(), paths.len(), list.more), (MANY, MANY, false));
    let page = account.list_page("l", ListFlags::CHILDREN, None, MANY).unwrap();
    assert_eq!((page.entries.len(), page.more, page.revision), (10_000, true, list.revision));
    let reasons = account.explain("l", None, 2 * MANY).unwrap();
    assert_eq!((reasons.len(), reasons.more, &reasons.next), (MANY, false, &None));
    let most = account.explain("l", None, MANY - 1).unwrap();
    assert_eq!((most.len(), most.more), (MANY - 1, true));
    assert_eq!(account.explain("l", most.next.as_deref(), MANY).unwrap().entries, reasons[MANY - 1..]);
}

/// The bytes of memory that the process has.
fn resident() -> usize {
    let numbers = std::fs::read_to_string("/proc/self/statm").unwrap();
    numbers.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
}

/// Bytes that the library has allocated are released: the exports have several times the memory that may be in use.
#[test]
fn memory_of_the_library_is_released() {
    let engine = Engine::in_memory().unwrap();
    let account = with_many_badges(&engine);
    let (before, allowed) = (resident(), 64 << 20);
    let mut total = 0;
    while total < 3 * allowed {
        total += account.export_account().unwrap().len();
    }
    assert!(resident() < before + allowed, "after {total} bytes of exports");
}
