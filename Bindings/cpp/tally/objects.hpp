// The objects of tally.hpp but the engine: what is not generated of them.
#ifndef TALLY_OBJECTS_HPP
#define TALLY_OBJECTS_HPP

#include "batches.hpp"
#include "methods.hpp"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tally {

/// The actions of the system, in order, and the plan as a whole. account::confirm_plan takes `summary.token`.
struct plan {
    std::vector<plan_entry> entries;
    plan_summary summary{};
};

/// The result of an import of reminders, with the entries of the file that were skipped, in its order.
struct reminders_report : import_report {
    std::vector<skipped_entry> entries;
};

/// The state of the nodes at and below a path: see account::snapshot. It never changes, and belongs to no engine.
class snapshot : public detail::snapshot_methods {
public:
    /// Takes over a handle from C.
    explicit snapshot(tally_snapshot *handle) : snapshot_methods(pointer(handle)) {}
};

/// A resolved path. It keeps its account.
class node : public detail::node_methods {
public:
    node(node &&other) noexcept : node_methods(std::move(other.account_), std::exchange(other.value_, 0)) {}
    node &operator=(node &&other) noexcept {
        node moved(std::move(other));
        std::swap(account_, moved.account_);
        std::swap(value_, moved.value_);
        return *this;
    }
    ~node() {
        release();
    }

    /// Releases the node. A second call does nothing.
    void release() noexcept {
        const tally_node value = std::exchange(value_, 0);
        if (value && account_) tally_node_release(account_.get(), value);
    }

private:
    friend class account;
    node(std::shared_ptr<tally_account> account, tally_node value) : node_methods(std::move(account), value) {}
};

inline target::target(const class node &of) : node(of.native_handle()) {}

class feed : public detail::feed_methods {
public:
    /// Takes over a handle from C.
    explicit feed(tally_feed *handle) : feed_methods(pointer(handle)) {}

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
    /// Sends a request immediately, and returns the token of its completion. The callback is called with the
    /// completion.
    token refresh_now(event_callback callback = nullptr) {
        tally_feed *self = native();
        return detail::with_token(std::move(callback), [&](auto function, void *data, auto release, token *out) {
            return tally_feed_refresh_now(self, function, data, release, out);
        });
    }
};

class account : public detail::account_methods {
public:
    /// Takes over a handle from C.
    explicit account(tally_account *handle)
        : account_methods(std::shared_ptr<tally_account>(handle, tally_account_release)) {}

