// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited. Included twice by replay.cpp.
#ifndef CALL
inline tally::engine_options engine_options(const members &from) { tally::engine_options result; NUMBER(flags);
    NUMBER(seed); NUMBER(batch_id_time); OPTION(file); OPTION(ca_file); OPTION(user_agent); OPTION(zone);
    NUMBER(durability); NUMBER(least_level); NUMBER(max_depth); NUMBER(max_path_bytes); NUMBER(max_nodes);
    NUMBER(max_accounts); NUMBER(max_loaded_accounts); NUMBER(max_feeds); NUMBER(max_observers);
    NUMBER(max_response_bytes); NUMBER(max_batch_ids); NUMBER(max_requests); NUMBER(max_requests_per_origin);
    NUMBER(max_forgotten); NUMBER(max_marks); NUMBER(max_failed_rows); NUMBER(max_rejected); NUMBER(max_reminder_log);
    NUMBER(max_cached_groups); NUMBER(max_events); NUMBER(max_completions); NUMBER(max_links); return result; }
inline tally::items_options items_options(const members &from) { tally::items_options result; NUMBER(flags);
    NUMBER(aggregation); NUMBER(feeding); NUMBER(epoch); NUMBER(position); OPTION(source); return result; }
inline tally::badge_rule badge_rule(const members &from) { tally::badge_rule result; NUMBER(feeding); NUMBER(flags);
    NUMBER(counting); return result; }
inline tally::account_options account_options(const members &from) { tally::account_options result; NUMBER(flags);
    NUMBER(aggregation); NUMBER(feeding); return result; }
inline tally::account_settings account_settings(const members &from) { tally::account_settings result; NUMBER(flags);
    NUMBER(grouping); NUMBER(outbox); NUMBER(feeding); NUMBER(outbox_kinds); NUMBER(outbox_request_timeout);
    NUMBER(outbox_idle_timeout); OPTION(language); OPTION(outbox_url); OPTION(push_path); return result; }
inline tally::credential credential(const members &from) { tally::credential result; NUMBER(flags); NUMBER(kind);
    OPTION(name); OPTION(secret); OPTION(format); return result; }
inline tally::batch_options batch_options(const members &from) { tally::batch_options result; NUMBER(flags);
    NUMBER(epoch); NUMBER(position); OPTION(source); OPTION(id); return result; }
inline tally::feed_options feed_options(const members &from) { tally::feed_options result; NUMBER(flags);
    NUMBER(initial_delay); NUMBER(interval); NUMBER(visible_interval); NUMBER(request_timeout); NUMBER(idle_timeout);
    NUMBER(tolerance); NUMBER(away_time); NUMBER(max_age); NUMBER(max_messages); NUMBER(page_limit); NUMBER(polling);
    OPTION(url); OPTION(prefix); OPTION(mapping_preset); OPTION(mapping); OPTION(title); return result; }
inline tally::message_options message_options(const members &from) { tally::message_options result; NUMBER(flags);
    NUMBER(time); NUMBER(count); NUMBER(argument_count); OPTION(id); OPTION(title); OPTION(body); OPTION(kind);
    OPTION(thread); OPTION(category); OPTION(argument); OPTION(link); OPTION(icon); OPTION(subtitle); OPTION(data);
    OPTION(also); NUMBER(level); return result; }
inline tally::forms forms(const members &from) { tally::forms result; NUMBER(flags); OPTION(zero); OPTION(one);
    OPTION(two); OPTION(few); OPTION(many); OPTION(other); return result; }
inline tally::reminder_options reminder_options(const members &from) { tally::reminder_options result; OPTION(title);
    OPTION(body); OPTION(path); OPTION(zone); GIVEN(produced); GIVEN(shelf_life); GIVEN(shelf_unit);
    GIVEN(time_of_day); GIVEN(smart); GIVEN(repeat_unit); GIVEN(repeat_every); GIVEN(end); GIVEN(start);
    GIVEN(overdue_unit); GIVEN(overdue_every); GIVEN(overdue_limit); return result; }
inline tally::plan_options plan_options(const members &from) { tally::plan_options result; NUMBER(flags);
    NUMBER(limit); NUMBER(reserve); return result; }
