// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

use crate::*;
use crate::ffi::{Optional, bytes_out, call, list_out, numbers_out, row_out, text, text_out, words_out};
use crate::page::all;
use crate::status::{check, done};
use crate::times::timestamp;
use std::time::SystemTime;

impl Account {
    /// Gives the account a credential for one server, or replaces it.
    ///
    /// - `url`: one of the server's; only its origin counts (scheme, host and port)
    ///
    /// Feeds and the outbox send it to this origin only. It does not follow a redirect or a link to the next page to
    /// another one. It is kept in memory until the account logs out, and is never stored, listed, traced or logged.
    /// Feeds of the server that stopped because it rejected the last credential poll again.
    ///
    /// In later runs its feeds of the server wait until they have a credential: instead of a request, an event AUTH
    /// follows. The same is true of an outbox that is sent to the server.
    ///
    /// Errors: [`Status::URL`], [`Status::ARGUMENT`] (also: it would be sent without encryption, and the flag PLAIN
    /// is not set), [`Status::LIMIT`] (64 servers), [`Status::IO`], [`Status::FULL`].
    pub fn set_credential(&self, url: &str, credential: &Credential) -> Result<()> {
        let url = text(url)?;
        credential.with(|credential| done(call!(tally_account_set_credential(
            self.as_ptr(), url.as_ptr(), credential,
        ))))?
    }

    /// Removes the account's credential for the server of `url`, if there is one. Its feeds of the server, and an
    /// outbox that is sent there, need none.
    ///
    /// Errors: [`Status::URL`], [`Status::IO`], [`Status::FULL`].
    pub fn remove_credential(&self, url: &str) -> Result<()> {
        let url = text(url)?;
        done(call!(tally_account_remove_credential(self.as_ptr(), url.as_ptr())))
    }

    /// Logs in: the feeds of the account may send requests from now on.
    ///
    /// This is stored. When a later run opens the account, it is logged in again, and its stored feeds run, without a
    /// call. A feed whose requests had a credential waits until it is given one: credentials are never stored. A feed
    /// that cannot run is logged. Logging in again restarts feeds that stopped because a server rejected their
    /// credential.
    ///
    /// With [`EngineFlags::LOGGED_OUT`] accounts begin logged out, only feeds that were added or found run, and
    /// log-ins are not stored. A program that contains libtally.a runs stored feeds only if it calls a function of
    /// feeds.
    ///
    /// Errors: [`Status::IO`], [`Status::FULL`].
    pub fn log_in(&self) -> Result<()> {
        done(call!(tally_account_log_in(self.as_ptr())))
    }

    /// Logs out, also for later runs: stops all requests and timers of the account, and drops late responses.
    ///
    /// Credentials are forgotten. Pending completions get [`Status::LOGGED_OUT`]. The badges stay and can be read.
    /// The total leaves them out.
    ///
    /// Errors: [`Status::IO`], [`Status::FULL`] (it is logged out in this run only: repeat the call).
    pub fn log_out(&self) -> Result<()> {
        let answer = done(call!(tally_account_log_out(self.as_ptr())));
        self.shared().bury();
        answer
    }

    /// Reads the account's state and name.
    pub fn state(&self) -> Result<AccountState> {
        words_out(|out, buffer, capacity, length| call!(tally_account_get(
            self.as_ptr(), out, buffer, capacity, length,
        )))
    }

