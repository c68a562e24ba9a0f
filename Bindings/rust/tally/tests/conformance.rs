//! Replays the conformance data (Tests/Conformance/README.md) through the safe layer.

mod json;

use json::Value;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tally::*;

/// The failure of a step: a defect of the replay or of what it checks, or the library's error.
enum Failure {
    Tally(Status, String),
    Wrong(String),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Tally(error.status(), error.message().into())
    }
}

type Answer = std::result::Result<Value, Failure>;

/// A result as a value; from members, or with those that a type refers to among them.
trait Out {
    fn out(&self) -> Value;
}

macro_rules! out {
    ($name:ident; $($member:ident),* $(,)?) => {
        impl Out for $name {
            fn out(&self) -> Value {
                Value::Object(vec![$((stringify!($member).to_string(), self.$member.clone().into())),*])
            }
        }
    };
}

macro_rules! flags {
    ($($name:ident),* $(,)?) => {
        $(impl From<$name> for Value {
            fn from(flags: $name) -> Value {
                flags.bits().into()
            }
        }

        impl From<&Value> for $name {
            fn from(from: &Value) -> $name {
                $name::from_bits(from.int() as u32)
            }
        })*
    };
}
macro_rules! kinds {
    ($($name:ident),* $(,)?) => {
        $(impl From<$name> for Value {
            fn from(kind: $name) -> Value {
                kind.0.into()
            }
        }

        impl From<&Value> for $name {
            fn from(from: &Value) -> $name {
                $name(from.int() as i32)
            }
        })*
    };
}

/// Options: members with a value, and texts. Those of the third group are given where they stand there.
macro_rules! fill {
    ($name:ident; $($number:ident),*; $($text:ident),*; $($given:ident),*) => {
        impl Fill for $name {
            fn fill(from: &Value) -> $name {
                let mut options = $name::new();
                $(options.$number = from.get(stringify!($number)).into();)*
                $(options.$text = from.find(stringify!($text)).map(|value| value.text().unwrap_or_default().into());)*
                $(options.$given = from.find(stringify!($given)).map(|value| value.into());)*
                options
            }
        }
    };
}

macro_rules! from_value {
    ($($kind:ty),*) => {
        $(impl From<&Value> for $kind {
            fn from(from: &Value) -> $kind {
                from.int() as $kind
            }
        })*
    };
}
from_value! { i32, u32, i64, u64 }

/// A point in time; 0: none.
fn time_of(milliseconds: i64) -> Option<SystemTime> {
    let since = Duration::from_millis(milliseconds.unsigned_abs());
    match milliseconds {
        0 => None,
        1.. => Some(UNIX_EPOCH + since),
        _ => Some(UNIX_EPOCH - since),
    }
}

impl From<&Value> for Option<SystemTime> {
    fn from(from: &Value) -> Option<SystemTime> {
        time_of(from.int() as i64)
    }
}

impl From<Option<SystemTime>> for Value {
    fn from(time: Option<SystemTime>) -> Value {
        time.map_or(0, |time| time.duration_since(UNIX_EPOCH).expect("after 1970").as_millis() as i64).into()
    }
}

impl From<Duration> for Value {
    fn from(duration: Duration) -> Value {
        (duration.as_millis() as i64).into()
    }
}

impl From<Option<Duration>> for Value {
    fn from(duration: Option<Duration>) -> Value {
        duration.map_or(-1, |duration| duration.as_millis() as i64).into()
    }
}

impl From<&Value> for Period {
    fn from(from: &Value) -> Period {
        Period::from_millis(from.int() as i64)
    }
}

impl From<&Value> for Day {
    fn from(from: &Value) -> Day {
        Day::from_number(from.int() as i32)
    }
}

impl From<Option<Day>> for Value {
    fn from(day: Option<Day>) -> Value {
        day.map_or(0, Day::number).into()
    }
}

impl From<Status> for Value {
    fn from(status: Status) -> Value {
        status.0.into()
    }
}

/// Options, from an object.
trait Fill {
    fn fill(from: &Value) -> Self;
}

// It uses the macros.
#[rustfmt::skip]
mod steps;

impl Out for BadgeEntry {
    fn out(&self) -> Value {
        with(with(self.badge.out(), "badge", self.badge.out()), "path", self.path.clone().into())
    }
}
impl Out for String {
    fn out(&self) -> Value {
        object(vec![("name", self.clone().into())])
    }
}

