// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.
#ifndef TALLY_VALUES_HPP
#define TALLY_VALUES_HPP

#include "types.hpp"

namespace tally {

/// The settings of an account.
struct account_settings_entry {
    milliseconds outbox_request_timeout; ///< milliseconds
    milliseconds outbox_idle_timeout; ///< milliseconds
    tally::grouping grouping; ///< grouping::automatic …
    tally::outbox_mode outbox; ///< outbox_mode::off …
    tally::feeding feeding; ///< feeding::unseen or feeding::unread
    tally::outbox_flags outbox_kinds;
    std::string language; ///< canonical; empty: none
    std::string outbox_url; ///< empty: none
    std::string push_path; ///< canonical; empty: none

    account_settings_entry(const tally_account_settings_entry &from, const char *text)
        : outbox_request_timeout(detail::made<milliseconds>(from.outbox_request_timeout)),
          outbox_idle_timeout(detail::made<milliseconds>(from.outbox_idle_timeout)),
          grouping(detail::made<tally::grouping>(from.grouping)),
          outbox(detail::made<tally::outbox_mode>(from.outbox)), feeding(detail::made<tally::feeding>(from.feeding)),
          outbox_kinds(detail::made<tally::outbox_flags>(from.outbox_kinds)),
          language(detail::at(text, from.language)), outbox_url(detail::at(text, from.outbox_url)),
          push_path(detail::at(text, from.push_path)) {}
};

/// A path that counts at another one too.
struct link {
    std::string path;
    std::string under;

    link(const tally_link &from, const char *text)
        : path(detail::at(text, from.path)), under(detail::at(text, from.under)) {}
};

/// One reason why a path shows what it shows.
struct reason {
    std::uint64_t contributed; ///< how much of the path's count comes from its own badge and its messages
    std::uint64_t fed_count; ///< the sum of its messages' counts; that of the message. A passive one counts 0
    /// mute_mode::number, mute_mode::all, SNOOZED: the number that this hides; 0: a dot, or none of them
    std::uint64_t kept_count;
    std::uint32_t own_count; ///< its own count; 0: none
    tally::reason_flags flags;
    std::int64_t message; ///< MESSAGE: its key; otherwise 0
    std::string path;
    std::string id; ///< MESSAGE: the server's identifier
    std::uint64_t highlights; ///< the sum of the counts of its highlights that reach the path
    tally::level level; ///< LIGHTS: the greatest level with which it reaches the path; otherwise 0

    reason(const tally_reason &from, const char *text)
        : contributed(from.contributed), fed_count(from.fed_count), kept_count(from.kept_count),
          own_count(from.own_count), flags(detail::made<tally::reason_flags>(from.flags)), message(from.message),
          path(detail::at(text, from.path)), id(detail::at(text, from.id)), highlights(from.highlights),
          level(detail::made<tally::level>(from.level)) {}
};

/// A feed that is stored.
struct feed_entry {
    std::int64_t id; ///< identifies the feed in events
    time_point last_success; ///< when the last good response arrived; 0: never
    std::uint64_t rejected; ///< its rejected items: see `account::rejected`
    /// its options, as of feed_options, or -1. All are 0 if they are not stored and it does not run
    milliseconds initial_delay;
    milliseconds interval;
    milliseconds visible_interval;
    milliseconds request_timeout;
    milliseconds idle_timeout;
    milliseconds tolerance;
    milliseconds away_time;
    milliseconds max_age;
    std::int64_t max_messages;
    std::uint32_t page_limit;
    tally::feed_flags options;
    tally::feed_entry_flags flags;
    std::string name;
    std::string url; ///< empty: none, as of FEED_LOCAL
    std::string prefix; ///< canonical
    std::string title; ///< the last title that the server sent, or that of the options; empty: none
    std::string mapping_preset;
    std::string mapping;

    feed_entry(const tally_feed_entry &from, const char *text)
        : id(from.id), last_success(detail::made<time_point>(from.last_success)), rejected(from.rejected),
          initial_delay(detail::made<milliseconds>(from.initial_delay)),
          interval(detail::made<milliseconds>(from.interval)),
          visible_interval(detail::made<milliseconds>(from.visible_interval)),
          request_timeout(detail::made<milliseconds>(from.request_timeout)),
          idle_timeout(detail::made<milliseconds>(from.idle_timeout)),
          tolerance(detail::made<milliseconds>(from.tolerance)),
          away_time(detail::made<milliseconds>(from.away_time)), max_age(detail::made<milliseconds>(from.max_age)),
          max_messages(from.max_messages), page_limit(from.page_limit),
          options(detail::made<tally::feed_flags>(from.options)),
          flags(detail::made<tally::feed_entry_flags>(from.flags)), name(detail::at(text, from.name)),
          url(detail::at(text, from.url)), prefix(detail::at(text, from.prefix)), title(detail::at(text, from.title)),
          mapping_preset(detail::at(text, from.mapping_preset)), mapping(detail::at(text, from.mapping)) {}
};

/// An item of a response that could not be used.
struct rejected {
    std::int64_t id; ///< rises in its feed. Begins again at 1 when the feed requests everything again
    time_point time; ///< when the response arrived
    std::string reason;
    std::string body; ///< the item's JSON, of the response or the mapping's page; its first 65,536 bytes

    rejected(const tally_rejected &from, const char *text)
        : id(from.id), time(detail::made<time_point>(from.time)), reason(detail::at(text, from.reason)),
          body(detail::at(text, from.body)) {}
};

/// A path where the server of a feed counts something else than the feed contributes.
struct drift {
    std::uint64_t ours; ///< the sum that the feed's messages contribute at the path and below, mutes aside
    std::uint64_t theirs; ///< the number that its server counts there
    std::int64_t feed; ///< the feed's identifier
    std::string path;
    std::uint64_t our_highlights; ///< the part of `ours` that highlights have
    std::uint64_t their_highlights; ///< that of `theirs`; as ours, if the server did not say

