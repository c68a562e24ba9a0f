// tally.hpp: Tally for C++17. One header over tally.h, which says what everything means; this one says what is
// different in C++.
//
//     tally::engine engine;                                   // in memory; or {options with a file}
//     tally::account account = engine.open_account("ann");
//     account.set("root.chat.bo", 3);
//     tally::badge badge = account.get("root");               // shows 1, count 3
//
// Errors are exceptions, tally::error, with a status. Qualified successes (held, more, resync, already_applied, …) are
// return values. Points in time and durations are milliseconds, as in tally.h; flags are its TALLY_… constants.
//
// Ownership. engine, account, feed, scope, node and snapshot own a handle each: they can be moved, not copied, and
// release it at their end. They may go in any order: what is left over after its engine throws status::closed. So does
// a handle that was closed or moved from. An engine's destructor closes it as close(-1) does, but cannot tell what went
// wrong; whoever wants to know calls close().
//
// Threads. As in tally.h: every call is for any thread unless it says otherwise; but, as with any object of C++, nobody
// may be using an object while it is moved, closed or destroyed.
//
// Callbacks are std::functions, kept until the library releases them. What one throws is caught before it reaches the
// library, and thrown again by the dispatch(), step() or next_event() that made the call; of several, the first one.
// What a notify, log, clock or zone function throws is thrown by the next of these calls.
//
// Texts are UTF-8. One with a NUL inside is status::error_argument, never cut off. A default-constructed
// std::string_view is C's NULL.
#ifndef TALLY_HPP
#define TALLY_HPP

#include <tally.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tally {

// <generated statuses> by Bindings/tools/generate.py: not to be edited.
/// What a call answers; any number of a newer library is one too.
enum class status : std::int32_t {
    ok = TALLY_OK, held = TALLY_HELD, more = TALLY_MORE, resync = TALLY_RESYNC,
    already_applied = TALLY_ALREADY_APPLIED, not_modified = TALLY_NOT_MODIFIED, empty = TALLY_EMPTY,
    set_aside = TALLY_SET_ASIDE, argument = TALLY_ERROR_ARGUMENT, no_memory = TALLY_ERROR_NO_MEMORY,
    path = TALLY_ERROR_PATH, range = TALLY_ERROR_RANGE, limit = TALLY_ERROR_LIMIT, not_found = TALLY_ERROR_NOT_FOUND,
    exists = TALLY_ERROR_EXISTS, conflict = TALLY_ERROR_CONFLICT, buffer_too_small = TALLY_ERROR_BUFFER_TOO_SMALL,
    stale_handle = TALLY_ERROR_STALE_HANDLE, closed = TALLY_ERROR_CLOSED, forked = TALLY_ERROR_FORKED,
    thread = TALLY_ERROR_THREAD, unsupported = TALLY_ERROR_UNSUPPORTED, internal = TALLY_ERROR_INTERNAL,
    not_applied = TALLY_ERROR_NOT_APPLIED, malformed = TALLY_ERROR_MALFORMED, io = TALLY_ERROR_IO,
    full = TALLY_ERROR_FULL, locked = TALLY_ERROR_LOCKED, corrupt = TALLY_ERROR_CORRUPT,
    not_a_store = TALLY_ERROR_NOT_A_STORE, newer = TALLY_ERROR_NEWER, read_only = TALLY_ERROR_READ_ONLY,
    permission = TALLY_ERROR_PERMISSION, stale_epoch = TALLY_ERROR_STALE_EPOCH, url = TALLY_ERROR_URL,
    network = TALLY_ERROR_NETWORK, timeout = TALLY_ERROR_TIMEOUT, tls = TALLY_ERROR_TLS,
    protocol = TALLY_ERROR_PROTOCOL, too_large = TALLY_ERROR_TOO_LARGE, server = TALLY_ERROR_SERVER,
    unauthorized = TALLY_ERROR_UNAUTHORIZED, rate_limited = TALLY_ERROR_RATE_LIMITED,
    logged_out = TALLY_ERROR_LOGGED_OUT, cancelled = TALLY_ERROR_CANCELLED,
};
// </generated>

/// "TALLY_ERROR_PATH".
inline const char *status_name(status value) { return tally_status_name(static_cast<tally_status>(value)); }

/// A sentence for people, without particulars.
inline const char *status_message(status value) { return tally_status_message(static_cast<tally_status>(value)); }

/// major * 1,000,000 + minor * 1,000 + patch, of the library at run time.
inline std::uint32_t version() { return tally_version(); }
inline const char *version_text() { return tally_version_text(); }

/// What went wrong: what() has the words and the status's name.
class error : public std::runtime_error {
public:
    /// Takes the words of the last failed call on this thread.
    explicit error(tally::status value) : error(value, last_message(value)) {}
    error(tally::status value, const std::string &message)
        : std::runtime_error(message + " (" + status_name(value) + ")"), status_(value), size_(message.size()) {}

    tally::status status() const noexcept { return status_; }
    const char *name() const noexcept { return status_name(status_); }
    /// The words alone.
    std::string message() const { return std::string(what(), size_); }

private:
    static std::string last_message(tally::status value) {
        char words[1024];
        std::size_t length = 0;
        if (tally_error_message(words, sizeof words, &length) < 0 || length == 0) return status_message(value);
        return std::string(words, length);
    }

    tally::status status_;
    std::size_t size_;
};

using bytes = std::vector<std::uint8_t>;

/// Bytes of the caller's, borrowed for a call.
class bytes_view {
public:
    bytes_view() = default;
    bytes_view(const void *data, std::size_t size) : data_(data), size_(size) {}
    bytes_view(const bytes &value) : data_(value.data()), size_(value.size()) {}
    bytes_view(std::string_view value) : data_(value.data()), size_(value.size()) {}
    bytes_view(const std::string &value) : data_(value.data()), size_(value.size()) {}
    bytes_view(const char *value) : bytes_view(std::string_view(value)) {}

    const void *data() const { return data_; }
    std::size_t size() const { return size_; }

private:
    const void *data_ = nullptr;
    std::size_t size_ = 0;
};

namespace detail {

inline status check(tally_status value) {
    if (value < 0) throw error(static_cast<status>(value));
    return static_cast<status>(value);
}

/// A text ended by NUL, as C wants it, or NULL; short ones take no memory.
class c_text {
public:
    c_text(std::string_view text) { set(text); }
    c_text(const std::optional<std::string> &text) {
        if (text) set(*text);
    }
    c_text(const std::optional<std::string_view> &text) {
        if (text) set(text->data() ? *text : std::string_view(""));
    }
    c_text(const c_text &) = delete;
    c_text &operator=(const c_text &) = delete;

    operator const char *() const { return pointer_; }

private:
    void set(std::string_view text) {
        if (!text.data()) return;
        const std::size_t nul = text.find('\0');
        if (nul != text.npos)
            throw error(status::argument, "a text holds U+0000, at byte " + std::to_string(nul));
        if (text.size() < sizeof short_) {
            text.copy(short_, text.size());
            short_[text.size()] = 0;
            pointer_ = short_;
        } else {
            long_ = text;
            pointer_ = long_.c_str();
        }
    }

    char short_[160];
    std::string long_;
    const char *pointer_ = nullptr;
};

/// Bytes or a text out: call(buffer, capacity, &size) until they fit.
template <typename Result, typename Call>
Result out(Call call, std::size_t nul, std::size_t guess = 256) {
    Result buffer(guess, 0);
    for (;;) {
        std::size_t size = 0;
        const tally_status answer = call(buffer.data(), buffer.size(), &size);
        if (answer != TALLY_ERROR_BUFFER_TOO_SMALL) {
            check(answer);
            buffer.resize(size);
            return buffer;
        }
        buffer.resize(size + nul);
    }
}

template <typename Call>
std::string text(Call call) {
    return out<std::string>(call, 1);
}

template <typename Call>
bytes data(Call call) {
    return out<bytes>([&](std::uint8_t *buffer, std::size_t capacity, std::size_t *size) {
        return call(static_cast<void *>(buffer), capacity, size);
    }, 0);
}

inline std::string at(const char *text, std::uint32_t offset, std::uint32_t length) {
    return length ? std::string(text + offset, length) : std::string();
}
inline std::string at(const char *text, const tally_text &place) { return at(text, place.offset, place.length); }

}  // namespace detail

/// Entries, and whether there are more behind the last one.
template <typename T>
struct page {
    std::vector<T> entries;
    bool more = false;

    auto begin() const { return entries.begin(); }
    auto end() const { return entries.end(); }
    std::size_t size() const { return entries.size(); }
    const T &operator[](std::size_t index) const { return entries[index]; }
};

namespace detail {

/// A list out: call(entries, capacity, text, text_capacity, &count, &text_size) until it fits.
template <typename T, typename C, typename Call>
page<T> list(Call call, std::size_t entry_guess = 32, std::size_t text_guess = 2048) {
    std::vector<C> entries(entry_guess);
    std::vector<char> text(text_guess);
    for (;;) {
        std::size_t count = 0, size = 0;
        const tally_status answer = call(entries.data(), entries.size(), text.data(), text.size(), &count, &size);
        if (answer == TALLY_ERROR_BUFFER_TOO_SMALL) {
            if (count > entries.size()) entries.resize(count);
            if (size > text.size()) text.resize(size);
            continue;
        }
        page<T> result;
        result.more = check(answer) == status::more;
        result.entries.reserve(count);
        for (std::size_t index = 0; index < count; ++index) result.entries.emplace_back(entries[index], text.data());
        return result;
    }
}

}  // namespace detail