fn object(members: Vec<(&str, Value)>) -> Value {
    Value::Object(members.into_iter().map(|(name, value)| (name.into(), value)).collect())
}

fn with(mut value: Value, name: &str, member: Value) -> Value {
    if let Value::Object(members) = &mut value {
        members.push((name.into(), member));
    }
    value
}

fn list<T: Out>(entries: &[T]) -> Answer {
    Ok(object(vec![("entries", Value::Array(entries.iter().map(T::out).collect()))]))
}

fn done(_: ()) -> Answer {
    Ok(Value::Null)
}

fn structure<T: Out>(value: &T) -> Answer {
    Ok(value.out())
}

fn revised(from: BadgeList) -> Answer {
    Ok(with(list(&from.entries)?, "revision", from.revision.into()))
}

fn hex(bytes: &[u8]) -> Answer {
    Ok(object(vec![("bytes", bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>().into())]))
}

fn text(value: String) -> Answer {
    Ok(object(vec![("text", value.into())]))
}

fn statuses(name: &str, from: impl Iterator<Item = Status>) -> Value {
    let list: Vec<Value> = from.map(|status| object(vec![("status", status.name().into())])).collect();
    object(vec![(name, list.into())])
}

fn number(name: &str, value: impl Into<Value>) -> Answer {
    Ok(object(vec![(name, value.into())]))
}

fn badge(from: &Value) -> Badge {
    Badge::new(from.get("kind").into(), from.get("count").into())
}

/// A style of the members that `fields` says. An unknown field cannot be said in Rust: it is an error of its own.
fn style(from: &Value) -> std::result::Result<Option<Style>, Failure> {
    if from.is_null() {
        return Ok(None);
    }
    let fields = from.get("fields").int() as u32;
    if fields >= 2 * sys::TALLY_STYLE_FIELD_HIGHLIGHT_COLOR {
        return Err(Failure::Tally(Status::ARGUMENT, "unknown fields".into()));
    }
    let has = |field: u32| fields & field != 0;
    let float = |field, name| has(field).then(|| from.get(name).float());
    let int = |field, name| has(field).then(|| from.get(name).int());
    let mut style = Style::new();
    style.dot_radius = float(sys::TALLY_STYLE_FIELD_DOT_RADIUS, "dot_radius");
    style.offset =
        has(sys::TALLY_STYLE_FIELD_OFFSET).then(|| (from.get("offset_x").float(), from.get("offset_y").float()));
    style.font_size = float(sys::TALLY_STYLE_FIELD_FONT_SIZE, "font_size");
    style.font_weight = int(sys::TALLY_STYLE_FIELD_FONT_WEIGHT, "font_weight").map(|value| value as i32);
    style.text_color = int(sys::TALLY_STYLE_FIELD_TEXT_COLOR, "text_color").map(|value| value as u32);
    style.background_color = int(sys::TALLY_STYLE_FIELD_BACKGROUND_COLOR, "background_color").map(|value| value as u32);
    style.highlight_color = int(sys::TALLY_STYLE_FIELD_HIGHLIGHT_COLOR, "highlight_color").map(|value| value as u32);
    style.overflow = int(sys::TALLY_STYLE_FIELD_OVERFLOW, "overflow").map(|value| OverflowStyle(value as i32));
    style.max_count = int(sys::TALLY_STYLE_FIELD_MAX_COUNT, "max_count").map(|value| value as u64);
    style.icon = has(sys::TALLY_STYLE_FIELD_ICON).then(|| from.get("icon").text().unwrap_or_default().into());
    Ok(Some(style))
}

