// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

use crate::ffi::{at, lent, lent_bytes, Numbers, Optional, Record, WithText};
use crate::options::Hidden;
use crate::times::Member;
use crate::*;
use std::fmt;
use std::time::{Duration, SystemTime};

/// The options of an engine. `clock`, `log` and `zone_file` are called on any thread, the clock and `zone_file`
/// with locks held: they must return soon, and must not use the engine.
#[derive(Default)]
#[non_exhaustive]
pub struct EngineOptions {
    /// How an engine is opened.
    pub flags: EngineFlags,
    /// For tests: the seed of everything random. Default: the system's.
    pub seed: u64,
    /// How long the id of a batch is remembered: from 1,000 ms. Default 86,400,000 ms, a day.
    pub batch_id_time: Period,
    /// Path of the database, created if it does not exist. None: in memory only.
    pub file: Option<String>,
    /// Certificate authorities in PEM form, read when needed. None: the system's.
    pub ca_file: Option<String>,
    /// Without control characters. None: "tally/" and the version.
    pub user_agent: Option<String>,
    /// The name of the device's zone. None: TZ, or /etc/localtime.
    pub zone: Option<String>,
    /// For tests. None: the system's clocks.
    pub clock: Option<Clock>,
    /// None: nothing is logged.
    pub log: Option<Log>,
    /// Files of zones. None: the system's.
    pub zone_file: Option<ZoneFile>,
    /// The durability.
    pub durability: Durability,
    /// The least important level to report. Default [`LogLevel::WARNING`].
    pub log_level: LogLevel,
    /// Components of a path, root not counted: 1 to 1,024. Default 64.
    pub max_depth: u32,
    /// Bytes of a path, with `root`: 4 to 65,535. Default 4,096.
    pub max_path_bytes: u32,
    /// Nodes of one account, with the root: 1 to 1,073,741,824. Default 16,777,216.
    pub max_nodes: u32,
    /// Open accounts: 1 to 16,777,216. Default 1,024. See docs/concepts/accounts.md.
    pub max_accounts: u32,
    /// Accounts in memory: 1 to 16,777,216. [`sys::TALLY_NO_LIMIT`]: all. See "Accounts".
    pub max_loaded_accounts: u32,
    /// Feeds of all open accounts: 1 to 1,000,000. Default 100,000.
    pub max_feeds: u32,
    /// Observers, views and widgets: 1 to 16,777,216. Default 1,048,576.
    pub max_observers: u32,
    /// The limit for all pages of a response: 1 to 1,073,741,824. Default 8 MiB.
    pub max_response_bytes: u32,
    /// Ids of batches kept for an account: 1 to 1,073,741,824. Default 10,000.
    pub max_batch_ids: u32,
    /// Requests of feeds in flight, a socket each: 1 to 65,535. Default 256.
    pub max_requests: u32,
    /// The same to one origin (scheme, host, port): 1 to 65,535. Default 6.
    pub max_requests_per_origin: u32,
    /// Removed messages of one feed to remember: 1 to 1,073,741,824. Default 4,096.
    pub max_forgotten: u32,
    /// Read positions of one feed: 1 to 1,073,741,824. Default 10,000.
    pub max_marks: u32,
    /// Failed outbox rows, in all accounts: 1 to 1,073,741,824. Default 10,000.
    pub max_failed_rows: u32,
    /// Rejected items of one feed: 1 to 1,073,741,824. Default 100.
    pub max_rejected: u32,
    /// Log entries of one account's reminders: 1 to 1,073,741,824. Default 10,000.
    pub max_reminder_log: u32,
    /// Groups of an account with summaries in memory: 1 to 16,777,216. Default 65,536.
    pub max_cached_groups: u32,
    /// Pending events, see "Watching": 1 to 16,777,216. Default 1,048,576.
    pub max_events: u32,
    /// Calls of [`Feed::refresh_now`](crate::Feed::refresh_now), see there: 1 to 16,777,216. Default 65,536.
    pub max_completions: u32,
    /// Links of one account: 1 to 1,073,741,824. Default 65,536.
    pub max_links: u32,
}

impl EngineOptions {
    /// All defaults.
    pub fn new() -> EngineOptions {
        EngineOptions::default()
    }

    /// How an engine is opened.
    #[must_use]
    pub fn flags(mut self, value: EngineFlags) -> EngineOptions {
        self.flags = value;
        self
    }

    /// For tests: the seed of everything random. Default: the system's.
    #[must_use]
    pub fn seed(mut self, value: u64) -> EngineOptions {
        self.seed = value;
        self
    }

    /// How long the id of a batch is remembered: from 1,000 ms. Default 86,400,000 ms, a day.
    #[must_use]
    pub fn batch_id_time(mut self, value: impl Into<Period>) -> EngineOptions {
        self.batch_id_time = value.into();
        self
    }

    /// Path of the database, created if it does not exist. None: in memory only.
    #[must_use]
    pub fn file(mut self, value: impl Into<String>) -> EngineOptions {
        self.file = Some(value.into());
        self
    }

    /// Certificate authorities in PEM form, read when needed. None: the system's.
    #[must_use]
    pub fn ca_file(mut self, value: impl Into<String>) -> EngineOptions {
        self.ca_file = Some(value.into());
        self
    }

    /// Without control characters. None: "tally/" and the version.
    #[must_use]
    pub fn user_agent(mut self, value: impl Into<String>) -> EngineOptions {
        self.user_agent = Some(value.into());
        self
    }

    /// The name of the device's zone. None: TZ, or /etc/localtime.
    #[must_use]
    pub fn zone(mut self, value: impl Into<String>) -> EngineOptions {
        self.zone = Some(value.into());
        self
    }

    /// For tests. None: the system's clocks.
    #[must_use]
    pub fn clock(mut self, value: Clock) -> EngineOptions {
        self.clock = Some(value);
        self
    }

    /// None: nothing is logged.
    #[must_use]
    pub fn log(mut self, value: Log) -> EngineOptions {
        self.log = Some(value);
        self
    }

    /// Files of zones. None: the system's.
    #[must_use]
    pub fn zone_file(mut self, value: ZoneFile) -> EngineOptions {
        self.zone_file = Some(value);
        self
    }

    /// The durability.
    #[must_use]
    pub fn durability(mut self, value: Durability) -> EngineOptions {
        self.durability = value;
        self
    }

    /// The least important level to report. Default [`LogLevel::WARNING`].
    #[must_use]
    pub fn log_level(mut self, value: LogLevel) -> EngineOptions {
        self.log_level = value;
        self
    }

    /// Components of a path, root not counted: 1 to 1,024. Default 64.
    #[must_use]
    pub fn max_depth(mut self, value: u32) -> EngineOptions {
        self.max_depth = value;
        self
    }

    /// Bytes of a path, with `root`: 4 to 65,535. Default 4,096.
    #[must_use]
    pub fn max_path_bytes(mut self, value: u32) -> EngineOptions {
        self.max_path_bytes = value;
        self
    }

    /// Nodes of one account, with the root: 1 to 1,073,741,824. Default 16,777,216.
    #[must_use]
    pub fn max_nodes(mut self, value: u32) -> EngineOptions {
        self.max_nodes = value;
        self
    }

    /// Open accounts: 1 to 16,777,216. Default 1,024. See docs/concepts/accounts.md.
    #[must_use]
    pub fn max_accounts(mut self, value: u32) -> EngineOptions {
        self.max_accounts = value;
        self
    }

    /// Accounts in memory: 1 to 16,777,216. [`sys::TALLY_NO_LIMIT`]: all. See "Accounts".
    #[must_use]
    pub fn max_loaded_accounts(mut self, value: u32) -> EngineOptions {
        self.max_loaded_accounts = value;
        self
    }

    /// Feeds of all open accounts: 1 to 1,000,000. Default 100,000.
    #[must_use]
    pub fn max_feeds(mut self, value: u32) -> EngineOptions {
        self.max_feeds = value;
        self
    }

    /// Observers, views and widgets: 1 to 16,777,216. Default 1,048,576.
    #[must_use]
    pub fn max_observers(mut self, value: u32) -> EngineOptions {
        self.max_observers = value;
        self
    }

    /// The limit for all pages of a response: 1 to 1,073,741,824. Default 8 MiB.
    #[must_use]
    pub fn max_response_bytes(mut self, value: u32) -> EngineOptions {
        self.max_response_bytes = value;
        self
    }

    /// Ids of batches kept for an account: 1 to 1,073,741,824. Default 10,000.
    #[must_use]
    pub fn max_batch_ids(mut self, value: u32) -> EngineOptions {
        self.max_batch_ids = value;
        self
    }

    /// Requests of feeds in flight, a socket each: 1 to 65,535. Default 256.
    #[must_use]
    pub fn max_requests(mut self, value: u32) -> EngineOptions {
        self.max_requests = value;
        self
    }

    /// The same to one origin (scheme, host, port): 1 to 65,535. Default 6.
    #[must_use]
    pub fn max_requests_per_origin(mut self, value: u32) -> EngineOptions {
        self.max_requests_per_origin = value;
        self
    }

    /// Removed messages of one feed to remember: 1 to 1,073,741,824. Default 4,096.
    #[must_use]
    pub fn max_forgotten(mut self, value: u32) -> EngineOptions {
        self.max_forgotten = value;
        self
    }

    /// Read positions of one feed: 1 to 1,073,741,824. Default 10,000.
    #[must_use]
    pub fn max_marks(mut self, value: u32) -> EngineOptions {
        self.max_marks = value;
        self
    }

    /// Failed outbox rows, in all accounts: 1 to 1,073,741,824. Default 10,000.
    #[must_use]
    pub fn max_failed_rows(mut self, value: u32) -> EngineOptions {
        self.max_failed_rows = value;
        self
    }

    /// Rejected items of one feed: 1 to 1,073,741,824. Default 100.
    #[must_use]
    pub fn max_rejected(mut self, value: u32) -> EngineOptions {
        self.max_rejected = value;
        self
    }

    /// Log entries of one account's reminders: 1 to 1,073,741,824. Default 10,000.
    #[must_use]
    pub fn max_reminder_log(mut self, value: u32) -> EngineOptions {
        self.max_reminder_log = value;
        self
    }

    /// Groups of an account with summaries in memory: 1 to 16,777,216. Default 65,536.
    #[must_use]
    pub fn max_cached_groups(mut self, value: u32) -> EngineOptions {
        self.max_cached_groups = value;
        self
    }

    /// Pending events, see "Watching": 1 to 16,777,216. Default 1,048,576.
    #[must_use]
    pub fn max_events(mut self, value: u32) -> EngineOptions {
        self.max_events = value;
        self
    }

    /// Calls of [`Feed::refresh_now`](crate::Feed::refresh_now), see there: 1 to 16,777,216. Default 65,536.
    #[must_use]
    pub fn max_completions(mut self, value: u32) -> EngineOptions {
        self.max_completions = value;
        self
    }

    /// Links of one account: 1 to 1,073,741,824. Default 65,536.
    #[must_use]
    pub fn max_links(mut self, value: u32) -> EngineOptions {
        self.max_links = value;
        self
    }

    /// With its texts, which it points to.
    pub(crate) fn own(&self) -> Result<(sys::tally_engine_options, Vec<Optional>)> {
        let file = Optional::new(self.file.as_deref())?;
        let ca_file = Optional::new(self.ca_file.as_deref())?;
        let user_agent = Optional::new(self.user_agent.as_deref())?;
        let zone = Optional::new(self.zone.as_deref())?;
        // SAFETY: This is a structure of `sys` that begins with its size, and zeroes are a value of it.
        let mut raw: sys::tally_engine_options = unsafe { sys::sized() };
        raw.flags = Member::raw(self.flags);
        raw.seed = Member::raw(self.seed);
        raw.batch_id_time = Member::raw(self.batch_id_time);
        raw.file = file.as_ptr();
        raw.ca_file = ca_file.as_ptr();
        raw.user_agent = user_agent.as_ptr();
        raw.zone = zone.as_ptr();
        raw.durability = Member::raw(self.durability);
        raw.log_level = Member::raw(self.log_level);
        raw.max_depth = Member::raw(self.max_depth);
        raw.max_path_bytes = Member::raw(self.max_path_bytes);
        raw.max_nodes = Member::raw(self.max_nodes);
        raw.max_accounts = Member::raw(self.max_accounts);
        raw.max_loaded_accounts = Member::raw(self.max_loaded_accounts);
        raw.max_feeds = Member::raw(self.max_feeds);
        raw.max_observers = Member::raw(self.max_observers);
        raw.max_response_bytes = Member::raw(self.max_response_bytes);
        raw.max_batch_ids = Member::raw(self.max_batch_ids);
        raw.max_requests = Member::raw(self.max_requests);
        raw.max_requests_per_origin = Member::raw(self.max_requests_per_origin);
        raw.max_forgotten = Member::raw(self.max_forgotten);
        raw.max_marks = Member::raw(self.max_marks);
        raw.max_failed_rows = Member::raw(self.max_failed_rows);
        raw.max_rejected = Member::raw(self.max_rejected);
        raw.max_reminder_log = Member::raw(self.max_reminder_log);
        raw.max_cached_groups = Member::raw(self.max_cached_groups);
        raw.max_events = Member::raw(self.max_events);
        raw.max_completions = Member::raw(self.max_completions);
        raw.max_links = Member::raw(self.max_links);
        Ok((raw, vec![file, ca_file, user_agent, zone]))
    }
}