    drift(const tally_drift &from, const char *text)
        : ours(from.ours), theirs(from.theirs), feed(from.feed), path(detail::at(text, from.path)),
          our_highlights(from.our_highlights), their_highlights(from.their_highlights) {}
};

/// A message.
struct message {
    std::int64_t key; ///< identifies it in this file
    std::int64_t feed; ///< the feed's identifier
    time_point time; ///< the server's; 0: none
    std::uint32_t count; ///< added to the number. 0: a dot
    tally::message_state state;
    std::string id; ///< the server's identifier
    std::string path;
    std::string kind;
    std::string title;
    std::string body;
    std::string thread;
    std::string category;
    std::string argument;
    std::uint32_t argument_count;
    std::uint32_t data_size; ///< bytes of its data: see `account::message_data`. 0: none
    std::string link; ///< the URL that it opens. The library does not read it
    std::string icon; ///< the name of an icon
    std::string subtitle;
    std::string also; ///< its further paths, sorted by their bytes, with a line feed between two
    tally::level level;
    time_point snoozed_until; ///< when it becomes unseen again: see `account::snooze_message`. 0: it is not snoozed

    message(const tally_message &from, const char *text)
        : key(from.key), feed(from.feed), time(detail::made<time_point>(from.time)), count(from.count),
          state(detail::made<tally::message_state>(from.state)), id(detail::at(text, from.id)),
          path(detail::at(text, from.path)), kind(detail::at(text, from.kind)), title(detail::at(text, from.title)),
          body(detail::at(text, from.body)), thread(detail::at(text, from.thread)),
          category(detail::at(text, from.category)), argument(detail::at(text, from.argument)),
          argument_count(from.argument_count), data_size(from.data_size), link(detail::at(text, from.link)),
          icon(detail::at(text, from.icon)), subtitle(detail::at(text, from.subtitle)),
          also(detail::at(text, from.also)), level(detail::made<tally::level>(from.level)),
          snoozed_until(detail::made<time_point>(from.snoozed_until)) {}
};

/// The unseen messages of a thread, and their summary.
struct group {
    std::int64_t newest; ///< the key of the leading message
    std::int64_t oldest; ///< the key of the last one
    std::uint64_t items; ///< the sum of the argument counts of all its messages
    std::uint64_t notifications; ///< its messages
    std::uint64_t fresh; ///< its messages that arrived since `account::group_seen`
    time_point time; ///< the leading message's, by the server; 0: none
    tally::summary_origin origin;
    std::string thread; ///< "": messages without a thread; with BY_APP all
    std::string path; ///< the path of the leading message
    std::string title; ///< the title of the leading message
    std::string summary; ///< empty: none
    std::string language; ///< the language of the summary. "und": a source text of the account. Empty: no summary

    group(const tally_group &from, const char *text)
        : newest(from.newest), oldest(from.oldest), items(from.items), notifications(from.notifications),
          fresh(from.fresh), time(detail::made<time_point>(from.time)),
          origin(detail::made<tally::summary_origin>(from.origin)), thread(detail::at(text, from.thread)),
          path(detail::at(text, from.path)), title(detail::at(text, from.title)),
          summary(detail::at(text, from.summary)), language(detail::at(text, from.language)) {}
};

/// A row on its way to the server.
struct outbox_entry {
    std::int64_t id; ///< identifies the row in this file, and orders the rows
    std::int64_t feed; ///< the feed's identifier
    std::int64_t attempt; ///< how often it was given out
    time_point next_time; ///< not given out before; 0: immediately, or it has failed for good
    time_point lease_end; ///< 0: it is not leased
    tally::outbox_kind kind;
    tally::outbox_state state; ///< outbox_state::waiting …
    std::string key; ///< send it as Idempotency-Key
    std::string entity;
    std::string body; ///< JSON. Empty until it is first given out, and unchanged from then on

    outbox_entry(const tally_outbox_entry &from, const char *text)
        : id(from.id), feed(from.feed), attempt(from.attempt), next_time(detail::made<time_point>(from.next_time)),
          lease_end(detail::made<time_point>(from.lease_end)), kind(detail::made<tally::outbox_kind>(from.kind)),
          state(detail::made<tally::outbox_state>(from.state)), key(detail::at(text, from.key)),
          entity(detail::at(text, from.entity)), body(detail::at(text, from.body)) {}
};

/// A reminder.
struct reminder {
    std::int64_t key; ///< identifies it in this file. It is `reminder` of its events
    time_point next_time; ///< when it fires next; 0: never
    time_point due_time; ///< when it fired, if not acknowledged; 0: it has not
    time_point expires; ///< when its last good day ends; 0: its zone is not available
    time_point stamp; ///< when the reminder was last changed
    std::uint32_t revision; ///< one more with each edit, done and undone
    tally::reminder_state state;
    std::int32_t expiry; ///< the last good day
    std::int32_t span; ///< the days from production to expiry
    std::int32_t days_left; ///< the days that are left; negative: it has expired
    std::int32_t is_smart; ///< 1 or 0
    std::int32_t produced; ///< the members from here on are as they were given
    std::int32_t shelf_life;
    tally::unit shelf_unit;
    std::int32_t time_of_day;
    std::int32_t entered;
    tally::smart_mode smart;
    tally::unit repeat_unit;
    std::int32_t repeat_every;
    std::int32_t start;
    std::int32_t end;
    tally::unit overdue_unit;
    std::int32_t overdue_every;
    std::int32_t overdue_limit;
    std::string id;
    std::string title;
    std::string body;
    std::string path;
    std::string zone;

