#!/usr/bin/env python3
"""A small server of Tally's wire format (docs/wire-format.md): the standard library only, SQLite behind it.

    python3 feed_server.py [--port 0] [--db FILE] [--token T] [--port-file FILE]
    python3 feed_server.py post --url http://127.0.0.1:PORT --path inbox.mentions --title "Ann mentioned you"

How it works. All there is lives in one table, `changes`: one row an item, badge, mark or setting, with the number of its
latest change. A removed item or badge stays as a row without a body, so that clients learn of it. A cursor is a place in the
order of these numbers, so a delta is "the rows with a greater number", and a snapshot is "the rows with a body".
"""

import argparse
import base64
import binascii
import collections
import gzip
import hashlib
import hmac
import json
import math
import os
import secrets
import signal
import socketserver
import sqlite3
import sys
import threading
import time
import traceback
import urllib.error
import urllib.parse
import urllib.request
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MAX_BODY_BYTES = 1 << 20
MAX_PAGE_BYTES = 1 << 20  # A page ends early rather than grow beyond this; clients refuse answers that are too large.
DEFAULT_LIMIT = 200
MAX_LIMIT = 10_000
MAX_COUNT = (1 << 32) - 1
MAX_LINK_BYTES, MAX_ICON_BYTES, MAX_DATA_BYTES = 2048, 255, 65_536
MAX_FURTHER_PATHS = 8
MAX_INTEGER = (1 << 53) - 1  # The largest integer that every JSON reader keeps exactly.
GZIP_FROM_BYTES = 256
IDLE_SECONDS = 75
LOGGED_REQUESTS = 1000


class Refused(Exception):
    """A request that cannot be served: a status, a code for programs and a sentence for people."""

    def __init__(self, status, code, message, close=False, headers=()):
        super().__init__(message)
        self.status, self.code, self.message = status, code, message
        self.close, self.headers = close, headers


def bad(message, close=False):
    return Refused(400, "bad_request", message, close)


# --- Checking what is posted -----------------------------------------------------------------------------------------


def is_integer(value, low, high):
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def has_control(text):
    return any(ord(character) < 0x20 or ord(character) == 0x7F for character in text)


def number_text(value, name):
    """A sequence number as text, from a string or an integer: decimal digits without leading zeros."""
    text = str(value) if is_integer(value, 0, MAX_INTEGER) else value
    if not isinstance(text, str) or not text.isascii() or not text.isdigit() or len(text) > 18:
        raise bad(f"{name}: a decimal number of at most 18 digits is needed")
    return text.lstrip("0") or "0"


def split_path(path):
    """The components of a path, still escaped; `\\.` and `\\\\` stand for a literal dot and backslash."""
    components, current, position = [], "", 0
    while position < len(path):
        character = path[position]
        if character == "\\":
            if path[position + 1 : position + 2] not in (".", "\\"):
                raise bad("path: a backslash must be followed by '.' or '\\'")
            current += path[position : position + 2]
            position += 2
            continue
        if character == ".":
            components.append(current)
            current = ""
        else:
            current += character
        position += 1
    return components + [current]


def checked_path(path):
    """The path without its leading `root`, so that one node has one name; `root` itself stays."""
    if not isinstance(path, str) or not path:
        raise bad("path: a string that is not empty is needed")
    if has_control(path):
        raise bad("path: control characters are not allowed")
    components = split_path(path)
    if components[0] == "root":
        del components[0]
    for component in components:
        size = len(component.replace("\\.", ".").replace("\\\\", "\\").encode())
        if not 1 <= size <= 255:
            raise bad("path: a component has 1 to 255 bytes")
    if len(components) > 64 or len(path.encode()) > 4096:
        raise bad("path: at most 64 components and 4,096 bytes")
    return ".".join(components) or "root"


TEXT_FIELDS = ("kind", "title", "subtitle", "body", "thread", "category", "arg", "link", "icon")
LEVELS = ("passive", "normal", "highlight", "critical", -1, 0, 1, 2)
LIMITED_FIELDS = {"link": MAX_LINK_BYTES, "icon": MAX_ICON_BYTES}


def checked_item(posted):
    """The fields of a posted item, each checked. Unknown ones are refused here, because they are likely misspelt."""
    if not isinstance(posted, dict):
        raise bad("an item is a JSON object")
    item = {}
    for name, value in posted.items():
        if name == "path":
            item[name] = checked_path(value)
        elif name == "id":
            text = str(value) if is_integer(value, 0, MAX_INTEGER) else value
            if not isinstance(text, str) or not 1 <= len(text.encode()) <= 255 or has_control(text):
                raise bad("id: 1 to 255 bytes without control characters are needed")
            item[name] = text
        elif name == "seq":
            item[name] = number_text(value, "seq")
        elif name in TEXT_FIELDS:
            if not isinstance(value, str):
                raise bad(f"{name}: a string is needed")
            if name in LIMITED_FIELDS and (len(value.encode()) > LIMITED_FIELDS[name] or has_control(value)):
                raise bad(f"{name}: at most {LIMITED_FIELDS[name]} bytes without control characters are allowed")
            item[name] = value
        elif name == "data":
            if len(encode_json(value)) > MAX_DATA_BYTES:
                raise bad(f"data: at most {MAX_DATA_BYTES} bytes are allowed")
            item[name] = value
        elif name == "also":
            if not isinstance(value, list) or len(value) > MAX_FURTHER_PATHS:
                raise bad(f"also: an array of at most {MAX_FURTHER_PATHS} paths is needed")
            item[name] = [checked_path(path) for path in value]
        elif name in ("count", "arg_count"):
            if not is_integer(value, 0, MAX_COUNT):
                raise bad(f"{name}: an integer from 0 to {MAX_COUNT} is needed")
            item[name] = value
        elif name == "ts":
            if not is_integer(value, 0, MAX_INTEGER):
                raise bad("ts: seconds since 1970 are needed")
            item[name] = value
        elif name == "level":
            if value not in LEVELS or isinstance(value, (bool, float)):
                raise bad("level: passive, normal, highlight, critical, or a number from -1 to 2 is needed")
            item[name] = value
        elif name in ("read", "own", "seen"):
            if not isinstance(value, bool):
                raise bad(f"{name}: true or false is needed")
            item[name] = value
        else:
            raise bad(f"unknown field '{name}'")
    return item


