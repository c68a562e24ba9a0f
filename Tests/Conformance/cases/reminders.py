"""The cases of reminders.jsonl, which are kept in words of their own (units by name, a plan by its times), as steps.

A case begins at `now` on a device in `zone`, with an account that is logged in, and does its steps in order:
  put   enters a reminder; with `status` it is refused, and the message has `message` in it
  get   a reminder's values
  plan  the difference to the last plan: `times` are the first that are armed
  go    time passes, to a point in time: `fired` are the occurrences that fire at its end
  zone  the device is in another zone
A plan is compared entry by entry, as far as the case says what they are: `armed` and `disarmed`, how many there are;
the `first` and the `last` time; or `each`, how many of each reminder, one reminder after the other."""

import json
import pathlib

from .case import *

UNITS = {name: number for number, name in enumerate(("minute", "hour", "day", "week", "month", "quarter", "year"), 1)}
SMART = {"automatic": 1, "on": 2, "off": 3}
WORDS = {"shelf_unit": UNITS, "repeat_unit": UNITS, "overdue_unit": UNITS, "smart": SMART}
DISARM, ARM = 1, 2


def cases():
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
    """Where it says only the first times, the plan is asked for as many."""
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
    case.reminder_plan(**options, out=out)


def add_go(case, to, fired):
    case.go(to=to)
    case.told(*({"kind": EVENT_REMINDER, "text": "milk", "shows": 1, "count": 1, "next_time": time} for time in fired))


def add_zone(case, name):
    case.zone_set(name=name)
