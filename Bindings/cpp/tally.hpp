// tally.hpp: Tally for C++17. One header over tally.h, which says what everything means; this one says what is
// different in C++.
//
//     tally::engine engine;                                   // in memory; or {options with a file}
//     tally::account account = engine.open_account("ann");
//     account.set("root.chat.bo", 3);
//     tally::badge badge = account.get("root");               // kind number, count 3
//
// Errors are exceptions, tally::error, with a status. Qualified successes (held, more, resync, already_applied, …) are
// return values. Timestamps and durations are those of std::chrono, in milliseconds; flags and kinds are
// enumerations. Members of event, presentation, request, limits, stats, recovery, feed_state and plan_summary are as in
// tally.h.
//
// Ownership. engine, account, feed, scope, node and snapshot own a handle each: they can be moved, not copied, and
// release it in their destructor. They may be destroyed in any order: an object that outlives its engine throws
// status::closed. So does a handle that was closed or moved from. An engine's destructor closes it as close() does, but
// cannot report an error; call close() to see it.
//
// Threads. As in tally.h: any thread may make any call, unless the call says otherwise. As with any object of C++, no
// thread may use an object while it is moved, closed or destroyed.
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

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <exception>
#include <functional>
#include <iosfwd>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace tally {

// <generated statuses> by Bindings/tools/generate.py: not to be edited.
/// The status of a call. A newer library may return numbers without a name.
enum class status : std::int32_t {
    ok = TALLY_OK, held = TALLY_HELD, more = TALLY_MORE, resync = TALLY_RESYNC,
    already_applied = TALLY_ALREADY_APPLIED, not_modified = TALLY_NOT_MODIFIED, empty = TALLY_EMPTY,
    set_aside = TALLY_SET_ASIDE, partial = TALLY_PARTIAL, argument = TALLY_ERROR_ARGUMENT,
    no_memory = TALLY_ERROR_NO_MEMORY, path = TALLY_ERROR_PATH, range = TALLY_ERROR_RANGE, limit = TALLY_ERROR_LIMIT,
    not_found = TALLY_ERROR_NOT_FOUND, exists = TALLY_ERROR_EXISTS, conflict = TALLY_ERROR_CONFLICT,
    buffer_too_small = TALLY_ERROR_BUFFER_TOO_SMALL, stale_handle = TALLY_ERROR_STALE_HANDLE,
    closed = TALLY_ERROR_CLOSED, forked = TALLY_ERROR_FORKED, thread = TALLY_ERROR_THREAD,
    unsupported = TALLY_ERROR_UNSUPPORTED, internal = TALLY_ERROR_INTERNAL, not_applied = TALLY_ERROR_NOT_APPLIED,
    malformed = TALLY_ERROR_MALFORMED, io = TALLY_ERROR_IO, full = TALLY_ERROR_FULL, locked = TALLY_ERROR_LOCKED,
    corrupt = TALLY_ERROR_CORRUPT, not_a_store = TALLY_ERROR_NOT_A_STORE, newer = TALLY_ERROR_NEWER,
    read_only = TALLY_ERROR_READ_ONLY, permission = TALLY_ERROR_PERMISSION, stale_epoch = TALLY_ERROR_STALE_EPOCH,
    url = TALLY_ERROR_URL, network = TALLY_ERROR_NETWORK, timeout = TALLY_ERROR_TIMEOUT, tls = TALLY_ERROR_TLS,
    protocol = TALLY_ERROR_PROTOCOL, too_large = TALLY_ERROR_TOO_LARGE, server = TALLY_ERROR_SERVER,
    unauthorized = TALLY_ERROR_UNAUTHORIZED, rate_limited = TALLY_ERROR_RATE_LIMITED,
    logged_out = TALLY_ERROR_LOGGED_OUT, cancelled = TALLY_ERROR_CANCELLED,
};
// </generated>

using std::chrono::milliseconds;
/// Milliseconds since 1970-01-01 00:00 UTC.
using time_point = std::chrono::time_point<std::chrono::system_clock, milliseconds>;
/// No end, or no timestamp.
inline constexpr time_point forever{};

/// Whether an enumeration is a set of flags, which | combines and & selects.
template <typename T>
struct is_flags : std::false_type {};

// <generated enumerations> by Bindings/tools/generate.py: not to be edited. Any number of a newer library is one too.
/// How an account is opened. Combined with |.
enum class account_flags : std::uint32_t {
    none = 0, existing = TALLY_ACCOUNT_EXISTING,
};
/// How an engine is opened. Combined with |.
enum class engine_flags : std::uint32_t {
    none = 0, host_driven = TALLY_ENGINE_HOST_DRIVEN, set_aside = TALLY_ENGINE_SET_ASIDE,
    vacuum = TALLY_ENGINE_VACUUM,
};
/// How a file is copied. Combined with |.
enum class backup_flags : std::uint32_t {
    none = 0, replace = TALLY_BACKUP_REPLACE,
};
/// The reasons why a path shows a badge, and its mutes. Combined with |.
enum class badge_flags : std::uint32_t {
    none = 0, manual_count = TALLY_BADGE_MANUAL_COUNT, manual_dot = TALLY_BADGE_MANUAL_DOT, fed = TALLY_BADGE_FED,
    children = TALLY_BADGE_CHILDREN, mute_number = TALLY_BADGE_MUTE_NUMBER, mute_all = TALLY_BADGE_MUTE_ALL,
};
/// Which nodes are listed. Combined with |.
enum class list_flags : std::uint32_t {
    none = 0, children = TALLY_LIST_CHILDREN, subtree = TALLY_SUBTREE,
};
/// The contribution of a reason, and its kind. Combined with |.
enum class reason_flags : std::uint32_t {
    none = 0, manual_count = TALLY_REASON_MANUAL_COUNT, manual_dot = TALLY_REASON_MANUAL_DOT, fed = TALLY_REASON_FED,
    overridden = TALLY_REASON_OVERRIDDEN, mute_number = TALLY_REASON_MUTE_NUMBER, mute_all = TALLY_REASON_MUTE_ALL,
    lights = TALLY_REASON_LIGHTS, muted = TALLY_REASON_MUTED, message = TALLY_REASON_MESSAGE,
};
/// How a patch is applied. Combined with |.
enum class apply_flags : std::uint32_t {
    none = 0, overwrite = TALLY_APPLY_OVERWRITE,
};
/// The changes of which an observer is notified. Combined with |.
enum class observe_flags : std::uint32_t {
    none = 0, subtree = TALLY_SUBTREE, initial = TALLY_OBSERVE_INITIAL,
};
/// How a feed is polled. Combined with |.
enum class feed_flags : std::uint32_t {
    none = 0, stops_in_background = TALLY_FEED_OPTION_STOPS_IN_BACKGROUND,
    exact_delay = TALLY_FEED_OPTION_EXACT_DELAY,
};
/// The properties of a stored feed. Combined with |.
enum class feed_entry_flags : std::uint32_t {
    none = 0, added = TALLY_FEED_ENTRY_ADDED,
};
/// How a request is sent. Combined with |.
enum class request_flags : std::uint32_t {
    none = 0, credential = TALLY_REQUEST_FLAG_CREDENTIAL,
};
/// Which messages are meant. Combined with |.
enum class messages_flags : std::uint32_t {
    none = 0, subtree = TALLY_SUBTREE, unread = TALLY_MESSAGES_UNREAD,
};
/// The badge of a message. Combined with |.
enum class message_flags : std::uint32_t {
    none = 0, dot = TALLY_POST_DOT,
};
/// How groups are summarised. Combined with |.
enum class groups_flags : std::uint32_t {
    none = 0, hidden = TALLY_GROUPS_HIDDEN,
};
/// Which members of a reminder are set. Combined with |.
enum class reminder_fields : std::uint32_t {
    none = 0, title = TALLY_REMINDER_FIELD_TITLE, body = TALLY_REMINDER_FIELD_BODY, path = TALLY_REMINDER_FIELD_PATH,
    zone = TALLY_REMINDER_FIELD_ZONE, produced = TALLY_REMINDER_FIELD_PRODUCED,
    shelf_life = TALLY_REMINDER_FIELD_SHELF_LIFE, time = TALLY_REMINDER_FIELD_TIME,
    smart = TALLY_REMINDER_FIELD_SMART, repeat = TALLY_REMINDER_FIELD_REPEAT, start = TALLY_REMINDER_FIELD_START,
    end = TALLY_REMINDER_FIELD_END, overdue = TALLY_REMINDER_FIELD_OVERDUE,
};
/// How notifications are planned. Combined with |.
enum class plan_flags : std::uint32_t {
    none = 0, from_scratch = TALLY_PLAN_FLAG_FROM_SCRATCH, peek = TALLY_PLAN_FLAG_PEEK,
};
/// How accounts and sources are imported. Combined with |.
enum class import_flags : std::uint32_t {
    none = 0, replace = TALLY_IMPORT_REPLACE,
};
enum class badge_kind : std::int32_t {
    none = TALLY_KIND_NONE, dot = TALLY_KIND_DOT, icon = TALLY_KIND_ICON, number = TALLY_KIND_NUMBER,
};
enum class durability : std::int32_t {
    group = TALLY_DURABILITY_GROUP, full = TALLY_DURABILITY_FULL,
};
enum class log_level : std::int32_t {
    error = TALLY_LOG_ERROR, warning = TALLY_LOG_WARNING, info = TALLY_LOG_INFO,
};
enum class aggregation : std::int32_t {
    default_ = TALLY_AGGREGATION_DEFAULT, children = TALLY_AGGREGATION_CHILDREN, sum = TALLY_AGGREGATION_SUM,
};
enum class feeding : std::int32_t {
    default_ = TALLY_FEEDING_DEFAULT, unseen = TALLY_FEEDING_UNSEEN, unread = TALLY_FEEDING_UNREAD,
};
enum class mute_mode : std::int32_t {
    none = TALLY_MUTE_NONE, number = TALLY_MUTE_NUMBER, all = TALLY_MUTE_ALL,
};
enum class operation_kind : std::int32_t {
    set = TALLY_OP_SET, dot = TALLY_OP_DOT, add = TALLY_OP_ADD, clear = TALLY_OP_CLEAR,
    clear_tree = TALLY_OP_CLEAR_TREE, mute = TALLY_OP_MUTE, get = TALLY_OP_GET, post = TALLY_OP_POST,
    withdraw = TALLY_OP_WITHDRAW, read = TALLY_OP_READ, reminder_put = TALLY_OP_REMINDER_PUT,
    reminder_edit = TALLY_OP_REMINDER_EDIT, reminder_done = TALLY_OP_REMINDER_DONE,
    reminder_undone = TALLY_OP_REMINDER_UNDONE, reminder_remove = TALLY_OP_REMINDER_REMOVE,
    reminder_snooze = TALLY_OP_REMINDER_SNOOZE, reminder_acknowledge = TALLY_OP_REMINDER_ACKNOWLEDGE,
};
enum class overflow_style : std::int32_t {
    plus = TALLY_OVERFLOW_PLUS, ellipsis = TALLY_OVERFLOW_ELLIPSIS,
};
enum class polling : std::int32_t {
    message_center = TALLY_POLLING_MESSAGE_CENTER, unread_count = TALLY_POLLING_UNREAD_COUNT,
};
enum class message_state : std::int32_t {
    unseen = TALLY_MESSAGE_STATE_UNSEEN, seen = TALLY_MESSAGE_STATE_SEEN, read = TALLY_MESSAGE_STATE_READ,
};
enum class grouping : std::int32_t {
    default_ = TALLY_GROUPING_DEFAULT, automatic = TALLY_GROUPING_AUTOMATIC, by_app = TALLY_GROUPING_BY_APP,
    off = TALLY_GROUPING_OFF,
};
enum class strings_kind : std::int32_t {
    catalog = TALLY_STRINGS_CATALOG, dictionary = TALLY_STRINGS_DICTIONARY,
};
enum class summary_origin : std::int32_t {
    none = TALLY_SUMMARY_ORIGIN_NONE, category = TALLY_SUMMARY_ORIGIN_CATEGORY,
    default_ = TALLY_SUMMARY_ORIGIN_DEFAULT,
};
enum class outbox_kind : std::int32_t {
    message = TALLY_OUTBOX_KIND_MESSAGE, mark = TALLY_OUTBOX_KIND_MARK, reminder = TALLY_OUTBOX_KIND_REMINDER,
};
enum class outbox_state : std::int32_t {
    waiting = TALLY_OUTBOX_STATE_WAITING, leased = TALLY_OUTBOX_STATE_LEASED, failed = TALLY_OUTBOX_STATE_FAILED,
};
enum class unit : std::int32_t {
    minute = TALLY_UNIT_MINUTE, hour = TALLY_UNIT_HOUR, day = TALLY_UNIT_DAY, week = TALLY_UNIT_WEEK,
    month = TALLY_UNIT_MONTH, quarter = TALLY_UNIT_QUARTER, year = TALLY_UNIT_YEAR,
};
enum class smart_mode : std::int32_t {
    automatic = TALLY_SMART_AUTOMATIC, on = TALLY_SMART_ON, off = TALLY_SMART_OFF,
};
enum class reminder_state : std::int32_t {
    active = TALLY_REMINDER_STATE_ACTIVE, done = TALLY_REMINDER_STATE_DONE, expired = TALLY_REMINDER_STATE_EXPIRED,
};
enum class plan_action : std::int32_t {
    disarm = TALLY_PLAN_ACTION_DISARM, arm = TALLY_PLAN_ACTION_ARM,
};
enum class note_kind : std::int32_t {
    created = TALLY_NOTE_CREATED, edited = TALLY_NOTE_EDITED, planned = TALLY_NOTE_PLANNED, armed = TALLY_NOTE_ARMED,
    fired = TALLY_NOTE_FIRED, missed = TALLY_NOTE_MISSED, snoozed = TALLY_NOTE_SNOOZED,
    acknowledged = TALLY_NOTE_ACKNOWLEDGED, cancelled = TALLY_NOTE_CANCELLED, suspended = TALLY_NOTE_SUSPENDED,
    resumed = TALLY_NOTE_RESUMED, uploaded = TALLY_NOTE_UPLOADED, upload_failed = TALLY_NOTE_UPLOAD_FAILED,
    done = TALLY_NOTE_DONE, undone = TALLY_NOTE_UNDONE, removed = TALLY_NOTE_REMOVED,
};