// --- Values. Members are called as in tally.h, and mean the same. ---------------------------------------------------

using badge = tally_badge;
using limits = tally_limits;
using stats = tally_stats;
using recovery = tally_recovery;
using feed_state = tally_feed_state;
using plan_summary = tally_plan;

/// The identifier of an observer, view, completion or message view.
using token = std::uint64_t;

struct badge_entry {
    tally::badge badge{};
    std::string path;

    badge_entry(const tally_badge_entry &from, const char *text)
        : badge(from.badge), path(detail::at(text, from.path_offset, from.path_length)) {}
};

struct badge_listing {
    std::vector<badge_entry> entries;
    std::uint64_t revision = 0;
    /// Of changes(): ok; more: go on at once with the revision; resync: list everything.
    tally::status status = status::ok;
};

// <generated values> by Bindings/tools/generate.py: not to be edited. Options left as they are have their defaults.
struct reason {
    std::uint64_t contributed, fed_count, kept_count;
    std::uint32_t manual_count, flags;
    std::string path;
    std::uint64_t message;
    std::string id;

    reason(const tally_reason &from, const char *text)
        : contributed(from.contributed), fed_count(from.fed_count), kept_count(from.kept_count),
          manual_count(from.manual_count), flags(from.flags),
          path(detail::at(text, from.path_offset, from.path_length)), message(from.message),
          id(detail::at(text, from.id_offset, from.id_length)) {}
};

struct feed_entry {
    std::int64_t id, last_success;
    std::uint64_t rejected;
    std::uint32_t flags;
    std::string name, url, prefix, title, memo;

    feed_entry(const tally_feed_entry &from, const char *text)
        : id(from.id), last_success(from.last_success), rejected(from.rejected), flags(from.flags),
          name(detail::at(text, from.name)), url(detail::at(text, from.url)), prefix(detail::at(text, from.prefix)),
          title(detail::at(text, from.title)), memo(detail::at(text, from.memo)) {}
};

struct rejected {
    std::uint64_t number;
    std::int64_t time;
    std::string reason, body;

    rejected(const tally_rejected &from, const char *text)
        : number(from.number), time(from.time), reason(detail::at(text, from.reason)),
          body(detail::at(text, from.body)) {}
};

struct message {
    std::uint64_t key;
    std::int64_t feed, time;
    std::uint32_t count;
    std::int32_t state;
    std::string id, path, kind, title, body, thread, category, argument;
    std::uint32_t argument_count;

    message(const tally_message &from, const char *text)
        : key(from.key), feed(from.feed), time(from.time), count(from.count), state(from.state),
          id(detail::at(text, from.id)), path(detail::at(text, from.path)), kind(detail::at(text, from.kind)),
          title(detail::at(text, from.title)), body(detail::at(text, from.body)),
          thread(detail::at(text, from.thread)), category(detail::at(text, from.category)),
          argument(detail::at(text, from.argument)), argument_count(from.argument_count) {}
};

struct group {
    std::uint64_t newest, oldest, items, notifications, fresh;
    std::int64_t time;
    std::int32_t origin;
    std::string thread, path, title, summary, language;

    group(const tally_group &from, const char *text)
        : newest(from.newest), oldest(from.oldest), items(from.items), notifications(from.notifications),
          fresh(from.fresh), time(from.time), origin(from.origin), thread(detail::at(text, from.thread)),
          path(detail::at(text, from.path)), title(detail::at(text, from.title)),
          summary(detail::at(text, from.summary)), language(detail::at(text, from.language)) {}
};

struct outbox_entry {
    std::int64_t sequence, feed, attempt, next_time, lease_end;
    std::int32_t kind, state;
    std::string key, entity, body;

    outbox_entry(const tally_outbox_entry &from, const char *text)
        : sequence(from.sequence), feed(from.feed), attempt(from.attempt), next_time(from.next_time),
          lease_end(from.lease_end), kind(from.kind), state(from.state), key(detail::at(text, from.key)),
          entity(detail::at(text, from.entity)), body(detail::at(text, from.body)) {}
};

struct reminder {
    std::uint64_t number;
    std::int64_t next_time, due_time, expires, stamp;
    std::uint32_t revision;
    std::int32_t state, expiry, span, days_left, is_smart, produced, shelf_life, shelf_unit, time, entered, smart,
        repeat_unit, repeat_every, start, end, overdue_unit, overdue_every, overdue_limit;
    std::string id, title, body, path, zone;

    reminder(const tally_reminder &from, const char *text)
        : number(from.number), next_time(from.next_time), due_time(from.due_time), expires(from.expires),
          stamp(from.stamp), revision(from.revision), state(from.state), expiry(from.expiry), span(from.span),
          days_left(from.days_left), is_smart(from.is_smart), produced(from.produced), shelf_life(from.shelf_life),
          shelf_unit(from.shelf_unit), time(from.time), entered(from.entered), smart(from.smart),
          repeat_unit(from.repeat_unit), repeat_every(from.repeat_every), start(from.start), end(from.end),
          overdue_unit(from.overdue_unit), overdue_every(from.overdue_every), overdue_limit(from.overdue_limit),
          id(detail::at(text, from.id)), title(detail::at(text, from.title)), body(detail::at(text, from.body)),
          path(detail::at(text, from.path)), zone(detail::at(text, from.zone)) {}
};

struct plan_entry {
    std::int64_t id, time, occurrence;
    std::uint32_t revision;
    std::int32_t action;
    std::string reminder, title, body, path;

    plan_entry(const tally_plan_entry &from, const char *text)
        : id(from.id), time(from.time), occurrence(from.occurrence), revision(from.revision), action(from.action),
          reminder(detail::at(text, from.reminder)), title(detail::at(text, from.title)),
          body(detail::at(text, from.body)), path(detail::at(text, from.path)) {}
};

struct reminder_note {
    std::int64_t number, time, occurrence_time;
    std::uint32_t revision;
    std::int32_t kind;
    std::string reminder;

    reminder_note(const tally_reminder_note &from, const char *text)
        : number(from.number), time(from.time), occurrence_time(from.occurrence_time), revision(from.revision),
          kind(from.kind), reminder(detail::at(text, from.reminder)) {}
};

struct account_options {
    std::uint32_t flags = 0;
    std::int32_t aggregation = 0, feeding = 0;
};

struct batch_options {
    std::uint32_t flags = 0;
    std::optional<std::string> source;
    std::uint64_t epoch = 0, position = 0;
    std::optional<std::string> id;
};

struct feed_options {
    std::uint32_t flags = 0;
    std::optional<std::string> url, prefix;
    std::int64_t initial_delay = 0, interval = 0, request_timeout = 0, idle_timeout = 0;
    std::uint32_t page_limit = 0, preset = 0;
    std::int64_t visible_interval = 0, tolerance = 0, away_time = 0, max_age = 0, max_messages = 0;
    std::optional<std::string> mapping_preset, mapping, memo;
};

struct message_options {
    std::uint32_t flags = 0;
    std::optional<std::string> id, title, body, kind, thread, category, argument;
    std::int64_t time = 0;
    std::uint32_t count = 0, argument_count = 0;
};

struct forms {
    std::optional<std::string> zero, one, two, few, many, other;
    std::uint32_t flags = 0;
};

struct outbox_options {
    std::uint32_t flags = 0;
    std::optional<std::string> url;
    std::int64_t request_timeout = 0, idle_timeout = 0;
};

struct reminder_options {
    std::uint32_t flags = 0;
    std::optional<std::string> title, body, path, zone;
    std::int32_t produced = 0, shelf_life = 0, shelf_unit = 0, time = 0, smart = 0, repeat_unit = 0, repeat_every = 0,
        end = 0, start = 0, overdue_unit = 0, overdue_every = 0, overdue_limit = 0;
};

struct plan_options {
    std::uint32_t flags = 0, limit = 0, reserve = 0;
};
// </generated>

/// What the system is to do, in this order, and what the plan is then.
struct plan {
    std::vector<plan_entry> entries;
    plan_summary summary{};
};

struct account_info {
    std::int64_t id = 0;
    std::uint64_t revision = 0, epoch = 0;
    bool logged_in = false;
};

struct message_counts {
    std::uint64_t total = 0, unread = 0, unseen = 0;
};

struct outbox_counts {
    std::uint64_t total = 0, leased = 0, failed = 0;
};

struct batch_position {
    std::uint64_t epoch = 0, position = 0;
};

struct import_result {
    std::size_t taken = 0, passed_over = 0;
};

/// An event with its text.
struct event : tally_event {
    std::string text;

    event() : tally_event() { struct_size = sizeof(tally_event); }
    event(const tally_event &from, std::string words) : tally_event(from), text(std::move(words)) {}
};
using event_callback = std::function<void(const event &)>;

/// What a badge shows: "dot", its number, or "nothing". Also of events of badges and of the total.
inline std::string shown(const badge &badge) {
    return !badge.shows ? "nothing" : badge.count == 0 ? "dot" : std::to_string(badge.count);
}
inline std::string shown(const event &event) {
    return !event.shows ? "nothing" : event.count == 0 ? "dot" : std::to_string(event.count);
}

