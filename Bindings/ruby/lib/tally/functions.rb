# frozen_string_literal: true

# Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

module Tally
  module Library # :nodoc:
    module Functions
      extend Library

      module_function

      def engine_open(options)
        out_engine = cell
        status = invoke("tally_engine_open", makes: true) do |function|
          function.call(structure("tally_engine_options", options), out_engine)
        end
        [out_engine.unpack1("J"), status]
      end

      def engine_flush(engine)
        invoke("tally_engine_flush", box_of(engine, Engine)) do |function, engine_handle|
          function.call(engine_handle)
        end
      end

      def engine_verify(engine)
        invoke("tally_engine_verify", box_of(engine, Engine)) do |function, engine_handle|
          function.call(engine_handle)
        end
      end

      def engine_limit(engine, limit, value)
        out_old = cell
        status = invoke("tally_engine_limit", box_of(engine, Engine)) do |function, engine_handle|
          function.call(engine_handle, integer(limit, "l", :limit), integer(value, "q", :value), out_old)
        end
        [out_old.unpack1("q"), status]
      end

      def engine_backup(engine, file, flags)
        invoke("tally_engine_backup", box_of(engine, Engine)) do |function, engine_handle|
          function.call(engine_handle, text(file), integer(flags, "L", :flags))
        end
      end

      def engine_get_stats(engine, flags)
        out_stats = filled("tally_stats")
        status = invoke("tally_engine_get_stats", box_of(engine, Engine)) do |function, engine_handle|
          function.call(engine_handle, integer(flags, "L", :flags), out_stats)
        end
        [record("tally_stats", out_stats), status]
      end

      def engine_set_foreground(engine, foreground)
        invoke("tally_engine_set_foreground", box_of(engine, Engine)) do |function, engine_handle|
          function.call(engine_handle, integer(foreground, "l", :foreground))
        end
      end

      def engine_set_network(engine, available)
        invoke("tally_engine_set_network", box_of(engine, Engine)) do |function, engine_handle|
          function.call(engine_handle, integer(available, "l", :available))
        end
      end

      def engine_woke(engine)
        invoke("tally_engine_woke", box_of(engine, Engine)) do |function, engine_handle|
          function.call(engine_handle)
        end
      end

      def file_recover(damaged, fresh)
        out_recovery = filled("tally_recovery")
        status = invoke("tally_file_recover") do |function|
          function.call(text(damaged), text(fresh), out_recovery)
        end
        [record("tally_recovery", out_recovery), status]
      end

      def file_vacuum(file)
        invoke("tally_file_vacuum") do |function|
          function.call(text(file))
        end
      end

      def account_open(engine, name, options)
        out_account = cell
        status = invoke("tally_account_open", box_of(engine, Engine), makes: true) do |function, engine_handle|
          function.call(engine_handle, text(name), structure("tally_account_options", options), out_account)
        end
        [out_account.unpack1("J"), status]
      end

      def account_find(engine, id)
        out_account = cell
        status = invoke("tally_account_find", box_of(engine, Engine), makes: true) do |function, engine_handle|
          function.call(engine_handle, integer(id, "q", :id), out_account)
        end
        [out_account.unpack1("J"), status]
      end

      def account_list(engine, flags, after, limit)
        of_one_moment(after, limit) do |after, limit|
          rows = Rows.new("tally_account_entry", limit)
          status = invoke("tally_account_list", box_of(engine, Engine), room: rows) do |function, engine_handle|
            function.call(engine_handle, integer(flags, "L", :flags), text(after), rows.bytes)
          end
          [page(rows, status), status]
        end
      end

      def account_remove(engine, name)
        invoke("tally_account_remove", box_of(engine, Engine)) do |function, engine_handle|
          function.call(engine_handle, text(name))
        end
      end

      def account_set_credential(account, url, credential)
        invoke("tally_account_set_credential", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(url), structure("tally_credential", credential))
        end
      end

      def account_remove_credential(account, url)
        invoke("tally_account_remove_credential", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(url))
        end
      end

      def account_log_in(account)
        invoke("tally_account_log_in", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle)
        end
      end

      def account_log_out(account)
        invoke("tally_account_log_out", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle)
        end
      end

      def account_get(account)
        out_state = filled("tally_account_state")
        name = Buffer.new
        status = invoke("tally_account_get", box_of(account, Account), room: name) do |function, account_handle|
          function.call(account_handle, out_state, name.bytes, name.bytes.bytesize, name.length)
        end
        [name.text, record("tally_account_state", out_state), status]
      end

      def account_configure(account, settings)
        invoke("tally_account_configure", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, structure("tally_account_settings", settings))
        end
      end

      def account_get_settings(account, limit)
        rows = Rows.new("tally_account_settings_entry", limit)
        status = invoke("tally_account_get_settings", box_of(account, Account),
                        room: rows) do |function, account_handle|
          function.call(account_handle, rows.bytes)
        end
        [page(rows, status), status]
      end

      def account_export(account)
        owning do |out_bytes|
          status = invoke("tally_account_export", box_of(account, Account)) do |function, account_handle|
            function.call(account_handle, out_bytes)
          end
          [content(out_bytes), status]
        end
      end

      def account_import(engine, name, bytes)
        bytes = bytes&.to_str&.dup
        invoke("tally_account_import", box_of(engine, Engine)) do |function, engine_handle|
          function.call(engine_handle, text(name), bytes, bytes&.bytesize || 0)
        end
      end

      def account_hash(name, partitions)
        out_partition = cell
        status = invoke("tally_account_hash") do |function|
          function.call(text(name), integer(partitions, "L", :partitions), out_partition)
        end
        [out_partition.unpack1("L"), status]
      end

      def badge_set(account, path, count)
        invoke("tally_badge_set", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(path), integer(count, "q", :count))
        end
      end

      def badge_dot(account, path)
        invoke("tally_badge_dot", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(path))
        end
      end

      def badge_set_until(account, path, count, until_)
        invoke("tally_badge_set_until", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(path), integer(count, "q", :count), integer(until_, "q", :until))
        end
      end

      def badge_dot_until(account, path, until_)
        invoke("tally_badge_dot_until", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(path), integer(until_, "q", :until))
        end
      end

      def badge_add(account, path, delta)
        invoke("tally_badge_add", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(path), integer(delta, "q", :delta))
        end
      end

      def badge_clear(account, path)
        invoke("tally_badge_clear", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(path))
        end
      end

      def badge_clear_tree(account, path)
        invoke("tally_badge_clear_tree", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(path))
        end
      end

      def badge_mute(account, path, mode, until_)
        invoke("tally_badge_mute", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(path), integer(mode, "l", :mode), integer(until_, "q", :until))
        end
      end

      def badge_snooze(account, path, until_)
        invoke("tally_badge_snooze", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(path), integer(until_, "q", :until))
        end
      end

      def badge_flag(account, path, on)
        invoke("tally_badge_flag", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(path), integer(on, "l", :on))
        end
      end

      def badge_get(account, path)
        out_badge = filled("tally_badge")
        status = invoke("tally_badge_get", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(path), out_badge)
        end
        [record("tally_badge", out_badge), status]
      end

      def badge_get_own(account, path)
        out_own = filled("tally_badge_own")
        status = invoke("tally_badge_get_own", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(path), out_own)
        end
        [record("tally_badge_own", out_own), status]
      end

      def badge_set_rule(account, path, rule)
        invoke("tally_badge_set_rule", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(path), structure("tally_badge_rule", rule))
        end
      end

      def badge_get_rule(account, path, flags)
        out_rule = filled("tally_badge_rule")
        status = invoke("tally_badge_get_rule", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(path), integer(flags, "L", :flags), out_rule)
        end
        [record("tally_badge_rule", out_rule), status]
      end

      def link_add(account, path, under)
        invoke("tally_link_add", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(path), text(under))
        end
      end

      def link_remove(account, path, under)
        invoke("tally_link_remove", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(path), text(under))
        end
      end

      def link_list(account, path, flags, after, limit)
        of_one_moment(after, limit) do |after, limit|
          rows = Rows.new("tally_link", limit)
          status = invoke("tally_link_list", box_of(account, Account), room: rows) do |function, account_handle|
            function.call(account_handle, text(path), integer(flags, "L", :flags), text(after), rows.bytes)
          end
          [page(rows, status), status]
        end
      end

      def engine_get_total(engine)
        out_badge = filled("tally_badge")
        status = invoke("tally_engine_get_total", box_of(engine, Engine)) do |function, engine_handle|
          function.call(engine_handle, out_badge)
        end
        [record("tally_badge", out_badge), status]
      end

      def engine_get_total_of_all(engine)
        out_badge = filled("tally_badge")
        status = invoke("tally_engine_get_total_of_all", box_of(engine, Engine)) do |function, engine_handle|
          function.call(engine_handle, out_badge)
        end
        [record("tally_badge", out_badge), status]
      end

      def badge_list(account, path, flags, after, limit)
        of_one_moment(after, limit) do |after, limit|
          rows = Rows.new("tally_badge_entry", limit)
          out_revision = cell
          status = invoke("tally_badge_list", box_of(account, Account), room: rows) do |function, account_handle|
            function.call(account_handle, text(path), integer(flags, "L", :flags), text(after), rows.bytes, out_revision)
          end
          [page(rows, status), out_revision.unpack1("Q"), status]
        end
      end

      def badge_changes(account, since, epoch, limit)
        rows = Rows.new("tally_badge_entry", limit)
        out_revision = cell
        status = invoke("tally_badge_changes", box_of(account, Account), room: rows) do |function, account_handle|
          function.call(account_handle, integer(since, "Q", :since), integer(epoch, "Q", :epoch), rows.bytes,
                        out_revision)
        end
        [page(rows, status), out_revision.unpack1("Q"), status]
      end

      def badge_explain(account, path, flags, after, limit)
        of_one_moment(after, limit) do |after, limit|
          rows = Rows.new("tally_reason", limit)
          status = invoke("tally_badge_explain", box_of(account, Account), room: rows) do |function, account_handle|
            function.call(account_handle, text(path), integer(flags, "L", :flags), text(after), rows.bytes)
          end
          [page(rows, status), status]
        end
      end

      def message_list(account, path, flags, after, limit)
        of_one_moment(after, limit) do |after, limit|
          rows = Rows.new("tally_message", limit)
          status = invoke("tally_message_list", box_of(account, Account), room: rows) do |function, account_handle|
            function.call(account_handle, text(path), integer(flags, "L", :flags), text(after), rows.bytes)
          end
          [page(rows, status), status]
        end
      end

      def message_list_from(account, path, flags, key, after, limit)
        of_one_moment(after, limit) do |after, limit|
          rows = Rows.new("tally_message", limit)
          status = invoke("tally_message_list_from", box_of(account, Account), room: rows) do |function, account_handle|
            function.call(account_handle, text(path), integer(flags, "L", :flags), integer(key, "q", :key), text(after),
                          rows.bytes)
          end
          [page(rows, status), status]
        end
      end

      def message_first(account, path, flags, most)
        out_position = filled("tally_message_position")
        status = invoke("tally_message_first", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(path), integer(flags, "L", :flags), integer(most, "Q", :most),
                        out_position)
        end
        [record("tally_message_position", out_position), status]
      end

      def message_get(account, key, limit)
        rows = Rows.new("tally_message", limit)
        status = invoke("tally_message_get", box_of(account, Account), room: rows) do |function, account_handle|
          function.call(account_handle, integer(key, "q", :key), rows.bytes)
        end
        [page(rows, status), status]
      end

      def message_find(account, feed, id, limit)
        rows = Rows.new("tally_message", limit)
        status = invoke("tally_message_find", box_of(account, Account), room: rows) do |function, account_handle|
          function.call(account_handle, integer(feed, "q", :feed), text(id), rows.bytes)
        end
        [page(rows, status), status]
      end

      def message_get_data(account, key)
        owning do |out_bytes|
          status = invoke("tally_message_get_data", box_of(account, Account)) do |function, account_handle|
            function.call(account_handle, integer(key, "q", :key), out_bytes)
          end
          [content(out_bytes), status]
        end
      end

      def message_get_counts(account, path, flags)
        out_counts = filled("tally_message_counts")
        status = invoke("tally_message_get_counts", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(path), integer(flags, "L", :flags), out_counts)
        end
        [record("tally_message_counts", out_counts), status]
      end

      def message_mark_read(account, keys)
        keys = packed(keys)
        out_changed = cell
        status = invoke("tally_message_mark_read", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, keys, keys.bytesize / 8, out_changed)
        end
        [out_changed.unpack1("Q"), status]
      end

      def message_mark_path_read(account, path, flags)
        out_changed = cell
        status = invoke("tally_message_mark_path_read", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(path), integer(flags, "L", :flags), out_changed)
        end
        [out_changed.unpack1("Q"), status]
      end

      def message_mark_read_until(account, path, flags, last)
        out_changed = cell
        status = invoke("tally_message_mark_read_until", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(path), integer(flags, "L", :flags), integer(last, "q", :last), out_changed)
        end
        [out_changed.unpack1("Q"), status]
      end

      def message_mark_unread(account, keys)
        keys = packed(keys)
        out_changed = cell
        status = invoke("tally_message_mark_unread", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, keys, keys.bytesize / 8, out_changed)
        end
        [out_changed.unpack1("Q"), status]
      end

      def message_mark_seen(account, keys)
        keys = packed(keys)
        out_changed = cell
        status = invoke("tally_message_mark_seen", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, keys, keys.bytesize / 8, out_changed)
        end
        [out_changed.unpack1("Q"), status]
      end

      def message_snooze(account, key, until_)
        invoke("tally_message_snooze", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, integer(key, "q", :key), integer(until_, "q", :until))
        end
      end

      def message_post(account, path, options)
        out_key = cell
        status = invoke("tally_message_post", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(path), structure("tally_message_options", options), out_key)
        end
        [out_key.unpack1("q"), status]
      end

      def message_remove(account, keys)
        keys = packed(keys)
        invoke("tally_message_remove", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, keys, keys.bytesize / 8)
        end
      end

      def message_withdraw(account, id)
        invoke("tally_message_withdraw", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(id))
        end
      end

      def scope_open(engine)
        out_scope = cell
        status = invoke("tally_scope_open", box_of(engine, Engine), makes: true) do |function, engine_handle|
          function.call(engine_handle, out_scope)
        end
        [out_scope.unpack1("J"), status]
      end

      def observe(scope, account, path, flags, callback, user_data, release_user_data)
        out_token = cell
        status = invoke("tally_observe", box_of(scope, Scope), box_of(account, Account),
                        makes: true) do |function, scope_handle, account_handle|
          function.call(scope_handle, account_handle, text(path), integer(flags, "L", :flags), callback, user_data,
                        release_user_data, out_token)
        end
        [out_token.unpack1("Q"), status]
      end

      def observe_messages(scope, account, path, flags, callback, user_data, release_user_data)
        out_token = cell
        status = invoke("tally_observe_messages", box_of(scope, Scope), box_of(account, Account),
                        makes: true) do |function, scope_handle, account_handle|
          function.call(scope_handle, account_handle, text(path), integer(flags, "L", :flags), callback, user_data,
                        release_user_data, out_token)
        end
        [out_token.unpack1("Q"), status]
      end

      def observe_groups(scope, account, flags, callback, user_data, release_user_data)
        out_token = cell
        status = invoke("tally_observe_groups", box_of(scope, Scope), box_of(account, Account),
                        makes: true) do |function, scope_handle, account_handle|
          function.call(scope_handle, account_handle, integer(flags, "L", :flags), callback, user_data,
                        release_user_data, out_token)
        end
        [out_token.unpack1("Q"), status]
      end

      def observe_total(scope, flags, callback, user_data, release_user_data)
        out_token = cell
        status = invoke("tally_observe_total", box_of(scope, Scope), makes: true) do |function, scope_handle|
          function.call(scope_handle, integer(flags, "L", :flags), callback, user_data, release_user_data, out_token)
        end
        [out_token.unpack1("Q"), status]
      end

      def observe_feed(scope, feed, flags, callback, user_data, release_user_data)
        out_token = cell
        status = invoke("tally_observe_feed", box_of(scope, Scope), box_of(feed, Feed),
                        makes: true) do |function, scope_handle, feed_handle|
          function.call(scope_handle, feed_handle, integer(flags, "L", :flags), callback, user_data, release_user_data,
                        out_token)
        end
        [out_token.unpack1("Q"), status]
      end

      def observe_feeds(scope, account, flags, callback, user_data, release_user_data)
        out_token = cell
        status = invoke("tally_observe_feeds", box_of(scope, Scope), account && box_of(account, Account),
                        makes: true) do |function, scope_handle, account_handle|
          function.call(scope_handle, account_handle, integer(flags, "L", :flags), callback, user_data,
                        release_user_data, out_token)
        end
        [out_token.unpack1("Q"), status]
      end

      def observe_reminders(scope, account, flags, callback, user_data, release_user_data)
        out_token = cell
        status = invoke("tally_observe_reminders", box_of(scope, Scope), account && box_of(account, Account),
                        makes: true) do |function, scope_handle, account_handle|
          function.call(scope_handle, account_handle, integer(flags, "L", :flags), callback, user_data,
                        release_user_data, out_token)
        end
        [out_token.unpack1("Q"), status]
      end

      def unobserve(scope, token)
        invoke("tally_unobserve", box_of(scope, Scope)) do |function, scope_handle|
          function.call(scope_handle, integer(token, "Q", :token)) || OK
        end
      end

      def view_begin(scope, account, path, flags)
        out_token = cell
        status = invoke("tally_view_begin", box_of(scope, Scope), box_of(account, Account),
                        makes: true) do |function, scope_handle, account_handle|
          function.call(scope_handle, account_handle, text(path), integer(flags, "L", :flags), out_token)
        end
        [out_token.unpack1("Q"), status]
      end

      def view_end(scope, token)
        invoke("tally_view_end", box_of(scope, Scope)) do |function, scope_handle|
          function.call(scope_handle, integer(token, "Q", :token)) || OK
        end
      end

      def engine_next_event(engine, timeout)
        out_event = filled("tally_event")
        text = Buffer.new
        status = invoke("tally_engine_next_event", box_of(engine, Engine), room: text) do |function, engine_handle|
          function.call(engine_handle, integer(timeout, "q", :timeout), out_event, text.bytes, text.bytes.bytesize)
        end
        [text.text, record("tally_event", out_event), status]
      end

      def engine_dispatch(engine, limit)
        out_count = cell
        status = invoke("tally_engine_dispatch", box_of(engine, Engine)) do |function, engine_handle|
          function.call(engine_handle, integer(limit, "Q", :limit), out_count)
        end
        [out_count.unpack1("Q"), status]
      end

      def engine_interrupt(engine)
        invoke("tally_engine_interrupt", box_of(engine, Engine)) do |function, engine_handle|
          function.call(engine_handle)
        end
      end

      def engine_get_descriptor(engine)
        out_descriptor = cell
        status = invoke("tally_engine_get_descriptor", box_of(engine, Engine)) do |function, engine_handle|
          function.call(engine_handle, out_descriptor)
        end
        [out_descriptor.unpack1("q"), status]
      end

      def engine_set_notify(engine, notify, user_data, release_user_data)
        invoke("tally_engine_set_notify", box_of(engine, Engine)) do |function, engine_handle|
          function.call(engine_handle, notify, user_data, release_user_data)
        end
      end

      def engine_step(engine)
        invoke("tally_engine_step", box_of(engine, Engine)) do |function, engine_handle|
          function.call(engine_handle)
        end
      end

      def engine_get_timeout(engine)
        out_timeout = cell
        status = invoke("tally_engine_get_timeout", box_of(engine, Engine)) do |function, engine_handle|
          function.call(engine_handle, out_timeout)
        end
        [out_timeout.unpack1("q"), status]
      end

      def feed_add(account, name, options)
        out_feed = cell
        status = invoke("tally_feed_add", box_of(account, Account), makes: true) do |function, account_handle|
          function.call(account_handle, text(name), structure("tally_feed_options", options), out_feed)
        end
        [out_feed.unpack1("J"), status]
      end

      def feed_find(account, name)
        out_feed = cell
        status = invoke("tally_feed_find", box_of(account, Account), makes: true) do |function, account_handle|
          function.call(account_handle, text(name), out_feed)
        end
        [out_feed.unpack1("J"), status]
      end

      def feed_find_by_id(account, id)
        out_feed = cell
        status = invoke("tally_feed_find_by_id", box_of(account, Account), makes: true) do |function, account_handle|
          function.call(account_handle, integer(id, "q", :id), out_feed)
        end
        [out_feed.unpack1("J"), status]
      end

      def feed_list(account, flags, after, limit)
        of_one_moment(after, limit) do |after, limit|
          rows = Rows.new("tally_feed_entry", limit)
          status = invoke("tally_feed_list", box_of(account, Account), room: rows) do |function, account_handle|
            function.call(account_handle, integer(flags, "L", :flags), text(after), rows.bytes)
          end
          [page(rows, status), status]
        end
      end

      def feed_list_rejected(account, feed, flags, after, limit)
        of_one_moment(after, limit) do |after, limit|
          rows = Rows.new("tally_rejected", limit)
          status = invoke("tally_feed_list_rejected", box_of(account, Account), room: rows) do |function, account_handle|
            function.call(account_handle, integer(feed, "q", :feed), integer(flags, "L", :flags), text(after), rows.bytes)
          end
          [page(rows, status), status]
        end
      end

      def drift_list(account, path, flags, after, limit)
        of_one_moment(after, limit) do |after, limit|
          rows = Rows.new("tally_drift", limit)
          status = invoke("tally_drift_list", box_of(account, Account), room: rows) do |function, account_handle|
            function.call(account_handle, text(path), integer(flags, "L", :flags), text(after), rows.bytes)
          end
          [page(rows, status), status]
        end
      end

      def feed_remove(feed)
        invoke("tally_feed_remove", box_of(feed, Feed)) do |function, feed_handle|
          function.call(feed_handle)
        end
      end

      def feed_refresh(feed)
        invoke("tally_feed_refresh", box_of(feed, Feed)) do |function, feed_handle|
          function.call(feed_handle)
        end
      end

      def feed_show_page(feed, page)
        out_info = filled("tally_page_info")
        status = invoke("tally_feed_show_page", box_of(feed, Feed)) do |function, feed_handle|
          function.call(feed_handle, integer(page, "L", :page), out_info)
        end
        [record("tally_page_info", out_info), status]
      end

      def feed_hide_page(feed, page)
        invoke("tally_feed_hide_page", box_of(feed, Feed)) do |function, feed_handle|
          function.call(feed_handle, integer(page, "L", :page))
        end
      end

      def feed_cancel(feed)
        invoke("tally_feed_cancel", box_of(feed, Feed)) do |function, feed_handle|
          function.call(feed_handle)
        end
      end

      def feed_pause(feed, paused)
        invoke("tally_feed_pause", box_of(feed, Feed)) do |function, feed_handle|
          function.call(feed_handle, integer(paused, "l", :paused))
        end
      end

      def feed_set_credential(feed, credential)
        invoke("tally_feed_set_credential", box_of(feed, Feed)) do |function, feed_handle|
          function.call(feed_handle, structure("tally_credential", credential))
        end
      end

      def feed_remove_credential(feed)
        invoke("tally_feed_remove_credential", box_of(feed, Feed)) do |function, feed_handle|
          function.call(feed_handle)
        end
      end

      def feed_refresh_now(feed, callback, user_data, release_user_data)
        out_token = cell
        status = invoke("tally_feed_refresh_now", box_of(feed, Feed), makes: true) do |function, feed_handle|
          function.call(feed_handle, callback, user_data, release_user_data, out_token)
        end
        [out_token.unpack1("Q"), status]
      end

      def feed_get(feed)
        out_state = filled("tally_feed_state")
        title = Buffer.new
        status = invoke("tally_feed_get", box_of(feed, Feed), room: title) do |function, feed_handle|
          function.call(feed_handle, out_state, title.bytes, title.bytes.bytesize, title.length)
        end
        [title.text, record("tally_feed_state", out_state), status]
      end

      def feed_deliver(feed, bytes)
        bytes = bytes&.to_str&.dup
        invoke("tally_feed_deliver", box_of(feed, Feed)) do |function, feed_handle|
          function.call(feed_handle, bytes, bytes&.bytesize || 0)
        end
      end

      def account_push(account, payload)
        payload = payload&.to_str&.dup
        invoke("tally_account_push", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, payload, payload&.bytesize || 0)
        end
      end

      def feed_push(feed, payload)
        payload = payload&.to_str&.dup
        invoke("tally_feed_push", box_of(feed, Feed)) do |function, feed_handle|
          function.call(feed_handle, payload, payload&.bytesize || 0)
        end
      end

      def mapping_try(preset, mapping, body)
        owning do |out_bytes|
          body = body&.to_str&.dup
          status = invoke("tally_mapping_try") do |function|
            function.call(text(preset), text(mapping), body, body&.bytesize || 0, out_bytes)
          end
          [content(out_bytes), status]
        end
      end

      def path_escape(name)
        buffer = Buffer.new
        status = invoke("tally_path_escape", room: buffer) do |function|
          function.call(text(name), buffer.bytes, buffer.bytes.bytesize, buffer.length)
        end
        [buffer.text, status]
      end

      def path_join(path, name)
        buffer = Buffer.new
        status = invoke("tally_path_join", room: buffer) do |function|
          function.call(text(path), text(name), buffer.bytes, buffer.bytes.bytesize, buffer.length)
        end
        [buffer.text, status]
      end

      def path_parent(path)
        buffer = Buffer.new
        status = invoke("tally_path_parent", room: buffer) do |function|
          function.call(text(path), buffer.bytes, buffer.bytes.bytesize, buffer.length)
        end
        [buffer.text, status]
      end

      def path_component(path, index)
        buffer = Buffer.new
        status = invoke("tally_path_component", room: buffer) do |function|
          function.call(text(path), integer(index, "Q", :index), buffer.bytes, buffer.bytes.bytesize, buffer.length)
        end
        [buffer.text, status]
      end

      def category_set(account, id, summary, hidden)
        invoke("tally_category_set", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(id), text(summary), text(hidden))
        end
      end

      def category_remove(account, id)
        invoke("tally_category_remove", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(id))
        end
      end

      def strings_set(account, key, language, forms)
        invoke("tally_strings_set", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(key), text(language), structure("tally_forms", forms))
        end
      end

      def strings_remove(account, key, language)
        invoke("tally_strings_remove", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(key), text(language))
        end
      end

      def strings_import(account, kind, bytes, language)
        bytes = bytes&.to_str&.dup
        out_report = filled("tally_import_report")
        status = invoke("tally_strings_import", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, integer(kind, "l", :kind), bytes, bytes&.bytesize || 0, text(language),
                        out_report)
        end
        [record("tally_import_report", out_report), status]
      end

      def group_list(account, language, flags, after, limit)
        of_one_moment(after, limit) do |after, limit|
          rows = Rows.new("tally_group", limit)
          status = invoke("tally_group_list", box_of(account, Account), room: rows) do |function, account_handle|
            function.call(account_handle, text(language), integer(flags, "L", :flags), text(after), rows.bytes)
          end
          [page(rows, status), status]
        end
      end

      def group_get(account, thread, language, flags, limit)
        rows = Rows.new("tally_group", limit)
        status = invoke("tally_group_get", box_of(account, Account), room: rows) do |function, account_handle|
          function.call(account_handle, text(thread), text(language), integer(flags, "L", :flags), rows.bytes)
        end
        [page(rows, status), status]
      end

      def group_list_messages(account, thread, flags, after, limit)
        of_one_moment(after, limit) do |after, limit|
          rows = Rows.new("tally_message", limit)
          status = invoke("tally_group_list_messages", box_of(account, Account), room: rows) do |function, account_handle|
            function.call(account_handle, text(thread), integer(flags, "L", :flags), text(after), rows.bytes)
          end
          [page(rows, status), status]
        end
      end

      def group_mark_seen(account, thread)
        invoke("tally_group_mark_seen", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(thread))
        end
      end

      def group_dismiss(account, thread)
        out_changed = cell
        status = invoke("tally_group_dismiss", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(thread), out_changed)
        end
        [out_changed.unpack1("Q"), status]
      end

      def outbox_lease(account, duration, limit)
        rows = Rows.new("tally_outbox_entry", limit)
        status = invoke("tally_outbox_lease", box_of(account, Account), room: rows) do |function, account_handle|
          function.call(account_handle, integer(duration, "q", :duration), rows.bytes)
        end
        [page(rows, status), status]
      end

      def outbox_ack(account, id, response)
        response = response&.to_str&.dup
        invoke("tally_outbox_ack", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, integer(id, "q", :id), response, response&.bytesize || 0)
        end
      end

      def outbox_fail(account, id, attempt, retry_after)
        invoke("tally_outbox_fail", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, integer(id, "q", :id), integer(attempt, "q", :attempt),
                        integer(retry_after, "q", :retry_after))
        end
      end

      def outbox_list(account, flags, after, limit)
        of_one_moment(after, limit) do |after, limit|
          rows = Rows.new("tally_outbox_entry", limit)
          status = invoke("tally_outbox_list", box_of(account, Account), room: rows) do |function, account_handle|
            function.call(account_handle, integer(flags, "L", :flags), text(after), rows.bytes)
          end
          [page(rows, status), status]
        end
      end

      def outbox_get_counts(account)
        out_counts = filled("tally_outbox_counts")
        status = invoke("tally_outbox_get_counts", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, out_counts)
        end
        [record("tally_outbox_counts", out_counts), status]
      end

      def outbox_retry(account, id)
        out_count = cell
        status = invoke("tally_outbox_retry", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, integer(id, "q", :id), out_count)
        end
        [out_count.unpack1("Q"), status]
      end

      def outbox_retry_all(account)
        out_count = cell
        status = invoke("tally_outbox_retry_all", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, out_count)
        end
        [out_count.unpack1("Q"), status]
      end

      def outbox_remove(account, id)
        out_count = cell
        status = invoke("tally_outbox_remove", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, integer(id, "q", :id), out_count)
        end
        [out_count.unpack1("Q"), status]
      end

      def outbox_remove_failed(account)
        out_count = cell
        status = invoke("tally_outbox_remove_failed", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, out_count)
        end
        [out_count.unpack1("Q"), status]
      end

      def reminder_put(account, id, options)
        invoke("tally_reminder_put", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(id), structure("tally_reminder_options", options))
        end
      end

      def reminder_edit(account, id, options)
        invoke("tally_reminder_edit", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(id), structure("tally_reminder_options", options))
        end
      end

      def reminder_mark_done(account, id, outcome)
        invoke("tally_reminder_mark_done", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(id), integer(outcome, "L", :outcome))
        end
      end

      def reminder_mark_undone(account, id)
        invoke("tally_reminder_mark_undone", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(id))
        end
      end

      def reminder_remove(account, id)
        invoke("tally_reminder_remove", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(id))
        end
      end

      def reminder_snooze(account, id, until_)
        invoke("tally_reminder_snooze", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(id), integer(until_, "q", :until))
        end
      end

      def reminder_acknowledge(account, id)
        invoke("tally_reminder_acknowledge", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(id))
        end
      end

      def reminder_list(account, flags, after, limit)
        of_one_moment(after, limit) do |after, limit|
          rows = Rows.new("tally_reminder", limit)
          status = invoke("tally_reminder_list", box_of(account, Account), room: rows) do |function, account_handle|
            function.call(account_handle, integer(flags, "L", :flags), text(after), rows.bytes)
          end
          [page(rows, status), status]
        end
      end

      def reminder_get(account, id, limit)
        rows = Rows.new("tally_reminder", limit)
        status = invoke("tally_reminder_get", box_of(account, Account), room: rows) do |function, account_handle|
          function.call(account_handle, text(id), rows.bytes)
        end
        [page(rows, status), status]
      end

      def reminder_plan(account, options, limit)
        rows = Rows.new("tally_plan_entry", limit)
        out_plan = filled("tally_plan")
        status = invoke("tally_reminder_plan", box_of(account, Account), room: rows) do |function, account_handle|
          function.call(account_handle, structure("tally_plan_options", options), rows.bytes, out_plan)
        end
        [page(rows, status), record("tally_plan", out_plan), status]
      end

      def reminder_confirm_plan(account, token)
        invoke("tally_reminder_confirm_plan", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, integer(token, "Q", :token))
        end
      end

      def reminder_list_notes(account, flags, after, limit)
        of_one_moment(after, limit) do |after, limit|
          rows = Rows.new("tally_reminder_note", limit)
          status = invoke("tally_reminder_list_notes", box_of(account, Account), room: rows) do |function, account_handle|
            function.call(account_handle, integer(flags, "L", :flags), text(after), rows.bytes)
          end
          [page(rows, status), status]
        end
      end

      def reminder_export(account)
        owning do |out_bytes|
          status = invoke("tally_reminder_export", box_of(account, Account)) do |function, account_handle|
            function.call(account_handle, out_bytes)
          end
          [content(out_bytes), status]
        end
      end

      def reminder_import(account, bytes, limit)
        bytes = bytes&.to_str&.dup
        rows = Rows.new("tally_skipped_entry", limit)
        out_report = filled("tally_import_report")
        status = invoke("tally_reminder_import", box_of(account, Account), room: rows) do |function, account_handle|
          function.call(account_handle, bytes, bytes&.bytesize || 0, rows.bytes, out_report)
        end
        [page(rows, status), record("tally_import_report", out_report), status]
      end

      def engine_set_zone(engine, name)
        invoke("tally_engine_set_zone", box_of(engine, Engine)) do |function, engine_handle|
          function.call(engine_handle, text(name))
        end
      end

      def badge_digest(account, path)
        out_digest = cell
        status = invoke("tally_badge_digest", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(path), out_digest)
        end
        [out_digest.unpack1("Q"), status]
      end

      def badge_diff(from, from_path, to, to_path)
        owning do |out_bytes|
          status = invoke("tally_badge_diff", box_of(from, Account),
                          box_of(to, Account)) do |function, from_handle, to_handle|
            function.call(from_handle, text(from_path), to_handle, text(to_path), out_bytes)
          end
          [content(out_bytes), status]
        end
      end

      def snapshot_decode(bytes)
        bytes = bytes&.to_str&.dup
        out_snapshot = cell
        status = invoke("tally_snapshot_decode", makes: true) do |function|
          function.call(bytes, bytes&.bytesize || 0, out_snapshot)
        end
        [out_snapshot.unpack1("J"), status]
      end

      def snapshot_take(account, path)
        out_snapshot = cell
        status = invoke("tally_snapshot_take", box_of(account, Account), makes: true) do |function, account_handle|
          function.call(account_handle, text(path), out_snapshot)
        end
        [out_snapshot.unpack1("J"), status]
      end

      def snapshot_encode(snapshot)
        owning do |out_bytes|
          status = invoke("tally_snapshot_encode", box_of(snapshot, Snapshot)) do |function, snapshot_handle|
            function.call(snapshot_handle, out_bytes)
          end
          [content(out_bytes), status]
        end
      end

      def snapshot_diff(from, to)
        owning do |out_bytes|
          status = invoke("tally_snapshot_diff", box_of(from, Snapshot),
                          box_of(to, Snapshot)) do |function, from_handle, to_handle|
            function.call(from_handle, to_handle, out_bytes)
          end
          [content(out_bytes), status]
        end
      end

      def snapshot_list(snapshot, path, flags, after, limit)
        of_one_moment(after, limit) do |after, limit|
          rows = Rows.new("tally_snapshot_entry", limit)
          status = invoke("tally_snapshot_list", box_of(snapshot, Snapshot), room: rows) do |function, snapshot_handle|
            function.call(snapshot_handle, text(path), integer(flags, "L", :flags), text(after), rows.bytes)
          end
          [page(rows, status), status]
        end
      end

      def patch_inverse(patch)
        owning do |out_bytes|
          patch = patch&.to_str&.dup
          status = invoke("tally_patch_inverse") do |function|
            function.call(patch, patch&.bytesize || 0, out_bytes)
          end
          [content(out_bytes), status]
        end
      end

      def patch_list(patch, path, flags, after, limit)
        of_one_moment(after, limit) do |after, limit|
          patch = patch&.to_str&.dup
          rows = Rows.new("tally_patch_entry", limit)
          status = invoke("tally_patch_list", room: rows) do |function|
            function.call(patch, patch&.bytesize || 0, text(path), integer(flags, "L", :flags), text(after), rows.bytes)
          end
          [page(rows, status), status]
        end
      end

      def badge_restore(account, path, snapshot)
        invoke("tally_badge_restore", box_of(account, Account),
               box_of(snapshot, Snapshot)) do |function, account_handle, snapshot_handle|
          function.call(account_handle, text(path), snapshot_handle)
        end
      end

      def badge_apply(account, path, patch, flags)
        patch = patch&.to_str&.dup
        invoke("tally_badge_apply", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(path), patch, patch&.bytesize || 0, integer(flags, "L", :flags))
        end
      end

      def account_verify(account)
        invoke("tally_account_verify", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle)
        end
      end

      def node_resolve(account, path)
        out_node = cell
        status = invoke("tally_node_resolve", box_of(account, Account), makes: true) do |function, account_handle|
          function.call(account_handle, text(path), out_node)
        end
        [out_node.unpack1("Q"), status]
      end

      def node_get_path(account, node)
        buffer = Buffer.new
        status = invoke("tally_node_get_path", box_of(account, Account), room: buffer) do |function, account_handle|
          function.call(account_handle, integer(node, "Q", :node), buffer.bytes, buffer.bytes.bytesize, buffer.length)
        end
        [buffer.text, status]
      end

      def node_set(account, node, count)
        invoke("tally_node_set", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, integer(node, "Q", :node), integer(count, "q", :count))
        end
      end

      def node_dot(account, node)
        invoke("tally_node_dot", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, integer(node, "Q", :node))
        end
      end

      def node_set_until(account, node, count, until_)
        invoke("tally_node_set_until", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, integer(node, "Q", :node), integer(count, "q", :count),
                        integer(until_, "q", :until))
        end
      end

      def node_dot_until(account, node, until_)
        invoke("tally_node_dot_until", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, integer(node, "Q", :node), integer(until_, "q", :until))
        end
      end

      def node_add(account, node, delta)
        invoke("tally_node_add", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, integer(node, "Q", :node), integer(delta, "q", :delta))
        end
      end

      def node_clear(account, node)
        invoke("tally_node_clear", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, integer(node, "Q", :node))
        end
      end

      def node_clear_tree(account, node)
        invoke("tally_node_clear_tree", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, integer(node, "Q", :node))
        end
      end

      def node_mute(account, node, mode, until_)
        invoke("tally_node_mute", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, integer(node, "Q", :node), integer(mode, "l", :mode),
                        integer(until_, "q", :until))
        end
      end

      def node_get(account, node)
        out_badge = filled("tally_badge")
        status = invoke("tally_node_get", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, integer(node, "Q", :node), out_badge)
        end
        [record("tally_badge", out_badge), status]
      end

      def badge_batch(account, operations, count, options)
        out_revision = cell
        status = invoke("tally_badge_batch", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, operations, integer(count, "Q", :count),
                        structure("tally_batch_options", options), out_revision)
        end
        [out_revision.unpack1("Q"), status]
      end

      def account_get_position(account, source)
        out_position = filled("tally_position")
        status = invoke("tally_account_get_position", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(source), out_position)
        end
        [record("tally_position", out_position), status]
      end

      def style_set(account, path, style)
        invoke("tally_style_set", box_of(account, Account)) do |function, account_handle|
          function.call(account_handle, text(path), structure("tally_style", style))
        end
      end

      def style_get(account, path)
        out_style = filled("tally_style")
        icon = Buffer.new
        status = invoke("tally_style_get", box_of(account, Account), room: icon) do |function, account_handle|
          function.call(account_handle, text(path), out_style, icon.bytes, icon.bytes.bytesize, icon.length)
        end
        [icon.text, out_style, status]
      end

      def badge_present(account, path)
        out_presentation = filled("tally_presentation")
        text = Buffer.new
        status = invoke("tally_badge_present", box_of(account, Account), room: text) do |function, account_handle|
          function.call(account_handle, text(path), out_presentation, text.bytes, text.bytes.bytesize, text.length)
        end
        [text.text, record("tally_presentation", out_presentation), status]
      end

      def present(badge, style)
        out_presentation = filled("tally_presentation")
        text = Buffer.new
        status = invoke("tally_present", room: text) do |function|
          function.call(structure("tally_badge", badge), structure("tally_style", style), out_presentation, text.bytes,
                        text.bytes.bytesize, text.length)
        end
        [text.text, record("tally_presentation", out_presentation), status]
      end

      def widget_bind(scope, account, path, widget, user_data, release_user_data)
        out_token = cell
        status = invoke("tally_widget_bind", box_of(scope, Scope), box_of(account, Account),
                        makes: true) do |function, scope_handle, account_handle|
          function.call(scope_handle, account_handle, text(path), structure("tally_widget", widget), user_data,
                        release_user_data, out_token)
        end
        [out_token.unpack1("Q"), status]
      end

      def widget_refresh(scope)
        invoke("tally_widget_refresh", box_of(scope, Scope)) do |function, scope_handle|
          function.call(scope_handle)
        end
      end

      def engine_set_transport(engine, callback, user_data, release_user_data)
        invoke("tally_engine_set_transport", box_of(engine, Engine)) do |function, engine_handle|
          function.call(engine_handle, callback, user_data, release_user_data)
        end
      end

      def transport_respond(engine, request_id, status, headers, body)
        body = body&.to_str&.dup
        invoke("tally_transport_respond", box_of(engine, Engine)) do |function, engine_handle|
          function.call(engine_handle, integer(request_id, "q", :request_id), integer(status, "l", :status),
                        text(headers), body, body&.bytesize || 0)
        end
      end

      def transport_progress(engine, request_id)
        invoke("tally_transport_progress", box_of(engine, Engine)) do |function, engine_handle|
          function.call(engine_handle, integer(request_id, "q", :request_id))
        end
      end

      def engine_batch(engine, items, count, options)
        invoke("tally_engine_batch", box_of(engine, Engine)) do |function, engine_handle|
          function.call(engine_handle, structure("tally_item", items), integer(count, "Q", :count),
                        structure("tally_engine_batch_options", options))
        end
      end

      def engine_get_position(engine, source)
        out_position = filled("tally_position")
        status = invoke("tally_engine_get_position", box_of(engine, Engine)) do |function, engine_handle|
          function.call(engine_handle, text(source), out_position)
        end
        [record("tally_position", out_position), status]
      end

      def engine_export_account(engine, name)
        owning do |out_bytes|
          status = invoke("tally_engine_export_account", box_of(engine, Engine)) do |function, engine_handle|
            function.call(engine_handle, text(name), out_bytes)
          end
          [content(out_bytes), status]
        end
      end

      def engine_export_source(engine, source)
        owning do |out_bytes|
          status = invoke("tally_engine_export_source", box_of(engine, Engine)) do |function, engine_handle|
            function.call(engine_handle, text(source), out_bytes)
          end
          [content(out_bytes), status]
        end
      end

      def engine_import(engine, imports, count, flags)
        invoke("tally_engine_import", box_of(engine, Engine)) do |function, engine_handle|
          function.call(engine_handle, structure("tally_import", imports), integer(count, "Q", :count),
                        integer(flags, "L", :flags))
        end
      end
    end
  end
end