    /// Changes settings of an account, all or none. They are stored, and apply again in every later run.
    ///
    /// The settings are on the disk when the call returns. A call that repeats stored settings writes nothing.
    /// Another feeding changes what messages feed as [`Account::set_rule`] does at `root`, but it does not replace a
    /// rule.
    ///
    /// What other devices have decided is taken from the pages that follow. Without a file, mutes and snoozes of
    /// paths are taken, but not sent: a path that this device has decided keeps its own.
    ///
    /// With [`OutboxMode::SENT`], the library sends one row at a time while the account is logged in, before any of
    /// its feeds is polled. Requests carry the account's credential for this server, if it has one. When the library
    /// begins to send, after this call or in a later run, former leases end.
    ///
    /// ```text
    /// 2xx, or 409 with the server's state      the row was taken
    /// 401, or 403 without rate-limit headers   an AUTH with feed 0; nothing more until another credential or log-in
    /// 408, 409, 429, 5xx, or no response       again: within 30 s at first, 10 minutes at last, not before Retry-After
    /// other 4xx                                the row has failed for good
    /// ```
    ///
    /// A program that contains libtally.a sends rows only if it calls this function, or a function of the outbox.
    ///
    /// Errors: [`Status::ARGUMENT`] (also: an invalid language; SENT without an outbox_url), [`Status::RANGE`] (a
    /// timeout), [`Status::URL`], [`Status::PATH`], [`Status::IO`], [`Status::FULL`]; if it changes the feeding also
    /// [`Status::LIMIT`], [`Status::CORRUPT`].
    pub fn configure(&self, settings: &AccountSettings) -> Result<()> {
        settings.with(|settings| done(call!(tally_account_configure(self.as_ptr(), settings))))?
    }

    /// Reads the settings of an account.
    ///
    /// Errors: [`Status::IO`], [`Status::CORRUPT`].
    pub fn settings(&self) -> Result<AccountSettingsEntry> {
        row_out(|rows| call!(tally_account_get_settings(self.as_ptr(), rows)))
    }

    /// Returns everything that is stored for an account, to keep it or to import it into another engine: see
    /// docs/account-export-format.md.
    ///
    /// Equal accounts give equal bytes. The bytes are of one moment, even if badges are changed during the call. Of
    /// the settings they contain the feeding, the grouping and the language. The outbox's mode, kinds, URL and
    /// timeouts, the push path, styles, observers and credentials are not included.
    ///
    /// Errors: [`Status::IO`], [`Status::CORRUPT`].
    /// Cost: O(stored data of the account).
    pub fn export_account(&self) -> Result<Vec<u8>> {
        bytes_out(|out| call!(tally_account_export(self.as_ptr(), out)))
    }

    /// Sets the node's own badge to `count`. 0 removes the badge.
    ///
    /// - `path`: `root`, or components separated by dots
    ///
    /// Errors: [`Status::PATH`], [`Status::LIMIT`], [`Status::RANGE`] (not 0 to [`sys::TALLY_MAX_COUNT`]).
    pub fn set(&self, path: &str, count: i64) -> Result<()> {
        let path = text(path)?;
        done(call!(tally_badge_set(self.as_ptr(), path.as_ptr(), count)))
    }

    /// Sets the node's own badge to a dot.
    ///
    /// - `path`: `root`, or components separated by dots
    ///
    /// Errors: [`Status::PATH`], [`Status::LIMIT`].
    pub fn dot(&self, path: &str) -> Result<()> {
        let path = text(path)?;
        done(call!(tally_badge_dot(self.as_ptr(), path.as_ptr())))
    }

    /// Sets the node's own badge to `count`, and removes it at the timestamp `until`.
    ///
    /// - `path`: `root`, or components separated by dots
    /// - `until`: when it ends; None: it does not
    ///
    /// A timestamp in the past removes the badge immediately. Badges that end at the same time end in one operation,
    /// others in order of time. So the state does not depend on when the engine runs.
    ///
    /// Errors: [`Status::PATH`], [`Status::LIMIT`], [`Status::RANGE`].
    pub fn set_until(&self, path: &str, count: i64, until: impl Into<Option<SystemTime>>) -> Result<()> {
        let path = text(path)?;
        done(call!(tally_badge_set_until(self.as_ptr(), path.as_ptr(), count, timestamp(until))))
    }

    /// Sets the node's own badge to a dot with an end, as [`Account::set_until`].
    ///
    /// - `path`: `root`, or components separated by dots
    /// - `until`: when it ends; None: it does not
    ///
    /// Errors: [`Status::PATH`], [`Status::LIMIT`], [`Status::RANGE`].
    pub fn dot_until(&self, path: &str, until: impl Into<Option<SystemTime>>) -> Result<()> {
        let path = text(path)?;
        done(call!(tally_badge_dot_until(self.as_ptr(), path.as_ptr(), timestamp(until))))
    }