inline json to_json(const tally::badge &from) { return { OUT(count), OUT(revision), OUT(highlights), OUT(kind),
    OUT(flags), OUT(level)}; }
inline json to_json(const tally::presentation &from) { return { OUT(kind), OUT(count), OUT(dot_radius), OUT(offset_x),
    OUT(offset_y), OUT(font_size), OUT(font_weight), OUT(text_color), OUT(background_color), OUT(overflow),
    OUT(max_count), OUT(highlighted), OUT(text)}; }
inline json to_json(const tally::event &from) { return { OUT(kind), OUT(token), OUT(account), OUT(feed),
    OUT(reminder), OUT(count), OUT(revision), OUT(badge_kind), OUT(result), OUT(retry_after), OUT(next_time),
    OUT(added), OUT(changed), OUT(removed), OUT(rejected), OUT(missed), OUT(total), OUT(unread), OUT(unseen),
    OUT(http_status), OUT(level), OUT(highlights), OUT(total_highlights), OUT(text)}; }
inline json to_json(const tally::stats &from) { return { OUT(accounts), OUT(loaded_accounts), OUT(feeds),
    OUT(account_loads), OUT(account_evictions), OUT(observers), OUT(events), OUT(nodes), OUT(node_bytes),
    OUT(unstored_badges), OUT(file_size), OUT(log_size), OUT(commits), OUT(committed_calls), OUT(longest_wait_us),
    OUT(longest_hold_us), OUT(waiting_calls), OUT(requests), OUT(origin_requests), OUT(drifts)}; }
inline json to_json(const tally::recovery &from) { return { OUT(flags), OUT(pages), OUT(damaged_pages),
    OUT(doubtful_rows), OUT(accounts_saved), OUT(accounts_lost), OUT(badges_saved), OUT(badges_lost),
    OUT(feeds_saved), OUT(feeds_lost), OUT(messages_saved), OUT(messages_lost), OUT(others_saved),
    OUT(others_lost)}; }
inline json to_json(const tally::account_settings_entry &from) { return { OUT(outbox_request_timeout),
    OUT(outbox_idle_timeout), OUT(grouping), OUT(outbox), OUT(feeding), OUT(outbox_kinds), OUT(language),
    OUT(outbox_url), OUT(push_path)}; }
inline json to_json(const tally::link &from) { return { OUT(path), OUT(under)}; }
inline json to_json(const tally::reason &from) { return { OUT(contributed), OUT(fed_count), OUT(kept_count),
    OUT(own_count), OUT(flags), OUT(message), OUT(path), OUT(id), OUT(highlights), OUT(level)}; }
inline json to_json(const tally::feed_entry &from) { return { OUT(id), OUT(last_success), OUT(rejected),
    OUT(initial_delay), OUT(interval), OUT(visible_interval), OUT(request_timeout), OUT(idle_timeout), OUT(tolerance),
    OUT(away_time), OUT(max_age), OUT(max_messages), OUT(page_limit), OUT(options), OUT(flags), OUT(name), OUT(url),
    OUT(prefix), OUT(title), OUT(mapping_preset), OUT(mapping)}; }
inline json to_json(const tally::rejected &from) { return { OUT(id), OUT(time), OUT(reason), OUT(body)}; }
inline json to_json(const tally::drift &from) { return { OUT(ours), OUT(theirs), OUT(feed), OUT(path),
    OUT(our_highlights), OUT(their_highlights)}; }
inline json to_json(const tally::message &from) { return { OUT(key), OUT(feed), OUT(time), OUT(count), OUT(state),
    OUT(id), OUT(path), OUT(kind), OUT(title), OUT(body), OUT(thread), OUT(category), OUT(argument),
    OUT(argument_count), OUT(data_size), OUT(link), OUT(icon), OUT(subtitle), OUT(also), OUT(level),
    OUT(snoozed_until)}; }
inline json to_json(const tally::group &from) { return { OUT(newest), OUT(oldest), OUT(items), OUT(notifications),
    OUT(fresh), OUT(time), OUT(origin), OUT(thread), OUT(path), OUT(title), OUT(summary), OUT(language)}; }
inline json to_json(const tally::outbox_entry &from) { return { OUT(id), OUT(feed), OUT(attempt), OUT(next_time),
    OUT(lease_end), OUT(kind), OUT(state), OUT(key), OUT(entity), OUT(body)}; }