/// How a path is drawn, with the number or the icon's name.
struct presentation : tally_presentation {
    std::string text;

    presentation() : tally_presentation() { struct_size = sizeof(tally_presentation); }
    presentation(const tally_presentation &from, std::string words)
        : tally_presentation(from), text(std::move(words)) {}
};
using view_function = std::function<void(std::string_view path, const presentation &)>;

/// What a host draws with; all four are required.
struct view {
    view_function show_dot, show_number, show_icon, hide;
};

/// Borrowed until the transport's callback returns.
using request = tally_request;
using transport_callback = std::function<void(const request &)>;

// --- Options: what is left as it is has its default ------------------------------------------------------------------

struct engine_options {
    std::uint32_t flags = 0;
    std::optional<std::string> file;
    std::int32_t durability = TALLY_DURABILITY_GROUP;
    std::uint32_t max_depth = 0, max_path_bytes = 0, max_nodes = 0, max_accounts = 0, max_feeds = 0,
                  max_observers = 0, max_response_bytes = 0;
    std::optional<std::string> ca_file, user_agent;
    /// Wall clock and elapsed time. For tests.
    std::function<std::pair<std::int64_t, std::int64_t>()> clock;
    std::function<void(std::int32_t level, std::string_view text)> log;
    std::int32_t log_level = 0;
    std::uint64_t seed = 0;
    std::int64_t batch_id_time = 0;
    std::uint32_t max_batch_ids = 0, max_loaded_accounts = 0;
    std::uint32_t max_flights = 0, max_flights_per_origin = 0;
    std::uint32_t max_forgotten = 0, max_marks = 0, max_failed_rows = 0, max_rejected = 0, max_reminder_log = 0,
                  max_cached_groups = 0, max_events = 0, max_completions = 0;
    std::optional<std::string> zone;
    /// The file of a zone (TZif), empty where there is none.
    std::function<bytes(std::string_view name)> zone_file;
};

struct style {
    std::optional<float> dot_radius;
    std::optional<std::pair<float, float>> offset;
    std::optional<float> font_size;
    std::optional<std::int32_t> font_weight;
    std::optional<std::uint32_t> text_color, background_color;
    std::optional<std::int32_t> overflow;
    std::optional<std::uint64_t> max_count;
    std::optional<std::string> icon;
};

namespace detail {

template <typename T>
T sized() {
    T result = T();
    result.struct_size = sizeof(T);
    return result;
}

/// A style with what it borrows.
struct c_style {
    tally_style value = sized<tally_style>();
    c_text icon;

    explicit c_style(const style &from) : icon(from.icon) {
        set(from.dot_radius, value.dot_radius, TALLY_STYLE_DOT_RADIUS);
        if (from.offset) {
            value.fields |= TALLY_STYLE_OFFSET;
            value.offset_x = from.offset->first;
            value.offset_y = from.offset->second;
        }
        set(from.font_size, value.font_size, TALLY_STYLE_FONT_SIZE);
        set(from.font_weight, value.font_weight, TALLY_STYLE_FONT_WEIGHT);
        set(from.text_color, value.text_color, TALLY_STYLE_TEXT_COLOR);
        set(from.background_color, value.background_color, TALLY_STYLE_BACKGROUND_COLOR);
        set(from.max_count, value.max_count, TALLY_STYLE_MAX_COUNT);
        set(from.overflow, value.overflow, TALLY_STYLE_OVERFLOW);
        if (from.icon) {
            value.fields |= TALLY_STYLE_ICON;
            value.icon = icon;
        }
    }

private:
    template <typename T>
    void set(const std::optional<T> &from, T &to, std::uint32_t field) {
        if (!from) return;
        value.fields |= field;
        to = *from;
    }
};

// --- Callbacks -------------------------------------------------------------------------------------------------------

/// What callbacks on this thread have thrown during the call that is under way; calls nest.
class catcher {
public:
    catcher() : outer_(innermost()) { innermost() = this; }
    ~catcher() { innermost() = outer_; }
    catcher(const catcher &) = delete;
    catcher &operator=(const catcher &) = delete;

    static catcher *&innermost() {
        static thread_local catcher *value = nullptr;
        return value;
    }

    void keep(std::exception_ptr thrown) {
        if (!first_) first_ = std::move(thrown);
    }
    void rethrow() {
        if (first_) std::rethrow_exception(std::exchange(first_, nullptr));
    }

private:
    catcher *outer_;
    std::exception_ptr first_;
};

/// What an engine borrows: the host's functions, and what those threw that nobody calls for.
struct hooks {
    std::function<std::pair<std::int64_t, std::int64_t>()> clock;
    std::function<void(std::int32_t, std::string_view)> log;
    std::function<bytes(std::string_view)> zone_file;
    std::mutex mutex;
    std::pair<std::int64_t, std::int64_t> last_time{0, 0};
    std::exception_ptr thrown;

    void keep(std::exception_ptr what) {
        const std::lock_guard<std::mutex> guard(mutex);
        if (!thrown) thrown = std::move(what);
    }
    void rethrow() {
        std::exception_ptr what;
        {
            const std::lock_guard<std::mutex> guard(mutex);
            std::swap(what, thrown);
        }
        if (what) std::rethrow_exception(what);
    }

    static void on_clock(void *user_data, std::int64_t *out_wall, std::int64_t *out_elapsed) noexcept {
        hooks &self = *static_cast<hooks *>(user_data);
        std::pair<std::int64_t, std::int64_t> now;
        try {
            now = self.clock();
            const std::lock_guard<std::mutex> guard(self.mutex);
            self.last_time = now;
        } catch (...) {
            self.keep(std::current_exception());
            const std::lock_guard<std::mutex> guard(self.mutex);
            now = self.last_time;
        }
        *out_wall = now.first;
        *out_elapsed = now.second;
    }
    static void on_log(void *user_data, std::int32_t level, const char *text) noexcept {
        hooks &self = *static_cast<hooks *>(user_data);
        try {
            self.log(level, text);
        } catch (...) {
            self.keep(std::current_exception());
        }
    }
    static std::size_t on_zone(void *user_data, const char *name, void *out, std::size_t capacity) noexcept {
        hooks &self = *static_cast<hooks *>(user_data);
        try {
            const bytes file = self.zone_file(name);
            if (file.empty() || file.size() > capacity) return 0;
            std::memcpy(out, file.data(), file.size());
            return file.size();
        } catch (...) {
            self.keep(std::current_exception());
            return 0;
        }
    }
};

/// A callback on its way through C: made with `new`, deleted by release().
template <typename F>
struct box {
    F function;
    std::shared_ptr<hooks> host;

    static void release(void *user_data) noexcept { delete static_cast<box *>(user_data); }
    static F &of(void *user_data) { return static_cast<box *>(user_data)->function; }
};

template <typename Call>
void guarded(Call call) noexcept {
    try {
        call();
    } catch (...) {
        // Without a catcher somebody has called C's dispatch: there is no way to tell C, so this ends the program.
        if (!catcher::innermost()) std::terminate();
        catcher::innermost()->keep(std::current_exception());
    }
}

inline void on_event(void *user_data, const tally_event *from, const char *text) noexcept {
    guarded([&] { box<event_callback>::of(user_data)(event(*from, text ? text : "")); });
}

template <view_function view::*Member>
void on_view(void *user_data, const char *path, const tally_presentation *from, const char *text) noexcept {
    guarded([&] { (box<view>::of(user_data).*Member)(path, presentation(*from, text ? text : "")); });
}

/// Hands a callback over: call(callback or NULL, user_data, release), which releases it whatever it answers.
template <typename Call>
void hand_over(event_callback callback, Call call) {
    if (!callback) {
        check(call(nullptr, nullptr, nullptr));
        return;
    }
    check(call(on_event, new box<event_callback>{std::move(callback), nullptr}, box<event_callback>::release));
}

/// A handle that is used: one that was closed or moved from is closed.
template <typename T>
T *open(T *handle) {
    if (!handle) throw error(status::closed, "the handle was closed, or moved from");
    return handle;
}

template <typename T, void (*Release)(T *)>
struct releaser {
    void operator()(T *handle) const { Release(handle); }
};

inline void close_scope(tally_scope *scope) { tally_scope_close(scope); }

inline presentation present(const std::function<tally_status(tally_presentation *, char *, std::size_t,
                                                             std::size_t *)> &call) {
    presentation result;
    char words[256];
    std::size_t length = 0;
    check(call(&result, words, sizeof words, &length));
    result.text.assign(words, length);
    return result;
}

}  // namespace detail

// --- Functions that need no engine -----------------------------------------------------------------------------------

/// Which of so many partitions an account belongs to, by its name.
inline std::uint32_t account_hash(std::string_view name, std::uint32_t partitions) {
    std::uint32_t result = 0;
    detail::check(tally_account_hash(detail::c_text(name), partitions, &result));
    return result;
}

inline std::string path_escape(std::string_view name) {
    const detail::c_text c_name(name);
    return detail::text([&](char *b, std::size_t n, std::size_t *l) { return tally_path_escape(c_name, b, n, l); });
}

inline std::string path_join(std::string_view path, std::string_view name) {
    const detail::c_text c_path(path), c_name(name);
    return detail::text(
        [&](char *b, std::size_t n, std::size_t *l) { return tally_path_join(c_path, c_name, b, n, l); });
}