    /// Adds `delta` to the node's own count; a dot or no badge counts as 0. A result of 0 removes the badge. A delta
    /// of 0 changes nothing. The expiry stays.
    ///
    /// - `path`: `root`, or components separated by dots
    ///
    /// Errors: [`Status::PATH`], [`Status::LIMIT`], [`Status::RANGE`] (the result is not 0 to
    /// [`sys::TALLY_MAX_COUNT`]).
    pub fn add(&self, path: &str, delta: i64) -> Result<()> {
        let path = text(path)?;
        done(call!(tally_badge_add(self.as_ptr(), path.as_ptr(), delta)))
    }

    /// Clears the badge of a node, because the user has looked.
    ///
    /// - `path`: `root`, or components separated by dots
    ///
    /// The node's own badge is removed, and messages that feed it become seen. With CHILDREN aggregation nothing
    /// changes if a child contributes a badge.
    ///
    /// Removing an own badge, here or otherwise, also dismisses the badges that servers have set at the path. The
    /// same revision of one does not show again: see docs/concepts/claims.md.
    ///
    /// Returns [`Status::OK`], or [`Status::HELD`] if the node still shows a badge, because of a child or of unread
    /// messages.
    /// Errors: [`Status::PATH`], [`Status::LIMIT`]; if messages feed the node also [`Status::IO`], [`Status::FULL`].
    pub fn clear(&self, path: &str) -> Result<Status> {
        let path = text(path)?;
        check(call!(tally_badge_clear(self.as_ptr(), path.as_ptr())))
    }

    /// Clears the badges of a node and of everything below it. Messages that feed them become seen.
    ///
    /// - `path`: `root`, or components separated by dots
    ///
    /// Returns [`Status::OK`], or [`Status::HELD`] if the node still shows a badge, because of unread messages there
    /// or below.
    /// Errors: [`Status::PATH`], [`Status::LIMIT`]; if messages feed them also [`Status::IO`], [`Status::FULL`].
    /// Cost: O(badges shown below).
    pub fn clear_tree(&self, path: &str) -> Result<Status> {
        let path = text(path)?;
        check(call!(tally_badge_clear_tree(self.as_ptr(), path.as_ptr())))
    }

    /// Mutes a node until a timestamp, as [`Account::set_until`].
    ///
    /// - `path`: `root`, or components separated by dots
    /// - `until`: when it ends; None: it does not
    ///
    /// Highlights are messages of level HIGHLIGHT or above. Where they pass, a mention in a muted chat still counts
    /// above it, as if the chat were not muted.
    ///
    /// Errors: [`Status::PATH`], [`Status::LIMIT`], [`Status::ARGUMENT`] (an unknown mode), [`Status::RANGE`].
    pub fn mute(&self, path: &str, mode: MuteMode, until: impl Into<Option<SystemTime>>) -> Result<()> {
        let path = text(path)?;
        done(call!(tally_badge_mute(self.as_ptr(), path.as_ptr(), mode.0, timestamp(until))))
    }

    /// Snoozes a node: until a timestamp nothing at or below it reaches its parent, not even highlights.
    ///
    /// - `path`: `root`, or components separated by dots
    /// - `until`: when it ends; 0: now
    ///
    /// The node still shows its badge. Its mute stays beside the snooze, and holds again when the snooze ends. Like a
    /// mute, a snooze clears no badge. A call replaces an earlier snooze. A snooze ends at its time also if the
    /// account is opened after it.
    ///
    /// Errors: [`Status::PATH`], [`Status::LIMIT`], [`Status::RANGE`] (`until` is over, or negative).
    pub fn snooze_path(&self, path: &str, until: impl Into<Option<SystemTime>>) -> Result<()> {
        let path = text(path)?;
        done(call!(tally_badge_snooze(self.as_ptr(), path.as_ptr(), timestamp(until))))
    }