def checked_badge(posted):
    """A badge as it is sent, or None where the body takes it away."""
    if posted is None:
        return None
    if not isinstance(posted, dict):
        raise bad('a badge is {"count": N} or {"dot": true}, or null')
    unknown = set(posted) - {"count", "dot", "icon", "until"}
    if unknown:
        raise bad(f"unknown field '{sorted(unknown)[0]}'")
    if ("count" in posted) == ("dot" in posted):
        raise bad("a badge has either a count or a dot")
    if "count" in posted and not is_integer(posted["count"], 0, MAX_COUNT):
        raise bad(f"count: an integer from 0 to {MAX_COUNT} is needed")
    if "dot" in posted and posted["dot"] is not True:
        raise bad("dot: must be true; DELETE takes a badge away")
    if "icon" in posted and not isinstance(posted["icon"], str):
        raise bad("icon: a string is needed")
    if "until" in posted and not is_integer(posted["until"], 0, MAX_INTEGER):
        raise bad("until: seconds since 1970 are needed")
    return None if posted.get("count") == 0 else posted


def checked_marks(posted):
    """Marks by path, as {path: [(upto, ver)]}. A path has one mark, or an array of them. A mark says up to where all is
    read, up to where all is seen (a mark of the version SEEN), or both."""
    if not isinstance(posted, dict) or not posted:
        raise bad('marks are {"path": {"upto": "…", "ver": N, "seen": "…"}}')
    marks = {}
    for path, value in posted.items():
        for mark in value if isinstance(value, list) and value else [value]:
            names = set(mark) if isinstance(mark, dict) else set()
            if names - {"seen"} not in ({"upto", "ver"}, set()) or not names or not is_version(mark.get("ver", 0)):
                raise bad(f"mark '{path}': upto and ver, an integer, are needed, or seen")
            held = marks.setdefault(checked_path(path), [])
            if "upto" in names:
                held.append((number_text(mark["upto"], "upto"), mark["ver"]))
            if "seen" in names:
                held.append((number_text(mark["seen"], "seen"), SEEN))
    return marks


def is_version(value):
    # One more must be an integer too.
    return is_integer(value, 0, MAX_INTEGER - 1)


def checked_writes(posted):
    """Reads the request of an outbox: items as [(id, revision or None, version or None, what, snooze)], marks by path,
    settings, and dismissed revisions of badges by path. What the user did is READ, UNREAD, SAW or REMOVED. `snooze` is a
    time; 0: none."""
    if not isinstance(posted, dict):
        raise bad('{"items": […]}, {"marks": {…}}, {"settings": […]} or {"badges": {…}} is needed')
    unknown = set(posted) - {"v", "feed", "items", "marks", "settings", "badges"}
    if unknown:
        raise bad(f"unknown field '{sorted(unknown)[0]}'")
    if posted.get("v", 1) != 1 or not isinstance(posted.get("feed", ""), str):
        raise bad("v: must be 1; feed: a string is needed")
    items = posted.get("items", [])
    if not isinstance(items, list) or not (items or {"marks", "settings", "badges"} & set(posted)):
        raise bad("items: an array is needed, or marks, settings or badges")
    for item in items:
        names = set(item) - {"rev", "ver"} if isinstance(item, dict) else set()
        if names - {"snooze"} not in ({"id", "read"}, {"id", "read", "seen"}, {"id", "seen"}, {"id", "deleted"}):
            raise bad("items: id and read, seen or deleted are needed, and rev and ver where they are known")
        if item.get("deleted", True) is not True or item.get("seen", True) is not True:
            raise bad("items: deleted and seen must be true")
        if "snooze" in names and "read" not in names or not is_time(item.get("snooze", 0)):
            raise bad("snooze: seconds since 1970 are needed, beside read")
        checked_item({"id": item["id"], "read": item.get("read", False)})
        if item.get("rev") is not None:
            number_text(item["rev"], "rev")
        if item.get("ver") is not None and not is_version(item["ver"]):
            raise bad("ver: an integer is needed")
    writes = [(str(item["id"]), item.get("rev"), item.get("ver"), what_was_done(item), item.get("snooze", 0)) for item in items]
    marks = checked_marks(posted["marks"]) if "marks" in posted else {}
    settings = checked_settings(posted["settings"]) if "settings" in posted else []
    return writes, marks, settings, checked_dismissals(posted["badges"]) if "badges" in posted else {}


def checked_dismissals(posted):
    """The revisions of badges that the user has dismissed, by path."""
    if not isinstance(posted, dict) or not posted:
        raise bad('badges are {"path": {"dismissed": "…"}}')
    for path, badge in posted.items():
        if not isinstance(badge, dict) or set(badge) != {"dismissed"}:
            raise bad(f"badge '{path}': dismissed is needed")
    return {checked_path(path): number_text(badge["dismissed"], "dismissed") for path, badge in posted.items()}