inline std::string path_parent(std::string_view path) {
    const detail::c_text c_path(path);
    return detail::text([&](char *b, std::size_t n, std::size_t *l) { return tally_path_parent(c_path, b, n, l); });
}

inline std::string path_component(std::string_view path, std::size_t index) {
    const detail::c_text c_path(path);
    return detail::text(
        [&](char *b, std::size_t n, std::size_t *l) { return tally_path_component(c_path, index, b, n, l); });
}

/// How a count is drawn, without an account.
inline presentation present(bool shows, std::uint64_t count, const std::optional<style> &look = std::nullopt) {
    const detail::c_style c_look(look ? *look : style());
    return detail::present([&](tally_presentation *out, char *b, std::size_t n, std::size_t *l) {
        return tally_present(shows, count, look ? &c_look.value : nullptr, out, b, n, l);
    });
}

/// The patch from one snapshot to another.
inline bytes snapshot_diff(bytes_view from, bytes_view to) {
    return detail::data([&](void *b, std::size_t n, std::size_t *s) {
        return tally_snapshot_diff(from.data(), from.size(), to.data(), to.size(), b, n, s);
    });
}

/// The patch that leads back.
inline bytes patch_inverse(bytes_view patch) {
    return detail::data([&](void *b, std::size_t n, std::size_t *s) {
        return tally_patch_inverse(patch.data(), patch.size(), b, n, s);
    });
}

/// What a mapping makes of an answer: a page of the wire format.
inline std::string mapping_try(std::optional<std::string_view> preset, std::optional<std::string_view> mapping,
                               bytes_view body) {
    const detail::c_text c_preset(preset), c_mapping(mapping);
    return detail::text([&](char *b, std::size_t n, std::size_t *l) {
        return tally_mapping_try(c_preset, c_mapping, body.data(), body.size(), b, n, l);
    });
}

/// Salvages a damaged file into a new one.
inline recovery recover(std::string_view damaged, std::string_view fresh) {
    auto result = detail::sized<tally_recovery>();
    detail::check(tally_engine_recover(detail::c_text(damaged), detail::c_text(fresh), &result));
    return result;
}

// --- Snapshot --------------------------------------------------------------------------------------------------------

class account;

/// A decoded snapshot. It never changes, and belongs to no engine.
class snapshot {
public:
    explicit snapshot(bytes_view encoded) {
        tally_snapshot *handle = nullptr;
        detail::check(tally_snapshot_decode(encoded.data(), encoded.size(), &handle));
        handle_.reset(handle);
    }

    bytes encode() const {
        return detail::data(
            [&](void *b, std::size_t n, std::size_t *s) { return tally_snapshot_encode(native(), b, n, s); });
    }
    /// The patch from this one to another.
    bytes compare(const snapshot &to) const {
        return detail::data([&](void *b, std::size_t n, std::size_t *s) {
            return tally_snapshot_compare(native(), to.native(), b, n, s);
        });
    }
    tally_snapshot *native_handle() const noexcept { return handle_.get(); }

private:
    friend class account;
    explicit snapshot(tally_snapshot *handle) : handle_(handle) {}
    tally_snapshot *native() const { return detail::open(handle_.get()); }

    std::unique_ptr<tally_snapshot, detail::releaser<tally_snapshot, tally_snapshot_release>> handle_;
};

// --- Nodes and operations --------------------------------------------------------------------------------------------

/// A path that was resolved. It keeps its account's handle.
class node {
public:
    node(node &&other) noexcept
        : account_(std::move(other.account_)), value_(std::exchange(other.value_, 0)) {}
    node &operator=(node &&other) noexcept {
        node(std::move(other)).swap(*this);
        return *this;
    }
    ~node() {
        if (value_ && account_) tally_node_release(account_.get(), value_);
    }

    /// Gives it back, and tells what went wrong.
    void release() {
        const tally_node value = std::exchange(value_, 0);
        if (value) detail::check(tally_node_release(account_.get(), value));
    }
    std::string path() const {
        return detail::text(
            [&](char *b, std::size_t n, std::size_t *l) { return tally_node_path(account_.get(), value_, b, n, l); });
    }
    void set(std::int64_t count) { detail::check(tally_node_set(account_.get(), value_, count)); }
    void dot() { detail::check(tally_node_dot(account_.get(), value_)); }
    void add(std::int64_t delta) { detail::check(tally_node_add(account_.get(), value_, delta)); }
    /// ok or held.
    status clear() { return detail::check(tally_node_clear(account_.get(), value_)); }
    status force() { return detail::check(tally_node_force(account_.get(), value_)); }
    void mute(std::int32_t mode, std::int64_t until = TALLY_FOREVER) {
        detail::check(tally_node_mute(account_.get(), value_, mode, until));
    }
    badge get() const {
        badge result{};
        detail::check(tally_node_get(account_.get(), value_, &result));
        return result;
    }
    /// For operations of batches; 0 after release.
    tally_node native_handle() const noexcept { return value_; }

private:
    friend class account;
    node(std::shared_ptr<tally_account> account, tally_node value) : account_(std::move(account)), value_(value) {}
    void swap(node &other) noexcept {
        std::swap(account_, other.account_);
        std::swap(value_, other.value_);
    }

    std::shared_ptr<tally_account> account_;
    tally_node value_ = 0;
};

/// One of a batch; by its path, or its node where that is not 0.
struct operation {
    std::int32_t kind = 0;
    std::string path;
    tally_node node = 0;
    std::int64_t value = 0, until = TALLY_FOREVER;
    tally::status status = tally::status::ok; ///< Out: its own.
    std::uint64_t count = 0;                  ///< Out, get: as of this operation.
    bool shows = false;                       ///< Out, get.

    static operation set(std::string path, std::int64_t count, std::int64_t until = TALLY_FOREVER) {
        return make(TALLY_OP_SET, std::move(path), count, until);
    }
    static operation dot(std::string path, std::int64_t until = TALLY_FOREVER) {
        return make(TALLY_OP_DOT, std::move(path), 0, until);
    }
    static operation add(std::string path, std::int64_t delta) { return make(TALLY_OP_ADD, std::move(path), delta); }
    static operation clear(std::string path) { return make(TALLY_OP_CLEAR, std::move(path)); }
    static operation force(std::string path) { return make(TALLY_OP_FORCE, std::move(path)); }
    static operation mute(std::string path, std::int32_t mode, std::int64_t until = TALLY_FOREVER) {
        return make(TALLY_OP_MUTE, std::move(path), mode, until);
    }
    static operation get(std::string path) { return make(TALLY_OP_GET, std::move(path)); }

private:
    static operation make(std::int32_t kind, std::string path, std::int64_t value = 0,
                          std::int64_t until = TALLY_FOREVER) {
        operation result;
        result.kind = kind;
        result.path = std::move(path);
        result.value = value;
        result.until = until;
        return result;
    }
};

struct batch_result {
    tally::status status = tally::status::ok; ///< ok or already_applied.
    std::uint64_t revision = 0;
};

// --- Feed ------------------------------------------------------------------------------------------------------------

class feed {
public:
    /// What the server last gave as a title is in `title`, where it is asked for.
    feed_state get(std::string *title = nullptr) const {
        auto state = detail::sized<tally_feed_state>();
        if (!title) {
            detail::check(tally_feed_get(native(), &state, nullptr, 0, nullptr));
            return state;
        }
        *title = detail::text(
            [&](char *b, std::size_t n, std::size_t *l) { return tally_feed_get(native(), &state, b, n, l); });
        return state;
    }
    /// Removes it with its messages, for good. Its handle stays, and answers not_found.
    void remove() { detail::check(tally_feed_remove(native())); }
    void refresh() { detail::check(tally_feed_refresh(native())); }
    void page_shown(std::uint32_t page) { detail::check(tally_feed_page_shown(native(), page)); }
    void page_hidden(std::uint32_t page) { detail::check(tally_feed_page_hidden(native(), page)); }
    void cancel() { detail::check(tally_feed_cancel(native())); }
    void pause(bool paused) { detail::check(tally_feed_pause(native(), paused)); }
    /// Asks now; the completion has this token, and the callback is called with it.
    token force(event_callback callback = nullptr) {
        tally_feed *handle = native();
        token result = 0;
        detail::hand_over(std::move(callback), [&](tally_event_callback function, void *data, void (*release)(void *)) {
            return tally_feed_force(handle, function, data, release, &result);
        });
        return result;
    }
    /// A page that came by other means.
    void deliver(bytes_view page) { detail::check(tally_feed_deliver(native(), page.data(), page.size())); }
    void push(bytes_view payload) { detail::check(tally_feed_push(native(), payload.data(), payload.size())); }
    tally_feed *native_handle() const noexcept { return handle_.get(); }

private:
    friend class account;
    explicit feed(tally_feed *handle) : handle_(handle) {}
    tally_feed *native() const { return detail::open(handle_.get()); }

    std::unique_ptr<tally_feed, detail::releaser<tally_feed, tally_feed_release>> handle_;
};

// --- Account ---------------------------------------------------------------------------------------------------------

class account {
public:
    account(account &&) = default;
    account &operator=(account &&) = default;

