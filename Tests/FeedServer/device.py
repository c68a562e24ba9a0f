"""A device of a user: the library through FFI, told what to do line by line, so that it can be killed at any moment.

    python3 device.py LIBRARY FILE URL

Each line is a JSON array: ["read", id], ["unread", id], ["see", id], ["read_path", path, id or null], ["clear", path],
["sync"], ["unsent"], ["list"], ["list_unseen"], ["mute", path, mode, time], ["flag", path, on], ["snooze", path, time],
["snooze_message", id, time], ["own", path], ["snoozed", id], ["dismiss", path], ["owned", paths]. Times are milliseconds since 1970.
Each is answered by a line.
"""

import ctypes
import json
import sys
import time


class EngineOptions(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_uint32),
        ("flags", ctypes.c_uint32),
        ("seed", ctypes.c_uint64),
        ("batch_id_time", ctypes.c_int64),
        ("file", ctypes.c_char_p),
    ]


class AccountSettings(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_uint32),
        ("flags", ctypes.c_uint32),
        ("grouping", ctypes.c_int32),
        ("outbox", ctypes.c_int32),
        ("feeding", ctypes.c_int32),
        ("outbox_kinds", ctypes.c_uint32),
        ("outbox_request_timeout", ctypes.c_int64),
        ("outbox_idle_timeout", ctypes.c_int64),
        ("language", ctypes.c_char_p),
        ("outbox_url", ctypes.c_char_p),
    ]


class Counts(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_uint32),
        ("reserved", ctypes.c_uint32),
        ("total", ctypes.c_uint64),
        ("leased", ctypes.c_uint64),
        ("failed", ctypes.c_uint64),
    ]


class AccountOptions(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_uint32),
        ("flags", ctypes.c_uint32),
        ("aggregation", ctypes.c_int32),
        ("feeding", ctypes.c_int32),
    ]


class FeedOptions(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_uint32),
        ("flags", ctypes.c_uint32),
        ("initial_delay", ctypes.c_int64),
        ("interval", ctypes.c_int64),
        ("visible_interval", ctypes.c_int64),
        ("request_timeout", ctypes.c_int64),
        ("idle_timeout", ctypes.c_int64),
        ("tolerance", ctypes.c_int64),
        ("away_time", ctypes.c_int64),
        ("max_age", ctypes.c_int64),
        ("max_messages", ctypes.c_int64),
        ("page_limit", ctypes.c_uint32),
        ("polling", ctypes.c_int32),
        ("url", ctypes.c_char_p),
    ]


class Rows(ctypes.Structure):
    """The buffers of a list, which it owns."""

    _fields_ = [
        ("struct_size", ctypes.c_uint32),
        ("entry_size", ctypes.c_uint32),
        ("entries", ctypes.c_void_p),
        ("capacity", ctypes.c_size_t),
        ("text", ctypes.c_void_p),
        ("text_capacity", ctypes.c_size_t),
        ("count", ctypes.c_size_t),
        ("text_size", ctypes.c_size_t),
        ("reserved", ctypes.c_size_t * 2),
    ]

    def __init__(self, kind, rows, size):
        self.buffers = (kind * rows)(), ctypes.create_string_buffer(size)
        entries, text = map(ctypes.addressof, self.buffers)
        super().__init__(ctypes.sizeof(Rows), ctypes.sizeof(kind), entries, rows, text, size)

    def __iter__(self):
        return iter(self.buffers[0][: self.count])

    def read(self, part):
        return self.buffers[1][part.offset : part.offset + part.length]


class Text(ctypes.Structure):
    _fields_ = [("offset", ctypes.c_uint32), ("length", ctypes.c_uint32)]


class Message(ctypes.Structure):
    _fields_ = [
        ("key", ctypes.c_uint64),
        ("feed", ctypes.c_int64),
        ("time", ctypes.c_int64),
        ("count", ctypes.c_uint32),
        ("state", ctypes.c_int32),
        ("texts", Text * 8),
        ("argument_count", ctypes.c_uint32),
        ("data_size", ctypes.c_uint32),
        ("more_texts", Text * 4),
        ("level", ctypes.c_int32),
        ("reserved", ctypes.c_uint32),
        ("snoozed_until", ctypes.c_int64),
    ]


class Own(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_uint32),
        ("kind", ctypes.c_int32),
        ("count", ctypes.c_uint64),
        ("until", ctypes.c_int64),
        ("mute_until", ctypes.c_int64),
        ("mute", ctypes.c_int32),
        ("flags", ctypes.c_uint32),
        ("snoozed_until", ctypes.c_int64),
    ]


def feed_options(url):
    size = ctypes.sizeof(FeedOptions)
    return FeedOptions(size, initial_delay=-1, interval=-1, page_limit=3, url=url.encode())


COMPLETE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)
UNSEEN, READ = 0, 2
HELD = 1
SUBTREE = 1
FEEDING_UNREAD = 2
OUTBOX_LEASED, OUTBOX_SENT = 2, 3
READS, SEEN, MUTES, FLAGS, SNOOZES, DISMISSALS = 1, 4, 8, 16, 32, 64


def settings(outbox, url=None, kinds=READS | SEEN | MUTES | FLAGS | SNOOZES | DISMISSALS):
    return AccountSettings(ctypes.sizeof(AccountSettings), outbox=outbox, outbox_url=url, outbox_kinds=kinds)


