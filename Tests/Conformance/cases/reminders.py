"""The cases of reminders.jsonl, which are kept in words of their own (units by name, a plan by its times), as steps.

A case begins at `now` on a device in `zone`, with an account that is logged in, and does its steps in order:
  put   enters a reminder; with `status` it is refused, and the message has `message` in it
  get   a reminder's values
  plan  the difference to the last plan: `times` are the first that are armed
  go    time passes, to a point in time: `fired` are the occurrences that fire at its end
  zone  the device is in another zone
A plan is compared entry by entry, as far as the case says what they are: `armed` and `disarmed`, how many there are;
the `first` and the `last` time; or `each`, how many of each reminder, one reminder after the other.

Behind them come cases of what becomes of reminders beside their times."""

import json
import pathlib

from .case import *

UNITS = {name: number for number, name in enumerate(("minute", "hour", "day", "week", "month", "quarter", "year"), 1)}
SMART = {"automatic": 1, "on": 2, "off": 3}
WORDS = {"shelf_unit": UNITS, "repeat_unit": UNITS, "overdue_unit": UNITS, "smart": SMART}
DISARM, ARM = 1, 2
ACTIVE, DONE, EXPIRED = 1, 2, 3
DAY, HOUR = 86400000, 3600000
NINE = WALL + 9 * HOUR
CREATED, EDITED, PLANNED, ARMED, FIRED, MISSED, SNOOZED, ACKNOWLEDGED = range(1, 9)
OUTBOX_KIND_REMINDER = 3
# Ten days from 2025-12-30: fires on the 8th and the 9th of January.
MILK = {"title": "Milk", "path": "milk", "produced": 20251230, "shelf_life": 10, "shelf_unit": UNITS["day"]}
# Daily at nine.
DAILY = {"title": "Pills", "path": "pills", "produced": 20260101, "shelf_life": 1, "shelf_unit": UNITS["year"],
         "smart": SMART["off"], "repeat_unit": UNITS["day"], "end": 20261231}


def cases():
    yield from table()
    for part in (life, firing, planning, refusals):
        yield from part()


def table():
    file = pathlib.Path(__file__).with_suffix(".jsonl")
    for given in map(json.loads, file.read_text().splitlines()):
        case = Case(f"reminders {given['case']}: {given['name']}", wall=given["now"], zone=given["zone"])
        case.account_log_in().step().told()
        for step in given["steps"]:
            members = {name: value for name, value in step.items() if name != "do"}
            globals()["add_" + step["do"]](case, **members)
        yield case


def add_put(case, id, options, **rest):
    given = {name: WORDS[name][value] if name in WORDS else value for name, value in options.items()}
    case.reminder_put(id=id, options=given, **rest)


def add_get(case, id, expected):
    case.reminder_list(out={"entries": [{"id": id, **expected}]})


def add_plan(case, expected):
    """If only the first times are given, the plan is limited to as many."""
    out = {name: expected[name] for name in ("left_out", "reach") if name in expected}
    times = [{"action": ARM, "time": time} for time in expected.get("times", [])]
    options = {}
    if "each" in expected:  # In the order in which they fire.
        out["entries"] = [{"action": ARM, "reminder": id} for id,
                          count in expected["each"].items() for _ in range(count)]
    elif "armed" not in expected:
        options, out["entries"] = {"options": {"limit": len(times)}}, times
    else:
        armed = times or [{"action": ARM}] * expected["armed"]
        if "first" in expected:
            armed = [{**armed[0], "time": expected["first"]}, *armed[1:-1], {**armed[-1], "time": expected["last"]}]
        out["entries"] = [{"action": DISARM}] * expected["disarmed"] + armed
    planned(case, **options, out=out)


def planned(one, **rest):
    """Plans, and confirms the plan."""
    return one.reminder_plan(token="plan", **rest).reminder_confirm_plan(token="plan")


def add_go(case, to, fired):
    case.go(to=to)
    case.told(*({"kind": EVENT_REMINDER, "text": "milk", "missed": 0, "count": 1, "next_time": time} for time in fired))


def add_zone(case, name):
    case.engine_set_zone(name=name)


# Beside the table.

def case(name):
    return Case(f"reminders: {name}").account_log_in().step()


def fires(id, time, **rest):
    return {"kind": EVENT_REMINDER, "text": id, "account": "ann", "next_time": time, "missed": 0, "count": 1, **rest}


def listed(one, *entries, **rest):
    return one.reminder_list(out={"entries": list(entries)}, **rest)


