"""Tally's exports, read and written by Python's libraries for iCalendar, are imported again without loss.

vobject is what Radicale stores calendars by. Both are taken from the Debian packages python3-vobject and
python3-icalendar, so that the system's interpreter runs this."""

import icalendar
import tally
import vobject


def enter(account):
    """A smart one, one of the device's zone, and one with all that there is."""
    put = account.reminders.put
    put("eggs", shelf_life=10, shelf_unit=tally.Unit.DAY, title="Eggs", produced=20260501, zone="Europe/Berlin")
    put("milk", shelf_life=3, shelf_unit=tally.Unit.MONTH, title="Milk; 2,5 %, \"fresh\"\nfrom the Allg\u00e4u",
        produced=20260101, repeat_unit=tally.Unit.DAY, repeat_every=2, start=20260110, end=20260331,
        path="root.fridge")
    put("rent;1,2", shelf_life=1, shelf_unit=tally.Unit.YEAR, title="Rent", produced=20260101,
        repeat_unit=tally.Unit.MONTH, repeat_every=1, start=20260131, end=20261231, zone="America/New_York",
        overdue_unit=tally.Unit.WEEK, overdue_every=1, overdue_limit=3)
    put("tea", shelf_life=1, shelf_unit=tally.Unit.YEAR, title="Tea", produced=20260101,
        repeat_unit=tally.Unit.WEEK, repeat_every=1, start=20260501, end=99991231)


def by_vobject(text):
    return vobject.readOne(text).serialize()


def by_icalendar(text):
    return icalendar.Calendar.from_ical(text).to_ical().decode()


def terms(account):
    """All but what says when it was changed, and its key."""
    return [{name: value for name, value in vars_of(one).items() if name not in ("key", "stamp", "revision")}
            for one in account.reminders]


def vars_of(one):
    return one._asdict() if hasattr(one, "_asdict") else dict(vars(one))


def main():
    with tally.Engine() as engine:
        ann = engine.account("ann")
        enter(ann)
        expected = terms(ann)
        assert len(expected) == 4
        for number, through in enumerate((by_vobject, by_icalendar, lambda text: by_vobject(by_icalendar(text)))):
            text = ann.reminders.export()
            for turn in range(3):
                text = through(text)
                other = engine.account(f"other-{number}-{turn}")
                imported = other.reminders.import_calendar(text)
                assert (imported.taken, imported.skipped) == (4, 0), text
                assert terms(other) == expected, text
                text = other.reminders.export()
    print("all is as it was")


if __name__ == "__main__":
    main()