/// The contents of an engine at this moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// Open accounts.
    pub accounts: u32,
    /// Open accounts in memory.
    pub loaded_accounts: u32,
    /// Feeds of these accounts that were added in this run.
    pub feeds: u32,
    /// How often an account was read since the engine was opened.
    pub account_loads: u64,
    /// How often an account left memory for another one.
    pub account_evictions: u64,
    /// Observers, views and widgets.
    pub observers: u64,
    /// Pending events.
    pub events: u64,
    /// Nodes of the accounts in memory.
    pub nodes: u64,
    /// Bytes of these nodes and their paths.
    pub node_bytes: u64,
    /// Badges that are not written yet, without those that are being written.
    pub unstored_badges: u64,
    /// Bytes of the file.
    pub file_size: i64,
    /// Bytes of its write-ahead log; 0: none.
    pub log_size: i64,
    /// Commits that calls waited for since the engine was opened.
    pub commits: u64,
    /// The calls that waited for them. Several share a commit.
    pub committed_calls: u64,
    /// The longest wait for the lock of all accounts, in microseconds, since the engine was opened or the last
    /// [`StatsFlags::RESET`].
    pub longest_wait_us: u64,
    /// The longest that one call used the store, measured in the same way.
    pub longest_hold_us: u64,
    /// Calls that are waiting for the store.
    pub waiting_calls: u32,
    /// Requests of feeds in flight.
    pub requests: u32,
    /// The most of these to one origin.
    pub origin_requests: u32,
    /// Events DRIFT since the engine was opened.
    pub drifts: u32,
}

impl Numbers for Stats {
    type Raw = sys::tally_stats;
    fn room() -> sys::tally_stats {
        // SAFETY: This structure of `sys` begins with its size, and zeroes are a value of it.
        unsafe { sys::sized() }
    }
    fn of(raw: &sys::tally_stats) -> Stats {
        Stats {
            accounts: Member::of(raw.accounts), loaded_accounts: Member::of(raw.loaded_accounts),
            feeds: Member::of(raw.feeds), account_loads: Member::of(raw.account_loads),
            account_evictions: Member::of(raw.account_evictions), observers: Member::of(raw.observers),
            events: Member::of(raw.events), nodes: Member::of(raw.nodes), node_bytes: Member::of(raw.node_bytes),
            unstored_badges: Member::of(raw.unstored_badges), file_size: Member::of(raw.file_size),
            log_size: Member::of(raw.log_size), commits: Member::of(raw.commits),
            committed_calls: Member::of(raw.committed_calls), longest_wait_us: Member::of(raw.longest_wait_us),
            longest_hold_us: Member::of(raw.longest_hold_us), waiting_calls: Member::of(raw.waiting_calls),
            requests: Member::of(raw.requests), origin_requests: Member::of(raw.origin_requests),
            drifts: Member::of(raw.drifts),
        }
    }
}

/// The numbers of things that were saved and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Recovery {
    /// 0, or [`sys::TALLY_RECOVERY_UNCERTAIN`].
    pub flags: u32,
    /// Pages of the damaged file.
    pub pages: u64,
    /// Damaged pages: truncated, unreadable, or with a wrong checksum.
    pub damaged_pages: u64,
    /// Saved from damaged pages: valid, but perhaps not what was stored.
    pub doubtful_rows: u64,
    /// The accounts saved.
    pub accounts_saved: u64,
    /// Their badges and messages were saved, under their name or a new one, with defaults.
    pub accounts_lost: u64,
    /// Badges that nodes own, and mutes.
    pub badges_saved: u64,
    /// The badges lost.
    pub badges_lost: u64,
    /// The feeds saved.
    pub feeds_saved: u64,
    /// Their messages were saved, in a feed named "recovered-" and a number.
    pub feeds_lost: u64,
    /// The messages saved.
    pub messages_saved: u64,
    /// The messages lost.
    pub messages_lost: u64,
    /// Other rows: reminders, read marks, pending actions, words of groups.
    pub others_saved: u64,
    /// With the rows that belong to a missing account or feed.
    pub others_lost: u64,
}

impl Numbers for Recovery {
    type Raw = sys::tally_recovery;
    fn room() -> sys::tally_recovery {
        // SAFETY: This structure of `sys` begins with its size, and zeroes are a value of it.
        unsafe { sys::sized() }
    }
    fn of(raw: &sys::tally_recovery) -> Recovery {
        Recovery {
            flags: Member::of(raw.flags), pages: Member::of(raw.pages), damaged_pages: Member::of(raw.damaged_pages),
            doubtful_rows: Member::of(raw.doubtful_rows), accounts_saved: Member::of(raw.accounts_saved),
            accounts_lost: Member::of(raw.accounts_lost), badges_saved: Member::of(raw.badges_saved),
            badges_lost: Member::of(raw.badges_lost), feeds_saved: Member::of(raw.feeds_saved),
            feeds_lost: Member::of(raw.feeds_lost), messages_saved: Member::of(raw.messages_saved),
            messages_lost: Member::of(raw.messages_lost), others_saved: Member::of(raw.others_saved),
            others_lost: Member::of(raw.others_lost),
        }
    }
}

/// How an account is opened.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct AccountOptions {
    /// [`AccountFlags::EXISTING`], or 0.
    pub flags: AccountFlags,
    /// The aggregation.
    pub aggregation: Aggregation,
    /// The feeding.
    pub feeding: Feeding,
}

impl AccountOptions {
    /// All defaults.
    pub fn new() -> AccountOptions {
        AccountOptions::default()
    }

    /// [`AccountFlags::EXISTING`], or 0.
    #[must_use]
    pub fn flags(mut self, value: AccountFlags) -> AccountOptions {
        self.flags = value;
        self
    }

    /// The aggregation.
    #[must_use]
    pub fn aggregation(mut self, value: Aggregation) -> AccountOptions {
        self.aggregation = value;
        self
    }

    /// The feeding.
    #[must_use]
    pub fn feeding(mut self, value: Feeding) -> AccountOptions {
        self.feeding = value;
        self
    }

    /// Lends it to C.
    pub(crate) fn with<R>(&self, call: impl FnOnce(*const sys::tally_account_options) -> R) -> Result<R> {
        let (raw, _texts) = self.own()?;
        Ok(call(&raw))
    }

    /// With its texts, which it points to.
    pub(crate) fn own(&self) -> Result<(sys::tally_account_options, Vec<Optional>)> {
        // SAFETY: This is a structure of `sys` that begins with its size, and zeroes are a value of it.
        let mut raw: sys::tally_account_options = unsafe { sys::sized() };
        raw.flags = Member::raw(self.flags);
        raw.aggregation = Member::raw(self.aggregation);
        raw.feeding = Member::raw(self.feeding);
        Ok((raw, vec![]))
    }
}

/// A credential for a server.
#[derive(Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Credential {
    /// [`CredentialFlags::PLAIN`], or 0.
    pub flags: CredentialFlags,
    /// The credential kind.
    pub kind: CredentialKind,
    /// BASIC, HEADER, QUERY; otherwise None.
    pub name: Option<String>,
    /// The secret.
    pub secret: Option<String>,
    /// HEADER: the value, in which {token} stands for the secret. None: the secret alone.
    pub format: Option<String>,
}

impl fmt::Debug for Credential {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Credential")
            .field("flags", &self.flags) .field("kind", &self.kind) .field("name", &self.name)
            .field("secret", &self.secret.as_ref().map(|_| Hidden)) .field("format", &self.format)
            .finish()
    }
}

impl Credential {
    /// All defaults.
    pub fn new() -> Credential {
        Credential::default()
    }

    /// [`CredentialFlags::PLAIN`], or 0.
    #[must_use]
    pub fn flags(mut self, value: CredentialFlags) -> Credential {
        self.flags = value;
        self
    }

    /// The credential kind.
    #[must_use]
    pub fn kind(mut self, value: CredentialKind) -> Credential {
        self.kind = value;
        self
    }

    /// BASIC, HEADER, QUERY; otherwise None.
    #[must_use]
    pub fn name(mut self, value: impl Into<String>) -> Credential {
        self.name = Some(value.into());
        self
    }

    /// The secret.
    #[must_use]
    pub fn secret(mut self, value: impl Into<String>) -> Credential {
        self.secret = Some(value.into());
        self
    }

    /// HEADER: the value, in which {token} stands for the secret. None: the secret alone.
    #[must_use]
    pub fn format(mut self, value: impl Into<String>) -> Credential {
        self.format = Some(value.into());
        self
    }

    /// Lends it to C.
    pub(crate) fn with<R>(&self, call: impl FnOnce(*const sys::tally_credential) -> R) -> Result<R> {
        let (raw, _texts) = self.own()?;
        Ok(call(&raw))
    }

    /// With its texts, which it points to.
    pub(crate) fn own(&self) -> Result<(sys::tally_credential, Vec<Optional>)> {
        let name = Optional::new(self.name.as_deref())?;
        let secret = Optional::new(self.secret.as_deref())?;
        let format = Optional::new(self.format.as_deref())?;
        // SAFETY: This is a structure of `sys` that begins with its size, and zeroes are a value of it.
        let mut raw: sys::tally_credential = unsafe { sys::sized() };
        raw.flags = Member::raw(self.flags);
        raw.kind = Member::raw(self.kind);
        raw.name = name.as_ptr();
        raw.secret = secret.as_ptr();
        raw.format = format.as_ptr();
        Ok((raw, vec![name, secret, format]))
    }
}

/// The facts about an account, and its revision.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct AccountState {
    /// The logged in.
    pub logged_in: bool,
    /// Identifies the account in events.
    pub id: i64,
    /// The revision of its badges.
    pub revision: u64,
    /// Identifies the series of revisions. A new store has a new epoch.
    pub epoch: u64,
    /// [`Aggregation::CHILDREN`] or [`Aggregation::SUM`].
    pub aggregation: Aggregation,
    /// [`Feeding::UNSEEN`] or [`Feeding::UNREAD`].
    pub feeding: Feeding,
    /// Its name.
    pub name: String,
}

impl WithText for AccountState {
    type Raw = sys::tally_account_state;
    fn room() -> sys::tally_account_state {
        // SAFETY: This structure of `sys` begins with its size, and zeroes are a value of it.
        unsafe { sys::sized() }
    }
    fn of(raw: &sys::tally_account_state, text: String) -> AccountState {
        AccountState {
            logged_in: Member::of(raw.logged_in), id: Member::of(raw.id), revision: Member::of(raw.revision),
            epoch: Member::of(raw.epoch), aggregation: Member::of(raw.aggregation), feeding: Member::of(raw.feeding),
            name: text,
        }
    }
}

/// Settings of an account. Those that are left out stay unchanged.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct AccountSettings {
    /// 0.
    pub flags: u32,
    /// How messages are grouped. At first AUTOMATIC.
    pub grouping: Grouping,
    /// At first OFF.
    pub outbox: OutboxMode,
    /// Which messages feed badges where no rule holds. At first that of
    /// [`Engine::open_account_with`](crate::Engine::open_account_with).
    pub feeding: Feeding,
    /// What the outbox sends. At first READS and REMINDERS.
    pub outbox_kinds: OutboxFlags,
    /// For a whole request, from 100 ms. At first 300,000 ms.
    pub outbox_request_timeout: Period,
    /// Without a byte, from 100 ms. At first 60,000 ms.
    pub outbox_idle_timeout: Period,
    /// The language of summaries. Empty: none, so built-in words are English.
    pub language: Option<String>,
    /// http: or https:, to which rows are sent with POST. SENT needs it. Empty: none.
    pub outbox_url: Option<String>,
    /// The path whose own badge follows `aps.badge` of pushes, the icon's number; a number of 0 removes the badge.
    /// `root` is the root. Empty: none.
    pub push_path: Option<String>,
}

impl AccountSettings {
    /// All defaults.
    pub fn new() -> AccountSettings {
        AccountSettings::default()
    }

    /// 0.
    #[must_use]
    pub fn flags(mut self, value: u32) -> AccountSettings {
        self.flags = value;
        self
    }

    /// How messages are grouped. At first AUTOMATIC.
    #[must_use]
    pub fn grouping(mut self, value: Grouping) -> AccountSettings {
        self.grouping = value;
        self
    }

    /// At first OFF.
    #[must_use]
    pub fn outbox(mut self, value: OutboxMode) -> AccountSettings {
        self.outbox = value;
        self
    }

    /// Which messages feed badges where no rule holds. At first that of
    /// [`Engine::open_account_with`](crate::Engine::open_account_with).
    #[must_use]
    pub fn feeding(mut self, value: Feeding) -> AccountSettings {
        self.feeding = value;
        self
    }

    /// What the outbox sends. At first READS and REMINDERS.
    #[must_use]
    pub fn outbox_kinds(mut self, value: OutboxFlags) -> AccountSettings {
        self.outbox_kinds = value;
        self
    }

    /// For a whole request, from 100 ms. At first 300,000 ms.
    #[must_use]
    pub fn outbox_request_timeout(mut self, value: impl Into<Period>) -> AccountSettings {
        self.outbox_request_timeout = value.into();
        self
    }

    /// Without a byte, from 100 ms. At first 60,000 ms.
    #[must_use]
    pub fn outbox_idle_timeout(mut self, value: impl Into<Period>) -> AccountSettings {
        self.outbox_idle_timeout = value.into();
        self
    }

    /// The language of summaries. Empty: none, so built-in words are English.
    #[must_use]
    pub fn language(mut self, value: impl Into<String>) -> AccountSettings {
        self.language = Some(value.into());
        self
    }

    /// http: or https:, to which rows are sent with POST. SENT needs it. Empty: none.
    #[must_use]
    pub fn outbox_url(mut self, value: impl Into<String>) -> AccountSettings {
        self.outbox_url = Some(value.into());
        self
    }

    /// The path whose own badge follows `aps.badge` of pushes, the icon's number; a number of 0 removes the badge.
    /// `root` is the root. Empty: none.
    #[must_use]
    pub fn push_path(mut self, value: impl Into<String>) -> AccountSettings {
        self.push_path = Some(value.into());
        self
    }

    /// Lends it to C.
    pub(crate) fn with<R>(&self, call: impl FnOnce(*const sys::tally_account_settings) -> R) -> Result<R> {
        let (raw, _texts) = self.own()?;
        Ok(call(&raw))
    }