    reminder(const tally_reminder &from, const char *text)
        : key(from.key), next_time(detail::made<time_point>(from.next_time)),
          due_time(detail::made<time_point>(from.due_time)), expires(detail::made<time_point>(from.expires)),
          stamp(detail::made<time_point>(from.stamp)), revision(from.revision),
          state(detail::made<tally::reminder_state>(from.state)), expiry(from.expiry), span(from.span),
          days_left(from.days_left), is_smart(from.is_smart), produced(from.produced), shelf_life(from.shelf_life),
          shelf_unit(detail::made<tally::unit>(from.shelf_unit)), time_of_day(from.time_of_day),
          entered(from.entered), smart(detail::made<tally::smart_mode>(from.smart)),
          repeat_unit(detail::made<tally::unit>(from.repeat_unit)), repeat_every(from.repeat_every),
          start(from.start), end(from.end), overdue_unit(detail::made<tally::unit>(from.overdue_unit)),
          overdue_every(from.overdue_every), overdue_limit(from.overdue_limit), id(detail::at(text, from.id)),
          title(detail::at(text, from.title)), body(detail::at(text, from.body)), path(detail::at(text, from.path)),
          zone(detail::at(text, from.zone)) {}
};

/// A notification that the system is to arm or disarm.
struct plan_entry {
    std::int64_t id; ///< from 1, the same on every machine: docs/plan-identifiers.md
    time_point time; ///< when it fires, or would have
    std::int64_t occurrence; ///< which occurrence of the reminder it is
    std::uint32_t revision; ///< the reminder's
    tally::plan_action action; ///< plan_action::disarm or plan_action::arm
    std::string reminder; ///< its identifier. plan_action::disarm: empty if the reminder was removed
    std::string title; ///< these: plan_action::arm only
    std::string body;
    std::string path;

    plan_entry(const tally_plan_entry &from, const char *text)
        : id(from.id), time(detail::made<time_point>(from.time)), occurrence(from.occurrence),
          revision(from.revision), action(detail::made<tally::plan_action>(from.action)),
          reminder(detail::at(text, from.reminder)), title(detail::at(text, from.title)),
          body(detail::at(text, from.body)), path(detail::at(text, from.path)) {}
};

/// A note in the log of reminders.
struct reminder_note {
    std::int64_t id; ///< from 1 in each account, in order
    time_point time; ///< when it was written
    time_point occurrence_time; ///< when its occurrence fires; 0: it is about none
    std::uint32_t revision;
    tally::note_kind kind;
    std::string reminder; ///< its identifier; empty: all of the account's

    reminder_note(const tally_reminder_note &from, const char *text)
        : id(from.id), time(detail::made<time_point>(from.time)),
          occurrence_time(detail::made<time_point>(from.occurrence_time)), revision(from.revision),
          kind(detail::made<tally::note_kind>(from.kind)), reminder(detail::at(text, from.reminder)) {}
};

/// An entry of an imported file that was skipped.
struct skipped_entry {
    std::int64_t line; ///< the line where the entry, or the property that cannot be used, begins. From 1
    std::string uid; ///< its UID; empty if it has none, or was not read as far as that
    std::string reason; ///< why, in English

    skipped_entry(const tally_skipped_entry &from, const char *text)
        : line(from.line), uid(detail::at(text, from.uid)), reason(detail::at(text, from.reason)) {}
};

/// What a node of a snapshot owns.
struct snapshot_entry {
    std::string path; ///< relative to the top of the snapshot; empty: the top itself
    std::uint64_t count; ///< its own count; 0 for a dot or nothing
    time_point until; ///< when its badge ends; 0: it does not
    time_point mute_until; ///< when its mute ends; 0: it does not
    tally::badge_kind kind; ///< badge_kind::none, badge_kind::dot or badge_kind::number
    tally::mute_mode mute;
    time_point snoozed_until; ///< when its snooze ends; 0: it is not snoozed

    snapshot_entry(const tally_snapshot_entry &from, const char *text)
        : path(detail::at(text, from.path)), count(from.count), until(detail::made<time_point>(from.until)),
          mute_until(detail::made<time_point>(from.mute_until)), kind(detail::made<tally::badge_kind>(from.kind)),
          mute(detail::made<tally::mute_mode>(from.mute)),
          snoozed_until(detail::made<time_point>(from.snoozed_until)) {}
};

/// What a node owns before and after a patch.
struct patch_entry {
    std::string path; ///< relative to the top of the patch; empty: the top itself
    std::uint64_t before_count;
    time_point before_until;
    time_point before_mute_until;
    tally::badge_kind before_kind; ///< badge_kind::none, badge_kind::dot or badge_kind::number
    tally::mute_mode before_mute;
    std::uint64_t after_count;
    time_point after_until;
    time_point after_mute_until;
    tally::badge_kind after_kind; ///< badge_kind::none, badge_kind::dot or badge_kind::number
    tally::mute_mode after_mute;
    time_point before_snoozed_until;
    time_point after_snoozed_until;

    patch_entry(const tally_patch_entry &from, const char *text)
        : path(detail::at(text, from.path)), before_count(from.before_count),
          before_until(detail::made<time_point>(from.before_until)),
          before_mute_until(detail::made<time_point>(from.before_mute_until)),
          before_kind(detail::made<tally::badge_kind>(from.before_kind)),
          before_mute(detail::made<tally::mute_mode>(from.before_mute)), after_count(from.after_count),
          after_until(detail::made<time_point>(from.after_until)),
          after_mute_until(detail::made<time_point>(from.after_mute_until)),
          after_kind(detail::made<tally::badge_kind>(from.after_kind)),
          after_mute(detail::made<tally::mute_mode>(from.after_mute)),
          before_snoozed_until(detail::made<time_point>(from.before_snoozed_until)),
          after_snoozed_until(detail::made<time_point>(from.after_snoozed_until)) {}
};

/// The badge that a path owns, and its mute, with the times at which they end.
struct badge_own {
    tally::badge_kind kind{}; ///< badge_kind::none, badge_kind::dot or badge_kind::number
    std::uint64_t count{}; ///< its own count, to MAX_COUNT; 0 for a dot or nothing
    time_point until{}; ///< when its badge ends; 0: it does not
    time_point mute_until{}; ///< when its mute ends; 0: it does not
    tally::mute_mode mute{};
    tally::own_flags flags{}; ///< `own_flags::flagged`, or 0
    time_point snoozed_until{}; ///< when its snooze ends; 0: it is not snoozed