    /// Marks a path as unread, or ends that: a flagged path shows at least a dot.
    ///
    /// - `path`: `root`, or components separated by dots
    /// - `on`: 1: flags the path; 0: ends the flag
    ///
    /// The flag feeds a dot, as a message of count 0 does, but is no message: no list, count or group has it. So set,
    /// dot and add leave it. It ends when its path is cleared, read by its path, or viewed, and with clear_tree of a
    /// path above it. The flag is on the disk when the call returns. It is part of an account's export, and not of
    /// snapshots.
    ///
    /// Errors: [`Status::PATH`], [`Status::LIMIT`], [`Status::ARGUMENT`] (another `on`), [`Status::IO`],
    /// [`Status::FULL`], [`Status::CORRUPT`].
    pub fn flag(&self, path: &str, on: bool) -> Result<()> {
        let path = text(path)?;
        done(call!(tally_badge_flag(self.as_ptr(), path.as_ptr(), on.into())))
    }

    /// Reads what a path shows. An unknown path shows nothing, which is not an error, and is not created.
    ///
    /// - `path`: `root`, or components separated by dots
    ///
    /// Errors: [`Status::PATH`].
    pub fn get(&self, path: &str) -> Result<Badge> {
        let path = text(path)?;
        numbers_out(|out| call!(tally_badge_get(self.as_ptr(), path.as_ptr(), out)))
    }

    /// Reads what a path owns, with the times at which it ends. An unknown path owns nothing, which is not an error,
    /// and is not created.
    ///
    /// - `path`: `root`, or components separated by dots
    ///
    /// Errors: [`Status::PATH`]; if messages or a flag feed the path also [`Status::IO`], [`Status::CORRUPT`].
    pub fn get_own(&self, path: &str) -> Result<OwnBadge> {
        let path = text(path)?;
        numbers_out(|out| call!(tally_badge_get_own(self.as_ptr(), path.as_ptr(), out)))
    }

    /// Sets the rule of a path, for example UNREAD for mail in an account whose news are UNSEEN, or LIT for a tab of
    /// chats.
    ///
    /// - `path`: `root`, or components separated by dots
    ///
    /// The rule is on the disk when the call returns, and the badges that exist already follow it: one revision.
    /// Messages stay unseen, seen or read. No own badge is cleared by it. The path needs no node. Rules are part of
    /// an account's export, and not of snapshots.
    ///
    /// If no member of the rule is set, the path has no rule of its own any more.
    ///
    /// Errors: [`Status::PATH`], [`Status::ARGUMENT`] (an unknown feeding, counting or flag), [`Status::LIMIT`]
    /// (65,536 rules, or too many nodes), [`Status::IO`], [`Status::FULL`], [`Status::CORRUPT`].
    /// Cost: O(messages at the path and below it, and children).
    pub fn set_rule(&self, path: &str, rule: &BadgeRule) -> Result<()> {
        let path = text(path)?;
        rule.with(|rule| done(call!(tally_badge_set_rule(self.as_ptr(), path.as_ptr(), rule))))?
    }

    /// Reads the rule that a path has of its own, or, with [`RuleFlags::EFFECTIVE`], what holds there.
    ///
    /// - `path`: `root`, or components separated by dots
    /// - [`RuleFlags::EFFECTIVE`]: reads what holds at the path, so no member is DEFAULT
    ///
    /// Without a rule of its own, all members are DEFAULT, which is not an error.
    ///
    /// Errors: [`Status::PATH`], [`Status::IO`], [`Status::CORRUPT`].
    pub fn get_rule(&self, path: &str, flags: RuleFlags) -> Result<BadgeRule> {
        let path = text(path)?;
        numbers_out(|out| call!(tally_badge_get_rule(self.as_ptr(), path.as_ptr(), flags.bits(), out)))
    }

