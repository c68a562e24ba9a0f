-- Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

local tally = require("tally")

return {
    lacks = {engine_set_notify = true},
    engine_flush = function(s) s.engine:flush() end,
    engine_verify = function(s) s.engine:verify() end,
    engine_limit = function(s) return {old = s.engine:limit(s:int("limit"), s:int("value"))} end,
    engine_backup = function(s) s.engine:backup(s:file("file"), s:has(1)) end,
    engine_get_stats = function(s) return s.engine:stats({reset = s:has(1)}) end,
    engine_set_foreground = function(s) s.engine:set_foreground(s:int("foreground") ~= 0) end,
    engine_set_network = function(s) s.engine:set_network(s:int("available") ~= 0) end,
    engine_woke = function(s) s.engine:woke() end,
    file_recover = function(s) return tally.recover(s:file("damaged"), s:file("fresh")) end,
    file_vacuum = function(s) tally.vacuum(s:file("file")) end,
    account_list = function(s) return s:names(s.engine:account_page(s.step.after, s:limit())) end,
    account_remove = function(s) s.engine:remove_account(s.step.name) end,
    account_set_credential = function(s) s:account():set_credential(s.step.url, s.step.credential or {}) end,
    account_remove_credential = function(s) s:account():remove_credential(s.step.url) end,
    account_log_in = function(s) s:account():log_in() end,
    account_log_out = function(s) s:account():log_out() end,
    account_get = function(s) return s:account():state() end,
    account_configure = function(s) s:account():configure(s.step.settings or {}) end,
    account_get_settings = function(s) return s:account():settings() end,
    account_export = function(s) return {bytes = s.to_hex(s:account():export_account())} end,
    account_import = function(s) s.engine:import_account(s.step.name, s:content("bytes")) end,
    account_hash = function(s) return {partition = tally.account_hash(s.step.name, s:int("partitions"))} end,
    badge_set = function(s) s:account():set(s.step.path, s:int("count")) end,
    badge_dot = function(s) s:account():dot(s.step.path) end,
    badge_set_until = function(s) s:account():set(s.step.path, s:int("count"), s:int("until")) end,
    badge_dot_until = function(s) s:account():dot(s.step.path, s:int("until")) end,
    badge_add = function(s) s:account():add(s.step.path, s:int("delta")) end,
    badge_clear = function(s) return {}, s:account():clear(s.step.path) end,
    badge_clear_tree = function(s) return {}, s:account():clear_tree(s.step.path) end,
    badge_mute = function(s) s:account():mute(s.step.path, s:int("mode"), s:int("until")) end,
    badge_snooze = function(s) s:account():snooze_path(s.step.path, s:int("until")) end,
    badge_flag = function(s) s:account():flag(s.step.path, s:int("on") ~= 0) end,
    badge_get = function(s) return s:account():get(s.step.path) end,
    badge_get_own = function(s) return s:account():get_own(s.step.path) end,
    badge_set_rule = function(s) s:account():set_rule(s.step.path, s.step.rule or {}) end,
    badge_get_rule = function(s) return s:account():get_rule(s.step.path, {effective = s:has(1)}) end,
    link_add = function(s) s:account():link(s.step.path, s.step.under) end,
    link_remove = function(s) s:account():unlink(s.step.path, s.step.under) end,
    link_list = function(s)
        return s:entries(s:account():link_page(s.step.path, {subtree = s:has(1), under = s:has(2)}, s.step.after, s:limit()))
    end,
    engine_get_total = function(s) return s.engine:total() end,
    engine_get_total_of_all = function(s) return s.engine:total_of_all() end,
    badge_list = function(s) return s:revised(s:account():list(s.step.path, {subtree = s:has(1)})) end,
    badge_explain = function(s) return s:entries(s:account():explain_page(s.step.path, s.step.after, s:limit())) end,
    message_list = function(s)
        return s:entries(s:account():message_page(s.step.path, {subtree = s:has(1), unread = s:has(2)}, s.step.after, s:limit()))
    end,
    message_list_from = function(s)
        return s:entries(s:account():messages_from_page(s.step.path, s:key("key"), {subtree = s:has(1), unread = s:has(2), newer = s:has(16)}, s.step.after, s:limit()))
    end,
    message_first = function(s)
        return s:account():first_message(s.step.path, s:int("most"), {subtree = s:has(1), unseen = s:has(4), newest = s:has(8), highlights = s:has(32)})
    end,
    message_get = function(s) return s:account():message(s:key("key")) end,
    message_find = function(s)
        return s:account():find_message(s.step.id, s.step.feed and s:feed():info().id or 0)
    end,
    message_get_data = function(s) return {bytes = s.to_hex(s:account():message_data(s:key("key")))} end,
    message_get_counts = function(s) return s:account():message_counts(s.step.path, {subtree = s:has(1)}) end,
    message_mark_read = function(s) return {changed = s:account():read(s:keys(s.step.keys))} end,
    message_mark_path_read = function(s)
        return {changed = s:account():read_path(s.step.path, {subtree = s:has(1)})}
    end,
    message_mark_read_until = function(s)
        return {changed = s:account():read_until(s.step.path, s:key("last"), {subtree = s:has(1)})}
    end,
    message_mark_unread = function(s) return {changed = s:account():unread(s:keys(s.step.keys))} end,
    message_mark_seen = function(s) return {changed = s:account():mark_seen(s:keys(s.step.keys))} end,
    message_snooze = function(s) s:account():snooze_message(s:key("key"), s:int("until")) end,
    message_post = function(s) s:account():post(s.step.path, s:options()) end,
    message_remove = function(s) s:account():remove_messages(s:keys(s.step.keys)) end,
    message_withdraw = function(s) s:account():withdraw(s.step.id) end,
    observe = function(s)
        s.tokens[s.step.token] = s.scope:observe(s:account(), s.step.path, nil, {subtree = s:has(1), initial = s:has(2)})
    end,
    observe_messages = function(s)
        s.tokens[s.step.token] = s.scope:observe_messages(s:account(), s.step.path, nil, {subtree = s:has(1)})
    end,
    observe_groups = function(s)
        s.tokens[s.step.token] = s.scope:observe_groups(s:account(), nil, {initial = s:has(2)})
    end,
    observe_total = function(s) s.tokens[s.step.token] = s.scope:observe_total(nil, {initial = s:has(2)}) end,
    observe_feed = function(s) s.tokens[s.step.token] = s.scope:observe_feed(s:feed(), nil) end,
    unobserve = function(s) s.scope:unobserve(s.tokens[s.step.token]) end,
    view_begin = function(s) return s:begin_view() end,
    view_end = function(s) s.scope:end_view(s.tokens[s.step.token]) end,
    engine_dispatch = function(s) return {count = s.engine:dispatch()} end,
    engine_interrupt = function(s) s.engine:interrupt() end,
    engine_get_descriptor = function(s) return {descriptor = s.engine:descriptor()} end,
    engine_get_timeout = function(s) return {timeout = s.engine:timeout()} end,
    feed_list = function(s) return s:entries(s:account():feed_page(s.step.after, s:limit())) end,
    feed_list_rejected = function(s)
        return s:entries(s:account():rejected_page(s:feed():info().id, s.step.after, s:limit()))
    end,
    drift_list = function(s)
        return s:entries(s:account():drift_page(s.step.path, {subtree = s:has(1)}, s.step.after, s:limit()))
    end,
    feed_remove = function(s) s:feed():remove() end,
    feed_refresh = function(s) s:feed():refresh() end,
    feed_show_page = function(s) return s:feed():page_shown(s:int("page")) end,
    feed_hide_page = function(s) s:feed():page_hidden(s:int("page")) end,
    feed_cancel = function(s) s:feed():cancel() end,
    feed_pause = function(s) s:feed():pause(s:int("paused") ~= 0) end,
    feed_set_credential = function(s) s:feed():set_credential(s.step.credential or {}) end,
    feed_remove_credential = function(s) s:feed():remove_credential() end,
    feed_refresh_now = function(s) s.tokens[s.step.token] = s:feed():refresh_now() end,
    feed_get = function(s) return s:feed_state() end,
    feed_deliver = function(s) s:feed():deliver(s:content("bytes")) end,
    account_push = function(s) s:account():push(s:content("payload")) end,
    feed_push = function(s) s:feed():push(s:content("payload")) end,
    mapping_try = function(s) return {text = tally.try_mapping(s:content("body"), s.step.preset, s.step.mapping)} end,
    path_escape = function(s) return {text = tally.escape(s.step.name)} end,
    path_join = function(s) return {text = tally.join(s.step.path, s.step.name)} end,
    path_parent = function(s) return {text = tally.parent(s.step.path)} end,
    path_component = function(s) return {text = tally.component(s.step.path, s:int("index"))} end,
    category_set = function(s) s:account():set_category(s.step.id, s.step.summary, s.step.hidden) end,
    category_remove = function(s) s:account():remove_category(s.step.id) end,
    strings_set = function(s) s:account():set_strings(s.step.key, s.step.language, s.step.forms or {}) end,
    strings_remove = function(s) s:account():remove_strings(s.step.key, s.step.language) end,
    strings_import = function(s)
        return s:account():import_strings(s:int("kind"), s:content("bytes"), s.step.language)
    end,
    group_list = function(s)
        return s:entries(s:account():group_page(s.step.language, {hidden = s:has(1)}, s.step.after, s:limit()))
    end,
    group_get = function(s) return s:account():group(s.step.thread, s.step.language, {hidden = s:has(1)}) end,
    group_list_messages = function(s)
        return s:entries(s:account():group_message_page(s.step.thread, s.step.after, s:limit()))
    end,
    group_mark_seen = function(s) s:account():group_seen(s.step.thread) end,
    group_dismiss = function(s) return {changed = s:account():dismiss(s.step.thread)} end,
    outbox_lease = function(s) return s:entries(s:account():outbox_lease(s:int("duration"), s:limit())) end,
    outbox_ack = function(s) return {}, s:account():outbox_ack(s:int("id"), s:content("response")) end,
    outbox_fail = function(s)
        return {}, s:account():outbox_fail(s:int("id"), s:int("attempt"), s:int("retry_after"))
    end,
    outbox_list = function(s)
        return s:entries(s:account():outbox_page({follow = s:has(256)}, s.step.after, s:limit()))
    end,
    outbox_get_counts = function(s) return s:account():outbox_counts() end,
    outbox_retry = function(s) return {count = s:account():outbox_retry(s:int("id"))} end,
    outbox_retry_all = function(s) return {count = s:account():outbox_retry_all()} end,
    outbox_remove = function(s) return {count = s:account():outbox_remove(s:int("id"))} end,
    outbox_remove_failed = function(s) return {count = s:account():outbox_remove_failed()} end,
    reminder_put = function(s) s:account():put_reminder(s.step.id, s:options()) end,
    reminder_edit = function(s) s:account():edit_reminder(s.step.id, s:options()) end,
    reminder_mark_done = function(s) s:account():reminder_done(s.step.id) end,
    reminder_mark_undone = function(s) s:account():reminder_undone(s.step.id) end,
    reminder_remove = function(s) s:account():remove_reminder(s.step.id) end,
    reminder_snooze = function(s) s:account():snooze(s.step.id, s:int("until")) end,
    reminder_acknowledge = function(s) s:account():acknowledge(s.step.id) end,
    reminder_list = function(s) return s:entries(s:account():reminder_page(s.step.after, s:limit())) end,
    reminder_get = function(s) return s:account():reminder(s.step.id) end,
    reminder_plan = function(s) return s:planned() end,
    reminder_confirm_plan = function(s) return {}, s:account():confirm_plan(s.tokens[s.step.token]) end,
    reminder_list_notes = function(s)
        return s:entries(s:account():reminder_log_page({follow = s:has(256)}, s.step.after, s:limit()))
    end,
    reminder_export = function(s) return {text = s:account():export_reminders()} end,
    reminder_import = function(s) return s:imported() end,
    engine_set_zone = function(s) s.engine:set_zone(s.step.name) end,
    badge_digest = function(s) return {digest = s:account():digest(s.step.path)} end,
    badge_diff = function(s)
        return {bytes = s.to_hex(s:account("from"):diff(s.step.from_path, s:account("to"), s.step.to_path))}
    end,
    patch_inverse = function(s) return {bytes = s.to_hex(tally.inverse(s:content("patch")))} end,
    patch_list = function(s)
        return s:entries(tally.patch_list_page(s:content("patch"), s.step.path, {subtree = s:has(1)}, s.step.after, s:limit()))
    end,
    badge_apply = function(s) s:account():apply(s.step.path, s:content("patch"), s:has(1)) end,
    account_verify = function(s) s:account():verify() end,
    node_release = function(s) s:node():path() s:node():close() end,
    node_get_path = function(s) return {text = s:node():path()} end,
    node_set = function(s) s:node():set(s:int("count")) end,
    node_dot = function(s) s:node():dot() end,
    node_set_until = function(s) s:node():set(s:int("count"), s:int("until")) end,
    node_dot_until = function(s) s:node():dot(s:int("until")) end,
    node_add = function(s) s:node():add(s:int("delta")) end,
    node_clear = function(s) return {}, s:node():clear() end,
    node_clear_tree = function(s) return {}, s:node():clear_tree() end,
    node_mute = function(s) s:node():mute(s:int("mode"), s:int("until")) end,
    node_get = function(s) return s:node():get() end,
    account_get_position = function(s) return s:account():batch_position(s.step.source) end,
    style_set = function(s) s:account():set_style(s.step.path, s:style()) end,
    style_get = function(s) return s:style_of(s:account():style(s.step.path)) end,
    badge_present = function(s) return s:presented(s:account():present(s.step.path)) end,
    present = function(s) return s:presented(tally.present(s:badge(), s:style())) end,
    widget_refresh = function(s) s.scope:refresh_widgets() end,
    engine_export_account = function(s) return {bytes = s.to_hex(s.engine:export_account(s.step.name))} end,
    engine_export_source = function(s) return {bytes = s.to_hex(s.engine:export_source(s.step.source))} end,
}
