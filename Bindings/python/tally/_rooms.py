"""Generated from include/tally.h by Bindings/tools/generate.py: not to be edited."""

from __future__ import annotations

from typing import Iterable, Iterator, Optional, Union

from . import _calls as call
from . import _declarations as declarations
from ._options import feed_options, forms, message_options, plan_options, reminder_options
from ._receivers import Room, feed_name, imported, leased, plan_difference
from ._values import Content, Day, Duration, Interval, Time, TimeOfDay, Until, exactly, milliseconds, pages
from .errors import Status
from .feed import Feed
from .types import (
    CalendarImport,
    FeedEntry,
    Group,
    ImportReport,
    Level,
    Message,
    MessageCounts,
    MessagePosition,
    OutboxCounts,
    OutboxEntry,
    Page,
    PlanDifference,
    Polling,
    Rejected,
    Reminder,
    ReminderNote,
    Smart,
    StringsKind,
    Unit,
)


class MessagesMethods(Room[Message]):
    """The methods of Messages that follow from the header."""

    def __iter__(self) -> Iterator[Message]:
        return self.list()

    def list(self, path: Optional[str] = None, *, subtree: Optional[bool] = None,
             unread: bool = False) -> Iterator[Message]:
        """Lists messages, the newest first, sorted by the server's sequence, then its identifier. A push without a
        sequence is the newest when it arrives.

        path: `root`, or components separated by dots; None: all messages
        subtree: the path itself and everything below it
        unread: only those that are not read

        Raises PathError, IOError, CorruptError.
        """
        return pages(lambda after, limit: self.page(path, subtree=subtree, unread=unread, after=after, limit=limit))

    def page(self, path: Optional[str] = None, *, subtree: Optional[bool] = None, unread: bool = False,
             after: Optional[str] = None, limit: int = 1000) -> Page[Message]:
        """Returns a page of `list`.

        after: the `next` of the page before; None: the first page
        limit: the largest number of rows

        Raises PathError, IOError, CorruptError.
        """
        return call.message_list(
            self.account, "root" if path is None else path,
            declarations.TALLY_SUBTREE * (path is None if subtree is None else subtree)
            | declarations.TALLY_MESSAGES_UNREAD * unread, after, limit)[1]

    def list_from(self, path: str, key: int = 0, *, subtree: bool = False, unread: bool = False,
                  newer: bool = False) -> Iterator[Message]:
        """Lists messages from one of them on: first that message, then the older ones, newest first.

        path: `root`, or components separated by dots
        key: the message, at any path; 0: the newest one, or the oldest one if newer messages are listed
        subtree: the path itself and everything below it
        unread: only those that are not read
        newer: `Messages.list_from`: newer ones instead of older ones

        A chat that opens at a message makes two calls, one of them with `newer`. Each has the room for its part of the
        screen. To continue either list, call with `next` and the same key, even if that message is gone.

        Raises PathError, ArgumentError (key is negative), NotFoundError (key), IOError, CorruptError.
        """
        return pages(
            lambda after, limit: self.list_from_page(path, key, subtree=subtree, unread=unread, newer=newer,
            after=after, limit=limit))

    def list_from_page(self, path: str, key: int = 0, *, subtree: bool = False, unread: bool = False,
                       newer: bool = False, after: Optional[str] = None, limit: int = 1000) -> Page[Message]:
        """Returns a page of `list_from`.

        after: the `next` of the page before; None: the first page
        limit: the largest number of rows

        Raises PathError, ArgumentError (key is negative), NotFoundError (key), IOError, CorruptError.
        """
        return call.message_list_from(
            self.account, path, declarations.TALLY_SUBTREE * subtree | declarations.TALLY_MESSAGES_UNREAD * unread
            | declarations.TALLY_MESSAGES_NEWER * newer, key, after, limit)[1]

    def first(self, path: str, most: int = 0, *, subtree: bool = False, unseen: bool = False, newest: bool = False,
              highlights: bool = False) -> MessagePosition:
        """Finds where to begin reading: the oldest unread message at a path. All messages that have such a path as a
        further one are read.

        path: `root`, or components separated by dots
        most: the largest value of each number, which bounds the cost; NO_LIMIT: the numbers are complete
        subtree: the path itself and everything below it
        unseen: `Messages.first`: only those that are not seen
        newest: `Messages.first`: the newest instead of the oldest
        highlights: `Messages.first`: only those of level HIGHLIGHT or above

        "9 unread since yesterday" is `matching` and the `time` of the oldest one.

        Raises PathError, IOError, CorruptError.
        Cost: O(log messages) for each path that is searched, and the sum of the numbers.
        """
        return call.message_first(
            self.account, path, declarations.TALLY_SUBTREE * subtree | declarations.TALLY_MESSAGES_UNSEEN * unseen
            | declarations.TALLY_MESSAGES_NEWEST * newest | declarations.TALLY_MESSAGES_HIGHLIGHTS * highlights,
            most)[1]

    def get(self, key: int) -> Message:
        """Reads one message as a row of Message.

        Raises NotFoundError, IOError, CorruptError.
        """
        return call.message_get(self.account, key, None)[1][0]

    def find(self, id: str, feed: int = 0) -> Message:
        """Reads the message that a server knows by an identifier, as a notification has it, as a row of Message.

        id: any text
        feed: the feed's identifier; 0: that of FEED_LOCAL, which has the posted messages

        Raises NotFoundError, IOError, CorruptError.
        Cost: O(log messages).
        """
        return call.message_find(self.account, feed, id, None)[1][0]

    def data(self, key: int) -> bytes:
        """Reads the data of a message. Lists leave them out, because they can be long.

        key: that of the message

        The data of a posted message are the host's bytes. Those of a server are JSON without white space, and without
        the escapes that JSON does not need. Members keep their order, and numbers their digits.

        Returns the data; none: 0 bytes.
        Raises NotFoundError, IOError, CorruptError.
        """
        return call.message_get_data(self.account, key)[1]

    def counts(self, path: Optional[str] = None, *, subtree: Optional[bool] = None) -> MessageCounts:
        """Counts the messages at a path, or also below it.

        path: `root`, or components separated by dots; None: all messages
        subtree: the path itself and everything below it

        Raises PathError, IOError, CorruptError.
        """
        return call.message_get_counts(
            self.account, "root" if path is None else path,
            declarations.TALLY_SUBTREE * (path is None if subtree is None else subtree))[1]

    def read(self, keys: Union[int, Iterable[int]]) -> int:
        """Marks messages as read.

        keys: the keys of messages

        Raises NotFoundError, IOError, FullError.
        """
        return call.message_mark_read(self.account, keys)[1]

    def read_path(self, path: str, *, subtree: bool = False) -> int:
        """Marks messages at a path as read.

        path: `root`, or components separated by dots
        subtree: the path itself and everything below it

        Raises PathError, IOError, FullError.
        """
        return call.message_mark_path_read(self.account, path, declarations.TALLY_SUBTREE * subtree)[1]

    def read_until(self, path: str, last: int, *, subtree: bool = False) -> int:
        """Marks a message as read, and those that `Messages.list` lists after it.

        path: `root`, or components separated by dots
        last: its key
        subtree: the path itself and everything below it

        Raises PathError, ArgumentError (last is not positive), NotFoundError (last), IOError, FullError.
        """
        return call.message_mark_read_until(self.account, path, declarations.TALLY_SUBTREE * subtree, last)[1]

    def unread(self, keys: Union[int, Iterable[int]]) -> int:
        """Marks messages as unread again; they stay seen.

        keys: the keys of messages

        Raises NotFoundError, IOError, FullError.
        """
        return call.message_mark_unread(self.account, keys)[1]

    def mark_seen(self, keys: Union[int, Iterable[int]]) -> int:
        """Marks messages as seen, in one transaction, as when a user dismisses single notifications.

        keys: the keys of messages

        Seen messages leave their groups. They are unseen again only with a new revision from the server. Without keys
        the call changes nothing.

        Returns how many were unseen.
        Raises NotFoundError (a key), IOError, FullError.
        Cost: O(messages).
        """
        return call.message_mark_seen(self.account, keys)[1]

    def snooze(self, key: int, until: Until) -> None:
        """Snoozes a message until a timestamp. Until then it feeds nothing and counts as seen; then it is unseen again.

        until: when it ends; 0: now

        Groups and their summaries leave out the message while it is snoozed. Lists, counts of unread messages and
        `Messages.first` have it, as any message that is seen and unread. A call replaces an earlier snooze. The snooze
        also ends when the message is read, removed, or changed by the server with a new revision. Then no time brings
        it back. A snooze whose time comes while the engine is closed has ended when the account is opened. The snooze
        is on the disk when the call returns. It is part of an account's export.

        Raises RangeError (`until` is over, or negative), NotFoundError (key), ConflictError (the message is read),
        IOError, FullError, CorruptError.
        """
        call.message_snooze(self.account, key, milliseconds(until))

    def post(self, path: str, *, dot: bool = False, once: bool = False, time: Time = None,
             count: Optional[int] = None, argument_count: Optional[int] = None, id: Optional[str] = None,
             title: Optional[str] = None, body: Optional[str] = None, kind: Optional[str] = None,
             thread: Optional[str] = None, category: Optional[str] = None, argument: Optional[str] = None,
             link: Optional[str] = None, icon: Optional[str] = None, subtitle: Optional[str] = None,
             data: Optional[str] = None, also: Optional[str] = None, level: Optional[Level] = None,
             flags: int = 0) -> int:
        """Posts a message of the host's own, unseen.

        path: `root`, or components separated by dots
        dot: the message feeds a dot
        once: it is posted only if the user has not seen a message of its id
        time: it orders messages. 0: now
        count: added to the number. 0: 1, or 0 with `dot`
        id: a name. None or empty: a new one
        link: a URL, up to MAX_LINK bytes without control characters
        icon: a name
        data: the host's own, such as JSON, up to MAX_DATA bytes
        also: further paths where it counts, one per line, up to MAX_ALSO

        The message replaces the one that was posted with the same id, whatever its state. No response changes or
        removes it. The account may be logged out. Messages without an id and with the same time are listed in the order
        of posting.

        With `once` the call changes nothing if the account has a message of the id, or had one that the user has seen.
        It is then Status.ALREADY_APPLIED: a dot for a new feature shows once, over restarts and retention. The last
        max_forgotten removed messages, in the order of lists, are remembered until the feed is removed.

        A message with further paths counts at each of them, and once at every path above them, whichever ways lead
        there. It stays one message, which is listed at all of its paths. Reading or seeing it at one of them ends it at
        all. It belongs to `path`, so only the rules and the servers' marks of that path hold for it. A further path
        that occurs twice, or is `path` itself, has no effect.

        Returns its key; 0 with Status.ALREADY_APPLIED.
        Raises ArgumentError (also: ONCE without an id), RangeError (time), PathError (one of them), TooLargeError (the
        data; all texts together exceed max_response_bytes), LimitError (also: more than MAX_ALSO further paths),
        IOError, FullError.
        """
        return call.message_post(
            self.account, path, message_options(dot=dot, once=once, time=time, count=count,
            argument_count=argument_count, id=id, title=title, body=body, kind=kind, thread=thread, category=category,
            argument=argument, link=link, icon=icon, subtitle=subtitle, data=data, also=also, level=level,
            flags=flags))[1]

    def remove(self, keys: Union[int, Iterable[int]]) -> None:
        """Removes messages of any feed, or posted ones, as when a user deletes them.

        keys: the keys of messages

        A server's message stays removed while the server sends the same revision, or none; a greater revision brings it
        back. An account with an outbox gets a row of OutboxKind.REMOVAL, so that the server removes it as well. The
        last max_forgotten removed messages of a feed are remembered. Without keys the call changes nothing.

        Raises NotFoundError (a key), IOError, FullError.
        Cost: O(log n) in the messages, for each one.
        """
        call.message_remove(self.account, keys)

    def withdraw(self, id: str) -> None:
        """Removes the message that was posted with an id.

        id: its identifier

        Raises NotFoundError, IOError, FullError.
        """
        call.message_withdraw(self.account, id)