    /// Links a path under another one: it counts there too, as if it were a child.
    ///
    /// - `path`: the path that counts at one more place
    /// - `under`: where
    ///
    /// So a mention in a chat also counts at `mentions`. A path counts each badge and message below it once, however
    /// many ways lead to it.
    ///
    /// A mute holds back on each way out of its path, and not on other ways. The linked path is a child for the
    /// automatic clearing, for HELD, and for clear_tree of `under`, which clears it and what is below it. Clearing
    /// `under` alone does not. A link to one's own ancestor is allowed and changes no number. Neither path needs a
    /// node, and both keep theirs.
    ///
    /// Observers of `under`, its revision and [`Account::changes`] see what arrives by a link; observers of its
    /// subtree get no events for the linked path itself. A batch and a page are one change, with links too. Expiry
    /// clears a linked badge everywhere. Snapshots, patches and diffs have no links: they compare and carry what
    /// paths own. The link is on the disk when the call returns. Links are part of an account's export.
    ///
    /// Errors: [`Status::PATH`]; [`Status::CONFLICT`] (it would count at itself; the message names the way);
    /// [`Status::LIMIT`] (16 links of one path, max_links of the account, or too many nodes); [`Status::IO`],
    /// [`Status::FULL`].
    /// Cost: O(what is lit at the path and below it, times the paths where it counts).
    pub fn link(&self, path: &str, under: &str) -> Result<()> {
        let (path, under) = (text(path)?, text(under)?);
        done(call!(tally_link_add(self.as_ptr(), path.as_ptr(), under.as_ptr())))
    }

    /// Removes a link. Nothing is cleared by it: `under` loses what has no other way there, and keeps a badge of its
    /// own.
    ///
    /// - `path`: the linked path
    /// - `under`: where it shall not count any more
    ///
    /// Errors: [`Status::PATH`], [`Status::NOT_FOUND`] (there is no such link), [`Status::IO`], [`Status::FULL`].
    /// Cost: O(what is lit at the path and below it, times the paths where it counts).
    pub fn unlink(&self, path: &str, under: &str) -> Result<()> {
        let (path, under) = (text(path)?, text(under)?);
        done(call!(tally_link_remove(self.as_ptr(), path.as_ptr(), under.as_ptr())))
    }

    /// Lists the links of a path, sorted by the bytes of their paths and then of where they lead.
    ///
    /// - `path`: `root`, or components separated by dots
    /// - [`LinkFlags::SUBTREE`]: the path itself and everything below it
    /// - [`LinkFlags::UNDER`]: lists the links that lead to the path, sorted by where they lead
    /// - `after`: the `next` of the page before; None: the first page
    /// - `limit`: the largest number of rows
    ///
    /// Errors: [`Status::PATH`], [`Status::IO`], [`Status::CORRUPT`].
    /// Cost: O(log n, and rows).
    pub fn links(&self, path: &str, flags: LinkFlags, after: Option<&str>, limit: usize) -> Result<Page<Link>> {
        let (path, after) = (text(path)?, Optional::new(after)?);
        list_out(limit, after.as_ptr(), |rows, after| call!(tally_link_list(
            self.as_ptr(), path.as_ptr(), flags.bits(), after, rows,
        )))
    }

    /// All rows of [`Account::links`], page by page.
    pub fn all_links<'a>(&'a self, path: &'a str, flags: LinkFlags) -> impl Iterator<Item = Result<Link>> + 'a {
        all(move |after| self.links(path, flags, after, 1000))
    }

    /// Explains why a path shows what it shows; docs/concepts/aggregation.md explains the flags. A call that
    /// continues an unchanged list costs its own rows.
    ///
    /// - `path`: `root`, or components separated by dots
    /// - `after`: the `next` of the page before; None: the first page
    /// - `limit`: the largest number of rows
    ///
    /// It lists the nodes at or below the path that own a badge or that messages or a flag feed. Behind a node are
    /// its flag, and those messages, oldest first. It also lists nodes below whose mute or snooze hides something.
    /// The nodes are sorted by the bytes of their paths. A message with further paths is listed once, under the path
    /// that it belongs to, even if that is not below. The contributed counts add up to the path's count. The path
    /// shows a badge if and only if an entry has LIGHTS. This holds for the parts together if [`Account::state`]
    /// gives one revision before and behind them.
    ///
    /// Errors: [`Status::PATH`], [`Status::IO`], [`Status::CORRUPT`].
    /// Cost: O(messages listed, nodes below that show a badge or are muted, or once did, and their depth); 4 bytes a
    /// node.
    pub fn explain(&self, path: &str, after: Option<&str>, limit: usize) -> Result<Page<Reason>> {
        let (path, after) = (text(path)?, Optional::new(after)?);
        list_out(limit, after.as_ptr(), |rows, after| call!(tally_badge_explain(
            self.as_ptr(), path.as_ptr(), 0, after, rows,
        )))
    }

