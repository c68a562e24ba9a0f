//! Replays the conformance data (Tests/Conformance/README.md) through the safe layer.

// One macro for options with and without other members.
#![allow(clippy::needless_update)]

mod json;

use json::Value;
use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::Arc;
use std::time::Duration;
use tally::*;

/// What becomes of a step: a defect of the replay or of what it checks, or the library's error.
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

macro_rules! out {
    ($from:expr; $($name:ident),* $(,)?) => {
        Value::Object(vec![$((stringify!($name).to_string(), Value::from($from.$name.clone()))),*])
    };
}

macro_rules! options {
    ($kind:ident, $from:expr; $($number:ident),* ; $($text:ident),*) => {{
        let from = $from;
        $kind {
            $($number: from.get(stringify!($number)).int() as _,)*
            $($text: from.get(stringify!($text)).text().map(String::from),)*
            ..Default::default()
        }
    }};
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

fn entries<T>(list: &[T], value: impl Fn(&T) -> Value) -> Value {
    object(vec![("entries", Value::Array(list.iter().map(value).collect()))])
}

fn hex(bytes: &[u8]) -> Value {
    object(vec![("bytes", bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>().into())])
}

fn text(value: String) -> Value {
    object(vec![("text", value.into())])
}

fn number(name: &str, value: impl Into<Value>) -> Value {
    object(vec![(name, value.into())])
}

fn badge(from: &Badge) -> Value {
    out!(from; count, revision, shows, flags, manual_count)
}

fn badge_entry(from: &BadgeEntry) -> Value {
    let flat = badge(&from.badge);
    with(with(flat.clone(), "badge", flat), "path", from.path.clone().into())
}

fn message(from: &Message) -> Value {
    out!(from; key, feed, time, count, state, id, path, kind, title, body, thread, category, argument, argument_count)
}

fn group(from: &Group) -> Value {
    out!(from; newest, oldest, items, notifications, fresh, time, origin, thread, path, title, summary, language)
}

fn outbox_entry(from: &OutboxEntry) -> Value {
    out!(from; sequence, feed, attempt, next_time, lease_end, kind, state, key, entity, body)
}

fn presentation(from: &Presentation) -> Value {
    out!(from; kind, count, dot_radius, offset_x, offset_y, font_size, font_weight, text_color, background_color,
        overflow, max_count, text)
}

/// A style of the members that `fields` says. An unknown field cannot be said in Rust: it is an error of its own.
fn style(from: &Value) -> std::result::Result<Option<Style>, Failure> {
    if from.is_null() {
        return Ok(None);
    }
    let fields = from.get("fields").int() as u32;
    if fields >= 512 {
        return Err(Failure::Tally(Status::ARGUMENT, "unknown fields".into()));
    }
    let has = |field: u32| fields & field != 0;
    let float = |field, name| has(field).then(|| from.get(name).float());
    let int = |field, name| has(field).then(|| from.get(name).int());
    Ok(Some(Style {
        dot_radius: float(sys::TALLY_STYLE_DOT_RADIUS, "dot_radius"),
        offset: has(sys::TALLY_STYLE_OFFSET).then(|| (from.get("offset_x").float(), from.get("offset_y").float())),
        font_size: float(sys::TALLY_STYLE_FONT_SIZE, "font_size"),
        font_weight: int(sys::TALLY_STYLE_FONT_WEIGHT, "font_weight").map(|value| value as i32),
        text_color: int(sys::TALLY_STYLE_TEXT_COLOR, "text_color").map(|value| value as u32),
        background_color: int(sys::TALLY_STYLE_BACKGROUND_COLOR, "background_color").map(|value| value as u32),
        overflow: int(sys::TALLY_STYLE_OVERFLOW, "overflow").map(|value| value as i32),
        max_count: int(sys::TALLY_STYLE_MAX_COUNT, "max_count").map(|value| value as u64),
        icon: has(sys::TALLY_STYLE_ICON).then(|| from.get("icon").text().unwrap_or_default().into()),
    }))
}

fn style_out(from: &Style) -> Value {
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
    put!(dot_radius = TALLY_STYLE_DOT_RADIUS, font_size = TALLY_STYLE_FONT_SIZE);
    put!(font_weight = TALLY_STYLE_FONT_WEIGHT, text_color = TALLY_STYLE_TEXT_COLOR);
    put!(background_color = TALLY_STYLE_BACKGROUND_COLOR, max_count = TALLY_STYLE_MAX_COUNT);
    put!(overflow = TALLY_STYLE_OVERFLOW, icon = TALLY_STYLE_ICON);
    if from.offset.is_some() {
        fields |= sys::TALLY_STYLE_OFFSET;
    }
    members.push(("offset_x", from.offset.unwrap_or_default().0.into()));
    members.push(("offset_y", from.offset.unwrap_or_default().1.into()));
    members.push(("fields", fields.into()));
    object(members)
}

/// What differs of what is expected.
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

/// What one case has, beside its engine.
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
}