def is_time(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= MAX_INTEGER


SETTINGS = ("mute", "flag", "snooze")


def checked_settings(posted):
    """The decisions of the user at paths, as [(kind, setting)]. A setting of several kinds is taken apart."""
    if not isinstance(posted, list) or not posted:
        raise bad('settings are [{"path": "…", "flag": true, "ver": N}]')
    settings = []
    for one in posted:
        kinds = [kind for kind in SETTINGS if isinstance(one, dict) and kind in one]
        mute = {"pass", "until"} if "mute" in kinds else set()
        if not kinds or set(one) - {"path", "ver", *kinds, *mute} or not is_version(one.get("ver")):
            raise bad("settings: path, ver, and mute, flag or snooze are needed")
        if one.get("mute", "none") not in ("none", "number", "all") or not isinstance(one.get("pass", False), bool):
            raise bad("settings: mute is none, number or all; pass is true or false")
        if not isinstance(one.get("flag", False), bool) or not all(is_time(one.get(name, 0)) for name in ("until", "snooze")):
            raise bad("settings: flag is true or false; until and snooze are seconds since 1970")
        path = checked_path(one.get("path"))
        for kind in kinds:
            parts = {kind, *(mute if kind == "mute" else ())} & set(one)
            settings.append((kind, {"path": path, **{name: one[name] for name in parts}, "ver": one["ver"]}))
    return settings


READ, UNREAD, SAW, REMOVED = "read", "unread", "saw", "removed"


def what_was_done(item):
    if "deleted" in item:
        return REMOVED
    return SAW if "read" not in item else READ if item["read"] else UNREAD


def is_within(path, place):
    """Whether a path is at or below another one."""
    return place == "root" or path == place or path.startswith(place + ".")


# --- How reads merge -------------------------------------------------------------------------------------------------
#
# The rule of docs/wire-format.md. An item has a register, (version, whether it is read, until when it is snoozed). A
# path has a staircase, marks (upto, version) of which none says less than another. A setting is a register, too.
# Joining them is commutative, associative and idempotent, so any
# number of devices end with the same, in whichever order writes and answers arrive, and however often.
#
# For one revision of an item, seeing only grows. A mark of the version SEEN reads nothing, but whatever a mark reaches
# was seen.

SEEN = -1


def join_register(one, other):
    """The greater version wins; at a tie, read; then the later snooze."""
    return max(one, other)


def join_setting(kind, one, other):
    """The greater version wins; at a tie the greater value. None: there is none."""
    return other if one is None or setting_order(kind, one) < setting_order(kind, other) else one


def setting_order(kind, setting):
    """Mutes by what they hold back, with highlights that pass first, then by their ends; flags and snoozes by their values."""
    if kind != "mute":
        return setting["ver"], setting[kind]
    mode = ("none", "number", "all").index(setting["mute"])
    if mode == 0:
        return setting["ver"], 0
    return setting["ver"], mode, not setting.get("pass", False), setting.get("until") or math.inf


def join_marks(one, other):
    """The union, without the marks that another one replaces: by rising upto, and so by falling version."""
    kept = []
    for upto, version in sorted({*one, *other}, key=lambda mark: (order_of(mark[0]), mark[1]), reverse=True):
        if not kept or version > kept[-1][1]:
            kept.append((upto, version))
    return kept[::-1]


def marks_version(marks, seq):
    """The greatest version of the marks that reach a sequence number; -1: none does."""
    return max((version for upto, version in marks if order_of(seq) <= order_of(upto)), default=-1)


def reaches(marks, seq):
    return any(order_of(seq) <= order_of(upto) for upto, _ in marks)


def is_seen(item, marks):
    """Whether an item was seen, according to itself and the marks of its path and the paths above."""
    return item.get("seen", False) or item.get("read", False) or reaches(marks, item["seq"])


def is_read(register, marks, seq):
    return register[1] or marks_version(marks, seq) >= register[0]


def act(register, version, read):
    """The register after an act of the user or of a poster: newer than the register and the marks there."""
    return next_version(max(register[0], version)), read, 0


def next_version(version):
    """Nothing overrules the greatest version, where reading wins."""
    return min(version + 1, MAX_INTEGER - 1)


def order_of(seq):
    """Sequence numbers are in the order of their length, then of their digits."""
    return len(seq), seq


def marks_of(body):
    marks = []
    for mark in body if isinstance(body, list) else [body]:
        if "upto" in mark:
            marks.append((mark["upto"], mark["ver"]))
        if "seen" in mark:
            marks.append((mark["seen"], SEEN))
    return marks


def body_of(marks):
    written = [{"seen": upto} if version == SEEN else {"upto": upto, "ver": version} for upto, version in marks]
    return written[0] if len(written) == 1 else written


def register_of(item):
    return item.get("ver", 0), item.get("read", False), item.get("snooze", 0)


# --- The store -------------------------------------------------------------------------------------------------------

SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS changes (
    number INTEGER PRIMARY KEY,  -- of its latest change
    kind TEXT NOT NULL,          -- item, badge, mark, mute, flag or snooze
    key TEXT NOT NULL,           -- the item's id, else the path
    rev INTEGER NOT NULL,
    body TEXT,                   -- JSON; NULL: removed
    UNIQUE (kind, key)
);
CREATE TABLE IF NOT EXISTS taken (key TEXT PRIMARY KEY, digest TEXT NOT NULL) WITHOUT ROWID;
"""


class Store:
    """Items, badges and marks, and the order in which they changed. Every method is one transaction.

    meta holds: epoch; head, the number of the latest change; floor, the number below which removals have been
    forgotten; counter, the latest sequence number given; title, where there is one.
    """

    def __init__(self, file=":memory:"):
        self.lock = threading.Lock()
        self.db = sqlite3.connect(file, check_same_thread=False)
        with self.lock, self.db:
            self.db.executescript(SCHEMA)
            for name, value in (("head", 0), ("floor", 0), ("counter", 0), ("epoch", new_epoch())):
                self.db.execute("INSERT OR IGNORE INTO meta VALUES (?, ?)", (name, value))

    def close(self):
        with self.lock:
            self.db.close()

    # The underscored ones run within a caller's transaction.

    def _meta(self, name):
        row = self.db.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
        return row[0] if row else None

    def _set_meta(self, name, value):
        self.db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))

    def _next(self, name):
        value = self._meta(name) + 1
        self._set_meta(name, value)
        return value

    def _find(self, kind, key):
        """(rev, value) of what is or was there; (0, None) for what never was."""
        row = self.db.execute("SELECT rev, body FROM changes WHERE kind = ? AND key = ?", (kind, key)).fetchone()
        return (row[0], json.loads(row[1]) if row[1] else None) if row else (0, None)

    def _record(self, kind, key, rev, value):
        """The one place that writes: the row moves to the end of the order."""
        body = None if value is None else json.dumps(value, ensure_ascii=False)
        self.db.execute(
            "INSERT OR REPLACE INTO changes (number, kind, key, rev, body) VALUES (?, ?, ?, ?, ?)",
            (self._next("head"), kind, key, rev, body),
        )

    def post(self, posted):
        """Adds items, or changes those whose id is there: the fields given replace, the others stay, rev goes up.

        `read` is an act like a user's. A new item is unread whatever marks there are, since nobody has read it. It counts
        as seen if a mark reaches its `seq`.
        """
        with self.lock, self.db:
            return [self._post(item) for item in posted]

    def _post(self, posted):
        identifier, revision, item, is_new = posted.get("id"), 0, None, False
        if identifier is not None:
            revision, item = self._find("item", identifier)
        if item is None:
            item = {"ts": int(time.time())}
            if "seq" not in posted:
                item["seq"] = str(self._next("counter"))
            if identifier is None:
                identifier = self._free_identifier(item.get("seq") or posted["seq"])
            is_new = True
        register = register_of(item)
        for name in ("seen", "snooze"):
            item.pop(name, None)  # The new revision was not seen, and it ends a snooze.
        item.update(posted)
        if "path" not in item:
            raise bad("path: a new item needs one")
        self._set_meta("counter", max(self._meta("counter"), int(item["seq"])))
        version = marks_version(self._marks_at(item["path"]), item["seq"])
        if is_new:
            item["ver"] = next_version(version)
        elif "read" in posted:
            item["ver"], *_ = act(register, version, posted["read"])
        if posted.get("own"):
            self._answer(item)
        item.update(id=identifier, rev=str(revision + 1))
        self._record("item", identifier, revision + 1, item)
        return item

    def _answer(self, item):
        """The user sent the item, and so has read it and all that came before: an act on its path, up to its number. Clients
        make the same mark of the item, because it has the version of the act."""
        path = item["path"]
        rows = self.db.execute("SELECT body FROM changes WHERE kind = 'item' AND body IS NOT NULL")
        registers = [register_of(one)[0] for (body,) in rows if is_within((one := json.loads(body))["path"], path)]
        marks = [version for place, body in self._marks() if is_within(path, place) or is_within(place, path)
                 for _, version in marks_of(body)]
        version = next_version(max([item.get("ver", 0), *registers, *marks]))
        item.update(ver=version, read=True)
        self._put_marks(path, [(item["seq"], version)])

    def _free_identifier(self, wish):
        while self._find("item", wish)[0]:
            wish = str(self._next("counter"))
        return wish

    def remove(self, kind, key):
        """Takes an item or a badge away; False where there is none."""
        with self.lock, self.db:
            revision, value = self._find(kind, key)
            if value is None:
                return False
            self._record(kind, key, revision, None)
            return True

    def put_badge(self, path, badge):
        """Sets a badge, or takes it away (None). Each time it gets a greater revision, so that it shows again where the
        user has dismissed it. The number of the change is greater than all before it, even after a compaction."""
        with self.lock, self.db:
            revision, former = self._find("badge", path)
            if badge is not None:
                badge = {**badge, "rev": str(self._meta("head") + 1)}
                if former is not None and "dismissed" in former:
                    badge["dismissed"] = former["dismissed"]
            self._record("badge", path, revision + 1, badge)
            return badge

    def _dismiss(self, path, dismissed):
        """The greatest revision that the user has dismissed wins. A revision that was never given is from before this
        store was restored."""
        revision, badge = self._find("badge", path)
        if badge is None or order_of(dismissed) > order_of(badge["rev"]):
            return
        if order_of(dismissed) > order_of(badge.get("dismissed", "")):
            self._record("badge", path, revision, {**badge, "dismissed": dismissed})

    def put_marks(self, marks):
        """Joins marks; returns those that hold now."""
        with self.lock, self.db:
            return {path: self._put_marks(path, added) for path, added in marks.items()}

    def _put_marks(self, path, added):
        revision, body = self._find("mark", path)
        held = [] if body is None else marks_of(body)
        # No client has seen more than it was sent. A greater number is from before this store was restored.
        last = str(self._meta("counter"))
        added = [(min(upto, last, key=order_of), version) if version == SEEN else (upto, version) for upto, version in added]
        joined = join_marks(held, added)
        if joined != held:
            self._record("mark", path, revision + 1, body_of(joined))
        return body_of(joined)

    def _marks(self):
        """(path, body) of all."""
        rows = self.db.execute("SELECT key, body FROM changes WHERE kind = 'mark'")
        return [(path, json.loads(body)) for path, body in rows]

    def _marks_at(self, place):
        """The marks of a path and of all above it."""
        return [mark for path, body in self._marks() if is_within(place, path) for mark in marks_of(body)]

    def _put_setting(self, kind, setting):
        revision, held = self._find(kind, setting["path"])
        if join_setting(kind, held, setting) != held:
            self._record(kind, setting["path"], revision + 1, setting)

    def take(self, key, digest, writes, marks, settings=(), dismissals=None):
        """Takes what a client's outbox sends. Returns the current state of that, as a page, whether it was new or not.

        A write is based on the revision of the item that its user saw. Where there is a newer one it is stale: the user
        has not seen that. Otherwise its register is joined. Whoever acts on an item has seen it.
        """
        with self.lock, self.db:
            row = self.db.execute("SELECT digest FROM taken WHERE key = ?", (key,)).fetchone()
            if row and row[0] != digest:
                raise Refused(422, "key_reused", "this Idempotency-Key came with something else before")
            answer = {"v": 1, "cursor": "", "items": [], "marks": {}}
            if not row:
                self.db.execute("INSERT INTO taken VALUES (?, ?)", (key, digest))
                for write in writes:
                    self._write(*write)
                for path, added in marks.items():
                    self._put_marks(path, added)
                for kind, setting in settings:
                    self._put_setting(kind, setting)
                for path, dismissed in (dismissals or {}).items():
                    self._dismiss(path, dismissed)
            for path in dismissals or {}:
                answer.setdefault("badges", {})[path] = self._find("badge", path)[1]
            for kind, setting in settings:
                answer.setdefault("settings", []).append(self._find(kind, setting["path"])[1])
            for identifier, *_ in writes:
                value = self._find("item", identifier)[1]
                if value is None:
                    answer.setdefault("gone", []).append(identifier)
                else:
                    answer["items"].append(value)
            for path in marks:
                answer["marks"][path] = self._find("mark", path)[1]
            add_marks(answer, self._marks())
            return answer

    def _write(self, identifier, base, version, what, snooze=0):
        revision, item = self._find("item", identifier)
        if item is None or (base is not None and int(base) < int(item["rev"])):
            return
        if what == REMOVED:
            self._record("item", identifier, revision, None)
            return
        new = {**item, "seen": True}
        if what != SAW:
            new["ver"], new["read"], new["snooze"] = self._register(item, version, what == READ, snooze)
        if not new.get("snooze"):
            new.pop("snooze", None)
        if new != item:
            self._record("item", identifier, revision, new)

    def _register(self, item, version, read, snooze):
        """The register of an item after a write about it."""
        register = register_of(item)
        if version is not None:
            return join_register(register, (version, read, 0 if read else snooze))
        # A client that knows no versions: it acts now.
        marks = self._marks_at(item["path"])
        if is_read(register, marks, item["seq"]) == read and register[2] == snooze:
            return register
        return (*act(register, marks_version(marks, item["seq"]), read)[:2], snooze)

    def expire(self):
        """Forgets removals. The compaction has a number of its own, so every cursor given out before is too old."""
        with self.lock, self.db:
            self.db.execute("DELETE FROM changes WHERE body IS NULL")
            self._set_meta("floor", self._next("head"))

    def renew_epoch(self):
        with self.lock, self.db:
            self._set_meta("epoch", new_epoch())
            return self._meta("epoch")

    def set_title(self, title):
        with self.lock, self.db:
            self._set_meta("title", title)

    def page(self, since, limit):
        """One page of what changed after a cursor, or (None) of what is there now: oldest change first.

        A cursor is (epoch, number, base). `number` is how far the client has read. `base` is the number up to which it
        misses no removal: in a delta the same, but in a snapshot the head at its beginning, since what was removed
        before was never sent. So a long snapshot goes on where older cursors are refused.
        """
        with self.lock:
            epoch, head, floor, title = map(self._meta, ("epoch", "head", "floor", "title"))
            number, base, snapshot = 0, head, since is None
            if not snapshot:
                cursor_epoch, number, base = decode_cursor(since)
                if cursor_epoch != epoch or base < floor or base > head or number > head:
                    raise expired()
            rows = self.db.execute(
                "SELECT number, kind, key, body FROM changes WHERE number > ? AND (body IS NOT NULL OR NOT ?)"
                " ORDER BY number LIMIT ?",
                (number, snapshot, limit + 1),
            ).fetchall()
            marks = self._marks()
        answer = {"v": 1, "epoch": epoch, "cursor": "", "more": False, "items": []}
        size = 0
        for index, (change, kind, key, body) in enumerate(rows):
            size += len(key) + len(body or "")
            value = None if body is None else json.loads(body)
            if index == limit or (index > 0 and size > MAX_PAGE_BYTES):
                answer["more"] = True
                break
            number = change
            if kind == "badge":
                answer.setdefault("badges", {})[key] = value
            elif kind == "mark":
                answer.setdefault("marks", {})[key] = value
            elif kind in SETTINGS:
                answer.setdefault("settings", []).append(value)
            elif value is None:
                answer.setdefault("gone", []).append(key)
            else:
                answer["items"].append(value)
        if not answer["more"]:
            number = head
        answer["cursor"] = encode_cursor(epoch, number, max(base, number))
        if title is not None:
            answer["title"] = title
        add_marks(answer, marks)
        return answer


def add_marks(page, marks):
    """An item comes with the marks that reach it, so that no client shows it as unread or new in between."""
    for path, body in marks:
        if path in page.get("marks", {}):
            continue
        if any(is_within(item["path"], path) and reaches(marks_of(body), item["seq"]) for item in page["items"]):
            page.setdefault("marks", {})[path] = body


def new_epoch():
    return "e" + secrets.token_hex(4)


def expired():
    return Refused(410, "cursor_expired", "this cursor is not known any more: ask without `since`")


def encode_cursor(epoch, number, base):
    return base64.urlsafe_b64encode(f"{epoch}:{number}:{base}".encode()).decode().rstrip("=")


def decode_cursor(text):
    try:
        padded = text + "=" * (-len(text) % 4)
        epoch, number, base = base64.b64decode(padded, altchars=b"-_", validate=True).decode().split(":")
        number, base = int(number), int(base)
        if encode_cursor(epoch, number, base) != text or number < 0:
            raise ValueError
        return epoch, number, base
    except (ValueError, binascii.Error):  # Undecodable text, a wrong count of parts, no numbers: all are ValueErrors.
        raise expired() from None


# --- The server ------------------------------------------------------------------------------------------------------


class FeedServer(ThreadingHTTPServer):
    """The store, the token and the log of requests, shared by all connections."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, port, store, token=None):
        super().__init__(("127.0.0.1", port), Handler)
        self.store, self.token = store, token
        self.requests = collections.deque(maxlen=LOGGED_REQUESTS)
        self.requests_lock = threading.Lock()
        self.requests_seen = 0

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}"

    def server_bind(self):
        # HTTPServer would look the host's name up, which can take seconds and is not needed.
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[:2]

    def note(self, method, path, status, items):
        with self.requests_lock:
            self.requests_seen += 1
            entry = {"number": self.requests_seen, "method": method, "path": path, "status": status, "items": items}
            self.requests.append(entry)

    def log(self):
        with self.requests_lock:
            return list(self.requests)

    def handle_error(self, request, client_address):
        # A client that goes away in the middle is everyday life.
        if not isinstance(sys.exc_info()[1], (ConnectionError, TimeoutError)):
            super().handle_error(request, client_address)


