"""The cases of reminders.jsonl against the library, through the header: an engine in memory that the host drives, by a
clock of its own. The library: TALLY_LIBRARY in the environment, or build/libtally.so.0. Hosts in other languages replay
the same file.

A case begins at `now` (milliseconds) on a device in `zone`, and does its steps in order:
  put   enters a reminder; with `status` it is refused, and the message has `message` in it
  get   a reminder's values
  plan  the difference to the last plan: `times` are the first that are armed, `each` how many of each reminder
  go    time passes, to a point in time: `fired` are the occurrences that fire at its end
  zone  the device is in another zone
"""

import collections
import contextlib
import ctypes
import json
import os
import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIBRARY = os.environ.get("TALLY_LIBRARY", str(ROOT / "build" / "libtally.so.0"))
CASES = [json.loads(line) for line in (pathlib.Path(__file__).parent / "reminders.jsonl").read_text().splitlines()]
UNITS = {name: number for number, name in enumerate(("minute", "hour", "day", "week", "month", "quarter", "year"), 1)}
SMART = {"automatic": 1, "on": 2, "off": 3}
ENGINE_HOST_DRIVEN = 1
EVENT_REMINDER = 9
PLAN_DISARM, PLAN_ARM = 1, 2
CAPACITY, TEXT_CAPACITY = 256, 65536

Clock = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(ctypes.c_int64), ctypes.POINTER(ctypes.c_int64))


def fields(kind, names):
    return [(name, kind) for name in names.split()]


class Text(ctypes.Structure):
    _fields_ = fields(ctypes.c_uint32, "offset length")

    def of(self, text):
        return text.raw[self.offset:self.offset + self.length].decode()


class EngineOptions(ctypes.Structure):
    _fields_ = fields(ctypes.c_uint32, "struct_size flags") + [("file", ctypes.c_char_p)]
    _fields_ += [("durability", ctypes.c_int32)]
    _fields_ += fields(ctypes.c_uint32, "max_depth max_path_bytes max_nodes max_accounts max_feeds max_observers")
    _fields_ += fields(ctypes.c_uint32, "max_response_bytes") + fields(ctypes.c_char_p, "ca_file user_agent")
    _fields_ += [("clock", Clock)] + fields(ctypes.c_void_p, "clock_user_data log log_user_data")
    _fields_ += fields(ctypes.c_int32, "log_level reserved0") + [("seed", ctypes.c_uint64)]
    _fields_ += [("batch_id_time", ctypes.c_int64)] + fields(ctypes.c_uint32, "max_batch_ids max_loaded_accounts")
    _fields_ += [("zone", ctypes.c_char_p)] + fields(ctypes.c_void_p, "zone_file zone_user_data")
    _fields_ += [("reserved", ctypes.c_uint64 * 3)]


class Options(ctypes.Structure):
    _fields_ = fields(ctypes.c_uint32, "struct_size flags") + fields(ctypes.c_char_p, "title body path zone")
    _fields_ += fields(ctypes.c_int32, "produced shelf_life shelf_unit time smart repeat_unit repeat_every end start")
    _fields_ += fields(ctypes.c_int32, "overdue_unit overdue_every overdue_limit") + [("reserved", ctypes.c_uint64 * 4)]


class Reminder(ctypes.Structure):
    _fields_ = [("number", ctypes.c_uint64)] + fields(ctypes.c_int64, "next_time due_time expires stamp")
    _fields_ += [("revision", ctypes.c_uint32)] + fields(ctypes.c_int32, "state expiry span days_left is_smart")
    _fields_ += fields(ctypes.c_int32, "produced shelf_life shelf_unit time entered smart repeat_unit repeat_every")
    _fields_ += fields(ctypes.c_int32, "start end overdue_unit overdue_every overdue_limit reserved0")
    _fields_ += fields(Text, "id title body path zone")


class PlanEntry(ctypes.Structure):
    _fields_ = fields(ctypes.c_int64, "id time occurrence") + [("revision", ctypes.c_uint32)]
    _fields_ += [("action", ctypes.c_int32)] + fields(Text, "reminder title body path")


class Plan(ctypes.Structure):
    _fields_ = fields(ctypes.c_uint32, "struct_size planned") + [("left_out", ctypes.c_uint64)]
    _fields_ += [("reach", ctypes.c_int64)]


class Event(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_uint32), ("kind", ctypes.c_int32), ("token", ctypes.c_uint64)]
    _fields_ += fields(ctypes.c_int64, "account feed") + fields(ctypes.c_uint64, "count revision")
    _fields_ += fields(ctypes.c_int32, "shows result") + fields(ctypes.c_int64, "retry_after next_time")
    _fields_ += fields(ctypes.c_uint32, "added changed removed rejected text_length reserved0")
    _fields_ += fields(ctypes.c_uint64, "total unread unseen") + [("reserved", ctypes.c_uint64 * 1)]


