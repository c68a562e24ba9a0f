// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.
#ifndef TALLY_METHODS_HPP
#define TALLY_METHODS_HPP

#include "callbacks.hpp"

namespace tally {

/// Saves the readable parts of a damaged file in a new one.
///
/// @param damaged only read, as is its log; no engine may have it open
/// @param fresh must not exist; appears when it is complete and verified
///
/// Every page is read separately. Names, keys and revisions stay; the epoch changes. Impossible or contradictory rows
/// are left out and counted. If anything was lost, feeds request everything from scratch.
///
/// @returns the result.
/// @throws error status::exists (fresh, or `<fresh>.recovering` of a killed run), status::conflict (a log of an earlier
///     file lies beside fresh), status::not_a_store, status::newer, status::locked, status::corrupt (nothing can be
///     read), status::io, status::full, status::read_only, status::permission.
/// Cost: O(size of the file).
tally::recovery recover(std::string_view damaged, std::string_view fresh);

/// Rewrites a file without gaps, with checksums on every page. The call needs room for two more copies. If it fails,
/// nothing is lost.
///
/// @throws error status::io (also: there is no such file), status::full, status::locked, status::corrupt,
///     status::not_a_store, status::newer, status::read_only, status::permission.
/// Cost: O(size of the file).
void vacuum(std::string_view file);

/// Computes the partition of an account, for hosts that divide accounts among machines.
///
/// The partition is FNV-1a (32 bits) of the name, modulo `partitions`: see docs/account-hash.md. The result is the same
/// on every machine and in every version. No engine is needed.
///
/// @throws error status::argument (an invalid name; partitions is 0).
[[nodiscard]] std::uint32_t account_hash(std::string_view name, std::uint32_t partitions);

/// Shows what a mapping makes of a response, as a page of the wire format.
///
/// The function is for authors of mappings, and needs no engine. The page also has "rejected", an array of {"index",
/// "reason"} of unusable elements; the index begins at 0. Items whose number the server keeps have "total" instead of
/// "count". preset and mapping are as mapping_preset and mapping of feed_options; one is required.
///
/// @throws error status::argument (also: an unknown preset), status::malformed (the mapping), status::protocol (the
///     response).
/// Cost: O(response, times texts of the mapping).
[[nodiscard]] std::string mapping_try(std::optional<std::string_view> preset, std::optional<std::string_view> mapping,
                                      bytes_view body);

/// Returns a name as a component of a path, with `\.` and `\\`.
///
/// @throws error status::path (not a component).
[[nodiscard]] std::string path_escape(std::string_view name);

/// Returns a path and a component below it, `name`, which it escapes.
///
/// @param path `root`, or components separated by dots
///
/// @throws error status::path.
[[nodiscard]] std::string path_join(std::string_view path, std::string_view name);

/// Returns the parent of a path.
///
/// @param path `root`, or components separated by dots
///
/// @throws error status::path, status::not_found (`root` has none).
[[nodiscard]] std::string path_parent(std::string_view path);

/// Returns a component of a path, without escapes.
///
/// @param path `root`, or components separated by dots
/// @param index from 0; `root` is not counted
///
/// @throws error status::path, status::not_found (beyond the last one).
[[nodiscard]] std::string path_component(std::string_view path, std::size_t index);

/// Returns the patch that undoes a patch. No engine is needed.
///
/// @throws error status::malformed.
/// Cost: O(size).
[[nodiscard]] bytes patch_inverse(bytes_view patch);

/// Lists the nodes that a patch changes, sorted by the bytes of their paths. No engine is needed.
///
/// @param path relative to the top of the patch; `root`, "" or std::nullopt: the top
/// @param after the `next` of the page before; std::nullopt: the first page
/// @param limit the largest number of rows
/// @param flags `subtree`: the path itself and everything below it
///
/// Each call checks the bytes again.
///
/// @throws error status::malformed, status::path.
/// Cost: O(size).
[[nodiscard]] page<tally::patch_entry> patch_list(bytes_view patch, std::string_view path = "root",
                                                  list_flags flags = {},
                                                  std::optional<std::string_view> after = std::nullopt,
                                                  std::size_t limit = 1000);

/// Reads how to draw any other badge, such as the total over the accounts. No engine is needed.
///
/// @param badge a NUMBER of 0 is a dot; `reserved` is 0; the revision, the flags and the highlights do not matter
/// @param style std::nullopt means all defaults
///
/// @throws error status::argument (the badge, or the style), status::range (of the style).
[[nodiscard]] tally::presentation present(const tally::badge &badge,
                                          const std::optional<style> &style = std::nullopt);

class snapshot;
class node;
class feed;
class account;
class scope;
class engine;

namespace detail {

/// The methods of snapshot that follow from tally.h.
class snapshot_methods : public snapshot_holder {
public:
    using snapshot_holder::snapshot_holder;

    /// Decodes the bytes of a snapshot.
    ///
    /// @throws error status::malformed.
    /// Cost: O(size).
    [[nodiscard]] static tally::snapshot decode(bytes_view content);

    /// Returns the bytes of a snapshot.
    ///
    /// Cost: O(size).
    [[nodiscard]] bytes encode() const;

    /// Returns the minimal patch from one snapshot to another. No engine is needed, and little memory.
    ///
    /// Cost: O(bytes), at the speed of comparing memory where they are equal.
    [[nodiscard]] bytes diff(const tally::snapshot &to) const;

    /// Lists the nodes of a snapshot that own a badge, a mute or a snooze, sorted by the bytes of their paths. No
    /// engine is needed.
    ///
    /// @param path relative to the top of the snapshot; `root`, "" or std::nullopt: the top
    /// @param after the `next` of the page before; std::nullopt: the first page
    /// @param limit the largest number of rows
    /// @param flags `subtree`: the path itself and everything below it
    ///
    /// A badge that has ended is listed too.
    ///
    /// @throws error status::path.
    /// Cost: O(nodes of the snapshot), with little work for those that are not listed.
    [[nodiscard]] page<tally::snapshot_entry> list(std::string_view path = "root", list_flags flags = {},
                                                   std::optional<std::string_view> after = std::nullopt,
                                                   std::size_t limit = 1000) const;
};

/// The methods of node that follow from tally.h.
class node_methods : public node_holder {
public:
    using node_holder::node_holder;

    /// Returns the path of a node. It begins with `root`.
    [[nodiscard]] std::string path() const;

    /// Sets the node's own badge to `count`: see `account::set`.
    ///
    /// @throws error status::limit, status::range.
    void set(std::int64_t count);

    /// Sets the node's own badge to a dot.
    ///
    /// @throws error status::limit.
    void dot();

    /// Sets the node's own badge with an end: see `account::set_until`.
    ///
    /// @param until when it ends; forever: it does not
    ///
    /// @throws error status::limit, status::range.
    void set_until(std::int64_t count, time_point until);

    /// Sets the node's own badge to a dot with an end: see `account::dot_until`.
    ///
    /// @param until when it ends; forever: it does not
    ///
    /// @throws error status::limit, status::range.
    void dot_until(time_point until);

    /// Adds to the node's own count: see `account::add`.
    ///
    /// @throws error status::limit, status::range.
    void add(std::int64_t delta);

    /// Clears the badge of a node: see `account::clear`.
    ///
    /// @returns status::ok or status::held.
    /// @throws error status::limit, status::io, status::full.
    tally::status clear();

    /// Clears a whole subtree: see `account::clear_tree`.
    ///
    /// @returns status::ok or status::held.
    /// @throws error status::limit, status::io, status::full.
    tally::status clear_tree();

    /// Mutes a node: see `account::mute`.
    ///
    /// @param until when it ends; forever: it does not
    ///
    /// @throws error status::limit, status::argument (an unknown mode), status::range.
    void mute(tally::mute_mode mode, time_point until = forever);

    /// Reads what a node shows: see `account::get`.
    [[nodiscard]] tally::badge get() const;
};

/// The methods of feed that follow from tally.h.
class feed_methods : public feed_holder {
public:
    using feed_holder::feed_holder;

    /// Removes a feed, its messages, and the badges that its responses have set. Where another feed has set a badge
    /// before, or the host has, that one shows again.
    ///
    /// Pending completions get status::cancelled.
    ///
    /// @throws error status::io, status::full.
    void remove();