class Handler(BaseHTTPRequestHandler):
    """One connection. Each request is read whole, served by a method named in ROUTES, and answered in one write."""

    protocol_version = "HTTP/1.1"
    default_request_version = "HTTP/1.0"  # Answers have headers, whatever the request looked like.
    timeout = IDLE_SECONDS
    disable_nagle_algorithm = True

    def serve(self):
        try:
            body = self.read_body()
            self.authorize()
            handler, argument = self.find_route()
            handler(self, argument, body)
        except Refused as refused:
            self.refuse(refused)
        except (ConnectionError, TimeoutError):
            raise
        except Exception:  # A defect here: told on the server's side only.
            traceback.print_exc()
            self.refuse(Refused(500, "internal", "the server failed", close=True))

    do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = do_PATCH = do_OPTIONS = serve

    # Reading

    def read_body(self):
        """The body's bytes. Whatever cannot be read to its end closes the connection: what follows is not a request."""
        if self.headers.get("Transfer-Encoding"):
            raise Refused(411, "length_required", "send a Content-Length", close=True)
        lengths = self.headers.get_all("Content-Length", [])
        text = lengths[0].strip() if lengths else "0"
        if len(set(lengths)) > 1 or not text.isascii() or not text.isdigit() or len(text) > 18:
            raise bad("Content-Length is not a number", close=True)
        if int(text) > MAX_BODY_BYTES:
            raise Refused(413, "too_large", f"at most {MAX_BODY_BYTES} bytes", close=True)
        body = self.rfile.read(int(text))
        if len(body) < int(text):
            raise bad("the body ended early", close=True)
        return body

    def authorize(self):
        if self.server.token is None:
            return
        scheme, _, token = self.headers.get("Authorization", "").partition(" ")
        given, wanted = token.strip().encode("latin-1", "replace"), self.server.token.encode()
        if scheme.lower() != "bearer" or not hmac.compare_digest(given, wanted):
            challenge = [("WWW-Authenticate", "Bearer")]
            raise Refused(401, "unauthorized", "a valid bearer token is needed", headers=challenge)

    def find_route(self):
        """The method for this request, and what follows a path that ends in '/', percent-decoded."""
        path = self.path.partition("?")[0]
        methods = []
        for method, pattern, handler in ROUTES:
            rest = path[len(pattern) :] if pattern.endswith("/") and path.startswith(pattern) else ""
            if path != pattern and not rest:
                continue
            if method == self.command:
                return handler, percent_decoded(rest)
            methods.append(method)
        if methods:
            allowed = ", ".join(methods)
            raise Refused(405, "method_not_allowed", "allowed here: " + allowed, headers=[("Allow", allowed)])
        raise Refused(404, "not_found", "there is nothing at this path")

    def query(self):
        """The parameters; one that is given twice is refused, since either reading might be meant."""
        parameters = {}
        for part in filter(None, self.path.partition("?")[2].split("&")):
            name, _, value = part.replace("+", " ").partition("=")
            name = percent_decoded(name)
            if name in parameters:
                raise bad(f"parameter '{name}' is given twice")
            parameters[name] = percent_decoded(value)
        return parameters

    # Writing

    def answer(self, status, value, headers=(), items=0):
        self.write(status, encode_json(value), headers, items)

    def write(self, status, body, headers=(), items=0):
        path = self.path if self.command else ""  # There is none where the request line could not be read.
        if not path.startswith("/admin/"):
            # Before the response leaves, so that a client that has it finds it in the log.
            self.server.note(self.command, path, int(status), items)
        self.send_response(status)
        for name, text in headers:
            self.send_header(name, text)
        if status != HTTPStatus.NOT_MODIFIED:
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
        if self.close_connection:
            self.send_header("Connection", "close")
        # Joined to the headers, which are still in the buffer: one write, one packet.
        self._headers_buffer.append(b"\r\n")
        if self.command != "HEAD" and status != HTTPStatus.NOT_MODIFIED:
            self._headers_buffer.append(body)
        self.flush_headers()

    def refuse(self, refused):
        self.close_connection = self.close_connection or refused.close
        self.answer(refused.status, {"error": refused.code, "message": refused.message}, refused.headers)

    def send_error(self, code, message=None, explain=None):
        """Sends the errors that the base class finds as JSON too."""
        self.close_connection = True
        self.refuse(Refused(int(code), "bad_request", message or HTTPStatus(code).phrase))

    def version_string(self):
        return "tally-feed-server"

    def log_message(self, format, *arguments):
        """Prints nothing: GET /admin/log lists the requests."""

    # Serving

    def get_feed(self, _, body):
        parameters = self.query()
        limit = parameters.get("limit", str(DEFAULT_LIMIT))
        if not limit.isascii() or not limit.isdigit() or len(limit) > 9 or not 1 <= int(limit) <= MAX_LIMIT:
            raise bad(f"limit: an integer from 1 to {MAX_LIMIT} is needed")
        page = self.server.store.page(parameters.get("since"), int(limit))
        content = encode_json(page)
        tag = hashlib.sha256(content).hexdigest()[:32]
        headers = [("Cache-Control", "private, no-cache"), ("Vary", "Accept-Encoding, Authorization")]
        if len(content) >= GZIP_FROM_BYTES and accepts_gzip(self.headers.get("Accept-Encoding", "")):
            # A strong tag names bytes, so the compressed form has one of its own.
            content, tag = gzip.compress(content, mtime=0), tag + "-gzip"
            headers.append(("Content-Encoding", "gzip"))
        headers.append(("ETag", f'"{tag}"'))
        if matches(self.headers.get("If-None-Match"), f'"{tag}"'):
            headers = [header for header in headers if header[0] != "Content-Encoding"]
            self.write(HTTPStatus.NOT_MODIFIED, b"", headers)
        else:
            self.write(HTTPStatus.OK, content, headers, len(page["items"]))

    def post_messages(self, _, body):
        posted = decode_json(body)
        items = [checked_item(item) for item in (posted if isinstance(posted, list) else [posted])]
        self.answer(HTTPStatus.CREATED, {"items": self.server.store.post(items)})

    def delete_message(self, identifier, body):
        self.remove("item", identifier)

    def put_badge(self, path, body):
        path, badge = checked_path(path), checked_badge(decode_json(body))
        self.answer(HTTPStatus.OK, {"badges": {path: self.server.store.put_badge(path, badge)}})

    def delete_badge(self, path, body):
        self.remove("badge", checked_path(path))

    def remove(self, kind, key):
        if not self.server.store.remove(kind, key):
            raise Refused(404, "not_found", f"there is no such {kind}")
        self.answer(HTTPStatus.OK, {"gone": [key]} if kind == "item" else {"badges": {key: None}})

    def post_marks(self, _, body):
        self.answer(HTTPStatus.OK, {"marks": self.server.store.put_marks(checked_marks(decode_json(body)))})

    def post_outbox(self, _, body):
        key = self.headers.get("Idempotency-Key", "")
        if not 1 <= len(key) <= 255 or not key.isascii() or not key.isprintable():
            raise bad("Idempotency-Key: 1 to 255 printable characters are needed")
        writes = checked_writes(decode_json(body))
        digest = hashlib.sha256(body).hexdigest()
        self.answer(HTTPStatus.OK, self.server.store.take(key, digest, *writes))

    def post_expire(self, _, body):
        self.server.store.expire()
        self.answer(HTTPStatus.OK, {"expired": True})

    def post_epoch(self, _, body):
        self.answer(HTTPStatus.OK, {"epoch": self.server.store.renew_epoch()})

    def post_title(self, _, body):
        posted = decode_json(body)
        if not isinstance(posted, dict) or set(posted) != {"title"} or not isinstance(posted["title"], str):
            raise bad('a title is {"title": "…"}')
        self.server.store.set_title(posted["title"])
        self.answer(HTTPStatus.OK, posted)

    def get_log(self, _, body):
        self.answer(HTTPStatus.OK, {"requests": self.server.log()})