template <> struct is_flags<account_flags> : std::true_type {};
template <> struct is_flags<engine_flags> : std::true_type {};
template <> struct is_flags<backup_flags> : std::true_type {};
template <> struct is_flags<badge_flags> : std::true_type {};
template <> struct is_flags<list_flags> : std::true_type {};
template <> struct is_flags<reason_flags> : std::true_type {};
template <> struct is_flags<apply_flags> : std::true_type {};
template <> struct is_flags<observe_flags> : std::true_type {};
template <> struct is_flags<feed_flags> : std::true_type {};
template <> struct is_flags<feed_entry_flags> : std::true_type {};
template <> struct is_flags<request_flags> : std::true_type {};
template <> struct is_flags<messages_flags> : std::true_type {};
template <> struct is_flags<message_flags> : std::true_type {};
template <> struct is_flags<groups_flags> : std::true_type {};
template <> struct is_flags<reminder_fields> : std::true_type {};
template <> struct is_flags<plan_flags> : std::true_type {};
template <> struct is_flags<import_flags> : std::true_type {};
// </generated>

template <typename T, typename = std::enable_if_t<is_flags<T>::value>>
constexpr T operator|(T left, T right) noexcept {
    return static_cast<T>(static_cast<std::uint32_t>(left) | static_cast<std::uint32_t>(right));
}
template <typename T, typename = std::enable_if_t<is_flags<T>::value>>
constexpr T operator&(T left, T right) noexcept {
    return static_cast<T>(static_cast<std::uint32_t>(left) & static_cast<std::uint32_t>(right));
}
template <typename T, typename = std::enable_if_t<is_flags<T>::value>>
constexpr T &operator|=(T &left, T right) noexcept {
    return left = left | right;
}

/// "TALLY_ERROR_PATH".
[[nodiscard]] inline const char *status_name(status value) {
    return tally_status_name(static_cast<tally_status>(value));
}

/// An English sentence that describes a status in general.
[[nodiscard]] inline const char *status_message(status value) {
    return tally_status_message(static_cast<tally_status>(value));
}

/// major * 1,000,000 + minor * 1,000 + patch, of the library at run time.
[[nodiscard]] inline std::uint32_t version() { return tally_version(); }
[[nodiscard]] inline const char *version_text() { return tally_version_text(); }

/// A failed call. what() has the message and the name of the status.
class error : public std::runtime_error {
public:
    /// Takes the message of the last failed call on this thread.
    explicit error(tally::status value) : error(value, last_message(value)) {}
    error(tally::status value, const std::string &message)
        : std::runtime_error(message + " (" + status_name(value) + ")"), status_(value), size_(message.size()) {}

    [[nodiscard]] tally::status status() const noexcept { return status_; }
    [[nodiscard]] const char *name() const noexcept { return status_name(status_); }
    /// The message alone.
    [[nodiscard]] std::string message() const { return std::string(what(), size_); }

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

/// Bytes of the caller, borrowed for a call.
class bytes_view {
public:
    bytes_view() = default;
    bytes_view(const void *data, std::size_t size) : data_(data), size_(size) {}
    bytes_view(const bytes &value) : data_(value.data()), size_(value.size()) {}
    bytes_view(std::string_view value) : data_(value.data()), size_(value.size()) {}
    bytes_view(const std::string &value) : data_(value.data()), size_(value.size()) {}
    bytes_view(const char *value) : bytes_view(std::string_view(value)) {}

    [[nodiscard]] const void *data() const { return data_; }
    [[nodiscard]] std::size_t size() const { return size_; }

private:
    const void *data_ = nullptr;
    std::size_t size_ = 0;
};

namespace detail {

/// The number that C has for an enumeration, a duration or a timestamp.
template <typename T>
constexpr auto raw(T value) noexcept {
    if constexpr (std::is_enum_v<T>) return static_cast<std::underlying_type_t<T>>(value);
    else if constexpr (std::is_same_v<T, time_point>) return static_cast<std::int64_t>(value.time_since_epoch().count());
    else if constexpr (std::is_same_v<T, milliseconds>) return static_cast<std::int64_t>(value.count());
    else return value;
}
template <typename T, typename Number>
constexpr T made(Number value) noexcept {
    if constexpr (std::is_same_v<T, time_point>) return time_point(milliseconds(value));
    else return static_cast<T>(value);
}
/// No limit is -1.
constexpr std::int64_t limit(const std::optional<milliseconds> &timeout) noexcept {
    return timeout ? raw(*timeout) : -1;
}

/// Ignores the status of a release in a destructor, which cannot report it.
inline void ignore(tally_status) noexcept {}

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

/// A part of a list, and whether more entries follow.
template <typename T>
struct page {
    std::vector<T> entries;
    bool more = false;

    auto begin() const { return entries.begin(); }
    auto end() const { return entries.end(); }
    [[nodiscard]] std::size_t size() const { return entries.size(); }
    const T &operator[](std::size_t index) const { return entries[index]; }
};

namespace detail {

/// Room for a list: rows of C, and their texts.
template <typename C>
class room {
public:
    explicit room(std::size_t limit) : limit_(limit), entries_(std::min<std::size_t>(limit, 64)), text_(4096) {
        if (limit == 0) throw error(status::range, "a list of no rows");
    }

    template <typename Call>
    tally_status fill(Call call) {
        rows_ = tally_rows();
        rows_.struct_size = sizeof rows_;
        rows_.entry_size = sizeof(C);
        rows_.entries = entries_.data();
        rows_.capacity = entries_.size();
        rows_.text = text_.data();
        rows_.text_capacity = text_.size();
        return call(&rows_);
    }
    /// Whether the list has as many rows as the caller requested.
    [[nodiscard]] bool is_full() const { return rows_.count == limit_; }
    /// Makes room for four times as many rows or bytes of texts, and at least for what the call says that it needs.
    void grow(tally_status answer) {
        const bool is_more = answer == TALLY_MORE;
        const bool for_rows = is_more ? rows_.count == entries_.size() : rows_.count > entries_.size();
        if (for_rows) entries_.resize(std::min(limit_, std::max(entries_.size() * 4, is_more ? 0 : rows_.count)));
        if (!for_rows || (!is_more && rows_.text_size > text_.size()))
            text_.resize(std::max(text_.size() * 4, is_more ? 0 : rows_.text_size));
    }
    template <typename T>
    [[nodiscard]] std::vector<T> made() const {
        std::vector<T> result;
        result.reserve(rows_.count);
        for (std::size_t index = 0; index < rows_.count; ++index) result.emplace_back(entries_[index], text_.data());
        return result;
    }

private:
    std::size_t limit_;
    std::vector<C> entries_;
    std::vector<char> text_;
    tally_rows rows_{};
};

inline constexpr std::size_t no_limit = static_cast<std::size_t>(-1);

/// Returns the list that call(rows) fills. If not all requested rows fit, it is called again from the beginning with
/// more room, so all rows are of one moment.
template <typename T, typename C, typename Call>
page<T> list(Call call, std::size_t limit = no_limit) {
    room<C> place(limit);
    for (;;) {
        const tally_status answer = place.fill(call);
        if (answer == TALLY_ERROR_BUFFER_TOO_SMALL || (answer == TALLY_MORE && !place.is_full())) {
            place.grow(answer);
            continue;
        }
        const bool more = check(answer) == status::more;
        return {place.template made<T>(), more};
    }
}

/// The same for a call that has an effect. It is called once, and the list has the rows that fit.
template <typename T, typename C, typename Call>
std::pair<std::vector<T>, status> part(Call call, std::size_t limit = no_limit) {
    room<C> place(limit);
    for (;;) {
        const tally_status answer = place.fill(call);
        if (answer == TALLY_ERROR_BUFFER_TOO_SMALL) {
            place.grow(answer);
            continue;
        }
        const status told = check(answer);
        return {place.template made<T>(), told};
    }
}

}  // namespace detail

// --- Values. Members are called as in tally.h, and mean the same. ---------------------------------------------------

using limits = tally_limits;
using stats = tally_stats;
using recovery = tally_recovery;
using feed_state = tally_feed_state;
using plan_summary = tally_plan;

/// Facts about a page that feed::page_shown returns.
struct page_info {
    bool first = false;                    ///< The user sees it for the first time since log-in.
    std::optional<milliseconds> away_time; ///< Since the user last saw it. None: never, or it is seen already.
    bool requested = false;                ///< The call has begun a request.
};

/// The identifier of an observer, view, widget or completion.
using token = std::uint64_t;

/// The badge that a path shows.
struct badge {
    std::uint64_t count = 0, revision = 0;
    badge_kind kind{};
    badge_flags flags{};
    std::uint32_t manual_count = 0;

    badge() = default;
    badge(const tally_badge &from)
        : count(from.count), revision(from.revision), kind(detail::made<badge_kind>(from.kind)),
          flags(detail::made<badge_flags>(from.flags)), manual_count(from.manual_count) {}
};

struct badge_entry {
    tally::badge badge;
    std::string path;