    badge_own() = default;
    badge_own(const tally_badge_own &from)
        : kind(detail::made<tally::badge_kind>(from.kind)), count(from.count),
          until(detail::made<time_point>(from.until)), mute_until(detail::made<time_point>(from.mute_until)),
          mute(detail::made<tally::mute_mode>(from.mute)), flags(detail::made<tally::own_flags>(from.flags)),
          snoozed_until(detail::made<time_point>(from.snoozed_until)) {}
};

/// Numbers of messages.
struct message_counts {
    std::uint64_t total{}; ///< all messages
    std::uint64_t unread{}; ///< those that are not read
    std::uint64_t unseen{}; ///< those that are not seen

    message_counts() = default;
    message_counts(const tally_message_counts &from)
        : total(from.total), unread(from.unread), unseen(from.unseen) {}
};

/// The place of a message among those at its path, or in a subtree.
struct message_position {
    std::int64_t key{}; ///< 0: there is no such message, and all members are 0
    time_point time{}; ///< the server's; 0: none
    std::uint64_t matching{}; ///< the unread ones, or those that flags name, including this one
    std::uint64_t newer{}; ///< all messages that `account::messages` lists before it
    std::uint64_t older{}; ///< all messages that `account::messages` lists after it

    message_position() = default;
    message_position(const tally_message_position &from)
        : key(from.key), time(detail::made<time_point>(from.time)), matching(from.matching), newer(from.newer),
          older(from.older) {}
};

/// Numbers of rows of an outbox.
struct outbox_counts {
    std::uint64_t total{}; ///< all rows
    std::uint64_t leased{}; ///< the leased rows
    std::uint64_t failed{}; ///< the rows that failed for good

    outbox_counts() = default;
    outbox_counts(const tally_outbox_counts &from)
        : total(from.total), leased(from.leased), failed(from.failed) {}
};

/// How far the batches of a source were applied.
struct batch_position {
    std::uint64_t epoch{}; ///< as in batch_options
    std::uint64_t position{}; ///< the position of the last batch
    time_point time{}; ///< the time of the last item of `engine::batch`. 0: there is none

    batch_position() = default;
    batch_position(const tally_position &from)
        : epoch(from.epoch), position(from.position), time(detail::made<time_point>(from.time)) {}
};

/// The result of importing another program's file.
struct import_report {
    std::uint64_t taken{}; ///< the number of imported things
    std::uint64_t skipped{}; ///< the number of skipped things

    import_report() = default;
    import_report(const tally_import_report &from)
        : taken(from.taken), skipped(from.skipped) {}
};

/// Something that happened.
struct event {
    tally::event_kind kind{};
    std::uint64_t token{}; ///< the observer's, widget's or completion's; otherwise 0
    std::int64_t account{}; ///< the account's identifier, or 0
    std::int64_t feed{}; ///< the feed's identifier, or 0
    std::int64_t reminder{}; ///< event_kind::reminder: the reminder's key; otherwise 0
    /// event_kind::badge, event_kind::total, event_kind::widget, event_kind::synced, event_kind::drift: the number.
    /// event_kind::reminder: occurrences that were due
    std::uint64_t count{};
    /// event_kind::badge, event_kind::total, event_kind::widget, event_kind::synced: of the number's last change.
    /// event_kind::reminder: its own
    std::uint64_t revision{};
    /// event_kind::badge, event_kind::total, event_kind::widget, event_kind::synced: badge_kind::none, badge_kind::dot
    /// or badge_kind::number
    tally::badge_kind badge_kind{};
    /// event_kind::synced, event_kind::completion, event_kind::auth: status::ok, status::not_modified or the error.
    /// Others: status::ok or status::resync
    tally::status result{};
    milliseconds retry_after{}; ///< milliseconds that the server asked to wait; 0: none
    /// event_kind::synced: when the feed is polled next; 0: not planned. event_kind::reminder: when it was due
    time_point next_time{};
    std::uint32_t added{}; ///< event_kind::synced: new messages
    std::uint32_t changed{}; ///< event_kind::synced: changed messages
    std::uint32_t removed{}; ///< event_kind::synced: removed messages
    std::uint32_t rejected{}; ///< event_kind::synced: items that could not be used
    bool missed{}; ///< event_kind::reminder: whether it was missed
    std::uint64_t total{}; ///< event_kind::messages: all messages. event_kind::drift: what the server counts
    std::uint64_t unread{}; ///< event_kind::messages: those that are not read
    std::uint64_t unseen{}; ///< event_kind::messages: those that are not seen
    /// event_kind::synced, event_kind::completion, event_kind::auth: of the last response; 0: there was none
    std::int32_t http_status{};
    tally::level level{}; ///< event_kind::badge, event_kind::total: as of badge
    /// event_kind::badge, event_kind::total: as of badge. event_kind::drift: the part of `count` that highlights have
    std::uint64_t highlights{};
    std::uint64_t total_highlights{}; ///< event_kind::drift: the part of `total` that highlights have
    std::string text;