# A pattern that ends in '/' stands for all paths that go on after it.
ROUTES = (
    ("GET", "/feed", Handler.get_feed),
    ("POST", "/messages", Handler.post_messages),
    ("DELETE", "/messages/", Handler.delete_message),
    ("PUT", "/badges/", Handler.put_badge),
    ("DELETE", "/badges/", Handler.delete_badge),
    ("POST", "/marks", Handler.post_marks),
    ("POST", "/outbox", Handler.post_outbox),
    ("POST", "/admin/expire", Handler.post_expire),
    ("POST", "/admin/epoch", Handler.post_epoch),
    ("POST", "/admin/title", Handler.post_title),
    ("GET", "/admin/log", Handler.get_log),
)


def percent_decoded(text):
    try:
        # The base class reads the request line as Latin-1, so this gives back the bytes that were sent.
        return urllib.parse.unquote_to_bytes(text.encode("latin-1")).decode()
    except UnicodeError:
        raise bad("the URL is not valid UTF-8") from None


def encode_json(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def decode_json(body):
    def no_constant(name):
        raise ValueError(f"{name} is not JSON")

    try:
        value = json.loads(body.decode(), parse_constant=no_constant)
        encode_json(value)  # Half of a surrogate pair would be found out only when it is sent.
        return value
    except (ValueError, RecursionError):
        raise bad("the body is not JSON") from None


def accepts_gzip(header):
    """Whether Accept-Encoding permits gzip: named, or by '*', and not with a weight of 0."""
    weights = {}
    for part in header.lower().split(","):
        coding, _, parameters = part.partition(";")
        name, _, weight = parameters.strip().partition("=")
        try:
            weights[coding.strip()] = float(weight) if name.strip() == "q" else 1.0
        except ValueError:
            weights[coding.strip()] = 0.0
    return weights.get("gzip", weights.get("*", 0.0)) > 0


def matches(header, tag):
    """Whether If-None-Match names the tag."""
    if header is None:
        return False
    tags = [part.strip() for part in header.split(",")]
    return "*" in tags or tag in [part[2:] if part.startswith("W/") else part for part in tags]


# --- The command line ------------------------------------------------------------------------------------------------


def run_server(arguments):
    server = FeedServer(arguments.port, Store(arguments.db), arguments.token)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    if arguments.port_file:
        # Renamed into place, so that a program that waits for the file never reads half of it.
        with open(arguments.port_file + ".new", "w", encoding="ascii") as file:
            file.write(f"{server.server_port}\n")
        os.replace(arguments.port_file + ".new", arguments.port_file)
    print(f"listening on {server.url}", flush=True)
    try:
        server.serve_forever(poll_interval=0.1)
    except KeyboardInterrupt:
        pass
    finally:
        server.server_close()


def call(arguments, method, path, value=None):
    """Sends one request and prints the answer; 1 where the server refuses it, 2 where it cannot be reached."""
    body = None if value is None else encode_json(value)
    request = urllib.request.Request(arguments.url.rstrip("/") + path, body, method=method)
    if body is not None:
        request.add_header("Content-Type", "application/json")
    if arguments.token:
        request.add_header("Authorization", "Bearer " + arguments.token)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            print(answer.read().decode())
            return 0
    except urllib.error.HTTPError as error:
        print(error.read().decode(), file=sys.stderr)
        return 1
    except OSError as error:
        print(f"{arguments.url}: {error}", file=sys.stderr)
        return 2


def run_post(arguments):
    names = ("id", "path", "count", "read", "ts", "arg_count", *TEXT_FIELDS)
    given = {name: getattr(arguments, name) for name in (*names, "own", "level", "also")}
    if arguments.data is not None:
        given["data"] = json.loads(arguments.data)
    return call(arguments, "POST", "/messages", {name: value for name, value in given.items() if value is not None})


def run_remove(arguments):
    return call(arguments, "DELETE", "/messages/" + urllib.parse.quote(arguments.id, safe=""))


def run_badge(arguments):
    path = "/badges/" + urllib.parse.quote(arguments.path, safe="")
    if arguments.remove:
        return call(arguments, "DELETE", path)
    badge = {"dot": True} if arguments.count is None else {"count": arguments.count}
    for name in ("icon", "until"):
        if getattr(arguments, name) is not None:
            badge[name] = getattr(arguments, name)
    return call(arguments, "PUT", path, badge)


def run_log(arguments):
    return call(arguments, "GET", "/admin/log")


def client_parser(name, run):
    parser = argparse.ArgumentParser(prog="feed_server.py " + name)
    parser.add_argument("--url", required=True, help="the server's, without a path")
    parser.add_argument("--token")
    parser.set_defaults(run=run)
    return parser


def parse(arguments):
    command, rest = arguments[:1], arguments[1:]
    if command == ["post"]:
        parser = client_parser("post", run_post)
        parser.add_argument("--path")
        parser.add_argument("--id", help="of an item that is there: changes it")
        parser.add_argument("--count", type=int)
        parser.add_argument("--ts", type=int, help="seconds since 1970")
        parser.add_argument("--read", action="store_true", default=None)
        parser.add_argument("--own", action="store_true", default=None, help="the user sent it")
        parser.add_argument("--arg-count", type=int)
        parser.add_argument("--level", help="passive, normal, highlight or critical")
        parser.add_argument("--also", action="append", metavar="PATH", help="a further path; may come more than once")
        parser.add_argument("--data", help="JSON")
        for field in TEXT_FIELDS:
            parser.add_argument("--" + field)
    elif command == ["remove"]:
        parser = client_parser("remove", run_remove)
        parser.add_argument("id")
    elif command == ["badge"]:
        parser = client_parser("badge", run_badge)
        parser.add_argument("--path", required=True)
        parser.add_argument("--count", type=int, help="without it: a dot")
        parser.add_argument("--icon")
        parser.add_argument("--until", type=int, help="seconds since 1970")
        parser.add_argument("--remove", action="store_true")
    elif command == ["log"]:
        parser = client_parser("log", run_log)
    else:
        parser = argparse.ArgumentParser(
            prog="feed_server.py", epilog="Other commands: post, remove, badge, log; each with --help."
        )
        parser.add_argument("--port", type=int, default=0, help="0, the default: any free one")
        parser.add_argument("--db", default=":memory:", help="a file; default: in memory")
        parser.add_argument("--token", help="the bearer token that every request must carry")
        parser.add_argument("--port-file", help="a file that the port is written to")
        parser.set_defaults(run=run_server)
        rest = arguments
    return parser.parse_args(rest)


def main():
    arguments = parse(sys.argv[1:])
    return arguments.run(arguments)


if __name__ == "__main__":
    sys.exit(main())
