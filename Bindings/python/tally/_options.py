"""Generated from include/tally.h by Bindings/tools/generate.py: not to be edited."""

from __future__ import annotations

from typing import Optional

from . import _declarations as declarations
from ._library import structure
from ._values import Day, Duration, Time, TimeOfDay, day, duration, milliseconds, seconds_of_day
from .types import Aggregation, Counting, CredentialKind, Feeding, Grouping, Level, OutboxMode, Polling, Smart, Unit


def badge_rule(*, feeding: Optional[Feeding] = None,
               counting: Optional[Counting] = None) -> declarations.tally_badge_rule:
    """How a path counts. Members that are left out are those above the path."""
    return structure(
        declarations.tally_badge_rule, feeding=feeding, counting=counting)


def account_options(*, existing: bool = False, aggregation: Optional[Aggregation] = None,
                    feeding: Optional[Feeding] = None) -> declarations.tally_account_options:
    """How an account is opened."""
    return structure(
        declarations.tally_account_options, aggregation=aggregation, feeding=feeding,
        flags=declarations.TALLY_ACCOUNT_EXISTING * existing)


def account_settings(*, grouping: Optional[Grouping] = None, outbox: Optional[OutboxMode] = None,
                     feeding: Optional[Feeding] = None, outbox_kinds: Optional[int] = None,
                     outbox_request_timeout: Duration = None, outbox_idle_timeout: Duration = None,
                     language: Optional[str] = None, outbox_url: Optional[str] = None,
                     push_path: Optional[str] = None) -> declarations.tally_account_settings:
    """Settings of an account. Those that are left out stay unchanged."""
    return structure(
        declarations.tally_account_settings, grouping=grouping, outbox=outbox, feeding=feeding,
        outbox_kinds=outbox_kinds, outbox_request_timeout=duration(outbox_request_timeout),
        outbox_idle_timeout=duration(outbox_idle_timeout), language=language, outbox_url=outbox_url,
        push_path=push_path)


def credential(*, plain: bool = False, kind: Optional[CredentialKind] = None, name: Optional[str] = None,
               secret: Optional[str] = None, format: Optional[str] = None) -> declarations.tally_credential:
    """A credential for a server."""
    return structure(
        declarations.tally_credential, kind=kind, name=name, secret=secret, format=format,
        flags=declarations.TALLY_CREDENTIAL_FLAG_PLAIN * plain)


def feed_options(*, stops_in_background: bool = False, exact_delay: bool = False, temporary: bool = False,
                 initial_delay: Duration = None, interval: Duration = None, visible_interval: Duration = None,
                 request_timeout: Duration = None, idle_timeout: Duration = None, tolerance: Duration = None,
                 away_time: Duration = None, max_age: Duration = None, max_messages: Optional[int] = None,
                 page_limit: Optional[int] = None, polling: Optional[Polling] = None, url: Optional[str] = None,
                 prefix: Optional[str] = None, mapping_preset: Optional[str] = None, mapping: Optional[str] = None,
                 title: Optional[str] = None, flags: int = 0) -> declarations.tally_feed_options:
    """How a feed is polled. 0 is the value of the polling profile (MESSAGE_CENTER's; UNREAD_COUNT's), and -1 is off."""
    return structure(
        declarations.tally_feed_options, initial_delay=duration(initial_delay), interval=duration(interval),
        visible_interval=duration(visible_interval), request_timeout=duration(request_timeout),
        idle_timeout=duration(idle_timeout), tolerance=duration(tolerance), away_time=duration(away_time),
        max_age=duration(max_age), max_messages=max_messages, page_limit=page_limit, polling=polling, url=url,
        prefix=prefix, mapping_preset=mapping_preset, mapping=mapping, title=title, flags=flags
        | declarations.TALLY_FEED_OPTION_STOPS_IN_BACKGROUND * stops_in_background
        | declarations.TALLY_FEED_OPTION_EXACT_DELAY * exact_delay
        | declarations.TALLY_FEED_OPTION_TEMPORARY * temporary)


def message_options(*, dot: bool = False, once: bool = False, time: Time = None, count: Optional[int] = None,
                    argument_count: Optional[int] = None, id: Optional[str] = None, title: Optional[str] = None,
                    body: Optional[str] = None, kind: Optional[str] = None, thread: Optional[str] = None,
                    category: Optional[str] = None, argument: Optional[str] = None, link: Optional[str] = None,
                    icon: Optional[str] = None, subtitle: Optional[str] = None, data: Optional[str] = None,
                    also: Optional[str] = None, level: Optional[Level] = None,
                    flags: int = 0) -> declarations.tally_message_options:
    """A message that the host posts."""
    return structure(
        declarations.tally_message_options, time=milliseconds(time), count=count, argument_count=argument_count,
        id=id, title=title, body=body, kind=kind, thread=thread, category=category, argument=argument, link=link,
        icon=icon, subtitle=subtitle, data=data, also=also, level=level, flags=flags
        | declarations.TALLY_POST_DOT * dot | declarations.TALLY_POST_ONCE * once)


def forms(*, zero: Optional[str] = None, one: Optional[str] = None, two: Optional[str] = None,
          few: Optional[str] = None, many: Optional[str] = None,
          other: Optional[str] = None) -> declarations.tally_forms:
    """The plural forms of a format; `other` is required."""
    return structure(
        declarations.tally_forms, zero=zero, one=one, two=two, few=few, many=many, other=other)


def reminder_options(*, title: Optional[str] = None, body: Optional[str] = None, path: Optional[str] = None,
                     zone: Optional[str] = None, produced: Day = None, shelf_life: Optional[int] = None,
                     shelf_unit: Optional[Unit] = None, time_of_day: TimeOfDay = None, smart: Optional[Smart] = None,
                     repeat_unit: Optional[Unit] = None, repeat_every: Optional[int] = None, end: Day = None,
                     start: Day = None, overdue_unit: Optional[Unit] = None, overdue_every: Optional[int] = None,
                     overdue_limit: Optional[int] = None) -> declarations.tally_reminder_options:
    """The terms of a reminder that a user enters. A shelf life and its unit are required."""
    return structure(
        declarations.tally_reminder_options, title=title, body=body, path=path, zone=zone, produced=day(produced),
        shelf_life=shelf_life, shelf_unit=shelf_unit, time_of_day=seconds_of_day(time_of_day), smart=smart,
        repeat_unit=repeat_unit, repeat_every=repeat_every, end=day(end), start=day(start), overdue_unit=overdue_unit,
        overdue_every=overdue_every, overdue_limit=overdue_limit)


def plan_options(*, from_scratch: bool = False, limit: Optional[int] = None,
                 reserve: Optional[int] = None) -> declarations.tally_plan_options:
    """The limits of a plan."""
    return structure(
        declarations.tally_plan_options, limit=limit, reserve=reserve,
        flags=declarations.TALLY_PLAN_FLAG_FROM_SCRATCH * from_scratch)