    event() = default;
    event(const tally_event &from, std::string words)
        : kind(detail::made<tally::event_kind>(from.kind)), token(from.token), account(from.account), feed(from.feed),
          reminder(from.reminder), count(from.count), revision(from.revision),
          badge_kind(detail::made<tally::badge_kind>(from.badge_kind)),
          result(detail::made<tally::status>(from.result)), retry_after(detail::made<milliseconds>(from.retry_after)),
          next_time(detail::made<time_point>(from.next_time)), added(from.added), changed(from.changed),
          removed(from.removed), rejected(from.rejected), missed(detail::made<bool>(from.missed)), total(from.total),
          unread(from.unread), unseen(from.unseen), http_status(from.http_status),
          level(detail::made<tally::level>(from.level)), highlights(from.highlights),
          total_highlights(from.total_highlights), text(std::move(words)) {}
};

/// How an engine is opened.
struct engine_options {
    tally::engine_flags flags{};
    std::uint64_t seed = 0; ///< for tests: the seed of everything random. 0: the system's
    /// how long the id of a batch is remembered: from 1,000 ms. Default 86,400,000 ms, a day
    milliseconds batch_id_time{};
    /// path of the database, created if it does not exist. std::nullopt: in memory only
    std::optional<std::string> file;
    /// certificate authorities in PEM form, read when needed. std::nullopt: the system's
    std::optional<std::string> ca_file;
    std::optional<std::string> user_agent; ///< without control characters. std::nullopt: "tally/" and the version
    std::optional<std::string> zone; ///< the name of the device's zone. std::nullopt: TZ, or /etc/localtime
    /// for tests: the wall clock and elapsed time; none: the system's clocks
    std::function<std::pair<time_point, milliseconds>()> clock;
    /// called on any thread; must not close the engine
    std::function<void(tally::log_level level, std::string_view text)> log;
    /// the bytes of a zone's TZif file, or no bytes; none: the system's zones
    std::function<bytes(std::string_view name)> zone_file;
    tally::durability durability{};
    tally::log_level least_level{}; ///< the least important level to report. Default log_level::warning
    std::uint32_t max_depth = 0; ///< components of a path, root not counted: 1 to 1,024. Default 64
    std::uint32_t max_path_bytes = 0; ///< bytes of a path, with `root`: 4 to 65,535. Default 4,096
    std::uint32_t max_nodes = 0; ///< nodes of one account, with the root: 1 to 1,073,741,824. Default 16,777,216
    std::uint32_t max_accounts = 0; ///< open accounts: 1 to 16,777,216. Default 1,024. See docs/concepts/accounts.md
    std::uint32_t max_loaded_accounts = 0; ///< accounts in memory: 1 to 16,777,216. NO_LIMIT: all. See "Accounts"
    std::uint32_t max_feeds = 0; ///< feeds of all open accounts: 1 to 1,000,000. Default 100,000
    std::uint32_t max_observers = 0; ///< observers, views and widgets: 1 to 16,777,216. Default 1,048,576
    /// the limit for all pages of a response: 1 to 1,073,741,824. Default 8 MiB
    std::uint32_t max_response_bytes = 0;
    std::uint32_t max_batch_ids = 0; ///< ids of batches kept for an account: 1 to 1,073,741,824. Default 10,000
    std::uint32_t max_requests = 0; ///< requests of feeds in flight, a socket each: 1 to 65,535. Default 256
    /// the same to one origin (scheme, host, port): 1 to 65,535. Default 6
    std::uint32_t max_requests_per_origin = 0;
    std::uint32_t max_forgotten = 0; ///< removed messages of one feed to remember: 1 to 1,073,741,824. Default 4,096
    std::uint32_t max_marks = 0; ///< read positions of one feed: 1 to 1,073,741,824. Default 10,000
    std::uint32_t max_failed_rows = 0; ///< failed outbox rows, in all accounts: 1 to 1,073,741,824. Default 10,000
    std::uint32_t max_rejected = 0; ///< rejected items of one feed: 1 to 1,073,741,824. Default 100
    /// log entries of one account's reminders: 1 to 1,073,741,824. Default 10,000
    std::uint32_t max_reminder_log = 0;
    /// groups of an account with summaries in memory: 1 to 16,777,216. Default 65,536
    std::uint32_t max_cached_groups = 0;
    std::uint32_t max_events = 0; ///< pending events, see "Watching": 1 to 16,777,216. Default 1,048,576
    std::uint32_t max_completions = 0; ///< calls of `feed::refresh_now`, see there: 1 to 16,777,216. Default 65,536
    std::uint32_t max_links = 0; ///< links of one account: 1 to 1,073,741,824. Default 65,536
};

/// The source of items, and the options of accounts that they create.
struct items_options {
    std::uint32_t flags = 0; ///< 0
    tally::aggregation aggregation{}; ///< for accounts that the batch creates
    tally::feeding feeding{}; ///< the same
    std::uint64_t epoch = 0; ///< as in batch_options
    /// the place of the last item in the log, rising with each batch. Without a source: 0
    std::uint64_t position = 0;
    std::optional<std::string> source; ///< the log: 1 to 255 bytes, as an account's name. std::nullopt: none
};

/// How a path counts. Members that are left out are those above the path.
struct badge_rule {
    tally::feeding feeding{}; ///< which messages feed the badge. feeding::default_: as above the path
    std::uint32_t flags = 0; ///< 0
    tally::counting counting{}; ///< how the path's number comes from its children
};

/// How an account is opened.
struct account_options {
    tally::account_flags flags{}; ///< `account_flags::existing`, or 0
    tally::aggregation aggregation{};
    tally::feeding feeding{};
};

/// Settings of an account. Those that are left out stay unchanged.
struct account_settings {
    std::uint32_t flags = 0; ///< 0
    tally::grouping grouping{}; ///< how messages are grouped. At first grouping::automatic
    tally::outbox_mode outbox{}; ///< at first outbox_mode::off
    /// which messages feed badges where no rule holds. At first that of `engine::open_account`
    tally::feeding feeding{};
    tally::outbox_flags outbox_kinds{}; ///< what the outbox sends. At first READS and REMINDERS
    milliseconds outbox_request_timeout{}; ///< for a whole request, from 100 ms. At first 300,000 ms
    milliseconds outbox_idle_timeout{}; ///< without a byte, from 100 ms. At first 60,000 ms
    std::optional<std::string> language; ///< the language of summaries. Empty: none, so built-in words are English
    /// http: or https:, to which rows are sent with POST. outbox_mode::sent needs it. Empty: none
    std::optional<std::string> outbox_url;
    /// the path whose own badge follows `aps.badge` of pushes, the icon's number; a number of 0 removes the badge.
    /// `root` is the root. Empty: none
    std::optional<std::string> push_path;
};

/// A credential for a server.
struct credential {
    tally::credential_flags flags{}; ///< `credential_flags::plain`, or 0
    tally::credential_kind kind{};
    /// credential_kind::basic, credential_kind::header, credential_kind::query; otherwise std::nullopt
    std::optional<std::string> name;
    std::optional<std::string> secret;
    /// credential_kind::header: the value, in which {token} stands for the secret. std::nullopt: the secret alone
    std::optional<std::string> format;
};

/// How a batch is performed, and the marks by which it is recognised.
struct batch_options {
    tally::batch_flags flags{};
    /// the epoch of the source's owner. A new owner has a greater one, up to 2^62. 0: no source
    std::uint64_t epoch = 0;
    /// the batch's offset in the source; rises, perhaps with gaps, up to 2^62. 0: no source
    std::uint64_t position = 0;
    std::optional<std::string> source; ///< a name: the log that the batch comes from. std::nullopt: none
    std::optional<std::string> id; ///< a name of the batch itself. std::nullopt: none
};

/// How a feed is polled. 0 is the value of the polling profile (MESSAGE_CENTER's; UNREAD_COUNT's), and -1 is off.
struct feed_options {
    tally::feed_flags flags{};
    /// the first request begins within this: from 1 ms. 0: 1,000 ms with polling::message_center, off with
    /// polling::unread_count. -1: off
    milliseconds initial_delay{};
    /// between requests: from 100 ms. 0: 600,000 ms with polling::message_center, off with polling::unread_count. -1:
    /// off
    milliseconds interval{};
    /// while a page is seen: from 100 ms. 0: off with polling::message_center, 60,000 ms with polling::unread_count.
    /// -1: off
    milliseconds visible_interval{};
    milliseconds request_timeout{}; ///< for a whole request, from 100 ms. 0: 300,000 ms
    milliseconds idle_timeout{}; ///< without a byte, from 100 ms. 0: 60,000 ms
    /// a page does not poll this soon after a good response: from 1 ms. 0: 180,000 ms with polling::message_center, off
    /// with polling::unread_count. -1: off
    milliseconds tolerance{};
    /// a page that returns after this polls: from 1 ms. 0: 0 ms (each return) with polling::message_center, 60,000 ms
    /// with polling::unread_count. -1: off
    milliseconds away_time{};
    milliseconds max_age{}; ///< messages that are older by the server's time are removed, read or not. 0: no limit
    std::int64_t max_messages = 0; ///< beyond this number the oldest read messages are removed. 0: no limit
    std::uint32_t page_limit = 0; ///< items a page, 1 to 10,000, sent as `limit`. 0: 200
    tally::polling polling{};
    /// http:, https: or file: (a regular file). std::nullopt: nothing is polled; the host delivers pages
    std::optional<std::string> url;
    std::optional<std::string> prefix; ///< the path below which the feed's own paths are. std::nullopt: root
    /// a shipped mapping, for a server with another format: "github-notifications", "mastodon-v2", "ntfy",
    /// "message-center" or "unread-count"
    std::optional<std::string> mapping_preset;
    /// a mapping, JSON text (docs/mappings.md) of up to 65,536 bytes. It replaces members of mapping_preset.
    /// std::nullopt or empty, both: the wire format
    std::optional<std::string> mapping;
    /// the title until the server sends one, UTF-8, up to 1,024 bytes. std::nullopt: none
    std::optional<std::string> title;
};

/// A message that the host posts.
struct message_options {
    tally::message_flags flags{};
    time_point time{}; ///< it orders messages. 0: now
    std::uint32_t count = 0; ///< added to the number. 0: 1, or 0 with `message_flags::dot`
    std::uint32_t argument_count = 0;
    std::optional<std::string> id; ///< a name. std::nullopt or empty: a new one
    std::optional<std::string> title;
    std::optional<std::string> body;
    std::optional<std::string> kind;
    std::optional<std::string> thread;
    std::optional<std::string> category;
    std::optional<std::string> argument;
    std::optional<std::string> link; ///< a URL, up to MAX_LINK bytes without control characters
    std::optional<std::string> icon; ///< a name
    std::optional<std::string> subtitle;
    std::optional<std::string> data; ///< the host's own, such as JSON, up to MAX_DATA bytes
    std::optional<std::string> also; ///< further paths where it counts, one per line, up to MAX_ALSO
    tally::level level{};
};

/// The plural forms of a format; `other` is required.
struct forms {
    std::optional<std::string> zero;
    std::optional<std::string> one;
    std::optional<std::string> two;
    std::optional<std::string> few;
    std::optional<std::string> many;
    std::optional<std::string> other;
    std::uint32_t flags = 0; ///< 0
};

/// The terms of a reminder that a user enters. A shelf life and its unit are required.
struct reminder_options {
    std::optional<std::string> title;
    std::optional<std::string> body;
    std::optional<std::string> path; ///< the path of its badge. Empty: none
    std::optional<std::string> zone; ///< empty: the device's
    std::optional<std::int32_t> produced; ///< a day. Default: today, in its zone
    std::optional<std::int32_t> shelf_life; ///< from 1
    std::optional<tally::unit> shelf_unit; ///< unit::day, unit::month or unit::year
    std::optional<std::int32_t> time_of_day; ///< seconds since midnight, 0 to 86,399. Default 32,400, 09:00
    std::optional<tally::smart_mode> smart; ///< default smart_mode::automatic
    std::optional<tally::unit> repeat_unit; ///< required unless it is smart
    std::optional<std::int32_t> repeat_every; ///< it fires every so many units, to 1,000,000. Default 1
    std::optional<std::int32_t> end; ///< the last day on which it fires. Required unless it is smart
    std::optional<std::int32_t> start; ///< the day from which repetitions count. Default: the day of entering
    std::optional<tally::unit> overdue_unit; ///< counted from the day after the expiry or the end
    std::optional<std::int32_t> overdue_every; ///< it fires every so many of these units, to 1,000,000. Default 1
    std::optional<std::int32_t> overdue_limit; ///< how many times it fires then, to 1,000,000. Default: 0
};

/// The limits of a plan.
struct plan_options {
    tally::plan_flags flags{}; ///< `plan_flags::from_scratch` or 0
    std::uint32_t limit = 0; ///< notifications that the system accepts, to 4,096. 0: 64
    std::uint32_t reserve = 0; ///< how many of them the host needs for other things
};

namespace detail {

struct c_engine_options {
    explicit c_engine_options(const engine_options &from) : file(from.file), ca_file(from.ca_file),
          user_agent(from.user_agent), zone(from.zone) {
        value.flags = detail::raw(from.flags);
        value.seed = detail::raw(from.seed);
        value.batch_id_time = detail::raw(from.batch_id_time);
        value.durability = detail::raw(from.durability);
        value.log_level = detail::raw(from.least_level);
        value.max_depth = detail::raw(from.max_depth);
        value.max_path_bytes = detail::raw(from.max_path_bytes);
        value.max_nodes = detail::raw(from.max_nodes);
        value.max_accounts = detail::raw(from.max_accounts);
        value.max_loaded_accounts = detail::raw(from.max_loaded_accounts);
        value.max_feeds = detail::raw(from.max_feeds);
        value.max_observers = detail::raw(from.max_observers);
        value.max_response_bytes = detail::raw(from.max_response_bytes);
        value.max_batch_ids = detail::raw(from.max_batch_ids);
        value.max_requests = detail::raw(from.max_requests);
        value.max_requests_per_origin = detail::raw(from.max_requests_per_origin);
        value.max_forgotten = detail::raw(from.max_forgotten);
        value.max_marks = detail::raw(from.max_marks);
        value.max_failed_rows = detail::raw(from.max_failed_rows);
        value.max_rejected = detail::raw(from.max_rejected);
        value.max_reminder_log = detail::raw(from.max_reminder_log);
        value.max_cached_groups = detail::raw(from.max_cached_groups);
        value.max_events = detail::raw(from.max_events);
        value.max_completions = detail::raw(from.max_completions);
        value.max_links = detail::raw(from.max_links);
        value.file = file;
        value.ca_file = ca_file;
        value.user_agent = user_agent;
        value.zone = zone;
    }
    operator const tally_engine_options *() const { return &value; }