def life():
    seventh = NINE + 6 * DAY
    one = case("a life").reminder_put(id="milk", options=MILK)
    one.reminder_put(id="milk", options=MILK, status="TALLY_ERROR_EXISTS")
    listed(one, {"id": "milk", "title": "Milk", "path": "root.milk", "zone": "", "expiry": 20260109, "span": 10,
                 "days_left": 8, "is_smart": 1, "state": ACTIVE, "revision": 1, "due_time": 0, "next_time": seventh,
                 "expires": WALL + 9 * DAY})
    one.get("milk", 0, 0).go(to=seventh).told(fires("milk", seventh)).get("milk", 1, 1)
    listed(one, {"due_time": seventh, "next_time": seventh + DAY}).reminder_acknowledge(id="milk").get("milk", 0, 0)
    listed(one, {"due_time": 0}).reminder_acknowledge(id="milk").reminder_mark_done(id="milk").reminder_mark_done(id="milk")
    listed(one, {"state": DONE, "next_time": 0}).go(to=seventh + DAY).told().reminder_mark_undone(id="milk")
    one.reminder_edit(id="milk", options={"title": "Oat milk", "time_of_day": 0})
    listed(one, {"title": "Oat milk", "time_of_day": 0, "revision": 4, "state": ACTIVE, "produced": 20251230})
    for same in ({}, {"title": "Oat milk"}, {"path": "root.milk", "time_of_day": 0, "produced": 20251230}):
        one.reminder_edit(id="milk", options=same)
    listed(one, {"revision": 4})
    one.reminder_remove(id="milk").reminder_remove(id="milk", status="TALLY_ERROR_NOT_FOUND").told()
    listed(one).go(to=seventh + 3 * DAY).told()
    for call in ("reminder_mark_done", "reminder_mark_undone", "reminder_acknowledge"):
        getattr(one, call)(id="milk", status="TALLY_ERROR_NOT_FOUND")
    yield one.reminder_edit(id="milk", options={}, status="TALLY_ERROR_NOT_FOUND")
    one = case("the log").reminder_put(id="milk", options=MILK)
    one.reminder_list_notes(limit=1, status="TALLY_MORE", out={"entries": [
        {"id": 1, "kind": CREATED, "reminder": "milk", "time": WALL, "revision": 1}]}, **REST)
    yield one.reminder_list_notes(after="$rest", limit=1, out={"entries": [
        {"id": 2, "kind": PLANNED, "occurrence_time": seventh}]})
    one = case("lists").reminder_put(id="b", options=MILK).reminder_put(id="a", options=MILK)
    listed(one, {"id": "a"}, {"id": "b"})
    one.reminder_list(limit=1, status="TALLY_MORE", out={"entries": [{"id": "a"}]}, **REST)
    yield listed(one, {"id": "b"}, after="$rest")
    one = case("iCalendar").reminder_put(id="milk", options=MILK)
    one.reminder_export(**{"as": "calendar"}).account_open(account="bob").reminder_import(
        account="bob", text="$calendar", out={"taken": 1, "skipped": 0})
    one.reminder_list(account="bob", out={"entries": [
        {"id": "milk", "title": "Milk", "path": "root.milk", "expiry": 20260109, "is_smart": 1}]})
    one.reminder_import(text="BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTODO\r\n", status="TALLY_ERROR_MALFORMED")
    yield listed(one.reminder_import(text="nothing", status="TALLY_ERROR_MALFORMED"), {"id": "milk"})
    one = case("what changes goes out").account_configure(settings=OUTBOX).reminder_put(id="milk", options=MILK)
    one.outbox_lease(duration=1000, out={"entries": [{"id": 1, "kind": OUTBOX_KIND_REMINDER, "entity": "milk"}]})
    one.outbox_ack(id=1).outbox_get_counts(out={"total": 0}).reminder_mark_done(id="milk").reminder_mark_undone(id="milk")
    yield one.outbox_list(out={"entries": [{"kind": OUTBOX_KIND_REMINDER, "entity": "milk", "attempt": 0}]})


def firing():
    one = case("it shows 1, however many passed").reminder_put(id="pills", options=DAILY).go(to=NINE)
    one.told(fires("pills", NINE)).go(to=NINE + DAY).told(fires("pills", NINE + DAY)).get("pills", 1, 1)
    yield one.reminder_acknowledge(id="pills").get("pills", 0, 0).go(to=NINE + 2 * DAY).told(
        fires("pills", NINE + 2 * DAY)).get("pills", 1, 1)
    one = case("snoozing moves one").reminder_put(id="pills", options=DAILY).go(to=NINE).told(fires("pills", NINE))
    one.reminder_snooze(id="pills", until=NINE, status="TALLY_ERROR_RANGE").reminder_snooze(id="pills",
           until=NINE + HOUR)
    one.get("pills", 0, 0).go(to=NINE + HOUR).told(fires("pills", NINE + HOUR)).get("pills", 1, 1)
    one.go(to=NINE + DAY).told(fires("pills", NINE + DAY)).reminder_mark_done(id="pills")
    yield one.reminder_snooze(id="pills", until=NINE + 2 * DAY, status="TALLY_ERROR_CONFLICT")
    one = case("what was due meanwhile is missed, and told once").reminder_put(id="pills", options=DAILY)
    one.account_log_out().go(to=NINE + 2 * DAY + HOUR).told().account_log_in().step()
    one.told(fires("pills", NINE + 2 * DAY, missed=1, count=3)).step().told()
    yield one.go(to=NINE + 3 * DAY).told(fires("pills", NINE + 3 * DAY))
    one = case("another account's never fire").account_open(account="bob").reminder_put(
        account="bob", id="pills", options=DAILY)
    yield one.go(to=NINE + DAY).told().get("pills", 0, 0, account="bob")
    one = case("what has expired is reminded of so many times").reminder_put(id="milk", options={
        **MILK, "overdue_unit": UNITS["day"], "overdue_every": 1, "overdue_limit": 2})
    for day in (6, 7, 8, 9, 10):
        one.go(to=NINE + day * DAY).told(fires("milk", NINE + day * DAY))
    yield listed(one, {"state": EXPIRED, "days_left": -2, "next_time": 0}).go(to=NINE + 20 * DAY).told()
    one = case("nothing fires behind the end").reminder_put(id="pills", options={**DAILY, "end": 20260102})
    one.go(to=NINE).told(fires("pills", NINE)).go(to=NINE + DAY).told(fires("pills", NINE + DAY))
    yield listed(one, {"next_time": 0}).go(to=NINE + 5 * DAY).told()


