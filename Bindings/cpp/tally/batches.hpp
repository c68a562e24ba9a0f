// Operations of batches, and the results of calls with several.
#ifndef TALLY_BATCHES_HPP
#define TALLY_BATCHES_HPP

#include "values.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
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

/// One account, or how far one source was applied. `import` is a word of C++20's modules.
struct import_entry {
    std::optional<std::string> account;       ///< Its name. Without one: a source, whose name is in the bytes.
    bytes snapshot;                           ///< From engine::export_account, engine::export_source or account's.
    tally::status status = tally::status::ok; ///< Out: ok, or why it was rejected.
};

struct dispatched {
    std::size_t count = 0;
    bool more = false;
};

}  // namespace tally

#endif  // TALLY_BATCHES_HPP