class Device:
    def __init__(self, library, file, url):
        self.tally = ctypes.CDLL(library)
        self.engine, self.account, self.feed = (ctypes.c_void_p() for _ in range(3))
        self.done = False
        self.complete = COMPLETE(self.note)
        options = EngineOptions(ctypes.sizeof(EngineOptions), file=file.encode())
        self.call("tally_engine_open", ctypes.byref(options), ctypes.byref(self.engine))
        account = AccountOptions(ctypes.sizeof(AccountOptions), 0, 0, FEEDING_UNREAD)
        self.call("tally_account_open", self.engine, b"ann", ctypes.byref(account), ctypes.byref(self.account))
        outbox = settings(OUTBOX_SENT, (url + "/outbox").encode())
        self.call("tally_account_configure", self.account, ctypes.byref(outbox))
        feed = feed_options(url + "/feed")
        self.call("tally_feed_add", self.account, b"feed", ctypes.byref(feed), ctypes.byref(self.feed))
        self.call("tally_account_log_in", self.account, None)

    def call(self, name, *arguments, answers=(0,)):
        status = getattr(self.tally, name)(*arguments)
        if status not in answers:
            words, length = ctypes.create_string_buffer(1024), ctypes.c_size_t()
            self.tally.tally_error_message(words, 1024, ctypes.byref(length))
            raise RuntimeError(f"{name}: {status}, {words.value.decode()}")
        return status

    def note(self, _, event, text):
        self.done = True

    def rows(self):
        """(message, id) of each."""
        rows = Rows(Message, 1000, 1 << 20)
        self.call("tally_message_list", self.account, b"root", SUBTREE, ctypes.c_uint64(0), ctypes.byref(rows))
        for message in rows:
            yield message, rows.read(message.texts[0]).decode()

    def messages(self):
        """(id, key, state) of each."""
        return [(identifier, message.key, message.state) for message, identifier in self.rows()]

    def key(self, identifier):
        return next((key for known, key, _ in self.messages() if known == identifier), None)

    def mark(self, function, identifier):
        key = self.key(identifier)
        if key is not None:
            self.call(function, self.account, ctypes.byref(ctypes.c_uint64(key)), ctypes.c_size_t(1), None)

    def read(self, identifier):
        self.mark("tally_message_mark_read", identifier)

    def unread(self, identifier):
        self.mark("tally_message_mark_unread", identifier)

    def see(self, identifier):
        self.mark("tally_message_mark_seen", identifier)

    def clear(self, path, flags=SUBTREE):
        function = "tally_badge_clear_tree" if flags else "tally_badge_clear"
        self.call(function, self.account, path.encode(), answers=(0, HELD))
        self.call("tally_engine_flush", self.engine)

    def dismiss(self, path):
        self.clear(path, 0)

    def read_path(self, path, identifier, flags=SUBTREE):
        if identifier is None:
            self.call("tally_message_mark_path_read", self.account, path.encode(), flags, None)
            return
        last = self.key(identifier)
        if last is not None:
            self.call("tally_message_mark_read_until", self.account, path.encode(), flags, ctypes.c_uint64(last), None)

    def mute(self, path, mode, time):
        self.call("tally_badge_mute", self.account, path.encode(), ctypes.c_int32(mode), ctypes.c_int64(time))
        self.call("tally_engine_flush", self.engine)

    def flag(self, path, on):
        self.call("tally_badge_flag", self.account, path.encode(), ctypes.c_int32(on))

    def snooze(self, path, time):
        self.call("tally_badge_snooze", self.account, path.encode(), ctypes.c_int64(time))
        self.call("tally_engine_flush", self.engine)

    def snooze_message(self, identifier, time):
        self.call("tally_message_snooze", self.account, ctypes.c_int64(self.key(identifier)), ctypes.c_int64(time))

    def snooze_unread(self, identifier, time):
        """A message that is there and unread."""
        if any(known == identifier and not is_read for known, _, is_read in self.messages()):
            self.snooze_message(identifier, time)

    def choices(self, paths):
        """When the snoozes of messages end, and which of the paths are flagged."""
        snoozes = {known: message.snoozed_until for message, known in self.rows() if message.snoozed_until}
        return snoozes, sorted(path for path in paths if self.own(path)[2])

    def own(self, path):
        """[mute, its end, whether the path is flagged, until when it is snoozed]"""
        own = Own(ctypes.sizeof(Own))
        self.call("tally_badge_get_own", self.account, path.encode(), ctypes.byref(own))
        return [own.mute, own.mute_until, own.flags, own.snoozed_until]

    def owned(self, paths):
        """[kind, count] of each path's own badge."""
        own = Own(ctypes.sizeof(Own))
        badges = []
        for path in paths:
            self.call("tally_badge_get_own", self.account, path.encode(), ctypes.byref(own))
            badges.append([own.kind, own.count])
        return badges

    def snoozed(self, identifier):
        return next(message.snoozed_until for message, known in self.rows() if known == identifier)

    def unsent(self):
        counts = Counts(ctypes.sizeof(Counts))
        self.call("tally_outbox_get_counts", self.account, ctypes.byref(counts))
        return counts.total

    def sync(self):
        self.done = False
        self.call("tally_feed_refresh_now", self.feed, self.complete, None, None, None)
        while not self.done:
            self.call("tally_engine_dispatch", self.engine, ctypes.c_size_t(0), None)
            time.sleep(0.001)

    def list(self):
        """The unread messages."""
        return sorted(identifier for identifier, _, state in self.messages() if state < READ)

    def list_unseen(self):
        return sorted(identifier for identifier, _, state in self.messages() if state == UNSEEN)


def main():
    device = Device(*sys.argv[1:])
    print("ready", flush=True)
    for line in sys.stdin:
        name, *arguments = json.loads(line)
        print(json.dumps(getattr(device, name)(*arguments)), flush=True)


if __name__ == "__main__":
    main()