class GroupsMethods(Room[Group]):
    """The methods of Groups that follow from the header."""

    def __iter__(self) -> Iterator[Group]:
        return self.list()

    def set_category(self, id: str, summary: Optional[str] = None, hidden: Optional[str] = None) -> None:
        """Registers a category, or replaces the one with that id.

        id: its identifier

        The category is stored. summary is its format, and hidden the format for hidden previews, without arguments;
        None or empty: none. A format is the key of its translations and its own source text, for every count. A mere
        name, such as "GROUP_MORE", is only a key and is never shown.

        Raises MalformedError (a format), TooLargeError (65,536 bytes), IOError, FullError.
        """
        call.category_set(self.account, id, summary, hidden)

    def remove_category(self, id: str) -> None:
        """Removes a category; translations of its formats stay.

        id: its identifier

        Raises NotFoundError, IOError, FullError.
        """
        call.category_remove(self.account, id)

    def set_strings(self, key: str, language: Optional[str] = None, *, zero: Optional[str] = None,
                    one: Optional[str] = None, two: Optional[str] = None, few: Optional[str] = None,
                    many: Optional[str] = None, other: Optional[str] = None) -> None:
        """Sets the plural forms of a format for a language, and replaces the former ones.

        language: None or "" means the source text. They are stored

        Raises MalformedError (a form), TooLargeError, IOError, FullError.
        """
        call.strings_set(
            self.account, key, language, forms(zero=zero, one=one, two=two, few=few, many=many, other=other))

    def remove_strings(self, key: str, language: Optional[str] = None) -> None:
        """Removes the plural forms of a format for a language. A text is then looked up in the next language, as the
        introduction says.

        language: None or "" means the source text

        Raises ArgumentError (also: an invalid language), NotFoundError, TooLargeError, IOError, FullError.
        """
        call.strings_remove(self.account, key, language)

    def import_strings(self, kind: StringsKind, content: Content, language: Optional[str] = None) -> ImportReport:
        """Imports the formats of a file of translations, all of them or none.

        language: of a dictionary; None for a catalog

        A text that is not a format is skipped, but is MalformedError if its key is that of a category. Plural forms
        need `other`. Integers of any kind (`%d`, `%lld`, `%arg`) are the count. docs/concepts/groups.md explains how
        catalogs are used.

        Returns the number of imported formats (keys in one language), and of skipped texts.
        Raises MalformedError, TooLargeError (max_response_bytes), IOError, FullError.
        Cost: O(size).
        """
        return call.strings_import(self.account, kind, content, language)[1]

    def list(self, language: Optional[str] = None, *, hidden: bool = False) -> Iterator[Group]:
        """Lists groups, the one with the newest message first. A group's messages are read again after any change
        except a newer message.

        language: of the summaries; None or "": the account's
        hidden: previews are hidden

        Raises ArgumentError (also: an invalid language), IOError, CorruptError.
        Cost: O(n log n) in groups and messages.
        """
        return pages(lambda after, limit: self.page(language, hidden=hidden, after=after, limit=limit))

    def page(self, language: Optional[str] = None, *, hidden: bool = False, after: Optional[str] = None,
             limit: int = 1000) -> Page[Group]:
        """Returns a page of `list`.

        after: the `next` of the page before; None: the first page
        limit: the largest number of rows

        Raises ArgumentError (also: an invalid language), IOError, CorruptError.
        Cost: O(n log n) in groups and messages.
        """
        return call.group_list(self.account, language, declarations.TALLY_GROUPS_HIDDEN * hidden, after, limit)[1]

    def get(self, thread: Optional[str], language: Optional[str] = None, *, hidden: bool = False) -> Group:
        """Reads one group as a row of Group.

        thread: None means ""
        language: of the summaries; None: the account's
        hidden: previews are hidden

        Raises ArgumentError (also: an invalid language), NotFoundError (no message, or no grouping by threads),
        IOError, CorruptError.
        """
        return call.group_get(self.account, thread, language, declarations.TALLY_GROUPS_HIDDEN * hidden, None)[1][0]

    def messages(self, thread: Optional[str]) -> Iterator[Message]:
        """Lists the messages of a group as `Messages.list` does.

        thread: None means ""

        Raises IOError, CorruptError.
        """
        return pages(lambda after, limit: self.messages_page(thread, after, limit))

    def messages_page(self, thread: Optional[str], after: Optional[str] = None, limit: int = 1000) -> Page[Message]:
        """Returns a page of `messages`.

        after: the `next` of the page before; None: the first page
        limit: the largest number of rows

        Raises IOError, CorruptError.
        """
        return call.group_list_messages(self.account, thread, 0, after, limit)[1]

    def seen(self, thread: Optional[str]) -> None:
        """Reports that the user has seen the group: none of its messages is fresh any more. The messages stay in the
        group and in the badge. This is stored.

        thread: the thread of the group; None or "": messages without a thread

        Raises NotFoundError, IOError, FullError.
        Cost: O(messages of the group).
        """
        call.group_mark_seen(self.account, thread)

    def dismiss(self, thread: Optional[str]) -> int:
        """Dismisses a group: its messages become seen, in one transaction.

        thread: None means ""

        A dismissed message comes back only with a new revision from the server. Without grouping by threads, the thread
        "" is all of them. To dismiss single messages, call `Messages.mark_seen`.

        Returns how many messages were unseen.
        Raises NotFoundError (the group), IOError, FullError.
        Cost: O(messages).
        """
        return call.group_dismiss(self.account, thread)[1]