    /// Polls soon, unless a request is in flight.
    ///
    /// @throws error status::logged_out, status::unsupported (no URL).
    void refresh();

    /// Reports that a page is shown. A page that is shown at log-in is shown for the first time then. Repeating the
    /// call does nothing.
    ///
    /// @param page its number, below MAX_FEED_PAGES
    ///
    /// @returns -1 and zeros if the user does not begin to see the page.
    /// @throws error status::range (of the page).
    tally::page_info page_shown(std::uint32_t page);

    /// Reports that a page is no longer shown. Repeating the call does nothing.
    ///
    /// @throws error status::range.
    void page_hidden(std::uint32_t page);

    /// Cancels the request in flight and the one that waits for it, if any.
    ///
    /// Completions get status::cancelled, and no SYNCED follows. Pages that were applied stay. The feed goes on with
    /// its interval.
    void cancel();

    /// Pauses or resumes a feed.
    ///
    /// A paused feed polls neither by timers nor because of pages. A request in flight, `feed::refresh` and
    /// `feed::refresh_now` work as usual. What became due meanwhile happens once. Not stored.
    void pause(bool paused = true);

    /// Gives a feed a credential of its own, or replaces it. It goes to the server of the feed's URL, and to no other
    /// one.
    ///
    /// If the feed gets a URL of another server, the credential is not sent until it is set again.
    ///
    /// @throws error status::url (the feed has none), status::argument (as `account::set_credential`), status::io,
    ///     status::full.
    void set_credential(const tally::credential &credential);

    /// Removes the feed's own credential: that of the account for its server counts again.
    ///
    /// @throws error status::io, status::full.
    void remove_credential();

    /// Applies a page that the host received in another way.
    ///
    /// The page is applied like a response with status 200: in one transaction, and by the feed's mapping if there is
    /// one. A SYNCED event follows. Timers are unchanged.
    ///
    /// If a request would start from scratch (`reset`, another epoch, a new URL), this page replaces everything and
    /// must not say `more`. Otherwise `more` is ignored. What the user reads or unreads during a request stays. A
    /// request in flight continues; if its response has news, it is repeated from this page's cursor, so the cursor
    /// never goes back.
    ///
    /// @throws error status::protocol, status::too_large (max_response_bytes), status::logged_out, status::cancelled
    ///     (the URL has just changed), status::limit, status::io, status::full.
    /// Cost: O(size).
    void deliver(bytes_view page);

    /// Applies a push to one feed, as `account::push` does. `feed` in the payload is ignored.
    ///
    /// @throws error status::protocol, status::too_large, status::logged_out, status::limit, status::io, status::full.
    void push(bytes_view payload);
};

/// The methods of account that follow from tally.h.
class account_methods : public account_holder {
public:
    using account_holder::account_holder;

    /// Gives the account a credential for one server, or replaces it.
    ///
    /// @param url one of the server's; only its origin counts (scheme, host and port)
    ///
    /// Feeds and the outbox send it to this origin only. It does not follow a redirect or a link to the next page to
    /// another one. It is kept in memory until the account logs out, and is never stored, listed, traced or logged.
    /// Feeds of the server that stopped because it rejected the last credential poll again.
    ///
    /// In later runs its feeds of the server wait until they have a credential: instead of a request, an event
    /// event_kind::auth follows. The same is true of an outbox that is sent to the server.
    ///
    /// @throws error status::url, status::argument (also: it would be sent without encryption, and the flag PLAIN is
    ///     not set), status::limit (64 servers), status::io, status::full.
    void set_credential(std::string_view url, const tally::credential &credential);

    /// Removes the account's credential for the server of `url`, if there is one. Its feeds of the server, and an
    /// outbox that is sent there, need none.
    ///
    /// @throws error status::url, status::io, status::full.
    void remove_credential(std::string_view url);

    /// Logs in: the feeds of the account may send requests from now on.
    ///
    /// This is stored. When a later run opens the account, it is logged in again, and its stored feeds run, without a
    /// call. A feed whose requests had a credential waits until it is given one: credentials are never stored. A feed
    /// that cannot run is logged. Logging in again restarts feeds that stopped because a server rejected their
    /// credential.
    ///
    /// With `engine_flags::logged_out` accounts begin logged out, only feeds that were added or found run, and log-ins
    /// are not stored. A program that contains libtally.a runs stored feeds only if it calls a function of feeds.
    ///
    /// @throws error status::io, status::full.
    void log_in();

    /// Logs out, also for later runs: stops all requests and timers of the account, and drops late responses.
    ///
    /// Credentials are forgotten. Pending completions get status::logged_out. The badges stay and can be read. The
    /// total leaves them out.
    ///
    /// @throws error status::io, status::full (it is logged out in this run only: repeat the call).
    void log_out();

    /// Reads the account's state and name.
    [[nodiscard]] tally::account_state state() const;

    /// Changes settings of an account, all or none. They are stored, and apply again in every later run.
    ///
    /// The settings are on the disk when the call returns. A call that repeats stored settings writes nothing. Another
    /// feeding changes what messages feed as `account::set_rule` does at `root`, but it does not replace a rule.
    ///
    /// What other devices have decided is taken from the pages that follow. Without a file, mutes and snoozes of paths
    /// are taken, but not sent: a path that this device has decided keeps its own.
    ///
    /// With outbox_mode::sent, the library sends one row at a time while the account is logged in, before any of its
    /// feeds is polled. Requests carry the account's credential for this server, if it has one. When the library begins
    /// to send, after this call or in a later run, former leases end.
    ///
    ///     2xx, or 409 with the server's state      the row was taken
    ///     401, or 403 without rate-limit headers   an AUTH with feed 0; nothing more until another credential or log-in
    ///     408, 409, 429, 5xx, or no response       again: within 30 s at first, 10 minutes at last, not before Retry-After
    ///     other 4xx                                the row has failed for good
    ///
    /// A program that contains libtally.a sends rows only if it calls this function, or a function of the outbox.
    ///
    /// @throws error status::argument (also: an invalid language; SENT without an outbox_url), status::range (a
    ///     timeout), status::url, status::path, status::io, status::full; if it changes the feeding also status::limit,
    ///     status::corrupt.
    void configure(const tally::account_settings &settings = {});

    /// Reads the settings of an account.
    ///
    /// @throws error status::io, status::corrupt.
    [[nodiscard]] tally::account_settings_entry settings() const;

    /// Returns everything that is stored for an account, to keep it or to import it into another engine: see
    /// docs/account-export-format.md.
    ///
    /// Equal accounts give equal bytes. The bytes are of one moment, even if badges are changed during the call. Of the
    /// settings they contain the feeding, the grouping and the language. The outbox's mode, kinds, URL and timeouts,
    /// the push path, styles, observers and credentials are not included.
    ///
    /// @throws error status::io, status::corrupt.
    /// Cost: O(stored data of the account).
    [[nodiscard]] bytes export_account() const;

    /// Sets the node's own badge to `count`. 0 removes the badge.
    ///
    /// @param path `root`, or components separated by dots
    ///
    /// A timestamp in the past removes the badge immediately. Badges that end at the same time end in one operation,
    /// others in order of time. So the state does not depend on when the engine runs.
    ///
    /// @throws error status::path, status::limit, status::range (not 0 to MAX_COUNT).
    void set(std::string_view path, std::int64_t count);

    /// Sets the node's own badge to a dot.
    ///
    /// @param path `root`, or components separated by dots
    ///
    /// @throws error status::path, status::limit.
    void dot(std::string_view path);

    /// Sets the node's own badge to `count`, and removes it at the timestamp `until`.
    ///
    /// @param path `root`, or components separated by dots
    /// @param until when it ends; forever: it does not
    ///
    /// A timestamp in the past removes the badge immediately. Badges that end at the same time end in one operation,
    /// others in order of time. So the state does not depend on when the engine runs.
    ///
    /// @throws error status::path, status::limit, status::range.
    void set_until(std::string_view path, std::int64_t count, time_point until);

    /// Sets the node's own badge to a dot with an end, as `account::set_until`.
    ///
    /// @param path `root`, or components separated by dots
    /// @param until when it ends; forever: it does not
    ///
    /// @throws error status::path, status::limit, status::range.
    void dot_until(std::string_view path, time_point until);