inline json to_json(const tally::reminder &from) { return { OUT(key), OUT(next_time), OUT(due_time), OUT(expires),
    OUT(stamp), OUT(revision), OUT(state), OUT(expiry), OUT(span), OUT(days_left), OUT(is_smart), OUT(produced),
    OUT(shelf_life), OUT(shelf_unit), OUT(time_of_day), OUT(entered), OUT(smart), OUT(repeat_unit), OUT(repeat_every),
    OUT(start), OUT(end), OUT(overdue_unit), OUT(overdue_every), OUT(overdue_limit), OUT(id), OUT(title), OUT(body),
    OUT(path), OUT(zone)}; }
inline json to_json(const tally::plan_entry &from) { return { OUT(id), OUT(time), OUT(occurrence), OUT(revision),
    OUT(action), OUT(reminder), OUT(title), OUT(body), OUT(path)}; }
inline json to_json(const tally::reminder_note &from) { return { OUT(id), OUT(time), OUT(occurrence_time),
    OUT(revision), OUT(kind), OUT(reminder)}; }
inline json to_json(const tally::skipped_entry &from) { return { OUT(line), OUT(uid), OUT(reason)}; }
inline json to_json(const tally::snapshot_entry &from) { return { OUT(path), OUT(count), OUT(until), OUT(mute_until),
    OUT(kind), OUT(mute), OUT(snoozed_until)}; }
inline json to_json(const tally::patch_entry &from) { return { OUT(path), OUT(before_count), OUT(before_until),
    OUT(before_mute_until), OUT(before_kind), OUT(before_mute), OUT(after_count), OUT(after_until),
    OUT(after_mute_until), OUT(after_kind), OUT(after_mute), OUT(before_snoozed_until), OUT(after_snoozed_until)}; }
inline json to_json(const tally::badge_own &from) { return { OUT(kind), OUT(count), OUT(until), OUT(mute_until),
    OUT(mute), OUT(flags), OUT(snoozed_until)}; }
inline json to_json(const tally::message_counts &from) { return { OUT(total), OUT(unread), OUT(unseen)}; }
inline json to_json(const tally::message_position &from) { return { OUT(key), OUT(time), OUT(matching), OUT(newer),
    OUT(older)}; }
inline json to_json(const tally::outbox_counts &from) { return { OUT(total), OUT(leased), OUT(failed)}; }
inline json to_json(const tally::batch_position &from) { return { OUT(epoch), OUT(position), OUT(time)}; }
inline json to_json(const tally::import_report &from) { return { OUT(taken), OUT(skipped)}; }
inline json to_json(const tally::badge_rule &from) { return { OUT(feeding), OUT(flags), OUT(counting)}; }
#else
CALL("engine_flush", r.engine_->flush()),
CALL("engine_verify", r.engine_->verify()),
CALL("engine_limit", return json{{"old", r.engine_->limit(s.made<tally::limit>("limit"), s.i64("value"))}}),
CALL("engine_backup", r.engine_->backup(r.file(s, "file"), s.made<tally::backup_flags>("flags"))),
CALL("engine_get_stats", return to_json(r.engine_->stats(s.made<tally::stats_flags>("flags")))),
CALL("engine_set_foreground", r.engine_->set_foreground(s.i32("foreground") != 0)),
CALL("engine_set_network", r.engine_->set_network(s.i32("available") != 0)),
CALL("engine_woke", r.engine_->woke()),
CALL("file_recover", return to_json(tally::recover(r.file(s, "damaged"), r.file(s, "fresh")))),
CALL("file_vacuum", tally::vacuum(r.file(s, "file"))),
CALL("account_list", return r.listed(r.engine_->accounts(s.optional("after"), s.limit()))),
CALL("account_remove", r.engine_->remove_account(s.text("name"))),
CALL("account_set_credential", r.account(s).set_credential(s.text("url"), credential({s["credential"]}))),
CALL("account_remove_credential", r.account(s).remove_credential(s.text("url"))),
CALL("account_log_in", r.account(s).log_in()),
CALL("account_log_out", r.account(s).log_out()),
CALL("account_get", return to_json(r.account(s).state())),
CALL("account_configure", r.account(s).configure(account_settings({s["settings"]}))),
CALL("account_get_settings", return to_json(r.account(s).settings())),
CALL("account_export", return data(r.account(s).export_account())),
CALL("account_import", r.engine_->import_account(s.text("name"), s.bytes("bytes"))),
CALL("account_hash", return json{{"partition", tally::account_hash(s.text("name"), s.u32("partitions"))}}),
CALL("badge_set", r.account(s).set(s.text("path"), s.i64("count"))),
CALL("badge_dot", r.account(s).dot(s.text("path"))),
CALL("badge_set_until", r.account(s).set_until(s.text("path"), s.i64("count"), s.made<tally::time_point>("until"))),
CALL("badge_dot_until", r.account(s).dot_until(s.text("path"), s.made<tally::time_point>("until"))),
CALL("badge_add", r.account(s).add(s.text("path"), s.i64("delta"))),
CALL("badge_clear", r.status_ = r.account(s).clear(s.text("path"))),
CALL("badge_clear_tree", r.status_ = r.account(s).clear_tree(s.text("path"))),
CALL("badge_mute",
     r.account(s).mute(s.text("path"), s.made<tally::mute_mode>("mode"), s.made<tally::time_point>("until"))),
