"""Generated from include/tally.h by Bindings/tools/generate.py: not to be edited."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional

from . import _declarations as declarations
from ._builder import Operations, Where
from ._options import message_options, reminder_options
from ._values import Day, Time, TimeOfDay, Until
from .types import Level, Mute, Op, Smart, Unit

if TYPE_CHECKING:
    from typing_extensions import Self


class BatchOperations(Operations):
    """The operations of a Batch that follow from the header."""

    def set(self, where: Where, count: int, until: Until = None) -> Self:
        """Appends an operation that does what `Account.set` does."""
        return self.append(Op.SET, where, count, until)

    def dot(self, where: Where, until: Until = None) -> Self:
        """Appends an operation that does what `Account.dot` does."""
        return self.append(Op.DOT, where, 0, until)

    def add(self, where: Where, delta: int) -> Self:
        """Appends an operation that does what `Account.add` does."""
        return self.append(Op.ADD, where, delta)

    def clear(self, where: Where) -> Self:
        """Appends an operation that does what `Account.clear` does."""
        return self.append(Op.CLEAR, where)

    def clear_tree(self, where: Where) -> Self:
        """Appends an operation that does what `Account.clear_tree` does."""
        return self.append(Op.CLEAR_TREE, where)

    def mute(self, where: Where, mode: Mute, until: Until = None) -> Self:
        """Appends an operation that does what `Account.mute` does."""
        return self.append(Op.MUTE, where, mode, until)

    def get(self, where: Where) -> Self:
        """Appends an operation that does what `Account.get` does."""
        return self.append(Op.GET, where)


class ItemOperations(Operations):
    """The operations of an Item that follow from the header."""

    def set(self, path: str, count: int, until: Until = None) -> Self:
        """Appends an operation that does what `Account.set` does."""
        return self.append(Op.SET, path, count, until)

    def dot(self, path: str, until: Until = None) -> Self:
        """Appends an operation that does what `Account.dot` does."""
        return self.append(Op.DOT, path, 0, until)

    def add(self, path: str, delta: int) -> Self:
        """Appends an operation that does what `Account.add` does."""
        return self.append(Op.ADD, path, delta)

    def clear(self, path: str) -> Self:
        """Appends an operation that does what `Account.clear` does."""
        return self.append(Op.CLEAR, path)

    def clear_tree(self, path: str) -> Self:
        """Appends an operation that does what `Account.clear_tree` does."""
        return self.append(Op.CLEAR_TREE, path)

    def mute(self, path: str, mode: Mute, until: Until = None) -> Self:
        """Appends an operation that does what `Account.mute` does."""
        return self.append(Op.MUTE, path, mode, until)

    def post(self, path: str, *, dot: bool = False, once: bool = False, time: Time = None,
             count: Optional[int] = None, argument_count: Optional[int] = None, id: Optional[str] = None,
             title: Optional[str] = None, body: Optional[str] = None, kind: Optional[str] = None,
             thread: Optional[str] = None, category: Optional[str] = None, argument: Optional[str] = None,
             link: Optional[str] = None, icon: Optional[str] = None, subtitle: Optional[str] = None,
             data: Optional[str] = None, also: Optional[str] = None, level: Optional[Level] = None,
             flags: int = 0) -> Self:
        """Appends an operation that does what `Messages.post` does."""
        return self.append(
            Op.POST, path, message=message_options(dot=dot, once=once, time=time, count=count,
            argument_count=argument_count, id=id, title=title, body=body, kind=kind, thread=thread, category=category,
            argument=argument, link=link, icon=icon, subtitle=subtitle, data=data, also=also, level=level,
            flags=flags))

    def withdraw(self, id: str) -> Self:
        """Appends an operation that does what `Messages.withdraw` does."""
        return self.append(Op.WITHDRAW, id=id)

    def read(self, path: str, *, subtree: bool = False) -> Self:
        """Appends an operation that does what `Messages.read_path` does."""
        return self.append(Op.READ, path, flags=declarations.TALLY_SUBTREE * subtree)

    def put_reminder(self, id: str, *, title: Optional[str] = None, body: Optional[str] = None,
                     path: Optional[str] = None, zone: Optional[str] = None, produced: Day = None, shelf_life: int,
                     shelf_unit: Unit, time_of_day: TimeOfDay = None, smart: Optional[Smart] = None,
                     repeat_unit: Optional[Unit] = None, repeat_every: Optional[int] = None, end: Day = None,
                     start: Day = None, overdue_unit: Optional[Unit] = None, overdue_every: Optional[int] = None,
                     overdue_limit: Optional[int] = None) -> Self:
        """Appends an operation that does what `Reminders.put` does."""
        return self.append(
            Op.REMINDER_PUT, id=id, reminder=reminder_options(title=title, body=body, path=path, zone=zone,
            produced=produced, shelf_life=shelf_life, shelf_unit=shelf_unit, time_of_day=time_of_day, smart=smart,
            repeat_unit=repeat_unit, repeat_every=repeat_every, end=end, start=start, overdue_unit=overdue_unit,
            overdue_every=overdue_every, overdue_limit=overdue_limit))

    def edit_reminder(self, id: str, *, title: Optional[str] = None, body: Optional[str] = None,
                      path: Optional[str] = None, zone: Optional[str] = None, produced: Day = None,
                      shelf_life: Optional[int] = None, shelf_unit: Optional[Unit] = None,
                      time_of_day: TimeOfDay = None, smart: Optional[Smart] = None,
                      repeat_unit: Optional[Unit] = None, repeat_every: Optional[int] = None, end: Day = None,
                      start: Day = None, overdue_unit: Optional[Unit] = None, overdue_every: Optional[int] = None,
                      overdue_limit: Optional[int] = None) -> Self:
        """Appends an operation that does what `Reminders.edit` does."""
        return self.append(
            Op.REMINDER_EDIT, id=id, reminder=reminder_options(title=title, body=body, path=path, zone=zone,
            produced=produced, shelf_life=shelf_life, shelf_unit=shelf_unit, time_of_day=time_of_day, smart=smart,
            repeat_unit=repeat_unit, repeat_every=repeat_every, end=end, start=start, overdue_unit=overdue_unit,
            overdue_every=overdue_every, overdue_limit=overdue_limit))

    def reminder_done(self, id: str) -> Self:
        """Appends an operation that does what `Reminders.done` does."""
        return self.append(Op.REMINDER_DONE, id=id)

    def reminder_undone(self, id: str) -> Self:
        """Appends an operation that does what `Reminders.undone` does."""
        return self.append(Op.REMINDER_UNDONE, id=id)

    def remove_reminder(self, id: str) -> Self:
        """Appends an operation that does what `Reminders.remove` does."""
        return self.append(Op.REMINDER_REMOVE, id=id)

    def snooze_reminder(self, id: str, until: Until) -> Self:
        """Appends an operation that does what `Reminders.snooze` does."""
        return self.append(Op.REMINDER_SNOOZE, None, 0, until, id=id)

    def acknowledge_reminder(self, id: str) -> Self:
        """Appends an operation that does what `Reminders.acknowledge` does."""
        return self.append(Op.REMINDER_ACKNOWLEDGE, id=id)