    /// With its texts, which it points to.
    pub(crate) fn own(&self) -> Result<(sys::tally_account_settings, Vec<Optional>)> {
        let language = Optional::new(self.language.as_deref())?;
        let outbox_url = Optional::new(self.outbox_url.as_deref())?;
        let push_path = Optional::new(self.push_path.as_deref())?;
        // SAFETY: This is a structure of `sys` that begins with its size, and zeroes are a value of it.
        let mut raw: sys::tally_account_settings = unsafe { sys::sized() };
        raw.flags = Member::raw(self.flags);
        raw.grouping = Member::raw(self.grouping);
        raw.outbox = Member::raw(self.outbox);
        raw.feeding = Member::raw(self.feeding);
        raw.outbox_kinds = Member::raw(self.outbox_kinds);
        raw.outbox_request_timeout = Member::raw(self.outbox_request_timeout);
        raw.outbox_idle_timeout = Member::raw(self.outbox_idle_timeout);
        raw.language = language.as_ptr();
        raw.outbox_url = outbox_url.as_ptr();
        raw.push_path = push_path.as_ptr();
        Ok((raw, vec![language, outbox_url, push_path]))
    }
}

/// The settings of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AccountSettingsEntry {
    /// Milliseconds.
    pub outbox_request_timeout: Option<Duration>,
    /// Milliseconds.
    pub outbox_idle_timeout: Option<Duration>,
    /// [`Grouping::AUTOMATIC`] ….
    pub grouping: Grouping,
    /// [`OutboxMode::OFF`] ….
    pub outbox: OutboxMode,
    /// [`Feeding::UNSEEN`] or [`Feeding::UNREAD`].
    pub feeding: Feeding,
    /// The changes that an outbox sends.
    pub outbox_kinds: OutboxFlags,
    /// Canonical; empty: none.
    pub language: String,
    /// Empty: none.
    pub outbox_url: String,
    /// Canonical; empty: none.
    pub push_path: String,
}

impl Record for AccountSettingsEntry {
    type Raw = sys::tally_account_settings_entry;
    fn read(raw: &sys::tally_account_settings_entry, text: &[u8]) -> AccountSettingsEntry {
        AccountSettingsEntry {
            outbox_request_timeout: Member::of(raw.outbox_request_timeout),
            outbox_idle_timeout: Member::of(raw.outbox_idle_timeout), grouping: Member::of(raw.grouping),
            outbox: Member::of(raw.outbox), feeding: Member::of(raw.feeding),
            outbox_kinds: Member::of(raw.outbox_kinds), language: at(text, raw.language.offset, raw.language.length),
            outbox_url: at(text, raw.outbox_url.offset, raw.outbox_url.length),
            push_path: at(text, raw.push_path.offset, raw.push_path.length),
        }
    }
}

/// The badge that a path shows. As a string: "dot", its number, or "nothing".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Badge {
    /// The number; 0 for a dot or nothing.
    pub count: u64,
    /// The revision that last changed what it shows; 0: none since the account was loaded.
    pub revision: u64,
    /// The part of what it shows that comes from messages of level HIGHLIGHT or above.
    pub highlights: u64,
    /// [`BadgeKind::NONE`], [`BadgeKind::DOT`] or [`BadgeKind::NUMBER`].
    pub kind: BadgeKind,
    /// The reasons why a path shows a badge, and its mutes.
    pub flags: BadgeFlags,
    /// The greatest level among what it shows; NORMAL if it shows nothing.
    pub level: Level,
}

impl Numbers for Badge {
    type Raw = sys::tally_badge;
    fn room() -> sys::tally_badge {
        // SAFETY: Zeroes are a value of this structure.
        unsafe { std::mem::zeroed() }
    }
    fn of(raw: &sys::tally_badge) -> Badge {
        Badge {
            count: Member::of(raw.count), revision: Member::of(raw.revision), highlights: Member::of(raw.highlights),
            kind: Member::of(raw.kind), flags: Member::of(raw.flags), level: Member::of(raw.level),
        }
    }
}

/// The badge that a path owns, and its mute, with the times at which they end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct OwnBadge {
    /// [`BadgeKind::NONE`], [`BadgeKind::DOT`] or [`BadgeKind::NUMBER`].
    pub kind: BadgeKind,
    /// Its own count, to [`sys::TALLY_MAX_COUNT`]; 0 for a dot or nothing.
    pub count: u64,
    /// When its badge ends; None: it does not.
    pub until: Option<SystemTime>,
    /// When its mute ends; None: it does not.
    pub mute_until: Option<SystemTime>,
    /// The mute mode.
    pub mute: MuteMode,
    /// [`OwnFlags::FLAGGED`], or 0.
    pub flags: OwnFlags,
    /// When its snooze ends; None: it is not snoozed.
    pub snoozed_until: Option<SystemTime>,
}

impl Numbers for OwnBadge {
    type Raw = sys::tally_badge_own;
    fn room() -> sys::tally_badge_own {
        // SAFETY: This structure of `sys` begins with its size, and zeroes are a value of it.
        unsafe { sys::sized() }
    }
    fn of(raw: &sys::tally_badge_own) -> OwnBadge {
        OwnBadge {
            kind: Member::of(raw.kind), count: Member::of(raw.count), until: Member::of(raw.until),
            mute_until: Member::of(raw.mute_until), mute: Member::of(raw.mute), flags: Member::of(raw.flags),
            snoozed_until: Member::of(raw.snoozed_until),
        }
    }
}

/// How a path counts. Members that are left out are those above the path.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct BadgeRule {
    /// Which messages feed the badge. DEFAULT: as above the path.
    pub feeding: Feeding,
    /// 0.
    pub flags: u32,
    /// How the path's number comes from its children.
    pub counting: Counting,
}

impl BadgeRule {
    /// All defaults.
    pub fn new() -> BadgeRule {
        BadgeRule::default()
    }

    /// Which messages feed the badge. DEFAULT: as above the path.
    #[must_use]
    pub fn feeding(mut self, value: Feeding) -> BadgeRule {
        self.feeding = value;
        self
    }

    /// 0.
    #[must_use]
    pub fn flags(mut self, value: u32) -> BadgeRule {
        self.flags = value;
        self
    }

    /// How the path's number comes from its children.
    #[must_use]
    pub fn counting(mut self, value: Counting) -> BadgeRule {
        self.counting = value;
        self
    }

    /// Lends it to C.
    pub(crate) fn with<R>(&self, call: impl FnOnce(*const sys::tally_badge_rule) -> R) -> Result<R> {
        let (raw, _texts) = self.own()?;
        Ok(call(&raw))
    }

    /// With its texts, which it points to.
    pub(crate) fn own(&self) -> Result<(sys::tally_badge_rule, Vec<Optional>)> {
        // SAFETY: This is a structure of `sys` that begins with its size, and zeroes are a value of it.
        let mut raw: sys::tally_badge_rule = unsafe { sys::sized() };
        raw.feeding = Member::raw(self.feeding);
        raw.flags = Member::raw(self.flags);
        raw.counting = Member::raw(self.counting);
        Ok((raw, vec![]))
    }
}

impl Numbers for BadgeRule {
    type Raw = sys::tally_badge_rule;
    fn room() -> sys::tally_badge_rule {
        // SAFETY: This structure of `sys` begins with its size, and zeroes are a value of it.
        unsafe { sys::sized() }
    }
    fn of(raw: &sys::tally_badge_rule) -> BadgeRule {
        BadgeRule {
            feeding: Member::of(raw.feeding), flags: Member::of(raw.flags), counting: Member::of(raw.counting),
        }
    }
}

/// A path that counts at another one too.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Link {
    /// The path.
    pub path: String,
    /// The under.
    pub under: String,
}

impl Record for Link {
    type Raw = sys::tally_link;
    fn read(raw: &sys::tally_link, text: &[u8]) -> Link {
        Link {
            path: at(text, raw.path.offset, raw.path.length), under: at(text, raw.under.offset, raw.under.length),
        }
    }
}

/// The badge that a path shows, in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BadgeEntry {
    /// The badge.
    pub badge: Badge,
    /// The path.
    pub path: String,
}

impl Record for BadgeEntry {
    type Raw = sys::tally_badge_entry;
    fn read(raw: &sys::tally_badge_entry, text: &[u8]) -> BadgeEntry {
        BadgeEntry {
            badge: Badge::of(&raw.badge), path: at(text, raw.path.offset, raw.path.length),
        }
    }
}

/// One reason why a path shows what it shows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reason {
    /// How much of the path's count comes from its own badge and its messages.
    pub contributed: u64,
    /// The sum of its messages' counts; that of the message. A passive one counts 0.
    pub fed_count: u64,
    /// MUTE_NUMBER, MUTE_ALL, SNOOZED: the number that this hides; 0: a dot, or none of them.
    pub kept_count: u64,
    /// Its own count; 0: none.
    pub own_count: u32,
    /// The contribution of a reason, and its kind.
    pub flags: ReasonFlags,
    /// MESSAGE: its key; otherwise 0.
    pub message: i64,
    /// The sum of the counts of its highlights that reach the path.
    pub highlights: u64,
    /// LIGHTS: the greatest level with which it reaches the path; otherwise 0.
    pub level: Level,
    /// The path.
    pub path: String,
    /// MESSAGE: the server's identifier.
    pub id: String,
}

impl Record for Reason {
    type Raw = sys::tally_reason;
    fn read(raw: &sys::tally_reason, text: &[u8]) -> Reason {
        Reason {
            contributed: Member::of(raw.contributed), fed_count: Member::of(raw.fed_count),
            kept_count: Member::of(raw.kept_count), own_count: Member::of(raw.own_count),
            flags: Member::of(raw.flags), message: Member::of(raw.message), highlights: Member::of(raw.highlights),
            level: Member::of(raw.level), path: at(text, raw.path.offset, raw.path.length),
            id: at(text, raw.id.offset, raw.id.length),
        }
    }
}

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Message {
    /// Identifies it in this file.
    pub key: i64,
    /// The feed's identifier.
    pub feed: i64,
    /// The server's; None: none.
    pub time: Option<SystemTime>,
    /// Added to the number. 0: a dot.
    pub count: u32,
    /// The message state.
    pub state: MessageState,
    /// The argument count.
    pub argument_count: u32,
    /// Bytes of its data: see [`Account::message_data`](crate::Account::message_data). 0: none.
    pub data_size: u32,
    /// The level.
    pub level: Level,
    /// When it becomes unseen again: see [`Account::snooze_message`](crate::Account::snooze_message). None: it is
    /// not snoozed.
    pub snoozed_until: Option<SystemTime>,
    /// The server's identifier.
    pub id: String,
    /// The path.
    pub path: String,
    /// The kind.
    pub kind: String,
    /// The title.
    pub title: String,
    /// The body.
    pub body: String,
    /// The thread.
    pub thread: String,
    /// The category.
    pub category: String,
    /// The argument.
    pub argument: String,
    /// The URL that it opens. The library does not read it.
    pub link: String,
    /// The name of an icon.
    pub icon: String,
    /// The subtitle.
    pub subtitle: String,
    /// Its further paths, sorted by their bytes, with a line feed between two.
    pub also: String,
}

impl Record for Message {
    type Raw = sys::tally_message;
    fn read(raw: &sys::tally_message, text: &[u8]) -> Message {
        Message {
            key: Member::of(raw.key), feed: Member::of(raw.feed), time: Member::of(raw.time),
            count: Member::of(raw.count), state: Member::of(raw.state),
            argument_count: Member::of(raw.argument_count), data_size: Member::of(raw.data_size),
            level: Member::of(raw.level), snoozed_until: Member::of(raw.snoozed_until),
            id: at(text, raw.id.offset, raw.id.length), path: at(text, raw.path.offset, raw.path.length),
            kind: at(text, raw.kind.offset, raw.kind.length), title: at(text, raw.title.offset, raw.title.length),
            body: at(text, raw.body.offset, raw.body.length), thread: at(text, raw.thread.offset, raw.thread.length),
            category: at(text, raw.category.offset, raw.category.length),
            argument: at(text, raw.argument.offset, raw.argument.length),
            link: at(text, raw.link.offset, raw.link.length), icon: at(text, raw.icon.offset, raw.icon.length),
            subtitle: at(text, raw.subtitle.offset, raw.subtitle.length),
            also: at(text, raw.also.offset, raw.also.length),
        }
    }
}

/// The place of a message among those at its path, or in a subtree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MessagePosition {
    /// 0: there is no such message, and all members are 0.
    pub key: i64,
    /// The server's; None: none.
    pub time: Option<SystemTime>,
    /// The unread ones, or those that flags name, including this one.
    pub matching: u64,
    /// All messages that [`Account::messages`](crate::Account::messages) lists before it.
    pub newer: u64,
    /// All messages that [`Account::messages`](crate::Account::messages) lists after it.
    pub older: u64,
}

impl Numbers for MessagePosition {
    type Raw = sys::tally_message_position;
    fn room() -> sys::tally_message_position {
        // SAFETY: This structure of `sys` begins with its size, and zeroes are a value of it.
        unsafe { sys::sized() }
    }
    fn of(raw: &sys::tally_message_position) -> MessagePosition {
        MessagePosition {
            key: Member::of(raw.key), time: Member::of(raw.time), matching: Member::of(raw.matching),
            newer: Member::of(raw.newer), older: Member::of(raw.older),
        }
    }
}

/// Numbers of messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MessageCounts {
    /// All messages.
    pub total: u64,
    /// Those that are not read.
    pub unread: u64,
    /// Those that are not seen.
    pub unseen: u64,
}

impl Numbers for MessageCounts {
    type Raw = sys::tally_message_counts;
    fn room() -> sys::tally_message_counts {
        // SAFETY: This structure of `sys` begins with its size, and zeroes are a value of it.
        unsafe { sys::sized() }
    }
    fn of(raw: &sys::tally_message_counts) -> MessageCounts {
        MessageCounts {
            total: Member::of(raw.total), unread: Member::of(raw.unread), unseen: Member::of(raw.unseen),
        }
    }
}