class Device:
    """An engine in a zone, with an account that is logged in, and a clock that stands still until it is told."""

    def __init__(self, tally, zone, now):
        self.tally, self.wall, self.elapsed = tally, now, 1_000_000
        self.engine, self.account = ctypes.c_void_p(), ctypes.c_void_p()
        self.clock = Clock(self.tell)
        options = EngineOptions(ctypes.sizeof(EngineOptions), ENGINE_HOST_DRIVEN, clock=self.clock, zone=zone.encode())
        self.check(tally.tally_engine_open(ctypes.byref(options), ctypes.byref(self.engine)))
        self.check(tally.tally_account_open(self.engine, b"ann", None, ctypes.byref(self.account)))
        self.check(tally.tally_account_log_in(self.account, None))
        self.check(tally.tally_step(self.engine))

    def close(self):
        self.tally.tally_account_release(self.account)
        self.check(self.tally.tally_engine_close(self.engine, ctypes.c_int64(-1)))

    def tell(self, _, wall, elapsed):
        wall[0], elapsed[0] = self.wall, self.elapsed

    def message(self):
        text, length = ctypes.create_string_buffer(1024), ctypes.c_size_t()
        self.tally.tally_error_message(text, ctypes.c_size_t(len(text)), ctypes.byref(length))
        return text.value.decode()

    def check(self, status):
        assert status == 0, self.message()

    def listing(self, call, kind, *after):
        """The entries and the text that a function with lists for outputs gives."""
        entries, text = (kind * CAPACITY)(), ctypes.create_string_buffer(TEXT_CAPACITY)
        count, size = ctypes.c_size_t(), ctypes.c_size_t()
        self.check(call(entries, ctypes.c_size_t(CAPACITY), text, ctypes.c_size_t(TEXT_CAPACITY), ctypes.byref(count),
                        ctypes.byref(size), *after))
        return entries[:count.value], text

    # The steps.

    def put(self, id, options, status="TALLY_OK", message=""):
        words = {"shelf_unit": UNITS, "repeat_unit": UNITS, "smart": SMART}
        given = Options(struct_size=ctypes.sizeof(Options))
        for name, value in options.items():
            setattr(given, name, words[name][value] if name in words else raw(value))
        result = self.tally.tally_reminder_put(self.account, id.encode(), ctypes.byref(given))
        assert self.tally.tally_status_name(result).decode() == status
        assert result == 0 or message in self.message()

    def get(self, id, expected):
        entries, text = self.listing(
            lambda *outputs: self.tally.tally_reminder_list(self.account, None, ctypes.c_size_t(CAPACITY), *outputs),
            Reminder)
        [found] = [entry for entry in entries if entry.id.of(text) == id]
        assert {name: getattr(found, name) for name in expected} == expected

    def plan(self, expected):
        summary = Plan(struct_size=ctypes.sizeof(Plan))
        entries, text = self.listing(
            lambda *outputs: self.tally.tally_reminder_plan(self.account, None, *outputs), PlanEntry,
            ctypes.byref(summary))
        armed = [entry for entry in entries if entry.action == PLAN_ARM]
        disarmed = [entry for entry in entries if entry.action == PLAN_DISARM]
        assert [entry.action for entry in entries] == [PLAN_DISARM] * len(disarmed) + [PLAN_ARM] * len(armed)
        times = [entry.time for entry in armed]
        assert times == sorted(times) and all(time > self.wall for time in times)
        found = {
            "armed": len(armed), "disarmed": len(disarmed), "left_out": summary.left_out, "reach": summary.reach,
            "first": times[0] if times else 0, "last": times[-1] if times else 0,
            "times": times[:len(expected.get("times", []))],
            "each": dict(collections.Counter(entry.reminder.of(text) for entry in armed)),
        }
        assert {name: found[name] for name in expected} == expected

    def go(self, to, fired):
        self.elapsed += to - self.wall
        self.wall = to
        self.check(self.tally.tally_step(self.engine))
        found, text = [], ctypes.create_string_buffer(256)
        event = Event(struct_size=ctypes.sizeof(Event))
        while self.tally.tally_next_event(
                self.engine, ctypes.c_int64(0), ctypes.byref(event), text, ctypes.c_size_t(len(text))) == 0:
            if event.kind == EVENT_REMINDER:
                assert (event.shows, event.count) == (1, 1)
                found.append(event.next_time)
        assert found == fired

    def zone(self, name):
        self.check(self.tally.tally_zone_set(self.engine, name.encode()))


def raw(value):
    return value.encode() if isinstance(value, str) else value


@pytest.fixture(scope="module")
def tally():
    library = ctypes.CDLL(LIBRARY)
    library.tally_status_name.restype = ctypes.c_char_p
    return library


def test_all_cases_are_there():
    assert sorted({case["case"] for case in CASES}) == list(range(1, 23))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['case']}-{case['name']}")
def test_case(tally, case):
    with contextlib.closing(Device(tally, case["zone"], case["now"])) as device:
        for step in case["steps"]:
            getattr(device, step["do"])(**{name: value for name, value in step.items() if name != "do"})
