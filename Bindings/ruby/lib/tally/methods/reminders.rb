# frozen_string_literal: true

# Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

module Tally
  class Reminders < Room
    # Enters a reminder, also while the account is logged out. With an outbox this and every change become rows.
    #
    # id:: its identifier
    # path:: the path of its badge. Empty: none
    # zone:: empty: the device's
    # produced:: a day. Default: today, in its zone
    # shelf_life:: from 1
    # shelf_unit:: UNIT_DAY, UNIT_MONTH or UNIT_YEAR
    # time_of_day:: seconds since midnight, 0 to 86,399. Default 32,400, 09:00
    # smart:: default AUTOMATIC
    # repeat_unit:: required unless it is smart
    # repeat_every:: it fires every so many units, to 1,000,000. Default 1
    # end:: the last day on which it fires. Required unless it is smart
    # start:: the day from which repetitions count. Default: the day of entering
    # overdue_unit:: counted from the day after the expiry or the end
    # overdue_every:: it fires every so many of these units, to 1,000,000. Default 1
    # overdue_limit:: how many times it fires then, to 1,000,000. Default: 0
    #
    # Raises ArgumentError (the message names what is missing or wrong, also about a zone), RangeError (time_of_day),
    # PathError, NotFoundError (the zone), ExistsError, LimitError (100,000 reminders), TooLargeError, IOError,
    # FullError.
    # Cost: O(log reminders); the first call reads all of the account.
    def put(id, **options)
      call(:reminder_put, id, Values.reminder(options))
      nil
    end

    # Changes the given members of a reminder, its revision and its plan, in one transaction; nothing if all are as
    # they were.
    #
    # id:: its identifier
    # path:: the path of its badge. Empty: none
    # zone:: empty: the device's
    # produced:: a day. Default: today, in its zone
    # shelf_life:: from 1
    # shelf_unit:: UNIT_DAY, UNIT_MONTH or UNIT_YEAR
    # time_of_day:: seconds since midnight, 0 to 86,399. Default 32,400, 09:00
    # smart:: default AUTOMATIC
    # repeat_unit:: required unless it is smart
    # repeat_every:: it fires every so many units, to 1,000,000. Default 1
    # end:: the last day on which it fires. Required unless it is smart
    # start:: the day from which repetitions count. Default: the day of entering
    # overdue_unit:: counted from the day after the expiry or the end
    # overdue_every:: it fires every so many of these units, to 1,000,000. Default 1
    # overdue_limit:: how many times it fires then, to 1,000,000. Default: 0
    #
    # Past occurrences are unchanged, and none is missed because of the new members.
    #
    # Raises ArgumentError (as in `Reminders#put`), RangeError, PathError, NotFoundError (reminder or zone),
    # LimitError, TooLargeError, IOError, FullError.
    def edit(id, **options)
      call(:reminder_edit, id, Values.reminder(options))
      nil
    end

    # Marks a reminder as done: it no longer fires, and its badge is removed. Repeating the call is not an error.
    #
    # id:: its identifier
    #
    # Raises NotFoundError, LimitError (its revision is 4,294,967,295), IOError, FullError.
    def done(id)
      call(:reminder_mark_done, id, 0)
      nil
    end

    # Reverts `Reminders#done`, as if it had never been called.
    #
    # id:: its identifier
    #
    # If an occurrence was due and not acknowledged, or became due meanwhile, the badge shows it. The log records the
    # newest as missed, without an event; for a logged-out account the next log-in reports it.
    #
    # Raises NotFoundError, LimitError (its revision is 4,294,967,295), IOError, FullError.
    def undone(id)
      call(:reminder_mark_undone, id)
      nil
    end

    # Removes a reminder; its log stays.
    #
    # id:: its identifier
    #
    # Raises NotFoundError, IOError, FullError.
    def remove(id)
      call(:reminder_remove, id)
      nil
    end

    # Moves one occurrence to a timestamp in the future: the unacknowledged one that fired, else the one that was
    # moved before, else the next one.
    #
    # id:: its identifier
    # time:: the new time of the occurrence
    #
    # One occurrence can be moved at a time.
    #
    # Raises NotFoundError, RangeError (past, or after the end), ConflictError (it is done, or does not fire any
    # more), IOError, FullError.
    def snooze(id, time)
      call(:reminder_snooze, id, Values.milliseconds(time))
      nil
    end

    # Acknowledges what has fired: its badge is removed. If nothing has fired, this is not an error.
    #
    # id:: its identifier
    #
    # Raises NotFoundError, IOError, FullError.
    def acknowledge(id)
      call(:reminder_acknowledge, id)
      nil
    end

    # Lists reminders, sorted by the bytes of their identifiers.
    #
    # Raises IOError, CorruptError.
    def list
      Pages.new { |after, limit| page(after, limit) }
    end

    # Returns a page of `list`.
    #
    # after:: the `next` of the page before; nil: the first page
    # limit:: the largest number of rows
    #
    # Raises IOError, CorruptError.
    def page(after = nil, limit = 1000)
      call(:reminder_list, 0, after, limit).first
    end

    # Reads one reminder as a row of Reminder.
    #
    # id:: its identifier
    #
    # Raises NotFoundError, IOError, CorruptError.
    def get(id)
      call(:reminder_get, id, nil).first.first
    end

    # Plans the notifications that the system fires while the program is closed: the soonest ones, but each reminder's
    # next one first.
    #
    # from_scratch:: the system has nothing armed: lists the whole plan
    # reserve:: how many of them the host needs for other things
    # limit:: notifications that the system accepts, to 4,096. 0: 64
    #
    # The rows are the difference from the last confirmed plan: first what to disarm, then what to arm. The host
    # carries them out, and confirms them with `Reminders#confirm_plan`. The library stores nothing of the plan before
    # that, so the next call offers an unconfirmed plan again, also in a later run.
    #
    # Plan after log-in, log-out, each change, an event REMINDER and `Engine#zone=`, and when the program comes to the
    # foreground. The plan of an account that is not logged in is empty, so its rows disarm everything. The host must
    # ignore notifications of what fires in the program as well. options and plan may be nil.
    #
    # Raises RangeError, IOError, FullError.
    # Cost: O(entries times log reminders).
    def plan(from_scratch: false, reserve: nil, limit: nil)
      options = Library::Options.plan_options(from_scratch: from_scratch, limit: limit, reserve: reserve)
      call(:reminder_plan, options, nil).first(2)
    end

    # Confirms that the host has carried out a plan: the library stores it, and the log gets its ARMED and CANCELLED.
    #
    # token:: that of the account's last Plan
    #
    # A plan is out of date after a later `Reminders#plan`, log-in or log-out, and in a later run. A change of
    # reminders does not matter: the next plan contains it. If a host has carried out a part of a plan that it cannot
    # confirm, it disarms everything, and plans with `from_scratch`.
    #
    # Returns OK, or ALREADY_APPLIED if this plan is confirmed.
    # Raises ArgumentError (0), ConflictError (the plan is out of date: plan again), IOError, FullError.
    # Cost: O(entries).
    def confirm_plan(token)
      call(:reminder_confirm_plan, token)
    end

    # Lists the log by the identifiers of its notes. The last max_reminder_log are kept.
    #
    # Raises IOError, CorruptError.
    def log
      Pages.new { |after, limit| log_page(after: after, limit: limit) }
    end

    # Returns a page of `log`.
    #
    # follow:: whether `next` is also set at the end of the list, to continue with rows that are added later
    # after:: the `next` of the page before; nil: the first page
    # limit:: the largest number of rows
    #
    # Raises IOError, CorruptError.
    def log_page(follow: false, after: nil, limit: 1000)
      call(:reminder_list_notes, Values.flag(follow, LIST_FOLLOW), after, limit).first
    end

    # Returns all reminders as iCalendar (RFC 5545, VTODO with VALARM).
    #
    # DUE is the last second of the expiry. DTSTART is the day from which repetitions count, or the day of production
    # of a smart reminder, at the time of day.
    #
    # Raises NotFoundError (a zone is not available), IOError.
    def export
      call(:reminder_export).first.force_encoding(Encoding::UTF_8)
    end

    # Imports the reminders of an iCalendar file: all usable ones, or none if the call fails.
    #
    # An entry whose UID is a reminder's identifier replaces that reminder. An entry of another program becomes the
    # nearest reminder: see docs/concepts/reminders.md. An entry is skipped if no reminder can express it, or if its
    # UID, path or zone is invalid or not available. A LOG_WARNING has its line and the reason, and those of a part of
    # an entry that is ignored.
    #
    # Returns the number of imported reminders, and of skipped entries.
    # Raises MalformedError, LimitError, IOError, FullError.
    def import(content)
      skipped, report, = call(:reminder_import, content, nil)
      [report, skipped]
    end
  end
end