/// A message that the host posts.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct MessageOptions {
    /// How a message is posted.
    pub flags: MessageFlags,
    /// It orders messages. None: now.
    pub time: Option<SystemTime>,
    /// Added to the number. 0: 1, or 0 with [`MessageFlags::DOT`].
    pub count: u32,
    /// The argument count.
    pub argument_count: u32,
    /// A name. None: a new one.
    pub id: Option<String>,
    /// The title.
    pub title: Option<String>,
    /// The text below the title.
    pub body: Option<String>,
    /// The kind of thing, a word of the host's.
    pub kind: Option<String>,
    /// The thread: messages with the same one are a group.
    pub thread: Option<String>,
    /// The category, whose format summaries have.
    pub category: Option<String>,
    /// The name in place of `%@` in the format of a summary.
    pub argument: Option<String>,
    /// A URL, up to [`sys::TALLY_MAX_LINK`] bytes without control characters.
    pub link: Option<String>,
    /// A name.
    pub icon: Option<String>,
    /// The subtitle.
    pub subtitle: Option<String>,
    /// The host's own, such as JSON, up to [`sys::TALLY_MAX_DATA`] bytes.
    pub data: Option<String>,
    /// Further paths where it counts, one per line, up to [`sys::TALLY_MAX_ALSO`].
    pub also: Option<String>,
    /// The level.
    pub level: Level,
}

impl MessageOptions {
    /// All defaults.
    pub fn new() -> MessageOptions {
        MessageOptions::default()
    }

    /// How a message is posted.
    #[must_use]
    pub fn flags(mut self, value: MessageFlags) -> MessageOptions {
        self.flags = value;
        self
    }

    /// It orders messages. None: now.
    #[must_use]
    pub fn time(mut self, value: impl Into<Option<SystemTime>>) -> MessageOptions {
        self.time = value.into();
        self
    }

    /// Added to the number. 0: 1, or 0 with [`MessageFlags::DOT`].
    #[must_use]
    pub fn count(mut self, value: u32) -> MessageOptions {
        self.count = value;
        self
    }

    /// The argument count.
    #[must_use]
    pub fn argument_count(mut self, value: u32) -> MessageOptions {
        self.argument_count = value;
        self
    }

    /// A name. None: a new one.
    #[must_use]
    pub fn id(mut self, value: impl Into<String>) -> MessageOptions {
        self.id = Some(value.into());
        self
    }

    /// The title.
    #[must_use]
    pub fn title(mut self, value: impl Into<String>) -> MessageOptions {
        self.title = Some(value.into());
        self
    }

    /// The text below the title.
    #[must_use]
    pub fn body(mut self, value: impl Into<String>) -> MessageOptions {
        self.body = Some(value.into());
        self
    }

    /// The kind of thing, a word of the host's.
    #[must_use]
    pub fn kind(mut self, value: impl Into<String>) -> MessageOptions {
        self.kind = Some(value.into());
        self
    }

    /// The thread: messages with the same one are a group.
    #[must_use]
    pub fn thread(mut self, value: impl Into<String>) -> MessageOptions {
        self.thread = Some(value.into());
        self
    }

    /// The category, whose format summaries have.
    #[must_use]
    pub fn category(mut self, value: impl Into<String>) -> MessageOptions {
        self.category = Some(value.into());
        self
    }

    /// The name in place of `%@` in the format of a summary.
    #[must_use]
    pub fn argument(mut self, value: impl Into<String>) -> MessageOptions {
        self.argument = Some(value.into());
        self
    }

    /// A URL, up to [`sys::TALLY_MAX_LINK`] bytes without control characters.
    #[must_use]
    pub fn link(mut self, value: impl Into<String>) -> MessageOptions {
        self.link = Some(value.into());
        self
    }

    /// A name.
    #[must_use]
    pub fn icon(mut self, value: impl Into<String>) -> MessageOptions {
        self.icon = Some(value.into());
        self
    }

    /// The subtitle.
    #[must_use]
    pub fn subtitle(mut self, value: impl Into<String>) -> MessageOptions {
        self.subtitle = Some(value.into());
        self
    }

    /// The host's own, such as JSON, up to [`sys::TALLY_MAX_DATA`] bytes.
    #[must_use]
    pub fn data(mut self, value: impl Into<String>) -> MessageOptions {
        self.data = Some(value.into());
        self
    }

    /// Further paths where it counts, one per line, up to [`sys::TALLY_MAX_ALSO`].
    #[must_use]
    pub fn also(mut self, value: impl Into<String>) -> MessageOptions {
        self.also = Some(value.into());
        self
    }

    /// The level.
    #[must_use]
    pub fn level(mut self, value: Level) -> MessageOptions {
        self.level = value;
        self
    }

    /// Lends it to C.
    pub(crate) fn with<R>(&self, call: impl FnOnce(*const sys::tally_message_options) -> R) -> Result<R> {
        let (raw, _texts) = self.own()?;
        Ok(call(&raw))
    }

    /// With its texts, which it points to.
    pub(crate) fn own(&self) -> Result<(sys::tally_message_options, Vec<Optional>)> {
        let id = Optional::new(self.id.as_deref())?;
        let title = Optional::new(self.title.as_deref())?;
        let body = Optional::new(self.body.as_deref())?;
        let kind = Optional::new(self.kind.as_deref())?;
        let thread = Optional::new(self.thread.as_deref())?;
        let category = Optional::new(self.category.as_deref())?;
        let argument = Optional::new(self.argument.as_deref())?;
        let link = Optional::new(self.link.as_deref())?;
        let icon = Optional::new(self.icon.as_deref())?;
        let subtitle = Optional::new(self.subtitle.as_deref())?;
        let data = Optional::new(self.data.as_deref())?;
        let also = Optional::new(self.also.as_deref())?;
        // SAFETY: This is a structure of `sys` that begins with its size, and zeroes are a value of it.
        let mut raw: sys::tally_message_options = unsafe { sys::sized() };
        raw.flags = Member::raw(self.flags);
        raw.time = Member::raw(self.time);
        raw.count = Member::raw(self.count);
        raw.argument_count = Member::raw(self.argument_count);
        raw.id = id.as_ptr();
        raw.title = title.as_ptr();
        raw.body = body.as_ptr();
        raw.kind = kind.as_ptr();
        raw.thread = thread.as_ptr();
        raw.category = category.as_ptr();
        raw.argument = argument.as_ptr();
        raw.link = link.as_ptr();
        raw.icon = icon.as_ptr();
        raw.subtitle = subtitle.as_ptr();
        raw.data = data.as_ptr();
        raw.also = also.as_ptr();
        raw.level = Member::raw(self.level);
        Ok((raw, vec![id, title, body, kind, thread, category, argument, link, icon, subtitle, data, also]))
    }
}

/// Something that happened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Event {
    /// What happened.
    pub kind: EventKind,
    /// The observer's, widget's or completion's; otherwise 0.
    pub token: u64,
    /// The account's identifier, or 0.
    pub account: i64,
    /// The feed's identifier, or 0.
    pub feed: i64,
    /// REMINDER: the reminder's key; otherwise 0.
    pub reminder: i64,
    /// BADGE, TOTAL, WIDGET, SYNCED, DRIFT: the number. REMINDER: occurrences that were due.
    pub count: u64,
    /// BADGE, TOTAL, WIDGET, SYNCED: of the number's last change. REMINDER: its own.
    pub revision: u64,
    /// BADGE, TOTAL, WIDGET, SYNCED: [`BadgeKind::NONE`], [`BadgeKind::DOT`] or [`BadgeKind::NUMBER`].
    pub badge_kind: BadgeKind,
    /// SYNCED, COMPLETION, AUTH: OK, NOT_MODIFIED or the error. Others: OK or RESYNC.
    pub result: Status,
    /// The time that the server asked to wait; 0: none.
    pub retry_after: Duration,
    /// SYNCED: when the feed is polled next; None: not planned. REMINDER: when it was due.
    pub next_time: Option<SystemTime>,
    /// SYNCED: new messages.
    pub added: u32,
    /// SYNCED: changed messages.
    pub changed: u32,
    /// SYNCED: removed messages.
    pub removed: u32,
    /// SYNCED: items that could not be used.
    pub rejected: u32,
    /// REMINDER: whether it was missed; otherwise it fired.
    pub missed: bool,
    /// MESSAGES: all messages. DRIFT: what the server counts.
    pub total: u64,
    /// MESSAGES: those that are not read.
    pub unread: u64,
    /// MESSAGES: those that are not seen.
    pub unseen: u64,
    /// SYNCED, COMPLETION, AUTH: of the last response; 0: there was none.
    pub http_status: i32,
    /// BADGE, TOTAL: as of `Badge`.
    pub level: Level,
    /// BADGE, TOTAL: as of `Badge`. DRIFT: the part of `count` that highlights have.
    pub highlights: u64,
    /// DRIFT: the part of `total` that highlights have.
    pub total_highlights: u64,
    /// The path, the name or the words that it is about, by its kind.
    pub text: String,
}

impl WithText for Event {
    type Raw = sys::tally_event;
    fn room() -> sys::tally_event {
        // SAFETY: This structure of `sys` begins with its size, and zeroes are a value of it.
        unsafe { sys::sized() }
    }
    fn of(raw: &sys::tally_event, text: String) -> Event {
        Event {
            kind: Member::of(raw.kind), token: Member::of(raw.token), account: Member::of(raw.account),
            feed: Member::of(raw.feed), reminder: Member::of(raw.reminder), count: Member::of(raw.count),
            revision: Member::of(raw.revision), badge_kind: Member::of(raw.badge_kind),
            result: Member::of(raw.result), retry_after: Member::of(raw.retry_after),
            next_time: Member::of(raw.next_time), added: Member::of(raw.added), changed: Member::of(raw.changed),
            removed: Member::of(raw.removed), rejected: Member::of(raw.rejected), missed: Member::of(raw.missed),
            total: Member::of(raw.total), unread: Member::of(raw.unread), unseen: Member::of(raw.unseen),
            http_status: Member::of(raw.http_status), level: Member::of(raw.level),
            highlights: Member::of(raw.highlights), total_highlights: Member::of(raw.total_highlights), text,
        }
    }
}

/// How a feed is polled. `Period::DEFAULT` is the value of the polling profile (MESSAGE_CENTER's;
/// UNREAD_COUNT's), and `Period::OFF` is off.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct FeedOptions {
    /// How a feed is polled.
    pub flags: FeedFlags,
    /// The first request begins within this: from 1 ms. Default: 1,000 ms with [`Polling::MESSAGE_CENTER`], off
    /// with [`Polling::UNREAD_COUNT`]. `Period::OFF`: off.
    pub initial_delay: Period,
    /// Between requests: from 100 ms. Default: 600,000 ms with [`Polling::MESSAGE_CENTER`], off with
    /// [`Polling::UNREAD_COUNT`]. `Period::OFF`: off.
    pub interval: Period,
    /// While a page is seen: from 100 ms. Default: off with [`Polling::MESSAGE_CENTER`], 60,000 ms with
    /// [`Polling::UNREAD_COUNT`]. `Period::OFF`: off.
    pub visible_interval: Period,
    /// For a whole request, from 100 ms. Default: 300,000 ms.
    pub request_timeout: Period,
    /// Without a byte, from 100 ms. Default: 60,000 ms.
    pub idle_timeout: Period,
    /// A page does not poll this soon after a good response: from 1 ms. Default: 180,000 ms with
    /// [`Polling::MESSAGE_CENTER`], off with [`Polling::UNREAD_COUNT`]. `Period::OFF`: off.
    pub tolerance: Period,
    /// A page that returns after this polls: from 1 ms. Default: 0 ms (each return) with
    /// [`Polling::MESSAGE_CENTER`], 60,000 ms with [`Polling::UNREAD_COUNT`]. `Period::OFF`: off.
    pub away_time: Period,
    /// Messages that are older by the server's time are removed, read or not. Default: no limit.
    pub max_age: Period,
    /// Beyond this number the oldest read messages are removed. 0: no limit.
    pub max_messages: i64,
    /// Items a page, 1 to 10,000, sent as `limit`. 0: 200.
    pub page_limit: u32,
    /// The polling.
    pub polling: Polling,
    /// http:, https: or file: (a regular file). None: nothing is polled; the host delivers pages.
    pub url: Option<String>,
    /// The path below which the feed's own paths are. None: root.
    pub prefix: Option<String>,
    /// A shipped mapping, for a server with another format: "github-notifications", "mastodon-v2", "ntfy",
    /// "message-center" or "unread-count".
    pub mapping_preset: Option<String>,
    /// A mapping, JSON text (docs/mappings.md) of up to 65,536 bytes. It replaces members of mapping_preset. None
    /// or empty, both: the wire format.
    pub mapping: Option<String>,
    /// The title until the server sends one, UTF-8, up to 1,024 bytes. None: none.
    pub title: Option<String>,
}

impl FeedOptions {
    /// All defaults.
    pub fn new() -> FeedOptions {
        FeedOptions::default()
    }

    /// How a feed is polled.
    #[must_use]
    pub fn flags(mut self, value: FeedFlags) -> FeedOptions {
        self.flags = value;
        self
    }

    /// The first request begins within this: from 1 ms. Default: 1,000 ms with [`Polling::MESSAGE_CENTER`], off
    /// with [`Polling::UNREAD_COUNT`]. `Period::OFF`: off.
    #[must_use]
    pub fn initial_delay(mut self, value: impl Into<Period>) -> FeedOptions {
        self.initial_delay = value.into();
        self
    }

    /// Between requests: from 100 ms. Default: 600,000 ms with [`Polling::MESSAGE_CENTER`], off with
    /// [`Polling::UNREAD_COUNT`]. `Period::OFF`: off.
    #[must_use]
    pub fn interval(mut self, value: impl Into<Period>) -> FeedOptions {
        self.interval = value.into();
        self
    }

    /// While a page is seen: from 100 ms. Default: off with [`Polling::MESSAGE_CENTER`], 60,000 ms with
    /// [`Polling::UNREAD_COUNT`]. `Period::OFF`: off.
    #[must_use]
    pub fn visible_interval(mut self, value: impl Into<Period>) -> FeedOptions {
        self.visible_interval = value.into();
        self
    }

    /// For a whole request, from 100 ms. Default: 300,000 ms.
    #[must_use]
    pub fn request_timeout(mut self, value: impl Into<Period>) -> FeedOptions {
        self.request_timeout = value.into();
        self
    }

    /// Without a byte, from 100 ms. Default: 60,000 ms.
    #[must_use]
    pub fn idle_timeout(mut self, value: impl Into<Period>) -> FeedOptions {
        self.idle_timeout = value.into();
        self
    }