    /// Without a token: what needs no credential.
    void log_in(std::optional<std::string_view> token = std::nullopt) {
        detail::check(tally_account_log_in(native(), detail::c_text(token)));
    }
    void log_out() { detail::check(tally_account_log_out(native())); }
    account_info info() const {
        account_info result;
        std::int32_t logged_in = 0;
        detail::check(tally_account_info(native(), &result.id, &result.revision, &result.epoch, &logged_in));
        result.logged_in = logged_in != 0;
        return result;
    }
    /// All that belongs to it, for engine::restore_account.
    bytes account_snapshot() const {
        return detail::data(
            [&](void *b, std::size_t n, std::size_t *s) { return tally_account_snapshot(native(), b, n, s); });
    }
    void foreground(bool in_front) { detail::check(tally_account_foreground(native(), in_front)); }
    void network_changed(bool available) { detail::check(tally_account_network_changed(native(), available)); }
    void woke() { detail::check(tally_account_woke(native())); }
    void verify() const { detail::check(tally_account_verify(native())); }

    // Badges.
    void set(std::string_view path, std::int64_t count) {
        detail::check(tally_badge_set(native(), detail::c_text(path), count));
    }
    void dot(std::string_view path) { detail::check(tally_badge_dot(native(), detail::c_text(path))); }
    void set_until(std::string_view path, std::int64_t count, std::int64_t until) {
        detail::check(tally_badge_set_until(native(), detail::c_text(path), count, until));
    }
    void dot_until(std::string_view path, std::int64_t until) {
        detail::check(tally_badge_dot_until(native(), detail::c_text(path), until));
    }
    void add(std::string_view path, std::int64_t delta) {
        detail::check(tally_badge_add(native(), detail::c_text(path), delta));
    }
    /// ok or held.
    status clear(std::string_view path) { return detail::check(tally_badge_clear(native(), detail::c_text(path))); }
    status force(std::string_view path) { return detail::check(tally_badge_force(native(), detail::c_text(path))); }
    void mute(std::string_view path, std::int32_t mode, std::int64_t until = TALLY_FOREVER) {
        detail::check(tally_badge_mute(native(), detail::c_text(path), mode, until));
    }
    badge get(std::string_view path) const {
        badge result{};
        detail::check(tally_badge_get(native(), detail::c_text(path), &result));
        return result;
    }
    badge_listing list(std::string_view path, std::uint32_t flags = TALLY_LIST_CHILDREN) const {
        badge_listing result;
        const detail::c_text c_path(path);
        result.entries = detail::list<badge_entry, tally_badge_entry>(
            [&](tally_badge_entry *e, std::size_t n, char *t, std::size_t m, std::size_t *count, std::size_t *size) {
                return tally_badge_list(native(), c_path, flags, e, n, t, m, count, size, &result.revision);
            }).entries;
        return result;
    }
    /// What changed after a revision.
    badge_listing changes(std::uint64_t since, std::uint64_t epoch = 0) const {
        badge_listing result;
        std::vector<tally_badge_entry> entries(128);
        std::vector<char> text(8192);
        std::size_t count = 0;
        for (;;) {
            const tally_status answer =
                tally_badge_changes(native(), since, epoch, entries.data(), entries.size(), text.data(), text.size(),
                                    &count, &result.revision);
            if (answer != TALLY_ERROR_BUFFER_TOO_SMALL) {
                result.status = detail::check(answer);
                break;
            }
            entries.resize(entries.size() * 2);
            text.resize(text.size() * 2);
        }
        for (std::size_t index = 0; index < count; ++index) result.entries.emplace_back(entries[index], text.data());
        return result;
    }
    std::vector<reason> explain(std::string_view path) const {
        const detail::c_text c_path(path);
        return detail::list<reason, tally_reason>(
            [&](tally_reason *e, std::size_t n, char *t, std::size_t m, std::size_t *count, std::size_t *size) {
                return tally_badge_explain(native(), c_path, e, n, t, m, count, size);
            }).entries;
    }
    bytes snapshot(std::string_view path = "root") const {
        const detail::c_text c_path(path);
        return detail::data(
            [&](void *b, std::size_t n, std::size_t *s) { return tally_badge_snapshot(native(), c_path, b, n, s); });
    }
    tally::snapshot take(std::string_view path = "root") const {
        tally_snapshot *handle = nullptr;
        detail::check(tally_snapshot_take(native(), detail::c_text(path), &handle));
        return tally::snapshot(handle);
    }
    void restore(std::string_view path, bytes_view encoded) {
        detail::check(tally_badge_restore(native(), detail::c_text(path), encoded.data(), encoded.size()));
    }
    void restore(std::string_view path, const tally::snapshot &decoded) {
        detail::check(tally_snapshot_restore(decoded.native(), native(), detail::c_text(path)));
    }
    std::uint64_t digest(std::string_view path = "root") const {
        std::uint64_t result = 0;
        detail::check(tally_badge_digest(native(), detail::c_text(path), &result));
        return result;
    }
    /// The patch from a subtree of this account to one of another, or of the same.
    bytes diff(std::string_view path, const account &to, std::string_view to_path) const {
        const detail::c_text c_path(path), c_to_path(to_path);
        return detail::data([&](void *b, std::size_t n, std::size_t *s) {
            return tally_badge_diff(native(), c_path, to.native(), c_to_path, b, n, s);
        });
    }
    void apply(std::string_view path, bytes_view patch, std::uint32_t flags = 0) {
        detail::check(tally_badge_apply(native(), detail::c_text(path), patch.data(), patch.size(), flags));
    }
    /// All or nothing; the operations' outputs are told also where it throws.
    batch_result batch(std::vector<operation> &operations, const batch_options &options = {}) {
        const detail::c_text source(options.source), id(options.id);
        auto c_options = detail::sized<tally_batch_options>();
        c_options.flags = options.flags;
        c_options.source = source;
        c_options.epoch = options.epoch;
        c_options.position = options.position;
        c_options.id = id;
        std::vector<tally_operation> rows(operations.size());
        for (std::size_t index = 0; index < rows.size(); ++index) {
            const operation &from = operations[index];
            if (from.path.find('\0') != from.path.npos)
                throw error(status::argument, "operation " + std::to_string(index) + ": its path holds U+0000");
            rows[index].kind = from.kind;
            rows[index].path = from.node ? nullptr : from.path.c_str();
            rows[index].node = from.node;
            rows[index].value = from.value;
            rows[index].until = from.until;
        }
        batch_result result;
        const tally_status answer =
            tally_badge_batch(native(), rows.data(), rows.size(), &c_options, &result.revision);
        for (std::size_t index = 0; index < rows.size(); ++index) {
            operations[index].status = static_cast<status>(rows[index].status);
            operations[index].count = rows[index].count;
            operations[index].shows = rows[index].shows != 0;
        }
        result.status = detail::check(answer);
        return result;
    }
    tally::batch_position batch_position(std::string_view source) const {
        tally::batch_position result;
        detail::check(
            tally_batch_position(native(), detail::c_text(source), &result.epoch, &result.position));
        return result;
    }
    node resolve(std::string_view path) {
        tally_node value = 0;
        detail::check(tally_node_resolve(native(), detail::c_text(path), &value));
        return node(handle_, value);
    }

    // Presentation.
    presentation present(std::string_view path) const {
        const detail::c_text c_path(path);
        return detail::present([&](tally_presentation *out, char *b, std::size_t n, std::size_t *l) {
            return tally_badge_present(native(), c_path, out, b, n, l);
        });
    }
    /// std::nullopt takes it away.
    void set_style(std::string_view path, const std::optional<style> &look) {
        const detail::c_style c_look(look ? *look : style());
        detail::check(tally_style_set(native(), detail::c_text(path), look ? &c_look.value : nullptr));
    }
    style get_style(std::string_view path) const {
        auto from = detail::sized<tally_style>();
        char icon[256];
        std::size_t length = 0;
        detail::check(tally_style_get(native(), detail::c_text(path), &from, icon, sizeof icon, &length));
        style result;
        const auto has = [&](std::uint32_t field) { return (from.fields & field) != 0; };
        if (has(TALLY_STYLE_DOT_RADIUS)) result.dot_radius = from.dot_radius;
        if (has(TALLY_STYLE_OFFSET)) result.offset = std::make_pair(from.offset_x, from.offset_y);
        if (has(TALLY_STYLE_FONT_SIZE)) result.font_size = from.font_size;
        if (has(TALLY_STYLE_FONT_WEIGHT)) result.font_weight = from.font_weight;
        if (has(TALLY_STYLE_TEXT_COLOR)) result.text_color = from.text_color;
        if (has(TALLY_STYLE_BACKGROUND_COLOR)) result.background_color = from.background_color;
        if (has(TALLY_STYLE_MAX_COUNT)) result.max_count = from.max_count;
        if (has(TALLY_STYLE_OVERFLOW)) result.overflow = from.overflow;
        if (has(TALLY_STYLE_ICON)) result.icon = std::string(icon, length);
        return result;
    }