    /// Adds `delta` to the node's own count; a dot or no badge counts as 0. A result of 0 removes the badge. A delta of
    /// 0 changes nothing. The expiry stays.
    ///
    /// @param path `root`, or components separated by dots
    ///
    /// @throws error status::path, status::limit, status::range (the result is not 0 to MAX_COUNT).
    void add(std::string_view path, std::int64_t delta);

    /// Clears the badge of a node, because the user has looked.
    ///
    /// @param path `root`, or components separated by dots
    ///
    /// The node's own badge is removed, and messages that feed it become seen. With CHILDREN aggregation nothing
    /// changes if a child contributes a badge.
    ///
    /// Removing an own badge, here or otherwise, also dismisses the badges that servers have set at the path. The same
    /// revision of one does not show again: see docs/concepts/claims.md.
    ///
    /// @returns status::ok, or status::held if the node still shows a badge, because of a child or of unread messages.
    /// @throws error status::path, status::limit; if messages feed the node also status::io, status::full.
    tally::status clear(std::string_view path);

    /// Clears the badges of a node and of everything below it. Messages that feed them become seen.
    ///
    /// @param path `root`, or components separated by dots
    ///
    /// @returns status::ok, or status::held if the node still shows a badge, because of unread messages there or below.
    /// @throws error status::path, status::limit; if messages feed them also status::io, status::full.
    /// Cost: O(badges shown below).
    tally::status clear_tree(std::string_view path);

    /// Mutes a node until a timestamp, as `account::set_until`.
    ///
    /// @param path `root`, or components separated by dots
    /// @param until when it ends; forever: it does not
    ///
    /// Highlights are messages of level HIGHLIGHT or above. Where they pass, a mention in a muted chat still counts
    /// above it, as if the chat were not muted.
    ///
    /// @throws error status::path, status::limit, status::argument (an unknown mode), status::range.
    void mute(std::string_view path, tally::mute_mode mode, time_point until = forever);

    /// Snoozes a node: until a timestamp nothing at or below it reaches its parent, not even highlights.
    ///
    /// @param path `root`, or components separated by dots
    /// @param until when it ends; 0: now
    ///
    /// The node still shows its badge. Its mute stays beside the snooze, and holds again when the snooze ends. Like a
    /// mute, a snooze clears no badge. A call replaces an earlier snooze. A snooze ends at its time also if the account
    /// is opened after it.
    ///
    /// @throws error status::path, status::limit, status::range (`until` is over, or negative).
    void snooze_path(std::string_view path, time_point until);

    /// Marks a path as unread, or ends that: a flagged path shows at least a dot.
    ///
    /// @param path `root`, or components separated by dots
    /// @param on 1: flags the path; 0: ends the flag
    ///
    /// The flag feeds a dot, as a message of count 0 does, but is no message: no list, count or group has it. So set,
    /// dot and add leave it. It ends when its path is cleared, read by its path, or viewed, and with clear_tree of a
    /// path above it. The flag is on the disk when the call returns. It is part of an account's export, and not of
    /// snapshots.
    ///
    /// @throws error status::path, status::limit, status::argument (another `on`), status::io, status::full,
    ///     status::corrupt.
    void flag(std::string_view path, bool on);

    /// Reads what a path shows. An unknown path shows nothing, which is not an error, and is not created.
    ///
    /// @param path `root`, or components separated by dots
    ///
    /// @throws error status::path.
    [[nodiscard]] tally::badge get(std::string_view path) const;

    /// Reads what a path owns, with the times at which it ends. An unknown path owns nothing, which is not an error,
    /// and is not created.
    ///
    /// @param path `root`, or components separated by dots
    ///
    /// @throws error status::path; if messages or a flag feed the path also status::io, status::corrupt.
    [[nodiscard]] tally::badge_own get_own(std::string_view path) const;

    /// Sets the rule of a path, for example UNREAD for mail in an account whose news are UNSEEN, or LIT for a tab of
    /// chats.
    ///
    /// @param path `root`, or components separated by dots
    ///
    /// The rule is on the disk when the call returns, and the badges that exist already follow it: one revision.
    /// Messages stay unseen, seen or read. No own badge is cleared by it. The path needs no node. Rules are part of an
    /// account's export, and not of snapshots.
    ///
    /// Without `rule`, or with one that sets no member, the path has no rule of its own any more.
    ///
    /// @throws error status::path, status::argument (an unknown feeding, counting or flag), status::limit (65,536
    ///     rules, or too many nodes), status::io, status::full, status::corrupt.
    /// Cost: O(messages at the path and below it, and children).
    void set_rule(std::string_view path, const tally::badge_rule &rule = {});

    /// Reads the rule that a path has of its own, or, with `rule_flags::effective`, what holds there.
    ///
    /// @param path `root`, or components separated by dots
    /// @param flags `rule_flags::effective`: reads what holds at the path, so no member is DEFAULT
    ///
    /// Without a rule of its own, all members are DEFAULT, which is not an error.
    ///
    /// @throws error status::path, status::io, status::corrupt.
    [[nodiscard]] tally::badge_rule get_rule(std::string_view path, rule_flags flags = {}) const;

    /// Links a path under another one: it counts there too, as if it were a child.
    ///
    /// @param path the path that counts at one more place
    /// @param under where
    ///
    /// So a mention in a chat also counts at `mentions`. A path counts each badge and message below it once, however
    /// many ways lead to it.
    ///
    /// A mute holds back on each way out of its path, and not on other ways. The linked path is a child for the
    /// automatic clearing, for HELD, and for clear_tree of `under`, which clears it and what is below it. Clearing
    /// `under` alone does not. A link to one's own ancestor is allowed and changes no number. Neither path needs a
    /// node, and both keep theirs.
    ///
    /// Observers of `under`, its revision and `account::changes` see what arrives by a link; observers of its subtree
    /// get no events for the linked path itself. A batch and a page are one change, with links too. Expiry clears a
    /// linked badge everywhere. Snapshots, patches and diffs have no links: they compare and carry what paths own. The
    /// link is on the disk when the call returns. Links are part of an account's export.
    ///
    /// @throws error status::path; status::conflict (it would count at itself; the message names the way);
    ///     status::limit (16 links of one path, max_links of the account, or too many nodes); status::io, status::full.
    /// Cost: O(what is lit at the path and below it, times the paths where it counts).
    void link(std::string_view path, std::string_view under);

    /// Removes a link. Nothing is cleared by it: `under` loses what has no other way there, and keeps a badge of its
    /// own.
    ///
    /// @param path the linked path
    /// @param under where it shall not count any more
    ///
    /// @throws error status::path, status::not_found (there is no such link), status::io, status::full.
    /// Cost: O(what is lit at the path and below it, times the paths where it counts).
    void unlink(std::string_view path, std::string_view under);

    /// Lists the links of a path, sorted by the bytes of their paths and then of where they lead.
    ///
    /// @param path `root`, or components separated by dots
    /// @param after the `next` of the page before; std::nullopt: the first page
    /// @param limit the largest number of rows
    /// @param flags `subtree`: the path itself and everything below it; `link_flags::under`: lists the links that lead
    ///     to the path, sorted by where they lead
    ///
    /// @throws error status::path, status::io, status::corrupt.
    /// Cost: O(log n, and rows).
    [[nodiscard]] page<tally::link> links(std::string_view path = "root", link_flags flags = {},
                                          std::optional<std::string_view> after = std::nullopt,
                                          std::size_t limit = 1000) const;

    /// Explains why a path shows what it shows; docs/concepts/aggregation.md explains the flags. A call that continues
    /// an unchanged list costs its own rows.
    ///
    /// @param path `root`, or components separated by dots
    /// @param after the `next` of the page before; std::nullopt: the first page
    /// @param limit the largest number of rows
    ///
    /// It lists the nodes at or below the path that own a badge or that messages or a flag feed. Behind a node are its
    /// flag, and those messages, oldest first. It also lists nodes below whose mute or snooze hides something. The
    /// nodes are sorted by the bytes of their paths. A message with further paths is listed once, under the path that
    /// it belongs to, even if that is not below. The contributed counts add up to the path's count. The path shows a
    /// badge if and only if an entry has LIGHTS. This holds for the parts together if `account::state` gives one
    /// revision before and behind them.
    ///
    /// @throws error status::path, status::io, status::corrupt.
    /// Cost: O(messages listed, nodes below that show a badge or are muted, or once did, and their depth); 4 bytes a
    /// node.
    [[nodiscard]] page<tally::reason> explain(std::string_view path,
                                              std::optional<std::string_view> after = std::nullopt,
                                              std::size_t limit = 1000) const;