    /// A page does not poll this soon after a good response: from 1 ms. Default: 180,000 ms with
    /// [`Polling::MESSAGE_CENTER`], off with [`Polling::UNREAD_COUNT`]. `Period::OFF`: off.
    #[must_use]
    pub fn tolerance(mut self, value: impl Into<Period>) -> FeedOptions {
        self.tolerance = value.into();
        self
    }

    /// A page that returns after this polls: from 1 ms. Default: 0 ms (each return) with
    /// [`Polling::MESSAGE_CENTER`], 60,000 ms with [`Polling::UNREAD_COUNT`]. `Period::OFF`: off.
    #[must_use]
    pub fn away_time(mut self, value: impl Into<Period>) -> FeedOptions {
        self.away_time = value.into();
        self
    }

    /// Messages that are older by the server's time are removed, read or not. Default: no limit.
    #[must_use]
    pub fn max_age(mut self, value: impl Into<Period>) -> FeedOptions {
        self.max_age = value.into();
        self
    }

    /// Beyond this number the oldest read messages are removed. 0: no limit.
    #[must_use]
    pub fn max_messages(mut self, value: i64) -> FeedOptions {
        self.max_messages = value;
        self
    }

    /// Items a page, 1 to 10,000, sent as `limit`. 0: 200.
    #[must_use]
    pub fn page_limit(mut self, value: u32) -> FeedOptions {
        self.page_limit = value;
        self
    }

    /// The polling.
    #[must_use]
    pub fn polling(mut self, value: Polling) -> FeedOptions {
        self.polling = value;
        self
    }

    /// http:, https: or file: (a regular file). None: nothing is polled; the host delivers pages.
    #[must_use]
    pub fn url(mut self, value: impl Into<String>) -> FeedOptions {
        self.url = Some(value.into());
        self
    }

    /// The path below which the feed's own paths are. None: root.
    #[must_use]
    pub fn prefix(mut self, value: impl Into<String>) -> FeedOptions {
        self.prefix = Some(value.into());
        self
    }

    /// A shipped mapping, for a server with another format: "github-notifications", "mastodon-v2", "ntfy",
    /// "message-center" or "unread-count".
    #[must_use]
    pub fn mapping_preset(mut self, value: impl Into<String>) -> FeedOptions {
        self.mapping_preset = Some(value.into());
        self
    }

    /// A mapping, JSON text (docs/mappings.md) of up to 65,536 bytes. It replaces members of mapping_preset. None
    /// or empty, both: the wire format.
    #[must_use]
    pub fn mapping(mut self, value: impl Into<String>) -> FeedOptions {
        self.mapping = Some(value.into());
        self
    }

    /// The title until the server sends one, UTF-8, up to 1,024 bytes. None: none.
    #[must_use]
    pub fn title(mut self, value: impl Into<String>) -> FeedOptions {
        self.title = Some(value.into());
        self
    }

    /// Lends it to C.
    pub(crate) fn with<R>(&self, call: impl FnOnce(*const sys::tally_feed_options) -> R) -> Result<R> {
        let (raw, _texts) = self.own()?;
        Ok(call(&raw))
    }

    /// With its texts, which it points to.
    pub(crate) fn own(&self) -> Result<(sys::tally_feed_options, Vec<Optional>)> {
        let url = Optional::new(self.url.as_deref())?;
        let prefix = Optional::new(self.prefix.as_deref())?;
        let mapping_preset = Optional::new(self.mapping_preset.as_deref())?;
        let mapping = Optional::new(self.mapping.as_deref())?;
        let title = Optional::new(self.title.as_deref())?;
        // SAFETY: This is a structure of `sys` that begins with its size, and zeroes are a value of it.
        let mut raw: sys::tally_feed_options = unsafe { sys::sized() };
        raw.flags = Member::raw(self.flags);
        raw.initial_delay = Member::raw(self.initial_delay);
        raw.interval = Member::raw(self.interval);
        raw.visible_interval = Member::raw(self.visible_interval);
        raw.request_timeout = Member::raw(self.request_timeout);
        raw.idle_timeout = Member::raw(self.idle_timeout);
        raw.tolerance = Member::raw(self.tolerance);
        raw.away_time = Member::raw(self.away_time);
        raw.max_age = Member::raw(self.max_age);
        raw.max_messages = Member::raw(self.max_messages);
        raw.page_limit = Member::raw(self.page_limit);
        raw.polling = Member::raw(self.polling);
        raw.url = url.as_ptr();
        raw.prefix = prefix.as_ptr();
        raw.mapping_preset = mapping_preset.as_ptr();
        raw.mapping = mapping.as_ptr();
        raw.title = title.as_ptr();
        Ok((raw, vec![url, prefix, mapping_preset, mapping, title]))
    }
}

/// A feed that is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FeedEntry {
    /// Identifies the feed in events.
    pub id: i64,
    /// When the last good response arrived; None: never.
    pub last_success: Option<SystemTime>,
    /// Its rejected items: see [`Account::rejected`](crate::Account::rejected).
    pub rejected: u64,
    /// Its options, as of `FeedOptions`, or None. All are zero if they are not stored and it does not run.
    pub initial_delay: Option<Duration>,
    /// The interval.
    pub interval: Option<Duration>,
    /// The visible interval.
    pub visible_interval: Option<Duration>,
    /// The request timeout.
    pub request_timeout: Option<Duration>,
    /// The idle timeout.
    pub idle_timeout: Option<Duration>,
    /// The tolerance.
    pub tolerance: Option<Duration>,
    /// The away time.
    pub away_time: Option<Duration>,
    /// The max age.
    pub max_age: Option<Duration>,
    /// The max messages.
    pub max_messages: i64,
    /// The page limit.
    pub page_limit: u32,
    /// How a feed is polled.
    pub options: FeedFlags,
    /// The properties of a stored feed.
    pub flags: FeedEntryFlags,
    /// The name.
    pub name: String,
    /// Empty: none, as of [`sys::TALLY_FEED_LOCAL`].
    pub url: String,
    /// Canonical.
    pub prefix: String,
    /// The last title that the server sent, or that of the options; empty: none.
    pub title: String,
    /// The mapping preset.
    pub mapping_preset: String,
    /// The mapping.
    pub mapping: String,
}

impl Record for FeedEntry {
    type Raw = sys::tally_feed_entry;
    fn read(raw: &sys::tally_feed_entry, text: &[u8]) -> FeedEntry {
        FeedEntry {
            id: Member::of(raw.id), last_success: Member::of(raw.last_success), rejected: Member::of(raw.rejected),
            initial_delay: Member::of(raw.initial_delay), interval: Member::of(raw.interval),
            visible_interval: Member::of(raw.visible_interval), request_timeout: Member::of(raw.request_timeout),
            idle_timeout: Member::of(raw.idle_timeout), tolerance: Member::of(raw.tolerance),
            away_time: Member::of(raw.away_time), max_age: Member::of(raw.max_age),
            max_messages: Member::of(raw.max_messages), page_limit: Member::of(raw.page_limit),
            options: Member::of(raw.options), flags: Member::of(raw.flags),
            name: at(text, raw.name.offset, raw.name.length), url: at(text, raw.url.offset, raw.url.length),
            prefix: at(text, raw.prefix.offset, raw.prefix.length),
            title: at(text, raw.title.offset, raw.title.length),
            mapping_preset: at(text, raw.mapping_preset.offset, raw.mapping_preset.length),
            mapping: at(text, raw.mapping.offset, raw.mapping.length),
        }
    }
}

/// An item of a response that could not be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rejected {
    /// Rises in its feed. Begins again at 1 when the feed requests everything again.
    pub id: i64,
    /// When the response arrived.
    pub time: Option<SystemTime>,
    /// The reason.
    pub reason: String,
    /// The item's JSON, of the response or the mapping's page; its first 65,536 bytes.
    pub body: String,
}

impl Record for Rejected {
    type Raw = sys::tally_rejected;
    fn read(raw: &sys::tally_rejected, text: &[u8]) -> Rejected {
        Rejected {
            id: Member::of(raw.id), time: Member::of(raw.time),
            reason: at(text, raw.reason.offset, raw.reason.length), body: at(text, raw.body.offset, raw.body.length),
        }
    }
}

/// A path where the server of a feed counts something else than the feed contributes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Drift {
    /// The sum that the feed's messages contribute at the path and below, mutes aside.
    pub ours: u64,
    /// The number that its server counts there.
    pub theirs: u64,
    /// The feed's identifier.
    pub feed: i64,
    /// The part of `ours` that highlights have.
    pub our_highlights: u64,
    /// That of `theirs`; as ours, if the server did not say.
    pub their_highlights: u64,
    /// The path.
    pub path: String,
}

impl Record for Drift {
    type Raw = sys::tally_drift;
    fn read(raw: &sys::tally_drift, text: &[u8]) -> Drift {
        Drift {
            ours: Member::of(raw.ours), theirs: Member::of(raw.theirs), feed: Member::of(raw.feed),
            our_highlights: Member::of(raw.our_highlights), their_highlights: Member::of(raw.their_highlights),
            path: at(text, raw.path.offset, raw.path.length),
        }
    }
}

/// Facts about a page, for its feed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PageInfo {
    /// Whether the user sees it for the first time since log-in. False also while logged out.
    pub first: bool,
    /// The time since the user last saw it; None: never, or it does not come into sight now.
    pub away_time: Option<Duration>,
    /// Whether the call has begun a request.
    pub requested: bool,
}

impl Numbers for PageInfo {
    type Raw = sys::tally_page_info;
    fn room() -> sys::tally_page_info {
        // SAFETY: This structure of `sys` begins with its size, and zeroes are a value of it.
        unsafe { sys::sized() }
    }
    fn of(raw: &sys::tally_page_info) -> PageInfo {
        PageInfo {
            first: Member::of(raw.first), away_time: Member::of(raw.away_time), requested: Member::of(raw.requested),
        }
    }
}

/// The state of a feed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct FeedState {
    /// The result of the last request. [`Status::EMPTY`]: none yet in this run.
    pub result: Status,
    /// Identifies the feed in events.
    pub id: i64,
    /// The last good response, with news or not; None: never. Kept across runs.
    pub last_success: Option<SystemTime>,
    /// When it is polled next; None: not planned.
    pub next_time: Option<SystemTime>,
    /// In this run.
    pub requests: u64,
    /// Requests with the response 304.
    pub not_modified: u64,
    /// Requests that failed.
    pub failures: u64,
    /// Whether a request is in flight.
    pub in_flight: bool,
    /// The failures in a row.
    pub failures_in_a_row: u32,
    /// The status of the last response; 0: there was none.
    pub http_status: i32,
    /// The last title that the server sent, or that of the options; empty: none.
    pub title: String,
}

impl WithText for FeedState {
    type Raw = sys::tally_feed_state;
    fn room() -> sys::tally_feed_state {
        // SAFETY: This structure of `sys` begins with its size, and zeroes are a value of it.
        unsafe { sys::sized() }
    }
    fn of(raw: &sys::tally_feed_state, text: String) -> FeedState {
        FeedState {
            result: Member::of(raw.result), id: Member::of(raw.id), last_success: Member::of(raw.last_success),
            next_time: Member::of(raw.next_time), requests: Member::of(raw.requests),
            not_modified: Member::of(raw.not_modified), failures: Member::of(raw.failures),
            in_flight: Member::of(raw.in_flight), failures_in_a_row: Member::of(raw.failures_in_a_row),
            http_status: Member::of(raw.http_status), title: text,
        }
    }
}

/// The plural forms of a format; `other` is required.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Forms {
    /// 0.
    pub flags: u32,
    /// The form for the plural category `zero`.
    pub zero: Option<String>,
    /// The form for the plural category `one`.
    pub one: Option<String>,
    /// The form for the plural category `two`.
    pub two: Option<String>,
    /// The form for the plural category `few`.
    pub few: Option<String>,
    /// The form for the plural category `many`.
    pub many: Option<String>,
    /// The form for the plural category `other`.
    pub other: Option<String>,
}

impl Forms {
    /// All defaults.
    pub fn new() -> Forms {
        Forms::default()
    }

    /// 0.
    #[must_use]
    pub fn flags(mut self, value: u32) -> Forms {
        self.flags = value;
        self
    }

    /// The form for the plural category `zero`.
    #[must_use]
    pub fn zero(mut self, value: impl Into<String>) -> Forms {
        self.zero = Some(value.into());
        self
    }

    /// The form for the plural category `one`.
    #[must_use]
    pub fn one(mut self, value: impl Into<String>) -> Forms {
        self.one = Some(value.into());
        self
    }

    /// The form for the plural category `two`.
    #[must_use]
    pub fn two(mut self, value: impl Into<String>) -> Forms {
        self.two = Some(value.into());
        self
    }

    /// The form for the plural category `few`.
    #[must_use]
    pub fn few(mut self, value: impl Into<String>) -> Forms {
        self.few = Some(value.into());
        self
    }

    /// The form for the plural category `many`.
    #[must_use]
    pub fn many(mut self, value: impl Into<String>) -> Forms {
        self.many = Some(value.into());
        self
    }

    /// The form for the plural category `other`.
    #[must_use]
    pub fn other(mut self, value: impl Into<String>) -> Forms {
        self.other = Some(value.into());
        self
    }

    /// Lends it to C.
    pub(crate) fn with<R>(&self, call: impl FnOnce(*const sys::tally_forms) -> R) -> Result<R> {
        let (raw, _texts) = self.own()?;
        Ok(call(&raw))
    }

    /// With its texts, which it points to.
    pub(crate) fn own(&self) -> Result<(sys::tally_forms, Vec<Optional>)> {
        let zero = Optional::new(self.zero.as_deref())?;
        let one = Optional::new(self.one.as_deref())?;
        let two = Optional::new(self.two.as_deref())?;
        let few = Optional::new(self.few.as_deref())?;
        let many = Optional::new(self.many.as_deref())?;
        let other = Optional::new(self.other.as_deref())?;
        // SAFETY: This is a structure of `sys` that begins with its size, and zeroes are a value of it.
        let mut raw: sys::tally_forms = unsafe { sys::sized() };
        raw.flags = Member::raw(self.flags);
        raw.zero = zero.as_ptr();
        raw.one = one.as_ptr();
        raw.two = two.as_ptr();
        raw.few = few.as_ptr();
        raw.many = many.as_ptr();
        raw.other = other.as_ptr();
        Ok((raw, vec![zero, one, two, few, many, other]))
    }
}

