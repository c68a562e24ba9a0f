// Code generated from include/tally.h by Bindings/tools/generate.py; DO NOT EDIT.

package tally

/*
#include "calls.h"
*/
import "C"

import "time"

// PutReminder enters a reminder, also while the account is logged out. With an outbox this and every change become
// rows.
//
//   - id: its identifier
//
// Errors: [ErrArgument] (the message names what is missing or wrong, also about a zone), [ErrRange] (TimeOfDay),
// [ErrPath], [ErrNotFound] (the zone), [ErrExists], [ErrLimit] (100,000 reminders), [ErrTooLarge], [ErrIO],
// [ErrFull].
// Cost: O(log reminders); the first call reads all of the account.
func (a *Account) PutReminder(id string, options ReminderOptions) error {
	texts := &texts{}
	defer texts.free()
	cId, cOptions := texts.text(id), options.raw(texts)
	if texts.err != nil {
		return texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	return failure(C.go_reminder_put(handle, cId, cOptions))
}

// EditReminder changes the given members of a reminder, its revision and its plan, in one transaction; nothing if all
// are as they were.
//
//   - id: its identifier
//
// Past occurrences are unchanged, and none is missed because of the new members.
//
// Errors: [ErrArgument] (as in [Account.PutReminder]), [ErrRange], [ErrPath], [ErrNotFound] (reminder or zone),
// [ErrLimit], [ErrTooLarge], [ErrIO], [ErrFull].
func (a *Account) EditReminder(id string, options ReminderOptions) error {
	texts := &texts{}
	defer texts.free()
	cId, cOptions := texts.text(id), options.raw(texts)
	if texts.err != nil {
		return texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	return failure(C.go_reminder_edit(handle, cId, cOptions))
}

// ReminderDone marks a reminder as done: it no longer fires, and its badge is removed. Repeating the call is not an
// error.
//
//   - id: its identifier
//
// Errors: [ErrNotFound], [ErrLimit] (its revision is 4,294,967,295), [ErrIO], [ErrFull].
func (a *Account) ReminderDone(id string) error {
	texts := &texts{}
	defer texts.free()
	cId := texts.text(id)
	if texts.err != nil {
		return texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	return failure(C.go_reminder_mark_done(handle, cId, 0))
}

// ReminderUndone reverts [Account.ReminderDone], as if it had never been called.
//
//   - id: its identifier
//
// If an occurrence was due and not acknowledged, or became due meanwhile, the badge shows it. The log records the
// newest as missed, without an event; for a logged-out account the next log-in reports it.
//
// Errors: [ErrNotFound], [ErrLimit] (its revision is 4,294,967,295), [ErrIO], [ErrFull].
func (a *Account) ReminderUndone(id string) error {
	texts := &texts{}
	defer texts.free()
	cId := texts.text(id)
	if texts.err != nil {
		return texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	return failure(C.go_reminder_mark_undone(handle, cId))
}

// RemoveReminder removes a reminder; its log stays.
//
//   - id: its identifier
//
// Errors: [ErrNotFound], [ErrIO], [ErrFull].
func (a *Account) RemoveReminder(id string) error {
	texts := &texts{}
	defer texts.free()
	cId := texts.text(id)
	if texts.err != nil {
		return texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	return failure(C.go_reminder_remove(handle, cId))
}

// SnoozeReminder moves one occurrence to a timestamp in the future: the unacknowledged one that fired, else the one
// that was moved before, else the next one.
//
//   - id: its identifier
//   - until: the new time of the occurrence
//
// One occurrence can be moved at a time.
//
// Errors: [ErrNotFound], [ErrRange] (past, or after the end), [ErrConflict] (it is done, or does not fire any more),
// [ErrIO], [ErrFull].
func (a *Account) SnoozeReminder(id string, until time.Time) error {
	texts := &texts{}
	defer texts.free()
	cId := texts.text(id)
	if texts.err != nil {
		return texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	return failure(C.go_reminder_snooze(handle, cId, timestamp(until)))
}

// AcknowledgeReminder acknowledges what has fired: its badge is removed. If nothing has fired, this is not an error.
//
//   - id: its identifier
//
// Errors: [ErrNotFound], [ErrIO], [ErrFull].
func (a *Account) AcknowledgeReminder(id string) error {
	texts := &texts{}
	defer texts.free()
	cId := texts.text(id)
	if texts.err != nil {
		return texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	return failure(C.go_reminder_acknowledge(handle, cId))
}

// Reminders lists reminders, sorted by the bytes of their identifiers.
//
//   - after: the next of the page before; "": the first page
//   - limit: the largest number of rows
//
// Errors: [ErrIO], [ErrCorrupt].
func (a *Account) Reminders(after string, limit int) (rows []Reminder, next string, err error) {
	texts := &texts{}
	defer texts.free()
	cAfter := texts.optional(after)
	if texts.err != nil {
		return nil, "", texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return nil, "", err
	}
	defer a.leave()
	return listOut(limit, cAfter, readReminder, func(rows *C.tally_rows, behind *C.char) C.tally_go_answer {
		return C.go_reminder_list(handle, 0, behind, rows)
	})
}

// AllReminders returns all rows of [Account.Reminders], from as many calls as they take.
func (a *Account) AllReminders() ([]Reminder, error) {
	return allOf(func(after string) ([]Reminder, string, error) {
		return a.Reminders(after, 1000)
	})
}

// Reminder reads one reminder.
//
//   - id: its identifier
//
// Errors: [ErrNotFound], [ErrIO], [ErrCorrupt].
func (a *Account) Reminder(id string) (Reminder, error) {
	texts := &texts{}
	defer texts.free()
	cId := texts.text(id)
	if texts.err != nil {
		return Reminder{}, texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return Reminder{}, err
	}
	defer a.leave()
	found, err := partOut(1, readReminder, func(rows *C.tally_rows) C.tally_go_answer {
		return C.go_reminder_get(handle, cId, rows)
	})
	if err != nil {
		return Reminder{}, err
	}
	return found.list[0], nil
}

// Plan plans the notifications that the system fires while the program is closed: the soonest ones, but each
// reminder's next one first.
//
// The rows are the difference from the last confirmed plan: first what to disarm, then what to arm. The host carries
// them out, and confirms them with [Account.ConfirmPlan]. The library stores nothing of the plan before that, so the
// next call offers an unconfirmed plan again, also in a later run.
//
// Plan after log-in, log-out, each change, an event EventReminder and [Engine.SetZone], and when the program comes to
// the foreground. The plan of an account that is not logged in is empty, so its rows disarm everything. The host must
// ignore notifications of what fires in the program as well. options and plan may be nil.
//
// The next Plan offers a plan again that was not confirmed.
//
// Errors: [ErrRange], [ErrIO], [ErrFull].
// Cost: O(entries times log reminders).
func (a *Account) Plan(options PlanOptions) ([]PlanEntry, PlanSummary, error) {
	texts := &texts{}
	defer texts.free()
	cOptions := options.raw(texts)
	if texts.err != nil {
		return nil, PlanSummary{}, texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return nil, PlanSummary{}, err
	}
	defer a.leave()
	raw := &C.tally_plan{struct_size: C.sizeof_tally_plan}
	part, err := partOut(noLimit, readPlanEntry, func(rows *C.tally_rows) C.tally_go_answer {
		return C.go_reminder_plan(handle, cOptions, rows, raw)
	})
	return part.list, readPlanSummary(raw, nil), err
}

// ConfirmPlan confirms that the host has carried out a plan: the library stores it, and the log gets its ARMED and
// CANCELLED.
//
//   - token: that of the account's last PlanSummary
//
// A plan is out of date after a later [Account.Plan], log-in or log-out, and in a later run. A change of reminders
// does not matter: the next plan contains it. If a host has carried out a part of a plan that it cannot confirm, it
// disarms everything, and plans with PlanFlagFromScratch.
//
// Returns [StatusOK], or [StatusAlreadyApplied] if this plan is confirmed.
// Errors: [ErrArgument] (0), [ErrConflict] (the plan is out of date: plan again), [ErrIO], [ErrFull].
// Cost: O(entries).
func (a *Account) ConfirmPlan(token uint64) (Status, error) {
	handle, err := a.enter()
	if err != nil {
		return StatusClosed, err
	}
	defer a.leave()
	return answered(C.go_reminder_confirm_plan(handle, C.uint64_t(token)))
}

// ReminderLog lists the log by the identifiers of its notes. The last MaxReminderLog are kept.
//
//   - ListFollow: whether next is also set at the end of the list, to continue with rows that are added later
//   - after: the next of the page before; "": the first page
//   - limit: the largest number of rows
//
// Errors: [ErrIO], [ErrCorrupt].
func (a *Account) ReminderLog(flags ListFlags, after string, limit int) (rows []ReminderNote, next string, err error) {
	texts := &texts{}
	defer texts.free()
	cAfter := texts.optional(after)
	if texts.err != nil {
		return nil, "", texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return nil, "", err
	}
	defer a.leave()
	return listOut(limit, cAfter, readReminderNote, func(rows *C.tally_rows, behind *C.char) C.tally_go_answer {
		return C.go_reminder_list_notes(handle, C.uint32_t(flags), behind, rows)
	})
}

// AllReminderLog returns all rows of [Account.ReminderLog], from as many calls as they take.
func (a *Account) AllReminderLog(flags ListFlags) ([]ReminderNote, error) {
	return allOf(func(after string) ([]ReminderNote, string, error) {
		return a.ReminderLog(flags, after, 1000)
	})
}

// ExportReminders returns all reminders as iCalendar (RFC 5545, VTODO with VALARM).
//
// DUE is the last second of the expiry. DTSTART is the day from which repetitions count, or the day of production of
// a smart reminder, at the time of day.
//
// Errors: [ErrNotFound] (a zone is not available), [ErrIO].
func (a *Account) ExportReminders() (string, error) {
	handle, err := a.enter()
	if err != nil {
		return "", err
	}
	defer a.leave()
	content, err := bytesOut(func(out *C.tally_bytes) C.tally_go_answer {
		return C.go_reminder_export(handle, out)
	})
	return string(content), err
}

// ImportReminders imports the reminders of an iCalendar file: all usable ones, or none if the call fails.
//
// An entry whose UID is a reminder's identifier replaces that reminder. An entry of another program becomes the
// nearest reminder: see docs/concepts/reminders.md. An entry is skipped if no reminder can express it, or if its UID,
// path or zone is invalid or not available. A LogWarning has its line and the reason, and those of a part of an entry
// that is ignored.
//
// Returns the number of imported reminders, and of skipped entries.
// Errors: [ErrMalformed], [ErrLimit], [ErrIO], [ErrFull].
func (a *Account) ImportReminders(content []byte) (ImportReport, []SkippedEntry, error) {
	handle, err := a.enter()
	if err != nil {
		return ImportReport{}, nil, err
	}
	defer a.leave()
	cContent, cContentCount := data(content)
	raw := &C.tally_import_report{struct_size: C.sizeof_tally_import_report}
	part, err := partOut(noLimit, readSkippedEntry, func(rows *C.tally_rows) C.tally_go_answer {
		return C.go_reminder_import(handle, cContent, cContentCount, rows, raw)
	})
	return readImportReport(raw, nil), part.list, err
}