    /// Lists messages, the newest first, sorted by the server's sequence, then its identifier. A push without a
    /// sequence is the newest when it arrives.
    ///
    /// @param path `root`, or components separated by dots
    /// @param after the `next` of the page before; std::nullopt: the first page
    /// @param limit the largest number of rows
    /// @param flags `subtree`: the path itself and everything below it; `messages_flags::unread`: only those that are
    ///     not read
    ///
    /// @throws error status::path, status::io, status::corrupt.
    [[nodiscard]] page<tally::message> messages(std::string_view path = "root",
                                                messages_flags flags = messages_flags::subtree,
                                                std::optional<std::string_view> after = std::nullopt,
                                                std::size_t limit = 1000) const;

    /// Lists messages from one of them on: first that message, then the older ones, newest first.
    ///
    /// @param path `root`, or components separated by dots
    /// @param key the message, at any path; 0: the newest one, or the oldest one if newer messages are listed
    /// @param after the `next` of the page before; std::nullopt: the first page
    /// @param limit the largest number of rows
    /// @param flags `subtree`: the path itself and everything below it; `messages_flags::unread`: only those that are
    ///     not read; `messages_flags::newer`: `account::messages_from`: newer ones instead of older ones
    ///
    /// A chat that opens at a message makes two calls, one of them with `messages_flags::newer`. Each has the room for
    /// its part of the screen. To continue either list, call with `next` and the same key, even if that message is
    /// gone.
    ///
    /// @throws error status::path, status::argument (key is negative), status::not_found (key), status::io,
    ///     status::corrupt.
    [[nodiscard]] page<tally::message> messages_from(std::string_view path, messages_flags flags = {},
                                                     std::int64_t key = 0,
                                                     std::optional<std::string_view> after = std::nullopt,
                                                     std::size_t limit = 1000) const;

    /// Finds where to begin reading: the oldest unread message at a path. All messages that have such a path as a
    /// further one are read.
    ///
    /// @param path `root`, or components separated by dots
    /// @param most the largest value of each number, which bounds the cost; NO_LIMIT: the numbers are complete
    /// @param flags `subtree`: the path itself and everything below it; `messages_flags::unseen`:
    ///     `account::first_message`: only those that are not seen; `messages_flags::newest`: `account::first_message`:
    ///     the newest instead of the oldest; `messages_flags::highlights`: `account::first_message`: only those of
    ///     level HIGHLIGHT or above
    ///
    /// "9 unread since yesterday" is `matching` and the `time` of the oldest one.
    ///
    /// @throws error status::path, status::io, status::corrupt.
    /// Cost: O(log messages) for each path that is searched, and the sum of the numbers.
    [[nodiscard]] tally::message_position first_message(std::string_view path, messages_flags flags = {},
                                                        std::uint64_t most = 0) const;

    /// Reads one message.
    ///
    /// @throws error status::not_found, status::io, status::corrupt.
    [[nodiscard]] tally::message message(std::int64_t key) const;

    /// Reads the message that a server knows by an identifier, as a notification has it.
    ///
    /// @param id any text
    /// @param feed the feed's identifier; 0: that of FEED_LOCAL, which has the posted messages
    ///
    /// @throws error status::not_found, status::io, status::corrupt.
    /// Cost: O(log messages).
    [[nodiscard]] tally::message find_message(std::int64_t feed, std::string_view id) const;

    /// Reads the data of a message. Lists leave them out, because they can be long.
    ///
    /// @param key that of the message
    ///
    /// The data of a posted message are the host's bytes. Those of a server are JSON without white space, and without
    /// the escapes that JSON does not need. Members keep their order, and numbers their digits.
    ///
    /// @returns the data; none: 0 bytes.
    /// @throws error status::not_found, status::io, status::corrupt.
    [[nodiscard]] bytes message_data(std::int64_t key) const;

    /// Counts the messages at a path, or also below it.
    ///
    /// @param path `root`, or components separated by dots
    /// @param flags `subtree`: the path itself and everything below it
    ///
    /// @throws error status::path, status::io, status::corrupt.
    [[nodiscard]] tally::message_counts counts(std::string_view path = "root",
                                               messages_flags flags = messages_flags::subtree) const;

    /// Marks messages as read.
    ///
    /// @param keys the keys of messages
    ///
    /// @throws error status::not_found, status::io, status::full.
    std::size_t read(const std::vector<std::int64_t> &keys);

    /// Marks messages at a path as read.
    ///
    /// @param path `root`, or components separated by dots
    /// @param flags `subtree`: the path itself and everything below it
    ///
    /// @throws error status::path, status::io, status::full.
    std::size_t read_path(std::string_view path, messages_flags flags = {});

    /// Marks a message as read, and those that `account::messages` lists after it.
    ///
    /// @param path `root`, or components separated by dots
    /// @param last its key
    /// @param flags `subtree`: the path itself and everything below it
    ///
    /// @throws error status::path, status::argument (last is not positive), status::not_found (last), status::io,
    ///     status::full.
    std::size_t read_until(std::string_view path, messages_flags flags, std::int64_t last);

    /// Marks messages as unread again; they stay seen.
    ///
    /// @param keys the keys of messages
    ///
    /// @throws error status::not_found, status::io, status::full.
    std::size_t unread(const std::vector<std::int64_t> &keys);

    /// Marks messages as seen, in one transaction, as when a user dismisses single notifications.
    ///
    /// @param keys the keys of messages
    ///
    /// Seen messages leave their groups. They are unseen again only with a new revision from the server. Without keys
    /// the call changes nothing.
    ///
    /// @returns how many were unseen.
    /// @throws error status::not_found (a key), status::io, status::full.
    /// Cost: O(messages).
    std::size_t mark_seen(const std::vector<std::int64_t> &keys);

    /// Snoozes a message until a timestamp. Until then it feeds nothing and counts as seen; then it is unseen again.
    ///
    /// @param until when it ends; 0: now
    ///
    /// Groups and their summaries leave out the message while it is snoozed. Lists, counts of unread messages and
    /// `account::first_message` have it, as any message that is seen and unread. A call replaces an earlier snooze. The
    /// snooze also ends when the message is read, removed, or changed by the server with a new revision. Then no time
    /// brings it back. A snooze whose time comes while the engine is closed has ended when the account is opened. The
    /// snooze is on the disk when the call returns. It is part of an account's export.
    ///
    /// @throws error status::range (`until` is over, or negative), status::not_found (key), status::conflict (the
    ///     message is read), status::io, status::full, status::corrupt.
    void snooze_message(std::int64_t key, time_point until);

    /// Posts a message of the host's own, unseen.
    ///
    /// @param path `root`, or components separated by dots
    ///
    /// The message replaces the one that was posted with the same id, whatever its state. No response changes or
    /// removes it. The account may be logged out. Messages without an id and with the same time are listed in the order
    /// of posting.
    ///
    /// With `message_flags::once` the call changes nothing if the account has a message of the id, or had one that the
    /// user has seen. It is then status::already_applied: a dot for a new feature shows once, over restarts and
    /// retention. The last max_forgotten removed messages, in the order of lists, are remembered until the feed is
    /// removed.
    ///
    /// A message with further paths counts at each of them, and once at every path above them, whichever ways lead
    /// there. It stays one message, which is listed at all of its paths. Reading or seeing it at one of them ends it at
    /// all. It belongs to `path`, so only the rules and the servers' marks of that path hold for it. A further path
    /// that occurs twice, or is `path` itself, has no effect.
    ///
    /// @returns its key; 0 with status::already_applied.
    /// @throws error status::argument (also: ONCE without an id), status::range (time), status::path (one of them),
    ///     status::too_large (the data; all texts together exceed max_response_bytes), status::limit (also: more than
    ///     MAX_ALSO further paths), status::io, status::full.
    std::int64_t post(std::string_view path, const tally::message_options &options = {});