    tally_engine_options value = sized<tally_engine_options>();

private:
    c_text file, ca_file, user_agent, zone;
};

struct c_items_options {
    explicit c_items_options(const items_options &from) : source(from.source) {
        value.flags = detail::raw(from.flags);
        value.aggregation = detail::raw(from.aggregation);
        value.feeding = detail::raw(from.feeding);
        value.epoch = detail::raw(from.epoch);
        value.position = detail::raw(from.position);
        value.source = source;
        value.item_size = sizeof(tally_item);
        value.operation_size = sizeof(tally_operation);
    }
    operator const tally_engine_batch_options *() const { return &value; }

    tally_engine_batch_options value = sized<tally_engine_batch_options>();

private:
    c_text source;
};

struct c_badge_rule {
    explicit c_badge_rule(const badge_rule &from) {
        value.feeding = detail::raw(from.feeding);
        value.flags = detail::raw(from.flags);
        value.counting = detail::raw(from.counting);
    }
    operator const tally_badge_rule *() const { return &value; }

    tally_badge_rule value = sized<tally_badge_rule>();
};

struct c_account_options {
    explicit c_account_options(const account_options &from) {
        value.flags = detail::raw(from.flags);
        value.aggregation = detail::raw(from.aggregation);
        value.feeding = detail::raw(from.feeding);
    }
    operator const tally_account_options *() const { return &value; }

