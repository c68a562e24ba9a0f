// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

using System;
using System.Runtime.InteropServices;

namespace Tally
{
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal delegate void ReleaseCallback(IntPtr userData);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal delegate void ClockCallback(IntPtr userData, out long outWall, out long outElapsed);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal delegate void LogCallback(IntPtr userData, int level, IntPtr text);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal delegate UIntPtr ZoneCallback(IntPtr userData, IntPtr name, IntPtr bytes, UIntPtr capacity);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal delegate void EventCallback(IntPtr userData, IntPtr @event, IntPtr text);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal delegate void NotifyCallback(IntPtr userData);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal delegate void WidgetFunction(IntPtr userData, IntPtr path, IntPtr presentation, IntPtr text);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal delegate void TransportCallback(IntPtr userData, IntPtr request);

    /// <summary>The functions of tally.h.</summary>
    internal static partial class Native
    {
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern uint tally_version();

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern IntPtr tally_version_text();

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern IntPtr tally_status_name(int status);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern IntPtr tally_status_message(int status);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_error_message([Out] byte[] buffer, UIntPtr capacity, out UIntPtr outLength);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern void tally_bytes_release(ref NativeBytes bytes);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_engine_open(IntPtr options, out IntPtr outEngine);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_engine_close(IntPtr engine, long timeout);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_engine_flush(IntPtr engine);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_engine_verify(IntPtr engine);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_engine_limit(IntPtr engine, int limit, long value, out long outOld);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_engine_backup(IntPtr engine, byte[] file, uint flags);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_engine_get_stats(IntPtr engine, uint flags, ref NativeStats outStats);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_engine_set_foreground(IntPtr engine, int foreground);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_engine_set_network(IntPtr engine, int available);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_engine_woke(IntPtr engine);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_file_recover(byte[] damaged, byte[] fresh, ref NativeRecovery outRecovery);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_file_vacuum(byte[] file);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_account_open(IntPtr engine, byte[] name, IntPtr options,
            out IntPtr outAccount);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_account_find(IntPtr engine, long id, out IntPtr outAccount);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern void tally_account_release(IntPtr account);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_account_list(IntPtr engine, uint flags, byte[] after, ref NativeRows rows);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_account_remove(IntPtr engine, byte[] name);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_account_set_credential(AccountHandle account, byte[] url, IntPtr credential);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_account_remove_credential(AccountHandle account, byte[] url);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_account_log_in(AccountHandle account);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_account_log_out(AccountHandle account);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_account_get(AccountHandle account, ref NativeAccountState outState,
            [Out] byte[] name, UIntPtr nameCapacity, out UIntPtr outNameLength);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_account_configure(AccountHandle account, IntPtr settings);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_account_get_settings(AccountHandle account, ref NativeRows rows);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_account_export(AccountHandle account, ref NativeBytes outBytes);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_account_import(IntPtr engine, byte[] name, byte[] bytes, UIntPtr size);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_account_hash(byte[] name, uint partitions, out uint outPartition);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_badge_set(AccountHandle account, byte[] path, long count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_badge_dot(AccountHandle account, byte[] path);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_badge_set_until(AccountHandle account, byte[] path, long count, long until);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_badge_dot_until(AccountHandle account, byte[] path, long until);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_badge_add(AccountHandle account, byte[] path, long delta);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_badge_clear(AccountHandle account, byte[] path);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_badge_clear_tree(AccountHandle account, byte[] path);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_badge_mute(AccountHandle account, byte[] path, int mode, long until);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_badge_snooze(AccountHandle account, byte[] path, long until);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_badge_flag(AccountHandle account, byte[] path, int on);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_badge_get(AccountHandle account, byte[] path, ref NativeBadge outBadge);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_badge_get_own(AccountHandle account, byte[] path, ref NativeBadgeOwn outOwn);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_badge_set_rule(AccountHandle account, byte[] path, IntPtr rule);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_badge_get_rule(AccountHandle account, byte[] path, uint flags,
            ref NativeBadgeRule outRule);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_link_add(AccountHandle account, byte[] path, byte[] under);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_link_remove(AccountHandle account, byte[] path, byte[] under);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_link_list(AccountHandle account, byte[] path, uint flags, byte[] after,
            ref NativeRows rows);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_engine_get_total(IntPtr engine, ref NativeBadge outBadge);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_engine_get_total_of_all(IntPtr engine, ref NativeBadge outBadge);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_badge_list(AccountHandle account, byte[] path, uint flags, byte[] after,
            ref NativeRows rows, out ulong outRevision);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_badge_changes(AccountHandle account, ulong since, ulong epoch,
            ref NativeRows rows, out ulong outRevision);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_badge_explain(AccountHandle account, byte[] path, uint flags, byte[] after,
            ref NativeRows rows);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_message_list(AccountHandle account, byte[] path, uint flags, byte[] after,
            ref NativeRows rows);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_message_list_from(AccountHandle account, byte[] path, uint flags, long key,
            byte[] after, ref NativeRows rows);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_message_first(AccountHandle account, byte[] path, uint flags, ulong most,
            ref NativeMessagePosition outPosition);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_message_get(AccountHandle account, long key, ref NativeRows rows);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_message_find(AccountHandle account, long feed, byte[] id,
            ref NativeRows rows);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_message_get_data(AccountHandle account, long key, ref NativeBytes outBytes);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_message_get_counts(AccountHandle account, byte[] path, uint flags,
            ref NativeMessageCounts outCounts);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_message_mark_read(AccountHandle account, long[] keys, UIntPtr count,
            out UIntPtr outChanged);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_message_mark_path_read(AccountHandle account, byte[] path, uint flags,
            out UIntPtr outChanged);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_message_mark_read_until(AccountHandle account, byte[] path, uint flags,
            long last, out UIntPtr outChanged);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_message_mark_unread(AccountHandle account, long[] keys, UIntPtr count,
            out UIntPtr outChanged);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_message_mark_seen(AccountHandle account, long[] keys, UIntPtr count,
            out UIntPtr outChanged);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_message_snooze(AccountHandle account, long key, long until);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_message_post(AccountHandle account, byte[] path, IntPtr options,
            out long outKey);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_message_remove(AccountHandle account, long[] keys, UIntPtr count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_message_withdraw(AccountHandle account, byte[] id);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_scope_open(IntPtr engine, out IntPtr outScope);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern void tally_scope_close(IntPtr scope);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_observe(ScopeHandle scope, AccountHandle account, byte[] path, uint flags,
            EventCallback callback, IntPtr userData, ReleaseCallback releaseUserData, out ulong outToken);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_observe_messages(ScopeHandle scope, AccountHandle account, byte[] path,
            uint flags, EventCallback callback, IntPtr userData, ReleaseCallback releaseUserData, out ulong outToken);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_observe_groups(ScopeHandle scope, AccountHandle account, uint flags,
            EventCallback callback, IntPtr userData, ReleaseCallback releaseUserData, out ulong outToken);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_observe_total(ScopeHandle scope, uint flags, EventCallback callback,
            IntPtr userData, ReleaseCallback releaseUserData, out ulong outToken);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_observe_feed(ScopeHandle scope, FeedHandle feed, uint flags,
            EventCallback callback, IntPtr userData, ReleaseCallback releaseUserData, out ulong outToken);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_observe_feeds(ScopeHandle scope, AccountHandle account, uint flags,
            EventCallback callback, IntPtr userData, ReleaseCallback releaseUserData, out ulong outToken);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_observe_reminders(ScopeHandle scope, AccountHandle account, uint flags,
            EventCallback callback, IntPtr userData, ReleaseCallback releaseUserData, out ulong outToken);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern void tally_unobserve(ScopeHandle scope, ulong token);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_view_begin(ScopeHandle scope, AccountHandle account, byte[] path, uint flags,
            out ulong outToken);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern void tally_view_end(ScopeHandle scope, ulong token);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_engine_next_event(IntPtr engine, long timeout, ref NativeEvent outEvent,
            [Out] byte[] text, UIntPtr textCapacity);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_engine_dispatch(IntPtr engine, UIntPtr limit, out UIntPtr outCount);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_engine_interrupt(IntPtr engine);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_engine_get_descriptor(IntPtr engine, out IntPtr outDescriptor);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_engine_set_notify(IntPtr engine, NotifyCallback notify, IntPtr userData,
            ReleaseCallback releaseUserData);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_engine_step(IntPtr engine);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_engine_get_timeout(IntPtr engine, out long outTimeout);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_feed_add(AccountHandle account, byte[] name, IntPtr options,
            out IntPtr outFeed);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_feed_find(AccountHandle account, byte[] name, out IntPtr outFeed);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_feed_find_by_id(AccountHandle account, long id, out IntPtr outFeed);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_feed_list(AccountHandle account, uint flags, byte[] after,
            ref NativeRows rows);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_feed_list_rejected(AccountHandle account, long feed, uint flags,
            byte[] after, ref NativeRows rows);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_drift_list(AccountHandle account, byte[] path, uint flags, byte[] after,
            ref NativeRows rows);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern void tally_feed_release(IntPtr feed);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_feed_remove(FeedHandle feed);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_feed_refresh(FeedHandle feed);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_feed_show_page(FeedHandle feed, uint page, ref NativePageInfo outInfo);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_feed_hide_page(FeedHandle feed, uint page);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_feed_cancel(FeedHandle feed);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_feed_pause(FeedHandle feed, int paused);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_feed_set_credential(FeedHandle feed, IntPtr credential);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_feed_remove_credential(FeedHandle feed);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_feed_refresh_now(FeedHandle feed, EventCallback callback, IntPtr userData,
            ReleaseCallback releaseUserData, out ulong outToken);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_feed_get(FeedHandle feed, ref NativeFeedState outState, [Out] byte[] title,
            UIntPtr titleCapacity, out UIntPtr outTitleLength);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_feed_deliver(FeedHandle feed, byte[] bytes, UIntPtr size);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_account_push(AccountHandle account, byte[] payload, UIntPtr size);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_feed_push(FeedHandle feed, byte[] payload, UIntPtr size);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_mapping_try(byte[] preset, byte[] mapping, byte[] body, UIntPtr size,
            ref NativeBytes outBytes);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_path_escape(byte[] name, [Out] byte[] buffer, UIntPtr capacity,
            out UIntPtr outLength);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_path_join(byte[] path, byte[] name, [Out] byte[] buffer, UIntPtr capacity,
            out UIntPtr outLength);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_path_parent(byte[] path, [Out] byte[] buffer, UIntPtr capacity,
            out UIntPtr outLength);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_path_component(byte[] path, UIntPtr index, [Out] byte[] buffer,
            UIntPtr capacity, out UIntPtr outLength);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_category_set(AccountHandle account, byte[] id, byte[] summary,
            byte[] hidden);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_category_remove(AccountHandle account, byte[] id);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_strings_set(AccountHandle account, byte[] key, byte[] language,
            IntPtr forms);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_strings_remove(AccountHandle account, byte[] key, byte[] language);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_strings_import(AccountHandle account, int kind, byte[] bytes, UIntPtr size,
            byte[] language, ref NativeImportReport outReport);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_group_list(AccountHandle account, byte[] language, uint flags, byte[] after,
            ref NativeRows rows);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_group_get(AccountHandle account, byte[] thread, byte[] language, uint flags,
            ref NativeRows rows);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_group_list_messages(AccountHandle account, byte[] thread, uint flags,
            byte[] after, ref NativeRows rows);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_group_mark_seen(AccountHandle account, byte[] thread);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_group_dismiss(AccountHandle account, byte[] thread, out UIntPtr outChanged);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_outbox_lease(AccountHandle account, long duration, ref NativeRows rows);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_outbox_ack(AccountHandle account, long id, byte[] response, UIntPtr size);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_outbox_fail(AccountHandle account, long id, long attempt, long retryAfter);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_outbox_list(AccountHandle account, uint flags, byte[] after,
            ref NativeRows rows);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_outbox_get_counts(AccountHandle account, ref NativeOutboxCounts outCounts);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_outbox_retry(AccountHandle account, long id, out UIntPtr outCount);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_outbox_retry_all(AccountHandle account, out UIntPtr outCount);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_outbox_remove(AccountHandle account, long id, out UIntPtr outCount);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_outbox_remove_failed(AccountHandle account, out UIntPtr outCount);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_reminder_put(AccountHandle account, byte[] id, IntPtr options);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_reminder_edit(AccountHandle account, byte[] id, IntPtr options);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_reminder_mark_done(AccountHandle account, byte[] id, uint outcome);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_reminder_mark_undone(AccountHandle account, byte[] id);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_reminder_remove(AccountHandle account, byte[] id);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_reminder_snooze(AccountHandle account, byte[] id, long until);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_reminder_acknowledge(AccountHandle account, byte[] id);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_reminder_list(AccountHandle account, uint flags, byte[] after,
            ref NativeRows rows);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_reminder_get(AccountHandle account, byte[] id, ref NativeRows rows);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_reminder_plan(AccountHandle account, IntPtr options, ref NativeRows rows,
            ref NativePlan outPlan);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_reminder_confirm_plan(AccountHandle account, ulong token);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_reminder_list_notes(AccountHandle account, uint flags, byte[] after,
            ref NativeRows rows);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_reminder_export(AccountHandle account, ref NativeBytes outBytes);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_reminder_import(AccountHandle account, byte[] bytes, UIntPtr size,
            ref NativeRows rows, ref NativeImportReport outReport);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_engine_set_zone(IntPtr engine, byte[] name);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_badge_digest(AccountHandle account, byte[] path, out ulong outDigest);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_badge_diff(AccountHandle from, byte[] fromPath, AccountHandle to,
            byte[] toPath, ref NativeBytes outBytes);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_snapshot_decode(byte[] bytes, UIntPtr size, out IntPtr outSnapshot);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_snapshot_take(AccountHandle account, byte[] path, out IntPtr outSnapshot);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern void tally_snapshot_release(IntPtr snapshot);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_snapshot_encode(SnapshotHandle snapshot, ref NativeBytes outBytes);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_snapshot_diff(SnapshotHandle from, SnapshotHandle to,
            ref NativeBytes outBytes);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_snapshot_list(SnapshotHandle snapshot, byte[] path, uint flags, byte[] after,
            ref NativeRows rows);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_patch_inverse(byte[] patch, UIntPtr size, ref NativeBytes outBytes);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_patch_list(byte[] patch, UIntPtr size, byte[] path, uint flags, byte[] after,
            ref NativeRows rows);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_badge_restore(AccountHandle account, byte[] path, SnapshotHandle snapshot);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_badge_apply(AccountHandle account, byte[] path, byte[] patch, UIntPtr size,
            uint flags);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_account_verify(AccountHandle account);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_node_resolve(AccountHandle account, byte[] path, out ulong outNode);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern void tally_node_release(AccountHandle account, ulong node);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_node_get_path(AccountHandle account, ulong node, [Out] byte[] buffer,
            UIntPtr capacity, out UIntPtr outLength);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_node_set(AccountHandle account, ulong node, long count);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_node_dot(AccountHandle account, ulong node);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_node_set_until(AccountHandle account, ulong node, long count, long until);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_node_dot_until(AccountHandle account, ulong node, long until);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_node_add(AccountHandle account, ulong node, long delta);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_node_clear(AccountHandle account, ulong node);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_node_clear_tree(AccountHandle account, ulong node);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_node_mute(AccountHandle account, ulong node, int mode, long until);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_node_get(AccountHandle account, ulong node, ref NativeBadge outBadge);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_badge_batch(AccountHandle account, [In, Out] NativeOperation[] operations,
            UIntPtr count, IntPtr options, out ulong outRevision);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_account_get_position(AccountHandle account, byte[] source,
            ref NativePosition outPosition);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_style_set(AccountHandle account, byte[] path, IntPtr style);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_style_get(AccountHandle account, byte[] path, ref NativeStyle outStyle,
            [Out] byte[] icon, UIntPtr iconCapacity, out UIntPtr outIconLength);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_badge_present(AccountHandle account, byte[] path,
            ref NativePresentation outPresentation, [Out] byte[] text, UIntPtr textCapacity,
            out UIntPtr outTextLength);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_present(IntPtr badge, IntPtr style, ref NativePresentation outPresentation,
            [Out] byte[] text, UIntPtr textCapacity, out UIntPtr outTextLength);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_widget_bind(ScopeHandle scope, AccountHandle account, byte[] path,
            IntPtr widget, IntPtr userData, ReleaseCallback releaseUserData, out ulong outToken);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_widget_refresh(ScopeHandle scope);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_engine_set_transport(IntPtr engine, TransportCallback callback,
            IntPtr userData, ReleaseCallback releaseUserData);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_transport_respond(IntPtr engine, long requestId, int status, byte[] headers,
            byte[] body, UIntPtr size);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_transport_progress(IntPtr engine, long requestId);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_engine_batch(IntPtr engine, [In, Out] NativeItem[] items, UIntPtr count,
            IntPtr options);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_engine_get_position(IntPtr engine, byte[] source,
            ref NativePosition outPosition);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_engine_export_account(IntPtr engine, byte[] name, ref NativeBytes outBytes);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_engine_export_source(IntPtr engine, byte[] source, ref NativeBytes outBytes);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int tally_engine_import(IntPtr engine, [In, Out] NativeImport[] imports, UIntPtr count,
            uint flags);
    }
}