    badge_entry(const tally_badge_entry &from, const char *text)
        : badge(from.badge), path(detail::at(text, from.path)) {}
};

struct badge_listing {
    std::vector<badge_entry> entries;
    std::uint64_t revision = 0;
    /// After list_page(): more entries follow.
    bool more = false;
    /// After changes(): ok; more: call again immediately, with the revision; resync: list everything.
    tally::status status = status::ok;
};

// <generated values> by Bindings/tools/generate.py: not to be edited. Options left as they are have their defaults.
struct reason {
    std::uint64_t contributed, fed_count, kept_count;
    std::uint32_t manual_count;
    tally::reason_flags flags;
    std::uint64_t message;
    std::string path, id;

    reason(const tally_reason &from, const char *text)
        : contributed(from.contributed), fed_count(from.fed_count), kept_count(from.kept_count),
          manual_count(from.manual_count), flags(detail::made<tally::reason_flags>(from.flags)),
          message(from.message), path(detail::at(text, from.path)), id(detail::at(text, from.id)) {}
};

struct feed_entry {
    std::int64_t id;
    time_point last_success;
    std::uint64_t rejected;
    tally::feed_entry_flags flags;
    std::string name, url, prefix, title, memo;

    feed_entry(const tally_feed_entry &from, const char *text)
        : id(from.id), last_success(detail::made<time_point>(from.last_success)), rejected(from.rejected),
          flags(detail::made<tally::feed_entry_flags>(from.flags)), name(detail::at(text, from.name)),
          url(detail::at(text, from.url)), prefix(detail::at(text, from.prefix)), title(detail::at(text, from.title)),
          memo(detail::at(text, from.memo)) {}
};

struct rejected {
    std::uint64_t number;
    time_point time;
    std::string reason, body;

    rejected(const tally_rejected &from, const char *text)
        : number(from.number), time(detail::made<time_point>(from.time)), reason(detail::at(text, from.reason)),
          body(detail::at(text, from.body)) {}
};

struct message {
    std::uint64_t key;
    std::int64_t feed;
    time_point time;
    std::uint32_t count;
    tally::message_state state;
    std::string id, path, kind, title, body, thread, category, argument;
    std::uint32_t argument_count;

    message(const tally_message &from, const char *text)
        : key(from.key), feed(from.feed), time(detail::made<time_point>(from.time)), count(from.count),
          state(detail::made<tally::message_state>(from.state)), id(detail::at(text, from.id)),
          path(detail::at(text, from.path)), kind(detail::at(text, from.kind)), title(detail::at(text, from.title)),
          body(detail::at(text, from.body)), thread(detail::at(text, from.thread)),
          category(detail::at(text, from.category)), argument(detail::at(text, from.argument)),
          argument_count(from.argument_count) {}
};

struct group {
    std::uint64_t newest, oldest, items, notifications, fresh;
    time_point time;
    tally::summary_origin origin;
    std::string thread, path, title, summary, language;

    group(const tally_group &from, const char *text)
        : newest(from.newest), oldest(from.oldest), items(from.items), notifications(from.notifications),
          fresh(from.fresh), time(detail::made<time_point>(from.time)),
          origin(detail::made<tally::summary_origin>(from.origin)), thread(detail::at(text, from.thread)),
          path(detail::at(text, from.path)), title(detail::at(text, from.title)),
          summary(detail::at(text, from.summary)), language(detail::at(text, from.language)) {}
};

struct outbox_entry {
    std::int64_t sequence, feed, attempt;
    time_point next_time, lease_end;
    tally::outbox_kind kind;
    tally::outbox_state state;
    std::string key, entity, body;

    outbox_entry(const tally_outbox_entry &from, const char *text)
        : sequence(from.sequence), feed(from.feed), attempt(from.attempt),
          next_time(detail::made<time_point>(from.next_time)), lease_end(detail::made<time_point>(from.lease_end)),
          kind(detail::made<tally::outbox_kind>(from.kind)), state(detail::made<tally::outbox_state>(from.state)),
          key(detail::at(text, from.key)), entity(detail::at(text, from.entity)), body(detail::at(text, from.body)) {}
};

struct reminder {
    std::uint64_t number;
    time_point next_time, due_time, expires, stamp;
    std::uint32_t revision;
    tally::reminder_state state;
    std::int32_t expiry, span, days_left, is_smart, produced, shelf_life;
    tally::unit shelf_unit;
    std::int32_t time, entered;
    tally::smart_mode smart;
    tally::unit repeat_unit;
    std::int32_t repeat_every, start, end;
    tally::unit overdue_unit;
    std::int32_t overdue_every, overdue_limit;
    std::string id, title, body, path, zone;

    reminder(const tally_reminder &from, const char *text)
        : number(from.number), next_time(detail::made<time_point>(from.next_time)),
          due_time(detail::made<time_point>(from.due_time)), expires(detail::made<time_point>(from.expires)),
          stamp(detail::made<time_point>(from.stamp)), revision(from.revision),
          state(detail::made<tally::reminder_state>(from.state)), expiry(from.expiry), span(from.span),
          days_left(from.days_left), is_smart(from.is_smart), produced(from.produced), shelf_life(from.shelf_life),
          shelf_unit(detail::made<tally::unit>(from.shelf_unit)), time(from.time), entered(from.entered),
          smart(detail::made<tally::smart_mode>(from.smart)),
          repeat_unit(detail::made<tally::unit>(from.repeat_unit)), repeat_every(from.repeat_every),
          start(from.start), end(from.end), overdue_unit(detail::made<tally::unit>(from.overdue_unit)),
          overdue_every(from.overdue_every), overdue_limit(from.overdue_limit), id(detail::at(text, from.id)),
          title(detail::at(text, from.title)), body(detail::at(text, from.body)), path(detail::at(text, from.path)),
          zone(detail::at(text, from.zone)) {}
};

struct plan_entry {
    std::int64_t id;
    time_point time;
    std::int64_t occurrence;
    std::uint32_t revision;
    tally::plan_action action;
    std::string reminder, title, body, path;

    plan_entry(const tally_plan_entry &from, const char *text)
        : id(from.id), time(detail::made<time_point>(from.time)), occurrence(from.occurrence),
          revision(from.revision), action(detail::made<tally::plan_action>(from.action)),
          reminder(detail::at(text, from.reminder)), title(detail::at(text, from.title)),
          body(detail::at(text, from.body)), path(detail::at(text, from.path)) {}
};

struct reminder_note {
    std::int64_t number;
    time_point time, occurrence_time;
    std::uint32_t revision;
    tally::note_kind kind;
    std::string reminder;

    reminder_note(const tally_reminder_note &from, const char *text)
        : number(from.number), time(detail::made<time_point>(from.time)),
          occurrence_time(detail::made<time_point>(from.occurrence_time)), revision(from.revision),
          kind(detail::made<tally::note_kind>(from.kind)), reminder(detail::at(text, from.reminder)) {}
};

struct account_options {
    tally::account_flags flags{};
    tally::aggregation aggregation{};
    tally::feeding feeding{};
};

struct batch_options {
    std::uint32_t flags = 0;
    std::uint64_t epoch = 0, position = 0;
    std::optional<std::string> source, id;
};

struct feed_options {
    tally::feed_flags flags{};
    milliseconds initial_delay{}, interval{}, visible_interval{}, request_timeout{}, idle_timeout{}, tolerance{},
        away_time{}, max_age{};
    std::int64_t max_messages = 0;
    std::uint32_t page_limit = 0;
    tally::polling polling{};
    std::optional<std::string> url, prefix, mapping_preset, mapping, memo, title;
};

struct message_options {
    tally::message_flags flags{};
    time_point time{};
    std::uint32_t count = 0, argument_count = 0;
    std::optional<std::string> id, title, body, kind, thread, category, argument;
};

struct forms {
    std::optional<std::string> zero, one, two, few, many, other;
    std::uint32_t flags = 0;
};

struct outbox_options {
    std::uint32_t flags = 0;
    milliseconds request_timeout{}, idle_timeout{};
    std::optional<std::string> url;
};

struct reminder_options {
    std::optional<std::string> title, body, path, zone;
    std::optional<std::int32_t> produced, shelf_life;
    std::optional<tally::unit> shelf_unit;
    std::optional<std::int32_t> time;
    std::optional<tally::smart_mode> smart;
    std::optional<tally::unit> repeat_unit;
    std::optional<std::int32_t> repeat_every, end, start;
    std::optional<tally::unit> overdue_unit;
    std::optional<std::int32_t> overdue_every, overdue_limit;
};

struct plan_options {
    tally::plan_flags flags{};
    std::uint32_t limit = 0, reserve = 0;
};
// </generated>

/// The actions of the system, in order, and the plan as a whole.
struct plan {
    std::vector<plan_entry> entries;
    plan_summary summary{};
};

struct account_state {
    std::string name;
    std::int64_t id = 0;
    std::uint64_t revision = 0, epoch = 0;
    bool logged_in = false;
    tally::aggregation aggregation{};
    tally::feeding feeding{};
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
    std::size_t taken = 0, skipped = 0;
};

/// An event with its text.
struct event : tally_event {
    std::string text;

    event() : tally_event() { struct_size = sizeof(tally_event); }
    event(const tally_event &from, std::string words) : tally_event(from), text(std::move(words)) {}
};
using event_callback = std::function<void(const event &)>;

/// A badge in words: "dot", its number, or "nothing". Also for events of badges, of the total and of feeds.
[[nodiscard]] inline std::string shown(badge_kind kind, std::uint64_t count) {
    return kind == badge_kind::none ? "nothing" : kind == badge_kind::number ? std::to_string(count) : "dot";
}
[[nodiscard]] inline std::string shown(const badge &of) { return shown(of.kind, of.count); }
[[nodiscard]] inline std::string shown(const event &of) {
    return shown(detail::made<tally::badge_kind>(of.badge_kind), of.count);
}
/// The same: a dot is no 0.
template <typename Traits>
std::basic_ostream<char, Traits> &operator<<(std::basic_ostream<char, Traits> &out, const badge &of) {
    return out << shown(of);
}

/// How to draw a path, with the number or the icon's name.
struct presentation : tally_presentation {
    std::string text;

