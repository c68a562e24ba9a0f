// Callbacks: the host's functions, and what they throw.
#ifndef TALLY_CALLBACKS_HPP
#define TALLY_CALLBACKS_HPP

#include "values.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>

namespace tally {

/// The badge of an event of a badge, of the total or of a feed, in words.
[[nodiscard]] inline std::string shown(const event &of) { return shown(of.badge_kind, of.count); }

namespace detail {

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

/// The host's functions, which an engine of the library has until it releases them. Also keeps the exception of a
/// function outside of any call.
struct hooks {
    std::function<std::pair<time_point, milliseconds>()> clock;
    std::function<void(log_level, std::string_view)> log;
    std::function<bytes(std::string_view)> zone_file;
    std::mutex mutex;
    std::pair<time_point, milliseconds> last_time{};
    std::exception_ptr thrown;
    /// Itself, until the library releases it.
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

    static void on_release(void *user_data) noexcept {
        const std::shared_ptr<hooks> last = std::move(static_cast<hooks *>(user_data)->kept);
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

/// The same for a call(function, user_data, release, &token), whose token it returns.
template <typename Call>
token with_token(event_callback callback, Call call) {
    token result = 0;
    hand_over(std::move(callback),
              [&](auto function, void *data, auto release) { return call(function, data, release, &result); });
    return result;
}

inline void close_scope(tally_scope *scope) { tally_scope_close(scope); }

/// Closes an engine, whatever that returns. Inside a callback the library leaves it open, for the life of the process.
inline void close_engine(tally_engine *engine) { ignore(tally_engine_close(engine, -1)); }

using engine_holder = holder<std::unique_ptr<tally_engine, releaser<tally_engine, close_engine>>>;
using account_holder = holder<std::shared_ptr<tally_account>>;
using feed_holder = holder<std::unique_ptr<tally_feed, releaser<tally_feed, tally_feed_release>>>;
using scope_holder = holder<std::unique_ptr<tally_scope, releaser<tally_scope, close_scope>>>;
using snapshot_holder = holder<std::unique_ptr<tally_snapshot, releaser<tally_snapshot, tally_snapshot_release>>>;

/// The node of an account, which it keeps.
class node_holder {
public:
    /// For operations of batches; 0 after release.
    [[nodiscard]] tally_node native_handle() const noexcept { return value_; }

protected:
    node_holder(std::shared_ptr<tally_account> account, tally_node value)
        : account_(std::move(account)), value_(value) {}

    std::shared_ptr<tally_account> account_;
    tally_node value_ = 0;
};

}  // namespace detail

}  // namespace tally

#endif  // TALLY_CALLBACKS_HPP
