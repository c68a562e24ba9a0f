"""The cases of summaries.jsonl against the library, through the header. The library: TALLY_LIBRARY in the environment,
or build/libtally.so.0. Hosts in other languages replay the same file."""

import ctypes
import json
import os
import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIBRARY = os.environ.get("TALLY_LIBRARY", str(ROOT / "build" / "libtally.so.0"))
CASES = [json.loads(line) for line in (pathlib.Path(__file__).parent / "summaries.jsonl").read_text().splitlines()]
FORMS = ("zero", "one", "two", "few", "many", "other")
ORIGINS = ("none", "category", "default")


class Text(ctypes.Structure):
    _fields_ = [("offset", ctypes.c_uint32), ("length", ctypes.c_uint32)]


class Forms(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_uint32), ("flags", ctypes.c_uint32)]
    _fields_ += [(name, ctypes.c_char_p) for name in FORMS]


class Message(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_uint32), ("flags", ctypes.c_uint32)]
    _fields_ += [(n, ctypes.c_char_p) for n in ("id", "title", "body", "kind", "thread", "category", "argument")]
    _fields_ += [("time", ctypes.c_int64), ("count", ctypes.c_uint32), ("argument_count", ctypes.c_uint32)]
    _fields_ += [("reserved", ctypes.c_uint64 * 2)]


class Group(ctypes.Structure):
    _fields_ = [(n, ctypes.c_uint64) for n in ("newest", "oldest", "items", "notifications", "fresh")]
    _fields_ += [("time", ctypes.c_int64), ("origin", ctypes.c_int32), ("reserved", ctypes.c_uint32)]
    _fields_ += [(n, Text) for n in ("thread", "path", "title", "summary", "language")]


def raw(text):
    return None if text is None else text.encode()


@pytest.fixture(scope="module")
def tally():
    return ctypes.CDLL(LIBRARY)


@pytest.fixture
def account(tally):
    engine, account = ctypes.c_void_p(), ctypes.c_void_p()
    assert tally.tally_engine_open(None, ctypes.byref(engine)) == 0
    assert tally.tally_account_open(engine, b"ann", None, ctypes.byref(account)) == 0
    yield account
    tally.tally_account_release(account)
    assert tally.tally_engine_close(engine, ctypes.c_int64(-1)) == 0


def test_all_cases_are_there():
    assert sorted({case["case"] for case in CASES}) == list(range(1, 23))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['case']}-{case['locale']}")
def test_case(tally, account, case):
    for category in case["categories"]:
        texts = [raw(category.get(name)) for name in ("id", "summary", "hidden")]
        assert tally.tally_category_set(account, *texts) == 0
    for key, languages in case["strings"].items():
        for language, forms in languages.items():
            given = Forms(ctypes.sizeof(Forms), 0, *[raw(forms.get(name)) for name in FORMS])
            assert tally.tally_strings_set(account, raw(key), raw(language), ctypes.byref(given)) == 0
    for time, item in enumerate(reversed(case["newest_first"]), 1000):
        message = Message(struct_size=ctypes.sizeof(Message), time=time, thread=b"thread")
        message.category, message.argument = raw(item.get("category")), raw(item.get("argument"))
        message.argument_count = item.get("count", 0)
        assert tally.tally_message_post(account, b"in", ctypes.byref(message), None) == 0
    group, size, text = Group(), ctypes.c_size_t(), ctypes.create_string_buffer(4096)
    status = tally.tally_group_get(
        account, b"thread", raw(case["locale"]), int(case["hidden"]), ctypes.byref(group), text,
        ctypes.c_size_t(len(text)), ctypes.byref(size))
    assert status == 0
    summary = text.raw[group.summary.offset:group.summary.offset + group.summary.length].decode()
    assert (summary, ORIGINS[group.origin]) == (case["summary"], case["origin"])
    assert group.notifications == len(case["newest_first"])
    assert group.items == sum(max(item.get("count", 1), 1) for item in case["newest_first"])