/// The result of importing another program's file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImportReport {
    /// The number of imported things.
    pub taken: u64,
    /// The number of skipped things.
    pub skipped: u64,
}

impl Numbers for ImportReport {
    type Raw = sys::tally_import_report;
    fn room() -> sys::tally_import_report {
        // SAFETY: This structure of `sys` begins with its size, and zeroes are a value of it.
        unsafe { sys::sized() }
    }
    fn of(raw: &sys::tally_import_report) -> ImportReport {
        ImportReport {
            taken: Member::of(raw.taken), skipped: Member::of(raw.skipped),
        }
    }
}

/// The unseen messages of a thread, and their summary.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Group {
    /// The key of the leading message.
    pub newest: i64,
    /// The key of the last one.
    pub oldest: i64,
    /// The sum of the argument counts of all its messages.
    pub items: u64,
    /// Its messages.
    pub notifications: u64,
    /// Its messages that arrived since [`Account::group_seen`](crate::Account::group_seen).
    pub fresh: u64,
    /// The leading message's, by the server; None: none.
    pub time: Option<SystemTime>,
    /// The summary origin.
    pub origin: SummaryOrigin,
    /// "": messages without a thread; with BY_APP all.
    pub thread: String,
    /// The path of the leading message.
    pub path: String,
    /// The title of the leading message.
    pub title: String,
    /// Empty: none.
    pub summary: String,
    /// The language of the summary. "und": a source text of the account. Empty: no summary.
    pub language: String,
}

impl Record for Group {
    type Raw = sys::tally_group;
    fn read(raw: &sys::tally_group, text: &[u8]) -> Group {
        Group {
            newest: Member::of(raw.newest), oldest: Member::of(raw.oldest), items: Member::of(raw.items),
            notifications: Member::of(raw.notifications), fresh: Member::of(raw.fresh), time: Member::of(raw.time),
            origin: Member::of(raw.origin), thread: at(text, raw.thread.offset, raw.thread.length),
            path: at(text, raw.path.offset, raw.path.length), title: at(text, raw.title.offset, raw.title.length),
            summary: at(text, raw.summary.offset, raw.summary.length),
            language: at(text, raw.language.offset, raw.language.length),
        }
    }
}

/// A row on its way to the server.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutboxEntry {
    /// Identifies the row in this file, and orders the rows.
    pub id: i64,
    /// The feed's identifier.
    pub feed: i64,
    /// How often it was given out.
    pub attempt: i64,
    /// Not given out before; None: immediately, or it has failed for good.
    pub next_time: Option<SystemTime>,
    /// None: it is not leased.
    pub lease_end: Option<SystemTime>,
    /// The outbox kind.
    pub kind: OutboxKind,
    /// [`OutboxState::WAITING`] ….
    pub state: OutboxState,
    /// Send it as Idempotency-Key.
    pub key: String,
    /// The entity.
    pub entity: String,
    /// JSON. Empty until it is first given out, and unchanged from then on.
    pub body: String,
}

impl Record for OutboxEntry {
    type Raw = sys::tally_outbox_entry;
    fn read(raw: &sys::tally_outbox_entry, text: &[u8]) -> OutboxEntry {
        OutboxEntry {
            id: Member::of(raw.id), feed: Member::of(raw.feed), attempt: Member::of(raw.attempt),
            next_time: Member::of(raw.next_time), lease_end: Member::of(raw.lease_end), kind: Member::of(raw.kind),
            state: Member::of(raw.state), key: at(text, raw.key.offset, raw.key.length),
            entity: at(text, raw.entity.offset, raw.entity.length), body: at(text, raw.body.offset, raw.body.length),
        }
    }
}

/// Numbers of rows of an outbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutboxCounts {
    /// All rows.
    pub total: u64,
    /// The leased rows.
    pub leased: u64,
    /// The rows that failed for good.
    pub failed: u64,
}

impl Numbers for OutboxCounts {
    type Raw = sys::tally_outbox_counts;
    fn room() -> sys::tally_outbox_counts {
        // SAFETY: This structure of `sys` begins with its size, and zeroes are a value of it.
        unsafe { sys::sized() }
    }
    fn of(raw: &sys::tally_outbox_counts) -> OutboxCounts {
        OutboxCounts {
            total: Member::of(raw.total), leased: Member::of(raw.leased), failed: Member::of(raw.failed),
        }
    }
}

/// The terms of a reminder that a user enters. A shelf life and its unit are required.
///
/// A member that is None is not given. 0 or an empty text is given.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ReminderOptions {
    /// The title.
    pub title: Option<String>,
    /// The text below the title.
    pub body: Option<String>,
    /// The path of its badge. Empty: none.
    pub path: Option<String>,
    /// Empty: the device's.
    pub zone: Option<String>,
    /// A day. Default: today, in its zone.
    pub produced: Option<Day>,
    /// From 1.
    pub shelf_life: Option<i32>,
    /// [`Unit::DAY`], [`Unit::MONTH`] or [`Unit::YEAR`].
    pub shelf_unit: Option<Unit>,
    /// Seconds since midnight, 0 to 86,399. Default 32,400, 09:00.
    pub time_of_day: Option<i32>,
    /// Default AUTOMATIC.
    pub smart: Option<SmartMode>,
    /// Required unless it is smart.
    pub repeat_unit: Option<Unit>,
    /// It fires every so many units, to 1,000,000. Default 1.
    pub repeat_every: Option<i32>,
    /// The last day on which it fires. Required unless it is smart.
    pub end: Option<Day>,
    /// The day from which repetitions count. Default: the day of entering.
    pub start: Option<Day>,
    /// Counted from the day after the expiry or the end.
    pub overdue_unit: Option<Unit>,
    /// It fires every so many of these units, to 1,000,000. Default 1.
    pub overdue_every: Option<i32>,
    /// How many times it fires then, to 1,000,000. Default: 0.
    pub overdue_limit: Option<i32>,
}

impl ReminderOptions {
    /// Nothing is given.
    pub fn new() -> ReminderOptions {
        ReminderOptions::default()
    }

    /// The title.
    #[must_use]
    pub fn title(mut self, value: impl Into<String>) -> ReminderOptions {
        self.title = Some(value.into());
        self
    }

    /// The text below the title.
    #[must_use]
    pub fn body(mut self, value: impl Into<String>) -> ReminderOptions {
        self.body = Some(value.into());
        self
    }

    /// The path of its badge. Empty: none.
    #[must_use]
    pub fn path(mut self, value: impl Into<String>) -> ReminderOptions {
        self.path = Some(value.into());
        self
    }

    /// Empty: the device's.
    #[must_use]
    pub fn zone(mut self, value: impl Into<String>) -> ReminderOptions {
        self.zone = Some(value.into());
        self
    }

    /// A day. Default: today, in its zone.
    #[must_use]
    pub fn produced(mut self, value: Day) -> ReminderOptions {
        self.produced = Some(value);
        self
    }

    /// From 1.
    #[must_use]
    pub fn shelf_life(mut self, value: i32) -> ReminderOptions {
        self.shelf_life = Some(value);
        self
    }

    /// [`Unit::DAY`], [`Unit::MONTH`] or [`Unit::YEAR`].
    #[must_use]
    pub fn shelf_unit(mut self, value: Unit) -> ReminderOptions {
        self.shelf_unit = Some(value);
        self
    }

    /// Seconds since midnight, 0 to 86,399. Default 32,400, 09:00.
    #[must_use]
    pub fn time_of_day(mut self, value: i32) -> ReminderOptions {
        self.time_of_day = Some(value);
        self
    }

    /// Default AUTOMATIC.
    #[must_use]
    pub fn smart(mut self, value: SmartMode) -> ReminderOptions {
        self.smart = Some(value);
        self
    }

    /// Required unless it is smart.
    #[must_use]
    pub fn repeat_unit(mut self, value: Unit) -> ReminderOptions {
        self.repeat_unit = Some(value);
        self
    }

    /// It fires every so many units, to 1,000,000. Default 1.
    #[must_use]
    pub fn repeat_every(mut self, value: i32) -> ReminderOptions {
        self.repeat_every = Some(value);
        self
    }

    /// The last day on which it fires. Required unless it is smart.
    #[must_use]
    pub fn end(mut self, value: Day) -> ReminderOptions {
        self.end = Some(value);
        self
    }

    /// The day from which repetitions count. Default: the day of entering.
    #[must_use]
    pub fn start(mut self, value: Day) -> ReminderOptions {
        self.start = Some(value);
        self
    }

    /// Counted from the day after the expiry or the end.
    #[must_use]
    pub fn overdue_unit(mut self, value: Unit) -> ReminderOptions {
        self.overdue_unit = Some(value);
        self
    }

    /// It fires every so many of these units, to 1,000,000. Default 1.
    #[must_use]
    pub fn overdue_every(mut self, value: i32) -> ReminderOptions {
        self.overdue_every = Some(value);
        self
    }

    /// How many times it fires then, to 1,000,000. Default: 0.
    #[must_use]
    pub fn overdue_limit(mut self, value: i32) -> ReminderOptions {
        self.overdue_limit = Some(value);
        self
    }

    /// Lends it to C.
    pub(crate) fn with<R>(&self, call: impl FnOnce(*const sys::tally_reminder_options) -> R) -> Result<R> {
        let (raw, _texts) = self.own()?;
        Ok(call(&raw))
    }

    /// With its texts, which it points to.
    pub(crate) fn own(&self) -> Result<(sys::tally_reminder_options, Vec<Optional>)> {
        let title = Optional::new(self.title.as_deref())?;
        let body = Optional::new(self.body.as_deref())?;
        let path = Optional::new(self.path.as_deref())?;
        let zone = Optional::new(self.zone.as_deref())?;
        // SAFETY: This is a structure of `sys` that begins with its size, and zeroes are a value of it.
        let mut raw: sys::tally_reminder_options = unsafe { sys::sized() };
        if self.title.is_some() {
            raw.title = title.as_ptr();
            raw.fields |= sys::TALLY_REMINDER_FIELD_TITLE;
        }
        if self.body.is_some() {
            raw.body = body.as_ptr();
            raw.fields |= sys::TALLY_REMINDER_FIELD_BODY;
        }
        if self.path.is_some() {
            raw.path = path.as_ptr();
            raw.fields |= sys::TALLY_REMINDER_FIELD_PATH;
        }
        if self.zone.is_some() {
            raw.zone = zone.as_ptr();
            raw.fields |= sys::TALLY_REMINDER_FIELD_ZONE;
        }
        if let Some(value) = self.produced {
            raw.produced = Member::raw(value);
            raw.fields |= sys::TALLY_REMINDER_FIELD_PRODUCED;
        }
        if let Some(value) = self.shelf_life {
            raw.shelf_life = Member::raw(value);
            raw.fields |= sys::TALLY_REMINDER_FIELD_SHELF_LIFE;
        }
        if let Some(value) = self.shelf_unit {
            raw.shelf_unit = Member::raw(value);
            raw.fields |= sys::TALLY_REMINDER_FIELD_SHELF_LIFE;
        }
        if let Some(value) = self.time_of_day {
            raw.time_of_day = Member::raw(value);
            raw.fields |= sys::TALLY_REMINDER_FIELD_TIME_OF_DAY;
        }
        if let Some(value) = self.smart {
            raw.smart = Member::raw(value);
            raw.fields |= sys::TALLY_REMINDER_FIELD_SMART;
        }
        if let Some(value) = self.repeat_unit {
            raw.repeat_unit = Member::raw(value);
            raw.fields |= sys::TALLY_REMINDER_FIELD_REPEAT;
        }
        if let Some(value) = self.repeat_every {
            raw.repeat_every = Member::raw(value);
            raw.fields |= sys::TALLY_REMINDER_FIELD_REPEAT;
        }
        if let Some(value) = self.end {
            raw.end = Member::raw(value);
            raw.fields |= sys::TALLY_REMINDER_FIELD_END;
        }
        if let Some(value) = self.start {
            raw.start = Member::raw(value);
            raw.fields |= sys::TALLY_REMINDER_FIELD_START;
        }
        if let Some(value) = self.overdue_unit {
            raw.overdue_unit = Member::raw(value);
            raw.fields |= sys::TALLY_REMINDER_FIELD_OVERDUE;
        }
        if let Some(value) = self.overdue_every {
            raw.overdue_every = Member::raw(value);
            raw.fields |= sys::TALLY_REMINDER_FIELD_OVERDUE;
        }
        if let Some(value) = self.overdue_limit {
            raw.overdue_limit = Member::raw(value);
            raw.fields |= sys::TALLY_REMINDER_FIELD_OVERDUE;
        }
        Ok((raw, vec![title, body, path, zone]))
    }
}

/// A reminder.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reminder {
    /// Identifies it in this file. It is `reminder` of its events.
    pub key: i64,
    /// When it fires next; None: never.
    pub next_time: Option<SystemTime>,
    /// When it fired, if not acknowledged; None: it has not.
    pub due_time: Option<SystemTime>,
    /// When its last good day ends; None: its zone is not available.
    pub expires: Option<SystemTime>,
    /// When the reminder was last changed.
    pub stamp: Option<SystemTime>,
    /// One more with each edit, done and undone.
    pub revision: u32,
    /// The reminder state.
    pub state: ReminderState,
    /// The last good day.
    pub expiry: Option<Day>,
    /// The days from production to expiry.
    pub span: i32,
    /// The days that are left; negative: it has expired.
    pub days_left: i32,
    /// Whether it picks its own days now.
    pub is_smart: bool,
    /// The members from here on are as they were given.
    pub produced: Option<Day>,
    /// The shelf life.
    pub shelf_life: i32,
    /// The unit.
    pub shelf_unit: Unit,
    /// The time of day.
    pub time_of_day: i32,
    /// The entered.
    pub entered: Option<Day>,
    /// The smart mode.
    pub smart: SmartMode,
    /// The unit.
    pub repeat_unit: Unit,
    /// The repeat every.
    pub repeat_every: i32,
    /// The start.
    pub start: Option<Day>,
    /// The end.
    pub end: Option<Day>,
    /// The unit.
    pub overdue_unit: Unit,
    /// The overdue every.
    pub overdue_every: i32,
    /// The overdue limit.
    pub overdue_limit: i32,
    /// The id.
    pub id: String,
    /// The title.
    pub title: String,
    /// The body.
    pub body: String,
    /// The path.
    pub path: String,
    /// The zone.
    pub zone: String,
}

