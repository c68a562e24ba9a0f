# frozen_string_literal: true

# Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

module Tally
  class Engine
    # Opens an engine: reads or creates the file, and starts the loop.
    #
    # file:: path of the database, created if it does not exist. nil: in memory only
    # host_driven:: the library has no thread of its own: the host calls `Engine#step`
    # set_aside:: renames a damaged file and begins a new one: see `Tally.open`
    # logged_out:: for tools: see `Account#log_in`
    # seed:: for tests: the seed of everything random. nil: the system's
    # batch_id_time:: how long the id of a batch is remembered: from 1,000 ms. Default 86,400,000 ms, a day
    # ca_file:: certificate authorities in PEM form, read when needed. nil: the system's
    # user_agent:: without control characters. nil: "tally/" and the version
    # zone:: the name of the device's zone. nil: TZ, or /etc/localtime
    # clock:: for tests: returns two clocks in milliseconds; nil: the system's clocks
    # log:: takes a level and a text; nil: nothing is logged
    # zone_file:: returns a zone's TZif file by its name, or nil; nil: the system's zones
    # log_level:: the least important level to report. Default LOG_WARNING
    # max_depth:: components of a path, root not counted: 1 to 1,024. Default 64
    # max_path_bytes:: bytes of a path, with `root`: 4 to 65,535. Default 4,096
    # max_nodes:: nodes of one account, with the root: 1 to 1,073,741,824. Default 16,777,216
    # max_accounts:: open accounts: 1 to 16,777,216. Default 1,024. See docs/concepts/accounts.md
    # max_loaded_accounts:: accounts in memory: 1 to 16,777,216. NO_LIMIT: all. See "Accounts"
    # max_feeds:: feeds of all open accounts: 1 to 1,000,000. Default 100,000
    # max_observers:: observers, views and widgets: 1 to 16,777,216. Default 1,048,576
    # max_response_bytes:: the limit for all pages of a response: 1 to 1,073,741,824. Default 8 MiB
    # max_batch_ids:: ids of batches kept for an account: 1 to 1,073,741,824. Default 10,000
    # max_requests:: requests of feeds in flight, a socket each: 1 to 65,535. Default 256
    # max_requests_per_origin:: the same to one origin (scheme, host, port): 1 to 65,535. Default 6
    # max_forgotten:: removed messages of one feed to remember: 1 to 1,073,741,824. Default 4,096
    # max_marks:: read positions of one feed: 1 to 1,073,741,824. Default 10,000
    # max_failed_rows:: failed outbox rows, in all accounts: 1 to 1,073,741,824. Default 10,000
    # max_rejected:: rejected items of one feed: 1 to 1,073,741,824. Default 100
    # max_reminder_log:: log entries of one account's reminders: 1 to 1,073,741,824. Default 10,000
    # max_cached_groups:: groups of an account with summaries in memory: 1 to 16,777,216. Default 65,536
    # max_events:: pending events, see "Watching": 1 to 16,777,216. Default 1,048,576
    # max_completions:: calls of `Feed#refresh_now`, see there: 1 to 16,777,216. Default 65,536
    # max_links:: links of one account: 1 to 1,073,741,824. Default 65,536
    #
    # One engine has a file open at a time. Other programs may read it while no engine has it open, and copies always.
    # Only this library may write it. A rejected file is left untouched. docs/concepts/durability.md has all rules.
    # While the file or its log is missing, renamed or replaced, every write fails with IOError.
    #
    # `set_aside` compares the checksum of every page. If one is wrong in two reads, the file and its log are renamed
    # to `<file>.damaged`, or `<file>.damaged-2` and so on. `Error#message` says what was wrong, and the new name.
    # Files without checksums, truncated files and damaged logs are never renamed.
    #
    # Only host-driven engines take clock, log and zone_file, because otherwise the library calls them from a thread
    # of its own. None of them may call the library.
    #
    # Raises RangeError, IOError, FullError, LockedError (names the engine's process), CorruptError, NotAStoreError,
    # NewerError, ReadOnlyError, PermissionError.
    # Cost: O(messages with further paths): an account is read when it is opened; with SET_ASIDE O(size of the file).
    def initialize(path = nil, file: path, host_driven: false, set_aside: false, logged_out: false, seed: nil,
                   batch_id_time: nil, ca_file: nil, user_agent: nil, zone: nil, clock: nil, log: nil,
                   zone_file: nil, durability: nil, log_level: nil, max_depth: nil, max_path_bytes: nil,
                   max_nodes: nil, max_accounts: nil, max_loaded_accounts: nil, max_feeds: nil, max_observers: nil,
                   max_response_bytes: nil, max_batch_ids: nil, max_requests: nil, max_requests_per_origin: nil,
                   max_forgotten: nil, max_marks: nil, max_failed_rows: nil, max_rejected: nil,
                   max_reminder_log: nil, max_cached_groups: nil, max_events: nil, max_completions: nil,
                   max_links: nil, flags: 0)
      flags |= Values.flag(host_driven, ENGINE_HOST_DRIVEN) | Values.flag(set_aside, ENGINE_SET_ASIDE) |
               Values.flag(logged_out, ENGINE_LOGGED_OUT)
      options = { file: file&.to_s, seed: seed, batch_id_time: batch_id_time, ca_file: ca_file.to_s,
                  user_agent: user_agent, zone: zone, durability: Values.constant(durability, :DURABILITY_),
                  log_level: Values.constant(log_level, :LOG_), max_depth: max_depth, max_path_bytes: max_path_bytes,
                  max_nodes: max_nodes, max_accounts: max_accounts, max_loaded_accounts: max_loaded_accounts,
                  max_feeds: max_feeds, max_observers: max_observers, max_response_bytes: max_response_bytes,
                  max_batch_ids: max_batch_ids, max_requests: max_requests,
                  max_requests_per_origin: max_requests_per_origin, max_forgotten: max_forgotten,
                  max_marks: max_marks, max_failed_rows: max_failed_rows, max_rejected: max_rejected,
                  max_reminder_log: max_reminder_log, max_cached_groups: max_cached_groups, max_events: max_events,
                  max_completions: max_completions, max_links: max_links }
      start(options, flags, clock: clock, log: log, zone_file: zone_file)
    end

    # Waits until everything that was applied before the call is on the disk.
    #
    # Raises IOError, FullError (nothing is lost: the changes stay in memory and are tried again).
    def flush
      call(:engine_flush)
      nil
    end

    # Checks the whole file: the checksum of every page, the order of pages and indexes, every row and its references.
    #
    # Then it compares the badges in memory with the file. Without a file it checks memory alone. Up to a hundred
    # problems go to the log (LOG_ERROR), each with its page, or its table and row. The message has the first. Badges
    # can be used, except while their account is compared.
    #
    # Raises CorruptError (the engine goes on with what can be read), InternalError (only memory is wrong), IOError
    # (unreadable, but perhaps sound), FullError.
    # Cost: O(size of the file).
    def verify
      call(:engine_verify)
      nil
    end

    # Reads or changes a limit while the engine is open.
    #
    # value:: the new value, in the range of the option; or LIMIT_KEEP, which changes nothing
    #
    # A lower limit removes nothing: until enough is gone, what exceeds it stays, and more is rejected. Tables from
    # which old rows leave, such as the ids of batches, are cut when the next row arrives. Accounts in memory beyond
    # it leave as soon as nothing needs them. A call that is working on an account keeps the former limit of its
    # nodes. The limits of paths cannot change because accounts and feeds in memory have room for the longest path. An
    # engine that was opened without max_loaded_accounts, or has no file, keeps all accounts in memory.
    #
    # Returns the value before the call.
    # Raises ArgumentError (also: an unknown limit), RangeError, UnsupportedError (the limit cannot change).
    # Cost: O(1); O(accounts in memory) for NODES and LOADED_ACCOUNTS, O(servers of feeds) for requests.
    def limit(limit, value = -1)
      call(:engine_limit, Values.constant(limit, :LIMIT_), value).first
    end

    # Copies the engine's file while the engine is in use.
    #
    # replace:: replaces an existing file
    #
    # The copy is on the disk when the call returns, with the original's epoch and permissions. It holds everything
    # applied before the call, and a prefix of what is applied during it. It is complete or absent: the call writes
    # `<file>-partial`, replaces that of an interrupted backup, and renames it at the end.
    #
    # Changes of badges do not wait. A durable call waits for one megabyte at most.
    #
    # Raises ExistsError (without `replace`, or it is no regular file), LockedError (open in an engine), ConflictError
    # (not closed: its log lies beside it), ArgumentError (the engine's own files), UnsupportedError (the engine has
    # no file), ClosedError (also: closed during the call), CorruptError, IOError, FullError, ReadOnlyError,
    # PermissionError.
    # Cost: O(size of the file).
    def backup(file, replace: false)
      call(:engine_backup, file.to_s, Values.flag(replace, BACKUP_REPLACE))
      nil
    end

    # Reads numbers about the engine, except of accounts on which a long call is working.
    #
    # reset:: longest_wait_us and longest_hold_us begin again
    #
    # Cost: O(feeds, and accounts in memory).
    def stats(reset: false)
      call(:engine_get_stats, Values.flag(reset, STATS_RESET)).first
    end

    # Tells all feeds, also later ones, whether the application is in the foreground; at first it is.
    #
    # In the background, pages are not seen (`Feed#page_shown`), and timers of feeds with `stops_in_background` do not
    # poll. Coming to the foreground with a page shown counts as a return to that page.
    #
    # Cost: O(feeds).
    def foreground=(foreground)
      call(:engine_set_foreground, foreground)
      nil
    end

    # Tells all feeds, also later ones, whether there is a network (1: it is back, or another one); at first there is.
    #
    # When it is back, a feed that waits after a failure polls immediately. If that fails too, this happens again only
    # after a regular attempt, or after the network was lost.
    #
    # Cost: O(feeds).
    def network=(available)
      call(:engine_set_network, available)
      nil
    end

    # Tells all feeds that the machine was asleep and is awake, as if the network were back.
    #
    # Failures within 10 s from now do not count, and are tried again 2, 5 and 10 s from now. Work that became due
    # during sleep is done once, also without this call.
    #
    # Cost: O(feeds).
    def woke
      call(:engine_woke)
      nil
    end

    # Finds an open account by its identifier, as events have it.
    #
    # id:: that of AccountState
    #
    # Raises NotFoundError (no open account has it), IOError, CorruptError.
    # Cost: O(log accounts).
    def find_account(id)
      Library.whole { Account.new(self, nil, call(:account_find, id).first) }
    end

    # Lists the stored accounts, open or not, sorted by the bytes of their names.
    #
    # Raises IOError, CorruptError.
    # Cost: O(rows).
    def accounts
      Pages.new { |after, limit| account_page(after, limit) }
    end

    # Returns a page of `accounts`.
    #
    # after:: the `next` of the page before; nil: the first page
    # limit:: the largest number of rows
    #
    # Raises IOError, CorruptError.
    # Cost: O(rows).
    def account_page(after = nil, limit = 1000)
      call(:account_list, 0, after, limit).first.map!(&:name)
    end

    # Removes an account and everything stored for it.
    #
    # The removal is on the disk when the call returns. An open account is logged out, and its pending completions get
    # CancelledError. Its observers are notified that their paths show nothing, and are never called again. Its
    # handles fail with NotFoundError and must still be released. A later account of this name has another identifier.
    # If it is in memory, calls about other accounts wait meanwhile.
    #
    # Raises NotFoundError, IOError, FullError.
    # Cost: O(stored data of the account).
    def remove_account(name)
      call(:account_remove, name)
      nil
    end

    # Creates an account, which must not exist, from exported bytes.
    #
    # The account is on the disk when the call returns, and is not open. Its identifiers, and those of its feeds and
    # messages, are new; `Engine#import` keeps those of messages. Feeds continue from their cursors when they are
    # added. The bytes may come from anywhere: all are checked.
    #
    # Raises ExistsError, MalformedError, PathError, LimitError (of this engine), IOError, FullError, CorruptError.
    # Cost: O(size).
    def import_account(name, bytes)
      call(:account_import, name, bytes)
      nil
    end

    # Reads the total of all accounts that are logged in: what an application's icon shows.
    #
    # A mute of `root` holds back what the account adds. Flags are 0. The revision counts the changes of the total
    # since the engine was opened.
    def total
      call(:engine_get_total).first
    end

    # Reads the total of all stored accounts, logged in or not, open or not. Flags and revision are 0. The part of
    # each account is of its own moment.
    #
    # Raises LimitError (max_accounts), IOError, CorruptError.
    # Cost: O(stored accounts, and the badges of those that are not in memory).
    def total_of_all
      call(:engine_get_total_of_all).first
    end

    # Sets the device's zone, and plans the reminders that follow it again.
    #
    # name:: nil: that of the options or the system
    #
    # Raises NotFoundError, TooLargeError.
    def zone=(name)
      call(:engine_set_zone, name)
      nil
    end

    # Reads how far a source was applied by `Engine#batch`.
    #
    # Raises NotFoundError (no batch of this source was applied), IOError, CorruptError.
    def position(source)
      call(:engine_get_position, source).first
    end

    # Returns everything that is stored for an account, so that `Engine#import` can put it in the same place.
    #
    # name:: the account's, which need not be open
    #
    # The bytes are those of `Account#export_account`, with the keys of the account's messages and its epoch.
    #
    # Raises NotFoundError, LimitError, IOError, CorruptError.
    # Cost: O(stored data of the account).
    def export_account(name)
      call(:engine_export_account, name).first
    end

    # Returns how far a source was applied, and the ids that it remembers, for `Engine#import`.
    #
    # Raises NotFoundError (no batch of this source was applied), IOError, CorruptError.
    # Cost: O(remembered ids).
    def export_source(source)
      call(:engine_export_source, source).first
    end
  end
end