class OutboxMethods(Room[OutboxEntry]):
    """The methods of Outbox that follow from the header."""

    def __iter__(self) -> Iterator[OutboxEntry]:
        return self.list()

    def lease(self, duration: Interval, limit: int = 100) -> Page[OutboxEntry]:
        """Gives out rows that are due, in order, as many as fit.

        duration: how long nobody else gets the rows: 1 ms to 86,400,000 ms
        limit: the largest number of rows

        Nobody else gets them for `duration` milliseconds (1 to 86,400,000). A row whose result is not reported by then
        goes to the next caller. The account may be logged out. The host chooses the credential.

        Raises RangeError, IOError, FullError.
        """
        return leased(lambda limit: call.outbox_lease(self.account, exactly(duration), limit), limit)

    def ack(self, id: int, body: Optional[Content] = None) -> Status:
        """Reports that the server has taken a row, and removes it, also if its lease has ended.

        id: its identifier
        body: its body

        If it is a page, its states of known messages are merged; it adds and removes none. Other bodies are ignored.

        Returns Status.OK, or Status.ALREADY_APPLIED if the row was already removed.
        Raises NotFoundError (there was never such a row), ConflictError (it was never given out), IOError, FullError.
        """
        return call.outbox_ack(self.account, id, body)

    def fail(self, id: int, attempt: int, retry_after: Interval = -1) -> Status:
        """Reports that the server has not taken a row.

        id: its identifier
        attempt: as it was given out
        retry_after: the time until it may be given out again, 0 ms to 86,400,000 ms; -1: it has failed for good

        Returns Status.OK, or Status.ALREADY_APPLIED if the row was already removed.
        Raises RangeError, NotFoundError, ConflictError (this is not its last attempt), IOError, FullError.
        """
        return call.outbox_fail(self.account, id, attempt, exactly(retry_after))

    def list(self) -> Iterator[OutboxEntry]:
        """Lists rows in order, and gives nothing out. A lease that has ended is listed until the row is given out
        again.

        Raises IOError, CorruptError.
        """
        return pages(lambda after, limit: self.page(after=after, limit=limit))

    def page(self, *, follow: bool = False, after: Optional[str] = None, limit: int = 1000) -> Page[OutboxEntry]:
        """Returns a page of `list`.

        follow: whether `next` is also set at the end of the list, to continue with rows that are added later
        after: the `next` of the page before; None: the first page
        limit: the largest number of rows

        Raises IOError, CorruptError.
        """
        return call.outbox_list(self.account, declarations.TALLY_LIST_FOLLOW * follow, after, limit)[1]

    def counts(self) -> OutboxCounts:
        """Counts the rows.

        Raises IOError, CorruptError.
        Cost: O(rows).
        """
        return call.outbox_get_counts(self.account)[1]

    def retry(self, id: int) -> int:
        """Makes a row that waits or has failed for good due immediately. The library's own wait after failures ends
        too, but not a server's.

        id: its identifier

        Returns 1, or 0 if it is another row.
        Raises ArgumentError (id is not positive), IOError, FullError.
        """
        return call.outbox_retry(self.account, id)[1]

    def retry_all(self) -> int:
        """Makes every row that waits or has failed for good due immediately, as `Outbox.retry` does for one.

        Returns how many rows.
        Raises IOError, FullError.
        Cost: O(rows).
        """
        return call.outbox_retry_all(self.account)[1]

    def remove(self, id: int) -> int:
        """Removes a row that has failed for good.

        id: its identifier

        Returns 1, or 0 if it is another row.
        Raises ArgumentError (id is not positive), IOError, FullError.
        """
        return call.outbox_remove(self.account, id)[1]

    def remove_failed(self) -> int:
        """Removes every row that has failed for good.

        Returns how many.
        Raises IOError, FullError.
        Cost: O(rows).
        """
        return call.outbox_remove_failed(self.account)[1]