CALL("badge_snooze", r.account(s).snooze_path(s.text("path"), s.made<tally::time_point>("until"))),
CALL("badge_flag", r.account(s).flag(s.text("path"), s.i32("on") != 0)),
CALL("badge_get", return to_json(r.account(s).get(s.text("path")))),
CALL("badge_get_own", return to_json(r.account(s).get_own(s.text("path")))),
CALL("badge_set_rule", r.account(s).set_rule(s.text("path"), badge_rule({s["rule"]}))),
CALL("badge_get_rule", return to_json(r.account(s).get_rule(s.text("path"), s.made<tally::rule_flags>("flags")))),
CALL("link_add", r.account(s).link(s.text("path"), s.text("under"))),
CALL("link_remove", r.account(s).unlink(s.text("path"), s.text("under"))),
CALL("link_list",
     return r.listed(r.account(s).links(s.text("path"), s.made<tally::link_flags>("flags"), s.optional("after"),
         s.limit()))),
CALL("engine_get_total", return to_json(r.engine_->total())),
CALL("engine_get_total_of_all", return to_json(r.engine_->total_of_all())),
CALL("badge_list", return revised(r.account(s).list(s.text("path"), s.made<tally::list_flags>("flags")))),
CALL("badge_explain", return r.listed(r.account(s).explain(s.text("path"), s.optional("after"), s.limit()))),
CALL("message_list",
     return r.listed(r.account(s).messages(s.text("path"), s.made<tally::messages_flags>("flags"), s.optional("after"),
         s.limit()))),
CALL("message_list_from",
     return r.listed(r.account(s).messages_from(s.text("path"), s.made<tally::messages_flags>("flags"), r.key(s,
         s["key"]), s.optional("after"), s.limit()))),
CALL("message_first",
     return to_json(r.account(s).first_message(s.text("path"), s.made<tally::messages_flags>("flags"), s.u64("most")))),
CALL("message_get", return to_json(r.account(s).message(r.key(s, s["key"])))),
CALL("message_find", return to_json(r.account(s).find_message(r.feed_id(s), s.text("id")))),
CALL("message_get_data", return data(r.account(s).message_data(r.key(s, s["key"])))),
CALL("message_get_counts", return to_json(r.account(s).counts(s.text("path"), s.made<tally::messages_flags>("flags")))),
CALL("message_mark_read", return json{{"changed", r.account(s).read(r.keys(s))}}),
CALL("message_mark_path_read",
     return json{{"changed", r.account(s).read_path(s.text("path"), s.made<tally::messages_flags>("flags"))}}),
CALL("message_mark_read_until",
     return json{{"changed", r.account(s).read_until(s.text("path"), s.made<tally::messages_flags>("flags"), r.key(s,
         s["last"]))}}),
