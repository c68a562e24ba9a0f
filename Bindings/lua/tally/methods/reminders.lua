-- Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

local support = require("tally.support")
local constants = support.constants
local call = support.call

---@class tally.Account
local Account = support.Account

--- Enters a reminder, also while the account is logged out. With an outbox this and every change become rows.
---
--- Raises ERROR_ARGUMENT (the message names what is missing or wrong, also about a zone), ERROR_RANGE (time_of_day),
--- ERROR_PATH, ERROR_NOT_FOUND (the zone), ERROR_EXISTS, ERROR_LIMIT (100,000 reminders), ERROR_TOO_LARGE, ERROR_IO,
--- ERROR_FULL.
--- Cost: O(log reminders); the first call reads all of the account.
---@param id string its identifier
---@param options tally.ReminderOptions
function Account:put_reminder(id, options)
    call.reminder_put(self, id, options or {})
end

--- Changes the given members of a reminder, its revision and its plan, in one transaction; nothing if all are as they
--- were.
---
--- Past occurrences are unchanged, and none is missed because of the new members.
---
--- Raises ERROR_ARGUMENT (as in `Account:put_reminder`), ERROR_RANGE, ERROR_PATH, ERROR_NOT_FOUND (reminder or zone),
--- ERROR_LIMIT, ERROR_TOO_LARGE, ERROR_IO, ERROR_FULL.
---@param id string its identifier
---@param options? tally.ReminderOptions
function Account:edit_reminder(id, options)
    call.reminder_edit(self, id, options or {})
end

--- Marks a reminder as done: it no longer fires, and its badge is removed. Repeating the call is not an error.
---
--- Raises ERROR_NOT_FOUND, ERROR_LIMIT (its revision is 4,294,967,295), ERROR_IO, ERROR_FULL.
---@param id string its identifier
function Account:reminder_done(id)
    call.reminder_mark_done(self, id, 0)
end

--- Reverts `Account:reminder_done`, as if it had never been called.
---
--- If an occurrence was due and not acknowledged, or became due meanwhile, the badge shows it. The log records the
--- newest as missed, without an event; for a logged-out account the next log-in reports it.
---
--- Raises ERROR_NOT_FOUND, ERROR_LIMIT (its revision is 4,294,967,295), ERROR_IO, ERROR_FULL.
---@param id string its identifier
function Account:reminder_undone(id)
    call.reminder_mark_undone(self, id)
end

--- Removes a reminder; its log stays.
---
--- Raises ERROR_NOT_FOUND, ERROR_IO, ERROR_FULL.
---@param id string its identifier
function Account:remove_reminder(id)
    call.reminder_remove(self, id)
end

--- Moves one occurrence to a timestamp in the future: the unacknowledged one that fired, else the one that was moved
--- before, else the next one.
---
--- One occurrence can be moved at a time.
---
--- Raises ERROR_NOT_FOUND, ERROR_RANGE (past, or after the end), ERROR_CONFLICT (it is done, or does not fire any
--- more), ERROR_IO, ERROR_FULL.
---@param id string its identifier
---@param time integer the new time of the occurrence
function Account:snooze(id, time)
    call.reminder_snooze(self, id, time)
end

--- Acknowledges what has fired: its badge is removed. If nothing has fired, this is not an error.
---
--- Raises ERROR_NOT_FOUND, ERROR_IO, ERROR_FULL.
---@param id string its identifier
function Account:acknowledge(id)
    call.reminder_acknowledge(self, id)
end

--- Lists reminders, sorted by the bytes of their identifiers.
---
--- Raises ERROR_IO, ERROR_CORRUPT.
---@return fun(): tally.Reminder?
function Account:reminders()
    return support.pages(function(...) return self:reminder_page(...) end)
end

--- A page of `Account:reminders`: at most `limit` rows, those after `after`.
---
--- Raises ERROR_IO, ERROR_CORRUPT.
---@param after? string the `next` of the page before; nil: the first page
---@param limit? integer the largest number of rows
---@return tally.Reminder[]
---@return integer status
function Account:reminder_page(after, limit)
    return call.reminder_list(self, 0, after, limit or 1000)
end

