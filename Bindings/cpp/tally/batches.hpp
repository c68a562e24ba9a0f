// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.
#ifndef TALLY_BATCHES_HPP
#define TALLY_BATCHES_HPP

#include "values.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tally {

/// What an operation changes: a path, or a node.
struct target {
    std::string path;
    tally_node node = 0;

    target(std::string text) : path(std::move(text)) {}
    target(std::string_view text) : path(text) {}
    target(const char *text) : path(text) {}
    target(const class node &of);
};

/// One operation of a batch or of an item. Its kind ignores members that do not name it.
struct operation {
    /// What it does.
    tally::operation_kind kind{};
    /// Out: the operation's own status.
    tally::status status{};
    /// READ: `subtree`, or 0. All others: 0.
    tally::messages_flags flags{};
    /// Out, GET: what the node shows as of this operation.
    tally::badge_kind badge_kind{};
    /// The node; 0: `path` names it. Items: 0.
    tally_node node{};
    /// SET: the count. ADD: the delta. MUTE: the mode.
    std::int64_t value{};
    /// SET, DOT, MUTE: the expiry, or FOREVER. SNOOZE: the new time.
    time_point until{};
    /// Out, GET: the count as of this operation.
    std::uint64_t count{};
    /// The badge if `node` is 0, or where the message is.
    std::string path;
    /// The id of the message to remove, or of the reminder.
    std::string id;
    /// Out, POST: the message's key.
    std::int64_t key{};
    /// Out, READ: messages that were not read before.
    std::uint64_t changed{};
    /// POST. std::nullopt: all defaults.
    std::optional<message_options> message;
    /// REMINDER_PUT, REMINDER_EDIT.
    std::optional<reminder_options> reminder;

    static operation set(target path, std::int64_t count, time_point until = forever) {
        operation result; result.kind = operation_kind::set; result.path = std::move(path.path);
        result.node = path.node; result.value = count; result.until = until; return result;
    }
    static operation dot(target path, time_point until = forever) {
        operation result; result.kind = operation_kind::dot; result.path = std::move(path.path);
        result.node = path.node; result.until = until; return result;
    }
    static operation add(target path, std::int64_t delta) {
        operation result; result.kind = operation_kind::add; result.path = std::move(path.path);
        result.node = path.node; result.value = delta; return result;
    }
    static operation clear(target path) {
        operation result; result.kind = operation_kind::clear; result.path = std::move(path.path);
        result.node = path.node; return result;
    }
    static operation clear_tree(target path) {
        operation result; result.kind = operation_kind::clear_tree; result.path = std::move(path.path);
        result.node = path.node; return result;
    }
    static operation mute(target path, tally::mute_mode mode, time_point until = forever) {
        operation result; result.kind = operation_kind::mute; result.path = std::move(path.path);
        result.node = path.node; result.value = detail::raw(mode); result.until = until; return result;
    }
    static operation get(target path) {
        operation result; result.kind = operation_kind::get; result.path = std::move(path.path);
        result.node = path.node; return result;
    }
    static operation post(std::string path, message_options message) {
        operation result; result.kind = operation_kind::post; result.path = std::move(path);
        result.message = std::move(message); return result;
    }
    static operation withdraw(std::string id) {
        operation result; result.kind = operation_kind::withdraw; result.id = std::move(id); return result;
    }
    static operation read(std::string path, messages_flags flags = messages_flags::none) {
        operation result; result.kind = operation_kind::read; result.path = std::move(path); result.flags = flags;
        return result;
    }
    static operation put_reminder(std::string id, reminder_options reminder) {
        operation result; result.kind = operation_kind::reminder_put; result.id = std::move(id);
        result.reminder = std::move(reminder); return result;
    }
    static operation edit_reminder(std::string id, reminder_options reminder) {
        operation result; result.kind = operation_kind::reminder_edit; result.id = std::move(id);
        result.reminder = std::move(reminder); return result;
    }
    static operation reminder_done(std::string id) {
        operation result; result.kind = operation_kind::reminder_done; result.id = std::move(id); return result;
    }
    static operation reminder_undone(std::string id) {
        operation result; result.kind = operation_kind::reminder_undone; result.id = std::move(id); return result;
    }
    static operation remove_reminder(std::string id) {
        operation result; result.kind = operation_kind::reminder_remove; result.id = std::move(id); return result;
    }
    static operation snooze_reminder(std::string id, time_point until) {
        operation result; result.kind = operation_kind::reminder_snooze; result.id = std::move(id);
        result.until = until; return result;
    }
    static operation acknowledge_reminder(std::string id) {
        operation result; result.kind = operation_kind::reminder_acknowledge; result.id = std::move(id);
        return result;
    }
};

