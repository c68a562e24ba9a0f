// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.
#ifndef TALLY_DEFINITIONS_HPP
#define TALLY_DEFINITIONS_HPP

#include "engine.hpp"

namespace tally {

inline tally::recovery recover(std::string_view damaged, std::string_view fresh) {
    auto result = detail::sized<tally_recovery>();
    detail::check(tally_file_recover(detail::c_text(damaged), detail::c_text(fresh), &result));
    return result;
}

inline void vacuum(std::string_view file) {
    detail::check(tally_file_vacuum(detail::c_text(file)));
}

inline std::uint32_t account_hash(std::string_view name, std::uint32_t partitions) {
    std::uint32_t result = 0;
    detail::check(tally_account_hash(detail::c_text(name), partitions, &result));
    return result;
}

inline std::string mapping_try(std::optional<std::string_view> preset, std::optional<std::string_view> mapping,
                               bytes_view body) {
    return detail::copied<std::string>([&](tally_bytes *out) {
        return tally_mapping_try(detail::c_text(preset), detail::c_text(mapping), body.data(), body.size(), out);
    });
}

inline std::string path_escape(std::string_view name) {
    return detail::text([&](char *b, std::size_t n, std::size_t *l) {
        return tally_path_escape(detail::c_text(name), b, n, l);
    });
}

inline std::string path_join(std::string_view path, std::string_view name) {
    return detail::text([&](char *b, std::size_t n, std::size_t *l) {
        return tally_path_join(detail::c_text(path), detail::c_text(name), b, n, l);
    });
}

inline std::string path_parent(std::string_view path) {
    return detail::text([&](char *b, std::size_t n, std::size_t *l) {
        return tally_path_parent(detail::c_text(path), b, n, l);
    });
}

inline std::string path_component(std::string_view path, std::size_t index) {
    return detail::text([&](char *b, std::size_t n, std::size_t *l) {
        return tally_path_component(detail::c_text(path), index, b, n, l);
    });
}

inline bytes patch_inverse(bytes_view patch) {
    return detail::copied<bytes>([&](tally_bytes *out) {
        return tally_patch_inverse(patch.data(), patch.size(), out);
    });
}

inline page<tally::patch_entry> patch_list(bytes_view patch, std::string_view path, list_flags flags,
                                           std::optional<std::string_view> after, std::size_t limit) {
    return detail::list<tally::patch_entry, tally_patch_entry>([&](tally_rows *rows, const char *behind) {
        return tally_patch_list(patch.data(), patch.size(), detail::c_text(path), detail::raw(flags), behind, rows);
    }, after, limit);
}

inline tally::presentation present(const tally::badge &badge, const std::optional<style> &style) {
    auto result = detail::sized<tally_presentation>();
    std::string text = detail::text([&](char *b, std::size_t n, std::size_t *l) {
        return tally_present(detail::c_badge(badge), detail::c_style(style), &result, b, n, l);
    });
    return {result, std::move(text)};
}

inline tally::snapshot detail::snapshot_methods::decode(bytes_view content) {
    tally_snapshot *handle = nullptr;
    detail::check(tally_snapshot_decode(content.data(), content.size(), &handle));
    return tally::snapshot(handle);
}

inline bytes detail::snapshot_methods::encode() const {
    return detail::copied<bytes>([&](tally_bytes *out) {
        return tally_snapshot_encode(native(), out);
    });
}

inline bytes detail::snapshot_methods::diff(const tally::snapshot &to) const {
    return detail::copied<bytes>([&](tally_bytes *out) {
        return tally_snapshot_diff(native(), detail::handle(to), out);
    });
}

inline page<tally::snapshot_entry> detail::snapshot_methods::list(std::string_view path, list_flags flags,
                                                                  std::optional<std::string_view> after,
                                                                  std::size_t limit) const {
    return detail::list<tally::snapshot_entry, tally_snapshot_entry>([&](tally_rows *rows, const char *behind) {
        return tally_snapshot_list(native(), detail::c_text(path), detail::raw(flags), behind, rows);
    }, after, limit);
}

inline std::string detail::node_methods::path() const {
    return detail::text([&](char *b, std::size_t n, std::size_t *l) {
        return tally_node_get_path(account_.get(), value_, b, n, l);
    });
}

inline void detail::node_methods::set(std::int64_t count) {
    detail::check(tally_node_set(account_.get(), value_, count));
}

inline void detail::node_methods::dot() {
    detail::check(tally_node_dot(account_.get(), value_));
}

inline void detail::node_methods::set_until(std::int64_t count, time_point until) {
    detail::check(tally_node_set_until(account_.get(), value_, count, detail::raw(until)));
}

inline void detail::node_methods::dot_until(time_point until) {
    detail::check(tally_node_dot_until(account_.get(), value_, detail::raw(until)));
}

inline void detail::node_methods::add(std::int64_t delta) {
    detail::check(tally_node_add(account_.get(), value_, delta));
}

inline tally::status detail::node_methods::clear() {
    return detail::check(tally_node_clear(account_.get(), value_));
}

inline tally::status detail::node_methods::clear_tree() {
    return detail::check(tally_node_clear_tree(account_.get(), value_));
}

inline void detail::node_methods::mute(tally::mute_mode mode, time_point until) {
    detail::check(tally_node_mute(account_.get(), value_, detail::raw(mode), detail::raw(until)));
}

inline tally::badge detail::node_methods::get() const {
    tally_badge result{};
    detail::check(tally_node_get(account_.get(), value_, &result));
    return result;
}

inline void detail::feed_methods::remove() {
    detail::check(tally_feed_remove(native()));
}

inline void detail::feed_methods::refresh() {
    detail::check(tally_feed_refresh(native()));
}

inline tally::page_info detail::feed_methods::page_shown(std::uint32_t page) {
    auto result = detail::sized<tally_page_info>();
    detail::check(tally_feed_show_page(native(), page, &result));
    return result;
}

inline void detail::feed_methods::page_hidden(std::uint32_t page) {
    detail::check(tally_feed_hide_page(native(), page));
}

inline void detail::feed_methods::cancel() {
    detail::check(tally_feed_cancel(native()));
}

inline void detail::feed_methods::pause(bool paused) {
    detail::check(tally_feed_pause(native(), paused));
}

inline void detail::feed_methods::set_credential(const tally::credential &credential) {
    detail::check(tally_feed_set_credential(native(), detail::c_credential(credential)));
}

inline void detail::feed_methods::remove_credential() {
    detail::check(tally_feed_remove_credential(native()));
}

inline void detail::feed_methods::deliver(bytes_view page) {
    detail::check(tally_feed_deliver(native(), page.data(), page.size()));
}

inline void detail::feed_methods::push(bytes_view payload) {
    detail::check(tally_feed_push(native(), payload.data(), payload.size()));
}

inline void detail::account_methods::set_credential(std::string_view url, const tally::credential &credential) {
    detail::check(tally_account_set_credential(native(), detail::c_text(url), detail::c_credential(credential)));
}

inline void detail::account_methods::remove_credential(std::string_view url) {
    detail::check(tally_account_remove_credential(native(), detail::c_text(url)));
}

inline void detail::account_methods::log_in() {
    detail::check(tally_account_log_in(native()));
}

inline void detail::account_methods::log_out() {
    detail::check(tally_account_log_out(native()));
}

inline tally::account_state detail::account_methods::state() const {
    auto result = detail::sized<tally_account_state>();
    std::string text = detail::text([&](char *b, std::size_t n, std::size_t *l) {
        return tally_account_get(native(), &result, b, n, l);
    });
    return {result, std::move(text)};
}

inline void detail::account_methods::configure(const tally::account_settings &settings) {
    detail::check(tally_account_configure(native(), detail::c_account_settings(settings)));
}

inline tally::account_settings_entry detail::account_methods::settings() const {
    return detail::part<tally::account_settings_entry, tally_account_settings_entry>([&](tally_rows *rows) {
        return tally_account_get_settings(native(), rows);
    }, 1).entries.at(0);
}

inline bytes detail::account_methods::export_account() const {
    return detail::copied<bytes>([&](tally_bytes *out) {
        return tally_account_export(native(), out);
    });
}

inline void detail::account_methods::set(std::string_view path, std::int64_t count) {
    detail::check(tally_badge_set(native(), detail::c_text(path), count));
}

inline void detail::account_methods::dot(std::string_view path) {
    detail::check(tally_badge_dot(native(), detail::c_text(path)));
}

inline void detail::account_methods::set_until(std::string_view path, std::int64_t count, time_point until) {
    detail::check(tally_badge_set_until(native(), detail::c_text(path), count, detail::raw(until)));
}

inline void detail::account_methods::dot_until(std::string_view path, time_point until) {
    detail::check(tally_badge_dot_until(native(), detail::c_text(path), detail::raw(until)));
}

inline void detail::account_methods::add(std::string_view path, std::int64_t delta) {
    detail::check(tally_badge_add(native(), detail::c_text(path), delta));
}

inline tally::status detail::account_methods::clear(std::string_view path) {
    return detail::check(tally_badge_clear(native(), detail::c_text(path)));
}

inline tally::status detail::account_methods::clear_tree(std::string_view path) {
    return detail::check(tally_badge_clear_tree(native(), detail::c_text(path)));
}

inline void detail::account_methods::mute(std::string_view path, tally::mute_mode mode, time_point until) {
    detail::check(tally_badge_mute(native(), detail::c_text(path), detail::raw(mode), detail::raw(until)));
}

inline void detail::account_methods::snooze_path(std::string_view path, time_point until) {
    detail::check(tally_badge_snooze(native(), detail::c_text(path), detail::raw(until)));
}

inline void detail::account_methods::flag(std::string_view path, bool on) {
    detail::check(tally_badge_flag(native(), detail::c_text(path), on));
}

inline tally::badge detail::account_methods::get(std::string_view path) const {
    tally_badge result{};
    detail::check(tally_badge_get(native(), detail::c_text(path), &result));
    return result;
}

inline tally::badge_own detail::account_methods::get_own(std::string_view path) const {
    auto result = detail::sized<tally_badge_own>();
    detail::check(tally_badge_get_own(native(), detail::c_text(path), &result));
    return result;
}

inline void detail::account_methods::set_rule(std::string_view path, const tally::badge_rule &rule) {
    detail::check(tally_badge_set_rule(native(), detail::c_text(path), detail::c_badge_rule(rule)));
}

inline tally::badge_rule detail::account_methods::get_rule(std::string_view path, rule_flags flags) const {
    auto result = detail::sized<tally_badge_rule>();
    detail::check(tally_badge_get_rule(native(), detail::c_text(path), detail::raw(flags), &result));
    return detail::read(result);
}

inline void detail::account_methods::link(std::string_view path, std::string_view under) {
    detail::check(tally_link_add(native(), detail::c_text(path), detail::c_text(under)));
}

inline void detail::account_methods::unlink(std::string_view path, std::string_view under) {
    detail::check(tally_link_remove(native(), detail::c_text(path), detail::c_text(under)));
}

inline page<tally::link> detail::account_methods::links(std::string_view path, link_flags flags,
                                                        std::optional<std::string_view> after,
                                                        std::size_t limit) const {
    return detail::list<tally::link, tally_link>([&](tally_rows *rows, const char *behind) {
        return tally_link_list(native(), detail::c_text(path), detail::raw(flags), behind, rows);
    }, after, limit);
}

inline page<tally::reason> detail::account_methods::explain(std::string_view path,
                                                            std::optional<std::string_view> after,
                                                            std::size_t limit) const {
    return detail::list<tally::reason, tally_reason>([&](tally_rows *rows, const char *behind) {
        return tally_badge_explain(native(), detail::c_text(path), 0, behind, rows);
    }, after, limit);
}

inline page<tally::message> detail::account_methods::messages(std::string_view path, messages_flags flags,
                                                              std::optional<std::string_view> after,
                                                              std::size_t limit) const {
    return detail::list<tally::message, tally_message>([&](tally_rows *rows, const char *behind) {
        return tally_message_list(native(), detail::c_text(path), detail::raw(flags), behind, rows);
    }, after, limit);
}

inline page<tally::message> detail::account_methods::messages_from(std::string_view path, messages_flags flags,
                                                                   std::int64_t key,
                                                                   std::optional<std::string_view> after,
                                                                   std::size_t limit) const {
    return detail::list<tally::message, tally_message>([&](tally_rows *rows, const char *behind) {
        return tally_message_list_from(native(), detail::c_text(path), detail::raw(flags), key, behind, rows);
    }, after, limit);
}

inline tally::message_position detail::account_methods::first_message(std::string_view path, messages_flags flags,
                                                                      std::uint64_t most) const {
    auto result = detail::sized<tally_message_position>();
    detail::check(tally_message_first(native(), detail::c_text(path), detail::raw(flags), most, &result));
    return result;
}

inline tally::message detail::account_methods::message(std::int64_t key) const {
    return detail::part<tally::message, tally_message>([&](tally_rows *rows) {
        return tally_message_get(native(), key, rows);
    }, 1).entries.at(0);
}

inline tally::message detail::account_methods::find_message(std::int64_t feed, std::string_view id) const {
    return detail::part<tally::message, tally_message>([&](tally_rows *rows) {
        return tally_message_find(native(), feed, detail::c_text(id), rows);
    }, 1).entries.at(0);
}

inline bytes detail::account_methods::message_data(std::int64_t key) const {
    return detail::copied<bytes>([&](tally_bytes *out) {
        return tally_message_get_data(native(), key, out);
    });
}

inline tally::message_counts detail::account_methods::counts(std::string_view path, messages_flags flags) const {
    auto result = detail::sized<tally_message_counts>();
    detail::check(tally_message_get_counts(native(), detail::c_text(path), detail::raw(flags), &result));
    return result;
}

inline std::size_t detail::account_methods::read(const std::vector<std::int64_t> &keys) {
    std::size_t result = 0;
    detail::check(tally_message_mark_read(native(), keys.data(), keys.size(), &result));
    return result;
}

inline std::size_t detail::account_methods::read_path(std::string_view path, messages_flags flags) {
    std::size_t result = 0;
    detail::check(tally_message_mark_path_read(native(), detail::c_text(path), detail::raw(flags), &result));
    return result;
}

inline std::size_t detail::account_methods::read_until(std::string_view path, messages_flags flags,
                                                       std::int64_t last) {
    std::size_t result = 0;
    detail::check(tally_message_mark_read_until(native(), detail::c_text(path), detail::raw(flags), last, &result));
    return result;
}

inline std::size_t detail::account_methods::unread(const std::vector<std::int64_t> &keys) {
    std::size_t result = 0;
    detail::check(tally_message_mark_unread(native(), keys.data(), keys.size(), &result));
    return result;
}

inline std::size_t detail::account_methods::mark_seen(const std::vector<std::int64_t> &keys) {
    std::size_t result = 0;
    detail::check(tally_message_mark_seen(native(), keys.data(), keys.size(), &result));
    return result;
}

inline void detail::account_methods::snooze_message(std::int64_t key, time_point until) {
    detail::check(tally_message_snooze(native(), key, detail::raw(until)));
}

inline std::int64_t detail::account_methods::post(std::string_view path, const tally::message_options &options) {
    std::int64_t result = 0;
    detail::check(tally_message_post(native(), detail::c_text(path), detail::c_message_options(options), &result));
    return result;
}

inline void detail::account_methods::remove_messages(const std::vector<std::int64_t> &keys) {
    detail::check(tally_message_remove(native(), keys.data(), keys.size()));
}

inline void detail::account_methods::withdraw(std::string_view id) {
    detail::check(tally_message_withdraw(native(), detail::c_text(id)));
}

inline tally::feed detail::account_methods::add_feed(std::string_view name, const tally::feed_options &options) {
    tally_feed *handle = nullptr;
    detail::check(tally_feed_add(native(), detail::c_text(name), detail::c_feed_options(options), &handle));
    return tally::feed(handle);
}

inline tally::feed detail::account_methods::find_feed(std::string_view name) {
    tally_feed *handle = nullptr;
    detail::check(tally_feed_find(native(), detail::c_text(name), &handle));
    return tally::feed(handle);
}

inline tally::feed detail::account_methods::find_feed_by_id(std::int64_t id) {
    tally_feed *handle = nullptr;
    detail::check(tally_feed_find_by_id(native(), id, &handle));
    return tally::feed(handle);
}

inline page<tally::feed_entry> detail::account_methods::feeds(std::optional<std::string_view> after,
                                                              std::size_t limit) const {
    return detail::list<tally::feed_entry, tally_feed_entry>([&](tally_rows *rows, const char *behind) {
        return tally_feed_list(native(), 0, behind, rows);
    }, after, limit);
}

inline page<tally::rejected> detail::account_methods::rejected(std::int64_t feed,
                                                               std::optional<std::string_view> after,
                                                               std::size_t limit) const {
    return detail::list<tally::rejected, tally_rejected>([&](tally_rows *rows, const char *behind) {
        return tally_feed_list_rejected(native(), feed, 0, behind, rows);
    }, after, limit);
}

inline page<tally::drift> detail::account_methods::drifts(std::string_view path, list_flags flags,
                                                          std::optional<std::string_view> after,
                                                          std::size_t limit) const {
    return detail::list<tally::drift, tally_drift>([&](tally_rows *rows, const char *behind) {
        return tally_drift_list(native(), detail::c_text(path), detail::raw(flags), behind, rows);
    }, after, limit);
}

inline void detail::account_methods::push(bytes_view payload) {
    detail::check(tally_account_push(native(), payload.data(), payload.size()));
}

inline void detail::account_methods::set_category(std::string_view id, std::optional<std::string_view> summary,
                                                  std::optional<std::string_view> hidden) {
    detail::check(tally_category_set(native(), detail::c_text(id), detail::c_text(summary), detail::c_text(hidden)));
}

inline void detail::account_methods::remove_category(std::string_view id) {
    detail::check(tally_category_remove(native(), detail::c_text(id)));
}

inline void detail::account_methods::set_strings(std::string_view key, std::optional<std::string_view> language,
                                                 const tally::forms &forms) {
    detail::check(tally_strings_set(native(), detail::c_text(key), detail::c_text(language), detail::c_forms(forms)));
}

inline void detail::account_methods::remove_strings(std::string_view key, std::optional<std::string_view> language) {
    detail::check(tally_strings_remove(native(), detail::c_text(key), detail::c_text(language)));
}

inline tally::import_report detail::account_methods::import_strings(tally::strings_kind kind, bytes_view content,
                                                                    std::optional<std::string_view> language) {
    auto result = detail::sized<tally_import_report>();
    detail::check(tally_strings_import(native(), detail::raw(kind), content.data(), content.size(),
        detail::c_text(language), &result));
    return result;
}

inline page<tally::group> detail::account_methods::groups(std::optional<std::string_view> language,
                                                          groups_flags flags, std::optional<std::string_view> after,
                                                          std::size_t limit) const {
    return detail::list<tally::group, tally_group>([&](tally_rows *rows, const char *behind) {
        return tally_group_list(native(), detail::c_text(language), detail::raw(flags), behind, rows);
    }, after, limit);
}

inline tally::group detail::account_methods::group(std::optional<std::string_view> thread,
                                                   std::optional<std::string_view> language,
                                                   groups_flags flags) const {
    return detail::part<tally::group, tally_group>([&](tally_rows *rows) {
        return tally_group_get(native(), detail::c_text(thread), detail::c_text(language), detail::raw(flags), rows);
    }, 1).entries.at(0);
}

inline page<tally::message> detail::account_methods::group_messages(std::optional<std::string_view> thread,
                                                                    std::optional<std::string_view> after,
                                                                    std::size_t limit) const {
    return detail::list<tally::message, tally_message>([&](tally_rows *rows, const char *behind) {
        return tally_group_list_messages(native(), detail::c_text(thread), 0, behind, rows);
    }, after, limit);
}

inline void detail::account_methods::group_seen(std::optional<std::string_view> thread) {
    detail::check(tally_group_mark_seen(native(), detail::c_text(thread)));
}

inline std::size_t detail::account_methods::dismiss(std::optional<std::string_view> thread) {
    std::size_t result = 0;
    detail::check(tally_group_dismiss(native(), detail::c_text(thread), &result));
    return result;
}

inline page<tally::outbox_entry> detail::account_methods::lease_outbox(milliseconds duration, std::size_t limit) {
    return detail::part<tally::outbox_entry, tally_outbox_entry>([&](tally_rows *rows) {
        return tally_outbox_lease(native(), detail::raw(duration), rows);
    }, limit);
}

inline tally::status detail::account_methods::ack_outbox(std::int64_t id, bytes_view response) {
    return detail::check(tally_outbox_ack(native(), id, response.data(), response.size()));
}

inline tally::status detail::account_methods::fail_outbox(std::int64_t id, std::int64_t attempt,
                                                          std::optional<milliseconds> retry_after) {
    return detail::check(tally_outbox_fail(native(), id, attempt, detail::limit(retry_after)));
}

inline page<tally::outbox_entry> detail::account_methods::outbox(list_flags flags,
                                                                 std::optional<std::string_view> after,
                                                                 std::size_t limit) const {
    return detail::list<tally::outbox_entry, tally_outbox_entry>([&](tally_rows *rows, const char *behind) {
        return tally_outbox_list(native(), detail::raw(flags), behind, rows);
    }, after, limit);
}

inline tally::outbox_counts detail::account_methods::outbox_counts() const {
    auto result = detail::sized<tally_outbox_counts>();
    detail::check(tally_outbox_get_counts(native(), &result));
    return result;
}

inline std::size_t detail::account_methods::retry_outbox(std::int64_t id) {
    std::size_t result = 0;
    detail::check(tally_outbox_retry(native(), id, &result));
    return result;
}

inline std::size_t detail::account_methods::retry_all_outbox() {
    std::size_t result = 0;
    detail::check(tally_outbox_retry_all(native(), &result));
    return result;
}

inline std::size_t detail::account_methods::remove_outbox(std::int64_t id) {
    std::size_t result = 0;
    detail::check(tally_outbox_remove(native(), id, &result));
    return result;
}

inline std::size_t detail::account_methods::remove_failed_outbox() {
    std::size_t result = 0;
    detail::check(tally_outbox_remove_failed(native(), &result));
    return result;
}

inline void detail::account_methods::put_reminder(std::string_view id, const tally::reminder_options &options) {
    detail::check(tally_reminder_put(native(), detail::c_text(id), detail::c_reminder_options(options)));
}

inline void detail::account_methods::edit_reminder(std::string_view id, const tally::reminder_options &options) {
    detail::check(tally_reminder_edit(native(), detail::c_text(id), detail::c_reminder_options(options)));
}

inline void detail::account_methods::reminder_done(std::string_view id) {
    detail::check(tally_reminder_mark_done(native(), detail::c_text(id), 0));
}

inline void detail::account_methods::reminder_undone(std::string_view id) {
    detail::check(tally_reminder_mark_undone(native(), detail::c_text(id)));
}

inline void detail::account_methods::remove_reminder(std::string_view id) {
    detail::check(tally_reminder_remove(native(), detail::c_text(id)));
}

inline void detail::account_methods::snooze_reminder(std::string_view id, time_point until) {
    detail::check(tally_reminder_snooze(native(), detail::c_text(id), detail::raw(until)));
}

inline void detail::account_methods::acknowledge_reminder(std::string_view id) {
    detail::check(tally_reminder_acknowledge(native(), detail::c_text(id)));
}

inline page<tally::reminder> detail::account_methods::reminders(std::optional<std::string_view> after,
                                                                std::size_t limit) const {
    return detail::list<tally::reminder, tally_reminder>([&](tally_rows *rows, const char *behind) {
        return tally_reminder_list(native(), 0, behind, rows);
    }, after, limit);
}

inline tally::reminder detail::account_methods::reminder(std::string_view id) const {
    return detail::part<tally::reminder, tally_reminder>([&](tally_rows *rows) {
        return tally_reminder_get(native(), detail::c_text(id), rows);
    }, 1).entries.at(0);
}

inline tally::status detail::account_methods::confirm_plan(std::uint64_t plan_token) {
    return detail::check(tally_reminder_confirm_plan(native(), plan_token));
}

inline page<tally::reminder_note> detail::account_methods::reminder_log(list_flags flags,
                                                                        std::optional<std::string_view> after,
                                                                        std::size_t limit) const {
    return detail::list<tally::reminder_note, tally_reminder_note>([&](tally_rows *rows, const char *behind) {
        return tally_reminder_list_notes(native(), detail::raw(flags), behind, rows);
    }, after, limit);
}

inline std::string detail::account_methods::export_reminders() const {
    return detail::copied<std::string>([&](tally_bytes *out) {
        return tally_reminder_export(native(), out);
    });
}

inline std::uint64_t detail::account_methods::digest(std::string_view path) const {
    std::uint64_t result = 0;
    detail::check(tally_badge_digest(native(), detail::c_text(path), &result));
    return result;
}

inline bytes detail::account_methods::diff(std::string_view path, const tally::account &to,
                                           std::string_view to_path) const {
    return detail::copied<bytes>([&](tally_bytes *out) {
        return tally_badge_diff(native(), detail::c_text(path), detail::handle(to), detail::c_text(to_path), out);
    });
}

inline tally::snapshot detail::account_methods::snapshot(std::string_view path) const {
    tally_snapshot *handle = nullptr;
    detail::check(tally_snapshot_take(native(), detail::c_text(path), &handle));
    return tally::snapshot(handle);
}

inline void detail::account_methods::restore(std::string_view path, const tally::snapshot &snapshot) {
    detail::check(tally_badge_restore(native(), detail::c_text(path), detail::handle(snapshot)));
}

inline void detail::account_methods::apply(std::string_view path, bytes_view patch, apply_flags flags) {
    detail::check(tally_badge_apply(native(), detail::c_text(path), patch.data(), patch.size(), detail::raw(flags)));
}

inline void detail::account_methods::verify() const {
    detail::check(tally_account_verify(native()));
}

inline tally::batch_position detail::account_methods::batch_position(std::string_view source) const {
    auto result = detail::sized<tally_position>();
    detail::check(tally_account_get_position(native(), detail::c_text(source), &result));
    return result;
}

inline void detail::account_methods::set_style(std::string_view path, const std::optional<style> &style) {
    detail::check(tally_style_set(native(), detail::c_text(path), detail::c_style(style)));
}

inline tally::presentation detail::account_methods::present(std::string_view path) const {
    auto result = detail::sized<tally_presentation>();
    std::string text = detail::text([&](char *b, std::size_t n, std::size_t *l) {
        return tally_badge_present(native(), detail::c_text(path), &result, b, n, l);
    });
    return {result, std::move(text)};
}

inline token detail::scope_methods::observe(const tally::account &account, std::string_view path, observe_flags flags,
                                            event_callback callback) {
    auto *const self = native();
    auto *const c_account = detail::handle(account);
    const detail::c_text c_path(path);
    return detail::with_token(std::move(callback), [&](auto function, void *data, auto release, token *out) {
        return tally_observe(self, c_account, c_path, detail::raw(flags), function, data, release, out);
    });
}

inline token detail::scope_methods::observe_messages(const tally::account &account, std::string_view path,
                                                     observe_flags flags, event_callback callback) {
    auto *const self = native();
    auto *const c_account = detail::handle(account);
    const detail::c_text c_path(path);
    return detail::with_token(std::move(callback), [&](auto function, void *data, auto release, token *out) {
        return tally_observe_messages(self, c_account, c_path, detail::raw(flags), function, data, release, out);
    });
}

inline token detail::scope_methods::observe_groups(const tally::account &account, observe_flags flags,
                                                   event_callback callback) {
    auto *const self = native();
    auto *const c_account = detail::handle(account);
    return detail::with_token(std::move(callback), [&](auto function, void *data, auto release, token *out) {
        return tally_observe_groups(self, c_account, detail::raw(flags), function, data, release, out);
    });
}

inline token detail::scope_methods::observe_total(observe_flags flags, event_callback callback) {
    auto *const self = native();
    return detail::with_token(std::move(callback), [&](auto function, void *data, auto release, token *out) {
        return tally_observe_total(self, detail::raw(flags), function, data, release, out);
    });
}

inline token detail::scope_methods::observe_feed(const tally::feed &feed, event_callback callback) {
    auto *const self = native();
    auto *const c_feed = detail::handle(feed);
    return detail::with_token(std::move(callback), [&](auto function, void *data, auto release, token *out) {
        return tally_observe_feed(self, c_feed, 0, function, data, release, out);
    });
}

inline token detail::scope_methods::observe_feeds(const tally::account *account, event_callback callback) {
    auto *const self = native();
    auto *const c_account = detail::handle(account);
    return detail::with_token(std::move(callback), [&](auto function, void *data, auto release, token *out) {
        return tally_observe_feeds(self, c_account, 0, function, data, release, out);
    });
}

inline token detail::scope_methods::observe_reminders(const tally::account *account, event_callback callback) {
    auto *const self = native();
    auto *const c_account = detail::handle(account);
    return detail::with_token(std::move(callback), [&](auto function, void *data, auto release, token *out) {
        return tally_observe_reminders(self, c_account, 0, function, data, release, out);
    });
}

inline void detail::scope_methods::refresh_widgets() {
    detail::check(tally_widget_refresh(native()));
}

inline void detail::engine_methods::flush() {
    detail::check(tally_engine_flush(native()));
}

inline void detail::engine_methods::verify() {
    detail::check(tally_engine_verify(native()));
}

inline std::int64_t detail::engine_methods::limit(tally::limit limit, std::int64_t value) {
    std::int64_t result = 0;
    detail::check(tally_engine_limit(native(), detail::raw(limit), value, &result));
    return result;
}

inline void detail::engine_methods::backup(std::string_view file, backup_flags flags) {
    detail::check(tally_engine_backup(native(), detail::c_text(file), detail::raw(flags)));
}

inline tally::stats detail::engine_methods::stats(stats_flags flags) const {
    auto result = detail::sized<tally_stats>();
    detail::check(tally_engine_get_stats(native(), detail::raw(flags), &result));
    return result;
}

inline void detail::engine_methods::set_foreground(bool in_front) {
    detail::check(tally_engine_set_foreground(native(), in_front));
}

inline void detail::engine_methods::set_network(bool available) {
    detail::check(tally_engine_set_network(native(), available));
}

inline void detail::engine_methods::woke() {
    detail::check(tally_engine_woke(native()));
}

inline tally::account detail::engine_methods::open_account(std::string_view name,
                                                           const tally::account_options &options) {
    tally_account *handle = nullptr;
    detail::check(tally_account_open(native(), detail::c_text(name), detail::c_account_options(options), &handle));
    return tally::account(handle);
}

inline tally::account detail::engine_methods::find_account(std::int64_t id) {
    tally_account *handle = nullptr;
    detail::check(tally_account_find(native(), id, &handle));
    return tally::account(handle);
}

inline void detail::engine_methods::remove_account(std::string_view name) {
    detail::check(tally_account_remove(native(), detail::c_text(name)));
}

inline void detail::engine_methods::import_account(std::string_view name, bytes_view content) {
    detail::check(tally_account_import(native(), detail::c_text(name), content.data(), content.size()));
}

inline tally::badge detail::engine_methods::total() const {
    tally_badge result{};
    detail::check(tally_engine_get_total(native(), &result));
    return result;
}

inline tally::badge detail::engine_methods::total_of_all() const {
    tally_badge result{};
    detail::check(tally_engine_get_total_of_all(native(), &result));
    return result;
}

inline std::intptr_t detail::engine_methods::descriptor() const {
    std::intptr_t result = 0;
    detail::check(tally_engine_get_descriptor(native(), &result));
    return result;
}

inline void detail::engine_methods::set_zone(std::optional<std::string_view> name) {
    detail::check(tally_engine_set_zone(native(), detail::c_text(name)));
}

inline tally::batch_position detail::engine_methods::position(std::string_view source) const {
    auto result = detail::sized<tally_position>();
    detail::check(tally_engine_get_position(native(), detail::c_text(source), &result));
    return result;
}

inline bytes detail::engine_methods::export_account(std::string_view name) const {
    return detail::copied<bytes>([&](tally_bytes *out) {
        return tally_engine_export_account(native(), detail::c_text(name), out);
    });
}

inline bytes detail::engine_methods::export_source(std::string_view source) const {
    return detail::copied<bytes>([&](tally_bytes *out) {
        return tally_engine_export_source(native(), detail::c_text(source), out);
    });
}

}  // namespace tally

#endif  // TALLY_DEFINITIONS_HPP