--- Reads one reminder as a row of `tally.Reminder`.
---
--- Raises ERROR_NOT_FOUND, ERROR_IO, ERROR_CORRUPT.
---@param id string its identifier
---@return tally.Reminder
function Account:reminder(id)
    return call.reminder_get(self, id, nil)[1]
end

--- Plans the notifications that the system fires while the program is closed: the soonest ones, but each reminder's
--- next one first.
---
--- The rows are the difference from the last confirmed plan: first what to disarm, then what to arm. The host carries
--- them out, and confirms them with `Account:confirm_plan`. The library stores nothing of the plan before that, so
--- the next call offers an unconfirmed plan again, also in a later run.
---
--- Plan after log-in, log-out, each change, an event REMINDER and `Engine:set_zone`, and when the program comes to
--- the foreground. The plan of an account that is not logged in is empty, so its rows disarm everything. The host
--- must ignore notifications of what fires in the program as well. options and plan may be nil.
---
--- Raises ERROR_RANGE, ERROR_IO, ERROR_FULL.
--- Cost: O(entries times log reminders).
---@param options? tally.PlanOptions
---@return tally.PlanEntry[] entries
---@return tally.Plan plan
function Account:plan(options)
    local entries, plan = call.reminder_plan(self, support.members(options,
        {from_scratch = constants.PLAN_FLAG_FROM_SCRATCH}), nil)
    return entries, plan
end

--- Confirms that the host has carried out a plan: the library stores it, and the log gets its ARMED and CANCELLED.
---
--- A plan is out of date after a later `Account:plan`, log-in or log-out, and in a later run. A change of reminders
--- does not matter: the next plan contains it. If a host has carried out a part of a plan that it cannot confirm, it
--- disarms everything, and plans with `from_scratch`.
---
--- Returns `tally.OK`, or `tally.ALREADY_APPLIED` if this plan is confirmed.
--- Raises ERROR_ARGUMENT (0), ERROR_CONFLICT (the plan is out of date: plan again), ERROR_IO, ERROR_FULL.
--- Cost: O(entries).
---@param token integer that of the account's last `tally.Plan`
---@return integer status
function Account:confirm_plan(token)
    return call.reminder_confirm_plan(self, token)
end

--- Lists the log by the identifiers of its notes. The last max_reminder_log are kept.
---
--- Raises ERROR_IO, ERROR_CORRUPT.
---@return fun(): tally.ReminderNote?
function Account:reminder_log()
    return support.pages(function(...) return self:reminder_log_page(nil, ...) end)
end

--- A page of `Account:reminder_log`: at most `limit` rows, those after `after`.
---
--- Raises ERROR_IO, ERROR_CORRUPT.
---
--- - `follow`: whether `next` is also set at the end of the list, to continue with rows that are added later
---@param options? {follow?: boolean}
---@param after? string the `next` of the page before; nil: the first page
---@param limit? integer the largest number of rows
---@return tally.ReminderNote[]
---@return integer status
function Account:reminder_log_page(options, after, limit)
    return call.reminder_list_notes(self, support.flags_of(options, {follow = constants.LIST_FOLLOW}), after,
        limit or 1000)
end

--- Returns all reminders as iCalendar (RFC 5545, VTODO with VALARM).
---
--- DUE is the last second of the expiry. DTSTART is the day from which repetitions count, or the day of production of
--- a smart reminder, at the time of day.
---
--- Raises ERROR_NOT_FOUND (a zone is not available), ERROR_IO.
---@return string
function Account:export_reminders()
    return (call.reminder_export(self))
end

--- Imports the reminders of an iCalendar file: all usable ones, or none if the call fails.
---
--- An entry whose UID is a reminder's identifier replaces that reminder. An entry of another program becomes the
--- nearest reminder: see docs/concepts/reminders.md. An entry is skipped if no reminder can express it, or if its
--- UID, path or zone is invalid or not available. A `tally.LOG_WARNING` has its line and the reason, and those of a
--- part of an entry that is ignored.
---
--- Returns the number of imported reminders, and of skipped entries.
--- Raises ERROR_MALFORMED, ERROR_LIMIT, ERROR_IO, ERROR_FULL.
---@param bytes string
---@return tally.ImportReport report
---@return tally.SkippedEntry[] skipped
function Account:import_reminders(bytes)
    local skipped, report = call.reminder_import(self, bytes, nil)
    return report, skipped
end