/// A step's arguments.
struct Step<'a>(&'a Value);

impl<'a> Step<'a> {
    fn get(&self, name: &str) -> &'a Value {
        self.0.get(name)
    }
    /// A text. In Rust it cannot be NULL, which C would refuse.
    fn text(&self, name: &str) -> std::result::Result<&'a str, Failure> {
        self.get(name).text().ok_or_else(|| Failure::Tally(Status::ARGUMENT, format!("{name} is NULL")))
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
    fn options(&self) -> &'a Value {
        self.get("options")
    }
    fn name(&self) -> std::result::Result<&'a str, Failure> {
        self.text(if self.get("name").is_null() { "account" } else { "name" })
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
        let mut engine_options = options!(EngineOptions, case.get("options");
            flags, durability, max_depth, max_path_bytes, max_nodes, max_accounts, max_feeds, max_observers,
            max_response_bytes, batch_id_time, max_batch_ids, max_loaded_accounts;);
        engine_options.flags |= sys::TALLY_ENGINE_HOST_DRIVEN;
        engine_options.seed = 1;
        engine_options.zone = Some(case.get("zone").text().unwrap_or("UTC").into());
        let clocks = (wall.clone(), elapsed.clone());
        engine_options.clock =
            Some(Box::new(move || (clocks.0.load(Ordering::SeqCst), clocks.1.load(Ordering::SeqCst))));
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
        // What Rust's types refuse has words of its own.
        if !message.ends_with("is NULL") && !message.contains(step.optional("message").unwrap_or_default()) {
            return Err(format!("the message is '{message}'"));
        }
        if let Some(differs) = step.0.find("out").and_then(|expected| difference(expected, &out, "out")) {
            return Err(differs);
        }
        if let Some(name) = step.optional("as") {
            let first = ["text", "bytes", "digest", "revision"].iter().find_map(|what| out.find(what));
            self.kept.insert(name.into(), first.ok_or("it gives nothing")?.clone());
        }
        Ok(())
    }

    fn account_of(&self, step: &Step, name: &str) -> std::result::Result<Account, Failure> {
        let name = step.text(name)?;
        self.accounts.get(name).cloned().map_or_else(|| wrong(format!("there is no account {name}")), Ok)
    }

    fn feed(&self, step: &Step) -> std::result::Result<&Feed, Failure> {
        let name = step.text("feed")?;
        self.feeds.get(name).map_or_else(|| wrong(format!("there is no feed {name}")), Ok)
    }

    fn token(&self, step: &Step) -> u64 {
        step.optional("token").and_then(|name| self.tokens.get(name)).copied().unwrap_or(0)
    }

    fn keep(&mut self, step: &Step, token: u64) -> Answer {
        let name = step.optional("token").unwrap_or_default();
        self.tokens.insert(name.into(), token);
        Ok(number("token", name))
    }

    fn key(&self, account: &Account, id: &Value) -> std::result::Result<u64, Failure> {
        let id = match id {
            Value::Text(id) => id,
            other => return Ok(other.int() as u64),
        };
        for message in account.all_messages("root", sys::TALLY_MESSAGES_SUBTREE) {
            let message = message?;
            if message.id == *id {
                return Ok(message.key);
            }
        }
        Ok(1 << 40)
    }

    fn keys(&self, account: &Account, step: &Step) -> std::result::Result<Vec<u64>, Failure> {
        step.get("keys").items().iter().map(|id| self.key(account, id)).collect()
    }

    fn listed<T>(&mut self, page: Page<T>, value: impl Fn(&T) -> Value) -> Answer {
        if page.more {
            self.status = Status::MORE;
        }
        Ok(entries(&page, value))
    }

    fn events(&self) -> Answer {
        let mut result = Vec::new();
        for event in self.engine.events(Some(Duration::ZERO)) {
            let event = event?;
            let mut entry = out!(event; kind, count, revision, shows, retry_after, next_time, added, changed, removed,
                rejected, total, unread, unseen, text);
            entry = with(entry, "result", event.status().name().into());
            let token = self.tokens.iter().find(|(_, token)| **token == event.token);
            entry = with(entry, "token", token.map_or(event.token.into(), |(name, _)| name.as_str().into()));
            let named =
                self.accounts.iter().find(|(_, account)| account.info().map_or(0, |info| info.id) == event.account);
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

    fn batch(&mut self, account: &Account, step: &Step) -> Answer {
        let mut operations = Vec::new();
        for given in step.get("operations").items() {
            let target = match given.get("node").text() {
                Some(node) => Target::Node(self.nodes.get(node).map_or(0, |node| node.number)),
                None => Target::Path(given.get("path").text().unwrap_or_default().into()),
            };
            let number = |name| given.get(name).int();
            operations.push(Operation::new(
                number("kind") as i32,
                target,
                number("value") as i64,
                number("until") as i64,
            ));
        }
        let options = options!(BatchOptions, step.options(); flags, epoch, position; source, id);
        let answer = account.batch(&mut operations, &options);
        let told = operations
            .iter()
            .map(|from| with(out!(from; count, shows), "status", from.status.name().into()))
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

    /// A node's function; one of another account, or one that was released, can only be tried through C's.
    fn on_node(&mut self, call: &str, step: &Step) -> Answer {
        let account = self.account_of(step, "account")?;
        let name = step.text("node")?;
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
                    "release" => sys::tally_node_release(raw, number),
                    "path" => sys::tally_node_path(raw, number, std::ptr::null_mut(), 0, &mut length),
                    "set" => sys::tally_node_set(raw, number, count),
                    "dot" => sys::tally_node_dot(raw, number),
                    "add" => sys::tally_node_add(raw, number, delta),
                    "clear" => sys::tally_node_clear(raw, number),
                    "force" => sys::tally_node_force(raw, number),
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
            "path" => return Ok(text(node.path()?)),
            "set" => node.set(count)?,
            "dot" => node.dot()?,
            "add" => node.add(delta)?,
            "clear" => self.status = node.clear()?,
            "force" => self.status = node.force()?,
            "mute" => node.mute(mode, until)?,
            "get" => return Ok(badge(&node.get()?)),
            _ => return wrong(format!("unknown call node_{call}")),
        }
        Ok(Value::Null)
    }

    fn call(&mut self, s: &Step) -> Answer {
        let call = s.text("call")?;
        match call {
            "go" => {
                self.elapsed.fetch_add(s.i64("to") - self.wall.load(Ordering::SeqCst), Ordering::SeqCst);
                self.wall.store(s.i64("to"), Ordering::SeqCst);
                self.engine.step()?;
            }
            "wall" => {
                self.wall.store(s.i64("to"), Ordering::SeqCst);
                self.engine.step()?;
            }
            "step" => self.engine.step()?,
            "events" => return self.events(),
            "engine_total" => return Ok(badge(&self.engine.total()?)),
            "engine_verify" => self.engine.verify()?,
            "account_open" => {
                let options = options!(AccountOptions, s.options(); flags, aggregation, feeding;);
                let account = self.engine.open_account_with(s.text("account")?, &options)?;
                self.accounts.insert(s.text("account")?.into(), account);
            }
            "account_list" => {
                let page = self.engine.accounts(s.optional("after"), s.limit())?;
                return self.listed(page, |name| number("name", name.as_str()));
            }
            "account_drop" => self.engine.drop_account(s.name()?)?,
            "account_hash" => return Ok(number("partition", account_hash(s.text("name")?, s.u32("partitions"))?)),
            "account_restore" => self.engine.restore_account(s.name()?, &s.bytes("snapshot"))?,
            "snapshot_diff" => {
                let (from, to) = (s.bytes("from"), s.bytes("to"));
                let patch = snapshot_diff(&from, &to)?;
                assert_eq!(Snapshot::decode(&from)?.compare(&Snapshot::decode(&to)?)?, patch);
                return Ok(hex(&patch));
            }
            "patch_inverse" => return Ok(hex(&patch_inverse(&s.bytes("patch"))?)),
            "path_escape" => return Ok(text(path_escape(s.text("name")?)?)),
            "path_join" => return Ok(text(path_join(s.text("path")?, s.text("name")?)?)),
            "path_parent" => return Ok(text(path_parent(s.text("path")?)?)),
            "path_component" => return Ok(text(path_component(s.text("path")?, s.u64("index") as usize)?)),
            "present" => {
                let style = style(s.get("style"))?;
                return Ok(presentation(&present(s.i32("shows") != 0, s.u64("count"), style.as_ref())?));
            }
            "observe_total" => {
                let token = self.scope.watch_total(s.u32("flags"), None)?;
                return self.keep(s, token);
            }
            "unobserve" => self.scope.unobserve(self.token(s))?,
            "message_view_end" => self.scope.end_view(self.token(s))?,
            "mapping_try" => {
                return Ok(text(mapping_try(s.optional("preset"), s.optional("mapping"), &s.bytes("body"))?))
            }
            "zone_set" => self.engine.set_zone(s.optional("name"))?,
            "feed_remove" => self.feed(s)?.remove()?,
            "feed_refresh" => self.feed(s)?.refresh()?,
            "feed_deliver" => self.feed(s)?.deliver(&s.bytes("bytes"))?,
            "feed_push" => self.feed(s)?.push(&s.bytes("payload"))?,
            "feed_force" => {
                let token = self.feed(s)?.force(None)?;
                return self.keep(s, token);
            }
            "feed_get" => {
                let from = self.feed(s)?.state()?;
                let result = out!(from; result, id, last_success, next_time, requests, not_modified, failures,
                    in_flight, failures_in_a_row, title);
                return Ok(with(result, "text", from.title.as_str().into()));
            }
            "badge_diff" => {
                let (from, to) = (self.account_of(s, "from")?, self.account_of(s, "to")?);
                return Ok(hex(&from.diff(s.text("from_path")?, &to, s.text("to_path")?)?));
            }
            _ => {
                if let Some(call) = call.strip_prefix("node_") {
                    if call != "resolve" {
                        return self.on_node(call, s);
                    }
                }
                let account = self.account_of(s, "account")?;
                return self.on_account(call, &account, s);
            }
        }
        Ok(Value::Null)
    }

    fn on_account(&mut self, call: &str, account: &Account, s: &Step) -> Answer {
        match call {
            "account_log_in" => account.log_in(s.optional("token"))?,
            "account_log_out" => account.log_out()?,
            "account_info" => {
                let from = account.info()?;
                return Ok(out!(from; id, revision, epoch, logged_in));
            }
            "account_snapshot" => return Ok(hex(&account.account_snapshot()?)),
            "account_verify" => account.verify()?,
            "account_foreground" => account.foreground(s.i32("foreground") != 0)?,
            "account_network_changed" => account.network_changed(s.i32("available") != 0)?,
            "account_woke" => account.woke()?,
            "badge_set" => account.set(s.text("path")?, s.i64("count"))?,
            "badge_dot" => account.dot(s.text("path")?)?,
            "badge_set_until" => account.set_until(s.text("path")?, s.i64("count"), s.i64("until"))?,
            "badge_dot_until" => account.dot_until(s.text("path")?, s.i64("until"))?,
            "badge_add" => account.add(s.text("path")?, s.i64("delta"))?,
            "badge_clear" => self.status = account.clear(s.text("path")?)?,
            "badge_force" => self.status = account.force(s.text("path")?)?,
            "badge_mute" => account.mute(s.text("path")?, s.i32("mode"), s.i64("until"))?,
            "badge_get" => return Ok(badge(&account.get(s.text("path")?)?)),
            "badge_list" => {
                let list = account.list(s.text("path")?, s.u32("flags"))?;
                return Ok(with(entries(&list.entries, badge_entry), "revision", list.revision.into()));
            }
            "badge_changes" => {
                let mut changes = account.changes(s.u64("since"), s.u64("epoch"))?;
                changes.entries.sort_by(|a, b| a.path.cmp(&b.path));
                self.status = changes.status;
                return Ok(with(entries(&changes.entries, badge_entry), "revision", changes.revision.into()));
            }
            "badge_explain" => {
                return Ok(entries(
                    &account.explain(s.text("path")?)?,
                    |from| out!(from; contributed, fed_count, kept_count, manual_count, flags, path, message, id),
                ))
            }
            "badge_snapshot" => {
                let bytes = account.snapshot(s.text("path")?)?;
                assert_eq!(Snapshot::decode(&bytes)?.encode()?, bytes);
                assert_eq!(account.take(s.text("path")?)?.encode()?, bytes);
                return Ok(hex(&bytes));
            }
            "badge_restore" => account.restore(s.text("path")?, &s.bytes("snapshot"))?,
            "badge_digest" => return Ok(number("digest", account.digest(s.text("path")?)?)),
            "badge_apply" => account.apply(s.text("path")?, &s.bytes("patch"), s.u32("flags"))?,
            "badge_batch" => return self.batch(account, s),
            "batch_position" => {
                let from = account.batch_position(s.text("source")?)?;
                return Ok(out!(from; epoch, position));
            }
            "node_resolve" => {
                let node = account.resolve(s.text("path")?)?;
                let number = node.as_raw();
                let named = NamedNode { account: s.text("account")?.into(), node: Some(node), number };
                self.nodes.insert(s.text("node")?.into(), named);
            }
            "badge_present" => return Ok(presentation(&account.present(s.text("path")?)?)),
            "style_set" => account.set_style(s.text("path")?, style(s.get("style"))?.as_ref())?,
            "style_get" => return Ok(style_out(&account.style(s.text("path")?)?)),
            "observe" => {
                let token = self.scope.watch(account, s.text("path")?, s.u32("flags"), None)?;
                return self.keep(s, token);
            }
            "observe_messages" => {
                let token = self.scope.watch_messages(account, s.text("path")?, s.u32("flags"), None)?;
                return self.keep(s, token);
            }
            "observe_groups" => {
                let token = self.scope.watch_groups(account, s.u32("flags"), None)?;
                return self.keep(s, token);
            }
            "message_view_begin" => {
                let (token, status) = self.scope.begin_view(account, s.text("path")?)?;
                self.status = status;
                return self.keep(s, token);
            }
            "feed_add" => {
                let options = options!(FeedOptions, s.options();
                    flags, initial_delay, interval, request_timeout, idle_timeout, page_limit, preset,
                    visible_interval, tolerance, away_time, max_age, max_messages;
                    url, prefix, mapping_preset, mapping, memo);
                let name = s.text(if s.get("name").is_null() { "feed" } else { "name" })?;
                let feed = account.add_feed(name, &options)?;
                self.feeds.insert(s.text("feed")?.into(), feed);
            }
            "feed_list" => {
                let page = account.feeds(s.optional("after"), s.limit())?;
                return self.listed(
                    page,
                    |from| out!(from; id, last_success, rejected, flags, name, url, prefix, title, memo),
                );
            }
            "feed_rejected" => {
                let feed = match s.get("feed") {
                    Value::Text(_) => self.feed(s)?.state()?.id,
                    other => other.int() as i64,
                };
                let page = account.rejected(feed, s.u64("after"), s.limit())?;
                return self.listed(page, |from| out!(from; number, time, reason, body));
            }
            "push" => account.push(&s.bytes("payload"))?,
            "push_badge" => account.push_badge(s.optional("path"))?,
            "message_post" => {
                let options = options!(MessageOptions, s.options(); flags, time, count, argument_count;
                    id, title, body, kind, thread, category, argument);
                return Ok(number("key", account.post(s.text("path")?, &options)?));
            }
            "message_remove" => account.remove_message(s.text("id")?)?,
            "message_list" => {
                let after = self.key(account, s.get("after"))?;
                let page = account.messages(s.text("path")?, s.u32("flags"), after, s.limit())?;
                return self.listed(page, message);
            }
            "message_counts" => {
                let from = account.message_counts(s.text("path")?, s.u32("flags"))?;
                return Ok(out!(from; total, unread, unseen));
            }
            "message_read" => return Ok(number("changed", account.read(&self.keys(account, s)?)?)),
            "message_read_path" => return Ok(number("changed", account.read_path(s.text("path")?, s.u32("flags"))?)),
            "message_read_until" => {
                let last = self.key(account, s.get("last"))?;
                return Ok(number("changed", account.read_until(s.text("path")?, s.u32("flags"), last)?));
            }
            "message_unread" => return Ok(number("changed", account.unread(&self.keys(account, s)?)?)),
            "group_configure" => account.configure_groups(s.i32("grouping"), s.optional("language"))?,
            "group_list" => {
                let after = self.key(account, s.get("after"))?;
                let page = account.groups(s.optional("language"), s.u32("flags"), after, s.limit())?;
                return self.listed(page, group);
            }
            "group_get" => {
                let thread = s.optional("thread").unwrap_or_default();
                return Ok(group(&account.group(thread, s.optional("language"), s.u32("flags"))?));
            }
            "group_messages" => {
                let after = self.key(account, s.get("after"))?;
                let page = account.group_messages(s.optional("thread").unwrap_or_default(), after, s.limit())?;
                return self.listed(page, message);
            }
            "group_seen" => account.group_seen(s.optional("thread").unwrap_or_default())?,
            "group_dismiss" => {
                let keys = self.keys(account, s)?;
                let thread = s.optional("thread").unwrap_or_default();
                return Ok(number("changed", account.dismiss(thread, &keys)?));
            }
            "category_set" => account.set_category(s.text("id")?, s.optional("summary"), s.optional("hidden"))?,
            "strings_set" => {
                let forms = options!(Forms, s.get("forms"); flags; zero, one, two, few, many, other);
                account.set_strings(s.text("key")?, s.optional("language"), &forms)?;
            }
            "strings_import" => {
                let from = account.import_strings(s.i32("kind"), &s.bytes("bytes"), s.optional("language"))?;
                return Ok(object(vec![("taken", from.taken.into()), ("skipped", from.passed_over.into())]));
            }
            _ => return self.on_outbox(call, account, s),
        }
        Ok(Value::Null)
    }

    fn on_outbox(&mut self, call: &str, account: &Account, s: &Step) -> Answer {
        let reminder_options = || {
            options!(ReminderOptions, s.options();
                flags, produced, shelf_life, shelf_unit, time, smart, repeat_unit, repeat_every, end, start,
                overdue_unit, overdue_every, overdue_limit;
                title, body, path, zone)
        };
        match call {
            "outbox_configure" => {
                let options = options!(OutboxOptions, s.options(); flags, request_timeout, idle_timeout; url);
                account.configure_outbox(&options)?;
            }
            "outbox_lease" => {
                let page = account.lease_outbox(s.i64("duration"), s.limit())?;
                return self.listed(page, outbox_entry);
            }
            "outbox_ack" => self.status = account.ack_outbox(s.i64("sequence"), &s.bytes("answer"))?,
            "outbox_fail" => {
                self.status = account.fail_outbox(s.i64("sequence"), s.i64("attempt"), s.i64("retry_after"))?
            }
            "outbox_list" => {
                let page = account.outbox(s.i64("after"), s.limit())?;
                return self.listed(page, outbox_entry);
            }
            "outbox_counts" => {
                let from = account.outbox_counts()?;
                return Ok(out!(from; total, leased, failed));
            }
            "outbox_retry" => return Ok(number("count", account.retry_outbox(s.i64("sequence"))?)),
            "outbox_purge" => return Ok(number("count", account.purge_outbox(s.i64("sequence"))?)),
            "reminder_put" => account.put_reminder(s.text("id")?, &reminder_options())?,
            "reminder_edit" => account.edit_reminder(s.text("id")?, &reminder_options())?,
            "reminder_done" => account.reminder_done(s.text("id")?)?,
            "reminder_undone" => account.reminder_undone(s.text("id")?)?,
            "reminder_delete" => account.delete_reminder(s.text("id")?)?,
            "reminder_snooze" => account.snooze_reminder(s.text("id")?, s.i64("until"))?,
            "reminder_acknowledge" => account.acknowledge_reminder(s.text("id")?)?,
            "reminder_list" => {
                let page = account.reminders(s.optional("after"), s.limit())?;
                return self.listed(page, |from| {
                    out!(from; number, next_time, due_time, expires, stamp, revision, state, expiry, span, days_left,
                        is_smart, produced, shelf_life, shelf_unit, time, entered, smart, repeat_unit, repeat_every,
                        start, end, overdue_unit, overdue_every, overdue_limit, id, title, body, path, zone)
                });
            }
            "reminder_plan" => {
                let plan = account.plan_reminders(&options!(PlanOptions, s.options(); flags, limit, reserve;))?;
                let summary = plan.summary;
                let from = out!(summary; planned, left_out, reach);
                let list = entries(
                    &plan.entries,
                    |from| out!(from; id, time, occurrence, revision, action, reminder, title, body, path),
                );
                return Ok(with(with(from.clone(), "plan", from), "entries", list.get("entries").clone()));
            }
            "reminder_log" => {
                let page = account.reminder_log(s.i64("after"), s.limit())?;
                return self.listed(page, |from| out!(from; number, time, occurrence_time, revision, kind, reminder));
            }
            "reminder_export" => return Ok(text(account.export_reminders()?)),
            "reminder_import" => {
                let from = account.import_reminders(&s.bytes("bytes"))?;
                return Ok(out!(from; taken, passed_over));
            }
            _ => return wrong(format!("unknown call {call}")),
        }
        Ok(Value::Null)
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