    // Feeds.
    feed add_feed(std::string_view name, const feed_options &options = {}) {
        const detail::c_text c_name(name), url(options.url), prefix(options.prefix),
            mapping_preset(options.mapping_preset), mapping(options.mapping), memo(options.memo);
        auto o = detail::sized<tally_feed_options>();
        o.flags = options.flags;
        o.url = url;
        o.prefix = prefix;
        o.initial_delay = options.initial_delay;
        o.interval = options.interval;
        o.request_timeout = options.request_timeout;
        o.idle_timeout = options.idle_timeout;
        o.page_limit = options.page_limit;
        o.preset = options.preset;
        o.visible_interval = options.visible_interval;
        o.tolerance = options.tolerance;
        o.away_time = options.away_time;
        o.max_age = options.max_age;
        o.max_messages = options.max_messages;
        o.mapping_preset = mapping_preset;
        o.mapping = mapping;
        o.memo = memo;
        tally_feed *handle = nullptr;
        detail::check(tally_feed_add(native(), c_name, &o, &handle));
        return feed(handle);
    }
    /// Those after a name.
    page<feed_entry> feeds(std::optional<std::string_view> after = std::nullopt, std::size_t limit = 1000) const {
        const detail::c_text c_after(after);
        return detail::list<feed_entry, tally_feed_entry>(
            [&](tally_feed_entry *e, std::size_t n, char *t, std::size_t m, std::size_t *count, std::size_t *size) {
                return tally_feed_list(native(), c_after, limit, e, n, t, m, count, size);
            });
    }
    /// What was set aside of a feed's answers, after a number.
    page<tally::rejected> rejected(std::int64_t feed, std::uint64_t after = 0, std::size_t limit = 1000) const {
        return detail::list<tally::rejected, tally_rejected>(
            [&](tally_rejected *e, std::size_t n, char *t, std::size_t m, std::size_t *count, std::size_t *size) {
                return tally_feed_rejected(native(), feed, after, limit, e, n, t, m, count, size);
            });
    }
    void push(bytes_view payload) { detail::check(tally_push(native(), payload.data(), payload.size())); }
    /// Which path shows a push's number for the icon; std::nullopt: none.
    void push_badge(std::optional<std::string_view> path) {
        detail::check(tally_push_badge(native(), detail::c_text(path)));
    }

    // Messages.
    /// Those after a key, newest first.
    page<message> messages(std::string_view path, std::uint32_t flags = TALLY_MESSAGES_SUBTREE,
                           std::uint64_t after = 0, std::size_t limit = 1000) const {
        const detail::c_text c_path(path);
        return detail::list<message, tally_message>(
            [&](tally_message *e, std::size_t n, char *t, std::size_t m, std::size_t *count, std::size_t *size) {
                return tally_message_list(native(), c_path, flags, after, limit, e, n, t, m, count, size);
            });
    }
    message_counts counts(std::string_view path, std::uint32_t flags = TALLY_MESSAGES_SUBTREE) const {
        message_counts result;
        detail::check(tally_message_counts(native(), detail::c_text(path), flags, &result.total, &result.unread,
                                           &result.unseen));
        return result;
    }
    /// How many were not read before.
    std::size_t read(const std::vector<std::uint64_t> &keys) {
        std::size_t changed = 0;
        detail::check(tally_message_read(native(), keys.data(), keys.size(), &changed));
        return changed;
    }
    std::size_t read_path(std::string_view path, std::uint32_t flags = 0) {
        std::size_t changed = 0;
        detail::check(tally_message_read_path(native(), detail::c_text(path), flags, &changed));
        return changed;
    }
    std::size_t read_until(std::string_view path, std::uint32_t flags, std::uint64_t last) {
        std::size_t changed = 0;
        detail::check(tally_message_read_until(native(), detail::c_text(path), flags, last, &changed));
        return changed;
    }
    /// How many were read before.
    std::size_t unread(const std::vector<std::uint64_t> &keys) {
        std::size_t changed = 0;
        detail::check(tally_message_unread(native(), keys.data(), keys.size(), &changed));
        return changed;
    }
    /// The message's key.
    std::uint64_t post(std::string_view path, const message_options &options = {}) {
        const detail::c_text c_path(path), id(options.id), title(options.title), body(options.body),
            kind(options.kind), thread(options.thread), category(options.category), argument(options.argument);
        auto o = detail::sized<tally_message_options>();
        o.flags = options.flags;
        o.id = id;
        o.title = title;
        o.body = body;
        o.kind = kind;
        o.thread = thread;
        o.category = category;
        o.argument = argument;
        o.time = options.time;
        o.count = options.count;
        o.argument_count = options.argument_count;
        std::uint64_t key = 0;
        detail::check(tally_message_post(native(), c_path, &o, &key));
        return key;
    }
    /// Removes the message that was posted with an id.
    void remove_message(std::string_view id) {
        detail::check(tally_message_remove(native(), detail::c_text(id)));
    }

    // Groups.
    void configure_groups(std::int32_t grouping, std::optional<std::string_view> language = std::nullopt) {
        detail::check(tally_group_configure(native(), grouping, detail::c_text(language)));
    }
    void set_category(std::string_view id, std::optional<std::string_view> summary,
                      std::optional<std::string_view> hidden = std::nullopt) {
        const detail::c_text c_summary(summary), c_hidden(hidden);
        detail::check(tally_category_set(native(), detail::c_text(id), c_summary, c_hidden));
    }
    void set_strings(std::string_view key, std::optional<std::string_view> language, const forms &values) {
        const detail::c_text zero(values.zero), one(values.one), two(values.two), few(values.few),
            many(values.many), other(values.other), c_language(language);
        auto c_forms = detail::sized<tally_forms>();
        c_forms.flags = values.flags;
        c_forms.zero = zero;
        c_forms.one = one;
        c_forms.two = two;
        c_forms.few = few;
        c_forms.many = many;
        c_forms.other = other;
        detail::check(tally_strings_set(native(), detail::c_text(key), c_language, &c_forms));
    }
    /// A file of translations, TALLY_STRINGS_….
    import_result import_strings(std::int32_t kind, bytes_view file,
                                 std::optional<std::string_view> language = std::nullopt) {
        import_result result;
        detail::check(tally_strings_import(native(), kind, file.data(), file.size(), detail::c_text(language),
                                           &result.taken, &result.passed_over));
        return result;
    }
    /// Those after the one whose leading message has a key.
    page<tally::group> groups(std::optional<std::string_view> language = std::nullopt, std::uint32_t flags = 0,
                       std::uint64_t after = 0, std::size_t limit = 1000) const {
        const detail::c_text c_language(language);
        return detail::list<tally::group, tally_group>(
            [&](tally_group *e, std::size_t n, char *t, std::size_t m, std::size_t *count, std::size_t *size) {
                return tally_group_list(native(), c_language, flags, after, limit, e, n, t, m, count, size);
            });
    }
    tally::group group(std::string_view thread, std::optional<std::string_view> language = std::nullopt,
                       std::uint32_t flags = 0) const {
        const detail::c_text c_thread(thread), c_language(language);
        tally_group from{};
        const auto text = detail::out<std::vector<char>>(
            [&](char *b, std::size_t n, std::size_t *s) {
                return tally_group_get(native(), c_thread, c_language, flags, &from, b, n, s);
            }, 0, 1024);
        return tally::group(from, text.data());
    }
    page<message> group_messages(std::string_view thread, std::uint64_t after = 0, std::size_t limit = 1000) const {
        const detail::c_text c_thread(thread);
        return detail::list<message, tally_message>(
            [&](tally_message *e, std::size_t n, char *t, std::size_t m, std::size_t *count, std::size_t *size) {
                return tally_group_messages(native(), c_thread, after, limit, e, n, t, m, count, size);
            });
    }
    void group_seen(std::string_view thread) { detail::check(tally_group_seen(native(), detail::c_text(thread))); }
    /// All of a group, or the messages with these keys; how many were unseen.
    std::size_t dismiss(std::string_view thread, const std::vector<std::uint64_t> &keys = {}) {
        std::size_t changed = 0;
        detail::check(tally_group_dismiss(native(), detail::c_text(thread), keys.data(), keys.size(), &changed));
        return changed;
    }

    // Outbox.
    void configure_outbox(const outbox_options &options = {}) {
        const detail::c_text url(options.url);
        auto o = detail::sized<tally_outbox_options>();
        o.flags = options.flags;
        o.url = url;
        o.request_timeout = options.request_timeout;
        o.idle_timeout = options.idle_timeout;
        detail::check(tally_outbox_configure(native(), &o));
    }
    page<outbox_entry> lease_outbox(std::int64_t duration, std::size_t limit = 1000) {
        return detail::list<outbox_entry, tally_outbox_entry>(
            [&](tally_outbox_entry *e, std::size_t n, char *t, std::size_t m, std::size_t *count, std::size_t *size) {
                return tally_outbox_lease(native(), duration, limit, e, n, t, m, count, size);
            });
    }
    /// ok or already_applied.
    status ack_outbox(std::int64_t sequence, bytes_view answer = {}) {
        return detail::check(tally_outbox_ack(native(), sequence, answer.data(), answer.size()));
    }
    /// ok or already_applied. retry_after: -1: never.
    status fail_outbox(std::int64_t sequence, std::int64_t attempt, std::int64_t retry_after) {
        return detail::check(tally_outbox_fail(native(), sequence, attempt, retry_after));
    }
    page<outbox_entry> outbox(std::int64_t after = 0, std::size_t limit = 1000) const {
        return detail::list<outbox_entry, tally_outbox_entry>(
            [&](tally_outbox_entry *e, std::size_t n, char *t, std::size_t m, std::size_t *count, std::size_t *size) {
                return tally_outbox_list(native(), after, limit, e, n, t, m, count, size);
            });
    }
    tally::outbox_counts outbox_counts() const {
        tally::outbox_counts result;
        detail::check(tally_outbox_counts(native(), &result.total, &result.leased, &result.failed));
        return result;
    }
    /// A row, or each (0); how many there were.
    std::size_t retry_outbox(std::int64_t sequence = 0) {
        std::size_t count = 0;
        detail::check(tally_outbox_retry(native(), sequence, &count));
        return count;
    }
    std::size_t purge_outbox(std::int64_t sequence = 0) {
        std::size_t count = 0;
        detail::check(tally_outbox_purge(native(), sequence, &count));
        return count;
    }