    tally_account_options value = sized<tally_account_options>();
};

struct c_account_settings {
    explicit c_account_settings(const account_settings &from) : language(from.language), outbox_url(from.outbox_url),
          push_path(from.push_path) {
        value.flags = detail::raw(from.flags);
        value.grouping = detail::raw(from.grouping);
        value.outbox = detail::raw(from.outbox);
        value.feeding = detail::raw(from.feeding);
        value.outbox_kinds = detail::raw(from.outbox_kinds);
        value.outbox_request_timeout = detail::raw(from.outbox_request_timeout);
        value.outbox_idle_timeout = detail::raw(from.outbox_idle_timeout);
        value.language = language;
        value.outbox_url = outbox_url;
        value.push_path = push_path;
    }
    operator const tally_account_settings *() const { return &value; }

    tally_account_settings value = sized<tally_account_settings>();

private:
    c_text language, outbox_url, push_path;
};

struct c_credential {
    explicit c_credential(const credential &from) : name(from.name), secret(from.secret), format(from.format) {
        value.flags = detail::raw(from.flags);
        value.kind = detail::raw(from.kind);
        value.name = name;
        value.secret = secret;
        value.format = format;
    }
    operator const tally_credential *() const { return &value; }

    tally_credential value = sized<tally_credential>();

private:
    c_text name, secret, format;
};

struct c_batch_options {
    explicit c_batch_options(const batch_options &from) : source(from.source), id(from.id) {
        value.flags = detail::raw(from.flags);
        value.epoch = detail::raw(from.epoch);
        value.position = detail::raw(from.position);
        value.source = source;
        value.id = id;
        value.operation_size = sizeof(tally_operation);
    }
    operator const tally_batch_options *() const { return &value; }