impl Out for Style {
    fn out(&self) -> Value {
        let from = self;
        let mut fields = 0;
        let mut members = Vec::new();
        macro_rules! put {
        ($($name:ident = $field:ident),*) => {
            $(if from.$name.is_some() {
                fields |= sys::$field;
            }
            members.push((stringify!($name), from.$name.clone().unwrap_or_default().into()));)*
        };
    }
        put!(dot_radius = TALLY_STYLE_FIELD_DOT_RADIUS, font_size = TALLY_STYLE_FIELD_FONT_SIZE);
        put!(font_weight = TALLY_STYLE_FIELD_FONT_WEIGHT, text_color = TALLY_STYLE_FIELD_TEXT_COLOR);
        put!(background_color = TALLY_STYLE_FIELD_BACKGROUND_COLOR, max_count = TALLY_STYLE_FIELD_MAX_COUNT);
        put!(highlight_color = TALLY_STYLE_FIELD_HIGHLIGHT_COLOR);
        put!(overflow = TALLY_STYLE_FIELD_OVERFLOW, icon = TALLY_STYLE_FIELD_ICON);
        if from.offset.is_some() {
            fields |= sys::TALLY_STYLE_FIELD_OFFSET;
        }
        members.push(("offset_x", from.offset.unwrap_or_default().0.into()));
        members.push(("offset_y", from.offset.unwrap_or_default().1.into()));
        members.push(("fields", fields.into()));
        object(members)
    }
}

/// The difference from the expected value.
fn difference(expected: &Value, actual: &Value, place: &str) -> Option<String> {
    let differs = || Some(format!("{place}: expected {expected}, but it is {actual}"));
    let unless = |equal: bool| if equal { None } else { differs() };
    match (expected, actual) {
        (Value::Object(members), Value::Object(_)) => members.iter().find_map(|(name, value)| {
            let found = match actual.find(name) {
                None => return Some(format!("{place}.{name}: there is no such output")),
                Some(found) => found,
            };
            let is_key = ["key", "newest", "oldest", "message"].contains(&name.as_str());
            if is_key && matches!(found, Value::Int(_)) {
                return None;
            }
            difference(value, found, &format!("{place}.{name}"))
        }),
        (Value::Array(left), Value::Array(right)) => {
            if left.len() != right.len() {
                return differs();
            }
            let pairs = left.iter().zip(right).enumerate();
            pairs.into_iter().find_map(|(index, (a, b))| difference(a, b, &format!("{place}[{index}]")))
        }
        (Value::Text(_), Value::Object(_)) => difference(expected, actual.get("name"), place),
        (Value::Text(digits), Value::Int(value)) => unless(*digits == value.to_string()),
        (Value::Bool(value), Value::Int(number)) => unless(i128::from(*value) == *number),
        (_, Value::Float(number)) => unless(expected.float() == *number as f32),
        _ => unless(expected == actual),
    }
}

struct NamedNode {
    account: String,
    /// None: it was released.
    node: Option<Node>,
    number: u64,
}

/// The state of one case, with its engine.
struct Replay {
    accounts: HashMap<String, Account>,
    feeds: HashMap<String, Feed>,
    nodes: HashMap<String, NamedNode>,
    tokens: HashMap<String, u64>,
    kept: HashMap<String, Value>,
    status: Status,
    failed_out: Value,
    scope: Scope,
    engine: Engine,
    wall: Arc<AtomicI64>,
    elapsed: Arc<AtomicI64>,
    noted: Arc<Mutex<Noted>>,
    folder: Option<PathBuf>,
}

/// The calls that the library has made.
#[derive(Default)]
struct Noted {
    drawn: Vec<Value>,
    requests: Vec<Value>,
    sent: Vec<(i64, Responder)>,
    notices: i64,
}

/// A widget that notes how it is drawn.
struct Drawing(Arc<Mutex<Noted>>);

impl Drawing {
    fn note(&self, function: &str, path: &str, look: &Presentation) {
        let entry = vec![("function", function.into()), ("path", path.into()), ("text", look.text.as_str().into())];
        self.0.lock().unwrap().drawn.push(object(entry));
    }
}

impl Widget for Drawing {
    fn show_dot(&mut self, path: &str, look: &Presentation) {
        self.note("show_dot", path, look);
    }
    fn show_number(&mut self, path: &str, look: &Presentation) {
        self.note("show_number", path, look);
    }
    fn show_icon(&mut self, path: &str, look: &Presentation) {
        self.note("show_icon", path, look);
    }
    fn hide(&mut self, path: &str, look: &Presentation) {
        self.note("hide", path, look);
    }
}

impl Noted {
    fn request(&mut self, request: &Request) {
        if request.kind == RequestKind::SEND {
            self.sent.push((request.id, request.responder.clone()));
        }
        let at = self.sent.iter().position(|(id, _)| *id == request.id).expect("a request that was sent");
        self.requests.push(object(vec![
            ("kind", request.kind.into()),
            ("method", request.method.as_str().into()),
            ("url", request.url.as_str().into()),
            ("request", format!("r{}", at + 1).into()),
        ]));
    }
}

