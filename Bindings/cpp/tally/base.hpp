// The foundations of tally.hpp: errors, texts, bytes, handles.
#ifndef TALLY_BASE_HPP
#define TALLY_BASE_HPP

#include "enumerations.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace tally {

using std::chrono::milliseconds;
/// Milliseconds since 1970-01-01 00:00 UTC. Any point in time of the system's clock becomes one, rounded down.
struct time_point : std::chrono::time_point<std::chrono::system_clock, milliseconds> {
    using std::chrono::time_point<std::chrono::system_clock, milliseconds>::time_point;
    constexpr time_point() = default;
    template <typename Duration>
    constexpr time_point(const std::chrono::time_point<std::chrono::system_clock, Duration> &at)
        : std::chrono::time_point<std::chrono::system_clock, milliseconds>(std::chrono::floor<milliseconds>(at)) {}
};
/// No end, or no timestamp.
inline constexpr time_point forever{};

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
template <typename T>
T sized() {
    T result = T();
    result.struct_size = sizeof(T);
    return result;
}

/// No limit is -1.
constexpr std::int64_t limit(const std::optional<milliseconds> &timeout) noexcept {
    return timeout ? raw(*timeout) : -1;
}

/// Ignores a status that nobody can be told of.
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

/// A text that C borrows, ended by NUL, of one of many structures.
inline const char *c_string(const std::string &text, const char *of, std::size_t index) {
    if (text.find('\0') != text.npos)
        throw error(status::argument, std::string(of) + " " + std::to_string(index) + ": a text holds U+0000");
    return text.c_str();
}
inline const char *c_string(const std::optional<std::string> &text, const char *of, std::size_t index) {
    return text ? c_string(*text, of, index) : nullptr;
}

/// The text that call(buffer, capacity, &length) writes.
template <typename Call>
std::string text(Call call) {
    std::string buffer(256, 0);
    for (;;) {
        std::size_t length = 0;
        const tally_status answer = call(buffer.data(), buffer.size(), &length);
        if (answer != TALLY_ERROR_BUFFER_TOO_SMALL) {
            check(answer);
            buffer.resize(length);
            return buffer;
        }
        buffer.resize(length + 1);
    }
}

/// A copy of the bytes that call(out) allocates. They are released also if the copy throws.
template <typename Result, typename Call>
Result copied(Call call) {
    struct owned {
        tally_bytes value = TALLY_BYTES_INIT;

        owned() = default;
        owned(const owned &) = delete;
        owned &operator=(const owned &) = delete;
        ~owned() { tally_bytes_release(&value); }
    } out;
    check(call(&out.value));
    const auto *const first = static_cast<const typename Result::value_type *>(out.value.data);
    return first ? Result(first, first + out.value.size) : Result();
}

inline std::string at(const char *text, std::uint32_t offset, std::uint32_t length) {
    return length ? std::string(text + offset, length) : std::string();
}
inline std::string at(const char *text, const tally_text &place) { return at(text, place.offset, place.length); }

/// A handle that is used: one that was closed or moved from is closed.
template <typename T>
T *open(T *handle) {
    if (!handle) throw error(status::closed, "the handle was closed, or moved from");
    return handle;
}

/// The handle of another object.
template <typename Object>
auto *handle(const Object &of) {
    return open(of.native_handle());
}

/// That of another object, or NULL.
template <typename Object>
auto *handle(const Object *of) {
    return of ? handle(*of) : nullptr;
}

template <typename T, void (*Release)(T *)>
struct releaser {
    void operator()(T *handle) const { Release(handle); }
};

/// The object that has a handle of C. It can be moved, not copied.
template <typename Pointer>
class holder {
public:
    [[nodiscard]] auto *native_handle() const noexcept { return handle_.get(); }

protected:
    using pointer = Pointer;

    holder() = default;
    explicit holder(Pointer handle) : handle_(std::move(handle)) {}
    holder(holder &&) noexcept = default;
    holder &operator=(holder &&) noexcept = default;
    ~holder() = default;
    [[nodiscard]] auto *native() const { return open(handle_.get()); }

    Pointer handle_;
};

}  // namespace detail

}  // namespace tally

#endif  // TALLY_BASE_HPP