impl Record for Reminder {
    type Raw = sys::tally_reminder;
    fn read(raw: &sys::tally_reminder, text: &[u8]) -> Reminder {
        Reminder {
            key: Member::of(raw.key), next_time: Member::of(raw.next_time), due_time: Member::of(raw.due_time),
            expires: Member::of(raw.expires), stamp: Member::of(raw.stamp), revision: Member::of(raw.revision),
            state: Member::of(raw.state), expiry: Member::of(raw.expiry), span: Member::of(raw.span),
            days_left: Member::of(raw.days_left), is_smart: Member::of(raw.is_smart),
            produced: Member::of(raw.produced), shelf_life: Member::of(raw.shelf_life),
            shelf_unit: Member::of(raw.shelf_unit), time_of_day: Member::of(raw.time_of_day),
            entered: Member::of(raw.entered), smart: Member::of(raw.smart), repeat_unit: Member::of(raw.repeat_unit),
            repeat_every: Member::of(raw.repeat_every), start: Member::of(raw.start), end: Member::of(raw.end),
            overdue_unit: Member::of(raw.overdue_unit), overdue_every: Member::of(raw.overdue_every),
            overdue_limit: Member::of(raw.overdue_limit), id: at(text, raw.id.offset, raw.id.length),
            title: at(text, raw.title.offset, raw.title.length), body: at(text, raw.body.offset, raw.body.length),
            path: at(text, raw.path.offset, raw.path.length), zone: at(text, raw.zone.offset, raw.zone.length),
        }
    }
}

/// The limits of a plan.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct PlanOptions {
    /// [`PlanFlags::FROM_SCRATCH`] or 0.
    pub flags: PlanFlags,
    /// Notifications that the system accepts, to 4,096. 0: 64.
    pub limit: u32,
    /// How many of them the host needs for other things.
    pub reserve: u32,
}

impl PlanOptions {
    /// All defaults.
    pub fn new() -> PlanOptions {
        PlanOptions::default()
    }

    /// [`PlanFlags::FROM_SCRATCH`] or 0.
    #[must_use]
    pub fn flags(mut self, value: PlanFlags) -> PlanOptions {
        self.flags = value;
        self
    }

    /// Notifications that the system accepts, to 4,096. 0: 64.
    #[must_use]
    pub fn limit(mut self, value: u32) -> PlanOptions {
        self.limit = value;
        self
    }

    /// How many of them the host needs for other things.
    #[must_use]
    pub fn reserve(mut self, value: u32) -> PlanOptions {
        self.reserve = value;
        self
    }

    /// Lends it to C.
    pub(crate) fn with<R>(&self, call: impl FnOnce(*const sys::tally_plan_options) -> R) -> Result<R> {
        let (raw, _texts) = self.own()?;
        Ok(call(&raw))
    }

    /// With its texts, which it points to.
    pub(crate) fn own(&self) -> Result<(sys::tally_plan_options, Vec<Optional>)> {
        // SAFETY: This is a structure of `sys` that begins with its size, and zeroes are a value of it.
        let mut raw: sys::tally_plan_options = unsafe { sys::sized() };
        raw.flags = Member::raw(self.flags);
        raw.limit = Member::raw(self.limit);
        raw.reserve = Member::raw(self.reserve);
        Ok((raw, vec![]))
    }
}

/// A notification that the system is to arm or disarm.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlanEntry {
    /// From 1, the same on every machine: docs/plan-identifiers.md.
    pub id: i64,
    /// When it fires, or would have.
    pub time: Option<SystemTime>,
    /// Which occurrence of the reminder it is.
    pub occurrence: i64,
    /// The reminder's.
    pub revision: u32,
    /// [`PlanAction::DISARM`] or [`PlanAction::ARM`].
    pub action: PlanAction,
    /// Its identifier. DISARM: empty if the reminder was removed.
    pub reminder: String,
    /// These: ARM only.
    pub title: String,
    /// The body.
    pub body: String,
    /// The path.
    pub path: String,
}

impl Record for PlanEntry {
    type Raw = sys::tally_plan_entry;
    fn read(raw: &sys::tally_plan_entry, text: &[u8]) -> PlanEntry {
        PlanEntry {
            id: Member::of(raw.id), time: Member::of(raw.time), occurrence: Member::of(raw.occurrence),
            revision: Member::of(raw.revision), action: Member::of(raw.action),
            reminder: at(text, raw.reminder.offset, raw.reminder.length),
            title: at(text, raw.title.offset, raw.title.length), body: at(text, raw.body.offset, raw.body.length),
            path: at(text, raw.path.offset, raw.path.length),
        }
    }
}

/// The reach of a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlanSummary {
    /// Entries in the plan.
    pub planned: u32,
    /// Occurrences that did not fit.
    pub left_out: u64,
    /// Everything before it is in the plan; None: everything is.
    pub reach: Option<SystemTime>,
    /// For [`Account::confirm_plan`](crate::Account::confirm_plan); never 0.
    pub token: u64,
}

impl Numbers for PlanSummary {
    type Raw = sys::tally_plan;
    fn room() -> sys::tally_plan {
        // SAFETY: This structure of `sys` begins with its size, and zeroes are a value of it.
        unsafe { sys::sized() }
    }
    fn of(raw: &sys::tally_plan) -> PlanSummary {
        PlanSummary {
            planned: Member::of(raw.planned), left_out: Member::of(raw.left_out), reach: Member::of(raw.reach),
            token: Member::of(raw.token),
        }
    }
}

/// A note in the log of reminders.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReminderNote {
    /// From 1 in each account, in order.
    pub id: i64,
    /// When it was written.
    pub time: Option<SystemTime>,
    /// When its occurrence fires; None: it is about none.
    pub occurrence_time: Option<SystemTime>,
    /// The revision.
    pub revision: u32,
    /// The note kind.
    pub kind: NoteKind,
    /// Its identifier; empty: all of the account's.
    pub reminder: String,
}

impl Record for ReminderNote {
    type Raw = sys::tally_reminder_note;
    fn read(raw: &sys::tally_reminder_note, text: &[u8]) -> ReminderNote {
        ReminderNote {
            id: Member::of(raw.id), time: Member::of(raw.time), occurrence_time: Member::of(raw.occurrence_time),
            revision: Member::of(raw.revision), kind: Member::of(raw.kind),
            reminder: at(text, raw.reminder.offset, raw.reminder.length),
        }
    }
}

/// An entry of an imported file that was skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SkippedEntry {
    /// The line where the entry, or the property that cannot be used, begins. From 1.
    pub line: i64,
    /// Its UID; empty if it has none, or was not read as far as that.
    pub uid: String,
    /// Why, in English.
    pub reason: String,
}

impl Record for SkippedEntry {
    type Raw = sys::tally_skipped_entry;
    fn read(raw: &sys::tally_skipped_entry, text: &[u8]) -> SkippedEntry {
        SkippedEntry {
            line: Member::of(raw.line), uid: at(text, raw.uid.offset, raw.uid.length),
            reason: at(text, raw.reason.offset, raw.reason.length),
        }
    }
}

/// What a node of a snapshot owns.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SnapshotEntry {
    /// Its own count; 0 for a dot or nothing.
    pub count: u64,
    /// When its badge ends; None: it does not.
    pub until: Option<SystemTime>,
    /// When its mute ends; None: it does not.
    pub mute_until: Option<SystemTime>,
    /// [`BadgeKind::NONE`], [`BadgeKind::DOT`] or [`BadgeKind::NUMBER`].
    pub kind: BadgeKind,
    /// The mute mode.
    pub mute: MuteMode,
    /// When its snooze ends; None: it is not snoozed.
    pub snoozed_until: Option<SystemTime>,
    /// Relative to the top of the snapshot; empty: the top itself.
    pub path: String,
}

impl Record for SnapshotEntry {
    type Raw = sys::tally_snapshot_entry;
    fn read(raw: &sys::tally_snapshot_entry, text: &[u8]) -> SnapshotEntry {
        SnapshotEntry {
            count: Member::of(raw.count), until: Member::of(raw.until), mute_until: Member::of(raw.mute_until),
            kind: Member::of(raw.kind), mute: Member::of(raw.mute), snoozed_until: Member::of(raw.snoozed_until),
            path: at(text, raw.path.offset, raw.path.length),
        }
    }
}

/// What a node owns before and after a patch.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PatchEntry {
    /// The before count.
    pub before_count: u64,
    /// The before until.
    pub before_until: Option<SystemTime>,
    /// The before mute until.
    pub before_mute_until: Option<SystemTime>,
    /// [`BadgeKind::NONE`], [`BadgeKind::DOT`] or [`BadgeKind::NUMBER`].
    pub before_kind: BadgeKind,
    /// The mute mode.
    pub before_mute: MuteMode,
    /// The after count.
    pub after_count: u64,
    /// The after until.
    pub after_until: Option<SystemTime>,
    /// The after mute until.
    pub after_mute_until: Option<SystemTime>,
    /// [`BadgeKind::NONE`], [`BadgeKind::DOT`] or [`BadgeKind::NUMBER`].
    pub after_kind: BadgeKind,
    /// The mute mode.
    pub after_mute: MuteMode,
    /// The before snoozed until.
    pub before_snoozed_until: Option<SystemTime>,
    /// The after snoozed until.
    pub after_snoozed_until: Option<SystemTime>,
    /// Relative to the top of the patch; empty: the top itself.
    pub path: String,
}

impl Record for PatchEntry {
    type Raw = sys::tally_patch_entry;
    fn read(raw: &sys::tally_patch_entry, text: &[u8]) -> PatchEntry {
        PatchEntry {
            before_count: Member::of(raw.before_count), before_until: Member::of(raw.before_until),
            before_mute_until: Member::of(raw.before_mute_until), before_kind: Member::of(raw.before_kind),
            before_mute: Member::of(raw.before_mute), after_count: Member::of(raw.after_count),
            after_until: Member::of(raw.after_until), after_mute_until: Member::of(raw.after_mute_until),
            after_kind: Member::of(raw.after_kind), after_mute: Member::of(raw.after_mute),
            before_snoozed_until: Member::of(raw.before_snoozed_until),
            after_snoozed_until: Member::of(raw.after_snoozed_until),
            path: at(text, raw.path.offset, raw.path.length),
        }
    }
}

/// How a batch is performed, and the marks by which it is recognised.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct BatchOptions {
    /// How a batch is performed.
    pub flags: BatchFlags,
    /// The epoch of the source's owner. A new owner has a greater one, up to 2^62. 0: no source.
    pub epoch: u64,
    /// The batch's offset in the source; rises, perhaps with gaps, up to 2^62. 0: no source.
    pub position: u64,
    /// A name: the log that the batch comes from. None: none.
    pub source: Option<String>,
    /// A name of the batch itself. None: none.
    pub id: Option<String>,
}

impl BatchOptions {
    /// All defaults.
    pub fn new() -> BatchOptions {
        BatchOptions::default()
    }

    /// How a batch is performed.
    #[must_use]
    pub fn flags(mut self, value: BatchFlags) -> BatchOptions {
        self.flags = value;
        self
    }

    /// The epoch of the source's owner. A new owner has a greater one, up to 2^62. 0: no source.
    #[must_use]
    pub fn epoch(mut self, value: u64) -> BatchOptions {
        self.epoch = value;
        self
    }

    /// The batch's offset in the source; rises, perhaps with gaps, up to 2^62. 0: no source.
    #[must_use]
    pub fn position(mut self, value: u64) -> BatchOptions {
        self.position = value;
        self
    }

    /// A name: the log that the batch comes from. None: none.
    #[must_use]
    pub fn source(mut self, value: impl Into<String>) -> BatchOptions {
        self.source = Some(value.into());
        self
    }

    /// A name of the batch itself. None: none.
    #[must_use]
    pub fn id(mut self, value: impl Into<String>) -> BatchOptions {
        self.id = Some(value.into());
        self
    }

    /// Lends it to C.
    pub(crate) fn with<R>(&self, call: impl FnOnce(*const sys::tally_batch_options) -> R) -> Result<R> {
        let (raw, _texts) = self.own()?;
        Ok(call(&raw))
    }

    /// With its texts, which it points to.
    pub(crate) fn own(&self) -> Result<(sys::tally_batch_options, Vec<Optional>)> {
        let source = Optional::new(self.source.as_deref())?;
        let id = Optional::new(self.id.as_deref())?;
        // SAFETY: This is a structure of `sys` that begins with its size, and zeroes are a value of it.
        let mut raw: sys::tally_batch_options = unsafe { sys::sized() };
        raw.operation_size = std::mem::size_of::<sys::tally_operation>() as u32;
        raw.flags = Member::raw(self.flags);
        raw.epoch = Member::raw(self.epoch);
        raw.position = Member::raw(self.position);
        raw.source = source.as_ptr();
        raw.id = id.as_ptr();
        Ok((raw, vec![source, id]))
    }
}

/// How far the batches of a source were applied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Position {
    /// As in `BatchOptions`.
    pub epoch: u64,
    /// The position of the last batch.
    pub position: u64,
    /// The time of the last item of [`Engine::batch`](crate::Engine::batch). None: there is none.
    pub time: Option<SystemTime>,
}

impl Numbers for Position {
    type Raw = sys::tally_position;
    fn room() -> sys::tally_position {
        // SAFETY: This structure of `sys` begins with its size, and zeroes are a value of it.
        unsafe { sys::sized() }
    }
    fn of(raw: &sys::tally_position) -> Position {
        Position {
            epoch: Member::of(raw.epoch), position: Member::of(raw.position), time: Member::of(raw.time),
        }
    }
}

