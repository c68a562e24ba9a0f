// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Callback;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import java.util.Map;

/** The functions of tally.h, and the types of callbacks. */
final class Functions {
    private Functions() {}

    interface ReleaseCallback extends Callback {
        void invoke(Pointer userData);
    }

    interface ClockCallback extends Callback {
        void invoke(Pointer userData, Pointer outWall, Pointer outElapsed);
    }

    interface LogCallback extends Callback {
        void invoke(Pointer userData, int level, Pointer text);
    }

    interface ZoneCallback extends Callback {
        long invoke(Pointer userData, Pointer name, Pointer bytes, long capacity);
    }

    interface EventCallback extends Callback {
        void invoke(Pointer userData, Pointer event, Pointer text);
    }

    interface NotifyCallback extends Callback {
        void invoke(Pointer userData);
    }

    interface WidgetFunction extends Callback {
        void invoke(Pointer userData, Pointer path, Pointer presentation, Pointer text);
    }

    interface TransportCallback extends Callback {
        void invoke(Pointer userData, Pointer request);
    }

    static native int tally_version();
    static native String tally_version_text();
    static native String tally_status_name(int status);
    static native String tally_status_message(int status);
    static native int tally_error_message(byte[] buffer, long capacity, long[] outLength);
    static native void tally_bytes_release(Pointer bytes);
    static native int tally_engine_open(Pointer options, PointerByReference outEngine);
    static native int tally_engine_close(Pointer engine, long timeout);
    static native int tally_engine_flush(Pointer engine);
    static native int tally_engine_verify(Pointer engine);
    static native int tally_engine_limit(Pointer engine, int limit, long value, long[] outOld);
    static native int tally_engine_backup(Pointer engine, String file, int flags);
    static native int tally_engine_get_stats(Pointer engine, int flags, Pointer outStats);
    static native int tally_engine_set_foreground(Pointer engine, int foreground);
    static native int tally_engine_set_network(Pointer engine, int available);
    static native int tally_engine_woke(Pointer engine);
    static native int tally_file_recover(String damaged, String fresh, Pointer outRecovery);
    static native int tally_file_vacuum(String file);
    static native int tally_account_open(Pointer engine, String name, Pointer options, PointerByReference outAccount);
    static native int tally_account_find(Pointer engine, long id, PointerByReference outAccount);
    static native void tally_account_release(Pointer account);
    static native int tally_account_list(Pointer engine, int flags, String after, Pointer rows);
    static native int tally_account_remove(Pointer engine, String name);
    static native int tally_account_set_credential(Pointer account, String url, Pointer credential);
    static native int tally_account_remove_credential(Pointer account, String url);
    static native int tally_account_log_in(Pointer account);
    static native int tally_account_log_out(Pointer account);
    static native int tally_account_get(Pointer account, Pointer outState, byte[] name, long nameCapacity,
        long[] outNameLength);
    static native int tally_account_configure(Pointer account, Pointer settings);
    static native int tally_account_get_settings(Pointer account, Pointer rows);
    static native int tally_account_export(Pointer account, Pointer outBytes);
    static native int tally_account_import(Pointer engine, String name, byte[] bytes, long size);
    static native int tally_account_hash(String name, int partitions, int[] outPartition);
    static native int tally_badge_set(Pointer account, String path, long count);
    static native int tally_badge_dot(Pointer account, String path);
    static native int tally_badge_set_until(Pointer account, String path, long count, long until);
    static native int tally_badge_dot_until(Pointer account, String path, long until);
    static native int tally_badge_add(Pointer account, String path, long delta);
    static native int tally_badge_clear(Pointer account, String path);
    static native int tally_badge_clear_tree(Pointer account, String path);
    static native int tally_badge_mute(Pointer account, String path, int mode, long until);
    static native int tally_badge_snooze(Pointer account, String path, long until);
    static native int tally_badge_flag(Pointer account, String path, int on);
    static native int tally_badge_get(Pointer account, String path, Pointer outBadge);
    static native int tally_badge_get_own(Pointer account, String path, Pointer outOwn);
    static native int tally_badge_set_rule(Pointer account, String path, Pointer rule);
    static native int tally_badge_get_rule(Pointer account, String path, int flags, Pointer outRule);
    static native int tally_link_add(Pointer account, String path, String under);
    static native int tally_link_remove(Pointer account, String path, String under);
    static native int tally_link_list(Pointer account, String path, int flags, String after, Pointer rows);
    static native int tally_engine_get_total(Pointer engine, Pointer outBadge);
    static native int tally_engine_get_total_of_all(Pointer engine, Pointer outBadge);
    static native int tally_badge_list(Pointer account, String path, int flags, String after, Pointer rows,
        long[] outRevision);
    static native int tally_badge_changes(Pointer account, long since, long epoch, Pointer rows, long[] outRevision);
    static native int tally_badge_explain(Pointer account, String path, int flags, String after, Pointer rows);
    static native int tally_message_list(Pointer account, String path, int flags, String after, Pointer rows);
    static native int tally_message_list_from(Pointer account, String path, int flags, long key, String after,
        Pointer rows);
    static native int tally_message_first(Pointer account, String path, int flags, long most, Pointer outPosition);
    static native int tally_message_get(Pointer account, long key, Pointer rows);
    static native int tally_message_find(Pointer account, long feed, String id, Pointer rows);
    static native int tally_message_get_data(Pointer account, long key, Pointer outBytes);
    static native int tally_message_get_counts(Pointer account, String path, int flags, Pointer outCounts);
    static native int tally_message_mark_read(Pointer account, long[] keys, long count, long[] outChanged);
    static native int tally_message_mark_path_read(Pointer account, String path, int flags, long[] outChanged);
    static native int tally_message_mark_read_until(Pointer account, String path, int flags, long last,
        long[] outChanged);
    static native int tally_message_mark_unread(Pointer account, long[] keys, long count, long[] outChanged);
    static native int tally_message_mark_seen(Pointer account, long[] keys, long count, long[] outChanged);
    static native int tally_message_snooze(Pointer account, long key, long until);
    static native int tally_message_post(Pointer account, String path, Pointer options, long[] outKey);
    static native int tally_message_remove(Pointer account, long[] keys, long count);
    static native int tally_message_withdraw(Pointer account, String id);
    static native int tally_scope_open(Pointer engine, PointerByReference outScope);
    static native void tally_scope_close(Pointer scope);
    static native int tally_observe(Pointer scope, Pointer account, String path, int flags, EventCallback callback,
        Pointer userData, ReleaseCallback releaseUserData, long[] outToken);
    static native int tally_observe_messages(Pointer scope, Pointer account, String path, int flags,
        EventCallback callback, Pointer userData, ReleaseCallback releaseUserData, long[] outToken);
    static native int tally_observe_groups(Pointer scope, Pointer account, int flags, EventCallback callback,
        Pointer userData, ReleaseCallback releaseUserData, long[] outToken);
    static native int tally_observe_total(Pointer scope, int flags, EventCallback callback, Pointer userData,
        ReleaseCallback releaseUserData, long[] outToken);
    static native int tally_observe_feed(Pointer scope, Pointer feed, int flags, EventCallback callback,
        Pointer userData, ReleaseCallback releaseUserData, long[] outToken);
    static native int tally_observe_feeds(Pointer scope, Pointer account, int flags, EventCallback callback,
        Pointer userData, ReleaseCallback releaseUserData, long[] outToken);
    static native int tally_observe_reminders(Pointer scope, Pointer account, int flags, EventCallback callback,
        Pointer userData, ReleaseCallback releaseUserData, long[] outToken);
    static native void tally_unobserve(Pointer scope, long token);
    static native int tally_view_begin(Pointer scope, Pointer account, String path, int flags, long[] outToken);
    static native void tally_view_end(Pointer scope, long token);
    static native int tally_engine_next_event(Pointer engine, long timeout, Pointer outEvent, byte[] text,
        long textCapacity);
    static native int tally_engine_dispatch(Pointer engine, long limit, long[] outCount);
    static native int tally_engine_interrupt(Pointer engine);
    static native int tally_engine_get_descriptor(Pointer engine, long[] outDescriptor);
    static native int tally_engine_set_notify(Pointer engine, NotifyCallback notify, Pointer userData,
        ReleaseCallback releaseUserData);
    static native int tally_engine_step(Pointer engine);
    static native int tally_engine_get_timeout(Pointer engine, long[] outTimeout);
    static native int tally_feed_add(Pointer account, String name, Pointer options, PointerByReference outFeed);
    static native int tally_feed_find(Pointer account, String name, PointerByReference outFeed);
    static native int tally_feed_find_by_id(Pointer account, long id, PointerByReference outFeed);
    static native int tally_feed_list(Pointer account, int flags, String after, Pointer rows);
    static native int tally_feed_list_rejected(Pointer account, long feed, int flags, String after, Pointer rows);
    static native int tally_drift_list(Pointer account, String path, int flags, String after, Pointer rows);
    static native void tally_feed_release(Pointer feed);
    static native int tally_feed_remove(Pointer feed);
    static native int tally_feed_refresh(Pointer feed);
    static native int tally_feed_show_page(Pointer feed, int page, Pointer outInfo);
    static native int tally_feed_hide_page(Pointer feed, int page);
    static native int tally_feed_cancel(Pointer feed);
    static native int tally_feed_pause(Pointer feed, int paused);
    static native int tally_feed_set_credential(Pointer feed, Pointer credential);
    static native int tally_feed_remove_credential(Pointer feed);
    static native int tally_feed_refresh_now(Pointer feed, EventCallback callback, Pointer userData,
        ReleaseCallback releaseUserData, long[] outToken);
    static native int tally_feed_get(Pointer feed, Pointer outState, byte[] title, long titleCapacity,
        long[] outTitleLength);
    static native int tally_feed_deliver(Pointer feed, byte[] bytes, long size);
    static native int tally_account_push(Pointer account, byte[] payload, long size);
    static native int tally_feed_push(Pointer feed, byte[] payload, long size);
    static native int tally_mapping_try(String preset, String mapping, byte[] body, long size, Pointer outBytes);
    static native int tally_path_escape(String name, byte[] buffer, long capacity, long[] outLength);
    static native int tally_path_join(String path, String name, byte[] buffer, long capacity, long[] outLength);
    static native int tally_path_parent(String path, byte[] buffer, long capacity, long[] outLength);
    static native int tally_path_component(String path, long index, byte[] buffer, long capacity, long[] outLength);
    static native int tally_category_set(Pointer account, String id, String summary, String hidden);
    static native int tally_category_remove(Pointer account, String id);
    static native int tally_strings_set(Pointer account, String key, String language, Pointer forms);
    static native int tally_strings_remove(Pointer account, String key, String language);
    static native int tally_strings_import(Pointer account, int kind, byte[] bytes, long size, String language,
        Pointer outReport);
    static native int tally_group_list(Pointer account, String language, int flags, String after, Pointer rows);
    static native int tally_group_get(Pointer account, String thread, String language, int flags, Pointer rows);
    static native int tally_group_list_messages(Pointer account, String thread, int flags, String after,
        Pointer rows);
    static native int tally_group_mark_seen(Pointer account, String thread);
    static native int tally_group_dismiss(Pointer account, String thread, long[] outChanged);
    static native int tally_outbox_lease(Pointer account, long duration, Pointer rows);
    static native int tally_outbox_ack(Pointer account, long id, byte[] response, long size);
    static native int tally_outbox_fail(Pointer account, long id, long attempt, long retryAfter);
    static native int tally_outbox_list(Pointer account, int flags, String after, Pointer rows);
    static native int tally_outbox_get_counts(Pointer account, Pointer outCounts);
    static native int tally_outbox_retry(Pointer account, long id, long[] outCount);
    static native int tally_outbox_retry_all(Pointer account, long[] outCount);
    static native int tally_outbox_remove(Pointer account, long id, long[] outCount);
    static native int tally_outbox_remove_failed(Pointer account, long[] outCount);
    static native int tally_reminder_put(Pointer account, String id, Pointer options);
    static native int tally_reminder_edit(Pointer account, String id, Pointer options);
    static native int tally_reminder_mark_done(Pointer account, String id, int outcome);
    static native int tally_reminder_mark_undone(Pointer account, String id);
    static native int tally_reminder_remove(Pointer account, String id);
    static native int tally_reminder_snooze(Pointer account, String id, long until);
    static native int tally_reminder_acknowledge(Pointer account, String id);
    static native int tally_reminder_list(Pointer account, int flags, String after, Pointer rows);
    static native int tally_reminder_get(Pointer account, String id, Pointer rows);
    static native int tally_reminder_plan(Pointer account, Pointer options, Pointer rows, Pointer outPlan);
    static native int tally_reminder_confirm_plan(Pointer account, long token);
    static native int tally_reminder_list_notes(Pointer account, int flags, String after, Pointer rows);
    static native int tally_reminder_export(Pointer account, Pointer outBytes);
    static native int tally_reminder_import(Pointer account, byte[] bytes, long size, Pointer rows,
        Pointer outReport);
    static native int tally_engine_set_zone(Pointer engine, String name);
    static native int tally_badge_digest(Pointer account, String path, long[] outDigest);
    static native int tally_badge_diff(Pointer from, String fromPath, Pointer to, String toPath, Pointer outBytes);
    static native int tally_snapshot_decode(byte[] bytes, long size, PointerByReference outSnapshot);
    static native int tally_snapshot_take(Pointer account, String path, PointerByReference outSnapshot);
    static native void tally_snapshot_release(Pointer snapshot);
    static native int tally_snapshot_encode(Pointer snapshot, Pointer outBytes);
    static native int tally_snapshot_diff(Pointer from, Pointer to, Pointer outBytes);
    static native int tally_snapshot_list(Pointer snapshot, String path, int flags, String after, Pointer rows);
    static native int tally_patch_inverse(byte[] patch, long size, Pointer outBytes);
    static native int tally_patch_list(byte[] patch, long size, String path, int flags, String after, Pointer rows);
    static native int tally_badge_restore(Pointer account, String path, Pointer snapshot);
    static native int tally_badge_apply(Pointer account, String path, byte[] patch, long size, int flags);
    static native int tally_account_verify(Pointer account);
    static native int tally_node_resolve(Pointer account, String path, long[] outNode);
    static native void tally_node_release(Pointer account, long node);
    static native int tally_node_get_path(Pointer account, long node, byte[] buffer, long capacity, long[] outLength);
    static native int tally_node_set(Pointer account, long node, long count);
    static native int tally_node_dot(Pointer account, long node);
    static native int tally_node_set_until(Pointer account, long node, long count, long until);
    static native int tally_node_dot_until(Pointer account, long node, long until);
    static native int tally_node_add(Pointer account, long node, long delta);
    static native int tally_node_clear(Pointer account, long node);
    static native int tally_node_clear_tree(Pointer account, long node);
    static native int tally_node_mute(Pointer account, long node, int mode, long until);
    static native int tally_node_get(Pointer account, long node, Pointer outBadge);
    static native int tally_badge_batch(Pointer account, Pointer operations, long count, Pointer options,
        long[] outRevision);
    static native int tally_account_get_position(Pointer account, String source, Pointer outPosition);
    static native int tally_style_set(Pointer account, String path, Pointer style);
    static native int tally_style_get(Pointer account, String path, Pointer outStyle, byte[] icon, long iconCapacity,
        long[] outIconLength);
    static native int tally_badge_present(Pointer account, String path, Pointer outPresentation, byte[] text,
        long textCapacity, long[] outTextLength);
    static native int tally_present(Pointer badge, Pointer style, Pointer outPresentation, byte[] text,
        long textCapacity, long[] outTextLength);
    static native int tally_widget_bind(Pointer scope, Pointer account, String path, Pointer widget, Pointer userData,
        ReleaseCallback releaseUserData, long[] outToken);
    static native int tally_widget_refresh(Pointer scope);
    static native int tally_engine_set_transport(Pointer engine, TransportCallback callback, Pointer userData,
        ReleaseCallback releaseUserData);
    static native int tally_transport_respond(Pointer engine, long requestId, int status, String headers, byte[] body,
        long size);
    static native int tally_transport_progress(Pointer engine, long requestId);
    static native int tally_engine_batch(Pointer engine, Pointer items, long count, Pointer options);
    static native int tally_engine_get_position(Pointer engine, String source, Pointer outPosition);
    static native int tally_engine_export_account(Pointer engine, String name, Pointer outBytes);
    static native int tally_engine_export_source(Pointer engine, String source, Pointer outBytes);
    static native int tally_engine_import(Pointer engine, Pointer imports, long count, int flags);
    static native int tally_trace_open(Pointer engine, Pointer options, PointerByReference outTrace);
    static native int tally_trace_next(Pointer trace, long timeout, Pointer outRecord, byte[] text,
        long textCapacity);
    static native int tally_trace_get_descriptor(Pointer trace, long[] outDescriptor);
    static native void tally_trace_close(Pointer trace);

    static {
        Native.register(Functions.class,
            NativeLibrary.getInstance(LibraryFile.find(), Map.of(Library.OPTION_STRING_ENCODING, "UTF-8")));
    }
}
