// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

using System;
using System.Runtime.InteropServices;

namespace Tally
{
    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeText
    {
        public uint offset;
        public uint length;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeRows
    {
        public uint struct_size;
        public uint entry_size;
        public IntPtr entries;
        public UIntPtr capacity;
        public IntPtr text;
        public UIntPtr text_capacity;
        public UIntPtr count;
        public UIntPtr text_size;
        public IntPtr next;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeBytes
    {
        public IntPtr data;
        public UIntPtr size;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeEngineOptions
    {
        public uint struct_size;
        public uint flags;
        public ulong seed;
        public long batch_id_time;
        public IntPtr file;
        public IntPtr ca_file;
        public IntPtr user_agent;
        public IntPtr zone;
        public IntPtr clock;
        public IntPtr clock_user_data;
        public IntPtr clock_release_user_data;
        public IntPtr log;
        public IntPtr log_user_data;
        public IntPtr log_release_user_data;
        public IntPtr zone_file;
        public IntPtr zone_user_data;
        public IntPtr zone_release_user_data;
        public IntPtr reserved_pointer;
        public int durability;
        public int log_level;
        public uint max_depth;
        public uint max_path_bytes;
        public uint max_nodes;
        public uint max_accounts;
        public uint max_loaded_accounts;
        public uint max_feeds;
        public uint max_observers;
        public uint max_response_bytes;
        public uint max_batch_ids;
        public uint max_requests;
        public uint max_requests_per_origin;
        public uint max_forgotten;
        public uint max_marks;
        public uint max_failed_rows;
        public uint max_rejected;
        public uint max_reminder_log;
        public uint max_cached_groups;
        public uint max_events;
        public uint max_completions;
        public uint max_links;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeStats
    {
        public uint struct_size;
        public uint accounts;
        public uint loaded_accounts;
        public uint feeds;
        public ulong account_loads;
        public ulong account_evictions;
        public ulong observers;
        public ulong events;
        public ulong nodes;
        public ulong node_bytes;
        public ulong unstored_badges;
        public long file_size;
        public long log_size;
        public ulong commits;
        public ulong committed_calls;
        public ulong longest_wait_us;
        public ulong longest_hold_us;
        public uint waiting_calls;
        public uint requests;
        public uint origin_requests;
        public uint drifts;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeRecovery
    {
        public uint struct_size;
        public uint flags;
        public ulong pages;
        public ulong damaged_pages;
        public ulong doubtful_rows;
        public ulong accounts_saved;
        public ulong accounts_lost;
        public ulong badges_saved;
        public ulong badges_lost;
        public ulong feeds_saved;
        public ulong feeds_lost;
        public ulong messages_saved;
        public ulong messages_lost;
        public ulong others_saved;
        public ulong others_lost;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeAccountOptions
    {
        public uint struct_size;
        public uint flags;
        public int aggregation;
        public int feeding;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeAccountEntry
    {
        public NativeText name;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeCredential
    {
        public uint struct_size;
        public uint flags;
        public int kind;
        public uint reserved;
        public IntPtr name;
        public IntPtr secret;
        public IntPtr format;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeAccountState
    {
        public uint struct_size;
        public int logged_in;
        public long id;
        public ulong revision;
        public ulong epoch;
        public int aggregation;
        public int feeding;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeAccountSettings
    {
        public uint struct_size;
        public uint flags;
        public int grouping;
        public int outbox;
        public int feeding;
        public uint outbox_kinds;
        public long outbox_request_timeout;
        public long outbox_idle_timeout;
        public IntPtr language;
        public IntPtr outbox_url;
        public IntPtr push_path;
        public IntPtr reserved_pointer;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeAccountSettingsEntry
    {
        public long outbox_request_timeout;
        public long outbox_idle_timeout;
        public int grouping;
        public int outbox;
        public int feeding;
        public uint outbox_kinds;
        public NativeText language;
        public NativeText outbox_url;
        public NativeText push_path;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeBadge
    {
        public ulong count;
        public ulong revision;
        public ulong highlights;
        public int kind;
        public uint flags;
        public int level;
        public uint reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeBadgeOwn
    {
        public uint struct_size;
        public int kind;
        public ulong count;
        public long until;
        public long mute_until;
        public int mute;
        public uint flags;
        public long snoozed_until;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeBadgeRule
    {
        public uint struct_size;
        public int feeding;
        public uint flags;
        public int counting;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeLink
    {
        public NativeText path;
        public NativeText under;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeBadgeEntry
    {
        public NativeText path;
        public NativeBadge badge;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeReason
    {
        public ulong contributed;
        public ulong fed_count;
        public ulong kept_count;
        public uint own_count;
        public uint flags;
        public long message;
        public NativeText path;
        public NativeText id;
        public ulong highlights;
        public int level;
        public uint reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeMessage
    {
        public long key;
        public long feed;
        public long time;
        public uint count;
        public int state;
        public NativeText id;
        public NativeText path;
        public NativeText kind;
        public NativeText title;
        public NativeText body;
        public NativeText thread;
        public NativeText category;
        public NativeText argument;
        public uint argument_count;
        public uint data_size;
        public NativeText link;
        public NativeText icon;
        public NativeText subtitle;
        public NativeText also;
        public int level;
        public uint reserved;
        public long snoozed_until;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeMessagePosition
    {
        public uint struct_size;
        public uint reserved;
        public long key;
        public long time;
        public ulong matching;
        public ulong newer;
        public ulong older;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeMessageCounts
    {
        public uint struct_size;
        public uint reserved;
        public ulong total;
        public ulong unread;
        public ulong unseen;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeMessageOptions
    {
        public uint struct_size;
        public uint flags;
        public long time;
        public uint count;
        public uint argument_count;
        public IntPtr id;
        public IntPtr title;
        public IntPtr body;
        public IntPtr kind;
        public IntPtr thread;
        public IntPtr category;
        public IntPtr argument;
        public IntPtr link;
        public IntPtr icon;
        public IntPtr subtitle;
        public IntPtr data;
        public UIntPtr data_length;
        public IntPtr also;
        public IntPtr reserved_pointer;
        public int level;
        public uint reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeEvent
    {
        public uint struct_size;
        public int kind;
        public ulong token;
        public long account;
        public long feed;
        public long reminder;
        public ulong count;
        public ulong revision;
        public int badge_kind;
        public int result;
        public long retry_after;
        public long next_time;
        public uint added;
        public uint changed;
        public uint removed;
        public uint rejected;
        public uint text_length;
        public int missed;
        public ulong total;
        public ulong unread;
        public ulong unseen;
        public int http_status;
        public int level;
        public ulong highlights;
        public ulong total_highlights;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeFeedOptions
    {
        public uint struct_size;
        public uint flags;
        public long initial_delay;
        public long interval;
        public long visible_interval;
        public long request_timeout;
        public long idle_timeout;
        public long tolerance;
        public long away_time;
        public long max_age;
        public long max_messages;
        public uint page_limit;
        public int polling;
        public IntPtr url;
        public IntPtr prefix;
        public IntPtr mapping_preset;
        public IntPtr mapping;
        public IntPtr title;
        public IntPtr reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeFeedEntry
    {
        public long id;
        public long last_success;
        public ulong rejected;
        public long initial_delay;
        public long interval;
        public long visible_interval;
        public long request_timeout;
        public long idle_timeout;
        public long tolerance;
        public long away_time;
        public long max_age;
        public long max_messages;
        public uint page_limit;
        public uint options;
        public uint flags;
        public uint reserved;
        public NativeText name;
        public NativeText url;
        public NativeText prefix;
        public NativeText title;
        public NativeText mapping_preset;
        public NativeText mapping;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeRejected
    {
        public long id;
        public long time;
        public NativeText reason;
        public NativeText body;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeDrift
    {
        public ulong ours;
        public ulong theirs;
        public long feed;
        public NativeText path;
        public ulong our_highlights;
        public ulong their_highlights;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativePageInfo
    {
        public uint struct_size;
        public uint first;
        public long away_time;
        public uint requested;
        public uint reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeFeedState
    {
        public uint struct_size;
        public int result;
        public long id;
        public long last_success;
        public long next_time;
        public ulong requests;
        public ulong not_modified;
        public ulong failures;
        public uint in_flight;
        public uint failures_in_a_row;
        public int http_status;
        public uint reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeForms
    {
        public uint struct_size;
        public uint flags;
        public IntPtr zero;
        public IntPtr one;
        public IntPtr two;
        public IntPtr few;
        public IntPtr many;
        public IntPtr other;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeImportReport
    {
        public uint struct_size;
        public uint reserved;
        public ulong taken;
        public ulong skipped;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeGroup
    {
        public long newest;
        public long oldest;
        public ulong items;
        public ulong notifications;
        public ulong fresh;
        public long time;
        public int origin;
        public NativeText thread;
        public NativeText path;
        public NativeText title;
        public NativeText summary;
        public NativeText language;
        public uint reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeOutboxEntry
    {
        public long id;
        public long feed;
        public long attempt;
        public long next_time;
        public long lease_end;
        public int kind;
        public int state;
        public NativeText key;
        public NativeText entity;
        public NativeText body;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeOutboxCounts
    {
        public uint struct_size;
        public uint reserved;
        public ulong total;
        public ulong leased;
        public ulong failed;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeReminderOptions
    {
        public uint struct_size;
        public uint fields;
        public IntPtr title;
        public IntPtr body;
        public IntPtr path;
        public IntPtr zone;
        public int produced;
        public int shelf_life;
        public int shelf_unit;
        public int time_of_day;
        public int smart;
        public int repeat_unit;
        public int repeat_every;
        public int end;
        public int start;
        public int overdue_unit;
        public int overdue_every;
        public int overdue_limit;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeReminder
    {
        public long key;
        public long next_time;
        public long due_time;
        public long expires;
        public long stamp;
        public uint revision;
        public int state;
        public int expiry;
        public int span;
        public int days_left;
        public int is_smart;
        public int produced;
        public int shelf_life;
        public int shelf_unit;
        public int time_of_day;
        public int entered;
        public int smart;
        public int repeat_unit;
        public int repeat_every;
        public int start;
        public int end;
        public int overdue_unit;
        public int overdue_every;
        public int overdue_limit;
        public NativeText id;
        public NativeText title;
        public NativeText body;
        public NativeText path;
        public NativeText zone;
        public int reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativePlanOptions
    {
        public uint struct_size;
        public uint flags;
        public uint limit;
        public uint reserve;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativePlanEntry
    {
        public long id;
        public long time;
        public long occurrence;
        public uint revision;
        public int action;
        public NativeText reminder;
        public NativeText title;
        public NativeText body;
        public NativeText path;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativePlan
    {
        public uint struct_size;
        public uint planned;
        public ulong left_out;
        public long reach;
        public ulong token;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeReminderNote
    {
        public long id;
        public long time;
        public long occurrence_time;
        public uint revision;
        public int kind;
        public NativeText reminder;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeSkippedEntry
    {
        public long line;
        public NativeText uid;
        public NativeText reason;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeSnapshotEntry
    {
        public NativeText path;
        public ulong count;
        public long until;
        public long mute_until;
        public int kind;
        public int mute;
        public long snoozed_until;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativePatchEntry
    {
        public NativeText path;
        public ulong before_count;
        public long before_until;
        public long before_mute_until;
        public int before_kind;
        public int before_mute;
        public ulong after_count;
        public long after_until;
        public long after_mute_until;
        public int after_kind;
        public int after_mute;
        public long before_snoozed_until;
        public long after_snoozed_until;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeOperation
    {
        public int kind;
        public int status;
        public uint flags;
        public int badge_kind;
        public ulong node;
        public long value;
        public long until;
        public ulong count;
        public IntPtr path;
        public IntPtr id;
        public long key;
        public ulong changed;
        public IntPtr message;
        public IntPtr reminder;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeBatchOptions
    {
        public uint struct_size;
        public uint flags;
        public uint operation_size;
        public uint reserved;
        public ulong epoch;
        public ulong position;
        public IntPtr source;
        public IntPtr id;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativePosition
    {
        public uint struct_size;
        public uint reserved;
        public ulong epoch;
        public ulong position;
        public long time;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeStyle
    {
        public uint struct_size;
        public uint fields;
        public float dot_radius;
        public float offset_x;
        public float offset_y;
        public float font_size;
        public int font_weight;
        public uint text_color;
        public uint background_color;
        public int overflow;
        public ulong max_count;
        public IntPtr icon;
        public IntPtr reserved;
        public uint highlight_color;
        public uint reserved_2;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativePresentation
    {
        public uint struct_size;
        public int kind;
        public ulong count;
        public float dot_radius;
        public float offset_x;
        public float offset_y;
        public float font_size;
        public int font_weight;
        public uint text_color;
        public uint background_color;
        public int overflow;
        public ulong max_count;
        public int highlighted;
        public uint reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeWidget
    {
        public uint struct_size;
        public uint flags;
        public IntPtr show_dot;
        public IntPtr show_number;
        public IntPtr show_icon;
        public IntPtr hide;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeRequest
    {
        public uint struct_size;
        public int kind;
        public long id;
        public ulong max_size;
        public long request_timeout;
        public long idle_timeout;
        public IntPtr method;
        public IntPtr url;
        public IntPtr headers;
        public UIntPtr headers_size;
        public IntPtr body;
        public UIntPtr body_size;
        public uint flags;
        public uint reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeItem
    {
        public IntPtr account;
        public IntPtr id;
        public long time;
        public IntPtr operations;
        public UIntPtr count;
        public int status;
        public uint flags;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeEngineBatchOptions
    {
        public uint struct_size;
        public uint flags;
        public uint item_size;
        public uint operation_size;
        public int aggregation;
        public int feeding;
        public ulong epoch;
        public ulong position;
        public IntPtr source;
        public IntPtr reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeImport
    {
        public IntPtr account;
        public IntPtr bytes;
        public UIntPtr size;
        public int status;
        public uint flags;
        public IntPtr reserved0, reserved1;
    }
}