    /// All rows of [`Account::explain`], page by page.
    pub fn all_explain<'a>(&'a self, path: &'a str) -> impl Iterator<Item = Result<Reason>> + 'a {
        all(move |after| self.explain(path, after, 1000))
    }

    /// Lists where servers count something else than their feeds contribute, sorted by the bytes of the paths and by
    /// feeds.
    ///
    /// - `path`: `root`, or components separated by dots
    /// - [`ListFlags::SUBTREE`]: the path itself and everything below it
    /// - `after`: the `next` of the page before; None: the first page
    /// - `limit`: the largest number of rows
    ///
    /// Both numbers are from the last response of the feed that had "check": see docs/wire-format.md. The last 256 of
    /// a feed are kept, also after the engine is closed. Exports of accounts do not contain them.
    ///
    /// Errors: [`Status::PATH`], [`Status::IO`], [`Status::CORRUPT`].
    pub fn drifts(&self, path: &str, flags: ListFlags, after: Option<&str>, limit: usize) -> Result<Page<Drift>> {
        let (path, after) = (text(path)?, Optional::new(after)?);
        list_out(limit, after.as_ptr(), |rows, after| call!(tally_drift_list(
            self.as_ptr(), path.as_ptr(), flags.bits(), after, rows,
        )))
    }

    /// All rows of [`Account::drifts`], page by page.
    pub fn all_drifts<'a>(&'a self, path: &'a str, flags: ListFlags) -> impl Iterator<Item = Result<Drift>> + 'a {
        all(move |after| self.drifts(path, flags, after, 1000))
    }

    /// Applies a push: polls its feeds, and adds the message that it contains.
    ///
    /// - `payload`: a JSON object, or the payload of an APNs notification with these members beside `aps`
    ///
    /// docs/wire-format.md ("Pushes") describes the members. All may be missing, and unknown ones are ignored.
    ///
    /// ```text
    /// {"feed":"inbox", "cursor":"196014", "spread":30, "path":"inbox.mentions", "id":"196014", "title":"…", …}
    /// ```
    ///
    /// Without `feed` all feeds with a URL are polled. If the feed has reached `cursor`, nothing is polled and no
    /// message is added. With a `path` there is a message. Without an `id` it counts until the feed's next good
    /// response; without a `feed` it needs an id.
    ///
    /// Errors: [`Status::PROTOCOL`], [`Status::TOO_LARGE`] (max_response_bytes), [`Status::NOT_FOUND`] (no such feed
    /// was added), [`Status::LOGGED_OUT`], [`Status::LIMIT`], [`Status::IO`], [`Status::FULL`].
    pub fn push(&self, payload: &[u8]) -> Result<()> {
        done(call!(tally_account_push(self.as_ptr(), payload.as_ptr().cast(), payload.len())))
    }

    /// Computes a number that is equal for equal subtrees, and hardly ever equal for others. The number is the same
    /// on every machine. It is not safe against attackers.
    ///
    /// - `path`: `root`, or components separated by dots
    ///
    /// Errors: [`Status::PATH`].
    /// Cost: O(what changed since the last call).
    pub fn digest(&self, path: &str) -> Result<u64> {
        let path = text(path)?;
        let mut result = 0;
        done(call!(tally_badge_digest(self.as_ptr(), path.as_ptr(), &mut result))).map(|()| result)
    }

    /// Returns the minimal patch from one subtree to another, of the same engine.
    ///
    /// Errors: [`Status::PATH`].
    /// Cost: O(what differs).
    pub fn diff(&self, path: &str, to: &Account, to_path: &str) -> Result<Vec<u8>> {
        let (path, to_path) = (text(path)?, text(to_path)?);
        bytes_out(|out| call!(tally_badge_diff(self.as_ptr(), path.as_ptr(), to.as_ptr(), to_path.as_ptr(), out)))
    }