    // Reminders.
    void put_reminder(std::string_view id, const reminder_options &options) {
        set_reminder(tally_reminder_put, id, options);
    }
    void edit_reminder(std::string_view id, const reminder_options &options) {
        set_reminder(tally_reminder_edit, id, options);
    }
    void reminder_done(std::string_view id) { detail::check(tally_reminder_done(native(), detail::c_text(id))); }
    void reminder_undone(std::string_view id) { detail::check(tally_reminder_undone(native(), detail::c_text(id))); }
    void delete_reminder(std::string_view id) { detail::check(tally_reminder_delete(native(), detail::c_text(id))); }
    void snooze_reminder(std::string_view id, std::int64_t until) {
        detail::check(tally_reminder_snooze(native(), detail::c_text(id), until));
    }
    void acknowledge_reminder(std::string_view id) {
        detail::check(tally_reminder_acknowledge(native(), detail::c_text(id)));
    }
    page<reminder> reminders(std::optional<std::string_view> after = std::nullopt, std::size_t limit = 1000) const {
        const detail::c_text c_after(after);
        return detail::list<reminder, tally_reminder>(
            [&](tally_reminder *e, std::size_t n, char *t, std::size_t m, std::size_t *count, std::size_t *size) {
                return tally_reminder_list(native(), c_after, limit, e, n, t, m, count, size);
            });
    }
    tally::plan plan(const plan_options &options = {}) {
        auto c_options = detail::sized<tally_plan_options>();
        c_options.flags = options.flags;
        c_options.limit = options.limit;
        c_options.reserve = options.reserve;
        tally::plan result;
        result.summary.struct_size = sizeof result.summary;
        result.entries = detail::list<plan_entry, tally_plan_entry>(
            [&](tally_plan_entry *e, std::size_t n, char *t, std::size_t m, std::size_t *count, std::size_t *size) {
                return tally_reminder_plan(native(), &c_options, e, n, t, m, count, size, &result.summary);
            }, 128, 8192).entries;
        return result;
    }
    /// What has become of reminders, after a number.
    page<reminder_note> reminder_log(std::int64_t after = 0, std::size_t limit = 1000) const {
        return detail::list<reminder_note, tally_reminder_note>(
            [&](tally_reminder_note *e, std::size_t n, char *t, std::size_t m, std::size_t *count, std::size_t *size) {
                return tally_reminder_log(native(), after, limit, e, n, t, m, count, size);
            });
    }
    /// As iCalendar.
    std::string export_reminders() const {
        return detail::text(
            [&](char *b, std::size_t n, std::size_t *l) { return tally_reminder_export(native(), b, n, l); });
    }
    import_result import_reminders(bytes_view calendar) {
        import_result result;
        detail::check(tally_reminder_import(native(), calendar.data(), calendar.size(), &result.taken,
                                            &result.passed_over));
        return result;
    }

    /// Gives the handle back. Nodes keep it as long as they are there.
    void release() noexcept { handle_.reset(); }
    tally_account *native_handle() const noexcept { return handle_.get(); }

private:
    friend class engine;
    friend class scope;
    explicit account(tally_account *handle) : handle_(handle, tally_account_release) {}
    tally_account *native() const { return detail::open(handle_.get()); }

    template <typename Function>
    void set_reminder(Function function, std::string_view id, const reminder_options &options) {
        const detail::c_text c_id(id), title(options.title), body(options.body), path(options.path),
            zone(options.zone);
        auto o = detail::sized<tally_reminder_options>();
        o.flags = options.flags;
        o.title = title;
        o.body = body;
        o.path = path;
        o.zone = zone;
        o.produced = options.produced;
        o.shelf_life = options.shelf_life;
        o.shelf_unit = options.shelf_unit;
        o.time = options.time;
        o.smart = options.smart;
        o.repeat_unit = options.repeat_unit;
        o.repeat_every = options.repeat_every;
        o.end = options.end;
        o.start = options.start;
        o.overdue_unit = options.overdue_unit;
        o.overdue_every = options.overdue_every;
        o.overdue_limit = options.overdue_limit;
        detail::check(function(native(), c_id, &o));
    }

    std::shared_ptr<tally_account> handle_;
};

// --- Scope -----------------------------------------------------------------------------------------------------------

/// Holds observers and views; all of them go with it. Without a callback the events are had from next_event().
class scope {
public:
    token observe(const account &of, std::string_view path, std::uint32_t flags, event_callback callback = nullptr) {
        const detail::c_text c_path(path);
        tally_account *account = of.native();
        return add(std::move(callback), [&](auto function, auto data, auto release, token *out) {
            return tally_observe(handle_.get(), account, c_path, flags, function, data, release, out);
        });
    }
    token observe_messages(const account &of, std::string_view path, std::uint32_t flags,
                           event_callback callback = nullptr) {
        const detail::c_text c_path(path);
        tally_account *account = of.native();
        return add(std::move(callback), [&](auto function, auto data, auto release, token *out) {
            return tally_observe_messages(handle_.get(), account, c_path, flags, function, data, release,
                                          out);
        });
    }
    token observe_groups(const account &of, std::uint32_t flags, event_callback callback = nullptr) {
        tally_account *account = of.native();
        return add(std::move(callback), [&](auto function, auto data, auto release, token *out) {
            return tally_observe_groups(handle_.get(), account, flags, function, data, release, out);
        });
    }
    token observe_total(std::uint32_t flags, event_callback callback = nullptr) {
        return add(std::move(callback), [&](auto function, auto data, auto release, token *out) {
            return tally_observe_total(handle_.get(), flags, function, data, release, out);
        });
    }
    /// Also for views. When it returns, the callback is never called again. Inside a callback it does not wait for
    /// calls that could not return before it does: see tally_unobserve.
    void unobserve(token value) { detail::check(tally_unobserve(native(), value)); }

    token bind(const account &of, std::string_view path, view functions) {
        if (!functions.show_dot || !functions.show_number || !functions.show_icon || !functions.hide)
            throw error(status::argument, "a view has four functions");
        const detail::c_text c_path(path);
        auto c_view = detail::sized<tally_view>();
        c_view.show_dot = detail::on_view<&view::show_dot>;
        c_view.show_number = detail::on_view<&view::show_number>;
        c_view.show_icon = detail::on_view<&view::show_icon>;
        c_view.hide = detail::on_view<&view::hide>;
        tally_scope *handle = native();
        tally_account *account = of.native();
        using box = detail::box<view>;
        token result = 0;
        detail::check(tally_view_bind(handle, account, c_path, &c_view,
                                      new box{std::move(functions), nullptr}, box::release, &result));
        return result;
    }
    /// Calls all views of the scope once more.
    void refresh_views() { detail::check(tally_view_refresh(native())); }

    /// The user looks at a path. answer: ok or held.
    token begin_view(const account &of, std::string_view path, status *answer = nullptr) {
        token result = 0;
        const status told =
            detail::check(tally_message_view_begin(native(), of.native(), detail::c_text(path), &result));
        if (answer) *answer = told;
        return result;
    }
    void end_view(token value) { detail::check(tally_message_view_end(native(), value)); }

    void close() noexcept { handle_.reset(); }
    tally_scope *native_handle() const noexcept { return handle_.get(); }

private:
    friend class engine;
    explicit scope(tally_scope *handle) : handle_(handle) {}
    tally_scope *native() const { return detail::open(handle_.get()); }

    template <typename Call>
    token add(event_callback callback, Call call) {
        native();
        token result = 0;
        detail::hand_over(std::move(callback), [&](tally_event_callback function, void *data, void (*release)(void *)) {
            return call(function, data, release, &result);
        });
        return result;
    }

    std::unique_ptr<tally_scope, detail::releaser<tally_scope, detail::close_scope>> handle_;
};

// --- Engine ----------------------------------------------------------------------------------------------------------

struct dispatched {
    std::size_t count = 0;
    bool more = false;
};