/// Operations on one account, all or none. An item with only a time lets time pass.
struct item {
    /// Its name; created if it does not exist. std::nullopt: the item has only a time.
    std::string account;
    /// 1 to 255 bytes, as an account's name. std::nullopt: none. Needs a source.
    std::optional<std::string> id;
    /// When it happened, to the year 9999. 0: not given. Needs a source.
    time_point time{};
    /// In their order; all kinds but GET.
    std::vector<operation> operations;
    /// Out: OK, ALREADY_APPLIED, or why it was rejected.
    tally::status status{};
};

/// One account, or how far one source was applied.
struct import_entry {
    /// Its name. std::nullopt: a source, whose name is in the bytes.
    std::optional<std::string> account;
    /// From `engine::export_account`, `engine::export_source` or `account::export_account`.
    tally::bytes bytes;
    /// Out: OK, or why it was rejected.
    tally::status status{};
};

namespace detail {

/// Operations for C, which borrows their texts until the call returns.
class c_operations {
public:
    explicit c_operations(const std::vector<operation> &from) {
        rows_.reserve(from.size());
        for (const operation &of : from) {
            tally_operation row{};
            row.kind = raw(of.kind);
            row.flags = raw(of.flags);
            row.node = raw(of.node);
            row.value = raw(of.value);
            row.until = raw(of.until);
            row.path = c_string(of.path, "operation", rows_.size());
            row.id = c_string(of.id, "operation", rows_.size());
            if (of.message) row.message = &messages_.emplace_back(*of.message).value;
            if (of.reminder) row.reminder = &reminders_.emplace_back(*of.reminder).value;
            rows_.push_back(row);
        }
    }
    tally_operation *data() { return rows_.data(); }
    [[nodiscard]] std::size_t size() const { return rows_.size(); }
    /// Reads what the call has written.
    void read(std::vector<operation> &into) const {
        for (std::size_t index = 0; index < rows_.size(); ++index) {
            into[index].status = made<tally::status>(rows_[index].status);
            into[index].badge_kind = made<tally::badge_kind>(rows_[index].badge_kind);
            into[index].count = made<std::uint64_t>(rows_[index].count);
            into[index].key = made<std::int64_t>(rows_[index].key);
            into[index].changed = made<std::uint64_t>(rows_[index].changed);
        }
    }

private:
    std::vector<tally_operation> rows_;
    std::deque<c_message_options> messages_;
    std::deque<c_reminder_options> reminders_;
};

/// Items for C, which borrows their texts until the call returns.
class c_items {
public:
    explicit c_items(const std::vector<item> &from) {
        rows_.reserve(from.size());
        for (const item &of : from) {
            tally_item row{};
            row.account = of.account.empty() ? nullptr : c_string(of.account, "item", rows_.size());
            row.id = c_string(of.id, "item", rows_.size());
            row.time = raw(of.time);
            auto &inner = operations_.emplace_back(of.operations);
            row.operations = inner.data();
            row.count = inner.size();
            rows_.push_back(row);
        }
    }
    tally_item *data() { return rows_.data(); }
    [[nodiscard]] std::size_t size() const { return rows_.size(); }
    /// Reads what the call has written.
    void read(std::vector<item> &into) const {
        for (std::size_t index = 0; index < rows_.size(); ++index) {
            into[index].status = made<tally::status>(rows_[index].status);
            operations_[index].read(into[index].operations);
        }
    }

private:
    std::vector<tally_item> rows_;
    std::deque<c_operations> operations_;
};

/// Imports for C, which borrows their texts until the call returns.
class c_imports {
public:
    explicit c_imports(const std::vector<import_entry> &from) {
        rows_.reserve(from.size());
        for (const import_entry &of : from) {
            tally_import row{};
            row.account = c_string(of.account, "import_entry", rows_.size());
            row.bytes = of.bytes.data();
            row.size = of.bytes.size();
            rows_.push_back(row);
        }
    }
    tally_import *data() { return rows_.data(); }
    [[nodiscard]] std::size_t size() const { return rows_.size(); }
    /// Reads what the call has written.
    void read(std::vector<import_entry> &into) const {
        for (std::size_t index = 0; index < rows_.size(); ++index) {
            into[index].status = made<tally::status>(rows_[index].status);
        }
    }

private:
    std::vector<tally_import> rows_;
};

}  // namespace detail

}  // namespace tally

#endif  // TALLY_BATCHES_HPP