/// Takes the gathered values, once.
fn taken(gathered: &mut Vec<Value>) -> Answer {
    Ok(object(vec![("entries", std::mem::take(gathered).into())]))
}

/// A step's arguments.
struct Step<'a>(&'a Value);

impl<'a> Step<'a> {
    fn get(&self, name: &str) -> &'a Value {
        self.0.get(name)
    }
    /// A text; empty where there is none.
    fn text(&self, name: &str) -> &'a str {
        self.get(name).text().unwrap_or_default()
    }
    fn optional(&self, name: &str) -> Option<&'a str> {
        self.get(name).text()
    }
    fn i64(&self, name: &str) -> i64 {
        self.get(name).int() as i64
    }
    fn u64(&self, name: &str) -> u64 {
        self.get(name).int() as u64
    }
    fn i32(&self, name: &str) -> i32 {
        self.get(name).int() as i32
    }
    fn u32(&self, name: &str) -> u32 {
        self.get(name).int() as u32
    }
    fn time(&self) -> Option<SystemTime> {
        time_of(self.i64("until"))
    }
    /// None: -1. Another negative number cannot be said in Rust: it is an error of its own.
    fn duration(&self, name: &str) -> std::result::Result<Option<Duration>, Failure> {
        match self.i64(name) {
            -1 => Ok(None),
            number => match u64::try_from(number) {
                Ok(milliseconds) => Ok(Some(Duration::from_millis(milliseconds))),
                Err(_) => Err(Failure::Tally(Status::RANGE, "a negative duration".into())),
            },
        }
    }
    fn limit(&self) -> usize {
        if self.get("limit").is_null() {
            10000
        } else {
            self.get("limit").int() as usize
        }
    }
    fn bytes(&self, name: &str) -> Vec<u8> {
        match self.optional(name) {
            Some(digits) => {
                (0..digits.len() / 2).map(|at| u8::from_str_radix(&digits[2 * at..2 * at + 2], 16).unwrap()).collect()
            }
            None => self.optional("text").unwrap_or_default().as_bytes().to_vec(),
        }
    }
}

fn wrong<T>(what: impl Into<String>) -> std::result::Result<T, Failure> {
    Err(Failure::Wrong(what.into()))
}