CALL("message_mark_unread", return json{{"changed", r.account(s).unread(r.keys(s))}}),
CALL("message_mark_seen", return json{{"changed", r.account(s).mark_seen(r.keys(s))}}),
CALL("message_snooze", r.account(s).snooze_message(r.key(s, s["key"]), s.made<tally::time_point>("until"))),
CALL("message_post", return json{{"key", r.account(s).post(s.text("path"), message_options({s["options"]}))}}),
CALL("message_remove", r.account(s).remove_messages(r.keys(s))),
CALL("message_withdraw", r.account(s).withdraw(s.text("id"))),
CALL("observe",
     return r.keep(s, r.scope_->observe(r.account(s), s.text("path"), s.made<tally::observe_flags>("flags")))),
CALL("observe_messages",
     return r.keep(s, r.scope_->observe_messages(r.account(s), s.text("path"), s.made<tally::observe_flags>("flags")))),
CALL("observe_groups", return r.keep(s, r.scope_->observe_groups(r.account(s), s.made<tally::observe_flags>("flags")))),
CALL("observe_total", return r.keep(s, r.scope_->observe_total(s.made<tally::observe_flags>("flags")))),
CALL("observe_feed", return r.keep(s, r.scope_->observe_feed(r.feed(s)))),
CALL("unobserve", r.scope_->unobserve(r.token(s))),
CALL("view_begin",
     return r.keep(s, r.scope_->begin_view(r.account(s), s.text("path"), &r.status_,
         s.made<tally::view_flags>("flags")))),
CALL("view_end", r.scope_->end_view(r.token(s))),
CALL("engine_dispatch", return json{{"count", r.engine_->dispatch().count}}),
CALL("engine_interrupt", r.engine_->interrupt()),
CALL("engine_get_descriptor", return json{{"descriptor", r.engine_->descriptor()}}),
CALL("engine_get_timeout", return r.waiting()),
CALL("feed_list", return r.listed(r.account(s).feeds(s.optional("after"), s.limit()))),
CALL("feed_list_rejected", return r.listed(r.account(s).rejected(r.feed_id(s), s.optional("after"), s.limit()))),
CALL("drift_list",
     return r.listed(r.account(s).drifts(s.text("path"), s.made<tally::list_flags>("flags"), s.optional("after"),
         s.limit()))),
CALL("feed_remove", r.feed(s).remove()),
CALL("feed_refresh", r.feed(s).refresh()),
CALL("feed_show_page", return r.page_shown(s)),
CALL("feed_hide_page", r.feed(s).page_hidden(s.u32("page"))),
CALL("feed_cancel", r.feed(s).cancel()),
CALL("feed_pause", r.feed(s).pause(s.i32("paused") != 0)),
CALL("feed_set_credential", r.feed(s).set_credential(credential({s["credential"]}))),
CALL("feed_remove_credential", r.feed(s).remove_credential()),
CALL("feed_refresh_now", return r.keep(s, r.feed(s).refresh_now())),
CALL("feed_get", return r.feed_state(s)),
CALL("feed_deliver", r.feed(s).deliver(s.bytes("bytes"))),
CALL("account_push", r.account(s).push(s.bytes("payload"))),
CALL("feed_push", r.feed(s).push(s.bytes("payload"))),
CALL("mapping_try", return text(tally::mapping_try(s.optional("preset"), s.optional("mapping"), s.bytes("body")))),
CALL("path_escape", return text(tally::path_escape(s.text("name")))),
CALL("path_join", return text(tally::path_join(s.text("path"), s.text("name")))),
CALL("path_parent", return text(tally::path_parent(s.text("path")))),
CALL("path_component", return text(tally::path_component(s.text("path"), s.u64("index")))),
CALL("category_set", r.account(s).set_category(s.text("id"), s.optional("summary"), s.optional("hidden"))),
CALL("category_remove", r.account(s).remove_category(s.text("id"))),
CALL("strings_set", r.account(s).set_strings(s.text("key"), s.optional("language"), forms({s["forms"]}))),
CALL("strings_remove", r.account(s).remove_strings(s.text("key"), s.optional("language"))),
CALL("strings_import",
     return to_json(r.account(s).import_strings(s.made<tally::strings_kind>("kind"), s.bytes("bytes"),
         s.optional("language")))),
CALL("group_list",
     return r.listed(r.account(s).groups(s.optional("language"), s.made<tally::groups_flags>("flags"),
         s.optional("after"), s.limit()))),
CALL("group_get",
     return to_json(r.account(s).group(s.text("thread"), s.optional("language"),
         s.made<tally::groups_flags>("flags")))),