    /// Takes a snapshot of a path.
    ///
    /// - `path`: `root`, or components separated by dots
    ///
    /// Errors: [`Status::PATH`].
    /// Cost: O(n log n) at most in the nodes listed below.
    pub fn snapshot(&self, path: &str) -> Result<Snapshot> {
        let path = text(path)?;
        Snapshot::made(|out| call!(tally_snapshot_take(self.as_ptr(), path.as_ptr(), out)))
    }

    /// Replaces the contents of `path` and its subtree with a snapshot.
    ///
    /// - `path`: `root`, or components separated by dots
    ///
    /// Errors: [`Status::PATH`], [`Status::LIMIT`], [`Status::CONFLICT`], [`Status::IO`], [`Status::FULL`].
    pub fn restore(&self, path: &str, snapshot: &Snapshot) -> Result<()> {
        let path = text(path)?;
        done(call!(tally_badge_restore(self.as_ptr(), path.as_ptr(), snapshot.as_ptr())))
    }

    /// Applies a patch at a path.
    ///
    /// - `path`: `root`, or components separated by dots
    /// - [`ApplyFlags::OVERWRITE`]: writes the state after the patch, whatever the state is now
    ///
    /// Errors: [`Status::PATH`], [`Status::LIMIT`], [`Status::MALFORMED`], [`Status::IO`], [`Status::FULL`],
    /// [`Status::CONFLICT`] (the nodes are not in the state that the patch begins with; the message names the first).
    pub fn apply(&self, path: &str, patch: &[u8], flags: ApplyFlags) -> Result<()> {
        let path = text(path)?;
        done(call!(tally_badge_apply(
            self.as_ptr(), path.as_ptr(), patch.as_ptr().cast(), patch.len(), flags.bits(),
        )))
    }

    /// Recounts the whole tree, and compares the result with the stored sums. It is for tests and for careful hosts.
    ///
    /// Errors: [`Status::INTERNAL`] (the message has the first wrong path).
    /// Cost: O(nodes).
    pub fn verify(&self) -> Result<()> {
        done(call!(tally_account_verify(self.as_ptr())))
    }

    /// Reads how far a source was applied by [`Account::batch`].
    ///
    /// Errors: [`Status::NOT_FOUND`] (no batch of this source was applied), [`Status::IO`], [`Status::CORRUPT`].
    pub fn batch_position(&self, source: &str) -> Result<Position> {
        let source = text(source)?;
        numbers_out(|out| call!(tally_account_get_position(self.as_ptr(), source.as_ptr(), out)))
    }

    /// Replaces the style of a path.
    ///
    /// - `path`: `root`, or components separated by dots
    ///
    /// None, or no fields, removes it. Widgets at the path or below that look different afterwards are drawn again,
    /// in the order of "Watching".
    ///
    /// Errors: [`Status::PATH`], [`Status::LIMIT`], [`Status::ARGUMENT`] (an unknown field or overflow, an invalid
    /// icon), [`Status::RANGE`] (a number, also NaN).
    /// Cost: O(observers of the account, times the depth of their paths).
    pub fn set_style(&self, path: &str, style: Option<&Style>) -> Result<()> {
        let path = text(path)?;
        Style::lend(style, |style| done(call!(tally_style_set(self.as_ptr(), path.as_ptr(), style))))?
    }

    /// Reads the style of the path itself, without what it inherits. Members that it leaves out are None.
    ///
    /// - `path`: `root`, or components separated by dots
    ///
    /// Errors: [`Status::PATH`].
    pub fn style(&self, path: &str) -> Result<Style> {
        let path = text(path)?;
        words_out(|out, buffer, capacity, length| call!(tally_style_get(
            self.as_ptr(), path.as_ptr(), out, buffer, capacity, length,
        )))
    }