    /// Removes messages of any feed, or posted ones, as when a user deletes them.
    ///
    /// @param keys the keys of messages
    ///
    /// A server's message stays removed while the server sends the same revision, or none; a greater revision brings it
    /// back. An account with an outbox gets a row of outbox_kind::removal, so that the server removes it as well. The
    /// last max_forgotten removed messages of a feed are remembered. Without keys the call changes nothing.
    ///
    /// @throws error status::not_found (a key), status::io, status::full.
    /// Cost: O(log n) in the messages, for each one.
    void remove_messages(const std::vector<std::int64_t> &keys);

    /// Removes the message that was posted with an id.
    ///
    /// @param id its identifier
    ///
    /// @throws error status::not_found, status::io, status::full.
    void withdraw(std::string_view id);

    /// Adds a feed, or changes the options of one.
    ///
    /// A feed is stored with its account and its options, and continues from its cursor. In later runs it runs as soon
    /// as its account is logged in. The options replace those that are stored. If the URL, prefix, mapping_preset or
    /// bytes of the mapping changed, the feed requests everything again, and the response replaces its messages.
    ///
    /// @throws error status::argument (also: an unknown profile), status::malformed (the mapping), status::url,
    ///     status::path, status::range, status::limit, status::io, status::full.
    tally::feed add_feed(std::string_view name, const tally::feed_options &options = {});

    /// Finds a feed that runs, or that is stored with its options. It runs from now on.
    ///
    /// @throws error status::not_found, status::limit, status::io, status::corrupt.
    [[nodiscard]] tally::feed find_feed(std::string_view name);

    /// Finds a feed by its identifier, as events and messages have it. It acts like `account::find_feed`.
    ///
    /// @param id its identifier
    ///
    /// `account::feeds` has the names of the identifiers.
    ///
    /// @throws error status::not_found (also: FEED_LOCAL was not added), status::limit, status::io, status::corrupt.
    [[nodiscard]] tally::feed find_feed_by_id(std::int64_t id);

    /// Lists the stored feeds of an account, by the bytes of their names. They run in this run or not.
    ///
    /// @param after the `next` of the page before; std::nullopt: the first page
    /// @param limit the largest number of rows
    ///
    /// @throws error status::io, status::corrupt.
    /// Cost: O(rows).
    [[nodiscard]] page<tally::feed_entry> feeds(std::optional<std::string_view> after = std::nullopt,
                                                std::size_t limit = 1000) const;

    /// Lists the rejected items of a feed by their identifiers, the oldest first.
    ///
    /// @param feed its identifier; for an unknown one the list is empty
    /// @param after the `next` of the page before; std::nullopt: the first page
    /// @param limit the largest number of rows
    ///
    /// The last max_rejected are kept until the feed requests everything again. Exports of accounts do not contain
    /// them.
    ///
    /// @throws error status::io, status::corrupt.
    [[nodiscard]] page<tally::rejected> rejected(std::int64_t feed,
                                                 std::optional<std::string_view> after = std::nullopt,
                                                 std::size_t limit = 1000) const;

    /// Lists where servers count something else than their feeds contribute, sorted by the bytes of the paths and by
    /// feeds.
    ///
    /// @param path `root`, or components separated by dots
    /// @param after the `next` of the page before; std::nullopt: the first page
    /// @param limit the largest number of rows
    /// @param flags `subtree`: the path itself and everything below it
    ///
    /// Both numbers are from the last response of the feed that had "check": see docs/wire-format.md. The last 256 of a
    /// feed are kept, also after the engine is closed. Exports of accounts do not contain them.
    ///
    /// @throws error status::path, status::io, status::corrupt.
    [[nodiscard]] page<tally::drift> drifts(std::string_view path = "root", list_flags flags = {},
                                            std::optional<std::string_view> after = std::nullopt,
                                            std::size_t limit = 1000) const;

    /// Applies a push: polls its feeds, and adds the message that it contains.
    ///
    /// @param payload a JSON object, or the payload of an APNs notification with these members beside `aps`
    ///
    /// docs/wire-format.md ("Pushes") describes the members. All may be missing, and unknown ones are ignored.
    ///
    ///     {"feed":"inbox", "cursor":"196014", "spread":30, "path":"inbox.mentions", "id":"196014", "title":"…", …}
    ///
    /// Without `feed` all feeds with a URL are polled. If the feed has reached `cursor`, nothing is polled and no
    /// message is added. With a `path` there is a message. Without an `id` it counts until the feed's next good
    /// response; without a `feed` it needs an id.
    ///
    /// @throws error status::protocol, status::too_large (max_response_bytes), status::not_found (no such feed was
    ///     added), status::logged_out, status::limit, status::io, status::full.
    void push(bytes_view payload);

    /// Registers a category, or replaces the one with that id.
    ///
    /// @param id its identifier
    ///
    /// The category is stored. summary is its format, and hidden the format for hidden previews, without arguments;
    /// std::nullopt or empty: none. A format is the key of its translations and its own source text, for every count. A
    /// mere name, such as "GROUP_MORE", is only a key and is never shown.
    ///
    /// @throws error status::malformed (a format), status::too_large (65,536 bytes), status::io, status::full.
    void set_category(std::string_view id, std::optional<std::string_view> summary = std::nullopt,
                      std::optional<std::string_view> hidden = std::nullopt);

    /// Removes a category; translations of its formats stay.
    ///
    /// @param id its identifier
    ///
    /// @throws error status::not_found, status::io, status::full.
    void remove_category(std::string_view id);

    /// Sets the plural forms of a format for a language, and replaces the former ones.
    ///
    /// @param language std::nullopt or "" means the source text. They are stored
    ///
    /// @throws error status::malformed (a form), status::too_large, status::io, status::full.
    void set_strings(std::string_view key, std::optional<std::string_view> language, const tally::forms &forms);

    /// Removes the plural forms of a format for a language. A text is then looked up in the next language, as the
    /// introduction says.
    ///
    /// @param language std::nullopt or "" means the source text
    ///
    /// @throws error status::argument (also: an invalid language), status::not_found, status::too_large, status::io,
    ///     status::full.
    void remove_strings(std::string_view key, std::optional<std::string_view> language = std::nullopt);

    /// Imports the formats of a file of translations, all of them or none.
    ///
    /// @param language of a dictionary; std::nullopt for a catalog
    ///
    /// A text that is not a format is skipped, but is status::malformed if its key is that of a category. Plural forms
    /// need `other`. Integers of any kind (`%d`, `%lld`, `%arg`) are the count. docs/concepts/groups.md explains how
    /// catalogs are used.
    ///
    /// @returns the number of imported formats (keys in one language), and of skipped texts.
    /// @throws error status::malformed, status::too_large (max_response_bytes), status::io, status::full.
    /// Cost: O(size).
    tally::import_report import_strings(tally::strings_kind kind, bytes_view content,
                                        std::optional<std::string_view> language = std::nullopt);

    /// Lists groups, the one with the newest message first. A group's messages are read again after any change except a
    /// newer message.
    ///
    /// @param language of the summaries; std::nullopt or "": the account's
    /// @param after the `next` of the page before; std::nullopt: the first page
    /// @param limit the largest number of rows
    /// @param flags `groups_flags::hidden`: previews are hidden
    ///
    /// @throws error status::argument (also: an invalid language), status::io, status::corrupt.
    /// Cost: O(n log n) in groups and messages.
    [[nodiscard]] page<tally::group> groups(std::optional<std::string_view> language = std::nullopt,
                                            groups_flags flags = {},
                                            std::optional<std::string_view> after = std::nullopt,
                                            std::size_t limit = 1000) const;

    /// Reads one group.
    ///
    /// @param thread std::nullopt means ""
    /// @param language of the summaries; std::nullopt: the account's
    /// @param flags `groups_flags::hidden`: previews are hidden
    ///
    /// @throws error status::argument (also: an invalid language), status::not_found (no message, or no grouping by
    ///     threads), status::io, status::corrupt.
    [[nodiscard]] tally::group group(std::optional<std::string_view> thread,
                                     std::optional<std::string_view> language = std::nullopt,
                                     groups_flags flags = {}) const;

