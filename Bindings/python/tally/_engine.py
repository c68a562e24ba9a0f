"""Generated from include/tally.h by Bindings/tools/generate.py: not to be edited."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Callable, Iterator, Optional, Tuple

from . import _calls as call
from . import _declarations as declarations
from ._callbacks import Log
from ._options import account_options
from ._receivers import Counted, names_of
from ._values import Duration, Path, duration, pages
from .types import Aggregation, Badge, Durability, Feeding, Limit, LogLevel, Page, Position, Stats

if TYPE_CHECKING:
    from .account import Account


class EngineMethods(Counted):
    """The methods of Engine that follow from the header."""

    _kind = "engine"

    def __init__(self, file: Optional[Path] = None, *, host_driven: bool = False, set_aside: bool = False,
                 logged_out: bool = False, seed: Optional[int] = None, batch_id_time: Duration = None,
                 ca_file: Optional[Path] = None, user_agent: Optional[str] = None, zone: Optional[str] = None,
                 clock: Optional[Callable[[], Tuple[int, int]]] = None, log: Optional[Log] = None,
                 zone_file: Optional[Callable[[str], Optional[bytes]]] = None,
                 durability: Optional[Durability] = None, log_level: Optional[LogLevel] = None,
                 max_depth: Optional[int] = None, max_path_bytes: Optional[int] = None,
                 max_nodes: Optional[int] = None, max_accounts: Optional[int] = None,
                 max_loaded_accounts: Optional[int] = None, max_feeds: Optional[int] = None,
                 max_observers: Optional[int] = None, max_response_bytes: Optional[int] = None,
                 max_batch_ids: Optional[int] = None, max_requests: Optional[int] = None,
                 max_requests_per_origin: Optional[int] = None, max_forgotten: Optional[int] = None,
                 max_marks: Optional[int] = None, max_failed_rows: Optional[int] = None,
                 max_rejected: Optional[int] = None, max_reminder_log: Optional[int] = None,
                 max_cached_groups: Optional[int] = None, max_events: Optional[int] = None,
                 max_completions: Optional[int] = None, max_links: Optional[int] = None) -> None:
        """Opens an engine: reads or creates the file, and starts the loop.

        file: path of the database, created if it does not exist. None: in memory only
        host_driven: the library has no thread of its own: the host calls `Engine.step`
        set_aside: renames a damaged file and begins a new one: see `Engine`
        logged_out: for tools: see `Account.log_in`
        seed: for tests: the seed of everything random. None: the system's
        batch_id_time: how long the id of a batch is remembered: from 1,000 ms. Default 86,400,000 ms, a day
        ca_file: certificate authorities in PEM form, read when needed. None: the system's
        user_agent: without control characters. None: "tally/" and the version
        zone: the name of the device's zone. None: TZ, or /etc/localtime
        clock: for tests: a function that returns two clocks in milliseconds, (wall, elapsed); None: the system's clocks
        log: a logging.Logger, or a function of a LogLevel and a text; None: nothing is logged
        zone_file: a function that returns the bytes of a zone's TZif file by its name, or None; None: the system's
            zones
        log_level: the least important level to report. Default LogLevel.WARNING
        max_depth: components of a path, root not counted: 1 to 1,024. Default 64
        max_path_bytes: bytes of a path, with `root`: 4 to 65,535. Default 4,096
        max_nodes: nodes of one account, with the root: 1 to 1,073,741,824. Default 16,777,216
        max_accounts: open accounts: 1 to 16,777,216. Default 1,024. See docs/concepts/accounts.md
        max_loaded_accounts: accounts in memory: 1 to 16,777,216. NO_LIMIT: all. See "Accounts"
        max_feeds: feeds of all open accounts: 1 to 1,000,000. Default 100,000
        max_observers: observers, views and widgets: 1 to 16,777,216. Default 1,048,576
        max_response_bytes: the limit for all pages of a response: 1 to 1,073,741,824. Default 8 MiB
        max_batch_ids: ids of batches kept for an account: 1 to 1,073,741,824. Default 10,000
        max_requests: requests of feeds in flight, a socket each: 1 to 65,535. Default 256
        max_requests_per_origin: the same to one origin (scheme, host, port): 1 to 65,535. Default 6
        max_forgotten: removed messages of one feed to remember: 1 to 1,073,741,824. Default 4,096
        max_marks: read positions of one feed: 1 to 1,073,741,824. Default 10,000
        max_failed_rows: failed outbox rows, in all accounts: 1 to 1,073,741,824. Default 10,000
        max_rejected: rejected items of one feed: 1 to 1,073,741,824. Default 100
        max_reminder_log: log entries of one account's reminders: 1 to 1,073,741,824. Default 10,000
        max_cached_groups: groups of an account with summaries in memory: 1 to 16,777,216. Default 65,536
        max_events: pending events, see "Watching": 1 to 16,777,216. Default 1,048,576
        max_completions: calls of `Feed.refresh_now`, see there: 1 to 16,777,216. Default 65,536
        max_links: links of one account: 1 to 1,073,741,824. Default 65,536

        One engine has a file open at a time. Other programs may read it while no engine has it open, and copies always.
        Only this library may write it. A rejected file is left untouched. docs/concepts/durability.md has all rules.
        While the file or its log is missing, renamed or replaced, every write fails with IOError.

        `set_aside` compares the checksum of every page. If one is wrong in two reads, the file and its log are renamed
        to `<file>.damaged`, or `<file>.damaged-2` and so on. `TallyError.message` says what was wrong, and the new
        name. Files without checksums, truncated files and damaged logs are never renamed.

        The engine is closed by `close`, at the end of a `with`, or when it has no references left. clock, zone_file and
        log are called on any thread. clock and zone_file are called with locks held, and must not call the library; log
        must not close the engine.

        Raises RangeError, IOError, FullError, LockedError (names the engine's process), CorruptError, NotAStoreError,
        NewerError, ReadOnlyError, PermissionError.
        Cost: O(messages with further paths): an account is read when it is opened; with Status.SET_ASIDE O(size of the
        file).
        """
        flags = (
            declarations.TALLY_ENGINE_HOST_DRIVEN * host_driven | declarations.TALLY_ENGINE_SET_ASIDE * set_aside
            | declarations.TALLY_ENGINE_LOGGED_OUT * logged_out)
        self._start(
            file=os.fsencode(file) if file is not None else None, seed=seed, batch_id_time=duration(batch_id_time),
            ca_file=os.fsencode(ca_file) if ca_file is not None else None, user_agent=user_agent, zone=zone,
            durability=durability, log_level=log_level, max_depth=max_depth, max_path_bytes=max_path_bytes,
            max_nodes=max_nodes, max_accounts=max_accounts, max_loaded_accounts=max_loaded_accounts,
            max_feeds=max_feeds, max_observers=max_observers, max_response_bytes=max_response_bytes,
            max_batch_ids=max_batch_ids, max_requests=max_requests, max_requests_per_origin=max_requests_per_origin,
            max_forgotten=max_forgotten, max_marks=max_marks, max_failed_rows=max_failed_rows,
            max_rejected=max_rejected, max_reminder_log=max_reminder_log, max_cached_groups=max_cached_groups,
            max_events=max_events, max_completions=max_completions, max_links=max_links,
            flags=flags, clock=clock, log=log, zone_file=zone_file)

    def flush(self) -> None:
        """Waits until everything that was applied before the call is on the disk.

        Raises IOError, FullError (nothing is lost: the changes stay in memory and are tried again).
        """
        self._call(call.engine_flush)

    def verify(self) -> None:
        """Checks the whole file: the checksum of every page, the order of pages and indexes, every row and its
        references.

        Then it compares the badges in memory with the file. Without a file it checks memory alone. Up to a hundred
        problems go to the log (LogLevel.ERROR), each with its page, or its table and row. The message has the first.
        Badges can be used, except while their account is compared.

        Raises CorruptError (the engine goes on with what can be read), InternalError (only memory is wrong), IOError
        (unreadable, but perhaps sound), FullError.
        Cost: O(size of the file).
        """
        self._call(call.engine_verify)

    def limit(self, limit: Limit, value: int = -1) -> int:
        """Reads or changes a limit while the engine is open.

        value: the new value, in the range of the option; or LIMIT_KEEP, which changes nothing

        A lower limit removes nothing: until enough is gone, what exceeds it stays, and more is rejected. Tables from
        which old rows leave, such as the ids of batches, are cut when the next row arrives. Accounts in memory beyond
        it leave as soon as nothing needs them. A call that is working on an account keeps the former limit of its
        nodes. The limits of paths cannot change because accounts and feeds in memory have room for the longest path. An
        engine that was opened without max_loaded_accounts, or has no file, keeps all accounts in memory.

        Returns the value before the call.
        Raises ArgumentError (also: an unknown limit), RangeError, UnsupportedError (the limit cannot change).
        Cost: O(1); O(accounts in memory) for NODES and LOADED_ACCOUNTS, O(servers of feeds) for requests.
        """
        return self._call(call.engine_limit, limit, value)[1]

    def backup(self, file: Path, *, replace: bool = False) -> None:
        """Copies the engine's file while the engine is in use.

        replace: replaces an existing file

        The copy is on the disk when the call returns, with the original's epoch and permissions. It holds everything
        applied before the call, and a prefix of what is applied during it. It is complete or absent: the call writes
        `<file>-partial`, replaces that of an interrupted backup, and renames it at the end.

        Changes of badges do not wait. A durable call waits for one megabyte at most.

        Raises ExistsError (without `replace`, or it is no regular file), LockedError (open in an engine), ConflictError
        (not closed: its log lies beside it), ArgumentError (the engine's own files), UnsupportedError (the engine has
        no file), ClosedError (also: closed during the call), CorruptError, IOError, FullError, ReadOnlyError,
        PermissionError.
        Cost: O(size of the file).
        """
        self._call(call.engine_backup, os.fsencode(file), declarations.TALLY_BACKUP_REPLACE * replace)

    def stats(self, *, reset: bool = False) -> Stats:
        """Reads numbers about the engine, except of accounts on which a long call is working.

        reset: longest_wait_us and longest_hold_us begin again

        Cost: O(feeds, and accounts in memory).
        """
        return self._call(call.engine_get_stats, declarations.TALLY_STATS_RESET * reset)[1]

    def set_foreground(self, foreground: bool) -> None:
        """Tells all feeds, also later ones, whether the application is in the foreground; at first it is.

        In the background, pages are not seen (`Feed.page_shown`), and timers of feeds with `stops_in_background` do not
        poll. Coming to the foreground with a page shown counts as a return to that page.

        Cost: O(feeds).
        """
        self._call(call.engine_set_foreground, bool(foreground))

    def set_network(self, available: bool) -> None:
        """Tells all feeds, also later ones, whether there is a network (1: it is back, or another one); at first there
        is.

        When it is back, a feed that waits after a failure polls immediately. If that fails too, this happens again only
        after a regular attempt, or after the network was lost.

        Cost: O(feeds).
        """
        self._call(call.engine_set_network, bool(available))

    def woke(self) -> None:
        """Tells all feeds that the machine was asleep and is awake, as if the network were back.

        Failures within 10 s from now do not count, and are tried again 2, 5 and 10 s from now. Work that became due
        during sleep is done once, also without this call.

        Cost: O(feeds).
        """
        self._call(call.engine_woke)

    def account(self, name: str, *, existing: bool = False, aggregation: Optional[Aggregation] = None,
                feeding: Optional[Feeding] = None) -> Account:
        """Opens an account, and creates it if it does not exist.

        existing: fails with NotFoundError instead of creating the account

        Raises LimitError, ConflictError (another aggregation or feeding is stored; `Account.configure` changes the
        feeding), NotFoundError (with `existing`), IOError, FullError, CorruptError.
        Cost: O(stored data of the account) the first time; O(1) with max_loaded_accounts.
        """
        return self._opened(
            name, self._call(call.account_open, name, account_options(existing=existing, aggregation=aggregation,
            feeding=feeding))[1])

    def find_account(self, id: int) -> Account:
        """Finds an open account by its identifier, as events have it.

        id: that of AccountState

        Raises NotFoundError (no open account has it), IOError, CorruptError.
        Cost: O(log accounts).
        """
        return self._found(self._call(call.account_find, id)[1])

    def accounts(self) -> Iterator[str]:
        """Lists the stored accounts, open or not, sorted by the bytes of their names.

        Raises IOError, CorruptError.
        Cost: O(rows).
        """
        return pages(self.account_page)

    def account_page(self, after: Optional[str] = None, limit: int = 1000) -> Page[str]:
        """Returns a page of `accounts`.

        after: the `next` of the page before; None: the first page
        limit: the largest number of rows

        Raises IOError, CorruptError.
        Cost: O(rows).
        """
        return names_of(self._call(call.account_list, 0, after, limit))

    def remove_account(self, name: str) -> None:
        """Removes an account and everything stored for it.

        The removal is on the disk when the call returns. An open account is logged out, and its pending completions get
        CancelledError. Its observers are notified that their paths show nothing, and are never called again. Its
        handles fail with NotFoundError and must still be released. A later account of this name has another identifier.
        If it is in memory, calls about other accounts wait meanwhile.

        Raises NotFoundError, IOError, FullError.
        Cost: O(stored data of the account).
        """
        self._call(call.account_remove, name)

    def import_account(self, name: str, content: bytes) -> None:
        """Creates an account, which must not exist, from exported bytes.

        The account is on the disk when the call returns, and is not open. Its identifiers, and those of its feeds and
        messages, are new; `Engine.import_all` keeps those of messages. Feeds continue from their cursors when they are
        added. The bytes may come from anywhere: all are checked.

        Raises ExistsError, MalformedError, PathError, LimitError (of this engine), IOError, FullError, CorruptError.
        Cost: O(size).
        """
        self._call(call.account_import, name, content)

    @property
    def total(self) -> Badge:
        """Reads the total of all accounts that are logged in: what an application's icon shows.

        A mute of `root` holds back what the account adds. Flags are 0. The revision counts the changes of the total
        since the engine was opened.
        """
        return self._call(call.engine_get_total)[1]

    def total_of_all(self) -> Badge:
        """Reads the total of all stored accounts, logged in or not, open or not. Flags and revision are 0. The part of
        each account is of its own moment.

        Raises LimitError (max_accounts), IOError, CorruptError.
        Cost: O(stored accounts, and the badges of those that are not in memory).
        """
        return self._call(call.engine_get_total_of_all)[1]

    def fileno(self) -> int:
        """Returns a descriptor for poll, epoll or select.

        The descriptor is readable while events are pending, or, with `host_driven`, when `Engine.step` has work. After
        a dispatch that leaves only events without a callback, it is readable again when the next event comes. A host
        that takes these too calls `Engine.next_event` until it returns None. Never read from the descriptor or close
        it.
        """
        return self._call(call.engine_get_descriptor)[1]

    def set_zone(self, name: Optional[str] = None) -> None:
        """Sets the device's zone, and plans the reminders that follow it again.

        name: None: that of the options or the system

        Raises NotFoundError, TooLargeError.
        """
        self._call(call.engine_set_zone, name)

    def position(self, source: str) -> Position:
        """Reads how far a source was applied by `Engine.batch`.

        Raises NotFoundError (no batch of this source was applied), IOError, CorruptError.
        """
        return self._call(call.engine_get_position, source)[1]

    def export_account(self, name: str) -> bytes:
        """Returns everything that is stored for an account, so that `Engine.import_all` can put it in the same place.

        name: the account's, which need not be open

        The bytes are those of `Account.export_account`, with the keys of the account's messages and its epoch.

        Raises NotFoundError, LimitError, IOError, CorruptError.
        Cost: O(stored data of the account).
        """
        return self._call(call.engine_export_account, name)[1]

    def export_source(self, source: str) -> bytes:
        """Returns how far a source was applied, and the ids that it remembers, for `Engine.import_all`.

        Raises NotFoundError (no batch of this source was applied), IOError, CorruptError.
        Cost: O(remembered ids).
        """
        return self._call(call.engine_export_source, source)[1]