    /// Reads how to draw a path.
    ///
    /// - `path`: `root`, or components separated by dots
    ///
    /// Without a count an icon shows: the one that a feed's page gave to the path's own badge, or that of the path's
    /// style. A page's icon is removed with its badge, and when the badge is replaced. An unknown path shows nothing,
    /// and has the style that it would inherit.
    ///
    /// Errors: [`Status::PATH`].
    /// Cost: O(depth of the path).
    pub fn present(&self, path: &str) -> Result<Presentation> {
        let path = text(path)?;
        words_out(|out, buffer, capacity, length| call!(tally_badge_present(
            self.as_ptr(), path.as_ptr(), out, buffer, capacity, length,
        )))
    }
}

impl Node {
    /// Returns the path of a node. It begins with `root`.
    pub fn path(&self) -> Result<String> {
        text_out(|buffer, capacity, length| call!(tally_node_get_path(
            self.account.as_ptr(), self.as_raw(), buffer, capacity, length,
        )))
    }

    /// Sets the node's own badge to `count`: see [`Account::set`].
    ///
    /// Errors: [`Status::LIMIT`], [`Status::RANGE`].
    pub fn set(&self, count: i64) -> Result<()> {
        done(call!(tally_node_set(self.account.as_ptr(), self.as_raw(), count)))
    }

    /// Sets the node's own badge to a dot.
    ///
    /// Errors: [`Status::LIMIT`].
    pub fn dot(&self) -> Result<()> {
        done(call!(tally_node_dot(self.account.as_ptr(), self.as_raw())))
    }

    /// Sets the node's own badge with an end: see [`Account::set_until`].
    ///
    /// - `until`: when it ends; None: it does not
    ///
    /// Errors: [`Status::LIMIT`], [`Status::RANGE`].
    pub fn set_until(&self, count: i64, until: impl Into<Option<SystemTime>>) -> Result<()> {
        done(call!(tally_node_set_until(self.account.as_ptr(), self.as_raw(), count, timestamp(until))))
    }

    /// Sets the node's own badge to a dot with an end: see [`Account::dot_until`].
    ///
    /// - `until`: when it ends; None: it does not
    ///
    /// Errors: [`Status::LIMIT`], [`Status::RANGE`].
    pub fn dot_until(&self, until: impl Into<Option<SystemTime>>) -> Result<()> {
        done(call!(tally_node_dot_until(self.account.as_ptr(), self.as_raw(), timestamp(until))))
    }

    /// Adds to the node's own count: see [`Account::add`].
    ///
    /// Errors: [`Status::LIMIT`], [`Status::RANGE`].
    pub fn add(&self, delta: i64) -> Result<()> {
        done(call!(tally_node_add(self.account.as_ptr(), self.as_raw(), delta)))
    }

    /// Clears the badge of a node: see [`Account::clear`].
    ///
    /// Returns [`Status::OK`] or [`Status::HELD`].
    /// Errors: [`Status::LIMIT`], [`Status::IO`], [`Status::FULL`].
    pub fn clear(&self) -> Result<Status> {
        check(call!(tally_node_clear(self.account.as_ptr(), self.as_raw())))
    }

    /// Clears a whole subtree: see [`Account::clear_tree`].
    ///
    /// Returns [`Status::OK`] or [`Status::HELD`].
    /// Errors: [`Status::LIMIT`], [`Status::IO`], [`Status::FULL`].
    pub fn clear_tree(&self) -> Result<Status> {
        check(call!(tally_node_clear_tree(self.account.as_ptr(), self.as_raw())))
    }

    /// Mutes a node: see [`Account::mute`].
    ///
    /// - `until`: when it ends; None: it does not
    ///
    /// Errors: [`Status::LIMIT`], [`Status::ARGUMENT`] (an unknown mode), [`Status::RANGE`].
    pub fn mute(&self, mode: MuteMode, until: impl Into<Option<SystemTime>>) -> Result<()> {
        done(call!(tally_node_mute(self.account.as_ptr(), self.as_raw(), mode.0, timestamp(until))))
    }

    /// Reads what a node shows: see [`Account::get`].
    pub fn get(&self) -> Result<Badge> {
        numbers_out(|out| call!(tally_node_get(self.account.as_ptr(), self.as_raw(), out)))
    }
}