class RemindersMethods(Room[Reminder]):
    """The methods of Reminders that follow from the header."""

    def __iter__(self) -> Iterator[Reminder]:
        return self.list()

    def put(self, id: str, *, title: Optional[str] = None, body: Optional[str] = None, path: Optional[str] = None,
            zone: Optional[str] = None, produced: Day = None, shelf_life: int, shelf_unit: Unit,
            time_of_day: TimeOfDay = None, smart: Optional[Smart] = None, repeat_unit: Optional[Unit] = None,
            repeat_every: Optional[int] = None, end: Day = None, start: Day = None,
            overdue_unit: Optional[Unit] = None, overdue_every: Optional[int] = None,
            overdue_limit: Optional[int] = None) -> None:
        """Enters a reminder, also while the account is logged out. With an outbox this and every change become rows.

        id: its identifier
        path: the path of its badge. Empty: none
        zone: empty: the device's
        produced: a day. Default: today, in its zone
        shelf_life: from 1
        shelf_unit: Unit.DAY, Unit.MONTH or Unit.YEAR
        time_of_day: seconds since midnight, 0 to 86,399. Default 32,400, 09:00
        smart: default AUTOMATIC
        repeat_unit: required unless it is smart
        repeat_every: it fires every so many units, to 1,000,000. Default 1
        end: the last day on which it fires. Required unless it is smart
        start: the day from which repetitions count. Default: the day of entering
        overdue_unit: counted from the day after the expiry or the end
        overdue_every: it fires every so many of these units, to 1,000,000. Default 1
        overdue_limit: how many times it fires then, to 1,000,000. Default: 0

        Raises ArgumentError (the message names what is missing or wrong, also about a zone), RangeError (time_of_day),
        PathError, NotFoundError (the zone), ExistsError, LimitError (100,000 reminders), TooLargeError, IOError,
        FullError.
        Cost: O(log reminders); the first call reads all of the account.
        """
        call.reminder_put(
            self.account, id, reminder_options(title=title, body=body, path=path, zone=zone, produced=produced,
            shelf_life=shelf_life, shelf_unit=shelf_unit, time_of_day=time_of_day, smart=smart,
            repeat_unit=repeat_unit, repeat_every=repeat_every, end=end, start=start, overdue_unit=overdue_unit,
            overdue_every=overdue_every, overdue_limit=overdue_limit))

    def edit(self, id: str, *, title: Optional[str] = None, body: Optional[str] = None, path: Optional[str] = None,
             zone: Optional[str] = None, produced: Day = None, shelf_life: Optional[int] = None,
             shelf_unit: Optional[Unit] = None, time_of_day: TimeOfDay = None, smart: Optional[Smart] = None,
             repeat_unit: Optional[Unit] = None, repeat_every: Optional[int] = None, end: Day = None,
             start: Day = None, overdue_unit: Optional[Unit] = None, overdue_every: Optional[int] = None,
             overdue_limit: Optional[int] = None) -> None:
        """Changes the given members of a reminder, its revision and its plan, in one transaction; nothing if all are as
        they were.

        id: its identifier
        path: the path of its badge. Empty: none
        zone: empty: the device's
        produced: a day. Default: today, in its zone
        shelf_life: from 1
        shelf_unit: Unit.DAY, Unit.MONTH or Unit.YEAR
        time_of_day: seconds since midnight, 0 to 86,399. Default 32,400, 09:00
        smart: default AUTOMATIC
        repeat_unit: required unless it is smart
        repeat_every: it fires every so many units, to 1,000,000. Default 1
        end: the last day on which it fires. Required unless it is smart
        start: the day from which repetitions count. Default: the day of entering
        overdue_unit: counted from the day after the expiry or the end
        overdue_every: it fires every so many of these units, to 1,000,000. Default 1
        overdue_limit: how many times it fires then, to 1,000,000. Default: 0

        Past occurrences are unchanged, and none is missed because of the new members.

        Raises ArgumentError (as in `Reminders.put`), RangeError, PathError, NotFoundError (reminder or zone),
        LimitError, TooLargeError, IOError, FullError.
        """
        call.reminder_edit(
            self.account, id, reminder_options(title=title, body=body, path=path, zone=zone, produced=produced,
            shelf_life=shelf_life, shelf_unit=shelf_unit, time_of_day=time_of_day, smart=smart,
            repeat_unit=repeat_unit, repeat_every=repeat_every, end=end, start=start, overdue_unit=overdue_unit,
            overdue_every=overdue_every, overdue_limit=overdue_limit))

    def done(self, id: str) -> None:
        """Marks a reminder as done: it no longer fires, and its badge is removed. Repeating the call is not an error.

        id: its identifier

        Raises NotFoundError, LimitError (its revision is 4,294,967,295), IOError, FullError.
        """
        call.reminder_mark_done(self.account, id, 0)

    def undone(self, id: str) -> None:
        """Reverts `Reminders.done`, as if it had never been called.

        id: its identifier

        If an occurrence was due and not acknowledged, or became due meanwhile, the badge shows it. The log records the
        newest as missed, without an event; for a logged-out account the next log-in reports it.

        Raises NotFoundError, LimitError (its revision is 4,294,967,295), IOError, FullError.
        """
        call.reminder_mark_undone(self.account, id)

    def remove(self, id: str) -> None:
        """Removes a reminder; its log stays.

        id: its identifier

        Raises NotFoundError, IOError, FullError.
        """
        call.reminder_remove(self.account, id)

    def snooze(self, id: str, until: Until) -> None:
        """Moves one occurrence to a timestamp in the future: the unacknowledged one that fired, else the one that was
        moved before, else the next one.

        id: its identifier
        until: the new time of the occurrence

        One occurrence can be moved at a time.

        Raises NotFoundError, RangeError (past, or after the end), ConflictError (it is done, or does not fire any
        more), IOError, FullError.
        """
        call.reminder_snooze(self.account, id, milliseconds(until))

    def acknowledge(self, id: str) -> None:
        """Acknowledges what has fired: its badge is removed. If nothing has fired, this is not an error.

        id: its identifier

        Raises NotFoundError, IOError, FullError.
        """
        call.reminder_acknowledge(self.account, id)

    def list(self) -> Iterator[Reminder]:
        """Lists reminders, sorted by the bytes of their identifiers.

        Raises IOError, CorruptError.
        """
        return pages(self.page)

    def page(self, after: Optional[str] = None, limit: int = 1000) -> Page[Reminder]:
        """Returns a page of `list`.

        after: the `next` of the page before; None: the first page
        limit: the largest number of rows

        Raises IOError, CorruptError.
        """
        return call.reminder_list(self.account, 0, after, limit)[1]

    def get(self, id: str) -> Reminder:
        """Reads one reminder as a row of Reminder.

        id: its identifier

        Raises NotFoundError, IOError, CorruptError.
        """
        return call.reminder_get(self.account, id, None)[1][0]

    def plan(self, *, from_scratch: bool = False, reserve: Optional[int] = None,
             limit: Optional[int] = None) -> PlanDifference:
        """Plans the notifications that the system fires while the program is closed: the soonest ones, but each
        reminder's next one first.

        from_scratch: the system has nothing armed: lists the whole plan
        reserve: how many of them the host needs for other things
        limit: notifications that the system accepts, to 4,096. 0: 64

        The rows are the difference from the last confirmed plan: first what to disarm, then what to arm. The host
        carries them out, and confirms them with `Reminders.confirm_plan`. The library stores nothing of the plan before
        that, so the next call offers an unconfirmed plan again, also in a later run.

        Plan after log-in, log-out, each change, an event REMINDER and `Engine.set_zone`, and when the program comes to
        the foreground. The plan of an account that is not logged in is empty, so its rows disarm everything. The host
        must ignore notifications of what fires in the program as well. options and plan may be None.

        Raises RangeError, IOError, FullError.
        Cost: O(entries times log reminders).
        """
        return plan_difference(
            call.reminder_plan(self.account, plan_options(from_scratch=from_scratch, limit=limit, reserve=reserve),
            None))

    def confirm_plan(self, token: int) -> Status:
        """Confirms that the host has carried out a plan: the library stores it, and the log gets its ARMED and
        CANCELLED.

        token: that of the account's last Plan

        A plan is out of date after a later `Reminders.plan`, log-in or log-out, and in a later run. A change of
        reminders does not matter: the next plan contains it. If a host has carried out a part of a plan that it cannot
        confirm, it disarms everything, and plans with `from_scratch`.

        Returns Status.OK, or Status.ALREADY_APPLIED if this plan is confirmed.
        Raises ArgumentError (0), ConflictError (the plan is out of date: plan again), IOError, FullError.
        Cost: O(entries).
        """
        return call.reminder_confirm_plan(self.account, token)

    def log(self) -> Iterator[ReminderNote]:
        """Lists the log by the identifiers of its notes. The last max_reminder_log are kept.

        Raises IOError, CorruptError.
        """
        return pages(lambda after, limit: self.log_page(after=after, limit=limit))

    def log_page(self, *, follow: bool = False, after: Optional[str] = None, limit: int = 1000) -> Page[ReminderNote]:
        """Returns a page of `log`.

        follow: whether `next` is also set at the end of the list, to continue with rows that are added later
        after: the `next` of the page before; None: the first page
        limit: the largest number of rows

        Raises IOError, CorruptError.
        """
        return call.reminder_list_notes(self.account, declarations.TALLY_LIST_FOLLOW * follow, after, limit)[1]

    def export(self) -> str:
        """Returns all reminders as iCalendar (RFC 5545, VTODO with VALARM).

        DUE is the last second of the expiry. DTSTART is the day from which repetitions count, or the day of production
        of a smart reminder, at the time of day.

        Raises NotFoundError (a zone is not available), IOError.
        """
        return call.reminder_export(self.account)[1].decode()

    def import_calendar(self, content: Content) -> CalendarImport:
        """Imports the reminders of an iCalendar file: all usable ones, or none if the call fails.

        An entry whose UID is a reminder's identifier replaces that reminder. An entry of another program becomes the
        nearest reminder: see docs/concepts/reminders.md. An entry is skipped if no reminder can express it, or if its
        UID, path or zone is invalid or not available. A LogLevel.WARNING has its line and the reason, and those of a
        part of an entry that is ignored.

        Returns the number of imported reminders, and of skipped entries.
        Raises MalformedError, LimitError, IOError, FullError.
        """
        return imported(call.reminder_import(self.account, content, None))


