// The engine of tally.hpp: what is not generated of it.
#ifndef TALLY_ENGINE_HPP
#define TALLY_ENGINE_HPP

#include "objects.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tally {

class engine : public detail::engine_methods {
public:
    engine() : engine(engine_options()) {}
    explicit engine(const engine_options &options) : hooks_(std::make_shared<detail::hooks>()) {
        hooks_->clock = options.clock;
        hooks_->log = options.log;
        hooks_->zone_file = options.zone_file;
        detail::c_engine_options c_options(options);
        tally_engine_options &o = c_options.value;
        o.clock = options.clock ? detail::hooks::on_clock : nullptr;
        o.log = options.log ? detail::hooks::on_log : nullptr;
        o.zone_file = options.zone_file ? detail::hooks::on_zone : nullptr;
        o.clock_user_data = o.log_user_data = o.zone_user_data = hooks_.get();
        tally_engine *handle = nullptr;
        o.zone_release_user_data = detail::hooks::on_release;
        hooks_->kept = hooks_;
        const status answer = detail::check(tally_engine_open(&o, &handle));
        handle_.reset(handle);
        if (answer == status::set_aside) set_aside_ = error(status::set_aside).message();
    }

    /// Closes the engine. A second call does nothing. After thread (in a callback) the engine is still open. After io,
    /// full and timeout it is closed, and what could not be written is lost.
    void close(std::optional<milliseconds> timeout = std::nullopt) {
        if (!handle_) return;
        const tally_status answer = tally_engine_close(handle_.get(), detail::limit(timeout));
        if (answer != TALLY_ERROR_THREAD) static_cast<void>(handle_.release());
        detail::check(answer);
    }
    [[nodiscard]] bool is_open() const noexcept { return handle_ != nullptr; }
    /// The problem of a damaged file that was renamed, and its new name.
    [[nodiscard]] const std::optional<std::string> &set_aside() const noexcept { return set_aside_; }

    /// Lists the names of the stored accounts, behind the `next` of the page before.
    [[nodiscard]] page<std::string> accounts(std::optional<std::string_view> after = std::nullopt,
                                             std::size_t limit = 1000) const {
        struct name : std::string {
            name(const tally_account_entry &from, const char *text) : std::string(detail::at(text, from.name)) {}
        };
        auto names = detail::list<name, tally_account_entry>(
            [&](tally_rows *rows, const char *behind) { return tally_account_list(native(), 0, behind, rows); }, after,
            limit);
        page<std::string> result;
        result.entries.assign(names.begin(), names.end());
        result.more = names.more;
        result.next = std::move(names.next);
        return result;
    }
    /// Applies items to many accounts, in one transaction. Returns ok, partial (some were rejected) or already_applied.
    /// The items' outputs are set, also after an error.
    tally::status batch(std::vector<item> &items, const items_options &options = {}) {
        detail::c_items rows(items);
        const tally_status answer =
            tally_engine_batch(native(), rows.data(), rows.size(), detail::c_items_options(options));
        rows.read(items);
        return detail::check(answer);
    }
    /// Imports accounts and sources, in one transaction. Returns ok or partial (some were rejected). The status of each
    /// import is set. Messages keep their keys, and revisions their epoch.
    tally::status import_all(std::vector<import_entry> &imports, import_flags flags = import_flags::none) {
        detail::c_imports rows(imports);
        const tally_status answer = tally_engine_import(native(), rows.data(), rows.size(), detail::raw(flags));
        rows.read(imports);
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
        auto result = detail::sized<tally_event>();
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
        return event(result, std::string(text.data(), result.text_length));
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
        detail::check(tally_engine_get_timeout(native(), &result));
        return result < 0 ? std::nullopt : std::optional<milliseconds>(milliseconds(result));
    }
    void interrupt() { detail::check(tally_engine_interrupt(native())); }
    /// Sets the function that wakes the host's loop; nullptr removes it. It is called on any thread, without a lock. It
    /// must not close the engine.
    void set_notify(std::function<void()> notify) {
        using box = detail::box<std::function<void()>>;
        static_cast<void>(native());
        if (!notify) {
            detail::check(tally_engine_set_notify(handle_.get(), nullptr, nullptr, nullptr));
            return;
        }
        const auto call = [](void *user_data) noexcept {
            try {
                box::of(user_data)();
            } catch (...) {
                static_cast<box *>(user_data)->host->keep(std::current_exception());
            }
        };
        detail::check(tally_engine_set_notify(handle_.get(), call, new box{std::move(notify), hooks_}, box::release));
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
            detail::check(tally_engine_set_transport(handle_.get(), nullptr, nullptr, nullptr));
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
            tally_engine_set_transport(handle_.get(), call, new box{std::move(callback), hooks_, handle_.get()}, release));
    }
    /// Reports the response to a request: of HTTP, or a negative status and a description.
    void respond(std::int64_t id, std::int32_t http_status, std::optional<std::string_view> headers = std::nullopt,
                bytes_view body = {}) {
        detail::check(tally_transport_respond(native(), id, http_status, detail::c_text(headers), body.data(),
                                             body.size()));
    }
    /// Reports that a part of the response has come.
    void progress(std::int64_t id) { detail::check(tally_transport_progress(native(), id)); }

private:
    std::shared_ptr<detail::hooks> hooks_;
    std::optional<std::string> set_aside_;
};

}  // namespace tally

#endif  // TALLY_ENGINE_HPP