    /// Lists the messages of a group as `account::messages` does.
    ///
    /// @param thread std::nullopt means ""
    /// @param after the `next` of the page before; std::nullopt: the first page
    /// @param limit the largest number of rows
    ///
    /// @throws error status::io, status::corrupt.
    [[nodiscard]] page<tally::message> group_messages(std::optional<std::string_view> thread,
                                                      std::optional<std::string_view> after = std::nullopt,
                                                      std::size_t limit = 1000) const;

    /// Reports that the user has seen the group: none of its messages is fresh any more. The messages stay in the group
    /// and in the badge. This is stored.
    ///
    /// @param thread the thread of the group; std::nullopt or "": messages without a thread
    ///
    /// @throws error status::not_found, status::io, status::full.
    /// Cost: O(messages of the group).
    void group_seen(std::optional<std::string_view> thread);

    /// Dismisses a group: its messages become seen, in one transaction.
    ///
    /// @param thread std::nullopt means ""
    ///
    /// A dismissed message comes back only with a new revision from the server. Without grouping by threads, the thread
    /// "" is all of them. To dismiss single messages, call `account::mark_seen`.
    ///
    /// @returns how many messages were unseen.
    /// @throws error status::not_found (the group), status::io, status::full.
    /// Cost: O(messages).
    std::size_t dismiss(std::optional<std::string_view> thread);

    /// Gives out rows that are due, in order, as many as fit.
    ///
    /// @param limit the largest number of rows
    ///
    /// Nobody else gets them for `duration` milliseconds (1 to 86,400,000). A row whose result is not reported by then
    /// goes to the next caller. The account may be logged out. The host chooses the credential.
    ///
    /// @throws error status::range, status::io, status::full.
    page<tally::outbox_entry> lease_outbox(milliseconds duration, std::size_t limit = 100);

    /// Reports that the server has taken a row, and removes it, also if its lease has ended.
    ///
    /// @param id its identifier
    /// @param response its body
    ///
    /// If it is a page, its states of known messages are merged; it adds and removes none. Other bodies are ignored.
    ///
    /// @returns status::ok, or status::already_applied if the row was already removed.
    /// @throws error status::not_found (there was never such a row), status::conflict (it was never given out),
    ///     status::io, status::full.
    tally::status ack_outbox(std::int64_t id, bytes_view response = {});

    /// Reports that the server has not taken a row.
    ///
    /// @param id its identifier
    /// @param attempt as it was given out
    /// @param retry_after the time until it may be given out again, 0 ms to 86,400,000 ms; -1: it has failed for good
    ///
    /// @returns status::ok, or status::already_applied if the row was already removed.
    /// @throws error status::range, status::not_found, status::conflict (this is not its last attempt), status::io,
    ///     status::full.
    tally::status fail_outbox(std::int64_t id, std::int64_t attempt,
                              std::optional<milliseconds> retry_after = std::nullopt);

    /// Lists rows in order, and gives nothing out. A lease that has ended is listed until the row is given out again.
    ///
    /// @param after the `next` of the page before; std::nullopt: the first page
    /// @param limit the largest number of rows
    /// @param flags `list_flags::follow`: whether `next` is also set at the end of the list, to continue with rows that
    ///     are added later
    ///
    /// @throws error status::io, status::corrupt.
    [[nodiscard]] page<tally::outbox_entry> outbox(list_flags flags = {},
                                                   std::optional<std::string_view> after = std::nullopt,
                                                   std::size_t limit = 1000) const;

    /// Counts the rows.
    ///
    /// @throws error status::io, status::corrupt.
    /// Cost: O(rows).
    [[nodiscard]] tally::outbox_counts outbox_counts() const;

    /// Makes a row that waits or has failed for good due immediately. The library's own wait after failures ends too,
    /// but not a server's.
    ///
    /// @param id its identifier
    ///
    /// @returns 1, or 0 if it is another row.
    /// @throws error status::argument (id is not positive), status::io, status::full.
    std::size_t retry_outbox(std::int64_t id);

    /// Makes every row that waits or has failed for good due immediately, as `account::retry_outbox` does for one.
    ///
    /// @returns how many rows.
    /// @throws error status::io, status::full.
    /// Cost: O(rows).
    std::size_t retry_all_outbox();

    /// Removes a row that has failed for good.
    ///
    /// @param id its identifier
    ///
    /// @returns 1, or 0 if it is another row.
    /// @throws error status::argument (id is not positive), status::io, status::full.
    std::size_t remove_outbox(std::int64_t id);

    /// Removes every row that has failed for good.
    ///
    /// @returns how many.
    /// @throws error status::io, status::full.
    /// Cost: O(rows).
    std::size_t remove_failed_outbox();

    /// Enters a reminder, also while the account is logged out. With an outbox this and every change become rows.
    ///
    /// @param id its identifier
    ///
    /// @throws error status::argument (the message names what is missing or wrong, also about a zone), status::range
    ///     (time_of_day), status::path, status::not_found (the zone), status::exists, status::limit (100,000
    ///     reminders), status::too_large, status::io, status::full.
    /// Cost: O(log reminders); the first call reads all of the account.
    void put_reminder(std::string_view id, const tally::reminder_options &options);

    /// Changes the given members of a reminder, its revision and its plan, in one transaction; nothing if all are as
    /// they were.
    ///
    /// @param id its identifier
    ///
    /// Past occurrences are unchanged, and none is missed because of the new members.
    ///
    /// @throws error status::argument (as in `account::put_reminder`), status::range, status::path, status::not_found
    ///     (reminder or zone), status::limit, status::too_large, status::io, status::full.
    void edit_reminder(std::string_view id, const tally::reminder_options &options);

    /// Marks a reminder as done: it no longer fires, and its badge is removed. Repeating the call is not an error.
    ///
    /// @param id its identifier
    ///
    /// @throws error status::not_found, status::limit (its revision is 4,294,967,295), status::io, status::full.
    void reminder_done(std::string_view id);

    /// Reverts `account::reminder_done`, as if it had never been called.
    ///
    /// @param id its identifier
    ///
    /// If an occurrence was due and not acknowledged, or became due meanwhile, the badge shows it. The log records the
    /// newest as missed, without an event; for a logged-out account the next log-in reports it.
    ///
    /// @throws error status::not_found, status::limit (its revision is 4,294,967,295), status::io, status::full.
    void reminder_undone(std::string_view id);

    /// Removes a reminder; its log stays.
    ///
    /// @param id its identifier
    ///
    /// @throws error status::not_found, status::io, status::full.
    void remove_reminder(std::string_view id);

    /// Moves one occurrence to a timestamp in the future: the unacknowledged one that fired, else the one that was
    /// moved before, else the next one.
    ///
    /// @param id its identifier
    /// @param until the new time of the occurrence
    ///
    /// One occurrence can be moved at a time.
    ///
    /// @throws error status::not_found, status::range (past, or after the end), status::conflict (it is done, or does
    ///     not fire any more), status::io, status::full.
    void snooze_reminder(std::string_view id, time_point until);

    /// Acknowledges what has fired: its badge is removed. If nothing has fired, this is not an error.
    ///
    /// @param id its identifier
    ///
    /// @throws error status::not_found, status::io, status::full.
    void acknowledge_reminder(std::string_view id);

    /// Lists reminders, sorted by the bytes of their identifiers.
    ///
    /// @param after the `next` of the page before; std::nullopt: the first page
    /// @param limit the largest number of rows
    ///
    /// @throws error status::io, status::corrupt.
    [[nodiscard]] page<tally::reminder> reminders(std::optional<std::string_view> after = std::nullopt,
                                                  std::size_t limit = 1000) const;

    /// Reads one reminder.
    ///
    /// @param id its identifier
    ///
    /// @throws error status::not_found, status::io, status::corrupt.
    [[nodiscard]] tally::reminder reminder(std::string_view id) const;

    /// Confirms that the host has carried out a plan: the library stores it, and the log gets its ARMED and CANCELLED.
    ///
    /// @param plan_token that of the account's last plan
    ///
    /// A plan is out of date after a later `account::plan`, log-in or log-out, and in a later run. A change of
    /// reminders does not matter: the next plan contains it. If a host has carried out a part of a plan that it cannot
    /// confirm, it disarms everything, and plans with `plan_flags::from_scratch`.
    ///
    /// @returns status::ok, or status::already_applied if this plan is confirmed.
    /// @throws error status::argument (0), status::conflict (the plan is out of date: plan again), status::io,
    ///     status::full.
    /// Cost: O(entries).
    tally::status confirm_plan(std::uint64_t plan_token);

