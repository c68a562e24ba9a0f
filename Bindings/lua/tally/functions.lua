-- Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

local library = require("tally.calls")
local C = library.C
local argument, cell, content, data, filled, finish, handle, in_pages, integer, invoke, new_buffer, number, owned,
    packed, page_of, record, repeated, string_of = library.argument, library.cell, library.content, library.data,
    library.filled, library.finish, library.handle, library.in_pages, library.integer, library.invoke,
    library.new_buffer, library.number, library.owned, library.packed, library.page_of, library.record,
    library.repeated, library.string_of
local call = library.call

function call.version()
    return invoke(C.tally_version)
end

function call.version_text()
    return invoke(C.tally_version_text)
end

function call.status_name(status)
    return invoke(C.tally_status_name, integer(status, "int32_t", "status"))
end

function call.status_message(status)
    return invoke(C.tally_status_message, integer(status, "int32_t", "status"))
end

function call.error_message()
    local buffer = new_buffer()
    local status = repeated(buffer, function()
        return invoke(C.tally_error_message, buffer.bytes, buffer.capacity, buffer.length)
    end)
    return buffer:text(), status
end

function call.engine_open(options)
    local out_engine = cell("tally_engine *")
    local status = finish(invoke(C.tally_engine_open, argument("tally_engine_options", options), out_engine), true)
    return out_engine[0], status
end

function call.engine_close(engine, timeout)
    return finish(invoke(C.tally_engine_close, handle(engine, "engine", "tally_engine"), integer(timeout, "int64_t",
        "timeout")))
end

function call.engine_flush(engine)
    return finish(invoke(C.tally_engine_flush, handle(engine, "engine", "tally_engine")))
end

function call.engine_verify(engine)
    return finish(invoke(C.tally_engine_verify, handle(engine, "engine", "tally_engine")))
end

function call.engine_limit(engine, limit, value)
    local out_old = cell("int64_t")
    local status = finish(invoke(C.tally_engine_limit, handle(engine, "engine", "tally_engine"), integer(limit,
        "int32_t", "limit"), integer(value, "int64_t", "value"), out_old))
    return number(out_old[0]), status
end

function call.engine_backup(engine, file, flags)
    return finish(invoke(C.tally_engine_backup, handle(engine, "engine", "tally_engine"), string_of(file, "file"),
        integer(flags, "uint32_t", "flags")))
end

function call.engine_get_stats(engine, flags)
    local out_stats = filled("tally_stats")
    local status = finish(invoke(C.tally_engine_get_stats, handle(engine, "engine", "tally_engine"), integer(flags,
        "uint32_t", "flags"), out_stats))
    return record(out_stats[0], "tally_stats"), status
end

function call.engine_set_foreground(engine, foreground)
    return finish(invoke(C.tally_engine_set_foreground, handle(engine, "engine", "tally_engine"), integer(foreground,
        "int32_t", "foreground")))
end

function call.engine_set_network(engine, available)
    return finish(invoke(C.tally_engine_set_network, handle(engine, "engine", "tally_engine"), integer(available,
        "int32_t", "available")))
end

function call.engine_woke(engine)
    return finish(invoke(C.tally_engine_woke, handle(engine, "engine", "tally_engine")))
end

function call.file_recover(damaged, fresh)
    local out_recovery = filled("tally_recovery")
    local status = finish(invoke(C.tally_file_recover, string_of(damaged, "damaged"), string_of(fresh, "fresh"),
        out_recovery))
    return record(out_recovery[0], "tally_recovery"), status
end

function call.file_vacuum(file)
    return finish(invoke(C.tally_file_vacuum, string_of(file, "file")))
end

function call.account_open(engine, name, options)
    local out_account = cell("tally_account *")
    local status = finish(invoke(C.tally_account_open, handle(engine, "engine", "tally_engine"), string_of(name,
        "name"), argument("tally_account_options", options), out_account), true)
    return out_account[0], status
end

function call.account_find(engine, id)
    local out_account = cell("tally_account *")
    local status = finish(invoke(C.tally_account_find, handle(engine, "engine", "tally_engine"), integer(id, "int64_t",
        "id"), out_account), true)
    return out_account[0], status
end

function call.account_release(account)
    invoke(C.tally_account_release, handle(account, "account", "tally_account"))
    library.raise()
end

function call.account_list(engine, flags, begin, most)
    return in_pages(begin, most, function(after, limit)
        local rows = library.rows("tally_account_entry", limit)
        local status = repeated(rows, function()
            return invoke(C.tally_account_list, handle(engine, "engine", "tally_engine"), integer(flags, "uint32_t", "flags"),
                string_of(after, "after"), rows.cell)
        end)
        return page_of(rows, status), status
    end)
end

function call.account_remove(engine, name)
    return finish(invoke(C.tally_account_remove, handle(engine, "engine", "tally_engine"), string_of(name, "name")))
end

function call.account_set_credential(account, url, credential)
    return finish(invoke(C.tally_account_set_credential, handle(account, "account", "tally_account"), string_of(url,
        "url"), argument("tally_credential", credential)))
end

function call.account_remove_credential(account, url)
    return finish(invoke(C.tally_account_remove_credential, handle(account, "account", "tally_account"), string_of(url,
        "url")))
end

function call.account_log_in(account)
    return finish(invoke(C.tally_account_log_in, handle(account, "account", "tally_account")))
end

function call.account_log_out(account)
    return finish(invoke(C.tally_account_log_out, handle(account, "account", "tally_account")))
end

function call.account_get(account)
    local out_state = filled("tally_account_state")
    local name = new_buffer()
    local status = repeated(name, function()
        return invoke(C.tally_account_get, handle(account, "account", "tally_account"), out_state, name.bytes,
            name.capacity, name.length)
    end)
    return name:text(), record(out_state[0], "tally_account_state"), status
end

function call.account_configure(account, settings)
    return finish(invoke(C.tally_account_configure, handle(account, "account", "tally_account"),
        argument("tally_account_settings", settings)))
end

function call.account_get_settings(account, limit)
    local rows = library.rows("tally_account_settings_entry", limit)
    local status = repeated(rows, function()
        return invoke(C.tally_account_get_settings, handle(account, "account", "tally_account"), rows.cell)
    end)
    return page_of(rows, status), status
end

function call.account_export(account)
    local out_bytes = owned()
    local status = finish(invoke(C.tally_account_export, handle(account, "account", "tally_account"), out_bytes))
    return content(out_bytes), status