/// How a badge looks. A member that is None is inherited.
///
/// A member that is None is not given. 0 or an empty text is given.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Style {
    /// Points: finite, 0 or more. Default 3.
    pub dot_radius: Option<f32>,
    /// From the top right corner of the view that has the badge to the badge's center,. To the right and down, in
    /// points: finite. Default 0, 0.
    pub offset: Option<(f32, f32)>,
    /// Points: finite, above 0. Default 9.
    pub font_size: Option<f32>,
    /// 1 to 1,000. Default [`sys::TALLY_FONT_WEIGHT_BOLD`].
    pub font_weight: Option<i32>,
    /// Default 0xFFFFFFFF, white.
    pub text_color: Option<u32>,
    /// The color of the dot, and behind the number. Default 0xFF0000FF, red.
    pub background_color: Option<u32>,
    /// Default [`OverflowStyle::PLUS`].
    pub overflow: Option<OverflowStyle>,
    /// The largest number to write out: from 1; 2^64 - 1: all. Default 99.
    pub max_count: Option<u64>,
    /// The host's name for an icon, a name: "new", "hot". Default: none. Not inherited.
    pub icon: Option<String>,
    /// The background of a badge whose level is HIGHLIGHT or above. Default: the same.
    pub highlight_color: Option<u32>,
}

impl Style {
    /// Nothing is given.
    pub fn new() -> Style {
        Style::default()
    }

    /// Points: finite, 0 or more. Default 3.
    #[must_use]
    pub fn dot_radius(mut self, value: f32) -> Style {
        self.dot_radius = Some(value);
        self
    }

    /// From the top right corner of the view that has the badge to the badge's center,. To the right and down, in
    /// points: finite. Default 0, 0.
    #[must_use]
    pub fn offset(mut self, value: (f32, f32)) -> Style {
        self.offset = Some(value);
        self
    }

    /// Points: finite, above 0. Default 9.
    #[must_use]
    pub fn font_size(mut self, value: f32) -> Style {
        self.font_size = Some(value);
        self
    }

    /// 1 to 1,000. Default [`sys::TALLY_FONT_WEIGHT_BOLD`].
    #[must_use]
    pub fn font_weight(mut self, value: i32) -> Style {
        self.font_weight = Some(value);
        self
    }

    /// Default 0xFFFFFFFF, white.
    #[must_use]
    pub fn text_color(mut self, value: u32) -> Style {
        self.text_color = Some(value);
        self
    }

    /// The color of the dot, and behind the number. Default 0xFF0000FF, red.
    #[must_use]
    pub fn background_color(mut self, value: u32) -> Style {
        self.background_color = Some(value);
        self
    }

    /// Default [`OverflowStyle::PLUS`].
    #[must_use]
    pub fn overflow(mut self, value: OverflowStyle) -> Style {
        self.overflow = Some(value);
        self
    }

    /// The largest number to write out: from 1; 2^64 - 1: all. Default 99.
    #[must_use]
    pub fn max_count(mut self, value: u64) -> Style {
        self.max_count = Some(value);
        self
    }

    /// The host's name for an icon, a name: "new", "hot". Default: none. Not inherited.
    #[must_use]
    pub fn icon(mut self, value: impl Into<String>) -> Style {
        self.icon = Some(value.into());
        self
    }

    /// The background of a badge whose level is HIGHLIGHT or above. Default: the same.
    #[must_use]
    pub fn highlight_color(mut self, value: u32) -> Style {
        self.highlight_color = Some(value);
        self
    }

    /// Lends it to C.
    pub(crate) fn with<R>(&self, call: impl FnOnce(*const sys::tally_style) -> R) -> Result<R> {
        let (raw, _texts) = self.own()?;
        Ok(call(&raw))
    }

    /// With its texts, which it points to.
    pub(crate) fn own(&self) -> Result<(sys::tally_style, Vec<Optional>)> {
        let icon = Optional::new(self.icon.as_deref())?;
        // SAFETY: This is a structure of `sys` that begins with its size, and zeroes are a value of it.
        let mut raw: sys::tally_style = unsafe { sys::sized() };
        if let Some(value) = self.dot_radius {
            raw.dot_radius = Member::raw(value);
            raw.fields |= sys::TALLY_STYLE_FIELD_DOT_RADIUS;
        }
        if let Some(value) = self.offset {
            (raw.offset_x, raw.offset_y) = value;
            raw.fields |= sys::TALLY_STYLE_FIELD_OFFSET;
        }
        if let Some(value) = self.font_size {
            raw.font_size = Member::raw(value);
            raw.fields |= sys::TALLY_STYLE_FIELD_FONT_SIZE;
        }
        if let Some(value) = self.font_weight {
            raw.font_weight = Member::raw(value);
            raw.fields |= sys::TALLY_STYLE_FIELD_FONT_WEIGHT;
        }
        if let Some(value) = self.text_color {
            raw.text_color = Member::raw(value);
            raw.fields |= sys::TALLY_STYLE_FIELD_TEXT_COLOR;
        }
        if let Some(value) = self.background_color {
            raw.background_color = Member::raw(value);
            raw.fields |= sys::TALLY_STYLE_FIELD_BACKGROUND_COLOR;
        }
        if let Some(value) = self.overflow {
            raw.overflow = Member::raw(value);
            raw.fields |= sys::TALLY_STYLE_FIELD_OVERFLOW;
        }
        if let Some(value) = self.max_count {
            raw.max_count = Member::raw(value);
            raw.fields |= sys::TALLY_STYLE_FIELD_MAX_COUNT;
        }
        if self.icon.is_some() {
            raw.icon = icon.as_ptr();
            raw.fields |= sys::TALLY_STYLE_FIELD_ICON;
        }
        if let Some(value) = self.highlight_color {
            raw.highlight_color = Member::raw(value);
            raw.fields |= sys::TALLY_STYLE_FIELD_HIGHLIGHT_COLOR;
        }
        Ok((raw, vec![icon]))
    }
}

/// How a badge is drawn: lengths in points, colours 0xRRGGBBAA.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Presentation {
    /// Text: ICON, its name; NUMBER, "7" or "99+"; otherwise empty.
    pub kind: BadgeKind,
    /// NUMBER: the number, not capped; otherwise 0.
    pub count: u64,
    /// The dot radius.
    pub dot_radius: f32,
    /// The offset x.
    pub offset_x: f32,
    /// The offset y.
    pub offset_y: f32,
    /// The font size.
    pub font_size: f32,
    /// The font weight.
    pub font_weight: i32,
    /// The text color.
    pub text_color: u32,
    /// The background color.
    pub background_color: u32,
    /// The overflow style.
    pub overflow: OverflowStyle,
    /// The max count.
    pub max_count: u64,
    /// Whether its level is HIGHLIGHT or above, and background_color is the style's highlight_color.
    pub highlighted: bool,
    /// The number, capped, or the icon's name.
    pub text: String,
}

impl WithText for Presentation {
    type Raw = sys::tally_presentation;
    fn room() -> sys::tally_presentation {
        // SAFETY: This structure of `sys` begins with its size, and zeroes are a value of it.
        unsafe { sys::sized() }
    }
    fn of(raw: &sys::tally_presentation, text: String) -> Presentation {
        Presentation {
            kind: Member::of(raw.kind), count: Member::of(raw.count), dot_radius: Member::of(raw.dot_radius),
            offset_x: Member::of(raw.offset_x), offset_y: Member::of(raw.offset_y),
            font_size: Member::of(raw.font_size), font_weight: Member::of(raw.font_weight),
            text_color: Member::of(raw.text_color), background_color: Member::of(raw.background_color),
            overflow: Member::of(raw.overflow), max_count: Member::of(raw.max_count),
            highlighted: Member::of(raw.highlighted), text,
        }
    }
}

/// The source of items, and the options of accounts that they create.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ItemsOptions {
    /// 0.
    pub flags: u32,
    /// For accounts that the batch creates.
    pub aggregation: Aggregation,
    /// The same.
    pub feeding: Feeding,
    /// As in `BatchOptions`.
    pub epoch: u64,
    /// The place of the last item in the log, rising with each batch. Without a source: 0.
    pub position: u64,
    /// The log: 1 to 255 bytes, as an account's name. None: none.
    pub source: Option<String>,
}

impl ItemsOptions {
    /// All defaults.
    pub fn new() -> ItemsOptions {
        ItemsOptions::default()
    }

    /// 0.
    #[must_use]
    pub fn flags(mut self, value: u32) -> ItemsOptions {
        self.flags = value;
        self
    }

    /// For accounts that the batch creates.
    #[must_use]
    pub fn aggregation(mut self, value: Aggregation) -> ItemsOptions {
        self.aggregation = value;
        self
    }

    /// The same.
    #[must_use]
    pub fn feeding(mut self, value: Feeding) -> ItemsOptions {
        self.feeding = value;
        self
    }

    /// As in `BatchOptions`.
    #[must_use]
    pub fn epoch(mut self, value: u64) -> ItemsOptions {
        self.epoch = value;
        self
    }

    /// The place of the last item in the log, rising with each batch. Without a source: 0.
    #[must_use]
    pub fn position(mut self, value: u64) -> ItemsOptions {
        self.position = value;
        self
    }

    /// The log: 1 to 255 bytes, as an account's name. None: none.
    #[must_use]
    pub fn source(mut self, value: impl Into<String>) -> ItemsOptions {
        self.source = Some(value.into());
        self
    }

    /// Lends it to C.
    pub(crate) fn with<R>(&self, call: impl FnOnce(*const sys::tally_engine_batch_options) -> R) -> Result<R> {
        let (raw, _texts) = self.own()?;
        Ok(call(&raw))
    }

    /// With its texts, which it points to.
    pub(crate) fn own(&self) -> Result<(sys::tally_engine_batch_options, Vec<Optional>)> {
        let source = Optional::new(self.source.as_deref())?;
        // SAFETY: This is a structure of `sys` that begins with its size, and zeroes are a value of it.
        let mut raw: sys::tally_engine_batch_options = unsafe { sys::sized() };
        raw.item_size = std::mem::size_of::<sys::tally_item>() as u32;
        raw.operation_size = std::mem::size_of::<sys::tally_operation>() as u32;
        raw.flags = Member::raw(self.flags);
        raw.aggregation = Member::raw(self.aggregation);
        raw.feeding = Member::raw(self.feeding);
        raw.epoch = Member::raw(self.epoch);
        raw.position = Member::raw(self.position);
        raw.source = source.as_ptr();
        Ok((raw, vec![source]))
    }
}

impl WithText for Style {
    type Raw = sys::tally_style;
    fn room() -> sys::tally_style {
        // SAFETY: This structure of `sys` begins with its size, and zeroes are a value of it.
        unsafe { sys::sized() }
    }
    fn of(raw: &sys::tally_style, icon: String) -> Style {
        let has = |field: u32| raw.fields & field != 0;
        Style {
            dot_radius: has(sys::TALLY_STYLE_FIELD_DOT_RADIUS).then_some(Member::of(raw.dot_radius)),
            offset: has(sys::TALLY_STYLE_FIELD_OFFSET).then_some((raw.offset_x, raw.offset_y)),
            font_size: has(sys::TALLY_STYLE_FIELD_FONT_SIZE).then_some(Member::of(raw.font_size)),
            font_weight: has(sys::TALLY_STYLE_FIELD_FONT_WEIGHT).then_some(Member::of(raw.font_weight)),
            text_color: has(sys::TALLY_STYLE_FIELD_TEXT_COLOR).then_some(Member::of(raw.text_color)),
            background_color: has(sys::TALLY_STYLE_FIELD_BACKGROUND_COLOR).then_some(Member::of(raw.background_color)),
            overflow: has(sys::TALLY_STYLE_FIELD_OVERFLOW).then_some(Member::of(raw.overflow)),
            max_count: has(sys::TALLY_STYLE_FIELD_MAX_COUNT).then_some(Member::of(raw.max_count)),
            icon: has(sys::TALLY_STYLE_FIELD_ICON).then_some(icon),
            highlight_color: has(sys::TALLY_STYLE_FIELD_HIGHLIGHT_COLOR).then_some(Member::of(raw.highlight_color)),
        }
    }
}

/// A request for the host's transport.
#[derive(Clone)]
#[non_exhaustive]
pub struct Request {
    /// [`RequestKind::SEND`] or [`RequestKind::CANCEL`].
    pub kind: RequestKind,
    /// Rises until the engine is closed.
    pub id: i64,
    /// A longer body is rejected.
    pub max_size: u64,
    /// The time after which the library ends the request.
    pub request_timeout: Option<Duration>,
    /// The time without a response or [`Responder::progress`](crate::Responder::progress) after which it does.
    pub idle_timeout: Option<Duration>,
    /// "GET" or "POST".
    pub method: String,
    /// The url.
    pub url: String,
    /// "Name: value", each line with CR and LF; empty: none. Send them unchanged.
    pub headers: String,
    /// The body of a POST.
    pub body: Vec<u8>,
    /// How a request is sent.
    pub flags: RequestFlags,
    /// Reports the response.
    pub responder: Responder,
}

/// It is printed without its body, and with a credential also without the URL and the headers.
impl fmt::Debug for Request {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printed = formatter.debug_struct("Request");
        printed.field("kind", &self.kind).field("id", &self.id).field("method", &self.method);
        if !self.flags.contains(RequestFlags::CREDENTIAL) {
            printed.field("url", &self.url).field("headers", &self.headers);
        }
        printed.field("flags", &self.flags).finish_non_exhaustive()
    }
}

impl Request {
    /// # Safety
    /// The library has written `raw`.
    pub(crate) unsafe fn lent(raw: &sys::tally_request, responder: Responder) -> Request {
        Request {
            kind: Member::of(raw.kind),
            id: Member::of(raw.id),
            max_size: Member::of(raw.max_size),
            request_timeout: Member::of(raw.request_timeout),
            idle_timeout: Member::of(raw.idle_timeout),
            method: lent(raw.method),
            url: lent(raw.url),
            headers: lent(raw.headers),
            body: lent_bytes(raw.body, raw.body_size),
            flags: Member::of(raw.flags),
            responder,
        }
    }
}