    /// Lists the log by the identifiers of its notes. The last max_reminder_log are kept.
    ///
    /// @param after the `next` of the page before; std::nullopt: the first page
    /// @param limit the largest number of rows
    /// @param flags `list_flags::follow`: whether `next` is also set at the end of the list, to continue with rows that
    ///     are added later
    ///
    /// @throws error status::io, status::corrupt.
    [[nodiscard]] page<tally::reminder_note> reminder_log(list_flags flags = {},
                                                          std::optional<std::string_view> after = std::nullopt,
                                                          std::size_t limit = 1000) const;

    /// Returns all reminders as iCalendar (RFC 5545, VTODO with VALARM).
    ///
    /// DUE is the last second of the expiry. DTSTART is the day from which repetitions count, or the day of production
    /// of a smart reminder, at the time of day.
    ///
    /// @throws error status::not_found (a zone is not available), status::io.
    [[nodiscard]] std::string export_reminders() const;

    /// Computes a number that is equal for equal subtrees, and hardly ever equal for others. The number is the same on
    /// every machine. It is not safe against attackers.
    ///
    /// @param path `root`, or components separated by dots
    ///
    /// @throws error status::path.
    /// Cost: O(what changed since the last call).
    [[nodiscard]] std::uint64_t digest(std::string_view path = "root") const;

    /// Returns the minimal patch from one subtree to another, of the same engine.
    ///
    /// @throws error status::path.
    /// Cost: O(what differs).
    [[nodiscard]] bytes diff(std::string_view path, const tally::account &to, std::string_view to_path) const;

    /// Takes a snapshot of a path.
    ///
    /// @param path `root`, or components separated by dots
    ///
    /// @throws error status::path.
    /// Cost: O(n log n) at most in the nodes listed below.
    [[nodiscard]] tally::snapshot snapshot(std::string_view path = "root") const;

    /// Replaces the contents of `path` and its subtree with a snapshot.
    ///
    /// @param path `root`, or components separated by dots
    ///
    /// @throws error status::path, status::limit, status::conflict, status::io, status::full.
    void restore(std::string_view path, const tally::snapshot &snapshot);

    /// Applies a patch at a path.
    ///
    /// @param path `root`, or components separated by dots
    /// @param flags `apply_flags::overwrite`: writes the state after the patch, whatever the state is now
    ///
    /// @throws error status::path, status::limit, status::malformed, status::io, status::full, status::conflict (the
    ///     nodes are not in the state that the patch begins with; the message names the first).
    void apply(std::string_view path, bytes_view patch, apply_flags flags = {});

    /// Recounts the whole tree, and compares the result with the stored sums. It is for tests and for careful hosts.
    ///
    /// @throws error status::internal (the message has the first wrong path).
    /// Cost: O(nodes).
    void verify() const;

    /// Reads how far a source was applied by `account::batch`.
    ///
    /// @throws error status::not_found (no batch of this source was applied), status::io, status::corrupt.
    [[nodiscard]] tally::batch_position batch_position(std::string_view source) const;

    /// Replaces the style of a path.
    ///
    /// @param path `root`, or components separated by dots
    ///
    /// std::nullopt, or no fields, removes it. Widgets at the path or below that look different afterwards are drawn
    /// again, in the order of "Watching".
    ///
    /// @throws error status::path, status::limit, status::argument (an unknown field or overflow, an invalid icon),
    ///     status::range (a number, also NaN).
    /// Cost: O(observers of the account, times the depth of their paths).
    void set_style(std::string_view path, const std::optional<style> &style);

    /// Reads how to draw a path.
    ///
    /// @param path `root`, or components separated by dots
    ///
    /// Without a count an icon shows: the one that a feed's page gave to the path's own badge, or that of the path's
    /// style. A page's icon is removed with its badge, and when the badge is replaced. An unknown path shows nothing,
    /// and has the style that it would inherit.
    ///
    /// @throws error status::path.
    /// Cost: O(depth of the path).
    [[nodiscard]] tally::presentation present(std::string_view path) const;
};

/// The methods of scope that follow from tally.h.
class scope_methods : public scope_holder {
public:
    using scope_holder::scope_holder;

    /// Observes a path. The observer is notified at most once a transaction, and only if what the path shows changed.
    ///
    /// @param account an account of the same engine
    /// @param path `root`, or components separated by dots
    /// @param callback std::nullopt: only `engine::next_event` returns the events
    /// @param flags `subtree`: the path itself and everything below it; `observe_flags::initial`: the current state of
    ///     the path is reported first
    ///
    /// Observing twice with the same scope, account, path, flags and callback is one observer. Each registration needs
    /// its own `scope::unobserve`. This holds for all observers and widgets.
    ///
    /// @returns a token that identifies the observer in events and for `scope::unobserve`.
    /// @throws error status::path, status::limit.
    /// Cost: O(1); of a subtree O(badges shown below).
    token observe(const tally::account &account, std::string_view path, observe_flags flags = {},
                  event_callback callback = nullptr);

    /// Observes the messages at a path; with `subtree` also those below.
    ///
    /// @param account an account of the same engine
    /// @param path `root`, or components separated by dots
    /// @param callback called with each event; nullptr: only `engine::next_event` returns the events
    /// @param flags `subtree`: the path itself and everything below it
    ///
    /// The observer is notified initially, and then at most once a transaction that adds, changes, removes, sees, reads
    /// or unreads any. The event has their numbers.
    ///
    /// @throws error status::path, status::limit, status::io, status::full, status::corrupt.
    /// Cost: O(messages there), now and for each event.
    token observe_messages(const tally::account &account, std::string_view path, observe_flags flags = {},
                           event_callback callback = nullptr);

    /// Observes the groups of an account.
    ///
    /// @param account an account of the same engine
    /// @param callback called with each event; nullptr: only `engine::next_event` returns the events
    /// @param flags `observe_flags::initial`: the current state of the path is reported first
    ///
    /// A group is reported at most once a transaction: if its messages change, it is seen, or the words of its summary
    /// change. It may be gone then. `observe_flags::initial` reports all groups.
    ///
    /// @throws error status::limit, status::io, status::full, status::corrupt.
    token observe_groups(const tally::account &account, observe_flags flags = {}, event_callback callback = nullptr);

    /// Observes the total over all logged-in accounts.
    ///
    /// @param callback called with each event; nullptr: only `engine::next_event` returns the events
    /// @param flags `observe_flags::initial`: the current state of the path is reported first
    ///
    /// @throws error status::limit.
    token observe_total(observe_flags flags = {}, event_callback callback = nullptr);

    /// Observes the requests of a feed, and the pages that the host delivers.
    ///
    /// @param callback called with each event; nullptr: only `engine::next_event` returns the events
    ///
    /// Each SYNCED of the feed then also comes with the observer's token. While the account is not in memory
    /// (max_loaded_accounts), its number is the last known one.
    ///
    /// @throws error status::limit, status::not_found (the feed was removed).
    token observe_feed(const tally::feed &feed, event_callback callback = nullptr);

    /// Observes all feeds of an account: SYNCED, DRIFT, and AUTH, also that of the outbox.
    ///
    /// @param callback required
    /// @param account nullptr: all accounts, also later ones
    ///
    /// The observer is called for the events that `engine::next_event` returns without a token, before it returns them.
    /// In the callback they have the observer's token.
    ///
    /// @throws error status::limit.
    token observe_feeds(const tally::account *account, event_callback callback);

    /// Observes the reminders of an account: the event event_kind::reminder, as `scope::observe_feeds` does for feeds.
    ///
    /// @param callback required
    /// @param account nullptr: all accounts, also later ones
    ///
    /// @throws error status::limit.
    token observe_reminders(const tally::account *account, event_callback callback);

    /// Draws all widgets of the scope again, for example when a window has come back.
    ///
    /// Order: deeper paths first, then the bytes of the paths, then the order of binding.
    void refresh_widgets();
};

/// The methods of engine that follow from tally.h.
class engine_methods : public engine_holder {
public:
    using engine_holder::engine_holder;