    presentation() : tally_presentation() { struct_size = sizeof(tally_presentation); }
    presentation(const tally_presentation &from, std::string words)
        : tally_presentation(from), text(std::move(words)) {}
};
using widget_function = std::function<void(std::string_view path, const presentation &)>;

/// The functions of a host that draw a badge. All four are required.
struct widget {
    widget_function show_dot, show_number, show_icon, hide;
};

/// Borrowed until the transport's callback returns.
using request = tally_request;
using transport_callback = std::function<void(const request &)>;

// --- Options: members that are not set have their defaults -----------------------------------------------------------

struct engine_options {
    engine_flags flags{};
    std::optional<std::string> file;
    tally::durability durability{};
    std::uint32_t max_depth = 0, max_path_bytes = 0, max_nodes = 0, max_accounts = 0, max_feeds = 0,
                  max_observers = 0, max_response_bytes = 0;
    std::optional<std::string> ca_file, user_agent;
    /// Wall clock and elapsed time. For tests.
    std::function<std::pair<time_point, milliseconds>()> clock;
    std::function<void(log_level level, std::string_view text)> log;
    /// The least important level that is logged.
    tally::log_level least_level{};
    std::uint64_t seed = 0;
    milliseconds batch_id_time{};
    std::uint32_t max_batch_ids = 0, max_loaded_accounts = 0;
    std::uint32_t max_requests = 0, max_requests_per_origin = 0;
    std::uint32_t max_forgotten = 0, max_marks = 0, max_failed_rows = 0, max_rejected = 0, max_reminder_log = 0,
                  max_cached_groups = 0, max_events = 0, max_completions = 0;
    std::optional<std::string> zone;
    /// Returns the file of a zone (TZif), or no bytes if there is none.
    std::function<bytes(std::string_view name)> zone_file;
};

struct style {
    std::optional<float> dot_radius;
    std::optional<std::pair<float, float>> offset;
    std::optional<float> font_size;
    std::optional<std::int32_t> font_weight;
    std::optional<std::uint32_t> text_color, background_color;
    std::optional<overflow_style> overflow;
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
        set(from.dot_radius, value.dot_radius, TALLY_STYLE_FIELD_DOT_RADIUS);
        if (from.offset) {
            value.fields |= TALLY_STYLE_FIELD_OFFSET;
            value.offset_x = from.offset->first;
            value.offset_y = from.offset->second;
        }
        set(from.font_size, value.font_size, TALLY_STYLE_FIELD_FONT_SIZE);
        set(from.font_weight, value.font_weight, TALLY_STYLE_FIELD_FONT_WEIGHT);
        set(from.text_color, value.text_color, TALLY_STYLE_FIELD_TEXT_COLOR);
        set(from.background_color, value.background_color, TALLY_STYLE_FIELD_BACKGROUND_COLOR);
        set(from.max_count, value.max_count, TALLY_STYLE_FIELD_MAX_COUNT);
        set(from.overflow, value.overflow, TALLY_STYLE_FIELD_OVERFLOW);
        if (from.icon) {
            value.fields |= TALLY_STYLE_FIELD_ICON;
            value.icon = icon;
        }
    }

private:
    template <typename T, typename C>
    void set(const std::optional<T> &from, C &to, std::uint32_t field) {
        if (!from) return;
        value.fields |= field;
        to = raw(*from);
    }
};

// --- Callbacks -------------------------------------------------------------------------------------------------------

/// The exceptions of callbacks on this thread during the current call. Calls nest.
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

/// The host's functions, which an engine borrows. Also keeps the exception of a function outside of any call.
struct hooks {
    std::function<std::pair<time_point, milliseconds>()> clock;
    std::function<void(log_level, std::string_view)> log;
    std::function<bytes(std::string_view)> zone_file;
    std::mutex mutex;
    std::pair<time_point, milliseconds> last_time{};
    std::exception_ptr thrown;
    /// Itself, for an engine that is left open.
    std::shared_ptr<hooks> kept;

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
        std::pair<time_point, milliseconds> now;
        try {
            now = self.clock();
            const std::lock_guard<std::mutex> guard(self.mutex);
            self.last_time = now;
        } catch (...) {
            self.keep(std::current_exception());
            const std::lock_guard<std::mutex> guard(self.mutex);
            now = self.last_time;
        }
        *out_wall = raw(now.first);
        *out_elapsed = raw(now.second);
    }
    static void on_log(void *user_data, std::int32_t level, const char *text) noexcept {
        hooks &self = *static_cast<hooks *>(user_data);
        try {
            self.log(made<log_level>(level), text);
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

template <widget_function widget::*Member>
void on_widget(void *user_data, const char *path, const tally_presentation *from, const char *text) noexcept {
    guarded([&] { (box<widget>::of(user_data).*Member)(path, presentation(*from, text ? text : "")); });
}

/// Passes a callback to call(callback or NULL, user_data, release), which releases it in any case, also on errors.
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

/// Computes the partition of an account.
[[nodiscard]] inline std::uint32_t account_hash(std::string_view name, std::uint32_t partitions) {
    std::uint32_t result = 0;
    detail::check(tally_account_hash(detail::c_text(name), partitions, &result));
    return result;
}

[[nodiscard]] inline std::string path_escape(std::string_view name) {
    const detail::c_text c_name(name);
    return detail::text([&](char *b, std::size_t n, std::size_t *l) { return tally_path_escape(c_name, b, n, l); });
}

[[nodiscard]] inline std::string path_join(std::string_view path, std::string_view name) {
    const detail::c_text c_path(path), c_name(name);
    return detail::text(
        [&](char *b, std::size_t n, std::size_t *l) { return tally_path_join(c_path, c_name, b, n, l); });
}

[[nodiscard]] inline std::string path_parent(std::string_view path) {
    const detail::c_text c_path(path);
    return detail::text([&](char *b, std::size_t n, std::size_t *l) { return tally_path_parent(c_path, b, n, l); });
}

[[nodiscard]] inline std::string path_component(std::string_view path, std::size_t index) {
    const detail::c_text c_path(path);
    return detail::text(
        [&](char *b, std::size_t n, std::size_t *l) { return tally_path_component(c_path, index, b, n, l); });
}

/// Returns how to draw a count, without an account.
[[nodiscard]] inline presentation present(badge_kind kind, std::uint64_t count,
                                          const std::optional<style> &look = std::nullopt) {
    const detail::c_style c_look(look ? *look : style());
    return detail::present([&](tally_presentation *out, char *b, std::size_t n, std::size_t *l) {
        return tally_present(detail::raw(kind), count, look ? &c_look.value : nullptr, out, b, n, l);
    });
}

/// Returns the patch that leads back.
[[nodiscard]] inline bytes patch_inverse(bytes_view patch) {
    return detail::data([&](void *b, std::size_t n, std::size_t *s) {
        return tally_patch_inverse(patch.data(), patch.size(), b, n, s);
    });
}

/// Returns what a mapping makes of a response: a page of the wire format.
[[nodiscard]] inline std::string mapping_try(std::optional<std::string_view> preset,
                                             std::optional<std::string_view> mapping, bytes_view body) {
    const detail::c_text c_preset(preset), c_mapping(mapping);
    return detail::text([&](char *b, std::size_t n, std::size_t *l) {
        return tally_mapping_try(c_preset, c_mapping, body.data(), body.size(), b, n, l);
    });
}

/// Saves what can be read of a damaged file in a new one.
inline recovery recover(std::string_view damaged, std::string_view fresh) {
    auto result = detail::sized<tally_recovery>();
    detail::check(tally_engine_recover(detail::c_text(damaged), detail::c_text(fresh), &result));
    return result;
}

// --- Snapshot --------------------------------------------------------------------------------------------------------

class account;

/// The state of the nodes at and below a path: see account::snapshot. It never changes, and belongs to no engine.
class snapshot {
public:
    /// Decodes the bytes of encode().
    [[nodiscard]] static snapshot decode(bytes_view encoded) {
        tally_snapshot *handle = nullptr;
        detail::check(tally_snapshot_decode(encoded.data(), encoded.size(), &handle));
        return snapshot(handle);
    }

    [[nodiscard]] bytes encode() const {
        return detail::data(
            [&](void *b, std::size_t n, std::size_t *s) { return tally_snapshot_encode(native(), b, n, s); });
    }
    /// Returns the patch from this snapshot to another one.
    [[nodiscard]] bytes diff(const snapshot &to) const {
        return detail::data([&](void *b, std::size_t n, std::size_t *s) {
            return tally_snapshot_diff(native(), to.native(), b, n, s);
        });
    }
    /// Replaces the contents of the path and its subtree with the snapshot.
    void restore(account &of, std::string_view path = "root") const;
    [[nodiscard]] tally_snapshot *native_handle() const noexcept { return handle_.get(); }

private:
    friend class account;
    explicit snapshot(tally_snapshot *handle) : handle_(handle) {}
    [[nodiscard]] tally_snapshot *native() const { return detail::open(handle_.get()); }

    std::unique_ptr<tally_snapshot, detail::releaser<tally_snapshot, tally_snapshot_release>> handle_;
};

// --- Nodes and operations --------------------------------------------------------------------------------------------

/// A resolved path. It keeps its account.
class node {
public:
    node(node &&other) noexcept
        : account_(std::move(other.account_)), value_(std::exchange(other.value_, 0)) {}
    node &operator=(node &&other) noexcept {
        node(std::move(other)).swap(*this);
        return *this;
    }
    ~node() {
        if (value_ && account_) detail::ignore(tally_node_release(account_.get(), value_));
    }

    /// Releases the node. Throws if that fails.
    void release() {
        const tally_node value = std::exchange(value_, 0);
        if (value) detail::check(tally_node_release(account_.get(), value));
    }
    [[nodiscard]] std::string path() const {
        return detail::text(
            [&](char *b, std::size_t n, std::size_t *l) { return tally_node_path(account_.get(), value_, b, n, l); });
    }
    void set(std::int64_t count) { detail::check(tally_node_set(account_.get(), value_, count)); }
    void dot() { detail::check(tally_node_dot(account_.get(), value_)); }
    void set_until(std::int64_t count, time_point until) {
        detail::check(tally_node_set_until(account_.get(), value_, count, detail::raw(until)));
    }
    void dot_until(time_point until) {
        detail::check(tally_node_dot_until(account_.get(), value_, detail::raw(until)));
    }
    void add(std::int64_t delta) { detail::check(tally_node_add(account_.get(), value_, delta)); }
    /// Returns ok or held.
    status clear() { return detail::check(tally_node_clear(account_.get(), value_)); }
    status clear_tree() { return detail::check(tally_node_clear_tree(account_.get(), value_)); }
    void mute(mute_mode mode, time_point until = forever) {
        detail::check(tally_node_mute(account_.get(), value_, detail::raw(mode), detail::raw(until)));
    }
    [[nodiscard]] badge get() const {
        tally_badge result{};
        detail::check(tally_node_get(account_.get(), value_, &result));
        return result;
    }
    /// For operations of batches; 0 after release.
    [[nodiscard]] tally_node native_handle() const noexcept { return value_; }

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

/// One operation of a batch. `node` names the node; 0: `path` does.
struct operation {
    operation_kind kind{};
    std::string path;
    tally_node node = 0;
    std::int64_t value = 0;
    time_point until = forever;
    tally::status status = tally::status::ok; ///< Out: its own.
    std::uint64_t count = 0;                  ///< Out, get: as of this operation.
    tally::badge_kind badge_kind{};           ///< Out, get: what it shows.

    static operation set(std::string path, std::int64_t count, time_point until = forever) {
        return make(operation_kind::set, std::move(path), count, until);
    }
    static operation dot(std::string path, time_point until = forever) {
        return make(operation_kind::dot, std::move(path), 0, until);
    }
    static operation add(std::string path, std::int64_t delta) {
        return make(operation_kind::add, std::move(path), delta);
    }
    static operation clear(std::string path) { return make(operation_kind::clear, std::move(path)); }
    static operation clear_tree(std::string path) { return make(operation_kind::clear_tree, std::move(path)); }
    static operation mute(std::string path, mute_mode mode, time_point until = forever) {
        return make(operation_kind::mute, std::move(path), detail::raw(mode), until);
    }
    static operation get(std::string path) { return make(operation_kind::get, std::move(path)); }

private:
    static operation make(operation_kind kind, std::string path, std::int64_t value = 0,
                          time_point until = forever) {
        operation result;
        result.kind = kind;
        result.path = std::move(path);
        result.value = value;
        result.until = until;
        return result;
    }
};

/// One operation of account::apply_nodes.
struct node_operation {
    operation_kind kind{};
    tally_node node = 0;
    std::int64_t value = 0;                   ///< Out, get: the count, or -1 where the node shows no badge.
    tally::status status = tally::status::ok; ///< Out: its own.
};

struct batch_result {
    tally::status status = tally::status::ok; ///< ok or already_applied.
    std::uint64_t revision = 0;
};

namespace detail {

/// A message that the host posts, with its texts.
struct c_message {
    explicit c_message(const message_options &options)
        : id(options.id), title(options.title), body(options.body), kind(options.kind), thread(options.thread),
          category(options.category), argument(options.argument) {
        raw.flags = detail::raw(options.flags);
        raw.id = id;
        raw.title = title;
        raw.body = body;
        raw.kind = kind;
        raw.thread = thread;
        raw.category = category;
        raw.argument = argument;
        raw.time = detail::raw(options.time);
        raw.count = options.count;
        raw.argument_count = options.argument_count;
    }

    tally_message_options raw = sized<tally_message_options>();

private:
    c_text id, title, body, kind, thread, category, argument;
};

/// The options of a reminder, with their texts.
struct c_reminder {
    explicit c_reminder(const reminder_options &options)
        : title(options.title), body(options.body), path(options.path), zone(options.zone) {
        const auto give = [&](const auto &from, auto &to, std::uint32_t field) {
            if (!from) return;
            raw.fields |= field;
            if constexpr (!std::is_pointer_v<std::decay_t<decltype(to)>>) to = detail::raw(*from);
        };
        give(options.title, raw.title, TALLY_REMINDER_FIELD_TITLE);
        give(options.body, raw.body, TALLY_REMINDER_FIELD_BODY);
        give(options.path, raw.path, TALLY_REMINDER_FIELD_PATH);
        give(options.zone, raw.zone, TALLY_REMINDER_FIELD_ZONE);
        give(options.produced, raw.produced, TALLY_REMINDER_FIELD_PRODUCED);
        give(options.shelf_life, raw.shelf_life, TALLY_REMINDER_FIELD_SHELF_LIFE);
        give(options.shelf_unit, raw.shelf_unit, TALLY_REMINDER_FIELD_SHELF_LIFE);
        give(options.time, raw.time, TALLY_REMINDER_FIELD_TIME);
        give(options.smart, raw.smart, TALLY_REMINDER_FIELD_SMART);
        give(options.repeat_unit, raw.repeat_unit, TALLY_REMINDER_FIELD_REPEAT);
        give(options.repeat_every, raw.repeat_every, TALLY_REMINDER_FIELD_REPEAT);
        give(options.start, raw.start, TALLY_REMINDER_FIELD_START);
        give(options.end, raw.end, TALLY_REMINDER_FIELD_END);
        give(options.overdue_unit, raw.overdue_unit, TALLY_REMINDER_FIELD_OVERDUE);
        give(options.overdue_every, raw.overdue_every, TALLY_REMINDER_FIELD_OVERDUE);
        give(options.overdue_limit, raw.overdue_limit, TALLY_REMINDER_FIELD_OVERDUE);
        raw.title = title;
        raw.body = body;
        raw.path = path;
        raw.zone = zone;
    }

    tally_reminder_options raw = sized<tally_reminder_options>();

private:
    c_text title, body, path, zone;
};

} // namespace detail

/// One operation of an item. Each kind uses the members that tally_item_operation names for it.
struct item_operation {
    operation_kind kind{};
    std::string path;
    std::string id{};                          ///< Of a posted message, or of a reminder.
    std::int64_t value = 0;
    time_point until = forever;
    bool subtree = false;                      ///< Of read.
    std::optional<message_options> message{};  ///< Of post.
    std::optional<reminder_options> reminder{}; ///< Of reminder_put and reminder_edit.
    tally::status status = tally::status::ok;  ///< Out: its own.
    std::uint64_t key = 0;                     ///< Out, post: the message's key.
    std::uint32_t changed = 0;                 ///< Out, read: messages that were not read before.
};

/// Operations on one account, all or none. Without an account and operations it only lets time pass.
struct item {
    std::string account;
    std::vector<item_operation> operations;
    std::optional<std::string> id;
    time_point time{};
    tally::status status = tally::status::ok; ///< Out: ok, already_applied, or why it was rejected.
};

struct items_options {
    std::optional<std::string> source;
    std::uint64_t epoch = 0, position = 0;
    tally::aggregation aggregation{};
    tally::feeding feeding{};
};

struct source_position {
    std::uint64_t epoch = 0, position = 0;
    time_point time{};
};

/// One account, or how far one source was applied. `import` is a word of C++20's modules.
struct import_entry {
    std::optional<std::string> account;       ///< Its name. Without one: a source, whose name is in the bytes.
    bytes snapshot;                           ///< From engine::export_account, engine::export_source or account's.
    tally::status status = tally::status::ok; ///< Out: ok, or why it was rejected.
};

// --- Feed ------------------------------------------------------------------------------------------------------------

class feed {
public:
    /// If `title` is not null, it is set to the title that the server sent last, or to that of the options.
    [[nodiscard]] feed_state get(std::string *title = nullptr) const {
        auto state = detail::sized<tally_feed_state>();
        if (!title) {
            detail::check(tally_feed_get(native(), &state, nullptr, 0, nullptr));
            return state;
        }
        *title = detail::text(
            [&](char *b, std::size_t n, std::size_t *l) { return tally_feed_get(native(), &state, b, n, l); });
        return state;
    }
    /// Removes the feed and its messages. The handle then fails with not_found.
    void remove() { detail::check(tally_feed_remove(native())); }
    void refresh() { detail::check(tally_feed_refresh(native())); }
    page_info page_shown(std::uint32_t page) {
        auto from = detail::sized<tally_page_info>();
        detail::check(tally_feed_page_shown(native(), page, &from));
        page_info result;
        result.first = from.first != 0;
        if (from.away_time >= 0) result.away_time = milliseconds(from.away_time);
        result.requested = from.requested != 0;
        return result;
    }
    void page_hidden(std::uint32_t page) { detail::check(tally_feed_page_hidden(native(), page)); }
    void cancel() { detail::check(tally_feed_cancel(native())); }
    void pause(bool paused) { detail::check(tally_feed_pause(native(), paused)); }
    /// Sends a request immediately, and returns the token of its completion. The callback is called with the
    /// completion.
    token refresh_now(event_callback callback = nullptr) {
        tally_feed *handle = native();
        token result = 0;
        detail::hand_over(std::move(callback), [&](auto function, void *data, auto release) {
            return tally_feed_refresh_now(handle, function, data, release, &result);
        });
        return result;
    }
    /// Applies a page that the host has received in another way.
    void deliver(bytes_view page) { detail::check(tally_feed_deliver(native(), page.data(), page.size())); }
    void push(bytes_view payload) { detail::check(tally_feed_push(native(), payload.data(), payload.size())); }
    [[nodiscard]] tally_feed *native_handle() const noexcept { return handle_.get(); }

private:
    friend class account;
    friend class scope;
    explicit feed(tally_feed *handle) : handle_(handle) {}
    [[nodiscard]] tally_feed *native() const { return detail::open(handle_.get()); }

    std::unique_ptr<tally_feed, detail::releaser<tally_feed, tally_feed_release>> handle_;
};

// --- Account ---------------------------------------------------------------------------------------------------------

class account {
public:
    account(account &&) = default;
    account &operator=(account &&) = default;

    /// Logs in: the feeds may send requests. credential: sent as a bearer token to the first feed's server.
    void log_in(std::optional<std::string_view> credential = std::nullopt) {
        detail::check(tally_account_log_in(native(), detail::c_text(credential)));
    }
    void log_out() { detail::check(tally_account_log_out(native())); }
    [[nodiscard]] account_state state() const {
        auto from = detail::sized<tally_account_state>();
        account_state result;
        result.name = detail::text(
            [&](char *b, std::size_t n, std::size_t *l) { return tally_account_get(native(), &from, b, n, l); });
        result.id = from.id;
        result.revision = from.revision;
        result.epoch = from.epoch;
        result.logged_in = from.logged_in != 0;
        result.aggregation = detail::made<tally::aggregation>(from.aggregation);
        result.feeding = detail::made<tally::feeding>(from.feeding);
        return result;
    }
    /// Returns everything that is stored for the account, for engine::import_account.
    [[nodiscard]] bytes export_account() const {
        return detail::data(
            [&](void *b, std::size_t n, std::size_t *s) { return tally_account_export(native(), b, n, s); });
    }
    void verify() const { detail::check(tally_account_verify(native())); }

    // Badges.
    void set(std::string_view path, std::int64_t count) {
        detail::check(tally_badge_set(native(), detail::c_text(path), count));
    }
    void dot(std::string_view path) { detail::check(tally_badge_dot(native(), detail::c_text(path))); }
    void set_until(std::string_view path, std::int64_t count, time_point until) {
        detail::check(tally_badge_set_until(native(), detail::c_text(path), count, detail::raw(until)));
    }
    void dot_until(std::string_view path, time_point until) {
        detail::check(tally_badge_dot_until(native(), detail::c_text(path), detail::raw(until)));
    }
    void add(std::string_view path, std::int64_t delta) {
        detail::check(tally_badge_add(native(), detail::c_text(path), delta));
    }
    /// Returns ok or held.
    status clear(std::string_view path) { return detail::check(tally_badge_clear(native(), detail::c_text(path))); }
    status clear_tree(std::string_view path) {
        return detail::check(tally_badge_clear_tree(native(), detail::c_text(path)));
    }
    void mute(std::string_view path, mute_mode mode, time_point until = forever) {
        detail::check(tally_badge_mute(native(), detail::c_text(path), detail::raw(mode), detail::raw(until)));
    }
    [[nodiscard]] badge get(std::string_view path) const {
        tally_badge result{};
        detail::check(tally_badge_get(native(), detail::c_text(path), &result));
        return result;
    }
    [[nodiscard]] badge_listing list(std::string_view path, list_flags flags = list_flags::children) const {
        return list_page(path, flags, std::nullopt, detail::no_limit);
    }
    /// Lists at most `limit` of these, after a path. Pages with the same revision are of one moment.
    [[nodiscard]] badge_listing list_page(std::string_view path, list_flags flags = list_flags::children,
                                          std::optional<std::string_view> after = std::nullopt,
                                          std::size_t limit = 1000) const {
        badge_listing result;
        const detail::c_text c_path(path), c_after(after);
        auto page = detail::list<badge_entry, tally_badge_entry>([&](tally_rows *rows) {
            return tally_badge_list(native(), c_path, detail::raw(flags), c_after, rows, &result.revision);
        }, limit);
        result.entries = std::move(page.entries);
        result.more = page.more;
        return result;
    }
    /// Lists the badges that changed after a revision.
    [[nodiscard]] badge_listing changes(std::uint64_t since, std::uint64_t epoch = 0) const {
        badge_listing result;
        std::tie(result.entries, result.status) = detail::part<badge_entry, tally_badge_entry>([&](tally_rows *rows) {
            return tally_badge_changes(native(), since, epoch, rows, &result.revision);
        });
        return result;
    }
    [[nodiscard]] std::vector<reason> explain(std::string_view path) const {
        const detail::c_text c_path(path);
        return detail::list<reason, tally_reason>(
            [&](tally_rows *rows) { return tally_badge_explain(native(), c_path, 0, rows); }).entries;
    }
    /// Takes a snapshot of what the nodes at and below a path own.
    [[nodiscard]] tally::snapshot snapshot(std::string_view path = "root") const {
        tally_snapshot *handle = nullptr;
        detail::check(tally_snapshot_take(native(), detail::c_text(path), &handle));
        return tally::snapshot(handle);
    }
    [[nodiscard]] std::uint64_t digest(std::string_view path = "root") const {
        std::uint64_t result = 0;
        detail::check(tally_badge_digest(native(), detail::c_text(path), &result));
        return result;
    }
    /// Returns the patch from a subtree of this account to a subtree of another account, or of this one.
    [[nodiscard]] bytes diff(std::string_view path, const account &to, std::string_view to_path) const {
        const detail::c_text c_path(path), c_to_path(to_path);
        return detail::data([&](void *b, std::size_t n, std::size_t *s) {
            return tally_badge_diff(native(), c_path, to.native(), c_to_path, b, n, s);
        });
    }
    void apply(std::string_view path, bytes_view patch, apply_flags flags = {}) {
        detail::check(
            tally_badge_apply(native(), detail::c_text(path), patch.data(), patch.size(), detail::raw(flags)));
    }
    /// Applies operations in one transaction, all or none. Their outputs are set, also if this throws.
    batch_result batch(std::vector<operation> &operations, const batch_options &options = {}) {
        const detail::c_text source(options.source), id(options.id);
        auto c_options = detail::sized<tally_batch_options>();
        c_options.flags = detail::raw(options.flags);
        c_options.source = source;
        c_options.epoch = options.epoch;
        c_options.position = options.position;
        c_options.id = id;
        std::vector<tally_operation> rows(operations.size());
        for (std::size_t index = 0; index < rows.size(); ++index) {
            const operation &from = operations[index];
            if (from.path.find('\0') != from.path.npos)
                throw error(status::argument, "operation " + std::to_string(index) + ": its path holds U+0000");
            rows[index].kind = detail::raw(from.kind);
            rows[index].path = from.node ? nullptr : from.path.c_str();
            rows[index].node = from.node;
            rows[index].value = from.value;
            rows[index].until = detail::raw(from.until);
        }
        batch_result result;
        const tally_status answer =
            tally_badge_batch(native(), rows.data(), rows.size(), &c_options, &result.revision);
        for (std::size_t index = 0; index < rows.size(); ++index) {
            operations[index].status = static_cast<status>(rows[index].status);
            operations[index].count = rows[index].count;
            operations[index].badge_kind = detail::made<badge_kind>(rows[index].badge_kind);
        }
        result.status = detail::check(answer);
        return result;
    }
    /// Performs operations on nodes, each on its own. Throws the error of the first rejected one, after the others were
    /// performed. Their outputs are set, also if this throws.
    void apply_nodes(std::vector<node_operation> &operations) {
        std::vector<tally_node_operation> rows(operations.size());
        for (std::size_t index = 0; index < rows.size(); ++index) {
            rows[index].node = operations[index].node;
            rows[index].value = operations[index].value;
            rows[index].kind = detail::raw(operations[index].kind);
        }
        const tally_status answer = tally_node_apply(native(), rows.data(), rows.size());
        for (std::size_t index = 0; index < rows.size(); ++index) {
            operations[index].status = static_cast<status>(rows[index].status);
            operations[index].value = rows[index].value;
        }
        detail::check(answer);
    }
    [[nodiscard]] tally::batch_position batch_position(std::string_view source) const {
        tally::batch_position result;
        detail::check(
            tally_batch_position(native(), detail::c_text(source), &result.epoch, &result.position));
        return result;
    }
    [[nodiscard]] node resolve(std::string_view path) {
        tally_node value = 0;
        detail::check(tally_node_resolve(native(), detail::c_text(path), &value));
        return node(handle_, value);
    }

    // Presentation.
    [[nodiscard]] presentation present(std::string_view path) const {
        const detail::c_text c_path(path);
        return detail::present([&](tally_presentation *out, char *b, std::size_t n, std::size_t *l) {
            return tally_badge_present(native(), c_path, out, b, n, l);
        });
    }
    /// Replaces the style of a path. std::nullopt removes it.
    void set_style(std::string_view path, const std::optional<style> &look) {
        const detail::c_style c_look(look ? *look : style());
        detail::check(tally_style_set(native(), detail::c_text(path), look ? &c_look.value : nullptr));
    }
    [[nodiscard]] style get_style(std::string_view path) const {
        auto from = detail::sized<tally_style>();
        char icon[256];
        std::size_t length = 0;
        detail::check(tally_style_get(native(), detail::c_text(path), &from, icon, sizeof icon, &length));
        style result;
        const auto has = [&](std::uint32_t field) { return (from.fields & field) != 0; };
        if (has(TALLY_STYLE_FIELD_DOT_RADIUS)) result.dot_radius = from.dot_radius;
        if (has(TALLY_STYLE_FIELD_OFFSET)) result.offset = std::make_pair(from.offset_x, from.offset_y);
        if (has(TALLY_STYLE_FIELD_FONT_SIZE)) result.font_size = from.font_size;
        if (has(TALLY_STYLE_FIELD_FONT_WEIGHT)) result.font_weight = from.font_weight;
        if (has(TALLY_STYLE_FIELD_TEXT_COLOR)) result.text_color = from.text_color;
        if (has(TALLY_STYLE_FIELD_BACKGROUND_COLOR)) result.background_color = from.background_color;
        if (has(TALLY_STYLE_FIELD_MAX_COUNT)) result.max_count = from.max_count;
        if (has(TALLY_STYLE_FIELD_OVERFLOW)) result.overflow = detail::made<overflow_style>(from.overflow);
        if (has(TALLY_STYLE_FIELD_ICON)) result.icon = std::string(icon, length);
        return result;
    }

    // Feeds.
    [[nodiscard]] feed add_feed(std::string_view name, const feed_options &options = {}) {
        const detail::c_text c_name(name), url(options.url), prefix(options.prefix),
            mapping_preset(options.mapping_preset), mapping(options.mapping), memo(options.memo), title(options.title);
        auto o = detail::sized<tally_feed_options>();
        o.flags = detail::raw(options.flags);
        o.url = url;
        o.prefix = prefix;
        o.initial_delay = detail::raw(options.initial_delay);
        o.interval = detail::raw(options.interval);
        o.request_timeout = detail::raw(options.request_timeout);
        o.idle_timeout = detail::raw(options.idle_timeout);
        o.page_limit = options.page_limit;
        o.polling = detail::raw(options.polling);
        o.visible_interval = detail::raw(options.visible_interval);
        o.tolerance = detail::raw(options.tolerance);
        o.away_time = detail::raw(options.away_time);
        o.max_age = detail::raw(options.max_age);
        o.max_messages = options.max_messages;
        o.mapping_preset = mapping_preset;
        o.mapping = mapping;
        o.memo = memo;
        o.title = title;
        tally_feed *handle = nullptr;
        detail::check(tally_feed_add(native(), c_name, &o, &handle));
        return feed(handle);
    }
    /// Lists the stored feeds after a name.
    [[nodiscard]] page<feed_entry> feeds(std::optional<std::string_view> after = std::nullopt,
                                         std::size_t limit = 1000) const {
        const detail::c_text c_after(after);
        return detail::list<feed_entry, tally_feed_entry>(
            [&](tally_rows *rows) { return tally_feed_list(native(), c_after, rows); }, limit);
    }
    /// Lists the rejected items of a feed after a number.
    [[nodiscard]] page<tally::rejected> rejected(std::int64_t feed, std::uint64_t after = 0,
                                                       std::size_t limit = 1000) const {
        return detail::list<tally::rejected, tally_rejected>(
            [&](tally_rows *rows) { return tally_feed_rejected(native(), feed, after, rows); }, limit);
    }
    void push(bytes_view payload) { detail::check(tally_push(native(), payload.data(), payload.size())); }
    /// Sets the path whose badge follows the number for the icon in pushes; std::nullopt: none.
    void push_badge_path(std::optional<std::string_view> path) {
        detail::check(tally_push_badge_path(native(), detail::c_text(path)));
    }

    // Messages.
    /// Lists messages after a key, the newest first.
    [[nodiscard]] page<message> messages(std::string_view path, messages_flags flags = messages_flags::subtree,
                           std::uint64_t after = 0, std::size_t limit = 1000) const {
        const detail::c_text c_path(path);
        return detail::list<message, tally_message>(
            [&](tally_rows *rows) { return tally_message_list(native(), c_path, detail::raw(flags), after, rows); },
            limit);
    }
    [[nodiscard]] message_counts counts(std::string_view path, messages_flags flags = messages_flags::subtree) const {
        message_counts result;
        detail::check(tally_message_counts(native(), detail::c_text(path), detail::raw(flags), &result.total,
                                           &result.unread, &result.unseen));
        return result;
    }
    /// Returns how many were not read before.
    std::size_t read(const std::vector<std::uint64_t> &keys) {
        std::size_t changed = 0;
        detail::check(tally_message_read(native(), keys.data(), keys.size(), &changed));
        return changed;
    }
    std::size_t read_path(std::string_view path, messages_flags flags = {}) {
        std::size_t changed = 0;
        detail::check(tally_message_read_path(native(), detail::c_text(path), detail::raw(flags), &changed));
        return changed;
    }
    std::size_t read_until(std::string_view path, messages_flags flags, std::uint64_t last) {
        std::size_t changed = 0;
        detail::check(tally_message_read_until(native(), detail::c_text(path), detail::raw(flags), last, &changed));
        return changed;
    }
    /// Returns how many were read before.
    std::size_t unread(const std::vector<std::uint64_t> &keys) {
        std::size_t changed = 0;
        detail::check(tally_message_unread(native(), keys.data(), keys.size(), &changed));
        return changed;
    }
    /// Marks messages as seen, all or none. Returns how many were unseen.
    std::size_t mark_seen(const std::vector<std::uint64_t> &keys) {
        std::size_t changed = 0;
        detail::check(tally_message_mark_seen(native(), keys.data(), keys.size(), &changed));
        return changed;
    }
    /// Returns the message's key.
    std::uint64_t post(std::string_view path, const message_options &options = {}) {
        const detail::c_text c_path(path);
        const detail::c_message message(options);
        std::uint64_t key = 0;
        detail::check(tally_message_post(native(), c_path, &message.raw, &key));
        return key;
    }
    /// Removes the message that was posted with an id.
    void withdraw(std::string_view id) {
        detail::check(tally_message_withdraw(native(), detail::c_text(id)));
    }

    // Groups.
    void configure_groups(tally::grouping grouping, std::optional<std::string_view> language = std::nullopt) {
        detail::check(tally_group_configure(native(), detail::raw(grouping), detail::c_text(language)));
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
        c_forms.flags = detail::raw(values.flags);
        c_forms.zero = zero;
        c_forms.one = one;
        c_forms.two = two;
        c_forms.few = few;
        c_forms.many = many;
        c_forms.other = other;
        detail::check(tally_strings_set(native(), detail::c_text(key), c_language, &c_forms));
    }
    /// Imports a file of translations.
    import_result import_strings(strings_kind kind, bytes_view file,
                                 std::optional<std::string_view> language = std::nullopt) {
        import_result result;
        detail::check(tally_strings_import(native(), detail::raw(kind), file.data(), file.size(),
                                           detail::c_text(language), &result.taken, &result.skipped));
        return result;
    }
    /// Lists groups, the newest first. after: the key of the leading message of a group.
    page<tally::group> groups(std::optional<std::string_view> language = std::nullopt, groups_flags flags = {},
                       std::uint64_t after = 0, std::size_t limit = 1000) const {
        const detail::c_text c_language(language);
        return detail::list<tally::group, tally_group>(
            [&](tally_rows *rows) { return tally_group_list(native(), c_language, detail::raw(flags), after, rows); },
            limit);
    }
    tally::group group(std::string_view thread, std::optional<std::string_view> language = std::nullopt,
                       groups_flags flags = {}) const {
        const detail::c_text c_thread(thread), c_language(language);
        return detail::list<tally::group, tally_group>([&](tally_rows *rows) {
            return tally_group_get(native(), c_thread, c_language, detail::raw(flags), rows);
        }, 1).entries.at(0);
    }
    [[nodiscard]] page<message> group_messages(std::string_view thread, std::uint64_t after = 0,
                                               std::size_t limit = 1000) const {
        const detail::c_text c_thread(thread);
        return detail::list<message, tally_message>(
            [&](tally_rows *rows) { return tally_group_messages(native(), c_thread, after, rows); }, limit);
    }
    void group_seen(std::string_view thread) { detail::check(tally_group_seen(native(), detail::c_text(thread))); }
    /// Dismisses a group. Returns how many of its messages were unseen.
    std::size_t dismiss(std::string_view thread) {
        std::size_t changed = 0;
        detail::check(tally_group_dismiss(native(), detail::c_text(thread), &changed));
        return changed;
    }

    // Outbox.
    void configure_outbox(const outbox_options &options = {}) {
        const detail::c_text url(options.url);
        auto o = detail::sized<tally_outbox_options>();
        o.flags = detail::raw(options.flags);
        o.url = url;
        o.request_timeout = detail::raw(options.request_timeout);
        o.idle_timeout = detail::raw(options.idle_timeout);
        detail::check(tally_outbox_configure(native(), &o));
    }
    /// Gives out rows that are due. more: more are due.
    [[nodiscard]] page<outbox_entry> lease_outbox(milliseconds duration, std::size_t limit = 1000) {
        auto leased = detail::part<outbox_entry, tally_outbox_entry>(
            [&](tally_rows *rows) { return tally_outbox_lease(native(), detail::raw(duration), rows); }, limit);
        return {std::move(leased.first), leased.second == status::more};
    }
    /// Returns ok or already_applied.
    status ack_outbox(std::int64_t sequence, bytes_view answer = {}) {
        return detail::check(tally_outbox_ack(native(), sequence, answer.data(), answer.size()));
    }
    /// Returns ok or already_applied. retry_after: std::nullopt: never.
    status fail_outbox(std::int64_t sequence, std::int64_t attempt, std::optional<milliseconds> retry_after) {
        return detail::check(tally_outbox_fail(native(), sequence, attempt, detail::limit(retry_after)));
    }
    [[nodiscard]] page<outbox_entry> outbox(std::int64_t after = 0, std::size_t limit = 1000) const {
        return detail::list<outbox_entry, tally_outbox_entry>(
            [&](tally_rows *rows) { return tally_outbox_list(native(), after, rows); }, limit);
    }
    [[nodiscard]] tally::outbox_counts outbox_counts() const {
        tally::outbox_counts result;
        detail::check(tally_outbox_counts(native(), &result.total, &result.leased, &result.failed));
        return result;
    }
    /// Makes a row that waits or has failed due immediately. Returns 1, or 0 if it is another row.
    std::size_t retry_outbox(std::int64_t sequence) {
        std::size_t count = 0;
        detail::check(tally_outbox_retry(native(), sequence, &count));
        return count;
    }
    /// Makes every row that waits or has failed due immediately. Returns how many.
    std::size_t retry_all_outbox() {
        std::size_t count = 0;
        detail::check(tally_outbox_retry_all(native(), &count));
        return count;
    }
    /// Removes a row that has failed for good. Returns 1, or 0 if it is another row.
    std::size_t remove_outbox(std::int64_t sequence) {
        std::size_t count = 0;
        detail::check(tally_outbox_remove(native(), sequence, &count));
        return count;
    }
    /// Removes every row that has failed for good. Returns how many.
    std::size_t remove_failed_outbox() {
        std::size_t count = 0;
        detail::check(tally_outbox_remove_failed(native(), &count));
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
    void remove_reminder(std::string_view id) { detail::check(tally_reminder_remove(native(), detail::c_text(id))); }
    void snooze_reminder(std::string_view id, time_point until) {
        detail::check(tally_reminder_snooze(native(), detail::c_text(id), detail::raw(until)));
    }
    void acknowledge_reminder(std::string_view id) {
        detail::check(tally_reminder_acknowledge(native(), detail::c_text(id)));
    }
    [[nodiscard]] page<reminder> reminders(std::optional<std::string_view> after = std::nullopt,
                                           std::size_t limit = 1000) const {
        const detail::c_text c_after(after);
        return detail::list<reminder, tally_reminder>(
            [&](tally_rows *rows) { return tally_reminder_list(native(), c_after, rows); }, limit);
    }
    [[nodiscard]] tally::plan plan(const plan_options &options = {}) {
        auto c_options = detail::sized<tally_plan_options>();
        c_options.flags = detail::raw(options.flags);
        c_options.limit = options.limit;
        c_options.reserve = options.reserve;
        tally::plan result;
        result.summary.struct_size = sizeof result.summary;
        result.entries = detail::list<plan_entry, tally_plan_entry>(
            [&](tally_rows *rows) { return tally_reminder_plan(native(), &c_options, rows, &result.summary); }).entries;
        return result;
    }
    /// Lists the notes in the log of reminders after a number.
    [[nodiscard]] page<reminder_note> reminder_log(std::int64_t after = 0, std::size_t limit = 1000) const {
        return detail::list<reminder_note, tally_reminder_note>(
            [&](tally_rows *rows) { return tally_reminder_log(native(), after, rows); }, limit);
    }
    /// Returns all reminders as iCalendar.
    [[nodiscard]] std::string export_reminders() const {
        return detail::text(
            [&](char *b, std::size_t n, std::size_t *l) { return tally_reminder_export(native(), b, n, l); });
    }
    import_result import_reminders(bytes_view calendar) {
        import_result result;
        detail::check(tally_reminder_import(native(), calendar.data(), calendar.size(), &result.taken,
                                            &result.skipped));
        return result;
    }

    /// Releases the handle. Nodes keep their account.
    void release() noexcept { handle_.reset(); }
    [[nodiscard]] tally_account *native_handle() const noexcept { return handle_.get(); }

private:
    friend class engine;
    friend class scope;
    friend class tally::snapshot;
    explicit account(tally_account *handle) : handle_(handle, tally_account_release) {}
    [[nodiscard]] tally_account *native() const { return detail::open(handle_.get()); }

    template <typename Function>
    void set_reminder(Function function, std::string_view id, const reminder_options &options) {
        const detail::c_text c_id(id);
        const detail::c_reminder reminder(options);
        detail::check(function(native(), c_id, &reminder.raw));
    }

    std::shared_ptr<tally_account> handle_;
};

inline void snapshot::restore(account &of, std::string_view path) const {
    detail::check(tally_snapshot_restore(native(), of.native(), detail::c_text(path)));
}

// --- Scope -----------------------------------------------------------------------------------------------------------

/// Holds observers, views and widgets. Closing it removes all of them. Without a callback only next_event() returns the
/// events.
class scope {
public:
    token observe(const account &of, std::string_view path, observe_flags flags, event_callback callback = nullptr) {
        const detail::c_text c_path(path);
        tally_account *account = of.native();
        return add(std::move(callback), [&](auto function, auto data, auto release, token *out) {
            return tally_observe(handle_.get(), account, c_path, detail::raw(flags), function, data, release, out);
        });
    }
    token observe_messages(const account &of, std::string_view path, observe_flags flags,
                           event_callback callback = nullptr) {
        const detail::c_text c_path(path);
        tally_account *account = of.native();
        return add(std::move(callback), [&](auto function, auto data, auto release, token *out) {
            return tally_observe_messages(handle_.get(), account, c_path, detail::raw(flags), function, data, release,
                                          out);
        });
    }
    token observe_groups(const account &of, observe_flags flags, event_callback callback = nullptr) {
        tally_account *account = of.native();
        return add(std::move(callback), [&](auto function, auto data, auto release, token *out) {
            return tally_observe_groups(handle_.get(), account, detail::raw(flags), function, data, release, out);
        });
    }
    token observe_total(observe_flags flags, event_callback callback = nullptr) {
        return add(std::move(callback), [&](auto function, auto data, auto release, token *out) {
            return tally_observe_total(handle_.get(), detail::raw(flags), function, data, release, out);
        });
    }
    /// Observes the requests of a feed, and the pages that the host delivers.
    token observe_feed(const feed &of, event_callback callback = nullptr) {
        tally_feed *feed = of.native();
        return add(std::move(callback), [&](auto function, auto data, auto release, token *out) {
            return tally_observe_feed(handle_.get(), feed, function, data, release, out);
        });
    }
    /// Also for views and widgets. When it returns, the callback is never called again. Inside a callback it does not
    /// wait for calls that could not return before it does: see tally_unobserve.
    void unobserve(token value) { detail::check(tally_unobserve(native(), value)); }

    token bind(const account &of, std::string_view path, widget functions) {
        if (!functions.show_dot || !functions.show_number || !functions.show_icon || !functions.hide)
            throw error(status::argument, "a widget has four functions");
        const detail::c_text c_path(path);
        auto c_widget = detail::sized<tally_widget>();
        c_widget.show_dot = detail::on_widget<&widget::show_dot>;
        c_widget.show_number = detail::on_widget<&widget::show_number>;
        c_widget.show_icon = detail::on_widget<&widget::show_icon>;
        c_widget.hide = detail::on_widget<&widget::hide>;
        tally_scope *handle = native();
        tally_account *account = of.native();
        using box = detail::box<widget>;
        token result = 0;
        detail::check(tally_widget_bind(handle, account, c_path, &c_widget,
                                        new box{std::move(functions), nullptr}, box::release, &result));
        return result;
    }
    /// Draws all widgets of the scope again.
    void refresh_widgets() { detail::check(tally_widget_refresh(native())); }

    /// Reports that the user looks at a path. answer: ok or held.
    token begin_view(const account &of, std::string_view path, status *answer = nullptr) {
        token result = 0;
        const status told =
            detail::check(tally_view_begin(native(), of.native(), detail::c_text(path), 0, &result));
        if (answer) *answer = told;
        return result;
    }
    void end_view(token value) { detail::check(tally_view_end(native(), value)); }

    void close() noexcept { handle_.reset(); }
    [[nodiscard]] tally_scope *native_handle() const noexcept { return handle_.get(); }

private:
    friend class engine;
    explicit scope(tally_scope *handle) : handle_(handle) {}
    [[nodiscard]] tally_scope *native() const { return detail::open(handle_.get()); }

    template <typename Call>
    token add(event_callback callback, Call call) {
        static_cast<void>(native());
        token result = 0;
        detail::hand_over(std::move(callback), [&](auto function, void *data, auto release) {
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
        o.flags = detail::raw(options.flags);
        o.file = file;
        o.durability = detail::raw(options.durability);
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
        o.log_level = detail::raw(options.least_level);
        o.seed = options.seed;
        o.batch_id_time = detail::raw(options.batch_id_time);
        o.max_batch_ids = options.max_batch_ids;
        o.max_loaded_accounts = options.max_loaded_accounts;
        o.max_requests = options.max_requests;
        o.max_requests_per_origin = options.max_requests_per_origin;
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
    /// As close(), whatever it returns. Inside a callback the library leaves the engine open, for ever, with its hooks.
    ~engine() {
        if (handle_ && tally_engine_close(handle_, -1) == TALLY_ERROR_THREAD) hooks_->kept = hooks_;
    }

    /// Closes the engine. A second call does nothing. After thread (in a callback) the engine is still open. After io,
    /// full and timeout it is closed, and what could not be written is lost.
    void close(std::optional<milliseconds> timeout = std::nullopt) {
        if (!handle_) return;
        const tally_status answer = tally_engine_close(handle_, detail::limit(timeout));
        if (answer != TALLY_ERROR_THREAD) handle_ = nullptr;
        detail::check(answer);
    }
    [[nodiscard]] bool is_open() const noexcept { return handle_ != nullptr; }
    /// The problem of a damaged file that was renamed, and its new name.
    [[nodiscard]] const std::optional<std::string> &set_aside() const noexcept { return set_aside_; }

    void flush() { detail::check(tally_engine_flush(native())); }
    void verify() { detail::check(tally_engine_verify(native())); }
    [[nodiscard]] tally::limits limits() const {
        auto result = detail::sized<tally_limits>();
        detail::check(tally_engine_limits(native(), &result));
        return result;
    }
    [[nodiscard]] tally::stats stats() const {
        auto result = detail::sized<tally_stats>();
        detail::check(tally_engine_stats(native(), &result));
        return result;
    }
    void backup(std::string_view file, backup_flags flags = {}) {
        detail::check(tally_engine_backup(native(), detail::c_text(file), detail::raw(flags)));
    }
    /// Reads the total over the accounts that are logged in.
    [[nodiscard]] badge total() const {
        tally_badge result{};
        detail::check(tally_engine_total(native(), &result));
        return result;
    }
    /// Reports whether the application is in the foreground.
    void set_foreground(bool in_front) { detail::check(tally_engine_set_foreground(native(), in_front)); }
    /// Reports whether there is a network. true: there is one again, or another one.
    void set_network(bool available) { detail::check(tally_engine_set_network(native(), available)); }
    /// Reports that the machine slept and is awake.
    void woke() { detail::check(tally_engine_woke(native())); }
    /// Sets the device's zone. std::nullopt: the zone in the options, or the system's.
    void set_zone(std::optional<std::string_view> name) {
        detail::check(tally_engine_set_zone(native(), detail::c_text(name)));
    }

    [[nodiscard]] account open_account(std::string_view name, const account_options &options = {}) {
        auto o = detail::sized<tally_account_options>();
        o.flags = detail::raw(options.flags);
        o.aggregation = detail::raw(options.aggregation);
        o.feeding = detail::raw(options.feeding);
        tally_account *handle = nullptr;
        detail::check(tally_account_open(native(), detail::c_text(name), &o, &handle));
        return account(handle);
    }
    /// Lists the names of the stored accounts after a name.
    [[nodiscard]] page<std::string> accounts(std::optional<std::string_view> after = std::nullopt,
                                             std::size_t limit = 1000) const {
        struct name : std::string {
            name(const tally_account_entry &from, const char *text) : std::string(detail::at(text, from.name)) {}
        };
        const detail::c_text c_after(after);
        auto names = detail::list<name, tally_account_entry>(
            [&](tally_rows *rows) { return tally_account_list(native(), c_after, rows); }, limit);
        page<std::string> result;
        result.entries.assign(names.begin(), names.end());
        result.more = names.more;
        return result;
    }
    void remove_account(std::string_view name) {
        detail::check(tally_account_remove(native(), detail::c_text(name)));
    }
    /// Creates an account from the bytes of export_account(). It is not open.
    void import_account(std::string_view name, bytes_view snapshot) {
        detail::check(tally_account_import(native(), detail::c_text(name), snapshot.data(), snapshot.size()));
    }

    /// Applies items to many accounts, in one transaction. Returns ok, partial (some were rejected) or already_applied.
    /// The items' outputs are set, also after an error.
    tally::status batch(std::vector<item> &items, const items_options &options = {}) {
        const detail::c_text source(options.source);
        tally_engine_batch_options c_options = TALLY_ENGINE_BATCH_OPTIONS_INIT;
        c_options.source = source;
        c_options.epoch = options.epoch;
        c_options.position = options.position;
        c_options.aggregation = detail::raw(options.aggregation);
        c_options.feeding = detail::raw(options.feeding);
        std::deque<detail::c_text> texts;
        std::deque<detail::c_message> messages;
        std::deque<detail::c_reminder> reminders;
        std::deque<std::vector<tally_item_operation>> operations;
        std::vector<tally_item> rows(items.size());
        for (std::size_t index = 0; index < rows.size(); ++index) {
            const item &from = items[index];
            auto &into = operations.emplace_back(from.operations.size());
            for (std::size_t place = 0; place < into.size(); ++place) {
                const item_operation &operation = from.operations[place];
                into[place].kind = detail::raw(operation.kind);
                into[place].path = texts.emplace_back(std::string_view(operation.path));
                into[place].id = texts.emplace_back(std::string_view(operation.id));
                into[place].value = operation.value;
                into[place].until = detail::raw(operation.until);
                into[place].flags = operation.subtree ? TALLY_SUBTREE : 0;
                if (operation.message) into[place].message = &messages.emplace_back(*operation.message).raw;
                if (operation.reminder) into[place].reminder = &reminders.emplace_back(*operation.reminder).raw;
            }
            rows[index].account = texts.emplace_back(std::string_view(from.account));
            rows[index].id = texts.emplace_back(from.id);
            rows[index].time = detail::raw(from.time);
            rows[index].operations = into.data();
            rows[index].count = into.size();
        }
        const tally_status answer = tally_engine_batch(native(), rows.data(), rows.size(), &c_options);
        for (std::size_t index = 0; index < rows.size(); ++index) {
            items[index].status = static_cast<status>(rows[index].status);
            for (std::size_t place = 0; place < rows[index].count; ++place) {
                item_operation &operation = items[index].operations[place];
                operation.status = static_cast<status>(rows[index].operations[place].status);
                operation.key = rows[index].operations[place].key;
                operation.changed = rows[index].operations[place].changed;
            }
        }
        return detail::check(answer);
    }
    /// Reads how far batch() has applied a source.
    [[nodiscard]] source_position position(std::string_view source) const {
        source_position result;
        std::int64_t time = 0;
        detail::check(tally_engine_position(native(), detail::c_text(source), &result.epoch, &result.position, &time));
        result.time = detail::made<time_point>(time);
        return result;
    }

    /// Returns an account for import_all(): the bytes of account::export_account with the keys of its messages and its
    /// epoch.
    [[nodiscard]] bytes export_account(std::string_view name) const {
        const detail::c_text account(name);
        return detail::data([&](void *b, std::size_t n, std::size_t *s) {
            return tally_engine_export(native(), account, nullptr, b, n, s);
        });
    }
    /// Returns how far batch() has applied a source, for import_all().
    [[nodiscard]] bytes export_source(std::string_view name) const {
        const detail::c_text source(name);
        return detail::data([&](void *b, std::size_t n, std::size_t *s) {
            return tally_engine_export(native(), nullptr, source, b, n, s);
        });
    }
    /// Imports accounts and sources, in one transaction. Returns ok or partial (some were rejected). The status of each
    /// import is set. Messages keep their keys, and revisions their epoch.
    tally::status import_all(std::vector<import_entry> &imports, import_flags flags = import_flags::none) {
        std::deque<detail::c_text> names;
        std::vector<tally_import> rows(imports.size());
        for (std::size_t index = 0; index < rows.size(); ++index) {
            rows[index].account = names.emplace_back(imports[index].account);
            rows[index].snapshot = imports[index].snapshot.data();
            rows[index].size = imports[index].snapshot.size();
        }
        const tally_status answer = tally_engine_import(native(), rows.data(), rows.size(), detail::raw(flags));
        for (std::size_t index = 0; index < rows.size(); ++index)
            imports[index].status = static_cast<status>(rows[index].status);
        return detail::check(answer);
    }

    [[nodiscard]] scope open_scope() {
        tally_scope *handle = nullptr;
        detail::check(tally_scope_open(native(), &handle));
        return scope(handle);
    }

    /// Waits for an event, and calls its callback. timeout: 0: does not wait; std::nullopt: no limit. Returns
    /// std::nullopt if the time passed, or it was interrupted.
    std::optional<event> next_event(std::optional<milliseconds> timeout = std::nullopt) {
        tally_engine *handle = native();
        event result;
        std::vector<char> text(512);
        tally_status answer;
        detail::catcher catcher;
        do {
            if (result.text_length >= text.size()) text.resize(result.text_length + std::size_t(1));
            answer = tally_engine_next_event(handle, detail::limit(timeout), &result, text.data(), text.size());
        } while (answer == TALLY_ERROR_BUFFER_TOO_SMALL);
        catcher.rethrow();
        hooks_->rethrow();
        if (detail::check(answer) == status::empty) return std::nullopt;
        result.text.assign(text.data(), result.text_length);
        return result;
    }
    /// Calls the callbacks of pending events, at most `limit` (0: all).
    dispatched dispatch(std::size_t limit = 0) {
        dispatched result;
        detail::catcher catcher;
        const tally_status answer = tally_engine_dispatch(native(), limit, &result.count);
        catcher.rethrow();
        hooks_->rethrow();
        result.more = detail::check(answer) == status::more;
        return result;
    }
    /// Does what is due and calls callbacks, without waiting, in an engine that the host drives.
    void step() {
        detail::catcher catcher;
        const tally_status answer = tally_engine_step(native());
        catcher.rethrow();
        hooks_->rethrow();
        detail::check(answer);
    }
    /// Returns how long the host may wait before step() has work; std::nullopt: no limit. Only on the thread that
    /// steps.
    [[nodiscard]] std::optional<milliseconds> timeout() const {
        std::int64_t result = 0;
        detail::check(tally_engine_timeout(native(), &result));
        return result < 0 ? std::nullopt : std::optional<milliseconds>(milliseconds(result));
    }
    void interrupt() { detail::check(tally_engine_interrupt(native())); }
    /// For poll, epoll and select: readable while events are pending. Borrowed until the engine is closed.
    [[nodiscard]] int descriptor() const {
        std::int32_t result = -1;
        detail::check(tally_engine_descriptor(native(), &result));
        return result;
    }
    /// Sets the function that wakes the host's loop; nullptr removes it. It is called on any thread, without a lock. It
    /// must not close the engine.
    void set_notify(std::function<void()> notify) {
        using box = detail::box<std::function<void()>>;
        static_cast<void>(native());
        if (!notify) {
            detail::check(tally_engine_set_notify(handle_, nullptr, nullptr, nullptr));
            return;
        }
        const auto call = [](void *user_data) noexcept {
            try {
                box::of(user_data)();
            } catch (...) {
                static_cast<box *>(user_data)->host->keep(std::current_exception());
            }
        };
        detail::check(tally_engine_set_notify(handle_, call, new box{std::move(notify), hooks_}, box::release));
    }

    /// Sends requests through `callback`, which is called on the loop thread; nullptr: libcurl sends them again. If it
    /// throws, the request fails with status::network, and the next dispatch(), step() or next_event() throws.
    void set_transport(transport_callback callback) {
        struct box {
            transport_callback function;
            std::shared_ptr<detail::hooks> host;
            tally_engine *engine;
        };
        static_cast<void>(native());
        if (!callback) {
            detail::check(tally_engine_set_transport(handle_, nullptr, nullptr, nullptr));
            return;
        }
        const auto call = [](void *user_data, const tally_request *sent) noexcept {
            const box *self = static_cast<box *>(user_data);
            try {
                self->function(*sent);
            } catch (...) {
                self->host->keep(std::current_exception());
                if (sent->kind == TALLY_REQUEST_KIND_SEND)
                    detail::ignore(
                        tally_transport_respond(self->engine, sent->id, TALLY_ERROR_NETWORK, nullptr, nullptr, 0));
            }
        };
        const auto release = [](void *user_data) noexcept { delete static_cast<box *>(user_data); };
        detail::check(
            tally_engine_set_transport(handle_, call, new box{std::move(callback), hooks_, handle_}, release));
    }
    /// Reports the response to a request: of HTTP, or a negative status and a description.
    void respond(std::uint64_t id, std::int32_t http_status, std::optional<std::string_view> headers = std::nullopt,
                bytes_view body = {}) {
        detail::check(tally_transport_respond(native(), id, http_status, detail::c_text(headers), body.data(),
                                             body.size()));
    }
    /// Reports that a part of the response has come.
    void progress(std::uint64_t id) { detail::check(tally_transport_progress(native(), id)); }

    [[nodiscard]] tally_engine *native_handle() const noexcept { return handle_; }

private:
    [[nodiscard]] tally_engine *native() const { return detail::open(handle_); }

    tally_engine *handle_ = nullptr;
    std::shared_ptr<detail::hooks> hooks_;
    std::optional<std::string> set_aside_;
};

}  // namespace tally

#endif  // TALLY_HPP