end

function call.account_import(engine, name, bytes)
    return finish(invoke(C.tally_account_import, handle(engine, "engine", "tally_engine"), string_of(name, "name"),
        data(bytes, "bytes"), bytes and #bytes or 0))
end

function call.account_hash(name, partitions)
    local out_partition = cell("uint32_t")
    local status = finish(invoke(C.tally_account_hash, string_of(name, "name"), integer(partitions, "uint32_t",
        "partitions"), out_partition))
    return number(out_partition[0]), status
end

function call.badge_set(account, path, count)
    return finish(invoke(C.tally_badge_set, handle(account, "account", "tally_account"), string_of(path, "path"),
        integer(count, "int64_t", "count")))
end

function call.badge_dot(account, path)
    return finish(invoke(C.tally_badge_dot, handle(account, "account", "tally_account"), string_of(path, "path")))
end

function call.badge_set_until(account, path, count, until_)
    return finish(invoke(C.tally_badge_set_until, handle(account, "account", "tally_account"), string_of(path, "path"),
        integer(count, "int64_t", "count"), integer(until_, "int64_t", "until")))
end

function call.badge_dot_until(account, path, until_)
    return finish(invoke(C.tally_badge_dot_until, handle(account, "account", "tally_account"), string_of(path, "path"),
        integer(until_, "int64_t", "until")))
end

function call.badge_add(account, path, delta)
    return finish(invoke(C.tally_badge_add, handle(account, "account", "tally_account"), string_of(path, "path"),
        integer(delta, "int64_t", "delta")))
end

function call.badge_clear(account, path)
    return finish(invoke(C.tally_badge_clear, handle(account, "account", "tally_account"), string_of(path, "path")))
end

function call.badge_clear_tree(account, path)
    return finish(invoke(C.tally_badge_clear_tree, handle(account, "account", "tally_account"), string_of(path,
        "path")))
end

function call.badge_mute(account, path, mode, until_)
    return finish(invoke(C.tally_badge_mute, handle(account, "account", "tally_account"), string_of(path, "path"),
        integer(mode, "int32_t", "mode"), integer(until_, "int64_t", "until")))
end

function call.badge_snooze(account, path, until_)
    return finish(invoke(C.tally_badge_snooze, handle(account, "account", "tally_account"), string_of(path, "path"),
        integer(until_, "int64_t", "until")))
end

function call.badge_flag(account, path, on)
    return finish(invoke(C.tally_badge_flag, handle(account, "account", "tally_account"), string_of(path, "path"),
        integer(on, "int32_t", "on")))
end

function call.badge_get(account, path)
    local out_badge = filled("tally_badge")
    local status = finish(invoke(C.tally_badge_get, handle(account, "account", "tally_account"), string_of(path,
        "path"), out_badge))
    return record(out_badge[0], "tally_badge"), status
end

function call.badge_get_own(account, path)
    local out_own = filled("tally_badge_own")
    local status = finish(invoke(C.tally_badge_get_own, handle(account, "account", "tally_account"), string_of(path,
        "path"), out_own))
    return record(out_own[0], "tally_badge_own"), status
end

function call.badge_set_rule(account, path, rule)
    return finish(invoke(C.tally_badge_set_rule, handle(account, "account", "tally_account"), string_of(path, "path"),
        argument("tally_badge_rule", rule)))
end

function call.badge_get_rule(account, path, flags)
    local out_rule = filled("tally_badge_rule")
    local status = finish(invoke(C.tally_badge_get_rule, handle(account, "account", "tally_account"), string_of(path,
        "path"), integer(flags, "uint32_t", "flags"), out_rule))
    return record(out_rule[0], "tally_badge_rule"), status
end

function call.link_add(account, path, under)
    return finish(invoke(C.tally_link_add, handle(account, "account", "tally_account"), string_of(path, "path"),
        string_of(under, "under")))
end

function call.link_remove(account, path, under)
    return finish(invoke(C.tally_link_remove, handle(account, "account", "tally_account"), string_of(path, "path"),
        string_of(under, "under")))
end

function call.link_list(account, path, flags, begin, most)
    return in_pages(begin, most, function(after, limit)
        local rows = library.rows("tally_link", limit)
        local status = repeated(rows, function()
            return invoke(C.tally_link_list, handle(account, "account", "tally_account"), string_of(path, "path"),
                integer(flags, "uint32_t", "flags"), string_of(after, "after"), rows.cell)
        end)
        return page_of(rows, status), status
    end)
end

function call.engine_get_total(engine)
    local out_badge = filled("tally_badge")
    local status = finish(invoke(C.tally_engine_get_total, handle(engine, "engine", "tally_engine"), out_badge))
    return record(out_badge[0], "tally_badge"), status
end

function call.engine_get_total_of_all(engine)
    local out_badge = filled("tally_badge")
    local status = finish(invoke(C.tally_engine_get_total_of_all, handle(engine, "engine", "tally_engine"), out_badge))
    return record(out_badge[0], "tally_badge"), status
end

function call.badge_list(account, path, flags, begin, most)
    return in_pages(begin, most, function(after, limit)
        local rows = library.rows("tally_badge_entry", limit)
        local out_revision = cell("uint64_t")
        local status = repeated(rows, function()
            return invoke(C.tally_badge_list, handle(account, "account", "tally_account"), string_of(path, "path"),
                integer(flags, "uint32_t", "flags"), string_of(after, "after"), rows.cell, out_revision)
        end)
        return page_of(rows, status), number(out_revision[0]), status
    end)
end

function call.badge_changes(account, since, epoch, limit)
    local rows = library.rows("tally_badge_entry", limit)
    local out_revision = cell("uint64_t")
    local status = repeated(rows, function()
        return invoke(C.tally_badge_changes, handle(account, "account", "tally_account"), integer(since, "uint64_t",
            "since"), integer(epoch, "uint64_t", "epoch"), rows.cell, out_revision)
    end)
    return page_of(rows, status), number(out_revision[0]), status
end

function call.badge_explain(account, path, flags, begin, most)
    return in_pages(begin, most, function(after, limit)
        local rows = library.rows("tally_reason", limit)
        local status = repeated(rows, function()
            return invoke(C.tally_badge_explain, handle(account, "account", "tally_account"), string_of(path, "path"),
                integer(flags, "uint32_t", "flags"), string_of(after, "after"), rows.cell)
        end)
        return page_of(rows, status), status
    end)
end

function call.message_list(account, path, flags, begin, most)
    return in_pages(begin, most, function(after, limit)
        local rows = library.rows("tally_message", limit)
        local status = repeated(rows, function()
            return invoke(C.tally_message_list, handle(account, "account", "tally_account"), string_of(path, "path"),
                integer(flags, "uint32_t", "flags"), string_of(after, "after"), rows.cell)
        end)
        return page_of(rows, status), status
    end)
end

function call.message_list_from(account, path, flags, key, begin, most)
    return in_pages(begin, most, function(after, limit)
        local rows = library.rows("tally_message", limit)
        local status = repeated(rows, function()
            return invoke(C.tally_message_list_from, handle(account, "account", "tally_account"), string_of(path, "path"),
                integer(flags, "uint32_t", "flags"), integer(key, "int64_t", "key"), string_of(after, "after"), rows.cell)
        end)
        return page_of(rows, status), status
    end)
end

function call.message_first(account, path, flags, most)
    local out_position = filled("tally_message_position")
    local status = finish(invoke(C.tally_message_first, handle(account, "account", "tally_account"), string_of(path,
        "path"), integer(flags, "uint32_t", "flags"), integer(most, "uint64_t", "most"), out_position))
    return record(out_position[0], "tally_message_position"), status
end

function call.message_get(account, key, limit)
    local rows = library.rows("tally_message", limit)
    local status = repeated(rows, function()
        return invoke(C.tally_message_get, handle(account, "account", "tally_account"), integer(key, "int64_t", "key"),
            rows.cell)
    end)
    return page_of(rows, status), status
end

function call.message_find(account, feed, id, limit)
    local rows = library.rows("tally_message", limit)
    local status = repeated(rows, function()
        return invoke(C.tally_message_find, handle(account, "account", "tally_account"), integer(feed, "int64_t", "feed"),
            string_of(id, "id"), rows.cell)
    end)
    return page_of(rows, status), status
end

function call.message_get_data(account, key)
    local out_bytes = owned()
    local status = finish(invoke(C.tally_message_get_data, handle(account, "account", "tally_account"), integer(key,
        "int64_t", "key"), out_bytes))
    return content(out_bytes), status
end

function call.message_get_counts(account, path, flags)
    local out_counts = filled("tally_message_counts")
    local status = finish(invoke(C.tally_message_get_counts, handle(account, "account", "tally_account"),
        string_of(path, "path"), integer(flags, "uint32_t", "flags"), out_counts))
    return record(out_counts[0], "tally_message_counts"), status
end

function call.message_mark_read(account, keys)
    local out_changed = cell("size_t")
    local status = finish(invoke(C.tally_message_mark_read, handle(account, "account", "tally_account"), packed(keys),
        keys and #keys or 0, out_changed))
    return number(out_changed[0]), status
end

function call.message_mark_path_read(account, path, flags)
    local out_changed = cell("size_t")
    local status = finish(invoke(C.tally_message_mark_path_read, handle(account, "account", "tally_account"),
        string_of(path, "path"), integer(flags, "uint32_t", "flags"), out_changed))
    return number(out_changed[0]), status
end

function call.message_mark_read_until(account, path, flags, last)
    local out_changed = cell("size_t")
    local status = finish(invoke(C.tally_message_mark_read_until, handle(account, "account", "tally_account"),
        string_of(path, "path"), integer(flags, "uint32_t", "flags"), integer(last, "int64_t", "last"), out_changed))
    return number(out_changed[0]), status
end

function call.message_mark_unread(account, keys)
    local out_changed = cell("size_t")
    local status = finish(invoke(C.tally_message_mark_unread, handle(account, "account", "tally_account"),
        packed(keys), keys and #keys or 0, out_changed))
    return number(out_changed[0]), status
end

function call.message_mark_seen(account, keys)
    local out_changed = cell("size_t")
    local status = finish(invoke(C.tally_message_mark_seen, handle(account, "account", "tally_account"), packed(keys),
        keys and #keys or 0, out_changed))
    return number(out_changed[0]), status
end

function call.message_snooze(account, key, until_)
    return finish(invoke(C.tally_message_snooze, handle(account, "account", "tally_account"), integer(key, "int64_t",
        "key"), integer(until_, "int64_t", "until")))
end

function call.message_post(account, path, options)
    local out_key = cell("int64_t")
    local status = finish(invoke(C.tally_message_post, handle(account, "account", "tally_account"), string_of(path,
        "path"), argument("tally_message_options", options), out_key))
    return number(out_key[0]), status
end

function call.message_remove(account, keys)
    return finish(invoke(C.tally_message_remove, handle(account, "account", "tally_account"), packed(keys),
        keys and #keys or 0))
end

function call.message_withdraw(account, id)
    return finish(invoke(C.tally_message_withdraw, handle(account, "account", "tally_account"), string_of(id, "id")))
end

function call.scope_open(engine)
    local out_scope = cell("tally_scope *")
    local status = finish(invoke(C.tally_scope_open, handle(engine, "engine", "tally_engine"), out_scope), true)
    return out_scope[0], status
end

function call.scope_close(scope)
    invoke(C.tally_scope_close, handle(scope, "scope", "tally_scope"))
    library.raise()
end

function call.observe(scope, account, path, flags, callback, user_data, release_user_data)
    local out_token = cell("uint64_t")
    local status = finish(invoke(C.tally_observe, handle(scope, "scope", "tally_scope"), handle(account, "account",
        "tally_account"), string_of(path, "path"), integer(flags, "uint32_t", "flags"), callback, user_data,
        release_user_data, out_token), true)
    return number(out_token[0]), status
end

function call.observe_messages(scope, account, path, flags, callback, user_data, release_user_data)
    local out_token = cell("uint64_t")
    local status = finish(invoke(C.tally_observe_messages, handle(scope, "scope", "tally_scope"), handle(account,
        "account", "tally_account"), string_of(path, "path"), integer(flags, "uint32_t", "flags"), callback, user_data,
        release_user_data, out_token), true)
    return number(out_token[0]), status
end

function call.observe_groups(scope, account, flags, callback, user_data, release_user_data)
    local out_token = cell("uint64_t")
    local status = finish(invoke(C.tally_observe_groups, handle(scope, "scope", "tally_scope"), handle(account,
        "account", "tally_account"), integer(flags, "uint32_t", "flags"), callback, user_data, release_user_data,
        out_token), true)
    return number(out_token[0]), status
end

function call.observe_total(scope, flags, callback, user_data, release_user_data)
    local out_token = cell("uint64_t")
    local status = finish(invoke(C.tally_observe_total, handle(scope, "scope", "tally_scope"), integer(flags,
        "uint32_t", "flags"), callback, user_data, release_user_data, out_token), true)
    return number(out_token[0]), status
end

function call.observe_feed(scope, feed, flags, callback, user_data, release_user_data)
    local out_token = cell("uint64_t")
    local status = finish(invoke(C.tally_observe_feed, handle(scope, "scope", "tally_scope"), handle(feed, "feed",
        "tally_feed"), integer(flags, "uint32_t", "flags"), callback, user_data, release_user_data, out_token), true)
    return number(out_token[0]), status
end

function call.observe_feeds(scope, account, flags, callback, user_data, release_user_data)
    local out_token = cell("uint64_t")
    local status = finish(invoke(C.tally_observe_feeds, handle(scope, "scope", "tally_scope"),
        account ~= nil and handle(account, "account", "tally_account") or nil, integer(flags, "uint32_t", "flags"),
        callback, user_data, release_user_data, out_token), true)
    return number(out_token[0]), status
end

function call.observe_reminders(scope, account, flags, callback, user_data, release_user_data)
    local out_token = cell("uint64_t")
    local status = finish(invoke(C.tally_observe_reminders, handle(scope, "scope", "tally_scope"),
        account ~= nil and handle(account, "account", "tally_account") or nil, integer(flags, "uint32_t", "flags"),
        callback, user_data, release_user_data, out_token), true)
    return number(out_token[0]), status
end

function call.unobserve(scope, token)
    invoke(C.tally_unobserve, handle(scope, "scope", "tally_scope"), integer(token, "uint64_t", "token"))
    library.raise()
end

function call.view_begin(scope, account, path, flags)
    local out_token = cell("uint64_t")
    local status = finish(invoke(C.tally_view_begin, handle(scope, "scope", "tally_scope"), handle(account, "account",
        "tally_account"), string_of(path, "path"), integer(flags, "uint32_t", "flags"), out_token), true)
    return number(out_token[0]), status
end

function call.view_end(scope, token)
    invoke(C.tally_view_end, handle(scope, "scope", "tally_scope"), integer(token, "uint64_t", "token"))
    library.raise()
end

function call.engine_next_event(engine, timeout)
    local out_event = filled("tally_event")
    local text = new_buffer()
    local status = repeated(text, function()
        return invoke(C.tally_engine_next_event, handle(engine, "engine", "tally_engine"), integer(timeout, "int64_t",
            "timeout"), out_event, text.bytes, text.capacity)
    end)
    return text:text(), record(out_event[0], "tally_event"), status
end

function call.engine_dispatch(engine, limit)
    local out_count = cell("size_t")
    local status = finish(invoke(C.tally_engine_dispatch, handle(engine, "engine", "tally_engine"), integer(limit,
        "size_t", "limit"), out_count))
    return number(out_count[0]), status
end

function call.engine_interrupt(engine)
    return finish(invoke(C.tally_engine_interrupt, handle(engine, "engine", "tally_engine")))
end

function call.engine_get_descriptor(engine)
    local out_descriptor = cell("intptr_t")
    local status = finish(invoke(C.tally_engine_get_descriptor, handle(engine, "engine", "tally_engine"),
        out_descriptor))
    return number(out_descriptor[0]), status
end

function call.engine_set_notify(engine, notify, user_data, release_user_data)
    return finish(invoke(C.tally_engine_set_notify, handle(engine, "engine", "tally_engine"), notify, user_data,
        release_user_data))
end

function call.engine_step(engine)
    return finish(invoke(C.tally_engine_step, handle(engine, "engine", "tally_engine")))
end

function call.engine_get_timeout(engine)
    local out_timeout = cell("int64_t")
    local status = finish(invoke(C.tally_engine_get_timeout, handle(engine, "engine", "tally_engine"), out_timeout))
    return number(out_timeout[0]), status
end

function call.feed_add(account, name, options)
    local out_feed = cell("tally_feed *")
    local status = finish(invoke(C.tally_feed_add, handle(account, "account", "tally_account"), string_of(name,
        "name"), argument("tally_feed_options", options), out_feed), true)
    return out_feed[0], status
end

function call.feed_find(account, name)
    local out_feed = cell("tally_feed *")
    local status = finish(invoke(C.tally_feed_find, handle(account, "account", "tally_account"), string_of(name,
        "name"), out_feed), true)
    return out_feed[0], status
end

function call.feed_find_by_id(account, id)
    local out_feed = cell("tally_feed *")
    local status = finish(invoke(C.tally_feed_find_by_id, handle(account, "account", "tally_account"), integer(id,
        "int64_t", "id"), out_feed), true)
    return out_feed[0], status
end

function call.feed_list(account, flags, begin, most)
    return in_pages(begin, most, function(after, limit)
        local rows = library.rows("tally_feed_entry", limit)
        local status = repeated(rows, function()
            return invoke(C.tally_feed_list, handle(account, "account", "tally_account"), integer(flags, "uint32_t", "flags"),
                string_of(after, "after"), rows.cell)
        end)
        return page_of(rows, status), status
    end)
end

function call.feed_list_rejected(account, feed, flags, begin, most)
    return in_pages(begin, most, function(after, limit)
        local rows = library.rows("tally_rejected", limit)
        local status = repeated(rows, function()
            return invoke(C.tally_feed_list_rejected, handle(account, "account", "tally_account"), integer(feed, "int64_t",
                "feed"), integer(flags, "uint32_t", "flags"), string_of(after, "after"), rows.cell)
        end)
        return page_of(rows, status), status
    end)
end

function call.drift_list(account, path, flags, begin, most)
    return in_pages(begin, most, function(after, limit)
        local rows = library.rows("tally_drift", limit)
        local status = repeated(rows, function()
            return invoke(C.tally_drift_list, handle(account, "account", "tally_account"), string_of(path, "path"),
                integer(flags, "uint32_t", "flags"), string_of(after, "after"), rows.cell)
        end)
        return page_of(rows, status), status
    end)
end

function call.feed_release(feed)
    invoke(C.tally_feed_release, handle(feed, "feed", "tally_feed"))
    library.raise()
end

function call.feed_remove(feed)
    return finish(invoke(C.tally_feed_remove, handle(feed, "feed", "tally_feed")))
end

function call.feed_refresh(feed)
    return finish(invoke(C.tally_feed_refresh, handle(feed, "feed", "tally_feed")))
end

function call.feed_show_page(feed, page)
    local out_info = filled("tally_page_info")
    local status = finish(invoke(C.tally_feed_show_page, handle(feed, "feed", "tally_feed"), integer(page, "uint32_t",
        "page"), out_info))
    return record(out_info[0], "tally_page_info"), status
end

function call.feed_hide_page(feed, page)
    return finish(invoke(C.tally_feed_hide_page, handle(feed, "feed", "tally_feed"), integer(page, "uint32_t",
        "page")))
end

function call.feed_cancel(feed)
    return finish(invoke(C.tally_feed_cancel, handle(feed, "feed", "tally_feed")))
end

function call.feed_pause(feed, paused)
    return finish(invoke(C.tally_feed_pause, handle(feed, "feed", "tally_feed"), integer(paused, "int32_t", "paused")))
end

function call.feed_set_credential(feed, credential)
    return finish(invoke(C.tally_feed_set_credential, handle(feed, "feed", "tally_feed"), argument("tally_credential",
        credential)))
end

function call.feed_remove_credential(feed)
    return finish(invoke(C.tally_feed_remove_credential, handle(feed, "feed", "tally_feed")))
end

function call.feed_refresh_now(feed, callback, user_data, release_user_data)
    local out_token = cell("uint64_t")
    local status = finish(invoke(C.tally_feed_refresh_now, handle(feed, "feed", "tally_feed"), callback, user_data,
        release_user_data, out_token), true)
    return number(out_token[0]), status
end

function call.feed_get(feed)
    local out_state = filled("tally_feed_state")
    local title = new_buffer()
    local status = repeated(title, function()
        return invoke(C.tally_feed_get, handle(feed, "feed", "tally_feed"), out_state, title.bytes, title.capacity,
            title.length)
    end)
    return title:text(), record(out_state[0], "tally_feed_state"), status
end

function call.feed_deliver(feed, bytes)
    return finish(invoke(C.tally_feed_deliver, handle(feed, "feed", "tally_feed"), data(bytes, "bytes"),
        bytes and #bytes or 0))
end

function call.account_push(account, payload)
    return finish(invoke(C.tally_account_push, handle(account, "account", "tally_account"), data(payload, "payload"),
        payload and #payload or 0))
end

function call.feed_push(feed, payload)
    return finish(invoke(C.tally_feed_push, handle(feed, "feed", "tally_feed"), data(payload, "payload"),
        payload and #payload or 0))
end

function call.mapping_try(preset, mapping, body)
    local out_bytes = owned()
    local status = finish(invoke(C.tally_mapping_try, string_of(preset, "preset"), string_of(mapping, "mapping"),
        data(body, "body"), body and #body or 0, out_bytes))
    return content(out_bytes), status
end

function call.path_escape(name)
    local buffer = new_buffer()
    local status = repeated(buffer, function()
        return invoke(C.tally_path_escape, string_of(name, "name"), buffer.bytes, buffer.capacity, buffer.length)
    end)
    return buffer:text(), status
end

function call.path_join(path, name)
    local buffer = new_buffer()
    local status = repeated(buffer, function()
        return invoke(C.tally_path_join, string_of(path, "path"), string_of(name, "name"), buffer.bytes, buffer.capacity,
            buffer.length)
    end)
    return buffer:text(), status
end

function call.path_parent(path)
    local buffer = new_buffer()
    local status = repeated(buffer, function()
        return invoke(C.tally_path_parent, string_of(path, "path"), buffer.bytes, buffer.capacity, buffer.length)
    end)
    return buffer:text(), status
end

function call.path_component(path, index)
    local buffer = new_buffer()
    local status = repeated(buffer, function()
        return invoke(C.tally_path_component, string_of(path, "path"), integer(index, "size_t", "index"), buffer.bytes,
            buffer.capacity, buffer.length)
    end)
    return buffer:text(), status
end

function call.category_set(account, id, summary, hidden)
    return finish(invoke(C.tally_category_set, handle(account, "account", "tally_account"), string_of(id, "id"),
        string_of(summary, "summary"), string_of(hidden, "hidden")))
end

function call.category_remove(account, id)
    return finish(invoke(C.tally_category_remove, handle(account, "account", "tally_account"), string_of(id, "id")))
end

function call.strings_set(account, key, language, forms)
    return finish(invoke(C.tally_strings_set, handle(account, "account", "tally_account"), string_of(key, "key"),
        string_of(language, "language"), argument("tally_forms", forms)))
end

function call.strings_remove(account, key, language)
    return finish(invoke(C.tally_strings_remove, handle(account, "account", "tally_account"), string_of(key, "key"),
        string_of(language, "language")))
end

function call.strings_import(account, kind, bytes, language)
    local out_report = filled("tally_import_report")
    local status = finish(invoke(C.tally_strings_import, handle(account, "account", "tally_account"), integer(kind,
        "int32_t", "kind"), data(bytes, "bytes"), bytes and #bytes or 0, string_of(language, "language"), out_report))
    return record(out_report[0], "tally_import_report"), status
end

function call.group_list(account, language, flags, begin, most)
    return in_pages(begin, most, function(after, limit)
        local rows = library.rows("tally_group", limit)
        local status = repeated(rows, function()
            return invoke(C.tally_group_list, handle(account, "account", "tally_account"), string_of(language, "language"),
                integer(flags, "uint32_t", "flags"), string_of(after, "after"), rows.cell)
        end)
        return page_of(rows, status), status
    end)
end

function call.group_get(account, thread, language, flags, limit)
    local rows = library.rows("tally_group", limit)
    local status = repeated(rows, function()
        return invoke(C.tally_group_get, handle(account, "account", "tally_account"), string_of(thread, "thread"),
            string_of(language, "language"), integer(flags, "uint32_t", "flags"), rows.cell)
    end)
    return page_of(rows, status), status
end

function call.group_list_messages(account, thread, flags, begin, most)
    return in_pages(begin, most, function(after, limit)
        local rows = library.rows("tally_message", limit)
        local status = repeated(rows, function()
            return invoke(C.tally_group_list_messages, handle(account, "account", "tally_account"), string_of(thread,
                "thread"), integer(flags, "uint32_t", "flags"), string_of(after, "after"), rows.cell)
        end)
        return page_of(rows, status), status
    end)
end

function call.group_mark_seen(account, thread)
    return finish(invoke(C.tally_group_mark_seen, handle(account, "account", "tally_account"), string_of(thread,
        "thread")))
end

function call.group_dismiss(account, thread)
    local out_changed = cell("size_t")
    local status = finish(invoke(C.tally_group_dismiss, handle(account, "account", "tally_account"), string_of(thread,
        "thread"), out_changed))
    return number(out_changed[0]), status
end

function call.outbox_lease(account, duration, limit)
    local rows = library.rows("tally_outbox_entry", limit)
    local status = repeated(rows, function()
        return invoke(C.tally_outbox_lease, handle(account, "account", "tally_account"), integer(duration, "int64_t",
            "duration"), rows.cell)
    end)
    return page_of(rows, status), status
end

function call.outbox_ack(account, id, response)
    return finish(invoke(C.tally_outbox_ack, handle(account, "account", "tally_account"), integer(id, "int64_t", "id"),
        data(response, "response"), response and #response or 0))
end

function call.outbox_fail(account, id, attempt, retry_after)
    return finish(invoke(C.tally_outbox_fail, handle(account, "account", "tally_account"), integer(id, "int64_t",
        "id"), integer(attempt, "int64_t", "attempt"), integer(retry_after, "int64_t", "retry_after")))
end

function call.outbox_list(account, flags, begin, most)
    return in_pages(begin, most, function(after, limit)
        local rows = library.rows("tally_outbox_entry", limit)
        local status = repeated(rows, function()
            return invoke(C.tally_outbox_list, handle(account, "account", "tally_account"), integer(flags, "uint32_t",
                "flags"), string_of(after, "after"), rows.cell)
        end)
        return page_of(rows, status), status
    end)
end

function call.outbox_get_counts(account)
    local out_counts = filled("tally_outbox_counts")
    local status = finish(invoke(C.tally_outbox_get_counts, handle(account, "account", "tally_account"), out_counts))
    return record(out_counts[0], "tally_outbox_counts"), status
end

function call.outbox_retry(account, id)
    local out_count = cell("size_t")
    local status = finish(invoke(C.tally_outbox_retry, handle(account, "account", "tally_account"), integer(id,
        "int64_t", "id"), out_count))
    return number(out_count[0]), status
end

function call.outbox_retry_all(account)
    local out_count = cell("size_t")
    local status = finish(invoke(C.tally_outbox_retry_all, handle(account, "account", "tally_account"), out_count))
    return number(out_count[0]), status
end

function call.outbox_remove(account, id)
    local out_count = cell("size_t")
    local status = finish(invoke(C.tally_outbox_remove, handle(account, "account", "tally_account"), integer(id,
        "int64_t", "id"), out_count))
    return number(out_count[0]), status
end

function call.outbox_remove_failed(account)
    local out_count = cell("size_t")
    local status = finish(invoke(C.tally_outbox_remove_failed, handle(account, "account", "tally_account"), out_count))
    return number(out_count[0]), status
end

function call.reminder_put(account, id, options)
    return finish(invoke(C.tally_reminder_put, handle(account, "account", "tally_account"), string_of(id, "id"),
        argument("tally_reminder_options", options)))
end

function call.reminder_edit(account, id, options)
    return finish(invoke(C.tally_reminder_edit, handle(account, "account", "tally_account"), string_of(id, "id"),
        argument("tally_reminder_options", options)))
end

function call.reminder_mark_done(account, id, outcome)
    return finish(invoke(C.tally_reminder_mark_done, handle(account, "account", "tally_account"), string_of(id, "id"),
        integer(outcome, "uint32_t", "outcome")))
end

function call.reminder_mark_undone(account, id)
    return finish(invoke(C.tally_reminder_mark_undone, handle(account, "account", "tally_account"), string_of(id,
        "id")))
end

function call.reminder_remove(account, id)
    return finish(invoke(C.tally_reminder_remove, handle(account, "account", "tally_account"), string_of(id, "id")))
end

function call.reminder_snooze(account, id, until_)
    return finish(invoke(C.tally_reminder_snooze, handle(account, "account", "tally_account"), string_of(id, "id"),
        integer(until_, "int64_t", "until")))
end

function call.reminder_acknowledge(account, id)
    return finish(invoke(C.tally_reminder_acknowledge, handle(account, "account", "tally_account"), string_of(id,
        "id")))
end

function call.reminder_list(account, flags, begin, most)
    return in_pages(begin, most, function(after, limit)
        local rows = library.rows("tally_reminder", limit)
        local status = repeated(rows, function()
            return invoke(C.tally_reminder_list, handle(account, "account", "tally_account"), integer(flags, "uint32_t",
                "flags"), string_of(after, "after"), rows.cell)
        end)
        return page_of(rows, status), status
    end)
end

function call.reminder_get(account, id, limit)
    local rows = library.rows("tally_reminder", limit)
    local status = repeated(rows, function()
        return invoke(C.tally_reminder_get, handle(account, "account", "tally_account"), string_of(id, "id"), rows.cell)
    end)
    return page_of(rows, status), status
end

function call.reminder_plan(account, options, limit)
    local rows = library.rows("tally_plan_entry", limit)
    local out_plan = filled("tally_plan")
    local status = repeated(rows, function()
        return invoke(C.tally_reminder_plan, handle(account, "account", "tally_account"), argument("tally_plan_options",
            options), rows.cell, out_plan)
    end)
    return page_of(rows, status), record(out_plan[0], "tally_plan"), status
end

function call.reminder_confirm_plan(account, token)
    return finish(invoke(C.tally_reminder_confirm_plan, handle(account, "account", "tally_account"), integer(token,
        "uint64_t", "token")))
end

function call.reminder_list_notes(account, flags, begin, most)
    return in_pages(begin, most, function(after, limit)
        local rows = library.rows("tally_reminder_note", limit)
        local status = repeated(rows, function()
            return invoke(C.tally_reminder_list_notes, handle(account, "account", "tally_account"), integer(flags, "uint32_t",
                "flags"), string_of(after, "after"), rows.cell)
        end)
        return page_of(rows, status), status
    end)
end

function call.reminder_export(account)
    local out_bytes = owned()
    local status = finish(invoke(C.tally_reminder_export, handle(account, "account", "tally_account"), out_bytes))
    return content(out_bytes), status
end

function call.reminder_import(account, bytes, limit)
    local rows = library.rows("tally_skipped_entry", limit)
    local out_report = filled("tally_import_report")
    local status = repeated(rows, function()
        return invoke(C.tally_reminder_import, handle(account, "account", "tally_account"), data(bytes, "bytes"),
            bytes and #bytes or 0, rows.cell, out_report)
    end)
    return page_of(rows, status), record(out_report[0], "tally_import_report"), status
end

function call.engine_set_zone(engine, name)
    return finish(invoke(C.tally_engine_set_zone, handle(engine, "engine", "tally_engine"), string_of(name, "name")))
end

function call.badge_digest(account, path)
    local out_digest = cell("uint64_t")
    local status = finish(invoke(C.tally_badge_digest, handle(account, "account", "tally_account"), string_of(path,
        "path"), out_digest))
    return number(out_digest[0]), status
end

function call.badge_diff(from, from_path, to, to_path)
    local out_bytes = owned()
    local status = finish(invoke(C.tally_badge_diff, handle(from, "from", "tally_account"), string_of(from_path,
        "from_path"), handle(to, "to", "tally_account"), string_of(to_path, "to_path"), out_bytes))
    return content(out_bytes), status
end

function call.snapshot_decode(bytes)
    local out_snapshot = cell("tally_snapshot *")
    local status = finish(invoke(C.tally_snapshot_decode, data(bytes, "bytes"), bytes and #bytes or 0, out_snapshot),
        true)
    return out_snapshot[0], status
end

function call.snapshot_take(account, path)
    local out_snapshot = cell("tally_snapshot *")
    local status = finish(invoke(C.tally_snapshot_take, handle(account, "account", "tally_account"), string_of(path,
        "path"), out_snapshot), true)
    return out_snapshot[0], status
end

function call.snapshot_release(snapshot)
    invoke(C.tally_snapshot_release, handle(snapshot, "snapshot", "tally_snapshot"))
    library.raise()
end

function call.snapshot_encode(snapshot)
    local out_bytes = owned()
    local status = finish(invoke(C.tally_snapshot_encode, handle(snapshot, "snapshot", "tally_snapshot"), out_bytes))
    return content(out_bytes), status
end

function call.snapshot_diff(from, to)
    local out_bytes = owned()
    local status = finish(invoke(C.tally_snapshot_diff, handle(from, "from", "tally_snapshot"), handle(to, "to",
        "tally_snapshot"), out_bytes))
    return content(out_bytes), status
end

function call.snapshot_list(snapshot, path, flags, begin, most)
    return in_pages(begin, most, function(after, limit)
        local rows = library.rows("tally_snapshot_entry", limit)
        local status = repeated(rows, function()
            return invoke(C.tally_snapshot_list, handle(snapshot, "snapshot", "tally_snapshot"), string_of(path, "path"),
                integer(flags, "uint32_t", "flags"), string_of(after, "after"), rows.cell)
        end)
        return page_of(rows, status), status
    end)
end

function call.patch_inverse(patch)
    local out_bytes = owned()
    local status = finish(invoke(C.tally_patch_inverse, data(patch, "patch"), patch and #patch or 0, out_bytes))
    return content(out_bytes), status
end

function call.patch_list(patch, path, flags, begin, most)
    return in_pages(begin, most, function(after, limit)
        local rows = library.rows("tally_patch_entry", limit)
        local status = repeated(rows, function()
            return invoke(C.tally_patch_list, data(patch, "patch"), patch and #patch or 0, string_of(path, "path"),
                integer(flags, "uint32_t", "flags"), string_of(after, "after"), rows.cell)
        end)
        return page_of(rows, status), status
    end)
end

function call.badge_restore(account, path, snapshot)
    return finish(invoke(C.tally_badge_restore, handle(account, "account", "tally_account"), string_of(path, "path"),
        handle(snapshot, "snapshot", "tally_snapshot")))
end

function call.badge_apply(account, path, patch, flags)
    return finish(invoke(C.tally_badge_apply, handle(account, "account", "tally_account"), string_of(path, "path"),
        data(patch, "patch"), patch and #patch or 0, integer(flags, "uint32_t", "flags")))
end

function call.account_verify(account)
    return finish(invoke(C.tally_account_verify, handle(account, "account", "tally_account")))
end

function call.node_resolve(account, path)
    local out_node = cell("uint64_t")
    local status = finish(invoke(C.tally_node_resolve, handle(account, "account", "tally_account"), string_of(path,
        "path"), out_node), true)
    return number(out_node[0]), status
end

function call.node_release(account, node)
    invoke(C.tally_node_release, handle(account, "account", "tally_account"), integer(node, "uint64_t", "node"))
    library.raise()
end

function call.node_get_path(account, node)
    local buffer = new_buffer()
    local status = repeated(buffer, function()
        return invoke(C.tally_node_get_path, handle(account, "account", "tally_account"), integer(node, "uint64_t",
            "node"), buffer.bytes, buffer.capacity, buffer.length)
    end)
    return buffer:text(), status
end

function call.node_set(account, node, count)
    return finish(invoke(C.tally_node_set, handle(account, "account", "tally_account"), integer(node, "uint64_t",
        "node"), integer(count, "int64_t", "count")))
end

function call.node_dot(account, node)
    return finish(invoke(C.tally_node_dot, handle(account, "account", "tally_account"), integer(node, "uint64_t",
        "node")))
end

function call.node_set_until(account, node, count, until_)
    return finish(invoke(C.tally_node_set_until, handle(account, "account", "tally_account"), integer(node, "uint64_t",
        "node"), integer(count, "int64_t", "count"), integer(until_, "int64_t", "until")))
end

function call.node_dot_until(account, node, until_)
    return finish(invoke(C.tally_node_dot_until, handle(account, "account", "tally_account"), integer(node, "uint64_t",
        "node"), integer(until_, "int64_t", "until")))
end

function call.node_add(account, node, delta)
    return finish(invoke(C.tally_node_add, handle(account, "account", "tally_account"), integer(node, "uint64_t",
        "node"), integer(delta, "int64_t", "delta")))
end

function call.node_clear(account, node)
    return finish(invoke(C.tally_node_clear, handle(account, "account", "tally_account"), integer(node, "uint64_t",
        "node")))
end

function call.node_clear_tree(account, node)
    return finish(invoke(C.tally_node_clear_tree, handle(account, "account", "tally_account"), integer(node,
        "uint64_t", "node")))
end

function call.node_mute(account, node, mode, until_)
    return finish(invoke(C.tally_node_mute, handle(account, "account", "tally_account"), integer(node, "uint64_t",
        "node"), integer(mode, "int32_t", "mode"), integer(until_, "int64_t", "until")))
end

function call.node_get(account, node)
    local out_badge = filled("tally_badge")
    local status = finish(invoke(C.tally_node_get, handle(account, "account", "tally_account"), integer(node,
        "uint64_t", "node"), out_badge))
    return record(out_badge[0], "tally_badge"), status
end

function call.badge_batch(account, operations, count, options)
    local out_revision = cell("uint64_t")
    local status = finish(invoke(C.tally_badge_batch, handle(account, "account", "tally_account"), operations,
        integer(count, "size_t", "count"), argument("tally_batch_options", options), out_revision))
    return number(out_revision[0]), status
end

function call.account_get_position(account, source)
    local out_position = filled("tally_position")
    local status = finish(invoke(C.tally_account_get_position, handle(account, "account", "tally_account"),
        string_of(source, "source"), out_position))
    return record(out_position[0], "tally_position"), status
end

function call.style_set(account, path, style)
    return finish(invoke(C.tally_style_set, handle(account, "account", "tally_account"), string_of(path, "path"),
        argument("tally_style", style)))
end

function call.style_get(account, path)
    local out_style = filled("tally_style")
    local icon = new_buffer()
    local status = repeated(icon, function()
        return invoke(C.tally_style_get, handle(account, "account", "tally_account"), string_of(path, "path"), out_style,
            icon.bytes, icon.capacity, icon.length)
    end)
    return icon:text(), out_style[0], status
end

function call.badge_present(account, path)
    local out_presentation = filled("tally_presentation")
    local text = new_buffer()
    local status = repeated(text, function()
        return invoke(C.tally_badge_present, handle(account, "account", "tally_account"), string_of(path, "path"),
            out_presentation, text.bytes, text.capacity, text.length)
    end)
    return text:text(), record(out_presentation[0], "tally_presentation"), status
end

function call.present(badge, style)
    local out_presentation = filled("tally_presentation")
    local text = new_buffer()
    local status = repeated(text, function()
        return invoke(C.tally_present, argument("tally_badge", badge), argument("tally_style", style), out_presentation,
            text.bytes, text.capacity, text.length)
    end)
    return text:text(), record(out_presentation[0], "tally_presentation"), status
end

function call.widget_bind(scope, account, path, widget, user_data, release_user_data)
    local out_token = cell("uint64_t")
    local status = finish(invoke(C.tally_widget_bind, handle(scope, "scope", "tally_scope"), handle(account, "account",
        "tally_account"), string_of(path, "path"), argument("tally_widget", widget), user_data, release_user_data,
        out_token), true)
    return number(out_token[0]), status
end

function call.widget_refresh(scope)
    return finish(invoke(C.tally_widget_refresh, handle(scope, "scope", "tally_scope")))
end

function call.engine_set_transport(engine, callback, user_data, release_user_data)
    return finish(invoke(C.tally_engine_set_transport, handle(engine, "engine", "tally_engine"), callback, user_data,
        release_user_data))
end

function call.transport_respond(engine, request_id, status, headers, body)
    return finish(invoke(C.tally_transport_respond, handle(engine, "engine", "tally_engine"), integer(request_id,
        "int64_t", "request_id"), integer(status, "int32_t", "status"), string_of(headers, "headers"), data(body,
        "body"), body and #body or 0))
end

function call.transport_progress(engine, request_id)
    return finish(invoke(C.tally_transport_progress, handle(engine, "engine", "tally_engine"), integer(request_id,
        "int64_t", "request_id")))
end

function call.engine_batch(engine, items, count, options)
    return finish(invoke(C.tally_engine_batch, handle(engine, "engine", "tally_engine"), argument("tally_item", items),
        integer(count, "size_t", "count"), argument("tally_engine_batch_options", options)))
end

function call.engine_get_position(engine, source)
    local out_position = filled("tally_position")
    local status = finish(invoke(C.tally_engine_get_position, handle(engine, "engine", "tally_engine"),
        string_of(source, "source"), out_position))
    return record(out_position[0], "tally_position"), status
end

function call.engine_export_account(engine, name)
    local out_bytes = owned()
    local status = finish(invoke(C.tally_engine_export_account, handle(engine, "engine", "tally_engine"),
        string_of(name, "name"), out_bytes))
    return content(out_bytes), status
end

function call.engine_export_source(engine, source)
    local out_bytes = owned()
    local status = finish(invoke(C.tally_engine_export_source, handle(engine, "engine", "tally_engine"),
        string_of(source, "source"), out_bytes))
    return content(out_bytes), status
end

function call.engine_import(engine, imports, count, flags)
    return finish(invoke(C.tally_engine_import, handle(engine, "engine", "tally_engine"), argument("tally_import",
        imports), integer(count, "size_t", "count"), integer(flags, "uint32_t", "flags")))
end

function call.trace_open(engine, options)
    local out_trace = cell("tally_trace *")
    local status = finish(invoke(C.tally_trace_open, handle(engine, "engine", "tally_engine"),
        argument("tally_trace_options", options), out_trace), true)
    return out_trace[0], status
end

function call.trace_next(trace, timeout)
    local out_record = filled("tally_trace_record")
    local text = new_buffer()
    local status = repeated(text, function()
        return invoke(C.tally_trace_next, handle(trace, "trace", "tally_trace"), integer(timeout, "int64_t", "timeout"),
            out_record, text.bytes, text.capacity)
    end)
    return text:text(), record(out_record[0], "tally_trace_record"), status
end

function call.trace_get_descriptor(trace)
    local out_descriptor = cell("intptr_t")
    local status = finish(invoke(C.tally_trace_get_descriptor, handle(trace, "trace", "tally_trace"), out_descriptor))
    return number(out_descriptor[0]), status
end

function call.trace_close(trace)
    invoke(C.tally_trace_close, handle(trace, "trace", "tally_trace"))
    library.raise()
end

return library