class FeedsMethods(Room[FeedEntry]):
    """The methods of Feeds that follow from the header."""

    def __iter__(self) -> Iterator[FeedEntry]:
        return self.list()

    def add(self, name: str, url: Optional[str] = None, *, stops_in_background: bool = False,
            exact_delay: bool = False, temporary: bool = False, initial_delay: Duration = None,
            interval: Duration = None, visible_interval: Duration = None, request_timeout: Duration = None,
            idle_timeout: Duration = None, tolerance: Duration = None, away_time: Duration = None,
            max_age: Duration = None, max_messages: Optional[int] = None, page_limit: Optional[int] = None,
            polling: Optional[Polling] = None, prefix: Optional[str] = None, mapping_preset: Optional[str] = None,
            mapping: Optional[str] = None, title: Optional[str] = None, flags: int = 0) -> Feed:
        """Adds a feed, or changes the options of one.

        url: http:, https: or file: (a regular file). None: nothing is polled; the host delivers pages
        stops_in_background: no timer polls while the application is in the background
        exact_delay: the first request is sent after initial_delay, not at a random moment within it
        temporary: the options are for this run; the stored ones, if there are any, stay
        initial_delay: the first request begins within this: from 1 ms. None: 1,000 ms with Polling.MESSAGE_CENTER, off
            with Polling.UNREAD_COUNT. -1: off
        interval: between requests: from 100 ms. None: 600,000 ms with Polling.MESSAGE_CENTER, off with
            Polling.UNREAD_COUNT. -1: off
        visible_interval: while a page is seen: from 100 ms. None: off with Polling.MESSAGE_CENTER, 60,000 ms with
            Polling.UNREAD_COUNT. -1: off
        request_timeout: for a whole request, from 100 ms. None: 300,000 ms
        idle_timeout: without a byte, from 100 ms. None: 60,000 ms
        tolerance: a page does not poll this soon after a good response: from 1 ms. None: 180,000 ms with
            Polling.MESSAGE_CENTER, off with Polling.UNREAD_COUNT. -1: off
        away_time: a page that returns after this polls: from 1 ms. None: 0 ms (each return) with
            Polling.MESSAGE_CENTER, 60,000 ms with Polling.UNREAD_COUNT. -1: off
        max_age: messages that are older by the server's time are removed, read or not. None: no limit
        max_messages: beyond this number the oldest read messages are removed. 0: no limit
        page_limit: items a page, 1 to 10,000, sent as `limit`. 0: 200
        prefix: the path below which the feed's own paths are. None: root
        mapping_preset: a shipped mapping, for a server with another format: "github-notifications", "mastodon-v2",
            "ntfy", "message-center" or "unread-count"
        mapping: a mapping, JSON text (docs/mappings.md) of up to 65,536 bytes. It replaces members of mapping_preset.
            None or empty, both: the wire format
        title: the title until the server sends one, UTF-8, up to 1,024 bytes. None: none

        A feed is stored with its account and its options, and continues from its cursor. In later runs it runs as soon
        as its account is logged in. The options replace those that are stored. If the URL, prefix, mapping_preset or
        bytes of the mapping changed, the feed requests everything again, and the response replaces its messages.

        Raises ArgumentError (also: an unknown profile), MalformedError (the mapping), URLError, PathError, RangeError,
        LimitError, IOError, FullError.
        """
        return Feed(
            self.account, name, call.feed_add(self.account, name,
            feed_options(stops_in_background=stops_in_background, exact_delay=exact_delay, temporary=temporary,
            initial_delay=initial_delay, interval=interval, visible_interval=visible_interval,
            request_timeout=request_timeout, idle_timeout=idle_timeout, tolerance=tolerance, away_time=away_time,
            max_age=max_age, max_messages=max_messages, page_limit=page_limit, polling=polling, url=url,
            prefix=prefix, mapping_preset=mapping_preset, mapping=mapping, title=title, flags=flags))[1])

    def get(self, name: str) -> Feed:
        """Finds a feed that runs, or that is stored with its options. It runs from now on.

        Raises NotFoundError, LimitError, IOError, CorruptError.
        """
        return Feed(self.account, name, call.feed_find(self.account, name)[1])

    def get_by_id(self, id: int) -> Feed:
        """Finds a feed by its identifier, as events and messages have it. It acts like `Feeds.get`.

        id: its identifier

        `Feeds.list` has the names of the identifiers.

        Raises NotFoundError (also: FEED_LOCAL was not added), LimitError, IOError, CorruptError.
        """
        return Feed(self.account, feed_name(self, id), call.feed_find_by_id(self.account, id)[1])

    def list(self) -> Iterator[FeedEntry]:
        """Lists the stored feeds of an account, by the bytes of their names. They run in this run or not.

        Raises IOError, CorruptError.
        Cost: O(rows).
        """
        return pages(self.page)

    def page(self, after: Optional[str] = None, limit: int = 1000) -> Page[FeedEntry]:
        """Returns a page of `list`.

        after: the `next` of the page before; None: the first page
        limit: the largest number of rows

        Raises IOError, CorruptError.
        Cost: O(rows).
        """
        return call.feed_list(self.account, 0, after, limit)[1]

    def rejected(self, feed: int) -> Iterator[Rejected]:
        """Lists the rejected items of a feed by their identifiers, the oldest first.

        feed: its identifier; for an unknown one the list is empty

        The last max_rejected are kept until the feed requests everything again. Exports of accounts do not contain
        them.

        Raises IOError, CorruptError.
        """
        return pages(lambda after, limit: self.rejected_page(feed, after, limit))

    def rejected_page(self, feed: int, after: Optional[str] = None, limit: int = 1000) -> Page[Rejected]:
        """Returns a page of `rejected`.

        after: the `next` of the page before; None: the first page
        limit: the largest number of rows

        Raises IOError, CorruptError.
        """
        return call.feed_list_rejected(self.account, feed, 0, after, limit)[1]