def planning():
    days = [{"action": ARM, "time": NINE + day * DAY, "reminder": "pills"} for day in range(10)]
    one = case("a plan and what others need of it").reminder_put(id="pills", options=DAILY)
    planned(one, options={"limit": 10, "reserve": 4}, out={"planned": 6, "entries": days[:6]})
    planned(one, options={"limit": 10, "reserve": 4}, out={"planned": 6, "entries": []})
    planned(one, options={"limit": 10, "reserve": 4, "flags": 1}, out={"planned": 6, "entries": days[:6]})
    one.go(to=NINE).told(fires("pills", NINE))
    yield planned(one, options={"limit": 10, "reserve": 9}, out={
        "planned": 1, "entries": [{"action": DISARM, "time": NINE + day * DAY} for day in range(2, 6)]})
    milk = [{"action": ARM, "time": NINE + day * DAY, "title": "Milk", "path": "root.milk"} for day in (6, 7, 8)]
    gone = [{**entry, "action": DISARM, "title": "", "path": ""} for entry in milk]
    one = case("logging out disarms, logging in plans again").reminder_put(id="milk", options=MILK)
    planned(planned(one, out={"entries": milk}).account_log_out(), out={"planned": 0, "entries": gone})
    yield planned(one.account_log_in().step(), out={"planned": 3, "entries": milk})
    one = case("what is done or deleted is disarmed").reminder_put(id="milk", options=MILK)
    planned(planned(one, out={"entries": milk}).reminder_mark_done(id="milk"), out={"entries": gone})
    planned(one.reminder_mark_undone(id="milk"), out={"entries": milk}).reminder_remove(id="milk")
    yield planned(one, out={"entries": [{**entry, "reminder": ""} for entry in gone]})
    one = case("one reminder").reminder_put(id="milk", options=MILK).reminder_get(id="milk", out={"title": "Milk"})
    yield one.reminder_get(id="eggs", status="TALLY_ERROR_NOT_FOUND", message="eggs")
    one = case("a plan is offered until it is confirmed").reminder_put(id="milk", options=MILK)
    one.reminder_plan(token="former", out={"entries": milk}).reminder_plan(token="last", out={"entries": milk})
    one.reminder_confirm_plan(token="former", status="TALLY_ERROR_CONFLICT").reminder_confirm_plan(token="last")
    yield one.reminder_confirm_plan(token="last", status="TALLY_ALREADY_APPLIED").reminder_plan(out={"entries": []})


def refusals():
    argument, not_found, out_of_range, path = (
        "TALLY_ERROR_" + name for name in ("ARGUMENT", "NOT_FOUND", "RANGE", "PATH"))
    one = case("what is wrong with them")
    for options, status, message in (
            ({}, argument, ""), ({**MILK, "shelf_unit": 0}, argument, ""), ({**MILK, "produced": 20260230}, argument,
            ""),
            ({**MILK, "zone": "Nowhere/At_All"}, not_found, "Nowhere/At_All"), ({**MILK, "zone": "../x"}, argument, ""),
            ({**MILK, "zone": "/etc/passwd"}, argument, ""), ({**MILK, "time_of_day": 86400}, out_of_range, ""),
            ({**MILK, "path": "a..b"}, path, "a component is empty"), ({**DAILY, "repeat_every": 1000001}, argument,
            ""),
            ({**MILK, "shelf_life": -1}, argument, ""), ({**MILK, "smart": SMART["off"]}, argument, "")):
        one.reminder_put(id="x", options=options, status=status, message=message)
    one.engine_set_zone(name="Nowhere/At_All", status=not_found).engine_set_zone(name="Asia/Shanghai").engine_set_zone()
    yield listed(one.reminder_put(id="", options=MILK, status=argument))