impl Replay {
    fn new(case: &Value) -> Replay {
        let start = if case.get("wall").is_null() { 1767225600000 } else { case.get("wall").int() as i64 };
        let wall = Arc::new(AtomicI64::new(start));
        let elapsed = Arc::new(AtomicI64::new(1000000));
        let mut engine_options = EngineOptions::fill(case.get("options"));
        engine_options.flags |= EngineFlags::HOST_DRIVEN;
        engine_options.seed = 1;
        engine_options.zone = Some(case.get("zone").text().unwrap_or("UTC").into());
        let folder = case.get("file").text().map(|file| {
            static COUNT: AtomicI64 = AtomicI64::new(0);
            let name = format!("tally-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::SeqCst));
            let folder = std::env::temp_dir().join(name);
            std::fs::create_dir(&folder).unwrap();
            engine_options.file = Some(folder.join(file).to_str().unwrap().into());
            folder
        });
        let clocks = (wall.clone(), elapsed.clone());
        engine_options.clock = Some(Box::new(move || {
            let elapsed = Duration::from_millis(clocks.1.load(Ordering::SeqCst) as u64);
            (UNIX_EPOCH + Duration::from_millis(clocks.0.load(Ordering::SeqCst) as u64), elapsed)
        }));
        let engine = Engine::open(engine_options).unwrap();
        Replay {
            accounts: HashMap::new(),
            feeds: HashMap::new(),
            nodes: HashMap::new(),
            tokens: HashMap::new(),
            kept: HashMap::new(),
            status: Status::OK,
            failed_out: Value::Null,
            scope: engine.open_scope().unwrap(),
            engine,
            wall,
            elapsed,
            noted: Arc::default(),
            folder,
        }
    }

    /// A value in which what former steps gave takes the place of "$name".
    fn resolved(&self, value: &Value) -> Value {
        match value {
            Value::Text(text) => text.strip_prefix('$').and_then(|name| self.kept.get(name)).unwrap_or(value).clone(),
            Value::Array(items) => Value::Array(items.iter().map(|item| self.resolved(item)).collect()),
            Value::Object(members) => {
                Value::Object(members.iter().map(|(name, value)| (name.clone(), self.resolved(value))).collect())
            }
            _ => value.clone(),
        }
    }

    fn step(&mut self, given: &Value) -> std::result::Result<(), String> {
        let step = Step(given);
        self.status = Status::OK;
        self.failed_out = Value::Null;
        let (out, message) = match self.call(&step) {
            Ok(value) => (value, String::new()),
            Err(Failure::Tally(status, words)) => {
                self.status = status;
                (std::mem::replace(&mut self.failed_out, Value::Null), words)
            }
            Err(Failure::Wrong(what)) => return Err(what),
        };
        let expected = step.optional("status").unwrap_or("TALLY_OK");
        if expected != self.status.name() {
            return Err(format!("the answer is {}, {message}", self.status));
        }
        if !message.contains(step.optional("message").unwrap_or_default()) {
            return Err(format!("the message is '{message}'"));
        }
        if let Some(differs) = step.0.find("out").and_then(|expected| difference(expected, &out, "out")) {
            return Err(differs);
        }
        if let Some(name) = step.optional("as") {
            let first = ["text", "bytes", "digest", "revision", "next"].iter().find_map(|what| out.find(what));
            self.kept.insert(name.into(), first.ok_or("it gives nothing")?.clone());
        }
        Ok(())
    }

    fn account(&self, step: &Step) -> std::result::Result<Account, Failure> {
        self.account_of(step, "account")
    }

    fn account_of(&self, step: &Step, name: &str) -> std::result::Result<Account, Failure> {
        let name = step.text(name);
        self.accounts.get(name).cloned().map_or_else(|| wrong(format!("there is no account {name}")), Ok)
    }

    fn feed(&self, step: &Step) -> std::result::Result<&Feed, Failure> {
        let name = step.text("feed");
        self.feeds.get(name).map_or_else(|| wrong(format!("there is no feed {name}")), Ok)
    }

    fn token(&self, step: &Step) -> u64 {
        step.optional("token").and_then(|name| self.tokens.get(name)).copied().unwrap_or(0)
    }

    fn keep(&mut self, step: &Step, token: u64) -> Answer {
        self.tokens.insert(step.text("token").into(), token);
        number("token", step.text("token"))
    }

    fn planned(&mut self, step: &Step, from: Plan) -> Answer {
        self.tokens.insert(step.text("token").into(), from.summary.token);
        Ok(with(from.summary.out(), "entries", list(&from.entries)?.get("entries").clone()))
    }

    fn feed_state(&self, step: &Step) -> Answer {
        let state = self.feed(step)?.state()?;
        let mut out = state.out();
        if let Value::Object(members) = &mut out {
            members.retain(|(name, _)| name != "result");
        }
        Ok(with(with(out, "text", state.title.as_str().into()), "result", state.result.name().into()))
    }

    /// The identifier of a feed; 0: the step has none.
    fn feed_id(&self, step: &Step) -> std::result::Result<i64, Failure> {
        match step.optional("feed") {
            None => Ok(0),
            Some(_) => Ok(self.feed(step)?.state()?.id),
        }
    }

    /// Ends an observer or a view, which cannot fail.
    fn ended(&self, step: &Step, end: fn(&Scope, Token)) -> Answer {
        end(&self.scope, self.token(step));
        Ok(Value::Null)
    }

    fn keep_view(&mut self, step: &Step, (token, status): (u64, Status)) -> Answer {
        self.status = status;
        self.keep(step, token)
    }

    fn told(&mut self, status: Status) -> Answer {
        self.status = status;
        Ok(Value::Null)
    }

    fn page<T: Out>(&mut self, page: Page<T>) -> Answer {
        if page.more {
            self.status = Status::MORE;
        }
        let out = list(&page)?;
        Ok(match page.next {
            Some(next) => with(out, "next", next.as_str().into()),
            None => out,
        })
    }

    fn key(&self, step: &Step, id: &Value) -> std::result::Result<i64, Failure> {
        if id.is_null() {
            return Ok(0);
        }
        for message in self.account(step)?.all_messages("root", MessagesFlags::SUBTREE) {
            let message = message?;
            if Some(message.id.as_str()) == id.text() {
                return Ok(message.key);
            }
        }
        Ok(1 << 40)
    }

    fn keys(&self, step: &Step) -> std::result::Result<Vec<i64>, Failure> {
        step.get("keys").items().iter().map(|id| self.key(step, id)).collect()
    }

    fn events(&self) -> Answer {
        let mut result = Vec::new();
        for event in self.engine.events(Some(Duration::ZERO)) {
            let event = event?;
            let mut entry = event.out();
            if let Value::Object(members) = &mut entry {
                members.retain(|(name, _)| !["token", "account", "feed", "result"].contains(&name.as_str()));
            }
            entry = with(entry, "result", event.result.name().into());
            let token = self.tokens.iter().find(|(_, token)| **token == event.token);
            entry = with(entry, "token", token.map_or(event.token.into(), |(name, _)| name.as_str().into()));
            let named =
                self.accounts.iter().find(|(_, account)| account.state().map_or(0, |state| state.id) == event.account);
            entry = with(entry, "account", named.map_or(event.account.into(), |(name, _)| name.as_str().into()));
            let feed = self
                .accounts
                .values()
                .flat_map(|account| account.all_feeds().flatten().collect::<Vec<_>>())
                .find(|feed| feed.id == event.feed);
            result.push(with(entry, "feed", feed.map_or(event.feed.into(), |feed| feed.name.into())));
        }
        Ok(object(vec![("entries", result.into())]))
    }

    fn operation(&self, given: &Value) -> Operation {
        let mut operation = Operation::new().kind(given.get("kind").into()).value(given.get("value").into());
        operation.until = given.get("until").into();
        operation.on(match given.get("node").text() {
            Some(node) => Target::Node(self.nodes.get(node).map_or(0, |node| node.number)),
            None => Target::Path(given.get("path").text().unwrap_or_default().into()),
        })
    }

    fn batch(&mut self, account: &Account, step: &Step) -> Answer {
        let given = step.get("operations").items();
        let mut operations: Vec<Operation> = given.iter().map(|given| self.operation(given)).collect();
        let answer = account.batch(&mut operations, &BatchOptions::fill(step.get("options")));
        let told = operations
            .iter()
            .map(|from| {
                object(vec![
                    ("count", from.count.into()),
                    ("badge_kind", from.badge_kind.into()),
                    ("status", from.status.name().into()),
                ])
            })
            .collect::<Vec<_>>();
        let told = object(vec![("operations", told.into())]);
        match answer {
            Ok(result) => {
                self.status = result.status;
                Ok(with(told, "revision", result.revision.into()))
            }
            Err(error) => {
                self.failed_out = told;
                Err(error.into())
            }
        }
    }

    fn batch_items(&mut self, s: &Step) -> Answer {
        let item = |given: &Value| {
            let operations = given.get("operations").items().iter().map(|each| self.operation(each)).collect();
            let mut item = Item::new().time(time_of(given.get("time").int() as i64)).operations(operations);
            item.account = given.get("account").text().unwrap_or_default().into();
            item.id = given.get("id").text().map(String::from);
            item
        };
        let mut items: Vec<Item> = s.get("items").items().iter().map(item).collect();
        let options = ItemsOptions::fill(s.get("options"));
        self.status = self.engine.batch(&mut items, &options)?;
        Ok(statuses("items", items.iter().map(|item| item.status)))
    }

    fn import_all(&mut self, s: &Step) -> Answer {
        let import = |given: &Value| {
            let mut import = Import::new().bytes(Step(given).bytes("bytes"));
            import.account = given.get("account").text().map(String::from);
            import
        };
        let mut imports: Vec<Import> = s.get("imports").items().iter().map(import).collect();
        self.status = self.engine.import(&mut imports, s.get("flags").into())?;
        Ok(statuses("imports", imports.iter().map(|import| import.status)))
    }

    fn file(&self, s: &Step, name: &str) -> String {
        self.folder.as_ref().map_or(s.text(name).into(), |folder| folder.join(s.text(name)).to_str().unwrap().into())
    }

    fn responder(&self, s: &Step) -> Responder {
        let number: usize = s.text("request")[1..].parse().unwrap();
        self.noted.lock().unwrap().sent[number - 1].1.clone()
    }

    /// The steps of what the library calls.
    fn on_call(&mut self, name: &str, s: &Step) -> Answer {
        let noted = self.noted.clone();
        match name {
            "widget_bind" => {
                let token = self.scope.bind(&self.account(s)?, s.text("path"), Drawing(noted))?;
                self.keep(s, token)
            }
            "drawn" => taken(&mut noted.lock().unwrap().drawn),
            "engine_set_notify" => {
                let notify: Notify = Box::new(move || noted.lock().unwrap().notices += 1);
                done(self.engine.set_notify((s.i32("on") != 0).then_some(notify))?)
            }
            "notified" => number("count", std::mem::take(&mut noted.lock().unwrap().notices)),
            "engine_set_transport" => {
                let transport: Transport = Box::new(move |request| noted.lock().unwrap().request(request));
                done(self.engine.set_transport((s.i32("on") != 0).then_some(transport))?)
            }
            "requests" => taken(&mut noted.lock().unwrap().requests),
            "transport_respond" => {
                done(self.responder(s).respond(s.i32("code"), s.optional("headers"), &s.bytes("body"))?)
            }
            "transport_progress" => done(self.responder(s).progress()?),
            "version" => Ok(object(vec![("number", version().into()), ("text", version_text().into())])),
            "status_name" => text(Status(s.i32("number")).name().into()),
            "status_message" => text(Status(s.i32("number")).message().into()),
            _ => wrong(format!("unknown call {name}")),
        }
    }

    /// A node's function; one of another account, or one that was released, can only be tried through C's.
    fn on_node(&mut self, call: &str, step: &Step) -> Answer {
        let account = self.account(step)?;
        let name = step.text("node");
        let (count, delta, mode, until) = (step.i64("count"), step.i64("delta"), step.i32("mode"), step.i64("until"));
        let named = match self.nodes.get_mut(name) {
            None => return wrong(format!("there is no node {name}")),
            Some(named) => named,
        };
        if Some(named.account.as_str()) != step.optional("account") || named.node.is_none() {
            let (raw, number) = (account.as_ptr(), named.number);
            let mut length = 0;
            let answer = unsafe {
                match call {
                    "release" => {
                        sys::tally_node_release(raw, number);
                        return Ok(Value::Null);
                    }
                    "get_path" => sys::tally_node_get_path(raw, number, std::ptr::null_mut(), 0, &mut length),
                    "set" => sys::tally_node_set(raw, number, count),
                    "dot" => sys::tally_node_dot(raw, number),
                    "set_until" => sys::tally_node_set_until(raw, number, count, until),
                    "dot_until" => sys::tally_node_dot_until(raw, number, until),
                    "add" => sys::tally_node_add(raw, number, delta),
                    "clear" => sys::tally_node_clear(raw, number),
                    "clear_tree" => sys::tally_node_clear_tree(raw, number),
                    "mute" => sys::tally_node_mute(raw, number, mode, until),
                    _ => sys::tally_node_get(raw, number, &mut sys::sized()),
                }
            };
            let mut words = [0u8; 1024];
            let told = unsafe { sys::tally_error_message(words.as_mut_ptr().cast(), words.len(), &mut length) };
            assert_eq!(told, 0);
            return Err(Failure::Tally(Status(answer), String::from_utf8_lossy(&words[..length]).into()));
        }
        if call == "release" {
            named.node = None;
            return Ok(Value::Null);
        }
        let node = named.node.as_ref().expect("a node");
        match call {
            "get_path" => return text(node.path()?),
            "set" => node.set(count)?,
            "dot" => node.dot()?,
            "set_until" => node.set_until(count, step.time())?,
            "dot_until" => node.dot_until(step.time())?,
            "add" => node.add(delta)?,
            "clear" => self.status = node.clear()?,
            "clear_tree" => self.status = node.clear_tree()?,
            "mute" => node.mute(mode.into(), step.time())?,
            "get" => return structure(&node.get()?),
            _ => return wrong(format!("unknown call node_{call}")),
        }
        Ok(Value::Null)
    }

    fn by_hand(&mut self, name: &str, s: &Step) -> Answer {
        match name {
            "go" | "wall" => {
                let before = self.wall.swap(s.i64("to"), Ordering::SeqCst);
                if name == "go" {
                    self.elapsed.fetch_add(s.i64("to") - before, Ordering::SeqCst);
                }
                done(self.engine.step()?)
            }
            "step" => done(self.engine.step()?),
            "events" => self.events(),
            "account_open" => {
                let options = AccountOptions::fill(s.get("options"));
                let account = self.engine.open_account_with(s.text("account"), &options)?;
                self.accounts.insert(s.text("account").into(), account);
                done(())
            }
            "badge_changes" => {
                let mut changes = self.account(s)?.changes(s.u64("since"), s.u64("epoch"))?;
                changes.entries.sort_by(|a, b| a.path.cmp(&b.path));
                self.status = changes.status;
                Ok(with(list(&changes.entries)?, "revision", changes.revision.into()))
            }
            "snapshot_take" => self.snapshot(s),
            "badge_restore" => {
                done(self.account(s)?.restore(s.text("path"), &Snapshot::decode(&s.bytes("snapshot"))?)?)
            }
            "snapshot_diff" => hex(&Snapshot::decode(&s.bytes("from"))?.diff(&Snapshot::decode(&s.bytes("to"))?)?),
            "snapshot_list" => {
                let snapshot = Snapshot::decode(&s.bytes("snapshot"))?;
                self.page(snapshot.list(s.text("path"), s.u32("flags").into(), s.optional("after"), s.limit())?)
            }
            "badge_batch" => self.batch(&self.account(s)?, s),
            "engine_batch" => self.batch_items(s),
            "engine_get_position" => structure(&self.engine.position(s.text("source"))?),
            "account_find" => {
                let account = self.engine.find_account(self.account(s)?.state()?.id)?;
                self.accounts.insert(s.text("account").into(), account);
                done(())
            }
            "engine_import" => self.import_all(s),
            "node_resolve" => {
                let node = self.account(s)?.resolve(s.text("path"))?;
                let number = node.as_raw();
                let named = NamedNode { account: s.text("account").into(), node: Some(node), number };
                self.nodes.insert(s.text("node").into(), named);
                done(())
            }
            "feed_add" => {
                let options = FeedOptions::fill(s.get("options"));
                let feed = self.account(s)?.add_feed(s.text("feed"), &options)?;
                self.feeds.insert(s.text("feed").into(), feed);
                done(())
            }
            "feed_find" => {
                let feed = self.account(s)?.find_feed(s.text("feed"))?;
                self.feeds.insert(s.text("feed").into(), feed);
                done(())
            }
            "feed_find_by_id" => {
                let feed = self.account(s)?.find_feed_by_id(self.feed_id(s)?)?;
                self.feeds.insert(s.text("feed").into(), feed);
                done(())
            }
            _ => match name.strip_prefix("node_") {
                Some(name) => self.on_node(name, s),
                None => self.on_call(name, s),
            },
        }
    }

    fn snapshot(&self, s: &Step) -> Answer {
        let bytes = self.account(s)?.snapshot(s.text("path"))?.encode()?;
        assert_eq!(Snapshot::decode(&bytes)?.encode()?, bytes);
        hex(&bytes)
    }
}

impl Drop for Replay {
    fn drop(&mut self) {
        if let Some(folder) = &self.folder {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

fn run(case: &Value) -> std::result::Result<(), String> {
    let mut replay = Replay::new(case);
    for (index, step) in case.get("steps").items().iter().enumerate() {
        let step = replay.resolved(step);
        replay.step(&step).map_err(|what| format!("step {index} {step}: {what}"))?;
    }
    Ok(())
}

#[test]
fn conformance() {
    let here = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../Tests/Conformance/data");
    let folder = std::env::var("TALLY_CONFORMANCE").unwrap_or_else(|_| here.into());
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{folder}: {error}"))
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().map_or(false, |extension| extension == "jsonl"))
        .collect();
    files.sort();
    let (mut passed, mut failed) = (0, 0);
    for file in files {
        for line in std::fs::read_to_string(&file).unwrap().lines().filter(|line| !line.is_empty()) {
            let case = json::parse(line);
            match run(&case) {
                Ok(()) => passed += 1,
                Err(what) => {
                    failed += 1;
                    if failed <= 20 {
                        eprintln!("{}: {what}", case.get("case"));
                    }
                }
            }
        }
    }
    println!("{passed} cases passed, {failed} failed");
    assert!(failed == 0 && passed > 0, "{failed} of {} cases failed", passed + failed);
}