class engine {
public:
    engine() : engine(engine_options()) {}
    explicit engine(const engine_options &options) : hooks_(std::make_shared<detail::hooks>()) {
        const detail::c_text file(options.file), ca_file(options.ca_file), user_agent(options.user_agent),
            zone(options.zone);
        hooks_->clock = options.clock;
        hooks_->log = options.log;
        hooks_->zone_file = options.zone_file;
        auto o = detail::sized<tally_engine_options>();
        o.flags = options.flags;
        o.file = file;
        o.durability = options.durability;
        o.max_depth = options.max_depth;
        o.max_path_bytes = options.max_path_bytes;
        o.max_nodes = options.max_nodes;
        o.max_accounts = options.max_accounts;
        o.max_feeds = options.max_feeds;
        o.max_observers = options.max_observers;
        o.max_response_bytes = options.max_response_bytes;
        o.ca_file = ca_file;
        o.user_agent = user_agent;
        o.clock = options.clock ? detail::hooks::on_clock : nullptr;
        o.log = options.log ? detail::hooks::on_log : nullptr;
        o.zone_file = options.zone_file ? detail::hooks::on_zone : nullptr;
        o.clock_user_data = o.log_user_data = o.zone_user_data = hooks_.get();
        o.log_level = options.log_level;
        o.seed = options.seed;
        o.batch_id_time = options.batch_id_time;
        o.max_batch_ids = options.max_batch_ids;
        o.max_loaded_accounts = options.max_loaded_accounts;
        o.max_flights = options.max_flights;
        o.max_flights_per_origin = options.max_flights_per_origin;
        o.max_forgotten = options.max_forgotten;
        o.max_marks = options.max_marks;
        o.max_failed_rows = options.max_failed_rows;
        o.max_rejected = options.max_rejected;
        o.max_reminder_log = options.max_reminder_log;
        o.max_cached_groups = options.max_cached_groups;
        o.max_events = options.max_events;
        o.max_completions = options.max_completions;
        o.zone = zone;
        if (detail::check(tally_engine_open(&o, &handle_)) == status::set_aside)
            set_aside_ = error(status::set_aside).message();
    }
    engine(engine &&other) noexcept
        : handle_(std::exchange(other.handle_, nullptr)), hooks_(std::move(other.hooks_)),
          set_aside_(std::move(other.set_aside_)) {}
    engine &operator=(engine &&other) noexcept {
        engine moved(std::move(other));
        std::swap(handle_, moved.handle_);
        std::swap(hooks_, moved.hooks_);
        std::swap(set_aside_, moved.set_aside_);
        return *this;
    }
    /// As close(-1), whatever it answers. Not in a callback: there it cannot be closed, and is left open for ever.
    ~engine() {
        if (handle_ && tally_engine_close(handle_, -1) == TALLY_ERROR_THREAD)
            new std::shared_ptr<detail::hooks>(std::move(hooks_));
    }

    /// Once more it does nothing. Throws thread (in a callback) and argument: then it is still open; io, full and
    /// timeout: it is closed, and what could not be written is lost.
    void close(std::int64_t timeout = -1) {
        if (!handle_) return;
        const tally_status answer = tally_engine_close(handle_, timeout);
        if (answer != TALLY_ERROR_THREAD && answer != TALLY_ERROR_ARGUMENT) handle_ = nullptr;
        detail::check(answer);
    }
    bool is_open() const noexcept { return handle_ != nullptr; }
    /// Where a damaged file was set aside: what was wrong, and its new name.
    const std::optional<std::string> &set_aside() const noexcept { return set_aside_; }

    void flush() { detail::check(tally_engine_flush(native())); }
    void verify() { detail::check(tally_engine_verify(native())); }
    tally::limits limits() const {
        auto result = detail::sized<tally_limits>();
        detail::check(tally_engine_limits(native(), &result));
        return result;
    }
    tally::stats stats() const {
        auto result = detail::sized<tally_stats>();
        detail::check(tally_engine_stats(native(), &result));
        return result;
    }
    void backup(std::string_view file, std::uint32_t flags = 0) {
        detail::check(tally_engine_backup(native(), detail::c_text(file), flags));
    }
    /// The total over the accounts that are logged in.
    badge total() const {
        badge result{};
        detail::check(tally_engine_total(native(), &result));
        return result;
    }
    /// nullopt: what the options say, else the system.
    void set_zone(std::optional<std::string_view> name) {
        detail::check(tally_zone_set(native(), detail::c_text(name)));
    }

    account open_account(std::string_view name, const account_options &options = {}) {
        auto o = detail::sized<tally_account_options>();
        o.flags = options.flags;
        o.aggregation = options.aggregation;
        o.feeding = options.feeding;
        tally_account *handle = nullptr;
        detail::check(tally_account_open(native(), detail::c_text(name), &o, &handle));
        return account(handle);
    }
    /// The names of those that are stored, after a name.
    page<std::string> accounts(std::optional<std::string_view> after = std::nullopt, std::size_t limit = 1000) const {
        struct name : std::string {
            name(const tally_text &place, const char *text) : std::string(detail::at(text, place)) {}
        };
        const detail::c_text c_after(after);
        auto names = detail::list<name, tally_text>(
            [&](tally_text *e, std::size_t n, char *t, std::size_t m, std::size_t *count, std::size_t *size) {
                return tally_account_list(native(), c_after, limit, e, n, t, m, count, size);
            });
        page<std::string> result;
        result.entries.assign(names.begin(), names.end());
        result.more = names.more;
        return result;
    }
    void drop_account(std::string_view name) {
        detail::check(tally_account_drop(native(), detail::c_text(name)));
    }
    /// Makes an account of what account_snapshot() gave. It is not open.
    void restore_account(std::string_view name, bytes_view snapshot) {
        detail::check(tally_account_restore(native(), detail::c_text(name), snapshot.data(), snapshot.size()));
    }

    scope open_scope() {
        tally_scope *handle = nullptr;
        detail::check(tally_scope_open(native(), &handle));
        return scope(handle);
    }

    /// Waits for an event, and calls its callback. timeout: 0: does not wait; -1: no limit. std::nullopt: the time
    /// passed, or it was interrupted.
    std::optional<event> next_event(std::int64_t timeout = -1) {
        tally_engine *handle = native();
        event result;
        std::vector<char> text(512);
        tally_status answer;
        detail::catcher catcher;
        do {
            if (result.text_length >= text.size()) text.resize(result.text_length + std::size_t(1));
            answer = tally_next_event(handle, timeout, &result, text.data(), text.size());
        } while (answer == TALLY_ERROR_BUFFER_TOO_SMALL);
        catcher.rethrow();
        hooks_->rethrow();
        if (detail::check(answer) == status::empty) return std::nullopt;
        result.text.assign(text.data(), result.text_length);
        return result;
    }
    /// Calls the callbacks of what waits, `limit` (0: all) at most.
    dispatched dispatch(std::size_t limit = 0) {
        dispatched result;
        detail::catcher catcher;
        const tally_status answer = tally_dispatch(native(), limit, &result.count);
        catcher.rethrow();
        hooks_->rethrow();
        result.more = detail::check(answer) == status::more;
        return result;
    }
    /// Of an engine that the host drives: does what is due, without waiting, and calls callbacks.
    void step() {
        detail::catcher catcher;
        const tally_status answer = tally_step(native());
        catcher.rethrow();
        hooks_->rethrow();
        detail::check(answer);
    }
    /// Milliseconds until step() has something to do; -1: nothing is planned.
    std::int64_t timeout() const {
        std::int64_t result = 0;
        detail::check(tally_timeout(native(), &result));
        return result;
    }
    void interrupt() { detail::check(tally_interrupt(native())); }
    /// For poll, epoll, select: readable while events wait. Borrowed until the engine is closed.
    int descriptor() const {
        std::int32_t result = -1;
        detail::check(tally_descriptor(native(), &result));
        return result;
    }
    /// Called on whichever thread, without a lock held. It wakes the host, and must not close the engine. nullptr ends
    /// it.
    void set_notify(std::function<void()> notify) {
        using box = detail::box<std::function<void()>>;
        native();
        if (!notify) {
            detail::check(tally_set_notify(handle_, nullptr, nullptr, nullptr));
            return;
        }
        const auto call = [](void *user_data) noexcept {
            try {
                box::of(user_data)();
            } catch (...) {
                static_cast<box *>(user_data)->host->keep(std::current_exception());
            }
        };
        detail::check(tally_set_notify(handle_, call, new box{std::move(notify), hooks_}, box::release));
    }

    /// Requests go out through `callback`, which is called on the loop thread; nullptr: by libcurl again. Where it
    /// throws, the request is answered with status::network, and the next dispatch(), step() or next_event() throws.
    void set_transport(transport_callback callback) {
        struct box {
            transport_callback function;
            std::shared_ptr<detail::hooks> host;
            tally_engine *engine;
        };
        native();
        if (!callback) {
            detail::check(tally_transport_set(handle_, nullptr, nullptr, nullptr));
            return;
        }
        const auto call = [](void *user_data, const tally_request *request) noexcept {
            const box *self = static_cast<box *>(user_data);
            try {
                self->function(*request);
            } catch (...) {
                self->host->keep(std::current_exception());
                if (request->kind == TALLY_REQUEST_SEND)
                    tally_transport_answer(self->engine, request->id, TALLY_ERROR_NETWORK, nullptr, nullptr, 0);
            }
        };
        const auto release = [](void *user_data) noexcept { delete static_cast<box *>(user_data); };
        detail::check(tally_transport_set(handle_, call, new box{std::move(callback), hooks_, handle_}, release));
    }
    /// The answer to a request: of HTTP, or a negative status and words.
    void answer(std::uint64_t request, std::int32_t status, std::optional<std::string_view> headers = std::nullopt,
                bytes_view body = {}) {
        detail::check(tally_transport_answer(native(), request, status, detail::c_text(headers), body.data(),
                                             body.size()));
    }
    /// Something of the answer has come.
    void progress(std::uint64_t request) { detail::check(tally_transport_progress(native(), request)); }

    tally_engine *native_handle() const noexcept { return handle_; }

private:
    tally_engine *native() const { return detail::open(handle_); }

    tally_engine *handle_ = nullptr;
    std::shared_ptr<detail::hooks> hooks_;
    std::optional<std::string> set_aside_;
};

}  // namespace tally

#endif  // TALLY_HPP
