# frozen_string_literal: true

# Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

module Steps
  LACKS = %w[engine_set_notify].freeze

  def do_engine_flush(_step) = [{}, @engine.flush]
  def do_engine_verify(_step) = (@engine.verify; nil)
  def do_engine_limit(step) = { old: @engine.limit(step.int(:limit), step.int(:value)) }
  def do_engine_backup(step) = [{}, @engine.backup(file(step, :file), replace: step.has(1))]
  def do_engine_get_stats(step) = @engine.stats(reset: step.has(1)).to_h
  def do_engine_set_foreground(step) = (@engine.foreground = step.int(:foreground) != 0; nil)
  def do_engine_set_network(step) = (@engine.network = step.int(:available) != 0; nil)
  def do_engine_woke(_step) = [{}, @engine.woke]
  def do_file_recover(step) = Tally.recover(file(step, :damaged), file(step, :fresh)).to_h
  def do_file_vacuum(step) = [{}, Tally.vacuum(file(step, :file))]
  def do_account_list(step) = names(@engine.account_page(step[:after], step.limit))
  def do_account_remove(step) = [{}, @engine.remove_account(step[:name])]
  def do_account_set_credential(step) = [{}, account(step).set_credential(step[:url], **step.options(:credential))]
  def do_account_remove_credential(step) = [{}, account(step).remove_credential(step[:url])]
  def do_account_log_in(step) = [{}, account(step).log_in]
  def do_account_log_out(step) = [{}, account(step).log_out]
  def do_account_get(step) = account(step).state.to_h
  def do_account_configure(step) = [{}, account(step).configure(**step.options(:settings))]
  def do_account_get_settings(step) = account(step).settings.to_h
  def do_account_export(step) = { bytes: hex(account(step).export_account) }
  def do_account_import(step) = [{}, @engine.import_account(step[:name], step.content(:bytes))]
  def do_account_hash(step) = { partition: Tally.account_hash(step[:name], step.int(:partitions)) }
  def do_badge_set(step) = [{}, account(step).set(step[:path], step.int(:count))]
  def do_badge_dot(step) = [{}, account(step).dot(step[:path])]
  def do_badge_set_until(step) = [{}, account(step).set(step[:path], step.int(:count), step.int(:until))]
  def do_badge_dot_until(step) = [{}, account(step).dot(step[:path], step.int(:until))]
  def do_badge_add(step) = [{}, account(step).add(step[:path], step.int(:delta))]
  def do_badge_clear(step) = [{}, account(step).clear(step[:path])]
  def do_badge_clear_tree(step) = [{}, account(step).clear_tree(step[:path])]
  def do_badge_mute(step) = [{}, account(step).mute(step[:path], step.int(:mode), step.int(:until))]
  def do_badge_snooze(step) = [{}, account(step).snooze(step[:path], step.int(:until))]
  def do_badge_flag(step) = [{}, account(step).flag(step[:path], step.int(:on) != 0)]
  def do_badge_get(step) = account(step).get(step[:path]).to_h
  def do_badge_get_own(step) = account(step).get_own(step[:path]).to_h
  def do_badge_set_rule(step) = [{}, account(step).set_rule(step[:path], **step.options(:rule))]
  def do_badge_get_rule(step) = account(step).get_rule(step[:path], effective: step.has(1)).to_h
  def do_link_add(step) = [{}, account(step).link(step[:path], step[:under])]
  def do_link_remove(step) = [{}, account(step).unlink(step[:path], step[:under])]
  def do_link_list(step)
    entries(account(step).links_page(step[:path], after: step[:after], limit: step.limit, subtree: step.has(1), under: step.has(2)))
  end
  def do_engine_get_total(_step) = @engine.total.to_h
  def do_engine_get_total_of_all(_step) = @engine.total_of_all.to_h
  def do_badge_list(step) = revised(account(step).list(step[:path], subtree: step.has(1)))
  def do_badge_explain(step) = entries(account(step).explain_page(step[:path], step[:after], step.limit))
  def do_message_list(step)
    entries(account(step).messages.page(step[:path], after: step[:after], limit: step.limit, subtree: step.has(1), unread: step.has(2)))
  end
  def do_message_list_from(step)
    entries(account(step).messages.list_from_page(step[:path], key(step, :key), after: step[:after], limit: step.limit, subtree: step.has(1), unread: step.has(2), newer: step.has(16)))
  end
  def do_message_first(step)
    account(step).messages.first_message(step[:path], step.int(:most), subtree: step.has(1), unseen: step.has(4), newest: step.has(8), highlights: step.has(32)).to_h
  end
  def do_message_get(step) = account(step).messages.get(key(step, :key)).to_h
  def do_message_find(step) = account(step).messages.find(step[:id], step[:feed] ? feed_id(step) : 0).to_h
  def do_message_get_data(step) = { bytes: hex(account(step).messages.data(key(step, :key))) }
  def do_message_get_counts(step) = account(step).messages.counts(step[:path], subtree: step.has(1)).to_h
  def do_message_mark_read(step) = { changed: account(step).messages.read(keys(step, step[:keys])) }
  def do_message_mark_path_read(step)
    { changed: account(step).messages.read_path(step[:path], subtree: step.has(1)) }
  end
  def do_message_mark_read_until(step)
    { changed: account(step).messages.read_until(step[:path], key(step, :last), subtree: step.has(1)) }
  end
  def do_message_mark_unread(step) = { changed: account(step).messages.unread(keys(step, step[:keys])) }
  def do_message_mark_seen(step) = { changed: account(step).messages.mark_seen(keys(step, step[:keys])) }
  def do_message_snooze(step) = [{}, account(step).messages.snooze(key(step, :key), step.int(:until))]
  def do_message_post(step) = (account(step).messages.post(step[:path], **step.options); nil)
  def do_message_remove(step) = [{}, account(step).messages.remove(keys(step, step[:keys]))]
  def do_message_withdraw(step) = [{}, account(step).messages.withdraw(step[:id])]
  def do_observe(step)
    watch(step, @scope.observe(account(step), step[:path], subtree: step.has(1), initial: step.has(2)))
  end
  def do_observe_messages(step)
    watch(step, @scope.observe_messages(account(step), step[:path], subtree: step.has(1)))
  end
  def do_observe_groups(step) = watch(step, @scope.observe_groups(account(step), initial: step.has(2)))
  def do_observe_total(step) = watch(step, @scope.observe_total(initial: step.has(2)))
  def do_observe_feed(step) = watch(step, @scope.observe_feed(@feeds.fetch(step[:feed])))
  def do_unobserve(step) = (@scope.unobserve(@tokens.fetch(step[:token])); nil)
  def do_view_begin(step) = begin_view(step)
  def do_view_end(step) = (@scope.end_view(@tokens.fetch(step[:token])); nil)
  def do_engine_dispatch(_step) = { count: @engine.dispatch }
  def do_engine_interrupt(_step) = (@engine.interrupt; nil)
  def do_engine_get_descriptor(_step) = { descriptor: @engine.to_io.fileno }
  def do_engine_get_timeout(_step) = { timeout: ((@engine.timeout || -0.001) * 1000).round }
  def do_feed_list(step) = entries(account(step).feeds.page(step[:after], step.limit))
  def do_feed_list_rejected(step)
    entries(account(step).feeds.rejected_page(feed_id(step), step[:after], step.limit))
  end
  def do_drift_list(step)
    entries(account(step).drifts_page(step[:path], after: step[:after], limit: step.limit, subtree: step.has(1)))
  end
  def do_feed_remove(step) = [{}, @feeds.fetch(step[:feed]).remove]
  def do_feed_refresh(step) = [{}, @feeds.fetch(step[:feed]).refresh]
  def do_feed_show_page(step) = @feeds.fetch(step[:feed]).page_shown(step.int(:page)).to_h
  def do_feed_hide_page(step) = [{}, @feeds.fetch(step[:feed]).page_hidden(step.int(:page))]
  def do_feed_cancel(step) = [{}, @feeds.fetch(step[:feed]).cancel]
  def do_feed_pause(step) = [{}, @feeds.fetch(step[:feed]).pause(step.int(:paused) != 0)]
  def do_feed_set_credential(step) = [{}, @feeds.fetch(step[:feed]).set_credential(**step.options(:credential))]
  def do_feed_remove_credential(step) = [{}, @feeds.fetch(step[:feed]).remove_credential]
  def do_feed_refresh_now(step) = watch(step, @feeds.fetch(step[:feed]).refresh_now)
  def do_feed_get(step) = feed_state(step)
  def do_feed_deliver(step) = [{}, @feeds.fetch(step[:feed]).deliver(step.content(:bytes))]
  def do_account_push(step) = [{}, account(step).push(step.content(:payload))]
  def do_feed_push(step) = [{}, @feeds.fetch(step[:feed]).push(step.content(:payload))]
  def do_mapping_try(step)
    { text: Tally.try_mapping(step.content(:body), preset: step[:preset], mapping: step[:mapping]) }
  end
  def do_path_escape(step) = { text: Tally.escape(step[:name]) }
  def do_path_join(step) = { text: Tally.join(step[:path], step[:name]) }
  def do_path_parent(step) = { text: Tally.parent(step[:path]) }
  def do_path_component(step) = { text: Tally.component(step[:path], step.int(:index)) }
  def do_category_set(step) = [{}, account(step).groups.set_category(step[:id], step[:summary], step[:hidden])]
  def do_category_remove(step) = [{}, account(step).groups.remove_category(step[:id])]
  def do_strings_set(step)
    [{}, account(step).groups.set_strings(step[:key], step[:language], **step.options(:forms))]
  end
  def do_strings_remove(step) = [{}, account(step).groups.remove_strings(step[:key], step[:language])]
  def do_strings_import(step)
    account(step).groups.import_strings(step.int(:kind), step.content(:bytes), step[:language]).to_h
  end
  def do_group_list(step)
    entries(account(step).groups.page(step[:language], after: step[:after], limit: step.limit, hidden: step.has(1)))
  end
  def do_group_get(step) = account(step).groups.get(step[:thread], step[:language], hidden: step.has(1)).to_h
  def do_group_list_messages(step)
    entries(account(step).groups.messages_page(step[:thread], step[:after], step.limit))
  end
  def do_group_mark_seen(step) = [{}, account(step).groups.seen(step[:thread])]
  def do_group_dismiss(step) = { changed: account(step).groups.dismiss(step[:thread]) }
  def do_outbox_lease(step) = entries(account(step).outbox.lease(step.int(:duration), step.limit))
  def do_outbox_ack(step) = [{}, account(step).outbox.ack(step.int(:id), step.content(:response))]
  def do_outbox_fail(step)
    [{}, account(step).outbox.fail(step.int(:id), step.int(:attempt), step.int(:retry_after))]
  end
  def do_outbox_list(step)
    entries(account(step).outbox.page(after: step[:after], limit: step.limit, follow: step.has(256)))
  end
  def do_outbox_get_counts(step) = account(step).outbox.counts.to_h
  def do_outbox_retry(step) = { count: account(step).outbox.retry(step.int(:id)) }
  def do_outbox_retry_all(step) = { count: account(step).outbox.retry_all }
  def do_outbox_remove(step) = { count: account(step).outbox.remove(step.int(:id)) }
  def do_outbox_remove_failed(step) = { count: account(step).outbox.remove_failed }
  def do_reminder_put(step) = [{}, account(step).reminders.put(step[:id], **step.options(:options))]
  def do_reminder_edit(step) = [{}, account(step).reminders.edit(step[:id], **step.options(:options))]
  def do_reminder_mark_done(step) = [{}, account(step).reminders.done(step[:id])]
  def do_reminder_mark_undone(step) = [{}, account(step).reminders.undone(step[:id])]
  def do_reminder_remove(step) = [{}, account(step).reminders.remove(step[:id])]
  def do_reminder_snooze(step) = [{}, account(step).reminders.snooze(step[:id], step.int(:until))]
  def do_reminder_acknowledge(step) = [{}, account(step).reminders.acknowledge(step[:id])]
  def do_reminder_list(step) = entries(account(step).reminders.page(step[:after], step.limit))
  def do_reminder_get(step) = account(step).reminders.get(step[:id]).to_h
  def do_reminder_plan(step) = planned(step)
  def do_reminder_confirm_plan(step) = [{}, account(step).reminders.confirm_plan(@tokens.fetch(step[:token]))]
  def do_reminder_list_notes(step)
    entries(account(step).reminders.log_page(after: step[:after], limit: step.limit, follow: step.has(256)))
  end
  def do_reminder_export(step) = { text: account(step).reminders.export }
  def do_reminder_import(step) = imported(step)
  def do_engine_set_zone(step) = (@engine.zone = step[:name]; nil)
  def do_badge_digest(step) = { digest: account(step).digest(step[:path]) }
  def do_badge_diff(step)
    { bytes: hex(account(step, :from).diff(step[:from_path], account(step, :to), step[:to_path])) }
  end
  def do_patch_inverse(step) = { bytes: hex(Tally.inverse(step.content(:patch))) }
  def do_patch_list(step)
    entries(Tally.patch_list_page(step.content(:patch), step[:path], after: step[:after], limit: step.limit, subtree: step.has(1)))
  end
  def do_badge_apply(step) = [{}, account(step).apply(step[:path], step.content(:patch), overwrite: step.has(1))]
  def do_account_verify(step) = [{}, account(step).verify]
  def do_node_release(step) = (@nodes.fetch(step[:node]).path; @nodes[step[:node]].close; nil)
  def do_node_get_path(step) = { text: @nodes.fetch(step[:node]).path }
  def do_node_set(step) = [{}, @nodes.fetch(step[:node]).set(step.int(:count))]
  def do_node_dot(step) = [{}, @nodes.fetch(step[:node]).dot]
  def do_node_set_until(step) = [{}, @nodes.fetch(step[:node]).set(step.int(:count), step.int(:until))]
  def do_node_dot_until(step) = [{}, @nodes.fetch(step[:node]).dot(step.int(:until))]
  def do_node_add(step) = [{}, @nodes.fetch(step[:node]).add(step.int(:delta))]
  def do_node_clear(step) = [{}, @nodes.fetch(step[:node]).clear]
  def do_node_clear_tree(step) = [{}, @nodes.fetch(step[:node]).clear_tree]
  def do_node_mute(step) = [{}, @nodes.fetch(step[:node]).mute(step.int(:mode), step.int(:until))]
  def do_node_get(step) = @nodes.fetch(step[:node]).get.to_h
  def do_account_get_position(step) = account(step).batch_position(step[:source]).to_h
  def do_style_set(step) = [{}, account(step).set_style(step[:path], style(step[:style]))]
  def do_style_get(step) = style_of(account(step).style(step[:path]))
  def do_badge_present(step) = presented(*account(step).present(step[:path]))
  def do_present(step) = presented(*Tally.present(badge(step), style(step[:style])))
  def do_widget_refresh(_step) = [{}, @scope.refresh_widgets]
  def do_engine_export_account(step) = { bytes: hex(@engine.export_account(step[:name])) }
  def do_engine_export_source(step) = { bytes: hex(@engine.export_source(step[:source])) }
end