    /// Waits until everything that was applied before the call is on the disk.
    ///
    /// @throws error status::io, status::full (nothing is lost: the changes stay in memory and are tried again).
    void flush();

    /// Checks the whole file: the checksum of every page, the order of pages and indexes, every row and its references.
    ///
    /// Then it compares the badges in memory with the file. Without a file it checks memory alone. Up to a hundred
    /// problems go to the log (log_level::error), each with its page, or its table and row. The message has the first.
    /// Badges can be used, except while their account is compared.
    ///
    /// @throws error status::corrupt (the engine goes on with what can be read), status::internal (only memory is
    ///     wrong), status::io (unreadable, but perhaps sound), status::full.
    /// Cost: O(size of the file).
    void verify();

    /// Reads or changes a limit while the engine is open.
    ///
    /// @param value the new value, in the range of the option; or LIMIT_KEEP, which changes nothing
    ///
    /// A lower limit removes nothing: until enough is gone, what exceeds it stays, and more is rejected. Tables from
    /// which old rows leave, such as the ids of batches, are cut when the next row arrives. Accounts in memory beyond
    /// it leave as soon as nothing needs them. A call that is working on an account keeps the former limit of its
    /// nodes. The limits of paths cannot change because accounts and feeds in memory have room for the longest path. An
    /// engine that was opened without max_loaded_accounts, or has no file, keeps all accounts in memory.
    ///
    /// @returns the value before the call.
    /// @throws error status::argument (also: an unknown limit), status::range, status::unsupported (the limit cannot
    ///     change).
    /// Cost: O(1); O(accounts in memory) for NODES and LOADED_ACCOUNTS, O(servers of feeds) for requests.
    std::int64_t limit(tally::limit limit, std::int64_t value = TALLY_LIMIT_KEEP);

    /// Copies the engine's file while the engine is in use.
    ///
    /// @param flags `backup_flags::replace`: replaces an existing file
    ///
    /// The copy is on the disk when the call returns, with the original's epoch and permissions. It holds everything
    /// applied before the call, and a prefix of what is applied during it. It is complete or absent: the call writes
    /// `<file>-partial`, replaces that of an interrupted backup, and renames it at the end.
    ///
    /// Changes of badges do not wait. A durable call waits for one megabyte at most.
    ///
    /// @throws error status::exists (without `backup_flags::replace`, or it is no regular file), status::locked (open
    ///     in an engine), status::conflict (not closed: its log lies beside it), status::argument (the engine's own
    ///     files), status::unsupported (the engine has no file), status::closed (also: closed during the call),
    ///     status::corrupt, status::io, status::full, status::read_only, status::permission.
    /// Cost: O(size of the file).
    void backup(std::string_view file, backup_flags flags = {});

    /// Reads numbers about the engine, except of accounts on which a long call is working.
    ///
    /// @param flags `stats_flags::reset`: longest_wait_us and longest_hold_us begin again
    ///
    /// Cost: O(feeds, and accounts in memory).
    [[nodiscard]] tally::stats stats(stats_flags flags = {}) const;

    /// Tells all feeds, also later ones, whether the application is in the foreground; at first it is.
    ///
    /// In the background, pages are not seen (`feed::page_shown`), and timers of feeds with
    /// `feed_flags::stops_in_background` do not poll. Coming to the foreground with a page shown counts as a return to
    /// that page.
    ///
    /// Cost: O(feeds).
    void set_foreground(bool in_front);

    /// Tells all feeds, also later ones, whether there is a network (1: it is back, or another one); at first there is.
    ///
    /// When it is back, a feed that waits after a failure polls immediately. If that fails too, this happens again only
    /// after a regular attempt, or after the network was lost.
    ///
    /// Cost: O(feeds).
    void set_network(bool available);

    /// Tells all feeds that the machine was asleep and is awake, as if the network were back.
    ///
    /// Failures within 10 s from now do not count, and are tried again 2, 5 and 10 s from now. Work that became due
    /// during sleep is done once, also without this call.
    ///
    /// Cost: O(feeds).
    void woke();

    /// Opens an account, and creates it if it does not exist.
    ///
    /// @throws error status::limit, status::conflict (another aggregation or feeding is stored; `account::configure`
    ///     changes the feeding), status::not_found (with `account_flags::existing`), status::io, status::full,
    ///     status::corrupt.
    /// Cost: O(stored data of the account) the first time; O(1) with max_loaded_accounts.
    [[nodiscard]] tally::account open_account(std::string_view name, const tally::account_options &options = {});

    /// Finds an open account by its identifier, as events have it.
    ///
    /// @param id that of account_state
    ///
    /// @throws error status::not_found (no open account has it), status::io, status::corrupt.
    /// Cost: O(log accounts).
    [[nodiscard]] tally::account find_account(std::int64_t id);

    /// Removes an account and everything stored for it.
    ///
    /// The removal is on the disk when the call returns. An open account is logged out, and its pending completions get
    /// status::cancelled. Its observers are notified that their paths show nothing, and are never called again. Its
    /// handles fail with status::not_found and must still be released. A later account of this name has another
    /// identifier. If it is in memory, calls about other accounts wait meanwhile.
    ///
    /// @throws error status::not_found, status::io, status::full.
    /// Cost: O(stored data of the account).
    void remove_account(std::string_view name);

    /// Creates an account, which must not exist, from exported bytes.
    ///
    /// The account is on the disk when the call returns, and is not open. Its identifiers, and those of its feeds and
    /// messages, are new; `engine::import_all` keeps those of messages. Feeds continue from their cursors when they are
    /// added. The bytes may come from anywhere: all are checked.
    ///
    /// @throws error status::exists, status::malformed, status::path, status::limit (of this engine), status::io,
    ///     status::full, status::corrupt.
    /// Cost: O(size).
    void import_account(std::string_view name, bytes_view content);

    /// Reads the total of all accounts that are logged in: what an application's icon shows.
    ///
    /// A mute of `root` holds back what the account adds. Flags are 0. The revision counts the changes of the total
    /// since the engine was opened.
    [[nodiscard]] tally::badge total() const;

    /// Reads the total of all stored accounts, logged in or not, open or not. Flags and revision are 0. The part of
    /// each account is of its own moment.
    ///
    /// @throws error status::limit (max_accounts), status::io, status::corrupt.
    /// Cost: O(stored accounts, and the badges of those that are not in memory).
    [[nodiscard]] tally::badge total_of_all() const;

    /// Returns a descriptor for poll, epoll or select.
    ///
    /// The descriptor is readable while events are pending, or, with `engine_flags::host_driven`, when `engine::step`
    /// has work. After a dispatch that leaves only events without a callback, it is readable again when the next event
    /// comes. A host that takes these too calls `engine::next_event` until it returns std::nullopt. Never read from the
    /// descriptor or close it.
    [[nodiscard]] std::intptr_t descriptor() const;

    /// Sets the device's zone, and plans the reminders that follow it again.
    ///
    /// @param name std::nullopt: that of the options or the system
    ///
    /// @throws error status::not_found, status::too_large.
    void set_zone(std::optional<std::string_view> name = std::nullopt);

    /// Reads how far a source was applied by `engine::batch`.
    ///
    /// @throws error status::not_found (no batch of this source was applied), status::io, status::corrupt.
    [[nodiscard]] tally::batch_position position(std::string_view source) const;

    /// Returns everything that is stored for an account, so that `engine::import_all` can put it in the same place.
    ///
    /// @param name the account's, which need not be open
    ///
    /// The bytes are those of `account::export_account`, with the keys of the account's messages and its epoch.
    ///
    /// @throws error status::not_found, status::limit, status::io, status::corrupt.
    /// Cost: O(stored data of the account).
    [[nodiscard]] bytes export_account(std::string_view name) const;

    /// Returns how far a source was applied, and the ids that it remembers, for `engine::import_all`.
    ///
    /// @throws error status::not_found (no batch of this source was applied), status::io, status::corrupt.
    /// Cost: O(remembered ids).
    [[nodiscard]] bytes export_source(std::string_view source) const;
};

}  // namespace detail

}  // namespace tally

#endif  // TALLY_METHODS_HPP