    [[nodiscard]] badge_listing list(std::string_view path, list_flags flags = list_flags::children) const {
        badge_listing result = list_page(path, flags, std::nullopt, detail::no_limit);
        while (result.more) {
            badge_listing rest = list_page(path, flags, result.next, detail::no_limit);
            result.entries.insert(result.entries.end(), std::make_move_iterator(rest.entries.begin()),
                                  std::make_move_iterator(rest.entries.end()));
            result.more = rest.more;
            result.next = std::move(rest.next);
        }
        return result;
    }
    /// Lists at most `limit` of these, and at most 10,000, behind the `next` of the page before. A page may be shorter,
    /// with more behind it. Pages with the same revision are of one moment.
    [[nodiscard]] badge_listing list_page(std::string_view path, list_flags flags = list_flags::children,
                                          std::optional<std::string_view> after = std::nullopt,
                                          std::size_t limit = 1000) const {
        badge_listing result;
        const detail::c_text c_path(path), c_after(after);
        auto page = detail::part<badge_entry, tally_badge_entry>([&](tally_rows *rows) {
            return tally_badge_list(native(), c_path, detail::raw(flags), c_after, rows, &result.revision);
        }, limit);
        result.entries = std::move(page.entries);
        result.more = page.more;
        result.next = std::move(page.next);
        return result;
    }
    /// Lists the badges that changed after a revision.
    [[nodiscard]] badge_listing changes(std::uint64_t since, std::uint64_t epoch = 0) const {
        badge_listing result;
        result.entries = detail::part<badge_entry, tally_badge_entry>([&](tally_rows *rows) {
            return tally_badge_changes(native(), since, epoch, rows, &result.revision);
        }, detail::no_limit, &result.status).entries;
        return result;
    }
    /// Applies operations in one transaction, all or none; with batch_flags::each each on its own. Their outputs are
    /// set, also if this throws.
    batch_result batch(std::vector<operation> &operations, const batch_options &options = {}) {
        detail::c_operations rows(operations);
        batch_result result;
        const tally_status answer =
            tally_badge_batch(native(), rows.data(), rows.size(), detail::c_batch_options(options), &result.revision);
        rows.read(operations);
        result.status = detail::check(answer);
        return result;
    }
    /// Performs operations each on its own, which is the fastest way to change many nodes. Throws the error of the
    /// first rejected one, after the others were performed. Their outputs are set, also if this throws.
    batch_result batch_each(std::vector<operation> &operations) {
        batch_options options;
        options.flags = batch_flags::each;
        return batch(operations, options);
    }
    [[nodiscard]] node resolve(std::string_view path) {
        tally_node value = 0;
        detail::check(tally_node_resolve(native(), detail::c_text(path), &value));
        return node(handle_, value);
    }
    /// Reads the own style of a path; what it does not set has no value.
    [[nodiscard]] style get_style(std::string_view path) const {
        auto from = detail::sized<tally_style>();
        std::string icon = detail::text([&](char *b, std::size_t n, std::size_t *l) {
            return tally_style_get(native(), detail::c_text(path), &from, b, n, l);
        });
        return detail::made_style(from, std::move(icon));
    }
    /// Plans the notifications of the system: those to arm or disarm, in order, and the plan as a whole. Once they are
    /// carried out, call confirm_plan(). The next call offers a plan again that was not confirmed.
    [[nodiscard]] tally::plan plan(const plan_options &options = {}) {
        const detail::c_plan_options c_options(options);
        tally::plan result;
        result.summary.struct_size = sizeof result.summary;
        result.entries = detail::part<plan_entry, tally_plan_entry>([&](tally_rows *rows) {
            return tally_reminder_plan(native(), c_options, rows, &result.summary);
        }).entries;
        return result;
    }
    /// Imports the reminders of an iCalendar file: all usable ones, or none if the call fails. See
    /// tally_reminder_import.
    reminders_report import_reminders(bytes_view content) {
        auto report = detail::sized<tally_import_report>();
        reminders_report result;
        result.entries = detail::part<skipped_entry, tally_skipped_entry>([&](tally_rows *rows) {
            return tally_reminder_import(native(), content.data(), content.size(), rows, &report);
        }).entries;
        result.taken = report.taken;
        result.skipped = report.skipped;
        return result;
    }
    /// Releases the handle. Nodes keep their account.
    void release() noexcept { handle_.reset(); }
};

/// Holds observers, views and widgets. Closing it removes all of them. Without a callback only next_event() returns the
/// events.
class scope : public detail::scope_methods {
public:
    /// Takes over a handle from C.
    explicit scope(tally_scope *handle) : scope_methods(pointer(handle)) {}

    /// Also for views and widgets. A token that the scope does not have is accepted. When it returns, the callback is
    /// never called again. Inside a callback it does not wait for calls that could not return before it does: see
    /// tally_unobserve.
    void unobserve(token value) { tally_unobserve(native(), value); }

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
        tally_account *account = detail::handle(of);
        using box = detail::box<widget>;
        token result = 0;
        detail::check(tally_widget_bind(handle, account, c_path, &c_widget,
                                        new box{std::move(functions), nullptr}, box::release, &result));
        return result;
    }
    /// Reports that the user looks at a path. answer: ok or held. flags: subtree, at everything below it too; read,
    /// messages are marked read, not only seen.
    token begin_view(const account &of, std::string_view path, status *answer = nullptr,
                     view_flags flags = view_flags::none) {
        token result = 0;
        const status told = detail::check(
            tally_view_begin(native(), detail::handle(of), detail::c_text(path), detail::raw(flags), &result));
        if (answer) *answer = told;
        return result;
    }
    /// Ends a view; nothing else changes.
    void end_view(token value) { tally_view_end(native(), value); }

    void close() noexcept { handle_.reset(); }
};

}  // namespace tally

#endif  // TALLY_OBJECTS_HPP