CALL("group_list_messages",
     return r.listed(r.account(s).group_messages(s.text("thread"), s.optional("after"), s.limit()))),
CALL("group_mark_seen", r.account(s).group_seen(s.text("thread"))),
CALL("group_dismiss", return json{{"changed", r.account(s).dismiss(s.text("thread"))}}),
CALL("outbox_lease", return r.listed(r.account(s).lease_outbox(s.made<tally::milliseconds>("duration"), s.limit()))),
CALL("outbox_ack", r.status_ = r.account(s).ack_outbox(s.i64("id"), s.bytes("response"))),
CALL("outbox_fail",
     r.status_ = r.account(s).fail_outbox(s.i64("id"), s.i64("attempt"), s.made<tally::milliseconds>("retry_after"))),
CALL("outbox_list",
     return r.listed(r.account(s).outbox(s.made<tally::list_flags>("flags"), s.optional("after"), s.limit()))),
CALL("outbox_get_counts", return to_json(r.account(s).outbox_counts())),
CALL("outbox_retry", return json{{"count", r.account(s).retry_outbox(s.i64("id"))}}),
CALL("outbox_retry_all", return json{{"count", r.account(s).retry_all_outbox()}}),
CALL("outbox_remove", return json{{"count", r.account(s).remove_outbox(s.i64("id"))}}),
CALL("outbox_remove_failed", return json{{"count", r.account(s).remove_failed_outbox()}}),
CALL("reminder_put", r.account(s).put_reminder(s.text("id"), reminder_options({s["options"]}))),
CALL("reminder_edit", r.account(s).edit_reminder(s.text("id"), reminder_options({s["options"]}))),
CALL("reminder_mark_done", r.account(s).reminder_done(s.text("id"))),
CALL("reminder_mark_undone", r.account(s).reminder_undone(s.text("id"))),
CALL("reminder_remove", r.account(s).remove_reminder(s.text("id"))),
CALL("reminder_snooze", r.account(s).snooze_reminder(s.text("id"), s.made<tally::time_point>("until"))),
CALL("reminder_acknowledge", r.account(s).acknowledge_reminder(s.text("id"))),
CALL("reminder_list", return r.listed(r.account(s).reminders(s.optional("after"), s.limit()))),
CALL("reminder_get", return to_json(r.account(s).reminder(s.text("id")))),
CALL("reminder_plan", return r.planned(s)),
CALL("reminder_confirm_plan", r.status_ = r.account(s).confirm_plan(r.token(s))),
CALL("reminder_list_notes",
     return r.listed(r.account(s).reminder_log(s.made<tally::list_flags>("flags"), s.optional("after"), s.limit()))),
CALL("reminder_export", return text(r.account(s).export_reminders())),
CALL("reminder_import", return to_json(r.account(s).import_reminders(s.bytes("bytes")))),
CALL("engine_set_zone", r.engine_->set_zone(s.optional("name"))),
CALL("badge_digest", return json{{"digest", r.account(s).digest(s.text("path"))}}),
CALL("badge_diff", return data(r.account(s, "from").diff(s.text("from_path"), r.account(s, "to"), s.text("to_path")))),
CALL("patch_inverse", return data(tally::patch_inverse(s.bytes("patch")))),
CALL("patch_list",
     return r.listed(tally::patch_list(s.bytes("patch"), s.text("path"), s.made<tally::list_flags>("flags"),
         s.optional("after"), s.limit()))),
CALL("badge_apply", r.account(s).apply(s.text("path"), s.bytes("patch"), s.made<tally::apply_flags>("flags"))),
CALL("account_verify", r.account(s).verify()),
CALL("account_get_position", return to_json(r.account(s).batch_position(s.text("source")))),
CALL("style_set", r.account(s).set_style(s.text("path"), style({s["style"]}))),
CALL("style_get", return to_json(r.account(s).get_style(s.text("path")))),
CALL("badge_present", return to_json(r.account(s).present(s.text("path")))),
CALL("present", return to_json(tally::present(badge({s["badge"]}), style({s["style"]})))),
CALL("widget_refresh", r.scope_->refresh_widgets()),
CALL("engine_export_account", return data(r.engine_->export_account(s.text("name")))),
CALL("engine_export_source", return data(r.engine_->export_source(s.text("source")))),
#endif