    tally_batch_options value = sized<tally_batch_options>();

private:
    c_text source, id;
};

struct c_feed_options {
    explicit c_feed_options(const feed_options &from) : url(from.url), prefix(from.prefix),
          mapping_preset(from.mapping_preset), mapping(from.mapping), title(from.title) {
        value.flags = detail::raw(from.flags);
        value.initial_delay = detail::raw(from.initial_delay);
        value.interval = detail::raw(from.interval);
        value.visible_interval = detail::raw(from.visible_interval);
        value.request_timeout = detail::raw(from.request_timeout);
        value.idle_timeout = detail::raw(from.idle_timeout);
        value.tolerance = detail::raw(from.tolerance);
        value.away_time = detail::raw(from.away_time);
        value.max_age = detail::raw(from.max_age);
        value.max_messages = detail::raw(from.max_messages);
        value.page_limit = detail::raw(from.page_limit);
        value.polling = detail::raw(from.polling);
        value.url = url;
        value.prefix = prefix;
        value.mapping_preset = mapping_preset;
        value.mapping = mapping;
        value.title = title;
    }
    operator const tally_feed_options *() const { return &value; }

    tally_feed_options value = sized<tally_feed_options>();

private:
    c_text url, prefix, mapping_preset, mapping, title;
};

struct c_message_options {
    explicit c_message_options(const message_options &from) : id(from.id), title(from.title), body(from.body),
          kind(from.kind), thread(from.thread), category(from.category), argument(from.argument), link(from.link),
          icon(from.icon), subtitle(from.subtitle), data(from.data), also(from.also) {
        value.flags = detail::raw(from.flags);
        value.time = detail::raw(from.time);
        value.count = detail::raw(from.count);
        value.argument_count = detail::raw(from.argument_count);
        value.level = detail::raw(from.level);
        value.id = id;
        value.title = title;
        value.body = body;
        value.kind = kind;
        value.thread = thread;
        value.category = category;
        value.argument = argument;
        value.link = link;
        value.icon = icon;
        value.subtitle = subtitle;
        value.data = data;
        value.also = also;
    }
    operator const tally_message_options *() const { return &value; }

    tally_message_options value = sized<tally_message_options>();

private:
    c_text id, title, body, kind, thread, category, argument, link, icon, subtitle, data, also;
};

struct c_forms {
    explicit c_forms(const forms &from) : zero(from.zero), one(from.one), two(from.two), few(from.few),
          many(from.many), other(from.other) {
        value.flags = detail::raw(from.flags);
        value.zero = zero;
        value.one = one;
        value.two = two;
        value.few = few;
        value.many = many;
        value.other = other;
    }
    operator const tally_forms *() const { return &value; }

    tally_forms value = sized<tally_forms>();

private:
    c_text zero, one, two, few, many, other;
};

struct c_reminder_options {
    explicit c_reminder_options(const reminder_options &from) : title(from.title), body(from.body), path(from.path),
          zone(from.zone) {
        give(from.title, value.title, value.fields, TALLY_REMINDER_FIELD_TITLE);
        give(from.body, value.body, value.fields, TALLY_REMINDER_FIELD_BODY);
        give(from.path, value.path, value.fields, TALLY_REMINDER_FIELD_PATH);
        give(from.zone, value.zone, value.fields, TALLY_REMINDER_FIELD_ZONE);
        give(from.produced, value.produced, value.fields, TALLY_REMINDER_FIELD_PRODUCED);
        give(from.shelf_life, value.shelf_life, value.fields, TALLY_REMINDER_FIELD_SHELF_LIFE);
        give(from.shelf_unit, value.shelf_unit, value.fields, TALLY_REMINDER_FIELD_SHELF_LIFE);
        give(from.time_of_day, value.time_of_day, value.fields, TALLY_REMINDER_FIELD_TIME_OF_DAY);
        give(from.smart, value.smart, value.fields, TALLY_REMINDER_FIELD_SMART);
        give(from.repeat_unit, value.repeat_unit, value.fields, TALLY_REMINDER_FIELD_REPEAT);
        give(from.repeat_every, value.repeat_every, value.fields, TALLY_REMINDER_FIELD_REPEAT);
        give(from.end, value.end, value.fields, TALLY_REMINDER_FIELD_END);
        give(from.start, value.start, value.fields, TALLY_REMINDER_FIELD_START);
        give(from.overdue_unit, value.overdue_unit, value.fields, TALLY_REMINDER_FIELD_OVERDUE);
        give(from.overdue_every, value.overdue_every, value.fields, TALLY_REMINDER_FIELD_OVERDUE);
        give(from.overdue_limit, value.overdue_limit, value.fields, TALLY_REMINDER_FIELD_OVERDUE);
        value.title = title;
        value.body = body;
        value.path = path;
        value.zone = zone;
    }
    operator const tally_reminder_options *() const { return &value; }

    tally_reminder_options value = sized<tally_reminder_options>();

private:
    c_text title, body, path, zone;
};

struct c_plan_options {
    explicit c_plan_options(const plan_options &from) {
        value.flags = detail::raw(from.flags);
        value.limit = detail::raw(from.limit);
        value.reserve = detail::raw(from.reserve);
    }
    operator const tally_plan_options *() const { return &value; }

    tally_plan_options value = sized<tally_plan_options>();
};

inline badge_rule read(const tally_badge_rule &from) {
    return {detail::made<tally::feeding>(from.feeding), from.flags, detail::made<tally::counting>(from.counting)};
}

}  // namespace detail

}  // namespace tally

#endif  // TALLY_VALUES_HPP
